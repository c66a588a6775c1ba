// The page of one game, which boardlab export has filled: it needs no server. Its data are
//
//   {"boardlab": version, "key": under which the browser keeps games, "title", "note": text or null,
//    "about": About and "bots": [BotAbout, …] as in about.h, with "kind" ("level" or "bot"),
//    "preview": as in preview.h, "hints": bool, "questions": [text, …], "files": {name: text}}
//
// What is behind the # of its address is the position in view; see links.js.
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as engine from './engine.js';
import * as links from './links.js';
import * as store from './store.js';
import { Finish } from './finish.js';
import { Start } from './start.js';
import { Table } from './table.js';

const LAST = 'boardlab.last'; // the table of this tab, and its address
const TAB = () => window.sessionStorage;

class Page {
  constructor(root, data) {
    Object.assign(this, { data, plain: true }); // of the rules: nothing about commands
    this.notice = make('div', { class: 'notice', role: 'status', hidden: true });
    this.main = make('main', { class: 'one-game' });
    root.replaceChildren(make('header', { class: 'top' }, make('h1', null, button(name(data.title), () => this.leave(), { title: 'Who plays, and the rules' }))), this.notice, this.main);
    this.ready = engine.start(data.files);
    this.ready.then(api.use, (error) => this.say(error.message, 'bad'));
    window.addEventListener('hashchange', () => this.follow());
    window.addEventListener('beforeunload', (event) => {
      if (this.wouldLose()) event.preventDefault();
    });
    this.follow();
  }

  // ---- what tables need; see table.js

  say(text, kind) {
    this.notice.className = `notice ${kind || ''}`;
    this.notice.replaceChildren(make('p', null, name(text)), button('×', () => this.hush(), { 'aria-label': 'Close this message' }));
    this.notice.hidden = false;
  }

  hush() {
    this.notice.hidden = true;
  }

  settle() {
    if (!this.notice.classList.contains('bad')) this.hush();
  }

  gone(id, error) {
    this.say(error.message, 'bad');
  }

  bench(table) {
    return new Finish(table, this.data, this);
  }

  // Whether a game is going on that the browser does not keep, because it may not.
  wouldLose() {
    const view = this.table && this.table.view;
    return Boolean(view && view.ply > 0 && !view.over && !store.find(this.table.id));
  }

  leave() {
    const act = () => {
      links.replace({});
      this.showStart();
    };
    if (this.wouldLose()) this.table.controls.askFirst('Leave this game? This browser does not keep it.', 'Leave', act);
    else act();
  }

  // The position in view, for the address; of a game that hides something only its table, which
  // means nothing elsewhere.
  at(view, table) {
    links.replace(view.ply === 0 ? {} : view.game.hides ? { table } : links.position(view, view.ply));
    store.remember(LAST, `${table} ${window.location.hash}`, TAB);
  }

  // ---- screens

  show(nodes) {
    if (this.table) this.table.close();
    this.table = null;
    this.hush();
    this.main.replaceChildren(...nodes);
    window.scrollTo(0, 0);
  }

  showStart() {
    this.start = new Start(this.data, {
      kept: () => store.played().filter((game) => this.has(game)).reverse(),
      open: (seats) => this.open({ seats }),
      goOn: (game) => this.goOn(game),
    });
    document.title = this.data.title;
    this.show([this.start.node]);
  }

  // Whether a game that the browser keeps is of this page.
  has({ table }) {
    return table.startsWith(this.data.key);
  }

  // The game that the address asks for, if the browser keeps it: with all that is known of it.
  kept(query) {
    const [table, address] = (store.recall(LAST, TAB) || '').split(' ');
    const game = store.find(query.get('table') || (address === window.location.hash ? table : ''));
    return game && this.has(game) ? game : null;
  }

  // Opens what the address asks for.
  async follow() {
    const query = links.read();
    const game = [...query].length ? this.kept(query) : null;
    this.showStart();
    if (game) await this.start.problem.to(() => this.goOn(game));
    else if (query.has('moves')) await this.openLink(query);
  }

  // On a table of this tab: another one may go on with the same game.
  goOn({ text, table }) {
    const here = this.newTable();
    store.move(table, here);
    return this.open({ text }, here);
  }

  newTable() {
    return `${this.data.key}.${Date.now().toString(36)}`;
  }

  async openLink(query) {
    query.set('game', this.data.about.full);
    try {
      await this.open({ seats: this.start.chosen(), ...links.plan(query) });
    } catch {
      links.replace({});
      this.start.problem.bad({ message: 'This link does not fit this game: it may be for another version. Choose who plays, and begin a new game.' });
    }
  }

  // Games are kept under the name of their table, which this page gives them.
  async open(body, table = this.newTable()) {
    await this.ready;
    await api.post('api/open', { ...(body.text ? {} : { game: this.data.about.full }), ...body });
    this.show([]);
    this.table = new Table(table, this);
    this.main.replaceChildren(this.table.node);
  }
}

// For inspection in the browser's console.
window.Studio = { app: new Page(document.getElementById('studio'), JSON.parse(document.getElementById('game').textContent)), api, store };
