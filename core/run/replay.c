#include "core/run/replay.h"

#include "core/base/need.h"
#include "core/base/number.h"
#include "core/game/spec.h"
#include "core/run/batch.h"
#include "core/run/run_csv.h"
#include "core/run/tally.h"
#include <limits.h>
#include <stdlib.h>

/* Replays games from the rows of moves.csv. */
typedef struct Replayer {
  const ReplayPlan *plan;
  const ReplayCallbacks *callbacks;
  Game *game;
  State *state;
  uint64_t until;  /* games to replay from this source, the file or the batch */
  uint64_t done;   /* games replayed */
  bool in_game;    /* a further game has begun */
  bool is_aside;   /* it is set aside */
  int plies;       /* of that game so far */
  uint64_t legal;  /* the sum of its legal moves so far */
  uint64_t hash;   /* of its first position and moves so far */
  CsvReader *rows; /* parses the rows of games played again; NULL if they are
                      read from moves.csv */
} Replayer;

static uint64_t index_of(const Replayer *t) {
  return t->plan->run->first + t->plan->skipped + t->done;
}

static const Match *match_of(const Replayer *t) {
  return &t->plan->matches[t->done];
}

/* ---- games ---------------------------------------------------------------*/

static void begin_game(Replayer *t) {
  Rng rng;
  const Run *run = t->plan->run;
  uint64_t index = index_of(t);
  rng_seed(&rng, schedule_seed(&run->schedule, run->plan.seed, index),
           schedule_opening(&run->schedule, index));
  game_begin(t->game, t->state, &rng);
  t->in_game = true;
  t->is_aside = t->plan->aside && set_aside_has(t->plan->aside, index_of(t));
  t->plies = 0;
  t->legal = 0;
  t->hash = match_hash_begin(t->game, t->state);
  if (!t->is_aside && t->callbacks->begin)
    t->callbacks->begin(t->callbacks->context, t->game, t->state, index_of(t),
                        match_of(t));
}

/* Whether the game in progress is set aside if it does not replay. */
static bool may_set_aside(const Replayer *t) {
  const ReplayPlan *plan = t->plan;
  bool other_limits =
      t->rows && plan->limits && strcmp(plan->limits, plan->run->limits) != 0;
  return plan->aside && !other_limits && !game_fault(t->game);
}

static bool set_aside(Replayer *t, const Error *why, Error *error) {
  if (!may_set_aside(t))
    return error_copy(error, why);
  t->is_aside = true;
  set_aside_add(t->plan->aside, index_of(t), why);
  return true;
}

static bool same_end(const Replayer *t) {
  const Match *m = match_of(t);
  const State *s = t->state;
  return t->plies == m->plies && t->legal == m->legal_moves &&
         match_hash_end(t->hash) == m->hash &&
         (s->outcome == WIN) ==
             (m->end == MATCH_WIN && !match_is_resigned(m)) &&
         (s->outcome == DRAW) == (m->end == MATCH_DRAW) &&
         (s->outcome != WIN || s->winners == m->winners);
}

static bool check_end(const Replayer *t, Error *why) {
  const char *end = match_outcome(match_of(t));
  int plies = match_of(t)->plies;
  if (same_end(t))
    return true;
  if (may_set_aside(t)) /* then it is said of one game among others */
    return error_set(
        why,
        "its moves do not lead to what games.csv says, a %s after %d plies",
        end, plies);
  return error_set(why,
                   "game %llu does not end as games.csv says (%s after %d "
                   "plies): its moves belong to another run, or the rules, the "
                   "bots or their limits (%s) have changed",
                   (unsigned long long)index_of(t), end, plies,
                   t->plan->run->limits);
}

static bool end_game(Replayer *t, Error *error) {
  Error why = {0};
  if (!t->in_game)
    begin_game(t);
  if (game_fault(t->game))
    return error_copy(error, game_failure(t->game));
  if (!t->is_aside && !check_end(t, &why) && !set_aside(t, &why, error))
    return false;
  if (!t->is_aside && t->callbacks->end)
    t->callbacks->end(t->callbacks->context, t->game, t->state);
  t->in_game = false;
  t->done++;
  if (t->callbacks->progress && t->done % 16 == 0)
    t->callbacks->progress(t->callbacks->context, t->done);
  return true;
}

/* Ends games until the game with this index is next. */
static bool end_games(Replayer *t, uint64_t index, Error *error) {
  while (index_of(t) < index)
    if (!end_game(t, error))
      return false;
  return true;
}

/* Ends all games of this source. */
static bool end_all(Replayer *t, Error *error) {
  return end_games(t, t->plan->run->first + t->plan->skipped + t->until, error);
}

/* ---- rows ----------------------------------------------------------------*/

enum { NUMBER, PLY, SEAT, MOVE, LEGAL, PARTS };
static const char *const COLUMNS[] = {"number", "ply", "seat", "move",
                                      "legal_moves"};

