// A tuning: what each candidate reaches, and how far that is from the goals.
import { known, count, fixed, percent, points, percentInterval, interval } from './text.js';
import { NUMBER, WORD, make, table, figure } from './dom.js';
import { dots, groupStyle, scatter } from './charts.js';
import { POINT_TICKS, SHARE_TICKS, integerTicks, range, shareRange } from './axes.js';

// Formats the values of a goal: percentages for rates, plain numbers for means.
function formatter(goal) {
  return goal.rate ? percent : (value) => fixed(value, 1);
}

// Distances of rates are in percentage points.
function distanceFormatter(goal) {
  return goal.rate ? (value) => `${points(value)} points` : formatter(goal);
}

// "50.0%", or "35.0 to 45.0" for a range.
function goalText(goal) {
  const format = formatter(goal);
  return goal.min === goal.max
    ? format(goal.min)
    : `${format(goal.min)} to ${format(goal.max)}`;
}

function distanceTitle(goal) {
  const unit = goal.rate ? ', in points' : '';
  return `${goal.name}: distance from ${goalText(goal)}${unit}`;
}

// The table of candidates, with the columns of some of the goals: a row per candidate and
// level of play.
function candidates(tune, goals) {
  const several = tune.levels.length > 1;
  const columns = [
    ...tune.axes.map(WORD),
    ...(several ? [WORD('Bots')] : []),
    ...goals.flatMap((goal) => [NUMBER(goal.name), NUMBER('95% interval'), NUMBER('Distance')]),
    NUMBER('Games'),
    NUMBER('No result'),
    WORD('Status'),
  ];
  return table(
    'Candidates and their distances from the goals',
    columns,
    tune.rows.flatMap((row) =>
      row.levels.map((level, i) => [
        ...row.values,
        ...(several ? [tune.levels[i]] : []),
        ...goals.flatMap((goal) => goalCells(goal, level.goals[tune.goals.indexOf(goal)])),
        count(level.games),
        percent(level.undecided_rate),
        statusOf(row),
      ]),
    ),
  );
}

// Whether games say anything about a goal: [value, low, high, distance, its low, its high].
function isMeasured(cell) {
  return Boolean(cell) && known(cell[0]);
}

function goalCells(goal, cell) {
  if (!isMeasured(cell)) return ['–', '', '–'];
  const format = formatter(goal);
  return [
    format(cell[0]),
    format === percent ? percentInterval(cell[1], cell[2]) : interval(cell[1], cell[2], format),
    distanceFormatter(goal)(cell[3]),
  ];
}

function statusOf(row) {
  const front = make('strong', null, 'Pareto front');
  if (!row.dropped) return row.front ? front : row.games ? 'not dropped' : 'not played yet';
  const dropped = `${row.why ? `${row.why}: ` : ''}dropped in round ${row.dropped}`;
  return row.front ? make('span', null, front, `; ${dropped}`) : dropped;
}

const LONG_NAME = 16; // what a phone has room for

// The names of the candidates, "walls=4, size=5", and of what they are: their values only,
// with the names of the options once, if the whole would be too long for a chart.
function namesOf(tune) {
  const whole = (row) => tune.axes.map((axis, i) => `${axis}=${row.values[i]}`).join(', ');
  const bots = tune.levels.length > 1 ? Math.max(...tune.levels.map((bot) => bot.length)) : 0;
  const long = tune.rows.some((row) => whole(row).length + bots > LONG_NAME);
  return {
    nameOf: long ? (row) => row.values.join(', ') : whole,
    title: long ? `candidate (${tune.axes.join(', ')}${bots ? ', bots' : ''})` : 'candidate',
  };
}

const GROUPS = [
  {
    name: 'Pareto front',
    colour: '--group-1',
    style: 'circle',
    joined: true,
    has: (row) => row.front,
  },
  {
    name: 'not dropped',
    colour: '--group-2',
    style: 'rect',
    hollow: true,
    has: (row) => !row.front && !row.dropped,
  },
  {
    name: 'dropped',
    colour: '--muted',
    style: 'crossRot',
    has: (row) => !row.front && row.dropped,
  },
];

const groupOf = (row) => GROUPS.find((group) => group.has(row));

// With two goals: the distances from both, and who is on the Pareto front. Whatever lies above
// or right of the staircase is beaten by a candidate on it.
function frontChart(tune) {
  const { nameOf } = namesOf(tune);
  const reached = (row) =>
    tune.goals.map((goal, i) => `${goal.name} ${formatter(goal)(row.goals[i][0])}`);
  const pointOf = (row) => ({
    x: row.goals[0][3],
    y: row.goals[1][3],
    // Those of dropped candidates, which had few games, would cover the rest.
    across: row.dropped ? null : row.goals[0].slice(4),
    along: row.dropped ? null : row.goals[1].slice(4),
    name: nameOf(row),
    text: `${nameOf(row)}: ${reached(row).join(', ')}`,
  });
  const played = tune.rows.filter((row) => row.goals.every(isMeasured));
  const groups = GROUPS.map((group) => ({
    ...group,
    points: played
      .filter((row) => groupOf(row) === group)
      .map(pointOf)
      .sort((p, q) => p.x - q.x || p.y - q.y),
  })).filter((group) => group.points.length);
  if (groups.length === 0) return null;
  const [a, b] = tune.goals;
  const axisOf = (i) => ({
    ...range([0, ...played.map((row) => row.goals[i][3])], tune.goals[i].rate ? 0.02 : 1, 0),
    min: 0,
  });
  const ticks = (goal) => (goal.rate ? POINT_TICKS : integerTicks);
  return scatter(`Distance from ${a.name} against distance from ${b.name}`, groups, {
    xTitle: distanceTitle(a),
    yTitle: distanceTitle(b),
    x: axisOf(0),
    y: axisOf(1),
    xTicks: ticks(a),
    yTicks: ticks(b),
  });
}

