#include "analysis/experiments/compare_bots.h"

#include "analysis/metrics/bot_match.h"
#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/shown.h"
#include <math.h>

/* With fewer observations the estimate is not normally distributed. */
enum { OBSERVATIONS_MIN = 100 };

/* ---- observations --------------------------------------------------------*/

static const char *candidate(const ComparedRun *r) {
  return r->run.schedule.bot[0].spec;
}

static bool check(const ComparedRun *a, const ComparedRun *b, Error *error) {
  const ComparedRun *const runs[] = {a, b};
  if (compare_same_dir(a->dir, b->dir))
    return error_set(error, "%.300s cannot be compared with itself", a->dir);
  for (int i = 0; i < 2; i++)
    if (!bot_match_is(&runs[i]->run.schedule))
      return error_set(error,
                       "%.400s is not a match between two bots that swap two "
                       "sides",
                       runs[i]->dir);
  const Schedule *one = &a->run.schedule, *other = &b->run.schedule;
  if (strcmp(one->bot[1].full, other->bot[1].full) != 0)
    return error_set(error,
                     "the bots of the two runs have different opponents: the "
                     "second bot is %.200s in %.200s and %.200s in %.200s",
                     one->bot[1].spec, a->dir, other->bot[1].spec, b->dir);
  return a->run.first == b->run.first ||
         error_set(error, "%.300s and %.300s are different parts of a run",
                   a->dir, b->dir);
}

/* The first bot's points in a game in halves; -1 if it was truncated
 * or is set aside. */
static int halves_of(const ComparedRun *r, uint64_t i) {
  const Schedule *s = &r->run.schedule;
  const GameOutcome *game = &r->games.outcome[i];
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, r->run.first + i));
  bool won[2] = {false, false};
  for (int seat = 0; seat < s->seats; seat++)
    if (game->winners >> seat & 1)
      won[bots[seat]] = true;
  if (game->end == MATCH_TRUNCATED || game->set_aside)
    return -1;
  return won[0] == won[1] ? 1 : won[0] ? 2 : 0;
}

/* The points per game in games i and i + 1; negative if one was truncated. */
static double points_of(const ComparedRun *r, uint64_t i) {
  int first = halves_of(r, i), second = halves_of(r, i + 1);
  return first < 0 || second < 0 ? -1 : (double)(first + second) / 4;
}

bool compare_bots(const ComparedRun *a, const ComparedRun *b, const Sprt *sprt,
                  BotComparison *c, Error *error) {
  *c = (BotComparison){.a = a, .b = b};
  if (!check(a, b, error))
    return false;
  uint64_t first = a->run.first & 1; /* a shard may begin within a pair */
  for (uint64_t i = first;
       i + 1 < run_played(&a->run) && i + 1 < run_played(&b->run); i += 2) {
    double x = points_of(a, i), y = points_of(b, i);
    if (x >= 0 && y >= 0)
      pairs_add(&c->pairs, x, y);
  }
  if (c->pairs.n < OBSERVATIONS_MIN)
    return true;
  c->elo = scores_elo_difference(&c->pairs, &c->error);
  c->llr = sprt_normal_llr(sprt, c->elo, c->error);
  return true;
}

RunEnd compare_bots_play(const ComparePlan *x, const Sprt *sprt,
                         BotComparison *c, Error *error) {
  RunEnd end = compare_finish_step(x, error);
  while (end == RUN_DONE) {
    if (!compare_bots(x->a, x->b, sprt, c, error))
      return RUN_FAILED;
    if (sprt_decide(sprt, c->llr) != SPRT_CONTINUE ||
        compare_common_games(x) >= x->max_games)
      return RUN_DONE;
    end = compare_next_step(x, error);
  }
  return end == RUN_FAILED || compare_bots(x->a, x->b, sprt, c, error)
             ? end
             : RUN_FAILED;
}

/* ---- sentences -----------------------------------------------------------*/

static void add_decision(const BotComparison *c, const Sprt *sprt,
                         Sentences *to) {
  SprtDecision decision = sprt_decide(sprt, c->llr);
  if (decision == SPRT_CONTINUE) {
    sentences_add(to, "The test is not decided yet.");
    return;
  }
  Phrase other = phrase("A (%.100s)", candidate(c->a));
  Phrase claim =
      verdict_sprt_claim(sprt, decision, "better", "worse", other.text);
  sentences_add(
      to,
      "%s is rejected: against %.100s, B (%.100s) scores %.160s. " SPRT_ERRORS,
      decision == SPRT_H1 ? "H0" : "H1", c->a->run.schedule.bot[1].spec,
      candidate(c->b), claim.text,
      shown_percent(sprt_errors(sprt, decision)).text);
}

void compare_bots_verdict(const BotComparison *c, const Sprt *sprt,
                          Sentences *to) {
  add_decision(c, sprt, to);
  verdict_note_aside(&c->a->run, c->a->name, to);
  verdict_note_aside(&c->b->run, c->b->name, to);
  if (c->pairs.n < OBSERVATIONS_MIN) {
    sentences_add(to, "Too few pairs of games are in both runs: %s of %d.",
                  shown_count(c->pairs.n).text, OBSERVATIONS_MIN);
    return;
  }
  verdict_sprt_figures(sprt, "", c->llr, to);
  /* The scores of two bots vary about twice as much as that of one. */
  double half =
      c->error * confidence_sequence_z_at((double)c->pairs.n,
                                          2 * sprt_expected(sprt, 2), 0.05);
  Estimate elo = {c->elo, c->elo - half, c->elo + half, 2 * c->pairs.n};
  sentences_add(to,
                "B - A is %s Elo (anytime-valid 95%% interval, since the test "
                "decides when to stop).",
                shown_signed_estimate(elo, 0).text);
}
