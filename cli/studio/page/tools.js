// The collapsed parts beside a table: seats, setting up a position, saving and linking, rules, log.
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as links from './links.js';
import * as settings from './settings.js';
import * as names from './names.js';
import { Answer, copy, fold, labelled, linkField } from './parts.js';
import { remember, seatRow } from './setup.js';

// ---- who plays

class Seats {
  constructor(table) {
    this.table = table;
    this.row = make('div', { class: 'seat-row' });
    this.answer = new Answer();
    this.node = fold(
      'Who plays',
      'tool seats-tool',
      this.row,
      make('p', null, button('Apply', () => this.apply(), { 'data-do': 'seats' })),
      this.answer.node,
    );
    this.node.addEventListener('toggle', () => this.fill());
  }

  // The forms stay as they are until the seats change.
  show(view) {
    const key = JSON.stringify([view.seats, view.game.full]);
    if (key === this.key) return;
    this.key = key;
    this.view = view;
    this.fill();
  }

  fill() {
    if (!this.node.open || !this.view) return;
    const { seats, game } = this.view;
    this.seats = seatRow(this.table.app.library, seats, game.full || game.spec);
    this.row.replaceChildren(...this.seats.map((seat) => seat.node));
  }

  apply() {
    const seats = this.seats.map((seat) => seat.spec());
    remember(seats);
    this.answer.to(() => this.table.request('seats', { seats }));
  }
}

// ---- setting up a position

const KEPT_NOTE = 'A new game starts from this position. If the previous one had moves, it is kept: see Another game …';

class Editor {
  constructor(table) {
    this.table = table;
    this.field = make('textarea', { 'aria-label': 'Settings', rows: '5', spellcheck: 'false', autocapitalize: 'off' });
    this.field.addEventListener('input', () => {
      this.touched = true;
    });
    this.help = make('p', { class: 'help' });
    this.answer = new Answer();
    this.why = make('p', { class: 'help' }, 'Not yet: the position contains what seats do not see. Another one can be set up when the game is over.');
    this.form = make(
      'div',
      null,
      make('p', { class: 'help' }, 'Drag pieces to other cells, off the board, or onto it from beside it; or edit the text and apply it. A new game starts, and this one is kept. While this is open, clicking a cell selects its value in the text, or inserts its name at the cursor.'),
      this.field,
      this.help,
      make(
        'p',
        { class: 'buttons' },
        button('Apply', () => this.apply(), { 'data-do': 'edit' }),
        button('Reset to the current position', () => this.reset()),
        button('Play from here', () => this.end(), { 'data-do': 'set-up' }),
      ),
      this.answer.node,
    );
    this.node = fold('Set up a position', 'tool editor-tool', this.why, this.form);
    this.node.addEventListener('toggle', () => {
      table.showBoard();
      table.showStatus();
    });
  }

  get active() {
    return this.node.open && !this.form.hidden;
  }

  end() {
    this.node.open = false;
    this.table.controls.open(false);
    this.table.input.focusBoard();
  }

  show(view) {
    this.form.hidden = view.settings === null;
    this.why.hidden = !this.form.hidden;
    this.settings = view.settings || '';
    this.help.replaceChildren(name(`Keys: seat (who is to move), ${view.game.set_help || ''}`));
    if (!this.touched) this.reset();
  }

  reset() {
    this.field.value = this.settings;
    this.touched = false;
    this.answer.clear();
  }

  // A click on a cell: its value in the text is selected, ready to be typed over.
  cell(cell) {
    const text = this.field.value;
    const found = new RegExp(`(^|\\s)${cell}=(\\S*)`).exec(text);
    this.field.focus();
    this.touched = true;
    if (found) {
      const end = found.index + found[0].length;
      this.field.setSelectionRange(end - found[2].length, end);
    } else {
      this.field.setRangeText(cell, this.field.selectionStart, this.field.selectionEnd, 'end');
    }
  }

  // A piece was dragged: `from` is { cell } or { held }, `to` a cell or null.
  drop(from, to) {
    const text = this.field.value;
    const { picture, shown } = this.table.input;
    const cells = picture.cells();
    if (from.cell === to || (from.held && !to)) return;
    if (from.held) this.putDown(settings.addPiece(text, cells, from.held, to));
    else this.putDown([to ? settings.movePiece(text, cells, from.cell, to) : settings.takeOff(text, cells, from.cell, shown.frame)].filter(Boolean));
  }

  // The first of these texts that the rules allow; if there is none, that is said at the board.
  async putDown(texts) {
    const { answer } = this.table;
    let message = 'The text does not say which part of it this piece is: edit it there.';
    answer.clear();
    for (const text of texts) {
      this.field.value = text;
      this.touched = true;
      if (await this.apply()) return;
      message = this.answer.node.textContent;
    }
    this.reset();
    answer.bad({ message });
  }

  async apply() {
    const text = this.field.value.trim().replace(/\s+/g, ' ');
    if (!(await this.answer.to(() => this.table.request('edit', { settings: text })))) return false;
    this.reset();
    this.answer.good(KEPT_NOTE);
    return true;
  }
}

// ---- saving and linking

