/* What a plugin can reach: each case is Lua code that runs in its own sandbox
 * and either returns true or fails with a message. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include "tests/support/support.h"

typedef struct Case {
  const char *code, *message; /* NULL: it must return true */
} Case;

/* Argument: the code. */
static int run_code(lua_State *L) {
  const char *code = lua_touserdata(L, 1);
  sandbox_open(L, lab_push_module);
  if (luaL_loadbufferx(L, code, strlen(code), "=code", "t") != LUA_OK)
    return lua_error(L);
  sandbox_renew(L);
  lua_call(L, 0, 1);
  lua_pushboolean(L, lua_isboolean(L, -1) && lua_toboolean(L, -1));
  return 1;
}

static bool holds(const Case *c) {
  Error why = {0};
  Plugin *plugin = plugin_new("code", (Limits){1000000, 16 << 20}, NULL, &why);
  assert_non_null(plugin);
  int top = lua_gettop(plugin->L);
  bool ran =
      plugin_protect(plugin, run_code, (void *)(uintptr_t)c->code, 1, &why);
  bool good = c->message ? !ran && strstr(why.message, c->message)
                         : ran && lua_toboolean(plugin->L, -1);
  if (ran)
    lua_pop(plugin->L, 1);
  if (!good)
    print_error("%s\n  gives '%s', not '%s'\n", c->code, why.message,
                c->message ? c->message : "true");
  good = good && lua_gettop(plugin->L) == top;
  plugin_release(plugin);
  return good;
}

static void assert_all(const Case *cases, size_t count) {
  int failures = 0;
  for (const Case *c = cases; c < cases + count; c++)
    failures += !holds(c);
  assert_int_equal(failures, 0);
}

static void library_functions_return_the_same_as_in_plain_lua(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"return select('#', pcall(error)) == 2", NULL},
      {"local a, b = pcall(error, 'x', 0) return a == false and b == 'x'",
       NULL},
      {"return select('#', xpcall(function() return 1, 2 end, print)) == 3",
       NULL},
      {"local a, b, c = xpcall(error, function(m) return m, 7 end, 'x') "
       "return a == false and b == 'x' and c == 7",
       NULL},
      {"local co = coroutine.wrap(function(...) "
       "return pcall(coroutine.yield, ...) end) "
       "local a, b = co(1, 2) local ok, c = co(3) "
       "return a == 1 and b == 2 and ok and c == 3",
       NULL},
      {"local co = coroutine.create(function() error {} end) "
       "local good, e = coroutine.resume(co) "
       "return not good and type(e) == 'table' and "
       "coroutine.status(co) == 'dead'",
       NULL},
      {"local t = {} for k in pairs { b = 1, a = 2, 9, [3] = 1, [2.5] = 1, "
       "[true] = 1, [false] = 1 } do t[#t + 1] = tostring(k) end "
       "return table.concat(t, ' ') == '1 2.5 3 a b false true'",
       NULL},
      {"local t, n = { a = 1, b = 2, c = 3 }, 0 "
       "for k in pairs(t) do t[k] = nil n = n + 1 end "
       "return n == 3 and next(t) == nil",
       NULL},
      {"return next({}) == nil and next { 5 } == 1 and "
       "next({ 5 }, 1) == nil",
       NULL},
      {"return tostring(1.5) == '1.5' and tostring(nil) == 'nil' and "
       "tostring {} == 'table' and tostring(print) == 'function'",
       NULL},
      {"return ('%5.1f|%s|%d'):format(1.25, {}, 3) == '  1.2|table|3'", NULL},
      {"return ('hello'):find('l') == 3 and ('a.b'):find('.', 1, true) == 2",
       NULL},
      {"return (('abc'):gsub('%w', '%0%0')) == 'aabbcc'", NULL},
      {"local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) "
       "return table.concat(t) == '321'",
       NULL},
      {"local t = { 1, 2, 3 } table.insert(t, 2, 9) table.remove(t, 1) "
       "return table.concat(t) == '923' and table.unpack(t, 3) == 3",
       NULL},
      {"return load('return 1 + 1')() == 2 and "
       "load('return x', 'c', 't', { x = 5 })() == 5",
       NULL},
      {"return tonumber('0x10') == 16 and tonumber('z', 36) == 35", NULL},
      {"return utf8.len('äö') == 2 and utf8.codepoint('ä') == 228", NULL},
  };
  assert_all(cases, COUNT(cases));
}

/* A float can lie between two integers that are equal to it when converted.
 * Equal keys would come in the order of the hash table. */
static void keys_have_one_order(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"local t, n, last = {}, 0, nil "
       "for i = 0, 99 do t[math.maxinteger - i] = 1 t[2.0^63 + 2048 * i] = 1 "
       "t[math.mininteger + i] = 1 t[-2.0^63 - 2048 * (i + 1)] = 1 "
       "t[i + 0.5] = 1 t[i] = 1 t[-i - 0.5] = 1 t[(1 << 53) + i] = 1 end "
       "t[1/0] = 1 t[-1/0] = 1 "
       "for k in pairs(t) do assert(not last or last < k) last = k n = n + 1 "
       "end return n == 802",
       NULL},
      {"local t = { [math.maxinteger] = 1, [2.0^63] = 2 } "
       "local a, b = next(t) local c, d = next(t, a) "
       "return a == math.maxinteger and c == 2.0^63 and b == 1 and d == 2 and "
       "next(t, c) == nil",
       NULL},
      {"return next({ 5, 6 }, 1.0) == 2 and next({ 5 }, 0.5) == 1", NULL},
      {"next({ 5 }, 0/0)", "nan (not a number) cannot be a key"},
      {"local t = {} for i = 1, 40 do t[('x'):rep(i % 7) .. '\\0' .. i] = 1 "
       "t['k' .. i] = 1 end t[true] = 1 t[false] = 1 t[0.5] = 1 local last "
       "for k in pairs(t) do "
       "assert(type(k) ~= 'string' or type(last) ~= 'string' or last < k) "
       "last = k end return last == true",
       NULL},
  };
  assert_all(cases, COUNT(cases));
}

