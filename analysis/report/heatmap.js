// Heat maps: a share for each cell of a board, as a colour and a number, or for each place of a
// wall between cells, as a colour.
import { known, percent, signedPoints, plural, indices, cellName } from './text.js';
import { make, svg } from './dom.js';
import { beside, centre, grid, ground, coordinates, lines, square, everyCell } from './boards.js';

// places: how to draw what is counted, see cellPlaces; values: a Map of its names to estimates
// { value, low, high, n }.
// options.colour(estimate): { variable, strength 0…1 }; options.bold(estimate);
// options.describe(name, estimate): the text for screen readers and below the map.
function heatMap(places, label, values, options) {
  const node = grid(places.size, label);
  node.setAttribute('role', 'group');
  const readout = make('p', { class: 'readout', 'aria-live': 'polite' }, options.hint);
  node.append(coordinates(places.size), ...places.ground());
  const nodes = places.list.map((place) => heatPlace(place, values.get(place.name), options));
  node.append(...nodes);
  listen(node, nodes, places, readout);
  return make(
    'div',
    { class: places.walls ? 'heatmap wallmap' : 'heatmap' },
    make('h4', null, label),
    node,
    options.legend,
    readout,
  );
}

function heatPlace(place, estimate, options) {
  const described = estimate ? options.describe(place.name, estimate) : `${place.name}: none`;
  const { variable, strength } = estimate
    ? options.colour(estimate)
    : { variable: '--heat', strength: 0 };
  const kinds = [
    'share',
    strength > 0.8 && 'on-heat',
    estimate && options.bold(estimate) && 'significant',
  ];
  return svg(
    'g',
    { tabindex: '-1', role: 'img', 'aria-label': described, class: 'heatmap-cell' },
    place.draw({ class: 'cell' }),
    place.draw({ class: 'cell heat-cell', style: heatStyle(variable, strength) }),
    place.text(estimate ? estimate.text.replace('%', '') : '', kinds.filter(Boolean).join(' ')),
  );
}

// The legend uses the same colours.
function heatStyle(variable, strength) {
  return `--heat-colour: var(${variable}); --heat-opacity: ${(0.9 * strength).toFixed(3)}`;
}

// The cells of a board, each with a number. step(at, [right, up]): which place is beside one.
function cellPlaces(size) {
  const list = everyCell(size, (column, row) => {
    const { x, y } = centre(size, column, row);
    return {
      name: cellName(column, row),
      cell: [column, row],
      draw: (attributes) => square(size, column, row, attributes),
      text: (text, kinds) => svg('text', { x, y: y + 9, class: kinds }, text),
    };
  });
  const step = (at, way) => {
    const next = beside(size, ...list[at].cell, way);
    return next ? list.findIndex(({ cell }) => String(cell) === String(next)) : -1;
  };
  return { size, list, ground: () => [...ground(size), lines(size)], step };
}

const ARM = { from: 9, to: 47, thick: 17 };

// The places of walls, two cells long, above or right of a cell and the next one. Those in a
// row overlap, and so do the two around one corner: each is drawn as two arms that reach from
// the corner halfway along the cells beside it.
function wallPlaces(board) {
  const size = { ...board, grooves: true, shape: board };
  const list = indices(size.rows - 1).flatMap((row) =>
    indices(size.columns - 1).flatMap((column) =>
      ['h', 'v'].map((orientation) => ({
        name: cellName(column, row) + orientation,
        draw: (attributes) => arms(size, column, row, orientation === 'v', attributes),
        text: () => null,
      })),
    ),
  );
  const under = () => [
    ...ground(size),
    ...everyCell(size, (column, row) => square(size, column, row, { class: 'cell shaded' })),
  ];
  // Listed from row 1 on, so up is forward unless rows go down.
  const row = 2 * (size.columns - 1) * (size.down ? -1 : 1);
  return { size, list, ground: under, walls: true, step: (at, [right, up]) => at + right + up * row };
}

function arms(size, column, row, vertical, attributes) {
  const near = centre(size, column, row);
  const far = centre(size, column + 1, row + 1);
  const [x, y] = [(near.x + far.x) / 2, (near.y + far.y) / 2];
  const arm = (side) => {
    const start = side > 0 ? ARM.from : -ARM.to;
    const [length, thick] = [ARM.to - ARM.from, ARM.thick];
    const box = vertical
      ? { x: x - thick / 2, y: y + start, width: thick, height: length }
      : { x: x + start, y: y - thick / 2, width: length, height: thick };
    return svg('rect', { ...box, rx: 3 });
  };
  return svg('g', attributes, arm(-1), arm(1));
}

