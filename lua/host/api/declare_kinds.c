/* Fields with a kind: cards, dice, scores and counters (core/game/kinds.h), as
 * rules and variants declare them: { 10, kind = "hand" }. */
#include "lua/host/api/declare.h"

#include "core/base/suggest.h"
#include "core/game/kinds.h"
#include <lauxlib.h>
#include <string.h>

enum { PLACES_MAX = 16 };

bool declare_has_kind(lua_State *L) {
  if (lua_type(L, -1) != LUA_TTABLE)
    return false;
  lua_pushliteral(L, "kind");
  bool has = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/* ---- what is declared ----------------------------------------------------*/

/* Returns the number of the word under the key `kind`. */
static KindType read_type(lua_State *L, const char *name) {
  lua_getfield(L, -1, "kind");
  const char *word = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  Suggestion suggestion = {.wanted = word};
  int type = 0;
  while (KIND_NAMES[type] && strcmp(KIND_NAMES[type], word) != 0)
    suggestion_offer(&suggestion, KIND_NAMES[type++]);
  if (!KIND_NAMES[type] && suggestion.word)
    luaL_error(L, "field '%s': there is no kind '%s'; did you mean '%s'?", name,
               word, suggestion.word);
  if (!KIND_NAMES[type])
    luaL_error(L,
               "field '%s': 'kind' must be \"hand\", \"deck\", \"die\", "
               "\"score\" or \"counter\"",
               name);
  lua_pop(L, 1);
  return (KindType)type;
}

/* Raises if the declaration has a key that it cannot have, besides numbers. */
static void check_keys(lua_State *L, const char *name) {
  static const char *const KEYS[] = {"kind",  "names",  "each", "places",
                                     "piles", "memory", NULL};
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, -3);) {
    if (lua_type(L, -2) == LUA_TNUMBER) {
      lua_pop(L, 1);
      continue;
    }
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  declare_known(L, lua_gettop(L), name, KEYS);
  lua_pop(L, 1);
}

static bool has(lua_State *L, const char *key) {
  bool found = lua_getfield(L, -1, key) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

int declare_kind_count(lua_State *L, const char *name, int seats,
                       bool has_values) {
  check_keys(L, name);
  int length = (int)lua_rawlen(L, -1), most = FIELD_NUMBERS_MAX;
  if (has(L, "memory"))
    return seats *
           declare_number(L, lua_gettop(L), "memory", 1, most / seats, 1);
  if (length == 0 || has_values)
    return length <= most ? length
                          : luaL_error(L, "field '%s' is too long", name);
  lua_rawgeti(L, -1, 1);
  int count = declare_check_integer(L, -1, name, 1, most);
  lua_pop(L, 1);
  return count;
}

/* ---- places --------------------------------------------------------------*/

/* Adds the places under a key, such as { [0] = "deck" }. */
static int read_places(lua_State *L, const Field *f, const char *key, int seats,
                       KindPlace places[], int count, Texts *texts) {
  int type = lua_getfield(L, -1, key);
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "field '%s': '%s' must be a table, not a %s", f->name, key,
               luaL_typename(L, -1));
  for (lua_pushnil(L); type == LUA_TTABLE && lua_next(L, -2); lua_pop(L, 1)) {
    const char *name = declare_printable(L, -1, SCENE_LABEL);
    lua_Integer value = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : -1;
    if (!name || !*name || value < 0 || value > INT32_MAX)
      luaL_error(L,
                 "field '%s': '%s' must give numbers from 0 names, as in "
                 "{ [0] = \"deck\" }",
                 f->name, key);
    if (value >= 1 && value <= seats)
      luaL_error(L,
                 "field '%s': the place %I is the hand of that seat; '%s' "
                 "takes others, from %d on, or 0",
                 f->name, (LUAI_UACINT)value, key, seats + 1);
    if (count == PLACES_MAX)
      luaL_error(L, "field '%s': there are more than %d places", f->name,
                 PLACES_MAX);
    places[count++] = (KindPlace){.name = texts_keep(L, texts, name),
                                  .value = (int32_t)value,
                                  .pile = strcmp(key, "piles") == 0};
  }
  lua_pop(L, type == LUA_TTABLE ? 1 : 2);
  return count;
}

