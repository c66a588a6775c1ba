// A form that starts a command: what it plays, who plays, and its flags, which come from the
// command's own table. The command line that does the same in a terminal stands below it.
import { commandLine, known } from '../../../analysis/report/text.js';
import { button, make } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import { Problem, capital, copy, fold, freeFolder, labelled, options } from './parts.js';
import { Seat, GameChoice } from './setup.js';
import { showLine } from './task_list.js';

// What the form itself shows; all other flags are collapsed. The seats and bots have parts of their
// own.
const SHOWN = ['vary', 'goal', 'double', 'levels', 'games', 'rotate', 'until', 'out'];
const shownOf = (command) => (command.name === 'study' ? ['budget', ...SHOWN] : SHOWN);

// What is not carried over to another command: a limit means something else there, and a folder
// holds the results of one command.
const OWN = ['games', 'first', 'each', 'out', 'budget'];

// ---- help

// Values of an option around its default: "walls=4..8", "size=5,7,9", "goal=side,edge".
function exampleOf(option) {
  const { name: key, type, min, max, words } = option;
  if (type === 'flag') return `${key}=false,true`;
  if (type === 'word') return words && words.length > 1 ? `${key}=${words.slice(0, 3).join(',')}` : null;
  const value = Number(option.default);
  const step = option.step || (type === 'int' ? 1 : value / 4 || 0.25);
  const within = (each) => (!known(min) || each >= min) && (!known(max) || each <= max);
  const values = [-2, -1, 0, 1, 2].map((by) => Number((value + by * step).toFixed(3))).filter(within);
  if (values.length < 2) return null;
  return type === 'int' && step === 1 ? `${key}=${values[0]}..${values[values.length - 1]}` : `${key}=${values.join(',')}`;
}

// Numbers with some room around the default come first.
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
  return `An option of the game and its values${such}. One option per line: all combinations are played.`;
}

// Help in the words of the form; of all other flags that of the command.
const HELP = {
  vary: varyHelp,
  goal: () =>
    'What you want from the game, one goal per line: seat1=48..52% (wins of seat 1), draw=0..5%, balance=100%, plies=35..45 (length), truncated=0..1%, forfeit=0..1%, branching=20 or margin=2.',
  double: () => 'The option of the bot that makes it stronger, and its first value: iterations=100 stands for 100, 200, 400, …',
  out: () => 'The folder for the results, below this one. It must be new unless --resume is ticked.',
  until: () =>
    'Stop as soon as a rate is known well enough: seat1=1% stops when the 95% interval of the wins of seat 1 extends at most 1 point to either side. The same goes for draw, truncated and forfeit, and for margin=0.5, the mean margin of scores. --games is then the upper limit (default 1,000,000).',
  resume: () => 'Continue what is in the folder of --out, or extend it to more games.',
};

function helpOf(flag, about) {
  if (HELP[flag.name]) return HELP[flag.name](about);
  return `${capital(flag.help)}${flag.repeatable ? '; one per line' : ''}.`;
}

// What a command cannot do without, in the order of the form.
const REQUIRED = {
  vary: (about) => {
    const [example] = examplesOf(about);
    return example ? `Say what to vary: an option and its values, such as ${example}.` : 'This game has no options to vary: choose another one.';
  },
  goal: () => 'Say what you want from the game: a goal such as seat1=48..52%.',
  double: () => 'Say which option of the bot to double, and its first value, such as iterations=100.',
};

// ---- flags

class FlagField {
  constructor(flag) {
    this.flag = flag;
    this.input = this.control();
    this.input.dataset.flag = flag.name;
    this.help = make('p', { class: 'help' });
    const [label, input] = labelled(`--${flag.name}`, this.input);
    this.node = flag.value
      ? make('div', { class: 'field' }, label, input, this.help)
      : make('div', { class: 'field switch' }, make('span', null, input, ' ', label), this.help);
  }

