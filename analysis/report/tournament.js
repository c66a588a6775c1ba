// A tournament: ratings, the advantage of each seat, and the crosstable.
(function (Report) {
  'use strict';

  const { known, count, percent, signed, interval, plural } = Report.text;
  const { NUMBER, WORD, make, name, table, numbers, figure } = Report.dom;
  const { dots } = Report.charts;
  const { range } = Report.axes;

  function tournament(run) {
    const data = run.tournament;
    if (!data || !data.ratings || data.ratings.length === 0) return null;
    return make('div', null, ratings(data), seatAdvantage(data), crossTable(data));
  }

  function ratings(data) {
    const elo = (value) => signed(value, 0);
    const rows = data.ratings.map(([bot, value, low, high]) => ({
      name: bot,
      colour: '--accent',
      value,
      low,
      high,
    }));
    const span = range(
      rows.flatMap((row) => [row.value, row.low, row.high]),
      100,
    );
    const chart = dots('Rating of each bot with its 95% interval', rows, {
      title: 'rating in Elo',
      format: elo,
      ticks: { callback: elo },
      range: span,
      lines: [{ axis: 'x', value: 0, label: '' }],
    });
    const titles = ['Games', 'Won', 'Lost', 'Drawn', 'Truncated', 'Forfeits', 'Walkovers'];
    const used = titles.map((_, i) => i < 4 || data.ratings.some((row) => row[5 + i] > 0));
    const keep = (_, i) => used[i];
    return make(
      'div',
      null,
      figure(
        'ratings',
        chart,
        numbers(
          'Ratings in Elo',
          [WORD('Bot'), NUMBER('Rating'), NUMBER('95% interval'), NUMBER('Score')],
          data.ratings.map(([bot, value, low, high, score]) => [
            bot,
            elo(value),
            interval(low, high, elo),
            percent(score),
          ]),
        ),
      ),
      numbers(
        'Games of each bot',
        [WORD('Bot'), ...titles.filter(keep).map(NUMBER)],
        data.ratings.map((row) => [row[0], ...row.slice(5, 12).filter(keep).map(count)]),
      ),
    );
  }

  function seatAdvantage(data) {
    if (!data.seats || data.seats.length === 0) return null;
    const elo = (value) => signed(value, 0);
    return make(
      'div',
      null,
      make('h4', null, 'Advantage of each seat'),
      table(
        'Advantage of each seat in Elo',
        [WORD('Seat'), NUMBER('Advantage'), NUMBER('95% interval')],
        data.seats.map(([seat, value, low, high]) => [
          `seat ${seat}`,
          elo(value),
          interval(low, high, elo),
        ]),
      ),
    );
  }

  function crossTable(data) {
    const bots = data.ratings.map((row) => row[0]);
    const found = new Map(
      (data.cross || []).map(([bot, other, score, games]) => [
        JSON.stringify([bot, other]),
        { score, games },
      ]),
    );
    if (found.size === 0) return null;
    const rows = bots.map((bot, i) => [
      make('span', null, `${i + 1} `, name(bot)),
      ...bots.map((other) =>
        crossCell(bot === other ? null : found.get(JSON.stringify([bot, other]))),
      ),
    ]);
    const columns = [WORD('Bot'), ...bots.map((_, i) => NUMBER(String(i + 1)))];
    return make(
      'div',
      { class: 'cross' },
      make('h4', null, 'Crosstable'),
      table("Score of the bot in the row against the bot in the column", columns, rows),
    );
  }

  function crossCell(result) {
    if (!result || !known(result.score)) return make('span', { class: 'muted' }, '–');
    const node = make(
      'span',
      {
        class: `tint ${result.score >= 0.5 ? 'above' : 'below'}`,
        title: plural(result.games, 'game'),
      },
      percent(result.score),
    );
    node.style.setProperty(
      '--strength',
      `${Math.round(70 * Math.abs(result.score - 0.5) * 2)}%`,
    );
    return node;
  }

  Report.tournament = tournament;
})(window.Report);
