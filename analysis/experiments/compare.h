/* Comparing two runs, A and B: which is fairer, longer, more often drawn, and
 * how do their moves differ?
 *
 * Runs of one game with the same seed are compared game by game: game i of both
 * was played with the same random numbers, so the differences of the pairs vary
 * less than the games do. Other runs are compared as independent samples.
 * Each metric gets two 95% intervals of the difference B - A: a fixed-sample
 * interval, valid for a single look at the data, and an anytime-valid one from
 * a confidence sequence (confidence_sequence.h), which stays valid when games
 * are added and the comparison is repeated. Claims are made from p-values that
 * are adjusted for the number of tests (holm_adjust).
 *
 * A ComparedRun owns what it points to except the folder's name, and keeps
 * eight bytes per game, sixteen in a game that has scores; of the games whose
 * moves may be compared, all that they show. A Comparison borrows its two runs.
 * Nothing here is shared between threads; compare_play uses threads of its own.
 */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_H

#include "analysis/experiments/experiment.h"
#include "analysis/metrics/seats.h"
#include "analysis/metrics/verdict.h"
#include "analysis/result/document.h"
#include "analysis/stats/estimate.h"
#include "core/game/game.h"

/* ---- runs ----------------------------------------------------------------*/

/* What a comparison needs to know about a game. */
typedef struct GameOutcome {
  int32_t plies;
  uint16_t winners; /* a bit per seat */
  uint8_t end;      /* a MatchEnd */
  bool set_aside;   /* it does not replay */
} GameOutcome;

static inline GameOutcome game_outcome(const Match *match) {
  return (GameOutcome){match->plies, match->winners, (uint8_t)match->end,
                       false};
}

/* The outcomes of the games of a run, in order. Zero-initialize. */
typedef struct RunGames {
  GameOutcome *outcome;
  int64_t *margin; /* of each in thousandths (score.h); or NULL: the game has no
                      scores */
  const Run *run;  /* whose games are being taken */
  uint64_t count, capacity;
  uint64_t max; /* how many are kept, the first ones; 0: all */
  Match *match; /* of KEPT_GAMES at most, the first ones, to replay them; */
  bool matches; /* if they are wanted */
} RunGames;

/* Keeps a game: the RunGameCallback of a RunGames. */
bool run_games_take(void *games, uint64_t index, const Match *match,
                    Error *error);
void run_games_free(RunGames *games);

/* Something that some moves have in common, and how much of it was in each
 * game. */
typedef struct MoveSeries {
  int kind; /* a CompareKind */
  char name[MOVE_TEXT];
  float part[KEPT_GAMES];
} MoveSeries;

/* The moves of the first games of a run. Zero-initialize. */
enum { MOVE_WHOLES = 3 };
typedef struct RunMoves {
  uint64_t games; /* 0: they are not known */
  int count, capacity;
  MoveSeries *series;
  float (*whole)[KEPT_GAMES]; /* MOVE_WHOLES: what the parts are parts of */
  bool failed;                /* out of memory */
  char like[SPEC_TEXT];       /* the bot that was asked for its moves; or "" */
  Estimate same;              /* the share of the moves that it would make */
  Error why; /* why some are not known, if there is a reason to say */
} RunMoves;

enum { COMPARED_RUN_NAME = 200 };

typedef struct ComparedRun {
  const char *dir;              /* borrowed */
  char name[COMPARED_RUN_NAME]; /* what sentences call it: 'its folder' */
  Run run;
  Seats seats;    /* of a game for one player that of no side */
  RunGames games; /* run_played(run) of them */
  RunMoves moves;
} ComparedRun;

/* Reads a run from its folder, whose name must outlive it, and sets aside games
 * that do not replay (run_read_replayed). Fails if it has no
 * games; then there is nothing to free. */
bool compared_run_read(ComparedRun *run, const char *dir, Error *error);
void compared_run_free(ComparedRun *run);

/* Which moves to look at. */
typedef struct MovesPlan {
  uint64_t sample; /* the games, at most KEPT_GAMES; 0: as many, but few of them
                      to ask the bot about */
  const char *like; /* a bot to ask what it would play; NULL: that of the other
                       run, if people have played one and only this bot the
                       other */
  int jobs;         /* threads; 0: one per core */
} MovesPlan;

/* Replays the first games of a run from its folder, so that their moves are
 * compared as well, and asks the bot `like`, or none if it is NULL. Games of
 * which no moves were kept are left out, unless all bots are random. If they
 * cannot be replayed, run->moves.why says so, and nothing is known of the
 * moves. */
void compared_run_moves(ComparedRun *run, const MovesPlan *plan,
                        const char *like);

/* Adds to the moves of a game: to a part, or to the whole of a kind. */
void run_moves_add(RunMoves *moves, int kind, const char *name, uint64_t game,
                   double part);
void run_moves_whole(RunMoves *moves, int kind, uint64_t game, double whole);
void run_moves_free(RunMoves *moves);
/* Frees what was counted, but not what else is said of it. */
void run_moves_forget(RunMoves *moves);

