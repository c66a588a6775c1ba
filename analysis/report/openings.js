// The table of first moves, sortable by its headers.
import { known, count, percent } from './text.js';
import { button, make, muted, name, scrolled } from './dom.js';
import { shareRange } from './axes.js';
import { NONE, botsNote } from './metrics.js';

const TOP = 20;

// A column of estimates of the moves. The largest come first, those that are missing last.
const estimates = (title, of, more) => ({
  title,
  number: true,
  down: true,
  by: (a, b) => (of(a) || NONE).value - (of(b) || NONE).value,
  show: (row) => (of(row) || NONE).text,
  ...more,
});

// [{ move, rate, win, p, draw }]: estimates, which may be missing.
function firstMoves(metrics) {
  const get = (move, metric) => metrics.get('opening', move, metric);
  return metrics.list('opening', 'rate').map((rate) => ({
    move: rate.key,
    rate,
    win: get(rate.key, 'win_rate'),
    p: get(rate.key, 'win_rate_p'),
    draw: get(rate.key, 'draw_rate'),
  }));
}

// The scale that the bars of some win rates share, with that of all games.
const spanOf = (wins, ...all) =>
  shareRange([...wins.filter(Boolean).flatMap(({ value, low, high }) => [value, low, high]), ...all]);

function openings(run, metrics) {
  const rows = firstMoves(metrics);
  if (rows.length === 0) return null;
  const all = metrics.get('opening', 'all', 'win_rate') || NONE;
  const span = spanOf(rows.map((row) => row.win), all.value);
  const drawn = rows.some((row) => row.draw && row.draw.value > 0);
  const columns = [
    {
      title: 'First move',
      by: (a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }),
      show: (row) => name(row.move),
    },
    estimates('Games', (row) => row.rate),
    estimates('Seat 1 wins', (row) => row.win, {
      show: (row) => make(isShown(row) ? 'strong' : 'span', null, (row.win || NONE).text),
    }),
    {
      title: rangeScale('Seat 1 wins, as a bar', span),
      wide: true,
      show: (row) => (row.win ? rangeBar(row.win, span, all.value) : ''),
    },
    estimates('95% interval', (row) => row.win && { value: row.win.low, text: row.win.interval }),
    estimates('p, adjusted', (row) => row.p, { down: false }),
    ...(drawn ? [estimates('Drawn', (row) => row.draw)] : []),
  ];
  return [
    muted(explanation(run, all.text, rows.length)),
    sortable('First moves and the win rate of seat 1 after them', columns, rows, 1),
  ];
}

function explanation(run, all, moves) {
  const overall = `Seat 1 wins ${all} of all sampled games (dashed line).`;
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

export { openings, firstMoves, spanOf, rangeBar, rangeScale };
