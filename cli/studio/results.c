#define _POSIX_C_SOURCE 200809L /* scandir */
#include "cli/studio/results.h"

#include "analysis/report/report.h"
#include "analysis/report/report_entries.h"
#include "cli/studio/folders.h"
#include "cli/studio/monitor.h"
#include "cli/table/offer.h"
#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/run/manifest.h"
#include "core/run/result_dir.h"
#include "core/run/run_dir.h"
#include "core/run/run_game.h"
#include "lua/host/host.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct Results {
  Turns *turns;
  atomic_int waiting;
  atomic_bool ended;
};

Results *results_new(void) {
  Results *r = need(sizeof *r);
  r->turns = turns_new(RESULTS_AT_A_TIME);
  return r;
}

void results_end(Results *r) {
  atomic_store(&r->ended, true);
  turns_wake(r->turns);
}

void results_free(Results *r) {
  turns_free(r->turns);
  free(r);
}

/* ---- limits --------------------------------------------------------------*/

/* Most are made in no time, so a request waits for its turn; but not in a long
 * queue. */
static bool results_begin(Results *r, Error *error) {
  bool patient = atomic_fetch_add(&r->waiting, 1) < RESULTS_WAITING;
  bool mine = turns_take(r->turns, &r->ended, patient ? RESULTS_PATIENCE : 0);
  atomic_fetch_sub(&r->waiting, 1);
  if (mine && !atomic_load(&r->ended))
    return true;
  if (mine)
    turns_return(r->turns);
  return error_set_code(error, ERROR_BUSY,
                        "too many reports and games are being prepared: try "
                        "again when they are done");
}

/* Time that is running out: stops what replays games. */
typedef struct Limit {
  Results *results;
  double until;
  atomic_bool stop;
} Limit;

static void look_at_clock(void *context, uint64_t done, uint64_t games) {
  Limit *l = context;
  (void)done, (void)games;
  if (atomic_load(&l->results->ended) || clock_seconds() > l->until)
    atomic_store(&l->stop, true);
}

/* ---- which files are opened ----------------------------------------------*/

/* A definition of a script is in the manifest itself. Everything else that the
 * manifest lists there is a file. */
static bool is_definition(const json_t *manifest, const char *spec) {
  json_t *definitions = json_object_get(manifest, "definitions");
  char name[SPEC_TEXT];
  int length =
      snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
  return length < SPEC_TEXT && host_is_defined_name(name) &&
         json_is_string(json_object_get(definitions, name));
}

static bool may_open(const json_t *manifest, const char *spec, Error *error) {
  if (is_definition(manifest, spec) || offer_allows(spec, error))
    return true;
  return error_add(error, "its games cannot be replayed here");
}

/* The game and the bots of a manifest, or of the names in it. */
static bool may_open_players(const json_t *manifest, json_t *named,
                             Error *error) {
  const char *game = json_string_value(json_object_get(named, "game"));
  size_t i;
  json_t *bot;
  if (game && !may_open(manifest, game, error))
    return false;
  json_array_foreach(json_object_get(named, "bots"), i, bot) {
    if (json_is_string(bot) &&
        !may_open(manifest, json_string_value(bot), error))
      return false;
  }
  return true;
}

static bool may_open_all(json_t *manifest, Error *error) {
  const char *name;
  json_t *hash;
  if (!may_open_players(manifest, manifest, error) ||
      !may_open_players(manifest, json_object_get(manifest, "names"), error))
    return false;
  json_object_foreach(json_object_get(manifest, "files"), name, hash) {
    if (!may_open(manifest, name, error))
      return false;
  }
  return true;
}

/* Replaying opens the files that the manifest of a run names, which comes from
 * whoever has played it. */
static bool check_files(const char *dir, Error *error) {
  Manifest m;
  if (!manifest_read(&m, dir, error)) {
    result_add_hint(dir, error);
    return false;
  }
  bool good = may_open_all(m.json, error);
  manifest_free(&m);
  return good || error_prefix(error, "%.200s: ", dir);
}