/* The sign of 0/0 depends on the processor. */
/* pairs and next take shortcuts for lists and for keys that they have met
 * before; the order must be that of a plain sort. The keys are drawn from small
 * sets, so that tables repeat, and some strings are too long to be shared. */
static void the_order_of_keys_is_that_of_a_plain_sort(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"local seed = 1\n"
       "local function draw(n)\n"
       "  seed = (seed * 1103515245 + 12345) % 2147483648\n"
       "  return seed // 65536 % n\n"
       "end\n"
       "local RANK = { number = 1, string = 2, boolean = 3 }\n"
       "local function before(a, b)\n"
       "  if type(a) ~= type(b) then return RANK[type(a)] < RANK[type(b)] end\n"
       "  if type(a) == 'boolean' then return not a and b end\n"
       "  return a < b\n"
       "end\n"
       "local function key(kind)\n"
       "  local i = draw(6)\n"
       "  if kind == 0 then return i + 1 end\n"
       "  if kind == 1 then return draw(2) == 0 and -i or i + 0.5 end\n"
       "  if kind == 2 then return 'k' .. i end\n"
       "  if kind == 3 then return ('long'):rep(12) .. i end\n"
       "  return i % 2 == 0\n"
       "end\n"
       "local function same(a, b)\n"
       "  for i = 1, math.max(#a, #b) do\n"
       "    if a[i] ~= b[i] then return false end\n"
       "  end\n"
       "  return true\n"
       "end\n"
       "for round = 1, 120 do\n"
       "  local t, sorted, kinds = {}, {}, draw(5) + 1\n"
       "  for i = 1, draw(9) do\n"
       "    local k = kinds == 5 and i or key(draw(kinds))\n"
       "    if t[k] == nil then sorted[#sorted + 1] = k end\n"
       "    t[k] = i\n"
       "  end\n"
       "  for i = 2, #sorted do\n"
       "    for j = i, 2, -1 do\n"
       "      if before(sorted[j], sorted[j - 1]) then\n"
       "        sorted[j], sorted[j - 1] = sorted[j - 1], sorted[j]\n"
       "      end\n"
       "    end\n"
       "  end\n"
       "  local by_pairs, by_next, kept = {}, {}, {}\n"
       "  for k, v in pairs(t) do\n"
       "    by_pairs[#by_pairs + 1] = k\n"
       "    if v ~= t[k] then return false end\n"
       "  end\n"
       "  for k, v in next, t do\n"
       "    by_next[#by_next + 1] = k\n"
       "    if v ~= t[k] then return false end\n"
       "    kept[k] = v\n"
       "    t[k] = nil\n"
       "  end\n"
       "  if not same(by_pairs, sorted) or not same(by_next, sorted) then\n"
       "    return false\n"
       "  end\n"
       "  for k in pairs(kept) do kept[k] = nil end\n"
       "  if next(kept) ~= nil then return false end\n"
       "end\n"
       "return true",
       NULL},
      {"local t, u = { a = 1, b = 2 }, { a = 1, b = 2 }\n"
       "local k, v = next(t, 'a') local x, y = next(u, 'a')\n"
       "t.c = 3 u = nil\n"
       "return k == 'b' and v == 2 and x == 'b' and y == 2 and "
       "next(t, 'b') == nil and next(t, 'b') == 'c' and "
       "next(t, 'aa') == 'b' and next(t, 0) == 'a'",
       NULL},
      {"local t = { 1, 2, 3 } local seen = ''\n"
       "for k in next, t do if k == 2 then break end end\n"
       "t[1] = nil t.x = true\n"
       "for k in next, t do seen = seen .. k end\n"
       "return seen == '23x'",
       NULL},
      {"local t = { [0] = 'a' } return table.remove(t) == 'a' and t[0] == nil",
       NULL},
      {"local t = { 1, 2, 3, 4 } local seen = ''\n"
       "for i, v in pairs(t) do t[i + 1] = nil seen = seen .. i end\n"
       "return seen == '13'",
       NULL},
  };
  assert_all(cases, sizeof cases / sizeof *cases);
}

/* Runs code again in the same plugin. Argument: the code. */
static int run_again(lua_State *L) {
  const char *code = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, code, strlen(code), "=code", "t") != LUA_OK)
    return lua_error(L);
  sandbox_renew(L);
  lua_call(L, 0, 1);
  return 1;
}

/* Whether pairs finds sorted keys that it has kept depends on what ran before,
 * and on addresses. */
