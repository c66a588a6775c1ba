/* Rules in Lua: calling hooks, moves, playing. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/bits.h"
#include "core/game/eval.h"
#include <stdarg.h>
#include <stdio.h>

bool luagame_break(LuaGame *g, const char *format, ...) {
  if (broken(g))
    return false;
  va_list args;
  va_start(args, format);
  vsnprintf(g->fault.message, sizeof g->fault.message, format, args);
  va_end(args);
  return false;
}

/* ---- calling hooks -------------------------------------------------------*/

/* Pushes a hook and the position it is asked about. */
bool luagame_begin_call(LuaGame *g, Hook hook, const State *state,
                        bool locked) {
  lua_State *L = g->lua.plugin->L;
  if (broken(g))
    return false;
  if (g->depth == VIEWS || !lua_checkstack(L, 16))
    return luagame_break(g, "%s: the rules call each other too deeply",
                         g->lua.plugin->path);
  StateBox *view = g->view_box[g->depth];
  view->state = seen(g, state);
  view->whole_state = (State *)state;
  view->locked = locked;
  view->beyond = g->lua.game.base && head(state)->played_on;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[hook]);
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->view[g->depth]);
  g->depth++;
  return true;
}

/* Calls it with the arguments pushed since, the options behind them. Leaves one
 * result on the stack, unless it fails. */
bool luagame_end_call(LuaGame *g, int args) {
  Error why = {""};
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->values);
  bool good = plugin_call(g->lua.plugin, args + 2, 1, &why);
  g->view_box[--g->depth]->state = NULL;
  return good || luagame_break(g, "%s", why.message);
}

/* ---- seats ---------------------------------------------------------------*/

/* Brings the head up to date with what the base game says. */
void luagame_follow_base(const LuaGame *g, State *state) {
  if (!g->lua.game.base)
    return;
  const State *in = inner(&g->lua.game, state);
  const uint8_t *holder = head(state)->holder;
  unsigned winners = 0;
  for (unsigned s = 0, left = in->winners; left; s++, left >>= 1)
    winners |= (left & 1) << holder[s];
  state->seat = holder[in->seat];
  state->outcome = in->outcome;
  state->winners = (uint16_t)winners;
}

/* ---- the end of a turn ---------------------------------------------------*/

/* Whose turn it is, in all layers; each has its own numbers for players who
 * have swapped sides. */
static void set_turn(const Game *game, State *state, int seat) {
  state->seat = (uint8_t)seat;
  if (!game->base)
    return;
  int inside = 0;
  while (inside < game->seats - 1 && head(state)->holder[inside] != seat)
    inside++;
  set_turn(game->base, inner(game, state), inside);
}

/* The same for a seat of the position that hooks see. */
static void give_turn(const LuaGame *g, State *state, int seat) {
  if (g->lua.game.base)
    set_turn(g->lua.game.base, inner(&g->lua.game, state), seat);
  else
    state->seat = (uint8_t)seat;
}

static int result_seat(const LuaGame *g, int index) {
  int is_integer;
  lua_Integer seat = lua_tointegerx(g->lua.plugin->L, index, &is_integer);
  return is_integer && seat >= 1 && seat <= g->lua.game.seats ? (int)seat - 1
                                                              : -1;
}

/* The seats that a list of winners on top of the stack names, with their
 * partners; 0 if it is none. */
static unsigned result_winners(const LuaGame *g) {
  lua_State *L = g->lua.plugin->L;
  unsigned winners = 0;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    int seat = result_seat(g, -1);
    return seat < 0 ? 0 : game_team(&g->lua.game, seat);
  }
  for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    int seat = result_seat(g, -1);
    lua_pop(L, 1);
    if (seat < 0)
      return 0;
    winners |= game_team(&g->lua.game, seat);
  }
  return winners;
}

/* The game goes on in all layers, whatever they think of it. */
static void play_on(const Game *game, State *state) {
  state->outcome = PLAYING;
  state->winners = 0;
  if (!game->base)
    return;
  head(state)->played_on = 1;
  play_on(game->base, inner(game, state));
}

