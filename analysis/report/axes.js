// Ranges and ticks of axes.
import { known, fixed, count, sentence } from './text.js';

// more.step: the distance of ticks, as range returns it.
function axis(title, more) {
  const settings = Object.assign({ title: { display: Boolean(title), text: title } }, more);
  if (known(settings.step)) settings.ticks = { ...settings.ticks, stepSize: settings.step };
  return settings;
}

const SHARE_TICKS = { callback: (value) => `${Number((100 * value).toFixed(2))}%` };

const POINT_TICKS = { callback: (value) => sentence(`${Number((100 * value).toFixed(2))}`) };

// A range that contains all values with a margin around them, and the step between its ticks.
// It is at least minWidth wide, so that random noise does not fill the chart.
function range(values, minWidth, floor, ceiling) {
  const present = values.filter(known);
  if (present.length === 0) return {};
  let low = Math.min(...present);
  let high = Math.max(...present);
  const margin = Math.max((minWidth - (high - low)) / 2, 0.06 * (high - low));
  const step = roundStep((high - low + 2 * margin) / 6);
  low = step * Math.floor((low - margin) / step);
  high = step * Math.ceil((high + margin) / step);
  return {
    min: known(floor) ? Math.max(floor, low) : low,
    max: known(ceiling) ? Math.min(ceiling, high) : high,
    step,
  };
}

// 1, 2 or 5 times a power of ten, so that the axis ends on a tick.
function roundStep(rough) {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return unit * ([1, 2, 5, 10].find((times) => times * unit >= rough * 0.999) || 10);
}

// The range of an axis of shares, within 0 and 1.
function shareRange(values) {
  const found = range(values, 0.1, 0, 1);
  return known(found.min) ? found : { min: 0, max: 1 };
}

// Only 1, 2 and 5 times a power of ten get a tick on a logarithmic axis; more would
// overlap.
function isRound(value) {
  const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((round) => Math.abs(lead - round) < 1e-6);
}

function logarithmic(ends) {
  return {
    type: 'logarithmic',
    ticks: { callback: count, maxRotation: 0, autoSkipPadding: 16 },
    afterBuildTicks: (axis) => {
      axis.ticks = axis.ticks.filter((tick) => isRound(tick.value));
    },
    ...ends,
  };
}

const integerTicks = {
  callback: (value) => (Number.isInteger(value) ? count(value) : fixed(value, 1)),
};

// Ticks at these values, under these names.
function ticksAt(values, nameOf) {
  return {
    type: 'linear',
    ticks: { autoSkip: false, maxRotation: 0, callback: nameOf },
    afterBuildTicks: (axis) => {
      axis.ticks = values.map((value) => ({ value }));
    },
  };
}

const GAP = 8; // pixels between two labels

// Drops labels that would run into others: after the first, those that are too near to the one
// before or to the last.
function thinTicks(axis) {
  const context = axis.ctx;
  context.save();
  context.font = `${Chart.defaults.font.size}px ${Chart.defaults.font.family}`;
  const spans = axis.ticks.map((tick) => {
    const half = (context.measureText(String(tick.label ?? '')).width + GAP) / 2;
    const at = axis.getPixelForValue(tick.value);
    return { tick, from: at - half, to: at + half };
  });
  context.restore();
  const last = spans[spans.length - 1];
  let end = -Infinity;
  axis.ticks = spans
    .filter((span, i) => {
      const fits =
        span.from >= end && (i === 0 || span === last || span.to <= last.from);
      if (fits) end = span.to;
      return fits;
    })
    .map((span) => span.tick);
}

export {
  axis,
  range,
  shareRange,
  logarithmic,
  ticksAt,
  thinTicks,
  SHARE_TICKS,
  POINT_TICKS,
  integerTicks,
};
