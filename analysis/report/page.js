// The page: reads the data, builds the entries, and redraws the charts when the theme changes
// or the page is printed.
import { commandLine } from './text.js';
import { WORD, make, name, table } from './dom.js';
import { widen, mark, shrink, unshrink } from './scrolling.js';
import * as run from './run.js';
import { documentSections } from './document.js';
import { command, findings, head, note } from './head.js';
import * as overview from './overview.js';
import * as folds from './folds.js';
import * as compare from './compare.js';
import * as replay from './replay.js';
import { drawAll, drawShown } from './charts.js';

// If a section fails, a note takes its place and the others are still shown.
function buildSection(section, id, level) {
  let content = null;
  try {
    content = section.make();
  } catch (error) {
    console.error(`${section.id}: ${error.stack || error}`);
    content = make('p', { class: 'note' }, 'This section could not be drawn.');
  }
  if (!content) return null;
  const heading = `${id}-${section.id}`;
  const node = make(
    'section',
    { 'aria-labelledby': heading },
    make(`h${level}`, { id: heading }, section.title),
    content,
  );
  // Sections do not know how deep they are.
  for (const [tag, below] of [['h4', 1], ['h5', 2]])
    for (const each of node.querySelectorAll(tag))
      if (each.id !== heading) each.setAttribute('aria-level', level + below);
  return node;
}

// The sections of an entry with links to them. The first is a picture if it can be; then come words.
function buildSections(entry, id, level) {
  const inWords = { id: 'findings', title: 'In words', make: () => findings(entry) };
  const [first, ...others] = entry.kind === 'run' ? run.sections(entry) : documentSections(entry);
  const sections = (entry.kind === 'change' ? [inWords, first, ...others] : [first, inWords, ...others])
    .map((section) => section && buildSection(section, id, level))
    .filter(Boolean);
  const links = sections
    .map((section) => section.firstChild)
    .map((heading) =>
      make('li', null, make('a', { href: `#${heading.id}` }, heading.textContent)),
    );
  const title = `Sections of ${entry.name || entry.head.title}`;
  return [
    links.length > 1 && make('nav', { class: 'jump', 'aria-label': title }, make('ul', null, links)),
    sections,
  ];
}

const idOf = (i) => `entry-${i + 1}`;

function buildEntry(entry, i, level) {
  return make(
    'article',
    { 'data-kind': entry.kind },
    head(entry, level),
    buildSections(entry, idOf(i), level + 1),
  );
}

// What links into an entry begin with.
const namesOf = (entry, i) => [idOf(i), ...(entry.place ? [`replay=${entry.place}`] : [])];

// An entry of which only the head is in view.
function card(entry, i, shared) {
  const notes = entry.head.notes.filter((text) => !shared.includes(text));
  const more = (entry.replays || []).length ? 'Charts, tables and replays' : 'Charts and tables';
  return make(
    'article',
    { id: idOf(i), class: 'card', 'data-kind': entry.kind },
    head(entry, 2, { notes, card: true }),
    entry.card
      ? command(commandLine(['report', entry.name]), null, 'Charts, tables and replays: ')
      : folds.fold(more, namesOf(entry, i), () => buildSections(entry, idOf(i), 3)),
  );
}

function link(entry, i) {
  return make('a', { href: `#entry-${i + 1}` }, name(entry.name));
}

// The metrics of all runs in one table.
function figures(entries) {
  const runs = entries
    .map((entry, i) => ({ entry, i }))
    .filter(({ entry }) => entry.kind === 'run');
  if (runs.length < 2) return null;
  const { heads, cells } = run.overview(runs.map(({ entry }) => entry));
  return make(
    'section',
    { class: 'overview', 'aria-labelledby': 'overview' },
    make('h2', { id: 'overview' }, 'All figures'),
    table(
      'Metrics of each run',
      [...['Run', 'Game', 'Bots'].map(WORD), ...heads],
      runs.map(({ entry, i }) => [
        link(entry, i),
        overview.shortTitle(entry.head.title),
        [...new Set(entry.bots)].join(', '),
        ...cells(entry),
      ]),
    ),
  );
}