/* Plays a run in memory instead. The plan's texts and the name must outlive
 * it. Unless the result is RUN_DONE there is nothing to free. */
RunEnd compared_run_play(ComparedRun *run, const RunPlan *plan,
                         const char *name, const ExperimentCallbacks *callbacks,
                         Error *error);

/* Calls the run by another name for its folder: 'short'. */
void compared_run_call(ComparedRun *run, const char *folder);

/* Whether two paths name the same folder. */
bool compare_same_dir(const char *a, const char *b);

/* ---- comparing -----------------------------------------------------------*/

typedef enum CompareKind {
  COMPARE_SEAT,   /* win rate of a seat */
  COMPARE_GAP,    /* largest difference between the win rates of two sides, over
                     decided games; that of equally strong bots, if rated */
  COMPARE_END,    /* rate of games that end in a given way */
  COMPARE_PLIES,  /* mean length, of games that were not forfeited */
  COMPARE_MARGIN, /* mean margin of side 1, of decided games; if both games have
                     scores */
  COMPARE_KIND,   /* share of moves that are of a kind (move_names) */
  COMPARE_OPENING, /* share of games that begin with a move */
  COMPARE_LIKE,    /* share of moves that a bot would make as well */
  COMPARE_CHANCE   /* the same of random moves */
} CompareKind;

typedef struct ComparedMetric {
  CompareKind kind;
  int which; /* the seat of COMPARE_SEAT, the MatchEnd of COMPARE_END, 1 if
                COMPARE_GAP is rated, the number among those of its kind */
  char name[MOVE_TEXT]; /* of the kind of move, or the first move */
} ComparedMetric;

/* Whether it is about moves. */
static inline bool compared_metric_is_moves(ComparedMetric metric) {
  return metric.kind >= COMPARE_KIND;
}

/* Of the kinds of moves, and of the first moves, those that are shown. */
enum {
  COMPARED_NAME = 32,
  MOVES_SHOWN = 8,
  DIFFERENCES_MAX = SEATS_MAX + 9 + 2 * MOVES_SHOWN
};

/* The metric's name in CSV files and flags: seat1, gap, rated_gap, draw,
 * truncated, forfeit, plies, margin; "kind wall", "opening e2", like, chance.
 */
Phrase compared_metric_name(ComparedMetric metric);

/* The metric in words: "seat 1 wins", "largest gap", "drawn", … */
Phrase compared_metric_title(ComparedMetric metric);

/* Whether the metric is a share of games: of the others, plies or points. */
static inline bool compared_metric_is_rate(ComparedMetric metric) {
  return metric.kind != COMPARE_PLIES && metric.kind != COMPARE_MARGIN;
}

/* A p-value is NaN where nothing is tested: neither run has such a game, there
 * are too few games, or too many have no result. */
typedef struct Difference {
  ComparedMetric metric;
  const char *reason;  /* why there are no values; or NULL */
  double a, b;         /* the values of both runs; NaN without games */
  uint64_t a_n, b_n;   /* the games they are about */
  Estimate difference; /* b - a with its fixed-sample interval, at the level of
                          the looks before (look_alpha), as p */
  Estimate anytime;    /* b - a with its anytime-valid interval */
  double p, anytime_p; /* that there is no difference, by either interval */
  double weight;       /* of the test: see holm_adjust_weighted */
  double p_holm;       /* p, adjusted for all tests that are made together */
  double correlation;  /* between A and B in the same game; NaN if they are not
                          paired, or do not vary */
  bool few;    /* of means: too few games to compare them (estimate.h) */
  double gain; /* independent runs would need this many times the games */
} Difference;

/* Why two runs are not compared game by game. */
typedef enum Pairing {
  PAIRED,
  GIVEN_GAMES, /* at least one was collected */
  OTHER_SEED,
  OTHER_PART, /* of the same run */
  OTHER_GAME,
  FAR_MORE_GAMES
} Pairing;

typedef struct Comparison {
  const ComparedRun *a, *b; /* borrowed */
  Pairing pairing;
  uint64_t a_games, b_games; /* that are compared, and those set aside */
  uint64_t span;             /* the smaller number of both */
  uint64_t games;  /* of these, without those set aside in either run; if
                      paired, the number of pairs */
  bool unfinished; /* people left games, whose lengths are not known */
  int limit;       /* the smaller of the ply limits: longer games are counted as
                      truncated there */
  double a_undecided, b_undecided; /* share of games without a result */
  uint64_t forfeits;               /* games that the lengths leave out */
  const char *like;                /* the bot of COMPARE_LIKE; borrowed */
  double untold; /* the weight of tests that have no row: of moves that are not
                    shown */
  int tests;     /* that p_holm is adjusted for */
  bool anytime;  /* compare_use_anytime has chosen the intervals */
  bool repetitive; /* a run repeats itself: nothing is tested */
  bool same; /* the games of both are the same: what was changed between them
                makes no difference to these */
  int count;
  Difference list[DIFFERENCES_MAX];
} Comparison;

/* Whether the games of the two runs have no random numbers in common. */
static inline bool compare_is_apart(const Comparison *c) {
  return c->pairing == GIVEN_GAMES || c->pairing == OTHER_SEED ||
         c->pairing == OTHER_PART;
}

