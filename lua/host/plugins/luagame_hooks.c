/* Lua rules: calling hooks and applying their results. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/text.h"
#include <stdarg.h>
#include <stdio.h>

bool luagame_fail(LuaGame *g, const Error *why) {
  if (luagame_is_broken(g))
    return false;
  plugin_give_up();
  error_copy(&g->fault, why);
  if (why->code == ERROR_OTHER)
    g->fault.code = ERROR_RULES;
  return false;
}

bool luagame_break(LuaGame *g, const char *format, ...) {
  Error why = {0};
  char message[sizeof why.message];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  error_set(&why, "%s: %s", g->lua.plugin->path, message);
  return luagame_fail(g, &why);
}

/* Stack slots that a call and reading its result need, at most. */
enum { CALL_SLOTS = 16 };

/* During a call, the view that is shown is valid. */
void luagame_conceal(const LuaGame *g) {
  Plugin *p = g->lua.plugin;
  if (p->depth > 0 || p->shown == LUA_NOREF)
    return;
  lua_rawgeti(p->L, LUA_REGISTRYINDEX, p->shown);
  lab_conceal_arrays(p->L, lua_touserdata(p->L, -1));
  lua_pop(p->L, 1);
  p->shown = LUA_NOREF;
}

/* Code that runs with another view must find nothing in this one. */
static void show_view(const LuaGame *g, int ref) {
  Plugin *p = g->lua.plugin;
  if (p->depth > 0 || p->shown == ref)
    return;
  luagame_conceal(g);
  p->shown = ref;
}

StateObject *luagame_open_view(LuaGame *g, State *state) {
  StateObject *view = g->view_object[0];
  view->state = view->full_state = state;
  view->past_end = false;
  view->listed = NULL;
  show_view(g, g->view[0]);
  return view;
}

/* Pushes the view of a call. */
static void push_view(LuaGame *g, StateObject *view) {
  Plugin *p = g->lua.plugin;
  int ref = g->view[g->depth];
  show_view(g, ref);
  lua_rawgeti(p->L, LUA_REGISTRYINDEX, ref);
  if (view->shown)
    p->due = lab_open_arrays(p->L, lua_gettop(p->L), view);
}

bool luagame_begin_call(LuaGame *g, Hook hook, const State *state) {
  lua_State *L = g->lua.plugin->L;
  if (luagame_is_broken(g) || !plugin_may_answer())
    return false;
  if (g->depth == VIEWS)
    return luagame_break(g, "too many nested calls of the rules");
  Error why;
  error_clear(&why);
  if (!plugin_reserve(g->lua.plugin, CALL_SLOTS, &why))
    return luagame_fail(g, &why);
  StateObject *view = g->view_object[g->depth];
  view->state = luagame_visible(g, state);
  view->full_state = (State *)state;
  view->read_only = !(HOOKS_THAT_WRITE & HOOK(hook));
  view->listed = NULL;
  view->known_move = KNOWN_MOVE_OFF;
  view->played_move = NO_PLAYED_MOVE;
  view->call = g->lua.plugin->calls + 1;
  view->past_end = g->lua.game.base && lua_state_head(state)->played_on;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[hook]);
  push_view(g, view);
  g->running[g->depth++] = hook;
  return true;
}

bool luagame_begin_through(LuaGame *g, Hook hook, const State *state,
                           lua_CFunction function, void *context) {
  if (!luagame_begin_call(g, hook, state))
    return false;
  lua_pushcfunction(g->lua.plugin->L, function);
  lua_insert(g->lua.plugin->L, -3);
  lua_pushlightuserdata(g->lua.plugin->L, context);
  return true;
}

/* Breaks the rules because of what a hook has done, which cannot be said more
 * exactly than where the hook begins. */
static bool break_in_hook(LuaGame *g, Hook hook, const char *message) {
  lua_Debug at;
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->hook[hook]);
  lua_getinfo(g->lua.plugin->L, ">S", &at);
  bool several = hook == PLAY && !g->lua.game.base &&
                 (luagame_has(g, NEXT_SEAT) || luagame_has(g, OUTCOME));
  Error why = {0};
  error_set(&why, "%s:%d: in '%s'%s: %s", g->lua.plugin->path, at.linedefined,
            luagame_hook_name(g, hook),
            several ? " or a function called after it" : "", message);
  return luagame_fail(g, &why);
}

