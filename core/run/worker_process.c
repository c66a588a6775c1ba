#include "core/run/worker_process.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/game/spec.h"
#include "core/isolation/attempt.h"
#include "core/isolation/isolation.h"
#include "core/run/game_check.h"
#include <malloc.h>
#include <sys/random.h>

/* ---- in the child --------------------------------------------------------*/

/* Arguments: the address of the plan, which the child has a copy of, the first
 * game, the number of games, and whether the parent may replay them. Results,
 * for each game: 1, its moves, the notes of a watch, the match and the reason
 * of a forfeit. Then 0, and an error if the next game failed.
 *
 * If the parent may replay the game, its moves are a list of numbers. Otherwise
 * they are what stands in their rows, if those are needed. */
typedef struct Sending {
  const Schedule *schedule;
  Message *out;
  Move *moves; /* of a game, if the parent may replay it; otherwise NULL */
} Sending;

static void put_move(void *context, const Game *game, const State *state,
                     Move move, int legal) {
  const Sending *s = context;
  char text[MOVE_TEXT];
  PartTexts parts;
  game_format(game, state, move, text);
  part_columns_texts(s->schedule, game, state, move, &parts);
  message_put_int(s->out, 1);
  message_put_int(s->out, game_seat_number(state));
  message_put_int(s->out, legal);
  message_put_text(s->out, text);
  for (int i = 0; i < s->schedule->parts; i++)
    message_put_text(s->out, parts.column[i]);
}

/* Plays a game and puts it; false if it failed. */
static bool put_game(Worker *worker, uint64_t index, const Sending *sending,
                     Error *error) {
  Message *out = sending->out;
  bool rows = worker_needs_moves(worker->plan, index);
  const MatchCallbacks callbacks = {.turn = rows && !sending->moves ? put_move
                                                                    : NULL,
                                    .context = (void *)sending,
                                    .times = worker->plan->times,
                                    .uncounted = rows && sending->moves,
                                    .moves = sending->moves};
  const Message before = *out;
  Match match;
  bool good;
  do {
    *out = before;
    match = (Match){0};
    error_clear(error);
    message_put_int(out, 1);
    attempt_begin();
    good = worker_play_game(worker, index, &callbacks, &match, error);
  } while (!attempt_end());
  if (!good) {
    *out = before;
    return false;
  }
  message_put_int(out, sending->moves ? match.plies : 0);
  if (sending->moves)
    message_put(out, sending->moves, (size_t)match.plies * sizeof(Move));
  message_put_int(out, (int64_t)worker->notes.length);
  message_put(out, worker->notes.bytes, worker->notes.length);
  message_put(out, &match, sizeof match);
  if (match.end == MATCH_FORFEIT)
    message_put_error(out, error);
  return true;
}

static void serve_games(Message *in, Message *out) {
  static Worker worker;
  static Move *moves;
  const BatchPlan *plan;
  message_get(in, &plan, sizeof plan);
  uint64_t first = (uint64_t)message_get_int(in, 0, INT64_MAX);
  int wanted = (int)message_get_int(in, 1, CHUNK_MAX);
  bool replayed = message_get_bool(in);
  if (!worker.plan) {
    if (plan->alone)
      mallopt(M_PERTURB, 0x5a); /* betrays who reads uninitialised memory */
    worker_open(&worker, plan);
  }
  if (replayed && !moves)
    moves = need_array((size_t)plan->max_plies, sizeof *moves);
  Error error = {0};
  Sending sending = {plan->schedule, out, replayed ? moves : NULL};
  bool good = true;
  if (!plan->alone)
    attempts_start();
  for (int i = 0; good && i < wanted && !atomic_load(child_stop_flag()); i++) {
    child_report((uint64_t[JOB_NUMBERS]){(uint64_t)i});
    error_clear(&error);
    good = put_game(&worker, first + (uint64_t)i, &sending, &error);
  }
  attempts_stop();
  if (good)
    error_clear(&error);
  message_put_int(out, 0);
  message_put_error(out, &error);
}

/* ---- in the parent -------------------------------------------------------*/

/* The isolated bots and the programs that play in a game. */
static uint64_t bots_of(const WorkerProcess *w, uint64_t index) {
  const Schedule *s = w->plan->schedule;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  uint64_t playing = 0;
  for (int seat = 0; seat < s->seats; seat++)
    playing |= UINT64_C(1) << bots[seat];
  return playing & (w->bots | w->programs);
}

