// Attacks on `boardlab serve`: none of them gets an answer that it should not get, and the
// server works afterwards, has no more open files and threads than before, and ends
// properly. Run it under AddressSanitizer.
//
//     node attacks.mjs BOARDLAB

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

const TOKEN = 'a-token-for-tests';
const PATIENCE = 60000; // milliseconds: builds with sanitizers are slow

const folder = mkdtempSync(join(tmpdir(), 'attacks-'));
const served = join(folder, 'served');
mkdirSync(served);
writeFileSync(join(folder, 'secret.lua'), 'return { name = "a secret" }\n');
writeFileSync(join(folder, 'secret.game'), 'boardlab game\n');
symlinkSync(join(folder, 'secret.lua'), join(served, 'link.lua'));
symlinkSync('../secret.game', join(served, 'link.game'));
symlinkSync('..', join(served, 'up'));
symlinkSync('run', join(served, 'linked'));
writeFileSync(join(served, 'notes.game'), 'notes\n');
mkdirSync(join(served, 'sub'));
for (const name of ['pipe.lua', 'pipe.game']) execFileSync('mkfifo', [join(served, name)]);
execFileSync(process.argv[2], ['simulate', 'tictacdoh', '--games', '5', '--quiet', '--moves', '--out', join(served, 'run')], { stdio: 'ignore' });

const server = spawn(process.argv[2], ['serve', served, '--port', '0', '--token', TOKEN]);
const exited = new Promise((done) => server.once('exit', (code, signal) => done(signal || code)));
let said = '';
server.stderr.on('data', (data) => (said += data));
const address = await new Promise((done, fail) => {
  let text = '';
  server.stdout.on('data', (data) => {
    text += data;
    if (text.endsWith('\n')) done(text.trim());
  });
  exited.then((code) => fail(new Error(`serve ended with ${code}: ${said}`)));
});
const port = Number(new URL(address).port);
const HOST = `127.0.0.1:${port}`;

const sleep = (time) => new Promise((done) => setTimeout(done, time));

async function until(what, condition) {
  const end = Date.now() + PATIENCE;
  while (!condition()) {
    assert.ok(Date.now() < end, `timed out: ${what}`);
    await sleep(20);
  }
}

function connect() {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the server may close at any time
  return socket;
}

// Sends bytes, half at a time, and returns what comes back until the server closes.
function send(bytes) {
  return new Promise((done) => {
    const socket = connect();
    let reply = '';
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('timed out')));
    socket.on('data', (data) => (reply += data.toString('latin1')));
    socket.on('close', () => done(reply));
    socket.write(bytes);
  });
}

const status = (reply) => Number(/^HTTP\/1\.[01] (\d{3}) /.exec(reply)?.[1] ?? 0);

