// Elements, tables and cards. Texts of the data reach the page through here, as text
// nodes and attributes only: whatever a bot is called, it cannot become markup.
(function (Report) {
  'use strict';

  const { count } = Report.text;
  const SVG = 'http://www.w3.org/2000/svg';
  let lastId = 0;

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined && value !== false)
        node.setAttribute(name, value === true ? '' : value);
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

  // A name that comes from outside may run from right to left: it keeps that to itself.
  function name(text, attributes) {
    return make('bdi', attributes, String(text));
  }

  function newId(stem) {
    lastId += 1;
    return `${stem}-${lastId}`;
  }

  // Columns of a table: numbers stand to the right.
  const NUMBER = (title) => ({ title, number: true });
  const WORD = (title) => ({ title });

  // columns: [{ title, number }]; rows: arrays of texts or nodes, the first heads its row.
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

  // A table that scrolls by itself where it is wider than the page. head: the cells of its
  // first row.
  function scrolled(caption, head, body) {
    return make(
      'div',
      { class: 'scroll', role: 'region', 'aria-label': caption },
      make(
        'table',
        null,
        make('caption', null, caption),
        make('thead', null, make('tr', null, head)),
        body,
      ),
    );
  }

  const LONG = 24; // letters; longer names are broken anywhere, shorter ones stay whole

  function cell(column, value, heads) {
    const content = typeof value === 'string' ? name(value) : value;
    const long = heads && content.textContent.length > LONG && 'long';
    const attributes = { class: (column.number && 'number') || long, scope: heads && 'row' };
    return make(heads ? 'th' : 'td', attributes, content);
  }

  // Long tables fold away; page.js opens them for print.
  function folded(tableNode, rows) {
    const caption = tableNode.getAttribute('aria-label');
    return make(
      'details',
      null,
      make(
        'summary',
        null,
        'The numbers: ' + lowerFirst(caption),
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

  // A figure: what is drawn on one side, its numbers on the other; below if they are wide.
  function figure(kind, drawn, ...beside) {
    const numbersNode = make('div', { class: 'numbers' }, beside);
    const long = [...numbersNode.querySelectorAll('tbody th')].some(
      (cell) => cell.textContent.length > LONG_NAME,
    );
    const wide = [...numbersNode.querySelectorAll('thead tr')].some(
      (row) => row.children.length > (long ? WIDE - 1 : WIDE),
    );
    return make(
      'figure',
      { class: wide ? 'figure wide' : 'figure', 'data-chart': kind },
      make('div', { class: 'drawn' }, drawn),
      numbersNode,
    );
  }

  // cards: [{ title, value, interval, says }]; those without a value are left out.
  function facts(cards) {
    const there = cards.filter((card) => card && card.value);
    if (there.length === 0) return null;
    return make(
      'dl',
      { class: 'facts' },
      there.map((card) =>
        make(
          'div',
          null,
          make('dt', null, card.title),
          make('dd', { class: 'value' }, card.value),
          card.interval ? make('dd', { class: 'interval' }, card.interval) : null,
          make('dd', { class: 'says' }, card.says),
        ),
      ),
    );
  }

  function key(colour, label) {
    return make('span', { class: 'key' }, swatch(colour), label);
  }

  function swatch(colour) {
    const node = make('span', { class: 'swatch', 'aria-hidden': 'true' });
    node.style.setProperty('--colour', `var(${colour})`);
    return node;
  }

  Report.dom = {
    NUMBER,
    WORD,
    make,
    svg,
    name,
    newId,
    table,
    scrolled,
    numbers,
    figure,
    facts,
    key,
    swatch,
  };
})(window.Report);
