// The buttons of a table, the question before an action that cannot be undone, and the pace of
// bots.
import { button, make } from '../../../analysis/report/dom.js';
import * as names from './names.js';
import { choose, labelled, options } from './parts.js';

const PACES = [[0, 'at once'], [500, 'after 0.5 s'], [1000, 'after 1 s'], [2000, 'after 2 s']];

class Controls {
  // parts: what else the menu has.
  constructor(table, parts) {
    this.table = table;
    const ask = (label, request, title) => button(label, () => table.ask(request), { 'data-do': request, title });
    this.buttons = {
      undo: ask('Undo', 'undo', 'Take back your last move'),
      redo: ask('Redo', 'redo', 'Replay what was taken back'),
      hint: ask('Hint', 'hint', 'Search for the best moves'),
      rules: button('Rules', () => this.openRules(this.rules.hidden), { 'data-do': 'rules', title: 'The rules of the game', 'aria-expanded': 'false' }),
      menu: button('Menu', () => this.open(this.menu.hidden), { 'data-do': 'menu', 'aria-expanded': 'false' }),
      new: button('New game', () => this.confirm('new'), { 'data-do': 'new' }),
      swap: button('Swap seats', () => this.confirm('swap'), { 'data-do': 'swap', title: 'A new game, in which everyone has the next seat' }),
      resign: button('Resign', () => this.confirm('resign'), { 'data-do': 'resign' }),
      leave: button(table.bench.leaving, () => table.app.leave(), { 'data-do': 'leave' }),
    };
    const { undo, redo, hint, rules, menu, ...others } = this.buttons;
    this.sure = make('div', { class: 'sure', role: 'alertdialog', 'aria-label': 'Are you sure?', hidden: true });
    this.menu = make('div', { class: 'menu', hidden: true }, make('div', { class: 'controls' }, Object.values(others)), this.pacePart(), parts);
    for (const each of Object.values(others)) each.addEventListener('click', () => this.open(false));
    this.menu.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.open(false);
    });
    this.rules = make('div', { class: 'menu', hidden: true, tabindex: '-1' }, table.rules.node);
    this.rules.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.openRules(false);
    });
    this.node = make('div', { class: 'acting' }, make('div', { class: 'controls' }, undo, redo, hint, rules, menu), this.sure);
  }

  // Opens the menu, or closes it.
  open(is) {
    if (is) this.openRules(false);
    this.unfold(this.menu, this.buttons.menu, is);
  }

  openRules(is) {
    if (is) this.open(false);
    this.unfold(this.rules, this.buttons.rules, is);
    if (is) this.rules.focus({ preventScroll: true });
  }

  unfold(part, opener, is) {
    if (!is && part.contains(document.activeElement)) opener.focus();
    part.hidden = !is;
    opener.setAttribute('aria-expanded', String(is));
    if (is) part.scrollIntoView({ block: 'nearest' });
  }

  // How long bots wait before they move.
  pacePart() {
    this.pace = make('select', { 'data-do': 'pace' }, options(PACES));
    this.pace.addEventListener('change', () => this.table.ask('pace', { milliseconds: Number(this.pace.value) }));
    this.paceNode = make('p', { class: 'pace' }, labelled('Bots move ', this.pace));
    return this.paceNode;
  }

  // covered: the mover has not yet asked to see the board.
  show(view, covered) {
    const enable = (key, on) => {
      this.buttons[key].disabled = !on;
    };
    this.buttons.hint.hidden = !this.table.bench.hints;
    enable('undo', view.ply > 0);
    this.buttons.redo.hidden = view.history.length === view.ply;
    enable('hint', view.human && !view.over && !covered);
    enable('resign', view.human && !view.over);
    this.buttons.swap.hidden = view.seats.length < 2;
    this.paceNode.hidden = view.seats.every((each) => each === 'human');
    // Other pages may have set any pace.
    choose(this.pace, String(view.pace), `after ${view.pace / 1000} s`);
  }

  // ---- the question

  // Withdraws the question: something else has happened.
  settle() {
    this.sure.hidden = true;
  }

  // What is asked before a game is resigned, or another one begins; '' if nothing would be lost.
  question(request) {
    const { view, bench } = this.table;
    if (request === 'resign') return `Resign${names.onlyHuman(view) ? '' : ` as ${names.said(view, view.seat)}`}?`;
    if (view.over || view.ply === 0) return bench.unsent();
    return `Start a new game${request === 'swap' ? ' with the seats swapped' : ''}? ${bench.kept(view)}`;
  }

  // Carries a request out, or asks first.
  confirm(request) {
    const { table } = this;
    const act = () => table.ask(request);
    table.settle();
    const question = this.question(request);
    if (question) this.askFirst(question, request === 'resign' ? 'Resign' : 'New game', act);
    else act();
  }

  askFirst(question, label, act) {
    const close = () => {
      this.sure.hidden = true;
      this.buttons.menu.focus();
    };
    const yes = button(label, () => {
      close();
      act();
    }, { class: 'primary', 'data-do': 'sure' });
    this.sure.replaceChildren(make('span', null, question), yes, button('Cancel', close));
    this.sure.onkeydown = (event) => {
      if (event.key === 'Escape') close();
    };
    this.sure.hidden = false;
    yes.focus();
  }
}

export { Controls };
