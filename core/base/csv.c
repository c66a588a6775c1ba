#include "core/base/csv.h"

#include "core/base/need.h"
#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether a spreadsheet might take the text for a formula, apart from
 * apostrophes in front of it: by its first character, which in some languages
 * may also be a full-width one. */
static bool is_formula(const char *text, size_t length) {
  static const char *const FULL_WIDTH[] = {"＝", "＋", "－", "＠"};
  for (; length > 0 && *text == '\''; length--)
    text++;
  if (length == 0)
    return false;
  if (*text != FULL_WIDTH[0][0]) /* they all begin with the same byte */
    return *text == '=' || *text == '+' || *text == '-' || *text == '@' ||
           *text == '\t' || *text == '\r' || *text == '\n';
  bool full_width = false;
  for (int i = 0; i < 4; i++) {
    size_t size = strlen(FULL_WIDTH[i]);
    full_width = full_width ||
                 (length >= size && memcmp(text, FULL_WIDTH[i], size) == 0);
  }
  return full_width;
}

/* Every row of moves.csv has such a field, so this is a plain loop and no call
 * of libcsv. */
void csv_add_quoted(Text *text, const char *field) {
  char *to = text->bytes + text->length;
  *to++ = '"';
  if (is_formula(field, strlen(field)))
    *to++ = '\'';
  for (; *field; field++) {
    if (*field == '"')
      *to++ = '"';
    *to++ = *field;
  }
  *to++ = '"';
  text->length = (size_t)(to - text->bytes);
}

void text_add_precise(Text *text, double number, int places) {
  char digits[TEXT_REAL_MAX];
  if (number == 0 || !(fabs(number) < 1e-4)) {
    text_add_real(text, number, places);
    return;
  }
  snprintf(digits, sizeof digits, "%.5e", number);
  text_add_word(text, digits);
}

bool csv_check_header(const CsvRow *row, const char *columns, Error *error) {
  int at = 0;
  for (const char *name = columns; name; at++) {
    int length = (int)strcspn(name, ",");
    if (at >= row->count)
      return error_set(error, "column %d, %.*s, is missing", at + 1, length,
                       name);
    if ((int)strlen(row->field[at]) != length ||
        strncmp(row->field[at], name, (size_t)length) != 0)
      return error_set(error, "column %d is named '%.60s' where %.*s should be",
                       at + 1, row->field[at], length, name);
    name = name[length] ? name + length + 1 : NULL;
  }
  return at == row->count ||
         error_set(error, "column %d, '%.60s', is unexpected", at + 1,
                   row->field[at]);
}

enum { FIELDS_MAX = 256 };

struct CsvReader {
  struct csv_parser parser;
  const char *name;
  CsvRowCallback *on_row;
  void *context;
  Text fields;               /* of the current row, each NUL-terminated */
  size_t offset[FIELDS_MAX]; /* where each field begins in `fields` */
  int count;                 /* of fields in the current row so far */
  int columns;               /* of the first row; 0 before it */
  size_t number;             /* of the next row */
  size_t line;
  bool in_row;         /* part of a row has been read */
  bool began_in_row;   /* in_row when this line began: in a quoted field */
  bool line_is_empty;  /* nothing of this line has been read */
  bool after_line_end; /* the last byte ended a line */
  bool done;           /* the callback has ended the reading early */
  bool failed;         /* `error` says why */
  Error error;
};

static void fail(CsvReader *r, const char *what) {
  if (!r->failed)
    error_set(&r->error, "%.400s, line %zu: %.600s", r->name, r->line, what);
  r->failed = true;
}

