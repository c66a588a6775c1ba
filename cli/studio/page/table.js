// A table: the board, who is to move, and everything beside it. It shows what the server's stream
// says; requests are answered by a change of the stream.
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as names from './names.js';
import * as tools from './tools.js';
import * as saying from './saying.js';
import { Advice } from './advice.js';
import { BoardInput } from './board_input.js';
import { Controls } from './controls.js';
import { Ending } from './ending.js';
import { Keys } from './keys.js';
import { MoveList } from './move_list.js';
import { Players, sortNotes } from './players.js';
import { Answer, Problem, labelled } from './parts.js';

const UNKEPT = 'This game is not kept in this browser, because its text would reveal what seats do not see.';

function wallLength(view, frame) {
  if (frame.walls && frame.walls.length) return frame.walls[0][3];
  const option = view.game.options.find((each) => each.name === 'wall_length');
  return option ? Number(option.value) : 2;
}

class Table {
  // app: { say(text, kind), settle(), leave(), gone(id, error, unkept), bench(table): see workbench.js }
  constructor(id, app) {
    Object.assign(this, { id, app, view: null });
    this.looking = null; // { ply, frame, before, best }: an earlier position in view
    this.build();
    this.listen();
  }

  path(request) {
    return `api/table/${encodeURIComponent(this.id)}/${request}`;
  }

  request(request, body) {
    return api.post(this.path(request), body);
  }

  // A request by a button; an error is shown beside the buttons.
  ask(request, body) {
    this.settle();
    return this.answer.to(() => this.request(request, body));
  }

  // The user did something: earlier messages no longer apply.
  settle() {
    this.answer.clear();
    this.typedAnswer.clear();
    this.controls.settle();
    this.app.settle();
  }

  // Why nothing can be played on a cell: in the words of the rules, if they know.
  async refuse(cell, text) {
    const message = saying.refusal(this, cell);
    this.settle();
    this.answer.bad({ message });
    if (!text || !this.legal().length) return;
    const why = await this.request('check', { move: text }).then(() => null, (error) => / is not legal: (.*)/s.exec(error.message));
    if (why && this.answer.node.textContent === message) this.answer.bad({ message: `${message} ${text} is not legal: ${why[1]}.` });
  }

  // ---- the stream

  listen() {
    this.stream = api.listen(
      this.path('events'),
      {
        view: (view) => this.setView(view),
        hint: (hint) => {
          this.advice.hint = hint;
          this.show();
        },
        evaluation: (data) => this.advice.takeValues(data),
        ...this.bench.events,
      },
      this.path('position?ply=0'),
      (state, error) => this.connection(state, error),
    );
  }

  connection(state, error) {
    if (state === 'lost') {
      this.isLost = true;
      const kept = this.view && this.view.text === null ? `${UNKEPT} It continues if this server answers again.` : 'The game is kept in this browser.';
      this.app.say(`The server does not answer. ${kept} Trying to reach it again …`, 'bad');
    } else if (state === 'open') {
      if (this.isLost) this.app.say('The server is back, and the game continues.', 'good');
      this.isLost = false;
    } else {
      this.app.gone(this.id, error, this.view && this.view.text === null ? UNKEPT : '');
    }
    this.node.classList.toggle('is-lost', this.isLost === true);
  }

  close() {
    this.keys.close();
    this.stream.close();
    this.bench.close();
  }

  setView(view) {
    const other = this.view && this.view.game.full !== view.game.full;
    if (other) {
      this.input.forget();
      this.drawn = null;
    }
    const first = !this.view;
    if (this.view && (this.view.ply !== view.ply || this.view.begun !== view.begun)) {
      this.controls.settle();
      this.typedAnswer.clear();
    }
    if (this.view && this.view.begun !== view.begun) this.another(view);
    this.view = view;
    if (first) this.calm();
    this.looking = null;
    this.bench.keep(view);
    this.show();
    if (first && document.activeElement === document.body) {
      this.input.focusBoard();
      this.input.showHelp();
    }
  }