/* Starts a child that may open the files of the game and of these bots. */
static Child *start_child(const WorkerProcess *w, uint64_t bots, Error *error) {
  const Schedule *s = w->plan->schedule;
  Spec specs[1 + BOTS_MAX];
  const char *names[1 + BOTS_MAX];
  int count = 0;
  for (int i = 0; i <= s->bots; i++) {
    bool is_game = i == s->bots;
    if (is_game ? !w->game_is_isolated : !(bots >> i & 1))
      continue;
    const char *spec = is_game ? w->plan->game : s->bot[i].spec;
    if (!spec_read(&specs[count], spec, "spec", error))
      return NULL;
    names[count] = specs[count].name;
    count++;
  }
  return child_start(names, count, error);
}

/* The child for games between these bots; ends the one that has not been used
 * for longest if there are too many. */
static PlayerProcess *player_for(WorkerProcess *w, uint64_t bots,
                                 Error *error) {
  PlayerProcess *oldest = w->players;
  for (PlayerProcess *p = w->players; p < w->players + PLAYERS_MAX; p++) {
    if (p->child && p->bots == bots) {
      oldest = p;
      break;
    }
    if (p->used < oldest->used)
      oldest = p;
  }
  if (!oldest->child || oldest->bots != bots) {
    child_close(oldest->child);
    *oldest = (PlayerProcess){start_child(w, bots, error), bots, 0};
  }
  oldest->used = ++w->clock;
  return oldest->child ? oldest : NULL;
}

static bool are_times(const MoveTimes *t, int plies) {
  const uint64_t year = UINT64_C(31536000) * 1000000000;
  return t->moves <= (uint64_t)plies + 1 && t->most_ns <= t->ns &&
         t->ns <= year;
}

/* Whether a match that came from elsewhere is possible, so that its row can be
 * read again. */
static bool is_match(const BatchPlan *plan, const Match *m) {
  int seats = plan->schedule->seats;
  bool forfeit = m->end == MATCH_FORFEIT, win = m->end == MATCH_WIN;
  bool good =
      m->end <= MATCH_FORFEIT && m->winners >> seats == 0 &&
      (!m->winners || win || forfeit) && m->plies >= 0 &&
      m->plies <= plan->max_plies && m->passes >= 0 && m->passes <= m->plies &&
      m->rolls >= 0 && m->rolls <= m->plies - m->passes &&
      (m->rolls == 0 || plan->schedule->has_chance) && m->forfeiter >= -1 &&
      m->forfeiter < seats && forfeit == (m->forfeiter >= 0) &&
      m->branching_max >= 0 && m->branching_max <= MOVES_MAX &&
      m->legal_moves <= (uint64_t)m->plies * MOVES_MAX &&
      m->moved >> seats == 0 && m->full >> seats == 0 &&
      __builtin_popcount(m->moved) <= m->plies - m->passes - m->rolls &&
      (m->moved != 0 || m->plies == m->passes + m->rolls);
  for (int seat = 0; seat < seats; seat++)
    good = good && m->nodes[seat] <= INT64_MAX &&
           (!plan->times || are_times(&m->times[seat], m->plies)) &&
           m->score[seat] >= -SCORE_MAX * SCORE_UNIT &&
           m->score[seat] <= SCORE_MAX * SCORE_UNIT && m->place[seat] <= seats;
  return good;
}

static void get_move(Message *m, const Schedule *s, ChunkWork *work) {
  char text[MOVE_TEXT];
  PartTexts parts;
  int seat = (int)message_get_int(m, 0, s->seats);
  int legal = (int)message_get_int(m, 0, MOVES_MAX);
  message_get_line(m, text, sizeof text);
  for (int i = 0; i < s->parts; i++)
    message_get_line(m, parts.column[i], sizeof parts.column[i]);
  if (!message_is_good(m))
    return;
  Text *row = chunk_begin_move(work, seat, text, legal);
  part_columns_add_texts(s, &parts, row);
  chunk_end_move(row);
}

static void open_here(WorkerProcess *w) {
  if (!w->is_open)
    worker_open(&w->here, w->plan);
  w->is_open = true;
}

/* The results of a child, and which of its games are replayed. */
typedef struct Reading {
  WorkerProcess *worker;
  Child *child;
  Message *in;
  bool replayable; /* the moves are a list of numbers */
  int stride;      /* of so many games one is replayed, */
  int phase;       /* this one; and all whose moves are kept */
  bool timed;      /* one of them was */
} Reading;

/* Replaying takes a small part of the time that the bots take, or as small a
 * part of the games is replayed, at random. The child learns afterwards which,
 * and once it has sent nonsense, it is all of them. */
enum { REPLAY_SHARE = 400, STRIDE_MAX = 32 };

