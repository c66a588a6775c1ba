// The page about runs that are compared: what differs in words, as `boardlab compare` says it,
// charts of the differences, and the runs beside each other on common scales. The first run, A,
// is compared with each of the others.
import {
  known,
  count,
  fixed,
  percent,
  percentInterval,
  interval,
  signed,
  signedPoints,
  sentence,
  indices,
  commandLine,
} from './text.js';
import { NUMBER, WORD, make, name, swatch, table, numbers, figure } from './dom.js';
import { groupStyle, dots, bars, curves } from './charts.js';
import { range, shareRange } from './axes.js';
import { Metrics } from './metrics.js';
import { sharesOf, binned, lengthTitle, STOPPED } from './lengths.js';
import { sharedNotes, noteNode, shortTitle } from './overview.js';
import { endingsBar } from './win_rates.js';
import { bins } from './bins.js';
import { plyPoints, plyAxis } from './branching.js';
import { rangeBar, rangeScale } from './openings.js';
import { command } from './head.js';
import { records } from './document.js';

const colourOf = (i) => groupStyle(i).colour;

// A, B, …, Z, then by number.
const letterOf = (i) => (i < 26 ? String.fromCharCode(65 + i) : `run ${i + 1}`);

// The runs of a comparison: [{ run, metrics, letter, called, colour, i }].
function runsOf(data) {
  return data.entries.map((run, i) => ({
    run,
    i,
    metrics: new Metrics(run.metrics),
    letter: letterOf(i),
    called: data.comparison.names[i],
    colour: colourOf(i),
  }));
}

function labelled(each, text) {
  return make('span', { class: 'key' }, swatch(each.colour), make('span', null, text));
}

// --- What is compared

