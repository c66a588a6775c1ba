/* Lua rules: positions in which nature moves.
 *
 * The hook `chance` decides whether nature moves before the next seat, and
 * says what it can do. It is asked after each move, again after each that a
 * variant has changed, and whenever the moves of such a position are listed. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/isolation/attempt.h"

/* What call_chance reads next to the list that the hook returns. */
typedef struct Weights {
  uint32_t *weight; /* memory for `most` of them */
  int most, count;
  bool given, good; /* the list has weights; they are valid */
} Weights;

static bool refuse(LuaGame *g, const char *what) {
  return luagame_break(g, "'chance' must return nil, or a list of %s", what);
}

/* Reads the list of weights on top of the stack. */
static bool read_weights(lua_State *L, Weights *w) {
  uint64_t sum = 0;
  if (!lua_istable(L, -1) || lua_rawlen(L, -1) > (lua_Unsigned)w->most)
    return false;
  w->count = (int)lua_rawlen(L, -1);
  for (int i = 0; i < w->count; i++) {
    int is_integer;
    lua_rawgeti(L, -1, i + 1);
    lua_Integer number = lua_tointegerx(L, -1, &is_integer);
    lua_pop(L, 1);
    if (!is_integer || number < 1 || number > UINT32_MAX)
      return false;
    w->weight[i] = (uint32_t)number;
    sum += w->weight[i];
  }
  return sum <= UINT32_MAX;
}

/* Arguments: the hook, the position, Weights, the seat, the options. Returns
 * what the hook returns. Looking up a key may raise an error, so that is done
 * here, in the protected call. */
static int call_chance(lua_State *L) {
  Weights *w = lua_touserdata(L, 3);
  lua_remove(L, 3);
  lua_call(L, 3, 1);
  if (!lua_istable(L, -1))
    return 1;
  lua_pushliteral(L, "weights");
  w->given = lua_rawget(L, -2) != LUA_TNIL;
  w->good = w->given && read_weights(L, w);
  lua_pop(L, 1);
  return 1;
}

/* Weights that the list does not have are 1 each. */
static bool take_weights(LuaGame *g, Weights *w, int count) {
  for (int i = 0; !w->given && i < count; i++)
    w->weight[i] = 1;
  return !w->given || (w->good && w->count == count) ||
         refuse(g,
                "moves whose 'weights', if it has them, are as many positive "
                "integers with a sum below 2^32");
}

/* Reads the list on top of the stack. */
static bool read_list(LuaGame *g, Move list[], Weights *w, int *count) {
  lua_State *L = g->lua.plugin->L;
  lua_Unsigned length = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
  if (length == 0 || length > (lua_Unsigned)g->lua.game.max_moves)
    return refuse(g, "at least one move and at most max_moves");
  *count = (int)length;
  return luagame_read_moves(g, CHANCE, *count, list) &&
         take_weights(g, w, *count);
}

/* Counts the list on top of the stack, so that `check` and `profile` can say
 * that one which is always the same is made again and again. */
static void count_list(LuaGame *g, const Move list[], const Weights *w,
                       int count) {
  lua_State *L = g->lua.plugin->L;
  ChanceLists *lists = &g->lua.plugin->account->lists;
  const void *table = lua_topointer(L, -1);
  size_t size = (size_t)count * sizeof *list;
  uint64_t hash = game_hash_bytes(list, size) ^
                  3 * game_hash_bytes(w->weight, (size_t)count * sizeof *list);
  if (lists->count++ == 0) {
    lua_Debug at;
    lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[CHANCE]);
    lua_getinfo(L, ">S", &at);
    lists->line = at.linedefined;
    lists->moves = count;
    g->chance_hash = hash;
  }
  lists->differ = lists->differ || hash != g->chance_hash;
  lists->tables += table != g->chance_table;
  g->chance_table = table;
}

/* Asks what nature can do in a position whose seat is NATURE. Sets *count to 0
 * if it does not move there. */
static bool ask(LuaGame *g, const State *state, Move list[], int *count) {
  lua_State *L = g->lua.plugin->L;
  Weights w = {.weight = game_borrow_list(&g->lua.game),
               .most = g->lua.game.max_moves};
  bool good = luagame_begin_through(g, CHANCE, state, call_chance, &w);
  *count = 0;
  if (good) {
    luagame_push_seat(g, g->lua.game.base ? luagame_visible(g, state)->seat
                                          : lua_state_head(state)->next_seat);
    good = luagame_end_call(g, 3);
  }
  if (good) {
    good = lua_isnil(L, -1) || read_list(g, list, &w, count);
    if (*count > 0 && !attempt.on)
      count_list(g, list, &w, *count);
    luagame_pop(g, 1);
  }
  if (good && *count > 0)
    luagame_remember_chance(g, state, list, w.weight, *count);
  game_return_list(&g->lua.game);
  return good;
}

int luagame_list_chance(LuaGame *g, const State *state, Move list[]) {
  int count;
  if (ask(g, state, list, &count) && count == 0)
    luagame_break(g, "'chance' must depend on nothing but the position");
  return count;
}

/* The hooks of the bases have not seen what the variant has done since they
 * were asked. */
bool luagame_call_base_chance(LuaGame *g, State *state) {
  const Game *base = g->lua.game.base;
  State *visible = lua_base_state(&g->lua.game, state);
  bool good = !base->has_chance || visible->outcome != PLAYING ||
              visible->seat == NATURE || !lua_rules_plugin(base) ||
              luagame_call_chance(luagame_of(base), visible);
  luagame_follow_base(g, state);
  return good;
}

/* Asks the hook of this game. The seat that follows is kept in the base's
 * state, or in this one. */
static bool call_own_chance(LuaGame *g, State *state) {
  int seat = state->seat, count;
  Move *list = game_borrow_list(&g->lua.game);
  lua_state_head(state)->next_seat = g->lua.game.base ? 1 : (uint8_t)seat;
  state->seat = NATURE;
  bool good = ask(g, state, list, &count);
  if (!good || count == 0) {
    state->seat = (uint8_t)seat;
    lua_state_head(state)->next_seat = 0; /* equal positions, equal bytes */
  }
  game_return_list(&g->lua.game);
  return good;
}

bool luagame_call_chance(LuaGame *g, State *state) {
  if (!g->lua.game.has_chance)
    return true;
  if (g->lua.game.base && !luagame_call_base_chance(g, state))
    return false;
  const State *visible = luagame_visible(g, state);
  return !luagame_has(g, CHANCE) || visible->outcome != PLAYING ||
         state->seat == NATURE || call_own_chance(g, state);
}

void luagame_weights(const Game *game, const State *state, const Move moves[],
                     int count, uint32_t weight[]) {
  LuaGame *g = luagame_of(game);
  if (!luagame_rolls(g, state)) {
    game_weights(game->base, lua_base_state(game, state), moves, count, weight);
    return;
  }
  int known;
  luagame_list(g, state, NULL, &known); /* so that it is remembered */
  const MoveMemo *memo = luagame_recall(g, state);
  for (int i = 0; i < count; i++)
    weight[i] = memo && memo->count == count ? memo->weights[i] : 1;
}
