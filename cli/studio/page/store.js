// Keeps the text of games in the browser, so that they outlive the server: by the table that
// they were on, the latest last. All tabs share it.
(function (Studio) {
  'use strict';

  const KEY = 'boardlab.games';
  const KEPT = 12;

  function all() {
    try {
      const games = JSON.parse(window.localStorage.getItem(KEY));
      return Array.isArray(games) ? games : [];
    } catch {
      return [];
    }
  }

  // Storage may be full or forbidden; the game goes on without it.
  function write(games) {
    try {
      window.localStorage.setItem(KEY, JSON.stringify(games.slice(-KEPT)));
    } catch {
      return false;
    }
    return true;
  }

  // A game that hides something has no text until it is over.
  function keep(table, view) {
    if (!view.text) return;
    const game = {
      ...find(table), // where it was before
      table,
      title: view.game.title,
      spec: view.game.spec,
      plies: view.ply,
      over: view.over,
      text: view.text,
    };
    write([...all().filter((each) => each.table !== table), game]);
  }

  function find(table) {
    return all().find((each) => each.table === table) || null;
  }

  // The game of a table that is gone has been put on another one.
  function move(from, to) {
    write(all().map((each) => (each.table === from ? { ...each, table: to, was: from } : each)));
  }

  // Where another tab has put it, or null.
  function movedTo(table) {
    const game = all().find((each) => each.was === table);
    return game ? game.table : null;
  }

  function forget(table) {
    write(all().filter((each) => each.table !== table));
  }

  Studio.store = { all, keep, find, move, movedTo, forget };
})(window.Studio);