function optionsOf(run) {
  const text = run.full.split(':').slice(1).join(':');
  return new Map(text.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

// The options that are not the same in all runs.
function differingOptions(runs) {
  const maps = runs.map((each) => optionsOf(each.run));
  const keys = [...new Set(maps.flatMap((map) => [...map.keys()]))].filter(Boolean);
  return keys.filter((key) => new Set(maps.map((map) => map.get(key))).size > 1);
}

function optionText(each, keys) {
  const map = optionsOf(each.run);
  const texts = keys.filter((key) => map.has(key)).map((key) => `${key}=${map.get(key)}`);
  return texts.join(', ') || '–';
}

// Options of different games have nothing to do with each other.
function comparedOptions(data, runs) {
  return data.comparison.same_game ? differingOptions(runs) : [];
}

// Who plays which seat, in words.
function botsOf(run) {
  const fact = run.head.facts.find(([label]) => label === 'Bots');
  return fact ? fact[1] : '–';
}

function runsTable(data, runs) {
  const keys = comparedOptions(data, runs);
  const columns = [
    WORD('Run'),
    WORD('Game'),
    ...(keys.length ? [WORD('Options that differ')] : []),
    WORD('Bots'),
    NUMBER('Games'),
    NUMBER('Ply limit'),
    NUMBER('Seed'),
  ];
  const rows = runs.map((each) => [
    labelled(each, [
      `${each.letter}: `,
      make('a', { href: `#entry-${each.i + 1}` }, name(each.called)),
    ]),
    keys.length ? each.run.head.game : each.run.head.title,
    ...(keys.length ? [optionText(each, keys)] : []),
    botsOf(each.run),
    count(each.run.games),
    count(each.run.max_plies),
    String(each.run.seed),
  ]);
  return table('The runs; more about each below', columns, rows);
}

// --- In words

const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function verdict(pair, first) {
  return [
    pair.sentences.map((text, i) =>
      make('p', { class: first && i < pair.conclusion ? 'verdict conclusion' : 'verdict' }, name(sentence(text))),
    ),
    make('p', { class: 'muted how' }, name(`${upperFirst(pair.how)}.`)),
  ];
}

function verdicts(pairs, runs) {
  if (pairs.length === 1) return verdict(pairs[0], true);
  return pairs.map((pair, i) => [
    make('h3', { class: 'pair' }, labelled(runs[i + 1], against(runs, i + 1))),
    verdict(pair, false),
  ]);
}

// What to bear in mind: each note once, also if it is on a run that is in all comparisons.
function notes(data) {
  const texts = data.comparison.list.flatMap((pair) => pair.notes);
  return [...new Set(texts), ...sharedNotes(data.entries)].map(
    noteNode,
  );
}

function against(runs, i) {
  return [
    `${runs[i].letter}, `,
    name(runs[i].called),
    `, against ${runs[0].letter}, `,
    name(runs[0].called),
  ];
}

// --- Differences

// A comparison with its rows as objects.
const withRows = (pair) => ({
  ...pair,
  rows: records(pair.table).map((row) => ({
    ...row,
    ...Object.fromEntries(
      ['a', 'b', 'p_holm'].map((key) => [key, row[key] === null ? null : row[key][0]]),
    ),
    difference: row[''] || [],
    texts: { ...row.texts, difference: row.texts[''] },
  })),
});

const isClaimed = (row) => known(row.p_holm) && row.p_holm < 0.05;
// What was tested is shown; of the rest, what occurs in a game.
const happens = (row) =>
  known(row.p_holm) || (known(row.difference[0]) && !(row.a === 0 && row.b === 0));

const UNITS = { plies: 'plies', margin: 'points' };

function tickText(value) {
  const rounded = Number(value.toFixed(2));
  return signed(rounded, Number.isInteger(rounded) ? 0 : 1);
}

function differenceChart(title, rows, rate) {
  const minWidth = rate ? 0.04 : 1;
  const format = rate ? signedPoints : (value) => signed(value, 1);
  return dots(title, rows, {
    title,
    rowTitle: 'metric',
    format,
    ticks: { callback: (value) => tickText(rate ? 100 * value : value) },
    range: range(
      rows.flatMap((row) => [row.value, row.low, row.high, 0]),
      minWidth,
      rate ? -1 : null,
      rate ? 1 : null,
    ),
    lines: [{ axis: 'x', value: 0, label: 'no difference' }],
  });
}

// Rows of a chart: one metric after the other, and for each metric the runs.
function differenceRows(pairs, runs, wanted) {
  const metrics = [...new Set(pairs.flatMap((pair) => pair.rows.map((row) => row.metric)))];
  return metrics
    .flatMap((metric) =>
      pairs.map((pair, i) => ({ i, row: pair.rows.find((each) => each.metric === metric) })),
    )
    .filter(({ row }) => row && wanted(row) && happens(row))
    .map(({ i, row }) => ({
      name: pairs.length > 1 ? `${row.title}, ${runs[i + 1].letter}` : row.title,
      colour: isClaimed(row) ? '--accent' : '--muted',
      hollow: !isClaimed(row),
      value: row.difference[0],
      low: row.difference[1],
      high: row.difference[2],
    }));
}

function minus(pairs) {
  return pairs.length > 1 ? 'run − A' : 'B − A';
}

function charts(pairs, runs) {
  const kinds = [
    ['percentage points', (row) => row.rate, true],
    ...Object.entries(UNITS).map(([metric, unit]) => [
      unit === 'points' ? 'points of the margin' : unit,
      (row) => row.metric === metric,
      false,
    ]),
  ];
  return kinds
    .map(([unit, wanted, rate]) => [unit, differenceRows(pairs, runs, wanted), rate])
    .filter(([, rows]) => rows.length > 0)
    .map(([unit, rows, rate]) => differenceChart(`${minus(pairs)}, in ${unit}`, rows, rate));
}

function differenceTable(pair, runs, i) {
  return numbers(
    `Differences between ${runs[0].letter} and ${runs[i].letter}`,
    [
      WORD('Metric'),
      NUMBER(runs[0].letter),
      NUMBER(runs[i].letter),
      NUMBER(`${runs[i].letter} − ${runs[0].letter}`),
      NUMBER('95% interval'),
      NUMBER('p, adjusted'),
    ],
    pair.rows
      .filter(happens)
      .map((row) => [
        isClaimed(row) ? make('strong', null, row.title) : row.title,
        ...['a', 'b', 'difference', 'p_holm'].flatMap((key) => row.texts[key]),
      ]),
  );
}

const listed = (words) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}` : words[0];

// Ways to end that no game of any run ended in.
function neverNote(pairs) {
  const never = pairs[0].rows
    .filter((row) => /^(draw|truncated|forfeit)$/.test(row.metric))
    .filter(({ metric }) =>
      pairs.every((pair) => !happens(pair.rows.find((row) => row.metric === metric))),
    )
    .map((row) => row.title);
  return never.length ? ` No game was ${listed(never)}.` : '';
}

// Pairs are the games that both runs have.
function pairedNote(pairs, runs) {
  return pairs
    .map((pair, i) => [pair, runs[i + 1]])
    .filter(([pair, other]) => pair.paired && other.run.games !== runs[0].run.games)
    .map(
      ([pair, other]) =>
        ` Of ${runs[0].letter} and ${other.letter}, ` +
        (pair.games === 1
          ? 'the first game is compared.'
          : `the first ${count(pair.games)} games are compared.`),
    )
    .join('');
}

function differences(data, runs) {
  const { list, tests } = data.comparison;
  const pairs = list.map(withRows);
  const drawn = charts(pairs, runs);
  if (drawn.length === 0) return null;
  const legend =
    (tests > 0
      ? 'Filled dots and bold names: shown to differ, with p below 0.05' +
        `${tests > 1 ? `, adjusted for all ${tests} tests (Holm)` : ''}. `
      : '') +
    'Each 95% interval is for its row alone. The largest gap is between the win rates of two' +
    ` sides, over decided games.${pairedNote(pairs, runs)}${neverNote(pairs)}`;
  return make(
    'div',
    null,
    figure(
      'differences',
      make('div', null, drawn),
      pairs.map((pair, i) => differenceTable(pair, runs, i + 1)),
      make('p', { class: 'muted' }, legend),
    ),
  );
}

// --- Win rates

function seatRates(runs) {
  const most = Math.max(...runs.map(({ run }) => run.seats));
  const rate = (each, seat) => each.metrics.get('seat', String(seat + 1), 'win_rate');
  const rows = indices(most).flatMap((seat) =>
    runs
      .filter((each) => rate(each, seat))
      .map((each) =>
        Object.assign(
          { name: `seat ${seat + 1}, ${each.letter}`, colour: each.colour },
          rate(each, seat),
        ),
      ),
  );
  if (rows.length === 0) return null;
  const chart = dots('Win rate of each seat in each run with its 95% interval', rows, {
    title: 'share of games won, with 95% intervals',
    rowTitle: 'seat and run',
    range: shareRange(rows.flatMap((row) => [row.value, row.low, row.high])),
  });
  return figure(
    'compared-seats',
    make('div', null, chart, endings(runs)),
    numbers(
      'Win rate of each seat in each run',
      [WORD('Seat'), NUMBER('Won'), NUMBER('95% interval')],
      rows.map((row) => [row.name, percent(row.value), percentInterval(row.low, row.high)]),
    ),
  );
}

// How games ended, one bar below the other.
function endings(runs) {
  const shown = runs
    .map((each) => [each, endingsBar(each.run, each.metrics)])
    .filter(([, bar]) => bar);
  if (shown.length === 0) return null;
  return make(
    'div',
    null,
    make('h4', null, 'How games ended'),
    shown.map(([each, bar]) => [
      make('p', { class: 'bar-name' }, labelled(each, [`${each.letter}, `, name(each.called)])),
      bar,
    ]),
  );
}

// --- Lengths

// Bins that suit all runs together.
function commonBins(runs) {
  const rows = runs.flatMap(({ metrics }) => sharesOf(metrics));
  const period = runs.reduce((product, { run }) => leastMultiple(product, run.seats), 1);
  return bins(rows, { games: Math.min(...runs.map(({ run }) => run.games)), period });
}

function leastMultiple(a, b) {
  return indices(b)
    .map((i) => a * (i + 1))
    .find((multiple) => multiple % b === 0);
}

function lengths(runs) {
  const shown = runs.filter(({ metrics }) => sharesOf(metrics).length > 0);
  if (shown.length === 0) return null;
  const grid = commonBins(shown);
  const limit = Math.max(...shown.map(({ run }) => run.max_plies || Infinity));
  const shares = shown.map(({ metrics }) => binned(sharesOf(metrics), grid, limit));
  const most = Math.max(...shares.flat().map((bin) => bin.value));
  const stopped = shares.flat().some((bin) => bin.part > 0);
  const plots = shown.map((each, i) => {
    const median = each.metrics.value('run', '', 'plies_median');
    return [
      make('h4', null, labelled(each, [`${each.letter}, `, name(each.called)])),
      bars(`Histogram of the lengths of games of ${each.called}`, shares[i], {
        xTitle: lengthTitle(grid),
        yTitle: 'share of games',
        height: stopped ? 220 : 190,
        colour: each.colour,
        yMax: range([0, most], 0, 0, 1).max,
        part: stopped ? STOPPED : null,
        formatX: (bin) => `${bin.name} plies`,
        lines: known(median)
          ? [{ axis: 'x', value: grid.position(median), label: `median ${count(median)}`, over: true }]
          : [],
      }),
    ];
  });
  return figure('compared-lengths', make('div', { class: 'multiples' }, plots), lengthTable(shown));
}

function lengthTable(runs) {
  const rows = runs.map((each) => {
    const get = (metric) => each.metrics.get('run', '', metric);
    const mean = get('plies_mean');
    const limit = get('plies_limit');
    const beyond = limit && limit.value > 0 ? `at least ${count(limit.value)}` : '–';
    const quantile = (metric) => (get(metric) ? count(get(metric).value) : beyond);
    return [
      `${each.letter}, ${each.called}`,
      mean ? fixed(mean.value, 1) : '–',
      mean ? interval(mean.low, mean.high, (value) => fixed(value, 1)) : '',
      quantile('plies_median'),
      get('plies_p5') ? `${quantile('plies_p5')} to ${quantile('plies_p95')}` : '–',
    ];
  });
  return table(
    'Length in plies',
    [
      WORD('Run'),
      NUMBER('Mean'),
      NUMBER('95% interval'),
      NUMBER('Median'),
      NUMBER('Nine out of ten'),
    ],
    rows,
  );
}

// --- Legal moves

function branching(runs) {
  const shown = runs
    .map((each) => ({
      ...each,
      points: plyPoints(each.metrics.list('ply', 'branching_mean')),
    }))
    .filter((each) => each.points.length > 1);
  if (shown.length === 0) return null;
  const longest = shown.map((each) => each.points).sort((a, b) => b.length - a.length)[0];
  const x = plyAxis(longest);
  const one = (value) => fixed(value, 1);
  const chart = curves(
    'Legal moves by ply in each run, with 95% intervals for each ply on its own',
    shown.map((each) => ({
      name: `${each.letter}, ${each.called}`,
      colour: each.colour,
      points: each.points,
    })),
    {
      xTitle: x.type === 'logarithmic' ? 'ply (logarithmic scale)' : 'ply',
      yTitle: 'mean number of legal moves',
      x,
      y: { beginAtZero: true },
      format: one,
      formatX: (item) => `ply ${count(item.parsed.x)}`,
    },
  );
  const sample = sampleText(shown);
  const banded = shown.some((each) => each.points.some((point) => known(point.low)));
  const note = [
    sample && `In ${sample}.`,
    banded && 'Each band is a 95% interval for one ply on its own.',
  ]
    .filter(Boolean)
    .join(' ');
  return make(
    'div',
    null,
    note && make('p', { class: 'muted' }, note),
    figure('compared-branching', chart, branchingTable(shown, one)),
  );
}

// "the first 1,000 games of A and all 500 games of B", or "" if all games were looked at.
function sampleText(runs) {
  const isPart = ({ run }) => run.sample && run.sample.games < run.games;
  if (!runs.some(isPart)) return '';
  const ofRun = (each) => {
    const games = isPart(each) ? each.run.sample.games : each.run.games;
    if (games === 1) return isPart(each) ? 'the first game' : 'the only game';
    return `${isPart(each) ? 'the first' : 'all'} ${count(games)} games`;
  };
  return runs.map((each) => `${ofRun(each)} of ${each.letter}`).join(' and ');
}

function branchingTable(runs, one) {
  return table(
    'Legal moves over all plies',
    [WORD('Run'), NUMBER('Mean'), NUMBER('95% interval'), NUMBER('Most')],
    runs.map((each) => {
      const get = (metric) =>
        each.metrics.get('complexity', '', metric) || each.metrics.get('run', '', metric);
      const mean = get('branching_mean');
      const most = get('branching_max');
      return [
        `${each.letter}, ${each.called}`,
        mean ? one(mean.value) : '–',
        mean ? interval(mean.low, mean.high, one) : '',
        most ? count(most.value) : '–',
      ];
    }),
  );
}

// --- First moves

const TOP = 12;

function movesOf({ metrics }) {
  return new Map(
    metrics
      .keys('opening')
      .map((move) => [
        move,
        {
          move,
          rate: metrics.get('opening', move, 'rate'),
          win: metrics.get('opening', move, 'win_rate'),
        },
      ])
      .filter(([, row]) => row.rate),
  );
}

// The moves that are played most, in any of the runs.
function topMoves(maps) {
  const rates = new Map();
  for (const map of maps)
    for (const [move, row] of map)
      rates.set(move, Math.max(rates.get(move) || 0, row.rate.value));
  return [...rates.keys()]
    .sort((a, b) => rates.get(b) - rates.get(a) || a.localeCompare(b, 'en', { numeric: true }))
    .slice(0, TOP);
}

function openings(runs) {
  const shown = runs
    .map((each) => ({
      ...each,
      moves: movesOf(each),
      all: each.metrics.value('opening', 'all', 'win_rate'),
    }))
    .filter((each) => each.moves.size > 0);
  if (shown.length === 0) return null;
  return make(
    'div',
    { 'data-chart': 'compared-openings' },
    share(shown) ? openingsTogether(shown) : openingsApart(shown),
  );
}

// Whether the runs have first moves in common: other games name theirs in another way.
function share(runs) {
  const [first, ...others] = runs.map((each) => each.moves);
  return others.every((moves) => [...moves.keys()].some((move) => first.has(move)));
}

function openingSpan(runs, moves) {
  return shareRange(
    runs
      .flatMap((each) => moves.flatMap((move) => (each.moves.get(move) || {}).win || []))
      .flatMap((win) => [win.value, win.low, win.high])
      .concat(runs.map((each) => each.all)),
  );
}

// How often a run begins with a move, and how often seat 1 wins then; also as a bar.
function openingCells(each, move, span) {
  const { rate, win } = each.moves.get(move) || {};
  return [
    rate ? percent(rate.value) : '–',
    percent(win && win.value),
    ...(span ? [win ? rangeBar(win, span, each.all, each.colour) : ''] : []),
  ];
}

function openingHeads(each, span) {
  const text = `${each.letter}: seat 1 wins, as a bar`;
  return [
    NUMBER(`${each.letter}: games`),
    NUMBER(`${each.letter}: seat 1 wins`),
    ...(span ? [WORD(rangeScale(text, span))] : []),
  ];
}

// One table for all runs.
function openingsTogether(runs) {
  const moves = topMoves(runs.map((each) => each.moves));
  const span = runs.length <= 2 ? openingSpan(runs, moves) : null; // more have no room for bars
  const number = new Set(runs.flatMap((each) => [...each.moves.keys()])).size;
  const which =
    number > TOP ? `The ${TOP} most common of ${count(number)} first moves` : 'All first moves';
  return [
    make('p', { class: 'muted' }, openingsNote(runs, which, Boolean(span))),
    table(
      'First moves, and the win rate of seat 1 after them',
      [WORD('First move'), ...runs.flatMap((each) => openingHeads(each, span))],
      moves.map((move) => [move, ...runs.flatMap((each) => openingCells(each, move, span))]),
    ),
  ];
}

// A table for each run, beside each other, with bars on one scale.
function openingsApart(runs) {
  const tops = runs.map((each) => topMoves([each.moves]));
  const span = openingSpan(runs, tops.flat());
  const which = `${
    runs.some((each) => each.moves.size > TOP) ? 'The most common' : 'All'
  } first moves of each`;
  return [
    make('p', { class: 'muted' }, openingsNote(runs, which, true)),
    make(
      'div',
      { class: 'beside' },
      runs.map((each, i) =>
        make(
          'div',
          null,
          table(
            `First moves of ${each.letter}, ${each.called}, and the win rate of seat 1 after them`,
            [WORD('First move'), ...openingHeads(each, span)],
            tops[i].map((move) => [move, ...openingCells(each, move, span)]),
          ),
        ),
      ),
    ),
  ];
}

function openingsNote(runs, which, bars) {
  const sample = sampleText(runs);
  return (
    `${which}${sample ? `, in ${sample}` : ''}, ` +
    'with the share of games that begin with each, and how often seat 1 wins after it' +
    `${bars ? ' with its 95% interval; dashed: in all games' : ''}. ` +
    'These differences are not tested.'
  );
}

// --- The page

const SECTIONS = [
  ['differences', 'Differences', (data, runs) => differences(data, runs)],
  ['compared-seats', 'Win rates', (_, runs) => seatRates(runs)],
  ['compared-lengths', 'Game length', (_, runs) => lengths(runs)],
  ['compared-branching', 'Legal moves', (_, runs) => branching(runs)],
  ['compared-openings', 'First moves', (_, runs) => openings(runs)],
];

// "Quoridor: walls=6 against walls=8", "Dorix against Orbital", "Dorix: 4 runs compared".
function titleOf(data, runs) {
  const games = [...new Set(runs.map(({ run }) => shortTitle(run.head.game)))];
  const keys = comparedOptions(data, runs);
  const options = new Set(runs.map((each) => optionText(each, keys)));
  if (games.length === 1 && options.size === runs.length && keys.length + runs.length <= 4)
    return `${games[0]}: ${[...options].join(' against ')}`;
  if (games.length === runs.length && runs.length <= 3) return games.join(' against ');
  const named = games.length > 3 ? `${games[0]} and others` : games.join(', ');
  return `${named}: ${count(runs.length)} runs compared`;
}

// What prints the same in a terminal; null if the folders' names cannot be given there.
function commandOf(data) {
  const names = data.entries.map((entry) => entry.name);
  return names.some((text) => /^-|[?\n]/.test(text)) ? null : commandLine(['compare', ...names]);
}

// [{ id, title, make() }], as the sections of an entry.
function sections(data) {
  const runs = runsOf(data);
  return SECTIONS.map(([id, title, build]) => ({ id, title, make: () => build(data, runs) }));
}

function head(data) {
  const runs = runsOf(data);
  const { list: pairs, same_game: same } = data.comparison;
  return make(
    'header',
    { class: 'entry-head comparison' },
    make('h1', null, name(titleOf(data, runs))),
    same
      ? null
      : make('p', { class: 'muted' }, 'These are different games: what counts as a ply or a first move differs as well.'),
    verdicts(pairs, runs),
    notes(data),
    runsTable(data, runs),
    command(commandOf(data), null, 'The same in a terminal: '),
  );
}

export { head, sections };
