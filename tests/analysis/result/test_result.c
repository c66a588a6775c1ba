/* A column of a result is put once, and appears in all five places: on a
 * terminal, in CSV, in JSON, on a page and in Lua. */
#include "tests/support/support.h"

#include "analysis/result/document.h"
#include "lua/host/api/lab_result.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>

static void make(ResultTable *t) {
  static const Estimate SHARES[] = {{0.125, 0.1, 0.2, 8}, {0}};
  for (int row = 0; row < 2; row++) {
    result_row(t);
    result_put_text(t, AS_TEXT("name", "name", "name"), row ? "b\"b" : "ä");
    result_section(t, "In this section");
    result_put_count(t, AS_COUNT("games", "games", "games"), 12345);
    result_put(t, AS_SHARE("in.new", "new_rate", "new", BOUNDS_SHOWN),
               SHARES[row]);
    result_put(t, AS_P("p", "p", NULL), number_if(row == 0, 1e-7));
    result_put_flag(t, AS_FLAG("list.1", "flag"), row == 1);
    result_put(t, AS_ELO("elo", NULL, "Elo"), number_if(true, 1 / 0.0));
  }
}

static void assert_json(json_t *json, const char *expected) {
  char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
  assert_string_equal(text, expected);
  free(text);
  json_decref(json);
}

static void terminals_show_it(void **state) {
  (void)state;
  ResultTable table = {0};
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  make(&table);
  assert_true(result_print(&table, out, NULL));
  fclose(out);
  assert_string_equal(text, "\nIn this section:\n\n"
                            "name    games   new (95%)              Elo\n"
                            "ä      12,345   12.5% (10.0 to 20.0)    +∞\n"
                            "b\"b    12,345   –                       +∞\n");
  free(text);
  result_free(&table);
}

static void files_have_it(void **state) {
  (void)state;
  ResultTable table = {0};
  Text csv = {0};
  make(&table);
  assert_true(result_csv(&table, &csv, NULL));
  text_reserve(&csv, 1);
  csv.bytes[csv.length] = '\0';
  assert_string_equal(
      csv.bytes, "name,games,new_rate,new_low,new_high,p,flag\n"
                 "\"ä\",12345,0.125000,0.100000,0.200000,1.00000e-07,false\n"
                 "\"b\"\"b\",12345,,,,,true\n");
  free(csv.bytes);
  char *json;
  size_t size;
  FILE *out = open_memstream(&json, &size);
  assert_true(result_write(&table, true, out, NULL));
  fclose(out);
  assert_string_equal(
      json,
      "[\n  {\"name\": \"ä\", \"games\": 12345, \"new_rate\": "
      "0.125000, \"new_low\": 0.100000, \"new_high\": 0.200000, \"p\": "
      "1.00000e-07, \"flag\": "
      "false},\n  {\"name\": \"b\\\"b\", \"games\": 12345, \"new_rate\": "
      "null, \"new_low\": null, \"new_high\": null, \"p\": null, \"flag\": "
      "true}\n]\n");
  free(json);
  result_free(&table);
}

static void pages_have_it(void **state) {
  (void)state;
  ResultTable table = {0};
  make(&table);
  json_t *json = result_page_json(&table);
  assert_json(json_copy(json_array_get(json_object_get(json, "columns"), 2)),
              "{\"key\":\"in.new\",\"title\":\"new\",\"kind\":\"share\","
              "\"bounds\":true}");
  assert_json(json_copy(json_array_get(json_object_get(json, "rows"), 0)),
              "[\"ä\",12345,[0.125,0.1,0.2],[1e-7,null,null],false,"
              "[null,null,null]]");
  assert_json(json_copy(json_array_get(json_object_get(json, "texts"), 0)),
              "[\"ä\",\"12,345\",[\"12.5%\",\"10.0 to 20.0\"],\"<0.0001\","
              "\"no\",\"+∞\"]");
  json_decref(json);
  result_free(&table);
}

static int check_rows(lua_State *L) {
  Document *document = lab_new_document(L);
  make(&document->table[document->tables++]);
  lab_push_table(L, &document->table[0]);
  lua_setglobal(L, "rows");
  if (luaL_dostring(
          L, "assert(#rows == 2 and rows[1].name == 'ä' and rows[1].games == "
             "12345) local new = rows[1]['in'].new assert(new.rate == 0.125 "
             "and new.low == 0.1 and new.high == 0.2) assert(rows[1].p == 1e-7 "
             "and rows[1].list[1] == false and rows[1].elo == math.huge) "
             "assert(rows[2]['in'] == nil and rows[2].p == nil and "
             "rows[2].list[1])"))
    lua_error(L);
  return 0;
}

static void lua_has_it(void **state) {
  (void)state;
  lua_State *L = luaL_newstate();
  luaL_requiref(L, "_G", luaopen_base, 1);
  luaL_requiref(L, "math", luaopen_math, 1);
  lua_pushcfunction(L, check_rows);
  if (lua_pcall(L, 0, 0, 0))
    fail_msg("%s", lua_tostring(L, -1));
  lua_close(L);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terminals_show_it),
      cmocka_unit_test(files_have_it),
      cmocka_unit_test(pages_have_it),
      cmocka_unit_test(lua_has_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
