/* lab.solve: the exact value of a position, from a script. */
#include "lua/host/api/lab_run.h"

#include "core/search/forced_win.h"
#include "core/search/solve.h"
#include "lua/host/api/lab.h"
#include <lauxlib.h>
#include <stdlib.h>

static const char *const SOLVE_KEYS[] = {"memory", "quick", "within", "plain",
                                         "play",   "set",   NULL};
static const char *const VALUES[] = {
    [VALUE_LOSS] = "loss", [VALUE_DRAW] = "draw", [VALUE_WIN] = "win"};

/* What stands on the stack: the game, the options. */
enum { GAME = 1, OPTIONS };

/* All that solving needs, given back whatever happens. */
typedef struct SolveBox {
  Texts texts;
  State *state;
  Solver *solve;
  SolvedMove *moves;
  Move *line;
} SolveBox;

static int clear_box(lua_State *L) {
  SolveBox *box = lua_touserdata(L, 1);
  texts_free(&box->texts);
  free(box->state);
  solver_free(box->solve);
  free(box->moves);
  free(box->line);
  *box = (SolveBox){.state = NULL};
  return 0;
}

/* ---- arguments -----------------------------------------------------------*/

/* A spec is opened as lab.game does it. */
static const Game *read_game(lua_State *L) {
  if (lua_type(L, GAME) == LUA_TSTRING) {
    lab_push(L);
    lua_getfield(L, -1, "game");
    lua_pushvalue(L, GAME);
    lua_call(L, 1, 1);
    lua_replace(L, GAME);
    lua_pop(L, 1);
  }
  return lab_check_game(L, GAME)->game;
}

static SolvePlan read_plan(lua_State *L) {
  enum { MEGABYTES = 1024 };
  return (SolvePlan){
      .memory =
          (size_t)declare_number(L, OPTIONS, "memory", 1, 1 << 20, MEGABYTES)
          << 20,
      .advice = "memory gives it more, quick only finds who wins, within only "
                "a win that is near",
      .quick = declare_flag(L, OPTIONS, "quick"),
      .plain = declare_flag(L, OPTIONS, "plain")};
}

/* In how many plies only; or 0. */
static int read_within(lua_State *L, const SolvePlan *plan) {
  int within = declare_number(L, OPTIONS, "within", 1, FORCED_WIN_PLIES_MAX, 0);
  if (within && plan->quick)
    luaL_error(L, "'within' finds a win by itself: leave out 'quick'");
  return within;
}

static void read_position(lua_State *L, const Game *game, SolveBox *box) {
  const char *set = declare_text(L, OPTIONS, "set", NULL, &box->texts);
  const char *line = declare_text(L, OPTIONS, "play", NULL, &box->texts);
  Error why = {""};
  box->state = game_start(game);
  if (!box->state)
    luaL_error(L, "no memory for a position");
  if ((set && !game_edit(game, box->state, set, &why)) ||
      (line && !game_play_line(game, box->state, line, &why)))
    luaL_error(L, "%s", why.message);
  if (box->state->outcome != PLAYING)
    luaL_error(L, "the game is over: there is nothing to solve");
}

/* ---- results -------------------------------------------------------------*/

/* The first seat of the side that wins. */
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

static void push_moves(lua_State *L, const Game *game, const SolveBox *box,
                       int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, box->state, box->moves[i].move, text);
    lua_createtable(L, 0, 3);
    lab_set_text(L, "move", text);
    set_solved(L, box->moves[i].solved);
    lua_rawseti(L, -2, i + 1);
  }
}

/* The position is played on along the line. */
static void push_line(lua_State *L, const Game *game, SolveBox *box,
                      int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(game, box->state, box->line[i], text);
    game_play(game, box->state, box->line[i]);
    lua_pushstring(L, text);
    lua_rawseti(L, -2, i + 1);
  }
}

/* What is found, beside what the box holds. */
typedef struct Found {
  SolvedValue solved;
  int moves, line;
  LineEnd how;
} Found;

static bool solve_all(const Game *game, const SolvePlan *plan, SolveBox *box,
                      Found *found, Error *why) {
  box->solve = solver_new(game, plan, why);
  box->moves = malloc((size_t)game->max_moves * sizeof *box->moves);
  if (box->solve && !box->moves)
    return error_set(why, "no memory for the moves");
  return box->solve &&
         solve_position(box->solve, box->state, &found->solved, why) ==
             SOLVE_DONE &&
         solve_moves(box->solve, box->state, box->moves, &found->moves, why) ==
             SOLVE_DONE &&
         solve_line(box->solve, box->state, &box->line, &found->line,
                    &found->how, why) == SOLVE_DONE;
}

static void push_value(lua_State *L, const Game *game, const SolveBox *box,
                       SolvedValue solved, uint64_t positions) {
  lua_createtable(L, 0, 7);
  set_solved(L, solved);
  if (solved.value != VALUE_DRAW)
    lab_set_count(L, "winner",
                  (uint64_t)winner(game, box->state, solved.value));
  lab_set_count(L, "positions", positions);
}

static void push_found(lua_State *L, const Game *game, SolveBox *box,
                       const Found *found) {
  push_value(L, game, box, found->solved, solver_positions(box->solve));
  lab_set_flag(L, "endless", found->how == LINE_REPEATS);
  push_moves(L, game, box, found->moves);
  lua_setfield(L, -2, "moves");
  push_line(L, game, box, found->line);
  lua_setfield(L, -2, "line");
}

/* The value and a line; "open" if neither wins within so many plies. */
static bool push_within(lua_State *L, const Game *game, const SolvePlan *plan,
                        SolveBox *box, int within, Error *why) {
  SolvedValue solved;
  uint64_t positions;
  box->line = malloc(FORCED_WIN_PLIES_MAX * sizeof *box->line);
  if (!box->line)
    return error_set(why, "no memory for a line");
  if (forced_win(game, box->state, within, plan, &solved, box->line, &positions,
                 why) != SOLVE_DONE)
    return false;
  push_value(L, game, box, solved, positions);
  if (solved.value == VALUE_DRAW) {
    lab_set_text(L, "value", "open");
    return true;
  }
  push_line(L, game, box, solved.plies);
  lua_setfield(L, -2, "line");
  return true;
}

static bool push_solved(lua_State *L, const Game *game, const SolvePlan *plan,
                        SolveBox *box, Error *why) {
  Found found;
  if (!solve_all(game, plan, box, &found, why))
    return false;
  push_found(L, game, box, &found);
  return !game_fault(game) || error_set(why, "%s", game_fault(game));
}

/* lab.solve(game [, options]) */
int lab_solve(lua_State *L) {
  lua_settop(L, OPTIONS);
  if (lua_isnil(L, OPTIONS)) {
    lua_newtable(L);
    lua_replace(L, OPTIONS);
  }
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  declare_known(L, OPTIONS, "lab.solve", SOLVE_KEYS);
  const Game *game = read_game(L);
  SolveBox *box = lab_push_closed(L, sizeof *box, clear_box);
  SolvePlan plan = read_plan(L);
  int within = read_within(L, &plan);
  read_position(L, game, box);
  Error why = {""};
  if (within ? push_within(L, game, &plan, box, within, &why)
             : push_solved(L, game, &plan, box, &why))
    return 1;
  lua_pushnil(L);
  lua_pushstring(L, why.message);
  return 2;
}
