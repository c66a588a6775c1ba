/* boardlab play: a game at the terminal, against bots or other humans. */
#include "cli/commands/play.h"

#include "analysis/stats/shown.h"
#include "cli/session/position.h"
#include "cli/terminal/board.h"
#include "cli/terminal/output.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- turns ---------------------------------------------------------------*/

static bool show_position(Play *p, const char *line, Error *error) {
  if (play_in_place(p))
    play_show(p, line);
  else
    play_print_position(p);
  return game_check(p->session.file.game, error);
}

/* Says who is thinking, on a terminal that can erase it again. */
static bool announce(Play *p, const char *mover, Error *error) {
  char line[PLAYER_TEXT + 32];
  snprintf(line, sizeof line, "%s is thinking …", mover);
  if (play_in_place(p))
    return show_position(p, line, error);
  if (prompt_edits(p->prompt)) {
    printf("%s", line);
    fflush(stdout);
  }
  return true;
}

/* A bot whose memory is full plays on, but thinks less deeply than it could. */
static void warn_if_full(Play *p, const char *mover) {
  const Session *s = &p->session;
  if (s->state->seat != NATURE && s->bot[s->state->seat]->full)
    fprintf(play_out(p), "%s has " BOT_IS_FULL "\n", mover);
}

static bool take_bot_turn(Play *p, Error *error) {
  Session *s = &p->session;
  bool interactive = prompt_is_interactive(p->prompt);
  char text[MOVE_TEXT], mover[PLAYER_TEXT];
  Move move;
  session_name_player(s, s->state->seat, mover);
  if (s->state->seat != NATURE && !announce(p, mover, error))
    return false;
  bool chosen = session_bot_move(s, &move);
  if (s->state->seat != NATURE && !play_in_place(p) && prompt_edits(p->prompt))
    output_control(stdout, "\r\033[K"); /* no longer thinking */
  p->redraw = true;
  if (!game_check(s->file.game, error))
    return false;
  if (!chosen && play_in_place(p))
    play_print_failure(p);
  if (!chosen)
    return true;
  board_format(s->file.game, s->state, move, text);
  bool shown = play_note_move(p, move);
  if (!play_in_place(p) && shown)
    printf("%s plays %s\n", mover, text);
  else if (!play_in_place(p))
    printf("%s makes a hidden move\n", mover);
  warn_if_full(p, mover);
  if (!game_check(s->file.game, error))
    return false;
  return session_play(s, move, error) &&
         (session_has_human(s) || !interactive ||
          show_position(p, NULL, error));
}

static void write_prompt(const Play *p, char text[32]) {
  const Session *s = &p->session;
  if (p->resigning)
    snprintf(text, 32, "resign? y/n> ");
  else if (session_over(s))
    snprintf(text, 32, "over> ");
  else if (s->state->seat == NATURE)
    snprintf(text, 32, "nature> ");
  else
    snprintf(text, 32, "seat %d> ", s->state->seat + 1);
}

/* An empty line moves on to the next part of a message, or to the board. */
static void turn_page(Play *p) {
  if (p->more_lines > 0)
    p->first_line += look_of_terminal().rows - 2;
  else
    play_clear_message(p);
}

/* Reads and carries out one line. A line that cannot be carried out is
 * explained and the game continues; false only if the rules in a Lua file fail.
 */
static bool take_human_turn(Play *p, Error *error) {
  Session *s = &p->session;
  char prompt[32];
  if ((p->redraw || play_in_place(p)) && !show_position(p, NULL, error))
    return false;
  write_prompt(p, prompt);
  char *line = prompt_read(p->prompt, prompt);
  Error why = {0};
  p->quit = !line;
  if (line && *line)
    play_clear_message(p);
  else if (line && !p->resigning)
    turn_page(p);
  bool done = !line || play_typed_line(p, line, &why);
  if (!game_check(s->file.game, error))
    return false;
  if (!done && !prompt_stopped() && play_in_place(p)) {
    fprintf(play_out(p), "%s\n", why.message);
  } else if (!done && !prompt_stopped()) {
    fflush(stdout);
    fprintf(stderr, "%s\n", why.message);
  }
  return true;
}

/* Play stops when stdout is closed, as nobody would see it. */
static bool should_continue(const Play *p) {
  return !p->quit && !prompt_stopped() && !ferror(stdout);
}

