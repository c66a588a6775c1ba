#include "lua/host/sandbox/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ----------------------------------------------------------------*/

/* Compares exactly, as Lua does: a conversion of the integer could round it.
 * The float is not a number that is equal to an integer. */
static int compare_integer_with_float(lua_Integer integer, lua_Number number) {
  if (number >= -(lua_Number)LUA_MININTEGER)
    return -1;
  if (number < (lua_Number)LUA_MININTEGER)
    return 1;
  return integer <= (lua_Integer)floor(number) ? -1 : 1;
}

static int compare_numbers(const Key *a, const Key *b) {
  if (a->is_float && b->is_float)
    return (a->number > b->number) - (a->number < b->number);
  if (b->is_float)
    return compare_integer_with_float(a->integer, b->number);
  if (a->is_float)
    return -compare_integer_with_float(b->integer, a->number);
  return (a->integer > b->integer) - (a->integer < b->integer);
}

static int compare_texts(const Key *a, const Key *b) {
  size_t shorter = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->text, b->text, shorter);
  return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int rank(const Key *key) {
  return key->type == LUA_TNUMBER ? 0 : key->type == LUA_TSTRING ? 1 : 2;
}

int key_compare(const void *x, const void *y) {
  const Key *a = x, *b = y;
  if (rank(a) != rank(b))
    return rank(a) - rank(b);
  return a->type == LUA_TSTRING ? compare_texts(a, b) : compare_numbers(a, b);
}

/* A table has no float as key that is equal to an integer, but the argument of
 * `next` may be one. */
static void read_number(lua_State *L, int index, Key *key) {
  int is_integer;
  key->integer = lua_tointegerx(L, index, &is_integer);
  key->is_float = !is_integer;
  key->number = is_integer ? 0 : lua_tonumber(L, index);
  if (isnan(key->number))
    luaL_error(L, "nan (not a number) cannot be a key");
}

Key key_read(lua_State *L, int index) {
  Key key = {.type = lua_type(L, index)};
  switch (key.type) {
  case LUA_TNUMBER:
    read_number(L, index, &key);
    break;
  case LUA_TSTRING:
    key.text = lua_tolstring(L, index, &key.length);
    break;
  case LUA_TBOOLEAN:
    key.integer = lua_toboolean(L, index);
    break;
  default:
    luaL_error(L,
               "a table with keys of type %s has no fixed order; use numbers "
               "or strings as keys",
               luaL_typename(L, index));
  }
  return key;
}

/* ---- sorting -------------------------------------------------------------*/

/* Returns whether the key at an index is an element up to `last`. */
static bool is_element(lua_State *L, int index, lua_Integer last) {
  lua_Integer key = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
  return key >= 1 && key <= last;
}

/* Returns whether Lua has put the key at an index there, and not the plugin. */
static bool is_hidden(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING &&
         lua_topointer(L, index) == plugin_in_sandbox(L)->call_event;
}

KeyCount order_count(lua_State *L, int table, lua_Integer last) {
  KeyCount count = {0};
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (is_element(L, -2, last) || is_hidden(L, -2))
      continue;
    count.keys++;
    count.others += !lua_isinteger(L, -2) || lua_tointeger(L, -2) < 1;
    if (lua_type(L, -2) == LUA_TSTRING)
      count.bytes += (int64_t)lua_rawlen(L, -2);
  }
  return count;
}

void *order_new_memory(lua_State *L, size_t bytes) {
  int64_t *left = &plugin_of(L)->account->budget_left, before = *left;
  void *memory = lua_newuserdatauv(L, bytes, 0);
  *left = before;
  return memory;
}

void order_push_list(lua_State *L, int table, lua_Integer last, int count,
                     uint16_t *found) {
  lua_createtable(L, count, 0);
  Key *keys = order_new_memory(L, ((size_t)count + 1) * sizeof *keys);
  lua_createtable(L, count, 0);
  int unsorted = lua_gettop(L), list = unsorted - 2, n = 0, seen = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (is_element(L, -2, last))
      continue;
    seen++;
    if (is_hidden(L, -2))
      continue;
    keys[n] = key_read(L, -2);
    keys[n++].at = seen;
    lua_pushvalue(L, -2);
    lua_rawseti(L, unsorted, seen);
  }
  qsort(keys, (size_t)n, sizeof *keys, key_compare);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, unsorted, keys[i].at);
    lua_rawseti(L, list, i + 1);
    if (found)
      found[i] = (uint16_t)(keys[i].at - 1);
  }
  lua_settop(L, list);
}

int order_push_least(lua_State *L) {
  int result = lua_gettop(L) + 1, others = 0;
  Key least = {0};
  lua_pushnil(L);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    if (is_hidden(L, -2))
      continue;
    Key key = key_read(L, -2);
    others += key.type != LUA_TNUMBER || key.is_float || key.integer < 1;
    if (lua_isnil(L, result) || key_compare(&key, &least) < 0) {
      least = key;
      lua_copy(L, -2, result);
    }
  }
  return others;
}

/* ---- sets that are kept --------------------------------------------------*/

static inline bool is_kept(const KeptKey *kept, const RawNode *node) {
  if (!raw_is_used(node->kind))
    return !kept->kind;
  return kept->key == node->key && kept->kind == node->key_kind;
}

/* The number of nodes is a power of two. */
static bool is_set_of(const KeySet *set, const RawTable *t) {
  if (!set || set->nodes != raw_nodes(t))
    return false;
  const KeptKey *kept = set->node;
  const RawNode *node = t->node, *end = node + set->nodes;
  if (set->nodes == 1)
    return is_kept(kept, node);
  for (; node < end; kept += 2, node += 2)
    if (!is_kept(kept, node) || !is_kept(kept + 1, node + 1))
      return false;
  return true;
}

