/* Lua rules: positions in which nature moves.
 *
 * The hook `chance` decides whether nature moves before the next seat, and
 * says what it can do. It is asked after each move and whenever the moves of
 * such a position are listed. */
#include "lua/host/plugins/luagame_internal.h"

static bool refuse(LuaGame *g, const char *what) {
  return luagame_break(g, "%s: 'chance' must return nil, or a list of %s",
                       g->lua.plugin->path, what);
}

/* Reads the weights of the list on top of the stack; 1 each if it has none. */
static bool read_weights(LuaGame *g, int count, uint32_t weight[]) {
  lua_State *L = g->lua.plugin->L;
  uint64_t sum = 0;
  int type = lua_getfield(L, -1, "weights");
  bool good = type == LUA_TNIL ||
              (type == LUA_TTABLE && lua_rawlen(L, -1) == (lua_Unsigned)count);
  for (int i = 0; good && i < count; i++) {
    int is_integer = true;
    lua_Integer number = 1;
    if (type == LUA_TTABLE) {
      lua_rawgeti(L, -1, i + 1);
      number = lua_tointegerx(L, -1, &is_integer);
      lua_pop(L, 1);
    }
    good = is_integer && number >= 1 && number <= UINT32_MAX;
    weight[i] = (uint32_t)number;
    sum += weight[i];
  }
  lua_pop(L, 1);
  return (good && sum <= UINT32_MAX) ||
         refuse(g,
                "moves whose 'weights', if it has them, are as many positive "
                "integers with a sum below 2^32");
}

/* Reads the list on top of the stack. */
static bool read_list(LuaGame *g, Move list[], uint32_t weight[], int *count) {
  lua_State *L = g->lua.plugin->L;
  lua_Unsigned length = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
  if (length == 0 || length > (lua_Unsigned)g->lua.game.max_moves)
    return refuse(g, "at least one move and at most max_moves");
  *count = (int)length;
  return luagame_read_moves(g, CHANCE, *count, list) &&
         read_weights(g, *count, weight);
}

/* Asks what nature can do in a position whose seat is NATURE. Sets *count to 0
 * if it does not move there. */
static bool ask(LuaGame *g, const State *state, Move list[], int *count) {
  uint32_t *weight = game_borrow_list(&g->lua.game);
  bool good = luagame_begin_call(g, CHANCE, state, true);
  *count = 0;
  if (good) {
    luagame_push_seat(g, lua_state_head(state)->next_seat);
    good = luagame_end_call(g, 1);
  }
  if (good) {
    good = lua_isnil(g->lua.plugin->L, -1) || read_list(g, list, weight, count);
    luagame_pop(g, 1);
  }
  if (good && *count > 0)
    luagame_remember_chance(g, state, list, weight, *count);
  game_return_list(&g->lua.game);
  return good;
}

int luagame_list_chance(LuaGame *g, const State *state, Move list[]) {
  int count;
  if (ask(g, state, list, &count) && count == 0)
    luagame_break(g, "%s: 'chance' must depend on nothing but the position",
                  g->lua.plugin->path);
  return count;
}

bool luagame_call_chance(LuaGame *g, State *state) {
  if (!luagame_has(g, CHANCE) || state->outcome != PLAYING)
    return true;
  int seat = state->seat, count;
  Move *list = game_borrow_list(&g->lua.game);
  lua_state_head(state)->next_seat = (uint8_t)seat;
  state->seat = NATURE;
  bool good = ask(g, state, list, &count);
  if (!good || count == 0) {
    state->seat = (uint8_t)seat;
    lua_state_head(state)->next_seat = 0; /* equal positions, equal bytes */
  }
  game_return_list(&g->lua.game);
  return good;
}

void luagame_weights(const Game *game, const State *state, const Move moves[],
                     int count, uint32_t weight[]) {
  LuaGame *g = luagame_of(game);
  if (game->base) {
    game_weights(game->base, lua_base_state(game, state), moves, count, weight);
    return;
  }
  int known;
  luagame_list(g, state, NULL, &known); /* so that it is remembered */
  const MoveMemo *memo = luagame_recall(g, state);
  for (int i = 0; i < count; i++)
    weight[i] = memo && memo->count == count ? memo->weights[i] : 1;
}
