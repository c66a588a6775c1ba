/* Rows for other programs to read: the same table as CSV or as JSON.
 *
 * A command begins with the names of the columns and then gives every row field
 * by field. CSV has texts in quotes and nothing where a number is missing; JSON
 * is a list with one object per row, and has null there. All is printed on
 * stdout at once. */
#ifndef BOARDLAB_CLI_TERMINAL_ROWS_H
#define BOARDLAB_CLI_TERMINAL_ROWS_H

#include "analysis/stats/estimate.h"
#include "core/base/error.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct Rows {
  const char *columns; /* "scope,key,value" */
  bool json;
  const char *column; /* the name of the next field, within `columns` */
  uint64_t count;     /* rows that have ended */
  bool failed;        /* out of memory */
} Rows;

/* `columns` must outlive the rows. */
Rows rows_begin(const char *columns, bool json);
bool rows_end(Rows *rows, Error *error);

/* One field each, in the order of the columns; the last one ends the row. */
void rows_text(Rows *rows, const char *text);
void rows_word(Rows *rows, const char *word); /* CSV needs no quotes for it */
void rows_count(Rows *rows, uint64_t count);
void rows_flag(Rows *rows, bool flag);
void rows_empty(Rows *rows);

/* Empty if the number is not finite. `places` as in text_add_real. */
void rows_real(Rows *rows, double number, int places);

/* The same for numbers that may be small (csv_add_precise) or infinite: "inf"
 * or
 * "-inf", in JSON as a text. */
void rows_precise(Rows *rows, double number, int places);

/* Three fields, to six places: a value and the ends of its interval. */
void rows_estimate(Rows *rows, Estimate estimate);

#endif