/* Does as the answer of `outcome` says, which is on top of the stack. */
static bool apply_outcome(LuaGame *g, State *state) {
  lua_State *L = g->lua.plugin->L;
  State *in = seen(g, state);
  int type = lua_type(L, -1);
  unsigned winners = 0;
  if (type == LUA_TNUMBER || type == LUA_TTABLE)
    winners = result_winners(g);
  if (type == LUA_TNIL)
    return true;
  if (type == LUA_TBOOLEAN && !lua_toboolean(L, -1)) {
    if (in->outcome != PLAYING)
      play_on(&g->lua.game, state);
  } else if (winners) {
    state_win(in, (uint16_t)winners);
  } else if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "draw") == 0) {
    state_draw(in);
  } else {
    return luagame_break(
        g,
        "%s: 'outcome' must return nil (%s), \"draw\", a seat from 1 to %d or "
        "a "
        "list of them%s",
        g->lua.plugin->path,
        g->lua.game.base ? "as the base says" : "it goes on", g->lua.game.seats,
        g->lua.game.base ? ", or false (it goes on)" : "");
  }
  return true;
}

bool luagame_ask_outcome(LuaGame *g, State *state, int mover) {
  if (!has(g, OUTCOME))
    return true;
  if (!luagame_begin_call(g, OUTCOME, state, false))
    return false;
  push_seat(g, mover);
  if (!luagame_end_call(g, 1))
    return false;
  bool good = apply_outcome(g, state);
  pop(g, 1);
  return good;
}

static bool ask_next_seat(LuaGame *g, State *state, int mover, Move move) {
  State *in = seen(g, state);
  if (!has(g, NEXT_SEAT) || in->outcome != PLAYING)
    return true;
  if (!luagame_begin_call(g, NEXT_SEAT, state, false))
    return false;
  push_seat(g, mover);
  lua_pushinteger(g->lua.plugin->L, move);
  if (!luagame_end_call(g, 2))
    return false;
  int seat = result_seat(g, -1);
  bool none = lua_isnil(g->lua.plugin->L, -1);
  pop(g, 1);
  if (seat < 0 && !none)
    return luagame_break(g,
                         "%s: 'next_seat' must return a seat from 1 to %d, or "
                         "nil for the next in order",
                         g->lua.plugin->path, g->lua.game.seats);
  if (seat >= 0)
    give_turn(g, state, seat);
  return true;
}

/* `before` is the base game's position as it was. */
static bool ask_after(LuaGame *g, State *state, int mover, Move move,
                      const State *before) {
  if (!luagame_begin_call(g, AFTER, state, false))
    return false;
  int earlier = VIEWS + g->depth - 1;
  StateBox *view = g->view_box[earlier];
  view->state = view->whole_state = (State *)before;
  view->beyond = head(state)->played_on;
  lua_pushinteger(g->lua.plugin->L, move);
  push_seat(g, mover);
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->view[earlier]);
  bool good = luagame_end_call(g, 3);
  view->state = NULL;
  if (good)
    pop(g, 1);
  return good;
}

/* Whatever has gone wrong, the game is over. */
static void give_up(const LuaGame *g, State *state) {
  state_draw(seen(g, state));
  state_draw(state);
}

static void end_turn(LuaGame *g, State *state, int mover, Move move) {
  bool good = !broken(g) && ask_next_seat(g, state, mover, move) &&
              luagame_ask_outcome(g, state, mover);
  if (!good || game_fault(&g->lua.game)) {
    give_up(g, state);
    return;
  }
  State *in = seen(g, state);
  if (head(state)->passed == (1u << g->lua.game.seats) - 1 &&
      in->outcome == PLAYING)
    state_draw(in);
  luagame_follow_base(g, state);
}

/* ---- moves ---------------------------------------------------------------*/

/* How many texts the list on top of the stack has; -1 if it is none. */
static int count_extras(lua_State *L) {
  if (lua_isnil(L, -1))
    return 0;
  lua_Unsigned count = lua_istable(L, -1) ? lua_rawlen(L, -1) : EXTRAS_MAX + 1;
  for (lua_Unsigned i = 1; count <= EXTRAS_MAX && i <= count; i++) {
    int type = lua_rawgeti(L, -1, (lua_Integer)i);
    const char *text = type == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bool good = *text && strlen(text) < MOVE_TEXT &&
                strlen(text) == lua_rawlen(L, -1) &&
                !strpbrk(text, " \t\r\n") && strcmp(text, "pass") != 0;
    lua_pop(L, 1);
    if (!good)
      return -1;
  }
  return count <= EXTRAS_MAX ? (int)count : -1;
}

/* Asks for the extra moves, and keeps the list with its position. */
static bool ask_extras(LuaGame *g, const State *state) {
  lua_State *L = g->lua.plugin->L;
  Plugin *p = g->lua.plugin;
  int64_t before = p->total_work - (p->depth ? p->left : 0);
  g->extras_count = -1;
  if (!luagame_begin_call(g, EXTRA, state, true))
    return false;
  push_seat(g, seen(g, state)->seat);
  if (!luagame_end_call(g, 1))
    return false;
  g->extras_cost = p->total_work - (p->depth ? p->left : 0) - before;
  g->extras_count = count_extras(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, g->extras);
  game_assign(&g->lua.game, g->extras_of, state);
  return g->extras_count >= 0 ||
         luagame_break(
             g,
             "%s: 'extra' must return a list of at most %d texts "
             "without blanks, each shorter than %d characters and none "
             "of them 'pass'",
             g->lua.plugin->path, EXTRAS_MAX, MOVE_TEXT);
}

