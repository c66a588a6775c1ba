// The same games in Chromium, Firefox and WebKit: moves and files are those of the command, byte for
// byte but for times, and no browser asks for anything beyond the page.
//
//     node browsers.mjs BOARDLAB [BROWSER…]

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kinds, start } from './drivers.mjs';

const [program, ...chosen] = process.argv.slice(2);
const boardlab = realpathSync(program);
const folder = mkdtempSync(join(tmpdir(), 'export-browsers-'));
const command = (args, input) => execFileSync(boardlab, args, { cwd: folder, encoding: 'utf8', input });

// A game against a bot, with hidden hands, of rules in Lua, and of a graph.
const GAMES = [
  ['quoridor', 'mcts:iterations=200'],
  ['games/tricks.lua', 'random'],
  ['games/hex.lua:size=5', 'casual'],
  ['tictacdoh', 'beginner'],
];
const SEED = 7;

// Runs in the page: plays a game, a person choosing the middle one of the legal moves, up to so many
// moves. Returns what the person played and the text of the file.
async function play({ game, bot, seed, most }) {
  const until = async (is) => {
    for (let tries = 0; ; tries++) {
      const found = is();
      if (found) return found;
      if (tries > 6000) throw new Error('nothing happens');
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  const { app } = window.Studio;
  await app.open({ game, seats: ['human', bot], seed });
  const table = await until(() => app.table);
  await until(() => table.view);
  const played = [];
  for (;;) {
    const view = await until(() => (table.view.over || (table.view.human && table.view.moves.length && played.length * 1 <= table.view.ply) ? table.view : null));
    if (view.over || played.length === most) break;
    const { text } = view.moves[Math.floor(view.moves.length / 2)];
    played.push(text);
    await table.request('play', { move: text });
    await until(() => table.view.ply > view.ply);
  }
  const over = Boolean(table.view.over);
  if (!over) await table.request('resign');
  return { played, over, text: (await table.request('text')).text };
}

const withoutTimes = (text) => text.replace(/^milliseconds:.*\n/m, '');

// The same people's moves, in the terminal.
function native(game, bot, { played, over }) {
  const file = join(folder, 'native.game');
  rmSync(file, { force: true });
  command(['play', game, '--seat', 'human', '--seat', bot, '--seed', String(SEED), '--save', file], `${[...played, ...(over ? [] : ['resign'])].join('\n')}\n`);
  return readFileSync(file, 'utf8');
}

async function check(browser, kind) {
  for (const [game, bot] of GAMES) {
    const page = join(folder, 'page.html');
    command(['export', game, '--out', page, '--bot', bot]);
    await browser.navigate(pathToFileURL(page).href);
    const result = await browser.call(play, { game, bot, seed: SEED, most: 12 });
    assert.ok(result.played.length > 1, `${kind}, ${game}: only ${result.played.length} moves`);
    assert.equal(withoutTimes(result.text), withoutTimes(native(game, bot, result)), `${kind}, ${game}`);
    const asked = await browser.call(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !/^(blob|data):/.test(name)));
    assert.deepEqual(asked, [], `${kind} asks for more than the page`);
  }
}

try {
  for (const kind of chosen.length ? chosen : kinds) {
    const home = mkdtempSync(join(folder, 'home-'));
    writeFileSync(join(home, 'user'), '');
    const browser = await start(kind, home);
    try {
      await check(browser, kind);
    } finally {
      await browser.close();
    }
    console.log(`${kind}: passed`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
