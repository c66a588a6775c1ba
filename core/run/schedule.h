/* The schedule of a run: its bots, which of them plays which seat in each game,
 * and which games begin alike.
 *
 * A seating assigns a bot to every seat. Game `index` of a run has seating
 * index % seatings, so all seatings occur equally often, even in a run that its
 * stopping rule ends early. In a tournament of a team game, one bot plays all
 * seats of a team.
 *
 * Seatings that are rotations of each other form a round and play consecutive
 * games: with two sides, the pair of games a against b and b against a. If the
 * schedule is `paired`, the games of a round share their opening: the random
 * start, and the first plies if these are random. In a collected run (given.h)
 * each game has the seating and the stream that its file names, and nothing is
 * said about rounds. A schedule owns what it
 * points to and does not change once a run is played; any thread may read it.
 */
#ifndef BOARDLAB_CORE_RUN_SCHEDULE_H
#define BOARDLAB_CORE_RUN_SCHEDULE_H

#include "core/base/csv.h"
#include "core/game/bot.h"
#include "core/run/given.h"

enum {
  BOTS_MAX = 64,
  SEATINGS_MAX = 1 << 18,
  OPENING_MAX = 1000 /* random plies at the start of a game */
};

/* Openings are drawn from the streams of a seed that begin here, far beyond
 * those of its games. */
#define OPENING_STREAMS (UINT64_C(1) << 61)

typedef enum Seating {
  SEATING_FIXED,   /* bot s plays seat s */
  SEATING_ROTATED, /* each bot plays each seat in turn */
  SEATING_EVERY, /* a tournament: all bots against each other, in all orders */
  SEATING_COLLECTED, /* as the files say that were collected */
  SEATING_COUNT
} Seating;

extern const char *const seating_names[]; /* "fixed", "rotated", "every", … */

typedef struct Entrant {
  char spec[SPEC_TEXT]; /* the shortest */
  char full[SPEC_TEXT]; /* with every option spelled out */
  Text quoted;          /* the spec as a CSV field */
  bool timed;           /* plays by the clock, see Bot */
  bool is_program;      /* it says that it is: */
  char program[128];
} Entrant;

typedef struct Schedule {
  /* Of the game, for the files of a run. */
  char full_game[SPEC_TEXT]; /* with every option spelled out */
  char game[SPEC_TEXT];      /* the shortest spec */
  Text quoted;               /* the same as a CSV field */
  bool has_chance;           /* nature moves in some positions */
  bool has_score;            /* the game has scores */
  bool has_places;           /* the game has places (core/game/turns.h) */
  bool evaluates;            /* it has an evaluation, by which bots judge */
  int parts;                 /* the keys that parts of its moves can have */
  char part[PART_KEYS_MAX][ANSWER_TEXT];
  int seats, sides;
  uint8_t side[SEATS_MAX]; /* the side of each seat */
  int bots;                /* number of distinct bots */
  Entrant *bot;
  size_t longest; /* length of the longest quoted spec */
  size_t seatings;
  uint8_t *table;   /* the bot of each seat, seating by seating */
  uint32_t *round;  /* the first seating of each seating's round */
  GivenGames given; /* the games of a collected run; otherwise none */
  /* Set by the run. */
  bool paired; /* the games of a round share their opening */
  int opening; /* the first plies of each game that are random */
} Schedule;

/* Opens each bot once to check that it can play the game. A single spec plays
 * all seats, except in a tournament. */
bool schedule_make(Schedule *schedule, const Game *game, Seating seating,
                   const char *const specs[], int count, Error *error);

/* Rebuilds a schedule from the shortest and the full specs of its bots without
 * opening anything. The caller has set what is said of the game, seats, sides
 * and side. */
bool schedule_restore(Schedule *schedule, Seating seating,
                      const char *const specs[], const char *const full[],
                      int count, Error *error);
void schedule_free(Schedule *schedule);

/* A schedule of given games, which it takes over. Opens no bots. What is said
 * of the game is that of `game`; if that is NULL, the caller has set it, and
 * seats, sides and side. */
