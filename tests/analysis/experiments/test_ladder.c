/* Ladders: their results, the index, resuming, and what is refused. */
#include "tests/support/support.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/ladder.h"
#include "tests/support/files.h"
#include "tests/support/test_bots.h"
#include <math.h>
#include <sys/stat.h>

static const ExperimentCallbacks NO_CALLBACKS = {NULL};

static void assert_near(double actual, double expected) {
  if (!(fabs(actual - expected) <= 5e-9))
    fail_msg("%.12f is not %.12f", actual, expected);
}

/* ---- a bot that forfeits -------------------------------------------------*/

/* "novice.quit" forfeits at its first move on level 1 and plays at random on
 * higher levels. */
static bool quit_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  *move = game_random_move(bot->game, state, rng);
  return bot->option[0] > 1 || error_set(why, "too hard");
}

static const Option QUIT_OPTIONS[] = {
    {"level", OPTION_INT, .min = 1, .max = 100, .default_value = 4,
     .help = "…"},
    {"even", OPTION_INT, .min = 2, .max = 64, .step = 2, .default_value = 2},
    {"taste", OPTION_REAL, .min = 0, .max = 9000, .default_value = 500,
     .help = "…"},
    {NULL},
};

static const TestBots QUITTERS = {
    {".quit", NULL, open_test_bot},
    {.options = QUIT_OPTIONS, .choose = quit_choose}};

/* ---- scores --------------------------------------------------------------*/

/* Counts of the first bot's games, and its score computed independently. */
static void scores_are_shares_of_the_points(void **state) {
  (void)state;
  static const char *const BOTS[] = {"a.bot", "b.bot", "b.bot"};
  static const struct {
    const char *game;
    int seats;
    int won, lost, drawn, truncated, own_forfeits, others_forfeits;
    uint64_t n;
    double value, low, high;
  } CASES[] = {
      {"quoridor", 2, 4, 3, 2, 1, 0, 0, 9, 5 / 9.0, 0.284912179, 0.796815945},
      {"quoridor", 2, 0, 0, 20, 7, 0, 0, 20, 0.5, 0.413370374, 0.586629626},
      {"quoridor", 2, 3, 5, 0, 4, 1, 2, 11, 5 / 11.0, 0.212712716, 0.719908463},
      {"quoridor", 2, 0, 0, 0, 3, 0, 0, 0, 0.5, 0, 1},
      {"tictacdoh:players=3", 3, 5, 4, 3, 2, 1, 2, 15, 7 / 15.0, 0.271581321,
       0.672508266},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    Schedule schedule;
    Tally tally;
    Game *game = game_open(CASES[i].game, &error);
    if (!schedule_make(&schedule, game, SEATING_ROTATED, BOTS, CASES[i].seats,
                       &error) ||
        !tally_make(&tally, &schedule, 10, &error))
      fail_msg("%s", error.message);
    const int counts[] = {CASES[i].won,          CASES[i].lost,
                          CASES[i].drawn,        CASES[i].truncated,
                          CASES[i].own_forfeits, CASES[i].others_forfeits};
    size_t turn = 0;
    for (int kind = 0; kind < 6; kind++)
      for (int k = 0; k < counts[kind]; k++, turn++) {
        static const MatchEnd ENDS[] = {MATCH_WIN,     MATCH_WIN,
                                        MATCH_DRAW,    MATCH_TRUNCATED,
                                        MATCH_FORFEIT, MATCH_FORFEIT};
        size_t seating = turn % schedule.seatings;
        int mine = 0;
        while (schedule_bots(&schedule, seating)[mine] != 0)
          mine++;
        int other = (mine + 1) % CASES[i].seats;
        Match m = {.end = ENDS[kind], .forfeiter = -1, .hash = turn << 32};
        if (m.end == MATCH_WIN)
          m.winners = (uint16_t)(1 << (kind == 0 ? mine : other));
        if (m.end == MATCH_FORFEIT)
          m.forfeiter = kind == 4 ? mine : other;
        tally_add(&tally, seating, &m);
      }
    Estimate e = ladder_score(&tally, 0);
    assert_int_equal(e.n, CASES[i].n);
    assert_near(e.value, CASES[i].value);
    assert_near(e.low, CASES[i].low);
    assert_near(e.high, CASES[i].high);
    if (CASES[i].drawn == 0 && CASES[i].seats == 2 && e.n) {
      Estimate rate =
          estimate_rate(5, 11); /* without draws, Wilson's interval */
      assert_near(e.low, rate.low);
      assert_near(e.high, rate.high);
    }
    tally_free(&tally);
    schedule_free(&schedule);
    game_close(game);
  }
}

