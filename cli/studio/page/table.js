// A table: the board, who is to move, the moves so far, and the buttons. It shows what the
// server's stream says; requests are answered by a change of the stream.
(function (Studio) {
  'use strict';

  const { count, plural } = window.Report.text;
  const { make, name, newId, swatch } = window.Report.dom;
  const { seatColour } = window.Report.charts;
  const { api, store, tools, evaluation, button, BoardInput } = Studio;

  // Moves that the page may not see have no text.
  const shown = (text) => text ?? '(hidden)';

  const UNKEPT = 'This game is not kept in this browser, because its text would tell what seats do not see.';

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  const who = (view, seat) => (seat ? `seat ${seat} (${view.seats[seat - 1] || '?'})` : 'nature');

  function wallLength(view, frame) {
    if (frame.walls && frame.walls.length) return frame.walls[0][3];
    const option = view.game.options.find((each) => each.name === 'wall_length');
    return option ? Number(option.value) : 2;
  }

  class Table {
    // app: { library, say(text, kind), leave(), moved(id) }
    constructor(id, app) {
      Object.assign(this, { id, app, library: app.library, view: null, hint: null, values: null });
      this.looking = null; // { ply, frame, before }: an earlier position in view
      this.build();
      this.listen();
    }

    path(request) {
      return `api/table/${encodeURIComponent(this.id)}/${request}`;
    }

    request(request, body) {
      return api.post(this.path(request), body);
    }

    // A request by a button; what was wrong is said beside the buttons.
    async ask(request, body) {
      this.settle();
      try {
        await this.request(request, body);
        return true;
      } catch (error) {
        this.answer.bad(error);
        return false;
      }
    }

    // Somebody did something: what was said about the time before is no longer of interest.
    settle() {
      this.answer.clear();
      this.typedAnswer.clear();
      this.sure.hidden = true;
      this.app.settle();
    }

    // Why nothing can be played on a cell: in the words of the rules, if they know.
    async refuse(cell, text) {
      const { view } = this;
      const message = view.over
        ? 'The game is over.'
        : this.looking
          ? 'This is an earlier position: » goes back to the game.'
          : !view.human
            ? `${capital(who(view, view.seat))} is to move.`
            : `No legal move uses ${cell}.`;
      this.settle();
      this.answer.bad({ message });
      if (!text || !this.legal().length) return;
      const why = await this.request('check', { move: text }).then(() => null, (error) => / is not legal: (.*)/s.exec(error.message));
      if (why && this.answer.node.textContent === message) this.answer.bad({ message: `${message} ${text} is not legal: ${why[1]}.` });
    }

    // ---- the stream

    listen() {
      this.stream = new api.Stream(
        this.path('events'),
        {
          view: (view) => this.setView(view),
          hint: (hint) => {
            this.hint = hint;
            this.show();
          },
          evaluation: (data) => {
            this.values = data && data.values;
            this.evaluate.checked = Boolean(this.values);
            this.showEvaluation();
          },
          trial: (data) => {
            if (Studio.trial && data) Studio.trial.show(this.trial, data, this);
          },
        },
        this.path('position?ply=0'),
        (state, error) => this.connection(state, error),
      );
    }

    connection(state, error) {
      if (state === 'lost') {
        this.isLost = true;
        const kept = this.view && this.view.text === null ? `${UNKEPT} It goes on if this server answers again.` : 'The game is kept in this browser.';
        this.app.say(`The server does not answer. ${kept} Trying to reach it again …`, 'bad');
      } else if (state === 'open') {
        if (this.isLost) this.app.say('The server is back, and the game goes on.', 'good');
        this.isLost = false;
      } else {
        this.app.gone(this.id, error, this.view && this.view.text === null ? UNKEPT : '');
      }
      this.node.classList.toggle('is-lost', this.isLost === true);
    }

    close() {
      this.stream.close();
    }

    setView(view) {
      const other = this.view && this.view.game.full !== view.game.full;
      if (other) this.input.forget();
      const first = !this.view;
      if (this.view && (this.view.ply !== view.ply || this.view.begun !== view.begun)) {
        this.sure.hidden = true;
        this.typedAnswer.clear();
      }
      this.view = view;
      this.looking = null;
      store.keep(this.id, view);
      this.show();
      if (first && document.activeElement === document.body) {
        this.input.focusBoard();
        this.input.showHelp();
      }
    }

    // ---- building

    build() {
      this.title = make('h2', null);
      this.subtitle = make('p', { class: 'muted spec-line' });
      this.status = make('p', { class: 'status', role: 'status' });
      this.players = make('p', { class: 'players' });
      this.stop = button('Stop', () => this.ask('stop'), { 'data-do': 'stop', title: 'Stop the search' });
      this.go = button('Go on', () => this.ask('go'), { 'data-do': 'go', title: 'Let the bot move' });
      this.once = button('One move', () => this.ask('go', { once: true }), { 'data-do': 'once', title: 'Let the bot make one move, and wait' });
      this.cover = make('div', { class: 'cover', hidden: true });
      this.failure = make('div', { class: 'error', role: 'alert', hidden: true });
      this.input = new BoardInput(
        (text) => this.play(text),
        (cell) => this.clickedWhileEditing(cell),
        (cell, text) => this.refuse(cell, text),
      );
      this.notes = make('ul', { class: 'replay-notes' });
      this.answer = new tools.Answer();
      this.trial = make('div', { class: 'trial-panel' });
      this.editor = new tools.Editor(this);
      this.seats = new tools.Seats(this);
      this.keeper = new tools.Keeper(this);
      this.rules = new tools.Rules();
      this.log = new tools.Log();
      this.all = new tools.MoveButtons((text) => this.play(text));
      this.node = make(
        'div',
        { class: 'table' },
        make('header', { class: 'table-head' }, this.title, this.subtitle),
        make('div', { class: 'table-main' }, this.players, make('div', { class: 'status-line' }, this.status, this.stop, this.go, this.once), this.failure, this.cover, this.input.node),
        make(
          'div',
          { class: 'table-side' },
          make('div', { class: 'acting' }, this.controls(), this.pacePart(), this.answer.node, this.input.help, this.input.choice, this.typing(), this.notes),
          this.trial, this.movesPart(), this.hintPart(), this.evaluationPart(), this.all.node, this.seats.node, this.editor.node, this.keeper.node, this.rules.node, this.log.node,
        ),
      );
    }

    controls() {
      const make1 = (label, request, title) => button(label, () => this.ask(request), { 'data-do': request, title });
      this.buttons = {
        undo: make1('Undo', 'undo', 'Take back your last move'),
        redo: make1('Redo', 'redo', 'Play again what was taken back'),
        hint: make1('Hint', 'hint', 'Search for the best moves'),
        swap: make1('Swap seats', 'swap', 'Change places with the others'),
        resign: button('Resign', () => this.confirm('resign'), { 'data-do': 'resign' }),
        new: button('New game', () => this.confirm('new'), { 'data-do': 'new' }),
      };
      this.sure = make('div', { class: 'sure', role: 'alertdialog', 'aria-label': 'Are you sure?', hidden: true });
      return make(
        'div',
        null,
        make('div', { class: 'controls' }, Object.values(this.buttons), button('Another game …', () => this.app.leave(), { 'data-do': 'leave' })),
        this.sure,
      );
    }

    // How long bots wait before they move.
    pacePart() {
      const id = newId('pace');
      const choices = [[0, 'at once'], [500, 'after 0.5 s'], [1000, 'after 1 s'], [2000, 'after 2 s']];
      this.pace = make('select', { id, 'data-do': 'pace' }, choices.map(([time, text]) => make('option', { value: String(time) }, text)));
      this.pace.addEventListener('change', () => this.ask('pace', { milliseconds: Number(this.pace.value) }));
      this.paceNode = make('p', { class: 'pace' }, make('label', { for: id }, 'Bots move '), this.pace);
      return this.paceNode;
    }

    // Asks before something that cannot be taken back.
    confirm(request) {
      const { view } = this;
      this.settle();
      const kept = view.text !== null || view.ply === 0;
      if (request === 'new' && kept) {
        this.newGame();
        return;
      }
      const question = request === 'resign' ? `Resign as seat ${view.seat}?` : 'End this game and begin a new one? It cannot be kept, because its text would tell what seats do not see.';
      const close = () => {
        this.sure.hidden = true;
        this.buttons[request].focus();
      };
      const yes = button(request === 'resign' ? 'Resign' : 'New game', () => {
        close();
        this.ask(request);
      }, { class: 'primary', 'data-do': 'sure' });
      this.sure.replaceChildren(make('span', null, question), yes, button('Cancel', close));
      this.sure.onkeydown = (event) => {
        if (event.key === 'Escape') close();
      };
      this.sure.hidden = false;
      yes.focus();
    }

    async newGame() {
      const had = this.view.ply > 0;
      if ((await this.ask('new')) && had) this.answer.good('A new game. The one before is kept: see Another game …');
    }

    typing() {
      const id = newId('move');
      this.typed = make('input', { id, type: 'text', size: '14', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
      this.typedAnswer = new tools.Answer();
      this.form = make(
        'form',
        { class: 'typing' },
        make('label', { for: id }, 'Type a move '),
        this.typed,
        make('button', { type: 'submit' }, 'Play'),
        this.typedAnswer.node,
      );
      this.form.addEventListener('submit', async (event) => {
        event.preventDefault();
        this.settle();
        try {
          await this.request('play', { move: this.typed.value.trim() });
          this.typed.value = '';
        } catch (error) {
          this.typedAnswer.bad(error);
        }
      });
      return this.form;
    }

    movesPart() {
      this.moves = make('ol', { class: 'moves', 'aria-label': 'Moves' });
      new ResizeObserver(() => this.alignMoves()).observe(this.moves);
      const step = (label, symbol, to) =>
        button(symbol, () => this.look(to()), { 'aria-label': label, title: label });
      const at = () => (this.looking ? this.looking.ply : this.view.ply);
      this.steps = make(
        'div',
        { class: 'controls steps' },
        step('First position', '«', () => 0),
        step('Previous position', '‹', () => at() - 1),
        step('Next position', '›', () => at() + 1),
        step('Back to the game', '»', () => this.view.ply),
      );
      return make('section', { class: 'moves-part' }, make('h3', null, 'Moves'), this.moves, this.steps);
    }

    hintPart() {
      this.hintNode = make('section', { class: 'hint-part', hidden: true });
      return this.hintNode;
    }

    evaluationPart() {
      const id = newId('evaluate');
      this.evaluate = make('input', { type: 'checkbox', id });
      this.evaluate.addEventListener('change', async () => {
        if (!(await this.ask('evaluate', { on: this.evaluate.checked }))) this.evaluate.checked = Boolean(this.values);
      });
      this.chart = make('div', null);
      return make('section', { class: 'evaluation-part' }, make('p', null, this.evaluate, make('label', { for: id }, ' Evaluate the positions of the game')), this.chart);
    }

    // ---- showing

    play(text) {
      this.ask('play', { move: text });
    }

    clickedWhileEditing(cell) {
      if (!this.editor.active) return false;
      this.editor.cell(cell);
      return true;
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
      try {
        const position = await api.get(this.path('position'), { ply: at });
        if (this.view !== view) return;
        this.looking = { ply: at, ...position };
        this.show();
      } catch (error) {
        this.answer.bad(error);
      }
    }

    show() {
      const { view } = this;
      if (!view) return;
      const ply = this.looking ? this.looking.ply : view.ply;
      this.title.replaceChildren(name(view.game.title || view.game.spec));
      this.subtitle.replaceChildren(make('code', null, view.game.spec), ` · ${plural(view.ply, 'move')}`);
      this.showFailure();
      this.showCover();
      this.showPlayers();
      this.showStatus();
      this.showBoard();
      this.showButtons();
      this.showMoves(ply);
      this.showHint();
      this.showEvaluation();
      this.all.show(this.legal());
      this.seats.show(view);
      this.editor.show(view);
      this.keeper.show(view, ply);
      this.rules.show(view);
      this.log.show(view);
      document.title = `${view.game.title || view.game.spec} · boardlab studio`;
    }

    // The moves that may be played now.
    legal() {
      const { view } = this;
      return view.human && !this.looking && !view.over && !this.covered ? view.moves || [] : [];
    }

    showFailure() {
      const { error } = this.view;
      if (error) Studio.setup.showError(this.failure, error);
      else this.failure.hidden = true;
    }

    // Several humans share the screen: each sees the cards of its own seat only.
    showCover() {
      const { view } = this;
      const humans = view.seats.filter((each) => each === 'human').length;
      const shares = view.game.hides && humans > 1 && view.human && !view.over;
      const turn = `${view.begun} ${view.seat}`;
      if (!shares || this.revealed !== turn) this.revealed = null;
      this.covered = shares && this.revealed === null;
      for (const node of [this.input.node, this.input.choice, this.notes]) node.hidden = this.covered;
      this.cover.hidden = !this.covered;
      if (!this.covered) return;
      this.cover.replaceChildren(
        make('p', null, `Hand over to seat ${view.seat}.`),
        button(`I am seat ${view.seat}: show my view`, () => {
          this.revealed = turn;
          this.show();
          this.input.focusBoard();
        }, { class: 'primary', 'data-do': 'reveal' }),
      );
    }

    showPlayers() {
      const { view } = this;
      this.players.replaceChildren(
        ...view.seats.map((player, i) =>
          make(
            'span',
            { class: view.seat === i + 1 && !view.over ? 'key to-move' : 'key' },
            swatch(seatColour(i + 1)),
            make('span', null, `seat ${i + 1}: `, name(player)),
          ),
        ),
      );
    }

    showStatus() {
      const { view } = this;
      this.status.replaceChildren(...this.sentence(view));
      this.status.classList.toggle('over', Boolean(view.over));
    }

    sentence(view) {
      if (this.looking)
        return [`Looking at the position after ${plural(this.looking.ply, 'move')} of ${count(view.ply)}.`];
      if (view.over) return [`Game over: ${view.over}.`];
      if (view.stopped) return [`${capital(who(view, view.seat))} is stopped. Go on lets it move.`];
      if (view.thinking === 'waiting') return ['Other games are searching; this one waits for its turn.'];
      if (view.thinking === 'move') return [`${capital(who(view, view.seat))} is thinking …`];
      if (view.human) return [`Seat ${view.seat} to move${this.lastMove(view)}.`];
      return [`${capital(who(view, view.seat))} to move.`];
    }

    lastMove(view) {
      if (view.ply === 0) return '';
      const [seat, text] = view.history[view.ply - 1];
      return `; ${seat ? `seat ${seat}` : 'nature'} ${text === null ? 'made a hidden move' : `played ${text}`}`;
    }

    showBoard() {
      const { view } = this;
      if (!view) return;
      const { frame, before } = this.looking || view;
      const ply = this.looking ? this.looking.ply : view.ply;
      this.input.show({
        board: view.board,
        frame,
        before,
        mover: ply > 0 ? view.history[ply - 1][0] : 0,
        seat: view.seat,
        moves: this.editor.active ? [] : this.legal(),
        hint: this.currentHint(),
        wallLength: wallLength(view, frame),
      });
      this.notes.replaceChildren(
        ...(frame.notes || []).map((note) => {
          const seat = /^seat (\d+):/.exec(note);
          return make('li', null, seat ? swatch(seatColour(Number(seat[1]))) : null, name(note));
        }),
      );
    }

    // Rates of moves that were hardly tried mean nothing.
    currentHint() {
      const { view, hint } = this;
      if (!hint || this.looking || this.covered || hint.ply !== view.ply || view.over) return null;
      const most = Math.max(...hint.moves.map((move) => move.visits), 0);
      const tried = ({ visits, proven }) => proven || visits >= Math.max(10, most / 500);
      return { ...hint, moves: hint.moves.filter(tried).slice(0, 6) };
    }

    showButtons() {
      const { view } = this;
      const enable = (key, on) => {
        this.buttons[key].disabled = !on;
      };
      enable('undo', view.ply > 0);
      enable('redo', view.history.length > view.ply);
      enable('hint', view.human && !view.over && !this.covered);
      enable('resign', view.human && !view.over);
      this.stop.hidden = !view.thinking;
      this.stop.textContent = view.seats.includes('human') ? 'Stop' : 'Pause';
      this.go.hidden = !view.stopped;
      this.once.hidden = !view.stopped;
      this.paceNode.hidden = view.seats.every((each) => each === 'human');
      this.showPace(view.pace);
      this.form.hidden = !view.human || Boolean(view.over) || this.covered;
    }

    // Other pages may have set any pace.
    showPace(pace) {
      const value = String(pace);
      if (![...this.pace.options].some((option) => option.value === value))
        this.pace.append(make('option', { value }, `after ${pace / 1000} s`));
      this.pace.value = value;
    }

    showMoves(ply) {
      const { view } = this;
      const key = JSON.stringify(view.history);
      if (key !== this.movesKey) this.fillMoves();
      this.movesKey = key;
      this.items.forEach((item, i) => {
        item.classList.toggle('undone', i >= view.ply);
        item.setAttribute('aria-disabled', String(i >= view.ply));
        if (i === ply - 1) item.setAttribute('aria-current', 'true');
        else item.removeAttribute('aria-current');
      });
      const current = this.items[ply - 1];
      const item = current && current.parentNode;
      this.moves.scrollTop = item ? item.offsetTop - this.moves.clientHeight / 2 : 0;
    }

    fillMoves() {
      const { history } = this.view;
      this.items = history.map(([seat, text], i) =>
        button(
          [make('span', { class: 'ply' }, String(i + 1)), swatch(seatColour(seat)), name(shown(text))],
          () => {
            if (i < this.view.ply) this.look(i + 1);
          },
          null,
        ),
      );
      this.moves.replaceChildren(
        ...this.items.map((item, i) => make('li', { 'data-seat': history[i][0] }, item)),
      );
      this.moves.style.setProperty('--digits', String(history.length).length);
      this.alignMoves();
    }

    alignMoves() {
      if (!this.view) return;
      const moves = this.view.history.map(([seat, text]) => [seat, shown(text)]);
      window.Report.replay.align(this.moves, this.items, moves);
    }

    showHint() {
      const hint = this.currentHint();
      this.hintNode.hidden = !hint;
      if (!hint) return;
      this.hintNode.replaceChildren(
        make('h3', null, 'Hint'),
        evaluation.hints(hint, this.view.human ? (text) => this.play(text) : null),
      );
    }

    showEvaluation() {
      const values = this.values;
      if (!this.view || !values) {
        this.chart.replaceChildren();
        return;
      }
      const ply = this.looking ? this.looking.ply : this.view.ply;
      this.chart.replaceChildren(evaluation.chart(values, this.view.game, ply, (at) => this.look(at)));
    }
  }

  Studio.Table = Table;
})(window.Studio);
