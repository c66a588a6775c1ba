/* A table as CSV and as JSON. */
#include "analysis/result/result_table.h"

#include "analysis/result/json_values.h"
#include "core/base/atomic_file.h"
#include "core/base/csv.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const KIND_NAMES[] = {
    "value",  "text",   "word", "flag", "count",  "share", "real",
    "signed", "points", "gap",  "elo",  "rating", "p",     "number"};

/* ---- fields: a value, or one and the ends of its interval ----------------*/

static int column_fields(const Column *c) {
  return column_has_bounds(c) ? 3 : 1;
}

static double number_of(const Cell *cell, int field) {
  const double numbers[] = {cell->number.value, cell->number.low,
                            cell->number.high};
  return numbers[field];
}

/* ---- CSV -----------------------------------------------------------------*/

static void add_number(Text *csv, const Column *c, double number) {
  if (isnan(number))
    return;
  if (c->kind == CELL_FLAG)
    text_add_word(csv, number > 0 ? "true" : "false");
  else if (c->kind == CELL_COUNT)
    text_add_number(csv, (uint64_t)number);
  else if (c->kind == CELL_P || c->kind == CELL_NUMBER)
    text_add_precise(csv, number, c->kind == CELL_P ? 6 : -6);
  else
    text_add_real(csv, number, 6);
}

/* Adds a column of a row, or of row -1, the header. */
static bool add_column(Text *csv, const ResultTable *t, int row, int i) {
  const Column *c = &t->column[i];
  const Cell *cell = row < 0 ? NULL : result_cell(t, row, i);
  size_t length = cell && cell->text ? strlen(cell->text) : strlen(c->csv);
  if (!text_reserve(csv, csv_quoted_max(length) + 3 * TEXT_REAL_MAX + 8))
    return false;
  for (int field = 0; field < column_fields(c); field++) {
    Name name = column_name(c, field);
    if (!name.text[0])
      continue;
    if (csv->length && csv->bytes[csv->length - 1] != '\n')
      text_add_char(csv, ',');
    if (row < 0)
      text_add_word(csv, name.text);
    else if (!cell_is_text(c->kind))
      add_number(csv, c, number_of(cell, field));
    else if (cell->text && cell->kind != CELL_TEXT)
      text_add_word(csv, cell->text);
    else if (cell->text)
      csv_add_quoted(csv, cell->text);
  }
  return true;
}

bool result_csv(const ResultTable *t, Text *csv, Error *error) {
  bool good = !t->failed;
  for (int row = csv->length ? 0 : -1; good && row < t->rows; row++) {
    for (int i = 0; good && i < t->columns; i++)
      good = !t->column[i].csv || add_column(csv, t, row, i);
    good = good && text_reserve(csv, 1);
    if (good)
      text_add_char(csv, '\n');
  }
  return good || error_set(error, "out of memory (table)");
}

bool result_save(const ResultTable *tables, int count, const char *dir,
                 const char *name, Error *error) {
  Text csv = {NULL};
  char path[PATH_MAX];
  bool good = true;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  for (int i = 0; good && i < count; i++)
    good = result_csv(&tables[i], &csv, error);
  good = good && atomic_file_write(path, csv.bytes, csv.length, error);
  free(csv.bytes);
  return good;
}

/* ---- JSON ----------------------------------------------------------------*/

static bool add_json_text(Text *json, const char *text) {
  json_t *string = json_text(text);
  char *quoted = json_dumps(string, JSON_ENCODE_ANY);
  bool good = quoted && text_reserve(json, strlen(quoted));
  if (good)
    text_add_word(json, quoted);
  json_decref(string);
  free(quoted);
  return good;
}

/* Adds "name": and the value, with the digits that CSV has. */
static bool add_json(Text *json, const Column *c, const Cell *cell, int field) {
  double number = number_of(cell, field);
  Name name = column_name(c, field);
  if (!text_reserve(json, sizeof name.text + TEXT_REAL_MAX + 8))
    return false;
  text_add_char(json, '"');
  text_add_word(json, name.text);
  text_add_word(json, "\": ");
  if (cell_is_text(c->kind))
    return add_json_text(json, cell->text);
  if (isnan(number))
    text_add_word(json, "null");
  else if (isinf(number))
    text_add_word(json, number > 0 ? "\"inf\"" : "\"-inf\"");
  else
    add_number(json, c, number);
  return true;
}

