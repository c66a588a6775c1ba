// The figures of a document: charts of some columns of a table against another, each with its
// numbers beside it, which come formatted. analysis/result/document.h describes the data.
import { capital, grouped, indices, known, count, percent, sentence, signed, signedPoints } from './text.js';
import { NUMBER, WORD, make, muted, numbers, figure } from './dom.js';
import { STYLES, DASHES, groupStyle, seatColour, curves, dots, scatter } from './charts.js';
import { POINT_TICKS, SHARE_TICKS, integerTicks, range, shareRange, ticksAt } from './axes.js';
import { crossTable } from './crosstable.js';
import { heatGrid } from './grid.js';

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

  // Whether there is something to be said; also that a rating is not known.
  has(row, key) {
    return this.at.has(key) && (this.value(row, key) !== null || this.column(key).kind === 'rating');
  }

  rowsWith(list) {
    return indices(this.rows.length).filter((row) => list.some((key) => this.has(row, key)));
  }

  // The columns that the table has, and that say something.
  known(list, rows = indices(this.rows.length)) {
    return list.filter((key) => rows.some((row) => this.has(row, key)));
  }

  // Whether some row has an interval.
  hasIntervals(key, rows) {
    return rows.some((row) => this.text(row, key)[1]);
  }
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

const DRAWN = { colour: '--draw', style: 'rectRot', dash: DASHES[2] };
const LOOKS = {
  draws: DRAWN,
  drawn: DRAWN,
  fair: { colour: '--muted', style: 'line', dash: DASHES[1] },
};

// The look of a curve: seats, draws and what is fair have one of their own.
function lookOf(key, i) {
  const seat = /^seat\.(\d+)$/.exec(key);
  if (seat)
    return { colour: seatColour(Number(seat[1])), style: STYLES[(seat[1] - 1) % STYLES.length] };
  return LOOKS[key.split('.').pop()] || groupStyle(i);
}

// Groups rows by the values of columns: [[label, rows], …].
function groupsOf(table, by, rows) {
  const nameOf = ({ title, kind }, value) => (kind === 'value' ? `${title}=${value}` : value);
  const labelOf = (row) => by.map((key) => nameOf(table.column(key), table.value(row, key)));
  return [...grouped(rows, (row) => labelOf(row).join(', '))];
}

// What is drawn of a row: its value and interval, and how they are written.
function pointOf(table, row, key) {
  const [value, low, high] = table.estimate(row, key) || [];
  return { value, low, high, text: table.inWords(row, key) };
}

function pointsOf(table, spec, scale, rows, key) {
  return rows
    .filter((row) => table.estimate(row, key))
    .map((row) => ({
      ...pointOf(table, row, key),
      x: scale.position(table.value(row, spec.x)),
      y: table.estimate(row, key)[0],
      name: table.text(row, spec.x)[0],
    }))
    .sort((a, b) => a.x - b.x);
}

// A curve for each column, or for each group of rows.
function linesOf(table, spec, scale, groups, y) {
  return groups.flatMap(([label, members], i) =>
    y.map((key, j) => ({
      name: label || table.column(key).title,
      points: pointsOf(table, spec, scale, members, key),
      ...(groups.length > 1 ? groupStyle(i) : lookOf(key, j)),
    })),
  );
}

const RATING = {
  ticks: { callback: (value) => signed(value, 0) },
  lines: [{ axis: 'x', value: 0, label: '' }],
};

// Whether a rating is bounded on one side only.
const isOpen = ({ low, high }) => known(low) !== known(high);

const OPEN = 'An arrow without a dot is a rating of which only one bound is known.';

// The ends of the axis leave room for the arrows of ratings without a bound.
function ratingRange(points) {
  const ends = points.flatMap(({ value, low, high }) => [value, low, high]).filter(known);
  const room = Math.max(100, Math.max(...ends) - Math.min(...ends)) / 4;
  const beyond = points
    .filter(isOpen)
    .map(({ low, high }) => (known(low) ? low + room : high - room));
  return range([0, ...ends, ...beyond], 100);
}

