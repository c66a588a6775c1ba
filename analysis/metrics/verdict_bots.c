#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/standings.h"
#include "analysis/stats/shown_rating.h"
#include <math.h>
#include <stdlib.h>

static const double LEVEL = 0.05; /* of tests */

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
  add_interaction(&st, details);
  standings_free(&st);
  return many;
}
