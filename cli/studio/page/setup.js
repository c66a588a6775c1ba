// Choosing a game, its options and who plays; or a saved game.
import { plural } from '../../../analysis/report/text.js';
import { button, make, name, newId, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as api from './api.js';
import * as forms from './forms.js';
import * as store from './store.js';

const GROUPS = [
  ['Games', (entry) => entry.kind === 'game' && !entry.spec.endsWith('.lua')],
  ['Games in Lua', (entry) => entry.kind === 'game'],
  ['Variants', (entry) => entry.kind === 'variant'],
  ['Files that cannot be opened', (entry) => entry.error],
];

function optionOf(entry) {
  if (entry.kind === 'unread') return make('option', { value: entry.spec }, `${entry.spec} (not looked at yet)`);
  const titled = entry.title && entry.title !== entry.spec;
  return make('option', { value: entry.spec }, titled ? `${entry.title} · ${entry.spec}` : entry.spec);
}

// The first group that an entry fits; empty ones are left out.
function grouped(groups, entries) {
  const lists = groups.map(() => []);
  for (const entry of entries) {
    const at = groups.findIndex(([, fits]) => fits(entry));
    if (at >= 0) lists[at].push(optionOf(entry));
  }
  return groups.flatMap(([label], i) =>
    lists[i].length ? make('optgroup', { label }, lists[i]) : [],
  );
}

// Files of the folder come first: somebody works on them. What is unread may be a game.
function gameChoices(library) {
  const files = library.files || [];
  const isGame = ({ kind, error }) => kind === 'game' || kind === 'variant' || kind === 'unread' || error;
  const own = grouped([['Lua files of this folder', isGame]], files);
  const listed = new Set(files.map((entry) => entry.spec));
  return own.concat(grouped(GROUPS, library.games.filter((entry) => !listed.has(entry.spec))));
}

// Chooses a value, which is listed if it was not.
function choose(select, value) {
  if (![...select.options].some((option) => option.value === value)) select.prepend(make('option', { value }, value));
  select.value = value;
}

function botChoices(library) {
  const isBot = (entry) => entry.kind === 'bot';
  const groups = [
    ['Bots', (entry) => isBot(entry) && !entry.spec.endsWith('.lua')],
    ['Bots in Lua', isBot],
  ];
  const own = grouped([['Bots of this folder', isBot]], library.files || []);
  return [make('option', { value: 'human' }, 'human'), ...own, ...grouped(groups, library.bots)];
}

function showError(node, error) {
  node.replaceChildren(
    make('p', null, name(error.message)),
    error.trace ? make('pre', { class: 'trace', tabindex: '0' }, error.trace) : '',
  );
  node.hidden = false;
}

// "human against mcts · 12 moves · seat 1 wins · Nov 16, 14:05"
function aboutKept({ seats, plies, over, at }) {
  const when = at && new Date(at).toLocaleString([], { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return [(seats || []).join(' against '), plural(plies, 'move'), over, when].filter(Boolean).join(' · ');
}

// Who sits on a seat: a human, or a bot with its options.
class Seat {
  constructor(library, number, who, game) {
    Object.assign(this, { number, game });
    const { base, chosen } = forms.parse(who);
    this.base = base;
    this.chosen = chosen;
    const id = newId('seat');
    this.select = make('select', { id, 'data-seat': number }, botChoices(library));
    choose(this.select, base);
    this.fields = make('div', null);
    this.error = make('div', { class: 'error', role: 'alert', hidden: true });
    this.fold = make('details', { class: 'bot-options' }, make('summary', null, 'Options of this bot'), this.fields);
    this.summary = make('p', { class: 'help' });
    this.node = make(
      'div',
      { class: 'seat-choice' },
      make('label', { for: id }, swatch(seatColour(number)), `Seat ${number}`),
      this.select,
      this.summary,
      this.fold,
      this.error,
    );
    this.select.addEventListener('change', () => {
      this.base = this.select.value;
      this.chosen = {};
      this.load();
    });
    this.load();
  }

  relist(library) {
    this.select.replaceChildren(...botChoices(library));
    choose(this.select, this.base);
  }

  spec() {
    return forms.spec(this.base, this.chosen);
  }

  // The options of a bot depend on the game and on each other.
  async load() {
    this.error.hidden = true;
    this.fold.hidden = true;
    this.summary.replaceChildren();
    if (this.base === 'human') return;
    const asked = this.spec();
    try {
      const about = await api.get('api/bot', { spec: asked, game: this.game });
      if (asked !== this.spec()) return;
      this.summary.replaceChildren(name(about.summary || ''));
      this.fold.hidden = about.options.length === 0;
      this.fields.replaceChildren(
        forms.options(about.options, this.chosen, (key, text) => {
          this.chosen = forms.choice(about.options, this.chosen, key, text);
          this.load();
        }),
      );
    } catch (error) {
      this.fold.hidden = this.fields.childElementCount === 0;
      if (asked === this.spec()) showError(this.error, error);
    }
  }
}

// A row of seats for a game. seats: the specs of those who play.
function seatRow(library, seats, game) {
  return seats.map((who, i) => new Seat(library, i + 1, who, game));
}

// A game with its options. shown(about): called whenever another game, or the same one with
// other options, was found.
class GameChoice {
  constructor(library, base, shown) {
    Object.assign(this, { shown, base: base || 'quoridor', chosen: {}, about: null });
    if (!base && !library.games.some((game) => game.spec === this.base) && library.games.length)
      this.base = library.games[0].spec;
    const id = newId('game');
    this.select = make('select', { id, class: 'game-choice' }, gameChoices(library));
    choose(this.select, this.base);
    this.select.addEventListener('change', () => {
      this.base = this.select.value;
      this.chosen = {};
      this.load();
    });
    this.summary = make('p', { class: 'game-summary' });
    this.error = make('div', { class: 'error', role: 'alert', hidden: true });
    this.fields = make('div', null);
    this.options = make('details', { class: 'game-options', hidden: true }, make('summary', null, 'Options'), this.fields);
    this.node = make(
      'div',
      null,
      make('p', { class: 'game-line' }, make('label', { for: id }, 'Game '), this.select),
      this.summary,
      this.options,
      this.error,
    );
    this.load();
  }

  relist(library) {
    this.select.replaceChildren(...gameChoices(library));
    choose(this.select, this.base);
  }

  spec() {
    return forms.spec(this.base, this.chosen);
  }

  async load() {
    const asked = this.spec();
    this.error.hidden = true;
    try {
      const about = await api.get('api/game', { spec: asked });
      if (asked === this.spec()) this.show(about);
    } catch (error) {
      if (asked === this.spec()) showError(this.error, error);
    }
  }

  show(about) {
    this.about = about;
    this.summary.replaceChildren(name(about.summary || ''));
    this.options.hidden = about.options.length === 0;
    this.fields.replaceChildren(
      forms.options(about.options, this.chosen, (key, text) => {
        this.chosen = forms.choice(about.options, this.chosen, key, text);
        this.load();
      }),
    );
    this.shown(about);
  }
}

class Setup {
  // open(body): puts a game on a table; it may throw an ApiError.
  constructor(library, open) {
    Object.assign(this, { library, open, seats: [] });
    this.build();
  }

  // More files have been looked at.
  relist(library) {
    this.library = library;
    for (const each of [this.game, ...this.seats]) each.relist(library);
  }

  build() {
    this.error = make('div', { class: 'error', role: 'alert', hidden: true });
    this.seatNode = make('div', { class: 'seat-row' });
    this.spec = make('code', { class: 'spec' });
    this.start = button('Start the game', () => this.begin(), { class: 'primary', 'data-do': 'start' });
    this.game = new GameChoice(this.library, this.library.file, (about) => this.show(about));
    this.node = make(
      'div',
      { class: 'setup' },
      make('section', null, make('h2', null, 'New game'), this.game.node, make('h3', null, 'Who plays'), this.seatNode, this.error, make('p', { class: 'start-line' }, this.start, this.spec)),
      this.saved(),
    );
  }

  // Games that the browser has kept, and game files.
  saved() {
    this.list = make('ul', { class: 'saved' });
    this.files = make('select', { 'aria-label': 'Game files of the folder' });
    const load = button('Load', () => this.tryOpen({ path: this.files.value }), { 'data-do': 'load' });
    this.filesLine = make('p', { hidden: true }, this.files, ' ', load);
    const upload = make('input', { type: 'file', accept: '.game,text/plain', 'aria-label': 'A game file of this computer' });
    upload.addEventListener('change', async () => {
      if (upload.files.length) this.tryOpen({ text: await upload.files[0].text() });
      upload.value = '';
    });
    this.showKept();
    this.showFiles();
    return make('section', null, make('h2', null, 'Go on with a game'), this.list, this.filesLine, make('p', null, make('label', null, 'A file of this computer: ', upload)));
  }

  showKept() {
    const games = store.played().reverse();
    this.list.replaceChildren(
      ...games.map((game) =>
        make(
          'li',
          null,
          button(game.over ? 'Look at' : 'Go on', () => this.goOn(game), { 'data-kept': game.table }),
          make('span', null, name(game.title || game.spec), make('small', { class: 'muted' }, name(aboutKept(game)))),
          button('Forget', () => {
            store.forget(game.table);
            this.showKept();
          }),
        ),
      ),
    );
    if (games.length === 0) this.list.append(make('li', { class: 'muted' }, 'This browser has kept no games yet. Games are kept once a move was played.'));
  }

  async showFiles() {
    try {
      const { files } = await api.get('api/games');
      this.files.replaceChildren(...files.map((file) => make('option', { value: file }, file)));
      this.filesLine.hidden = files.length === 0;
    } catch {
      this.filesLine.hidden = true;
    }
  }

  // Its table may still be there.
  async goOn(game) {
    try {
      await api.get(`api/table/${encodeURIComponent(game.table)}/position`, { ply: 0 });
      window.location.hash = `table=${game.table}`;
    } catch {
      if (await this.tryOpen({ text: game.text })) store.forget(game.table);
    }
  }

  show(about) {
    const before = this.seats.map((seat) => seat.spec());
    const who = Array.from({ length: about.seats }, (_, i) => before[i] || (i === 0 ? 'human' : 'mcts'));
    this.seats = seatRow(this.library, who, this.game.spec());
    this.seatNode.replaceChildren(...this.seats.map((seat) => seat.node));
    this.spec.textContent = this.game.spec();
  }

  begin() {
    this.tryOpen({ game: this.game.spec(), seats: this.seats.map((seat) => seat.spec()) });
  }

  async tryOpen(body) {
    this.error.hidden = true;
    try {
      await this.open(body);
      return true;
    } catch (error) {
      showError(this.error, error);
      this.error.scrollIntoView({ block: 'nearest' });
      return false;
    }
  }
}

export { Setup, GameChoice, Seat, seatRow, showError };
