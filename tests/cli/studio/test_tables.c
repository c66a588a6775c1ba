/* The games that are open, and the requests about them. */
#include "cli/studio/studio.h"
#include "cli/studio/tables.h"

#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <stdlib.h>
#include <sys/resource.h>

static Studio studio;

/* ---- requests ------------------------------------------------------------*/

/* Asks for something of a table, "api/table/ID/…", or of none (""). */
static HttpReply ask(const char *path, const char *id, const char *body) {
  HttpReply reply = {0};
  char whole[100];
  json_t *json = body ? json_loads(body, 0, NULL) : NULL;
  assert_true(!body || json);
  snprintf(whole, sizeof whole, "api/%s%s%s%s", *id ? "table/" : "", id,
           *id ? "/" : "", path);
  HttpRequest request = {
      .method = body ? "POST" : "GET", .path = whole, .body = json};
  studio_answer(&studio, &request, &reply);
  json_decref(json);
  return reply;
}

static void check_refused(const char *path, const char *id, const char *body,
                          int status, const char *message) {
  HttpReply reply = ask(path, id, body);
  const char *error = json_string_value(json_object_get(reply.json, "error"));
  assert_int_equal(reply.status, status);
  assert_non_null(error);
  if (!strstr(error, message))
    fail_msg("%s: '%s' is not in '%s'", body, message, error);
  json_decref(reply.json);
}

/* Opens a game and returns its number. */
static char *open_table(const char *body) {
  HttpReply reply = ask("open", "", body);
  assert_int_equal(reply.status, 200);
  char *id = strdup(json_string_value(json_object_get(reply.json, "table")));
  json_decref(reply.json);
  return id;
}

static void check_done(const char *path, const char *id, const char *body) {
  HttpReply reply = ask(path, id, body);
  assert_int_equal(reply.status, 200);
  json_decref(reply.json);
}

static void bad_games_are_refused(void **unused) {
  static const struct {
    const char *body, *message;
  } CASES[] = {
      {"{}", "give one of"},
      {"{\"game\": \"dorix\", \"text\": \"x\"}", "give one of"},
      {"{\"game\": 3}", "\"game\" must be a string"},
      {"{\"game\": \"\"}", "game"},
      {"{\"game\": \"chess\"}", "there is no game 'chess'"},
      {"{\"game\": \"quoridor:size=99\"}", "size"},
      {"{\"game\": \"dorix\", \"seed\": -1}", "\"seed\" must be"},
      {"{\"game\": \"dorix\", \"seed\": 1.5}", "\"seed\" must be"},
      {"{\"game\": \"dorix\", \"seed\": 9223372036854775807}",
       "\"seed\" must be"},
      {"{\"game\": \"dorix\", \"seats\": \"mcts\"}", "\"seats\" must be"},
      {"{\"game\": \"dorix\", \"seats\": [1]}", "\"seats\" must be"},
      {"{\"game\": \"dorix\", \"seats\": [\"nobody\"]}",
       "there is no bot 'nobody'"},
      {"{\"game\": \"dorix\", \"seats\": [\"mcts:iterations=0\"]}",
       "iterations"},
      {"{\"game\": \"dorix\", \"set\": \"x=1\"}", "x"},
      {"{\"game\": \"dorix\", \"moves\": \"zz\"}", "zz"},
      {"{\"text\": \"nonsense\"}", "not a game file"},
      {"{\"path\": \"none.game\"}", "could not read none.game"},
      {"{\"path\": \"../x.game\"}", "outside the served folder"},
      {"{\"path\": \"x.txt\"}", "must end in .game"},
  };
  (void)unused;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
    check_refused("open", "", CASES[i].body, 400, CASES[i].message);
}

