// Plays in the studio as a user does: real mouse and key events in a headless Chromium against
// `boardlab serve`. Every step says what was wrong if it fails.
//
//     node studio.mjs BOARDLAB [--shots FOLDER]

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';
import { Server, open } from './harness.mjs';

const boardlab = realpathSync(process.argv[2]);
const shots = process.argv[3] === '--shots' ? process.argv[4] : null;
const folder = mkdtempSync(join(tmpdir(), 'studio-'));
const browser = new Browser();
let server = null;
// A page that is not drawn answers nothing.
setTimeout(() => assert.fail('the test does not end'), 300000).unref();

async function shot(studio, name) {
  if (shots) await studio.shot(join(shots, `${name}.png`));
}

// ---- a file that is served

const HALF = 'local lab = require "boardlab"\nreturn lab.rules {\n';
const REST = 'moves = function() return { 1 } end, play = function() end, outcome = function() return 1 end }\n';

// A file that cannot be opened is tried again until it can.
async function brokenFile(studio) {
  await studio.untilText('.home > .error', 'half.lua:3');
  await shot(studio, 'broken');
  writeFileSync(join(folder, 'half.lua'), HALF + REST);
  await studio.untilView('the game', (view) => view.game.spec === 'half.lua');
  studio.noErrors();
}

// ---- games by clicking

// Any legal move, but the same in every run.
const some = (view, turn) => view.moves[(turn * 7 + 3) % view.moves.length].text;

// Two walls, then ahead, around what stands in the way.
function racer() {
  const visits = new Map();
  return (view, turn) => {
    const walls = view.moves.filter((move) => move.parts.kind === 'wall');
    if (turn < 2 && walls.length) return walls[(turn * 11 + 5) % walls.length].text;
    const pawns = view.moves.filter((move) => move.parts.kind === 'pawn');
    const row = ({ parts }) => Number(/\d+$/.exec(parts.to)[0]);
    const seen = ({ parts }) => visits.get(parts.to) || 0;
    const [best] = pawns.sort((a, b) => seen(a) - seen(b) || row(b) - row(a));
    if (!best) return view.moves[0].text;
    visits.set(best.parts.to, seen(best) + 1);
    return best.text;
  };
}

async function wholeGames(studio) {
  const games = [
    ['quoridor:size=5', ['human', 'random'], racer()],
    ['tictacdoh', ['random', 'human'], some],
    ['orbital:size=3,towers_to_win=1', ['human', 'mcts:iterations=20'], some],
    ['dorix:size=3,pawns=4', ['human', 'random'], some],
    ['games/breakthrough.lua:columns=4,rows=4', ['human', 'random'], some],
    ['games/connect_four.lua', ['random', 'human'], some],
    ['games/tricks.lua', ['human', 'random'], some],
  ];
  for (const [game, seats, choose] of games) {
    await studio.open(game, seats);
    const view = await studio.playGame(choose);
    await studio.untilText('.status.over', /./);
    assert.ok(view.ply >= 3, `${game} lasted ${view.ply} moves`);
    const listed = await studio.call(() => document.querySelectorAll('.moves li').length);
    assert.equal(listed, view.ply, `${game}: all moves are listed`);
    await shot(studio, `over-${game.split(':')[0].replace(/\W/g, '_')}`);
    studio.noErrors();
  }
}

// ---- the form

async function fromTheForm(studio) {
  await studio.click('[data-do=leave]');
  await studio.click('[data-options=dorix]');
  await studio.untilText('.start-line .spec', 'dorix');
  await studio.unfold('.game-options');
  await studio.choose('.seat-choice [data-seat="2"]', 'random');
  // Options are checked by the rules, and decide how many seats there are.
  await studio.type('[data-option=players]', '3');
  await studio.key('Tab');
  await studio.until('three seats', () => document.querySelectorAll('.seat-choice').length === 3);
  await studio.type('[data-option=size]', '99');
  await studio.key('Tab');
  await studio.untilText('.setup .error', 'size');
  await studio.type('[data-option=size]', '3');
  await studio.key('Tab');
  await studio.untilText('.start-line .spec', 'dorix:players=3,size=3');
  await studio.choose('.seat-choice [data-seat="2"]', 'random');
  await studio.choose('.seat-choice [data-seat="3"]', 'mcts');
  // An opponent in words, and what stands behind it.
  await studio.choose('.seat-choice [data-seat="2"]', 'casual');
  await studio.click('.seat-choice:nth-child(2) .what');
  await studio.untilText('.seat-choice:nth-child(2) .help', /^A search \(mcts\) of \d+ iterations for each move, which makes \d+% of its moves at random\. In \d+ games it scored [0-9.]+% against beginner\.$/);
  await studio.choose('.seat-choice [data-seat="2"]', 'random');
  await studio.untilText('.seat-choice:nth-child(2) .help', 'uniformly');
  // Every option of the search has a control, also one that is a file.
  await studio.unfold('.seat-choice:nth-child(3) .bot-options');
  await studio.type('.seat-choice:nth-child(3) [data-option=weights]', 'none.weights');
  await studio.key('Tab');
  await studio.untilText('.seat-choice:nth-child(3) .error', 'there is no file none.weights');
  await studio.type('.seat-choice:nth-child(3) [data-option=weights]', '');
  await studio.key('Tab');
  await studio.until('no error', () => [...document.querySelectorAll('.setup .error')].every((node) => node.hidden));
  await shot(studio, 'setup');
  await studio.click('[data-do=start]');
  await studio.untilView('dorix for three', (view) => view.game.seats === 3 && view.seats[1] === 'random');
  studio.noErrors();
}

