/* pairs and next for plugins: they visit the keys of a table in a fixed order,
 * numbers first, then strings, then booleans.
 *
 * A list, whose keys are 1 to n, needs no sorting. For other tables the sorted
 * keys are kept: tables with the same keys, met in the same order, share them,
 * so that only the first one is sorted. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Key {
  int type;
  lua_Integer integer; /* of an integer or a boolean */
  lua_Number number;   /* of a float */
  bool is_float;
  const char *text;
  size_t length;
  int at; /* index in the list of keys */
} Key;

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

static int compare_keys(const void *x, const void *y) {
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
    luaL_error(L, "a number that is not a number (nan) is not a key");
}

static Key read_key(lua_State *L, int index) {
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

/* ---- sorted keys ---------------------------------------------------------*/

/* A set of keys is kept if it is small and each key is an integer, a boolean or
 * a string that Lua keeps only once, so that its address identifies it. */
enum { KEPT_SETS = 16, KEPT_KEYS = 64, SHARED_STRING = 40 };
enum { LAST_TABLE = KEPT_SETS + 1, LAST_KEYS, USER_VALUES = LAST_KEYS };

typedef struct KeyId {
  int type;
  lua_Integer value; /* an integer, a boolean, or the address of a string */
} KeyId;

/* The keys in the order in which lua_next has met them. */
typedef struct KeySet {
  int count; /* 0: unused */
  KeyId id[KEPT_KEYS];
} KeySet;

/* A userdata in the registry, which Plugin.orders points to. Its user values
 * are the sorted list of keys of each set, which also keeps their strings
 * alive; then the table that `next` was last called with, so that no other can
 * have its address, and its keys. */
struct Orders {
  KeySet set[KEPT_SETS];
  const void *table; /* of the last call of `next`; NULL for none */
  lua_Integer last;  /* its keys are 1 to last; or -1: they are in a list */
  lua_Integer at;    /* the position of the key that was returned last */
  int self;          /* reference to the userdata */
};

static Orders *orders_of(lua_State *L) {
  Plugin *p = plugin_of(L);
  if (!p->orders) {
    int64_t left = p->account->budget_left;
    Orders *orders = lua_newuserdatauv(L, sizeof *orders, USER_VALUES);
    p->account->budget_left = left; /* an earlier game may have made it */
    memset(orders, 0, sizeof *orders);
    orders->self = luaL_ref(L, LUA_REGISTRYINDEX);
    p->orders = orders;
  }
  return p->orders;
}

/* Pushes a user value. */
static void push_slot(lua_State *L, const Orders *orders, int slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, orders->self);
  lua_getiuservalue(L, -1, slot);
  lua_remove(L, -2);
}

/* Pops a user value from the stack. */
static void set_slot(lua_State *L, const Orders *orders, int slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, orders->self);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, slot);
  lua_pop(L, 1);
}

/* The lists stay: they say nothing about what has happened. */
void sandbox_forget_next(const Plugin *plugin) {
  const int SLOTS[] = {LAST_TABLE, LAST_KEYS};
  if (!plugin->orders)
    return;
  plugin->orders->table = NULL;
  for (int i = 0; i < 2; i++) {
    lua_pushnil(plugin->L);
    set_slot(plugin->L, plugin->orders, SLOTS[i]);
  }
}

/* Returns whether the key at an index has an identity, and which. */
static bool identify(lua_State *L, int index, KeyId *id) {
  id->type = lua_type(L, index);
  if (id->type == LUA_TSTRING) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    id->value = (lua_Integer)(intptr_t)text;
    return length <= SHARED_STRING;
  }
  if (id->type == LUA_TBOOLEAN)
    id->value = lua_toboolean(L, index);
  else if (lua_isinteger(L, index))
    id->value = lua_tointeger(L, index);
  else
    return false;
  return true;
}

/* Reads the keys of a table, and how long its strings are; false if they are
 * not of a kind that is kept. */
static bool read_key_set(lua_State *L, int table, KeySet *set, int64_t *bytes) {
  int top = lua_gettop(L);
  set->count = 0;
  *bytes = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (set->count == KEPT_KEYS || !identify(L, -2, &set->id[set->count++])) {
      lua_settop(L, top);
      return false;
    }
    *bytes += lua_type(L, -2) == LUA_TSTRING ? (int64_t)lua_rawlen(L, -2) : 0;
  }
  return true;
}

