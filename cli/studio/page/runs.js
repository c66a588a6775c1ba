// The tab Runs: commands under way, a form that starts one, the results below the folder with
// their reports, and any game of a run.
import { count, plural } from '../../../analysis/report/text.js';
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as links from './links.js';
import { Problem, outward, reportOf } from './parts.js';
import { TaskList } from './task_list.js';
import { RunReplay } from './run_replay.js';
import { RunForm } from './run_form.js';

// "500", "1,925 of 300,000"; of a command under way as it reports it.
function gamesText(run, task) {
  if (run.error) return '';
  const { games, wanted } = task && task.games !== null ? task : run;
  return wanted === null || (run.complete && !task) ? count(games) : `${count(games)} of ${count(wanted)}`;
}

function stateText(run, task) {
  if (task) return task.stopping ? 'stopping' : 'running';
  if (run.error) return make('span', { class: 'warn' }, 'cannot be read: ', name(run.error));
  return run.complete ? 'complete' : 'not finished';
}

// "16 Nov 2026, 22:48"
function dateText(seconds) {
  return new Date(1000 * seconds).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

const BOTS = 4; // named in the list

// "random, mcts": each bot once.
function botsText(run) {
  const bots = [...new Set(run.bots)];
  const more = bots.length > BOTS + 1 ? [`and ${bots.length - BOTS} more`] : [];
  return [...(more.length ? bots.slice(0, BOTS) : bots), ...more].join(', ');
}

// ---- the list of results

class RunList {
  // writing(dir): the task that writes there and is running, if there is one; started(): called when
  // a comparison was.
  constructor(writing, started) {
    Object.assign(this, { writing, started });
    this.opened = new Set(); // sweeps and ladders whose runs are shown
    this.chosen = new Set(); // folders for a report about several
    this.dirs = new Set();
    this.runs = [];
    this.error = new Problem();
    this.body = make('tbody', null);
    this.several = outward('', { hidden: true, 'data-do': 'report-several' });
    this.compare = button('', () => this.startCompare(), { hidden: true, 'data-do': 'compare-several' });
    this.hint = make('span', { class: 'muted', role: 'status' });
    this.more = make('p', { class: 'muted', hidden: true }, 'There are more results than are listed: serve a subfolder to see them.');
    this.none = make('p', { class: 'muted', hidden: true }, 'There are no results in this folder yet: those of your first experiment will be listed here, to open, replay and compare.');
    const head = ['Folder', 'Kind', 'Game and bots', 'Games', 'State', 'Written', 'Open'];
    this.table = make(
      'div',
      { class: 'scroll', role: 'region', 'aria-label': 'Results' },
      make('table', { class: 'run-table' }, make('thead', null, make('tr', null, head.map((text) => make('th', { scope: 'col', class: text === 'Games' && 'number' }, text)))), this.body),
    );
    this.node = make(
      'section',
      { class: 'runs-part' },
      make('h2', null, 'Results in this folder'),
      make('p', { class: 'buttons' }, button('Refresh', () => this.load(), { 'data-do': 'look-again' }), this.compare, this.several, this.hint),
      this.error.node,
      this.none,
      this.table,
      this.more,
    );
  }

  load() {
    return this.error.to(async () => {
      const { runs, more } = await api.get('api/runs');
      this.runs = runs;
      this.dirs = new Set(runs.map((run) => run.dir));
      this.more.hidden = !more;
      this.draw();
    });
  }

  draw() {
    const parts = (dir) => this.runs.filter((run) => run.part === dir).length;
    this.none.hidden = this.runs.length > 0;
    this.table.hidden = this.runs.length === 0;
    for (const dir of this.chosen) if (!this.dirs.has(dir)) this.chosen.delete(dir);
    this.place(this.runs.filter((run) => this.isShown(run)).map((run) => this.row(run, parts(run.dir))));
    this.follow();
    this.showSeveral();
  }

  // Whether everything that it is a part of is open: the runs of a study are in its ladder.
  isShown(run) {
    return !run.part || (this.opened.has(run.part) && this.runs.some((whole) => whole.dir === run.part && this.isShown(whole)));
  }

  // Existing rows stay: a click on one would be lost if it were replaced meanwhile.
  place(rows) {
    const old = [...this.body.children];
    for (const row of rows) row.same = row.outerHTML;
    const kept = rows.map((row) => old.find((each) => each.same === row.same) || row);
    if (kept.length !== old.length || kept.some((row, i) => row !== old[i])) this.body.replaceChildren(...kept);
  }

  row(run, parts) {
    const cell = (title, attributes, ...children) => make('td', { 'data-title': title, ...attributes }, ...children);
    return make(
      'tr',
      { 'data-dir': run.dir, class: run.part && 'part' },
      make('th', { scope: 'row' }, name(run.dir), parts ? this.opener(run, parts) : null),
      cell('Kind', null, run.kind),
      cell(
        'Game and bots',
        null,
        name(run.title || ''),
        run.game ? make('div', { class: 'muted' }, make('code', null, run.game)) : null,
        run.bots.length ? make('div', { class: 'muted' }, name(botsText(run))) : null,
      ),
      cell('Games', { class: 'number', 'data-now': 'games' }),
      cell('State', { 'data-now': 'state' }),
      cell('Written', null, run.changed ? dateText(run.changed) : ''),
      make('td', { class: 'actions' }),
    );
  }

  // What changes while a command writes there.
  follow() {
    for (const row of this.body.children) {
      const run = this.runs.find((each) => each.dir === row.dataset.dir);
      const task = this.writing(run.dir);
      const state = `${run.complete} ${run.games} ${task ? task.id : ''}`;
      row.querySelector('[data-now=games]').textContent = gamesText(run, task);
      row.querySelector('[data-now=state]').replaceChildren(stateText(run, task));
      if (row.dataset.shown === state) continue; // what can be clicked stays in place
      row.dataset.shown = state;
      row.querySelector('.actions').replaceChildren(...this.actions(run, task));
    }
  }

  tick(run) {
    const tick = make('input', { type: 'checkbox' });
    tick.checked = this.chosen.has(run.dir);
    tick.addEventListener('change', () => {
      if (tick.checked) this.chosen.add(run.dir);
      else this.chosen.delete(run.dir);
      this.showSeveral();
    });
    return make('label', { class: 'tick', title: 'Choose several to compare them' }, tick, ' compare');
  }

  opener(run, parts) {
    const open = this.opened.has(run.dir);
    const what = run.kind === 'study' ? 'ladder' : plural(parts, 'run');
    return make(
      'div',
      null,
      button(
        `${open ? 'Hide' : 'Show'} its ${what}`,
        () => {
          if (open) this.opened.delete(run.dir);
          else this.opened.add(run.dir);
          this.draw();
        },
        { class: 'small', 'aria-expanded': String(open) },
      ),
    );
  }

  async resume(run) {
    const resumed = await this.error.to(() => api.post('api/runs/resume', { dir: run.dir }));
    if (!resumed) this.error.node.scrollIntoView({ block: 'nearest' });
  }

  // The runs of a sweep or ladder are resumed with the whole of it.
  actions(run, task) {
    if (run.error) return [];
    const list = [];
    if (run.games > 0 || run.kind === 'tuning' || (run.kind === 'study' && run.complete)) list.push(outward('Report', { href: reportOf([run.dir]) }));
    if (run.games > 0 && (run.kind === 'run' || run.kind === 'tournament'))
      list.push(make('a', { href: links.hash({ run: run.dir, game: String(run.first) }), 'data-do': 'replay' }, 'Replay'));
    if (!run.complete && !run.part && !task) list.push(button('Resume', () => this.resume(run), { class: 'small', 'data-do': 'resume-run' }));
    if (run.games > 0) list.push(this.tick(run));
    return list;
  }

  showSeveral() {
    const dirs = [...this.chosen];
    this.several.hidden = dirs.length < 2;
    this.several.href = reportOf(dirs);
    this.several.textContent = `Report on these ${dirs.length}`;
    this.compare.hidden = dirs.length < 2 || !dirs.every((dir) => this.isComparable(dir));
    this.compare.textContent = `Compare these ${dirs.length}`;
    this.hint.textContent = dirs.length === 1 ? `Tick what ${dirs[0]} is to be compared with.` : '';
  }

  // Sweeps, ladders and the like hold runs, which can be.
  isComparable(dir) {
    return this.runs.some((run) => run.dir === dir && (run.kind === 'run' || run.kind === 'tournament'));
  }

  startCompare() {
    return this.error.to(async () => {
      await api.post('api/tasks/start', { command: 'compare', arguments: [...this.chosen] });
      this.started();
    });
  }

  // Ticks this result alone; the user ticks another one.
  async compareWith(dir) {
    await this.load();
    this.chosen = new Set([dir]);
    this.body.replaceChildren();
    this.draw();
    this.node.scrollIntoView({ block: 'start' });
  }
}

// ---- the tab

class Runs {
  constructor(panel) {
    this.panel = panel;
    this.list = new RunList((dir) => this.tasks.writing(dir), () => this.tasks.reveal(true));
    this.tasks = new TaskList(() => this.changed(), () => this.moved(), (dir) => this.list.compareWith(dir));
    this.formPlace = make('div', null);
    this.overview = make('div', null, make('div', { class: 'runs-overview' }, this.formPlace, this.tasks.node), this.list.node);
    this.replay = new RunReplay();
    panel.replaceChildren(this.overview, this.replay.node);
    window.addEventListener('hashchange', () => setTimeout(() => this.mind()));
    document.addEventListener('visibilitychange', () => this.mind());
  }

  // Listens while it is in view.
  mind() {
    if (!this.panel.hidden && !document.hidden && !this.overview.hidden) this.tasks.listen();
    else this.tasks.deafen();
  }

  async open(query) {
    const isReplay = query.has('run');
    this.overview.hidden = isReplay;
    this.replay.node.hidden = !isReplay;
    if (isReplay) {
      const ply = query.has('ply') ? Number(query.get('ply')) || 0 : null;
      this.replay.show(query.get('run'), Math.max(0, Number(query.get('game')) || 0), ply);
    } else {
      this.replay.clear();
      await this.list.load();
      await this.makeForm();
      if (query.has('game') && this.form) this.fill(query);
    }
    this.mind();
  }

  // A game on a table is to be played many times. What is changed in the form stays when the page is
  // loaded again.
  fill(query) {
    this.form.fill(query.get('game'), query.getAll('seat'));
    window.history.replaceState(null, '', '#runs');
  }

  async makeForm() {
    if (this.form) {
      this.form.update();
      return;
    }
    await this.list.error.to(async () => {
      const [library, { commands }] = await Promise.all([api.get('api/library'), api.get('api/commands')]);
      if (this.form) return;
      this.form = new RunForm(library, commands, (dir) => this.list.dirs.has(dir) || this.isTask(dir), () => this.allTasks(), () => this.started());
      this.formPlace.replaceChildren(this.form.node);
    });
  }

  // Whether a task writes there, or has.
  isTask(dir) {
    return this.allTasks().some((task) => task.dir === dir);
  }

  allTasks() {
    return [...this.tasks.cards.values()].map((card) => card.task);
  }

  // The folder of a command appears some time after the command was started.
  moved() {
    this.list.follow();
    const isNew = this.allTasks().some((task) => task.state === 'running' && task.games !== null && !this.list.dirs.has(task.dir));
    if (!isNew || this.looksAgain) return;
    this.looksAgain = true;
    setTimeout(async () => {
      await this.list.load();
      this.looksAgain = false;
    }, 500);
  }

  started() {
    this.tasks.reveal();
    return this.changed();
  }

  // Something was started or has ended: there may be other results.
  async changed() {
    await this.list.load();
    if (this.form) this.form.update();
  }
}

let tab = null;

function openRuns(panel, query) {
  if (!tab) tab = new Runs(panel);
  document.title = 'boardlab studio: runs';
  tab.open(query);
}

export { openRuns };
