/* Elements of Lua tables that are read in place are those that Lua says. */
#include "core/base/rng.h"
#include "lua/host/sandbox/elements.h"
#include "tests/support/support.h"

#include <lauxlib.h>

static void the_layout_of_tables_is_known(void **state) {
  (void)state;
  assert_true(elements_are_known());
}

/* Makes an assignment to the table on top of the stack as rules might, or asks
 * for its length, which changes what Lua knows of its array. */
static void change_table(lua_State *L, Rng *rng) {
  enum { KEYS = 70 };
  lua_Integer key = (lua_Integer)rng_below(rng, KEYS) - 3;
  switch (rng_below(rng, 8)) {
  case 0:
    lua_pushnil(L);
    break;
  case 1:
    lua_pushnumber(L, (lua_Number)key);
    break;
  case 2:
    lua_pushliteral(L, "x");
    break;
  case 3:
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    break;
  default:
    lua_pushinteger(L, key * 1000);
  }
  lua_rawseti(L, -2, key);
}

/* Returns the number of elements read in place, or -1 if one is wrong. */
static int compare_elements(lua_State *L, int count) {
  const Element *e = elements_of(L, -1, count);
  bool same = true;
  for (int i = 0; e && i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    same =
        same && (lua_isinteger(L, -1) ? element_is(&e[i], lua_tointeger(L, -1))
                                      : e[i].kind != ELEMENT_INTEGER);
    lua_pop(L, 1);
  }
  return !same ? -1 : e ? count : 0;
}

static void elements_are_those_that_lua_says(void **state) {
  (void)state;
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  Rng rng;
  rng_seed(&rng, 1, 0);
  int read = 0;
  bool good = true;
  for (int i = 0; good && i < 500; i++) {
    lua_createtable(L, (int)rng_below(&rng, 50), 0);
    for (int k = 0; good && k < 100; k++) {
      change_table(L, &rng);
      int compared = compare_elements(L, (int)rng_below(&rng, 70));
      good = compared >= 0;
      read += compared;
    }
    lua_pop(L, 1);
  }
  lua_close(L);
  assert_true(good);
  assert_true(read > 100000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_layout_of_tables_is_known),
      cmocka_unit_test(elements_are_those_that_lua_says)};
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
