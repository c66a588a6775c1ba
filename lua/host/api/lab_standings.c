/* The standings of a run as Lua tables. */
#include "analysis/metrics/standings.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_result.h"
#include <math.h>
#include <stdlib.h>

/* What a call owns. */
typedef struct Owned {
  Standings st;
  BotPair *pairs;
} Owned;

static int clear_owned(lua_State *L) {
  Owned **slot = lab_check_closable(L, 1, clear_owned), *owned = *slot;
  *slot = NULL;
  if (!owned)
    return 0;
  standings_free(&owned->st);
  free(owned->pairs);
  free(owned);
  return 0;
}

static Owned *push_owned(lua_State *L) {
  Owned **slot = lab_push_closable(L, sizeof *slot, clear_owned);
  *slot = calloc(1, sizeof **slot);
  if (!*slot)
    luaL_error(L, "out of memory (standings)");
  return *slot;
}

/* An unknown number is nil, and one without a bound infinite. */
static void set_known(lua_State *L, const char *key, double number) {
  if (!isnan(number))
    lab_set_number(L, key, number);
}

static void push_score(lua_State *L, const Score *s) {
  lua_createtable(L, 0, 12);
  set_known(L, "score", score_share(s));
  lab_set_count(L, "games", s->games);
  lab_set_count(L, "won", s->won);
  lab_set_count(L, "lost", s->lost);
  lab_set_count(L, "drawn", s->drawn);
  lab_set_count(L, "truncated", s->truncated);
  lab_set_count(L, "forfeits", s->forfeits);
  lab_set_count(L, "walkovers", s->walkovers);
  lab_set_number(L, "nodes",
                 s->games ? (double)s->nodes / (double)s->games : 0);
}

static void set_rating(lua_State *L, const char *key, Rating r) {
  set_known(L, key, r.value);
  set_known(L, "low", r.low);
  set_known(L, "high", r.high);
}

static void push_ratings(lua_State *L, const Standings *st) {
  lua_createtable(L, st->bots, 0);
  for (int i = 0; i < st->bots; i++) {
    int bot = st->order[i];
    push_score(L, &st->bot[bot]);
    lab_set_text(L, "bot", st->tally->schedule->bot[bot].spec);
    set_rating(L, "rating", st->ratings.player[bot]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_seat_ratings(lua_State *L, const Standings *st) {
  lua_createtable(L, st->sides, 0);
  for (int side = 0; side < st->sides; side++) {
    push_score(L, &st->side[side]);
    lab_set_text(L, "seat", st->seats[side]);
    set_rating(L, "rating", st->ratings.side[side]);
    lua_rawseti(L, -2, side + 1);
  }
}

static void push_pairs(lua_State *L, Owned *owned) {
  const Schedule *s = owned->st.tally->schedule;
  int count;
  owned->pairs = standings_pairs(&owned->st, &count);
  if (!owned->pairs)
    luaL_error(L, "out of memory (pairs of bots)");
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    const BotPair *pair = &owned->pairs[i];
    lua_createtable(L, 0, 8);
    lab_set_text(L, "bot", s->bot[pair->bot].spec);
    lab_set_text(L, "opponent", s->bot[pair->other].spec);
    set_rating(L, "difference", pair->difference);
    set_known(L, "p", pair->p);
    set_known(L, "p_holm", pair->adjusted);
    set_known(L, "los", pair->superiority);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_crosstable(lua_State *L, const Standings *st) {
  const Schedule *s = st->tally->schedule;
  int n = 0;
  lua_newtable(L);
  for (int i = 0; i < st->bots; i++)
    for (int side = 0; side < st->sides; side++)
      for (int j = 0; j < st->bots; j++) {
        Score score = standings_cross(st, st->order[i], side, st->order[j]);
        if (score.games == 0)
          continue;
        push_score(L, &score);
        lab_set_text(L, "bot", s->bot[st->order[i]].spec);
        lab_set_text(L, "seat", st->seats[side]);
        lab_set_text(L, "opponent", s->bot[st->order[j]].spec);
        lua_rawseti(L, -2, ++n);
      }
}

/* Pushes the test of interaction, and how much more each seat helps each bot.
 */
static void push_interaction(lua_State *L, const Standings *st) {
  Rating bonus[RATED_MAX];
  if (!standings_bonuses(st, bonus))
    luaL_error(L, "out of memory (interaction)");
  lua_createtable(L, st->bots * st->sides, 3);
  lab_set_number(L, "chi_square", st->interaction.chi_square);
  lab_set_number(L, "p", st->interaction.p);
  lab_set_count(L, "freedom", (uint64_t)st->interaction.freedom);
  for (int i = 0; i < st->bots * st->sides; i++) {
    int bot = st->order[i / st->sides], side = i % st->sides;
    lua_createtable(L, 0, 5);
    lab_set_text(L, "bot", st->tally->schedule->bot[bot].spec);
    lab_set_text(L, "seat", st->seats[side]);
    set_rating(L, "bonus", bonus[bot * st->sides + side]);
    lua_rawseti(L, -2, i + 1);
  }
}

void lab_add_standings(lua_State *L, const Run *run) {
  int result = lua_gettop(L);
  Error why;
  if (!standings_apply(&run->tally))
    return;
  Owned *owned = push_owned(L);
  if (!standings_of_run(&owned->st, run, &why))
    luaL_error(L, "%s", why.message);
  push_ratings(L, &owned->st);
  lua_setfield(L, result, "ratings");
  push_seat_ratings(L, &owned->st);
  lua_setfield(L, result, "seat_ratings");
  push_pairs(L, owned);
  lua_setfield(L, result, "pairs");
  if (owned->st.interaction.freedom) {
    push_interaction(L, &owned->st);
    lua_setfield(L, result, "interaction");
  }
  push_crosstable(L, &owned->st);
  lua_setfield(L, result, "crosstable");
  lua_pushvalue(L, result); /* above what is to be closed */
}
