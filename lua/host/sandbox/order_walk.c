/* Walks through the keys of tables. */
#include "lua/host/sandbox/key.h"
#include "lua/host/sandbox/order_step.h"

#include <math.h>
#include <string.h>

/* ---- steps ---------------------------------------------------------------*/

/* Remembers the key below the top. */
static void note_key(lua_State *L, Walk *w) {
  if (lua_type(L, -2) == LUA_TSTRING) {
    walk_note_text(w, lua_topointer(L, -2));
  } else if (lua_isinteger(L, -2)) {
    walk_note_integer(w, lua_tointeger(L, -2));
  } else {
    w->last_key = AT_OTHER;
  }
}

static inline bool had_element(const Walk *w, lua_Integer at) {
  return !w->had || w->had[at / 8] >> at % 8 & 1;
}

/* Pushes the element after the last one and its value, if it has one. `table`
 * is the index of the table. */
static bool push_element(lua_State *L, Walk *w, int table) {
  lua_Integer at = ++w->element;
  if (!had_element(w, at))
    return false;
  lua_pushinteger(L, at);
  if (lua_rawgeti(L, table, at) == LUA_TNIL) {
    lua_pop(L, 2);
    return false;
  }
  walk_note_integer(w, at);
  return true;
}

/* Pushes the key at a place of the set or list. */
static void push_key(lua_State *L, const Walk *w, int place) {
  if (w->set) {
    lua_rawgeti(L, order_list(w->set), place + 1);
    return;
  }
  lua_getiuservalue(L, ORDERS, w->anchor + 1);
  lua_rawgeti(L, -1, place + 1);
  lua_remove(L, -2);
}

/* The same for the next key of the set or list. */
static bool push_other(lua_State *L, Walk *w, int table) {
  push_key(L, w, w->place++);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, table) == LUA_TNIL) {
    lua_pop(L, 2);
    return false;
  }
  note_key(L, w);
  return true;
}

static bool push_following(lua_State *L, Walk *w, int table) {
  for (;;) {
    if (w->element < w->elements && w->place == w->below) {
      if (push_element(L, w, table))
        return true;
    } else if (w->place == w->count) {
      return false;
    } else if (push_other(L, w, table)) {
      return true;
    }
  }
}

/* The walk before or after another. */
static inline Walk *neighbour(Walks *walks, const Walk *w, int distance) {
  return &walks->walk[(unsigned)(w - walks->walk + distance) % WALKS];
}

static void forget(Walks *walks, Walk *w) {
  walks->in_progress--;
  w->last_key = NO_WALK;
  w->given = NULL;
}

int walk_end(lua_State *L, Walks *walks, Walk *w) {
  forget(walks, w);
  walks->current = neighbour(walks, w, -1);
  if (w->keeps_more) {
    lua_pushnil(L);
    lua_setiuservalue(L, ORDERS, w->anchor + 1);
  }
  lua_pushnil(L);
  return 1;
}

int walk_go_on(lua_State *L, Walks *walks, Walk *w) {
  int table = 1;
  if (w->given != w->table) {
    lua_getiuservalue(L, ORDERS, w->anchor);
    table = lua_gettop(L);
  }
  return push_following(L, w, table) ? 2 : walk_end(L, walks, w);
}

/* Skips elements of the array that are missing. Returns whether the next one is
 * there. */
static inline bool find_element(Walk *w) {
  const RawTable *t = w->table;
  lua_Integer at = w->element, limit = t->array_limit;
  while (at < w->elements && at < limit &&
         !(raw_is_used(t->array[at].kind) && had_element(w, at + 1)))
    at++;
  w->element = at;
  return at < w->elements && at < limit;
}

int walk_element(lua_State *L, Walks *walks, Walk *w) {
  if (!find_element(w))
    return walk_go_on(L, walks, w);
  const RawValue *value = &w->table->array[w->element++];
  walk_note_integer(w, w->element);
  lua_pushinteger(L, w->element);
  if (value->kind == RAW_INTEGER)
    lua_pushinteger(L, (lua_Integer)value->value);
  else
    lua_rawgeti(L, 1, w->element);
  return 2;
}

