#include "luagame.h"

#include "declare.h"
#include "lab.h"
#include "sandbox.h"
#include "spec.h"
#include <lauxlib.h>
#include <stdarg.h>
#include <stdlib.h>

/* What a state begins with. A seat of the base game is played by `holder`: the
 * seat of the same number, until players swap sides. */
typedef struct Head {
  State base;
  uint8_t passes;    /* in succession, for want of moves */
  uint8_t played_on; /* beyond what the base game takes for its end */
  uint8_t unused[2];
  uint8_t holder[SEATS_MAX];
} Head;

typedef enum Hook {
  SETUP,
  MOVES,
  ALLOW,
  EXTRA,
  PLAY,
  AFTER,
  NEXT_SEAT,
  OUTCOME,
  TEXT,
  DRAW_BOARD,
  HOOKS
} Hook;

enum { VIEWS = 8, EXTRAS_MAX = 256, VARS_MAX = 1024, RULE_MOVES_MAX = 1 << 30 };
enum { MAX_MOVES_DEFAULT = 1024, MAX_PLIES_DEFAULT = 1000 };
enum { PLIES_MAX = 100000, LAYERS_MAX = 8 };

typedef struct LuaGame {
  Game base; /* its field `base` is the base game of a variant, or NULL */
  Rules rules;
  Plugin *plugin;
  Option options[OPTIONS_MAX + 1];
  Field fields[FIELDS_MAX + 1];
  Texts texts;
  int32_t initial[VARS_MAX]; /* what the fields of a variant are at the start */
  size_t fields_offset, fields_size;
  int hook[HOOKS]; /* in the registry; LUA_NOREF for those that are absent */
  int values;      /* in the registry: the options by name */
  int view[2 * VIEWS]; /* of the position, then of that before the move */
  StateBox *view_box[2 * VIEWS];
  int rng; /* in the registry: what setup draws from */
  RngBox *rng_box;
  int depth;        /* of hooks under way */
  Move first_extra; /* its extra moves have the numbers from here on */
  State *extras_of; /* the position that the list was last made for */
  int extras, extras_count;
  Error fault;
} LuaGame;

static LuaGame *self(const Game *game) {
  return (LuaGame *)game; /* the bytes of a game do not change, but what its
                             Lua state does is not among them */
}

static State *inner(const Game *game, const State *state) {
  return (State *)((char *)state + game->base_offset);
}

static Head *head(const State *state) {
  return (Head *)state;
}

static bool has(const LuaGame *g, Hook hook) {
  return g->hook[hook] != LUA_NOREF;
}

/* The position as a hook sees it: the base game's, if there is one. */
static State *seen(const LuaGame *g, const State *state) {
  return g->base.base ? inner(&g->base, state) : (State *)state;
}

static bool broken(const LuaGame *g) {
  return g->fault.message[0];
}

__attribute__((format(printf, 2, 3))) static bool
break_rules(LuaGame *g, const char *format, ...) {
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
static bool begin_call(LuaGame *g, Hook hook, const State *state, bool locked) {
  lua_State *L = g->plugin->L;
  if (broken(g))
    return false;
  if (g->depth == VIEWS || !lua_checkstack(L, 16))
    return break_rules(g, "%s: the rules call each other too deeply",
                       g->plugin->path);
  StateBox *view = g->view_box[g->depth];
  view->state = seen(g, state);
  view->whole_state = (State *)state;
  view->locked = locked;
  view->beyond = g->base.base && head(state)->played_on;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[hook]);
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->view[g->depth]);
  g->depth++;
  return true;
}

/* Calls it with the arguments pushed since, the options behind them. Leaves one
 * result on the stack, unless it fails. */
static bool end_call(LuaGame *g, int args) {
  Error why = {""};
  lua_rawgeti(g->plugin->L, LUA_REGISTRYINDEX, g->values);
  bool good = plugin_call(g->plugin, args + 2, 1, &why);
  g->view_box[--g->depth]->state = NULL;
  return good || break_rules(g, "%s", why.message);
}

static void push_seat(LuaGame *g, int seat) {
  lua_pushinteger(g->plugin->L, seat + 1);
}

static void pop(LuaGame *g, int count) {
  lua_pop(g->plugin->L, count);
}

/* ---- seats ---------------------------------------------------------------*/

int luagame_seat_inside(const Game *game, const State *state, int seat) {
  for (; game->base; state = inner(game, state), game = game->base) {
    int inside = 0;
    while (inside < game->seats - 1 && head(state)->holder[inside] != seat)
      inside++;
    seat = inside;
  }
  return seat;
}

int luagame_seat_outside(const Game *game, const State *state, int seat) {
  if (!game->base)
    return seat;
  return head(state)
      ->holder[luagame_seat_outside(game->base, inner(game, state), seat)];
}

bool luagame_swap(const Game *game, State *state, int a, int b) {
  if (!game->base)
    return false;
  uint8_t *holder = head(state)->holder, swapped = holder[a];
  holder[a] = holder[b];
  holder[b] = swapped;
  return true;
}

/* Brings the head up to date with what the base game says. */
static void follow_base(const LuaGame *g, State *state) {
  if (!g->base.base)
    return;
  const State *in = inner(&g->base, state);
  const uint8_t *holder = head(state)->holder;
  unsigned winners = 0;
  for (unsigned s = 0, left = in->winners; left; s++, left >>= 1)
    winners |= (left & 1) << holder[s];
  state->seat = holder[in->seat];
  state->outcome = in->outcome;
  state->winners = (uint16_t)winners;
}

