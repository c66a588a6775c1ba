/* boardlab study: everything about a game, or what a change did to it. */
#include "analysis/experiments/study.h"

#include "analysis/report/report.h"
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "core/run/result_dir.h"
#include "core/run/run_dir.h"
#include <string.h>

/* ---- the folder ----------------------------------------------------------*/

/* "study-hex-size=7" of games/hex.lua:size=7. */
static void name_folder(const char *spec, char out[PATH_MAX]) {
  const char *name = strrchr(spec, '/');
  size_t used =
      (size_t)snprintf(out, PATH_MAX, "study-%.200s", name ? name + 1 : spec);
  char *lua = strstr(out, ".lua");
  if (lua)
    memmove(lua, lua + 4, used - (size_t)(lua - out) - 3);
  for (char *at = out; *at; at++)
    if (*at == ':' || *at == ',')
      *at = '-';
}

/* ---- results -------------------------------------------------------------*/

static bool print_titled(const char *title, Document *document, Error *error) {
  printf("%s\n", title);
  bool good = print_document(document, error);
  document_free(document);
  return good;
}

static bool print_card(const Args *args, const Study *s, Error *error) {
  ResultTable table = {0};
  Document document = {0};
  if (args_wants_rows(args)) {
    metrics_table(&s->card, &table);
    bool good = args_print_table(args, &table, error);
    result_free(&table);
    return good;
  }
  study_document(s, &document);
  return print_titled(phrase("%s: a %s study, seed %llu", s->game,
                             study_budgets[s->plan.budget],
                             (unsigned long long)s->plan.run.seed)
                          .text,
                      &document, error);
}

/* A page about the studies in `dirs`. */
static bool write_page(const char *out, const char *const dirs[], int count,
                       Error *error) {
  char path[PATH_MAX];
  RunMetricsPlan plan = {0};
  return (size_t)snprintf(path, sizeof path, "%s/report.html", out) <
             sizeof path &&
         report_write(dirs, count, &plan, path, error);
}

/* ---- playing -------------------------------------------------------------*/

