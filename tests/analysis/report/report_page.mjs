// Tests reports in a browser:
//
//     node tests/analysis/report/report_page.mjs [--shots DIR] REPORT.html [FEATURE …] …
//
// Opens each file in a headless Chromium and compares the page with the data in it: charts are
// drawn and have tables beside them, replays step by key and by button, tables sort by
// keyboard, nothing is fetched, nothing overflows a phone screen, dark mode and print change
// what they should. A FEATURE is a kind of chart (seats, lengths, cells, openings, ratings,
// sweep-seats, ladder-score, tune, …) or "replay" that must be on the page before it. --shots
// writes screenshots of REPORT.html to DIR/REPORT. Needs chromium and node 18, and no packages.

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from './browser.mjs';

const TIME_LIMIT = 180_000;
const DESKTOP = [1280, 900];
const PHONE = [360, 740];

const failures = [];

function check(holds, message) {
  if (!holds) failures.push(message);
  return Boolean(holds);
}

// The pages to test: { file, features, shots }.
function readArguments(args) {
  const pages = [];
  let shots = null;
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--shots') shots = args[(i += 1)];
    else if (args[i].endsWith('.html')) pages.push({ file: args[i], features: [] });
    else if (pages.length > 0) pages.at(-1).features.push(args[i]);
  }
  if (pages.length === 0)
    throw new Error('usage: node report_page.mjs [--shots DIR] REPORT.html [FEATURE …] …');
  return pages.map((page) => ({ ...page, shots: shots && join(shots, basename(page.file, '.html')) }));
}

// Records console messages and network requests of the page from the start.
function watch(page) {
  const seen = { messages: [], requests: [] };
  page.on((method, params) => {
    if (method === 'Runtime.exceptionThrown')
      seen.messages.push(
        `uncaught: ${params.exceptionDetails.exception?.description || params.exceptionDetails.text}`,
      );
    if (method === 'Runtime.consoleAPICalled' && /^(error|warning|assert)$/.test(params.type)) {
      seen.messages.push(
        `console.${params.type}: ${params.args.map((value) => value.value ?? value.description).join(' ')}`,
      );
    }
    if (method === 'Log.entryAdded' && /^(error|warning)$/.test(params.entry.level))
      seen.messages.push(`log: ${params.entry.text}`);
    if (method === 'Network.requestWillBeSent' && !params.request.url.startsWith('data:'))
      seen.requests.push(params.request.url);
  });
  return seen;
}

// --- What the data requires

function listed(run, scope, metric) {
  return run.metrics
    .filter((row) => row[0] === scope && row[2] === metric && row[3] !== null)
    .map((row) => row[1]);
}

function onBoard(run, cell) {
  const [, letter, number] = /^([a-z])(\d+)$/.exec(cell) || [];
  return (
    Boolean(letter) &&
    letter.charCodeAt(0) - 97 < run.board.columns &&
    Number(number) <= run.board.rows
  );
}

// The number of rows of a document's table that have something to draw in a figure; in a grid, of
// two options, all have a cell.
function valued({ columns, rows }, figure) {
  const drawn = figure.y.split(' ');
  const some = rows.some((row) => columns.some((column, i) => drawn.includes(column.key) && row[i] !== null));
  if (some && figure.kind === 'curves' && /^\S+\s*$/.test(figure.by)) return rows.length;
  return rows.filter((row) =>
    columns.some((column, i) => drawn.includes(column.key) && row[i] !== null),
  ).length;
}

// The rows of a document's table by the keys of its columns.
function recordsOf({ columns, rows }) {
  return rows.map((row) => Object.fromEntries(columns.map(({ key }, i) => [key, row[i]])));
}

function expectedFigures({ document }) {
  return document.figures
    .map((figure) => [figure.id, figure.title, valued(document.tables[figure.table], figure)])
    .filter(([, , rows]) => rows > 0);
}

// For each kind of chart that an entry must have: the start of its table's caption, and the
// number of its rows, or [min, max] where lengths or plies are binned.
const EXPECTED = {
  run(run) {
    const seats = listed(run, 'seat', 'win_rate').length;
    const lengths = listed(run, 'length', 'rate').length;
    const plies = listed(run, 'ply', 'branching_mean').length;
    const ends =
      listed(run, 'seat', 'plies_mean').length + listed(run, 'end', 'plies_mean').length;
    const openings = listed(run, 'opening', 'rate').length;
    const convergence = listed(run, 'convergence', 'win_rate').length;
    const leads = listed(run, 'lead', 'winner_lead').length;
    const games = run.replays.filter((replay) => replay.values && replay.values.length > 2).length;
    const cells = run.board
      ? listed(run, 'cell', 'rate').filter((cell) => onBoard(run, cell)).length
      : 0;
    const walls = run.board ? listed(run, 'wall', 'rate').length : 0;
    const ratings = run.tournament ? run.tournament.tables[0].rows.length : 0;
    return [
      seats && ['seats', 'Win rate of each seat', seats],
      lengths && [
        'lengths',
        'Share of games by length',
        [1, Math.min(lengths, 61)],
      ],
      ends > 1 && ['length-by-end', 'Mean length', ends],
      plies > 1 &&
        run.games > 1 && ['branching', 'Legal moves by ply', [1, Math.min(plies, 140)]],
      convergence > 1 && ['convergence', 'Win rate of seat 1', convergence],
      leads > 1 && ['lead', 'How far the eventual winner leads', [1, Math.min(leads, 140)]],
      games && ['lead-games', 'Who leads in individual games', Math.min(6, games)],
      cells && ['cells', 'Moves by cell', cells],
      walls && ['walls', 'Walls by place', walls],
      openings && ['openings', 'First moves', Math.min(20, openings)],
      ratings && ['ratings', 'Ratings', ratings],
    ];
  },
  sweep: expectedFigures,
  ladder: expectedFigures,
  tune: expectedFigures,
};

// --- Checks in the page