/* By their numbers: the order of tables means nothing. */
static void sort_places(KindPlace places[], int count) {
  for (int i = 1; i < count; i++) {
    KindPlace place = places[i];
    int at = i;
    for (; at > 0 && places[at - 1].value > place.value; at--)
      places[at] = places[at - 1];
    places[at] = place;
  }
}

static void read_all_places(lua_State *L, const Field *f, FieldKind *kind,
                            int seats, Texts *texts) {
  if (!has(L, "places") && !has(L, "piles"))
    return;
  if (kind->type != KIND_HAND || f->own || !f->count)
    luaL_error(L,
               "field '%s': only a hand has 'places' and 'piles': a number for "
               "each card, which says where it is",
               f->name);
  KindPlace *places = texts_alloc(L, texts, (PLACES_MAX + 1) * sizeof *places);
  int count = read_places(L, f, "places", seats, places, 0, texts);
  count = read_places(L, f, "piles", seats, places, count, texts);
  sort_places(places, count);
  for (int i = 1; i < count; i++)
    if (places[i].value == places[i - 1].value)
      luaL_error(L, "field '%s': two places have the number %d", f->name,
                 places[i].value);
  places[count] = (KindPlace){.name = NULL};
  kind->places = places;
}

/* ---- seats and names -----------------------------------------------------*/

/* Whether each seat has its own numbers. Scores and counters are the seats' if
 * there are as many. */
static bool read_each(lua_State *L, const Field *f, const FieldKind *kind,
                      int seats) {
  int things = kind->type == KIND_COUNTER && kind->names ? kind->name_count : 1;
  if (kind->type == KIND_HAND || f->own) {
    if (has(L, "each"))
      luaL_error(L, "field '%s': a hand is always a seat's", f->name);
    return !kind->places;
  }
  if (has(L, "each"))
    return declare_flag(L, lua_gettop(L), "each");
  return (kind->type == KIND_SCORE || kind->type == KIND_COUNTER) &&
         f->count == seats * things;
}

static void check_count(lua_State *L, const Field *f, const FieldKind *kind,
                        bool each, int seats) {
  if (kind->type == KIND_HAND && !f->count)
    luaL_error(L,
               "field '%s': a hand has so many cards for each seat, as in "
               "{ %d, kind = \"hand\" }",
               f->name, 5 * seats);
  if (each && (!f->count || f->count % seats))
    luaL_error(
        L,
        "field '%s': each seat has as many numbers of a %s: %d cannot be "
        "divided by %d seats%s",
        f->name, KIND_NAMES[kind->type], f->count ? f->count : 1, seats,
        kind->type == KIND_HAND ? " (cards that are nobody's are a \"deck\")"
                                : "");
  int things = each && f->count ? f->count / seats : f->count ? f->count : 1;
  if (kind->type == KIND_COUNTER && kind->names && kind->name_count != things)
    luaL_error(L, "field '%s' has %d names for %d counters%s", f->name,
               kind->name_count, things, each ? " of each seat" : "");
  if (kind->places && kind->names && kind->name_count != f->count)
    luaL_error(L, "field '%s' has %d names for %d cards", f->name,
               kind->name_count, f->count);
}

void declare_kind(lua_State *L, Field *f, int seats, Texts *texts) {
  FieldKind *kind = texts_alloc(L, texts, sizeof *kind);
  *kind = (FieldKind){.type = (uint8_t)read_type(L, f->name)};
  f->own = has(L, "memory") ? f->count / seats : 0;
  if (f->own && kind->type != KIND_HAND)
    luaL_error(L, "field '%s': of the kinds, only a hand can be a 'memory'",
               f->name);
  if (has(L, "names")) {
    if (kind->type == KIND_SCORE)
      luaL_error(L,
                 "field '%s': a score is a number; 'names' are those of cards, "
                 "faces or counters",
                 f->name);
    kind->names = declare_names(L, f->name, &kind->name_count, texts);
  }
  read_all_places(L, f, kind, seats, texts);
  bool each = read_each(L, f, kind, seats);
  check_count(L, f, kind, each, seats);
  kind->each = each ? f->count / seats : 0;
  f->kind = kind;
}
