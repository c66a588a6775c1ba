// How fast the engine of exported games is beside the command: for each game, one between searches with
// the same moves, by the CPU time of both, the smallest of three (the first warms the engine up); and the
// time until the engine can be asked.
//
//     node speed.mjs BOARDLAB ROOT EXPORT ITERATIONS GAME…
//
// EXPORT is the folder with the engine.
import { execFileSync } from 'node:child_process';
import { open, startEngine } from './harness.mjs';

const [boardlab, root, build, iterations, ...games] = process.argv.slice(2);
const TIMES = 3;
const SEED = 1;

function native(game, who) {
  const seats = who.flatMap((seat) => ['--seat', seat]);
  const timed = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null; } 2>&1';
  const out = execFileSync('bash', ['-c', timed, 'speed', boardlab, 'play', game, ...seats, '--seed', String(SEED)], { encoding: 'utf8' });
  const [user, system] = out.trim().split(' ').map(Number);
  return user + system;
}

async function exported(transport, game, seats) {
  const before = process.cpuUsage();
  const page = await open(transport, { game, seats, seed: SEED });
  await page.until(({ view }) => view && (view.ending || view.error));
  page.close();
  if (!page.view.ending) throw new Error(`${game}: ${page.view.error.message}`);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, plies: page.view.ply };
}

const begun = performance.now();
const transport = await startEngine(root, build);
await transport.get('api/game', { spec: 'tictacdoh' });
console.log(`ready after ${((performance.now() - begun) / 1000).toFixed(2)} s`);
for (const game of games) {
  const { seats } = await transport.get('api/game', { spec: game });
  const who = Array(seats).fill(`mcts:iterations=${iterations}`);
  let [here, there, plies] = [Infinity, Infinity, 0];
  for (let i = 0; i < TIMES; i++) {
    here = Math.min(here, native(game, who));
    const one = await exported(transport, game, who);
    there = Math.min(there, one.seconds);
    plies = one.plies;
  }
  console.log(`${game}: ${plies} plies, native ${here.toFixed(2)} s, engine ${there.toFixed(2)} s: 1/${(there / here).toFixed(2)}`);
}
transport.end();
