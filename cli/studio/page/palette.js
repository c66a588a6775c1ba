// A palette at the clicked cell: a picture of what each of the moves that are left would do there.
// Of many moves it shows one picture for each value of a part in which they differ, such as the
// kind of piece, then the next part. Words are the names of the pictures, and stand in their place
// where there is nothing to show.
import { button, make, name } from '../../../analysis/report/dom.js';
import * as clicks from './clicks.js';

const MANY = 9; // moves that are shown at a time, unless nothing tells them apart

// What letters in the parts of moves stand for.
const WORDS = {
  orientation: { h: 'horizontal', v: 'vertical' },
  size: { S: 'small', M: 'medium', L: 'large' },
  direction: { n: 'north', ne: 'north-east', e: 'east', se: 'south-east', s: 'south', sw: 'south-west', w: 'west', nw: 'north-west' },
};
const wordFor = (key, value) => (WORDS[key] && WORDS[key][value]) || value;

// What there is to choose from: [{ move, says, step }]; without a step, the move is played.
function entriesOf({ left, steps, pending }) {
  if (pending) return [{ move: pending.move, says: `Play ${pending.move.text}` }];
  const done = left.filter(clicks.isComplete);
  if (steps.length === 0 || left.length < 2 || done.length === 0) return [];
  const parts = clicks.choices(done);
  if (done.length > MANY && parts.length > 0) {
    const [{ key, values }] = parts;
    const first = (value) => done.find(({ words }) => words[key] === value).move;
    return values.map((value) => ({ move: first(value), says: wordFor(key, value), step: { key, value } }));
  }
  const words = (candidate) => parts.map(({ key }) => wordFor(key, candidate.words[key])).filter(Boolean).join(', ');
  return done.map((candidate) => ({ move: candidate.move, says: words(candidate) || candidate.move.text }));
}

class Palette {
  // input: a BoardInput, whose step(step, event), finish(move) and clear() the buttons call.
  constructor(input) {
    Object.assign(this, { input, buttons: [] });
    this.node = make('div', { class: 'palette', role: 'group', 'aria-label': 'Moves to choose from', hidden: true });
    this.node.addEventListener('keydown', (event) => this.key(event));
  }

  // anchor: the node that was clicked; cell: its name, or null.
  async show(anchor, cell) {
    const entries = entriesOf(this.input);
    const focused = this.buttons.indexOf(document.activeElement);
    this.node.hidden = entries.length === 0 || !anchor;
    this.node.classList.toggle('pending', Boolean(this.input.pending));
    this.buttons = entries.map((entry) => this.button(entry));
    this.node.replaceChildren(...this.buttons, button('×', () => this.input.clear(), { class: 'cancel', 'aria-label': 'Cancel' }));
    if (this.node.hidden) return;
    this.place(anchor);
    if (focused >= 0) this.focus(focused);
    const { buttons } = this;
    const frames = await this.input.previews(entries.map(({ move }) => move));
    if (!frames || buttons !== this.buttons) return;
    this.addPictures(frames, cell);
    this.place(anchor);
  }

  button({ move, says, step }) {
    const act = (event) => (step ? this.input.step(step, event) : this.input.finish(move));
    const title = says === move.text || step ? says : `${says} (${move.text})`;
    return button(make('span', { class: 'says' }, name(says)), act, {
      title,
      'aria-label': title,
      'data-move': step ? null : move.text,
      'data-word': step ? `${step.key}=${step.value}` : null,
    });
  }

  // Pictures that do not tell the moves apart keep the words beside them.
  addPictures(frames, cell) {
    const pictures = this.input.picture.crops(frames, cell);
    const differ = new Set(frames.map((frame) => JSON.stringify(frame))).size === frames.length;
    this.buttons.forEach((node, i) => {
      if (!pictures) return;
      node.prepend(pictures[i]);
      node.classList.toggle('pictured', differ && !this.input.pending);
    });
  }

  // Below what was clicked, above it, or beside it: where it fits into the window and covers the
  // fewest pieces.
  place(anchor) {
    const [at, around] = [anchor, this.input.node].map((node) => node.getBoundingClientRect());
    const { width, height } = this.node.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const inside = (x) => Math.max(4, Math.min(wide - width - 4, x));
    const [x, y] = [inside(at.left + at.width / 2 - width / 2), at.top + at.height / 2 - height / 2];
    const places = [[x, at.bottom + 8], [x, at.top - height - 8], [at.right + 8, y], [at.left - width - 8, y]]
      .map(([left, top]) => ({ left, top, right: left + width, bottom: top + height }));
    const fits = ({ left, top, right, bottom }) => left === inside(left) && right <= wide && top >= 0 && bottom <= window.innerHeight;
    const [best] = places.filter(fits).sort((a, b) => this.covered(a) - this.covered(b));
    const { left, top } = best || places[0];
    this.node.style.left = `${left - around.left}px`;
    this.node.style.top = `${top - around.top}px`;
    this.node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  // How many pieces a place would cover.
  covered({ left, top, right, bottom }) {
    const stacks = [...this.input.picture.node.querySelectorAll('.stack')].map((node) => node.getBoundingClientRect());
    return stacks.filter((box) => box.left < right && left < box.right && box.top < bottom && top < box.bottom).length;
  }

  focus(at = 0) {
    const node = this.buttons[Math.min(at, this.buttons.length - 1)];
    if (node) node.focus({ preventScroll: true });
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const next = this.buttons[this.buttons.indexOf(document.activeElement) + step];
    event.preventDefault();
    if (next) next.focus({ preventScroll: true });
  }
}

export { Palette };
