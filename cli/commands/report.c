/* boardlab report: writes one HTML page about runs and experiments. */
#include "analysis/report/report.h"

#include "cli/commands/sample_flags.h"
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

enum { REPLAYS_DEFAULT = 8 };

static bool is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* By default the page goes into the folder it is about, or into the current
 * folder if it is about several. */
static bool choose_path(const Args *args, char path[PATH_MAX], Error *error) {
  const char *out = args_value(args, "out");
  const char *dir = args->positional[0];
  size_t length = strlen(dir);
  while (length > 1 && dir[length - 1] == '/')
    length--;
  int wanted =
      out ? snprintf(path, PATH_MAX, "%s", out)
      : args->positional_count > 1 || is_file(dir)
          ? snprintf(path, PATH_MAX, "report.html")
          : snprintf(path, PATH_MAX, "%.*s/report.html", (int)length, dir);
  return (wanted > 0 && wanted < PATH_MAX - 8) ||
         error_set(error, "the report's file name is %s",
                   wanted > 0 ? "too long" : "empty");
}

static int report_run(const Args *args, Error *error) {
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
    .summary = "write an HTML page of charts, tables and games to replay",
    .positional = "DIR|WEIGHTS …",
    .flags =
        (const Flag[]){
            {"out", "FILE",
             "file to write (default: report.html in DIR, or in the\n"
             "current folder if there are several, or for WEIGHTS)"},
            {"replays", "N",
             "games of each run to replay, at most 32 (default 8): the\n"
             "first won by each seat, the shortest, the longest, … and,\n"
             "with --tension, the biggest comeback; the page says which"},
            SAMPLE_FLAGS,
            {NULL}},
    .example = "boardlab report runs/walls",
    .run = report_run,
};
