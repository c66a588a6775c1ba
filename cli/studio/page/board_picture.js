// The picture of a position. Over it lie buttons: the cells and the places of walls. Between the two
// lie marks, which show what can be clicked, what a click would do, and hints.
import { cellName } from '../../../analysis/report/text.js';
import { make, svg } from '../../../analysis/report/dom.js';
import * as boards from '../../../analysis/report/boards.js';
import * as clicks from './clicks.js';
import { changedCells, newWalls, travels } from './difference.js';
import { copyOf } from './drag.js';
import * as motion from './motion.js';
import * as names from './names.js';

const SLOT = 15; // half the width of a wall's place, in units of a cell's 100
const FINGER = 27; // the same for touches

// How to draw a table's positions depends on all that were shown: frames has those that made a
// difference.
function looksWith(frames, frame) {
  const before = boards.viewOf([{ frames }]);
  const after = boards.viewOf([{ frames: [...frames, frame] }]);
  if (frames.length === 0 || JSON.stringify(before) !== JSON.stringify(after)) frames.push(frame);
  return after;
}

function cellOf(text) {
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(text);
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  return { column: column - 1, row: Number(digits) - 1 };
}

function boxOf(rect) {
  const read = (key) => Number(rect.getAttribute(key));
  return { x: read('x'), y: read('y'), width: read('width'), height: read('height') };
}

const share = (rate) => `${Math.round(100 * rate)}%`;

class BoardPicture {
  constructor() {
    this.node = make('div', { class: 'picture' });
    this.forget();
  }

  // Forgets how earlier positions were drawn.
  forget() {
    this.seen = [];
    this.svg = null;
    this.key = null;
    this.landed = null; // a cell on which a piece was put by hand
  }

  // shown: as BoardInput has it; held: the nodes of what is beside the board. Without a board to draw,
  // this.svg is null. A picture of the same position stays, and what moves in it.
  draw(shown, held) {
    const { board, frame, before, mover } = shown;
    const key = JSON.stringify([board, frame, before, mover, shown.wallLength]);
    const old = key !== this.key && this.svg ? motion.remember(this.svg, this.shown.frame, held) : null;
    this.shown = shown;
    if (key === this.key) return;
    this.key = key;
    this.svg = null;
    if (!frame.pieces) this.node.replaceChildren(make('pre', { tabindex: '0', class: 'drawing' }, frame.drawing || ''));
    else if (!board) this.node.replaceChildren();
    if (!board || !frame.pieces) return;
    const looks = looksWith(this.seen, frame);
    this.size = boards.sizeOf(board, looks);
    this.svg = boards.position(board, looks, frame, before, mover);
    // Cells are larger than in a report, but small boards do not fill the page.
    this.svg.style.maxWidth = `${80 + 112 * board.columns}px`;
    this.svg.setAttribute('preserveAspectRatio', 'xMinYMid meet');
    // An image has no buttons in it.
    this.svg.setAttribute('role', 'group');
    this.marks = svg('g', { class: 'target-marks', 'aria-hidden': 'true' });
    this.ahead = svg('g', { class: 'ahead-marks', 'aria-hidden': 'true' });
    this.hits = svg('g', { class: 'hits' });
    this.svg.append(this.marks, this.ahead, this.hits);
    this.node.replaceChildren(this.svg);
    motion.show(this.svg, frame, old, this.landed);
    this.landed = null;
  }

  hasCell(cell) {
    const { column, row } = cellOf(cell);
    return boards.has(this.size, column, row);
  }

  // [column, row] of all cells.
  cells() {
    return this.svg ? boards.everyCell(this.size, (column, row) => [column, row]) : [];
  }

  // The first cell.
  first() {
    return boards.everyCell(this.size, cellName)[0];
  }

  // The cell beside one, or null at the edge of the board.
  neighbour(cell, way) {
    const { column, row } = cellOf(cell);
    const next = boards.beside(this.size, column, row, way);
    return next ? cellName(...next) : null;
  }

  // ---- what can be clicked

  // left: the moves that are left after `steps`; targets: cells that lead on; at: the cell that
  // Tab goes to; canLift(cell): whether a piece can be dragged from there.
  showHits(left, targets, steps, at, canLift) {
    const cells = boards.everyCell(this.size, (column, row) => this.hit(column, row, targets, steps, at, canLift));
    this.hits.replaceChildren(...cells, ...this.slots(left));
  }

