/* Positions for Lua: their methods, and the accessors of their game. */
#include "lua/host/api/lab.h"

#include "core/game/eval.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/sandbox/plugin.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

static const char STATE_TAG = 0;
static const char PLAIN[2]; /* keys of the registry, with and without fields */

/* What a method costs, in instructions of Lua. Going over the bytes of a large
 * position costs more. */
enum { COST_CALL = 10, COST_PLY = 4, COST_ASK = 40, COST_PARSE = 1000 };
enum { COST_BYTES = 64 };

static int64_t cost_of_bytes(const StateBox *s) {
  return (int64_t)(s->game->state_size / COST_BYTES);
}

/* ---- what a method begins and ends with ----------------------------------*/

bool lab_is_box(lua_State *L, int index, const void *tag, size_t size) {
  const void *const *box = lua_touserdata(L, index);
  /* A light userdata has no length. */
  return box && lua_rawlen(L, index) >= size && *box == tag;
}

StateBox *lab_check_state(lua_State *L, int index) {
  if (!lab_is_box(L, index, &STATE_TAG, sizeof(StateBox)))
    luaL_typeerror(L, index, "state");
  StateBox *box = lua_touserdata(L, index);
  if (!box->state || !box->owner->game)
    luaL_error(L, "this position was lent for one call only; keep s:copy()");
  return box;
}

static StateBox *check_open(lua_State *L, int index) {
  StateBox *box = lab_check_state(L, index);
  if (box->locked)
    luaL_error(L, "this position may be looked at but not changed here");
  box->drawn = NOT_TO_DRAW;
  return box;
}

/* They count their own work. */
int64_t lab_work_of_rules(const StateBox *s) {
  return s->game->fault ? lua_rules_work(s->game) : 0;
}

/* Charges for what was done since, and passes on what went wrong in rules. */
static void finish(lua_State *L, const StateBox *s, int64_t before,
                   int64_t cost) {
  if (s->game->fault) {
    cost += (lua_rules_work(s->game) - before) / COST_OF_RULES;
    const char *fault = game_fault(s->game);
    if (fault)
      luaL_error(L, "%s", fault);
  }
  plugin_pay(L, s->plugin, cost);
}

/* For what edits a position otherwise than by moves. A bot that did so to rules
 * in Lua could make them fail. */
StateBox *lab_check_editable(lua_State *L, int index) {
  StateBox *s = check_open(L, index);
  if (s->plugin && !s->plugin->is_rules && s->whole->fault)
    luaL_error(L, "only the rules themselves edit a position of %s",
               s->whole->spec);
  return s;
}

static void check_playing(lua_State *L, const StateBox *s) {
  if (s->state->outcome != PLAYING)
    luaL_error(L, "the game is over");
}

/* A legal move as an integer or a text. */
static Move check_move(lua_State *L, const StateBox *s, int index) {
  Error why = {""};
  Move move = 0;
  if (lua_type(L, index) == LUA_TSTRING) {
    if (!game_parse(s->game, s->state, lua_tostring(L, index), &move, &why))
      luaL_error(L, "%s", why.message);
    return move;
  }
  int is_integer;
  lua_Integer number = lua_tointegerx(L, index, &is_integer);
  if (!is_integer)
    luaL_typeerror(L, index, "move (an integer or a text)");
  move = (Move)number;
  if (number < 0 || number > UINT32_MAX ||
      !game_legal(s->game, s->state, move)) {
    if (s->state->outcome != PLAYING)
      luaL_error(L, "%I is not a legal move: the game is over",
                 (LUAI_UACINT)number);
    luaL_error(L, "%I is not a legal move of seat %d", (LUAI_UACINT)number,
               s->state->seat + 1);
  }
  return move;
}

/* The same for what is only named, not played: a pass always can be. */
static Move check_named(lua_State *L, const StateBox *s, int index) {
  if (lua_isinteger(L, index) && lua_tointeger(L, index) == MOVE_PASS)
    return MOVE_PASS;
  return check_move(L, s, index);
}

bool lab_is_legal(const StateBox *lent, const State *state,
                  lua_Integer number) {
  if (number < 0 || number > UINT32_MAX)
    return false;
  return number == lent->drawn || game_legal(lent->game, state, (Move)number);
}

