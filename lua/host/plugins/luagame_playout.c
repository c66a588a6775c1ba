/* Lua rules: random playouts, and the values of all moves of a position.
 *
 * At each ply three or four hooks run, and calling one from outside takes
 * about as long as a short hook. In an attempt (core/isolation/attempt.h) the
 * plies of a whole game, or the moves of a position, are therefore played in
 * one call, in which the hooks are called as functions. They are the same hooks
 * with the same arguments in the same order, each with a budget of its own, and
 * what they return is applied in the same way. Whatever fails there gives up
 * the attempt, so all messages come from a game that is played ply by ply.
 * Positions that are out of the ordinary (no moves, nature moves, a list that
 * is remembered, the last one) are left to luagame_play. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/game/eval.h"
#include "core/game/match.h"

/* What the call gets. */
typedef struct Playout {
  LuaGame *g;
  StateObject *view;
  State *state;
  Rng *rng;
  int plies, max_plies;
  MovesPlayed *played;      /* NULL: not wanted */
  Move *list;               /* memory for the moves of a position */
  bool is_as_new;           /* the plugin, before the call */
  int direct[CALLED_HOOKS]; /* what luagame_push_direct returns for each hook */
} Playout;

/* What it gets to evaluate the moves of a position. Each is played on the
 * state of `play`. */
typedef struct Evaluation {
  Playout play;
  const State *from;
  const Move *moves;
  int at, count, side;
  double *value;
} Evaluation;

/* Its stack: the argument, what the hooks need, the hooks CALLED, and what
 * luagame_push_direct pushes for some of them. */
enum { ARGUMENT = 1, VIEW, OPTIONS, AT_HOOKS };
enum { AT_MOVES = AT_HOOKS, AT_PLAY, AT_NEXT_SEAT, AT_OUTCOME, AT_EVALUATE };
enum { PLAYOUT_SLOTS = 80 };

static void push_hooks(lua_State *L, Playout *p) {
  LuaGame *g = p->g;
  g->lua.plugin->is_as_new = p->is_as_new;
  luaL_checkstack(L, PLAYOUT_SLOTS, "playout");
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->view[0]);
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  for (int i = 0; i < CALLED_HOOKS; i++)
    if (luagame_has(g, CALLED[i]))
      lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[CALLED[i]]);
    else
      lua_pushnil(L);
  for (int i = 0; i < CALLED_HOOKS; i++)
    p->direct[i] = luagame_push_direct(L, g, i, VIEW, OPTIONS);
}

/* Gives up the attempt: what is wrong is found out when the game is played
 * again. */
static int give_up(lua_State *L) {
  plugin_give_up();
  return luaL_error(L, "the game will be played again");
}

/* ---- hooks ---------------------------------------------------------------*/

/* Begins a call as luagame_begin_call does. */
static void begin(lua_State *L, const Playout *p, bool read_only) {
  StateObject *view = p->view;
  Plugin *plugin = p->g->lua.plugin;
  view->read_only = read_only;
  view->known_move = KNOWN_MOVE_OFF;
  view->played_move = NO_PLAYED_MOVE;
  view->call = plugin->calls + 1;
  if (view->shown)
    plugin->due = lab_open_arrays(L, VIEW, view);
  plugin_next_call(L, plugin);
}

/* Calls a hook and leaves its result. */
static void call(lua_State *L, const Playout *p, int hook,
                 const Parameter parameters[], int count) {
  int i = hook - AT_HOOKS, at = p->direct[i];
  begin(L, p, hook == AT_MOVES || hook == AT_EVALUATE);
  if (at && luagame_call_direct(L, p->g, i, hook, at, parameters, p->view,
                                hook == AT_MOVES ? p->list : NULL))
    return;
  p->g->lua.plugin->is_as_new = false;
  lua_pushvalue(L, hook);
  for (int k = 0; k < count; k++)
    luagame_push_parameter(L, &parameters[k]);
  lua_call(L, count, 1);
}

