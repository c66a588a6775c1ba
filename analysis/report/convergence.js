// Convergence: the win rate of seat 1 as games are added.
import { plural } from './text.js';
import { muted, figure } from './dom.js';
import { seatColour, curves } from './charts.js';
import { SHARE_TICKS, logarithmic, shareRange } from './axes.js';
import { fairLine } from './metrics.js';
import { rateTable } from './win_rates.js';

function convergence(run, metrics) {
  const points = metrics
    .list('convergence', 'win_rate')
    .map((row) => ({ ...row, x: row.n, y: row.value, name: row.key }));
  if (points.length < 2) return null;
  const lines = fairLine(run, metrics, 'y');
  // After a few games the intervals reach from 0 to 1; the axis fits those that follow.
  const since = (games) => points.filter((point) => point.x >= games);
  const shown = since(10).length > 1 ? since(10) : points;
  const late = since(50).length > 1 ? since(50) : shown;
  const chart = curves(
    'Win rate of seat 1 by number of games, with its 95% interval',
    [{ name: 'seat 1', colour: seatColour(1), points: shown }],
    {
      xTitle: 'number of games (logarithmic scale)',
      yTitle: 'share of games won by seat 1',
      lines,
      x: logarithmic({ min: shown[0].x, max: shown[shown.length - 1].x }),
      y: {
        ticks: SHARE_TICKS,
        ...shareRange([
          ...late.flatMap((point) => [point.low, point.high]),
          ...[...shown, ...lines].map(({ value }) => value),
        ]),
      },
      formatX: (item) => plural(item.parsed.x, 'game'),
    },
  );
  return figure(
    'convergence',
    chart,
    muted(
      'The band is the 95% interval after each number of games by itself: somewhere along the way it ' +
        'may well miss. Four times as many games halve its width.',
    ),
    rateTable('Win rate of seat 1 by number of games', ['Games', 'Won'], points),
  );
}

export { convergence };
