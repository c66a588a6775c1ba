/* Steps of walks (order.h): what is done for every key, compiled into its
 * callers. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_ORDER_STEP_H
#define BOARDLAB_LUA_HOST_SANDBOX_ORDER_STEP_H

#include "lua/host/sandbox/order.h"

/* In order_walk.c: what is rarer. walk_element goes on with the next element of
 * the array, if it is there; walk_end ends a walk; walk_is_at_other is
 * walk_is_at for keys that are neither integers nor strings that Lua has only
 * once. */
int walk_element(lua_State *L, Walks *walks, Walk *w);
int walk_end(lua_State *L, Walks *walks, Walk *w);
bool walk_is_at_other(lua_State *L, const Walk *w, int index);

static inline void walk_note_integer(Walk *w, lua_Integer integer) {
  w->integer = integer;
  w->last_key = AT_INTEGER;
}

static inline void walk_note_text(Walk *w, const void *text) {
  w->text = text;
  w->last_key = AT_TEXT;
}

/* Returns whether the key at an index is that which a walk has returned last.
 */
static inline bool walk_is_at(lua_State *L, const Walk *w, int index) {
  if (w->last_key == AT_INTEGER)
    return lua_isinteger(L, index) && lua_tointeger(L, index) == w->integer;
  if (w->last_key == AT_TEXT) {
    bool same = lua_topointer(L, index) == w->text;
    if (same || w->set)
      return same;
  }
  if (w->last_key == AT_START)
    return lua_isnoneornil(L, index);
  return walk_is_at_other(L, w, index);
}

/* Goes on with the next key of the set, if it is in the node where it was. */
static inline int walk_key(lua_State *L, Walks *walks, Walk *w) {
  const RawNode *node = order_node(w->set, w->place, w->table);
  if (!node || !raw_is_used(node->kind) || node->key_kind == RAW_FLOAT)
    return walk_go_on(L, walks, w);
  if (node->key_kind == RAW_INTEGER)
    walk_note_integer(w, (lua_Integer)node->key);
  else
    walk_note_text(w, (const void *)(uintptr_t)node->key);
  lua_rawgeti(L, order_list(w->set), ++w->place);
  order_push_value(L, 1, node->kind, node->value);
  return 2;
}

/* Goes on with the current walk. Most often the table is given itself, and the
 * next element is in the array, or the next key in the node where it was. */
static inline int walk_on(lua_State *L, Walks *walks, Walk *w) {
  const RawTable *t = w->table;
  if (t != w->given || !w->set)
    return walk_go_on(L, walks, w);
  lua_Integer at = w->element;
  if (at < w->elements && w->place == w->below) {
    if (at >= t->array_limit || t->array[at].kind != RAW_INTEGER || w->had)
      return walk_element(L, walks, w);
    walk_note_integer(w, ++w->element);
    lua_pushinteger(L, at + 1);
    lua_pushinteger(L, (lua_Integer)t->array[at].value);
    return 2;
  }
  return w->place < w->count ? walk_key(L, walks, w) : walk_end(L, walks, w);
}

/* The same, if it is one through the table at index 1, which is `given`, and
 * has returned the key at index 2 last; otherwise returns -1. */
static inline int walk_step(lua_State *L, Walks *walks, const void *given) {
  Walk *w = walks->current;
  return w->given == given && walk_is_at(L, w, 2) ? walk_on(L, walks, w) : -1;
}

#endif
