/* boardlab play: a game at the terminal, against bots or other humans. */
#include "cli/commands/play.h"

#include "analysis/stats/shown.h"
#include "cli/terminal/board.h"
#include "cli/terminal/output.h"
#include "cli/terminal/position.h"
#include "core/base/clock.h"
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- display -------------------------------------------------------------*/

static void print_failure(const Session *s) {
  printf("%s failed: %s\n", s->file.seat[s->file.gave_up], s->failure.message);
  output_trace(stdout, &s->failure);
}

static bool draw_position(Play *p) {
  const Session *s = &p->session;
  const Game *game = s->file.game;
  int seat = session_viewer(s);
  if (seat == VIEW_NONE) {
    char mover[MOVER_TEXT];
    game_name_mover(s->state, mover);
    return printf("%s to move\n", mover) > 0;
  }
  if (seat == VIEW_ALL)
    return board_draw(game, s->state, s->file.count ? s->before : NULL,
                      s->file.gave_up >= 0, p->colour, stdout);
  State *seen = game_copy(game, s->state);
  if (seen)
    game_observe(game, seen, seat);
  bool drawn = seen && board_draw(game, seen, NULL, false, p->colour, stdout);
  free(seen);
  return drawn;
}

static bool show_position(Play *p) {
  Session *s = &p->session;
  char ending[ENDING_TEXT];
  p->redraw = false;
  printf("\n");
  bool drawn = draw_position(p);
  ending_write(&s->file, ending);
  printf("%s", ending);
  if (s->file.forfeited && s->file.gave_up >= 0 && error_is_set(&s->failure))
    print_failure(s);
  return drawn;
}

void play_show_seats(const Play *p) {
  const GameFile *file = &p->session.file;
  printf("%s, seed %llu", file->game->spec, (unsigned long long)file->seed);
  if (file->index)
    printf(", game %llu", (unsigned long long)file->index);
  printf("\n");
  for (int seat = 0; seat < file->game->seats; seat++)
    printf("seat %d: %s\n", seat + 1, file->seat[seat]);
  if (prompt_is_interactive(p->prompt))
    printf("Type a move, or help for the commands; Tab completes both.\n");
}

/* ---- turns ---------------------------------------------------------------*/

/* Writes "seat 2 (mcts)" or "nature". */
static void name_mover(const Session *s, char text[MOVER_TEXT + SPEC_TEXT]) {
  int seat = s->state->seat;
  game_name_mover(s->state, text);
  if (seat != NATURE)
    snprintf(text, MOVER_TEXT + SPEC_TEXT, "seat %d (%s)", seat + 1,
             s->file.seat[seat]);
}

static bool take_bot_turn(Play *p, Error *error) {
  Session *s = &p->session;
  bool interactive = prompt_is_interactive(p->prompt);
  char text[MOVE_TEXT], mover[MOVER_TEXT + SPEC_TEXT];
  Move move;
  name_mover(s, mover);
  if (interactive && s->state->seat != NATURE) {
    printf("%s is thinking …", mover);
    fflush(stdout);
  }
  bool chosen = session_bot_move(s, &move);
  if (interactive)
    output_control(stdout, "\r%s", p->colour ? "\033[K" : "");
  p->redraw = true;
  if (!game_check(s->file.game, error))
    return false;
  if (!chosen)
    return true;
  board_format(s->file.game, s->state, move, text);
  if (session_shows_move(s, move))
    printf("%s plays %s\n", mover, text);
  else
    printf("%s makes a hidden move\n", mover);
  if (!game_check(s->file.game, error))
    return false;
  return session_play(s, move, error) &&
         (session_has_human(s) || !interactive || show_position(p));
}

/* Reads and carries out one line. A line that cannot be carried out is reported
 * on stderr and the game continues; false only if the rules in a Lua file fail.
 */
static bool take_human_turn(Play *p, Error *error) {
  Session *s = &p->session;
  char prompt[32];
  if (p->redraw && !show_position(p))
    return error_set(error, "out of memory (drawing the board)");
  if (!game_check(s->file.game, error))
    return false;
  if (session_over(s))
    snprintf(prompt, sizeof prompt, "over> ");
  else if (s->state->seat == NATURE)
    snprintf(prompt, sizeof prompt, "nature> ");
  else
    snprintf(prompt, sizeof prompt, "seat %d> ", s->state->seat + 1);
  char *line = prompt_read(p->prompt, prompt);
  Error why = {0};
  p->quit = !line;
  bool done = !line || play_typed_line(p, line, &why);
  if (!game_check(s->file.game, error))
    return false;
  if (!done && !prompt_stopped()) {
    fflush(stdout);
    fprintf(stderr, "%s\n", why.message);
  }
  return true;
}

/* Play stops when stdout is closed, as nobody would see it. */
static bool should_continue(const Play *p) {
  return !p->quit && !prompt_stopped() && !ferror(stdout);
}

/* A game between bots alone is truncated where a run would truncate it. */
static bool is_truncated(const Session *s) {
  return !session_has_human(s) && s->file.count >= s->file.game->max_plies;
}

static bool play_game(Play *p, Error *error) {
  Session *s = &p->session;
  p->redraw = true;
  while (should_continue(p)) {
    bool in_progress = !session_over(s) && !is_truncated(s);
    if (!in_progress && !session_has_human(s))
      break;
    if (!(in_progress && !session_is_human(s, s->state)
              ? take_bot_turn(p, error)
              : take_human_turn(p, error)))
      return false;
  }
  if (p->redraw && !session_has_human(s) && !show_position(p))
    return error_set(error, "out of memory (drawing the board)");
  if (is_truncated(s) && !session_over(s))
    printf("truncated at %s %s\n", shown_count((uint64_t)s->file.count).text,
           s->file.count == 1 ? "ply" : "plies");
  return true;
}

