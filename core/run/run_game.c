#include "core/run/run_game.h"

#include "core/run/replay.h"
#include "core/run/worker.h"

typedef struct Search {
  RunGame *game;
  uint64_t index;
  const atomic_bool *stop; /* or NULL */
  bool found;
} Search;

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Search *s = context;
  (void)error;
  if (index == s->index) {
    s->game->match = *match;
    s->found = true;
  }
  return true;
}

static void add_move(void *context, const Game *game, const State *state,
                     Move move, int legal) {
  Search *s = context;
  (void)game, (void)state, (void)legal;
  gamefile_add(&s->game->file, move);
}

static bool add_moves(Search *s, Run *run, Error *error) {
  const ReplayPlan plan = {.run = run,
                           .skipped = s->index - run->first,
                           .games = 1,
                           .matches = &s->game->match,
                           .jobs = 1,
                           .stop = s->stop};
  const ReplayCallbacks callbacks = {.turn = add_move, .context = s};
  return replay_games(&plan, &callbacks, error);
}

/* What is known of the humans in a collected run. */
static void name_people(RunGame *game, const Schedule *s, uint64_t index) {
  if (index >= s->given.count)
    return;
  const GivenGame *given = &s->given.game[index];
  for (int seat = 0; seat < s->seats; seat++)
    snprintf(game->file.name[seat], GAMEFILE_NAME, "%s", given->name[seat]);
  game->file.undos = given->undos;
  game->file.hints = given->hints;
}

/* Fills in who played, and who forfeited. */
static void name_seats(RunGame *game, const Run *run, uint64_t index) {
  const Schedule *s = &run->schedule;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  for (int seat = 0; seat < s->seats; seat++)
    snprintf(game->file.seat[seat], sizeof game->file.seat[seat], "%s",
             s->bot[bots[seat]].spec);
  game->collected = schedule_is_collected(s);
  game->file.gave_up = game->match.forfeiter;
  game->file.forfeited = game->match.end == MATCH_FORFEIT;
  name_people(game, s, index);
}

static BatchPlan plan_of(const Run *run, uint64_t index) {
  return (BatchPlan){.game = run->schedule.full_game,
                     .schedule = &run->schedule,
                     .seed = run->plan.seed,
                     .first = index,
                     .count = 1,
                     .max_plies = run->plan.max_plies,
                     .jobs = 1,
                     .sources = run->sources};
}

/* Whether a program plays in a game. */
static bool has_program(const Schedule *s, uint64_t index) {
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  int seat = 0;
  while (seat < s->seats && !s->bot[bots[seat]].is_program)
    seat++;
  return seat < s->seats;
}

/* Plays a forfeited game once more, for what went wrong in it; not with a
 * program, which only a command that names it may start. */
static bool find_reason(RunGame *game, const Run *run, uint64_t index,
                        Error *error) {
  bool collected = schedule_is_collected(&run->schedule);
  if (collected || has_program(&run->schedule, index)) {
    error_set(&game->reason, collected
                                 ? "the collected game does not say why"
                                 : "games.csv has the reason, and no program "
                                   "is started again to show more of it");
    return true;
  }
  const BatchPlan plan = plan_of(run, index);
  Worker worker;
  Match match;
  worker_open(&worker, &plan);
  bool played = worker_play_game(&worker, index, NULL, &match, &game->reason);
  worker_close(&worker);
  return played || error_copy(error, &game->reason);
}

void run_game_explain(const Run *run, uint64_t index, Error *reason) {
  const BatchPlan plan = plan_of(run, index);
  worker_explain(&plan, index, reason);
}

static bool open_file(RunGame *game, const Run *run, uint64_t index,
                      Error *error) {
  source_hashes_use(run->sources);
  bool good =
      gamefile_open(&game->file, run->schedule.full_game,
                    schedule_seed(&run->schedule, run->plan.seed, index),
                    schedule_opening(&run->schedule, index), NULL, error);
  source_hashes_use(NULL);
  return good;
}

static bool open_game(Search *s, Run *run, Error *error) {
  RunGame *game = s->game;
  uint64_t played = run->first + run_played(run);
  if (!s->found)
    return error_set(
        error,
        played > run->first
            ? "the run has no game %llu: its games are %llu to %llu"
            : "the run has no game %llu: nothing has been played yet",
        (unsigned long long)s->index, (unsigned long long)run->first,
        (unsigned long long)played - 1);
  if (!open_file(game, run, s->index, error))
    return false;
  name_seats(game, run, s->index);
  if (add_moves(s, run, error) && (game->match.end != MATCH_FORFEIT ||
                                   find_reason(game, run, s->index, error)))
    return true;
  gamefile_close(&game->file);
  return false;
}

bool run_game_open(RunGame *game, const char *dir, uint64_t index,
                   const atomic_bool *stop, Error *error) {
  Search search = {.game = game, .index = index, .stop = stop};
  Run run;
  *game = (RunGame){.match.forfeiter = -1};
  if (!run_read(&run, dir, take_match, &search, error))
    return false;
  bool good = open_game(&search, &run, error);
  run_close(&run);
  return good;
}
