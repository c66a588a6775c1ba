// The tab Runs: commands under way, a form that starts one, the results below the folder with
// their reports, and any game of a run.
(function (Studio) {
  'use strict';

  const { count, plural } = window.Report.text;
  const { make, name } = window.Report.dom;
  const { api, links, button } = Studio;

  const reportOf = (dirs) => `report?${new URLSearchParams(dirs.map((dir) => ['dir', dir]))}`;

  // "500 games", "1,925 of 300,000 games"
  function gamesText(run) {
    if (run.error) return '';
    if (run.complete || run.wanted === null) return count(run.games);
    return `${count(run.games)} of ${count(run.wanted)}`;
  }

  function stateText(run) {
    if (run.error) return make('span', { class: 'warn' }, 'cannot be read: ', name(run.error));
    return run.complete ? 'complete' : 'not finished';
  }

  // The words of a command line, as the server quotes them.
  function wordsOf(line) {
    const words = line.match(/(?:[^\s'\\]|\\.|'[^']*')+/g) || [];
    return words.map((word) => word.replace(/'([^']*)'|\\(.)/g, '$1$2'));
  }

  // ---- the list of results

  class RunList {
    // isRunning(dir): whether a command writes there.
    constructor(isRunning) {
      this.isRunning = isRunning;
      this.opened = new Set(); // sweeps and ladders whose runs are shown
      this.chosen = new Set(); // folders for a report about several
      this.dirs = new Set();
      this.error = make('div', { class: 'error', role: 'alert', hidden: true });
      this.body = make('tbody', null);
      this.several = make('a', { target: '_blank', rel: 'noopener', hidden: true, 'data-do': 'report-several' });
      this.more = make('p', { class: 'muted', hidden: true }, 'There are more, which are not listed: serve a folder further down.');
      this.none = make('p', { class: 'muted', hidden: true }, 'There are no results in this folder yet. Start a command above.');
      const head = ['', 'Folder', 'What', 'Game', 'Games', 'State', ''];
      this.table = make(
        'div',
        { class: 'scroll', role: 'region', 'aria-label': 'Results' },
        make('table', { class: 'run-table' }, make('thead', null, make('tr', null, head.map((text) => make('th', { scope: 'col', class: text === 'Games' && 'number' }, text)))), this.body),
      );
      this.node = make(
        'section',
        { class: 'runs-part' },
        make('h2', null, 'Results in this folder'),
        make('p', { class: 'buttons' }, button('Look again', () => this.load(), { 'data-do': 'look-again' }), this.several),
        this.error,
        this.none,
        this.table,
        this.more,
      );
    }

    async load() {
      try {
        const { runs, more } = await api.get('api/runs');
        this.error.hidden = true;
        this.runs = runs;
        this.dirs = new Set(runs.map((run) => run.dir));
        this.more.hidden = !more;
        this.draw();
      } catch (error) {
        Studio.setup.showError(this.error, error);
      }
    }

    draw() {
      const parts = (dir) => this.runs.filter((run) => run.part === dir).length;
      this.none.hidden = this.runs.length > 0;
      this.table.hidden = this.runs.length === 0;
      for (const dir of this.chosen) if (!this.dirs.has(dir)) this.chosen.delete(dir);
      this.body.replaceChildren(
        ...this.runs.filter((run) => !run.part || this.opened.has(run.part)).map((run) => this.row(run, parts(run.dir))),
      );
      this.showSeveral();
    }

    row(run, parts) {
      const tick = make('input', { type: 'checkbox', 'aria-label': `Choose ${run.dir} for a report about several` });
      tick.checked = this.chosen.has(run.dir);
      tick.disabled = Boolean(run.error);
      tick.addEventListener('change', () => {
        if (tick.checked) this.chosen.add(run.dir);
        else this.chosen.delete(run.dir);
        this.showSeveral();
      });
      return make(
        'tr',
        { 'data-dir': run.dir, class: run.part && 'part' },
        make('td', null, tick),
        make('th', { scope: 'row' }, name(run.dir), parts ? this.opener(run, parts) : null),
        make('td', null, run.kind),
        make('td', null, name(run.title || ''), run.game ? make('div', { class: 'muted' }, make('code', null, run.game)) : null),
        make('td', { class: 'number' }, gamesText(run)),
        make('td', null, stateText(run)),
        make('td', { class: 'actions' }, this.actions(run)),
      );
    }

    opener(run, parts) {
      const open = this.opened.has(run.dir);
      return make(
        'div',
        null,
        button(
          open ? `Hide its ${plural(parts, 'run')}` : `Show its ${plural(parts, 'run')}`,
          () => {
            if (open) this.opened.delete(run.dir);
            else this.opened.add(run.dir);
            this.draw();
          },
          { class: 'small', 'aria-expanded': String(open) },
        ),
      );
    }

    // A run that is being played is not finished either, and cannot be started twice: the server
    // says so.
    async goOn(run) {
      const [, command, ...args] = wordsOf(run.command);
      this.error.hidden = true;
      try {
        await api.post('api/tasks/start', { command, arguments: args });
      } catch (error) {
        Studio.setup.showError(this.error, error);
      }
    }

    actions(run) {
      if (run.error || (run.games === 0 && run.kind !== 'tuning')) return null;
      const report = make('a', { href: reportOf([run.dir]), target: '_blank', rel: 'noopener' }, 'Report');
      if (run.kind !== 'run' && run.kind !== 'tournament') return report;
      const replay = make('a', { href: links.hash({ run: run.dir, game: String(run.first) }), 'data-do': 'replay' }, 'Replay');
      const goesOn = run.command && !run.part && !this.isRunning(run.dir);
      return [report, ' ', replay, ' ', goesOn ? button('Go on', () => this.goOn(run), { class: 'small', title: run.command, 'data-do': 'go-on' }) : null];
    }

    showSeveral() {
      const dirs = [...this.chosen];
      this.several.hidden = dirs.length < 2;
      this.several.href = reportOf(dirs);
      this.several.textContent = `Report about these ${dirs.length}`;
    }
  }

  // ---- the tab

  class Runs {
    constructor(panel) {
      this.panel = panel;
      this.list = new RunList((dir) => this.isTask(dir, 'running'));
      this.tasks = new Studio.TaskList(() => this.changed());
      this.formPlace = make('div', null);
      this.overview = make('div', { class: 'runs-overview' }, this.formPlace, this.tasks.node, this.list.node);
      this.replay = new Studio.RunReplay();
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
      }
      this.mind();
    }

    async makeForm() {
      if (this.form) {
        this.form.update();
        return;
      }
      try {
        const [library, { commands }] = await Promise.all([api.get('api/library'), api.get('api/commands')]);
        if (this.form) return;
        this.form = new Studio.RunForm(library, commands, (dir) => this.list.dirs.has(dir) || this.isTask(dir), () => this.changed());
        this.formPlace.replaceChildren(this.form.node);
      } catch (error) {
        Studio.setup.showError(this.list.error, error);
      }
    }

    // Whether there is a task that writes there, in this state (or any).
    isTask(dir, state) {
      return [...this.tasks.cards.values()].some(({ task }) => task.dir === dir && (!state || task.state === state));
    }

    // Something was started or has ended: there may be other results.
    async changed() {
      await this.list.load();
      if (this.form) this.form.update();
    }
  }

  let tab = null;

  Studio.runs = {
    open(panel, query) {
      if (!tab) tab = new Runs(panel);
      document.title = 'boardlab studio: runs';
      tab.open(query);
    },
  };
})(window.Studio);
