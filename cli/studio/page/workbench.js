// What the studio has at a table, besides playing: who plays, setting up a position, saving, studying
// the game, and rules that are being written. The page of a single game has something else in its
// place; see export.js.
import { make } from '../../../analysis/report/dom.js';
import * as store from './store.js';
import * as tools from './tools.js';
import * as trial from './trial.js';
import { Study } from './study.js';

class Workbench {
  // table: see table.js.
  constructor(table) {
    this.table = table;
    this.trial = make('div', { class: 'trial-panel' });
    this.study = new Study(table);
    this.editor = new tools.Editor(table);
    this.seats = new tools.Seats(table);
    this.keeper = new tools.Keeper(table);
    this.log = new tools.Log();
    this.hints = true; // whether searches may be asked for
    this.saving = ['Save', 'Save this game, or copy a link to it', () => this.save()];
    this.leaving = 'Another game …'; // what leads to other games
    this.side = [this.trial, this.study.node]; // below the moves
    // Of the stream, besides those of every table.
    this.events = {
      trial: (data) => data && trial.show(this.trial, data, table),
      card: (data) => this.study.show(data),
    };
  }

  // What the menu has, with the legal moves.
  menu(all) {
    return [this.study.begin, all, this.seats.node, this.editor.node, this.keeper.node, this.log.node];
  }

  // The heading, what stands below it, and the name of the page.
  called({ game }) {
    const title = game.title || game.spec;
    return [title, make('code', null, game.spec), `${title} · boardlab studio`];
  }

  show(view, ply) {
    for (const each of [this.seats, this.editor, this.keeper, this.log]) each.show(view, ply);
  }

  close() {
    this.study.leave();
  }

  keep(view) {
    store.keep(this.table.id, view);
  }

  // What becomes of a game when another one begins.
  kept(view) {
    return view.text === null ? 'This one cannot be kept, because its text would reveal what seats do not see.' : `This one is kept: see ${this.leaving}`;
  }

  // What is asked before another game begins after one that is over: nothing.
  unsent() {
    return '';
  }

  choosePlayers() {
    this.table.unfold(this.seats);
  }

  async save() {
    const { keeper } = this;
    this.table.unfold(keeper);
    await keeper.suggest();
    await keeper.save();
    keeper.answer.node.scrollIntoView({ block: 'nearest' });
  }

  // ---- setting up a position

  get editing() {
    return this.editor.active;
  }

  // Takes a click on a cell, or a piece that was dragged.
  clicked(cell) {
    if (this.editing) this.editor.cell(cell);
    return this.editing;
  }

  dropped(from, cell) {
    this.editor.drop(from, cell);
  }
}

export { Workbench };
