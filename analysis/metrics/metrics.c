#include "analysis/metrics/metrics.h"

#include "core/base/checked_file.h"
#include <math.h>
#include <stdlib.h>

static bool make_room(Metrics *f) {
  if (f->count < f->room)
    return true;
  size_t room = f->room ? 2 * f->room : 64;
  Metric *list = realloc(f->list, room * sizeof *list);
  if (!list)
    return false;
  f->list = list;
  f->room = room;
  return true;
}

void metrics_add(Metrics *f, const char *scope, const char *key,
                 const char *metric, Estimate is) {
  char *copy = strdup(key);
  if (!copy || !make_room(f)) {
    free(copy);
    f->failed = true;
    return;
  }
  f->list[f->count++] =
      (Metric){.scope = scope, .metric = metric, .key = copy, .is = is};
}

void metrics_free(Metrics *f) {
  for (size_t i = 0; i < f->count; i++)
    free(f->list[i].key);
  free(f->list);
  *f = (Metrics){.list = NULL};
}

const Metric *metrics_find(const Metrics *f, const char *scope, const char *key,
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

static void add_row(Text *text, const Metric *metric) {
  text_word(text, metric->scope);
  text_char(text, ',');
  if (metric->key[0])
    text_quoted(text, metric->key);
  text_char(text, ',');
  text_word(text, metric->metric);
  add_real(text, metric->is.value);
  add_real(text, metric->is.low);
  add_real(text, metric->is.high);
  text_char(text, ',');
  text_number(text, metric->is.n);
  text_char(text, '\n');
}

bool metrics_csv(const Metrics *f, Text *text, Error *error) {
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

bool metrics_write(const Metrics *f, const char *path, Error *error) {
  Text text = {NULL};
  bool good = metrics_csv(f, &text, error) &&
              checked_file_replace(path, text.bytes, text.length, error);
  free(text.bytes);
  return good;
}
