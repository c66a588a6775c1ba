// The replay of recorded games: one game at a time, stepped through with buttons, slider,
// keys or the list of moves. Only the frame in view is in the document.
import { count, plural } from './text.js';
import { button, make, name, newId, swatch } from './dom.js';
import { seatColour } from './charts.js';
import * as boards from './boards.js';
import { reveal } from './folds.js';

const FRAME_TIME = 700; // milliseconds per frame while playing, at speed 1
const SPEEDS = [0.5, 1, 2, 4, 8];
const LETTER = 8; // pixels of a letter in the list of moves, and of what is beside a move
const BESIDE_MOVE = 58;

const HINT = 'Arrow keys step, Space plays, Home and End go to the start and the end.';

const whose = (seat) => (seat ? `seat ${seat}` : 'nature');

// A note about a seat shows its colour.
function noteOf(note) {
  const seat = /^seat (\d+):/.exec(note);
  return make('li', null, seat ? swatch(seatColour(Number(seat[1]))) : null, name(note));
}

// How to read the board and the moves.
function key(run, view) {
  const frames = run.replays.flatMap((replay) => replay.frames);
  const has = (part) => frames.some((frame) => (frame[part] || []).length > 0);
  const items = [
    run.board && 'A solid outline marks the last move, a thin one what else it changed, a dashed one what it left.',
    run.board && has('highlights') && 'Highlighted cells are those to look at, such as a winning line.',
    view.bands > 0 && 'A band along a side has the number of the seat to which the side matters.',
    view.tall && 'The number beside a pile is its height.',
    run.notation,
  ].filter(Boolean);
  if (items.length === 0) return null;
  return make(
    'details',
    { class: 'replay-key' },
    make('summary', null, 'How to read the board and the moves'),
    make('ul', null, items.map((item) => make('li', null, name(item)))),
  );
}

// Each seat has a column, so that the list shows who answered what. Where the columns of
// more than two seats are too narrow for the moves, every second seat shares one, or all do.
// items: the elements of the list's entries; moves: [seat, text] of each.
function align(list, items, moves) {
  const seats = Math.max(...moves.map(([seat]) => seat), 1);
  const letters = Math.max(4, ...moves.map(([, move]) => move.length));
  const most = Math.floor(list.clientWidth / (LETTER * letters + BESIDE_MOVE));
  const fits = (n) => n <= most && seats % n === 0;
  const columns = seats === 2 ? 2 : (seats === 1 ? most : [seats, 2].find(fits)) || 1;
  const placeOf = (seat) => (seats === 1 ? 'auto' : String(((seat - 1) % columns) + 1));
  list.style.setProperty('--columns', columns);
  items.forEach((item, i) => {
    const seat = moves[i][0];
    item.parentNode.style.gridColumn = seat ? placeOf(seat) : '1 / -1';
  });
}

class Replay {
  constructor(run) {
    this.run = run;
    this.view = boards.viewOf(run.replays);
    this.timer = null;
    this.build();
    this.choose(0);
  }

