/* What a sweep shows: a row per run, what they show together, what that says
 * and how it is drawn. */
#include "analysis/experiments/sweep_internal.h"

#include "analysis/experiments/sweep_trends.h"
#include "analysis/metrics/balance.h"
#include "analysis/result/result_source.h"
#include <math.h>
#include <stdlib.h>

/* ---- the runs ------------------------------------------------------------*/

void axes_sync(ResultTable *t, const AxisNames *axes, char name[NAME_MAX + 1],
               char game[SPEC_TEXT], AxisText value[]) {
  result_sync_text(t, AS_TEXT("name", "run"), name, NAME_MAX + 1);
  result_sync_text(t, AS_TEXT("game", "game"), game, SPEC_TEXT);
  for (int i = 0; i < axes->count; i++)
    result_sync_text(
        t, AS_VALUE(axis_key(axes, i).text, axes->name[i], axes->name[i]),
        value[i], OPTION_TEXT);
}

bool axes_read(AxisNames *axes, const ResultSource *source, const char *next) {
  int end = result_source_find(source, next);
  for (int i = 2; i < end && axes->count < AXES_MAX; i++)
    snprintf(axes->name[axes->count++], OPTION_TEXT, "%s", source->name[i]);
  return end >= 3 && end <= 2 + AXES_MAX &&
         strcmp(source->name[0], "run") == 0 &&
         strcmp(source->name[1], "game") == 0;
}

Phrase axis_key(const AxisNames *axes, int axis) {
  return phrase("values.%s", axes->name[axis]);
}

/* Whether different bots change seats: then balance says nothing. */
static bool sweep_is_unequal(const SweepRow *row) {
  return row->equals.basis == SEATS_RATED || row->equals.basis == SEATS_UNKNOWN;
}

static void sweep_put_advantage(ResultTable *t, const SweepRow *row,
                                bool unequal) {
  bool sides = row->played.sides > 1 && row->played.decided;
  bool known =
      row->equals.basis != SEATS_RATED || seats_are_known(&row->equals);
  result_put(t,
             AS_POINTS("advantage", "advantage", "advantage*", BOUNDS_FILE,
                       .detail = !unequal),
             sides && known ? row->equals.advantage[row->played.side[0]]
                            : estimate_none());
  result_put_text(t, AS_TEXT(.csv = "advantage_basis"),
                  sides ? seats_basis_names[row->equals.basis] : NULL);
}

/* The win rate of each seat if all were equal: the mean of their rates, also
 * with teams. */
static double sweep_fair_rate(const Played *p) {
  double sum = 0;
  for (int seat = 0; seat < p->seats; seat++)
    sum += p->seat[seat].value;
  return sum / p->seats;
}

static void sweep_put_run(ResultTable *t, const AxisNames *axes,
                          const SweepRow *row, const PlayedColumns *columns) {
  SweepRow copy = *row;
  result_row(t);
  axes_sync(t, axes, copy.name, copy.game, copy.value);
  played_put(t, &row->played, columns, row->played.complete);
  sweep_put_advantage(t, row, columns->unequal);
  result_put(t, AS_REAL("branching", "branching_mean", "legal moves"),
             row->played.games ? row->branching : estimate_none());
  result_put(t, AS_SHARE("fair", NULL, "fair", .detail = true),
             number_if(row->played.games, sweep_fair_rate(&row->played)));
  played_put_stopped(t, row->played.games, row->played.complete);
}

void sweep_table(const SweepResults *results, int runs, ResultTable *t) {
  PlayedColumns columns = {0};
  for (int i = 0; i < runs; i++) {
    played_columns_add(&columns, &results->row[i].played);
    columns.unequal = columns.unequal || sweep_is_unequal(&results->row[i]);
  }
  for (int i = 0; i < runs; i++)
    sweep_put_run(t, &results->axes, &results->row[i], &columns);
}

/* The mean length of a run with truncated games is that up to its limit. */
static void sweep_say_limits(const SweepRow rows[], int count, Sentences *to) {
  int least = INT_MAX, most = 0;
  for (int i = 0; i < count; i++)
    if (rows[i].played.ends.truncated.value > 0) {
      least = rows[i].max_plies < least ? rows[i].max_plies : least;
      most = rows[i].max_plies > most ? rows[i].max_plies : most;
    }
  Shown limit = shown_things((uint64_t)most, "ply", "plies");
  if (most && least < most)
    sentences_add(to, "Longer games count as %s to %s, the limit of each run.",
                  shown_count((uint64_t)least).text, limit.text);
  else if (most)
    sentences_add(to, "Longer games count as %s, the limit.", limit.text);
}

/* ---- what they show together ---------------------------------------------*/

/* What was tested: a step of an option, a value, the model, or a run. These
 * words claim nothing: that is left to the p-value. */
static Phrase trend_test(const Trend *t) {
  return t->kind == TREND_STEP ? phrase("%s +%.6g", t->option, t->step)
         : t->kind == TREND_DIFFERENCE
             ? phrase("%s=%s instead of %s", t->option, t->value, t->base)
         : t->kind == TREND_FAIREST
             ? phrase("is it smaller at %s than elsewhere?", t->value)
             : phrase("departure from a straight line");
}