// ---- cards

// Cards of games: drawn, searched, played by a click or by keys; those of games that were left.
async function firstScreen(studio) {
  const cards = (section) =>
    studio.call(
      (section) => [...document.querySelectorAll(`[data-section=${section}] .game-card`)].filter((node) => node.getClientRects().length).map((node) => node.dataset.spec || ''),
      section,
    );
  writeFileSync(join(folder, 'bad.lua'), 'return nil + 1\n');
  writeFileSync(join(folder, 'looped.lua'), HALF + REST.replace('return { 1 }', 'while true do end'));
  await studio.click('[data-do=leave]');
  // Files that were written meanwhile are there, and what is wrong with one is on its card.
  await studio.untilText('.game-card[data-spec="bad.lua"] .error', 'bad.lua:1');
  await studio.untilText('.game-card[data-spec="looped.lua"] .error', 'looped.lua');
  await studio.until('the board of a card', () => document.querySelector('.game-card[data-spec=quoridor] .board .wall'));
  assert.deepEqual(await cards('built-in'), ['dorix', 'orbital', 'quoridor', 'tictacdoh']);
  await studio.type('.search', 'HEX connect');
  await studio.call(() => document.querySelector('.game-card[data-spec="games/hex.lua"]').scrollIntoView());
  assert.deepEqual([await cards('built-in'), await cards('library')], [[], ['games/hex.lua']]);
  await studio.type('.search', 'no such game');
  await studio.untilText('.found', 'No game matches no such game');
  await studio.type('.search', '');
  // One click, or one key.
  await studio.click('[data-play=quoridor]');
  await studio.untilView('a game', (view) => view.game.spec === 'quoridor' && view.human && view.seats[0] === 'human' && view.seats.length === 2);
  await studio.playMove('e2');
  await studio.click('[data-do=leave]');
  const left = () => studio.call(() => document.querySelectorAll('[data-section=left] .game-card').length);
  const before = await left();
  await studio.untilText('[data-section=left] .game-card:first-child', /QuoridorYou against/);
  await studio.until('its last position', () => document.querySelector('[data-section=left] .game-card:first-child .board'));
  await studio.click('[data-section=left] .game-card:first-child [data-forget]');
  assert.equal(await left(), before - 1);
  await studio.call(() => document.querySelector('[data-play="games/hex.lua"]').focus());
  await studio.key('Enter');
  await studio.untilView('a game by a key', (view) => view.game.spec === 'games/hex.lua');
  for (const name of ['bad.lua', 'looped.lua']) rmSync(join(folder, name));
  studio.noErrors();
}

// ---- buttons

async function buttons(studio) {
  await studio.open('quoridor:size=5', ['human', 'random'], { seed: 1 });
  await studio.playMove('c2');
  await studio.untilView('the answer', (view) => view.ply === 2 && view.human);
  await studio.click('[data-do=undo]');
  await studio.untilView('it to be taken back', (view) => view.ply === 0 && view.history.length === 2);
  await studio.click('[data-do=redo]');
  await studio.untilView('it to be there again', (view) => view.ply === 2);
  // An earlier position, which cannot be clicked on.
  await studio.click('.moves li:first-child button');
  await studio.untilText('.status', 'after 1 of 2 moves');
  assert.equal(await studio.call(() => document.querySelectorAll('.hit.legal').length), 0);
  await studio.click('[aria-label="Back to the game"]');
  await studio.untilText('.status', 'Your turn: move your pawn or place a wall');
  // Typed moves, wrong and right.
  await studio.type('.typing input', 'z9');
  await studio.key('Enter');
  await studio.untilText('.typing .bad', 'z9');
  const wall = (await studio.view()).moves.find((move) => move.parts.kind === 'wall').text;
  await studio.type('.typing input', wall);
  await studio.key('Enter');
  await studio.untilView('the wall', (view, wall) => view.history.some(([, text]) => text === wall), wall);
  await studio.untilView('a turn', (view) => view.human);
  // A hint, on the board and beside it; the evaluation line.
  await studio.click('[data-do=hint]');
  await studio.untilText('.badge-text', '%');
  await studio.until('an arrow or a wall', () => document.querySelector('.target-marks .arrow.hint, .target-marks .wall.hint'));
  await studio.untilText('.hint-part caption', 'iterations');
  await studio.click('.evaluation-part input');
  await studio.until('the line', () => document.querySelector('.evaluation .point'));
  await shot(studio, 'hint');
  await studio.click('[data-do=swap]');
  await studio.click('[data-do=sure]');
  await studio.untilView('another game with other seats', (view) => view.begun === 1 && view.seats[0] === 'random' && view.seats[1] === 'human');
  await studio.untilView('a turn', (view) => view.human);
  await studio.click('[data-do=resign]');
  await studio.click('[data-do=sure]');
  await studio.untilText('.status.over', 'resign');
  await studio.click('[data-do=new]');
  await studio.untilView('a new game', (view) => !view.over && view.ply <= 1);
  studio.noErrors();
}

