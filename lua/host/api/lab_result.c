#include "lua/host/api/lab_result.h"

#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/people.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include <math.h>
#include <string.h>

/* With `low` and `high`, if it has an interval. */
static void set_estimate(lua_State *L, const char *key, Estimate e) {
  if (!isnan(e.value))
    lab_set_number(L, key, e.value);
  if (!estimate_has_interval(e))
    return;
  lab_set_number(L, "low", e.low);
  lab_set_number(L, "high", e.high);
}

/* ---- metrics -------------------------------------------------------------*/

/* Seats, plies and lengths become integers. */
static void push_key(lua_State *L, const char *key) {
  if (key[strspn(key, "0123456789")] || !lua_stringtonumber(L, key))
    lua_pushstring(L, key);
}

void lab_push_metrics(lua_State *L, const Metrics *metrics) {
  lua_newtable(L);
  for (size_t i = 0; i < metrics->count; i++) {
    const Metric *f = &metrics->list[i];
    lua_pushstring(L, f->scope);
    lab_push_subtable(L);
    if (f->key[0]) {
      push_key(L, f->key);
      lab_push_subtable(L);
    }
    lua_createtable(L, 0, 4);
    set_estimate(L, "value", f->estimate);
    lab_set_count(L, "n", f->estimate.n);
    lab_set_text(L, "reason", f->reason);
    lua_setfield(L, -2, f->name);
    lua_pop(L, f->key[0] ? 2 : 1);
  }
}

/* ---- runs ----------------------------------------------------------------*/

static void set_rate(lua_State *L, uint64_t count, Estimate rate,
                     const char *key) {
  lua_createtable(L, 0, 4);
  lab_set_count(L, "count", count);
  set_estimate(L, "rate", rate);
  lua_setfield(L, -2, key);
}

static void set_end(lua_State *L, const Tally *t, MatchEnd end,
                    const char *key) {
  set_rate(L, t->ends[end], summary_end(t, end), key);
}

static void set_table(lua_State *L, int result, const char *name,
                      const ResultTable *table) {
  lab_push_table(L, table);
  lua_setfield(L, result, name);
}

static void set_tables(lua_State *L, const Tally *t) {
  int result = lua_gettop(L);
  Document *d = lab_new_document(L);
  summary_seats(t, &d->table[d->tables++]);
  summary_bots(t, &d->table[d->tables++]);
  set_table(L, result, "seat", &d->table[0]);
  set_table(L, result, "bot", &d->table[1]);
  lua_settop(L, result);
}

/* Whole numbers, or infinite. */
static void set_plies(lua_State *L, const char *key, double plies) {
  if (isinf(plies))
    lab_set_number(L, key, plies);
  else
    lab_set_count(L, key, (uint64_t)plies);
}

static void push_lengths(lua_State *L, const Tally *t) {
  lua_createtable(L, 0, 10);
  if (t->games == 0)
    return;
  Lengths l = summary_lengths(t);
  set_estimate(L, "mean", l.mean);
  lab_set_number(L, "sd", l.sd.value);
  if (l.restricted)
    lab_set_count(L, "limit", (uint64_t)l.limit);
  lab_set_count(L, "min", (uint64_t)l.min);
  set_plies(L, "p5", l.p5.value);
  set_plies(L, "median", l.median.value);
  set_plies(L, "p95", l.p95.value);
  lab_set_count(L, "max", (uint64_t)l.max);
}

/* The means over the games that were won or drawn. */
static void set_scores(lua_State *L, const Tally *t) {
  if (!t->score || !t->score->margin.count)
    return;
  lua_createtable(L, t->schedule->seats, 0);
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    lua_pushnumber(L, margins_score(t, seat).value);
    lua_rawseti(L, -2, seat + 1);
  }
  lua_setfield(L, -2, "scores");
  lua_createtable(L, 0, 4);
  set_estimate(L, "mean", margins_mean(t));
  lab_set_number(L, "sd", margins_sd(t));
  lua_setfield(L, -2, "margin");
}

static void set_test(lua_State *L, const Sprt *sprt, const BotMatch *m) {
  static const char *const DECISIONS[] = {NULL, "H0", "H1"};
  double llr = sprt_llr(sprt, &m->scores);
  lua_createtable(L, 0, 8);
  lab_set_text(L, "decision", DECISIONS[sprt_decide(sprt, llr)]);
  lab_set_number(L, "llr", llr);
  lab_set_number(L, "lower", sprt_lower(sprt));
  lab_set_number(L, "upper", sprt_upper(sprt));
  lab_set_number(L, "elo0", sprt->elo0);
  lab_set_number(L, "elo1", sprt->elo1);
  lab_set_number(L, "alpha", sprt->alpha);
  lab_set_number(L, "beta", sprt->beta);
  lua_setfield(L, -2, "sprt");
}

