// Win rates of seats, teams and bots, and how games end.
import { ENDS, count } from './text.js';
import { NUMBER, WORD, make, name, numbers, figure, key } from './dom.js';
import { seatColour, dots } from './charts.js';
import { fairLine, sideRate } from './metrics.js';

// Estimates as a table. rows: [{ name, text, interval, n }].
function rateTable(caption, heads, rows, more = (row) => [count(row.n)]) {
  const [name, value, ...others] = heads;
  return numbers(
    caption,
    [WORD(name), NUMBER(value), NUMBER('95% interval'), ...others.map(NUMBER)],
    rows.map((row) => [row.name, row.text, row.interval, ...(others.length ? more(row) : [])]),
  );
}

function seatLabel(run, seat) {
  const bot =
    run.seating === 'fixed' && run.bots.length === run.seats ? run.bots[seat - 1] : null;
  return bot && new Set(run.bots).size > 1 ? `seat ${seat}, ${bot}` : `seat ${seat}`;
}

function winRates(run, metrics) {
  const seats = metrics.list('seat', 'win_rate').map((row) => ({
    ...row,
    name: seatLabel(run, row.key),
    colour: seatColour(Number(row.key)),
  }));
  if (seats.length === 0) return null;
  const words = seats.map(({ name, text, interval }) => `${name} ${text} (${interval})`).join(', ');
  const chart = dots(`Win rate of each seat with its 95% interval: ${words}`, seats, {
    title: 'share of games won',
    rowTitle: 'seat',
    lines: fairLine(run, metrics, 'x'),
  });
  const ends = endings(run, metrics).filter((part) => part.end);
  const places = metrics.list('seat', 'place_mean').map((row) => ({ ...row, name: `seat ${row.key}` }));
  const teams = metrics.list('side', 'win_rate').map((row) => ({ ...row, name: row.key }));
  return [
    figure(
      'seats',
      chart,
      rateTable('Win rate of each seat', ['Seat', 'Won', 'Games'], seats),
      teams.length ? rateTable('Win rate of each team', ['Seats', 'Won', 'Games'], teams) : null,
      places.length ? rateTable('Mean place of each seat', ['Seat', 'Place', 'Games'], places) : null,
      ends.length ? rateTable('Games without a winner', ['End', 'Games'], ends) : null,
    ),
    botRates(run, metrics),
  ];
}

// The parts of the bar of all games: the wins of each side, then draws, truncated games and
// forfeits.
function endings(run, metrics) {
  const sides = run.sides.map((side) => ({
    name: side.includes('+') ? sideName(side) : seatLabel(run, Number(side)),
    colour: seatColour(parseInt(side, 10)),
    ...sideRate(metrics, side),
  }));
  const ends = Object.entries(ENDS).map(([end, name]) => ({
    end,
    name,
    colour: `--${end}`,
    ...metrics.get('run', '', `${end}_rate`),
  }));
  return [...sides, ...ends].filter((part) => part.text);
}

// "seat 1", "seats 1 and 3"
const sideName = (side) =>
  side.includes('+') ? `seats ${side.replace(/\+/g, ' and ')}` : `seat ${side}`;

// Shared wins count for several seats. Then the parts add up to more than 100%, and there are
// only their numbers.
function endsBar(parts) {
  const shown = parts.filter((part) => part.value > 0);
  if (shown.length === 0) return null;
  const sum = shown.reduce((total, part) => total + part.value, 0);
  const pieces = shown.map((part) => {
    const node = make('span', { class: part.colour.slice(2) });
    node.style.flexGrow = part.value;
    node.style.setProperty('--colour', `var(${part.colour})`);
    return node;
  });
  const interval = (part) => make('span', { class: 'muted' }, part.interval ? ` (${part.interval})` : '');
  const keys = shown.map((part) =>
    key(part.colour, make('span', null, name(part.name), ` ${part.text}`, interval(part))),
  );
  return make(
    'div',
    { class: 'ends' },
    Math.abs(sum - 1) < 0.005 && make('div', { class: 'stacked', 'aria-hidden': 'true' }, pieces),
    make('p', { class: 'keys' }, keys.map((each) => [each, ' '])),
  );
}

// With one bot, or with fixed seats, the seats already say this.
function botRates(run, metrics) {
  const bots = metrics
    .list('bot', 'win_rate')
    .map((row) => ({ ...row, name: row.key, colour: '--accent' }));
  if (bots.length < 2 || run.seating !== 'rotated') return null;
  const chart = dots('Win rate of each bot with its 95% interval', bots, {
    title: 'share of games won',
    rowTitle: 'bot',
    lines: fairLine(run, metrics, 'x'),
  });
  const rates = rateTable('Win rate of each bot', ['Bot', 'Won', 'Forfeited'], bots, (row) => [
    metrics.text('bot', row.key, 'forfeit_rate'),
  ]);
  return [make('h4', null, 'Win rate of each bot over all seats'), figure('bots', chart, rates)];
}

const endingsBar = (run, metrics) => endsBar(endings(run, metrics));

export { winRates, endingsBar, sideName, rateTable };
