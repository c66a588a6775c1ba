// A form that starts a command: what it plays, who plays, and its flags. Their words, usual values
// and which are shown at first come from the command's own table. The command line that does the
// same in a terminal stands below.
import { commandLine, count, known } from '../../../analysis/report/text.js';
import { button, make } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import { Problem, capital, copy, fold, freeFolder, labelled, options } from './parts.js';
import { Seat, GameChoice } from './setup.js';
import { showLine } from './task_list.js';

// The limit of a run that a stopping rule ends, if no other is given.
const RULED_GAMES = '1000000';

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

// Help in the words of the form; of all other flags that of the command, without the value that the
// field already has.
const HELP = {
  vary: varyHelp,
  out: () => 'Below this folder. It must be new, unless what is in it is continued (under More).',
  until: () => 'Known to ± 1%: the 95% interval of the share of wins reaches at most 1 point to either side. The number of games is then the limit.',
};

function helpOf(flag, about) {
  if (HELP[flag.name]) return HELP[flag.name](about);
  const help = flag.usual ? flag.help.replace(/ \(default [^)]*\)/, '') : flag.help;
  return `${capital(help)}${flag.repeatable ? '; one per line' : ''}.`;
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

// "1,000" of "1000"; other texts as they are.
const shownValue = (text) => (/^\d{4,}$/.test(text) ? count(Number(text)) : text);
const plainValue = (text) => (/^\d{1,3}([ ,]\d{3})+$/.test(text) ? text.replace(/[ ,]/g, '') : text);

class FlagField {
  constructor(flag) {
    this.flag = flag;
    this.usual = flag.usual || '';
    this.input = this.control();
    this.input.dataset.flag = flag.name;
    this.inputs = [this.input];
    this.help = make('p', { class: 'help' });
    this.node = this.makeNode(flag.label || `--${flag.name}`);
    this.node.title = `--${flag.name}`;
  }

  makeNode(text) {
    const [label, input] = labelled(text, this.input);
    return this.flag.value
      ? make('div', { class: 'field' }, label, input, this.help)
      : make('div', { class: 'field switch' }, make('span', null, input, ' ', label), this.help);
  }

  control() {
    const { value, words, repeatable } = this.flag;
    if (!value) return make('input', { type: 'checkbox' });
    if (words) {
      const node = make('select', null, options(this.usual ? words : [['', 'default'], ...words]));
      node.value = this.usual;
      return node;
    }
    const attributes = { placeholder: value, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' };
    if (repeatable) return make('textarea', { ...attributes, rows: '2' });
    return make('input', { ...attributes, type: 'text', value: shownValue(this.usual), inputmode: value === 'N' ? 'numeric' : null });
  }

  // Examples are those of the game.
  show(about) {
    this.help.textContent = helpOf(this.flag, about);
    const [example] = examplesOf(about);
    if (this.flag.name === 'vary') this.input.placeholder = example || this.flag.value;
  }

  // Another usual value, which takes the place of the one before unless something else was typed.
  setUsual(text) {
    if (this.text() === this.usual) this.input.value = shownValue(text);
    this.usual = text;
  }

  text() {
    return plainValue(this.input.value.trim());
  }

  // What was typed into the same field of another command.
  keep(field) {
    if (field.inputs.length !== this.inputs.length) return;
    this.inputs.forEach((input, i) => {
      const { value, checked } = field.inputs[i];
      if (input.type === 'checkbox') input.checked = checked;
      else if (i > 0 || field.text() !== field.usual) input.value = value;
    });
  }

  // What is usual need not be said.
  words() {
    const { name: flag, value, repeatable } = this.flag;
    if (!value) return this.input.checked ? [`--${flag}`] : [];
    const values = repeatable ? this.input.value.split('\n').map((each) => each.trim()) : [this.text()];
    return values.filter((each) => each && each !== this.usual).flatMap((each) => flagWords(flag, each));
  }
}

// "Stop when seat 1's share of wins is known to ± 1%", as seat1=1%.
class UntilField extends FlagField {
  control() {
    return make('input', { type: 'checkbox' });
  }

