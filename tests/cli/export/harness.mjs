// Runs the engine of an exported game in Node: the transport of the page (cli/studio/page/engine.js)
// with Node's worker threads in the place of the browser's workers.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { loadScript } from '../../support/page_module.mjs';

// What a worker of a browser has and one of Node calls otherwise.
const SHIM = `
const { parentPort } = require('worker_threads');
globalThis.self = globalThis;
self.postMessage = (message) => parentPort.postMessage(message);
parentPort.on('message', (data) => self.onmessage({ data }));
`;

function spawn(script) {
  const thread = new Worker(SHIM + script, { eval: true });
  const worker = {
    postMessage: (message) => thread.postMessage(message),
    terminate: () => thread.terminate(),
  };
  thread.on('message', (data) => worker.onmessage && worker.onmessage({ data }));
  thread.on('error', (error) => worker.onerror && worker.onerror(error));
  return worker;
}

// The files in folders of the library, by path.
function library(root, folders) {
  const files = {};
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder)))
      if (statSync(join(root, folder, name)).isFile()) files[`/library/${folder ? `${folder}/` : ''}${name}`] = readFileSync(join(root, folder, name));
  return files;
}

const FOLDERS = ['', 'games', 'variants', 'bots'];

// root: of the sources; build: the folder with engine.wasm and worker.js; files: all that there are.
async function startWith(root, build, files, options = {}) {
  const { start } = await loadScript(join(root, 'cli/studio/page/engine.js'));
  const script = readFileSync(join(build, 'worker.js'), 'utf8');
  const wasm = readFileSync(join(build, 'engine.wasm'));
  return start(files, Object.assign({ script, wasm, spawn }, options));
}

// The same, with the whole library besides.
function startEngine(root, build, files = {}, options = {}) {
  return startWith(root, build, Object.assign(library(join(root, 'lua'), FOLDERS), files), options);
}

// Follows a table: `view` is the latest; until() waits for one.
class Page {
  constructor(transport, table) {
    Object.assign(this, { transport, table, events: [], waiting: [], state: null });
    const hear = (name) => (value) => {
      this[name] = value;
      this.events.push(name);
      this.look();
    };
    this.stream = transport.listen(
      `api/table/${table}/events`,
      { view: hear('view'), hint: hear('hint'), evaluation: hear('evaluation') },
      `api/table/${table}/position?ply=0`,
      (state, error) => {
        this.state = state;
        this.lost = error;
        this.look();
      },
    );
  }

  look() {
    this.waiting = this.waiting.filter(({ so, done }) => !(so(this) && (done(this), true)));
  }

  until(so) {
    return new Promise((done) => {
      this.waiting.push({ so, done });
      this.look();
    });
  }

  post(name, body) {
    return this.transport.post(`api/table/${this.table}/${name}`, body);
  }

  close() {
    this.stream.close();
  }
}

// Bots do not wait before they move.
async function open(transport, body) {
  const { table } = await transport.post('api/open', body);
  await transport.post(`api/table/${table}/pace`, { milliseconds: 0 });
  return new Page(transport, table);
}

export { open, startEngine, startWith };
