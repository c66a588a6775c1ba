/* pairs and next for plugins: they visit the keys of a table in a fixed order
 * (key.h), namely those that it had when the traversal began.
 *
 * Elements that Lua keeps in an array have their order. The other keys have to
 * be sorted, which takes long; so the result is kept for tables with the same
 * keys at the same places in memory, and only the first of them is sorted. */
#include "lua/host/sandbox/key.h"
#include "lua/host/sandbox/sandbox_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- orders --------------------------------------------------------------*/

/* An order is a table that leads from each key to the one after it. These are
 * keys in it that no plugin can have: the entry of FIRST is the first key, that
 * of ELEMENTS the first one that is not a number below 1, that of SET the set
 * of the keys, if it is kept. Between the numbers below 1 and the other keys
 * come the elements of the array: there the value ELEMENTS is in the place of a
 * key. If the order is kept and all keys are strings, there is also a list of
 * them, in which the entry of ORDER is the order. */
static const char FIRST = 0, ELEMENTS = 0, SET = 0, ORDER = 0;

/* A set of keys whose order is kept, as userdata. The order keeps the set, and
 * the strings of the keys, alive. */
typedef struct KeptKey {
  uint64_t key;
  uint8_t kind; /* 0: the node is not used */
} KeptKey;

typedef struct KeySet {
  int count;           /* of the keys */
  int others;          /* of them, those that are not positive integers */
  int below;           /* of these, numbers below 1 */
  int64_t bytes;       /* of their strings */
  lua_Number fraction; /* the smallest float above 1, or infinity */
  int place;           /* among the sets that are kept */
  bool is_names;       /* all are strings, */
  uint8_t *node_of;    /* in these nodes, by their places in the order */
  int expected;        /* by iterators: the place of the next string */
  size_t nodes;
  KeptKey node[];
} KeySet;

/* Sets are kept of tables with at most so many nodes, and without long strings:
 * what earlier games have left must not take much memory, which is limited. */
enum { KEPT_SETS = 16, KEPT_NODES = 128 };

/* A userdata, the first upvalue of pairs and next. Its user values are the
 * orders that are kept, then the first key of each, then the lists of those of
 * strings. */
struct Orders {
  Plugin *plugin;
  KeySet *set[KEPT_SETS];
  const KeySet *recent; /* of them, the one that was found last; or NULL */
  const void *table;    /* of the last call of `next`; NULL: none */
  bool has_order;       /* not all of its keys are elements of its array */
  lua_Integer last;     /* the last of these */
  const uint8_t *had;   /* see Path */
  const void *text; /* the key that was returned, if it is a string; or NULL */
  lua_Integer at;   /* if it is an integer; or 0 */
  bool has_names;   /* there is a list of names in the place of the order */
  const KeySet *names; /* of it; NULL: do not use it */
  int names_returned;  /* of them */
  /* The table of the last call of next(t) that found no order kept, and the
   * number of its keys. */
  const void *missed;
  size_t missed_keys;
};

/* Pseudo-indices of the userdata, and of further upvalues of `next`: the table
 * of the last call, so that no other can have its address, the order of its
 * keys, the key that was returned if it is neither a string nor an integer,
 * what Orders.had points to, and the list of Orders.names. */
enum {
  ORDERS = lua_upvalueindex(1),
  LAST_TABLE = lua_upvalueindex(2),
  LAST_ORDER = lua_upvalueindex(3),
  LAST_KEY = lua_upvalueindex(4),
  LAST_HAD = lua_upvalueindex(5),
  LAST_NAMES = lua_upvalueindex(6),
  NEXT_UPVALUES = 6
};

/* What has to be known to visit the keys of a table: its index on the stack,
 * that of its order (0: all keys are elements of its array), the last element
 * of its array, and, if elements before that are missing, a bit for each of
 * those that it had: one that is added meanwhile is not visited. */
typedef struct Path {
  int table, order;
  lua_Integer last;
  const uint8_t *had;  /* NULL: all up to the last */
  int had_at;          /* the index of it, a userdata; 0: not on the stack */
  const KeySet *names; /* if `order` is the list of these; otherwise NULL */
} Path;

