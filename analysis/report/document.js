// The figures of a document: charts of some columns of a table against another, each with its
// numbers beside it, which come formatted. analysis/result/document.h describes the data.
import { indices, known, percent, fixed, count, sentence, signed } from './text.js';
import { NUMBER, WORD, make, numbers, figure } from './dom.js';
import { STYLES, DASHES, groupStyle, seatColour, curves, dots } from './charts.js';
import { SHARE_TICKS, integerTicks, range, shareRange, ticksAt } from './axes.js';
import { crossTable } from './crosstable.js';

const keys = (text) => text.split(' ').filter(Boolean);

// A table of a document, by the keys of its columns.
class Table {
  constructor({ columns, rows, texts }) {
    Object.assign(this, { columns, rows, texts });
    this.at = new Map(columns.map((column, i) => [column.key, i]));
  }

  column(key) {
    return this.columns[this.at.get(key)];
  }

  value(row, key) {
    return this.rows[row][this.at.get(key)];
  }

  // [value], or [value, interval] of a column with intervals.
  text(row, key) {
    const texts = [this.texts[row][this.at.get(key)]].flat();
    return this.isText(key) ? texts : texts.map(sentence);
  }

  isText(key) {
    return /text|word/.test(this.column(key).kind);
  }

  // "55.4% (52.1 to 58.7)"
  inWords(row, key) {
    const [value, interval] = this.text(row, key);
    return interval ? `${value} (${interval})` : value;
  }

  // [value, low, high], or null.
  estimate(row, key) {
    const value = this.value(row, key);
    return value === null || value === undefined ? null : [value].flat();
  }

  rowsWith(list) {
    return indices(this.rows.length).filter((row) =>
      list.some((key) => this.at.has(key) && this.value(row, key) !== null),
    );
  }

  // The columns that the table has, and that say something; also that a rating is not known.
  known(list, rows = indices(this.rows.length)) {
    return list.filter(
      (key) =>
        this.at.has(key) &&
        (this.column(key).kind === 'rating' || rows.some((row) => this.value(row, key) !== null)),
    );
  }

  // Whether some row has an interval.
  hasIntervals(key, rows) {
    return rows.some((row) => this.text(row, key)[1]);
  }
}

// The rows of a table as objects: values and, under `texts`, what is shown of them by key.
function records(data) {
  const table = new Table(data);
  const pick = (row, read) =>
    Object.fromEntries(table.columns.map(({ key }) => [key, read(row, key)]));
  return indices(table.rows.length).map((row) => ({
    ...pick(row, (at, key) => table.value(at, key)),
    texts: pick(row, (at, key) => table.text(at, key)),
  }));
}

// --- The x axis

// Numbers to scale, joined by lines, if all values are numbers; otherwise the values in their
// order, as dots. `apart`: the distance between neighbours.
function scaleOf(table, { x, logarithmic }, rows) {
  const values = [...new Set(rows.map((row) => table.value(row, x)))];
  const numeric = values.every((value) => value !== '' && Number.isFinite(Number(value)));
  if (!numeric) return wordScale(values);
  const sorted = values.map(Number).sort((a, b) => a - b);
  return logarithmic ? doublingScale(sorted) : numberScale(sorted);
}

function wordScale(values) {
  return {
    position: (value) => values.indexOf(value),
    axis: {
      ...ticksAt(indices(values.length), (at) => values[at]),
      min: -0.5,
      max: values.length - 0.5,
    },
    apart: 1.5, // there is nothing between words
    joined: false,
  };
}

// A margin at both ends keeps the outer points whole.
function numberScale(values) {
  const [first, last] = [values[0], values[values.length - 1]];
  const gaps = values.slice(1).map((value, i) => value - values[i]);
  const apart = gaps.length ? Math.min(...gaps) : 1;
  const margin = Math.max(0.04 * (last - first), 0.3 * apart);
  return {
    position: Number,
    axis: { ...ticksAt(values, String), min: first - margin, max: last + margin },
    apart,
    joined: true,
  };
}

// A logarithmic axis with one tick per value.
function doublingScale(values) {
  const scale = numberScale(values.map(Math.log2));
  const name = (value) => count(Math.round(2 ** value));
  const ticks = { ...scale.axis.ticks, callback: name };
  return { ...scale, position: Math.log2, axis: { ...scale.axis, ticks } };
}

// --- Curves

const STYLE_OF = { draws: '--draw', drawn: '--draw' };

