// Tension: lead changes, drama, decisiveness and comebacks, as a row of cards.
(function (Report) {
  'use strict';

  const { count, fixed, percent, percentInterval, interval } = Report.text;
  const { facts } = Report.dom;

  function tension(run, metrics) {
    const get = (metric) => metrics.get('tension', '', metric);
    const card = (title, metric, format, meaning) =>
      get(metric) && {
        title,
        value: format(get(metric).value),
        meaning,
        interval:
          format === percent
            ? percentInterval(get(metric).low, get(metric).high)
            : interval(get(metric).low, get(metric).high, format),
      };
    const two = (value) => fixed(value, 2);
    return facts([
      get('playouts') && {
        title: 'Playouts',
        value: count(get('playouts').value),
        meaning:
          'Random games from each position, to estimate who leads. With few playouts the lead appears to change more often than it does.',
      },
      card(
        'Lead changes',
        'lead_changes',
        two,
        'How often another side takes the lead, per game.',
      ),
      card(
        'Drama',
        'drama',
        two,
        'How far behind the leader the eventual winner was, averaged over the positions where it was behind, from 0 to 1.',
      ),
      card(
        'Decisiveness',
        'decisiveness',
        percent,
        'Share of the game that remains once the winner is clear.',
      ),
      card(
        'Comebacks',
        'comeback_rate',
        percent,
        'Games whose winner at some point had less than half an even chance of winning.',
      ),
    ]);
  }

  Report.tension = tension;
})(window.Report);
