// The page: the tabs Play and Runs, what the # of the address asks for, and messages about the
// server.
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as clicks from './clicks.js';
import * as links from './links.js';
import * as server from './server.js';
import * as store from './store.js';
import { Home } from './home.js';
import { openRuns } from './runs.js';
import { outward } from './parts.js';
import { Table } from './table.js';
import { Workbench } from './workbench.js';

class App {
  constructor(root) {
    this.notice = make('div', { class: 'notice', role: 'status', hidden: true });
    this.play = make('div', { class: 'panel', id: 'play', role: 'tabpanel', 'aria-labelledby': 'tab-play' });
    this.runs = make('div', { class: 'panel', id: 'runs', role: 'tabpanel', 'aria-labelledby': 'tab-runs', hidden: true });
    this.tabs = { play: this.tab('play', 'Play'), runs: this.tab('runs', 'Runs') };
    this.where = make('span', { class: 'where muted' });
    root.replaceChildren(
      make(
        'header',
        { class: 'top' },
        make('h1', null, button('boardlab', () => this.leave(), { title: 'All games' })),
        make('div', { class: 'tabs', role: 'tablist' }, this.tabs.play, this.tabs.runs),
        outward('Lua reference', { href: 'reference', class: 'lua-reference' }),
        this.where,
      ),
      this.notice,
      make('main', null, this.play, this.runs),
    );
    window.addEventListener('hashchange', () => this.follow());
    this.start();
  }

  // Tables and runs do not wait for the list of games, which takes long where files are slow.
  async start() {
    this.listed = this.list();
    this.follow();
    await this.listed;
    this.where.replaceChildren(name(`${this.library.folder || ''}`));
    this.readOn();
  }

  // Files that take long are read one after the other.
  async readOn() {
    while (this.library.files.some(({ kind }) => kind === 'unread')) await this.relist();
  }

  async relist() {
    await this.list();
    if (this.home) this.home.relist(this.library);
  }

  // The server may not be there yet, or no longer.
  async list() {
    for (let failed = false; ; failed = true) {
      try {
        this.library = await api.get('api/library');
        if (failed) this.hush();
        return;
      } catch (error) {
        const kept = store.played().length ? ' Games are kept in this browser.' : '';
        this.say(`${error.message}${kept} Trying again …`, 'bad');
        await new Promise((done) => setTimeout(done, 1500));
      }
    }
  }

  tab(key, title) {
    const node = button(title, () => this.choose(key), {
      role: 'tab',
      id: `tab-${key}`,
      'aria-controls': key,
      'aria-selected': 'false',
    });
    node.addEventListener('keydown', (event) => {
      if (!/^Arrow(Left|Right)$/.test(event.key)) return;
      const other = key === 'play' ? this.tabs.runs : this.tabs.play;
      if (other.isConnected) other.focus();
    });
    return node;
  }

  choose(key) {
    if (key === 'runs') window.location.hash = 'runs';
    else if (!this.play.hidden && this.table) this.leave();
    else window.location.hash = this.table ? `table=${this.table.id}` : '';
  }

  display(key) {
    for (const each of ['play', 'runs']) {
      this[each].hidden = each !== key;
      this.tabs[each].setAttribute('aria-selected', String(each === key));
    }
  }

  say(text, kind) {
    this.notice.className = `notice ${kind || ''}`;
    this.notice.replaceChildren(make('p', null, name(text)), button('×', () => this.hush(), { 'aria-label': 'Close this message' }));
    this.notice.hidden = false;
  }

  // A good message stays until the next action.
  settle() {
    if (!this.notice.classList.contains('bad')) this.hush();
  }

  hush() {
    this.notice.hidden = true;
  }

  // ---- what the address asks for

  async follow() {
    const query = links.read();
    this.asked = (this.asked || 0) + 1;
    if ((query.has('run') || query.has('runs'))) {
      this.display('runs');
      openRuns(this.runs, query);
      return;
    }
    this.display('play');
    const plan = links.plan(query);
    if (query.has('table')) this.sit(query.get('table'));
    else if (plan) await this.tryOpen(plan);
    else if (await this.isListed()) {
      if (this.library.file && !this.left) await this.tryOpen({ game: this.library.file });
      else this.showHome();
    }
  }

