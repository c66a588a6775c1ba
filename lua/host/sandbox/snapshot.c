/* Snapshots: making a plugin what it was when its file had run.
 *
 * A function may keep values in its upvalues, in globals, in modules, and in
 * tables that it reaches through these. A snapshot lists all of them. If each
 * still has its value, or gets it again, nothing that the function can observe
 * has changed. If the function reaches anything whose state cannot be restored
 * (coroutines, iterators, userdata, metatables), there is no snapshot. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <string.h>

static const char SNAPSHOT = 0; /* registry key */

/* The longest list of values that is compared faster than a file is run again,
 * and the depth of tables in tables. */
enum { VALUES_MAX = 500, DEPTH_MAX = 30 };

/* The list of values under construction: each object, the number of values that
 * follow, and these: keys and values of a table, numbers and values of a
 * function's upvalues. */
typedef struct Walk {
  lua_State *L;
  int list, seen; /* stack indices: the list, a set of objects */
  int length;     /* of the list */
  int depth;
  bool failed;
} Walk;

static void visit(Walk *w, int index);

/* Appends the value on top of the stack to the list, and pops it. */
static void append(Walk *w) {
  lua_rawseti(w->L, w->list, ++w->length);
  w->failed = w->failed || w->length > VALUES_MAX;
}

/* Begins the part of an object; returns where the number of its values goes. */
static int begin_object(Walk *w, int index) {
  lua_pushvalue(w->L, index);
  append(w);
  return ++w->length;
}

static void end_object(Walk *w, int at, int values) {
  lua_pushinteger(w->L, values);
  lua_rawseti(w->L, w->list, at);
}

/* ---- functions -----------------------------------------------------------*/

/* Returns whether the function is pairs, its iterator or next: what they
 * remember is forgotten between games. */
static bool has_orders(lua_State *L, int index) {
  int top = lua_gettop(L);
  bool found = lua_getupvalue(L, index, 1) &&
               lua_touserdata(L, -1) == plugin_of(L)->orders;
  lua_settop(L, top);
  return found;
}

/* Returns whether a C function has no state: its upvalues are constants, such
 * as the function that it replaces. */
static bool is_constant_function(lua_State *L, int index) {
  bool constant = true;
  for (int i = 1; constant && lua_getupvalue(L, index, i); i++) {
    int type = lua_type(L, -1);
    constant = type == LUA_TSTRING || type == LUA_TBOOLEAN ||
               type == LUA_TNIL || type == LUA_TLIGHTUSERDATA ||
               (lua_iscfunction(L, -1) && !lua_getupvalue(L, -1, 1));
    lua_pop(L, 1);
  }
  return constant;
}

/* Returns whether what is on top of the stack has been visited, and remembers
 * it. Pops it. */
static bool was_seen(Walk *w) {
  lua_State *L = w->L;
  lua_pushvalue(L, -1);
  bool seen = lua_rawget(L, w->seen) != LUA_TNIL;
  lua_pop(L, 1);
  lua_pushboolean(L, 1);
  lua_rawset(L, w->seen);
  return seen;
}

static void visit_function(Walk *w, int index) {
  lua_State *L = w->L;
  if (lua_iscfunction(L, index)) {
    w->failed =
        w->failed || (!has_orders(L, index) && !is_constant_function(L, index));
    return;
  }
  int at = begin_object(w, index), first = w->length;
  for (int i = 1; !w->failed && lua_getupvalue(L, index, i); i++) {
    lua_pushlightuserdata(L, lua_upvalueid(L, index, i));
    if (was_seen(w)) { /* several functions may share an upvalue */
      lua_pop(L, 1);
      continue;
    }
    lua_pushinteger(L, i);
    append(w);
    append(w); /* the value */
  }
  int last = w->length;
  end_object(w, at, last - first);
  for (int i = first + 2; i <= last && !w->failed; i += 2) {
    lua_rawgeti(L, w->list, i);
    visit(w, lua_gettop(L));
    lua_pop(L, 1);
  }
}

/* ---- tables --------------------------------------------------------------*/

/* Returns whether the key is a positive integer; if so, updates the largest. */
static bool is_position(lua_State *L, int index, lua_Integer *largest) {
  lua_Integer key = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
  if (key > *largest)
    *largest = key;
  return key > 0;
}

/* The length of a list with holes depends on how the table came about, so such
 * a table cannot be compared. */
static void visit_table(Walk *w, int index) {
  lua_State *L = w->L;
  lua_Integer positions = 0, largest = 0;
  int at = begin_object(w, index), count = 0;
  for (lua_pushnil(L); !w->failed && lua_next(L, index); count++) {
    positions += is_position(L, -2, &largest);
    lua_pushvalue(L, -2);
    append(w);
    append(w); /* the value; leaves the key */
  }
  if (w->failed)
    return;
  end_object(w, at, 2 * count);
  w->failed = positions != largest;
  for (lua_pushnil(L); !w->failed && lua_next(L, index);) {
    int value = lua_gettop(L);
    visit(w, value - 1);
    visit(w, value);
    lua_pop(L, 1);
  }
}

