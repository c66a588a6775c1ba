#include "cli/commands/bench.h"

#include "analysis/metrics/summary.h"
#include "cli/session/position.h"
#include "core/base/clock.h"
#include "core/base/shell.h"
#include "core/game/eval.h"
#include "core/game/match.h"
#include "core/game/spec.h"
#include "core/isolation/attempt.h"
#include "core/isolation/remote.h"
#include "core/program/program_bot.h"
#include "core/run/run.h"
#include "core/run/run_dir.h"
#include "core/search/mcts.h"
#include "lua/host/host.h"
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* Looks at the clock are this far apart if games are short: in games, or until
 * that much time has passed. */
enum { CHUNK_MAX_GAMES = 64 };
static const double CHUNK_SECONDS = 0.001;

const BenchMode bench_modes[BENCH_MODES] = {
    [BENCH_SAMPLED] = {"sampled", "sampled",
                       "playouts: a random legal move is generated directly"},
    [BENCH_LISTED] =
        {"listed", "listed",
         "all legal moves are listed at every ply, and one is picked"},
    [BENCH_RUN] = {"run", "run",
                   "a run of random bots as by boardlab simulate, with CSV "
                   "files"},
    [BENCH_RUN_MOVES] = {"+ moves", "run_moves", "the same run with --moves"},
    [BENCH_RUN_ALL_CORES] = {"run, cores", "run_all_cores",
                             "such a run on all cores, in wall-clock time"},
    [BENCH_READ] = {"read", "read",
                    "reading games.csv of the run and computing its metrics"},
    [BENCH_MCTS] = {"mcts", "mcts",
                    "playouts of a tree search from the first position"},
    [BENCH_MCTS_BOT] = {"mcts bot", "mcts_bot",
                        "iterations of the bot mcts, with its default plan, "
                        "likewise"},
    [BENCH_PROGRAM] = {"program", "program",
                       "a program in every seat that draws its moves, without "
                       "the time that it takes itself",
                       "engine"},
    [BENCH_LUA_LISTED] = {"lua listed", "lua_listed",
                          "a Lua bot in every seat that lists all legal moves",
                          "bots/random.lua", false},
    [BENCH_LUA_LISTED_BUDGET] = {"+ budget", "lua_listed_budget",
                                 "the same bot with an instruction budget",
                                 "bots/random.lua", true},
    [BENCH_LUA_SAMPLED] = {"lua sampled", "lua_sampled",
                           "a Lua bot in every seat that calls random_move",
                           "bots/drawn.lua", false},
    [BENCH_LUA_SAMPLED_BUDGET] = {"+ budget", "lua_sampled_budget",
                                  "the same bot with an instruction budget",
                                  "bots/drawn.lua", true},
    [BENCH_LUA_RUN] = {"lua run", "lua_run",
                       "a run of the first Lua bot as by boardlab simulate",
                       "bots/random.lua", true},
    [BENCH_LUA_RUN_OFF] = {"+ off", "lua_run_off",
                           "the same run with --isolation=off",
                           "bots/random.lua", true}};

/* ---- time ----------------------------------------------------------------*/

/* CPU time, so that other users of the machine do not count: of this thread,
 * and of this process with its children that have ended. */
static double thread_seconds(void) {
  return 1e-9 * (double)clock_read(CLOCK_THREAD_CPUTIME_ID);
}

static double process_seconds(void) {
  struct rusage children;
  getrusage(RUSAGE_CHILDREN, &children);
  return 1e-9 * (double)clock_read(CLOCK_PROCESS_CPUTIME_ID) +
         (double)(children.ru_utime.tv_sec + children.ru_stime.tv_sec) +
         1e-6 * (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec);
}

/* ---- games ---------------------------------------------------------------*/

/* Plays a random game by listing all legal moves at every ply, as a bot does.
 */
static int play_listing(const Game *game, State *state, Rng *rng) {
  Move *moves = game_borrow_list(game);
  int plies = 0;
  for (; plies < game->max_plies && state->outcome == PLAYING; plies++) {
    int count = game_moves(game, state, moves);
    game_play(game, state, moves[rng_below(rng, (uint32_t)count)]);
  }
  game_return_list(game);
  return plies;
}

