// Pieces as SVG. They stand in the middle of a cell 100 units wide, at (x, y): single ones seen from
// above, stacks from the side, with the depth of things that lie on each other. A piece is
// [column, row, seat, size, label, shape].
import { svg } from './dom.js';
import { seatColour } from './chart_plugins.js';

const HALF = 50; // of a cell
const RADIUS = { 1: 17, 2: 29, 3: 41 };
const FLAT = 0.24; // how high a circle is that is seen from the side, as a part of its width
const ROOM = 86; // height of a stack, at most
const THICK = 25; // of a piece in it, at most; and what the top one has at least, for its label
const TOP = 19;
const READABLE = 14; // the thickness from which a piece shows its label
const FEW = 3; // pieces of a stack that need not be counted
const NARROW = 0.76; // width of stacks that leave room beside them

// The colour of a piece, and that of what is written on it.
const hue = (colour) => `--piece: var(${colour}); --on-this: var(${colour.replace('--', '--on-')}, var(--on-piece))`;

// Neutral pieces differ in tone by size.
function colourOf([, , seat, size]) {
  return hue(seat > 0 ? seatColour(seat) : `--nobody-${Math.min(3, Math.max(1, size))}`);
}

// A piece without a label shows its seat, for readers who cannot distinguish the colours.
function labelOf(piece) {
  return piece[4] || (piece[2] > 0 ? String(piece[2]) : '');
}

function writing(x, y, height, text, attributes) {
  const letters = Array.from(text).length;
  const size = (attributes && attributes['font-size']) || Math.min(height, (height * 2.8) / letters);
  const place = { x, y: y + 0.35 * size, 'font-size': size, class: 'label' };
  return svg('text', { ...place, ...attributes }, text);
}

const radius = (piece, scale) => scale * (RADIUS[piece[3]] || RADIUS[2]);

// ---- from above

function flat(x, y, piece, scale) {
  const [half, style] = [radius(piece, scale), colourOf(piece)];
  const looks = { class: piece[5] === 'ring' ? 'piece ring' : 'piece', style };
  const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6 };
  const shape =
    piece[5] === 'square'
      ? svg('rect', { ...box, ...looks })
      : svg('circle', { cx: x, cy: y, r: half, ...looks });
  const on = piece[5] === 'ring' ? { class: 'label outside' } : { style };
  return svg('g', null, shape, writing(x, y, Math.min(32 * scale, half * 1.1), labelOf(piece), on));
}

// ---- from the side

// The outlines of a body between two heights, and of its upper face: round or, with corners, a box.
function bodyOf(x, low, high, half, isBox) {
  const depth = FLAT * half;
  if (isBox)
    return {
      side: `M${x - half} ${high + depth}V${low + depth}H${x + half}V${high + depth}z`,
      face: `M${x - half} ${high + depth}L${x - 0.8 * half} ${high - depth}H${x + 0.8 * half}L${x + half} ${high + depth}z`,
    };
  const arc = (sweep, to, y) => `A${half} ${depth} 0 0 ${sweep} ${to} ${y}`;
  return {
    side: `M${x - half} ${high}V${low}${arc(0, x + half, low)}V${high}${arc(1, x - half, high)}z`,
    face: `M${x - half} ${high}${arc(1, x + half, high)}${arc(1, x - half, high)}z`,
  };
}

// One piece of a stack. low, high: its lower and upper height; a ring is a cup turned over what it
// surrounds, which shows through its wall, down to the ground.
function layer(x, ground, low, high, half, piece) {
  const style = colourOf(piece);
  const { side, face } = bodyOf(x, low, high, half, piece[5] === 'square');
  const wall = piece[5] === 'ring' && low < ground ? svg('path', { d: bodyOf(x, ground, low, half).side, class: 'cup' }) : null;
  const thick = low - high;
  const letters = Array.from(labelOf(piece)).length;
  const size = Math.min(thick - 3, 22, (2.6 * half) / letters);
  const label =
    thick >= READABLE && letters ? writing(x, (low + high) / 2 + FLAT * half, size, labelOf(piece), { 'font-size': size }) : null;
  return svg('g', { style }, wall, svg('path', { d: side, class: 'piece' }), svg('path', { d: face, class: 'face' }), label);
}

// A stack from the bottom up, in the middle of its cell: thinner pieces in taller ones. beside: it
// leaves room on the right, where the height of a tall one stands. most: of the thickness of all but
// the top one.
function stacked(x, y, stack, scale, beside, most = THICK) {
  const half = (piece) => radius(piece, scale * (beside ? NARROW : 1));
  const depth = FLAT * (half(stack[0]) + half(stack[stack.length - 1]));
  const room = scale * ROOM - depth;
  const thick = Math.min(scale * THICK, room / stack.length);
  const top = Math.min(scale * THICK, Math.max(thick, scale * TOP));
  const each = stack.length > 1 ? Math.min(most, thick, (room - top) / (stack.length - 1)) : 0;
  const all = each * (stack.length - 1) + top;
  const ground = y + (all + FLAT * half(stack[stack.length - 1]) - FLAT * half(stack[0])) / 2;
  const height = { x: x + HALF - 6, y: y - HALF + 24, class: 'corner' };
  return stack
    .map((piece, i) => layer(x, ground, ground - i * each, ground - (i + 1 < stack.length ? (i + 1) * each : all), half(piece), piece))
    .concat(beside && stack.length > FEW ? svg('text', height, String(stack.length)) : []);
}

// Makes a node for every piece, from the bottom up, then others. view: see viewOf in boards.js.
function piecesOf(x, y, stack, view, scale) {
  return view.side ? stacked(x, y, stack, scale, view.beside) : [flat(x, y, stack[0], scale)];
}

export { FEW, hue, labelOf, piecesOf, stacked, writing };
