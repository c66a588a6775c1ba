// Game length: a histogram, and the mean by how games end. Truncated and forfeited games would
// have gone on: they are marked, and a quantile that is beyond them is "at least" something.
(function (Report) {
  'use strict';

  const { ENDS, known, count, fixed, percent, interval } = Report.text;
  const { NUMBER, WORD, make, table, numbers, figure } = Report.dom;
  const { seatColour, dots, bars } = Report.charts;
  const { integerTicks, range } = Report.axes;
  const { binWidth } = Report.metrics;

  const MAX_BARS = 64;

  // No game is longer than `limit` plies, if that is known.
  function binned(lengths, limit) {
    const plies = lengths.map((row) => Number(row.key));
    const shortest = Math.min(...plies);
    const longest = Math.max(...plies);
    const width = binWidth((wide) => (longest - shortest) / wide < MAX_BARS);
    const start = Math.floor(shortest / width) * width;
    const bins = Array.from({ length: Math.floor((longest - start) / width) + 1 }, (_, i) => ({
      from: start + i * width,
      value: 0,
      part: 0,
    }));
    for (const row of lengths) {
      const bin = bins[Math.floor((Number(row.key) - start) / width)];
      bin.value += row.value;
      bin.part += row.stopped;
    }
    for (const bin of bins) {
      const to = Math.min(bin.from + width - 1, limit);
      bin.name = to > bin.from ? `${count(bin.from)}–${count(to)}` : count(bin.from);
    }
    return { bins, width, start };
  }

  function lengths(run, metrics) {
    const rows = metrics
      .list('length', 'rate')
      .filter((row) => Number.isInteger(Number(row.key)))
      .map((row) =>
        Object.assign(row, { stopped: metrics.value('length', row.key, 'stopped_rate') || 0 }),
      );
    if (rows.length === 0) return lengthTable(metrics);
    return make('div', null, histogram(run, metrics, rows), lengthByWinner(run, metrics));
  }

  function histogram(run, metrics, rows) {
    const { bins, width, start } = binned(rows, run.max_plies || Infinity);
    const at = (plies) => (plies - start + 0.5) / width - 0.5;
    const get = (metric) => metrics.value('run', '', metric);
    const median = get('plies_median');
    const limit = get('plies_limit');
    const p5 = get('plies_p5');
    const p95 = known(get('plies_p95')) ? get('plies_p95') : limit;
    const stopped = bins.some((bin) => bin.part > 0);
    const chart = bars('Histogram of game lengths', bins, {
      xTitle: 'plies',
      yTitle: 'games',
      formatX: (bin) => `${bin.name} plies`,
      part: stopped
        ? { rest: 'ended', name: 'stopped: truncated or forfeited', colour: '--truncated' }
        : null,
      lines:
        known(median) && bins.length > 1
          ? [{ axis: 'x', value: at(median), label: `median ${count(median)}`, over: true }]
          : [],
      bands:
        known(p5) && known(p95)
          ? [{ from: at(p5) - 0.5 / width, to: at(p95) + 0.5 / width }]
          : [],
    });
    return figure(
      'lengths',
      chart,
      lengthTable(metrics),
      known(p5)
        ? make('p', { class: 'muted' }, 'The shaded range contains 90% of these games.')
        : null,
      known(limit)
        ? make(
            'p',
            { class: 'muted' },
            `Mean and standard deviation count longer games as ${count(limit)} plies.`,
          )
        : null,
      numbers(
        'Share of games by length',
        [WORD('Plies'), NUMBER('Games'), ...(stopped ? [NUMBER('Stopped')] : [])],
        bins
          .filter((bin) => bin.value > 0)
          .map((bin) => [bin.name, percent(bin.value), ...(stopped ? [percent(bin.part)] : [])]),
      ),
    );
  }

  // The rows of the quantiles: [name, text, interval].
  function quantiles(metrics) {
    const limit = metrics.value('run', '', 'plies_limit');
    return [
      ['median', 'plies_median'],
      ['5th percentile', 'plies_p5'],
      ['95th percentile', 'plies_p95'],
    ].map(([name, metric]) => {
      const found = metrics.any('run', '', metric);
      if (!found) return [name, null];
      const { value, low, high } = found;
      return [
        name,
        known(value) ? count(value) : known(limit) ? `at least ${count(limit)}` : null,
        known(high) ? interval(low, high, count) : known(low) ? `${count(low)} or more` : '',
      ];
    });
  }

  function lengthTable(metrics) {
    const get = (metric) => metrics.get('run', '', metric);
    const bounds = (metric, format) =>
      get(metric) ? interval(get(metric).low, get(metric).high, format) : '';
    const one = (value) => fixed(value, 1);
    const limit = get('plies_limit');
    const [min, max] = [get('plies_min'), get('plies_max')];
    const rows = [
      ['mean', get('plies_mean') && one(get('plies_mean').value), bounds('plies_mean', one)],
      ...quantiles(metrics),
      [
        'range',
        min && max && `${count(min.value)} to ${limit ? 'at least ' : ''}${count(max.value)}`,
        '',
      ],
      [
        'standard deviation',
        get('plies_sd') && one(get('plies_sd').value),
        bounds('plies_sd', one),
      ],
      [
        'passes per game',
        get('passes_mean') &&
          get('passes_mean').value > 0 &&
          fixed(get('passes_mean').value, 2),
        '',
      ],
    ].filter((row) => row[1]);
    return rows.length
      ? table('Length in plies', [WORD('Statistic'), NUMBER('Plies'), NUMBER('95% interval')], rows)
      : null;
  }

  function lengthByWinner(run, metrics) {
    const seats = metrics
      .list('seat', 'plies_mean')
      .map((row) =>
        Object.assign(
          { name: `won by seat ${row.key}`, colour: seatColour(Number(row.key)) },
          row,
        ),
      );
    const ends = metrics.list('end', 'plies_mean').map((row) =>
      Object.assign(
        {
          name: ENDS[row.key] || row.key,
          colour: ENDS[row.key] ? `--${row.key}` : '--muted',
        },
        row,
      ),
    );
    const rows = seats.concat(ends);
    if (rows.length < 2) return null;
    const format = (value) => fixed(value, 1);
    const span = range(
      rows.flatMap((row) => [row.value, row.low, row.high]),
      2,
      0,
    );
    return make(
      'div',
      null,
      make('h4', null, 'Length by how games end'),
      figure(
        'length-by-end',
        dots('Mean length of games by how they end', rows, {
          title: 'mean number of plies',
          format,
          ticks: integerTicks,
          range: span,
        }),
        numbers(
          'Mean length by how games end',
          [WORD('Games'), NUMBER('Plies'), NUMBER('95% interval'), NUMBER('Games')],
          rows.map((row) => [
            row.name,
            format(row.value),
            interval(row.low, row.high, format),
            count(row.n),
          ]),
        ),
      ),
    );
  }

  Report.lengths = lengths;
})(window.Report);
