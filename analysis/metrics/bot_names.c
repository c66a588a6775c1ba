#include "analysis/metrics/bot_names.h"

#include "analysis/stats/shown.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/search/levels.h"
#include <string.h>

/* ---- words ---------------------------------------------------------------*/

/* Room for the longest text that anybody has a place for, and more. */
enum { WORDS = 4 * SPEC_TEXT + 64 };

/* Adds "greedy in seat 1", "random in seats 2, 3 and 4". */
static void add_seated(const Schedule *s, int bot, char words[WORDS]) {
  const uint8_t *bots = schedule_bots(s, 0);
  char names[WINNERS_TEXT];
  unsigned seats = 0;
  for (int seat = 0; seat < s->seats; seat++)
    seats |= (unsigned)(bots[seat] == bot) << seat;
  seats_format(seats, names);
  text_append(words, WORDS, "%s in %s", s->bot[bot].spec, names);
}

static bool is_seated(const Schedule *s) {
  return s->seatings == 1 && s->bots > 1 && !schedule_has_humans(s);
}

const char *bots_short_name(const Schedule *s, int bot) {
  const char *level = level_name_in(s->bot[bot].spec, s->game);
  return level ? level : s->bot[bot].spec;
}

/* The name of a bot in words. */
static Phrase name_of(const Schedule *s, int bot) {
  const char *spec = s->bot[bot].spec;
  if (!schedule_has_humans(s))
    return phrase("%s", spec);
  if (strcmp(spec, SEAT_HUMAN) == 0)
    return phrase("people");
  const char *name = bots_short_name(s, bot);
  return strcmp(name, spec) == 0 ? phrase("%s", spec)
                                 : phrase("%s (%s)", name, spec);
}

static const char *manner(const Run *run) {
  const Schedule *s = &run->schedule;
  return is_seated(s)                           ? ""
         : run->plan.seating == SEATING_EVERY   ? ", each in every seat"
         : s->bots == 1 && s->seats > 1         ? " in every seat"
         : run->plan.seating == SEATING_ROTATED ? ", rotating through all seats"
                                                : "";
}

void bots_in_words(const Run *run, char text[], size_t size) {
  const Schedule *s = &run->schedule;
  char words[WORDS] = "";
  for (int bot = 0; bot < s->bots; bot++) {
    bool last = (is_seated(s) || schedule_has_humans(s)) && bot == s->bots - 1;
    text_append(words, WORDS, "%s", bot == 0 ? "" : last ? " and " : ", ");
    if (is_seated(s))
      add_seated(s, bot, words);
    else
      text_append(words, WORDS, "%s", name_of(s, bot).text);
  }
  text_append(words, WORDS, "%s", manner(run));
  snprintf(text, size, "%s", words);
  if (strlen(words) >= size)
    snprintf(text, size, "%d bot%s%s", s->bots, s->bots == 1 ? "" : "s",
             is_seated(s) ? ", each in its own seats" : manner(run));
}

/* ---- differences ---------------------------------------------------------*/

typedef struct Wanted {
  const char *name;
  size_t length;
  uint64_t hash;
} Wanted;

static void find_file(void *context, const SourceHash *source) {
  Wanted *w = context;
  if (strncmp(source->name, w->name, w->length) == 0 &&
      source->name[w->length] == '\0')
    w->hash = source->hash;
}

uint64_t bots_file_hash(const Run *run, const char *name, size_t length) {
  Wanted wanted = {name, length, 0};
  if (run->sources)
    source_hashes_each(run->sources, find_file, &wanted);
  return wanted.hash;
}

/* The bot of the other run with this full spec, or -1. */
static int same_bot(const Schedule *s, const char *full) {
  for (int bot = 0; bot < s->bots; bot++)
    if (strcmp(s->bot[bot].full, full) == 0)
      return bot;
  return -1;
}

/* How often a bot sits anywhere, in all seatings together. */
static size_t sittings(const Schedule *s, int bot) {
  size_t count = 0;
  for (size_t i = 0; i < s->seatings * (size_t)s->seats; i++)
    count += s->table[i] == bot;
  return count;
}

static bool have_equal_shares(const Schedule *a, const Schedule *b) {
  size_t a_all = a->seatings * (size_t)a->seats;
  size_t b_all = b->seatings * (size_t)b->seats;
  for (int bot = 0; bot < a->bots; bot++) {
    int other = same_bot(b, a->bot[bot].full);
    if (other < 0 || sittings(a, bot) * b_all != sittings(b, other) * a_all)
      return false;
  }
  return a->bots == b->bots;
}

static bool have_equal_seats(const Schedule *a, const Schedule *b) {
  for (int seat = 0; a->seats == b->seats && seat < a->seats; seat++)
    if (strcmp(a->bot[schedule_bots(a, 0)[seat]].full,
               b->bot[schedule_bots(b, 0)[seat]].full) != 0)
      return false;
  return a->seats == b->seats;
}

static bool have_equal_files(const Run *a, const Run *b) {
  for (int bot = 0; bot < a->schedule.bots; bot++) {
    const char *spec = a->schedule.bot[bot].spec;
    size_t length = strcspn(spec, ":");
    if (bots_file_hash(a, spec, length) != bots_file_hash(b, spec, length))
      return false;
  }
  return true;
}

BotsDiffer bots_differ(const Run *a, const Run *b) {
  const Schedule *one = &a->schedule, *other = &b->schedule;
  bool seated = is_seated(one) || is_seated(other);
  if (is_seated(one) != is_seated(other) ||
      !(seated ? have_equal_seats(one, other) : have_equal_shares(one, other)))
    return BOTS_OTHER;
  return have_equal_files(a, b) ? BOTS_SAME : BOTS_CHANGED;
}
