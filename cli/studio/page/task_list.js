// The commands that were started: how far each is, how its win rates become known, and what it
// printed. A card stays in place while its task runs, so that what is open in it stays open.
import { count, percent, points, sentence } from '../../../analysis/report/text.js';
import { button, make, svg, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as api from './api.js';
import { Answer, Problem, capital, fold, outward, reportOf } from './parts.js';

// Where the results of those are that have more than one run or bot to compare.
const RESULTS = {
  tournament: 'The ranking of the bots is in the report.',
  sweep: 'The runs are compared in the report.',
  tune: 'The candidates are compared in the report.',
  ladder: 'The levels are compared in the report.',
  study: 'The game card is in the report.',
  compare: 'The differences are drawn in the report.',
};

const SHOWN = 2; // of the commands that have ended; the others are folded away

const NO_GAMES = { running: 'Starting …', done: 'There was nothing left to play.' };

// A comparison reads the folders that it names; all others write one.
const foldersOf = (task) => (task.dir ? [task.dir] : task.arguments);

function duration(seconds) {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${count(Math.floor(s / 3600))} h ${Math.floor(s / 60) % 60} min`;
}

// "8,127 a second", "2.4 a second", "12 a minute"
function rateText(rate) {
  if (rate >= 10) return `${count(rate)} a second`;
  if (rate >= 1) return `${rate.toFixed(1)} a second`;
  if (rate * 60 >= 1) return `${Math.round(rate * 60)} a minute`;
  return `${(rate * 3600).toFixed(1)} an hour`;
}

// "7,154 of 20,000 games · 8,127 a second · 2 s left"
function progressText(task) {
  if (!task.dir) return task.state === 'running' ? 'Comparing …' : '';
  if (task.games === null) return NO_GAMES[task.state] || 'No games were played.';
  const parts = [`${count(task.games)} of ${count(task.wanted)} games`];
  if (task.rate) parts.push(rateText(task.rate));
  if (task.left !== null) parts.push(`about ${duration(task.left)} left`);
  return parts.join(' · ');
}

// What the command warns of, such as searches that filled their memory.
const warningsOf = ({ messages }) =>
  [...(messages || '').matchAll(/^boardlab: warning: (.*)$/gm)].map(([, text]) => sentence(capital(text))).join(' ');

// The sentences of a comparison, which has paragraphs: of tables and of sentences, one per line.
function saidBy({ dir, output }) {
  const paragraphs = dir || !output ? [] : output.split(/\n{2,}/).map((text) => text.trim().split('\n'));
  return paragraphs.filter((lines) => lines.every((line) => /\.$/.test(line))).flat();
}

// A command line breaks between its words, not inside a flag.
function showLine(node, line) {
  const words = line.split(' ').flatMap((word) => [' ', make('span', { class: 'word' }, word)]);
  node.replaceChildren(...words.slice(1));
}

// ---- the win rates

function seatLine(seat, i) {
  if (seat.rate === null) return null;
  return make(
    'li',
    null,
    swatch(seatColour(i + 1)),
    `seat ${i + 1} wins ${percent(seat.rate)}`,
    make('span', { class: 'muted' }, ` (${points(seat.low)} to ${points(seat.high)})`),
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

// ---- several runs

const ROWS = 20; // of the runs that came last
const ROW = 20;
const WIDE = 380;
const NAME = 22; // characters

// Its last folder: the runs of a study are those of its ladder.
function shortName(path) {
  const text = path.split('/').pop();
  return text.length > NAME ? `…${text.slice(1 - NAME)}` : text;
}

// Each run of a sweep or ladder with the intervals of its seats, as far as they are known.
function strips(runs) {
  const shown = runs.slice(-ROWS);
  const left = 12 + 7 * Math.max(...shown.map(({ name: text }) => shortName(text).length));
  const known = shown.flatMap(({ seats }) => seats.flatMap(({ low, high }) => [low, high])).filter((value) => value !== null);
  const low = Math.floor(Math.min(...known) * 20) / 20;
  const high = Math.max(Math.ceil(Math.max(...known) * 20) / 20, low + 0.05);
  const height = ROW * shown.length;
  const x = (value) => left + ((WIDE - left - 16) * (value - low)) / (high - low);
  const seatMark = (y) => (seat, i, seats) => {
    if (seat.rate === null) return null;
    const at = y + 4 * (i - (seats.length - 1) / 2);
    const node = svg('g', { class: 'strip' }, svg('line', { x1: x(seat.low), x2: x(seat.high), y1: at, y2: at }), svg('circle', { cx: x(seat.rate), cy: at, r: 3.2 }));
    node.style.setProperty('--piece', `var(${seatColour(i + 1)})`);
    return node;
  };
  return svg(
    'svg',
    { class: 'narrowing strips', viewBox: `0 0 ${WIDE} ${height + BOTTOM}`, role: 'img', 'aria-label': 'The win rates of each run, with their 95% intervals' },
    [low, (low + high) / 2, high].map((value) => [
      svg('line', { class: 'grid', x1: x(value), x2: x(value), y1: 0, y2: height }),
      svg('text', { x: x(value), y: height + BOTTOM - 3, 'text-anchor': value === high ? 'end' : 'middle' }, `${points(value, value === low || value === high ? 0 : 1)}%`),
    ]),
    shown.map(({ name: text, seats }, i) => [svg('text', { x: 0, y: ROW * i + ROW / 2 + 4 }, shortName(text)), seats.map(seatMark(ROW * i + ROW / 2)).filter(Boolean)]),
  );
}

const seatLegend = (runs) =>
  make('p', { class: 'legend' }, runs[0].seats.map((seat, i) => make('span', null, swatch(seatColour(i + 1)), `seat ${i + 1} wins`)));

const hasStrips = (runs) => runs.length > 1 && runs.some(({ seats }) => seats.some(({ rate }) => rate !== null));

const hasBand = (history) =>
  history.length > 1 && history.every((point) => point.length > 1) && history[history.length - 1][1] !== null;

// ---- a task

class TaskCard {
  // compareWith(dir): chooses results to compare with another; not everywhere.
  constructor(task, compareWith = null) {
    this.id = task.id;
    this.compareWith = compareWith;
    this.state = make('span', { class: 'task-state' });
    this.command = make('code', { class: 'command-line' });
    showLine(this.command, task.command);
    this.bar = make('progress', { max: '1', value: '0', 'aria-label': 'Games played' });
    this.text = make('p', { class: 'task-progress' });
    this.game = make('p', { class: 'muted' });
    this.seats = make('ul', { class: 'task-seats' });
    this.said = make('ul', { class: 'task-said' });
    this.chart = make('div', { class: 'task-chart' });
    this.error = new Answer({ class: 'error' });
    this.warning = make('p', { class: 'task-warning', hidden: true });
    this.answer = new Problem();
    this.buttons = this.makeButtons();
    this.output = make('pre', { tabindex: '0', class: 'output' });
    this.messages = make('pre', { tabindex: '0', class: 'output' });
    this.fold = fold('Output', 'task-output', this.output, this.messages);
    this.node = make(
      'article',
      { class: 'task', 'data-task': task.id, 'aria-label': `Task ${task.id}` },
      make('div', { class: 'task-head' }, this.state, this.command),
      // Above all that changes its height, so that they stay under the pointer.
      make('p', { class: 'buttons' }, Object.values(this.buttons)),
      this.bar,
      this.text,
      make('div', { class: 'task-rates' }, make('div', null, this.game, this.seats), this.chart),
      this.said,
      this.error.node,
      this.warning,
      this.answer.node,
      this.fold,
    );
    this.show(task);
  }

  makeButtons() {
    const ask = (what) => () => this.ask(what);
    return {
      stop: button('Stop', ask('stop'), { 'data-do': 'stop-task' }),
      resume: button('Resume', ask('resume'), { 'data-do': 'resume-task' }),
      report: outward('Open report', { class: 'report-link' }),
      compare: button('Compare with …', () => this.compareWith(this.task.dir), { 'data-do': 'compare-with' }),
      forget: button('Remove from this list', ask('forget'), { 'data-do': 'forget-task' }),
    };
  }

  ask(what) {
    return this.answer.to(() => api.post(`api/tasks/${this.id}/${what}`));
  }

  // While there is no server, nothing can be asked of it.
  lose(lost) {
    for (const each of ['stop', 'resume', 'forget']) this.buttons[each].disabled = lost;
    if (lost && this.task.state === 'running') this.state.textContent = 'was running';
  }

  show(task) {
    const isNew = !this.task;
    this.task = task;
    this.node.dataset.state = task.state;
    this.state.textContent = task.stopping ? 'stopping' : task.state;
    const share = task.state === 'done' ? 1 : task.wanted ? task.games / task.wanted : 0;
    this.bar.value = Math.min(1, share);
    this.text.textContent = progressText(task);
    this.showRates(task);
    this.showButtons(task);
    if (task.error) this.error.bad({ message: task.error });
    else this.error.clear();
    this.write(this.warning, warningsOf(task));
    const said = saidBy(task);
    if (this.said.children.length !== said.length) this.said.replaceChildren(...said.map((text) => make('li', null, sentence(text))));
    this.fold.hidden = !task.output && !task.messages;
    this.bar.hidden = !task.dir;
    if (!task.dir && isNew) this.fold.open = true; // it is the result
    this.write(this.output, task.output);
    this.write(this.messages, task.messages);
  }

  // A text that is being read stays selected unless it has changed.
  write(node, text) {
    node.hidden = !text;
    if (node.textContent !== text) node.textContent = text;
  }

  // The rates are those of one run: in a sweep, ladder, tuning or study those of the current one, and
  // a picture of all that have begun. In a tournament every bot plays on every seat: what counts is the
  // ranking, in its report.
  showRates(task) {
    const several = task.name !== 'simulate';
    const running = task.state === 'running';
    const shown = task.name !== 'tournament' && (!several || running);
    const under = several && shown && task.game;
    this.game.replaceChildren(...(under ? ['Current run: ', make('code', null, task.game)] : []));
    if (several && task.state === 'done') this.game.textContent = RESULTS[task.name];
    this.game.hidden = !this.game.textContent;
    this.seats.replaceChildren(...(shown ? task.seats.map(seatLine).filter(Boolean) : []));
    const isWide = several && hasStrips(task.runs);
    this.chart.classList.toggle('wide', isWide);
    if (isWide) this.chart.replaceChildren(...(shown ? [] : [seatLegend(task.runs)]), strips(task.runs));
    else this.chart.replaceChildren(shown && hasBand(task.history) ? narrowing(task.history) : '');
  }

  showButtons(task) {
    const { stop, resume, report, compare, forget } = this.buttons;
    stop.hidden = task.state !== 'running';
    stop.textContent = task.stopping ? 'End now' : 'Stop';
    stop.title = task.stopping ? 'The games in progress are lost; all others are kept' : 'Finishes the games in progress';
    // A wrong command line stays wrong.
    resume.hidden = task.state !== 'stopped' && !(task.state === 'failed' && task.games > 0);
    forget.hidden = task.state === 'running';
    // That of a study is the card, also of a game that cannot be played to its end.
    report.hidden = task.name === 'study' || !task.dir ? task.state !== 'done' : !task.games;
    report.href = reportOf(foldersOf(task));
    compare.hidden = !this.compareWith || task.name !== 'simulate' || task.state !== 'done' || !task.games;
  }
}

// What the page says when it has lost its server, for now or for good.
const LOST = 'The connection to the server is lost. Commands that it started will stop, and can be resumed. Trying again …';
const GONE =
  'The server was restarted at another address, which it printed. The commands that were running have stopped: open the new address, and resume them in the list of results.';

// All tasks, as long as they are in view. ended(): called when one has ended; moved(): when
// there is news of any; compareWith(dir): as of a card.
class TaskList {
  constructor(ended, moved, compareWith) {
    Object.assign(this, { ended, moved, compareWith });
    this.cards = new Map();
    this.states = new Map();
    this.lost = make('p', { class: 'notice bad', role: 'status', hidden: true });
    this.olderTitle = make('span', null);
    this.olderList = make('div', { class: 'tasks' });
    this.older = fold(this.olderTitle, 'older-tasks', this.olderList);
    this.older.hidden = true;
    this.clear = button('Remove all that have ended', () => this.forgetEnded(), { 'data-do': 'forget-ended', hidden: true });
    this.list = make('div', { class: 'tasks' });
    this.none = make('p', { class: 'muted' }, 'Nothing is running. Choose a game and press Start: the progress and the win rates appear here while the games are played.');
    this.node = make('section', { class: 'tasks-part' }, make('h2', null, 'Under way and ended'), this.lost, this.none, this.list, this.older, make('p', { class: 'buttons' }, this.clear));
  }

  // Scrolls to where what was started appears. On a wide page that stays in view beside the form, but
  // not beside the list of results (`above`).
  reveal(above = false) {
    const isBeside = window.getComputedStyle(this.node).position === 'sticky';
    if (!isBeside || above) (isBeside ? this.node.parentNode : this.node).scrollIntoView({ block: 'start' });
    this.node.scrollTop = 0;
  }

  // A browser allows few connections at a time: only a page in view listens.
  listen() {
    if (this.stream) return;
    this.stream = api.listen('api/tasks/events', { tasks: (data) => this.show(data.tasks) }, 'api/tasks', (state, error) => this.hear(state, error));
  }

  // Without the server nobody knows how its commands are: they stop with it.
  hear(state, error) {
    this.lost.hidden = state === 'open';
    this.lost.textContent = state === 'gone' ? GONE : LOST;
    if (state === 'gone' && error && error.status !== 403) this.lost.textContent = error.message;
    this.node.classList.toggle('is-lost', state !== 'open');
    for (const card of this.cards.values()) card.lose(state !== 'open');
    if (state === 'gone') this.stream = null;
  }

  async forgetEnded() {
    const ended = [...this.cards.values()].filter(({ task }) => task.state !== 'running');
    for (const card of ended) await card.ask('forget');
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
    const isShown = (card, i) => i < SHOWN || card.task.state === 'running';
    this.place(this.list, order.filter(isShown));
    this.place(this.olderList, order.filter((card, i) => !isShown(card, i)));
    const older = this.olderList.children.length;
    this.older.hidden = older === 0;
    this.olderTitle.textContent = older === 1 ? 'One more that has ended' : `${older} more that have ended`;
    this.clear.hidden = tasks.filter((task) => task.state !== 'running').length < 2;
    this.none.hidden = tasks.length > 0;
    this.notice(tasks);
    this.moved();
  }

  place(list, cards) {
    cards.forEach((card, i) => {
      if (list.children[i] !== card.node) list.insertBefore(card.node, list.children[i] || null);
    });
  }

  // The task that writes to a folder and is running, or undefined.
  writing(dir) {
    const cards = [...this.cards.values()];
    return cards.map((card) => card.task).find((task) => task.dir === dir && task.state === 'running');
  }

  // A restarted server numbers its tasks from the start.
  cardOf(task) {
    let card = this.cards.get(task.id);
    if (card && card.task.command !== task.command) {
      card.node.remove();
      card = null;
    }
    if (!card) {
      card = new TaskCard(task, this.compareWith);
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

export { TaskCard, TaskList, showLine };
