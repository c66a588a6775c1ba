#include "analysis/experiments/coverage.h"

#include "analysis/stats/part_ratio.h"
#include "core/base/number.h"

/* ---- where games are played ----------------------------------------------*/

/* In the first games all legal moves are looked at, and positions are compared
 * under other options. */
enum { GAMES_LOOKED_AT = 10, GAMES_COMPARED = 100 };

typedef struct Watcher {
  const Game *game;
  uint64_t index; /* of the game under way */
  Kinds kinds;    /* in it */
  OptionLooks looks;
  Error failure; /* of comparing positions */
} Watcher;

static bool open_watcher(void *watcher, const void *context, const Game *game,
                         Error *error) {
  Watcher *w = watcher;
  w->game = game;
  return option_looks_open(&w->looks, context, game, error);
}

static void close_watcher(void *watcher) {
  option_looks_close(&((Watcher *)watcher)->looks);
}

static void begin_game(void *watcher, uint64_t index) {
  Watcher *w = watcher;
  w->index = index;
  kinds_begin_game(&w->kinds);
  error_clear(&w->failure);
  if (index < GAMES_COMPARED)
    option_looks_begin_game(&w->looks);
}

/* Compares a position of the first games. */
static void look(Watcher *w, const State *state, const Move *played) {
  if (w->index < GAMES_COMPARED && !error_is_set(&w->failure))
    option_looks_turn(&w->looks, w->game, state, played, &w->failure);
}

static void take_turn(void *watcher, const Game *game, const State *state,
                      Move move, int legal) {
  Watcher *w = watcher;
  (void)legal;
  if (state->seat == NATURE)
    return;
  kinds_turn(&w->kinds, game, state, move, w->index < GAMES_LOOKED_AT);
  look(w, state, &move);
}

static bool end_game(void *watcher, const State *last, Message *notes,
                     Error *error) {
  Watcher *w = watcher;
  if (last->outcome != PLAYING)
    look(w, last, NULL);
  kinds_put_game(&w->kinds, notes);
  if (w->index < GAMES_COMPARED)
    option_looks_put_game(&w->looks, notes);
  return !error_is_set(&w->failure) || error_copy(error, &w->failure);
}

/* ---- counting ------------------------------------------------------------*/

static bool take_notes(void *taker, uint64_t index, Message *notes,
                       Error *error) {
  Coverage *c = taker;
  (void)error;
  kinds_get_game(&c->kinds, notes);
  if (index < GAMES_COMPARED)
    option_rows_get_game(&c->options, notes);
  return true;
}

bool coverage_open(Coverage *c, const CoveragePlan *plan, Error *error) {
  *c = (Coverage){.plan = *plan,
                  .watch = {.context = &c->options,
                            .size = sizeof(Watcher),
                            .open = open_watcher,
                            .close = close_watcher,
                            .begin = begin_game,
                            .turn = take_turn,
                            .end = end_game,
                            .take = take_notes,
                            .taker = c}};
  RunPlan counted = plan->run;
  counted.watch = &c->watch;
  if (plan->run.games > COVERAGE_GAMES_MAX)
    return error_set(error, "%s games are too many: coverage plays up to %s",
                     grouped(plan->run.games).text,
                     grouped(COVERAGE_GAMES_MAX).text);
  if (!run_open(&c->run, &counted, error))
    return false;
  c->denials = (Denials){.game = c->run.game, .plan = &c->plan.run};
  if (!game_can_fail(c->run.game))
    c->plan.calls = NULL;
  return true;
}

void coverage_close(Coverage *c) {
  denials_free(&c->denials);
  run_close(&c->run);
}

uint64_t coverage_count_games(const Coverage *c) {
  return (c->plan.calls ? 2 : 1) * c->run.count;
}

uint64_t coverage_deny_games(const Coverage *c) {
  return c->denials.count ? (uint64_t)(c->denials.count + 1) * c->run.count : 0;
}

/* Where each game has one thing to count, it is a rate. */
Estimate coverage_share(const Coverage *c, const Pairs *p) {
  bool single = p->y == (double)p->n && p->yy == p->y;
  Estimate e =
      single ? estimate_rate((uint64_t)p->x, p->n) : winner_ratio(p, 0.5, Z95);
  return verdict_is_repetitive(&c->run.tally) ? estimate_plain(e.value, e.n)
                                              : e;
}

/* Counts calls in games that nobody else watches, as watching calls the rules,
 * too. */
static RunEnd count_calls(Coverage *c, const ExperimentCallbacks *callbacks,
                          Error *error) {
  RunPlan plan = c->plan.run;
  Run run;
  plan.watch = c->plan.calls;
  if (!run_open(&run, &plan, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, callbacks, error);
  c->called_games = run.tally.games;
  run_close(&run);
  return end;
}

RunEnd coverage_count(Coverage *c, const ExperimentCallbacks *callbacks,
                      Error *error) {
  option_rows_list(&c->options, c->run.game);
  RunEnd end = experiment_play(&c->run, callbacks, error);
  if (end == RUN_DONE && c->plan.calls)
    end = count_calls(c, callbacks, error);
  kinds_finish(&c->kinds);
  return end == RUN_FAILED || denials_list(&c->denials, &c->kinds, error)
             ? end
             : RUN_FAILED;
}

RunEnd coverage_deny(Coverage *c, const ExperimentCallbacks *callbacks,
                     Error *error) {
  return denials_play(&c->denials, callbacks, error);
}