static inline bool had_element(const uint8_t *had, lua_Integer at) {
  return !had || had[at / 8] >> at % 8 & 1;
}

/* Returns the key at an index if it is an element up to `last`; otherwise 0. */
static inline lua_Integer element_at(lua_State *L, int index,
                                     lua_Integer last) {
  lua_Integer key = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
  return key >= 1 && key <= last ? key : 0;
}

/* Pushes the index of the first element after `at`, and the element. Returns
 * the index; or 0, and pushes nothing. */
static lua_Integer push_element(lua_State *L, int table, lua_Integer at,
                                lua_Integer last, const uint8_t *had) {
  while (at++ < last) {
    if (!had_element(had, at))
      continue;
    lua_pushinteger(L, at);
    if (lua_rawgeti(L, table, at) != LUA_TNIL)
      return at;
    lua_pop(L, 2);
  }
  return 0;
}

/* Replaces the key on top, which the order has given and which is of the given
 * type, by the first one from there on that still has a value, and pushes that.
 */
static bool push_value(lua_State *L, const Path *path, int type) {
  for (;;) {
    if (type == LUA_TNIL)
      return false;
    if (type == LUA_TLIGHTUSERDATA) {
      lua_pop(L, 1);
      if (push_element(L, path->table, 0, path->last, path->had))
        return true;
      type = lua_rawgetp(L, path->order, &ELEMENTS);
      continue;
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, path->table) != LUA_TNIL)
      return true;
    lua_pop(L, 1);
    type = lua_rawget(L, path->order);
  }
}

/* Pushes what follows an element of the array. */
static bool push_after_element(lua_State *L, const Path *path, lua_Integer at) {
  if (push_element(L, path->table, at, path->last, path->had))
    return true;
  return path->order &&
         push_value(L, path, lua_rawgetp(L, path->order, &ELEMENTS));
}

/* Pushes the first key of a table and its value. */
static bool push_start(lua_State *L, const Path *path) {
  int type = lua_rawgetp(L, path->order, &FIRST);
  if (!path->last || (type == LUA_TNUMBER && lua_tonumber(L, -1) < 1))
    return push_value(L, path, type);
  lua_pop(L, 1);
  return push_after_element(L, path, 0);
}

/* Pushes the key and the value that follow a key, which may be nil if there is
 * an order. Returns false if there is none, or if the key is unknown. */
static inline bool push_following(lua_State *L, const Path *path, int key) {
  lua_Integer at = path->last ? element_at(L, key, path->last) : 0;
  if (at)
    return push_after_element(L, path, at);
  if (!path->order)
    return false;
  lua_pushvalue(L, key);
  int type = lua_rawget(L, path->order);
  if (type == LUA_TSTRING) { /* nearly always */
    lua_pushvalue(L, -1);
    if (lua_rawget(L, path->table) != LUA_TNIL)
      return true;
    lua_pop(L, 1);
    type = lua_rawget(L, path->order);
  } else if (type == LUA_TNIL && lua_isnil(L, key)) {
    return push_start(L, path);
  }
  return push_value(L, path, type);
}

/* ---- sorting -------------------------------------------------------------*/

/* The keys of a table other than elements of its array. */
typedef struct Count {
  int keys, others; /* others: those that are not positive integers */
  int64_t bytes;    /* of strings */
} Count;

static Count count_keys(lua_State *L, int table, lua_Integer last) {
  Count count = {0};
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (element_at(L, -2, last))
      continue;
    count.keys++;
    count.others += !lua_isinteger(L, -2) || lua_tointeger(L, -2) < 1;
    if (lua_type(L, -2) == LUA_TSTRING)
      count.bytes += (int64_t)lua_rawlen(L, -2);
  }
  return count;
}

/* Pushes a userdata of sorted keys, and a list of them as they were. */
static const Key *push_sorted(lua_State *L, int table, lua_Integer last,
                              int count) {
  Key *keys = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *keys, 0);
  lua_createtable(L, count, 0);
  int list = lua_gettop(L), n = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (element_at(L, -2, last))
      continue;
    keys[n] = key_read(L, -2);
    keys[n].at = n + 1;
    lua_pushvalue(L, -2);
    lua_rawseti(L, list, ++n);
  }
  qsort(keys, (size_t)n, sizeof *keys, key_compare);
  return keys;
}

