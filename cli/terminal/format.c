#include "cli/terminal/format.h"

#include "analysis/result/document.h"
#include "cli/terminal/look.h"
#include "core/base/utf8.h"
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void format_duration(double seconds, char text[DURATION_TEXT]) {
  static const struct {
    double seconds, up_to; /* of the unit; up to so many of them */
    const char *name;
  } UNITS[] = {{1, 90, "second"},
               {60, 90, "minute"},
               {3600, 36, "hour"},
               {86400, 1e6, "day"}};
  size_t i = 0;
  while (i + 1 < sizeof UNITS / sizeof *UNITS &&
         seconds > UNITS[i].up_to * UNITS[i].seconds)
    i++;
  double count = fmin(round(seconds / UNITS[i].seconds), UNITS[i].up_to);
  if (count < 1)
    snprintf(text, DURATION_TEXT, "less than a second");
  else
    snprintf(text, DURATION_TEXT, "about %.0f %s%s", count, UNITS[i].name,
             count == 1 ? "" : "s");
}

/* The bytes at the start of a word that fit into so many columns, at least one
 * character. */
static size_t fitting_size(const char *word, size_t size, int columns) {
  size_t fits = 0, next = 0;
  do {
    fits = next;
    next += utf8_char_size(word + next);
    next += next == fits;
  } while (next <= size && (fits == 0 || utf8_width(word, next) <= columns));
  return fits;
}

/* Writes a line of `length` bytes, wrapped between words, and within words that
 * are longer than a line. */
static void wrap(FILE *out, const char *text, size_t length, int indent,
                 int columns) {
  const char *end = text + length;
  int column = indent;
  for (bool first = true; text < end; first = false) {
    const char *blank = memchr(text, ' ', (size_t)(end - text));
    size_t word = (size_t)((blank ? blank : end) - text);
    int width = utf8_width(text, word);
    if (!first && column + 1 + width > columns) {
      fprintf(out, "\n%*s", indent, "");
      column = indent;
    } else if (!first) {
      fprintf(out, " ");
      column++;
    }
    if (column + width > columns) {
      word = fitting_size(text, word, columns - column);
      width = utf8_width(text, word);
    }
    fprintf(out, "%.*s", (int)word, text);
    column += width;
    for (text += word; text < end && *text == ' ';)
      text++;
  }
  fprintf(out, "\n");
}

void print_wrapped(const char *text, int indent) {
  wrap(stdout, text, strlen(text), indent, 80);
}

void write_wrapped(FILE *out, const char *text, int indent, int columns) {
  wrap(out, text, strlen(text), indent, columns > 0 ? columns : INT_MAX);
}

static void print_lines(const Sentences *sentences, int columns) {
  for (int i = 0; i < sentences->count; i++)
    write_wrapped(stdout, sentences->text[i], 0, columns);
}

bool print_document(const Document *d, Error *error) {
  enum { READABLE = 100 }; /* columns of text */
  int columns = look_of_terminal().columns;
  for (int i = 0; i < d->tables; i++)
    if (!d->table[i].hidden && !result_print(&d->table[i], stdout, error))
      return false;
  columns = columns > READABLE ? READABLE : columns;
  print_lines(&d->below, columns);
  if (d->verdict.count)
    printf("\n");
  print_lines(&d->verdict, columns);
  if (d->notes.count)
    printf("\n");
  print_lines(&d->notes, columns);
  return true;
}

/* The width of the longest line of a paragraph. */
static int longest_line(const char *text) {
  int longest = 0;
  for (size_t length; *text && *text != '\n';
       text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    int width = utf8_width(text, length);
    longest = width > longest ? width : longest;
  }
  return longest;
}

void join_lines(char *text) {
  int longest = 0;
  for (bool begins = true; *text;) {
    size_t length = strcspn(text, "\n");
    char *next = text + length + (text[length] == '\n');
    size_t word = strcspn(next, " \n");
    if (begins)
      longest = longest_line(text);
    begins = length == 0;
    bool wraps =
        utf8_width(text, length) + 1 + utf8_width(next, word) > longest;
    if (word > 0 && length > 0 && (wraps || islower((unsigned char)next[0])))
      text[length] = ' ';
    text = next;
  }
}

/* Where a long line continues: below what stands right of its last gap, as in a
 * list of commands, if that leaves room. */
static int hanging_indent(const char *line, size_t length, int columns) {
  size_t indent = 0;
  for (size_t i = 0; i < length && i < (size_t)columns / 2; i++)
    if (line[i] == ' ' && (i == 0 || line[i - 1] == ' '))
      indent = i + 1;
  return (int)indent;
}

void write_fitted(FILE *out, const char *text, int columns) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    if (columns <= 0 || utf8_width(text, length) <= columns) {
      fprintf(out, "%.*s\n", (int)length, text);
    } else {
      int indent = hanging_indent(text, length, columns);
      fprintf(out, "%.*s", indent, text);
      wrap(out, text + indent, length - (size_t)indent, indent, columns);
    }
    text += length + (text[length] == '\n');
  }
}
