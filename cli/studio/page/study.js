// The game card beside the board: a button starts a study of the game, as a command like those of
// the tab Runs, and what it finds is shown here. The server remakes the card after a change of
// rules that are being written.
import { plural, sentence } from '../../../analysis/report/text.js';
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as links from './links.js';
import { TaskCard } from './task_list.js';
import { Answer, freeFolder, labelled, options, outward, reportOf } from './parts.js';

const BUDGETS = [
  ['tiny', 'tiny: about 3 seconds'],
  ['small', 'small: about 1 minute'],
  ['medium', 'medium: about 5 minutes'],
  ['large', 'large: about 30 minutes'],
];

function showLine(line) {
  const mark = line.changed ? make('span', { class: 'mark' }, 'changed') : null;
  const title = line.title ? make('dt', null, line.title, mark && ' ', mark) : null;
  return [title, make('dd', null, name(sentence(line.text)))];
}

function showBefore(before, version) {
  const since = before.version ? `from version ${before.version}` : 'from the version before';
  return [
    make('h4', null, `What changed on the card ${since} to version ${version}`),
    make('ul', null, before.sentences.map((text) => make('li', null, name(sentence(text))))),
  ];
}

// ---- the study under way

// Follows one task, as long as the table is in view: a browser allows few connections at a time.
class Following {
  // ended(): called when the study is complete.
  constructor(ended) {
    this.ended = ended;
    this.node = make('div', null);
    document.addEventListener('visibilitychange', () => this.mind());
    window.addEventListener('hashchange', () => setTimeout(() => this.mind()));
  }

  // Follows the study in this folder; null: none.
  follow(dir) {
    if (this.dir !== dir) this.clear();
    this.isDone = this.isDone && this.dir === dir;
    this.dir = dir;
    this.mind();
  }

  clear() {
    this.card = null;
    this.node.replaceChildren();
  }

  mind() {
    const inView = !document.hidden && this.node.getClientRects().length > 0;
    if (this.dir && inView) this.listen();
    else this.close();
  }

  listen() {
    if (this.stream) return;
    this.stream = api.listen('api/tasks/events', { tasks: ({ tasks }) => this.show(tasks) }, 'api/tasks', (state) => {
      if (this.card) this.card.lose(state !== 'open');
    });
  }

  close() {
    if (this.stream) this.stream.close();
    this.stream = null;
  }

  show(tasks) {
    const task = tasks.find((each) => each.dir === this.dir);
    if (!task || (this.card && this.card.id !== task.id)) this.clear();
    if (!task) return;
    if (this.card) this.card.show(task);
    else {
      this.card = new TaskCard(task);
      this.node.replaceChildren(this.card.node);
    }
    if (task.state === 'done' && !this.isDone) this.ended(this.dir);
    this.isDone = task.state === 'done';
  }
}

// ---- the panel

class Study {
  // table: { view, request(request, body) }.
  constructor(table) {
    this.table = table;
    this.data = null;
    this.budget = make('select', { 'data-do': 'budget', title: 'On two cores' }, options(BUDGETS));
    this.answer = new Answer();
    this.following = new Following((dir) => this.name(dir));
    this.title = make('h3', null, 'Game card');
    this.state = make('p', { class: 'study-state' });
    this.said = make('p', { class: 'hidden', role: 'status' });
    this.error = new Answer({ class: 'error' });
    this.card = make('div', null);
    this.report = outward('Report', { class: 'report-link' });
    this.go = button('Study this game', () => this.start(), { 'data-do': 'study' });
    this.close = button('Close the card', () => this.shut(), { 'data-do': 'close-card' });
    this.shown = make(
      'div',
      { class: 'study-card' },
      make('div', { class: 'study-head' }, this.title, this.state),
      this.error.node,
      this.card,
      make('p', { class: 'buttons' }, this.report, this.close),
    );
    this.shown.hidden = true;
    this.begin = make(
      'div',
      { class: 'study-begin' },
      make('p', { class: 'buttons' }, this.go, make('span', { class: 'study-budget' }, labelled('Budget ', this.budget)), button('Simulate it 1,000 times …', () => this.simulate(), { 'data-do': 'simulate' })),
      this.answer.node,
    );
    this.node = make(
      'section',
      { class: 'study', 'aria-label': 'Game card' },
      this.following.node,
      this.said,
      this.shown,
    );
  }

  start() {
    return this.answer.to(async () => {
      const { spec } = this.table.view.game;
      const [{ runs }, { tasks }] = await Promise.all([api.get('api/runs'), api.get('api/tasks')]);
      const dir = freeFolder(spec, 'study', (each) => [...runs, ...tasks].some((other) => other.dir === each));
      // First what is awaited: the rules may change at any time.
      await this.table.request('card', { dir });
      await api.post('api/tasks/start', { command: 'study', arguments: [spec, '--budget', this.budget.value, '--out', dir] });
      this.said.textContent = 'The study has begun.';
    });
  }

  // Opens the form for a run, with this game and its players.
  simulate() {
    const { game, seats } = this.table.view;
    window.location.hash = links.hash({ runs: '1', game: game.spec, seat: seats });
  }

  // Asks for the card in a folder, or for none.
  name(dir) {
    return this.answer.to(() => this.table.request('card', { dir }));
  }

  async shut() {
    if (await this.name(null)) this.go.focus();
  }

  // What the server says.
  show(data) {
    const before = this.data;
    this.data = data;
    const { card, error } = data;
    this.following.follow(data.awaited);
    this.shown.hidden = !card;
    if (error) this.error.bad(error);
    else this.error.clear();
    if (!card) return;
    this.state.textContent = this.sentence(data);
    this.card.classList.toggle('older', card.version !== data.version);
    this.report.hidden = !card.dir;
    this.report.href = reportOf([card.dir || '']);
    if (before && JSON.stringify(before.card) === JSON.stringify(card)) return;
    this.card.replaceChildren(
      ...(card.before ? showBefore(card.before, card.version) : []),
      make('dl', null, card.lines.map(showLine)),
    );
    if (before) this.said.textContent = this.announcement(card);
  }

  sentence({ card, version, doing, error }) {
    const budget = `${card.budget} budget`;
    if (doing === 'studying') return `Studying version ${version} …`;
    if (doing === 'waiting') return 'Waiting until another game has been tried …';
    if (card.version === version) return version ? `Version ${version}, ${budget}` : budget;
    const which = card.version ? `version ${card.version}` : 'an earlier version';
    return `That of ${which}, ${budget}.${error ? ` Version ${version} cannot be studied.` : ''}`;
  }

  // For screen readers.
  announcement(card) {
    const changed = card.lines.filter((line) => line.changed).length;
    const lines = card.before ? `: ${plural(changed, 'line')} changed` : '';
    return `The game card${card.version ? ` of version ${card.version}` : ''} is ready${lines}.`;
  }

  leave() {
    this.following.follow(null);
  }
}

export { Study };
