#define _GNU_SOURCE
#include "core/run/run.h"

#include "core/base/number.h"
#include "core/game/spec.h"
#include "core/run/batch.h"
#include "core/run/made.h"
#include "core/run/run_dir.h"
#include "core/run/verification.h"
#include <assert.h>
#include <sched.h>

/* `enough` is called once per STRIDE games, rounded up to a multiple of the
 * number of seatings. */
enum { STRIDE = 100 };

/* ---- opening -------------------------------------------------------------*/

bool run_read_shard(const char *text, RunPlan *plan, Error *error) {
  int64_t part, of;
  char first[16];
  size_t length = strcspn(text, "/");
  snprintf(first, sizeof first, "%.*s", length < sizeof first ? (int)length : 0,
           text);
  if (!text[length] || !number_in_range(first, 1, SHARDS_MAX, &part) ||
      !number_in_range(text + length + 1, part, SHARDS_MAX, &of))
    return error_set(
        error,
        "a shard is written PART/PARTS, such as 3/16, up to %d, not "
        "'%.60s'",
        SHARDS_MAX, text);
  plan->shard = (int)part;
  plan->shards = (int)of;
  return true;
}

int run_cores(void) {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  return count < JOBS_MAX ? count : JOBS_MAX;
}

static void apply_defaults(Run *run) {
  RunPlan *p = &run->plan;
  if (p->shards == 0)
    p->shard = p->shards = 1;
  if (p->jobs == 0)
    p->jobs = run_cores();
  if (p->max_plies == 0)
    p->max_plies = run->game->max_plies;
  run->own_limit = p->max_plies == run->game->max_plies;
  run->native = !run->game->remote;
  run->schedule.paired = p->pairs;
  run->schedule.opening = p->opening;
  for (int bot = 0; bot < run->schedule.bots; bot++) {
    run->timed = run->timed || run->schedule.bot[bot].timed;
    p->moves = p->moves || run->schedule.bot[bot].is_program;
  }
  snprintf(run->until, sizeof run->until, "%s", p->until ? p->until : "");
  snprintf(run->limits, sizeof run->limits, "%s", p->limits ? p->limits : "");
}

/* Each shard gets consecutive games. If the games do not divide evenly, the
 * first shards get one more each. */
static void set_shard_range(Run *run) {
  uint64_t part = (uint64_t)run->plan.shard - 1;
  uint64_t share = run->total / (uint64_t)run->plan.shards;
  uint64_t extra = run->total % (uint64_t)run->plan.shards;
  run->first = part * share + (part < extra ? part : extra);
  run->count = share + (part < extra);
}

static bool refuse_uneven(uint64_t games, uint64_t seatings, Error *error) {
  uint64_t fewer = games / seatings * seatings;
  char lower[TEXT_NUMBER_MAX + 8] = "";
  if (fewer)
    snprintf(lower, sizeof lower, "%llu or ", (unsigned long long)fewer);
  return error_set(error,
                   "%llu game%s cannot be divided evenly among %llu seatings: "
                   "use %s%llu",
                   (unsigned long long)games, games == 1 ? "" : "s",
                   (unsigned long long)seatings, lower,
                   (unsigned long long)(fewer + seatings));
}

static bool set_game_count(Run *run, Error *error) {
  const RunPlan *p = &run->plan;
  uint64_t seatings = run->schedule.seatings;
  uint64_t each = p->each_seating ? seatings : 1;
  if (p->seed > INT64_MAX) /* the largest integer of jansson's JSON */
    return error_set(error, "the seed %llu is too large",
                     (unsigned long long)p->seed);
  if (p->games < 1 || p->games > GAMES_IN_RUN_MAX / each)
    return error_set(
        error, p->games ? "%s games are too many" : "%s games: nothing to play",
        grouped(p->games).text);
  run->total = p->games * each;
  if (p->whole_rounds)
    run->total = (run->total + seatings - 1) / seatings * seatings;
  if (run->total % seatings)
    return refuse_uneven(run->total, seatings, error);
  if (p->until && p->shards > 1)
    return error_set(error, "a shard cannot tell when the whole run has enough "
                            "games: give the number of games instead");
  set_shard_range(run);
  return true;
}

