/* Lua rules: starting, playing, and what seats see. */
#include "lua/host/plugins/luagame_internal.h"

#include "lua/host/api/lab_settings.h"

/* Ends the game after the rules have failed, or if the bot that asks them has
 * been stopped. */
static void end_broken_game(const LuaGame *g, State *state) {
  state_set_draw(luagame_visible(g, state));
  state_set_draw(state);
}

/* Options are a plain table for speed. A hook that assigns to it cannot change
 * another game: luagame_renew restores it. If no code of the file has run since
 * they were compared, they are the same. */
bool luagame_check_options(LuaGame *g) {
  const Plugin *p = g->lua.plugin;
  lua_State *L = p->L;
  if (p->depth == 0 && g->options_checked == p->calls)
    return true;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  bool same = lab_has_options(L, g->options, g->lua.game.option);
  luagame_pop(g, 1);
  if (same && p->depth == 0)
    g->options_checked = p->calls;
  return same ||
         luagame_break(g, "a hook has changed the options; they are read-only");
}

/* If all seats have passed in a row, the game is a draw. */
void luagame_finish_turn(LuaGame *g, State *state, bool good) {
  if (g->turn[g->depth] && !luagame_close_turn(g))
    good = false;
  good = good && luagame_eliminate(g, state) && luagame_call_chance(g, state) &&
         luagame_open_round(g, state);
  if (!good || game_fault(&g->lua.game)) {
    end_broken_game(g, state);
    return;
  }
  State *visible = luagame_visible(g, state);
  if ((lua_state_head(state)->passed | luagame_seats_out(g, state)) ==
          g->played &&
      visible->outcome == PLAYING)
    luagame_set_draw(g, visible);
  if (visible->outcome != PLAYING && !luagame_check_options(g))
    end_broken_game(g, state);
  else
    luagame_follow_base(g, state);
}

/* Runs the hooks at the end of a turn. */
static void end_turn(LuaGame *g, State *state, int mover, Move move) {
  bool good = !luagame_is_broken(g) && plugin_may_answer() &&
              luagame_call_next_seat(g, state, mover, move) &&
              luagame_call_outcome(g, state, mover, &move);
  luagame_finish_turn(g, state, good);
}

/* The seat whose turn it is after a move unless the rules say otherwise. An
 * extra move of a variant may have led to a position in which nature moves. */
static int seat_after(const LuaGame *g, const State *state, bool rolled) {
  int turn = lua_rules_turn(luagame_visible_game(g), luagame_visible(g, state));
  return rolled ? turn : luagame_next_seat(g, turn);
}

bool luagame_apply_play(LuaGame *g, State *state, bool nature) {
  int next = seat_after(g, state, nature), seat = luagame_result_seat(g, -1);
  bool none = lua_isnil(g->lua.plugin->L, -1);
  luagame_pop(g, 1);
  if (seat < 0 && !none)
    return luagame_break(g, "'%s' must return the seat to move, or nil for %s",
                         nature ? "roll" : "play",
                         nature ? "the one that was to move"
                                : "the next in order");
  luagame_give_turn(g, state, none ? next : seat);
  return true;
}

static void play_extra(LuaGame *g, State *state, Move move) {
  lua_State *L = g->lua.plugin->L;
  int mover = luagame_visible(g, state)->seat;
  if (!luagame_push_extra(g, state, move))
    return;
  luagame_set_last(g, state, move);
  if (!luagame_begin_call(g, PLAY, state)) {
    luagame_pop(g, 1);
    return;
  }
  lua_pushvalue(L, -3);
  luagame_push_seat(g, mover);
  if (luagame_end_call(g, 2))
    luagame_apply_play(g, state, false);
  luagame_pop(g, 1);
}

/* Calls `play` or `roll` with a number. In a whole game, the engine looks at no
 * field until the turn is over, so the hooks that follow see the same tables.
 */