// Nothing waits for a search, and every seat can be given to somebody else.
async function searching(studio) {
  await studio.open('quoridor', ['human', 'mcts:iterations=1000000']);
  await studio.playMove('e2');
  await studio.untilText('.status', 'is thinking');
  await studio.click('[data-do=stop]');
  await studio.untilText('.status', 'is stopped');
  await studio.click('[data-do=go]');
  await studio.untilText('.status', 'is thinking');
  await studio.click('[data-do=undo]');
  await studio.untilView('your turn', (view) => view.human && view.ply === 0);
  await studio.unfold('.seats-tool');
  await studio.choose('.seats-tool [data-seat="2"]', 'human');
  await studio.click('[data-do=seats]');
  await studio.untilView('two humans', (view) => view.seats[1] === 'human');
  await studio.playMove('e2');
  await studio.untilView('a human', (view) => view.human && view.seat === 2);
  studio.noErrors();
}

// Cells and walls under the pointer show what a click would do; Escape and the same cell again
// put down what was picked up.
async function pointing(studio) {
  await studio.open('quoridor:size=5', ['human', 'human']);
  await studio.hover('.slot[data-wall="b2"]:not([data-vertical])', 0.2, 0.5);
  assert.equal(await studio.call(() => document.querySelectorAll('.ahead-marks .wall').length), 1);
  await studio.untilText('.what-to-click', 'A click plays b2h');
  await studio.hover('.table-head h2');
  await studio.untilText('.what-to-click', 'Click a marked cell, or a groove between cells for a wall');
  // Whatever is clicked is answered, and answers go at the next action.
  await studio.click('.hit[data-cell="a1"]');
  await studio.key('Escape');
  await studio.open('games/hex.lua:size=4', ['human', 'human']);
  await studio.playMove('b3');
  await studio.untilText('.status', 'Orange’s turn: choose a cell or swap.');
  await studio.open('tictacdoh', ['human', 'human']);
  const board = () => studio.call(() => document.querySelector('.picture .board').getBoundingClientRect().toJSON());
  const empty = await board();
  await studio.click('.hit[data-cell="a1"]');
  await studio.untilText('.table-main .answer .bad', /No legal move uses a1.* the first piece goes on c3/);
  assert.deepEqual(await board(), empty, 'the message does not move the board');
  await studio.click('[data-do=resign]');
  await studio.untilText('.sure', 'Resign as blue?');
  assert.equal(await studio.call(() => document.querySelector('.table-main .answer .bad')), null);
  await studio.playMove('Lc3');
  assert.ok(await studio.call(() => document.querySelector('.sure').hidden), 'the question is gone');
  await studio.open('quoridor:size=5', ['human', 'human']);
  // A cell where the pawn cannot go stands for the walls along it.
  await studio.click('.hit[data-cell="b2"]');
  const shown = () => studio.call(() => [...document.querySelectorAll('.palette:not([hidden]) [data-move] svg')].length);
  await studio.until('pictures of both', () => document.querySelectorAll('.palette:not([hidden]) [data-move] svg').length === 2);
  await studio.key('Escape');
  assert.equal(await shown(), 0);
  await studio.click('.hit[data-cell="b2"]');
  await studio.click('.table-head h2');
  assert.equal(await shown(), 0);
  await studio.open('games/breakthrough.lua:columns=4,rows=4', ['human', 'human']);
  await studio.click('.hit[data-cell="a2"]');
  await studio.until('targets', () => document.querySelector('.hit[data-cell="b3"].legal'));
  await studio.click('.hit[data-cell="a2"]');
  await studio.until('nothing clicked', () => !document.querySelector('.hit.clicked'));
  // Pieces and directions are chosen at the cell, each by the name that its picture has.
  await studio.open('orbital', ['human', 'human']);
  await studio.click('.hit[data-cell="b2"]');
  await studio.click('.palette [aria-label="thruster, north (Tb2n)"]');
  await studio.untilView('the thruster', (view) => view.ply === 1 && view.history[0][1] === 'Tb2n');
  // So are moves whose texts name no cell, at the one that they change.
  await studio.open('games/nim.lua', ['human', 'human']);
  const heap = (await studio.view()).moves.filter(({ text }) => text.startsWith('3-')).length;
  await studio.click('.hit[data-cell="a3"]');
  await studio.until('as many moves as the heap has', (heap) => document.querySelectorAll('.palette [data-move] svg').length === heap, heap);
  studio.noErrors();
}

