// The game card in the studio: a game is studied from its table, what the card says is shown there,
// and after a change of its rules the card is remade.
//
//     node study.mjs BOARDLAB [--shots FOLDER]

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';
import { Server, open } from './harness.mjs';

const boardlab = realpathSync(process.argv[2]);
const shots = process.argv[3] === '--shots' ? process.argv[4] : null;
const folder = mkdtempSync(join(tmpdir(), 'studio-study-'));
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'studio-cards-'));
const browser = new Browser();
let server = null;

// Whoever makes the move that reaches `goal` wins.
const RULES = `local lab = require "boardlab"

return lab.rules {
  title = "Race",
  max_moves = 3, max_plies = 60,
  state = { at = 1 },
  moves = function() return { 1, 2, 3 } end,
  play = function(s, move) s.at = s.at + move end,
  outcome = function(s, mover) return s.at >= 12 and mover or nil end,
}
`;
const save = (text) => writeFileSync(join(folder, 'race.lua'), text);
const withGoal = (goal) => RULES.replace('12', goal);
const shot = async (studio, name) => shots && studio.shot(join(shots, `${name}.png`));
const hasCard = () => Boolean(document.querySelector('.study-card')?.getClientRects().length);

async function post(path, body) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

// ---- what a user does

// Nothing is studied that nobody wants to be studied.
async function notAsked(studio) {
  await studio.untilText('.trial-check summary', 'Check of version 1: no problems');
  save(withGoal(13));
  await studio.untilText('.trial-check summary', 'Check of version 2: no problems');
  assert.equal(await studio.call(hasCard), false);
  const { tasks } = await studio.call(() => window.Studio.api.get('api/tasks'));
  assert.deepEqual(tasks, []);
}

// A command like any other: it can be followed and stopped.
async function stopped(studio) {
  await studio.choose('[data-do=budget]', 'large');
  await studio.click('[data-do=study]');
  await studio.untilText('.study .command-line', 'boardlab study race.lua --budget large --out runs/race-study');
  await studio.untilText('.study .task-progress', /[1-9][\d,]* of [\d,]+ games/);
  await shot(studio, 'running');
  await studio.click('.study [data-do=stop-task]');
  await studio.untilText('.study .task-state', 'stopped');
  await studio.click('.study [data-do=resume-task]');
  await studio.untilText('.study .task-state', 'running');
  await studio.untilText('.study .task-progress', /[1-9][\d,]* of [\d,]+ games/);
  await studio.click('.study [data-do=stop-task]');
  await studio.untilText('.study .task-state', 'stopped');
  assert.equal(await studio.call(hasCard), false);
  await studio.click('.study [data-do=forget-task]');
  await studio.until('no task', () => !document.querySelector('.study .task'));
}

async function studied(studio) {
  await studio.choose('[data-do=budget]', 'tiny');
  await studio.click('[data-do=study]');
  await studio.until('the card', hasCard);
  await studio.untilText('.study dt', 'Fair?');
  await studio.untilText('.study dd', /^Between random players/);
  await studio.untilText('.study dt', 'Skill and luck');
  await studio.untilText('.study-state', 'Version 2, tiny budget');
  await studio.untilText('.study [role=status]', 'The game card of version 2 is ready.');
  await studio.until('no task', () => !document.querySelector('.study .task'));
  await shot(studio, 'card');
  const page = await open(browser, await studio.call(() => document.querySelector('.study .report-link').href));
  await page.untilText('body', 'the game card');
  page.noErrors();
  await page.page.send('Page.close');
  await studio.front();
}

// The folders of cards that were made after a change.
const cards = () => readdirSync(process.env.TMPDIR).filter((each) => /card/.test(each));

// Only the lines are remade, in a folder that stays as long as the card.
async function edited(studio) {
  save(withGoal(30));
  await studio.untilText('.study-state', 'Version 3, tiny budget');
  await studio.untilText('.study h4', 'What changed on the card from version 2 to version 3');
  await studio.untilText('.study li', 'Length and size');
  await studio.untilText('.study dt', /^Length and size changed$/);
  await studio.untilText('.study [role=status]', /of version 3 is ready: \d lines? changed\./);
  assert.equal(await studio.call(() => document.querySelector('.study .report-link').hidden), true);
  assert.equal(cards().length, 1);
  assert.deepEqual(readdirSync(join(folder, 'runs')).sort(), ['race-study', 'race-study-2']);
  await shot(studio, 'edited');
}

