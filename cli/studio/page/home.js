// The first screen: a card for each game that was left, and for each that can be played. A click
// on a card plays; its position is drawn once it comes into view.
import { plural } from '../../../analysis/report/text.js';
import { button, make, name, newId } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as store from './store.js';
import { Problem, capital, drawing, fold, trace } from './parts.js';
import { Setup, opponent } from './setup.js';

const ASKED = 2; // pictures at a time, of each kind
const LEFT = window.innerWidth < 640 ? 2 : 4; // games that were left and are shown at once

const isBuiltIn = ({ spec }) => !spec.endsWith('.lua');
// What is unread may be a game.
const isGame = ({ kind, error }) => kind === 'game' || kind === 'variant' || kind === 'unread' || error;

// Files in the folder come first: the user is working on them.
const SECTIONS = [
  ['yours', 'In this folder', (entry, yours) => yours],
  ['built-in', 'Built-in games', (entry) => isBuiltIn(entry)],
  ['library', 'Library', ({ kind }) => kind !== 'variant'],
  ['variants', 'Variants in the library', () => true],
];

// ---- pictures

// Requests of a kind, a few at a time. Files in the folder may be slow, and are a kind of their own.
class Queue {
  constructor() {
    Object.assign(this, { waiting: [], running: 0 });
  }

  ask(query) {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => api.get('api/preview', query).then(resolve, reject));
      this.next();
    });
  }

  next() {
    if (this.running === ASKED || this.waiting.length === 0) return;
    this.running += 1;
    this.waiting.shift()().finally(() => {
      this.running -= 1;
      this.next();
    });
  }
}

const ours = new Queue();
const theirs = new Queue();
const known = new Map(); // previews of what does not change, by spec

function previewOf(entry, yours) {
  if (yours) return theirs.ask({ spec: entry.spec });
  if (!known.has(entry.spec)) known.set(entry.spec, ours.ask({ spec: entry.spec }));
  return known.get(entry.spec);
}

const inView = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        inView.unobserve(target);
        target.dispatchEvent(new Event('seen'));
      }
  },
  { rootMargin: '300px' },
);

// ---- cards

// "Hex (Piet Hein)": the name and the rest. Files without a title have the name "my_game".
function titleOf(text) {
  const [, title, by] = /^(.*?)(?: \((.*)\))?$/s.exec(text.replace(/_/g, ' '));
  return { title: capital(title), by: by || '' };
}

class Card {
  // verb: what a click does, as in "Play Hex"; act: does it.
  constructor(verb, act) {
    this.verb = verb;
    this.problem = new Problem();
    this.play = button('', () => this.problem.to(act), { class: 'card-play' });
    this.by = make('p', { class: 'card-by muted' });
    this.text = make('p', { class: 'card-text', id: newId('card') });
    this.play.setAttribute('aria-describedby', this.text.id);
    this.picture = make('div', { class: 'card-picture', 'aria-hidden': 'true' });
    this.actions = make('div', { class: 'card-actions' });
    this.node = make('li', { class: 'game-card' }, this.picture, make('h3', null, this.play), this.by, this.text, this.actions, this.problem.node);
  }

  name(title) {
    this.play.replaceChildren(name(title));
    this.play.setAttribute('aria-label', `${this.verb} ${title}`);
  }

  // Draws a preview, which is asked for when the card comes into view.
  draw(ask, show) {
    const seen = async () => {
      try {
        const preview = await ask();
        this.picture.replaceChildren(drawing(preview));
        if (show) show(preview);
      } catch (error) {
        this.problem.bad(error);
      }
    };
    this.node.addEventListener('seen', seen, { once: true });
    inView.observe(this.node);
  }

