#define _GNU_SOURCE /* fopencookie, newlocale, nl_langinfo_l */
#include "cli/terminal/output.h"

#include "core/base/atomic_file.h"
#include "core/base/utf8.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- terminals without UTF-8 ---------------------------------------------*/

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && *value;
}

/* Whether LC_ALL, LC_CTYPE or LANG name a locale whose characters are not
 * UTF-8, such as C. If none of them is set, nothing is known of the terminal,
 * and almost all of them have UTF-8. Asks without changing the locale of the
 * process, on which nothing that it computes may depend. */
static bool ascii_is_wanted(void) {
  if (!is_set("LC_ALL") && !is_set("LC_CTYPE") && !is_set("LANG"))
    return false;
  locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (locale == (locale_t)0)
    return false; /* it is not installed, so nothing is known of it */
  bool utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
  freelocale(locale);
  return !utf8;
}

/* The signs that boardlab and its games use, and what looks like them. */
static const struct {
  const char *sign;
  char ascii;
} SIGNS[] = {
    {"₁", '1'}, {"₂", '2'},  {"₃", '3'},  {"₄", '4'}, {"₅", '5'}, {"₆", '6'},
    {"₇", '7'}, {"₈", '8'},  {"₉", '9'},  {"¹", '1'}, {"²", '2'}, {"³", '3'},
    {"…", '.'}, {"·", '.'},  {"•", '*'},  {"–", '-'}, {"—", '-'}, {"−", '-'},
    {"‐", '-'}, {"‘", '\''}, {"’", '\''}, {"“", '"'}, {"”", '"'}, {"×", 'x'},
    {"‹", '<'}, {"›", '>'},  {"▲", '^'},  {"▼", 'v'}, {"◀", '<'}, {"▶", '>'},
    {"↑", '^'}, {"↓", 'v'},  {"←", '<'},  {"→", '>'}, {"▁", '_'}, {"▂", '='},
    {"━", '-'}, {"┃", '|'},  {"═", '='},  {"║", '#'}, {"─", '-'}, {"│", '|'},
    {"█", '#'}, {"░", '.'},  {"●", 'o'},  {"○", 'o'}, {"★", '*'}, {"⚑", 'P'},
    {"à", 'a'}, {"á", 'a'},  {"ä", 'a'},  {"ç", 'c'}, {"è", 'e'}, {"é", 'e'},
    {"ê", 'e'}, {"ï", 'i'},  {"ó", 'o'},  {"ö", 'o'}, {"ø", 'o'}, {"ü", 'u'},
};

/* Writes what stands for one character in UTF-8, in as many columns as the
 * character takes, so that boards and tables keep their shape: "?" if there is
 * nothing like it. Returns the number of bytes. */
enum { ASCII_TEXT = 3 };
static size_t ascii_of(const char *bytes, size_t size, char text[ASCII_TEXT]) {
  int width = utf8_width(bytes, size);
  size_t count = width < 0 ? 0 : width < ASCII_TEXT ? (size_t)width : 1;
  memset(text, '?', count);
  for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
    if (strlen(SIGNS[i].sign) == size &&
        memcmp(SIGNS[i].sign, bytes, size) == 0 && count > 0)
      text[0] = SIGNS[i].ascii;
  return count;
}

/* ---- filtering -----------------------------------------------------------*/

/* Marks that the next byte is the command's own. Text from elsewhere consists
 * of C strings, which cannot contain it. */
enum { OWN = '\0' };

/* A stream and the bytes on their way through its filter. */
typedef struct Filter {
  int file;
  FILE *raw;      /* the original stream; NULL if there is no filter */
  bool ascii;     /* for a terminal without UTF-8 */
  bool own;       /* the last byte was the mark */
  size_t begun;   /* bytes of a character that is not complete yet */
  char bytes[5];  /* NUL-terminated */
  size_t waiting; /* bytes to be written */
  char line[4096];
} Filter;

static Filter filters[2];

static bool write_waiting(Filter *f) {
  bool good = file_write_at(f->file, f->line, f->waiting, FILE_END);
  f->waiting = 0;
  return good;
}

