// The page about several entries that are not compared: a card for each, with its board, its
// verdict and a chart, and the entries themselves folded away below.
import { count, sentence } from './text.js';
import { make, name } from './dom.js';
import { shareRange, SHARE_TICKS } from './axes.js';
import { Metrics, fairLine } from './metrics.js';
import * as boards from './boards.js';
import { documentCard } from './document.js';
import { note, playedLine } from './head.js';
import { seatChart, seatRates } from './win_rates.js';

// --- The board

// A telling position: how a typical game ended. Of the games to replay that were won, the
// one of median length; of all if none was won.
function typical(run) {
  const games = (run.replays || []).filter((replay) =>
    replay.frames.some((frame) => frame.pieces && frame.pieces.length > 0),
  );
  const won = games.filter((replay) => / wins? in /.test(replay.label));
  const sorted = (won.length ? won : games).sort((a, b) => a.moves.length - b.moves.length);
  return sorted[Math.floor((sorted.length - 1) / 2)] || null;
}

function board(run) {
  const game = run.board && typical(run);
  if (!game) return null;
  const at = boards.telling(game.frames);
  const mover = at > 0 ? game.moves[at - 1][0] : 0;
  const view = boards.viewOf(run.replays);
  return make(
    'figure',
    { class: 'card-board' },
    boards.position(run.board, view, game.frames[at], game.frames[at - 1], mover),
    make('figcaption', null, name(captionOf(game, at))),
  );
}

// "game 7: seat 1 wins in 15 plies (the shortest)", without the reason to replay it.
function captionOf(game, at) {
  const which = at === game.frames.length - 1 ? 'Last position' : `Position ${at}`;
  return `${which} of ${game.label.replace(/ \([^()]*\)$/, '')}`;
}

// --- The chart

// A scale of win rates that the charts of all runs share, with few ticks.
function seatScale(runs) {
  const shown = runs.flatMap((run) => {
    const metrics = new Metrics(run.metrics);
    return [...metrics.list('seat', 'win_rate'), ...fairLine(run, metrics, 'x')];
  });
  const { min, max } = shareRange(shown.flatMap(({ value, low, high }) => [value, low, high]));
  const tenths = max - min > 0.4 ? 2 : 1;
  const step = tenths / 10;
  return {
    min: (tenths * Math.floor(min / step + 1e-9)) / 10,
    max: (tenths * Math.ceil(max / step - 1e-9)) / 10,
    ticks: { ...SHARE_TICKS, stepSize: step, maxRotation: 0 },
  };
}

function seats(run, scale) {
  const metrics = new Metrics(run.metrics);
  const rows = seatRates(run, metrics);
  const { min, max, ticks } = scale;
  const options = { title: 'games won, with 95% intervals', range: { min, max }, ticks };
  return rows.length ? seatChart(run, metrics, rows, options) : null;
}

function chart(entry, scale) {
  if (entry.kind !== 'run') return documentCard(entry);
  if (!entry.balance.decided) return null;
  return entry.tournament ? documentCard({ document: entry.tournament }) : seats(entry, scale);
}

// --- The cards

// Notes that all entries have are made once.
function sharedNotes(entries) {
  const [first, ...others] = entries.map((entry) => entry.head.notes);
  return others.length
    ? first.filter((text) => others.every((notes) => notes.includes(text)))
    : [];
}

const FINDINGS = 2; // on a card, besides the conclusion

function card(entry, i, shared, scale) {
  const { title, conclusion, findings } = entry.head;
  const sentences = [...conclusion, ...findings.slice(0, FINDINGS)].map((text) =>
    make('p', null, name(sentence(text))),
  );
  const notes = entry.head.notes.filter((text) => !shared.includes(text));
  const picture = board(entry);
  const plot = chart(entry, scale);
  const kind = [picture && 'pictured', plot && 'plotted'].filter(Boolean).join(' ');
  return make(
    'section',
    { class: `card ${kind}`, 'aria-labelledby': `card-${i + 1}` },
    picture,
    make(
      'div',
      { class: 'card-text' },
      make('h2', { id: `card-${i + 1}` }, name(title)),
      make('p', { class: 'muted' }, name(playedLine(entry.head))),
      sentences.length ? sentences : make('p', null, 'No games have been played yet.'),
      notes.map(note),
      make(
        'p',
        { class: 'card-more' },
        make(
          'a',
          { href: `#entry-${i + 1}` },
          (entry.replays || []).length ? 'Charts, tables and replays' : 'Charts and tables',
        ),
      ),
    ),
    plot && make('div', { class: 'card-chart' }, plot),
  );
}

// The games, each once and without their authors: "Dorix, Quoridor and Orbital".
function title(entries) {
  const games = [...new Set(entries.map((entry) => shortTitle(entry.head.game)))];
  if (games.length === 1) return `${games[0]}: ${count(entries.length)} results`;
  const MOST_NAMED = 5;
  const named = games.length > MOST_NAMED ? games.slice(0, MOST_NAMED - 1) : games;
  const rest = games.length - named.length;
  const last = rest ? `${count(rest)} more games` : named.pop();
  return `${named.join(', ')} and ${last}`;
}

// A title without the author in brackets after it.
function shortTitle(text) {
  return text.replace(/ \([^()]*\)$/, '') || text;
}

function cards(entries) {
  const shared = sharedNotes(entries);
  const runs = entries.filter((entry) => entry.kind === 'run' && entry.games);
  const scale = seatScale(runs);
  return [
    shared.map(note),
    entries.map((entry, i) => card(entry, i, shared, scale)),
  ];
}

export { cards, title, shortTitle, sharedNotes };
