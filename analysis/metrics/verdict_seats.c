/* The sentences on the seats. What a run can say of them is decided in seats.h.
 *
 * Truncated and forfeited games have no result, and nobody knows who would have
 * won them. A claim must hold however they would have gone: an advantage if
 * they had all been won by the side behind, equality whoever had won them. */
#include "analysis/metrics/rating_data.h"
#include "analysis/metrics/seats.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/shown.h"
#include <ctype.h>
#include <math.h>

/* Sides whose win rates differ by at most this are practically equal. */
static const double EQUAL = 0.02;

static const char *seat_word(const Schedule *s) {
  return s->seats == s->sides ? "seat" : "team";
}

/* What a sentence ends with if many games have no result. */
static Phrase seats_undecided(const Tally *t) {
  double undecided = balance_undecided(t).value;
  return undecided > UNDECIDED_LARGE
             ? phrase(" %s of all games have no result.",
                      shown_percent(undecided).text)
             : (Phrase){""};
}

/* ---- counted -------------------------------------------------------------*/

/* "1,000 games", or "950 decided games" if some have no result. */
static Phrase seats_games(const Tally *t) {
  uint64_t decided = balance_decided(t);
  return phrase("%s%s game%s", shown_count(decided).text,
                decided < t->games ? " decided" : "", decided == 1 ? "" : "s");
}

/* "seat 1" or, if its bot may be the reason, "seat 1 (mcts)". */
static Phrase seats_side(const Schedule *s, int side) {
  char name[SIDE_TEXT];
  schedule_side_name(s, side, name);
  if (!balance_is_confounded(s) || s->seats != s->sides)
    return phrase("%s %s", seat_word(s), name);
  int bot = schedule_bots(s, 0)[rating_first_seat(s, side)];
  return phrase("seat %.16s (%.150s)", name, s->bot[bot].spec);
}

/* The claim is about the pair that it names. With more than two sides, the one
 * that is ahead need not be ahead of all. */
static void add_advantage(const Tally *t, int ahead, int behind, Estimate pair,
                          Sentences *to) {
  const Schedule *s = t->schedule;
  int live[SEATS_MAX];
  Phrase one = seats_side(s, ahead), other = seats_side(s, behind);
  Phrase games = seats_games(t), undecided = seats_undecided(t);
  Phrase points =
      phrase("%s points (%s to %s)", shown_points(pair.value).text,
             shown_points(pair.low).text, shown_points(pair.high).text);
  Shown won = shown_percent(balance_rate(t, ahead).value);
  Shown lost = shown_percent(balance_rate(t, behind).value);
  bool all = balance_decided(t) == t->games, two = balance_sides(t, live) == 2;
  one.text[0] = (char)toupper(one.text[0]);
  if (balance_is_confounded(s))
    sentences_add(to,
                  "%s wins more often than %s: %s of %s%s against %s, a "
                  "difference of %s; --rotate would show whether the %s or the "
                  "bot is the reason.%s",
                  one.text, other.text, won.text, all ? "" : "the ",
                  all ? "games" : games.text, lost.text, points.text,
                  seat_word(s), undecided.text);
  else
    sentences_add(to,
                  "%s has an advantage%s%s: it wins %s of %s%s and %s %s, a "
                  "difference of %s.%s",
                  one.text, two ? "" : " over ", two ? "" : other.text,
                  won.text, all ? "" : "the ", all ? "games" : games.text,
                  other.text, lost.text, points.text, undecided.text);
}

/* The live sides that won the most and the fewest of the decided games. */
static void find_ends(const Tally *t, int *most, int *fewest) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  *most = *fewest = live[0];
  for (int i = 1; i < sides; i++) {
    double rate = balance_rate(t, live[i]).value;
    if (rate > balance_rate(t, *most).value)
      *most = live[i];
    if (rate < balance_rate(t, *fewest).value)
      *fewest = live[i];
  }
}

/* Who won how many of the games: "seat 2 won 51.6% of 2,000 games and seat 1
 * 48.4%, which may be chance". `why` is why it shows nothing. */
static Phrase seats_lead(const Tally *t, const char *why) {
  int most, fewest;
  find_ends(t, &most, &fewest);
  Phrase one = seats_side(t->schedule, most), games = seats_games(t);
  Shown won = shown_percent(balance_rate(t, most).value);
  Shown lost = shown_percent(balance_rate(t, fewest).value);
  const char *article = balance_decided(t) == t->games ? "" : "the ";
  if (balance_gap(t).value < 1e-12)
    return phrase("each won %s of %s%s", won.text, article, games.text);
  if (balance_decided(t) == 1)
    return phrase("%.190s won the only %sgame, %.90s", one.text,
                  t->games > 1 ? "decided " : "", why);
  return phrase("%.110s won %s of %s%s and %.110s %s, %.90s", one.text,
                won.text, article, games.text,
                seats_side(t->schedule, fewest).text, lost.text, why);
}

