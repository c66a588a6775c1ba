// How games are played: how much there is to choose, where on the board, how tense it is.
(function (Report) {
  'use strict';

  const { known, count, fixed, percent, percentInterval, interval, powerOfTen, cellPlace } =
    Report.text;
  const { NUMBER, WORD, make, numbers, figure, facts } = Report.dom;
  const { curves } = Report.charts;
  const { integerTicks, logarithmic } = Report.axes;
  const { sideCount, binWidth } = Report.figures;

  // --- How much there is to choose

  function choice(run, figures) {
    const plies = branching(figures);
    const cards = choiceFacts(figures);
    return plies || cards ? make('div', null, cards, plies) : null;
  }

  function choiceFacts(figures) {
    const get = (metric) => figures.get('complexity', '', metric);
    const mean = get('branching_mean') || figures.get('run', '', 'branching_mean');
    const most = get('branching_max') || figures.get('run', '', 'branching_max');
    const one = (value) => fixed(value, 1);
    const bounds = (metric, write) => interval(get(metric).low, get(metric).high, write);
    return facts([
      mean && {
        title: 'Legal moves',
        value: one(mean.value),
        interval: interval(mean.low, mean.high, one),
        says: 'On average over all plies.',
      },
      get('branching_median') && {
        title: 'Median',
        value: count(get('branching_median').value),
        interval: bounds('branching_median', count),
        says: 'Half of the plies have no more legal moves than that.',
      },
      most && {
        title: 'Most',
        value: count(most.value),
        says: 'The most legal moves that were met at a ply.',
      },
      get('decision_rate') && {
        title: 'Real choice',
        value: percent(get('decision_rate').value),
        interval: percentInterval(get('decision_rate').low, get('decision_rate').high),
        says: 'Plies with more than one legal move.',
      },
      get('game_tree_log10') && {
        title: 'Game tree',
        value: powerOfTen(get('game_tree_log10').value),
        interval: bounds('game_tree_log10', powerOfTen),
        says: 'Legal moves multiplied along a typical game. There are more games than that.',
      },
      get('positions_seen') && {
        title: 'Positions seen',
        value: count(get('positions_seen').value),
        says: 'Different positions in the sampled games.',
      },
      get('positions_min_log10') && {
        title: 'State space',
        value: `≥ ${powerOfTen(get('positions_min_log10').value)}`,
        says: 'So many positions at least. It grows with the sample.',
      },
    ]);
  }

  const MOST_ROWS = 120;

  function branching(figures) {
    const all = figures
      .list('ply', 'branching_mean')
      .map((row) => Object.assign({ x: Number(row.key), y: row.value }, row));
    if (all.length < 2) return null;
    // The few longest games say little: their plies would be noise at the end of the chart.
    const started = Math.max(...all.map((row) => row.n || 0));
    const points = all.filter(
      (row) => (row.n || 0) >= Math.min(started, Math.max(2, started / 100)),
    );
    if (points.length < 2) return null;
    const write = (value) => fixed(value, 1);
    const x = plyAxis(points);
    const drawn = curves(
      'Legal moves by ply with their 95% interval',
      [{ name: 'legal moves', colour: '--accent', points }],
      {
        xTitle: x.type === 'logarithmic' ? 'ply, on a logarithmic scale' : 'ply',
        yTitle: 'legal moves on average',
        x,
        y: { beginAtZero: true },
        write,
        writeX: (item) => `ply ${count(item.parsed.x)}`,
      },
    );
    const end = count(points[points.length - 1].x);
    const cut = `Up to ply ${end}: fewer than 1% of the games went further.`;
    return make(
      'div',
      null,
      make('h4', null, 'Legal moves as the game goes on'),
      figure(
        'branching',
        drawn,
        points.length < all.length ? make('p', { class: 'muted' }, cut) : null,
        plyTable(points, write),
      ),
    );
  }

  const FIRST_PLIES = 20;

  // Of a long game the first plies, and then every tenth or so.
  function plyTable(points, write) {
    const step = binWidth((width) => points.length / width <= MOST_ROWS);
    const listed = points.filter(({ x }) => x <= FIRST_PLIES || x % step === 0);
    return numbers(
      step > 1
        ? `Legal moves by ply, after ${FIRST_PLIES} every ${step}th`
        : 'Legal moves by ply',
      [WORD('Ply'), NUMBER('Moves'), NUMBER('95%'), NUMBER('Games')],
      listed.map((row) => [
        row.key,
        write(row.value),
        interval(row.low, row.high, write),
        count(row.n),
      ]),
    );
  }

  // In a long game most of what there is to see happens early on.
  function plyAxis(points) {
    const ends = { min: points[0].x, max: points[points.length - 1].x };
    return points.length > 200
      ? logarithmic(ends)
      : Object.assign({ type: 'linear', ticks: integerTicks }, ends);
  }

  // --- Where on the board

  function cellsOf(run, figures, metric) {
    const inside = (row) => {
      const place = cellPlace(row.key);
      return place && place.column < run.board.columns && place.row < run.board.rows;
    };
    return new Map(
      figures
        .list('cell', metric)
        .filter(inside)
        .map((row) => [row.key, row]),
    );
  }

  function board(run, figures) {
    const kinds = moveKinds(figures);
    const rates = run.board ? cellsOf(run, figures, 'rate') : new Map();
    if (rates.size === 0) return kinds;
    const won = cellsOf(run, figures, 'winner_rate');
    const fair = 1 / sideCount(run);
    const rows = [...rates.keys()].map((cell) => [
      cell,
      percent(rates.get(cell).value),
      ...(won.has(cell)
        ? [
            percent(won.get(cell).value),
            percentInterval(won.get(cell).low, won.get(cell).high),
            count(won.get(cell).n),
          ]
        : ['–', '', '0']),
    ]);
    return make(
      'div',
      null,
      make(
        'div',
        { class: 'heats', 'data-chart': 'cells' },
        Report.heat.frequency(run.board, rates),
        won.size > 0 && sideCount(run) > 1 ? Report.heat.winners(run.board, won, fair) : null,
        numbers(
          'Moves by cell',
          [
            WORD('Cell'),
            NUMBER('Moves'),
            NUMBER("Winner's"),
            NUMBER('95%'),
            NUMBER('Moves in won games'),
          ],
          rows,
        ),
      ),
      kinds,
    );
  }

  function moveKinds(figures) {
    const kinds = figures.list('kind', 'rate');
    if (kinds.length < 2) return null;
    const rows = kinds.map((kind) => [
      kind.key,
      meter(kind.value),
      percent(kind.value),
      percentInterval(kind.low, kind.high),
    ]);
    return make(
      'div',
      { class: 'kinds' },
      make('h4', null, 'Kinds of moves'),
      numbers(
        'Share of moves of each kind',
        [
          WORD('Kind'),
          { title: make('span', { class: 'hidden' }, 'Bar') },
          NUMBER('Moves'),
          NUMBER('95%'),
        ],
        rows,
      ),
    );
  }

  function meter(value) {
    const node = make('span', { class: 'meter', 'aria-hidden': 'true' }, make('span'));
    node.firstChild.style.width = `${100 * Math.max(0, Math.min(1, value))}%`;
    return node;
  }

  // --- Tension

  function tension(run, figures) {
    const get = (metric) => figures.get('tension', '', metric);
    const card = (title, metric, write, says) =>
      get(metric) && {
        title,
        value: write(get(metric).value),
        says,
        interval:
          write === percent
            ? percentInterval(get(metric).low, get(metric).high)
            : interval(get(metric).low, get(metric).high, write),
      };
    const two = (value) => fixed(value, 2);
    return facts([
      get('playouts') && {
        title: 'Random games',
        value: count(get('playouts').value),
        says: 'From each position, to see what it is worth to whom. With few, the lead changes too often.',
      },
      card(
        'Changes of lead',
        'lead_changes',
        two,
        'How often the side that stands better changes in a game.',
      ),
      card(
        'Drama',
        'drama',
        two,
        'How far the winner was behind the leader while it was, from 0 to 1.',
      ),
      card(
        'Decisiveness',
        'decisiveness',
        percent,
        'Share of the game that is left once the winner is settled.',
      ),
      card(
        'Comebacks',
        'comeback_rate',
        percent,
        'Games whose winner had less than half an even chance at some time.',
      ),
    ]);
  }

  Report.play = { choice, board, tension };
})(window.Report);
