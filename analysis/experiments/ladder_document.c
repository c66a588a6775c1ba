/* What a ladder shows: a row per level, the columns between equals and against
 * the level below, what they say and how they are drawn. */
#include "analysis/experiments/ladder_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/pentanomial.h"

static void put_names(ResultTable *t, const Ladder *l, int i) {
  const Level *level = &l->level[i];
  result_put_text(t, AS_TEXT(.csv = "run"),
                  ladder_run_name(l, ladder_equals_run(i)).text);
  result_put_count(t, AS_COUNT(.csv = "level"), (uint64_t)i + 1);
  result_put(t,
             AS_COUNT("value", "value", ladder_is_mixed(l) ? NULL : l->option),
             number_if(level->value, level->value));
  if (ladder_is_mixed(l))
    result_put_text(t, AS_TEXT("level", NULL, "level", .people = true),
                    ladder_level_name(l, i).text);
  result_put_text(t, AS_TEXT(.csv = "game"), l->game);
  result_put_text(t, AS_TEXT("bot", "bot"), level->bot);
}

static void put_equals(ResultTable *t, const Ladder *l, const Level *level,
                       const PlayedColumns *columns) {
  const Played *equals = &level->equals;
  result_section(t, "Between equals");
  played_put(t, equals, columns,
             equals->complete &&
                 (level == l->level || level->against.complete));
  result_put(t, AS_P("p", "p_value", NULL), number_if(equals->games, level->p));
  result_put(
      t, AS_P("p_holm", "p_holm", "p, adjusted for all levels", .detail = true),
      number_if(equals->games, level->p_holm));
  played_put_stopped(t, equals->games, equals->complete);
}

static void put_against(ResultTable *t, const Ladder *l, const Level *level) {
  bool above = level > l->level;
  Estimate score = level->score;
  Estimate rating = {elo_of_share(score.value, l->sides - 1),
                     elo_of_share(score.low, l->sides - 1),
                     elo_of_share(score.high, l->sides - 1), score.n};
  result_section(t, "Against the level below");
  result_put(t, AS_COUNT("against.below", "below", "below"),
             number_if(above && level[-1].value, above ? level[-1].value : 0));
  result_put(t, AS_COUNT("against.games", "against_games", "games"),
             number_if(above, (double)level->against.games));
  result_put(t, AS_SHARE("against.won", "won_rate", "won", BOUNDS_SHOWN),
             level->won);
  result_put(t, AS_SHARE("against.drawn", "drawn_rate", "drawn"),
             level->against.ends.draws);
  result_put(
      t, AS_SHARE("against.undecided", "against_undecided_rate", "no result"),
      level->against.ends.undecided);
  result_put(t, AS_SHARE("against.score", "score", "score", BOUNDS_SHOWN),
             score);
  result_put(t, AS_ELO("against.elo", NULL, "Elo", BOUNDS_SHOWN), rating);
  result_put(t, AS_COUNT("against.distinct", "against_distinct_games", NULL),
             number_if(level->against.repetition.games,
                       (double)level->against.repetition.distinct));
  played_put_stopped(t, level->against.games, level->against.complete);
}

void ladder_table(const Ladder *l, int levels, ResultTable *t) {
  PlayedColumns columns = {l->seats, false};
  for (int i = 0; i < levels; i++)
    played_columns_add(&columns, &l->level[i].equals);
  for (int i = 0; i < levels; i++) {
    result_row(t);
    put_names(t, l, i);
    put_equals(t, l, &l->level[i], &columns);
    put_against(t, l, &l->level[i]);
  }
}

/* ---- figures -------------------------------------------------------------*/

static void add_figures(const Ladder *l, Document *d) {
  /* One of two sides says it all, but for draws. */
  Phrase drawn = played_seat_keys(l->sides == 2 ? 1 : l->seats, "draws");
  Phrase shown = played_seat_keys(l->seats, "draws truncated forfeits games");
  bool doubling = !ladder_is_mixed(l);
  const char *x = doubling ? "value" : "level";
  document_figure(
      d,
      (Figure){"ladder-score", "Score against the level below", 0, x,
               .y = "against.score against.won against.drawn",
               .shown = "against.below against.score against.won "
                        "against.drawn against.undecided against.games",
               .y_title = "score of the stronger bot", .logarithmic = doubling,
               .zero = true, .whole = true, .marked = "even",
               .from = 1.0 / l->sides, .to = 1.0 / l->sides});
  document_figure(d, (Figure){"ladder-seats", "Win rates between equals", 0, x,
                              .y = drawn.text, .shown = shown.text,
                              .y_title = "share of games",
                              .logarithmic = doubling});
  document_figure(d, (Figure){"ladder-balance", "Balance between equals", 0, x,
                              .y = "balance",
                              .shown = "balance decided undecided p_holm",
                              .y_title = "balance", .note = BALANCE_SAY,
                              .logarithmic = doubling});
  document_figure(
      d, (Figure){"ladder-margin", "Scores between equals", 0, x, .y = "margin",
                  .shown = "margin",
                  .y_title = "mean margin of the first side, in points",
                  .logarithmic = doubling});
  document_figure(d, (Figure){"ladder-length", "Game length between equals", 0,
                              x, .y = "plies", .shown = "plies",
                              .y_title = "mean length in plies",
                              .logarithmic = doubling});
}

void ladder_document(const Ladder *l, Document *d) {
  ladder_table(l, ladder_top(l) + 1, &d->table[d->tables++]);
  if (ladder_top(l) >= 0)
    ladder_verdict(l, &d->verdict);
  add_figures(l, d);
}
