/* lab.solve: the exact value of a position. */
#include "core/search/solution.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_result.h"
#include <stdlib.h>

static const char *const SOLVE_KEYS[] = {"memory", "quick", "within", "plain",
                                         "play",   "set",   NULL};
static const char *const VALUES[] = {
    [VALUE_LOSS] = "loss", [VALUE_DRAW] = "draw", [VALUE_WIN] = "win"};

enum { GAME = 1, OPTIONS }; /* stack indices */

/* What a call owns. */
typedef struct SolveContext {
  Texts texts;
  State *state;
  Solution found;
} SolveContext;

static int clear_context(lua_State *L) {
  SolveContext *c = lab_check_closable(L, 1, clear_context);
  texts_free(&c->texts);
  free(c->state);
  solution_free(&c->found);
  *c = (SolveContext){.state = NULL};
  return 0;
}

/* ---- arguments -----------------------------------------------------------*/

static SolvePlan read_plan(lua_State *L) {
  enum { MEGABYTES = 1024 };
  return (SolvePlan){
      .memory =
          (size_t)declare_number(L, OPTIONS, "memory", 1, 1 << 20, MEGABYTES)
          << 20,
      .advice = "raise memory, set quick to find only the winner, or set "
                "within to find only short wins",
      .plain_advice = "boardlab check says more, and plain = true solves "
                      "without symmetries",
      .quick = declare_flag(L, OPTIONS, "quick"),
      .plain = declare_flag(L, OPTIONS, "plain"),
      .within =
          declare_number(L, OPTIONS, "within", 1, FORCED_WIN_PLIES_MAX, 0)};
}

static void read_position(lua_State *L, const Game *game, SolveContext *c) {
  const char *set = declare_text(L, OPTIONS, "set", NULL, &c->texts);
  const char *line = declare_text(L, OPTIONS, "play", NULL, &c->texts);
  Error why = {0};
  c->state = game_start(game);
  if ((set && !game_edit(game, c->state, set, &why)) ||
      (line && !game_play_line(game, c->state, line, &why)))
    luaL_error(L, "%s", why.message);
  if (c->state->outcome != PLAYING)
    luaL_error(L,
               "the game is over in this position: there is nothing to solve");
}

/* ---- results -------------------------------------------------------------*/

/* Returns the first seat of the winning side. */
static int winner(const Game *game, const State *state, GameValue value) {
  bool ours = value == VALUE_WIN;
  for (int s = 0; s < game->seats; s++)
    if ((game->side[s] == game->side[state->seat]) == ours)
      return s + 1;
  return 0;
}

static void set_solved(lua_State *L, SolvedValue solved) {
  lab_set_text(L, "value", VALUES[solved.value]);
  if (solved.value != VALUE_DRAW)
    lab_set_count(L, "plies", (uint64_t)solved.plies);
}

/* Sets `win`, a list with the chance of each seat, and `draw`. */
static void set_chances(lua_State *L, const Game *game, const Chances *c) {
  lua_createtable(L, game->seats, 0);
  for (int seat = 0; seat < game->seats; seat++) {
    lua_pushnumber(L, c->win[game->side[seat]]);
    lua_rawseti(L, -2, seat + 1);
  }
  lua_setfield(L, -2, "win");
  lab_set_number(L, "draw", c->draw);
}

/* Sets `moves`, a list of what is known of each. */
static void set_moves(lua_State *L, const Game *game, const SolveContext *c,
                      bool has_chances) {
  const Solution *found = &c->found;
  lua_createtable(L, found->move_count, 0);
  for (int i = 0; i < found->move_count; i++) {
    char text[MOVE_TEXT];
    game_format(
        game, c->state,
        has_chances ? found->chance_moves[i].move : found->moves[i].move, text);
    lua_createtable(L, 0, 4);
    lab_set_text(L, "move", text);
    if (!has_chances)
      set_solved(L, found->moves[i].solved);
    else
      set_chances(L, game, &found->chance_moves[i].chances);
    if (has_chances && c->state->seat == NATURE)
      lab_set_number(L, "probability", found->chance_moves[i].probability);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "moves");
}

/* Plays the line on the context's position. */
static void push_line(lua_State *L, const Game *game, SolveContext *c) {
  lua_createtable(L, c->found.line_count, 0);
  for (int i = 0; i < c->found.line_count; i++) {
    char text[MOVE_TEXT];
    game_format(game, c->state, c->found.line[i], text);
    game_play(game, c->state, c->found.line[i]);
    lua_pushstring(L, text);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Pushes the value, the moves and a line. Of a win that was to be forced within
 * some plies there are no moves; if there is none, the value is "open". */
static void push_solved(lua_State *L, const Game *game, SolveContext *c,
                        bool within) {
  const Solution *found = &c->found;
  GameValue value = found->value.value;
  lua_createtable(L, 0, 7);
  set_solved(L, found->value);
  if (value != VALUE_DRAW)
    lab_set_count(L, "winner", (uint64_t)winner(game, c->state, value));
  lab_set_count(L, "positions", found->positions);
  if (within && value == VALUE_DRAW) {
    lab_set_text(L, "value", "open");
    return;
  }
  if (!within) {
    lab_set_flag(L, "endless", found->end == LINE_REPEATS);
    set_moves(L, game, c, false);
  }
  push_line(L, game, c);
  lua_setfield(L, -2, "line");
}

/* The same for a game of chance. */
static void push_chances(lua_State *L, const Game *game,
                         const SolveContext *c) {
  lua_createtable(L, 0, 4);
  set_chances(L, game, &c->found.chances);
  lab_set_count(L, "positions", c->found.positions);
  set_moves(L, game, c, true);
}

/* lab.solve(game [, options]) */
int lab_solve(lua_State *L) {
  declare_arguments(L, OPTIONS, "lab.solve", SOLVE_KEYS);
  const Game *game = lab_to_game(L, GAME);
  SolveContext *c = lab_push_closable(L, sizeof *c, clear_context);
  SolvePlan plan = read_plan(L);
  if (plan.within && plan.quick)
    luaL_error(L, "'within' and 'quick' cannot be combined: leave out 'quick'");
  read_position(L, game, c);
  Error why = {0};
  if (solution_find(game, c->state, &plan, &c->found, &why)) {
    if (solution_has_chances(game, &plan))
      push_chances(L, game, c);
    else
      push_solved(L, game, c, plan.within);
    if (!game_fault(game))
      return 1;
    error_set(&why, "%s", game_fault(game));
  }
  lua_pushnil(L);
  lua_pushstring(L, why.message);
  return 2;
}
