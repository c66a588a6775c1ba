// The moves of a game so far, with those taken back, and buttons that step through its positions.
import { button, make, name, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as replay from '../../../analysis/report/replay.js';

// Moves that the page may not see have no text.
const shown = (text) => text ?? '(hidden)';

class MoveList {
  // look(ply): shows the position after so many moves.
  constructor(look) {
    this.look = look;
    this.list = make('ol', { class: 'moves', 'aria-label': 'Moves' });
    this.list.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.align()).observe(this.list);
    const step = (label, symbol, to) => button(symbol, () => look(to()), { 'aria-label': label, title: label });
    const steps = make(
      'div',
      { class: 'controls steps' },
      step('First position', '«', () => 0),
      step('Previous position', '‹', () => this.ply - 1),
      step('Next position', '›', () => this.ply + 1),
      step('Back to the game', '»', () => this.view.ply),
    );
    this.node = make('section', { class: 'moves-part', 'aria-label': 'Moves' }, this.list, steps);
  }

  // ply: of the position that is in view.
  show(view, ply) {
    Object.assign(this, { view, ply });
    const key = JSON.stringify(view.history);
    if (key !== this.key) this.fill();
    this.key = key;
    this.items.forEach((item, i) => {
      item.classList.toggle('undone', i >= view.ply);
      item.setAttribute('aria-disabled', String(i >= view.ply));
      if (i === ply - 1) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
      item.tabIndex = i === Math.max(0, ply - 1) ? 0 : -1;
    });
    const current = this.items[ply - 1];
    const item = current && current.parentNode;
    this.list.scrollTop = item ? item.offsetTop - this.list.clientHeight / 2 : 0;
  }

  // Tab goes to one move, the arrow keys to the others.
  key(event) {
    const at = this.items.indexOf(event.target);
    const next = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: this.view.ply - 1 }[event.key];
    if (next === undefined || !this.items[next] || next >= this.view.ply) return;
    event.preventDefault();
    this.items[next].focus();
    this.look(next + 1);
  }

  fill() {
    const { history } = this.view;
    this.items = history.map(([seat, text], i) =>
      button([make('span', { class: 'ply' }, String(i + 1)), swatch(seatColour(seat)), name(shown(text))], () => {
        if (i < this.view.ply) this.look(i + 1);
      }),
    );
    this.list.replaceChildren(...this.items.map((item, i) => make('li', { 'data-seat': history[i][0] }, item)));
    this.list.style.setProperty('--digits', String(history.length).length);
    this.align();
  }

  align() {
    if (!this.view) return;
    const moves = this.view.history.map(([seat, text]) => [seat, shown(text)]);
    replay.align(this.list, this.items, moves);
  }
}

export { MoveList };
