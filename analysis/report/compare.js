// The page about runs that are compared: what differs in words, as `boardlab compare` says it,
// charts of the differences, and the runs beside each other on common scales. The first run, A,
// is compared with each of the others.
import { capital, known, count, sentence, indices, commandLine } from './text.js';
import { NUMBER, WORD, make, muted, name, swatch, table, figure } from './dom.js';
import { groupStyle, dots } from './charts.js';
import { range } from './axes.js';
import { NONE, Metrics } from './metrics.js';
import { sharesOf, binned, lengthBars, STOPPED } from './lengths.js';
import { sharedNotes, shortTitle } from './overview.js';
import { endingsBar, rateTable } from './win_rates.js';
import { bins } from './bins.js';
import { plyPoints, plyChart } from './branching.js';
import { firstMoves, spanOf, rangeBar, rangeScale } from './openings.js';
import { command, note } from './head.js';
import { figureSections } from './document.js';

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

function verdict(pair, first) {
  return [
    pair.sentences.map((text, i) =>
      make('p', { class: first && i < pair.conclusion ? 'verdict conclusion' : 'verdict' }, name(sentence(text))),
    ),
    make('p', { class: 'muted how' }, name(`${capital(pair.how)}.`)),
  ];
}

function verdicts(pairs, runs) {
  if (pairs.length === 1) return verdict(pairs[0], true);
  return pairs.map((pair, i) => [
    make('h3', { class: 'pair', 'aria-level': '2' }, labelled(runs[i + 1], against(runs, i + 1))),
    verdict(pair, false),
  ]);
}