static void choose_games(Reading *r, uint64_t bots, int games, int64_t took) {
  const WorkerProcess *w = r->worker;
  int64_t needed = games * w->replay_ns * REPLAY_SHARE;
  int64_t stride = needed / (took > 0 ? took : 1) + 1;
  unsigned random = 0;
  r->stride = stride < STRIDE_MAX ? (int)stride : STRIDE_MAX;
  if (bots & w->suspects)
    r->stride = 1;
  if (r->stride > 1 && getrandom(&random, sizeof random, 0) < 0)
    r->stride = 1;
  r->phase = (int)(random % (unsigned)r->stride);
}

/* Plays the moves that follow. For one of the games it is `timed`: notes how
 * long that takes. */
static bool replay_moves(Reading *r, int64_t plies, bool timed,
                         GameCheck *check, ChunkWork *work) {
  WorkerProcess *w = r->worker;
  Move move;
  int64_t began = timed ? clock_read(CLOCK_THREAD_CPUTIME_ID) : 0;
  open_here(w);
  bool good = !error_is_set(&w->here.error);
  if (good)
    game_check_begin(check, &w->here, work);
  for (; good && plies > 0; plies--)
    good =
        message_get(r->in, &move, sizeof move) && game_check_move(check, move);
  if (timed) {
    int64_t took = clock_read(CLOCK_THREAD_CPUTIME_ID) - began;
    w->replay_ns = w->replay_ns ? (7 * w->replay_ns + took) / 8 : took;
    r->timed = true;
  }
  return good;
}

/* Reads the moves of a game. Returns whether they were replayed. */
static bool get_or_replay_moves(Reading *r, bool rows, GameCheck *check,
                                ChunkWork *work) {
  Message *m = r->in;
  if (!r->replayable) {
    while (message_get_bool(m) && message_is_good(m))
      get_move(m, r->worker->plan->schedule, work);
    return false;
  }
  int64_t plies = message_get_int(m, 0, r->worker->plan->max_plies);
  bool chosen = work->chunk.count % r->stride == r->phase;
  if (!rows && !chosen) {
    message_skip(m, (size_t)plies * sizeof(Move));
    return false;
  }
  if (!replay_moves(r, plies, !rows && !r->timed, check, work))
    m->malformed = true;
  return message_is_good(m);
}

/* Reads a game and adds it to the chunk. */
static void get_game(Reading *r, ChunkWork *work) {
  const BatchPlan *plan = r->worker->plan;
  Message *m = r->in;
  GameCheck check;
  Match match;
  Error reason = {0};
  unsigned char notes[WATCH_NOTES_MAX];
  bool rows = worker_needs_moves(plan, chunk_index(work));
  bool replayed = get_or_replay_moves(r, rows, &check, work);
  size_t length =
      (size_t)message_get_int(m, 0, plan->watch ? WATCH_NOTES_MAX : 0);
  message_get(m, notes, length);
  message_get(m, &match, sizeof match);
  if (!is_match(plan, &match) ||
      work->ply != (rows ? (uint64_t)match.plies : 0) ||
      (replayed && !game_check_end(&check, &match)))
    m->malformed = true;
  if (message_is_good(m) && match.end == MATCH_FORFEIT)
    message_get_error(m, &reason);
  if (!message_is_good(m))
    return;
  chunk_add_notes(work, notes, length);
  chunk_add_game(work, plan, &match, &reason);
}

/* Reads games until the chunk has `count`. False if they make no sense, or if
 * the game after them has failed: *error then says why. */
static bool get_games(Reading *r, int count, ChunkWork *work, Error *error) {
  Message *m = r->in;
  while (message_get_bool(m) && message_is_good(m) && !work->failed) {
    if (work->chunk.count == count)
      m->malformed = true;
    else
      get_game(r, work);
  }
  if (work->failed)
    return true;
  bool failed = message_get_error(m, error);
  return child_is_sane(r->child, error) && !failed;
}

/* Plays games in this process, with every file in a process of its own. */
static void play_here(WorkerProcess *w, int count, const atomic_bool *stop,
                      ChunkWork *work) {
  open_here(w);
  worker_play(&w->here, count, stop, work);
}

/* Whether this process can play games in which a child has died. It cannot if
 * they would run here without any protection. */
static bool can_play_here(const WorkerProcess *w, uint64_t bots) {
  return isolation_get()->mode != ISOLATION_OFF &&
         (bots || w->game_is_isolated);
}