  build() {
    this.board = make('div', { class: 'replay-board' });
    this.notes = make('ul', { class: 'replay-notes' });
    this.hands = make('div', { class: 'replay-hands' });
    this.moves = make('ol', { class: 'moves', 'aria-label': 'Moves' });
    // There is no width and nothing to scroll before the list is on the page and its fold open.
    new ResizeObserver(() => {
      align(this.moves, this.items, this.replay.moves);
      this.scroll();
    }).observe(this.moves);
    this.status = make('p', { class: 'status', 'aria-live': 'polite' });
    this.players = make('p', { class: 'players' });
    this.why = make('p', { class: 'why' });
    this.slider = make('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Move' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.node = make(
      'div',
      { class: 'replay', role: 'group', tabindex: '0', 'aria-label': `Replay. ${HINT}` },
      make(
        'div',
        { class: 'replay-main' },
        this.chooser(),
        this.why,
        this.players,
        this.status,
        this.slider,
        this.controls(),
        make('div', { class: 'with-hands' }, this.board, this.hands),
        this.notes,
        make('p', { class: 'hint' }, HINT),
        key(this.run, this.view),
      ),
      make('div', { class: 'replay-side' }, make('h4', null, 'Moves'), this.moves),
    );
    this.node.addEventListener('keydown', (event) => this.key(event));
  }

  chooser() {
    const id = newId('game');
    this.select = make(
      'select',
      { id },
      this.run.replays.map((replay, i) => make('option', { value: i }, replay.label)),
    );
    this.select.addEventListener('change', () => this.choose(Number(this.select.value)));
    return make('p', { class: 'chooser' }, make('label', { for: id }, 'Game '), this.select);
  }

  controls() {
    const named = (label, symbol, action) => button(symbol, action, { 'aria-label': label, title: label });
    this.playButton = named('Play', 'Play', () => this.toggle());
    this.back = [
      named('First position', '«', () => this.go(0)),
      named('Previous move', '‹', () => this.go(this.at - 1)),
    ];
    this.forward = [
      named('Next move', '›', () => this.go(this.at + 1)),
      named('Last position', '»', () => this.go(this.last())),
    ];
    // Whoever is told of moves shows a link of their own.
    this.link = make('a', { class: 'here', title: 'A link to this position', hidden: Boolean(this.run.moved) }, 'link');
    return make(
      'div',
      { class: 'controls' },
      this.back,
      this.playButton,
      this.forward,
      this.speedChooser(),
      this.link,
    );
  }

  speedChooser() {
    this.speed = make(
      'select',
      { 'aria-label': 'Speed' },
      SPEEDS.map((speed) => make('option', { value: speed }, `${speed}×`)),
    );
    this.speed.value = '1';
    this.speed.addEventListener('change', () => {
      if (!this.timer) return;
      this.stop();
      this.toggle();
    });
    return this.speed;
  }

  // Which share of the board is in the window.
  visible() {
    const box = this.board.getBoundingClientRect();
    return (Math.min(box.bottom, window.innerHeight) - Math.max(box.top, 0)) / box.height;
  }

  key(event) {
    // The slider and the list of games use the arrow keys themselves.
    if (/^(SELECT|INPUT)$/.test(event.target.tagName)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && event.target.tagName !== 'BUTTON') {
      event.preventDefault();
      this.toggle();
      return;
    }
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last() };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const inList = this.moves.contains(document.activeElement);
    this.go(target);
    if (inList && this.current) this.current.focus();
  }

  last() {
    return this.replay.frames.length - 1;
  }

  choose(index) {
    this.stop();
    this.replay = this.run.replays[index];
    this.slider.max = this.last();
    // The list of games may be too narrow for it.
    const { game, why } = this.replay;
    this.why.textContent = why ? `Game ${count(game)}: ${why}.` : '';
    this.players.replaceChildren(...(this.replay.bots || []).map(this.player));
    this.items = this.replay.moves.map(([seat, move], i) => this.item(seat, move, i + 1));
    this.moves.replaceChildren(
      ...this.items.map((button, i) =>
        make('li', { 'data-seat': this.replay.moves[i][0] }, button),
      ),
    );
    this.moves.style.setProperty('--digits', String(this.items.length).length);
    this.current = null;
    align(this.moves, this.items, this.replay.moves);
    this.go(boards.telling(this.replay.frames));
  }

  player(bot, i) {
    const text = make('span', null, `seat ${i + 1}: `, name(bot));
    return make('span', { class: 'key' }, swatch(seatColour(i + 1)), text);
  }

  item(seat, move, number) {
    const ply = make('span', { class: 'ply' }, String(number));
    const content = [ply, swatch(seatColour(seat)), name(move)];
    return button(content, () => this.go(number), { tabindex: '-1' });
  }

  go(ply) {
    this.at = Math.max(0, Math.min(this.last(), ply));
    this.slider.value = this.at;
    this.draw();
    this.mark();
    this.status.replaceChildren(...this.sentence());
    this.slider.setAttribute('aria-valuetext', this.status.textContent);
    this.link.href = address(this);
    // A disabled button that has the focus would swallow the keys, so aria-disabled.
    for (const button of this.back) button.setAttribute('aria-disabled', this.at === 0);
    for (const button of this.forward)
      button.setAttribute('aria-disabled', this.at === this.last());
    if (this.at === this.last()) this.stop();
    if (this.run.moved) this.run.moved(this);
  }

