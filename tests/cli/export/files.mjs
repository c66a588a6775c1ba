// The files in an exported page are all that its game and its bots need: every included game and variant,
// and a file that requires one of the library, opens with nothing else, and bots play it.
//
//     node files.mjs BOARDLAB ROOT EXPORT
//
// EXPORT is the folder with the engine.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { open, startWith } from './harness.mjs';

const [boardlab, root, build] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'export-files-'));

const listed = (name) => readdirSync(join(root, 'lua', name)).filter((file) => file.endsWith('.lua')).map((file) => `${name}/${file}`);

// What the page of a game knows.
function dataOf(game) {
  const page = join(folder, 'page.html');
  execFileSync(boardlab, ['export', game, '--bot', 'greedy', '--bot', 'beginner', '--out', page], { cwd: folder });
  return JSON.parse(readFileSync(page, 'utf8').match(/<script type="application\/json" id="game">(.*)<\/script>/)[1]);
}

// Bots play its first moves.
async function check(game) {
  const { about, bots, files } = dataOf(game);
  const transport = await startWith(root, build, files);
  const seats = Array.from({ length: about.seats }, (_, i) => bots[i % bots.length].spec);
  const page = await open(transport, { game: about.spec, seats, seed: 1 });
  await page.until(({ view }) => view && (view.ply > 2 || view.ending || view.error));
  assert.equal(page.view.error, null, game);
  page.close();
  transport.end();
}

mkdirSync(join(folder, 'mine'));
writeFileSync(join(folder, 'mine', 'pie.lua'), 'return require("modifiers").pie "tictacdoh"');
const games = ['mine/pie.lua', ...listed('games'), ...listed('variants')];
for (const game of games) await check(game);
rmSync(folder, { recursive: true });
assert.ok(games.length > 30);
console.log(`${games.length} pages have their files`);
