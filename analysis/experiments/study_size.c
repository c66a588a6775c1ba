/* How much a study plays: what its budget comes to in a game. */
#include "analysis/experiments/study_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/judged_moves.h"
#include "analysis/metrics/summary.h"
#include "core/game/spec.h"
#include <math.h>
#include <stdlib.h>

/* A budget, with what suits games that are quick. */
static const struct {
  double work;     /* nanoseconds of one core, about */
  int levels;      /* at most */
  uint64_t few;    /* games of a run: rather fewer levels than fewer games */
  uint64_t many;   /* at most */
  uint64_t judged; /* games, at most */
  int playouts;    /* or iterations that judge a position, at most */
} BUDGETS[STUDY_BUDGETS] = {
    [STUDY_TINY] = {4e9, 3, 60, 200, 60, 50},
    [STUDY_SMALL] = {1e11, 5, 200, 1000, 200, 100},
    [STUDY_MEDIUM] = {5e11, 7, 400, 4000, 500, 200},
    [STUDY_LARGE] = {3e12, 9, 1000, 10000, 1000, 200},
};

const char *const study_budgets[STUDY_BUDGETS + 1] = {"tiny", "small", "medium",
                                                      "large", NULL};

bool study_read_budget(const char *text, StudyBudget *budget, Error *error) {
  for (int i = 0; i < STUDY_BUDGETS; i++)
    if (strcmp(text, study_budgets[i]) == 0) {
      *budget = (StudyBudget)i;
      return true;
    }
  return error_set(error,
                   "there is no budget '%.40s': write tiny, small, medium or "
                   "large",
                   text);
}

/* ---- a few games ---------------------------------------------------------*/

#define FIRST_OPTION "iterations=16"
enum {
  FIRST_ITERATIONS = 16, /* also of the trial; */
  FIRST_LEAST = 4,       /* in slow games */
  TRIED_GAMES = 40,      /* between random players, */
  TRIED_BY_MCTS = 6,     /* or as many as are soon played, up to */
  TRIED_AT_MOST = 60,
  TRIED_BY_LEARNED = 2,
  TRIED_PLIES = 2000,    /* at most */
  TRIED_ITERATIONS = 16, /* of a search */
  TRIED_POSITIONS = 4,
  PLIES_LEAST = 100,
  PLIES_TIMES = 5 /* a game so many times as long as usual is truncated */
};

/* About how long things take, in nanoseconds. */
static const double INSTRUCTION = 8, /* of Lua */
    ITERATION = 1000, MOVE = 65,     /* of mcts in built-in games, and for each
                                        legal move */
    LEARNED = 900,                   /* for each legal move */
    COUNTED = 1e5;                   /* a move of Lua rules, or an option, at a
                                        position that is looked at */

/* Where nature moves, playouts call rules so often that most of the time is not
 * in instructions. */
enum { NATURE_TIMES = 3 };

typedef struct Effort {
  double iteration; /* of a search */
  double game;      /* between players of one iteration */
  double learned;   /* the same with the learned evaluation */
  double count;     /* to count moves and options in a game */
  double longest;   /* mean length of any of these games */
  double judged;    /* positions of a game that are judged, and those after the
                       moves of some */
  int own_limit;    /* of the game, in plies */
} Effort;

/* Some games between equals. If they fail, or hardly any ends, the study says
 * so. */
typedef struct Trial {
  double plies, branching;
  double endless; /* share of the games */
  bool lost;      /* all lose, in all of them */
} Trial;

static bool try_games(Study *s, const char *bot, uint64_t games, int limit,
                      Trial *trial) {
  RunPlan plan = s->plan.run;
  Run run;
  Error why = {0};
  plan.bots = &bot;
  plan.bot_count = 1;
  plan.games = games;
  plan.max_plies = plan.max_plies ? plan.max_plies : limit;
  plan.out = NULL;
  plan.resume = false;
  bool good = experiment_open(&run, &plan, &why);
  if (good) {
    good = experiment_play(&run, &(ExperimentCallbacks){NULL}, &why) !=
               RUN_FAILED &&
           run.tally.games;
    if (good) {
      trial->plies = (double)run.tally.plies / (double)run.tally.games;
      trial->branching = summary_branching(&run.tally).value;
      trial->endless = summary_end(&run.tally, MATCH_TRUNCATED).value;
      trial->lost = summary_lost(&run.tally).value == 1;
      card_add_trial(s, bot, &run.tally);
    }
    run_close(&run);
  }
  if (!good && why.code == ERROR_RULES) {
    error_prefix(&why, "%.100s against itself: ", bot);
    return study_refuse_rules(s, &why);
  }
  return good || study_refuse(s, "%.400s", why.message);
}

/* The instructions of an iteration, or of a random game, on average over
 * positions of random games of that length; 0 if the rules are built in, or if
 * nobody can judge these. */
