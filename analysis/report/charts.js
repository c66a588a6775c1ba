// The kinds of charts that the report uses. Each chart is kept with the function that makes
// its configuration, so that it can be redrawn when the theme changes or the page is printed.
import { known, percent } from './text.js';
import { make } from './dom.js';
import { seatColour, readTheme, faint, whiskers, reference, names } from './chart_plugins.js';
import { axis, shareRange, thinTicks, SHARE_TICKS } from './axes.js';

const charts = [];

// label: the text for screen readers; makeConfig(theme) returns a Chart.js configuration.
// names: what its legend has to say, if it has one.
function chart(label, height, makeConfig, names = []) {
  const canvas = make('canvas', { role: 'img', 'aria-label': label });
  const plot = make('div', { class: 'plot' }, canvas);
  charts.push({ canvas, plot, height, names, makeConfig, chart: null });
  return plot;
}

const LEGEND_LINE = 22;
const LETTER = 7;

// A legend of several lines makes a chart higher, not its curves lower.
function fitHeight({ plot, height, names }) {
  const widths = names.map((text) => 36 + LETTER * text.length);
  let [lines, used] = [0, Infinity];
  for (const width of widths) {
    if (used + width > plot.clientWidth - 20) [lines, used] = [lines + 1, 0];
    used += width;
  }
  plot.style.height = `${height + LEGEND_LINE * lines}px`;
}

window.addEventListener('resize', () => charts.forEach(fitHeight));

function drawAll() {
  const theme = readTheme();
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 12;
  Chart.defaults.color = theme.muted;
  Chart.defaults.borderColor = theme.rule;
  for (const entry of charts) {
    if (entry.chart) entry.chart.destroy();
    entry.chart = null;
  }
  drawShown();
}

// Draws the charts that have not been drawn, except in closed folds, where they have no size.
function drawShown() {
  const theme = readTheme();
  for (const entry of charts) {
    if (entry.chart || entry.canvas.closest('details:not([open])')) continue;
    fitHeight(entry);
    entry.chart = new Chart(entry.canvas, withDefaults(entry.makeConfig(theme), theme));
  }
}

function withDefaults(config, theme) {
  const options = config.options;
  options.animation = false;
  options.responsive = true;
  options.maintainAspectRatio = false;
  const { lines = [], bands = [] } = options.plugins.reference || {};
  const hasLabel = (axisName) =>
    [...lines, ...bands].some((mark) => mark.axis === axisName && mark.label);
  options.layout = { padding: { top: hasLabel('x') ? 20 : 8, right: hasLabel('y') ? 42 : 12 } };
  options.scales.x.afterUpdate = thinTicks;
  options.plugins = { legend: { display: false }, tooltip: {}, ...options.plugins };
  Object.assign(options.plugins.tooltip, {
    displayColors: false,
    backgroundColor: theme.ink,
    titleColor: theme.surface,
    bodyColor: theme.surface,
    padding: 8,
    cornerRadius: 4,
  });
  config.plugins = [whiskers, reference, names];
  return config;
}

// Long names would push the chart off a phone screen. The middle is cut, since bots often
// differ only at the end of their names.
function shortened(text, maxLength) {
  const letters = Array.from(text);
  if (letters.length <= maxLength) return text;
  const start = Math.floor(maxLength / 3);
  return letters.slice(0, start).join('') + '…' + letters.slice(start + 1 - maxLength).join('');
}

// The same on two lines, if there are words to part.
function wrapped(text, maxLength) {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  if (text.length <= maxLength || spaces.length === 0) return shortened(text, maxLength);
  return [text.slice(0, spaces[0]), text.slice(spaces[0] + 1)].map((line) =>
    shortened(line, maxLength),
  );
}

// Curves of groups other than seats differ in colour and point style, then in dashes.
const GROUPS = ['--group-1', '--group-2', '--group-3', '--group-4', '--group-5', '--group-6'];
const STYLES = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'crossRot'];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

function groupStyle(i) {
  return {
    colour: GROUPS[i % GROUPS.length],
    style: STYLES[i % STYLES.length],
    dash: DASHES[Math.floor(i / GROUPS.length) % DASHES.length],
  };
}

