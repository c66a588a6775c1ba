// Where on the board moves are made, and what kinds of moves there are.
(function (Report) {
  'use strict';

  const { count, percent, percentInterval, parseCell } = Report.text;
  const { NUMBER, WORD, make, numbers } = Report.dom;
  const { sideCount } = Report.metrics;

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
    const fair = 1 / sideCount(run);
    const rows = [...rates.keys()].map((cell) => [
      cell,
      percent(rates.get(cell).value),
      ...(byWinner.has(cell)
        ? [
            percent(byWinner.get(cell).value),
            percentInterval(byWinner.get(cell).low, byWinner.get(cell).high),
            count(byWinner.get(cell).n),
          ]
        : ['–', '', '0']),
    ]);
    return make(
      'div',
      null,
      make(
        'div',
        { class: 'heatmaps', 'data-chart': 'cells' },
        Report.heatmap.frequency(run.board, rates),
        byWinner.size > 0 && sideCount(run) > 1 ? Report.heatmap.winners(run.board, byWinner, fair) : null,
        numbers(
          'Moves by cell',
          [
            WORD('Cell'),
            NUMBER('Moves'),
            NUMBER('By the winner'),
            NUMBER('95% interval'),
            NUMBER('Won games'),
          ],
          rows,
        ),
      ),
      kinds,
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
