/* What is read from Lua's memory is what Lua says, and without reading it all
 * games are the same.
 *
 *   test_raw_table          all tests
 *   test_raw_table N SEED   N random series of changes to tables */
#include "core/base/rng.h"
#include "core/game/match.h"
#include "lua/host/host.h"
#include "lua/host/sandbox/hash_seed.h"
#include "lua/host/sandbox/raw_table.h"
#include "tests/support/support.h"

#include <lauxlib.h>
#include <lualib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void the_layout_of_tables_is_known(void **state) {
  (void)state;
  assert_true(raw_table_is_known());
}

static void *allocate(void *unused, void *block, size_t old, size_t size) {
  (void)unused, (void)old;
  if (size > 0)
    return realloc(block, size);
  free(block);
  return NULL;
}

/* Writes the order in which Lua finds some strings in a table, which follows
 * from their hashes. */
static void find_order(bool other, char order[64]) {
  lua_State *L = hash_seed_new_state(allocate, NULL, other);
  int n = 0;
  assert_non_null(L);
  lua_createtable(L, 0, 26);
  for (char name[] = "a"; name[0] <= 'z'; name[0]++) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, name);
  }
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
    order[n++] = lua_tostring(L, -2)[0];
  order[n] = '\0';
  lua_close(L);
}

static void strings_have_the_same_hash_in_every_process(void **state) {
  (void)state;
  char order[64], other[64];
  find_order(false, order);
  find_order(true, other);
  assert_string_equal(order, "stqropmnklijghefcdabyzwxuv");
  assert_string_equal(other, "stuvopqrwxyzcdefabklmnghij");
}

static void *ask(void *unused) {
  (void)unused;
  return raw_table_is_known() ? &ask : NULL;
}

static void threads_and_children_may_ask(void **state) {
  (void)state;
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, ask, NULL), 0);
  pid_t child = fork();
  if (child == 0)
    _exit(raw_table_is_known() ? 7 : 1);
  for (int i = 0; i < THREADS; i++) {
    void *known;
    assert_int_equal(pthread_join(thread[i], &known), 0);
    assert_non_null(known);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

/* ---- series of changes ---------------------------------------------------*/

static void push_text(lua_State *L, Rng *rng, int length) {
  char text[100];
  memset(text, 'a' + (int)rng_below(rng, 26), sizeof text);
  lua_pushlstring(L, text, (size_t)length);
}

/* Pushes a key or value, from few enough that keys often meet again. */
static void push_any(lua_State *L, Rng *rng) {
  lua_Integer n = (lua_Integer)rng_below(rng, 70);
  switch (rng_below(rng, 16)) {
  case 0:
    lua_pushnumber(L, (lua_Number)n); /* as a key, an integer */
    break;
  case 1:
    lua_pushnumber(L, (lua_Number)n / 4);
    break;
  case 2:
    push_text(L, rng, (int)n % 3);
    break;
  case 3:
    push_text(L, rng, 38 + (int)n % 60);
    break;
  case 4:
    lua_pushboolean(L, n % 2);
    break;
  case 5:
    lua_pushlightuserdata(L, (char *)rng + n);
    break;
  case 6:
    lua_newtable(L);
    break;
  case 7:
    lua_pushinteger(L, (lua_Integer)((lua_Unsigned)n << 57) + n);
    break;
  case 8:
    lua_pushcfunction(L, luaopen_base);
    break;
  case 9:
    lua_pushthread(L);
    break;
  default:
    lua_pushinteger(L, n - 3);
  }
}

static void fill(lua_State *L, Rng *rng) {
  int last = (int)rng_below(rng, 150);
  for (int i = 1; i <= last; i++) {
    lua_pushinteger(L, i);
    lua_rawseti(L, 1, i);
  }
}

static void clear(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, 1);) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, 1);
  }
}

static void drop_element(lua_State *L) {
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  if (length == 0)
    return;
  lua_pushnil(L);
  lua_rawseti(L, 1, length);
}

/* Changes the table at index 1 as rules might, or as Lua does by itself. */
static void change_table(lua_State *L, Rng *rng) {
  switch (rng_below(rng, 100)) {
  case 0:
    clear(L);
    break;
  case 1:
    fill(L, rng);
    break;
  case 2:
    lua_gc(L, LUA_GCCOLLECT);
    break;
  case 3:
    lua_gc(L, rng_below(rng, 2) ? LUA_GCGEN : LUA_GCINC, 0, 0, 0);
    break;
  default:
    if (rng_below(rng, 8) == 0) {
      drop_element(L);
      break;
    }
    push_any(L, rng);
    if (rng_below(rng, 3) == 0)
      lua_pushnil(L);
    else
      push_any(L, rng);
    lua_rawset(L, 1);
  }
}

