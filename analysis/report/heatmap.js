// Heat maps: a share for each cell of a board, as a colour and a number.
(function (Report) {
  'use strict';

  const { known, percent, percentInterval, count, cellName } = Report.text;
  const { make, svg } = Report.dom;
  const { CELL, left, top, grid, coordinates, square, everyCell } = Report.boards;

  // values: a Map of cell names to estimates { value, low, high, n }.
  // options.colour(estimate): { variable, strength 0…1 }; options.bold(estimate);
  // options.describe(name, estimate): the text for screen readers and below the map.
  function heatMap(size, label, values, options) {
    const node = grid(size, label);
    node.setAttribute('role', 'group');
    const readout = make('p', { class: 'readout', 'aria-live': 'polite' }, options.hint);
    node.append(coordinates(size));
    const cells = everyCell(size, (column, row) =>
      heatCell(size, column, row, values.get(cellName(column, row)), options),
    );
    node.append(...cells);
    listen(node, cells, size, readout);
    return make(
      'div',
      { class: 'heatmap' },
      make('h4', null, label),
      node,
      options.legend,
      readout,
    );
  }

  function heatCell(size, column, row, estimate, options) {
    const name = cellName(column, row);
    const x = left(column) + CELL / 2;
    const y = top(size, row) + CELL / 2;
    const description = estimate ? options.describe(name, estimate) : `${name}: no moves`;
    const { variable, strength } = estimate
      ? options.colour(estimate)
      : { variable: '--heat', strength: 0 };
    const attributes = {
      class: 'cell heat-cell',
      style: `--heat-colour: var(${variable}); fill-opacity: ${(0.9 * strength).toFixed(3)}`,
    };
    const text = estimate ? Report.text.points(estimate.value) : '';
    const kinds = [
      'share',
      strength > 0.8 && 'on-heat',
      estimate && options.bold(estimate) && 'significant',
    ]
      .filter(Boolean)
      .join(' ');
    return svg(
      'g',
      { tabindex: '-1', role: 'img', 'aria-label': description, class: 'heatmap-cell' },
      square(size, column, row, { class: 'cell' }),
      square(size, column, row, attributes),
      svg('text', { x, y: y + 9, class: kinds }, text),
    );
  }

  // The Tab key stops once per map; the arrow keys move from cell to cell.
  function listen(node, cells, size, readout) {
    cells[0].setAttribute('tabindex', '0');
    const show = (event) => {
      const cell = event.target.closest('.heatmap-cell');
      if (cell) readout.textContent = cell.getAttribute('aria-label');
    };
    node.addEventListener('pointerover', show);
    node.addEventListener('focusin', show);
    node.addEventListener('keydown', (event) => {
      // Rows are listed from the bottom up, so up is forward.
      const step = {
        ArrowRight: 1,
        ArrowLeft: -1,
        ArrowUp: size.columns,
        ArrowDown: -size.columns,
      }[event.key];
      const at = cells.indexOf(event.target.closest('.heatmap-cell'));
      const next = step && cells[at + step];
      if (!next) return;
      event.preventDefault();
      cells[at].setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    });
  }

  function scaleOf(kind, low, middle, high) {
    const bar = make('span', { class: `ramp ${kind}` });
    return make(
      'p',
      { class: 'scale' },
      make('span', null, low),
      bar,
      make('span', null, high),
      middle ? make('span', { class: 'muted' }, middle) : null,
    );
  }

  // How often each cell is played. The scale may start above 0 to show differences, but not
  // above half of the maximum, so that noise does not look like a pattern.
  function frequency(size, values) {
    const shares = [...values.values()].map((estimate) => estimate.value);
    const max = Math.max(...shares);
    const min = Math.min(...shares, max / 2);
    return heatMap(size, 'Share of moves', values, {
      colour: (estimate) => ({
        variable: '--heat',
        strength: max > 0 ? 0.08 + (0.92 * (estimate.value - min)) / (max - min) : 0,
      }),
      bold: () => false,
      describe: (name, estimate) =>
        `${name}: ${percent(estimate.value)} of the moves to a cell`,
      hint: 'Percentage of all moves to a cell. Point at a cell or use the arrow keys for details.',
      legend: scaleOf('sequential', percent(min), '', percent(max)),
    });
  }

  const MIN_SPREAD = 0.05;

  // The share of each cell's moves made by the winner, relative to the share expected if cells
  // made no difference.
  function winners(size, values, fair) {
    const spread = Math.max(
      MIN_SPREAD,
      ...[...values.values()].map((estimate) => Math.abs(estimate.value - fair)),
    );
    const excludesFair = (estimate) =>
      known(estimate.low) && (estimate.low > fair || estimate.high < fair);
    return heatMap(size, 'Moves by the winner', values, {
      colour: (estimate) => ({
        variable: estimate.value >= fair ? '--heat-above' : '--heat-below',
        strength: Math.abs(estimate.value - fair) / spread,
      }),
      bold: excludesFair,
      describe: (name, estimate) =>
        `${name}: ${percent(estimate.value)} of the moves were made by the winner, in ${count(estimate.n)} games` +
        (known(estimate.low) ? ` (${percentInterval(estimate.low, estimate.high)})` : ''),
      hint:
        'Percentage of the moves to each cell that the winner made. ' +
        `Bold: the 95% interval excludes the fair share, ${percent(fair)}.`,
      legend: scaleOf(
        'diverging',
        percent(Math.max(0, fair - spread)),
        `fair share ${percent(fair)}`,
        percent(Math.min(1, fair + spread)),
      ),
    });
  }

  Report.heatmap = { frequency, winners };
})(window.Report);
