// The table of first moves, sortable by its headers.
import { known, count, percent, percentInterval, pValue } from './text.js';
import { button, make, name, scrolled } from './dom.js';
import { shareRange } from './axes.js';
import { botsNote } from './metrics.js';

const TOP = 20;

function openings(run, metrics) {
  const rows = metrics
    .keys('opening')
    .map((move) => ({
      move,
      rate: metrics.get('opening', move, 'rate'),
      win: metrics.get('opening', move, 'win_rate'),
      p: metrics.get('opening', move, 'win_rate_p'),
      draw: metrics.get('opening', move, 'draw_rate'),
    }))
    .filter((row) => row.rate);
  if (rows.length === 0) return null;
  const all = metrics.value('opening', 'all', 'win_rate');
  const span = shareRange(
    rows
      .flatMap((row) => (row.win ? [row.win.low, row.win.high, row.win.value] : []))
      .concat(all),
  );
  const value = (estimate) => (estimate ? estimate.value : -1);
  const columns = [
    {
      title: 'First move',
      by: (a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }),
      show: (row) => name(row.move),
    },
    {
      title: 'Games',
      number: true,
      down: true,
      by: (a, b) => a.rate.value - b.rate.value,
      show: (row) => percent(row.rate.value),
    },
    {
      title: 'Seat 1 wins',
      number: true,
      down: true,
      by: (a, b) => value(a.win) - value(b.win),
      show: (row) =>
        make(isShown(row) ? 'strong' : 'span', null, percent(row.win && row.win.value)),
    },
    {
      title: rangeScale('Seat 1 wins, as a bar', span),
      wide: true,
      show: (row) => (row.win ? rangeBar(row.win, span, all) : ''),
    },
    {
      title: '95% interval',
      number: true,
      by: (a, b) => (a.win ? a.win.low : -1) - (b.win ? b.win.low : -1),
      down: true,
      show: (row) => (row.win ? percentInterval(row.win.low, row.win.high) : ''),
    },
    {
      title: 'p, adjusted',
      number: true,
      by: (a, b) => value(a.p) - value(b.p),
      show: (row) => (row.p ? pValue(row.p.value).replace(/^p = /, '').replace(/^p /, '') : '–'),
    },
    {
      title: 'Drawn',
      number: true,
      down: true,
      by: (a, b) => value(a.draw) - value(b.draw),
      show: (row) => percent(row.draw && row.draw.value),
    },
  ];
  if (!rows.some((row) => row.draw && row.draw.value > 0)) columns.pop();
  return make(
    'div',
    null,
    make('p', { class: 'muted' }, explanation(run, all, rows.length)),
    sortable('First moves and the win rate of seat 1 after them', columns, rows, 1),
  );
}

function explanation(run, all, moves) {
  const overall = `Seat 1 wins ${percent(all)} of all sampled games (dashed line).`;
  const random = run.opening > 0;
  const chosen = random ? ' These moves are random: no bot chose them.' : '';
  if (moves < 2) return overall + chosen;
  return (
    `${overall}${chosen} Bold: the win rate after this move is shown to differ from that after the others ` +
    "(Fisher's exact test, p-values adjusted for the number of first moves by Holm's procedure). " +
    'Each interval is for one move on its own.' +
    (random ? '' : botsNote(run))
  );
}

function isShown(row) {
  return row.p && row.p.value < 0.05;
}

function clamped(rate, span) {
  return Math.max(span.min, Math.min(span.max, rate));
}

// The head of a column of such bars: the ends of their scale.
function rangeScale(text, span) {
  return make(
    'span',
    { class: 'range-scale' },
    make('span', { class: 'hidden' }, text),
    [span.min, span.max].map((end) => make('span', { 'aria-hidden': 'true' }, percent(end))),
  );
}

// The interval as a bar on the common scale of all rows, the rate of all games as a tick.
function rangeBar(estimate, span, all, colour) {
  const node = make('span', { class: 'range', 'aria-hidden': 'true' });
  if (colour) node.style.setProperty('--bar', `var(${colour})`);
  const at = (rate) => `${(100 * (clamped(rate, span) - span.min)) / (span.max - span.min)}%`;
  const put = (kind, from, to) => {
    const part = make('span', { class: kind });
    part.style.left = at(from);
    if (known(to)) part.style.width = `calc(${at(to)} - ${at(from)})`;
    node.append(part);
  };
  if (known(all)) put('fair', all);
  if (known(estimate.low) && known(estimate.high)) put('between', estimate.low, estimate.high);
  put('point', estimate.value);
  return node;
}

// Headers are buttons: pressing one sorts by it, pressing it again reverses the order.
function sortable(caption, columns, rows, first) {
  const state = {
    column: first,
    down: Boolean(columns[first].down),
    all: rows.length <= TOP,
  };
  const heads = columns.map((column, i) => header(column, () => press(i)));
  const body = make('tbody');
  const more = button(
    `Show all ${count(rows.length)}`,
    () => {
      state.all = true;
      show();
    },
    { class: 'more' },
  );
  const show = () => {
    const { by } = columns[state.column];
    const sorted = rows.slice().sort((a, b) => (state.down ? by(b, a) : by(a, b)));
    body.replaceChildren(
      ...sorted.slice(0, state.all ? rows.length : TOP).map((row) => bodyRow(columns, row)),
    );
    heads.forEach((head, i) =>
      i === state.column
        ? head.setAttribute('aria-sort', state.down ? 'descending' : 'ascending')
        : head.removeAttribute('aria-sort'),
    );
    more.hidden = state.all;
  };
  const press = (i) => {
    state.down = state.column === i ? !state.down : Boolean(columns[i].down);
    state.column = i;
    show();
  };
  show();
  return make(
    'div',
    { class: 'openings', 'data-chart': 'openings' },
    scrolled(caption, heads, body),
    more,
  );
}

function header(column, press) {
  const attributes = {
    scope: 'col',
    class: column.number ? 'number' : column.wide && 'wide',
  };
  if (!column.by)
    return make('th', attributes, make('span', { class: 'plain' }, column.title));
  return make('th', attributes, button(column.title, press));
}

function bodyRow(columns, row) {
  return make(
    'tr',
    null,
    columns.map((column, i) =>
      make(
        i === 0 ? 'th' : 'td',
        { scope: i === 0 && 'row', class: column.number && 'number' },
        column.show(row),
      ),
    ),
  );
}

export { openings, rangeBar, rangeScale };
