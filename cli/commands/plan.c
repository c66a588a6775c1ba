/* boardlab plan: how many games show a difference, before they are played. */
#include "analysis/stats/plan.h"
#include "analysis/experiments/compare.h"
#include "analysis/metrics/balance.h"
#include "analysis/stats/pentanomial.h"
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include <math.h>

static const char *const KINDS[] = {
    [STUDY_SEATS] = "one run, between the win rates of two seats",
    [STUDY_RUNS] = "each of two runs with different seeds, in a seat's win "
                   "rate",
    [STUDY_PAIRED_RUNS] = "each of two runs with the same seed",
    [STUDY_MATCH] = "a match between two bots",
    [STUDY_PAIRED_MATCH] = "a match in pairs of games (--pairs)"};

typedef struct Plan {
  Study study;
  double difference, elo; /* NaN if not given */
  int64_t games;          /* 0 if not given */
} Plan;

/* ---- what is assumed -----------------------------------------------------*/

static bool read_percent(const Args *args, const char *flag, double max,
                         double *share, Error *error) {
  double percent = 100 * *share;
  if (!args_real(args, flag, 0, max, &percent, error))
    return false;
  *share = percent / 100;
  return true;
}

static bool read_study(const Args *args, Study *s, Error *error) {
  int64_t tests = 0;
  if (!args_real(args, "correlation", -1, 1, &s->correlation, error) ||
      !args_real(args, "pairing", -1, 1, &s->pairing, error) ||
      !args_int(args, "tests", 1, 1000000, &tests, error) ||
      !read_percent(args, "draws", 99, &s->drawn, error))
    return false;
  s->rate = isnan(s->rate) ? (1 - s->drawn) / 2 : s->rate;
  s->tests = tests ? (int)tests : 1;
  if (tests || !s->run_tests)
    s->run_tests = tests ? (int)tests : study_compare_tests(s->drawn);
  double power = 100 * s->power;
  if (!args_real(args, "power", 5, 99.9, &power, error))
    return false;
  s->power = power / 100;
  return read_percent(args, "rate", 100 * (1 - s->drawn), &s->rate, error);
}

static bool read_goal(const Args *args, Plan *p, Error *error) {
  static const Study NO_DRAWS = {.drawn = 0};
  double points = NAN, most = floor(study_largest(&NO_DRAWS, STUDY_MATCH));
  if (!args_real(args, "difference", 0.0001, 100, &points, error) ||
      !args_real(args, "elo", 0.01, most, &p->elo, error) ||
      !args_int(args, "games", 2, GAMES_IN_RUN_MAX, &p->games, error))
    return false;
  p->difference = points / 100;
  int given = !isnan(points) + !isnan(p->elo) + (p->games > 0);
  return given == 1 ||
         error_set(error,
                   given ? "--difference, --elo and --games exclude each other"
                         : "give --difference POINTS or --elo N to find out "
                           "how many games show it, or --games N to find out "
                           "which differences they show");
}

/* Takes the win rate of seat 1 and the draws from the decided games of a run.
 */
static bool read_rates(const ComparedRun *r, Study *s, Error *error) {
  const Tally *t = &r->run.tally;
  double decided = (double)balance_decided(t);
  if (!(decided > 0))
    return error_set(
        error,
        "no game of %.600s is decided: nothing is known about its win rates",
        r->dir);
  s->rate = (double)tally_won(t, 0) / decided;
  s->drawn = (double)t->ends[MATCH_DRAW] / decided;
  return true;
}

/* Takes what is assumed of the games from two runs. */
static bool read_runs(const char *const dirs[], Study *s, Error *error) {
  static const MovesPlan MOVES = {.sample = 0};
  ComparedFamily f;
  if (!compared_family_read(&f, dirs, 2, &MOVES, error))
    return false;
  runs_warn_aside(&f.a.run, f.a.name);
  runs_warn_aside(&f.b->run, f.b->name);
  s->correlation =
      compare_find(f.list, (ComparedMetric){COMPARE_SEAT, 0})->correlation;
  s->run_tests = f.list->tests;
  bool good = read_rates(&f.a, s, error);
  compared_family_free(&f);
  return good;
}

/* ---- results -------------------------------------------------------------*/

static void print_line(const Study *s, StudyKind kind, double difference,
                       const char *number) {
  double r = study_correlation(s, kind, difference);
  double assumed = kind == STUDY_PAIRED_RUNS ? s->correlation : s->pairing;
  printf("%14s  %s", number, KINDS[kind]);
  if (kind == STUDY_PAIRED_RUNS || kind == STUDY_PAIRED_MATCH)
    printf(r == assumed  ? ", correlation %s"
           : r < assumed ? ", correlation %s (the largest possible)"
                         : ", correlation %s (the smallest possible)",
           shown_real(r, 2).text);
  printf("\n");
}

/* A positive number with these decimals, or as many more as it takes not to
 * look like 0. */
static Shown fine(double number, int decimals) {
  while (decimals < SHOWN_CSV && number * pow(10, decimals) < 1)
    decimals++;
  return shown_real(number, decimals);
}

/* The number that was asked for, without rounding it. */
static Shown as_given(double number, int decimals) {
  double scaled = number * pow(10, decimals);
  while (decimals < SHOWN_CSV && fabs(scaled - round(scaled)) > 1e-6 * scaled)
    scaled = number * pow(10, ++decimals);
  return shown_real(number, decimals);
}

/* Paired experiments need a correlation. */
static bool is_known(const Study *s, StudyKind kind) {
  return kind == STUDY_PAIRED_RUNS    ? !isnan(s->correlation)
         : kind == STUDY_PAIRED_MATCH ? !isnan(s->pairing)
                                      : true;
}

