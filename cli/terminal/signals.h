/* Ctrl-C, SIGTERM and SIGHUP, which comes when the terminal is closed, while
 * something is under way: the first asks it to end in order, a second one ends
 * the command at once. One thing at a time. */
#ifndef BOARDLAB_CLI_TERMINAL_SIGNALS_H
#define BOARDLAB_CLI_TERMINAL_SIGNALS_H

#include <stdatomic.h>
#include <stdbool.h>

/* From here to stopping_end they are caught. The hint is said on stderr when
 * one comes, if it is not NULL. With `restart` a read that waits goes on, else
 * it ends. */
void signals_begin(const char *hint, bool restart);
void signals_end(void);

/* Whether the hint is to be said from now on. */
void signals_say(bool on);

/* Becomes true when one has come; and which, 0 if none has. */
const atomic_bool *signals_stop_flag(void);
int signals_caught(void);

#endif
