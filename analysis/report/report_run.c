/* The entry of a run or tournament in a report's data. */
#include "analysis/report/report_entries.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_names.h"
#include "analysis/metrics/people.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"
#include "analysis/report/report_head.h"
#include "analysis/stats/shown.h"
#include "core/run/made.h"
#include <stdlib.h>

/* A metric with its numbers, and as people read them. */
static void add_metric(json_t *list, const Metrics *metrics, const Metric *m) {
  Estimate e = m->estimate;
  json_array_append_new(
      list, json_pack("[s, o, s, o, o, o, I, o, o]", m->scope,
                      json_text(m->key), m->name, json_number(e.value),
                      json_number(e.low), json_number(e.high), (json_int_t)e.n,
                      json_text(metric_value(metrics, m).text),
                      json_text(metric_interval(m).text)));
}

/* All metrics, and how the win rate of seat 1 converges. */
static json_t *metrics_json(const RunMetrics *m) {
  json_t *list = json_array();
  for (size_t i = 0; i < m->metrics.count; i++)
    add_metric(list, &m->metrics, &m->metrics.list[i]);
  for (int i = 0; i < m->points; i++) {
    Shown games = shown_count(m->point[i].n);
    add_metric(list, &m->metrics,
               &(Metric){"convergence", "win_rate", games.text, m->point[i]});
  }
  return list;
}

/* The names of these sides; of all if they are NULL. */
static json_t *sides_json(const Schedule *s, const int *side, int sides) {
  json_t *list = json_array();
  char name[SIDE_TEXT];
  for (int i = 0; i < sides; i++) {
    schedule_side_name(s, side ? side[i] : i, name);
    json_array_append_new(list, json_string(name));
  }
  return list;
}

/* What balance is about: the sides that moved, the games with a result, and the
 * test of equal sides; and what is shown of it, in a sentence. */
static json_t *balance_json(const Run *run) {
  const Tally *t = &run->tally;
  Sentences statement = {0};
  verdict_balance(run, &statement);
  int side[SEATS_MAX], sides = balance_sides(t, side);
  json_t *live = sides_json(t->schedule, side, sides);
  return json_pack("{s:o, s:o, s:I, s:o, s:b, s:b, s:s}", "statement",
                   json_sentences(&statement), "live", live, "decided",
                   (json_int_t)balance_decided(t), "undecided_rate",
                   json_number(balance_undecided(t).value), "many_undecided",
                   balance_undecided(t).value > UNDECIDED_LARGE, "confounded",
                   balance_is_confounded(t->schedule), "test",
                   balance_test(t).name);
}

/* The bot of each seat if seats are fixed, otherwise all bots. */
static json_t *bots_json(const Run *run) {
  const Schedule *s = &run->schedule;
  bool fixed = run->plan.seating == SEATING_FIXED;
  json_t *list = json_array();
  for (int i = 0; i < (fixed ? s->seats : s->bots); i++)
    json_array_append_new(
        list, json_text(s->bot[fixed ? schedule_bots(s, 0)[i] : i].spec));
  return list;
}

/* ---- tournaments ---------------------------------------------------------*/

static json_t *tournament_json(const Run *run, Error *error) {
  Standings st;
  Document d = {0};
  if (!standings_apply(&run->tally) || run->tally.games == 0)
    return json_null();
  if (!standings_of_run(&st, run, error))
    return NULL;
  bool good = standings_document(&st, false, &d, error);
  /* Large, and not on the page. */
  result_free(&d.table[STANDINGS_CROSSTABLE]);
  result_free(&d.table[STANDINGS_MATRIX]);
  json_t *json = good ? document_json(&d) : NULL;
  document_free(&d);
  standings_free(&st);
  return json;
}

/* ---- people --------------------------------------------------------------*/

static json_t *people_json(const Run *run, Error *error) {
  Document d = {0};
  if (!people_apply(run))
    return json_null();
  json_t *json = people_document(run, &d, error) ? document_json(&d) : NULL;
  document_free(&d);
  return json;
}

