/* The first key of a table, for next with a table alone. Many a plugin asks so
 * whether a table is empty, or takes keys out of it one by one.
 *
 * If the keys are positive integers and strings, what is known of the table
 * stays known until a key is added, and Lua makes a note of that: see
 * raw_has_no_finalizer. So it takes no longer for many keys than for a few. */
#include "lua/host/sandbox/order.h"

#include <math.h>

/* Elements are not charged, so that no more than the first one is needed. The
 * charge for a few other keys is always the same, so that they need not be
 * counted. At worst, in a table that changes before each call, searching them
 * takes ten times as long as so many instructions. */
enum { FEW = 64, CHARGE_FEW = 64, CHARGE_KEY = 8 };

static void charge(lua_State *L, Plugin *plugin, int others) {
  if (others > FEW)
    plugin_charge_in_time(L, plugin,
                          CHARGE_FEW + CHARGE_KEY * (int64_t)(others - FEW));
  else if (others > 0)
    plugin_charge_to(L, plugin, CHARGE_FEW);
}

static int push_none(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

/* The functions that push a key of the table at index 1 and its value return
 * how many values they have pushed. */

/* Pushes the first element of the array, if there is any. */
static int push_element(lua_State *L, const RawTable *t) {
  size_t size = raw_array_size(t);
  for (size_t i = 0; i < size; i++)
    if (raw_is_used(t->array[i].kind)) {
      lua_Integer at = (lua_Integer)i + 1;
      lua_pushinteger(L, at);
      if (t->array[i].kind == RAW_INTEGER)
        lua_pushinteger(L, (lua_Integer)t->array[i].value);
      else
        lua_rawgeti(L, 1, at);
      return 2;
    }
  return 0;
}

/* Pushes the smallest key of any table. */
static int push_least(lua_State *L, Plugin *plugin) {
  charge(L, plugin, order_push_least(L));
  if (lua_isnil(L, -1))
    return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

/* ---- simple sets ---------------------------------------------------------*/

/* Returns whether the elements of the array, the positive integers in the set
 * and its strings come in this order, and there are no other keys. */
static bool is_simple(const KeySet *set) {
  return set && !set->below && isinf(set->fraction) && set->others <= FEW;
}

static int integers_in(const KeySet *set) {
  return set->count - set->others;
}

/* Returns whether a set has all keys in the nodes of a table, at the same
 * places. It may have others that have been removed from the table. */
static bool has_all(const KeySet *set, const RawTable *t) {
  if (set->nodes != raw_nodes(t))
    return false;
  for (size_t i = 0; i < set->nodes; i++) {
    const RawNode *node = &t->node[i];
    if (raw_is_used(node->kind) &&
        (node->key != set->node[i].key || node->key_kind != set->node[i].kind))
      return false;
  }
  return true;
}

/* Returns the first place from `place` to `end` whose key a table has. */
static inline int find_used(const KeySet *set, const RawTable *t, int place,
                            int end) {
  while (place < end && !raw_is_used(t->node[set->node_of[place]].kind))
    place++;
  return place;
}

/* Looks for the first keys of the table that are left. */
static inline void look(First *first) {
  const KeySet *set = first->set;
  int integers = integers_in(set);
  first->place = find_used(set, first->table, first->place, integers);
  first->name = find_used(set, first->table, first->name, set->count);
}

static int push_first(lua_State *L, Orders *orders, const First *first) {
  const KeySet *set = first->set;
  bool has_name = first->name < set->count;
  charge(L, orders->plugin, has_name);
  int results = push_element(L, first->table);
  if (results)
    return results;
  bool has_integer = first->place < integers_in(set);
  if (!has_name && !has_integer)
    return push_none(L);
  int place = has_integer ? first->place : first->name;
  const RawNode *node = &first->table->node[set->node_of[place]];
  lua_rawgeti(L, order_list(set), place + 1);
  order_push_value(L, 1, node->kind, node->value);
  return 2;
}

/* Makes Lua note that no key has been added to the table at index 1 since now,
 * by looking for __gc in it, which it does not have. */
static void remember(lua_State *L, Orders *orders, const First *first) {
  lua_pushvalue(L, 1);
  lua_setmetatable(L, lua_upvalueindex(UP_WITNESS));
  orders->has_witness = true;
  orders->first = *first;
  orders->plugin->noted = first->table;
}

/* ---- all tables ----------------------------------------------------------*/

static uint64_t hash_keys(const RawTable *t) {
  uint64_t hash = raw_nodes(t);
  for (const RawNode *n = t->node, *end = n + raw_nodes(t); n < end; n++)
    hash = hash * 31 + (raw_is_used(n->kind) ? n->key : 0);
  return hash;
}

/* Returns the set of the keys in the nodes of the table at index 1, if its
 * order is kept or should be: finding the smallest key takes less time than
 * sorting, and a plugin that adds or removes a key each time has no use for the
 * order. */
static const KeySet *find_set(lua_State *L, Orders *orders, const RawTable *t) {
  int place;
  if (raw_nodes(t) > LARGE_NODES)
    return NULL;
  const KeySet *set = order_find_kept(orders, t, &place);
  if (set)
    return set;
  uint64_t hash = hash_keys(t);
  bool changes = orders->missed != hash;
  orders->missed = hash;
  return changes ? NULL : order_find(L, orders, t, 1);
}

/* Pushes the first key of a table whose order is known. */
static int push_sorted(lua_State *L, Orders *orders, const RawTable *t,
                       const KeySet *set) {
  charge(L, orders->plugin, set->others);
  int results = set->below ? 0 : push_element(L, t);
  if (results)
    return results;
  if (set->count == 0)
    return push_none(L);
  lua_rawgeti(L, order_list(set), 1);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

/* Finds the smallest key in the nodes of a table, if all of them are integers,
 * and counts those that are not positive. */
static bool find_integer(const RawTable *t, lua_Integer *least, int *others) {
  *least = LUA_MAXINTEGER;
  *others = 0;
  bool found = false;
  for (const RawNode *n = t->node, *end = n + raw_nodes(t); n < end; n++) {
    if (!raw_is_used(n->kind))
      continue;
    if (n->key_kind != RAW_INTEGER)
      return false;
    lua_Integer key = (lua_Integer)n->key;
    *others += key < 1;
    *least = key < *least ? key : *least;
    found = true;
  }
  return found;
}

/* Pushes the first key of a table whose order is not known. */
static int push_unsorted(lua_State *L, Orders *orders, const RawTable *t) {
  lua_Integer least;
  int others;
  if (!find_integer(t, &least, &others))
    return push_least(L, orders->plugin);
  charge(L, orders->plugin, others);
  int results = others ? 0 : push_element(L, t);
  if (results)
    return results;
  lua_pushinteger(L, least);
  lua_rawgeti(L, 1, least);
  return 2;
}

static int search(lua_State *L, Orders *orders, const RawTable *t) {
  const KeySet *set = orders->recent;
  if (!is_simple(set) || !has_all(set, t))
    set = find_set(L, orders, t);
  if (!set || (lua_Number)raw_array_size(t) > set->fraction)
    return push_unsorted(L, orders, t);
  if (!is_simple(set))
    return push_sorted(L, orders, t, set);
  First first = {t, set, 0, integers_in(set)};
  look(&first);
  if (orders->probed == t && !set->has_event)
    remember(L, orders, &first);
  orders->probed = t;
  return push_first(L, orders, &first);
}

int order_first(lua_State *L, Orders *orders, const RawTable *t) {
  Plugin *plugin = orders->plugin;
  First *first = &orders->first;
  if (t == plugin->noted) {
    if (raw_has_no_finalizer(t) && raw_nodes(t) == first->set->nodes) {
      look(first);
      return push_first(L, orders, first);
    }
    plugin->noted = NULL;
  }
  if (!plugin->reads_tables)
    return push_least(L, plugin);
  if (raw_nodes(t) > 0)
    return search(L, orders, t);
  int results = push_element(L, t);
  return results ? results : push_none(L);
}

void order_forget_first(lua_State *L, Orders *orders) {
  if (!orders->has_witness)
    return;
  orders->plugin->noted = NULL;
  orders->has_witness = false;
  lua_getiuservalue(L, -1, USER_NEXT);
  lua_getupvalue(L, -1, UP_WITNESS);
  lua_pushnil(L);
  lua_setmetatable(L, -2);
  lua_pop(L, 2);
}
