// Heat maps: a share for each cell of a board, as a colour and a number.
(function (Report) {
  'use strict';

  const { known, percent, percentInterval, count, cellName } = Report.text;
  const { make, svg } = Report.dom;
  const { CELL, left, top, grid, coordinates, square, everyCell } = Report.boards;

  // values: Map of cell name to { value, low, high, n }; options.colour(figure) gives
  // { variable, strength 0…1 }, options.bold(figure), options.says(figure).
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
      { class: 'heat' },
      make('h4', null, label),
      node,
      options.legend,
      readout,
    );
  }

  function heatCell(size, column, row, figure, options) {
    const name = cellName(column, row);
    const x = left(column) + CELL / 2;
    const y = top(size, row) + CELL / 2;
    const says = figure ? options.says(name, figure) : `${name}: no moves`;
    const { variable, strength } = figure
      ? options.colour(figure)
      : { variable: '--heat', strength: 0 };
    const attributes = {
      class: 'cell heat-cell',
      style: `--heat-colour: var(${variable}); fill-opacity: ${(0.9 * strength).toFixed(3)}`,
    };
    const text = figure ? (100 * figure.value).toFixed(1) : '';
    const kinds = [
      'share',
      strength > 0.8 && 'on-heat',
      figure && options.bold(figure) && 'sure',
    ]
      .filter(Boolean)
      .join(' ');
    return svg(
      'g',
      { tabindex: '-1', role: 'img', 'aria-label': says, class: 'hot' },
      square(size, column, row, { class: 'cell' }),
      square(size, column, row, attributes),
      svg('text', { x, y: y + 9, class: kinds }, text),
    );
  }

  // One stop for the Tab key; arrows go from cell to cell.
  function listen(node, cells, size, readout) {
    cells[0].setAttribute('tabindex', '0');
    const show = (event) => {
      const cell = event.target.closest('.hot');
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
      const at = cells.indexOf(event.target.closest('.hot'));
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

  // How often each cell is played. The scale may begin above 0, so that differences show,
  // but never above half of the most, so that chance does not look like a pattern.
  function frequency(size, values) {
    const shares = [...values.values()].map((figure) => figure.value);
    const most = Math.max(...shares);
    const least = Math.min(...shares, most / 2);
    return heatMap(size, 'Where moves go', values, {
      colour: (figure) => ({
        variable: '--heat',
        strength: most > 0 ? 0.08 + (0.92 * (figure.value - least)) / (most - least) : 0,
      }),
      bold: () => false,
      says: (name, figure) => `${name}: ${percent(figure.value)} of the moves that have a cell`,
      hint: 'Share of moves, in %. Point at a cell, or use the arrow keys, to read it.',
      legend: scaleOf('sequential', percent(least), '', percent(most)),
    });
  }

  const LEAST_REACH = 0.05;

  // Whose moves they are, around the share that each side would have if it made no difference.
  function winners(size, values, fair) {
    const there = [...values.values()];
    const reach = Math.max(
      LEAST_REACH,
      ...there.map((figure) => Math.abs(figure.value - fair)),
    );
    const sure = (figure) => known(figure.low) && (figure.low > fair || figure.high < fair);
    return heatMap(size, 'Where winners play', values, {
      colour: (figure) => ({
        variable: figure.value >= fair ? '--heat-above' : '--heat-below',
        strength: Math.abs(figure.value - fair) / reach,
      }),
      bold: sure,
      says: (name, figure) =>
        `${name}: ${percent(figure.value)} of the moves there were the winner's, in ${count(figure.n)} games` +
        (known(figure.low) ? ` (${percentInterval(figure.low, figure.high)})` : ''),
      hint:
        "The winner's share of the moves on each cell, in %. " +
        `Bold: its interval leaves out the fair ${percent(fair)}.`,
      legend: scaleOf(
        'diverging',
        percent(Math.max(0, fair - reach)),
        `fair is ${percent(fair)}`,
        percent(Math.min(1, fair + reach)),
      ),
    });
  }

  Report.heat = { frequency, winners };
})(window.Report);
