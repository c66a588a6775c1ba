#include "core/run/worker.h"

#include "core/base/checksum.h"
#include "core/base/need.h"
#include "core/game/match.h"
#include "core/isolation/isolation.h"
#include "core/isolation/remote.h"
#include "core/run/run_csv.h"
#include <stdlib.h>
#include <string.h>

/* ---- chunks --------------------------------------------------------------*/

static void ensure_capacity(ChunkWork *work, const BatchPlan *plan,
                            int wanted) {
  if (work->capacity >= wanted)
    return;
  size_t matches = plan->matches ? (size_t)wanted : 1;
  chunk_work_free(work);
  work->matches = need_array(matches, sizeof *work->matches);
  work->moves_end = need_array((size_t)wanted, sizeof *work->moves_end);
  if (plan->tally)
    tally_make_part(&work->tally, plan->schedule, wanted);
  work->capacity = wanted;
}

void chunk_begin(ChunkWork *work, const BatchPlan *plan, int wanted) {
  work->chunk.count = 0;
  work->ply = 0;
  work->failed = false;
  work->chunk.full = 0;
  error_clear(&work->chunk.reason);
  work->chunk.forfeits.bots = 0;
  memset(work->chunk.times, 0, sizeof work->chunk.times);
  work->chunk.games.length = work->chunk.moves.length = 0;
  ensure_capacity(work, plan, wanted);
  work->chunk.matches = work->matches;
  work->chunk.moves_end = work->moves_end;
  work->chunk.tally = &work->tally;
  if (plan->tally)
    tally_restart(&work->tally,
                  schedule_seating(plan->schedule, work->chunk.first));
}

void chunk_end(ChunkWork *work) {
  Chunk *chunk = &work->chunk;
  chunk->games_checksum =
      checksum_add(0, chunk->games.bytes, chunk->games.length);
  chunk->moves_checksum =
      checksum_add(0, chunk->moves.bytes, chunk->moves.length);
}

/* The memory for so many games and so many bytes of rows. */
static size_t count_bytes(const BatchPlan *plan, int count, size_t rows) {
  size_t games = (size_t)count;
  return sizeof(ChunkWork) + rows + games * sizeof(size_t) +
         (plan->matches ? games * sizeof(Match) : 0) +
         (plan->tally ? tally_part_bytes(plan->schedule, count) : 0);
}

size_t chunk_bytes(const ChunkWork *work, const BatchPlan *plan) {
  const Chunk *chunk = &work->chunk;
  return count_bytes(plan, chunk->count,
                     chunk->games.length + chunk->moves.length);
}

size_t chunk_capacity(const ChunkWork *work, const BatchPlan *plan) {
  const Chunk *chunk = &work->chunk;
  return count_bytes(plan, work->capacity,
                     chunk->games.capacity + chunk->moves.capacity);
}

Text *chunk_begin_move(ChunkWork *work, int seat, const char *move, int legal) {
  Text *rows = &work->chunk.moves;
  if (work->ply++ == 0)
    work->moves_before = rows->length;
  text_need(rows, RUN_CSV_MOVE_ROOM);
  run_csv_add_move(rows, chunk_index(work), work->ply, seat, move, legal);
  return rows;
}

static void add_times(Chunk *chunk, const BatchPlan *plan, uint64_t index,
                      const Match *match) {
  const Schedule *s = plan->schedule;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  for (int seat = 0; seat < s->seats; seat++)
    times_add(&chunk->times[bots[seat]], &match->times[seat]);
}

void chunk_add_game(ChunkWork *work, const BatchPlan *plan, const Match *match,
                    const Error *reason) {
  Chunk *chunk = &work->chunk;
  if (worker_needs_row(plan, chunk_index(work)))
    run_csv_add_game(&chunk->games, plan->schedule, plan->seed,
                     chunk_index(work), match, reason->message);
  if (match->end == MATCH_FORFEIT && !error_is_set(&chunk->reason))
    chunk->reason = *reason;
  chunk->full += match->full != 0;
  if (plan->times)
    add_times(chunk, plan, chunk_index(work), match);
  forfeits_add_match(&chunk->forfeits, plan->schedule, chunk_index(work),
                     match);
  if (match != chunk_match(work, plan))
    *chunk_match(work, plan) = *match;
  if (plan->tally)
    tally_add(&work->tally, schedule_seating(plan->schedule, chunk_index(work)),
              match);
  work->moves_end[chunk->count] = chunk->moves.length;
  chunk->count++;
  work->ply = 0;
}

