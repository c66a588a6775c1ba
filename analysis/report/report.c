#include "analysis/report/report.h"

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/sweep.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/page.h"
#include "analysis/report/page_file.h"
#include "analysis/report/report_entries.h"
#include "analysis/report/report_head.h"
#include "core/base/atomic_file.h"
#include "core/base/json.h"
#include "core/base/version.h"
#include "core/run/result_dir.h"
#include "core/run/run_dir.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- entries -------------------------------------------------------------*/

static json_t *run_json(const char *dir, const RunMetricsPlan *plan,
                        Error *error) {
  RunMetrics run_metrics;
  if (!run_metrics_make(&run_metrics, dir, plan, error))
    return NULL;
  Error why = {0};
  json_t *json = report_run(&run_metrics, &why);
  if (!json)
    error_set(error, "%.300s: %.600s", dir,
              error_is_set(&why) ? why.message : "out of memory (report)");
  run_metrics_free(&run_metrics);
  return json;
}

/* The folder of a change of rules has the studies before and after it. */
static bool is_change(const char *dir, char part[2][PATH_MAX]) {
  return path_join(part[0], dir, "before") &&
         path_join(part[1], dir, "after") &&
         result_kind(part[0]) == RESULT_STUDY &&
         result_kind(part[1]) == RESULT_STUDY;
}

/* One of several entries: its cards are pages of their own. */
static json_t *change_json(const char *dir, char part[2][PATH_MAX],
                           Error *error) {
  const char *const parts[] = {part[0], part[1]};
  json_t *json = report_change(parts, error);
  if (json)
    json_object_set_new(json, "name", json_text(dir));
  return json;
}

static json_t *entry_json(const char *dir, const RunMetricsPlan *plan,
                          Error *error) {
  char part[2][PATH_MAX];
  struct stat about;
  if (stat(dir, &about) == 0 && S_ISREG(about.st_mode))
    return report_learned(dir, error);
  switch (result_kind(dir)) {
  case RESULT_SWEEP:
    return report_sweep(dir, error);
  case RESULT_LADDER:
    return report_ladder(dir, error);
  case RESULT_TUNE:
    return report_tune(dir, error);
  case RESULT_STUDY:
    return report_study(dir, error);
  default:
    return is_change(dir, part) ? change_json(dir, part, error)
                                : run_json(dir, plan, error);
  }
}

/* The data of an overview; the rest of the page has another 300 kB. */
enum { OVERVIEW_ROOM = 650000 };

static json_t *data_json(const char *const dirs[], int count,
                         const RunMetricsPlan *plan, Error *error) {
  json_t *entries = json_array();
  for (int i = 0; i < count; i++) {
    error_clear(error);
    json_t *entry = entry_json(dirs[i], plan, error);
    if (!entry) {
      if (!error_is_set(error))
        error_set(error, "%.600s: out of memory (report)", dirs[i]);
      json_decref(entries);
      return NULL;
    }
    json_array_append_new(entries, entry);
  }
  json_t *comparison =
      count > 1 ? report_comparison(dirs, count, entries, error) : json_null();
  if (!comparison) {
    json_decref(entries);
    return NULL;
  }
  if (json_object_get(comparison, "why_not"))
    report_fit(entries, OVERVIEW_ROOM);
  char date[HEAD_DATE];
  head_date(date);
  return json_pack("{s:s, s:s, s:o, s:o}", "boardlab", version_text, "date",
                   date, "comparison", comparison, "entries", entries);
}

/* ---- the page ------------------------------------------------------------*/

/* Writes the pieces of the page in order, with the data between them. */
static bool add_page(Text *page, json_t *data) {
  for (const PagePiece *piece = page_pieces; piece->bytes; piece++) {
    if (!text_reserve(page, piece->size))
      return false;
    text_add_bytes(page, (const char *)piece->bytes, piece->size);
    if (piece->data_next && !page_add_json(page, data))
      return false;
  }
  return true;
}

bool report_make(const char *const dirs[], int count,
                 const RunMetricsPlan *plan, Text *page, Error *error) {
  char part[2][PATH_MAX];
  const char *const parts[] = {part[0], part[1]};
  *page = (Text){NULL};
  if (!head_check_date(error))
    return false;
  bool change = count == 1 && is_change(dirs[0], part);
  json_t *data =
      data_json(change ? parts : dirs, change ? 2 : count, plan, error);
  if (!data)
    return false;
  bool good = add_page(page, data);
  json_decref(data);
  if (good)
    return true;
  free(page->bytes);
  return error_set(error, "out of memory (report)");
}

static const PageKind REPORT = {"report", "a report of boardlab",
                                "<title>boardlab report</title>"};

bool report_write(const char *const dirs[], int count,
                  const RunMetricsPlan *plan, const char *path, Error *error) {
  Text page;
  if (!page_may_replace(path, &REPORT, error) ||
      !report_make(dirs, count, plan, &page, error))
    return false;
  bool good = atomic_file_write(path, page.bytes, page.length, error);
  free(page.bytes);
  return good;
}