/* Pushes a value from memory. Only those kinds that are told apart. */
static bool push_raw(lua_State *L, uint8_t kind, uint64_t bits) {
  lua_Number number;
  memcpy(&number, &bits, sizeof number);
  if (kind == RAW_INTEGER)
    lua_pushinteger(L, (lua_Integer)bits);
  else if (kind == RAW_FLOAT)
    lua_pushnumber(L, number);
  else
    return false;
  return true;
}

/* Returns whether a value from memory is the one at an index. */
static bool is_value(lua_State *L, int index, uint8_t kind, uint64_t bits) {
  index = lua_absindex(L, index);
  if ((kind & RAW_TYPE) != lua_type(L, index))
    return false;
  if (push_raw(L, kind, bits)) {
    bool same = lua_rawequal(L, -1, index) &&
                lua_isinteger(L, -1) == lua_isinteger(L, index);
    lua_pop(L, 1);
    return same;
  }
  bool is_string = lua_type(L, index) == LUA_TSTRING;
  if (is_string &&
      kind != (lua_rawlen(L, index) <= 40 ? RAW_SHORT_STRING : RAW_LONG_STRING))
    return false;
  return !(kind & RAW_OBJECT) || (uintptr_t)lua_topointer(L, index) == bits;
}

/* Compares all of the table at index 1. Returns how much was compared, or -1.
 */
static int compare_table(lua_State *L) {
  const RawTable *t = raw_table(L, 1);
  int count = 0, found = 0;
  bool good = true;
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
    count++;
  int size = (int)raw_array_size(t);
  good = (raw_elements(t, size) || size == 0) && !raw_elements(t, size + 1) &&
         !raw_elements(t, -1);
  for (int i = 0; good && i < size; i++) {
    lua_rawgeti(L, 1, i + 1);
    const RawValue *e = &raw_elements(t, size)[i];
    found += raw_is_used(e->kind);
    good = is_value(L, -1, e->kind, e->value) &&
           raw_is_integer(e, lua_tointeger(L, -1)) == lua_isinteger(L, -1);
    lua_pop(L, 1);
  }
  if (size > 0)
    lua_pushinteger(L, size); /* after which lua_next finds the nodes */
  else
    lua_pushnil(L);
  for (const RawNode *n = t->node, *end = n + raw_nodes(t); good && n < end;
       n++)
    if (raw_is_used(n->kind)) {
      found++;
      good = lua_next(L, 1) && is_value(L, -2, n->key_kind, n->key) &&
             is_value(L, -1, n->kind, n->value);
      lua_pop(L, good);
    }
  lua_settop(L, 1);
  return good && found == count ? count : -1;
}

/* Returns how much was compared, or -1 if anything was wrong. */
static int compare_series(uint64_t seed, uint64_t stream) {
  enum { CHANGES = 200 };
  Rng rng;
  rng_seed(&rng, seed, stream);
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  int sum = 0, compared = 0;
  lua_createtable(L, (int)rng_below(&rng, 50), (int)rng_below(&rng, 20));
  for (int i = 0; compared >= 0 && i < CHANGES; i++) {
    change_table(L, &rng);
    if (rng_below(&rng, 4) == 0)
      lua_rawlen(L, 1);
    compared = compare_table(L);
    sum += compared;
  }
  lua_close(L);
  return compared < 0 ? -1 : sum;
}

static void tables_are_as_lua_says(void **state) {
  (void)state;
  int sum = 0;
  for (uint64_t i = 0; i < 40; i++) {
    int compared = compare_series(1, i);
    assert_true(compared >= 0);
    sum += compared;
  }
  assert_true(sum > 100000);
}

static int run_series(uint64_t count, uint64_t seed) {
  for (uint64_t i = 0; i < count; i++)
    if (compare_series(seed, i) < 0) {
      printf("series %llu differs\n", (unsigned long long)i);
      return 1;
    }
  return 0;
}

/* ---- metatables ----------------------------------------------------------*/

/* Changes a metatable, makes it one again, and looks whether what is noted in
 * it is true. */
static void a_table_noted_as_without_gc_has_none(void **state) {
  (void)state;
  static const char *const KEYS[] = {"__gc", "__index", "__len", "a", "b"};
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  Rng rng;
  rng_seed(&rng, 2, 0);
  int noted = 0;
  lua_newtable(L);
  for (int i = 0; i < 5000; i++) {
    lua_pushstring(L, KEYS[rng_below(&rng, 5)]);
    if (rng_below(&rng, 2))
      lua_pushnil(L);
    else
      lua_pushcfunction(L, luaopen_base);
    if (rng_below(&rng, 2))
      lua_rawset(L, 1);
    else
      lua_settable(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, 1);
    if (rng_below(&rng, 2))
      lua_setmetatable(L, -2);
    lua_pushliteral(L, "__gc");
    bool has_gc = lua_rawget(L, 1) != LUA_TNIL;
    bool says_none = raw_has_no_finalizer(raw_table(L, 1));
    noted += says_none;
    assert_false(has_gc && says_none);
    lua_settop(L, 1);
  }
  assert_true(noted > 500);
  lua_close(L);
}