static bool is_same_set(const KeySet *a, const KeySet *b) {
  if (a->count != b->count)
    return false;
  for (int i = 0; i < a->count; i++)
    if (a->id[i].value != b->id[i].value || a->id[i].type != b->id[i].type)
      return false;
  return true;
}

/* Where a set is kept: addresses of strings are multiples of 8. */
static int place_of(const KeySet *set) {
  lua_Unsigned mix = (lua_Unsigned)set->count;
  for (int i = 0; i < set->count && i < 4; i++)
    mix = mix * 31 + ((lua_Unsigned)set->id[i].value >> 3) +
          (lua_Unsigned)set->id[i].value;
  return (int)((mix ^ mix >> 8) % KEPT_SETS);
}

/* The same for a list, for keys that were kept and for others: which of these a
 * table is depends on how it came about, and on earlier games. */
static void charge_keys(lua_State *L, lua_Integer count, int64_t bytes) {
  plugin_charge(L, 8 * (int64_t)count + bytes);
}

/* Pushes the sorted list of the keys of a table. Creating it may collect
 * garbage; should that remove entries of the table, as it would from a weak
 * one, only those that are left count. From then on nothing is allocated until
 * all keys are in the list. */
static void push_sorted(lua_State *L, int table, bool charged) {
  int n = 0, i = 0;
  int64_t bytes = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    bytes += lua_type(L, -2) == LUA_TSTRING ? (int64_t)lua_rawlen(L, -2) : 0;
    n++;
  }
  if (charged)
    charge_keys(L, n, bytes);
  lua_createtable(L, n, 0);
  int sorted = lua_gettop(L);
  lua_createtable(L, n, 0); /* keeps the strings of the keys alive */
  Key *keys = lua_newuserdatauv(L, (size_t)(n ? n : 1) * sizeof *keys, 0);
  for (lua_pushnil(L); i < n && lua_next(L, table); lua_pop(L, 1)) {
    keys[i] = read_key(L, -2);
    keys[i].at = i + 1;
    lua_pushvalue(L, -2);
    lua_rawseti(L, sorted + 1, ++i);
  }
  lua_settop(L, sorted + 2);
  qsort(keys, (size_t)i, sizeof *keys, compare_keys);
  for (int k = 0; k < i; k++) {
    lua_rawgeti(L, sorted + 1, keys[k].at);
    lua_rawseti(L, sorted, k + 1);
  }
  lua_settop(L, sorted);
}

/* Pushes the sorted list of keys, which may be one that was kept. */
static void push_keys(lua_State *L, int table) {
  KeySet set;
  int64_t bytes;
  if (!read_key_set(L, table, &set, &bytes)) {
    push_sorted(L, table, true);
    return;
  }
  charge_keys(L, set.count, bytes);
  int place = place_of(&set);
  Orders *orders = orders_of(L);
  if (is_same_set(&orders->set[place], &set)) {
    push_slot(L, orders, place + 1);
    return;
  }
  Account *a = plugin_of(L)->account;
  int64_t left = a->budget_left;
  orders->set[place].count = 0; /* in case of an error */
  push_sorted(L, table, false);
  a->budget_left = left; /* whether it was kept depends on earlier games */
  lua_pushvalue(L, -1);
  set_slot(L, orders, place + 1);
  orders->set[place] = set;
}

/* Returns n if the keys of a table are 1 to n, in this order; otherwise -1. */
static lua_Integer list_length(lua_State *L, int table) {
  int top = lua_gettop(L);
  lua_Integer n = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
    if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) != ++n) {
      lua_settop(L, top);
      return -1;
    }
  charge_keys(L, n, 0);
  return n;
}

/* ---- pairs ---------------------------------------------------------------*/

/* The iterator of a list. Upvalues: its length when pairs was called, and
 * itself. */
static int visit_list(lua_State *L) {
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(1));
  lua_Integer i = lua_tointeger(L, 2);
  while (i >= 0 && i++ < last) {
    lua_pushinteger(L, i);
    if (lua_rawgeti(L, lua_upvalueindex(2), i) != LUA_TNIL)
      return 2;
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
}

/* The iterator of any table. Upvalues: the sorted keys, the number of keys
 * visited, the table. */
static int visit_keys(lua_State *L) {
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
  lua_settop(L, 0);
  while (lua_rawgeti(L, lua_upvalueindex(1), ++at) != LUA_TNIL) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL) {
      lua_pushinteger(L, at);
      lua_replace(L, lua_upvalueindex(2));
      return 2;
    }
    lua_pop(L, 2);
  }
  return 1;
}

