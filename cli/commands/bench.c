/* boardlab bench: measures how fast the games are played.
 *
 * Each round measures every mode of every game, so that a machine that slows
 * down affects all of them. The best round shows what the code can do, the
 * median what to expect. */
#include "cli/commands/bench.h"

#include "cli/terminal/output.h"
#include "core/base/csv.h"
#include <stdlib.h>
#include <unistd.h>

enum { GAMES_MAX = 64 };

static bool run_rounds(BenchGame *games, int count, int rounds, double seconds,
                       Error *error) {
  bool terminal = isatty(STDERR_FILENO);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++)
      for (int mode = 0; mode < games[i].modes; mode++) {
        if (terminal)
          output_control(stderr, "\r");
        if (terminal)
          fprintf(stderr, "round %d of %d: %-60.60s", round + 1, rounds,
                  games[i].game->spec);
        if (!bench_measure(&games[i], mode, round, seconds, error))
          return false;
      }
  if (terminal)
    output_control(stderr, "\r%-79s\r", "");
  return true;
}

/* ---- results -------------------------------------------------------------*/

static int compare_rates(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts the rates, so that the best comes last. */
static double median(double *rates, int count) {
  qsort(rates, (size_t)count, sizeof *rates, compare_rates);
  return (rates[count / 2] + rates[(count - 1) / 2]) / 2;
}

static double mean_plies(const BenchGame *b, int mode) {
  return (double)b->plies[mode] / (double)b->games[mode];
}

enum { MODE_WIDTH = 11 };

static void print_row(BenchGame *b, int mode, int rounds, int width) {
  double middle = median(b->rate[mode], rounds);
  double best = b->rate[mode][rounds - 1], plies = mean_plies(b, mode);
  printf("%-*s %-*s %10.0f %10.0f ", width,
         mode == BENCH_SAMPLED ? b->game->spec : "", MODE_WIDTH,
         bench_modes[mode].name, best, middle);
  if (mode == BENCH_MCTS) /* the sampled rates are sorted by now */
    printf("%20.2f of sampled\n", best / b->rate[BENCH_SAMPLED][rounds - 1]);
  else if (mode == BENCH_LUA_RUN_OFF)
    printf("%20.2f of lua run\n", best / b->rate[BENCH_LUA_RUN][rounds - 1]);
  else
    printf("%12.0f %10.1f %9.2f%%\n", best * plies, plies,
           100 * (double)b->truncated[mode] / (double)b->games[mode]);
}

static void print_legend(int modes, int rounds) {
  printf("\nRandom games from the first position, on one thread except in "
         "\"run, cores\";\n"
         "best and median of %d round%s. truncated: share of games stopped at "
         "the ply limit.\n",
         rounds, rounds == 1 ? "" : "s");
  for (int mode = 0; mode < modes; mode++)
    printf("  %-*s %s\n", MODE_WIDTH, bench_modes[mode].name,
           bench_modes[mode].help);
}

static void print_table(BenchGame *games, int count, int rounds) {
  int width = 20, modes = 0;
  for (int i = 0; i < count; i++) {
    int length = (int)strlen(games[i].game->spec);
    width = length > width ? length : width;
    modes = games[i].modes > modes ? games[i].modes : modes;
  }
  printf("%-*s %-*s %10s %10s %12s %10s %10s\n", width, "game", MODE_WIDTH,
         "mode", "games/s", "(median)", "plies/s", "plies/game", "truncated");
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < games[i].modes; mode++)
      print_row(&games[i], mode, rounds, width);
  print_legend(modes, rounds);
}

static void print_quoted(const char *field) {
  char bytes[2 * SPEC_TEXT + 2];
  Text text = {bytes, 0, sizeof bytes};
  csv_add_quoted(&text, field);
  fwrite(text.bytes, 1, text.length, stdout);
}

static void print_csv(BenchGame *games, int count, int rounds) {
  printf("game,mode,best_games_per_second,median_games_per_second,"
         "best_plies_per_second,plies_per_game,games,truncated,rounds\n");
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < games[i].modes; mode++) {
      BenchGame *b = &games[i];
      double middle = median(b->rate[mode], rounds);
      double best = b->rate[mode][rounds - 1], plies = mean_plies(b, mode);
      print_quoted(b->game->spec);
      printf(",%s,%.0f,%.0f,%.0f,%.3f,%llu,%llu,%d\n",
             bench_modes[mode].csv_name, best, middle, best * plies, plies,
             (unsigned long long)b->games[mode],
             (unsigned long long)b->truncated[mode], rounds);
    }
}