// rows: [{ name, colour, value, low, high, text, interval }], one below the other, with their
// intervals; those that are `hollow` stand back. Without a range they are shares.
function dots(label, rows, options) {
  const { lines = [], bands = [] } = options;
  const shown = [...rows, ...lines].flatMap(({ value, low, high }) => [value, low, high]);
  const makeConfig = (theme) => {
    const colours = rows.map((row) => theme.colour(row.colour));
    return {
      type: 'line',
      data: {
        labels: rows.map((row) => row.name),
        datasets: [
          {
            data: rows.map((row) => row.value),
            whiskers: rows.map((row) => [row.low, row.high]),
            showLine: false,
            borderColor: colours,
            backgroundColor: colours,
            pointBackgroundColor: rows.map((row, i) => (row.hollow ? theme.paper : colours[i])),
            pointBorderWidth: 2,
            pointBorderColor: colours,
            pointRadius: 6,
            pointHoverRadius: 7,
            clip: false,
          },
        ],
      },
      options: {
        indexAxis: 'y',
        scales: {
          x: axis(options.title, {
            ticks: { maxRotation: 0, ...(options.ticks || SHARE_TICKS) },
            ...(options.range || shareRange(shown)),
          }),
          y: axis(options.rowTitle, {
            offset: true,
            grid: { display: false },
            ticks: {
              autoSkip: false,
              color: theme.ink,
              callback(value) {
                const name = String(this.getLabelForValue(value));
                const room = this.chart.width < 480 ? 16 : 28;
                return (rows.length > 12 ? shortened : wrapped)(name, room);
              },
            },
          }),
        },
        plugins: {
          reference: { lines, bands },
          tooltip: {
            callbacks: { label: (item) => inWords(rows[item.dataIndex]) },
          },
        },
      },
    };
  };
  return chart(label, 74 + (rows.length > 12 ? 24 : 34) * rows.length, makeConfig);
}

// "55.4% (52.1 to 58.7)"
const inWords = ({ text, interval }) => (interval ? `${text} (${interval})` : text);

const legendOf = (theme, display, labels) => ({
  display,
  align: 'start',
  labels: { boxHeight: 7, color: theme.ink, ...labels },
});

// lines: [{ name, colour, points: [{ x, y, low, high, text, interval }], style }]. Points with bounds get a
// band, or a whisker each if options.apart is given: the distance between neighbours on the
// x axis, where single values were measured and nothing between them. options.joined: with a
// line between the points.
function curves(label, lines, options) {
  const shifted = options.apart ? sideBySide(lines, options.apart) : lines;
  const names =
    lines.length > 1 && options.legend !== false ? lines.map((line) => line.name) : [];
  const makeConfig = (theme) => ({
    type: 'line',
    data: { datasets: shifted.flatMap((line) => curve(line, theme, options)) },
    options: {
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: { x: axis(options.xTitle, options.x), y: axis(options.yTitle, options.y) },
      plugins: {
        legend: legendOf(theme, names.length > 1, {
          usePointStyle: true,
          filter: (item) => Boolean(item.text),
        }),
        reference: { lines: options.lines || [] },
        tooltip: {
          filter: (item) => Boolean(item.dataset.label),
          callbacks: {
            title: (items) => (items.length ? options.formatX(items[0]) : ''),
            label: (item) => tooltipOf(item, lines),
          },
        },
      },
    },
  });
  return chart(label, options.height || 300, makeConfig, names);
}

// Points at the same place would hide each other.
function sideBySide(lines, apart) {
  const step = Math.min(0.1, 0.5 / lines.length) * apart;
  return lines.map((line, i) => {
    const shift = (i - (lines.length - 1) / 2) * step;
    const points = line.points.map((point) => ({ ...point, x: point.x + shift }));
    return { ...line, points };
  });
}

function tooltipOf(item, lines) {
  const text = inWords(item.dataset.points[item.dataIndex]);
  return lines.length > 1 ? `${item.dataset.label}: ${text}` : text;
}

const MANY = 40; // points of a curve; more are not marked