/* Calls a hook for the seat whose turn it is. */
static void call_for_seat(lua_State *L, const Playout *p, int hook) {
  const Parameter parameters[] = {
      {VIEW, 0}, {0, p->state->seat + 1}, {OPTIONS, 0}};
  call(L, p, hook, parameters, 3);
}

/* Calls a hook with two numbers. */
static void call_for_move(lua_State *L, const Playout *p, int hook,
                          lua_Integer first, lua_Integer second) {
  const Parameter parameters[] = {
      {VIEW, 0}, {0, first}, {0, second}, {OPTIONS, 0}};
  call(L, p, hook, parameters, 4);
}

/* Takes over what hooks have written to the tables of arrays. */
static void close_arrays(lua_State *L, const Playout *p) {
  uint64_t call = p->g->lua.plugin->calls;
  Error why;
  error_clear(&why);
  if (!p->view->borrowed || lab_close_in_place(p->view, call))
    return;
  lua_pushvalue(L, VIEW);
  if (!lab_close_arrays(L, p->view, call, &why))
    give_up(L);
  lua_pop(L, 1);
}

/* Calls `moves`. Returns the length of the list. */
static int call_moves(lua_State *L, const Playout *p) {
  int most = p->g->lua.game.max_moves;
  StateObject *view = p->view;
  view->listed_max = most;
  view->listed_count = -1;
  call_for_seat(L, p, AT_MOVES);
  close_arrays(L, p);
  if (view->listed_count >= 0)
    return view->listed_count;
  lua_Unsigned count = lua_istable(L, -1) ? lua_rawlen(L, -1) : UINT32_MAX;
  if (count > (lua_Unsigned)most ||
      !luagame_read_moves(p->g, MOVES, (int)count, p->list))
    give_up(L);
  return (int)count;
}

/* Lists the moves, and remembers them. Returns their number; 0 if there are
 * none, and then a pass is remembered. */
static int list_moves(lua_State *L, const Playout *p) {
  int count = call_moves(L, p);
  lua_pop(L, 1);
  if (count == 0)
    p->list[0] = MOVE_PASS;
  luagame_remember_moves(p->g, p->state, p->list, count ? count : 1);
  return count;
}

/* Pops what `play` or `next_seat` has returned: a seat, or nil for another. */
static int take_seat(lua_State *L, const Playout *p, int other) {
  int seat = lua_isnil(L, -1) ? other : luagame_result_seat(p->g, -1);
  if (seat < 0)
    give_up(L);
  lua_pop(L, 1);
  return seat;
}

static void call_play(lua_State *L, const Playout *p, Move move, int mover) {
  call_for_move(L, p, AT_PLAY, move, mover + 1);
  p->state->seat = (uint8_t)take_seat(L, p, luagame_next_seat(p->g, mover));
}

static void call_next_seat(lua_State *L, const Playout *p, Move move,
                           int mover) {
  if (!luagame_has(p->g, NEXT_SEAT))
    return;
  call_for_move(L, p, AT_NEXT_SEAT, mover + 1, move);
  p->state->seat = (uint8_t)take_seat(L, p, p->state->seat);
}

/* Returns whether the game is over: then the result is on top of the stack. */
static bool call_outcome(lua_State *L, const Playout *p, Move move, int mover) {
  if (!luagame_has(p->g, OUTCOME))
    return false;
  const Parameter parameters[] = {
      {VIEW, 0}, {0, mover + 1}, {OPTIONS, 0}, {0, move}};
  call(L, p, AT_OUTCOME, parameters, 4);
  if (!lua_isnil(L, -1))
    return true;
  lua_pop(L, 1);
  return false;
}