  hit(column, row, targets, steps, at, canLift) {
    const cell = cellName(column, row);
    const legal = targets.has(cell);
    const clicked = steps.some((step) => step.cell === cell);
    const pieces = this.shown.frame.pieces
      .filter((piece) => piece[0] === column && piece[1] === row)
      .map((piece) => piece[4] || (piece[2] ? names.colour(piece[2]) : 'piece'));
    const label = [cell, ...pieces, clicked && 'clicked', legal && 'legal'].filter(Boolean);
    return boards.square(
      this.size,
      column,
      row,
      {
        class: ['hit', legal && 'legal', clicked && 'clicked', canLift(cell) && 'can-lift'].filter(Boolean).join(' '),
        role: 'button',
        tabindex: cell === at ? '0' : '-1',
        'aria-label': label.join(', '),
        'data-cell': cell,
      },
      1,
    );
  }

  hitOf(cell) {
    return this.hits.querySelector(`[data-cell="${cell}"]`);
  }

  // The middle of a wall, without where it would overlap the places of its neighbours: walls
  // of an even length cross others in their middle, those of an odd one at their ends.
  slotShape() {
    const [along, across] = [boards.CELL / 2, SLOT];
    const tip = along - across;
    if (this.shown.wallLength % 2)
      return [[-along, 0], [-tip, -across], [tip, -across], [along, 0], [tip, across], [-tip, across]];
    const half = [[-along, -across], [-across, -across], [0, 0], [across, -across], [along, -across]];
    return [...half, ...half.map(([a, b]) => [-a, -b])];
  }

  slots(left) {
    const points = this.slotShape();
    const seen = new Set();
    return left.flatMap(({ wall, used }) => {
      if (!wall || used.includes(true)) return [];
      const key = wall.cell + (wall.vertical ? 'v' : 'h');
      if (seen.has(key)) return [];
      seen.add(key);
      const { x, y, width, height } = this.wallBox(wall);
      const [cx, cy] = [x + width / 2, y + height / 2];
      const turned = points.map(([a, b]) => (wall.vertical ? [cx + b, cy + a] : [cx + a, cy + b]));
      return svg('polygon', {
        points: turned.map((point) => point.join(',')).join(' '),
        class: 'slot',
        'aria-hidden': 'true',
        'data-wall': wall.cell,
        'data-vertical': wall.vertical ? 'true' : null,
        'data-middle': `${cx} ${cy}`,
      });
    });
  }

  wallBox(wall) {
    return boxOf(this.wallShape(wall, {}));
  }

  wallShape({ cell, vertical }, attributes) {
    const { column, row } = cellOf(cell);
    return boards.wallOf(this.size, [column, row, vertical, this.shown.wallLength], attributes);
  }

  // What a click on a part of the picture means, or null.
  stepOf(target) {
    if (!target || !target.dataset) return null;
    const { cell, wall, vertical } = target.dataset;
    if (cell) return { cell };
    return wall ? { wall: { cell: wall, vertical: vertical === 'true' } } : null;
  }

  // What a finger has touched. Fingers are wide, and browsers move a touch to what they take to be
  // its target: the place of a wall is where the finger was, if it was near the middle of a groove.
  touched(finger) {
    const { x, y } = new DOMPoint(finger.x, finger.y).matrixTransform(this.svg.getScreenCTM().inverse());
    let best = null;
    for (const slot of this.hits.querySelectorAll('.slot')) {
      const [cx, cy] = slot.dataset.middle.split(' ').map(Number);
      const [a, b] = slot.dataset.vertical ? [y - cy, x - cx] : [x - cx, y - cy];
      const [along, across] = [Math.abs(a), Math.abs(b)];
      if (along > boards.CELL / 2 || across > FINGER) continue;
      if (!best || across < best.across) best = { slot, across };
    }
    return best ? best.slot : document.elementFromPoint(finger.x, finger.y);
  }

  // ---- a piece that is dragged