static void traversals_cost_the_same_every_time(void **unused) {
  (void)unused;
  const char *code = "for n = 1, 20 do local t = {} "
                     "for i = 1, n do t['k' .. i] = i end "
                     "for k in pairs(t) do t[k] = 1 end "
                     "for k in next, t do t[k] = 2 end end return true";
  Error why = {0};
  Plugin *plugin = plugin_new("code", (Limits){1000000, 16 << 20}, NULL, &why);
  assert_non_null(plugin);
  void *argument = (void *)(uintptr_t)code;
  assert_true(plugin_protect(plugin, run_code, argument, 1, &why));
  int64_t work[3];
  for (int i = 0; i < 3; i++) {
    assert_true(plugin_protect(plugin, run_again, argument, 1, &why));
    work[i] = plugin->account->limits.work - plugin->account->budget_left;
  }
  assert_int_equal(work[1], work[0]);
  assert_int_equal(work[2], work[0]);
  lua_settop(plugin->L, 1);
  plugin_release(plugin);
}

/* Traversals of random tables, most of them with elements in Lua's array and
 * other keys beside them, against a copy whose keys are sorted plainly: fields
 * are assigned and removed meanwhile, other tables are traversed inside, keys
 * are removed and added before. */
static const char TRAVERSALS[] =
    "local seed = 5\n"
    "local function draw(n)\n"
    "  seed = (seed * 1103515245 + 12345) % 2147483648\n"
    "  return seed // 65536 % n\n"
    "end\n"
    "local RANK = { number = 1, string = 2, boolean = 3 }\n"
    "local function before(a, b)\n"
    "  if type(a) ~= type(b) then return RANK[type(a)] < RANK[type(b)] end\n"
    "  if type(a) == 'boolean' then return not a and b end\n"
    "  return a < b\n"
    "end\n"
    "local function key()\n"
    "  local kind = draw(12)\n"
    "  if kind < 4 then return draw(20) + 1 end\n"
    "  if kind == 4 then return -draw(4) end\n"
    "  if kind == 5 then return draw(20) + 0.5 end\n"
    "  if kind == 6 then return ('long'):rep(12) .. draw(3) end\n"
    "  if kind == 7 then return draw(2) == 0 end\n"
    "  return 'k' .. draw(12)\n"
    "end\n"
    "local function make()\n"
    "  local t, keys, n = {}, {}, draw(3) * draw(9)\n"
    "  for i = 1, n do t[i] = i end\n"
    "  if draw(3) > 0 then\n"
    "    for i = 1, draw(24) do t[key()] = i end\n"
    "    for i = 1, draw(12) do t[key()] = nil end\n"
    "  end\n"
    "  if draw(2) == 0 then local _ = #t end\n"
    "  for i = -4, 30 do\n"
    "    if t[i] then keys[#keys + 1] = i end\n"
    "    if t[i + 0.5] then keys[#keys + 1] = i + 0.5 end\n"
    "  end\n"
    "  for i = 0, 12 do\n"
    "    local short, long = 'k' .. i, ('long'):rep(12) .. i\n"
    "    if t[short] then keys[#keys + 1] = short end\n"
    "    if t[long] then keys[#keys + 1] = long end\n"
    "  end\n"
    "  for _, k in ipairs { true, false } do\n"
    "    if t[k] then keys[#keys + 1] = k end\n"
    "  end\n"
    "  table.sort(keys, before)\n"
    "  return t, keys\n"
    "end\n"
    "local function by_next(t) return next, t end\n"
    "local function by_calls(t)\n"
    "  return function(_, k) if k == nil then return next(t) end\n"
    "    return next(t, k) end, nil, nil\n"
    "end\n"
    "local WAYS = { pairs, by_next, by_calls }\n"
    "local function visit(depth)\n"
    "  local t, keys = make()\n"
    "  local remove, inner, at = draw(3), draw(4), 0\n"
    "  assert(next(t) == keys[1])\n"
    "  for k, v in WAYS[draw(3) + 1](t) do\n"
    "    at = at + 1\n"
    "    while keys[at] ~= nil and t[keys[at]] == nil do at = at + 1 end\n"
    "    assert(k == keys[at] and v == t[k], 'wrong key')\n"
    "    assert(math.type(k) == math.type(keys[at]))\n"
    "    t[k] = remove > 0 and 0 or nil\n"
    "    if remove == 1 and #keys > 0 then\n"
    "      local later = at + draw(#keys)\n"
    "      if later > at and keys[later] ~= nil then\n"
    "        t[keys[later]] = nil\n"
    "      end\n"
    "    end\n"
    "    if inner == 0 and depth < 3 then visit(depth + 1) end\n"
    "  end\n"
    "  for i = at + 1, #keys do assert(t[keys[i]] == nil, 'left out') end\n"
    "end\n"
    "for _ = 1, 80 do visit(1) end\n"
    "return true";

/* The same for tables with strings beside their elements, as they change
 * meanwhile in every way: keys are added and removed, tables grow, get a
 * metatable or become one, and garbage is collected. A traversal visits the
 * keys that there were when it began, by `next` with the second call, as long
 * as they have a value. */
