// What is beside the board: cards, piles, dice, counters, pieces and walls, at their seats or on the
// table. An item is [seat, size, label, shape, count, group], as in the hands of a frame. Its node is
// an SVG in pixels, so that labels have one size everywhere.
import { count, grouped } from './text.js';
import { make, name, svg } from './dom.js';
import { seatColour } from './chart_plugins.js';
import { hue, stacked } from './pieces.js';

const HEIGHT = 58; // of a card
const NARROW = 40; // width of one with a short label
const LETTER = 12; // width of a letter of a label
const DIE = 42;
const STEP = 3; // between the cards of a pile

const lettersIn = (text) => Array.from(text).length;

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

const MOST = { pieces: 8, walls: 24 }; // drawn of what there is
const THIN = 8; // pieces of a pile but the top one, which alone has a label
const BAR = 10; // from one wall to the next

// Walls stand side by side.
function walls([seat, , , , number]) {
  const shown = Math.min(number, MOST.walls);
  const bars = Array.from({ length: shown }, (_, i) => svg('rect', { x: 2 + i * BAR, y: 2, width: BAR - 3, height: 38, rx: 2, class: 'wall' }));
  return image(shown * BAR + 2, 42, seat, bars);
}

// Pieces of one kind lie on each other. Labels too long to be read on them stand beside them.
function pile([seat, size, text, shape, number]) {
  const piece = [0, 0, seat, size, lettersIn(text) > 2 ? '' : text, shape];
  const node = svg('svg', { viewBox: '5 5 90 90', class: 'board held', 'aria-hidden': 'true' });
  node.append(...stacked(50, 50, Array(Math.min(number, MOST.pieces)).fill(piece), 1, false, THIN));
  return node;
}

const DRAW = { card, back, empty, die, counter: number, score: number, wall: walls, disc: pile, ring: pile, square: pile };

// What stands beside an item, to say what its picture does not.
function captionOf([, , text, shape, number]) {
  const pieces = DRAW[shape] === pile;
  const long = pieces && lettersIn(text) > 2;
  return [long && text, (pieces || shape === 'wall') && number > 1 && `×${count(number)}`].filter(Boolean).join(' ');
}

function itemNode(item) {
  const caption = captionOf(item);
  return make('span', { class: 'held' }, DRAW[item[3]](item), caption ? make('span', null, caption) : null);
}

// What an item is, in words.
function itemText([, , text, shape, number]) {
  if (shape === 'back') return text ? `face down, ${text}` : `${count(number)} face down`;
  if (shape === 'empty') return 'none';
  if (shape === 'die') return text || 'not rolled';
  return `${text || (shape === 'wall' ? 'wall' : 'piece')}${number > 1 ? ` ×${number}` : ''}`;
}

// One line per seat, nobody's last: what it has, by groups. wrap(node, item), if given, may put what
// can be clicked around an item; named(seat) is what a seat is called. The line of a seat that sits behind the upper side of the board,
// since its goal is the lower one, is for above it.
function hands(frame, wrap, named = (seat) => `seat ${seat}`) {
  const goals = (side) => new Set((frame.edges || []).filter((edge) => edge[0] === side).map((edge) => edge[1]));
  const [low, high] = [goals('bottom'), goals('top')];
  return [...grouped(frame.hands || [], ([seat]) => seat)].map(([seat, items]) => {
    const groups = [...grouped(items, (item) => item[5] || '')];
    const texts = groups.map(([group, list]) => `${group ? `${group}: ` : ''}${list.map(itemText).join(', ')}`);
    const owner = seat ? named(seat) : groups.some(([group]) => group) ? 'table' : 'stash';
    const draw = (item) => {
      const node = itemNode(item);
      return wrap ? wrap(node, item) : node;
    };
    return make(
      'div',
      { class: low.has(seat) && !high.has(seat) ? 'hand far' : 'hand', role: wrap ? 'group' : 'img', 'aria-label': `${owner}: ${texts.join('; ')}` },
      make('span', { class: 'owner' }, owner),
      groups.map(([group, list]) =>
        make('span', { class: 'group' }, group ? name(group, { class: 'group-name' }) : null, list.map(draw)),
      ),
    );
  });
}

export { hands, itemText };
