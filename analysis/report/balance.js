// Balance between the sides: one statement, unless the head has it, which games it is about, and
// the numbers.
import { capital, count, percent, plural, sentence } from './text.js';
import { facts, make, muted, name } from './dom.js';

const word = (run) => (run.sides.length === run.seats ? 'seat' : 'team');

function undecidedNote(run) {
  const { decided, undecided_rate: rate, many_undecided: many } = run.balance;
  if (decided === run.games) return null;
  const meaning = many
    ? ' Nobody knows who would have won those, so nothing here shows that the game is fair.'
    : '';
  return make(
    'p',
    { class: many ? 'note' : 'muted' },
    `Over the ${plural(decided, 'game')} with a result, of ${count(run.games)}. ` +
      `${percent(rate)} were truncated or forfeited.${meaning}`,
  );
}

function cards(run, metrics) {
  const [first] = run.balance.live;
  const sides = `${word(run)}s`;
  // Different bots change seats: the advantage is that of equals.
  const rated = !metrics.get('run', '', 'balance');
  const shown = metrics.cards('run', '', [
    [
      first === '1' && !run.balance.confounded
        ? 'First-player advantage'
        : `Advantage of ${word(run)} ${first}`,
      'first_player_advantage',
      `Win rate of ${word(run)} ${first} minus the mean of the others, ` +
        `in percentage points${rated ? ', between equally strong bots' : ''}. 0 is fair.`,
    ],
    [
      'Advantage in Elo',
      'first_player_elo',
      'The rating difference that helps a player as much' +
        `${rated ? ', adjusted for the strength of the bots. 0 is fair' : ''}.`,
    ],
    [
      'Balance',
      'balance',
      '100% minus the largest difference between the win rates of two sides. 100% is fair.',
    ],
    [
      `Equal ${sides}: p`,
      'p_value',
      `${capital(run.balance.test)}: p is the probability of differences at least as large ` +
        `if all ${sides} won equally often.`,
    ],
    [
      'Entropy',
      'entropy',
      'Of the points, which those who draw or win together share: from 0 (one side has all) ' +
        'to 1 (all sides have the same number).',
    ],
  ]);
  // The other tests do not use it, and it need not agree with their p.
  if (shown[3] && /chi-square|Cochran/.test(run.balance.test))
    shown[3].interval = `χ² = ${metrics.text('run', '', 'chi_square')}`;
  return facts(shown);
}

function balance(run, metrics) {
  const said = [...run.head.conclusion, ...run.head.findings];
  const statement = run.balance.statement
    .filter((text) => !said.includes(text))
    .map((text) => make('p', { class: 'statement' }, name(sentence(text))));
  const shown = cards(run, metrics);
  const undecided = undecidedNote(run);
  if (!shown && !undecided && statement.length === 0) return null;
  const confounded =
    run.balance.confounded &&
    `The ${word(run)}s have different bots: a difference may be due to the bots.`;
  return [statement, undecided, muted(confounded), shown];
}

export { balance };
