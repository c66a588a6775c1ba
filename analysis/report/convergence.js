// Convergence: the win rate of seat 1 as games are added.
import { count, percent, percentInterval, plural } from './text.js';
import { NUMBER, WORD, make, numbers, figure } from './dom.js';
import { seatColour, curves } from './charts.js';
import { SHARE_TICKS, logarithmic, shareRange } from './axes.js';
import { fairLine } from './metrics.js';

function convergence(run, metrics) {
  const points = (run.convergence || []).map(([games, rate, low, high]) => ({
    x: games,
    y: rate,
    value: rate,
    low,
    high,
  }));
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
      y: Object.assign(
        { ticks: SHARE_TICKS },
        shareRange(
          late
            .flatMap((point) => [point.low, point.high])
            .concat(shown.map((point) => point.value))
            .concat(lines.map((line) => line.value)),
        ),
      ),
      format: percent,
      formatX: (item) => plural(item.parsed.x, 'game'),
    },
  );
  return figure(
    'convergence',
    chart,
    make(
      'p',
      { class: 'muted' },
      'The band is the 95% interval after each number of games by itself: somewhere along the way it ' +
        'may well miss. Four times as many games halve its width.',
    ),
    numbers(
      'Win rate of seat 1 by number of games',
      [WORD('Games'), NUMBER('Won'), NUMBER('95% interval')],
      points.map((point) => [
        count(point.x),
        percent(point.value),
        percentInterval(point.low, point.high),
      ]),
    ),
  );
}

export { convergence };
