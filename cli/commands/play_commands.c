/* What a human can type during a game: moves, and the commands in COMMANDS. */
#include "cli/commands/play.h"

#include "analysis/stats/shown.h"
#include "cli/session/rules_text.h"
#include "cli/terminal/board.h"
#include "cli/terminal/format.h"
#include "cli/terminal/signals.h"
#include "core/base/number.h"
#include "core/base/suggest.h"
#include <stdlib.h>
#include <strings.h>

typedef struct PlayCommand {
  const char *name, *letter; /* the letter is a short form, or NULL */
  const char *usage;         /* shown after the name: " [N]" */
  const char *help;
  bool takes_argument;
  bool (*run)(Play *p, const char *argument, Error *error);
} PlayCommand;

static bool in_progress(const Play *p, Error *error) {
  return !session_over(&p->session) ||
         error_set(error, "the game is over; type undo, new or quit");
}

/* ---- display -------------------------------------------------------------*/

static bool list_moves(Play *p, const char *argument, Error *error) {
  (void)argument;
  if (!in_progress(p, error))
    return false;
  Look look = look_of_terminal();
  board_list_moves(p->session.file.game, p->session.state, &look, play_out(p));
  return true;
}

static bool show_board(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  p->redraw = true;
  return true;
}

static bool show_rules(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  Page page = {.out = NULL};
  rules_text_print(p->session.file.game, page_open(&page));
  if (!page_is_empty(&page) && play_in_place(p))
    join_lines(page.text); /* they are wrapped again on the screen */
  page_write(&page, play_out(p));
  page_close(&page);
  return true;
}

/* How many of the moves to show: only the first if it is a proven win,
 * otherwise those that the search visited or proved. */
static int count_hints(const MctsMove list[], int count) {
  if (count > 0 && list[0].proven && list[0].value == 1)
    return 1;
  int known = 0;
  while (known < count && (list[known].visits || list[known].proven))
    known++;
  return known;
}

static int compare_values(const void *one, const void *other) {
  const MctsMove *a = one, *b = other;
  if (a->value != b->value)
    return a->value < b->value ? 1 : -1;
  if (a->visits != b->visits)
    return a->visits < b->visits ? 1 : -1;
  return (a->move > b->move) - (a->move < b->move);
}

/* The search has found which moves are the best by its visits; they are shown
 * in the order of their values. */
static void show_hints(Play *p, MctsMove list[], int count) {
  FILE *out = play_out(p);
  const Session *s = &p->session;
  int width = (int)strlen("move");
  count = count_hints(list, count);
  if (count > 0 && list[0].proven && list[0].value == 0)
    fprintf(out, s->file.game->sides > 1
                     ? "every move loses against perfect play\n"
                     : "no move leads to a win\n");
  qsort(list, (size_t)count, sizeof *list, compare_values);
  char text[MOVE_TEXT];
  for (int i = 0; i < count; i++) {
    board_format(s->file.game, s->state, list[i].move, text);
    width = (int)strlen(text) > width ? (int)strlen(text) : width;
  }
  fprintf(out, "%-*s   value  visits\n", width, "move");
  for (int i = 0; i < count; i++) {
    board_format(s->file.game, s->state, list[i].move, text);
    fprintf(out, "%-*s  %6s  %6llu%s\n", width, text,
            shown_percent(list[i].value).text,
            (unsigned long long)list[i].visits,
            list[i].proven ? "  proven" : "");
  }
}

static bool hint(Play *p, const char *argument, Error *error) {
  enum { HINTS_MAX = 100 };
  MctsMove list[HINTS_MAX];
  int64_t wanted = 5;
  if (*argument && !number_in_range(argument, 1, HINTS_MAX, &wanted))
    return error_set(error, "hint takes a number from 1 to %d, not '%.60s'",
                     HINTS_MAX, argument);
  if (!in_progress(p, error))
    return false;
  if (p->session.state->seat == NATURE)
    return error_set(error, "nature moves next: nobody has a choice");
  int count = session_hint(&p->session, HINT_ITERATIONS, signals_stop_flag(),
                           list, (int)wanted, error);
  if (count >= 0)
    show_hints(p, list, count < wanted ? count : (int)wanted);
  return count >= 0;
}

/* ---- undo and redo -------------------------------------------------------*/

static bool undo(Play *p, const char *argument, Error *error) {
  int64_t turns = 1;
  if (*argument && !number_in_range(argument, 1, INT_MAX, &turns))
    return error_set(error,
                     "undo takes a number of turns, 1 or more, not '%.60s'",
                     argument);
  p->redraw = session_undo(&p->session, error);
  for (Error none; p->redraw && turns > 1; turns--)
    if (!session_undo(&p->session, &none))
      break;
  return p->redraw;
}