static const char NAMES[] =
    "local seed = 7\n"
    "local function draw(n)\n"
    "  seed = (seed * 1103515245 + 12345) % 2147483648\n"
    "  return seed // 65536 % n\n"
    "end\n"
    "local SHARED = { 'x' }\n"
    "local function value()\n"
    "  local VALUES = { draw(9), draw(9) + 0.5, draw(2) == 0, 'text', SHARED, "
    "print }\n"
    "  return VALUES[draw(#VALUES) + 1]\n"
    "end\n"
    "local function make(size)\n"
    "  local t, n = {}, draw(3) * draw(5)\n"
    "  for i = 1, n do t[i] = value() end\n"
    "  if n > 2 and draw(2) == 0 then t[draw(n - 1) + 1] = nil end\n"
    "  for _ = 1, draw(size) do t['k' .. draw(size)] = value() end\n"
    "  for _ = 1, draw(4) do t['k' .. draw(size)] = nil end\n"
    "  return t\n"
    "end\n"
    "local function keys_of(t, size)\n"
    "  local keys = {}\n"
    "  for i = -1, 40 do if rawget(t, i) ~= nil then keys[#keys + 1] = i end "
    "end\n"
    "  local names = {}\n"
    "  for i = 0, size do\n"
    "    if rawget(t, 'k' .. i) ~= nil then names[#names + 1] = 'k' .. i end\n"
    "  end\n"
    "  table.sort(names)\n"
    "  for _, name in ipairs(names) do keys[#keys + 1] = name end\n"
    "  return keys\n"
    "end\n"
    "local function change(t, size)\n"
    "  local what = draw(9)\n"
    "  if what == 0 then t['k' .. draw(size)] = nil\n"
    "  elseif what == 1 then t['k' .. draw(size)] = value()\n"
    "  elseif what == 2 then table.insert(t, value())\n"
    "  elseif what == 3 then t[draw(9) - 1] = nil\n"
    "  elseif what == 4 then for i = 1, 30 do t['z' .. i] = i end\n"
    "    for i = 1, 30 do t['z' .. i] = nil end\n"
    "  elseif what == 5 then setmetatable(t, { __index = SHARED })\n"
    "  elseif what == 6 then setmetatable({}, t) end\n"
    "  for i = 1, draw(3) * 20 do local _ = { 'g' .. i } end\n"
    "end\n"
    "local function is_next(t, keys, at, k, v)\n"
    "  repeat at = at + 1 until keys[at] == nil or rawget(t, keys[at]) ~= nil\n"
    "  assert(k == keys[at] and math.type(k) == math.type(keys[at]), 'wrong "
    "key')\n"
    "  assert(k == nil or rawequal(v, rawget(t, k)), 'wrong value')\n"
    "  return at\n"
    "end\n"
    "local function visit(depth)\n"
    "  local size = draw(2) == 0 and 6 or 40\n"
    "  local t, at = make(size), 0\n"
    "  local changes, inner, by_next = draw(3), draw(5), draw(2) == 0\n"
    "  local keys = keys_of(t, size)\n"
    "  local f, s, k = pairs(t)\n"
    "  if by_next then f, s, k = next, t, nil end\n"
    "  local v\n"
    "  for step = 1, 200 do\n"
    "    if by_next and step == 2 then\n"
    "      local now = keys_of(t, size)\n"
    "      for i, key in ipairs(now) do if key == k then at = i end end\n"
    "      if now[at] ~= k then break end\n"
    "      keys = now\n"
    "    end\n"
    "    k, v = f(s, k)\n"
    "    at = is_next(t, keys, at, k, v)\n"
    "    if k == nil then break end\n"
    "    if changes == 0 then change(t, size) end\n"
    "    if changes == 1 then t[k] = nil end\n"
    "    if inner == 0 and depth < 3 and not (by_next and changes == 0) then\n"
    "      visit(depth + 1)\n"
    "    end\n"
    "    if inner == 1 then for key in pairs(t) do t[key] = t[key] end end\n"
    "    if inner == 2 and not by_next then assert(next(t) == keys_of(t, "
    "size)[1]) end\n"
    "  end\n"
    "end\n"
    "for _ = 1, 150 do visit(1) end\n"
    "for _ = 1, 20 do\n"
    "  local t = make(40)\n"
    "  for _ = 1, 200 do\n"
    "    local k, v = next(t)\n"
    "    is_next(t, keys_of(t, 40), 0, k, v)\n"
    "    if k == nil then break end\n"
    "    if draw(4) > 0 then t[k] = nil else change(t, 40) end\n"
    "  end\n"
    "end\n"
    "return true\n";

/* Returns the work of code that must not fail, where the sandbox may read
 * tables as Lua keeps them in memory or not. */
static int64_t work_of(const char *code, bool reads_tables) {
  Error why = {0};
  Limits limits = {100000000, 16 << 20};
  bool known = raw_table_is_known();
  raw_table_set_known(reads_tables);
  Plugin *plugin = plugin_new("code", limits, NULL, &why);
  raw_table_set_known(known);
  assert_non_null(plugin);
  void *argument = (void *)(uintptr_t)code;
  assert_true(plugin_protect(plugin, run_code,
                             (void *)(uintptr_t) "return true", 1, &why));
  if (!plugin_protect(plugin, run_again, argument, 1, &why))
    fail_msg("%s", why.message);
  int64_t work = limits.work - plugin->account->budget_left;
  lua_settop(plugin->L, 1);
  plugin_release(plugin);
  return work;
}

static void random_tables_are_visited_in_order(void **unused) {
  (void)unused;
  assert_int_equal(work_of(TRAVERSALS, true), work_of(TRAVERSALS, false));
  assert_int_equal(work_of(NAMES, true), work_of(NAMES, false));
}

/* Walks through a dozen tables, forty at a time, with keys that need not be in
 * the table: while no key is added, the next key is always the smallest one
 * that is greater, whatever has been asked before. */
