/* Documents on a terminal. The chapters of the guide are Markdown, of which
 * this knows what they use: headings, paragraphs, lists, tables, blocks of code
 * and links. Paragraphs are wrapped, tables aligned, and links are their text.
 */
#ifndef BOARDLAB_CLI_TERMINAL_MARKDOWN_H
#define BOARDLAB_CLI_TERMINAL_MARKDOWN_H

#include <stdio.h>

/* Writes a document in lines of at most this many columns; code, and rows of
 * tables that do not fit, may be wider. */
void markdown_write(FILE *out, const char *text, int columns);

#endif
