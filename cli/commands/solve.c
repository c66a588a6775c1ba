/* boardlab solve: the exact value of a position under perfect play. */
#include "core/search/solve.h"

#include "cli/commands/command.h"
#include "cli/commands/runs.h"
#include "cli/terminal/board.h"
#include "cli/terminal/format.h"
#include "cli/terminal/position.h"
#include "cli/terminal/signals.h"
#include "core/base/clock.h"
#include "core/search/forced_win.h"
#include <stdlib.h>
#include <unistd.h>

static void report_progress(void *context, uint64_t positions, size_t bytes) {
  double *began = context, took = clock_seconds() - *began;
  fprintf(stderr, "\r%s positions, %s a second, %s MB\033[K",
          grouped(positions), grouped((uint64_t)((double)positions / took)),
          grouped(bytes >> 20));
}

/* ---- telling -------------------------------------------------------------*/

/* "seat 1 wins", "seats 2 and 4 win": whoever is on that side, or is not. */
static void print_winners(const Game *game, int side, bool theirs) {
  int seats[SEATS_MAX], count = 0;
  for (int s = 0; s < game->seats; s++)
    if ((game->side[s] == side) != theirs)
      seats[count++] = s + 1;
  printf(count > 1 ? "seats " : "seat ");
  for (int i = 0; i < count; i++)
    printf("%s%d", i == 0 ? "" : i == count - 1 ? " and " : ", ", seats[i]);
  printf(count > 1 ? " win" : " wins");
}

static void print_solved(const Game *game, int side, Solved solved,
                         bool quick) {
  if (solved.value == VALUE_DRAW) {
    printf("a draw");
    return;
  }
  print_winners(game, side, solved.value == VALUE_LOSS);
  printf(" in %s%d %s", quick ? "at most " : "", solved.plies,
         solved.plies == 1 ? "ply" : "plies");
}

static void print_move(const Position *position, Move move, int width) {
  char text[MOVE_TEXT];
  board_format(position->game, position->state, move, text);
  printf(" %-*s", width, text);
}

/* Each with what it comes to. */
static void print_each(const Position *position, const SolvedMove list[],
                       int count, bool quick) {
  for (int i = 0; i < count; i++) {
    printf(" ");
    print_move(position, list[i].move, 12);
    printf(" ");
    print_solved(position->game, position->game->side[position->state->seat],
                 list[i].solved, quick);
    printf("\n");
  }
}

/* A row for each fate. */
static void print_values(const Position *position, const SolvedMove list[],
                         int count) {
  static const char *const NAMES[] = {
      [VALUE_WIN] = "wins", [VALUE_DRAW] = "draws", [VALUE_LOSS] = "loses"};
  for (int i = 0; i < count; i++) {
    if (i == 0 || list[i].solved.value != list[i - 1].solved.value)
      printf("%s%-9s", i ? "\n" : "", NAMES[list[i].solved.value]);
    print_move(position, list[i].move, 0);
  }
  printf("\n");
}

static bool print_moves(const Args *args, Solve *solve,
                        const Position *position, Error *error) {
  SolvedMove *list = malloc((size_t)position->game->max_moves * sizeof *list);
  int count = 0;
  if (!list)
    return error_set(error, "no memory for the moves");
  bool done =
      solve_moves(solve, position->state, list, &count, error) == SOLVE_DONE;
  if (done && args_value(args, "moves"))
    print_each(position, list, count, args_value(args, "quick"));
  else if (done)
    print_values(position, list, count);
  free(list);
  return done;
}

static void print_line(const Position *position, const Move *line, int count,
                       LineEnd how) {
  State *state = game_copy(position->game, position->state);
  printf("%-9s", "line");
  for (int i = 0; i < count && state; i++) {
    char text[MOVE_TEXT];
    board_format(position->game, state, line[i], text);
    game_play(position->game, state, line[i]);
    printf(" %s", text);
  }
  printf(how == LINE_ENDLESS ? ", and round again without end\n" : "\n");
  free(state);
}

static bool print_best_line(Solve *solve, const Position *position,
                            Error *error) {
  Move *line;
  int count;
  LineEnd how;
  if (solve_line(solve, position->state, &line, &count, &how, error) !=
      SOLVE_DONE)
    return false;
  print_line(position, line, count, how);
  free(line);
  return true;
}

static void print_positions(uint64_t count) {
  printf("%-10s%s position%s\n", "solved", grouped(count),
         count == 1 ? "" : "s");
}

/* ---- the command ---------------------------------------------------------*/

static bool print_all(const Args *args, Solve *solve, const Position *position,
                      Error *error) {
  bool quick = args_value(args, "quick");
  bool whole = !quick || args_value(args, "moves");
  Solved solved;
  if (solve_position(solve, position->state, &solved, error) != SOLVE_DONE)
    return false;
  printf("%s: ", position->game->spec);
  print_solved(position->game, position->game->side[position->state->seat],
               solved, quick);
  printf(" under perfect play\n");
  if (whole && (!print_moves(args, solve, position, error) ||
                !print_best_line(solve, position, error)))
    return false;
  print_positions(solve_positions(solve));
  return game_check(position->game, error);
}

