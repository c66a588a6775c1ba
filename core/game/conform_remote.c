/* Checks of a game whose rules run in another process: they are made there
 * (job.h). */
#include "core/game/conform_internal.h"
#include "core/game/job.h"

enum { COUNT_MAX = INT32_MAX };

static bool make_check(const Game *game, ConformCheck check, uint64_t seed,
                       int64_t amount, int max_plies, ConformCounts *counts,
                       Error *error) {
  switch (check) {
  case CONFORM_GAMES:
    return conform_games(game, seed, (int)amount, max_plies, counts, error);
  case CONFORM_KEYS:
    return conform_keys(game, seed, amount, counts, error);
  case CONFORM_SMALL_KEYS:
    return conform_small_keys(game, seed, amount, counts, error);
  case CONFORM_HASHES:
    return conform_hashes(game, seed, amount, counts, error);
  }
  return false;
}

/* Arguments: the check, the seed, `amount` and `max_plies`.
 * Results: an error, and the counts. */
static void conform_job(Job *job) {
  uint64_t seed;
  ConformCounts counts = {0};
  Error why = {0};
  ConformCheck which =
      (ConformCheck)message_get_int(job->in, CONFORM_GAMES, CONFORM_HASHES);
  message_get(job->in, &seed, sizeof seed);
  int64_t amount = message_get_int(job->in, 0, INT64_MAX);
  int max_plies = (int)message_get_int(job->in, 0, INT32_MAX);
  make_check(job->game, which, seed, amount, max_plies, &counts, &why);
  message_put_error(job->out, &why);
  conform_put_counts(job->out, &counts);
}

void conform_put_counts(Message *m, const ConformCounts *counts) {
  message_put_int(m, counts->positions);
  message_put_int(m, counts->moves);
  message_put_int(m, counts->settings);
  message_put_int(m, counts->solved);
  message_put_int(m, counts->pairs);
}

void conform_add_counts(Message *m, ConformCounts *counts) {
  counts->positions += message_get_int(m, 0, COUNT_MAX);
  counts->moves += message_get_int(m, 0, COUNT_MAX);
  counts->settings += message_get_int(m, 0, COUNT_MAX);
  counts->solved += message_get_int(m, 0, COUNT_MAX);
  counts->pairs += message_get_int(m, 0, COUNT_MAX);
}

bool conform_remote(const Game *game, ConformCheck check, uint64_t seed,
                    int64_t amount, int max_plies, ConformCounts *counts,
                    Error *error) {
  Message *m = job_begin(game, conform_job);
  message_put_int(m, check);
  message_put(m, &seed, sizeof seed);
  message_put_int(m, amount);
  message_put_int(m, max_plies);
  m = job_run(game, NULL, error);
  if (!m)
    return false;
  bool failed = message_get_error(m, error);
  conform_add_counts(m, counts);
  return job_is_sane(game, error) && !failed;
}
