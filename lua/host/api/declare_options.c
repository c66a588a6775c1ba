/* Options, as plugins declare them. */
#include "lua/host/api/declare.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

enum { NUMBER_MAX = 1000000 };

/* Returns a number in units of 1/OPTION_ONE. */
static int to_fixed_point(lua_State *L, int index, const char *name) {
  lua_Number number = luaL_checknumber(L, index) * OPTION_ONE;
  if (!(number >= -NUMBER_MAX * (double)OPTION_ONE &&
        number <= NUMBER_MAX * (double)OPTION_ONE))
    luaL_error(L, "option '%s': numbers go up to %d", name, NUMBER_MAX);
  return (int)lround(number);
}

static const char *const *keep_words(lua_State *L, int index, const char *name,
                                     Texts *texts) {
  enum { WORDS_MAX = 64 };
  int n = (int)lua_rawlen(L, index);
  if (n < 1 || n > WORDS_MAX)
    luaL_error(L, "option '%s': give 1 to %d words", name, WORDS_MAX);
  const char **words = texts_alloc(L, texts, sizeof *words * (size_t)(n + 1));
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, index, i + 1);
    const char *word =
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (!declare_is_name(word))
      luaL_error(L, "option '%s': words must be names such as 'first'", name);
    words[i] = texts_keep(L, texts, word);
    lua_pop(L, 1);
  }
  words[n] = NULL;
  return words;
}

/* Returns the index of the default among the words. */
static int word_index(lua_State *L, int index, const Option *option) {
  const char *wanted = lua_tostring(L, index);
  for (int i = 0; wanted && option->words[i]; i++)
    if (strcmp(option->words[i], wanted) == 0)
      return i;
  luaL_error(L, "option '%s': its default is not one of its words",
             option->name);
  return 0;
}

/* Reads a numeric option. The default is on top of the stack; `table` is the
 * index of the full declaration with its range, or 0. */
static void declare_range(lua_State *L, int table, Option *o) {
  bool whole = lua_isinteger(L, -1);
  o->type = whole ? OPTION_INT : OPTION_REAL;
  o->min = -NUMBER_MAX * (whole ? 1 : OPTION_ONE);
  o->max = -o->min;
  o->default_value = whole
                         ? declare_check_integer(L, -1, o->name, o->min, o->max)
                         : to_fixed_point(L, -1, o->name);
  if (!table)
    return;
  const char *const KEYS[] = {"min", "max", "step"};
  int *const TARGETS[] = {&o->min, &o->max, &o->step};
  for (int i = 0; i < 3; i++) {
    if (lua_getfield(L, table, KEYS[i]) != LUA_TNIL)
      *TARGETS[i] =
          whole ? declare_check_integer(L, -1, KEYS[i], -NUMBER_MAX, NUMBER_MAX)
                : to_fixed_point(L, -1, o->name);
    lua_pop(L, 1);
  }
  if (o->default_value < o->min || o->default_value > o->max || o->step < 0)
    luaL_error(L, "option '%s': its default is outside min and max", o->name);
}

static const char *const OPTION_KEYS[] = {"default", "min",  "max", "step",
                                          "words",   "help", NULL};

/* Reads a full declaration, { default = 2, min = 1, max = 9, help = "…" }, on
 * top of the stack. */
static void declare_full(lua_State *L, Option *o, Texts *texts) {
  int table = lua_gettop(L);
  declare_known(L, table, "an option", OPTION_KEYS);
  o->help = declare_line(L, table, "help", "", texts);
  bool has_words = lua_getfield(L, table, "words") == LUA_TTABLE;
  if (has_words)
    o->words = keep_words(L, lua_gettop(L), o->name, texts);
  int type = lua_getfield(L, table, "default");
  if (has_words) {
    o->type = OPTION_WORD;
    o->default_value = type == LUA_TNIL ? 0 : word_index(L, -1, o);
  } else if (type == LUA_TBOOLEAN) {
    o->type = OPTION_FLAG;
    o->default_value = lua_toboolean(L, -1);
  } else if (type == LUA_TNUMBER) {
    declare_range(L, table, o);
  } else {
    luaL_error(L,
               "option '%s': 'default' must be a number, true or false, or one "
               "of 'words'",
               o->name);
  }
  lua_settop(L, table);
}

/* Reads the declaration on top of the stack. */
static void declare_option(lua_State *L, Option *o, Texts *texts) {
  o->help = "";
  switch (lua_type(L, -1)) {
  case LUA_TNUMBER:
    declare_range(L, 0, o);
    break;
  case LUA_TBOOLEAN:
    o->type = OPTION_FLAG;
    o->default_value = lua_toboolean(L, -1);
    break;
  case LUA_TTABLE:
    if (lua_rawlen(L, -1) > 0) {
      o->type = OPTION_WORD;
      o->words = keep_words(L, lua_gettop(L), o->name, texts);
    } else {
      declare_full(L, o, texts);
    }
    break;
  default:
    luaL_error(L,
               "option '%s': give its default (a number, true or false), a "
               "list of words, or a table with 'default', 'min', 'max' and "
               "'help'",
               o->name);
  }
}

void declare_options(lua_State *L, int index, Option table[OPTIONS_MAX + 1],
                     int count, Texts *texts) {
  int type = lua_getfield(L, index, "options");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'options' must be a table, not a %s", lua_typename(L, type));
  int from = lua_gettop(L);
  int n = type == LUA_TNIL
              ? 0
              : declare_push_names(L, from, "options", OPTIONS_MAX);
  if (count + n > OPTIONS_MAX)
    luaL_error(L, "there are %d options; at most %d are allowed", count + n,
               OPTIONS_MAX);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, from + 1, i);
    const char *name = lua_tostring(L, -1);
    if (!declare_is_name(name))
      luaL_error(L, "option '%s': a name consists of letters, digits and _",
                 name);
    table[count] = (Option){.name = NULL};
    if (options_find(table, name))
      luaL_error(L, "option '%s': the base game has an option of that name",
                 name);
    Option option = {.name = texts_keep(L, texts, name)};
    lua_getfield(L, from, name);
    declare_option(L, &option, texts);
    table[count++] = option;
    lua_pop(L, 2);
  }
  table[count] = (Option){.name = NULL};
  lua_settop(L, from - 1);
}
