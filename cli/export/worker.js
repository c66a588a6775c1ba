// A worker of an exported game: it holds the table, or it thinks. Comes after the script that emcc
// writes for the engine, whose functions it calls when the page (engine.js) sends a message:
//
//   { begin: { module, files } }       the compiled engine; contents of files by path
//   { id, request, body }              answered by { id, reply }; what follows, by { id }
//   { id, thought, of }, { id, printed }, { id, lost, why }   from the thinker, about the job `of`
//   { think: job }                     answered by { post } until it is `done`
//   { resume: thought }                goes on from what a worker has posted that was ended
//   { forget: true }                   jobs are for another table from now on
//
// Besides it sends what the engine tells: { begun }, { event, json }, { ask: job or null, of, pause,
// isMove }, { post: thought, done }, { printed }; and { ready }, or { failed: why } when the engine can
// not or no longer be used.
/* global createEngine */
(() => {
  // What reaches out of a worker. Files in Lua cannot call any of it; should one break out of the
  // interpreter, there is nothing left to call.
  const REACH = [
    'fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'importScripts', 'Worker', 'SharedWorker',
    'BroadcastChannel', 'MessageChannel', 'indexedDB', 'caches', 'cookieStore', 'Request', 'FontFace', 'RTCPeerConnection', 'navigator',
    'Notification', 'open', 'showSaveFilePicker', 'webkitRequestFileSystem', 'webkitRequestFileSystemSync', 'createImageBitmap', 'eval',
  ];
  const FOLDER = '/game';
  const send = self.postMessage.bind(self);
  let engine;
  let asked = 0;

  function cutOff() {
    for (let owner = self; owner; owner = Object.getPrototypeOf(owner))
      for (const name of REACH) if (Object.hasOwn(owner, name)) delete owner[name];
    for (const name of REACH) Object.defineProperty(self, name, { value: undefined, writable: false, configurable: false });
  }

  const outside = {
    begin: () => send({ begun: true }),
    publish: (event, json) => send({ event, json }),
    ask(job, pause, isMove) {
      asked += 1;
      send({ ask: job, of: asked, pause, isMove });
    },
    post: (thought, done) => send({ post: thought, done }),
    print: (text) => send({ printed: text }),
  };

  function instantiate(module) {
    return (imports, receive) => {
      WebAssembly.instantiate(module, imports).then((instance) => receive(instance), fail);
      return {};
    };
  }

  function write(files) {
    engine.FS.mkdirTree(FOLDER);
    engine.FS.chdir(FOLDER);
    for (const [name, contents] of Object.entries(files)) {
      const path = name.startsWith('/') ? name : `${FOLDER}/${name}`;
      engine.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
      engine.FS.writeFile(path, contents);
    }
  }

  async function begin({ module, files }) {
    engine = await createEngine({ outside, instantiateWasm: instantiate(module), print() {}, printErr() {} });
    cutOff();
    write(files);
    engine._engine_start();
    send({ ready: true });
  }

  const call = (name, types, values, result = null) => engine.ccall(name, result, types, values);

  function forTable({ request, body, thought, of, printed, lost, why }) {
    if (request) return call('engine_request', ['string', 'string'], [request, body], 'string');
    if (thought && of === asked) call('engine_thought', ['array'], [thought]);
    if (printed !== undefined) call('engine_printed', ['string'], [printed]);
    if (lost && of === asked) call('engine_lost', ['array', 'string'], [lost, why]);
    return undefined;
  }

  async function handle(message) {
    if (message.begin) await begin(message.begin);
    else if (message.resume) call('engine_resume', ['array'], [message.resume]);
    else if (message.forget) call('engine_forget', [], []);
    else if (message.think) call('engine_think', ['array'], [message.think]);
    else send({ id: message.id, reply: forTable(message) });
  }

  function fail(error) {
    send({ failed: String((error && error.message) || error) });
  }

  let last = Promise.resolve();
  self.onmessage = ({ data }) => {
    last = last.then(() => handle(data)).catch(fail);
  };
})();
