/* A race: which settings of a bot's options play best against an opponent?
 *
 * Every combination of values is a setting. All settings play pairs of games
 * against the same opponent: the two games of a pair have the same opening and
 * swap the seats, and pair k is the same opening with the same random numbers
 * for every setting (common random numbers), so the difference between two
 * settings is measured pair by pair and varies less than their scores do.
 *
 * In each round every setting that is left plays until it has half as many
 * pairs again. Those that are then shown to score less than the leader, the
 * one with the highest score, are eliminated. The race ends when one is left,
 * when all that are left are shown to be within a few Elo of the leader, or
 * when the games are used up.
 *
 * All intervals are anytime-valid (Robbins 1970). Those of the differences
 * between any two settings hold together with probability 95.5%, and those of
 * all scores with 99.5% (Bonferroni): so with probability 95% all of them hold,
 * whoever leads and whenever the race ends, and nothing that is said of the
 * settings is false.
 *
 * A truncated game counts as a draw, and a forfeit as a loss. A setting that is
 * the opponent itself plays no games: by symmetry it scores exactly one half.
 * Nothing is claimed if the games of a setting repeat each other, or if all of
 * all settings were forfeited.
 *
 * With an output folder the games of each setting are an ordinary run in a
 * subfolder, named "depth=4", beside the results, race.csv, and a manifest,
 * race.json. The results follow from the games alone, so a race that was
 * stopped or killed is resumed by reading them, and ends with the same bytes.
 *
 * A Race owns what it points to except what the plan points to, and belongs to
 * one thread; race_play uses threads of its own. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_RACE_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_RACE_H

#include "analysis/experiments/played.h"
#include "analysis/experiments/sweep.h"

enum { SETTINGS_MAX = 200, RACE_FIRST_MIN = 200 };
#define RACE_CLOSE 20.0 /* Elo */

/* ---- the race by itself: rounds, eliminations, claims ---------------------*/

typedef struct Setting {
  char name[NAME_MAX + 1]; /* "depth=4,width=2" */
  AxisText value[AXES_MAX];
  char bot[SPEC_TEXT];
  bool is_opponent; /* the same bot */
  uint8_t *points;  /* of each pair, in halves: 0 to 4 */
  uint64_t pairs, capacity;
  uint64_t looked; /* at so many of these pairs, in the last round it played */
  Estimate score;  /* points per game */
  Estimate elo;    /* its score minus that of the leader; none of the leader */
  int eliminated;  /* after which round; 0: it is left */
  uint64_t games, truncated, forfeited; /* by any bot */
  Repetition repetition;
} Setting;

typedef enum RaceEnd {
  RACE_OPEN,     /* the games do not tell those that are left apart */
  RACE_DECIDED,  /* one is left */
  RACE_WITHIN,   /* all that are left are within `close` of the leader */
  RACE_REPEATS,  /* the games of a setting repeat each other */
  RACE_FORFEITED /* every game was forfeited */
} RaceEnd;

typedef struct RaceTable {
  int count;
  Setting *setting; /* in the order of their values */
  uint64_t first;   /* pairs of each in the first round */
  uint64_t each;    /* limit of pairs for each */
  uint64_t most;    /* limit of pairs for all together */
  uint64_t step;    /* all numbers of pairs are multiples of this */
  double close;     /* Elo */
  int rounds, leader;
  uint64_t target; /* pairs of each setting that is left, after this round */
  RaceEnd end;
} RaceTable;

/* Adds the points of a setting's next pair, in halves. */
bool setting_add(Setting *setting, int points, Error *error);

/* Sees to it that a setting has so many pairs, or more. */
typedef RunEnd RacePlayer(void *context, int setting, uint64_t pairs,
                          Error *error);

/* Runs a race of settings without pairs, with any player: a test has one that
 * only draws numbers. After a round that was stopped none is eliminated. */
RunEnd race_run(RaceTable *table, RacePlayer *play, void *context,
                Error *error);

void race_table_free(RaceTable *table);

/* ---- with games ----------------------------------------------------------*/

typedef struct RacePlan {
  RunPlan run; /* game, opening, seed, max_plies, jobs, limits; `games` is the
                  limit for all settings together; `out` is the folder or NULL;
                  with `resume` the race in it is continued */
  const char *player, *against; /* specs; the opponent may be NULL: it is then
                                   the player as given */
  uint64_t first, each;         /* games of each setting, as in TunePlan */
  double close;
} RacePlan;

typedef struct Race {
  RacePlan plan;
  AxisNames axes;
  RaceTable table;
  char game[SPEC_TEXT], player[SPEC_TEXT], opponent[SPEC_TEXT];
  int seats;
  bool timed, own_limit;
  Run *run;            /* of each setting, if there is no folder */
  struct json_t *made; /* how it was made (core/run/made.h) */
  const ExperimentCallbacks *callbacks; /* while it is played */
  uint64_t found; /* games that were played before this process */
  Error reason;   /* of the first forfeit in games this process has played */
} Race;

/* Opens every setting once; writes nothing. `vary` is as for a sweep, of the
 * player's options. If it fails there is nothing to close. */
bool race_open(Race *race, const RacePlan *plan, const char *const vary[],
               int count, Error *error);
void race_close(Race *race);

uint64_t race_games(const Race *race);     /* played so far */
uint64_t race_max_games(const Race *race); /* the most it can play */

/* Plays until the race is decided. */
RunEnd race_play(Race *race, const ExperimentCallbacks *callbacks,
                 Error *error);

/* The results: the settings that are left first, by their scores; what they
 * say. */
void race_table(const Race *race, ResultTable *table);
void race_document(const Race *race, Document *document);

#endif
