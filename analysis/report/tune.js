// A tuning: the distance of each candidate from the goals.
(function (Report) {
  'use strict';

  const { known, count, fixed, percent, points, percentInterval, interval } = Report.text;
  const { NUMBER, WORD, make, table, figure } = Report.dom;
  const { bars, scatter } = Report.charts;
  const { POINT_TICKS, integerTicks } = Report.axes;

  // Formats the values of a goal: percentages for rates, plain numbers for means.
  function formatter(goal) {
    return goal.rate ? percent : (value) => fixed(value, 1);
  }

  // Distances of rates are in percentage points.
  function distanceFormatter(goal) {
    return goal.rate ? (value) => `${points(value)} points` : formatter(goal);
  }

  // "50.0%", or "35.0 to 45.0" for a range.
  function goalText(goal) {
    const format = formatter(goal);
    return goal.min === goal.max
      ? format(goal.min)
      : `${format(goal.min)} to ${format(goal.max)}`;
  }

  function distanceTitle(goal) {
    const unit = goal.rate ? ', in points' : '';
    return `${goal.name}: distance from ${goalText(goal)}${unit}`;
  }

  // The table of candidates, with the columns of some of the goals.
  function candidates(tune, goals) {
    const columns = [
      ...tune.axes.map(WORD),
      ...goals.flatMap((goal) => [NUMBER(goal.name), NUMBER('95% interval'), NUMBER('Distance')]),
      NUMBER('Games'),
      NUMBER('No result'),
      WORD('Status'),
    ];
    return table(
      'Candidates and their distances from the goals',
      columns,
      tune.rows.map((row) => [
        ...row.values,
        ...goals.flatMap((goal) => goalCells(goal, row.goals[tune.goals.indexOf(goal)])),
        count(row.games),
        percent(row.undecided_rate),
        statusOf(row),
      ]),
    );
  }

  // Whether games say anything about a goal: [value, low, high, distance].
  function isMeasured(cell) {
    return Boolean(cell) && known(cell[0]);
  }

  function goalCells(goal, cell) {
    if (!isMeasured(cell)) return ['–', '', '–'];
    const format = formatter(goal);
    return [
      format(cell[0]),
      format === percent ? percentInterval(cell[1], cell[2]) : interval(cell[1], cell[2], format),
      distanceFormatter(goal)(cell[3]),
    ];
  }

  function statusOf(row) {
    if (row.front) return make('strong', null, 'Pareto front');
    return row.dropped ? `dropped after round ${row.dropped}` : 'not dropped';
  }

  function front(tune) {
    const [a, b] = tune.goals;
    const reached = (row) =>
      tune.goals.map((goal, i) => `${goal.name} ${formatter(goal)(row.goals[i][0])}`);
    const point = (row) => ({
      x: row.goals[0][3],
      y: row.goals[1][3],
      text: `${row.run}: ${reached(row).join(', ')}`,
    });
    const played = tune.rows.filter((row) => row.goals.every(isMeasured));
    const pick = (test) =>
      played
        .filter(test)
        .map(point)
        .sort((p, q) => p.x - q.x || p.y - q.y);
    const groups = [
      {
        name: 'Pareto front',
        colour: '--group-1',
        style: 'circle',
        joined: true,
        points: pick((row) => row.front),
      },
      {
        name: 'not dropped',
        colour: '--group-2',
        style: 'rect',
        hollow: true,
        points: pick((row) => !row.front && !row.dropped),
      },
      {
        name: 'dropped',
        colour: '--muted',
        style: 'crossRot',
        points: pick((row) => !row.front && row.dropped),
      },
    ].filter((group) => group.points.length);
    const ticks = (goal) => (goal.rate ? POINT_TICKS : integerTicks);
    const chart = () =>
      scatter(`Distance from ${a.name} against distance from ${b.name}`, groups, {
        xTitle: distanceTitle(a),
        yTitle: distanceTitle(b),
        xTicks: ticks(a),
        yTicks: ticks(b),
      });
    return figure(
      'tune',
      groups.length ? chart() : null,
      make(
        'p',
        { class: 'muted' },
        'On the Pareto front are the candidates to which no other is nearer in both goals.',
      ),
      candidates(tune, tune.goals),
    );
  }

  function distances(tune, i) {
    const goal = tune.goals[i];
    const rows = tune.rows
      .filter((row) => isMeasured(row.goals[i]))
      .map((row) => ({
        name: row.values.join(', '),
        run: row.run,
        value: row.goals[i][3],
        colour: row.front || !row.dropped ? '--group-1' : '--muted',
      }));
    return figure(
      'tune',
      bars(`Distance from the goal ${goal.name}`, rows, {
        xTitle: tune.axes.join(', '),
        yTitle: distanceTitle(goal),
        ticks: goal.rate ? POINT_TICKS : integerTicks,
        format: distanceFormatter(goal),
        formatX: (row) => row.run,
      }),
      candidates(tune, [goal]),
    );
  }

  function sections(tune) {
    const made = () =>
      tune.goals.length === 2
        ? front(tune)
        : make(
            'div',
            null,
            tune.goals.map((_, i) => distances(tune, i)),
          );
    return [{ id: 'goals', title: 'Distance from the goals', make: made }];
  }

  Report.tune = sections;
  Report.goalText = goalText;
})(window.Report);
