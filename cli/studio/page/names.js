// What the players at a table are called. Whoever is alone with bots is "You", a bot has its name,
// people who share the screen have their colours. A seat's number is said only in titles.
import { capital } from '../../../analysis/report/text.js';

// Of the seats' colours in colours.css, in that order.
const COLOURS = ['blue', 'orange', 'green', 'pink', 'yellow', 'light blue', 'olive', 'grey', 'dark blue', 'brown', 'dark green', 'plum', 'bronze', 'steel blue', 'dark olive', 'light grey'];

// Bots that are opponents in words.
const LEVELS = ['beginner', 'casual', 'strong', 'very_strong'];

const colour = (seat) => COLOURS[seat - 1] || `seat ${seat}`;

const isHuman = (view, seat) => view.seats[seat - 1] === 'human';

// The seat of the only human, or 0.
function onlyHuman(view) {
  const humans = view.seats.flatMap((each, i) => (each === 'human' ? [i + 1] : []));
  return humans.length === 1 ? humans[0] : 0;
}

// "mcts" of "mcts:iterations=500", "eager" of "bots/eager.lua", "Very strong" of "very_strong".
function botName(spec) {
  if (LEVELS.includes(spec)) return capital(spec.replace('_', ' '));
  return spec.replace(/:.*$/s, '').replace(/^.*\//, '').replace(/\.lua$/, '') || spec;
}

// "You", "Blue" or "mcts".
function short(view, seat) {
  if (seat === onlyHuman(view)) return 'You';
  return isHuman(view, seat) ? capital(colour(seat)) : botName(view.seats[seat - 1]);
}

// "You (blue)", "Blue" or "mcts (orange)".
function full(view, seat) {
  if (!seat) return 'Chance';
  const what = short(view, seat);
  return what === capital(colour(seat)) ? what : `${what} (${colour(seat)})`;
}

// The title of whatever shows a player: what the name leaves out.
const title = (view, seat) => `Seat ${seat}: ${view.seats[seat - 1]}`;

// In a sentence: "you" or "orange".
const said = (view, seat) => (seat === onlyHuman(view) ? 'you' : colour(seat));

// "orange", "blue and green", "you and green".
function list(view, seats) {
  const names = seats.map((seat) => said(view, seat));
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : names.join('');
}

// A sentence of the rules or of the server, about "seat 2" or "seat 2 (mcts)".
function inWords(view, text) {
  return text.replace(/\b([Ss])eat (\d+)(?: \([^()]*\))?/g, (whole, letter, number) => {
    const seat = Number(number);
    if (seat < 1 || seat > view.seats.length) return whole;
    const named = colour(seat);
    return letter === 'S' ? capital(named) : named;
  });
}

export { LEVELS, colour, full, inWords, list, onlyHuman, said, short, title };
