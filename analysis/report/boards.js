// Boards as SVG: the grid that heat maps and replays share, and the walls and marks on it; pieces.js
// draws the pieces.
// A cell is 100 units wide. Row 0 is at the bottom or, if size.down, at the top; if size.hex, the
// cells are hexagons, and each row is half a cell further right than the one before it. size.absent
// lists places without a cell; with size.lines, cells are points on these lines; with size.grooves,
// walls have room between cells. Around the board is a frame, and room for size.bands bands along its
// sides and, unless size.coordinates is false, for the names of columns and rows. Only this file
// converts columns and rows to x and y.
import { count, grouped, indices, cellName } from './text.js';
import { svg } from './dom.js';
import { seatColour } from './chart_plugins.js';
import { hands } from './cards.js';
import { FEW, hue, labelOf, piecesOf, writing } from './pieces.js';

const CELL = 100;
const LETTER = 13; // height of the names of columns and rows, in pixels on any screen
const BAND = 28; // width of the band along a side that matters to a seat
const FRAME = 10; // what the board is larger than its cells, on every side
const GROOVE = 6; // what cells with grooves between them are smaller, on every side

// What a hexagon is higher than a cell is wide, above and below.
const POINT = CELL / Math.sqrt(3) - CELL / 2;

// From one row to the next: rows of hexagons overlap.
function pitch(size) {
  return size.hex ? (CELL * Math.sqrt(3)) / 2 : CELL;
}

// ---- which cells there are

const cellsOf = new WeakMap(); // by board

// { set: names of the cells; list: [column, row] of each; west, east: where the first and the last
// begin, in cells }.
function cellsIn(size) {
  const key = size.shape || size;
  if (!cellsOf.has(key)) {
    const absent = new Set((size.absent || []).map(([column, row]) => cellName(column, row)));
    const list = indices(size.rows)
      .flatMap((row) => indices(size.columns).map((column) => [column, row]))
      .filter(([column, row]) => !absent.has(cellName(column, row)));
    const lefts = list.map(([column, row]) => column + (size.hex ? row / 2 : 0));
    const cut = size.hex && absent.size > 0;
    const [west, east] = [cut ? Math.min(...lefts) : 0, Math.max(...lefts)];
    const set = new Set(list.map(([column, row]) => cellName(column, row)));
    cellsOf.set(key, { list, set, west, east, cut });
  }
  return cellsOf.get(key);
}

const has = (size, column, row) => cellsIn(size).set.has(cellName(column, row));

// The nearest cell to the right or left, above or below, as [column, row]; null if there is none.
function beside(size, column, row, [right, up]) {
  const way = size.down ? -up : up;
  const found = cellsIn(size)
    .list.map(([c, r]) => {
      const [dx, dy] = [c - column + (size.hex ? (r - row) / 2 : 0), r - row];
      const [along, across] = [dx * right + dy * way, Math.abs(dx * way) + Math.abs(dy * right)];
      // Of hexagons above, two are as near: the one in the same column is first.
      return { cell: [c, r], along, far: along + 2 * across + (c === column ? 0 : 0.1) };
    })
    .filter(({ along, far }) => along > 0.1 && far < 3 * along + 2)
    .sort((a, b) => a.far - b.far);
  return found.length ? found[0].cell : null;
}

// ---- where they are

// The width of the margin for the names of columns and rows. Large boards are drawn smaller.
function edge(size) {
  return size.coordinates === false ? 4 : Math.max(34, 3.4 * size.columns);
}

// The width of all bands along a side, and of the frame.
function bands(size) {
  return FRAME + (size.bands || 0) * BAND;
}

function left(size, column, row) {
  const across = column + (size.hex ? row / 2 : 0) - cellsIn(size).west;
  return edge(size) + bands(size) + across * CELL;
}

// The names of columns are below the first row; beyond the last cells if hexagons are missing.
function top(size, row) {
  const names = Boolean(size.down) !== cellsIn(size).cut;
  const first = bands(size) + (names ? edge(size) : 0) + (size.hex ? POINT : 0);
  return first + (size.down ? row : size.rows - 1 - row) * pitch(size);
}

