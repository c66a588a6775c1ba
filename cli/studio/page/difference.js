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

export { stacks, changedCells, newWalls };
