/* boardlab solve: the exact value of a position under perfect play. */
#include "cli/terminal/output.h"
#include "core/base/need.h"

#include "analysis/stats/shown.h"
#include "cli/commands/command.h"
#include "cli/commands/runs.h"
#include "cli/session/position.h"
#include "cli/terminal/board.h"
#include "cli/terminal/format.h"
#include "cli/terminal/signals.h"
#include "core/base/clock.h"
#include "core/search/solution.h"
#include <stdlib.h>
#include <unistd.h>

typedef struct Progress {
  double began;
  bool terminal;
  uint64_t next; /* positions; elsewhere than in a terminal, for a line */
} Progress;

enum { FIRST_LINE = 100000 };

/* In a terminal, keeps a line up to date. Elsewhere, prints one when the number
 * of positions has grown by half: none for what is solved quickly, and no long
 * silence. */
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
    printf(game->sides > 1 ? "a draw" : "a loss");
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
  const char *const NAMES[] = {
      [VALUE_WIN] = "wins",
      [VALUE_DRAW] = position->game->sides > 1 ? "draws" : "loses",
      [VALUE_LOSS] = "loses"};
  for (int i = 0; i < count; i++) {
    if (i == 0 || list[i].solved.value != list[i - 1].solved.value)
      printf("%s%-9s", i ? "\n" : "", NAMES[list[i].solved.value]);
    print_move(position, list[i].move, 0);
  }
  printf("\n");
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

/* ---- games of chance -----------------------------------------------------*/

enum { DECIMALS = 4, WIDTH = 14 };

/* Names a side; returns whether a verb after it is in the plural. */
static bool name_side(const Game *game, int side, char text[WINNERS_TEXT]) {
  return seats_format(seats_of_side(game->side, game->seats, side), text);
}

static void print_percent(double chance) {
  printf("%*s", WIDTH,
         phrase("%s%%", shown_points_to(chance, DECIMALS).text).text);
}

static void print_row(const Game *game, const Chances *c) {
  for (int side = 0; side < game->sides; side++)
    print_percent(c->win[side]);
  print_percent(game->sides == 1 ? c->draw + c->win[1] : c->draw);
  printf("\n");
}

static void print_head(const Game *game, bool nature) {
  printf("%-12s", nature ? "roll" : "move");
  if (nature)
    printf("%*s", WIDTH, "probability");
  for (int side = 0; side < game->sides; side++) {
    char name[WINNERS_TEXT];
    name_side(game, side, name);
    printf("%*s", WIDTH, name);
  }
  printf("%*s\n", WIDTH, game->sides == 1 ? "nobody" : "draw");
}

static void print_moves(const Position *position, const ChanceMove list[],
                        int count) {
  bool nature = position->state->seat == NATURE;
  print_head(position->game, nature);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    board_format(position->game, position->state, list[i].move, text);
    printf("%-12s", text);
    if (nature)
      print_percent(list[i].probability);
    print_row(position->game, &list[i].chances);
  }
}

static void print_value(const Game *game, const Chances *c) {
  printf("%s: under perfect play ", game->spec);
  for (int side = 0; side < game->sides; side++) {
    char name[WINNERS_TEXT];
    bool many = name_side(game, side, name);
    printf("%s%s %s with probability %s%%", side ? " and " : "", name,
           many ? "win" : "wins", shown_points_to(c->win[side], DECIMALS).text);
  }
  if (game->sides == 2 && c->draw >= 5e-7) /* shown as more than 0 */
    printf("; the probability of a draw is %s%%",
           shown_points_to(c->draw, DECIMALS).text);
  printf("\n");
}

/* ---- the command ---------------------------------------------------------*/

/* Prints the value, also if that is all that could be found. */
static bool print_all(const Args *args, const Position *position,
                      const SolvePlan *plan, const Solution *solution,
                      bool done) {
  const Game *game = position->game;
  if (!solution->known)
    return false;
  printf("%s: ", game->spec);
  if (plan->within && solution->value.value == VALUE_DRAW) {
    printf("%s can force a win within %d %s\n",
           game->sides > 1 ? "neither side" : "nobody", plan->within,
           plan->within == 1 ? "ply" : "plies");
    return done;
  }
  print_solved(game, game->side[position->state->seat], solution->value,
               plan->quick);
  printf(" under perfect play\n");
  if (args_value(args, "moves"))
    print_each(position, solution->moves, solution->move_count, plan->quick);
  else if (solution->move_count)
    print_values(position, solution->moves, solution->move_count);
  if (solution->line_count)
    print_line(position, solution->line, solution->line_count, solution->end);
  return done;
}

