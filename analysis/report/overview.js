// What several entries have in common: the title of their page, and notes.
import { count } from './text.js';

// Notes that all entries have are made once.
function sharedNotes(entries) {
  const [first, ...others] = entries.map((entry) => entry.head.notes);
  return others.length
    ? first.filter((text) => others.every((notes) => notes.includes(text)))
    : [];
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

export { title, shortTitle, sharedNotes };
