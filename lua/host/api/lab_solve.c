/* lab.solve: the exact value of a position. */
#include "core/search/forced_win.h"
#include "core/search/solve_chance.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_game.h"
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
  Solver *solver;
  SolvedMove *moves;
  ChanceMove *chance_moves;
  Move *line;
} SolveContext;

static int clear_context(lua_State *L) {
  SolveContext *c = lab_check_closable(L, 1, clear_context);
  texts_free(&c->texts);
  free(c->state);
  solver_free(c->solver);
  free(c->moves);
  free(c->chance_moves);
  free(c->line);
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
      .advice = "a larger memory allows more, quick finds only the winner, "
                "within only short wins",
      .plain_advice = "boardlab check tells more, and plain = true solves "
                      "without symmetries",
      .quick = declare_flag(L, OPTIONS, "quick"),
      .plain = declare_flag(L, OPTIONS, "plain")};
}

/* Returns the number of plies in which a win must be forced, or 0. */
static int read_within(lua_State *L, const SolvePlan *plan) {
  int within = declare_number(L, OPTIONS, "within", 1, FORCED_WIN_PLIES_MAX, 0);
  if (within && plan->quick)
    luaL_error(L, "'within' and 'quick' cannot be combined: leave out 'quick'");
  return within;
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

static void push_moves(lua_State *L, const Game *game, const SolveContext *c,
                       int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, c->state, c->moves[i].move, text);
    lua_createtable(L, 0, 3);
    lab_set_text(L, "move", text);
    set_solved(L, c->moves[i].solved);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Plays the line on the context's position. */
static void push_line(lua_State *L, const Game *game, SolveContext *c,
                      int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, c->state, c->line[i], text);
    game_play(game, c->state, c->line[i]);
    lua_pushstring(L, text);
    lua_rawseti(L, -2, i + 1);
  }
}

/* What solving has found, in addition to what the context holds. */
typedef struct Found {
  SolvedValue solved;
  int moves, line;
  LineEnd how;
} Found;

static bool solve_all(const Game *game, const SolvePlan *plan, SolveContext *c,
                      Found *found, Error *why) {
  c->solver = solver_new(game, plan, why);
  c->moves = malloc((size_t)game->max_moves * sizeof *c->moves);
  if (c->solver && !c->moves)
    return error_set(why, "out of memory (moves)");
  return c->solver &&
         solve_position(c->solver, c->state, &found->solved, why) ==
             SOLVE_DONE &&
         solve_moves(c->solver, c->state, c->moves, &found->moves, why) ==
             SOLVE_DONE &&
         solve_line(c->solver, c->state, &c->line, &found->line, &found->how,
                    why) == SOLVE_DONE;
}

static void push_value(lua_State *L, const Game *game, const SolveContext *c,
                       SolvedValue solved, uint64_t positions) {
  lua_createtable(L, 0, 7);
  set_solved(L, solved);
  if (solved.value != VALUE_DRAW)
    lab_set_count(L, "winner", (uint64_t)winner(game, c->state, solved.value));
  lab_set_count(L, "positions", positions);
}

static void push_found(lua_State *L, const Game *game, SolveContext *c,
                       const Found *found) {
  push_value(L, game, c, found->solved, solver_positions(c->solver));
  lab_set_flag(L, "endless", found->how == LINE_REPEATS);
  push_moves(L, game, c, found->moves);
  lua_setfield(L, -2, "moves");
  push_line(L, game, c, found->line);
  lua_setfield(L, -2, "line");
}

/* Pushes the value and a line; "open" if no win can be forced within that many
 * plies. */
static bool push_within(lua_State *L, const Game *game, const SolvePlan *plan,
                        SolveContext *c, int within, Error *why) {
  SolvedValue solved;
  uint64_t positions;
  c->line = malloc(FORCED_WIN_PLIES_MAX * sizeof *c->line);
  if (!c->line)
    return error_set(why, "out of memory (line)");
  if (forced_win(game, c->state, within, plan, &solved, c->line, &positions,
                 why) != SOLVE_DONE)
    return false;
  push_value(L, game, c, solved, positions);
  if (solved.value == VALUE_DRAW) {
    lab_set_text(L, "value", "open");
    return true;
  }
  push_line(L, game, c, solved.plies);
  lua_setfield(L, -2, "line");
  return true;
}

static bool push_solved(lua_State *L, const Game *game, const SolvePlan *plan,
                        SolveContext *c, Error *why) {
  Found found;
  if (!solve_all(game, plan, c, &found, why))
    return false;
  push_found(L, game, c, &found);
  return !game_fault(game) || error_set(why, "%s", game_fault(game));
}

/* ---- games of chance -----------------------------------------------------*/

/* Sets `win`, a list with the chance of each seat, and `draw`. */
static void set_chances(lua_State *L, const Game *game, const Chances *c) {
  lua_createtable(L, game->seats, 0);
  for (int seat = 0; seat < game->seats; seat++) {
    lua_pushnumber(L, c->win[game->side[seat]]);
    lua_rawseti(L, -2, seat + 1);
  }
  lua_setfield(L, -2, "win");
  lua_pushnumber(L, c->draw);
  lua_setfield(L, -2, "draw");
}

static void push_chance_moves(lua_State *L, const Game *game,
                              const SolveContext *c, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    const ChanceMove *move = &c->chance_moves[i];
    char text[MOVE_TEXT];
    game_format(game, c->state, move->move, text);
    lua_createtable(L, 0, 4);
    lab_set_text(L, "move", text);
    set_chances(L, game, &move->chances);
    if (c->state->seat == NATURE) {
      lua_pushnumber(L, move->probability);
      lua_setfield(L, -2, "probability");
    }
    lua_rawseti(L, -2, i + 1);
  }
}

static bool push_chances(lua_State *L, const Game *game, const SolvePlan *plan,
                         SolveContext *c, Error *why) {
  Chances chances;
  uint64_t positions;
  int count;
  c->chance_moves = malloc((size_t)game->max_moves * sizeof *c->chance_moves);
  if (!c->chance_moves)
    return error_set(why, "out of memory (moves)");
  if (chance_solve(game, c->state, plan, &chances, c->chance_moves, &count,
                   &positions, why) != SOLVE_DONE)
    return false;
  lua_createtable(L, 0, 4);
  set_chances(L, game, &chances);
  lab_set_count(L, "positions", positions);
  push_chance_moves(L, game, c, count);
  lua_setfield(L, -2, "moves");
  return !game_fault(game) || error_set(why, "%s", game_fault(game));
}

/* lab.solve(game [, options]) */
int lab_solve(lua_State *L) {
  declare_arguments(L, OPTIONS, "lab.solve", SOLVE_KEYS);
  const Game *game = lab_to_game(L, GAME);
  SolveContext *c = lab_push_closable(L, sizeof *c, clear_context);
  SolvePlan plan = read_plan(L);
  int within = read_within(L, &plan);
  read_position(L, game, c);
  Error why = {0};
  bool chance = game->has_chance && !within && !plan.quick;
  if (chance   ? push_chances(L, game, &plan, c, &why)
      : within ? push_within(L, game, &plan, c, within, &why)
               : push_solved(L, game, &plan, c, &why))
    return 1;
  lua_pushnil(L);
  lua_pushstring(L, why.message);
  return 2;
}
