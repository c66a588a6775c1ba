/* The line in front of a plugin's file: which names it has, and that it changes
 * nothing else about the file. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/sandbox.h"
#include "tests/support/support.h"
#include <stdio.h>
#include <unistd.h>

static void assert_prelude(const char *code, const char *expected) {
  char prelude[PRELUDE_MAX];
  size_t length = prelude_write(code, strlen(code), prelude);
  assert_string_equal(prelude, expected);
  assert_int_equal(length, strlen(expected));
}

static void it_names_what_the_file_mentions(void **unused) {
  (void)unused;
  assert_prelude("", "");
  assert_prelude("return 1", "");
  assert_prelude("return mathematics, my_type, type2", "");
  assert_prelude("return type(1)", "local type<const> =type ");
  assert_prelude("for _ in pairs(math) do end return pairs",
                 "local math<const> ,pairs<const> =math,pairs ");
  assert_prelude("local _ENV = {} return type(1)", "");
  assert_prelude("load('type = 1')() return type", "");
}

static void all_names_fit(void **unused) {
  (void)unused;
  char prelude[PRELUDE_MAX];
  const char *all =
      "assert coroutine error getmetatable ipairs math next pairs pcall "
      "print rawequal rawget rawlen rawset select string table setmetatable "
      "tonumber type utf8 tostring xpcall";
  assert_in_range(prelude_write(all, strlen(all), prelude), 400,
                  PRELUDE_MAX - 1);
}

typedef struct Case {
  const char *code, *message; /* NULL: it must return true */
} Case;

/* Arguments: the path. */
static int run_file(lua_State *L) {
  Error error = {0};
  sandbox_open(L, lab_push_module);
  if (!file_load(L, lua_touserdata(L, 1), &error))
    return luaL_error(L, "%s", error.message);
  sandbox_renew(L);
  lua_call(L, 0, 1);
  return 1;
}

static void assert_case(const Case *c, char *path) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(c->code, out);
  fclose(out);
  Error why = {0};
  Plugin *plugin = plugin_new(path, (Limits){1000000, 16 << 20}, NULL, &why);
  assert_non_null(plugin);
  bool ran = plugin_protect(plugin, run_file, path, 1, &why);
  bool good = c->message ? !ran && strstr(why.message, c->message)
                         : ran && lua_toboolean(plugin->L, -1);
  if (!good)
    print_error("%s\n  gives '%s', not '%s'\n", c->code, why.message,
                c->message ? c->message : "true");
  plugin_release(plugin);
  assert_true(good);
}

static void files_mean_the_same_with_it(void **unused) {
  (void)unused;
  char path[] = "/tmp/boardlab_prelude_XXXXXX";
  close(mkstemp(path));
  char many[8000] = "";
  for (int i = 0; i < 199; i++)
    snprintf(many + strlen(many), sizeof many - strlen(many), "local v%d = 1\n",
             i);
  strcat(many, "return type(math.floor(1.5)) == 'number' and #'' == 0");
  const Case cases[] = {
      {"return math.floor(2.5) == 2", NULL},
      {"type = function() return 7 end return type(1) == 7", NULL},
      {"function tostring() return 'x' end return tostring(1) == 'x'", NULL},
      {"local pairs = 5 return pairs == 5", NULL},
      {"local function f(math) return math end return f(3) == 3", NULL},
      {"local e = _ENV e.type = 5 return type == 5", NULL},
      {"load('type = function() return 7 end')() return type(1) == 7", NULL},
      {many, NULL},
      {"local x = 1\nlocal y = math.floor(x)\nerror 'here'", ":3: here"},
      {"error 'here'", ":1: here"},
      {"local x = math.floor(\n\n=)", ":3: unexpected symbol near '='"},
      {"math.floor = 1", "read-only"},
      {"return math.flor(1)", "field 'flor'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_case(&cases[i], path);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_names_what_the_file_mentions),
      cmocka_unit_test(all_names_fit),
      cmocka_unit_test(files_mean_the_same_with_it),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