static void play_number(LuaGame *g, State *state, Move move, Hook hook,
                        int seat) {
  if (!luagame_begin_call(g, hook, state))
    return;
  g->turn[g->depth - 1] = !g->lua.game.base;
  lua_pushinteger(g->lua.plugin->L, move);
  luagame_push_seat(g, seat);
  if (luagame_end_call(g, 2))
    luagame_apply_play(g, state, hook == ROLL);
}

/* Returns whether a pass is a move of the base game itself: a legal one, or a
 * choice. */
static bool base_passes(const LuaGame *g, const State *state) {
  const Game *base = g->lua.game.base;
  if (!base)
    return false;
  if (luagame_is_round_inside(g, state))
    return true;
  Move *list = game_borrow_list(base);
  int n = game_moves(base, lua_base_state(&g->lua.game, state), list);
  game_return_list(base);
  return n == 1 && list[0] == MOVE_PASS;
}

/* Plays a move of the base game, or a pass that exists only in this game. A
 * pass of the base game has just been found in its list. */
static void play_base(LuaGame *g, State *state, Move move, bool passes) {
  const Game *base = g->lua.game.base;
  State *visible = lua_base_state(&g->lua.game, state);
  if (passes) {
    luagame_set_last(g, state, MOVE_PASS);
    luagame_give_turn(g, state, luagame_next_seat(g, visible->seat));
    if (base->has_chance)
      luagame_call_base_chance(g, state);
  } else if (move == MOVE_PASS || luagame_check_legal(g, visible, move)) {
    if (visible->seat != NATURE)
      luagame_set_last(g, state, move);
    game_play(base, visible, move);
  }
  if (g->is_reduced)
    luagame_skip_seats(g, state);
}

/* Plays a move of the base game and calls `after`. */
static void play_base_with_after(LuaGame *g, State *state, Move move,
                                 bool passes) {
  const Game *base = g->lua.game.base;
  State *before = (State *)(g->before + (size_t)g->depth * base->state_size);
  game_assign(base, before, lua_base_state(&g->lua.game, state));
  play_base(g, state, move, passes);
  luagame_call_after(g, state, before->seat, move, before);
}

/* The same in a game that keeps plies: there are no hooks to run. */
static void play_plainly(LuaGame *g, State *state, Move move) {
  State *visible = lua_base_state(&g->lua.game, state);
  lua_state_head(state)->passed = 0;
  if (luagame_check_legal(g, visible, move)) {
    luagame_set_last(g, state, move);
    game_play(g->lua.game.base, visible, move);
  }
  bool good = !luagame_is_broken(g) && plugin_may_answer();
  if (good && visible->outcome == PLAYING)
    luagame_follow_base(g, state);
  else
    luagame_finish_turn(g, state, good);
}

void luagame_play(const Game *game, State *state, Move move) {
  LuaGame *g = luagame_of(game);
  if (g->keeps_plies && move != MOVE_PASS) {
    play_plainly(g, state, move);
    return;
  }
  if (luagame_is_round(g, state)) {
    luagame_choose(g, state, move);
    return;
  }
  bool rolls = game->base && luagame_rolls(g, state);
  int mover = rolls ? NATURE : luagame_visible(g, state)->seat;
  bool passes = move == MOVE_PASS && mover != NATURE && !base_passes(g, state);
  lua_state_head(state)->passed =
      (uint16_t)(passes ? lua_state_head(state)->passed | 1u << mover : 0);
  if (rolls && move != MOVE_PASS) { /* what its own hook `chance` has listed */
    lua_state_head(state)->next_seat = 0;
    play_number(g, state, move, ROLL, luagame_visible(g, state)->seat);
  } else if (luagame_is_extra(g, move) && luagame_has(g, EXTRA))
    play_extra(g, state, move);
  else if (game->base && luagame_has(g, AFTER))
    play_base_with_after(g, state, move, passes);
  else if (game->base)
    play_base(g, state, move, passes);
  else if (passes)
    luagame_give_turn(g, state, game_next_seat(game, state));
  else if (move != MOVE_PASS) /* nature does not pass, unless rules fail */
    play_number(g, state, move, mover == NATURE ? ROLL : PLAY,
                mover == NATURE ? lua_state_head(state)->next_seat : mover);
  end_turn(g, state, mover, move);
}

