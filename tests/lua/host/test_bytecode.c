/* The check of compiled functions: code that Lua before 5.4.8 compiles wrongly
 * is refused, and nothing else is. */
#include "lua/host/sandbox/bytecode.h"
#include "tests/support/support.h"
#include <lauxlib.h>

/* Compiles and checks a text; returns whether it is accepted. */
static bool accepts(const char *text, Error *error) {
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  if (luaL_loadbufferx(L, text, strlen(text), "=text", "t") != LUA_OK)
    fail_msg("%s", lua_tostring(L, -1));
  bool good = bytecode_check(L, error);
  assert_int_equal(lua_gettop(L), 1);
  lua_close(L);
  return good;
}

static void check_refused(const char *text, const char *message) {
  Error error = {0};
  if (accepts(text, &error))
    fail_msg("%.300s was accepted", text);
  if (!strstr(error.message, message))
    fail_msg("%s: not '%s', but '%s'", text, message, error.message);
}

static void check_accepted(const char *text) {
  Error error = {0};
  if (!accepts(text, &error))
    fail_msg("%.300s: %s", text, error.message);
}

/* Returns a function that uses `constants` strings, then `code`. */
static char *with_constants(int constants, const char *code) {
  size_t size = (size_t)constants * 10 + strlen(code) + 100;
  char *text = malloc(size);
  int at = snprintf(text, size, "local a, b = ... local t = {\n");
  for (int i = 0; i < constants; i++)
    at += snprintf(text + at, size - (size_t)at, "'k%d',", i);
  snprintf(text + at, size - (size_t)at, "}\n%s", code);
  return text;
}

/* Wrong code before a release of Lua, which compiles it correctly. */
static void check_refused_before(int release, const char *text,
                                 const char *line) {
  if (LUA_VERSION_RELEASE_NUM >= release) {
    check_accepted(text);
    return;
  }
  check_refused(text, line);
  check_refused(text, "compiles this line incorrectly");
}

static void wrong_code_is_refused(void **unused) {
  (void)unused;
  static const char *const INDICES[] = {
      "local t\nlocal function f(a, b)\n  return t[a == b] end",
      "local t\nfunction f(a, b)\n  t[a < b] = 1 end",
      /* The register held something else before. */
      "local t\nfunction f(a, b) if a.x > 3 then\n  return t[a == b] end end",
      "local t\nfunction f(a, b) do local x = a end\n  return t[a == b] end",
      "local t\nfunction f(a, b) a.x = a.y + b.z\n  return t[a == b] end",
      "local t\nreturn { f = function(a, b) local x = 1\n  x = t[a ~= b] end }",
  };
  static const char *const OPERATIONS[] = {
      "return 1 ~ (a or b)", "return 7 & (a and b)", "return 7 | (a or b)",
      "return function()\nend, 1 ~ (a or b)"};
  for (size_t i = 0; i < COUNT(INDICES); i++)
    check_refused_before(50408, INDICES[i], "text:3: ");
  for (size_t i = 0; i < COUNT(OPERATIONS); i++) {
    char *few = with_constants(200, OPERATIONS[i]);
    char *many = with_constants(300, OPERATIONS[i]);
    check_accepted(few);
    check_refused_before(50406, many, i < 3 ? "text:3: " : "text:4: ");
    free(few);
    free(many);
  }
}

/* Lines are stored as differences, with the whole number now and then. */
static void a_message_names_the_line(void **unused) {
  (void)unused;
  char text[8000] = "";
  for (int i = 0; i < 1000; i++)
    strcat(text, i % 300 == 0 ? "\n\nx()" : "\nx()");
  strcat(text, "\ndo local a <close> = nil end");
  check_refused(text, "text:1006: to-be-closed variables");
  memset(text, '\n', 500);
  strcpy(text + 500, "function f() local a <close> = nil end");
  check_refused(text, "text:501: to-be-closed variables");
}

