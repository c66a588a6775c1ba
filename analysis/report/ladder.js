// A ladder: the same bot at doubling budgets, against the level below and between equals.
import { count, indices, fixed, percent, percentInterval, interval, pValue } from './text.js';
import { NUMBER, WORD, make, numbers, figure } from './dom.js';
import { STYLES, DASHES, seatColour, curves } from './charts.js';
import { SHARE_TICKS, integerTicks, range, shareRange, ticksAt } from './axes.js';

const one = (value) => fixed(value, 1);

// A logarithmic axis with one tick per level.
function doubling(ladder) {
  const values = ladder.levels.map((level) => level.value).filter((value) => value > 0);
  const positions = values.map(Math.log2);
  return {
    ...ticksAt(positions, (value) => count(Math.round(2 ** value))),
    min: Math.min(...positions) - 0.25,
    max: Math.max(...positions) + 0.25,
  };
}

function levelPoints(levels, read) {
  return levels
    .filter((level) => level.value > 0 && read(level))
    .map((level) => {
      const [value, low, high] = read(level);
      return { x: Math.log2(level.value), y: value, value, low, high, level: level.value };
    });
}

function ladderCurves(ladder, label, lines, y, more) {
  return curves(
    label,
    lines,
    Object.assign(
      {
        xTitle: `${ladder.option} (logarithmic scale)`,
        x: doubling(ladder),
        apart: 1,
        y,
        format: percent,
        formatX: (item) =>
          `${ladder.option} ${count(item.dataset.points[item.dataIndex].level)}`,
      },
      more,
    ),
  );
}

// Without draws the score is the share of games won.
function scoreChart(ladder, levels, drawn, more) {
  const curvesOf = [
    ['score', 'score', '--group-1'],
    ...(drawn ? [['won', 'won', '--group-2'], ['drawn', 'drawn', '--draw']] : []),
  ].map(([key, label, colour], i) => ({
    name: label,
    colour,
    style: STYLES[i],
    dash: DASHES[i],
    points: levelPoints(levels, (level) => level.against[key]),
  }));
  return ladderCurves(
    ladder,
    'Score of the stronger bot against the level below, by level',
    curvesOf,
    { min: 0, max: 1, ticks: SHARE_TICKS },
    {
      yTitle: drawn ? 'share of games or points' : 'score of the stronger bot',
      lines: [{ axis: 'y', value: 1 / ladder.sides, label: 'even' }],
      ...more,
    },
  );
}

const climbed = (ladder) => ladder.levels.filter((level) => level.against);

function stronger(ladder) {
  const levels = climbed(ladder);
  if (levels.length === 0) return null;
  const draws = levels.some((level) => level.against.drawn[0] > 0);
  const chart = scoreChart(ladder, levels, draws);
  return figure(
    'ladder-score',
    chart,
    numbers(
      'Score against the level below',
      [
        WORD('Level'),
        NUMBER('Level below'),
        NUMBER('Score'),
        NUMBER('95% interval'),
        NUMBER('Won'),
        NUMBER('Drawn'),
        NUMBER('No result'),
        NUMBER('Games'),
      ],
      levels.map((level) => [
        count(level.value),
        count(level.against.value),
        share(level.against.score),
        bounds(level.against.score),
        share(level.against.won),
        share(level.against.drawn),
        share(level.against.undecided),
        count(level.against.games),
      ]),
    ),
  );
}

function share(triple) {
  return percent(triple && triple[0]);
}

function bounds(triple) {
  return triple ? percentInterval(triple[1], triple[2]) : '';
}

function equals(ladder) {
  const levels = ladder.levels.filter((level) => level.seats && level.seats.length);
  if (levels.length === 0) return null;
  const seats = levels[0].seats.length;
  // One of two sides says it all, but for draws.
  const drawn = indices(ladder.sides === 2 ? 1 : seats);
  const lines = drawn.map((seat) => ({
    name: `seat ${seat + 1}`,
    colour: seatColour(seat + 1),
    style: STYLES[seat % STYLES.length],
    points: levelPoints(levels, (level) => level.seats[seat]),
  }));
  if (levels.some((level) => level.draw_rate && level.draw_rate[0] > 0)) {
    lines.push({
      name: 'drawn',
      colour: '--draw',
      style: 'rectRot',
      dash: DASHES[2],
      points: levelPoints(levels, (level) => level.draw_rate),
    });
  }
  const values = lines.flatMap((line) =>
    line.points.flatMap((point) => [point.low, point.high]),
  );
  const chart = ladderCurves(
    ladder,
    'Win rate of each seat between equals, by level',
    lines,
    Object.assign({ ticks: SHARE_TICKS }, shareRange(values)),
    { yTitle: lines.length === 1 ? 'share of games won by seat 1' : 'share of games' },
  );
  const heads = [
    WORD('Level'),
    ...indices(seats).flatMap((seat) => [NUMBER(`Seat ${seat + 1}`), NUMBER('95% interval')]),
    NUMBER('Drawn'),
    NUMBER('Truncated'),
    NUMBER('Forfeited'),
    NUMBER('Games'),
  ];
  return figure(
    'ladder-seats',
    chart,
    numbers(
      'Between equals on each level',
      heads,
      levels.map((level) => [
        count(level.value),
        ...indices(seats).flatMap((seat) => [
          share(level.seats[seat]),
          bounds(level.seats[seat]),
        ]),
        share(level.draw_rate),
        share(level.truncated_rate),
        share(level.forfeit_rate),
        count(level.games),
      ]),
    ),
  );
}

