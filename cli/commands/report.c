/* boardlab report: a page to look at. */
#include "analysis/report/report.h"

#include "cli/commands/sample_flags.h"
#include <limits.h>
#include <string.h>

enum { REPLAYS_DEFAULT = 8 };

/* Beside what it is about; a page about several goes where one is. */
static bool choose_path(const Args *args, char path[PATH_MAX], Error *error) {
  const char *out = args_value(args, "out");
  const char *dir = args->positional[0];
  size_t length = strlen(dir);
  while (length > 1 && dir[length - 1] == '/')
    length--;
  int wanted =
      out ? snprintf(path, PATH_MAX, "%s", out)
      : args->positional_count > 1
          ? snprintf(path, PATH_MAX, "report.html")
          : snprintf(path, PATH_MAX, "%.*s/report.html", (int)length, dir);
  return (wanted > 0 && wanted < PATH_MAX - 8) ||
         error_set(error, "the name of the report is %s",
                   wanted > 0 ? "too long" : "empty");
}

static int run(const Args *args, Error *error) {
  RunMetricsPlan plan;
  char path[PATH_MAX];
  int64_t replays = REPLAYS_DEFAULT;
  if (!sample_flags_read(args, &plan, error) ||
      !choose_path(args, path, error) ||
      !args_int(args, "replays", 0, REPLAYS_MAX, &replays, error))
    return EXIT_USAGE;
  plan.replays = (int)replays;
  bool good = report_write(args->positional, args->positional_count, &plan,
                           path, error);
  sample_flags_done(&plan);
  if (!good)
    return EXIT_FAILED;
  printf("%s\n", path);
  return EXIT_DONE;
}

const Command report_command = {
    .name = "report",
    .group = GROUP_RESULTS,
    .summary = "one page of charts, tables and games to step through",
    .positional = "DIR …",
    .min_positional = 1,
    .max_positional = POSITIONAL_MAX,
    .flags =
        (const Flag[]){
            {"out", "FILE",
             "the page to write (default: report.html in DIR; of several,\n"
             "in the current folder)"},
            {"replays", "N",
             "how many games of each run to show, at most 32 (default 8)"},
            SAMPLE_FLAGS,
            {NULL}},
    .details =
        "A DIR is the folder of a run, a tournament, a sweep, a ladder or a "
        "tuning. The\n"
        "page is a single file that needs nothing else: open it in any "
        "browser, "
        "send it,\n"
        "print it. Arrow keys step through its games. The figures in it are "
        "those "
        "of\n"
        "`boardlab stats`.",
    .example = "boardlab report runs/walls",
    .run = run,
};
