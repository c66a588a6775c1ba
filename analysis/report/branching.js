// The branching factor: legal moves per ply, and the size of the game tree.
import { count, powerOfTen, powersOfTen } from './text.js';
import { NUMBER, WORD, make, muted, numbers, figure, facts } from './dom.js';
import { curves } from './charts.js';
import { integerTicks, logarithmic, range } from './axes.js';

function branching(run, metrics) {
  const plies = byPly(metrics);
  const cards = branchingFacts(metrics);
  return plies || cards ? [cards, plies] : null;
}

function branchingFacts(metrics) {
  const get = (metric) => metrics.get('complexity', '', metric);
  const tree = get('game_tree_log10');
  const scope = get('branching_mean') ? 'complexity' : 'run';
  return facts([
    ...metrics.cards(scope, '', [
      ['Branching factor', 'branching_mean', 'Mean number of legal moves over all plies.'],
      ['Median', 'branching_median', 'Half of the plies have at most this many legal moves.'],
      ['Maximum', 'branching_max', 'The largest number of legal moves at any ply.'],
      ['Forced moves', 'forced_rate', 'Plies with a single legal move.'],
      ['Passes', 'pass_rate', 'Turns in which a seat passes.'],
      ['Repetitions', 'repeat_rate', 'Games in which a position occurs again.'],
      ['Board coverage', 'board_coverage', 'Cells that at least one move goes to, per game.'],
    ]),
    tree && {
      title: 'Game-tree complexity',
      value: powerOfTen(tree.value),
      interval: powersOfTen(tree.low, tree.high),
      meaning: 'Product of the numbers of legal moves along a typical game. The full tree is larger.',
    },
    positions(get),
  ]);
}

// How far the sample is from having seen all positions, by the estimate.
const NEARLY_ALL = 1.1;

// What was seen, and what is estimated from it: an estimate that still grows with the sample
// says nothing of the size of a large game.
function positions(get) {
  if (!get('positions_seen')) return null;
  const { value: seen, text } = get('positions_seen');
  const estimate = get('positions_min_log10');
  const title = 'Positions';
  const value = `${text} seen`;
  if (!estimate)
    return { title, value, meaning: 'Distinct positions in the sampled games; counting stopped there.' };
  const nearly = 10 ** estimate.value <= NEARLY_ALL * seen;
  return {
    title,
    value,
    interval: `at least ${powerOfTen(estimate.value)} estimated`,
    meaning:
      'Distinct positions in the sampled games, and how many such play can reach (Chao’s lower bound). ' +
      (nearly
        ? 'The sample has seen nearly all of them.'
        : 'A larger sample would see more and estimate more: the state space may be far larger.'),
  };
}

function byPly(metrics) {
  return plyCurve(metrics.list('ply', 'branching_mean'), {
    kind: 'branching',
    title: 'Legal moves by ply',
    column: 'Legal moves',
    yTitle: 'mean number of legal moves',
  });
}

const MAX_ROWS = 120;

// Plies that only a few long games reach would be noise at the end of a chart.
function plyPoints(rows) {
  const all = rows.map((row) => ({ x: Number(row.key), y: row.value, ...row }));
  const started = Math.max(0, ...all.map((row) => row.n || 0));
  return all.filter((row) => (row.n || 0) >= Math.min(started, Math.max(2, started / 100)));
}

const gamesOf = (points) => Math.max(...points.map((row) => row.n || 0));

// Means by ply, with their intervals as bands. lines: [{ name, colour, points }].
function plyChart(title, lines, options) {
  const all = lines.flatMap((line) => line.points);
  const longest = [...lines].sort((a, b) => b.points.length - a.points.length)[0].points;
  const x = plyAxis(longest);
  // The intervals of the last plies, of few games, would flatten the rest.
  const often = all.filter((row) => row.n >= gamesOf(all) / 10);
  const span = range([0, ...all.map((row) => row.y), ...often.map((row) => row.high)], 1);
  return curves(`${title} with 95% intervals, each for one ply on its own`, lines, {
    xTitle: x.type === 'logarithmic' ? 'ply (logarithmic scale)' : 'ply',
    x,
    y: { ...span, min: 0 },
    formatX: (item) => `ply ${count(item.parsed.x)}`,
    ...options,
  });
}

// A mean by ply, as a curve and as a table. options: those of the chart, and what it is called.
function plyCurve(rows, { kind, title, column, ...options }) {
  const points = plyPoints(rows);
  if (points.length < 2) return null;
  const most = gamesOf(points);
  const chart = plyChart(title, [{ name: column, colour: '--accent', points }], options);
  const end = count(points[points.length - 1].x);
  const band = 'The band is pointwise: each 95% interval is for one ply on its own.';
  const longer = most < 200 ? 'only one game is longer' : 'fewer than 1% of the games are longer';
  const limit = `Up to ply ${end}: ${longer}.`;
  const note = muted(points.length < rows.length ? `${band} ${limit}` : band);
  return [make('h4', null, title), figure(kind, chart, note, plyTable(points, title, column))];
}

const FIRST_PLIES = 20;
const STEPS = [1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 10000];

// In long games the table has the first plies and then every second, tenth, … one.
function plyTable(points, title, column) {
  const step = STEPS.find((width) => points.length / width <= MAX_ROWS) || STEPS.at(-1);
  const listed = points.filter(({ x }) => x <= FIRST_PLIES || x % step === 0);
  return numbers(
    step > 1 ? `${title}: the first ${FIRST_PLIES}, then every ${step === 2 ? 'second' : `${count(step)}th`}` : title,
    [WORD('Ply'), NUMBER(column), NUMBER('95% interval'), NUMBER('Games')],
    listed.map((row) => [row.key, row.text, row.interval, count(row.n)]),
  );
}

const plyScale = (ends) => ({
  type: 'linear',
  ticks: { ...integerTicks, precision: 0 },
  ...ends,
});

// In long games most changes happen early, so the axis is logarithmic.
function plyAxis(points) {
  const ends = { min: points[0].x, max: points[points.length - 1].x };
  return points.length > 200 ? logarithmic(ends) : plyScale(ends);
}

export { branching, plyCurve, plyPoints, plyChart, plyScale };