  sentence() {
    const ending = this.at === this.last() ? `. Then: ${this.replay.ending}.` : '';
    if (this.at === 0) return [`Start of the game: ${plural(this.last(), 'move')}${ending}`];
    const [seat, move] = this.replay.moves[this.at - 1];
    return [
      `Move ${count(this.at)} of ${count(this.last())}: ${whose(seat)} plays `,
      name(move, { class: 'move' }),
      ending,
    ];
  }

  draw() {
    const frame = this.replay.frames[this.at];
    const mover = this.at > 0 ? this.replay.moves[this.at - 1][0] : 0;
    const before = this.replay.frames[this.at - 1];
    const picture = frame.pieces
      ? this.run.board && boards.position(this.run.board, this.view, frame, before, mover)
      : make('pre', { tabindex: '0' }, frame.drawing || '');
    this.board.replaceChildren(...(picture ? [picture] : []));
    this.hands.replaceChildren(...boards.hands(frame));
    this.notes.replaceChildren(...(frame.notes || []).map(noteOf));
  }

  mark() {
    if (this.current) {
      this.current.removeAttribute('aria-current');
      this.current.tabIndex = -1;
    }
    this.current = this.at > 0 ? this.items[this.at - 1] : null;
    const stop = this.current || this.items[0];
    if (stop) stop.tabIndex = 0;
    if (this.current) this.current.setAttribute('aria-current', 'true');
    this.scroll();
  }

  // Brings the current move into the middle of the list. scrollIntoView would scroll the page
  // as well.
  scroll() {
    const item = this.current && this.current.parentNode;
    this.moves.scrollTop = item ? item.offsetTop - this.moves.clientHeight / 2 : 0;
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.last()) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), FRAME_TIME / Number(this.speed.value));
    this.showPlaying(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  showPlaying(on) {
    this.playButton.textContent = on ? 'Pause' : 'Play';
    this.playButton.setAttribute('aria-label', on ? 'Pause' : 'Play');
    this.playButton.title = on ? 'Pause' : 'Play';
  }
}

const replays = [];

// A run may have a function of its own: moved(replay) is called when another position is in
// view.
function open(run) {
  replays.push(new Replay(run));
  return replays[replays.length - 1];
}

function close(replay) {
  replay.stop();
  replays.splice(replays.indexOf(replay), 1);
}

const replay = (run) => open(run).node;

// ---- links: #replay=1&game=42&ply=17

// On a page of several runs, each has its place among them.
const numberOf = (replay) => replay.run.place || replays.indexOf(replay) + 1 || replays.length + 1;

function address(replay) {
  return `#replay=${numberOf(replay)}&game=${replay.replay.game}&ply=${replay.at}`;
}

function follow() {
  const query = new URLSearchParams(window.location.hash.slice(1));
  const replay = replays.find((each) => String(numberOf(each)) === query.get('replay'));
  if (!replay) return;
  const game = replay.run.replays.findIndex((each) => String(each.game) === query.get('game'));
  if (game < 0) return;
  replay.select.value = game;
  replay.choose(game);
  if (query.has('ply')) replay.go(Number(query.get('ply')) || 0);
  reveal(replay.node);
  replay.node.scrollIntoView({ block: 'center' });
}

window.addEventListener('hashchange', follow);
window.addEventListener('load', follow);

// While no element has the focus, the replay under the pointer takes the keys, or else
// the one of which most is in view.
document.addEventListener('keydown', (event) => {
  if (document.activeElement !== document.body) return;
  const seen = replays.filter((each) => each.visible() > 0.5);
  const hovered = replays.find((each) => each.node.matches(':hover'));
  const best = seen.sort((a, b) => b.visible() - a.visible())[0];
  if (hovered || best) (hovered || best).key(event);
});

// On paper the replay shows the position that it opens with.
function beforePrint() {
  for (const each of replays) {
    each.stop();
    each.atBeforePrint = each.at;
    each.go(boards.telling(each.replay.frames));
  }
}

function afterPrint() {
  for (const each of replays) each.go(each.atBeforePrint);
}

export { align, noteOf, replay, open, close, beforePrint, afterPrint };
