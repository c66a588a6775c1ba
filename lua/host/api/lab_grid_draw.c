/* The drawing of a grid as text, with the names of columns and rows. */
#include "lua/host/api/lab_grid.h"
#include <string.h>

/* A screen of characters. A column of the board takes two of them, so that each
 * row of hexagons can begin half a cell further right than the one before it;
 * a row takes one, or two if diagonal lines pass between the rows. */
enum {
  MARGIN = 4, /* for the names of rows */
  WIDTH = MARGIN + 3 * GRID_SIDE_MAX,
  HEIGHT = 2 * GRID_SIDE_MAX + 2,
  CHARACTER = 5, /* bytes, with the NUL */
  LINE = WIDTH * CHARACTER
};

typedef struct Screen {
  const Field *field;
  const Grid *grid;
  const int32_t *cells;
  int pitch; /* from one row to the next */
  int left;  /* what the first cell of hexagons is further right */
  char text[HEIGHT][WIDTH][CHARACTER];
} Screen;

/* Where the cell of a column and row is, which need not be on the board. The
 * first and the last line are for the names of columns. */
static int screen_x(const Screen *s, int column, int row) {
  int margin = s->field->bare ? 0 : MARGIN;
  return margin + 2 * column + (s->grid->shape.hex ? row : 0) - s->left;
}

static int screen_y(const Screen *s, int row) {
  int rows = s->grid->shape.rows;
  return 1 + s->pitch * (s->field->down ? row : rows - 1 - row);
}

static void put(Screen *s, int x, int y, const char *text, size_t size) {
  if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT || size >= CHARACTER)
    return;
  memcpy(s->text[y][x], text, size);
  s->text[y][x][size] = '\0';
}

/* ---- lines ---------------------------------------------------------------*/

static int sign(int number) {
  return (number > 0) - (number < 0);
}

/* Draws what is between two points, if it is level, upright or diagonal. */
static void draw_line(Screen *s, int from, int to) {
  const Grid *g = s->grid;
  int x = screen_x(s, g->column[from], g->row[from]),
      y = screen_y(s, g->row[from]);
  int dx = screen_x(s, g->column[to], g->row[to]) - x,
      dy = screen_y(s, g->row[to]) - y;
  int steps = dy ? dy * sign(dy) : dx * sign(dx);
  if (dx && dy && dx * sign(dx) != dy * sign(dy) * 2 / s->pitch)
    return;
  int ahead = dy ? dx / steps : sign(dx);
  const char *mark = !dy ? "-" : !dx ? "|" : sign(dx) == sign(dy) ? "\\" : "/";
  for (int i = 1; i < steps; i++)
    put(s, x + i * ahead, y + i * sign(dy), mark, 1);
}

static void draw_lines(Screen *s) {
  const Grid *g = s->grid;
  for (int cell = 0; cell < g->cells; cell++)
    for (int i = 0; i < g->neighbours[cell]; i++)
      if (g->neighbour[cell][i] > cell)
        draw_line(s, cell, g->neighbour[cell][i]);
}

/* Whether a line leads to a cell that touches with a corner. */
static bool has_diagonals(const Grid *g) {
  for (int cell = 0; cell < g->cells; cell++)
    for (int i = 0; i < g->neighbours[cell]; i++) {
      int other = g->neighbour[cell][i];
      int dx = g->column[other] - g->column[cell],
          dy = g->row[other] - g->row[cell];
      if (dx * dx == 1 && dy * dy == 1)
        return true;
    }
  return false;
}

/* ---- names ---------------------------------------------------------------*/

static void put_number(Screen *s, int x, int row) {
  char text[3] = {(char)(row < 9 ? ' ' : '0' + (row + 1) / 10),
                  (char)('0' + (row + 1) % 10)};
  put(s, x, screen_y(s, row), text, 1);
  put(s, x + 1, screen_y(s, row), text + 1, 1);
}

