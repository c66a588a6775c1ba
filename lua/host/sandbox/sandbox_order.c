/* pairs and next for plugins: they visit the keys of a table in a fixed order
 * (order.h), namely those that it had when the traversal began.
 *
 * Both ask for each key with the one before it. Where a walk is, is remembered,
 * so that the next key is found at once. If it has been forgotten, because the
 * plugin asks for something else or is in the midst of too many walks, another
 * begins after the key. What is remembered depends on nothing but the calls
 * since the game began. */
#include "lua/host/sandbox/order_step.h"

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
