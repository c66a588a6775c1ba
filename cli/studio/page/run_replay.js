// A game of a run, found by its number and drawn as in the report.
import { count } from '../../../analysis/report/text.js';
import { button, make, name, newId } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as links from './links.js';
import { showError } from './setup.js';
import * as replay from '../../../analysis/report/replay.js';

class RunReplay {
  constructor() {
    this.title = make('h2', null);
    this.spec = make('p', { class: 'muted' });
    const id = newId('number');
    this.number = make('input', { id, type: 'number', min: '0', step: '1', size: '10', 'data-do': 'game-number' });
    this.number.addEventListener('change', () => this.show(this.dir, Number(this.number.value) || 0, null));
    this.link = make('input', { type: 'text', readonly: true, 'aria-label': 'A link to this position' });
    this.link.addEventListener('focus', () => this.link.select());
    this.copied = make('span', { class: 'muted', role: 'status' });
    this.error = make('div', { class: 'error', role: 'alert', hidden: true });
    this.reason = make('div', { class: 'error', hidden: true });
    this.place = make('div', { class: 'run-replay-board' });
    this.report = make('a', { target: '_blank', rel: 'noopener' }, 'Report');
    this.node = make(
      'section',
      { class: 'run-replay' },
      make('p', null, make('a', { href: '#runs', 'data-do': 'all-runs' }, '‹ All runs')),
      this.title,
      this.spec,
      make(
        'p',
        { class: 'buttons' },
        button('‹ Game before', () => this.step(-1), { 'data-do': 'game-before' }),
        make('label', { for: id }, 'Game '),
        this.number,
        button('Next game ›', () => this.step(1), { 'data-do': 'game-after' }),
        this.report,
      ),
      this.error,
      this.reason,
      this.place,
      make('p', { class: 'buttons' }, button('Play on from here', () => this.playOn(), { 'data-do': 'play-on' })),
      make('p', { class: 'buttons' }, this.link, button('Copy the link', () => this.copy(), { 'data-do': 'link' }), this.copied),
    );
  }

  step(by) {
    this.show(this.dir, Math.max(0, this.game + by), null);
  }

  // ply: null for the last one.
  async show(dir, game, ply) {
    Object.assign(this, { dir, game });
    this.number.value = game;
    this.title.replaceChildren(name(dir), ` · game ${count(game)}`);
    this.report.href = `report?${new URLSearchParams({ dir })}`;
    this.error.hidden = true;
    links.replace({ run: dir, game, ply });
    try {
      const found = await api.get('api/run', { dir, game });
      if (this.dir === dir && this.game === game) this.draw(found, ply);
    } catch (error) {
      if (this.dir !== dir || this.game !== game) return;
      this.clear();
      showError(this.error, error);
    }
  }

  clear() {
    if (this.replay) replay.close(this.replay);
    this.replay = null;
    this.place.replaceChildren();
    this.spec.replaceChildren();
    this.reason.hidden = true;
    this.link.value = '';
  }

  draw(found, ply) {
    this.clear();
    const { dir, game } = this;
    const address = (replay) => links.hash({ run: dir, game, ply: replay.at });
    this.spec.replaceChildren(make('code', null, found.spec));
    this.replay = replay.open({
      board: found.board,
      notation: found.notation,
      replays: [found],
      moved: (replay) => {
        if (this.replay !== replay) return;
        this.showLink(address(replay));
      },
    });
    this.place.replaceChildren(this.replay.node);
    if (ply !== null) this.replay.go(ply);
    this.showLink(address(this.replay));
    if (!found.reason) return;
    showError(this.reason, found.reason);
  }

  // On a table of its own, where everybody is human at first.
  async playOn() {
    if (!this.replay) return;
    this.error.hidden = true;
    try {
      const { text } = await api.get('api/run/text', { dir: this.dir, game: this.game, ply: this.replay.at });
      const { table } = await api.post('api/open', { text });
      window.location.hash = `table=${table}`;
    } catch (error) {
      showError(this.error, error);
    }
  }

  showLink(hash) {
    window.history.replaceState(null, '', hash);
    this.link.value = window.location.href.split('#')[0] + hash;
    this.copied.textContent = '';
  }

  async copy() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
      this.copied.textContent = 'The link is in the clipboard.';
    } catch {
      this.copied.textContent = 'The link is selected: copy it with the keys of your browser.';
    }
  }
}

export { RunReplay };