static double count_work(const Game *game, double plies) {
  OraclePlan plan = {game->sides == 2 ? ORACLE_MCTS : ORACLE_PLAYOUTS,
                     2 * TRIED_ITERATIONS};
  double a[SEATS_MAX], b[SEATS_MAX], asked = 0;
  Error why = {0};
  Rng rng;
  Oracle *oracle = oracle_new(game, plan, &why);
  rng_seed(&rng, 1, 0);
  for (int i = 0; oracle && i < TRIED_POSITIONS; i++) {
    State *state = game_start(game);
    game_playout(game, state, &rng, (int)(plies * i / TRIED_POSITIONS));
    if (state->outcome == PLAYING &&
        oracle_values(oracle, state, &rng, a, b, &why))
      asked += 2 * TRIED_ITERATIONS;
    free(state);
  }
  double work = asked > 0 ? (double)oracle_work(oracle) / asked : 0;
  oracle_free(oracle);
  return work;
}

static double budget_of(const Study *s) {
  return BUDGETS[s->plan.budget].work;
}

/* Whether a game of mcts can be played at all. */
static bool check_work(Study *s, const Effort *e, double endless) {
  double game = e->longest * FIRST_ITERATIONS * e->iteration;
  if (game * 2 * TRIED_BY_MCTS < budget_of(s))
    return true;
  return endless > 0.5
             ? study_refuse(s, "%s of games between random players do not end",
                            shown_percent(endless).text)
             : study_refuse(
                   s,
                   "a single game between bots that search takes more "
                   "work than a %s study allows: choose a larger budget",
                   study_budgets[s->plan.budget]);
}

/* What an iteration takes where so many moves are legal. */
static double iteration_of(double work, double branching) {
  return work > 0 ? work * INSTRUCTION : ITERATION + MOVE * branching;
}

enum { OPTION_MOVES = 10 /* an option takes as long as so many moves */ };

static int count_options(const Game *game) {
  int count = 0;
  while (game->rules->options[count].name)
    count++;
  return count;
}

static bool try_learned(Study *s, double work, int limit, Effort *e) {
  Trial trial;
  char bot[SPEC_TEXT];
  Error why;
  if (!*s->learned)
    return true;
  if (!spec_add_option(s->learned, FIRST_OPTION, bot, &why) ||
      !try_games(s, bot, TRIED_BY_LEARNED, limit, &trial))
    return false;
  e->longest = fmax(e->longest, trial.plies);
  e->learned = trial.plies * (iteration_of(work, trial.branching) +
                              LEARNED * trial.branching);
  return true;
}

/* Games that differ much in length need more than a few for their mean. */
static uint64_t choose_trials(const Study *s, const Effort *e) {
  double game = e->longest * FIRST_ITERATIONS * e->iteration;
  double games = 0.03 * budget_of(s) / game;
  return (uint64_t)fmin(fmax(games, TRIED_BY_MCTS), TRIED_AT_MOST);
}

static bool try_game(Study *s, const Game *game, Effort *e) {
  Trial random, mcts;
  int limit = game->max_plies < TRIED_PLIES ? game->max_plies : TRIED_PLIES;
  *e = (Effort){.own_limit = game->max_plies};
  if (!try_games(s, "random", TRIED_GAMES, limit, &random))
    return false;
  double work = count_work(game, random.plies);
  e->longest = random.plies;
  e->iteration = iteration_of(work, random.branching);
  if (!check_work(s, e, random.endless) ||
      !try_games(s, "mcts:" FIRST_OPTION, choose_trials(s, e), limit, &mcts))
    return false;
  e->longest = fmax(random.plies, mcts.plies);
  e->iteration = iteration_of(work, mcts.branching);
  e->game = mcts.plies * e->iteration;
  e->judged = mcts.plies + THIRDS * fmin(mcts.branching, JUDGED_MAX);
  if (work > 0)
    e->count = mcts.plies * COUNTED *
               (mcts.branching + OPTION_MOVES * count_options(game));
  if (random.endless > 0.9 && mcts.endless > 0.9)
    return study_refuse(
        s, "%s of games do not end within %s", shown_percent(mcts.endless).text,
        shown_things(
            (uint64_t)(s->plan.run.max_plies ? s->plan.run.max_plies : limit),
            "ply", "plies")
            .text);
  if (random.lost && mcts.lost)
    return study_refuse(s, "nobody wins: everybody loses");
  return (game->sides > 1 ||
          study_refuse(s, "there is only one side, so nobody plays against "
                          "anybody")) &&
         try_learned(s, work, limit, e);
}

/* ---- how much to play ----------------------------------------------------*/

/* A ladder's work for one game in each of its runs: on every level one between
 * equals and one against the level below. */
static double ladder_work(const Effort *e, const StudySize *size) {
  double sum = 0, below = 0;
  for (int i = 0; i < size->levels + (e->learned > 0); i++) {
    double game = i < size->levels
                      ? e->game * (size->first << i)
                      : e->learned * (size->first << (size->levels - 1));
    sum += game + (game + below) / 2;
    below = game;
  }
  return sum;
}