/* Leaves the list of extra moves on the stack, a text each; returns how many,
 * or -1 and nothing. The same position is often asked about several times: for
 * the list, a text, whether it is legal, and to play it. */
int luagame_list_extras(LuaGame *g, const State *state) {
  bool known = g->extras_count >= 0 &&
               memcmp(g->extras_of, state, g->lua.game.state_size) == 0;
  if (broken(g) || (!known && !ask_extras(g, state)))
    return -1;
  if (known && g->lua.plugin->depth)
    g->lua.plugin->left -= g->extras_cost;
  else if (known)
    g->lua.plugin->total_work += g->extras_cost;
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->extras);
  return g->extras_count;
}

static bool allows(LuaGame *g, const State *state, Move move) {
  if (!has(g, ALLOW))
    return true;
  if (!luagame_begin_call(g, ALLOW, state, true))
    return false;
  lua_pushinteger(g->lua.plugin->L, move);
  push_seat(g, seen(g, state)->seat);
  if (!luagame_end_call(g, 2))
    return false;
  bool allowed = lua_toboolean(g->lua.plugin->L, -1);
  pop(g, 1);
  return allowed;
}

/* The base game's moves, as far as they are allowed, without a pass. */
static int list_base(LuaGame *g, const State *state, Move *list) {
  int count = game_moves(g->lua.game.base, inner(&g->lua.game, state), list),
      kept = 0;
  for (int i = 0; i < count; i++)
    if (list[i] != MOVE_PASS && allows(g, state, list[i]))
      list[kept++] = list[i];
  return kept;
}

/* Reads the list on top of the stack; false if something in it is no move. */
static bool read_moves(LuaGame *g, int count, Move *list) {
  lua_State *L = g->lua.plugin->L;
  for (int i = 0; i < count; i++) {
    int is_integer, type = lua_rawgeti(L, -1, i + 1);
    lua_Integer move = lua_tointegerx(L, -1, &is_integer);
    lua_pop(L, 1);
    if (type != LUA_TNUMBER || !is_integer || move < 0 ||
        move >= RULE_MOVES_MAX)
      return luagame_break(g,
                           "%s: 'moves' must return whole numbers from 0 to "
                           "%d; number %d in its list is a %s%s",
                           g->lua.plugin->path, RULE_MOVES_MAX - 1, i + 1,
                           lua_typename(L, type),
                           is_integer ? " out of that range" : "");
    list[i] = (Move)move;
  }
  return true;
}

static int list_rules(LuaGame *g, const State *state, Move *list) {
  lua_State *L = g->lua.plugin->L;
  if (!luagame_begin_call(g, MOVES, state, true))
    return 0;
  push_seat(g, state->seat);
  if (!luagame_end_call(g, 1))
    return 0;
  bool is_list = lua_istable(L, -1);
  lua_Unsigned count = is_list ? lua_rawlen(L, -1) : 0;
  bool good = is_list && count <= (lua_Unsigned)g->lua.game.max_moves;
  if (!is_list)
    luagame_break(g, "%s: 'moves' must return a list, not a %s",
                  g->lua.plugin->path, luaL_typename(L, -1));
  else if (!good)
    luagame_break(g, "%s: 'moves' returned %llu moves; max_moves is %d",
                  g->lua.plugin->path, (unsigned long long)count,
                  g->lua.game.max_moves);
  good = good && read_moves(g, (int)count, list);
  pop(g, 1);
  return good ? (int)count : 0;
}

int luagame_moves(const Game *game, const State *state, Move *list) {
  LuaGame *g = self(game);
  int count = 0;
  if (!broken(g))
    count = game->base ? list_base(g, state, list) : list_rules(g, state, list);
  if (!broken(g) && has(g, EXTRA)) {
    int extras = luagame_list_extras(g, state);
    if (extras >= 0)
      pop(g, 1);
    for (int i = 0; i < extras; i++)
      list[count++] = g->first_extra + (Move)i;
  }
  if (broken(g) || count == 0) {
    list[0] = MOVE_PASS;
    count = 1;
  }
  return count;
}