/* ---- the end of a turn ---------------------------------------------------*/

static int result_seat(const LuaGame *g, int index) {
  int is_integer;
  lua_Integer seat = lua_tointegerx(g->plugin->L, index, &is_integer);
  return is_integer && seat >= 1 && seat <= g->base.seats ? (int)seat - 1 : -1;
}

/* The seats that a list of winners on top of the stack names, with their
 * partners; 0 if it is none. */
static unsigned result_winners(const LuaGame *g) {
  lua_State *L = g->plugin->L;
  unsigned winners = 0;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    int seat = result_seat(g, -1);
    return seat < 0 ? 0 : game_team(&g->base, seat);
  }
  for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    int seat = result_seat(g, -1);
    lua_pop(L, 1);
    if (seat < 0)
      return 0;
    winners |= game_team(&g->base, seat);
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
  lua_State *L = g->plugin->L;
  State *in = seen(g, state);
  int type = lua_type(L, -1);
  unsigned winners = 0;
  if (type == LUA_TNUMBER || type == LUA_TTABLE)
    winners = result_winners(g);
  if (type == LUA_TNIL)
    return true;
  if (type == LUA_TBOOLEAN && !lua_toboolean(L, -1)) {
    if (in->outcome != PLAYING)
      play_on(&g->base, state);
  } else if (winners) {
    state_win(in, (uint16_t)winners);
  } else if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), "draw") == 0) {
    state_draw(in);
  } else {
    return break_rules(g,
                       "%s: 'outcome' must return nil (nothing changes), "
                       "\"draw\", a seat from "
                       "1 to %d or a list of them, or false (the game goes on)",
                       g->plugin->path, g->base.seats);
  }
  return true;
}

static bool ask_outcome(LuaGame *g, State *state, int mover) {
  if (!has(g, OUTCOME))
    return true;
  if (!begin_call(g, OUTCOME, state, false))
    return false;
  push_seat(g, mover);
  if (!end_call(g, 1))
    return false;
  bool good = apply_outcome(g, state);
  pop(g, 1);
  return good;
}

static bool ask_next_seat(LuaGame *g, State *state, int mover, Move move) {
  State *in = seen(g, state);
  if (!has(g, NEXT_SEAT) || in->outcome != PLAYING)
    return true;
  if (!begin_call(g, NEXT_SEAT, state, false))
    return false;
  push_seat(g, mover);
  lua_pushinteger(g->plugin->L, move);
  if (!end_call(g, 2))
    return false;
  int seat = result_seat(g, -1);
  bool none = lua_isnil(g->plugin->L, -1);
  pop(g, 1);
  if (seat < 0 && !none)
    return break_rules(g,
                       "%s: 'next_seat' must return a seat from 1 to %d, or "
                       "nil for the next in order",
                       g->plugin->path, g->base.seats);
  if (seat >= 0)
    in->seat = (uint8_t)seat;
  return true;
}

/* `before` is the base game's position as it was. */
static bool ask_after(LuaGame *g, State *state, int mover, Move move,
                      const State *before) {
  if (!begin_call(g, AFTER, state, false))
    return false;
  int earlier = VIEWS + g->depth - 1;
  StateBox *view = g->view_box[earlier];
  view->state = view->whole_state = (State *)before;
  view->beyond = head(state)->played_on;
  lua_pushinteger(g->plugin->L, move);
  push_seat(g, mover);
  lua_rawgeti(g->plugin->L, LUA_REGISTRYINDEX, g->view[earlier]);
  bool good = end_call(g, 3);
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
              ask_outcome(g, state, mover);
  if (!good || game_fault(&g->base)) {
    give_up(g, state);
    return;
  }
  State *in = seen(g, state);
  if (head(state)->passes >= g->base.seats && in->outcome == PLAYING)
    state_draw(in);
  follow_base(g, state);
}

/* ---- moves ---------------------------------------------------------------*/

static bool is_extra(const LuaGame *g, Move move) {
  return move >= g->first_extra && move < g->first_extra + EXTRAS_MAX;
}

/* How many texts the list on top of the stack has; -1 if it is none. */
static int count_extras(lua_State *L) {
  if (lua_isnil(L, -1))
    return 0;
  lua_Unsigned count = lua_istable(L, -1) ? lua_rawlen(L, -1) : EXTRAS_MAX + 1;
  for (lua_Unsigned i = 1; count <= EXTRAS_MAX && i <= count; i++) {
    int type = lua_rawgeti(L, -1, (lua_Integer)i);
    const char *text = type == LUA_TSTRING ? lua_tostring(L, -1) : "";
    bool good = *text && strlen(text) < MOVE_TEXT &&
                strlen(text) == lua_rawlen(L, -1) && !strpbrk(text, " \t\r\n");
    lua_pop(L, 1);
    if (!good)
      return -1;
  }
  return count <= EXTRAS_MAX ? (int)count : -1;
}