enum { GAMES_LEAST = 20, COVERED_LEAST = 10 };

/* Takes the levels of the study that this one is compared with, if there is
 * work for them. */
static bool take_levels(Study *s, Effort *e, double work) {
  const Ladder *like = s->plan.like ? s->plan.like->ladder : NULL;
  StudySize *size = &s->size;
  Effort alike = *e;
  size->levels = like ? study_level(s->plan.like) : 0;
  if (!size->levels)
    return false;
  size->first = like->level[1].value;
  if (like->levels == size->levels + 1)
    alike.learned = 0;
  if (work / ladder_work(&alike, size) < GAMES_LEAST)
    return false;
  *e = alike;
  return true;
}

/* Rather fewer levels than fewer games, then without the learned player, then
 * of weaker players. */
static void choose_levels(Study *s, Effort *e, double work) {
  StudySize *size = &s->size;
  double few = (double)BUDGETS[s->plan.budget].few;
  size->first = s->plan.first ? s->plan.first : FIRST_ITERATIONS;
  size->levels =
      s->plan.levels ? s->plan.levels : BUDGETS[s->plan.budget].levels;
  while (size->levels > LEVELS_MIN && work / ladder_work(e, size) < few)
    size->levels--;
  if (work / ladder_work(e, size) < few / 2)
    e->learned = 0;
  while (size->first > FIRST_LEAST && work / ladder_work(e, size) < few / 2)
    size->first /= 2;
}

static bool choose_ladder(Study *s, Effort *e) {
  StudySize *size = &s->size;
  StudyBudget budget = s->plan.budget;
  double work = 0.6 * budget_of(s);
  if (!take_levels(s, e, work))
    choose_levels(s, e, work);
  if (e->learned == 0)
    *s->learned = '\0';
  double games = work / ladder_work(e, size);
  size->games = games > (double)BUDGETS[budget].many ? BUDGETS[budget].many
                                                     : (uint64_t)games / 2 * 2;
  return size->games >= GAMES_LEAST ||
         study_refuse(s,
                      "a %s study allows only %d games between bots that "
                      "search, on each of %d levels: choose a larger budget",
                      study_budgets[budget], (int)games, size->levels);
}

/* With fewer iterations a search is not asked. */
enum { SEARCH_LEAST = 16 };

/* As many as judge the games, or a third of them where rules are slow, which
 * ends early: a power of two, so that rules that are a little faster or slower
 * have the same judge. */
static int choose_iterations(const Game *game, const StudyPlan *plan,
                             const Effort *e) {
  StudyBudget budget = plan->budget;
  int most = plan->iterations ? plan->iterations : BUDGETS[budget].playouts;
  double games = (double)BUDGETS[budget].judged / (game->rules->work ? 3 : 1);
  double count =
      0.3 * BUDGETS[budget].work / (games * e->judged * e->iteration);
  if (count >= most)
    return most;
  int iterations = 1;
  while (2 * iterations <= count)
    iterations *= 2;
  return iterations;
}

/* Searches know most, if they can judge, and unless there is an evaluation and
 * no time for more. Evaluations need not change with a roll: where nature
 * moves, playouts judge. */
static OraclePlan choose_oracle(const Game *game, const StudyPlan *study,
                                const Effort *e) {
  OraclePlan plan = oracle_default(game, false);
  int iterations = choose_iterations(game, study, e);
  plan.count = BUDGETS[study->budget].playouts;
  if (game->has_chance || game->random_start)
    plan.kind = ORACLE_PLAYOUTS;
  else if (game->sides == 2 && !game_hides(game) &&
           (plan.kind == ORACLE_PLAYOUTS || iterations >= SEARCH_LEAST))
    plan = (OraclePlan){ORACLE_MCTS, (int)fmax(iterations, SEARCH_LEAST)};
  return plan;
}

bool study_measure(Study *s, const Game *game) {
  Effort e;
  StudySize *size = &s->size;
  double work = budget_of(s);
  if (!try_game(s, game, &e))
    return false;
  if (!choose_ladder(s, &e))
    return false;
  metrics_free(&s->card); /* there will be more games */
  double limit = fmax(PLIES_LEAST, ceil(PLIES_TIMES * e.longest));
  size->max_plies = s->plan.run.max_plies;
  if (!size->max_plies && limit < e.own_limit)
    size->max_plies = (int)limit;
  size->sample = BUDGETS[s->plan.budget].judged;
  double covered = e.game * size->first + e.count;
  size->covered = (uint64_t)fmax(
      fmin((double)size->sample, 0.1 * work / covered), COVERED_LEAST);
  size->denials = 0.2 * work / ((double)size->covered * covered);
  size->oracle = choose_oracle(game, &s->plan, &e);
  size->judging = (int64_t)(0.5 * work / INSTRUCTION /
                            (game->has_chance ? NATURE_TIMES : 1));
  size->solving = (int64_t)(0.1 * work / INSTRUCTION);
  return true;
}