/* Whether the moves are just those of the base game. */
static bool keeps_moves(const LuaGame *g, const State *state) {
  return g->lua.game.base && !has(g, ALLOW) && !has(g, EXTRA) &&
         !head(state)->played_on && !broken(g) &&
         inner(&g->lua.game, state)->outcome == PLAYING;
}

int luagame_count(const Game *game, const State *state) {
  const LuaGame *g = self(game);
  if (keeps_moves(g, state))
    return game_count(game->base, inner(game, state));
  return game_count_by_list(game, state);
}

bool luagame_legal(const Game *game, const State *state, Move move) {
  LuaGame *g = self(game);
  if (is_extra(g, move)) {
    int extras = has(g, EXTRA) ? luagame_list_extras(g, state) : -1;
    if (extras >= 0)
      pop(g, 1);
    return extras > (int)(move - g->first_extra);
  }
  return game_legal(game->base, inner(game, state), move) &&
         allows(g, state, move);
}

Move luagame_random_move(const Game *game, const State *state, Rng *rng) {
  enum { TRIES = 16 };
  LuaGame *g = self(game);
  const State *in = game->base ? inner(game, state) : NULL;
  if (keeps_moves(g, state))
    return game_random_move(game->base, in, rng);
  /* Draws until one is allowed: each allowed move is as likely. */
  bool can_draw =
      in && in->outcome == PLAYING && !has(g, EXTRA) && !head(state)->played_on;
  for (int i = 0; can_draw && !broken(g) && i < TRIES; i++) {
    Move move = game_random_move(game->base, in, rng);
    if (move == MOVE_PASS)
      return move;
    if (allows(g, state, move))
      return move;
  }
  return game_random_move_by_list(game, state, rng);
}

/* ---- playing -------------------------------------------------------------*/

static void play_extra(LuaGame *g, State *state, Move move) {
  lua_State *L = g->lua.plugin->L;
  State *in = seen(g, state);
  int mover = in->seat;
  if (luagame_list_extras(g, state) < 0)
    return;
  if (!luagame_begin_call(g, PLAY, state, false)) {
    pop(g, 1);
    return;
  }
  lua_rawgeti(L, -3, (lua_Integer)(move - g->first_extra) + 1);
  push_seat(g, mover);
  if (!luagame_end_call(g, 2)) {
    pop(g, 1);
    return;
  }
  int seat = result_seat(g, -1);
  bool none = lua_isnil(L, -1);
  pop(g, 2);
  if (seat < 0 && !none)
    luagame_break(g, "%s: 'play' must return the seat that is next, or nil",
                  g->lua.plugin->path);
  else
    give_turn(g, state, none ? game_next_seat(&g->lua.game, in) : seat);
}

static void play_rules(LuaGame *g, State *state, Move move) {
  int mover = state->seat;
  if (!luagame_begin_call(g, PLAY, state, false))
    return;
  lua_pushinteger(g->lua.plugin->L, move);
  push_seat(g, mover);
  if (!luagame_end_call(g, 2))
    return;
  pop(g, 1);
  state->seat = game_next_seat(&g->lua.game, state);
}

/* A pass that the base game has itself is its own affair. */
static bool base_passes(const LuaGame *g, const State *state) {
  const Game *base = g->lua.game.base;
  if (!base)
    return false;
  Move *list = game_borrow_list(base);
  int n = game_moves(base, inner(&g->lua.game, state), list);
  game_return_list(base);
  return n == 1 && list[0] == MOVE_PASS;
}

/* A move of the base game, or a pass that this game has brought about. */
static void play_base(LuaGame *g, State *state, Move move, bool passes) {
  const Game *base = g->lua.game.base;
  State *in = inner(&g->lua.game, state);
  if (passes)
    give_turn(g, state, game_next_seat(base, in));
  else
    game_play(base, in, move);
}

/* The same, and then what the variant does about it. */
static void play_and_ask(LuaGame *g, State *state, Move move, bool passes) {
  const Game *base = g->lua.game.base;
  State *before = (State *)(g->before + (size_t)g->depth * base->state_size);
  game_assign(base, before, inner(&g->lua.game, state));
  play_base(g, state, move, passes);
  ask_after(g, state, before->seat, move, before);
}

void luagame_play(const Game *game, State *state, Move move) {
  LuaGame *g = self(game);
  int mover = seen(g, state)->seat;
  bool passes = move == MOVE_PASS && !base_passes(g, state);
  head(state)->passed =
      (uint16_t)(passes ? head(state)->passed | 1u << mover : 0);
  if (is_extra(g, move) && has(g, EXTRA))
    play_extra(g, state, move);
  else if (game->base && has(g, AFTER))
    play_and_ask(g, state, move, passes);
  else if (game->base)
    play_base(g, state, move, passes);
  else if (passes)
    state->seat = game_next_seat(game, state);
  else
    play_rules(g, state, move);
  end_turn(g, state, mover, move);
}