/* Two levels of 100 and 50 games: the variance of the mean is
 * (0.24 / 99 + 0.16 / 49) / 4, which 400 / 3 games would have with a variance
 * of 0.189654; Wilson's interval of these. */
static void the_gain_is_the_mean_score_of_independent_levels(void **state) {
  (void)state;
  static Ladder l = {.levels = 4, .sides = 2};
  assert_int_equal(ladder_gain(&l).n, 0);
  assert_int_equal(ladder_top(&l), -1);
  assert_int_equal(ladder_change(&l), CHANGE_NOT_SHOWN);
  for (int i = 0; i < l.levels; i++)
    l.level[i].value = 10 << i;
  l.level[1].score = (Estimate){0.6, 0.5, 0.7, 100};
  l.level[1].score_variance = 0.24;
  l.level[2].score = (Estimate){0.8, 0.7, 0.85, 50};
  l.level[2].score_variance = 0.16;
  Estimate gain = ladder_gain(&l);
  double all = 400 / 3.0, v = (0.24 / 99 + 0.16 / 49) / 4 * all;
  double z2 = Z95 * Z95, most = 0.7 * 0.3;
  double n = all * most * (all + z2) / (all * v + z2 * most);
  double middle = (0.7 + z2 / (2 * n)) / (1 + z2 / n);
  double half = Z95 * sqrt(most / n + z2 / (4 * n * n)) / (1 + z2 / n);
  assert_near(gain.value, 0.7);
  assert_near(gain.low, middle - half);
  assert_near(gain.high, middle + half);
  assert_int_equal(gain.n, 150);
}

/* The advantage of seat 1 on two levels, with the ends of its interval. */
static LadderChange change_between(const double first[3],
                                   const double last[3]) {
  static Ladder l = {.levels = 2, .sides = 2};
  const double *const levels[] = {first, last};
  for (int i = 0; i < 2; i++) {
    const double *e = levels[i];
    Level *level = &l.level[i];
    level->equals.games = level->equals.decided = 100;
    level->equals.sides = 2;
    level->difference[0][1] = (Estimate){e[0], e[1], e[2], 100};
    level->difference[1][0] = (Estimate){-e[0], -e[2], -e[1], 100};
  }
  return ladder_change(&l);
}