/* ---- finding a walk ------------------------------------------------------*/

bool walk_is_at_other(lua_State *L, const Walk *w, int index) {
  if (w->last_key == NO_WALK || lua_isnoneornil(L, index))
    return false;
  push_key(L, w, w->place - 1);
  bool same = lua_rawequal(L, -1, index);
  lua_pop(L, 1);
  return same;
}

Walk *walk_find(lua_State *L, Walks *walks, const void *given) {
  for (int i = 1; walks->in_progress && i < WALKS; i++) {
    Walk *w = neighbour(walks, walks->current, -i);
    if (w->given == given && walk_is_at(L, w, 2))
      return walks->current = w;
  }
  return NULL;
}

void walk_forget_key(lua_State *L, Walks *walks, const void *given) {
  int key = lua_gettop(L) - 1;
  for (Walk *w = walks->walk; w < walks->walk + WALKS; w++)
    if (w->given == given && walk_is_at(L, w, key))
      forget(walks, w);
}

/* ---- the start of a walk -------------------------------------------------*/

/* Counts the elements of a table's array, and finds the last. */
static lua_Integer count_elements(const RawTable *t, lua_Integer *last) {
  size_t size = raw_array_size(t), count = 0, end = 0;
  for (size_t i = 0; i < size; i++)
    if (raw_is_used(t->array[i].kind)) {
      count++;
      end = i + 1;
    }
  *last = (lua_Integer)end;
  return (lua_Integer)count;
}

/* The charge depends on the keys alone. */
static void charge(lua_State *L, Plugin *plugin, lua_Integer keys,
                   int64_t bytes) {
  plugin_charge_in_time(L, plugin, 8 * (int64_t)keys + bytes);
}

/* Notes which elements of its array a table has. Pushes memory for that if
 * there are many. */
static const uint8_t *note_elements(lua_State *L, const RawTable *t,
                                    lua_Integer last, Walk *w) {
  size_t bytes = (size_t)last / 8 + 1;
  uint8_t *had = w->bits;
  if (bytes > sizeof w->bits) {
    int64_t *left = &plugin_of(L)->account->budget_left, before = *left;
    had = lua_newuserdatauv(L, bytes, 0);
    *left = before;
  }
  memset(had, 0, bytes);
  for (lua_Integer at = 1; at <= last; at++)
    had[at / 8] |= (uint8_t)(raw_is_used(t->array[at - 1].kind) << at % 8);
  return had;
}

/* Pushes a list of all keys of a table. Returns their number. */
static int push_all(lua_State *L, Plugin *plugin, int table) {
  KeyCount count = order_count(L, table, 0);
  charge(L, plugin, count.keys, count.bytes);
  order_push_list(L, table, 0, count.keys, NULL);
  return count.keys;
}

/* Finds the set of the other keys of a table whose array ends with `last`, NULL
 * if it must be listed. */
static inline const KeySet *find_set(lua_State *L, Orders *orders,
                                     const RawTable *t, int table,
                                     lua_Integer last) {
  static const KeySet NO_KEYS;
  if (raw_nodes(t) == 0)
    return &NO_KEYS;
  const KeySet *set = order_find(L, orders, t, table);
  return set && (lua_Number)last <= set->fraction ? set : NULL;
}

/* The keys of a table: elements up to `last`, of which there were `had`, and
 * `count` keys in a set or list. */
typedef struct Keys {
  const KeySet *set;
  const uint8_t *had;
  lua_Integer last;
  int count;
} Keys;

/* Finds the keys of the table at an index, and charges for them. Pushes what
 * the walk has to keep, if anything. */
