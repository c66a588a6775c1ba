// What differs between two frames of one board.
import { cellName, grouped } from '../../../analysis/report/text.js';

// The pieces of each cell, from the bottom up.
const stacks = (frame) => grouped(frame.pieces || [], ([column, row]) => cellName(column, row));

// Cells on which pieces or marks differ.
function changedCells(before, after) {
  const on = (frame) => grouped([...(frame.pieces || []), ...(frame.marks || [])], ([column, row]) => cellName(column, row));
  const [old, now] = [on(before), on(after)];
  const same = (cell) => JSON.stringify(old.get(cell)) === JSON.stringify(now.get(cell));
  return [...new Set([...old.keys(), ...now.keys()])].filter((cell) => !same(cell));
}

// Walls that only the second has.
function newWalls(before, after) {
  const stood = new Set((before.walls || []).map(String));
  return (after.walls || []).filter((wall) => !stood.has(String(wall)));
}

// ---- what pieces did

const kindOf = (piece) => JSON.stringify(piece.slice(2));

// The pieces of a frame above those that its cell has in the other one as well.
function others(frame, other) {
  const there = stacks(other);
  return [...stacks(frame)].flatMap(([cell, stack]) => {
    const same = stack.findIndex((piece, i) => kindOf(piece) !== kindOf((there.get(cell) || [])[i] || []));
    return same < 0 ? [] : stack.slice(same).map((piece, i) => ({ cell, at: same + i, piece }));
  });
}

// Takes out of a list the nearest piece that looks like this one; or null.
function takeLike(list, { piece }) {
  const far = (each) => Math.hypot(each.piece[0] - piece[0], each.piece[1] - piece[1]);
  const [found] = list.filter((each) => kindOf(each.piece) === kindOf(piece)).sort((a, b) => far(a) - far(b));
  return found ? list.splice(list.indexOf(found), 1)[0] : null;
}

// Each place is { cell, at, piece }, `at` counted from the bottom of the cell. slid: [from, to]; gone:
// taken off the board; come: put on it, with `from` if that left a hand: the index of the item there.
// A piece of one seat that went where another kind of its pieces came has changed on the way.
function travels(before, after) {
  const gone = others(before, after);
  const rest = [];
  const slid = [];
  for (const to of others(after, before)) {
    const from = takeLike(gone, to);
    if (from) slid.push([from, to]);
    else rest.push(to);
  }
  const mine = gone.filter(({ piece }) => rest.length === 1 && piece[2] === rest[0].piece[2]);
  if (mine.length === 1) slid.push([gone.splice(gone.indexOf(mine[0]), 1)[0], rest.pop()]);
  const come = rest.map((to) => ({ ...to, from: leftHand(before, after, to.piece) }));
  return { slid: slid.filter(([from, to]) => from.cell !== to.cell), gone, come };
}

// The piece in hand of which there was one more before, of the same size if possible; -1 if there is none.
function leftHand(before, after, [, , seat, size]) {
  const kind = (item) => String(item.slice(0, 4));
  const count = (frame, item) => (frame.hands || []).filter((each) => kind(each) === kind(item)).reduce((sum, each) => sum + each[4], 0);
  const left = (item) => /^(disc|ring|square)$/.test(item[3]) && (item[0] === seat || item[0] === 0) && count(after, item) < count(before, item);
  const items = before.hands || [];
  const same = items.findIndex((item) => left(item) && item[1] === size);
  return same >= 0 ? same : items.findIndex(left);
}

export { stacks, changedCells, newWalls, travels };