// The height of all rows.
function depth(size) {
  return (size.rows - 1) * pitch(size) + CELL + (size.hex ? 2 * POINT : 0);
}

function centre(size, column, row) {
  return { x: left(size, column, row) + CELL / 2, y: top(size, row) + CELL / 2 };
}

function grid(size, label) {
  const { west, east, cut } = cellsIn(size);
  const width = edge(size) * (cut ? 2 : 1) + 2 * bands(size) + (east - west + 1) * CELL;
  const height = depth(size) + edge(size) + 2 * bands(size);
  const node = svg('svg', {
    viewBox: `0 0 ${width} ${height}`,
    class: 'board',
    role: 'img',
    'aria-label': label,
  });
  // Only large boards fill the width of the column.
  node.style.maxWidth = `${Math.min(560, 60 + size.columns * (size.columns > 6 ? 56 : 84))}px`;
  watchScale(node, edge(size));
  return node;
}

// Gives the names of columns and rows, and what marks say, the same size whatever the scale of the
// board.
function watchScale(node, most) {
  const fit = () => {
    const matrix = node.getScreenCTM();
    if (!matrix || matrix.a <= 0) return;
    node.style.setProperty('--letter', `${Math.min(LETTER / matrix.a, most * 0.9)}px`);
    node.style.setProperty('--badge', LETTER / matrix.a / 20);
  };
  if (typeof ResizeObserver === 'function') new ResizeObserver(fit).observe(node);
}

// Where the name of a column stands: below the first row, or beyond its last cell.
function columnName(size, column) {
  if (cellsIn(size).cut) {
    const last = Math.max(...indices(size.rows).filter((row) => has(size, column, row)));
    const [from, to] = [centre(size, column, last), centre(size, column, last + 1)];
    return { x: from.x + 0.8 * (to.x - from.x), y: from.y + 0.8 * (to.y - from.y) };
  }
  const below = size.down ? edge(size) / 2 : depth(size) + edge(size) / 2 + 2 * bands(size);
  return { x: left(size, column, 0) + CELL / 2, y: below };
}

function rowName(size, row) {
  const first = indices(size.columns).find((column) => !size.hex || has(size, column, row));
  return { x: left(size, first || 0, row) - bands(size) - edge(size) / 2, y: top(size, row) + CELL / 2 };
}

function coordinates(size) {
  if (size.coordinates === false) return svg('g');
  const label = ({ x, y }, text) => svg('text', { x, y, dy: '0.35em', class: 'coordinate' }, text);
  const columns = indices(size.columns).map((column) =>
    label(columnName(size, column), cellName(column, 0).replace(/\d+$/, '')),
  );
  const rows = indices(size.rows).map((row) => label(rowName(size, row), String(row + 1)));
  return svg('g', { 'aria-hidden': 'true' }, columns, rows);
}

// The lines between points, with a dot at each point.
function lines(size) {
  const drawn = (size.lines || []).map(([column, row, toColumn, toRow]) => {
    const [from, to] = [centre(size, column, row), centre(size, toColumn, toRow)];
    return svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: 'line' });
  });
  const dots = drawn.length
    ? everyCell(size, (column, row) => {
        const { x, y } = centre(size, column, row);
        return svg('circle', { cx: x, cy: y, r: 10, class: 'dot' });
      })
    : [];
  return svg('g', { 'aria-hidden': 'true' }, drawn, dots);
}

// Corners of a hexagon that stands on one of them, clockwise from the one at the lower right.
function corners(size, column, row, radius, which) {
  const { x, y } = centre(size, column, row);
  return which.map((i) => {
    const angle = (Math.PI * (2 * i + 1)) / 6;
    const across = x + radius * Math.cos(angle);
    return `${across.toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
}

// What lies under the cells: the board, which shows between and around them; with lines, what they
// are drawn on as well.
function ground(size) {
  const every = size.lines && !size.hex
    ? indices(size.rows).flatMap((row) => indices(size.columns).map((column) => [column, row]))
    : cellsIn(size).list;
  const outline = every.map(([column, row]) => {
    const [x, y] = [left(size, column, row), top(size, row)];
    if (!size.hex) return `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;
    return `M${corners(size, column, row, CELL / Math.sqrt(3), indices(6)).join(' ')}z`;
  });
  const shape = (kind) => svg('path', { d: outline.join(''), class: kind, 'aria-hidden': 'true' });
  return size.lines ? [shape('ground'), shape('field')] : [shape('ground')];
}

