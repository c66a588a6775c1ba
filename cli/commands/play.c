/* boardlab play: a game at the terminal, against bots or one another. */
#include "cli/commands/command.h"
#include "cli/terminal/position.h"

#include "cli/commands/session.h"
#include "cli/terminal/board.h"
#include "cli/terminal/prompt.h"
#include "core/base/number.h"
#include "core/base/suggest.h"
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct Play {
  Session session;
  Prompt *prompt;
  int seat_count; /* that flags have named */
  const char *seats[FLAGS_MAX];
  bool colour;
  bool stale; /* the position has not been shown yet */
  bool quits;
  char path[PATH_MAX]; /* where it was saved or loaded last; or "" */
} Play;

/* ---- what is shown -------------------------------------------------------*/

/* Not on stdout, which has the game. */
static bool complain(const Error *why) {
  fflush(stdout);
  fprintf(stderr, "%s\n", why->message);
  return false;
}

static bool show_position(Play *p) {
  Session *s = &p->session;
  char ending[ENDING_TEXT];
  p->stale = false;
  printf("\n");
  bool drawn =
      board_draw(s->file.game, s->state, s->file.count ? s->before : NULL,
                 s->file.gave_up >= 0, p->colour, stdout);
  ending_write(&s->file, ending);
  printf("%s", ending);
  if (s->file.forfeited && s->file.gave_up >= 0 && s->reason.message[0])
    printf("%s failed: %s\n", s->file.seat[s->file.gave_up], s->reason.message);
  return drawn;
}

static void show_table(const Play *p) {
  const GameFile *file = &p->session.file;
  printf("%s, seed %llu", file->game->spec, (unsigned long long)file->seed);
  if (file->index)
    printf(", game %llu", (unsigned long long)file->index);
  printf("\n");
  for (int seat = 0; seat < file->game->seats; seat++)
    printf("seat %d: %s\n", seat + 1, file->seat[seat]);
  if (prompt_is_typed(p->prompt))
    printf("Type a move, or help. The tab key completes both.\n");
}

/* ---- commands ------------------------------------------------------------*/

/* What a player can type besides a move. False with a message if it cannot be
 * done; the game goes on. */
typedef struct Order {
  const char *name, *letter, *words, *help;
  bool takes; /* something behind it */
  bool (*obey)(Play *p, const char *argument, Error *error);
} Order;

static bool list_moves(Play *p, const char *argument, Error *error) {
  (void)argument;
  if (session_over(&p->session))
    return error_set(error, "the game is over: undo, new or quit");
  board_list_moves(p->session.file.game, p->session.state, stdout);
  return true;
}

static bool undo(Play *p, const char *argument, Error *error) {
  int64_t turns = 1;
  if (*argument && !number_in(argument, 1, INT_MAX, &turns))
    return error_set(error, "undo takes a number from 1 up, not '%.60s'",
                     argument);
  p->stale = session_undo(&p->session, error);
  for (Error none; p->stale && turns > 1; turns--)
    if (!session_undo(&p->session, &none))
      break;
  return p->stale;
}

static bool redo(Play *p, const char *argument, Error *error) {
  (void)argument;
  p->stale = session_redo(&p->session, error);
  return p->stale;
}

/* How many were looked into: none behind a certain win, or if not tried. */
static int count_hints(const MctsMove list[], int count) {
  if (count > 0 && list[0].proven && list[0].value == 1)
    return 1;
  int known = 0;
  while (known < count && (list[known].visits || list[known].proven))
    known++;
  return known;
}

static void show_hints(const Play *p, const MctsMove list[], int count) {
  const Session *s = &p->session;
  int width = (int)strlen("move");
  count = count_hints(list, count);
  if (count > 0 && list[0].proven && list[0].value == 0)
    printf(s->file.game->sides > 1
               ? "every move loses, if the others find the way\n"
               : "no move leads to a win any more\n");
  char text[MOVE_TEXT];
  for (int i = 0; i < count; i++) {
    board_format(s->file.game, s->state, list[i].move, text);
    width = (int)strlen(text) > width ? (int)strlen(text) : width;
  }
  printf("%-*s    wins   tried\n", width, "move");
  for (int i = 0; i < count; i++) {
    board_format(s->file.game, s->state, list[i].move, text);
    printf("%-*s  %5.1f%%  %6llu%s\n", width, text, 100 * list[i].value,
           (unsigned long long)list[i].visits,
           list[i].proven ? "  for certain" : "");
  }
}