/* `shown`: the decided games show an advantage, which the others could undo. */
static void add_no_advantage(const Tally *t, bool shown, Sentences *to) {
  int live[SEATS_MAX];
  Phrase why = phrase("which may be chance"), bound = {""};
  bool all = balance_decided(t) == t->games;
  if (shown)
    why = phrase("which the %s of games without a result could make up for",
                 shown_percent(balance_undecided(t).value).text);
  double most = balance_largest_gap(t);
  if (most < 0.9995)
    bound = phrase("; with 95%% confidence %s at most %s points%s",
                   balance_sides(t, live) > 2 ? "differences are"
                                              : "the difference is",
                   shown_points(most).text,
                   all ? "" : ", whoever would have won the others");
  sentences_add(to, "No %s is shown to have an advantage: %.280s%s.%.60s",
                seat_word(t->schedule), seats_lead(t, why.text).text,
                bound.text, shown ? "" : seats_undecided(t).text);
}

/* What the games could have shown depends on how many there were, not on the
 * difference that happened to be observed. */
static void add_power(const Tally *t, Sentences *to) {
  double detectable = balance_detectable(t);
  Phrase games = seats_games(t);
  if (isnan(detectable))
    sentences_add(to, "%s %s too few to show any difference.", games.text,
                  balance_decided(t) == 1 ? "is" : "are");
  else
    sentences_add(to,
                  "%s would show a difference of %s points with a power of "
                  "80%%%s.",
                  games.text, shown_points(detectable).text,
                  balance_decided(t) == t->games
                      ? ""
                      : ", unless those without a result could make up for it");
}

static void add_equal(const Tally *t, Sentences *to) {
  const Schedule *s = t->schedule;
  bool all = balance_decided(t) == t->games;
  sentences_add(
      to,
      "The %ss%s are practically equal: with 95%% confidence their "
      "win rates differ by at most %s points%s.",
      seat_word(s), balance_is_confounded(s) ? " with these bots" : "",
      shown_points(balance_largest_gap(t)).text,
      all ? "" : ", whoever would have won the games without a result");
}

static void add_counted(const Tally *t, Sentences *to, Sentences *details) {
  int ahead, behind;
  Estimate pair = balance_pair(t, &ahead, &behind);
  bool shown = pair.low > 0;
  if (shown && balance_is_ahead(t, ahead, behind))
    add_advantage(t, ahead, behind, pair, to);
  else if (balance_largest_gap(t) <= EQUAL)
    add_equal(t, to);
  else {
    add_no_advantage(t, shown, to);
    add_power(t, details);
  }
}

/* ---- rated: adjusted for the strength of the bots ------------------------*/

/* The advantage with an interval that holds for all sides at once. */
static Rating widened(const Seats *seats, int side) {
  Estimate e = seats->elo[side];
  int raised = seats->raised;
  double factor =
      seats->sides > 2 ? look_z(raised, seats->sides) / look_z(raised, 1) : 1;
  return isfinite(e.value) ? estimate_widen(e, factor) : e;
}

/* The same with the ends in the worst case for truncated games. */
static Rating in_worst_case(const Seats *seats, int side) {
  Rating r = widened(seats, side);
  r.low -= fmax(seats->elo[side].low - seats->worst[side], 0);
  r.high += fmax(seats->best[side] - seats->elo[side].high, 0);
  return r;
}

/* The side whose advantage, or disadvantage, is shown most clearly; the one
 * nearest to it if there is none. */
static int clearest_side(const Seats *seats) {
  int best = 0;
  double most = -INFINITY;
  for (int side = 0; side < seats->sides; side++) {
    Rating r = widened(seats, side);
    double clear = fmax(r.low, -r.high);
    /* Of two sides, the one with the advantage. */
    if (clear > most + 1e-9 || (clear > most - 1e-9 && r.value > 0)) {
      most = clear;
      best = side;
    }
  }
  return best;
}

static bool all_equal(const Seats *seats) {
  double fair = 1.0 / seats->sides;
  for (int side = 0; side < seats->sides; side++) {
    Rating r = in_worst_case(seats, side);
    if (!(seats_share(seats->sides, r.low) > fair - EQUAL / 2 &&
          seats_share(seats->sides, r.high) < fair + EQUAL / 2))
      return false;
  }
  return true;
}

