// Heat maps: a share for each cell of a board, as a colour and a number.
(function (Report) {
  'use strict';

  const { known, percent, percentInterval, points, signedPoints, plural, cellName } = Report.text;
  const { make, svg } = Report.dom;
  const { centre, grid, coordinates, square, everyCell } = Report.boards;

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
    const { x, y } = centre(size, column, row);
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
      // Cells are listed from row 1 on, so up is forward unless rows go down.
      const up = size.down ? -size.columns : size.columns;
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: up, ArrowDown: -up }[event.key];
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

  // The end of an interval of a difference that is nearest to 0; 0 if the interval has 0.
  function shown(difference) {
    if (!difference || !known(difference.low) || !known(difference.high)) return 0;
    return Math.max(difference.low, 0) + Math.min(difference.high, 0);
  }

  // The share of each cell's moves made by the winner, compared with the winners' share of
  // all moves. Colour follows the evidence: it is as strong as the smallest difference that
  // the interval allows, so that few games, or chance, colour nothing.
  // differences: a Map of cell names to estimates; all: the estimate of all cells; note: a
  // sentence to add to the explanation.
  function winners(size, values, differences, all, note) {
    const difference = (estimate) => differences.get(estimate.key);
    const spread = Math.max(
      MIN_SPREAD,
      ...[...differences.values()].map((estimate) => Math.abs(shown(estimate))),
    );
    return heatMap(size, 'Moves by the winner', values, {
      colour: (estimate) => ({
        variable: shown(difference(estimate)) >= 0 ? '--heat-above' : '--heat-below',
        strength: Math.abs(shown(difference(estimate))) / spread,
      }),
      bold: (estimate) => shown(difference(estimate)) !== 0,
      describe: (name, estimate) =>
        `${name}: ${percent(estimate.value)} of the moves were made by the winner, in ${plural(estimate.n, 'won game')}` +
        (known(estimate.low) ? ` (${percentInterval(estimate.low, estimate.high)})` : '') +
        describeDifference(difference(estimate)),
      hint:
        `Percentage of the moves to each cell that the winner made; of all moves it made ${percent(all.value)}. ` +
        'Bold and coloured: shown to differ from that, with 95% confidence for all cells at once.' +
        note,
      legend: scaleOf(
        'diverging',
        `−${points(spread)}`,
        'points by which a cell is shown to differ',
        `+${points(spread)}`,
      ),
    });
  }

  function describeDifference(difference) {
    if (!difference || !known(difference.low)) return '; too few games to compare';
    const bounds = `${signedPoints(difference.low)} to ${signedPoints(difference.high)} points`;
    return `; compared with all moves ${signedPoints(difference.value)} (${bounds}, for all cells at once)`;
  }

  Report.heatmap = { frequency, winners };
})(window.Report);
