// What searches find about a game: hints, the evaluation of its positions, and the review of a game
// that is over.
import { make } from '../../../analysis/report/dom.js';
import * as evaluation from './evaluation.js';
import { lossList, losses } from './ending.js';
import { labelled } from './parts.js';

class Advice {
  // table: see table.js.
  constructor(table) {
    Object.assign(this, { table, hint: null, values: null, best: [] });
    this.hintNode = make('section', { class: 'hint-part', hidden: true });
    this.losses = make('section', { class: 'losses', hidden: true });
    this.bar = make('div', { class: 'bar', hidden: true });
    this.chart = make('div', { class: 'chart', hidden: true });
    this.evaluate = make('input', { type: 'checkbox' });
    this.evaluate.addEventListener('change', async () => {
      if (!(await table.ask('evaluate', { on: this.evaluate.checked }))) this.evaluate.checked = Boolean(this.values);
    });
    this.choice = make('section', { class: 'evaluation-part' }, make('p', null, labelled(' Evaluate the positions of the game', this.evaluate).reverse()));
  }

  // ---- from the stream

  takeValues(data) {
    Object.assign(this, data || { values: null, best: [] });
    this.evaluate.checked = Boolean(this.values);
    this.showValues();
  }

  // ---- reviewing

  async review() {
    const { table } = this;
    this.reviewed = table.view.begun;
    if (this.values || (await table.ask('evaluate', { on: true }))) this.showValues();
    this.losses.scrollIntoView({ block: 'nearest' });
  }

  // Whether a game that is over is looked through.
  isReviewing() {
    const { view } = this.table;
    return Boolean(view && view.over && this.values && this.reviewed === view.begun);
  }

  // In the position before a move that lost much: a better one, { text, parts, frame }, or null.
  better() {
    const { view, looking } = this.table;
    if (!looking || !looking.best || !this.isReviewing()) return null;
    const [, , text] = losses(this.values, view).find(([ply]) => ply === looking.ply) || [];
    return text && text !== looking.best.text ? looking.best : null;
  }

  // Another game begins.
  endReview() {
    if (this.reviewed !== undefined) this.table.request('evaluate', { on: false }).catch(() => {});
    this.reviewed = undefined;
  }

  // ---- showing

  show() {
    this.showHint();
    this.showValues();
  }

  // What is drawn on the board: a hint, or a better move than the one that was played.
  drawn() {
    const { view, looking } = this.table;
    const better = this.better();
    if (!better) return this.currentHint();
    const side = view.game.sides[view.history[looking.ply][0] - 1];
    return { moves: [{ ...better, rate: this.values[looking.ply][side] }], frames: better.frame ? [better.frame] : null };
  }

  // Rates of moves that were hardly tried mean nothing.
  currentHint() {
    const { hint } = this;
    const { view, looking, covered } = this.table;
    if (!hint || looking || covered || hint.ply !== view.ply || view.over) return null;
    const most = Math.max(...hint.moves.map((move) => move.visits), 0);
    const tried = ({ visits, proven }) => proven || visits >= Math.max(10, most / 500);
    return { ...hint, moves: hint.moves.filter(tried).slice(0, 6) };
  }

  showHint() {
    const { table } = this;
    const hint = this.currentHint();
    this.hintNode.hidden = !hint;
    if (!hint) return;
    this.hintNode.replaceChildren(
      make('h3', { 'aria-level': '2' }, 'Hint'),
      evaluation.hints(hint, table.view.human ? (text) => table.play(text) : null),
    );
  }

  showValues() {
    const { values, table } = this;
    const { view } = table;
    const is = Boolean(view && values);
    this.bar.hidden = this.chart.hidden = !is;
    this.losses.hidden = !this.isReviewing();
    if (!is) return;
    const ply = table.shownPly();
    const look = (at) => table.look(at);
    const bar = evaluation.bar(values, view, ply);
    if (bar) this.bar.replaceChildren(bar);
    this.chart.replaceChildren(evaluation.chart(values, view, ply, look));
    if (!this.isReviewing()) return;
    this.losses.replaceChildren(...lossList(this, view, (at) => {
      look(at);
      table.input.node.scrollIntoView({ block: 'nearest' });
    }));
  }
}

export { Advice };