void chunk_add_notes(ChunkWork *work, const void *notes, size_t length) {
  if (length == 0)
    return;
  text_need(&work->chunk.moves, length);
  text_add_bytes(&work->chunk.moves, notes, length);
}

void chunk_cancel_game(ChunkWork *work) {
  if (work->ply > 0)
    work->chunk.moves.length = work->moves_before;
  work->ply = 0;
}

void chunk_fail(ChunkWork *work, const BatchPlan *plan, const Error *error) {
  chunk_cancel_game(work);
  work->failed = true;
  error_copy(&work->error, error);
  error_prefix(&work->error, "game %llu of seed %llu: ",
               (unsigned long long)chunk_index(work),
               (unsigned long long)plan->seed);
}

void chunk_work_free(ChunkWork *work) {
  free(work->matches);
  free(work->moves_end);
  free(work->chunk.games.bytes);
  free(work->chunk.moves.bytes);
  tally_free(&work->tally);
  work->matches = NULL;
  work->moves_end = NULL;
  work->chunk.games = work->chunk.moves = (Text){NULL};
  work->capacity = 0;
}

/* ---- opening -------------------------------------------------------------*/

static void open_watch(Worker *w, const GameWatch *watch) {
  w->watcher = need(watch->size);
  w->notes =
      (Message){.bytes = need(WATCH_NOTES_MAX), .capacity = WATCH_NOTES_MAX};
  watch->open(w->watcher, watch->context, w->game, &w->error);
}

void worker_open(Worker *w, const BatchPlan *plan) {
  const Schedule *s = plan->schedule;
  *w = (Worker){.plan = plan};
  w->game = game_open(plan->game, &w->error);
  if (!w->game)
    return;
  w->state = game_start(w->game);
  w->bots = need_array((size_t)(s->seats * s->bots), sizeof(Bot *));
  part_columns_open(&w->parts, s, w->game);
  if (plan->watch)
    open_watch(w, plan->watch);
}

void worker_close(Worker *w) {
  const Schedule *s = w->plan->schedule;
  for (int i = 0; w->bots && i < s->seats * s->bots; i++)
    bot_close(w->bots[i]);
  if (w->watcher && w->plan->watch->close)
    w->plan->watch->close(w->watcher);
  free(w->watcher);
  free(w->notes.bytes);
  free(w->bots);
  free(w->state);
  part_columns_close(&w->parts);
  game_close(w->game);
}

/* Opens a bot of the run. All of them have been opened once, when the run was:
 * whatever a file does when it is opened again, it does to itself. */
static Bot *open_bot(const Worker *w, const char *spec, Error *error) {
  return isolation_covers(spec) ? remote_bot_open_again(spec, w->game, error)
                                : bot_open(spec, w->game, error);
}

/* Seats the bots of a seating. A bot in two seats is two Bot objects. */
static bool seat_bots(Worker *w, const uint8_t *bots, Bot *seated[],
                      Error *error) {
  const Schedule *s = w->plan->schedule;
  for (int seat = 0; seat < s->seats; seat++) {
    Bot **bot = &w->bots[seat * s->bots + bots[seat]];
    if (!*bot)
      *bot = open_bot(w, s->bot[bots[seat]].spec, error);
    if (!*bot)
      return false;
    seated[seat] = *bot;
  }
  return true;
}

/* ---- playing -------------------------------------------------------------*/

