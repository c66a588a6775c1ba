// Choosing a move on the board, by pointer or by keys, and a line that says what to click. Tab goes
// to one of the cells, the arrow keys to the others, Enter clicks, Escape starts over. Places of
// walls can be pointed at; by keys a cell stands for the walls along it. Where clicks leave several
// moves, a palette shows them; see palette.js. After a tap where fingers may miss, a move is shown
// first; a second tap plays it.
import { plural } from '../../../analysis/report/text.js';
import { button, make, name } from '../../../analysis/report/dom.js';
import * as boards from '../../../analysis/report/boards.js';
import * as clicks from './clicks.js';
import { BoardPicture } from './board_picture.js';
import { changedCells, stacks, travels } from './difference.js';
import { Drag } from './drag.js';
import * as motion from './motion.js';
import { Palette } from './palette.js';
import { press } from './parts.js';

const FINGER = 40; // pixels that a finger does not miss
const FREE = 60; // moves without a place on the board that are listed
const PREVIEWS = 64; // as in table_internal.h
const aPress = () => `A ${press().toLowerCase()}`;
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

class BoardInput {
  // play(text): plays a move; onCell(name): takes clicks on cells while something else than a
  // move is asked for, and returns whether it did; refuse(name, text): a cell was clicked
  // that no legal move uses; text is a move that may have been meant, or null; ask(texts): the frames
  // after these moves; isEditing(): whether pieces are moved to set up a position; onDrop(step, cell):
  // one was, to a cell or (null) off the board; onLocated(): it has become known which cells moves
  // change. `help` is placed by whoever shows the board.
  constructor({ play, onCell, refuse, ask, isEditing, onDrop, onLocated }) {
    Object.assign(this, { play, onCell, refuse, ask, isEditing, onDrop, onLocated, steps: [], pending: null, at: null, heldNodes: [] });
    this.picture = new BoardPicture();
    this.hands = make('div', { class: 'replay-hands' });
    this.free = make('div', { class: 'free', role: 'group', 'aria-label': 'Other moves' });
    this.palette = new Palette(this);
    this.help = make('p', { class: 'help what-to-click' });
    this.node = make('div', { class: 'board-input with-hands' }, this.picture.node, this.hands, this.free, this.palette.node);
    this.node.addEventListener('keydown', (event) => this.key(event));
    this.listen(this.picture.node);
    this.drag = new Drag(this);
    // Browsers show the focus before any key was pressed if a script has set it.
    document.addEventListener('keydown', () => this.node.classList.add('by-keys'), true);
    document.addEventListener('pointerdown', () => this.node.classList.remove('by-keys'), true);
    document.addEventListener('click', (event) => {
      if (this.steps.length && !this.node.contains(event.target) && event.target.isConnected)
        this.clear();
    });
  }

  listen(picture) {
    picture.addEventListener('pointerdown', (event) => {
      this.finger = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
    });
    picture.addEventListener('click', (event) => this.pressed(event));
    picture.addEventListener('pointerover', (event) => this.point(event.target, aPress()));
    picture.addEventListener('focusin', (event) => {
      if (this.isByKeys()) this.point(event.target, 'Enter');
    });
    for (const kind of ['pointerleave', 'focusout'])
      picture.addEventListener(kind, () => this.point(null));
  }

  isByKeys() {
    return this.node.classList.contains('by-keys');
  }

  // Forgets earlier positions: another game is shown.
  forget() {
    this.picture.forget();
    this.at = null;
  }

  // shown: { board, frame, before, mover, seat, moves, hides, hint, wallLength }; a position with
  // other moves starts over.
  show(shown) {
    const key = JSON.stringify([shown.moves, shown.frame]);
    const other = key !== this.shownKey;
    const hadFocus = this.node.contains(document.activeElement);
    const last = this.shown ? this.shown.frame : null;
    this.shownKey = key;
    this.shown = shown;
    if (other) this.begin();
    this.picture.draw(shown, this.heldNodes);
    this.update();
    if (other) motion.rollDice(last, shown.frame, this.heldNodes);
    if (hadFocus && !this.node.contains(document.activeElement)) this.focusBoard();
    if (other && !this.located) this.locating = this.locate(key);
    if (shown.hint) this.showHint(shown.hint);
  }

