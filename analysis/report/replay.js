// The replay of recorded games: one game at a time, stepped through with buttons, slider,
// keys or the list of moves. Only the frame in view is in the document.
(function (Report) {
  'use strict';

  const { count, plural } = Report.text;
  const { make, name, newId, swatch } = Report.dom;
  const { seatColour } = Report.charts;
  const FRAME_TIME = 700; // milliseconds per frame while playing

  class Replay {
    constructor(run) {
      this.run = run;
      this.view = Report.boards.viewOf(run.replays);
      this.timer = null;
      this.build();
      this.choose(0);
    }

    build() {
      this.board = make('div', { class: 'replay-board' });
      this.notes = make('ul', { class: 'replay-notes' });
      this.moves = make('ol', { class: 'moves', 'aria-label': 'Moves' });
      this.status = make('p', { class: 'status', 'aria-live': 'polite' });
      this.players = make('p', { class: 'players' });
      this.slider = make('input', { type: 'range', min: '0', step: '1', 'aria-label': 'Move' });
      this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
      this.node = make(
        'div',
        {
          class: 'replay',
          role: 'group',
          tabindex: '0',
          'aria-label':
            'Replay. The arrow keys step through the game, Home and End go to its start and end.',
        },
        make(
          'div',
          { class: 'replay-main' },
          this.chooser(),
          this.players,
          this.board,
          this.status,
          this.slider,
          this.controls(),
          this.notes,
        ),
        make('div', { class: 'replay-side' }, make('h4', null, 'Moves'), this.moves),
      );
      this.listen();
    }

    chooser() {
      const id = newId('game');
      this.select = make(
        'select',
        { id },
        this.run.replays.map((replay, i) => make('option', { value: i }, replay.label)),
      );
      this.select.addEventListener('change', () => this.choose(Number(this.select.value)));
      return make('p', { class: 'chooser' }, make('label', { for: id }, 'Game '), this.select);
    }

    controls() {
      const button = (label, symbol, action) => {
        const node = make(
          'button',
          { type: 'button', 'aria-label': label, title: label },
          symbol,
        );
        node.addEventListener('click', action);
        return node;
      };
      this.playButton = button('Play', 'Play', () => this.toggle());
      this.back = [
        button('First position', '«', () => this.go(0)),
        button('Previous move', '‹', () => this.go(this.at - 1)),
      ];
      this.forward = [
        button('Next move', '›', () => this.go(this.at + 1)),
        button('Last position', '»', () => this.go(this.last())),
      ];
      return make('div', { class: 'controls' }, this.back, this.playButton, this.forward);
    }

    listen() {
      this.node.addEventListener('keydown', (event) => this.key(event));
      // While no element has the focus, the replay under the pointer takes the keys.
      document.addEventListener('keydown', (event) => {
        if (document.activeElement === document.body && this.node.matches(':hover'))
          this.key(event);
      });
    }

    key(event) {
      // The slider and the list of games use the arrow keys themselves.
      if (
        /^(SELECT|INPUT)$/.test(event.target.tagName) ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey
      )
        return;
      const target = {
        ArrowLeft: this.at - 1,
        ArrowRight: this.at + 1,
        Home: 0,
        End: this.last(),
      }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      const inList = this.moves.contains(document.activeElement);
      this.go(target);
      if (inList && this.current) this.current.focus();
    }

    last() {
      return this.replay.frames.length - 1;
    }

    choose(index) {
      this.stop();
      this.replay = this.run.replays[index];
      this.slider.max = this.last();
      this.players.replaceChildren(...(this.replay.bots || []).map(this.player));
      this.items = this.replay.moves.map(([seat, move], i) => this.item(seat, move, i + 1));
      this.moves.replaceChildren(...this.items.map((button) => make('li', null, button)));
      this.moves.style.setProperty('--digits', String(this.items.length).length);
      this.moves.style.setProperty(
        '--letters',
        Math.max(4, ...this.replay.moves.map(([, move]) => move.length)),
      );
      this.current = null;
      this.go(0);
    }

    player(bot, i) {
      const text = make('span', null, `seat ${i + 1}: `, name(bot));
      return make('span', { class: 'key' }, swatch(seatColour(i + 1)), text);
    }

    item(seat, move, number) {
      const button = make(
        'button',
        { type: 'button', tabindex: '-1' },
        make('span', { class: 'ply' }, String(number)),
        swatch(seatColour(seat)),
        name(move),
      );
      button.addEventListener('click', () => this.go(number));
      return button;
    }

    go(ply) {
      this.at = Math.max(0, Math.min(this.last(), ply));
      this.slider.value = this.at;
      this.draw();
      this.mark();
      const text = this.sentence();
      this.status.replaceChildren(...text);
      this.slider.setAttribute('aria-valuetext', this.status.textContent);
      // A disabled button that has the focus would swallow the keys, so aria-disabled.
      for (const button of this.back) button.setAttribute('aria-disabled', this.at === 0);
      for (const button of this.forward)
        button.setAttribute('aria-disabled', this.at === this.last());
      if (this.at === this.last()) this.stop();
    }

    sentence() {
      if (this.at === 0) return [`Start of the game: ${plural(this.last(), 'move')}`];
      const [seat, move] = this.replay.moves[this.at - 1];
      return [
        `Move ${count(this.at)} of ${count(this.last())}: seat ${seat} plays `,
        name(move, { class: 'move' }),
      ];
    }

    draw() {
      const frame = this.replay.frames[this.at];
      const mover = this.at > 0 ? this.replay.moves[this.at - 1][0] : 0;
      const picture =
        frame.pieces && this.run.board
          ? Report.boards.position(
              this.run.board,
              this.view,
              frame,
              this.replay.frames[this.at - 1],
              mover,
            )
          : make('pre', { tabindex: '0' }, frame.drawing || '');
      this.board.replaceChildren(picture);
      this.notes.replaceChildren(
        ...(frame.notes || []).map((note) => make('li', null, name(note))),
      );
    }

    mark() {
      if (this.current) {
        this.current.removeAttribute('aria-current');
        this.current.tabIndex = -1;
      }
      this.current = this.at > 0 ? this.items[this.at - 1] : null;
      const stop = this.current || this.items[0];
      if (stop) stop.tabIndex = 0;
      if (!this.current) {
        this.moves.scrollTop = 0;
        return;
      }
      this.current.setAttribute('aria-current', 'true');
      // scrollIntoView would scroll the page as well.
      const item = this.current.parentNode;
      this.moves.scrollTop = item.offsetTop - this.moves.clientHeight / 2;
    }

    toggle() {
      if (this.timer) {
        this.stop();
        return;
      }
      if (this.at === this.last()) this.go(0);
      this.timer = setInterval(() => this.go(this.at + 1), FRAME_TIME);
      this.showPlaying(true);
    }

    stop() {
      clearInterval(this.timer);
      this.timer = null;
      this.showPlaying(false);
    }

    showPlaying(on) {
      this.playButton.textContent = on ? 'Pause' : 'Play';
      this.playButton.setAttribute('aria-label', on ? 'Pause' : 'Play');
      this.playButton.title = on ? 'Pause' : 'Play';
    }
  }

  const replays = [];

  function replay(run) {
    replays.push(new Replay(run));
    return replays[replays.length - 1].node;
  }

  // On paper the replay shows the last position.
  function beforePrint() {
    for (const each of replays) {
      each.stop();
      each.atBeforePrint = each.at;
      each.go(each.last());
    }
  }

  function afterPrint() {
    for (const each of replays) each.go(each.atBeforePrint);
  }

  Report.replay = { replay, beforePrint, afterPrint };
})(window.Report);