/* Both runs must have games, and outlive the comparison. p_holm is adjusted
 * for the metrics of this comparison. */
bool compare(const ComparedRun *a, const ComparedRun *b, Comparison *comparison,
             Error *error);
/* The same of the first games of both runs only. */
bool compare_first(const ComparedRun *a, const ComparedRun *b, uint64_t most,
                   Comparison *comparison, Error *error);

/* How often the run of a comparison that was given more games more often was
 * given some (Run.raised). */
int compare_raised(const Comparison *comparison);

/* Adjusts p_holm for all tests of several comparisons: the probability of any
 * false claim in all of them is then at most 5%. */
bool compare_adjust(Comparison list[], int count, Error *error);

/* The first of several runs, A, compared with each of the others, B. Claims are
 * adjusted for all comparisons. */
typedef struct ComparedFamily {
  int count;         /* comparisons */
  int read;          /* runs that were read: A, and those in `b` */
  ComparedRun a, *b; /* of the others only A keeps its games */
  Comparison *list;
} ComparedFamily;

/* Reads at least two folders, whose names must outlive the family. If it fails
 * there is nothing to free. Without a plan, moves are not compared. */
bool compared_family_read(ComparedFamily *family, const char *const dirs[],
                          int count, const MovesPlan *moves, Error *error);
void compared_family_free(ComparedFamily *family);

/* Whether too many games have no result for a claim on fairness. */
bool compare_undecided(const Comparison *comparison);

/* The difference in this metric, or NULL if it was not compared. */
const Difference *compare_find(const Comparison *comparison,
                               ComparedMetric metric);

/* The row on fairness: the gap, rated if different bots change seats. */
const Difference *compare_fairness(const Comparison *comparison);

/* How the runs are compared: game by game, or why not. */
Phrase compare_describe(const Comparison *comparison);

/* States in sentences which run is fairer, longer, more often drawn, truncated
 * or forfeited, and where a seat wins more often, as far as p_holm is below
 * 0.05; which moves are played more often, and who plays more like a bot. If
 * the bots differ it says so first, and calls neither fairer. */
void compare_verdict(const Comparison *comparison, Sentences *sentences);

/* Adds what to bear in mind: rules that were changed, runs that were stopped by
 * their results, seats and ply limits that differ, games that were left out,
 * runs that repeat themselves. */
void compare_notes(const Comparison *comparison, Sentences *sentences);

/* All of it: a row for each metric, the verdict and the notes; and the rows
 * alone, which follow those of other comparisons. */
void compare_document(const Comparison *comparison, Document *document);
void compare_table(const Comparison *comparison, ResultTable *table);

/* ---- sequential tests ----------------------------------------------------*/

/* A sequential test, as given with --until: "seat1" asks whether the runs
 * differ; "seat1=1%" also asks whether they differ by less than the margin. */
typedef struct SequentialTest {
  ComparedMetric metric;
  double margin; /* 0: only a difference ends the test */
} SequentialTest;

typedef enum Decision { UNDECIDED, DIFFERENT, EQUIVALENT } Decision;

/* `scores`: both games have scores, and so margins. */
bool sequential_test_read(const char *text, int seats, bool scores,
                          SequentialTest *test, Error *error);

/* The row that the test is about. */
const Difference *compare_tested(const Comparison *comparison,
                                 const SequentialTest *test);

/* The decision that the anytime-valid interval allows. There is none on the
 * gap and the margin if too many games have no result. */
Decision sequential_test_decide(const SequentialTest *test,
                                const Comparison *comparison);

/* After repeated looks only anytime-valid intervals hold: puts them and their
 * p-values in place of the others. The test's metric is judged by itself, the
 * others are adjusted for each other. */
void compare_use_anytime(Comparison *comparison, const SequentialTest *test);

/* Two runs in their folders that are extended until a test is decided or both
 * have max_games. */
typedef struct ComparePlan {
  ComparedRun *a, *b;
  uint64_t max_games;
  int jobs;
  const ExperimentCallbacks *callbacks;
} ComparePlan;

/* Extends both runs, step by step, until the test is decided. Both are read
 * again after each step. *comparison is that of all their games.
 *
 * The test looks at the games that both runs have: at first if both are
 * complete, and then after fixed numbers of games. So a test that was stopped
 * or killed and is begun again ends with the same games and decision as one
 * that was not. */
RunEnd compare_play(const ComparePlan *plan, const SequentialTest *test,
                    Comparison *comparison, Decision *decision, Error *error);

/* The steps of such a test: 1000 games, 1500, 2250, … up to max_games. Each
 * extends both runs, as far as they have fewer games, and reads them again. The
 * first finishes the step that the runs are in if one of them is not complete,
 * and otherwise does nothing; the second makes the next step. */
RunEnd compare_finish_step(const ComparePlan *plan, Error *error);
RunEnd compare_next_step(const ComparePlan *plan, Error *error);
/* The number of games that both runs have. */
uint64_t compare_common_games(const ComparePlan *plan);

#endif