  topOf(cell) {
    const stack = this.svg.querySelector(`.stack[data-at="${cell}"]`);
    const count = stack ? this.shown.frame.pieces.filter(([column, row]) => cellName(column, row) === cell).length : 0;
    return stack && stack.children[count - 1];
  }

  copyOf(cell) {
    return copyOf(this.topOf(cell));
  }

  // Fades the piece on top of this cell, and no other.
  lift(cell) {
    if (!this.svg) return;
    for (const node of this.svg.querySelectorAll('.lifted')) node.classList.remove('lifted');
    if (cell && this.topOf(cell)) this.topOf(cell).classList.add('lifted');
  }

  // ---- pictures of moves

  // The part of these positions that differs from this one, near a cell if that is given: a picture
  // of each, all of the same part; null if there is nothing to see.
  crops(frames, cell) {
    const { board, frame, seat } = this.shown;
    if (!this.svg || frames.some((each) => !each.pieces)) return null;
    const box = this.changedBox(frames, cell);
    if (!box) return null;
    const looks = boards.viewOf([{ frames: [...this.seen, ...frames] }]);
    return frames.map((each) => {
      // Only new walls are told from others.
      const before = { pieces: each.pieces, walls: frame.walls };
      const node = boards.position(board, looks, { ...each, moved: [] }, before, seat);
      node.setAttribute('viewBox', box);
      node.setAttribute('aria-hidden', 'true');
      node.removeAttribute('role');
      return node;
    });
  }

