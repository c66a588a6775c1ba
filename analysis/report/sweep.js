// A sweep: how the metrics depend on the options that were varied.
import {
  ENDS,
  count,
  indices,
  known,
  fixed,
  percent,
  percentInterval,
  interval,
  pValue,
  plural,
  points,
  signed,
  signedPoints,
} from './text.js';
import { NUMBER, WORD, make, numbers, table, figure } from './dom.js';
import { STYLES, DASHES, groupStyle, seatColour, curves } from './charts.js';
import { SHARE_TICKS, integerTicks, range, shareRange, ticksAt } from './axes.js';

const one = (value) => fixed(value, 1);

// The x axis: numbers to scale, joined by lines, if all values are numbers; otherwise the values
// in their order, as dots. `apart`: the distance between neighbours.
function scaleOf(sweep) {
  const values = [...new Set(sweep.rows.map((row) => row.values[0]))];
  const numeric = values.every((value) => value !== '' && Number.isFinite(Number(value)));
  return numeric ? numberScale(values.map(Number).sort((a, b) => a - b)) : wordScale(values);
}

function wordScale(values) {
  const nameOf = (at) => values[at];
  return {
    position: (row) => values.indexOf(row.values[0]),
    axis: { ...ticksAt(indices(values.length), nameOf), min: -0.5, max: values.length - 0.5 },
    apart: 1.5, // there is nothing between words
    joined: false,
  };
}

// A margin at both ends keeps the outer points whole.
function numberScale(values) {
  const [first, last] = [values[0], values[values.length - 1]];
  const gaps = values.slice(1).map((value, i) => value - values[i]);
  const apart = gaps.length ? Math.min(...gaps) : 1;
  const margin = Math.max(0.04 * (last - first), 0.3 * apart);
  return {
    position: (row) => Number(row.values[0]),
    axis: { ...ticksAt(values, String), min: first - margin, max: last + margin },
    apart,
    joined: true,
  };
}

// Groups the rows by their values on all axes but the first.
function groupsOf(sweep) {
  const groups = new Map();
  for (const row of sweep.rows.filter((candidate) => candidate.games > 0)) {
    const label = sweep.axes
      .slice(1)
      .map((axis, i) => `${axis}=${row.values[i + 1]}`)
      .join(', ');
    if (!groups.has(label)) groups.set(label, []);
    groups.get(label).push(row);
  }
  return [...groups];
}

function pointsOf(sweep, scale, rows, read) {
  return rows
    .map((row) => {
      const [value, low, high] = read(row);
      return { x: scale.position(row), y: value, value, low, high, name: row.values[0] };
    })
    .filter((point) => known(point.value))
    .sort((a, b) => a.x - b.x);
}

// The win rate of each seat if all were equal: the mean of their rates, also with teams.
function fairRate(row) {
  return row.seats.reduce((sum, seat) => sum + seat[0], 0) / row.seats.length;
}

// A reference line if the fair rate is nearly the same in all runs; it varies with the share
// of games without a winner. Without any winner nothing is fair.
function fairLines(rows) {
  const shares = rows.map(fairRate);
  const even = Math.max(...shares) - Math.min(...shares) < 0.02;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return rows[0].seats.length > 1 && even && mean > 0 ? [{ axis: 'y', value: mean, label: 'fair' }] : [];
}

function sweepCurves(sweep, label, lines, y, more) {
  const scale = scaleOf(sweep);
  return curves(
    label,
    lines(scale),
    Object.assign(
      {
        xTitle: sweep.axes[0],
        x: scale.axis,
        apart: scale.apart,
        joined: scale.joined,
        y,
        formatX: (item) => `${sweep.axes[0]} ${item.dataset.points[item.dataIndex].name}`,
        format: percent,
        height: 340,
      },
      more,
    ),
  );
}

function shareAxis(sweep, seats, lines) {
  const values = sweep.rows
    .filter((row) => row.games > 0)
    .flatMap((row) => seats.flatMap((seat) => row.seats[seat] || []));
  return Object.assign(
    { ticks: SHARE_TICKS },
    shareRange(values.concat(lines.map((line) => line.value))),
  );
}

function sweepTable(sweep, caption, titles, read) {
  return numbers(
    caption,
    [...sweep.axes.map(WORD), ...titles.map(NUMBER)],
    sweep.rows.map((row) => [...row.values, ...read(row)]),
  );
}