static bool refuse(const CsvRow *row, int column, const char *wanted,
                   Error *error) {
  return error_set(error, "column %d, %s: '%.60s' where %s should be",
                   column + 1, COLUMNS[column], row->field[column], wanted);
}

static bool read_number(const CsvRow *row, int column, int64_t min, int64_t max,
                        int64_t *number, Error *error) {
  char wanted[80];
  if (number_in_range(row->field[column], min, max, number))
    return true;
  snprintf(wanted, sizeof wanted,
           min == max ? "%lld" : "a number from %lld to %lld", (long long)min,
           (long long)max);
  return refuse(row, column, wanted, error);
}

/* The parts of a move that is read from a file must be those that it has. */
static bool check_parts(const Replayer *t, const CsvRow *row, Move move,
                        Error *error) {
  const Schedule *s = &t->plan->run->schedule;
  PartTexts parts;
  if (t->rows)
    return true; /* played again: written down a moment ago */
  part_columns_texts(s, t->game, t->state, move, &parts);
  for (int i = 0; i < s->parts; i++) {
    const char *field = row->field[PARTS + i];
    if (strcmp(field, parts.column[i]) != 0)
      return error_set(error, "column %d, %s: '%.60s' where '%s' should be",
                       PARTS + i + 1, s->part[i], field, parts.column[i]);
  }
  return true;
}

/* Plays the move of a row. False if the rules do not have it. */
static bool play_row(Replayer *t, const CsvRow *row, Error *error) {
  int64_t seat, legal;
  Move move;
  Error why;
  if (t->state->outcome != PLAYING)
    return refuse(row, PLY, "the end of the game", error);
  int mover = game_seat_number(t->state);
  if (!read_number(row, SEAT, mover, mover, &seat, error) ||
      !read_number(row, LEGAL, mover > 0, mover > 0 ? MOVES_MAX : 0, &legal,
                   error))
    return false;
  if (!game_parse(t->game, t->state, row->field[MOVE], &move, &why))
    return error_set(error, "column %d, move: %s", MOVE + 1, why.message);
  if (!check_parts(t, row, move, error))
    return false;
  if (t->callbacks->turn)
    t->callbacks->turn(t->callbacks->context, t->game, t->state, move,
                       (int)legal);
  game_play(t->game, t->state, move);
  match_hash_add(&t->hash, move);
  t->legal += (uint64_t)legal;
  return true;
}

static bool replay_move(Replayer *t, const CsvRow *row, Error *error) {
  Error why = {0};
  int64_t ply;
  if (!t->in_game)
    begin_game(t);
  if (!read_number(row, PLY, t->plies + 1, t->plies + 1, &ply, error))
    return false;
  if (!t->is_aside && !play_row(t, row, &why)) {
    if (may_set_aside(t)) /* otherwise whoever reads the rows names the line */
      error_prefix(&why, "moves.csv, line %zu: ", row->line);
    if (!set_aside(t, &why, error))
      return false;
  }
  t->plies++;
  return true;
}

/* Whether all moves have been read from the file. Anything after them is
 * ignored: another process may be writing it. */
static bool has_moves(const Replayer *t) {
  if (t->rows)
    return false; /* played again, not read from a file */
  for (uint64_t i = t->done; i < t->until; i++)
    if (t->plan->matches[i].plies !=
        (i == t->done && t->in_game ? t->plies : 0))
      return false;
  return true;
}

/* Returning false without a message ends the reading. */
static bool take_row(void *context, const CsvRow *row, Error *error) {
  Replayer *t = context;
  const Run *run = t->plan->run;
  uint64_t first = run->first + t->plan->skipped, last = first + t->until;
  int64_t index;
  if (row->number == 0)
    return run_csv_check_header(row, run_csv_moves_header(&run->schedule),
                                error) &&
           !has_moves(t);
  if (!read_number(row, NUMBER, (int64_t)(t->done ? index_of(t) : run->first),
                   (int64_t)(run->first + run->count) - 1, &index, error))
    return false;
  if ((uint64_t)index < first)
    return true;
  if (!end_games(t, (uint64_t)index < last ? (uint64_t)index : last, error))
    return false;
  return t->done < t->until && replay_move(t, row, error) && !has_moves(t);
}

/* ---- from a file, or by playing again ------------------------------------*/

/* Reads the file to its end, although the moves of the sample may end before:
 * only the checksum of the whole shows that no move was changed. */
static bool read_moves(Replayer *t, Error *error) {
  const Run *run = t->plan->run;
  char path[PATH_MAX];
  uint64_t kept = run->kept.games > t->plan->skipped
                      ? run->kept.games - t->plan->skipped
                      : 0;
  t->until = t->plan->games < kept ? t->plan->games : kept;
  if (t->until == 0)
    return true;
  snprintf(path, sizeof path, "%s/moves.csv", run->plan.out);
  CsvReader *rows = csv_reader_new(path, take_row, t);
  bool good = checked_file_read(path, run->moves_csv, run->complete,
                                csv_reader_feed, rows, error) &&
              csv_reader_finish(rows, error);
  csv_reader_free(rows);
  good = good && end_all(t, error);
  if (!good && t->plan->aside && t->plan->aside->count)
    error_add(error, "%.300s/%.600s", run->plan.out,
              t->plan->aside->why.message);
  return good;
}