function readEntries() {
  return [...document.querySelectorAll('article')].map((article) => ({
    replay: Boolean(article.querySelector('.replay')),
    title: article.querySelector('h1, h2, h3').textContent,
    conclusion: [...article.querySelectorAll('header .conclusion')].map(
      (node) => node.textContent,
    ),
    findings: [...article.querySelectorAll('.verdict:not(.conclusion)')].map((node) => node.textContent),
    // Whether the conclusion follows the title at once.
    first: article.querySelector('h1, h2, h3').nextElementSibling?.matches('.conclusion'),
    commands: [...article.querySelectorAll(':scope > header .command code, :scope > .command code')].map((node) => node.textContent),
    labels: [...article.querySelectorAll('header dt')].map((node) => node.textContent),
    notes: article.querySelectorAll('header .note').length,
    balance: [...article.querySelectorAll('section[aria-labelledby$=balance]')]
      .map((node) => node.textContent)
      .join(''),
    statements: article.querySelectorAll('section[aria-labelledby$=balance] .statement').length,
    facts: [...article.querySelectorAll('section[aria-labelledby$=balance] dt')].map(
      (node) => node.textContent,
    ),
    played: article.querySelector('.played').textContent,
    text: article.textContent,
    // The colour of each cell of the crosstable: 1 above 50%, -1 below, 0 none.
    cross: [...article.querySelectorAll('.cross td > span')].map(
      ({ classList, style }) =>
        classList.contains('above') - classList.contains('below') ||
        parseFloat(style.getPropertyValue('--strength')) ||
        0,
    ),
    dots: [...article.querySelectorAll('[data-chart=ratings] canvas')].flatMap((canvas) =>
      window.Chart.getChart(canvas).data.datasets[0].data.map(Number.isFinite),
    ),
    cells: [...article.querySelectorAll('[data-chart=tune] tbody tr')].map((row) =>
      [...row.cells].map((cell) => cell.textContent),
    ),
    charts: [...article.querySelectorAll('[data-chart]')].map((node) => ({
      kind: node.dataset.chart,
      grid: node.querySelectorAll('.shaded-grid tbody td').length,
      tables: [...node.querySelectorAll('table')].filter((table) => !table.closest('.shaded-grid')).map((table) => ({
        caption: table.caption ? table.caption.textContent.trim() : '',
        rows: table.tBodies[0].rows.length,
        scoped: [...table.querySelectorAll('th')].every((head) =>
          /^(col|row)$/.test(head.scope),
        ),
        headed: [...table.tBodies[0].rows].every((row) => row.querySelector('th[scope=row]')),
        // The sum of the second column: shares of all games must add up to 100%.
        sum: [...table.tBodies[0].rows].reduce(
          (sum, row) => sum + (parseFloat(row.cells[1].textContent) || 0),
          0,
        ),
        last: table.tBodies[0].rows.length
          ? [...table.tBodies[0].rows].pop().cells[0].textContent
          : '',
        filled: [...table.tBodies[0].rows].every(
          (row) => row.cells.length === table.tHead.rows[0].cells.length,
        ),
      })),
      canvases: node.querySelectorAll('canvas').length,
      // The cells of a heat map that show a number.
      cells: [...node.querySelectorAll('.heatmap:first-child .share')].filter(
        (text) => text.textContent,
      ).length,
      // The names of its rows from the top.
      rows: [...node.querySelectorAll('.heatmap:first-child .coordinate')]
        .filter((text) => /^\d/.test(text.textContent))
        .sort((a, b) => a.getAttribute('y') - b.getAttribute('y'))
        .map((text) => text.textContent),
    })),
  }));
}

function checkEntries(data, entries) {
  check(
    entries.length === data.entries.length,
    `${data.entries.length} entries in the data, ${entries.length} on the page`,
  );
  // Notes that all cards would have stand above them.
  const cards = data.comparison && !data.comparison.list;
  const inAll = (text) => data.entries.every(({ head }) => head.notes.includes(text));
  const shared = cards ? data.entries[0].head.notes.filter(inAll) : [];
  data.entries.forEach(
    (entry, i) =>
      entries[i] &&
      checkEntry(entry, entries[i], `entry ${i + 1} (${String(entry.name).slice(0, 30)})`, shared),
  );
}

// Kinds of charts, also those that are not about a single entry.
function readKinds() {
  const charts = [...document.querySelectorAll('[data-chart]')].map((node) => node.dataset.chart);
  return document.querySelector('.replay') ? [...charts, 'replay'] : charts;
}

function checkFeatures(kinds, features) {
  for (const feature of features)
    check(kinds.includes(feature), `the page has no ${feature}`);
}

// The page begins with its conclusion; then it says what was played, and how to play it again.
function checkHead(entry, shown, where, shared) {
  const { head } = entry;
  const plain = (texts) => texts.join('\n').replaceAll('−', '-');
  check(
    plain(shown.conclusion) === head.conclusion.join('\n') &&
      plain(shown.findings) === head.findings.join('\n'),
    `${where}: the sentences differ from the data`,
  );
  check(
    shown.first && head.conclusion.length <= 2,
    `${where}: does not begin with one or two sentences`,
  );
  check(
    shown.title === head.title && !/\.lua\b|\//.test(head.title) && head.title !== entry.game,
    `${where}: the title is not in words: ${shown.title}`,
  );
  for (const label of ['Game', 'Options', 'Games', 'Seed', 'Ply limit', 'Played by', 'Page written'])
    check(shown.labels.includes(label), `${where}: does not say: ${label}`);
  // What is left out of the page has a command that shows it.
  const commands = entry.card ? [head.command, `boardlab report ${entry.name}`] : [head.command];
  check(
    shown.commands.join('\n') === commands.join('\n') && /^boardlab \w+ /.test(head.command),
    `${where}: no command that plays it again: ${shown.commands}`,
  );
  const notes = head.notes.filter((text) => !shared.includes(text));
  check(shown.notes === notes.length, `${where}: ${shown.notes} notes shown, not ${notes.length}`);
}

function checkEntry(entry, shown, where, shared) {
  checkHead(entry, shown, where, shared);
  if (entry.card) {
    check(shown.charts.length === 0 && !shown.replay, `${where}: a card with details`);
    return;
  }
  for (const [kind, caption, rows] of EXPECTED[entry.kind](entry).filter(Boolean)) {
    const titled = (chart) => chart.tables.some((each) => each.caption.startsWith(caption));
    const charts = shown.charts.filter((chart) => chart.kind === kind && titled(chart));
    if (!check(charts.length > 0, `${where}: there is no ${kind} with a table "${caption}"`)) continue;
    const [min, max] = Array.isArray(rows) ? rows : [rows, rows];
    for (const chart of charts) {
      const table = chart.tables.find((each) => each.caption.startsWith(caption));
      const spec = entry.kind === 'sweep' && entry.document.figures.find(({ id, kind: drawn }) => id === kind && drawn === 'curves');
      const grid = spec && spec.by.trim() ? table.rows : 0;
      check(grid ? chart.grid >= grid : chart.grid === 0, `${where}: the grids of ${kind} have ${chart.grid} cells, not ${grid}`);
      check(
        table.rows >= min && table.rows <= max,
        `${where}: the table of ${kind} has ${table.rows} rows, not ${[...new Set([min, max])].join(' to ')}`,
      );
      if (kind === 'lengths')
        check(
          Math.abs(table.sum - 100) < 4,
          `${where}: the lengths are ${table.sum}% of the games`,
        );
      if (kind === 'lengths')
        check(
          Number(table.last.split('–').pop().replace(/,/g, '')) <= entry.max_plies,
          `${where}: lengths ${table.last} are beyond the limit`,
        );
      if (kind === 'cells')
        check(chart.cells === rows, `${where}: ${chart.cells} cells show a number, not ${rows}`);
      if (kind === 'cells') checkRows(entry, chart.rows, where);
    }
  }
  if (entry.kind === 'run') checkBalance(entry, shown, where);
  for (const chart of shown.charts) checkTables(chart, where);
  if (entry.kind === 'run') checkClaims(entry, shown, where);
  if (entry.kind === 'tune') checkGoals(entry, shown, where);
  if (entry.kind === 'tune') checkFront(entry, shown, where);
  if (entry.kind === 'run') checkShaded(entry, shown, where);
  const replays = (entry.replays || []).some((replay) => replay.frames.length > 0);
  check(shown.replay === replays, `${where}: ${replays ? 'no' : 'an unexpected'} replay`);
}

// A heat map has row 1 at the bottom, or at the top in these games.
function checkRows(run, rows, where) {
  const down = /reversi|hex/.test(run.game);
  const drawn = [...rows].sort((a, b) => (down ? a - b : b - a));
  check(
    drawn.join(' ') === rows.join(' '),
    `${where}: rows ${rows.join(' ')} on the heat map, not ${drawn.join(' ')}`,
  );
}

