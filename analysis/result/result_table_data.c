/* A table as CSV and as JSON. */
#include "analysis/result/result_table.h"

#include "core/base/atomic_file.h"
#include "core/base/csv.h"
#include "core/base/json.h"
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

/* ---- CSV and JSON --------------------------------------------------------*/

static bool table_add(Text *to, const char *text) {
  bool good = text && text_reserve(to, strlen(text) + 1);
  if (good)
    text_add_word(to, text);
  return good;
}

static bool add_quoted(Text *to, const char *text, bool json) {
  if (!json) {
    bool good = text_reserve(to, csv_quoted_max(strlen(text)));
    if (good)
      csv_add_quoted(to, text);
    return good;
  }
  json_t *string = json_text(text);
  char *quoted = json_dumps(string, JSON_ENCODE_ANY);
  bool good = table_add(to, quoted);
  json_decref(string);
  free(quoted);
  return good;
}

/* The same digits in both. JSON has a null for what is missing. */
static bool add_number(Text *to, const Column *c, double number, bool json) {
  if (json && !isfinite(number))
    return table_add(to, isnan(number) ? "null"
                         : number > 0  ? "\"inf\""
                                       : "\"-inf\"");
  if (!text_reserve(to, TEXT_REAL_MAX))
    return false;
  if (isnan(number))
    return true;
  if (c->kind == CELL_FLAG)
    text_add_word(to, number > 0 ? "true" : "false");
  else if (c->kind == CELL_COUNT)
    text_add_number(to, (uint64_t)number);
  else if (c->kind == CELL_P || c->kind == CELL_NUMBER)
    text_add_precise(to, number, c->kind == CELL_P ? 6 : -6);
  else
    text_add_real(to, number, 6);
  return true;
}

static bool add_value(Text *to, const Column *c, const Cell *cell, int field,
                      bool json) {
  if (!cell_is_text(c->kind))
    return add_number(to, c, number_of(cell, field), json);
  if (json || (cell->text && cell->kind == CELL_TEXT))
    return add_quoted(to, cell->text, json);
  return table_add(to, cell->text ? cell->text : "");
}

/* Adds the fields of a row, or of row -1, the header, of CSV. */
static bool add_row(Text *to, const ResultTable *t, int row, bool json) {
  bool good = true, first = true;
  for (int i = 0; i < t->columns; i++) {
    const Column *c = &t->column[i];
    for (int field = 0; c->csv && field < column_fields(c); field++) {
      Phrase name = column_name(c, field);
      if (!name.text[0])
        continue;
      good = good && (first || table_add(to, json ? ", " : ","));
      if (json || row < 0)
        good = good && table_add(to, json ? "\"" : "") &&
               table_add(to, name.text) && table_add(to, json ? "\": " : "");
      good = good &&
             (row < 0 || add_value(to, c, result_cell(t, row, i), field, json));
      first = false;
    }
  }
  return good;
}

bool result_csv(const ResultTable *t, Text *csv, Error *error) {
  bool good = !t->failed;
  for (int row = csv->length ? 0 : -1; good && row < t->rows; row++)
    good = add_row(csv, t, row, false) && table_add(csv, "\n");
  return good || error_set(error, "out of memory (table)");
}

static bool table_json(const ResultTable *t, Text *json, Error *error) {
  bool good = !t->failed && table_add(json, "[");
  for (int row = 0; good && row < t->rows; row++)
    good = table_add(json, row ? ",\n  {" : "\n  {") &&
           add_row(json, t, row, true) && table_add(json, "}");
  good = good && table_add(json, t->rows ? "\n]\n" : "]\n");
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

bool result_write(const ResultTable *t, bool json, FILE *out, Error *error) {
  Text text = {NULL};
  bool good = (json ? table_json : result_csv)(t, &text, error);
  if (good)
    fwrite(text.bytes, 1, text.length, out);
  free(text.bytes);
  return good;
}

/* ---- pages ---------------------------------------------------------------*/

/* [value, low, high] */
static json_t *json_estimate(Estimate e) {
  return json_pack("[o, o, o]", json_number(e.value), json_number(e.low),
                   json_number(e.high));
}

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
  json_t *value = json_text(cell_value(cell).text);
  return column_has_bounds(&t->column[i])
             ? json_pack("[o, o]", value, json_text(cell_interval(cell).text))
             : value;
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
