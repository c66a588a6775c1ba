// A figure over two options at once: a cell for each pair of their values, darker where it is higher.
// The values are in the order of the table, and of all its rows.
import { capital, indices } from './text.js';
import { shaded } from './crosstable.js';
import { NUMBER, WORD, make, muted, name, table } from './dom.js';

const STOPS = [0, 0.25, 0.5, 0.75, 1];

const tint = (strength, text, title) => shaded(55 * strength, { title }, text);

// write(value): in words, for the scale. y: the column that is shown.
function heatGrid(data, { x, by, title }, y, write) {
  const down = by.trim();
  const rows = indices(data.rows.length);
  const [across, along] = [x, down].map((key) => [...new Set(rows.map((row) => data.value(row, key)))]);
  const known = rows.map((row) => data.estimate(row, y)).filter(Boolean).map(([value]) => value);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const strength = (value) => (high > low ? (value - low) / (high - low) : 0);
  const cell = (column, line) => {
    const row = rows.find((each) => data.value(each, x) === column && data.value(each, down) === line);
    if (row === undefined || !data.estimate(row, y)) return make('span', { class: 'muted' }, 'none');
    const [text, interval] = data.text(row, y);
    return tint(strength(data.estimate(row, y)[0]), text, interval || null);
  };
  const [first, second] = [data.column(x).title, data.column(down).title];
  return make(
    'div',
    { class: 'cross shaded-grid', role: 'group', 'aria-label': `${title} by ${first} and ${second}` },
    table(
      `${capital(data.column(y).title)}, by ${second} and ${first}`,
      [WORD(second), ...across.map((value) => NUMBER(`${first}=${value}`))],
      along.map((line) => [name(line), ...across.map((column) => cell(column, line))]),
    ),
    make('p', { class: 'scale' }, STOPS.map((part) => make('span', { class: 'stop' }, tint(part), write(low + part * (high - low))))),
    muted(`${known.length < across.length * along.length ? 'None: there are no results for it. ' : ''}Darker is higher. The colours do not show that neighbours differ: the intervals are in the table.`),
  );
}

export { heatGrid };