static void push_mark(lua_State *L, const char *mark) {
  lua_pushlightuserdata(L, (void *)(uintptr_t)mark);
}

static bool is_below_one(const Key *key) {
  return key->type == LUA_TNUMBER &&
         (key->is_float ? key->number < 1 : key->integer < 1);
}

/* Pushes the order of the keys of a table that are not elements up to `last`.
 * Returns how many are below 1. */
static int push_order(lua_State *L, int table, lua_Integer last, int count) {
  lua_createtable(L, 0, count + 3);
  int order = lua_gettop(L), list = order + 2;
  const Key *keys = push_sorted(L, table, last, count);
  int below = 0;
  while (below < count && is_below_one(&keys[below]))
    below++;
  push_mark(L, &FIRST);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, list, keys[i].at);
    if (i == below) {
      lua_pushvalue(L, -1);
      lua_rawsetp(L, order, &ELEMENTS);
    }
    lua_insert(L, -2);
    if (i == below && below)
      push_mark(L, &ELEMENTS);
    else
      lua_pushvalue(L, -2);
    lua_rawset(L, order);
  }
  if (below && below == count) {
    push_mark(L, &ELEMENTS);
    lua_rawset(L, order);
  }
  lua_settop(L, order);
  return below;
}

/* ---- sets that are kept --------------------------------------------------*/

static KeptKey read_node(const RawNode *node) {
  if (raw_is_used(node->kind))
    return (KeptKey){node->key, node->key_kind};
  return (KeptKey){0, 0};
}

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
  return (int)((mix ^ mix >> 4 ^ mix >> 9) % KEPT_SETS);
}

static void note_fraction(KeySet *set, KeptKey kept) {
  lua_Number number;
  memcpy(&number, &kept.key, sizeof number);
  if (kept.kind == RAW_FLOAT && number > 1 && number < set->fraction)
    set->fraction = number;
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

static int find_node(const KeySet *set, const void *text) {
  size_t i = 0;
  while (set->node[i].key != (uintptr_t)text)
    i++;
  return (int)i;
}

/* Pushes the list of the keys in the order on top of the stack, if they are
 * strings; otherwise nil. */
static void push_names(lua_State *L, KeySet *set) {
  if (!set->is_names) {
    lua_pushnil(L);
    return;
  }
  int order = lua_gettop(L), list = order + 1;
  lua_createtable(L, set->count, 1);
  lua_pushvalue(L, order);
  lua_rawsetp(L, list, &ORDER);
  lua_rawgetp(L, order, &FIRST);
  for (int i = 0; i < set->count; i++) {
    set->node_of[i] = (uint8_t)find_node(set, lua_topointer(L, -1));
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, i + 1);
    lua_rawget(L, order);
  }
  lua_settop(L, list);
}

/* Returns whether all keys are strings, and there are any. */
static bool has_names(const KeySet *set) {
  for (size_t i = 0; i < set->nodes; i++)
    if (set->node[i].kind && set->node[i].kind != RAW_SHORT_STRING)
      return false;
  return set->count > 0;
}

/* Keeps the order of the keys in the nodes of a table. */
static KeySet *keep_order(lua_State *L, Orders *orders, int table, int place) {
  const RawTable *t = raw_table(L, table);
  lua_Integer size = (lua_Integer)raw_array_size(t);
  Account *account = plugin_of(L)->account;
  int64_t left = account->budget_left;
  Count count = count_keys(L, table, size);
  size_t nodes = raw_nodes(t);
  KeySet *set = lua_newuserdatauv(
      L, sizeof *set + nodes * (sizeof *set->node + sizeof *set->node_of), 0);
  *set = (KeySet){.count = count.keys,
                  .others = count.others,
                  .bytes = count.bytes,
                  .fraction = INFINITY,
                  .node_of = (uint8_t *)(set->node + nodes),
                  .nodes = nodes};
  for (size_t i = 0; i < nodes; i++)
    note_fraction(set, set->node[i] = read_node(&t->node[i]));
  set->below = push_order(L, table, size, count.keys);
  set->is_names = has_names(set);
  push_names(L, set);
  lua_insert(L, -3);
  account->budget_left = left; /* an earlier game may have kept it */
  lua_insert(L, -2);
  lua_rawsetp(L, -2, &SET);
  lua_rawgetp(L, -1, &FIRST);
  lua_setiuservalue(L, ORDERS, KEPT_SETS + place + 1);
  lua_setiuservalue(L, ORDERS, place + 1);
  lua_setiuservalue(L, ORDERS, 2 * KEPT_SETS + place + 1);
  set->place = place;
  orders->recent = orders->set[place] = set;
  return set;
}