static const char WALKS[] =
    "local seed = 11\n"
    "local function draw(n)\n"
    "  seed = (seed * 1103515245 + 12345) % 2147483648\n"
    "  return seed // 65536 % n\n"
    "end\n"
    "local ALL = {}\n"
    "for i = -2, 14 do\n"
    "  ALL[#ALL + 1] = i\n"
    "  if i % 4 == 1 then ALL[#ALL + 1] = i + 0.5 end\n"
    "end\n"
    "for i = 10, 30 do ALL[#ALL + 1] = 'k' .. i end\n"
    "for i = 1, 3 do ALL[#ALL + 1] = ('long'):rep(12) .. i end\n"
    "ALL[#ALL + 1] = false\n"
    "ALL[#ALL + 1] = true\n"
    "local PLACE = {}\n"
    "for i = 1, #ALL do PLACE[ALL[i]] = i end\n"
    "local function after(t, k)\n"
    "  local i = k == nil and 1 or PLACE[k] + 1\n"
    "  while ALL[i] ~= nil and t[ALL[i]] == nil do i = i + 1 end\n"
    "  return ALL[i], t[ALL[i]]\n"
    "end\n"
    "local WAYS = { next, (pairs {}) }\n"
    "local TABLES, CURSORS = {}, {}\n"
    "local function is_right(way, t, k)\n"
    "  local key, value = after(t, k)\n"
    "  if k ~= nil and draw(4) == 0 and type(k) == 'string' then\n"
    "    k = (k .. 'x'):sub(1, -2)\n"
    "  end\n"
    "  local a, b = way(t, k)\n"
    "  assert(a == key and math.type(a) == math.type(key), 'wrong key')\n"
    "  assert(b == value, 'wrong value')\n"
    "  return a\n"
    "end\n"
    "for i = 1, 12 do\n"
    "  local t, kinds = {}, draw(4)\n"
    "  for _ = 1, 4 + draw(30) do\n"
    "    local k = ALL[draw(#ALL) + 1]\n"
    "    local is_number = math.type(k) == 'integer' and k > 0\n"
    "    if kinds == 0 and is_number or kinds == 1 and type(k) == 'string' "
    "and\n"
    "      #k < 9 or kinds > 1 then t[k] = draw(3) == 0 and 'text' or draw(9) "
    "end\n"
    "  end\n"
    "  TABLES[i] = t\n"
    "end\n"
    "for i = 1, 40 do CURSORS[i] = { TABLES[draw(12) + 1], WAYS[draw(2) + 1] } "
    "end\n"
    "local function step(c) c[3] = is_right(c[2], c[1], c[3]) end\n"
    "for i = 1, 1500 do\n"
    "  local what = draw(20)\n"
    "  if what < 14 then step(CURSORS[draw(13) * 3 + 1])\n"
    "  elseif what == 14 then\n"
    "    is_right(WAYS[draw(2) + 1], TABLES[draw(12) + 1], ALL[draw(#ALL) + "
    "1])\n"
    "  elseif what == 15 then is_right(next, TABLES[draw(12) + 1])\n"
    "  elseif what == 16 then\n"
    "    local c, co = CURSORS[draw(40) + 1], coroutine.wrap(step)\n"
    "    co(c)\n"
    "  elseif what == 17 then\n"
    "    local t, last = TABLES[draw(12) + 1], nil\n"
    "    for k, v in pairs(t) do\n"
    "      local key, value = after(t, last)\n"
    "      assert(k == key and v == value, 'wrong key in a loop')\n"
    "      last = k\n"
    "      if draw(6) == 0 then break end\n"
    "      if draw(3) == 0 then step(CURSORS[draw(40) + 1]) end\n"
    "    end\n"
    "  elseif what == 18 and i % 3 == 0 then\n"
    "    local t = TABLES[draw(12) + 1]\n"
    "    t[ALL[draw(#ALL) + 1]] = nil\n"
    "  else\n"
    "    local t = TABLES[draw(12) + 1]\n"
    "    local k = after(t)\n"
    "    if k ~= nil then t[k] = draw(5) end\n"
    "  end\n"
    "end\n"
    "local function nest(depth, t)\n"
    "  local last\n"
    "  for k in pairs(t) do\n"
    "    assert(k == after(t, last))\n"
    "    last = k\n"
    "    if depth < 12 then nest(depth + 1, TABLES[depth]) end\n"
    "    if depth > 2 then break end\n"
    "  end\n"
    "end\n"
    "nest(1, { 1, 2, k11 = 1, k12 = 2 })\n"
    "return true\n";

/* First keys of tables that change between the calls in every way that adds or
 * removes keys. */
