/* A table as CSV and as JSON. */
#include "analysis/result/result_table.h"

#include "analysis/result/json_values.h"
#include "core/base/csv.h"
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
    else if (cell->text && c->kind != CELL_TEXT)
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

/* ---- JSON ----------------------------------------------------------------*/

/* As CSV has it, so that nobody takes noise for digits. */
static json_t *number_json(const Column *c, double number) {
  if (isnan(number))
    return json_null();
  if (c->kind == CELL_FLAG)
    return json_boolean(number > 0);
  if (c->kind == CELL_COUNT)
    return json_integer((json_int_t)number);
  if (isinf(number))
    return json_string(number > 0 ? "inf" : "-inf");
  char bytes[TEXT_REAL_MAX + 1];
  Text digits = {bytes, 0, sizeof bytes};
  add_number(&digits, c, number);
  bytes[digits.length] = '\0';
  return json_real(strtod(bytes, NULL));
}

static json_t *value_json(const Column *c, const Cell *cell, int field) {
  return cell_is_text(c->kind) ? json_text(cell->text)
                               : number_json(c, number_of(cell, field));
}

static void set_fields(json_t *row, const Column *c, const Cell *cell) {
  for (int field = 0; field < column_fields(c); field++) {
    Name name = column_name(c, field);
    if (name.text[0])
      json_object_set_new(row, name.text, value_json(c, cell, field));
  }
}

static json_t *row_json(const ResultTable *t, int row) {
  json_t *object = json_object();
  for (int i = 0; i < t->columns; i++)
    if (t->column[i].csv)
      set_fields(object, &t->column[i], result_cell(t, row, i));
  return object;
}

static bool write_json(const ResultTable *t, FILE *out) {
  bool good = true;
  fprintf(out, "[");
  for (int row = 0; good && row < t->rows; row++) {
    json_t *object = row_json(t, row);
    char *text = json_dumps(object, JSON_REAL_PRECISION(15));
    good = text;
    if (good)
      fprintf(out, "%s\n  %s", row ? "," : "", text);
    free(text);
    json_decref(object);
  }
  fprintf(out, "%s]\n", t->rows ? "\n" : "");
  return good;
}

bool result_write(const ResultTable *t, bool json, FILE *out, Error *error) {
  Text csv = {NULL};
  if (json)
    return (!t->failed && write_json(t, out)) ||
           error_set(error, "out of memory (table)");
  bool good = result_csv(t, &csv, error);
  if (good)
    fwrite(csv.bytes, 1, csv.length, out);
  free(csv.bytes);
  return good;
}

/* ---- pages ---------------------------------------------------------------*/

static json_t *cell_json(const ResultTable *t, int row, int i) {
  const Column *c = &t->column[i];
  const Cell *cell = result_cell(t, row, i);
  if (!result_has(t, row, i))
    return json_null();
  return cell_is_text(c->kind) || c->kind == CELL_FLAG || c->kind == CELL_COUNT
             ? value_json(c, cell, 0)
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
