#include "cli/terminal/rows.h"

#include "core/base/csv.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Rows rows_begin(const char *columns, bool json) {
  if (json)
    printf("[");
  else
    printf("%s\n", columns);
  return (Rows){.columns = columns, .json = json, .column = columns};
}

bool rows_end(Rows *rows, Error *error) {
  if (rows->json)
    printf("%s]\n", rows->count ? "\n" : "");
  return !rows->failed || error_set(error, "out of memory (rows)");
}

/* What stands between the field before and this one. */
static void begin_field(Rows *rows) {
  bool first = rows->column == rows->columns;
  int length = (int)strcspn(rows->column, ",");
  if (!rows->json) {
    printf(first ? "" : ",");
    return;
  }
  if (first)
    printf(rows->count ? ",\n  {" : "\n  {");
  printf("%s\"%.*s\": ", first ? "" : ", ", length, rows->column);
}

static void end_field(Rows *rows) {
  rows->column += strcspn(rows->column, ",");
  if (*rows->column) {
    rows->column++;
    return;
  }
  printf(rows->json ? "}" : "\n");
  rows->column = rows->columns;
  rows->count++;
}

static void print_json_text(const char *text) {
  putchar('"');
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      printf("\\%c", *text);
    else if ((unsigned char)*text < ' ')
      printf("\\u%04x", (unsigned)*text);
    else
      putchar(*text);
  putchar('"');
}

static bool print_quoted(const char *text) {
  Text quoted = {NULL};
  if (!text_reserve(&quoted, csv_quoted_max(strlen(text))))
    return false;
  csv_add_quoted(&quoted, text);
  fwrite(quoted.bytes, 1, quoted.length, stdout);
  free(quoted.bytes);
  return true;
}

void rows_text(Rows *rows, const char *text) {
  begin_field(rows);
  if (rows->json)
    print_json_text(text);
  else if (!print_quoted(text))
    rows->failed = true;
  end_field(rows);
}

void rows_word(Rows *rows, const char *word) {
  begin_field(rows);
  printf(rows->json ? "\"%s\"" : "%s", word);
  end_field(rows);
}

void rows_count(Rows *rows, uint64_t count) {
  begin_field(rows);
  printf("%" PRIu64, count);
  end_field(rows);
}

void rows_flag(Rows *rows, bool flag) {
  begin_field(rows);
  printf(flag ? "true" : "false");
  end_field(rows);
}

void rows_empty(Rows *rows) {
  begin_field(rows);
  printf(rows->json ? "null" : "");
  end_field(rows);
}

static void print_digits(Rows *rows, const Text *digits) {
  begin_field(rows);
  fwrite(digits->bytes, 1, digits->length, stdout);
  end_field(rows);
}

void rows_real(Rows *rows, double number, int places) {
  char bytes[TEXT_REAL_MAX];
  Text digits = {bytes, 0, sizeof bytes};
  if (!isfinite(number)) {
    rows_empty(rows);
    return;
  }
  text_add_real(&digits, number, places);
  print_digits(rows, &digits);
}

void rows_precise(Rows *rows, double number, int places) {
  char bytes[1 + TEXT_REAL_MAX];
  Text digits = {bytes, 0, sizeof bytes};
  if (isinf(number)) {
    rows_word(rows, number > 0 ? "inf" : "-inf");
    return;
  }
  if (isnan(number)) {
    rows_empty(rows);
    return;
  }
  csv_add_precise(&digits, number, places);
  digits.bytes++; /* its comma */
  digits.length--;
  print_digits(rows, &digits);
}

void rows_estimate(Rows *rows, Estimate e) {
  bool interval = estimate_has_interval(e);
  rows_real(rows, e.value, 6);
  rows_real(rows, interval ? e.low : NAN, 6);
  rows_real(rows, interval ? e.high : NAN, 6);
}