const MOST = 40; // candidates in a chart

const measured = (tune, i) => tune.rows.filter((row) => isMeasured(row.goals[i]));

// What each candidate reaches, against the goal: the values with their intervals, and the
// goal as a line or a band.
function valueChart(tune, i, candidates = measured(tune, i).slice(0, MOST), short = false) {
  const goal = tune.goals[i];
  const { nameOf, title } = namesOf(tune);
  const rows = candidates
    .flatMap((row) => levelRows(tune, row, i, nameOf(row)));
  if (rows.length === 0) return null;
  const values = rows.flatMap((row) => [row.value, row.low, row.high, goal.min, goal.max]);
  const label = `goal ${goalText(goal)}`;
  const single = goal.min === goal.max;
  return dots(`${goal.name} of each candidate, and the goal ${goalText(goal)}`, rows, {
    title: short ? goalTitle(goal).replace(/^(share of|mean) /, '') : goalTitle(goal),
    rowTitle: title,
    format: formatter(goal),
    ticks: goal.rate ? SHARE_TICKS : integerTicks,
    range: goal.rate ? shareRange(values) : range(values, 2, goal.name === 'margin' ? undefined : 0),
    lines: single ? [{ axis: 'x', value: goal.min, label }] : [],
    bands: single ? [] : [{ axis: 'x', from: goal.min, to: goal.max, label }],
  });
}

// One row for each level of play. Candidates on the Pareto front are filled.
function levelRows(tune, row, i, name) {
  const several = tune.levels.length > 1;
  return row.levels
    .map((level, k) => {
      const [value, low, high] = level.goals[i];
      return {
        name: several ? `${name}, ${tune.levels[k]}` : name,
        colour: several ? groupStyle(k).colour : groupOf(row).colour,
        hollow: !row.front,
        value,
        low,
        high,
      };
    })
    .filter((each) => known(each.value));
}

const UNITS = {
  draw: 'share of games drawn',
  truncated: 'share of games truncated',
  forfeit: 'share of games forfeited',
  balance: 'balance of the sides',
  plies: 'mean length in plies',
  branching: 'mean number of legal moves',
  margin: 'mean margin in points',
};

function goalTitle({ name }) {
  return UNITS[name] || `share of games won by ${name.replace('seat', 'seat ')}`;
}

// What the Pareto front is. Dropped candidates are on it only if all were dropped, and those
// that were not played at every level never are.
function frontText({ rows }) {
  const played = (row) => row.levels.every((level) => level.games > 0);
  const among = [
    rows.every(played) ? null : 'played at every level',
    rows.some((row) => row.dropped) && !rows.every((row) => row.dropped) ? 'not dropped' : null,
  ].filter(Boolean);
  const which = among.length
    ? `Of the candidates ${among.join(' and ')}, the Pareto front has those that no other of them beats`
    : 'The Pareto front has the candidates that no other one beats';
  return `${which}: none is as near to every goal and nearer to one.`;
}

// With several levels the colours are theirs.
function greyText({ rows, levels }) {
  return levels.length === 1 && rows.some((row) => row.dropped) ? ' Grey: dropped.' : '';
}

function notes(tune, i) {
  const shown = measured(tune, i).length;
  const { title } = namesOf(tune);
  return [
    i === 0 ? make('p', { class: 'muted' }, frontText(tune)) : null,
    title === 'candidate' ? null : make('p', { class: 'muted' }, `Names of candidates: ${tune.axes.join(', ')}.`),
    tune.rows.some((row) => row.dropped || !row.front)
      ? make('p', { class: 'muted' }, `Filled dots: on the Pareto front.${greyText(tune)}`)
      : null,
    shown > MOST
      ? make('p', { class: 'muted' }, `The charts have the first ${MOST} of ${count(shown)} candidates.`)
      : null,
  ];
}

function bothGoals(tune) {
  const chart = make(
    'div',
    null,
    frontChart(tune),
    tune.goals.map((_, i) => valueChart(tune, i)),
  );
  return figure(
    'tune',
    chart.childElementCount ? chart : null,
    notes(tune, 0),
    candidates(tune, tune.goals),
  );
}

function oneGoal(tune, i) {
  return figure('tune', valueChart(tune, i), notes(tune, i), candidates(tune, [tune.goals[i]]));
}

function sections(tune) {
  const made = () =>
    tune.goals.length === 2
      ? bothGoals(tune)
      : make(
          'div',
          null,
          tune.goals.map((_, i) => oneGoal(tune, i)),
        );
  return [{ id: 'goals', title: 'Candidates and goals', make: made }];
}

const ON_CARD = 6; // rows

// The chart on a card: the first goal that games say anything about, and of the candidates
// those on the Pareto front first, dropped ones last.
function card(tune) {
  const i = tune.goals.findIndex((_, at) => measured(tune, at).length > 0);
  if (i < 0) return null;
  const all = measured(tune, i);
  const ordered = GROUPS.flatMap((group) => all.filter((row) => groupOf(row) === group));
  const some = ordered.slice(0, Math.max(1, Math.floor(ON_CARD / tune.levels.length)));
  const caption = [
    some.length < all.length && `${count(some.length)} of ${count(all.length)} candidates.`,
    some.some((row) => !row.front) && 'Filled: on the Pareto front.',
  ].filter(Boolean);
  return make(
    'div',
    null,
    valueChart(tune, i, some, true),
    caption.length ? make('p', { class: 'muted' }, caption.join(' ')) : null,
  );
}

export { sections as tune, card as tuneCard, goalText };