/* The value and a line, if it is decided within so many plies. */
static bool print_within(const Position *position, int plies,
                         const SolvePlan *plan, uint64_t *positions,
                         Error *error) {
  const Game *game = position->game;
  Solved solved;
  Move line[WITHIN_MAX];
  if (forced_win(game, position->state, plies, plan, &solved, line, positions,
                 error) != SOLVE_DONE)
    return false;
  printf("%s: ", game->spec);
  if (solved.value == VALUE_DRAW)
    printf("%s can force a win within %d plies\n",
           game->sides > 1 ? "neither side" : "nobody", plies);
  else {
    print_solved(game, game->side[position->state->seat], solved, false);
    printf(" under perfect play\n");
    print_line(position, line, solved.plies, LINE_OVER);
  }
  print_positions(*positions);
  return true;
}

/* Solves, prints, and counts. */
static bool solve_and_print(const Args *args, const Position *position,
                            int within, const SolvePlan *plan,
                            uint64_t *positions, Error *error) {
  if (within)
    return print_within(position, within, plan, positions, error);
  Solve *solve = solve_new(position->game, plan, error);
  bool done = solve && print_all(args, solve, position, error);
  *positions = solve ? solve_positions(solve) : 0;
  solve_free(solve);
  return done;
}

static int solve_table(const Args *args, const Position *position,
                       size_t memory, int within, Error *error) {
  double began = clock_seconds();
  bool quiet = args_value(args, "quiet"), bar = !quiet && isatty(STDERR_FILENO);
  SolvePlan plan = {.memory = memory,
                    .advice = "--memory gives it more, --quick only finds who "
                              "wins, --within N only a win that is near",
                    .plain = args_value(args, "plain"),
                    .quick = args_value(args, "quick"),
                    .stop = signals_stop_flag(),
                    .progress = bar ? report_progress : NULL,
                    .context = &began};
  uint64_t positions = 0;
  signals_begin(NULL, true);
  bool done = solve_and_print(args, position, within, &plan, &positions, error);
  int stopped = signals_caught();
  signals_end();
  if (bar)
    fprintf(stderr, "\r\033[K");
  if (done && !quiet)
    fprintf(stderr, "took %.1f s\n", clock_seconds() - began);
  return done ? EXIT_DONE : stopped ? 128 + stopped : EXIT_FAILED;
}

static bool check_flags(const Args *args, int64_t within, Error *error) {
  static const char *const ALONE[] = {"moves", "quick"};
  for (size_t i = 0; i < sizeof ALONE / sizeof *ALONE; i++)
    if (within && args_value(args, ALONE[i]))
      return error_set(error,
                       "--within tells who wins and a line, not each move: "
                       "leave out --%s",
                       ALONE[i]);
  return true;
}

static int run(const Args *args, Error *error) {
  int64_t megabytes = 1024, seed = 1, within = 0;
  Position position;
  Rng rng;
  if (!args_int(args, "memory", 1, 1 << 20, &megabytes, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(args, "within", 1, WITHIN_MAX, &within, error) ||
      !check_flags(args, within, error))
    return EXIT_USAGE;
  rng_seed(&rng, (uint64_t)seed, 0);
  if (!position_open(&position, args->positional[0], args_value(args, "set"),
                     args_value(args, "play"), &rng, error))
    return EXIT_USAGE;
  int code =
      solve_table(args, &position, (size_t)megabytes << 20, (int)within, error);
  position_close(&position);
  return code;
}

const Command solve_command = {
    .name = "solve",
    .group = GROUP_GAMES,
    .summary = "find the exact value of a game under perfect play",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"moves", NULL, "tell in how many plies each move wins or loses"},
            {"quick", NULL,
             "only find who wins, not how soon: looks at fewer\npositions, and "
             "tells moves and a line only with --moves"},
            {"within", "N",
             "only look for a win that can be forced in N plies: goes\n"
             "for large games that are over soon if played well"},
            {"plain", NULL,
             "take positions that mirror each other for different ones"},
            {"set", "SETTINGS", "start from an edited position"},
            {"play", "LINE", "start after these moves"},
            {"seed", "S", "of a first position drawn by lot (default 1)"},
            {"quiet", NULL, "no progress, no time"},
            {"memory", "MB",
             "megabytes for the table (default 1024); a Lua file may\nthen use "
             "as many (else 64)"},
            {"budget", "N",
             "instructions a Lua file may spend on a move or a rule\n"
             "(default 10000000; 0 for no limit)"},
            {NULL}},
    .details =
        "Every position that play can lead to is looked at, except beyond "
        "those that can\nbe won at once. The winner wins as soon as possible, "
        "the loser loses as late.\nA draw is also what can go on for ever, if "
        "neither side can win. Below who wins\nstand the moves of the seat to "
        "move by what they come to for it, and a line of\nbest moves. Games of "
        "more than two sides are refused. What does not fit into\nmemory ends "
        "with a message.",
    .example = "boardlab solve tictacdoh:small=2,medium=2,large=2",
    .run = run,
};
