// A form that starts a command: what it plays, who plays, and its flags, which come from the
// command's own table. The command line that does the same in a terminal stands below it.
import { button, make, newId } from '../../../analysis/report/dom.js';
import { commandLine } from '../../../analysis/report/text.js';
import * as api from './api.js';
import { Seat, GameChoice, showError } from './setup.js';
import { showLine } from './task_list.js';

// What stands in the form itself; all other flags are folded away. The seats and bots have
// parts of their own.
const SHOWN = ['vary', 'goal', 'double', 'levels', 'games', 'rotate', 'until', 'out'];

// What does not go on to another command: a limit means something else there, and a folder
// holds the results of one command.
const OWN = ['games', 'first', 'each', 'out'];

// ---- help

// Values of an option around its default: "walls=4..8", "size=5,7,9", "goal=side,edge".
function exampleOf(option) {
  const { name: key, type, min, max, words } = option;
  if (type === 'flag') return `${key}=false,true`;
  if (type === 'word') return words && words.length > 1 ? `${key}=${words.slice(0, 3).join(',')}` : null;
  const known = (value) => value !== null && value !== undefined;
  const value = Number(option.default);
  const step = option.step || (type === 'int' ? 1 : value / 4 || 0.25);
  const within = (each) => (!known(min) || each >= min) && (!known(max) || each <= max);
  const values = [-2, -1, 0, 1, 2].map((by) => Number((value + by * step).toFixed(3))).filter(within);
  if (values.length < 2) return null;
  return type === 'int' && step === 1 ? `${key}=${values[0]}..${values[values.length - 1]}` : `${key}=${values.join(',')}`;
}

// Those that can be much or little first: numbers with some room around the default.
function examplesOf(about) {
  if (!about) return [];
  const roomy = (option) => option.type !== 'flag' && option.type !== 'word' && option.default >= option.min + 2 && option.default <= option.max - 2;
  const options = [...about.options].sort((a, b) => Number(roomy(b)) - Number(roomy(a)));
  return options.map(exampleOf).filter(Boolean);
}

function varyHelp(about) {
  const examples = examplesOf(about).slice(0, 2);
  if (about && examples.length === 0) return 'This game has no options to vary.';
  const such = examples.length ? `, such as ${examples.join(' or ')}` : '';
  return `An option of the game and its values${such}. One option on each line: all combinations are played.`;
}

// Help in the words of the form; of all other flags that of the command.
const HELP = {
  vary: varyHelp,
  goal: () =>
    'What you want of the game, one goal on each line: seat1=48..52% (wins of seat 1), draw=0..5%, balance=100%, plies=35..45 (length), truncated=0..1%, forfeit=0..1%, branching=20 or margin=2.',
  double: () => 'The option of the bot that makes it stronger, and its first value: iterations=100 stands for 100, 200, 400, …',
  out: () => 'The folder below this one that the results go to. It must be a new one, unless --resume is ticked.',
  until: () =>
    'Stop as soon as a rate is known well enough: seat1=1% stops when the 95% interval of the wins of seat 1 extends at most 1 point to either side. So do draw, truncated and forfeit, and margin=0.5 for the mean margin of scores. --games is then the upper limit (default 1,000,000).',
  resume: () => 'Go on with what is in the folder of --out, or extend it to more games.',
};

function helpOf(flag, about) {
  if (HELP[flag.name]) return HELP[flag.name](about);
  return `${flag.help[0].toUpperCase()}${flag.help.slice(1)}${flag.repeatable ? '; one on each line' : ''}.`;
}

// What a command cannot do without, in the order of the form.
const REQUIRED = {
  vary: (about) => {
    const [example] = examplesOf(about);
    return example ? `Say what to vary: an option and its values, such as ${example}.` : 'This game has no options to vary: choose another one.';
  },
  goal: () => 'Say what you want of the game: a goal such as seat1=48..52%.',
  double: () => 'Say which option of the bot to double, and its first value: such as iterations=100.',
};

// ---- flags

