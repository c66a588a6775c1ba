/* The method of grids that draws them. */
#include "lua/host/api/lab_grid_methods.h"

/* The characters of a UTF-8 text: each is from its start to the next one's. */
typedef struct Marks {
  int count;
  const char *start[FIELD_MARKS_MAX + 1];
} Marks;

static void read_marks(const char *text, Marks *marks) {
  marks->count = 0;
  for (; *text; text++)
    if ((*text & 0xC0) != 0x80)
      marks->start[marks->count++] = text;
  marks->start[marks->count] = text;
}

static void add_mark(luaL_Buffer *drawing, const Marks *marks, int32_t value) {
  luaL_addchar(drawing, ' ');
  if (value < 0 || value >= marks->count) {
    luaL_addchar(drawing, '?');
    return;
  }
  const char *const *mark = &marks->start[value];
  luaL_addlstring(drawing, mark[0], (size_t)(mark[1] - mark[0]));
}

static void add_spaces(luaL_Buffer *drawing, int number) {
  for (int i = 0; i < number; i++)
    luaL_addchar(drawing, ' ');
}

static void add_letters(luaL_Buffer *drawing, int columns) {
  add_spaces(drawing, 3);
  for (int x = 0; x < columns; x++) {
    luaL_addchar(drawing, ' ');
    luaL_addchar(drawing, (char)('a' + x));
  }
}

/* Each row of hexagons is half a cell further to the right than the one before
 * it. */
static void add_row(luaL_Buffer *drawing, const GridObject *b,
                    const Marks *marks, int y) {
  const GridShape *shape = &b->grid->shape;
  char label[8] = {(char)(y + 1 < 10 ? ' ' : '0' + (y + 1) / 10),
                   (char)('0' + (y + 1) % 10), ' ', '\0'};
  add_spaces(drawing, shape->hex ? y + 1 : 0);
  luaL_addstring(drawing, label);
  for (int x = 0; x < shape->columns; x++)
    add_mark(drawing, marks, lab_grid_cells(b)[y * shape->columns + x]);
}

/* The first row is at the bottom or, if rows go down, at the top, and the
 * columns' names are where the row before it would be. */
static int draw(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  if (lua_gettop(L) > 1)
    return luaL_error(L, "draw takes no arguments: declare the characters in "
                         "lab.grid { marks = \".XO\", … }");
  Marks marks;
  read_marks(b->field->marks, &marks);
  bool down = b->field->down;
  int rows = b->grid->shape.rows;
  luaL_Buffer drawing;
  lab_charge_cells(L, b, 64);
  luaL_buffinit(L, &drawing);
  if (down)
    add_letters(&drawing, b->grid->shape.columns);
  for (int i = 0; i < rows; i++) {
    if (down)
      luaL_addchar(&drawing, '\n');
    add_row(&drawing, b, &marks, down ? i : rows - 1 - i);
    if (!down)
      luaL_addchar(&drawing, '\n');
  }
  if (!down)
    add_letters(&drawing, b->grid->shape.columns);
  luaL_pushresult(&drawing);
  return 1;
}

const luaL_Reg lab_grid_draw_methods[] = {{"draw", draw}, {NULL, NULL}};
