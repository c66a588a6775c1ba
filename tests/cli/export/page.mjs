// The page that `boardlab export` writes, in Chromium: who plays, a game to its end, the questions, the
// file that comes back, ways to send it, links, games that were left, hidden hands, and searches that
// are stopped. The file is collected by boardlab.
//
//     node page.mjs BOARDLAB

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from '../../analysis/report/browser.mjs';
import { Axe } from '../../support/axe.mjs';
import { open } from '../studio/harness.mjs';

const boardlab = realpathSync(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'export-page-'));
const back = join(folder, 'back');
const axe = Axe.fetch();
mkdirSync(back);

const command = (...args) => execFileSync(boardlab, args, { cwd: folder, encoding: 'utf8' });

function make(name, ...args) {
  command('export', ...args, '--out', `${name}.html`);
  return pathToFileURL(join(folder, `${name}.html`)).href;
}

// Everything that a page asks the network for.
function watchRequests(studio) {
  const asked = [];
  studio.page.on((method, { request }) => {
    if (method === 'Network.requestWillBeSent' && !/^(file|data|blob):/.test(request.url)) asked.push(request.url);
  });
  return studio.page.send('Network.enable').then(() => asked);
}

async function visit(browser, url, options) {
  const studio = await open(browser, url, options);
  studio.asked = await watchRequests(studio);
  await studio.page.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: back });
  return studio;
}

async function leave(studio) {
  studio.noErrors();
  assert.deepEqual(studio.asked, [], 'the page asks the network');
  await studio.page.close();
}

const accessible = async (studio, what) => assert.deepEqual(await axe.violations(studio.page), [], what);

// Begins a game between these.
const step = (what) => process.env.VERBOSE && console.log(what);

async function begin(studio, ...seats) {
  await studio.until('the first screen', () => document.querySelector('.start'));
  for (const [i, who] of seats.entries()) await studio.choose(`[data-seat="${i + 1}"]`, who);
  await studio.click('[data-do=play]');
  await studio.untilView('the game', (view) => view.seats.length > 0);
}

// The text of the file that a click downloads.
async function download(studio, selector) {
  const before = new Set(readdirSync(back));
  await studio.click(selector);
  await studio.untilText('.finish .answer', /saved as|Saved as/);
  let name;
  for (let tries = 0; !(name = readdirSync(back).find((each) => !before.has(each) && each.endsWith('.game'))); tries++) {
    assert.ok(tries < 500, 'no file came');
    await new Promise((done) => setTimeout(done, 20));
  }
  return { name, text: readFileSync(join(back, name), 'utf8') };
}

// The step of the pawn that leads farthest up.
function upwards({ moves }) {
  const steps = moves.filter(({ parts }) => parts.kind === 'pawn').map(({ text }) => text);
  return steps.sort((a, b) => b[1] - a[1])[0] || moves[0].text;
}

// ---- a whole game

async function wholeGame(browser, url) {
  const studio = await visit(browser, url, { width: 390, height: 844, mobile: true });
  await studio.untilText('h1', 'Small walls');
  await studio.untilText('.start', /sends nothing anywhere/);
  await accessible(studio, 'the first screen');
  await begin(studio, 'human', 'beginner');
  await studio.untilView('a turn', (view) => view.human);
  await accessible(studio, 'a turn');
  await studio.playMove('c2');
  await studio.untilView('an answer', (view) => view.human && view.ply === 2);
  await studio.click('[data-do=undo]');
  await studio.untilView('undo', (view) => view.ply === 0);
  await studio.click('[data-do=hint]');
  await studio.untilText('.hint-part caption', /iterations$/);
  assert.equal(await studio.call(() => document.querySelector('.finish').hidden), true);
  await studio.playGame(upwards);
  await studio.untilText('.finish h3', 'Send this game to whoever sent you the page');
  await accessible(studio, 'the end');
  await answer(studio);
  const { name, text } = await download(studio, '[data-do=save]');
  assert.match(name, /^quoridor-\d{4}-\d\d-\d\d-\d{6}\.game$/);
  for (const line of ['name 1: Ada', 'undos: 1', 'hints: 1', 'question: Was it fun? 1-5\nanswer: 4', 'question: Why?', 'seat 2: mcts:iterations='])
    assert.ok(text.includes(line), `${line} is not in ${text}`);
  command('replay', join(back, name), '--ply', '1');
  await studio.click('[data-do=undo]');
  await studio.until('the end of the questions', () => document.querySelector('.finish').hidden);
  await studio.click('[data-do=redo]');
  await studio.untilText('.finish h3', 'Send this game');
  assert.equal(await studio.call(() => document.querySelector('.finish .answer').hidden), true, 'the file is of another state');
  await studio.click('[data-do=rematch]');
  await studio.untilView('another game', (view) => !view.over);
  assert.equal(await studio.call(() => document.querySelector('.finish').hidden), true);
  assert.equal(await studio.call(() => document.querySelector('.question textarea').value), '');
  await studio.click('h1 button');
  await studio.untilText('.left-games button', /^View: You (beat|lost to) Beginner in \d+ moves$/);
  await leave(studio);
}

