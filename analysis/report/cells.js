// Where on the board moves are made and walls put, and what kinds of moves there are.
import { count } from './text.js';
import { NUMBER, WORD, make, muted, numbers } from './dom.js';
import { NONE, botsNote } from './metrics.js';
import { cellPlaces, wallPlaces, differs, frequency, winners } from './heatmap.js';

// What is counted, in words.
const CELLS = {
  scope: 'cell',
  title: 'Share of moves',
  byWinner: 'Moves by the winner',
  moves: 'moves to a cell',
  many: 'moves',
  one: 'a cell',
  places: 'cells',
  shown: 'Percentage of all moves to a cell.',
  shownByWinner: 'Percentage of the moves to each cell that the winner made, bold where coloured.',
  caption: 'Moves by cell',
  head: 'Cell',
  column: 'Moves',
};
const WALLS = {
  scope: 'wall',
  title: 'Where walls are placed',
  byWinner: 'Walls of the winner',
  moves: 'walls',
  many: 'walls',
  one: 'a wall',
  places: 'walls',
  shown: 'Each wall is drawn as two bars in line, at the middle of the wall.',
  shownByWinner: 'Where the winner places more or fewer of the walls.',
  caption: 'Walls by place',
  head: 'Wall',
  column: 'Walls',
};

// The estimates of one metric at the places of a map, by their names.
function estimatesOf(places, metrics, scope, metric) {
  const names = new Set(places.list.map((place) => place.name));
  return new Map(
    metrics
      .list(scope, metric)
      .filter((row) => names.has(row.key))
      .map((row) => [row.key, row]),
  );
}

// The maps of cells or walls with their table, or null if there were no such moves.
function maps(run, metrics, places, words) {
  const of = (metric) => estimatesOf(places, metrics, words.scope, metric);
  const rates = of('rate');
  if (rates.size === 0) return null;
  const byWinner = of('winner_rate');
  const differences = of('winner_difference');
  const all = metrics.get(words.scope, 'all', 'winner_rate');
  const compared = byWinner.size > 0 && all && run.sides.length > 1;
  // Without numbers a map that shows no difference would be blank.
  const blank = places.walls && !differs(differences);
  return make(
    'div',
    { class: 'heatmaps', 'data-chart': `${words.scope}s` },
    frequency(places, rates, words),
    compared &&
      (blank
        ? muted('The winner is not shown to place more or fewer walls anywhere.')
        : winners(places, byWinner, differences, all, words, botsNote(run))),
    placeTable(rates, byWinner, differences, words),
  );
}

function cells(run, metrics) {
  const drawn = run.board
    ? [
        maps(run, metrics, cellPlaces(run.board), CELLS),
        run.board.hex ? null : maps(run, metrics, wallPlaces(run.board), WALLS),
      ]
    : [];
  const shown = [...drawn, moveKinds(metrics)].filter(Boolean);
  return shown.length ? shown : null;
}

function placeTable(rates, byWinner, differences, words) {
  const of = (estimates, cell) => estimates.get(cell) || NONE;
  const pair = ({ text, interval }) => [text, interval || '–'];
  return numbers(
    words.caption,
    [
      WORD(words.head),
      NUMBER(words.column),
      NUMBER('By the winner'),
      NUMBER('95% interval'),
      NUMBER('Difference'),
      NUMBER(`for all ${words.places} at once`),
      NUMBER('Won games'),
    ],
    [...rates.keys()].map((cell) => [
      cell,
      rates.get(cell).text,
      ...pair(of(byWinner, cell)),
      ...pair(of(differences, cell)),
      count(of(byWinner, cell).n),
    ]),
  );
}

function moveKinds(metrics) {
  const kinds = metrics.list('kind', 'rate');
  if (kinds.length < 2) return null;
  const rows = kinds.map((kind) => [
    kind.key,
    meter(kind.value),
    kind.text,
    kind.interval,
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

export { cells };