// Unadjusted figures are not shown of bots that changed seats, and none at all if the bots
// are too unequal to tell.
function checkBalance(run, shown, where) {
  const unknown = /Whether a \w+ has an advantage is not known/;
  const said = [...run.head.conclusion, ...run.head.findings];
  const told = said.some((sentence) => unknown.test(sentence));
  check(!told || shown.facts.length === 0, `${where}: facts on an unknown balance`);
  const { statement } = run.balance;
  check(
    statement.length <= 1 && shown.statements === statement.filter((text) => !said.includes(text)).length,
    `${where}: ${shown.statements} statements on the balance`,
  );
  check(
    !run.tournament || !shown.facts.includes('Balance'),
    `${where}: the balance of unequal bots`,
  );
}

// What the page says about openings and tests, and what it draws as known, is in the data.
function checkClaims(run, shown, where) {
  check(
    /shared by (pairs|rounds)/.test(shown.played) === run.same_opening > 1 &&
      /the first .* random/.test(shown.played) === run.opening > 0,
    `${where}: openings are not described: ${shown.played}`,
  );
  if (listed(run, 'opening', 'rate').length)
    check(
      shown.text.includes('These moves are random') === run.opening > 0,
      `${where}: who chose the first moves is not said`,
    );
  check(
    !shown.text.includes('χ² =') || /chi-square|Cochran/.test(run.balance.test),
    `${where}: shows χ² beside the ${run.balance.test}`,
  );
  if (run.tournament) checkTournament(run.tournament, shown, where);
}

// The values of some columns of a figure's table, by the keys of the columns.
function valuesOf({ figures, tables }, id, ...keys) {
  const { columns, rows } = tables[figures.find((figure) => figure.id === id).table];
  const at = keys.map((key) => columns.findIndex((column) => column.key === key));
  return rows.map((row) => at.map((i) => row[i]));
}

function checkTournament(tournament, shown, where) {
  const ratings = valuesOf(tournament, 'ratings', 'bot', 'rating');
  const cross = valuesOf(tournament, 'crosstable', 'bot', 'opponent', 'score', 'shown');
  check(
    shown.dots.join() === ratings.map(([, rating]) => (rating || [null])[0] !== null).join(),
    `${where}: dots in the chart of ratings: ${shown.dots}`,
  );
  const colour = (bot, other) => {
    const found = cross.find((row) => row[0] === bot && row[1] === other);
    return found && found[3] ? (found[2][1] > 0.5) - (found[2][2] < 0.5) : 0;
  };
  const expected = ratings.flatMap(([bot]) => ratings.map(([other]) => colour(bot, other)));
  check(
    shown.cross.join() === expected.join(),
    `${where}: the crosstable is coloured ${shown.cross}, not ${expected}`,
  );
}

// The status says who is on the Pareto front and who was dropped; rows without a value are left
// out.
function checkGoals({ document }, shown, where) {
  const rows = recordsOf(document.tables[0]);
  for (const { name, pareto, dropped, status } of rows)
    check(
      pareto === status.startsWith('Pareto front') &&
        Boolean(dropped) === status.endsWith(`dropped in round ${dropped}`),
      `${where}: the status of ${name} is ${status}`,
    );
  const expected = document.figures
    .filter((figure) => figure.id === 'tune')
    .flatMap(({ y }) => rows.filter((row) => row[y] !== null).map((row) => row.status));
  check(
    shown.cells.map((cells) => cells.at(-1)).join() === expected.join(),
    `${where}: the tables of candidates do not end with their status`,
  );
}

// What is said of the Pareto front is true of the candidates it is said of.
function checkFront({ document }, shown, where) {
  const said = /(Of the candidates [^,]*, the|The) Pareto front has [^:]*: none is as near to every goal and nearer to one\./;
  const found = shown.text.match(said);
  if (!check(found, `${where}: it is not said what the Pareto front is`)) return;
  const [levels, candidates] = document.tables.map(recordsOf);
  const played = ({ name }) => levels.every((row) => row.name !== name || row.games > 0);
  const among = candidates.filter(
    (row) =>
      (!/not dropped/.test(found[0]) || !row.dropped) &&
      (!/played at every level/.test(found[0]) || played(row)),
  );
  const goals = Object.keys(candidates[0]).filter((key) => /^goals\..*\.distance$/.test(key));
  const distances = (row) => goals.map((goal) => (row[goal] || [Infinity])[0]);
  const beats = (a, b) =>
    distances(a).every((d, i) => d <= distances(b)[i]) &&
    distances(a).some((d, i) => d < distances(b)[i]);
  for (const row of candidates)
    check(
      row.pareto === (among.includes(row) && !among.some((other) => beats(other, row))),
      `${where}: ${row.name} is ${row.pareto ? '' : 'not '}on the Pareto front, but "${found[0]}"`,
    );
}

// The share of games in the shaded range of lengths is that of the games.
function checkShaded(run, shown, where) {
  const found = shown.text.match(/shaded range contains (all|[>\d.]+%) of these games/);
  if (!found) return;
  const rows = (scope, metric) =>
    run.metrics.filter((row) => row[0] === scope && row[2] === metric && row[3] !== null);
  const [[, , , p5]] = rows('run', 'plies_p5');
  const [[, , , p95] = [0, 0, 0, Infinity]] = rows('run', 'plies_p95');
  const lengths = rows('length', 'rate');
  const within = lengths.filter(([, key]) => Number(key) >= p5 && Number(key) <= p95);
  const share = within.reduce((sum, row) => sum + row[3], 0);
  check(
    (found[1] === 'all') === (within.length === lengths.length) &&
      (found[1] === 'all' || Math.abs(parseFloat(found[1].replace('>', '')) / 100 - share) < 0.001),
    `${where}: "${found[0]}", but it is ${share}`,
  );
}

function checkTables(chart, where) {
  check(chart.tables.length > 0, `${where}: ${chart.kind} has no table beside it`);
  for (const table of chart.tables) {
    check(
      table.caption && table.scoped && table.headed && table.filled,
      `${where}: a table of ${chart.kind} lacks a caption, scopes or cells`,
    );
  }
}