  makeNode(text) {
    this.rate = make('select', { 'data-until': 'rate', 'aria-label': 'What is to be known' });
    this.near = make('input', { type: 'text', 'data-until': 'near', 'aria-label': 'How well, to either side', inputmode: 'decimal', size: '4', value: '1' });
    this.unit = make('span', null, '%');
    for (const input of [this.rate, this.near])
      for (const event of ['input', 'change'])
        input.addEventListener(event, () => {
          this.input.checked = true;
          this.unit.textContent = this.isMargin() ? 'points' : '%';
        });
    this.inputs.push(this.rate, this.near);
    this.list(2);
    const [label, input] = labelled(text, this.input);
    return make('div', { class: 'field switch until' }, make('span', null, input, ' ', label, ' ', this.rate, ' ', make('span', { class: 'word' }, 'is known to ± ', this.near, ' ', this.unit)), this.help);
  }

  list(seats) {
    const wins = Array.from({ length: seats }, (_, i) => [`seat${i + 1}`, `seat ${i + 1}'s share`]);
    const { value } = this.rate;
    this.rate.replaceChildren(...options([...wins, ['draw', 'the draws\' share'], ['truncated', 'the truncated games\' share'], ['forfeit', 'the forfeits\' share'], ['margin', 'the mean margin']]));
    if ([...this.rate.options].some((option) => option.value === value)) this.rate.value = value;
  }

  show(about) {
    super.show(about);
    if (about) this.list(about.seats);
  }

  isMargin() {
    return this.rate.value === 'margin';
  }

  keep(field) {
    super.keep(field);
    this.rate.replaceChildren(...[...field.rate.options].map((option) => option.cloneNode(true)));
    this.rate.value = field.rate.value;
    this.unit.textContent = field.unit.textContent;
  }