// What to bear in mind: each note once, also if it is on a run that is in all comparisons.
function notes(data) {
  const texts = data.comparison.list.flatMap((pair) => pair.notes);
  return [...new Set(texts), ...sharedNotes(data.entries)].map(note);
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

// The document calls the runs A and B, whichever they are.
function relettered({ tables, figures }, letter) {
  const retitled = (key) => (each) => ({ ...each, [key]: (each[key] || '').replace(/\bB\b/, letter) });
  const columns = (each) => ({ ...each, columns: each.columns.map(retitled('title')) });
  return { figures: figures.map(retitled('y_title')), tables: tables.map(columns) };
}

function differences(data, runs) {
  const { list } = data.comparison;
  const figures = list.map((pair, i) =>
    figureSections({ document: relettered(pair.document, runs[i + 1].letter) })
      .map((each) => each.make())
      .filter(Boolean),
  );
  if (figures.every((each) => each.length === 0)) return null;
  return figures.map((each, i) => [
    list.length > 1 && make('h3', { class: 'pair' }, labelled(runs[i + 1], against(runs, i + 1))),
    each,
  ]);
}

// --- Win rates

function seatRates(runs) {
  const most = Math.max(...runs.map(({ run }) => run.seats));
  const rows = indices(most)
    .flatMap((seat) =>
      runs.map(({ metrics, letter, colour }) => ({
        name: `seat ${seat + 1}, ${letter}`,
        colour,
        ...metrics.get('seat', String(seat + 1), 'win_rate'),
      })),
    )
    .filter((row) => row.text);
  if (rows.length === 0) return null;
  const chart = dots('Win rate of each seat in each run with its 95% interval', rows, {
    title: 'share of games won, with 95% intervals',
    rowTitle: 'seat and run',
  });
  return figure(
    'compared-seats',
    chart,
    rateTable('Win rate of each seat in each run', ['Seat', 'Won'], rows),
  );
}

// How games ended, one bar below the other.
function endings(runs) {
  const shown = runs
    .map((each) => [each, endingsBar(each.run, each.metrics)])
    .filter(([, bar]) => bar);
  if (shown.length === 0) return null;
  return shown.map(([each, bar]) => [
    make('p', { class: 'bar-name' }, labelled(each, [`${each.letter}, `, name(each.called)])),
    bar,
  ]);
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
  const options = {
    height: stopped ? 220 : 190,
    yMax: range([0, most], 0, 0, 1).max,
    part: stopped ? STOPPED : null,
  };
  const plots = shown.map((each, i) => [
    make('h4', null, labelled(each, [`${each.letter}, `, name(each.called)])),
    lengthBars(`Histogram of the lengths of games of ${each.called}`, shares[i], grid, each.metrics, {
      colour: each.colour,
      ...options,
    }),
  ]);
  return figure('compared-lengths', make('div', { class: 'multiples' }, plots), lengthTable(shown));
}

function lengthTable(runs) {
  const rows = runs.map(({ metrics, letter, called }) => {
    const get = (metric) => metrics.any('run', '', metric) || NONE;
    const p5 = get('plies_p5');
    return {
      name: `${letter}, ${called}`,
      ...get('plies_mean'),
      median: get('plies_median').text,
      most: p5 === NONE ? p5.text : `${p5.text} to ${get('plies_p95').text}`,
    };
  });
  const heads = ['Run', 'Mean', 'Median', 'Nine out of ten'];
  return rateTable('Length in plies', heads, rows, ({ median, most }) => [median, most]);
}

// --- Legal moves

function branching(runs) {
  const shown = runs
    .map((each) => ({
      ...each,
      name: `${each.letter}, ${each.called}`,
      points: plyPoints(each.metrics.list('ply', 'branching_mean')),
    }))
    .filter((each) => each.points.length > 1);
  if (shown.length === 0) return null;
  const chart = plyChart('Legal moves by ply in each run', shown, {
    yTitle: 'mean number of legal moves',
  });
  const sample = sampleText(shown);
  const banded = shown.some((each) => each.points.some((point) => known(point.low)));
  const note = [
    sample && `In ${sample}.`,
    banded && 'Each band is a 95% interval for one ply on its own.',
  ];
  return [
    muted(note.filter(Boolean).join(' ')),
    figure('compared-branching', chart, branchingTable(shown)),
  ];
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

function branchingTable(runs) {
  const rows = runs.map(({ metrics, letter, called }) => {
    const get = (metric) =>
      metrics.get('complexity', '', metric) || metrics.get('run', '', metric) || NONE;
    const most = get('branching_max').text;
    return { name: `${letter}, ${called}`, ...get('branching_mean'), most };
  });
  return rateTable('Legal moves over all plies', ['Run', 'Mean', 'Most'], rows, ({ most }) => [most]);
}

// --- First moves

const TOP = 12;

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
      moves: new Map(firstMoves(each.metrics).map((row) => [row.move, row])),
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
  const wins = runs.flatMap((each) => moves.map((move) => (each.moves.get(move) || {}).win));
  return spanOf(wins, ...runs.map((each) => each.all));
}

// How often each run begins with a move, and how often seat 1 wins then; also as a bar, if there
// is a span.
function openingTable(caption, runs, moves, span) {
  const heads = ({ letter }) => [
    NUMBER(`${letter}: games`),
    NUMBER(`${letter}: seat 1 wins`),
    ...(span ? [WORD(rangeScale(`${letter}: seat 1 wins, as a bar`, span))] : []),
  ];
  const cells = (each, move) => {
    const { rate, win } = each.moves.get(move) || {};
    const bar = win ? rangeBar(win, span || {}, each.all, each.colour) : '';
    return [(rate || NONE).text, (win || NONE).text, ...(span ? [bar] : [])];
  };
  return table(
    caption,
    [WORD('First move'), ...runs.flatMap(heads)],
    moves.map((move) => [move, ...runs.flatMap((each) => cells(each, move))]),
  );
}

// One table for all runs.
function openingsTogether(runs) {
  const moves = topMoves(runs.map((each) => each.moves));
  const span = runs.length <= 2 ? openingSpan(runs, moves) : null; // more have no room for bars
  const number = new Set(runs.flatMap((each) => [...each.moves.keys()])).size;
  const which =
    number > TOP ? `The ${TOP} most common of ${count(number)} first moves` : 'All first moves';
  return [
    muted(openingsNote(runs, which, Boolean(span))),
    openingTable('First moves, and the win rate of seat 1 after them', runs, moves, span),
  ];
}

// A table for each run, beside each other, with bars on one scale.
function openingsApart(runs) {
  const tops = runs.map((each) => topMoves([each.moves]));
  const span = openingSpan(runs, tops.flat());
  const caption = ({ letter, called }) =>
    `First moves of ${letter}, ${called}, and the win rate of seat 1 after them`;
  const which = `${
    runs.some((each) => each.moves.size > TOP) ? 'The most common' : 'All'
  } first moves of each`;
  return [
    muted(openingsNote(runs, which, true)),
    make(
      'div',
      { class: 'beside' },
      runs.map((each, i) =>
        make('div', null, openingTable(caption(each), [each], tops[i], span)),
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
      : muted('These are different games: what counts as a ply or a first move differs as well.'),
    verdicts(pairs, runs),
    endings(runs),
    notes(data),
    make(
      'details',
      { class: 'how' },
      make('summary', null, 'How they were played'),
      runsTable(data, runs),
      command(commandOf(data), null, 'The same in a terminal: '),
    ),
  );
}

export { head, sections };