/* Returns the set of the keys in the nodes of a table, if it is kept. If not,
 * *place is where it can be: one of two, not that of the set found last. */
static const KeySet *find_kept(Orders *orders, const RawTable *t, int *place) {
  if (is_set_of(orders->recent, t))
    return orders->recent;
  int first = place_of(t), second = first ^ KEPT_SETS / 2;
  if (is_set_of(orders->set[first], t))
    return orders->recent = orders->set[first];
  if (is_set_of(orders->set[second], t))
    return orders->recent = orders->set[second];
  bool is_taken = orders->set[first] && orders->set[first] == orders->recent;
  *place = is_taken ? second : first;
  return NULL;
}

/* Returns the set of the keys in the nodes of a table, or NULL if it cannot be
 * kept. */
static const KeySet *find_set(lua_State *L, Orders *orders, const RawTable *t,
                              int table) {
  int place;
  if (raw_nodes(t) > KEPT_NODES)
    return NULL;
  const KeySet *set = find_kept(orders, t, &place);
  if (set)
    return set;
  return can_be_kept(t) ? keep_order(L, orders, table, place) : NULL;
}

static void push_order_of(lua_State *L, const KeySet *set) {
  lua_getiuservalue(L, ORDERS, set->place + 1);
}

static int push_first_of(lua_State *L, const KeySet *set) {
  return lua_getiuservalue(L, ORDERS, KEPT_SETS + set->place + 1);
}

static void push_names_of(lua_State *L, const KeySet *set) {
  lua_getiuservalue(L, ORDERS, 2 * KEPT_SETS + set->place + 1);
}

/* ---- names ---------------------------------------------------------------*/

/* Pushes a value that Lua keeps in the table at an index for the key that is on
 * top of the stack. */
static inline void push_kept(lua_State *L, int table, uint8_t kind,
                             uint64_t value) {
  if (kind == RAW_INTEGER) {
    lua_pushinteger(L, (lua_Integer)value);
  } else if ((kind & RAW_TYPE) == LUA_TBOOLEAN) {
    lua_pushboolean(L, raw_boolean(kind));
  } else {
    lua_pushvalue(L, -1);
    lua_rawget(L, table);
  }
}

/* The address of a string in an order of names, by its place. */
static inline const void *name_at(const KeySet *set, int place) {
  return (const void *)(uintptr_t)set->node[set->node_of[place]].key;
}

/* Pushes the string at a place of a list of names, and its value in a table:
 * Lua need not look for it if both are still in their node. Otherwise pushes
 * nothing and returns false. */
static inline bool push_name(lua_State *L, const KeySet *set, int place,
                             int list, int table) {
  const RawTable *t = raw_table(L, table);
  if (raw_nodes(t) != set->nodes)
    return false;
  int at = set->node_of[place];
  const RawNode *node = &t->node[at];
  if (!raw_is_used(node->kind) || node->key_kind != RAW_SHORT_STRING ||
      node->key != set->node[at].key)
    return false;
  lua_rawgeti(L, list, place + 1);
  push_kept(L, table, node->kind, node->value);
  return true;
}

/* ---- paths ---------------------------------------------------------------*/

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

/* Pushes the order of all keys of a table. */
static Path push_sorted_path(lua_State *L, Plugin *plugin, int table) {
  Count count = count_keys(L, table, 0);
  charge(L, plugin, count.keys, count.bytes);
  int64_t *left = &plugin->account->budget_left, before = *left;
  push_order(L, table, 0, count.keys);
  *left = before; /* whether it is kept depends on how the table came about */
  return (Path){.table = table, .order = lua_gettop(L)};
}

