// What the page asks for, whoever answers: a server (server.js) or the engine in the page (engine.js).
//
// A transport has three functions:
//   get(path, query), post(path, body)   promises of the answer, which throw an ApiError
//   listen(path, handlers, probe, state) begins a stream of events, which begins again by itself
//                                        after the connection was lost; { close() }
// handlers: a function for each event; probe: a path that can be read as long as there is something
// to listen to; state: called with 'open', 'lost', or 'gone' and an error when there no longer is,
// after which the stream has ended.

// status: that of HTTP, or 0 if there was no answer; trace: of a Lua file, or null.
class ApiError extends Error {
  constructor(status, message, trace) {
    super(message);
    this.status = status;
    this.trace = trace || null;
  }
}

let transport = null;

function use(chosen) {
  transport = chosen;
}

const get = (path, query) => transport.get(path, query);
const post = (path, body) => transport.post(path, body);
const listen = (...what) => transport.listen(...what);

export { ApiError, use, get, post, listen };
