// Plugins for Chart.js that draw intervals and reference lines, and the theme's colours.
(function (Report) {
  'use strict';

  const { known } = Report.text;
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
      accent: colour('--accent'),
      surface: colour('--surface'),
      seat: (seat) => colour(seatColour(seat)),
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

  // dataset.whiskers: [low, high] or null for each point. If one end is unknown, an arrow
  // points to where the axis ends.
  const whiskers = {
    id: 'whiskers',
    afterDatasetsDraw(chart) {
      chart.data.datasets.forEach((dataset, index) => {
        if (dataset.whiskers && chart.isDatasetVisible(index))
          drawWhiskers(chart, dataset, chart.getDatasetMeta(index));
      });
    },
  };

  function drawWhiskers(chart, dataset, meta) {
    const horizontal = chart.options.indexAxis === 'y';
    const scale = horizontal ? chart.scales.x : chart.scales.y;
    const context = chart.ctx;
    context.save();
    context.lineWidth = 2;
    meta.data.forEach((point, i) => {
      const range = dataset.whiskers[i];
      if (!range || !range.some(known)) return;
      const ends = range.map((value, end) =>
        scale.getPixelForValue(known(value) ? value : [scale.min, scale.max][end]),
      );
      context.strokeStyle = Array.isArray(dataset.borderColor)
        ? dataset.borderColor[i]
        : dataset.borderColor;
      drawWhisker(context, horizontal, horizontal ? point.y : point.x, ends, range.map(known));
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
  // line in front of the bars, and bands [{ from, to }] on the x axis.
  const reference = {
    id: 'reference',
    beforeDatasetsDraw(chart, _args, options) {
      for (const band of options.bands || []) shadeBand(chart, band);
      for (const line of options.lines || []) if (!line.over) drawLine(chart, line);
    },
    afterDatasetsDraw(chart, _args, options) {
      for (const line of options.lines || []) {
        if (line.over) drawLine(chart, line);
        labelLine(chart, line);
      }
    },
  };

  function shadeBand(chart, band) {
    const { left, right, top, bottom } = chart.chartArea;
    const [from, to] = [band.from, band.to].map((value) =>
      chart.scales.x.getPixelForValue(value),
    );
    const start = Math.max(left, from);
    chart.ctx.save();
    chart.ctx.fillStyle = faint(readTheme().muted, 0.13);
    chart.ctx.fillRect(start, top, Math.min(right, to) - start, bottom - top);
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

  function labelLine(chart, line) {
    if (!line.label) return;
    // Outside the chart area, where no curve can cross the text.
    const { right, top } = chart.chartArea;
    const at = chart.scales[line.axis].getPixelForValue(line.value);
    const vertical = line.axis === 'x';
    const context = chart.ctx;
    context.save();
    context.font = `12px ${Chart.defaults.font.family}`;
    const width = context.measureText(line.label).width;
    const x = vertical ? Math.min(at + 5, right - width) : right + 6;
    const y = vertical ? top - 6 : at + 4;
    context.fillStyle = readTheme().muted;
    context.fillText(line.label, x, y);
    context.restore();
  }

  Report.chartPlugins = { seatColour, readTheme, faint, whiskers, reference };
})(window.Report);
