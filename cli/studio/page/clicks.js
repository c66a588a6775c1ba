// Which legal moves are left after what was clicked. Nothing here knows a game: a move mentions
// cells, in its parts (from, at, to, then the others) or, without such parts, in its text, or else
// the only one that it changes; and it has words, such as the size of a piece or a direction. Everything is a plain value.
import { cellName, indices } from '../../../analysis/report/text.js';

const ORDER = ['from', 'at', 'to'];
const LEVEL = /^(h|horizontal)$/;
const UPRIGHT = /^(v|vertical)$/;
const SIZES = { 1: ['S', 'small'], 2: ['M', 'medium'], 3: ['L', 'large'] };

// ---- what a move mentions

function cellNames(board) {
  const absent = new Set((board.absent || []).map(([column, row]) => cellName(column, row)));
  return new Set(
    indices(board.rows)
      .flatMap((row) => indices(board.columns).map((column) => cellName(column, row)))
      .filter((name) => !absent.has(name)),
  );
}

// The cells that a text consists of, as in "b2-b3" or "Tb2n".
function cellsInText(text, cells) {
  return [...text.matchAll(/([a-z]{1,2})([1-9][0-9]*)/g)]
    .map(([whole, letters, digits]) => (cells.has(whole) ? whole : letters.slice(-1) + digits))
    .filter((name) => cells.has(name));
}

// Texts that name no cell may be what a mark on a cell says, or a column.
function placeInText(text, board, frame) {
  const marked = (frame.marks || []).filter((mark) => mark[3] === text);
  if (marked.length === 1) return [cellName(marked[0][0], marked[0][1])];
  const column = indices(board.columns).find(
    (each) => cellName(each, 0).replace(/\d+$/, '') === text,
  );
  const cells = cellNames(board);
  return column === undefined
    ? null
    : indices(board.rows)
        .map((row) => cellName(column, row))
        .filter((name) => cells.has(name));
}

function partsInOrder(parts) {
  const rank = ([key, value]) => {
    const at = ORDER.indexOf(key);
    return at >= 0 ? at : ORDER.length + (Array.isArray(value) ? 1 : 0);
  };
  return Object.entries(parts)
    .filter(([key]) => key !== 'text')
    .sort((a, b) => rank(a) - rank(b));
}

// A wall runs along an edge of a cell; see scene.h.
function wallOf(parts, cells) {
  const way = parts.orientation || parts.direction;
  if (!parts.at || !cells.has(parts.at) || typeof way !== 'string') return null;
  if (!LEVEL.test(way) && !UPRIGHT.test(way)) return null;
  return { cell: parts.at, vertical: UPRIGHT.test(way) };
}

// mentions: lists of cells, one of which is to be clicked for each; words: the other parts;
// picks: the first click picks something up, which the second puts down.
function analyse(move, board, frame, cells, places) {
  const parts = move.parts || {};
  const mentions = [];
  const words = {};
  for (const [key, value] of partsInOrder(parts)) {
    const list = Array.isArray(value) ? value : [value];
    if (list.every((each) => cells.has(each))) mentions.push(...list.map((each) => [each]));
    else if (!Array.isArray(value)) words[key] = String(value);
  }
  const described = mentions.length > 0;
  if (!described && board) {
    mentions.push(...cellsInText(move.text, cells).map((each) => [each]));
    const place = mentions.length ? null : placeInText(move.text, board, frame) || places.get(move.text);
    if (place) mentions.push(place);
  }
  const picks = described ? cells.has(parts.from) : mentions.length > 1;
  return { move, mentions, words, wall: wallOf(parts, cells), picks };
}

// used: which mentions have been clicked. places: by their text, cells of moves that mention none.
function begin(moves, board, frame, places = new Map()) {
  const cells = board ? cellNames(board) : new Set();
  return moves.map((move) => {
    const about = analyse(move, board, frame, cells, places);
    return Object.assign(about, { used: about.mentions.map(() => false) });
  });
}

// ---- steps: { cell }, { wall: { cell, vertical } }, { key, value }, { held: item }, see cards.js

function use(candidate, at) {
  return Object.assign({}, candidate, {
    used: candidate.used.map((was, i) => was || i === at),
  });
}

const isComplete = (candidate) => !candidate.used.includes(false);
const firstUnused = (candidate) => candidate.used.indexOf(false);

