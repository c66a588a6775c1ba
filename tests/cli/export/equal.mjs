// Games that the engine of exported games plays are those of the command: the same game files, apart
// from the times. Of every included game and variant a game between random bots, one in which a search
// moves first, and one between searches; and a game of every included bot.
//
//     node equal.mjs BOARDLAB ROOT EXPORT [PATTERN]
//
// EXPORT is the folder with the engine; PATTERN chooses games and bots by their specs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { open, startEngine } from './harness.mjs';

const [boardlab, root, build, pattern = '.'] = process.argv.slice(2);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'boardlab-'));
const SEARCH = 'mcts:iterations=16';

const untimed = (text) => text.replace(/^milliseconds:.*\n/m, '');

async function native(game, seats, seed) {
  const file = join(folder, 'native.game');
  const who = seats.flatMap((seat) => ['--seat', seat]);
  await run(boardlab, ['play', game, ...who, '--seed', String(seed), '--save', file], { maxBuffer: 1 << 26 });
  return untimed(readFileSync(file, 'utf8'));
}

async function exported(transport, game, seats, seed) {
  const page = await open(transport, { game, seats, seed });
  await page.until(({ view }) => view && (view.ending || view.error));
  page.close();
  if (!page.view.ending) throw new Error(`${game}: ${page.view.error.message}`);
  return untimed(page.view.text);
}

async function compare(transport, game, seats, seed) {
  const [one, other] = await Promise.all([native(game, seats, seed), exported(transport, game, seats, seed)]);
  assert.equal(other, one, `${game}, seats ${seats.join(' ')}, seed ${seed}`);
}

// What is in a folder of the library, by the kind that the engine and the command see in it.
const listed = (name) => readdirSync(join(root, 'lua', name)).filter((file) => file.endsWith('.lua')).map((file) => `${name}/${file}`);

// The games to play, as [spec, seats].
async function plan(transport) {
  const games = ['dorix', 'orbital', 'quoridor', 'tictacdoh', ...listed('games'), ...listed('variants')];
  const list = [];
  for (const game of games) {
    const { seats } = await transport.get('api/game', { spec: game });
    const all = (bot) => Array(seats).fill(bot);
    list.push([game, all('random')], [game, [SEARCH, ...all('random').slice(1)]], [game, all(SEARCH)]);
  }
  for (const bot of listed('bots')) {
    const { plays } = await transport.get('api/bot', { spec: bot });
    list.push([plays || 'tictacdoh', [bot, 'random']]);
  }
  return list.filter(([game, seats]) => `${game} ${seats.join(' ')}`.match(pattern));
}

const transport = await startEngine(root, build);
const games = await plan(transport);
for (const [i, [game, seats]] of games.entries()) {
  const begun = Date.now();
  await compare(transport, game, seats, i + 1);
  console.log(`${game}: ${seats.join(' ')}, ${Date.now() - begun} ms`);
}
transport.end();
rmSync(folder, { recursive: true });
assert.ok(pattern !== '.' || games.length > 100, `only ${games.length} games`);
console.log(`${games.length} games are the same`);
