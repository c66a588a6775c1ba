// Which legal moves are left after clicks on the board: node test_clicks.mjs CLICKS.JS
import assert from 'node:assert/strict';
import { loadScript } from '../../support/page_module.mjs';

const { begin, isComplete, after, add, chosen, targets, choices, holds } = await loadScript(process.argv[2]);

const board = { columns: 9, rows: 9 };
const plain = (...texts) => texts.map((text) => ({ text, parts: { kind: 'move' } }));
const list = (value) => JSON.parse(JSON.stringify([...value]));

// Clicks one after the other; returns the texts of the moves that are left, and the one to play.
function click(moves, steps, frame = {}, shape = board) {
  const candidates = begin(moves, shape, frame);
  const clicked = steps.reduce((before, step) => add(candidates, before, step), []);
  const move = chosen(candidates, clicked);
  return {
    left: list(after(candidates, clicked).map((each) => each.move.text)),
    play: move && move.text,
    next: list(targets(after(candidates, clicked))),
    steps: list(clicked),
  };
}
const cell = (name) => ({ cell: name });

// Quoridor: a cell is the pawn's; walls have their places, and cells that mean nothing else.
const quoridor = [
  { text: 'e2', parts: { kind: 'pawn', to: 'e2' } },
  { text: 'd1', parts: { kind: 'pawn', to: 'd1' } },
  { text: 'e2h', parts: { kind: 'wall', at: 'e2', orientation: 'h' } },
  { text: 'e2v', parts: { kind: 'wall', at: 'e2', orientation: 'v' } },
  { text: 'e3h', parts: { kind: 'wall', at: 'e3', orientation: 'h' } },
  { text: 'e3v', parts: { kind: 'wall', at: 'e3', orientation: 'v' } },
];
assert.equal(click(quoridor, [cell('e2')]).play, 'e2');
assert.deepEqual(click(quoridor, []).next, ['e2', 'd1']);
assert.equal(click(quoridor, [{ wall: { cell: 'e2', vertical: true } }]).play, 'e2v');
assert.deepEqual(click(quoridor, [cell('e3')]).left, ['e3h', 'e3v']);
assert.equal(click(quoridor, [cell('e3'), { key: 'orientation', value: 'h' }]).play, 'e3h');
assert.deepEqual(click(quoridor, [{ key: 'kind', value: 'wall' }, cell('e2')]).left, ['e2h', 'e2v']);
assert.deepEqual(click(quoridor, [cell('a9')]).steps, []);

// Dorix: where to, then who receives the pawns, in their order.
const dorix = [
  { text: 'b2>c2,b3', parts: { kind: 'place', to: 'b2', receivers: ['c2', 'b3'] } },
  { text: 'b2>b3,c2', parts: { kind: 'place', to: 'b2', receivers: ['b3', 'c2'] } },
  { text: 'a1', parts: { kind: 'place', to: 'a1', receivers: [] } },
];
assert.equal(click(dorix, [cell('a1')]).play, 'a1');
assert.equal(click(dorix, [cell('b2')]).play, null);
assert.deepEqual(click(dorix, [cell('b2')]).next, ['c2', 'b3']);
assert.equal(click(dorix, [cell('b2'), cell('b3')]).play, 'b2>b3,c2');
// A click that no move is left for begins anew; the same cell again puts it down.
assert.equal(click(dorix, [cell('b2'), cell('a1')]).play, 'a1');
assert.deepEqual(click(dorix, [cell('b2'), cell('b2')]).steps, []);

// Tic Tac Doh and Orbital: words besides cells, before or after them.
const doh = ['S', 'M', 'L'].flatMap((size) =>
  ['c3', 'c4'].map((to) => ({ text: size + to, parts: { kind: 'lay', size, to, placement: 'empty' } })),
);
assert.deepEqual(click(doh, [cell('c3')]).left, ['Sc3', 'Mc3', 'Lc3']);
assert.equal(click(doh, [cell('c3'), { key: 'size', value: 'M' }]).play, 'Mc3');
assert.equal(click(doh, [{ key: 'size', value: 'L' }, cell('c4')]).play, 'Lc4');
assert.equal(click(doh, [{ held: [0, 1, ''] }, cell('c4')]).play, 'Sc4');
// What was chosen for a key stays when another cell is clicked, and goes when it is clicked again.
assert.equal(click(doh, [{ key: 'size', value: 'L' }, { key: 'size', value: 'S' }, cell('c4')]).play, 'Sc4');
assert.deepEqual(click(doh, [{ key: 'size', value: 'L' }, { key: 'size', value: 'L' }]).steps, []);
assert.deepEqual(
  JSON.parse(JSON.stringify(choices(begin(doh, board, {})))),
  [{ key: 'size', values: ['S', 'M', 'L'] }],
);

// Games whose moves have no parts: the cells of the text. What is picked up is put down by a
// second click, even if there is only one place for it.
const steps = plain('a2-a3', 'a2-b3', 'h2-h3');
assert.deepEqual(click(steps, []).next, ['a2', 'h2']);
assert.equal(click(steps, [cell('a2'), cell('b3')]).play, 'a2-b3');
assert.equal(click(steps, [cell('h2')]).play, null);
assert.equal(click(steps, [cell('h2'), cell('h3')]).play, 'h2-h3');
assert.equal(click(steps, [cell('a2'), cell('h2'), cell('h3')]).play, 'h2-h3');
assert.equal(click(plain('Tb2n', 'pass'), [cell('b2')]).play, 'Tb2n');
assert.equal(click(plain('aa1', 'a1'), [cell('aa1')], {}, { columns: 30, rows: 2 }).play, 'aa1');
// A cell that only the end of moves mentions.
assert.equal(click(steps, [cell('h3')]).left.length, 1);

// Columns, marks on cells, cards in hand, and moves without a place.
assert.equal(click(plain('a', 'b'), [cell('b4')]).play, 'b');
const marks = { marks: [[5, 1, 0, 'A'], [0, 0, 0, 'a']] };
assert.equal(click(plain('A', 'B'), [cell('f2')], marks).play, 'A');
const cards = begin(plain('7', '12'), { columns: 1, rows: 1 }, {});
assert.equal(cards.filter((each) => holds(each, [1, 2, '12'])).length, 1);
assert.equal(click(plain('7', '12'), [{ held: [1, 2, '12'] }]).play, '12');
assert.equal(click(plain('1-1', '3-2'), [cell('a1')], {}, { columns: 1, rows: 3 }).left.length, 2);
assert.equal(begin(plain('1-1'), null, {})[0].mentions.length, 0);
// A move whose text names no cell is about the one that it changes.
const located = begin(plain('1-1', '1-2', 'pass'), board, {}, new Map([['1-1', ['a1']], ['1-2', ['a1']]]));
assert.deepEqual(list(after(located, [cell('a1')]).map((each) => each.move.text)), ['1-1', '1-2']);
// Moves of which the board tells all are complete, those that go on are not; a wall's place is its cell.
assert.deepEqual(list(after(begin(dorix, board, {}), [cell('b2')]).map(isComplete)), [false, false]);
assert.deepEqual(list(after(begin(doh, board, {}), [cell('c3')]).map(isComplete)), [true, true, true]);
assert.deepEqual(list(after(begin(quoridor, board, {}), [{ wall: { cell: 'e2', vertical: true } }]).map(isComplete)), [true]);
