// Sending a game to whoever has sent its page: the questions when it is over, files and sharing.
import { plural } from '../../../analysis/report/text.js';
import { button, make, name, newId, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as links from './links.js';
import * as names from './names.js';
import * as store from './store.js';
import { Answer, capital, copy, labelled, linkField } from './parts.js';

const RANGE = /[\s,:]*(\d+)\s*[-–]\s*(\d+)\s*$/;
const UNKEPT = 'This browser does not keep it: send it first if it should not be lost.';
const MANY = 10; // numbers to choose from
const NAME = 79; // bytes that a file has for a name
const ANSWER = 3000;

// A text as a file can have it: of characters only, cut where there is no more room.
const fit = (text, bytes) => new TextDecoder().decode(new TextEncoder().encode(text.trim().replaceAll('\0', '')).slice(0, bytes), { stream: true });

// ---- questions

// "Was it fun? 1-5" has five numbers to choose from, others have a line for text.
class Question {
  constructor(text) {
    this.text = text;
    const [, first, last] = RANGE.exec(text) || [];
    const many = last - first + 1;
    this.node = many > 1 && many <= MANY ? this.scale(Number(first), many) : this.line();
  }

  line() {
    const input = make('textarea', { rows: '2', maxlength: '1000' });
    this.answer = () => input.value.trim();
    this.fill = (answer) => {
      input.value = answer;
    };
    return make('div', { class: 'question' }, labelled(name(this.text), input));
  }

  scale(first, many) {
    const group = newId('scale');
    const inputs = Array.from({ length: many }, (_, i) => make('input', { type: 'radio', name: group, value: first + i }));
    const asked = this.text.replace(RANGE, '') || this.text;
    const node = make('fieldset', { class: 'question' }, make('legend', null, name(asked)), inputs.map((input) => make('label', null, input, input.value)));
    this.answer = () => (inputs.find((input) => input.checked) || { value: '' }).value;
    this.fill = (answer) => {
      for (const input of inputs) input.checked = input.value === answer;
    };
    return node;
  }
}

// ---- files

function download(file) {
  const link = make('a', { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// "hex-2026-11-19-154207.game", by the clock of whoever plays
function fileName(spec) {
  const stem = spec.replace(/:.*$/s, '').replace(/^.*\//, '').replace(/\.lua$/, '') || 'game';
  const now = new Date();
  const two = (number) => String(number).padStart(2, '0');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('');
  return `${[stem, now.getFullYear(), two(now.getMonth() + 1), two(now.getDate()), time].join('-')}.game`;
}

// Chrome on Android sends only files whose names end as it knows, and a refusal uses up the click.
const REFUSES = /Android/;

function shares(file, text) {
  const plain = new File([text], `${file.name}.txt`, { type: 'text/plain' });
  const files = REFUSES.test(navigator.userAgent) ? [plain] : [file, plain];
  return [...files.map((each) => ({ files: [each] })), { title: file.name, text }];
}

// By what the device has for it. Returns whether it was sent; undefined if the person no longer wants to.
async function share(file, text) {
  for (const what of shares(file, text)) {
    if (!navigator.canShare || !navigator.canShare(what)) continue;
    try {
      await navigator.share(what);
      return true;
    } catch (error) {
      if (error.name === 'AbortError') return undefined;
    }
  }
  return false;
}

// ---- the part of the page

// Links to a file on this device work nowhere else.
const isOnline = /^https?:$/.test(window.location.protocol);

// What a page with one game has at its table, besides playing; see workbench.js.
class Finish {
  // data: see export.js; app: the page.
  constructor(table, data, app) {
    Object.assign(this, { table, data, app, editing: false, asked: null, people: [], named: [], savesFirst: true });
    this.hints = data.hints;
    this.leaving = 'Other players …';
    this.saving = [data.questions.length ? `Answer ${plural(data.questions.length, 'question')}` : 'Send this game', 'Send this game to whoever sent you the page', () => this.open()];
    this.events = {};
    this.questions = data.questions.map((text) => new Question(text));
    this.answer = new Answer();
    this.names = make('div', { class: 'finish-names' });
    this.asking = make('div', null, this.questions.map(({ node }) => node));
    for (const typed of [this.asking, this.names]) typed.addEventListener('input', () => this.keepTyped());
    this.text = make('textarea', { readonly: true, rows: '5', 'aria-label': 'The game as text' });
    this.copying = make('div', { hidden: true }, this.text, button('Copy the text', () => copy(this.text, 'The text', (said) => this.answer.good(said)), { 'data-do': 'copy' }));
    this.link = linkField();
    this.linking = make('p', { class: 'buttons' }, this.link, button('Copy the link', () => copy(this.link, 'The link', (said) => this.answer.good(said)), { 'data-do': 'link' }));
    this.form = make(
      'div',
      null,
      this.asking,
      this.names,
      make(
        'p',
        { class: 'buttons' },
        button('Send it', () => this.send(), { class: 'primary', 'data-do': 'send' }),
        button('Save it as a file', () => this.save(), { 'data-do': 'save' }),
      ),
      this.answer.node,
      this.copying,
      make('p', { class: 'help' }, 'Nothing is sent by itself. The file has the moves and how long each took, how often moves were taken back and hints asked for, the answers to questions, and a name only if it is typed.'),
      this.linking,
    );
    this.why = make('p', { class: 'help' }, 'Not yet: the file would show what players do not see. Resign, or finish the game, to send it.');
    this.node = make('section', { class: 'finish', hidden: true }, make('h3', { 'aria-level': '2' }, 'Send this game to whoever sent you the page'), this.why, this.form);
    this.side = this.node;
  }

  menu(all) {
    this.give = make('p', null, button('Send this game …', () => this.open(), { 'data-do': 'give' }));
    return [this.give, all];
  }

  called() {
    return [this.data.title, '', this.data.title];
  }

  show(view, ply) {
    const { over, text } = view;
    this.showNames(view);
    if (this.asked !== view.begun) this.begin(view);
    this.showState(view);
    this.give.hidden = Boolean(over);
    this.asking.hidden = !over;
    this.why.hidden = text !== null;
    this.form.hidden = text === null;
    if (text !== null) this.link.value = links.address(links.position(view, ply));
    this.linking.hidden = text === null || view.game.hides || !isOnline;
    this.app.at(view, this.table.id);
  }

  // The part opens when a game is over; what was said of another state of it is no longer true.
  showState({ begun, ply, over }) {
    const state = `${begun} ${ply} ${over}`;
    if (state === this.state) return;
    this.state = state;
    this.answer.clear();
    this.copying.hidden = true;
    if (over || this.wasOver) this.node.hidden = !over;
    this.wasOver = Boolean(over);
  }

  // Another game: answers are about one.
  begin(view) {
    this.asked = view.begun;
    this.sent = false;
    this.node.hidden = true;
    const { answers = [], called = [] } = (store.find(this.table.id) || {}).typed || {};
    this.questions.forEach((each, i) => each.fill(answers[i] || ''));
    this.named.forEach((input, i) => {
      input.value = called[i] || input.value;
    });
    if (this.named.some(({ value }) => value)) this.keepTyped();
  }

  // ---- what was typed

  get answers() {
    return this.questions.map((each) => each.answer());
  }

  keepTyped() {
    this.sent = false;
    store.note(this.table.id, { answers: this.answers, called: this.named.map(({ value }) => value) });
  }

  kept() {
    return store.find(this.table.id) ? `This one is kept: see ${this.leaving}` : UNKEPT;
  }

  // What is asked before another game begins after one that is over.
  unsent() {
    return !this.sent && this.answers.some(Boolean) ? 'Your answers have not been sent. Start a new game?' : '';
  }

  // ---- keeping

  // The text of a game that hides something is only for the browser's storage: nobody sees it on the page.
  async keep(view) {
    store.keep(this.table.id, view);
    if (view.text !== null || view.ply === 0) return;
    const { text } = await this.table.request('text').catch(() => ({}));
    if (text && this.table.view === view) store.keep(this.table.id, { ...view, text, board: null, frame: null });
  }

  // Lines for the names of people; what was typed stays with a person who changes seats.
  showNames(view) {
    const people = view.seats.flatMap((who, i) => (who === 'human' ? [i + 1] : []));
    if (String(people) === String(this.people)) return;
    const typed = (this.people || []).map((_, i) => this.named[i].value);
    this.people = people;
    this.named = people.map((_, i) => make('input', { type: 'text', maxlength: NAME, size: '16', autocomplete: 'off', value: typed[i] || null }));
    this.names.replaceChildren(...people.map((seat, i) => {
      const whose = people.length > 1 ? [swatch(seatColour(seat)), `${capital(names.colour(seat))}’s name, if you like `] : 'Your name, if you like ';
      return make('p', null, labelled(whose, this.named[i]));
    }));
  }

  choosePlayers() {
    this.app.leave();
  }

  // Shows the part, and goes there.
  open() {
    this.table.controls.open(false);
    this.node.hidden = false;
    this.node.scrollIntoView({ block: 'start' });
    const first = [...this.form.querySelectorAll('input, textarea, button')].find((each) => each.getClientRects().length);
    if (first) first.focus({ preventScroll: true });
  }

  clicked() {
    return false;
  }

  dropped() {}

  close() {}

  // ---- saving and sending

  // The game as a file, with what was typed.
  async file() {
    const { view } = this.table;
    const asked = view.over ? this.questions : [];
    const called = view.seats.map((_, i) => (this.people.includes(i + 1) ? fit(this.named[this.people.indexOf(i + 1)].value, NAME) : ''));
    await this.table.request('people', { names: called, questions: asked.map(({ text }) => text), answers: asked.map((each) => fit(each.answer(), ANSWER)) });
    const { text } = await this.table.request('text');
    this.text.value = text;
    return new File([text], fileName(view.game.spec), { type: 'text/plain' });
  }

  save() {
    return this.answer.to(async () => {
      const file = await this.file();
      download(file);
      this.sent = true;
      this.answer.good(`Saved as ${file.name}, where your browser puts downloads.`);
    });
  }

  // By whatever the device has for it; otherwise as a download, and as text to copy.
  send() {
    return this.answer.to(async () => {
      const file = await this.file();
      const isSent = await share(file, this.text.value);
      if (isSent === undefined) return;
      this.sent = true;
      if (isSent) this.answer.good('Sent.');
      else this.byHand(file);
    });
  }

  byHand(file) {
    download(file);
    this.copying.hidden = false;
    this.answer.good(`This browser cannot send files. The game was saved as ${file.name}: attach it to a message, or copy its text into one.`);
  }
}

export { Finish };