/* Ends the use of a view: takes over what the hook has written to the tables
 * of its arrays. */
static bool close_view(LuaGame *g, int index, Hook hook) {
  StateObject *view = g->view_object[index];
  const Plugin *p = g->lua.plugin;
  Error why;
  error_clear(&why);
  bool good = true;
  uint64_t call = p->depth ? 0 : p->calls;
  if (view->borrowed && !lab_close_in_place(view, call)) {
    lua_rawgeti(p->L, LUA_REGISTRYINDEX, g->view[index]);
    good = lab_close_arrays(p->L, view, call, &why);
    luagame_pop(g, 1);
  }
  view->state = NULL;
  return good || break_in_hook(g, hook, why.message);
}

/* Calls the hook with all its arguments pushed, except the position. */
static bool call_hook(LuaGame *g, int args) {
  Error why;
  error_clear(&why);
  Plugin *p = g->lua.plugin;
  Hook hook = g->running[g->depth - 1];
  const char *outer = p->entry;
  p->entry = luagame_hook_name(g, hook);
  bool good = plugin_call(p, args + 1, 1, &why);
  p->entry = outer;
  g->depth--;
  bool turn = g->turn[g->depth];
  if (good && turn)
    return true;
  /* If a later hook of a turn fails because of what `play` has written, that is
   * the better explanation. */
  if (!good && (!turn || hook == PLAY))
    luagame_fail(g, &why);
  bool closed = close_view(g, g->depth, turn ? PLAY : hook);
  if (!good)
    return luagame_fail(g, &why);
  if (!closed)
    luagame_pop(g, 1);
  return closed;
}

bool luagame_end_call(LuaGame *g, int args) {
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->values);
  return call_hook(g, args + 1);
}

bool luagame_ask(LuaGame *g, Hook hook, const State *state, int seat) {
  if (!luagame_begin_call(g, hook, state))
    return false;
  luagame_push_seat(g, seat);
  return luagame_end_call(g, 1);
}

bool luagame_close_turn(LuaGame *g) {
  g->turn[g->depth] = false;
  return close_view(g, g->depth, PLAY);
}

void luagame_follow_base(const LuaGame *g, State *state) {
  if (!g->lua.game.base)
    return;
  const State *visible = lua_base_state(&g->lua.game, state);
  const uint8_t *holder = lua_state_head(state)->holder;
  unsigned winners = 0;
  if (g->is_reduced)
    luagame_skip_seats(g, state);
  for (unsigned s = 0, left = visible->winners & g->played; left;
       s++, left >>= 1)
    winners |= (left & 1) << (holder[s] % SEATS_MAX);
  bool nature = visible->seat == NATURE || luagame_rolls(g, state);
  state->seat = nature ? NATURE : holder[visible->seat];
  state->outcome = visible->outcome;
  state->by_score = visible->by_score;
  state->winners = (uint16_t)winners;
  if (g->is_reduced)
    luagame_settle_winners(g, state);
}

/* ---- turns ---------------------------------------------------------------*/

/* Sets the seat to move in all layers. After players have swapped sides, each
 * layer has its own numbering. Nobody follows nature, which no longer moves. */
static void set_turn(const Game *game, State *state, int seat) {
  state->seat = (uint8_t)seat;
  if (game->base)
    set_turn(game->base, lua_base_state(game, state),
             lua_held_seat(game, state, seat));
  if (game->has_chance && lua_rules_plugin(game))
    lua_state_head(state)->next_seat = 0; /* equal positions, equal bytes */
}

/* Whether a seat of the base has been taken out of the native game below all
 * layers, which relies on it not being its turn. */
static bool has_withdrawn(const Game *base, const State *state, int seat) {
  const State *inner = state;
  const Game *native = game_native(base, &inner);
  return native->rules->has_withdrawn &&
         native->rules->has_withdrawn(native, inner,
                                      lua_rules_seat_inside(base, state, seat));
}

