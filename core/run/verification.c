#include "core/run/verification.h"

#include "core/base/need.h"
#include "core/base/number.h"
#include "core/run/records.h"
#include <stdlib.h>

struct Verification {
  const Run *run;
  Selection selection;
  Records records; /* as the run played them */
};

/* ---- while the run is played ---------------------------------------------*/

static bool refuse_timed(const Run *run, Error *error) {
  for (int i = 0; i < run->schedule.bots; i++)
    if (run->schedule.bot[i].timed && run->schedule.bot[i].is_program)
      return error_set(error,
                       "%s does not say that it is deterministic, so its games "
                       "cannot be verified",
                       run->schedule.bot[i].spec);
    else if (run->schedule.bot[i].timed)
      return error_set(error,
                       "%s plays by the clock, so its games cannot be "
                       "verified: give it a number of iterations or a depth "
                       "instead of a time",
                       run->schedule.bot[i].spec);
  return true;
}

bool verification_open(Run *run, Error *error) {
  if (!refuse_timed(run, error))
    return false;
  Verification *v = need(sizeof *v);
  v->run = run;
  v->selection = (Selection){.first = run->first,
                             .count = run->count,
                             .wanted = (uint64_t)run->plan.verify,
                             .open_ended = run->plan.until};
  run->verification = v;
  return records_make(&v->records, &run->schedule, &v->selection, error);
}

void verification_close(Verification *v) {
  if (v)
    records_free(&v->records);
  free(v);
}

const Selection *verification_selection(const Verification *v) {
  return v ? &v->selection : NULL;
}

bool verification_add(Verification *v, const Chunk *chunk, Error *error) {
  return records_add(&v->records, chunk, error);
}

bool verification_read(Verification *v, const RunDir *dir, Error *error) {
  RunProgress found = run_dir_progress(dir);
  return records_read(&v->records, v->run->plan.out, found.games, found.moves,
                      v->run->first + v->run->kept.games, error);
}

/* ---- playing again -------------------------------------------------------*/

/* Games being played again, last game first: an order that the run never has.
 */
typedef struct Again {
  const Verification *verification;
  const VerifyCallbacks *callbacks;
  const Record **original; /* in the order of playing */
  uint64_t *index;         /* of each of them */
  uint64_t games, done, different;
  Records records; /* of the game just played */
  Error difference;
} Again;

/* The record nearest to a place in the run. */
static size_t nearest(const Records *r, uint64_t index) {
  size_t low = 0, high = r->count - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (r->record[middle].index < index)
      low = middle + 1;
    else
      high = middle;
  }
  bool before = low > 0 && r->record[low].index > index &&
                index - r->record[low - 1].index < r->record[low].index - index;
  return before ? low - 1 : low;
}

/* Picks games that are spread evenly over those played, no game twice. */
static void pick(Again *a) {
  const Records *r = &a->verification->records;
  const Run *run = a->verification->run;
  size_t previous = r->count;
  for (uint64_t i = a->games; i-- > 0;) {
    size_t at =
        nearest(r, run->first + selection_place(run->tally.games, a->games, i));
    if (at >= previous)
      at = previous - 1;
    if (at < i)
      at = (size_t)i;
    previous = at;
    a->original[a->games - 1 - i] = &r->record[at];
    a->index[a->games - 1 - i] = r->record[at].index;
  }
}

static void report(Again *a, const Record *original, const Error *what) {
  const Run *run = a->verification->run;
  const Schedule *s = &run->schedule;
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, original->index));
  char names[256] = "";
  for (int seat = 0; seat < s->seats; seat++)
    text_append_item(names, sizeof names, s->bot[bots[seat]].spec);
  error_set(&a->difference, "game %llu of seed %llu (%s): %.500s",
            (unsigned long long)original->index,
            (unsigned long long)run->plan.seed, names, what->message);
  if (original->index - run->first < run->found)
    error_add(&a->difference,
              "this game was in the folder already, perhaps played by another "
              "version of boardlab");
  a->different++;
}

/* Goes on after a difference: how many games differ says much about why. */
static bool compare(void *context, Chunk *chunk, Error *error) {
  Again *a = context;
  const Record *original = a->original[a->done];
  Error what = {0};
  records_clear(&a->records);
  if (!records_add(&a->records, chunk, error))
    return false;
  if (!records_same(a->records.schedule, original, &a->records.record[0],
                    &what))
    report(a, original, &what);
  a->done++;
  return true;
}

static void report_progress(void *context) {
  const Again *a = context;
  if (a->callbacks->progress)
    a->callbacks->progress(a->callbacks->context, a->done, a->games);
}

static RunEnd play_again(Again *a, Error *error) {
  const Run *run = a->verification->run;
  const BatchPlan plan = {.game = run->schedule.game,
                          .schedule = &run->schedule,
                          .seed = run->plan.seed,
                          .count = a->games,
                          .max_plies = run->plan.max_plies,
                          .games = true,
                          .moves_until = UINT64_MAX,
                          .native = run->native,
                          .jobs = run->plan.jobs,
                          .alone = a->index,
                          .sources = run->sources};
  const BatchCallbacks callbacks = {.take = compare,
                                    .idle = report_progress,
                                    .context = a,
                                    .stop = a->callbacks->stop};
  RunEnd end = batch_play(&plan, &callbacks, error);
  if (end == RUN_FAILED)
    error_prefix(error, "playing games again: ");
  if (end != RUN_DONE || a->different == 0)
    return end;
  error_set(error,
            "%.720s; %s of %s games played again differ: a bot or the rules "
            "depend on something other than the position, the random numbers "
            "and the options",
            a->difference.message, grouped(a->different).text,
            grouped(a->games).text);
  return RUN_FAILED;
}

RunEnd run_verify(Run *run, const VerifyCallbacks *callbacks, uint64_t *games,
                  Error *error) {
  static const VerifyCallbacks NO_CALLBACKS = {NULL};
  const Verification *v = run->verification;
  Again a = {.verification = v,
             .callbacks = callbacks ? callbacks : &NO_CALLBACKS};
  *games = 0;
  if (!v || v->records.count == 0)
    return RUN_DONE;
  a.games = v->records.count < v->selection.wanted ? v->records.count
                                                   : v->selection.wanted;
  a.original = need_array(a.games, sizeof *a.original);
  a.index = need_array(a.games, sizeof *a.index);
  RunEnd end = RUN_FAILED;
  if (records_make(&a.records, &run->schedule, NULL, error)) {
    pick(&a);
    end = play_again(&a, error);
    *games = a.done;
  }
  records_free(&a.records);
  free(a.original);
  free(a.index);
  return end;
}
