/* What the command prints.
 *
 * Names, titles, moves, drawings, paths and messages come from files and
 * arguments that boardlab does not control, and a terminal obeys escape
 * sequences in them. So everything that is written to stdout and stderr passes
 * through a filter: characters that are not printable (core/base/utf8.h), other
 * than line ends and tabs, become question marks; and on terminals without
 * UTF-8 all others that are not ASCII become what looks like them. The few
 * sequences that the command itself sends to a terminal go through
 * output_control. */
#ifndef BOARDLAB_CLI_TERMINAL_OUTPUT_H
#define BOARDLAB_CLI_TERMINAL_OUTPUT_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stdio.h>

/* Puts the filter between stdout and stderr and their files. Call this once,
 * before anything is printed. */
void output_filter(void);

/* Prints in the manner of printf, letting control characters pass. Only for
 * text of the command's own. `out` is stdout, stderr, or a stream in memory of
 * which the bytes will be written to stdout: they then contain the NULs with
 * which the filter tells what may pass. */
void output_control(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints the traceback of an error, indented. Nothing if that would only repeat
 * the location in its message: if there is one function. */
void output_trace(FILE *out, const Error *error);

/* The streams without the filter, for libedit, which controls the terminal
 * itself. Flush stdout and stderr before using them. */
typedef struct RawOutput {
  FILE *out, *err;
} RawOutput;

RawOutput output_raw(void);

/* Writes what is left for stdout. Returns false, with errno if it is known why,
 * if some of it could not be written. */
bool output_end(void);

#endif
