/* boardlab bench: how fast games are played, through the interfaces a batch
 * uses.
 *
 * Every game of a batch has a stream of its own, so a measured game begins with
 * seeding one and making the first position. Rounds go around all games, so
 * that a machine that slows down does so for all; the best round says what the
 * code can do, the median what to expect. */
#include "analysis/metrics/summary.h"
#include "cli/commands/command.h"
#include "cli/terminal/position.h"
#include "core/base/clock.h"
#include "core/game/match.h"
#include "core/run/run.h"
#include "core/run/run_dir.h"
#include "core/search/mcts.h"
#include "lua/host/host.h"

#include "core/base/csv.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

enum { SUBJECTS_MAX = 64, ROUNDS_MAX = 99, CHUNK = 64 };

/* The ways in which moves are found. The first two are the engine's own; then
 * come whole runs of random bots, written to CSV, and such a run read again;
 * the others have a Lua bot in every seat. */
static const struct Mode {
  const char *name, *csv_name;
  const char *bot;
  bool budget; /* with the instruction budget on */
} MODES[] = {{"drawn", "drawn", NULL, false},
             {"listed", "listed", NULL, false},
             {"run", "run", NULL, false},
             {"run, cores", "run_all_cores", NULL, false},
             {"read", "read", NULL, false},
             {"mcts", "mcts", NULL, false},
             {"lua listed", "lua_listed", "bots/random.lua", false},
             {"+ budget", "lua_listed_budget", "bots/random.lua", true},
             {"lua drawn", "lua_drawn", "bots/drawn.lua", false},
             {"+ budget", "lua_drawn_budget", "bots/drawn.lua", true}};

enum {
  DRAWN,
  LISTED,
  RUN,
  RUN_ALL_CORES,
  READ,
  MCTS,
  NATIVE_MODES,
  ALL_MODES = sizeof MODES / sizeof *MODES
};

/* One game that is measured, and what was found. */
typedef struct Subject {
  const Args *args; /* of the command */
  Game *game;
  int modes;                          /* how many of them are measured */
  double rate[ALL_MODES][ROUNDS_MAX]; /* games a second */
  uint64_t games[ALL_MODES], plies[ALL_MODES], truncated[ALL_MODES];
} Subject;

/* ---- measuring -----------------------------------------------------------*/

/* Plays a game by listing every legal move at every ply, as a bot does. */
static int play_listing(const Game *game, State *state, Rng *rng) {
  Move moves[game->max_moves];
  int plies = 0;
  for (; plies < game->max_plies && state->outcome == PLAYING; plies++) {
    int count = game_moves(game, state, moves);
    game_play(game, state, moves[rng_below(rng, (uint32_t)count)]);
  }
  return plies;
}

static bool play_bots(const Game *game, Bot *const bots[], State *state,
                      Rng *rng, int *plies, Error *error) {
  Match match;
  if (!match_play(game, bots, rng, game->max_plies, state, NULL, &match, error))
    return false;
  *plies = match.plies;
  return match.end != MATCH_FORFEIT; /* the message is why */
}

static inline bool play_one(const Game *game, int mode, Bot *const bots[],
                            State *state, Rng *rng, int *plies, Error *error) {
  if (mode >= NATIVE_MODES)
    return play_bots(game, bots, state, rng, plies, error);
  game_begin(game, state, rng);
  *plies = mode == DRAWN ? game_playout(game, state, rng, game->max_plies)
                         : play_listing(game, state, rng);
  return true;
}

static bool measure(Subject *s, int mode, int round, double seconds,
                    Bot *const bots[], State *state, Error *error) {
  double began = clock_seconds(), took;
  uint64_t games = 0;
  do {
    for (int i = 0; i < CHUNK; i++) {
      Rng rng;
      int plies;
      rng_seed(&rng, (uint64_t)round, games++);
      if (!play_one(s->game, mode, bots, state, &rng, &plies, error))
        return false;
      s->plies[mode] += (uint64_t)plies;
      s->truncated[mode] += state->outcome == PLAYING;
    }
    took = clock_seconds() - began;
  } while (took < seconds);
  s->games[mode] += games;
  s->rate[mode][round] = (double)games / took;
  return game_check(s->game, error);
}

/* A run that goes on until its time is up. */
typedef struct Timed {
  double began, seconds, took;
  atomic_bool stop;
} Timed;

