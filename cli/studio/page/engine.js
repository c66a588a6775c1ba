// The transport of an exported game: requests to the engine in the page, and its streams. One worker
// holds the table, a second one has the bots move, and a third one searches for hints and evaluates
// (cli/export/worker.js). A search is stopped by ending its worker; the next one begins at once, from
// the same compiled module. Bots remember, so hints that are stopped are none of their business.
/* global DecompressionStream */
import { ApiError } from './api.js';

const PATIENCE = 10000; // milliseconds that the rules may take for an answer

// Starts a worker from the text of its script.
function spawnWorker(script) {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

// A worker with the engine in it. hear: called with each message.
class Hired {
  constructor(firm, hear) {
    this.worker = firm.spawn(firm.script);
    this.worker.onmessage = ({ data }) => {
      this.ready = this.ready || Boolean(data.ready);
      hear(data);
    };
    this.worker.onerror = (event) => hear({ failed: event.message || 'its worker cannot be started' });
    this.send({ begin: { module: firm.module, files: firm.files } });
  }

  send(message) {
    this.worker.postMessage(message);
  }

  end() {
    this.worker.onmessage = null;
    this.worker.onerror = null;
    this.worker.terminate();
  }
}

// Thinks about one job at a time. tell: called with what it finds, for the table.
class Thinker {
  constructor(firm, tell) {
    Object.assign(this, { firm, tell, hired: null, job: null, last: null, timer: 0 });
  }

  hire() {
    this.hired = new Hired(this.firm, (message) => this.hear(message));
    if (this.last) this.hired.send({ resume: this.last });
  }

  leave() {
    this.job = null;
    if (this.hired) this.hired.end();
    this.hired = null;
  }

  // job: null if there is nothing to think about. The pause before it is for people to watch.
  ask({ ask, of, pause }) {
    clearTimeout(this.timer);
    if (this.job) {
      this.leave();
      this.hire();
    }
    if (!ask) return;
    const begin = () => {
      if (!this.hired) this.hire();
      this.job = { bytes: ask, of };
      this.hired.send({ think: ask });
    };
    if (pause > 0) this.timer = setTimeout(begin, pause);
    else begin();
  }

  forget() {
    this.ask({ ask: null });
    this.last = null;
    if (this.hired) this.hired.send({ forget: true });
  }

  hear({ post, printed, done, failed }) {
    const { job } = this;
    if (done) {
      this.job = null;
      this.last = post;
    }
    if (printed !== undefined) this.tell({ printed });
    else if (post && job && post.length) this.tell({ thought: post, of: job.of });
    else if (failed) this.fail(failed);
  }

  // Such as when memory has run out. There is no other worker until there is something to do.
  fail(why) {
    const { job } = this;
    this.leave();
    if (job) this.tell({ lost: job.bytes, of: job.of, why: `the search has ended: ${why}` });
  }

  end() {
    clearTimeout(this.timer);
    this.leave();
  }
}

class Engine {
  constructor(firm, patience) {
    Object.assign(this, { firm, patience, table: 0, before: null, recovers: 0, opened: 0, sent: 0, latest: new Map(), waiting: new Map(), streams: new Set() });
    const tell = (message) => this.send(message).catch(() => {});
    this.player = new Thinker(firm, tell);
    this.adviser = new Thinker(firm, tell);
    this.player.hire();
    this.ready = new Promise((done, failed) => {
      this.isReady = done;
      this.isNot = failed;
    });
    this.hire();
  }

  hire() {
    this.hired = new Hired(this.firm, (message) => this.hear(message));
  }

  // ---- messages

  // Whoever asks waits as long as the rules may take, and no longer.
  send(message) {
    this.sent += 1;
    const id = this.sent;
    return new Promise((done, failed) => {
      const timer = setTimeout(() => this.crash(`The rules took longer than ${this.patience / 1000} seconds`), this.patience);
      this.waiting.set(id, { done, failed, timer });
      this.hired.send(Object.assign({ id }, message));
    });
  }

  async request(request, body) {
    const reply = JSON.parse(await this.send({ request, body: JSON.stringify(body || {}) }));
    if ('answer' in reply) return reply.answer;
    throw new ApiError(reply.status, reply.error, reply.trace);
  }

  hear(message) {
    if (message.id) this.answer(message);
    else if (message.event) this.publish(message);
    else if (message.begun) this.begin();
    else if ('ask' in message) this.think(message);
    else if (message.ready) this.isReady(this);
    else if (message.failed) this.crash(`The engine has ended: ${message.failed}`);
  }

  answer({ id, reply }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    this.waiting.delete(id);
    clearTimeout(asked.timer);
    asked.done(reply);
  }

  // Only one of them thinks at a time.
  think(message) {
    const [one, other] = message.isMove ? [this.player, this.adviser] : [this.adviser, this.player];
    other.ask({ ask: null });
    one.ask(message);
  }

  forget() {
    this.player.forget();
    this.adviser.forget();
  }

  // ---- events

  // Another table: those who listened to the one before hear nothing of it.
  begin() {
    this.before = { table: this.table, latest: this.latest };
    this.latest = new Map();
    this.forget();
    this.opened += 1;
    this.table = this.recovers || this.opened;
  }

  publish({ event, json }) {
    this.latest.set(event, json);
    for (const stream of this.streams) if (stream.table === this.table) stream.hear(event, json);
  }

  listen(path, handlers, probe, state) {
    const stream = new Stream(this, handlers, state);
    this.streams.add(stream);
    this.show();
    queueMicrotask(() => stream.begin());
    return stream;
  }

  // Nothing is searched while nobody looks.
  show() {
    const on = [...this.streams].some((stream) => stream.table === this.table);
    if (on !== this.isShown) this.request('listen', { on }).catch(() => {});
    this.isShown = on;
  }

  // ---- when the rules hang or the engine fails

  // The game goes on from before the request, if its text is known: the one before, while another one
  // is opened.
  async crash(why) {
    const { table, latest } = this.before || this;
    const game = JSON.parse(latest.get('view') || '{}').text;
    const error = new ApiError(500, game ? `${why}. The game is as it was before.` : `${why}.`);
    const asked = [...this.waiting.values()];
    const works = this.hired.ready;
    this.waiting.clear();
    this.hired.end();
    this.forget();
    this.isShown = false;
    this.isNot(error);
    for (const { timer } of asked) clearTimeout(timer);
    if (works) this.hire();
    this.table = 0;
    this.before = null;
    if (table && works) await this.reopen(table, game).catch(() => this.lose(table, error));
    else if (table) this.lose(table, error);
    for (const { failed } of asked) failed(error);
  }

  async reopen(table, text) {
    this.recovers = table;
    await this.open({ text }).finally(() => {
      this.recovers = 0;
    });
  }

  lose(table, error) {
    for (const stream of [...this.streams]) if (stream.table === table) stream.lose(error);
  }

  // ---- requests

  async open(body) {
    await this.request('open', body);
    this.before = null;
    this.show();
    return { table: String(this.table) };
  }

  async ask(path, body) {
    if (path === 'api/open') return this.open(body);
    if (path === 'api/game') return this.request('game', body);
    if (path === 'api/bot') return this.request('bot', body);
    if (/^api\/table\/[^/]+\/[a-z]+$/.test(path)) return this.request(path.split('/').pop(), body);
    throw new ApiError(404, `There is nothing at '${path}' in an exported game.`);
  }

  end() {
    this.player.end();
    this.adviser.end();
    this.hired.end();
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
  }
}

class Stream {
  constructor(engine, handlers, state) {
    Object.assign(this, { engine, table: engine.table, handlers, state });
  }

  // What is known comes first.
  begin() {
    if (!this.engine.streams.has(this)) return;
    this.state('open');
    if (this.table === this.engine.table) for (const [event, json] of this.engine.latest) this.hear(event, json);
  }

  hear(event, json) {
    if (this.handlers[event]) this.handlers[event](JSON.parse(json));
  }

  lose(error) {
    this.close();
    this.state('gone', error);
  }

  close() {
    this.engine.streams.delete(this);
    this.engine.show();
  }
}

// A query of an address has texts only.
const numbers = (query) => (query && 'ply' in query ? Object.assign({}, query, { ply: Number(query.ply) }) : query);

// The bytes of the engine from its text in the page: gzip as base64.
async function unpack(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new DecompressionStream('gzip');
  const writer = stream.writable.getWriter();
  writer.write(bytes);
  writer.close();
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

// Starts the engine that is in the page. files: the contents (text or bytes) of files by name, as
// games name them. Returns a transport (see api.js), which also has end(). There is one table, under
// any name: opening another game replaces it.
async function start(files, { script, wasm, spawn = spawnWorker, patience = PATIENCE } = {}) {
  const inPage = (id) => document.getElementById(id).textContent;
  const module = await WebAssembly.compile(wasm || (await unpack(inPage('engine'))));
  const engine = new Engine({ script: script || inPage('worker'), module, files, spawn }, patience);
  await engine.ready;
  return {
    get: (path, query) => engine.ask(path, numbers(query)),
    post: (path, body) => engine.ask(path, body),
    listen: (...what) => engine.listen(...what),
    end: () => engine.end(),
  };
}

export { start };
