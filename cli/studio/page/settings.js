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

// One piece fewer in the hand of a seat, if the settings have hands.
function takeFromHand(text, seat) {
  const own = find(text, `hand${seat}`);
  const all = find(text, 'hand');
  if (own) return put(text, `hand${seat}`, Math.max(0, Number(own[2]) - 1));
  if (!all) return text;
  return put(text, 'hand', all[2].split(',').map((each, i) => (i === seat - 1 ? Math.max(0, Number(each) - 1) : each)).join(','));
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

// A piece from beside the board, [seat, size, label], put on a cell, on top of what is there. Null if
// that cannot be told.
function addPiece(text, cells, [seat, , label], to) {
  const held = find(text, to);
  const more = label || (seat ? String(seat) : '');
  if (held && more) return takeFromHand(put(text, to, held[2] === EMPTY.cell ? more : held[2] + more), seat);
  const list = listsOf(text, cells.length).pop();
  if (!list || !seat) return null;
  list.items[cells.findIndex(([column, row]) => cellName(column, row) === to)] = seat;
  return takeFromHand(put(text, list.key, list.items.join(',')), seat);
}

export { movePiece, addPiece };