function ladderBalance(ladder) {
  const levels = ladder.levels.filter((level) => level.balance);
  if (levels.length === 0) return null;
  const points = levelPoints(levels, (level) => level.balance);
  const chart = ladderCurves(
    ladder,
    'Balance between equals, by level',
    [{ name: 'balance', colour: '--accent', points }],
    Object.assign(
      { ticks: SHARE_TICKS },
      shareRange(points.flatMap((point) => [point.low, point.high])),
    ),
    { yTitle: 'balance', height: 260 },
  );
  return figure(
    'ladder-balance',
    chart,
    numbers(
      'Balance between equals',
      [
        WORD('Level'),
        NUMBER('Balance'),
        NUMBER('95% interval'),
        NUMBER('Decided games'),
        NUMBER('No result'),
        NUMBER('p, adjusted for all levels'),
      ],
      levels.map((level) => [
        count(level.value),
        share(level.balance),
        bounds(level.balance),
        count(level.decided),
        share(level.undecided_rate),
        pValue(level.p_holm),
      ]),
    ),
    make(
      'p',
      { class: 'muted' },
      '100% minus the largest difference between the win rates of two sides, over the games ' +
        'that were won or drawn. 100% is fair. Truncated and forfeited games have no result.',
    ),
  );
}

function ladderMargin(ladder) {
  const levels = ladder.levels.filter((level) => level.margin);
  if (levels.length === 0) return null;
  const points = levelPoints(levels, (level) => level.margin);
  const chart = ladderCurves(
    ladder,
    'Margin of the first side between equals, by level',
    [{ name: 'margin', colour: '--accent', points }],
    Object.assign(
      { ticks: integerTicks },
      range(
        points.flatMap((point) => [point.low, point.high, 0]),
        2,
      ),
    ),
    { yTitle: 'mean margin, in points', format: one, height: 260 },
  );
  return figure(
    'ladder-margin',
    chart,
    numbers(
      'Margin between equals',
      [WORD('Level'), NUMBER('Points'), NUMBER('95% interval')],
      levels.map((level) => [
        count(level.value),
        one(level.margin[0]),
        interval(level.margin[1], level.margin[2], one),
      ]),
    ),
  );
}

function ladderLength(ladder) {
  const levels = ladder.levels.filter((level) => level.plies);
  if (levels.length === 0) return null;
  const points = levelPoints(levels, (level) => level.plies);
  const chart = ladderCurves(
    ladder,
    'Length of games between equals, by level',
    [{ name: 'plies', colour: '--accent', points }],
    Object.assign(
      { ticks: integerTicks },
      range(
        points.flatMap((point) => [point.low, point.high]),
        2,
        0,
      ),
    ),
    { yTitle: 'mean length in plies', format: one, height: 260 },
  );
  return figure(
    'ladder-length',
    chart,
    numbers(
      'Length between equals',
      [WORD('Level'), NUMBER('Plies'), NUMBER('95% interval')],
      levels.map((level) => [
        count(level.value),
        one(level.plies[0]),
        interval(level.plies[1], level.plies[2], one),
      ]),
    ),
  );
}

function sections(ladder) {
  return [
    {
      id: 'stronger',
      title: 'Score against the level below',
      make: () => stronger(ladder),
    },
    {
      id: 'equals',
      title: 'Win rates between equals',
      make: () => equals(ladder),
    },
    {
      id: 'balance',
      title: 'Balance between equals',
      make: () => ladderBalance(ladder),
    },
    {
      id: 'margins',
      title: 'Scores between equals',
      make: () => ladderMargin(ladder),
    },
    {
      id: 'length',
      title: 'Game length between equals',
      make: () => ladderLength(ladder),
    },
  ];
}

// The chart on a card: the score against the level below.
function card(ladder) {
  const levels = climbed(ladder).filter((level) => level.against.score);
  const more = { yTitle: 'stronger bot’s score', height: 210 };
  return levels.length ? scoreChart(ladder, levels, false, more) : null;
}

export { sections as ladder, card as ladderCard };