/* Pushes which elements of its array a table has. */
static void push_had(lua_State *L, const RawTable *t, Path *path) {
  int64_t *left = &plugin_of(L)->account->budget_left, before = *left;
  size_t bytes = (size_t)path->last / 8 + 1;
  uint8_t *had = lua_newuserdatauv(L, bytes, 0);
  *left = before;
  memset(had, 0, bytes);
  for (lua_Integer at = 1; at <= path->last; at++)
    had[at / 8] |= (uint8_t)(raw_is_used(t->array[at - 1].kind) << at % 8);
  path->had = had;
  path->had_at = lua_gettop(L);
}

/* Finds out how to visit the keys of a table, and charges for it. Pushes what
 * the path needs: on top the order, if there is one. */
static Path push_path(lua_State *L, Plugin *plugin, int table) {
  if (!plugin->reads_tables)
    return push_sorted_path(L, plugin, table);
  const RawTable *t = raw_table(L, table);
  Path path = {.table = table};
  lua_Integer elements = count_elements(t, &path.last);
  if (raw_nodes(t) == 0) {
    charge(L, plugin, elements, 0);
    if (elements < path.last)
      push_had(L, t, &path);
    return path;
  }
  const KeySet *set = find_set(L, plugin->orders, t, table);
  if (!set || (lua_Number)path.last > set->fraction)
    return push_sorted_path(L, plugin, table);
  charge(L, plugin, elements + set->count, set->bytes);
  if (elements < path.last)
    push_had(L, t, &path);
  if (set->is_names)
    push_names_of(L, set);
  else
    push_order_of(L, set);
  path.order = lua_gettop(L);
  path.names = set->is_names ? set : NULL;
  return path;
}

/* ---- pairs ---------------------------------------------------------------*/

static int push_end(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

/* The iterators of a table that is an array, with all elements or with some.
 * Upvalues: its last element when pairs was called, itself, and Path.had if
 * there is any. */
static inline int visit_array(lua_State *L, const uint8_t *had) {
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(1));
  lua_Integer i = lua_tointeger(L, 2);
  bool found = i >= 0 && push_element(L, lua_upvalueindex(2), i, last, had);
  return found ? 2 : push_end(L);
}

static int visit_elements(lua_State *L) {
  return visit_array(L, NULL);
}

static int visit_some_elements(lua_State *L) {
  return visit_array(L, lua_touserdata(L, lua_upvalueindex(3)));
}

/* The iterators of tables whose array is empty, and of any others. Upvalues:
 * the order, the table; its last element, and Path.had if there is any. */
static inline int visit(lua_State *L, int order, lua_Integer last,
                        const uint8_t *had) {
  Path path = {lua_upvalueindex(2), order, last, had, 0, NULL};
  return push_following(L, &path, 2) ? 2 : push_end(L);
}

static inline void drop_arguments(lua_State *L) {
  if (lua_gettop(L) != 2)
    lua_settop(L, 2);
}

static int visit_keys(lua_State *L) {
  drop_arguments(L);
  return visit(L, lua_upvalueindex(1), 0, NULL);
}

static int visit_all(lua_State *L) {
  drop_arguments(L);
  return visit(L, lua_upvalueindex(1), lua_tointeger(L, lua_upvalueindex(3)),
               lua_touserdata(L, lua_upvalueindex(4)));
}

/* The same for tables whose other keys are strings. Upvalues: the list of them,
 * the table, the set; its last element, and Path.had if there is any. */
static int visit_names_slowly(lua_State *L) {
  drop_arguments(L);
  lua_rawgetp(L, lua_upvalueindex(1), &ORDER);
  return visit(L, 3, lua_tointeger(L, lua_upvalueindex(4)),
               lua_touserdata(L, lua_upvalueindex(5)));
}

