// What to do when a game is over, and the moves that lost most, for whoever reviews it.
import { button, make, name, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';

const MANY = 5; // moves that are listed
const LOSS = 0.05; // of the winning chance, from which on one is

class Ending {
  // table: see table.js.
  constructor(table) {
    this.table = table;
    const { bench } = table;
    const act = (label, key, act, title) => button(label, act, { 'data-do': key, title });
    const rematch = act('Rematch', 'rematch', () => table.controls.confirm('new'), 'Another game with the same players');
    const [text, title, save] = bench.saving;
    const saving = act(text, 'keep', save, title);
    this.swap = act('Swap seats', 'swapped', () => table.controls.confirm('swap'), 'Another game, with the seats exchanged');
    this.review = act('Review', 'review', () => table.advice.review(), 'Let a search look for the moves that lost most');
    const others = [rematch, this.swap, this.review];
    this.node = make('div', { class: 'controls ended', hidden: true }, bench.savesFirst ? [saving, others] : [others, saving]);
    this.node.firstChild.classList.add('primary');
  }

  show(view) {
    this.node.hidden = !view.over;
    this.swap.hidden = view.seats.length < 2;
    this.review.hidden = view.game.hides || !this.table.bench.hints;
  }
}

// The moves after which the winning chance of the mover was most below what it was before:
// [ply, seat, text, loss], the most first.
function losses(values, view) {
  return view.history
    .slice(0, view.ply)
    .map(([seat, text], ply) => {
      const side = view.game.sides[seat - 1];
      const known = seat && values[ply] && values[ply + 1];
      return [ply, seat, text, known ? values[ply][side] - values[ply + 1][side] : 0];
    })
    .filter(([, , , loss]) => loss >= LOSS)
    .sort((a, b) => b[3] - a[3]);
}

// best: by ply, or null where it is not known; look(ply): shows the position before a move.
function lossList({ values, best }, view, look) {
  const found = losses(values, view).slice(0, MANY);
  // Of some positions nothing can be known, such as those in which dice are rolled.
  const searching = view.thinking !== null || !values.some(Boolean);
  const item = ([ply, seat, text, loss]) => {
    const better = best[ply] && best[ply] !== text ? best[ply] : null;
    const what = name(`${better ? `${better} instead of ` : ''}${text} −${Math.round(100 * loss)}`);
    return make('li', null, button([make('span', { class: 'ply' }, String(ply + 1)), swatch(seatColour(seat)), what], () => look(ply), {
      title: `Shows the position before this move${better ? ', and the better one' : ''}`,
    }));
  };
  // The search knows moves only between two sides.
  const instead = best.some(Boolean) ? ', and better ones' : '';
  const what = searching
    ? 'Searching for the moves that lost most …'
    : found.length
      ? `The moves that lost most, by the search, in points of the winning chance${instead}:`
      : 'By the search no move lost 5 points of the winning chance.';
  return [make('h3', { 'aria-level': '2' }, 'Review'), make('p', { class: 'help' }, what), make('ol', null, found.map(item))];
}

export { Ending, lossList, losses };
