/* A prompt that reads lines, typed by a user or piped in by a script.
 *
 * On a terminal, lines are edited with libedit: history, Tab completion, and
 * the settings in ~/.editrc. Otherwise lines are read as they come and no
 * prompt is printed.
 *
 * While a prompt is open, the first Ctrl-C, SIGTERM or SIGHUP makes prompt_read
 * return NULL instead of ending the program, so that the caller can save its
 * work; a second one ends the program. There can be one prompt at a time. */
#ifndef BOARDLAB_CLI_TERMINAL_PROMPT_H
#define BOARDLAB_CLI_TERMINAL_PROMPT_H

#include "cli/terminal/completion.h"
#include "core/base/error.h"

typedef struct Prompt Prompt;

/* Redraws what is above the prompt. Called when the terminal was resized, after
 * Ctrl-Z, by Ctrl-L, and by Tab with a list of what can be typed (otherwise
 * NULL), which it shows as well. */
typedef void Redrawer(void *context, const Completions *list);

/* The functions and their context must outlive the prompt. */
Prompt *prompt_open(Completer *complete, Redrawer *redraw, void *context,
                    Error *error);
void prompt_close(Prompt *prompt);

/* Whether a user is typing: stdin and stdout are terminals. */
bool prompt_is_interactive(const Prompt *prompt);

/* Whether lines are edited: the terminal can also move its cursor. */
bool prompt_edits(const Prompt *prompt);

/* Returns the next line without its newline and surrounding blanks, valid until
 * the next call; NULL at the end of the input or after a signal. A line that
 * contains a NUL is reported on stderr and skipped. */
char *prompt_read(Prompt *prompt, const char *text);

/* The signal that was caught while the prompt was open, or 0. */
int prompt_stopped(void);

#endif