/* A gap is a size, the others are changes. */
static CellKind trend_kind(const Trend *t) {
  return t->kind == TREND_FAIREST                                ? CELL_GAP
         : t->metric == TREND_PLIES || t->metric == TREND_MARGIN ? CELL_SIGNED
                                                                 : CELL_POINTS;
}

static void trend_put(ResultTable *table, const Trend *t, uint64_t games) {
  static const char *const METRICS[] = {"first-player advantage",
                                        "games drawn",
                                        "games without a result",
                                        "plies",
                                        "margin",
                                        "largest gap between two sides"};
  bool fairest = t->kind == TREND_FAIREST;
  result_row(table);
  result_put_text(table, AS_WORD("kind", "kind"), trend_kind_names[t->kind]);
  result_put_text(table, AS_TEXT("option", "option"), t->option);
  result_put_text(table, AS_TEXT("value", "value"), t->value);
  result_put_text(table, AS_TEXT("base", "base"), t->base);
  result_put(table, AS_REAL("step", "step", .bounds = BOUNDS_NEVER),
             number_if(t->kind == TREND_STEP, t->step));
  result_put_text(table, AS_WORD("metric", "metric"),
                  fairest ? "gap" : trend_metric_names[t->metric]);
  result_put_text(table, AS_TEXT("about", NULL, "metric", .people = true),
                  METRICS[fairest ? TREND_METRICS : t->metric]);
  result_put_text(table, AS_TEXT("tested", NULL, "tested", .people = true),
                  trend_test(t).text);
  result_put(table,
             AS_REAL("change", "change,low,high", "change or gap", BOUNDS_FILE,
                     .as = trend_kind(t)),
             t->change);
  result_put(table, AS_P("p", "p_value"), number_if(true, t->p));
  result_put(table, AS_P("p_holm", "p_holm", "p, adjusted"),
             number_if(true, t->p_holm));
  result_put_count(table, AS_COUNT(.csv = "games"), games);
  result_put_flag(table, AS_FLAG("shown"), trend_is_shown(t));
}

void sweep_trends_table(const SweepTrends *t, ResultTable *table) {
  if (t->count == 0) { /* the names of the columns */
    trend_put(table, &(Trend){.kind = TREND_STEP}, 0);
    result_drop(table);
  }
  for (int i = 0; i < t->count; i++)
    trend_put(table, &t->list[i], t->games);
}

/* ---- figures -------------------------------------------------------------*/

/* The runs of a sweep that are drawn. */
typedef struct Drawing {
  const SweepResults *results;
  int runs;
  Phrase x, by; /* keys, see Figure */
  Phrase axes;  /* "walls and size" */
} Drawing;

static bool axis_is_numeric(const Drawing *w, int axis) {
  for (int i = 0; i < w->runs; i++)
    if (!axis_text_is_number(w->results->row[i].value[axis]))
      return false;
  return true;
}

/* The first axis of numbers is drawn to the right, if there is one. */
static void sweep_choose_axes(Drawing *w) {
  const AxisNames *axes = &w->results->axes;
  int first = 0;
  while (first < axes->count && !axis_is_numeric(w, first))
    first++;
  first = first < axes->count ? first : 0;
  w->x = axis_key(axes, first);
  w->axes = phrase("%s", axes->name[first]);
  for (int i = 0; i < axes->count; i++)
    if (i != first) {
      phrase_add(&w->by, "%s ", axis_key(axes, i).text);
      phrase_add(&w->axes, " and %s", axes->name[i]);
    }
}

/* Adds a figure of the runs; the table shows what is drawn unless it says
 * more. */
static void sweep_draw(const Drawing *w, Document *d, Figure f) {
  f.x = w->x.text;
  f.by = w->by.text;
  f.shown = f.shown ? f.shown : f.y;
  document_figure(d, f);
}

/* Whether the sides are the same in all runs. */
static bool sweep_has_sides(const Drawing *w) {
  const SweepRow *row = w->results->row;
  for (int i = 1; i < w->runs; i++)
    if (row[i].played.sides != row->played.sides ||
        memcmp(row[i].side, row->side, sizeof row->side) != 0)
      return false;
  return true;
}

/* Marks the fair rate if it is nearly the same in all runs; it varies with the
 * share of games without a winner. Without any winner nothing is fair. Returns
 * whether it is a curve of its own. */
static bool sweep_mark_fair(const Drawing *w, Figure *f) {
  double least = 1, most = 0, sum = 0;
  for (int i = 0; i < w->runs; i++) {
    double fair = sweep_fair_rate(&w->results->row[i].played);
    least = fmin(least, fair);
    most = fmax(most, fair);
    sum += fair;
  }
  if (w->results->row->played.seats < 2 || most == 0)
    return false;
  if (most - least >= 0.02)
    return true;
  f->marked = "fair";
  f->from = f->to = sum / w->runs;
  return false;
}

/* One axis: all seats in one chart. Several: a chart for each seat, with a
 * curve for each combination of the other values. */
