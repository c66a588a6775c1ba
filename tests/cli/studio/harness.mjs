// Starts `boardlab serve` and opens its page in a headless Chromium.
//
//     const server = await Server.start(boardlab, folder, { file: 'my.lua' });
//     const studio = await open(browser, server.url);
//     await studio.click('[data-do=start]');
//     await studio.until('a board', () => document.querySelector('.hit'));
//     studio.noErrors();
//     await server.kill();
//
// Clicks are real mouse events at the middle of an element, and fail if something else lies
// over it. A wait that does not end says what was on the page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PATIENCE = 60000; // milliseconds: builds with sanitizers are slow

const sleep = (time) => new Promise((done) => setTimeout(done, time));

export class Server {
  // options: file (a Lua file to serve), port, token, args (further flags).
  static async start(boardlab, folder, options = {}) {
    const server = new Server();
    const { file, port, token = 'a-token-for-tests', args = [] } = options;
    const what = file ? join(folder, file) : folder;
    const flags = ['serve', what, '--token', token, ...args];
    if (port) flags.push('--port', String(port));
    server.process = spawn(boardlab, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    server.said = '';
    server.process.stderr.on('data', (data) => {
      server.said += data;
    });
    server.exited = new Promise((resolve) => server.process.once('exit', resolve));
    server.url = await server.address();
    server.port = Number(new URL(server.url).port);
    return server;
  }

  // The server prints its address when it listens.
  address() {
    return new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (data) => {
        text += data;
        const found = /http:\S+/.exec(text);
        if (found) resolve(found[0]);
      });
      this.exited.then((code) => reject(new Error(`serve ended with ${code}: ${this.said}`)));
    });
  }

  async kill(signal = 'SIGKILL') {
    this.process.kill(signal);
    return this.exited;
  }

  // Ends the server as Ctrl-C does; returns its exit status.
  stop() {
    return this.kill('SIGINT');
  }
}

