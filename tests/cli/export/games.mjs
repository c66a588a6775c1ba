// Every game and variant of the library on the page of exported games, in Chromium: a person plays
// moves at random against bots that do so. The page always says what to do, and reports no error.
//
//     node games.mjs BOARDLAB [GAME…]

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from '../../analysis/report/browser.mjs';
import { open } from '../studio/harness.mjs';

const [program, ...chosen] = process.argv.slice(2);
const boardlab = realpathSync(program);
const folder = mkdtempSync(join(tmpdir(), 'export-games-'));
const command = (...args) => execFileSync(boardlab, args, { cwd: folder, encoding: 'utf8' });
const MOVES = 8; // of a person in a game

// The games that are built in, then those and the variants in Lua.
function library() {
  const listed = command('games').split('\n\nBots')[0].split('\n');
  return listed.map((line) => line.split(/\s/)[0]).filter((spec) => /^[a-z]+$|\.lua$/.test(spec) && spec !== 'game');
}

// Runs in the page: plays a game. Returns how many moves a person made, and what the page said before
// them that is no instruction.
async function play(most) {
  const until = async (is) => {
    for (let tries = 0; tries < 3000; tries++) {
      const found = is();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 5));
    }
    throw new Error('nothing happens');
  };
  let state = 1;
  const random = (n) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
  const { app } = window.Studio;
  await app.open({ seats: app.start.seats.map((_, i) => (i === 0 ? 'human' : 'random')), seed: 1 });
  const table = await until(() => app.table);
  await until(() => table.view);
  await table.request('pace', { milliseconds: 0 });
  const wrong = [];
  for (let moves = 0; ; moves++) {
    const view = await until(() => (table.view.over || (table.view.human && table.view.moves.length) ? table.view : null));
    if (view.over || moves === most) return { moves, wrong };
    const said = table.status.textContent;
    if (!/^Your turn: [a-z].*\./.test(said)) wrong.push(said);
    await table.request('play', { move: view.moves[random(view.moves.length)].text });
    await until(() => table.view !== view && table.view.ply > view.ply);
  }
}

const browser = new Browser();
try {
  const games = chosen.length ? chosen : library();
  assert.ok(chosen.length || games.length > 30, `the library has ${games.length} games`);
  for (const [i, game] of games.entries()) {
    command('export', game, '--out', `${i}.html`);
    const studio = await open(browser, pathToFileURL(join(folder, `${i}.html`)).href);
    const { moves, wrong } = await studio.call(play, MOVES);
    assert.ok(moves > 0, `${game}: no turn`);
    assert.deepEqual(wrong, [], `${game}: what the page says`);
    assert.deepEqual(studio.errors, [], `${game}: errors in the console`);
    await studio.page.close();
    if (process.env.VERBOSE) console.log(game, moves);
  }
  console.log('passed');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