static bool play_game(Play *p, Error *error) {
  Session *s = &p->session;
  p->redraw = true;
  while (should_continue(p)) {
    bool in_progress = !session_over(s) && !session_is_truncated(s);
    if (!in_progress && !session_has_human(s))
      break;
    if (!(in_progress && !session_is_human(s, s->state)
              ? take_bot_turn(p, error)
              : take_human_turn(p, error)))
      return false;
  }
  if (p->redraw && !session_has_human(s) && !show_position(p, NULL, error))
    return false;
  if (session_is_truncated(s) && !session_over(s))
    printf("truncated at %s %s\n", shown_count((uint64_t)s->file.count).text,
           s->file.count == 1 ? "ply" : "plies");
  return true;
}

/* ---- the command ---------------------------------------------------------*/

static bool open_file(const Args *args, GameFile *file, const char **path,
                      Error *error) {
  const char *game = args->positional_count ? args->positional[0] : NULL;
  const char *load_from = args_value(args, "load");
  const char *settings = args_value(args, "set");
  int64_t seed = session_random_seed(), index = 0;
  if (!args_int(args, "seed", 0, INT64_MAX - 1, &seed, error) ||
      !args_int(args, "index", 0, INT64_MAX - 1, &index, error))
    return false;
  if (game && load_from)
    return error_set(error,
                     "a saved game names its game: leave out either '%.60s' or "
                     "--load",
                     game);
  *path = game && saved_is_file(game) ? game : load_from;
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

/* Names the humans in turn. */
static bool name_humans(const Args *args, Session *s, Error *error) {
  const char *names[FLAGS_MAX];
  int count = args_values(args, "name", names), named = 0;
  for (int seat = 0; seat < s->file.game->seats && named < count; seat++) {
    if (!s->human[seat])
      continue;
    if (strlen(names[named]) >= GAMEFILE_NAME)
      return error_set(error, "the name '%.40s…' is too long", names[named]);
    strcpy(s->file.name[seat], names[named++]);
  }
  return named == count ||
         error_set(error, "--name is given %d times, but humans play %d seats",
                   count, session_humans(s, NULL));
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
  if (!session_open(&p->session, &file, p->seats, p->seat_count, BOTS_HERE,
                    error))
    return false;
  p->session.enters_rolls = args_value(args, "enter-rolls") != NULL;
  if (name_humans(args, &p->session, error) &&
      (!path || play_set_path(p, path, error)) &&
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

static void redraw(void *context, const Completions *list) {
  Play *p = context;
  int columns = look_of_terminal().columns;
  if (list)
    play_clear_message(p);
  if (!play_in_place(p))
    printf("\n");
  if (list)
    completions_write(list, columns, play_out(p));
  if (play_in_place(p))
    play_show(p, NULL);
}

static int play_run(const Args *args, Error *error) {
  Play p = {.more_lines = -1};
  const char *save_as = args_value(args, "save");
  if ((save_as && !gamefile_writable(save_as, error)) ||
      !open_session(args, &p, error))
    return EXIT_USAGE;
  signal(SIGPIPE, SIG_IGN); /* so that the game is still saved if the reader
                               of a pipe quits */
  int code = EXIT_FAILED;
  p.prompt = prompt_open(play_complete, redraw, &p, error);
  if (p.prompt) {
    play_show_seats(&p);
    bool good = play_game(&p, error);
    code = finish(&p, save_as, good, error);
  }
  prompt_close(p.prompt);
  play_clear_message(&p);
  free(p.visible);
  session_close(&p.session);
  return code;
}

const Command play_command = {
    .name = "play",
    .summary = "play a game against bots or other humans",
    .positional = "[GAME|FILE.game]",
    .flags =
        (const Flag[]){
            {"seat", "WHO",
             "human or a bot, for seats 1, 2, … in turn; if none of them\n"
             "is human, the next seat is, and mcts plays all other seats\n"
             "that are not named",
             true},
            {"name", "NAME",
             "what a human is called, for each in turn: kept in the saved\n"
             "game",
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
    .example = "boardlab play tictacdoh --seat human --seat mcts:iterations=50 "
               "--seed 1 --save my.game",
    .run = play_run,
};
