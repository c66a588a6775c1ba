// What is made of several runs: sweeps, ladders and tunings.
(function (Report) {
  'use strict';

  const { ENDS, known, count, fixed, percent, percentInterval, interval } = Report.text;
  const { make, table, numbers, figure } = Report.dom;
  const { SHARE_TICKS, integerTicks, seatColour, curves, bars, scatter, shareRange, range } = Report.charts;
  const NUMBER = (title) => ({ title, number: true });
  const WORD = (title) => ({ title });
  const one = (value) => fixed(value, 1);

  // --- Sweeps

  const GROUPS = ['--group-1', '--group-2', '--group-3', '--group-4', '--group-5', '--group-6'];
  const STYLES = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'crossRot'];
  const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

  // The x axis: numbers if all values are, else the values as words in their order.
  function scaleOf(sweep) {
    const values = [...new Set(sweep.rows.map((row) => row.values[0]))];
    const numeric = values.every((value) => value !== '' && Number.isFinite(Number(value)));
    if (!numeric) return { labels: values, place: (row) => values.indexOf(row.values[0]), axis: { type: 'category' } };
    const places = values.map(Number).sort((a, b) => a - b);
    return { place: (row) => Number(row.values[0]), axis: { type: 'linear', min: places[0], max: places[places.length - 1],
      afterBuildTicks: (axis) => { if (places.length <= 16) axis.ticks = places.map((value) => ({ value })); } } };
  }

  // Rows of the same values on all axes but the first.
  function groupsOf(sweep) {
    const groups = new Map();
    for (const row of sweep.rows.filter((candidate) => candidate.games > 0)) {
      const label = sweep.axes.slice(1).map((axis, i) => `${axis}=${row.values[i + 1]}`).join(', ');
      if (!groups.has(label)) groups.set(label, []);
      groups.get(label).push(row);
    }
    return [...groups];
  }

  function pointsOf(sweep, scale, rows, read) {
    const points = rows.map((row) => {
      const [value, low, high] = read(row);
      return { x: scale.place(row), y: value, value, low, high };
    });
    if (!scale.labels) return points.sort((a, b) => a.x - b.x);
    return scale.labels.map((_, i) => points.find((point) => point.x === i) || { x: i, y: null, value: null });
  }

  function looks(i) {
    return { colour: GROUPS[i % GROUPS.length], style: STYLES[i % STYLES.length], dash: DASHES[Math.floor(i / GROUPS.length) % DASHES.length] };
  }

  function fairOf(rows) {
    const sides = rows[0].seats.length;
    const shares = rows.map((row) => (1 - (row.draw_rate || 0) - (row.truncated_rate || 0) - (row.forfeit_rate || 0)) / sides);
    // Where the undecided games differ much from run to run there is no one fair line.
    const even = Math.max(...shares) - Math.min(...shares) < 0.02;
    return sides > 1 && even ? [{ axis: 'y', value: shares[0], label: 'fair' }] : [];
  }

  function sweepCurves(sweep, label, lines, y, more) {
    const scale = scaleOf(sweep);
    return curves(label, lines(scale), Object.assign({ labels: scale.labels, xTitle: sweep.axes[0], x: scale.axis, y,
      writeX: (item) => `${sweep.axes[0]} ${item.label}`, write: percent, height: 340 }, more));
  }

  function shareAxis(sweep, lines) {
    const values = sweep.rows.filter((row) => row.games > 0).flatMap((row) => row.seats.flat());
    return Object.assign({ ticks: SHARE_TICKS }, shareRange(values.concat(lines.map((line) => line.value))));
  }

  function sweepTable(sweep, caption, titles, read) {
    return numbers(caption, [...sweep.axes.map(WORD), ...titles.map(NUMBER)], sweep.rows.map((row) => [...row.values, ...read(row)]));
  }

  function seatRates(sweep) {
    const groups = groupsOf(sweep);
    const lines = fairOf(sweep.rows.filter((row) => row.games > 0));
    const seats = sweep.rows[0].seats.length;
    const y = shareAxis(sweep, lines);
    const tableOf = (seat) => sweepTable(sweep, `Win rate of seat ${seat + 1}`, ['Won', '95%'],
      (row) => (row.seats[seat] ? [percent(row.seats[seat][0]), percentInterval(row.seats[seat][1], row.seats[seat][2])] : ['–', '']));
    if (groups.length === 1) {
      const drawn = sweepCurves(sweep, `Win rate of each seat by ${sweep.axes[0]}`, (scale) => countTo(seats).map((seat) => ({
        name: `seat ${seat + 1}`, colour: seatColour(seat + 1), style: STYLES[seat % STYLES.length],
        points: pointsOf(sweep, scale, groups[0][1], (row) => row.seats[seat] || []) })), y, { yTitle: 'games won', lines });
      return figure('sweep-seats', drawn, countTo(seats).map(tableOf));
    }
    return make('div', null, countTo(seats).map((seat) => make('div', null, make('h4', null, `Seat ${seat + 1}`), figure('sweep-seats',
      sweepCurves(sweep, `Win rate of seat ${seat + 1} by ${sweep.axes.join(' and ')}`, (scale) => groups.map(([label, rows], i) => Object.assign({
        name: label, points: pointsOf(sweep, scale, rows, (row) => row.seats[seat] || []) }, looks(i))), y, { yTitle: 'games won', lines }),
      tableOf(seat)))));
  }

  function countTo(number) {
    return Array.from({ length: number }, (_, i) => i);
  }

  // Games that nobody won. Draws, games cut off and forfeits stay apart: a curve each.
  function undecided(sweep) {
    const groups = groupsOf(sweep);
    const kinds = Object.keys(ENDS).filter((end) => sweep.rows.some((row) => row[`${end}_rate`] > 0));
    const row = (each) => Object.keys(ENDS).map((end) => percent(each[`${end}_rate`]));
    const all = sweepTable(sweep, 'Games that nobody won', ['Drawn', 'Cut off', 'Forfeited'], row);
    if (kinds.length === 0) return make('div', null, make('p', null, 'Every game was won by somebody.'));
    return make('div', null, kinds.map((end, at) => figure('sweep-ends', sweepCurves(sweep, `Games ${ENDS[end]} by ${sweep.axes.join(' and ')}`,
      (scale) => groups.map(([label, rows], i) => Object.assign({ name: label || ENDS[end], points: pointsOf(sweep, scale, rows, (each) => [each[`${end}_rate`]]) }, looks(i))),
      { beginAtZero: true, suggestedMax: 0.05, ticks: SHARE_TICKS }, { yTitle: `games ${ENDS[end]}`, height: 240 }),
    at === 0 ? all : sweepTable(sweep, `Games ${ENDS[end]}`, ['Games'], (each) => [percent(each[`${end}_rate`])]))));
  }

  function sweepLength(sweep) {
    return measure(sweep, 'sweep-length', 'Length of games', 'plies on average', (row) => row.plies || []);
  }

  function sweepChoice(sweep) {
    if (!sweep.rows.some((row) => known(row.branching_mean))) return null;
    return measure(sweep, 'sweep-choice', 'Legal moves', 'legal moves on average', (row) => [row.branching_mean]);
  }

  function measure(sweep, kind, title, yTitle, read) {
    const groups = groupsOf(sweep);
    const drawn = sweepCurves(sweep, `${title} by ${sweep.axes.join(' and ')}`, (scale) => groups.map(([label, rows], i) => Object.assign({
      name: label || title.toLowerCase(), points: pointsOf(sweep, scale, rows, read) }, looks(i))), { beginAtZero: true, ticks: integerTicks }, { yTitle, write: one });
    const bounded = sweep.rows.some((row) => known(read(row)[1]));
    return figure(kind, drawn, sweepTable(sweep, title, bounded ? ['Mean', '95%'] : ['Mean'],
      (row) => (bounded ? [one(read(row)[0]), interval(read(row)[1], read(row)[2], one)] : [one(read(row)[0])])));
  }

  function sweepSections(sweep) {
    if (!groupsOf(sweep).length) return [];
    return [
      { id: 'seats', title: `How often each seat wins, by ${sweep.axes.join(' and ')}`, make: () => seatRates(sweep) },
      { id: 'ends', title: 'How many games nobody wins', make: () => undecided(sweep) },
      { id: 'length', title: 'How long games last', make: () => sweepLength(sweep) },
      { id: 'choice', title: 'How much there is to choose', make: () => sweepChoice(sweep) },
    ];
  }

  // --- Ladders

  // Budgets double, so each level is a step of the same width.
  function doubling(ladder) {
    const values = ladder.levels.map((level) => level.value).filter((value) => value > 0);
    const places = values.map(Math.log2);
    return { type: 'linear', min: Math.min(...places) - 0.25, max: Math.max(...places) + 0.25,
      ticks: { callback: (value) => count(Math.round(2 ** value)) },
      afterBuildTicks: (axis) => { axis.ticks = places.map((value) => ({ value })); } };
  }

  function levelPoints(levels, read) {
    return levels.filter((level) => level.value > 0 && read(level)).map((level) => {
      const [value, low, high] = read(level);
      return { x: Math.log2(level.value), y: value, value, low, high };
    });
  }

  function ladderCurves(ladder, label, lines, y, more) {
    return curves(label, lines, Object.assign({ xTitle: `${ladder.option} (each step twice as many)`, x: doubling(ladder), y, write: percent,
      writeX: (item) => `${ladder.option} ${count(Math.round(2 ** item.parsed.x))}` }, more));
  }

  function stronger(ladder) {
    const levels = ladder.levels.filter((level) => level.against);
    if (levels.length === 0) return null;
    const curvesOf = [['score', 'part of the points', '--group-1'], ['won', 'won', '--group-2'], ['drawn', 'drawn', '--draw']].map(([key, label, colour], i) => (
      { name: label, colour, style: STYLES[i], dash: DASHES[i], points: levelPoints(levels, (level) => level.against[key]) }));
    const drawn = ladderCurves(ladder, 'How often the stronger search wins, by level', curvesOf,
      { min: 0, max: 1, ticks: SHARE_TICKS }, { yTitle: 'of games against the level below', lines: [{ axis: 'y', value: 0.5, label: 'even' }] });
    return figure('ladder-score', drawn, numbers(`${ladder.option} against the level below`,
      [WORD('Level'), NUMBER('Against'), NUMBER('Points'), NUMBER('95%'), NUMBER('Won'), NUMBER('Drawn'), NUMBER('Games')],
      levels.map((level) => [count(level.value), count(level.against.value), share(level.against.score), bounds(level.against.score),
        share(level.against.won), share(level.against.drawn), count(level.against.games)])));
  }

  function share(triple) {
    return percent(triple && triple[0]);
  }

  function bounds(triple) {
    return triple ? percentInterval(triple[1], triple[2]) : '';
  }

  function equals(ladder) {
    const levels = ladder.levels.filter((level) => level.seats && level.seats.length);
    if (levels.length === 0) return null;
    const seats = levels[0].seats.length;
    const lines = countTo(seats).map((seat) => ({ name: `seat ${seat + 1}`, colour: seatColour(seat + 1), style: STYLES[seat % STYLES.length],
      points: levelPoints(levels, (level) => level.seats[seat]) }));
    if (levels.some((level) => level.draw_rate && level.draw_rate[0] > 0)) {
      lines.push({ name: 'drawn', colour: '--draw', style: 'rectRot', dash: DASHES[2], points: levelPoints(levels, (level) => level.draw_rate) });
    }
    const values = lines.flatMap((line) => line.points.flatMap((point) => [point.low, point.high]));
    const drawn = ladderCurves(ladder, 'Win rate of each seat between equals, by level', lines, Object.assign({ ticks: SHARE_TICKS }, shareRange(values)),
      { yTitle: 'of games between equals' });
    const heads = [WORD('Level'), ...countTo(seats).flatMap((seat) => [NUMBER(`Seat ${seat + 1}`), NUMBER('95%')]), NUMBER('Drawn'), NUMBER('Cut off'), NUMBER('Forfeited'), NUMBER('Games')];
    return figure('ladder-seats', drawn, numbers('Between equals of each level', heads, levels.map((level) => [count(level.value),
      ...countTo(seats).flatMap((seat) => [share(level.seats[seat]), bounds(level.seats[seat])]),
      share(level.draw_rate), share(level.truncated_rate), share(level.forfeit_rate), count(level.games)])));
  }

  function ladderBalance(ladder) {
    const levels = ladder.levels.filter((level) => level.balance);
    if (levels.length === 0) return null;
    const points = levelPoints(levels, (level) => level.balance);
    const drawn = ladderCurves(ladder, 'Balance between equals, by level', [{ name: 'balance', colour: '--accent', points }],
      Object.assign({ ticks: SHARE_TICKS }, shareRange(points.flatMap((point) => [point.low, point.high]))), { yTitle: 'balance', height: 240 });
    return figure('ladder-balance', drawn, numbers('Balance between equals', [WORD('Level'), NUMBER('Balance'), NUMBER('95%')],
      levels.map((level) => [count(level.value), share(level.balance), bounds(level.balance)])),
    make('p', { class: 'muted' }, '100% less the largest difference between two sides. 100% is fair.'));
  }

  function ladderLength(ladder) {
    const levels = ladder.levels.filter((level) => level.plies);
    if (levels.length === 0) return null;
    const points = levelPoints(levels, (level) => level.plies);
    const drawn = ladderCurves(ladder, 'Length of games between equals, by level', [{ name: 'plies', colour: '--accent', points }],
      Object.assign({ ticks: integerTicks }, range(points.flatMap((point) => [point.low, point.high]), 2, 0)), { yTitle: 'plies on average', write: one, height: 240 });
    return figure('ladder-length', drawn, numbers('Length between equals', [WORD('Level'), NUMBER('Plies'), NUMBER('95%')],
      levels.map((level) => [count(level.value), one(level.plies[0]), interval(level.plies[1], level.plies[2], one)])));
  }

  function ladderSections(ladder) {
    return [
      { id: 'stronger', title: 'How often the stronger search wins', make: () => stronger(ladder) },
      { id: 'equals', title: 'How often each seat wins between equals', make: () => equals(ladder) },
      { id: 'balance', title: 'How balanced the game is for stronger players', make: () => ladderBalance(ladder) },
      { id: 'length', title: 'How long games last for stronger players', make: () => ladderLength(ladder) },
    ];
  }

  // --- Tunings

  // Rates are aimed at as shares, the rest as plain numbers.
  function isRate(goal) {
    return /^(seat\d*|draw|truncated|forfeit|balance|side.*)(_?rate)?$/.test(goal.name);
  }

  function writer(goal) {
    return isRate(goal) ? percent : (value) => fixed(value, 1);
  }

  function distanceTitle(goal) {
    return `${goal.name}: distance from ${writer(goal)(goal.target)}`;
  }

  function candidates(tune) {
    const columns = [...tune.axes.map(WORD), ...tune.goals.flatMap((goal) => [NUMBER(goal.name), NUMBER('95%'), NUMBER('Distance')]), NUMBER('Games'), WORD('Standing')];
    return table('Candidates, and how near they come to the goals', columns, tune.rows.map((row) => [...row.values,
      ...tune.goals.flatMap((goal, i) => goalCells(goal, row.goals[i])), count(row.games), standing(row)]));
  }

  function goalCells(goal, cell) {
    if (!cell) return ['–', '', '–'];
    const write = writer(goal);
    return [write(cell[0]), write === percent ? percentInterval(cell[1], cell[2]) : interval(cell[1], cell[2], write), write(cell[3])];
  }

  function standing(row) {
    if (row.front) return make('strong', null, 'front');
    return row.dropped ? `dropped in round ${row.dropped}` : 'kept';
  }

  function front(tune) {
    const [a, b] = tune.goals;
    const point = (row) => ({ x: row.goals[0][3], y: row.goals[1][3],
      text: `${row.run}: ${a.name} ${writer(a)(row.goals[0][0])}, ${b.name} ${writer(b)(row.goals[1][0])}` });
    const there = tune.rows.filter((row) => row.goals[0] && row.goals[1]);
    const pick = (test) => there.filter(test).map(point).sort((p, q) => p.x - q.x || p.y - q.y);
    const groups = [
      { name: 'front: no other is nearer to both goals', colour: '--group-1', style: 'circle', joined: true, points: pick((row) => row.front) },
      { name: 'kept to the end', colour: '--group-2', style: 'rect', hollow: true, points: pick((row) => !row.front && !row.dropped) },
      { name: 'dropped', colour: '--muted', style: 'crossRot', points: pick((row) => !row.front && row.dropped) },
    ].filter((group) => group.points.length);
    const ticks = (goal) => (isRate(goal) ? SHARE_TICKS : integerTicks);
    return figure('tune', scatter(`Distance from ${a.name} against distance from ${b.name}`, groups, {
      xTitle: distanceTitle(a), yTitle: distanceTitle(b), xTicks: ticks(a), yTicks: ticks(b) }), candidates(tune));
  }

  function distances(tune, i) {
    const goal = tune.goals[i];
    const rows = tune.rows.filter((row) => row.goals[i]).map((row) => ({ name: row.values.join(', '), run: row.run, value: row.goals[i][3],
      colour: row.front || !row.dropped ? '--group-1' : '--muted' }));
    return figure('tune', bars(`Distance from the goal ${goal.name}`, rows, { xTitle: tune.axes.join(', '), yTitle: distanceTitle(goal),
      ticks: isRate(goal) ? SHARE_TICKS : integerTicks, write: writer(goal), writeX: (row) => row.run }), i === 0 ? candidates(tune) : null);
  }

  function tuneSections(tune) {
    const made = () => (tune.goals.length === 2 ? front(tune) : make('div', null, tune.goals.map((_, i) => distances(tune, i))));
    return [{ id: 'goals', title: 'How near each candidate comes', make: made }];
  }

  Report.series = { sweepSections, ladderSections, tuneSections };
})(window.Report);