static bool hint(Play *p, const char *argument, Error *error) {
  enum { MOST = 100 };
  MctsMove list[MOST];
  int64_t wanted = 5;
  if (*argument && !number_in(argument, 1, MOST, &wanted))
    return error_set(error, "hint takes a number from 1 to %d, not '%.60s'",
                     MOST, argument);
  if (session_over(&p->session))
    return error_set(error, "the game is over: undo, new or quit");
  int count = session_hint(&p->session, list, (int)wanted, error);
  if (count >= 0)
    show_hints(p, list, count < wanted ? count : (int)wanted);
  return count >= 0;
}

static bool show_board(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  p->stale = true;
  return true;
}

static bool set_path(Play *p, const char *path, Error *error) {
  if (strlen(path) >= sizeof p->path)
    return error_set(error, "'%.60s…' is too long for a file's name", path);
  if (path != p->path)
    snprintf(p->path, sizeof p->path, "%s", path);
  return true;
}

static bool save(Play *p, const char *argument, Error *error) {
  const char *path = *argument ? argument : p->path;
  if (!*path)
    return error_set(error, "save needs the name of a file: save my.game");
  if (!gamefile_write(&p->session.file, path, error) ||
      !set_path(p, path, error))
    return false;
  printf("saved in %s\n", path);
  return true;
}

/* Sits down at the game in a file; the one on the table stays if that fails. */
static bool load(Play *p, const char *argument, Error *error) {
  GameFile file;
  Session session;
  if (!*argument)
    return error_set(error, "load needs the name of a file: load my.game");
  if (!gamefile_read(&file, argument, error) ||
      !session_open(&session, &file, p->seats, p->seat_count, error))
    return false;
  session_close(&p->session);
  p->session = session;
  p->stale = true;
  show_table(p);
  return set_path(p, argument, error);
}

static bool resign(Play *p, const char *argument, Error *error) {
  (void)argument;
  if (session_over(&p->session))
    return error_set(error, "the game is over: undo, new or quit");
  session_resign(&p->session);
  p->stale = true;
  return true;
}

static bool begin_again(Play *p, const char *argument, Error *error) {
  (void)argument;
  p->stale = session_again(&p->session, error);
  if (p->stale)
    p->path[0] = '\0'; /* the file there has the game before */
  return p->stale;
}

static bool quit(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  p->quits = true;
  return true;
}

static bool help(Play *p, const char *argument, Error *error);

static const Order ORDERS[] = {
    {"moves", "m", "", "list the legal moves", false, list_moves},
    {"hint", "h", " [N]", "the N best moves, by a search of its own (5)", true,
     hint},
    {"undo", "u", " [N]", "go back to your last turn, or N turns", true, undo},
    {"redo", "r", "", "play again what was taken back", false, redo},
    {"board", "b", "", "draw the board again", false, show_board},
    {"save", NULL, " [FILE]",
     "keep the game, for load, replay and show; bare: in the same file", true,
     save},
    {"load", NULL, " FILE", "go on with a game that was saved", true, load},
    {"resign", NULL, "", "give up", false, resign},
    {"new", NULL, "", "begin another game", false, begin_again},
    {"quit", "q", "", "leave; so does the end of the input", false, quit},
    {"help", "?", "", "this list", false, help},
    {NULL},
};

static bool help(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  printf("Type a move as `moves` lists it, or\n");
  for (const Order *o = ORDERS; o->name; o++) {
    char left[32];
    snprintf(left, sizeof left, "%s%s", o->name, o->words);
    printf("  %-11s %-2s %s\n", left, o->letter ? o->letter : "", o->help);
  }
  printf("boardlab games %s tells the rules.\n",
         p->session.file.game->rules->name);
  return true;
}

static const Order *find_order(const char *word) {
  for (const Order *o = ORDERS; o->name; o++)
    if (strcmp(o->name, word) == 0 || (o->letter && !strcmp(o->letter, word)))
      return o;
  return NULL;
}

/* ---- what was typed ------------------------------------------------------*/

/* Neither a move nor a command: why not, and what would be. */
static bool refuse(const Play *p, const char *word, const Error *why,
                   Error *error) {
  Suggestion suggestion = {.wanted = word};
  for (const Order *o = ORDERS; o->name; o++)
    suggestion_offer(&suggestion, o->name);
  error_set(error, "%s", why->message);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  return error_add(error, session_over(&p->session)
                              ? "type undo, new, save, load, quit or help"
                              : "moves lists the legal moves, help what else "
                                "can be typed");
}