/* Returns the place after that of a string, or -1. */
static inline int place_after(const KeySet *set, const void *text) {
  int place = set->expected;
  if (place && text == name_at(set, place - 1))
    return place;
  for (place = 0; place < set->count; place++)
    if (text == name_at(set, place))
      return place + 1;
  return -1;
}

static inline int visit_name(lua_State *L, KeySet *set, int place) {
  if (place == set->count)
    return push_end(L);
  if (place < 0 ||
      !push_name(L, set, place, lua_upvalueindex(1), lua_upvalueindex(2)))
    return visit_names_slowly(L);
  set->expected = place + 1;
  return 2;
}

static int visit_names(lua_State *L) {
  const void *text = lua_topointer(L, 2);
  KeySet *set = lua_touserdata(L, lua_upvalueindex(3));
  if (text)
    return visit_name(L, set, place_after(set, text));
  return visit_name(L, set, lua_isnoneornil(L, 2) ? 0 : -1);
}

static int visit_elements_and_names(lua_State *L) {
  if (!lua_isinteger(L, 2))
    return lua_isnoneornil(L, 2) ? visit_names_slowly(L) : visit_names(L);
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  lua_Integer at = lua_tointeger(L, 2);
  if (at >= 1 && at < last &&
      push_element(L, lua_upvalueindex(2), at, last, NULL))
    return 2;
  return visit_names_slowly(L);
}

/* Returns the index of the table to visit: for a read-only one, that behind the
 * proxy, which the plugin does not get. 0: there is __pairs, and what it has
 * returned is on the stack. */
static int find_table(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && !lua_getmetatable(L, 1))
    return 1;
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 0;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  return sandbox_push_frozen(L, 1) ? 2 : 1;
}

/* Pushes the iterator of a table, whose order, if it has one, is on top. */
static void push_iterator(lua_State *L, const Path *path) {
  if (!path->order)
    lua_pushinteger(L, path->last);
  lua_pushvalue(L, path->table);
  if (path->names)
    lua_pushlightuserdata(L, (void *)(uintptr_t)path->names);
  if (path->order && path->last)
    lua_pushinteger(L, path->last);
  if (path->had)
    lua_pushvalue(L, path->had_at);
  int more = (path->last != 0) + (path->had != NULL);
  if (!path->order)
    lua_pushcclosure(L, path->had ? visit_some_elements : visit_elements,
                     path->had ? 3 : 2);
  else if (path->names)
    lua_pushcclosure(L,
                     path->had    ? visit_names_slowly
                     : path->last ? visit_elements_and_names
                                  : visit_names,
                     3 + more);
  else
    lua_pushcclosure(L, path->last ? visit_all : visit_keys, 2 + more);
}

static int sandbox_pairs(lua_State *L) {
  int table = find_table(L);
  if (!table)
    return 3;
  const Orders *orders = lua_touserdata(L, ORDERS);
  Path path = push_path(L, orders->plugin, table);
  push_iterator(L, &path);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* ---- next ----------------------------------------------------------------*/

/* Pushes the smallest key of the table at index 1 that is greater than
 * `bound`, if that is not NULL, and its value. */
static bool push_least(lua_State *L, const Key *bound) {
  int top = lua_gettop(L);
  Key least = {0};
  lua_pushnil(L); /* the result */
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    Key key = key_read(L, -2);
    if ((bound && key_compare(&key, bound) <= 0) ||
        (!lua_isnil(L, top + 1) && key_compare(&key, &least) >= 0))
      continue;
    least = key;
    lua_pushvalue(L, -2);
    lua_replace(L, top + 1);
  }
  lua_pushvalue(L, top + 1);
  return lua_rawget(L, 1) != LUA_TNIL;
}

/* Returns the set of the keys in the nodes of the table at index 1, if its
 * order is kept or should be: finding the smallest key takes less time than
 * sorting, and a plugin that removes it each time has no use for the order. */
static const KeySet *find_set_of_first(lua_State *L, Orders *orders,
                                       const RawTable *t) {
  int place;
  if (raw_nodes(t) > KEPT_NODES)
    return NULL;
  const KeySet *set = find_kept(orders, t, &place);
  if (set)
    return set;
  size_t keys = 0;
  for (const RawNode *n = t->node, *end = n + raw_nodes(t); n < end; n++)
    keys += raw_is_used(n->kind);
  bool changes = orders->missed == t && orders->missed_keys != keys;
  orders->missed = t;
  orders->missed_keys = keys;
  return changes ? NULL : find_set(L, orders, t, 1);
}

