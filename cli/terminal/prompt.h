/* Lines that somebody types, or that a script pipes in.
 *
 * On a terminal lines are edited with libedit, which has a history and
 * completes words at the tab key; its settings are read from ~/.editrc.
 * Otherwise they are read as they come, and nothing is asked. While a prompt is
 * open Ctrl-C, SIGTERM and SIGHUP end the reading instead of the command, which
 * can then put its things in order; the second one ends the command at once.
 * There can be one prompt at a time. */
#ifndef BOARDLAB_CLI_TERMINAL_PROMPT_H
#define BOARDLAB_CLI_TERMINAL_PROMPT_H

#include "core/base/error.h"
#include <stddef.h>

/* The words that begin like the one that is being completed. */
typedef struct Words {
  const char *begun;
  size_t length; /* of `begun` */
  int count, room;
  char **word;
} Words;

/* Takes a copy of a word, if it fits and has no control characters. */
void words_offer(Words *words, const char *word);

/* Offers what can stand behind `before`, the words of the line so far; false if
 * that is the name of a file, which may have blanks in it and goes from the
 * second word to the end of the line. */
typedef bool Completer(void *context, const char *before, Words *words);

typedef struct Prompt Prompt;

Prompt *prompt_open(Completer *complete, void *context, Error *error);
void prompt_close(Prompt *prompt);

/* Whether somebody sits there. */
bool prompt_is_typed(const Prompt *prompt);

/* The next line without its end and the blanks around it, lent until the next
 * call; NULL when there are no more or a signal came. One with a NUL in it,
 * which nobody can have meant, is told on stderr and left out. */
char *prompt_read(Prompt *prompt, const char *question);

/* The signal that came, or 0. */
int prompt_stopped(void);

#endif