static const char FIRST[] =
    "local lab = require 'boardlab'\n"
    "local rng, position = lab.rng(1), lab.game 'tictacdoh':start()\n"
    "local function draw(n) return rng(n) - 1 end\n"
    "local NAMES = {}\n"
    "for i = 1, 70 do NAMES[i] = ('n%02d'):format(i) end\n"
    "local function first(t)\n"
    "  for i = -1, 120 do if rawget(t, i) ~= nil then return i end end\n"
    "  for i = 1, #NAMES do\n"
    "    if rawget(t, NAMES[i]) ~= nil then return NAMES[i] end\n"
    "  end\n"
    "end\n"
    "local function is_right(t)\n"
    "  local key = first(t)\n"
    "  local k, v = next(t)\n"
    "  assert(k == key and math.type(k) == math.type(key), 'wrong key')\n"
    "  assert(v == (key and rawget(t, key)), 'wrong value')\n"
    "end\n"
    "local function less(a, b) return (tonumber(a) or 0) < (tonumber(b) or 0) "
    "end\n"
    "local function change(t, names)\n"
    "  local what = draw(16)\n"
    "  local name = NAMES[draw(names) + 1]\n"
    "  if what < 4 then t[name] = nil\n"
    "  elseif what == 4 then t[name] = what\n"
    "  elseif what == 5 then rawset(t, name, what)\n"
    "  elseif what == 6 then table.insert(t, what)\n"
    "  elseif what == 7 then table.remove(t)\n"
    "  elseif what == 8 then t[draw(9)] = nil\n"
    "  elseif what == 9 then t[draw(12)] = what\n"
    "  elseif what == 10 then rng:shuffle(t)\n"
    "  elseif what == 11 then table.sort(t, less)\n"
    "  elseif what == 12 and not getmetatable(t) then position:moves(t)\n"
    "  elseif what == 13 then for i = 1, 120 do t[i] = nil end\n"
    "  elseif what == 14 then table.move({ 1, 2, 3 }, 1, 3, draw(6) + 1, t)\n"
    "  elseif what == 15 then setmetatable({}, t) end\n"
    "  if what == 0 and draw(4) == 0 then setmetatable(t, {}) end\n"
    "end\n"
    "for round = 1, 30 do\n"
    "  local t, names = {}, ({ 5, 40, 70, 1 })[round % 4 + 1]\n"
    "  for i = 1, draw(3) * draw(8) do t[i] = i end\n"
    "  for i = 1, names do if draw(4) > 0 then t[NAMES[i]] = i end end\n"
    "  if draw(3) == 0 then t[-1] = 1 end\n"
    "  for _ = 1, 60 do\n"
    "    for _ = 1, draw(4) do is_right(t) end\n"
    "    if draw(3) == 0 then is_right { a = 1, t } end\n"
    "    if draw(3) == 0 then t[first(t) or 1] = nil end\n"
    "    if draw(2) == 0 then change(t, names) end\n"
    "  end\n"
    "end\n"
    "return true\n";

static void walks_and_first_keys_are_right_after_any_calls(void **unused) {
  (void)unused;
  assert_int_equal(work_of(WALKS, true), work_of(WALKS, false));
  work_of(FIRST, true); /* it depends on the length of lists with holes */
  work_of(FIRST, false);
}

/* What pairs returns may be called with any table and key, also by hand. */
static void iterators_take_any_key(void **unused) {
  (void)unused;
  const char *code =
      "for _, t in ipairs { { b = 1, a = 2, d = true }, "
      "{ 7, 8, b = 1, a = 2, d = true } } do\n"
      "local f = pairs(t) local first = t[1] and 1 or 'a'\n"
      "assert(f(t) == first and f(t) == first and f(t, nil, 3) == first)\n"
      "assert(f({}, 'a') == nil and f(t, 'b', 'a') == 'd')\n"
      "assert(f({ a = 1, c = 2 }, 'a') == 'c' and not pcall(f))\n"
      "assert(f(t, 'd') == nil and f(t, 'c') == 'd' and f(t, '1') == 'a')\n"
      "assert(f(t, 1.5) == (t[2] and 2 or 'a') and not pcall(f, t, t))\n"
      "assert(f(t, 0) == first and f(t, true) == nil and f(t, -1) == first)\n"
      "assert(not t[1] or f(t, 1) == 2 and f(t, 2) == 'a')\n"
      "assert(next(t, 0) == first and next(t, 3) == 'a')\n"
      "assert(next(t, 1.5) == (t[2] and 2 or 'a') and next(t, 'c') == 'd')\n"
      "local u = { b = 3, a = 4, d = 5 } local g = pairs(u)\n"
      "for k, v in f, t do assert(v == t[k])\n"
      "if g(u, k) then u[k] = nil end end\n"
      "assert(next(u) == 'd')\n"
      "local n = 0 for k in pairs(string) do n = n + #k end assert(n > 20)\n"
      "local h, s = pairs(string) assert(h(s, 'char') == 'find')\n"
      "end return true";
  assert_int_equal(work_of(code, true), work_of(code, false));
}

/* The first of a few keys costs the same, so that they need not be counted. */
static void the_first_key_has_a_fixed_cost(void **unused) {
  (void)unused;
  const char *code = "local t = {} for i = 1, 64 do t['k' .. i] = i end "
                     "for i = 1, 64 do if i > %d then t['k' .. i] = nil "
                     "else t['k' .. i] = 1 end end "
                     "local a = next(t) a = next(t) return true";
  int64_t work[3];
  for (int i = 0; i < 3; i++) {
    char text[512];
    snprintf(text, sizeof text, code, (int[]){64, 5, 0}[i]);
    work[i] = work_of(text, true);
    assert_int_equal(work_of(text, false), work[i]);
  }
  assert_in_range(work[1] - work[0], 0, 64); /* other instructions */
  assert_true(work[2] < work[1] - 100);
}

/* A list whose elements Lua does not keep in the array, because there was room
 * for them elsewhere, costs what any other list costs. */