  // A hint is drawn with what its moves lead to.
  async showHint(hint) {
    const frames = hint.frames || (await this.previews(hint.moves));
    if (!frames || this.shown.hint !== hint || !this.picture.svg) return;
    hint.frames = frames;
    this.picture.showMarks(this.targets, this.pending);
  }

  begin() {
    const { moves, board, frame } = this.shown;
    this.steps = [];
    this.pending = null;
    this.previewed = new Map(); // frames by the text of a move
    this.candidates = clicks.begin(moves, board, frame);
    const free = this.freeMoves().length;
    this.located = free === 0 || free > PREVIEWS || !board || !frame.pieces || this.shown.hides;
  }

  // Moves that nothing on the board or in a hand stands for, such as a pass.
  freeMoves() {
    const inHand = (candidate) => this.beside().some((item) => clicks.holds(candidate, item));
    return this.candidates.filter((each) => each.mentions.length === 0 && !inHand(each));
  }

  // Those that change one cell are about that cell.
  async locate(key) {
    const { moves, board, frame } = this.shown;
    const free = this.freeMoves().map(({ move }) => move);
    const frames = await this.previews(free);
    if (key !== this.shownKey) return;
    const changed = (frames || []).map((each) => changedCells(frame, each));
    const places = new Map(free.map(({ text }, i) => [text, changed[i]]).filter(([, cells]) => cells && cells.length === 1));
    this.candidates = clicks.begin(moves, board, frame, places);
    this.located = true;
    this.update();
    this.onLocated();
  }

  // The frames after these moves; null if there are none to show.
  async previews(moves) {
    const { previewed } = this;
    const missing = moves.map(({ text }) => text).filter((text) => !previewed.has(text));
    if (this.shown.hides || moves.length > PREVIEWS) return null;
    const frames = missing.length ? await this.ask(missing) : [];
    if (frames) missing.forEach((text, i) => previewed.set(text, frames[i]));
    return frames && moves.map(({ text }) => previewed.get(text));
  }

  // Everything that depends on what was clicked.
  update() {
    this.left = clicks.after(this.candidates, this.steps);
    this.updateHands();
    this.showHelp();
    this.showFree();
    if (this.picture.svg) {
      this.targets = clicks.targets(this.left);
      this.updateHits();
      this.picture.showMarks(this.targets, this.pending);
      this.point(null);
    }
    this.palette.show(...this.clickedLast());
  }

  // The node of the last step that has one, and its cell.
  clickedLast() {
    const last = this.steps.filter(({ cell, wall, held }) => cell || wall || held).pop();
    if (!last) return [null, null];
    if (last.held) return [this.hands.querySelector('.in-hand[aria-pressed=true]'), null];
    const cell = last.cell || last.wall.cell;
    return [this.picture.svg && this.picture.hitOf(cell), cell];
  }

  // Until it is known which cells they change, moves without a cell are not listed.
  showFree() {
    const free = this.located ? this.freeMoves() : [];
    const some = this.picture.svg ? free.slice(0, FREE) : free;
    this.free.hidden = some.length === 0;
    this.free.replaceChildren(...some.map(({ move }) => this.freeButton(move)));
  }

  freeButton(move) {
    const made = button(name(move.text), () => this.finish(move), { 'data-move': move.text });
    const frame = this.previewed.get(move.text);
    if (!frame || !this.picture.svg) return made;
    for (const kind of ['pointerenter', 'focus'])
      made.addEventListener(kind, () => this.picture.showChanged(changedCells(this.shown.frame, frame)));
    for (const kind of ['pointerleave', 'blur']) made.addEventListener(kind, () => this.picture.showChanged([]));
    return made;
  }

  updateHits() {
    const focused = this.picture.hits.contains(document.activeElement);
    if (!this.at || !this.picture.hasCell(this.at)) this.at = [...this.targets][0] || this.picture.first();
    this.picture.showHits(this.left, this.targets, this.steps, this.at, (cell) => this.canLift(cell));
    if (focused) this.focusBoard();
  }