// Opens the page. options: width, height, mobile, scheme ('light' or 'dark'), hash.
export async function open(browser, url, options = {}) {
  const page = await browser.newPage();
  const studio = new Studio(page);
  await page.send('Page.enable');
  await page.send('Runtime.enable');
  await page.send('Log.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: 'window.confirm = undefined;' });
  await page.size(options.width || 1280, options.height || 900, options.mobile || false);
  await page.media('screen', options.scheme || 'light');
  await page.navigate(url + (options.hash || ''));
  return studio;
}

export class Studio {
  constructor(page) {
    this.page = page;
    this.errors = [];
    page.on((method, params) => this.listen(method, params));
  }

  // Answers that are not 200 are errors of the page only if it does not say so.
  listen(method, params) {
    if (method === 'Runtime.exceptionThrown')
      this.errors.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && /error|warning|assert/.test(params.type))
      this.errors.push(params.args.map((each) => each.value || each.description).join(' '));
    if (method === 'Log.entryAdded' && params.entry.source !== 'network' && params.entry.level !== 'verbose')
      this.errors.push(`${params.entry.source}: ${params.entry.text}`);
  }

  noErrors() {
    assert.deepEqual(this.errors, [], 'errors in the console');
  }

  call(body, ...values) {
    return this.page.call(body, ...values);
  }

  // Waits until a function, run in the page, returns something true, and returns it.
  async until(what, body, ...values) {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const result = await this.call(body, ...values);
      if (result) return result;
      if (Date.now() > end) {
        const text = await this.call(() => document.body.innerText);
        throw new Error(`no sign of ${what}; on the page:\n${text}\n${this.errors.join('\n')}`);
      }
      await sleep(20);
    }
  }

  // Waits until an element is on the page and its text contains (or matches) something.
  untilText(selector, text) {
    const pattern = text instanceof RegExp ? text.source : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return this.until(
      `${selector} to say ${text}`,
      (selector, pattern) =>
        [...document.querySelectorAll(selector)].some(
          (node) => node.getClientRects().length && new RegExp(pattern).test(node.textContent),
        ),
      selector,
      pattern,
    );
  }

  text(selector) {
    return this.call((selector) => document.querySelector(selector)?.textContent ?? null, selector);
  }

  // What is in the menu of a table can be clicked once that is open.
  async openMenu(selector) {
    const inside = await this.call((selector) => {
      const menu = document.querySelector('.menu[hidden]');
      return Boolean(menu && menu.querySelector(selector) && !document.querySelector(selector).closest('.menu:not([hidden])'));
    }, selector);
    if (inside) await this.click('[data-do=menu]');
  }

  // A point of an element, in the middle or as shares of its box, that a click there would hit.
  async place(selector, across = 0.5, down = 0.5) {
    await this.openMenu(selector);
    await this.until(`${selector} to be there`, (selector) => {
      const node = document.querySelector(selector);
      return node && node.getClientRects().length > 0 && !node.disabled;
    }, selector);
    let at = await this.pointOf(selector, across, down);
    // What is still being loaded may move it.
    for (let before = null, tries = 0; JSON.stringify(at) !== JSON.stringify(before) && tries < 50; tries++) {
      await this.page.settle();
      before = at;
      at = await this.pointOf(selector, across, down);
    }
    const { x, y, over } = at;
    assert.equal(over, null, `over ${selector} lies ${over}`);
    return { x, y };
  }

  async pointOf(selector, across, down) {
    return this.call(
      (selector, across, down) => {
        const node = document.querySelector(selector);
        node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const box = node.getBoundingClientRect();
        const [x, y] = [box.left + across * box.width, box.top + down * box.height];
        const hit = document.elementFromPoint(x, y);
        const inside = hit && node.contains(hit);
        return { x, y, over: inside ? null : hit ? hit.outerHTML.slice(0, 200) : 'nothing' };
      },
      selector,
      across,
      down,
    );
  }

  // Of several pages only one is drawn, and can be clicked on.
  async front() {
    await this.page.send('Page.bringToFront');
  }

  async click(selector, across, down) {
    const { x, y } = await this.place(selector, across, down);
    await this.page.click(x, y);
  }

  async hover(selector, across, down) {
    const { x, y } = await this.place(selector, across, down);
    await this.page.mouse('mouseMoved', x, y);
    await this.page.settle();
  }

  // Presses the mouse on an element, moves it to another, and lets go.
  async drag(selector, to) {
    const [from, goal] = [await this.place(selector), await this.place(to)];
    const move = (x, y) => this.page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 });
    await this.page.mouse('mouseMoved', from.x, from.y);
    await this.page.mouse('mousePressed', from.x, from.y, 'left');
    await move((from.x + goal.x) / 2, (from.y + goal.y) / 2);
    await this.page.settle();
    await this.until('where it may go', () => {
      const { input } = window.Studio.app.table;
      return input.steps.length > 0 || input.carried || input.isEditing();
    });
    await move(goal.x, goal.y);
    await this.page.mouse('mouseReleased', goal.x, goal.y, 'left');
    await this.page.settle();
  }

  // The same with a finger.
  async swipe(selector, to) {
    const [from, goal] = [await this.place(selector), await this.place(to)];
    const finger = (type, ...points) => this.page.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await finger('touchStart', from);
    for (let i = 1; i <= 10; i++) await finger('touchMove', { x: from.x + ((goal.x - from.x) * i) / 10, y: from.y + ((goal.y - from.y) * i) / 10 });
    await finger('touchEnd');
    await this.page.settle();
  }

  // As wide as a finger.
  async touch(selector, across, down) {
    const { x, y } = await this.place(selector, across, down);
    await this.page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y, radiusX: 11, radiusY: 11 }] });
    await this.page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await sleep(30);
    await this.page.settle();
  }

  async key(key) {
    const codes = { Enter: 13, Escape: 27, Tab: 9, ' ': 32, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39 };
    await this.page.key(key, codes[key] || 0, { Enter: '\r', ' ': ' ' }[key]);
  }

  // Types a text into an element in place of what is there.
  async type(selector, text) {
    await this.click(selector);
    await this.call((selector) => document.querySelector(selector).select(), selector);
    await this.page.send('Input.insertText', { text });
    await this.page.settle();
  }

  async choose(selector, value) {
    await this.until(`${value} in ${selector}`, (selector, value) => {
      const node = document.querySelector(selector);
      return node && [...node.options].some((option) => option.value === value);
    }, selector, value);
    await this.call(
      (selector, value) => {
        const node = document.querySelector(selector);
        node.value = value;
        node.dispatchEvent(new Event('change', { bubbles: true }));
      },
      selector,
      value,
    );
    await this.page.settle();
  }

  async unfold(selector) {
    if (!(await this.call((selector) => document.querySelector(selector).open, selector)))
      await this.click(`${selector} > summary`);
  }

  async shot(path) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await this.page.screenshot());
  }

  // ---- playing

  // The table's view: { seat, human, over, ply, moves, … }.
  view() {
    return this.call(() => {
      const table = window.Studio.app.table;
      return table && table.view;
    });
  }

  untilView(what, body, ...values) {
    return this.until(
      what,
      `(...values) => { const table = window.Studio.app.table; const view = table && table.view; return view && (${body})(view, ...values); }`,
      ...values,
    );
  }

  // Opens a game by a link. Bots play the same moves every time.
  async open(game, seats, more = {}) {
    const query = new URLSearchParams({ game, seed: 1, ...more });
    for (const who of seats) query.append('seat', who);
    await this.call((hash) => {
      window.location.hash = hash;
    }, query.toString());
    await this.until('the game', () => {
      const { table } = window.Studio.app;
      return table && table.view && window.location.hash === `#table=${table.id}`;
    });
  }

  // Clicks what the move consists of, until it is played: its wall, its cells, its words, and
  // at last its picture in the palette.
  async playMove(text) {
    const { ply } = await this.view();
    const played = () => this.call((ply) => window.Studio.app.table.view.ply > ply, ply);
    await this.until('the cells of all moves', () => window.Studio.app.table.input.located);
    const about = await this.call((text) => {
      const found = window.Studio.app.table.input.candidates.find((each) => each.move.text === text);
      return { wall: found.wall, cells: found.mentions.map((list) => list[0]), words: found.words };
    }, text);
    const asked = () => this.call(() => window.Studio.app.table.input.steps.length > 0);
    if (about.wall) {
      const { cell, vertical } = about.wall;
      const selector = `.slot[data-wall="${cell}"]${vertical ? '[data-vertical]' : ':not([data-vertical])'}`;
      await (vertical ? this.click(selector, 0.5, 0.2) : this.click(selector, 0.2, 0.5));
    }
    for (const [i, cell] of (about.wall ? [] : about.cells).entries()) {
      if (i > 0 && !(await asked())) break;
      await this.click(`.hit[data-cell="${cell}"]`);
    }
    const named = JSON.stringify(text);
    // A page that has just come into view draws itself anew: a click may be lost.
    const soon = async () => {
      for (let i = 0; i < 60 && !(await played()); i++) await new Promise((resolve) => setTimeout(resolve, 50));
      return played();
    };
    const word = (await asked()) && (await this.call((words) => [...document.querySelectorAll('.palette [data-word]')].map((node) => node.dataset.word)
      .find((each) => Object.entries(words).some(([key, value]) => each === `${key}=${value}`)), about.words));
    if (word) await this.click(`.palette [data-word="${word}"]`);
    if (await asked()) do await this.click(`.palette [data-move=${named}]`); while (!(await soon()) && (await asked()));
    else if (about.cells.length === 0) await this.click(`.free [data-move=${named}], .in-hand[aria-label=${named}]`);
    await this.until(`${text} to be played`, (ply) => window.Studio.app.table.view.ply > ply, ply);
    return played();
  }

  // Plays to the end of the game. choose(view): returns the text of a move.
  async playGame(choose) {
    for (let turns = 0; turns < 400; turns++) {
      await this.untilView('a turn of the page, or the end', (view) => view.over || (view.human && view.moves.length));
      const view = await this.view();
      if (view.over) return view;
      await this.playMove(choose(view, turns));
    }
    throw new Error('the game does not end');
  }
}