static void the_cost_depends_on_the_keys_alone(void **unused) {
  (void)unused;
  const char *code = "local t = %s for i = 1, 6 do t[i] = i end "
                     "for k in pairs(t) do t[k] = 1 end "
                     "for k in next, t do t[k] = 2 end "
                     "local a = next(t) return true";
  const char *const MADE[] = {
      "{ nil, nil, nil, nil, nil, nil, nil, nil, x = nil, y = nil }",
      "{ x1 = nil, x2 = nil, x3 = nil, x4 = nil, x5 = nil, x6 = nil, "
      "x7 = nil, x8 = nil }",
      "{}"};
  int64_t work[3];
  for (int i = 0; i < 3; i++) {
    char text[512];
    snprintf(text, sizeof text, code, MADE[i]);
    work[i] = work_of(text, true);
  }
  assert_int_equal(work[1], work[0]);
  assert_int_equal(work[2], work[0]);
}

/* Keys that are added while a table is traversed are not visited, not even
 * among the elements of an array. */
static void new_keys_are_not_visited(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"local t, seen = { 1, 2, 3 }, ''\n"
       "for k in pairs(t) do t[k + 3] = 1 t['a' .. k] = 1 seen = seen .. k "
       "end\n"
       "return seen == '123'",
       NULL},
      {"local t, seen = { 1, 2, b = 1, d = 1 }, ''\n"
       "for k in pairs(t) do t[k .. 'x'] = 1 t.a = 1 t[3] = 1\n"
       "seen = seen .. k end return seen == '12bd'",
       NULL},
      {"local t, seen = { 1, 2, b = 1, d = 1 }, ''\n"
       "for k in next, t do if k ~= 1 then t[k .. 'x'] = 1 t.a = 1 t[3] = 1 "
       "end seen = seen .. k end return seen == '12bd'",
       NULL},
      {"local t, seen = { 1, nil, 3, nil, 5 }, ''\n"
       "for k in pairs(t) do t[2] = 1 t[4] = 1 seen = seen .. k end\n"
       "return seen == '135'",
       NULL},
      {"local t, seen = { 1, nil, 3, nil, 5, x = 1, [-1] = 1 }, ''\n"
       "for k in pairs(t) do t[2] = 1 t[4] = 1 seen = seen .. k end\n"
       "return seen == '-1135x'",
       NULL},
      {"local t, seen = { 1, nil, 3, nil, 5, nil, 7 }, ''\n"
       "for k in next, t do if k == 3 then t[4] = 1 t[6] = 1 end\n"
       "seen = seen .. k end return seen == '1357'",
       NULL},
  };
  assert_all(cases, COUNT(cases));
}

/* A metatable that has been checked is not checked again until a key is added.
 */
static void metatables_are_checked_after_every_change(void **unused) {
  (void)unused;
  const char *const REFUSED[] = {"__gc", "__mode", "__close"};
  const char *const ADD[] = {"m.%s = print",
                             "rawset(m, '%s', print)",
                             "m.%s = false",
                             "local k = '%s' m[k] = print",
                             "m.__index = nil m.%s = print",
                             "for i = 1, 40 do m['k' .. i] = i end m.%s = 1"};
  for (size_t i = 0; i < COUNT(REFUSED); i++)
    for (size_t j = 0; j < COUNT(ADD); j++) {
      char add[128], code[512], message[64];
      snprintf(add, sizeof add, ADD[j], REFUSED[i]);
      snprintf(message, sizeof message, "a metatable with %s", REFUSED[i]);
      snprintf(code, sizeof code,
               "local m = { __index = {} } for _ = 1, 3 do "
               "setmetatable({}, m) end %s setmetatable({}, m)",
               add);
      const Case refused = {code, message};
      assert_all(&refused, 1);
    }
  const Case cases[] = {
      {"local m = {} setmetatable({}, m) m.__gc = print m.__gc = nil "
       "setmetatable({}, m) m.__index = { x = 5 } "
       "return setmetatable({}, m).x == 5",
       NULL},
      {"setmetatable({}, { __gc = print })", "a metatable with __gc"},
      {"local m = {} setmetatable(m, m) m.__gc = 1 setmetatable({}, m)",
       "a metatable with __gc"},
  };
  assert_all(cases, COUNT(cases));
}

/* Integers are sorted another way than other values. */
static void sorting_is_stable_and_right(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"local seed = 7\n"
       "for n = 0, 40 do\n"
       "  local a, b, c = {}, {}, {}\n"
       "  for i = 1, n do\n"
       "    seed = (seed * 1103515245 + 12345) % 2147483648\n"
       "    local v = seed // 65536 % 10 - 5\n"
       "    a[i], b[i], c[i] = v, v + 0.5, { v = v, i = i }\n"
       "  end\n"
       "  table.sort(a) table.sort(b)\n"
       "  table.sort(c, function(x, y) return x.v > y.v end)\n"
       "  for i = 2, n do\n"
       "    local x, y = c[i - 1], c[i]\n"
       "    if a[i - 1] > a[i] or b[i - 1] > b[i] then return false end\n"
       "    if x.v < y.v or x.v == y.v and x.i > y.i then return false end\n"
       "  end\n"
       "  if #a ~= n or #b ~= n or #c ~= n then return false end\n"
       "end\n"
       "return true",
       NULL},
      {"table.sort { 1, 'a', 2 }", "attempt to compare"},
      {"table.sort({ 3, 1, 2 }, 5)", "function expected"},
  };
  assert_all(cases, sizeof cases / sizeof *cases);
}