/* For a read-only table, visits the table behind the proxy without exposing it.
 */
int sandbox_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  lua_settop(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  bool frozen = sandbox_push_frozen(L, 1);
  lua_Integer length = frozen ? -1 : list_length(L, 1);
  if (length >= 0) {
    lua_pushinteger(L, length);
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, visit_list, 2);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
  }
  if (!frozen)
    lua_pushvalue(L, 1);
  push_keys(L, 2);
  lua_pushinteger(L, 0);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, visit_keys, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* ---- next ----------------------------------------------------------------*/

/* Pushes the smallest key of the table at index 1 and its value, or nil. */
static int push_first(lua_State *L) {
  Orders *orders = plugin_of(L)->orders;
  int n = 1;
  if (orders)
    orders->table = NULL; /* a new traversal: keys may have been added */
  lua_settop(L, 1);
  lua_pushnil(L);
  if (!lua_next(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  Key least = read_key(L, 2);
  for (lua_pushvalue(L, 2); lua_next(L, 1); lua_pop(L, 1), n++) {
    Key key = read_key(L, -2);
    if (compare_keys(&key, &least) >= 0)
      continue;
    least = key;
    lua_pushvalue(L, -2);
    lua_replace(L, 2);
    lua_pushvalue(L, -1);
    lua_replace(L, 3);
  }
  plugin_charge(L, 8 * n);
  return 2;
}

/* Finds the position, in the sorted list on top of the stack, of the last key
 * that is not greater than the one at index 2. */
static lua_Integer find_position(lua_State *L) {
  Key wanted = read_key(L, 2);
  lua_Integer low = 0, high = (lua_Integer)lua_rawlen(L, -1);
  while (low < high) {
    lua_Integer middle = low + (high - low + 1) / 2;
    lua_rawgeti(L, -1, middle);
    Key key = read_key(L, -1);
    lua_pop(L, 1);
    if (compare_keys(&key, &wanted) <= 0)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* Returns whether the last call of `next` returned the key at index 2 of the
 * table at index 1. */
static bool continues(lua_State *L, const Orders *orders) {
  if (orders->table != lua_topointer(L, 1))
    return false;
  if (orders->last >= 0)
    return lua_isinteger(L, 2) && lua_tointeger(L, 2) == orders->at;
  push_slot(L, orders, LAST_KEYS);
  lua_rawgeti(L, -1, orders->at);
  bool same = lua_rawequal(L, -1, 2);
  lua_pop(L, 2);
  return same;
}

/* Remembers the table at index 1 and its keys. */
static void begin_next(lua_State *L, Orders *orders) {
  lua_Integer length = list_length(L, 1), at = 0;
  orders->table = NULL; /* in case of an error */
  if (length >= 0 && lua_isinteger(L, 2)) {
    lua_pushnil(L);
    at = lua_tointeger(L, 2);
    at = at < 0 ? 0 : at > length ? length : at;
  } else {
    push_keys(L, 1);
    at = find_position(L);
  }
  orders->last = lua_isnil(L, -1) ? length : -1;
  orders->at = at;
  set_slot(L, orders, LAST_KEYS);
  lua_pushvalue(L, 1);
  set_slot(L, orders, LAST_TABLE);
  orders->table = lua_topointer(L, 1);
}

/* Pushes the next key and value of the table at index 1 if it is a list. */
static bool push_next_element(lua_State *L, Orders *orders) {
  while (orders->at < orders->last) {
    lua_pushinteger(L, ++orders->at);
    if (lua_rawgeti(L, 1, orders->at) != LUA_TNIL)
      return true;
    lua_pop(L, 2);
  }
  return false;
}

/* The same if it is not. */
static bool push_next_field(lua_State *L, Orders *orders) {
  push_slot(L, orders, LAST_KEYS);
  int keys = lua_gettop(L);
  while (lua_rawgeti(L, keys, ++orders->at) != LUA_TNIL) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL)
      return true;
    lua_pop(L, 2);
  }
  return false;
}

/* A traversal by `next` asks for each key with the one before it, so the keys
 * of the last table are remembered. */
int sandbox_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_gettop(L) < 2 || lua_isnil(L, 2))
    return push_first(L);
  lua_settop(L, 2);
  Orders *orders = orders_of(L);
  if (!continues(L, orders))
    begin_next(L, orders);
  if (orders->last >= 0 ? push_next_element(L, orders)
                        : push_next_field(L, orders))
    return 2;
  orders->table = NULL;
  lua_pushnil(L);
  return 1;
}
