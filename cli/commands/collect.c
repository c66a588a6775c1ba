/* boardlab collect: makes a run of games that people have played. */
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/output.h"
#include "cli/terminal/run_tables.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/game/gamefile.h"
#include "lua/host/host.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { FOLDERS_DEEP = 8 };

typedef struct Paths {
  char **list;
  int count;
  int others; /* files that are no text by their names */
} Paths;

static void add_path(Paths *paths, const char *path) {
  paths->list =
      need_more(paths->list, (size_t)paths->count, sizeof *paths->list);
  paths->list[paths->count++] = need_copy(path);
}

static int is_shown(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static bool may_hold_game(const char *path) {
  return gamefile_has_extension(path) ||
         text_ends_in(path, GAMEFILE_EXTENSION_OF_TEXT);
}

/* Adds the files in a folder and in those below it that may hold a game, in the
 * order of their names. Follows no links to folders. */
static bool add_folder(Paths *paths, const char *folder, int deep,
                       Error *error) {
  struct dirent **entry;
  int count = scandir(folder, &entry, is_shown, alphasort);
  if (count < 0)
    return error_set(error, "could not read the folder %.600s: %s", folder,
                     strerror(errno));
  for (int i = 0; i < count; i++) {
    char path[PATH_MAX];
    struct stat about;
    Error why;
    bool slash = folder[strlen(folder) - 1] == '/';
    int length = snprintf(path, sizeof path, "%s%s%s", folder, slash ? "" : "/",
                          entry[i]->d_name);
    free(entry[i]);
    if (length >= (int)sizeof path || lstat(path, &about) != 0)
      continue;
    bool is_folder = S_ISDIR(about.st_mode) && deep < FOLDERS_DEEP;
    if (is_folder && !add_folder(paths, path, deep + 1, &why))
      fprintf(stderr, "boardlab: %s: it is left out\n", why.message);
    else if (!is_folder && may_hold_game(path))
      add_path(paths, path);
    else
      paths->others += !S_ISDIR(about.st_mode);
  }
  free(entry);
  return true;
}

static bool find_files(const Args *args, Paths *paths, Error *error) {
  struct stat about;
  for (int i = 0; i < args->positional_count; i++) {
    const char *path = args->positional[i];
    if (*path && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
      if (!add_folder(paths, path, 0, error))
        return false;
    } else {
      add_path(paths, path);
    }
  }
  return paths->count > 0 ||
         error_set(error, "there is no .game or .txt file in %.600s",
                   args->positional[0]);
}

static void print_refused(const Run *run) {
  const char *path;
  json_t *why;
  size_t count = json_object_size(run->refused);
  if (count == 0)
    return;
  printf("\n%zu file%s set aside:\n", count, count == 1 ? " was" : "s were");
  json_object_foreach(run->refused, path, why)
      printf("  %s: %s\n", path, json_string_value(why));
}

static void print_others(int others) {
  if (others)
    printf("\n%s not read: collect reads .game and .txt files in folders\n",
           shown_things((uint64_t)others, "other file was", "other files were")
               .text);
}

static int collect(const Paths *paths, const char *out, Error *error) {
  char limits[RUN_TEXT];
  Run run;
  limits_write(limits, sizeof limits);
  if (!experiment_collect(&run, (const char *const *)paths->list, paths->count,
                          out, limits, error))
    return EXIT_FAILED;
  int code = run_tables_print(&run, error) ? EXIT_DONE : EXIT_FAILED;
  print_refused(&run);
  print_others(paths->others);
  run_close(&run);
  return code;
}

static int collect_command_run(const Args *args, Error *error) {
  const char *out = args_value(args, "out");
  Paths paths = {.count = 0};
  int code = EXIT_USAGE;
  if (!out)
    error_set(error, "--out DIR is missing: name a new folder for the run");
  else if (find_files(args, &paths, error))
    code = collect(&paths, out, error);
  for (int i = 0; i < paths.count; i++)
    free(paths.list[i]);
  free(paths.list);
  return code;
}

const Command collect_command = {
    .name = "collect",
    .summary = "make a run of games that people have played",
    .positional = "FOLDER|FILE …",
    .flags = (const Flag[]){{"out", "DIR", "new folder for the run"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example = "boardlab collect returned --out people",
    .run = collect_command_run,
};