/* The numbers of rows stand on the left, of a rhombus beside its cells. */
static void draw_numbers(Screen *s) {
  for (int row = 0; row < s->grid->shape.rows; row++)
    put_number(s, s->grid->whole ? screen_x(s, 0, row) - MARGIN : 0, row);
}

/* The letters of columns stand where the row before the first would be or, if
 * cells of a rhombus are missing, beyond the last cell of each column. */
static void draw_letters(Screen *s) {
  const GridShape *shape = &s->grid->shape;
  const bool beyond = shape->hex && !s->grid->whole;
  for (int column = 0; column < shape->columns; column++) {
    char letter = (char)('a' + column);
    int last = shape->rows - 1;
    while (beyond && last > 0 &&
           grid_cell(s->grid, column, last) == GRID_NO_CELL)
      last--;
    int row = beyond ? last + 1 : -1;
    put(s, screen_x(s, column, row), screen_y(s, row), &letter, 1);
  }
}

/* ---- all of it -----------------------------------------------------------*/

static void draw_cells(Screen *s) {
  for (int cell = 0; cell < s->grid->cells; cell++) {
    size_t size = 1;
    const char *mark = field_mark(s->field, s->cells[cell], &size);
    put(s, screen_x(s, s->grid->column[cell], s->grid->row[cell]),
        screen_y(s, s->grid->row[cell]), mark ? mark : "?", mark ? size : 1);
  }
}

/* Hexagons begin at the left whatever cells are missing there. */
static int free_columns(const Grid *g) {
  int least = WIDTH;
  for (int cell = 0; cell < g->cells; cell++) {
    int x = 2 * g->column[cell] + g->row[cell];
    least = x < least ? x : least;
  }
  return g->shape.hex && !g->whole ? least : g->shape.hex ? -1 : 0;
}

static void paint(Screen *s) {
  s->left = free_columns(s->grid);
  s->pitch = s->field->points && has_diagonals(s->grid) ? 2 : 1;
  if (s->field->points)
    draw_lines(s);
  if (!s->field->bare) {
    draw_numbers(s);
    draw_letters(s);
  }
  draw_cells(s);
}

/* Writes a line without what is empty at its end. Returns its length. */
static size_t write_line(const Screen *s, int y, char line[LINE]) {
  size_t length = 0;
  int width = WIDTH;
  while (width > 0 && !s->text[y][width - 1][0])
    width--;
  for (int x = 0; x < width; x++) {
    const char *character = s->text[y][x][0] ? s->text[y][x] : " ";
    size_t size = strlen(character);
    memcpy(line + length, character, size);
    length += size;
  }
  return length;
}

int lab_grid_draw(GridCall *c) {
  lua_State *L = c->L;
  if (lua_gettop(L) > 1)
    return luaL_error(L, "draw takes no arguments: declare the characters in "
                         "lab.grid { marks = \".XO\", … }");
  Screen s = {
      .field = c->b->field, .grid = c->grid, .cells = lab_grid_cells(c->b)};
  lab_charge_cells(L, c->b, 64);
  paint(&s);
  luaL_Buffer drawing;
  luaL_buffinit(L, &drawing);
  bool more = false;
  for (int y = 0; y < HEIGHT; y++) {
    char line[LINE];
    size_t length = write_line(&s, y, line);
    if (more && length > 0)
      luaL_addchar(&drawing, '\n');
    luaL_addlstring(&drawing, line, length);
    more |= length > 0;
  }
  luaL_pushresult(&drawing);
  return 1;
}

void lab_draw_field(const Field *field, const int32_t cells[], FILE *out) {
  Screen s = {.field = field, .grid = field->grid, .cells = cells};
  paint(&s);
  for (int y = 0; y < HEIGHT; y++) {
    char line[LINE];
    size_t length = write_line(&s, y, line);
    if (length > 0)
      fprintf(out, "%.*s\n", (int)length, line);
  }
}
