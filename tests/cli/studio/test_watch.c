/* Watching a Lua file, and trying each of its versions. The argument is
 * boardlab. */
#include "cli/studio/watch.h"

#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <jansson.h>
#include <stdatomic.h>
#include <unistd.h>

static TaskCommands commands;

/* A race: each move is a step of 1 or 2, and whoever comes to `goal` wins. */
static const char RULES[] =
    "local lab = require 'boardlab'\n"
    "local goal = require 'goal'\n"
    "return lab.rules {\n"
    "  name = 'race', max_moves = 2, max_plies = 100,\n"
    "  state = {at = 1},\n"
    "  moves = function() return {1, 2} end,\n"
    "  play = function(s, move)\n"
    "    s.at = s.at + move\n"
    "  end,\n"
    "  outcome = function(s, mover) return s.at >= goal and mover or nil end,\n"
    "}\n";

static const char *const EVENTS[] = {"trial", NULL};

typedef struct Setup {
  const char *dir;
  Channel *channel;
  ChannelSeen seen;
  Watch *watch;
  atomic_int reloads;
  char last[2000]; /* event, for messages */
} Setup;

static void reload(void *context) {
  Setup *s = context;
  s->reloads++;
}

static void begin_in_turn(Setup *s, Turns *turns) {
  *s = (Setup){.dir = enter_new_dir()};
  write_text("goal.lua", "return 6\n");
  write_text("race.lua", RULES);
  s->channel = channel_new(EVENTS, NULL, NULL);
  assert_true(channel_join(s->channel));
  const WatchPlan plan = {.spec = "race.lua",
                          .channel = s->channel,
                          .reload = reload,
                          .context = s,
                          .commands = &commands,
                          .turns = turns,
                          .pace = 0.03};
  s->watch = watch_start(&plan);
  assert_non_null(s->watch);
}

static void begin(Setup *s) {
  begin_in_turn(s, NULL);
}

static void end(Setup *s) {
  watch_stop(s->watch);
  channel_leave(s->channel);
  channel_end(s->channel);
  channel_free(s->channel);
  clear(s->dir);
}

/* Waits for an event of a version in a state; the caller frees it. */
static json_t *wait_for(Setup *s, int version, const char *state) {
  for (int i = 0; i < 1000; i++) {
    ChannelNews news;
    if (channel_wait(s->channel, &s->seen, 10000, &news) != CHANNEL_NEWS)
      break;
    json_t *json = json_loads(news.text, 0, NULL);
    snprintf(s->last, sizeof s->last, "%s", news.text);
    free(news.text);
    assert_non_null(json);
    if (json_integer_value(json_object_get(json, "version")) == version &&
        strcmp(json_string_value(json_object_get(json, "state")), state) == 0)
      return json;
    json_decref(json);
  }
  fail_msg("no trial of version %d is %s, after %s", version, state, s->last);
  return NULL;
}

static const json_t *part(const json_t *json, const char *one,
                          const char *other) {
  return json_object_get(json_object_get(json, one), other);
}

/* Whether a sentence of a list has this text in it. */
static bool says(const json_t *list, const char *text) {
  for (size_t i = 0; i < json_array_size(list); i++)
    if (strstr(json_string_value(json_array_get(list, i)), text))
      return true;
  return false;
}

static void a_change_is_tried_and_compared(void **unused) {
  (void)unused;
  Setup s;
  begin(&s);
  json_t *first = wait_for(&s, 1, "done");
  assert_int_equal(json_integer_value(part(first, "batch", "games")), 1000);
  const json_t *figures = part(first, "batch", "figures");
  assert_true(says(json_array_get(figures, 0), "seat 1 wins"));
  assert_true(says(json_array_get(figures, 1), "seat 2 wins"));
  assert_true(json_is_true(part(first, "check", "good")));
  assert_true(says(part(first, "check", "lines"), "no problems"));
  assert_true(json_is_null(json_object_get(first, "changed")));
  json_decref(first);
  assert_int_equal(s.reloads, 0);
  write_text("goal.lua", "return 20\n"); /* which the file requires */
  json_t *second = wait_for(&s, 2, "done");
  assert_int_equal(s.reloads, 1);
  assert_int_equal(json_integer_value(part(second, "changed", "before")), 1);
  assert_true(
      says(part(second, "changed", "sentences"), "Version 2 is longer"));
  assert_int_equal(json_integer_value(part(second, "check", "version")), 2);
  json_decref(second);
  end(&s);
}