/* A seat that wins half of its games in one run cannot win 60 points more, or
 * less, in another. */
static bool is_possible(const Study *s, StudyKind kind, double difference) {
  return difference <= study_largest(s, kind);
}

static bool print_games(const Plan *p, StudyKind first, StudyKind last,
                        double difference, Error *error) {
  if (!is_possible(&p->study, first, difference))
    return error_set(error,
                     first == STUDY_MATCH
                         ? "with so many draws no two bots can differ by %g Elo"
                         : "with these draws and win rates no difference can "
                           "be as large as %g points",
                     first == STUDY_MATCH ? difference : 100 * difference);
  if (first == STUDY_SEATS)
    printf("Games that show a difference of %s points",
           as_given(100 * difference, 1).text);
  else
    printf("Games that show %s Elo, a score of %s%%,",
           as_given(difference, 0).text,
           shown_real(100 * score_of_elo(difference), difference < 1 ? 4 : 1)
               .text);
  printf(" with a power of %s:\n\n", shown_percent(p->study.power).text);
  for (StudyKind kind = first; kind <= last; kind++)
    if (is_known(&p->study, kind) && is_possible(&p->study, kind, difference))
      print_line(&p->study, kind, difference,
                 shown_count(study_games(&p->study, kind, difference)).text);
  if (first == STUDY_SEATS && !is_possible(&p->study, STUDY_RUNS, difference))
    printf("\nNo two runs can differ by so much if the seat wins %s in the "
           "first: --rate sets it.\n",
           shown_percent(p->study.rate).text);
  return true;
}

static void print_differences(const Plan *p) {
  printf("The smallest differences that %s games show with a power of %s:\n\n",
         shown_count((uint64_t)p->games).text,
         shown_percent(p->study.power).text);
  for (StudyKind kind = STUDY_SEATS; kind <= STUDY_PAIRED_MATCH; kind++) {
    Phrase text = phrase("none");
    double d = study_difference(&p->study, kind, (double)p->games);
    if (isfinite(d))
      text = kind >= STUDY_MATCH
                 ? phrase("%s Elo", fine(d, d < 10 ? 1 : 0).text)
                 : phrase("%s points", fine(100 * d, 1).text);
    if (is_known(&p->study, kind))
      print_line(&p->study, kind,
                 isfinite(d) ? d : study_largest(&p->study, kind), text.text);
  }
}

static void print_assumptions(const Study *s, bool match) {
  Phrase seat = {""}, tests = {""}, runs = {""};
  bool equal = fabs(s->rate - (1 - s->drawn) / 2) < 1e-12;
  if (!match)
    seat =
        phrase(", and in the first of two runs the seat wins %s%s",
               shown_percent(s->rate).text, equal ? ", as does the other" : "");
  if (s->tests > 1)
    tests = phrase(", widened for %d tests,", s->tests);
  if (!match && s->run_tests != s->tests)
    runs =
        phrase("; between two runs the interval is widened, as compare adjusts "
               "for %d tests (Holm)",
               s->run_tests);
  Phrase text = phrase(
      "Assumed: %s of games are drawn, none is truncated or forfeited%s. A "
      "difference is shown if its 95%% interval%s excludes 0%s.",
      shown_percent(s->drawn).text, seat.text, tests.text, runs.text);
  printf("\n");
  print_wrapped(text.text, 0);
  if (!match)
    print_wrapped("With two sides, the gap between them changes by twice a "
                  "seat's difference. The same number of games shows which of "
                  "two runs is fairer if the same side clearly leads in both; "
                  "if the sides are nearly equal in one, it takes more.",
                  0);
}

static int plan_run(const Args *args, Error *error) {
  Plan p = {.study = {.power = POWER,
                      .rate = NAN,
                      .correlation = NAN,
                      .pairing = NAN},
            .difference = NAN,
            .elo = NAN};
  if (args->positional_count == 1) {
    error_set(error, "two runs are compared: name another folder");
    return EXIT_USAGE;
  }
  if (args->positional_count && !read_runs(args->positional, &p.study, error))
    return EXIT_FAILED;
  if (!read_study(args, &p.study, error) || !read_goal(args, &p, error))
    return EXIT_USAGE;
  if (p.games)
    print_differences(&p);
  else if (!(isnan(p.elo) ? print_games(&p, STUDY_SEATS, STUDY_PAIRED_RUNS,
                                        p.difference, error)
                          : print_games(&p, STUDY_MATCH, STUDY_PAIRED_MATCH,
                                        p.elo, error)))
    return EXIT_USAGE;
  print_assumptions(&p.study, !isnan(p.elo));
  return EXIT_DONE;
}

const Command plan_command = {
    .name = "plan",
    .summary = "say how many games it takes to show a difference",
    .positional = "[DIR DIR]",
    .flags =
        (const Flag[]){
            {"difference", "POINTS",
             "the difference between two win rates that matters to you"},
            {"elo", "N", "the difference between two bots that matters to you"},
            {"games", "N", "say which differences N games can show"},
            {"power", "PERCENT",
             "how often the experiment shows a true difference of\n"
             "that size (default 80)"},
            {"draws", "PERCENT", "share of games that are drawn (default 0)"},
            {"rate", "PERCENT",
             "win rate of the seat in the first of two runs\n"
             "(default: half of the games that are not drawn)"},
            {"correlation", "R",
             "correlation of games with the same number in two runs\n"
             "with the same seed; compare shows it"},
            {"pairing", "R",
             "correlation of the two games of a pair in a match with\n"
             "--pairs, usually below 0"},
            {"tests", "N",
             "adjust claims for N tests (default: 1; between two runs,\n"
             "as many as compare makes)"},
            {NULL}},
    .example = "boardlab plan --difference 2 --draws 10",
    .run = plan_run,
};
