/* What a ladder shows, in sentences. */
#include "analysis/experiments/ladder.h"

#include <math.h>

static void say_gain(const Ladder *l, Sentences *to) {
  Estimate gain = ladder_gain(l);
  double equal = 1.0 / l->sides;
  if (gain.n == 0)
    return;
  sentences_add(
      to,
      "Doubling %s scores %.1f%% of the points on average (95%% interval %.1f "
      "to %.1f%%), where equal players would score %.1f%%: %s.",
      l->option, 100 * gain.value, 100 * gain.low, 100 * gain.high, 100 * equal,
      gain.low > equal    ? "it makes the bot stronger"
      : gain.high < equal ? "it makes the bot weaker"
                          : "these games do not show that it helps");
}

/* The seat whose win rate differs most between the first level and the top. */
static int most_changed_seat(const Ladder *l, int top) {
  int most = 0;
  double largest = -1;
  for (int seat = 0; seat < l->seats; seat++) {
    double change =
        fabs(l->level[top].seat[seat].value - l->level[0].seat[seat].value);
    if (change > largest + 1e-9) { /* of equal changes, the first */
      largest = change;
      most = seat;
    }
  }
  return most;
}

static void say_change(const Ladder *l, Sentences *to) {
  int top = ladder_top(l);
  if (top < 1)
    return;
  const Level *weak = &l->level[0], *strong = &l->level[top];
  Estimate change = ladder_change(l);
  int seat = most_changed_seat(l, top);
  sentences_add(
      to,
      "Between equals the balance is %.3f at %s=%d and %.3f at %s=%d (seat "
      "%d wins %.1f%% and %.1f%%): %s.",
      weak->balance.value, l->option, weak->value, strong->balance.value,
      l->option, strong->value, seat + 1, 100 * weak->seat[seat].value,
      100 * strong->seat[seat].value,
      change.low > 0    ? "the game is fairer between strong players"
      : change.high < 0 ? "the game is less fair between strong players"
                        : "these games do not show that it changes");
}

/* A bot that exceeds its budget forfeits, which says nothing about its
 * strength. */
static void say_forfeits(const Ladder *l, Sentences *to) {
  for (int i = 0; i < l->levels; i++)
    if (l->level[i].games && l->level[i].forfeits.value > 0) {
      sentences_add(
          to,
          "At %s=%d %.1f%% of the games between equals were forfeited; if the "
          "bot runs out of its budget, raise it with --budget N.",
          l->option, l->level[i].value, 100 * l->level[i].forfeits.value);
      return;
    }
}

/* Names the levels on which the interval of the balance excludes 1. */
static void say_unfair(const Ladder *l, Sentences *to) {
  for (int i = 0; i < l->levels; i++) {
    const Level *level = &l->level[i];
    int best = 0, worst = 0;
    if (!level->games || level->balance.high >= 1)
      continue;
    for (int seat = 1; seat < l->seats; seat++) {
      best = level->seat[seat].value > level->seat[best].value ? seat : best;
      worst = level->seat[seat].value < level->seat[worst].value ? seat : worst;
    }
    sentences_add(to,
                  "At %s=%d seat %d has an advantage: it wins %.1f%%, seat %d "
                  "%.1f%%.",
                  l->option, level->value, best + 1,
                  100 * level->seat[best].value, worst + 1,
                  100 * level->seat[worst].value);
  }
}

void ladder_verdict(const Ladder *l, Sentences *to) {
  say_gain(l, to);
  say_change(l, to);
  say_forfeits(l, to);
  say_unfair(l, to);
}
