// Balance between the sides: one statement, which games it is about, and the numbers behind a
// fold.
import {
  count,
  fixed,
  percent,
  percentInterval,
  plural,
  signed,
  signedPoints,
  interval,
  pValue,
  sentence,
} from './text.js';
import { facts, make, name } from './dom.js';
import { liveSides } from './metrics.js';

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

function deadNote(run) {
  const live = liveSides(run);
  const dead = run.sides.filter((side) => !live.includes(side));
  if (dead.length === 0 || run.balance.decided === 0) return null;
  const many = dead.length > 1;
  return make(
    'p',
    { class: 'muted' },
    `Without ${word(run)}${many ? 's' : ''} ${dead.join(', ')}, which never moved.`,
  );
}

function confoundedNote(run) {
  if (!run.balance.confounded) return null;
  return make(
    'p',
    { class: 'muted' },
    `The ${word(run)}s have different bots: a difference may be due to the bots.`,
  );
}

function advantageTitle(run) {
  const first = liveSides(run)[0];
  return first === '1' && !run.balance.confounded
    ? 'First-player advantage'
    : `Advantage of ${word(run)} ${first}`;
}

// "sign test" as the beginning of a sentence.
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function cards(run, metrics) {
  const get = (metric) => {
    const found = metrics.get('run', '', metric);
    return found && found.value !== null ? found : null;
  };
  // Different bots change seats: the advantage is that of equals.
  const rated = !get('balance');
  const card = (title, metric, format, bounds, meaning) =>
    get(metric) && {
      title,
      value: format(get(metric).value),
      interval: bounds(get(metric).low, get(metric).high),
      meaning,
    };
  const elo = (value) => signed(value, 0);
  const plain = (value) => fixed(value, 3);
  // The other tests do not use it, and it need not agree with their p.
  const chiSquare = /chi-square|Cochran/.test(run.balance.test) && get('chi_square');
  return facts([
    card(
      advantageTitle(run),
      'first_player_advantage',
      (value) => `${signedPoints(value)} points`,
      (low, high) => interval(low, high, signedPoints),
      `Win rate of ${word(run)} ${liveSides(run)[0]} minus the mean of the others, ` +
        `in percentage points${rated ? ', between equally strong bots' : ''}. 0 is fair.`,
    ),
    card(
      'Advantage in Elo',
      'first_player_elo',
      elo,
      (low, high) => interval(low, high, elo),
      'The rating difference that helps a player as much' +
        `${rated ? ', adjusted for the strength of the bots. 0 is fair' : ''}.`,
    ),
    card(
      'Balance',
      'balance',
      percent,
      percentInterval,
      '100% minus the largest difference between the win rates of two sides. 100% is fair.',
    ),
    card(
      `Equal ${word(run)}s`,
      'p_value',
      pValue,
      () => (chiSquare ? `χ² = ${fixed(chiSquare.value, 2)}` : ''),
      `${capital(run.balance.test)}: p is the probability of differences at least as large ` +
        `if all ${word(run)}s won equally often.`,
    ),
    card(
      'Entropy',
      'entropy',
      plain,
      (low, high) => interval(low, high, plain),
      'Of the points, which those who draw or win together share: from 0 (one side has all) ' +
        'to 1 (all sides have equally many).',
    ),
  ]);
}

// The numbers behind the statement, for those who want them; page.js opens them for printing.
function behind(shown) {
  return (
    shown &&
    make('details', { class: 'behind' }, make('summary', null, 'The numbers behind it'), shown)
  );
}

function balance(run, metrics) {
  const statement = run.balance.statement.map((text) =>
    make('p', { class: 'statement' }, name(sentence(text))),
  );
  const shown = cards(run, metrics);
  const undecided = undecidedNote(run);
  if (!shown && !undecided && statement.length === 0) return null;
  return make(
    'div',
    null,
    statement,
    undecided,
    deadNote(run),
    confoundedNote(run),
    behind(shown),
  );
}

export { balance };
