#include "cli/studio/trial.h"

#include "analysis/experiments/compare.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/result/result_table.h"
#include "cli/table/about.h"
#include "core/base/need.h"
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
  Poll *poll;
  void *context; /* of poll */
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
                 const TaskCommands *commands, Turns *turns, Poll *poll,
                 void *context) {
  Trial *t = need(sizeof *t);
  *t = (Trial){.spec = spec,
               .commands = commands,
               .turns = turns,
               .channel = channel,
               .poll = poll,
               .context = context};
  return t;
}

void trial_free(Trial *t) {
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
  channel_publish_json(t->channel, "trial", json);
}

/* Replaces a part. */
static void trial_put(json_t **part, json_t *json) {
  json_decref(*part);
  *part = json;
}

static void trial_fail(Trial *t, const Error *why) {
  t->state = "failed";
  t->doing = NULL;
  trial_put(&t->error, about_error("message", why));
  publish(t);
}

/* ---- a batch as JSON -----------------------------------------------------*/

/* Adds a row of figures: [title, value, interval]. */
static void add_figure(json_t *rows, CellKind kind, Estimate estimate,
                       const char *title) {
  const Cell cell = {.kind = kind, .digits = 1, .number = estimate};
  json_array_append_new(rows,
                        json_pack("[s, s, s]", title, cell_value(&cell).text,
                                  cell_interval(&cell).text));
}

static void add_sides(json_t *rows, const Tally *tally) {
  const Schedule *s = tally->schedule;
  for (int side = 0; side < s->sides; side++) {
    char title[WINNERS_TEXT]; /* "seat 1 wins" */
    winners_format(seats_of_side(s->side, s->seats, side), title);
    add_figure(rows, CELL_SHARE, balance_side(tally, side), title);
  }
}

static void add_ends(json_t *rows, const Tally *tally) {
  bool alone = tally->schedule->sides < 2;
  if (alone || tally_lost(tally))
    add_figure(rows, CELL_SHARE, summary_lost(tally), "lost");
  if (!alone)
    add_figure(rows, CELL_SHARE, summary_end(tally, MATCH_DRAW), "drawn");
  if (tally->ends[MATCH_TRUNCATED])
    add_figure(rows, CELL_SHARE, summary_end(tally, MATCH_TRUNCATED),
               "truncated");
  if (tally->ends[MATCH_FORFEIT])
    add_figure(rows, CELL_SHARE, summary_end(tally, MATCH_FORFEIT),
               "forfeited");
}

/* "plies (7 to 42), counting at most 100" */
static void add_length(json_t *rows, const Tally *tally) {
  Lengths l = summary_lengths(tally);
  Phrase title = phrase("plies");
  if (l.min != l.max)
    phrase_add(&title, " (%s to %s)", shown_count((uint64_t)l.min).text,
               shown_count((uint64_t)l.max).text);
  if (l.restricted)
    phrase_add(&title, ", counting at most %s",
               shown_count((uint64_t)l.limit).text);
  add_figure(rows, CELL_REAL, l.mean, title.text);
}

static json_t *batch_json(const Batch *batch, const Mode *mode) {
  const Run *run = &batch->run.run;
  Sentences verdict = {0}, notes = {0};
  verdict_run(run, &verdict);
  verdict_notes(run, &notes);
  json_t *figures = json_array();
  add_sides(figures, &run->tally);
  add_ends(figures, &run->tally);
  add_length(figures, &run->tally);
  return json_pack("{s:i, s:s, s:I, s:s, s:o, s:o, s:o}", "version",
                   batch->version, "mode", mode->name, "games",
                   (json_int_t)run->tally.games, "bots", mode->bot, "verdict",
                   json_conclusion(&verdict), "notes", json_sentences(&notes),
                   "figures", figures);
}

/* ---- what has changed ----------------------------------------------------*/

static json_t *changed_json(const Batch *before, const Batch *now) {
  Comparison comparison;
  Sentences verdict = {0}, notes = {0};
  Error why = {0};
  Phrase how = {""};
  if (compare(&before->run, &now->run, &comparison, &why)) {
    how = compare_describe(&comparison);
    compare_verdict(&comparison, &verdict);
    compare_notes(&comparison, &notes);
  } else
    sentences_add(&verdict, "%s", why.message);
  return json_pack("{s:i, s:i, s:s, s:o, s:o}", "version", now->version,
                   "before", before->version, "how", how.text, "sentences",
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
static void trial_keep(Trial *t, Batch *batch) {
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

/* Returns false if it has failed or was stopped. If it has failed only because
 * its files have changed meanwhile, it is a trial of no version, and ends. */
static bool play_batch(Trial *t) {
  Error why = {0};
  Batch *batch = need(sizeof *batch);
  t->doing = "games";
  publish(t);
  batch->sources = source_hashes_new();
  RunEnd end = play(t, batch, &why);
  if (end == RUN_DONE) {
    trial_keep(t, batch);
    return true;
  }
  if (end == RUN_FAILED && !source_hashes_changed(batch->sources, NULL))
    trial_fail(t, &why);
  source_hashes_free(batch->sources);
  free(batch);
  return false;
}

static bool try_games(Trial *t) {
  if (!was_played(t) && !play_batch(t))
    return false;
  const Batch *batch = t->latest[t->mode];
  t->played = batch->run.run.tally.games;
  trial_put(&t->batch, json_incref(batch->about));
  trial_put(&t->changed, json_incref(batch->changed));
  return true;
}

/* ---- checking ------------------------------------------------------------*/

static bool was_checked(const Trial *t) {
  return t->check &&
         json_integer_value(json_object_get(t->check, "version")) == t->version;
}

static json_t *lines_of(const Text *output) {
  json_t *list = json_array();
  char *text = process_text(output), *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest))
    json_array_append_new(list, json_text(line));
  free(text);
  return list;
}

static bool try_check(Trial *t) {
  /* Some checks of a game with many moves take a second for each game. */
  const char *const words[] = {"check",   t->spec, "--quiet", "--no-print",
                               "--games", "20",    NULL};
  Error why = {0};
  Text output = {NULL};
  t->doing = "check";
  publish(t);
  int status =
      command_run(t->commands, words, t->poll, t->context, &output, &why);
  if (error_is_set(&why))
    trial_fail(t, &why);
  if (status != -1)
    trial_put(&t->check,
              json_pack("{s:i, s:b, s:o}", "version", t->version, "good",
                        process_succeeded(status), "lines", lines_of(&output)));
  free(output.bytes);
  return status != -1;
}

/* Waits until it is this trial's turn; false if it was ended before. */
static bool wait_for_turn(Trial *t) {
  if (turns_take(t->turns, NULL, 0))
    return true;
  t->doing = "waiting";
  publish(t);
  return turns_poll(t->turns, t->poll, t->context);
}

bool trial_passed(const Trial *t) {
  return t->state && strcmp(t->state, "done") == 0 && was_checked(t) &&
         json_is_true(json_object_get(t->check, "good"));
}

bool trial_run(Trial *t, int version, TrialMode mode, const Error *why) {
  t->version = version;
  t->mode = mode;
  t->state = mode == TRIAL_OFF ? "off" : "running";
  t->doing = NULL;
  t->played = 0;
  t->stop = false;
  trial_put(&t->error, NULL);
  if (error_is_set(why))
    trial_fail(t, why);
  else if (mode == TRIAL_OFF)
    publish(t);
  if (t->error || mode == TRIAL_OFF)
    return true;
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