static void look_at_clock(void *context, const Run *run) {
  Timed *timed = context;
  (void)run;
  if (clock_seconds() - timed->began >= timed->seconds)
    atomic_store(&timed->stop, true);
}

static bool play_run(Subject *s, int mode, int round, Run *run, Timed *timed,
                     Error *error) {
  const RunCallbacks callbacks = {
      .progress = look_at_clock, .context = timed, .stop = &timed->stop};
  timed->began = clock_seconds();
  if (run_play(run, &callbacks, error) == RUN_FAILED)
    return false;
  timed->took = clock_seconds() - timed->began;
  s->games[mode] += run->tally.games;
  s->plies[mode] += run->tally.plies;
  s->truncated[mode] += run->tally.ends[MATCH_TRUNCATED];
  s->rate[mode][round] = (double)run->tally.games / timed->took;
  return true;
}

/* Reading a run and making its figures. */
static bool read_run(Subject *s, int round, const char *dir, Error *error) {
  Run run;
  Metrics metrics = {NULL};
  double began = clock_seconds();
  if (!run_read(&run, dir, NULL, NULL, error))
    return false;
  summary_metrics(&run.tally, &metrics);
  double took = clock_seconds() - began;
  s->games[READ] += run.tally.games;
  s->plies[READ] += run.tally.plies;
  s->truncated[READ] += run.tally.ends[MATCH_TRUNCATED];
  s->rate[READ][round] = (double)run.tally.games / took;
  metrics_free(&metrics);
  run_close(&run);
  return true;
}

/* Into a folder of its own, as `boardlab simulate` does it. */
static bool measure_run(Subject *s, int mode, int round, double seconds,
                        Error *error) {
  char dir[PATH_MAX];
  const char *place = getenv("TMPDIR"), *bot = "random";
  snprintf(dir, sizeof dir, "%s/boardlab-bench-XXXXXX",
           place && *place ? place : "/tmp");
  if (!args_limits(s->args, error)) /* the mode before had its own */
    return false;
  if (!mkdtemp(dir))
    return error_set(error, "could not make the folder %s: %s", dir,
                     strerror(errno));
  Run run;
  Timed timed = {.seconds = seconds};
  RunPlan plan = {.game = s->game->spec,
                  .bots = &bot,
                  .bot_count = 1,
                  .seed = (uint64_t)round,
                  .games = GAMES_IN_RUN_MAX,
                  .jobs = mode == RUN ? 1 : 0,
                  .out = dir};
  bool good = run_open(&run, &plan, error);
  if (good) {
    good = play_run(s, mode, round, &run, &timed, error);
    run_close(&run);
  }
  if (good && mode == RUN_ALL_CORES)
    good = read_run(s, round, dir, error);
  run_dir_clear(dir);
  return good;
}

/* Tree search from the start, with plain random playouts: each counts as a
 * game.
 */
static bool measure_search(Subject *s, int round, double seconds,
                           Error *error) {
  enum { ITERATIONS = 10000 };
  const MctsPlan plan = {.iterations = ITERATIONS,
                         .c = 0.7,
                         .playouts = 1,
                         .cut = -1,
                         .memory = (size_t)1 << 30};
  State *state = game_start(s->game);
  Mcts *mcts = state ? mcts_new(s->game, &plan, error) : NULL;
  double began = clock_seconds(), took = 0;
  uint64_t searches = 0;
  bool good = mcts;
  while (good && took < seconds) {
    Rng rng;
    rng_seed(&rng, (uint64_t)round, searches++);
    mcts_forget(mcts);
    good = mcts_search(mcts, state, &rng, error);
    took = clock_seconds() - began;
  }
  if (good) {
    s->games[MCTS] += mcts_playouts(mcts);
    s->rate[MCTS][round] = (double)mcts_playouts(mcts) / took;
  }
  mcts_free(mcts);
  free(state);
  return good && game_check(s->game, error);
}

static bool open_bots(const Game *game, int mode, Bot *bots[], Error *error) {
  host_start((Limits){MODES[mode].budget ? WORK_DEFAULT : 0, MEMORY_DEFAULT});
  for (int i = 0; MODES[mode].bot && i < game->seats; i++) {
    bots[i] = bot_open(MODES[mode].bot, game, error);
    if (!bots[i])
      return false;
  }
  return true;
}