static bool obey(Play *p, const Order *order, const char *argument,
                 Error *error) {
  if (*argument && !order->takes)
    return error_set(error, "%s takes nothing behind it, so not '%.60s'",
                     order->name, argument);
  return order->obey(p, argument, error);
}

/* A move goes before a command of the same name: it could not be played
 * otherwise. */
static bool take_line(Play *p, char *line, Error *error) {
  Session *s = &p->session;
  char *word = line, *end = word + strcspn(word, " \t");
  char *rest = end + strspn(end, " \t");
  *end = '\0';
  if (!*word)
    return true;
  Error why = {""};
  Move move;
  const Order *order = find_order(word);
  bool legal = s->file.gave_up < 0 &&
               game_parse(s->file.game, s->state, word, &move, &why);
  if (!legal && s->file.gave_up >= 0)
    error_set(&why, "'%.60s': the game is over", word);
  if (!legal && order)
    return obey(p, order, rest, error);
  if (!legal)
    return refuse(p, word, &why, error);
  if (*rest)
    return error_set(error, "one move at a time: '%.60s' is too many", rest);
  p->stale = true;
  return session_play(s, move, error);
}

static bool complete(void *context, const char *before, Words *words) {
  const Session *s = &((const Play *)context)->session;
  const Game *game = s->file.game;
  char order[8] = "";
  if (sscanf(before, "%7s", order) == 1)
    return strcmp(order, "save") != 0 && strcmp(order, "load") != 0;
  Move moves[game->max_moves];
  int count = session_over(s) ? 0 : game_moves(game, s->state, moves);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, s->state, moves[i], text);
    words_offer(words, text);
  }
  for (const Order *o = ORDERS; o->name; o++)
    words_offer(words, o->name);
  return true;
}

/* ---- turns ---------------------------------------------------------------*/

static bool take_bot_turn(Play *p, Error *error) {
  Session *s = &p->session;
  int seat = s->state->seat;
  bool typed = prompt_is_typed(p->prompt);
  char text[MOVE_TEXT];
  Move move;
  if (typed) {
    printf("seat %d (%s) thinks …", seat + 1, s->file.seat[seat]);
    fflush(stdout);
  }
  bool chosen = session_ask_bot(s, &move);
  if (typed)
    printf("\r%s", p->colour ? "\033[K" : "");
  p->stale = true;
  if (!game_check(s->file.game, error))
    return false;
  if (!chosen)
    return true;
  board_format(s->file.game, s->state, move, text);
  printf("seat %d (%s) plays %s\n", seat + 1, s->file.seat[seat], text);
  return session_play(s, move, error) &&
         (session_has_human(s) || !typed || show_position(p));
}

/* One line of a human. What cannot be done is told; only rules that fail end
 * the game. */
static bool take_human_turn(Play *p, Error *error) {
  Session *s = &p->session;
  char question[32];
  if (p->stale && !show_position(p))
    return error_set(error, "no memory to draw the board");
  if (!game_check(s->file.game, error))
    return false;
  if (session_over(s))
    snprintf(question, sizeof question, "over> ");
  else
    snprintf(question, sizeof question, "seat %d> ", s->state->seat + 1);
  char *line = prompt_read(p->prompt, question);
  Error why = {""};
  p->quits = !line;
  bool taken = !line || take_line(p, line, &why);
  if (!game_check(s->file.game, error))
    return false; /* which is told at the end */
  if (!taken && !prompt_stopped())
    complain(&why);
  return true;
}

/* Where nobody sees the game any more it does not go on. */
static bool goes_on(const Play *p) {
  return !p->quits && !prompt_stopped() && !ferror(stdout);
}

/* Bots among themselves stop where a run would cut them off. */
static bool is_cut_off(const Session *s) {
  return !session_has_human(s) && s->file.count >= s->file.game->max_plies;
}

static bool play_on(Play *p, Error *error) {
  Session *s = &p->session;
  p->stale = true;
  while (goes_on(p)) {
    bool on = !session_over(s) && !is_cut_off(s);
    if (!on && !session_has_human(s))
      break;
    if (!(on && s->bot[s->state->seat] ? take_bot_turn(p, error)
                                       : take_human_turn(p, error)))
      return false;
  }
  if (p->stale && !session_has_human(s) && !show_position(p))
    return error_set(error, "no memory to draw the board");
  if (is_cut_off(s) && !session_over(s))
    printf("cut off at %d plies\n", s->file.count);
  return true;
}

