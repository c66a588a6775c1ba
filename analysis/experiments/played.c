#include "analysis/experiments/played.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/seats.h"
#include "analysis/metrics/summary.h"
#include "analysis/result/result_source.h"

/* ---- filling in ----------------------------------------------------------*/

Ends ends_of(const Tally *t) {
  return (Ends){summary_end(t, MATCH_DRAW), summary_end(t, MATCH_TRUNCATED),
                summary_end(t, MATCH_FORFEIT), balance_undecided(t)};
}

void played_fill(Played *p, const Run *run) {
  const Tally *t = &run->tally;
  *p = (Played){.games = t->games,
                .complete = run->complete,
                .seats = run->schedule.seats,
                .ends = ends_of(t),
                .decided = balance_decided(t),
                .margin = t->score ? margins_mean(t) : estimate_none(),
                .repetition = repetition_of(t)};
  for (int seat = 0; seat < p->seats; seat++)
    p->seat[seat] = summary_seat(t, seat);
  if (t->games)
    p->plies = summary_lengths(t).mean;
  p->sides = balance_sides(t, p->side);
  /* Between different bots that change seats the balance says nothing. */
  p->balance =
      seats_are_mixed(t->schedule) ? estimate_none() : balance_index(t);
  if (p->repetition.repetitive)
    p->balance = estimate_plain(p->balance.value, p->balance.n);
}

/* ---- columns -------------------------------------------------------------*/

void played_columns_add(PlayedColumns *columns, const Played *p) {
  columns->seats = p->seats > columns->seats ? p->seats : columns->seats;
  columns->margins = columns->margins || p->margin.n;
}

void ends_sync(ResultTable *t, Ends *ends) {
  result_sync(t, AS_SHARE("draws", "draw_rate", "drawn"), &ends->draws);
  result_sync(
      t, AS_SHARE("truncated", "truncated_rate", "truncated", .detail = true),
      &ends->truncated);
  result_sync(t,
              AS_SHARE("forfeits", "forfeit_rate", "forfeited", .detail = true),
              &ends->forfeits);
  result_sync(t, AS_SHARE("undecided", "undecided_rate", "no result"),
              &ends->undecided);
}

void played_put(ResultTable *t, const Played *p, const PlayedColumns *columns,
                bool complete) {
  Ends ends = p->ends;
  result_put_count(t, AS_COUNT("games", "games", "games"), p->games);
  result_put_flag(t, AS_FLAG("complete", "complete"), complete);
  for (int seat = 0; seat < columns->seats; seat++)
    result_put(t,
               AS_SHARE(phrase("seat.%d", seat + 1).text,
                        phrase("seat%d_rate", seat + 1).text,
                        phrase("seat %d wins", seat + 1).text, BOUNDS_SHOWN,
                        .detail = seat >= 4),
               seat < p->seats ? p->seat[seat] : estimate_none());
  ends_sync(t, &ends);
  result_put(t, AS_COUNT("decided", NULL, "decided games", .detail = true),
             number_if(p->games, (double)p->decided));
  result_put(t,
             AS_SHARE("balance", "balance", "balance", BOUNDS_SHOWN,
                      .detail = columns->unequal),
             p->balance);
  result_put(t, AS_REAL("plies", "plies_mean", "plies", BOUNDS_FILE), p->plies);
  result_put(t, AS_COUNT("distinct", "distinct_games", NULL),
             number_if(p->repetition.games, (double)p->repetition.distinct));
  if (columns->margins)
    result_put(t,
               AS_SIGNED("margin", "margin_mean",
                         columns->seats < 2 ? "score" : "margin", BOUNDS_SHOWN),
               p->margin);
}

void played_put_stopped(ResultTable *t, uint64_t games, bool complete) {
  result_put_text(t, AS_TEXT(.title = ""),
                  games && !complete ? "stopped early" : NULL);
}

Phrase played_seat_keys(int seats, const char *others) {
  Phrase keys = {""};
  for (int seat = 0; seat < seats; seat++)
    phrase_add(&keys, "seat.%d ", seat + 1);
  phrase_add(&keys, "%s", others);
  return keys;
}

/* ---- repetition ----------------------------------------------------------*/

Repetition repetition_of(const Tally *t) {
  return (Repetition){t->games, tally_distinct(t, NULL),
                      verdict_is_repetitive(t)};
}

void repetitions_add(Repetitions *all, Repetition one, const char *name) {
  if (one.games == 0)
    return;
  all->runs++;
  if (!one.repetitive)
    return;
  if (all->repetitive++ && (double)one.distinct * (double)all->worst.games >=
                               (double)all->worst.distinct * (double)one.games)
    return;
  all->worst = one;
  snprintf(all->name, sizeof all->name, "%.199s", name);
}

/* "2 of the 9 runs repeat their games". */
static Phrase repetitions_text(const Repetitions *all) {
  if (all->runs == 1)
    return phrase("The only run repeats its games");
  if (all->repetitive == all->runs)
    return phrase("%s runs repeat their games",
                  all->runs == 2 ? "Both" : "All");
  return phrase("%s of the %s runs %s games",
                shown_count((uint64_t)all->repetitive).text,
                shown_count((uint64_t)all->runs).text,
                all->repetitive == 1 ? "repeats its" : "repeat their");
}

void repetitions_say(const Repetitions *all, bool tune, Sentences *to) {
  if (all->repetitive)
    sentences_add(to, "%s; %.120s has %s%s distinct of %s. %s",
                  repetitions_text(all).text, all->name,
                  all->worst.distinct < DISTINCT_KEPT ? "" : "about ",
                  shown_count(all->worst.distinct).text,
                  shown_count(all->worst.games).text,
                  tune ? REPEATS_SAY("tune") : REPEATS_SAY("simulate"));
}