/* The value of a side. */
static double call_evaluate(lua_State *L, const Playout *p, int side) {
  LuaGame *g = p->g;
  double value[SEATS_MAX];
  call_for_seat(L, p, AT_EVALUATE);
  close_arrays(L, p);
  if (!lab_read_value(L, g->game_object, g->played, p->state->seat, value,
                      NULL))
    give_up(L);
  lua_pop(L, 1);
  return value[side];
}

/* ---- plies ---------------------------------------------------------------*/

/* Plays a move. Returns whether `outcome` has returned a result, which is then
 * on top of the stack, and the view is still open. */
static bool play_move(lua_State *L, const Playout *p, Move move) {
  int mover = p->state->seat;
  lua_state_head(p->state)->passed = 0;
  call_play(L, p, move, mover);
  call_next_seat(L, p, move, mover);
  if (call_outcome(L, p, move, mover))
    return true;
  close_arrays(L, p);
  return false;
}

/* Plays one ply. Returns what play_move does. */
static bool play_ply(lua_State *L, Playout *p, int legal) {
  Move move = p->list[rng_below(p->rng, (uint32_t)legal)];
  if (p->played)
    moves_played_add(p->played, p->state->seat, move, legal);
  p->plies++;
  return play_move(L, p, move);
}

/* Argument: a Playout. Returns the last result of `outcome`, or nothing if
 * there is none to be applied. */
static int play_plies(lua_State *L) {
  Playout *p = lua_touserdata(L, ARGUMENT);
  push_hooks(L, p);
  while (p->plies < p->max_plies && p->state->outcome == PLAYING &&
         !luagame_recall(p->g, p->state)) {
    if (p->played)
      moment.ply = p->played->plies + 1;
    int legal = list_moves(L, p);
    if (legal == 0)
      return 0;
    if (play_ply(L, p, legal))
      return 1;
  }
  return 0;
}

/* Argument: an Evaluation. Returns the result of `outcome` for the move at
 * which it stops, or nothing at the end of the list. */
static int evaluate_each(lua_State *L) {
  Evaluation *e = lua_touserdata(L, ARGUMENT);
  Playout *p = &e->play;
  push_hooks(L, p);
  for (; e->at < e->count; e->at++) {
    game_assign(&p->g->lua.game, p->state, e->from);
    if (play_move(L, p, e->moves[e->at]))
      return 1;
    e->value[e->at] = call_evaluate(L, p, e->side);
  }
  return 0;
}

/* Returns whether a position is one of a game that can be played like that. */
static bool is_ordinary(const LuaGame *g, const State *state) {
  return !luagame_has(g, CHANCE) && g->depth == 0 &&
         state->outcome == PLAYING && !luagame_is_broken(g) &&
         plugin_may_chain(g->lua.plugin);
}

/* Plays in one call of a function with an argument, as far as that goes. */
static void play_in_one_call(Playout *p, lua_CFunction function,
                             void *argument) {
  LuaGame *g = p->g;
  Plugin *plugin = g->lua.plugin;
  Error why;
  error_clear(&why);
  p->view = luagame_open_view(g, p->state);
  p->list = game_borrow_list(&g->lua.game);
  g->depth = 1; /* for what hooks ask about */
  p->is_as_new = plugin->is_as_new;
  bool good = plugin_protect(plugin, function, argument, 1, &why);
  g->depth = 0;
  game_return_list(&g->lua.game);
  g->turn[0] = true;
  if (!good) {
    luagame_fail(g, &why);
    luagame_finish_turn(g, p->state, false);
  } else if (lua_isnil(plugin->L, -1)) {
    luagame_pop(g, 1);
    luagame_close_turn(g);
    luagame_check_options(g); /* direct hooks have not seen them change */
  } else {
    luagame_finish_turn(g, p->state, luagame_take_outcome(g, p->state));
  }
}

/* Plays up to that many plies, each by itself. */
static void play_by_moves(Playout *p, int plies) {
  const Game *game = &p->g->lua.game;
  if (p->played)
    game_counted_playout_by_moves(game, p->state, p->rng, plies, p->played);
  else
    p->plies += game_playout_by_moves(game, p->state, p->rng, plies);
}