static void games_are_opened_and_saved(void **unused) {
  (void)unused;
  char *id = open_table("{\"game\": \"quoridor:size=5\", \"seed\": 7, "
                        "\"seats\": [\"human\", \"human\"]}");
  check_done("play", id, "{\"move\": \"c2\"}");
  check_refused("play", id, "{}", 400, "\"move\" must be a string");
  check_done("save", id, "{\"path\": \"my.game\"}");
  check_refused("save", id, "{\"path\": \"my.game\"}", 409, "already exists");
  check_refused("save", id, "{\"path\": \"my.game\", \"replace\": 1}", 400,
                "true or false");
  check_done("save", id, "{\"path\": \"my.game\", \"replace\": true}");
  check_refused("save", id, "{}", 400, ".game");
  check_refused("save", id, "{\"path\": \"/tmp/x.game\"}", 400, "outside");
  check_refused("play", "9", "{}", 404, "there is no game '9'");
  check_refused("events", "x", NULL, 404, "there is no game 'x'");
  HttpReply games = ask("games", "", NULL);
  const json_t *files = json_object_get(games.json, "files");
  assert_int_equal(json_array_size(files), 1);
  assert_string_equal(json_string_value(json_array_get(files, 0)), "my.game");
  json_decref(games.json);
  struct rlimit before, none;
  getrlimit(RLIMIT_NOFILE, &before);
  none = (struct rlimit){0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  check_refused("games", "", NULL, 503, "out of memory");
  setrlimit(RLIMIT_NOFILE, &before);
  char *again = open_table("{\"path\": \"my.game\"}");
  ServedTable *table = tables_take(studio.tables, again, NULL);
  json_t *game = served_do(table, "text", NULL, NULL);
  const char *text = json_string_value(json_object_get(game, "text"));
  assert_non_null(strstr(text, "seed: 7\n"));
  assert_non_null(strstr(text, "moves:\nc2\n"));
  tables_release(studio.tables, table);
  json_decref(game);
  free(again);
  free(id);
}

/* The tables that pages show stay; of the others, the one that was used least
 * recently is closed. */
static void there_are_not_too_many_games(void **unused) {
  (void)unused;
  static const char GAME[] = "{\"game\": \"dorix\"}";
  char *id[TABLES_MAX];
  for (int i = 0; i < TABLES_MAX + 1; i++) /* these take no place */
    check_refused("open", "", "{\"game\": \"chess\"}", 400,
                  "there is no game 'chess'");
  for (int i = 0; i < TABLES_MAX; i++) {
    id[i] = open_table(GAME);
    HttpReply events = ask("events", id[i], NULL);
    assert_non_null(events.channel);
    assert_int_equal(channel_listeners(events.channel), 1);
  }
  check_refused("open", "", GAME, 400, "32 games are open");
  /* Nothing is opened that has no place. */
  check_refused("open", "", "{\"game\": \"chess\"}", 400, "32 games are open");
  for (int i = 0; i < TABLES_MAX; i++) {
    ServedTable *table = tables_take(studio.tables, id[i], NULL);
    channel_leave(served_channel(table));
    tables_release(studio.tables, table);
  }
  check_done("new", id[0], "{}");
  free(open_table(GAME));
  check_done("new", id[0], "{}");
  check_refused("new", id[1], "{}", 404, "there is no game");
  check_done("new", id[2], "{}");
  for (int i = 0; i < TABLES_MAX; i++)
    free(id[i]);
}

/* Whether a table is still open. */
static bool is_open(const char *id) {
  Error why = {0};
  ServedTable *table = tables_take(studio.tables, id, &why);
  if (table)
    tables_release(studio.tables, table);
  return table;
}

/* A page that is loaded again is back at once; one that was closed is not. */
static void abandoned_games_are_closed(void **unused) {
  (void)unused;
  char *shown = open_table("{\"game\": \"dorix\"}");
  char *left = open_table("{\"game\": \"dorix\"}");
  char *hidden = open_table("{\"game\": \"games/tricks.lua\", \"seats\": "
                            "[\"human\", \"random\"]}");
  HttpReply events = ask("events", shown, NULL);
  assert_non_null(events.channel);
  tables_close_idle(studio.tables, 1000);
  tables_close_idle(studio.tables, 1000 + TABLES_IDLE - 1);
  assert_true(is_open(left)); /* which is a use of it */
  tables_close_idle(studio.tables, 2000);
  tables_close_idle(studio.tables, 2000 + TABLES_IDLE);
  assert_false(is_open(left));
  assert_true(is_open(shown));
  assert_true(is_open(hidden));
  channel_leave(events.channel);
  free(shown);
  free(left);
  free(hidden);
}

/* A page that comes back to a server that was started again must not find
 * somebody else's game under its number. */
static void numbers_are_not_used_again(void **unused) {
  (void)unused;
  char *before = open_table("{\"game\": \"dorix\"}");
  Tables *tables = studio.tables;
  studio.tables = tables_new(NULL, NULL);
  assert_non_null(studio.tables);
  for (int i = 0; i < 3; i++) {
    char *after = open_table("{\"game\": \"dorix\"}");
    assert_string_not_equal(before, after);
    free(after);
  }
  check_refused("undo", before, "{}", 404, before);
  free(before);
  tables_end(tables);
  tables_free(tables);
}

/* ---- set-up --------------------------------------------------------------*/

static const char *dir;

static int begin(void **unused) {
  (void)unused;
  dir = enter_new_dir();
  studio = (Studio){.tables = tables_new(NULL, NULL)};
  return studio.tables ? 0 : -1;
}

static int end(void **unused) {
  (void)unused;
  tables_end(studio.tables);
  tables_free(studio.tables);
  clear(dir);
  return 0;
}

int main(void) {
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(bad_games_are_refused, begin, end),
      cmocka_unit_test_setup_teardown(games_are_opened_and_saved, begin, end),
      cmocka_unit_test_setup_teardown(there_are_not_too_many_games, begin, end),
      cmocka_unit_test_setup_teardown(abandoned_games_are_closed, begin, end),
      cmocka_unit_test_setup_teardown(numbers_are_not_used_again, begin, end),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