function folded(entry, i) {
  const summary = [name(entry.head.title), make('span', { class: 'muted' }, ' ', name(entry.name))];
  const node = folds.fold(summary, namesOf(entry, i), () => buildEntry(entry, i, 3));
  node.id = idOf(i);
  return node;
}

function foldedEntries(entries) {
  return make(
    'section',
    { class: 'entries', 'aria-labelledby': 'entries' },
    make('h2', { id: 'entries' }, 'Details'),
    entries.map(folded),
  );
}

// Several entries: what they are at a glance, and the rest of each folded away.
function buildOverview(data) {
  const shared = overview.sharedNotes(data.entries);
  return [
    make('h1', null, name(overview.title(data.entries))),
    make('p', { class: 'muted' }, name(data.comparison.why_not)),
    shared.map(note),
    data.entries.map((entry, i) => card(entry, i, shared)),
    figures(data.entries),
  ];
}

function buildComparison(data) {
  return [
    compare.head(data),
    compare.sections(data).map((section) => buildSection(section, 'comparison', 2)),
    foldedEntries(data.entries),
  ];
}

function buildAll(data) {
  if (!data.comparison) return data.entries.map((entry, i) => buildEntry(entry, i, 1));
  if (data.comparison.entry)
    return [buildEntry({ ...data.comparison.entry, name: '' }, data.entries.length, 1), foldedEntries(data.entries)];
  return data.comparison.list ? buildComparison(data) : buildOverview(data);
}

function build(data) {
  const replayed = data.entries.filter((entry) => !entry.card && (entry.replays || []).length);
  replayed.forEach((entry, i) => (entry.place = i + 1));
  const main = make('main', null, buildAll(data), footer(data));
  const title = main.querySelector('h1');
  document.title = `${title ? `${title.textContent} – ` : ''}boardlab report`;
  return main;
}

function footer(data) {
  return make(
    'footer',
    null,
    make(
      'p',
      null,
      `Written by boardlab ${data.boardlab} on ${data.date}. ` +
        'Intervals are 95% intervals: about five in a hundred miss the true value, unless a note says otherwise. ' +
        'Rates are shares of all games; wins, draws, truncated games and forfeits are counted separately. ' +
        'A ply is one move by one seat.',
    ),
  );
}

// --- Theme and printing

let opened = [];

function beforePrint() {
  if (document.documentElement.classList.contains('printing')) return;
  // On paper entries stay folded, their tables do not, unless they are long.
  opened = [...document.querySelectorAll('details:not([open], .entry, .long)')];
  for (const details of opened) details.open = true;
  // The class sets light colours and the width of the paper; the charts are redrawn with
  // both.
  document.documentElement.classList.add('printing');
  replay.beforePrint();
  drawAll();
  shrink();
}

function afterPrint() {
  if (!document.documentElement.classList.contains('printing')) return;
  for (const details of opened) details.open = false;
  opened = [];
  document.documentElement.classList.remove('printing');
  replay.afterPrint();
  drawAll();
  unshrink();
  widen();
  mark();
}

function listen() {
  window.addEventListener('resize', () => {
    widen();
    mark();
  });
  document.addEventListener('toggle', mark, true);
  folds.listen(() => {
    widen();
    drawShown();
    mark();
  });
  window.addEventListener('beforeprint', beforePrint);
  window.addEventListener('afterprint', afterPrint);
  window
    .matchMedia('print')
    .addEventListener('change', (event) => (event.matches ? beforePrint() : afterPrint()));
  window
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', drawAll);
}

function start() {
  const page = document.getElementById('page');
  try {
    page.replaceChildren(build(JSON.parse(document.getElementById('data').textContent)));
    widen();
    drawAll();
    mark();
    listen();
  } catch (error) {
    console.error(error.stack || error);
    page.append(
      make('p', { class: 'note' }, `The data of this report could not be read: ${error.message}`),
    );
  }
}

start();