/* Plays to the end, or as many plies as are wanted. */
static void play_all(Playout *p) {
  if (p->g->lua.game.base) { /* whatever its positions are */
    play_by_moves(p, p->max_plies);
    return;
  }
  while (p->plies < p->max_plies && p->state->outcome == PLAYING) {
    int before = p->plies;
    if (is_ordinary(p->g, p->state))
      play_in_one_call(p, play_plies, p);
    if (p->plies == before) {
      play_by_moves(p, 1);
      p->plies = before + 1;
    }
  }
}

/* ---- all moves of a position ---------------------------------------------*/

/* Plays the next move by itself; or, in an attempt, moves in one call until one
 * has a result. The last of them is at e->at if it was not evaluated. */
static void play_next(Evaluation *e) {
  Playout *p = &e->play;
  const Game *game = &p->g->lua.game;
  game_assign(game, p->state, e->from);
  if (is_ordinary(p->g, p->state))
    play_in_one_call(p, evaluate_each, e);
  else
    game_play(game, p->state, e->moves[e->at]);
}

/* Those that end the game have to be played again. What hooks ask about while
 * one of them is being called is left to the caller as well. */
void luagame_evaluate_each(LuaGame *g, const State *state, const Move moves[],
                           int count, int side, double value[]) {
  Evaluation e = {.play = {.g = g, .state = g->after},
                  .from = state,
                  .moves = moves,
                  .count = count,
                  .side = side,
                  .value = value};
  double values[SEATS_MAX];
  for (int i = 0; i < count; i++)
    value[i] = -1;
  if (g->depth > 0 || moves[0] == MOVE_PASS)
    return;
  for (; e.at < count && !luagame_is_broken(g) && plugin_may_answer(); e.at++) {
    play_next(&e);
    if (e.at == count || g->after->outcome != PLAYING)
      continue;
    luagame_evaluate(&g->lua.game, g->after, values);
    value[e.at] = values[side];
  }
}

/* ---- variants ------------------------------------------------------------*/

/* Returns whether playing a move is exactly what the base game does. Where
 * seats are not played, a native base passes over them, if it can withdraw
 * them, and does not let them win. */
static bool keeps_play(const LuaGame *g, const State *state) {
  const Game *base = g->lua.game.base;
  return luagame_keeps_moves(g, state) && !g->lasts &&
         !(g->has & HOOKS_OF_PLAY) &&
         (!g->is_reduced || (!lua_rules_plugin(base) && base->rules->withdraw &&
                             !base->rules->score));
}

int luagame_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  LuaGame *g = luagame_of(game);
  if (!keeps_play(g, state) || state->outcome != PLAYING) {
    Playout p = {.g = g, .state = state, .rng = rng, .max_plies = max_plies};
    play_all(&p);
    return p.plies;
  }
  int plies =
      game_playout(game->base, lua_base_state(game, state), rng, max_plies);
  luagame_follow_base(g, state);
  return plies;
}

/* The base game counts the seats that have moved by its own numbers. */
void luagame_counted_playout(const Game *game, State *state, Rng *rng,
                             int max_plies, MovesPlayed *played) {
  LuaGame *g = luagame_of(game);
  if (!keeps_play(g, state) || state->outcome != PLAYING) {
    Playout p = {.g = g,
                 .state = state,
                 .rng = rng,
                 .max_plies = max_plies,
                 .played = played};
    play_all(&p);
    return;
  }
  unsigned moved = played->moved;
  played->moved = 0;
  game_counted_playout(game->base, lua_base_state(game, state), rng, max_plies,
                       played);
  for (int seat = 0; seat < game->base->seats; seat++)
    if ((played->moved & g->played) >> seat & 1)
      moved |= 1u << lua_state_head(state)->holder[seat];
  played->moved = (uint16_t)moved;
  luagame_follow_base(g, state);
}
