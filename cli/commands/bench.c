/* boardlab bench: measures how fast the games are played.
 *
 * Each round measures every mode of every game, so that a machine that slows
 * down affects all of them. The best round shows what the code can do, the
 * median what to expect. */
#include "cli/commands/bench.h"

#include "cli/terminal/output.h"
#include "core/base/csv.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { GAMES_MAX = 64 };

static bool measures(const BenchGame *b, int mode) {
  return b->modes >> mode & 1;
}

static bool run_rounds(BenchGame *games, int count, int rounds, double seconds,
                       Error *error) {
  bool terminal = isatty(STDERR_FILENO);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++)
      for (int mode = 0; mode < BENCH_MODES; mode++) {
        if (!measures(&games[i], mode))
          continue;
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

/* ---- earlier measurements ------------------------------------------------*/

enum { GAME_COLUMN, MODE_COLUMN, BEST_COLUMN, MODE_TEXT = 32 };

/* What an earlier measurement found (--against). */
typedef struct BenchOldRow {
  char game[SPEC_TEXT], mode[MODE_TEXT];
  double best;
} BenchOldRow;

typedef struct BenchOld {
  BenchOldRow *row;
  int count;
} BenchOld;

/* Later versions may have other columns after these. */
static bool check_old_columns(const CsvRow *row, Error *error) {
  static const char *const NAMES[] = {"game", "mode", "best_games_per_second"};
  for (int i = 0; i < (int)(sizeof NAMES / sizeof *NAMES); i++)
    if (i >= row->count || strcmp(row->field[i], NAMES[i]) != 0)
      return error_set(
          error,
          "column %d is not %s: this is not the output of boardlab bench --csv",
          i + 1, NAMES[i]);
  return true;
}

static bool add_old_row(void *context, const CsvRow *row, Error *error) {
  BenchOld *old = context;
  if (row->number == 0)
    return check_old_columns(row, error);
  char *end;
  double best = strtod(row->field[BEST_COLUMN], &end);
  if (!*row->field[BEST_COLUMN] || *end || !isfinite(best) || best < 0)
    return error_set(error, "'%.40s' is not a number of games per second",
                     row->field[BEST_COLUMN]);
  old->row =
      need_resized(old->row, ((size_t)old->count + 1) * sizeof *old->row);
  BenchOldRow *added = &old->row[old->count++];
  snprintf(added->game, sizeof added->game, "%s", row->field[GAME_COLUMN]);
  snprintf(added->mode, sizeof added->mode, "%s", row->field[MODE_COLUMN]);
  added->best = best;
  return true;
}

/* The best rate of a game and mode, or 0 if it was not measured. */
static double bench_old_rate(const BenchOld *old, const char *game,
                             const char *mode) {
  for (const BenchOldRow *r = old->row; r < old->row + old->count; r++)
    if (strcmp(r->game, game) == 0 && strcmp(r->mode, mode) == 0)
      return r->best;
  return 0;
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

static double per_game(uint64_t count, const BenchGame *b, int mode) {
  return (double)count / (double)b->games[mode];
}

enum { MODE_WIDTH = 11 };

/* How many times as fast as in the earlier measurement; 0 if unknown. */
static double ratio_to_old(const BenchOld *old, const BenchGame *b, int mode,
                           double best) {
  double before =
      bench_old_rate(old, b->game->spec, bench_modes[mode].csv_name);
  return before > 0 ? best / before : 0;
}

/* The rate of one mode as a multiple of another's, "0.95 of playouts"; a mode
 * without games has none. The rates of both are sorted by now. */
static Phrase share_of(const BenchGame *b, int mode, int of, int rounds) {
  return b->rate[of][rounds - 1] > 0
             ? phrase("%.2f of %s",
                      b->rate[mode][rounds - 1] / b->rate[of][rounds - 1],
                      bench_modes[of].name)
             : (Phrase){""};
}

static Phrase note_on(const BenchGame *b, int mode, int rounds) {
  return mode == BENCH_MCTS          ? share_of(b, mode, BENCH_SAMPLED, rounds)
         : mode == BENCH_LUA_RUN_OFF ? share_of(b, mode, BENCH_LUA_RUN, rounds)
                                     : (Phrase){""};
}

static void put_row(ResultTable *t, BenchGame *b, int mode, int rounds,
                    const BenchOld *old) {
  double middle = median(b->rate[mode], rounds);
  double best = b->rate[mode][rounds - 1],
         plies = per_game(b->plies[mode], b, mode);
  double ratio = ratio_to_old(old, b, mode, best);
  bool first = (b->modes & ((1u << mode) - 1)) == 0;
  result_row(t);
  result_put_text(t, AS_TEXT(NULL, "game"), b->game->spec);
  result_put_text(t, AS_WORD(NULL, "mode"), bench_modes[mode].csv_name);
  result_put_text(t, AS_TEXT(.title = "game"), first ? b->game->spec : "");
  result_put_text(t, AS_TEXT(.title = "mode"), bench_modes[mode].name);
  result_put_count(t, AS_COUNT(NULL, "best_games_per_second", "games/s"),
                   (uint64_t)round(best));
  result_put_count(t, AS_COUNT(NULL, "median_games_per_second", "(median)"),
                   (uint64_t)round(middle));
  result_put(t, AS_COUNT(NULL, "best_plies_per_second", "plies/s"),
             number_if(plies > 0, round(best * plies)));
  result_put(t, AS_REAL(NULL, "plies_per_game", "plies/game"),
             number_if(plies > 0, plies));
  result_put_count(t, AS_COUNT(NULL, "games"), b->games[mode]);
  result_put_count(t, AS_COUNT(NULL, "truncated"), b->truncated[mode]);
  result_put(t, AS_SHARE(.title = "truncated"),
             number_if(plies > 0, per_game(b->truncated[mode], b, mode)));
  result_put_count(t, AS_COUNT(NULL, "rounds"), (uint64_t)rounds);
  result_put(t, AS_REAL(NULL, "ratio", "ratio", .digits = 2),
             number_if(ratio > 0, ratio));
  result_put_text(t, AS_TEXT(.title = ""), note_on(b, mode, rounds).text);
}

static void print_legend(unsigned modes, int rounds, bool against) {
  printf(
      "\nRandom games from the first position, on one thread and per second "
      "of CPU\n"
      "time; \"run, cores\" on all cores and per second of wall-clock time.\n"
      "Best and median of %d round%s. truncated: share of games stopped at "
      "the ply limit.\n",
      rounds, rounds == 1 ? "" : "s");
  if (against)
    printf(
        "ratio: the best rate, divided by that of the earlier measurement.\n");
  for (int mode = 0; mode < BENCH_MODES; mode++)
    if (modes >> mode & 1)
      printf("  %-*s %s\n", MODE_WIDTH, bench_modes[mode].name,
             bench_modes[mode].help);
}

static bool print_results(const Args *args, BenchGame *games, int count,
                          int rounds, const BenchOld *old, Error *error) {
  ResultTable table = {0};
  unsigned modes = 0;
  for (int i = 0; i < count; i++) {
    modes |= games[i].modes;
    for (int mode = 0; mode < BENCH_MODES; mode++)
      if (measures(&games[i], mode))
        put_row(&table, &games[i], mode, rounds, old);
  }
  bool good = args_print_table(args, &table, error);
  result_free(&table);
  if (!args_wants_rows(args))
    print_legend(modes, rounds, old->count);
  return good;
}

/* ---- the games -----------------------------------------------------------*/

/* Sets of modes. */
enum {
  WITHOUT_LUA = (1 << BENCH_LUA_LISTED) - 1,
  ALL = (1 << BENCH_MODES) - 1
};

static bool add_game(BenchGame *games, int *count, const char *spec,
                     unsigned modes, Error *error) {
  if (*count == GAMES_MAX)
    return error_set(error, "too many games: at most %d can be measured",
                     GAMES_MAX);
  games[*count].game = game_open(spec, error);
  if (!games[*count].game)
    return false;
  if (game_hides(games[*count].game)) /* boardlab engine does not play it */
    modes &= ~(1u << BENCH_PROGRAM);
  games[*count].modes = modes;
  (*count)++;
  return true;
}

/* Adds each built-in game with each number of players; Lua bots play only the
 * default. */
static bool add_native(BenchGame *games, int *count, Error *error) {
  for (const Rules *const *r = game_rules; *r; r++) {
    const Option *players = options_find((*r)->options, "players");
    if (!add_game(games, count, (*r)->name, ALL, error))
      return false;
    for (int n = players ? players->min : 0; players && n <= players->max;
         n += players->step ? players->step : 1) {
      char spec[SPEC_TEXT];
      snprintf(spec, sizeof spec, "%s:players=%d", (*r)->name, n);
      if (n != players->default_value &&
          !add_game(games, count, spec, WITHOUT_LUA, error))
        return false;
    }
  }
  return true;
}

/* Rules in Lua, ordered by what they cost: options only, an edited start, hooks
 * at every ply, and whole games. */
static const char *const LUA_RULES[] = {"variants/tictacdoh_small.lua",
                                        "variants/quoridor_walled.lua",
                                        "variants/tictacdoh_no_repeat.lua",
                                        "games/mnk.lua",
                                        "games/connect_four.lua",
                                        "games/reversi.lua",
                                        "games/hex.lua",
                                        "games/breakthrough.lua",
                                        "games/kalah.lua"};

static bool add_all(BenchGame *games, int *count, Error *error) {
  bool good = add_native(games, count, error);
  for (size_t i = 0; good && i < sizeof LUA_RULES / sizeof *LUA_RULES; i++)
    good = add_game(games, count, LUA_RULES[i], WITHOUT_LUA, error);
  return good;
}

/* Says before measuring, which takes a while, that there will be no ratios. */
static void warn_if_nothing_in_common(const BenchOld *old, const char *path,
                                      const BenchGame *games, int count) {
  for (int i = 0; i < count; i++)
    for (int mode = 0; mode < BENCH_MODES; mode++)
      if (measures(&games[i], mode) &&
          ratio_to_old(old, &games[i], mode, 1) > 0)
        return;
  fprintf(stderr,
          "boardlab: warning: '%s' has no row in common with this measurement "
          "(the same game and mode), so there are no ratios\n",
          path);
}

static int measure_all(const Args *args, BenchGame *games, int *count,
                       BenchOld *old, Error *error) {
  int64_t rounds = 5;
  double seconds = 0.2;
  const char *against = args_value(args, "against");
  if (!args_int(args, "rounds", 1, BENCH_ROUNDS_MAX, &rounds, error) ||
      !args_real(args, "seconds", 0.001, 3600, &seconds, error))
    return EXIT_USAGE;
  if (against && !csv_read(against, add_old_row, old, error))
    return EXIT_USAGE;
  for (int i = 0; i < args->positional_count; i++)
    if (!add_game(games, count, args->positional[i], ALL, error))
      return EXIT_USAGE;
  if (args->positional_count == 0 && !add_all(games, count, error))
    return EXIT_FAILED;
  for (int i = 0; i < *count; i++)
    games[i].args = args;
  if (against)
    warn_if_nothing_in_common(old, against, games, *count);
  if (!run_rounds(games, *count, (int)rounds, seconds, error))
    return EXIT_FAILED;
  return print_results(args, games, *count, (int)rounds, old, error)
             ? EXIT_DONE
             : EXIT_FAILED;
}

static int bench_run(const Args *args, Error *error) {
  BenchGame *games = need_array(GAMES_MAX, sizeof *games);
  int count = 0;
  BenchOld old = {0};
  int code = measure_all(args, games, &count, &old, error);
  free(old.row);
  for (int i = 0; i < count; i++)
    game_close(games[i].game);
  free(games);
  return code;
}

const Command bench_command = {
    .name = "bench",
    .summary = "measure how fast the games are played",
    .positional = "[GAME …]",
    .flags = (const Flag[]){{"rounds", "N", "rounds to measure (default 5)"},
                            {"seconds", "S",
                             "seconds per row and round (default 0.2)"},
                            ROWS_FLAGS("print CSV"),
                            {"against", "OLD.csv",
                             "compare with an earlier measurement by --csv"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example = "boardlab bench quoridor dorix:players=3 --rounds 9",
    .run = bench_run,
};