// The band is the area between two invisible lines. They have no label, so the legend and
// the tooltips leave them out. line.fill: the colours above and below 0; line.bare: points are
// not marked.
function curve(line, theme, options) {
  const colour = theme.colour(line.colour);
  const at = (key) => line.points.map((point) => ({ x: point.x, y: point[key] }));
  const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, pointHoverRadius: 0 };
  const marked = options.apart || (line.points.length <= MANY && !line.fill && !line.bare);
  const main = {
    label: line.name,
    data: at('y'),
    points: line.points,
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: options.apart || line.fill ? 1.5 : 2,
    borderDash: line.dash || [],
    pointStyle: line.style || 'circle',
    pointRadius: marked ? 4 : 0,
    pointHoverRadius: 5,
    showLine: options.joined !== false,
    tension: 0,
    spanGaps: true,
    clip: 8, // room for a point at the end of the axis
  };
  if (line.fill) {
    const [above, below] = line.fill.map((variable) => faint(theme.colour(variable), 0.55));
    main.fill = { target: { value: 0 }, above, below };
  }
  const bounded = line.points.filter((point) => known(point.low));
  if (bounded.length === 0) return [main];
  // A band between two lines has no area where there is only one point.
  if (options.apart || bounded.length === 1)
    return [Object.assign(main, { whiskers: line.points.map(({ low, high }) => [low, high]) })];
  return [
    { data: at('high'), fill: '+1', backgroundColor: faint(colour, 0.18), ...edge },
    { data: at('low'), ...edge },
    main,
  ];
}

// rows: [{ name, value }], or [{ name, value, part }], with a part of each bar in another colour;
// reference lines and bands are positioned in units of bars.
function bars(label, rows, options) {
  const { part, colour = '--accent', lines = [], bands = [] } = options;
  const barsOf = (theme, label, variable, read) => ({
    label,
    data: rows.map(read),
    backgroundColor: theme.colour(variable),
    categoryPercentage: 1,
    barPercentage: rows.length > 80 ? 1 : 0.86,
  });
  const makeConfig = (theme) => ({
    type: 'bar',
    data: {
      labels: rows.map((row) => row.name),
      datasets: [
        barsOf(theme, part && part.rest, colour, (row) => row.value - (row.part || 0)),
        ...(part ? [barsOf(theme, part.name, part.colour, (row) => row.part || 0)] : []),
      ],
    },
    options: {
      scales: {
        x: axis(options.xTitle, {
          stacked: Boolean(part),
          grid: { display: false },
          ticks: { maxRotation: 0, autoSkipPadding: 12 },
        }),
        y: axis(options.yTitle, {
          stacked: Boolean(part),
          beginAtZero: true,
          max: options.yMax,
          ticks: SHARE_TICKS,
        }),
      },
      plugins: {
        legend: legendOf(theme, Boolean(part), { boxWidth: 14 }),
        reference: { lines, bands },
        tooltip: {
          callbacks: {
            title: (items) => options.formatX(rows[items[0].dataIndex]),
            label: (item) =>
              (item.dataset.label ? `${item.dataset.label}: ` : '') +
              percent(item.parsed.y),
          },
        },
      },
    },
  });
  return chart(label, options.height || 280, makeConfig);
}

// groups: [{ name, colour, style, points: [{ x, y, name, text, across, along }] }], where
// `across` and `along` are the intervals of x and y. The names are written beside the points
// where there is room. The points of a `joined` group are connected by steps.
function scatter(label, groups, options) {
  const makeConfig = (theme) => ({
    type: 'scatter',
    data: {
      datasets: groups.map((group) => ({
        label: group.name,
        data: group.points,
        names: group.points.map((point) => point.name),
        across: group.points.map((point) => point.across),
        whiskers: group.points.map((point) => point.along),
        whiskerWidth: 1,
        pointStyle: group.style,
        borderColor: theme.colour(group.colour),
        borderWidth: 2,
        pointRadius: 6,
        pointHoverRadius: 8,
        clip: false,
        backgroundColor: group.hollow ? 'transparent' : theme.colour(group.colour),
        showLine: group.joined,
        stepped: 'before',
        borderDash: [4, 4],
      })),
    },
    options: {
      scales: {
        x: axis(options.xTitle, { ...options.x, ticks: options.xTicks || {} }),
        y: axis(options.yTitle, { ...options.y, ticks: options.yTicks || {} }),
      },
      plugins: {
        legend: legendOf(theme, groups.length > 1, { usePointStyle: true }),
        tooltip: { callbacks: { label: (item) => item.raw.text } },
      },
    },
  });
  return chart(label, 380, makeConfig, groups.length > 1 ? groups.map(({ name }) => name) : []);
}

export { STYLES, DASHES, groupStyle, seatColour, drawAll, drawShown, dots, curves, bars, scatter };
