#include "cli/studio/trial.h"

#include "analysis/experiments/compare.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/result/json_values.h"
#include "cli/studio/about.h"
#include "cli/studio/trial_check.h"
#include <stdlib.h>
#include <string.h>

/* ---- what is played ------------------------------------------------------*/

typedef struct Mode {
  const char *name, *text;
  const char *bot; /* in all seats; NULL: nothing is played */
  uint64_t games;
} Mode;

/* Few enough that a game of the library takes seconds, with mcts at most a
 * minute. */
static const Mode MODES[TRIAL_MODES] = {
    [TRIAL_RANDOM] = {"random", "1,000 random games", "random", 1000},
    [TRIAL_MCTS] = {"mcts", "50 games with mcts (100 iterations)",
                    "mcts:iterations=100", 50},
    [TRIAL_OFF] = {"off", "nothing", NULL, 0},
};

bool trial_read_mode(const char *text, TrialMode *mode) {
  for (int i = 0; i < TRIAL_MODES; i++)
    if (strcmp(MODES[i].name, text) == 0) {
      *mode = (TrialMode)i;
      return true;
    }
  return false;
}

/* ---- the trial -----------------------------------------------------------*/

/* The games of a version. */
typedef struct Batch {
  int version;
  char name[32]; /* in sentences */
  ComparedRun run;
  SourceHashes *sources;   /* that the run was played with */
  json_t *about, *changed; /* as they are published; or NULL */
} Batch;

struct Trial {
  const char *spec;
  const TaskCommands *commands;
  Turns *turns;
  Channel *channel;
  int version;
  TrialMode mode;
  const char *state, *doing;
  uint64_t played;
  json_t *error, *batch, *changed, *check; /* or NULL */
  Batch *latest[TRIAL_OFF]; /* of each mode that is played; or NULL */
  TrialPoll *poll;          /* of the trial under way */
  void *context;
  atomic_bool stop;
};

static void batch_free(Batch *batch) {
  if (!batch)
    return;
  json_decref(batch->about);
  json_decref(batch->changed);
  compared_run_free(&batch->run);
  source_hashes_free(batch->sources);
  free(batch);
}

Trial *trial_new(const char *spec, Channel *channel,
                 const TaskCommands *commands, Turns *turns) {
  Trial *t = calloc(1, sizeof *t);
  if (t)
    *t = (Trial){
        .spec = spec, .commands = commands, .turns = turns, .channel = channel};
  return t;
}

void trial_free(Trial *t) {
  if (!t)
    return;
  json_decref(t->error);
  json_decref(t->batch);
  json_decref(t->changed);
  json_decref(t->check);
  for (int i = 0; i < TRIAL_OFF; i++)
    batch_free(t->latest[i]);
  free(t);
}

/* ---- publishing ----------------------------------------------------------*/

static json_t *modes_json(void) {
  json_t *list = json_array();
  for (int i = 0; i < TRIAL_MODES; i++)
    json_array_append_new(list, json_pack("{s:s, s:s}", "mode", MODES[i].name,
                                          "text", MODES[i].text));
  return list;
}

static void publish(Trial *t) {
  const Mode *mode = &MODES[t->mode];
  json_t *json = json_pack(
      "{s:i, s:s, s:o, s:s, s:s?, s:I, s:I, s:O?, s:O?, s:O?, s:O?}", "version",
      t->version, "mode", mode->name, "modes", modes_json(), "state", t->state,
      "doing", t->doing, "played", (json_int_t)t->played, "wanted",
      (json_int_t)mode->games, "error", t->error, "batch", t->batch, "changed",
      t->changed, "check", t->check);
  channel_publish(t->channel, "trial",
                  json ? json_dumps(json, JSON_COMPACT) : NULL);
  json_decref(json);
}

/* Replaces a part. */
static void put(json_t **part, json_t *json) {
  json_decref(*part);
  *part = json;
}

static void begin(Trial *t, int version, TrialMode mode, const char *state) {
  t->version = version;
  t->mode = mode;
  t->state = state;
  t->doing = NULL;
  t->played = 0;
  put(&t->error, NULL);
}

static void fail(Trial *t, const Error *why) {
  t->state = "failed";
  t->doing = NULL;
  put(&t->error, about_error("message", why));
  publish(t);
}

void trial_fail(Trial *t, int version, TrialMode mode, const Error *why) {
  begin(t, version, mode, "failed");
  fail(t, why);
}

void trial_skip(Trial *t, int version) {
  begin(t, version, TRIAL_OFF, "off");
  publish(t);
}

/* ---- a batch as JSON -----------------------------------------------------*/

static json_t *side_json(const Tally *tally, int side) {
  const Schedule *s = tally->schedule;
  char seats[WINNERS_TEXT];
  seats_format(seats_of_side(s->side, s->seats, side), seats);
  Estimate e = balance_side(tally, side);
  return json_pack("{s:s, s:o, s:o, s:o}", "seats", seats, "rate",
                   json_number(e.value), "low", json_number(e.low), "high",
                   json_number(e.high));
}

static json_t *sides_json(const Tally *tally) {
  json_t *list = json_array();
  for (int side = 0; side < tally->schedule->sides; side++)
    json_array_append_new(list, side_json(tally, side));
  return list;
}

static json_t *length_json(const Tally *tally) {
  Lengths l = summary_lengths(tally);
  return json_pack("{s:o, s:i, s:i, s:o}", "mean", json_estimate(l.mean), "min",
                   l.min, "max", l.max, "limit",
                   l.restricted ? json_integer(l.limit) : json_null());
}

