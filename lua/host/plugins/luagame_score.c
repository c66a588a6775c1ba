/* Lua rules: scores and evaluation. */
#include "core/base/bits.h"
#include "core/game/eval.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/plugins/luagame_internal.h"

#include "core/game/score.h"

bool luagame_has_score(const LuaGame *g) {
  const Game *base = g->lua.game.base;
  return luagame_has(g, SCORE) || (base && base->rules->score);
}

/* Reads the list on top of the stack: a number for each seat that is played. */
static bool read_scores(LuaGame *g, double score[]) {
  lua_State *L = g->lua.plugin->L;
  int seats = luagame_visible_game(g)->seats;
  bool good = lua_type(L, -1) == LUA_TTABLE &&
              (g->is_reduced || lua_rawlen(L, -1) == (lua_Unsigned)seats);
  for (int seat = 0; good && seat < seats; seat++) {
    score[seat] = 0;
    if (!luagame_is_played(g, seat))
      continue;
    good = lua_rawgeti(L, -1, seat + 1) == LUA_TNUMBER;
    score[seat] = lua_tonumber(L, -1);
    good = good && score_is_valid(score[seat]);
    lua_pop(L, 1);
  }
  return good ||
         luagame_break(g,
                       "'score' must return a list of %d numbers from %d to "
                       "%d, the points of each seat",
                       seats, -SCORE_MAX, SCORE_MAX);
}

/* Pushes the scores of the base game, or nil if it has none. */
static void push_base_scores(LuaGame *g, const State *state) {
  const Game *base = g->lua.game.base;
  lua_State *L = g->lua.plugin->L;
  int32_t score[SEATS_MAX];
  if (!base->rules->score) {
    lua_pushnil(L);
    return;
  }
  game_score(base, lua_base_state(&g->lua.game, state), score);
  lab_push_scores(L, NULL, score, base->seats);
}

static bool call_score(LuaGame *g, const State *state, double score[]) {
  bool variant = g->lua.game.base;
  if (!luagame_begin_call(g, SCORE, state))
    return false;
  if (variant)
    push_base_scores(g, state);
  if (!luagame_end_call(g, variant))
    return false;
  bool good = read_scores(g, score);
  luagame_pop(g, 1);
  return good;
}

/* Writes the scores by seat of the position that hooks see; all 0 if the rules
 * fail. */
static bool visible_scores(LuaGame *g, const State *state, double score[]) {
  const Game *base = g->lua.game.base;
  bool good = true;
  if (luagame_has(g, SCORE))
    good = call_score(g, state, score);
  else
    base->rules->score(base, lua_base_state(&g->lua.game, state), score);
  for (int seat = 0; !good && seat < SEATS_MAX; seat++)
    score[seat] = 0;
  return good;
}

/* Players may have swapped seats. */
void luagame_score(const Game *game, const State *state, double score[]) {
  double inside[SEATS_MAX];
  visible_scores(luagame_of(game), state, inside);
  const LuaGame *g = luagame_of(game);
  for (int seat = 0; seat < luagame_visible_game(g)->seats; seat++)
    if (luagame_is_played(g, seat))
      score[game->base ? lua_state_head(state)->holder[seat] : seat] =
          inside[seat];
}

/* Returns who has won by the scores of the position that hooks see, of the
 * seats that are played. A side that is out cannot win. */
static uint16_t winners_by(const LuaGame *g, const State *state,
                           const double points[]) {
  const Game *game = luagame_visible_game(g);
  double played[SEATS_MAX];
  int32_t score[SEATS_MAX];
  uint8_t side[SEATS_MAX], seat_of[SEATS_MAX];
  int count = 0;
  for (int seat = 0; seat < game->seats; seat++)
    if (luagame_is_played(g, seat)) {
      played[count] = points[seat];
      side[count] = g->lua.game.side[g->player[seat]];
      seat_of[count++] = (uint8_t)seat;
    }
  score_round(played, count, score);
  unsigned out = luagame_seats_out(g, state);
  for (int i = 0; i < count; i++)
    if (!(game_team(game, seat_of[i]) & ~out))
      score[i] = INT32_MIN;
  unsigned won = score_winners(side, count, score), winners = 0;
  for (int i = 0; i < count; i++)
    winners |= (won >> i & 1) << seat_of[i];
  return (uint16_t)winners;
}

/* The score that decided must be the one of the position in which the game is
 * over: that is the one that files and reports show. */
static bool score_stands(LuaGame *g, const State *state,
                         const double decided[]) {
  int seats = luagame_visible_game(g)->seats;
  double points[SEATS_MAX];
  int32_t first[SEATS_MAX], last[SEATS_MAX];
  char before[SCORES_TEXT], after[SCORES_TEXT];
  if (!visible_scores(g, state, points))
    return false;
  score_round(decided, seats, first);
  score_round(points, seats, last);
  if (memcmp(first, last, (size_t)seats * sizeof *first) == 0)
    return true;
  scores_format(first, seats, before);
  scores_format(last, seats, after);
  return luagame_break(g,
                       "'outcome' left the decision to the score, %s, but once "
                       "the game is over 'score' returns %s; the score must "
                       "not change when the game ends",
                       before, after);
}

bool luagame_decide_by_score(LuaGame *g, State *state) {
  State *visible = luagame_visible(g, state);
  double points[SEATS_MAX];
  if (!luagame_has_score(g))
    return luagame_break(g,
                         "'outcome' returned true, which leaves the decision "
                         "to the score, but there is no 'score'");
  /* `score` sees what the hooks of the turn have written. */
  if (g->turn[g->depth] && !luagame_close_turn(g))
    return false;
  if (!visible_scores(g, state, points))
    return false;
  state_set_by_score(visible, winners_by(g, state, points));
  return !luagame_compares_answers() || score_stands(g, state, points);
}