// What moves when a move is played: pieces slide and fade, out of hands too, unless motion is reduced;
// and the focus shows once a key was pressed.
async function moving(studio) {
  await studio.page.media('screen', 'light', true);
  await studio.call(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function noted(frames, how) {
      window.moved.push(frames[0].transform ? `${this.closest('[data-at]')?.dataset.at ?? this.getAttribute('class')} ${frames[0].transform}` : `opacity ${frames[0].opacity}`);
      return animate.call(this, frames, how);
    };
  });
  const played = async (game, move, ply = 1) => {
    await studio.open(game, ['human', 'human'], { seed: 1 });
    await studio.untilView('a turn', (view) => view.human);
    const ring = await studio.call(() => getComputedStyle(document.activeElement).strokeDasharray);
    assert.equal(ring, 'none', `${game}: no ring before a key was pressed`);
    await studio.call(() => {
      window.moved = [];
    });
    await studio.playMove(move);
    await studio.untilView('the move', (view, ply) => view.ply >= ply, ply);
    await studio.page.settle();
    return studio.call(() => window.moved);
  };
  const board = 'games/breakthrough.lua:columns=4,rows=4';
  assert.deepEqual(await played(board, 'a2xb3'), ['b3 translate(-100px, 100px)', 'opacity 1']);
  await studio.key('ArrowUp');
  assert.notEqual(await studio.call(() => getComputedStyle(document.activeElement).strokeDasharray), 'none', 'a ring by keys');
  assert.deepEqual(await played('quoridor:size=5', 'b2h'), ['opacity 0']);
  const [out] = await played('games/morris.lua', 'a1');
  assert.match(out, /^a1 translate/, 'it slides out of the hand');
  assert.match((await played('games/dice_race.lua', '0', 3)).join(), /held rotate/);
  await studio.page.media('screen', 'light');
  assert.deepEqual(await played(board, 'a2xb3'), []);
  studio.noErrors();
}

// A game that is over says why, is reviewed and saved, and stays as it was when another one begins.
async function ending(studio) {
  await studio.open('quoridor:size=3,walls=1', ['human', 'beginner'], { moves: 'b2 a3' });
  await studio.playMove('b3');
  await studio.untilText('.status.over', /^You win: blue has reached b3\.$/);
  assert.ok(!(await studio.text('.replay-notes')).includes('highlighted'), 'nothing is said twice');
  await studio.key('v');
  await studio.until('the search', () => /lost/.test(document.querySelector('.losses')?.textContent) && !document.querySelector('.losses').textContent.includes('Searching'));
  await studio.until('the bar', () => document.querySelector('.chances')?.getAttribute('aria-label') === 'Winning chances: you 100%, orange 0%');
  // The move that lost is listed with a better one, which a click shows on the board.
  await studio.click('.losses button');
  await studio.untilText('.status', /Orange played a3; by the search \S+ was better/);
  await studio.until('the better move', () => document.querySelector('.board .hint.best'));
  assert.match(await studio.text('.losses button'), /^2\S+ instead of a3 −\d+$/);
  await studio.click('[data-do=keep]');
  await studio.untilText('.keeper-tool .answer', 'Saved as quoridor.game');
  await studio.key('?');
  await studio.until('the keys', () => document.querySelector('dialog.keys').open);
  await studio.click('.keys button');
  const table = await studio.call(() => window.Studio.app.table.id);
  await studio.click('[data-do=swapped]');
  await studio.untilView('another game', (view) => view.begun === 1 && view.seats[1] === 'human' && !view.over);
  const kept = await studio.call((id) => window.Studio.store.find(`${id}#0`), table);
  assert.deepEqual([kept.over, kept.seats[0]], ['seat 1 wins', 'human'], 'the game is kept as it was');
  await studio.until('no evaluation', () => !document.querySelector('.evaluation-part input').checked);
  // Where dice are rolled, nothing is known of some positions.
  await studio.open('games/dice_race.lua', ['random', 'human'], { seed: 1 });
  await studio.playGame((view) => view.moves[0].text);
  await studio.click('[data-do=review]');
  await studio.until('the end of the search', () => /lost/.test(document.querySelector('.losses')?.textContent) && !document.querySelector('.losses').textContent.includes('Searching'));
  // Whoever plays can be changed where the name is; the name of the page leads to all games.
  await studio.click('.plate-name');
  await studio.choose('.seats-tool [data-seat="1"]', 'casual');
  await studio.click('[data-do=seats]');
  await studio.untilView('another opponent', (view) => view.seats[0] === 'casual');
  await studio.click('.top h1 button');
  await studio.untilText('[data-section=left] [data-do=all]', /^Show all \d+$/);
  await studio.click('[data-do=all]');
  await studio.until('all of them', () => [...document.querySelectorAll('[data-section=left] .game-card')].every((node) => !node.hidden));
  await studio.click('[data-play=tictacdoh]');
  await studio.untilView('the opponent of the last time', (view) => view.seats[1] === 'casual');
  studio.noErrors();
}