// A version that fails has no card: that of the one before stays.
async function broken(studio) {
  save(withGoal('nothing.here'));
  await studio.untilText('.trial-state', 'It fails');
  await studio.untilText('.study-state', 'That of version 3, tiny budget.');
  // Two saves in a row: the first of them is left alone.
  save(withGoal(31));
  await studio.untilText('.study-state', 'Studying version 5');
  save(withGoal(20));
  await studio.untilText('.study-state', 'Version 6, tiny budget');
  await studio.untilText('.study h4', 'from version 3 to version 6');
}

// A page that is loaded again shows it at once; when it was closed, nothing is studied any more.
async function closed(studio) {
  await studio.call(() => { window.before = true; });
  await studio.page.reload();
  await studio.until('the new page', () => !window.before);
  await studio.untilText('.study-state', 'Version 6, tiny budget');
  const hash = await studio.call(() => window.location.hash);
  for (const [name, options] of Object.entries({
    dark: { scheme: 'dark', width: 1400 },
    phone: { width: 390, height: 844, mobile: true },
  })) {
    const other = await open(browser, server.url, { hash, ...options });
    await other.untilText('.study dt', 'Fair?');
    const wide = await other.call(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${name}: the page is ${wide} pixels too wide`);
    await shot(other, name);
    other.noErrors();
    await other.page.send('Page.close');
  }
  await studio.front();
  await studio.click('[data-do=close-card]');
  await studio.until('no card', () => !document.querySelector('.study-card').getClientRects().length);
  save(withGoal(21));
  await studio.untilText('.trial-check summary', 'Check of version 7: no problems');
  assert.equal(await studio.call(hasCard), false);
  assert.equal(cards().length, 0);
}

// Games that come with boardlab have cards as well, and options.
async function builtIn(studio) {
  await studio.open('quoridor:size=3', ['human', 'human']);
  await studio.click('[data-do=study]');
  await studio.untilText('.study-state', /^tiny budget$/);
  await studio.untilText('.study dt', 'Length and size');
}

// The tab Runs has it too.
async function listed(studio) {
  await studio.call(() => {
    window.location.hash = 'runs';
  });
  await studio.untilText('[data-dir="runs/race-study"]', 'not finished');
  await studio.untilText('[data-dir="runs/race-study-2"]', 'complete');
  await studio.untilText('[data-dir="runs/race-study-2"] .actions', 'Report');
  await studio.untilText('[data-dir="runs/race-study-2"]', /[1-9],?\d{2,}/);
  await studio.choose('[data-do=command]', 'study');
  await studio.until('no seats', () => !document.querySelector('.run-form .seat-row').getClientRects().length);
  await studio.choose('.run-form .game-choice', 'tictacdoh');
  await studio.choose('[data-flag=budget]', 'tiny');
  await studio.untilText('[data-do=line]', 'boardlab study tictacdoh --budget tiny --out runs/tictacdoh-study');
}

// ---- what is refused

async function refused() {
  const { table } = await post('api/open', { game: 'race.lua' });
  const card = (dir) => post(`api/table/${table}/card`, { dir });
  assert.match((await card('../card')).error, /without '\.\.'/);
  assert.match((await card('/etc')).error, /not below the served folder/);
  assert.match((await card('runs/quoridor-study')).error, /is a study of quoridor:size=3, not of race\.lua/);
  assert.match((await card(7)).error, /"dir" must be a string/);
  assert.equal((await card('runs/race-study-2')).status, 200);
  const start = (...words) => post('api/tasks/start', { command: 'study', arguments: words });
  assert.match((await start('race.lua', '--out', '/tmp/x')).error, /not below the served folder/);
  assert.match((await start('race.lua', '/etc/game.lua', '--out', 'x')).error, /game\.lua/);
  assert.match((await start('race.lua', '--out', 'x', '--isolation', 'off')).error, /cannot be given here/);
}

try {
  save(RULES);
  server = await Server.start(boardlab, folder, { file: 'race.lua' });
  const studio = await open(browser, server.url, { width: 1400 });
  for (const step of [notAsked, stopped, studied, edited, broken, closed, builtIn, listed]) {
    await step(studio);
    studio.noErrors();
  }
  await refused();
  assert.equal(await server.stop(), 0, server.said);
  server = null;
} finally {
  if (server) await server.kill();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
  rmSync(process.env.TMPDIR, { recursive: true, force: true });
}