// An axis for the values of a column, and how they are written.
function axisOf(kind, points, spec) {
  const values = points.flatMap(({ value, low, high }) => [value, low, high]);
  if (spec.marked) values.push(spec.from, spec.to);
  if (spec.zero || kind === 'signed') values.push(0);
  if (kind === 'share')
    return {
      ticks: SHARE_TICKS,
      range: spec.whole ? { min: 0, max: 1 } : shareRange(values),
    };
  const below = values.some((value) => known(value) && value < 0);
  if (kind === 'points')
    return { ticks: POINT_TICKS, range: range(values, 0.04, spec.zero && !below ? 0 : -1, 1) };
  if (kind === 'rating') return { ...RATING, range: ratingRange(points) };
  return {
    ticks: integerTicks,
    range: range(values, 2, below || kind !== 'real' ? undefined : 0),
  };
}

// What is marked along an axis: a line or a band.
function marksOf({ marked, from, to }, axis) {
  if (!marked) return {};
  return from === to
    ? { lines: [{ axis, value: from, label: marked }] }
    : { bands: [{ axis, from, to, label: marked }] };
}

// --- Charts

// How many curves and dots there is room for, on a card and elsewhere.
const ROOM = { card: { curves: 4, dots: 6 }, page: { curves: Infinity, dots: 40 } };

const titleOf = ({ y_title: title }, place) =>
  place === 'card' ? title.replace(/^(share of|mean) /, '') : title;

// [chart, shown, all]: how many there are of how many.
function curvesOf(table, spec, rows, y, place) {
  const scale = scaleOf(table, spec, rows);
  const all = groupsOf(table, keys(spec.by), rows);
  const groups = all.slice(0, ROOM[place].curves);
  const lines = linesOf(table, spec, scale, groups, y);
  const { title } = table.column(spec.x);
  const { ticks, range: ends } = axisOf(
    table.column(y[0]).kind,
    lines.flatMap((line) => line.points),
    spec,
  );
  const chart = curves(`${spec.title}, by ${title}`, lines, {
    xTitle: spec.logarithmic ? `${title} (logarithmic scale)` : title,
    x: scale.axis,
    apart: scale.apart,
    joined: scale.joined,
    yTitle: titleOf(spec, place),
    y: { ticks, ...ends },
    formatX: (item) => `${title} ${item.dataset.points[item.dataIndex].name}`,
    height: place === 'card' ? 210 : undefined,
    ...marksOf(spec, 'y'),
  });
  return [chart, groups.length, all.length];
}

// The groups that dots belong to.
const GROUPS = {
  'Pareto front': { colour: '--group-1', style: 'circle', joined: true },
  'not dropped': { colour: '--group-2', style: 'rect', hollow: true },
  dropped: { colour: '--muted', style: 'crossRot', hollow: true, crowded: true },
  'shown to differ': { colour: '--accent' },
  'not shown to differ': { colour: '--muted', hollow: true },
};

const groupOf = (table, spec, row) => GROUPS[table.value(row, spec.by)] || {};

function dotsOf(table, spec, rows, [y], place) {
  const shown = rows.slice(0, ROOM[place].dots).map((row) => ({
    ...pointOf(table, row, y),
    name: table.text(row, spec.x)[0],
    colour: '--accent',
    ...groupOf(table, spec, row),
  }));
  const words = shown.length < 12 ? shown.map(({ name, text }) => `${name} ${text}`) : [];
  const chart = dots([spec.title, ...words].join('; '), shown, {
    title: titleOf(spec, place),
    rowTitle: table.column(spec.x).title,
    ...axisOf(table.column(y).kind, shown, spec),
    ...marksOf(spec, 'x'),
  });
  return [chart, shown.length, rows.length];
}

