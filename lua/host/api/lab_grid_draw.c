/* The method of grids that draws them. */
#include "core/base/utf8.h"
#include "lua/host/api/lab_grid_methods.h"

static void add_letters(luaL_Buffer *drawing, int columns) {
  luaL_addstring(drawing, "   ");
  for (int x = 0; x < columns; x++) {
    luaL_addchar(drawing, ' ');
    luaL_addchar(drawing, (char)('a' + x));
  }
}

/* Each row of hexagons is half a cell further to the right than the one before
 * it. */
static void add_row(luaL_Buffer *drawing, const GridObject *b, int y) {
  const GridShape *shape = &b->grid->shape;
  for (int i = 0; shape->hex && i <= y; i++)
    luaL_addchar(drawing, ' ');
  luaL_addchar(drawing, (char)(y + 1 < 10 ? ' ' : '0' + (y + 1) / 10));
  luaL_addchar(drawing, (char)('0' + (y + 1) % 10));
  luaL_addchar(drawing, ' ');
  for (int x = 0; x < shape->columns; x++) {
    size_t size;
    const char *mark =
        field_mark(b->field, lab_grid_cells(b)[y * shape->columns + x], &size);
    luaL_addchar(drawing, ' ');
    luaL_addlstring(drawing, mark ? mark : "?", mark ? size : 1);
  }
}

/* The first row is at the bottom or, if rows go down, at the top, and the
 * columns' names are where the row before it would be. */
static int draw(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  if (lua_gettop(L) > 1)
    return luaL_error(L, "draw takes no arguments: declare the characters in "
                         "lab.grid { marks = \".XO\", … }");
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
    add_row(&drawing, b, down ? i : rows - 1 - i);
    if (!down)
      luaL_addchar(&drawing, '\n');
  }
  if (!down)
    add_letters(&drawing, b->grid->shape.columns);
  luaL_pushresult(&drawing);
  return 1;
}

const luaL_Reg lab_grid_draw_methods[] = {{"draw", draw}, {NULL, NULL}};
