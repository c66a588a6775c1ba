/* What a ladder shows, in sentences. */
#include "analysis/experiments/ladder_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/shown.h"
#include <math.h>
#include <string.h>

/* "rounds=20": the bot of a level. */
static Phrase level_name(const Ladder *l, const Level *level) {
  return ladder_level_name(l, (int)(level - l->level));
}

/* Whether a run against the level below repeats its games. */
static bool repeats_against(const Ladder *l) {
  for (int i = 1; i < l->levels; i++)
    if (l->level[i].against.repetition.repetitive)
      return true;
  return false;
}

/* The gain if the bot had lost all truncated games, which have no points, or
 * won them. */
static Estimate gain_with_truncated(const Ladder *l, bool won) {
  Ladder all = *l;
  for (int i = 1; i < l->levels; i++) {
    Level *level = &all.level[i];
    double games = (double)level->against.games;
    double none = games - (double)level->score.n;
    double points =
        level->score.value * (double)level->score.n + (won ? none : 0);
    if (level->score.n == 0 || none <= 0)
      continue;
    level->score.value = points / games;
    level->score.n = level->against.games;
    level->score_variance = level->score.value * (1 - level->score.value);
  }
  return ladder_gain(&all);
}

/* The share of the games against the level below that were truncated. */
static double truncated_share(const Ladder *l) {
  double games = 0, scored = 0;
  for (int i = 1; i < l->levels; i++) {
    if (!ladder_doubles(l, i))
      continue;
    games += (double)l->level[i].against.games;
    scored += (double)l->level[i].score.n;
  }
  return games > 0 ? 1 - scored / games : 0;
}

static void say_gain(const Ladder *l, Sentences *to) {
  Estimate gain = ladder_gain(l);
  double equal = 1.0 / l->sides, truncated = truncated_share(l);
  if (gain.n == 0 || repeats_against(l))
    return;
  bool stronger = gain.low > equal, weaker = gain.high < equal;
  bool many = truncated > UNDECIDED_LARGE;
  sentences_add(
      to,
      "With %s doubled, the bot scores %s of the points on average, "
      "where equals "
      "would score %s: %s.%s%s%s",
      l->option, shown_percent_estimate(gain).text, shown_percent(equal).text,
      stronger && gain_with_truncated(l, false).low > equal
          ? "it makes the bot stronger"
      : weaker && gain_with_truncated(l, true).high < equal
          ? "it makes the bot weaker"
      : stronger || weaker ? "the truncated games could make up for that"
                           : "these games do not show that it helps",
      many ? " " : "", many ? shown_percent(truncated).text : "",
      many ? " of these games were truncated." : "");
}

static const char *side_word(const Ladder *l) {
  return l->seats == l->sides ? "seat" : "team";
}

/* The seat whose win rate differs most between the first level and the top;
 * with two sides, seat 1, which readers know best. */
static int most_changed_seat(const Ladder *l, int top) {
  int most = 0;
  double largest = -1;
  for (int seat = 0; l->sides > 2 && seat < l->seats; seat++) {
    double change = fabs(l->level[top].equals.seat[seat].value -
                         l->level[0].equals.seat[seat].value);
    if (change > largest + 1e-9) { /* of equal changes, the first */
      largest = change;
      most = seat;
    }
  }
  return most;
}

static bool many_undecided(const Level *level) {
  return level->equals.ends.undecided.value > UNDECIDED_LARGE;
}

/* Whether the games show that some side wins more often than another. All
 * levels are one family of tests; with more than two sides the pair that is
 * named must differ as well. */
static bool is_unfair(const Level *level) {
  return level->equals.games && level->p_holm < 0.05 && level->differ;
}

/* Whether the games show that one of two sides has the advantage between weak
 * players and the other one between strong players. Balance looks away from
 * who is ahead, so it may well be the same. */
static bool advantage_turns(const Ladder *l, const Level *weak,
                            const Level *strong) {
  return l->sides == 2 && is_unfair(weak) && is_unfair(strong) &&
         strcmp(weak->ahead, strong->ahead) != 0;
}

/* Equal rates of few wins say little, and few wins little of strength. */
static void say_drawn(const Ladder *l, Sentences *to) {
  int top = ladder_top(l);
  const Level *weak = &l->level[0], *strong = &l->level[top < 0 ? 0 : top];
  double first = weak->equals.ends.draws.value;
  double last = strong->equals.ends.draws.value;
  if (top >= 1 && (first >= DRAWN_LARGE || last >= DRAWN_LARGE))
    sentences_add(to,
                  "Between equals %s of games are drawn at %s and %s at %s: "
                  "what is said about fairness rests on few games.",
                  shown_percent(first).text, level_name(l, weak).text,
                  shown_percent(last).text, level_name(l, strong).text);
}