// The canvas must not be blank, and the points of the chart must lie within its area. `flaws`
// says what is wrong with its axes and dots.
function readCanvases() {
  const measure = document.createElement('canvas').getContext('2d');
  measure.font = `${window.Chart.defaults.font.size}px ${window.Chart.defaults.font.family}`;
  const widthOf = (text) => measure.measureText(String(text ?? '')).width;

  // Axes have a title that fits, and labels that do not run into each other or off the canvas.
  function axisFlaws(chart, scale) {
    const across = scale.axis === 'x';
    const title = scale.options.title;
    const middle = across ? (scale.left + scale.right) / 2 : (scale.top + scale.bottom) / 2;
    const room = 2 * Math.min(middle, (across ? chart.width : chart.height) - middle);
    const spans = scale.ticks
      .map((tick, i) => {
        const half = (across ? widthOf(tick.label) : 12) / 2;
        const at = scale.getPixelForTick(i);
        return { from: at - half, to: at + half, label: tick.label };
      })
      .filter((span) => span.label)
      .sort((a, b) => a.from - b.from);
    const end = across ? chart.width : chart.height;
    return [
      !(title.display && title.text) && `the ${scale.axis} axis has no title`,
      title.text === 'ply' && spans.some((span) => /\./.test(span.label)) && `half plies on the axis`,
      widthOf(title.text) > room && `the title "${title.text}" does not fit`,
      ...spans.map((span, i) =>
        i > 0 && span.from < spans[i - 1].to
          ? `ticks "${spans[i - 1].label}" and "${span.label}" collide`
          : (span.from < -1 || span.to > end + 1) && `tick "${span.label}" does not fit`,
      ),
    ];
  }

  // Dots lie within the axes, and are whole.
  function dotFlaws(chart, meta, valued) {
    const { left, right, top, bottom } = chart.chartArea;
    const clip = meta._dataset.clip;
    return meta.data.map((point, i) => {
      const radius = point.options.radius || 0;
      if (!valued(meta, i) || radius === 0 || point.width !== undefined) return false;
      const { x, y } = point;
      if (x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1)
        return `a dot lies outside the axes`;
      const edge = x - left < radius || right - x < radius || y - top < radius || bottom - y < radius;
      const fits = x >= radius && y >= radius && x + radius <= chart.width && y + radius <= chart.height;
      return edge && !(fits && (clip === false || clip >= radius)) && `a dot at the edge is cut`;
    });
  }

  return [...document.querySelectorAll('canvas')].map((canvas) => {
    // Reads from a copy: Chromium logs a warning if the canvas itself is read.
    const copy = Object.assign(document.createElement('canvas'), {
      width: canvas.width || 1,
      height: canvas.height || 1,
    });
    const context = copy.getContext('2d', { willReadFrequently: true });
    if (canvas.width && canvas.height) context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const pixels = new Uint32Array(data.buffer); // opacity above colour
    const colours = new Set();
    let sum = 0;
    for (let i = 0; i < pixels.length; i += 1) {
      if (pixels[i] !== pixels[i - 1] && pixels[i] >>> 24 > 200) colours.add(pixels[i] & 0xffffff);
      sum = (Math.imul(sum, 31) + pixels[i]) | 0;
    }
    const chart = window.Chart.getChart(canvas);
    const area = chart && chart.chartArea;
    const within = ({ x, y }) =>
      x >= area.left - 1 && x <= area.right + 1 && y >= area.top - 1 && y <= area.bottom + 1;
    // Points without a value have a position, too, so this checks the values.
    const valued = (meta, i) =>
      Object.values(meta.controller.getParsed(i))
        .filter((value) => typeof value !== 'object') // how bars are stacked
        .every((value) => Number.isFinite(value));
    const points = (meta) => meta.data.filter((point, i) => valued(meta, i) && within(point));
    const inside = chart ? chart.getSortedVisibleDatasetMetas().flatMap(points).length : 0;
    const flaws = chart
      ? [
          ...Object.values(chart.scales).flatMap((scale) => axisFlaws(chart, scale)),
          ...chart.getSortedVisibleDatasetMetas().flatMap((meta) => dotFlaws(chart, meta, valued)),
          ...(chart.unnamed || []).map((name) => `"${name}" has no name beside its dot`),
        ]
      : [];
    return {
      label: canvas.getAttribute('aria-label'),
      role: canvas.getAttribute('role'),
      colours: colours.size,
      inside,
      sum,
      flaws: [...new Set(flaws.filter(Boolean))],
      bounded: canvas.getBoundingClientRect().width <= document.documentElement.clientWidth,
      legend: ((chart && chart.legend && chart.legend.legendHitBoxes) || []).every(
        (box) => box.left + box.width <= chart.width,
      ),
    };
  });
}

function checkCanvases(canvases) {
  for (const canvas of canvases) {
    const where = `chart "${canvas.label}"`;
    check(canvas.colours >= 3, `${where}: the canvas is blank`);
    check(canvas.inside > 0, `${where}: no point lies within it`);
    check(canvas.role === 'img' && canvas.label, `${where}: no role or label`);
    for (const flaw of canvas.flaws) check(false, `${where}: ${flaw}`);
  }
}

// --- Replay

const KEYS = { ArrowRight: 39, ArrowLeft: 37, Home: 36, End: 35, ' ': 32 };

function readReplay(i) {
  const node = document.querySelectorAll('.replay')[i];
  return {
    drawing: node.querySelector('.replay-board').innerHTML,
    pieces: node.querySelectorAll('.replay-board .piece').length,
    walls: node.querySelectorAll('.replay-board .wall').length,
    marks: node.querySelectorAll('.replay-board .mark').length,
    bands: node.querySelectorAll('.replay-board circle.band').length,
    moved: node.querySelectorAll('.replay-board .moved').length,
    highlights: node.querySelectorAll('.replay-board .highlight').length,
    held: node.querySelectorAll('.replay-hands span.held').length,
    notes: [...node.querySelectorAll('.replay-notes li')].map((note) => note.textContent),
    key: (node.querySelector('.replay-key') || {}).textContent || '',
    text: (node.querySelector('.replay-board pre') || {}).textContent,
    status: node.querySelector('[aria-live]').textContent,
    at: Number(node.querySelector('input[type=range]').value),
    last: Number(node.querySelector('input[type=range]').max),
    current:
      [...node.querySelectorAll('.moves button')].findIndex((button) =>
        button.hasAttribute('aria-current'),
      ) + 1,
    moves: node.querySelectorAll('.moves button').length,
    inView: currentInView(node.querySelector('.moves')),
    aligned: isAligned(node.querySelector('.moves')),
  };

  // Every seat of several has a column of the list, which no move is too long for.
  function isAligned(list) {
    const lefts = new Map();
    for (const item of list.children) {
      const { seat } = item.dataset;
      lefts.set(seat, (lefts.get(seat) || new Set()).add(item.offsetLeft));
    }
    lefts.delete('0');
    const steady = lefts.size < 2 || [...lefts.values()].every((each) => each.size === 1);
    return steady && list.scrollWidth <= list.clientWidth + 1;
  }

  function currentInView(list) {
    const button = list.querySelector('[aria-current]');
    if (!button) return true;
    const [outer, inner] = [list, button].map((each) => each.getBoundingClientRect());
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  }
}

async function middleOf(page, selector, i, within) {
  return page.call(
    (css, index, inner) => {
      const outer = document.querySelectorAll(css)[index];
      const node = inner ? outer.querySelector(inner) : outer;
      node.scrollIntoView({ block: 'center' });
      const box = node.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    },
    selector,
    i,
    within,
  );
}

function isDrawn(state, frame) {
  if (!frame.pieces) return state.text === frame.drawing;
  const drawn = ['pieces', 'walls', 'marks', 'highlights'].every(
    (part) => state[part] === frame[part].length,
  );
  const shown = frame.notes.every((note, i) => state.notes[i] === note);
  const moved = frame.moved.length === 0 || state.moved === 1;
  const around = state.bands === frame.edges.length && state.held === frame.hands.length;
  return drawn && shown && moved && around;
}

// The last position, or the last one with something on the board.
function openingOf({ frames }) {
  let at = frames.length - 1;
  while (at > 0 && frames[at].pieces && frames[at].pieces.length + frames[at].walls.length === 0)
    at -= 1;
  return at;
}

// What the replay shows, and what it must show after an event.
function watchReplay(page, i, replay) {
  const where = `replay ${i + 1}`;
  const look = () => page.call(readReplay, i);
  const expect = async (place, how) => {
    const state = await look();
    check(
      state.at === place && state.current === place,
      `${where}: ${how} leads to ${state.at} (move ${state.current} marked), not ${place}`,
    );
    check(
      isDrawn(state, replay.frames[place]),
      `${where}: after ${how} the wrong position is drawn`,
    );
    check(state.inView, `${where}: after ${how} the marked move is out of sight in the list`);
    return state;
  };
  return { where, look, expect };
}

