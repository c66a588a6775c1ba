/* What a comparison shows, in sentences. */
#include "analysis/experiments/compare.h"

#include "analysis/experiments/compare_internal.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_names.h"
#include "analysis/stats/shown.h"
#include <limits.h>
#include <math.h>

static bool is_claimed(const Difference *d) {
  return d->p_holm < 0.05;
}

/* ---- words ---------------------------------------------------------------*/

Phrase compared_metric_title(ComparedMetric metric) {
  if (metric.kind == COMPARE_SEAT)
    return phrase("seat %d wins", metric.which + 1);
  if (metric.kind == COMPARE_OPENING)
    return phrase("first move %s", metric.name);
  if (metric.kind == COMPARE_KIND)
    return phrase("moves: %s", metric.name);
  if (compared_metric_is_moves(metric))
    return phrase("%s", metric.kind == COMPARE_LIKE ? "moves like the bot's"
                                                    : "the same by chance");
  return phrase("%s", metric.kind == COMPARE_GAP && metric.which ? "gap, rated"
                      : metric.kind == COMPARE_GAP               ? "largest gap"
                      : metric.kind == COMPARE_PLIES             ? "plies"
                      : metric.kind == COMPARE_MARGIN            ? "margin"
                      : metric.which == MATCH_DRAW               ? "drawn"
                      : metric.which == MATCH_TRUNCATED          ? "truncated"
                                                                 : "forfeited");
}

Phrase compare_describe(const Comparison *c) {
  static const char *const WHY[] = {
      [GIVEN_GAMES] = "games of people cannot be paired",
      [OTHER_SEED] = "their seeds differ",
      [OTHER_PART] = "they are different parts of a run",
      [OTHER_GAME] = "they are different games",
      [FAR_MORE_GAMES] = "one has far more games"};
  if (c->pairing == PAIRED)
    return phrase("compared game by game, since the seeds are equal: %s each",
                  shown_things(c->games, "game", "games").text);
  return phrase("compared as independent samples, since %s", WHY[c->pairing]);
}

/* ---- numbers -------------------------------------------------------------*/

static Shown shown_in_units(const Difference *d, double number, int decimals) {
  return compared_metric_is_rate(d->metric) ? shown_points_to(number, decimals)
                                            : shown_real(number, decimals);
}

static bool shows_zero(const Difference *d, double number, int decimals) {
  Shown shown = shown_in_units(d, number, decimals);
  return strspn(shown.text, "-0.,") == strlen(shown.text);
}

/* The digits that two values need to look different, and an interval to look
 * as if it excluded 0, if it does. */
static int decimals_for(const Difference *d) {
  enum { MOST = 4 };
  Estimate e = d->difference;
  for (int decimals = 1; decimals < MOST; decimals++) {
    Shown a = shown_in_units(d, d->a, decimals);
    Shown b = shown_in_units(d, d->b, decimals);
    if (strcmp(a.text, b.text) != 0 &&
        (!(e.low * e.high > 0) ||
         (!shows_zero(d, e.low, decimals) && !shows_zero(d, e.high, decimals))))
      return decimals;
  }
  return MOST;
}

/* "46.2% of games against 42.4%, difference 3.7 points (1.8 to 5.6)": B first,
 * or A if a_first, and their difference without its sign. `of` follows the
 * first number. */
static Phrase numbers(const Difference *d, bool a_first, const char *of) {
  bool percent =
      compared_metric_is_rate(d->metric) && d->metric.kind != COMPARE_GAP;
  int decimals = is_claimed(d) ? decimals_for(d) : 1;
  Estimate e = d->difference;
  double sign = e.value < 0 ? -1 : 1;
  double low = sign * e.low, high = sign * e.high;
  Phrase n = phrase("%s%s%s against %s%s, difference %s%s",
                    shown_in_units(d, a_first ? d->a : d->b, decimals).text,
                    percent ? "%" : "", of,
                    shown_in_units(d, a_first ? d->b : d->a, decimals).text,
                    percent ? "%" : "",
                    shown_in_units(d, sign * e.value, decimals).text,
                    compared_metric_is_rate(d->metric) ? " points" : "");
  if (estimate_has_interval(e))
    phrase_add(&n, " (%s to %s)",
               shown_in_units(d, sign < 0 ? high : low, decimals).text,
               shown_in_units(d, sign < 0 ? low : high, decimals).text);
  return n;
}

/* The same where nothing is claimed of either run: says which number is B's. */
static Phrase numbers_of_b(const Comparison *c, const Difference *d,
                           const char *unit) {
  return numbers(d, false, phrase("%s in %.100s", unit, c->b->name).text);
}

/* If the interval excludes 0 and yet nothing is claimed, it is because of the
 * other tests, or because too many games were forfeited. */