// The sides, if they are the same in all runs: [[1, 3], [2, 4]]; otherwise each seat by itself.
function sidesOf(sweep) {
  const played = sweep.rows.filter((row) => row.games > 0);
  const same = new Set(played.map((row) => JSON.stringify(row.sides))).size === 1;
  return same ? played[0].sides : indices(played[0].seats.length).map((seat) => [seat + 1]);
}

// The seats to draw: the first of each side, as those of a team win together. One of two sides
// says it all, but for games without a winner, which have charts of their own.
function drawnSeats(sweep) {
  const firsts = sidesOf(sweep).map(([seat]) => seat - 1);
  return firsts.length === 2 ? firsts.slice(0, 1) : firsts;
}

// "seat 1", "seats 1 and 3"
function sideName(sweep, seat) {
  const team = sidesOf(sweep).find((seats) => seats.includes(seat + 1)) || [seat + 1];
  return `${team.length > 1 ? 'seats' : 'seat'} ${team.join(' and ')}`;
}

function seatRates(sweep) {
  const groups = groupsOf(sweep);
  const row = groups[0][1][0];
  const seats = drawnSeats(sweep);
  const tables = indices(row.seats.length).map((seat) => seatTable(sweep, seat));
  if (groups.length === 1)
    return figure('sweep-seats', allSeats(sweep, groups[0][1], seats), tables);
  return make(
    'div',
    null,
    seats.map((seat) =>
      figure(
        'sweep-seats',
        oneSeat(sweep, groups, seat),
        seats.length === 1 ? tables : tables[seat],
      ),
    ),
  );
}

function seatTable(sweep, seat) {
  const cells = ([rate, low, high]) => [percent(rate), percentInterval(low, high)];
  const caption = `Win rate of seat ${seat + 1}`;
  return sweepTable(sweep, caption, ['Won', '95% interval'], (row) =>
    cells((row.seats || [])[seat] || []),
  );
}

function seatCurves(sweep, label, seats, linesOf, more) {
  const lines = fairLines(sweep.rows.filter((row) => row.games > 0));
  const y = shareAxis(sweep, seats, lines);
  const whose = seats.length === 1 ? ` by ${sideName(sweep, seats[0])}` : '';
  const yTitle = `share of games won${whose}`;
  return sweepCurves(sweep, label, linesOf, y, { yTitle, lines, ...more });
}

// One axis: all seats in one chart, with a curve for the fair rate if it is not a line.
function allSeats(sweep, rows, seats, more) {
  const ofSeat = (scale, seat) => ({
    name: sideName(sweep, seat),
    colour: seatColour(seat + 1),
    style: STYLES[seat % STYLES.length],
    points: pointsOf(sweep, scale, rows, (row) => row.seats[seat] || []),
  });
  const fair = (scale) => ({
    name: 'fair',
    colour: '--muted',
    style: 'line',
    dash: DASHES[1],
    points: pointsOf(sweep, scale, rows, (row) => [fairRate(row)]),
  });
  const wins = rows.some((row) => fairRate(row) > 0);
  const moves = rows[0].seats.length > 1 && wins && fairLines(rows).length === 0;
  const linesOf = (scale) => [
    ...seats.map((seat) => ofSeat(scale, seat)),
    ...(moves ? [fair(scale)] : []),
  ];
  const whose = seats.length === 1 ? sideName(sweep, seats[0]) : 'each seat';
  return seatCurves(sweep, `Win rate of ${whose} by ${sweep.axes[0]}`, seats, linesOf, more);
}

// Several axes: a chart for each seat, with a curve for each combination of the other
// values.
function oneSeat(sweep, groups, seat, more) {
  const label = `Win rate of seat ${seat + 1} by ${sweep.axes.join(' and ')}`;
  const read = (row) => row.seats[seat] || [];
  const linesOf = (scale) =>
    groups.map(([name, rows], i) => ({
      name,
      points: pointsOf(sweep, scale, rows, read),
      ...groupStyle(i),
    }));
  return seatCurves(sweep, label, [seat], linesOf, more);
}

function endsAxis(sweep, end) {
  const high = sweep.rows.map((row) => row[`${end}_rate`][2]).filter(known);
  return { ...shareRange([0, ...high]), min: 0, ticks: SHARE_TICKS };
}

