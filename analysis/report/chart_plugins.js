// Plugins for Chart.js that draw intervals, reference lines and names of points, and the
// theme's colours.
import { known } from './text.js';

const SEAT_COLOURS = 16;

function seatColour(seat) {
  return seat > 0 ? `--seat-${((seat - 1) % SEAT_COLOURS) + 1}` : '--nobody';
}

// All colours are defined in the style sheet.
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (variable) => style.getPropertyValue(variable).trim();
  return {
    colour,
    ink: colour('--ink'),
    muted: colour('--muted'),
    rule: colour('--rule'),
    surface: colour('--surface'),
    paper: colour('--paper'),
  };
}

function faint(colour, share) {
  const alpha = Math.round(255 * share)
    .toString(16)
    .padStart(2, '0');
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour + alpha : colour;
}

function strokeLine(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

// dataset.whiskers: [low, high] or null for each point, along the axis of values, and
// dataset.across the same along the other. An end that is unknown, or beyond the end of the
// axis, is an arrow.
const whiskers = {
  id: 'whiskers',
  beforeDatasetsDraw(chart) {
    const vertical = chart.options.indexAxis !== 'y';
    chart.data.datasets.forEach((dataset, index) => {
      if (!chart.isDatasetVisible(index)) return;
      const meta = chart.getDatasetMeta(index);
      if (dataset.whiskers) drawWhiskers(chart, dataset, meta, dataset.whiskers, vertical);
      if (dataset.across) drawWhiskers(chart, dataset, meta, dataset.across, !vertical);
    });
  },
};

function drawWhiskers(chart, dataset, meta, ranges, vertical) {
  const scale = vertical ? chart.scales.y : chart.scales.x;
  const context = chart.ctx;
  const within = (value) => known(value) && value >= scale.min && value <= scale.max;
  context.save();
  context.lineWidth = dataset.whiskerWidth || 2;
  meta.data.forEach((point, i) => {
    const range = ranges[i];
    if (!range || !range.some(known)) return;
    const ends = range.map((value, end) =>
      scale.getPixelForValue(within(value) ? value : [scale.min, scale.max][end]),
    );
    context.strokeStyle = Array.isArray(dataset.borderColor)
      ? dataset.borderColor[i]
      : dataset.borderColor;
    drawWhisker(context, !vertical, vertical ? point.x : point.y, ends, range.map(within));
  });
  context.restore();
}

function drawWhisker(context, horizontal, middle, [low, high], closed) {
  const cap = 5;
  const line = (a, b, c, d) =>
    horizontal ? strokeLine(context, b, a, d, c) : strokeLine(context, a, b, c, d);
  line(middle, low, middle, high);
  [low, high].forEach((end, i) => {
    const barb = closed[i] ? end : end + Math.sign([high, low][i] - end) * 2 * cap;
    line(middle - cap, barb, middle, end);
    line(middle, end, middle + cap, barb);
  });
}

// options.plugins.reference: lines [{ axis, value, label, over }], where `over` draws the
// line in front of the bars, and bands [{ axis, from, to, label }].
const reference = {
  id: 'reference',
  beforeDatasetsDraw(chart, _args, options) {
    for (const band of options.bands || []) shadeBand(chart, band);
    for (const line of options.lines || []) if (!line.over) drawLine(chart, line);
  },
  afterDatasetsDraw(chart, _args, options) {
    for (const line of options.lines || []) {
      if (line.over) drawLine(chart, line);
      labelLine(chart, line.axis, line.value, line.label);
    }
    for (const band of options.bands || [])
      labelLine(chart, band.axis, (band.from + band.to) / 2, band.label);
  },
};

function shadeBand(chart, band) {
  const { left, right, top, bottom } = chart.chartArea;
  const [start, end] = band.axis === 'x' ? [left, right] : [top, bottom];
  const ends = [band.from, band.to].map((value) =>
    Math.min(end, Math.max(start, chart.scales[band.axis].getPixelForValue(value))),
  );
  const [from, size] = [Math.min(...ends), Math.abs(ends[1] - ends[0])];
  chart.ctx.save();
  chart.ctx.fillStyle = faint(readTheme().muted, 0.16);
  if (band.axis === 'x') chart.ctx.fillRect(from, top, size, bottom - top);
  else chart.ctx.fillRect(left, from, right - left, size);
  chart.ctx.restore();
}

function drawLine(chart, line) {
  const { left, right, top, bottom } = chart.chartArea;
  const at = chart.scales[line.axis].getPixelForValue(line.value);
  const context = chart.ctx;
  context.save();
  context.strokeStyle = line.over ? readTheme().ink : readTheme().muted;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  if (line.axis === 'x') strokeLine(context, at, top, at, bottom);
  else strokeLine(context, left, at, right, at);
  context.restore();
}

// Outside the chart area, where no curve can cross the text.
function labelLine(chart, axis, value, label) {
  if (!label) return;
  const { left, right, top } = chart.chartArea;
  const at = chart.scales[axis].getPixelForValue(value);
  const context = chart.ctx;
  context.save();
  context.font = `12px ${Chart.defaults.font.family}`;
  const width = context.measureText(label).width;
  const x =
    axis === 'x' ? Math.max(left, Math.min(at - width / 2, right - width)) : right + 6;
  context.fillStyle = readTheme().muted;
  context.fillText(label, x, axis === 'x' ? top - 6 : at + 4);
  context.restore();
}

// dataset.names: a text beside each point, or ''. Each is put where it hides no point and no
// other text, the first ones first; if there is no such place, it is left out (and in chart.unnamed).
const names = {
  id: 'names',
  afterDatasetsDraw(chart) {
    const sets = chart.data.datasets
      .map((dataset, i) => [dataset, chart.getDatasetMeta(i).data])
      .filter(([dataset, points]) => dataset.names && points.length);
    const taken = sets.flatMap(([, points]) => points.map(({ x, y }) => around(x, y)));
    const context = chart.ctx;
    context.save();
    context.font = `12px ${Chart.defaults.font.family}`;
    context.fillStyle = readTheme().ink;
    chart.unnamed = sets.flatMap(([dataset, points]) =>
      dataset.names.filter((text, i) => !placeName(chart, points[i], text, taken)),
    );
    context.restore();
  },
};

const around = (x, y) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 });
const overlap = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

