// Game length: a histogram, and the mean by how games end.
(function (Report) {
  'use strict';

  const { ENDS, known, count, fixed, percent, interval } = Report.text;
  const { NUMBER, WORD, make, table, numbers, figure } = Report.dom;
  const { seatColour, dots, bars } = Report.charts;
  const { integerTicks, range } = Report.axes;
  const { binWidth } = Report.metrics;

  const MAX_BARS = 64;

  function binned(lengths) {
    const plies = lengths.map((row) => Number(row.key));
    const shortest = Math.min(...plies);
    const longest = Math.max(...plies);
    const width = binWidth((wide) => (longest - shortest) / wide < MAX_BARS);
    const start = Math.floor(shortest / width) * width;
    const bins = Array.from({ length: Math.floor((longest - start) / width) + 1 }, (_, i) => ({
      from: start + i * width,
      value: 0,
    }));
    for (const row of lengths)
      bins[Math.floor((Number(row.key) - start) / width)].value += row.value;
    for (const bin of bins)
      bin.name =
        width === 1 ? count(bin.from) : `${count(bin.from)}–${count(bin.from + width - 1)}`;
    return { bins, width, start };
  }

  function lengths(run, metrics) {
    const rows = metrics
      .list('length', 'rate')
      .filter((row) => Number.isInteger(Number(row.key)));
    if (rows.length === 0) return lengthTable(metrics);
    return make('div', null, histogram(metrics, rows), lengthByWinner(run, metrics));
  }

  function histogram(metrics, rows) {
    const { bins, width, start } = binned(rows);
    const at = (plies) => (plies - start + 0.5) / width - 0.5;
    const get = (metric) => metrics.value('run', '', metric);
    const median = get('plies_median');
    const [p5, p95] = [get('plies_p5'), get('plies_p95')];
    const chart = bars('Histogram of game lengths', bins, {
      xTitle: 'plies',
      yTitle: 'games',
      formatX: (bin) => `${bin.name} plies`,
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
        ? make('p', { class: 'muted' }, 'The shaded range contains 90% of the games.')
        : null,
      numbers(
        'Share of games by length',
        [WORD('Plies'), NUMBER('Games')],
        bins.filter((bin) => bin.value > 0).map((bin) => [bin.name, percent(bin.value)]),
      ),
    );
  }

  function lengthTable(metrics) {
    const get = (metric) => metrics.get('run', '', metric);
    const whole = (metric) => (get(metric) ? count(get(metric).value) : null);
    const bounds = (metric, format) =>
      get(metric) ? interval(get(metric).low, get(metric).high, format) : '';
    const mean = get('plies_mean');
    const one = (value) => fixed(value, 1);
    const between = (low, high) =>
      whole(low) && whole(high) ? `${whole(low)} to ${whole(high)}` : null;
    const rows = [
      ['mean', mean && one(mean.value), bounds('plies_mean', one)],
      ['median', whole('plies_median'), bounds('plies_median', count)],
      ['5th percentile', whole('plies_p5'), bounds('plies_p5', count)],
      ['95th percentile', whole('plies_p95'), bounds('plies_p95', count)],
      ['range', between('plies_min', 'plies_max'), ''],
      ['standard deviation', get('plies_sd') && one(get('plies_sd').value), bounds('plies_sd', one)],
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
