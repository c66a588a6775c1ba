/* Orderly shutdown: the first SIGINT (Ctrl-C), SIGTERM or SIGHUP (the terminal
 * was closed) sets a flag that long computations poll; a second one ends the
 * program at once. The state is global, so only one caller may use it at a
 * time. The stop flag may be read by any thread. */
#ifndef BOARDLAB_CLI_TERMINAL_SIGNALS_H
#define BOARDLAB_CLI_TERMINAL_SIGNALS_H

#include <stdatomic.h>
#include <stdbool.h>

/* Catches these signals until signals_end. When the first one arrives, `hint`
 * is written to stderr unless it is NULL; it must stay valid. With `restart`
 * blocking reads continue after a signal, otherwise they fail with EINTR. */
void signals_begin(const char *hint, bool restart);
void signals_end(void);

/* Turns the hint off or on again. */
void signals_show_hint(bool on);

/* The flag that becomes true when a signal arrives. */
const atomic_bool *signals_stop_flag(void);

/* The signal that arrived, or 0. */
int signals_caught(void);

#endif
