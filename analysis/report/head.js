// The head of an entry: its title in words and the conclusion, a picture of it, what must be kept in
// mind with it, and, folded, what was played and the command that plays it again. report_head.h
// describes the data.
import { sentence } from './text.js';
import { make, name } from './dom.js';
import * as boards from './boards.js';
import { Metrics } from './metrics.js';
import { documentCard } from './document.js';
import { endingsBar } from './win_rates.js';

const sentences = (texts, kind) =>
  texts.map((text) => make('p', { class: kind }, name(sentence(text))));

const note = (text) =>
  make('p', { class: 'note', role: 'note' }, make('strong', null, 'Note: '), name(sentence(text)));

// facts: [[label, text]]
function facts(list) {
  if (list.length === 0) return null;
  return make(
    'dl',
    { class: 'played' },
    list.map(([label, text]) =>
      make('div', null, make('dt', null, label), make('dd', null, name(text))),
    ),
  );
}

// A line ends between words, never after the dashes of a flag.
const words = (text) =>
  text
    .split(/( )/)
    .map((word) => (/^\S{1,40}$/.test(word) ? make('span', { class: 'word' }, word) : word));

// why: there is no command.
function command(text, why, label = 'To play it again: ') {
  if (why) return make('p', { class: 'command muted' }, `No command plays it again: ${why}.`);
  if (!text) return null;
  return make(
    'p',
    { class: 'command' },
    make('span', { class: 'muted' }, label),
    make('code', { dir: 'ltr' }, words(text)),
  );
}

// --- The picture

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
    { class: 'end-position' },
    boards.position(run.board, view, game.frames[at], game.frames[at - 1], mover),
    make('figcaption', null, name(captionOf(game, at))),
  );
}

// "Last position of game 7: seat 1 wins in 15 plies", without the reason to replay it.
function captionOf(game, at) {
  const which = at === game.frames.length - 1 ? 'Last position' : 'Before the end';
  return `${which} of ${game.label.replace(/ \([^()]*\)$/, '')}`;
}

function plot(entry) {
  const { document = entry.tournament } = entry;
  const chart = documentCard({ document });
  return chart && make('div', { class: 'card-chart' }, chart);
}

// --- The head

// Whether games between the same players are what an entry is about: its head then shows them.
const isMatch = ({ kind, tournament }) => kind === 'run' && !tournament;

// notes: those to show; on a card also entries whose first section is a chart have a picture.
function head(entry, level, { notes = entry.head.notes, card = false } = {}) {
  const { title, conclusion, findings: list, facts: made } = entry.head;
  const match = isMatch(entry);
  const picture = match ? board(entry) : card && plot(entry);
  const text = [match && sentences(list, 'verdict'), notes.map(note)].flat().filter(Boolean);
  return make(
    'header',
    { class: 'entry-head' },
    entry.name ? make('p', { class: 'folder' }, name(entry.name)) : null,
    make(`h${level}`, null, name(title)),
    conclusion.length || entry.kind !== 'run'
      ? sentences(conclusion, 'verdict conclusion')
      : make('p', { class: 'muted' }, 'No games have been played yet.'),
    make(
      'div',
      { class: picture ? 'lead pictured' : 'lead' },
      match && endingsBar(entry, new Metrics(entry.metrics)),
      picture,
      text.length ? make('div', { class: 'lead-text' }, text) : null,
    ),
    make(
      'details',
      { class: 'how' },
      make('summary', null, name(playedLine(entry.head))),
      facts(made),
      command(entry.head.command, entry.head.no_command),
    ),
  );
}

// What was played in one line: "random in every seat · 2,000 games · seed 1".
function playedLine({ facts: list }) {
  const games = (text) => text.replace(/^[\d,]+/, (n) => `${n} game${n === '1' ? '' : 's'}`);
  const words = {
    Varied: (text) => `varied: ${text}`,
    Goal: (text) => `goal: ${text}`,
    Goals: (text) => `goals: ${text}`,
    Bot: (text) => text,
    Bots: (text) => text,
    Players: (text) => text,
    Levels: (text) => text,
    Games: games,
    Seed: (text) => `seed ${text}`,
  };
  return list
    .filter(([label]) => words[label])
    .map(([label, text]) => words[label](text))
    .join(' · ');
}

// What else the numbers show, in words; null if there is nothing, or the head says it.
function findings(entry) {
  const { findings: list } = entry.head;
  return list.length && !isMatch(entry) ? make('div', null, sentences(list, 'verdict')) : null;
}

export { head, findings, note, command };
