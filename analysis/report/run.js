// The sections of a run. Each takes the run and its figures and gives a node, or null if
// there is nothing to show: any figure may be missing.
(function (Report) {
  'use strict';

  const { ENDS, known, count, fixed, percent, percentInterval, signed, interval, probability, powerOfTen, plural, cellPlace } = Report.text;
  const { make, name, table, numbers, figure, facts, key } = Report.dom;
  const { SHARE_TICKS, integerTicks, seatColour, dots, curves, bars, range, shareRange } = Report.charts;

  class Figures {
    constructor(rows) {
      this.scopes = new Map();
      for (const [scope, key, metric, value, low, high, n] of rows || []) {
        if (!this.scopes.has(scope)) this.scopes.set(scope, new Map());
        const keys = this.scopes.get(scope);
        if (!keys.has(key)) keys.set(key, new Map());
        keys.get(key).set(metric, { value, low, high, n });
      }
    }

    get(scope, key, metric) {
      const keys = this.scopes.get(scope);
      const found = keys && keys.get(key) && keys.get(key).get(metric);
      return found && known(found.value) ? found : null;
    }

    value(scope, key, metric) {
      const found = this.get(scope, key, metric);
      return found ? found.value : null;
    }

    keys(scope) {
      return [...(this.scopes.get(scope) || new Map()).keys()];
    }

    // [{ key, value, low, high, n }] of one metric, in the order of the file.
    list(scope, metric) {
      return this.keys(scope).map((key) => Object.assign({ key }, this.get(scope, key, metric))).filter((row) => known(row.value));
    }
  }

  const NUMBER = (title) => ({ title, number: true });
  const WORD = (title) => ({ title });

  function sideCount(run) {
    return Math.max(1, (run.sides || []).length || run.seats);
  }

  function undecided(figures) {
    return ['draw', 'truncated', 'forfeit'].reduce((sum, end) => sum + (figures.value('run', '', end + '_rate') || 0), 0);
  }

  // What every side would win if it made no difference which one it is.
  function fairRate(run, figures) {
    return sideCount(run) > 1 ? (1 - undecided(figures)) / sideCount(run) : null;
  }

  function fairLine(run, figures, axis) {
    const fair = fairRate(run, figures);
    return known(fair) ? [{ axis, value: fair, label: axis === 'x' ? `fair ${percent(fair)}` : 'fair' }] : [];
  }

  function seatLabel(run, seat) {
    const bot = run.seating === 'fixed' && run.bots.length === run.seats ? run.bots[seat - 1] : null;
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
    const rows = seats.map((seat) => Object.assign({ name: seatLabel(run, Number(seat.key)), colour: seatColour(Number(seat.key)) }, seat));
    const span = shareRange(rows.flatMap((row) => [row.value, row.low, row.high]).concat(lines.map((line) => line.value)));
    const drawn = dots('Win rate of each seat with its 95% interval', rows, { title: 'games won', range: span, lines });
    const parts = endings(run, figures);
    return figure('seats', make('div', null, drawn, endsBar(parts)), numbers('Win rate of each seat', [WORD('Seat'), NUMBER('Won'), NUMBER('95%'), NUMBER('Games')],
      rows.map((row) => [row.name, percent(row.value), percentInterval(row.low, row.high), count(row.n)])),
    teams(figures), endsTable(parts.filter((part) => part.end)));
  }

  // All games in one bar: those of each side, then what nobody won, each kind by itself.
  function endings(run, figures) {
    const ends = Object.entries(ENDS).map(([end, label]) => ({ end, label, colour: `--${end}`, figure: figures.get('run', '', end + '_rate') }));
    return sideShares(run, figures).concat(ends).filter((part) => part.figure);
  }

  // Shared wins count for several seats: then the parts are more than the whole, and there is no bar.
  function endsBar(parts) {
    const sum = parts.reduce((total, part) => total + part.figure.value, 0);
    return Math.abs(sum - 1) < 0.005 ? stacked(parts) : null;
  }

  function endsTable(ends) {
    if (ends.length === 0) return null;
    return numbers('Games that nobody won', [WORD('Ended'), NUMBER('Games'), NUMBER('95%')],
      ends.map((end) => [end.label, percent(end.figure.value), percentInterval(end.figure.low, end.figure.high)]));
  }

  function sideShares(run, figures) {
    return (run.sides || []).map((side) => {
      const first = side.split('+')[0];
      return { label: side.includes('+') ? `seats ${side.replace(/\+/g, ' and ')}` : `seat ${side}`, colour: seatColour(Number(first)),
        figure: figures.get('side', side, 'win_rate') || figures.get('seat', first, 'win_rate') };
    });
  }

  function stacked(parts) {
    const there = parts.filter((part) => part.figure.value > 0);
    const bar = make('div', { class: 'stacked', 'aria-hidden': 'true' }, there.map((part) => {
      const node = make('span', { class: part.colour.slice(2) });
      node.style.flexGrow = part.figure.value;
      node.style.setProperty('--colour', `var(${part.colour})`);
      return node;
    }));
    const keys = there.map((part) => key(part.colour, `${part.label} ${percent(part.figure.value)}`));
    return make('div', { class: 'ends' }, make('h4', null, 'How games ended'), bar, make('p', { class: 'keys' }, keys));
  }

  function teams(figures) {
    const sides = figures.list('side', 'win_rate');
    if (sides.length === 0) return null;
    return numbers('Win rate of each team', [WORD('Seats'), NUMBER('Won'), NUMBER('95%'), NUMBER('Games')],
      sides.map((side) => [side.key, percent(side.value), percentInterval(side.low, side.high), count(side.n)]));
  }

  // With one bot, or each in a seat of its own, this would say again what the seats say.
  function botRates(run, figures) {
    const bots = figures.list('bot', 'win_rate');
    if (bots.length < 2 || run.seating !== 'rotated') return null;
    const rows = bots.map((bot) => Object.assign({ name: bot.key, colour: '--accent' }, bot));
    const lines = fairLine(run, figures, 'x');
    const span = shareRange(rows.flatMap((row) => [row.value, row.low, row.high]).concat(lines.map((line) => line.value)));
    return make('div', null, make('h4', null, 'How often each bot wins, over all seats'),
      figure('bots', dots('Win rate of each bot with its 95% interval', rows, { title: 'games won', range: span, lines }),
        numbers('Win rate of each bot', [WORD('Bot'), NUMBER('Won'), NUMBER('95%'), NUMBER('Forfeited')],
          rows.map((row) => [row.name, percent(row.value), percentInterval(row.low, row.high),
            percent(figures.value('bot', row.key, 'forfeit_rate'))]))));
  }

  // --- Balance

  function balance(run, figures) {
    const get = (metric) => figures.get('run', '', metric);
    const card = (title, metric, write, bounds, says) => get(metric) && { title, value: write(get(metric).value),
      interval: bounds(get(metric).low, get(metric).high), says };
    const points = (value) => signed(100 * value, 1);
    const elo = (value) => signed(value, 0);
    const plain = (value) => fixed(value, 3);
    const none = () => '';
    return facts([
      card('Advantage of seat 1', 'advantage', (value) => `${points(value)} points`, (low, high) => interval(low, high, points),
        'Its win rate less that of the others, on average, in percentage points. 0 is fair.'),
      card('In Elo', 'elo', elo, (low, high) => interval(low, high, elo),
        'The lead in rating that would do as much for a player as moving first.'),
      card('Balance', 'balance', percent, percentInterval, '100% less the largest difference between two sides. 100% is fair.'),
      card('χ²', 'chi_square', (value) => fixed(value, 2), () => (get('p_value') ? `p = ${probability(get('p_value').value)}`.replace('= <', '< ') : ''),
        'How far the wins are from equal shares. p: how often a fair game would look as unfair by chance.'),
      card('Evenness', 'entropy', plain, none, 'Entropy of who wins, from 0 (always the same side) to 1 (all sides alike).'),
    ]);
  }

  // --- How long games last

  const MOST_BARS = 64;
  // Even widths only: a bin of five holds now two, now three odd lengths, and in a game
  // that always ends on odd plies that would draw teeth where there are none.
  const WIDTHS = [1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10000, 20000, 100000, 1000000];

  function binned(lengths) {
    const plies = lengths.map((row) => Number(row.key));
    const least = Math.min(...plies);
    const most = Math.max(...plies);
    const width = WIDTHS.find((wide) => (most - least) / wide < MOST_BARS) || WIDTHS[WIDTHS.length - 1];
    const start = Math.floor(least / width) * width;
    const bins = Array.from({ length: Math.floor((most - start) / width) + 1 }, (_, i) => ({ from: start + i * width, value: 0 }));
    for (const row of lengths) bins[Math.floor((Number(row.key) - start) / width)].value += row.value;
    for (const bin of bins) bin.name = width === 1 ? count(bin.from) : `${count(bin.from)}–${count(bin.from + width - 1)}`;
    return { bins, width, start };
  }

  function lengths(run, figures) {
    const rows = figures.list('length', 'rate').filter((row) => Number.isInteger(Number(row.key)));
    if (rows.length === 0) return lengthTable(figures);
    return make('div', null, histogram(figures, rows), lengthByWinner(run, figures));
  }

  function histogram(figures, rows) {
    const { bins, width, start } = binned(rows);
    const at = (plies) => (plies - start + 0.5) / width - 0.5;
    const get = (metric) => figures.value('run', '', metric);
    const median = get('plies_median');
    const [p5, p95] = [get('plies_p5'), get('plies_p95')];
    const drawn = bars('Histogram of the length of games', bins, {
      xTitle: 'plies', yTitle: 'games', writeX: (bin) => `${bin.name} plies`,
      lines: known(median) && bins.length > 1 ? [{ axis: 'x', value: at(median), label: `median ${count(median)}`, over: true }] : [],
      bands: known(p5) && known(p95) ? [{ from: at(p5) - 0.5 / width, to: at(p95) + 0.5 / width }] : [] });
    return figure('lengths', drawn, lengthTable(figures),
      known(p5) ? make('p', { class: 'muted' }, 'The shaded part holds 90% of the games.') : null,
      numbers('Share of games by length', [WORD('Plies'), NUMBER('Games')],
        bins.filter((bin) => bin.value > 0).map((bin) => [bin.name, percent(bin.value)])));
  }

  function lengthTable(figures) {
    const get = (metric) => figures.get('run', '', metric);
    const whole = (metric) => (get(metric) ? count(get(metric).value) : null);
    const mean = get('plies_mean');
    const one = (value) => fixed(value, 1);
    const between = (low, high) => (whole(low) && whole(high) ? `${whole(low)} to ${whole(high)}` : null);
    const rows = [
      ['mean', mean && one(mean.value), mean ? interval(mean.low, mean.high, one) : ''],
      ['median', whole('plies_median'), ''],
      ['90% of games', between('plies_p5', 'plies_p95'), ''],
      ['all games', between('plies_min', 'plies_max'), ''],
      ['standard deviation', get('plies_sd') && one(get('plies_sd').value), ''],
      ['passes a game', get('passes_mean') && get('passes_mean').value > 0 && fixed(get('passes_mean').value, 2), ''],
    ].filter((row) => row[1]);
    return rows.length ? table('Length in plies', [WORD('Figure'), NUMBER('Plies'), NUMBER('95%')], rows) : null;
  }

  function lengthByWinner(run, figures) {
    const seats = figures.list('seat', 'plies_mean').map((row) => Object.assign(
      { name: `won by seat ${row.key}`, colour: seatColour(Number(row.key)) }, row));
    const ends = figures.list('end', 'plies_mean').map((row) => Object.assign(
      { name: ENDS[row.key] || row.key, colour: ENDS[row.key] ? `--${row.key}` : '--muted' }, row));
    const rows = seats.concat(ends);
    if (rows.length < 2) return null;
    const write = (value) => fixed(value, 1);
    const span = range(rows.flatMap((row) => [row.value, row.low, row.high]), 2, 0);
    return make('div', null, make('h4', null, 'How long, by how they end'),
      figure('length-by-end', dots('Mean length of games by how they ended', rows, { title: 'plies on average', write, ticks: integerTicks, range: span }),
        numbers('Mean length by how games ended', [WORD('Games'), NUMBER('Plies'), NUMBER('95%'), NUMBER('Games')],
          rows.map((row) => [row.name, write(row.value), interval(row.low, row.high, write), count(row.n)]))));
  }

  // --- How much there is to choose

  function choice(run, figures) {
    const plies = branching(figures);
    const cards = choiceFacts(figures);
    return plies || cards ? make('div', null, cards, plies) : null;
  }

  function choiceFacts(figures) {
    const get = (metric) => figures.get('choice', '', metric);
    const mean = get('branching_mean') || figures.get('run', '', 'branching_mean');
    const most = get('branching_max') || figures.get('run', '', 'branching_max');
    const one = (value) => fixed(value, 1);
    return facts([
      mean && { title: 'Legal moves', value: one(mean.value), interval: interval(mean.low, mean.high, one), says: 'On average over all plies.' },
      get('branching_median') && { title: 'Median', value: count(get('branching_median').value), says: 'Half of the plies have no more legal moves than that.' },
      most && { title: 'Most', value: count(most.value), says: 'The most legal moves that were met at a ply.' },
      get('real_choice_rate') && { title: 'Real choice', value: percent(get('real_choice_rate').value),
        interval: percentInterval(get('real_choice_rate').low, get('real_choice_rate').high), says: 'Plies with more than one legal move.' },
      get('tree_log10') && { title: 'Game tree', value: powerOfTen(get('tree_log10').value), says: 'Estimate of how many games there are.' },
      get('positions_seen') && { title: 'Positions seen', value: count(get('positions_seen').value), says: 'Different positions in the sampled games.' },
      get('positions_log10') && { title: 'State space', value: `≥ ${powerOfTen(get('positions_log10').value)}`,
        says: 'At least so many positions can be reached.' },
    ]);
  }

  const MOST_ROWS = 120;

  function branching(figures) {
    const all = figures.list('ply', 'branching_mean').map((row) => Object.assign({ x: Number(row.key), y: row.value }, row));
    if (all.length < 2) return null;
    // The few longest games say little: their plies would be noise at the end of the chart.
    const started = Math.max(...all.map((row) => row.n || 0));
    const points = all.filter((row) => (row.n || 0) >= Math.min(started, Math.max(2, started / 100)));
    if (points.length < 2) return null;
    const step = WIDTHS.find((width) => points.length / width <= MOST_ROWS);
    const listed = points.filter((row) => step === 1 || row.x % step === 0 || row.x === 1);
    const write = (value) => fixed(value, 1);
    const drawn = curves('Legal moves by ply with their 95% interval', [{ name: 'legal moves', colour: '--accent', points }], {
      xTitle: 'ply', yTitle: 'legal moves on average', x: plyAxis(points),
      y: { beginAtZero: true }, write, writeX: (item) => `ply ${count(item.parsed.x)}` });
    const cut = points.length < all.length;
    return make('div', null, make('h4', null, 'Legal moves as the game goes on'), figure('branching', drawn,
      cut ? make('p', { class: 'muted' }, `Up to ply ${count(points[points.length - 1].x)}: fewer than 1% of the games went further.`) : null,
      numbers(step > 1 ? `Legal moves by ply, every ${step}th` : 'Legal moves by ply', [WORD('Ply'), NUMBER('Moves'), NUMBER('95%'), NUMBER('Games')],
        listed.map((row) => [row.key, write(row.value), interval(row.low, row.high, write), count(row.n)]))));
  }

  // In a long game most of what there is to see happens early on.
  function plyAxis(points) {
    const ends = { min: points[0].x, max: points[points.length - 1].x };
    return points.length > 200 ? logarithmic(ends) : Object.assign({ type: 'linear', ticks: integerTicks }, ends);
  }

  function logarithmic(ends) {
    return Object.assign({ type: 'logarithmic', ticks: { callback: count, maxRotation: 0, autoSkipPadding: 16 },
      afterBuildTicks: (axis) => { axis.ticks = axis.ticks.filter((tick) => isRound(tick.value)); } }, ends);
  }

  // --- Enough games?

  function convergence(run, figures) {
    const points = (run.convergence || []).map(([games, rate, low, high]) => ({ x: games, y: rate, value: rate, low, high }));
    if (points.length < 2) return null;
    const lines = fairLine(run, figures, 'y');
    // The first games swing from 0 to 1; the axes are for what comes after them.
    const since = (games) => points.filter((point) => point.x >= games);
    const shown = since(10).length > 1 ? since(10) : points;
    const late = since(50).length > 1 ? since(50) : shown;
    const drawn = curves('Win rate of seat 1 after so many games, with its 95% interval', [{ name: 'seat 1', colour: seatColour(1), points: shown }], {
      xTitle: 'games (each step ten times as many)', yTitle: 'games won by seat 1', lines,
      x: logarithmic({ min: shown[0].x, max: shown[shown.length - 1].x }),
      y: Object.assign({ ticks: SHARE_TICKS }, shareRange(late.flatMap((point) => [point.low, point.high]).concat(lines.map((line) => line.value)))),
      write: percent, writeX: (item) => plural(item.parsed.x, 'game') });
    return figure('convergence', drawn, make('p', { class: 'muted' },
      'The band is the 95% interval. It halves with four times as many games; if it still crosses the fair line at the end, play more.'),
      numbers('Win rate of seat 1 after so many games', [WORD('Games'), NUMBER('Won'), NUMBER('95%')],
        points.map((point) => [count(point.x), percent(point.value), percentInterval(point.low, point.high)])));
  }

  // 1, 2 or 5 and then zeros: on a logarithmic axis the others crowd.
  function isRound(value) {
    const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
    return [1, 2, 5].some((round) => Math.abs(lead - round) < 1e-6);
  }

  // --- Where on the board

  function cellsOf(run, figures, metric) {
    const inside = (row) => {
      const place = cellPlace(row.key);
      return place && place.column < run.board.columns && place.row < run.board.rows;
    };
    return new Map(figures.list('cell', metric).filter(inside).map((row) => [row.key, row]));
  }

  function board(run, figures) {
    const kinds = moveKinds(figures);
    const rates = run.board ? cellsOf(run, figures, 'rate') : new Map();
    if (rates.size === 0) return kinds;
    const won = cellsOf(run, figures, 'winner_rate');
    const fair = 1 / sideCount(run);
    const rows = [...rates.keys()].map((cell) => [cell, percent(rates.get(cell).value),
      ...(won.has(cell) ? [percent(won.get(cell).value), percentInterval(won.get(cell).low, won.get(cell).high), count(won.get(cell).n)] : ['–', '', '0'])]);
    return make('div', null, make('div', { class: 'heats', 'data-chart': 'cells' },
      Report.boards.frequency(run.board, rates), won.size > 0 && sideCount(run) > 1 ? Report.boards.winners(run.board, won, fair) : null,
      numbers('Moves by cell', [WORD('Cell'), NUMBER('Moves'), NUMBER("Winner's"), NUMBER('95%'), NUMBER('Moves in won games')], rows)), kinds);
  }

  function moveKinds(figures) {
    const kinds = figures.list('kind', 'rate');
    if (kinds.length < 2) return null;
    const rows = kinds.map((kind) => [kind.key, meter(kind.value), percent(kind.value), percentInterval(kind.low, kind.high)]);
    return make('div', { class: 'kinds' }, make('h4', null, 'Kinds of moves'),
      numbers('Share of moves of each kind', [WORD('Kind'), { title: make('span', { class: 'hidden' }, 'Bar') }, NUMBER('Moves'), NUMBER('95%')], rows));
  }

  function meter(value) {
    const node = make('span', { class: 'meter', 'aria-hidden': 'true' }, make('span'));
    node.firstChild.style.width = `${100 * Math.max(0, Math.min(1, value))}%`;
    return node;
  }

  // --- Openings

  const TOP = 20;

  function openings(run, figures) {
    const rows = figures.keys('opening').map((move) => ({ move, rate: figures.get('opening', move, 'rate'),
      win: figures.get('opening', move, 'win_rate'), draw: figures.get('opening', move, 'draw_rate') })).filter((row) => row.rate);
    if (rows.length === 0) return null;
    const fair = fairRate(run, figures);
    const span = shareRange(rows.flatMap((row) => (row.win ? [row.win.low, row.win.high, row.win.value] : [])).concat(fair));
    const value = (figure) => (figure ? figure.value : -1);
    const columns = [
      { title: 'First move', by: (a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }), show: (row) => name(row.move) },
      { title: 'Games', number: true, down: true, by: (a, b) => a.rate.value - b.rate.value, show: (row) => percent(row.rate.value) },
      { title: 'Seat 1 wins', number: true, down: true, by: (a, b) => value(a.win) - value(b.win), show: (row) => percent(row.win && row.win.value) },
      { title: make('span', { class: 'hidden' }, 'Drawn as a bar'), wide: true, show: (row) => (row.win ? rangeBar(row.win, span, fair) : '') },
      { title: '95%', number: true, by: (a, b) => (a.win ? a.win.low : -1) - (b.win ? b.win.low : -1), down: true,
        show: (row) => (row.win ? percentInterval(row.win.low, row.win.high) : '') },
      { title: 'Drawn', number: true, down: true, by: (a, b) => value(a.draw) - value(b.draw), show: (row) => percent(row.draw && row.draw.value) },
    ];
    if (!rows.some((row) => row.draw && row.draw.value > 0)) columns.pop();
    return sortable('First moves, and how seat 1 does after them', columns, rows, 1);
  }

  // The interval as a bar on the common range of all rows, the fair share as a tick.
  function rangeBar(figure, span, fair) {
    const node = make('span', { class: 'range', 'aria-hidden': 'true' });
    const at = (rate) => `${(100 * (Math.max(span.min, Math.min(span.max, rate)) - span.min)) / (span.max - span.min)}%`;
    const put = (kind, from, to) => {
      const part = make('span', { class: kind });
      part.style.left = at(from);
      if (known(to)) part.style.width = `calc(${at(to)} - ${at(from)})`;
      node.append(part);
    };
    if (known(fair)) put('fair', fair);
    if (known(figure.low) && known(figure.high)) put('between', figure.low, figure.high);
    put('point', figure.value);
    return node;
  }

  // Headers are buttons: pressing one sorts by it, pressing it again turns the order round.
  function sortable(caption, columns, rows, first) {
    const state = { column: first, down: Boolean(columns[first].down), all: rows.length <= TOP };
    const heads = columns.map((column, i) => header(column, () => press(i)));
    const body = make('tbody');
    const more = make('button', { type: 'button', class: 'more' }, `Show all ${count(rows.length)}`);
    const show = () => {
      const { by } = columns[state.column];
      const sorted = rows.slice().sort((a, b) => (state.down ? by(b, a) : by(a, b)));
      body.replaceChildren(...sorted.slice(0, state.all ? rows.length : TOP).map((row) => bodyRow(columns, row)));
      heads.forEach((head, i) => (i === state.column ? head.setAttribute('aria-sort', state.down ? 'descending' : 'ascending') : head.removeAttribute('aria-sort')));
      more.hidden = state.all;
    };
    const press = (i) => {
      state.down = state.column === i ? !state.down : Boolean(columns[i].down);
      state.column = i;
      show();
    };
    more.addEventListener('click', () => {
      state.all = true;
      show();
    });
    show();
    return make('div', { class: 'openings', 'data-chart': 'openings' },
      make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
        make('table', null, make('caption', null, caption), make('thead', null, make('tr', null, heads)), body)), more);
  }

  function header(column, press) {
    const attributes = { scope: 'col', class: column.number ? 'number' : column.wide && 'wide' };
    if (!column.by) return make('th', attributes, make('span', { class: 'plain' }, column.title));
    const button = make('button', { type: 'button' }, column.title);
    button.addEventListener('click', press);
    return make('th', attributes, button);
  }

  function bodyRow(columns, row) {
    return make('tr', null, columns.map((column, i) => make(i === 0 ? 'th' : 'td',
      { scope: i === 0 && 'row', class: column.number && 'number' }, column.show(row))));
  }

  // --- Tension

  function tension(run, figures) {
    const get = (metric) => figures.get('tension', '', metric);
    const card = (title, metric, write, says) => get(metric) && { title, value: write(get(metric).value), says,
      interval: write === percent ? percentInterval(get(metric).low, get(metric).high) : interval(get(metric).low, get(metric).high, write) };
    const two = (value) => fixed(value, 2);
    return facts([
      card('Changes of lead', 'lead_changes', two, 'How often the side that stands better changes in a game.'),
      card('Drama', 'drama', two, 'How far behind the winner was, on average, while it was behind.'),
      card('Decisiveness', 'decisiveness', two, 'How soon a lead becomes one that is not lost again.'),
      card('Comebacks', 'comeback_rate', percent, 'Games won by a side that was clearly behind.'),
    ]);
  }

  // --- Tournament

  function tournament(run) {
    const data = run.tournament;
    if (!data || !data.ratings || data.ratings.length === 0) return null;
    return make('div', null, ratings(data), seatWorth(data), crossTable(data));
  }

  function ratings(data) {
    const elo = (value) => signed(value, 0);
    const rows = data.ratings.map(([bot, value, low, high]) => ({ name: bot, colour: '--accent', value, low, high }));
    const span = range(rows.flatMap((row) => [row.value, row.low, row.high]), 100);
    const drawn = dots('Rating of each bot with its 95% interval', rows, { title: 'rating in Elo', write: elo, ticks: { callback: elo },
      range: span, lines: [{ axis: 'x', value: 0, label: '' }] });
    const titles = ['Games', 'Won', 'Lost', 'Drawn', 'Cut off', 'Forfeits', 'Walkovers'];
    const used = titles.map((_, i) => i < 4 || data.ratings.some((row) => row[5 + i] > 0));
    const keep = (_, i) => used[i];
    return make('div', null, figure('ratings', drawn, numbers('Ratings in Elo', [WORD('Bot'), NUMBER('Rating'), NUMBER('95%'), NUMBER('Score')],
      data.ratings.map(([bot, value, low, high, score]) => [bot, elo(value), interval(low, high, elo), percent(score)]))),
    numbers('Games of each bot', [WORD('Bot'), ...titles.filter(keep).map(NUMBER)],
      data.ratings.map((row) => [row[0], ...row.slice(5, 12).filter(keep).map(count)])));
  }

  function seatWorth(data) {
    if (!data.seats || data.seats.length === 0) return null;
    const elo = (value) => signed(value, 0);
    return make('div', null, make('h4', null, 'What a seat is worth'), table('Worth of each seat in Elo', [WORD('Seat'), NUMBER('Worth'), NUMBER('95%')],
      data.seats.map(([seat, value, low, high]) => [`seat ${seat}`, elo(value), interval(low, high, elo)])));
  }

  function crossTable(data) {
    const bots = data.ratings.map((row) => row[0]);
    const found = new Map((data.cross || []).map(([bot, other, score, games]) => [JSON.stringify([bot, other]), { score, games }]));
    if (found.size === 0) return null;
    const rows = bots.map((bot, i) => [make('span', null, `${i + 1} `, name(bot)),
      ...bots.map((other) => crossCell(bot === other ? null : found.get(JSON.stringify([bot, other]))))]);
    const columns = [WORD('Bot'), ...bots.map((_, i) => NUMBER(String(i + 1)))];
    return make('div', { class: 'cross' }, make('h4', null, 'Each against each'),
      table("The row's part of the points against the column", columns, rows));
  }

  function crossCell(result) {
    if (!result || !known(result.score)) return make('span', { class: 'muted' }, '–');
    const node = make('span', { class: `tint ${result.score >= 0.5 ? 'above' : 'below'}`, title: plural(result.games, 'game') }, percent(result.score));
    node.style.setProperty('--strength', `${Math.round(70 * Math.abs(result.score - 0.5) * 2)}%`);
    return node;
  }

  // --- Replays

  function replays(run) {
    const there = (run.replays || []).filter((replay) => replay.frames && replay.frames.length > 0);
    return there.length ? Report.replay.replay(Object.assign({}, run, { replays: there })) : null;
  }

  const SECTIONS = [
    ['tournament', 'How strong each bot is', tournament],
    ['winning', 'How often each seat wins', winning],
    ['balance', 'How balanced it is', balance],
    ['lengths', 'How long games last', lengths],
    ['choice', 'How much there is to choose', choice],
    ['board', 'Where on the board', board],
    ['openings', 'How games begin', openings],
    ['tension', 'How tense it is', tension],
    ['replays', 'Games to look at', replays],
    ['convergence', 'Whether these are enough games', convergence],
  ];

  const FROM_SAMPLE = new Set(['choice', 'board', 'openings', 'tension']);

  function sampleNote(run, id) {
    if (!FROM_SAMPLE.has(id) || !run.sample || run.sample.games >= run.games) return null;
    const again = run.sample.source === 'played again' ? ', played again for it' : '';
    return make('p', { class: 'muted' }, `From ${plural(run.sample.games, 'game')} of ${count(run.games)}${again}.`);
  }

  // [{ id, title, make() }]
  function sections(run) {
    const figures = new Figures(run.figures);
    return SECTIONS.map(([id, title, build]) => ({ id, title, make() {
      const node = build(run, figures);
      return node && make('div', null, sampleNote(run, id), node);
    } }));
  }

  // One line of the table that compares runs.
  function overview(run) {
    const figures = new Figures(run.figures);
    const value = (metric) => figures.value('run', '', metric);
    const seat = figures.get('seat', '1', 'win_rate');
    return [percent(seat && seat.value), seat ? percentInterval(seat.low, seat.high) : '', percent(value('draw_rate')),
      percent(value('truncated_rate')), fixed(value('plies_mean'), 1), percent(value('balance')), count(run.games)];
  }

  const OVERVIEW = ['Seat 1 wins', '95%', 'Drawn', 'Cut off', 'Plies', 'Balance', 'Games'].map(NUMBER);

  Report.run = { sections, overview, OVERVIEW };
})(window.Report);
