// Writes the pictures of the studio in the README and the guide:
//
//     node tests/cli/studio/sample.mjs build/release/boardlab cli/studio

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';
import { Server, open } from './harness.mjs';

const [boardlab, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'studio-sample-'));
const browser = new Browser();
const server = await Server.start(realpathSync(boardlab), folder);

async function write(studio, file, width, height, scale) {
  await studio.call(() => document.querySelector('.where').replaceChildren());
  const clip = { x: 0, y: 0, width, height, scale };
  const { data } = await studio.page.send('Page.captureScreenshot', { format: 'png', clip });
  writeFileSync(join(pictures, file), Buffer.from(data, 'base64'));
}

async function hint() {
  const studio = await open(browser, server.url, { width: 1120, height: 860 });
  const moves = 'e2 e8 e3 e7 e4 e6 e6h d4h c6h f4h';
  await studio.open('quoridor', ['human', 'strong'], { moves, seed: 1 });
  await studio.click('.evaluation-part input');
  await studio.untilView('all values', (view) => view.thinking === null);
  await studio.click('[data-do=hint]');
  await studio.untilText('.hint-part caption', /iterations$/);
  await studio.hover('.slot[data-wall="g7"][data-vertical]', 0.5, 0.2);
  await write(studio, 'sample.png', 1120, 860, 0.8);
}

async function home() {
  const studio = await open(browser, server.url, { width: 1120, height: 860 });
  await studio.until('pictures', () => [...document.querySelectorAll('.game-card .card-picture')].slice(0, 9).every((node) => node.querySelector('svg')));
  await write(studio, 'home.png', 1120, 860, 0.6);
}

async function review() {
  const studio = await open(browser, server.url, { width: 1120, height: 860, scheme: 'dark' });
  await studio.open('tictacdoh', ['human', 'beginner'], { moves: 'Lc3 Mc3 Sd3 Md3 Sc4 Mc4', seed: 2 });
  await studio.playGame((view, turn) => view.moves[(turn * 5 + 2) % view.moves.length].text);
  await studio.click('[data-do=review]');
  await studio.until('the search', () => !document.querySelector('.losses')?.textContent.includes('Searching'));
  await write(studio, 'review.png', 1120, 860, 0.6);
}

async function phone() {
  const studio = await open(browser, server.url, { width: 390, height: 844, mobile: true });
  await studio.open('orbital', ['human', 'casual'], { moves: 'Bb2 Bb3 Tb2n Ab3', seed: 1 });
  await studio.untilView('a turn', (view) => view.human);
  await write(studio, 'phone.png', 390, 844, 0.8);
}

try {
  for (const draw of [hint, home, review, phone]) await draw();
} finally {
  await browser.close();
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