// Pieces are dragged to where they may go, also if the moves do not say where they came from, and out
// of hands; elsewhere they are put back.
async function dragging(studio) {
  const hit = (cell) => `.hit[data-cell="${cell}"]`;
  const dragged = async (game, from, to) => {
    await studio.open(game, ['human', 'human'], { seed: 1 });
    await studio.drag(from, to);
    await studio.untilView('the move', (view) => view.ply === 1);
    return (await studio.view()).history[0][1];
  };
  assert.equal(await dragged('games/breakthrough.lua', hit('b2'), hit('c3')), 'b2-c3');
  await studio.drag(hit('b7'), hit('e4'));
  assert.deepEqual(await studio.call(() => [window.Studio.app.table.input.steps.length, document.querySelectorAll('.lifted, .dragged').length]), [0, 0]);
  assert.equal((await studio.view()).ply, 1);
  assert.equal(await dragged('quoridor:size=5', hit('c1'), hit('c2')), 'c2');
  assert.equal(await dragged('games/morris.lua', '.hand .held', hit('d3')), 'd3');
  // The settings have a key for each piece or each cell, or a list of cells.
  for (const [game, from, to, says] of [
    ['dorix:size=3', 'b2', 'a3', 'a3=1'],
    ['quoridor:size=5', 'c1', 'd3', 'pawn1=d3'],
    ['games/breakthrough.lua:columns=4,rows=4', 'a1', 'c2', 'board=0,1,1,1,1,1,1,1'],
  ]) {
    await studio.open(game, ['human', 'human'], game.startsWith('dorix') ? { moves: 'b2 c2' } : {});
    await studio.unfold('.editor-tool');
    await studio.drag(hit(from), hit(to));
    await studio.untilView(`${says} in the settings`, (view, says) => view.settings.includes(says), says);
  }
  // What goes from beside the board to it is no longer beside it, and the other way round.
  for (const [game, item, text, count, left] of [
    ['tictacdoh', 0, 'c3=S', 'small', 4],
    ['dorix', 1, 'c3=2', 'hand2', 14],
    ['orbital', 3, 'c3=T1n', 'thrusters1', 5],
  ]) {
    await studio.open(game, ['human', 'human']);
    await studio.unfold('.editor-tool');
    await studio.call((item) => {
      const node = window.Studio.app.table.input.heldNodes[item];
      (node.closest('.in-hand') || node).id = 'held';
    }, item);
    await studio.drag('#held', hit('c3'));
    await studio.untilView(`${text} and one fewer`, (view, says) => says.every((each) => view.settings.includes(each)), [text, `${count}=${left}`]);
    await studio.drag(hit('c3'), '.status');
    await studio.untilView('all of them', (view, says) => view.settings.includes(says), `${count}=${left + 1}`);
  }
  studio.noErrors();
}

// Bots alone can be watched, stopped, and let play one move at a time.
async function watching(studio) {
  await studio.open('quoridor:size=5', ['random', 'random'], { seed: 1 });
  await studio.untilView('half a second for each move', (view) => view.pace === 500);
  await studio.click('[data-do=stop]');
  await studio.untilView('a pause', (view) => view.stopped);
  const { ply } = await studio.view();
  await studio.click('[data-do=once]');
  await studio.untilView('one move', (view, ply) => view.ply === ply + 1 && view.stopped, ply);
  await studio.choose('[data-do=pace]', '0');
  await studio.click('[data-do=go]');
  await studio.untilText('.status.over', /./);
  studio.noErrors();
}

// Two humans at one screen do not see each other's cards; nobody saves what they are.
async function sharing(studio) {
  await studio.open('games/tricks.lua', ['human', 'human'], { seed: 1 });
  await studio.untilText('.cover', 'Hand over to blue');
  assert.equal(await studio.call(() => document.querySelector('.picture').getClientRects().length), 0);
  await studio.click('[data-do=reveal]');
  await studio.playMove((await studio.view()).moves[0].text);
  await studio.untilText('.cover', 'Hand over to orange');
  await shot(studio, 'cover');
  await studio.unfold('.keeper-tool');
  await studio.untilText('.keeper-tool', 'can be saved when it is over');
  studio.noErrors();
}

// ---- keys only

