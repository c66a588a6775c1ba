#include "core/base/csv.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- writing -------------------------------------------------------------*/

bool text_reserve(Text *text, size_t more) {
  if (text->room - text->length >= more)
    return true;
  size_t room = text->room + text->room / 2 + more;
  char *bytes = realloc(text->bytes, room);
  if (!bytes)
    return false;
  text->bytes = bytes;
  text->room = room;
  return true;
}

void text_add_bytes(Text *text, const char *bytes, size_t length) {
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

void text_add_word(Text *text, const char *word) {
  text_add_bytes(text, word, strlen(word));
}

void csv_add_quoted(Text *text, const char *field) {
  text->length += csv_write(text->bytes + text->length,
                            text->room - text->length, field, strlen(field));
}

void text_add_digits(Text *text, uint64_t number) {
  char digits[TEXT_NUMBER_MAX];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  text_add_bytes(text, digits + at, sizeof digits - at);
}

void text_add_thousandths(Text *text, uint64_t thousandths) {
  text_add_number(text, thousandths / 1000);
  char *end = text->bytes + text->length;
  end[0] = '.';
  end[1] = (char)('0' + thousandths / 100 % 10);
  end[2] = (char)('0' + thousandths / 10 % 10);
  end[3] = (char)('0' + thousandths % 10);
  text->length += 4;
}

void text_add_real(Text *text, double number, int places) {
  char digits[TEXT_REAL_MAX];
  if (isnan(number))
    return;
  bool whole = places < 0 && number == floor(number);
  int shown = whole ? 0 : places < 0 ? -places : places;
  snprintf(digits, sizeof digits, "%.*f", shown, number);
  bool nothing = strspn(digits, "-0.") == strlen(digits);
  text_add_word(text, digits + (nothing && digits[0] == '-'));
}

/* ---- reading -------------------------------------------------------------*/

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
  return at == row->count || error_set(error,
                                       "column %d, '%.60s', is one too "
                                       "many",
                                       at + 1, row->field[at]);
}

enum { FIELDS_MAX = 256 };

struct CsvReader {
  struct csv_parser parser;
  const char *name;
  CsvRowCallback *take;
  void *context;
  Text fields;               /* of the row being read, each ended by a 0 */
  size_t offset[FIELDS_MAX]; /* of each in `fields` */
  int count, columns;        /* columns: of the first row; 0 before it */
  size_t number;             /* of the next row */
  size_t line;
  bool under_way; /* a row: something of it has been read */
  bool inside;    /* one, where this line began: in a quoted field */
  bool blank;     /* nothing has been read of this line */
  bool ended;     /* the last byte ended a line */
  bool done;      /* nothing more is wanted */
  bool failed;
  Error error;
};

static void fail(CsvReader *r, const char *what) {
  if (!r->failed)
    error_set(&r->error, "%.400s, line %zu: %.600s", r->name, r->line, what);
  r->failed = true;
}

static void take_field(void *bytes, size_t length, void *context) {
  CsvReader *r = context;
  if (r->failed)
    return;
  if (r->count == FIELDS_MAX)
    fail(r, "more than 256 fields");
  else if (memchr(bytes, '\0', length))
    fail(r, "a zero byte");
  else if (!text_reserve(&r->fields, length + 1))
    fail(r, "no memory for a row");
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
  snprintf(what, sizeof what, "%d fields where the first line has %d", r->count,
           r->columns);
  if (r->count != r->columns)
    fail(r, what);
}

static void take_row(int end, void *context) {
  CsvReader *r = context;
  (void)end;
  if (r->failed || r->done)
    return;
  check_columns(r);
  const char *field[FIELDS_MAX];
  for (int i = 0; i < r->count; i++)
    field[i] = r->fields.bytes + r->offset[i];
  CsvRow row = {r->number++, r->line, r->count, field};
  Error why = {0};
  if (!r->failed && !r->take(r->context, &row, &why)) {
    r->done = !error_is_set(&why);
    if (!r->done)
      fail(r, why.message);
  }
  r->under_way = false;
  r->fields.length = 0;
  r->count = 0;
}

CsvReader *csv_reader_new(const char *name, CsvRowCallback *take, void *context,
                          Error *error) {
  CsvReader *r = calloc(1, sizeof *r);
  if (!r || csv_init(&r->parser,
                     CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) {
    error_set(error, "no memory to read %.400s", name);
    free(r);
    return NULL;
  }
  r->name = name;
  r->take = take;
  r->context = context;
  r->line = 1;
  r->ended = r->blank = true;
  return r;
}

/* Up to the next byte that can end a row, or to the end. */
static size_t next_piece(const char *bytes, size_t length) {
  const char *feed = memchr(bytes, '\n', length);
  size_t line = feed ? (size_t)(feed - bytes) + 1 : length;
  const char *carriage = memchr(bytes, '\r', line);
  return carriage ? (size_t)(carriage - bytes) + 1 : line;
}

static void feed_piece(CsvReader *r, const char *bytes, size_t length) {
  char last = bytes[length - 1];
  if (length > 1 || (last != '\n' && last != '\r')) {
    r->blank = false;
    r->under_way = true;
  }
  if (last == '\n' && r->blank && !r->inside)
    fail(r, "an empty line");
  if (csv_parse(&r->parser, bytes, length, take_field, take_row, r) != length)
    fail(r, csv_strerror(csv_error(&r->parser)));
  r->ended = last == '\n';
  if (r->ended) {
    r->line++;
    r->inside = r->under_way;
    r->blank = true;
  }
}

/* Piece by piece, so that a message can say which line it is about: a quoted
 * field may have line ends of its own, which count as lines as well. */
bool csv_reader_feed(CsvReader *r, const char *bytes, size_t length,
                     Error *error) {
  while (length > 0 && !r->failed && !r->done) {
    size_t piece = next_piece(bytes, length);
    feed_piece(r, bytes, piece);
    bytes += piece;
    length -= piece;
  }
  return !r->failed || error_copy(error, &r->error);
}

bool csv_reader_finish(CsvReader *r, Error *error) {
  char what[100];
  snprintf(what, sizeof what,
           "the last line has no end: the file was cut off in column %d",
           r->count + 1);
  if (!r->failed && !r->done && !r->ended)
    fail(r, what);
  if (!r->failed && !r->done &&
      csv_fini(&r->parser, take_field, take_row, r) != 0)
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

/* Whatever else it is, a pipe or a device, might never end. */
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

bool csv_read(const char *path, CsvRowCallback *take, void *context,
              Error *error) {
  FILE *in = open_file(path, error);
  if (!in)
    return false;
  CsvReader *r = csv_reader_new(path, take, context, error);
  bool good = r && feed_file(r, in, error) && csv_reader_finish(r, error);
  csv_reader_free(r);
  fclose(in);
  return good;
}