static bool redo(Play *p, const char *argument, Error *error) {
  (void)argument;
  p->redraw = session_redo(&p->session, error);
  return p->redraw;
}

/* ---- files ---------------------------------------------------------------*/

bool play_set_path(Play *p, const char *path, Error *error) {
  if (strlen(path) >= sizeof p->path)
    return error_set(error, "the file name '%.60s…' is too long", path);
  if (path != p->path)
    snprintf(p->path, sizeof p->path, "%s", path);
  return true;
}

static bool save(Play *p, const char *argument, Error *error) {
  const char *path = *argument ? argument : p->path;
  if (!*path)
    return error_set(error, "save needs a file name: save my.game");
  if (!gamefile_write(&p->session.file, path, error) ||
      !play_set_path(p, path, error))
    return false;
  fprintf(play_out(p), "saved in %s\n", path);
  return true;
}

/* Replaces the game by a saved one; if that fails the current game continues.
 */
static bool load(Play *p, const char *argument, Error *error) {
  GameFile file;
  Session session;
  if (!*argument)
    return error_set(error, "load needs a file name: load my.game");
  if (!gamefile_read(&file, argument, error) ||
      !session_open(&session, &file, p->seats, p->seat_count, BOTS_HERE, error))
    return false;
  session.enters_rolls = p->session.enters_rolls;
  session_close(&p->session);
  p->session = session;
  p->redraw = true;
  play_show_seats(p);
  return play_set_path(p, argument, error);
}

/* ---- ending a game -------------------------------------------------------*/

/* Asks whoever types at a terminal; a script means what it says. */
static bool resign(Play *p, const char *argument, Error *error) {
  (void)argument;
  if (!in_progress(p, error))
    return false;
  if (p->session.state->seat == NATURE)
    return error_set(error, "first enter what nature does: it cannot resign");
  p->resigning = prompt_is_interactive(p->prompt);
  if (p->resigning) {
    fprintf(play_out(p), "Do you want to resign? Type y or n.\n");
    return true;
  }
  session_resign(&p->session, p->session.state->seat);
  p->redraw = true;
  return true;
}

/* Takes the answer to that question. */
static bool answer(Play *p, const char *line) {
  p->resigning = false;
  if (strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0) {
    session_resign(&p->session, p->session.state->seat);
    p->redraw = true;
  } else {
    fprintf(play_out(p), "You have not resigned; the game continues.\n");
  }
  return true;
}

static bool new_game(Play *p, const char *argument, Error *error) {
  (void)argument;
  p->redraw = session_restart(&p->session, p->session.file.index + 1, error);
  if (p->redraw)
    p->path[0] = '\0'; /* that file holds the previous game */
  return p->redraw;
}

static bool quit(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  p->quit = true;
  return true;
}

/* ---- the table -----------------------------------------------------------*/

static bool help(Play *p, const char *argument, Error *error);

static const PlayCommand COMMANDS[] = {
    {"moves", "m", "", "list the legal moves", false, list_moves},
    {"hint", "h", " [N]", "search the position and show the N best moves (5)",
     true, hint},
    {"undo", "u", " [N]", "take back your last turn, or your last N turns",
     true, undo},
    {"redo", "r", "", "replay a turn that was taken back", false, redo},
    {"board", "b", "", "draw the board again", false, show_board},
    {"rules", NULL, "", "show the rules and how moves are written", false,
     show_rules},
    {"save", NULL, " [FILE]",
     "save the game; without FILE, where it was last saved", true, save},
    {"load", NULL, " FILE", "continue a saved game", true, load},
    {"resign", NULL, "", "resign, after a confirmation", false, resign},
    {"new", NULL, "", "start another game", false, new_game},
    {"quit", "q", "", "quit (or press Ctrl-D)", false, quit},
    {"help", "?", "", "show this list", false, help},
    {NULL},
};

static bool help(Play *p, const char *argument, Error *error) {
  (void)argument, (void)error;
  FILE *out = play_out(p);
  fprintf(out, "Type a move as listed by `moves`, or a command (three letters "
               "are enough):\n");
  for (const PlayCommand *c = COMMANDS; c->name; c++) {
    char left[32];
    snprintf(left, sizeof left, "%s%s", c->name, c->usage);
    fprintf(out, "  %-11s %-2s %s\n", left, c->letter ? c->letter : "",
            c->help);
  }
  return true;
}

