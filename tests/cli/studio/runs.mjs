// Runs in the studio as a user does them, in a headless Chromium against `boardlab serve`: one
// is started, watched, stopped, resumed and finished; its report is opened; and a game of it is
// replayed by a link. Paths that lead out of the folder are refused.
//
//     node runs.mjs BOARDLAB [--shots FOLDER]

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';
import { Server, open } from './harness.mjs';

const boardlab = realpathSync(process.argv[2]);
const shots = process.argv[3] === '--shots' ? process.argv[4] : null;
const folder = mkdtempSync(join(tmpdir(), 'studio-runs-'));
const browser = new Browser();
const sleep = (time) => new Promise((done) => setTimeout(done, time));
let server = null;

const command = (...args) => execFileSync(boardlab, args, { cwd: folder, stdio: 'ignore' });
const manifest = (dir) => JSON.parse(readFileSync(join(folder, dir, 'run.json'), 'utf8'));

async function shot(studio, name) {
  if (shots) await studio.shot(join(shots, `${name}.png`));
}

// The form grows while it learns about the game and its bots, and moves what stands below it.
async function settled(studio) {
  await studio.until('the whole form', () => {
    const seats = [...document.querySelectorAll('.run-form .seat-choice > .help')];
    return seats.length > 1 && seats.every((node) => node.textContent);
  });
}

// The row of a run that has just ended is drawn again, and a click at that moment is lost.
async function resume(studio, dir) {
  for (let looks = 0; looks < 1000; looks++) {
    if (looks % 200 === 0) await studio.click(`[data-dir="${dir}"] [data-do=resume-run]`);
    if (await studio.call(() => Boolean(document.querySelector('.task')))) return;
    await sleep(50);
  }
}

// ---- the list of results

