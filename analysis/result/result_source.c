#include "analysis/result/result_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool result_source_header(ResultSource *s, const CsvRow *header, Error *error) {
  s->name = calloc((size_t)header->count, sizeof *s->name);
  for (; s->name && s->columns < header->count; s->columns++)
    if (!(s->name[s->columns] = strdup(header->field[s->columns])))
      return error_set(error, "out of memory (table)");
  return s->name || error_set(error, "out of memory (table)");
}

void result_source_free(ResultSource *s) {
  for (int i = 0; i < s->columns; i++)
    free(s->name[i]);
  free(s->name);
  *s = (ResultSource){.name = NULL};
}

int result_source_find(const ResultSource *s, const char *name) {
  int i = s->columns - 1;
  while (i >= 0 && strcmp(s->name[i], name) != 0)
    i--;
  return i;
}

/* The text of a field; "" if it is missing. */
static const char *source_text(ResultSource *s, const Column *c, int field) {
  int i = result_source_find(s, column_name(c, field).text);
  s->wrong = s->wrong || i < 0;
  return i < 0 ? "" : s->row->field[i];
}

static double source_number(ResultSource *s, const Column *c, int field) {
  const char *text = source_text(s, c, field);
  char *end = NULL;
  double number = *text ? strtod(text, &end) : NAN;
  s->wrong = s->wrong || (*text && (*end || isnan(number)));
  return number;
}

void result_sync(ResultTable *t, Column c, Estimate *value) {
  if (!t->source) {
    result_put(t, c, *value);
    return;
  }
  *value = estimate_plain(source_number(t->source, &c, 0), 1);
  if (column_has_bounds(&c)) {
    value->low = source_number(t->source, &c, 1);
    value->high = source_number(t->source, &c, 2);
  }
}

static void sync_number(ResultTable *t, Column c, bool missing,
                        uint64_t *count) {
  Estimate value = number_if(!missing || *count, (double)*count);
  result_sync(t, c, &value);
  if (!t->source)
    return;
  double number = missing && isnan(value.value) ? 0 : value.value;
  bool good = number >= 0 && number <= 9e15 && number == floor(number);
  t->source->wrong = t->source->wrong || !good;
  *count = good ? (uint64_t)number : 0;
}

void result_sync_count(ResultTable *t, Column c, uint64_t *count) {
  sync_number(t, c, false, count);
}

void result_sync_some(ResultTable *t, Column c, uint64_t *count) {
  sync_number(t, c, true, count);
}

void result_sync_flag(ResultTable *t, Column c, bool *flag) {
  if (!t->source) {
    result_put_flag(t, c, *flag);
    return;
  }
  const char *text = source_text(t->source, &c, 0);
  *flag = strcmp(text, "true") == 0;
  t->source->wrong = t->source->wrong || (!*flag && strcmp(text, "false") != 0);
}

void result_sync_text(ResultTable *t, Column c, char *text, size_t size) {
  if (!t->source) {
    result_put_text(t, c, *text ? text : NULL);
    return;
  }
  const char *found = source_text(t->source, &c, 0);
  t->source->wrong = t->source->wrong || strlen(found) >= size;
  snprintf(text, size, "%s", found);
}