static bool play_bots(const Game *game, Bot *const bots[], State *state,
                      Rng *rng, int *plies, Error *error) {
  Match match;
  if (!match_play(game, bots, rng, game->max_plies, state, NULL, &match, error))
    return false;
  *plies = match.plies;
  return match.end != MATCH_FORFEIT; /* the error says why */
}

static inline bool play_one(const Game *game, int mode, Bot *const bots[],
                            State *state, Rng *rng, int *plies, Error *error) {
  if (bench_modes[mode].bot)
    return play_bots(game, bots, state, rng, plies, error);
  game_begin(game, state, rng);
  *plies = mode == BENCH_SAMPLED
               ? game_playout(game, state, rng, game->max_plies)
               : play_listing(game, state, rng);
  return true;
}

/* Plays one game as runs do: in a child, as an attempt that may be given up. */
static bool play_attempts(BenchGame *b, int mode, Bot *const bots[],
                          State *state, uint64_t seed, uint64_t index,
                          int *plies, Error *error) {
  bool good, again = false;
  do {
    Rng rng;
    rng_seed(&rng, seed, index);
    error_clear(error);
    attempt_begin();
    if (again)
      game_renew(b->game);
    again = true;
    good = play_one(b->game, mode, bots, state, &rng, plies, error);
  } while (!attempt_end());
  return good;
}

static bool measure_games(BenchGame *b, int mode, int round, double seconds,
                          Bot *const bots[], State *state, Error *error) {
  double began = thread_seconds(), took = 0, before;
  uint64_t games = 0;
  int chunk = 1;
  bool good = true;
  attempts_start();
  do {
    for (int i = 0; good && i < chunk; i++) {
      int plies = 0;
      good = play_attempts(b, mode, bots, state, (uint64_t)round, games++,
                           &plies, error);
      b->plies[mode] += (uint64_t)plies;
      b->truncated[mode] += state->outcome == PLAYING;
    }
    before = took;
    took = thread_seconds() - began;
    if (took - before < CHUNK_SECONDS && chunk < CHUNK_MAX_GAMES)
      chunk *= 2;
  } while (good && took < seconds);
  attempts_stop();
  b->games[mode] += games;
  b->rate[mode][round] = (double)games / took;
  return good && game_check(b->game, error);
}

/* ---- runs ----------------------------------------------------------------*/

/* A run that is stopped when its time is up and a game has ended. How much CPU
 * time its children have used is known only when it has ended. */
typedef struct Timed {
  double began, seconds; /* in wall-clock time */
  double took;           /* as it is measured */
  atomic_bool stop;
} Timed;

static void stop_when_over(void *context, const Run *run) {
  Timed *timed = context;
  if (run->tally.games > 0 && clock_seconds() - timed->began >= timed->seconds)
    atomic_store(&timed->stop, true);
}

static double run_seconds(int mode) {
  return mode == BENCH_RUN_ALL_CORES ? clock_seconds() : process_seconds();
}

static bool play_run(int mode, Run *run, Timed *timed, Error *error) {
  const RunCallbacks callbacks = {
      .progress = stop_when_over, .context = timed, .stop = &timed->stop};
  double began = run_seconds(mode);
  timed->began = clock_seconds();
  if (run_play(run, &callbacks, error) == RUN_FAILED)
    return false;
  timed->took = run_seconds(mode) - began;
  return true;
}

static void add_run(BenchGame *b, int mode, int round, const Run *run,
                    double took) {
  b->games[mode] += run->tally.games;
  b->plies[mode] += run->tally.plies;
  b->truncated[mode] += run->tally.ends[MATCH_TRUNCATED];
  b->rate[mode][round] = (double)run->tally.games / took;
}

/* Reads the run in a folder and computes its metrics. */
static bool read_run(BenchGame *b, int round, const char *dir, Error *error) {
  Run run;
  Metrics metrics = {NULL};
  double began = process_seconds();
  if (!run_read(&run, dir, NULL, NULL, error))
    return false;
  summary_metrics(&run.tally, &metrics);
  add_run(b, BENCH_READ, round, &run, process_seconds() - began);
  metrics_free(&metrics);
  run_close(&run);
  return true;
}

/* Plays a run for so many seconds in a folder. *enough receives whether its
 * time, as it is measured, is half of `seconds`; only then it counts. */
