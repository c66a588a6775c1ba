#include "core/run/worker_process.h"

#include "core/game/spec.h"
#include "core/isolation/isolation.h"

/* ---- in the child --------------------------------------------------------*/

/* Arguments: the address of the plan, which the child has a copy of, the first
 * game and the number of games. Results, for each game: 1, its moves, the match
 * and the reason of a forfeit. Then 0, and an error if the next game failed. */
static void put_move(void *context, const Game *game, const State *state,
                     Move move, int legal) {
  Message *out = context;
  char text[MOVE_TEXT];
  game_format(game, state, move, text);
  message_put_int(out, 1);
  message_put_int(out, state->seat);
  message_put_int(out, legal);
  message_put_text(out, text);
}

/* Puts a game; false if it failed. */
static bool put_game(Worker *worker, uint64_t index, Message *out,
                     Error *error) {
  const MatchCallbacks callbacks = {worker->plan->moves ? put_move : NULL, out};
  Match match = {0};
  size_t before = out->length;
  message_put_int(out, 1);
  if (!worker_play_game(worker, index, &callbacks, &match, error)) {
    out->length = before;
    return false;
  }
  message_put_int(out, 0);
  message_put(out, &match, sizeof match);
  if (match.end == MATCH_FORFEIT)
    message_put_error(out, error);
  return true;
}

static void serve_chunk(Message *in, Message *out) {
  static Worker worker;
  const BatchPlan *plan;
  message_get(in, &plan, sizeof plan);
  uint64_t first = (uint64_t)message_get_int(in, 0, INT64_MAX);
  int wanted = (int)message_get_int(in, 1, CHUNK_MAX);
  if (!worker.plan)
    worker_open(&worker, plan);
  Error error = {0};
  bool good = true;
  for (int i = 0; good && i < wanted && !child_must_stop(); i++) {
    child_set_progress(i);
    error_clear(&error);
    good = put_game(&worker, first + (uint64_t)i, out, &error);
  }
  if (good)
    error_clear(&error);
  message_put_int(out, 0);
  message_put_error(out, &error);
}

/* ---- in the parent -------------------------------------------------------*/

static bool is_isolated(const BatchPlan *plan) {
  bool isolated = isolation_covers(plan->game);
  for (int i = 0; i < plan->schedule->bots; i++)
    isolated = isolated || isolation_covers(plan->schedule->bot[i].spec);
  return isolated;
}

/* Starts a child that may open the files of the game and the bots. */
static Child *start_child(const BatchPlan *plan, Error *error) {
  const Schedule *s = plan->schedule;
  const char *names[1 + BOTS_MAX];
  Spec specs[1 + BOTS_MAX];
  int count = 0;
  for (int i = -1; i < s->bots; i++) {
    const char *spec = i < 0 ? plan->game : s->bot[i].spec;
    if (!isolation_covers(spec))
      continue;
    if (!spec_read(&specs[count], spec, "spec", error))
      return NULL;
    names[count] = specs[count].name;
    count++;
  }
  return child_start(names, count, error);
}

/* Whether a match that came from elsewhere is possible. */
static bool is_match(const BatchPlan *plan, const Match *m) {
  int seats = plan->schedule->seats;
  bool forfeit = m->end == MATCH_FORFEIT;
  return m->end <= MATCH_FORFEIT && m->winners >> seats == 0 && m->plies >= 0 &&
         m->plies <= plan->max_plies && m->passes >= 0 &&
         m->passes <= m->plies && m->forfeiter >= -1 && m->forfeiter < seats &&
         forfeit == (m->forfeiter >= 0) &&
         (m->winners != 0) <= (m->end == MATCH_WIN || forfeit) &&
         m->branching_max >= 0 && m->branching_max <= MOVES_MAX &&
         m->branching_sum <= (uint64_t)m->plies * MOVES_MAX;
}

static void get_moves(Message *m, const BatchPlan *plan, ChunkWork *work) {
  while (message_get_bool(m) && message_is_good(m)) {
    char text[MOVE_TEXT];
    int seat = (int)message_get_int(m, 0, plan->schedule->seats - 1);
    int legal = (int)message_get_int(m, 0, MOVES_MAX);
    message_get_line(m, text, sizeof text);
    if (message_is_good(m))
      chunk_add_move(work, seat, text, legal);
  }
}

/* Reads a game and adds it to the chunk. */
static void get_game(Message *m, const BatchPlan *plan, ChunkWork *work) {
  Match match;
  Error reason = {0};
  get_moves(m, plan, work);
  message_get(m, &match, sizeof match);
  if (!is_match(plan, &match))
    m->malformed = true;
  if (message_is_good(m) && match.end == MATCH_FORFEIT)
    message_get_error(m, &reason);
  if (message_is_good(m))
    chunk_add_game(work, plan, &match, &reason);
}

/* Reads the results of a chunk; false if they make no sense. */
static bool get_chunk(WorkerProcess *w, Message *m, int wanted,
                      ChunkWork *work) {
  Error error = {0};
  while (message_get_bool(m) && message_is_good(m) && !work->failed) {
    if (work->chunk.count == wanted)
      m->malformed = true;
    else
      get_game(m, w->plan, work);
  }
  if (work->failed)
    return true;
  if (message_get_error(m, &error) && message_is_good(m))
    chunk_fail(work, w->plan, &error);
  return child_is_sane(w->child, NULL);
}

/* Plays games in this process, with every file in a process of its own. */
static void play_here(WorkerProcess *w, int count, const atomic_bool *stop,
                      ChunkWork *work) {
  if (!w->is_open)
    worker_open(&w->here, w->plan);
  w->is_open = true;
  worker_play(&w->here, count, stop, work);
}

/* Lets the child play the rest of a chunk. Returns false if the child died or
 * sent nonsense: *under_way is then the game in the chunk that it was playing.
 */
static bool play_in_child(WorkerProcess *w, int wanted, const atomic_bool *stop,
                          ChunkWork *work, int *under_way) {
  Error error = {0};
  int begun = work->chunk.count;
  if (!w->child && !(w->child = start_child(w->plan, &error))) {
    chunk_fail(work, w->plan, &error);
    return true;
  }
  Message *m = child_begin(w->child, serve_chunk);
  message_put(m, &w->plan, sizeof w->plan);
  message_put_int(m, (int64_t)chunk_index(work));
  message_put_int(m, wanted - begun);
  child_stop_if(w->child, stop);
  m = child_call(w->child, &error);
  if (m && get_chunk(w, m, wanted, work))
    return true;
  int progress = m ? work->chunk.count - begun : child_progress(w->child);
  bool possible = progress >= 0 && begun + progress < wanted;
  *under_way = possible ? begun + progress : wanted - 1;
  child_close(w->child);
  w->child = NULL;
  return false;
}

void worker_process_play(WorkerProcess *w, int wanted, const atomic_bool *stop,
                         ChunkWork *work) {
  if (!chunk_begin(work, wanted))
    return;
  if (!w->isolated) {
    play_here(w, wanted, stop, work);
    return;
  }
  int under_way;
  while (!work->failed && work->chunk.count < wanted &&
         !play_in_child(w, wanted, stop, work, &under_way)) {
    play_here(w, under_way + 1, stop, work);
    if (work->chunk.count <= under_way)
      return; /* stopped */
  }
}

void worker_process_open(WorkerProcess *w, const BatchPlan *plan) {
  *w = (WorkerProcess){.plan = plan, .isolated = is_isolated(plan)};
}

void worker_process_close(WorkerProcess *w) {
  child_close(w->child);
  if (w->is_open)
    worker_close(&w->here);
}