// Games without a winner: draws, truncated games and forfeits, in a chart each.
function undecided(sweep) {
  const groups = groupsOf(sweep);
  const kinds = Object.keys(ENDS).filter((end) =>
    sweep.rows.some((row) => row[`${end}_rate`][0] > 0),
  );
  const row = (each) => Object.keys(ENDS).map((end) => percent(each[`${end}_rate`][0]));
  const all = sweepTable(
    sweep,
    'Games without a winner',
    ['Drawn', 'Truncated', 'Forfeited'],
    row,
  );
  if (kinds.length === 0)
    return make('div', null, make('p', null, 'Every game had a winner.'));
  return make(
    'div',
    null,
    kinds.map((end, at) =>
      figure(
        'sweep-ends',
        sweepCurves(
          sweep,
          `Games ${ENDS[end]} by ${sweep.axes.join(' and ')}`,
          (scale) =>
            groups.map(([label, rows], i) =>
              Object.assign(
                {
                  name: label || ENDS[end],
                  points: pointsOf(sweep, scale, rows, (each) => each[`${end}_rate`]),
                },
                groupStyle(i),
              ),
            ),
          endsAxis(sweep, end),
          { yTitle: `share of games ${ENDS[end]}`, height: 260 },
        ),
        at === 0
          ? all
          : sweepTable(sweep, `Games ${ENDS[end]}`, ['Games', '95% interval'], (each) => [
              percent(each[`${end}_rate`][0]),
              percentInterval(each[`${end}_rate`][1], each[`${end}_rate`][2]),
            ]),
      ),
    ),
  );
}

function sweepLength(sweep) {
  return metricCurves(
    sweep,
    'sweep-length',
    'Length of games',
    'mean length in plies',
    (row) => row.plies || [],
  );
}

function sweepBranching(sweep) {
  const read = (row) => row.branching || [];
  if (!sweep.rows.some((row) => known(read(row)[0]))) return null;
  return metricCurves(sweep, 'sweep-branching', 'Legal moves', 'mean number of legal moves', read);
}

function sweepMargin(sweep) {
  if (!sweep.rows.some((row) => row.margin)) return null;
  return metricCurves(
    sweep,
    'sweep-margin',
    'Margin',
    'mean margin of the first side, in points',
    (row) => row.margin || [],
  );
}

// Means have an axis from 0, so that a small change does not look large.
function fromZero(sweep, read) {
  const values = sweep.rows.flatMap((row) => read(row).slice(0, 3)).filter(known);
  return range([0, ...values], 2, values.every((value) => value >= 0) ? 0 : undefined);
}

function metricCurves(sweep, kind, title, yTitle, read) {
  const groups = groupsOf(sweep);
  const chart = sweepCurves(
    sweep,
    `${title} by ${sweep.axes.join(' and ')}`,
    (scale) =>
      groups.map(([label, rows], i) =>
        Object.assign(
          {
            name: label || title.toLowerCase(),
            points: pointsOf(sweep, scale, rows, read),
          },
          groupStyle(i),
        ),
      ),
    { ticks: integerTicks, ...fromZero(sweep, read) },
    { yTitle, format: one },
  );
  const bounded = sweep.rows.some((row) => known(read(row)[1]));
  return figure(
    kind,
    chart,
    sweepTable(sweep, title, bounded ? ['Mean', '95% interval'] : ['Mean'], (row) =>
      bounded
        ? [one(read(row)[0]), interval(read(row)[1], read(row)[2], one)]
        : [one(read(row)[0])],
    ),
  );
}

const MEASURES = {
  first_player_advantage: 'First-player advantage',
  draw_rate: 'Games drawn',
  undecided_rate: 'Games without a result',
  plies_mean: 'Plies',
  margin_mean: 'Margin',
  gap: 'Largest gap between two sides',
};

// What was tested: a step of an option, a value, the model, or a run. These words claim
// nothing: that is left to the p-value.
function changed(trend) {
  if (trend.kind === 'step') return `${trend.option} +${trend.step}`;
  if (trend.kind === 'difference')
    return `${trend.option}=${trend.value} instead of ${trend.base}`;
  return trend.kind === 'fairest'
    ? `is it smaller at ${trend.value} than elsewhere?`
    : 'departure from a straight line';
}

// A gap is a size, the others are changes.
function trendFormat(trend) {
  if (trend.kind === 'fairest') return points;
  return ['plies_mean', 'margin_mean'].includes(trend.metric)
    ? (value) => signed(value, 1)
    : signedPoints;
}

function trendCells(trend) {
  const show = trendFormat(trend);
  const [value, low, high] = trend.change;
  const p = pValue(trend.p_holm);
  return [
    MEASURES[trend.metric],
    changed(trend),
    known(value) ? show(value) : '',
    known(low) ? interval(low, high, show) : '',
    trend.shown ? make('strong', null, p) : p,
  ];
}

