// The page itself: reads the data, puts entries under their headings, and keeps charts in
// step with theme and printer.
(function (Report) {
  'use strict';

  const { count, plural } = Report.text;
  const { WORD, make, name, table } = Report.dom;

  const SECTIONS = {
    run: Report.run.sections,
    sweep: Report.sweep,
    ladder: Report.ladder,
    tune: Report.tune,
  };

  // "random in every seat", "walls.lua, runner.lua", or that they took turns.
  function playersOf(run) {
    const bots = [...new Set(run.bots)];
    const list = bots.flatMap((bot, i) => [i ? ', ' : '', name(bot)]);
    if (run.seating === 'every')
      return [`${plural(bots.length, 'bot')}, each against each in every seat: `, ...list];
    if (bots.length === 1) return [name(bots[0]), run.seats > 1 ? ' in every seat' : ''];
    if (run.seating === 'rotated') return [...list, ', each in every seat equally often'];
    return run.bots.flatMap((bot, i) => [i ? ', ' : '', name(bot), ` in seat ${i + 1}`]);
  }

  function gamesOf(run) {
    const played = plural(run.games, 'game');
    return run.complete === false ? `${played} of ${count(run.planned)} so far` : played;
  }

  const HEADING = {
    run: (run) => ({
      title: run.title || run.game,
      spec: run.full,
      line: [...playersOf(run), ` · ${gamesOf(run)} · seed ${run.seed}`],
    }),
    sweep: (sweep) => ({
      title: `${sweep.game}: ${sweep.axes.join(' and ')} varied`,
      line: [plural(sweep.rows.length, 'run')],
    }),
    ladder: (ladder) => ({
      title: `${ladder.game}: a ladder of ${ladder.option}`,
      line: [name(ladder.bot), ` at ${plural(ladder.levels.length, 'level')}`],
    }),
    tune: (tune) => ({
      title: `${tune.game}: tuned by ${tune.axes.join(' and ')}`,
      line: [
        'Goals: ',
        tune.goals.map((goal) => `${goal.name} ${Report.wantedGoal(goal)}`).join(', '),
      ],
    }),
  };

  function entryHeader(entry, level) {
    const heading = HEADING[entry.kind](entry);
    const sentences = (entry.sentences || []).map((sentence, i) =>
      make('p', { class: i === 0 ? 'verdict first' : 'verdict' }, name(sentence)),
    );
    const notes = (entry.notes || []).map((note) =>
      make('p', { class: 'note', role: 'note' }, make('strong', null, 'Note '), name(note)),
    );
    return make(
      'header',
      { class: 'entry-head' },
      make('p', { class: 'folder' }, name(entry.name)),
      make(`h${level}`, null, name(heading.title)),
      make('p', { class: 'played' }, heading.line),
      heading.spec ? make('p', { class: 'spec' }, name(heading.spec)) : null,
      sentences,
      notes,
    );
  }

  // A section that fails says so in its place; the others still stand.
  function buildSection(section, id, level) {
    let content = null;
    try {
      content = section.make();
    } catch (error) {
      console.error(`${section.id}: ${error.stack || error}`);
      content = make('p', { class: 'note' }, 'This part could not be drawn.');
    }
    if (!content) return null;
    const heading = `${id}-${section.id}`;
    return make(
      'section',
      { 'aria-labelledby': heading },
      make(`h${level}`, { id: heading }, section.title),
      content,
    );
  }

  function buildEntry(entry, i, level) {
    const id = `entry-${i + 1}`;
    if (!SECTIONS[entry.kind])
      return make(
        'article',
        { id },
        make(
          'p',
          { class: 'note' },
          'This report does not know the kind ',
          name(entry.kind),
          '.',
        ),
      );
    const sections = SECTIONS[entry.kind](entry)
      .map((section) => buildSection(section, id, level + 1))
      .filter(Boolean);
    const links = sections
      .map((section) => section.firstChild)
      .map((heading) =>
        make('li', null, make('a', { href: `#${heading.id}` }, heading.textContent)),
      );
    return make(
      'article',
      { id, 'data-kind': entry.kind },
      entryHeader(entry, level),
      links.length > 1
        ? make('nav', { class: 'jump', 'aria-label': 'Sections' }, make('ul', null, links))
        : null,
      sections.length
        ? sections
        : make('p', { class: 'muted' }, 'No games have been played yet.'),
    );
  }

  function link(entry, i) {
    return make('a', { href: `#entry-${i + 1}` }, name(entry.name));
  }

  function contents(entries) {
    return make(
      'nav',
      { class: 'contents', 'aria-labelledby': 'contents' },
      make('h2', { id: 'contents' }, 'Contents'),
      make(
        'ol',
        null,
        entries.map((entry, i) =>
          make(
            'li',
            null,
            link(entry, i),
            make(
              'span',
              { class: 'muted' },
              ' ',
              name(HEADING[entry.kind] ? HEADING[entry.kind](entry).title : entry.kind),
            ),
          ),
        ),
      ),
    );
  }

  function overview(entries) {
    const runs = entries
      .map((entry, i) => ({ entry, i }))
      .filter(({ entry }) => entry.kind === 'run');
    if (runs.length < 2) return null;
    const columns = [WORD('Run'), WORD('Game'), WORD('Bots'), ...Report.run.OVERVIEW];
    return make(
      'section',
      { class: 'overview', 'aria-labelledby': 'overview' },
      make('h2', { id: 'overview' }, 'The runs side by side'),
      table(
        'Figures of each run',
        columns,
        runs.map(({ entry, i }) => [
          link(entry, i),
          entry.game,
          [...new Set(entry.bots)].join(', '),
          ...Report.run.overview(entry),
        ]),
      ),
    );
  }

  function build(data) {
    const entries = data.entries || [];
    const several = entries.length > 1;
    const top = several
      ? [make('h1', null, name(data.title)), contents(entries), overview(entries)]
      : [];
    document.title = `${data.title} – boardlab report`;
    return make(
      'main',
      null,
      top,
      entries.map((entry, i) => buildEntry(entry, i, several ? 2 : 1)),
      footer(data),
    );
  }

  function footer(data) {
    return make(
      'footer',
      null,
      make(
        'p',
        null,
        `Made by boardlab ${data.boardlab}. ` +
          'Intervals are 95%: of a hundred such, about five miss the true value, unless a note says otherwise. ' +
          'Rates are over all games, so wins, draws, games cut off and forfeits never mix. ' +
          'A ply is one move of one seat.',
      ),
    );
  }

  // --- Theme and printer

  let opened = [];

  function beforePrint() {
    if (document.documentElement.classList.contains('printing')) return;
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const details of opened) details.open = true;
    // The class brings light colours and the width of paper; charts are drawn anew in both.
    document.documentElement.classList.add('printing');
    Report.replay.toPaper();
    Report.charts.drawAll();
  }

  function afterPrint() {
    if (!document.documentElement.classList.contains('printing')) return;
    for (const details of opened) details.open = false;
    opened = [];
    document.documentElement.classList.remove('printing');
    Report.replay.fromPaper();
    Report.charts.drawAll();
  }

  function listen() {
    window.addEventListener('resize', markScrolling);
    document.addEventListener('toggle', markScrolling, true);
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    window
      .matchMedia('print')
      .addEventListener('change', (event) => (event.matches ? beforePrint() : afterPrint()));
    window
      .matchMedia('(prefers-color-scheme: dark)')
      .addEventListener('change', Report.charts.drawAll);
  }

  // What scrolls must be reached by keyboard; what does not would only be one more stop.
  function markScrolling() {
    for (const node of document.querySelectorAll('.scroll')) {
      const scrolls =
        node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
      if (scrolls) node.setAttribute('tabindex', '0');
      else node.removeAttribute('tabindex');
    }
  }

  function start() {
    const page = document.getElementById('page');
    try {
      page.replaceChildren(build(JSON.parse(document.getElementById('data').textContent)));
      Report.charts.drawAll();
      markScrolling();
      listen();
    } catch (error) {
      console.error(error.stack || error);
      page.append(
        make('p', { class: 'note' }, `This report could not be read: ${error.message}`),
      );
    }
  }

  start();
})(window.Report);