async function keysOnly(studio) {
  await studio.open('tictacdoh', ['human', 'random']);
  await studio.until('the focus on the board', () => document.activeElement.dataset.cell);
  await studio.call(() => document.activeElement.blur());
  const focused = () => studio.call(() => document.activeElement.dataset.cell ?? document.activeElement.textContent);
  for (let i = 0; i < 40 && !/^[a-e]\d$/.test(await focused()); i++) await studio.key('Tab');
  assert.match(await focused(), /^[a-e]\d$/, 'Tab reaches the board');
  for (let turn = 0; turn < 60; turn++) {
    await studio.untilView('a turn', (view) => view.over || view.human);
    const view = await studio.view();
    if (view.over) break;
    const goal = view.moves[(turn * 5) % view.moves.length].parts.to;
    // The focus stays on the board after a move, or comes back to it.
    for (let i = 0; i < 40; i++) {
      const at = await focused();
      if (at === goal) break;
      const right = goal.charCodeAt(0) - at.charCodeAt(0);
      const up = Number(goal.slice(1)) - Number(at.slice(1));
      await studio.key(right > 0 ? 'ArrowRight' : right < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown');
    }
    assert.equal(await focused(), goal, 'the arrow keys reach every cell');
    await studio.key('Enter');
    if (await studio.call(() => window.Studio.app.table.input.steps.length > 0)) await studio.key('Enter');
    await studio.until('the move', (ply) => window.Studio.app.table.view.ply > ply, view.ply);
  }
  await studio.untilText('.status.over', /./);
  studio.noErrors();
}

// ---- positions, files and links

async function positions(studio) {
  await studio.open('tictacdoh', ['human', 'human'], { moves: 'Lc3 Mc3' });
  const view = await studio.view();
  assert.equal(view.ply, 2, 'a link has moves');
  await studio.unfold('.keeper-tool');
  const [link, before] = await studio.call(() => [document.querySelector('.keeper-tool input[readonly]').value, window.Studio.app.table.id]);
  await studio.call((link) => {
    window.location.href = link;
  }, link);
  await studio.until('another table', (before) => {
    const { table } = window.Studio.app;
    return table && table.id !== before && table.view && table.view.ply === 2 && window.location.hash === `#table=${table.id}`;
  }, before);
  await studio.unfold('.keeper-tool');
  await studio.type('.keeper-tool [type=text]:not([readonly])', 'doh.game');
  await studio.click('[data-do=save]');
  await studio.untilText('.keeper-tool .answer', 'Saved as doh.game');
  assert.match(readFileSync(join(folder, 'doh.game'), 'utf8'), /Lc3 Mc3/);
  // Nothing is replaced without a question, and the name that is proposed is free.
  writeFileSync(join(folder, 'doh.game'), 'boardlab game\nanother\n');
  await studio.click('[data-do=save]');
  await studio.untilText('.keeper-tool .answer', 'Replace it?');
  assert.match(readFileSync(join(folder, 'doh.game'), 'utf8'), /another/);
  await studio.click('[data-do=replace]');
  await studio.untilText('.keeper-tool .answer', 'Saved as doh.game');
  assert.match(readFileSync(join(folder, 'doh.game'), 'utf8'), /Lc3 Mc3/);
  writeFileSync(join(folder, 'tictacdoh.game'), 'boardlab game\nanother\n');
  await studio.type('.keeper-tool [type=text]:not([readonly])', '../doh.game');
  await studio.click('[data-do=save]');
  await studio.untilText('.keeper-tool .bad', /./);
  assert.ok(!existsSync(join(folder, '..', 'doh.game')));
  // A position by hand: a click on a cell selects its value in the text.
  await studio.unfold('.editor-tool');
  await studio.click('.hit[data-cell="c3"]');
  await studio.page.send('Input.insertText', { text: 'S' });
  await studio.click('[data-do=edit]');
  await studio.untilView('the position', (view) => view.ply === 0 && view.frame.pieces.length === 1);
  // Another game, another name; the one before is kept.
  await studio.until('a free name', () => document.querySelector('.keeper-tool [type=text]:not([readonly])').value === 'tictacdoh-2.game');
  const kept = await studio.call((id) => window.Studio.store.find(`${id}#0`), (await studio.call(() => window.Studio.app.table.id)));
  assert.match(kept.text, /Lc3 Mc3/);
  await studio.type('.editor-tool textarea', 'c3=Q');
  await studio.click('[data-do=edit]');
  await studio.untilText('.editor-tool .bad', "'Q'");
  // The file that was saved.
  await studio.click('[data-do=leave]');
  await studio.untilText('[data-section=left] .game-card', 'Human against human2 moves');
  await shot(studio, 'kept');
  await studio.type('.search', 'doh.game');
  await studio.click('[data-path="doh.game"]');
  await studio.untilView('the saved game', (view) => view.ply === 2);
  studio.noErrors();
}

// ---- tabs, reloads, a server that ends

async function comingBack(studio) {
  await studio.open('quoridor:size=5', ['human', 'human'], { moves: 'c2 c4' });
  await studio.page.reload();
  await studio.until('the page again', () => window.Studio?.app?.table?.view?.ply === 2);
  const hash = await studio.call(() => window.location.hash);
  const other = await open(browser, server.url, { hash });
  await other.untilView('the same game', (view) => view.ply === 2);
  await other.playMove('b2');
  await studio.untilView('the move of the other tab', (view) => view.ply === 3);
  await server.kill();
  await studio.untilText('.notice', 'does not answer');
  await other.untilText('.notice', 'does not answer');
  await shot(studio, 'lost');
  server = await Server.start(boardlab, folder, { port: server.port });
  for (const each of [studio, other]) {
    await each.untilText('.notice', 'on a new one');
    await each.untilView('the game', (view) => view.ply === 3 && view.history[2][1] === 'b2');
    each.noErrors();
  }
  const tables = await Promise.all([studio, other].map((each) => each.call(() => window.Studio.app.table.id)));
  assert.equal(tables[0], tables[1], 'both tabs are on the same table again');
  await studio.front();
  await studio.playMove('b4');
  await other.untilView('its move', (view) => view.ply === 4);
  await other.page.send('Page.close');
}

async function gone(studio) {
  await studio.call(() => {
    window.location.hash = 'table=never-was';
  });
  await studio.untilText('.notice', 'no longer has this game');
  await studio.untilText('.home', 'Built-in games');
  await studio.call(() => {
    window.location.hash = 'game=nosuchgame';
  });
  await studio.untilText('.home > .error', 'nosuchgame');
  studio.noErrors();
}

// ---- phones and the dark

async function phone() {
  const studio = await open(browser, server.url, { width: 390, height: 780, mobile: true, scheme: 'dark' });
  await studio.page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await studio.open('quoridor', ['human', 'human']);
  // The first touch shows the move, the second plays it.
  await studio.touch('.hit[data-cell="e2"]');
  await studio.untilText('.palette.pending', 'Play e2');
  assert.equal((await studio.view()).ply, 0);
  await shot(studio, 'phone');
  await studio.touch('.hit[data-cell="e2"]');
  await studio.untilView('the move', (view) => view.ply === 1);
  await studio.touch('.hit[data-cell="d5"]');
  await studio.touch('.palette [data-move="d5h"]');
  await studio.untilView('the wall', (view) => view.ply === 2);
  // In the middle of a groove between two cells, whatever the browser takes the touch for.
  await studio.touch('.slot[data-wall="g6"]:not([data-vertical])', 0.98, 0.5);
  await studio.untilText('.palette.pending', /Play [gh]6h/);
  await studio.touch('.palette .cancel');
  await studio.touch('.slot[data-wall="g6"][data-vertical]', 0.5, 0.2);
  await studio.untilText('.palette.pending', 'Play g6v');
  await studio.touch('.palette .cancel');
  // A finger that drags a piece does not scroll.
  await studio.open('quoridor:size=5', ['human', 'human']);
  await studio.swipe('.hit[data-cell="c1"]', '.hit[data-cell="c2"]');
  await studio.untilView('the pawn', (view) => view.history[0]?.[1] === 'c2');
  assert.equal(await studio.call(() => document.querySelectorAll('.dragged').length), 0);
  for (const width of [390, 320]) {
    await studio.page.size(width, 780, true);
    const wide = await studio.call(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels wider than a phone of ${width}`);
  }
  studio.noErrors();
  await studio.page.send('Page.close');
}

async function looks(studio) {
  await studio.page.media('screen', 'dark');
  await studio.open('tictacdoh', ['human', 'human'], { moves: 'Lc3 Mc3 Sb2' });
  const colours = await studio.call(() => {
    const style = getComputedStyle(document.body);
    return [style.backgroundColor, style.color].map((each) => Number(/\d+/.exec(each)[0]));
  });
  assert.ok(colours[0] < 60 && colours[1] > 180, 'dark mode is dark');
  await shot(studio, 'dark');
  await studio.page.media('screen', 'light');
  const wide = await studio.call(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} pixels wider than the window`);
  studio.noErrors();
}

// Boards that are no rectangles: only their own cells, points with lines, letters of one size.
async function shapes(studio) {
  const counts = (...kinds) =>
    studio.call((all) => all.map((kind) => document.querySelectorAll(`.picture ${kind}`).length), kinds);
  const letters = () =>
    studio.until('letters of one size', () => {
      const node = document.querySelector('.picture .coordinate');
      const size = parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a;
      return Math.abs(size - 13) < 0.1 && size;
    });
  await studio.open('games/morris.lua', ['human', 'human'], { moves: 'a1 d2' });
  assert.deepEqual(await counts('.hit', '.line', '.dot', '.coordinate'), [24, 32, 24, 14]);
  await letters();
  await shot(studio, 'morris');
  await studio.click('[data-cell=g7]');
  await studio.untilView('a piece on a point', (view) => view.ply === 3);
  await studio.open('games/abalone.lua', ['human', 'human']);
  assert.deepEqual(await counts('.hit', '.line', '.coordinate'), [61, 0, 18]);
  await letters();
  await shot(studio, 'abalone');
  await studio.open('games/kalah.lua', ['human', 'human']);
  assert.deepEqual(await counts('.hit', '.line', '.coordinate'), [14, 0, 0]);
  await shot(studio, 'kalah');
  studio.noErrors();
}

// Cards face down on the table, each of which can be looked at or taken; a die that keeps no face.
const COVERED = `local lab = require "boardlab"
return lab.rules {
  state = { row = { 3, kind = "deck" }, moves_made = 1 },
  start = function(s) for i = 1, 3 do s.row[i] = i end end,
  moves = function() return { 1, 2, 3, 11, 12, 13 } end,
  play = function(s) s.moves_made = s.moves_made + 1 end,
  observe = function(s) for i = 1, 3 do s.row[i] = lab.hidden end end,
  text = function(_, move) return (move > 10 and "take" or "look") .. move % 10 end,
  describe = function(_, move)
    return { kind = move > 10 and "take" or "look", piece = tostring(move % 10) }
  end,
}`;
const PIG = `local lab = require "boardlab"
return lab.rules {
  state = { points = { 2, kind = "score" }, rolling = 1, die = { kind = "die" } },
  chance = function(s) return s.rolling == 1 and { 5 } or nil end,
  roll = function(s, face, seat) s.points[seat], s.rolling = s.points[seat] + face, 0 end,
  moves = function() return { 1 } end,
  play = function(s) s.rolling = 1 end,
}`;

// Cards, dice and scores without a board: a card is played by a click or by keys.
async function cardsAndDice(studio) {
  const shown = (selector) => studio.call((kind) => document.querySelectorAll(`.board-input ${kind}`).length, selector);
  await studio.open('games/goofspiel.lua', ['human', 'random'], { seed: 1 });
  await studio.untilView('a turn', (view) => view.human);
  // The cards of the other seat, and those on the table, are no moves.
  assert.deepEqual([await shown('.item .face'), await shown('.item .score'), await shown('.in-hand'), await shown('pre')], [15, 2, 5, 0]);
  assert.equal(await studio.call(() => document.querySelectorAll('.free button').length), 0, 'cards need no buttons');
  await studio.hover('.in-hand[aria-label="3"]');
  await studio.untilText('.what-to-click', 'A click plays 3.');
  await studio.untilText('.status', 'Your turn: play a card. Drawn: ');
  await shot(studio, 'cards');
  await studio.click('.in-hand[aria-label="3"]');
  await studio.untilView('the next turn', (view) => view.ply === 4 && view.human);
  assert.equal(await shown('.in-hand'), 4);
  await studio.call(() => document.querySelector('.in-hand').focus());
  await studio.key('ArrowRight');
  await studio.key('ArrowRight');
  assert.equal(await studio.call(() => document.activeElement.getAttribute('aria-label')), '4');
  await studio.key('Enter');
  await studio.untilView('a card by keys', (view) => view.ply >= 6 && view.history.some(([seat, text]) => seat === 1 && text === '4'));
  // The card is a part of a move, whose cells are clicked next.
  await studio.open('games/onitama.lua', ['human', 'human'], { seed: 1 });
  await studio.click('.in-hand[aria-label="elephant"]');
  assert.equal(await studio.call(() => window.Studio.app.table.input.left.every(({ move }) => move.text.startsWith('elephant'))), true);
  await studio.click('[data-cell=a1]');
  await studio.click('[data-cell=b2]');
  await studio.untilView('a move with a card', (view) => view.history.length === 1 && view.history[0][1] === 'elephant:a1-b2');
  // Cards that nobody sees are told apart by their places.
  writeFileSync(join(folder, 'covered.lua'), COVERED);
  await studio.open('covered.lua', ['human', 'random']);
  assert.deepEqual([await shown('.item .back'), await shown('.item .face + text.ink'), await shown('.in-hand')], [3, 3, 3]);
  await studio.click('.in-hand[aria-label="2"]');
  await studio.click('.palette [data-move=take2]');
  await studio.untilView('a card on the table', (view) => view.ply > 0);
  // What was rolled is shown, although the rules forget it.
  writeFileSync(join(folder, 'pig.lua'), PIG);
  await studio.open('pig.lua', ['human', 'human']);
  await studio.playMove('1');
  await studio.untilView('a roll', (view) => view.ply === 2);
  await studio.untilText('.status', 'Blue played 1. Orange rolled 5.');
  await studio.until('five pips', () => document.querySelectorAll('.board-input .item .pip').length === 5);
  await shot(studio, 'die');
  studio.noErrors();
}

// The Lua reference is behind a link, shut off from the server, and its search works there.
async function luaReference(studio) {
  const address = await studio.call(() => document.querySelector('.lua-reference').href);
  const page = await open(browser, address);
  await page.call(() => {
    const box = document.getElementById('search');
    box.value = 'moves';
    box.dispatchEvent(new Event('input'));
  });
  assert.equal(await page.call(() => document.querySelector('[role=option]').dataset.to), 'State:moves');
  assert.equal(await page.call(() => window.origin), 'null');
  page.noErrors();
  await page.page.send('Page.close');
  await studio.front();
}

// A browser has six connections to a server, and each page wants to keep one: there are more
// pages than that, and all work when they are looked at.
async function manyPages() {
  const pages = [];
  const inView = async (page, is) => {
    await page.call((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, !is);
  };
  for (let i = 0; i < 7; i++) {
    if (i) await inView(pages[i - 1], false);
    pages.push(await open(browser, server.url));
    await pages[i].front();
    await inView(pages[i], true);
    await pages[i].open('tictacdoh', ['human', 'human']);
  }
  await inView(pages[6], false);
  for (const i of [0, 5]) {
    await pages[i].front();
    await inView(pages[i], true);
    await pages[i].playMove('Lc3');
    await pages[i].untilView('the move', (view) => view.ply === 1);
    await inView(pages[i], false);
  }
  for (const page of pages) {
    page.noErrors();
    await page.page.send('Page.close');
  }
}

try {
  writeFileSync(join(folder, 'half.lua'), HALF);
  // A port of its own: the first free one could be taken by another test after the server was killed.
  const port = 20000 + (process.pid % 12000);
  server = await Server.start(boardlab, folder, { file: 'half.lua', port });
  const studio = await open(browser, server.url);
  const parts = [brokenFile, wholeGames, firstScreen, fromTheForm, buttons, searching, watching, sharing, pointing, ending, moving, dragging, keysOnly, positions, looks, shapes, cardsAndDice, luaReference, phone, comingBack, gone, manyPages];
  for (const part of parts) {
    const begin = Date.now();
    await part(studio);
    if (process.env.TIMES) console.log(part.name, Date.now() - begin, 'ms');
  }
  assert.equal(await server.stop(), 0, `serve ends well: ${server.said}`);
} finally {
  await browser.close();
  if (server) await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