/* |b| < |a| exactly if (b - a)(b + a) < 0, so both must exclude zero. */
static void a_change_needs_both_the_difference_and_the_sum(void **state) {
  (void)state;
  static const struct {
    double first[3], last[3];
    LadderChange change;
  } CASES[] = {
      {{0.5, 0.4, 0.6}, {0.1, 0, 0.2}, CHANGE_FAIRER},
      {{0.5, 0.4, 0.6}, {-0.1, -0.2, 0}, CHANGE_FAIRER},
      {{-0.5, -0.6, -0.4}, {0.1, 0, 0.2}, CHANGE_FAIRER},
      {{0.1, 0, 0.2}, {-0.5, -0.6, -0.4}, CHANGE_LESS_FAIR},
      /* 0.5 to -0.45: they differ very much, but hardly in size. */
      {{0.5, 0.4, 0.6}, {-0.45, -0.55, -0.35}, CHANGE_NOT_SHOWN},
      {{0.5, 0.4, 0.6}, {0.37, 0.27, 0.47}, CHANGE_NOT_SHOWN},
      {{0.5, 0.4, 0.6}, {0.35, 0.25, 0.45}, CHANGE_FAIRER},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_int_equal(change_between(CASES[i].first, CASES[i].last),
                     CASES[i].change);
}

/* Any two runs of a ladder, and of ladders with other seeds, have different
 * seeds. */
static void every_run_has_a_seed_of_its_own(void **state) {
  (void)state;
  enum { SEEDS = 20, RUNS = 2 * LEVELS_MAX - 1 };
  static uint64_t seen[SEEDS * RUNS];
  int count = 0;
  assert_int_equal(ladder_seed(1, 0), 1775725193);
  for (uint64_t seed = 0; seed < SEEDS; seed++)
    for (int run = 0; run < RUNS; run++) {
      seen[count] = ladder_seed(seed, run);
      for (int i = 0; i < count; i++)
        assert_int_not_equal(seen[i], seen[count]);
      count++;
    }
}

/* ---- ladders -------------------------------------------------------------*/

static LadderPlan plan_for(const char *bot, const char *doubled, int levels,
                           const char *out) {
  return (LadderPlan){.run = {.game = "tictacdoh",
                              .games = 10,
                              .seed = 5,
                              .jobs = 2,
                              .out = out},
                      .bot = bot,
                      .doubled = doubled,
                      .levels = levels};
}

static RunEnd try_ladder(const LadderPlan *plan, Ladder *l, Error *error) {
  if (!ladder_open(l, plan, error))
    return RUN_FAILED;
  RunEnd end = ladder_play(l, &NO_CALLBACKS, error);
  Ladder played = *l;
  ladder_close(l);
  *l = played; /* the results do not point anywhere */
  return end;
}

static void play_ladder(const LadderPlan *plan, Ladder *l) {
  Error error = {0};
  if (try_ladder(plan, l, &error) != RUN_DONE)
    fail_msg("%s", error.message);
}

static void assert_estimate(Estimate actual, Estimate expected) {
  assert_int_equal(actual.n, expected.n);
  assert_near(actual.value, expected.value);
  if (estimate_has_interval(expected)) {
    assert_near(actual.low, expected.low);
    assert_near(actual.high, expected.high);
  }
}

/* On level 1 the bot that moves first forfeits. Level 2 gets all points against
 * level 1, by forfeits, which are not wins. Higher levels are equally strong.
 */
static void a_forfeit_scores_for_the_opponent_but_is_not_a_win(void **state) {
  (void)state;
  static Ladder l;
  LadderPlan plan = plan_for("novice.quit:taste=0.25", "level=1", 3, NULL);
  play_ladder(&plan, &l);
  assert_string_equal(l.game, "tictacdoh");
  assert_string_equal(l.option, "level");
  assert_string_equal(l.level[0].bot, "novice.quit:level=1,taste=0.25");
  assert_string_equal(l.level[2].bot, "novice.quit:taste=0.25");
  assert_int_equal(l.games, 50);
  assert_estimate(l.level[0].equals.ends.forfeits, estimate_rate(10, 10));
  assert_estimate(l.level[0].equals.seat[1], estimate_rate(0, 10));
  assert_estimate(l.level[0].equals.ends.draws, estimate_rate(0, 10));
  assert_int_equal(l.level[0].equals.decided, 0);
  assert_estimate(l.level[0].equals.ends.undecided, estimate_rate(10, 10));
  assert_int_equal(l.level[0].against.games, 0);
  assert_estimate(l.level[1].equals.ends.forfeits, estimate_rate(0, 10));
  assert_estimate(l.level[1].won, estimate_rate(0, 10));
  assert_estimate(l.level[1].score, estimate_rate(10, 10));
  assert_true(l.level[2].won.value > 0 && l.level[2].score.value < 1);
  assert_true(l.level[2].equals.complete && l.level[2].against.complete);
}

static void truncated_games_have_no_points(void **state) {
  (void)state;
  static Ladder l;
  LadderPlan plan = plan_for("a.bot", "level=1", 2, NULL);
  plan.run.max_plies = 1;
  play_ladder(&plan, &l);
  assert_estimate(l.level[1].equals.ends.truncated, estimate_rate(10, 10));
  assert_estimate(l.level[1].equals.ends.draws, estimate_rate(0, 10));
  assert_estimate(l.level[1].won, estimate_rate(0, 10));
  assert_estimate(l.level[1].against.ends.draws, estimate_rate(0, 10));
  assert_int_equal(l.level[1].score.n, 0);
  assert_int_equal(ladder_gain(&l).n, 0);
}

static void each_run_is_the_same_as_one_played_alone(void **state) {
  (void)state;
  static const char *const BOTS[] = {"a.bot:level=4", "a.bot:level=2"};
  static Ladder l;
  const char *alone = "alone";
  LadderPlan plan = plan_for("a.bot", "level=1", 3, "runs");
  play_ladder(&plan, &l);
  for (int bots = 1; bots <= 2; bots++) {
    RunPlan run_plan = plan.run;
    Run run;
    Error error = {0};
    run_plan.seed = ladder_seed(plan.run.seed, bots == 1 ? 3 : 4);
    run_plan.bots = BOTS;
    run_plan.bot_count = bots;
    run_plan.seating = bots == 1 ? SEATING_FIXED : SEATING_ROTATED;
    run_plan.out = alone;
    if (!experiment_open(&run, &run_plan, &error) ||
        experiment_play(&run, &NO_CALLBACKS, &error) != RUN_DONE)
      fail_msg("%s", error.message);
    run_close(&run);
    assert_same_dirs(bots == 1 ? "runs/level=4" : "runs/level=4-2", alone);
    clear(alone);
  }
  clear(plan.run.out);
}

/* The number of games is rounded up to a multiple of the seats. */
static void the_stronger_bot_plays_one_side_from_every_seat(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int games;
    const char *seatings; /* 0 is the stronger bot */
  } CASES[] = {
      {"quoridor:size=3", 10, "01 10"},
      {"tictacdoh:players=3", 12, "011 110 101"},
      {"quoridor:players=4,size=3", 12, "0111 1110 1101 1011"},
      {"dorix:players=4,teams=true", 12, "0101 1010 0101 1010"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Ladder l;
    LadderPlan plan = plan_for("a.bot", "level=1", 2, "seats");
    Run run;
    Error error = {0};
    char text[64] = "";
    plan.run.game = CASES[i].game;
    play_ladder(&plan, &l);
    assert_int_equal(l.level[1].equals.games, 10);
    assert_int_equal(l.level[1].against.games, CASES[i].games);
    if (!run_read(&run, "seats/level=2-1", NULL, NULL, &error))
      fail_msg("%s", error.message);
    assert_string_equal(run.schedule.bot[0].spec, "a.bot:level=2");
    for (size_t k = 0; k < run.schedule.seatings; k++) {
      if (k)
        strcat(text, " ");
      for (int seat = 0; seat < run.schedule.seats; seat++)
        strcat(text, schedule_bots(&run.schedule, k)[seat] ? "1" : "0");
    }
    assert_string_equal(text, CASES[i].seatings);
    run_close(&run);
    clear(plan.run.out);
  }
}

/* ---- the index -----------------------------------------------------------*/

static void the_index_has_one_row_per_level(void **state) {
  (void)state;
  static Ladder l;
  LadderPlan plan = plan_for("novice.quit", "level=1", 2, "index");
  plan.run.max_plies = 1; /* level 2 is truncated there */
  play_ladder(&plan, &l);
  size_t length;
  char *text = read_file("index/ladder.csv", &length);
  assert_string_equal(
      text,
      "run,level,value,game,bot,games,complete,seat1_rate,seat1_low,seat1_high,"
      "seat2_rate,seat2_low,seat2_high,draw_rate,truncated_rate,forfeit_rate,"
      "undecided_rate,balance,balance_low,balance_high,plies_mean,plies_low,"
      "plies_high,distinct_games,p_value,p_holm,below,against_games,"
      "won_rate,won_low,"
      "won_high,drawn_rate,against_undecided_rate,score,score_low,"
      "score_high,against_distinct_games\n"
      "\"level=1\",1,1,\"tictacdoh\",\"novice.quit:level=1\",10,true,"
      "0.000000,0.000000,0.277533,0.000000,0.000000,0.277533,"
      "0.000000,0.000000,1.000000,1.000000,,,,"
      "0.000000,,,1,,,,,,,,,,,,,\n"
      "\"level=2\",2,2,\"tictacdoh\",\"novice.quit:level=2\",10,true,"
      "0.000000,0.000000,0.277533,0.000000,0.000000,0.277533,"
      "0.000000,1.000000,0.000000,1.000000,,,,"
      "1.000000,,,3,,,1,10,0.000000,0.000000,0.277533,"
      "0.000000,1.000000,1.000000,0.565518,1.000000,4\n");
  free(text);
  clear(plan.run.out);
}

static void a_ladder_reads_back_as_it_was_played(void **state) {
  (void)state;
  static Ladder l, read;
  Error error = {0};
  LadderPlan plan = plan_for("a,b.bot", "level=1", 4, "read");
  assert_false(result_kind(plan.run.out) == RESULT_LADDER);
  play_ladder(&plan, &l);
  assert_true(result_kind(plan.run.out) == RESULT_LADDER);
  if (!ladder_read(&read, plan.run.out, &error))
    fail_msg("%s", error.message);
  assert_string_equal(read.game, l.game);
  assert_string_equal(read.option, l.option);
  assert_int_equal(read.levels, 4);
  assert_int_equal(read.seats, 2);
  assert_int_equal(read.sides, 2);
  assert_int_equal(read.games, l.games);
  for (int i = 0; i < 4; i++) {
    const Level *a = &read.level[i], *b = &l.level[i];
    assert_string_equal(a->bot, b->bot);
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->equals.games, b->equals.games);
    assert_int_equal(a->against.games, b->against.games);
    assert_estimate(a->equals.seat[1], b->equals.seat[1]);
    assert_estimate(a->equals.balance, b->equals.balance);
    assert_estimate(a->equals.plies, b->equals.plies);
    assert_estimate(a->won, b->won);
    assert_estimate(a->score, b->score);
    assert_true(a->equals.complete == b->equals.complete);
  }
  clear(plan.run.out);
}