/* ---- the command ---------------------------------------------------------*/

/* Another game every time, unless a seed is given; small enough to be typed. */
static int64_t any_seed(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)(rng_mix((uint64_t)now.tv_sec * 1000000007u +
                           (uint64_t)now.tv_nsec + (uint64_t)getpid()) %
                   1000000);
}

static bool open_file(const Args *args, GameFile *file, const char **path,
                      Error *error) {
  const char *game = args->positional_count ? args->positional[0] : NULL;
  const char *load_from = args_value(args, "load");
  const char *settings = args_value(args, "set");
  int64_t seed = any_seed();
  if (!args_int(args, "seed", 0, INT64_MAX - 1, &seed, error))
    return false;
  if (game && load_from)
    return error_set(error,
                     "a file that is loaded names its game, so leave "
                     "out either '%.60s' or --load",
                     game);
  *path = game && gamefile_named(game) ? game : load_from;
  if (!game && !*path)
    return error_set(error, "what shall be played? boardlab play GAME, or "
                            "--load FILE to go on with a game");
  if (!*path)
    return gamefile_open(file, game, (uint64_t)seed, 0, settings, error);
  if (settings || args_value(args, "seed"))
    return error_set(error,
                     "--%s is for a new game; the one in %.600s has its "
                     "own",
                     settings ? "set" : "seed", *path);
  return gamefile_read(file, *path, error);
}

static bool sit_down(const Args *args, Play *p, Error *error) {
  const char *path = NULL, *line = args_value(args, "play");
  GameFile file;
  p->seat_count = args_values(args, "seat", p->seats);
  if (!open_file(args, &file, &path, error))
    return false;
  if (line && path && !ending_is_open(&file, path, error)) {
    gamefile_close(&file);
    return false;
  }
  if (!session_open(&p->session, &file, p->seats, p->seat_count, error))
    return false;
  if ((!path || set_path(p, path, error)) &&
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
  Play p = {.colour = board_in_colour(stdout)};
  const char *save_as = args_value(args, "save");
  if ((save_as && !gamefile_writable(save_as, error)) ||
      !sit_down(args, &p, error))
    return EXIT_USAGE;
  signal(SIGPIPE, SIG_IGN); /* a pipe that is read no more ends the game only */
  int code = EXIT_FAILED;
  p.prompt = prompt_open(complete, &p, error);
  if (p.prompt) {
    show_table(&p);
    bool good = play_on(&p, error);
    code = finish(&p, save_as, good, error);
  }
  prompt_close(p.prompt);
  session_close(&p.session);
  return code;
}

const Command play_command = {
    .name = "play",
    .group = GROUP_PLAY,
    .summary = "play a game, against bots or one another",
    .positional = "[GAME|FILE.game]",
    .min_positional = 0,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"seat", "WHO",
             "human or a bot, in the next seat; of seats that are not\n"
             "named the first is human if nobody is, and mcts has the\n"
             "others",
             true},
            {"set", "SETTINGS", "edit the first position: \"KEY=VALUE …\""},
            {"play", "LINE", "then play these moves: \"e2 e8 e3h\""},
            {"seed", "S",
             "seed of the bots, and of a first position that is drawn\n"
             "by lot (default: another every time)"},
            {"load", "FILE", "go on with a game that was saved"},
            {"save", "FILE",
             "save the game at the end: also by Ctrl-C, when the bot\n"
             "under way has moved, and when the terminal is closed"},
            LIMIT_FLAGS,
            {NULL}},
    .details =
        "Moves are typed as boardlab games GAME tells; the tab key completes "
        "them, the\n"
        "arrow keys bring back what was typed, and help tells what else there "
        "is: moves,\n"
        "hint, undo, redo, save, load and more. The board is in colour, "
        "unless NO_COLOR\n"
        "is set. Where the input is no terminal each line is a move or a "
        "command, and\n"
        "nothing is asked. Bots alone play the game that boardlab simulate "
        "plays first\n"
        "with the same seed.",
    .example = "boardlab play tictacdoh --seat human --seat mcts:iterations=50 "
               "--seed 1 --save my.game",
    .run = run,
};
