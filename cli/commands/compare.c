/* boardlab compare: differences between runs, with intervals. */
#include "analysis/experiments/compare_bots.h"

#include "analysis/metrics/bot_names.h"
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "cli/terminal/rows.h"
#include "lua/host/host.h"
#include "core/base/utf8.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* ---- the table -----------------------------------------------------------*/

static void print_right(const char *text, int width) {
  int blanks = width - utf8_width(text, strlen(text));
  printf("%*s%s", blanks > 0 ? blanks : 0, "", text);
}

static const char NONE[] = "–";

/* "0.032", "<0.0001": the p-value without its name. */
static void print_p(double p, int width) {
  Shown shown = shown_p(p);
  char text[SHOWN_TEXT + 1];
  snprintf(text, sizeof text, "%s%s", strchr(shown.text, '<') ? "<" : "",
           shown.text + strcspn(shown.text, "0123456789"));
  print_right(isnan(p) ? NONE : text, width);
}

static Shown shown_difference(ComparedMetric metric, double difference,
                              int decimals) {
  return compared_metric_is_rate(metric)
             ? shown_signed_points_to(difference, decimals)
             : shown_signed(difference, decimals);
}

static void print_difference(const Difference *d) {
  Estimate e = d->difference;
  char text[3 * SHOWN_TEXT] = "–";
  double unit = compared_metric_is_rate(d->metric) ? 100 : 1;
  int decimals = unit * estimate_half_width(e) < 0.1 ? 2 : 1;
  print_right(shown_difference(d->metric, e.value, decimals).text, 9);
  if (estimate_has_interval(e))
    snprintf(text, sizeof text, "%s to %s",
             shown_difference(d->metric, e.low, decimals).text,
             shown_difference(d->metric, e.high, decimals).text);
  print_right(text, 18);
}

static void print_pairing(const Difference *d) {
  char text[3 * SHOWN_TEXT] = "–";
  if (!isnan(d->correlation))
    snprintf(text, sizeof text, isnan(d->gain) ? "%s" : "%s ×%s",
             shown_real(d->correlation, 2).text, shown_real(d->gain, 2).text);
  print_right(text, 14);
}

static void print_row(const Comparison *c, const Difference *d) {
  bool rate = compared_metric_is_rate(d->metric);
  char title[COMPARED_NAME];
  compared_metric_title(d->metric, title);
  bool all = c->a_undecided == 0 && c->b_undecided == 0;
  printf("%-14s", d->metric.kind == COMPARE_GAP && !d->metric.which && !all
                      ? "gap of decided"
                      : title);
  print_right((rate ? shown_percent(d->a) : shown_real(d->a, 1)).text, 9);
  print_right((rate ? shown_percent(d->b) : shown_real(d->b, 1)).text, 10);
  print_difference(d);
  print_p(d->p, 9);
  print_p(d->p_holm, 10);
  if (c->pairing == PAIRED)
    print_pairing(d);
  printf("\n");
}

static void print_table(const Comparison *c) {
  printf("%-14s%9s%10s%9s%18s%9s%10s%s\n", "", "A", "B", "B - A",
         "95% interval", "p", "adjusted",
         c->pairing == PAIRED ? "       pairing" : "");
  for (int i = 0; i < c->count; i++)
    if (!c->list[i].reason)
      print_row(c, &c->list[i]);
}

static void print_run(const char *letter, const ComparedRun *r) {
  uint64_t games = r->run.tally.games;
  char bots[4 * SPEC_TEXT];
  bots_in_words(&r->run, bots, sizeof bots);
  printf("%s  %s: %s, %s game%s, seed %llu%s, %s\n", letter, r->dir,
         r->run.schedule.game, shown_count(games).text, games == 1 ? "" : "s",
         (unsigned long long)r->run.plan.seed,
         r->run.complete ? "" : ", not complete", bots);
}

static void print_how(const Comparison *c) {
  char text[SENTENCE];
  compare_describe(c, text);
  printf("%s\n\n", text);
}

static void print_sentences(const Sentences *sentences) {
  if (sentences->count)
    printf("\n");
  for (int i = 0; i < sentences->count; i++)
    printf("%s\n", sentences->text[i]);
}

static void print_comparison(const Comparison *c) {
  Sentences verdict = {0}, notes = {0};
  print_run("A", c->a);
  print_run("B", c->b);
  print_how(c);
  print_table(c);
  compare_verdict(c, &verdict);
  print_sentences(&verdict);
  compare_notes(c, &notes);
  print_sentences(&notes);
}

/* ---- rows ----------------------------------------------------------------*/

