// The metrics of a run, looked up by scope, key and name, and values derived from them.
import { known, percent, sentence } from './text.js';

// What is shown of a metric that is missing.
const NONE = { value: -1, text: '–', interval: '' };

class Metrics {
  constructor(rows) {
    this.scopes = new Map();
    for (const [scope, key, metric, value, low, high, n, text, interval] of rows || []) {
      if (!this.scopes.has(scope)) this.scopes.set(scope, new Map());
      const keys = this.scopes.get(scope);
      if (!keys.has(key)) keys.set(key, new Map());
      const words = { text: sentence(text), interval: sentence(interval) };
      keys.get(key).set(metric, { value, low, high, n, ...words });
    }
  }

  // Also a metric whose value is infinite, which JSON does not have.
  any(scope, key, metric) {
    const keys = this.scopes.get(scope);
    return (keys && keys.get(key) && keys.get(key).get(metric)) || null;
  }

  get(scope, key, metric) {
    const found = this.any(scope, key, metric);
    return found && known(found.value) ? found : null;
  }

  value(scope, key, metric) {
    const found = this.get(scope, key, metric);
    return found ? found.value : null;
  }

  // As people read it; a dash if it is missing.
  text(scope, key, metric) {
    return (this.get(scope, key, metric) || NONE).text;
  }

  keys(scope) {
    return [...(this.scopes.get(scope) || new Map()).keys()];
  }

  // [{ key, value, low, high, n, text, interval }] of one metric for all keys, in the order of the data.
  list(scope, metric) {
    return this.keys(scope)
      .map((key) => Object.assign({ key }, this.get(scope, key, metric)))
      .filter((row) => known(row.value));
  }

  // A card for each of these metrics, see `facts` in dom.js: [[title, metric, meaning]].
  cards(scope, key, list) {
    return list.map(([title, metric, meaning]) => {
      const found = this.get(scope, key, metric);
      return found && { title, value: found.text, interval: found.interval, meaning };
    });
  }
}

function sideRate(metrics, side) {
  return (
    metrics.get('side', side, 'win_rate') ||
    metrics.get('seat', side.split('+')[0], 'win_rate')
  );
}

// The win rate of every side with a seat that ever moved, if all were equal: the mean, also where
// wins are shared.
function fairLine(run, metrics, axis) {
  const rates = run.balance.live.map((side) => sideRate(metrics, side)).filter(Boolean);
  if (rates.length < 2) return [];
  const fair = rates.reduce((sum, rate) => sum + rate.value, 0) / rates.length;
  return [{ axis, value: fair, label: axis === 'x' ? `fair ${percent(fair)}` : 'fair' }];
}

// What bots of different strength do to whatever is compared between moves; or "".
function botsNote(run) {
  return new Set(run.bots || []).size > 1
    ? ' The bots differ: a difference may be due to the bot that prefers the move.'
    : '';
}

export { NONE, Metrics, sideRate, fairLine, botsNote };