// A cell: a square, a hexagon or, around a point, a circle; smaller by `inset` on every side.
function square(size, column, row, attributes, smaller = 3) {
  const inset = smaller + (size.grooves ? GROOVE : 0);
  if (size.lines) {
    const { x, y } = centre(size, column, row);
    return svg('circle', { cx: x, cy: y, r: CELL / 2 - inset + 2, ...attributes });
  }
  if (size.hex) {
    const radius = CELL / Math.sqrt(3) - inset;
    const points = corners(size, column, row, radius, indices(6)).join(' ');
    return svg('polygon', { points, ...attributes });
  }
  return svg('rect', {
    x: left(size, column, row) + inset,
    y: top(size, row) + inset,
    width: CELL - 2 * inset,
    height: CELL - 2 * inset,
    rx: 5,
    ...attributes,
  });
}

function everyCell(size, draw) {
  return cellsIn(size).list.map(([column, row]) => draw(column, row));
}

// The position of a game to show: the last one, which says how the game ended, or the last one
// in which there is something on the board.
function telling(frames) {
  const shows = (frame) => !frame.pieces || frame.pieces.length + frame.walls.length > 0;
  const found = frames.map(shows).lastIndexOf(true);
  return found < 0 ? frames.length - 1 : found;
}

// How to draw the positions of a run, all alike. side: pieces are seen from the side, if any lies on
// another or surrounds it, so that every piece shows; otherwise from above. beside: stacks leave
// room on the right, for their height if they are tall, or for marks. bands: how many seats have an
// interest in one side of the board. grooves: walls stand between cells, or may.
function viewOf(replays) {
  const frames = replays.flatMap((replay) => replay.frames || []).filter(({ pieces }) => pieces);
  const largest = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 0);
  const most = (groups) => largest([...groups.values()].map((group) => group.length));
  const highest = largest(frames.map((frame) => most(byCell(frame.pieces))));
  const side = highest > 1;
  const tall = side && highest > FEW;
  const has = (part, which) => frames.some((frame) => (frame[part] || []).some(which));
  return {
    side,
    tall,
    beside: tall || has('marks', () => true),
    bands: largest(frames.map((frame) => most(bySide(frame.edges || [])))),
    grooves: has('walls', () => true) || has('hands', (item) => item[3] === 'wall'),
  };
}

// The edges, [side, seat], of each side, and the pieces of each cell.
const bySide = (edges) => grouped(edges, ([side]) => side);
const byCell = (pieces) => grouped(pieces, ([column, row]) => cellName(column, row));

// ---- marks on cells and along the sides

// A frame in the colour of the seat, and a badge with its number at the upper right; several
// badges of one cell from right to left. Where the board is drawn small, badges grow as far as the
// cell has room.
function marksOf(size, marks, pieces) {
  const taken = byCell(pieces);
  return [...byCell(marks)].flatMap(([cell, list]) => {
    const [column, row] = list[0];
    const { x, y } = centre(size, column, row);
    const corner = { x: x + CELL / 2 - 3, y: y - CELL / 2 + 3 };
    const texts = list.map(([, , seat, label]) => `${label}${seat || ''}`);
    const widths = texts.map((text) => Math.min(CELL - 6, Math.max(28, 8 + 11 * Array.from(text).length)));
    const all = widths.reduce((sum, width) => sum + width + 2, -2);
    const most = Math.max(1, Math.min(taken.has(cell) ? 1.25 : 2, (CELL - 6) / all));
    const frames = list.map(([, , seat], i) => square(size, column, row, { class: 'mark-frame', style: markHue(seat) }, 6 + 5 * i));
    let right = corner.x;
    const badges = list.map(([, , seat], i) => {
      const before = right;
      right -= widths[i] + 2;
      return badge(before, corner.y, widths[i], texts[i], markHue(seat));
    });
    return [...frames, svg('g', { class: 'badges', style: `--most: ${most}; transform-origin: ${corner.x}px ${corner.y}px` }, badges)];
  });
}