/* Adds the match between two bots that was played in pairs or tested. After a
 * test the intervals are anytime-valid. */
static void set_match(lua_State *L, const Run *run) {
  BotMatch m;
  Sprt sprt;
  if (!verdict_is_match(run) || !bot_match_make(&m, &run->tally, 0, 1))
    return;
  bool tested = stopping_rule_sprt(run, &sprt);
  Estimate score = bot_match_score(&m, tested ? &sprt : NULL);
  Estimate elo = elo_of_estimate(score);
  lua_createtable(L, 0, 8);
  set_estimate(L, "score", score);
  lab_set_number(L, "elo", elo.value);
  lab_set_number(L, "elo_low", elo.low);
  lab_set_number(L, "elo_high", elo.high);
  lua_createtable(L, SCORES_MAX, 0);
  for (int i = 0; i < scores_possible(&m.scores); i++) {
    lua_pushinteger(L, (lua_Integer)m.scores.count[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, m.scores.games == 2 ? "pairs" : "games");
  if (m.scores.games == 2)
    lab_set_number(L, "correlation", m.correlation);
  if (tested)
    set_test(L, &sprt, &m);
  lua_setfield(L, -2, "match");
}

void lab_push_run(lua_State *L, const Run *run) {
  const Tally *t = &run->tally;
  lua_createtable(L, 0, 16);
  lab_set_text(L, "game", run->schedule.game);
  lab_set_count(L, "seats", (uint64_t)run->schedule.seats);
  lab_set_count(L, "games", t->games);
  lab_set_flag(L, "complete", run->complete);
  lab_set_text(L, "out", run->plan.out);
  set_tables(L, t);
  set_rate(L, tally_lost(t), summary_lost(t), "losses");
  set_end(L, t, MATCH_DRAW, "draws");
  set_end(L, t, MATCH_TRUNCATED, "truncated");
  set_end(L, t, MATCH_FORFEIT, "forfeits");
  push_lengths(L, t);
  lua_setfield(L, -2, "plies");
  set_scores(L, t);
  set_match(L, run);
  lab_set_number(L, "passes",
                 t->games ? (double)t->passes / (double)t->games : 0);
  lua_createtable(L, 0, 2);
  lab_set_number(L, "mean", summary_branching(t).value);
  lab_set_count(L, "max", (uint64_t)t->branching_max);
  lua_setfield(L, -2, "branching");
  if (error_is_set(&run->reason))
    lab_set_text(L, "reason", run->reason.message);
}

/* ---- standings -----------------------------------------------------------*/

static int free_standings(lua_State *L) {
  standings_free(lab_check_closable(L, 1, free_standings));
  return 0;
}

/* The bonuses of bots in seats, with their test. */
static void set_interaction(lua_State *L, int result, const ScoreTest *test,
                            const ResultTable *bonuses) {
  lab_push_table(L, bonuses);
  lab_set_number(L, "chi_square", test->chi_square);
  lab_set_number(L, "p", test->p);
  lab_set_count(L, "freedom", (uint64_t)test->freedom);
  lua_setfield(L, result, "interaction");
}

void lab_add_standings(lua_State *L, const Run *run) {
  int result = lua_gettop(L);
  Error why;
  if (!standings_apply(&run->tally))
    return;
  Standings *st = lab_push_closable(L, sizeof *st, free_standings);
  Document *d = lab_new_document(L);
  if (!standings_of_run(st, run, &why) ||
      !standings_document(st, false, d, &why))
    luaL_error(L, "%s", why.message);
  set_table(L, result, "ratings", &d->table[STANDINGS_BOTS]);
  set_table(L, result, "seat_ratings", &d->table[STANDINGS_SEATS]);
  set_table(L, result, "pairs", &d->table[STANDINGS_PAIRS]);
  set_table(L, result, "crosstable", &d->table[STANDINGS_CROSSTABLE]);
  if (st->interaction.freedom)
    set_interaction(L, result, &st->interaction, &d->table[STANDINGS_BONUSES]);
  lua_pushvalue(L, result); /* above what is to be closed */
}

void lab_add_people(lua_State *L, const Run *run) {
  int result = lua_gettop(L);
  Error why;
  if (!people_apply(run))
    return;
  Document *d = lab_new_document(L);
  if (!people_document(run, d, &why))
    luaL_error(L, "%s", why.message);
  lua_createtable(L, 0, PEOPLE_TABLES);
  int people = lua_gettop(L);
  set_table(L, people, "opponents", &d->table[PEOPLE_OPPONENTS]);
  set_table(L, people, "questions", &d->table[PEOPLE_QUESTIONS]);
  set_table(L, people, "answers", &d->table[PEOPLE_ANSWERS]);
  set_table(L, people, "games", &d->table[PEOPLE_GAMES]);
  lua_setfield(L, result, "people");
  lua_pushvalue(L, result); /* above what is to be closed */
}
