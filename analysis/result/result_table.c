#include "analysis/result/result_table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ------------------------------------------------------------*/

static void column_free(Column *c) {
  free((char *)c->key), free((char *)c->csv), free((char *)c->title);
}

void result_free(ResultTable *t) {
  for (int i = 0; i < t->columns; i++)
    column_free(&t->column[i]);
  for (int i = 0; i < t->sections; i++)
    free(t->section[i].title);
  for (size_t i = 0; i < t->cells; i++)
    free(t->cell[i].text);
  free(t->column), free(t->section), free(t->cell);
  *t = (ResultTable){.failed = false};
}

/* Makes room for one more item. */
static void *grown(ResultTable *t, void *list, size_t count, size_t size) {
  void *larger = realloc(list, (count + 1) * size);
  t->failed = t->failed || !larger;
  return larger ? larger : list;
}

/* A copy of a text, or NULL. */
static const char *copied(ResultTable *t, const char *text) {
  char *copy = text ? strdup(text) : NULL;
  t->failed = t->failed || (text && !copy);
  return copy;
}

void result_row(ResultTable *t) {
  assert(t->failed || t->next == t->columns);
  t->rows++;
  t->next = 0;
}

void result_drop(ResultTable *t) {
  for (t->rows--; t->next; t->next--)
    free(t->cell[--t->cells].text);
  t->next = t->columns;
}

void result_section(ResultTable *t, const char *title) {
  if (t->rows != 1 || t->failed)
    return;
  t->section = grown(t, t->section, (size_t)t->sections, sizeof *t->section);
  if (!t->failed)
    t->section[t->sections++] = (Section){(char *)copied(t, title), t->columns};
}

static void declare(ResultTable *t, Column c) {
  t->column = grown(t, t->column, (size_t)t->columns, sizeof *t->column);
  if (t->failed)
    return;
  c.key = copied(t, c.key);
  c.csv = copied(t, c.csv);
  c.title = copied(t, c.title);
  t->column[t->columns++] = c;
}

static void put(ResultTable *t, const Column *c, Cell cell) {
  if (t->source) {
    free(cell.text);
    return;
  }
  if (t->rows == 1 && t->next == t->columns && !t->failed)
    declare(t, *c);
  assert(t->failed || t->next < t->columns);
  cell.kind = c->as ? c->as : c->kind;
  cell.digits = c->digits ? c->digits : 1;
  if (!t->failed && t->cells == t->capacity) {
    t->cell = grown(t, t->cell, 2 * t->cells + 63, sizeof cell);
    t->capacity = 2 * t->cells + 64;
  }
  if (t->failed)
    free(cell.text);
  else
    t->cell[t->cells++] = cell, t->next++;
}

void result_put(ResultTable *t, Column c, Estimate value) {
  put(t, &c, (Cell){.number = value.n ? value : estimate_none()});
}

void result_put_text(ResultTable *t, Column c, const char *text) {
  put(t, &c,
      (Cell){.number = estimate_none(), .text = (char *)copied(t, text)});
}

void result_put_count(ResultTable *t, Column c, uint64_t count) {
  result_put(t, c, number_if(true, (double)count));
}

void result_put_flag(ResultTable *t, Column c, bool flag) {
  result_put(t, c, number_if(true, flag));
}

Estimate number_if(bool known, double number) {
  return known ? estimate_plain(number, 1) : estimate_none();
}

/* ---- reading -------------------------------------------------------------*/

const Cell *result_cell(const ResultTable *t, int row, int column) {
  return &t->cell[row * t->columns + column];
}

bool result_has(const ResultTable *t, int row, int column) {
  const Cell *cell = result_cell(t, row, column);
  return cell_is_text(t->column[column].kind) ? cell->text != NULL
                                              : !isnan(cell->number.value);
}

bool column_has_bounds(const Column *c) {
  return c->bounds == BOUNDS_FILE || c->bounds == BOUNDS_SHOWN;
}

bool column_is_flat(const Column *c) {
  return c->csv && strchr(c->csv, ',');
}

/* "plies_mean", "plies_low", "plies_high". */
static Phrase name_end(const Column *c, const char *end) {
  static const char *const MIDDLES[] = {"_rate", "_mean"};
  size_t length = strlen(c->csv);
  for (size_t i = 0; *end && i < 2; i++)
    if (length > 5 && strcmp(c->csv + length - 5, MIDDLES[i]) == 0)
      length -= 5;
  return phrase("%.*s%s", (int)length, c->csv, end);
}

Phrase column_name(const Column *c, int field) {
  static const char *const ENDS[] = {"", "_low", "_high"};
  const char *first = c->csv;
  if (!column_is_flat(c))
    return name_end(c, ENDS[field]);
  for (int i = 0; i < field; i++)
    first += strcspn(first, ",") + 1;
  return phrase("%.*s", (int)strcspn(first, ","), first);
}

static Shown shown_number(const Cell *cell, double number) {
  switch (cell->kind) {
  case CELL_COUNT:
    return isnan(number) ? shown_real(NAN, 0) : shown_count((uint64_t)number);
  case CELL_SHARE:
    return shown_percent(number);
  case CELL_SIGNED:
    return shown_signed(number, cell->digits);
  case CELL_POINTS:
    return shown_signed_points_to(number, cell->digits);
  case CELL_GAP:
    return phrase("%s%s", shown_points(number).text,
                  isnan(number) ? "" : " points");
  case CELL_ELO:
  case CELL_RATING:
    return isinf(number) ? phrase(number > 0 ? "+∞" : "-∞")
                         : shown_signed(number, 0);
  case CELL_P:
    return shown_p_value(number);
  default:
    return shown_real(number, cell->digits);
  }
}

Shown cell_value(const Cell *cell) {
  if (cell->kind == CELL_RATING && !isfinite(cell->number.value))
    return shown_rating(cell->number);
  if (cell->kind == CELL_FLAG)
    return phrase(cell->number.value > 0 ? "yes" : "no");
  return shown_number(cell, cell->number.value);
}

bool cell_has_interval(const Cell *cell) {
  Estimate e = cell->number;
  bool rating = cell->kind == CELL_ELO || cell->kind == CELL_RATING;
  return estimate_has_interval(e) &&
         (rating || (isfinite(e.low) && isfinite(e.high)));
}

Shown cell_interval(const Cell *cell) {
  Estimate e = cell->number;
  Shown low = shown_number(cell, e.low), high = shown_number(cell, e.high);
  if (!cell_has_interval(cell) ||
      (cell->kind == CELL_RATING && !isfinite(e.value)))
    return (Shown){""};
  if (cell->kind == CELL_SHARE)
    low = shown_points(e.low), high = shown_points(e.high);
  return phrase("%s to %s", low.text, high.text);
}