const markHue = (seat) => hue(seat ? seatColour(seat) : '--nobody');

function badge(right, top, width, text, style) {
  const height = Math.min(20, (width - 6) / (0.66 * Array.from(text).length));
  return [
    svg('rect', { x: right - width, y: top, width, height: 28, rx: 7, class: 'mark', style }),
    writing(right - width / 2, top + 14, 20, text, { style, 'font-size': height }),
  ];
}

// Where a band of hexagons runs: along these corners of the cells of a side.
const RIM = {
  up: { bottom: [2, 1, 0], top: [3, 4, 5], left: [2, 3, 4], right: [5, 0, 1] },
  down: { bottom: [3, 4, 5], top: [2, 1, 0], left: [1, 2, 3], right: [4, 5, 0] },
};

function sideCells(size, side) {
  const row = side === 'top' ? size.rows - 1 : 0;
  const column = side === 'right' ? size.columns - 1 : 0;
  const cells =
    side === 'left' || side === 'right'
      ? indices(size.rows).map((each) => [column, each])
      : indices(size.columns).map((each) => [each, row]);
  return cells.filter(([c, r]) => has(size, c, r));
}

// The middle of a side, `out` units away from the board.
function besideOf(size, side, out) {
  const cells = sideCells(size, side);
  const [column, row] = cells[Math.floor((cells.length - 1) / 2)] || [0, 0];
  const { x, y } = centre(size, column, row);
  if (side === 'left') return { x: x - CELL / 2 - out, y };
  if (side === 'right') return { x: x + CELL / 2 + out, y };
  const upper = (side === 'top') !== Boolean(size.down);
  const half = CELL / 2 + (size.hex ? POINT : 0) + out;
  return { x, y: upper ? y - half : y + half };
}

function band(size, side, seat, before) {
  const style = hue(seatColour(seat));
  const out = FRAME + before * BAND;
  const middle = besideOf(size, side, out + BAND / 2);
  const disk = { cx: middle.x, cy: middle.y, r: BAND / 2, class: 'band', style };
  const number = [svg('circle', disk), writing(middle.x, middle.y, 20, String(seat), { style })];
  if (size.hex) {
    const rim = RIM[size.down ? 'down' : 'up'][side];
    const radius = CELL / Math.sqrt(3) + out + 5;
    const lines = sideCells(size, side).map(([column, row]) => {
      const points = corners(size, column, row, radius, rim).join(' ');
      return svg('polyline', { points, class: 'rim', style });
    });
    return [...lines, ...number];
  }
  const upright = side === 'left' || side === 'right';
  const first = centre(size, 0, size.down ? 0 : size.rows - 1);
  const wide = (upright ? size.rows : size.columns) * CELL - 6;
  const thick = BAND / 2;
  const box = upright
    ? { x: middle.x - thick / 2, y: first.y - CELL / 2 + 3, width: thick, height: wide }
    : { x: first.x - CELL / 2 + 3, y: middle.y - thick / 2, width: wide, height: thick };
  return [svg('rect', { ...box, rx: 6, class: 'band', style }), ...number];
}

function bandsOf(size, edges) {
  return [...bySide(edges).values()].flatMap((group) =>
    group.flatMap(([side, seat], i) => (seat > 0 ? band(size, side, seat, i) : [])),
  );
}

function wallOf(size, wall, attributes) {
  const [column, row, vertical, length] = wall;
  const thick = 16;
  const upper = Math.min(top(size, row), top(size, row + length - 1));
  const lower = Math.max(top(size, row), top(size, row + 1));
  const long = length * CELL - 12;
  const [x, y] = [left(size, column + (vertical ? 1 : 0), row), vertical ? upper : lower];
  const box = vertical
    ? { x: x - thick / 2, y: y + 6, width: thick, height: long }
    : { x: x + 6, y: y - thick / 2, width: long, height: thick };
  return svg('rect', { ...box, rx: 5, class: 'wall', ...attributes });
}

