#include "cli/terminal/page.h"

#include "cli/terminal/format.h"
#include "cli/terminal/output.h"
#include "core/base/need.h"
#include "core/base/utf8.h"
#include <stdlib.h>
#include <string.h>

FILE *page_open(Page *page) {
  page_close(page);
  return page->out = need_stream(&page->text, &page->size);
}

void page_close(Page *page) {
  if (page->out)
    fclose(page->out);
  free(page->text);
  *page = (Page){.out = NULL};
}

/* Brings text and size up to date. */
static size_t size_of(Page *page) {
  if (page->out)
    fflush(page->out);
  return page->size;
}

bool page_is_empty(Page *page) {
  return size_of(page) == 0;
}

/* ---- lines ---------------------------------------------------------------*/

/* The bytes of the line that starts here, with its newline. */
static size_t line_size(const char *line, size_t left) {
  const char *end = memchr(line, '\n', left);
  return end ? (size_t)(end - line) + 1 : left;
}

/* The bytes of the escape sequence at the start of a text, with the mark of the
 * filter before it; or 0. */
static size_t control_size(const char *text, size_t left) {
  size_t mark = left > 0 && *text == '\0', i = mark;
  if (i == left || text[i] != '\033')
    return mark;
  i += 2; /* and '[' */
  while (i < left && (text[i] < '@' || text[i] > '~'))
    i++;
  return i < left ? i + 1 : left;
}

/* The columns of a line without its newline. */
static int line_width(const char *line, size_t size) {
  int width = 0;
  for (size_t i = 0, start; i < size;) {
    i += control_size(line + i, size - i);
    for (start = i; i < size && line[i] && line[i] != '\033';)
      i++;
    width += utf8_width(line + start, i - start);
  }
  return width;
}

int page_rows(Page *page, int columns) {
  int rows = 0;
  size_t size = size_of(page);
  for (size_t i = 0, length; i < size; i += length) {
    length = line_size(page->text + i, size - i);
    bool ended = page->text[i + length - 1] == '\n';
    int width = line_width(page->text + i, length - ended);
    bool wraps = columns > 0 && width > columns;
    if (ended || width > 0) /* not what only resets a style at the end */
      rows += wraps ? (width + columns - 1) / columns : 1;
  }
  return rows;
}

void page_copy(Page *page, Page *from, int first, int most) {
  size_t size = size_of(from);
  for (size_t i = 0, length; i < size && most > 0; i += length) {
    length = line_size(from->text + i, size - i);
    if (first-- > 0)
      continue;
    fwrite(from->text + i, 1, length, page->out);
    most--;
  }
}

void page_write(Page *page, FILE *out) {
  size_t size = size_of(page);
  fwrite(page->text, 1, size, out);
}

/* ---- the terminal --------------------------------------------------------*/

/* Each line is erased before it is written: erasing what is right of a line
 * that fills the row would erase its last character. */
void page_show(Page *page) {
  size_t size = size_of(page);
  output_control(stdout, "\033[H");
  for (size_t i = 0, length; i < size; i += length) {
    length = line_size(page->text + i, size - i);
    output_control(stdout, "\033[K");
    fwrite(page->text + i, 1, length, stdout);
  }
  output_control(stdout, "\033[J");
  fflush(stdout);
}

void page_make_room(int rows) {
  for (int i = 0; i < rows; i++)
    printf("\n");
}
