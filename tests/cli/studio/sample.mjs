// Writes the picture of the studio in the README:
//
//     node tests/cli/studio/sample.mjs build/boardlab cli/studio/sample.png

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';
import { Server, open } from './harness.mjs';

const [boardlab, path] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'studio-sample-'));
const browser = new Browser();
const server = await Server.start(realpathSync(boardlab), folder);
try {
  const studio = await open(browser, server.url, { width: 1120, height: 860 });
  const moves = 'e2 e8 e3 e7 e4 e6 e6h d4h c6h f4h';
  await studio.open('quoridor', ['human', 'mcts'], { moves, seed: 1 });
  await studio.click('.evaluation-part input');
  await studio.untilView('all values', (view) => view.thinking === null);
  await studio.click('[data-do=hint]');
  await studio.untilText('.hint-part caption', /iterations$/);
  await studio.call(() => document.querySelector('.where').replaceChildren());
  await studio.hover('.slot[data-wall="g7"][data-vertical]', 0.5, 0.2);
  const height = await studio.call(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width: 1120, height, scale: 0.8 };
  const { data } = await studio.page.send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true });
  writeFileSync(path, Buffer.from(data, 'base64'));
} finally {
  await browser.close();
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