// What is typed outlives a reload, and a rematch asks before it is left behind.
async function answer(studio) {
  await studio.untilText('[data-do=keep].primary', 'Answer 2 questions');
  await studio.click('[data-do=keep]');
  await studio.until('the focus', () => document.activeElement.closest('.question'));
  await studio.until('the questions', () => document.querySelector('.question').getBoundingClientRect().bottom < window.innerHeight);
  await studio.untilText('.question legend', /^Was it fun\?$/);
  await studio.click('.question input[value="4"]');
  await studio.type('.question textarea', 'It is "short".\nAnd =1+1');
  await studio.type('.finish-names input', 'Ada');
  await studio.page.reload();
  await studio.untilText('[data-do=rematch]', 'Rematch');
  await studio.click('[data-do=rematch]');
  await studio.untilText('.sure', /answers have not been sent/);
  await studio.key('Escape');
  const typed = () => [document.querySelector('.question :checked').value, document.querySelector('.finish-names input').value];
  assert.deepEqual(await studio.call(typed), ['4', 'Ada']);
}

// Unfinished games are kept, and the address is the position.
async function leftAndLinked(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'human');
  await studio.untilView('a turn', (view) => view.human);
  await studio.playMove('c2');
  await studio.untilView('the move', (view) => view.ply === 1);
  const address = await studio.call(() => window.location.href);
  assert.match(address, /#seat=human&seat=human&seed=\d+&moves=c2$/);
  await studio.page.reload();
  await studio.untilView('the same game', (view) => view.ply === 1 && view.seats[1] === 'human');
  await studio.call(() => window.Studio.app.leave());
  await studio.untilText('.left-games button', /^Continue: Blue against orange: 1 move$/);
  await studio.click('.left-games [data-kept]');
  await studio.untilView('the game that was left', (view) => view.ply === 1);
  await studio.openMenu('[data-do=give]');
  await studio.click('[data-do=give]');
  const { text } = await download(studio, '[data-do=send]');
  assert.match(text, /moves:\nc2\n$/);
  await studio.until('text to copy', () => !document.querySelector('.finish textarea[readonly]').closest('[hidden]'));
  assert.ok(await studio.call(() => document.querySelector('[data-do=link]').closest('[hidden]')), 'a link to a file works nowhere else');
  await studio.page.close();
  const other = await visit(browser, address, { width: 390, height: 844, mobile: true, scheme: 'dark' });
  await other.untilView('the position of the link', (view) => view.ply === 1);
  await accessible(other, 'on a phone');
  await leave(other);
  await brokenLinks(browser, address.split('#')[0]);
}

async function brokenLinks(browser, url) {
  const studio = await visit(browser, `${url}#moves=e9`);
  await studio.untilText('.start .error', /^This link does not fit this game/);
  await leave(studio);
  const other = await visit(browser, `${url}#moves=c2`);
  await other.untilView('those who played last', (view) => view.ply > 0 && view.seats.join() === 'human,human');
  await leave(other);
}

