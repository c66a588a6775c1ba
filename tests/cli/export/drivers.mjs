// Three browsers behind one interface: Chromium, Firefox and WebKit.
//
//     const browser = await start('firefox', folder);
//     await browser.navigate('file:///tmp/page.html');
//     await browser.call((n) => document.title.slice(n), 3); // also of functions that return a promise
//     await browser.close();
//
// Firefox is driven by Marionette, WebKit (under Xvfb) by WebDriver. Both have the same commands.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { Browser } from '../../analysis/report/browser.mjs';

const PATIENCE = 60000; // milliseconds

const sleep = (time) => new Promise((done) => setTimeout(done, time));

async function until(what, act) {
  for (const end = Date.now() + PATIENCE; ; await sleep(50)) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > end) throw new Error(`${what}: ${error.message}`);
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// A script for ExecuteAsyncScript: its last argument takes the result.
const scriptOf = (body) =>
  `const done = arguments[arguments.length - 1];
   Promise.resolve().then(() => (${body})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error && error.stack || error) }));`;

// What both protocols have.
class Driven {
  async begin(capabilities) {
    await this.send('NewSession', capabilities);
    await this.send('SetTimeouts', { script: PATIENCE, pageLoad: PATIENCE });
  }

  navigate(url) {
    return this.send('Navigate', { url });
  }

  async call(body, ...values) {
    const { value, error } = await this.send('ExecuteAsyncScript', { script: scriptOf(body), args: values });
    if (error) throw new Error(error);
    return value;
  }

  async close() {
    for (const each of this.processes.reverse()) {
      const exited = new Promise((resolve) => each.once('exit', resolve));
      if (each.exitCode === null && each.kill('SIGTERM')) await Promise.race([exited, sleep(5000)]);
      each.kill('SIGKILL');
    }
  }

  run(command, args, env = {}) {
    const made = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    this.processes = [...(this.processes || []), made];
    return made;
  }
}

// ---- Firefox

// Messages are "LENGTH:JSON": [0, id, command, parameters] and [1, id, error, result].
class Firefox extends Driven {
  static async start(folder) {
    const firefox = new Firefox();
    const [profile, port] = [join(folder, 'profile'), await freePort()];
    mkdirSync(profile, { recursive: true });
    writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\nuser_pref("browser.shell.checkDefaultBrowser", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n`);
    firefox.run(process.env.FIREFOX || 'firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile], { HOME: folder });
    firefox.waiting = new Map();
    firefox.last = 0;
    firefox.socket = await until('Firefox', () => new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    }));
    firefox.bytes = Buffer.alloc(0);
    firefox.socket.on('data', (data) => firefox.read(data));
    await firefox.begin({});
    return firefox;
  }

  read(data) {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      const colon = this.bytes.indexOf(':');
      const length = Number(this.bytes.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || this.bytes.length < colon + 1 + length) return;
      const message = JSON.parse(this.bytes.subarray(colon + 1, colon + 1 + length));
      this.bytes = this.bytes.subarray(colon + 1 + length);
      if (Array.isArray(message)) this.waiting.get(message[1])(message[2], message[3]);
    }
  }

  send(command, parameters) {
    const id = ++this.last;
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (error, result) => (error ? reject(new Error(JSON.stringify(error))) : resolve(result && 'value' in result ? result.value : result)));
    });
  }

  async close() {
    this.socket.destroy();
    await super.close();
  }
}

// ---- WebKit

const PATHS = { NewSession: '', SetTimeouts: '/timeouts', Navigate: '/url', ExecuteAsyncScript: '/execute/async' };

class WebKit extends Driven {
  static async start(folder) {
    const webkit = new WebKit();
    const [port, display] = [await freePort(), 90 + (process.pid % 900)];
    webkit.run('Xvfb', [`:${display}`, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
    await until('Xvfb', () => assert.ok(readdirSync('/tmp/.X11-unix').includes(`X${display}`)));
    webkit.run('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { DISPLAY: `:${display}`, HOME: folder, XDG_RUNTIME_DIR: folder, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' });
    webkit.session = `http://127.0.0.1:${port}/session`;
    await until('WebKit', () => webkit.begin({ capabilities: {} }));
    return webkit;
  }

  async begin(capabilities) {
    const { sessionId } = await this.send('NewSession', capabilities);
    this.session += `/${sessionId}`;
    await this.send('SetTimeouts', { script: PATIENCE, pageLoad: PATIENCE });
  }

  async send(command, parameters) {
    const response = await fetch(this.session + PATHS[command], { method: 'POST', body: JSON.stringify(parameters) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  }
}

// ---- Chromium

class Chromium {
  static async start() {
    const chromium = new Chromium();
    chromium.browser = new Browser();
    chromium.page = await chromium.browser.newPage();
    await chromium.page.send('Page.enable');
    await chromium.page.send('Runtime.enable');
    return chromium;
  }

  navigate(url) {
    return this.page.navigate(url);
  }

  call(body, ...values) {
    return this.page.call(body, ...values);
  }

  close() {
    return this.browser.close();
  }
}

const KINDS = { chromium: Chromium, firefox: Firefox, webkit: WebKit };

export const start = (kind, folder) => KINDS[kind].start(folder);
export const kinds = Object.keys(KINDS);
