/* Calibrating an oracle, in a game whose chances of winning are known and whose
 * evaluation is a power of them. */
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "analysis/metrics/calibrate.h"
#include "analysis/metrics/tension.h"
#include "lua/host/host.h"
#include <math.h>

/* Whoever moves goes a step up or down; seat 1 wins if there were more steps
 * up. Both play at random. */
static const char WALK[] =
    "local lab = require 'boardlab'\n"
    "local STEPS = 15\n"
    "local function chance(left, ahead)\n"
    "  if left == 0 then return ahead > 0 and 1 or 0 end\n"
    "  return (chance(left - 1, ahead + 1) + chance(left - 1, ahead - 1)) / 2\n"
    "end\n"
    "local known = {}\n"
    "return lab.rules {\n"
    "  name = 'walk', max_moves = 2,\n"
    "  options = {\n"
    "    tenths = { default = 10, min = 1, max = 100, help = 'power' },\n"
    "  },\n"
    "  state = { steps = 1, up = 1 },\n"
    "  moves = function() return { 1, 2 } end,\n"
    "  play = function(s, move)\n"
    "    s.steps, s.up = s.steps + 1, s.up + move - 1\n"
    "  end,\n"
    "  outcome = function(s)\n"
    "    if s.steps == STEPS then return 2 * s.up > STEPS and 1 or 2 end\n"
    "  end,\n"
    "  evaluate = function(s, seat, o)\n"
    "    local key = s.steps * 100 + s.up\n"
    "    known[key] = known[key]\n"
    "      or chance(STEPS - s.steps, 2 * s.up - s.steps)\n"
    "    local p = known[key] ^ (o.tenths / 10)\n"
    "    local q = (1 - known[key]) ^ (o.tenths / 10)\n"
    "    return (seat == 1 and p or q) / (p + q)\n"
    "  end,\n"
    "}\n";

enum { GAMES = 400 };

/* The power that is found with the first half of the games. */
static OraclePlan calibrated(const char *game, const char *oracle) {
  const CalibratePlan plan = {.dir = "one", .games = GAMES / 2, .jobs = 2};
  OraclePlan judge;
  Error error = {0};
  play_run(game, RANDOM, 1, GAMES, false, 0, "one");
  assert_true(oracle_parse(oracle, &judge, &error));
  if (!oracle_calibrate(&judge, &plan, &error))
    fail_msg("%s: %s", game, error.message);
  return judge;
}

static Estimate slope_of(OraclePlan judge) {
  const RunMetricsPlan plan = {.sample = GAMES, .oracle = judge, .jobs = 2};
  RunMetrics run;
  measure(&run, "one", &plan);
  Estimate slope =
      metric(&run.metrics, "tension", oracle_name(judge).text, "calibration");
  run_metrics_free(&run);
  return slope;
}

static void the_power_undoes_another_one(void **state) {
  (void)state;
  static const struct {
    int tenths;
    double least, most; /* power */
  } CASES[] = {{4, 2, 3.2}, {10, 0, 0}, {25, 0.3, 0.5}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Phrase game = phrase("walk.lua:tenths=%d", CASES[i].tenths);
    OraclePlan judge = calibrated(game.text, "eval");
    if (judge.power < CASES[i].least || judge.power > CASES[i].most)
      fail_msg("%s: power %g", game.text, judge.power);
    Estimate slope = slope_of(judge);
    if (slope.low > 1 || slope.high < 1)
      fail_msg("%s: %g (%g to %g)", game.text, slope.value, slope.low,
               slope.high);
  }
}

/* What halves of playouts have in common is not noise. */
static void noise_promises_nothing(void **state) {
  (void)state;
  assert_true(calibrated("walk.lua", "playouts=8").power == 0);
}

/* Where nature moves, the mean of raised values is not the raised mean. */
static void chance_allows_no_power(void **state) {
  (void)state;
  Error error = {0};
  OraclePlan judge;
  assert_true(calibrated("games/dice_race.lua", "eval").power == 0);
  assert_true(oracle_parse("eval:power=2", &judge, &error));
  Game *game = game_open("games/dice_race.lua", &error);
  assert_null(oracle_new(game, judge, &error));
  assert_non_null(strstr(error.message, "leave out the power"));
  game_close(game);
}

static void names_can_be_read(void **state) {
  (void)state;
  static const char *const NAMES[] = {"eval:power=0.4", "playouts=20:power=2",
                                      "mcts:iterations=100:power=1.43"};
  OraclePlan judge;
  Error error = {0};
  for (size_t i = 0; i < COUNT(NAMES); i++) {
    assert_true(oracle_parse(NAMES[i], &judge, &error));
    assert_string_equal(oracle_name(judge).text, NAMES[i]);
  }
  static const char *const WRONG[] = {"eval:power=", "eval:power=0",
                                      "eval:power=nan", "eval:power=1e9",
                                      "eval:power=2x"};
  for (size_t i = 0; i < COUNT(WRONG); i++) {
    assert_false(oracle_parse(WRONG[i], &judge, &error));
    assert_non_null(strstr(error.message, "power must be a number from"));
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  write_text("walk.lua", WALK);
  const struct CMUnitTest calibrate_tests[] = {
      cmocka_unit_test(the_power_undoes_another_one),
      cmocka_unit_test(noise_promises_nothing),
      cmocka_unit_test(chance_allows_no_power),
      cmocka_unit_test(names_can_be_read),
  };
  int failed = RUN_TESTS(calibrate_tests);
  clear(home);
  return failed;
}