/* Whether playing is just what the base game does. */
static bool keeps_play(const LuaGame *g, const State *state) {
  return keeps_moves(g, state) && !has(g, AFTER) && !has(g, NEXT_SEAT) &&
         !has(g, OUTCOME);
}

int luagame_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  LuaGame *g = self(game);
  if (!keeps_play(g, state) || state->outcome != PLAYING)
    return game_playout_by_moves(game, state, rng, max_plies);
  int plies = game_playout(game->base, inner(game, state), rng, max_plies);
  luagame_follow_base(g, state);
  return plies;
}

static bool ask_setup(LuaGame *g, State *state, Rng *rng) {
  if (!has(g, SETUP))
    return true;
  if (!luagame_begin_call(g, SETUP, state, false))
    return false;
  Rng *before = g->lua.plugin->rng, *lent = g->rng_box->rng;
  g->lua.plugin->rng = g->rng_box->rng = rng;
  lua_rawgeti(g->lua.plugin->L, LUA_REGISTRYINDEX, g->rng);
  bool good = luagame_end_call(g, 1);
  g->lua.plugin->rng = before;
  g->rng_box->rng = lent;
  if (good)
    pop(g, 1);
  return good;
}

void luagame_start(const Game *game, State *state, Rng *rng) {
  LuaGame *g = self(game);
  for (int s = 0; s < SEATS_MAX; s++)
    head(state)->holder[s] = (uint8_t)s;
  if (game->base) {
    game_begin(game->base, inner(game, state), rng);
    memcpy((char *)state + g->fields_offset, g->initial, g->fields_size);
  }
  if (broken(g) || !ask_setup(g, state, rng))
    give_up(g, state);
  else
    luagame_follow_base(g, state);
}

uint64_t luagame_hash(const Game *game, const State *state) {
  const LuaGame *g = self(game);
  if (!game->base)
    return game_hash_bytes(state, game->state_size);
  /* The base game may know positions to be the same that differ in bytes. */
  uint64_t words[2] = {
      game_hash(game->base, inner(game, state)),
      game_hash_bytes((const char *)state + g->fields_offset, g->fields_size)};
  return game_hash_bytes(state, game->base_offset) ^
         game_hash_bytes(words, sizeof words);
}

/* ---- worth ---------------------------------------------------------------*/

bool luagame_has_eval(const LuaGame *g) {
  const Game *base = g->lua.game.base;
  return has(g, EVALUATE) ||
         (base && base->rules->evaluate && !has(g, OUTCOME));
}

/* What the hook says, by the sides of the position that hooks see. */
static bool ask_evaluate(LuaGame *g, const State *state, double value[]) {
  const Game *game = g->lua.game.base ? g->lua.game.base : &g->lua.game;
  int seat = seen(g, state)->seat;
  char text[200];
  if (!luagame_begin_call(g, EVALUATE, state, true))
    return false;
  push_seat(g, seat);
  if (!luagame_end_call(g, 1))
    return false;
  bool good = lab_read_value(g->lua.plugin->L, -1, game, seat, value);
  if (!good) {
    lab_describe_value(g->lua.plugin->L, -1, game, text, sizeof text);
    luagame_break(g, "%s: 'evaluate' %s", g->lua.plugin->path, text);
  }
  pop(g, 1);
  return good;
}

/* Players who have swapped seats take the worth of those with them; where that
 * tears teams apart, each takes a share. */
static void follow_players(const Game *game, const State *state,
                           const double inside[], double value[]) {
  const Game *base = game->base;
  for (int side = 0; side < game->sides; side++)
    value[side] = 0;
  for (int seat = 0; seat < base->seats; seat++)
    value[game->side[head(state)->holder[seat]]] +=
        inside[base->side[seat]] / bits_count(game_team(base, seat));
}

/* A hook that fails leaves all sides even, and its message to who asks. */
void luagame_evaluate(const Game *game, const State *state, double value[]) {
  LuaGame *g = self(game);
  double inside[SEATS_MAX];
  if (!has(g, EVALUATE))
    position_values(game->base, inner(game, state), NULL, NULL, inside);
  else if (!ask_evaluate(g, state, inside))
    unknown_values(game, inside);
  if (game->base)
    follow_players(game, state, inside, value);
  else
    memcpy(value, inside, (size_t)game->sides * sizeof *value);
}
