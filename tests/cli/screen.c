#include "tests/cli/screen.h"

#include <stdlib.h>
#include <string.h>

void screen_resize(Screen *s, int columns, int rows) {
  s->columns = columns < SCREEN_COLUMNS ? columns : SCREEN_COLUMNS;
  s->rows = rows < SCREEN_ROWS ? rows : SCREEN_ROWS;
  s->row = s->row < s->rows ? s->row : s->rows - 1;
  s->column = s->column < s->columns ? s->column : s->columns - 1;
  s->full = false;
}

/* ---- the cursor ----------------------------------------------------------*/

static void clear(Screen *s, int row, int from, int to) {
  for (int column = from; column < to; column++)
    s->cell[row][column][0] = '\0';
}

static void next_line(Screen *s) {
  if (++s->row < s->rows)
    return;
  s->row = s->rows - 1;
  s->scrolled++;
  memmove(s->cell[0], s->cell[1], (size_t)s->row * sizeof s->cell[0]);
  clear(s, s->row, 0, SCREEN_COLUMNS);
}

static void put(Screen *s, const char *character) {
  if (s->full) {
    s->wrapped++;
    s->column = 0;
    next_line(s);
  }
  snprintf(s->cell[s->row][s->column], 5, "%.4s", character);
  s->full = s->column + 1 == s->columns;
  s->column += !s->full;
}

static void go_to(Screen *s, int row, int column) {
  s->row = row < 0 ? 0 : row < s->rows ? row : s->rows - 1;
  s->column = column < 0 ? 0 : column < s->columns ? column : s->columns - 1;
  s->full = false;
}

/* ---- escape sequences ----------------------------------------------------*/

static void erase(Screen *s, char what, int number) {
  clear(s, s->row, number ? 0 : s->column, SCREEN_COLUMNS);
  for (int row = s->row + 1; what == 'J' && row < s->rows; row++)
    clear(s, row, 0, SCREEN_COLUMNS);
}

/* Deletes characters, or with a negative number inserts blanks. */
static void shift(Screen *s, int by) {
  for (int i = 0; i < abs(by); i++) {
    char(*cell)[5] = &s->cell[s->row][s->column];
    size_t rest = (size_t)(SCREEN_COLUMNS - s->column - 1) * sizeof *cell;
    if (by > 0)
      memmove(cell[0], cell[1], rest);
    else
      memmove(cell[1], cell[0], rest);
    cell[by > 0 ? SCREEN_COLUMNS - s->column - 1 : 0][0] = '\0';
  }
}

static void obey(Screen *s, const char *parameters, char final) {
  int number = atoi(parameters), count = number ? number : 1;
  const char *second = strchr(parameters, ';');
  if (final == 'H') {
    go_to(s, count - 1, second ? atoi(second + 1) - 1 : 0);
    s->scrolled = s->wrapped = 0;
  } else if (final == 'K' || final == 'J') {
    erase(s, final, number);
  } else if (final == 'C' || final == 'D') {
    go_to(s, s->row, s->column + (final == 'C' ? count : -count));
  } else if (final == 'A' || final == 'B') {
    go_to(s, s->row + (final == 'B' ? count : -count), s->column);
  } else if (final == 'P' || final == '@') {
    shift(s, final == 'P' ? count : -count);
  }
}

/* ---- bytes ---------------------------------------------------------------*/

static size_t wanted_size(unsigned char first) {
  return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static void control(Screen *s, char c) {
  if (c == '\n')
    next_line(s);
  else if (c == '\r' || c == '\b')
    go_to(s, s->row, c == '\r' ? 0 : s->column - 1);
  else if (c == '\t')
    go_to(s, s->row, s->column / 8 * 8 + 8);
  s->full = false;
}

static void take(Screen *s) {
  bool escape = s->begun[0] == '\033';
  char last = s->begun[s->length - 1];
  if (escape && s->length > 2 && last >= '@' && last <= '~')
    obey(s, s->begun + 2, last);
  else if (escape && s->length < sizeof s->begun - 1 &&
           (s->length < 2 || s->begun[1] == '['))
    return; /* there is more to come */
  else if (!escape && s->length < wanted_size((unsigned char)s->begun[0]))
    return;
  else if (!escape && (unsigned char)s->begun[0] < ' ')
    control(s, s->begun[0]);
  else if (!escape)
    put(s, s->begun);
  s->length = 0;
}

void screen_write(Screen *s, const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    s->begun[s->length++] = bytes[i];
    s->begun[s->length] = '\0';
    take(s);
  }
}

/* ---- the result ----------------------------------------------------------*/

static int line_length(const Screen *s, int row) {
  int length = s->columns;
  while (length > 0 && (!s->cell[row][length - 1][0] ||
                        strcmp(s->cell[row][length - 1], " ") == 0))
    length--;
  return length;
}

void screen_print(const Screen *s, FILE *out) {
  int rows = s->rows;
  while (rows > 0 && line_length(s, rows - 1) == 0)
    rows--;
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < line_length(s, row); column++)
      fputs(s->cell[row][column][0] ? s->cell[row][column] : " ", out);
    fputs("\n", out);
  }
  if (s->scrolled || s->wrapped)
    fprintf(out, "(%d lines scrolled away, %d were too long)\n", s->scrolled,
            s->wrapped);
}
