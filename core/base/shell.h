/* Command lines for people to paste into a shell. This is the one place that
 * quotes words for it. */
#ifndef BOARDLAB_CORE_BASE_SHELL_H
#define BOARDLAB_CORE_BASE_SHELL_H

#include "core/base/text.h"
#include <stdio.h>

/* Adds a word to a command line, after a space unless it is the first, in
 * quotes where a shell needs them. */
void shell_add(Text *line, const char *word);

/* Prints a space and a word in the same way. */
void shell_print(FILE *out, const char *word);

/* The first `length` bytes of a word in the same way, for messages; "FILE" if
 * they are too many. */
typedef struct ShellWord {
  char text[512];
} ShellWord;
ShellWord shell_word(const char *word, size_t length);

#endif
