#include "lua/host/api/declare.h"

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "lua/host/sandbox/plugin.h"
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---------------------------------------------------------------*/

void *texts_alloc(lua_State *L, Texts *texts, size_t size) {
  void **more =
      realloc(texts->block, sizeof *more * (size_t)(texts->count + 1));
  void *block = more ? malloc(size) : NULL;
  if (more)
    texts->block = more;
  if (!block && plugin_of(L))
    plugin_stop(L, plugin_of(L), STOP_SYSTEM);
  if (!block)
    luaL_error(L, "out of memory");
  return texts->block[texts->count++] = block;
}

const char *texts_keep(lua_State *L, Texts *texts, const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(texts_alloc(L, texts, size), text, size);
}

bool texts_move(Texts *from, Texts *to) {
  size_t count = (size_t)(from->count + to->count);
  void **block = count ? realloc(to->block, sizeof *block * count) : NULL;
  if (!block)
    return false;
  to->block = block;
  for (int i = 0; i < from->count; i++)
    block[to->count++] = from->block[i];
  free(from->block);
  *from = (Texts){0};
  return true;
}

void texts_free(Texts *texts) {
  for (int i = 0; i < texts->count; i++)
    free(texts->block[i]);
  free(texts->block);
  *texts = (Texts){0};
}

/* ---- keys ----------------------------------------------------------------*/

bool declare_lists(const char *const *list, const char *word) {
  while (*list && strcmp(*list, word) != 0)
    list++;
  return *list;
}

void declare_push_plain(lua_State *L, int index) {
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, index);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
}

void declare_plain(lua_State *L, int index) {
  declare_push_plain(L, index);
  lua_replace(L, index);
}

/* Of several keys that are not names it reports the first type, and of several
 * unknown keys the first in alphabetical order, so that the message does not
 * depend on the order of the table. */
void declare_known(lua_State *L, int index, const char *what,
                   const char *const *known) {
  const char *unknown = NULL;
  int other = LUA_NUMTYPES;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    int type = lua_type(L, -2);
    if (type != LUA_TSTRING) {
      other = type < other ? type : other;
      continue;
    }
    const char *key = lua_tostring(L, -2);
    if (!declare_lists(known, key) && (!unknown || strcmp(key, unknown) < 0))
      unknown = key;
  }
  if (other < LUA_NUMTYPES)
    luaL_error(L, "%s: keys must be names, not a %s", what,
               lua_typename(L, other));
  Suggestion suggestion = {.wanted = unknown};
  char list[512] = "";
  for (const char *const *k = known; unknown && *k; k++) {
    suggestion_offer(&suggestion, *k);
    text_append_item(list, sizeof list, *k);
  }
  if (unknown && suggestion.word)
    luaL_error(L, "%s has no '%s'; did you mean '%s'?", what, unknown,
               suggestion.word);
  if (unknown)
    luaL_error(L, "%s has no '%s'; it has %s", what, unknown, list);
}

void declare_arguments(lua_State *L, int index, const char *what,
                       const char *const *known) {
  lua_settop(L, index);
  if (lua_isnil(L, index)) {
    lua_newtable(L);
    lua_replace(L, index);
  }
  luaL_checktype(L, index, LUA_TTABLE);
  declare_known(L, index, what, known);
}

const char *declare_text(lua_State *L, int index, const char *key,
                         const char *otherwise, Texts *texts) {
  int type = lua_getfield(L, index, key);
  const char *text = otherwise;
  if (type == LUA_TSTRING)
    text = lua_tostring(L, -1);
  else if (type != LUA_TNIL)
    luaL_error(L, "'%s' must be a string, not a %s", key, luaL_typename(L, -1));
  if (text)
    text = texts_keep(L, texts, text);
  lua_pop(L, 1);
  return text;
}

/* The text is a copy that belongs to `texts`. */
const char *declare_line(lua_State *L, int index, const char *key,
                         const char *otherwise, Texts *texts) {
  char *text = (char *)declare_text(L, index, key, otherwise, texts);
  utf8_clean_line(text);
  return text;
}

const char *declare_lines(lua_State *L, int index, const char *key,
                          const char *otherwise, Texts *texts) {
  char *text = (char *)declare_text(L, index, key, otherwise, texts);
  utf8_clean(text, "\n\t");
  return text;
}

int declare_check_integer(lua_State *L, int index, const char *key, int min,
                          int max) {
  int is_integer;
  lua_Integer number = lua_tointegerx(L, index, &is_integer);
  if (lua_type(L, index) != LUA_TNUMBER)
    luaL_error(L, "'%s' must be an integer, not a %s", key,
               luaL_typename(L, index));
  if (!is_integer)
    luaL_error(L, "'%s' must be an integer, not %f", key,
               lua_tonumber(L, index));
  if (number < min || number > max)
    luaL_error(L, "'%s' must be from %d to %d, not %I", key, min, max,
               (LUAI_UACINT)number);
  return (int)number;
}

int declare_number(lua_State *L, int index, const char *key, int min, int max,
                   int otherwise) {
  int number = otherwise;
  if (lua_getfield(L, index, key) != LUA_TNIL)
    number = declare_check_integer(L, -1, key, min, max);
  lua_pop(L, 1);
  return number;
}

double declare_real(lua_State *L, int index, const char *key, double min,
                    double max, double otherwise) {
  int type = lua_getfield(L, index, key);
  double number = type == LUA_TNUMBER ? lua_tonumber(L, -1) : otherwise;
  lua_pop(L, 1);
  if (type != LUA_TNIL && type != LUA_TNUMBER)
    luaL_error(L, "'%s' must be a number, not a %s", key,
               lua_typename(L, type));
  if (type == LUA_TNUMBER && !(number >= min && number <= max))
    luaL_error(L, "'%s' must be from %f to %f, not %f", key, min, max, number);
  return number;
}

bool declare_flag(lua_State *L, int index, const char *key) {
  int type = lua_getfield(L, index, key);
  bool on = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (type != LUA_TNIL && type != LUA_TBOOLEAN)
    luaL_error(L, "'%s' must be true or false, not a %s", key,
               lua_typename(L, type));
  return on;
}

void declare_function(lua_State *L, int index, const char *key) {
  int type = lua_getfield(L, index, key);
  if (type != LUA_TNIL && type != LUA_TFUNCTION)
    luaL_error(L, "'%s' must be a function, not a %s", key,
               lua_typename(L, type));
}

int declare_push_names(lua_State *L, int index, const char *what, int most) {
  int n = 0;
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "'%s' must be a table with names as keys", what);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -4, ++n);
  }
  if (n > most)
    return n;
  for (int i = 2; i <= n; i++) /* insertion sort: there are few */
    for (int j = i; j > 1; j--) {
      lua_rawgeti(L, -1, j - 1);
      lua_rawgeti(L, -2, j);
      if (strcmp(lua_tostring(L, -2), lua_tostring(L, -1)) <= 0) {
        lua_pop(L, 2);
        break;
      }
      lua_rawseti(L, -3, j - 1);
      lua_rawseti(L, -2, j);
    }
  return n;
}

const char *declare_printable(lua_State *L, int index, size_t size) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING)
    return NULL;
  const char *text = lua_tolstring(L, index, &length);
  bool fits = length < size && strlen(text) == length;
  return fits && utf8_is_printable(text) ? text : NULL;
}

bool declare_is_name(const char *name) {
  if (!*name || strlen(name) > 32)
    return false;
  for (const char *c = name; *c; c++)
    if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
          (c > name && *c >= '0' && *c <= '9')))
      return false;
  return true;
}