static inline Keys find_keys(lua_State *L, Orders *orders, Walk *w, int table,
                             const RawTable *t) {
  Plugin *plugin = orders->plugin;
  if (!plugin->reads_tables)
    return (Keys){.count = push_all(L, plugin, table)};
  lua_Integer last, elements = count_elements(t, &last);
  const KeySet *set = find_set(L, orders, t, table, last);
  if (!set)
    return (Keys){.count = push_all(L, plugin, table)};
  charge(L, plugin, elements + set->count, set->bytes);
  const uint8_t *had = elements < last ? note_elements(L, t, last, w) : NULL;
  return (Keys){set, had, last, set->count};
}

Walk *walk_begin(lua_State *L, Orders *orders, Walks *walks, int table) {
  Walk *w = neighbour(walks, walks->current, 1);
  const RawTable *t = raw_table(L, table);
  Keys keys = find_keys(L, orders, w, table, t);
  walks->in_progress += w->last_key == NO_WALK;
  walks->are_used = true;
  walks->current = w;
  w->table = t;
  w->given = table == 1 ? t : lua_topointer(L, 1);
  w->last_key = AT_START;
  w->place = 0;
  w->below = keys.set ? keys.set->below : 0;
  w->count = keys.count;
  w->element = 0;
  w->elements = keys.last;
  w->had = keys.had;
  w->set = keys.set;
  w->keeps_more = !w->set || (w->had && w->had != w->bits);
  if (w->keeps_more)
    lua_setiuservalue(L, ORDERS, w->anchor + 1);
  if (w->anchored != t) {
    w->anchored = t;
    lua_pushvalue(L, table);
    lua_setiuservalue(L, ORDERS, w->anchor);
  }
  return w;
}

/* The elements up to a key. */
static lua_Integer elements_until(const Walk *w, const Key *key) {
  if (key->type != LUA_TNUMBER)
    return w->elements;
  if (key->is_float ? key->number < 1 : key->integer < 1)
    return 0;
  if (key->is_float ? key->number >= (lua_Number)w->elements
                    : key->integer >= w->elements)
    return w->elements;
  return key->is_float ? (lua_Integer)floor(key->number) : key->integer;
}

/* Skips the keys up to that at index 2, which need not be in the table. */
static void skip(lua_State *L, Walk *w) {
  Key key = key_read(L, 2);
  w->element = elements_until(w, &key);
  for (; w->place < w->count; w->place++) {
    push_key(L, w, w->place);
    Key other = key_read(L, -1);
    lua_pop(L, 1);
    if (key_compare(&other, &key) > 0)
      break;
  }
}

/* The same if it is the first string or element. */
static bool skip_first(lua_State *L, Walk *w) {
  if (w->elements > 0 && lua_isinteger(L, 2)) {
    w->element = lua_tointeger(L, 2) == 1;
    w->place = w->element ? w->below : 0;
    return w->element;
  }
  bool is_first = w->set && w->set->is_names &&
                  (uintptr_t)lua_topointer(L, 2) == order_key(w->set, 0)->key;
  if (is_first) {
    w->element = w->elements;
    w->place = 1;
  }
  return is_first;
}

Walk *walk_begin_after(lua_State *L, Orders *orders, Walks *walks, int table) {
  int type = lua_type(L, 2);
  if (type != LUA_TSTRING && type != LUA_TNUMBER)
    key_read(L, 2); /* raises an error if it has no order */
  Walk *w = walk_begin(L, orders, walks, table);
  if (!skip_first(L, w))
    skip(L, w);
  return w;
}

/* ---- all walks -----------------------------------------------------------*/

void walks_clear(Walks *walks, int anchor) {
  *walks = (Walks){.current = walks->walk};
  for (int i = 0; i < WALKS; i++)
    walks->walk[i].anchor = anchor + 2 * i;
}

void walks_forget(lua_State *L, Walks *walks) {
  for (Walk *w = walks->walk; w < walks->walk + WALKS; w++) {
    if (!w->anchored)
      continue;
    lua_pushnil(L);
    lua_setiuservalue(L, -2, w->anchor);
    lua_pushnil(L);
    lua_setiuservalue(L, -2, w->anchor + 1);
  }
  walks_clear(walks, walks->walk[0].anchor);
}
