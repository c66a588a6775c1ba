// The evaluation line over a game, and the list of hints.
import { count, percent } from '../../../analysis/report/text.js';
import {
  NUMBER,
  WORD,
  button,
  key,
  make,
  name,
  svg,
  table,
} from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as names from './names.js';
import { press } from './parts.js';

const share = (value) => `${Math.round(100 * value)}%`;
const WIDE = 640;
const HIGH = 150;
const EDGE = { left: 58, right: 10, top: 10, bottom: 26 };

// The first seat of each side gives it its colour and its name.
function sidesOf(view) {
  const sides = [];
  view.game.sides.forEach((side, i) => {
    if (!sides[side]) sides[side] = [];
    sides[side].push(i + 1);
  });
  return sides.filter(Boolean).map((seats) => ({
    name: names.list(view, seats),
    colour: seatColour(seats[0]),
  }));
}

// Parts of a line without gaps: lists of [ply, value].
function runsOf(values, side) {
  const runs = [[]];
  values.forEach((value, ply) => {
    if (value) runs[runs.length - 1].push([ply, value[side]]);
    else if (runs[runs.length - 1].length) runs.push([]);
  });
  return runs.filter((run) => run.length);
}

// values: by ply, of each side, or null where nothing is known yet; go(ply): looks there.
function chart(values, view, ply, go) {
  const sides = sidesOf(view);
  const drawn = sides.length === 2 ? [0] : sides.map((_, i) => i);
  const last = Math.max(values.length - 1, 1);
  const x = (at) => EDGE.left + (at / last) * (WIDE - EDGE.left - EDGE.right);
  const y = (value) => EDGE.top + (1 - value) * (HIGH - EDGE.top - EDGE.bottom);
  const style = (i) => `--piece: var(${sides[i].colour})`;
  // Lines and points that coincide are all visible.
  const period = 24;
  const dashes = (i) => (i === 0 ? null : `${period * (1 - i / drawn.length)} ${(period * i) / drawn.length}`);
  const radius = (i) => 3.5 + 1.5 * (drawn.length - 1 - i);
  const level = (value) => [
    svg('line', { x1: x(0), x2: x(last), y1: y(value), y2: y(value), class: value === 0.5 ? 'middle' : 'grid' }),
    svg('text', { x: EDGE.left - 6, y: y(value) + 5, class: 'level' }, share(value)),
  ];
  const lines = drawn.flatMap((i) =>
    runsOf(values, i).flatMap((run) => [
      svg('polyline', { points: run.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' '), class: 'line', style: style(i), 'stroke-dasharray': dashes(i) }),
      ...(values.length <= 60 ? run.map(([at, value]) => svg('circle', { cx: x(at), cy: y(value), r: radius(i), class: 'point', style: style(i) })) : []),
    ]),
  );
  const node = svg(
    'svg',
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'evaluation', role: 'img', 'aria-label': spoken(values, sides, drawn) },
    [0, 0.5, 1].flatMap(level),
    svg('line', { x1: x(ply), x2: x(ply), y1: y(0), y2: y(1), class: 'here' }),
    lines,
    svg('text', { x: x(0), y: HIGH - 6, class: 'ply-text' }, '0'),
    svg('text', { x: x(last), y: HIGH - 6, class: 'ply-text end' }, `ply ${count(last)}`),
  );
  node.addEventListener('click', (event) => {
    const box = node.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDE;
    const share = (at - EDGE.left) / (WIDE - EDGE.left - EDGE.right);
    go(Math.max(0, Math.min(values.length - 1, Math.round(share * last))));
  });
  const keys = drawn.map((i) => key(sides[i].colour, `winning chance of ${sides[i].name}`));
  const what = `Estimated by searches or playouts from the position after each move; draws are shared. ${press()} the chart to view a position.`;
  return make('figure', { class: 'evaluation-figure', title: what }, make('figcaption', null, keys), node);
}

// The winning chances of the sides in a position, side 1 at the bottom; null if they are not known.
function bar(values, view, ply) {
  const value = values[ply];
  if (!value) return null;
  const sides = sidesOf(view);
  const said = sides.map((side, i) => `${side.name} ${share(value[i])}`).join(', ');
  return make(
    'div',
    { class: 'chances', role: 'img', 'aria-label': `Winning chances: ${said}`, title: said },
    sides.map((side, i) => {
      const part = make('span', null);
      part.style.setProperty('--piece', `var(${side.colour})`);
      part.style.flexGrow = value[i];
      return part;
    }),
  );
}

function spoken(values, sides, drawn) {
  const known = values.map((value, ply) => [value, ply]).filter(([value]) => value);
  if (known.length === 0) return 'Evaluation by ply: nothing yet';
  const [value, ply] = known[known.length - 1];
  const list = drawn.map((i) => `${sides[i].name} ${share(value[i])}`);
  return `Evaluation by ply; after ply ${ply}: ${list.join(', ')}`;
}

// The best moves with their win rates. play(text) plays one; null if it is not the page's turn.
function hints(hint, play) {
  const rows = hint.moves.map((move) => [
    play ? button(name(move.text), () => play(move.text), { 'data-move': move.text }) : name(move.text),
    percent(move.rate) + (move.proven ? ' (proven)' : ''),
    count(move.visits),
  ]);
  const state = hint.done ? '' : '; still searching';
  const [first, ...others] = hint.moves;
  const unsure = !first.proven && others.some((move) => move.rate > first.rate);
  return make(
    'div',
    { class: 'hints' },
    play ? make('p', { class: 'help' }, `${press()} a move to play it.`) : null,
    table(`Best moves after ${count(hint.iterations)} iterations${state}`, [WORD('move'), NUMBER('wins'), NUMBER('visits')], rows),
    unsure ? make('p', { class: 'help' }, 'The first move is the one that was searched most. A higher rate below it comes from fewer visits, and is less certain.') : null,
  );
}

export { bar, chart, hints };
