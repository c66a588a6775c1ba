/* boardlab solve: the exact value of a position under perfect play. */
#include "core/search/solve.h"
#include "cli/terminal/output.h"
#include "core/base/need.h"

#include "analysis/stats/shown.h"
#include "cli/commands/command.h"
#include "cli/commands/runs.h"
#include "cli/commands/solve_chances.h"
#include "cli/terminal/board.h"
#include "cli/terminal/format.h"
#include "cli/terminal/position.h"
#include "cli/terminal/signals.h"
#include "core/base/clock.h"
#include "core/search/forced_win.h"
#include <stdlib.h>
#include <unistd.h>

typedef struct Progress {
  double began;
  bool terminal;
  uint64_t next; /* positions; elsewhere than in a terminal, for a line */
} Progress;

enum { FIRST_LINE = 100000 };

/* In a terminal, keeps a line up to date. Elsewhere, prints one when the number
 * of positions has grown by half: none for what is solved quickly, and nobody
 * waits for ever. */
static void report_progress(void *context, uint64_t positions, size_t bytes) {
  Progress *p = context;
  double took = clock_seconds() - p->began;
  if (!p->terminal && positions < p->next)
    return;
  p->next = positions + positions / 2;
  output_control(stderr, "%s%s positions, %s positions/s, %s MB%s",
                 p->terminal ? "\r" : "", shown_count(positions).text,
                 shown_count((uint64_t)((double)positions / took)).text,
                 shown_count(bytes >> 20).text, p->terminal ? "\033[K" : "\n");
}

/* ---- printing ------------------------------------------------------------*/

static void print_solved(const Game *game, int side, SolvedValue solved,
                         bool quick) {
  if (solved.value == VALUE_DRAW) {
    printf("a draw");
    return;
  }
  char winners[WINNERS_TEXT];
  int winner = solved.value == VALUE_LOSS ? 1 - side : side;
  winners_format(seats_of_side(game->side, game->seats, winner), winners);
  printf("%s in %s%s", winners, quick ? "at most " : "",
         shown_things((uint64_t)solved.plies, "ply", "plies").text);
}

static void print_move(const Position *position, Move move, int width) {
  char text[MOVE_TEXT];
  board_format(position->game, position->state, move, text);
  printf(" %-*s", width, text);
}

/* One line per move, with its value and distance. */
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

/* One line per value, with the moves that lead to it. */
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

static bool print_moves(const Args *args, Solver *solver,
                        const Position *position, Error *error) {
  SolvedMove *list =
      need_array((size_t)position->game->max_moves, sizeof *list);
  int count = 0;
  bool done =
      solve_moves(solver, position->state, list, &count, error) == SOLVE_DONE;
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
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    board_format(position->game, state, line[i], text);
    game_play(position->game, state, line[i]);
    printf(" %s", text);
  }
  printf(how == LINE_REPEATS ? ", then repeats forever\n" : "\n");
  free(state);
}

static bool print_best_line(Solver *solver, const Position *position,
                            Error *error) {
  Move *line;
  int count;
  LineEnd how;
  if (solve_line(solver, position->state, &line, &count, &how, error) !=
      SOLVE_DONE)
    return false;
  print_line(position, line, count, how);
  free(line);
  return true;
}

static void print_positions(uint64_t count) {
  printf("%-10s%s position%s\n", "solved", shown_count(count).text,
         count == 1 ? "" : "s");
}

/* ---- the command ---------------------------------------------------------*/

static bool print_all(const Args *args, Solver *solver,
                      const Position *position, Error *error) {
  bool quick = args_value(args, "quick");
  bool whole = !quick || args_value(args, "moves");
  SolvedValue solved;
  if (solve_position(solver, position->state, &solved, error) != SOLVE_DONE)
    return false;
  printf("%s: ", position->game->spec);
  print_solved(position->game, position->game->side[position->state->seat],
               solved, quick);
  printf(" under perfect play\n");
  if (whole && (!print_moves(args, solver, position, error) ||
                !print_best_line(solver, position, error)))
    return false;
  print_positions(solver_positions(solver));
  return game_check(position->game, error);
}

/* Prints the value and a line if a win can be forced within `plies`. */
static bool print_within(const Position *position, int plies,
                         const SolvePlan *plan, uint64_t *positions,
                         Error *error) {
  const Game *game = position->game;
  SolvedValue solved;
  Move line[FORCED_WIN_PLIES_MAX];
  if (forced_win(game, position->state, plies, plan, &solved, line, positions,
                 error) != SOLVE_DONE)
    return false;
  printf("%s: ", game->spec);
  if (solved.value == VALUE_DRAW)
    printf("%s can force a win within %d %s\n",
           game->sides > 1 ? "neither side" : "nobody", plies,
           plies == 1 ? "ply" : "plies");
  else {
    print_solved(game, game->side[position->state->seat], solved, false);
    printf(" under perfect play\n");
    print_line(position, line, solved.plies, LINE_OVER);
  }
  print_positions(*positions);
  return true;
}

