/* sweep_trends.csv. */
#include "analysis/experiments/sweep_trends.h"

#include "analysis/experiments/sweep_internal.h"
#include "core/base/atomic_file.h"
#include "core/base/csv.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

const char SWEEP_TRENDS[] = "sweep_trends.csv";

static void add_text(Text *text, const char *word) {
  text_add_char(text, ',');
  if (*word)
    csv_add_quoted(text, word);
}

static void add_trend(Text *text, const Trend *trend, uint64_t games) {
  text_add_word(text, trend_kind_names[trend->kind]);
  add_text(text, trend->option);
  add_text(text, trend->value);
  add_text(text, trend->base);
  csv_add_real(text, trend->kind == TREND_STEP ? trend->step : NAN, 6);
  text_add_char(text, ',');
  text_add_word(text, trend->kind == TREND_FAIREST
                          ? "gap"
                          : trend_metric_names[trend->metric]);
  csv_add_real(text, trend->change.value, 6);
  csv_add_real(text, trend->change.low, 6);
  csv_add_real(text, trend->change.high, 6);
  csv_add_precise(text, trend->p, 6);
  csv_add_precise(text, trend->p_holm, 6);
  text_add_char(text, ',');
  text_add_number(text, games);
  text_add_char(text, '\n');
}

enum { TREND_SIZE = 6 * (NAME_MAX + OPTION_TEXT) + 8 * TEXT_REAL_MAX };

bool sweep_trends_csv(const SweepTrends *t, Text *csv, Error *error) {
  csv->length = 0;
  bool good = text_reserve(csv, TREND_SIZE);
  if (good)
    text_add_word(csv, "kind,option,value,base,step,metric,change,low,high,"
                       "p_value,p_holm,games\n");
  for (int i = 0; good && i < t->count; i++) {
    good = text_reserve(csv, TREND_SIZE);
    if (good)
      add_trend(csv, &t->list[i], t->games);
  }
  return good || error_set(error, "out of memory (sweep)");
}

bool sweep_write_trends(const SweepResults *results, const char *out,
                        Error *error) {
  SweepTrends trends;
  Text csv = {NULL};
  char path[PATH_MAX];
  if (!path_join(path, out, SWEEP_TRENDS))
    return error_set(error, "the folder's name is too long: %.100s…", out);
  if (!sweep_trends_make(&trends, results, error))
    return false;
  bool good = sweep_trends_csv(&trends, &csv, error) &&
              atomic_file_write(path, csv.bytes, csv.length, error);
  free(csv.bytes);
  sweep_trends_free(&trends);
  return good;
}

void sweep_remove_trends(const char *out) {
  char path[PATH_MAX];
  if (path_join(path, out, SWEEP_TRENDS))
    unlink(path);
}
