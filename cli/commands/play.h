/* A game played at the terminal (boardlab play).
 *
 * play.c opens the game and lets bots and humans take their turns;
 * play_commands.c interprets what a human types. */
#ifndef BOARDLAB_CLI_COMMANDS_PLAY_H
#define BOARDLAB_CLI_COMMANDS_PLAY_H

#include "cli/commands/command.h"
#include "cli/commands/session.h"
#include "cli/terminal/prompt.h"
#include <limits.h>

typedef struct Play {
  Session session;
  Prompt *prompt;
  int seat_count; /* seats named by --seat */
  const char *seats[FLAGS_MAX];
  bool colour;
  bool redraw; /* the position must be drawn before the next prompt */
  bool quit;
  char path[PATH_MAX]; /* file last saved to or loaded from, or "" */
} Play;

/* Prints the game, its seed, and who plays each seat. */
void play_show_seats(const Play *p);

/* Remembers the file that a bare `save` writes to. */
bool play_set_path(Play *p, const char *path, Error *error);

/* Carries out a line that a human typed: a move or a command. False with a
 * message if that is not possible; the game is then unchanged. */
bool play_typed_line(Play *p, char *line, Error *error);

/* A Completer for moves, commands and file names; the context is the Play. */
bool play_complete(void *context, const char *before, Completions *list);

#endif