/* ---- the entry -----------------------------------------------------------*/

static json_t *sample_json(const RunMetrics *m) {
  return m->sample ? json_pack("{s:I}", "games", (json_int_t)m->sample)
                   : json_null();
}

/* The oracle that judged who leads, in words; null if none did. */
static json_t *oracle_json(const RunMetrics *m) {
  return m->oracle.kind == ORACLE_NONE
             ? json_null()
             : json_text(oracle_describe(m->oracle).text);
}

static json_t *plan_json(const Run *run) {
  return json_pack(
      "{s:s, s:o, s:o, s:o, s:i, s:o, s:o, s:s, s:I, s:I, s:I, s:b, s:i, "
      "s:i, s:i}",
      "kind", "run", "name", json_text(run->plan.out), "game",
      json_text(run->schedule.game), "full", json_text(run->schedule.full_game),
      "seats", run->schedule.seats, "sides",
      sides_json(&run->schedule, NULL, run->schedule.sides), "bots",
      bots_json(run), "seating", seating_names[run->plan.seating], "seed",
      (json_int_t)run->plan.seed, "games", (json_int_t)run->tally.games,
      "planned", (json_int_t)run->count, "complete", run->complete, "max_plies",
      run->plan.max_plies, "same_opening", schedule_alike(&run->schedule),
      "opening", run->plan.opening);
}

/* The game's title with its options: "Quoridor: walls=5"; a tournament has its
 * number of bots instead. */
static void write_title(Head *head, const Run *run) {
  char game[GAME_TITLE], options[SPEC_TEXT];
  head_short_title(head, game);
  head_options(run->schedule.game, options);
  if (run->plan.seating == SEATING_EVERY)
    snprintf(head->title, HEAD_TITLE, "%s: tournament of %d bots", game,
             run->schedule.bots);
  else
    snprintf(head->title, HEAD_TITLE, "%s%s%s", made_text(run->made, "title"),
             *options ? ": " : "", options);
}

static json_t *run_head_json(const RunMetrics *m) {
  const Run *run = &m->run;
  Head head = {.made = json_incref(run->made), .dir = run->plan.out};
  char bots[4 * SPEC_TEXT];
  bots_in_words(run, bots, sizeof bots);
  write_title(&head, run);
  verdict_run(run, &head.verdict);
  run_metrics_notes(m, &head.notes);
  head_fact_game(&head);
  head_fact(&head, schedule_has_humans(&run->schedule) ? "Players" : "Bots",
            "%s", bots);
  head_fact(&head, "Games", "%s%s%s%s", shown_count(run->tally.games).text,
            run->complete ? "" : " of ",
            run->complete ? "" : shown_count(run->count).text,
            run->complete ? "" : " so far");
  head_fact_rest(&head, schedule_alike(&run->schedule), run->plan.max_plies);
  return head_json(&head);
}

json_t *report_run(const RunMetrics *m, Error *error) {
  json_t *board;
  ReportGame about;
  json_t *tournament = tournament_json(&m->run, error);
  json_t *people = tournament ? people_json(&m->run, error) : NULL;
  json_t *replays = people ? report_replays(m, &board, &about, error) : NULL;
  if (!replays) {
    json_decref(people);
    json_decref(tournament);
    return NULL;
  }
  json_t *json = plan_json(&m->run);
  json_object_set_new(json, "head", run_head_json(m));
  json_object_set_new(json, "family", about.family);
  json_object_set_new(json, "notation", about.notation);
  json_object_set_new(json, "balance", balance_json(&m->run));
  json_object_update_new(
      json, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "people", people,
                      "metrics", metrics_json(m), "sample", sample_json(m),
                      "board", board, "replays", replays, "tournament",
                      tournament, "oracle", oracle_json(m)));
  return json;
}