/* Asks for the extra moves, and keeps the list with its position. */
static bool ask_extras(LuaGame *g, const State *state) {
  lua_State *L = g->plugin->L;
  g->extras_count = -1;
  if (!begin_call(g, EXTRA, state, true))
    return false;
  push_seat(g, seen(g, state)->seat);
  if (!end_call(g, 1))
    return false;
  g->extras_count = count_extras(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, g->extras);
  game_assign(&g->base, g->extras_of, state);
  return g->extras_count >= 0 ||
         break_rules(g,
                     "%s: 'extra' must return a list of at most %d texts "
                     "without blanks, each shorter than %d characters and none "
                     "of them 'pass'",
                     g->plugin->path, EXTRAS_MAX, MOVE_TEXT);
}

/* Leaves the list of extra moves on the stack, a text each; returns how many,
 * or -1 and nothing. The same position is often asked about several times: for
 * the list, a text, whether it is legal, and to play it. */
static int list_extras(LuaGame *g, const State *state) {
  bool known = g->extras_count >= 0 &&
               memcmp(g->extras_of, state, g->base.state_size) == 0;
  if (broken(g) || (!known && !ask_extras(g, state)))
    return -1;
  lua_rawgeti(g->plugin->L, LUA_REGISTRYINDEX, g->extras);
  return g->extras_count;
}

static bool allows(LuaGame *g, const State *state, Move move) {
  if (!has(g, ALLOW))
    return true;
  if (!begin_call(g, ALLOW, state, true))
    return false;
  lua_pushinteger(g->plugin->L, move);
  push_seat(g, seen(g, state)->seat);
  if (!end_call(g, 2))
    return false;
  bool allowed = lua_toboolean(g->plugin->L, -1);
  pop(g, 1);
  return allowed;
}

/* The base game's moves, as far as they are allowed, without a pass. */
static int list_base(LuaGame *g, const State *state, Move *list) {
  int count = game_moves(g->base.base, inner(&g->base, state), list), kept = 0;
  for (int i = 0; i < count; i++)
    if (list[i] != MOVE_PASS && allows(g, state, list[i]))
      list[kept++] = list[i];
  return kept;
}

static int list_rules(LuaGame *g, const State *state, Move *list) {
  lua_State *L = g->plugin->L;
  if (!begin_call(g, MOVES, state, true))
    return 0;
  push_seat(g, state->seat);
  if (!end_call(g, 1))
    return 0;
  lua_Unsigned count = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
  bool good = lua_istable(L, -1) && count <= (lua_Unsigned)g->base.max_moves;
  for (lua_Unsigned i = 0; good && i < count; i++) {
    int is_integer;
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    lua_Integer move = lua_tointegerx(L, -1, &is_integer);
    lua_pop(L, 1);
    good = is_integer && move >= 0 && move < RULE_MOVES_MAX;
    list[i] = (Move)move;
  }
  pop(g, 1);
  if (good)
    return (int)count;
  break_rules(g,
              "%s: 'moves' must return a list of at most max_moves (%d) whole "
              "numbers from 0 to %d",
              g->plugin->path, g->base.max_moves, RULE_MOVES_MAX - 1);
  return 0;
}