static Phrase why_not(const Comparison *c, const Difference *d) {
  if (is_claimed(d) || !(d->difference.low * d->difference.high > 0))
    return d->few ? phrase("; not tested with fewer than %d games each",
                           MEAN_GAMES)
                  : (Phrase){""};
  if (isnan(d->p_holm))
    return phrase("; not tested, since too many games were forfeited");
  return phrase("; %s, adjusted for %d tests%s", shown_p(d->p_holm).text,
                c->tests, compare_raised(c) ? " and the earlier looks" : "");
}

/* ---- fairness ------------------------------------------------------------*/

static void say_undecided(const Comparison *c, Sentences *to) {
  bool a = c->a_undecided > UNDECIDED_LARGE;
  Phrase more = {""};
  if (a && c->b_undecided > UNDECIDED_LARGE)
    more = phrase(" and %s of %.150s", shown_percent(c->b_undecided).text,
                  c->b->name);
  sentences_add(to,
                "Neither can be called fairer: %s of the games of %.*s%s have "
                "no result.",
                shown_percent(a ? c->a_undecided : c->b_undecided).text,
                *more.text ? 150 : 200, a ? c->a->name : c->b->name, more.text);
}

static bool is_unknown(const ComparedRun *r) {
  return seats_are_mixed(&r->run.schedule) && !seats_are_known(&r->seats);
}

/* A bot that wins from every seat says nothing about the seats. */
static bool say_unequal(const Comparison *c, Sentences *to) {
  bool a = is_unknown(c->a), b = is_unknown(c->b);
  Phrase in = a && b ? phrase("both %.150s and %.150s", c->a->name, c->b->name)
                     : phrase("%.200s", a ? c->a->name : c->b->name);
  if (a || b)
    sentences_add(to,
                  "Neither can be called fairer: in %s the results do not tell "
                  "how large the advantage of a seat is.",
                  in.text);
  return a || b;
}

/* Two runs of one game with different bots differ in how it was played. Of runs
 * that differ in both nobody knows which is the reason. Bots are named as far
 * as they fit into a sentence; the runs' own lines name them all. */
static bool say_bots(const Comparison *c, Sentences *to) {
  char a[SENTENCE / 4], b[SENTENCE / 4];
  BotsDiffer differ = bots_differ(&c->a->run, &c->b->run);
  bots_in_words(&c->a->run, a, sizeof a);
  bots_in_words(&c->b->run, b, sizeof b);
  Phrase how =
      differ == BOTS_CHANGED
          ? phrase("both have %s, but a bot's file was changed", a)
          : phrase("%.60s has %s; %.60s has %s", c->a->name, a, c->b->name, b);
  if (differ && compare_same_rules(c))
    sentences_add(to, "The players differ, not the game: %.411s.", how.text);
  else if (differ)
    sentences_add(
        to,
        "The players differ as well as the game (%.411s): which of the two "
        "makes a difference is not known.",
        how.text);
  return differ;
}

/* Bots that search judge positions by the evaluation of the game, if it has
 * one: between two games of which only one has it they play differently, even
 * where the rules are the same. */
static bool say_evaluation(const Comparison *c, Sentences *to) {
  const Schedule *a = &c->a->run.schedule, *b = &c->b->run.schedule;
  if (a->evaluates == b->evaluates ||
      (schedule_is_random(a) && schedule_is_random(b)))
    return false;
  sentences_add(to,
                "The game of %.150s has an evaluation, by which bots judge "
                "positions; that of %.150s has none. The bots may play "
                "differently for that reason: whether it or the rules make a "
                "difference is not known.",
                a->evaluates ? c->a->name : c->b->name,
                a->evaluates ? c->b->name : c->a->name);
  return true;
}

/* What the gap is a difference of. */
static const char *rates_of(const Difference *d) {
  return d->metric.which ? "by the rating model, the scores of equally strong "
                           "bots on its sides"
                         : "its sides' win rates";
}

/* The gap, where it says nothing about the fairness of a game. */
static void say_gap(const Comparison *c, const Difference *d, Sentences *to) {
  bool less_in_a = d->b > d->a;
  if (is_claimed(d))
    sentences_add(to, "In %.200s %s differ less: by %s.",
                  less_in_a ? c->a->name : c->b->name, rates_of(d),
                  numbers(d, less_in_a, " points").text);
  else
    sentences_add(to, "It is not shown in which run %s differ more: by %s%s.",
                  rates_of(d), numbers_of_b(c, d, " points").text,
                  why_not(c, d).text);
}

