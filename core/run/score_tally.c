#include "core/run/score_tally.h"

#include "core/game/score.h"

static void add_number(SignedMoments *m, int64_t number) {
  m->count++;
  m->sum += number;
  m->squares += (unsigned __int128)((SignedWide)number * number);
}

static void merge_moments(SignedMoments *to, const SignedMoments *from) {
  to->count += from->count;
  to->sum += from->sum;
  to->squares += from->squares;
}

/* The bin of a margin counted from 0 points, downwards and upwards. */
static int64_t place_of(int64_t margin, int64_t width) {
  return margin >= 0 ? margin / width : -((width - 1 - margin) / width);
}

static bool fits(int64_t place) {
  return place >= -MARGIN_BINS / 2 && place < MARGIN_BINS / 2;
}

/* Doubles the width of the bins: every two neighbours become one, those on both
 * sides of 0 points apart. */
static void widen(ScoreTally *t) {
  uint64_t wide[MARGIN_BINS] = {0};
  for (int i = 0; i < MARGIN_BINS; i++)
    wide[MARGIN_BINS / 4 + i / 2] += t->bin[i];
  memcpy(t->bin, wide, sizeof wide);
  t->width *= 2;
}

static void add_to_bin(ScoreTally *t, int64_t margin, uint64_t games) {
  if (!t->width)
    t->width = SCORE_UNIT / 2;
  while (!fits(place_of(margin, t->width)))
    widen(t);
  t->bin[place_of(margin, t->width) + MARGIN_BINS / 2] += games;
}

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

void score_tally_add(ScoreTally *t, const Schedule *s, const Match *match) {
  int64_t margin = score_margin(s->side, s->seats, 0, match->score);
  for (int seat = 0; seat < s->seats; seat++)
    add_number(&t->score[seat], match->score[seat]);
  add_number(&t->margin, margin);
  t->ahead += margin > 0;
  t->behind += margin < 0;
  t->divisor = common_divisor(t->divisor, margin);
  add_to_bin(t, margin, 1);
}

void score_tally_merge(ScoreTally *t, const ScoreTally *other) {
  for (int seat = 0; seat < SEATS_MAX; seat++)
    merge_moments(&t->score[seat], &other->score[seat]);
  merge_moments(&t->margin, &other->margin);
  t->ahead += other->ahead;
  t->behind += other->behind;
  t->divisor = common_divisor(t->divisor, other->divisor);
  while (t->width && t->width < other->width)
    widen(t);
  if (!t->width)
    t->width = other->width;
  for (int i = 0; i < MARGIN_BINS; i++)
    if (other->bin[i])
      add_to_bin(t, (i - MARGIN_BINS / 2) * other->width, other->bin[i]);
}
