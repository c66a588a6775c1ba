#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/shown.h"
#include <math.h>

/* With fewer games, nine out of ten would be all of them. */
enum { GAMES_FOR_TENTHS = 20 };

static Shown shown_length(int plies) {
  return shown_things((uint64_t)plies, "ply", "plies");
}

/* No game came to its end, so nothing is known of how long they are. */
static void add_endless(const Tally *t, Sentences *to) {
  if (t->ends[MATCH_FORFEIT] == t->games)
    sentences_add(to, t->games == 1 ? "The game was forfeited."
                                    : "All games were forfeited.");
  else if (t->ends[MATCH_FORFEIT])
    sentences_add(to,
                  "No game reached its end: all were truncated or forfeited.");
  else if (t->games == 1)
    sentences_add(to, "The game did not end within %s.",
                  shown_length(t->max_plies).text);
  else
    sentences_add(to, "None of the %s games ended within %s.",
                  shown_count(t->games).text, shown_length(t->max_plies).text);
}

/* All games that ended took the same number of plies. */
static void add_constant(const Tally *t, Sentences *to) {
  uint64_t games = balance_decided(t);
  int plies = 0;
  while (!t->ended[plies])
    plies++;
  const char *which = games < t->games ? " that came to an end" : "";
  if (games == 1)
    sentences_add(to, "The one game%s took %s.", which,
                  shown_length(plies).text);
  else
    sentences_add(to, "%s %s games%s took %s.",
                  games < t->games ? "The" : "All", shown_count(games).text,
                  which, shown_length(plies).text);
}

/* What the mean counts stopped games as. */
static Phrase lengths_stopped(const Tally *t, const Lengths *l) {
  Phrase p = {""};
  if (l->restricted)
    phrase_add(&p, " if longer ones count as %s",
               shown_count((uint64_t)l->limit).text);
  if (t->ends[MATCH_FORFEIT])
    phrase_add(&p, " %s forfeited ones would have gone on like the others",
               l->restricted ? "and" : "if");
  return p;
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
static Phrase lengths_share(const Tally *t, double low, double high) {
  uint64_t within = games_within(t, low, high);
  if (within == t->games)
    return phrase("all of them");
  if (within >= t->games - t->games / 10)
    return phrase("at least nine out of ten");
  return phrase("%s%s of them",
                balance_decided(t) < t->games ? "at least " : "",
                shown_percent((double)within / (double)t->games).text);
}

/* The range of most games: of those that were played, so that nothing is
 * claimed of others. */
static Phrase lengths_range(const Tally *t, const Lengths *l) {
  double low = fmin(l->p5.value, l->restricted ? l->limit : INFINITY);
  double high = l->p95.value;
  bool point = low == high || (isinf(high) && low >= l->limit);
  return phrase("%s took %s%s%s", lengths_share(t, low, high).text,
                point ? "" : shown_plies(low, l->limit).text,
                point ? "" : " to ", shown_plies(high, l->limit).text);
}

/* Facts alone: the shortest and the longest of the games that ended. */
static void add_few(const Tally *t, const Lengths *l, Sentences *to) {
  int first = 0, last = t->max_plies;
  while (!t->ended[first])
    first++;
  while (!t->ended[last])
    last--;
  Phrase range = {""};
  if (first < last)
    range = phrase("%s to ", shown_count((uint64_t)first).text);
  phrase_add(&range, "%s", shown_length(last).text);
  if (balance_decided(t) == t->games)
    sentences_add(to,
                  "These %s games took %s, %s on average: too few to say more.",
                  shown_count(t->games).text, range.text,
                  shown_real(l->mean.value, 1).text);
  else
    sentences_add(to,
                  "%s of these %s games came to an end, after %s: too few to "
                  "say more.",
                  shown_count(balance_decided(t)).text,
                  shown_count(t->games).text, range.text);
}

/* The interval of the median holds for any games and any number of them. The
 * mean is stated of these games only, with the reason. */
static void add_median(const Tally *t, const Lengths *l, const char *stopped,
                       const char *range, Sentences *to) {
  Phrase bounds = {""};
  const char *why =
      deviations_objection((double)t->games, schedule_alike(t->schedule));
  Shown low = shown_plies(l->median.low, l->limit),
        high = shown_plies(l->median.high, l->limit);
  if (l->median.low != l->median.high)
    bounds = isinf(l->median.high) ? phrase(" (%s or more)", low.text)
                                   : phrase(" (%s to %s)", low.text, high.text);
  sentences_add(to,
                "The median length is %s %s%s; these %s games took %s on "
                "average%s (%s), and %s.",
                shown_plies(l->median.value, l->limit).text,
                l->median.value == 1 ? "ply" : "plies", bounds.text,
                shown_count(t->games).text, shown_real(l->mean.value, 1).text,
                stopped, why, range);
}

static void add_usual(const Tally *t, const Lengths *l, Sentences *to) {
  Phrase stopped = lengths_stopped(t, l), range = lengths_range(t, l);
  if (estimate_has_interval(l->mean))
    sentences_add(to, "A game takes %s plies on average (%s to %s)%s; %s.",
                  shown_real(l->mean.value, 1).text,
                  shown_real(l->mean.low, 1).text,
                  shown_real(l->mean.high, 1).text, stopped.text, range.text);
  else
    add_median(t, l, stopped.text, range.text, to);
}

void verdict_lengths(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Lengths l = summary_lengths(t);
  if (balance_decided(t) == 0)
    add_endless(t, to);
  else if (!(l.sd.value > 0)) /* none, or of a single game */
    add_constant(t, to);
  else if (t->games < GAMES_FOR_TENTHS)
    add_few(t, &l, to);
  else
    add_usual(t, &l, to);
}
