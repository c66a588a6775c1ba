/* The schedule of a run: its bots, and which of them plays which seat in each
 * game.
 *
 * A seating assigns a bot to every seat. Game `index` of a run has seating
 * index % seatings, so all seatings occur equally often, even in a run that its
 * stopping rule ends early. In a tournament of a team game, one bot plays all
 * seats of a team. A schedule owns what it points to and does not change once
 * made; any thread may read it. */
#ifndef BOARDLAB_CORE_RUN_SCHEDULE_H
#define BOARDLAB_CORE_RUN_SCHEDULE_H

#include "core/base/csv.h"
#include "core/game/bot.h"

enum { BOTS_MAX = 64, SEATINGS_MAX = 1 << 18 };

typedef enum Seating {
  SEATING_FIXED,   /* bot s plays seat s */
  SEATING_ROTATED, /* each bot plays each seat in turn */
  SEATING_EVERY /* a tournament: all bots against each other, in all orders */
} Seating;

extern const char *const seating_names[]; /* "fixed", "rotated", "every" */

typedef struct Entrant {
  char spec[SPEC_TEXT]; /* the shortest */
  char full[SPEC_TEXT]; /* with every option spelled out */
  Text quoted;          /* the spec as a CSV field */
  bool timed;           /* plays by the clock */
} Entrant;

typedef struct Schedule {
  int seats, sides;
  uint8_t side[SEATS_MAX]; /* the side of each seat */
  int bots;                /* number of distinct bots */
  Entrant *bot;
  size_t longest; /* length of the longest quoted spec */
  size_t seatings;
  uint8_t *table; /* the bot of each seat, seating by seating */
} Schedule;

/* Opens each bot once to check that it can play the game. A single spec plays
 * all seats, except in a tournament. */
bool schedule_make(Schedule *schedule, const Game *game, Seating seating,
                   const char *const specs[], int count, Error *error);

/* Rebuilds a schedule from the shortest and the full specs of its bots without
 * opening anything. The caller has set seats, sides and side. */
bool schedule_restore(Schedule *schedule, Seating seating,
                      const char *const specs[], const char *const full[],
                      int count, Error *error);
void schedule_free(Schedule *schedule);

/* The seating of a game. */
static inline size_t schedule_seating(const Schedule *s, uint64_t index) {
  return (size_t)(index % s->seatings);
}

/* The bot of each seat in a seating. */
static inline const uint8_t *schedule_bots(const Schedule *s, size_t seating) {
  return s->table + seating * (size_t)s->seats;
}

/* Writes the seats of a side: "1", "1+3". */
enum { SIDE_TEXT = 64 };
void schedule_side_name(const Schedule *schedule, int side,
                        char name[SIDE_TEXT]);

#endif