class FlagField {
  constructor(flag) {
    this.flag = flag;
    const id = newId('flag');
    this.input = this.control();
    this.input.id = id;
    this.input.dataset.flag = flag.name;
    const label = make('label', { for: id }, `--${flag.name}`);
    const help = (this.help = make('p', { class: 'help' }));
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

  // Examples are those of the game.
  show(about) {
    this.help.textContent = helpOf(this.flag, about);
    const [example] = examplesOf(about);
    if (this.flag.name === 'vary') this.input.placeholder = example || this.flag.value;
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
  const seat = new Seat(library, number, who, game);
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
    this.more = make('p', null, button('Add a bot', () => this.add('random'), { 'data-do': 'add-bot' }));
    this.node = make('div', null, this.row, this.more);
  }

  // single: there is one, and no other can be added.
  show(specs, game, single) {
    Object.assign(this, { game, single });
    this.more.hidden = single;
    this.bots = [];
    this.row.replaceChildren();
    for (const spec of specs) this.add(spec);
  }

  add(spec) {
    const bot = botSeat(this.library, this.bots.length + 1, spec, this.game);
    bot.node.querySelector('label').replaceChildren('Bot');
    bot.line = make('div', { class: 'bot-line' }, bot.node, this.single ? null : button('Remove', () => this.remove(bot)));
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
    this.game = new GameChoice(library, library.file || null, (about) => this.showGame(about));
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

  // What was typed into a flag stays when another command means the same by it.
  showCommand() {
    const before = new Map((this.fields || []).map((field) => [field.flag.name, field.input]));
    this.command = this.commands.find((each) => each.name === this.select.value);
    this.summary.textContent = this.command.summary;
    this.fields = this.command.flags.filter((flag) => !flag.bot).map((flag) => new FlagField(flag));
    for (const { flag, input } of this.fields) {
      const old = before.get(flag.name);
      if (!old || OWN.includes(flag.name)) continue;
      input.value = old.value;
      input.checked = old.checked;
    }
    this.shown.replaceChildren(...SHOWN.map((flag) => this.field(flag)).filter(Boolean).map((field) => field.node));
    this.hidden.replaceChildren(...this.fields.filter((field) => !SHOWN.includes(field.flag.name)).map((field) => field.node));
    this.error.hidden = true;
    this.showHelp();
    this.showBots();
    this.update();
  }

  showHelp() {
    for (const field of this.fields) field.show(this.game.about);
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
    if (listed) this.bots.show(listed, game, this.command.name === 'ladder');
    else this.seats.show(this.game.about ? this.game.about.seats : 2, game);
    this.who.replaceChildren(this.parts.node);
  }

  showGame() {
    if (this.command) {
      this.showHelp();
      this.showBots();
    }
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

  // A folder that does not exist yet, named after the game and the command, until somebody
  // names another.
  suggestFolder() {
    const out = this.field('out');
    const stem = this.game.spec().split(':')[0].split('/').pop().replace(/\.lua$/, '').replace(/[^\w-]+/g, '_');
    if (out.input.value && out.input.value !== this.suggested) return;
    const base = this.command.name === 'simulate' ? `runs/${stem}` : `runs/${stem}-${this.command.name}`;
    let dir = base;
    for (let i = 2; this.isTaken(dir); i++) dir = `${base}-${i}`;
    this.suggested = dir;
    out.input.value = dir;
  }

  update() {
    if (!this.command || !this.parts) return;
    this.suggestFolder();
    showLine(this.line, commandLine(this.words()));
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

  // What is missing for the command, or null.
  missing() {
    for (const [flag, say] of Object.entries(REQUIRED)) {
      const field = this.field(flag);
      if (!field || field.words().length) continue;
      field.input.focus();
      return say(this.game.about);
    }
    const few = this.command.name === 'tournament' && this.bots.bots.length < 2;
    return few ? 'A tournament needs two bots or more: add one.' : null;
  }

  async start() {
    const missing = this.missing();
    this.error.hidden = true;
    if (missing) {
      showError(this.error, new Error(missing));
      return;
    }
    const [command, ...args] = this.words();
    try {
      await api.post('api/tasks/start', { command, arguments: args });
      this.suggested = this.field('out').input.value; // the next one goes elsewhere
      this.started();
    } catch (error) {
      showError(this.error, error);
    }
  }
}

export { RunForm };
