// Charts: what Chart.js lacks (whiskers, marked lines), the colours of the page's theme,
// and the few kinds of chart the report uses. A chart is kept with the function that
// makes it, so that it can be made again when the theme changes or the page is printed.
(function (Report) {
  'use strict';

  const { known, percent, percentInterval, fixed, count } = Report.text;
  const { make } = Report.dom;
  const charts = [];
  const SEAT_COLOURS = 16;

  function seatColour(seat) {
    return seat > 0 ? `--seat-${((seat - 1) % SEAT_COLOURS) + 1}` : '--nobody';
  }

  // The style sheet is the one place that knows colours.
  function readTheme() {
    const style = getComputedStyle(document.documentElement);
    const colour = (variable) => style.getPropertyValue(variable).trim();
    return { colour, ink: colour('--ink'), muted: colour('--muted'), rule: colour('--rule'), accent: colour('--accent'),
      surface: colour('--surface'), seat: (seat) => colour(seatColour(seat)) };
  }

  function faint(colour, share) {
    const alpha = Math.round(255 * share).toString(16).padStart(2, '0');
    return /^#[0-9a-f]{6}$/i.test(colour) ? colour + alpha : colour;
  }

  function strokeLine(context, x1, y1, x2, y2) {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }

  // dataset.whiskers: for each point its [low, high], or null.
  const whiskers = {
    id: 'whiskers',
    afterDatasetsDraw(chart) {
      chart.data.datasets.forEach((dataset, index) => {
        if (dataset.whiskers && chart.isDatasetVisible(index)) drawWhiskers(chart, dataset, chart.getDatasetMeta(index));
      });
    },
  };

  function drawWhiskers(chart, dataset, meta) {
    const across = chart.options.indexAxis === 'y';
    const scale = across ? chart.scales.x : chart.scales.y;
    const context = chart.ctx;
    context.save();
    context.lineWidth = 2;
    meta.data.forEach((point, i) => {
      const range = dataset.whiskers[i];
      if (!range || !known(range[0]) || !known(range[1])) return;
      const ends = range.map((value) => scale.getPixelForValue(value));
      context.strokeStyle = Array.isArray(dataset.borderColor) ? dataset.borderColor[i] : dataset.borderColor;
      drawWhisker(context, across, across ? point.y : point.x, ends);
    });
    context.restore();
  }

  function drawWhisker(context, across, middle, [low, high]) {
    const cap = 5;
    const line = (a, b, c, d) => (across ? strokeLine(context, b, a, d, c) : strokeLine(context, a, b, c, d));
    line(middle, low, middle, high);
    line(middle - cap, low, middle + cap, low);
    line(middle - cap, high, middle + cap, high);
  }

  // options.plugins.marks.lines: [{ axis, value, label, over }] (over: in front of bars), options.plugins.marks.bands: [{ axis, from, to }].
  const marks = {
    id: 'marks',
    beforeDatasetsDraw(chart, _args, options) {
      for (const band of options.bands || []) shadeBand(chart, band);
      for (const line of options.lines || []) if (!line.over) drawMark(chart, line);
    },
    afterDatasetsDraw(chart, _args, options) {
      for (const line of options.lines || []) {
        if (line.over) drawMark(chart, line);
        labelMark(chart, line);
      }
    },
  };

  function shadeBand(chart, band) {
    const { left, right, top, bottom } = chart.chartArea;
    const [from, to] = [band.from, band.to].map((value) => chart.scales.x.getPixelForValue(value));
    const start = Math.max(left, from);
    chart.ctx.save();
    chart.ctx.fillStyle = faint(readTheme().muted, 0.13);
    chart.ctx.fillRect(start, top, Math.min(right, to) - start, bottom - top);
    chart.ctx.restore();
  }

  function drawMark(chart, line) {
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

  function labelMark(chart, line) {
    if (!line.label) return;
    // Beside the chart, where no line can cross the word.
    const { right, top } = chart.chartArea;
    const at = chart.scales[line.axis].getPixelForValue(line.value);
    const upright = line.axis === 'x';
    const context = chart.ctx;
    context.save();
    context.font = `12px ${Chart.defaults.font.family}`;
    const width = context.measureText(line.label).width;
    const x = upright ? Math.min(at + 5, right - width) : right + 6;
    const y = upright ? top - 6 : at + 4;
    context.fillStyle = readTheme().muted;
    context.fillText(line.label, x, y);
    context.restore();
  }

  // What a reader hears instead of the picture, and what is drawn in it: make(theme) gives
  // a Chart.js configuration.
  function chart(label, height, makeConfig) {
    const canvas = make('canvas', { role: 'img', 'aria-label': label });
    const plot = make('div', { class: 'plot' }, canvas);
    plot.style.height = `${height}px`;
    charts.push({ canvas, makeConfig, drawn: null });
    return plot;
  }

  function drawAll() {
    const theme = readTheme();
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    Chart.defaults.color = theme.muted;
    Chart.defaults.borderColor = theme.rule;
    for (const entry of charts) {
      if (entry.drawn) entry.drawn.destroy();
      entry.drawn = new Chart(entry.canvas, withDefaults(entry.makeConfig(theme), theme));
    }
  }

  function withDefaults(config, theme) {
    const options = config.options;
    options.animation = false;
    options.responsive = true;
    options.maintainAspectRatio = false;
    const marked = (axisName) => ((options.plugins.marks || {}).lines || []).some((line) => line.axis === axisName && line.label);
    options.layout = { padding: { top: marked('x') ? 20 : 8, right: marked('y') ? 34 : 12 } };
    options.plugins = Object.assign({ legend: { display: false }, tooltip: {} }, options.plugins);
    Object.assign(options.plugins.tooltip, { displayColors: false, backgroundColor: theme.ink, titleColor: theme.surface,
      bodyColor: theme.surface, padding: 8, cornerRadius: 4 });
    config.plugins = [whiskers, marks];
    return config;
  }

  function axis(title, more) {
    return Object.assign({ title: { display: Boolean(title), text: title } }, more);
  }

  const SHARE_TICKS = { callback: (value) => `${Number((100 * value).toFixed(2))}%` };

  // The part of the axis that holds all values, with air around it, and never so narrow
  // that chance looks like a mountain.
  function range(values, least, floor, ceiling) {
    const there = values.filter(known);
    if (there.length === 0) return {};
    let low = Math.min(...there);
    let high = Math.max(...there);
    const air = Math.max((least - (high - low)) / 2, 0.06 * (high - low));
    const step = roundStep((high - low + 2 * air) / 5);
    low = step * Math.floor((low - air) / step);
    high = step * Math.ceil((high + air) / step);
    return { min: known(floor) ? Math.max(floor, low) : low, max: known(ceiling) ? Math.min(ceiling, high) : high };
  }

  // 1, 2 or 5 times a power of ten: the axis ends on a tick.
  function roundStep(rough) {
    const unit = 10 ** Math.floor(Math.log10(rough));
    return unit * ([1, 2, 5, 10].find((times) => times * unit >= rough * 0.999) || 10);
  }

  // The same for shares.
  function shareRange(values) {
    const { min, max } = range(values, 0.1, 0, 1);
    if (!known(min)) return { min: 0, max: 1 };
    return { min, max };
  }

  // Names on the axis end where they would push the chart off a phone.
  function shortened(text, most) {
    const letters = Array.from(text);
    return letters.length > most ? letters.slice(0, most - 1).join('') + '…' : text;
  }

  // rows: [{ name, colour, value, low, high }], one under the other, with whiskers.
  function dots(label, rows, options) {
    const write = options.write || percent;
    const makeConfig = (theme) => {
      const colours = rows.map((row) => theme.colour(row.colour));
      return {
        type: 'line',
        data: { labels: rows.map((row) => row.name), datasets: [{
          data: rows.map((row) => row.value), whiskers: rows.map((row) => [row.low, row.high]), showLine: false,
          borderColor: colours, backgroundColor: colours, pointBackgroundColor: colours, pointBorderColor: colours,
          pointRadius: 6, pointHoverRadius: 7, clip: false }] },
        options: {
          indexAxis: 'y',
          scales: {
            x: axis(options.title, Object.assign({ ticks: options.ticks || SHARE_TICKS }, options.range)),
            y: { offset: true, grid: { display: false }, ticks: { autoSkip: false, color: theme.ink,
              callback(value) { return shortened(String(this.getLabelForValue(value)), 24); } } },
          },
          plugins: {
            marks: { lines: options.lines || [] },
            tooltip: { callbacks: { label: (item) => withInterval(write, rows[item.dataIndex]) } },
          },
        },
      };
    };
    return chart(label, 74 + 34 * rows.length, makeConfig);
  }

  function withInterval(write, row) {
    if (!known(row.low) || !known(row.high)) return write(row.value);
    const bounds = write === percent ? percentInterval(row.low, row.high) : `${write(row.low)} to ${write(row.high)}`;
    return `${write(row.value)} (${bounds})`;
  }

  // lines: [{ name, colour, points: [{ x, y, low, high }], style }], each with a band if it has bounds.
  function curves(label, lines, options) {
    const makeConfig = (theme) => ({
      type: 'line',
      data: { labels: options.labels, datasets: lines.flatMap((line) => curve(line, theme, options)) },
      options: {
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: { x: axis(options.xTitle, options.x), y: axis(options.yTitle, options.y) },
        plugins: {
          legend: { display: lines.length > 1, align: 'start', labels: { usePointStyle: true, boxHeight: 7, color: theme.ink,
            filter: (item) => Boolean(item.text) } },
          marks: { lines: options.lines || [] },
          tooltip: { filter: (item) => Boolean(item.dataset.label), callbacks: {
            title: (items) => (items.length ? options.writeX(items[0]) : ''),
            label: (item) => tooltipOf(item, lines, options) } },
        },
      },
    });
    return chart(label, options.height || 300, makeConfig);
  }

  function tooltipOf(item, lines, options) {
    const text = withInterval(options.write, item.dataset.points[item.dataIndex]);
    return lines.length > 1 ? `${item.dataset.label}: ${text}` : text;
  }

  // The band is two lines without a stroke, filled between; they have no label, which is
  // how legend and tooltips know to leave them out.
  function curve(line, theme, options) {
    const colour = theme.colour(line.colour);
    const at = (key) => line.points.map((point) => (options.labels ? point[key] : { x: point.x, y: point[key] }));
    const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, pointHoverRadius: 0 };
    const few = line.points.length <= 40;
    const main = { label: line.name, data: at('y'), points: line.points, borderColor: colour, backgroundColor: colour,
      borderWidth: 2, borderDash: line.dash || [], pointStyle: line.style || 'circle', pointRadius: few ? 4 : 0,
      pointHoverRadius: 5, tension: 0, spanGaps: true };
    if (!line.points.some((point) => known(point.low))) return [main];
    return [
      Object.assign({ data: at('high'), fill: '+1', backgroundColor: faint(colour, 0.18) }, edge),
      Object.assign({ data: at('low') }, edge),
      main,
    ];
  }

  // bars: [{ name, value }]; marks and bands stand at places on the axis, counted in bars.
  function bars(label, rows, options) {
    const makeConfig = (theme) => ({
      type: 'bar',
      data: { labels: rows.map((row) => row.name), datasets: [{
        data: rows.map((row) => row.value), backgroundColor: rows.map((row) => theme.colour(row.colour || '--accent')),
        borderColor: theme.ink, whiskers: options.whiskers && rows.map((row) => [row.low, row.high]),
        categoryPercentage: 1, barPercentage: rows.length > 80 ? 1 : 0.86 }] },
      options: {
        scales: {
          x: axis(options.xTitle, { grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 12 } }),
          y: axis(options.yTitle, { beginAtZero: true, ticks: options.ticks || SHARE_TICKS }),
        },
        plugins: {
          marks: { lines: options.lines || [], bands: options.bands || [] },
          tooltip: { callbacks: { title: (items) => options.writeX(rows[items[0].dataIndex]),
            label: (item) => (options.write || percent)(item.parsed.y) } },
        },
      },
    });
    return chart(label, options.height || 280, makeConfig);
  }

  // groups: [{ name, colour, style, points: [{ x, y, name, text }] }]
  function scatter(label, groups, options) {
    const makeConfig = (theme) => ({
      type: 'scatter',
      data: { datasets: groups.map((group) => ({ label: group.name, data: group.points, pointStyle: group.style,
        borderColor: theme.colour(group.colour), borderWidth: 2, pointRadius: 6, pointHoverRadius: 8, clip: false,
        backgroundColor: group.hollow ? 'transparent' : theme.colour(group.colour),
        showLine: group.joined, borderDash: [4, 4] })) },
      options: {
        scales: { x: axis(options.xTitle, { beginAtZero: true, grace: '6%', ticks: options.xTicks || {} }),
          y: axis(options.yTitle, { beginAtZero: true, grace: '6%', ticks: options.yTicks || {} }) },
        plugins: {
          legend: { display: groups.length > 1, align: 'start', labels: { usePointStyle: true, boxHeight: 8, color: theme.ink } },
          tooltip: { callbacks: { label: (item) => item.raw.text } },
        },
      },
    });
    return chart(label, 360, makeConfig);
  }

  const integerTicks = { callback: (value) => (Number.isInteger(value) ? count(value) : fixed(value, 1)) };

  Report.charts = { SHARE_TICKS, integerTicks, seatColour, drawAll, dots, curves, bars, scatter, range, shareRange };
})(window.Report);