  // What is beside the board and the mover's, or everybody's.
  beside() {
    const { frame, seat } = this.shown;
    return (frame.hands || []).filter((item) => item[0] === 0 || item[0] === seat);
  }

  // Whether an item stands for a move. What lies on the table does so only if the mover has nothing
  // of that name.
  stands(item, candidate) {
    const own = (each) => each[0] !== 0 && clicks.holds(candidate, each);
    return clicks.holds(candidate, item) && (item[0] !== 0 || !this.beside().some(own));
  }

  updateHands() {
    const items = this.shown.frame.hands || [];
    const mine = new Set(this.beside());
    const used = new Set(items.filter((item) => mine.has(item) && this.candidates.some((each) => this.stands(item, each))));
    const { named } = this.shown;
    const key = JSON.stringify([items.map((item) => [item, used.has(item), item[0] && named(item[0])]), this.steps]);
    if (key === this.handsKey) return;
    this.handsKey = key;
    const inHand = () => [...this.hands.querySelectorAll('.in-hand')];
    const focused = inHand().indexOf(document.activeElement);
    const nodes = new Map();
    this.hands.replaceChildren(...boards.hands(this.shown.frame, (node, item) => {
      nodes.set(item, used.has(item) ? this.heldButton(node, item) : node);
      return nodes.get(item);
    }, named));
    this.heldNodes = items.map((item) => nodes.get(item));
    const again = inHand()[Math.min(focused, inHand().length - 1)];
    if (again) again.focus({ preventScroll: true });
  }

  heldButton(node, item) {
    const step = { held: item };
    const pressed = this.steps.some((each) => String(each.held) === String(item));
    const made = button(node, (event) => this.step(step, event), {
      class: 'in-hand',
      'aria-pressed': String(pressed),
      'aria-label': item[2] || item[5] || `piece of size ${item[1]}`,
    });
    const says = (what) => this.showHelp(this.preview(step, clicks.narrow(this.left, step), what));
    made.addEventListener('pointerenter', () => says(aPress()));
    made.addEventListener('focus', () => {
      if (this.isByKeys()) says('Enter');
    });
    for (const kind of ['pointerleave', 'blur']) made.addEventListener(kind, () => this.showHelp());
    return made;
  }

  // ---- what to do

  showHelp(text) {
    const what = this.whatToClick();
    const keys = what.startsWith(press()) && !text;
    this.help.replaceChildren(name(text || what), keys ? make('span', { class: 'keys-help' }, ' Keys: arrows, Enter.') : '');
  }

  // Depends on what the remaining moves mention.
  whatToClick() {
    const open = this.left.filter(({ used }) => used.includes(false));
    if (this.pending || this.left.length === 0) return '';
    if ((!this.picture.svg || open.length === 0) && (this.steps.length || !this.canHold())) return this.steps.length ? 'Choose one of the moves.' : '';
    const walls = open.some(({ wall }) => wall);
    const others = open.filter(({ wall }) => !wall);
    const picks = others.length > 0 && others.every((each) => each.picks);
    if (this.steps.length) return picks ? `${press()} where it goes.` : `${press()} the next cell, or choose a move.`;
    const places = [
      picks && 'a piece, then where it goes',
      others.length > 0 && !picks && 'a marked cell',
      this.canHold((item) => !walls || item[3] !== 'wall') && (this.beside().some((item) => /^(card|back)$/.test(item[3])) ? 'a card' : 'something beside the board'),
      walls && 'a groove between cells for a wall',
    ].filter(Boolean);
    return `${press()} ${places.join(', or ')}.`;
  }

  // Whether something beside the board can be clicked.
  canHold(which = () => true) {
    return this.beside().filter(which).some((item) => this.left.some((each) => clicks.holds(each, item)));
  }

  // "A click plays e2.", or how many moves it leaves to choose from.
  preview(step, left, what) {
    if (left.length === 0) return '';
    const move = clicks.chosen(this.candidates, clicks.add(this.candidates, this.steps, step));
    if (move) return `${what} plays ${move.text}.`;
    return `${step.cell || 'This'}: ${plural(left.length, 'move')} to choose from.`;
  }