async function listed(studio) {
  await settled(studio);
  await studio.until('the list', () => document.querySelectorAll('.run-table tbody tr').length === 2);
  await studio.untilText('[data-dir="old/orbital"]', 'Orbital');
  await studio.untilText('[data-dir="old/orbital"]', '150');
  await studio.untilText('[data-dir="old/orbital"]', 'complete');
  await studio.untilText('[data-dir=sweep]', 'sweep');
  // A page that draws itself anew may lose a click.
  const unfolded = () => studio.call(() => document.querySelector('[data-dir="sweep/walls=1"]') !== null);
  for (let tries = 0; tries < 10 && !(await unfolded()); tries++) {
    await studio.click('[data-dir=sweep] button');
    for (let i = 0; i < 60 && !(await unfolded()); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await studio.untilText('[data-dir="sweep/walls=1"]', 'run');
  const opened = await studio.call(() => {
    const link = document.querySelector('[data-dir="old/orbital"] .actions a');
    return { href: link.href, target: link.target };
  });
  assert.equal(opened.target, '_blank');
  await report(opened.href, ['150 games', 'Orbital']);
  // Several folders: a report that compares them.
  await studio.click('[data-dir="sweep/walls=1"] input');
  await studio.click('[data-dir="sweep/walls=0"] input');
  await studio.untilText('[data-do=report-several]', 'these 2');
  await report(await studio.call(() => document.querySelector('[data-do=report-several]').href), ['compared']);
  studio.noErrors();
}

// The same two compared by the command, whose text is shown; their report is a click away.
async function compared(studio) {
  await studio.click('[data-do=compare-several]');
  await studio.untilText('.task .command-line', 'boardlab compare sweep/walls=1 sweep/walls=0');
  await studio.untilText('.task-state', 'done');
  await studio.untilText('.task-said', 'Neither is shown to be fairer');
  await studio.untilText('.task-output .output', /compared game by game[^]*seat 1 wins/);
  await report(await studio.call(() => document.querySelector('.task .report-link').href), ['compared']);
  await studio.click('[data-do=forget-task]');
  await studio.until('an empty list', () => !document.querySelector('.task'));
  await studio.untilText('.tasks-part', 'Choose a game and press Start');
  studio.noErrors();
}

// A report in a tab of its own, without errors.
async function report(url, texts) {
  const page = await open(browser, url);
  for (const text of texts) await page.untilText('body', new RegExp(text, 'i'));
  page.noErrors();
  await page.page.send('Page.close');
}

// ---- a command

// What a person needs at first is prefilled, and said in words; what is usual is not in the command line.
async function inWords(studio) {
  const shown = await studio.call(() => {
    const part = document.querySelector('.more-flags').previousElementSibling;
    return [...part.querySelectorAll('label')].map((label) => [label.textContent, document.getElementById(label.htmlFor).value]);
  });
  assert.deepEqual(shown, [
    ['Let players change seats', 'on'],
    ['Number of games', '1,000'],
    ['Stop when', 'on'],
    ['Seed', '1'],
    ['Folder for the results', 'runs/quoridor'],
  ]);
  const more = await studio.call(() => [...document.querySelectorAll('.more-flags label')].map((label) => label.textContent));
  assert.ok(more.includes('Threads') && !more.some((label) => label.startsWith('--')), more.join());
  // A stopping rule makes the number of games a limit.
  await studio.type('[data-until=near]', '0.5');
  await studio.choose('[data-until=rate]', 'seat2');
  await studio.untilText('[data-do=line]', 'quoridor --until seat2=0.5% --out runs/quoridor');
  assert.equal(await studio.call(() => document.querySelector('[data-flag=games]').value), '1,000,000');
  await studio.click('[data-flag=until]');
  await studio.untilText('[data-do=line]', 'boardlab simulate quoridor --out runs/quoridor');
  assert.equal(await studio.call(() => document.querySelector('[data-flag=games]').value), '1,000');
}

async function started(studio) {
  await studio.choose('[data-do=command]', 'simulate');
  await studio.choose('.run-form .game-choice', 'quoridor');
  await studio.untilText('[data-do=line]', 'boardlab simulate quoridor --out runs/quoridor');
  await inWords(studio);
  await studio.type('[data-flag=games]', '100000000');
  await studio.choose('.run-form [data-seat="2"]', 'bots/runner.lua');
  await studio.call(() => document.querySelector('[data-flag=rotate]').click());
  const line = 'boardlab simulate quoridor --seat random --seat bots/runner.lua --games 100000000 --rotate --out runs/quoridor';
  await studio.until('the command line', (line) => {
    const words = (text) => text.split(' ').sort().join(' ');
    return words(document.querySelector('[data-do=line]').textContent) === words(line);
  }, line);
  const shown = await studio.text('[data-do=line]');
  await studio.click('[data-do=start-task]');
  await studio.untilText('.task .command-line', shown);
  // It counts, and the interval of each seat becomes known.
  await studio.untilText('.task-progress', /[1-9][\d,]* of 100,000,000 games · [\d,]+ a second/);
  await studio.until('two win rates', () => document.querySelectorAll('.task-seats li').length === 2);
  await studio.until('the bands', () => document.querySelectorAll('.narrowing .band').length === 2);
  await shot(studio, 'running');
  studio.noErrors();
}

// A game on the table is played many times by its bots; what has ended is compared with another result.
async function fromTheTable(studio) {
  await studio.open('orbital', ['human', 'greedy']);
  await studio.click('[data-do=simulate]');
  await studio.untilText('[data-do=line]', 'boardlab simulate orbital --seat greedy --out runs/orbital');
  assert.equal(await studio.call(() => window.location.hash), '#runs');
  await settled(studio);
  await studio.type('[data-flag=games]', '40');
  await studio.click('[data-do=start-task]');
  await studio.untilText('.task-state', 'done');
  // The same again would be the same games.
  await studio.untilText('.same-seed', 'is in runs/orbital: its games will be the same');
  await studio.click('[data-do=other-seed]');
  await studio.untilText('[data-do=line]', '--seed 2');
  assert.equal(await studio.text('.same-seed'), '');
  await studio.type('[data-flag=seed]', '1');
  await studio.click('[data-do=compare-with]');
  await studio.untilText('.runs-part', 'Tick what runs/orbital is to be compared with.');
  await studio.click('[data-dir="old/orbital"] input');
  await studio.untilText('[data-do=compare-several]', 'Compare these 2');
  for (const dir of ['old/orbital', 'runs/orbital']) await studio.click(`[data-dir="${dir}"] input`);
  await studio.click('[data-do=forget-task]');
  await studio.until('an empty list', () => !document.querySelector('.task'));
  studio.noErrors();
}

// Without the mouse: what a task under way shows grows, and moves the button.
function stop(studio) {
  return studio.until('a button that stops', () => {
    const button = document.querySelector('[data-do=stop-task]');
    if (!button || button.disabled) return false;
    button.click();
    return true;
  });
}

async function stoppedAndResumed(studio) {
  await studio.click('[data-do=stop-task]');
  await studio.untilText('.task-state', 'stopped');
  const { played, complete } = manifest('runs/quoridor');
  assert.ok(played > 0 && !complete, 'the games so far are kept');
  await studio.untilText('[data-dir="runs/quoridor"]', 'not finished');
  await studio.click('[data-do=resume-task]');
  await studio.until('more games', (played) => {
    const task = document.querySelector('.task');
    return task.dataset.state === 'running' && Number(/^[\d,]+/.exec(task.querySelector('.task-progress').textContent)?.[0].replace(/,/g, '')) > played;
  }, played);
  // The page can go away and come back meanwhile.
  await studio.page.reload();
  await studio.until('the task again', () => document.querySelector('.task')?.dataset.state === 'running');
  await settled(studio);
  await stop(studio);
  await studio.untilText('.task-state', 'stopped');
  assert.ok(manifest('runs/quoridor').played > played, 'it went on');
  await studio.click('[data-do=forget-task]');
  await studio.until('an empty list', () => !document.querySelector('.task'));
  // The run itself says how to go on, when nobody remembers the command.
  const before = manifest('runs/quoridor').played;
  await resume(studio, 'runs/quoridor');
  await studio.untilText('.task .command-line', 'quoridor --seat random --seat bots/runner.lua --rotate --games 100000000 --seed 1 --out runs/quoridor --resume');
  await studio.until('more games', (before) => {
    const text = document.querySelector('.task-progress')?.textContent || '';
    return Number(/^[\d,]+/.exec(text)?.[0].replace(/,/g, '')) > before;
  }, before);
  await stop(studio);
  await studio.untilText('.task-state', 'stopped');
  await studio.click('[data-do=forget-task]');
  await studio.until('an empty list', () => !document.querySelector('.task'));
  studio.noErrors();
}

// A tournament from the form, to its end.
async function finished(studio) {
  await studio.choose('[data-do=command]', 'tournament');
  await studio.choose('.run-form .game-choice', 'tictacdoh');
  await studio.untilText('[data-do=line]', 'tournament tictacdoh --bot random --bot mcts');
  await studio.choose('.bot-line:nth-child(2) select', 'alphabeta');
  await studio.type('[data-flag=games]', '5');
  await studio.type('[data-flag=out]', 'runs/cup');
  await studio.untilText('[data-do=line]', 'boardlab tournament tictacdoh --bot random --bot alphabeta --games 5 --out runs/cup');
  await studio.click('[data-do=start-task]');
  await studio.untilText('.task-state', 'done');
  await studio.untilText('.task-progress', '10 of 10 games');
  await studio.untilText('.task-rates', /^The ranking of the bots is in the report\.$/);
  await studio.unfold('.task-output');
  await studio.untilText('.task-output .output', 'rating');
  await studio.untilText('[data-dir="runs/cup"]', 'tournament');
  assert.equal(await studio.call(() => document.querySelector('[data-do=compare-with]').hidden), true, 'only runs are compared from here');
  await shot(studio, 'finished');
  assert.equal(manifest('runs/cup').complete, true);
  // A sweep, whose rates are those of the run under way.
  await studio.choose('[data-do=command]', 'sweep');
  await studio.choose('.run-form .game-choice', 'quoridor');
  await studio.untilText('[data-do=line]', 'sweep quoridor --out runs/quoridor-sweep');
  await studio.untilText('[data-flag=vary] + .help', 'such as size=7..11');
  await settled(studio);
  await studio.click('[data-do=start-task]');
  await studio.untilText('.run-form > .error', 'Say what to vary: an option and its values, such as');
  await studio.type('[data-flag=vary]', 'walls=0..1');
  await studio.type('[data-flag=out]', 'runs/walls');
  await studio.type('[data-flag=games]', '5');
  await studio.untilText('[data-do=line]', 'boardlab sweep quoridor --vary walls=0..1 --games 5 --out runs/walls');
  await studio.click('[data-do=start-task]');
  await studio.untilText('[data-state=done] .task-rates', 'The runs are compared in the report.');
  await studio.untilText('[data-dir="runs/walls"]', 'Show its 2 runs');
  // Its picture has grown with it, and stays: each run with the intervals of both seats.
  assert.deepEqual(await studio.call(() => [...document.querySelectorAll('.task[data-state=done] .strips text')].map((node) => node.textContent).filter((text) => text.startsWith('walls'))), ['walls=0', 'walls=1']);
  assert.equal(await studio.call(() => document.querySelectorAll('.task[data-state=done] .strips .strip').length), 4);
  // One that is stopped and forgotten goes on from the list of results.
  const long = ['quoridor:size=3', '--vary', 'walls=0..1', '--games', '100000000', '--out', 'runs/long'];
  assert.equal((await start({ command: 'sweep', arguments: long })).status, 200);
  await studio.untilText('.task-rates', /Current run: quoridor:size=3,walls=0.*seat 1 wins/);
  await studio.untilText('[data-dir="runs/long"]', /[1-9][\d,]* of 200,000,000.*running/);
  await stop(studio);
  await studio.untilText('.task-state', 'stopped');
  assert.doesNotMatch(await studio.text('.task-rates'), /wins|Current run/);
  await studio.click('[data-do=forget-ended]');
  await studio.until('an empty list', () => !document.querySelector('.task'));
  await resume(studio, 'runs/long');
  await studio.untilText('.task .command-line', 'sweep quoridor:size=3 --vary walls=0,1 --games 100000000 --seed 1 --out runs/long --resume');
  await studio.untilText('[data-dir="runs/long"]', 'running');
  await stop(studio);
  await studio.untilText('.task-state', 'stopped');
  await studio.choose('[data-do=command]', 'tournament');
  await studio.choose('.run-form .game-choice', 'tictacdoh');
  // A search that fills its memory is said where it is seen.
  const little = ['quoridor:size=5', '--seat', 'mcts:iterations=20000,memory=1', '--seat', 'random', '--games', '1', '--out', 'runs/little'];
  assert.equal((await start({ command: 'simulate', arguments: little })).status, 200);
  await studio.untilText('.task-warning', 'In 1 of 1 game a search reached its limit of memory');
  // What is wrong is said where it is seen: by the server, or by the command.
  await studio.type('[data-flag=games]', '-5');
  await studio.type('[data-flag=out]', 'runs/cup2');
  await studio.click('[data-do=start-task]');
  await studio.untilText('.task .error', '--games takes a whole number');
  await studio.type('[data-flag=out]', '../cup');
  await studio.click('[data-do=start-task]');
  await studio.untilText('.run-form .error', "without '..'");
  studio.noErrors();
}

// ---- a game of a run

async function replayed(studio) {
  await studio.call(() => {
    window.location.hash = 'run=old/orbital&game=142&ply=7';
  });
  await studio.untilText('.run-replay .status', 'Move 7 of');
  await studio.until('a board', () => document.querySelector('.run-replay svg.board'));
  await studio.untilText('.run-replay h2', 'old/orbital · game 142');
  await studio.click('[aria-label="Next move"]');
  await studio.untilText('.run-replay .status', 'Move 8 of');
  assert.equal(await studio.call(() => window.location.hash), '#run=old%2Forbital&game=142&ply=8');
  const link = await studio.call(() => document.querySelector('.run-replay input[readonly]').value);
  await shot(studio, 'replay');
  // The position on a table in Play, and back.
  await studio.click('[data-do=play-on]');
  await studio.until('the table', () => window.Studio.app.table?.view?.ply === 8);
  assert.deepEqual(await studio.call(() => window.Studio.app.table.view.seats), ['human', 'human']);
  await studio.call(() => window.history.back());
  await studio.untilText('.run-replay .status', 'Move 8 of');
  await studio.click('[data-do=game-after]');
  await studio.untilText('.run-replay h2', 'game 143');
  await studio.type('[data-do=game-number]', '150');
  await studio.key('Enter');
  await studio.untilText('.run-replay .error', 'its games are 0 to 149');
  await studio.click('[data-do=all-runs]');
  await studio.until('the list', () => document.querySelector('.run-table').getClientRects().length);
  // The link in another tab, on a phone, in the dark.
  const other = await open(browser, link, { width: 390, height: 800, mobile: true, scheme: 'dark' });
  await other.untilText('.run-replay .status', 'Move 8 of');
  await shot(other, 'replay-phone');
  const wide = await other.call(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} pixels wide on a phone`);
  other.noErrors();
  await other.call(() => {
    window.location.hash = 'runs';
  });
  await other.until('the list', () => document.querySelector('.run-table .actions a')?.getClientRects().length);
  await shot(other, 'runs-phone');
  const cut = await other.call(() => {
    const edges = [...document.querySelectorAll('.run-table .actions a')].map((node) => node.getBoundingClientRect().right);
    return Math.max(...edges);
  });
  assert.ok(cut > 0 && cut <= 390, `links end at ${cut} pixels on a phone`);
  assert.ok((await other.call(() => document.documentElement.scrollWidth)) <= 390);
  other.noErrors();
  await other.page.send('Page.close');
  await studio.page.send('Page.bringToFront');
  studio.noErrors();
}

// ---- attacks

async function get(path) {
  const response = await fetch(server.url + path);
  return { status: response.status, text: await response.text() };
}

async function start(body) {
  const response = await fetch(`${server.url}api/tasks/start`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function attacked() {
  symlinkSync('/', join(folder, 'everything'));
  const outside = ['/etc', '../..', 'runs/../..', '..%2f..', '%2e%2e', 'everything', 'everything/etc', 'runs%00', '.', '', 'a%0ab', 'x'.repeat(3000)];
  for (const dir of outside)
    for (const path of [`report?dir=${dir}`, `api/run?dir=${dir}&game=0`]) {
      const { status, text } = await get(path);
      assert.ok(status >= 400 && status < 500, `${path.slice(0, 80)} is answered with ${status}: ${text.slice(0, 200)}`);
      assert.ok(JSON.parse(text).error, 'with a message');
    }
  for (const game of ['', '-1', 'x', '1e99', '99999999999999999999', 'NaN'])
    assert.equal((await get(`api/run?dir=old/orbital&game=${game}`)).status, 400);
  assert.match((await get('api/runs')).text, /old\/orbital/);
  assert.doesNotMatch((await get('api/runs')).text, /everything/);
  const game = ['tictacdoh', '--games', '1'];
  const bad = [
    [{ command: 'serve', arguments: ['--out', 'x'] }, /cannot be started/],
    [{ command: '/bin/sh', arguments: ['--out', 'x'] }, /cannot be started/],
    [{ command: 'run', arguments: ['evil.lua', '--out', 'x'] }, /cannot be started/],
    [{ command: 'simulate' }, /list of strings/],
    [{ arguments: [] }, /command to start/],
    [{ command: 'simulate', arguments: game }, /--out DIR is missing/],
    [{ command: 'simulate', arguments: [...game, '--out', '/tmp/x'] }, /not below the served folder/],
    [{ command: 'simulate', arguments: [...game, '--out=../x'] }, /without '\.\.'/],
    [{ command: 'simulate', arguments: [...game, '-o../x'] }, /without '\.\.'/],
    [{ command: 'simulate', arguments: [...game, '--out', 'everything/tmp/x'] }, /links are not followed/],
    [{ command: 'simulate', arguments: [...game, '--out', 'x', '--out', '/tmp/x'] }, /given twice/],
    [{ command: 'simulate', arguments: [...game, '--out', 'x', '--isolation', 'off'] }, /cannot be given here/],
    [{ command: 'simulate', arguments: [...game, '--out', 'x', '--progress-fd', '0'] }, /cannot be given here/],
    [{ command: 'simulate', arguments: [...game, '--out', 'x', '--nothing'] }, /there is no flag/],
    [{ command: 'simulate', arguments: [...game, '--out', 'x', '--seat', '/etc/bot.lua'] }, /--seat: /],
    [{ command: 'simulate', arguments: ['../game.lua', '--out', 'x'] }, /game\.lua/],
    [{ command: 'simulate', arguments: ['tictacdoh', 'orbital', '--out', 'x'] }, /unexpected argument/],
    [{ command: 'tournament', arguments: [...game, '--bot', 'everything/bot.lua', '--out', 'x'] }, /--bot: /],
    [{ command: 'ladder', arguments: [...game, '--bot', 'mcts', '--above', '/etc/bot.lua', '--out', 'x'] }, /--above: /],
    [{ command: 'compare', arguments: ['old/orbital', '/etc'] }, /not below the served folder/],
    [{ command: 'compare', arguments: ['old/orbital', '../x'] }, /without '\.\.'/],
    [{ command: 'compare', arguments: ['old/orbital', 'everything/etc'] }, /links are not followed/],
    [{ command: 'compare', arguments: ['old/orbital', '.'] }, /cannot be opened here/],
    [{ command: 'compare', arguments: ['old/orbital', 'sweep/walls=1', '--until', 'seat1'] }, /cannot be given here/],
    [{ command: 'compare', arguments: ['old/orbital', 'sweep/walls=1', '--isolation', 'off'] }, /cannot be given here/],
  ];
  for (const [body, message] of bad) {
    const { status, text } = await start(body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(JSON.parse(text).error, message, JSON.stringify(body));
  }
  const before = JSON.parse((await get('api/tasks')).text).tasks.length;
  assert.ok(before <= 4, 'nothing of that was started');
}

// ---- the end of the server

// A command under way is stopped with the server, or by its absence, and can be resumed.
async function ended(studio) {
  for (const [dir, end] of [['stopped', () => server.stop()], ['killed', () => server.kill()]]) {
    const { status, text } = await start({ command: 'simulate', arguments: ['quoridor', '--games', '100000000', '--out', dir] });
    assert.equal(status, 200);
    await studio.untilText(`[aria-label="Task ${JSON.parse(text).task}"] .task-progress`, /[1-9][\d,]* of 100,000,000 games/);
    await end();
    await studio.untilText('.tasks-part .notice', 'connection to the server is lost');
    const token = dir === 'killed' ? 'another-token-for-tests' : undefined;
    server = await Server.start(boardlab, folder, { port: server.port, token });
    const resume = { command: 'simulate', arguments: ['quoridor', '--games', '100', '--out', dir, '--resume'] };
    for (let i = 0; i < 200 && (manifest(dir).played ?? 0) === 0; i++) await new Promise((done) => setTimeout(done, 50));
    assert.ok(manifest(dir).played > 0, `${dir}: the games so far are kept`);
    assert.equal((await start(resume)).status, 200, `${dir}: nobody else writes there`);
    if (!token) await studio.until('the connection', () => document.querySelector('.tasks-part .notice').hidden);
    else await studio.untilText('.tasks-part', /at another address.*was running/s);
  }
}

try {
  command('simulate', 'orbital', '--games', '150', '--out', 'old/orbital');
  command('sweep', 'quoridor:size=3', '--vary', 'walls=0..1', '--games', '20', '--out', 'sweep');
  // Any port: the first free one could be taken by another server before this one is started again.
  server = await Server.start(boardlab, folder, { args: ['--port', '0'] });
  const studio = await open(browser, server.url, { hash: '#runs' });
  await listed(studio);
  await compared(studio);
  await started(studio);
  await stoppedAndResumed(studio);
  await fromTheTable(studio);
  await finished(studio);
  await replayed(studio);
  await attacked();
  await ended(studio);
  studio.noErrors();
} finally {
  if (server) await server.stop();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