/* Asks a child to play games until the chunk has `count`. Returns whether it
 * did. If not, *until is the number of games after the one that was under way:
 * the child died in it, claims what did not happen, or says that the rules
 * failed there. */
static bool ask_for_games(WorkerProcess *w, const PlayerProcess *player,
                          int count, const atomic_bool *stop, ChunkWork *work,
                          int *until, Error *error) {
  int begun = work->chunk.count, games = count - begun;
  Reading reading = {.worker = w,
                     .child = player->child,
                     .replayable = w->plan->native && player->bots};
  Message *m = child_begin(player->child, serve_games);
  message_put(m, &w->plan, sizeof w->plan);
  message_put_int(m, (int64_t)chunk_index(work));
  message_put_int(m, games);
  message_put_int(m, reading.replayable);
  int64_t began = child_cpu_time(player->child);
  reading.in = child_call(player->child, &(JobWatch){.stop = stop}, error);
  if (reading.in) {
    int64_t took = child_cpu_time(player->child) - began;
    choose_games(&reading, player->bots, games, took);
    if (get_games(&reading, count, work, error))
      return true;
  }
  uint64_t done[JOB_NUMBERS] = {(uint64_t)(work->chunk.count - begun)};
  if (reading.in)
    w->suspects |= player->bots;
  else
    child_progress(player->child, done);
  *until = done[0] < (uint64_t)games ? begun + (int)done[0] + 1 : count;
  return false;
}

/* Plays games between the same bots in a child until the chunk has `count`. If
 * that fails, believes nothing of it: ends the child and plays the games up to
 * the one under way here. */
static void play_in_child(WorkerProcess *w, uint64_t bots, int count,
                          const atomic_bool *stop, ChunkWork *work) {
  Error error = {0};
  int until = count;
  PlayerProcess *player = player_for(w, bots, &error);
  if (player && ask_for_games(w, player, count, stop, work, &until, &error))
    return;
  if (!player || !can_play_here(w, bots))
    chunk_fail(work, w->plan, &error);
  if (player) {
    child_close(player->child);
    player->child = NULL;
  }
  if (work->failed)
    return;
  chunk_cancel_game(work);
  play_here(w, until, stop, work);
}

/* Plays games as far as the same bots play. */
static void play_part(WorkerProcess *w, int wanted, const atomic_bool *stop,
                      ChunkWork *work) {
  uint64_t first = chunk_index(work), bots = bots_of(w, first);
  int count = work->chunk.count + 1;
  while (count < wanted &&
         bots_of(w, work->chunk.first + (uint64_t)count) == bots)
    count++;
  if ((bots || w->game_is_isolated || w->plan->alone) && !(bots & w->programs))
    play_in_child(w, bots, count, stop, work);
  else
    play_here(w, count, stop, work);
}

static void play_isolated(WorkerProcess *w, int wanted, const atomic_bool *stop,
                          ChunkWork *work) {
  while (!work->failed && work->chunk.count < wanted &&
         !(stop && atomic_load_explicit(stop, memory_order_relaxed)))
    play_part(w, wanted, stop, work);
  if (w->plan->alone) {
    worker_process_close(w);
    worker_process_open(w, w->plan);
  }
}

void worker_process_play(WorkerProcess *w, int wanted, const atomic_bool *stop,
                         ChunkWork *work) {
  chunk_begin(work, w->plan, wanted);
  if (!w->bots && !w->game_is_isolated && !w->plan->alone) {
    play_here(w, wanted, stop, work);
    return;
  }
  child_begin_work();
  play_isolated(w, wanted, stop, work);
  child_end_work();
}

/* Whether a child has to open this. A child that plays a game alone opens every
 * file, also if isolation is off. */
static bool is_for_child(const BatchPlan *plan, const char *text) {
  Spec spec;
  return isolation_covers(text) ||
         (plan->alone && spec_read(&spec, text, "spec", NULL) && spec.loader &&
          !spec.loader->scheme);
}

void worker_process_open(WorkerProcess *w, const BatchPlan *plan) {
  *w = (WorkerProcess){.plan = plan};
  w->game_is_isolated = is_for_child(plan, plan->game);
  for (int i = 0; i < plan->schedule->bots; i++) {
    if (is_for_child(plan, plan->schedule->bot[i].spec))
      w->bots |= UINT64_C(1) << i;
    if (plan->schedule->bot[i].is_program)
      w->programs |= UINT64_C(1) << i;
  }
}

void worker_process_close(WorkerProcess *w) {
  for (int i = 0; i < PLAYERS_MAX; i++)
    child_close(w->players[i].child);
  if (w->is_open)
    worker_close(&w->here);
}
