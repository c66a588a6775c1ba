#include "cli/table/think.h"

#include "cli/table/offer.h"
#include "core/game/eval.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>

enum {
  HINT_FIRST = 300,        /* iterations of the first hint; */
  HINT_GROWTH = 4,         /* each one after it has so many times more */
  VALUE_ITERATIONS = 2000, /* of a search for the value of a position */
  VALUE_PLAYOUTS = 400     /* of a position that is not searched */
};

static bool is_stopped(const Thinking *t) {
  return atomic_load(&t->stop);
}

void think_post(Thinking *t, const ThinkJob *job, Thought *thought) {
  thought->ticket = job->ticket;
  t->post(t->context, thought);
}

/* Always true: there is something to say. */
static bool thought_fail(Thought *thought, const Error *error) {
  *thought = (Thought){.kind = THOUGHT_FAILED, .error = *error};
  return true;
}

/* ---- following the table -------------------------------------------------*/

static void close_session(Thinking *t) {
  if (!t->is_open)
    return;
  oracle_free(t->oracle);
  t->oracle = NULL;
  session_close(&t->session);
  source_hashes_free(t->rules);
  source_hashes_free(t->bots);
  t->is_open = false;
}

static bool open_session(Thinking *t, const ThinkJob *job, Error *error) {
  GameFile file;
  close_session(t);
  t->rules = source_hashes_new();
  t->bots = source_hashes_new();
  source_hashes_use(t->rules);
  bool good = gamefile_parse(&file, "the game", job->text, offer_allows, error);
  source_hashes_use(t->bots);
  if (good) {
    file.game->stop = &t->stop;
    t->is_open = session_open(&t->session, &file, NULL, 0, BOTS_HERE, error);
  }
  source_hashes_use(NULL);
  t->opened = job->opened;
  t->count = 0;
  if (t->is_open)
    return true;
  source_hashes_free(t->rules);
  source_hashes_free(t->bots);
  return false;
}

/* Bots that were saved anew play on. Rules that were are opened by the table
 * first. */
static bool bots_have_changed(const Thinking *t) {
  return host_sources_changed(t->bots) && !host_sources_changed(t->rules);
}

/* Takes back what the table took back. */
static bool go_back(Thinking *t, const ThinkJob *job, Error *error) {
  Session *s = &t->session;
  int same = 0;
  if (s->file.index != job->index) {
    t->count = 0;
    return session_restart(s, job->index, error);
  }
  while (same < t->count && same < job->count &&
         strcmp(t->moves[same], job->moves[same]) == 0)
    same++;
  if (same < t->count)
    session_go_to(s, same);
  t->count = same;
  return true;
}

static bool play_on(Thinking *t, const ThinkJob *job, Error *error) {
  Session *s = &t->session;
  Move move;
  for (; t->count < job->count; t->count++)
    if (!game_parse(s->file.game, s->state, job->moves[t->count], &move,
                    error) ||
        !session_play(s, move, error))
      return false;
  return true;
}

/* Goes on from where another instance was stopped: as if it had been this one.
 */
static void resume(Thinking *t, const ThinkJob *job) {
  Session *s = &t->session;
  if (t->resumed.opened != job->opened || t->resumed.index != job->index)
    return;
  s->rng = t->resumed.rng;
  s->bots_rng = t->resumed.bots_rng;
  session_go_to(s, s->file.count);
}

/* Brings the session to the position of the table. */
static bool follow(Thinking *t, ThinkJob *job, Error *error) {
  bool anew = !t->is_open || t->opened != job->opened || bots_have_changed(t);
  if (anew && !open_session(t, job, error))
    return false;
  if (!go_back(t, job, error) || !play_on(t, job, error)) {
    close_session(t);
    return false;
  }
  if (anew)
    resume(t, job);
  free(t->moves);
  t->moves = job->moves;
  job->moves = NULL;
  return true;
}

/* ---- moves ---------------------------------------------------------------*/

/* What a stopped bot has drawn and remembers is forgotten. */
static void forget_search(Thinking *t, Rng rng, Rng bots_rng) {
  Session *s = &t->session;
  s->rng = rng;
  s->bots_rng = bots_rng;
  session_go_to(s, s->file.count);
}

static bool find_move(Thinking *t, const ThinkJob *job, Thought *thought) {
  Session *s = &t->session;
  Rng rng = s->rng, bots_rng = s->bots_rng;
  Move move;
  if (s->file.gave_up < 0 && session_bot_move(s, &move)) {
    int seat = s->state->seat;
    *thought = (Thought){.kind = THOUGHT_MOVE,
                         .full = seat != NATURE && s->bot[seat]->full,
                         .streams = {.opened = job->opened,
                                     .index = job->index,
                                     .rng = s->rng,
                                     .bots_rng = s->bots_rng}};
    game_format(s->file.game, s->state, move, thought->move);
    return true;
  }
  if (is_stopped(t)) {
    forget_search(t, rng, bots_rng);
    return false;
  }
  if (game_fault(s->file.game))
    return thought_fail(thought, game_failure(s->file.game));
  *thought = (Thought){
      .kind = THOUGHT_FORFEIT, .seat = s->file.gave_up, .error = s->failure};
  return true;
}

