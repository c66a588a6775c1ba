/* Rows of CSV: writing them into memory, and reading them from a file.
 *
 * A Text is a buffer that grows; a row is written into it field by field. Texts
 * are quoted by libcsv, numbers and plain words are not. Writing is what every
 * game of a batch ends with, so it must be cheap: room for a whole row is made
 * once, and numbers are not printed through stdio. */
#ifndef BOARDLAB_CORE_BASE_CSV_H
#define BOARDLAB_CORE_BASE_CSV_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty one. The owner frees `bytes`. */
typedef struct Text {
  char *bytes;
  size_t length, room;
} Text;

/* Makes room for so many bytes more; false when there is no memory. The
 * functions below rely on it. */
bool text_reserve(Text *text, size_t more);

/* What a text takes at most when it is quoted. */
static inline size_t csv_quoted_max(size_t length) {
  return 2 * length + 2;
}

enum { TEXT_NUMBER_MAX = 24 };

static inline void text_add_char(Text *text, char c) {
  text->bytes[text->length++] = c;
}

void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_add_word(Text *text, const char *word);
void csv_add_quoted(Text *text, const char *field);
void text_add_digits(Text *text, uint64_t number);

static inline void text_add_number(Text *text, uint64_t number) {
  if (number < 10)
    text_add_char(text, (char)('0' + number));
  else
    text_add_digits(text, number);
}

/* Thousandths as a number with three decimal places. */
void text_add_thousandths(Text *text, uint64_t thousandths);

/* A number with so many decimal places; without any if it is whole and `places`
 * is given as negative. What rounds to nothing has no sign; what is not a
 * number is nothing. */
enum { TEXT_REAL_MAX = 340 };
void text_add_real(Text *text, double number, int places);

/* A further field of a row: a comma, then text_real. */
static inline void text_real_field(Text *text, double number, int places) {
  text_add_char(text, ',');
  text_add_real(text, number, places);
}

/* One row as it was read; the texts are only lent. */
typedef struct CsvRow {
  size_t number; /* 0 is the first row, the names of the columns */
  size_t line;   /* in the file, from 1; a row may take several */
  int count;
  const char *const *field;
} CsvRow;

/* Whether a row has the names of these columns, "index,ply,seat". The message
 * names the first that is missing, another, or one too many. */
bool csv_check_header(const CsvRow *row, const char *columns, Error *error);

/* Takes a row. False with a message fails the reading: the name of the file and
 * the line are put before the message. False without one ends it early. */
typedef bool CsvRowCallback(void *context, const CsvRow *row, Error *error);

typedef struct CsvReader CsvReader;

/* Reads rows from bytes that come in pieces, in constant memory. Strict: stray
 * quotes, a quote that is never closed, a zero byte, an empty line, a row with
 * another number of fields than the first are errors, with the name of the file
 * and the line. Blanks around a field that is not quoted are no part of it.
 * `name` is for those messages and must outlive the reader. */
CsvReader *csv_reader_new(const char *name, CsvRowCallback *take, void *context,
                          Error *error);
bool csv_reader_feed(CsvReader *reader, const char *bytes, size_t length,
                     Error *error);
/* The end of the file. A last line without its end is an error, too. */
bool csv_reader_finish(CsvReader *reader, Error *error);
/* The line that comes next, or is being read. */
size_t csv_reader_line(const CsvReader *reader);
void csv_reader_free(CsvReader *reader);

/* All of that for a file. */
bool csv_read(const char *path, CsvRowCallback *take, void *context,
              Error *error);

#endif
