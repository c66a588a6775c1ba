/* The integers that rules and variants keep in positions: s.last, s.board[3].
 */
#include "lua/host/api/lab_grid.h"
#include "lua/host/api/lab_state_internal.h"

static const char ARRAY_TAG = 0;

/* An array field of a position, which is its user value. */
typedef struct ArrayObject {
  const void *tag;
  StateObject *state;
  size_t offset;
  int count;
  const char *name;
} ArrayObject;

static int32_t *number_at(const StateObject *s, size_t offset) {
  return (int32_t *)((char *)s->full_state + offset);
}

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

static ArrayObject *check_array(lua_State *L) {
  if (!lab_is_object(L, 1, &ARRAY_TAG, sizeof(ArrayObject)))
    luaL_typeerror(L, 1, "array of a state");
  ArrayObject *array = lua_touserdata(L, 1);
  if (!array->state->state || !array->state->owner->game)
    luaL_error(L,
               "this position was only valid during the call; keep s:copy()");
  return array;
}

static int array_get(lua_State *L) {
  const ArrayObject *array = check_array(L);
  int is_integer;
  lua_Integer i = lua_tointegerx(L, 2, &is_integer);
  if (is_integer && i >= 1 && i <= array->count)
    lua_pushinteger(L, number_at(array->state, array->offset)[i - 1]);
  else
    lua_pushnil(L);
  return 1;
}

static int array_set(lua_State *L) {
  const ArrayObject *array = check_array(L);
  lua_Integer i = luaL_checkinteger(L, 2);
  lua_getiuservalue(L, 1, 1);
  lab_check_editable(L, -1);
  if (i < 1 || i > array->count)
    return luaL_error(L, "%s has elements 1 to %d, not %I", array->name,
                      array->count, (LUAI_UACINT)i);
  number_at(array->state, array->offset)[i - 1] =
      lab_check_number(L, 3, array->name);
  return 0;
}

static int array_length(lua_State *L) {
  lua_pushinteger(L, check_array(L)->count);
  return 1;
}

static void push_array_metatable(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &ARRAY_TAG) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  static const luaL_Reg FUNCTIONS[] = {{"__index", array_get},
                                       {"__newindex", array_set},
                                       {"__len", array_length},
                                       {NULL, NULL}};
  luaL_newlib(L, FUNCTIONS);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &ARRAY_TAG);
}

static void new_array(lua_State *L, StateObject *s, const Field *field,
                      size_t offset) {
  ArrayObject *array = lua_newuserdatauv(L, sizeof *array, 1);
  *array = (ArrayObject){&ARRAY_TAG, s, offset, field->count, field->name};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  push_array_metatable(L);
  lua_setmetatable(L, -2);
}

/* Pushes the array or grid object of a field. A position has only one for each.
 */
static void push_array(lua_State *L, StateObject *s, const Field *field,
                       size_t offset) {
  if (lua_getiuservalue(L, 1, ARRAYS_SLOT) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, ARRAYS_SLOT);
  }
  if (lua_getfield(L, -1, field->name) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  if (field->grid)
    lab_new_grid(L, s, field, offset);
  else
    new_array(L, s, field, offset);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, field->name);
}

int lab_get_field(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
    return 1;
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  StateObject *s = lab_check_state(L, 1);
  size_t offset;
  const Field *field = game_field(s->full_game, name, &offset);
  if (!field)
    return 1; /* nil */
  if (field->count)
    push_array(L, s, field, offset);
  else
    lua_pushinteger(L, *number_at(s, offset));
  return 1;
}

int lab_set_field(lua_State *L) {
  StateObject *s = lab_check_editable(L, 1);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  size_t offset;
  const Field *field = game_field(s->full_game, name, &offset);
  if (!field)
    return luaL_error(L, "a position of %s has no field '%s'",
                      s->full_game->spec, name);
  if (field->count)
    return luaL_error(L, "%s is %s: set its %s, as in s.%s[1] = 0", name,
                      field->grid ? "a grid" : "an array",
                      field->grid ? "cells" : "elements", name);
  *number_at(s, offset) = lab_check_number(L, 3, name);
  return 0;
}