  // Shows what a click there would lead to.
  point(target, what) {
    if (!this.picture.svg) return;
    const step = this.picture.stepOf(target);
    const left = step ? clicks.narrow(this.left, step) : [];
    this.showHelp(this.preview(step, left, what));
    this.picture.showAhead(step, left);
  }

  // ---- clicking

  pressed(event) {
    const step = this.picture.stepOf(this.finger && this.picture.svg ? this.picture.touched(this.finger) : event.target);
    if (!step) {
      this.clear();
      return;
    }
    if (step.cell) this.at = step.cell;
    if (step.cell && this.onCell(step.cell)) return;
    this.step(step, event);
  }

  step(step, event) {
    const touch = event && event.pointerType === 'touch' && !this.isLarge(step);
    const again = this.pending && JSON.stringify(step) === this.pendingStep;
    if (again) {
      this.finish(this.pending.move);
      return;
    }
    this.pending = null;
    const unused = step.cell && clicks.narrow(this.candidates, step).length === 0;
    if (unused && !this.located) {
      this.stepLater(step, event);
      return;
    }
    if (unused && !this.steps.some((each) => each.cell === step.cell)) this.refuse(step.cell, this.likely(step.cell));
    this.steps = clicks.add(this.candidates, this.steps, step);
    const move = clicks.chosen(this.candidates, this.steps);
    if (move && !touch) {
      this.finish(move);
      return;
    }
    if (move) {
      this.pending = clicks.after(this.candidates, this.steps)[0];
      this.pendingStep = JSON.stringify(step);
    }
    this.update();
    this.focusPalette(event);
  }

  // A click that comes before it is known which cells the moves change.
  async stepLater(step, event) {
    const { shownKey, locating } = this;
    await locating;
    if (this.located && shownKey === this.shownKey) this.step(step, event);
  }

  // Whether a finger does not miss it.
  isLarge({ cell, held }) {
    if (held) return true;
    const box = cell && this.picture.hitOf(cell).getBoundingClientRect();
    return Boolean(box) && Math.min(box.width, box.height) >= FINGER;
  }

  // A move like the legal ones that ends on a cell.
  likely(cell) {
    const like = this.left.find(({ wall, mentions, move, picks }) =>
      !wall && mentions.length > 0 && !(picks && this.steps.length === 0) && move.text.includes(mentions[mentions.length - 1][0]));
    if (!like) return null;
    const { move, mentions } = like;
    const [last] = mentions[mentions.length - 1];
    const at = move.text.lastIndexOf(last);
    return move.text.slice(0, at) + cell + move.text.slice(at + last.length);
  }

  finish(move) {
    const byChoice = this.palette.node.contains(document.activeElement) || this.free.contains(document.activeElement);
    this.pending = null;
    this.steps = [];
    this.update();
    if (byChoice) this.focusBoard();
    this.play(move.text);
  }

  clear() {
    this.steps = [];
    this.pending = null;
    this.update();
  }

  // ---- dragging

  // Whether the piece on top of a cell may be one to move.
  canLift(cell) {
    const [top] = (stacks(this.shown.frame).get(cell) || []).slice(-1);
    if (!top || this.isEditing()) return Boolean(top);
    const picked = this.candidates.some(({ picks, mentions }) => picks && mentions[0].includes(cell));
    return picked || (this.candidates.length > 0 && !this.shown.hides && top[2] === this.shown.seat);
  }

  // Whether an item beside the board is a piece of the mover.
  canTake(item) {
    return this.candidates.length > 0 && !this.shown.hides && this.beside().includes(item) && /^(disc|ring|square)$/.test(item[3]);
  }

  // What can be picked up there, or null.
  source(target) {
    const held = target.closest && target.closest('.in-hand, .held');
    const item = held && (this.shown.frame.hands || [])[this.heldNodes.findIndex((node) => node.contains(held))];
    if (item && item[3] === 'score') return null;
    if (item) return this.isEditing() || held.closest('.in-hand') || this.canTake(item) ? { held: item } : null;
    const step = this.picture.svg && this.picture.stepOf(target);
    return step && step.cell && this.canLift(step.cell) ? { cell: step.cell } : null;
  }