/* ---- the command ---------------------------------------------------------*/

/* A seed that differs each time, and is short enough to type. */
static int64_t random_seed(void) {
  uint64_t now = (uint64_t)clock_read(CLOCK_REALTIME);
  return (int64_t)(rng_mix(now + (uint64_t)getpid()) % 1000000);
}

static bool open_file(const Args *args, GameFile *file, const char **path,
                      Error *error) {
  const char *game = args->positional_count ? args->positional[0] : NULL;
  const char *load_from = args_value(args, "load");
  const char *settings = args_value(args, "set");
  int64_t seed = random_seed(), index = 0;
  if (!args_int(args, "seed", 0, INT64_MAX - 1, &seed, error) ||
      !args_int(args, "index", 0, INT64_MAX - 1, &index, error))
    return false;
  if (game && load_from)
    return error_set(error,
                     "a saved game names its game: leave out either '%.60s' or "
                     "--load",
                     game);
  *path = game && gamefile_has_extension(game) ? game : load_from;
  if (!game && !*path)
    return error_set(error, "no game given: boardlab play GAME, or --load FILE "
                            "to continue a saved game");
  if (!*path)
    return gamefile_open(file, game, (uint64_t)seed, (uint64_t)index, settings,
                         error);
  const char *flag = settings                    ? "set"
                     : args_value(args, "seed")  ? "seed"
                     : args_value(args, "index") ? "index"
                                                 : NULL;
  if (flag)
    return error_set(error,
                     "--%s is for a new game; the saved game %.600s has its "
                     "own",
                     flag, *path);
  return gamefile_read(file, *path, error);
}

static bool open_session(const Args *args, Play *p, Error *error) {
  const char *path = NULL, *line = args_value(args, "play");
  char ending[ENDING_TEXT];
  GameFile file;
  p->seat_count = args_values(args, "seat", p->seats);
  if (!open_file(args, &file, &path, error))
    return false;
  ending_write(&file, ending);
  if (line && path && !ending_is_open(ending, path, error)) {
    gamefile_close(&file);
    return false;
  }
  if (!session_open(&p->session, &file, p->seats, p->seat_count, error))
    return false;
  p->session.enters_rolls = args_value(args, "enter-rolls") != NULL;
  if ((!path || play_set_path(p, path, error)) &&
      (!line || session_play_line(&p->session, line, error)))
    return true;
  session_close(&p->session);
  return false;
}

static int finish(Play *p, const char *save_as, bool good, Error *error) {
  int stopped = prompt_stopped();
  if (save_as && gamefile_write(&p->session.file, save_as, good ? error : NULL))
    printf("saved in %s\n", save_as);
  else if (save_as)
    good = false;
  return !good ? EXIT_FAILED : stopped ? 128 + stopped : EXIT_DONE;
}

static int run(const Args *args, Error *error) {
  Play p = {.colour = board_in_colour()};
  const char *save_as = args_value(args, "save");
  if ((save_as && !gamefile_writable(save_as, error)) ||
      !open_session(args, &p, error))
    return EXIT_USAGE;
  signal(SIGPIPE, SIG_IGN); /* so that the game is still saved if the reader
                               of a pipe quits */
  int code = EXIT_FAILED;
  p.prompt = prompt_open(play_complete, &p, error);
  if (p.prompt) {
    play_show_seats(&p);
    bool good = play_game(&p, error);
    code = finish(&p, save_as, good, error);
  }
  prompt_close(p.prompt);
  session_close(&p.session);
  return code;
}

const Command play_command = {
    .name = "play",
    .group = GROUP_PLAY,
    .summary = "play a game against bots or other humans",
    .positional = "[GAME|FILE.game]",
    .min_positional = 0,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"seat", "WHO",
             "human or a bot, for seats 1, 2, … in turn; if none of these\n"
             "is human, the next seat is, and mcts plays all others\n"
             "that are not named",
             true},
            {"set", "SETTINGS", "edit the first position: \"KEY=VALUE …\""},
            {"play", "LINE", "then play these moves: \"e2 e8 e3h\""},
            {"enter-rolls", NULL,
             "ask for dice and cards instead of drawing them"},
            {"seed", "S",
             "seed of the bots and of a random start (default: a new one\n"
             "each time)"},
            {"index", "N",
             "the number of a game in a run with that seed, as in\n"
             "games.csv: bots play the same moves as there (default 0)"},
            {"load", "FILE", "continue a saved game"},
            {"save", "FILE",
             "save the game at the end, even if it is ended by Ctrl-C or\n"
             "by closing the terminal"},
            LIMIT_FLAGS,
            {NULL}},
    .details = "boardlab games GAME describes how moves are written. At the "
               "prompt, Tab\n"
               "completes moves and commands, the arrow keys recall earlier "
               "lines, and\n"
               "help lists the commands: moves, hint, undo, redo, rules, save, "
               "load and\n"
               "more. The board is drawn in colour unless NO_COLOR is set.\n"
               "\n"
               "If the input is not a terminal, each line is a move or a "
               "command, and no\n"
               "prompt is printed. Bots alone play the same game as boardlab "
               "simulate with that\n"
               "seed and --index; one that fails is shown with a traceback.",
    .example = "boardlab play tictacdoh --seat human --seat mcts:iterations=50 "
               "--seed 1 --save my.game",
    .run = run,
};