// Another game with other seats leaves this one as it was.
async function swapped(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'beginner');
  await studio.untilView('a turn', (view) => view.human);
  await studio.click('[data-do=rules]');
  await studio.untilText('.rules-text', /first pawn/);
  assert.ok(await studio.call(() => document.querySelector('[data-do=swap]').closest('[hidden]')), 'the rules alone');
  assert.ok(!(await studio.text('.rules-text')).includes('Moves:'));
  await studio.playMove('c2');
  await studio.untilView('an answer', (view) => view.human && view.ply === 2);
  await studio.click('[data-do=swap]');
  await studio.untilText('.sure', /^Start a new game with the seats swapped\? This one is kept/);
  await studio.click('[data-do=sure]');
  await studio.untilView('another game', (view) => view.begun === 1 && view.seats.join() === 'beginner,human');
  await studio.call(() => window.Studio.app.leave());
  await studio.untilText('.left-games button', /^Continue: You against Beginner: 2 moves$/);
  await leave(studio);
}

// Sends a game where the device does something with what it is given.
async function shared(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'human');
  await studio.untilView('a turn', (view) => view.human);
  await studio.playMove('c2');
  await studio.untilView('the move', (view) => view.ply === 1);
  const send = async (count, errors) => {
    await studio.call((errors) => {
      window.given = [];
      navigator.canShare = () => true;
      navigator.share = async (what) => {
        window.given.push(what.files ? what.files[0].name.replace(/^[^.]*/, '') : 'text');
        const error = errors.shift();
        if (error) throw new DOMException('', error);
      };
    }, errors);
    if (await studio.call(() => document.querySelector('.finish').hidden)) await studio.click('[data-do=give]');
    await studio.click('[data-do=send]');
    await studio.until('an end', (count) => window.given.length === count, count);
    return studio.call(() => window.given);
  };
  assert.deepEqual(await send(3, ['NotAllowedError', 'TypeError']), ['.game', '.game.txt', 'text']);
  await studio.untilText('.finish .answer', /^Sent\.$/);
  assert.deepEqual(await send(1, ['AbortError']), ['.game']);
  assert.equal(await studio.call(() => document.querySelector('.finish .answer').hidden), true);
  await studio.call(() => Object.defineProperty(navigator, 'userAgent', { value: 'Android', configurable: true }));
  assert.deepEqual(await send(1, []), ['.game.txt'], 'a refusal there uses up the click');
  await studio.call(() => delete navigator.userAgent);
  await send(3, ['NotAllowedError', 'NotAllowedError', 'NotAllowedError']);
  await studio.untilText('.finish .answer', /cannot send files/);
  await leave(studio);
}

// Where nothing can be kept, the page asks before a game is left.
async function unkept(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'human');
  await studio.call(() => {
    window.localStorage.clear();
    Storage.prototype.setItem = () => {
      throw new Error('forbidden');
    };
  });
  await studio.playMove('c2');
  await studio.untilView('the move', (view) => view.ply === 1);
  assert.equal(await studio.call(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))), false);
  await studio.click('h1 button');
  await studio.untilText('.sure', /^Leave this game\? This browser does not keep it/);
  await studio.click('[data-do=sure]');
  await studio.until('the first screen', () => document.querySelector('.start'));
  await leave(studio);
}

// Bots of one kind are told apart, and what was not measured is said once.
async function bots(browser, url) {
  const studio = await visit(browser, url);
  const names = await studio.until('the bots', () => [...document.querySelectorAll('[data-seat="2"] option')].map((node) => node.textContent));
  assert.deepEqual(names, ['A person', 'mcts, 50 iterations', 'mcts, 100 iterations', 'Beginner', 'Casual']);
  await studio.untilText('.author-note', 'Please play "fair".');
  await studio.unfold('.who-is-who');
  await studio.untilText('.who-is-who li', /^Beginner and Casual suit most games; how well they play this one was not measured\.$/);
  await leave(studio);
}