static void ordinary_code_is_accepted(void **unused) {
  (void)unused;
  static const char *const TEXTS[] = {
      "",
      "return ...",
      "local a, b = ... a = ... return a, b, ...",
      "local t = {} return t[t == nil], t[t and 1], (t or {})[1 < 2]",
      "local a = ... return 1 ~ (a or 2), a or 1 ~ 2",
      "local t = { f(), g(), ... } return { f() }, t",
      "for k, v in pairs(t) do local x = v\n f = function() return x, k end\n"
      "if x then break end end",
      "for i = 1, 10 do if f(i) then goto next end g(i) ::next:: end",
      "while a do local b = c() repeat local d = b() until d end",
      "do ::again:: local x = f() if x then goto again end return x end",
      "local function f(n) return n == 0 and 1 or n * f(n - 1) end return f",
      "local a, b, c = f() a, b, c = c, a, b return a .. b .. c, #a, -b, not c",
      "local s <const> = 5 return function(...) return s + select('#', ...) "
      "end",
      "x.y.z:m(1, ...):n { a = 1, 2, f() }",
      "local a, i = {}, 1 a[i], a[i + 1], i = i, a[i], a",
      "local a, i = {}, 1 a[i], a[i], a[i], i, a = f()",
      "local a = ... a.x, a.y, a = a.y + 1, 2 - a.x, a == 1",
      "do local x, y end return nil, nil",
      "do local x end local y do local z, w end f(nil, nil, y)",
      "local a = -(b + 1) * #c .. d // 2 ~ ~e return (a < b) == (c <= d)",
      "t[x] = t[y] and t[z] or not t[w] t.n = (t.n or 0) + 1",
      "goto l do local x = f() end ::l:: do local y = g() return y, y + y end",
      "if a == 1 or b ~= 'x' and not c then d = e and f or g end",
  };
  for (size_t i = 0; i < COUNT(TEXTS); i++)
    check_accepted(TEXTS[i]);
}

static void large_tables_are_accepted(void **unused) {
  (void)unused;
  char *text = with_constants(20000, "t[1] = 1000 ~ a return t, a == b");
  check_accepted(text);
  free(text);
}

static void deeply_nested_code_is_accepted(void **unused) {
  (void)unused;
  char text[4000] = "";
  for (int i = 0; i < 40; i++)
    strcat(text, "while f() do for i = 1, g() do ");
  strcat(text, "h()");
  for (int i = 0; i < 40; i++)
    strcat(text, " end end");
  check_accepted(text);
  text[0] = '\0';
  for (int i = 0; i < 90; i++)
    strcat(text, "return function(...) ");
  for (int i = 0; i < 90; i++)
    strcat(text, "end ");
  check_accepted(text);
}

/* Each pass of the check follows one of these jumps. */
static void hundreds_of_jumps_to_each_other_are_refused(void **unused) {
  (void)unused;
  enum { LABELS = 400 };
  char *text = malloc(LABELS * 60 + 100);
  int at = sprintf(text, "do goto l0 end ");
  for (int i = 1; i <= LABELS; i++)
    at += sprintf(text + at, "::l%d:: f() if g then goto l%d end ", i, i - 1);
  sprintf(text + at, "::l0:: if f(1, 2, 3) then goto l%d end", LABELS);
  check_refused(text, "too many jumps back (goto)");
  free(text);
}

static void long_chains_of_accesses_are_refused(void **unused) {
  (void)unused;
  char text[1000] = "local t = ... return t";
  for (int i = 0; i < 100; i++)
    strcat(text, i % 2 ? "['x']" : ".x");
  check_accepted(text);
  strcat(text, "[t]");
  check_refused(text, "text:1: more than 100 accesses in a row");
}

/* Writes what an argument of a call comes from. */
static void write_argument(const BytecodeArgument *a, char *text) {
  text += strlen(text);
  switch (a->source) {
  case FROM_PARAMETER:
    sprintf(text, " %d", a->parameter);
    break;
  case FROM_FIELD:
    sprintf(text, " %d.%s", a->parameter, a->name);
    break;
  case FROM_UPVALUE:
    sprintf(text, " u%d", a->upvalue);
    break;
  case FROM_ELEMENT:
    sprintf(text, " u%d[%d]", a->upvalue, a->parameter);
    break;
  case FROM_INTEGER:
    sprintf(text, " =%lld", (long long)a->number);
    break;
  case FROM_TEXT:
    sprintf(text, " '%s'", a->name);
    break;
  }
}

/* What is found of `function(s, a, b) BODY end`, in which u and v are upvalues;
 * nothing if it is not a call of a method. */