// What the last move did. moved: the cell that it goes to; to, from: other cells that differ
// from the frame before, those with fewer pieces apart; walls: new ones.
function changes(frame, before) {
  const moved = (frame.moved || []).map(([column, row]) => cellName(column, row)).slice(0, 1);
  if (!before || !before.pieces)
    return { moved: new Set(moved), to: new Set(), from: new Set(), walls: new Set() };
  const now = byCell(frame.pieces);
  const then = byCell(before.pieces);
  const height = (stacks, cell) => (stacks.get(cell) || []).length;
  const differ = [...new Set([...now.keys(), ...then.keys()])].filter(
    (cell) => JSON.stringify(now.get(cell)) !== JSON.stringify(then.get(cell)),
  );
  const fewer = (cell) => height(now, cell) < height(then, cell);
  const stood = new Set((before.walls || []).map(String));
  const others = differ.filter((cell) => !fewer(cell) && !moved.includes(cell));
  // A move that names no cell is shown where the board has changed, if that is one cell.
  const goal = moved.length === 0 && others.length === 1 ? others : moved;
  return {
    moved: new Set(goal),
    to: new Set(others.filter((cell) => !goal.includes(cell))),
    from: new Set(differ.filter((cell) => fewer(cell) && !moved.includes(cell))),
    walls: new Set((frame.walls || []).map(String).filter((wall) => !stood.has(wall))),
  };
}

// The position as text, for screen readers.
function describe(frame) {
  const cells = [...byCell(frame.pieces)].map(
    ([cell, stack]) => `${cell} ${stack.map(labelOf).join(' ')}`,
  );
  const walls = (frame.walls || []).length;
  const marks = (frame.marks || []).map(
    ([column, row, seat, label]) => `; ${cellName(column, row)} marked ${label}${seat || ''}`,
  );
  const ends = walls ? `; ${count(walls)} walls` : '';
  return `Board: ${cells.join('; ') || 'empty'}${ends}${marks.join('')}`;
}

// The shape of a board with the room around it that a view needs.
function sizeOf(shape, view) {
  return { ...shape, bands: view.bands, grooves: view.grooves, shape };
}

// frame: what to draw; before: the frame it came from; mover: the seat that moved.
function position(shape, view, frame, before, mover) {
  const size = sizeOf(shape, view);
  const changed = changes(frame, before);
  const names = (cells) => new Set((cells || []).map(([column, row]) => cellName(column, row)));
  const shaded = names(frame.shaded);
  const highlights = names(frame.highlights);
  const node = grid(size, describe(frame));
  const style = `--mover: var(${seatColour(mover)})`;
  node.append(
    ...ground(size),
    lines(size),
    svg(
      'g',
      { 'aria-hidden': 'true' },
      everyCell(size, (column, row) => {
        const name = cellName(column, row);
        const kinds = [
          'cell',
          size.lines && 'point',
          shaded.has(name) && 'shaded',
          highlights.has(name) && 'highlight',
          changed.moved.has(name) && 'moved',
          changed.to.has(name) && 'changed',
          changed.from.has(name) && 'left',
        ];
        return square(size, column, row, { class: kinds.filter(Boolean).join(' '), style });
      }),
    ),
  );
  node.append(coordinates(size));
  node.append(...bandsOf(size, frame.edges || []));
  const scale = size.grooves ? 1 - (2 * GROOVE) / CELL : 1;
  for (const [cell, stack] of byCell(frame.pieces)) {
    const { x, y } = centre(size, stack[0][0], stack[0][1]);
    node.append(svg('g', { class: 'stack', 'data-at': cell }, piecesOf(x, y, stack, view, scale)));
  }
  for (const wall of frame.walls || []) {
    const kind = changed.walls.has(String(wall)) ? 'wall changed' : 'wall';
    node.append(wallOf(size, wall, { class: kind, style }));
  }
  node.append(...marksOf(size, frame.marks || [], frame.pieces));
  return node;
}

export {
  CELL,
  hands,
  beside,
  centre,
  grid,
  has,
  lines,
  coordinates,
  square,
  ground,
  everyCell,
  wallOf,
  writing,
  sizeOf,
  position,
  telling,
  viewOf,
};