  // Another game begins here; if changed rules have ended the last one, it says so.
  another(view) {
    this.advice.endReview();
    this.controls.openRules(false);
    const [said] = (view.log || []).slice(-1);
    if (/^they do not allow move/.test(said)) this.answer.good(`The rules have changed: ${said}. See Another game …`);
  }

  // Whoever wants no motion does not wait for bots either; between bots alone, the pause is there to
  // look at the board.
  calm() {
    const { seats, pace } = this.view;
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (reduced && pace === 500 && seats.includes('human')) this.request('pace', { milliseconds: 0 }).catch(() => {});
  }

  // ---- building

  build() {
    this.title = make('h2', null);
    this.subtitle = make('p', { class: 'muted spec-line' });
    this.status = make('p', { class: 'status', role: 'status' });
    this.players = new Players(() => this.bench.choosePlayers());
    this.stop = button('Stop', () => this.ask('stop'), { 'data-do': 'stop', title: 'Stop the search' });
    this.go = button('Continue', () => this.ask('go'), { 'data-do': 'go', title: 'Let the bot move' });
    this.once = button('One move', () => this.ask('go', { once: true }), { 'data-do': 'once', title: 'Let the bot make one move, then wait' });
    this.cover = make('div', { class: 'cover', hidden: true });
    this.failure = new Problem();
    this.input = new BoardInput({
      play: (text) => this.play(text),
      onCell: (cell) => this.bench.clicked(cell),
      refuse: (cell, text) => this.refuse(cell, text),
      isEditing: () => this.bench.editing,
      onDrop: (from, cell) => this.bench.dropped(from, cell),
      onLocated: () => this.showStatus(),
      ask: (moves) => this.request('preview', { moves }).then((answer) => answer.frames, () => null),
    });
    this.notes = make('ul', { class: 'replay-notes' });
    this.moves = new MoveList((ply) => this.look(ply));
    this.advice = new Advice(this);
    this.answer = new Answer();
    this.rules = new tools.Rules(this.app.plain);
    this.all = new tools.MoveButtons((text) => this.play(text));
    this.bench = this.app.bench(this);
    this.controls = new Controls(this, [this.typing(), this.bench.menu(this.all.node)]);
    this.ending = new Ending(this);
    this.heading = make('header', { class: 'table-head' }, this.title, this.subtitle);
    this.node = make(
      'div',
      { class: 'table' },
      make(
        'div',
        { class: 'table-main' },
        make('div', { class: 'status-line' }, make('div', { class: 'saying' }, this.status, this.ending.node, make('div', { class: 'under-status' }, this.input.help, this.answer.node)), this.stop, this.go, this.once),
        this.failure.node, this.cover, make('div', { class: 'board-row' }, this.advice.bar, this.input.node), this.notes, this.advice.chart,
      ),
      make('div', { class: 'table-who' }, this.heading, this.players.node),
      this.controls.node,
      make('div', { class: 'table-side' }, this.controls.menu, this.controls.rules, this.advice.hintNode, this.advice.losses, this.moves.node, this.bench.hints ? this.advice.choice : null, this.bench.side),
    );
    this.keys = new Keys(this.node);
    this.node.append(this.keys.dialog);
  }

