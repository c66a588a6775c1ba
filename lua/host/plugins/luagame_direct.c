/* Lua rules: hooks that are nothing but a call of a grid's method, or that most
 * often end after one.
 *
 * Many a hook is one line, such as `return s.board:empty()`. Inside the one
 * call in which a random game is played (luagame_playout.c) the method is then
 * called with the same arguments, but not through Lua, which takes several
 * times as long as the method itself; and moves that it lists go where they are
 * needed, and not into a table. Only there: instructions are not counted, and a
 * profile sees every hook. */
#include "lua/host/api/lab_grid.h"
#include "lua/host/plugins/luagame_internal.h"

static bool is_grid(const LuaGame *g, const char *name) {
  for (const Field *f = g->fields; f->name; f++)
    if (strcmp(f->name, name) == 0)
      return f->grid;
  return false;
}

/* How many arguments these hooks get, the position included. A further
 * parameter is nil. One of them is the options. */
static const int PARAMETERS[CALLED_HOOKS] = {3, 4, 4, 4, 3};
static const int OPTIONS_PARAMETER[CALLED_HOOKS] = {2, 3, 3, 2, 2};

static bool has_parameters(const BytecodeCall *call, int count) {
  for (int i = 0; i < call->count; i++)
    if (call->argument[i].parameter >= count)
      return false;
  return true;
}

/* A hook that goes on calls the method once more. */
static bool may_begin(Hook hook, const BytecodeCall *call) {
  return hook == OUTCOME && lab_grid_only_looks(call->method);
}

void luagame_find_direct(lua_State *L, LuaGame *g) {
  for (int i = 0; i < CALLED_HOOKS; i++) {
    BytecodeCall *call = &g->direct[i];
    call->known = false;
    if (g->lua.game.base || !luagame_has(g, CALLED[i]))
      continue;
    lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[CALLED[i]]);
    if (!lua_iscfunction(L, -1))
      bytecode_find_call(L, call);
    call->known = call->known && is_grid(g, call->field) &&
                  has_parameters(call, PARAMETERS[i]) &&
                  (!call->begins || may_begin(CALLED[i], call));
    lua_pop(L, 1);
  }
}

/* Pushes the grid and its method, or nil twice. */
static void push_method(lua_State *L, const BytecodeCall *call, int view) {
  int top = lua_gettop(L);
  lua_getfield(L, view, call->field);
  if (call->method[0])
    lua_getfield(L, -1, call->method);
  else
    luaL_getmetafield(L, -1, "__newindex");
  if (!lua_iscfunction(L, -1))
    lua_settop(L, top);
  lua_settop(L, top + 2);
}

/* What is the same in all calls of a game: texts, and options, which no hook
 * may change. */
static bool is_constant(const BytecodeArgument *a, int i) {
  return a->source == FROM_TEXT ||
         (a->source == FROM_FIELD && a->parameter == OPTIONS_PARAMETER[i]);
}

static void push_constant(lua_State *L, const BytecodeArgument *a, int i,
                          int options) {
  if (!is_constant(a, i))
    lua_pushnil(L);
  else if (a->source == FROM_TEXT)
    lua_pushstring(L, a->name);
  else
    lua_getfield(L, options, a->name);
}

int luagame_push_direct(lua_State *L, LuaGame *g, int i, int view,
                        int options) {
  const BytecodeCall *call = &g->direct[i];
  int *ref = g->direct_ref[i], at = lua_gettop(L) + 1;
  if (!call->known)
    return 0;
  if (ref[1] == LUA_NOREF) {
    push_method(L, call, view);
    ref[1] = luaL_ref(L, LUA_REGISTRYINDEX);
    ref[0] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  for (int k = 0; k < 2; k++)
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref[k]);
  for (int k = 0; k < call->count; k++)
    push_constant(L, &call->argument[k], i, options);
  return lua_isnil(L, at) ? 0 : at;
}

void luagame_push_parameter(lua_State *L, const Parameter *p) {
  if (p->index)
    lua_pushvalue(L, p->index);
  else
    lua_pushinteger(L, p->number);
}

static void push_argument(lua_State *L, const BytecodeArgument *a, int hook,
                          const Parameter parameters[], Plugin *plugin) {
  switch (a->source) {
  case FROM_PARAMETER:
    luagame_push_parameter(L, &parameters[a->parameter]);
    break;
  case FROM_FIELD:
    luagame_push_parameter(L, &parameters[a->parameter]);
    lua_getfield(L, -1, a->name);
    lua_remove(L, -2);
    break;
  case FROM_UPVALUE:
    lua_getupvalue(L, hook, a->upvalue);
    break;
  case FROM_ELEMENT:
    plugin->is_as_new = false; /* a metatable may have a function */
    lua_getupvalue(L, hook, a->upvalue);
    luagame_push_parameter(L, &parameters[a->parameter]);
    lua_gettable(L, -2);
    lua_remove(L, -2);
    break;
  case FROM_INTEGER:
    lua_pushinteger(L, a->number);
    break;
  case FROM_TEXT: /* is constant */
    break;
  }
}

bool luagame_call_direct(lua_State *L, const LuaGame *g, int i, int hook,
                         int at, const Parameter parameters[],
                         StateObject *view, Move *listed) {
  const BytecodeCall *call = &g->direct[i];
  lua_pushvalue(L, at + 1);
  lua_pushvalue(L, at);
  for (int k = 0; k < call->count; k++)
    if (is_constant(&call->argument[k], i))
      lua_pushvalue(L, at + 2 + k);
    else
      push_argument(L, &call->argument[k], hook, parameters, view->plugin);
  view->listed = listed;
  lua_call(L, 1 + call->count, call->returns);
  view->listed = NULL;
  if (!call->returns)
    lua_pushnil(L);
  if (!call->begins)
    return true;
  bool goes_on = lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (!goes_on)
    lua_pushnil(L);
  return !goes_on;
}