static void say_change(const Ladder *l, Sentences *to) {
  static const char *const WORDS[] = {
      [CHANGE_NOT_SHOWN] = "these games do not show that it changes",
      [CHANGE_FAIRER] = "the game is fairer at the last of these",
      [CHANGE_LESS_FAIR] = "the game is less fair at the last of these"};
  int top = ladder_top(l);
  const Level *weak = &l->level[0], *strong = &l->level[top < 0 ? 0 : top];
  if (top < 1 || weak->equals.decided == 0 || strong->equals.decided == 0)
    return;
  int seat = most_changed_seat(l, top);
  bool many = many_undecided(weak) || many_undecided(strong);
  sentences_add(
      to,
      "Between equals the balance is %s at %s and %s at %s (seat %d wins %s "
      "and %s of all games): %s.",
      shown_percent(weak->equals.balance.value).text, level_name(l, weak).text,
      shown_percent(strong->equals.balance.value).text,
      level_name(l, strong).text, seat + 1,
      shown_percent(weak->equals.seat[seat].value).text,
      shown_percent(strong->equals.seat[seat].value).text,
      many ? "too many games have no result to say whether it changes"
           : WORDS[ladder_change(l)]);
  if (!many && advantage_turns(l, weak, strong))
    sentences_add(to,
                  "The advantage is that of %s %s at %s and of %s %s at %s.",
                  side_word(l), weak->ahead, level_name(l, weak).text,
                  side_word(l), strong->ahead, level_name(l, strong).text);
}

/* Balance is about the games with a result, so it says nothing about a level
 * on which many have none. */
static void say_undecided(const Ladder *l, Sentences *to) {
  int most = -1, levels = 0;
  for (int i = 0; i < l->levels; i++) {
    const Level *level = &l->level[i];
    if (!level->equals.games || !many_undecided(level))
      continue;
    levels++;
    if (most < 0 || level->equals.ends.undecided.value >
                        l->level[most].equals.ends.undecided.value)
      most = i;
  }
  if (levels)
    sentences_add(
        to,
        "On %d level%s more than %s of the games between equals have "
        "no result, most at %s with %s: the balance there is "
        "that of the others.",
        levels, levels == 1 ? "" : "s", shown_percent(UNDECIDED_LARGE).text,
        level_name(l, &l->level[most]).text,
        shown_percent(l->level[most].equals.ends.undecided.value).text);
}

/* A bot that exceeds its budget forfeits, which says nothing about its
 * strength. */
static void say_forfeits(const Ladder *l, Sentences *to) {
  for (int i = 0; i < l->levels; i++)
    if (l->level[i].equals.games &&
        l->level[i].equals.ends.forfeits.value > 0) {
      sentences_add(to,
                    "At %s %s of the games between equals were forfeited; if "
                    "the bot exceeds its budget, raise it with --budget N.",
                    level_name(l, &l->level[i]).text,
                    shown_percent(l->level[i].equals.ends.forfeits.value).text);
      return;
    }
}

/* At most this many levels are named. */
enum { UNFAIR_NAMED = 6 };

static void say_unfair(const Ladder *l, Sentences *to) {
  const char *side = side_word(l);
  int tests = 0, unfair = 0;
  for (int i = 0; i < l->levels; i++)
    tests += l->level[i].equals.games && !isnan(l->level[i].p);
  for (int i = 0; i < l->levels; i++) {
    const Level *level = &l->level[i];
    if (!is_unfair(level) || unfair++ >= UNFAIR_NAMED)
      continue;
    sentences_add(to,
                  "At %s %s %s has an advantage: of the %s decided games it "
                  "wins %s, %s %s %s (%s%s).",
                  level_name(l, level).text, side, level->ahead,
                  shown_count(level->equals.decided).text,
                  shown_percent(level->ahead_rate).text, side, level->behind,
                  shown_percent(level->behind_rate).text,
                  shown_p(level->p_holm).text,
                  tests > 1 ? ", adjusted for all levels" : "");
  }
  if (unfair > UNFAIR_NAMED)
    sentences_add(to, "So does a %s on %d more level%s.", side,
                  unfair - UNFAIR_NAMED, unfair - UNFAIR_NAMED == 1 ? "" : "s");
}

static void say_repetitions(const Ladder *l, Sentences *to) {
  Repetitions all = {0};
  for (int i = 0; i < ladder_runs(l); i++) {
    const Level *level = &l->level[ladder_run_level(i)];
    repetitions_add(&all,
                    ladder_run_is_against(i) ? level->against.repetition
                                             : level->equals.repetition,
                    ladder_run_name(l, i).text);
  }
  repetitions_say(&all, false, to);
}

void ladder_verdict(const Ladder *l, Sentences *to) {
  say_repetitions(l, to);
  int repeats = to->count;
  say_drawn(l, to);
  say_gain(l, to);
  say_change(l, to);
  if (to->count == repeats)
    sentences_add(to, l->level[0].equals.games
                          ? "Too few games have been played to tell."
                          : "No game has been played yet.");
  to->conclusion = to->count;
  say_undecided(l, to);
  say_forfeits(l, to);
  say_unfair(l, to);
  verdict_raised("Runs of this ladder were", l->raised, "", to);
}
