/* Accessors of the native games as methods of positions. */
#include "lua/host/api/lab_state_internal.h"
#include "lua/host/api/lua_rules.h"

static void push_answer(lua_State *L, const StateObject *s, const Answer *a,
                        int i) {
  switch (a->type) {
  case ANSWER_NONE:
    lua_pushnil(L);
    break;
  case ANSWER_NUMBER:
    lua_pushinteger(L, a->number[i]);
    break;
  case ANSWER_FLAG:
    lua_pushboolean(L, a->number[i]);
    break;
  case ANSWER_SEAT:
    lab_push_seat(L, s->owner,
                  lua_rules_seat_outside(s->game, s->state, a->number[i]));
    break;
  case ANSWER_WORD:
    lua_pushstring(L, a->text[i]);
    break;
  }
}

static void read_args(lua_State *L, const StateObject *s, const Accessor *a,
                      Arg args[ARGS_MAX]) {
  for (int i = 0; i < ARGS_MAX && a->args[i] != ARG_NONE; i++) {
    if (a->args[i] == ARG_SEAT) {
      int seat = lab_check_seat(L, i + 2, s->owner);
      args[i].seat = lua_rules_seat_inside(s->game, s->state, seat);
    } else {
      args[i].text = luaL_checkstring(L, i + 2);
    }
  }
}

/* Calls an accessor. Upvalues: the accessor, and the table that contains it,
 * which identifies the game. */
static int call_accessor(lua_State *L) {
  const Accessor *accessor = lua_touserdata(L, lua_upvalueindex(1));
  const StateObject *s = lab_check_state(L, 1);
  const State *state = s->state;
  const Game *native = game_native(s->game, &state);
  if (native->rules->accessors != lua_touserdata(L, lua_upvalueindex(2)))
    return luaL_error(L, "%s has no accessor '%s'", s->game->spec,
                      accessor->name);
  Arg args[ARGS_MAX];
  Answer answer;
  Error why = {0};
  read_args(L, s, accessor, args);
  if (!accessor_ask(accessor, native, state, args, &answer, &why))
    return luaL_error(L, "%s: %s", accessor->name, why.message);
  plugin_charge_to(L, s->plugin, COST_QUERY);
  if (!answer.list) {
    push_answer(L, s, &answer, 0);
    return 1;
  }
  lua_createtable(L, answer.count, 0);
  for (int i = 0; i < answer.count; i++) {
    push_answer(L, s, &answer, i);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

void lab_add_accessors(lua_State *L, const Accessor *accessors) {
  for (const Accessor *a = accessors; a && a->name; a++) {
    lua_pushlightuserdata(L, (void *)a);
    lua_pushlightuserdata(L, (void *)accessors);
    lua_pushcclosure(L, call_accessor, 2);
    lua_setfield(L, -2, a->name);
  }
}