// Whatever lies above or right of the staircase of the first group is beaten by one of it.
function scatterOf(table, spec, rows, [x, y]) {
  const both = rows.filter((row) => table.estimate(row, x) && table.estimate(row, y));
  const pointAt = (row) => {
    const name = table.value(row, spec.x);
    const [[across, ...acrossEnds], [up, ...upEnds]] = [x, y].map((key) => table.estimate(row, key));
    // Those that had few games would cover the rest.
    const { crowded } = groupOf(table, spec, row);
    return {
      x: across,
      y: up,
      across: crowded ? null : acrossEnds,
      along: crowded ? null : upEnds,
      name,
      text: `${name}: ${[x, y].map((key) => table.text(row, key)[0]).join(', ')}`,
    };
  };
  const groups = Object.entries(GROUPS)
    .map(([name, look]) => ({
      ...look,
      name,
      points: both
        .filter((row) => table.value(row, spec.by) === name)
        .map(pointAt)
        .sort((p, q) => p.x - q.x || p.y - q.y),
    }))
    .filter((group) => group.points.length);
  if (groups.length === 0) return [null];
  const axis = (key, at) => {
    const shares = table.column(key).kind === 'gap';
    const values = groups.flatMap((group) => group.points.map((point) => point[at]));
    return {
      [at]: { ...range([0, ...values], shares ? 0.02 : 1, 0), min: 0 },
      [`${at}Ticks`]: shares ? POINT_TICKS : integerTicks,
      [`${at}Title`]: spec[`${at}_title`],
    };
  };
  return [scatter(spec.title, groups, { ...axis(x, 'x'), ...axis(y, 'y') })];
}

// Two options are the sides of a grid, if there are several values of each.
function isGrid(table, { kind, x, by }) {
  const options = [x, ...keys(by)];
  const several = (key) => new Set(indices(table.rows.length).map((row) => table.value(row, key))).size > 1;
  return kind === 'curves' && options.length === 2 && options.every((key) => table.column(key).kind === 'value' && several(key));
}

const WRITTEN = { share: percent, points: signedPoints };

function curvesOrGrid(table, spec, rows, y, place) {
  if (place === 'card' || !isGrid(table, spec)) return curvesOf(table, spec, rows, y, place);
  return [y.map((key) => heatGrid(table, spec, key, WRITTEN[table.column(key).kind] || ((value) => value.toFixed(1))))];
}

const CHARTS = {
  curves: curvesOrGrid,
  dots: dotsOf,
  scatter: scatterOf,
  table: () => [null],
  matrix: (table, spec, rows) => [crossTable(table, spec, rows)],
};

// --- Figures

// "p, adjusted" keeps its small letter, as do the names of options and goals.
function headOf({ kind, title }) {
  if (kind === 'value' || /^p\b|=/.test(title)) return title;
  return kind === 'p' ? `p, ${title}` : capital(title);
}

// A p-value that shows something is bold.
function cellsOf(table, rows, row, key) {
  const texts = table.text(row, key).slice(0, table.hasIntervals(key, rows) ? 2 : 1);
  const strong = table.column(key).kind === 'p' && (table.estimate(row, key) || [1])[0] < 0.05;
  return strong ? [make('strong', null, texts[0])] : texts;
}

function numbersOf(table, spec, rows) {
  const names = spec.rows ? keys(spec.rows) : [spec.x, ...keys(spec.by)];
  const counts = (key) =>
    table.column(key).kind !== 'count' || rows.some((row) => table.value(row, key) > 0);
  const shown = table.known(keys(spec.shown), rows).filter(counts);
  const heads = shown.flatMap((key) => {
    const column = table.column(key);
    const head = table.isText(key) ? WORD : NUMBER;
    const interval = table.hasIntervals(key, rows) ? [NUMBER('95% interval')] : [];
    return [head(headOf(column)), ...interval];
  });
  return numbers(
    (spec.kind === 'table' && spec.y_title) || spec.title,
    [...names.map((key) => WORD(headOf(table.column(key)))), ...heads],
    rows.map((row) => [...names, ...shown].flatMap((key) => cellsOf(table, rows, row, key))),
  );
}

