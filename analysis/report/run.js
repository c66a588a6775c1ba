// A run: its sections in order, and its row in the overview table.
//
// A section takes the run and its metrics and returns a node, or null if there is nothing to
// show: any metric may be missing.
import { count, percent, plural } from './text.js';
import { NUMBER, muted } from './dom.js';
import { NONE, Metrics } from './metrics.js';
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
  const playable = (run.replays || []).filter(({ frames }) => frames && frames.length > 0);
  return playable.length ? replay.replay({ ...run, replays: playable }) : null;
}

function tournament({ tournament: standings }) {
  const figure = (id) => documentFigure(standings, id, id !== 'ratings');
  return standings && standings.figures.map(({ id }) => figure(id));
}

function people({ people: said }) {
  return said && said.figures.map(({ id }) => documentFigure(said, id, false));
}

const SECTIONS = [
  ['people', 'What people said', people],
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
  return muted(`From the first ${count(run.sample.games)} of ${plural(run.games, 'game')}.`);
}

// [{ id, title, make() }]
function sections(run) {
  const metrics = new Metrics(run.metrics);
  return SECTIONS.map(([id, title, build]) => ({
    id,
    title,
    make() {
      const node = build(run, metrics);
      return node && [sampleNote(run, id), node];
    },
  }));
}

// The columns of the overview table: [title, scope, key, metric], and whether with intervals.
const FIGURES = [
  ['Seat 1 wins', 'seat', '1', 'win_rate', true],
  ['Drawn', 'run', '', 'draw_rate'],
  ['Plies', 'run', '', 'plies_mean'],
  ['Balance', 'run', '', 'balance'],
  ['Margin', 'run', '', 'margin_mean', true],
];

// Their heads, and a function that returns the cells of a run. Only games with scores have
// margins.
function overview(runs) {
  const metricsOf = new Map(runs.map((run) => [run, new Metrics(run.metrics)]));
  const figures = FIGURES.filter(
    ([title, ...which]) =>
      title !== 'Margin' || runs.some((run) => metricsOf.get(run).get(...which)),
  );
  const cells = (run, [, scope, key, metric, bounds]) => {
    const { text, interval } = metricsOf.get(run).get(scope, key, metric) || NONE;
    return bounds ? [text, interval] : [text];
  };
  const heads = figures.flatMap(([title, , , , bounds]) => (bounds ? [title, '95% interval'] : [title]));
  return {
    heads: [...heads, 'No result', 'Games'].map(NUMBER),
    cells: (run) => [
      ...figures.flatMap((figure) => cells(run, figure)),
      percent(run.balance.undecided_rate),
      count(run.games),
    ],
  };
}

export { sections, overview };
