// The page of one game, which boardlab export has filled: it needs no server. Its data are
//
//   {"boardlab": version, "key": under which the browser keeps games, "title", "about": About and
//    "bots": [BotAbout, …] as in about.h, with "kind" ("level" or "bot"), "preview": as in preview.h,
//    "hints": bool, "questions": [text, …], "files": {name: text}}
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

  leave() {
    this.show([]);
    links.replace({});
    this.showStart();
  }

  // The position in view, for the address.
  at(view, table) {
    links.replace(view.text === null || view.game.hides || view.ply === 0 ? {} : links.position(view, view.ply));
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
      kept: () => store.played().filter(({ table }) => table.startsWith(this.data.key)).reverse(),
      open: (seats) => this.open({ seats }),
      goOn: (game) => this.open({ text: game.text }, game.table),
    });
    document.title = this.data.title;
    this.show([this.start.node]);
  }

  // Opens what the address asks for. A game that this tab has had before goes on with all that is known
  // of it.
  async follow() {
    const query = links.read();
    this.showStart();
    if (!query.has('moves')) return;
    const [table, address] = (store.recall(LAST, TAB) || '').split(' ');
    const last = address === window.location.hash && store.find(table);
    query.set('game', this.data.about.full);
    await this.start.problem.to(() => (last ? this.open({ text: last.text }, table) : this.open(links.plan(query))));
  }

  // Games are kept under the name of their table, which this page gives them.
  async open(body, table = `${this.data.key}.${Date.now().toString(36)}`) {
    await this.ready;
    await api.post('api/open', { ...(body.text ? {} : { game: this.data.about.full }), ...body });
    this.show([]);
    this.table = new Table(table, this);
    this.main.replaceChildren(this.table.node);
  }
}

// For inspection in the browser's console.
window.Studio = { app: new Page(document.getElementById('studio'), JSON.parse(document.getElementById('game').textContent)), api, store };
