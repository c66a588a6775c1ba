/* boardlab compare: differences between runs, with intervals. */
#include "analysis/experiments/compare_bots.h"

#include "analysis/metrics/bot_names.h"
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "lua/host/host.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

static void print_run(const char *letter, const ComparedRun *r) {
  uint64_t games = r->run.tally.games;
  char bots[4 * SPEC_TEXT];
  bots_in_words(&r->run, bots, sizeof bots);
  printf("%s  %s: %s, %s game%s", letter, r->dir, r->run.schedule.game,
         shown_count(games).text, games == 1 ? "" : "s");
  if (!schedule_is_collected(&r->run.schedule))
    printf(", seed %llu", (unsigned long long)r->run.plan.seed);
  printf("%s, %s\n", r->run.complete ? "" : ", not complete", bots);
}

static void print_sentences(const Sentences *sentences) {
  if (sentences->count)
    printf("\n");
  for (int i = 0; i < sentences->count; i++)
    printf("%s\n", sentences->text[i]);
}

static bool print_comparison(const Comparison *c, Error *error) {
  Document document = {0};
  print_run("A", c->a);
  print_run("B", c->b);
  printf("%s\n", compare_describe(c).text);
  compare_document(c, &document);
  bool good = print_document(&document, error);
  document_free(&document);
  return good;
}

static bool print_rows(const Args *args, const Comparison list[], int count,
                       Error *error) {
  ResultTable table = {0};
  runs_warn_aside(&list[0].a->run, list[0].a->name);
  for (int i = 0; i < count; i++) {
    runs_warn_aside(&list[i].b->run, list[i].b->name);
    compare_table(&list[i], &table);
  }
  bool good = args_print_table(args, &table, error);
  result_free(&table);
  return good;
}

static bool any_paired(const Comparison list[], int count) {
  for (int i = 0; i < count; i++)
    if (list[i].pairing == PAIRED)
      return true;
  return false;
}

/* What the intervals and the sentences above hold for. */
static void print_legend(const Comparison list[], int count, bool until) {
  char text[400];
  snprintf(text, sizeof text,
           "Differences are rounded from exact values. The intervals%s and "
           "p-values are for each row by itself. ",
           until ? " (anytime-valid)" : "");
  printf("\n");
  int length = (int)strlen(text);
  if (list[0].tests > 1)
    snprintf(text + length, sizeof text - (size_t)length,
             "The sentences%s claim what has a p below 0.05 when adjusted for "
             "all %d tests (Holm).",
             until ? " on metrics other than the one asked about" : "",
             list[0].tests);
  print_wrapped(text, 0);
  if (any_paired(list, count))
    print_wrapped("Pairing: the correlation of A and B in the same game, and "
                  "how many times as many games unpaired runs would need.",
                  0);
}

static bool print_all(const Args *args, const Comparison list[], int count,
                      bool until, Error *error) {
  if (args_wants_rows(args))
    return print_rows(args, list, count, error);
  for (int i = 0; i < count; i++) {
    printf(i ? "\n\n" : "");
    if (!print_comparison(&list[i], error))
      return false;
  }
  print_legend(list, count, until);
  return true;
}

/* ---- --until -------------------------------------------------------------*/

static Shown shown_difference(ComparedMetric metric, double difference) {
  return compared_metric_is_rate(metric) ? shown_signed_points(difference)
                                         : shown_signed(difference, 1);
}

static void print_decision(const Comparison *c, const SequentialTest *test,
                           Decision decision) {
  const Difference *d = compare_tested(c, test);
  bool rate = compared_metric_is_rate(test->metric);
  double unit = rate ? 100 : 1;
  const char *points = test->metric.kind == COMPARE_PLIES ? "" : " points";
  Phrase title = compared_metric_title(d->metric);
  title.text[0] = (char)toupper((unsigned char)title.text[0]);
  printf("\n");
  if (decision == DIFFERENT)
    printf("Decided: A and B differ");
  else if (decision == EQUIVALENT)
    printf("Decided: A and B differ by less than %g%s", unit * test->margin,
           points);
  else
    printf("Undecided after %s game%s each", shown_count(c->games).text,
           c->games == 1 ? "" : "s");
  if (isnan(d->anytime.value)) {
    printf(".\n");
    return;
  }
  printf(". %s: B - A = %s%s", title.text,
         shown_difference(d->metric, d->anytime.value).text, points);
  if (isfinite(d->anytime.low))
    printf(", 95%% anytime-valid interval %s to %s",
           shown_difference(d->metric, d->anytime.low).text,
           shown_difference(d->metric, d->anytime.high).text);
  printf(".\n");
}