static bool try_run(BenchGame *b, int mode, int round, double seconds,
                    Timed *timed, const char *dir, bool *enough, Error *error) {
  Run run;
  const char *bot = bench_modes[mode].bot ? bench_modes[mode].bot : "random";
  RunPlan plan = {.game = b->game->spec,
                  .bots = &bot,
                  .bot_count = 1,
                  .seed = (uint64_t)round,
                  .games = GAMES_IN_RUN_MAX,
                  .jobs = mode == BENCH_RUN_ALL_CORES ? 0 : 1,
                  .moves = mode == BENCH_RUN_MOVES,
                  .out = dir};
  if (!run_open(&run, &plan, error))
    return false;
  bool good = play_run(mode, &run, timed, error);
  *enough = timed->took >= seconds / 2;
  if (good && *enough)
    add_run(b, mode, round, &run, timed->took);
  run_close(&run);
  return good &&
         (!*enough || mode != BENCH_RUN || read_run(b, round, dir, error));
}

/* Plays a run as `boardlab simulate --out` does, in a temporary folder; on a
 * busy machine for twice as long, until it was not waiting most of the time:
 * otherwise what it takes to start would weigh more than on a quiet one. */
static bool measure_run(BenchGame *b, int mode, int round, double seconds,
                        Error *error) {
  const char *parent = getenv("TMPDIR");
  bool good = true, enough = false;
  for (double wall = seconds; good && !enough; wall *= 2) {
    char dir[PATH_MAX];
    Timed timed = {.seconds = wall};
    snprintf(dir, sizeof dir, "%s/boardlab-bench-XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (!mkdtemp(dir))
      return error_set(error, "could not create the folder %s: %s", dir,
                       strerror(errno));
    good = try_run(b, mode, round, seconds, &timed, dir, &enough, error);
    run_dir_clear(dir);
  }
  return good;
}

/* Measures a run in boardlab's own process. */
static bool measure_run_off(BenchGame *b, int round, double seconds,
                            Error *error) {
  host_isolate(ISOLATION_OFF, NULL);
  host_start(limits_get());
  return measure_run(b, BENCH_LUA_RUN_OFF, round, seconds, error);
}

/* ---- searches ------------------------------------------------------------*/

/* A search of the first position: with a random playout per iteration, or as
 * the bot does it by default. */
static MctsPlan search_plan(const BenchGame *b, int mode) {
  MctsPlan plan = {.exploration = 0.7, .playouts = 1, .playout_plies = -1};
  if (mode == BENCH_MCTS_BOT)
    plan = mcts_plan(eval_exploration(b->game));
  return plan;
}

/* Searches the first position again and again until the time is up, which takes
 * *took; returns the number of searches, or 0 if one failed. */
static uint64_t search(const BenchGame *b, const MctsPlan *plan, int round,
                       double seconds, double *took, Error *error) {
  State *state = game_start(b->game);
  Mcts *mcts = mcts_new(b->game, plan);
  double began = thread_seconds();
  uint64_t searches = 0;
  bool good;
  do {
    Rng rng;
    rng_seed(&rng, (uint64_t)round, searches++);
    mcts_forget(mcts);
    good = mcts_search(mcts, state, &rng, error);
    *took = thread_seconds() - began;
  } while (good && *took < seconds);
  mcts_free(mcts);
  free(state);
  return good && game_check(b->game, error) ? searches : 0;
}

/* Each iteration counts as a game. As many as fit into a fraction of the time:
 * how long they take is not known before, least of all where the rules are slow
 * to list moves. */
static bool measure_search(BenchGame *b, int mode, int round, double seconds,
                           Error *error) {
  enum { ITERATIONS = 10000, MORE = 4 };
  MctsPlan plan = search_plan(b, mode);
  double took = 0;
  uint64_t searches = 1;
  plan.iterations = 1;
  while (searches && plan.iterations < ITERATIONS) {
    searches = search(b, &plan, round, 0, &took, error);
    if (took > seconds / (2 * MORE))
      break;
    plan.iterations *= MORE;
    if (plan.iterations > ITERATIONS)
      plan.iterations = ITERATIONS;
  }
  if (searches)
    searches = search(b, &plan, round, seconds, &took, error);
  b->games[mode] += searches * plan.iterations;
  b->rate[mode][round] = (double)(searches * plan.iterations) / took;
  return searches > 0;
}

/* The program that BENCH_PROGRAM measures: boardlab itself. */
static void name_program(const Game *game, char spec[SPEC_TEXT]) {
  snprintf(spec, SPEC_TEXT, "exec:/proc/self/exe engine %.500s --bot random",
           shell_word(game->spec, strlen(game->spec)).text);
  program_allow(spec);
}

static bool open_bots(const Game *game, int mode, Bot *bots[], Error *error) {
  char program[SPEC_TEXT];
  if (!bench_modes[mode].bot)
    return true;
  if (mode == BENCH_PROGRAM)
    name_program(game, program);
  host_start(
      (Limits){bench_modes[mode].budget ? WORK_DEFAULT : 0, MEMORY_DEFAULT});
  for (int i = 0; i < game->seats; i++) {
    bots[i] = bot_open(mode == BENCH_PROGRAM ? program : bench_modes[mode].bot,
                       game, error);
    if (!bots[i])
      return false;
  }
  return true;
}

/* Measures a mode in this process. */
static bool measure_here(BenchGame *b, int mode, int round, double seconds,
                         Error *error) {
  Bot *bots[SEATS_MAX] = {NULL};
  if (mode == BENCH_MCTS || mode == BENCH_MCTS_BOT)
    return measure_search(b, mode, round, seconds, error);
  State *state = game_start(b->game);
  bool good = open_bots(b->game, mode, bots, error) &&
              measure_games(b, mode, round, seconds, bots, state, error);
  for (int i = 0; i < b->game->seats; i++)
    bot_close(bots[i]);
  free(state);
  return good;
}

/* ---- in a child process --------------------------------------------------*/

typedef struct MeasureTask {
  const BenchGame *bench; /* the child has a copy of it */
  int mode, round;
  double seconds, rate;
  uint64_t games, plies, truncated;
} MeasureTask;

static void measure_job(Job *job) {
  static BenchGame here;
  MeasureTask *t = job->task;
  if (job_is_here(job)) {
    here.game = game_open(t->bench->game->spec, job->error);
    if (here.game)
      measure_here(&here, t->mode, t->round, t->seconds, job->error);
    t->games = here.games[t->mode];
    t->plies = here.plies[t->mode];
    t->truncated = here.truncated[t->mode];
    t->rate = here.rate[t->mode][t->round];
  }
  CROSS(job->m, t->games, 0, INT64_MAX);
  CROSS(job->m, t->plies, 0, INT64_MAX);
  CROSS(job->m, t->truncated, 0, INT64_MAX);
  cross_doubles(job->m, &t->rate, 1, 0, DBL_MAX);
}

/* Measures a mode where runs play such games: in a child, without a call to
 * another process at every move. */
static bool measure_in_child(BenchGame *b, int mode, int round, double seconds,
                             Error *error) {
  Spec game;
  const char *names[2];
  int count = 0;
  if (!spec_read(&game, b->game->spec, "game", error))
    return false;
  if (game.loader)
    names[count++] = game.name;
  if (bench_modes[mode].bot)
    names[count++] = bench_modes[mode].bot;
  MeasureTask t = {
      .bench = b, .mode = mode, .round = round, .seconds = seconds};
  Child *child = child_start(names, count, error);
  bool good = child && remote_do(child, measure_job, &t, sizeof t, NULL, error);
  child_close(child);
  if (!good || !t.games)
    return good && error_set(error, "%.200s: no game was played", game.name);
  b->games[mode] += t.games;
  b->plies[mode] += t.plies;
  b->truncated[mode] += t.truncated;
  b->rate[mode][round] = t.rate;
  return true;
}

bool bench_measure(BenchGame *b, int mode, int round, double seconds,
                   Error *error) {
  const char *bot = bench_modes[mode].bot;
  if (mode == BENCH_READ)
    return true;                    /* measured together with BENCH_RUN */
  if (!args_limits(b->args, error)) /* the previous mode changed them */
    return false;
  if (mode == BENCH_LUA_RUN_OFF)
    return measure_run_off(b, round, seconds, error);
  if (mode == BENCH_RUN || mode == BENCH_RUN_MOVES ||
      mode == BENCH_RUN_ALL_CORES || mode == BENCH_LUA_RUN)
    return measure_run(b, mode, round, seconds, error);
  if (mode != BENCH_PROGRAM &&
      (b->game->remote || (bot && isolation_covers(bot))))
    return measure_in_child(b, mode, round, seconds, error);
  return measure_here(b, mode, round, seconds, error);
}
