/* The standings of a run as Lua tables. */
#include "analysis/metrics/standings.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_result.h"
#include "lua/host/api/lab_table.h"
#include <lauxlib.h>

static int free_standings(lua_State *L) {
  standings_free(lab_check_closable(L, 1, free_standings));
  return 0;
}

static void set_table(lua_State *L, int result, const char *name,
                      const ResultTable *table) {
  lab_push_table(L, table);
  lua_setfield(L, result, name);
}

/* The bonuses of bots in seats, with their test. */
static void set_interaction(lua_State *L, int result, const ScoreTest *test,
                            const ResultTable *bonuses) {
  lab_push_table(L, bonuses);
  lab_set_number(L, "chi_square", test->chi_square);
  lab_set_number(L, "p", test->p);
  lab_set_count(L, "freedom", (uint64_t)test->freedom);
  lua_setfield(L, result, "interaction");
}

void lab_add_standings(lua_State *L, const Run *run) {
  int result = lua_gettop(L);
  Error why;
  if (!standings_apply(&run->tally))
    return;
  Standings *st = lab_push_closable(L, sizeof *st, free_standings);
  Document *d = lab_new_document(L);
  if (!standings_of_run(st, run, &why) ||
      !standings_document(st, false, d, &why))
    luaL_error(L, "%s", why.message);
  set_table(L, result, "ratings", &d->table[STANDINGS_BOTS]);
  set_table(L, result, "seat_ratings", &d->table[STANDINGS_SEATS]);
  set_table(L, result, "pairs", &d->table[STANDINGS_PAIRS]);
  set_table(L, result, "crosstable", &d->table[STANDINGS_CROSSTABLE]);
  if (st->interaction.freedom)
    set_interaction(L, result, &st->interaction, &d->table[STANDINGS_BONUSES]);
  lua_pushvalue(L, result); /* above what is to be closed */
}