/* Pushes the smallest key of the table at index 1 and its value. Many a plugin
 * asks whether a table is empty; elements from 1 on are not charged, so that
 * this needs no more than the first one. */
static bool push_first(lua_State *L, Plugin *plugin, const RawTable *t) {
  bool reads = plugin->reads_tables;
  lua_Integer size = reads ? (lua_Integer)raw_array_size(t) : 0;
  if (reads && raw_nodes(t) == 0)
    return push_element(L, 1, 0, size, NULL);
  const KeySet *set = reads ? find_set_of_first(L, plugin->orders, t) : NULL;
  if (!set || (lua_Number)size > set->fraction) {
    charge(L, plugin, count_keys(L, 1, 0).others, 0);
    return push_least(L, NULL);
  }
  charge(L, plugin, set->others, 0);
  if (!set->below && push_element(L, 1, 0, size, NULL))
    return true;
  if (push_first_of(L, set) == LUA_TNIL)
    return false;
  if (set->is_names) {
    const RawNode *node = &t->node[set->node_of[0]];
    push_kept(L, 1, node->kind, node->value);
  } else {
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
  }
  return true;
}

/* Counts a string that `next` returns, if it is the next of the names. */
static void count_name(Orders *orders) {
  const KeySet *set = orders->names;
  int returned = orders->names_returned;
  if (set && returned < set->count && orders->text == name_at(set, returned))
    orders->names_returned++;
  else
    orders->names = NULL;
}

/* Remembers the key below the top, which `next` is about to return. */
static void remember_key(lua_State *L, Orders *orders) {
  orders->at = 0;
  orders->text = lua_topointer(L, -2);
  if (orders->text) {
    count_name(orders);
    return;
  }
  if (lua_isinteger(L, -2) && lua_tointeger(L, -2) != 0) {
    orders->at = lua_tointeger(L, -2);
  } else {
    lua_copy(L, -2, LAST_KEY);
  }
}

/* Returns whether the last call of `next` returned the key at index 2. */
static bool is_last_key(lua_State *L, const Orders *orders) {
  if (orders->at)
    return lua_isinteger(L, 2) && lua_tointeger(L, 2) == orders->at;
  if (orders->text)
    return lua_topointer(L, 2) == orders->text;
  return lua_rawequal(L, LAST_KEY, 2);
}

/* Goes on with the next of Orders.names. Returns false if it has no value, or
 * is not where it was. */
static bool next_name(lua_State *L, Orders *orders) {
  int place = orders->names_returned;
  if (!push_name(L, orders->names, place, LAST_NAMES, 1))
    return false;
  orders->at = 0;
  orders->text = name_at(orders->names, place);
  orders->names_returned++;
  return true;
}

/* Remembers how to visit the keys of the table at index 1 after that at index
 * 2. */
static void remember_path(lua_State *L, Orders *orders, const void *table,
                          const Path *path) {
  lua_copy(L, 1, LAST_TABLE);
  if (path->order)
    lua_copy(L, path->order, path->names ? LAST_NAMES : LAST_ORDER);
  if (path->had)
    lua_copy(L, path->had_at, LAST_HAD);
  orders->had = path->had;
  orders->has_order = path->order;
  orders->has_names = path->names;
  orders->last = path->last;
  orders->table = table;
  orders->names = path->names;
  orders->names_returned =
      path->names && lua_topointer(L, 2) == name_at(path->names, 0);
}

/* Pushes what follows the key at index 2 in the path that is remembered. */
static bool push_remembered(lua_State *L, const Orders *orders) {
  int order = orders->has_order ? LAST_ORDER : 0;
  if (orders->has_names) {
    lua_rawgetp(L, LAST_NAMES, &ORDER);
    order = lua_gettop(L);
  }
  Path path = {1, order, orders->last, orders->had, 0, NULL};
  return push_following(L, &path, 2);
}