  typing() {
    this.typed = make('input', { type: 'text', size: '14', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    this.typedAnswer = new Answer();
    this.form = make(
      'form',
      { class: 'typing' },
      labelled('Type a move ', this.typed),
      make('button', { type: 'submit' }, 'Play'),
      this.typedAnswer.node,
    );
    this.form.addEventListener('submit', async (event) => {
      event.preventDefault();
      this.settle();
      if (await this.typedAnswer.to(() => this.request('play', { move: this.typed.value.trim() }))) this.typed.value = '';
    });
    return this.form;
  }

  // ---- showing

  play(text) {
    this.ask('play', { move: text });
  }

  // A folded section of the menu.
  unfold(section) {
    this.controls.open(true);
    section.node.open = true;
    section.node.scrollIntoView({ block: 'nearest' });
  }

  async look(ply) {
    const { view } = this;
    this.settle();
    const at = Math.max(0, Math.min(view.ply, ply));
    if (at === view.ply) {
      this.looking = null;
      this.show();
      return;
    }
    await this.answer.to(async () => {
      const position = await api.get(this.path('position'), { ply: at });
      if (this.view !== view) return;
      this.looking = { ply: at, ...position };
      this.show();
    });
  }

  show() {
    const { view } = this;
    if (!view) return;
    const ply = this.shownPly();
    const [title, subtitle, page] = this.bench.called(view);
    this.title.replaceChildren(name(title));
    this.subtitle.replaceChildren(subtitle);
    document.title = page;
    if (view.error) this.failure.bad(view.error);
    else this.failure.clear();
    this.showCover();
    this.showBoard();
    this.showStatus();
    this.ending.show(view);
    this.controls.show(view, this.covered);
    this.moves.show(view, ply);
    this.advice.show();
    this.all.show(this.legal());
    this.rules.show(view);
    this.bench.show(view, ply);
  }

  // The ply of the position in view.
  shownPly() {
    return this.looking ? this.looking.ply : this.view.ply;
  }

  // The moves that may be played now.
  legal() {
    const { view } = this;
    return view.human && !this.looking && !view.over && !this.covered ? view.moves || [] : [];
  }

  // Several humans share the screen: each sees the cards of its own seat only.
  showCover() {
    const { view } = this;
    const humans = view.seats.filter((each) => each === 'human').length;
    const shares = view.game.hides && humans > 1 && view.human && !view.over;
    const turn = `${view.begun} ${view.seat}`;
    if (!shares || this.revealed !== turn) this.revealed = null;
    this.covered = shares && this.revealed === null;
    for (const node of [this.input.node, this.notes]) node.hidden = this.covered;
    this.cover.hidden = !this.covered;
    if (!this.covered) return;
    this.cover.replaceChildren(
      make('p', null, `Hand over to ${names.said(view, view.seat)}.`),
      button(`I am ${names.said(view, view.seat)}: show my view`, () => {
        this.revealed = turn;
        this.show();
        this.input.focusBoard();
      }, { class: 'primary', 'data-do': 'reveal' }),
    );
  }

  showStatus() {
    const { view } = this;
    this.status.replaceChildren(...saying.status(this));
    this.status.classList.toggle('over', Boolean(view.over));
    this.stop.hidden = !view.thinking;
    this.stop.textContent = view.seats.includes('human') ? 'Stop' : 'Pause';
    this.go.hidden = !view.stopped;
    this.once.hidden = !view.stopped;
    this.form.hidden = !view.human || Boolean(view.over) || this.covered;
    this.input.help.hidden = Boolean(view.over);
  }

  showBoard() {
    const { view } = this;
    if (!view) return;
    const { frame, before } = this.looking || view;
    const ply = this.shownPly();
    const shown = {
      board: view.board,
      frame,
      before,
      mover: ply > 0 ? view.history[ply - 1][0] : 0,
      seat: view.seat,
      named: (seat) => names.short(view, seat),
      moves: this.bench.editing ? [] : this.legal(),
      hides: view.game.hides,
      hint: this.advice.drawn(),
      wallLength: wallLength(view, frame),
    };
    // What has not changed is not drawn again: a click that is under way would be lost.
    const key = JSON.stringify([shown, view.seats]);
    if (key !== this.drawn) this.input.show(shown);
    this.drawn = key;
    this.players.show(view, frame);
    const { others } = sortNotes(frame.notes || [], view.seats.length);
    this.notes.replaceChildren(...others.filter((note) => !saying.isSaid(this, note)).map((note) => make('li', null, name(names.inWords(view, note.replace(/^seat/, 'Seat'))))));
  }
}

export { Table };