static void say_fairness(const Comparison *c, bool same_bots, Sentences *to) {
  const Difference *d = compare_fairness(c);
  bool a_is_fairer = d->b > d->a;
  char bots[SENTENCE / 2];
  if (compare_undecided(c)) {
    say_undecided(c, to);
    return;
  }
  if (say_unequal(c, to) || isnan(d->p))
    return; /* said, or fewer than two sides */
  bool confounded = balance_is_confounded(&c->a->run.schedule);
  bots_in_words(&c->a->run, bots, sizeof bots);
  /* A bot that keeps its seat may win because of it, or because it is strong.
   */
  if (same_bots && confounded)
    sentences_add(to,
                  "Neither can be called fairer: the seats have different bots "
                  "(%s); --rotate would tell seats and bots apart.",
                  bots);
  if (!same_bots || confounded) {
    say_gap(c, d, to);
    return;
  }
  if (is_claimed(d))
    sentences_add(to, "%.200s is fairer: %s differ by %s.",
                  a_is_fairer ? c->a->name : c->b->name, rates_of(d),
                  numbers(d, a_is_fairer, " points").text);
  else
    sentences_add(to, "Neither is shown to be fairer: %s differ by %s%s.",
                  d->metric.which ? "by the rating model, the scores of "
                                    "equally strong bots on the sides"
                                  : "their sides' win rates",
                  numbers_of_b(c, d, " points").text, why_not(c, d).text);
}

static const Difference *claimed_seat(const Comparison *c, int seat) {
  const Difference *d = compare_find(c, (ComparedMetric){COMPARE_SEAT, seat});
  return d && is_claimed(d) ? d : NULL;
}

/* With two sides, what one wins the other loses, except for draws. Where
 * different bots change seats, how often a seat wins is no fact about it. */
static void say_seats(const Comparison *c, Sentences *to) {
  enum { MOST = 3 };
  if (seats_are_mixed(&c->a->run.schedule) ||
      seats_are_mixed(&c->b->run.schedule))
    return;
  bool two = c->a->run.schedule.sides == 2 && c->b->run.schedule.sides == 2;
  int claims = 0;
  for (int seat = 0; seat < SEATS_MAX; seat++)
    claims += claimed_seat(c, seat) != NULL;
  if (claims > MOST && !two) {
    sentences_add(to,
                  "%d seats win more or less often in %.150s than in %.150s.",
                  claims, c->b->name, c->a->name);
    return;
  }
  for (int seat = 0; seat < SEATS_MAX; seat++) {
    const Difference *d = claimed_seat(c, seat);
    if (!d)
      continue;
    sentences_add(to, "Seat %d wins %s often in %.200s: %s.", seat + 1,
                  d->difference.value > 0 ? "more" : "less", c->b->name,
                  numbers(d, false, "").text);
    if (two)
      return;
  }
}

/* ---- lengths and outcomes ------------------------------------------------*/

/* Truncated games would have been longer, nobody knows how much: the mean up to
 * the limit is compared. */
static Phrase counting(const Comparison *c) {
  Phrase text = {""};
  if (c->unfinished)
    phrase_add(&text, ", over finished games");
  if (c->limit < INT_MAX)
    phrase_add(&text, ", counting at most %s of each game",
               shown_things((uint64_t)c->limit, "ply", "plies").text);
  return text;
}

static void say_length(const Comparison *c, Sentences *to) {
  const Difference *d = compare_find(c, (ComparedMetric){COMPARE_PLIES, 0});
  if (isnan(d->a) || isnan(d->b))
    return; /* all games were forfeited */
  if (d->a == d->b && !estimate_has_interval(d->difference))
    sentences_add(to, "The games of both took %s plies on average%s.",
                  shown_real(d->a, 1).text, counting(c).text);
  else if (is_claimed(d))
    sentences_add(to, "%.200s is %s: %s%s.", c->b->name,
                  d->difference.value > 0 ? "longer" : "shorter",
                  numbers(d, false, " plies").text, counting(c).text);
  else
    sentences_add(to, "Neither is shown to be longer: %s%s%s.",
                  numbers_of_b(c, d, " plies").text, counting(c).text,
                  why_not(c, d).text);
}

static void say_end(const Comparison *c, MatchEnd end, const char *ended,
                    Sentences *to) {
  const Difference *d =
      compare_find(c, (ComparedMetric){COMPARE_END, (int)end});
  if (is_claimed(d))
    sentences_add(to, "%.200s is %s %s often: %s.", c->b->name, ended,
                  d->difference.value > 0 ? "more" : "less",
                  numbers(d, false, " of games").text);
}

/* ---- moves ---------------------------------------------------------------*/

/* What is shown with the smallest p of those not yet said; NULL if nothing is
 * left. */
static const Difference *next_claimed(const Comparison *c, CompareKind kind,
                                      const Difference *said) {
  const Difference *next = NULL;
  for (const Difference *d = c->list; d < c->list + c->count; d++) {
    bool later = !said || d->p > said->p || (d->p == said->p && d > said);
    if (d->metric.kind == kind && is_claimed(d) && later &&
        (!next || d->p < next->p))
      next = d;
  }
  return next;
}