bool luagame_follow_score(LuaGame *g, State *state) {
  const State *visible = luagame_visible(g, state);
  bool changes = luagame_has(g, SCORE) || g->is_reduced;
  return !g->lua.game.base || !changes || !visible->by_score ||
         luagame_decide_by_score(g, state);
}

/* ---- evaluation ----------------------------------------------------------*/

/* Calls the hook `evaluate`. The values are by side of the position that hooks
 * see. */
static bool call_evaluate(LuaGame *g, const State *state, double value[]) {
  int seat = lua_rules_turn(luagame_visible_game(g), luagame_visible(g, state));
  Error why = {0};
  if (!luagame_ask(g, EVALUATE, state, seat))
    return false;
  bool good = lab_read_value(g->lua.plugin->L, g->game_object, g->played, seat,
                             value, &why);
  if (!good)
    luagame_break(g, "%s", why.message);
  luagame_pop(g, 1);
  return good;
}

/* Converts values by side of the base game to values by side of this game,
 * where players may have swapped seats. If a swap splits a team, each seat
 * carries an equal part of its side's value. What seats that nobody plays have
 * is divided among the others. */
static void follow_players(const Game *game, const State *state,
                           const double inside[], double value[]) {
  const Game *base = game->base;
  for (int side = 0; side < game->sides; side++)
    value[side] = 0;
  const LuaGame *g = luagame_of(game);
  double sum = 0;
  for (int seat = 0; seat < base->seats; seat++) {
    if (!luagame_is_played(g, seat))
      continue;
    unsigned team = game_team(base, seat) & g->played;
    double part = inside[base->side[seat]] / bits_count(team);
    value[game->side[lua_state_head(state)->holder[seat]]] += part;
    sum += part;
  }
  if (!g->is_reduced)
    return;
  for (int side = 0; side < game->sides; side++)
    value[side] = sum > 0 ? value[side] / sum : 1.0 / game->sides;
}

/* If the hook fails, all sides get the same value; game_fault has the message.
 */
void luagame_evaluate(const Game *game, const State *state, double value[]) {
  LuaGame *g = luagame_of(game);
  double inside[SEATS_MAX];
  if (!luagame_has(g, EVALUATE))
    position_values(game->base, lua_base_state(game, state), NULL, NULL,
                    inside);
  else if (!call_evaluate(g, state, inside))
    neutral_values(game, inside);
  if (game->base)
    follow_players(game, state, inside, value);
  else
    memcpy(value, inside, (size_t)game->sides * sizeof *value);
}

/* ---- features ------------------------------------------------------------*/

/* Calls the hook `features`, which returns a list of whole numbers, and returns
 * how many there are; -1 if it fails. */
static int call_features(LuaGame *g, const State *state,
                         int32_t number[FEATURE_NUMBERS]) {
  lua_State *L = g->lua.plugin->L;
  if (!luagame_begin_call(g, FEATURES, state) || !luagame_end_call(g, 0))
    return -1;
  int count = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
  bool good = count > 0 && count <= FEATURE_NUMBERS;
  for (int i = 0; good && i < count; i++) {
    int whole;
    lua_rawgeti(L, -1, i + 1);
    lua_Integer n = lua_tointegerx(L, -1, &whole);
    good = whole && n >= INT32_MIN && n <= INT32_MAX;
    number[i] = good ? (int32_t)n : 0;
    lua_pop(L, 1);
  }
  luagame_pop(g, 1);
  if (good)
    return count;
  luagame_break(g, "'features' must return a list of 1 to %d whole numbers",
                FEATURE_NUMBERS);
  return -1;
}

void luagame_features(const Game *game, const State *state, int32_t number[]) {
  LuaGame *g = luagame_of(game);
  int32_t found[FEATURE_NUMBERS] = {0};
  int wanted = game->feature[0].columns;
  int count = luagame_is_broken(g) ? -1 : call_features(g, state, found);
  if (count >= 0 && count != wanted)
    luagame_break(g,
                  "'features' returned %d numbers here and %d in the first "
                  "position; their number must always be the same",
                  count, wanted);
  memcpy(number, found, (size_t)wanted * sizeof *number);
}

void luagame_count_features(LuaGame *g, const State *first) {
  int32_t number[FEATURE_NUMBERS];
  int count = call_features(g, first, number);
  if (count <= 0)
    return;
  g->lua.game.features = 1;
  g->lua.game.feature[0] = (Feature){"features", count, 0};
  g->rules.features = luagame_features;
}

/* ---- evaluation of moves -------------------------------------------------*/

/* Whether every side has exactly the value that it has in the base game, see
 * follow_players. */
static bool keeps_sides(const Game *game, const State *state) {
  const Game *base = game->base;
  for (int seat = 0; seat < base->seats; seat++)
    if (game->side[lua_state_head(state)->holder[seat] % SEATS_MAX] !=
            base->side[seat] ||
        bits_count(game_team(base, seat)) != 1)
      return false;
  return !luagame_of(game)->is_reduced;
}

/* A pass may be one of this game only, so it has to be played. */
void luagame_evaluate_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]) {
  if (!game->base) {
    luagame_evaluate_each(luagame_of(game), state, moves, count, side, value);
    return;
  }
  bool known = keeps_sides(game, state) && !luagame_is_broken(luagame_of(game));
  if (known && moves[0] != MOVE_PASS) {
    move_values(game->base, lua_base_state(game, state), moves, count, side,
                value);
    return;
  }
  for (int i = 0; i < count; i++)
    value[i] = -1;
}
