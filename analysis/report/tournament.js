// A tournament or another run in which bots change seats: ratings, pairs of bots, the
// advantage of each seat, how much more a seat helps a bot than others, and the crosstable.
import {
  known,
  count,
  fixed,
  percent,
  percentInterval,
  signed,
  interval,
  plural,
  pValue,
} from './text.js';
import { NUMBER, WORD, make, name, table, numbers, figure } from './dom.js';
import { dots } from './charts.js';
import { range } from './axes.js';

const elo = (value) => signed(value, 0);

function tournament(run) {
  const data = run.tournament;
  if (!data || !data.ratings || data.ratings.length === 0) return null;
  return make(
    'div',
    null,
    ratings(data),
    pairs(data),
    seatAdvantage(data),
    crossTable(data),
    interaction(data),
  );
}

// A rating that the points do not bound from above has a low end only, and no value.
function rating(value, low, high) {
  if (known(value)) return elo(value);
  if (known(low)) return `at least ${elo(low)}`;
  if (known(high)) return `at most ${elo(high)}`;
  return 'unknown';
}

function openNote() {
  return make(
    'p',
    { class: 'muted' },
    'An arrow without a dot is a rating of which only one bound is known.',
  );
}

function ratings(data) {
  const titles = ['Games', 'Won', 'Lost', 'Drawn', 'Truncated', 'Forfeits', 'Walkovers'];
  const used = titles.map((_, i) => i < 4 || data.ratings.some((row) => row[5 + i] > 0));
  const keep = (_, i) => used[i];
  const list = numbers(
    'Ratings in Elo',
    [WORD('Bot'), NUMBER('Rating'), NUMBER('95% interval'), NUMBER('Score')],
    data.ratings.map(([bot, value, low, high, score]) => [
      bot,
      rating(value, low, high),
      interval(low, high, elo),
      percent(score),
    ]),
  );
  return make(
    'div',
    null,
    figure('ratings', ratingChart(data), list, data.ratings.some(isOpen) ? openNote() : null),
    numbers(
      'Games of each bot',
      [WORD('Bot'), ...titles.filter(keep).map(NUMBER)],
      data.ratings.map((row) => [row[0], ...row.slice(5, 12).filter(keep).map(count)]),
    ),
  );
}

// Whether the points bound a rating on one side only.
const isOpen = ([, , low, high]) => known(low) !== known(high);

// The ends of the axis leave room for the arrows of ratings without a bound.
function ratingRange(rows) {
  const ends = rows.flatMap((row) => row.slice(1, 4)).filter(known);
  const room = Math.max(100, Math.max(...ends) - Math.min(...ends)) / 4;
  const beyond = rows
    .filter(isOpen)
    .map(([, , low, high]) => (known(low) ? low + room : high - room));
  return range(ends.concat(beyond), 100);
}

// A bot without a rating has no dot, only its bound and an arrow away from it.
function ratingChart(data) {
  const span = ratingRange(data.ratings);
  const rows = data.ratings.map(([bot, value, low, high]) => ({
    name: bot,
    colour: '--accent',
    value,
    low,
    high,
  }));
  return dots('Rating of each bot with its 95% interval', rows, {
    title: 'rating in Elo',
    rowTitle: 'bot',
    format: elo,
    ticks: { callback: elo },
    range: span,
    lines: [{ axis: 'x', value: 0, label: '' }],
  });
}

function pairs(data) {
  if (!data.pairs || data.pairs.length === 0) return null;
  const columns = [
    WORD('Bot'),
    WORD('Opponent'),
    NUMBER('Difference'),
    NUMBER('95% interval'),
    NUMBER('p (Holm)'),
    NUMBER('Likelihood of superiority'),
  ];
  return make(
    'div',
    { 'data-table': 'pairs' },
    make('h4', null, 'Every two bots'),
    numbers(
      'Difference of every two bots in Elo',
      columns,
      data.pairs.map(([bot, other, value, low, high, , adjusted, superiority]) => [
        bot,
        other,
        rating(value, low, high),
        interval(low, high, elo),
        pValue(adjusted),
        percent(superiority),
      ]),
    ),
  );
}

