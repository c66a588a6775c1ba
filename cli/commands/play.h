/* A game played at the terminal (boardlab play).
 *
 * play.c opens the game and lets bots and humans take their turns;
 * play_screen.c shows the game; play_commands.c interprets what a human types.
 *
 * On a terminal that can move its cursor, each position is drawn in the place
 * of the one before, with the last moves and whatever a command printed below
 * it. Otherwise everything is printed one after the other. */
#ifndef BOARDLAB_CLI_COMMANDS_PLAY_H
#define BOARDLAB_CLI_COMMANDS_PLAY_H

#include "cli/commands/command.h"
#include "cli/session/session.h"
#include "cli/terminal/page.h"
#include "cli/terminal/prompt.h"
#include <limits.h>

typedef enum Sight { SIGHT_UNKNOWN, SIGHT_SEEN, SIGHT_HIDDEN } Sight;

typedef struct Play {
  Session session;
  Prompt *prompt;
  int seat_count; /* seats named by --seat */
  const char *seats[FLAGS_MAX];
  bool redraw;    /* the position must be drawn before the next prompt */
  bool resigning; /* a human was asked whether to resign */
  bool quit;
  char path[PATH_MAX]; /* file last saved to or loaded from, or "" */
  uint8_t *visible; /* by ply: whether all humans may see the move: a Sight */
  int visible_size;
  Page message;   /* shown in place: what was printed since the last line */
  int first_line; /* of a message that needs the screen for itself: the line
                     it is shown from; */
  int more_lines; /* the lines that come after those shown; -1 if the message is
                     shown below the board */
  bool begun;     /* something was shown in place */
} Play;

/* ---- play_screen.c -------------------------------------------------------*/

/* Whether positions are drawn in place. */
bool play_in_place(const Play *p);

/* Where commands print. */
FILE *play_out(Play *p);
void play_clear_message(Play *p);

/* Prints the game, its seed, and who plays each seat. */
void play_show_seats(Play *p);

/* Prints the position at the end of the output. */
void play_print_position(Play *p);

/* Shows the position in place, with a line below it (or NULL). */
void play_show(Play *p, const char *line);

/* Remembers whether all humans may see a move that is about to be played. */
bool play_note_move(Play *p, Move move);

/* Prints the traceback of a bot that forfeited. */
void play_print_failure(Play *p);

/* ---- play_commands.c -----------------------------------------------------*/

/* Remembers the file that a bare `save` writes to. */
bool play_set_path(Play *p, const char *path, Error *error);

/* Carries out a line that a human typed: a move or a command. False with a
 * message if that is not possible; the game is then unchanged. */
bool play_typed_line(Play *p, char *line, Error *error);

/* A Completer for moves, commands and file names; the context is the Play. */
bool play_complete(void *context, const char *before, Completions *list);

#endif
