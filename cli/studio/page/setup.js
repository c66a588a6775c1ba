// Choosing a game, its options and who plays.
import { count, percent } from '../../../analysis/report/text.js';
import { button, make, name, newId, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as api from './api.js';
import * as forms from './forms.js';
import * as store from './store.js';
import { LEVELS } from './names.js';
import { Problem, capital, choose, fold, labelled, options } from './parts.js';

// The opponent of a game that is begun by a click: the level that was chosen last.
const OPPONENT = 'boardlab.opponent';

function opponent() {
  const level = store.recall(OPPONENT);
  return LEVELS.includes(level) ? level : 'strong';
}

function remember(seats) {
  const level = seats.find((each) => LEVELS.includes(each));
  if (level) store.remember(OPPONENT, level);
}


const isBot = ({ kind }) => kind === 'bot';
const isBuiltIn = ({ spec }) => !spec.endsWith('.lua');
// What is unread may be a game.
const isGame = ({ kind, error }) => kind === 'game' || kind === 'variant' || kind === 'unread' || error;

const GAMES = [
  ['Games', (entry) => entry.kind === 'game' && isBuiltIn(entry)],
  ['Games in Lua', (entry) => entry.kind === 'game'],
  ['Variants', (entry) => entry.kind === 'variant'],
  ['Files that cannot be opened', (entry) => entry.error],
];
const BOTS = [
  ['Opponents', ({ kind }) => kind === 'level'],
  ['Bots', (entry) => isBot(entry) && isBuiltIn(entry)],
  ['Bots in Lua', isBot],
];

function textOf({ kind, spec, title }) {
  if (kind === 'level') return capital(spec.replace('_', ' '));
  if (kind === 'unread') return `${spec} (not read yet)`;
  return title && title !== spec ? `${title} · ${spec}` : spec;
}

// The first group that an entry fits; empty ones are left out.
function grouped(groups, entries) {
  const lists = groups.map(() => []);
  for (const entry of entries) {
    const at = groups.findIndex(([, fits]) => fits(entry));
    if (at >= 0) lists[at].push([entry.spec, textOf(entry)]);
  }
  return groups.flatMap(([label], i) => (lists[i].length ? make('optgroup', { label }, options(lists[i])) : []));
}

// Files in the folder come first: the user is working on them.
function gameChoices({ files, games }) {
  const listed = new Set(files.map((entry) => entry.spec));
  return [...grouped([['Lua files in this folder', isGame]], files), ...grouped(GAMES, games.filter((entry) => !listed.has(entry.spec)))];
}

function botChoices({ files, bots }) {
  return [...options([['human', 'Human']]), ...grouped([BOTS[0]], bots), ...grouped([['Bots in this folder', isBot]], files), ...grouped(BOTS.slice(1), bots)];
}

// What a level stands for, in words: "A search (mcts) of 32 iterations for each move, which makes 42% of
// its moves at random".
function levelText(spec) {
  const { base, chosen } = forms.parse(spec);
  const { iterations, mistakes, ...others } = chosen;
  if (base !== 'mcts' || !iterations || Object.keys(others).length) return capital(spec);
  const random = mistakes ? `, which makes ${Math.round(100 * mistakes)}% of its moves at random` : '';
  return `A search (mcts) of ${count(Number(iterations))} iterations for each move${random}`;
}

// What a bot is; for a level what it stands for, and how it was found.
function botText({ spec, summary, level, options }) {
  if (!level) return summary;
  const { below, score, games } = level;
  const measured = games ? `In ${count(games)} games it scored ${percent(score)} against ${below.replace('_', ' ')}.` : 'It suits most games; how well it plays this one was not measured.';
  return `${options.length ? capital(summary) : levelText(spec)}. ${measured}`;
}

// A game or a bot with its options, which depend on each other. Those who extend it have choices(library): what
// there is to choose from, and ask(spec): what the server says about it, or null where it knows nothing.
class SpecChoice {
  constructor(library, spec, attributes, about, foldTitle, foldKind) {
    Object.assign(this, forms.parse(spec));
    this.select = make('select', attributes);
    this.select.addEventListener('change', () => {
      Object.assign(this, { base: this.select.value, chosen: {} });
      this.load();
    });
    this.summary = make('p', { class: about });
    this.fields = make('div', null);
    this.fold = fold(foldTitle, foldKind, this.fields);
    this.error = new Problem();
    this.relist(library);
  }

  relist(library) {
    this.select.replaceChildren(...this.choices(library));
    choose(this.select, this.base);
  }

  spec() {
    return forms.spec(this.base, this.chosen);
  }

  async load() {
    const asked = this.spec();
    this.error.clear();
    try {
      const about = await this.ask(asked);
      if (asked === this.spec()) this.show(about || { options: [] });
    } catch (error) {
      if (asked === this.spec()) this.error.bad(error);
    }
  }

  show(about) {
    this.summary.replaceChildren(name(botText(about) || ''));
    this.fold.hidden = about.options.length === 0;
    this.fields.replaceChildren(
      forms.options(about.options, this.chosen, (key, text) => {
        this.chosen = forms.choice(about.options, this.chosen, key, text);
        this.load();
      }),
    );
  }
}

// Who plays a seat: a human, or a bot.
class Seat extends SpecChoice {
  constructor(library, number, who, game) {
    super(library, who, { 'data-seat': number }, 'help', 'Options of this bot', 'bot-options');
    this.game = game;
    this.summary.id = newId('what');
    this.what = button('Who is it?', () => this.explain(this.summary.hidden), { class: 'what', 'aria-controls': this.summary.id, 'aria-label': `Who is it? About seat ${number}` });
    this.explain(false);
    this.node = make(
      'div',
      { class: 'seat-choice' },
      labelled([swatch(seatColour(number)), `Seat ${number}`], this.select),
      this.what,
      this.summary,
      this.fold,
      this.error.node,
    );
    this.show({ options: [] });
    this.load();
  }

  choices(library) {
    return botChoices(library);
  }

  explain(does) {
    this.summary.hidden = !does;
    this.what.setAttribute('aria-expanded', String(does));
  }

  show(about) {
    super.show(about);
    this.what.hidden = this.base === 'human';
    if (this.what.hidden) this.explain(false);
  }

  async ask(spec) {
    return spec === 'human' ? null : api.get('api/bot', { spec, game: this.game });
  }
}

// A row of seats for a game. seats: the specs of those who play.
function seatRow(library, seats, game) {
  return seats.map((who, i) => new Seat(library, i + 1, who, game));
}

// shown(about): called whenever another game, or the same one with other options, was found.
class GameChoice extends SpecChoice {
  constructor(library, base, shown) {
    const usual = library.games.find((game) => game.spec === 'quoridor') || library.games[0] || { spec: 'quoridor' };
    super(library, base || usual.spec, { class: 'game-choice' }, 'game-summary', 'Options', 'game-options');
    Object.assign(this, { shown, about: null });
    this.fold.hidden = true;
    this.node = make('div', null, make('p', { class: 'game-line' }, labelled('Game ', this.select)), this.summary, this.fold, this.error.node);
    this.load();
  }

  choices(library) {
    return gameChoices(library);
  }

  // Chooses a game by its spec.
  take(spec) {
    Object.assign(this, forms.parse(spec));
    choose(this.select, this.base);
    return this.load();
  }

  ask(spec) {
    return api.get('api/game', { spec });
  }

  show(about) {
    this.about = about;
    super.show(about);
    this.shown(about);
  }
}

// A dialog: the options of a game, and who plays.
class Setup {
  // open(body): puts a game on a table; it may throw an ApiError.
  constructor(library, spec, open) {
    Object.assign(this, { library, open, seats: [] });
    this.error = new Problem();
    this.seatNode = make('div', { class: 'seat-row' });
    this.spec = make('code', { class: 'spec' });
    this.game = new GameChoice(library, spec, (about) => this.show(about));
    this.game.fold.open = true;
    const title = make('h2', { id: newId('title') }, 'New game');
    this.node = make(
      'dialog',
      { class: 'setup', 'aria-labelledby': title.id },
      make('div', { class: 'dialog-head' }, title, button('×', () => this.node.close(), { class: 'close', 'aria-label': 'Close' })),
      make('h3', null, 'Who plays'),
      this.seatNode,
      this.game.node,
      this.error.node,
      make('p', { class: 'start-line' }, button('Start the game', () => this.begin(), { class: 'primary', 'data-do': 'start' }), this.spec),
    );
    this.node.addEventListener('close', () => this.node.remove());
  }

  show(about) {
    const before = this.seats.map((seat) => seat.spec());
    const who = Array.from({ length: about.seats }, (_, i) => before[i] || (i === 0 ? 'human' : opponent()));
    this.seats = seatRow(this.library, who, this.game.spec());
    this.seatNode.replaceChildren(...this.seats.map((seat) => seat.node));
    this.spec.textContent = this.game.spec();
  }

  begin() {
    const seats = this.seats.map((seat) => seat.spec());
    remember(seats);
    return this.error.to(() => this.open({ game: this.game.spec(), seats }));
  }
}

export { Setup, GameChoice, opponent, remember, seatRow, Seat };
