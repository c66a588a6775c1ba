// Giving a game back to whoever has sent its page: the questions when it is over, saving and sending.
import { button, make, name, newId, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as links from './links.js';
import * as names from './names.js';
import { Answer, capital, copy, labelled, linkField } from './parts.js';

const RANGE = /(\d+)\s*[-–]\s*(\d+)\s*$/;
const MANY = 10; // numbers to choose from
const NAME = 60; // letters; a file has 79 bytes for them

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
    return make('div', { class: 'question' }, labelled(name(this.text), input));
  }

  scale(first, many) {
    const group = newId('scale');
    const choice = (_, i) => make('label', null, make('input', { type: 'radio', name: group, value: first + i }), String(first + i));
    const node = make('fieldset', { class: 'question' }, make('legend', null, name(this.text)), Array.from({ length: many }, choice));
    this.answer = () => (node.querySelector(':checked') || { value: '' }).value;
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

// ---- the part of the page

// What a page with one game has at its table, besides playing; see workbench.js.
class Finish {
  // data: see export.js; app: the page.
  constructor(table, data, app) {
    Object.assign(this, { table, data, app, editing: false, asked: null });
    this.hints = data.hints;
    this.leaving = 'Other players …';
    this.events = {};
    this.questions = data.questions.map((text) => new Question(text));
    this.answer = new Answer();
    this.title = make('h3', { 'aria-level': '2' });
    this.names = make('div', { class: 'finish-names' });
    this.asking = make('div', null, this.questions.map(({ node }) => node));
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
        button('Save this game', () => this.keep(), { class: 'primary', 'data-do': 'save' }),
        button('Send it', () => this.send(), { 'data-do': 'send' }),
      ),
      this.answer.node,
      this.copying,
      make('p', { class: 'help' }, 'Nothing is sent by itself. The file has the moves and how long each took, how often moves were taken back and hints asked for, the answers above, and a name only if it is typed.'),
      this.linking,
    );
    this.why = make('p', { class: 'help' }, 'Not yet: the text of this game would reveal what players do not see. It can be saved when it is over.');
    this.node = make('section', { class: 'finish', hidden: true }, this.title, this.why, this.form);
    this.side = this.node;
  }

  menu(all, rules) {
    return [make('p', null, button('Save or send this game …', () => this.save(), { 'data-do': 'give' })), all, rules];
  }

  called() {
    return [this.data.title, '', this.data.title];
  }

  show(view, ply) {
    const { over, text } = view;
    if (this.asked !== view.begun) this.begin(view);
    if (over && !this.wasOver) this.node.hidden = false;
    this.wasOver = Boolean(over);
    this.title.textContent = over ? 'Give this game back' : 'Save or send this game';
    this.asking.hidden = !over;
    this.why.hidden = text !== null;
    this.form.hidden = text === null;
    if (text !== null) this.link.value = links.address(links.position(view, ply));
    this.linking.hidden = text === null || view.game.hides;
    this.app.at(view, this.table.id);
    this.showNames(view);
  }

  // Another game: answers are about one.
  begin(view) {
    this.asked = view.begun;
    this.node.hidden = true;
    this.answer.clear();
    this.copying.hidden = true;
    for (const input of this.asking.querySelectorAll('textarea')) input.value = '';
    for (const input of this.asking.querySelectorAll(':checked')) input.checked = false;
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

  save() {
    this.node.hidden = false;
    this.node.scrollIntoView({ block: 'nearest' });
    const first = this.form.querySelector('fieldset input, textarea, button');
    if (first && !this.form.hidden) first.focus({ preventScroll: true });
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
    const called = view.seats.map((_, i) => (this.people.includes(i + 1) ? this.named[this.people.indexOf(i + 1)].value.trim() : ''));
    await this.table.request('people', { names: called, questions: asked.map(({ text }) => text), answers: asked.map((each) => each.answer()) });
    const { text } = await this.table.request('text');
    this.text.value = text;
    return new File([text], fileName(view.game.spec), { type: 'text/plain' });
  }

  keep() {
    return this.answer.to(async () => {
      const file = await this.file();
      download(file);
      this.answer.good(`Saved as ${file.name}, where your browser puts downloads.`);
    });
  }

  // By whatever the device has for it; otherwise as a download, and as text to copy.
  send() {
    return this.answer.to(async () => {
      const file = await this.file();
      const shared = [{ files: [file] }, { title: file.name, text: this.text.value }].find((what) => navigator.canShare && navigator.canShare(what));
      try {
        if (shared) await navigator.share(shared);
      } catch (error) {
        if (error.name === 'AbortError') return;
        this.byHand(file);
        return;
      }
      if (shared) this.answer.good('Sent.');
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