bool schedule_give(Schedule *schedule, const Game *game, GivenGames *games,
                   Error *error);

/* Whether its games were given. The seat of a human has the bot "human". */
static inline bool schedule_is_collected(const Schedule *schedule) {
  return schedule->given.count > 0;
}

bool schedule_bot_is_human(const Schedule *schedule, int bot);

/* Whether humans play, and only they. */
bool schedule_has_humans(const Schedule *schedule);
bool schedule_is_human(const Schedule *schedule);

/* The first bot that is not the first one, NULL if the same bot plays all
 * seats. Two paths of one file are one bot. */
const Entrant *schedule_other_bot(const Schedule *schedule);

/* Whether a bot, or all of them, are `random`. */
bool schedule_bot_is_random(const Schedule *schedule, int bot);
bool schedule_is_random(const Schedule *schedule);

/* Whether one of the bots is a program; one that does not promise to be
 * deterministic. */
bool schedule_has_program(const Schedule *schedule);
bool schedule_has_free_program(const Schedule *schedule);

/* The seating of a game. */
static inline size_t schedule_seating(const Schedule *s, uint64_t index) {
  return index < s->given.count ? s->given.game[index].seating
                                : (size_t)(index % s->seatings);
}

/* The bot of each seat in a seating. */
static inline const uint8_t *schedule_bots(const Schedule *s, size_t seating) {
  return s->table + seating * (size_t)s->seats;
}

/* The first game of the round that a game belongs to, and the number of games
 * in a round, by its first seating. */
static inline uint64_t schedule_round(const Schedule *s, uint64_t index) {
  size_t seating = schedule_seating(s, index);
  return index - (seating - s->round[seating]);
}
int schedule_round_games(const Schedule *schedule, size_t first);

/* The most games that share an opening: those of a round if the schedule is
 * paired, otherwise 1. Such games are not independent: an opening that favours
 * a seat does so in all of them. At worst, that many say no more about a seat
 * or a length than one. */
int schedule_alike(const Schedule *schedule);

/* The random stream of a game's opening. It is the game's own, from which its
 * bots draw as well, unless the opening is shared or has random plies. */
static inline uint64_t schedule_opening(const Schedule *s, uint64_t index) {
  return index < s->given.count ? s->given.game[index].index
         : s->paired            ? OPENING_STREAMS + schedule_round(s, index)
         : s->opening           ? OPENING_STREAMS + index
                                : index;
}

/* The seed of that stream, in a run of this seed. */
static inline uint64_t schedule_seed(const Schedule *s, uint64_t seed,
                                     uint64_t index) {
  return index < s->given.count ? s->given.game[index].seed : seed;
}

/* Writes the seats of a side: "1", "1+3". */
enum { SIDE_TEXT = 64 };
void schedule_side_name(const Schedule *schedule, int side,
                        char name[SIDE_TEXT]);

/* How playing the games of a schedule, or some of them, has ended. */
typedef enum RunEnd { RUN_DONE, RUN_STOPPED, RUN_FAILED } RunEnd;

/* ---- which games are verified --------------------------------------------*/

/* Which games of a run are played again to verify it: a fixed function of the
 * run's range of games, so that it does not depend on threads or interruptions.
 *
 * They are spread evenly over the range and include its first and its last
 * game. If a stopping rule may end the run anywhere, the number of games is not
 * known while they are played. Then the selection is dense at the beginning and
 * thins out, so that games spread evenly can be picked from it wherever the run
 * ends. */
typedef struct Selection {
  uint64_t first, count; /* the range */
  uint64_t wanted;       /* how many of its games, at least 1 */
  bool open_ended;       /* the run may end before the range does */
} Selection;

bool selection_has(const Selection *selection, uint64_t index);

/* The place of the i-th of `wanted` games spread evenly over `count`. A single
 * one is the last: it has the most games before it that might influence it. */
uint64_t selection_place(uint64_t count, uint64_t wanted, uint64_t i);

#endif