/* Bots and rules run under the limits of this command, so a run can only be
 * extended under the limits in its manifest. */
static bool check_limits(const ComparedRun *r, Error *error) {
  char limits[RUN_TEXT];
  limits_write(limits, sizeof limits);
  return strcmp(limits, r->run.limits) == 0 ||
         error_set(error,
                   "%.400s was played with %s, but the limits are now %s: give "
                   "the same --budget and --memory",
                   r->dir, r->run.limits, limits);
}

/* ---- --sprt --------------------------------------------------------------*/

static void print_score(const char *letter, const ComparedRun *r, double sum,
                        uint64_t n) {
  double score = n ? sum / (double)n : NAN;
  printf("%s  %-*s  %s  %s Elo\n", letter, 30, r->run.schedule.bot[0].spec,
         shown_percent(score).text, shown_signed(elo_of_score(score), 0).text);
}

static void print_bots(const BotComparison *c, const Sprt *sprt) {
  Sentences verdict = {0};
  print_run("A", c->a);
  print_run("B", c->b);
  printf("both against %s, in %s pair%s of games that both runs have\n\n",
         c->a->run.schedule.bot[1].spec, shown_count(c->pairs.n).text,
         c->pairs.n == 1 ? "" : "s");
  print_score("A", c->a, c->pairs.x, c->pairs.n);
  print_score("B", c->b, c->pairs.y, c->pairs.n);
  compare_bots_verdict(c, sprt, &verdict);
  print_sentences(&verdict);
}

/* ---- playing -------------------------------------------------------------*/

/* What extends both runs: one of them. */
typedef struct Extension {
  const char *until, *sprt; /* as given, or NULL */
  SequentialTest test;
  Sprt between_bots;
} Extension;

static bool read_test(Extension *e, const ComparedRun *a, const ComparedRun *b,
                      BotComparison *bots, Error *error) {
  int a_seats = a->run.schedule.seats, b_seats = b->run.schedule.seats;
  return e->sprt ? compare_bots(a, b, &e->between_bots, bots, error)
                 : sequential_test_read(
                       e->until, a_seats < b_seats ? a_seats : b_seats,
                       a->games.margin && b->games.margin, &e->test, error);
}