/* Levels without runs have only their names. */
static void a_ladder_with_missing_runs_can_be_read(void **state) {
  (void)state;
  static Ladder l;
  Error error = {0};
  LadderPlan plan = plan_for("a.bot", "level=1", 2, "young");
  play_ladder(&plan, &l);
  clear("young/level=2");
  clear("young/level=2-1");
  if (!ladder_read(&l, plan.run.out, &error))
    fail_msg("%s", error.message);
  assert_int_equal(ladder_top(&l), 0);
  assert_int_equal(l.level[1].value, 2);
  assert_int_equal(l.level[1].equals.games + l.level[1].against.games, 0);
  clear(plan.run.out);
}

/* Writes a table with the manifest that belongs to it. */
static void write_table(const char *dir, const char *csv) {
  Text text = {(char *)csv, strlen(csv), 0};
  Error error;
  if (!experiment_files_write(dir, RESULT_LADDER, &text,
                              json_pack("{s:s, s:s, s:s, s:[s], s:b}", "title",
                                        "t", "boardlab", "1", "commit", "2",
                                        "arguments", "ladder", "complete", 1),
                              &error))
    fail_msg("%s", error.message);
}

static void an_invalid_index_is_refused(void **state) {
  (void)state;
  static const char HEADER[] = "run,level,value,game,bot,games\n";
  static const char *const CASES[][2] = {
      {"run,game\n", "this is not the index of a ladder"},
      {"run,level,value,game,bot,games\n", "has no levels"},
      {"=1,1,1,g,b,0\n", "is not the name of a level"},
      {"../x=1,1,1,g,b,0\n", "is not the name of a level"},
      {"x/y=1,1,1,g,b,0\n", "is not the name of a level"},
      {"rounds,1,1,g,b,0\n", "is not the name of a level"},
      {"rounds=0,1,1,g,b,0\n", "is not the name of a level"},
      {"rounds=1,1,1,g,b,0\nrounds=3,2,3,g,b,0\n",
       "line 3: 'rounds=3' is not twice the level before"},
      {"rounds=1,1,1,g,b,0\nround=2,2,2,g,b,0\n", "is not twice"},
      {"rounds=1,1,1,g,b,0\nrounds_=2,2,2,g,b,0\n", "is not twice"},
  };
  assert_int_equal(mkdir("odd", 0777), 0);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Ladder l;
    Error error = {0};
    char text[512];
    bool whole = strncmp(CASES[i][0], "run,", 4) == 0;
    snprintf(text, sizeof text, "%s%s", whole ? "" : HEADER, CASES[i][0]);
    write_table("odd", text);
    if (ladder_read(&l, "odd", &error))
      fail_msg("'%s' was read", CASES[i][0]);
    assert_message(&error, CASES[i][1]);
    assert_message(&error, "odd/ladder.csv");
  }
  clear("odd");
}

