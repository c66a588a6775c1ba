// A game of a run, found by its number and drawn as in the report.
import { count } from '../../../analysis/report/text.js';
import { button, make, name } from '../../../analysis/report/dom.js';
import * as api from './api.js';
import * as links from './links.js';
import { Answer, Problem, copy, labelled, linkField, outward, reportOf } from './parts.js';
import * as replay from '../../../analysis/report/replay.js';

class RunReplay {
  constructor() {
    this.title = make('h2', null);
    this.spec = make('p', { class: 'muted' });
    this.number = make('input', { type: 'number', min: '0', step: '1', size: '10', 'data-do': 'game-number' });
    this.number.addEventListener('change', () => this.show(this.dir, Number(this.number.value) || 0, null));
    this.link = linkField();
    this.copied = make('span', { class: 'muted', role: 'status' });
    this.error = new Problem();
    this.reason = new Answer({ class: 'error' }); // of a forfeit
    this.place = make('div', { class: 'run-replay-board' });
    this.report = outward('Report');
    this.node = make(
      'section',
      { class: 'run-replay' },
      make('p', null, make('a', { href: '#runs', 'data-do': 'all-runs' }, '‹ All runs')),
      this.title,
      this.spec,
      make(
        'p',
        { class: 'buttons' },
        button('‹ Previous game', () => this.step(-1), { 'data-do': 'game-before' }),
        labelled('Game ', this.number),
        button('Next game ›', () => this.step(1), { 'data-do': 'game-after' }),
        this.report,
      ),
      this.error.node,
      this.reason.node,
      this.place,
      make('p', { class: 'buttons' }, button('Play on from here', () => this.playOn(), { 'data-do': 'play-on' })),
      make('p', { class: 'buttons' }, this.link, button('Copy the link', () => copy(this.link, 'The link', (text) => this.copied.replaceChildren(text)), { 'data-do': 'link' }), this.copied),
    );
  }

  step(by) {
    this.show(this.dir, Math.max(0, this.game + by), null);
  }

  // ply: null for the first one.
  async show(dir, game, ply) {
    Object.assign(this, { dir, game });
    this.number.value = game;
    this.title.replaceChildren(name(dir), ` · game ${count(game)}`);
    this.report.href = reportOf([dir]);
    this.error.clear();
    links.replace({ run: dir, game, ply });
    try {
      const found = await api.get('api/run', { dir, game });
      if (this.dir === dir && this.game === game) this.draw(found, ply);
    } catch (error) {
      if (this.dir !== dir || this.game !== game) return;
      this.clear();
      this.error.bad(error);
    }
  }

  clear() {
    if (this.replay) replay.close(this.replay);
    this.replay = null;
    this.place.replaceChildren();
    this.spec.replaceChildren();
    this.reason.clear();
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
    this.replay.go(ply ?? 0);
    this.showLink(address(this.replay));
    if (found.reason) this.reason.bad(found.reason);
  }

  // On a table of its own, where everybody is human at first.
  async playOn() {
    if (!this.replay) return;
    await this.error.to(async () => {
      const { text } = await api.get('api/run/text', { dir: this.dir, game: this.game, ply: this.replay.at });
      const { table } = await api.post('api/open', { text });
      window.location.hash = `table=${table}`;
    });
  }

  showLink(hash) {
    window.history.replaceState(null, '', hash);
    this.link.value = window.location.href.split('#')[0] + hash;
    this.copied.textContent = '';
  }
}

export { RunReplay };
