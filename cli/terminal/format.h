/* Numbers and text as people read them in tables. */
#ifndef BOARDLAB_CLI_TERMINAL_FORMAT_H
#define BOARDLAB_CLI_TERMINAL_FORMAT_H

#include "core/run/schedule.h"

/* The width of the longest bot spec of a run, at least 3. */
int bots_width(const Schedule *schedule);

/* The columns that `length` bytes of UTF-8 take, one per character. */
int text_width(const char *text, size_t length);

/* Prints a text in this many columns: at their right end, or with a negative
 * width at their left. */
void print_padded(const char *text, int width);

/* Prints a text and a newline on stdout, wrapped at 80 columns. The text starts
 * at column `indent`, where its further lines are aligned. */
void print_wrapped(const char *text, int indent);

#endif
