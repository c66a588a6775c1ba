/* Lua rules: rounds in which all seats choose at the same time.
 *
 * Each seat chooses in turn, and no other seat sees what. When all have chosen,
 * `play` gets their moves. The choices are a field of the position,
 * FIELD_CHOSEN: equal positions have equal bytes, settings express it, and a
 * search finds out what it needs (game.h). */
#include "lua/host/plugins/luagame_internal.h"

static int32_t *chosen_of(const LuaGame *g, const State *state) {
  return (int32_t *)((char *)state + g->chosen->offset);
}

void luagame_read_simultaneous(lua_State *L, LuaGame *g) {
  int type = lua_getfield(L, 1, "simultaneous");
  bool wanted = type == LUA_TFUNCTION || lua_toboolean(L, -1);
  if (type != LUA_TNIL && type != LUA_TBOOLEAN && type != LUA_TFUNCTION)
    luaL_error(L, "'simultaneous' must be true, or a function of the position "
                  "that says whether all seats choose at the same time");
  lua_pop(L, 1);
  g->chosen = luagame_add_field(L, g, FIELD_CHOSEN, wanted);
}

/* A choice is not a turn: what happens between turns cannot come between the
 * choices of a round. */
void luagame_check_rounds(lua_State *L, const LuaGame *g) {
  static const Hook between[] = {NEXT_SEAT, EXTRA, CHANCE};
  const Game *base = g->lua.game.base;
  size_t offset;
  if (!game_field(base, FIELD_CHOSEN, &offset))
    return;
  if (g->is_reduced)
    luaL_error(L,
               "'players' must be all %d seats of %s, which choose at the same "
               "time",
               base->seats, base->spec);
  for (size_t i = 0; i < sizeof between / sizeof *between; i++)
    if (luagame_has(g, between[i]))
      luaL_error(L,
                 "'%s' cannot change the turns of %s, in which seats choose at "
                 "the same time",
                 luagame_hook_name(g, between[i]), base->spec);
}

/* ---- the round -----------------------------------------------------------*/

/* The first seat that has yet to choose, or -1. */
static int next_chooser(const LuaGame *g, const State *state) {
  const int32_t *chosen = chosen_of(g, state);
  for (int seat = 0; seat < g->lua.game.seats; seat++)
    if (chosen[seat] == CHOSEN_OPEN)
      return seat;
  return -1;
}

bool luagame_is_round(const LuaGame *g, const State *state) {
  for (int seat = 0; g->chosen && seat < g->lua.game.seats; seat++)
    if (chosen_of(g, state)[seat])
      return true;
  return false;
}

/* Whether the seats choose at the same time in a position. */
static bool ask_simultaneous(LuaGame *g, const State *state, bool *answer) {
  *answer = true;
  if (!luagame_has(g, SIMULTANEOUS))
    return true;
  if (!luagame_begin_call(g, SIMULTANEOUS, state) || !luagame_end_call(g, 0))
    return false;
  *answer = lua_toboolean(g->lua.plugin->L, -1);
  luagame_pop(g, 1);
  return true;
}

bool luagame_is_round_inside(const LuaGame *g, const State *state) {
  const Game *base = g->lua.game.base;
  const State *visible = luagame_visible(g, state);
  return luagame_is_round(g, state) ||
         (base && lua_rules_plugin(base) &&
          luagame_is_round_inside(luagame_of(base), visible));
}

bool luagame_open_round(LuaGame *g, State *state) {
  const Game *base = g->lua.game.base;
  bool wanted;
  if (base && lua_rules_plugin(base) &&
      !luagame_open_round(luagame_of(base),
                          lua_base_state(&g->lua.game, state)))
    return false;
  if (!g->chosen || state->outcome != PLAYING || state->seat == NATURE ||
      luagame_is_round(g, state))
    return true;
  if (!ask_simultaneous(g, state, &wanted))
    return false;
  for (int seat = 0; wanted && seat < g->lua.game.seats; seat++)
    if (!luagame_is_out(g, state, seat))
      chosen_of(g, state)[seat] = CHOSEN_OPEN;
  if (wanted)
    state->seat = (uint8_t)next_chooser(g, state);
  return true;
}

void luagame_close_round(const LuaGame *g, State *state) {
  if (g->chosen)
    memset(chosen_of(g, state), 0, (size_t)g->lua.game.seats * sizeof(int32_t));
}

/* Whether what a seat has chosen is a move that it has, as far as it is seen.
 */
static bool check_choice(LuaGame *g, State *state, int seat) {
  int32_t chosen = chosen_of(g, state)[seat];
  Move move = chosen == CHOSEN_PASS ? MOVE_PASS : (Move)chosen - 1;
  int mover = state->seat;
  if (luagame_is_out(g, state, seat))
    return chosen == 0;
  if (chosen == CHOSEN_OPEN || chosen == CHOSEN_HIDDEN)
    return true;
  state->seat = (uint8_t)seat;
  bool good = chosen > 0 && game_legal(&g->lua.game, state, move);
  state->seat = (uint8_t)mover;
  return good;
}

