// How games end: who wins, how balanced that is, and how sure it is.
// Each section takes the run and its figures and gives a node, or null if there is nothing
// to show: any figure may be missing.
(function (Report) {
  'use strict';

  const {
    ENDS,
    count,
    fixed,
    percent,
    percentInterval,
    signed,
    interval,
    probability,
    plural,
  } = Report.text;
  const { NUMBER, WORD, make, numbers, figure, facts, key } = Report.dom;
  const { seatColour, dots, curves } = Report.charts;
  const { SHARE_TICKS, logarithmic, shareRange } = Report.axes;
  const { fairLine } = Report.figures;

  function seatLabel(run, seat) {
    const bot =
      run.seating === 'fixed' && run.bots.length === run.seats ? run.bots[seat - 1] : null;
    return bot && new Set(run.bots).size > 1 ? `seat ${seat}, ${bot}` : `seat ${seat}`;
  }

  // --- Who wins

  function winning(run, figures) {
    const seats = figures.list('seat', 'win_rate');
    if (seats.length === 0) return null;
    return make('div', null, winRates(run, figures, seats), botRates(run, figures));
  }

  function winRates(run, figures, seats) {
    const lines = fairLine(run, figures, 'x');
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
    const drawn = dots('Win rate of each seat with its 95% interval', rows, {
      title: 'games won',
      range: span,
      lines,
    });
    const parts = endings(run, figures);
    return figure(
      'seats',
      make('div', null, drawn, endsBar(parts)),
      numbers(
        'Win rate of each seat',
        [WORD('Seat'), NUMBER('Won'), NUMBER('95%'), NUMBER('Games')],
        rows.map((row) => [
          row.name,
          percent(row.value),
          percentInterval(row.low, row.high),
          count(row.n),
        ]),
      ),
      teams(figures),
      endsTable(parts.filter((part) => part.end)),
    );
  }

  // All games in one bar: those of each side, then what nobody won, each kind by itself.
  function endings(run, figures) {
    const ends = Object.entries(ENDS).map(([end, label]) => ({
      end,
      label,
      colour: `--${end}`,
      figure: figures.get('run', '', end + '_rate'),
    }));
    return sideShares(run, figures)
      .concat(ends)
      .filter((part) => part.figure);
  }

  // Shared wins count for several seats: then the parts are more than the whole, and there
  // is no bar.
  function endsBar(parts) {
    const sum = parts.reduce((total, part) => total + part.figure.value, 0);
    return Math.abs(sum - 1) < 0.005 ? stacked(parts) : null;
  }

  function endsTable(ends) {
    if (ends.length === 0) return null;
    return numbers(
      'Games that nobody won',
      [WORD('Ended'), NUMBER('Games'), NUMBER('95%')],
      ends.map((end) => [
        end.label,
        percent(end.figure.value),
        percentInterval(end.figure.low, end.figure.high),
      ]),
    );
  }

  function sideShares(run, figures) {
    return (run.sides || []).map((side) => {
      const first = side.split('+')[0];
      return {
        label: side.includes('+') ? `seats ${side.replace(/\+/g, ' and ')}` : `seat ${side}`,
        colour: seatColour(Number(first)),
        figure: figures.get('side', side, 'win_rate') || figures.get('seat', first, 'win_rate'),
      };
    });
  }

  function stacked(parts) {
    const there = parts.filter((part) => part.figure.value > 0);
    const bar = make(
      'div',
      { class: 'stacked', 'aria-hidden': 'true' },
      there.map((part) => {
        const node = make('span', { class: part.colour.slice(2) });
        node.style.flexGrow = part.figure.value;
        node.style.setProperty('--colour', `var(${part.colour})`);
        return node;
      }),
    );
    const keys = there.map((part) =>
      key(part.colour, `${part.label} ${percent(part.figure.value)}`),
    );
    return make(
      'div',
      { class: 'ends' },
      make('h4', null, 'How games ended'),
      bar,
      make('p', { class: 'keys' }, keys),
    );
  }

  function teams(figures) {
    const sides = figures.list('side', 'win_rate');
    if (sides.length === 0) return null;
    return numbers(
      'Win rate of each team',
      [WORD('Seats'), NUMBER('Won'), NUMBER('95%'), NUMBER('Games')],
      sides.map((side) => [
        side.key,
        percent(side.value),
        percentInterval(side.low, side.high),
        count(side.n),
      ]),
    );
  }

  // With one bot, or each in a seat of its own, this would say again what the seats say.
  function botRates(run, figures) {
    const bots = figures.list('bot', 'win_rate');
    if (bots.length < 2 || run.seating !== 'rotated') return null;
    const rows = bots.map((bot) => Object.assign({ name: bot.key, colour: '--accent' }, bot));
    const lines = fairLine(run, figures, 'x');
    const span = shareRange(
      rows
        .flatMap((row) => [row.value, row.low, row.high])
        .concat(lines.map((line) => line.value)),
    );
    return make(
      'div',
      null,
      make('h4', null, 'How often each bot wins, over all seats'),
      figure(
        'bots',
        dots('Win rate of each bot with its 95% interval', rows, {
          title: 'games won',
          range: span,
          lines,
        }),
        numbers(
          'Win rate of each bot',
          [WORD('Bot'), NUMBER('Won'), NUMBER('95%'), NUMBER('Forfeited')],
          rows.map((row) => [
            row.name,
            percent(row.value),
            percentInterval(row.low, row.high),
            percent(figures.value('bot', row.key, 'forfeit_rate')),
          ]),
        ),
      ),
    );
  }

  // --- Balance

  function balance(run, figures) {
    const get = (metric) => figures.get('run', '', metric);
    const card = (title, metric, write, bounds, says) =>
      get(metric) && {
        title,
        value: write(get(metric).value),
        interval: bounds(get(metric).low, get(metric).high),
        says,
      };
    const points = (value) => signed(100 * value, 1);
    const elo = (value) => signed(value, 0);
    const plain = (value) => fixed(value, 3);
    return facts([
      card(
        'Advantage of seat 1',
        'first_player_advantage',
        (value) => `${points(value)} points`,
        (low, high) => interval(low, high, points),
        'Its win rate less that of the others, on average, in percentage points. 0 is fair.',
      ),
      card(
        'In Elo',
        'first_player_elo',
        elo,
        (low, high) => interval(low, high, elo),
        'The lead in rating that would do as much for a player as moving first.',
      ),
      card(
        'Balance',
        'balance',
        percent,
        percentInterval,
        '100% less the largest difference between two sides. 100% is fair.',
      ),
      card(
        'χ²',
        'chi_square',
        (value) => fixed(value, 2),
        () =>
          get('p_value') ? `p = ${probability(get('p_value').value)}`.replace('= <', '< ') : '',
        'How far the wins are from equal shares. ' +
          'p: how often a fair game would look as unfair by chance.',
      ),
      card(
        'Evenness',
        'entropy',
        plain,
        (low, high) => interval(low, high, plain),
        'Entropy of who wins, from 0 (always the same side) to 1 (all sides alike).',
      ),
    ]);
  }

  // --- Enough games?

  function convergence(run, figures) {
    const points = (run.convergence || []).map(([games, rate, low, high]) => ({
      x: games,
      y: rate,
      value: rate,
      low,
      high,
    }));
    if (points.length < 2) return null;
    const lines = fairLine(run, figures, 'y');
    // The first games swing from 0 to 1; the axes are for what comes after them.
    const since = (games) => points.filter((point) => point.x >= games);
    const shown = since(10).length > 1 ? since(10) : points;
    const late = since(50).length > 1 ? since(50) : shown;
    const drawn = curves(
      'Win rate of seat 1 after so many games, with its 95% interval',
      [{ name: 'seat 1', colour: seatColour(1), points: shown }],
      {
        xTitle: 'games, on a logarithmic scale',
        yTitle: 'games won by seat 1',
        lines,
        x: logarithmic({ min: shown[0].x, max: shown[shown.length - 1].x }),
        y: Object.assign(
          { ticks: SHARE_TICKS },
          shareRange(
            late
              .flatMap((point) => [point.low, point.high])
              .concat(lines.map((line) => line.value)),
          ),
        ),
        write: percent,
        writeX: (item) => plural(item.parsed.x, 'game'),
      },
    );
    return figure(
      'convergence',
      drawn,
      make(
        'p',
        { class: 'muted' },
        'The band is the 95% interval. It halves with four times as many games.',
      ),
      numbers(
        'Win rate of seat 1 after so many games',
        [WORD('Games'), NUMBER('Won'), NUMBER('95%')],
        points.map((point) => [
          count(point.x),
          percent(point.value),
          percentInterval(point.low, point.high),
        ]),
      ),
    );
  }

  Report.outcome = { winning, balance, convergence };
})(window.Report);
