/* The schedule of a run: which bots there are, and who sits where in each game.
 *
 * A seating says for each seat which bot sits there. Game `index` of a run has
 * the seating index modulo their number: so all come up equally often, and a
 * run that is cut short still has all of them. Where seats play in teams, a
 * tournament gives a team to one bot. A schedule owns what it points to and
 * does not change once it is made. */
#ifndef BOARDLAB_CORE_RUN_SCHEDULE_H
#define BOARDLAB_CORE_RUN_SCHEDULE_H

#include "core/base/csv.h"
#include "core/game/bot.h"

enum { BOTS_MAX = 64, SEATINGS_MAX = 1 << 18 };

typedef enum Seating {
  SEATING_FIXED,   /* bot s sits in seat s */
  SEATING_ROTATED, /* each bot in each seat in turn */
  SEATING_EVERY    /* a tournament: all bots against all others, in every way */
} Seating;

extern const char *const seating_names[]; /* "fixed", "rotated", "every" */

typedef struct Entrant {
  char spec[SPEC_TEXT]; /* the shortest */
  char full[SPEC_TEXT]; /* with all options spelled out */
  Text quoted;          /* the spec as a field of CSV */
  bool timed;           /* plays by the clock */
} Entrant;

typedef struct Schedule {
  int seats, sides;
  uint8_t side[SEATS_MAX]; /* of each seat */
  int bots;                /* different ones */
  Entrant *bot;
  size_t longest; /* length of a quoted spec */
  size_t seatings;
  uint8_t *table; /* the bot of each seat, seating by seating */
} Schedule;

/* Opens each bot for the game, to see that it can be played. A single spec is
 * for all seats, unless it is a tournament. */
bool schedule_make(Schedule *schedule, const Game *game, Seating seating,
                   const char *const specs[], int count, Error *error);

/* The same for bots of which only the specs are known, the shortest and the
 * full ones: nothing is opened. The schedule comes with seats, sides and which
 * seat is on which. */
bool schedule_restore(Schedule *schedule, Seating seating,
                      const char *const specs[], const char *const full[],
                      int count, Error *error);
void schedule_free(Schedule *schedule);

/* The seating of a game, and the bot of each seat in it. */
static inline size_t schedule_seating(const Schedule *s, uint64_t index) {
  return (size_t)(index % s->seatings);
}

static inline const uint8_t *schedule_bots(const Schedule *s, size_t seating) {
  return s->table + seating * (size_t)s->seats;
}

/* The seats of a side: "1", "1+3". */
enum { SIDE_TEXT = 64 };
void schedule_side_name(const Schedule *schedule, int side,
                        char name[SIDE_TEXT]);

#endif
