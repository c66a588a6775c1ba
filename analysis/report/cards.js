// What is beside the board: cards, piles, dice, counters and pieces, at their seats or on the table.
// An item is [seat, size, label, shape, count, group], as in the hands of a frame. Its node, `disc`
// apart, is an SVG in pixels, so that labels have one size everywhere.
import { count, grouped } from './text.js';
import { make, name, svg } from './dom.js';
import { seatColour } from './chart_plugins.js';

const HEIGHT = 58; // of a card
const NARROW = 40; // width of one with a short label
const LETTER = 12; // width of a letter of a label
const DIE = 42;
const STEP = 3; // between the cards of a pile

const lettersIn = (text) => Array.from(text).length;

// The colour of a piece, and that of what is written on it.
const hue = (colour) => `--piece: var(${colour}); --on-this: var(${colour.replace('--', '--on-')}, var(--on-piece))`;

function image(width, height, seat, children) {
  const style = hue(seat ? seatColour(seat) : '--nobody');
  const box = { viewBox: `0 0 ${width} ${height}`, width, height };
  return svg('svg', { ...box, class: 'item', style, 'aria-hidden': 'true' }, children);
}

const box = (x, y, width, height, kind) => svg('rect', { x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 6, class: kind });

// Long labels are set smaller, down to what can be read.
function label(x, y, text, room, kind) {
  const size = Math.max(10, Math.min(17, room / (0.66 * lettersIn(text))));
  return svg('text', { x, y: y + 0.35 * size, 'font-size': size, class: kind }, text);
}

function card([seat, , text]) {
  const width = Math.max(NARROW, 14 + LETTER * lettersIn(text));
  return image(width, HEIGHT, seat, [box(0, 0, width, HEIGHT, 'face'), label(width / 2, HEIGHT / 2, text, width - 8, 'ink')]);
}

// A pile shows a few of its cards, and how many there are.
function back([seat, , text, , number]) {
  const layers = Math.min(4, number);
  const more = (layers - 1) * STEP;
  const cards = Array.from({ length: layers }, (_, i) => box(i * STEP, more - i * STEP, NARROW, HEIGHT, 'back'));
  const says = text || (number > 1 ? count(number) : '');
  const [x, y] = [more + NARROW / 2, HEIGHT / 2];
  return image(NARROW + more, HEIGHT + more, seat, [
    cards,
    svg('rect', { x: more + 7, y: 7, width: NARROW - 14, height: HEIGHT - 14, rx: 3, class: 'pattern' }),
    says ? svg('rect', { x: x - 15, y: y - 12, width: 30, height: 24, rx: 5, class: 'face' }) : null,
    says ? label(x, y, says, 28, 'ink') : null,
  ]);
}

function empty([seat]) {
  return image(NARROW, HEIGHT, seat, [box(0, 0, NARROW, HEIGHT, 'vacant')]);
}

// Where the pips of a face are, in thirds of it.
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

function die([seat, , face]) {
  const pips = (PIPS[face] || []).map(([x, y]) => svg('circle', { cx: DIE / 2 + 10 * (x - 1), cy: DIE / 2 + 10 * (y - 1), r: 4, class: 'pip' }));
  const width = pips.length ? DIE : Math.max(DIE, 14 + LETTER * lettersIn(face));
  const shows = pips.length || !face ? pips : [label(width / 2, DIE / 2, face, width - 8, 'ink')];
  return image(width, DIE, seat, [box(0, 0, width, DIE, face ? 'face' : 'vacant'), shows]);
}

// Points on a tile, other numbers on a disc.
function number([seat, , text, shape]) {
  const width = Math.max(34, 16 + LETTER * lettersIn(text));
  const tile = svg('rect', { x: 1, y: 1, width: width - 2, height: 32, rx: shape === 'score' ? 6 : 16, class: shape });
  return image(width, 34, seat, [tile, label(width / 2, 17, text, width - 6, shape === 'score' ? 'ink' : 'light')]);
}

const DRAW = { card, back, empty, die, counter: number, score: number };

// The node of an item, or null for one that looks as on the board.
function itemNode(item) {
  const draw = DRAW[item[3]];
  return draw ? make('span', { class: 'held' }, draw(item)) : null;
}

// What an item is, in words.
function itemText([, , text, shape, number]) {
  if (shape === 'back') return text ? `face down, ${text}` : `${count(number)} face down`;
  if (shape === 'empty') return 'none';
  if (shape === 'die') return text || 'not rolled';
  return `${text || 'piece'}${number > 1 ? ` ×${number}` : ''}`;
}

// One line per seat, nobody's last: what it has, by groups. plain(item) draws pieces as on the board;
// wrap(node, item), if given, may put what can be clicked around an item; named(seat) is what a seat
// is called.
function hands(frame, plain, wrap, named = (seat) => `seat ${seat}`) {
  return [...grouped(frame.hands || [], ([seat]) => seat)].map(([seat, items]) => {
    const groups = [...grouped(items, (item) => item[5] || '')];
    const texts = groups.map(([group, list]) => `${group ? `${group}: ` : ''}${list.map(itemText).join(', ')}`);
    const owner = seat ? named(seat) : groups.some(([group]) => group) ? 'table' : 'stash';
    const draw = (item) => {
      const node = itemNode(item) || plain(item);
      return wrap ? wrap(node, item) : node;
    };
    return make(
      'li',
      { class: 'hand', role: wrap ? 'group' : 'img', 'aria-label': `${owner}: ${texts.join('; ')}` },
      make('span', { class: 'owner' }, owner),
      groups.map(([group, list]) =>
        make('span', { class: 'group' }, group ? name(group, { class: 'group-name' }) : null, list.map(draw)),
      ),
    );
  });
}

export { hands, hue, itemText };