// The next cell that each move mentions; if it is that of none, any cell not clicked yet.
function byCell(candidates, cell) {
  const next = candidates.filter((each) => {
    const at = firstUnused(each);
    return at >= 0 && each.mentions[at].includes(cell);
  });
  if (next.length) return next.map((each) => use(each, firstUnused(each)));
  const place = (each) =>
    each.mentions.findIndex((list, i) => !each.used[i] && list.includes(cell));
  return candidates
    .filter((each) => place(each) >= 0)
    .map((each) => use(each, place(each)));
}

// Walls lie between cells: a cell stands for them only where it means nothing else.
function cellStep(candidates, cell) {
  const others = byCell(
    candidates.filter((each) => !each.wall),
    cell,
  );
  return others.length ? others : byCell(candidates, cell);
}

// The other words of a move: its parts or, if they say nothing, what its text consists of.
function wordsOf({ move, words }) {
  const parts = Object.entries(words).filter(([key]) => key !== 'kind').map(([, value]) => value);
  return parts.length ? parts : move.text.split(/[^\p{L}\p{N}]+/u);
}

// Whether a move is about something beside the board: its text or a part names the card, the face or
// the piece, or a pile or a die by its group; or a part is the size of the piece.
function holds(candidate, [, size, label, shape, , group]) {
  const { move, words } = candidate;
  const names = (word) => Boolean(word) && (move.text === word || Object.values(words).includes(word));
  if (shape === 'score' || shape === 'empty') return false;
  if (shape === 'counter') return names(group);
  if (names(label) || (shape !== 'card' && names(group)) || (shape === 'wall' && names(shape))) return true;
  if (shape === 'card' || shape === 'back') return Boolean(label) && wordsOf(candidate).includes(label);
  return shape !== 'die' && (SIZES[size] || []).includes(words.size);
}

function narrow(candidates, step) {
  if (step.cell) return cellStep(candidates, step.cell);
  if (step.wall) {
    const is = ({ wall }) => wall && wall.cell === step.wall.cell && wall.vertical === step.wall.vertical;
    return candidates.filter(is).map((each) => use(each, each.mentions.findIndex((list) => list.includes(each.wall.cell))));
  }
  if (step.held) return candidates.filter((each) => holds(each, step.held));
  return candidates.filter((each) => each.words[step.key] === step.value);
}

function after(candidates, steps) {
  return steps.reduce(narrow, candidates);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// The steps after one more. A step that repeats the last one, or that no move fits, starts over;
// { key, value } replaces what was chosen for that key.
function add(candidates, steps, step) {
  if (steps.some((each) => same(each, step)) && after(candidates, [...steps, step]).length === 0)
    return [];
  if (step.key && steps.some((each) => same(each, step)))
    return steps.filter((each) => !same(each, step));
  const kept = step.key ? steps.filter((each) => each.key !== step.key) : steps;
  const words = kept.filter((each) => !each.cell && !each.wall);
  const ways = [[...kept, step], [...words, step], [step]];
  return ways.find((way) => after(candidates, way).length > 0) || [];
}

// The one move that is left and may be played at once, or null.
function chosen(candidates, steps) {
  const left = after(candidates, steps);
  if (steps.length === 0 || left.length !== 1) return null;
  const cells = steps.filter((each) => each.cell).length;
  return left[0].picks && cells < 2 ? null : left[0].move;
}

// The cells to click next.
function targets(candidates) {
  const onBoard = candidates.filter((each) => !each.wall && firstUnused(each) >= 0);
  const list = onBoard.length ? onBoard : candidates.filter((each) => firstUnused(each) >= 0);
  return new Set(list.flatMap((each) => each.mentions[firstUnused(each)]));
}

const FEW = 8; // values of a part to choose from

// Parts that moves differ in, with their values: [{ key, values }].
function choices(candidates) {
  const keys = [...new Set(candidates.flatMap((each) => Object.keys(each.words)))];
  return keys
    .map((key) => ({
      key,
      values: [...new Set(candidates.map((each) => each.words[key]).filter(Boolean))],
    }))
    .filter(({ values }) => values.length > 1 && values.length <= FEW);
}

export { begin, isComplete, narrow, after, add, chosen, targets, choices, holds };