/* ---- resuming ------------------------------------------------------------*/

static void a_resumed_ladder_can_have_more_levels_and_games(void **state) {
  (void)state;
  static Ladder l;
  LadderPlan plan = plan_for("a.bot", "level=1", 4, "whole");
  plan.run.games = 30;
  play_ladder(&plan, &l);
  plan.run.out = "longer";
  plan.levels = 2;
  plan.run.games = 11;
  play_ladder(&plan, &l);
  plan.run.resume = true;
  plan.levels = 4;
  play_ladder(&plan, &l);
  plan.run.games = 30;
  play_ladder(&plan, &l);
  static const char *const RUNS[] = {"1", "2", "4", "8", "2-1", "4-2", "8-4"};
  for (size_t i = 0; i < COUNT(RUNS); i++) {
    char one[64], other[64];
    snprintf(one, sizeof one, "whole/level=%s", RUNS[i]);
    snprintf(other, sizeof other, "longer/level=%s", RUNS[i]);
    assert_same_games(one, other);
  }
  /* All were complete with 11 games, or 12. */
  assert_int_equal(l.raised, 1);
  Snapshot before = snapshot("longer");
  play_ladder(&plan, &l); /* there is nothing left to play */
  assert_unchanged("longer", &before);
  clear("longer");
  clear("whole");
}