static bool check_openings(const Run *run, Error *error) {
  const RunPlan *p = &run->plan;
  if (p->pairs && p->seating == SEATING_FIXED)
    return error_set(error, "pairs of games swap the seats, but each bot keeps "
                            "its seat in this run: rotate the bots");
  if (p->pairs && schedule_round_games(&run->schedule, 0) == 1)
    return error_set(error,
                     "pairs of games swap the seats of bots, but %s "
                     "plays in all seats",
                     run->schedule.bot[0].spec);
  if (p->opening < 0 || p->opening > OPENING_MAX)
    return error_set(error, "an opening has at most %d plies, not %d",
                     OPENING_MAX, p->opening);
  return p->opening < p->max_plies ||
         error_set(error,
                   "an opening of %d plies leaves nothing to play: games are "
                   "truncated at %d plies",
                   p->opening, p->max_plies);
}

/* Opens the game and the bots, recording the hashes of the files they read. */
static bool open_recording(Run *run, Error *error) {
  const RunPlan *p = &run->plan;
  run->sources = p->sources ? p->sources : source_hashes_new();
  if (p->out && p->resume && !run_dir_expect_files(p->out, run->sources, error))
    return false;
  source_hashes_use(run->sources);
  run->game = game_open(p->game, error);
  bool good = run->game && schedule_make(&run->schedule, run->game, p->seating,
                                         p->bots, p->bot_count, error);
  source_hashes_use(NULL);
  return good;
}

bool run_open(Run *run, const RunPlan *plan, Error *error) {
  assert(!plan->watch || (!plan->out && !plan->verify));
  *run = (Run){.plan = *plan};
  if (!open_recording(run, error)) {
    run_close(run);
    return false;
  }
  apply_defaults(run);
  if (set_game_count(run, error) && check_openings(run, error) &&
      tally_make(&run->tally, &run->schedule, run->plan.max_plies, error) &&
      (run->plan.verify == 0 || verification_open(run, error))) {
    run->made = made_of_run(run);
    made_set_shard(run);
    return true;
  }
  run_close(run);
  return false;
}

void run_close(Run *run) {
  verification_close(run->verification);
  tally_free(&run->tally);
  schedule_free(&run->schedule);
  if (run->sources != run->plan.sources)
    source_hashes_free(run->sources);
  game_close(run->game);
  set_aside_free(&run->aside);
  json_decref(run->raised);
  json_decref(run->refused);
  json_decref(run->made);
  *run = (Run){.game = NULL};
}

/* ---- playing -------------------------------------------------------------*/

typedef struct Playing {
  Run *run;
  const RunCallbacks *callbacks;
  RunDir *dir; /* NULL if nothing is written */
  uint64_t stride;
} Playing;

/* Whether all games are played, or the stopping rule says there are enough. */
static bool is_complete(const Playing *p) {
  const Tally *tally = &p->run->tally;
  if (tally->games == p->run->count)
    return true;
  return p->callbacks->enough && tally->games > 0 &&
         tally->games % p->stride == 0 &&
         p->callbacks->enough(p->callbacks->context, tally);
}

static Rows games_of(const Chunk *chunk) {
  return (Rows){chunk->games.bytes, chunk->games.length, chunk->games_checksum};
}

/* Gives the rows of a chunk their place. Those of moves may be more than are
 * kept. */
static void place_chunk(const Playing *p, Chunk *chunk) {
  Rows moves = {chunk->moves.bytes, chunk->moves.length, chunk->moves_checksum};
  chunk->moves_kept = 0;
  for (int i = 0; i < chunk->count; i++) {
    if (!run_dir_keeps(p->run, (uint64_t)i, tally_plies(chunk->tally, i)))
      break;
    chunk->moves_kept = chunk->moves_end[i];
  }
  if (chunk->moves_kept != moves.length)
    moves = rows_of(moves.bytes, chunk->moves_kept);
  chunk->place = run_dir_place(p->dir, chunk->count, games_of(chunk), moves);
  chunk->write = true;
}

static bool write_chunk(void *context, const Chunk *chunk, Error *error) {
  const Playing *p = context;
  Rows moves = {chunk->moves.bytes, chunk->moves_kept, 0};
  return run_dir_write(p->dir, &chunk->place, games_of(chunk), moves, error);
}

