/* lab.plan: how many games show a difference, as boardlab plan says it. */
#include "analysis/stats/plan.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include <lauxlib.h>
#include <math.h>

enum { OPTIONS = 1 };

static const char *const KEYS[] = {
    "difference", "elo",         "games",   "power", "draws",
    "rate",       "correlation", "pairing", "tests", NULL};

/* In the order of StudyKind. */
static const char *const NAMES[] = {"seats", "runs", "paired_runs", "match",
                                    "paired_match"};

static Study check_study(lua_State *L) {
  Study s = {.power = declare_real(L, OPTIONS, "power", 0.05, 0.999, POWER),
             .drawn = declare_real(L, OPTIONS, "draws", 0, 0.99, 0),
             .correlation = declare_real(L, OPTIONS, "correlation", -1, 1, NAN),
             .pairing = declare_real(L, OPTIONS, "pairing", -1, 1, NAN)};
  int tests = declare_number(L, OPTIONS, "tests", 1, 1000000, 0);
  s.tests = tests ? tests : 1;
  s.run_tests = tests ? tests : study_compare_tests(s.drawn);
  s.rate = declare_real(L, OPTIONS, "rate", 0, 1 - s.drawn, (1 - s.drawn) / 2);
  return s;
}

/* Sets what is known: the games for a difference, or the difference that games
 * show. */
static void set_kinds(lua_State *L, const Study *s, StudyKind first,
                      StudyKind last, double difference, double games) {
  for (StudyKind kind = first; kind <= last; kind++) {
    if ((kind == STUDY_PAIRED_RUNS && isnan(s->correlation)) ||
        (kind == STUDY_PAIRED_MATCH && isnan(s->pairing)))
      continue;
    if (isnan(games) && difference > study_largest(s, kind)) {
      if (kind == first)
        luaL_error(L,
                   "with these draws and win rates no difference can be as "
                   "large as %f",
                   difference);
      continue;
    }
    if (isnan(games))
      lua_pushinteger(L, (lua_Integer)study_games(s, kind, difference));
    else
      lua_pushnumber(L, study_difference(s, kind, games));
    lua_setfield(L, -2, NAMES[kind]);
  }
}

int lab_plan(lua_State *L) {
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  declare_arguments(L, OPTIONS, "lab.plan", KEYS);
  declare_plain(L, OPTIONS);
  Study s = check_study(L);
  double difference = declare_real(L, OPTIONS, "difference", 1e-6, 1, NAN);
  static const Study NO_DRAWS = {.drawn = 0};
  double most = floor(study_largest(&NO_DRAWS, STUDY_MATCH));
  double elo = declare_real(L, OPTIONS, "elo", 0.01, most, NAN);
  double games = declare_real(L, OPTIONS, "games", 2, 1e12, NAN);
  if (!isnan(difference) + !isnan(elo) + !isnan(games) != 1)
    luaL_error(L, "lab.plan takes one of 'difference', 'elo' and 'games'");
  lua_createtable(L, 0, 5);
  set_kinds(L, &s, isnan(elo) ? STUDY_SEATS : STUDY_MATCH,
            isnan(difference) ? STUDY_PAIRED_MATCH : STUDY_PAIRED_RUNS,
            isnan(elo) ? difference : elo, games);
  return 1;
}