static bool solve_and_print(const Args *args, const Position *position,
                            const SolvePlan *plan, Error *error) {
  const Game *game = position->game;
  Solution solution = {0};
  bool done = solution_find(game, position->state, plan, &solution, error);
  if (!solution_has_chances(game, plan))
    done = print_all(args, position, plan, &solution, done);
  else if (done) {
    print_value(game, &solution.chances);
    print_moves(position, solution.chance_moves, solution.move_count);
  }
  if (done)
    printf("%-10s%s\n", "solved",
           shown_things(solution.positions, "position", "positions").text);
  if (done && game->random_start && !args_value(args, "set"))
    printf("%-10sthe one that --seed %s draws; others may have another value\n",
           "start", args_value(args, "seed") ? args_value(args, "seed") : "1");
  solution_free(&solution);
  return done && game_check(game, error);
}

/* What helps when memory runs out, apart from what was asked for already. */
static const char *advice(const Args *args, const Position *position) {
  if (position->game->has_chance || args_value(args, "within"))
    return "raise --memory";
  return args_value(args, "quick")
             ? "raise --memory, or use --within N to find only short wins"
             : "raise --memory, use --quick to find only the winner, "
               "or --within N to find only short wins";
}

static int solve_table(const Args *args, const Position *position,
                       size_t memory, int within, Error *error) {
  bool quiet = args_value(args, "quiet");
  Progress progress = {.began = clock_seconds(),
                       .terminal = isatty(STDERR_FILENO),
                       .next = FIRST_LINE};
  SolvePlan plan = {
      .memory = memory,
      .advice = advice(args, position),
      .plain_advice =
          "boardlab check says more, and --plain solves without symmetries",
      .plain = args_value(args, "plain"),
      .quick = args_value(args, "quick"),
      .brief = args_value(args, "quick") && !args_value(args, "moves"),
      .within = within,
      .file = args_value(args, "resume"),
      .stop = signals_stop_flag(),
      .progress = quiet ? NULL : report_progress,
      .context = &progress};
  signals_begin(NULL, true);
  bool done = solve_and_print(args, position, &plan, error);
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

/* Only the search through all positions can be saved, by this process. */
static bool check_resume(const Args *args, const Game *game, int64_t within,
                         Error *error) {
  if (!args_value(args, "resume"))
    return true;
  if (within || game->has_chance)
    return error_set(error, "%s cannot be resumed: leave out --resume",
                     within ? "a search with --within" : "a game of chance");
  return !game->remote ||
         error_set(error,
                   "%s runs in a process that cannot write files: --resume "
                   "needs --isolation=off",
                   game->spec);
}

static int solve_run(const Args *args, Error *error) {
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
  int code = EXIT_USAGE;
  if (check_resume(args, position.game, within, error))
    code = solve_table(args, &position, (size_t)megabytes << 20, (int)within,
                       error);
  position_close(&position);
  return code;
}

const Command solve_command = {
    .name = "solve",
    .summary = "find the exact value of a game under perfect play",
    .positional = "GAME",
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
            {"resume", "FILE",
             "if stopped, save the search in FILE; continue it from there"},
            {"plain", NULL, "do not merge symmetric positions"},
            {"set", "SETTINGS", "start from an edited position"},
            {"play", "LINE", "start after these moves"},
            {"seed", "S", "seed of a random start (default 1)"},
            {"quiet", NULL, "no progress line and no time"},
            {"memory", "MB",
             "memory limit of the table (default 1024), and of each Lua\n"
             "file, including all games that it opens (default 64)"},
            {"budget", "N",
             "Lua instructions allowed per call of a rule\n"
             "(default 10000000; 0 for no limit)"},
            PRINT_FLAG,
            ISOLATION_FLAG,
            {NULL}},
    .example = "boardlab solve tictacdoh:small=2,medium=2,large=2",
    .run = solve_run,
};