static void an_error_is_shown_until_it_is_mended(void **unused) {
  (void)unused;
  Setup s;
  begin(&s);
  json_decref(wait_for(&s, 1, "running"));
  edit("race.lua", "s.at = s.at + move", "s.at = = move");
  json_t *failed = wait_for(&s, 2, "failed");
  const char *message = json_string_value(part(failed, "error", "message"));
  assert_non_null(strstr(message, "race.lua:8"));
  json_decref(failed);
  edit("race.lua", "s.at = = move", "s.at = s.at + move");
  json_t *mended = wait_for(&s, 3, "done");
  assert_true(json_is_null(json_object_get(mended, "error")));
  json_decref(mended);
  /* Rules that can be opened, but fail while they are played. */
  edit("race.lua", "s.at = s.at + move", "s.at = s.at + nothing");
  failed = wait_for(&s, 4, "failed");
  message = json_string_value(part(failed, "error", "message"));
  assert_non_null(strstr(message, "race.lua:8"));
  json_decref(failed);
  end(&s);
}

/* What is missing was never read, so no content tells that it is there. */
static void a_missing_file_is_noticed_when_it_comes(void **unused) {
  (void)unused;
  Setup s;
  begin(&s);
  json_decref(wait_for(&s, 1, "running"));
  unlink("goal.lua");
  json_decref(wait_for(&s, 2, "failed"));
  write_text("goal.lua", "return 6\n");
  json_decref(wait_for(&s, 3, "done"));
  end(&s);
}

static void the_mode_can_be_changed(void **unused) {
  (void)unused;
  Setup s;
  begin(&s);
  json_decref(wait_for(&s, 1, "done"));
  watch_set_mode(s.watch, TRIAL_OFF);
  json_decref(wait_for(&s, 1, "off"));
  write_text("goal.lua", "return 20\n");
  json_decref(wait_for(&s, 2, "off"));
  watch_set_mode(s.watch, TRIAL_MCTS);
  json_t *mcts = wait_for(&s, 2, "done");
  assert_int_equal(json_integer_value(part(mcts, "batch", "games")), 50);
  assert_true(json_is_null(json_object_get(mcts, "changed")));
  json_decref(mcts);
  watch_set_mode(s.watch, TRIAL_RANDOM);
  json_t *random = wait_for(&s, 2, "done");
  assert_int_equal(json_integer_value(part(random, "changed", "before")), 1);
  json_decref(random);
  end(&s);
}

/* Nobody is there to see them. */
static void nothing_is_tried_without_listeners(void **unused) {
  (void)unused;
  Setup s;
  begin(&s);
  json_decref(wait_for(&s, 1, "done"));
  channel_leave(s.channel);
  write_text("goal.lua", "return 20\n");
  while (s.reloads == 0)
    usleep(10000);
  ChannelNews news;
  assert_int_equal(channel_wait(s.channel, &s.seen, 300, &news), CHANNEL_QUIET);
  assert_true(channel_join(s.channel));
  json_decref(wait_for(&s, 2, "done"));
  end(&s);
}

static void trials_wait_for_their_turn(void **unused) {
  (void)unused;
  Setup s;
  Turns *turns = turns_new(1);
  assert_true(turns_take(turns, NULL, 0));
  begin_in_turn(&s, turns);
  json_t *json = wait_for(&s, 1, "running");
  assert_string_equal(json_string_value(json_object_get(json, "doing")),
                      "waiting");
  json_decref(json);
  turns_return(turns);
  json_decref(wait_for(&s, 1, "done"));
  assert_true(turns_take(turns, NULL, 0));
  write_text("goal.lua", "return 20\n");
  json_decref(wait_for(&s, 2, "running"));
  end(&s); /* while it waits */
  turns_return(turns);
  turns_free(turns);
}

static void only_own_files_are_watched(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("race.lua", RULES);
  assert_true(watch_suits("race.lua"));
  assert_true(watch_suits("race.lua:size=3"));
  assert_false(watch_suits("games/hex.lua"));
  assert_false(watch_suits("quoridor"));
  clear(dir);
}

int main(int argc, char **argv) {
  char path[4096];
  if (argc != 2 || !realpath(argv[1], path))
    return 2;
  commands.program = path;
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_change_is_tried_and_compared),
      cmocka_unit_test(an_error_is_shown_until_it_is_mended),
      cmocka_unit_test(a_missing_file_is_noticed_when_it_comes),
      cmocka_unit_test(the_mode_can_be_changed),
      cmocka_unit_test(nothing_is_tried_without_listeners),
      cmocka_unit_test(trials_wait_for_their_turn),
      cmocka_unit_test(only_own_files_are_watched),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