// The Tab key stops once per map; the arrow keys move from place to place.
function listen(node, nodes, places, readout) {
  nodes[0].setAttribute('tabindex', '0');
  const show = (event) => {
    const place = event.target.closest('.heatmap-cell');
    if (place) readout.textContent = place.getAttribute('aria-label');
  };
  node.addEventListener('pointerover', show);
  node.addEventListener('focusin', show);
  node.addEventListener('keydown', (event) => {
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    const at = nodes.indexOf(event.target.closest('.heatmap-cell'));
    const next = way && nodes[places.step(at, way)];
    if (!next) return;
    event.preventDefault();
    nodes[at].setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  });
}

// The colours of some values: [{ text, variable, strength }], and what they are.
function scaleOf(title, stops) {
  const stop = ({ text, variable, strength }) =>
    make(
      'span',
      { class: 'stop' },
      make('span', { class: 'shade', style: heatStyle(variable, strength) }),
      text,
    );
  return make('p', { class: 'scale' }, make('span', { class: 'what' }, title), stops.map(stop));
}

const STOPS = [0, 0.25, 0.5, 0.75, 1];

// How often each place is played. The scale may start above 0 to show differences, but not
// above half of the maximum, so that noise does not look like a pattern.
// words: { title, moves }: what is counted, "moves to a cell".
function frequency(places, values, words) {
  const shares = [...values.values()].map((estimate) => estimate.value);
  const max = Math.max(...shares);
  const min = Math.min(...shares, max / 2);
  const strength = (share) => (max > 0 ? 0.08 + (0.92 * (share - min)) / (max - min) : 0);
  const colour = (share) => ({ variable: '--heat', strength: strength(share) });
  const stop = (part) => min + part * (max - min);
  return heatMap(places, words.title, values, {
    colour: (estimate) => colour(estimate.value),
    bold: () => false,
    describe: (name, estimate) => `${name}: ${estimate.text} of the ${words.moves}`,
    hint: `${words.shown} Point at ${words.one} or use the arrow keys for details.`,
    legend: scaleOf(
      `Share of all ${words.moves}:`,
      STOPS.map((part) => ({ text: percent(stop(part)), ...colour(stop(part)) })),
    ),
  });
}

const MIN_SPREAD = 0.05;

// The end of an interval of a difference that is nearest to 0; 0 if the interval has 0.
function shown(difference) {
  if (!difference || !known(difference.low) || !known(difference.high)) return 0;
  return Math.max(difference.low, 0) + Math.min(difference.high, 0);
}

// The share of each place's moves made by the winner, compared with the winners' share of
// all moves. Colour follows the evidence: it is as strong as the smallest difference that
// the interval allows, so that few games, or chance, colour nothing.
// differences: a Map of places to estimates; all: the estimate of all of them; words: see
// frequency; note: a sentence to add to the explanation.
function winners(places, values, differences, all, words, note) {
  const difference = (estimate) => shown(differences.get(estimate.key));
  const spread = Math.max(
    MIN_SPREAD,
    ...[...differences.values()].map((estimate) => Math.abs(shown(estimate))),
  );
  const colour = (by) => ({
    variable: by >= 0 ? '--heat-above' : '--heat-below',
    strength: Math.abs(by) / spread,
  });
  return heatMap(places, words.byWinner, values, {
    colour: (estimate) => colour(difference(estimate)),
    bold: (estimate) => difference(estimate) !== 0,
    describe: (name, estimate) =>
      `${name}: ${estimate.text} of the ${words.many} were made by the winner, in ${plural(estimate.n, 'won game')}` +
      (estimate.interval ? ` (${estimate.interval})` : '') +
      describeDifference(differences.get(estimate.key), words),
    hint:
      `${words.shownByWinner} Of all ${words.many} it made ${all.text}. ` +
      `Coloured: shown to differ from that, with 95% confidence for all ${words.places} at once.` +
      note,
    legend: scaleOf(
      'Shown to differ by at least, in points:',
      [-1, -0.5, 0, 0.5, 1].map((part) => ({
        text: signedPoints(part * spread),
        ...colour(part * spread),
      })),
    ),
  });
}

function describeDifference(difference, words) {
  if (!difference || !known(difference.low)) return '; too few games to compare';
  const { text, interval } = difference;
  return `; compared with all ${words.many} ${text} (${interval}, for all ${words.places} at once)`;
}

// Whether any place is shown to differ.
function differs(differences) {
  return [...differences.values()].some((estimate) => shown(estimate) !== 0);
}

export { differs, cellPlaces, wallPlaces, frequency, winners };
