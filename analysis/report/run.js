// A run: its sections in order, and its row in the overview table.
//
// A section takes the run and its metrics and returns a node, or null if there is nothing to
// show: any metric may be missing.
import { count, fixed, interval, percent, percentInterval, plural, signed } from './text.js';
import { NUMBER, make } from './dom.js';
import { Metrics } from './metrics.js';
import * as replay from './replay.js';
import { documentFigure } from './document.js';
import { winRates } from './win_rates.js';
import { balance } from './balance.js';
import { margins } from './margins.js';
import { lengths } from './lengths.js';
import { branching } from './branching.js';
import { cells } from './cells.js';
import { openings } from './openings.js';
import { tension } from './tension.js';
import { convergence } from './convergence.js';

function replays(run) {
  const playable = (run.replays || []).filter(
    (replay) => replay.frames && replay.frames.length > 0,
  );
  return playable.length
    ? replay.replay(Object.assign({}, run, { replays: playable }))
    : null;
}

function tournament({ tournament: standings }) {
  const figure = (id) => documentFigure(standings, id, id !== 'ratings');
  return standings && make('div', null, standings.figures.map(({ id }) => figure(id)));
}

const SECTIONS = [
  ['tournament', 'Ratings', tournament],
  ['win-rates', 'Win rates', winRates],
  ['balance', 'Balance', balance],
  ['margins', 'Scores', margins],
  ['lengths', 'Game length', lengths],
  ['branching', 'Legal moves', branching],
  ['cells', 'Moves on the board', cells],
  ['openings', 'First moves', openings],
  ['tension', 'Tension', tension],
  ['replays', 'Replays', replays],
  ['convergence', 'Convergence', convergence],
];

const FROM_SAMPLE = new Set(['branching', 'cells', 'openings', 'tension']);

function sampleNote(run, id) {
  if (!FROM_SAMPLE.has(id) || !run.sample || run.sample.games >= run.games) return null;
  return make(
    'p',
    { class: 'muted' },
    `From the first ${count(run.sample.games)} of ${plural(run.games, 'game')}.`,
  );
}

// [{ id, title, make() }]
function sections(run) {
  const metrics = new Metrics(run.metrics);
  return SECTIONS.map(([id, title, build]) => ({
    id,
    title,
    make() {
      const node = build(run, metrics);
      return node && make('div', null, sampleNote(run, id), node);
    },
  }));
}

const margin = (metrics) => metrics.get('run', '', 'margin_mean');

// Whether a run is of a game that has scores.
function hasMargin(run) {
  return Boolean(margin(new Metrics(run.metrics)));
}

function marginCells(metrics) {
  const found = margin(metrics);
  if (!found) return ['', ''];
  return [signed(found.value, 1), interval(found.low, found.high, (value) => signed(value, 1))];
}

// The run's row in the overview table; with `margins`, if any of the runs has them.
function overview(run, margins) {
  const metrics = new Metrics(run.metrics);
  const value = (metric) => metrics.value('run', '', metric);
  const seat = metrics.get('seat', '1', 'win_rate');
  return [
    percent(seat && seat.value),
    seat ? percentInterval(seat.low, seat.high) : '',
    percent(value('draw_rate')),
    percent(run.balance.undecided_rate),
    fixed(value('plies_mean'), 1),
    percent(value('balance')),
    ...(margins ? marginCells(metrics) : []),
    count(run.games),
  ];
}

function overviewHeads(margins) {
  return [
    'Seat 1 wins',
    '95% interval',
    'Drawn',
    'No result',
    'Plies',
    'Balance',
    ...(margins ? ['Margin', '95% interval'] : []),
    'Games',
  ].map(NUMBER);
}

export { sections, hasMargin, overview, overviewHeads };