bool luagame_check_choices(LuaGame *g, State *state, Error *error) {
  int seats = g->lua.game.seats, seat = 0;
  if (!luagame_is_round(g, state))
    return true;
  while (seat < seats && check_choice(g, state, seat))
    seat++;
  if (seat < seats)
    return error_set(error,
                     FIELD_CHOSEN
                     " has %d for seat %d: it takes %d for a seat "
                     "that has yet to choose, or the number of a move that the "
                     "seat has, plus 1; all are 0 outside of a round",
                     chosen_of(g, state)[seat], seat + 1, CHOSEN_OPEN);
  seat = next_chooser(g, state);
  if (seat < 0)
    return error_set(error,
                     FIELD_CHOSEN " has a move for each seat: one has yet to "
                                  "choose");
  state->seat = (uint8_t)seat;
  return true;
}

/* ---- the reveal ----------------------------------------------------------*/

/* The choices of a round, as `play` gets them. */
typedef struct Reveal {
  int32_t chosen[SEATS_MAX];
  int seats;
} Reveal;

/* Arguments: the hook, the position, a Reveal, the seat 0, the options. */
static int call_reveal(lua_State *L) {
  const Reveal *r = lua_touserdata(L, 3);
  lua_createtable(L, r->seats, 0);
  for (int seat = 0; seat < r->seats; seat++) {
    lua_pushinteger(L, r->chosen[seat] > 0 && r->chosen[seat] != CHOSEN_PASS
                           ? r->chosen[seat] - 1
                           : (lua_Integer)MOVE_PASS);
    lua_rawseti(L, -2, seat + 1);
  }
  lua_replace(L, 3);
  lua_call(L, 4, 1);
  return 1;
}

/* Takes the choices out of the position. Returns whether any is a move. */
static bool take_choices(const LuaGame *g, State *state, Reveal *r) {
  bool any = false;
  r->seats = g->lua.game.seats;
  memcpy(r->chosen, chosen_of(g, state), (size_t)r->seats * sizeof(int32_t));
  luagame_close_round(g, state);
  for (int seat = 0; seat < r->seats; seat++)
    any = any || (r->chosen[seat] > 0 && r->chosen[seat] != CHOSEN_PASS);
  return any;
}

/* Plays the moves of all seats. The seat after the last is the first. */
static bool reveal(LuaGame *g, State *state, Reveal *r) {
  if (!luagame_begin_through(g, PLAY, state, call_reveal, r))
    return false;
  g->turn[g->depth - 1] = true;
  luagame_push_seat(g, NATURE);
  if (!luagame_end_call(g, 3))
    return false;
  state->seat = (uint8_t)(r->seats - 1);
  return luagame_apply_play(g, state, false);
}

/* A round in which nobody has a move is like a pass of all seats. */
void luagame_choose(LuaGame *g, State *state, Move move) {
  Reveal r;
  chosen_of(g, state)[state->seat] =
      move == MOVE_PASS ? CHOSEN_PASS : (int32_t)move + 1;
  int next = next_chooser(g, state);
  if (next >= 0) {
    state->seat = (uint8_t)next;
    return;
  }
  bool any = take_choices(g, state, &r);
  lua_state_head(state)->passed = any ? 0 : g->played;
  bool good = !any || reveal(g, state, &r);
  good = good && luagame_call_outcome(g, state, NATURE, NULL);
  luagame_finish_turn(g, state, good);
}

/* ---- what seats see ------------------------------------------------------*/

void luagame_hide_choices(const LuaGame *g, State *state, int seat) {
  for (int other = 0; g->chosen && other < g->lua.game.seats; other++)
    if (other != seat && chosen_of(g, state)[other] > 0)
      chosen_of(g, state)[other] = CHOSEN_HIDDEN;
}

/* Any move that the other seat may have chosen is as likely. */
void luagame_redraw_choices(LuaGame *g, State *state, Rng *rng) {
  int mover = state->seat, count;
  for (int seat = 0; g->chosen && seat < g->lua.game.seats; seat++) {
    int32_t *chosen = &chosen_of(g, state)[seat];
    if (*chosen != CHOSEN_HIDDEN)
      continue;
    *chosen = CHOSEN_OPEN;
    state->seat = (uint8_t)seat;
    const Move *list = luagame_list(g, state, NULL, &count);
    Move move = list ? list[rng_below(rng, (uint32_t)count)] : MOVE_PASS;
    *chosen = move == MOVE_PASS ? CHOSEN_PASS : (int32_t)move + 1;
    state->seat = (uint8_t)mover;
  }
}

bool luagame_name_choosers(const LuaGame *g, const State *state,
                           char text[CHOOSERS_TEXT]) {
  unsigned seats = 0;
  char names[WINNERS_TEXT];
  for (int seat = 0; g->chosen && seat < g->lua.game.seats; seat++) {
    int32_t chosen = chosen_of(g, state)[seat];
    if (chosen && chosen != CHOSEN_OPEN)
      seats |= 1u << seat;
  }
  bool many = seats_format(seats, names);
  snprintf(text, CHOOSERS_TEXT, "%s ha%s chosen", names, many ? "ve" : "s");
  return seats;
}
