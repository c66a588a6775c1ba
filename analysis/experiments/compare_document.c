/* What a comparison shows: a row per metric, and what they say. */
#include "analysis/experiments/compare.h"

#include <math.h>
#include <string.h>

/* Two digits where one would show a width of 0. */
static Column as_difference(const Difference *d) {
  bool rate = compared_metric_is_rate(d->metric);
  Column column =
      AS_SIGNED("", "difference,low,high", "B - A", BOUNDS_SHOWN, .digits = 1);
  if (rate)
    column.kind = CELL_POINTS;
  if ((rate ? 100 : 1) * estimate_half_width(d->difference) < 0.1)
    column.digits = 2;
  return column;
}

static Column as_value(const Difference *d, const char *key, const char *csv,
                       const char *title) {
  return compared_metric_is_rate(d->metric) ? AS_SHARE(key, csv, title)
                                            : AS_REAL(key, csv, title);
}

/* What was tested is drawn; of the rest, what occurs in a game. */
static bool difference_is_drawn(const Difference *d) {
  return !isnan(d->p_holm) || (d->difference.n && !(d->a == 0 && d->b == 0));
}

/* How it is drawn on pages, which have an axis for each unit. */
static void put_drawn(ResultTable *t, const Difference *d) {
  static const char *const UNITS[] = {"points", "plies", "margin"};
  int unit = d->metric.kind == COMPARE_PLIES    ? 1
             : d->metric.kind == COMPARE_MARGIN ? 2
                                                : 0;
  result_put_text(t, AS_TEXT("claim", .people = true),
                  d->p_holm < 0.05 ? "shown to differ" : "not shown to differ");
  for (int i = 0; i < 3; i++) {
    Column column = as_difference(d);
    column.kind = i ? CELL_SIGNED : CELL_POINTS;
    column.key = UNITS[i];
    column.csv = NULL;
    column.detail = column.people = true;
    result_put(t, column,
               i == unit && difference_is_drawn(d) ? d->difference
                                                   : estimate_none());
  }
}

static void put_difference(ResultTable *t, const Comparison *c,
                           const Difference *d) {
  Phrase title = compared_metric_title(d->metric);
  bool all = c->a_undecided == 0 && c->b_undecided == 0;
  bool part = d->metric.kind == COMPARE_GAP && !d->metric.which && !all;
  Phrase pairing = {""}; /* "0.41 ×1.70": the correlation, what it gains */
  if (!isnan(d->correlation))
    pairing = phrase("%s", shown_real(d->correlation, 2).text);
  if (!isnan(d->correlation) && !isnan(d->gain))
    phrase_add(&pairing, " ×%s", shown_real(d->gain, 2).text);
  result_row(t);
  result_put_text(t, AS_TEXT(NULL, "a"), c->a->dir);
  result_put_text(t, AS_TEXT(NULL, "b"), c->b->dir);
  result_put_text(t, AS_WORD("metric", "metric"),
                  compared_metric_name(d->metric).text);
  result_put_text(t, AS_TEXT("title", NULL, "metric", .detail = true),
                  title.text);
  result_put_text(t, AS_TEXT(.title = ""),
                  part ? "gap of decided" : title.text);
  result_put_flag(t, AS_FLAG("rate"), compared_metric_is_rate(d->metric));
  result_put(t, as_value(d, "a", "value_a", "A"), number_if(true, d->a));
  result_put(t, as_value(d, "b", "value_b", "B"), number_if(true, d->b));
  result_put_count(t, AS_COUNT(NULL, "n_a"), d->a_n);
  result_put_count(t, AS_COUNT(NULL, "n_b"), d->b_n);
  result_put(t, as_difference(d), d->difference);
  result_put_count(t, AS_COUNT("n"), d->difference.n);
  result_put(t, AS_P("p", "p_value", "p"), number_if(true, d->p));
  result_put(t, AS_P("p_holm", "p_holm", "adjusted"),
             number_if(true, d->p_holm));
  result_put(t, AS_REAL(NULL, ",anytime_low,anytime_high", NULL, BOUNDS_FILE),
             isinf(d->anytime.low) ? estimate_none() : d->anytime);
  result_put(t, AS_P(NULL, "anytime_p_value"), number_if(true, d->anytime_p));
  result_put_flag(t, AS_FLAG(NULL, "paired"), c->pairing == PAIRED);
  result_put(t, AS_REAL("correlation", "correlation"),
             number_if(true, d->correlation));
  result_put(t, AS_REAL("gain", "gain"), number_if(true, d->gain));
  result_put_text(t, AS_TEXT(NULL, "reason"), d->reason);
  result_put_text(t, AS_TEXT(.title = c->pairing == PAIRED ? "pairing" : NULL),
                  pairing.text);
  put_drawn(t, d);
}

void compare_table(const Comparison *c, ResultTable *t) {
  for (int i = 0; i < c->count; i++)
    put_difference(t, c, &c->list[i]);
}

/* ---- figures -------------------------------------------------------------*/

/* "drawn, truncated": ways to end that no game of either run ended in. */
static Phrase unseen_ends(const Comparison *c) {
  Phrase ends = {""};
  for (const Difference *d = c->list; d < c->list + c->count; d++)
    if (d->metric.kind == COMPARE_END && !difference_is_drawn(d))
      phrase_list(&ends, 0, " or ", compared_metric_title(d->metric).text);
  return ends;
}

static Phrase explain_figures(const Comparison *c) {
  Phrase adjusted = {""}, unseen = unseen_ends(c);
  bool part = c->pairing == PAIRED && c->a_games != c->b_games;
  if (c->tests > 1)
    adjusted = phrase(", adjusted for all %d tests (Holm)", c->tests);
  return phrase(
      "%s%.60s%sEach 95%% interval is for its row alone. The largest gap is "
      "between the win rates of two sides, over decided games.%s%s%s%s%.90s%s",
      c->tests ? "Filled dots: shown to differ, with p below 0.05" : "",
      adjusted.text, c->tests ? ". " : "", part ? " The first " : "",
      part ? shown_things(c->games, "game", "games").text : "",
      part ? c->games == 1 ? " is compared." : " are compared." : "",
      *unseen.text ? " No game was " : "", unseen.text,
      *unseen.text ? "." : "");
}

static void add_figures(const Comparison *c, Document *d) {
  static const char *const UNITS[][2] = {{"points", "percentage points"},
                                         {"plies", "plies"},
                                         {"margin", "points of the margin"}};
  Phrase note = explain_figures(c);
  for (int i = 0; i < 3; i++) {
    document_figure(
        d, (Figure){"differences", "Differences", 0, "title", .by = "claim",
                    .y = UNITS[i][0],
                    .shown = phrase("a b %s p_holm", UNITS[i][0]).text,
                    .y_title = phrase("B - A, in %s", UNITS[i][1]).text,
                    .note = i ? "" : note.text, .marked = "no difference",
                    .kind = FIGURE_DOTS, .rows = "title"});
  }
}

void compare_document(const Comparison *c, Document *d) {
  compare_table(c, &d->table[d->tables++]);
  add_figures(c, d);
  compare_verdict(c, &d->verdict);
  compare_notes(c, &d->notes);
}