static bool run_mode(Subject *s, int mode, int round, double seconds,
                     Error *error) {
  Bot *bots[SEATS_MAX] = {NULL};
  if (mode == READ)
    return true; /* together with the run that is read */
  if (mode == MCTS)
    return measure_search(s, round, seconds, error);
  if (mode == RUN || mode == RUN_ALL_CORES)
    return measure_run(s, mode, round, seconds, error);
  State *state = game_start(s->game);
  bool good = state
                  ? open_bots(s->game, mode, bots, error) &&
                        measure(s, mode, round, seconds, bots, state, error)
                  : error_set(error, "no memory to measure %s", s->game->spec);
  for (int i = 0; i < s->game->seats; i++)
    bot_close(bots[i]);
  free(state);
  return good;
}

static bool run_rounds(Subject *subjects, int count, int rounds, double seconds,
                       Error *error) {
  bool terminal = isatty(STDERR_FILENO);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++)
      for (int mode = 0; mode < subjects[i].modes; mode++) {
        if (terminal)
          fprintf(stderr, "\rround %d of %d: %-60.60s", round + 1, rounds,
                  subjects[i].game->spec);
        if (!run_mode(&subjects[i], mode, round, seconds, error))
          return false;
      }
  if (terminal)
    fprintf(stderr, "\r%-79s\r", "");
  return true;
}

/* ---- what was found ------------------------------------------------------*/

static int compare_rates(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts the rounds. */
static double median(double *rates, int count) {
  qsort(rates, (size_t)count, sizeof *rates, compare_rates);
  return (rates[count / 2] + rates[(count - 1) / 2]) / 2;
}

static double mean_plies(const Subject *s, int mode) {
  return (double)s->plies[mode] / (double)s->games[mode];
}

static void print_row(Subject *s, int mode, int rounds, int width) {
  double middle = median(s->rate[mode], rounds);
  double best = s->rate[mode][rounds - 1], plies = mean_plies(s, mode);
  printf("%-*s %-10s %10.0f %10.0f ", width, mode == DRAWN ? s->game->spec : "",
         MODES[mode].name, best, middle);
  if (mode == MCTS) /* drawn comes before it, and is sorted */
    printf("%20.2f of drawn\n", best / s->rate[DRAWN][rounds - 1]);
  else
    printf("%12.0f %8.1f %7.2f%%\n", best * plies, plies,
           100 * (double)s->truncated[mode] / (double)s->games[mode]);
}

static void print_table(Subject *subjects, int count, int rounds) {
  int width = 20;
  for (int i = 0; i < count; i++)
    if ((int)strlen(subjects[i].game->spec) > width)
      width = (int)strlen(subjects[i].game->spec);
  printf("%-*s %-10s %10s %10s %12s %8s %8s\n", width, "game", "moves",
         "games/s", "(median)", "plies/s", "plies", "cut off");
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < subjects[i].modes; mode++)
      print_row(&subjects[i], mode, rounds, width);
  printf("\nOne thread, random games from the start, best and median of %d "
         "round%s.\n"
         "drawn: a random legal move is drawn directly (playouts); listed: all "
         "legal\n"
         "moves are listed at every ply and one of them is played. run: what "
         "`boardlab\n"
         "simulate` does, with CSV files; run, cores: the same on all cores; "
         "read: "
         "reading\n"
         "games.csv and making the figures of the run; mcts: tree search from "
         "the start,\n"
         "10,000 iterations, each a random game. lua: by a bot in Lua in "
         "every seat,\n"
         "bots/random.lua and bots/drawn.lua, without an instruction budget; + "
         "budget: with\n"
         "it. cut off: games still on at their limit of plies, where they were "
         "given up.\n",
         rounds, rounds == 1 ? "" : "s");
}

static void print_quoted(const char *field) {
  char bytes[2 * SPEC_TEXT + 2];
  Text text = {bytes, 0, sizeof bytes};
  text_quoted(&text, field);
  fwrite(text.bytes, 1, text.length, stdout);
}

static void print_csv(Subject *subjects, int count, int rounds) {
  printf("game,mode,best_games_per_second,median_games_per_second,"
         "best_plies_per_second,plies_per_game,games,truncated,rounds\n");
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < subjects[i].modes; mode++) {
      Subject *s = &subjects[i];
      double middle = median(s->rate[mode], rounds);
      double best = s->rate[mode][rounds - 1], plies = mean_plies(s, mode);
      print_quoted(s->game->spec);
      printf(",%s,%.0f,%.0f,%.0f,%.3f,%llu,%llu,%d\n", MODES[mode].csv_name,
             best, middle, best * plies, plies,
             (unsigned long long)s->games[mode],
             (unsigned long long)s->truncated[mode], rounds);
    }
}

