/* The integers that rules and variants keep in positions: s.taken, s.board[3].
 * A name, or a part of the last move, is a string, or nil. */
#include "lua/host/api/lab_grid.h"

int32_t lab_check_number(lua_State *L, int index, const char *name) {
  int is_integer;
  lua_Integer number = lua_tointegerx(L, index, &is_integer);
  if (!is_integer)
    luaL_error(L, "%s takes integers, not a %s", name,
               lua_type(L, index) == LUA_TNUMBER ? "fractional number"
                                                 : luaL_typename(L, index));
  if (number < INT32_MIN || number > INT32_MAX)
    luaL_error(L, "%s takes 32-bit integers, not %I", name,
               (LUAI_UACINT)number);
  return (int32_t)number;
}

static int count_fields(const Game *game) {
  int count = 0;
  for (; game; game = game->base)
    for (const Field *f = game->fields; f && f->name; f++)
      count++;
  return count;
}

void lab_push_fields(lua_State *L, const Game *full_game) {
  int count = count_fields(full_game), methods = lua_gettop(L), i = 0;
  FieldMap *map =
      lua_newuserdatauv(L, sizeof *map + (size_t)count * sizeof *map->slot, 0);
  map->count = count;
  size_t begins = 0;
  for (const Game *g = full_game; g; begins += g->base_offset, g = g->base)
    for (const Field *f = g->fields; f && f->name; f++, i++) {
      map->slot[i] = (FieldSlot){f, begins + f->offset};
      if (lua_getfield(L, methods, f->name) == LUA_TNIL) {
        lua_pushinteger(L, i);
        lua_setfield(L, methods, f->name);
      }
      lua_pop(L, 1);
    }
}

/* Pushes what the key at index 2 means: a method, the place of a field in the
 * map, or nil. Returns the type. */
static int look_up(lua_State *L) {
  lua_pushvalue(L, 2);
  return lua_rawget(L, lua_upvalueindex(1));
}

/* Shows the grid on top of the stack where Lua looks for keys first. A grid
 * itself checks whether its position is valid. */
static void show_grid(lua_State *L, const char *name) {
  lua_getiuservalue(L, 1, INDEX_SLOT);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

/* Pushes the object of a grid field. A position has only one for each. */
static void push_grid(lua_State *L, StateObject *s, const FieldMap *map,
                      int index) {
  const FieldSlot *slot = &map->slot[index];
  lab_push_tables(L, s, map);
  if (lua_getiuservalue(L, -1, index + 1) != LUA_TNIL)
    return;
  lab_new_grid(L, s, slot->field, slot->offset);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, -4, index + 1);
  if (s->is_quick)
    show_grid(L, slot->field->name);
}

int lab_get_field(lua_State *L) {
  int type = look_up(L);
  if (type == LUA_TFUNCTION)
    return 1;
  StateObject *s = lab_check_valid(L, 1);
  if (type == LUA_TNIL)
    return 1;
  const FieldMap *map = lua_touserdata(L, lua_upvalueindex(2));
  int index = (int)lua_tointeger(L, -1);
  const FieldSlot *slot = &map->slot[index];
  if (slot->field->grid)
    push_grid(L, s, map, index);
  else if (slot->field->count)
    lab_push_array(L, s, map, index);
  else if (slot->field->words && !slot->field->numbered)
    lua_pushstring(L, field_word(slot->field, *lab_numbers(s, slot->offset)));
  else
    lua_pushinteger(L, *lab_numbers(s, slot->offset));
  return 1;
}

int lab_get_other_field(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(3));
  lua_replace(L, 1);
  return lab_get_field(L);
}

/* The number of the word at index 3, or of nil. */
static int32_t check_word(lua_State *L, const Field *f) {
  int type = lua_type(L, 3);
  const char *word = type == LUA_TSTRING ? lua_tostring(L, 3) : NULL;
  int32_t number = word ? field_number(f, word) : 0;
  if (number == 0 && type != LUA_TNIL)
    luaL_error(L, "%s takes a string such as \"%s\", or nil, not %s%s%s",
               f->name, f->words[0], word ? "\"" : "a ",
               word ? word : luaL_typename(L, 3), word ? "\"" : "");
  return number;
}

int lab_set_field(lua_State *L) {
  StateObject *s = lab_check_valid(L, 1);
  lab_require_editable(L, s);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  if (look_up(L) != LUA_TNUMBER)
    return luaL_error(L, "a position of %s has no field '%s'",
                      s->full_game->spec, name);
  const FieldMap *map = lua_touserdata(L, lua_upvalueindex(2));
  const FieldSlot *slot = &map->slot[lua_tointeger(L, -1)];
  if (slot->field->count)
    return luaL_error(L, "%s is %s: set its %s, as in s.%s[1] = 0", name,
                      slot->field->grid ? "a grid" : "an array",
                      slot->field->grid ? "cells" : "elements", name);
  bool word = slot->field->words && !slot->field->numbered;
  int32_t number =
      word ? check_word(L, slot->field) : lab_check_number(L, 3, name);
  *lab_numbers(s, slot->offset) = number;
  return 0;
}