// Where a text may stand, the nearest places first: right and left of its point, above and
// below it, and between these; then further away with a line to it. x and y: from the point to
// the text; side: which of its ends is there, 0 for the middle.
const PLACES = [12, 26, 42, 60, 84, 112, 144].flatMap((far) =>
  [
    ...[0, -1, 1, -0.5, 0.5].flatMap((slope) =>
      [1, -1].map((side) => ({ x: side * far * (slope ? 0.7 : 1), y: slope * far, side })),
    ),
    { x: 0, y: -far - 4, side: 0 },
    { x: 0, y: far + 4, side: 0 },
  ].map((place) => ({ ...place, far })),
);

const boxAt = (point, place, width) => {
  const x = point.x + place.x - (width * (1 - place.side)) / 2;
  const y = point.y + place.y;
  return { left: x - 2, right: x + width + 2, top: y - 8, bottom: y + 8 };
};

// Returns whether there was a place.
function placeName(chart, point, text, taken) {
  if (!text) return true;
  const context = chart.ctx;
  const width = context.measureText(text).width;
  const area = chart.chartArea;
  const isFree = (box) =>
    box.left >= area.left &&
    box.right <= chart.width &&
    box.top >= 0 &&
    box.bottom <= area.bottom &&
    !taken.some((other) => overlap(box, other));
  const place = PLACES.find((each) => isFree(boxAt(point, each, width)));
  if (!place) return false;
  const box = boxAt(point, place, width);
  taken.push(box);
  if (place.far > 12) {
    context.strokeStyle = readTheme().muted;
    context.lineWidth = 1;
    const end = [box.right, (box.left + box.right) / 2, box.left][place.side + 1];
    const level = place.side ? point.y + place.y : place.y < 0 ? box.bottom : box.top;
    strokeLine(context, point.x, point.y, end, level);
  }
  // A rim of the paper's colour, so that no line runs through the text.
  context.strokeStyle = readTheme().paper;
  context.lineWidth = 4;
  context.strokeText(text, box.left + 2, box.top + 12);
  context.fillText(text, box.left + 2, box.top + 12);
  return true;
}

export { seatColour, readTheme, faint, whiskers, reference, names };
