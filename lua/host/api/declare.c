#include "lua/host/api/declare.h"

#include "core/base/suggest.h"
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *texts_room(lua_State *L, Texts *texts, size_t size) {
  void **more =
      realloc(texts->block, sizeof *more * (size_t)(texts->count + 1));
  void *block = more ? malloc(size) : NULL;
  if (more)
    texts->block = more;
  if (!block)
    luaL_error(L, "no memory");
  return texts->block[texts->count++] = block;
}

const char *texts_keep(lua_State *L, Texts *texts, const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(texts_room(L, texts, size), text, size);
}

void texts_free(Texts *texts) {
  for (int i = 0; i < texts->count; i++)
    free(texts->block[i]);
  free(texts->block);
  *texts = (Texts){0};
}

static void refuse_key(lua_State *L, const char *what, const char *key,
                       const char *const *known) {
  char list[512];
  size_t used = 0;
  for (; *known && used < sizeof list; known++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                             used ? ", " : "", *known);
  luaL_error(L, "%s has no '%s'; it has %s", what, key, list);
}

static bool is_known(const char *key, const char *const *known) {
  while (*known && strcmp(*known, key) != 0)
    known++;
  return *known;
}

/* Of several unknown keys the first in order is named, so that the message is
 * the same every time. */
void declare_plain(lua_State *L, int index) {
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, index);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_replace(L, index);
}

void declare_known(lua_State *L, int index, const char *what,
                   const char *const *known) {
  const char *unknown = NULL;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "%s: a key is a %s; all keys are names", what,
                 luaL_typename(L, -2));
    const char *key = lua_tostring(L, -2);
    if (!is_known(key, known) && (!unknown || strcmp(key, unknown) < 0))
      unknown = key;
  }
  Suggestion suggestion = {.wanted = unknown};
  for (const char *const *k = known; unknown && *k; k++)
    suggestion_offer(&suggestion, *k);
  if (unknown && suggestion.word)
    luaL_error(L, "%s has no '%s'; did you mean '%s'?", what, unknown,
               suggestion.word);
  if (unknown)
    refuse_key(L, what, unknown, known);
}

const char *declare_text(lua_State *L, int index, const char *key,
                         const char *otherwise, Texts *texts) {
  int type = lua_getfield(L, index, key);
  const char *text = otherwise;
  if (type == LUA_TSTRING)
    text = lua_tostring(L, -1);
  else if (type != LUA_TNIL)
    luaL_error(L, "'%s' must be a text, not a %s", key, luaL_typename(L, -1));
  if (text)
    text = texts_keep(L, texts, text);
  lua_pop(L, 1);
  return text;
}

/* A whole number at an index of the stack, within a range. */
static int check_number(lua_State *L, int index, const char *key, int min,
                        int max) {
  int is_integer;
  lua_Integer number = lua_tointegerx(L, index, &is_integer);
  if (lua_type(L, index) != LUA_TNUMBER)
    luaL_error(L, "'%s' must be a whole number, not a %s", key,
               luaL_typename(L, index));
  if (!is_integer)
    luaL_error(L, "'%s' must be a whole number, not %f", key,
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
    number = check_number(L, -1, key, min, max);
  lua_pop(L, 1);
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

/* The keys of the table at `index` in order, as a list on the stack. */
static int push_names(lua_State *L, int index, const char *what) {
  int n = 0;
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "'%s' is a table with names as keys", what);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -4, ++n);
  }
  for (int i = 2; i <= n; i++) /* few: insertion is plain enough */
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

static bool is_name(const char *name) {
  if (!*name || strlen(name) > 32)
    return false;
  for (const char *c = name; *c; c++)
    if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' ||
          (c > name && *c >= '0' && *c <= '9')))
      return false;
  return true;
}

/* ---- options -------------------------------------------------------------*/

enum { NUMBER_MAX = 1000000 };

static int to_thousandths(lua_State *L, int index, const char *name) {
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
    luaL_error(L, "option '%s': a choice is among 1 to %d words", name,
               WORDS_MAX);
  const char **words = texts_room(L, texts, sizeof *words * (size_t)(n + 1));
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, index, i + 1);
    const char *word =
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (!is_name(word))
      luaL_error(L, "option '%s': words are names such as 'first'", name);
    words[i] = texts_keep(L, texts, word);
    lua_pop(L, 1);
  }
  words[n] = NULL;
  return words;
}

/* The default's place among the words. */
static int word_index(lua_State *L, int index, const Option *option) {
  const char *wanted = lua_tostring(L, index);
  for (int i = 0; wanted && option->words[i]; i++)
    if (strcmp(option->words[i], wanted) == 0)
      return i;
  luaL_error(L, "option '%s': its default is not one of its words",
             option->name);
  return 0;
}

/* Numbers: the default is on top; the table at `table` may have a range. */
static void declare_range(lua_State *L, int table, Option *o) {
  bool whole = lua_isinteger(L, -1);
  o->type = whole ? OPTION_INT : OPTION_REAL;
  o->min = -NUMBER_MAX * (whole ? 1 : OPTION_ONE);
  o->max = -o->min;
  o->value = whole ? check_number(L, -1, o->name, o->min, o->max)
                   : to_thousandths(L, -1, o->name);
  if (!table)
    return;
  const char *const KEYS[] = {"min", "max", "step"};
  int *const PLACES[] = {&o->min, &o->max, &o->step};
  for (int i = 0; i < 3; i++) {
    if (lua_getfield(L, table, KEYS[i]) != LUA_TNIL)
      *PLACES[i] = whole ? check_number(L, -1, KEYS[i], -NUMBER_MAX, NUMBER_MAX)
                         : to_thousandths(L, -1, o->name);
    lua_pop(L, 1);
  }
  if (o->value < o->min || o->value > o->max || o->step < 0)
    luaL_error(L, "option '%s': its default is outside min and max", o->name);
}

