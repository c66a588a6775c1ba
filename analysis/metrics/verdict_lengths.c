#include "analysis/metrics/verdict.h"

#include "analysis/metrics/summary.h"
#include "analysis/stats/shown.h"
#include <math.h>

/* With fewer games, nine out of ten would be all of them. */
enum { GAMES_FOR_TENTHS = 20 };

static uint64_t ended(const Tally *t) {
  return t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
}

static const char *ply_word(int plies) {
  return plies == 1 ? "ply" : "plies";
}

/* No game came to its end, so nothing is known of how long they are. */
static void add_endless(const Tally *t, Sentences *to) {
  if (t->ends[MATCH_FORFEIT] == t->games)
    sentences_add(to, t->games == 1 ? "The game was forfeited."
                                    : "All games were forfeited.");
  else if (t->ends[MATCH_FORFEIT])
    sentences_add(to, "No game came to its end: all were truncated or "
                      "forfeited.");
  else if (t->games == 1)
    sentences_add(to, "The game did not end within %s %s.",
                  shown_count((uint64_t)t->max_plies).text,
                  ply_word(t->max_plies));
  else
    sentences_add(to, "None of the %s games ended within %s %s.",
                  shown_count(t->games).text,
                  shown_count((uint64_t)t->max_plies).text,
                  ply_word(t->max_plies));
}

/* All games that ended took the same number of plies. */
static void add_constant(const Tally *t, Sentences *to) {
  uint64_t games = ended(t);
  int plies = 0;
  while (!t->ended[plies])
    plies++;
  const char *which = games < t->games ? " that came to an end" : "";
  Shown length = shown_count((uint64_t)plies);
  if (games == 1)
    sentences_add(to, "The one game%s took %s %s.", which, length.text,
                  ply_word(plies));
  else
    sentences_add(to, "%s %s games%s took %s %s.",
                  games < t->games ? "The" : "All", shown_count(games).text,
                  which, length.text, ply_word(plies));
}

/* What the mean counts stopped games as. */
static void describe_stopped(const Tally *t, const Lengths *l, char *text,
                             size_t size) {
  char limit[64] = "";
  const char *forfeits = "";
  if (l->restricted)
    snprintf(limit, sizeof limit, " if longer ones count as %.30s",
             shown_count((uint64_t)l->limit).text);
  if (t->ends[MATCH_FORFEIT])
    forfeits = l->restricted
                   ? " and forfeited ones would have gone on like the others"
                   : " if forfeited ones would have gone on like the others";
  snprintf(text, size, "%s%s", limit, forfeits);
}

/* How many games are known to take from `low` to `high` plies. A game that was
 * stopped takes longer than was played, nobody knows how much. */
static uint64_t games_within(const Tally *t, double low, double high) {
  uint64_t games = 0;
  for (int plies = 0; plies <= t->max_plies; plies++)
    if (plies >= low && plies <= high)
      games += t->ended[plies] + (isinf(high) ? t->stopped[plies] : 0);
  return games;
}

/* Which games are in a range from the 5th to the 95th percentile: more than
 * nine out of ten where many have the same length. It may be known of fewer
 * where many were forfeited. */
static void describe_share(const Tally *t, double low, double high, char *text,
                           size_t size) {
  uint64_t within = games_within(t, low, high);
  if (within == t->games)
    snprintf(text, size, "all of them took ");
  else if (within >= t->games - t->games / 10)
    snprintf(text, size, "at least nine out of ten took ");
  else
    snprintf(text, size, "%s%s of them took ",
             ended(t) < t->games ? "at least " : "",
             shown_percent((double)within / (double)t->games).text);
}

/* The range of most games: of those that were played, so that nothing is
 * claimed of others. */
static void describe_range(const Tally *t, const Lengths *l, char *text,
                           size_t size) {
  double low = fmin(l->p5.value, l->restricted ? l->limit : INFINITY);
  double high = l->p95.value;
  describe_share(t, low, high, text, size);
  size_t used = strlen(text);
  Shown from = shown_plies(low, l->limit), to = shown_plies(high, l->limit);
  bool point = low == high || (isinf(high) && low >= l->limit);
  snprintf(text + used, size - used, "%s%s%s", point ? "" : from.text,
           point ? "" : " to ", to.text);
}

/* Facts alone: the shortest and the longest of the games that ended. */
static void add_few(const Tally *t, const Lengths *l, Sentences *to) {
  char range[64];
  int first = 0, last = t->max_plies;
  while (!t->ended[first])
    first++;
  while (!t->ended[last])
    last--;
  snprintf(range, sizeof range, "%.20s%s%.20s",
           first < last ? shown_count((uint64_t)first).text : "",
           first < last ? " to " : "", shown_count((uint64_t)last).text);
  if (ended(t) == t->games)
    sentences_add(
        to, "These %s games took %s plies, %s on average: too few to say more.",
        shown_count(t->games).text, range, shown_real(l->mean.value, 1).text);
  else
    sentences_add(to,
                  "%s of these %s games came to an end, after %s %s: too few "
                  "to say more.",
                  shown_count(ended(t)).text, shown_count(t->games).text, range,
                  ply_word(last));
}

static void add_mean(const Lengths *l, const char *stopped, const char *range,
                     Sentences *to) {
  sentences_add(to, "A game takes %s plies on average (%s to %s)%s; %s.",
                shown_real(l->mean.value, 1).text,
                shown_real(l->mean.low, 1).text,
                shown_real(l->mean.high, 1).text, stopped, range);
}

/* The interval of the median holds for any games and any number of them. The
 * mean is stated of these games only, with the reason. */
static void add_median(const Tally *t, const Lengths *l, const char *stopped,
                       const char *range, Sentences *to) {
  char bounds[64];
  const char *why =
      deviations_objection((double)t->games, schedule_alike(t->schedule));
  Shown low = shown_plies(l->median.low, l->limit),
        high = shown_plies(l->median.high, l->limit);
  if (isinf(l->median.high))
    snprintf(bounds, sizeof bounds, " (%.20s or more)", low.text);
  else
    snprintf(bounds, sizeof bounds, " (%.20s to %.20s)", low.text, high.text);
  if (l->median.low == l->median.high)
    bounds[0] = '\0';
  sentences_add(to,
                "The median length is %s %s%s; these %s games took %s on "
                "average%s (%s), and %s.",
                shown_plies(l->median.value, l->limit).text,
                ply_word(isfinite(l->median.value) ? (int)l->median.value : 2),
                bounds, shown_count(t->games).text,
                shown_real(l->mean.value, 1).text, stopped, why, range);
}

static void add_usual(const Tally *t, const Lengths *l, Sentences *to) {
  char stopped[128], range[320];
  describe_stopped(t, l, stopped, sizeof stopped);
  describe_range(t, l, range, sizeof range);
  if (estimate_has_interval(l->mean))
    add_mean(l, stopped, range, to);
  else
    add_median(t, l, stopped, range, to);
}

void verdict_lengths(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Lengths l = summary_lengths(t);
  if (ended(t) == 0)
    add_endless(t, to);
  else if (!(l.sd.value > 0)) /* none, or of a single game */
    add_constant(t, to);
  else if (t->games < GAMES_FOR_TENTHS)
    add_few(t, &l, to);
  else
    add_usual(t, &l, to);
}
