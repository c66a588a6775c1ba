// The small choice beside the board: what was clicked, the words that moves differ in, moves without a
// place on the board, and the moves that are left once they are few.
import { plural } from '../../../analysis/report/text.js';
import { button, make, name } from '../../../analysis/report/dom.js';
import * as clicks from './clicks.js';

const LISTED = 16; // moves left that are listed
const FREE = 60; // moves without a place on the board that are listed

// What letters in the parts of moves stand for.
const WORDS = {
  orientation: { h: 'horizontal', v: 'vertical' },
  size: { S: 'small', M: 'medium', L: 'large' },
  direction: { n: 'north', ne: 'north-east', e: 'east', se: 'south-east', s: 'south', sw: 'south-west', w: 'west', nw: 'north-west' },
};
const wordFor = (key, value) => (WORDS[key] && WORDS[key][value]) || value;

function row(kind, title, ...children) {
  return make('div', { class: kind, role: 'group', 'aria-label': title }, make('span', { class: 'row-title' }, title), children);
}

class MoveChoice {
  // input: a BoardInput, whose step(step, event), finish(move) and clear() the buttons call, and
  // whose moves and clicks so far are shown.
  constructor(input) {
    this.input = input;
    this.node = make('div', { class: 'choice', role: 'group', 'aria-label': 'Moves to choose from' });
  }

  show() {
    this.node.replaceChildren(
      ...[this.pendingRow(), this.clickedRow(), ...this.wordRows(), this.freeRow(), this.leftRow()].filter(Boolean),
    );
  }

  // The first of the moves that are left.
  focus() {
    const first = this.node.querySelector('.left button');
    if (first) first.focus();
  }

  pendingRow() {
    const { pending } = this.input;
    if (!pending) return null;
    return row(
      'pending',
      'Tap again to play it',
      button(`Play ${pending.move.text}`, () => this.input.finish(pending.move), { class: 'primary' }),
      button('Cancel', () => this.input.clear()),
    );
  }

  clickedRow() {
    const { steps, pending, left } = this.input;
    if (steps.length === 0 || pending) return null;
    const said = steps.map((step) => {
      if (step.cell) return step.cell;
      if (step.held) return step.held[2] || step.held[5] || `size ${step.held[1]}`;
      return step.wall ? step.wall.cell : step.value;
    });
    const number = left.length === 1 ? '1 move matches' : `${plural(left.length, 'move')} match`;
    return row('clicked-row', `${said.join(', ')}: ${number}`, button('Clear (Esc)', () => this.input.clear()));
  }

  // Words that moves differ in: of which size, in which direction. Once the moves left are
  // listed, they say it themselves.
  wordRows() {
    if (this.listsLeft()) return [];
    const { candidates, steps } = this.input;
    const cards = new Set(this.input.beside().filter((item) => item[3] === 'card').map((item) => item[2]));
    const words = clicks.choices(candidates).filter(({ values }) => !values.every((value) => cards.has(value)));
    return words.map(({ key }) => {
      const others = steps.filter((step) => step.key !== key);
      const found = clicks.choices(clicks.after(candidates, others)).find((each) => each.key === key);
      return found ? row('words', key, found.values.map((value) => this.wordButton(key, value))) : null;
    });
  }

  wordButton(key, value) {
    const pressed = this.input.steps.some((each) => each.key === key && each.value === value);
    return button(name(wordFor(key, value)), (event) => this.input.step({ key, value }, event), {
      'aria-pressed': String(pressed),
      'data-word': `${key}=${value}`,
    });
  }

  moveButton(move) {
    return button(name(move.text), () => this.input.finish(move), { 'data-move': move.text });
  }

  // Whether a piece in hand, a card or the like stands for the move.
  inHand(candidate) {
    return this.input.beside().some((item) => clicks.holds(candidate, item));
  }

  // Moves that nothing on the board or in a hand stands for, such as a pass.
  freeRow() {
    const { candidates, shown } = this.input;
    const free = candidates.filter((each) => each.mentions.length === 0 && !this.inHand(each));
    if (free.length === 0) return null;
    const some = shown.board && shown.frame.pieces ? free.slice(0, FREE) : free;
    return row('free', some.length < candidates.length ? 'Other moves' : 'Moves', some.map(({ move }) => this.moveButton(move)));
  }

  listsLeft() {
    const { left, steps, pending } = this.input;
    return left.length > 0 && left.length <= LISTED && steps.length > 0 && !pending;
  }

  leftRow() {
    if (!this.listsLeft()) return null;
    return row('left', 'Choose', this.input.left.map(({ move }) => this.moveButton(move)));
  }
}

export { MoveChoice };
