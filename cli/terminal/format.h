/* Numbers and text as people read them in tables. */
#ifndef BOARDLAB_CLI_TERMINAL_FORMAT_H
#define BOARDLAB_CLI_TERMINAL_FORMAT_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stdio.h>

/* An estimated time in words: "about 3 minutes". */
enum { DURATION_TEXT = 32 };
void format_duration(double seconds, char text[DURATION_TEXT]);

/* Prints a text and a newline on stdout, wrapped at 80 columns. The text starts
 * at column `indent`, where its further lines are aligned. */
void print_wrapped(const char *text, int indent);

/* The same on a stream, wrapped at this many columns; 0 does not wrap. */
void write_wrapped(FILE *out, const char *text, int indent, int columns);

struct Document;

/* Prints a document (analysis/result/document.h) on stdout: the tables, then
 * what they say, wrapped if that is a terminal; a file has a line for each
 * sentence. */
bool print_document(const struct Document *document, Error *error);

/* Undoes the wrapping of paragraphs: joins two lines if the second begins with
 * a small letter, or with a word for which the first has no room, as no line is
 * wider than the widest of the paragraph. */
void join_lines(char *text);

/* Writes lines of text. Those wider than this many columns, of which 0 means
 * any number, are wrapped and keep their indentation. */
void write_fitted(FILE *out, const char *text, int columns);

#endif