/* ---- the games -----------------------------------------------------------*/

static bool add_game(BenchGame *games, int *count, const char *spec, int modes,
                     Error *error) {
  if (*count == GAMES_MAX)
    return error_set(error, "too many games: at most %d can be measured",
                     GAMES_MAX);
  games[*count].game = game_open(spec, error);
  games[*count].modes = modes;
  return games[*count].game && ++*count;
}

/* Adds each built-in game with each number of players; Lua bots play only the
 * default. */
static bool add_native(BenchGame *games, int *count, Error *error) {
  for (const Rules *const *r = game_rules; *r; r++) {
    const Option *players = options_find((*r)->options, "players");
    if (!add_game(games, count, (*r)->name, BENCH_MODES, error))
      return false;
    for (int n = players ? players->min : 0; players && n <= players->max;
         n += players->step ? players->step : 1) {
      char spec[SPEC_TEXT];
      snprintf(spec, sizeof spec, "%s:players=%d", (*r)->name, n);
      if (n != players->default_value &&
          !add_game(games, count, spec, BENCH_NATIVE_MODES, error))
        return false;
    }
  }
  return true;
}

/* Games in Lua, ordered by what their rules cost: options only, an edited
 * start, hooks at every ply, and a whole game in Lua. */
static const char *const LUA_GAMES[] = {
    "variants/tictacdoh_small.lua", "variants/quoridor_walled.lua",
    "variants/tictacdoh_no_repeat.lua", "games/mnk.lua", NULL};

static bool add_all(BenchGame *games, int *count, Error *error) {
  bool good = add_native(games, count, error);
  for (const char *const *spec = LUA_GAMES; good && *spec; spec++)
    good = add_game(games, count, *spec, BENCH_NATIVE_MODES, error);
  return good;
}

static int measure_all(const Args *args, BenchGame *games, int *count,
                       Error *error) {
  int64_t rounds = 5;
  double seconds = 0.2;
  if (!args_int(args, "rounds", 1, BENCH_ROUNDS_MAX, &rounds, error) ||
      !args_real(args, "seconds", 0.001, 3600, &seconds, error))
    return EXIT_USAGE;
  for (int i = 0; i < args->positional_count; i++)
    if (!add_game(games, count, args->positional[i], BENCH_MODES, error))
      return EXIT_USAGE;
  if (args->positional_count == 0 && !add_all(games, count, error))
    return EXIT_FAILED;
  for (int i = 0; i < *count; i++)
    games[i].args = args;
  if (!run_rounds(games, *count, (int)rounds, seconds, error))
    return EXIT_FAILED;
  if (args_value(args, "csv"))
    print_csv(games, *count, (int)rounds);
  else
    print_table(games, *count, (int)rounds);
  return EXIT_DONE;
}

static int run(const Args *args, Error *error) {
  BenchGame *games = calloc(GAMES_MAX, sizeof *games);
  if (!games) {
    error_set(error, "out of memory (measurements)");
    return EXIT_FAILED;
  }
  int count = 0;
  int code = measure_all(args, games, &count, error);
  for (int i = 0; i < count; i++)
    game_close(games[i].game);
  free(games);
  return code;
}

const Command bench_command = {
    .name = "bench",
    .group = GROUP_TOOLS,
    .summary = "measure how fast the games are played",
    .positional = "[GAME …]",
    .max_positional = GAMES_MAX,
    .flags = (const Flag[]){{"rounds", "N", "rounds to measure (default 5)"},
                            {"seconds", "S",
                             "seconds per row and round (default 0.2)"},
                            {"csv", NULL, "print CSV"},
                            LIMIT_FLAGS,
                            {NULL}},
    .details =
        "Without a GAME, measures every built-in game with every number "
        "of players,\n"
        "and a few games and variants in Lua. --budget and --memory limit "
        "the rules of\n"
        "Lua games; Lua bots are measured with and without a budget, in a "
        "process of\n"
        "their own unless --isolation=off. In the CSV, the\n"
        "columns games and truncated count the games played and those "
        "stopped at the\n"
        "ply limit.",
    .example = "boardlab bench quoridor dorix:players=3 --rounds 9",
    .run = run,
};
