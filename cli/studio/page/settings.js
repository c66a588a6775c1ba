// Settings of a position, as for --set, after a piece was moved by hand. Games write cells in one of
// three ways: a key for each (c3=LM), a key for each piece (pawn1=e1), or a list of all (board=0,1,…).
import { cellName } from '../../../analysis/report/text.js';

const EMPTY = { cell: '-', list: '0' };

const find = (text, key) => new RegExp(`(^|\\s)${key}=(\\S*)`).exec(text);

function put(text, key, value) {
  const found = find(text, key);
  const start = found.index + found[1].length;
  return `${text.slice(0, start)}${key}=${value}${text.slice(found.index + found[0].length)}`;
}

// The keys whose values are lists with an item for each of so many cells.
function listsOf(text, count) {
  return [...text.matchAll(/(?:^|\s)(\w+)=(\S+)/g)].map(([, key, value]) => ({ key, items: value.split(',') })).filter(({ items }) => items.length === count);
}

// So many more of what lies beside the board, [seat, size, label, shape, count, name], if a key counts
// it: hand2=14, hand=8,9, small=5, bases1=6.
function countMore(text, [seat, , label, , , called], more) {
  const after = (number) => Math.max(0, Number(number) + more);
  const word = (called || label).toLowerCase();
  const counts = (key) => key === 'hand' || (word && key !== 'seat' && key.startsWith(word));
  const numbers = [...text.matchAll(/(?:^|\s)([a-z]{2,})(\d*)=(\d+)(?=\s|$)/g)];
  const own = numbers.find(([, key, number]) => counts(key) && number === (seat ? String(seat) : ''));
  if (own) return put(text, own[1] + own[2], after(own[3]));
  const all = find(text, 'hand');
  return all ? put(text, 'hand', all[2].split(',').map((each, i) => (i === seat - 1 ? after(each) : each)).join(',')) : text;
}

// What was on a cell goes off the board: pieces as in a frame, to where hands show such pieces.
function takeOff(text, cells, from, { pieces, hands }) {
  const without = movePiece(text, cells, from, null);
  const off = (pieces || []).filter(([column, row]) => cellName(column, row) === from);
  return off.reduce((before, [, , seat, size, label]) => {
    const own = (hands || []).filter((each) => each[0] === 0 || each[0] === seat);
    const item = own.find((each) => each[2] === label) || own.find((each) => each[1] === size && each[3] !== 'score');
    return before && item ? countMore(before, item, 1) : before;
  }, without);
}

// A piece of a cell to another one, or off the board if `to` is null. cells: [column, row] of all, in
// the order of lists. Returns the text, or null if it does not say where that piece is.
function movePiece(text, cells, from, to) {
  const piece = [...text.matchAll(/(?:^|\s)(\w+)=(\S+)/g)].find(([, , value]) => value === from);
  if (piece) return put(text, piece[1], to || EMPTY.cell);
  const held = find(text, from);
  if (held && held[2] !== EMPTY.cell) {
    const without = put(text, from, EMPTY.cell);
    return to ? put(without, to, held[2]) : without;
  }
  const at = (cell) => cells.findIndex(([column, row]) => cellName(column, row) === cell);
  const list = listsOf(text, cells.length).filter(({ items }) => Number(items[at(from)])).pop();
  if (!list) return null;
  const { key, items } = list;
  const value = items[at(from)];
  items[at(from)] = EMPTY.list;
  if (to) items[at(to)] = value;
  return put(text, key, items.join(','));
}

// A piece from beside the board put on a cell, on top of what is there: the texts that may say so, as
// games write pieces by their label, their seat, both, or also with a direction.
function addPiece(text, cells, item, to) {
  const [seat, , label] = item;
  const held = find(text, to);
  const list = listsOf(text, cells.length).pop();
  const before = countMore(text, item, -1);
  const by = seat ? String(seat) : '';
  if (held) {
    const below = held[2] === EMPTY.cell ? '' : held[2];
    return (label ? [label, ...(by ? [label + by, `${label}${by}n`] : [])] : [by]).filter(Boolean).map((more) => put(before, to, below + more));
  }
  if (!list || !seat) return [];
  list.items[cells.findIndex(([column, row]) => cellName(column, row) === to)] = seat;
  return [put(before, list.key, list.items.join(','))];
}

export { addPiece, movePiece, takeOff };