  words() {
    const near = this.near.value.trim().replace(/%$/, '');
    return this.input.checked ? flagWords(this.flag.name, `${this.rate.value}=${near}${this.isMargin() ? '' : '%'}`) : [];
  }
}

const fieldOf = (flag) => (flag.name === 'until' ? new UntilField(flag) : new FlagField(flag));

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

// The flags of that part.
const SEATED = ['seat', 'bot'];

const BOTS = { tournament: ['random', 'mcts'], tune: ['random'], ladder: ['mcts'] };

// ---- the form

// Words of a command that do not say where it writes.
const apartFromFolder = (words) => JSON.stringify(words.filter((word, i) => word !== '--out' && words[i - 1] !== '--out' && word !== '--resume'));

class RunForm {
  // isTaken(dir): whether there is such a folder; tasks(): those that were started; started(): called
  // when another one was.
  constructor(library, commands, isTaken, tasks, started) {
    Object.assign(this, { library, isTaken, tasks, started });
    this.commands = commands.filter((each) => !each.reads); // those start from the list of results
    this.select = make('select', { 'data-do': 'command' }, options(this.commands.map(({ name, title }) => [name, title])));
    this.summary = make('p', { class: 'help' });
    this.game = new GameChoice(library, library.file || null, (about) => this.showGame(about));
    this.bots = new Bots(library, () => this.update());
    this.shown = make('div', { class: 'fields' });
    this.hidden = make('div', { class: 'fields' });
    this.line = make('code', { class: 'command-line', 'data-do': 'line' });
    this.copied = make('span', { class: 'muted', role: 'status' });
    this.same = make('p', { class: 'same-seed', role: 'status' });
    this.error = new Problem();
    this.players = make('div', null, make('h3', null, 'Who plays'), this.bots.node);
    this.node = make(
      'section',
      { class: 'run-form' },
      make('h2', null, 'New experiment'),
      make('p', { class: 'game-line' }, labelled('What to do ', this.select)),
      this.summary,
      this.game.node,
      this.players,
      make('h3', null, 'How much'),
      this.shown,
      fold('More', 'more-flags', this.hidden),
      make('h3', null, 'The same in a terminal'),
      make('div', { class: 'line-box' }, this.line, button('Copy', () => copy(this.line, 'The command', (text) => this.copied.replaceChildren(text)), { 'data-do': 'copy-line' }), this.copied),
      this.same,
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
    const before = new Map((this.fields || []).map((field) => [field.flag.name, field]));
    this.command = this.commands.find((each) => each.name === this.select.value);
    this.summary.textContent = `${capital(this.command.summary)}.`;
    this.fields = this.command.flags.filter((flag) => !SEATED.includes(flag.name)).map(fieldOf);
    for (const field of this.fields) {
      const old = before.get(field.flag.name);
      if (old && !OWN.includes(field.flag.name)) field.keep(old);
    }
    const nodes = (first) => this.fields.filter((field) => field.flag.first === first).map((field) => field.node);
    this.shown.replaceChildren(...nodes(true));
    this.hidden.replaceChildren(...nodes(false));
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
  // of play. A study has neither. With the same command (isSame), the bots that were listed stay.
  showBots(isSame = false) {
    this.players.hidden = !this.command.flags.some((flag) => SEATED.includes(flag.name));
    if (this.players.hidden) {
      this.bots.show('--seat', [], this.game.spec(), true);
      this.update();
      return;
    }
    const kept = isSame ? this.bots.specs('--bot') : [];
    const listed = BOTS[this.command.name] && kept.length ? kept : BOTS[this.command.name];
    const before = this.wanted || this.bots.specs('--seat');
    const seats = Array.from({ length: this.game.about ? this.game.about.seats : 2 }, (_, i) => before[i] || 'random');
    this.bots.show(listed ? '--bot' : '--seat', listed || seats, this.game.spec(), !listed || this.command.name === 'ladder');
  }

  showGame() {
    if (this.command) {
      this.showHelp();
      this.showBots(true);
    }
    this.wanted = null;
    this.update();
  }

  // A run of the game on a table, with its bots. Humans do not play runs: one of the bots, if there
  // is any, plays for them.
  fill(spec, players) {
    const bots = players.filter((who) => who !== 'human');
    this.wanted = players.map((who) => (who === 'human' ? bots[0] || 'random' : who));
    this.select.value = 'simulate';
    this.showCommand();
    this.game.take(spec);
  }

  words() {
    return [
      this.command.name,
      this.game.spec(),
      ...(this.has('player') ? [] : this.bots.words()),
      ...this.fields.flatMap((field) => field.words()),
    ];
  }

  // Whether a flag has a value.
  has(flag) {
    const field = this.field(flag);
    return Boolean(field && field.words().length);
  }

  // A stopping rule makes the number of games a limit, which is usually far away.
  showLimit() {
    const games = this.field('games');
    const isRuled = this.has('until') || this.has('sprt');
    if (games) games.setUsual(isRuled ? RULED_GAMES : games.flag.usual);
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
    this.showLimit();
    this.showSame();
    showLine(this.line, commandLine(this.words()));
    this.copied.textContent = '';
  }

  // The folder of a task that has played the same games, by this seed or another one.
  madeAlready(seed) {
    const words = this.words();
    const at = words.indexOf('--seed');
    if (seed && at >= 0) words[at + 1] = seed;
    else if (seed) words.push('--seed', seed);
    const key = apartFromFolder(words);
    const found = this.tasks().find((task) => task.state !== 'failed' && apartFromFolder([task.name, ...task.arguments]) === key);
    return found && found.dir;
  }

  // The same seed plays the same games again.
  showSame() {
    const seed = this.field('seed');
    const dir = seed && this.madeAlready();
    this.same.replaceChildren();
    if (!dir) return;
    let other = Number(seed.text() || 1) + 1;
    while (this.madeAlready(String(other))) other++;
    this.same.replaceChildren(`The same command, with the same seed, is in ${dir}: its games will be the same. `, button(`Use seed ${other}`, () => {
      seed.input.value = String(other);
      this.update();
    }, { 'data-do': 'other-seed' }));
  }

  // What is missing for the command, or null.
  missing() {
    for (const [flag, say] of Object.entries(REQUIRED)) {
      const field = this.field(flag);
      if (!field || field.words().length || this.has('player')) continue;
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