/* Where a set is kept: addresses of strings are multiples of 8. */
static int place_of(const RawTable *t) {
  const RawNode *first = &t->node[0], *last = &t->node[raw_nodes(t) - 1];
  uint64_t mix = t->log_nodes;
  mix = mix * 31 + (raw_is_used(first->kind) ? first->key : 0);
  mix = mix * 31 + (raw_is_used(last->kind) ? last->key : 0);
  return (int)((mix ^ mix >> 4 ^ mix >> 9) % SMALL_SETS);
}

static bool has_walk_in(const Walks *walks, const KeySet *set) {
  for (const Walk *w = walks->walk; w < walks->walk + WALKS; w++)
    if (w->last_key != NO_WALK && w->set == set)
      return true;
  return false;
}

/* Returns whether another set may take the place: no walk is in progress. */
static bool is_free(const Orders *orders, int place) {
  const KeySet *set = orders->set[place];
  return !set ||
         (set != orders->first.set && !has_walk_in(&orders->pairs, set) &&
          !has_walk_in(&orders->next, set));
}

/* Returns which of the places is free, or -1. The set found last is likely to
 * be needed again. */
static int choose(const Orders *orders, int first, int second) {
  bool is_recent = orders->set[first] && orders->set[first] == orders->recent;
  if (is_free(orders, first) && !is_recent)
    return first;
  if (is_free(orders, second))
    return second;
  return -1;
}

const KeySet *order_find_kept(Orders *orders, const RawTable *t, int *place) {
  if (is_set_of(orders->recent, t))
    return orders->recent;
  bool is_large = raw_nodes(t) > SMALL_NODES;
  int first = is_large ? LARGE_SET : place_of(t);
  int second = is_large ? LARGE_SET : first ^ SMALL_SETS / 2;
  if (is_set_of(orders->set[first], t))
    return orders->recent = orders->set[first];
  if (is_set_of(orders->set[second], t))
    return orders->recent = orders->set[second];
  *place = choose(orders, first, second);
  return NULL;
}

/* Returns whether all keys are numbers, or strings of which Lua has only one,
 * so that the address identifies it. */
static bool can_be_kept(const RawTable *t) {
  for (const RawNode *n = t->node, *end = n + raw_nodes(t); n < end; n++)
    if (raw_is_used(n->kind) && n->key_kind != RAW_SHORT_STRING &&
        (n->key_kind & RAW_TYPE) != LUA_TNUMBER)
      return false;
  return true;
}

/* Adds the key on top of the stack, the next in the order, to a set. */
static void add_key(lua_State *L, KeySet *set) {
  set->count++;
  if (lua_type(L, -1) == LUA_TSTRING) {
    set->has_event |= strncmp(lua_tostring(L, -1), "__", 2) == 0;
    return;
  }
  lua_Number number = lua_tonumber(L, -1);
  set->is_names = false;
  set->below += number < 1;
  if (!lua_isinteger(L, -1) && number > 1 && number < set->fraction)
    set->fraction = number;
}

/* Copies the keys in the nodes of a table. Lua finds them in this order, in
 * which set->node_of counts them; afterwards, it is their nodes. */
static void copy_nodes(KeySet *set, const RawTable *t, int count) {
  uint16_t used[LARGE_NODES];
  int n = 0;
  for (size_t i = 0; i < set->nodes; i++) {
    set->node[i] = (KeptKey){0, 0};
    if (raw_is_used(t->node[i].kind)) {
      set->node[i] = (KeptKey){t->node[i].key, t->node[i].key_kind};
      used[n++] = (uint16_t)i;
    }
  }
  for (int i = 0; i < count; i++)
    set->node_of[i] = used[set->node_of[i]];
}

/* Pushes a set of the keys in the nodes of a table, and their list. */
static KeySet *push_set(lua_State *L, int table) {
  const RawTable *t = raw_table(L, table);
  lua_Integer size = (lua_Integer)raw_array_size(t);
  KeyCount count = order_count(L, table, size);
  size_t nodes = raw_nodes(t);
  KeySet *set = order_new_memory(
      L, sizeof *set + nodes * (sizeof *set->node + sizeof *set->node_of));
  *set = (KeySet){.others = count.others,
                  .bytes = count.bytes,
                  .fraction = INFINITY,
                  .is_names = count.keys > 0,
                  .node_of = (uint16_t *)(set->node + nodes),
                  .nodes = nodes};
  order_push_list(L, table, size, count.keys, set->node_of);
  copy_nodes(set, t, count.keys);
  for (int i = 1; i <= count.keys; i++) {
    lua_rawgeti(L, -1, i);
    add_key(L, set);
    lua_pop(L, 1);
  }
  return set;
}

/* Keeps the order of the keys in the nodes of a table. */
static const KeySet *keep(lua_State *L, Orders *orders, int table, int place) {
  KeySet *set = push_set(L, table);
  int list = lua_gettop(L);
  for (int function = USER_ITERATOR; function <= USER_NEXT; function++) {
    lua_getiuservalue(L, ORDERS, function);
    lua_pushvalue(L, list);
    lua_setupvalue(L, -2, UP_LIST + place);
  }
  lua_settop(L, list - 1);
  lua_setiuservalue(L, ORDERS, USER_SET + place);
  set->place = place;
  return orders->recent = orders->set[place] = set;
}

const KeySet *order_find(lua_State *L, Orders *orders, const RawTable *t,
                         int table) {
  int place;
  if (raw_nodes(t) > LARGE_NODES)
    return NULL;
  const KeySet *set = order_find_kept(orders, t, &place);
  if (set)
    return set;
  return place >= 0 && can_be_kept(t) ? keep(L, orders, table, place) : NULL;
}
