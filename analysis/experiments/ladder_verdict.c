/* What a ladder says, in sentences. */
#include "analysis/experiments/ladder.h"

#include <math.h>

static void say_gain(const Ladder *l, Sentences *to) {
  Estimate gain = ladder_gain(l);
  double equal = 1.0 / l->sides;
  if (gain.n == 0)
    return;
  sentences_add(
      to,
      "Twice the %s scores %.1f%% (%.1f to %.1f%%) of the points on average "
      "over the ladder, where equals would score %.1f%%: %s.",
      l->option, 100 * gain.value, 100 * gain.low, 100 * gain.high, 100 * equal,
      gain.low > equal    ? "it makes the bot stronger"
      : gain.high < equal ? "it makes the bot weaker"
                          : "these games do not show that it helps");
}

/* The seat whose wins differ most between two levels. */
static int moved_most(const Ladder *l, int top) {
  int most = 0;
  double by = -1;
  for (int seat = 0; seat < l->seats; seat++) {
    double d =
        fabs(l->level[top].seat[seat].value - l->level[0].seat[seat].value);
    if (d > by + 1e-9) { /* the first of several that are rounded */
      by = d;
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
  int seat = moved_most(l, top);
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

/* A bot that thinks longer than it may forfeits: that is not its strength. */
static void say_forfeits(const Ladder *l, Sentences *to) {
  for (int i = 0; i < l->levels; i++)
    if (l->level[i].games && l->level[i].forfeits.value > 0) {
      sentences_add(
          to,
          "At %s=%d %.1f%% of games between equals were forfeited; if the "
          "bot thinks too long, --budget N allows more.",
          l->option, l->level[i].value, 100 * l->level[i].forfeits.value);
      return;
    }
}

/* Whether it is fair on each level: the levels on which it surely is not. */
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
                  "At %s=%d seat %d has the better of it: it wins %.1f%% and "
                  "seat %d %.1f%%.",
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
