/* Tension: who leads in each position of a game, and what follows from it. Lead
 * changes, drama, decisiveness, uncertainty and permanence, after Browne (2008)
 * and Ludii (Piette et al. 2021).
 *
 * The values of positions come from an oracle (oracle.h), which draws from
 * streams of its own that depend on the run's seed and the game's index, so the
 * metrics are reproducible. Only games won by a single side are measured; how
 * well the values agree with the results is measured of drawn games too.
 *
 * Noise in the values would make drama, comebacks and lead changes more
 * frequent than they are. What the halves of an oracle differ by tells how
 * large it is. Each measure f is taken three times, from all of the values and
 * from each half of them, and reported as 2 f − (f_a + f_b) / 2, which removes
 * the part of the bias that halving the noise halves (Quenouille 1956). Leads,
 * and values that are compared with a threshold, allow for it before, as
 * tension.c explains. With exact values this is f.
 *
 * Call begin, position and end for each game replayed. A Tension belongs to one
 * thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_TENSION_H
#define BOARDLAB_ANALYSIS_METRICS_TENSION_H

#include "analysis/metrics/luck.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/oracle.h"

/* ---- the values of one game ----------------------------------------------*/

/* The values of a game's positions, from the first to the one in which it
 * ended, twice: from both halves of the oracle. Zero-initialize except sides.
 */
typedef struct Curve {
  int sides;
  int positions;  /* one more than moves */
  int capacity;   /* of positions */
  double *a, *b;  /* [position * sides + side] */
  uint8_t *mover; /* the side to move or NATURE, by position; of the last one
                     any */
  double *smooth, *spread; /* memory for curve_measure */
} Curve;

/* Appends a position; false if out of memory. */
bool curve_add(Curve *curve, int mover, const double a[], const double b[]);
void curve_free(Curve *curve);

/* The value of a position for a side, the mean of both halves. */
double curve_value(const Curve *curve, int position, int side);

/* How far a side is ahead of the best other side: negative if behind. */
double curve_lead(const Curve *curve, int position, int side);

/* What was measured of one game, corrected for noise. */
typedef struct Leads {
  double changes;      /* of the lead, which has more than 10 points */
  double change_rate;  /* per move */
  double drama;        /* mean of the best value less the winner's */
  double uncertainty;  /* mean of 1 less the lead of the leader */
  double decisiveness; /* share of moves after the winner was settled */
  double settled;      /* share of moves until then; not corrected */
  double comeback;     /* 1 if the winner once had less than half an even share,
                          otherwise 0 */
  double early;        /* 1 if the winner led after a third of the moves,
                          otherwise 0; shared by sides that were level */
  /* Sums over the moves that improved the mover's value and that another side
   * answered: the gain, and what was left of it after the answer. */
  double gain, kept;
} Leads;

Leads curve_measure(const Curve *curve, int winner);

/* How the values of a game agree with its result, whose value for each side is
 * `result`. Sums over the positions in which a side moves: what the leads, v −
 * 1 / sides, came to, and what they would come to on average if the values were
 * chances of winning. The ratio of the totals over games is the calibration
 * slope: 1 if they are chances, below if they promise too much. Every position
 * counts the same, since means over the positions of a game would give those of
 * short games, in which a lead is more often kept, a greater weight. */
typedef struct Calibration {
  double came, promised;
} Calibration;
Calibration curve_calibrate(const Curve *curve, const double result[]);

/* Adds one position, whose values are `a` and `b`. */
void calibration_add(Calibration *sum, int sides, const double a[],
                     const double b[], const double result[]);

/* The ratio of such sums over games, with Fieller's interval made wider for few
 * games. */
Estimate tension_ratio(const Pairs *pairs);

/* The mean over games of numbers from 0 to `most`, with a spread as if one game
 * more were two units from it; and of numbers that are 0 or 1, except for a
 * correction for noise or because they are means themselves. */
Estimate tension_mean(const Sums *sums, double unit, double most);
Estimate tension_rate(const Sums *sums);

/* What the calibration slope says about the oracle. Values count as right if
 * they are shown to be off by a factor of less than VALUES_FACTOR, and as wrong
 * if they are shown to be off by more. */
#define VALUES_FACTOR 1.25
typedef enum ValuesVerdict {
  VALUES_UNKNOWN,
  VALUES_AGREE,
  VALUES_BOLD,    /* they promise too much */
  VALUES_CAUTIOUS /* they promise too little */
} ValuesVerdict;
ValuesVerdict tension_judge(Estimate slope);

/* ---- the games of a run --------------------------------------------------*/

/* Rules in Lua can take hours to judge the games of a run. A budget of their
 * instructions, which does not depend on the machine as time does, is enough
 * for some games. Whatever else asks the oracle uses it up as well. */
#define TENSION_BUDGET INT64_C(4000000000)

enum { PERCENT = 100 };

/* Initialize to zero except plan, seed and random_bots, and perhaps budget. */
typedef struct Tension {
  OraclePlan plan; /* after the first game: the oracle that was used */
  uint64_t seed;
  bool random_bots; /* for the default oracle */
  int64_t budget; /* of work, or 0; once it is used up, no further game counts.
                     Luck has as much for itself */
  Oracle *oracle;
  Rng rng;
  uint64_t games; /* looked at within the budget, also those that do not
                     count */
  bool measured;  /* the game under way counts */
  int winner;     /* its side; -1 if there is none or more than one */
  Curve curve;    /* of the game under way, or the last one */
  uint64_t settled[PERCENT + 1]; /* games by the percentage of their moves after
                                    which the winner was settled */
  Sums changes, change_rate, drama, uncertainty, decisiveness, comeback, early;
  Pairs calibration; /* came, promised */
  Sums move;         /* 1 / moves */
  Pairs permanence;  /* kept, gain */
  Luck luck;
  Sums *by_ply; /* the winner's lead before each ply */
  int plies;
  bool failed;
  Error error; /* if failed */
} Tension;

void tension_begin(Tension *tension, const Game *game, uint64_t index,
                   const Match *match);
void tension_position(Tension *tension, const Game *game, const State *state);
void tension_end(Tension *tension, const Game *game, const State *last);
void tension_free(Tension *tension);

/* Adds the metrics of the scopes `tension`, with the oracle's name as key, and
 * `lead`, by ply. */
void tension_metrics(const Tension *tension, Metrics *metrics);

#endif
