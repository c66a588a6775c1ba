/* Which games are the same: the hash of a match, the seats that moved, and the
 * number of distinct games of a run.
 *
 * Games are played without files; rules in Lua are written to a folder of its
 * own below /tmp, which is also the working directory. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"

#include "core/game/spec.h"
#include "core/run/batch.h"
#include "core/run/tally.h"
#include "lua/host/host.h"
#include <unistd.h>

/* ---- the sketch ----------------------------------------------------------*/

static bool same_sketch(const Distinct *a, const Distinct *b) {
  return a->count == b->count &&
         memcmp(a->least, b->least, (size_t)a->count * sizeof *a->least) == 0;
}

static void few_distinct_hashes_are_counted_exactly(void **state) {
  (void)state;
  for (int wanted = 0; wanted < DISTINCT_KEPT; wanted++) {
    Distinct d = {0};
    Rng rng;
    bool exact = false;
    for (int again = 0; again < 3; again++) {
      rng_seed(&rng, 5, (uint64_t)wanted);
      for (int i = 0; i < wanted; i++)
        distinct_add(&d, rng_next(&rng));
    }
    assert_int_equal(distinct_count(&d, &exact), wanted);
    assert_true(exact);
  }
}

/* The smallest and the largest hash are hashes like any other. */
static void extreme_hashes_count_too(void **state) {
  (void)state;
  Distinct d = {0};
  distinct_add(&d, UINT64_MAX);
  distinct_add(&d, 0);
  distinct_add(&d, 0);
  assert_int_equal(distinct_count(&d, NULL), 2);
  for (uint64_t i = 0; i < DISTINCT_KEPT; i++)
    distinct_add(&d, i);
  assert_int_equal(d.count, DISTINCT_KEPT);
  assert_int_equal(d.least[DISTINCT_KEPT - 1], DISTINCT_KEPT - 1);
}

/* A standard error of 13%: of 200 sketches of each size, 95% are within 26%,
 * and their mean is within 3% of the truth. */
static void many_distinct_hashes_are_estimated(void **state) {
  (void)state;
  enum { SKETCHES = 200 };
  static const int SIZES[] = {64, 100, 1000, 20000};
  for (size_t i = 0; i < COUNT(SIZES); i++) {
    double sum = 0;
    int near = 0;
    for (uint64_t sketch = 0; sketch < SKETCHES; sketch++) {
      Distinct d = {0};
      Rng rng;
      bool exact = true;
      rng_seed(&rng, 6, sketch);
      for (int k = 0; k < SIZES[i]; k++)
        distinct_add(&d, rng_next(&rng));
      double ratio = (double)distinct_count(&d, &exact) / SIZES[i];
      assert_false(exact);
      sum += ratio;
      near += ratio > 0.74 && ratio < 1.26;
    }
    assert_true(near >= SKETCHES * 9 / 10);
    assert_true(sum / SKETCHES > 0.97 && sum / SKETCHES < 1.03);
  }
}

/* Shards may be read in any order, and a run may repeat itself. */
static void a_sketch_depends_on_the_set_of_hashes_alone(void **state) {
  (void)state;
  enum { HASHES = 500 };
  uint64_t hash[HASHES];
  Distinct one = {0};
  Rng rng;
  rng_seed(&rng, 7, 0);
  for (int i = 0; i < HASHES; i++)
    distinct_add(&one, hash[i] = rng_next(&rng));
  for (int order = 0; order < 50; order++) {
    Distinct other = {0};
    for (int i = HASHES - 1; i > 0; i--) {
      uint32_t k = rng_below(&rng, (uint32_t)i + 1);
      uint64_t swap = hash[i];
      hash[i] = hash[k];
      hash[k] = swap;
    }
    for (int i = 0; i < HASHES; i++) {
      distinct_add(&other, hash[i]);
      distinct_add(&other, hash[rng_below(&rng, (uint32_t)i + 1)]);
    }
    assert_true(same_sketch(&one, &other));
  }
}

/* ---- matches -------------------------------------------------------------*/

