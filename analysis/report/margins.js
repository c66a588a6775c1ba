// Scores: a histogram of margins, and the mean score of each seat.
import { indices, known, percent } from './text.js';
import { NUMBER, WORD, muted, numbers, figure } from './dom.js';
import { bars } from './charts.js';
import { bins } from './bins.js';
import { rateTable } from './win_rates.js';

// From the lowest margin to the highest. One bar for each margin, if games have no others and
// they are few; otherwise bars for ranges of margins. `step`: what margins are multiples of.
function binned(rows, step, exact) {
  const places = rows.map((row) => ({
    at: Math.round(Number(row.key) / step),
    value: row.value,
  }));
  const grid = bins(places, { games: rows[0].n, period: 2, ranges: !exact });
  const points = (i) => Number(((grid.start + i * grid.width) * step).toPrecision(12));
  const shares = indices(grid.bars).map((i) => ({
    name: grid.single ? String(points(i)) : `${points(i)} to below ${points(i + 1)}`,
    value: 0,
  }));
  for (const { at, value } of places) shares[grid.of(at)].value += value;
  const position = (margin) =>
    grid.single ? grid.position(margin / step) : (margin / step - grid.start) / grid.width - 0.5;
  return { shares, position };
}

function scoreTable(metrics) {
  const seats = metrics
    .list('seat', 'score_mean')
    .map((row) => ({ ...row, name: `score of seat ${row.key}` }));
  const rows = [
    ...seats,
    { name: 'margin of the first side', ...metrics.get('run', '', 'margin_mean') },
    { name: 'standard deviation of the margin', ...metrics.get('run', '', 'margin_sd') },
  ].filter((row) => row.text);
  return rateTable('Scores', ['Mean', 'Points'], rows);
}

function margins(run, metrics) {
  const rows = metrics.list('margin', 'rate');
  const step = metrics.value('run', '', 'margin_step');
  if (rows.length === 0 || !known(step)) return null;
  const { shares, position } = binned(rows, step, metrics.value('run', '', 'margin_exact') === 1);
  const mean = metrics.get('run', '', 'margin_mean');
  const chart = bars('Histogram of margins', shares, {
    xTitle: 'margin of the first side, in points',
    yTitle: 'share of games',
    formatX: (bin) => `margin ${bin.name}`,
    lines:
      mean && shares.length > 1
        ? [{ axis: 'x', value: position(mean.value), label: `mean ${mean.text}`, over: true }]
        : [],
  });
  return figure(
    'margins',
    chart,
    scoreTable(metrics),
    muted(
      'The margin is the score of the first side minus the best of the others, in the games ' +
        'that were won or drawn.',
    ),
    numbers(
      'Share of games by margin',
      [WORD('Points'), NUMBER('Games')],
      shares.filter((bin) => bin.value > 0).map((bin) => [bin.name, percent(bin.value)]),
    ),
  );
}

export { margins };
