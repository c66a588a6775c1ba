// The panel beside the board of a game that is being written: what its current version is like,
// what has changed since the previous one, and whether it passes the checks. The server says all of
// that in sentences; here it is only shown. What has not changed is left alone, so that nothing
// flickers while games are played.
import { count, plural, sentence } from '../../../analysis/report/text.js';
import { NUMBER, WORD, make, name, table } from '../../../analysis/report/dom.js';
import { Answer, capital, labelled, options, trace } from './parts.js';

const list = (sentences) => make('ul', null, sentences.map((text) => make('li', null, name(sentence(text)))));

// ---- what is shown of each part

function figures(batch) {
  const caption = `Version ${batch.version}: ${plural(batch.games, 'game')}, ${batch.bots} in every seat`;
  return table(caption, [WORD(''), NUMBER('value'), NUMBER('95% interval')], batch.figures);
}

function showBatch(batch) {
  return [figures(batch), list(batch.verdict), batch.notes.map((note) => make('p', { class: 'help' }, name(sentence(note))))];
}

function showChanged(changed) {
  const notes = [`${capital(changed.how)}.`, ...changed.notes];
  return [
    make('h4', null, `What changed from version ${changed.before} to version ${changed.version}`),
    list(changed.sentences),
    changed.how ? notes.map((note) => make('p', { class: 'help' }, name(sentence(note)))) : null,
  ];
}

function showCheck(check) {
  const result = check.lines.length ? check.lines[check.lines.length - 1] : 'nothing was printed';
  return make(
    'details',
    { open: !check.good, class: check.good ? null : 'bad' },
    make('summary', null, `Check of version ${check.version}: `, name(result)),
    trace(check.lines.join('\n')),
  );
}

function showError(error) {
  const answer = new Answer({ class: 'error' });
  answer.bad(error);
  return answer.node;
}

// ---- the panel

class Panel {
  constructor(node, owner) {
    this.owner = owner;
    this.keys = {};
    this.title = make('h3', null);
    this.state = make('p', { class: 'trial-state' });
    this.done = make('p', { class: 'hidden', role: 'status' });
    this.mode = make('select', null);
    this.mode.addEventListener('change', () => this.choose());
    this.parts = {};
    for (const part of ['error', 'changed', 'batch', 'check'])
      this.parts[part] = make('div', { class: `trial-${part}` });
    node.replaceChildren(
      make(
        'section',
        { class: 'trial', 'aria-label': 'This version' },
        make('div', { class: 'trial-head' }, this.title, this.state),
        make('p', { class: 'trial-mode' }, labelled('After each change, play ', this.mode)),
        this.done,
        Object.values(this.parts),
      ),
    );
  }

  async choose() {
    if (!(await this.owner.ask('trial', { mode: this.mode.value }))) this.mode.value = this.chosen;
  }

  show(data) {
    this.title.textContent = `Version ${data.version}`;
    this.state.textContent = this.sentence(data);
    this.announce(data);
    this.showMode(data);
    this.put('error', this.isShown(data.error) ? null : data.error, showError);
    this.put('changed', data.changed, showChanged);
    this.put('batch', data.batch, showBatch);
    this.put('check', data.check, showCheck);
    for (const part of ['changed', 'batch', 'check'])
      this.parts[part].classList.toggle('older', Boolean(data[part]) && data[part].version !== data.version);
  }

  // An error of the rules on the table is shown above the board.
  isShown(error) {
    const shown = this.owner.view && this.owner.view.error;
    return Boolean(error && shown && shown.message.includes(error.message));
  }

  sentence(data) {
    const isOlder = data.batch && data.batch.version !== data.version;
    if (data.state === 'failed')
      return `It fails.${isOlder ? ` The figures below are for version ${data.batch.version}.` : ''}`;
    if (data.doing === 'games') return `Playing ${count(data.played)} of ${plural(data.wanted, 'game')} …`;
    if (data.doing === 'check') return 'Checking …';
    if (data.doing === 'waiting') return 'Waiting until another game has been tried …';
    return '';
  }

  // For screen readers: once, when it is done.
  announce(data) {
    const isDone = data.state === 'done' || data.state === 'failed';
    const text = isDone ? `Version ${data.version} ${data.state === 'done' ? 'was tried' : 'fails'}.` : '';
    if (this.done.textContent !== text) this.done.textContent = text;
  }

  showMode(data) {
    if (this.mode.options.length !== data.modes.length)
      this.mode.replaceChildren(...options(data.modes.map(({ mode, text }) => [mode, text])));
    if (this.chosen !== data.mode) this.mode.value = data.mode;
    this.chosen = data.mode;
  }

  put(part, value, show) {
    const key = JSON.stringify(value || null);
    if (this.keys[part] === key) return;
    this.keys[part] = key;
    const shown = value ? [show(value)].flat(Infinity).filter(Boolean) : [];
    this.parts[part].replaceChildren(...shown);
  }
}

// owner: the table, { view, ask(request, body) }.
function show(node, data, owner) {
  if (!owner.trialPanel) owner.trialPanel = new Panel(node, owner);
  owner.trialPanel.show(data);
}

export { show };
