#include "core/run/tally.h"

/* Writing and reading go through the counts in the same order, so one function
 * does both: pass_tally, with a Passage that either appends each count to a
 * text or replaces it by the next number of one. */
typedef struct Passage {
  Text *to;         /* when writing; NULL when reading */
  const char *from; /* when reading: what is left */
  bool failed;
} Passage;

/* ---- numbers -------------------------------------------------------------*/

enum { WIDE_DIGITS = 40 };

static void write_number(Passage *p, Wide number) {
  char digits[WIDE_DIGITS];
  size_t at = sizeof digits;
  text_need(p->to, WIDE_DIGITS + 1);
  do
    digits[--at] = (char)('0' + (int)(number % 10));
  while (number /= 10);
  if (p->to->length > 0)
    text_add_char(p->to, ' ');
  text_add_bytes(p->to, digits + at, sizeof digits - at);
}

static Wide read_number(Passage *p, Wide max) {
  Wide number = 0;
  const char *begin = p->from;
  for (; *p->from >= '0' && *p->from <= '9'; p->from++) {
    unsigned digit = (unsigned)(*p->from - '0');
    if (number > (max - digit) / 10)
      p->failed = true;
    number = number * 10 + digit;
  }
  p->failed = p->failed || p->from == begin || (*p->from && *p->from != ' ');
  p->from += *p->from == ' ';
  return p->failed ? 0 : number;
}

static void pass_wide(Passage *p, Wide *number) {
  if (p->to)
    write_number(p, *number);
  else
    *number = read_number(p, ~(Wide)0);
}

static void pass(Passage *p, uint64_t *number) {
  if (p->to)
    write_number(p, *number);
  else
    *number = (uint64_t)read_number(p, UINT64_MAX);
}

static void pass_list(Passage *p, uint64_t list[], size_t count) {
  for (size_t i = 0; i < count; i++)
    pass(p, &list[i]);
}

static void pass_int(Passage *p, int *number) {
  if (p->to)
    write_number(p, (Wide)*number);
  else
    *number = (int)read_number(p, INT32_MAX);
}

/* ---- the tally -----------------------------------------------------------*/

static void pass_moments(Passage *p, Moments *m) {
  pass(p, &m->count);
  pass(p, &m->sum);
  pass_wide(p, &m->squares);
}

/* A signed number is written as twice its value, or as one less than twice its
 * value below 0. */
static void pass_signed(Passage *p, SignedWide *number) {
  Wide folded = *number >= 0 ? 2 * (Wide)*number : 2 * (Wide) - *number - 1;
  pass_wide(p, &folded);
  *number =
      folded & 1 ? -(SignedWide)(folded / 2) - 1 : (SignedWide)(folded / 2);
}

static void pass_signed_moments(Passage *p, SignedMoments *m) {
  pass(p, &m->count);
  pass_signed(p, &m->sum);
  pass_wide(p, &m->squares);
}

static void pass_score(Passage *p, Tally *t) {
  SignedWide width = t->score->width, divisor = t->score->divisor;
  for (int seat = 0; seat < t->schedule->seats; seat++)
    pass_signed_moments(p, &t->score->score[seat]);
  pass_signed_moments(p, &t->score->margin);
  pass(p, &t->score->ahead);
  pass(p, &t->score->behind);
  pass_signed(p, &width);
  pass_signed(p, &divisor);
  p->failed = p->failed || width < 0 || width > INT64_MAX / MARGIN_BINS ||
              divisor < 0 || divisor > INT64_MAX;
  t->score->width = p->failed ? 0 : (int64_t)width;
  t->score->divisor = p->failed ? 0 : (int64_t)divisor;
  pass_list(p, t->score->bin, MARGIN_BINS);
}

static void pass_seatings(Passage *p, Tally *t) {
  size_t seats = t->schedule->seatings * (size_t)t->schedule->seats;
  for (size_t i = 0; i < t->schedule->seatings; i++) {
    pass_list(p, t->seating[i].ends, MATCH_ENDS);
    pass(p, &t->seating[i].least);
    pass(p, &t->seating[i].least_games);
  }
  for (size_t i = 0; i < seats; i++) {
    pass(p, &t->seat[i].won);
    pass(p, &t->seat[i].forfeits);
    pass(p, &t->seat[i].nodes);
    pass(p, &t->seat[i].points);
    if (t->schedule->has_places)
      pass(p, &t->seat[i].places);
  }
}

static void pass_sides(Passage *p, Tally *t) {
  size_t sides = (size_t)t->schedule->sides;
  for (size_t i = 0; i < sides; i++) {
    pass_list(p, t->side[i].among, sides);
    pass_list(p, t->side[i].together, sides);
    pass_moments(p, &t->side[i].plies);
  }
}

/* Most lengths have no games: the others are listed, each with its number of
 * games. */
static void pass_lengths(Passage *p, uint64_t lengths[], int max_plies) {
  int count = 0, plies = 0;
  for (int i = 0; p->to && i <= max_plies; i++)
    count += lengths[i] > 0;
  pass_int(p, &count);
  for (int i = 0; i < count && !p->failed; i++, plies++) {
    while (p->to && !lengths[plies])
      plies++;
    pass_int(p, &plies);
    p->failed = p->failed || plies > max_plies;
    if (!p->failed)
      pass(p, &lengths[plies]);
  }
}

/* The hashes are in ascending order. */
static void pass_distinct(Passage *p, Distinct *d) {
  pass_int(p, &d->count);
  p->failed = p->failed || d->count > DISTINCT_KEPT;
  for (int i = 0; i < d->count && !p->failed; i++) {
    pass(p, &d->least[i]);
    p->failed = p->failed || (i > 0 && d->least[i] <= d->least[i - 1]);
  }
}

static void pass_moved(Passage *p, Tally *t) {
  int moved = t->moved;
  pass_int(p, &moved);
  p->failed = p->failed || moved >> t->schedule->seats;
  t->moved = (uint16_t)moved;
}

static void pass_tally(Passage *p, Tally *t) {
  pass(p, &t->games);
  pass_list(p, t->ends, MATCH_ENDS);
  pass(p, &t->plies);
  pass(p, &t->passes);
  pass_moved(p, t);
  pass(p, &t->legal_moves);
  pass_wide(p, &t->legal_squares);
  pass_wide(p, &t->legal_plies);
  if (t->schedule->has_chance) {
    pass(p, &t->rolls);
    pass_wide(p, &t->turn_squares);
  }
  pass_int(p, &t->branching_max);
  pass_distinct(p, &t->distinct);
  pass_seatings(p, t);
  pass_sides(p, t);
  for (int end = 0; end < MATCH_ENDS; end++)
    pass_moments(p, &t->plies_by_end[end]);
  if (t->score)
    pass_score(p, t);
  pass_lengths(p, t->ended, t->max_plies);
  pass_lengths(p, t->stopped, t->max_plies);
}

void tally_write(const Tally *t, Text *text) {
  Passage p = {.to = text};
  pass_tally(&p, (Tally *)t); /* which stays as it is */
}

bool tally_read(Tally *t, const char *text) {
  Passage p = {.from = text};
  pass_tally(&p, t);
  return !p.failed && !*p.from;
}