/* ---- games ---------------------------------------------------------------*/

/* Plays a game with a layout that is known or not. Returns a hash of it. */
static uint64_t play(const char *spec, const char *bot, bool known) {
  raw_table_set_known(known);
  Game *game = open_game(spec);
  Bot *bots[SEATS_MAX] = {NULL};
  Error why = {0};
  for (int i = 0; i < game->seats; i++) {
    bots[i] = bot_open(bot, game, &why);
    assert_non_null(bots[i]);
  }
  State *state = game_start(game);
  Match match;
  Rng rng;
  rng_seed(&rng, 3, 0);
  assert_true(
      match_play(game, bots, &rng, game->max_plies, state, NULL, &match, &why));
  uint64_t hash = game_hash(game, state) * 31 + (uint64_t)match.plies;
  free(state);
  for (int i = 0; i < SEATS_MAX; i++)
    bot_close(bots[i]);
  game_close(game);
  raw_table_set_known(true);
  return hash;
}

static void games_do_not_depend_on_the_layout(void **state) {
  (void)state;
  static const char *const PLAYED[][2] = {
      {"games/hex.lua:size=5", "random"},
      {"games/breakthrough.lua:rows=6", "greedy"},
      {"games/reversi.lua", "random"},
      {"games/kalah.lua", "random"},
      {"tictacdoh", "bots/uct.lua"}};
  for (size_t i = 0; i < sizeof PLAYED / sizeof *PLAYED; i++)
    assert_true(play(PLAYED[i][0], PLAYED[i][1], true) ==
                play(PLAYED[i][0], PLAYED[i][1], false));
}

/* ---- lists ---------------------------------------------------------------*/

/* Returns whether the table at the bottom of the stack has no key but 1 to
 * `count`, and no metatable. */
static bool has_nothing_else(lua_State *L, int count) {
  bool nothing = !lua_getmetatable(L, 1);
  lua_settop(L, 1);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
    nothing = nothing && lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 &&
              lua_tointeger(L, -2) <= count;
  return nothing;
}

/* Changes the table at the bottom of the stack, most often within the size that
 * it was made with. */
static void change_list(lua_State *L, Rng *rng, int size) {
  uint32_t what = rng_below(rng, 40);
  if (what == 0) {
    lua_newtable(L);
    lua_setmetatable(L, 1);
  } else if (what == 1) {
    lua_pushnil(L);
    lua_setmetatable(L, 1);
  } else {
    if (rng_below(rng, 4) == 0)
      lua_pushnil(L);
    else
      lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    lua_rawseti(L, 1,
                what == 2 ? size + 1 : 1 + (int)rng_below(rng, (uint32_t)size));
  }
}

static void lists_have_nothing_else(void **state) {
  (void)state;
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  Rng rng;
  rng_seed(&rng, 2, 0);
  int lists = 0, others = 0;
  bool good = true;
  for (int i = 0; good && i < 1000; i++) {
    int size = 1 + (int)rng_below(&rng, 20);
    lua_createtable(L, size, 0);
    good = raw_is_list(raw_table(L, 1), size);
    for (int k = 0; good && k < 50; k++) {
      change_list(L, &rng, size);
      for (int count = 0; count < 40; count++) {
        if (!raw_is_list(raw_table(L, 1), count))
          continue;
        good = good && has_nothing_else(L, count);
        lists++;
      }
      others += !has_nothing_else(L, size);
    }
    lua_settop(L, 0);
  }
  lua_close(L);
  assert_true(good);
  assert_true(lists > 10000);
  assert_true(others > 1000);
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_and_children_may_ask),
      cmocka_unit_test(the_layout_of_tables_is_known),
      cmocka_unit_test(strings_have_the_same_hash_in_every_process),
      cmocka_unit_test(tables_are_as_lua_says),
      cmocka_unit_test(lists_have_nothing_else),
      cmocka_unit_test(a_table_noted_as_without_gc_has_none),
      cmocka_unit_test(games_do_not_depend_on_the_layout)};
  if (count == 3)
    return run_series(strtoull(arguments[1], NULL, 10),
                      strtoull(arguments[2], NULL, 10));
  host_start((Limits){WORK_DEFAULT, 64 << 20});
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