/* What a match was, as text: its first position and its moves. */
typedef struct Story {
  char text[4096];
  Match match;
} Story;

static void tell_turn(void *context, const Game *game, const State *state,
                      Move move, int legal) {
  Story *story = context;
  size_t used = strlen(story->text);
  (void)legal;
  if (!used) {
    for (size_t i = 0; i < game->state_size; i++)
      snprintf(story->text + 2 * i, 3, "%02x", ((const uint8_t *)state)[i]);
    used = 2 * game->state_size;
  }
  snprintf(story->text + used, sizeof story->text - used, " %u", move);
}

static void play_story(const char *spec, uint64_t index, Story *story) {
  static Game *game;
  static Bot *bots[SEATS_MAX];
  static State *state;
  Error error = {0};
  Rng rng;
  if (!game || strcmp(game->spec, spec) != 0) {
    for (int i = 0; game && i < game->seats; i++)
      bot_close(bots[i]);
    free(state);
    game_close(game);
    game = open_game(spec);
    state = game_start(game);
    for (int i = 0; i < game->seats; i++)
      bots[i] = bot_open("random", game, &error);
  }
  const MatchCallbacks callbacks = {tell_turn, story};
  story->text[0] = '\0';
  rng_seed(&rng, 3, index);
  assert_true(match_play(game, bots, &rng, 40, state, &callbacks, &story->match,
                         &error));
}

static int compare_stories(const void *a, const void *b) {
  return strcmp(((const Story *)a)->text, ((const Story *)b)->text);
}

static int compare_hashes(const void *a, const void *b) {
  uint64_t x = ((const Story *)a)->match.hash;
  uint64_t y = ((const Story *)b)->match.hash;
  return (x > y) - (x < y);
}

/* Of games so short that many are the same, those with the same text have the
 * same hash, and there are as many different hashes as texts. Two of the games
 * have a random start, one of them with few positions and few moves. */
static void games_have_the_same_hash_if_they_are_the_same(void **state) {
  (void)state;
  enum { GAMES = 1500 };
  static const char *const SPECS[] = {"games/nim.lua:heaps=2,tokens=1",
                                      "games/mnk.lua:m=3,n=1,k=3",
                                      "tictacdoh:small=3,medium=3,large=3",
                                      "orbital",
                                      "few.lua",
                                      "variants/quoridor_opening.lua"};
  Story *story = calloc(GAMES, sizeof *story);
  for (size_t s = 0; s < COUNT(SPECS); s++) {
    int texts = 1, hashes = 1;
    for (int i = 0; i < GAMES; i++)
      play_story(SPECS[s], (uint64_t)i, &story[i]);
    qsort(story, GAMES, sizeof *story, compare_stories);
    for (int i = 1; i < GAMES; i++) {
      bool same = compare_stories(&story[i - 1], &story[i]) == 0;
      if (same)
        assert_int_equal(story[i - 1].match.hash, story[i].match.hash);
      texts += !same;
    }
    qsort(story, GAMES, sizeof *story, compare_hashes);
    for (int i = 1; i < GAMES; i++)
      hashes += compare_hashes(&story[i - 1], &story[i]) != 0;
    assert_int_equal(texts, hashes);
    assert_true(s > 1 || texts < 100); /* nim and mnk repeat themselves */
  }
  free(story);
}

/* Without the first position, all games of few.lua would have one of two
 * hashes; without the var of the variant, those of vars.lua would. */
static void the_first_position_is_part_of_the_hash(void **state) {
  (void)state;
  static const char *const SPECS[] = {"few.lua", "vars.lua"};
  for (size_t s = 0; s < COUNT(SPECS); s++) {
    Distinct d = {0};
    Story story;
    for (uint64_t i = 0; i < 300; i++) {
      play_story(SPECS[s], i, &story);
      distinct_add(&d, story.match.hash);
    }
    assert_int_equal(distinct_count(&d, NULL), 12);
  }
}

