#include "tests/support/analysis/made_up_runs.h"

#include "tests/support/support.h"
#include <stdlib.h>

/* In 9 of 40 pairs seat 1 wins only in the second run, in 3 only in the
 * first. */
const Block TWENTY[BLOCKS] = {{20, WON, 1, 9}, {20, WON, 2, 9}};
const Block TWENTY_SIX[BLOCKS] = {
    {17, WON, 1, 9}, {3, WON, 2, 9}, {9, WON, 1, 9}, {11, WON, 2, 9}};

ComparedRun make_run(const char *dir, uint64_t seed, int seats) {
  ComparedRun c = {.dir = dir};
  snprintf(c.name, sizeof c.name, "%s", dir);
  Schedule *s = &c.run.schedule;
  c.run.plan.seed = seed;
  c.run.plan.max_plies = 1000;
  s->seats = s->sides = seats;
  s->seatings = 1;
  for (int seat = 0; seat < seats; seat++)
    s->side[seat] = (uint8_t)seat;
  return c;
}

void add_game(ComparedRun *c, GameOutcome game) {
  Tally *t = &c->run.tally;
  const Schedule *s = &c->run.schedule;
  if (t->games == c->games.capacity) {
    c->games.capacity = c->games.capacity ? 2 * c->games.capacity : 64;
    c->games.outcome =
        realloc(c->games.outcome, c->games.capacity * sizeof *c->games.outcome);
    assert_non_null(c->games.outcome);
  }
  unsigned sides = 0;
  for (int seat = 0; game.end == MATCH_WIN && seat < s->seats; seat++)
    if (game.winners >> seat & 1)
      sides |= 1u << s->side[seat];
  t->schedule = s;
  t->moved = (uint16_t)((1u << s->seats) - 1);
  for (int i = 0; i < s->sides; i++)
    for (int j = 0; j < s->sides; j++)
      t->side[i].together[j] += sides >> i & sides >> j & 1;
  c->games.outcome[t->games++] = game;
}

void add_blocks(ComparedRun *c, const Block blocks[BLOCKS]) {
  for (int i = 0; i < BLOCKS; i++)
    for (int k = 0; k < blocks[i].games; k++)
      add_game(c, (GameOutcome){blocks[i].plies, (uint16_t)blocks[i].winners,
                                (uint8_t)blocks[i].end});
}

void free_games(ComparedRun *c) {
  free(c->games.outcome);
}

Difference find(const Comparison *c, CompareKind kind, int which) {
  const Difference *d = compare_find(c, (ComparedMetric){kind, which});
  assert_non_null(d);
  return *d;
}

Comparison must_compare(const ComparedRun *one, const ComparedRun *other) {
  Comparison c;
  Error error;
  if (!compare(one, other, &c, &error))
    fail_msg("%s", error.message);
  return c;
}

Comparison compare_blocks(uint64_t seed, const Block one[BLOCKS],
                          const Block other[BLOCKS]) {
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", seed, 2);
  add_blocks(&a, one);
  add_blocks(&b, other);
  Comparison c = must_compare(&a, &b);
  free_games(&a);
  free_games(&b);
  return c;
}