static void add_rows(Rows *rows, const Comparison *c) {
  for (int i = 0; i < c->count; i++) {
    const Difference *d = &c->list[i];
    char name[COMPARED_NAME];
    compared_metric_name(d->metric, name);
    rows_text(rows, c->a->dir);
    rows_text(rows, c->b->dir);
    rows_word(rows, name);
    rows_real(rows, d->a, SHOWN_CSV);
    rows_real(rows, d->b, SHOWN_CSV);
    rows_count(rows, d->a_n);
    rows_count(rows, d->b_n);
    rows_real(rows, d->difference.value, SHOWN_CSV);
    rows_real(rows, d->difference.low, SHOWN_CSV);
    rows_real(rows, d->difference.high, SHOWN_CSV);
    rows_precise(rows, d->p, SHOWN_CSV);
    rows_precise(rows, d->p_holm, SHOWN_CSV);
    rows_real(rows, d->anytime.low, SHOWN_CSV);
    rows_real(rows, d->anytime.high, SHOWN_CSV);
    rows_precise(rows, d->anytime_p, SHOWN_CSV);
    rows_flag(rows, c->pairing == PAIRED);
    rows_real(rows, d->correlation, SHOWN_CSV);
    rows_real(rows, d->gain, SHOWN_CSV);
    if (d->reason)
      rows_text(rows, d->reason);
    else
      rows_empty(rows);
  }
}

static bool print_rows(const Args *args, const Comparison list[], int count,
                       Error *error) {
  runs_warn_aside(&list[0].a->run, list[0].a->name);
  for (int i = 0; i < count; i++)
    runs_warn_aside(&list[i].b->run, list[i].b->name);
  Rows rows = rows_begin("a,b,metric,value_a,value_b,n_a,n_b,difference,low,"
                         "high,p_value,p_holm,anytime_low,anytime_high,"
                         "anytime_p_value,paired,correlation,gain,reason",
                         args_value(args, "json"));
  for (int i = 0; i < count; i++)
    add_rows(&rows, &list[i]);
  return rows_end(&rows, error);
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
                  "how many times the games unpaired runs would need.",
                  0);
}

static void print_all(const Comparison list[], int count) {
  for (int i = 0; i < count; i++) {
    printf(i ? "\n\n" : "");
    print_comparison(&list[i]);
  }
}

/* ---- --until -------------------------------------------------------------*/

static void print_decision(const Comparison *c, const SequentialTest *test,
                           Decision decision) {
  const Difference *d = compare_tested(c, test);
  bool rate = compared_metric_is_rate(test->metric);
  double unit = rate ? 100 : 1;
  const char *points = test->metric.kind == COMPARE_PLIES ? "" : " points";
  char title[COMPARED_NAME];
  compared_metric_title(d->metric, title);
  title[0] = (char)toupper((unsigned char)title[0]);
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
  printf(". %s: B - A = %s%s", title,
         shown_difference(d->metric, d->anytime.value, 1).text, points);
  if (isfinite(d->anytime.low))
    printf(", 95%% anytime-valid interval %s to %s",
           shown_difference(d->metric, d->anytime.low, 1).text,
           shown_difference(d->metric, d->anytime.high, 1).text);
  printf(".\n");
}

