// Scores: a histogram of margins, and the mean score of each seat.
(function (Report) {
  'use strict';

  const { known, fixed, percent, interval } = Report.text;
  const { NUMBER, WORD, make, table, numbers, figure } = Report.dom;
  const { bars } = Report.charts;
  const { binWidth } = Report.metrics;

  const MAX_BARS = 64;

  function commonDivisor(a, b) {
    return b === 0 ? a : commonDivisor(b, a % b);
  }

  // One bar for each margin, if games have no others: margins that are all even, or all end in a
  // half, have no empty bars between them. Null if these were too many.
  function single(rows, places, step) {
    const least = Math.min(...places);
    const most = Math.max(...places);
    const apart = places.reduce((sum, place) => commonDivisor(sum, place - least), 0) || 1;
    if ((most - least) / apart >= MAX_BARS) return null;
    const bins = Array.from({ length: (most - least) / apart + 1 }, (_, i) => ({
      name: String((least + i * apart) * step),
      value: 0,
    }));
    rows.forEach((row, i) => {
      bins[(places[i] - least) / apart].value += row.value;
    });
    return { bins, at: (points) => (points / step - least) / apart };
  }

  // Bars for ranges of margins, `step` points wide or a multiple of it.
  function ranges(rows, places, step) {
    const least = Math.min(...places);
    const most = Math.max(...places);
    const width = binWidth((wide) => (most - least) / wide < MAX_BARS);
    const start = Math.floor(least / width);
    const span = width * step;
    const bins = Array.from({ length: Math.floor(most / width) - start + 1 }, (_, i) => ({
      name: `${(start + i) * span} to below ${(start + i + 1) * span}`,
      value: 0,
    }));
    rows.forEach((row, i) => {
      bins[Math.floor(places[i] / width) - start].value += row.value;
    });
    return { bins, at: (points) => points / span - start - 0.5 };
  }

  // From the lowest margin to the highest.
  function binned(rows, step, exact) {
    const places = rows.map((row) => Math.round(Number(row.key) / step));
    return (exact && single(rows, places, step)) || ranges(rows, places, step);
  }

  function scoreTable(metrics) {
    const one = (value) => fixed(value, 1);
    const row = (name, found) =>
      found && [name, one(found.value), interval(found.low, found.high, one)];
    const rows = [
      ...metrics.list('seat', 'score_mean').map((seat) => row(`score of seat ${seat.key}`, seat)),
      row('margin of the first side', metrics.get('run', '', 'margin_mean')),
      row('standard deviation of the margin', metrics.get('run', '', 'margin_sd')),
    ].filter(Boolean);
    return table('Scores', [WORD('Mean'), NUMBER('Points'), NUMBER('95% interval')], rows);
  }

  function margins(run, metrics) {
    const rows = metrics.list('margin', 'rate');
    const step = metrics.value('run', '', 'margin_step');
    if (rows.length === 0 || !known(step)) return null;
    const { bins, at } = binned(rows, step, metrics.value('run', '', 'margin_exact') === 1);
    const mean = metrics.value('run', '', 'margin_mean');
    const chart = bars('Histogram of margins', bins, {
      xTitle: 'points',
      yTitle: 'games',
      formatX: (bin) => `margin ${bin.name}`,
      lines:
        known(mean) && bins.length > 1
          ? [{ axis: 'x', value: at(mean), label: `mean ${fixed(mean, 1)}`, over: true }]
          : [],
    });
    return figure(
      'margins',
      chart,
      scoreTable(metrics),
      make(
        'p',
        { class: 'muted' },
        'The margin is the score of the first side minus the best of the others, in the games ' +
          'that were won or drawn.',
      ),
      numbers(
        'Share of games by margin',
        [WORD('Points'), NUMBER('Games')],
        bins.filter((bin) => bin.value > 0).map((bin) => [bin.name, percent(bin.value)]),
      ),
    );
  }

  Report.margins = margins;
})(window.Report);
