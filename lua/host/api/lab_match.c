/* lab.match: single games between bots. */
#include "core/game/bot.h"
#include "core/game/match.h"
#include "core/program/program_bot.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include <stdlib.h>

/* What a match owns. */
typedef struct MatchContext {
  Bot *bots[SEATS_MAX];
  State *state;
} MatchContext;

static int clear_context(lua_State *L) {
  MatchContext *context = lab_check_closable(L, 1, clear_context);
  for (int i = 0; i < SEATS_MAX; i++) {
    bot_close(context->bots[i]);
    context->bots[i] = NULL;
  }
  free(context->state);
  context->state = NULL;
  return 0;
}

static void open_bots(lua_State *L, const Game *game, MatchContext *context) {
  lua_Integer given = luaL_len(L, 2);
  if (given != game->seats && given != 1)
    luaL_error(L, "%s has %d seats: name one bot for each, or one for all",
               game->spec, game->seats);
  for (int i = 0; i < game->seats; i++) {
    Error why = {0};
    lua_geti(L, 2, given == 1 ? 1 : i + 1);
    const char *wanted = lua_tostring(L, -1);
    if (!wanted)
      luaL_error(L, "bots must be specs such as \"random\", not a %s",
                 luaL_typename(L, -1));
    program_allow(wanted);
    context->bots[i] = bot_open(wanted, game, &why);
    if (!context->bots[i])
      luaL_error(L, "%s", why.message);
    lua_pop(L, 1);
  }
}

static void push_match(lua_State *L, const Game *game, const Match *m,
                       const Error *why) {
  lua_createtable(L, 0, 6);
  lab_set_text(L, "outcome", match_outcome(m));
  lab_push_seats(L, NULL, m->winners);
  lua_setfield(L, -2, "winners");
  if (game->rules->score) {
    lab_push_scores(L, NULL, m->score, game->seats);
    lua_setfield(L, -2, "score");
  }
  lab_set_count(L, "plies", (uint64_t)m->plies);
  lab_set_count(L, "passes", (uint64_t)m->passes);
  if (m->forfeiter < 0)
    return;
  lab_set_count(L, "forfeiter", (uint64_t)m->forfeiter + 1);
  lab_set_text(L, "reason", why->message);
  lab_push_trace(L, why);
  lua_setfield(L, -2, "trace");
}

/* What is to be said about a game in which something has failed: its moves.
 * Rules that have failed answer no more, so all is opened afresh. */
static void explain(const Game *game, Bot *const bots[], uint64_t seed,
                    uint64_t index, Error *why) {
  MovesLine line = {0};
  const MatchCallbacks callbacks = {moves_line_add, &line};
  Game *fresh = game_open(game->spec, NULL);
  State *state = fresh ? game_start(fresh) : NULL;
  Bot *again[SEATS_MAX] = {NULL};
  bool opened = state;
  for (int seat = 0; opened && seat < game->seats; seat++) {
    again[seat] = bot_open(bots[seat]->spec, fresh, NULL);
    opened = again[seat];
  }
  if (opened) {
    Rng rng;
    Match match;
    Error ignored = {0};
    rng_seed(&rng, seed, index);
    match_play(fresh, again, &rng, fresh->max_plies, state, &callbacks, &match,
               &ignored);
    moves_line_explain(&line, why);
  }
  for (int seat = 0; seat < SEATS_MAX; seat++)
    bot_close(again[seat]);
  free(state);
  game_close(fresh);
}

static bool play(const Game *game, MatchContext *context, uint64_t seed,
                 uint64_t index, Match *result, Error *why) {
  Rng rng;
  rng_seed(&rng, seed, index);
  bool played = match_play(game, context->bots, &rng, game->max_plies,
                           context->state, NULL, result, why);
  if (error_is_set(why))
    explain(game, context->bots, seed, index, why);
  return played;
}

/* lab.match(game or spec, bots [, seed [, games]]) */
int lab_match(lua_State *L) {
  const Game *game = lab_to_game(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer seed = luaL_optinteger(L, 3, 1);
  lua_Integer games = luaL_optinteger(L, 4, 1);
  luaL_argcheck(L, games >= 1, 4, "at least one game");
  lua_settop(L, 2);
  MatchContext *context = lab_push_closable(L, sizeof *context, clear_context);
  open_bots(L, game, context);
  context->state = game_start(game);
  lua_newtable(L);
  for (lua_Integer i = 0; i < games; i++) {
    Match result;
    Error why = {0};
    if (!play(game, context, (uint64_t)seed, (uint64_t)i, &result, &why))
      return lab_raise_with_trace(L, &why);
    push_match(L, game, &result, &why);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}