/* Returns whether a table has a metatable other than those that nobody can
 * change: that of the globals, and of sealed tables. */
static bool has_metatable(lua_State *L, int index) {
  if (!lua_getmetatable(L, index))
    return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  bool globals = lua_rawequal(L, -1, index);
  lua_pop(L, 2);
  return !globals && !sandbox_is_sealed(L, index);
}

/* ---- all values ----------------------------------------------------------*/

static void visit_object(Walk *w, int index) {
  lua_State *L = w->L;
  luaL_checkstack(L, 8, "snapshot");
  lua_pushvalue(L, index);
  if (was_seen(w))
    return;
  if (lua_isfunction(L, index)) {
    visit_function(w, index);
  } else if (sandbox_push_frozen(L, index)) {
    lua_pop(L, 1);
  } else if (has_metatable(L, index)) {
    w->failed = true;
  } else {
    visit_table(w, index);
  }
}

static void visit(Walk *w, int index) {
  int type = lua_type(w->L, index), top = lua_gettop(w->L);
  bool object = type == LUA_TFUNCTION || type == LUA_TTABLE;
  bool plain = type == LUA_TNIL || type == LUA_TBOOLEAN ||
               type == LUA_TNUMBER || type == LUA_TSTRING;
  w->failed = w->failed || (!object && !plain) || w->depth == DEPTH_MAX;
  if (!object || w->failed)
    return;
  w->depth++;
  visit_object(w, index);
  w->depth--;
  lua_settop(w->L, top);
}

/* ---- snapshots -----------------------------------------------------------*/

/* A snapshot is the list; element 0 is its length, as it may contain nil. */

/* Returns whether two values are the same. 0.0 and -0.0 are equal, but not the
 * same, nor are 1 and 1.0. */
static bool is_same(lua_State *L, int a, int b) {
  bool is_integer = lua_isinteger(L, a);
  if (is_integer != lua_isinteger(L, b))
    return false;
  if (is_integer || lua_type(L, a) != LUA_TNUMBER ||
      lua_type(L, b) != LUA_TNUMBER)
    return lua_rawequal(L, a, b);
  lua_Number x = lua_tonumber(L, a), y = lua_tonumber(L, b);
  return memcmp(&x, &y, sizeof x) == 0;
}

bool sandbox_remember(lua_State *L, int first, int last) {
  first = lua_absindex(L, first);
  last = lua_absindex(L, last);
  int top = lua_gettop(L);
  luaL_checkstack(L, 8, "snapshot");
  sandbox_forget_walks(plugin_of(L));
  lua_newtable(L);
  lua_newtable(L);
  Walk w = {.L = L, .list = top + 1, .seen = top + 2};
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  visit(&w, top + 3);
  sandbox_push_modules(L);
  visit(&w, top + 4);
  for (int i = first; i <= last; i++)
    visit(&w, i);
  lua_settop(L, top + 1);
  if (!w.failed) {
    lua_pushinteger(L, w.length);
    lua_rawseti(L, w.list, 0);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &SNAPSHOT);
  }
  lua_settop(L, top);
  return !w.failed;
}

/* Where tables can be read in memory, most objects are found to be the same
 * without a call of Lua for each value; `e` are `count` values of the list. If
 * these functions say no, the object may be the same nevertheless. */

static bool same_raw(uint8_t kind, uint64_t value, const RawValue *e) {
  int type = kind & RAW_TYPE;
  return kind == e->kind &&
         (value == e->value || type == LUA_TNIL || type == LUA_TBOOLEAN);
}

static bool same_raw_contents(const RawTable *t, const RawValue *e, int count) {
  int i = 0;
  if (t->metatable)
    return false;
  for (size_t k = 0; k < raw_array_size(t); k++) {
    if (!raw_is_used(t->array[k].kind))
      continue;
    if (i == count || !raw_is_integer(&e[i], (lua_Integer)k + 1) ||
        !same_raw(t->array[k].kind, t->array[k].value, &e[i + 1]))
      return false;
    i += 2;
  }
  for (size_t k = 0; k < raw_nodes(t); k++) {
    const RawNode *n = &t->node[k];
    if (!raw_is_used(n->kind))
      continue;
    if (i == count || !same_raw(n->key_kind, n->key, &e[i]) ||
        !same_raw(n->kind, n->value, &e[i + 1]))
      return false;
    i += 2;
  }
  return i == count;
}