  matches(words) {
    const text = `${this.node.dataset.spec} ${this.node.textContent}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }
}

function gameCard(home, entry, yours) {
  const { spec } = entry;
  const card = new Card('Play', () => home.play(spec));
  card.node.dataset.spec = spec;
  card.play.dataset.play = spec;
  const { title, by } = titleOf(entry.title);
  card.name(title);
  card.by.replaceChildren(yours ? name(spec) : by);
  card.text.replaceChildren(name(capital(entry.summary)));
  card.actions.append(button('Options …', () => home.setUp(spec), { class: 'quiet', 'data-options': spec, 'aria-label': `Options of ${title}` }));
  card.draw(
    () => previewOf(entry, yours),
    (preview) => {
      const shown = titleOf(preview.title);
      if (!yours) card.name(shown.title);
      card.by.replaceChildren(
        ...[plural(preview.seats, 'player'), yours ? spec : shown.by].filter(Boolean).flatMap((each, i) => (i ? [' · ', name(each)] : [name(each)])),
      );
    },
  );
  return card;
}

// A file that cannot be opened, or that nobody has read yet.
function fileCard({ spec, error, trace: lines }) {
  const node = make(
    'li',
    { class: error ? 'game-card is-broken' : 'game-card', 'data-spec': spec },
    make('h3', null, name(spec)),
    error ? make('p', { class: 'error' }, name(error)) : make('p', { class: 'muted' }, 'is being read …'),
    lines ? fold('Where', 'card-trace', trace(lines)) : null,
  );
  return { node, matches: Card.prototype.matches };
}

// "You against mcts", "human against human".
function players(seats) {
  const alone = seats.filter((seat) => seat === 'human').length === 1;
  return capital(seats.map((seat) => (seat === 'human' && alone ? 'you' : seat || '?')).join(' against '));
}

// "12 moves · seat 1 wins · Nov 16, 14:05"
function aboutKept({ plies, over, at }) {
  const when = at && new Date(at).toLocaleString([], { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return [plural(plies, 'move'), over, when].filter(Boolean).join(' · ');
}

function keptCard(home, game) {
  const card = new Card(game.over ? 'View' : 'Continue', () => home.goOn(game));
  const { title } = titleOf(game.title || game.spec);
  card.play.dataset.kept = game.table;
  card.name(title);
  card.by.replaceChildren(name(players(game.seats || [])));
  card.text.replaceChildren(name(aboutKept(game)));
  const forget = () => {
    store.forget(game.table);
    home.showLeft();
  };
  card.actions.append(button('Delete', forget, { class: 'quiet', 'data-forget': game.table, 'aria-label': `Delete this game of ${title}` }));
  if (game.frame) card.draw(async () => game);
  return card;
}

function savedCard(home, path) {
  const card = new Card('Open', () => home.open({ path }));
  card.play.dataset.path = path;
  card.name(path);
  card.draw(
    () => theirs.ask({ path }),
    (preview) => {
      card.by.replaceChildren(name(`${titleOf(preview.title).title} · ${players(preview.players)}`));
      card.text.replaceChildren(plural(preview.plies, 'move'));
    },
  );
  return card;
}

// ---- sections

class Section {
  constructor(key, title, ...after) {
    this.cards = [];
    this.list = make('ul', { class: 'game-cards' });
    this.node = make('section', { class: 'games', 'data-section': key }, make('h2', null, title), this.list, after);
  }

  // Cards of what has not changed stay as they are. make(entry) makes one.
  show(entries, make) {
    const old = new Map(this.cards.map((card) => [card.of, card]));
    this.cards = entries.map((entry) => {
      const of = JSON.stringify(entry);
      return old.get(of) || Object.assign(make(entry), { of });
    });
    const nodes = this.cards.map((card) => card.node);
    if (nodes.length !== this.list.children.length || nodes.some((node, i) => node !== this.list.children[i])) this.list.replaceChildren(...nodes);
  }

  // Returns how many cards match; more than `most` are shown only if somebody searches.
  filter(words, most = Infinity) {
    const found = this.cards.filter((card) => card.matches(words));
    for (const card of this.cards) card.node.hidden = !found.includes(card) || (words.length === 0 && this.cards.indexOf(card) >= most);
    this.node.hidden = words.length > 0 && found.length === 0;
    return found.length;
  }
}

class Home {
  // open(body): puts a game on a table; it may throw an ApiError.
  constructor(library, open) {
    Object.assign(this, { library, open, files: [] });
    this.error = new Problem();
    this.search = make('input', { type: 'search', class: 'search', placeholder: 'Search games', 'aria-label': 'Search games' });
    this.search.addEventListener('input', () => this.filter());
    this.found = make('p', { class: 'found muted', role: 'status' });
    const upload = make('input', { type: 'file', accept: '.game,text/plain' });
    upload.addEventListener('change', async () => {
      if (upload.files.length) this.tryOpen({ text: await upload.files[0].text() });
      upload.value = '';
    });
    this.all = button('', () => this.showAll(), { class: 'quiet', 'data-do': 'all' });
    this.left = new Section('left', 'Games you left', make('p', null, this.all));
    this.hint = make('p', { class: 'muted' });
    this.sections = SECTIONS.map(([key, title]) => new Section(key, title, key === 'yours' ? this.hint : null));
    this.node = make(
      'div',
      { class: 'home' },
      make('div', { class: 'home-head' }, this.search, make('label', { class: 'upload' }, 'Open a saved game …', upload)),
      this.error.node,
      this.found,
      this.left.node,
      this.sections.map((section) => section.node),
    );
    this.most = LEFT;
    this.relist(library);
    this.showFiles();
  }

  // More files have been read, or written.
  relist(library) {
    this.library = library;
    const listed = new Set(library.files.map(({ spec }) => spec));
    const groups = SECTIONS.map(() => []);
    for (const entry of library.files.filter(isGame)) groups[0].push(entry);
    for (const entry of library.games.filter(({ spec }) => !listed.has(spec))) groups[SECTIONS.findIndex(([, , fits]) => fits(entry, false))].push(entry);
    this.sections.forEach((section, i) =>
      section.show(groups[i], (entry) => (entry.error || entry.kind === 'unread' ? fileCard(entry) : gameCard(this, entry, i === 0))),
    );
    this.hint.hidden = groups[0].length > 0;
    this.hint.replaceChildren('No games here yet. ', make('code', null, 'boardlab new game mygame'), ' in this folder writes one to start from, and ', make('code', null, 'boardlab new variant mine'), ' changes the rules of another.');
    this.showLeft();
  }

  // Games that the browser has kept, those that are not over first; and files of games.
  showLeft() {
    const kept = store.played().reverse();
    const games = [...kept.filter(({ over }) => !over), ...kept.filter(({ over }) => over), ...this.files];
    this.left.show(games, (game) => (game.path ? savedCard(this, game.path) : keptCard(this, game)));
    this.all.replaceChildren(`Show all ${games.length}`);
    this.filter();
  }

  async showFiles() {
    const { files } = await api.get('api/games').catch(() => ({ files: [] }));
    this.files = files.map((path) => ({ path }));
    this.showLeft();
  }

  showAll() {
    this.most = Infinity;
    this.filter();
    this.left.cards[LEFT].play.focus();
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const counts = [this.left.filter(words, this.most), ...this.sections.map((section) => section.filter(words))];
    this.left.node.hidden = counts[0] === 0;
    this.all.parentNode.hidden = words.length > 0 || counts[0] <= this.most;
    const sum = counts.reduce((a, b) => a + b, 0);
    this.found.replaceChildren(
      ...(words.length === 0 ? [] : sum ? [plural(sum, 'card')] : ['No game matches ', name(this.search.value), '. Search for a part of a name, such as “row”.']),
    );
  }

  // Plays against the usual opponents.
  async play(spec) {
    const { seats } = await api.get('api/game', { spec });
    await this.open({ game: spec, seats: Array.from({ length: seats }, (_, i) => (i ? opponent() : 'human')) });
  }

  setUp(spec) {
    this.setup = new Setup(this.library, spec, (body) => this.open(body));
    this.node.append(this.setup.node);
    this.setup.node.showModal();
  }

  // Its table may still be there.
  async goOn(game) {
    try {
      await api.get(`api/table/${encodeURIComponent(game.table)}/position`, { ply: 0 });
      window.location.hash = `table=${game.table}`;
    } catch {
      await this.open({ text: game.text });
      store.forget(game.table);
    }
  }

  async tryOpen(body) {
    if (!(await this.error.to(() => this.open(body)))) this.error.node.scrollIntoView({ block: 'nearest' });
  }
}

export { Home };