/* ---- hints ---------------------------------------------------------------*/

static void write_hint(const Session *s, const MctsMove list[], int count,
                       Thought *thought) {
  for (int i = 0; i < count && i < HINT_MOVES; i++) {
    if (!list[i].visits && !list[i].proven)
      continue;
    HintMove *hint = &thought->hint[thought->hint_count++];
    game_format(s->file.game, s->state, list[i].move, hint->text);
    hint->rate = list[i].value;
    hint->visits = list[i].visits;
    hint->proven = list[i].proven;
  }
}

/* Searches again and again, each time longer, and posts what it has found so
 * far. */
static bool find_hint(Thinking *t, const ThinkJob *job, Thought *thought) {
  MctsMove list[HINT_MOVES];
  for (uint64_t iterations = HINT_FIRST;; iterations *= HINT_GROWTH) {
    Error error = {0};
    bool done = iterations >= job->iterations;
    if (done)
      iterations = job->iterations;
    int count = session_hint(&t->session, iterations, &t->stop, list,
                             HINT_MOVES, &error);
    if (is_stopped(t))
      return false;
    if (count < 0)
      return thought_fail(thought, &error);
    *thought =
        (Thought){.kind = THOUGHT_HINT, .done = done, .iterations = iterations};
    write_hint(&t->session, list, count, thought);
    if (done)
      return true;
    think_post(t, job, thought);
  }
}

/* ---- values --------------------------------------------------------------*/

/* Between two sides a search finds the values and the best move. */
static bool search_values(Thinking *t, const State *state, Rng *rng,
                          Thought *thought) {
  const Game *game = t->session.file.game;
  MctsMove best;
  MctsPlan plan = mcts_plan(eval_exploration(game));
  plan.iterations = VALUE_ITERATIONS;
  plan.stop = &t->stop;
  if (mcts_find(game, state, &plan, rng, &best, 1, &thought->error) < 1)
    return false;
  int side = game->side[state->seat];
  thought->value[side] = best.value;
  thought->value[1 - side] = 1 - best.value;
  game_format(game, state, best.move, thought->move);
  return true;
}

static OraclePlan choose_oracle(const Game *game) {
  OraclePlan plan = oracle_default(game, false);
  if (plan.kind == ORACLE_PLAYOUTS)
    plan.count = VALUE_PLAYOUTS;
  return plan;
}

/* Otherwise they are the mean of both halves of an oracle. */
static bool ask_oracle(Thinking *t, const State *state, Rng *rng,
                       Thought *thought) {
  const Game *game = t->session.file.game;
  double *value = thought->value, other[SEATS_MAX];
  if (!t->oracle)
    t->oracle = oracle_new(game, choose_oracle(game), &thought->error);
  if (!t->oracle ||
      !oracle_values(t->oracle, state, rng, value, other, &thought->error))
    return false;
  for (int side = 0; side < game->sides; side++)
    value[side] = (value[side] + other[side]) / 2;
  return true;
}

/* False if they are not known. */
static bool judge(Thinking *t, const State *state, int ply, Thought *thought) {
  const GameFile *file = &t->session.file;
  Rng rng;
  if (state->outcome != PLAYING)
    return position_values(file->game, state, NULL, NULL, thought->value);
  rng_seed(&rng, rng_mix(~file->seed), (uint64_t)ply);
  if (file->game->sides != 2)
    return ask_oracle(t, state, &rng, thought);
  return state->seat != NATURE && search_values(t, state, &rng, thought);
}

static bool find_values(Thinking *t, const ThinkJob *job, Thought *thought) {
  Session *s = &t->session;
  *thought = (Thought){.kind = THOUGHT_VALUES};
  gamefile_position_at(&s->file, job->ply, s->scratch);
  thought->known = judge(t, s->scratch, job->ply, thought);
  if (game_failure(s->file.game))
    error_copy(&thought->error, game_failure(s->file.game));
  if (error_is_set(&thought->error))
    thought->kind = THOUGHT_FAILED;
  return !is_stopped(t);
}

/* ---- answering -----------------------------------------------------------*/

bool think(Thinking *t, ThinkJob *job, Thought *thought) {
  Error error = {0};
  if (!follow(t, job, &error)) /* opening a bot may be a search, too */
    return !is_stopped(t) && thought_fail(thought, &error);
  bool found = job->kind == THINK_MOVE   ? find_move(t, job, thought)
               : job->kind == THINK_HINT ? find_hint(t, job, thought)
                                         : find_values(t, job, thought);
  bool was_stopped = is_stopped(t) && t->session.file.gave_up >= 0;
  if (game_fault(t->session.file.game) || was_stopped)
    close_session(t); /* it does not recover from that */
  return found;
}

void thinking_close(Thinking *t) {
  close_session(t);
  free(t->moves);
  t->moves = NULL;
}