/* The games are in the folders of the runs, so nothing else is needed. */
static void print_resume(RunEnd end) {
  if (end == RUN_STOPPED)
    printf("\nStopped early. The same command continues it.\n");
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

static int play(const Args *args, ComparedRun *a, ComparedRun *b,
                const SequentialTest *test, Error *error) {
  int64_t max_games = 1000000, jobs = 0;
  if (!args_int(args, "games", 1, GAMES_IN_RUN_MAX, &max_games, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !check_limits(a, error) || !check_limits(b, error))
    return EXIT_USAGE;
  Progress *progress = runs_progress(args, 2 * (uint64_t)max_games, error);
  if (!progress)
    return EXIT_FAILED;
  Comparison c;
  Decision decision = UNDECIDED;
  RunEnd end = compare_play(a, b, test, (uint64_t)max_games, (int)jobs,
                            progress_callbacks(progress), &c, &decision, error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  if (args_wants_rows(args)) {
    if (!print_rows(args, &c, 1, error))
      return EXIT_FAILED;
  } else {
    compare_use_anytime(&c, test);
    print_all(&c, 1);
    print_legend(&c, 1, true);
    print_decision(&c, test, decision);
    print_resume(end);
  }
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int run_until(const Args *args, const char *text, Error *error) {
  ComparedRun a, b;
  SequentialTest test;
  if (args->positional_count != 2) {
    error_set(error, "--until compares two runs, not %d",
              args->positional_count);
    return EXIT_USAGE;
  }
  if (!compared_run_read(&a, args->positional[0], error))
    return EXIT_FAILED;
  int code = EXIT_FAILED;
  if (compared_run_read(&b, args->positional[1], error)) {
    int seats = a.run.schedule.seats < b.run.schedule.seats
                    ? a.run.schedule.seats
                    : b.run.schedule.seats;
    code = sequential_test_read(text, seats, a.margin && b.margin, &test, error)
               ? play(args, &a, &b, &test, error)
               : EXIT_USAGE;
    compared_run_free(&b);
  }
  compared_run_free(&a);
  return code;
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

static int play_sprt(const Args *args, ComparedRun *a, ComparedRun *b,
                     const Sprt *sprt, Error *error) {
  int64_t max_games = 1000000, jobs = 0;
  BotComparison c;
  if (!args_int(args, "games", 1, GAMES_IN_RUN_MAX, &max_games, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !compare_bots(a, b, sprt, &c, error) || !check_limits(a, error) ||
      !check_limits(b, error))
    return EXIT_USAGE;
  Progress *progress = runs_progress(args, 2 * (uint64_t)max_games, error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = compare_bots_play(a, b, sprt, (uint64_t)max_games, (int)jobs,
                                 progress_callbacks(progress), &c, error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  print_bots(&c, sprt);
  print_resume(end);
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int run_sprt(const Args *args, const char *text, Error *error) {
  ComparedRun a, b;
  Sprt sprt;
  if (!sprt_read(text, &sprt, error))
    return error_prefix(error, "--sprt: "), EXIT_USAGE;
  if (args->positional_count != 2 || args_value(args, "until") ||
      args_wants_rows(args)) {
    error_set(error,
              "--sprt compares two runs, without --until, --csv and --json");
    return EXIT_USAGE;
  }
  if (!compared_run_read(&a, args->positional[0], error))
    return EXIT_FAILED;
  int code = EXIT_FAILED;
  if (compared_run_read(&b, args->positional[1], error)) {
    code = play_sprt(args, &a, &b, &sprt, error);
    compared_run_free(&b);
  }
  compared_run_free(&a);
  return code;
}

/* ---- the command ---------------------------------------------------------*/

static int run(const Args *args, Error *error) {
  const char *until = args_value(args, "until");
  const char *sprt = args_value(args, "sprt");
  if (sprt)
    return run_sprt(args, sprt, error);
  if (until)
    return run_until(args, until, error);
  if (args_value(args, "games")) {
    error_set(error, "--games needs --until or --sprt: without them no games "
                     "are played");
    return EXIT_USAGE;
  }
  ComparedFamily family;
  bool good = true;
  if (!compared_family_read(&family, args->positional, args->positional_count,
                            error))
    return EXIT_FAILED;
  if (args_wants_rows(args)) {
    good = print_rows(args, family.list, family.count, error);
  } else {
    print_all(family.list, family.count);
    print_legend(family.list, family.count, false);
  }
  compared_family_free(&family);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command compare_command = {
    .name = "compare",
    .group = GROUP_RESULTS,
    .summary = "show the differences between runs, with 95% intervals",
    .positional = "DIR DIR …",
    .min_positional = 2,
    .max_positional = POSITIONAL_MAX,
    .flags =
        (const Flag[]){
            {"until", "METRIC",
             "extend both runs in their folders until it is decided\n"
             "whether they differ in seat1, seat2, …, gap, draw,\n"
             "truncated, forfeit, plies or the margin of scores; with a\n"
             "bound, as in seat1=1% or margin=0.5, also until it is\n"
             "decided that they differ by less"},
            {"sprt", "VALUES",
             "extend both runs, matches of two bots against the same\n"
             "opponent, until a sequential test (SPRT) has decided by\n"
             "how many Elo B's bot scores better than A's, as in\n"
             "elo0=0,elo1=20 with alpha=0.05,beta=0.05"},
            {"games", "N",
             "with --until or --sprt: limit for each run (default\n"
             "1000000)"},
            ROWS_FLAGS("print the differences as CSV"),
            {"jobs", "N", "worker threads (default: one per core)"},
            PROGRESS_FLAGS,
            LIMIT_FLAGS,
            {NULL}},
    .details = "The first run, A, is compared with each of the others, B. Runs "
               "of a game with\n"
               "the same seed are compared game by game, which detects "
               "differences with fewer\n"
               "games. The sentences make a false claim in at most 5% of "
               "commands, however many\n"
               "runs are compared (Holm).\n"
               "--until uses anytime-valid intervals (a confidence sequence): "
               "however often\n"
               "the runs are compared, the chance of ever reporting a "
               "difference where there\n"
               "is none stays below 5%. A test that was stopped or killed is "
               "continued by the\n"
               "same command, and ends as one that was not.",
    .example = "boardlab compare runs/six_walls runs/eight_walls",
    .run = run,
};
