/* Oracles: what says how likely each side is to win from a position.
 *
 *   eval                the game's own evaluation
 *   mcts:iterations=N   a tree search, after some rolls if nature moves; games
 *                       of two sides
 *   weights:FILE        an evaluation that was learned (boardlab learn)
 *   playouts=N          N random games from the position; draws and unfinished
 *                       ones are split evenly
 *
 * Playouts and searches are noisy, and noise makes a lead look larger and
 * change more often than it does. An oracle therefore gives every value twice,
 * from two independent halves of its N playouts or iterations, so that what the
 * noise does can be measured and subtracted. Evaluations are exact: their
 * halves are equal.
 *
 * Values that promise too much or too little are raised to a power, as in
 * "eval:power=0.6", and divided by their sum: temperature scaling (Guo and
 * others 2017), after Platt (1999). calibrate.h finds it.
 *
 * An Oracle belongs to one thread, as its game does. All randomness comes from
 * the stream that the caller passes. */
#ifndef BOARDLAB_ANALYSIS_METRICS_ORACLE_H
#define BOARDLAB_ANALYSIS_METRICS_ORACLE_H

#include "analysis/stats/shown.h"
#include "core/game/game.h"

typedef enum OracleKind {
  ORACLE_NONE, /* ask nobody */
  ORACLE_DEFAULT,
  ORACLE_EVAL,
  ORACLE_WEIGHTS,
  ORACLE_MCTS,
  ORACLE_PLAYOUTS
} OracleKind;

enum {
  ORACLE_COUNT_MAX = 1000000,
  ORACLE_PLAYOUTS_DEFAULT = 200,
  ORACLE_ITERATIONS_DEFAULT = 1000
};

#define ORACLE_POWER_MIN 0.05
#define ORACLE_POWER_MAX 20.0

typedef struct OraclePlan {
  OracleKind kind;
  int count;    /* playouts or iterations; even. Of weights: the number of their
                   file (given_file.h) */
  double power; /* that values are raised to; 0: they are not */
} OraclePlan;

/* Reads "eval", "weights:FILE", "mcts:iterations=400", "mcts", "playouts=200"
 * or "playouts", and ":power=P" after any of them. */
bool oracle_parse(const char *text, OraclePlan *plan, Error *error);
Phrase oracle_name(OraclePlan plan);

/* "the game's own evaluation", "200 random playouts from each position" */
Phrase oracle_describe(OraclePlan plan);

/* What suits a game: playouts if its bots are random, since playouts are played
 * as these bots play, or if there is no evaluation; otherwise the evaluation.
 */
OraclePlan oracle_default(const Game *game, bool random_bots);

/* Whether values of positions of this game can be raised to a power. Where
 * nature moves, the mean of such values would not be the value before. */
bool oracle_can_raise(const Game *game);

/* Raises the values of all sides. */
void oracle_raise(double value[], int sides, double power);

typedef struct Oracle Oracle;

/* Returns NULL with a message if the oracle cannot judge this game, or out of
 * memory. The game must outlive it. */
Oracle *oracle_new(const Game *game, OraclePlan plan, Error *error);
void oracle_free(Oracle *oracle); /* NULL is allowed */

/* The instructions that Lua rules have executed for its values. */
int64_t oracle_work(const Oracle *oracle);

/* The values of a position for all sides, from both halves. The game must be in
 * progress. */
bool oracle_values(Oracle *oracle, const State *state, Rng *rng, double a[],
                   double b[], Error *error);

/* The same where nature moves, and before the first position of a game with
 * random_start is drawn: the mean over what nature does until a seat moves.
 * Playouts go on from there; evaluations and searches judge some of the
 * positions that may follow, drawn for each half by itself, so that those of
 * evaluations differ here as well. */
bool oracle_roll_values(Oracle *oracle, const State *state, Rng *rng,
                        double a[], double b[], Error *error);
bool oracle_start_values(Oracle *oracle, Rng *rng, double a[], double b[],
                         Error *error);

#endif