/* Stops a ladder after a number of runs. */
typedef struct Stopper {
  int left;
  atomic_bool stop;
} Stopper;

static void count_down(void *context, const Run *run) {
  Stopper *stopper = context;
  (void)run;
  if (--stopper->left == 0)
    atomic_store(&stopper->stop, true);
}

static void
a_stopped_and_resumed_ladder_ends_with_the_same_bytes(void **state) {
  (void)state;
  static Ladder l;
  LadderPlan plan = plan_for("a.bot", "level=1", 3, "whole");
  play_ladder(&plan, &l);
  plan.run.out = "stopped";
  plan.run.resume = true;
  for (int runs = 1; runs < 5; runs++) {
    Stopper stopper = {.left = runs};
    const ExperimentCallbacks callbacks = {
        .run_finished = count_down, .context = &stopper, .stop = &stopper.stop};
    Error error = {0};
    assert_true(ladder_open(&l, &plan, &error));
    assert_int_equal(ladder_play(&l, &callbacks, &error), RUN_STOPPED);
    ladder_close(&l);
    assert_int_equal(count_lines("stopped/ladder.csv"), 4);
    if (!ladder_read(&l, plan.run.out, &error))
      fail_msg("%s", error.message);
    assert_int_equal(l.level[0].equals.games, 10);
    assert_int_equal(l.level[1].against.games, runs >= 3 ? 10 : 0);
  }
  play_ladder(&plan, &l);
  assert_same_dirs("whole", "stopped");
  clear("stopped");
  clear("whole");
}

