/* pairs and next for plugins: they visit the keys of a table in a fixed order
 * (order.h), namely those that it had when the traversal began.
 *
 * Both ask for each key with the one before it. Where a walk is, is remembered,
 * so that the next key is found at once. If it has been forgotten, because the
 * plugin asks for something else or is in the midst of too many walks, another
 * begins after the key. What is remembered depends on nothing but the calls
 * since the game began. */
#include "lua/host/sandbox/order.h"

#include <math.h>
#include <string.h>

/* The functions below that return a number of results push the next key and its
 * value, or nil at the end. The table is at index 1, itself or by its proxy; it
 * is `given`. The key before it is at index 2. */

/* ---- steps ---------------------------------------------------------------*/

static inline void walk_note_integer(Walk *w, lua_Integer integer) {
  w->integer = integer;
  w->last_key = AT_INTEGER;
}

static inline void walk_note_text(Walk *w, const void *text) {
  w->text = text;
  w->last_key = AT_TEXT;
}

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

static int walk_end(lua_State *L, Walks *walks, Walk *w) {
  forget(walks, w);
  walks->current = neighbour(walks, w, -1);
  if (w->keeps_more) {
    lua_pushnil(L);
    lua_setiuservalue(L, ORDERS, w->anchor + 1);
  }
  lua_pushnil(L);
  return 1;
}