// The look of a curve: a seat and draws have colours of their own.
function lookOf(key, i) {
  const [last] = key.split('.').slice(-1);
  const seat = /^seat\.(\d+)$/.exec(key);
  if (seat)
    return { colour: seatColour(Number(seat[1])), style: STYLES[(seat[1] - 1) % STYLES.length] };
  if (STYLE_OF[last]) return { colour: STYLE_OF[last], style: 'rectRot', dash: DASHES[2] };
  return groupStyle(i);
}

// Groups rows by the values of columns: [[label, rows], …].
function groupsOf(table, by, rows) {
  const groups = new Map();
  for (const row of rows) {
    const label = by
      .map((key) => `${table.column(key).title}=${table.value(row, key)}`)
      .join(', ');
    groups.set(label, [...(groups.get(label) || []), row]);
  }
  return [...groups];
}

function pointsOf(table, spec, scale, rows, key) {
  return rows
    .filter((row) => table.estimate(row, key))
    .map((row) => {
      const [value, low, high] = table.estimate(row, key);
      return {
        x: scale.position(table.value(row, spec.x)),
        y: value,
        value,
        low,
        high,
        name: table.text(row, spec.x)[0],
        text: table.inWords(row, key),
      };
    })
    .sort((a, b) => a.x - b.x);
}

// A curve for each column, or for each group of rows.
function linesOf(table, spec, scale, rows, y) {
  const groups = groupsOf(table, keys(spec.by), rows);
  return groups.flatMap(([label, members], i) =>
    y.map((key, j) => ({
      name: label || table.column(key).title,
      points: pointsOf(table, spec, scale, members, key),
      ...(groups.length > 1 ? groupStyle(i) : lookOf(key, j)),
    })),
  );
}

// The y axis and how its values are written.
function yAxis(kind, lines, spec) {
  const values = lines.flatMap((line) =>
    line.points.flatMap(({ value, low, high }) => [value, low, high]),
  );
  if (spec.line) values.push(spec.line);
  if (kind === 'share')
    return {
      format: percent,
      y: { ticks: SHARE_TICKS, ...(spec.whole ? { min: 0, max: 1 } : shareRange(values)) },
    };
  const signed = kind !== 'real' || values.some((value) => known(value) && value < 0);
  const all = spec.whole || kind === 'signed' ? [0, ...values] : values;
  return {
    format: (value) => fixed(value, 1),
    y: { ticks: integerTicks, ...range(all, 2, signed ? undefined : 0) },
  };
}

// --- Dots

const ENDS = { drawn: '--draw', truncated: '--truncated', forfeited: '--forfeit' };

// The colour of a row by its name: that of a seat, or of an end of games.
function rowColour(name) {
  const [, seat] = /\bseat (\d+)/.exec(name) || [];
  return seat ? seatColour(Number(seat)) : ENDS[name] || '--accent';
}

const RATING_TICKS = { callback: (value) => signed(value, 0) };

// The ends of the axis leave room for the arrows of ratings without a bound.
function ratingRange(rows) {
  const ends = rows.flatMap(({ value, low, high }) => [value, low, high]).filter(known);
  const room = Math.max(100, Math.max(...ends) - Math.min(...ends)) / 4;
  const beyond = rows
    .filter(isOpen)
    .map(({ low, high }) => (known(low) ? low + room : high - room));
  return range(ends.concat(beyond), 100);
}

// Whether it is bounded on one side only.
const isOpen = ({ low, high }) => known(low) !== known(high);

const OPEN = 'An arrow without a dot is a rating of which only one bound is known.';

function dotRows(table, spec, rows, key) {
  return rows.map((row) => {
    const [value, low, high] = table.estimate(row, key) || [];
    const name = table.inWords(row, spec.x);
    return { name, colour: rowColour(name), value, low, high, text: table.inWords(row, key) };
  });
}

function dotAxis(kind, list, spec) {
  const values = list.flatMap(({ value, low, high }) => [value, low, high]);
  if (spec.line) values.push(spec.line);
  if (kind === 'share') return { ticks: SHARE_TICKS, range: shareRange(values) };
  return kind === 'rating'
    ? { ticks: RATING_TICKS, range: ratingRange(list), lines: [{ axis: 'x', value: 0, label: '' }] }
    : { ticks: integerTicks, range: range(values, 2, 0) };
}

function dotsOf(table, spec, rows, [key], more) {
  const list = dotRows(table, spec, rows, key);
  const words = list.length < 12 ? list.map(({ name, text }) => `${name} ${text}`) : [];
  return dots([`${spec.title} with their 95% intervals`, ...words].join('; '), list, {
    title: spec.y_title,
    rowTitle: table.column(spec.x).title,
    lines: spec.line ? [{ axis: 'x', value: spec.line, label: spec.marked }] : [],
    ...dotAxis(table.column(key).kind, list, spec),
    ...more,
  });
}