// A request as text: what is wanted of it can be replaced header by header.
function request(path, { method = 'GET', body = '', ...headers } = {}) {
  const all = { Host: HOST, Connection: 'close', ...headers };
  if (body && !('Content-Length' in all)) all['Content-Length'] = Buffer.byteLength(body);
  const lines = Object.entries(all)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

async function expect(what, wanted, path, options) {
  const reply = await send(request(path, options));
  const codes = [wanted].flat();
  assert.ok(codes.includes(status(reply)), `${what}: ${status(reply)}, not ${codes}\n${reply.slice(0, 600)}`);
  if (status(reply) !== 200) assert.ok(!reply.includes('a secret'), what);
  return reply;
}

const page = `/${TOKEN}/`;
const works = () => expect('the page', 200, page);

const own = (kind) => readdirSync(`/proc/${server.pid}/${kind}`).length;

// ---- who asks ------------------------------------------------------------------

async function askers() {
  const reply = await works();
  for (const header of [
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: no-referrer',
    'Cache-Control: no-store',
    'Cross-Origin-Opener-Policy: same-origin',
    'Cross-Origin-Resource-Policy: same-origin',
  ])
    assert.ok(reply.includes(`\r\n${header}\r\n`), header);

  const tokens = ['/', '//', '/studio.js', '/api/library', `/${TOKEN}x/`, `/${TOKEN.slice(1)}/`, `/${TOKEN.toUpperCase()}/`,
    `//${TOKEN}/`, `/x/../${TOKEN}/`, `/?${TOKEN}/`, `/${'a'.repeat(TOKEN.length)}/`];
  for (const path of tokens) {
    const refused = await expect(`token ${path}`, 403, path);
    assert.ok(!refused.includes(TOKEN), 'a refusal has the token');
    assert.match(refused, /open the address that/);
  }
  // A browser gets a page that says what to do; its scripts, and other programs, get JSON.
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const old = await expect('an old address', 403, `/${TOKEN}x/`, { Accept: accept });
  assert.match(old, /Content-Type: text\/html.*to the new address/s);
  assert.ok(!old.includes(TOKEN), 'the page for old addresses has the token');
  for (const options of [{ Accept: accept, method: 'POST' }, { Accept: accept, Host: `evil.example:${port}` }, { Accept: '*/*' }])
    assert.match(await expect('not a page', 403, `/${TOKEN}x/`, options), /Content-Type: application\/json/);
  for (const method of ['GET', 'HEAD']) await expect('a token without its slash', 308, `/${TOKEN}`, { method });

  for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) await expect(host, 200, page, { Host: host });
  for (const host of ['', 'evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `127.0.0.1:${port}.evil.example`,
    `localhost.:${port}`, `localhost.evil.example:${port}`, `127.0.0.2:${port}`, `0.0.0.0:${port}`, `[::1`, `[::1]:${port}x`, `:${port}`,
    `127.0.0.1:+${port}`, `127.0.0.1: ${port}`, `user@127.0.0.1:${port}`, `${'a'.repeat(1000)}:${port}`])
    await expect(`Host ${host}`, [400, 403], page, { Host: host });
  await expect('no Host', [400, 403], page, { Host: null });

  await expect('own Origin', 200, page, { Origin: `http://${HOST}` });
  for (const origin of ['null', '', 'http://evil.example', `https://${HOST}`, `http://${HOST}.evil.example`, `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`, 'file://'])
    await expect(`Origin ${origin}`, 403, page, { Origin: origin });

  // Headers that come twice, in either order, whatever the case of their names.
  for (const [name, good, bad] of [['Host', HOST, 'evil.example'], ['Origin', `http://${HOST}`, 'http://evil.example'],
    ['Content-Length', '2', '20'], ['Sec-Fetch-Site', 'same-origin', 'cross-site']])
    for (const [first, second] of [[good, bad], [bad, good], [good, good]])
      await expect(`${name} ${first}, ${second}`, 400, page, { method: 'POST', body: '{}', [name]: `${first}\r\n${name.toUpperCase()}: ${second}` });

  await expect('own page', 200, page + 'studio.js', { 'Sec-Fetch-Site': 'same-origin' });
  await expect('typed address', 200, page, { 'Sec-Fetch-Site': 'none' });
  await expect('followed link', 200, page, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' });
  for (const site of ['cross-site', 'same-site', 'x']) {
    await expect(`script of ${site}`, 403, page + 'studio.js', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'no-cors' });
    await expect(`request of ${site}`, 403, page, { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'cors' });
    await expect(`frame of ${site}`, 403, page + 'report', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' });
    await expect(`form of ${site}`, 403, page, { method: 'POST', 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' });
  }
}

// ---- what is asked -------------------------------------------------------------

// HEAD is answered as GET, but for the body; any other method that a path does not take is refused.
async function methods() {
  const bodyOf = (reply) => reply.slice(reply.indexOf('\r\n\r\n') + 4);
  const headersOf = (reply) => reply.slice(0, reply.indexOf('\r\n\r\n')).replace(/\r\nDate: .*/, '');
  for (const path of ['', 'studio.js', 'chart.js', 'reference', 'api/library', 'api/games', 'api/runs', 'api/game?spec=nothing', 'report', 'nowhere', 'api/tasks/start']) {
    const [whole, head] = [await send(request(page + path)), await send(request(page + path, { method: 'HEAD' }))];
    assert.equal(headersOf(head), headersOf(whole), `HEAD ${path}`);
    assert.equal(bodyOf(head), '', `HEAD ${path} has a body`);
  }
  const stream = await expect('HEAD of a stream', 200, page + 'api/tasks/events', { method: 'HEAD' });
  assert.equal(bodyOf(stream), '');
  await expect('HEAD with a wrong token', 403, `/${TOKEN}x/`, { method: 'HEAD' });

  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'get', 'X', 'POST'])
    for (const path of ['', 'reference', 'api/games']) assert.match(await expect(method, 405, page + path, { method }), /\r\nAllow: GET, HEAD\r\n/);
  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) assert.match(await expect(method, 405, page + 'api/open', { method }), /\r\nAllow: POST\r\n/);
  for (const method of ['PUT', 'DELETE', 'TRACE', 'POST']) assert.match(await expect(method, 405, `/${TOKEN}`, { method }), /\r\nAllow: GET, HEAD\r\n/);
  await expect('PUT of nothing', 404, page + 'nowhere', { method: 'PUT' });
}

