// Balance between the sides, as a row of cards.
(function (Report) {
  'use strict';

  const { fixed, percent, percentInterval, signed, signedPoints, interval, pValue } = Report.text;
  const { facts } = Report.dom;

  function balance(run, metrics) {
    const get = (metric) => metrics.get('run', '', metric);
    const card = (title, metric, format, bounds, meaning) =>
      get(metric) && {
        title,
        value: format(get(metric).value),
        interval: bounds(get(metric).low, get(metric).high),
        meaning,
      };
    const points = signedPoints;
    const elo = (value) => signed(value, 0);
    const plain = (value) => fixed(value, 3);
    return facts([
      card(
        'First-player advantage',
        'first_player_advantage',
        (value) => `${points(value)} points`,
        (low, high) => interval(low, high, points),
        'Win rate of seat 1 minus the mean of the other seats, in percentage points. 0 is fair.',
      ),
      card(
        'Advantage in Elo',
        'first_player_elo',
        elo,
        (low, high) => interval(low, high, elo),
        'The rating difference that helps a player as much as moving first.',
      ),
      card(
        'Balance',
        'balance',
        percent,
        percentInterval,
        '100% minus the largest difference between the win rates of two sides. 100% is fair.',
      ),
      card(
        'χ²',
        'chi_square',
        (value) => fixed(value, 2),
        () => (get('p_value') ? pValue(get('p_value').value) : ''),
        'Deviation of the wins from equal shares. ' +
          'p is the probability of a deviation at least as large in a fair game.',
      ),
      card(
        'Entropy',
        'entropy',
        plain,
        (low, high) => interval(low, high, plain),
        'Entropy of the winning side, from 0 (always the same side) to 1 (all sides equally often).',
      ),
    ]);
  }

  Report.balance = balance;
})(window.Report);
