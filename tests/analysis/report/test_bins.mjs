// Histograms have bars of equal width and no teeth: bins.js.
//
//     node tests/analysis/report/test_bins.mjs analysis/report/bins.js
import { loadScript } from '../../support/page_module.mjs';

const { bins } = await loadScript(process.argv[2]);

let failures = 0;
let checked = 0;
function expect(what, holds) {
  checked++;
  if (holds) return;
  failures++;
  console.error(`not so: ${what}`);
}

// Lengths around `middle`, of which only those that `occurs` do.
function hill(least, most, occurs, share = () => 1) {
  const middle = (least + most) / 2;
  const rows = [];
  for (let at = least; at <= most; at++)
    if (occurs(at))
      rows.push({ at, value: share(at) * Math.exp(-(((at - middle) / (most - least || 1)) ** 2) * 12) });
  const sum = rows.reduce((total, row) => total + row.value, 0);
  return rows.map((row) => ({ at: row.at, value: row.value / sum }));
}

// The heights of the bars. Every number has a bar, and the bars hold all games.
function heights(rows, grid, what) {
  const bars = Array.from({ length: grid.bars }, () => 0);
  for (const row of rows) {
    const bar = grid.of(row.at);
    expect(`${what}: ${row.at} has a bar`, bar >= 0 && bar < grid.bars);
    bars[bar] += row.value;
    expect(
      `${what}: ${row.at} is drawn in its bar`,
      Math.abs(grid.position(row.at) - bar) <= 0.5,
    );
  }
  return bars;
}

// Bars that are lower than both neighbours, by more than a little.
function teeth(bars) {
  return bars.filter(
    (bar, i) => i > 0 && i < bars.length - 1 && bar < 0.8 * Math.min(bars[i - 1], bars[i + 1]),
  ).length;
}

const all = () => true;
const CASES = [
  // what, least, most, which occur, their share, seats, games
  ['every length', 20, 40, all, undefined, 2, 1e6],
  ['all odd', 21, 61, (at) => at % 2 === 1, undefined, 2, 1e6],
  ['all even', 20, 60, (at) => at % 2 === 0, undefined, 2, 1e6],
  ['mostly odd', 20, 60, all, (at) => (at % 2 ? 0.9 : 0.1), 2, 1e6],
  ['rather odd', 20, 90, all, (at) => (at % 2 ? 0.6 : 0.4), 2, 1e6],
  ['rather odd and long', 50, 900, all, (at) => (at % 2 ? 0.6 : 0.4), 2, 1e6],
  ['multiples of 3', 30, 120, (at) => at % 3 === 0, undefined, 3, 1e6],
  ['mostly multiples of 3', 30, 120, all, (at) => (at % 3 ? 0.1 : 0.8), 3, 1e6],
  ['one more than multiples of 4', 41, 4001, (at) => at % 4 === 1, undefined, 4, 1e6],
  ['pairs of plies', 20, 200, all, (at) => (at % 4 < 2 ? 0.7 : 0.3), 2, 1e6],
  ['one length', 12, 12, all, undefined, 2, 1],
  ['negative margins', -40, 30, all, undefined, 2, 1e6],
];
for (const [what, least, most, occurs, share, period, games] of CASES) {
  const rows = hill(least, most, occurs, share);
  const grid = bins(rows, { games, period });
  expect(`${what}: a whole width`, Number.isInteger(grid.width) && grid.width >= 1);
  expect(`${what}: ${grid.bars} bars`, grid.bars >= 1 && grid.bars <= 61);
  const bars = heights(rows, grid, what);
  expect(`${what}: no teeth in ${bars.map((bar) => bar.toFixed(3))}`, teeth(bars) === 0);
  expect(`${what}: no empty ends`, bars[0] > 0 && bars[bars.length - 1] > 0);
}

const odd = bins(hill(21, 61, (at) => at % 2 === 1), { games: 1e6, period: 2 });
expect('lengths that are all odd have a bar each', odd.single && odd.width === 2);
const few = bins(hill(18, 72, all), { games: 100, period: 2 });
expect(`100 games have ${few.bars} bars, not one per length`, few.bars <= 20 && few.width % 2 === 0);
const far = bins(
  [-4e11, 1, 7, 4e11].map((at) => ({ at, value: 0.25 })),
  { games: 4, period: 2 },
);
expect(`numbers far apart have ${far.bars} bars`, far.bars >= 2 && far.bars <= 61);
const ranges = bins(hill(0, 9, all), { games: 1e6, period: 2, ranges: true });
expect('ranges only', !ranges.single);
const random = bins(
  Array.from({ length: 400 }, (_, i) => ({ at: ((i * 7919) % 400) + 10, value: 1 / 400 })),
  { games: 400, period: 2 },
);
expect(`flat data have ${random.bars} bars`, random.bars <= 20);

console.log(`${checked} checks, ${failures} failed`);
process.exitCode = failures ? 1 : 0;