// The columns to draw: the first one, and others that are not 0 or the same everywhere.
function drawnOf(table, spec) {
  const [first, ...others] = table.known(keys(spec.y));
  if (!first || spec.kind !== 'curves') return [first, ...others].filter(Boolean);
  const rows = indices(table.rows.length);
  const differs = (key) => (row) =>
    (table.estimate(row, key) || [0])[0] !== (table.estimate(row, first) || [0])[0];
  const appears = (key) => rows.some((row) => (table.estimate(row, key) || [0])[0] !== 0);
  const rest = others.filter((key) => appears(key) && rows.some(differs(key)));
  return [first, ...rest];
}

const someOf = (shown, all) => shown < all && `The first ${count(shown)} of ${count(all)}.`;

function figureOf(table, spec) {
  const y = drawnOf(table, spec);
  if (y.length === 0) return null;
  // A grid has a cell also for what has no results.
  const rows = isGrid(table, spec) ? indices(table.rows.length) : table.rowsWith(y);
  const [chart, shown, all] = CHARTS[spec.kind](table, spec, rows, y, 'page');
  const rated = spec.kind === 'dots' && table.column(y[0]).kind === 'rating';
  const open = rated && rows.some((row) => isOpen(pointOf(table, row, y[0])));
  const notes = [spec.note, open && OPEN, someOf(shown, all)].map(muted);
  if (!spec.shown) return chart;
  if (spec.kind === 'table')
    return make('div', { 'data-chart': spec.id }, numbersOf(table, spec, rows), notes);
  return figure(spec.id, chart, numbersOf(table, spec, rows), notes);
}

const tableOf = (document, spec) => new Table(document.tables[spec.table]);

// Every column of the first table that has a title, whether a figure shows it or not.
function allNumbers({ tables: [data] }) {
  const table = new Table(data);
  const rows = indices(table.rows.length);
  const titled = table.columns.filter(({ title }) => title).map(({ key }) => key);
  const [first, ...others] = table.known(titled, rows);
  const spec = { title: 'All numbers', rows: first, shown: others.join(' ') };
  return make(
    'details',
    { class: 'behind', 'data-chart': 'numbers' },
    make('summary', null, 'All columns of the table'),
    numbersOf(table, spec, rows),
  );
}

function figureSections({ document }) {
  return document.figures.map((spec, i) => ({
    id: `${spec.id}-${i + 1}`,
    title: spec.title,
    make: () => figureOf(tableOf(document, spec), spec),
  }));
}

function sections(entry) {
  const { document } = entry;
  const all = { id: 'numbers', title: 'All numbers', make: () => allNumbers(document) };
  return [...figureSections(entry), ...(document.tables[0].rows.length ? [all] : [])];
}

// A figure of a document by its name, with its title; null if there is none.
function one(document, id, titled = true) {
  const spec = document.figures.find((figure) => figure.id === id);
  const node = spec && figureOf(tableOf(document, spec), spec);
  return node && [titled && make('h4', null, spec.title), node];
}

// The chart on a card: the first column of the first figure that has curves or dots.
function card({ document }) {
  for (const spec of document.figures.filter(({ kind }) => ['curves', 'dots'].includes(kind))) {
    const table = tableOf(document, spec);
    const [y] = drawnOf(table, spec);
    if (!y) continue;
    const [chart, shown, all] = CHARTS[spec.kind](table, spec, table.rowsWith([y]), [y], 'card');
    return [chart, muted(someOf(shown, all))];
  }
  return null;
}

export { sections as documentSections, figureSections, card as documentCard, one as documentFigure };
