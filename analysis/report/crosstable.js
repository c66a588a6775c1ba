// The crosstable of a tournament: the score of every bot against every other.
import { signed } from './text.js';
import { NUMBER, WORD, make, muted, name, table } from './dom.js';

// Each score has a colour if it is shown which bot is ahead.
function crossTable(data, { x, by, y, title }, rows) {
  const bots = [...new Set(rows.map((row) => data.value(row, x)))];
  const cell = (bot, other) =>
    crossCell(data, y, rows.find((row) => data.value(row, x) === bot && data.value(row, by) === other));
  return make(
    'div',
    { class: 'cross' },
    table(
      `${title}: score of the bot in the row against the bot in the column`,
      [WORD('Bot'), ...bots.map((_, i) => NUMBER(String(i + 1)))],
      bots.map((bot, i) => [
        make('span', null, `${i + 1} `, name(bot)),
        ...bots.map((other) => cell(bot, other)),
      ]),
    ),
    muted(
      'The colour shows how far the 95% interval of a score is from 50%. ' +
        'A score is coloured only if it is shown which bot is ahead, adjusted for all pairs (Holm).',
    ),
    crossScale(),
  );
}

// How far an interval is from 50%: negative below it, 0 if nothing is shown.
function excess(data, row, y) {
  const [, low, high] = data.estimate(row, y);
  return data.value(row, 'shown') ? Math.max(0, low - 0.5) + Math.min(0, high - 0.5) : 0;
}

function crossCell(data, y, row) {
  if (row === undefined || !data.estimate(row, y)) return make('span', { class: 'muted' }, '–');
  const [score, interval] = data.text(row, y);
  const title = [interval, `${data.text(row, 'games')[0]} games`].filter(Boolean).join(', ');
  return tint(excess(data, row, y), { title }, score);
}

// A text on a colour; percent: how strong that is.
function shaded(percent, attributes, text) {
  const node = make('span', { class: 'tint', ...attributes }, text);
  node.style.setProperty('--strength', `${Math.round(percent)}%`);
  return node;
}

function tint(far, attributes, text) {
  const side = far > 0 ? ' above' : far < 0 ? ' below' : '';
  return shaded(140 * Math.abs(far), { class: `tint${side}`, ...attributes }, text);
}

// The colours of some distances of an interval from 50%, in points.
function crossScale() {
  return make(
    'p',
    { class: 'scale' },
    make('span', { class: 'what' }, 'Distance of the interval from 50%, in points:'),
    [-0.5, -0.25, 0, 0.25, 0.5].map((far) =>
      make('span', { class: 'stop' }, tint(far), signed(100 * far, 0)),
    ),
  );
}

export { crossTable, shaded };