void luagame_give_turn(const LuaGame *g, State *state, int seat) {
  const Game *base = g->lua.game.base;
  State *visible = luagame_visible(g, state);
  for (int i = 0; base && i < base->seats && has_withdrawn(base, visible, seat);
       i++)
    seat = luagame_next_seat(g, seat);
  unsigned out = luagame_seats_out(g, state);
  for (int i = 0; i < g->lua.game.seats && out >> seat & 1; i++)
    seat = luagame_next_seat(g, seat);
  if (base)
    set_turn(base, visible, seat);
  else
    set_turn(&g->lua.game, state, seat);
}

int luagame_result_seat(const LuaGame *g, int index) {
  int is_integer;
  lua_Integer seat = lua_tointegerx(g->lua.plugin->L, index, &is_integer);
  bool exists = is_integer && seat >= 1 && seat <= SEATS_MAX &&
                luagame_is_played(g, (int)seat - 1);
  return exists ? (int)seat - 1 : -1;
}

enum { SEATS_TEXT = 64 };

/* Writes which seats there are, for messages: "from 1 to 4" or "1, 2 or 4". */
static void name_seats(const LuaGame *g, char text[SEATS_TEXT]) {
  int seats = luagame_visible_game(g)->seats;
  text[0] = '\0';
  if (!g->is_reduced)
    text_append(text, SEATS_TEXT, "from 1 to %d", seats);
  for (int seat = 0, left = g->lua.game.seats; g->is_reduced && seat < seats;
       seat++)
    if (luagame_is_played(g, seat))
      text_append(text, SEATS_TEXT, "%d%s", seat + 1,
                  --left == 0 ? ""
                  : left == 1 ? " or "
                              : ", ");
}

/* ---- outcome -------------------------------------------------------------*/

/* Returns the set of winners that the seat or list of seats on top of the stack
 * names, including their partners; 0 if it is invalid. */
static unsigned result_winners(const LuaGame *g) {
  lua_State *L = g->lua.plugin->L;
  unsigned winners = 0;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    int seat = luagame_result_seat(g, -1);
    return seat < 0 ? 0 : game_team(luagame_visible_game(g), seat);
  }
  for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    int seat = luagame_result_seat(g, -1);
    lua_pop(L, 1);
    if (seat < 0)
      return 0;
    winners |= game_team(luagame_visible_game(g), seat);
  }
  return winners;
}

/* Continues the game in all layers. */
static void play_on(const Game *game, State *state) {
  state_set_playing(state);
  if (!game->base)
    return;
  lua_state_head(state)->played_on = 1;
  play_on(game->base, lua_base_state(game, state));
}

static bool is_word(lua_State *L, const char *word) {
  return lua_type(L, -1) == LUA_TSTRING &&
         strcmp(lua_tostring(L, -1), word) == 0;
}

void luagame_set_draw(const LuaGame *g, State *state) {
  if (g->lua.game.sides > 1)
    state_set_draw(state);
  else
    state_set_win(state, 0);
}

/* Those of these seats whose whole side is out. */
static unsigned lost_seats(const LuaGame *g, const State *state,
                           unsigned seats) {
  const Game *game = luagame_visible_game(g);
  unsigned out = luagame_seats_out(g, state), lost = 0;
  for (int seat = 0; seat < game->seats; seat++)
    if (seats >> seat & 1 && !(game_team(game, seat) & ~out))
      lost |= 1u << seat;
  return lost;
}

