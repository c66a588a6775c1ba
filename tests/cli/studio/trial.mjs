// Writes a game with the studio open beside it: edits its files, and looks at what the page
// shows of the new rules, of errors in them, and of the trial of each version.
//
//     node trial.mjs BOARDLAB [--shots FOLDER]

import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';
import { Server, open } from './harness.mjs';

const boardlab = realpathSync(process.argv[2]);
const shots = process.argv[3] === '--shots' ? process.argv[4] : null;
const folder = mkdtempSync(join(tmpdir(), 'trial-'));
const browser = new Browser();
let server = null;

const RULES = `local lab = require "boardlab"
local size = require "size"

return lab.rules {
  title = "Row",
  state = { board = lab.grid { columns = size, rows = size, marks = ".XO" } },
  moves = function(s) return s.board:empty() end,
  play = function(s, move, seat) s.board[move] = seat end,
  outcome = function(s, mover)
    if s.board:has_line(mover, 3) then return mover end
    return s.board:full() and "draw" or nil
  end,
  text = function(s, move) return s.board:name(move) end,
  draw = function(s) return s.board:draw() end,
  scene = function(s) return { board = s.board } end,
}
`;
const save = (name, text) => writeFileSync(join(folder, name), text);
const shot = async (studio, name) => shots && studio.shot(join(shots, `${name}.png`));

async function play(studio, ...moves) {
  for (const move of moves) {
    const { ply } = await studio.view();
    await studio.type('.typing input', move);
    await studio.key('Enter');
    await studio.untilView(`${move} to be played`, (view, ply) => view.ply === ply + 1, ply);
  }
}

// ---- what a user does

// The file that serve was given is opened as soon as that is possible, and tried.
async function first(studio) {
  await studio.untilText('.error p', "there is no file 'size.lua'");
  save('size.lua', 'return 4\n');
  await studio.untilView('the game', (view) => view.game.spec === 'row.lua');
  await studio.untilText('.trial h3', 'Version 1');
  await studio.untilText('.trial-batch caption', /1,000 games, random in every seat/);
  await studio.untilText('.trial-batch table', 'seat 1 wins');
  await studio.untilText('.trial-check summary', 'no problems');
  assert.equal(await studio.text('.trial-changed'), '', 'there is no version before');
  await shot(studio, 'first');
}

// The board and the moves follow a change of a file that the game requires.
async function edited(studio) {
  await studio.open('row.lua', ['human', 'human']);
  await play(studio, 'a1', 'b2', 'd4', 'c2');
  save('size.lua', 'print("side", 3)\nreturn 3\n');
  await studio.untilText('.printed', /row.lua.*: side\s3/);
  await studio.untilView('the new board', (view) => view.board.columns === 3);
  const view = await studio.view();
  assert.equal(view.ply, 2, 'moves are kept as far as they are legal');
  await studio.untilText('.table-main .answer', 'they do not allow move 3: the game so far is kept');
  const kept = await studio.call((id) => window.Studio.store.find(`${id}#0`), (await studio.call(() => window.Studio.app.table.id)));
  assert.equal(kept.plies, 4, 'all of the game before is kept');
  assert.equal(view.error, null);
  await studio.untilText('.trial h3', 'Version 2');
  await studio.untilText('.trial-changed h4', 'from version 1 to version 2');
  await studio.untilText('.trial-changed li', 'Version 2 is shorter');
  await studio.untilText('.trial-check summary', 'Check of version 2: no problems');
  await shot(studio, 'edited');
}

// An error has its file, line and traceback; the game goes on with the rules of before.
async function broken(studio) {
  save('size.lua', 'local function side()\n  return nothing.here\nend\nreturn side() + 1\n');
  await studio.untilText('.error p', 'size.lua:2');
  await studio.untilText('.error .trace', 'size.lua:4');
  await studio.untilText('.trial-state', 'It fails. The figures below are for version 2.');
  const shown = await studio.call(() => document.querySelectorAll('.error:not([hidden])').length);
  assert.equal(shown, 1, 'the error is shown once');
  await play(studio, 'c3');
  await shot(studio, 'broken');
  save('size.lua', 'return 3\n');
  await studio.untilText('.trial-changed h4', 'from version 2 to version 4');
  await studio.untilView('no error', (view) => view.error === null && view.ply === 3);
  assert.equal(await studio.call(() => document.querySelectorAll('.error:not([hidden])').length), 0);
}

// Rules that can be opened, but fail while they are played.
async function failing(studio) {
  save('row.lua', RULES.replace('return s.board:full()', 'return s.board:empty(1, 2, 3).x.y'));
  await studio.untilText('.trial-error', 'row.lua:11');
  await studio.untilText('.trial h3', 'Version 5');
  await studio.untilText('.trial-state', 'It fails');
  save('row.lua', RULES.replace('"draw"', '1'));
  await studio.untilText('.trial-batch caption', 'Version 6');
  await studio.untilText('.trial-changed li', 'Version 4 is fairer');
}

async function otherBots(studio) {
  await studio.choose('.trial select', 'off');
  await studio.until('no trial', () => document.querySelector('.trial select').value === 'off');
  await studio.choose('.trial select', 'mcts');
  await studio.untilText('.trial-batch caption', /Version 6: 50 games, mcts/);
  assert.equal(await studio.text('.trial-changed'), '', 'no other version was played so');
  await studio.choose('.trial select', 'random');
  await studio.untilText('.trial-batch caption', /Version 6: 1,000 games, random/);
}

// Requests that make no sense are refused with a message.
async function refused(studio) {
  const ask = (game, body) =>
    studio.call(
      async (game, body) => {
        const { api } = window.Studio;
        const { table } = await api.post('api/open', { game });
        return api.post(`api/table/${table}/trial`, body).catch((error) => error.message);
      },
      game,
      body,
    );
  assert.match(await ask('row.lua', { mode: 'chess' }), /must be random, mcts or off, not 'chess'/);
  assert.match(await ask('row.lua', {}), /"mode" must be a string/);
  assert.match(await ask('quoridor', { mode: 'off' }), /not a Lua file in the served folder/);
  assert.match(await ask('games/hex.lua', { mode: 'off' }), /not a Lua file in the served folder/);
}

// A page that is loaded again shows everything at once.
async function reloaded(studio) {
  await studio.call(() => { window.before = true; });
  await studio.page.reload();
  await studio.until('the new page', () => !window.before);
  await studio.untilText('.trial-batch caption', 'Version 6: 1,000 games, random');
  assert.equal(await studio.call(() => document.querySelector('.trial select').value), 'random');
}

async function everywhere(hash) {
  for (const [name, options] of Object.entries({
    dark: { scheme: 'dark' },
    phone: { width: 390, height: 844, mobile: true },
  })) {
    const studio = await open(browser, server.url, { hash, ...options });
    await studio.untilText('.trial-batch caption', 'Version 6');
    const wide = await studio.call(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${name}: the page is ${wide} pixels too wide`);
    await shot(studio, name);
    studio.noErrors();
  }
}

try {
  save('row.lua', RULES);
  server = await Server.start(boardlab, folder, { file: 'row.lua' });
  const studio = await open(browser, server.url);
  for (const step of [first, edited, broken, failing, otherBots, refused, reloaded]) {
    await step(studio);
    studio.noErrors();
  }
  await everywhere(await studio.call(() => window.location.hash));
  assert.equal(await server.stop(), 0, server.said);
  server = null;
} finally {
  if (server) await server.kill();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
