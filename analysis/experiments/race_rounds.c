/* The race by itself: who is eliminated when, whoever plays the games. */
#include "analysis/experiments/race.h"

#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/pentanomial.h"
#include <math.h>
#include <stdlib.h>

/* The probability that some interval of a difference, or of a score, ever
 * misses. The differences decide, so they have most of it. */
static const double ALPHA_DIFFERENCES = 0.045, ALPHA_SCORES = 0.005;
/* The intervals are narrowest after about so many pairs: enough to tell
 * settings 80 Elo apart, and hardly wider with ten times as many. */
static const double NARROWEST = 1000;

bool setting_add(Setting *s, int points, Error *error) {
  if (s->pairs == s->capacity) {
    uint64_t capacity = s->capacity ? 2 * s->capacity : 1024;
    uint8_t *more = realloc(s->points, capacity);
    if (!more)
      return error_set(error, "out of memory (race)");
    s->points = more;
    s->capacity = capacity;
  }
  s->points[s->pairs++] = (uint8_t)points;
  return true;
}

void race_table_free(RaceTable *t) {
  for (int i = 0; t->setting && i < t->count; i++)
    free(t->setting[i].points);
  free(t->setting);
  t->setting = NULL;
}

/* ---- estimates -----------------------------------------------------------*/

static void measure_score(const RaceTable *t, Setting *s) {
  ScoreCounts counts = {.games = 2};
  for (uint64_t i = 0; i < s->looked; i++)
    counts.count[s->points[i]]++;
  s->score = s->is_opponent
                 ? estimate_plain(0.5, 2 * s->looked)
                 : scores_anytime(&counts, NARROWEST, ALPHA_SCORES / t->count);
}

/* The Elo by which one of two scores, whose mean is known, is above the other
 * if they differ by so much. */
static double elo_apart(double mean, double difference) {
  double half = difference / 2, most = fmin(mean, 1 - mean);
  if (fabs(half) >= most)
    return half > 0 ? INFINITY : -INFINITY;
  return elo_of_score(mean + half) - elo_of_score(mean - half);
}

/* How much a setting scores above the leader in the pairs that both have. Two
 * observations are added in which one of them wins both games and the other
 * loses both, as in scores_anytime: a variance that happens to be small would
 * be believed too early. */
static Estimate difference_of(const RaceTable *t, const Setting *s,
                              const Setting *leader) {
  uint64_t n = s->looked < leader->looked ? s->looked : leader->looked;
  double sum = 0, squares = 2, points = 2;
  for (uint64_t i = 0; i < n; i++) {
    double d = (s->points[i] - leader->points[i]) / 4.0;
    points += (s->points[i] + leader->points[i]) / 4.0;
    sum += d;
    squares += d * d;
  }
  double weight = (double)n + 2, mean = sum / weight;
  double alpha = ALPHA_DIFFERENCES / (t->count * (t->count - 1) / 2.0);
  double half = confidence_sequence_z_at((double)n, NARROWEST, alpha) *
                sqrt((squares / weight - mean * mean) / weight);
  double middle = points / weight / 2;
  return (Estimate){elo_apart(middle, mean), elo_apart(middle, mean - half),
                    elo_apart(middle, mean + half), 2 * n};
}

/* ---- rounds --------------------------------------------------------------*/

static int settings_left(const RaceTable *t) {
  int left = 0;
  for (int i = 0; i < t->count; i++)
    left += !t->setting[i].eliminated;
  return left;
}

static bool is_close(const RaceTable *t, Estimate elo) {
  return elo.low >= -t->close && elo.high <= t->close;
}

static void find_leader(RaceTable *t) {
  t->leader = -1;
  for (int i = 0; i < t->count; i++) {
    Setting *s = &t->setting[i];
    if (s->eliminated || s->pairs == 0)
      continue;
    s->looked = s->pairs < t->target ? s->pairs : t->target;
    measure_score(t, s);
    if (t->leader < 0 || s->score.value > t->setting[t->leader].score.value)
      t->leader = i;
  }
}

/* Why nothing can be said of the games; RACE_OPEN if there is no reason. Games
 * that a setting had before this race was resumed may be more than are looked
 * at. */
static RaceEnd objection(const RaceTable *t) {
  uint64_t games = 0, forfeited = 0;
  for (int i = 0; i < t->count; i++) {
    const Setting *s = &t->setting[i];
    games += s->games;
    forfeited += s->forfeited;
    if (s->repetition.repetitive && s->looked == s->pairs)
      return RACE_REPEATS;
  }
  return games && forfeited == games ? RACE_FORFEITED : RACE_OPEN;
}

/* Looks at the games of the round and, if it is whole, draws conclusions. What
 * was measured of a setting stays as it was when it was eliminated. */
static void look(RaceTable *t, bool whole) {
  bool all_close = true;
  find_leader(t);
  t->end = objection(t);
  for (int i = 0; t->leader >= 0 && i < t->count; i++) {
    Setting *s = &t->setting[i];
    if (s->eliminated)
      continue;
    s->elo = i == t->leader ? estimate_none()
                            : difference_of(t, s, &t->setting[t->leader]);
    if (t->end != RACE_OPEN) {
      s->score = estimate_plain(s->score.value, s->score.n);
      s->elo = estimate_plain(s->elo.value, s->elo.n);
    }
    if (t->end != RACE_OPEN || i == t->leader)
      continue;
    if (whole && s->elo.high < 0)
      s->eliminated = t->rounds;
    else
      all_close = all_close && is_close(t, s->elo);
  }
  if (t->end == RACE_OPEN && whole)
    t->end = settings_left(t) == 1 ? RACE_DECIDED
             : all_close           ? RACE_WITHIN
                                   : RACE_OPEN;
}

/* Half as many pairs again as in the last round, within the limits; no more
 * than each setting that is left can have if they share what remains. */
static uint64_t next_target(const RaceTable *t) {
  uint64_t target = t->rounds ? t->target + t->target / 2 : t->first;
  uint64_t rest = t->most, left = 0;
  for (int i = 0; i < t->count; i++) {
    const Setting *s = &t->setting[i];
    if (s->is_opponent)
      continue;
    left += !s->eliminated;
    rest -= s->eliminated ? s->looked : 0;
  }
  uint64_t limit = left && rest / left < t->each ? rest / left : t->each;
  target = target < limit ? target : limit;
  return target - target % t->step;
}

static RunEnd play_round(RaceTable *t, RacePlayer *play, void *context,
                         Error *error) {
  RunEnd end = RUN_DONE;
  t->rounds++;
  for (int i = 0; end == RUN_DONE && i < t->count; i++) {
    Setting *s = &t->setting[i];
    if (s->eliminated)
      continue;
    while (s->is_opponent && s->pairs < t->target)
      if (!setting_add(s, 2, error))
        return RUN_FAILED;
    if (s->pairs < t->target)
      end = play(context, i, t->target, error);
  }
  if (end != RUN_FAILED)
    look(t, end == RUN_DONE);
  return end;
}

RunEnd race_run(RaceTable *t, RacePlayer *play, void *context, Error *error) {
  RunEnd end = RUN_DONE;
  while (end == RUN_DONE && t->end == RACE_OPEN) {
    uint64_t target = next_target(t);
    if (target <= t->target)
      break;
    t->target = target;
    end = play_round(t, play, context, error);
  }
  return end;
}
