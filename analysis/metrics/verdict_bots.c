#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/standings.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/shown_rating.h"
#include <math.h>
#include <stdlib.h>

static const double LEVEL = 0.05; /* of tests */

/* Seats are practically equal if equally strong bots score alike within this
 * many points of a hundred. */
static const double EQUAL = 0.01;

static const char *name_of(const Standings *st, int bot) {
  return st->tally->schedule->bot[bot].spec;
}

/* ---- the bots ------------------------------------------------------------*/

/* Whether the first bot of a pair is shown to be stronger: by the test, and by
 * the interval of the difference. They part where bots leave nothing to chance:
 * games that repeat each other move for move are no evidence. */
static bool is_stronger(const BotPair *pair, double level) {
  return pair->adjusted < level && pair->superiority > 0.5 &&
         !(pair->difference.low <= 0);
}

static void add_strongest(const Standings *st, const BotPair *pair,
                          Sentences *to) {
  const char *one = name_of(st, pair->bot), *other = name_of(st, pair->other);
  bool by_test = pair->adjusted < STRONGEST;
  if (is_stronger(pair, STRONGEST))
    sentences_add(to,
                  "%.150s is the strongest: %s above %.150s, the next "
                  "best; %s against every other bot.",
                  one, shown_elo(pair->difference).text, other,
                  shown_p(pair->adjusted).text);
  else
    sentences_add(to,
                  "No bot is shown to be the strongest: %.150s is rated first, "
                  "%s above %.150s%s%s.",
                  one, shown_elo(pair->difference).text, other,
                  by_test ? "" : ", ", by_test ? "" : shown_p(pair->p).text);
}

/* Whether every bot above a place is shown to be stronger than every bot from
 * there on, in the pairs of the standings: all tests are one family (Holm). */
static bool is_cut(const Standings *st, const BotPair pairs[], int place) {
  for (int i = 0, n = 0; i < st->bots; i++)
    for (int j = i + 1; j < st->bots; j++, n++)
      if (i < place && j >= place && !is_stronger(&pairs[n], LEVEL))
        return false;
  return true;
}

/* The ranking names at most this many bots. */
enum { RANKED = 8 };

/* What stands between two bots of the ranking. `end` is the first place below
 * their group. */
static const char *between(int place, int end, bool cut) {
  if (place == 0)
    return "";
  return cut ? "; then " : place == end - 1 ? " and " : ", ";
}

/* "a; then b, c and d; then e": the bots between two cuts are a group. Returns
 * the number of cuts; sets *groups if some group has several bots. */
static int write_ranking(const Standings *st, const BotPair pairs[], char *text,
                         size_t size, bool *groups) {
  int cuts = 0, named = st->bots < RANKED ? st->bots : RANKED;
  size_t length = 0;
  for (int i = 0; i < named && length < size; i++) {
    bool cut = i > 0 && is_cut(st, pairs, i);
    int end = i + 1;
    while (end < named && !is_cut(st, pairs, end))
      end++;
    cuts += cut;
    *groups = *groups || (i > 0 && !cut);
    length += (size_t)snprintf(text + length, size - length, "%s%.50s",
                               between(i, end, cut), name_of(st, st->order[i]));
  }
  if (named < st->bots && length < size)
    snprintf(text + length, size - length, ", …");
  return cuts;
}

static void add_ranking(const Standings *st, const BotPair pairs[],
                        Sentences *to) {
  char list[SENTENCE - 80] = "";
  bool groups = false;
  if (write_ranking(st, pairs, list, sizeof list, &groups))
    sentences_add(to, "Ranking: %s.%s", list,
                  groups ? " Within a group the order is not shown." : "");
  else
    sentences_add(
        to, "Rated in this order, which these games do not confirm: %s.", list);
}

/* The score of a bot, and how many of the seats it had, if not its share. */
static Shown score_of(const Standings *st, int bot) {
  uint64_t all = 0, own = st->bot[bot].games;
  double points = 0;
  Shown shown;
  for (int b = 0; b < st->bots; b++) {
    all += st->bot[b].games;
    points += (double)st->bot[b].points;
  }
  double share = points > 0 ? (double)st->bot[bot].points / points : NAN;
  if (own * (uint64_t)st->bots == all)
    snprintf(shown.text, sizeof shown.text, "%.30s of the points",
             shown_percent(share).text);
  else
    snprintf(shown.text, sizeof shown.text,
             "%.30s of the points from %.30s of the seats",
             shown_percent(share).text,
             shown_percent((double)own / (double)all).text);
  return shown;
}

/* Two bots: which one won. */
static void add_stronger(const Standings *st, const BotPair *pair,
                         Sentences *to) {
  const char *one = name_of(st, pair->bot), *other = name_of(st, pair->other);
  if (pair->adjusted < STRONGEST)
    sentences_add(to, "%.150s is stronger than %.150s: it scores %s, %s, %s.",
                  one, other, score_of(st, pair->bot).text,
                  shown_elo(pair->difference).text, shown_p(pair->p).text);
  else
    sentences_add(to,
                  "Neither %.150s nor %.150s is shown to be stronger: %.150s "
                  "scores %s, %s, %s.",
                  one, other, one, score_of(st, pair->bot).text,
                  shown_elo(pair->difference).text, shown_p(pair->p).text);
}

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
  int raised = st->data.raised;
  double factor =
      st->sides > 2 ? look_z(raised, st->sides) / look_z(raised, 1) : 1;
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

/* The bots of a tournament: their ranking, and how sure its first place is. */
static bool add_tournament(const Standings *st, const BotPair *strongest,
                           Sentences *to) {
  int count;
  BotPair *pairs = standings_pairs(st, &count);
  if (!pairs)
    return false;
  add_ranking(st, pairs, to);
  add_strongest(st, strongest, to);
  free(pairs);
  return true;
}

bool verdict_bots(const Run *run, Sentences *to, Sentences *details) {
  Standings st;
  BotPair pair;
  if (!standings_apply(&run->tally) || balance_decided(&run->tally) == 0 ||
      !standings_of_run(&st, run, NULL))
    return false;
  bool many = st.bots > 2;
  if (!verdict_is_match(run) && standings_strongest(&st, &pair)) {
    if (!many)
      add_stronger(&st, &pair, to);
    else
      many = add_tournament(&st, &pair, to);
  }
  add_seats(&st, many ? details : to);
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
