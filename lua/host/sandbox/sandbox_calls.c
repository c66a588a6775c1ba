/* pcall, xpcall and coroutines for plugins: they cannot catch the error that
 * stops a plugin, and coroutines are charged. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <string.h>

/* The originals have no upvalues, so they can run in the place of the function
 * that replaces them. */
int sandbox_call_original(lua_State *L) {
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* How deeply calls can nest depends on how the outermost one was made, which
 * differs between attempts and counted games (plugin_may_chain). So an attempt
 * is given up before the plugin learns of it by an error, which is on top of
 * the stack of `from`. */
void sandbox_check_depth(lua_State *from, int status) {
  if (!attempt.on || status == LUA_OK || status == LUA_YIELD)
    return;
  bool is_text = lua_type(from, -1) == LUA_TSTRING;
  if (status == LUA_ERRERR ||
      (is_text && strstr(lua_tostring(from, -1), "stack overflow")))
    plugin_give_up();
}

/* ---- protected calls -----------------------------------------------------*/

static int finish_pcall(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status != LUA_OK && status != LUA_YIELD) {
    sandbox_check_depth(L, status);
    plugin_check_stop(L, status);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  plugin_check_stop(L, LUA_OK);
  return lua_gettop(L) - 1; /* all but the function */
}

/* pcall. */
int sandbox_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 2, 2); /* f true f … */
  int status =
      lua_pcallk(L, lua_gettop(L) - 3, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

static int finish_handler(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  return lua_gettop(L) - 3; /* f handler error | false results… */
}

static int finish_xpcall(lua_State *L, int status, lua_KContext context) {
  if (status == LUA_OK || status == LUA_YIELD) {
    plugin_check_stop(L, LUA_OK);
    return lua_gettop(L) - 2;
  }
  sandbox_check_depth(L, status);
  plugin_check_stop(L, status);
  lua_replace(L, 3);
  lua_settop(L, 3);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_callk(L, 1, LUA_MULTRET, context, finish_handler);
  return finish_handler(L, LUA_OK, context);
}

/* xpcall. Calls the handler after the error has been caught, because a message
 * handler runs without hooks and could not be stopped. */
int sandbox_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* f handler true f … */
  int status =
      lua_pcallk(L, lua_gettop(L) - 4, LUA_MULTRET, 0, 0, finish_xpcall);
  return finish_xpcall(L, status, 0);
}

/* ---- coroutines ----------------------------------------------------------*/

/* Resumes a coroutine with the top `args` values of the stack and pushes its
 * results. Returns their number, or -1 with the error on top. */
static int resume(lua_State *L, lua_State *co, int args) {
  if (!lua_checkstack(co, args)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  int results, status = lua_status(co);
  if (status == LUA_OK && lua_gettop(co) == 0) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return -1;
  }
  lua_xmove(L, co, args);
  lua_State *caller = plugin_switch(co);
  status = lua_resume(co, L, args, &results);
  plugin_switch(caller);
  bool good = status == LUA_OK || status == LUA_YIELD;
  sandbox_check_depth(co, status);
  plugin_check_stop(L, good ? LUA_OK : status);
  if (good && lua_checkstack(L, results + 1)) {
    lua_xmove(co, L, results);
    return results;
  }
  if (good) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
  } else {
    plugin_keep_trace(co, plugin_of(L));
    lua_xmove(co, L, 1);
  }
  return -1;
}

static int coroutine_resume(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTHREAD);
  int results = resume(L, lua_tothread(L, 1), lua_gettop(L) - 1);
  int values = results < 0 ? 1 : results;
  lua_pushboolean(L, results >= 0);
  lua_insert(L, -values - 1);
  return values + 1;
}

static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0)
    return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_pop(L, 1);
    lua_resetthread(co); /* runs nothing: plugins have no __close */
    lua_xmove(co, L, 1);
  }
  return lua_error(L);
}

/* Each coroutine counts its own instructions in periods of a thousand. The
 * first period is charged in advance. */
enum { COST_COROUTINE = 1000 };

static int coroutine_create(lua_State *L) {
  plugin_charge(L, COST_COROUTINE);
  return sandbox_call_original(L);
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  plugin_charge(L, COST_COROUTINE);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

static int coroutine_close(lua_State *L) {
  plugin_check_stop(L, LUA_OK);
  int results = sandbox_call_original(L);
  plugin_check_stop(L, LUA_OK);
  return results;
}

const luaL_Reg sandbox_coroutine[] = {{"create", coroutine_create},
                                      {"resume", coroutine_resume},
                                      {"wrap", coroutine_wrap},
                                      {"close", coroutine_close},
                                      {NULL, NULL}};
