#include "core/run/worker.h"

#include "core/run/run_csv.h"
#include <stdlib.h>

/* ---- moves.csv -----------------------------------------------------------*/

/* Writes the rows of a game's moves while it is played. */
typedef struct MoveLog {
  Text *rows;
  uint64_t index, ply;
  bool failed;
} MoveLog;

static void log_move(void *context, const Game *game, const State *state,
                     Move move, int legal) {
  MoveLog *log = context;
  char text[MOVE_TEXT];
  log->failed = log->failed || !text_reserve(log->rows, RUN_CSV_MOVE_ROOM);
  if (log->failed)
    return;
  game_format(game, state, move, text);
  run_csv_add_move(log->rows, log->index, ++log->ply, state->seat, text, legal);
}

/* ---- opening -------------------------------------------------------------*/

void worker_open(Worker *w, const BatchPlan *plan) {
  const Schedule *s = plan->schedule;
  *w = (Worker){.plan = plan};
  w->game = game_open(plan->game, &w->error);
  if (!w->game)
    return;
  w->state = game_start(w->game);
  w->bots = calloc((size_t)(s->seats * s->bots), sizeof(Bot *));
  if (!w->state || !w->bots)
    error_set(&w->error, "out of memory (worker)");
}

void worker_close(Worker *w) {
  const Schedule *s = w->plan->schedule;
  for (int i = 0; w->bots && i < s->seats * s->bots; i++)
    bot_close(w->bots[i]);
  free(w->bots);
  free(w->state);
  game_close(w->game);
}

/* Seats the bots of a seating. A bot in two seats is two Bot objects. */
static bool seat_bots(Worker *w, const uint8_t *bots, Bot *seated[],
                      Error *error) {
  const Schedule *s = w->plan->schedule;
  for (int seat = 0; seat < s->seats; seat++) {
    Bot **bot = &w->bots[seat * s->bots + bots[seat]];
    if (!*bot)
      *bot = bot_open(s->bot[bots[seat]].spec, w->game, error);
    if (!*bot)
      return false;
    seated[seat] = *bot;
  }
  return true;
}

/* ---- playing -------------------------------------------------------------*/

static bool play_game(Worker *w, uint64_t index, ChunkWork *work,
                      Error *error) {
  const BatchPlan *plan = w->plan;
  Chunk *chunk = &work->chunk;
  const uint8_t *bots =
      schedule_bots(plan->schedule, schedule_seating(plan->schedule, index));
  Bot *seated[SEATS_MAX];
  if (!seat_bots(w, bots, seated, error))
    return false;
  Rng rng;
  rng_seed(&rng, plan->seed, index);
  Match *match = &work->matches[chunk->count];
  MoveLog log = {.rows = &chunk->moves, .index = index};
  MatchCallbacks callbacks = {plan->moves ? log_move : NULL, &log};
  if (!match_play(w->game, seated, &rng, plan->max_plies, w->state, &callbacks,
                  match, error))
    return false;
  Text *rows = plan->games ? &chunk->games : NULL;
  if (log.failed || (rows && !run_csv_add_game(rows, plan->schedule, plan->seed,
                                               index, match, error->message)))
    return error_set(error, "out of memory (CSV rows)");
  return true;
}

static bool ensure_capacity(ChunkWork *work, int wanted) {
  if (work->capacity >= wanted)
    return true;
  Match *matches =
      realloc(work->matches, (size_t)wanted * sizeof *work->matches);
  if (!matches)
    return false;
  work->matches = matches;
  work->capacity = wanted;
  return true;
}

static bool begin_chunk(const Worker *w, ChunkWork *work, int wanted) {
  bool fits = ensure_capacity(work, wanted);
  work->chunk.count = 0;
  error_clear(&work->chunk.reason);
  work->chunk.games.length = work->chunk.moves.length = 0;
  work->chunk.matches = work->matches;
  work->failed = error_is_set(&w->error) || !fits;
  if (work->failed)
    error_set(&work->error, "%s",
              fits ? w->error.message : "out of memory (worker)");
  return !work->failed;
}

void worker_play(Worker *w, int wanted, const atomic_bool *stop,
                 ChunkWork *work) {
  Chunk *chunk = &work->chunk;
  if (!begin_chunk(w, work, wanted))
    return;
  while (chunk->count < wanted) {
    if (stop && atomic_load_explicit(stop, memory_order_relaxed))
      return;
    uint64_t index = chunk->first + (uint64_t)chunk->count;
    size_t moves = chunk->moves.length;
    Error error;
    if (!play_game(w, index, work, &error)) {
      chunk->moves.length = moves;
      work->failed = true;
      error_set(&work->error, "game %llu of seed %llu: %.900s",
                (unsigned long long)index, (unsigned long long)w->plan->seed,
                error.message);
      return;
    }
    if (work->matches[chunk->count].end == MATCH_FORFEIT &&
        !error_is_set(&chunk->reason))
      chunk->reason = error;
    chunk->count++;
  }
}

void chunk_work_free(ChunkWork *work) {
  free(work->matches);
  free(work->chunk.games.bytes);
  free(work->chunk.moves.bytes);
}