static bool add_json_column(Text *json, const ResultTable *t, int row, int i) {
  const Column *c = &t->column[i];
  for (int field = 0; field < column_fields(c); field++) {
    if (!column_name(c, field).text[0])
      continue;
    if (!text_reserve(json, 2))
      return false;
    if (json->bytes[json->length - 1] != '{')
      text_add_word(json, ", ");
    if (!add_json(json, c, result_cell(t, row, i), field))
      return false;
  }
  return true;
}

static bool add_json_row(Text *json, const ResultTable *t, int row) {
  bool good = text_reserve(json, 8);
  if (good)
    text_add_word(json, row ? ",\n  {" : "\n  {");
  for (int i = 0; good && i < t->columns; i++)
    good = !t->column[i].csv || add_json_column(json, t, row, i);
  good = good && text_reserve(json, 1);
  if (good)
    text_add_char(json, '}');
  return good;
}

static bool table_json(const ResultTable *t, Text *json, Error *error) {
  bool good = !t->failed && text_reserve(json, 1);
  if (good)
    text_add_char(json, '[');
  for (int row = 0; good && row < t->rows; row++)
    good = add_json_row(json, t, row);
  good = good && text_reserve(json, 3);
  if (good)
    text_add_word(json, t->rows ? "\n]\n" : "]\n");
  return good || error_set(error, "out of memory (table)");
}

bool result_write(const ResultTable *t, bool json, FILE *out, Error *error) {
  Text text = {NULL};
  bool good = (json ? table_json : result_csv)(t, &text, error);
  if (good)
    fwrite(text.bytes, 1, text.length, out);
  free(text.bytes);
  return good;
}

/* ---- pages ---------------------------------------------------------------*/

static json_t *cell_json(const ResultTable *t, int row, int i) {
  const Column *c = &t->column[i];
  const Cell *cell = result_cell(t, row, i);
  if (!result_has(t, row, i))
    return json_null();
  if (cell_is_text(c->kind))
    return json_text(cell->text);
  if (c->kind == CELL_FLAG)
    return json_boolean(cell->number.value > 0);
  return c->kind == CELL_COUNT ? json_integer((json_int_t)cell->number.value)
                               : json_estimate(cell->number);
}

static json_t *texts_json(const ResultTable *t, int row, int i) {
  const Cell *cell = result_cell(t, row, i);
  if (cell_is_text(t->column[i].kind))
    return json_text(cell->text ? cell->text : "");
  json_t *value = json_text(result_value(t, row, i).text);
  return !column_has_bounds(&t->column[i])
             ? value
             : json_pack("[o, o]", value,
                         json_text(result_interval(t, row, i).text));
}

json_t *result_page_json(const ResultTable *t) {
  json_t *columns = json_array(), *rows = json_array(), *texts = json_array();
  for (int i = 0; i < t->columns; i++)
    if (t->column[i].key)
      json_array_append_new(columns,
                            json_pack("{s:o, s:o, s:s, s:b}", "key",
                                      json_text(t->column[i].key), "title",
                                      json_text(t->column[i].title), "kind",
                                      KIND_NAMES[t->column[i].kind], "bounds",
                                      column_has_bounds(&t->column[i])));
  for (int row = 0; row < t->rows; row++) {
    json_t *values = json_array(), *words = json_array();
    for (int i = 0; i < t->columns; i++)
      if (t->column[i].key) {
        json_array_append_new(values, cell_json(t, row, i));
        json_array_append_new(words, texts_json(t, row, i));
      }
    json_array_append_new(rows, values);
    json_array_append_new(texts, words);
  }
  return json_pack("{s:o, s:o, s:o}", "columns", columns, "rows", rows, "texts",
                   texts);
}