/* Begins a traversal of the table at index 1 after the key at index 2, which
 * need not be in the table any more. */
static bool begin_next(lua_State *L, Plugin *plugin, const void *table) {
  if (!lua_isinteger(L, 2) && lua_type(L, 2) != LUA_TSTRING)
    key_read(L, 2); /* raises an error if it has no order */
  Orders *orders = plugin->orders;
  Path path = push_path(L, plugin, 1);
  remember_path(L, orders, table, &path);
  if (orders->names_returned == 1 && path.names->count > 1 &&
      next_name(L, orders))
    return true;
  if (!push_remembered(L, orders)) {
    Key key = key_read(L, 2);
    if (!push_least(L, &key))
      return false;
  }
  remember_key(L, orders);
  return true;
}

/* Goes on with the next element. Only tables whose array can be read have
 * any. */
static bool next_element(lua_State *L, Orders *orders) {
  const RawTable *t = orders->table;
  lua_Integer at = orders->at;
  if (raw_array_size(t) > (size_t)at && t->array[at].kind == RAW_INTEGER &&
      had_element(orders->had, at + 1)) {
    lua_pushinteger(L, at + 1);
    lua_pushinteger(L, (lua_Integer)t->array[at].value);
    orders->at = at + 1;
    return true;
  }
  at = push_element(L, 1, at, orders->last, orders->had);
  if (at)
    orders->at = at;
  return at;
}

/* Goes on after the key at index 2, which was returned last. */
static bool continue_next(lua_State *L, Orders *orders) {
  if (orders->text) {
    const KeySet *names = orders->names;
    if (names && orders->names_returned == names->count)
      return false;
    if (names && next_name(L, orders))
      return true;
  } else if (orders->at >= 1 && orders->at < orders->last) {
    if (next_element(L, orders))
      return true;
  }
  if (!push_remembered(L, orders))
    return false;
  remember_key(L, orders);
  return true;
}

/* A call of `next` that does not continue the last one. */
static bool start_next(lua_State *L, Plugin *plugin, const void *table) {
  if (lua_type(L, 1) != LUA_TTABLE)
    luaL_checktype(L, 1, LUA_TTABLE);
  plugin->orders->table = NULL; /* keys may have been added */
  if (lua_gettop(L) == 1)
    return push_first(L, plugin, table);
  lua_settop(L, 2);
  return lua_isnil(L, 2) ? push_first(L, plugin, table)
                         : begin_next(L, plugin, table);
}

/* A traversal by `next` asks for each key with the one before it, so the order
 * of the keys of the last table is remembered. */
static int sandbox_next(lua_State *L) {
  Orders *orders = lua_touserdata(L, ORDERS);
  Plugin *plugin = orders->plugin;
  const void *table = lua_topointer(L, 1);
  bool goes_on = table && table == orders->table && is_last_key(L, orders);
  if (goes_on ? continue_next(L, orders) : start_next(L, plugin, table))
    return 2;
  orders->table = NULL;
  return push_end(L);
}

/* ---- both ----------------------------------------------------------------*/

static const char NEXT = 0; /* registry key: the function `next` */

void sandbox_add_order(lua_State *L) {
  Plugin *plugin = plugin_of(L);
  plugin->orders = lua_newuserdatauv(L, sizeof *plugin->orders, 3 * KEPT_SETS);
  *plugin->orders = (Orders){.plugin = plugin};
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, sandbox_pairs, 1);
  lua_setfield(L, -3, "pairs");
  lua_settop(L, lua_gettop(L) + NEXT_UPVALUES - 1);
  lua_pushcclosure(L, sandbox_next, NEXT_UPVALUES);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &NEXT);
  lua_setfield(L, -2, "next");
}

/* The orders stay: they say nothing about what has happened. */
void sandbox_forget_next(const Plugin *plugin) {
  lua_State *L = plugin->L;
  if (!plugin->orders)
    return;
  plugin->orders->table = NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &NEXT);
  for (int i = 2; i <= NEXT_UPVALUES; i++) {
    lua_pushnil(L);
    lua_setupvalue(L, -2, i);
  }
  lua_pop(L, 1);
}
