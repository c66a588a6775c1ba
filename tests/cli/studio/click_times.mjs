// What the studio costs: for each game, starts a server, opens a table with a human in every seat,
// and clicks: sends a random legal move and waits until the new position has come on the stream
// that a page listens to. Prints the memory of the server and how long a click takes.
//
//     node click_times.mjs BOARDLAB SECONDS GAME…

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from './harness.mjs';

const [boardlab, seconds, ...games] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'click-times-'));
const agent = new http.Agent({ keepAlive: true });

function request(url, body) {
  return new Promise((done, fail) => {
    const sent = http.request(url, { agent: body && agent, method: body ? 'POST' : 'GET' }, done);
    sent.on('error', fail);
    sent.end(body && JSON.stringify(body));
  });
}

async function post(url, body) {
  const answer = await request(url, body);
  let text = '';
  for await (const piece of answer) text += piece;
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

// The views of a table, as they come.
async function* views(url) {
  let text = '';
  for await (const piece of await request(url)) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) {
      const data = /^event: view\ndata: (.*)$/m.exec(event);
      if (data) yield JSON.parse(data[1]);
    }
  }
}

// Opens a table with these players and listens to it.
async function open(server, spec, seats) {
  const { table } = await post(`${server.url}api/open`, { game: spec, seats, seed: 1 });
  const url = `${server.url}api/table/${table}`;
  const stream = views(`${url}/events`);
  return { url, stream, view: (await stream.next()).value };
}

async function clickFor(server, spec) {
  const first = await open(server, spec, []);
  await first.stream.return();
  const { url, stream, view: opened } = await open(server, spec, first.view.seats.map(() => 'human'));
  let view = opened;
  const later = async () => {
    const { version } = view;
    do view = (await stream.next()).value;
    while (view.version <= version);
  };
  const took = [];
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) {
    if (view.over) {
      post(`${url}/new`, {});
      await later();
    } else if (view.moves.length === 0) {
      await later(); // nature moves by itself
    } else {
      const { text } = view.moves[Math.floor(Math.random() * view.moves.length)];
      const began = performance.now();
      const answer = post(`${url}/play`, { move: text });
      await later();
      took.push(performance.now() - began);
      await answer;
    }
  }
  await stream.return();
  return took.sort((a, b) => a - b);
}

const megabytes = (server) =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`))[1]) / 1000;

for (const spec of [null, ...games]) {
  const server = await Server.start(boardlab, folder);
  const took = spec ? await clickFor(server, spec) : [];
  const at = (share) => took[Math.ceil(share * took.length) - 1].toFixed(2);
  console.log(`${spec || '(no game)'}: ${megabytes(server).toFixed(1)} MB` +
    (spec ? `, ${took.length} clicks, median ${at(0.5)} ms, 99% within ${at(0.99)} ms` : ''));
  await server.kill();
}
agent.destroy();
rmSync(folder, { recursive: true });
