// The commands that were started: how far each is, how its win rates become known, and what it
// printed. A card stays in place while its task goes on, so that what is open in it stays open.
(function (Studio) {
  'use strict';

  const { count, percent, percentInterval, points } = window.Report.text;
  const { make, svg, name, swatch } = window.Report.dom;
  const { seatColour } = window.Report.charts;
  const { api, button } = Studio;

  const STATES = { running: 'running', stopped: 'stopped', done: 'done', failed: 'failed' };

  function duration(seconds) {
    const s = Math.round(seconds);
    if (s < 60) return `${s} s`;
    if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
    return `${count(Math.floor(s / 3600))} h ${Math.floor(s / 60) % 60} min`;
  }

  // "7,154 of 20,000 games · 8,127 a second · 2 s left"
  function progressText(task) {
    if (task.games === null) return task.state === 'running' ? 'Starting …' : 'No games were played.';
    const parts = [`${count(task.games)} of ${count(task.wanted)} games`];
    if (task.rate) parts.push(`${count(task.rate)} a second`);
    if (task.left !== null) parts.push(`about ${duration(task.left)} left`);
    return parts.join(' · ');
  }

  // ---- the win rates

  function seatLine(seat, i) {
    if (seat.rate === null) return null;
    return make(
      'li',
      null,
      swatch(seatColour(i + 1)),
      `seat ${i + 1} wins ${percent(seat.rate)}`,
      make('span', { class: 'muted' }, ` (${percentInterval(seat.low, seat.high)})`),
    );
  }

  const WIDTH = 300;
  const HEIGHT = 96;
  const LEFT = 46;
  const BOTTOM = 16;

  // The range of all intervals but the first few games', in whole steps of 5 points.
  function rangeOf(history) {
    const values = history.slice(Math.min(2, history.length - 1)).flatMap((point) => point.slice(1));
    const known = values.filter((value) => value !== null);
    const low = Math.floor(Math.min(...known) * 20) / 20;
    const high = Math.ceil(Math.max(...known) * 20) / 20;
    return [low, Math.max(high, low + 0.05)];
  }

  // The interval of each seat as games are added: a band that narrows.
  function narrowing(history) {
    const games = history[history.length - 1][0];
    const [low, high] = rangeOf(history);
    const x = (value) => LEFT + ((WIDTH - LEFT - 4) * value) / games;
    const y = (value) => 8 + (HEIGHT - BOTTOM - 12) * (1 - (Math.min(high, Math.max(low, value)) - low) / (high - low));
    const band = (seat) => {
      const points = history.filter((point) => point[1 + 2 * seat] !== null);
      const edge = (at) => points.map((point) => `${x(point[0]).toFixed(1)},${y(point[at]).toFixed(1)}`);
      const node = svg('polygon', {
        class: 'band',
        points: [...edge(1 + 2 * seat), ...edge(2 + 2 * seat).reverse()].join(' '),
      });
      node.style.setProperty('--piece', `var(${seatColour(seat + 1)})`);
      return node;
    };
    const seats = (history[0].length - 1) / 2;
    return svg(
      'svg',
      { class: 'narrowing', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': 'The 95% intervals of the win rates as games were added' },
      [low, high].map((value) => [
        svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - 4, y1: y(value), y2: y(value) }),
        svg('text', { x: LEFT - 5, y: y(value) + 4, 'text-anchor': 'end' }, `${points(value, 0)}%`),
      ]),
      Array.from({ length: seats }, (_, seat) => band(seat)),
      svg('text', { x: LEFT, y: HEIGHT - 3 }, '95% intervals'),
      svg('text', { x: WIDTH - 4, y: HEIGHT - 3, 'text-anchor': 'end' }, `${count(games)} games`),
    );
  }

  const hasBand = (history) =>
    history.length > 1 && history.every((point) => point.length > 1) && history[history.length - 1][1] !== null;

  // ---- a task

  class Card {
    constructor(task, list) {
      this.list = list;
      this.id = task.id;
      this.state = make('span', { class: 'task-state' });
      this.command = make('code', { class: 'command-line' }, task.command);
      this.bar = make('progress', { max: '1', value: '0', 'aria-label': 'Games played' });
      this.text = make('p', { class: 'task-progress' });
      this.game = make('p', { class: 'muted' });
      this.seats = make('ul', { class: 'task-seats' });
      this.chart = make('div', { class: 'task-chart' });
      this.error = make('div', { class: 'error', hidden: true });
      this.answer = make('div', { class: 'error', role: 'alert', hidden: true });
      this.buttons = this.makeButtons();
      this.output = make('pre', { tabindex: '0', class: 'output' });
      this.messages = make('pre', { tabindex: '0', class: 'output' });
      this.fold = make('details', { class: 'task-output' }, make('summary', null, 'What it printed'), this.output, this.messages);
      this.node = make(
        'article',
        { class: 'task', 'data-task': task.id, 'aria-label': `Task ${task.id}` },
        make('div', { class: 'task-head' }, this.state, this.command),
        // Above all that changes its height, so that they stay under the pointer.
        make('p', { class: 'buttons' }, Object.values(this.buttons)),
        this.bar,
        this.text,
        make('div', { class: 'task-rates' }, make('div', null, this.game, this.seats), this.chart),
        this.error,
        this.answer,
        this.fold,
      );
      this.show(task);
    }

    makeButtons() {
      const ask = (what) => () => this.ask(what);
      return {
        stop: button('Stop', ask('stop'), { 'data-do': 'stop-task' }),
        resume: button('Resume', ask('resume'), { 'data-do': 'resume-task' }),
        report: make('a', { target: '_blank', rel: 'noopener', class: 'report-link' }, 'Report'),
        forget: button('Remove from this list', ask('forget'), { 'data-do': 'forget-task' }),
      };
    }

    async ask(what) {
      this.answer.hidden = true;
      try {
        await api.post(`api/tasks/${this.id}/${what}`);
      } catch (error) {
        Studio.setup.showError(this.answer, error);
      }
    }

    show(task) {
      this.task = task;
      this.node.dataset.state = task.state;
      this.state.textContent = task.stopping ? 'stopping' : STATES[task.state];
      const share = task.state === 'done' ? 1 : task.wanted ? task.games / task.wanted : 0;
      this.bar.value = Math.min(1, share);
      this.text.textContent = progressText(task);
      this.showRates(task);
      this.showButtons(task);
      this.error.hidden = !task.error;
      this.error.replaceChildren(make('p', null, name(task.error || '')));
      this.fold.hidden = !task.output && !task.messages;
      this.write(this.output, task.output);
      this.write(this.messages, task.messages);
    }

    // A text that is being read stays selected unless it has changed.
    write(node, text) {
      node.hidden = !text;
      if (node.textContent !== text) node.textContent = text;
    }

    // In a sweep, ladder or tuning the rates are those of one run.
    showRates(task) {
      const several = /^(sweep|tune|ladder)$/.test(task.name) && task.game;
      const which = task.state === 'running' ? 'Run under way: ' : 'Last run: ';
      this.game.replaceChildren(several ? which : '', several ? name(task.game) : '');
      this.game.hidden = !several;
      this.seats.replaceChildren(...task.seats.map(seatLine).filter(Boolean));
      this.chart.replaceChildren(hasBand(task.history) ? narrowing(task.history) : '');
    }

    showButtons(task) {
      const { stop, resume, report, forget } = this.buttons;
      stop.hidden = task.state !== 'running';
      stop.textContent = task.stopping ? 'End it at once' : 'Stop';
      stop.title = task.stopping ? 'The games under way are lost; all others are kept' : 'Finishes the games under way';
      // A command line that was wrong remains so.
      resume.hidden = task.state !== 'stopped' && !(task.state === 'failed' && task.games !== null);
      forget.hidden = task.state === 'running';
      report.hidden = !task.games;
      report.href = `report?${new URLSearchParams({ dir: task.dir })}`;
    }
  }

  // All tasks, as long as they are in view. ended(): called when one has ended.
  class TaskList {
    constructor(ended) {
      this.ended = ended;
      this.cards = new Map();
      this.states = new Map();
      this.lost = make('p', { class: 'notice bad', hidden: true }, 'The connection to the server is lost. Commands that it had started stop, and can be resumed. Trying again …');
      this.list = make('div', { class: 'tasks' });
      this.none = make('p', { class: 'muted' }, 'No command was started since the server began.');
      this.node = make('section', { class: 'tasks-part' }, make('h2', null, 'Commands'), this.lost, this.none, this.list);
    }

    // A browser allows few connections at a time: only a page in view listens.
    listen() {
      if (this.stream) return;
      this.stream = new api.Stream('api/tasks/events', { tasks: (data) => this.show(data.tasks) }, 'api/tasks', (state) => {
        this.lost.hidden = state === 'open';
      });
    }

    deafen() {
      if (this.stream) this.stream.close();
      this.stream = null;
    }

    show(tasks) {
      const order = tasks.map((task) => this.cardOf(task));
      const ids = new Set(tasks.map((task) => task.id));
      for (const [id, card] of this.cards) {
        if (ids.has(id)) continue;
        card.node.remove();
        this.cards.delete(id);
      }
      order.forEach((card, i) => {
        if (this.list.children[i] !== card.node) this.list.insertBefore(card.node, this.list.children[i] || null);
      });
      this.none.hidden = tasks.length > 0;
      this.notice(tasks);
    }

    // A server that was started again numbers its tasks anew.
    cardOf(task) {
      let card = this.cards.get(task.id);
      if (card && card.task.command !== task.command) {
        card.node.remove();
        card = null;
      }
      if (!card) {
        card = new Card(task, this);
        this.cards.set(task.id, card);
      } else {
        card.show(task);
      }
      return card;
    }

    notice(tasks) {
      const states = new Map(tasks.map((task) => [task.id, task.state]));
      const changed = [...states].some(([id, state]) => this.states.has(id) && this.states.get(id) !== state);
      const isNew = [...states].some(([id]) => !this.states.has(id)) && this.states.size > 0;
      this.states = states;
      if (changed || isNew) this.ended();
    }
  }

  Studio.TaskList = TaskList;
})(window.Studio);
