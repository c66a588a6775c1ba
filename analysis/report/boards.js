// Boards as SVG: the grid that heat maps and replays share, and the pieces and walls on it.
// A cell is 100 units wide. Row 0 is at the bottom or, if size.down, at the top; if size.hex, the
// cells are hexagons, and each row is half a cell further right than the one before it. Only this
// file converts columns and rows to x and y.
(function (Report) {
  'use strict';

  const { count, indices, cellName } = Report.text;
  const { svg } = Report.dom;
  const { seatColour } = Report.chartPlugins;
  const CELL = 100;
  const EDGE = 34; // width of the margin for the names of columns and rows

  // What a hexagon is higher than a cell is wide, above and below.
  const POINT = CELL / Math.sqrt(3) - CELL / 2;

  // From one row to the next: rows of hexagons overlap.
  function pitch(size) {
    return size.hex ? (CELL * Math.sqrt(3)) / 2 : CELL;
  }

  function left(size, column, row) {
    return EDGE + column * CELL + (size.hex ? (row * CELL) / 2 : 0);
  }

  function top(size, row) {
    const first = (size.down ? EDGE : 0) + (size.hex ? POINT : 0);
    return first + (size.down ? row : size.rows - 1 - row) * pitch(size);
  }

  // The height of all rows.
  function depth(size) {
    return (size.rows - 1) * pitch(size) + CELL + (size.hex ? 2 * POINT : 0);
  }

  function centre(size, column, row) {
    return { x: left(size, column, row) + CELL / 2, y: top(size, row) + CELL / 2 };
  }

  function grid(size, label) {
    const width = left(size, size.columns, size.rows - 1);
    const height = depth(size) + EDGE;
    const node = svg('svg', {
      viewBox: `0 0 ${width} ${height}`,
      class: 'board',
      role: 'img',
      'aria-label': label,
    });
    // Only large boards fill the width of the column.
    node.style.maxWidth = `${Math.min(560, 60 + size.columns * (size.columns > 6 ? 56 : 84))}px`;
    return node;
  }

  function coordinates(size) {
    const columns = indices(size.columns).map((column) =>
      svg(
        'text',
        {
          x: left(size, column, 0) + CELL / 2,
          y: size.down ? EDGE - 10 : depth(size) + EDGE - 6,
          class: 'coordinate',
        },
        cellName(column, 0).replace(/\d+$/, ''),
      ),
    );
    const rows = indices(size.rows).map((row) =>
      svg(
        'text',
        {
          x: left(size, 0, row) - EDGE / 2 - 4,
          y: top(size, row) + CELL / 2 + 8,
          class: 'coordinate',
        },
        String(row + 1),
      ),
    );
    return svg('g', { 'aria-hidden': 'true' }, columns, rows);
  }

  // A cell: a square, or a hexagon that stands on a corner.
  function square(size, column, row, attributes, ...children) {
    if (size.hex) {
      const { x, y } = centre(size, column, row);
      const radius = CELL / Math.sqrt(3) - 3;
      const corners = indices(6).map((i) => {
        const angle = (Math.PI * (2 * i + 1)) / 6;
        const across = x + radius * Math.cos(angle);
        return `${across.toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
      });
      const points = { points: corners.join(' ') };
      return svg('polygon', Object.assign(points, attributes), ...children);
    }
    return svg(
      'rect',
      Object.assign(
        {
          x: left(size, column, row) + 3,
          y: top(size, row) + 3,
          width: CELL - 6,
          height: CELL - 6,
          rx: 7,
        },
        attributes,
      ),
      ...children,
    );
  }

  function everyCell(size, draw) {
    return indices(size.rows).flatMap((row) =>
      indices(size.columns).map((column) => draw(column, row)),
    );
  }

  // How to draw the pieces of a run: nested pieces from above, stacks from the side so that
  // every piece shows, and plain discs if pieces are never stacked.
  function viewOf(replays) {
    const frames = replays
      .flatMap((replay) => replay.frames || [])
      .filter((frame) => frame.pieces);
    if (frames.some((frame) => frame.pieces.some((piece) => piece[5] === 'ring')))
      return 'above';
    return frames.some((frame) =>
      [...byCell(frame.pieces).values()].some((stack) => stack.length > 1),
    )
      ? 'side'
      : 'flat';
  }

  function byCell(pieces) {
    const stacks = new Map();
    for (const piece of pieces) {
      const name = cellName(piece[0], piece[1]);
      if (!stacks.has(name)) stacks.set(name, []);
      stacks.get(name).push(piece);
    }
    return stacks;
  }

  // Neutral pieces differ in tone by size.
  function colourOf(piece) {
    const [, , seat, size] = piece;
    const colour = seat > 0 ? seatColour(seat) : `--nobody-${Math.min(3, Math.max(1, size))}`;
    return `--piece: var(${colour})`;
  }

  // A piece without a label shows its seat, for readers who cannot distinguish the colours.
  function labelOf(piece) {
    return piece[4] || (piece[2] > 0 ? String(piece[2]) : '');
  }

  function writing(x, y, height, text, attributes) {
    const letters = Array.from(text).length;
    return svg(
      'text',
      Object.assign(
        {
          x,
          y: y + 0.35 * height,
          'font-size': letters > 2 ? (height * 1.8) / letters : height,
          class: 'label',
        },
        attributes,
      ),
      text,
    );
  }

  const RADIUS = { 1: 17, 2: 29, 3: 41 };

  function disc(x, y, piece, bare) {
    const radius = RADIUS[piece[3]] || RADIUS[2];
    const looks = { class: piece[5] === 'ring' ? 'ring' : 'piece', style: colourOf(piece) };
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 6 };
    const shape =
      piece[5] === 'square'
        ? svg('rect', Object.assign(box, looks))
        : svg('circle', Object.assign({ cx: x, cy: y, r: radius }, looks));
    return svg(
      'g',
      null,
      shape,
      bare ? null : writing(x, y, Math.min(32, radius * 1.1), labelOf(piece)),
    );
  }

  // From above: pieces around or on each other. Only the label in the middle is drawn, since
  // others would hide something.
  function fromAbove(x, y, stack) {
    const middle = stack.map((piece) => piece[5] !== 'ring').lastIndexOf(true);
    return stack.map((piece, i) => disc(x, y, piece, i !== middle));
  }

  function corner(x, y, text) {
    return svg('text', { x: x + CELL / 2 - 9, y: y - CELL / 2 + 25, class: 'corner' }, text);
  }

  const SLAB = 24;

  // From the side: slabs from the bottom of the cell upwards, thinner in taller stacks.
  function fromSide(x, y, stack) {
    const height = Math.min(SLAB, 76 / stack.length);
    const ground = y + CELL / 2 - 11;
    const slabs = stack.map((piece, i) => slab(x, ground - (i + 1) * height, height, piece));
    return stack.length > 3 ? slabs.concat(corner(x, y, String(stack.length))) : slabs;
  }

  function slab(x, y, height, piece) {
    const half = RADIUS[piece[3]] || RADIUS[2];
    const gap = height > 5 ? 2 : 0;
    const shape = svg('rect', {
      x: x - half,
      y,
      width: 2 * half,
      height: height - gap,
      rx: Math.min(6, height / 3),
      class: 'slab',
      style: colourOf(piece),
    });
    return svg(
      'g',
      null,
      shape,
      height >= 15 ? writing(x, y + (height - gap) / 2, height - 3, labelOf(piece)) : null,
    );
  }

  const DRAW = { above: fromAbove, side: fromSide, flat: fromAbove };

  function wallOf(size, wall, attributes) {
    const [column, row, vertical, length] = wall;
    const thick = 13;
    const upper = Math.min(top(size, row), top(size, row + length - 1));
    const lower = Math.max(top(size, row), top(size, row + 1));
    const box = vertical
      ? {
          x: left(size, column + 1, row) - thick / 2,
          y: upper + 6,
          width: thick,
          height: length * CELL - 12,
        }
      : {
          x: left(size, column, row) + 6,
          y: lower - thick / 2,
          width: length * CELL - 12,
          height: thick,
        };
    return svg('rect', Object.assign(box, { rx: 5, class: 'wall' }, attributes));
  }

  // The cells and walls that the last move changed: those that differ from the frame
  // before.
  function changes(frame, before) {
    if (!before || !before.pieces) return { to: new Set(), from: new Set(), walls: new Set() };
    const now = byCell(frame.pieces);
    const then = byCell(before.pieces);
    const height = (stacks, cell) => (stacks.get(cell) || []).length;
    const differ = [...new Set([...now.keys(), ...then.keys()])].filter(
      (cell) => JSON.stringify(now.get(cell)) !== JSON.stringify(then.get(cell)),
    );
    const fewer = (cell) => height(now, cell) < height(then, cell);
    const stood = new Set((before.walls || []).map(String));
    return {
      to: new Set(differ.filter((cell) => !fewer(cell))),
      from: new Set(differ.filter(fewer)),
      walls: new Set((frame.walls || []).map(String).filter((wall) => !stood.has(wall))),
    };
  }

  // The position as text, for screen readers.
  function describe(frame) {
    const cells = [...byCell(frame.pieces)].map(
      ([cell, stack]) => `${cell} ${stack.map(labelOf).join(' ')}`,
    );
    const walls = (frame.walls || []).length;
    return `Board: ${cells.join('; ') || 'empty'}${walls ? `; ${count(walls)} walls` : ''}`;
  }

  // frame: what to draw; before: the frame it came from; mover: the seat that moved.
  function position(size, view, frame, before, mover) {
    const changed = changes(frame, before);
    const names = (cells) => new Set((cells || []).map(([column, row]) => cellName(column, row)));
    const shaded = names(frame.shaded);
    const highlights = names(frame.highlights);
    const node = grid(size, describe(frame));
    const hue = `--mover: var(${seatColour(mover)})`;
    node.append(
      svg(
        'g',
        { 'aria-hidden': 'true' },
        everyCell(size, (column, row) => {
          const name = cellName(column, row);
          const kinds = [
            'cell',
            shaded.has(name) && 'shaded',
            highlights.has(name) && 'highlight',
            changed.to.has(name) && 'changed',
            changed.from.has(name) && 'left',
          ];
          return square(size, column, row, {
            class: kinds.filter(Boolean).join(' '),
            style: hue,
          });
        }),
      ),
    );
    node.append(coordinates(size));
    for (const stack of byCell(frame.pieces).values()) {
      const { x, y } = centre(size, stack[0][0], stack[0][1]);
      node.append(...DRAW[view](x, y, stack));
    }
    for (const wall of frame.walls || []) {
      node.append(
        wallOf(size, wall, {
          class: changed.walls.has(String(wall)) ? 'wall changed' : 'wall',
          style: hue,
        }),
      );
    }
    return node;
  }

  Report.boards = { centre, grid, coordinates, square, everyCell, position, viewOf };
})(window.Report);