static void every_nan_has_the_same_text(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"return tostring(0/0) == 'nan' and tostring(-(0/0)) == 'nan'", NULL},
      {"local a, b = 0/0, -(0/0) return a .. '' == 'nan' and '' .. b == 'nan'",
       NULL},
      {"local a, b = 0/0, -(0/0) for _, f in ipairs { 'f', 'e', 'g', '.3f', "
       "'5.1f', '-6g', 'a' } do f = '%' .. f "
       "assert(f:format(a) == f:format(b)) "
       "assert(f:format(a):match '^ *nan *$') end return true",
       NULL},
      {"return ('%s %s %+g'):format(0/0, -(0/0), 0/0) == 'nan nan +nan' and "
       "('%q'):format(-(0/0)) == '(0/0)'",
       NULL},
      {"return table.concat({ 0/0, -(0/0) }, ' ') == 'nan nan'", NULL},
      {"return string.len(0/0) == 3 and ('x'):rep(2, 0/0) == 'xnanx' and "
       "(('x'):gsub('x', { x = 0/0 })) == 'nan'",
       NULL},
      {"for _, x in ipairs { math.sqrt(-1), math.log(-1), math.acos(2), "
       "math.huge - math.huge, math.fmod(1, 0.0), 1 % 0.0, (-8) ^ 0.5 } do "
       "assert(tostring(x) == 'nan') assert(tostring(-x) == 'nan') end "
       "return true",
       NULL},
      {"error(0/0)", "code:1: nan"},
      {"error(-(0/0))", "code:1: nan"},
      {"require 'boardlab'.search.mcts(require 'boardlab'.game "
       "'tictacdoh':start(), { c = 0/0 })",
       "not nan"},
      {"require 'boardlab'.search.mcts(require 'boardlab'.game "
       "'tictacdoh':start(), { policy = function() return -(0/0) end })",
       "not nan"},
      {"require 'boardlab'.search.mcts(require 'boardlab'.game "
       "'tictacdoh':start(), { evaluate = function() return -(0/0) end })",
       "not nan"},
      {"return tostring(1/0) == 'inf' and tostring(-1/0) == '-inf' and "
       "tostring(-0.0) == '-0.0' and tostring(3.0) == '3.0' and 3 .. '' == "
       "'3' and tostring(0.1) == '0.1' and tostring(2^53) == '9.007199254741e+"
       "15' and ('%.17g'):format(0.1) == '0.10000000000000001' and "
       "('%5.1f|%d'):format(-1.25, -7) == ' -1.2|-7'",
       NULL},
  };
  assert_all(cases, COUNT(cases));
}

static void functions_that_lead_out_of_the_sandbox_are_missing(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"return not (io or os or debug or package or dofile or loadfile)", NULL},
      {"return collectgarbage == nil and string.dump == nil", NULL},
      {"return load('\\27Lua') == nil", NULL},
      {"return getmetatable('') == false and getmetatable(_G) == false", NULL},
      {"require 'os'", "there is no module 'os'"},
      {"string.x = 1", "string is read-only"},
      {"_G.x = 1", "_G is read-only"},
      {"setmetatable({}, { __gc = print })", "__gc is not allowed"},
      {"setmetatable({}, { __mode = 'k' })", "__mode is not allowed"},
      {"setmetatable({}, { __close = print })", "__close is not allowed"},
      {"local f, why = load('local x <close> = nil') "
       "return f == nil and why:find('to-be-closed', 1, true) ~= nil",
       NULL},
      {"return ('%p'):format({})", "'%p' is not available"},
      {"for k in pairs { [{}] = 1 } do end", "has no fixed order"},
      {"math.randomseed(1)", "math.randomseed"},
  };
  assert_all(cases, COUNT(cases));
}

static void a_plugin_cannot_catch_the_error_that_stops_it(void **unused) {
  (void)unused;
  const Case cases[] = {
      {"while true do end", "code:1: exceeded its budget of 1000000"},
      {"while true do pcall(function() while true do end end) end",
       "exceeded its budget"},
      {"pcall(string.rep, 'x', 1 << 30) return true",
       "created a table, string or stack"},
      {"coroutine.wrap(function() while true do end end)()",
       "exceeded its budget"},
      {"error {}", "code:1: (error object is a table value)"},
      {"error('x\\ny')", "code:1: x"},
      {"error()", "(error object is a nil value)"},
  };
  assert_all(cases, COUNT(cases));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(library_functions_return_the_same_as_in_plain_lua),
      cmocka_unit_test(keys_have_one_order),
      cmocka_unit_test(the_order_of_keys_is_that_of_a_plain_sort),
      cmocka_unit_test(traversals_cost_the_same_every_time),
      cmocka_unit_test(random_tables_are_visited_in_order),
      cmocka_unit_test(walks_and_first_keys_are_right_after_any_calls),
      cmocka_unit_test(iterators_take_any_key),
      cmocka_unit_test(the_first_key_has_a_fixed_cost),
      cmocka_unit_test(the_cost_depends_on_the_keys_alone),
      cmocka_unit_test(new_keys_are_not_visited),
      cmocka_unit_test(metatables_are_checked_after_every_change),
      cmocka_unit_test(sorting_is_stable_and_right),
      cmocka_unit_test(every_nan_has_the_same_text),
      cmocka_unit_test(functions_that_lead_out_of_the_sandbox_are_missing),
      cmocka_unit_test(a_plugin_cannot_catch_the_error_that_stops_it),
  };
  int failed = RUN_TESTS(tests);
  raw_table_set_known(false); /* the same through Lua's functions alone */
  return RUN_TESTS(tests) || failed;
}