  // Waits for the list of games; false if another link was followed meanwhile.
  async isListed() {
    const { asked } = this;
    if (!this.library) {
      this.stand();
      this.play.replaceChildren(make('p', { class: 'muted' }, 'Reading the games in this folder …'));
      await this.listed;
    }
    return asked === this.asked;
  }

  // Whoever comes back to it may have written files meanwhile.
  showHome() {
    this.stand();
    document.title = 'boardlab studio';
    if (this.home) this.relist();
    this.home = new Home(this.library, (body) => this.open(body));
    this.play.replaceChildren(this.home.node);
    window.scrollTo(0, 0);
  }

  // Opens a game that a link or the command line named; what is wrong with it is shown above
  // the other games.
  async tryOpen(body) {
    const { asked } = this;
    try {
      await this.open(body);
    } catch (error) {
      if (asked !== this.asked || !(await this.isListed())) return;
      this.showHome();
      this.home.error.bad(error);
      if (body.game === this.library.file) this.tryAgain(this.home);
    }
  }

  // The file that serve was given is being written: opens it as soon as it can be opened, unless
  // another game is being chosen.
  async tryAgain(home) {
    await new Promise((done) => setTimeout(done, 1000));
    if (this.home !== home || !home.node.isConnected || home.node.querySelector('dialog')) return;
    try {
      await api.get('api/game', { spec: this.library.file });
      await this.open({ game: this.library.file });
    } catch (error) {
      if (error.status) home.error.bad(error);
      this.tryAgain(home);
    }
  }

  // Another link may have been followed before the answer comes.
  async open(body) {
    const { asked } = this;
    const { table } = await api.post('api/open', body);
    if (asked === this.asked) this.goTo(table);
  }

  goTo(table) {
    links.replace({ table });
    this.sit(table);
  }

  sit(id) {
    if (this.table && this.table.id === id) return;
    this.hush();
    this.stand();
    this.table = new Table(id, this);
    this.play.replaceChildren(this.table.node);
  }

  bench(table) {
    return new Workbench(table);
  }

  stand() {
    if (this.table) this.table.close();
    this.table = null;
  }

  leave() {
    this.left = true;
    this.hush();
    this.stand();
    window.history.pushState(null, '', window.location.pathname);
    this.follow();
  }

  // ---- a table that the server no longer has

  // unkept: why the browser has not kept the game, or ''.
  gone(id, error, unkept) {
    if (error.status === 403 || error.status === 401) {
      this.say(`Another server answers at this address: open the address that it printed. ${unkept || 'The game is kept in this browser.'}`, 'bad');
      return;
    }
    const again = () => this.reopen(id, unkept);
    if (navigator.locks) navigator.locks.request('boardlab.reopen', again);
    else again();
  }

  async giveUp(unkept) {
    if (!(await this.isListed())) return;
    this.showHome();
    links.replace({});
    this.say(`The server no longer has this game: it was restarted, or many other games were opened. ${unkept || 'This browser did not keep it.'}`, 'bad');
  }

  // Another tab may have put the game on a new table already.
  async reopen(id, unkept) {
    const moved = store.movedTo(id);
    const kept = store.find(id);
    try {
      if (!moved && !kept) {
        await this.giveUp(unkept);
        return;
      }
      const { table } = moved ? { table: moved } : await api.post('api/open', { text: kept.text });
      if (!moved) store.move(id, table);
      this.goTo(table);
      this.say('The server no longer had this table, because it was restarted or had too many: the game is on a new one.', 'good');
    } catch (failure) {
      if (!(await this.isListed())) return;
      this.showHome();
      this.home.error.bad(failure);
      this.say('The server no longer has this table, and the game cannot be put on a new one. It is kept in this browser.', 'bad');
    }
  }
}

api.use(server);
// For inspection in the browser's console.
window.Studio = { app: new App(document.getElementById('studio')), api, clicks, store };