function seatAdvantage(data) {
  if (!data.seats || data.seats.length === 0) return null;
  return make(
    'div',
    null,
    make('h4', null, 'Advantage of each seat'),
    table(
      'Advantage of each seat in Elo, adjusted for the strength of the bots',
      [WORD('Seat'), NUMBER('Advantage'), NUMBER('95% interval'), NUMBER('Score')],
      data.seats.map(([seat, value, low, high, score]) => [
        `seat ${seat}`,
        rating(value, low, high),
        interval(low, high, elo),
        percent(score),
      ]),
    ),
  );
}

function crossTable(data) {
  const bots = data.ratings.map((row) => row[0]);
  const found = new Map(
    (data.cross || []).map(([bot, other, score, games, low, high, shown]) => [
      JSON.stringify([bot, other]),
      { score, games, low, high, shown },
    ]),
  );
  if (found.size === 0) return null;
  const rows = bots.map((bot, i) => [
    make('span', null, `${i + 1} `, name(bot)),
    ...bots.map((other) =>
      crossCell(bot === other ? null : found.get(JSON.stringify([bot, other]))),
    ),
  ]);
  const columns = [WORD('Bot'), ...bots.map((_, i) => NUMBER(String(i + 1)))];
  return make(
    'div',
    { class: 'cross' },
    make('h4', null, 'Crosstable'),
    table('Score of the bot in the row against the bot in the column', columns, rows),
    make(
      'p',
      { class: 'muted' },
      'The colour shows how far the 95% interval of a score is from 50%. ' +
        'A score has one only if it is shown which bot is ahead, adjusted for all pairs (Holm).',
    ),
    crossScale(),
  );
}

// How far an interval is from 50%: negative below it, 0 if nothing is shown.
function excess({ low, high, shown }) {
  if (!shown || !known(low) || !known(high)) return 0;
  return Math.max(0, low - 0.5) + Math.min(0, high - 0.5);
}

function crossCell(result) {
  if (!result || !known(result.score)) return make('span', { class: 'muted' }, '–');
  const far = excess(result);
  const side = far > 0 ? ' above' : far < 0 ? ' below' : '';
  const node = make(
    'span',
    {
      class: `tint${side}`,
      title: `${percentInterval(result.low, result.high)}, ${plural(result.games, 'game')}`,
    },
    percent(result.score),
  );
  node.style.setProperty('--strength', strength(far));
  return node;
}

const strength = (far) => `${Math.round(140 * Math.abs(far))}%`;

// The colours of some distances of an interval from 50%, in points.
function crossScale() {
  const stop = (far) => {
    const shade = make('span', { class: `tint${far > 0 ? ' above' : far < 0 ? ' below' : ''}` });
    shade.style.setProperty('--strength', strength(far));
    return make('span', { class: 'stop' }, shade, signed(100 * far, 0));
  };
  return make(
    'p',
    { class: 'scale' },
    make('span', { class: 'what' }, 'The interval is away from 50% by, in points:'),
    [-0.5, -0.25, 0, 0.25, 0.5].map(stop),
  );
}

// How much more a seat helps a bot than the average bot.
function interaction(data) {
  const found = data.interaction;
  if (!found) return null;
  const some = found.bonus.some(([, , , ...bonus]) => bonus.some(known));
  const test = `chi-square ${fixed(found.chi_square, 1)}, ${plural(
    found.freedom,
    'degree',
  )} of freedom, ${pValue(found.p)}`;
  const shown = found.p < 0.05 ? '' : ', so that they are not shown to differ';
  return make(
    'div',
    { 'data-table': 'interaction' },
    make('h4', null, 'Seats and bots'),
    make('p', null, `Do seats help some bots more than others? ${test}${shown}.`),
    some ? bonuses(found.bonus) : null,
  );
}

function bonuses(rows) {
  return numbers(
    'How much more a seat helps a bot than the average bot, in Elo',
    [WORD('Bot'), WORD('Seat'), NUMBER('Score'), NUMBER('Bonus'), NUMBER('95% interval')],
    rows.map(([bot, seat, score, value, low, high]) => [
      bot,
      `seat ${seat}`,
      percent(score),
      rating(value, low, high),
      interval(low, high, elo),
    ]),
  );
}

export { tournament };