/* Skips the apostrophe that csv_add_quoted puts in front of a formula. */
static void add_field(void *quoted, size_t size, void *context) {
  CsvReader *r = context;
  const char *bytes = quoted;
  bool guarded = size > 0 && bytes[0] == '\'' && is_formula(bytes, size);
  size_t length = size - guarded;
  bytes += guarded;
  if (r->failed)
    return;
  if (r->count == FIELDS_MAX)
    fail(r, "more than 256 fields");
  else if (memchr(bytes, '\0', length))
    fail(r, "a zero byte");
  else if (!text_reserve(&r->fields, length + 1))
    fail(r, "out of memory (a row)");
  if (r->failed)
    return;
  r->offset[r->count++] = r->fields.length;
  text_add_bytes(&r->fields, bytes, length);
  text_add_char(&r->fields, '\0');
}

static void check_columns(CsvReader *r) {
  char what[100];
  if (!r->columns)
    r->columns = r->count;
  if (r->count == r->columns)
    return;
  snprintf(what, sizeof what, "%d field%s where the first line has %d",
           r->count, r->count == 1 ? "" : "s", r->columns);
  fail(r, what);
}

static void end_row(int end, void *context) {
  CsvReader *r = context;
  (void)end;
  if (r->failed || r->done)
    return;
  check_columns(r);
  const char *field[FIELDS_MAX];
  for (int i = 0; i < r->count; i++)
    field[i] = r->fields.bytes + r->offset[i];
  CsvRow row = {r->number++, r->line, r->count, field};
  Error why;
  error_clear(&why);
  if (!r->failed && !r->on_row(r->context, &row, &why)) {
    r->done = !error_is_set(&why);
    if (!r->done)
      fail(r, why.message);
  }
  r->in_row = false;
  r->fields.length = 0;
  r->count = 0;
}

CsvReader *csv_reader_new(const char *name, CsvRowCallback *on_row,
                          void *context) {
  CsvReader *r = need(sizeof *r);
  csv_init(&r->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL);
  r->name = name;
  r->on_row = on_row;
  r->context = context;
  r->line = 1;
  r->after_line_end = r->line_is_empty = true;
  return r;
}

/* ---- plain rows ----------------------------------------------------------*/

/* Almost every row is plain: one line, whose fields have no quotes, spaces or
 * zero bytes in them. Such a row needs no parser that looks at every byte in
 * several steps, which takes many times as long. Everything else is left to
 * libcsv, which reads plain rows the same way. */

/* Copies a plain field, without its quotes and with a NUL, and moves both
 * pointers behind it. A line feed stops it in any case. Returns the byte that
 * ended the field; 0 if it is not plain. */
static char copy_plain(const char **from, char **to) {
  const char *at = *from;
  char *copy = *to;
  bool quoted = *at == '"';
  at += quoted;
  if (quoted)
    while ((unsigned char)*at >= ' ' && *at != '"')
      *copy++ = *at++;
  else
    while ((unsigned char)*at > '"' && *at != ',')
      *copy++ = *at++;
  if (quoted && *at++ != '"')
    return '\0';
  *copy++ = '\0';
  *from = at + 1;
  *to = copy;
  return *at == ',' || *at == '\n' ? *at : '\0';
}

/* Adds the fields of a line that ends with a line feed if the line is plain.
 * There is room for them. */
static bool add_plain_fields(CsvReader *r, const char *line) {
  char *to = r->fields.bytes, end = ',';
  while (end == ',' && r->count < FIELDS_MAX) {
    char *field = to;
    end = copy_plain(&line, &to);
    bool guarded =
        end && *field == '\'' && is_formula(field, (size_t)(to - field) - 1);
    r->offset[r->count++] = (size_t)(field - r->fields.bytes) + guarded;
  }
  return end == '\n';
}

/* Reads a line if it is a plain row, and returns its length; otherwise does
 * nothing and returns 0. */
static size_t read_plain(CsvReader *r, const char *bytes, size_t length) {
  const char *feed = r->in_row || !r->after_line_end || *bytes == '\n'
                         ? NULL
                         : memchr(bytes, '\n', length);
  size_t size = feed ? (size_t)(feed - bytes) + 1 : 0;
  if (size == 0 || !text_reserve(&r->fields, size))
    return 0;
  if (!add_plain_fields(r, bytes)) {
    r->count = 0;
    return 0;
  }
  end_row('\n', r);
  r->line++;
  return size;
}