static int play(const Args *args, Study *s, Error *error) {
  if (error_is_set(&s->unused))
    fprintf(stderr, "boardlab: warning: without the learned player: %s\n",
            s->unused.message);
  const Study *like = s->plan.like;
  if (args_value(args, "like") && !like)
    fprintf(stderr, "boardlab: warning: games with other numbers of sides "
                    "cannot be compared: --like is left out\n");
  else if (args_value(args, "like") && s->ladder &&
           (s->ladder->levels != like->ladder->levels ||
            s->ladder->level[1].value != like->ladder->level[1].value))
    fprintf(stderr,
            "boardlab: warning: the budget does not suffice for the levels of "
            "%s\n",
            like->plan.run.out);
  Progress *progress = runs_progress(args, study_total(s), error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = study_play(s, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  if (end == RUN_STOPPED) {
    printf("Stopped: the same command with --resume continues it.\n");
    return code;
  }
  const char *dir = s->plan.run.out;
  return write_page(dir, &dir, 1, error) ? EXIT_DONE : EXIT_FAILED;
}

static void print_end(const Args *args, const Study *s) {
  if (!args_wants_rows(args))
    printf("\n%s/report.html    the card as a page\n"
           "%s/study.csv      its figures\n",
           s->plan.run.out, s->plan.run.out);
}

static void print_end_of_both(const Args *args, const StudyPlan *plan,
                              char folder[2][PATH_MAX]) {
  if (!args_wants_rows(args))
    printf("\n%s/report.html    the same as a page\n"
           "%s, %s    both cards\n",
           plan->run.out, folder[0], folder[1]);
}

/* Who gives a run where a game is expected wants what --people does. */
static void add_hint(const char *given, Error *error) {
  Run run;
  Error why;
  if (!result_has_file(given, result_manifest(RESULT_RUN)) ||
      !run_read(&run, given, NULL, NULL, &why))
    return;
  const char *game = run.schedule.game;
  if (schedule_is_collected(&run.schedule))
    error_set(error,
              "%.200s is a run and no game: boardlab study %.200s --people "
              "%.200s",
              given, game, given);
  else
    error_set(error,
              "%.200s is a run, and a study plays games of its own: boardlab "
              "study %.200s",
              given, game);
  run_close(&run);
}

static int study_single(const Args *args, const StudyPlan *plan, Error *error) {
  Study s;
  int code = EXIT_USAGE;
  if (study_open(&s, plan, error))
    code = play(args, &s, error);
  else
    add_hint(plan->run.game, error);
  if (code == EXIT_DONE && !print_card(args, &s, error))
    code = EXIT_FAILED;
  if (code == EXIT_DONE)
    print_end(args, &s);
  study_close(&s);
  return code;
}

static bool print_change(const Args *args, const Study s[2], Error *error) {
  Document document = {0};
  study_change(&s[0], &s[1], &document);
  if (args_wants_rows(args)) {
    for (int i = 0; i < 2; i++)
      if (*s[i].refused)
        fprintf(stderr, "boardlab: warning: %s could not be studied: %s\n",
                s[i].game, s[i].refused);
    bool good = args_print_table(args, &document.table[0], error);
    document_free(&document);
    return good;
  }
  return print_titled(
      phrase("What changed from %.200s to %.200s, by two %s studies:",
             s[0].game, s[1].game, study_budgets[s->plan.budget])
          .text,
      &document, error);
}

/* Opens both before it plays, so that mistakes are found first. */
static int study_both(const Args *args, const StudyPlan *plan, Error *error) {
  Study s[2];
  char folder[2][PATH_MAX];
  int code = study_open_both(s, plan, args->positional, folder, error)
                 ? EXIT_DONE
                 : EXIT_USAGE;
  for (int i = 0; code == EXIT_DONE && i < 2; i++)
    code = play(args, &s[i], error);
  const char *const dirs[] = {folder[0], folder[1]};
  if (code == EXIT_DONE && !(write_page(plan->run.out, dirs, 2, error) &&
                             print_change(args, s, error)))
    code = EXIT_FAILED;
  if (code == EXIT_DONE)
    print_end_of_both(args, plan, folder);
  study_close(&s[0]);
  study_close(&s[1]);
  return code;
}

/* The study given as --like. Close it in any case. */
static bool read_like(const Args *args, Study *like, StudyPlan *plan,
                      Error *error) {
  const char *dir = args_value(args, "like");
  plan->like = dir ? like : NULL;
  uint64_t *seed = args_value(args, "seed") ? NULL : &plan->run.seed;
  return !dir || study_read_like(like, dir, seed, error);
}

static int study_run(const Args *args, Error *error) {
  StudyPlan plan = {.budget = STUDY_SMALL};
  Study like = {.complete = false};
  PlanTexts texts;
  char out[PATH_MAX];
  const char *budget = args_value(args, "budget");
  if ((budget && !study_read_budget(budget, &plan.budget, error)) ||
      !runs_plan(args, "seat", 1, &plan.run, &texts, error))
    return EXIT_USAGE;
  plan.people = args_value(args, "people");
  if (!plan.run.out) {
    name_folder(args->positional[args->positional_count - 1], out);
    plan.run.out = out;
  }
  int code = !read_like(args, &like, &plan, error) ? EXIT_USAGE
             : args->positional_count > 1 ? study_both(args, &plan, error)
                                          : study_single(args, &plan, error);
  study_close(&like);
  return code;
}

const Command study_command = {
    .name = "study",
    .summary = "everything about a game on one page: the game card",
    .positional = "GAME [CHANGED]",
    .flags =
        (const Flag[]){
            {"budget", "SIZE",
             "how much to play: tiny, small, medium or large; about 3\n"
             "seconds, 1, 5 and 30 minutes on two cores (default small)",
             .words = study_budgets, .label = "How much to play",
             .usual = "small", .first = true},
            PLAY_FLAGS_UP_TO("five\n"
                             "times the usual length, or the game's own limit"),
            {"people", "RUN",
             "games that people have played, collected into a run: the\n"
             "card says what they do with the game",
             .label = "Folder of games that people have played"},
            {"like", "DIR",
             "a study to compare this one with (boardlab report DIR\n"
             "DIR): it has the same levels and judge, if the budget\n"
             "suffices, and the next seed, unless --seed is given",
             .label = "Folder of a study to compare it with"},
            {"out", "DIR",
             "new folder for the card, its page and the games (default:\n"
             "study- and the name of the game)",
             .label = "Folder for the results", .first = true},
            {"resume", NULL, "continue the study in DIR",
             .label = "Continue what is in the folder"},
            ROWS_FLAGS("print the figures as CSV, as in study.csv"),
            PROGRESS_FLAGS,
            MEMORY_FLAG,
            PRINT_FLAG,
            ISOLATION_FLAG,
            {NULL}},
    .example = "boardlab study tictacdoh --budget tiny --out runs/card",
    .run = study_run,
};
