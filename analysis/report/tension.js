// Tension: who leads, ply by ply, and what follows from it.
import { count, indices, percent, points, signedPoints } from './text.js';
import { NUMBER, WORD, make, muted, numbers, facts, key } from './dom.js';
import { curves, seatColour } from './charts.js';
import { SHARE_TICKS, range } from './axes.js';
import { plyCurve, plyScale } from './branching.js';
import { sideName } from './win_rates.js';

function tension(run, metrics) {
  // The key of these metrics is the oracle that judged the positions.
  const cards = facts(metrics.cards('tension', metrics.keys('tension')[0], CARDS));
  if (!cards) return null;
  const judge =
    run.oracle && `Who leads, and how likely each side is to win, is judged by ${run.oracle}.`;
  return [muted(judge), cards, meanLead(metrics), someLeads(run)];
}

const CARDS = [
  [
    'Lead changes',
    'lead_changes',
    'How often another side takes the lead, by more than 10 points, per game.',
  ],
  [
    'Drama',
    'drama',
    'How far the eventual winner was behind the leader, on average over the whole game, from 0 to 1.',
  ],
  [
    'Uncertainty',
    'uncertainty',
    '100% if all sides are level until the end, 0% if the winner is certain from the start.',
  ],
  [
    'Decisiveness',
    'decisiveness',
    'Share of the moves made once the winner is clear, with at least a 90% chance.',
  ],
  [
    'Permanence',
    'permanence',
    'How much of what a move gains is left after the reply: 1 is all of it, 0 nothing.',
  ],
  [
    'Comebacks',
    'comeback_rate',
    'Games whose winner at some point had less than half an even chance of winning.',
  ],
  [
    'Early leads',
    'early_lead_rate',
    'Games won by who led after a third of the moves. Where leads come and go by chance, as in a random walk between two sides, 70%.',
  ],
  [
    'Luck',
    'luck_share',
    'How much of what decides a game is decided by dice, draws and deals, the rest by moves: nature’s share of the variance of the result.',
  ],
  [
    'Calibration',
    'calibration',
    'How much of a lead shows in the results: 1 is what it promises, 0.5 half of it.',
  ],
];

const LEVEL = { axis: 'y', value: 0, label: 'level' };
const TICKS = { callback: (value) => points(value, 0) };

function meanLead(metrics) {
  const rows = metrics.list('lead', 'winner_lead');
  const span = range([0, ...rows.map((row) => row.value)], 0.2, -1, 1);
  return plyCurve(rows, {
    kind: 'lead',
    title: 'How far the eventual winner leads, on average',
    column: 'Lead',
    yTitle: 'lead of the winner, percentage points',
    y: { ticks: TICKS, ...span },
    lines: [LEVEL],
  });
}

const GAMES = 6;

// Whether a game was chosen for a reason, which its label ends with, in brackets.
const isChosen = (game) => game.label.endsWith(')');

// Games whose positions were judged: a value for each side, from the first position to the
// result.
function someLeads(run) {
  const games = (run.replays || [])
    .filter((game) => game.values && game.values.length > 2)
    .sort((a, b) => isChosen(b) - isChosen(a))
    .slice(0, GAMES);
  if (games.length === 0) return null;
  const colours = run.sides.map((side) => seatColour(Number(side.split('+')[0])));
  const names = run.sides.map(sideName);
  const draw = names.length === 2 ? leadOf : chancesOf;
  return [
    make('h4', null, 'Who leads in individual games'),
    make('p', { class: 'keys' }, names.map((text, i) => key(colours[i], keyOf(text, names)))),
    make(
      'div',
      { 'data-chart': 'lead-games' },
      make(
        'div',
        { class: 'small-charts' },
        games.map((game) =>
          make('div', null, make('h5', null, game.label), draw(game, names, colours)),
        ),
      ),
      gameTable(games),
    ),
  ];
}

const keyOf = (text, names) => (names.length === 2 ? `${text} leads` : text);

const POINTS = 80; // of a curve; more would be a thicket

// How many positions are drawn as one point, their mean.
function stepOf(game) {
  return Math.ceil(game.values.length / POINTS);
}

// The points of a curve. The last position, which is the result, stands for itself.
function pointsOf(game, read, format) {
  const step = stepOf(game);
  const last = game.values.length - 1;
  const starts = indices(Math.ceil(last / step)).map((i) => i * step);
  const means = starts.map((from) => {
    const part = game.values.slice(from, Math.min(from + step, last)).map(read);
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    return { x: from + (part.length - 1) / 2, y: mean, text: format(mean) };
  });
  const result = read(game.values[last]);
  return [...means, { x: last, y: result, text: format(result) }];
}

function gameChart(title, game, lines, options) {
  const step = stepOf(game);
  return curves(`${title} by ply, ${game.label}`, lines, {
    xTitle: step > 1 ? `ply (means over ${step})` : 'ply',
    x: plyScale({ min: 0, max: game.values.length - 1 }),
    formatX: (item) => `after ply ${count(Math.round(item.parsed.x))}`,
    height: 190,
    legend: false,
    ...options,
  });
}

// Two sides: who leads and by how much, in the colour of the leader. The lead of either side
// counts up from the middle.
function leadOf(game, names, colours) {
  const leads = pointsOf(game, ([a, b]) => a - b, signedPoints);
  const line = { name: names[0], colour: '--muted', fill: colours, points: leads };
  const ticks = { stepSize: 0.5, callback: (value) => points(Math.abs(value), 0) };
  return gameChart(`Lead of ${names[0]}`, game, [line], {
    yTitle: 'lead, points',
    y: { min: -1, max: 1, ticks },
  });
}

// More sides: the chance of each to win.
function chancesOf(game, names, colours) {
  const lines = names.map((name, i) => ({
    name,
    colour: colours[i],
    bare: true,
    points: pointsOf(game, (values) => values[i], percent),
  }));
  return gameChart('Each side’s chance of winning', game, lines, {
    yTitle: 'chance of winning',
    y: { min: 0, max: 1, ticks: SHARE_TICKS },
  });
}

function gameTable(games) {
  const behind = (game) => {
    const winner = game.values.at(-1).indexOf(1); // the last values are the result
    if (winner < 0) return ['–', '–'];
    const leads = game.values.map(
      (values) => values[winner] - Math.max(...values.filter((_, side) => side !== winner)),
    );
    return [
      count(leads.filter((lead) => lead < 0).length),
      points(Math.max(0, -Math.min(...leads))) + ' points',
    ];
  };
  return numbers(
    'Who leads in individual games',
    [WORD('Game'), NUMBER('Positions in which the winner is behind'), NUMBER('By up to')],
    games.map((game) => [game.label, ...behind(game)]),
  );
}

export { tension };