static json_t *batch_json(const Batch *batch, const Mode *mode) {
  const Run *run = &batch->run.run;
  const Tally *tally = &run->tally;
  Sentences verdict = {0}, notes = {0};
  verdict_run(run, &verdict);
  int conclusion = verdict.conclusion ? verdict.conclusion : 1;
  verdict_notes(run, &notes);
  return json_pack(
      "{s:i, s:s, s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "version",
      batch->version, "mode", mode->name, "games", (json_int_t)tally->games,
      "bots", mode->bot, "verdict", json_sentences_to(&verdict, conclusion),
      "notes", json_sentences(&notes), "sides", sides_json(tally), "drawn",
      json_estimate(summary_end(tally, MATCH_DRAW)), "truncated",
      json_estimate(summary_end(tally, MATCH_TRUNCATED)), "forfeited",
      json_estimate(summary_end(tally, MATCH_FORFEIT)), "length",
      length_json(tally));
}

/* ---- what has changed ----------------------------------------------------*/

static json_t *changed_json(const Batch *before, const Batch *now) {
  Comparison comparison;
  Sentences verdict = {0}, notes = {0};
  Error why = {0};
  char how[SENTENCE] = "";
  if (compare(&before->run, &now->run, &comparison, &why)) {
    compare_describe(&comparison, how);
    compare_verdict(&comparison, &verdict);
    compare_notes(&comparison, &notes);
  } else
    sentences_add(&verdict, "%s", why.message);
  return json_pack("{s:i, s:i, s:s, s:o, s:o}", "version", now->version,
                   "before", before->version, "how", how, "sentences",
                   json_sentences(&verdict), "notes", json_sentences(&notes));
}

/* ---- playing -------------------------------------------------------------*/

static void follow_games(void *context, const Run *run) {
  Trial *t = context;
  if (t->poll(t->context))
    t->stop = true;
  if (t->played == run->tally.games)
    return;
  t->played = run->tally.games;
  publish(t);
}

static RunEnd play(Trial *t, Batch *batch, Error *error) {
  const Mode *mode = &MODES[t->mode];
  RunPlan plan = {.game = t->spec,
                  .bots = &mode->bot,
                  .bot_count = 1,
                  .seed = 1,
                  .games = mode->games,
                  .sources = batch->sources};
  const ExperimentCallbacks callbacks = {
      .progress = follow_games, .context = t, .stop = &t->stop};
  batch->version = t->version;
  snprintf(batch->name, sizeof batch->name, "Version %d", t->version);
  return compared_run_play(&batch->run, &plan, batch->name, &callbacks, error);
}

/* Compares a batch with the latest one, of an earlier version, and puts it in
 * its place. */
static void keep(Trial *t, Batch *batch) {
  Batch **latest = &t->latest[t->mode];
  batch->about = batch_json(batch, &MODES[t->mode]);
  batch->changed = *latest ? changed_json(*latest, batch) : NULL;
  batch_free(*latest);
  *latest = batch;
}

/* Whether this version was played before, and only the mode was another one
 * meanwhile. */
static bool was_played(const Trial *t) {
  const Batch *latest = t->latest[t->mode];
  return latest && latest->version == t->version;
}

/* Whether a run has failed only because its files have changed meanwhile: then
 * it is a trial of no version, and ends. */
static bool is_outdated(const Batch *batch) {
  return batch->sources && source_hashes_changed(batch->sources, NULL);
}

/* Returns false if it has failed or was stopped. */
static bool play_batch(Trial *t) {
  Error why = {0};
  Batch *batch = calloc(1, sizeof *batch);
  t->doing = "games";
  publish(t);
  if (!batch) {
    error_set(&why, "out of memory");
    fail(t, &why);
    return false;
  }
  batch->sources = source_hashes_new();
  RunEnd end = play(t, batch, &why);
  if (end == RUN_DONE) {
    keep(t, batch);
    return true;
  }
  if (end == RUN_FAILED && !is_outdated(batch))
    fail(t, &why);
  source_hashes_free(batch->sources);
  free(batch);
  return false;
}

static bool try_games(Trial *t) {
  if (!was_played(t) && !play_batch(t))
    return false;
  const Batch *batch = t->latest[t->mode];
  t->played = batch->run.run.tally.games;
  put(&t->batch, json_incref(batch->about));
  put(&t->changed, json_incref(batch->changed));
  return true;
}

/* ---- checking ------------------------------------------------------------*/

static bool was_checked(const Trial *t) {
  return t->check &&
         json_integer_value(json_object_get(t->check, "version")) == t->version;
}

static bool try_check(Trial *t) {
  Error why = {0};
  bool good = false;
  json_t *lines = NULL;
  t->doing = "check";
  publish(t);
  CheckEnd end = trial_check(t->commands, t->spec, t->poll, t->context, &good,
                             &lines, &why);
  if (end == CHECK_FAILED)
    fail(t, &why);
  if (end == CHECK_DONE)
    put(&t->check, json_pack("{s:i, s:b, s:o}", "version", t->version, "good",
                             good, "lines", lines));
  return end == CHECK_DONE;
}

/* Waits until it is this trial's turn; false if it was ended before. */
static bool wait_for_turn(Trial *t) {
  bool mine = turns_take(t->turns, NULL, 0);
  if (!mine) {
    t->doing = "waiting";
    publish(t);
  }
  while (!mine && !t->poll(t->context))
    mine = turns_take(t->turns, NULL, 0.1);
  return mine;
}

bool trial_run(Trial *t, int version, TrialMode mode, TrialPoll *poll,
               void *context) {
  begin(t, version, mode, "running");
  t->poll = poll;
  t->context = context;
  t->stop = false;
  if (!wait_for_turn(t))
    return false;
  bool done = try_games(t) && (was_checked(t) || try_check(t));
  turns_return(t->turns);
  if (!done)
    return t->error; /* otherwise it was ended */
  t->state = "done";
  t->doing = NULL;
  publish(t);
  return true;
}
