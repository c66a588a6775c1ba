// What keeps people from using the pages, as far as a program can tell (axe-core): reports of every
// kind, the Lua reference, and every screen of the studio, wide and light, on a phone and dark.
//
//     node accessible.mjs BOARDLAB REFERENCE.html

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from '../../analysis/report/browser.mjs';
import { Axe } from '../../support/axe.mjs';
import { Server, open } from './harness.mjs';

const [boardlab, reference] = process.argv.slice(2).map((path) => realpathSync(path));
const folder = mkdtempSync(join(tmpdir(), 'accessible-'));
const axe = Axe.fetch();
const broken = [];

async function check(page, what) {
  const lines = await axe.violations(page);
  broken.push(...lines.map((line) => `${what}: ${line}`));
}

const play = (...args) => execFileSync(boardlab, [...args, '--quiet'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

// ---- pages

const SMALL = 'quoridor:size=3,walls=1';
const RESULTS = [
  ['simulate', SMALL, '--games', '40', '--moves', '--out', 'run'],
  ['simulate', 'quoridor:size=3', '--games', '40', '--out', 'other'],
  ['tournament', SMALL, '--bot', 'random', '--bot', 'greedy', '--bot', 'bots/runner.lua', '--games', '6', '--out', 'cup'],
  ['sweep', 'quoridor:size=3', '--vary', 'walls=0..2', '--vary', 'pawn_jump=true,false', '--games', '40', '--out', 'sweep'],
  ['ladder', 'tictacdoh', '--bot', 'mcts', '--double', 'iterations=1', '--levels', '3', '--games', '8', '--out', 'ladder'],
  ['tune', 'quoridor:size=3', '--vary', 'walls=0..2', '--goal', 'plies=8..14', '--games', '400', '--out', 'tuned'],
  ['study', 'games/nim.lua', 'games/nim.lua:heaps=4', '--budget', 'tiny', '--out', 'change'],
];
const REPORTS = [['run'], ['cup'], ['sweep'], ['ladder'], ['tuned'], ['change'], ['change/before'], ['run', 'other'], ['run', 'cup', 'sweep', 'ladder']];

const DARK = ['sweep', 'tuned', 'change', 'run other', 'run cup sweep ladder'];

async function pages(browser) {
  for (const args of RESULTS) play(...args);
  const files = REPORTS.map((dirs, i) => {
    play('report', ...dirs, '--out', `${i}.html`);
    return [dirs.join(' '), join(folder, `${i}.html`)];
  });
  const page = await browser.newPage();
  await page.send('Page.enable');
  for (const scheme of ['light', 'dark']) {
    await page.media('screen', scheme);
    // In the dark, those that have every part: the others, and the reference, have the same colours.
    const all = [...files, ['the Lua reference', reference]];
    for (const [what, file] of scheme === 'dark' ? files.filter(([name]) => DARK.includes(name)) : all) {
      await page.navigate(pathToFileURL(resolve(file)).href);
      await check(page, `${what}, ${scheme}`);
    }
  }
  await page.close();
}

// ---- the studio

async function screens(browser, server, look) {
  const studio = await open(browser, server.url, look);
  const see = (what) => check(studio.page, `${what}, ${look.scheme}, ${look.width} pixels`);
  await studio.until('cards', () => document.querySelectorAll('.game-card svg').length > 3);
  await see('the first screen');
  for (const game of ['dorix', 'orbital', 'games/tricks.lua', 'games/kalah.lua']) {
    await studio.open(game, ['human', 'random']);
    await studio.untilView('a turn', (view) => view.human);
    await see(game);
  }
  await studio.open('tictacdoh', ['human', 'human'], { moves: 'Lc3 Mc3' });
  await studio.click('.hit.legal');
  await studio.until('the palette', () => document.querySelector('.palette:not([hidden])'));
  await see('the palette');
  await studio.key('Escape');
  await studio.unfold('.editor-tool');
  await see('the menu');
  await studio.open(SMALL, ['human', 'human'], { moves: 'b2 a3' });
  await studio.click('[data-do=hint]');
  await studio.untilText('.hint-part caption', /iterations$/);
  await see('a hint');
  await studio.key('?');
  await see('the keys');
  await studio.click('.keys button');
  await studio.playMove('b3');
  await studio.click('[data-do=review]');
  await studio.until('the search', () => !document.querySelector('.losses')?.textContent.includes('Searching'));
  await see('a review');
  await studio.call(() => {
    window.location.hash = 'runs';
  });
  await studio.until('the results', () => document.querySelector('[data-dir=sweep]'));
  await see('the runs');
  studio.noErrors();
  await studio.page.close();
}

const browser = new Browser();
let server = null;
try {
  await pages(browser);
  server = await Server.start(boardlab, folder);
  await screens(browser, server, { width: 1400, height: 900, scheme: 'light' });
  await screens(browser, server, { width: 390, height: 844, mobile: true, scheme: 'dark' });
  assert.equal(broken.join('\n'), '');
} finally {
  await browser.close();
  if (server) await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
