/* Reading a run and setting aside what does not replay. */
#include "core/run/replay.h"

#include "core/base/need.h"
#include "core/game/spec.h"
#include <stdlib.h>

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
