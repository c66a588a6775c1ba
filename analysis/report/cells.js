// Where on the board moves are made, and what kinds of moves there are.
(function (Report) {
  'use strict';

  const { count, percent, percentInterval, interval, signedPoints, parseCell } = Report.text;
  const { NUMBER, WORD, make, numbers } = Report.dom;
  const { sideCount, botsNote } = Report.metrics;

  function cellsOf(run, metrics, metric) {
    const inside = (row) => {
      const cell = parseCell(row.key);
      return cell && cell.column < run.board.columns && cell.row < run.board.rows;
    };
    return new Map(
      metrics
        .list('cell', metric)
        .filter(inside)
        .map((row) => [row.key, row]),
    );
  }

  function cells(run, metrics) {
    const kinds = moveKinds(metrics);
    const rates = run.board ? cellsOf(run, metrics, 'rate') : new Map();
    if (rates.size === 0) return kinds;
    const byWinner = cellsOf(run, metrics, 'winner_rate');
    const differences = cellsOf(run, metrics, 'winner_difference');
    const all = metrics.get('cell', 'all', 'winner_rate');
    const compared = byWinner.size > 0 && all && sideCount(run) > 1;
    return make(
      'div',
      null,
      make(
        'div',
        { class: 'heatmaps', 'data-chart': 'cells' },
        Report.heatmap.frequency(run.board, rates),
        compared
          ? Report.heatmap.winners(run.board, byWinner, differences, all, botsNote(run))
          : null,
        cellTable(rates, byWinner, differences),
      ),
      kinds,
    );
  }

  function cellTable(rates, byWinner, differences) {
    const shown = (estimates, cell, format) =>
      estimates.has(cell) ? format(estimates.get(cell)) : '–';
    const signedInterval = ({ low, high }) => interval(low, high, signedPoints) || '–';
    return numbers(
      'Moves by cell',
      [
        WORD('Cell'),
        NUMBER('Moves'),
        NUMBER('By the winner'),
        NUMBER('95% interval'),
        NUMBER('Difference, points'),
        NUMBER('for all cells at once'),
        NUMBER('Won games'),
      ],
      [...rates.keys()].map((cell) => [
        cell,
        percent(rates.get(cell).value),
        shown(byWinner, cell, ({ value }) => percent(value)),
        shown(byWinner, cell, ({ low, high }) => percentInterval(low, high) || '–'),
        shown(differences, cell, ({ value }) => signedPoints(value)),
        shown(differences, cell, signedInterval),
        shown(byWinner, cell, ({ n }) => count(n)),
      ]),
    );
  }

  function moveKinds(metrics) {
    const kinds = metrics.list('kind', 'rate');
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
          NUMBER('95% interval'),
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

  Report.cells = cells;
})(window.Report);
