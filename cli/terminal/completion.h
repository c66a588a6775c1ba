/* Tab completion: the words that may continue what was typed. */
#ifndef BOARDLAB_CLI_TERMINAL_COMPLETION_H
#define BOARDLAB_CLI_TERMINAL_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Candidates that begin with `prefix`, which is borrowed. */
typedef struct Completions {
  const char *prefix;
  size_t length; /* of the prefix, in bytes */
  int count;
  char **word;
} Completions;

/* Adds a copy of a word if it begins with the prefix and has no control
 * characters. A word is dropped silently if memory runs out. */
void completions_add(Completions *list, const char *word);

/* Adds the files and folders whose path begins with the prefix. A folder ends
 * with a slash; hidden files are added only if the prefix asks for one. */
void completions_add_files(Completions *list);

/* The length in bytes of the longest common prefix of all candidates, of which
 * there must be one. Never splits a UTF-8 character. */
size_t completions_common_length(const Completions *list);

/* Writes the candidates in columns, in lines of this width. */
void completions_write(const Completions *list, int width, FILE *out);

void completions_free(Completions *list);

/* Adds the words that may follow `before`, the complete words of the line so
 * far. Returns false if a file name follows, which may contain blanks and
 * extends from the second word to the end of the line. */
typedef bool Completer(void *context, const char *before, Completions *list);

#endif
