// Ranges and ticks of axes.
(function (Report) {
  'use strict';

  const { known, fixed, count } = Report.text;

  function axis(title, more) {
    return Object.assign({ title: { display: Boolean(title), text: title } }, more);
  }

  const SHARE_TICKS = { callback: (value) => `${Number((100 * value).toFixed(2))}%` };

  const POINT_TICKS = { callback: (value) => `${Number((100 * value).toFixed(2))}` };

  // A range that contains all values with a margin around them. It is at least minWidth
  // wide, so that random noise does not fill the chart.
  function range(values, minWidth, floor, ceiling) {
    const present = values.filter(known);
    if (present.length === 0) return {};
    let low = Math.min(...present);
    let high = Math.max(...present);
    const margin = Math.max((minWidth - (high - low)) / 2, 0.06 * (high - low));
    const step = roundStep((high - low + 2 * margin) / 5);
    low = step * Math.floor((low - margin) / step);
    high = step * Math.ceil((high + margin) / step);
    return {
      min: known(floor) ? Math.max(floor, low) : low,
      max: known(ceiling) ? Math.min(ceiling, high) : high,
    };
  }

  // 1, 2 or 5 times a power of ten, so that the axis ends on a tick.
  function roundStep(rough) {
    const unit = 10 ** Math.floor(Math.log10(rough));
    return unit * ([1, 2, 5, 10].find((times) => times * unit >= rough * 0.999) || 10);
  }

  // The range of an axis of shares, within 0 and 1.
  function shareRange(values) {
    const { min, max } = range(values, 0.1, 0, 1);
    if (!known(min)) return { min: 0, max: 1 };
    return { min, max };
  }

  // Only 1, 2 and 5 times a power of ten get a tick on a logarithmic axis; more would
  // overlap.
  function isRound(value) {
    const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
    return [1, 2, 5].some((round) => Math.abs(lead - round) < 1e-6);
  }

  function logarithmic(ends) {
    return Object.assign(
      {
        type: 'logarithmic',
        ticks: { callback: count, maxRotation: 0, autoSkipPadding: 16 },
        afterBuildTicks: (axis) => {
          axis.ticks = axis.ticks.filter((tick) => isRound(tick.value));
        },
      },
      ends,
    );
  }

  const integerTicks = {
    callback: (value) => (Number.isInteger(value) ? count(value) : fixed(value, 1)),
  };

  Report.axes = { axis, range, shareRange, logarithmic, SHARE_TICKS, POINT_TICKS, integerTicks };
})(window.Report);
