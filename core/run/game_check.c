#include "core/run/game_check.h"

void game_check_begin(GameCheck *c, Worker *worker, ChunkWork *work) {
  const BatchPlan *plan = worker->plan;
  uint64_t index = chunk_index(work);
  Rng rng;
  *c = (GameCheck){
      .worker = worker, .work = work, .rows = worker_needs_moves(plan, index)};
  rng_seed(&rng, plan->seed, schedule_opening(plan->schedule, index));
  game_begin(worker->game, worker->state, &rng);
  c->played.hash = match_hash_begin(worker->game, worker->state);
}

bool game_check_move(GameCheck *c, Move move) {
  Worker *w = c->worker;
  bool roll = w->state->seat == NATURE;
  if (!game_legal(w->game, w->state, move))
    return false;
  int legal = roll || !c->rows ? 0 : game_count(w->game, w->state);
  if (c->rows)
    worker_add_move(w, c->work, move, legal);
  if (roll)
    moves_played_add_roll(&c->played, move);
  else
    moves_played_add(&c->played, w->state->seat, move, legal);
  game_play(w->game, w->state, move);
  return true;
}

/* A bot forfeits when it is to move, or before the first move. */
static bool may_forfeit(const GameCheck *c, int seat) {
  const State *last = c->worker->state;
  return last->outcome == PLAYING &&
         c->played.plies < c->worker->plan->max_plies &&
         (c->played.plies == 0 || last->seat == seat);
}

/* A game that is not over was stopped at the ply limit. */
static bool may_end(const GameCheck *c) {
  return c->worker->state->outcome != PLAYING ||
         c->played.plies == c->worker->plan->max_plies;
}

bool game_check_end(const GameCheck *c, Match *match) {
  const Game *game = c->worker->game;
  const Match claimed = *match;
  if (claimed.end == MATCH_FORFEIT)
    match_set_forfeit(game, claimed.forfeiter, match);
  else
    match_set_end(c->worker->state, match);
  match->played = c->played;
  match->hash = match_hash_end(c->played.hash);
  if (!c->rows) {
    match->legal_moves = claimed.legal_moves;
    match->branching_max = claimed.branching_max;
  }
  if (game->rules->score)
    game_score(game, c->worker->state, match->score);
  return match->end == claimed.end && match->winners == claimed.winners &&
         match->plies == claimed.plies &&
         (match->end == MATCH_FORFEIT ? may_forfeit(c, match->forfeiter)
                                      : may_end(c));
}