static bool take_chunk(void *context, Chunk *chunk, Error *error) {
  Replayer *t = context;
  return csv_reader_feed(t->rows, chunk->moves.bytes, chunk->moves.length,
                         error);
}

static void report_progress(void *context) {
  const Replayer *t = context;
  if (t->callbacks->progress)
    t->callbacks->progress(t->callbacks->context, t->done);
}

static bool play_batch(Replayer *t, Error *error) {
  const Run *run = t->plan->run;
  const BatchPlan plan = {.game = run->schedule.full_game,
                          .schedule = &run->schedule,
                          .seed = run->plan.seed,
                          .first = index_of(t),
                          .count = t->plan->games - t->done,
                          .max_plies = run->plan.max_plies,
                          .moves_until = UINT64_MAX,
                          .native = !t->game->remote,
                          .jobs = t->plan->jobs ? t->plan->jobs : run_cores(),
                          .sources = run->sources};
  const BatchCallbacks callbacks = {.take = take_chunk,
                                    .idle = report_progress,
                                    .context = t,
                                    .stop = t->plan->stop};
  RunEnd end = batch_play(&plan, &callbacks, error);
  if (end == RUN_STOPPED)
    error_set(error, "stopped");
  return end == RUN_DONE;
}

static bool play_again(Replayer *t, Error *error) {
  if (t->done == t->plan->games)
    return true;
  if (schedule_is_collected(&t->plan->run->schedule))
    return error_set(error,
                     "moves.csv lacks moves: people have played them, so "
                     "they cannot be played again");
  if (t->plan->run->timed)
    return error_set(error,
                     "its bots play by the clock, so games whose moves were "
                     "not kept cannot be replayed: --moves keeps all");
  t->until = t->plan->games;
  Text header = run_csv_moves_header(&t->plan->run->schedule);
  t->rows = csv_reader_new("moves played again", take_row, t);
  bool good = csv_reader_feed(t->rows, header.bytes, header.length, error) &&
              play_batch(t, error) && end_all(t, error);
  csv_reader_free(t->rows);
  free(header.bytes);
  return good;
}

static bool replay_all(Replayer *t, Error *error) {
  const ReplayPlan *plan = t->plan;
  source_hashes_use(plan->run->sources);
  t->game = game_open(plan->run->schedule.full_game, error);
  source_hashes_use(NULL);
  t->state = t->game ? game_start(t->game) : NULL;
  return t->game && read_moves(t, error) && play_again(t, error);
}

bool replay_games(const ReplayPlan *plan, const ReplayCallbacks *callbacks,
                  Error *error) {
  Replayer t = {.plan = plan, .callbacks = callbacks};
  bool good = replay_all(&t, error);
  free(t.state);
  game_close(t.game);
  return good;
}

/* ---- reading a run, without what does not replay -------------------------*/

typedef struct Sample {
  Match *matches; /* of the first games; KEPT_GAMES at most */
  uint64_t count;
  RunGameCallback *take; /* of the caller */
  void *context;
} Sample;

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Sample *s = context;
  if (s->count < KEPT_GAMES)
    s->matches[s->count++] = *match;
  return !s->take || s->take(s->context, index, match, error);
}

/* Finds the games that do not replay. */
static bool find_aside(Run *run, const Sample *s, SetAside *aside,
                       Error *error) {
  static const ReplayCallbacks NOTHING = {NULL};
  uint64_t games = s->count < run->kept.games ? s->count : run->kept.games;
  const ReplayPlan plan = {.run = run,
                           .games = games,
                           .matches = s->matches,
                           .jobs = 1,
                           .aside = aside};
  Spec spec;
  return !spec_read(&spec, run->schedule.full_game, "game", NULL) ||
         spec.loader || replay_games(&plan, &NOTHING, error);
}

static bool read_replayed(Run *run, const char *dir, Sample *s, Error *error) {
  SetAside aside = {0};
  if (!run_read(run, dir, take_match, s, error))
    return false;
  bool good = find_aside(run, s, &aside, error);
  if (!good || aside.count > 0)
    run_close(run);
  if (good && aside.count > 0)
    good = run_read_without(run, dir, &aside, s->take, s->context, error);
  set_aside_free(&aside);
  return good;
}

bool run_read_replayed(Run *run, const char *dir, RunGameCallback *take,
                       void *context, Error *error) {
  Sample s = {.take = take, .context = context};
  s.matches = need_array(KEPT_GAMES, sizeof *s.matches);
  bool good = read_replayed(run, dir, &s, error);
  free(s.matches);
  return good;
}