// --- Figures

function chartOf(table, spec, rows, y, more) {
  const scale = scaleOf(table, spec, rows);
  const lines = linesOf(table, spec, scale, rows, y);
  const title = table.column(spec.x).title;
  return curves(`${spec.title}, by ${title}`, lines, {
    xTitle: spec.logarithmic ? `${title} (logarithmic scale)` : title,
    x: scale.axis,
    apart: scale.apart,
    joined: scale.joined,
    yTitle: spec.y_title,
    formatX: (item) => `${title} ${item.dataset.points[item.dataIndex].name}`,
    lines: spec.line ? [{ axis: 'y', value: spec.line, label: spec.marked }] : [],
    ...yAxis(table.column(y[0]).kind, lines, spec),
    ...more,
  });
}

// "p, adjusted" keeps its small letter.
const capital = (text) => (/^p\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

function numbersOf(table, spec, rows) {
  const names = [spec.x, ...keys(spec.by)];
  const counts = (key) =>
    table.column(key).kind !== 'count' || rows.some((row) => table.value(row, key) > 0);
  const shown = table.known(keys(spec.shown), rows).filter(counts);
  const heads = shown.flatMap((key) => {
    const title = NUMBER(capital(table.column(key).title));
    return table.hasIntervals(key, rows) ? [title, NUMBER('95% interval')] : [title];
  });
  const cells = (row, key) => table.text(row, key).slice(0, table.hasIntervals(key, rows) ? 2 : 1);
  return numbers(
    spec.y ? spec.title : spec.y_title,
    [...names.map((key) => WORD(capital(table.column(key).title))), ...heads],
    rows.map((row) => [...names, ...shown].flatMap((key) => cells(row, key))),
  );
}

// The columns to draw: the first one, and others that are not 0 or the same everywhere.
function drawnOf(table, spec) {
  const [first, ...others] = table.known(keys(spec.y));
  const rows = indices(table.rows.length);
  const differs = (key) => (row) =>
    (table.estimate(row, key) || [0])[0] !== (table.estimate(row, first) || [0])[0];
  const appears = (key) => rows.some((row) => (table.estimate(row, key) || [0])[0] !== 0);
  const rest = others.filter((key) => appears(key) && rows.some(differs(key)));
  return first ? [first, ...rest] : [];
}

const CHARTS = { curves: chartOf, dots: dotsOf, matrix: crossTable };

const noteOf = (text) => text && make('p', { class: 'muted' }, sentence(text));

// Ratings of which the value is not known are drawn as well.
function figureOf(table, spec) {
  const y = drawnOf(table, spec);
  const all = spec.chart !== 'curves' || !spec.y;
  if (spec.y && y.length === 0) return null;
  const rows = all ? indices(table.rows.length) : table.rowsWith(y);
  if (!spec.shown) return CHARTS[spec.chart](table, spec, rows, y);
  const list = [numbersOf(table, spec, rows), noteOf(spec.note)];
  if (!spec.y) return make('div', { 'data-table': spec.id }, list);
  const open = spec.chart === 'dots' && dotRows(table, spec, rows, y[0]).some(isOpen);
  return figure(spec.id, CHARTS[spec.chart](table, spec, rows, y), list, open && noteOf(OPEN));
}

const tableOf = (document, spec) => new Table(document.tables[spec.table]);

function sections({ document }) {
  return document.figures.map((spec) => ({
    id: spec.id,
    title: spec.title,
    make: () => figureOf(tableOf(document, spec), spec),
  }));
}

// A figure of a document by its name, with its title; null if there is none.
function one(document, id, titled = true) {
  const spec = document.figures.find((figure) => figure.id === id);
  const node = spec && figureOf(tableOf(document, spec), spec);
  return node && make('div', null, titled && make('h4', null, spec.title), node);
}

const MOST = 6; // dots on a card

// The chart on a card: the first column of the first figure that has any.
function card({ document }) {
  for (const spec of document.figures) {
    const table = tableOf(document, spec);
    const [y] = drawnOf(table, spec);
    const all = spec.chart === 'dots' ? indices(table.rows.length).slice(0, MOST) : null;
    const shown = all || table.rowsWith([y]);
    if (y) return CHARTS[spec.chart](table, spec, shown, [y], { height: 210 });
  }
  return null;
}

export { sections as documentSections, card as documentCard, one as documentFigure, records };
