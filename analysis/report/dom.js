// Elements, tables and cards. Texts of the data enter the page only through here, as text
// nodes and attributes, so that the name of a bot can never become markup.
import { count, sentence } from './text.js';

const SVG = 'http://www.w3.org/2000/svg';
let lastId = 0;

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    // A policy may forbid styles in attributes, but not those that scripts set.
    if (name === 'style') node.style.cssText = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

function make(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function button(label, action, attributes) {
  const node = make('button', { type: 'button', ...attributes }, label);
  node.addEventListener('click', action);
  return node;
}

// Isolates a name from the data, which may be written from right to left.
function name(text, attributes) {
  return make('bdi', attributes, String(text));
}

function newId(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

// Columns of a table; numbers are aligned to the right.
const NUMBER = (title) => ({ title, number: true });
const WORD = (title) => ({ title });

// columns: [{ title, number }]; rows: arrays of texts or nodes, the first of which is the
// header of its row.
function table(caption, columns, rows) {
  const head = columns.map((column) =>
    make('th', { scope: 'col', class: column.number && 'number' }, column.title),
  );
  const body = rows.map((row) =>
    make(
      'tr',
      null,
      row.map((value, i) => cell(columns[i], value, i === 0)),
    ),
  );
  return scrolled(caption, head, make('tbody', null, body));
}

// A table that scrolls on its own if it is wider than the page. head: its header cells.
function scrolled(caption, head, body) {
  return make(
    'div',
    { class: 'scroll', role: 'group', 'aria-label': caption },
    make(
      'table',
      null,
      make('caption', null, make('span', null, caption)),
      make('thead', null, make('tr', null, head)),
      body,
    ),
  );
}

const LONG = 24; // characters; only longer names may be broken anywhere

function cell(column, value, heads) {
  const content = typeof value === 'string' ? name(value) : value;
  const long = heads && content.textContent.length > LONG && 'long';
  const attributes = { class: (column.number && 'number') || long, scope: heads && 'row' };
  return make(heads ? 'th' : 'td', attributes, content);
}

const PRINTED = 40; // rows; longer tables stay collapsed on paper, which says so

// Long tables are collapsed; page.js opens them for printing.
function folded(tableNode, rows) {
  const caption = tableNode.querySelector('caption').textContent;
  return make(
    'details',
    { class: rows > PRINTED && 'long' },
    make(
      'summary',
      null,
      'Table: ' + lowerFirst(caption),
      make('span', { class: 'muted' }, ` (${count(rows)} rows)`),
    ),
    tableNode,
  );
}

function lowerFirst(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const SHORT = 12;

function numbers(caption, columns, rows) {
  const node = table(caption, columns, rows);
  return rows.length > SHORT ? folded(node, rows.length) : node;
}

const WIDE = 5;
const LONG_NAME = 14;

// A figure: the chart with its tables beside it, or below it if they are wide.
function figure(kind, chart, ...tables) {
  const numbersNode = make('div', { class: 'numbers' }, tables);
  const long = [...numbersNode.querySelectorAll('tbody th')].some(
    (cell) => cell.textContent.length > LONG_NAME,
  );
  const wide = [...numbersNode.querySelectorAll('thead tr')].some(
    (row) => row.children.length > (long ? WIDE - 1 : WIDE),
  );
  return make(
    'figure',
    { class: wide ? 'figure wide' : 'figure', 'data-chart': kind },
    make('div', { class: 'chart' }, chart),
    numbersNode,
  );
}

// cards: [{ title, value, interval, meaning }]; cards without a value are left out.
function facts(cards) {
  const shown = cards.filter((card) => card && card.value);
  if (shown.length === 0) return null;
  return make(
    'dl',
    { class: 'facts' },
    shown.map((card) =>
      make(
        'div',
        null,
        make('dt', null, card.title),
        make('dd', { class: 'value' }, card.value),
        card.interval ? make('dd', { class: 'interval' }, card.interval) : null,
        make('dd', { class: 'meaning' }, card.meaning),
      ),
    ),
  );
}

// An explanation; nothing without a text.
const muted = (text) => (text ? make('p', { class: 'muted' }, sentence(text)) : null);

function key(colour, label) {
  return make('span', { class: 'key' }, swatch(colour), label);
}

function swatch(colour) {
  const node = make('span', { class: 'swatch', 'aria-hidden': 'true' });
  node.style.setProperty('--colour', `var(${colour})`);
  return node;
}

export {
  NUMBER,
  WORD,
  make,
  svg,
  button,
  name,
  newId,
  table,
  scrolled,
  numbers,
  figure,
  facts,
  muted,
  key,
  swatch,
};