static void the_order_of_moves_is_part_of_the_hash(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh");
  State *first = game_start(game);
  static const Move LINES[][3] = {
      {1, 2, 3}, {3, 2, 1}, {1, 2, 0}, {0, 1, 2}, {1, 2, MOVE_PASS}};
  uint64_t seen[COUNT(LINES) * 3];
  size_t count = 0;
  for (size_t i = 0; i < COUNT(LINES); i++)
    for (int plies = i ? 3 : 1; plies <= 3; plies++) {
      uint64_t hash = match_hash_begin(game, first);
      for (int ply = 0; ply < plies; ply++)
        match_hash_add(&hash, LINES[i][ply]);
      seen[count] = match_hash_end(hash);
      for (size_t k = 0; k < count; k++)
        assert_int_not_equal(seen[k], seen[count]);
      count++;
    }
  free(first);
  game_close(game);
}

/* Hashes are written to files, which machines exchange. */
static void hashes_are_the_same_on_every_machine(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    uint64_t hash;
  } CASES[] = {
      {"dorix", 0x58e6a97366571dad},    {"orbital", 0x4924e659206cf710},
      {"quoridor", 0x42547d9e88ac5eae}, {"tictacdoh", 0x776b063f0441ced7},
      {"few.lua", 0x117b8a94ef72e219},  {"vars.lua", 0x6682c94cccdc3b18},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Story story;
    play_story(CASES[i].spec, 1, &story);
    if (story.match.hash != CASES[i].hash)
      fail_msg("%s: 0x%016llx", CASES[i].spec,
               (unsigned long long)story.match.hash);
  }
}

/* ---- runs ----------------------------------------------------------------*/

/* Plays into a folder and reads it again; the caller closes both. */
static void play_and_read(const Setup *setup, Run *played, Run *read) {
  RunPlan plan = plan_of(setup, "run");
  Error error = {0};
  clear("run");
  plan.moves = false;
  if (!run_open(played, &plan, &error) ||
      run_play(played, NULL, &error) != RUN_DONE ||
      !run_read(read, "run", NULL, NULL, &error))
    fail_msg("%s", error.message);
}

