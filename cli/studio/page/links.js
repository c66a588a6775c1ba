// What stands behind the # of the address:
//   #table=ID                                a table of this server
//   #game=SPEC&seat=WHO&seat=…&set=…&moves=… a game to put on a new table
//   #run=DIR&game=42&ply=17                  a game of a run
//   #runs                                    the list of runs
//   #runs=1&game=SPEC&seat=WHO&seat=…        the form for a run of this game
function read() {
  return new URLSearchParams(window.location.hash.slice(1));
}

// Replaces what stands there, without an entry in the browser's history.
function replace(values) {
  window.history.replaceState(null, '', hash(values));
}

// Spaces are written as +, as in forms: a link in a message ends at a space.
function hash(values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined && each !== '') query.append(name, each);
  }
  return `#${query}`;
}

// The body of `open` for a link to a game; null for other links.
function plan(query) {
  if (!query.has('game') || query.has('run')) return null;
  const seats = query.getAll('seat');
  const body = { game: query.get('game') };
  if (seats.length) body.seats = seats;
  for (const name of ['set', 'moves']) if (query.has(name)) body[name] = query.get(name);
  if (query.has('seed')) body.seed = Number(query.get('seed')) || 0;
  return body;
}

// The value of a line such as "set: …" in a game file.
function lineOf(text, name) {
  const line = text.split('\n').find((each) => each.startsWith(`${name}:`));
  return line ? line.slice(name.length + 1).trim() : null;
}

// What stands there for the position of a view after so many moves, besides the game.
function position(view, ply) {
  const moves = view.history.slice(0, ply).map(([, text]) => text);
  return { seat: view.seats, seed: view.seed || null, set: lineOf(view.text, 'set'), moves: moves.join(' ') };
}

// A link to what these values say.
const address = (values) => window.location.href.split('#')[0] + hash(values);

export { read, replace, hash, plan, position, address };