/* Passes on what the watch has noted of a game of the chunk. */
static bool take_notes(const GameWatch *watch, const Chunk *chunk, int game,
                       Error *error) {
  uint64_t index = chunk->first + (uint64_t)game;
  size_t begin = game ? chunk->moves_end[game - 1] : 0;
  size_t length = chunk->moves_end[game] - begin;
  Message notes = {.bytes = (unsigned char *)chunk->moves.bytes + begin,
                   .capacity = length,
                   .length = length};
  return watch->take(watch->taker, index, &notes, error) &&
         (message_is_good(&notes) ||
          error_set(error, "what was recorded for game %llu makes no sense",
                    (unsigned long long)index));
}

static bool take_chunk(void *context, Chunk *chunk, Error *error) {
  Playing *p = context;
  Run *run = p->run;
  if (p->dir)
    place_chunk(p, chunk);
  if (run->verification && !verification_add(run->verification, chunk, error))
    return false;
  tally_merge(&run->tally, chunk->tally);
  for (int i = 0; run->plan.watch && i < chunk->count; i++)
    if (!take_notes(run->plan.watch, chunk, i, error))
      return false;
  for (int i = 0; run->plan.take && i < chunk->count; i++)
    if (!run->plan.take(run->plan.take_context, chunk->first + (uint64_t)i,
                        &chunk->matches[i], error))
      return false;
  run->full += chunk->full;
  if (!error_is_set(&run->reason))
    run->reason = chunk->reason;
  for (int bot = 0; run->plan.times && bot < run->schedule.bots; bot++)
    times_add(&run->times[bot], &chunk->times[bot]);
  forfeits_merge(&run->forfeits, &chunk->forfeits);
  run->complete = is_complete(p);
  if (p->dir && !run_dir_checkpoint(p->dir, error))
    return false;
  return !run->complete;
}

static void report_progress(void *context) {
  Playing *p = context;
  if (p->callbacks->progress)
    p->callbacks->progress(p->callbacks->context, p->run);
}

/* The first game whose moves are not needed, for all the workers know. */
static uint64_t moves_until(const Playing *p) {
  return p->dir ? p->run->first + run_dir_kept_max(p->run).games : 0;
}

static void note_failure(void *context, uint64_t game) {
  Playing *p = context;
  p->run->broken = true;
  p->run->broken_game = game;
}

static RunEnd play_games(Playing *p, Error *error) {
  Run *run = p->run;
  uint64_t played = run->tally.games;
  const BatchPlan plan = {
      .game = run->schedule.game,
      .schedule = &run->schedule,
      .seed = run->plan.seed,
      .first = run->first + played,
      .count = run->count - played,
      .max_plies = run->plan.max_plies,
      .games = p->dir,
      .moves_until = moves_until(p),
      .record = verification_selection(run->verification),
      .native = run->native,
      .tally = true,
      .matches = run->plan.take,
      .times = run->plan.times,
      .watch = run->plan.watch,
      .jobs = run->plan.jobs,
      .stride = p->callbacks->enough ? p->stride : 0,
      .sources = run->sources,
  };
  const BatchCallbacks callbacks = {.take = take_chunk,
                                    .write = write_chunk,
                                    .idle = report_progress,
                                    .failed = note_failure,
                                    .context = p,
                                    .stop = p->callbacks->stop};
  return batch_play(&plan, &callbacks, error);
}

static RunEnd play_rest(Playing *p, Error *error) {
  p->run->found = p->run->tally.games;
  if (p->run->found && p->run->verification &&
      !verification_read(p->run->verification, p->dir, error))
    return RUN_FAILED;
  p->run->complete = is_complete(p);
  if (p->run->complete)
    return RUN_DONE;
  if (p->dir && !run_dir_extend(p->dir, error))
    return RUN_FAILED;
  return play_games(p, error);
}

RunEnd run_play(Run *run, const RunCallbacks *callbacks, Error *error) {
  static const RunCallbacks NO_CALLBACKS = {NULL};
  uint64_t seatings = run->schedule.seatings;
  Playing p = {.run = run, .callbacks = callbacks ? callbacks : &NO_CALLBACKS};
  run->full = 0;
  p.stride = (STRIDE + seatings - 1) / seatings * seatings;
  if (!run->plan.out)
    return play_rest(&p, error);
  p.dir = run_dir_open(run, error);
  if (!p.dir)
    return RUN_FAILED;
  RunEnd end = play_rest(&p, error);
  run->complete = run->complete && end != RUN_FAILED;
  if (end == RUN_FAILED && run_dir_abandon(p.dir))
    return RUN_FAILED;
  if (!run_dir_close(p.dir, end == RUN_FAILED ? NULL : error))
    end = RUN_FAILED;
  return end;
}
