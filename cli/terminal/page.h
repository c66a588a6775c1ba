/* Text that is put together in memory before it is shown on a terminal, so that
 * its lines can be counted and shown in the place of others. */
#ifndef BOARDLAB_CLI_TERMINAL_PAGE_H
#define BOARDLAB_CLI_TERMINAL_PAGE_H

#include <stdbool.h>
#include <stdio.h>

/* Write to `out`, which may be given to output_control. Free with page_close.
 */
typedef struct Page {
  FILE *out;
  char *text;
  size_t size;
} Page;

/* Opens an empty page and returns `out`. Both may be used on an open page or on
 * {0}. */
FILE *page_open(Page *page);
void page_close(Page *page);

bool page_is_empty(Page *page);

/* The rows that the page takes on a terminal of this many columns; 0: any
 * number. */
int page_rows(Page *page, int columns);

/* Appends the lines of another page from line `first` on, at most `most`. */
void page_copy(Page *page, Page *from, int first, int most);

/* Writes the page to a stream. */
void page_write(Page *page, FILE *out);

/* Shows the page in the place of what is on the terminal, with the cursor below
 * it. What does not fit scrolls up. */
void page_show(Page *page);

/* Moves what is on the terminal out of the way, before the first page. */
void page_make_room(int rows);

#endif