/* A ladder that is resumed and stopped at once keeps all results in its index.
 */
static void the_index_never_loses_results(void **state) {
  (void)state;
  static Ladder l;
  Error error = {0};
  Stopper stopper = {.left = 0, .stop = true};
  const ExperimentCallbacks callbacks = {.stop = &stopper.stop};
  LadderPlan plan = plan_for("a.bot", "level=1", 3, "kept");
  play_ladder(&plan, &l);
  plan.run.resume = true;
  plan.run.games = 5000;
  assert_true(ladder_open(&l, &plan, &error));
  assert_int_equal(ladder_play(&l, &callbacks, &error), RUN_STOPPED);
  assert_int_equal(l.level[2].against.games, 10);
  ladder_close(&l);
  size_t length;
  char *text = read_file("kept/ladder.csv", &length);
  assert_non_null(strstr(text, "\n\"level=4\",3,4,\"tictacdoh\",\"a.bot:level=4"
                               "\",10,true,"));
  free(text);
  clear(plan.run.out);
}

static void
a_plan_that_does_not_match_the_folder_is_refused_and_changes_nothing(
    void **state) {
  (void)state;
  static const struct {
    const char *game, *bot, *doubled;
    int levels;
    uint64_t games, seed;
    bool resume;
    const char *message;
  } CASES[] = {
      {"tictacdoh", "a.bot", "level=1", 3, 10, 5, false,
       "already holds a ladder"},
      {"tictacdoh", "a.bot", "level=1", 2, 10, 5, true,
       "holds a ladder of 3 levels: use at least as many"},
      {"tictacdoh", "a.bot", "level=2", 3, 10, 5, true,
       "holds a different ladder: a.bot on tictacdoh, doubling level from 1"},
      {"tictacdoh", "b.bot", "level=1", 3, 10, 5, true,
       "holds a different ladder"},
      {"orbital", "a.bot", "level=1", 3, 10, 5, true,
       "holds a different ladder"},
      {"tictacdoh", "a.bot", "level=1", 3, 10, 6, true,
       "holds a different run"},
      {"tictacdoh", "a.bot", "level=1", 3, 8, 5, true, "holds a different run"},
  };
  static Ladder l;
  LadderPlan plan = plan_for("a.bot", "level=1", 3, "there");
  play_ladder(&plan, &l);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    Snapshot before = snapshot("there");
    plan = plan_for(CASES[i].bot, CASES[i].doubled, CASES[i].levels, "there");
    plan.run.game = CASES[i].game;
    plan.run.games = CASES[i].games;
    plan.run.seed = CASES[i].seed;
    plan.run.resume = CASES[i].resume;
    assert_int_equal(try_ladder(&plan, &l, &error), RUN_FAILED);
    assert_message(&error, CASES[i].message);
    assert_unchanged("there", &before);
  }
  Error error = {0};
  plan = plan_for("a.bot", "level=1", 3, "there/level=2");
  assert_int_equal(try_ladder(&plan, &l, &error), RUN_FAILED);
  assert_message(&error, "holds a run, not a ladder");
  clear("there");
}

