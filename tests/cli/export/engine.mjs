// The engine of exported games, in Node: requests and streams as of the server, searches that are
// stopped, Lua files that misbehave, rules that hang, and the size of the page.
//
//     node engine.mjs BOARDLAB ROOT EXPORT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { open, startEngine } from './harness.mjs';

const [boardlab, root, build] = process.argv.slice(2).map((path) => resolve(path));
const SLOW = 'mcts:ms=600000'; // no search is waited for: otherwise this takes ten minutes
const SIZE = 1.2e6; // bytes of the page
const PATIENCE = 120000; // milliseconds that a test may take

const tests = [];
const test = (name, run) => tests.push([name, run]);
const thinks = (what) => ({ view }) => view && view.thinking === what;
const refused = (promise, message, status = 400) =>
  assert.rejects(promise, (error) => error.status === status && message.test(error.message));

// ---- requests

test('a game is played by requests, and its file is that of the server', async (engine) => {
  const page = await open(engine, { game: 'tictacdoh', seats: ['human', 'human'], seed: 3 });
  await page.until(({ view, state }) => view && state === 'open');
  await refused(page.post('play', { move: 'z9' }), /./);
  const { text } = page.view.moves[0];
  await page.post('play', { move: text });
  await page.until(({ view }) => view.ply === 1);
  assert.equal((await engine.get('api/table/1/position', { ply: '1' })).frame !== undefined, true);
  assert.equal((await page.post('preview', { moves: [page.view.moves[0].text] })).frames.length, 1);
  await page.post('undo');
  await page.until(({ view }) => view.ply === 0 && view.history.length === 1);
  assert.match((await page.post('text')).text, /^boardlab game\ngame: tictacdoh/);
  page.close();
});

test('what cannot be opened is refused, and the game on the table stays', async (engine) => {
  const page = await open(engine, { game: 'tictacdoh', seats: ['human', 'human'] });
  await refused(engine.post('api/open', { game: 'chess' }), /no game 'chess'/);
  await refused(engine.post('api/open', { game: '../x.lua' }), /./);
  await refused(engine.post('api/open', {}), /give one of/);
  await refused(engine.post('api/open', { game: 'broken.lua' }), /broken\.lua/);
  await refused(engine.post('api/open', { game: 'quoridor', seats: ['exec:sh', 'human'] }), /./);
  await refused(engine.get('api/library'), /nothing at/, 404);
  await page.post('resign');
  await page.until(({ view }) => view.over);
  assert.deepEqual(page.view.ending.winners, [2]);
  page.close();
});

test('games and bots are described, also those of files', async (engine) => {
  assert.equal((await engine.get('api/game', { spec: 'row.lua' })).title, 'row');
  assert.equal((await engine.get('api/bot', { spec: 'casual', game: 'quoridor' })).spec !== '', true);
});

test('without seats, a person plays first, against mcts', async (engine) => {
  const page = await open(engine, { game: 'quoridor', seed: 1 });
  await page.until(({ view }) => view);
  assert.deepEqual(page.view.seats, ['human', 'mcts']);
  page.close();
});

test('who listens later hears the latest, and nothing of other games', async (engine) => {
  const first = await open(engine, { game: 'tictacdoh', seats: ['human', 'human'] });
  await first.until(({ view }) => view);
  const second = await open(engine, { game: 'quoridor', seats: ['human', 'human'] });
  await second.until(({ view }) => view);
  assert.match(first.view.game.spec, /^tictacdoh/);
  const third = new second.constructor(engine, '2');
  await third.until(({ view }) => view);
  assert.match(third.view.game.spec, /^quoridor/);
  for (const page of [first, second, third]) page.close();
});

// ---- searches

test('searches are stopped', async (engine) => {
  const page = await open(engine, { game: 'quoridor:size=5', seats: ['human', SLOW] });
  await page.until(({ view }) => view);
  await page.post('play', { move: 'c2' });
  await page.until(thinks('move'));
  await page.post('stop');
  await page.until(({ view }) => view.stopped && view.thinking === null);
  await page.post('go');
  await page.until(thinks('move'));
  await page.post('undo');
  await page.until(({ view }) => view.ply === 0 && view.thinking === null);
  await page.post('play', { move: 'c2' });
  await page.post('seats', { seats: ['human', 'greedy'] });
  await page.until(({ view }) => view.human && view.ply === 2);
  page.close();
});

test('nobody thinks without a page', async (engine) => {
  const page = await open(engine, { game: 'quoridor:size=5', seats: [SLOW, 'human'] });
  await page.until(thinks('move'));
  page.close();
  const other = new page.constructor(engine, page.table);
  await other.until(thinks('move'));
  other.close();
});

test('hints come while they get better, and end with a move', async (engine) => {
  const page = await open(engine, { game: 'quoridor:size=5', seats: ['human', 'human'], seed: 1 });
  await page.until(({ view }) => view);
  await page.post('hint', { iterations: 1000000 });
  await page.until(({ hint }) => hint && !hint.done && hint.moves.length > 0);
  await page.post('play', { move: 'c2' });
  await page.until(({ hint, view }) => hint === null && view.thinking === null);
  page.close();
});

test('positions are evaluated', async (engine) => {
  const page = await open(engine, { game: 'tictacdoh', seats: ['human', 'human'], moves: 'Sc3' });
  await page.post('evaluate', { on: true });
  await page.until(({ evaluation }) => evaluation && evaluation.values.length === 2 && evaluation.values.every(Array.isArray));
  page.close();
});

const untimed = (text) => text.replace(/^(milliseconds|hints|undos):.*\n/gm, '');