static const PlayCommand *find_command(const char *word) {
  for (const PlayCommand *c = COMMANDS; c->name; c++)
    if (strcmp(c->name, word) == 0 || (c->letter && !strcmp(c->letter, word)))
      return c;
  return NULL;
}

/* The only command that begins with the word, in letters of any case; or NULL.
 */
static const PlayCommand *find_beginning(const char *word) {
  const PlayCommand *found = NULL;
  for (const PlayCommand *c = COMMANDS; c->name; c++)
    if (strncasecmp(c->name, word, strlen(word)) == 0) {
      if (found)
        return NULL;
      found = c;
    }
  return found;
}

static bool execute(Play *p, const PlayCommand *command, const char *argument,
                    Error *error) {
  if (*argument && !command->takes_argument)
    return error_set(error, "%s takes no argument, but was given '%.60s'",
                     command->name, argument);
  return command->run(p, argument, error);
}

/* ---- lines ---------------------------------------------------------------*/

/* Adds "did you mean Mb2 or Mb3?". */
static void suggest_moves(char text[GUESSES_MAX][MOVE_TEXT], int count,
                          Error *error) {
  char list[GUESSES_MAX * (MOVE_TEXT + 4)] = "";
  for (int i = 0; i < count; i++) {
    strcat(list, i == 0 ? "" : i + 1 < count ? ", " : " or ");
    strcat(list, text[i]);
  }
  error_add(error, "did you mean %s?", list);
}

/* A word that is neither a legal move nor a command; `why` says why it is not a
 * move. For a move that is against the rules, that is all there is to say. */
static bool refuse(const Play *p, const char *word, const Error *why,
                   Error *error) {
  char text[GUESSES_MAX][MOVE_TEXT];
  size_t distance = 0;
  Suggestion suggestion = {.wanted = word};
  const PlayCommand *begun = find_beginning(word);
  for (const PlayCommand *c = COMMANDS; c->name; c++)
    suggestion_offer(&suggestion, c->name);
  if (begun)
    suggestion = (Suggestion){.word = begun->name, .distance = 1};
  int count = why->code == ERROR_ILLEGAL_MOVE
                  ? 0
                  : session_guesses(&p->session, word, text, &distance);
  error_copy(error, why);
  if (count && (!suggestion.word || distance <= suggestion.distance))
    suggest_moves(text, count, error);
  else if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  return error_add(error, session_over(&p->session)
                              ? "type undo, new, save, load, quit or help"
                              : "type moves for the legal moves, or help");
}

/* With fewer letters, more is left open than a typist may mean. */
enum { BEGINNING_MIN = 3 };

/* A move takes precedence over a command of the same name, which could
 * otherwise make the move unplayable; and so does the beginning of a move. */
bool play_typed_line(Play *p, char *line, Error *error) {
  Session *s = &p->session;
  if (p->resigning)
    return answer(p, line);
  char *word = line, *end = word + strcspn(word, " \t");
  char *rest = end + strspn(end, " \t");
  *end = '\0';
  if (!*word)
    return true;
  Error why = {0};
  Move move;
  const PlayCommand *command = find_command(word);
  bool legal = s->file.gave_up < 0 &&
               game_parse(s->file.game, s->state, word, &move, &why);
  if (!legal && s->file.gave_up >= 0)
    error_set(&why, "'%.60s': the game is over", word);
  if (!legal && command)
    return execute(p, command, rest, error);
  char text[MOVE_TEXT];
  if (!legal && !session_guess_move(s, word, &move, text)) {
    command = strlen(word) < BEGINNING_MIN ? NULL : find_beginning(word);
    return command ? execute(p, command, rest, error)
                   : refuse(p, word, &why, error);
  }
  if (*rest)
    return error_set(error, "type one move at a time, without '%.60s'", rest);
  bool shown = play_note_move(p, move);
  if (!legal && (shown || !play_in_place(p)))
    fprintf(play_out(p), "%s is taken as %s\n", word, text);
  p->redraw = true;
  return session_play(s, move, error);
}

bool play_complete(void *context, const char *before, Completions *list) {
  const Session *s = &((const Play *)context)->session;
  const Game *game = s->file.game;
  char command[8] = "";
  if (sscanf(before, "%7s", command) == 1)
    return strcmp(command, "save") != 0 && strcmp(command, "load") != 0;
  Move *moves = game_borrow_list(game);
  int count = session_over(s) ? 0 : game_moves(game, s->state, moves);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, s->state, moves[i], text);
    completions_add(list, text);
  }
  game_return_list(game);
  for (const PlayCommand *c = COMMANDS; c->name; c++)
    completions_add(list, c->name);
  return true;
}
