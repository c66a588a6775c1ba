// The figures of a run, and what several sections make of them.
(function (Report) {
  'use strict';

  const { known, percent } = Report.text;

  class Figures {
    constructor(rows) {
      this.scopes = new Map();
      for (const [scope, key, metric, value, low, high, n] of rows || []) {
        if (!this.scopes.has(scope)) this.scopes.set(scope, new Map());
        const keys = this.scopes.get(scope);
        if (!keys.has(key)) keys.set(key, new Map());
        keys.get(key).set(metric, { value, low, high, n });
      }
    }

    get(scope, key, metric) {
      const keys = this.scopes.get(scope);
      const found = keys && keys.get(key) && keys.get(key).get(metric);
      return found && known(found.value) ? found : null;
    }

    value(scope, key, metric) {
      const found = this.get(scope, key, metric);
      return found ? found.value : null;
    }

    keys(scope) {
      return [...(this.scopes.get(scope) || new Map()).keys()];
    }

    // [{ key, value, low, high, n }] of one metric, in the order of the file.
    list(scope, metric) {
      return this.keys(scope)
        .map((key) => Object.assign({ key }, this.get(scope, key, metric)))
        .filter((row) => known(row.value));
    }
  }

  function sideCount(run) {
    return Math.max(1, (run.sides || []).length || run.seats);
  }

  function undecided(figures) {
    return ['draw', 'truncated', 'forfeit'].reduce(
      (sum, end) => sum + (figures.value('run', '', end + '_rate') || 0),
      0,
    );
  }

  // What every side would win if it made no difference which one it is.
  function fairRate(run, figures) {
    return sideCount(run) > 1 ? (1 - undecided(figures)) / sideCount(run) : null;
  }

  function fairLine(run, figures, axis) {
    const fair = fairRate(run, figures);
    return known(fair)
      ? [{ axis, value: fair, label: axis === 'x' ? `fair ${percent(fair)}` : 'fair' }]
      : [];
  }

  // Even widths only: a bin of five holds now two, now three odd lengths, and in a game
  // that always ends on odd plies that would draw teeth where there are none.
  const BIN_WIDTHS = [
    1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10000, 20000, 100000, 1000000,
  ];

  // The narrowest width that will do.
  function binWidth(willDo) {
    return BIN_WIDTHS.find(willDo) || BIN_WIDTHS[BIN_WIDTHS.length - 1];
  }

  Report.figures = { Figures, sideCount, fairRate, fairLine, binWidth };
})(window.Report);