/* In dead.lua seat 3 is never to move, and seat 4 always passes. */
static void seats_that_never_move_are_known(void **state) {
  (void)state;
  static const struct {
    Setup setup;
    unsigned moved;
  } CASES[] = {
      {{"dead.lua", {"random"}, 1, SEATING_FIXED, 10}, 3},
      {{"dead.lua", {"random"}, 1, SEATING_FIXED, 10, .max_plies = 1}, 1},
      {{"dorix:players=4", {"random"}, 1, SEATING_FIXED, 10}, 15},
      {{"dorix", {"weak.bot"}, 1, SEATING_FIXED, 10}, 0},
      {{"dorix", {"random", "weak.bot"}, 2, SEATING_FIXED, 10}, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Run played, read;
    play_and_read(&CASES[i].setup, &played, &read);
    assert_int_equal(played.tally.moved, CASES[i].moved);
    assert_int_equal(read.tally.moved, CASES[i].moved);
    run_close(&read);
    run_close(&played);
  }
}

/* A run, the same read from its files, and the same from the text of its tally
 * know the same distinct games. */
static void distinct_games_are_counted_in_a_run(void **state) {
  (void)state;
  static const struct {
    Setup setup;
    uint64_t distinct;
  } CASES[] = {
      {{"few.lua", {"random"}, 1, SEATING_FIXED, 300}, 12},
      {{"games/mnk.lua:m=2,n=1,k=2", {"random"}, 1, SEATING_FIXED, 50}, 2},
      {{"quoridor", {"random"}, 1, SEATING_FIXED, 63}, 63},
      {{"quoridor", {"weak.bot"}, 1, SEATING_FIXED, 63}, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Run played, read;
    Tally again;
    Text text = {NULL};
    bool exact = false;
    play_and_read(&CASES[i].setup, &played, &read);
    assert_int_equal(tally_distinct(&played.tally, &exact), CASES[i].distinct);
    assert_true(exact);
    assert_true(same_sketch(&played.tally.distinct, &read.tally.distinct));
    tally_write(&read.tally, &text);
    text_need(&text, 1);
    text_add_char(&text, '\0');
    assert_true(tally_make(&again, &read.schedule, read.plan.max_plies, NULL) &&
                tally_read(&again, text.bytes));
    assert_true(same_sketch(&again.distinct, &read.tally.distinct));
    free(text.bytes);
    tally_free(&again);
    run_close(&read);
    run_close(&played);
  }
}

/* An estimate never exceeds the number of games. */
static void no_more_games_are_distinct_than_were_played(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh");
  Schedule s;
  Tally t;
  Rng rng;
  assert_true(schedule_make(&s, game, SEATING_FIXED,
                            (const char *const[]){"random"}, 1, NULL));
  assert_true(tally_make(&t, &s, 10, NULL));
  for (uint64_t seed = 0; seed < 20; seed++) {
    rng_seed(&rng, 9, seed);
    t.games = 0;
    t.distinct = (Distinct){0};
    for (int i = 0; i < 200; i++) {
      const Match m = {
          .end = MATCH_DRAW, .forfeiter = -1, .hash = rng_next(&rng)};
      tally_add(&t, 0, &m);
      assert_true(tally_distinct(&t, NULL) <= t.games);
    }
  }
  tally_free(&t);
  schedule_free(&s);
  game_close(game);
}

static bool weak_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  (void)bot, (void)state, (void)rng, (void)move;
  return error_set(why, "weak");
}

static const TestBots WEAK = {
    {".bot", NULL, open_test_bot},
    {.options = (const Option[]){{NULL}}, .choose = weak_choose}};

#define TWO_MOVES                                                              \
  "state = { start = 1, taken = 1 },\n"                                        \
  "moves = function() return { 1, 2 } end,\n"                                  \
  "play = function(s, move) s.taken = move end,\n"                             \
  "outcome = function(s, seat) return s.taken > 0 and seat or nil end,\n"

/* Six first positions and two moves. */
static const char FEW[] =
    "return require('boardlab').rules { name = 'few', summary = "
    "'x',\n" TWO_MOVES "start = function(s, rng) s.start = rng(6) end }\n";

/* The same, but what differs at the start is a var of a variant. */
static const char VARS[] =
    "local lab = require 'boardlab'\n"
    "return lab.variant { name = 'vars', summary = 'x', vars = { kind = 0 },\n"
    "setup = function(s, rng) s.kind = rng(6) end,\n"
    "base = lab.rules { name = 'two', summary = 'x',\n" TWO_MOVES "} }\n";

static const char DEAD[] =
    "return require('boardlab').rules { name = 'dead', summary = 'x',\n"
    "  players = 4, state = { plies = 1 },\n"
    "  moves = function(s, seat) return seat == 4 and {} or { 1, 2 } end,\n"
    "  play = function(s) s.plies = s.plies + 1 end,\n"
    "  next_seat = function(s, seat) return ({ 2, 4, 1, 1 })[seat] end,\n"
    "  outcome = function(s, seat) return s.plies > 7 and 1 or nil end }\n";

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&WEAK.loader);
  write_text("few.lua", FEW);
  write_text("vars.lua", VARS);
  write_text("dead.lua", DEAD);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(few_distinct_hashes_are_counted_exactly),
      cmocka_unit_test(extreme_hashes_count_too),
      cmocka_unit_test(many_distinct_hashes_are_estimated),
      cmocka_unit_test(a_sketch_depends_on_the_set_of_hashes_alone),
      cmocka_unit_test(games_have_the_same_hash_if_they_are_the_same),
      cmocka_unit_test(the_first_position_is_part_of_the_hash),
      cmocka_unit_test(the_order_of_moves_is_part_of_the_hash),
      cmocka_unit_test(hashes_are_the_same_on_every_machine),
      cmocka_unit_test(seats_that_never_move_are_known),
      cmocka_unit_test(distinct_games_are_counted_in_a_run),
      cmocka_unit_test(no_more_games_are_distinct_than_were_played),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