/* ---- what is measured ----------------------------------------------------*/

static bool add_subject(Subject *subjects, int *count, const char *spec,
                        int modes, Error *error) {
  if (*count == SUBJECTS_MAX)
    return error_set(error, "more than %d games to measure", SUBJECTS_MAX);
  subjects[*count].game = game_open(spec, error);
  subjects[*count].modes = modes;
  return subjects[*count].game && ++*count;
}

/* Each game with each number of players it can have; with Lua bots only as it
 * usually is. */
static bool add_native(Subject *subjects, int *count, Error *error) {
  for (const Rules *const *r = game_rules; *r; r++) {
    const Option *players = options_find((*r)->options, "players");
    if (!add_subject(subjects, count, (*r)->name, ALL_MODES, error))
      return false;
    for (int n = players ? players->min : 0; players && n <= players->max;
         n += players->step ? players->step : 1) {
      char spec[SPEC_TEXT];
      snprintf(spec, sizeof spec, "%s:players=%d", (*r)->name, n);
      if (n != players->value &&
          !add_subject(subjects, count, spec, NATIVE_MODES, error))
        return false;
    }
  }
  return true;
}

/* Rules in Lua: options only, a position set up, hooks at every ply, and a game
 * from the ground up. */
static const char *const LUA_GAMES[] = {
    "variants/tictacdoh_small.lua", "variants/quoridor_walled.lua",
    "variants/tictacdoh_no_repeat.lua", "games/mnk.lua", NULL};

static bool add_all(Subject *subjects, int *count, Error *error) {
  bool good = add_native(subjects, count, error);
  for (const char *const *spec = LUA_GAMES; good && *spec; spec++)
    good = add_subject(subjects, count, *spec, NATIVE_MODES, error);
  return good;
}

static int run_subjects(const Args *args, Subject *subjects, int *count,
                        Error *error) {
  int64_t rounds = 5;
  double seconds = 0.2;
  if (!args_int(args, "rounds", 1, ROUNDS_MAX, &rounds, error) ||
      !args_real(args, "seconds", 0.001, 3600, &seconds, error))
    return EXIT_USAGE;
  for (int i = 0; i < args->positional_count; i++)
    if (!add_subject(subjects, count, args->positional[i], ALL_MODES, error))
      return EXIT_USAGE;
  if (args->positional_count == 0 && !add_all(subjects, count, error))
    return EXIT_FAILED;
  for (int i = 0; i < *count; i++)
    subjects[i].args = args;
  if (!run_rounds(subjects, *count, (int)rounds, seconds, error))
    return EXIT_FAILED;
  if (args_value(args, "csv"))
    print_csv(subjects, *count, (int)rounds);
  else
    print_table(subjects, *count, (int)rounds);
  return EXIT_DONE;
}

static int run(const Args *args, Error *error) {
  Subject *subjects = calloc(SUBJECTS_MAX, sizeof *subjects);
  if (!subjects) {
    error_set(error, "no memory for the bench");
    return EXIT_FAILED;
  }
  int count = 0;
  int code = run_subjects(args, subjects, &count, error);
  for (int i = 0; i < count; i++)
    game_close(subjects[i].game);
  free(subjects);
  return code;
}

const Command bench_command = {
    .name = "bench",
    .group = GROUP_TOOLS,
    .summary = "measure how fast the games are played",
    .positional = "[GAME …]",
    .max_positional = SUBJECTS_MAX,
    .flags = (const Flag[]){{"rounds", "N", "rounds to run (default 5)"},
                            {"seconds", "S",
                             "seconds a row and round (default 0.2)"},
                            {"csv", NULL, "print CSV for programs"},
                            LIMIT_FLAGS,
                            {NULL}},
    .details = "Without a GAME: every game with every number of players, and a "
               "few whose\n"
               "rules are Lua. The limits are for those rules; the bots are "
               "measured with\n"
               "and without a budget. The CSV also tells how many games were "
               "measured, and\n"
               "how many of them were cut off at the game's limit of plies "
               "(truncated).",
    .example = "boardlab bench quoridor dorix:players=3 --rounds 9",
    .run = run,
};
