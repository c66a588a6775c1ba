// The players of a table as plates: colour, name, what the notes say of them, who is to move, who has
// won.
import { button, make, name, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as names from './names.js';

// What notes such as "seat 1: goes up; walls left 10" say of a seat, and the notes about none.
function sortNotes(notes, seats) {
  const about = Array.from({ length: seats }, () => []);
  const others = [];
  for (const note of notes) {
    const found = /^seat (\d+): (.*)$/s.exec(note);
    const own = found && about[Number(found[1]) - 1];
    if (own) own.push(...found[2].split('; '));
    else others.push(note);
  }
  return { about, others };
}

class Players {
  // choose(): lets somebody else play.
  constructor(choose) {
    this.choose = choose;
    this.node = make('ul', { class: 'players', 'aria-label': 'Players' });
  }

  // frame: the position in view.
  show(view, frame) {
    const { about } = sortNotes(frame.notes || [], view.seats.length);
    this.node.classList.toggle('many', view.seats.length > 4);
    this.node.replaceChildren(...view.seats.map((_, i) => this.plate(view, i + 1, about[i])));
  }

  plate(view, seat, has) {
    const moves = view.seat === seat && !view.over;
    const won = Boolean(view.ending && view.ending.winners.includes(seat));
    const state = moves ? 'to move' : won ? 'won' : null;
    return make(
      'li',
      { class: ['plate', moves && 'to-move', won && 'won'].filter(Boolean).join(' '), title: names.title(view, seat), 'aria-current': moves && 'true' },
      swatch(seatColour(seat)),
      button(name(names.full(view, seat)), this.choose, { class: 'plate-name', title: `${names.title(view, seat)}. Choose who plays` }),
      state ? make('span', { class: 'plate-state' }, state) : null,
      has.length ? make('span', { class: 'plate-has' }, has.map((each) => make('span', null, name(each)))) : null,
    );
  }
}

export { Players, sortNotes };