/* ---- all rows ------------------------------------------------------------*/

/* The length of the piece up to and including the next byte that can end a
 * row, or of everything. */
static size_t next_piece(const char *bytes, size_t length) {
  const char *feed = memchr(bytes, '\n', length);
  size_t line = feed ? (size_t)(feed - bytes) + 1 : length;
  const char *carriage = memchr(bytes, '\r', line);
  return carriage ? (size_t)(carriage - bytes) + 1 : line;
}

static void feed_piece(CsvReader *r, const char *bytes, size_t length) {
  char last = bytes[length - 1];
  if (length > 1 || (last != '\n' && last != '\r')) {
    r->line_is_empty = false;
    r->in_row = true;
  }
  if (last == '\n' && r->line_is_empty && !r->began_in_row)
    fail(r, "an empty line");
  if (csv_parse(&r->parser, bytes, length, add_field, end_row, r) != length)
    fail(r, csv_error(&r->parser) == CSV_EPARSE
                ? "a quotation mark in the middle of a field"
                : csv_strerror(csv_error(&r->parser)));
  r->after_line_end = last == '\n';
  if (r->after_line_end) {
    r->line++;
    r->began_in_row = r->in_row;
    r->line_is_empty = true;
  }
}

/* Feeds libcsv piece by piece to keep count of the lines for messages; line
 * ends inside a quoted field count as well. */
bool csv_reader_feed(void *reader, const char *bytes, size_t length,
                     Error *error) {
  CsvReader *r = reader;
  while (length > 0 && !r->failed && !r->done) {
    size_t piece = read_plain(r, bytes, length);
    if (piece == 0) {
      piece = next_piece(bytes, length);
      feed_piece(r, bytes, piece);
    }
    bytes += piece;
    length -= piece;
  }
  return !r->failed || error_copy(error, &r->error);
}

bool csv_reader_finish(CsvReader *r, Error *error) {
  char what[100];
  snprintf(what, sizeof what,
           "the file ends here, in column %d, without a newline", r->count + 1);
  if (!r->failed && !r->done && !r->after_line_end)
    fail(r, what);
  if (!r->failed && !r->done &&
      csv_fini(&r->parser, add_field, end_row, r) != 0)
    fail(r, "a quote is never closed");
  return !r->failed || error_copy(error, &r->error);
}

size_t csv_reader_line(const CsvReader *r) {
  return r->line;
}

void csv_reader_free(CsvReader *r) {
  if (!r)
    return;
  csv_free(&r->parser);
  free(r->fields.bytes);
  free(r);
}

static bool feed_file(CsvReader *r, FILE *in, Error *error) {
  char bytes[1 << 16];
  size_t length;
  while (!r->done && (length = fread(bytes, 1, sizeof bytes, in)) > 0)
    if (!csv_reader_feed(r, bytes, length, error))
      return false;
  return !ferror(in) || error_set(error, "could not read %.400s: %s", r->name,
                                  strerror(errno));
}

/* Opens regular files only: a pipe or a device might never end. */
static FILE *open_file(const char *path, Error *error) {
  struct stat about;
  FILE *in = NULL;
  if (stat(path, &about) != 0)
    error_set(error, "could not read %.400s: %s", path, strerror(errno));
  else if (!S_ISREG(about.st_mode))
    error_set(error, "%.400s is not a file", path);
  else if (!(in = fopen(path, "rb")))
    error_set(error, "could not read %.400s: %s", path, strerror(errno));
  return in;
}

bool csv_read(const char *path, CsvRowCallback *on_row, void *context,
              Error *error) {
  FILE *in = open_file(path, error);
  if (!in)
    return false;
  CsvReader *r = csv_reader_new(path, on_row, context);
  bool good = feed_file(r, in, error) && csv_reader_finish(r, error);
  csv_reader_free(r);
  fclose(in);
  return good;
}
