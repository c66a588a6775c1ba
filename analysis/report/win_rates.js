// Win rates of seats, teams and bots, and how games end.
import { ENDS, count, percent, percentInterval } from './text.js';
import { NUMBER, WORD, make, numbers, figure, key } from './dom.js';
import { seatColour, dots } from './charts.js';
import { shareRange } from './axes.js';
import { fairLine, sideRate } from './metrics.js';

function seatLabel(run, seat) {
  const bot =
    run.seating === 'fixed' && run.bots.length === run.seats ? run.bots[seat - 1] : null;
  return bot && new Set(run.bots).size > 1 ? `seat ${seat}, ${bot}` : `seat ${seat}`;
}

function winRates(run, metrics) {
  const seats = metrics.list('seat', 'win_rate');
  if (seats.length === 0) return null;
  return make('div', null, seatRates(run, metrics, seats), botRates(run, metrics));
}

function seatRates(run, metrics, seats) {
  const lines = fairLine(run, metrics, 'x');
  const rows = seats.map((seat) =>
    Object.assign(
      { name: seatLabel(run, Number(seat.key)), colour: seatColour(Number(seat.key)) },
      seat,
    ),
  );
  const span = shareRange(
    rows
      .flatMap((row) => [row.value, row.low, row.high])
      .concat(lines.map((line) => line.value)),
  );
  const chart = dots('Win rate of each seat with its 95% interval', rows, {
    title: 'share of games won',
    rowTitle: 'seat',
    range: span,
    lines,
  });
  const parts = endings(run, metrics);
  const bar = endsBar(parts);
  return figure(
    'seats',
    make('div', null, chart, bar && [make('h4', null, 'How games ended'), bar]),
    numbers(
      'Win rate of each seat',
      [WORD('Seat'), NUMBER('Won'), NUMBER('95% interval'), NUMBER('Games')],
      rows.map((row) => [
        row.name,
        percent(row.value),
        percentInterval(row.low, row.high),
        count(row.n),
      ]),
    ),
    teams(metrics),
    endsTable(parts.filter((part) => part.end)),
  );
}

// The parts of the bar of all games: the wins of each side, then draws, truncated games and
// forfeits.
function endings(run, metrics) {
  const ends = Object.entries(ENDS).map(([end, label]) => ({
    end,
    label,
    colour: `--${end}`,
    estimate: metrics.get('run', '', end + '_rate'),
  }));
  return sideShares(run, metrics)
    .concat(ends)
    .filter((part) => part.estimate);
}

// Shared wins count for several seats. Then the parts add up to more than 100%, and there is
// no bar.
function endsBar(parts) {
  const sum = parts.reduce((total, part) => total + part.estimate.value, 0);
  return Math.abs(sum - 1) < 0.005 ? stacked(parts) : null;
}

function endsTable(ends) {
  if (ends.length === 0) return null;
  return numbers(
    'Games without a winner',
    [WORD('End'), NUMBER('Games'), NUMBER('95% interval')],
    ends.map((end) => [
      end.label,
      percent(end.estimate.value),
      percentInterval(end.estimate.low, end.estimate.high),
    ]),
  );
}

function sideShares(run, metrics) {
  return (run.sides || []).map((side) => {
    const first = side.split('+')[0];
    return {
      label: side.includes('+') ? `seats ${side.replace(/\+/g, ' and ')}` : `seat ${side}`,
      colour: seatColour(Number(first)),
      estimate: sideRate(metrics, side),
    };
  });
}

function stacked(parts) {
  const shown = parts.filter((part) => part.estimate.value > 0);
  const bar = make(
    'div',
    { class: 'stacked', 'aria-hidden': 'true' },
    shown.map((part) => {
      const node = make('span', { class: part.colour.slice(2) });
      node.style.flexGrow = part.estimate.value;
      node.style.setProperty('--colour', `var(${part.colour})`);
      return node;
    }),
  );
  const keys = shown.map((part) =>
    key(part.colour, `${part.label} ${percent(part.estimate.value)}`),
  );
  return make('div', { class: 'ends' }, bar, make('p', { class: 'keys' }, keys));
}

function teams(metrics) {
  const sides = metrics.list('side', 'win_rate');
  if (sides.length === 0) return null;
  return numbers(
    'Win rate of each team',
    [WORD('Seats'), NUMBER('Won'), NUMBER('95% interval'), NUMBER('Games')],
    sides.map((side) => [
      side.key,
      percent(side.value),
      percentInterval(side.low, side.high),
      count(side.n),
    ]),
  );
}

// With one bot, or with fixed seats, the seats already say this.
function botRates(run, metrics) {
  const bots = metrics.list('bot', 'win_rate');
  if (bots.length < 2 || run.seating !== 'rotated') return null;
  const rows = bots.map((bot) => Object.assign({ name: bot.key, colour: '--accent' }, bot));
  const lines = fairLine(run, metrics, 'x');
  const span = shareRange(
    rows
      .flatMap((row) => [row.value, row.low, row.high])
      .concat(lines.map((line) => line.value)),
  );
  return make(
    'div',
    null,
    make('h4', null, 'Win rate of each bot over all seats'),
    figure(
      'bots',
      dots('Win rate of each bot with its 95% interval', rows, {
        title: 'share of games won',
        rowTitle: 'bot',
        range: span,
        lines,
      }),
      numbers(
        'Win rate of each bot',
        [WORD('Bot'), NUMBER('Won'), NUMBER('95% interval'), NUMBER('Forfeited')],
        rows.map((row) => [
          row.name,
          percent(row.value),
          percentInterval(row.low, row.high),
          percent(metrics.value('bot', row.key, 'forfeit_rate')),
        ]),
      ),
    ),
  );
}

const endingsBar = (run, metrics) => endsBar(endings(run, metrics));

export { winRates, endingsBar };