/* Goes on with the current walk. walk_on does it faster. */
static int walk_go_on(lua_State *L, Walks *walks, Walk *w) {
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

static int walk_element(lua_State *L, Walks *walks, Walk *w) {
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

/* ---- finding a walk ------------------------------------------------------*/

/* walk_is_at for keys that are neither integers nor strings that Lua has only
 * once. */
static bool walk_is_at_other(lua_State *L, const Walk *w, int index) {
  if (w->last_key == NO_WALK || lua_isnoneornil(L, index))
    return false;
  push_key(L, w, w->place - 1);
  bool same = lua_rawequal(L, -1, index);
  lua_pop(L, 1);
  return same;
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

/* Goes on with the current walk, if it is one through the table at index 1,
 * which is `given`, and has returned the key at index 2 last; otherwise returns
 * -1. */
static inline int walk_step(lua_State *L, Walks *walks, const void *given) {
  Walk *w = walks->current;
  return w->given == given && walk_is_at(L, w, 2) ? walk_on(L, walks, w) : -1;
}

/* Makes that walk current which has returned the key last. NULL: none. */
static Walk *walk_find(lua_State *L, Walks *walks, const void *given) {
  for (int i = 1; walks->in_progress && i < WALKS; i++) {
    Walk *w = neighbour(walks, walks->current, -i);
    if (w->given == given && walk_is_at(L, w, 2))
      return walks->current = w;
  }
  return NULL;
}

/* Forgets the walks that have returned the key below the top, because another
 * may begin there: keys may have been added. */
static void walk_forget_key(lua_State *L, Walks *walks, const void *given) {
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
  if (bytes > sizeof w->bits)
    had = order_new_memory(L, bytes);
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

/* Begins to visit the table at an index, and charges for it. */
static Walk *walk_begin(lua_State *L, Orders *orders, Walks *walks, int table) {
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
  bool is_first =
      w->set && w->set->is_names &&
      (uintptr_t)lua_topointer(L, 2) == w->set->node[w->set->node_of[0]].key;
  if (is_first) {
    w->element = w->elements;
    w->place = 1;
  }
  return is_first;
}

/* The same after the key, which need not be in the table. */
static Walk *walk_begin_after(lua_State *L, Orders *orders, Walks *walks,
                              int table) {
  int type = lua_type(L, 2);
  if (type != LUA_TSTRING && type != LUA_TNUMBER)
    key_read(L, 2); /* raises an error if it has no order */
  Walk *w = walk_begin(L, orders, walks, table);
  if (!skip_first(L, w))
    skip(L, w);
  return w;
}

/* ---- pairs ---------------------------------------------------------------*/

/* Returns the index of the table to visit: for a read-only one, that behind the
 * proxy, which the plugin does not get. */
static int find_table(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  return sandbox_push_frozen(L, 1) ? lua_gettop(L) : 1;
}

/* Goes on with another walk than the current one. */
static int iterate_other(lua_State *L, Orders *orders, const void *given) {
  Walks *walks = &orders->pairs;
  int table = find_table(L);
  Walk *w = walk_find(L, walks, given);
  if (!w)
    w = lua_isnoneornil(L, 2) ? walk_begin(L, orders, walks, table)
                              : walk_begin_after(L, orders, walks, table);
  return walk_on(L, walks, w);
}

/* What pairs returns: next, but with the keys that there were when pairs was
 * called, and for read-only tables. */
static int iterate(lua_State *L) {
  Orders *orders = orders_of(L);
  const void *given = lua_topointer(L, 1);
  int results = walk_step(L, &orders->pairs, given);
  return results >= 0 ? results : iterate_other(L, orders, given);
}

static inline bool has_metatable(lua_State *L) {
  if (plugin_in_sandbox(L)->reads_tables)
    return raw_table(L, 1)->metatable;
  return lua_getmetatable(L, 1);
}

static int sandbox_pairs(lua_State *L) {
  int table = 1;
  if (lua_type(L, 1) != LUA_TTABLE || has_metatable(L)) {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
      lua_pushvalue(L, 1);
      lua_call(L, 1, 3);
      return 3;
    }
    table = find_table(L);
  }
  Orders *orders = orders_of(L);
  walk_begin(L, orders, &orders->pairs, table);
  lua_pushvalue(L, lua_upvalueindex(UP_ITERATOR));
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* ---- next ----------------------------------------------------------------*/

/* next with another table or key than expected. A walk begins with the second
 * key: many a plugin asks for the first alone. */
static int next_other(lua_State *L, Orders *orders, const void *given) {
  Walks *walks = &orders->next;
  if (given != orders->plugin->noted)
    luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_isnoneornil(L, 2)) {
    int results = order_first(L, orders, given);
    if (walks->in_progress && results == 2)
      walk_forget_key(L, walks, given);
    return results;
  }
  Walk *w = walk_find(L, walks, given);
  if (!w)
    w = walk_begin_after(L, orders, walks, 1);
  return walk_on(L, walks, w);
}

static int sandbox_next(lua_State *L) {
  Orders *orders = orders_of(L);
  const void *given = lua_topointer(L, 1);
  int results = walk_step(L, &orders->next, given);
  return results >= 0 ? results : next_other(L, orders, given);
}

/* ---- both ----------------------------------------------------------------*/

static const char REGISTERED = 0; /* registry key: Orders */

/* Forgets all walks; `anchor` is the first of their user values. */
static void walks_clear(Walks *walks, int anchor) {
  *walks = (Walks){.current = walks->walk};
  for (int i = 0; i < WALKS; i++)
    walks->walk[i].anchor = anchor + 2 * i;
}

/* The same, and what they keep alive. The Orders are on top of the stack. */
static void walks_forget(lua_State *L, Walks *walks) {
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

/* Pushes a function with the Orders at an index and further upvalues. */
static void push_function(lua_State *L, lua_CFunction function, int orders,
                          int upvalues) {
  lua_pushvalue(L, orders);
  lua_settop(L, lua_gettop(L) + upvalues - 1);
  lua_pushcclosure(L, function, upvalues);
}

void sandbox_add_order(lua_State *L) {
  int library = lua_gettop(L), at = library + 1;
  Plugin *plugin = plugin_of(L);
  Orders *orders = lua_newuserdatauv(L, sizeof *orders, USER_VALUES);
  *orders = (Orders){.plugin = plugin};
  walks_clear(&orders->pairs, USER_PAIRS_WALK);
  walks_clear(&orders->next, USER_NEXT_WALK);
  lua_pushvalue(L, at);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &REGISTERED);
  push_function(L, sandbox_next, at, UP_WITNESS);
  lua_newuserdatauv(L, 0, 0);
  lua_setupvalue(L, -2, UP_WITNESS);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, at, USER_NEXT);
  lua_setfield(L, library, "next");
  push_function(L, iterate, at, UP_LIST + KEPT_SETS - 1);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, at, USER_ITERATOR);
  push_function(L, sandbox_pairs, at, UP_ITERATOR);
  lua_insert(L, -2);
  lua_setupvalue(L, -2, UP_ITERATOR);
  lua_setfield(L, library, "pairs");
  lua_settop(L, library);
  plugin->orders = orders;
}

/* The sets stay: they say nothing about what has happened. */
void sandbox_forget_walks(const Plugin *plugin) {
  lua_State *L = plugin->L;
  Orders *orders = plugin->orders;
  if (!orders ||
      !(orders->pairs.are_used || orders->next.are_used || orders->has_witness))
    return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &REGISTERED);
  walks_forget(L, &orders->pairs);
  walks_forget(L, &orders->next);
  order_forget_first(L, orders);
  lua_pop(L, 1);
}