/* Upvalues that are objects, which those of most functions are. */
static bool same_raw_upvalues(lua_State *L, const RawValue *e, int count) {
  bool same = true;
  for (int i = 0; same && i < count; i += 2) {
    lua_getupvalue(L, -1, (int)e[i].value);
    same = e[i + 1].kind & RAW_OBJECT &&
           (uintptr_t)lua_topointer(L, -1) == e[i + 1].value;
    lua_pop(L, 1);
  }
  return same;
}

/* Compare the object on top of the stack with `count` values of the list. */
static bool same_upvalues(lua_State *L, int list, int from, int count) {
  int function = lua_gettop(L);
  bool same = true;
  for (int i = from; same && i < from + count; i += 2) {
    lua_rawgeti(L, list, i);
    lua_getupvalue(L, function, (int)lua_tointeger(L, -1));
    lua_rawgeti(L, list, i + 1);
    same = is_same(L, -2, -1);
    lua_settop(L, function);
  }
  return same;
}

static bool same_contents(lua_State *L, int list, int from, int count) {
  int table = lua_gettop(L), i = from;
  if (has_metatable(L, table)) /* which it did not have before */
    return false;
  for (lua_pushnil(L); lua_next(L, table); i += 2) {
    lua_rawgeti(L, list, i);
    lua_rawgeti(L, list, i + 1);
    if (i == from + count || !is_same(L, -4, -2) || !is_same(L, -3, -1))
      return false;
    lua_pop(L, 3);
  }
  return i == from + count;
}

/* ---- restoring -----------------------------------------------------------*/

/* Set the upvalues or the contents of the object on top of the stack to `count`
 * values of the list. */
static void restore_upvalues(lua_State *L, int list, int from, int count) {
  int function = lua_gettop(L);
  for (int i = 0; i < count; i += 2) {
    lua_rawgeti(L, list, from + i);
    int number = (int)lua_tointeger(L, -1);
    lua_rawgeti(L, list, from + i + 1);
    lua_setupvalue(L, function, number);
    lua_settop(L, function);
  }
}

static void restore_contents(lua_State *L, int list, int from, int count) {
  int table = lua_gettop(L);
  if (has_metatable(L, table)) {
    lua_pushnil(L);
    lua_setmetatable(L, table);
  }
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  for (int i = 0; i < count; i += 2) {
    lua_rawgeti(L, list, from + i);
    lua_rawgeti(L, list, from + i + 1);
    lua_rawset(L, table);
  }
}

/* Compares everything in the snapshot. If `restores`, gives what has changed
 * its value again: what has been created since is then out of reach, because
 * all that can be reached is in the snapshot. Returns whether nothing has
 * changed.
 */
static bool compare_all(lua_State *L, bool restores) {
  int top = lua_gettop(L), list = top + 1, object = top + 2;
  bool same = true;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &SNAPSHOT);
  lua_rawgeti(L, list, 0);
  int length = (int)lua_tointeger(L, -1);
  const RawValue *raw = plugin_elements(plugin_of(L), L, list, length);
  for (int at = 1, count; (same || restores) && at <= length; at += 2 + count) {
    lua_rawgeti(L, list, at + 1);
    count = (int)lua_tointeger(L, -1);
    lua_settop(L, list);
    bool function = lua_rawgeti(L, list, at) == LUA_TFUNCTION;
    if (raw && (function ? same_raw_upvalues(L, raw + at + 1, count)
                         : same_raw_contents(raw_table(L, object), raw + at + 1,
                                             count)))
      continue;
    same = (function ? same_upvalues : same_contents)(L, list, at + 2, count);
    lua_settop(L, object);
    if (!same && restores)
      (function ? restore_upvalues : restore_contents)(L, list, at + 2, count);
  }
  lua_settop(L, top);
  return same;
}

static int restore(lua_State *L) {
  compare_all(L, true);
  return 0;
}

static void clear_stack(lua_State *L) {
  enum { SLOTS_CLEARED = 200 };
  int top = lua_gettop(L);
  if (lua_checkstack(L, SLOTS_CLEARED))
    lua_settop(L, top + SLOTS_CLEARED);
  lua_settop(L, top);
}

bool sandbox_make_as_new(Plugin *plugin) {
  enum { GARBAGE_MAX = 1 << 20 };
  if (!plugin->has_snapshot ||
      plugin->used > plugin->fresh_used + GARBAGE_MAX ||
      !lua_checkstack(plugin->L, 8))
    return false;
  if (plugin->is_as_new)
    return true;
  if (!compare_all(plugin->L, false) &&
      !plugin_protect(plugin, restore, NULL, 0, NULL))
    return false;
  sandbox_forget_walks(plugin);
  clear_stack(plugin->L);
  return plugin->is_as_new = true;
}
