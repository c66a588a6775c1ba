#include "analysis/metrics/metrics.h"

#include "core/base/checked_file.h"
#include <math.h>
#include <stdlib.h>

static bool make_room(Figures *f) {
  if (f->count < f->room)
    return true;
  size_t room = f->room ? 2 * f->room : 64;
  Figure *list = realloc(f->list, room * sizeof *list);
  if (!list)
    return false;
  f->list = list;
  f->room = room;
  return true;
}

void figures_add(Figures *f, const char *scope, const char *key,
                 const char *metric, Estimate is) {
  char *copy = strdup(key);
  if (!copy || !make_room(f)) {
    free(copy);
    f->failed = true;
    return;
  }
  f->list[f->count++] =
      (Figure){.scope = scope, .metric = metric, .key = copy, .is = is};
}

void figures_free(Figures *f) {
  for (size_t i = 0; i < f->count; i++)
    free(f->list[i].key);
  free(f->list);
  *f = (Figures){.list = NULL};
}

const Figure *figures_find(const Figures *f, const char *scope, const char *key,
                           const char *metric) {
  for (size_t i = 0; i < f->count; i++)
    if (strcmp(f->list[i].metric, metric) == 0 &&
        strcmp(f->list[i].scope, scope) == 0 &&
        strcmp(f->list[i].key, key) == 0)
      return &f->list[i];
  return NULL;
}

/* ---- CSV -----------------------------------------------------------------*/

/* A small probability should not be rounded to nothing. */
static void add_real(Text *text, double number) {
  char digits[32];
  text_char(text, ',');
  snprintf(digits, sizeof digits, "%.5e", number);
  if (number != 0 && fabs(number) < 1e-4)
    text_word(text, digits);
  else
    text_real(text, number, -6);
}

static void add_row(Text *text, const Figure *figure) {
  text_word(text, figure->scope);
  text_char(text, ',');
  if (figure->key[0])
    text_quoted(text, figure->key);
  text_char(text, ',');
  text_word(text, figure->metric);
  add_real(text, figure->is.value);
  add_real(text, figure->is.low);
  add_real(text, figure->is.high);
  text_char(text, ',');
  text_number(text, figure->is.n);
  text_char(text, '\n');
}

bool figures_text(const Figures *f, Text *text, Error *error) {
  bool good = !f->failed && text_reserve(text, 64);
  if (good)
    text_word(text, "scope,key,metric,value,low,high,n\n");
  for (size_t i = 0; good && i < f->count; i++) {
    size_t room = quoted_room(strlen(f->list[i].key)) + 3 * REAL_ROOM + 128;
    good = text_reserve(text, room);
    if (good)
      add_row(text, &f->list[i]);
  }
  return good || error_set(error, "no memory for the figures");
}

bool figures_write(const Figures *f, const char *path, Error *error) {
  Text text = {NULL};
  bool good = figures_text(f, &text, error) &&
              output_replace(path, text.bytes, text.length, error);
  free(text.bytes);
  return good;
}
