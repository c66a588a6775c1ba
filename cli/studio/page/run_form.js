// A form that starts a command: what it plays, who plays, and its flags, which come from the
// command's own table. The command line that does the same in a terminal stands below it.
(function (Studio) {
  'use strict';

  const { make, newId } = window.Report.dom;
  const { api, button } = Studio;

  // What stands in the form itself; all other flags are folded away. The seats and bots have
  // parts of their own.
  const SHOWN = ['vary', 'goal', 'double', 'levels', 'games', 'rotate', 'until', 'out'];

  // What the help of a flag does not say of its use here.
  const HELP = { out: 'The folder below this one that the results go to; it must not exist yet, unless a run is resumed.' };

  // As the shell wants it, and as the server shows it.
  function quote(word) {
    return /^[\w\-+./:,=@%]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
  }

  const commandLine = (words) => ['boardlab', ...words].map(quote).join(' ');

  // ---- flags

  class FlagField {
    constructor(flag) {
      this.flag = flag;
      const id = newId('flag');
      this.input = this.control();
      this.input.id = id;
      this.input.dataset.flag = flag.name;
      const label = make('label', { for: id }, `--${flag.name}`);
      const text = HELP[flag.name] || flag.help + (flag.repeatable ? '; one on each line' : '');
      const help = make('p', { class: 'help' }, text);
      this.node = flag.value
        ? make('div', { class: 'field' }, label, this.input, help)
        : make('div', { class: 'field switch' }, make('span', null, this.input, ' ', label), help);
    }

    control() {
      const { value, words, repeatable } = this.flag;
      if (!value) return make('input', { type: 'checkbox' });
      if (words) return make('select', null, ['', ...words].map((word) => make('option', { value: word }, word || 'default')));
      const attributes = { placeholder: value, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' };
      return repeatable ? make('textarea', { ...attributes, rows: '2' }) : make('input', { ...attributes, type: 'text' });
    }

    words() {
      const { name: flag, value, repeatable } = this.flag;
      if (!value) return this.input.checked ? [`--${flag}`] : [];
      const values = repeatable ? this.input.value.split('\n') : [this.input.value];
      return values
        .map((each) => each.trim())
        .filter(Boolean)
        .flatMap((each) => flagWords(flag, each));
    }
  }

  // A value that begins with a dash is joined to its flag.
  function flagWords(flag, value) {
    return value.startsWith('-') ? [`--${flag}=${value}`] : [`--${flag}`, value];
  }

  // ---- bots

  // A bot with its options; humans do not play runs.
  function botSeat(library, number, who, game) {
    const seat = new Studio.setup.Seat(library, number, who, game);
    const human = [...seat.select.options].find((option) => option.value === 'human');
    if (human) human.remove();
    return seat;
  }

  // One bot per seat. The same bot on all of them is given once.
  class SeatBots {
    constructor(library) {
      this.library = library;
      this.seats = [];
      this.node = make('div', { class: 'seat-row' });
    }

    show(count, game) {
      const before = this.seats.map((seat) => seat.spec());
      this.seats = Array.from({ length: count }, (_, i) => botSeat(this.library, i + 1, before[i] || 'random', game));
      this.node.replaceChildren(...this.seats.map((seat) => seat.node));
    }

    words() {
      const specs = this.seats.map((seat) => seat.spec());
      if (specs.every((spec) => spec === 'random')) return [];
      const all = specs.every((spec) => spec === specs[0]);
      return (all ? specs.slice(0, 1) : specs).flatMap((spec) => ['--seat', spec]);
    }
  }

  // A list of bots: those of a tournament, or the levels of a tuning.
  class BotList {
    constructor(library, changed) {
      Object.assign(this, { library, changed, bots: [] });
      this.row = make('div', { class: 'seat-row' });
      this.node = make('div', null, this.row, make('p', null, button('Add a bot', () => this.add('random'), { 'data-do': 'add-bot' })));
    }

    show(specs, game) {
      this.game = game;
      this.bots = [];
      this.row.replaceChildren();
      for (const spec of specs) this.add(spec);
    }

    add(spec) {
      const bot = botSeat(this.library, this.bots.length + 1, spec, this.game);
      bot.node.querySelector('label').replaceChildren('Bot');
      bot.line = make('div', { class: 'bot-line' }, bot.node, button('Remove', () => this.remove(bot)));
      this.bots.push(bot);
      this.row.append(bot.line);
      this.changed();
    }

    remove(bot) {
      this.bots.splice(this.bots.indexOf(bot), 1);
      bot.line.remove();
      this.changed();
    }

    specs() {
      return this.bots.map((bot) => bot.spec());
    }

    words() {
      return this.specs().flatMap((spec) => ['--bot', spec]);
    }
  }

  const BOTS = { tournament: ['random', 'mcts'], tune: ['random'], ladder: ['mcts'] };

  // ---- the form

  class RunForm {
    // isTaken(dir): whether there is such a folder; started(): called when a command was.
    constructor(library, commands, isTaken, started) {
      Object.assign(this, { library, commands, isTaken, started });
      const id = newId('command');
      this.select = make('select', { id, 'data-do': 'command' }, commands.map((each) => make('option', { value: each.name }, each.name)));
      this.summary = make('p', { class: 'help' });
      this.game = new Studio.setup.GameChoice(library, library.file || null, (about) => this.showGame(about));
      this.seats = new SeatBots(library);
      this.bots = new BotList(library, () => this.update());
      this.who = make('div', { class: 'who' });
      this.shown = make('div', { class: 'fields' });
      this.hidden = make('div', { class: 'fields' });
      this.line = make('code', { class: 'command-line', 'data-do': 'line' });
      this.copied = make('span', { class: 'muted', role: 'status' });
      this.error = make('div', { class: 'error', role: 'alert', hidden: true });
      this.node = make(
        'section',
        { class: 'run-form' },
        make('h2', null, 'Start a command'),
        make('p', { class: 'game-line' }, make('label', { for: id }, 'Command '), this.select),
        this.summary,
        this.game.node,
        make('h3', null, 'Who plays'),
        this.who,
        make('h3', null, 'How'),
        this.shown,
        make('details', { class: 'more-flags' }, make('summary', null, 'More flags'), this.hidden),
        make('h3', null, 'The same in a terminal'),
        make('div', { class: 'line-box' }, this.line, button('Copy', () => this.copy(), { 'data-do': 'copy-line' }), this.copied),
        this.error,
        make('p', { class: 'start-line' }, button('Start it', () => this.start(), { class: 'primary', 'data-do': 'start-task' })),
      );
      this.select.addEventListener('change', () => this.showCommand());
      // What was chosen is taken over before the event comes here.
      this.node.addEventListener('input', () => this.update());
      this.node.addEventListener('change', () => this.update());
      this.showCommand();
    }

    // What was typed into a flag stays when another command has it as well.
    showCommand() {
      const before = new Map((this.fields || []).map((field) => [field.flag.name, field.input]));
      this.command = this.commands.find((each) => each.name === this.select.value);
      this.summary.textContent = this.command.summary;
      this.fields = this.command.flags.filter((flag) => !flag.bot).map((flag) => new FlagField(flag));
      for (const { flag, input } of this.fields) {
        const old = before.get(flag.name);
        if (!old) continue;
        input.value = old.value;
        input.checked = old.checked;
      }
      this.shown.replaceChildren(...SHOWN.map((flag) => this.field(flag)).filter(Boolean).map((field) => field.node));
      this.hidden.replaceChildren(...this.fields.filter((field) => !SHOWN.includes(field.flag.name)).map((field) => field.node));
      this.showBots();
      this.update();
    }

    field(flag) {
      return this.fields.find((each) => each.flag.name === flag);
    }

    // Seats if the command has them, otherwise a list of bots. A tuning has both: its bots are
    // levels of play.
    showBots() {
      const listed = BOTS[this.command.name];
      const game = this.game.spec();
      this.parts = listed ? this.bots : this.seats;
      if (listed) this.bots.show(listed, game);
      else this.seats.show(this.game.about ? this.game.about.seats : 2, game);
      this.who.replaceChildren(this.parts.node);
    }

    showGame() {
      if (this.command) this.showBots();
      this.update();
    }

    words() {
      return [
        this.command.name,
        this.game.spec(),
        ...this.parts.words(),
        ...this.fields.flatMap((field) => field.words()),
      ];
    }

    // A folder that does not exist yet, named after the game, until somebody names another.
    suggestFolder() {
      const out = this.field('out');
      const stem = this.game.spec().split(':')[0].split('/').pop().replace(/\.lua$/, '').replace(/[^\w-]+/g, '_');
      if (out.input.value && out.input.value !== this.suggested) return;
      let dir = `runs/${stem}`;
      for (let i = 2; this.isTaken(dir); i++) dir = `runs/${stem}-${i}`;
      this.suggested = dir;
      out.input.value = dir;
    }

    update() {
      if (!this.command || !this.parts) return;
      this.suggestFolder();
      this.line.textContent = commandLine(this.words());
      this.copied.textContent = '';
    }

    async copy() {
      try {
        await navigator.clipboard.writeText(this.line.textContent);
        this.copied.textContent = 'It is in the clipboard.';
      } catch {
        window.getSelection().selectAllChildren(this.line);
        this.copied.textContent = 'It is selected: copy it with the keys of your browser.';
      }
    }

    async start() {
      this.error.hidden = true;
      const [command, ...args] = this.words();
      try {
        await api.post('api/tasks/start', { command, arguments: args });
        this.started();
      } catch (error) {
        Studio.setup.showError(this.error, error);
      }
    }
  }

  Studio.RunForm = RunForm;
  Studio.commandLine = commandLine;
})(window.Studio);