/* ---- errors --------------------------------------------------------------*/

static void an_invalid_plan_gets_a_message_that_says_what_to_do(void **state) {
  (void)state;
  static const struct {
    const char *bot, *doubled;
    int levels;
    const char *message;
  } CASES[] = {
      {"a.bot", "level", 2,
       "'level' does not say what to double: write an "
       "option and its first value, 1 or more, such as "
       "rounds=10"},
      {"a.bot", "=3", 2, "does not say what to double"},
      {"a.bot", "level=", 2, "does not say what to double"},
      {"a.bot", "level=0", 2, "does not say what to double"},
      {"a.bot", "level=-1", 2, "does not say what to double"},
      {"a.bot", "level=1.5", 2, "does not say what to double"},
      {"a.bot", "level=99999999999", 2, "does not say what to double"},
      {"a.bot", "level=1", 1, "a ladder has 2 to 24 levels, not 1"},
      {"a.bot", "level=1", 25, "not 25"},
      {"a.bot", "level=1", 5,
       "level takes 1..9, but 5 levels from 1 go up to 16; use 4 levels"},
      {"n.quit", "level=10", 5,
       "level takes 1..100, but 5 levels from 10 go up to 160; use 4 levels; "
       "or start with 1 to 6"},
      {"n.quit", "level=60", 2, "go up to 120; start with 1 to 50"},
      {"n.quit", "level=2", 24, "go up to 16777216; use 6 levels"},
      {"n.quit", "even=1", 2, "even takes 2, 4,"},
      {"n.quit", "taste=1", 2, "taste is not an integer option"},
      {"n.quit", "levle=1", 2, "did you mean 'level'?"},
      {"n.quit:level=3", "level=1", 2,
       "the run level=1 of the ladder: n.quit: level is given "
       "twice"},
      {"n.quit:levl=3", "level=1", 2, "did you mean 'level'?"},
      {"random", "level=1", 2, "random has no options"},
      {"nobody", "level=1", 2, "there is no bot 'nobody'"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Ladder l;
    Error error = {0};
    LadderPlan plan =
        plan_for(CASES[i].bot, CASES[i].doubled, CASES[i].levels, NULL);
    if (ladder_open(&l, &plan, &error))
      fail_msg("%s %s was opened", CASES[i].bot, CASES[i].doubled);
    assert_message(&error, CASES[i].message);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  loader_add(&RANDOM_BOTS.loader);
  loader_add(&QUITTERS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scores_are_shares_of_the_points),
      cmocka_unit_test(the_gain_is_the_mean_score_of_independent_levels),
      cmocka_unit_test(a_change_needs_both_the_difference_and_the_sum),
      cmocka_unit_test(every_run_has_a_seed_of_its_own),
      cmocka_unit_test(a_forfeit_scores_for_the_opponent_but_is_not_a_win),
      cmocka_unit_test(truncated_games_have_no_points),
      cmocka_unit_test(each_run_is_the_same_as_one_played_alone),
      cmocka_unit_test(the_stronger_bot_plays_one_side_from_every_seat),
      cmocka_unit_test(the_index_has_one_row_per_level),
      cmocka_unit_test(a_ladder_reads_back_as_it_was_played),
      cmocka_unit_test(a_ladder_with_missing_runs_can_be_read),
      cmocka_unit_test(an_invalid_index_is_refused),
      cmocka_unit_test(a_resumed_ladder_can_have_more_levels_and_games),
      cmocka_unit_test(a_stopped_and_resumed_ladder_ends_with_the_same_bytes),
      cmocka_unit_test(the_index_never_loses_results),
      cmocka_unit_test(
          a_plan_that_does_not_match_the_folder_is_refused_and_changes_nothing),
      cmocka_unit_test(an_invalid_plan_gets_a_message_that_says_what_to_do),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
