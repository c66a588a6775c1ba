// A run: its sections in their order, and its line in the table that compares runs.
(function (Report) {
  'use strict';

  const { count, fixed, percent, percentInterval, plural } = Report.text;
  const { NUMBER, make } = Report.dom;
  const { winning, balance, convergence } = Report.outcome;
  const { choice, board, tension } = Report.play;
  const { Figures } = Report.figures;

  function replays(run) {
    const there = (run.replays || []).filter(
      (replay) => replay.frames && replay.frames.length > 0,
    );
    return there.length
      ? Report.replay.replay(Object.assign({}, run, { replays: there }))
      : null;
  }

  const SECTIONS = [
    ['tournament', 'How strong each bot is', Report.tournament],
    ['winning', 'How often each seat wins', winning],
    ['balance', 'How balanced it is', balance],
    ['lengths', 'How long games last', Report.lengths],
    ['choice', 'How much there is to choose', choice],
    ['board', 'Where on the board', board],
    ['openings', 'How games begin', Report.openings],
    ['tension', 'How tense it is', tension],
    ['replays', 'Games to look at', replays],
    ['convergence', 'Whether these are enough games', convergence],
  ];

  const FROM_SAMPLE = new Set(['choice', 'board', 'openings', 'tension']);

  function sampleNote(run, id) {
    if (!FROM_SAMPLE.has(id) || !run.sample || run.sample.games >= run.games) return null;
    const again = run.sample.source === 'replayed' ? ', replayed for it' : '';
    return make(
      'p',
      { class: 'muted' },
      `From ${plural(run.sample.games, 'game')} of ${count(run.games)}${again}.`,
    );
  }

  // [{ id, title, make() }]
  function sections(run) {
    const figures = new Figures(run.metrics);
    return SECTIONS.map(([id, title, build]) => ({
      id,
      title,
      make() {
        const node = build(run, figures);
        return node && make('div', null, sampleNote(run, id), node);
      },
    }));
  }

  // One line of the table that compares runs.
  function overview(run) {
    const figures = new Figures(run.metrics);
    const value = (metric) => figures.value('run', '', metric);
    const seat = figures.get('seat', '1', 'win_rate');
    return [
      percent(seat && seat.value),
      seat ? percentInterval(seat.low, seat.high) : '',
      percent(value('draw_rate')),
      percent(value('truncated_rate')),
      fixed(value('plies_mean'), 1),
      percent(value('balance')),
      count(run.games),
    ];
  }

  const OVERVIEW = ['Seat 1 wins', '95%', 'Drawn', 'Cut off', 'Plies', 'Balance', 'Games'].map(
    NUMBER,
  );

  Report.run = { sections, overview, OVERVIEW };
})(window.Report);
