#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/verdict_internal.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/shown_rating.h"
#include <math.h>
#include <stdlib.h>

static const double LEVEL = 0.05; /* of tests */

/* Seats are practically equal if equally strong bots score alike within this
 * many points of a hundred. */
static const double EQUAL = 0.01;

/* ---- the bots ------------------------------------------------------------*/

static void add_interaction(const Standings *st, Sentences *to) {
  if (st->interaction.p < LEVEL)
    sentences_add(
        to,
        "%s do not help every bot alike (interaction of seat and bot, "
        "%s).",
        st->sides == st->tally->schedule->seats ? "Seats" : "Teams",
        shown_p(st->interaction.p).text);
}

/* ---- the seats, adjusted for the strength of the bots --------------------*/

/* The share of the points of a side between equally strong bots, of its
 * advantage in Elo. */
static double share_of(const Standings *st, double elo) {
  double odds = pow(10, elo / 400);
  return isinf(odds) ? 1 : odds / (odds + st->sides - 1);
}

/* The advantage with an interval that holds for all sides at once. */
static Rating widened(const Standings *st, int side) {
  Rating r = st->ratings.side[side];
  double factor = st->sides > 2 ? bonferroni_z(st->sides) / Z95 : 1;
  if (!rating_is_finite(r))
    return r;
  return (Rating){r.value, r.value - factor * (r.value - r.low),
                  r.value + factor * (r.high - r.value)};
}

/* The side whose advantage, or disadvantage, is shown most clearly; the one
 * nearest to it if there is none. */
static int clearest_side(const Standings *st) {
  int best = 0;
  double most = -INFINITY;
  for (int side = 0; side < st->sides; side++) {
    Rating r = widened(st, side);
    double clear = fmax(r.low, -r.high);
    /* Of two sides, the one with the advantage. */
    if (clear > most || (clear == most && r.value > 0)) {
      most = clear;
      best = side;
    }
  }
  return best;
}

static bool all_equal(const Standings *st) {
  for (int side = 0; side < st->sides; side++) {
    Rating r = widened(st, side);
    double fair = 1.0 / st->sides;
    if (!(share_of(st, r.low) > fair - EQUAL &&
          share_of(st, r.high) < fair + EQUAL))
      return false;
  }
  return balance_undecided(st->tally).value <= UNDECIDED_LARGE;
}

static Shown share_text(const Standings *st, Rating r) {
  double value = isnan(r.value) ? NAN : share_of(st, r.value);
  Shown shown;
  if (isinf(r.value)) {
    bool above = r.value > 0;
    double bound = share_of(st, above ? r.low : r.high);
    snprintf(shown.text, sizeof shown.text, "at %s %.30s",
             above ? "least" : "most", shown_percent(bound).text);
    return shown;
  }
  return shown_percent_estimate(
      (Estimate){value, share_of(st, r.low), share_of(st, r.high), 0});
}

/* " 12.0% of all games have no result.", if these are many. */
static Shown undecided_text(const Tally *t) {
  Estimate share = balance_undecided(t);
  Shown shown = {""};
  if (share.value > UNDECIDED_LARGE)
    snprintf(shown.text, sizeof shown.text,
             " %.30s of all games have no result.",
             shown_percent(share.value).text);
  return shown;
}

/* A rating that is only bounded knows nothing of games that share their
 * opening: the exact test of the seats must agree. */
static bool is_shown(const Standings *st, Rating r) {
  return (r.low > 0 || r.high < 0) &&
         (rating_is_finite(r) || balance_test(st->tally).p <= LEVEL);
}

static void add_seats(const Standings *st, Sentences *to) {
  Shown undecided = undecided_text(st->tally);
  bool teams = st->sides != st->tally->schedule->seats;
  const char *word = teams ? "team" : "seat", *title = teams ? "Team" : "Seat";
  int side = clearest_side(st);
  Rating r = widened(st, side);
  if (isnan(r.value))
    sentences_add(to,
                  "Whether a %s has an advantage is not known: the bots are "
                  "too unequal.",
                  word);
  else if (is_shown(st, r))
    sentences_add(
        to,
        "%s %s has %s: by the rating model, equally strong bots would "
        "score %s of the points there, %s.%s",
        title, st->seats[side], r.low > 0 ? "an advantage" : "a disadvantage",
        share_text(st, r).text, shown_elo(r).text, undecided.text);
  else if (all_equal(st))
    sentences_add(to,
                  "The %ss are practically equal: by the rating model, equally "
                  "strong bots would score %s of the points in %s %s.",
                  word, share_text(st, r).text, word, st->seats[side]);
  else
    sentences_add(to,
                  "No %s is shown to have an advantage: by the rating model, "
                  "equally strong bots would score %s of the points in %s %s, "
                  "%s.%s",
                  word, share_text(st, r).text, word, st->seats[side],
                  shown_elo(r).text, undecided.text);
}

bool verdict_bots(const Run *run, Sentences *to, Sentences *details) {
  Standings st;
  if (!standings_apply(&run->tally) || balance_decided(&run->tally) == 0 ||
      !standings_of_run(&st, run, NULL))
    return false;
  bool said = !verdict_is_match(run) && verdict_strength(&st, to, details);
  add_seats(&st, said && st.bots > 2 ? details : to);
  add_interaction(&st, details);
  standings_free(&st);
  return true;
}

bool verdict_seats(const Run *run, Sentences *to) {
  Standings st;
  if (!standings_apply(&run->tally) || balance_decided(&run->tally) == 0 ||
      !standings_of_run(&st, run, NULL))
    return false;
  add_seats(&st, to);
  standings_free(&st);
  return true;
}

bool verdict_bots_too_unequal(const Run *run) {
  Standings st;
  if (!standings_apply(&run->tally) || balance_decided(&run->tally) == 0 ||
      !standings_of_run(&st, run, NULL))
    return false;
  bool unequal = isnan(widened(&st, clearest_side(&st)).value);
  standings_free(&st);
  return unequal;
}
