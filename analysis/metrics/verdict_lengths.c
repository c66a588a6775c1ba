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
  if (games == 1)
    sentences_add(to, "The one game%s took %d %s.", which, plies,
                  ply_word(plies));
  else
    sentences_add(to, "%s %s games%s took %d %s.",
                  games < t->games ? "The" : "All", shown_count(games).text,
                  which, plies, ply_word(plies));
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

/* How many games were played to a length from `low` to `high`. */
static uint64_t games_within(const Tally *t, double low, double high) {
  uint64_t games = 0;
  for (int plies = 0; plies <= t->max_plies; plies++)
    if (plies >= low && plies <= high)
      games += tally_length(t, plies);
  return games;
}

/* Which games are in a range from the 5th to the 95th percentile: more than
 * nine out of ten where many have the same length. It may be fewer of those
 * played where many were forfeited early. */
static void describe_share(const Tally *t, double low, double high, char *text,
                           size_t size) {
  uint64_t within = games_within(t, low, high);
  if (within == t->games)
    snprintf(text, size, "all of them took ");
  else if (within >= t->games - t->games / 10)
    snprintf(text, size, "at least nine out of ten took ");
  else
    snprintf(text, size, "%s of them took ",
             shown_percent((double)within / (double)t->games).text);
}

/* The range of most games: of those that were played, so that nothing is
 * claimed of others. */
static void describe_range(const Tally *t, const Lengths *l, char *text,
                           size_t size) {
  bool few = t->games < GAMES_FOR_TENTHS;
  double low =
      few ? l->min : fmin(l->p5.value, l->restricted ? l->limit : INFINITY);
  double high = few ? l->restricted ? INFINITY : l->max : l->p95.value;
  if (few)
    snprintf(text, size, "these %s took ", shown_count(t->games).text);
  else
    describe_share(t, low, high, text, size);
  size_t used = strlen(text);
  Shown from = shown_plies(low, l->limit), to = shown_plies(high, l->limit);
  bool point = low == high || (isinf(high) && low >= l->limit);
  snprintf(text + used, size - used, "%s%s%s", point ? "" : from.text,
           point ? "" : " to ", to.text);
}

static void add_usual(const Tally *t, const Lengths *l, Sentences *to) {
  char stopped[128], range[320];
  describe_stopped(t, l, stopped, sizeof stopped);
  describe_range(t, l, range, sizeof range);
  sentences_add(to, "A game takes %s plies on average (%s to %s)%s; %s.",
                shown_real(l->mean.value, 1).text,
                shown_real(l->mean.low, 1).text,
                shown_real(l->mean.high, 1).text, stopped, range);
}

void verdict_lengths(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Lengths l = summary_lengths(t);
  if (ended(t) == 0)
    add_endless(t, to);
  else if (!estimate_has_interval(l.mean))
    add_constant(t, to);
  else
    add_usual(t, &l, to);
}
