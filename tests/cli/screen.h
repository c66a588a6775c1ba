/* What a terminal shows after the output of a program, for typist.c: as much of
 * a terminal as libedit and boardlab make use of. Styles are ignored. */
#ifndef BOARDLAB_TESTS_CLI_SCREEN_H
#define BOARDLAB_TESTS_CLI_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

enum { SCREEN_ROWS = 100, SCREEN_COLUMNS = 200 };

typedef struct Screen {
  int rows, columns;
  int row, column; /* the cursor */
  bool full;       /* the last column was written: the next character wraps */
  /* Lines that scrolled away, and lines that were too long, since the cursor
   * was last sent to the top. */
  int scrolled, wrapped;
  char cell[SCREEN_ROWS][SCREEN_COLUMNS][5]; /* a UTF-8 character, or "" */
  char begun[64]; /* an escape sequence or character that is not complete */
  size_t length;
} Screen;

void screen_resize(Screen *screen, int columns, int rows);
void screen_write(Screen *screen, const char *bytes, size_t size);

/* Writes the lines, without blanks at their ends, up to the last that is not
 * empty; then how many lines scrolled away or were too long, if any. */
void screen_print(const Screen *screen, FILE *out);

#endif
