// What a table says at its board, in plain words: whose turn it is and what a person may do, how the
// game has ended, why nothing can be played on a cell.
import { count, plural } from '../../../analysis/report/text.js';
import { make } from '../../../analysis/report/dom.js';
import * as names from './names.js';
import { instruction } from './instruction.js';
import { capital } from './parts.js';

const HIGHLIGHTED = /^highlighted: /;
const RECENT = 4; // moves that are told

const hasDice = (view) => (view.frame.hands || []).some((item) => item[3] === 'die');

// Chance moves for whoever moves next, if dice are rolled: "You rolled 4."
function chance(view, at) {
  const text = view.history[at][1];
  if (!hasDice(view)) return text === null ? 'A hidden draw.' : `Drawn: ${text}.`;
  const [next] = view.history.slice(at + 1, view.ply).find(([seat]) => seat) || [view.seat];
  return `${capital(names.said(view, next))} rolled ${text ?? 'something hidden'}.`;
}

function happened(view, at) {
  const [seat, text] = view.history[at];
  if (!seat) return chance(view, at);
  return `${capital(names.said(view, seat))} ${text === null ? 'made a hidden move' : `played ${text}`}.`;
}

// What has happened since this seat moved, the last few moves of it.
function lastMoves(view) {
  const moves = view.history.slice(0, view.ply);
  const own = moves.findLastIndex(([seat]) => seat === view.seat);
  const first = Math.max(own + 1, moves.length - RECENT);
  return moves.slice(first).map((_, i) => ` ${happened(view, first + i)}`).join('');
}

// "Your turn: move your pawn or place a wall. Orange played e8."
function turn({ view, covered, input }) {
  const whose = view.seat === names.onlyHuman(view) ? 'Your turn' : `${capital(names.said(view, view.seat))}’s turn`;
  const what = covered ? '' : `: ${instruction(input.candidates, input.beside())}`;
  return [make('strong', null, `${whose}${what}.`), lastMoves(view)];
}

// What has decided the game, as far as the position says: what is highlighted, or the score.
function reason(view) {
  const note = (view.frame.notes || []).find((each) => HIGHLIGHTED.test(each));
  if (note) return names.inWords(view, note.replace(HIGHLIGHTED, ''));
  const { score } = view.ending;
  return score ? [...score].sort((a, b) => b - a).join(' to ') : '';
}

// How the game has ended, to the only human: "You lose: orange has reached e1."
function result(view) {
  const { winners, how, seat } = view.ending;
  const you = names.onlyHuman(view);
  const gaveUp = seat ? `${capital(names.said(view, seat))} ${how}` : '';
  if (winners.length === 0) return seat ? `${gaveUp}.` : `${capital(view.over)}.`;
  const many = winners.length > 1 || winners[0] === you;
  const win = `${names.list(view, winners)} ${many ? 'win' : 'wins'}`;
  const loses = you && !winners.includes(you);
  const who = loses && view.seats.length > 2 ? win : '';
  const why = seat ? `${seat === you ? 'you' : names.colour(seat)} ${how}` : reason(view) || who;
  return `${loses ? 'You lose' : capital(win)}${why ? `: ${why}` : ''}.`;
}

// In a review: " You played c4; e5 was better."
function mistake({ view, looking, advice }) {
  const better = advice.better();
  if (!better) return '';
  const [seat, text] = view.history[looking.ply];
  return ` ${capital(names.said(view, seat))} played ${text}; by the search ${better.text} was better.`;
}

// The line above the board.
function status(table) {
  const { view, looking } = table;
  const who = view.over ? '' : names.full(view, view.seat);
  if (looking) return [`Viewing the position after ${count(looking.ply)} of ${plural(view.ply, 'move')}.`, mistake(table)];
  if (table.bench.editing) return [make('strong', null, 'Setting up a position.'), ' Drag pieces; “Play from here” ends it.'];
  if (view.over) return [make('strong', null, result(view))];
  if (view.stopped) return [`${who} is stopped. Continue lets it move.`];
  if (view.thinking === 'waiting') return ['Other games are searching; this one is waiting for its turn.'];
  if (view.thinking === 'move') return [view.seat ? `${who} is thinking …` : hasDice(view) ? 'Rolling …' : 'Drawing …'];
  return view.human ? turn(table) : [`${who} is to move.`];
}

// Why nothing can be played on a cell.
function refusal({ view, looking }, cell) {
  if (view.over) return 'The game is over.';
  if (looking) return 'This is an earlier position: » goes back to the game.';
  return view.human ? `No legal move uses ${cell}.` : `${names.full(view, view.seat)} is to move.`;
}

// Whether the line above the board says this note of the position, too.
const isSaid = ({ view, looking }, note) => Boolean(view.over) && !looking && HIGHLIGHTED.test(note);

export { isSaid, refusal, status };
