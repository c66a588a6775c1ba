#include "cli/terminal/markdown.h"

#include "cli/terminal/format.h"
#include "core/base/need.h"
#include "core/base/utf8.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 12, TABLE_GAP = 3 };

typedef struct Markdown {
  FILE *out;
  int columns;
  const char *text; /* what is left, from the start of a line */
} Markdown;

static size_t line_length(const char *line) {
  return strcspn(line, "\n");
}

static const char *next_line(const char *line) {
  size_t length = line_length(line);
  return line + length + (line[length] == '\n');
}

static bool begins(const char *line, const char *with) {
  return strncmp(line, with, strlen(with)) == 0;
}

/* The length of "- " or "12. " at the start of an item of a list; 0 if it is
 * none. */
static int marker_length(const char *line) {
  size_t digits = strspn(line, "0123456789");
  if (begins(line, "- "))
    return 2;
  return digits && begins(line + digits, ". ") ? (int)digits + 2 : 0;
}

/* Says which chapter a link leads to: "../guide/first-bot.md#options". Other
 * pages have names in capitals. */
static void write_chapter(FILE *out, const char *target, const char *end) {
  const char *dot = strstr(target, ".md"), *name = dot;
  if (!dot || dot >= end)
    return;
  while (name > target && name[-1] != '/')
    name--;
  if (islower((unsigned char)*name))
    fprintf(out, " (boardlab help %.*s)", (int)(dot - name), name);
}

/* Takes the targets of links out of a text, and pictures. */
static void write_plain(FILE *out, const char *text, size_t length) {
  bool code = false; /* in which brackets are no links */
  for (const char *end = text + length; text < end; text++) {
    code = code != (*text == '`');
    const char *middle = !code && (*text == '[' || begins(text, "!["))
                             ? strstr(text, "](")
                             : NULL;
    const char *close = middle ? strchr(middle, ')') : NULL;
    if (!close || close >= end) {
      text += begins(text, "\\|"); /* a bar that is no end of a cell */
      fputc(*text, out);
      continue;
    }
    if (*text == '[') {
      fwrite(text + 1, 1, (size_t)(middle - text) - 1, out);
      write_chapter(out, middle + strlen("]("), close);
    }
    text = close;
  }
}

/* ---- tables --------------------------------------------------------------*/

typedef struct TableRow {
  int count;
  char *cell[CELLS_MAX];
} TableRow;

static bool is_escaped(const char *line, const char *bar) {
  return bar > line && bar[-1] == '\\';
}

static TableRow read_row(const char *line) {
  TableRow row = {0};
  const char *end = line + line_length(line);
  for (const char *cell = line + 1; cell < end && row.count < CELLS_MAX;) {
    const char *bar = cell;
    size_t size = 0;
    while (bar < end && (*bar != '|' || is_escaped(line, bar)))
      bar++;
    while (cell < bar && *cell == ' ')
      cell++;
    const char *last = bar;
    while (last > cell && last[-1] == ' ')
      last--;
    FILE *out = need_stream(&row.cell[row.count++], &size);
    write_plain(out, cell, (size_t)(last - cell));
    need_close(out);
    cell = bar + 1;
  }
  return row;
}

static void free_row(TableRow *row) {
  for (int i = 0; i < row->count; i++)
    free(row->cell[i]);
}

static int cell_width(const TableRow *row, int i) {
  return i < row->count ? utf8_width(row->cell[i], strlen(row->cell[i])) : 0;
}

/* The columns of a table side by side. */
static void write_row(FILE *out, const TableRow *row, const int width[]) {
  for (int i = 0; i < row->count; i++) {
    bool last = i == row->count - 1;
    fprintf(out, "%s%*s", row->cell[i],
            last ? 0 : width[i] + TABLE_GAP - cell_width(row, i), "");
  }
  fputc('\n', out);
}

/* What does not fit side by side: the first cell, and the others below it, with
 * their titles if there are several. */