/* The same for all runs of a sweep, ladder or tuning. */
static bool check_runs(const char *dir, Error *error) {
  struct dirent **entries;
  int count = scandir(dir, &entries, NULL, alphasort);
  if (count < 0)
    return error_set(error, "could not read %.200s: %s", dir, strerror(errno));
  bool good = true;
  for (int i = 0; i < count; i++) {
    char path[PATH_MAX];
    bool inner = strcmp(entries[i]->d_name, ".") != 0 &&
                 strcmp(entries[i]->d_name, "..") != 0 &&
                 path_join(path, dir, entries[i]->d_name);
    if (good && inner && result_kind(path) == RESULT_RUN)
      good = check_files(path, error);
    free(entries[i]);
  }
  free(entries);
  return good;
}

/* ---- reports -------------------------------------------------------------*/

/* The runs of a study are those of its ladder, unless it has none. */
static bool check_study(const char *dir, Error *error) {
  char ladder[PATH_MAX];
  if (!path_join(ladder, dir, "ladder"))
    return error_set(error, "the folder's name is too long");
  return result_kind(ladder) == RESULT_NONE || check_runs(ladder, error);
}

bool results_check(const char *dir, Error *error) {
  if (!folders_may_read(dir, error))
    return false;
  switch (result_kind(dir)) {
  case RESULT_NONE:
    return error_set(error,
                     "'%.200s' is not the folder of a run, tournament, sweep, "
                     "ladder, tuning or study",
                     dir);
  case RESULT_RUN:
    return check_files(dir, error);
  case RESULT_STUDY:
    return check_study(dir, error);
  default:
    return check_runs(dir, error);
  }
}

static bool check_folders(const char *const dirs[], int count, Error *error) {
  if (count < 1 || count > RESULTS_FOLDERS)
    return error_set(error,
                     "a report here covers 1 to %d folders: report?dir=NAME, "
                     "repeated for several",
                     RESULTS_FOLDERS);
  for (int i = 0; i < count; i++)
    if (!results_check(dirs[i], error))
      return false;
  return true;
}

static bool make_report(Results *r, const char *const dirs[], int count,
                        Text *page, Error *error) {
  Limit limit = {.results = r, .until = clock_seconds() + RESULTS_SECONDS};
  atomic_init(&limit.stop, false);
  const RunMetricsPlan plan = {.sample = SAMPLE_DEFAULT,
                               .replays = 8,
                               .progress = look_at_clock,
                               .context = &limit,
                               .stop = &limit.stop};
  if (report_make(dirs, count, &plan, page, error))
    return true;
  if (atomic_load(&limit.stop))
    error_set(error,
              "replaying the games took more than %d s: `boardlab report "
              "DIR` has no such limit",
              RESULTS_SECONDS);
  return false;
}

bool results_report(Results *r, const char *const dirs[], int count, Text *page,
                    Error *error) {
  if (!results_begin(r, error))
    return false;
  bool good = check_folders(dirs, count, error) &&
              make_report(r, dirs, count, page, error);
  turns_return(r->turns);
  return good;
}

/* ---- games ---------------------------------------------------------------*/

static json_t *game_json(const RunGame *game, uint64_t number, Error *error) {
  if (game->file.count <= RESULTS_PLIES_MAX)
    return report_game(game, number, error);
  error_set(error,
            "game %llu has %d plies, and at most %d are shown here: `boardlab "
            "replay DIR --game %llu` shows all",
            (unsigned long long)number, game->file.count, RESULTS_PLIES_MAX,
            (unsigned long long)number);
  return NULL;
}

/* Every seat is human in it: whoever continues it decides who plays. */
static json_t *text_json(GameFile *file, int ply, Error *error) {
  file->count = ply < file->count ? ply : file->count;
  file->gave_up = -1;
  for (int seat = 0; seat < file->game->seats; seat++)
    snprintf(file->seat[seat], sizeof file->seat[seat], "human");
  char *text = gamefile_text(file, error);
  json_t *json = text ? json_pack("{s:s}", "text", text) : NULL;
  free(text);
  return json;
}

json_t *results_game(Results *r, const char *dir, uint64_t number, int ply,
                     Error *error) {
  RunGame game;
  json_t *json = NULL;
  if (!results_begin(r, error))
    return NULL;
  if (folders_may_read(dir, error) && check_files(dir, error)) {
    if (run_game_open(&game, dir, number, &r->ended, error)) {
      json = ply == RESULTS_ALL ? game_json(&game, number, error)
                                : text_json(&game.file, ply, error);
      gamefile_close(&game.file);
    } else
      result_add_hint(dir, error);
  }
  turns_return(r->turns);
  return json;
}
