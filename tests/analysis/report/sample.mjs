// Writes the picture of a report in the README: the head of the page and whole sections of it.
//
//     node tests/analysis/report/sample.mjs sample/report.html analysis/report/sample.png

import { realpathSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Browser } from './browser.mjs';

const SHOWN = ['Win rates', 'Replays'];

const [report, path] = process.argv.slice(2);
const browser = new Browser();
try {
  const page = await browser.newPage();
  await page.send('Page.enable');
  await page.size(1120, 860);
  await page.media('screen', 'light');
  await page.navigate(pathToFileURL(realpathSync(report)).href);
  await page.call((shown) => {
    for (const section of document.querySelectorAll('article > section, nav.jump, footer'))
      section.hidden = !shown.includes(section.querySelector('h2')?.textContent);
  }, SHOWN);
  await page.settle();
  const height = await page.call(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width: 1120, height, scale: 0.8 };
  const { data } = await page.send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true });
  writeFileSync(path, Buffer.from(data, 'base64'));
} finally {
  await browser.close();
}