// The moves of bots depend on what they have drawn and remember.
test('bots move as in a game without hints and stops', async (engine) => {
  const body = { game: 'quoridor:size=5', seats: ['human', 'mcts:iterations=300'], seed: 5 };
  const play = async (disturb) => {
    const page = await open(engine, body);
    for (let ply = 0; ply < 10; ply += 2) {
      await page.until(({ view }) => view && (view.over || (view.human && view.ply === ply)));
      if (page.view.over) break;
      await disturb(page, ply);
      await page.post('play', { move: page.view.moves[0].text });
    }
    await page.until(({ view }) => view.over || view.human);
    page.close();
    return untimed(page.view.text);
  };
  const calm = await play(async () => {});
  const hinted = await play((page) => page.post('hint', { iterations: 1000000 }));
  assert.equal(hinted, calm);
});

// ---- Lua files

const BOTS = {
  endless: 'return {choose = function() while true do end end}',
  error: 'return {choose = function() error("no") end}',
  memory: 'return {choose = function() local t = {} while true do t[#t + 1] = ("x"):rep(100000) .. #t end end}',
  illegal: 'return {choose = function() return 123456789 end}',
  deep: 'local function f(n) return 1 + f(n + 1) end return {choose = function() return f(1) end}',
  nothing: 'return {choose = function() end}',
  caught: 'return {choose = function() while true do pcall(function() while true do end end) end end}',
};
const ROW = readFileSync(join(root, 'lua/games/mnk.lua'), 'utf8').replace('title = "m,n,k"', 'title = "row"');
// Each call stays within its limits, but to write all moves takes minutes once a1 was played.
const HANGS = ROW.replace('return s.board:name(move)', 'if s.board[1] > 0 then for _ = 1, 4000000 do end end return s.board:name(move)');
const files = () => {
  const all = { 'row.lua': ROW, 'broken.lua': 'local x = nil\nreturn x.y\n' };
  for (const [name, text] of Object.entries(BOTS)) all[`${name}.lua`] = text;
  return all;
};

test('bots that misbehave forfeit as in the command', async (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'boardlab-'));
  for (const [name, text] of Object.entries(BOTS)) {
    writeFileSync(join(folder, `${name}.lua`), text);
    const page = await open(engine, { game: 'tictacdoh', seats: [`${name}.lua`, 'random'], seed: 2 });
    await page.until(({ view }) => view && view.ending);
    page.close();
    execFileSync(boardlab, ['play', 'tictacdoh', '--seat', `${name}.lua`, '--seat', 'random', '--seed', '2', '--save', 'x.game'], {
      cwd: folder,
      stdio: 'ignore',
    });
    assert.equal(untimed(page.view.text), untimed(readFileSync(join(folder, 'x.game'), 'utf8')), name);
    assert.equal(page.view.ending.how, 'forfeited', name);
  }
  rmSync(folder, { recursive: true });
});

test('what files print is shown', async (engine) => {
  const page = await open(engine, { game: 'tictacdoh', seats: ['talks.lua', 'human'] });
  await page.until(({ view }) => view && view.bot_printed.includes('talks.lua, ply 1: hello'));
  page.close();
});

test('a bot that prints without end is heard now and then', async (engine) => {
  const begun = Date.now();
  const page = await open(engine, { game: 'tictacdoh', seats: ['floods.lua', 'human'] });
  await page.until(({ view }) => view && view.bot_printed.includes('floods.lua, ply 1: 20000'));
  assert.ok(page.events.length < 20 + (Date.now() - begun) / 50, `${page.events.length} messages`);
  page.close();
});

test('a file that is needed is found', async (engine) => {
  const page = await open(engine, { game: 'needs.lua', seats: ['human', 'human'] });
  await page.until(({ view }) => view && view.game.title === 'row');
  page.close();
});

// ---- when something goes wrong

test('rules that hang are left: the game is as it was before', async () => {
  const engine = await startEngine(root, build, { 'hangs.lua': HANGS }, { patience: 5000 });
  const game = 'hangs.lua:m=26,n=26';
  const page = await open(engine, { game, seats: ['human', 'human'] });
  await page.post('play', { move: 'b2' });
  await refused(page.post('play', { move: 'a1' }), /took longer than 5 seconds. The game is as it was/, 500);
  await page.until(({ view }) => view.ply === 1 && view.history.length === 1);
  await page.post('play', { move: 'c3' });
  await page.until(({ view }) => view.ply === 2);
  await refused(engine.post('api/open', { game, seats: ['human', 'human'], moves: 'a1' }), /took longer/, 500);
  await page.post('play', { move: 'd4' });
  await page.until(({ view }) => view.ply === 3);
  page.close();
  engine.end();
});

test('the page is small', async () => {
  const { size } = statSync(join(build, 'export.html'));
  assert.ok(size <= SIZE, `${size} bytes`);
});

const extra = {
  'talks.lua': 'return {choose = function(s) print("hello") return s:moves()[1] end}',
  'floods.lua': 'return {choose = function(s) for i = 1, 20000 do print(i) end return s:moves()[1] end}',
  'needs.lua': 'return require "deep.row"',
  'deep/row.lua': ROW,
  'hangs.lua': HANGS,
};
const engine = await startEngine(root, build, Object.assign(files(), extra));
const late = () =>
  new Promise((done, failed) => {
    setTimeout(() => failed(new Error('it takes too long')), PATIENCE).unref();
  });
let failures = 0;
for (const [name, run] of tests)
  try {
    await Promise.race([run(engine), late()]);
    console.log(`ok: ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
engine.end();
process.exit(failures ? 1 : 0);
