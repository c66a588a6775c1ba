// Tests the page of the Lua reference in a browser:
//
//     node tests/lua/reference_page.mjs REFERENCE.html
//
// The search by keys and by pointer, links to entries, nothing that is fetched, nothing that is
// wider than a phone, headings in order; and the page without JavaScript. Needs chromium and
// node 18, and no packages.

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from '../analysis/report/browser.mjs';

const url = String(pathToFileURL(resolve(process.argv[2])));
const problems = [];

async function open(browser, hash, width) {
  const page = await browser.newPage();
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
  page.on((method, params) => {
    if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded') problems.push(JSON.stringify(params));
    if (method === 'Network.requestWillBeSent' && !/^(data|file):/.test(params.request.url)) problems.push(params.request.url);
  });
  await page.size(width, 800, width < 500);
  await page.navigate(url + hash);
  return page;
}

async function type(page, text) {
  await page.call(() => document.getElementById('search').select());
  await page.send('Input.insertText', { text });
  await page.settle();
}

const listed = (page) => page.call(() => [...document.querySelectorAll('[role=option]')].map((node) => node.dataset.to));
const chosen = (page) => page.call(() => document.querySelector('[role=option][aria-selected=true]')?.dataset.to);
const isInView = (page, id) =>
  page.call((wanted) => {
    const { top } = document.getElementById(wanted).getBoundingClientRect();
    return top >= 0 && top < 800;
  }, id);

async function testSearch(page) {
  await page.key('/', 191, '/');
  assert.equal(await page.call(() => document.activeElement.id), 'search');
  assert.equal(await page.call(() => document.activeElement.value), '', 'the slash is not typed');
  await type(page, 'moves');
  const names = await listed(page);
  assert.equal(names[0], 'State:moves', 'functions before fields');
  assert.ok(names.indexOf('RunPlan.moves') < names.indexOf('State:count'), 'names before text');
  assert.equal(await page.call(() => document.getElementById('contents').hidden), true);
  await page.key('ArrowDown', 40);
  assert.equal(await chosen(page), names[1]);
  await page.key('ArrowUp', 38);
  await page.key('Enter', 13);
  assert.equal(await page.call(() => window.location.hash), '#State:moves');
  assert.ok(await isInView(page, 'State:moves'));
  assert.equal(await page.call(() => document.getElementById('contents').hidden), false);

  await page.key('/', 191, '/');
  await type(page, 'game');
  const cut = await page.call(() =>
    [...document.querySelectorAll('[role=option]')]
      .map((node) => [node.lastChild.textContent, document.getElementById(node.dataset.to).textContent])
      .filter(([about]) => about.endsWith(' …')),
  );
  assert.ok(cut.length > 0);
  for (const [about, text] of cut) {
    const words = about.slice(0, -2);
    assert.match(text.charAt(text.indexOf(words) + words.length), /[\s,;:(]/, `cut within a word: ${about}`);
  }
  await type(page, 'iterative deepening');
  assert.ok((await listed(page)).includes('lab.search.alphabeta'), 'words of the text');
  await type(page, 'no such thing');
  assert.deepEqual(await listed(page), []);
  assert.equal(await page.call(() => document.getElementById('found').textContent), '0 matches');
  await page.key('Escape', 27);
  assert.equal(await page.call(() => document.getElementById('search').value), '');
  await type(page, 'lab.game');
  const [x, y] = await page.call(() => {
    const { left, top } = document.querySelector('[role=option]').getBoundingClientRect();
    return [left + 9, top + 9];
  });
  await page.click(x, y);
  assert.equal(await page.call(() => window.location.hash), '#lab.game');
}

async function testHeadings(page) {
  const levels = await page.call(() => [...document.querySelectorAll('h1, h2, h3, h4')].map((node) => Number(node.tagName[1])));
  levels.forEach((level, i) => assert.ok(level <= (levels[i - 1] || 0) + 1, `heading ${i} skips a level`));
}

const browser = new Browser();
try {
  const page = await open(browser, '#State:moves', 1280);
  assert.ok(await isInView(page, 'State:moves'), 'an address leads to an entry');
  await testSearch(page);
  await testHeadings(page);

  const phone = await open(browser, '', 390);
  const [width, contents] = await phone.call(() => [document.documentElement.scrollWidth, document.getElementById('contents').open]);
  assert.equal(width, 390, 'nothing is wider than a phone');
  assert.equal(contents, false);

  // Frames are not painted without scripts, so this waits for the page alone.
  const plain = await browser.newPage();
  await plain.send('Page.enable');
  await plain.send('Emulation.setScriptExecutionDisabled', { value: true });
  const loaded = new Promise((done) => plain.on((method) => method === 'Page.loadEventFired' && done()));
  await plain.send('Page.navigate', { url: `${url}#State:moves` });
  await loaded;
  assert.ok(await isInView(plain, 'State:moves'), 'links work without JavaScript');
  assert.equal(await plain.call(() => document.querySelector('.search').hidden), true, 'no search without JavaScript');
  assert.deepEqual(problems, []);
  console.log('passed');
} finally {
  await browser.close();
}
