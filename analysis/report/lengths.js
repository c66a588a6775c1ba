// Game length: a histogram, and the mean by how games end. Truncated and forfeited games would
// have gone on: they are marked, and a quantile that is beyond them is "at least" something.
import { ENDS, indices, known, count, percent, plural } from './text.js';
import { NUMBER, WORD, make, muted, numbers, figure } from './dom.js';
import { seatColour, dots, bars } from './charts.js';
import { integerTicks, range } from './axes.js';
import { bins } from './bins.js';
import { rateTable } from './win_rates.js';

// [{ at, value, stopped, n }]: the share of games of each length, and of those that were
// truncated or forfeited there.
function sharesOf(metrics) {
  return metrics
    .list('length', 'rate')
    .map((row) => ({
      at: Number(row.key),
      value: row.value,
      stopped: metrics.value('length', row.key, 'stopped_rate') || 0,
      n: row.n,
    }))
    .filter((row) => Number.isInteger(row.at));
}

// The bars of a histogram. No game is longer than `limit` plies, if that is known.
function binned(shares, grid, limit) {
  const bars = indices(grid.bars).map((i) => {
    const from = grid.start + i * grid.width;
    const to = grid.single ? from : Math.min(from + grid.width - 1, limit);
    const name = to > from ? `${count(from)}–${count(to)}` : count(from);
    return { name, value: 0, part: 0 };
  });
  for (const row of shares) {
    bars[grid.of(row.at)].value += row.value;
    bars[grid.of(row.at)].part += row.stopped;
  }
  return bars;
}

const STOPPED = {
  rest: 'ended',
  name: 'stopped: truncated or forfeited',
  colour: '--truncated',
};

function lengths(run, metrics) {
  const rows = sharesOf(metrics);
  if (rows.length === 0) return lengthTable(metrics);
  return [histogram(run, metrics, rows), lengthByEnd(metrics)];
}

// "length in plies", with what a bar stands for where that is not one length each.
function lengthTitle({ single, apart, width, start }) {
  if (!single) return `length in plies, ${count(width)} to a bar`;
  if (apart === 1) return 'length in plies';
  if (apart === 2) return `length in plies (all are ${start % 2 ? 'odd' : 'even'})`;
  return `length in plies (all differ by multiples of ${count(apart)})`;
}

// What is shaded: more than 90% of the games where many have the same length.
function shadedText(rows, from, to) {
  const within = rows.filter(({ at }) => at >= from && at <= to);
  if (within.length === rows.length) return 'The shaded range contains all of these games.';
  const share = within.reduce((sum, { value }) => sum + value, 0);
  return `The shaded range contains ${percent(share)} of these games.`;
}

// The bars of a histogram, with the median of a run.
function lengthBars(label, shares, grid, metrics, options) {
  const median = metrics.get('run', '', 'plies_median');
  return bars(label, shares, {
    xTitle: lengthTitle(grid),
    yTitle: 'share of games',
    formatX: (bin) => `${bin.name} plies`,
    part: shares.some((bin) => bin.part > 0) ? STOPPED : null,
    lines:
      median && shares.length > 1
        ? [{ axis: 'x', value: grid.position(median.value), label: `median ${median.text}`, over: true }]
        : [],
    ...options,
  });
}

function histogram(run, metrics, rows) {
  const grid = bins(rows, { games: rows[0].n, period: run.seats });
  const shares = binned(rows, grid, run.max_plies || Infinity);
  const at = grid.position;
  const half = grid.single ? 0.5 : 0.5 / grid.width;
  const get = (metric) => metrics.value('run', '', metric);
  const limit = get('plies_limit');
  const p5 = get('plies_p5');
  const p95 = get('plies_p95') ?? limit;
  const stopped = shares.some((bin) => bin.part > 0);
  const chart = lengthBars('Histogram of game lengths', shares, grid, metrics, {
    bands:
      known(p5) && known(p95)
        ? [{ axis: 'x', from: at(p5) - half, to: at(p95) + half }]
        : [],
  });
  return figure(
    'lengths',
    chart,
    lengthTable(metrics),
    [
      known(p5) && known(p95) && shadedText(rows, p5, p95),
      known(limit) &&
        `Mean and standard deviation count longer games as ${plural(limit, 'ply', 'plies')}.`,
    ].map(muted),
    numbers(
      'Share of games by length',
      [WORD('Plies'), NUMBER('Games'), ...(stopped ? [NUMBER('Stopped')] : [])],
      shares
        .filter((bin) => bin.value > 0)
        .map((bin) => [bin.name, percent(bin.value), ...(stopped ? [percent(bin.part)] : [])]),
    ),
  );
}

// Quantiles may be beyond the limit: "at least 90".
const STATISTICS = [
  ['mean', 'plies_mean'],
  ['median', 'plies_median'],
  ['5th percentile', 'plies_p5'],
  ['95th percentile', 'plies_p95'],
  ['standard deviation', 'plies_sd'],
  ['passes per game', 'passes_mean'],
];

function lengthTable(metrics) {
  const get = (metric) => metrics.any('run', '', metric);
  const rows = STATISTICS.map(([name, metric]) => ({ name, ...get(metric) })).filter(
    ({ name, text, value }) => text && (value !== 0 || !/passes/.test(name)),
  );
  if (rows.length === 0) return null;
  const [least, most] = [get('plies_min'), get('plies_max')];
  const open = get('plies_limit') ? 'at least ' : '';
  if (least && most) rows.splice(4, 0, { name: 'range', text: `${least.text} to ${open}${most.text}`, interval: '' });
  return rateTable('Length in plies', ['Statistic', 'Plies'], rows);
}

// The games of each end, with their mean length.
function endsOf(metrics) {
  const seats = metrics.list('seat', 'plies_mean').map((row) => ({
    ...row,
    name: `won by seat ${row.key}`,
    colour: seatColour(Number(row.key)),
  }));
  const ends = metrics
    .list('end', 'plies_mean')
    .map((row) => ({ ...row, name: ENDS[row.key], colour: `--${row.key}` }));
  return [...seats, ...ends];
}

function lengthByEnd(metrics) {
  const rows = endsOf(metrics);
  if (rows.length < 2) return null;
  const chart = dots('Mean length of games by how they end', rows, {
    title: 'mean length in plies',
    rowTitle: 'end of the game',
    ticks: integerTicks,
    range: range(rows.map((row) => row.value), 2, 0),
  });
  const means = numbers(
    'Mean length by how games end',
    [WORD('Games'), NUMBER('Plies'), NUMBER('Games')],
    rows.map((row) => [row.name, row.text, count(row.n)]),
  );
  return [make('h4', null, 'Length by how games end'), figure('length-by-end', chart, means)];
}

export { lengths, sharesOf, binned, lengthBars, STOPPED };