static int count_rows(const Comparison *c, CompareKind kind) {
  int rows = 0;
  for (int i = 0; i < c->count; i++)
    rows += c->list[i].metric.kind == kind;
  return rows;
}

/* Of two kinds of moves, one is what the other is not. */
static void say_moves(const Comparison *c, CompareKind kind, Sentences *to) {
  enum { MOST = 3 };
  const Difference *d = NULL;
  int most = count_rows(c, kind) == 2 ? 1 : MOST;
  for (int i = 0; i < most && (d = next_claimed(c, kind, d)); i++) {
    const char *how = d->difference.value > 0 ? "more" : "less";
    if (kind == COMPARE_OPENING)
      sentences_add(to, "%.200s begins with %s %s often: %s.", c->b->name,
                    d->metric.name, how, numbers(d, false, " of games").text);
    else
      sentences_add(to, "Moves of the kind %s are %s frequent in %.200s: %s.",
                    d->metric.name, how, c->b->name,
                    numbers(d, false, " of moves").text);
  }
}

/* The positions of one run may offer more moves than those of the other. */
static void say_like(const Comparison *c, Sentences *to) {
  const Difference *d = compare_find(c, (ComparedMetric){.kind = COMPARE_LIKE});
  const Difference *chance =
      compare_find(c, (ComparedMetric){.kind = COMPARE_CHANCE});
  if (!d)
    return;
  Phrase by_chance =
      phrase("by chance %s and %s", shown_percent(chance->b).text,
             shown_percent(chance->a).text);
  if (is_claimed(d))
    sentences_add(to,
                  "%.100s plays %s like %.100s, which would make the same move "
                  "in %s; %s.",
                  c->b->name, d->difference.value > 0 ? "more" : "less",
                  c->like, numbers(d, false, " of positions").text,
                  by_chance.text);
  else
    sentences_add(to,
                  "Neither is shown to play more like %.100s, which would make "
                  "the same move in %s%s; %s.",
                  c->like, numbers_of_b(c, d, " of positions").text,
                  why_not(c, d).text, by_chance.text);
}

/* Points of a score: unlike those of a percentage, numbers() adds no unit. */
static void say_margin(const Comparison *c, Sentences *to) {
  const Difference *d = compare_find(c, (ComparedMetric){COMPARE_MARGIN, 0});
  if (d && is_claimed(d))
    sentences_add(to, "In %.200s the first side scores %s: margin %s.",
                  c->b->name, d->difference.value > 0 ? "more" : "less",
                  numbers(d, false, "").text);
}

/* Games that are nearly all drawn leave few that tell the sides apart. */
static void say_drawn(const Comparison *c, Sentences *to) {
  const Difference *d =
      compare_find(c, (ComparedMetric){COMPARE_END, MATCH_DRAW});
  if (d->a >= DRAWN_LARGE || d->b >= DRAWN_LARGE)
    sentences_add(to,
                  "%s of the games of %.150s are drawn and %s of %.150s: what "
                  "is said about fairness rests on the few that were won.",
                  shown_percent(d->a).text, c->a->name,
                  shown_percent(d->b).text, c->b->name);
}

/* What makes a comparison pointless comes first, and is all there is to say. */
static bool say_pointless(const Comparison *c, Sentences *to) {
  if (c->same)
    sentences_add(to, "No change in %s: both runs have the same results.",
                  shown_things(c->games, "game", "games").text);
  else if (c->games < 2 && c->a_games == c->b_games)
    sentences_add(to, "One game each is too few to compare: play more.");
  else if (c->games < 2)
    sentences_add(to, "One game of %.200s is too few to compare: play more.",
                  c->a_games < c->b_games ? c->a->name : c->b->name);
  else if (c->repetitive) {
    verdict_repeats(&c->a->run.tally, c->a->name, to);
    verdict_repeats(&c->b->run.tally, c->b->name, to);
    say_bots(c, to);
  }
  to->conclusion = to->count;
  return to->count > 0;
}

void compare_verdict(const Comparison *c, Sentences *to) {
  if (say_pointless(c, to))
    return;
  bool differ = say_bots(c, to);
  differ = say_evaluation(c, to) || differ;
  say_drawn(c, to);
  int caveats = to->count;
  say_fairness(c, !differ, to);
  if (caveats && to->count > caveats)
    to->conclusion = caveats + 1;
  say_seats(c, to);
  say_margin(c, to);
  say_length(c, to);
  say_end(c, MATCH_DRAW, "drawn", to);
  say_end(c, MATCH_TRUNCATED, "truncated", to);
  say_end(c, MATCH_FORFEIT, "forfeited", to);
  say_like(c, to);
  say_moves(c, COMPARE_KIND, to);
  say_moves(c, COMPARE_OPENING, to);
}