static bool emit(Filter *f, const char *bytes, size_t size) {
  bool room = f->waiting + size <= sizeof f->line || write_waiting(f);
  if (room)
    memcpy(f->line + f->waiting, bytes, size);
  f->waiting += room ? size : 0;
  return room;
}

/* Emits a printable character. */
static bool emit_printable(Filter *f, size_t size) {
  char text[ASCII_TEXT];
  if (!f->ascii || size == 1)
    return emit(f, f->bytes, size);
  size_t length = ascii_of(f->bytes, size, text);
  return emit(f, text, length);
}

/* Emits the bytes of a character, or as much of it as there is. */
static bool end_character(Filter *f) {
  size_t size = f->begun;
  f->bytes[size] = '\0';
  f->begun = 0;
  bool layout = f->bytes[0] == '\n' || f->bytes[0] == '\t';
  if (size == 0)
    return true;
  if (layout || utf8_printable_size(f->bytes) == size)
    return emit_printable(f, size);
  return utf8_char_size(f->bytes) == size ? emit(f, "?", 1)
                                          : emit(f, "????", size);
}

/* The bytes of the character that starts with this one, if it is valid. */
static size_t wanted_size(char first) {
  unsigned char c = (unsigned char)first;
  return c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

static bool filter_byte(Filter *f, char byte) {
  if (f->own) {
    f->own = false;
    return emit(f, &byte, 1);
  }
  bool continues = ((unsigned char)byte & 0xc0) == 0x80;
  if (!continues && !end_character(f))
    return false;
  f->own = byte == OWN;
  if (f->own)
    return true;
  f->bytes[f->begun++] = byte;
  return f->begun < wanted_size(f->bytes[0]) || end_character(f);
}

/* Returns 0 on failure, as fopencookie wants it. */
static ssize_t write_filtered(void *cookie, const char *bytes, size_t size) {
  Filter *f = cookie;
  bool good = true;
  for (size_t i = 0; i < size && good; i++)
    good = filter_byte(f, bytes[i]);
  return write_waiting(f) && good ? (ssize_t)size : 0;
}

/* ---- streams -------------------------------------------------------------*/

/* Returns the filtered stream, or the raw one if memory runs out. */
static FILE *filter_start(Filter *f, FILE *raw, int buffering) {
  FILE *out =
      fopencookie(f, "w", (cookie_io_functions_t){.write = write_filtered});
  f->file = fileno(raw);
  f->ascii = isatty(f->file) && ascii_is_wanted();
  f->raw = out ? raw : NULL;
  if (!out)
    return raw;
  setvbuf(out, NULL, buffering, BUFSIZ);
  return out;
}

void output_filter(void) {
  stdout = filter_start(&filters[0], stdout,
                        isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
  stderr = filter_start(&filters[1], stderr, _IONBF);
}

RawOutput output_raw(void) {
  return (RawOutput){filters[0].raw ? filters[0].raw : stdout,
                     filters[1].raw ? filters[1].raw : stderr};
}

void output_control(FILE *out, const char *format, ...) {
  char text[1024], marked[2 * sizeof text];
  size_t used = 0;
  bool filtered = filters[out == stderr].raw;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  for (const char *c = text; *c; c++) {
    if (filtered && !utf8_printable_size(c) && utf8_char_size(c))
      marked[used++] = OWN;
    marked[used++] = *c;
  }
  fwrite(marked, 1, used, out);
}

void output_trace(FILE *out, const Error *error) {
  const char *line = error->trace;
  const char *second = strchr(line, '\n');
  if (!second || !second[1])
    return;
  while (*line) {
    int length = (int)strcspn(line, "\n");
    fprintf(out, "  %.*s\n", length, line);
    line += length + (line[length] == '\n');
  }
}

bool output_end(void) {
  Filter *f = &filters[0];
  errno = 0;
  bool good = fflush(stdout) == 0 && !ferror(stdout);
  return (!f->raw || (end_character(f) && write_waiting(f))) && good;
}