static void sweep_draw_seats(const Drawing *w, Document *d) {
  const SweepRow *row = w->results->row;
  bool sides = sweep_has_sides(w), one = w->results->axes.count == 1;
  /* One of two sides says it all, but for games without a winner, which have
   * figures of their own. */
  int count = !sides                  ? row->played.seats
              : row->played.sides > 2 ? row->played.sides
                                      : 1;
  Phrase name = phrase("Win rates"), keys = {""};
  Phrase title = phrase("share of games won");
  Phrase shown =
      played_seat_keys(row->played.seats, "draws truncated forfeits games");
  Figure f = {"sweep-seats", name.text, .y = keys.text, .shown = shown.text,
              .y_title = title.text};
  bool curve = sweep_mark_fair(w, &f) && one;
  for (int i = 0; i < count; i++) {
    unsigned seats = sides ? row->side[i] : 1u << i;
    int seat = __builtin_ctz(seats) + 1; /* of a team, the first */
    char who[WINNERS_TEXT];
    seats_format(seats, who);
    if (!one) {
      name = phrase("Win rate of seat %d", seat);
      keys = (Phrase){""};
    }
    phrase_add(&keys, "seat.%d %s", seat,
               curve && i == count - 1 ? "fair" : "");
    if (!one || count == 1)
      title = phrase("share of games won by %s", who);
    if (!one)
      sweep_draw(w, d, f);
  }
  if (one)
    sweep_draw(w, d, f);
}

/* Games without a winner, if there are any. */
static void sweep_draw_ends(const Drawing *w, Document *d) {
  bool any[3] = {false};
  static const char *const KEYS[] = {"draws", "truncated", "forfeits"};
  static const char *const WORDS[] = {"drawn", "truncated", "forfeited"};
  for (int i = 0; i < w->runs; i++) {
    const Played *p = &w->results->row[i].played;
    any[0] = any[0] || p->ends.draws.value > 0;
    any[1] = any[1] || p->ends.truncated.value > 0;
    any[2] = any[2] || p->ends.forfeits.value > 0;
  }
  for (int i = 0; i < 3; i++)
    if (any[i])
      sweep_draw(w, d,
                 (Figure){"sweep-ends", phrase("Games %s", WORDS[i]).text,
                          .y = KEYS[i],
                          .y_title = phrase("share of games %s", WORDS[i]).text,
                          .zero = true});
}

static void sweep_draw_trends(const Drawing *w, const SweepTrends *t,
                              Document *d) {
  Phrase title = phrase("Changes with %s", w->axes.text);
  Phrase note = phrase(
      "Least squares over the %s that all runs have; shares in percentage "
      "points. The p-values are adjusted for their number (Holm). What has "
      "a p-value below 0.05, in bold, is shown by these games; the rest is "
      "not. The intervals are not adjusted.",
      shown_things(t->games, "game", "games").text);
  document_figure(d, (Figure){"sweep-trends", title.text, 1, .y = "p",
                              .shown = "change p_holm", .note = note.text,
                              .kind = FIGURE_TABLE, .rows = "about tested"});
}

static void sweep_draw_all(Drawing *w, const SweepTrends *trends, Document *d) {
  sweep_choose_axes(w);
  sweep_draw_seats(w, d);
  sweep_draw_trends(w, trends, d);
  sweep_draw(w, d,
             (Figure){"sweep-balance", "Balance", .y = "balance",
                      .shown = "balance decided undecided",
                      .y_title = "balance", .note = BALANCE_SAY});
  sweep_draw(w, d,
             (Figure){"sweep-margin", "Scores", .y = "margin",
                      .y_title = "mean margin of the first side, in points",
                      .zero = true});
  sweep_draw_ends(w, d);
  sweep_draw(w, d,
             (Figure){"sweep-length", "Game length", .y = "plies",
                      .y_title = "mean length in plies", .zero = true});
  sweep_draw(w, d,
             (Figure){"sweep-branching", "Legal moves", .y = "branching",
                      .y_title = "mean number of legal moves", .zero = true});
}

/* ---- the document --------------------------------------------------------*/

bool sweep_document(const SweepResults *results, Document *d, Error *error) {
  SweepTrends trends;
  Drawing drawing = {.results = results};
  while (drawing.runs < results->runs &&
         results->row[drawing.runs].played.games)
    drawing.runs++;
  if (!sweep_trends_make(&trends, results, error))
    return false;
  ResultTable *runs = &d->table[d->tables++], *shown = &d->table[d->tables++];
  sweep_table(results, drawing.runs, runs);
  sweep_trends_table(&trends, shown);
  shown->hidden = true;
  for (int i = 0; i < drawing.runs; i++)
    if (sweep_is_unequal(&results->row[i]) && d->below.count == 0)
      sentences_add(&d->below, "* of the first seat between equally strong "
                               "bots, in points");
  sweep_say_limits(results->row, drawing.runs, &d->below);
  sweep_verdict(&trends, results, &d->verdict);
  sweep_notes(results, &d->notes);
  if (drawing.runs)
    sweep_draw_all(&drawing, &trends, d);
  sweep_trends_free(&trends);
  return true;
}