// Its positions: the one it opens with, the last, the first two, and one that a link leads to.
async function checkPositions(page, i, replay) {
  const { where, expect } = watchReplay(page, i, replay);
  const moves = replay.moves.length;
  const opened = await expect(openingOf(replay), 'opening the page');
  check(opened.aligned, `${where}: moves of a seat are in several columns`);
  check(
    opened.moves === moves && opened.last === moves,
    `${where}: ${opened.moves} moves listed, the slider goes to ${opened.last}, not ${moves}`,
  );
  await page.call((index) => document.querySelectorAll('.replay')[index].focus(), i);
  await page.key('End', KEYS.End);
  const ended = await expect(moves, 'End');
  check(
    ended.status.includes(replay.ending),
    `${where}: shows "${ended.status}" at the end, not "${replay.ending}"`,
  );
  if (moves < 2) return;

  await page.key('Home', KEYS.Home);
  const start = await expect(0, 'Home');
  await page.key('ArrowRight', KEYS.ArrowRight);
  const one = await expect(1, 'the right arrow');
  check(one.drawing !== start.drawing, `${where}: the board does not change after a move`);
  check(
    one.status.includes(replay.moves[0][1]),
    `${where}: shows "${one.status}", not the move ${replay.moves[0][1]}`,
  );
  await page.key('ArrowLeft', KEYS.ArrowLeft);
  const back = await expect(0, 'the left arrow');
  check(
    back.drawing === start.drawing,
    `${where}: going back does not restore the first position`,
  );
  await page.call((hash) => {
    window.location.hash = hash;
  }, `#replay=${i + 1}&game=${replay.game}&ply=1`);
  await page.settle();
  await expect(1, 'a link');
}

async function checkButtons(page, i, replay) {
  const { expect } = watchReplay(page, i, replay);
  const moves = replay.moves.length;
  const press = async (inner) => page.click(...(await middleOf(page, '.replay', i, inner)));
  for (const [label, place] of [
    ['First position', 0],
    ['Next move', 1],
    ['Last position', moves],
    ['Previous move', moves - 1],
  ]) {
    await press(`button[aria-label="${label}"]`);
    await expect(place, `the button ${label}`);
  }
  await press('.moves li:nth-child(2) button');
  await expect(2, 'the second move in the list');

  // Keys must still work while the button for the last position has the focus at the end.
  await press('button[aria-label="Last position"]');
  await page.mouse('mouseMoved', 1, 1);
  await page.settle();
  await page.key('ArrowLeft', KEYS.ArrowLeft);
  await expect(moves - 1, 'the left arrow on the button Last');
}