  // Of what is changed, not more than the cells around the one that was clicked; a square.
  changedBox(frames, cell) {
    const { frame } = this.shown;
    const middle = cell && this.middleOf(cell);
    const near = ({ x, y }) => !middle || Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y)) < 1.6 * boards.CELL;
    const cells = [...new Set(frames.flatMap((each) => changedCells(frame, each)))].map((each) => this.middleOf(each));
    const walls = frames.flatMap((each) => newWalls(frame, each)).flatMap((wall) => this.wallEnds(wall));
    const seen = [...cells.filter(near), ...walls, ...(middle ? [middle] : [])];
    if (cells.length + walls.length === 0) return null;
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const side = Math.max(Math.max(...xs) - left, Math.max(...ys) - top) + 1.1 * boards.CELL;
    const centre = (list) => (Math.min(...list) + Math.max(...list)) / 2 - side / 2;
    return [centre(xs), centre(ys), side, side].join(' ');
  }

  middleOf(cell) {
    const { column, row } = cellOf(cell);
    return boards.centre(this.size, column, row);
  }

  wallEnds(wall) {
    const { x, y, width, height } = boxOf(boards.wallOf(this.size, wall, {}));
    return [{ x, y }, { x: x + width, y: y + height }];
  }

  // ---- marks

  // pending: the move that a second touch plays, or null.
  showMarks(targets, pending) {
    const dots = [...targets].map((cell) => this.dot(cell, 'near'));
    this.marks.replaceChildren(...dots, ...this.hintMarks(), ...(pending ? this.ghost(pending, 'pending') : []));
  }

  // Cells that a move would change.
  showChanged(cells) {
    this.ahead.replaceChildren(...cells.map((cell) => this.dot(cell, 'far')));
  }

  // What a click there would lead to: the moves that it leaves, none of them if there is no step.
  showAhead(step, left) {
    if (left.length === 0) {
      this.ahead.replaceChildren();
      return;
    }
    if (step.wall || (left.length === 1 && left[0].wall)) {
      this.ahead.replaceChildren(...this.ghost(left[0], 'far'));
      return;
    }
    const cells = [...clicks.targets(left)].map((cell) => this.dot(cell, 'far'));
    const own = step.cell ? this.ghost({ mentions: [[step.cell]] }, 'far') : [];
    this.ahead.replaceChildren(...own, ...cells);
  }

  // Around pieces, and what is written on cells, the mark is a ring at the edge of the cell, where
  // it hides nothing.
  dot(cell, kind) {
    const { column, row } = cellOf(cell);
    const { x, y } = boards.centre(this.size, column, row);
    const { pieces, marks } = this.shown.frame;
    const taken = [...pieces, ...(marks || [])].some((each) => each[0] === column && each[1] === row);
    if (taken) return boards.square(this.size, column, row, { class: `target ring ${kind}` }, 6);
    return svg('circle', { cx: x, cy: y, r: kind === 'far' ? 20 : 13, class: `target ${kind}` });
  }

  // What a move would do: its wall, or its cells.
  ghost(candidate, kind) {
    if (candidate.wall) return [this.wallShape(candidate.wall, { class: `wall ghost ${kind}` })];
    return candidate.mentions.map((cells) => {
      const { column, row } = cellOf(cells[0]);
      return boards.square(this.size, column, row, { class: `ghost ${kind}` }, 5);
    });
  }

  // The best moves with their win rates, one for each place, drawn where they go: an arrow if a piece
  // goes there, otherwise its place and, of the best one, the piece. hint.frames: what each leads to,
  // once that is known.
  hintMarks() {
    const { hint, board, frame } = this.shown;
    if (!hint) return [];
    const seen = new Set();
    this.badges = [];
    return clicks.begin(hint.moves, board, frame).flatMap((candidate, i) => {
      const { wall, mentions, move } = candidate;
      const after = hint.frames && hint.frames[i];
      const [changed, ...more] = after ? changedCells(frame, after) : [];
      const goal = (move.parts && move.parts.to) || (mentions[candidate.picks ? 1 : 0] || [])[0] || (more.length ? null : changed);
      const key = wall ? JSON.stringify(wall) : goal;
      if (!key || seen.has(key)) return [];
      seen.add(key);
      const kind = i === 0 ? 'hint best' : 'hint';
      if (!wall) return this.hintAt(goal, candidate.picks ? mentions[0][0] : null, after, share(move.rate), kind);
      const { x, y, width, height } = this.wallBox(wall);
      return [
        this.wallShape(wall, { class: `wall ghost ${kind}` }),
        this.badgeAt(x + width / 2, y + height / 2, share(move.rate), kind),
      ].flat();
    });
  }

  // picked: the cell that the move begins on, or null.
  hintAt(cell, picked, after, text, kind) {
    const { column, row } = cellOf(cell);
    const { x, y } = boards.centre(this.size, column, row);
    const { slid, come } = after ? travels(this.shown.frame, after) : { slid: [], come: [] };
    const [moved] = slid.filter(([, to]) => to.cell === cell).map(([from]) => from.cell);
    const from = picked || moved ? this.middleOf(picked || moved) : null;
    const put = kind === 'hint best' && come.find((each) => each.cell === cell);
    return [
      from ? this.arrow(from, { x, y }, kind) : boards.square(this.size, column, row, { class: `ghost ${kind}` }, 5),
      ...(put ? [this.pieceOf(after, put)] : []),
      ...this.badgeAt(x, from && from.y > y ? y - 30 : y + 30, text, kind),
    ];
  }

  arrow(from, to, kind) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const long = Math.hypot(dx, dy) - 12;
    const [thin, wide, neck] = kind === 'hint best' ? [8, 26, long - 40] : [4, 16, long - 26];
    return svg('path', {
      d: `M20,${-thin} H${neck} V${-wide} L${long},0 L${neck},${wide} V${thin} H20 Z`,
      transform: `translate(${from.x},${from.y}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`,
      class: `arrow ${kind}`,
    });
  }

  // A piece of another frame, as it is drawn there.
  pieceOf(frame, { cell, at }) {
    const looks = boards.viewOf([{ frames: [...this.seen, frame] }]);
    const drawn = boards.position(this.shown.board, looks, frame, null, 0);
    return svg('g', { class: 'ghost-piece' }, drawn.querySelector(`.stack[data-at="${cell}"]`).children[at]);
  }

  // One that would lie over another is left out: the list beside the board has it.
  badgeAt(x, y, text, kind) {
    const width = 18 + 14 * text.length;
    if (this.badges.some((each) => Math.abs(each.x - x) < (each.width + width) / 2 && Math.abs(each.y - y) < 30)) return [];
    this.badges.push({ x, y, width });
    return [
      svg('rect', { x: x - width / 2, y: y - 15, width, height: 30, rx: 8, class: `badge ${kind}` }),
      svg('text', { x, y: y + 8, 'font-size': 23, class: 'badge-text' }, text),
    ];
  }
}

export { BoardPicture };