static Phrase seats_share_text(const Seats *seats, Rating r) {
  double low = seats_share(seats->sides, r.low);
  double high = seats_share(seats->sides, r.high);
  if (isinf(r.value))
    return phrase("at %s %s", r.value > 0 ? "least" : "most",
                  shown_percent(r.value > 0 ? low : high).text);
  Estimate e = {seats_share(seats->sides, r.value), low, high, 0};
  return phrase("%s", shown_percent_estimate(e).text);
}

/* With more than two sides, intervals of the tables are for each by itself. */
static const char *at_once(const Seats *seats) {
  return seats->sides > 2 ? ", in intervals that hold for all sides at once"
                          : "";
}

static bool is_shown(Rating r) {
  return r.low > 0 || r.high < 0;
}

/* Of two players on two sides no result tells whether a side helps one of them
 * more: the sentence names what the model assumes. */
static const char *if_alike(const Seats *seats) {
  bool two = seats->players == 2 && seats->sides == 2;
  return !two                           ? ""
         : seats->seats == seats->sides ? ", if the seats help both bots alike"
                                        : ", if the teams help both alike";
}

static void add_rated(const Tally *t, const Seats *seats, Sentences *to) {
  const char *word = seat_word(t->schedule);
  int side = clearest_side(seats);
  Rating r = widened(seats, side);
  Phrase share = seats_share_text(seats, r), undecided = seats_undecided(t);
  char name[SIDE_TEXT];
  bool shown = is_shown(r), holds = is_shown(in_worst_case(seats, side));
  schedule_side_name(t->schedule, side, name);
  if (shown && holds)
    sentences_add(
        to,
        "%c%s %s has %s: by the rating model%s, equally strong bots would "
        "score %s of the points there, %s%s.%s",
        toupper(word[0]), word + 1, name,
        r.low > 0 ? "an advantage" : "a disadvantage", if_alike(seats),
        share.text, shown_elo(r).text, at_once(seats), undecided.text);
  else if (all_equal(seats))
    sentences_add(
        to,
        "The %ss are practically equal: by the rating model%s, equally "
        "strong bots would score %s of the points in %s %s.",
        word, if_alike(seats), share.text, word, name);
  else
    sentences_add(to,
                  "No %s is shown to have an advantage: by the rating model%s, "
                  "equally strong bots would score %s of the points in %s %s, "
                  "%s%s%s.%s",
                  word, if_alike(seats), share.text, word, name,
                  shown_elo(r).text, at_once(seats),
                  shown ? COULD_UNDO_SAY : "", undecided.text);
}

/* ---- both ----------------------------------------------------------------*/

void verdict_seats(const Run *run, Sentences *to, Sentences *details) {
  const Tally *t = &run->tally;
  int side[SEATS_MAX];
  Seats seats;
  uint64_t lost = tally_lost(t), won = t->ends[MATCH_WIN] - lost;
  if (t->schedule->sides < 2)
    return;
  if (balance_decided(t) == 0)
    sentences_add(to, "No game has a result: all were truncated or forfeited.");
  else if (won == 0)
    sentences_add(to, "No game was won: %s %s.%s", seats_games(t).text,
                  lost ? "were lost or drawn" : "ended in a draw",
                  seats_undecided(t).text);
  else if (balance_sides(t, side) < 2 || !seats_make(&seats, t, NULL))
    return; /* a note says so */
  else {
    if (verdict_is_mostly_drawn(t)) /* equal rates of few wins say little */
      sentences_add(
          to, "%s of games are drawn: what follows about the %ss rests on %s.",
          shown_percent_estimate(summary_end(t, MATCH_DRAW)).text,
          seat_word(t->schedule),
          shown_things(won, "game that was won", "games that were won").text);
    if (seats.basis == SEATS_UNKNOWN)
      sentences_add(to,
                    "Whether a %s has an advantage is not known: these results "
                    "do not tell the %ss from the bots.",
                    seat_word(t->schedule), seat_word(t->schedule));
    else if (seats.basis == SEATS_RATED)
      add_rated(t, &seats, to);
    else
      add_counted(t, to, details);
    seats_free(&seats);
  }
}

void verdict_balance(const Run *run, Sentences *to) {
  Sentences details = {0};
  if (run->tally.games && !verdict_is_repetitive(&run->tally))
    verdict_seats(run, to, &details);
}