static int extend(const Args *args, Extension *e, ComparedRun *a,
                  ComparedRun *b, Error *error) {
  int64_t max_games = 1000000, jobs = 0;
  BotComparison bots;
  Comparison c;
  Decision decision = UNDECIDED;
  if (!read_test(e, a, b, &bots, error) ||
      !args_int(args, "games", 1, GAMES_IN_RUN_MAX, &max_games, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !check_limits(a, error) || !check_limits(b, error))
    return EXIT_USAGE;
  Progress *progress = runs_progress(args, 2 * (uint64_t)max_games, error);
  if (!progress)
    return EXIT_FAILED;
  const ComparePlan plan = {a, b, (uint64_t)max_games, (int)jobs,
                            progress_callbacks(progress)};
  RunEnd end = e->sprt
                   ? compare_bots_play(&plan, &e->between_bots, &bots, error)
                   : compare_play(&plan, &e->test, &c, &decision, error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  bool rows = args_wants_rows(args);
  if (e->sprt)
    print_bots(&bots, &e->between_bots);
  else {
    if (!rows)
      compare_use_anytime(&c, &e->test);
    if (!print_all(args, &c, 1, true, error))
      return EXIT_FAILED;
    if (!rows)
      print_decision(&c, &e->test, decision);
  }
  /* The games are in the folders of the runs, so nothing else is needed. */
  if (end == RUN_STOPPED && !rows)
    printf("\nStopped early. The same command continues it.\n");
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int read_and_extend(const Args *args, Extension *e, Error *error) {
  ComparedRun a, b;
  if (e->sprt && !sprt_read(e->sprt, &e->between_bots, error))
    return error_prefix(error, "--sprt: "), EXIT_USAGE;
  if (e->sprt &&
      (args->positional_count != 2 || e->until || args_wants_rows(args))) {
    error_set(error,
              "--sprt compares two runs, without --until, --csv and --json");
    return EXIT_USAGE;
  }
  if (args->positional_count != 2) {
    error_set(error, "--until compares two runs, not %d",
              args->positional_count);
    return EXIT_USAGE;
  }
  if (args_value(args, "sample") || args_value(args, "like")) {
    error_set(error, "--until and --sprt do not compare moves: leave out "
                     "--sample and --like");
    return EXIT_USAGE;
  }
  if (!compared_run_read(&a, args->positional[0], error))
    return EXIT_FAILED;
  int code = EXIT_FAILED;
  if (compared_run_read(&b, args->positional[1], error)) {
    code = extend(args, e, &a, &b, error);
    compared_run_free(&b);
  }
  compared_run_free(&a);
  return code;
}

/* ---- the command ---------------------------------------------------------*/

static int compare_run(const Args *args, Error *error) {
  if (!args_check_programs(args, error))
    return EXIT_USAGE;
  Extension extension = {args_value(args, "until"), args_value(args, "sprt")};
  if (extension.until || extension.sprt)
    return read_and_extend(args, &extension, error);
  const char *alone = args_value(args, "games") ? "games" : "bot";
  if (args_value(args, alone)) {
    error_set(error,
              "--%s needs --until or --sprt: without them no games are played",
              alone);
    return EXIT_USAGE;
  }
  ComparedFamily family;
  MovesPlan moves = {.like = args_value(args, "like")};
  int64_t sample = KEPT_GAMES, jobs = 0;
  if (!args_int(args, "sample", 0, KEPT_GAMES, &sample, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error))
    return EXIT_USAGE;
  if (moves.like && !sample) {
    error_set(error, "--like needs a sample of games: --sample N");
    return EXIT_USAGE;
  }
  moves.sample = args_value(args, "sample") ? (uint64_t)sample : 0;
  moves.jobs = (int)jobs;
  if (!compared_family_read(&family, args->positional, args->positional_count,
                            sample ? &moves : NULL, error))
    return EXIT_FAILED;
  bool good = print_all(args, family.list, family.count, false, error);
  compared_family_free(&family);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command compare_command = {
    .name = "compare",
    .summary = "show the differences between runs, with 95% intervals",
    .positional = "DIR DIR …",
    .flags =
        (const Flag[]){
            {"until", "METRIC",
             "extend both runs in their folders until it is decided\n"
             "whether they differ in seat1, seat2, …, gap, draw,\n"
             "truncated, forfeit, plies or the margin of scores; with a\n"
             "bound, as in seat1=1% or margin=0.5, also stop once it is\n"
             "decided that they differ by less"},
            {"sprt", "VALUES",
             "extend both runs, matches of two bots against the same\n"
             "opponent, until a sequential test (SPRT) has decided by\n"
             "how many Elo B's bot scores better than A's, as in\n"
             "elo0=0,elo1=20 with alpha=0.05,beta=0.05"},
            {"sample", "N",
             "compare the moves of the first N games (default and at\n"
             "most 1000; 0 for none; only if they were kept)"},
            {"like", "BOT",
             "who plays more like this bot: how often it would make the\n"
             "same moves (default: where people played one run and one\n"
             "bot the other, this bot, asked about 200 games)"},
            {"games", "N",
             "with --until or --sprt: limit for each run (default\n"
             "1000000)"},
            PROGRAM_FLAG(
                "with --until or --sprt: a program that plays in these runs\n"
                "and may be started again, as in 'exec:python3 bot.py'"),
            ROWS_FLAGS("print the differences as CSV"),
            {"jobs", "N", "worker threads (default: one per core)"},
            PROGRESS_FLAGS,
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab compare runs/six_walls runs/eight_walls",
    .run = compare_run,
};