const nameOf = (spec) => spec.replace(/:.*$/, '').replace(/^.*\//, '').replace(/\.lua$/, '') || 'my';

// "quoridor.game", or "quoridor-2.game" if there is such a file.
function freeName(spec, files) {
  const base = nameOf(spec);
  const taken = new Set(files);
  let number = 1;
  const path = () => (number === 1 ? `${base}.game` : `${base}-${number}.game`);
  while (taken.has(path())) number++;
  return path();
}

class Keeper {
  constructor(table) {
    this.table = table;
    this.path = make('input', { type: 'text', size: '18', spellcheck: 'false' });
    this.answer = new Answer();
    this.link = linkField();
    this.download = make('a', { class: 'download' }, 'Download');
    this.form = make(
      'div',
      null,
      make(
        'p',
        { class: 'buttons' },
        labelled('File in this folder ', this.path),
        button('Save', () => this.save(), { 'data-do': 'save' }),
        this.download,
      ),
      this.answer.node,
      make('p', { class: 'buttons' }, this.link, button('Copy the link', () => copy(this.link, 'The link', (text) => this.answer.good(text)), { 'data-do': 'link' })),
      make('p', { class: 'help' }, 'boardlab play can load the file. The link works while a server answers at its address; the part from the # on opens the position at any other address.'),
    );
    this.why = make('p', { class: 'help' }, 'Not yet: the text of this game would reveal what seats do not see. It can be saved when it is over.');
    this.node = fold('Save and link', 'tool keeper-tool', this.why, this.form);
    this.node.addEventListener('toggle', () => this.suggest());
  }

  // A name that no file has. Another game gets another one.
  suggest() {
    const { view } = this.table;
    const game = view && `${view.begun} ${view.game.spec}`;
    if (!this.node.open || !view || this.suggested === game) return this.suggesting;
    this.suggested = game;
    const list = api.get('api/games').then((answer) => answer.files, () => []);
    this.suggesting = list.then((files) => {
      this.path.value = freeName(view.game.spec, files);
    });
    return this.suggesting;
  }

  // A game that hides something can be kept when it is over.
  show(view, ply) {
    const hides = view.text === null;
    this.why.hidden = !hides;
    this.form.hidden = hides;
    this.suggest();
    if (hides) return;
    const blob = new Blob([view.text], { type: 'text/plain' });
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(blob);
    this.download.href = this.url;
    this.download.download = `${nameOf(view.game.spec)}.game`;
    this.link.value = links.address({ game: view.game.full || view.game.spec, ...links.position(view, ply) });
  }

  async save(replace = false) {
    this.answer.clear();
    const wanted = this.path.value.trim();
    try {
      const { path } = await this.table.request('save', { path: wanted, replace });
      this.answer.good(`Saved as ${path}.`);
    } catch (error) {
      if (error.status === 409) this.askToReplace(wanted);
      else this.answer.bad(error);
    }
  }

  askToReplace(path) {
    const replace = button('Replace it', () => this.save(true), { class: 'primary', 'data-do': 'replace' });
    this.answer.show(make('p', { class: 'buttons' }, name(`${path} holds a saved game. Replace it?`), replace, button('Cancel', () => this.answer.clear())));
    replace.focus();
  }
}

// ---- reading

// Rules are written for terminals: lines end anywhere, and paragraphs at empty lines or before
// the notation.
function paragraphs(text) {
  return text
    .replace(/\n(?=Moves:)/g, '\n\n')
    .split(/\n\s*\n/)
    .map((each) => each.replace(/\s*\n\s*/g, ' ').trim())
    .filter(Boolean);
}

class Rules {
  // plain: for people who know nothing of boardlab, and click.
  constructor(plain) {
    this.plain = plain;
    this.text = make('div', { class: 'rules-text' });
    this.node = make('section', { class: 'rules' }, make('h3', { 'aria-level': '2' }, 'Rules'), this.text);
  }

  show(view) {
    const { text, notation, full } = view.game;
    if (this.full === full) return;
    this.full = full;
    const told = paragraphs(text || '');
    const notes = paragraphs(notation || '');
    const shown = this.plain
      ? told.filter((each) => !notes.includes(each) && !each.startsWith('The complete rules: boardlab'))
      : [...told, ...notes.filter((each) => !told.includes(each))];
    this.text.replaceChildren(
      ...shown.map((each) => make('p', null, name(names.inWords(view, each)))),
      this.plain ? '' : make('p', { class: 'muted' }, make('code', null, full || view.game.spec)),
    );
  }
}

class Log {
  constructor() {
    this.list = make('ul', { class: 'log' });
    this.printed = make('div', null);
    this.node = fold('Log', 'tool log-tool', this.list);
    this.node.append(this.printed);
  }

  // What designers print is what they look for: it opens the fold, once.
  showPrinted(lists) {
    const parts = lists.filter(([, lines]) => lines && lines.length > 0);
    if (parts.length && !this.opened) this.node.open = this.opened = true;
    this.printed.replaceChildren(
      ...parts.flatMap(([title, lines]) => [make('h4', null, title), make('pre', { class: 'printed', tabindex: '0' }, lines.join('\n'))]),
    );
  }

  show(view) {
    this.showPrinted([['Printed by the rules', view.printed], ['Printed while bots and hints search', view.bot_printed]]);
    this.list.replaceChildren(...(view.log || []).map((line) => make('li', null, name(names.inWords(view, line)))));
  }
}

// All legal moves, for those who would rather read them.
class MoveButtons {
  constructor(play) {
    this.play = play;
    this.list = make('div', { class: 'all-moves' });
    this.node = fold('All legal moves', 'tool all-tool', this.list);
    this.node.addEventListener('toggle', () => this.fill());
  }

  show(moves) {
    this.moves = moves;
    this.node.hidden = moves.length === 0;
    this.fill();
  }

  fill() {
    if (!this.node.open) return;
    this.list.replaceChildren(
      ...this.moves.map(({ text }) => button(name(text), () => this.play(text), { 'data-move': text })),
    );
  }
}

export { Seats, Editor, Keeper, Rules, Log, MoveButtons };