/* *positions receives the number of positions solved, also on failure. */
static bool solve_and_print(const Args *args, const Position *position,
                            int within, const SolvePlan *plan,
                            uint64_t *positions, Error *error) {
  if (position->game->has_chance && !within && !plan->quick) {
    if (!print_chances(position, plan, positions, error))
      return false;
    print_positions(*positions);
    return true;
  }
  if (within)
    return print_within(position, within, plan, positions, error);
  Solver *solver = solver_new(position->game, plan, error);
  bool done = solver && print_all(args, solver, position, error);
  *positions = solver ? solver_positions(solver) : 0;
  solver_free(solver);
  return done;
}

static int solve_table(const Args *args, const Position *position,
                       size_t memory, int within, Error *error) {
  bool quiet = args_value(args, "quiet");
  Progress progress = {.began = clock_seconds(),
                       .terminal = isatty(STDERR_FILENO),
                       .next = FIRST_LINE};
  SolvePlan plan = {.memory = memory,
                    .advice = position->game->has_chance
                                  ? "--memory MB allows more"
                                  : "--memory MB allows more, --quick finds "
                                    "only the winner, --within N only short "
                                    "wins",
                    .plain_advice = "boardlab check tells more, and --plain "
                                    "solves without symmetries",
                    .plain = args_value(args, "plain"),
                    .quick = args_value(args, "quick"),
                    .stop = signals_stop_flag(),
                    .progress = quiet ? NULL : report_progress,
                    .context = &progress};
  uint64_t positions = 0;
  signals_begin(NULL, true);
  bool done = solve_and_print(args, position, within, &plan, &positions, error);
  int stopped = signals_caught();
  signals_end();
  if (!quiet && progress.terminal)
    output_control(stderr, "\r\033[K");
  if (!done && error->trace[0])
    error_add_trace(error, "boardlab check shows moves that lead to such a "
                           "position, if its random games find any");
  if (done && !quiet)
    fprintf(stderr, "took %.1f s\n", clock_seconds() - progress.began);
  return done ? EXIT_DONE : stopped ? 128 + stopped : EXIT_FAILED;
}

static bool check_flags(const Args *args, int64_t within, Error *error) {
  static const char *const ALONE[] = {"moves", "quick"};
  for (size_t i = 0; i < sizeof ALONE / sizeof *ALONE; i++)
    if (within && args_value(args, ALONE[i]))
      return error_set(error,
                       "--within reports the winner and one line, not every "
                       "move: leave out --%s",
                       ALONE[i]);
  return true;
}

static int run(const Args *args, Error *error) {
  int64_t megabytes = 1024, seed = 1, within = 0;
  Position position;
  Rng rng;
  if (!args_int(args, "memory", 1, 1 << 20, &megabytes, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(args, "within", 1, FORCED_WIN_PLIES_MAX, &within, error) ||
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
            {"moves", NULL,
             "print the value of each move and its plies to the end"},
            {"quick", NULL,
             "find only the winner, not the shortest win: visits fewer\n"
             "positions; prints moves and a line only with --moves"},
            {"within", "N",
             "only search for a win that can be forced within N plies;\n"
             "works for large games with short forced wins"},
            {"plain", NULL, "do not merge symmetric positions"},
            {"set", "SETTINGS", "start from an edited position"},
            {"play", "LINE", "start after these moves"},
            {"seed", "S", "seed of a random start (default 1)"},
            {"quiet", NULL, "no progress, no time"},
            {"memory", "MB",
             "memory limit of the table (default 1024), and of each Lua\n"
             "file with all games that it opens (default 64)"},
            {"budget", "N",
             "Lua instructions allowed per call of a rule\n"
             "(default 10000000; 0 for no limit)"},
            PRINT_FLAG,
            ISOLATION_FLAG,
            {NULL}},
    .details = "Visits every position that can be reached, except beyond moves "
               "that win\n"
               "at once. The winner is assumed to win as soon as possible and "
               "the loser\n"
               "to delay as long as possible. A game that neither side can win "
               "and that\n"
               "need not end is a draw.\n"
               "\n"
               "Prints the value of the position, the moves of the seat to "
               "move by their\n"
               "value, and one line of best play. Games with more than two "
               "sides cannot be\n"
               "solved.\n"
               "\n"
               "In a game of chance, prints how likely each side is to win, "
               "and the same\n"
               "after each roll or move: all sides play for the chance of "
               "winning plus half\n"
               "that of a draw.",
    .example = "boardlab solve tictacdoh:small=2,medium=2,large=2",
    .run = run,
};
