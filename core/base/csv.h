/* CSV: writing fields into a Text, and reading files row by row.
 *
 * libcsv parses. Text is written in quotes; numbers and plain words without, by
 * the functions of text.h. */
#ifndef BOARDLAB_CORE_BASE_CSV_H
#define BOARDLAB_CORE_BASE_CSV_H

#include "core/base/error.h"
#include "core/base/text.h"
#include <stdbool.h>
#include <stddef.h>

/* Adds a quoted field. The caller has reserved csv_quoted_max(length) bytes.
 *
 * Spreadsheets run text that starts with = + - @ (also in full width), a tab or
 * a line end as a formula. Such a field gets an apostrophe in front, as does
 * one that would look so guarded already ('=1); a CsvReader removes it again.
 */
void csv_add_quoted(Text *text, const char *field);

/* The most bytes that a field of this length takes once it is quoted. */
static inline size_t csv_quoted_max(size_t length) {
  return 2 * length + 3;
}

/* text_add_real for p-values and other numbers that may be small: those below
 * 0.0001 are written in scientific notation, so that they are not rounded to 0.
 */
void text_add_precise(Text *text, double number, int places);

/* A row that was read. Its fields are valid until the callback returns. */
typedef struct CsvRow {
  size_t number; /* from 0: row 0 holds the names of the columns */
  size_t line;   /* in the file, from 1; a row may span several lines */
  int count;     /* of fields */
  const char *const *field;
} CsvRow;

/* Whether a row holds exactly the names of these columns, given as
 * "index,ply,seat". The message names the first column that is missing, is
 * called something else, or is unexpected. */
bool csv_check_header(const CsvRow *row, const char *columns, Error *error);

/* Called for every row. Returning false with an error fails the reading: the
 * reader adds the file and the line to its message. Returning false without an
 * error ends the reading early, which is a success. */
typedef bool CsvRowCallback(void *context, const CsvRow *row, Error *error);

/* Reads rows from bytes that arrive in pieces, in constant memory.
 *
 * Reading is strict: stray quotes, a quote that is never closed, a zero byte,
 * an empty line, a row with more or fewer fields than the first, and a last
 * line without a line end are errors, reported with the name of the file and
 * the line. Spaces around an unquoted field are not part of it. The
 * apostrophe that csv_add_quoted puts in front of a formula is removed. */
typedef struct CsvReader CsvReader;

/* `name` is the file's name for messages; it must outlive the reader. The
 * caller frees the reader with csv_reader_free. */
CsvReader *csv_reader_new(const char *name, CsvRowCallback *on_row,
                          void *context);
/* Takes a CsvReader: this is a FileCallback (checked_file.h). */
bool csv_reader_feed(void *reader, const char *bytes, size_t length,
                     Error *error);

/* Call this at the end of the file. */
bool csv_reader_finish(CsvReader *reader, Error *error);

/* The line that is being read or comes next, from 1. */
size_t csv_reader_line(const CsvReader *reader);
void csv_reader_free(CsvReader *reader);

/* Reads a whole file this way. */
bool csv_read(const char *path, CsvRowCallback *on_row, void *context,
              Error *error);

#endif