static const char *const OPTION_KEYS[] = {"default", "min",  "max", "step",
                                          "words",   "help", NULL};

/* { default = 2, min = 1, max = 9, help = "…" } at the top of the stack. */
static void declare_full(lua_State *L, Option *o, Texts *texts) {
  int table = lua_gettop(L);
  declare_known(L, table, "an option", OPTION_KEYS);
  o->help = declare_text(L, table, "help", "", texts);
  bool has_words = lua_getfield(L, table, "words") == LUA_TTABLE;
  if (has_words)
    o->words = keep_words(L, lua_gettop(L), o->name, texts);
  int type = lua_getfield(L, table, "default");
  if (has_words) {
    o->type = OPTION_WORD;
    o->value = type == LUA_TNIL ? 0 : word_index(L, -1, o);
  } else if (type == LUA_TBOOLEAN) {
    o->type = OPTION_FLAG;
    o->value = lua_toboolean(L, -1);
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

/* What was declared under the option's name is on top of the stack. */
static void declare_option(lua_State *L, Option *o, Texts *texts) {
  o->help = "";
  switch (lua_type(L, -1)) {
  case LUA_TNUMBER:
    declare_range(L, 0, o);
    break;
  case LUA_TBOOLEAN:
    o->type = OPTION_FLAG;
    o->value = lua_toboolean(L, -1);
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
               "option '%s' is declared by its default (a number, true or "
               "false), a list of words, or a table with 'default', 'min', "
               "'max' and 'help'",
               o->name);
  }
}

void declare_options(lua_State *L, int index, Option table[OPTIONS_MAX + 1],
                     int count, Texts *texts) {
  int type = lua_getfield(L, index, "options");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'options' must be a table, not a %s", lua_typename(L, type));
  int from = lua_gettop(L);
  int n = type == LUA_TNIL ? 0 : push_names(L, from, "options");
  if (count + n > OPTIONS_MAX)
    luaL_error(L, "%d options are more than %d", count + n, OPTIONS_MAX);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, from + 1, i);
    const char *name = lua_tostring(L, -1);
    if (!is_name(name))
      luaL_error(L, "option '%s': a name is made of letters, digits and _",
                 name);
    table[count] = (Option){.name = NULL};
    if (options_find(table, name))
      luaL_error(L, "option '%s': the base game has one of that name", name);
    Option option = {.name = texts_keep(L, texts, name)};
    lua_getfield(L, from, name);
    declare_option(L, &option, texts);
    table[count++] = option;
    lua_pop(L, 2);
  }
  table[count] = (Option){.name = NULL};
  lua_settop(L, from - 1);
}

/* ---- fields --------------------------------------------------------------*/

/* How many numbers a declaration asks for: 0 for a single one. */
static int field_count(lua_State *L, const char *name, bool has_values) {
  if (!has_values && lua_isinteger(L, -1) && lua_tointeger(L, -1) < 1)
    luaL_error(L,
               "field '%s' is declared by how many integers it has, at "
               "least 1; all of them are 0 at first",
               name);
  if (lua_type(L, -1) == LUA_TNUMBER) {
    int number = check_number(L, -1, name, has_values ? INT32_MIN : 1,
                              has_values ? INT32_MAX : FIELD_NUMBERS_MAX);
    return has_values || number == 1 ? 0 : number;
  }
  if (lua_type(L, -1) != LUA_TTABLE)
    luaL_error(L, "field '%s' is declared by a %s, not by a %s", name,
               has_values ? "number or a list of numbers" : "count",
               luaL_typename(L, -1));
  int length = (int)lua_rawlen(L, -1);
  if (has_values)
    return length > 0 && length <= FIELD_NUMBERS_MAX
               ? length
               : luaL_error(L, "field '%s': the list is empty or too long",
                            name);
  lua_rawgeti(L, -1, 1);
  int number = check_number(L, -1, name, 1, FIELD_NUMBERS_MAX);
  lua_pop(L, 1);
  return number;
}

static void read_values(lua_State *L, const char *name, int count,
                        int32_t *values) {
  if (count == 0)
    values[0] = check_number(L, -1, name, INT32_MIN, INT32_MAX);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    values[i] = check_number(L, -1, name, INT32_MIN, INT32_MAX);
    lua_pop(L, 1);
  }
}

size_t declare_fields(lua_State *L, Field fields[FIELDS_MAX + 1], size_t offset,
                      int32_t *initial, int room, Texts *texts) {
  int from = lua_gettop(L);
  int n = push_names(L, from, "state");
  size_t numbers = 0;
  if (n > FIELDS_MAX)
    luaL_error(L, "%d fields are more than %d", n, FIELDS_MAX);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, from + 1, i);
    const char *name = texts_keep(L, texts, lua_tostring(L, -1));
    if (!is_name(name))
      luaL_error(L, "field '%s': a name is made of letters, digits and _",
                 name);
    lua_getfield(L, from, name);
    int count = field_count(L, name, initial);
    size_t size = count ? (size_t)count : 1;
    if (numbers + size > (size_t)(initial ? room : FIELD_NUMBERS_MAX))
      luaL_error(L, "field '%s': the state is too large", name);
    if (initial)
      read_values(L, name, count, initial + numbers);
    fields[i - 1] = (Field){name, offset + numbers * sizeof(int32_t), count};
    numbers += size;
    lua_pop(L, 2);
  }
  fields[n] = (Field){.name = NULL};
  lua_settop(L, from - 1);
  return numbers * sizeof(int32_t);
}