static void write_entry(FILE *out, const TableRow *titles, const TableRow *row,
                        int columns) {
  fprintf(out, "%s\n", row->cell[0]);
  for (int i = 1; i < row->count; i++) {
    bool titled = row->count > 2 && i < titles->count && titles->cell[i][0];
    int indent = titled ? 6 + cell_width(titles, i) : 4;
    if (!row->cell[i][0])
      continue;
    fprintf(out, titled ? "    %s: " : "    ", titled ? titles->cell[i] : "");
    write_wrapped(out, row->cell[i], indent < columns / 2 ? indent : 4,
                  columns);
  }
}

static int table_rows(const char *text) {
  int rows = 0;
  for (; *text == '|'; text = next_line(text))
    rows++;
  return rows;
}

/* The second line only separates the titles from the rows. */
static void write_table(Markdown *m) {
  int rows = table_rows(m->text), width[CELLS_MAX] = {0}, total = 0;
  TableRow *row = need_array((size_t)rows, sizeof *row);
  for (int i = 0; i < rows; i++, m->text = next_line(m->text))
    row[i] = read_row(m->text);
  for (int i = 0; i < CELLS_MAX; i++) {
    for (int j = 0; j < rows; j++)
      if (j != 1 && cell_width(&row[j], i) > width[i])
        width[i] = cell_width(&row[j], i);
    total += width[i] ? width[i] + TABLE_GAP : 0;
  }
  for (int j = 0; j < rows; j++) {
    if (j != 1 && total - TABLE_GAP <= m->columns)
      write_row(m->out, &row[j], width);
    else if (j > 1)
      write_entry(m->out, &row[0], &row[j], m->columns);
  }
  for (int j = 0; j < rows; j++)
    free_row(&row[j]);
  free(row);
}

/* ---- other blocks --------------------------------------------------------*/

static void write_code(Markdown *m) {
  m->text = next_line(m->text);
  for (; *m->text && !begins(m->text, "```"); m->text = next_line(m->text))
    fprintf(m->out, "%s%.*s\n", line_length(m->text) ? "    " : "",
            (int)line_length(m->text), m->text);
  m->text = next_line(m->text);
}

static void write_heading(Markdown *m) {
  size_t marks = strspn(m->text, "#");
  bool top = marks == 1;
  const char *title = m->text + marks + 1;
  for (size_t i = 0; i < line_length(title); i++)
    fputc(top ? toupper((unsigned char)title[i]) : title[i], m->out);
  fputc('\n', m->out);
  if (marks == 2)
    for (int i = utf8_width(title, line_length(title)); i > 0; i--)
      fputc('-', m->out);
  fprintf(m->out, marks == 2 ? "\n" : "");
  m->text = next_line(m->text);
}

static bool is_text(const char *line) {
  return line_length(line) && !strchr("#|", *line) && !begins(line, "```");
}

/* Lines up to an empty one, another block, or the next item of a list. */
static void write_paragraph(Markdown *m) {
  char *joined = NULL, *plain = NULL;
  size_t length = 0, size = 0;
  int indent = marker_length(m->text);
  FILE *out = need_stream(&joined, &length);
  do {
    const char *line = m->text + strspn(m->text, " ");
    fprintf(out, "%s%.*s", ftell(out) ? " " : "", (int)line_length(line), line);
    m->text = next_line(m->text);
  } while (is_text(m->text) && !marker_length(m->text));
  need_close(out);
  out = need_stream(&plain, &size);
  write_plain(out, joined, length);
  need_close(out);
  write_wrapped(m->out, plain, indent, m->columns);
  free(plain);
  free(joined);
}

void markdown_write(FILE *out, const char *text, int columns) {
  Markdown m = {out, columns, text};
  while (*m.text) {
    if (*m.text == '\n') {
      fputc('\n', out);
      m.text++;
    } else if (*m.text == '#')
      write_heading(&m);
    else if (*m.text == '|')
      write_table(&m);
    else if (begins(m.text, "```"))
      write_code(&m);
    else
      write_paragraph(&m);
  }
}