async function malformed() {
  for (const path of ['x', 'studio.html', '../', '..%2f', 'studio.js/', '%2e%2e/%2e%2e/etc/passwd', '/etc/passwd', 'api', 'api/', 'api/table//play',
    `api/table/${'9'.repeat(200)}/play`])
    await expect(path, 404, page + path);
  for (const path of ['api/games%00x', 'api/games%00', '%00', 'api/table/1%00/undo', 'api/%ff']) await expect(path, 400, page + path);
  for (const query of ['?a=%00b', '?%00=b', '?a=%ff', '?a=%c0%af']) await expect(query, 400, page + query);

  const bodies = ['{', '}', '[]', '1', 'null', '"x"', 'NaN', '{"a":1,"a":2}', '{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a":1e999}',
    '{"a":' + '9'.repeat(400) + '}', '{"a":1}{"b":2}', '[{"a":1}]', "{'a':1}", '\0', '{"a":"\n"}', '['.repeat(100000),
    '{"a":'.repeat(100000), ' ', '{"a":"\xff"}'];
  for (const body of bodies) {
    const bytes = Buffer.from(body, 'latin1');
    const reply = await send(Buffer.concat([Buffer.from(request(page, { method: 'POST', 'Content-Length': bytes.length })), bytes]));
    assert.equal(status(reply), 400, `${body.slice(0, 40)}: ${reply.slice(0, 300)}`);
    assert.match(reply, /\{"error":"the body (is not valid JSON|must be a JSON object)/);
  }

  // Nothing, a refusal, or an error of the library; never a page.
  const noise = ['\r\n\r\n', 'GET\r\n\r\n', 'GET /\r\n\r\n', `GET ${page}\r\n\r\n`, `GET ${page} HTTP/9.9\r\n\r\n`, '\0'.repeat(1000) + '\r\n\r\n',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03' + '\xaa'.repeat(500) + '\r\n\r\n', `GET ${page} HTTP/1.1\r\n: x\r\n\r\n`,
    `GET ${page} HTTP/1.1\r\nHost\r\n\r\n`, `GET ${page} HTTP/1.1\r\n Host: ${HOST}\r\n\r\n`, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET http://evil.example${page} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    `CONNECT ${HOST} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`, `GET * HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`];
  for (const text of noise) {
    const reply = await new Promise((done) => {
      const socket = connect();
      let got = '';
      socket.on('data', (data) => (got += data.toString('latin1')));
      socket.on('close', () => done(got));
      socket.end(Buffer.from(text, 'latin1'));
    });
    assert.ok(status(reply) === 0 || status(reply) >= 400, `${JSON.stringify(text).slice(0, 80)}: ${reply.slice(0, 200)}`);
  }
  await works();
}

async function oversized() {
  const MAX = 1 << 20;
  const post = (length, body = '') => request(page, { method: 'POST', body, 'Content-Length': length });
  for (const length of [MAX + 1, 1e15, '9'.repeat(18), '9'.repeat(40)]) {
    const reply = await send(post(length));
    assert.ok([400, 413].includes(status(reply)), `${length}: ${reply.slice(0, 200)}`);
  }
  for (const length of ['-1', '+1', '0x10', '1 1', '', 'x']) {
    const reply = await send(post(length));
    assert.ok([400, 413].includes(status(reply)), `Content-Length ${length}: ${reply.slice(0, 200)}`);
  }
  const sent = await send(post(4 * MAX, ' '.repeat(4 * MAX)));
  assert.ok([0, 413].includes(status(sent)), `a long body: ${sent.slice(0, 200)}`);
  // As long as is allowed.
  const full = `{"a":"${'x'.repeat(MAX - 8)}"}`;
  assert.equal(full.length, MAX);
  await expect('the longest body', 405, page, { method: 'POST', body: full });
  await expect('chunks', 411, page, { method: 'POST', 'Transfer-Encoding': 'chunked', body: '2\r\n{}\r\n0\r\n\r\n', 'Content-Length': null });
  for (const size of [100000, 4000000]) {
    for (const text of [request(page + '?' + 'a'.repeat(size)), request(page, { X: 'a'.repeat(size) }),
      request(page).replace('\r\n\r\n', '\r\n' + 'X: y\r\n'.repeat(size / 6) + '\r\n')]) {
      const reply = await send(text);
      assert.ok([0, 400, 413, 414, 431].includes(status(reply)), `${size}: ${reply.slice(0, 200)}`);
    }
  }
  await works();
}

// ---- which files ----------------------------------------------------------------

// Names that lead out of the served folder, with the ending .lua or .game.
const outside = (ending) => [`../secret${ending}`, join(folder, `secret${ending}`), `/${folder}/secret${ending}`, `./../secret${ending}`, `link${ending}`,
  `./link${ending}`, `up/secret${ending}`, `sub/../../secret${ending}`, `up/served/../secret${ending}`, `..//secret${ending}`,
  `/proc/self/cwd/../secret${ending}`, `${'x/'.repeat(3000)}secret${ending}`];
const elsewhere = ['pipe.lua', '/etc/passwd', '/proc/self/environ', '..', '.', '/', `${'../'.repeat(40)}etc/passwd`];
const folders = ['..', '../', '/', '/tmp', folder, 'up', './up', 'up/served', 'sub/../..', '.', '', 'linked', '../served', `${'x/'.repeat(3000)}`];
// A program would leave a file outside.
const games = [...outside('.lua'), '../secret.lua:players=2', 'link.lua:x=1', 'exec:touch ../started', 'exec,ms=1:touch ../started'];

// Every parameter that names a file, and what it is given.
const encode = encodeURIComponent;
const GETS = [
  ['api/game?spec=', [...games, ...elsewhere]],
  ['api/bot?spec=', [...games, ...elsewhere]],
  ['api/bot?spec=random&game=', [...games, ...elsewhere]],
  ['report?dir=', folders],
  ['report?dir=run&dir=', folders],
  ['api/run?game=0&dir=', folders],
];
const saved = (game, seat) => `boardlab game\ngame: ${game}\nseed: 1\nseat 1: ${seat}\nseat 2: random\nmoves:\n`;
const start = (command, ...list) => ({ command, arguments: list });
const POSTS = [
  ['api/open', [...games, ...elsewhere], (name) => ({ game: name })],
  ['api/open', games, (name) => ({ game: 'tictacdoh', seats: [name, 'human'] })],
  ['api/open', [...games, ...elsewhere], (name) => ({ text: saved(name, 'random') })],
  ['api/open', games, (name) => ({ text: saved('tictacdoh', name) })],
  ['api/open', [...outside('.game'), ...elsewhere, 'run', 'run/games.csv', 'run/run.json'], (name) => ({ path: name })],
  ['api/table/ID/seats', games, (name) => ({ seats: [name, 'human'] })],
  ['api/table/ID/save', [...outside('.game'), ...elsewhere, 'x.lua', 'x', '', '.game', 'x.game/', 'sub', 'run', 'run/games.csv', 'notes.game',
    'none/x.game', `${'x'.repeat(300)}.game`, 'pipe.game', 'x.game\n'], (name) => ({ path: name })],
  ['api/table/ID/card', folders, (name) => ({ dir: name })],
  ['api/tasks/start', games, (name) => start('simulate', name, '--out', 'new')],
  ['api/tasks/start', games, (name) => start('study', name, '--out', 'new')],
  ['api/tasks/start', games, (name) => start('study', 'dorix', name, '--out', 'new')],
  ['api/tasks/start', games, (name) => start('simulate', 'dorix', '--seat', name, '--out', 'new')],
  ['api/tasks/start', games, (name) => start('tournament', 'dorix', `--bot=${name}`, '--bot', 'random', '--out', 'new')],
  ['api/tasks/start', games, (name) => start('tune', 'tictacdoh', '--player', name, '--vary-player', 'a=1,2', '--out', 'new')],
  ['api/tasks/start', games, (name) => start('tune', 'tictacdoh', '--player', 'mcts', '--vary-player', 'c=1,2', '--against', name, '--out', 'new')],
  ['api/tasks/start', folders, (name) => start('simulate', 'dorix', '--games', '1', '--out', name)],
  ['api/tasks/start', folders, (name) => start('simulate', 'dorix', '--games', '1', `--out=${name}/x`)],
  ['api/tasks/start', ['run', 'new', 'serve', 'bench', '--help', '', '/bin/sh', '../boardlab', 'simulate '], (name) => start(name, 'dorix', '--out', 'new')],
];

const json = (path, object, headers) => expect(path, [200, 400, 404, 405, 409, 503], page + path, { method: 'POST', body: JSON.stringify(object), ...headers });

// What lies outside, by name, content and time.
const tree = () => execFileSync('find', [folder, '-path', served, '-prune', '-o', '-printf', '%p %s %T@\\n']).toString();

// A table, whose ID stands for ID in paths.
let table;
const of_table = (path) => path.replace('/ID/', `/${table}/`);

async function open_table(game, ...seats) {
  const opened = await json('api/open', { game, seats });
  table = /"table":"?(\w+)/.exec(opened)?.[1];
  assert.ok(table, opened);
}

async function traversal() {
  await open_table('tictacdoh', 'human', 'human');
  const before = tree();
  for (const [path, names] of GETS)
    for (const name of names) await expect(path + name.slice(0, 100), [400, 404], page + path + encode(name));
  for (const [path, names, make] of POSTS)
    for (const name of names) {
      const reply = await json(of_table(path), make(name));
      assert.ok(status(reply) >= 400, `${path} ${JSON.stringify(make(name)).slice(0, 200)}: ${reply.slice(-300)}`);
      assert.ok(!reply.includes('a secret'), `${path} ${name}: ${reply.slice(-300)}`);
    }
  assert.equal(tree(), before, 'something was written outside the served folder');
  assert.equal(readFileSync(join(served, 'notes.game'), 'utf8'), 'notes\n');
}

// ---- wrong values ---------------------------------------------------------------

const ODD = [null, true, -1, 0, 1e308, 1 / 3, '', ' ', 'x', 'x'.repeat(100000), '\u202e\u0007\ud83d\ude00', [], [[]], {}, { a: {} }, ['x', null],
  Array(10000).fill('x'), '%s%n%p', '-1', '1e999', 'nan', '../..', "';<script>"];

// Requests with the keys of their bodies, and with queries.
const BODIES = {
  'api/open': ['game', 'seats', 'seed', 'set', 'moves', 'text', 'path'],
  'api/table/ID/play': ['move'],
  'api/table/ID/check': ['move'],
  'api/table/ID/seats': ['seats'],
  'api/table/ID/edit': ['settings'],
  'api/table/ID/hint': ['iterations'],
  'api/table/ID/evaluate': ['on'],
  'api/table/ID/go': ['once'],
  'api/table/ID/pace': ['milliseconds'],
  'api/table/ID/save': ['path', 'replace'],
  'api/table/ID/card': ['dir'],
  'api/table/0/play': ['move'],
  'api/tasks/start': ['command', 'arguments'],
};
const OTHERS = [...'undo redo resign new swap stop go'.split(' ').map((name) => `api/table/ID/${name}`), 'api/table/x/play', 'api/table/x/save',
  'api/tasks/1/stop', 'api/tasks/-1/resume', 'api/tasks/x/forget'];
const QUERIES = ['api/game?spec=', 'api/bot?spec=', 'api/bot?spec=random&game=', 'report?dir=', 'api/table/ID/position?ply=9', 'api/table/x/position?ply=',
  'api/run?dir=run&game=9', 'api/run?game=0&dir=', 'api/run?x='];

async function values() {
  for (const [path, keys] of Object.entries(BODIES)) {
    await json(of_table(path), Object.fromEntries(keys.map((key) => [key, null])));
    for (const key of keys) await Promise.all(ODD.map((value) => json(of_table(path), { [key]: value })));
  }
  for (const path of [...OTHERS, ...Object.keys(BODIES)]) await json(of_table(path), {});
  for (const path of QUERIES)
    await Promise.all(ODD.map((value) => expect(path, [400, 404, 503], page + of_table(path) + encode(String(value).slice(0, 5000)))));
}

// ---- streams --------------------------------------------------------------------

// Reads a stream until a text has come.
function listen(path, wanted) {
  return new Promise((done, fail) => {
    const socket = connect();
    let got = '';
    socket.setTimeout(PATIENCE, () => fail(new Error(`no ${wanted}: ${got}`)));
    socket.on('data', (data) => {
      got += data;
      if (got.includes(wanted)) done(socket);
    });
    socket.on('close', () => fail(new Error(`closed: ${got}`)));
    socket.write(request(page + path));
  });
}

// The same, trying again while the last of earlier streams end.
async function listenSoon(path, wanted) {
  for (const end = Date.now() + PATIENCE; ; await sleep(50))
    try {
      return await listen(path, wanted);
    } catch (error) {
      if (!/^closed: HTTP\S* 503/.test(error.message) || Date.now() > end) throw error;
    }
}

// Pages that go away, more of them than there may be at a time.
async function streams() {
  // Also those of a game in which bots think.
  await open_table('quoridor', 'mcts:iterations=100000', 'mcts:iterations=100000');
  await until('connections end', () => own('task') < 40);
  const quiet = own('task');
  for (let round = 0; round < 2; round++) {
    const open = await Promise.all(Array.from({ length: 40 }, (_, i) =>
      i % 2 ? listen('api/tasks/events', 'event: tasks') : listen(`api/table/${table}/events`, 'event: view')));
    for (const [i, socket] of open.entries()) i % 2 ? socket.destroy() : socket.resetAndDestroy();
    await until('streams end', () => own('task') <= quiet + 4);
  }
  const open = await Promise.all(Array.from({ length: 64 }, () => listenSoon('api/tasks/events', 'event: tasks')));
  for (const method of ['GET', 'HEAD']) await expect('one stream too many', 503, page + 'api/tasks/events', { method });
  await works();
  for (const socket of open) socket.destroy();
}

// ---- how often -----------------------------------------------------------------

// Clients that never finish their requests are shut out when they keep others waiting.
async function slow() {
  await until('connections end', () => own('task') < 40);
  const sockets = Array.from({ length: 400 }, connect);
  for (const socket of sockets) socket.write(`GET ${page} HTTP/1.1\r\nHost: ${HOST}\r\nX: `);
  const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 100);
  await until('the first is shut out', () => sockets.some((socket) => socket.destroyed));
  const end = Date.now() + PATIENCE;
  while (status(await send(request(page))) !== 200) {
    assert.ok(Date.now() < end, 'slow clients keep others out');
    await sleep(100);
  }
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
}

// All at once: more than there may be connections.
async function burst() {
  const replies = await Promise.all(Array.from({ length: 1000 }, () => send(request(page))));
  const answered = replies.filter((reply) => status(reply) === 200).length;
  assert.ok(replies.every((reply) => [0, 200].includes(status(reply))));
  assert.ok(answered > 0, 'nobody was answered');
  await works();
}

async function flood() {
  const kinds = [
    () => send(request(page)).then((reply) => assert.equal(status(reply), 200, reply.slice(0, 200))),
    () => send(request('/wrong/')).then((reply) => assert.equal(status(reply), 403, reply.slice(0, 200))),
    () => send(request(page, { method: 'POST', body: '{"a":1}' })).then((reply) => assert.equal(status(reply), 405)),
    // Those that go away before the answer.
    () => new Promise((done) => {
      const socket = connect();
      socket.write(request(page + 'chart.js'), () => (socket.destroy(), done()));
    }),
    () => new Promise((done) => {
      const socket = connect();
      socket.once('close', done);
      socket.write(request(page, { method: 'POST', 'Content-Length': 1000 }) + '{', () => socket.resetAndDestroy());
    }),
  ];
  let next = 0;
  const TOTAL = 2000;
  const client = async () => {
    while (next < TOTAL) await kinds[next++ % kinds.length]();
  };
  await Promise.all(Array.from({ length: 100 }, client));
  await works();
}

// ---- other addresses -------------------------------------------------------------

// Starts a server, returns what it prints and says, and ends it.
async function serve(...flags) {
  const other = spawn(process.argv[2], ['serve', served, ...flags]);
  let err = '';
  other.stderr.on('data', (data) => (err += data));
  const ended = new Promise((done) => other.once('exit', done));
  const out = await new Promise((done) => {
    other.stdout.once('data', (data) => done(String(data)));
    ended.then(() => done(''));
  });
  return { out, ended, stop: async () => (other.kill('SIGINT'), { code: await ended, err, out }) };
}

async function addresses() {
  const open = await (await serve('--port', '0', '--address', '0.0.0.0')).stop();
  assert.match(open.out, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n$/);
  assert.match(open.err, /^warning: anyone who can reach 0\.0\.0\.0/);
  // Under those that this machine has, if any, it is reached from elsewhere.
  const elsewhere = Object.values(networkInterfaces()).flat().filter((each) => each.family === 'IPv4' && !each.internal);
  for (const { address } of elsewhere) assert.ok(open.err.includes(`  http://${address}:`), open.err);
  // Two at a time: tokens and ports differ. A port that was asked for must be free.
  const both = [await serve(), await serve()];
  const [first, second] = both.map(({ out }) => new URL(out));
  assert.notEqual(first.port, second.port);
  assert.notEqual(first.pathname, second.pathname);
  const taken = await (await serve('--port', first.port)).stop();
  assert.equal(taken.code, 1);
  assert.match(taken.err, /port \d+ is in use, perhaps by another `boardlab serve`; leave out --port/);
  for (const one of both) {
    const { code, err } = await one.stop();
    assert.equal(code, 0);
    assert.equal(err, `serving ${realpathSync(served)}; Ctrl-C stops it\n`);
  }
}

// ---- programs ------------------------------------------------------------------

// Only those that the command line names are offered, and play.
async function programs() {
  const named = `exec:node ${new URL('../../../scripts/bots/copycat.mjs', import.meta.url).pathname}`;
  const other = await serve('--port', '0', '--bot', named);
  const url = (path) => new URL(path, other.out.trim());
  const open = (seat) => fetch(url('api/open'), { method: 'POST', body: JSON.stringify({ game: 'tictacdoh', seats: [seat, 'random'] }) });
  const { bots } = await (await fetch(url('api/library'))).json();
  assert.deepEqual(bots.map(({ spec }) => spec).filter((spec) => spec.startsWith('exec')), [named]);
  assert.equal((await open(named)).status, 200);
  const refused = await open('exec:touch ../started');
  assert.equal(refused.status, 400);
  assert.match((await refused.json()).error, /serve --bot names the programs that may play/);
  const { code } = await other.stop();
  assert.equal(code, 0);
  const wrong = await (await serve('--bot', 'random')).stop();
  assert.match(wrong.err, /--bot names a program/);
}

// ---- all of it -----------------------------------------------------------------

try {
  await works();
  await sleep(100);
  const before = [own('fd'), own('task')];
  for (const attack of [addresses, programs, askers, methods, malformed, oversized, traversal, values, streams, slow, burst, flood]) {
    const began = Date.now();
    await attack();
    if (process.env.VERBOSE) console.log(`${attack.name}: ${Date.now() - began} ms`);
  }
  // The games that were opened are still there.
  await until('open files and threads are as before', () => own('fd') <= before[0] + 8 && own('task') <= before[1] + 8);
  await works();
  server.kill('SIGTERM');
  assert.equal(await exited, 0, said);
  assert.match(said, /^serving .*; Ctrl-C stops it\n$/);
  console.log('passed');
} catch (error) {
  console.log(error, said.slice(0, 3000));
  process.exitCode = 1;
}
server.kill('SIGKILL');
rmSync(folder, { recursive: true });
process.exit();
