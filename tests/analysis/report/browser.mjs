// Controls a headless Chromium through a pipe: the DevTools protocol on file descriptors 3 and
// 4, as JSON messages that end with a zero byte. Needs chromium and node 18, and no packages.
// The browser has its own profile in a temporary folder; close() ends the browser and removes
// the folder, whatever happened before.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--no-first-run',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--remote-debugging-pipe',
];

export class Browser {
  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), 'report-page-'));
    this.waiting = new Map();
    this.listeners = [];
    this.lastId = 0;
    // A process group of its own, since Chromium has many processes to end.
    this.process = spawn(
      process.env.CHROMIUM || 'chromium',
      [...FLAGS, `--user-data-dir=${this.profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
    );
    this.exited = new Promise((resolve) => {
      this.process.once('exit', resolve);
      this.process.once('error', (error) => {
        this.fail(new Error(`chromium does not start: ${error.message}`));
        resolve();
      });
    });
    this.exited.then(() => this.fail(new Error('chromium has ended')));
    this.process.stdio[3].on('error', (error) => this.fail(error));
    this.read(this.process.stdio[4]);
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  read(stream) {
    let rest = Buffer.alloc(0);
    stream.on('error', (error) => this.fail(error));
    stream.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.take(JSON.parse(rest.subarray(0, end).toString('utf8')));
        rest = rest.subarray(end + 1);
      }
    });
  }

  take(message) {
    const call = this.waiting.get(message.id);
    if (!call) {
      for (const listener of this.listeners)
        listener(message.method, message.params, message.sessionId);
      return;
    }
    this.waiting.delete(message.id);
    if (message.error) call.reject(new Error(`${call.method}: ${message.error.message}`));
    else call.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { method, resolve, reject });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async newPage() {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return new Page(this, sessionId, targetId);
  }

  async close() {
    try {
      process.kill(-this.process.pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
    await this.exited;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

export class Page {
  constructor(browser, sessionId, targetId) {
    this.browser = browser;
    this.sessionId = sessionId;
    this.targetId = targetId;
  }

  close() {
    return this.browser.send('Target.closeTarget', { targetId: this.targetId });
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  on(listener) {
    this.browser.listeners.push((method, params, sessionId) => {
      if (sessionId === this.sessionId) listener(method, params);
    });
  }

  // Runs a function in the page and returns its result.
  async call(body, ...values) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      returnByValue: true,
      awaitPromise: true,
      expression: `(${body})(${values.map((value) => JSON.stringify(value)).join(', ')})`,
    });
    if (exceptionDetails)
      throw new Error(
        (exceptionDetails.exception && exceptionDetails.exception.description) ||
          exceptionDetails.text,
      );
    return result.value;
  }

  // Waits two frames, until the effects of an event are laid out and painted.
  settle() {
    return this.call(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
        }),
    );
  }

  navigate(url) {
    return this.load('Page.navigate', { url });
  }

  reload() {
    return this.load('Page.reload');
  }

  // Waits for the new page: what is asked of the old one while it goes fails.
  async load(how, params = {}) {
    const loaded = new Promise((resolve) =>
      this.on((method) => {
        if (method === 'Page.loadEventFired') resolve();
      }),
    );
    const { errorText } = await this.send(how, params);
    if (errorText) throw new Error(`${params.url}: ${errorText}`);
    await loaded;
    await this.settle();
  }

  async key(key, code = 0, text = undefined) {
    const event = { key, code: key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code };
    await this.send('Input.dispatchKeyEvent', {
      type: text ? 'keyDown' : 'rawKeyDown',
      text,
      ...event,
    });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    await this.settle();
  }

  async mouse(type, x, y, button = 'none') {
    await this.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button,
      clickCount: button === 'none' ? 0 : 1,
    });
  }

  async click(x, y) {
    await this.mouse('mouseMoved', x, y);
    await this.mouse('mousePressed', x, y, 'left');
    await this.mouse('mouseReleased', x, y, 'left');
    await this.settle();
  }

  async size(width, height, mobile = false) {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile,
    });
    await this.settle();
  }

  async media(media, scheme, motion = false) {
    await this.send('Emulation.setEmulatedMedia', {
      media,
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: motion ? 'no-preference' : 'reduce' },
      ],
    });
    await this.settle();
  }

  // The page as a PNG, up to the maximum size of a screenshot.
  async screenshot() {
    const { cssContentSize } = await this.send('Page.getLayoutMetrics');
    const clip = {
      x: 0,
      y: 0,
      width: cssContentSize.width,
      height: Math.min(cssContentSize.height, 15000),
      scale: 1,
    };
    const { data } = await this.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      clip,
    });
    return Buffer.from(data, 'base64');
  }

  async pdf() {
    const { data } = await this.send('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
    });
    return Buffer.from(data, 'base64');
  }
}
