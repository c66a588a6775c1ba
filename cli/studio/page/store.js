// Keeps the text of games in the browser, so that they outlive the server: by the table that
// they were on, the latest last. A table where another game was begun has given its old one a
// name of its own. All tabs share it.
const KEY = 'boardlab.games';
const KEPT = 60;

// Another version, or another page, may have written something else there.
function isGame(each) {
  const { table, text, plies, seats } = each || {};
  return typeof table === 'string' && typeof text === 'string' && Number.isInteger(plies) && Array.isArray(seats) && seats.every((who) => typeof who === 'string');
}

function all() {
  try {
    const games = JSON.parse(window.localStorage.getItem(KEY));
    return Array.isArray(games) ? games.filter(isGame) : [];
  } catch {
    return [];
  }
}

// A short text that the browser keeps, as far as it may: in all tabs, or in sessionStorage.
function recall(key, storage = () => window.localStorage) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function remember(key, text, storage = () => window.localStorage) {
  try {
    if (text) storage().setItem(key, text);
    else storage().removeItem(key);
  } catch {
    // It is as new the next time.
  }
}

// Games with moves.
function played() {
  return all().filter((game) => game.plies > 0);
}

// What is dropped first: games without moves, then those that are over, the oldest first; never the
// latest.
function thin(games) {
  const rank = ({ plies, over }) => (plies === 0 ? 0 : over ? 1 : 2);
  const excess = games
    .slice(0, -1)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, Math.max(0, games.length - KEPT));
  return games.filter((game) => !excess.includes(game));
}

// Storage may be full or forbidden; the game continues without it.
function write(games) {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(thin(games)));
  } catch {
    return false;
  }
  return true;
}

// A view of a game that hides something has no text until it is over.
function keep(table, view) {
  const old = find(table);
  if (old && old.begun !== view.begun) setAside(old);
  if (!view.text) return;
  const was = find(table);
  if (was && was.text === view.text && was.over === view.over) return;
  const game = {
    ...(was || { was: old && old.was }), // where it was before
    table,
    begun: view.begun,
    title: view.game.title,
    spec: view.game.spec,
    seats: view.seats,
    plies: view.ply,
    over: view.over,
    ending: view.ending,
    text: view.text,
    board: view.board,
    frame: view.frame,
    at: Date.now(),
  };
  write([...all().filter((each) => each.table !== table), game]);
}

// The game before the one that is on its table now.
function setAside(game) {
  const table = `${game.table}#${game.begun}`;
  write(all().map((each) => (each.table === game.table ? { ...each, table, was: null } : each)));
}

function find(table) {
  return all().find((each) => each.table === table) || null;
}

// What was typed about a game that is kept.
function note(table, typed) {
  write(all().map((each) => (each.table === table ? { ...each, typed } : each)));
}

// The game of a table that is gone has been put on another one, where it is the first.
function move(from, to) {
  write(all().map((each) => (each.table === from ? { ...each, table: to, was: from, begun: 0 } : each)));
}

// Where another tab has put it, or null.
function movedTo(table) {
  const game = all().find((each) => each.was === table);
  return game ? game.table : null;
}

function forget(table) {
  write(all().filter((each) => each.table !== table));
}

export { recall, remember, played, keep, note, find, move, movedTo, forget };