static bool play_match(Worker *w, uint64_t index,
                       const MatchCallbacks *callbacks, Match *match,
                       Error *error) {
  const BatchPlan *plan = w->plan;
  const uint8_t *bots =
      schedule_bots(plan->schedule, schedule_seating(plan->schedule, index));
  Bot *seated[SEATS_MAX];
  Rng rng;
  if (error_is_set(&w->error))
    return error_copy(error, &w->error);
  rng_seed(&rng, plan->seed, index);
  moment = (Moment){.game = (int64_t)index};
  uint64_t stream = schedule_opening(plan->schedule, index);
  Opening opening = {.plies = plan->schedule->opening};
  if (stream != index)
    rng_seed(&opening.rng, plan->seed, stream);
  return seat_bots(w, bots, seated, error) &&
         match_play_opening(w->game, seated, stream == index ? NULL : &opening,
                            &rng, plan->max_plies, w->state, callbacks, match,
                            error);
}

static bool play_watched(Worker *w, uint64_t index,
                         const MatchCallbacks *caller, Match *match,
                         Error *error) {
  const GameWatch *watch = w->plan->watch;
  const MatchCallbacks callbacks = {.turn = watch->turn,
                                    .context = w->watcher,
                                    .uncounted = !watch->turn,
                                    .moves = caller ? caller->moves : NULL};
  bool wanted = callbacks.turn || callbacks.moves;
  if (error_is_set(&w->error))
    return error_copy(error, &w->error);
  *match = (Match){0};
  message_clear(&w->notes);
  watch->begin(w->watcher, index);
  return play_match(w, index, wanted ? &callbacks : NULL, match, error) &&
         watch->end(w->watcher, w->state, &w->notes, error) &&
         (message_is_good(&w->notes) ||
          error_set(error, "there is too much to record for a game"));
}

bool worker_play_game(Worker *w, uint64_t index,
                      const MatchCallbacks *callbacks, Match *match,
                      Error *error) {
  return w->plan->watch ? play_watched(w, index, callbacks, match, error)
                        : play_match(w, index, callbacks, match, error);
}

/* The worker that plays, and where its moves go. */
typedef struct Recording {
  Worker *worker;
  ChunkWork *work;
} Recording;

void worker_add_move(Worker *w, ChunkWork *work, Move move, int legal) {
  char text[MOVE_TEXT];
  game_format(w->game, w->state, move, text);
  Text *row = chunk_begin_move(work, game_seat_number(w->state), text, legal);
  part_columns_add(&w->parts, w->state, move, row);
  chunk_end_move(row);
}

static void add_move(void *context, const Game *game, const State *state,
                     Move move, int legal) {
  const Recording *r = context;
  (void)game, (void)state; /* the worker's */
  worker_add_move(r->worker, r->work, move, legal);
}

static bool is_stopped(const atomic_bool *stop) {
  return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* A program may take as long as it likes, so its game is not played to the end
 * once the run is stopped: its bots give up, and a game in which one may have
 * is not added. */
void worker_play(Worker *w, int count, const atomic_bool *stop,
                 ChunkWork *work) {
  Error error = {0};
  Recording recording = {w, work};
  bool breaks_off = w->game && schedule_has_program(w->plan->schedule);
  if (breaks_off)
    w->game->stop = stop;
  while (work->chunk.count < count && !work->failed) {
    if (is_stopped(stop))
      return;
    uint64_t index = chunk_index(work);
    bool moves = worker_needs_moves(w->plan, index);
    const MatchCallbacks callbacks = {moves ? add_move : NULL, &recording,
                                      w->plan->times};
    Match *match = chunk_match(work, w->plan);
    error_clear(&error);
    bool played = worker_play_game(w, index, &callbacks, match, &error);
    if (breaks_off && is_stopped(stop)) {
      chunk_cancel_game(work);
    } else if (!played) {
      chunk_fail(work, w->plan, &error);
    } else {
      chunk_add_notes(work, w->notes.bytes, w->notes.length);
      chunk_add_game(work, w->plan, match, &error);
    }
  }
}

void worker_explain(const BatchPlan *plan, uint64_t index, Error *why) {
  Worker worker;
  Match match;
  MovesLine line = {0};
  const MatchCallbacks callbacks = {moves_line_add, &line};
  Error again = {0};
  source_hashes_use(plan->sources);
  worker_open(&worker, plan);
  bool opened = !error_is_set(&worker.error);
  if (opened)
    play_match(&worker, index, &callbacks, &match, &again);
  worker_close(&worker);
  source_hashes_use(NULL);
  if (opened && error_is_set(&again))
    moves_line_explain(&line, why);
}
