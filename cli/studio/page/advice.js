// What searches find about a game: hints, the evaluation of its positions, and the review of a game
// that is over.
import { make } from '../../../analysis/report/dom.js';
import * as evaluation from './evaluation.js';
import { lossList } from './ending.js';
import { labelled } from './parts.js';

class Advice {
  // table: see table.js.
  constructor(table) {
    Object.assign(this, { table, hint: null, values: null });
    this.hintNode = make('section', { class: 'hint-part', hidden: true });
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
    this.values = data && data.values;
    this.evaluate.checked = Boolean(this.values);
    this.showValues();
  }

  // ---- reviewing

  async review() {
    const { table } = this;
    this.reviewed = table.view.begun;
    if (this.values || (await table.ask('evaluate', { on: true }))) this.showValues();
    this.chart.scrollIntoView({ block: 'nearest' });
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
    if (!is) return;
    const ply = table.shownPly();
    const look = (at) => table.look(at);
    const bar = evaluation.bar(values, view, ply);
    if (bar) this.bar.replaceChildren(bar);
    this.chart.replaceChildren(evaluation.chart(values, view, ply, look));
    if (view.over && this.reviewed === view.begun) this.chart.prepend(lossList(values, view, look));
  }
}

export { Advice };
