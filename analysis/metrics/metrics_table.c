/* Metrics as a table, and as people read them. */
#include "analysis/metrics/metrics.h"

#include "core/run/distinct.h"
#include <math.h>
#include <string.h>

/* ---- numbers --------------------------------------------------------------
 * Rounded to what people read; files have all digits. */

typedef struct MetricKind {
  const char *name; /* or how names end, from a '_' on */
  CellKind kind;
  int digits;
} MetricKind;

/* The first that fits; the last fits all. */
static const MetricKind KINDS[] = {
    {"rate", CELL_SHARE, 1},
    {"_rate", CELL_SHARE, 1},
    {"_share", CELL_SHARE, 1},
    {"score", CELL_SHARE, 1},
    {"_score", CELL_SHARE, 1},
    {"_gain", CELL_POINTS, 1},
    {"decided_median", CELL_SHARE, 1},
    {"decided_p90", CELL_SHARE, 1},
    {"skill_levels", CELL_REAL, 1},
    {"balance", CELL_SHARE, 1},
    {"board_coverage", CELL_SHARE, 1},
    {"uncertainty", CELL_SHARE, 1},
    {"decisiveness", CELL_SHARE, 1},
    {"first_player_advantage", CELL_POINTS, 1},
    {"winner_difference", CELL_POINTS, 1},
    {"winner_lead", CELL_POINTS, 1},
    {"denial_cost", CELL_POINTS, 1},
    {"people_points", CELL_POINTS, 1},
    {"p_value", CELL_P, 0},
    {"_p", CELL_P, 0},
    {"elo", CELL_ELO, 0},
    {"_elo", CELL_ELO, 0},
    {"passes_mean", CELL_REAL, 2},
    {"margin_mean", CELL_SIGNED, 1},
    {"people_more", CELL_SIGNED, 1},
    {"_mean", CELL_REAL, 1},
    {"_sd", CELL_REAL, 1},
    {"branching_median", CELL_REAL, 1},
    {"_log10", CELL_REAL, 1},
    {"entropy", CELL_REAL, 3},
    {"reasonable_moves", CELL_REAL, 1},
    {"games", CELL_REAL, 0},
    {"set_aside", CELL_REAL, 0},
    {"_games", CELL_REAL, 0},
    {"plies", CELL_REAL, 0},
    {"_limit", CELL_REAL, 0},
    {"_min", CELL_REAL, 0},
    {"_p5", CELL_REAL, 0},
    {"_median", CELL_REAL, 0},
    {"_p95", CELL_REAL, 0},
    {"_max", CELL_REAL, 0},
    {"positions_seen", CELL_REAL, 0},
    {"pairs_0", CELL_REAL, 0},
    {"pairs_0.5", CELL_REAL, 0},
    {"pairs_1", CELL_REAL, 0},
    {"pairs_1.5", CELL_REAL, 0},
    {"pairs_2", CELL_REAL, 0},
    {"", CELL_REAL, 2},
};

static bool metric_is(const char *name, const char *wanted) {
  size_t length = strlen(name), tail = strlen(wanted);
  return *wanted == '_'
             ? length >= tail && strcmp(name + length - tail, wanted) == 0
             : strcmp(name, wanted) == 0;
}

static Cell metric_cell(const Metric *m) {
  const MetricKind *kind = KINDS;
  while (*kind->name && !metric_is(m->name, kind->name))
    kind++;
  return (Cell){kind->kind, kind->digits, .number = m->estimate};
}

/* A length beyond the ply limit is infinite, and so is a rating that the
 * results do not bound. */
static Shown shown_infinite(const Metrics *metrics, const Metric *m) {
  const Metric *limit = metrics_find(metrics, "run", "", "plies_limit");
  return limit && strncmp(m->name, "plies_", 6) == 0
             ? shown_plies(m->estimate.value, (int)limit->estimate.value)
             : (Shown){"no bound"};
}

static Shown cell_with_unit(const Cell *cell) {
  Shown shown = cell_value(cell);
  if (cell->kind == CELL_POINTS && !isnan(cell->number.value))
    phrase_add(&shown, " points");
  return shown;
}

/* Many distinct games are estimated (core/run/distinct.h): "about 1,607". */
Shown metric_value(const Metrics *metrics, const Metric *m) {
  Cell cell = metric_cell(m);
  double value = m->estimate.value;
  if (isinf(value))
    return shown_infinite(metrics, m);
  Shown shown = cell_with_unit(&cell);
  if (strcmp(m->name, "distinct_games") == 0 && value >= DISTINCT_KEPT)
    return phrase("about %s", shown.text);
  return shown;
}

Shown metric_interval(const Metric *m) {
  Cell cell = metric_cell(m);
  Estimate e = m->estimate;
  bool below = isinf(e.low), above = isinf(e.high);
  if (!estimate_has_interval(e) || !(below || above))
    return cell_interval(&cell);
  if (below && above)
    return phrase("no bound");
  cell.number = estimate_plain(above ? e.low : e.high, 1);
  return above ? phrase("%s or more", cell_value(&cell).text)
               : phrase("at most %s", cell_value(&cell).text);
}

Shown metric_change(const Metric *m, Estimate by) {
  Cell cell = metric_cell(m);
  cell.kind = cell.kind == CELL_SHARE  ? CELL_POINTS
              : cell.kind == CELL_REAL ? CELL_SIGNED
                                       : cell.kind;
  cell.number = by;
  if (!cell_has_interval(&cell) || !isfinite(by.low) || !isfinite(by.high))
    return (Shown){"not bounded"};
  return phrase("%s (%s)", cell_with_unit(&cell).text,
                cell_interval(&cell).text);
}

/* ---- the table -----------------------------------------------------------*/

void metrics_row(const Metrics *metrics, const Metric *m, ResultTable *t) {
  Estimate e = m->estimate;
  uint64_t n = e.n;
  e.n = 1; /* also one of no games has its reason */
  result_row(t);
  result_put_text(t, AS_WORD("scope", "scope", "scope"), m->scope);
  result_put_text(t,
                  m->key[0] ? AS_TEXT("key", "key", "key")
                            : AS_WORD("key", "key", "key"),
                  m->key);
  result_put_text(t, AS_WORD("metric", "metric", "metric"), m->name);
  result_put(t, AS_NUMBER("value", "value,low,high", NULL, BOUNDS_FILE), e);
  result_put_text(t, AS_TEXT("text", NULL, "value"),
                  metric_value(metrics, m).text);
  result_put_text(t, AS_TEXT("interval", NULL, "95%"), metric_interval(m).text);
  result_put_count(t, AS_COUNT("n", "n", "n"), n);
  result_put_text(t, AS_TEXT(NULL, "reason", ""), m->reason);
}

void metrics_table(const Metrics *metrics, ResultTable *t) {
  t->failed = metrics->failed;
  for (size_t i = 0; i < metrics->count; i++)
    metrics_row(metrics, &metrics->list[i], t);
}