void luagame_start(const Game *game, State *state, Rng *rng) {
  LuaGame *g = luagame_of(game);
  memcpy(lua_state_head(state)->holder, g->player, sizeof g->player);
  if (game->base) {
    game_begin(game->base, lua_base_state(game, state), rng);
    luagame_withdraw_seats(g, state);
    memcpy((char *)state + g->fields_offset, g->initial, g->fields_size);
  }
  bool good = !luagame_is_broken(g);
  if (good && luagame_has(g, SETUP))
    good = luagame_begin_call(g, SETUP, state) &&
           luagame_end_call_with_rng(g, 0, rng);
  if (!good || !luagame_follow_score(g, state) ||
      !luagame_eliminate(g, state) || !luagame_call_chance(g, state) ||
      !luagame_open_round(g, state))
    end_broken_game(g, state);
  else
    luagame_follow_base(g, state);
}

/* The base game's hash may treat states with different bytes as the same
 * position, such as shifted boards. It is right for a variant only if none of
 * its hooks can tell them apart. */
static bool keeps_hash(const LuaGame *g) {
  return g->lua.game.base &&
         !(g->has & (HOOKS_OF_MOVES | HOOKS_OF_PLAY | HOOK(EVALUATE)));
}

uint64_t luagame_hash(const Game *game, const State *state) {
  const LuaGame *g = luagame_of(game);
  if (!keeps_hash(g))
    return game_hash_bytes(state, game->state_size);
  uint64_t words[2] = {
      game_hash(game->base, lua_base_state(game, state)),
      game_hash_bytes((const char *)state + g->fields_offset, g->fields_size)};
  return game_hash_bytes(state, game->base_offset) ^
         game_hash_bytes(words, sizeof words);
}

/* ---- what seats see ------------------------------------------------------*/

/* The seat in the position that hooks see. */
static int visible_seat(const Game *game, const State *state, int seat) {
  return game->base ? lua_held_seat(game, state, seat) : seat;
}

static void observe(const Game *game, State *state, int seat) {
  LuaGame *g = luagame_of(game);
  int held = visible_seat(game, state, seat);
  if (game->base)
    game_observe(game->base, lua_base_state(game, state), held);
  if (luagame_has(g, OBSERVE) && luagame_ask(g, OBSERVE, state, held))
    luagame_pop(g, 1);
  luagame_hide_choices(g, state, held);
  luagame_hide_memories(g, state, held);
}

static void redraw(const Game *game, State *state, int seat, Rng *rng) {
  LuaGame *g = luagame_of(game);
  int held = visible_seat(game, state, seat);
  if (game->base && game->base->rules->redraw)
    game->base->rules->redraw(game->base, lua_base_state(game, state), held,
                              rng);
  if (luagame_has(g, REDRAW) && luagame_begin_call(g, REDRAW, state)) {
    luagame_push_seat(g, held);
    luagame_end_call_with_rng(g, 1, rng);
  }
  luagame_redraw_choices(g, state, rng);
}

/* A variant hides what its base game hides, and then what its own hooks say.
 * Choices are drawn last, as what is legal may depend on the rest: if nothing
 * draws that, they cannot be drawn either. */
void luagame_set_hidden(LuaGame *g) {
  const Rules *base = g->lua.game.base ? g->lua.game.base->rules : NULL;
  bool memories = false;
  for (const Field *f = g->fields; f->name; f++)
    memories = memories || f->own;
  bool observes = luagame_has(g, OBSERVE) || (base && base->observe) ||
                  g->chosen || memories;
  bool redraws = luagame_has(g, REDRAW) || (base && base->redraw) ||
                 (g->chosen && !luagame_has(g, OBSERVE));
  g->rules.observe = observes ? observe : NULL;
  g->rules.redraw = redraws ? redraw : NULL;
}