  shadowOf({ cell, held }) {
    if (cell) return this.picture.copyOf(cell);
    return this.heldNodes[this.shown.frame.hands.indexOf(held)].querySelector('svg').cloneNode(true);
  }

  pick(step) {
    this.dragged = step;
    this.carried = null;
    this.pending = null;
    this.steps = clicks.narrow(this.candidates, step).some((each) => step.held || each.picks) ? [step] : [];
    if (this.steps.length === 0 && !this.isEditing()) this.carry(step);
    this.update();
    if (step.cell) this.picture.lift(step.cell);
  }

  // The moves that take this piece elsewhere without saying so.
  async carry(step) {
    const { frame } = this.shown;
    const moves = this.candidates.filter(({ wall, mentions }) => !wall && mentions.length === 1);
    const frames = await this.previews(moves.map(({ move }) => move));
    const item = (frame.hands || []).indexOf(step.held);
    const takes = ({ slid, come }) => (step.cell ? slid.some(([from]) => from.cell === step.cell) : come.some(({ from }) => from === item));
    if (!frames || this.dragged !== step) return;
    this.carried = moves.filter((_, i) => takes(travels(frame, frames[i])));
    this.picture.showMarks(clicks.targets(this.carried), null);
  }

  over(target) {
    this.point(this.steps.length && this.picture.node.contains(target) ? target : null, 'Dropping it');
  }

  // point: { x, y } of the window; null: it was given up.
  drop(point) {
    const { dragged, carried } = this;
    const target = point && this.picture.svg && this.picture.touched(point);
    const step = target && this.picture.node.contains(target) ? this.picture.stepOf(target) : null;
    this.dragged = this.carried = null;
    this.picture.lift(null);
    if (point && this.isEditing()) this.onDrop(dragged, step ? step.cell : null);
    else if (step && step.cell && step.cell === dragged.cell) this.update();
    else this.putDown(step, carried);
  }

  putDown(step, carried) {
    const fits = step && carried ? carried.filter(({ mentions }) => mentions[0].includes(step.cell)) : [];
    if (step) this.picture.landed = step.cell || null;
    if (fits.length === 1) this.finish(fits[0].move);
    else if (step && this.steps.length && clicks.narrow(this.left, step).length) this.step(step);
    else this.clear();
  }

  // ---- keys

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') {
      const inside = this.palette.node.contains(document.activeElement);
      this.clear();
      if (inside) this.focusBoard();
      return;
    }
    if (this.hands.contains(event.target) && STEPS[event.key]) this.walkHands(event);
    const step = this.picture.stepOf(event.target);
    if (!step || !this.picture.node.contains(event.target)) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (step.cell && this.onCell(step.cell)) return;
      this.step(step, event);
    } else if (step.cell && STEPS[event.key]) {
      event.preventDefault();
      this.walk(step.cell, STEPS[event.key]);
    }
  }

  walkHands(event) {
    const nodes = [...this.hands.querySelectorAll('.in-hand')];
    const [right, up] = STEPS[event.key];
    const next = nodes[nodes.indexOf(event.target) + right - up];
    event.preventDefault();
    if (next) next.focus();
  }

  walk(cell, direction) {
    const next = this.picture.neighbour(cell, direction);
    if (!next) return;
    const old = this.picture.hitOf(this.at);
    if (old) old.setAttribute('tabindex', '-1');
    this.at = next;
    this.focusBoard();
  }

  focusBoard() {
    const node = this.picture.svg ? this.picture.hitOf(this.at) : this.hands.querySelector('.in-hand');
    if (!node) return;
    node.setAttribute('tabindex', '0');
    node.focus({ preventScroll: true });
  }

  // With keys, the focus moves to the palette if the board does not tell the moves apart.
  focusPalette(event) {
    const byKey = event && (event.type === 'keydown' || event.detail === 0);
    if (byKey && !this.palette.node.hidden && !(this.targets && this.targets.size > 0)) this.palette.focus();
  }
}

export { BoardInput };