// Keys work while nothing has the focus: for the replay in view, and under the mouse.
async function checkUnfocused(page, i, replay) {
  const { look, expect } = watchReplay(page, i, replay);
  const moves = replay.moves.length;
  await page.call(() => document.activeElement.blur());
  const board = await middleOf(page, '.replay', i, '.replay-board');
  await page.settle();
  await page.key('ArrowLeft', KEYS.ArrowLeft);
  await expect(moves - 2, 'the left arrow, with nothing in focus,');
  await page.mouse('mouseMoved', ...board);
  await page.settle();
  await page.key('ArrowRight', KEYS.ArrowRight);
  await expect(moves - 1, 'the right arrow while hovering');
  await page.mouse('mouseMoved', 1, 1);

  // Space plays on to the end.
  await page.key(' ', KEYS[' ']);
  await page.settle();
  for (let wait = 0; wait < 40 && (await look()).at < moves; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(moves, 'playing by the space bar');
}

async function checkReplays(page, data) {
  const runs = data.entries.filter((entry) =>
    !entry.card && (entry.replays || []).some((replay) => replay.frames.length > 0),
  );
  for (let i = 0; i < runs.length; i += 1) {
    const replay = runs[i].replays.find(({ frames }) => frames.length > 0);
    await checkPositions(page, i, replay);
    // Every replay has the same controls; of several, those of one may answer in place of another.
    if (replay.moves.length < 2 || (i > 0 && i < runs.length - 1)) continue;
    await checkButtons(page, i, replay);
    await checkUnfocused(page, i, replay);
  }
}

// --- Heat maps

// The numbers and the colours of the scale below a map, and the colours on the map.
function readScale(i) {
  const map = document.querySelectorAll('.heatmap')[i];
  const colour = (node) => ['--heat-colour', '--heat-opacity'].map((name) => node.style.getPropertyValue(name).trim());
  return {
    texts: [...map.querySelectorAll('.scale .stop')].map((node) => node.textContent),
    stops: [...map.querySelectorAll('.scale .shade')].map(colour),
    cells: [...map.querySelectorAll('.heat-cell')].map(colour),
  };
}

// The scale has numbers in order, and its strongest colours are the strongest on the map.
function checkScale({ texts, stops, cells }, where) {
  const numbers = texts.map((text) => parseFloat(text.replace('−', '-').replace(/[<+]/g, '')));
  check(
    numbers.length >= 5 && numbers.every((number, k) => k === 0 || number >= numbers[k - 1]),
    `${where}: the scale says ${texts.join(' ')}`,
  );
  const most = (colours) => Math.max(...colours.map(([, strength]) => Number(strength)));
  check(most(cells) <= most(stops) + 0.001, `${where}: colours that the scale does not have`);
}

async function checkHeatMaps(page) {
  const maps = await page.call(() => document.querySelectorAll('.heatmap').length);
  for (let i = 0; i < maps; i += 1) {
    const read = () =>
      page.call(
        (at) => document.querySelectorAll('.heatmap')[at].querySelector('.readout').textContent,
        i,
      );
    await page.call(
      (at) => document.querySelectorAll('.heatmap')[at].querySelector('.heatmap-cell').focus(),
      i,
    );
    const walls = await page.call(
      (at) => document.querySelectorAll('.heatmap')[at].classList.contains('wallmap'),
      i,
    );
    const [first, next] = walls ? ['a1h', 'a1v'] : ['a1', 'b1'];
    check(
      (await read()).startsWith(`${first}:`),
      `heat map ${i + 1}: focusing ${first} does not show it`,
    );
    await page.key('ArrowRight', KEYS.ArrowRight);
    check(
      (await read()).startsWith(`${next}:`),
      `heat map ${i + 1}: the right arrow does not move to ${next}`,
    );
    checkScale(await page.call(readScale, i), `heat map ${i + 1}`);
  }
}

// --- Sorting

function readOpenings(i) {
  const table = document.querySelectorAll('.openings table')[i];
  const heads = [...table.tHead.rows[0].cells];
  const sorted = heads.findIndex((head) => head.hasAttribute('aria-sort'));
  return {
    sorted,
    order: heads[sorted].getAttribute('aria-sort'),
    rows: table.tBodies[0].rows.length,
    cells: [...table.tBodies[0].rows].map((row) => row.cells[sorted].textContent),
  };
}

function inOrder(cells, order) {
  const numbers = cells.map((text) => parseFloat(text.replace(/[<>,]/g, '')));
  const sign = order === 'ascending' ? 1 : -1;
  return numbers.every(
    (number, i) =>
      i === 0 ||
      Number.isNaN(number) ||
      Number.isNaN(numbers[i - 1]) ||
      sign * (number - numbers[i - 1]) >= 0,
  );
}

async function checkSorting(page, data) {
  const runs = data.entries.filter(
    (entry) => entry.kind === 'run' && listed(entry, 'opening', 'rate').length > 0,
  );
  for (let i = 0; i < runs.length; i += 1) {
    const look = () => page.call(readOpenings, i);
    const all = listed(runs[i], 'opening', 'rate').length;
    const first = await look();
    check(
      first.order === 'descending' && inOrder(first.cells, first.order),
      `openings ${i + 1}: not sorted by games initially`,
    );
    await page.call(
      (index) =>
        document
          .querySelectorAll('.openings table')
          [index].tHead.rows[0].cells[2].querySelector('button')
          .focus(),
      i,
    );
    for (const order of ['descending', 'ascending']) {
      await page.key('Enter', 13, '\r');
      const now = await look();
      check(
        now.sorted === 2 && now.order === order && inOrder(now.cells, order),
        `openings ${i + 1}: Enter on the header does not sort by wins, ${order}`,
      );
    }
    if (all > 20) {
      await page.click(...(await middleOf(page, '.openings', i, '.more')));
      check(
        (await look()).rows === all,
        `openings ${i + 1}: "show all" does not show all ${all}`,
      );
    }
  }
}

// --- Several entries: cards or a comparison, and the entries folded away

function readFolds() {
  const folds = [...document.querySelectorAll('details.entry')];
  return {
    cards: [...document.querySelectorAll('.card')].map((card) => ({
      boards: card.querySelectorAll('.end-position svg.board').length,
      charts: [...card.querySelectorAll('header canvas')].map((canvas) => {
        const chart = window.Chart.getChart(canvas);
        return chart ? chart.data.datasets.flatMap((set) => set.data).length : 0;
      }),
      id: card.id,
      text: card.textContent,
    })),
    open: folds.map((fold) => fold.open),
    // Nothing is in closed folds, and all charts in open ones are drawn.
    empty: folds.every((fold) => fold.open || fold.children.length === 1),
    drawn: folds.map((fold) =>
      [...fold.querySelectorAll('canvas')].map((canvas) => {
        const chart = window.Chart.getChart(canvas);
        return Boolean(chart && chart.width > 200);
      }),
    ),
    dead: [...document.querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href'))
      .filter((href) => !/^#replay=/.test(href) && !document.getElementById(href.slice(1))),
    height: document.documentElement.scrollHeight,
    text: document.body.textContent,
  };
}

function readComparison() {
  const texts = (selector) =>
    [...document.querySelectorAll(selector)].map((node) => node.textContent);
  const scales = (kind) =>
    [...document.querySelectorAll(`[data-chart=${kind}] canvas`)].map((canvas) => {
      const { x, y } = window.Chart.getChart(canvas).scales;
      return [x.min, x.max, y.min, y.max].join();
    });
  return {
    verdicts: texts('.comparison .verdict'),
    notes: texts('.comparison .note').join(' '),
    runs: texts('.comparison tbody th'),
    dots: [...document.querySelectorAll('[data-chart=differences] canvas')].flatMap((canvas) => {
      const [dots] = window.Chart.getChart(canvas).data.datasets;
      return dots.data.map((value, i) => [value, ...dots.whiskers[i]]);
    }),
    lengths: scales('compared-lengths'),
    charts: [...document.querySelectorAll('main > section [data-chart]')].map((node) => ({
      kind: node.dataset.chart,
      captions: [...node.querySelectorAll('caption')].length,
    })),
    bold: texts('[data-chart=differences] tbody strong'),
    text: texts('.comparison, main > section').join(' '),
  };
}

// The rows of a comparison's table, in which the difference is the row itself.
function differencesOf({ columns, rows }) {
  const at = (key) => columns.findIndex((column) => column.key === key);
  const number = (value) => (Array.isArray(value) ? value[0] : value);
  return rows.map((row) => ({
    title: row[at('title')],
    a: number(row[at('a')]),
    b: number(row[at('b')]),
    p_holm: number(row[at('p_holm')]),
    difference: row[at('')],
  }));
}

// The sentences of `boardlab compare`, every difference with its interval, and both games on the
// same scales.
async function checkComparison(page, { comparison, entries }) {
  const shown = await page.call(readComparison);
  const { list, names } = comparison;
  check(
    shown.verdicts.join('\n').replaceAll('−', '-') ===
      list.flatMap((pair) => pair.sentences).join('\n'),
    'the sentences are not those of the comparison',
  );
  for (const note of list.flatMap((pair) => pair.notes))
    check(shown.notes.includes(note), `the comparison does not note: ${note}`);
  check(
    shown.runs.length === entries.length && names.every((name, i) => shown.runs[i].includes(name)),
    `the runs are called ${shown.runs}, not ${names}`,
  );
  const rows = list
    .flatMap((pair) => differencesOf(pair.document.tables[0]))
    .filter((row) => row.difference && !(row.a === 0 && row.b === 0));
  const sorted = (values) => values.map(String).sort().join(' ');
  check(
    sorted(shown.dots) === sorted(rows.map((row) => row.difference)),
    `differences ${sorted(shown.dots)} are drawn, not ${sorted(rows.map((row) => row.difference))}`,
  );
  const claimed = rows.filter((row) => row.p_holm !== null && row.p_holm < 0.05);
  check(
    shown.bold.length === claimed.length,
    `${claimed.length} are shown to differ, and ${shown.bold.length} p-values are bold`,
  );
  // One game is no "games"; "0.1 points" may be.
  const many = shown.text.match(/[^.\d,]\b1 (games|runs|tests|pairs|plies)\b/g);
  check(!many, `several of one thing: ${many}`);
  check(
    shown.lengths.length > 0 && new Set(shown.lengths).size === 1,
    `lengths on different scales: ${shown.lengths.join(' and ')}`,
  );
  check(
    shown.charts.every((chart) => chart.captions > 0),
    'a chart of the comparison has no table',
  );
}

async function checkFolds(page, data) {
  const [heading, title] = await page.call(() => [
    document.querySelector('h1').textContent,
    document.title,
  ]);
  check(
    title === `${heading} – boardlab report` && !/\.lua\b|\//.test(heading),
    `the page is called "${title}", its heading is "${heading}"`,
  );
  const { entries } = data;
  const look = () => page.call(readFolds);
  const first = await look();
  check(first.dead.length === 0, `links lead nowhere: ${first.dead.join(', ')}`);
  if (entries.length < 2) {
    check(first.open.length === 0, 'a single entry is folded away');
    return;
  }
  const whole = entries.filter((entry) => !entry.card).length;
  check(
    first.open.length === whole && first.open.every((open) => !open),
    `${whole} entries, folded: ${first.open}`,
  );
  check(first.empty, 'there is something in closed folds');
  await page.media('print', 'light');
  check(
    await page.call(() => (document.querySelector('.entries')?.getClientRects().length || 0) === 0),
    'in print there is a heading over entries that are folded',
  );
  await page.media('', 'light');
  if (data.comparison.list) await checkComparison(page, data);
  else checkCards(data, first);
  const last = entries.length - 1;
  await page.call((hash) => {
    window.location.hash = hash;
  }, `#entry-${last + 1}`);
  await page.settle();
  const followed = await look();
  check(
    followed.open.every((open, i) => open === (i === whole - 1)) &&
      followed.drawn[whole - 1].length > 0 &&
      followed.drawn[whole - 1].every(Boolean),
    `a link to the last entry opens ${followed.open} and draws ${followed.drawn[whole - 1]}`,
  );
  await page.call(() => {
    for (const fold of document.querySelectorAll('details.entry')) fold.open = true;
    window.scrollTo(0, 0);
  });
  await page.settle();
  const all = await look();
  check(all.drawn.flat().every(Boolean), 'charts in opened folds are not drawn');
}

// Whether there is anything to draw on the card of an experiment.
function hasChart({ figures, tables }) {
  return figures.some(
    (figure) => /curves|dots/.test(figure.kind) && valued(tables[figure.table], figure),
  );
}

function checkCards({ entries, comparison }, { cards, height, text }) {
  check(text.includes(comparison.why_not), 'it is not said why nothing is compared');
  check(cards.length === entries.length, `${entries.length} entries, ${cards.length} cards`);
  check(height < 900 + 800 * entries.length, `the overview is ${height} pixels tall`);
  entries.forEach((entry, i) => {
    const where = `card ${i + 1}`;
    const document = entry.document || entry.tournament;
    const drawable = !document && (entry.replays || []).some((replay) =>
      replay.frames.some((frame) => frame.pieces && frame.pieces.length > 0),
    );
    if (!cards[i]) return;
    check(cards[i].boards === (drawable ? 1 : 0), `${where}: ${cards[i].boards} boards`);
    check(
      document && hasChart(document) ? cards[i].charts.length === 1 && cards[i].charts[0] > 0 : cards[i].charts.length === 0,
      `${where}: charts of ${cards[i].charts.join(' and ') || 'no'} points, of a ${entry.kind}`,
    );
    check(cards[i].id === `entry-${i + 1}`, `${where}: is called ${cards[i].id}`);
    const said = document ? [] : [...entry.head.findings, ...ends(entry)];
    for (const text of [...entry.head.conclusion, ...said])
      check(cards[i].text.replaceAll('−', '-').includes(text), `${where} does not say: ${text}`);
  });
}

// What the strip of a run says: who wins how many of its games, and how the others end.
function ends(run) {
  const rates = run.sides.map((side) => [/[+]/.test(side) ? 'side' : 'seat', side, 'win_rate']);
  const others = ['draw_rate', 'truncated_rate', 'forfeit_rate'].map((metric) => ['run', '', metric]);
  return [...rates, ...others]
    .map((wanted) => run.metrics.find((row) => wanted.every((word, i) => row[i] === word)))
    .filter((row) => row && row[3] > 0)
    .map(([, , , , , , , text, interval]) => (interval ? `${text} (${interval})` : text));
}

// --- Theme, phone, print

function readTheme() {
  return {
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
  };
}

// What of the boards is hard to see: labels of less than 4.5 to 1 with what they are written on; cells, pieces
// and walls of less than 3 to 1 with what is around them (WCAG 2.1).
function readFaint() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((level) => level / 255)
      .map((share) => (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (...colours) => {
    const [dark, light] = colours.map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const style = (node, key) => getComputedStyle(node).getPropertyValue(key);
  const root = document.documentElement;
  const faint = new Set();
  const need = (least, what, ink, paper) => {
    const is = contrast(ink, paper);
    if (is < least) faint.add(`${what}: ${ink} on ${paper} has ${is.toFixed(2)} to 1`);
  };
  for (const node of document.querySelectorAll('.board .label, .item .light'))
    need(4.5, 'a label', style(node, 'fill'), style(node, '--piece'));
  for (const node of document.querySelectorAll('.board .coordinate'))
    need(4.5, 'a coordinate', style(node, 'fill'), style(root, '--surface'));
  for (const node of document.querySelectorAll('.board .ground'))
    need(3, 'a board', style(node, 'fill'), style(root, '--surface'));
  for (const node of document.querySelectorAll('.board .cell:not(.point, .heat-cell, .highlight)'))
    need(3, 'a cell', style(node, 'fill'), style(root, '--board'));
  for (const node of document.querySelectorAll('.board .wall:not(.changed)'))
    need(3, 'a wall', style(node, 'fill'), style(root, '--board'));
  for (const node of document.querySelectorAll('.board .piece'))
    if (contrast(style(node, 'fill'), style(root, '--cell')) < 3)
      need(3, 'the edge of a piece', style(node, 'stroke'), style(root, '--cell'));
  for (const node of document.querySelectorAll('.board .moved, .board .changed, .board .left'))
    need(3, 'a mark of the last move', style(node, 'stroke'), style(root, '--cell'));
  return [...faint];
}

async function checkDark(page, light) {
  const before = await page.call(readTheme);
  const faint = await page.call(readFaint);
  await page.media('', 'dark');
  const dark = await page.call(readTheme);
  faint.push(...(await page.call(readFaint)));
  check(faint.length === 0, `too faint: ${faint.slice(0, 6).join('; ')}`);
  check(
    before.paper !== dark.paper && before.ink !== dark.ink,
    'dark mode does not change the colours of the page',
  );
  const canvases = await page.call(readCanvases);
  checkCanvases(canvases);
  check(
    canvases.every((canvas, i) => canvas.sum !== light[i].sum),
    'dark mode does not redraw the charts',
  );
}

// Elements that overflow the page, unless an ancestor scrolls.
function readOverflow() {
  const width = document.documentElement.clientWidth;
  const scrolls = (node) =>
    node &&
    (/(auto|scroll|hidden)/.test(getComputedStyle(node).overflowX) ||
      scrolls(node.parentElement));
  const out = [...document.body.querySelectorAll('*')].filter(
    (node) => node.getBoundingClientRect().right > width + 1 && !scrolls(node.parentElement),
  );
  return {
    width,
    content: document.documentElement.scrollWidth,
    out: out
      .slice(0, 3)
      .map((node) => `${node.tagName.toLowerCase()}.${node.getAttribute('class') || ''}`),
  };
}

// Tables too wide for the place beside their chart, also folded ones.
function readCut() {
  const folded = [...document.querySelectorAll('.figure details:not([open])')];
  for (const details of folded) details.open = true;
  const cut = [...document.querySelectorAll('.figure:not(.wide, .widened) .scroll')].filter(
    (node) => node.scrollWidth > node.clientWidth,
  );
  for (const details of folded) details.open = false;
  return cut.map((node) => node.getAttribute('aria-label'));
}

async function checkDesktop(page) {
  await checkMarks(page, DESKTOP[0]);
  const cut = await page.call(readCut);
  check(cut.length === 0, `at ${DESKTOP[0]} pixels tables are too wide for their place: ${cut.join(', ')}`);
}

// Tables that scroll, and what the marks below them say before and after scrolling to the end;
// folded ones are opened.
async function readMarks() {
  const settle = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const folded = [...document.querySelectorAll('details:not([open])')];
  for (const details of folded) details.open = true;
  await settle();
  const nodes = [...document.querySelectorAll('.scroll')];
  const hint = ({ nextElementSibling: mark }) =>
    mark.getClientRects().length ? mark.textContent : '';
  const marks = nodes.map((node) => ({
    label: node.getAttribute('aria-label'),
    wide: node.scrollWidth > node.clientWidth + 1,
    before: hint(node),
  }));
  for (const node of nodes) node.scrollLeft = node.scrollWidth;
  await settle();
  nodes.forEach((node, i) => {
    marks[i].after = hint(node);
    node.scrollLeft = 0;
  });
  for (const details of folded) details.open = false;
  await settle();
  return marks;
}

async function checkMarks(page, width) {
  for (const { wide, before, after, label } of await page.call(readMarks)) {
    const where = `at ${width} pixels the table "${label}"`;
    check(
      /columns →/.test(before) === wide,
      `${where} ${wide ? 'is cut without' : 'is whole, but has'} a mark: ${before}`,
    );
    check(/← more columns/.test(after) === wide, `${where} says "${after}" at its end`);
  }
}

// Changes the theme and the size at once: every change draws all charts again.
async function show(page, media, scheme, size) {
  await Promise.all([page.media(media, scheme), page.size(...size, size === PHONE)]);
}

async function checkPhone(page) {
  await page.size(...PHONE, true);
  await checkMarks(page, PHONE[0]);
  const { width, content, out } = await page.call(readOverflow);
  check(
    width === PHONE[0] && content <= width && out.length === 0,
    `at ${PHONE[0]} pixels the page is ${content} wide (${out.join(', ')})`,
  );
  const canvases = await page.call(readCanvases);
  checkCanvases(canvases);
  check(
    canvases.every((canvas) => canvas.bounded),
    'a chart is wider than the phone',
  );
  for (const canvas of canvases)
    check(canvas.legend, `chart "${canvas.label}": the legend is wider than the phone`);
}

function readCollapsed() {
  const details = [...document.querySelectorAll('details:not(.entry, .long)')];
  const shown = (node) =>
    node.checkVisibility ? node.checkVisibility() : node.getClientRects().length > 0;
  return {
    all: details.length,
    shown: details.filter(
      (node) =>
        node.open &&
        shown(node.querySelector('table, dl, ul')) &&
        node.querySelector('table, dl, ul').getBoundingClientRect().height > 0,
    ).length,
    controls: [...document.querySelectorAll('.controls, .chooser, .jump')].filter(shown).length,
  };
}

// Tables that are too long for paper.
function readLeftOut() {
  return [...document.querySelectorAll('details.long')]
    .filter((node) => node.parentElement.getClientRects().length > 0)
    .map((node) => ({
      open: node.open,
      rows: node.querySelector('tbody').rows.length,
      summary: node.querySelector('summary').getClientRects().length > 0,
    }));
}

// What is wider than the page as it is printed, where nothing scrolls.
function readWider() {
  const main = document.querySelector('main').getBoundingClientRect();
  return [...document.querySelectorAll('table, svg, canvas, pre, .moves, .stacked')]
    .filter((node) => node.getBoundingClientRect().right > main.right + 2)
    .map((node) => node.getAttribute('aria-label') || node.closest('[aria-label]')?.getAttribute('aria-label') || node.tagName);
}

async function checkPrint(page, data) {
  const before = await page.call(readCollapsed);
  await show(page, 'print', 'dark', DESKTOP);
  const paper = await page.call(readCollapsed);
  check(
    before.all === 0 || before.shown < before.all,
    'all tables are open before printing, so this test cannot show that they open',
  );
  check(
    paper.shown === paper.all,
    `in print ${paper.all - paper.shown} of ${paper.all} collapsed tables stay collapsed`,
  );
  const left = await page.call(readLeftOut);
  check(
    left.every((table) => !table.open && table.rows > 40 && table.summary),
    'in print long tables are open, or left out without a word',
  );
  check(paper.controls === 0, `in print ${paper.controls} controls are shown`);
  const wide = await page.call(readWider);
  check(wide.length === 0, `in print these are wider than the paper: ${wide.join(', ')}`);
  const theme = await page.call(readTheme);
  check(theme.paper === 'rgb(255, 255, 255)', `in print the paper is ${theme.paper}`);
  checkCanvases(await page.call(readCanvases));
  // Back on the screen all charts are drawn once more, which takes long on a page of many.
  if (data.entries.length > 2) return;
  await page.media('', 'dark');
  const after = await page.call(readCollapsed);
  check(after.shown === before.shown, 'tables stay open after printing');
}

// --- All checks

async function look(page, options) {
  const url = pathToFileURL(resolve(options.file)).href;
  const seen = watch(page);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network'])
    await page.send(`${domain}.enable`);
  await page.media('', 'light');
  await page.size(...DESKTOP);
  await page.navigate(url);
  try {
    return await checkAll(page, options);
  } finally {
    // Reported even if the checks threw an error: these messages may explain it.
    for (const message of seen.messages) check(false, message);
    const others = seen.requests.filter((request) => request.split('#')[0] !== url);
    check(seen.requests.length > 0, 'the request for the file itself was not recorded');
    check(others.length === 0, `requests besides the file: ${others.join(', ')}`);
  }
}

// Screenshots show games in progress rather than empty boards.
function openMiddles() {
  for (const slider of document.querySelectorAll('input[type=range]')) {
    slider.value = Math.floor(slider.max / 2);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

// The page as it opens, in all sizes and themes.
async function shootTop(page, saveShot) {
  for (const [name, size] of [['desk', DESKTOP], ['phone', PHONE]])
    for (const theme of ['dark', 'light']) {
      await page.media('', theme);
      await page.size(...size, name === 'phone');
      await saveShot(`top-${name}-${theme}.png`, () => page.screenshot());
    }
  await page.size(...DESKTOP);
}

// The whole page, with all that is folded away.
async function shootWhole(page, saveShot) {
  await page.call(openMiddles);
  for (const [name, scheme, size] of [['light', 'light', DESKTOP], ['dark', 'dark', DESKTOP], ['phone', 'light', PHONE]]) {
    await show(page, '', scheme, size);
    await saveShot(`${name}.png`, () => page.screenshot());
  }
  await show(page, '', 'light', DESKTOP);
  await saveShot('print.pdf', () => page.pdf());
}

async function checkAll(page, options) {
  const saveShot = async (name, picture) => {
    if (options.shots) writeFileSync(join(options.shots, name), await picture());
  };
  const data = await page.call(() => JSON.parse(document.getElementById('data').textContent));
  if (options.shots) await shootTop(page, saveShot);
  await checkFolds(page, data);
  checkEntries(data, await page.call(readEntries));
  checkFeatures(await page.call(readKinds), options.features);
  const light = await page.call(readCanvases);
  checkCanvases(light);
  await checkDesktop(page);
  await checkReplays(page, data);
  await checkHeatMaps(page);
  await checkSorting(page, data);
  await checkDark(page, light);
  await checkPhone(page);
  await checkPrint(page, data);
  if (options.shots) await shootWhole(page, saveShot);
  return light.length;
}

// Tests one page; failures name it.
async function testPage(browser, options) {
  const before = failures.length;
  if (options.shots) mkdirSync(options.shots, { recursive: true });
  let alarm;
  const late = new Promise((_, reject) => {
    alarm = setTimeout(
      () => reject(new Error(`timed out after ${TIME_LIMIT / 1000} s`)),
      TIME_LIMIT,
    );
  });
  let page;
  let charts;
  try {
    page = await Promise.race([browser.newPage(), late]);
    charts = await Promise.race([look(page, options), late]);
  } catch (error) {
    failures.push(error.stack || String(error));
  } finally {
    clearTimeout(alarm);
  }
  if (page) await page.close();
  for (let i = before; i < failures.length; i += 1) failures[i] = `${options.file}: ${failures[i]}`;
  if (failures.length === before) console.log(`${options.file}: ${charts} charts, all checks passed`);
}

async function main() {
  const pages = readArguments(process.argv.slice(2));
  const browser = new Browser();
  const stop = () => browser.close().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    for (const page of pages) await testPage(browser, page);
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  failures.push(error.stack || String(error));
}
for (const failure of failures) console.error(`report_page: ${failure}`);
process.exitCode = failures.length ? 1 : 0;
