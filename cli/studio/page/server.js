// The transport of the studio: requests to a server and streams from it. All addresses are relative
// to that of the page, which has the token in it.
import { ApiError } from './api.js';

const RETRY = 1000; // milliseconds until a lost server is asked again
const GONE = 'The server does not answer.';

async function request(path, options) {
  let response;
  let text;
  try {
    response = await fetch(path, Object.assign({ cache: 'no-store' }, options));
    text = await response.text();
  } catch {
    throw new ApiError(0, GONE);
  }
  const answer = parse(text);
  if (response.ok && answer) return answer;
  const message = answer && answer.error;
  throw new ApiError(
    response.status,
    message || `The server answered with status ${response.status}.`,
    answer && answer.trace,
  );
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function get(path, query) {
  const text = query ? `?${new URLSearchParams(query)}` : '';
  return request(path + text);
}

function post(path, body) {
  return request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body || {}),
  });
}

// A browser opens six connections to a server, for all its pages together, and a stream keeps
// one of them. So a page out of view ends its streams once that many other pages have been
// in view since, and begins them again when it is.
const OTHERS = 3;
const others = new Set();
const streams = new Set();
const pages = new window.BroadcastChannel(window.location.pathname);
const me = Math.random();

function seen() {
  if (document.hidden) return;
  others.clear();
  pages.postMessage(me);
  for (const stream of streams) stream.wake();
}

pages.addEventListener('message', (event) => {
  if (!document.hidden) return;
  others.add(event.data);
  if (others.size >= OTHERS) for (const stream of streams) stream.sleep();
});
document.addEventListener('visibilitychange', seen);
seen();

class Stream {
  constructor(path, handlers, probe, state) {
    Object.assign(this, { path, handlers, probe, state, closed: false, asleep: false });
    streams.add(this);
    this.open();
  }

  sleep() {
    this.asleep = true;
    this.source.close();
  }

  wake() {
    if (this.asleep) this.open();
  }

  open() {
    this.asleep = false;
    this.source = new EventSource(this.path);
    this.source.addEventListener('open', () => this.state('open'));
    this.source.addEventListener('error', () => this.lost());
    for (const [name, handle] of Object.entries(this.handlers))
      this.source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }

  // The browser's own attempts end with the first answer that is not a stream.
  async lost() {
    const source = this.source;
    const over = () => this.closed || this.asleep || this.source !== source;
    source.close();
    if (over()) return;
    this.state('lost');
    await new Promise((done) => setTimeout(done, RETRY));
    if (over()) return;
    try {
      await get(this.probe);
      if (!over()) this.open();
    } catch (error) {
      if (over()) return;
      if (error.status >= 400 && error.status < 500) this.end(error);
      else this.lost();
    }
  }

  end(error) {
    this.close();
    this.state('gone', error);
  }

  close() {
    this.closed = true;
    streams.delete(this);
    this.source.close();
  }
}

function listen(...what) {
  return new Stream(...what);
}

export { get, post, listen };