static int moves(const Game *game, const State *state, Move *list) {
  LuaGame *g = self(game);
  int count = 0;
  if (!broken(g))
    count = game->base ? list_base(g, state, list) : list_rules(g, state, list);
  if (!broken(g) && has(g, EXTRA)) {
    int extras = list_extras(g, state);
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
  return g->base.base && !has(g, ALLOW) && !has(g, EXTRA) &&
         !head(state)->played_on && !broken(g) &&
         inner(&g->base, state)->outcome == PLAYING;
}

static int count(const Game *game, const State *state) {
  const LuaGame *g = self(game);
  if (keeps_moves(g, state))
    return game_count(game->base, inner(game, state));
  Move list[game->max_moves];
  return moves(game, state, list);
}

static bool legal(const Game *game, const State *state, Move move) {
  LuaGame *g = self(game);
  if (is_extra(g, move)) {
    int extras = has(g, EXTRA) ? list_extras(g, state) : -1;
    if (extras >= 0)
      pop(g, 1);
    return extras > (int)(move - g->first_extra);
  }
  return game_legal(game->base, inner(game, state), move) &&
         allows(g, state, move);
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
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
  Move list[game->max_moves];
  int n = moves(game, state, list);
  return list[rng_below(rng, (uint32_t)n)];
}

/* ---- playing -------------------------------------------------------------*/

static void play_extra(LuaGame *g, State *state, Move move) {
  lua_State *L = g->plugin->L;
  State *in = seen(g, state);
  int mover = in->seat;
  if (list_extras(g, state) < 0)
    return;
  if (!begin_call(g, PLAY, state, false)) {
    pop(g, 1);
    return;
  }
  lua_rawgeti(L, -3, (lua_Integer)(move - g->first_extra) + 1);
  push_seat(g, mover);
  if (!end_call(g, 2)) {
    pop(g, 1);
    return;
  }
  int seat = result_seat(g, -1);
  bool none = lua_isnil(L, -1);
  pop(g, 2);
  if (seat < 0 && !none)
    break_rules(g, "%s: 'play' must return the seat that is next, or nil",
                g->plugin->path);
  else
    in->seat = none ? game_next_seat(&g->base, in) : (uint8_t)seat;
}

static void play_rules(LuaGame *g, State *state, Move move) {
  int mover = state->seat;
  if (!begin_call(g, PLAY, state, false))
    return;
  lua_pushinteger(g->plugin->L, move);
  push_seat(g, mover);
  if (!end_call(g, 2))
    return;
  pop(g, 1);
  state->seat = game_next_seat(&g->base, state);
}

/* A pass that the base game has itself is its own affair. */
static bool base_passes(const LuaGame *g, const State *state) {
  if (!g->base.base)
    return false;
  Move list[g->base.base->max_moves];
  int n = game_moves(g->base.base, inner(&g->base, state), list);
  return n == 1 && list[0] == MOVE_PASS;
}

/* A move of the base game, or a pass that this game has brought about. */
static void play_base(LuaGame *g, State *state, Move move, bool passes) {
  const Game *base = g->base.base;
  State *in = inner(&g->base, state);
  if (passes)
    in->seat = game_next_seat(base, in);
  else
    game_play(base, in, move);
}

/* The same, and then what the variant does about it. */
static void play_and_ask(LuaGame *g, State *state, Move move, bool passes) {
  const Game *base = g->base.base;
  _Alignas(8) unsigned char bytes[base->state_size];
  State *before = (State *)bytes;
  game_assign(base, before, inner(&g->base, state));
  play_base(g, state, move, passes);
  ask_after(g, state, before->seat, move, before);
}

static void play(const Game *game, State *state, Move move) {
  LuaGame *g = self(game);
  int mover = seen(g, state)->seat;
  bool passes = move == MOVE_PASS && !base_passes(g, state);
  head(state)->passes = (uint8_t)(passes ? head(state)->passes + 1 : 0);
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

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  LuaGame *g = self(game);
  if (!keeps_play(g, state) || state->outcome != PLAYING)
    return game_playout_by_moves(game, state, rng, max_plies);
  int plies = game_playout(game->base, inner(game, state), rng, max_plies);
  follow_base(g, state);
  return plies;
}

static bool ask_setup(LuaGame *g, State *state, Rng *rng) {
  if (!has(g, SETUP))
    return true;
  if (!begin_call(g, SETUP, state, false))
    return false;
  Rng *before = g->plugin->rng;
  g->plugin->rng = g->rng_box->rng = rng;
  lua_rawgeti(g->plugin->L, LUA_REGISTRYINDEX, g->rng);
  bool good = end_call(g, 1);
  g->plugin->rng = before;
  g->rng_box->rng = NULL;
  if (good)
    pop(g, 1);
  return good;
}

static void start(const Game *game, State *state, Rng *rng) {
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
    follow_base(g, state);
}

static uint64_t hash(const Game *game, const State *state) {
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

/* ---- text ----------------------------------------------------------------*/

/* Copies a text on top of the stack that an author's function gave. */
static bool take_text(LuaGame *g, const char *what, char text[MOVE_TEXT]) {
  lua_State *L = g->plugin->L;
  const char *given = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  bool good = *given && strlen(given) < MOVE_TEXT &&
              strlen(given) == lua_rawlen(L, -1) && !strpbrk(given, " \t\r\n");
  snprintf(text, MOVE_TEXT, "%s", good ? given : "?");
  pop(g, 1);
  return good || break_rules(g,
                             "%s: '%s' must return a text without blanks, "
                             "shorter than %d characters",
                             g->plugin->path, what, MOVE_TEXT);
}

static void format(const Game *game, const State *state, Move move,
                   char text[MOVE_TEXT]) {
  LuaGame *g = self(game);
  lua_State *L = g->plugin->L;
  snprintf(text, MOVE_TEXT, "%u", move);
  if (broken(g))
    return;
  if (is_extra(g, move) && has(g, EXTRA)) {
    if (list_extras(g, state) < 0)
      return;
    lua_rawgeti(L, -1, (lua_Integer)(move - g->first_extra) + 1);
    if (lua_type(L, -1) == LUA_TSTRING)
      take_text(g, "extra", text);
    else
      pop(g, 1);
    pop(g, 1);
  } else if (game->base) {
    game_format(game->base, inner(game, state), move, text);
  } else if (has(g, TEXT) && begin_call(g, TEXT, state, true)) {
    lua_pushinteger(L, move);
    if (end_call(g, 1))
      take_text(g, "text", text);
  }
}

/* By comparing with the text of every move: no author has to write a parser. */
static bool find_by_text(const Game *game, const State *state, const char *text,
                         Move *move, char known[], size_t size) {
  Move list[game->max_moves];
  int n = moves(game, state, list);
  size_t used = 0;
  known[0] = '\0';
  for (int i = 0; i < n; i++) {
    char name[MOVE_TEXT];
    game_format(game, state, list[i], name);
    if (strcmp(name, text) == 0) {
      *move = list[i];
      return true;
    }
    if (used + strlen(name) + 8 < size)
      used += (size_t)snprintf(known + used, size - used, " %s", name);
    else if (used + 8 < size)
      used += (size_t)snprintf(known + used, size - used, " …"), size = used;
  }
  return false;
}

static bool parse_extra(const Game *game, const State *state, const char *text,
                        Move *move) {
  LuaGame *g = self(game);
  lua_State *L = g->plugin->L;
  int extras = has(g, EXTRA) ? list_extras(g, state) : -1, found = -1;
  for (int i = 0; i < extras && found < 0; i++) {
    if (lua_rawgeti(L, -1, i + 1) == LUA_TSTRING &&
        strcmp(lua_tostring(L, -1), text) == 0)
      found = i;
    pop(g, 1);
  }
  if (extras >= 0)
    pop(g, 1);
  *move = g->first_extra + (Move)found;
  return found >= 0;
}

static bool parse(const Game *game, const State *state, const char *text,
                  Move *move, Error *error) {
  LuaGame *g = self(game);
  char known[300];
  bool good =
      game->base
          ? parse_extra(game, state, text, move) ||
                game_parse(game->base, inner(game, state), text, move, error)
          : find_by_text(game, state, text, move, known, sizeof known);
  if (broken(g))
    return error_set(error, "%s", g->fault.message);
  if (!game->base)
    return good || error_set(error, "'%.60s' is not a legal move; legal are%s",
                             text, known);
  if (!good || game_legal(game, state, *move))
    return good;
  return error_set(error, "'%.60s' is not legal: %s does not allow it", text,
                   game->rules->name);
}

static void describe(const Game *game, const State *state, Move move,
                     Parts *parts) {
  const LuaGame *g = self(game);
  if (is_extra(g, move) && has(g, EXTRA))
    parts_add(parts, "kind", "extra");
  else if (game->base && game->base->rules->describe)
    game->base->rules->describe(game->base, inner(game, state), move, parts);
  else
    parts_add(parts, "kind", "move");
}

static void draw_field(const LuaGame *g, const State *state, const Field *f,
                       FILE *out) {
  (void)g;
  const int32_t *numbers = (const int32_t *)((const char *)state + f->offset);
  fprintf(out, "%s:", f->name);
  for (int i = 0; i < (f->count ? f->count : 1); i++)
    fprintf(out, " %d", numbers[i]);
  fprintf(out, "\n");
}

static void draw_swaps(const Game *game, const State *state, FILE *out) {
  const uint8_t *holder = head(state)->holder;
  for (int s = 0; s < game->seats; s++)
    if (holder[s] != s)
      fprintf(out, "seat %d has swapped: it plays the side of seat %d\n",
              holder[s] + 1, s + 1);
}

static void draw(const Game *game, const State *state, FILE *out) {
  LuaGame *g = self(game);
  if (game->base)
    game->base->rules->draw(game->base, inner(game, state), out);
  if (has(g, DRAW_BOARD) && !broken(g) &&
      begin_call(g, DRAW_BOARD, state, true)) {
    if (!end_call(g, 0))
      return;
    const char *board = lua_type(g->plugin->L, -1) == LUA_TSTRING
                            ? lua_tostring(g->plugin->L, -1)
                            : NULL;
    if (board)
      fprintf(out, "%s%s", board,
              *board && board[strlen(board) - 1] == '\n' ? "" : "\n");
    else
      break_rules(g, "%s: 'draw' must return a text", g->plugin->path);
    pop(g, 1);
  } else {
    for (const Field *f = g->fields; f->name; f++)
      draw_field(g, state, f, out);
  }
  draw_swaps(game, state, out);
}

/* ---- editing -------------------------------------------------------------*/

/* One number, or for an array all of them with commas between. */
static bool set_field(State *state, const Field *f, const char *value,
                      Error *error) {
  int32_t *numbers = (int32_t *)((char *)state + f->offset);
  int places = f->count ? f->count : 1;
  const char *rest = value;
  for (int i = 0; i < places; i++) {
    char *end;
    long long number = strtoll(rest, &end, 10);
    char wanted = i + 1 < places ? ',' : '\0';
    if (end == rest || *end != wanted || number < INT32_MIN ||
        number > INT32_MAX)
      return error_set(error, "%s takes %d whole number%s%s, not '%.60s'",
                       f->name, places, places > 1 ? "s" : "",
                       places > 1 ? " with commas between" : "", value);
    numbers[i] = (int32_t)number;
    rest = end + 1;
  }
  return true;
}

static bool set(const Game *game, State *state, const char *key,
                const char *value, Error *error) {
  const LuaGame *g = self(game);
  for (const Field *f = g->fields; f->name; f++)
    if (strcmp(f->name, key) == 0)
      return set_field(state, f, value, error);
  if (game->base)
    return game->base->rules->set(game->base, inner(game, state), key, value,
                                  error);
  return error_set(error, "%s has no '%s' to set: seat%s%s", game->rules->name,
                   key, game->rules->keys[0] ? ", " : "", game->rules->keys);
}

static bool settle(const Game *game, State *state, Error *error) {
  LuaGame *g = self(game);
  State *in = seen(g, state);
  head(state)->passes = head(state)->played_on = 0;
  if (game->base) {
    int seat = 0;
    while (seat < game->seats - 1 && head(state)->holder[seat] != state->seat)
      seat++;
    in->seat = (uint8_t)seat;
    in->outcome = PLAYING;
    in->winners = 0;
    if (!game->base->rules->settle(game->base, in, error))
      return false;
  }
  int last = game_last_seat(game, in);
  if (!ask_outcome(g, state, last) || game_fault(game))
    return error_set(error, "%s", game_fault(game));
  follow_base(g, state);
  return true;
}

/* ---- opening -------------------------------------------------------------*/

static const Rules FUNCTIONS = {
    .start = start,
    .moves = moves,
    .play = play,
    .format = format,
    .parse = parse,
    .draw = draw,
    .set = set,
    .settle = settle,
    .describe = describe,
    .hash = hash,
    .playout = playout,
    .random_move = random_move,
};

/* What is being opened, for the function that may raise. */
typedef struct Opening {
  LuaGame *g;
  const char *name, *options;
  Game *replaced; /* by a game that needs no Lua at all */
  Error error;
} Opening;

static const char *const RULES_KEYS[] = {
    "name",  "title", "summary", "about",     "players",   "options",
    "state", "start", "moves",   "play",      "outcome",   "next_seat",
    "text",  "draw",  "example", "max_moves", "max_plies", NULL};
static const char *const VARIANT_KEYS[] = {
    "name",    "title",     "summary",   "about",   "base",  "options",
    "vars",    "setup",     "allow",     "after",   "extra", "play",
    "outcome", "next_seat", "max_plies", "example", NULL};

static const struct {
  const char *rules, *variant; /* its key in lab.rules, and in lab.variant */
} HOOK_KEYS[HOOKS] = {[SETUP] = {"start", "setup"},
                      [MOVES] = {"moves", NULL},
                      [ALLOW] = {NULL, "allow"},
                      [EXTRA] = {NULL, "extra"},
                      [PLAY] = {"play", "play"},
                      [AFTER] = {NULL, "after"},
                      [NEXT_SEAT] = {"next_seat", "next_seat"},
                      [OUTCOME] = {"outcome", "outcome"},
                      [TEXT] = {"text", NULL},
                      [DRAW_BOARD] = {"draw", NULL}};

static const char *hook_key(Hook hook, bool variant) {
  return variant ? HOOK_KEYS[hook].variant : HOOK_KEYS[hook].rules;
}

static void read_hooks(lua_State *L, LuaGame *g, bool variant) {
  for (Hook h = 0; h < HOOKS; h++) {
    const char *key = hook_key(h, variant);
    if (!key)
      continue;
    declare_function(L, 1, key);
    if (lua_isnil(L, -1))
      lua_pop(L, 1);
    else
      g->hook[h] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  const char *const REQUIRED[] = {"moves", "play", NULL};
  for (const char *const *key = REQUIRED; !variant && *key; key++)
    if (lua_getfield(L, 1, *key) == LUA_TNIL)
      luaL_error(L, "lab.rules needs '%s', a function", *key);
  if (variant && has(g, EXTRA) != has(g, PLAY))
    luaL_error(L, "'extra' lists moves and 'play' plays them: a variant has "
                  "both or neither");
  lua_settop(L, 1);
}

static void read_texts(lua_State *L, LuaGame *g, const char *file) {
  const char *slash = strrchr(file, '/');
  const char *stem = slash ? slash + 1 : file;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(stem, "."), stem);
  Rules *r = &g->rules;
  r->name = declare_text(L, 1, "name", name, &g->texts);
  r->title = declare_text(L, 1, "title", r->name, &g->texts);
  r->summary = declare_text(L, 1, "summary", "", &g->texts);
  r->text = declare_text(L, 1, "about", "", &g->texts);
  r->example = declare_text(L, 1, "example", "", &g->texts);
}

/* Names what --set can change. */
static void write_keys(lua_State *L, LuaGame *g) {
  luaL_Buffer keys;
  luaL_buffinit(L, &keys);
  for (const Field *f = g->fields; f->name; f++) {
    luaL_addstring(&keys, f == g->fields ? "" : ", ");
    luaL_addstring(&keys, f->name);
    if (f->count) {
      lua_pushfstring(L, " (%d numbers with commas)", f->count);
      luaL_addvalue(&keys);
    }
  }
  if (g->base.base && g->fields[0].name)
    luaL_addstring(&keys, ", ");
  if (g->base.base)
    luaL_addstring(&keys, g->base.base->rules->keys);
  luaL_pushresult(&keys);
  g->rules.keys = texts_keep(L, &g->texts, lua_tostring(L, -1));
  lua_pop(L, 1);
}

static void check_field_names(lua_State *L, LuaGame *g) {
  for (const Field *f = g->fields; f->name; f++)
    if (lab_is_method(&g->base, f->name))
      luaL_error(L,
                 "a field cannot be called '%s': positions have a method of "
                 "that name",
                 f->name);
}

static void read_options(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  Error why = {""};
  if (!options_read(g->options, g->rules.name, o->options, g->base.value, &why))
    luaL_error(L, "%s", why.message);
  if (!spec_write(o->name, g->options, g->base.value, g->base.spec))
    luaL_error(L, "the options are too long");
  lab_push_options(L, g->options, g->base.value);
  g->values = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* Calls a function on top of the stack with the options, if it is one. */
static void resolve(lua_State *L, const LuaGame *g) {
  if (!lua_isfunction(L, -1))
    return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  lua_call(L, 1, 1);
}

static int read_players(lua_State *L, LuaGame *g) {
  const Option *option = options_find(g->options, "players");
  int players = option ? g->base.value[option - g->options] : 2;
  lua_getfield(L, 1, "players");
  resolve(L, g);
  if (!lua_isnil(L, -1)) {
    int is_integer;
    lua_Integer number = lua_tointegerx(L, -1, &is_integer);
    players = is_integer && number <= SEATS_MAX ? (int)number : 0;
  }
  lua_pop(L, 1);
  if (players < 1 || players > SEATS_MAX)
    luaL_error(L,
               "'players' must be a number from 1 to %d, or a function of "
               "the options that gives one",
               SEATS_MAX);
  return players;
}

static void open_rules(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  declare_known(L, 1, "lab.rules", RULES_KEYS);
  declare_options(L, 1, g->options, 0, &g->texts);
  read_options(L, o);
  g->base.seats = read_players(L, g);
  g->fields_offset = sizeof(Head);
  lua_getfield(L, 1, "state");
  resolve(L, g);
  if (lua_isnil(L, -1))
    lua_pop(L, 1);
  else if (!lua_istable(L, -1))
    luaL_error(L,
               "'state' must be a table such as { board = 81, last = 1 }, or "
               "a function of the options that gives one");
  else
    g->fields_size =
        declare_fields(L, g->fields, g->fields_offset, NULL, 0, &g->texts);
  g->base.state_size = g->fields_offset + g->fields_size;
  g->base.max_moves =
      declare_number(L, 1, "max_moves", 1, MOVES_MAX, MAX_MOVES_DEFAULT);
  g->base.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, MAX_PLIES_DEFAULT);
}

/* The base's options are the variant's: what the base's spec sets are the new
 * defaults. A default that follows from others still does, unless it was set.
 */
static int take_options(LuaGame *g, const Game *base) {
  int n = 0;
  for (; base->rules->options[n].name; n++) {
    Option *o = &g->options[n];
    *o = base->rules->options[n];
    if (base->value[n] != option_default(o, base->value)) {
      o->derive = NULL;
      o->derived = NULL;
    }
    if (!o->derive)
      o->value = base->value[n];
  }
  g->options[n] = (Option){.name = NULL};
  return n;
}

static bool same_options(const LuaGame *g, const Game *base) {
  int n = 0;
  while (base->rules->options[n].name && base->value[n] == g->base.value[n])
    n++;
  return !base->rules->options[n].name;
}

/* Opens the base that the definition at index 1 names: a spec, or another
 * variant made in the same file. `options`, if any, are for it. */
static Game *open_base(lua_State *L, const char *options, Error *why);

/* The base once more, under the options that were given for the variant. */
static Game *reopen_base(lua_State *L, LuaGame *g, Game *base, Error *why) {
  char options[SPEC_TEXT];
  if (same_options(g, base))
    return base;
  bool fits = options_write(base->rules->options, g->base.value, options,
                            sizeof options);
  game_close(base);
  g->base.base = NULL;
  if (fits)
    return open_base(L, options, why);
  error_set(why, "the options are too long");
  return NULL;
}

/* Seats, sides and the layout of the state follow from the base. */
static void stand_on(lua_State *L, LuaGame *g, const Game *base) {
  g->base.base = base;
  g->base.seats = base->seats;
  g->base.sides = base->sides;
  memcpy(g->base.side, base->side, sizeof base->side);
  g->base.base_offset = (sizeof(Head) + 7) / 8 * 8;
  g->fields_offset = g->base.base_offset + base->state_size;
  g->base.state_size = g->fields_offset + g->fields_size;
  g->base.max_moves = base->max_moves + (has(g, EXTRA) ? EXTRAS_MAX : 0);
  int layers = 0;
  for (const Game *b = base; b; b = b->base)
    layers++;
  if (layers > LAYERS_MAX)
    luaL_error(L, "more than %d variants stand on each other", LAYERS_MAX);
  if (g->base.max_moves > MOVES_MAX)
    luaL_error(L, "the base's max_moves of %d leaves no room for extra moves",
               base->max_moves);
  g->first_extra = 0x80000000u + (Move)layers * 0x01000000u;
}

static bool changes_nothing(const LuaGame *g) {
  for (Hook h = 0; h < HOOKS; h++)
    if (has(g, h))
      return false;
  return !g->fields[0].name;
}

static void open_variant(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  declare_known(L, 1, "lab.variant", VARIANT_KEYS);
  Game *base = open_base(L, NULL, &o->error);
  if (!base)
    luaL_error(L, "%s", o->error.message);
  g->base.base = base;
  declare_options(L, 1, g->options, take_options(g, base), &g->texts);
  read_options(L, o);
  base = reopen_base(L, g, base, &o->error);
  if (!base)
    luaL_error(L, "%s", o->error.message);
  g->base.base = base;
  int type = lua_getfield(L, 1, "vars");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'vars' must be a table such as { captured = 0 }");
  size_t offset = (sizeof(Head) + 7) / 8 * 8 + base->state_size;
  if (type == LUA_TTABLE)
    g->fields_size =
        declare_fields(L, g->fields, offset, g->initial, VARS_MAX, &g->texts);
  else
    lua_pop(L, 1);
  stand_on(L, g, base);
  g->base.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, base->max_plies);
}

static void make_views(lua_State *L, LuaGame *g) {
  const Game *seen_as = g->base.base ? g->base.base : &g->base;
  lab_push_game(L, seen_as);
  for (int i = 0; i < 2 * VIEWS; i++) {
    g->view_box[i] = lab_push_view(L, -1, i < VIEWS ? &g->base : seen_as);
    g->view_box[i]->locked = true;
    g->view[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  g->rng_box = lab_push_rng(L, NULL);
  g->rng = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

static void make_extras(lua_State *L, LuaGame *g) {
  if (!has(g, EXTRA))
    return;
  lua_newtable(L);
  g->extras = luaL_ref(L, LUA_REGISTRYINDEX);
  g->extras_of = malloc(g->base.state_size + 8); /* it may yet be rounded up */
  if (!g->extras_of)
    luaL_error(L, "no memory");
}

static void close_game(Game *game) {
  LuaGame *g = self(game);
  lua_State *L = g->plugin->L;
  for (Hook h = 0; h < HOOKS; h++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->hook[h]);
  for (int i = 0; i < 2 * VIEWS; i++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->view[i]);
  luaL_unref(L, LUA_REGISTRYINDEX, g->extras);
  luaL_unref(L, LUA_REGISTRYINDEX, g->values);
  free(g->extras_of);
  luaL_unref(L, LUA_REGISTRYINDEX, g->rng);
  plugin_release(g->plugin);
  game_close((Game *)game->base);
  texts_free(&g->texts);
}

static LuaGame *new_game(Plugin *plugin, Error *error) {
  LuaGame *g = (LuaGame *)game_new(sizeof *g, error);
  if (!g)
    return NULL;
  g->plugin = plugin;
  plugin->users++;
  g->values = g->rng = g->extras = LUA_NOREF;
  g->extras_count = -1;
  for (Hook h = 0; h < HOOKS; h++)
    g->hook[h] = LUA_NOREF;
  for (int i = 0; i < 2 * VIEWS; i++)
    g->view[i] = LUA_NOREF;
  g->rules = FUNCTIONS;
  g->rules.options = g->options;
  g->rules.close = close_game;
  g->first_extra = UINT32_MAX; /* none */
  g->base.rules = &g->rules;
  return g;
}

/* Whether the first position is drawn by lot: whether making it draws. */
static void find_lots(LuaGame *g) {
  State *state = calloc(1, g->base.state_size + 8);
  if (!state)
    return;
  Rng rng, before;
  rng_seed(&rng, 1, 0);
  before = rng;
  start(&g->base, state, &rng);
  g->base.lots = memcmp(&rng, &before, sizeof rng) != 0 ||
                 (g->base.base && g->base.base->lots);
  free(state);
}

/* Arguments: the definition, an Opening. */
static int open_marked(lua_State *L) {
  Opening *o = lua_touserdata(L, 2);
  LuaGame *g = o->g;
  bool variant = lab_marked(L, 1) == MARKED_VARIANT;
  lua_settop(L, 1);
  read_texts(L, g, o->name);
  read_hooks(L, g, variant);
  if (variant)
    open_variant(L, o);
  else
    open_rules(L, o);
  check_field_names(L, g);
  g->base.fields = g->fields;
  g->base.fault = &g->fault;
  if (variant)
    g->rules.legal = legal;
  if (variant)
    g->rules.count = count;
  if (!g->rules.text[0])
    g->rules.text = texts_keep(
        L, &g->texts, variant ? g->base.base->rules->text : g->rules.summary);
  write_keys(L, g);
  make_views(L, g);
  make_extras(L, g);
  return 0;
}

/* A variant that changes nothing but options is the base game itself. */
static Game *unwrap(LuaGame *g) {
  Game *base = (Game *)g->base.base;
  memcpy(base->spec, g->base.spec, sizeof base->spec);
  g->base.base = NULL;
  game_close(&g->base);
  return base;
}

static Game *finish(LuaGame *g, Error *error) {
  if (g->base.base && changes_nothing(g))
    return unwrap(g);
  find_lots(g);
  if (game_finish(&g->base, error))
    return &g->base;
  game_close(&g->base);
  return NULL;
}

Game *luagame_open(Plugin *plugin, const char *name, const char *options,
                   Error *error) {
  lua_State *L = plugin->L;
  LuaGame *g = new_game(plugin, error);
  if (!g) {
    lua_pop(L, 1);
    return NULL;
  }
  Opening opening = {.g = g, .name = name, .options = options};
  Rng *rng = plugin->rng;
  plugin->rng = NULL;
  lua_pushcfunction(L, open_marked);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, &opening);
  Error why = {""};
  bool good = plugin_call(plugin, 2, 0, &why);
  if (good)
    return finish(g, error);
  plugin->rng = rng;
  error_set(error, "%s", why.message);
  game_close(&g->base);
  return NULL;
}

/* A spec with other options than it came with. */
static Game *open_named(lua_State *L, const char *text, const char *options,
                        Error *why) {
  Spec spec;
  char full[SPEC_TEXT];
  if (!options)
    return lab_open_game(L, text, why);
  if (!spec_read(&spec, text, "game", why))
    return NULL;
  int n = snprintf(full, sizeof full, "%s%s%s", spec.name, *options ? ":" : "",
                   options);
  if (n < (int)sizeof full)
    return lab_open_game(L, full, why);
  error_set(why, "the options are too long");
  return NULL;
}

static Game *open_base(lua_State *L, const char *options, Error *why) {
  int type = lua_getfield(L, 1, "base");
  Game *base = NULL;
  if (type == LUA_TSTRING) {
    base = open_named(L, lua_tostring(L, -1), options, why);
    lua_pop(L, 1);
  } else if (lab_marked(L, -1) != MARKED_NOT) {
    base = luagame_open(plugin_of(L), plugin_of(L)->path, options, why);
  } else {
    luaL_error(L,
               "'base' must be a spec such as \"quoridor:size=7\", or what "
               "lab.variant or lab.rules gave, not a %s",
               lua_typename(L, type));
  }
  return base;
}

const Plugin *luagame_plugin(const Game *game) {
  return game->rules->close == close_game ? self(game)->plugin : NULL;
}

int64_t luagame_work(const Game *game) {
  int64_t work = 0;
  for (; game && game->fault; game = game->base)
    work += self(game)->plugin->total_work;
  return work;
}