/* ---- methods -------------------------------------------------------------*/

static int seat(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  if (s->state->outcome == PLAYING)
    lua_pushinteger(L, s->state->seat + 1);
  else
    lua_pushnil(L);
  return 1;
}

/* The legal moves, in a list of the game's that has been returned already, so
 * that an error raised later leaves nothing borrowed. */
static int list_moves(const StateBox *s, Move **list) {
  *list = game_borrow_list(s->game);
  int count = game_moves(s->game, s->state, *list);
  game_return_list(s->game);
  return count;
}

static int moves(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  Move *list;
  int count = list_moves(s, &list);
  finish(L, s, before, COST_CALL + count);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, list[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int count(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  int n = game_count(s->game, s->state);
  finish(L, s, before, COST_CALL + n);
  lua_pushinteger(L, n);
  return 1;
}

static int legal(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  lua_Integer number = luaL_checkinteger(L, 2);
  bool is_legal = number >= 0 && number <= UINT32_MAX &&
                  game_legal(s->game, s->state, (Move)number);
  finish(L, s, before, COST_CALL);
  lua_pushboolean(L, is_legal);
  return 1;
}

static int text(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  char name[MOVE_TEXT];
  game_format(s->game, s->state, check_named(L, s, 2), name);
  finish(L, s, before, COST_ASK);
  lua_pushstring(L, name);
  return 1;
}

static int move(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  Move parsed;
  Error why = {""};
  bool good =
      game_parse(s->game, s->state, luaL_checkstring(L, 2), &parsed, &why);
  finish(L, s, before, COST_ASK);
  if (good) {
    lua_pushinteger(L, parsed);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, why.message);
  return 2;
}

/* A text may be a line of several moves. */
static void play_text(lua_State *L, StateBox *s) {
  Error why = {""};
  const char *line = lua_tostring(L, 2);
  int64_t words = 1;
  for (const char *c = line; (c = strpbrk(c, " \t\r\n")); c++)
    words++;
  plugin_pay(L, s->plugin, words * COST_PARSE);
  if (!strpbrk(line, " \t\r\n"))
    game_play(s->game, s->state, check_move(L, s, 2));
  else if (!game_play_line(s->game, s->state, line, &why))
    luaL_error(L, "%s", why.message);
}

/* What a bot has looked at. */
static void count_node(const StateBox *s) {
  if (s->plugin)
    s->plugin->nodes++;
}

static int play(lua_State *L) {
  StateBox *s = check_open(L, 1);
  int64_t before = lab_work_of_rules(s);
  if (lua_type(L, 2) == LUA_TSTRING)
    play_text(L, s);
  else
    game_play(s->game, s->state, check_move(L, s, 2));
  count_node(s);
  finish(L, s, before, COST_CALL);
  lua_settop(L, 1);
  return 1;
}

static int copy(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  lua_getiuservalue(L, 1, GAME_SLOT);
  StateBox *made = lab_push_state(L, -1);
  game_assign(s->game, made->state, s->state);
  made->beyond = s->beyond;
  plugin_pay(L, s->plugin, COST_CALL + cost_of_bytes(s));
  return 1;
}

/* Whether positions of the one are positions of the other, byte for byte. Rules
 * in Lua are only themselves: a file can hold many of one name. */
static bool same_game(const Game *a, const Game *b) {
  return a == b || (!a->fault && !b->fault && a->rules == b->rules &&
                    memcmp(a->value, b->value, sizeof a->value) == 0);
}

static int assign(lua_State *L) {
  StateBox *s = check_open(L, 1);
  const StateBox *from = lab_check_state(L, 2);
  if (!same_game(s->game, from->game))
    return luaL_error(L, "a position of %s cannot become one of %s",
                      s->game->spec, from->game->spec);
  game_assign(s->game, s->state, from->state);
  s->beyond = from->beyond;
  plugin_pay(L, s->plugin, COST_CALL + cost_of_bytes(s));
  lua_settop(L, 1);
  return 1;
}

static int after(lua_State *L) {
  lab_check_state(L, 1);
  luaL_checkany(L, 2);
  lua_pushcfunction(L, copy);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_replace(L, 1);
  return play(L);
}

static int outcome(lua_State *L) {
  static const char *const NAMES[] = {NULL, "win", "draw"};
  const StateBox *s = lab_check_state(L, 1);
  lua_pushstring(L, NAMES[s->state->outcome]);
  return 1;
}

static int winners(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  if (s->state->outcome == PLAYING)
    return lua_pushnil(L), 1;
  lab_push_seats(L, s->state->winners);
  return 1;
}

/* won(seat): whether that seat is among the winners. */
static int won(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  lua_Integer number = luaL_checkinteger(L, 2);
  lab_check_seat(L, number, s->game);
  lua_pushboolean(L, s->state->outcome == WIN &&
                         s->state->winners >> (number - 1) & 1);
  return 1;
}

/* The generator at index 2; without one, the stream of the game. */
static Rng *opt_rng(lua_State *L, const StateBox *s) {
  if (s->plugin && s->plugin->rng && lua_gettop(L) < 2)
    return s->plugin->rng;
  return lab_opt_rng(L, 2);
}

/* A move where the engine cannot be asked to draw, because there may be none;
 * false if so. */
static bool draw_beyond(const StateBox *s, Rng *rng, Move *move) {
  Move *list;
  int n = list_moves(s, &list);
  if (n > 0)
    *move = list[rng_below(rng, (uint32_t)n)];
  return n > 0;
}

static int playout_beyond(StateBox *s, Rng *rng, int max_plies) {
  int plies = 0;
  Move move;
  for (; plies < max_plies && draw_beyond(s, rng, &move); plies++)
    game_play(s->game, s->state, move);
  return plies;
}

static int random_move(lua_State *L) {
  StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  Rng *rng = opt_rng(L, s);
  check_playing(L, s);
  Move drawn = 0;
  if (!s->beyond)
    drawn = game_random_move(s->game, s->state, rng);
  else if (!draw_beyond(s, rng, &drawn))
    return luaL_error(L, "there is no move in this position");
  finish(L, s, before, COST_CALL);
  if (s->drawn != NOT_TO_DRAW)
    s->drawn = drawn;
  lua_pushinteger(L, drawn);
  return 1;
}

static int playout(lua_State *L) {
  StateBox *s = check_open(L, 1);
  int64_t before = lab_work_of_rules(s);
  enum { STRETCH = 200 }; /* plies between two looks at the budget */
  Rng *rng = opt_rng(L, s);
  count_node(s);
  for (int left = s->game->max_plies; left > 0; left -= STRETCH) {
    int most = left < STRETCH ? left : STRETCH;
    int plies = s->beyond ? playout_beyond(s, rng, most)
                          : game_playout(s->game, s->state, rng, most);
    finish(L, s, before, COST_CALL + COST_PLY * plies);
    before = lab_work_of_rules(s);
    if (plies < most)
      break;
  }
  lua_settop(L, 1);
  return 1;
}

static int key(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  uint64_t hash = game_hash(s->game, s->state);
  finish(L, s, before, COST_ASK + cost_of_bytes(s));
  lua_pushinteger(L, (lua_Integer)hash);
  return 1;
}

/* The chance of each seat, by the game's evaluation; nil if it has none. */
static int evaluate(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  double value[SEATS_MAX];
  if (s->state->outcome == PLAYING && !s->game->rules->evaluate)
    return lua_pushnil(L), 1;
  position_values(s->game, s->state, NULL, NULL, value);
  finish(L, s, before, COST_ASK);
  lab_push_value(L, s->game, value);
  return 1;
}

static int get_game(lua_State *L) {
  lab_check_state(L, 1);
  lua_getiuservalue(L, 1, GAME_SLOT);
  return 1;
}

static void push_text_list(lua_State *L, const Part *part) {
  lua_createtable(L, part->count, 0);
  for (int i = 0; i < part->count; i++) {
    lua_pushstring(L, part->text[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static int describe(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  Move described = check_named(L, s, 2);
  Parts parts = {0};
  char name[MOVE_TEXT];
  game_format(s->game, s->state, described, name);
  if (described == MOVE_PASS)
    parts_add(&parts, "kind", "pass");
  else if (s->game->rules->describe)
    s->game->rules->describe(s->game, s->state, described, &parts);
  finish(L, s, before, COST_ASK);
  lua_createtable(L, 0, parts.count + 1);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "text");
  for (int i = 0; i < parts.count; i++) {
    const Part *part = &parts.part[i];
    if (part->list)
      push_text_list(L, part);
    else
      lua_pushstring(L, part->text[0]);
    lua_setfield(L, -2, part->key);
  }
  return 1;
}

static int draw(lua_State *L) {
  const StateBox *s = lab_check_state(L, 1);
  int64_t before = lab_work_of_rules(s);
  char *board = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&board, &size);
  bool drawn = out && game_draw(s->game, s->state, out);
  if (out)
    fclose(out);
  if (!drawn) {
    free(board);
    return luaL_error(L, "no memory to draw the board");
  }
  /* Pushing may raise, and the text is not Lua's: keep it on the stack. */
  char kept[16384];
  size_t length = size && board[size - 1] == '\n' ? size - 1 : size;
  length = length < sizeof kept ? length : sizeof kept;
  memcpy(kept, board, length);
  free(board);
  finish(L, s, before, (int64_t)length);
  lua_pushlstring(L, kept, length);
  return 1;
}

/* ---- editing -------------------------------------------------------------*/

static int set(lua_State *L) {
  StateBox *s = lab_check_editable(L, 1);
  int64_t before = lab_work_of_rules(s);
  if (lua_type(L, 2) != LUA_TTABLE)
    luaL_checkstring(L, 2);
  if (lua_type(L, 2) == LUA_TTABLE) {
    lab_push_settings(L, 2, " ");
  } else if (!lua_isnoneornil(L, 3)) {
    lab_push_setting(L, 3, lua_tostring(L, 2), " ");
    lua_pushfstring(L, "%s=%s", lua_tostring(L, 2), lua_tostring(L, -1));
  } else {
    lua_pushvalue(L, 2);
  }
  Error why = {""};
  plugin_pay(L, s->plugin,
             COST_PARSE + 10 * (int64_t)lua_rawlen(L, -1) + cost_of_bytes(s));
  if (!game_edit(s->game, s->state, lua_tostring(L, -1), &why))
    return luaL_error(L, "%s", why.message);
  finish(L, s, before, COST_ASK);
  lua_settop(L, 1);
  return 1;
}

/* For hooks of a variant: two players change places. */
static int swap(lua_State *L) {
  StateBox *s = check_open(L, 1);
  lua_Integer a = luaL_checkinteger(L, 2), b = luaL_checkinteger(L, 3);
  lab_check_seat(L, a, s->game);
  lab_check_seat(L, b, s->game);
  if (s->whole == s->game ||
      !lua_rules_swap(s->whole, s->whole_state, (int)a - 1, (int)b - 1))
    return luaL_error(L, "players swap sides only in a hook of a variant");
  lua_settop(L, 1);
  return 1;
}

static const luaL_Reg METHODS[] = {{"after", after},
                                   {"assign", assign},
                                   {"copy", copy},
                                   {"count", count},
                                   {"describe", describe},
                                   {"draw", draw},
                                   {"evaluate", evaluate},
                                   {"game", get_game},
                                   {"key", key},
                                   {"legal", legal},
                                   {"move", move},
                                   {"moves", moves},
                                   {"outcome", outcome},
                                   {"play", play},
                                   {"playout", playout},
                                   {"random_move", random_move},
                                   {"seat", seat},
                                   {"set", set},
                                   {"swap", swap},
                                   {"text", text},
                                   {"winners", winners},
                                   {"won", won},
                                   {NULL, NULL}};

/* ---- accessors -----------------------------------------------------------*/

static void push_answer(lua_State *L, const StateBox *s, const Answer *a,
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
    lua_pushinteger(
        L, 1 + lua_rules_seat_outside(s->game, s->state, a->number[i]));
    break;
  case ANSWER_WORD:
    lua_pushstring(L, a->text[i]);
    break;
  }
}

static void read_args(lua_State *L, const StateBox *s, const Accessor *a,
                      Arg args[ARGS_MAX]) {
  for (int i = 0; i < ARGS_MAX && a->args[i] != ARG_NONE; i++) {
    if (a->args[i] == ARG_SEAT) {
      lua_Integer number = luaL_checkinteger(L, i + 2);
      lab_check_seat(L, number, s->game);
      args[i].seat = lua_rules_seat_inside(s->game, s->state, (int)number - 1);
    } else {
      args[i].text = luaL_checkstring(L, i + 2);
    }
  }
}

/* Upvalues: the accessor, and the table it is from. */
static int ask(lua_State *L) {
  const Accessor *accessor = lua_touserdata(L, lua_upvalueindex(1));
  const StateBox *s = lab_check_state(L, 1);
  const State *state = s->state;
  const Game *native = game_native(s->game, &state);
  if (native->rules->accessors != lua_touserdata(L, lua_upvalueindex(2)))
    return luaL_error(L, "%s has no '%s'", s->game->spec, accessor->name);
  Arg args[ARGS_MAX];
  Answer answer;
  Error why = {""};
  read_args(L, s, accessor, args);
  if (!accessor->ask(native, state, args, &answer, &why))
    return luaL_error(L, "%s: %s", accessor->name, why.message);
  plugin_pay(L, s->plugin, COST_ASK);
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

/* ---- making them ---------------------------------------------------------*/

/* Pushes the methods of positions whose game has these accessors. */
static void push_methods(lua_State *L, const Accessor *accessors) {
  luaL_newlib(L, METHODS);
  for (const Accessor *a = accessors; a && a->name; a++) {
    lua_pushlightuserdata(L, (void *)a);
    lua_pushlightuserdata(L, (void *)accessors);
    lua_pushcclosure(L, ask, 2);
    lua_setfield(L, -2, a->name);
  }
}

bool lab_is_method(const Game *game, const char *name) {
  while (game->base)
    game = game->base;
  for (const luaL_Reg *m = METHODS; m->name; m++)
    if (strcmp(m->name, name) == 0)
      return true;
  return accessors_find(game->rules->accessors, name);
}

static bool has_fields(const Game *game) {
  for (; game; game = game->base)
    if (game->fields)
      return true;
  return false;
}

/* One for each table of accessors, with and without fields. */
static void push_metatable(lua_State *L, const Game *game, const Game *whole) {
  while (game->base)
    game = game->base;
  const Accessor *accessors = game->rules->accessors;
  bool fields = has_fields(whole);
  const char *kind = (accessors ? (const char *)accessors : PLAIN) + fields;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, kind) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  lua_newtable(L);
  push_methods(L, accessors);
  if (fields) {
    lua_pushcclosure(L, lab_get_field, 1);
    lua_pushcfunction(L, lab_set_field);
    lua_setfield(L, -3, "__newindex");
  }
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, draw);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "state");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, kind);
}

static StateBox *push_box(lua_State *L, int game_index, const Game *whole,
                          size_t bytes) {
  game_index = lua_absindex(L, game_index);
  const GameBox *box = lab_check_game(L, game_index);
  size_t size = (sizeof(StateBox) + 15) / 16 * 16;
  StateBox *s = lua_newuserdatauv(L, size + bytes, SLOTS);
  *s = (StateBox){.tag = &STATE_TAG,
                  .owner = box,
                  .drawn = NOT_TO_DRAW,
                  .plugin = plugin_of(L),
                  .game = box->game,
                  .whole = whole ? whole : box->game};
  if (bytes)
    s->state = s->whole_state = (State *)((char *)s + size);
  lua_pushvalue(L, game_index);
  lua_setiuservalue(L, -2, GAME_SLOT);
  push_metatable(L, s->game, s->whole);
  lua_setmetatable(L, -2);
  return s;
}

StateBox *lab_push_state(lua_State *L, int game_index) {
  return push_box(L, game_index, NULL,
                  lab_check_game(L, game_index)->game->state_size);
}

StateBox *lab_push_view(lua_State *L, int game_index, const Game *whole) {
  return push_box(L, game_index, whole, 0);
}
