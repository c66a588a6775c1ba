// Tension: who leads, ply by ply, and what follows from it.
(function (Report) {
  'use strict';

  const { count, fixed, percent, percentInterval, interval, points, signedPoints } = Report.text;
  const { NUMBER, WORD, make, numbers, facts, figure } = Report.dom;
  const { curves, groupStyle } = Report.charts;
  const { plyAxis, plyCurve } = Report;

  function tension(run, metrics) {
    const cards = tensionFacts(metrics);
    if (!cards) return null;
    return make('div', null, judge(run), cards, meanLead(metrics), someLeads(run));
  }

  function judge(run) {
    if (!run.oracle) return null;
    return make(
      'p',
      { class: 'muted' },
      `Who leads, and how likely each side is to win, is judged by ${run.oracle}.`,
    );
  }

  // The key of these metrics is the oracle that judged the positions.
  function tensionFacts(metrics) {
    const oracle = metrics.keys('tension')[0];
    const get = (metric) => metrics.get('tension', oracle, metric);
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
      card('Lead changes', 'lead_changes', two, 'How often another side takes the lead, per game.'),
      card(
        'Drama',
        'drama',
        two,
        'How far the eventual winner was behind the leader, on average over the whole game, from 0 to 1.',
      ),
      card(
        'Uncertainty',
        'uncertainty',
        percent,
        '100% if all sides are level until the end, 0% if the winner is certain from the start.',
      ),
      card(
        'Decisiveness',
        'decisiveness',
        percent,
        'Share of the moves made once the winner is clear, with at least a 90% chance.',
      ),
      card(
        'Permanence',
        'permanence',
        two,
        'How much of what a move gains is left after the answer: 1 is all of it, 0 nothing.',
      ),
      card(
        'Comebacks',
        'comeback_rate',
        percent,
        'Games whose winner at some point had less than half an even chance of winning.',
      ),
      card(
        'Calibration',
        'calibration',
        two,
        'How much of a lead shows in the results: 1 is what it promises, 0.5 half of it.',
      ),
    ]);
  }

  const LEVEL = { axis: 'y', value: 0, label: 'level' };
  const TICKS = { callback: (value) => points(value, 0) };

  function meanLead(metrics) {
    return plyCurve(metrics.list('lead', 'winner_lead'), {
      kind: 'lead',
      title: 'Mean lead of the eventual winner',
      column: 'Lead, points',
      yTitle: 'lead, percentage points',
      y: { ticks: TICKS },
      lines: [LEVEL],
      format: signedPoints,
    });
  }

  const GAMES = 4;

  // The lead of the winner in a few games: above the line it leads, below it is behind.
  function someLeads(run) {
    const games = (run.replays || []).filter((game) => game.lead && game.lead.length > 1);
    if (games.length === 0) return null;
    const shown = games.slice(0, GAMES);
    const lines = shown.map((game, i) =>
      Object.assign(groupStyle(i), {
        name: `game ${game.game}`,
        points: game.lead.map((lead, ply) => ({ x: ply + 1, y: lead, value: lead })),
      }),
    );
    const longest = lines.reduce((a, b) => (b.points.length > a.points.length ? b : a));
    const x = plyAxis(longest.points);
    const chart = curves('Lead of the eventual winner in single games, by ply', lines, {
      xTitle: x.type === 'logarithmic' ? 'ply (logarithmic scale)' : 'ply',
      yTitle: 'lead, percentage points',
      x,
      y: { suggestedMin: -0.5, suggestedMax: 0.5, ticks: TICKS },
      lines: [LEVEL],
      format: signedPoints,
      formatX: (item) => `ply ${count(item.parsed.x)}`,
    });
    return make(
      'div',
      null,
      make('h4', null, 'Who leads in single games'),
      figure('lead-games', chart, gameTable(shown)),
    );
  }

  function gameTable(games) {
    return numbers(
      'Lead of the eventual winner in single games',
      [WORD('Game'), NUMBER('Plies behind'), NUMBER('By up to')],
      games.map((game) => [
        game.label,
        count(game.lead.filter((lead) => lead < 0).length),
        points(Math.max(0, -Math.min(...game.lead))) + ' points',
      ]),
    );
  }

  Report.tension = tension;
})(window.Report);