static void check_call(const char *body, const char *wanted) {
  char text[600], found[600] = "";
  snprintf(text, sizeof text,
           "local u, v\nreturn function(s, a, b) %s end, u, v", body);
  lua_State *L = luaL_newstate();
  assert_int_equal(luaL_dostring(L, text), LUA_OK);
  lua_settop(L, 1);
  BytecodeCall call;
  bytecode_find_call(L, &call);
  assert_int_equal(lua_gettop(L), 1);
  lua_close(L);
  if (call.known)
    sprintf(found, "%s%s:%s",
            call.begins    ? "begin "
            : call.returns ? "return "
                           : "",
            call.field, call.method);
  for (int i = 0; call.known && i < call.count; i++)
    write_argument(&call.argument[i], found);
  if (strcmp(found, wanted) != 0)
    fail_msg("%s: '%s', not '%s'", body, found, wanted);
}

static void functions_that_only_call_a_method_are_found(void **unused) {
  (void)unused;
  check_call("return s.board:empty()", "return board:empty");
  check_call("s.board:drop(a, b)", "board:drop 1 2");
  check_call("s.board[a] = b", "board: 1 2");
  check_call("local t = s.board return t:steps(b, u[a])",
             "return board:steps 2 u1[1]");
  check_call("return s.x:f(b.k, 'top', 3, -70000, v)",
             "return x:f 2.k 'top' =3 =-70000 u1");
  check_call("return s.x:f(1, 2, 3, 4, 5, 6)", "return x:f =1 =2 =3 =4 =5 =6");
}

static void functions_that_begin_with_one_are_found(void **unused) {
  (void)unused;
  check_call("if not s.x:f(a) then return nil end u(a) return 1",
             "begin x:f 1");
  check_call("if not s.x:f(b.k) then return end return s.x:g()",
             "begin x:f 2.k");
  check_call("if s.x:f('top') then return a end", "begin x:f 'top'");
  check_call("local t = s.x if t:f() then t[1] = u() end", "begin x:f");
  check_call("return s.x:f(1) and a or nil", "begin x:f =1");
  check_call("local w = s.x:f(a, b) return w and a or nil", "begin x:f 1 2");
  check_call("while s.x:f() do u() end", "begin x:f");
}

static void other_functions_are_not(void **unused) {
  (void)unused;
  static const char *const OTHERS[] = {
      "",
      "return s",
      "return s.board",
      "return s.board.empty()",
      "return s.board:empty(), 1",
      "return (s.board:empty())",
      "return s.board:empty():count()",
      "return s.board:f(s.board:empty())",
      "return a.board:empty()",
      "return u.board:empty()",
      "return s.board:f(1, 2, 3, 4, 5, 6, 7)",
      "return s.board:f(1.5)",
      "return s.board:f(nil)",
      "return s.board:f(a + 1)",
      "return s.board:f(s.board[a])",
      "return s.board:f(a and b)",
      "return s.board:f({})",
      "return s.board:f(u[b.k])",
      "return s.board:f 'a name that is longer than others'",
      "return s[a]:f()",
      "s.board:f() s.board:f()",
      "s.board[a] = 1",
      "s.board[a] = u",
      "s.board[1] = b",
      "s.board[a], s.board[b] = b, a",
      "local t = s.board t[a] = b return t",
      "local t = s.board return t:f(t)",
      "s = s.board return s:f(s)",
      "a = s.board return a:f(a)",
      "a = s.board a[b] = a",
      "if a then return s.board:empty() end",
      "if s.x:f() then return nil end return a",
      "if not s.x:f() then return a end return nil",
      "if not s.x:f() then return 1 end",
      "if not s.x:f() then return nil, 1 end",
      "if not s.x:f() then u() return nil end",
      "if not s.x:f() and a then return nil end return 1",
      "if not a and not s.x:f() then return nil end return 1",
      "return s.x:f() and a",
      "return not s.x:f() or nil",
      "return s.x:f() and a or b",
      "local w = s.x:f() if a then return nil end return w",
      "local w, v = s.x:f() if not w then return nil end return v",
      "repeat local w = s.x:f() until w",
  };
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    check_call(OTHERS[i], "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_code_is_refused),
      cmocka_unit_test(a_message_names_the_line),
      cmocka_unit_test(ordinary_code_is_accepted),
      cmocka_unit_test(large_tables_are_accepted),
      cmocka_unit_test(deeply_nested_code_is_accepted),
      cmocka_unit_test(hundreds_of_jumps_to_each_other_are_refused),
      cmocka_unit_test(long_chains_of_accesses_are_refused),
      cmocka_unit_test(functions_that_only_call_a_method_are_found),
      cmocka_unit_test(functions_that_begin_with_one_are_found),
      cmocka_unit_test(other_functions_are_not),
  };
  return RUN_TESTS(tests);
}