// A search that would take minutes is stopped by an undo, which comes first.
async function stopped(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'mcts:iterations=10000000,memory=200');
  await studio.untilView('a turn', (view) => view.human);
  await studio.playMove('e2');
  await studio.untilView('a search', (view) => view.thinking === 'move');
  await studio.click('[data-do=undo]');
  await studio.untilView('the undo', (view) => view.ply === 0 && view.thinking === null);
  await studio.playMove('e2');
  await studio.untilView('a search again', (view) => view.thinking === 'move');
  await studio.click('[data-do=stop]');
  await studio.untilView('the stop', (view) => view.stopped);
  await leave(studio);
}

// Several people on one device do not see each other's hands.
async function hidden(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'human');
  await studio.untilText('.cover', /Hand over to/);
  assert.equal(await studio.call(() => document.querySelector('.board-input').hidden), true);
  await studio.click('[data-do=reveal]');
  await studio.until('the hand', () => !document.querySelector('.board-input').hidden);
  assert.equal(await studio.call(() => document.querySelector('[data-do=hint]').hidden), true, 'hints were turned off');
  const { moves, ply } = await studio.view();
  await studio.call((text) => window.Studio.app.table.play(text), moves[0].text);
  await studio.untilView('the move', (view, ply) => view.ply > ply, ply);
  await studio.until('the game in the browser', (ply) => window.Studio.store.played().some((game) => game.plies > ply), ply);
  assert.match(await studio.call(() => window.location.hash), /^#table=[^&]*$/, 'nothing of the hands is in the address');
  await studio.page.reload();
  await studio.untilText('.cover', /Hand over to/);
  await studio.openMenu('[data-do=give]');
  await studio.click('[data-do=give]');
  await studio.untilText('.finish', /Resign, or finish the game, to send it/);
  await studio.click('h1 button');
  await studio.click('.left-games [data-kept]');
  await studio.untilText('.cover', /Hand over to/);
  await leave(studio);
}

// Rules that never answer end with their worker, not with the page.
async function hostile(browser, url) {
  const studio = await visit(browser, url);
  await begin(studio, 'human', 'human');
  await studio.untilView('a turn', (view) => view.human);
  await studio.call(() => {
    window.Studio.app.table.play('7');
  });
  await studio.untilText('.answer .bad, .error', /budget|instructions|longer|limit/);
  await leave(studio);
}

const HOSTILE = `local lab = require "boardlab"
return lab.rules {
  name = "hang",
  state = function() return { board = lab.grid { columns = 9, rows = 1, marks = ".XO" } } end,
  moves = function(s) return s.board:empty() end,
  play = function(s, move, seat)
    s.board[move] = seat
    while s.board[7] == 1 and #s.board:empty() == 8 do end
  end,
  outcome = function() end,
}
`;

const browser = new Browser();
try {
  const questions = ['--ask', 'Was it fun? 1-5', '--ask', 'Why?'];
  const walls = make('walls', 'quoridor:size=5,walls=3', '--title', 'Small walls', ...questions);
  step('wholeGame');
  await wholeGame(browser, walls);
  step('leftAndLinked');
  await leftAndLinked(browser, walls);
  step('swapped');
  await swapped(browser, walls);
  step('shared');
  await shared(browser, walls);
  step('unkept');
  await unkept(browser, walls);
  writeFileSync(join(folder, 'hang.lua'), HOSTILE);
  step('bots');
  await bots(browser, make('bots', 'hang.lua', '--bot', 'mcts:iterations=50', '--bot', 'mcts:iterations=100', '--bot', 'beginner', '--bot', 'casual', '--note', 'Please play "fair".'));
  step('stopped');
  await stopped(browser, make('slow', 'quoridor', '--bot', 'mcts:iterations=10000000,memory=200'));
  step('hidden');
  await hidden(browser, make('tricks', 'games/tricks.lua', '--no-hints'));
  step('hostile');
  await hostile(browser, make('hang', 'hang.lua'));
  const said = command('collect', 'back', '--out', 'people');
  assert.match(said, /3 games between people/);
  assert.match(readFileSync(join(folder, 'people', 'answers.csv'), 'utf8'), /"Was it fun\? 1-5","4"/);
  console.log('passed');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