function trendTable(sweep) {
  const tested = sweep.trends.filter((trend) => known(trend.p));
  if (!tested.length) return null;
  return make(
    'div',
    null,
    table(
      'Changes of the metrics with the options',
      [
        WORD('Metric'),
        WORD('Tested'),
        NUMBER('Change or gap'),
        NUMBER('95% interval'),
        NUMBER('p, adjusted'),
      ],
      tested.map(trendCells),
    ),
    make(
      'p',
      { class: 'muted' },
      `Least squares over the ${plural(sweep.trend_games, 'game')} that all runs have; shares in ` +
        'percentage points. The p-values are adjusted for their number (Holm). What has ' +
        'a p-value below 0.05, in bold, is shown by these games; the rest is not. The ' +
        'intervals are not adjusted.',
    ),
  );
}

const balanceOf = (row) => row.balance || [];

function balanceChart(sweep, groups, more) {
  if (!sweep.rows.some((row) => row.balance)) return null;
  return sweepCurves(
    sweep,
    `Balance by ${sweep.axes.join(' and ')}`,
    (scale) =>
      groups.map(([label, rows], i) =>
        Object.assign(
          { name: label || 'balance', points: pointsOf(sweep, scale, rows, balanceOf) },
          groupStyle(i),
        ),
      ),
    Object.assign({ ticks: SHARE_TICKS }, shareRange(sweep.rows.flatMap(balanceOf))),
    { yTitle: 'balance', height: 260, ...more },
  );
}

function sweepBalance(sweep) {
  const chart = balanceChart(sweep, groupsOf(sweep));
  if (!chart) return null;
  return figure(
    'sweep-balance',
    chart,
    sweepTable(
      sweep,
      'Balance',
      ['Balance', '95% interval', 'Decided', 'No result'],
      (row) => [
        percent(balanceOf(row)[0]),
        percentInterval(balanceOf(row)[1], balanceOf(row)[2]),
        count(row.decided),
        percent(row.undecided_rate),
      ],
    ),
    make(
      'p',
      { class: 'muted' },
      '100% minus the largest difference between the win rates of two sides, over the games ' +
        'that were won or drawn. Truncated and forfeited games have no result.',
    ),
  );
}

// The sweep with the axis that is drawn to the right in front: the first one of numbers, if
// there is one.
function reordered(sweep) {
  const numeric = (_, i) =>
    sweep.rows.every((row) => row.values[i] !== '' && Number.isFinite(Number(row.values[i])));
  const first = Math.max(0, sweep.axes.findIndex(numeric));
  const order = [first, ...indices(sweep.axes.length).filter((i) => i !== first)];
  return {
    ...sweep,
    axes: order.map((i) => sweep.axes[i]),
    rows: sweep.rows.map((row) => ({ ...row, values: order.map((i) => row.values[i]) })),
  };
}

function sections(swept) {
  const sweep = reordered(swept);
  if (!groupsOf(sweep).length) return [];
  return [
    {
      id: 'trends',
      title: `Changes with ${sweep.axes.join(' and ')}`,
      make: () => trendTable(sweep),
    },
    {
      id: 'seats',
      title: `Win rates by ${sweep.axes.join(' and ')}`,
      make: () => seatRates(sweep),
    },
    { id: 'balance', title: 'Balance', make: () => sweepBalance(sweep) },
    { id: 'margins', title: 'Scores', make: () => sweepMargin(sweep) },
    { id: 'ends', title: 'Games without a winner', make: () => undecided(sweep) },
    { id: 'length', title: 'Game length', make: () => sweepLength(sweep) },
    { id: 'branching', title: 'Legal moves', make: () => sweepBranching(sweep) },
  ];
}

const MOST = 4; // curves on a card

// The chart on a card: how often a seat wins, or with more than two sides the balance.
function card(swept) {
  const sweep = reordered(swept);
  const all = groupsOf(sweep);
  if (!sweep.rows.some((row) => row.decided > 0)) return null;
  const groups = all.slice(0, MOST);
  const seats = drawnSeats(sweep);
  const size = { height: 210, yTitle: 'balance' };
  const balance = seats.length > 1 ? balanceChart(sweep, groups, size) : null;
  const title = seats.length > 1 ? 'games won' : `won by ${sideName(sweep, seats[0])}`;
  const won = { ...size, yTitle: title };
  const one = () =>
    all.length > 1
      ? oneSeat(sweep, groups, seats[0], won)
      : allSeats(sweep, groups[0][1], seats, won);
  return make(
    'div',
    null,
    balance || one(),
    all.length > MOST &&
      make('p', { class: 'muted' }, `The first ${MOST} of ${count(all.length)} curves.`),
  );
}

export { sections as sweep, card as sweepCard };
