/* A table on a terminal: texts to the left, numbers to the right. */
#include "analysis/result/result_table.h"

#include "core/base/utf8.h"
#include <stdlib.h>
#include <string.h>

/* The value with its interval, if that is shown; of row -1 the title. A text
 * may be of any length, and is not copied. */
static const char *printed(const ResultTable *t, int row, int column,
                           Shown *shown) {
  const Column *c = &t->column[column];
  const Cell *cell = row < 0 ? NULL : result_cell(t, row, column);
  bool interval = c->bounds == BOUNDS_SHOWN;
  if (cell && cell_is_text(c->kind))
    return cell->text ? cell->text : "";
  if (row < 0 && !interval)
    return c->title;
  Shown value = cell ? cell_value(cell) : phrase("%s", c->title);
  Shown ends = cell ? cell_interval(cell) : phrase("95%%");
  *shown = interval && ends.text[0] ? phrase("%s (%s)", value.text, ends.text)
                                    : value;
  return shown->text;
}

static bool is_known(const ResultTable *t, int column) {
  bool known = false;
  for (int row = 0; row < t->rows && !known; row++)
    known = result_has(t, row, column);
  return known;
}

/* Whether a column is shown in a section: not if it is missing everywhere. */
static bool is_in(const ResultTable *t, int column, int section) {
  int first = section < t->sections ? t->section[section].first : 0;
  int end =
      section + 1 < t->sections ? t->section[section + 1].first : t->columns;
  int names = t->sections ? t->section[0].first : t->columns;
  const Column *c = &t->column[column];
  return c->title && !c->detail && is_known(t, column) &&
         (column < names || (column >= first && column < end));
}

/* Whether a row has a number in a section; a table may be without any. */
static bool has_row(const ResultTable *t, int row, int section) {
  int first = t->sections ? t->section[section].first : 0;
  bool found = false, any = false;
  for (int i = first; i < t->columns && !found; i++) {
    bool number = is_in(t, i, section) && t->column[i].kind > CELL_FLAG;
    any = any || number;
    found = number && result_has(t, row, i);
  }
  return found || !any;
}

static int rows_printed(const ResultTable *t) {
  return t->printed && t->printed < t->rows ? t->printed : t->rows;
}

static int column_width(const ResultTable *t, int column, int section) {
  int width = 0;
  for (int row = -1; row < rows_printed(t); row++) {
    Shown shown;
    const char *text = printed(t, row, column, &shown);
    int each = row < 0 || has_row(t, row, section)
                   ? utf8_width(text, strlen(text))
                   : 0;
    width = each > width ? each : width;
  }
  return width;
}

static bool is_left(const Column *c) {
  return c->kind == CELL_TEXT || c->kind == CELL_WORD ||
         c->bounds == BOUNDS_SHOWN;
}

/* Prints the text of each column, of row -1 the titles; no spaces at the end.
 */
static void print_line(const ResultTable *t, int row, int section,
                       const int width[], FILE *out) {
  int spaces = 0;
  for (int i = 0; i < t->columns; i++) {
    if (!is_in(t, i, section))
      continue;
    Shown shown;
    const char *text = printed(t, row, i, &shown);
    int room = width[i] - utf8_width(text, strlen(text));
    int before = is_left(&t->column[i]) ? 0 : room;
    if (*text)
      fprintf(out, "%*s%s", spaces + before, "", text);
    spaces = *text ? 3 + room - before : spaces + room + 3;
  }
  fprintf(out, "\n");
}

static void print_section(const ResultTable *t, int section, int width[],
                          FILE *out) {
  bool any = false;
  for (int row = 0; row < t->rows; row++)
    any = any || has_row(t, row, section);
  if (!any)
    return;
  for (int i = 0; i < t->columns; i++)
    if (is_in(t, i, section))
      width[i] = column_width(t, i, section);
  if (t->sections)
    fprintf(out, "\n%s:\n", t->section[section].title);
  fprintf(out, "\n");
  for (int row = -1; row < rows_printed(t); row++)
    if (row < 0 || has_row(t, row, section))
      print_line(t, row, section, width, out);
  if (rows_printed(t) < t->rows)
    fprintf(out, "and %d more\n", t->rows - rows_printed(t));
}

bool result_print(const ResultTable *t, FILE *out, Error *error) {
  int *width = malloc((size_t)(t->columns + 1) * sizeof *width);
  bool good = !t->failed && width;
  for (int i = 0; good && (i < t->sections || i == 0); i++)
    print_section(t, i, width, out);
  free(width);
  return good || error_set(error, "out of memory (table)");
}
