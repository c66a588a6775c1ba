/* boardlab sweep: plays one run for each combination of option values. */
#include "analysis/experiments/sweep_trends.h"
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"

/* ---- the table -----------------------------------------------------------*/

static int width_of(const SweepRow *rows, int count, int axis) {
  AxisValue text;
  int width = 0;
  for (int i = 0; i < count && axis_value(rows[i].name, axis, &text); i++) {
    int name = (int)strlen(text.name), value = (int)strlen(text.value);
    width = name > width ? name : width;
    width = value > width ? value : width;
  }
  return width;
}

static int seats_shown(const SweepRow *rows, int count) {
  int most = 1;
  for (int i = 0; i < count; i++)
    most = rows[i].played.seats > most ? rows[i].played.seats : most;
  return most < 4 ? most : 4; /* the others are only in sweep.csv */
}

static bool any_margin(const SweepRow *rows, int count) {
  for (int i = 0; i < count; i++)
    if (rows[i].played.margin.n)
      return true;
  return false;
}

/* Whether different bots change seats: then balance says nothing. */
static bool any_rated(const SweepRow *rows, int count) {
  for (int i = 0; i < count; i++)
    if (rows[i].equals.basis == SEATS_RATED ||
        rows[i].equals.basis == SEATS_UNKNOWN)
      return true;
  return false;
}

static void print_row(const SweepRow *row, const int widths[], int seats,
                      bool margins, bool rated) {
  AxisValue text;
  for (int axis = 0; axis_value(row->name, axis, &text); axis++)
    printf("%*s  ", widths[axis], text.value);
  printf("%11s", shown_count(row->played.games).text);
  for (int seat = 0; seat < seats; seat++)
    printf("   %-22s", seat < row->played.seats
                           ? shown_percent_estimate(row->played.seat[seat]).text
                           : "");
  printf(" %7s %10s ", shown_percent(row->played.draws.value).text,
         shown_percent(row->played.undecided.value).text);
  print_padded(
      !row->played.decided || row->played.sides < 2 ||
              (rated && !seats_are_known(&row->equals))
          ? "–"
      : rated
          ? shown_signed_points(row->equals.advantage[row->played.side[0]].value).text
          : shown_percent(row->played.balance.value).text,
      rated ? 11 : 8);
  printf(" %8s %13s", shown_real(row->played.plies.value, 1).text,
         shown_real(row->branching.value, 1).text);
  if (margins)
    printf("   %s",
           row->played.margin.n ? shown_signed_estimate(row->played.margin, 1).text : "–");
  printf("%s\n", row->played.complete ? "" : "  stopped early");
}

/* The mean length of a run with truncated games is that up to its limit. */
static void print_stopped(const SweepRow rows[], int count) {
  int least = INT_MAX, most = 0;
  for (int i = 0; i < count; i++)
    if (rows[i].played.truncated.value > 0) {
      least = rows[i].max_plies < least ? rows[i].max_plies : least;
      most = rows[i].max_plies > most ? rows[i].max_plies : most;
    }
  if (!most)
    return;
  printf("Longer games count as ");
  if (least < most)
    printf("%s to ", shown_count((uint64_t)least).text);
  printf("%s%s.\n", shown_things((uint64_t)most, "ply", "plies").text,
         least < most ? ", the limit of each run" : ", the limit");
}

static bool print_verdict(const SweepResults *results, Error *error) {
  SweepTrends trends;
  Sentences verdict = {0};
  if (!sweep_trends_make(&trends, results, error))
    return false;
  sweep_verdict(&trends, results, &verdict);
  sweep_notes(results, &verdict);
  sweep_trends_free(&trends);
  if (verdict.count)
    printf("\n");
  for (int i = 0; i < verdict.count; i++)
    printf("%s\n", verdict.text[i]);
  return true;
}

bool sweep_print(const SweepResults *results, const char *out, Error *error) {
  const SweepRow *rows = results->row;
  AxisValue text;
  int count = 0, widths[AXES_MAX];
  while (count < results->runs && rows[count].played.games)
    count++;
  int seats = seats_shown(rows, count);
  printf("\n");
  for (int axis = 0;
       axis < AXES_MAX && count && axis_value(rows->name, axis, &text);
       axis++) {
    widths[axis] = width_of(rows, count, axis);
    printf("%*s  ", widths[axis], text.name);
  }
  printf("%11s", "games");
  for (int seat = 0; seat < seats; seat++)
    printf("   seat %d wins           ", seat + 1);
  bool margins = any_margin(rows, count), rated = any_rated(rows, count);
  printf("   drawn  no result  %s    plies   legal moves%s\n",
         rated ? "advantage*" : "balance",
         !margins          ? ""
         : rows->played.seats < 2 ? "   score"
                           : "   margin");
  for (int i = 0; i < count; i++)
    print_row(&rows[i], widths, seats, margins, rated);
  if (rated)
    printf("* of the first seat between equally strong bots, in points\n");
  print_stopped(rows, count);
  if (!print_verdict(results, error))
    return false;
  if (out)
    printf(
        "\n%s/sweep.csv    one row per run; each run has a folder beside it\n",
        out);
  else
    printf("\nNothing was saved: --out DIR saves one row per game.\n");
  if (out && results->complete)
    printf("%s/sweep_trends.csv    how the metrics depend on the options\n",
           out);
  return true;
}

/* ---- the command ---------------------------------------------------------*/

static int play(const Args *args, Sweep *s, Error *error) {
  Progress *progress = runs_progress(args, s->games, error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = sweep_play(s, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  printf("%s: %d run%s, seed %llu\n", s->game->spec, s->runs,
         s->runs == 1 ? "" : "s", (unsigned long long)s->plan.seed);
  if (!sweep_print(&s->results, s->plan.out, error))
    return EXIT_FAILED;
  if (error_is_set(&s->reason))
    printf("\nThe first forfeit: %s\n", s->reason.message);
  if (end == RUN_STOPPED && s->plan.out)
    printf("\nThe same command with --resume continues it.\n");
  if (s->plan.shards <= 1 && sweep_all_forfeited(&s->results))
    return runs_all_forfeited(s->games, error), EXIT_FAILED;
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  Sweep sweep;
  const char *vary[FLAGS_MAX];
  int count = args_values(args, "vary", vary);
  if (!runs_plan_seats(args, &plan, &texts, error) ||
      !sweep_open(&sweep, &plan, vary, count, error))
    return EXIT_USAGE;
  int code = play(args, &sweep, error);
  sweep_close(&sweep);
  return code;
}

const Command sweep_command = {
    .name = "sweep",
    .group = GROUP_EXPERIMENTS,
    .summary = "play one run for each combination of option values",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){VARY_FLAG, SEAT_FLAGS, RUN_FLAGS, SHARD_FLAG, {NULL}},
    .details = "All runs have the same seed, which reduces random differences "
               "between them.\n"
               "Each is a run as `boardlab simulate` writes it, in a folder "
               "named after its\n"
               "values; DIR/sweep.csv has one row per run. Below the table, "
               "sentences say how\n"
               "the first-player advantage, draws, games without a result, the "
               "length and the\n"
               "margin of scores change with each option, by regression over "
               "the runs, and\n"
               "which run is the fairest. They claim what is shown even if all "
               "these tests are\n"
               "made at once (Holm); DIR/sweep_trends.csv has the figures.",
    .example = "boardlab sweep quoridor --vary walls=4..12/4 --vary size=5,7,9 "
               "--games 200 --out runs/walls",
    .run = run,
};