  control() {
    const { value, words, repeatable } = this.flag;
    if (!value) return make('input', { type: 'checkbox' });
    if (words) return make('select', null, options([['', 'default'], ...words]));
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

// Who plays: one bot for each seat, or a list of bots, such as those of a tournament.
class Bots {
  constructor(library, changed) {
    Object.assign(this, { library, changed, bots: [] });
    this.row = make('div', { class: 'seat-row' });
    this.more = make('p', null, button('Add a bot', () => this.add('random'), { 'data-do': 'add-bot' }));
    this.node = make('div', null, this.row, this.more);
  }

  // flag: '--seat' or '--bot'; fixed: no other can be added.
  show(flag, specs, game, fixed) {
    Object.assign(this, { flag, game, fixed, bots: [] });
    this.more.hidden = fixed;
    this.row.replaceChildren();
    for (const spec of specs) this.add(spec);
  }

  // Humans do not play runs.
  add(spec) {
    const bot = new Seat(this.library, this.bots.length + 1, spec, this.game);
    const human = [...bot.select.options].find((option) => option.value === 'human');
    if (human) human.remove();
    if (this.flag === '--bot') bot.node.querySelector('label').replaceChildren('Bot');
    bot.line = make('div', { class: 'bot-line' }, bot.node, this.fixed ? null : button('Remove', () => this.remove(bot)));
    this.bots.push(bot);
    this.row.append(bot.line);
    this.changed();
  }

  remove(bot) {
    this.bots.splice(this.bots.indexOf(bot), 1);
    bot.line.remove();
    this.changed();
  }

  specs(flag) {
    return flag === this.flag ? this.bots.map((bot) => bot.spec()) : [];
  }

  // The same bot on all seats is given once.
  words() {
    const specs = this.specs(this.flag);
    const same = this.flag === '--seat' && new Set(specs).size === 1;
    if (same && specs[0] === 'random') return [];
    return (same ? specs.slice(0, 1) : specs).flatMap((spec) => [this.flag, spec]);
  }
}

const BOTS = { tournament: ['random', 'mcts'], tune: ['random'], ladder: ['mcts'] };

// ---- the form

class RunForm {
  // isTaken(dir): whether there is such a folder; started(): called when a command was.
  constructor(library, commands, isTaken, started) {
    Object.assign(this, { library, commands, isTaken, started });
    this.select = make('select', { 'data-do': 'command' }, options(commands.map((each) => each.name)));
    this.summary = make('p', { class: 'help' });
    this.game = new GameChoice(library, library.file || null, (about) => this.showGame(about));
    this.bots = new Bots(library, () => this.update());
    this.shown = make('div', { class: 'fields' });
    this.hidden = make('div', { class: 'fields' });
    this.line = make('code', { class: 'command-line', 'data-do': 'line' });
    this.copied = make('span', { class: 'muted', role: 'status' });
    this.error = new Problem();
    this.players = make('div', null, make('h3', null, 'Who plays'), this.bots.node);
    this.node = make(
      'section',
      { class: 'run-form' },
      make('h2', null, 'Start a command'),
      make('p', { class: 'game-line' }, labelled('Command ', this.select)),
      this.summary,
      this.game.node,
      this.players,
      make('h3', null, 'Flags'),
      this.shown,
      fold('More flags', 'more-flags', this.hidden),
      make('h3', null, 'The same in a terminal'),
      make('div', { class: 'line-box' }, this.line, button('Copy', () => copy(this.line, 'The command', (text) => this.copied.replaceChildren(text)), { 'data-do': 'copy-line' }), this.copied),
      this.error.node,
      make('p', { class: 'start-line' }, button('Start', () => this.start(), { class: 'primary', 'data-do': 'start-task' })),
    );
    this.select.addEventListener('change', () => this.showCommand());
    // Choices are applied before the event arrives here.
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
    const shown = shownOf(this.command);
    this.shown.replaceChildren(...shown.map((flag) => this.field(flag)).filter(Boolean).map((field) => field.node));
    this.hidden.replaceChildren(...this.fields.filter((field) => !shown.includes(field.flag.name)).map((field) => field.node));
    this.error.clear();
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

  // Seats if the command has them, otherwise a list of bots. A tuning has both: its bots are levels
  // of play. A study has neither.
  showBots() {
    this.players.hidden = !this.command.flags.some((flag) => flag.bot);
    if (this.players.hidden) {
      this.bots.show('--seat', [], this.game.spec(), true);
      this.update();
      return;
    }
    const listed = BOTS[this.command.name];
    const before = this.bots.specs('--seat');
    const seats = Array.from({ length: this.game.about ? this.game.about.seats : 2 }, (_, i) => before[i] || 'random');
    this.bots.show(listed ? '--bot' : '--seat', listed || seats, this.game.spec(), !listed || this.command.name === 'ladder');
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
      ...this.bots.words(),
      ...this.fields.flatMap((field) => field.words()),
    ];
  }

  // A folder that does not exist yet, named after the game and the command, until somebody
  // names another.
  suggestFolder() {
    const out = this.field('out');
    if (out.input.value && out.input.value !== this.suggested) return;
    const dir = freeFolder(this.game.spec(), this.command.name, (each) => this.isTaken(each));
    this.suggested = dir;
    out.input.value = dir;
  }

  update() {
    if (!this.command || !this.bots.flag) return;
    this.suggestFolder();
    showLine(this.line, commandLine(this.words()));
    this.copied.textContent = '';
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
    return few ? 'A tournament needs at least two bots: add one.' : null;
  }

  async start() {
    const missing = this.missing();
    const [command, ...args] = this.words();
    const started = await this.error.to(() => {
      if (missing) throw new Error(missing);
      return api.post('api/tasks/start', { command, arguments: args });
    });
    if (!started) return;
    this.suggested = this.field('out').input.value; // the next one goes elsewhere
    this.started();
  }
}

export { RunForm };