/* Applies the result of `outcome` on top of the stack. */
static bool apply_outcome(LuaGame *g, State *state) {
  lua_State *L = g->lua.plugin->L;
  State *visible = luagame_visible(g, state);
  int type = lua_type(L, -1);
  unsigned winners = 0;
  if (type == LUA_TNUMBER || type == LUA_TTABLE)
    winners = result_winners(g);
  if (type == LUA_TNIL)
    return true;
  if (type == LUA_TBOOLEAN && lua_toboolean(L, -1))
    return luagame_decide_by_score(g, state);
  if (type == LUA_TBOOLEAN) {
    if (visible->outcome != PLAYING)
      play_on(&g->lua.game, state);
  } else if (winners && lost_seats(g, state, winners)) {
    return luagame_break(g, "'outcome' returned seat %d, which is out",
                         __builtin_ctz(lost_seats(g, state, winners)) + 1);
  } else if (winners) {
    state_set_win(visible, (uint16_t)winners);
  } else if (is_word(L, "draw")) {
    luagame_set_draw(g, visible);
  } else if (is_word(L, "loss")) {
    state_set_win(visible, 0);
  } else {
    char seats[SEATS_TEXT];
    name_seats(g, seats);
    return luagame_break(
        g,
        "'outcome' must return nil (%s), \"draw\", \"loss\" (nobody wins), a "
        "seat %s or a list of them%s%s",
        g->lua.game.base ? "keep the base game's result" : "continue", seats,
        luagame_has_score(g) ? ", true (the score decides)" : "",
        g->lua.game.base ? ", or false (continue)" : "");
  }
  return true;
}

bool luagame_take_outcome(LuaGame *g, State *state) {
  bool good = apply_outcome(g, state);
  luagame_pop(g, 1);
  return good;
}

bool luagame_call_outcome(LuaGame *g, State *state, int mover,
                          const Move *move) {
  if (!luagame_follow_score(g, state))
    return false;
  if (!luagame_has(g, OUTCOME))
    return true;
  if (!luagame_begin_call(g, OUTCOME, state))
    return false;
  luagame_push_seat(g, mover);
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->values);
  if (move) /* comes after the options */
    lua_pushinteger(g->lua.plugin->L, *move);
  else
    lua_pushnil(g->lua.plugin->L);
  return call_hook(g, 3) && luagame_take_outcome(g, state);
}

/* ---- other hooks ---------------------------------------------------------*/

bool luagame_call_next_seat(LuaGame *g, State *state, int mover, Move move) {
  State *visible = luagame_visible(g, state);
  if (!luagame_has(g, NEXT_SEAT) || visible->outcome != PLAYING ||
      mover == NATURE)
    return true;
  if (!luagame_begin_call(g, NEXT_SEAT, state))
    return false;
  luagame_push_seat(g, mover);
  lua_pushinteger(g->lua.plugin->L, move);
  if (!luagame_end_call(g, 2))
    return false;
  int seat = luagame_result_seat(g, -1);
  bool none = lua_isnil(g->lua.plugin->L, -1);
  luagame_pop(g, 1);
  if (seat < 0 && !none) {
    char seats[SEATS_TEXT];
    name_seats(g, seats);
    return luagame_break(g,
                         "'next_seat' must return a seat %s, or nil for the "
                         "next in order",
                         seats);
  }
  if (seat >= 0)
    luagame_give_turn(g, state, seat);
  return true;
}

bool luagame_call_after(LuaGame *g, State *state, int mover, Move move,
                        const State *before) {
  if (!luagame_begin_call(g, AFTER, state))
    return false;
  g->view_object[g->depth - 1]->played_move = move;
  int earlier = VIEWS + g->depth - 1;
  StateObject *view = g->view_object[earlier];
  view->state = view->full_state = (State *)before;
  view->past_end = lua_state_head(state)->played_on;
  view->known_move = KNOWN_MOVE_OFF;
  if (!game_can_fail(g->lua.game.base) && !view->past_end)
    view->known_move = move; /* it has just been checked */
  lua_pushinteger(g->lua.plugin->L, move);
  luagame_push_seat(g, mover);
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->view[earlier]);
  view->call = g->lua.plugin->calls + 1;
  bool good = luagame_end_call(g, 3);
  if (good)
    luagame_pop(g, 1);
  return close_view(g, earlier, AFTER) && good;
}

bool luagame_end_call_with_rng(LuaGame *g, int args, Rng *rng) {
  Rng *before = g->lua.plugin->rng, *previous = g->rng_object->rng;
  g->lua.plugin->rng = g->rng_object->rng = rng;
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->rng);
  bool good = luagame_end_call(g, args + 1);
  g->lua.plugin->rng = before;
  g->rng_object->rng = previous;
  if (good)
    luagame_pop(g, 1);
  return good;
}
