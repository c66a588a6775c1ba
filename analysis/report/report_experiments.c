/* The entries of sweeps, ladders and tunings in a report's data. */
#include "analysis/report/report_entries.h"

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/report_experiment_heads.h"
#include "analysis/result/json_values.h"
#include <stdlib.h>

/* The note on an experiment that was stopped or killed, or is under way. */
static void note_unfinished(const char *kind, int complete, int runs,
                            Sentences *notes) {
  sentences_add(notes,
                "The %s is not complete: %d of its %d runs %s. The same "
                "command with --resume continues it.",
                kind, complete, runs, complete == 1 ? "is" : "are");
}

/* NULL if something has failed. */
static json_t *checked(bool good, json_t *json) {
  if (good)
    return json;
  json_decref(json);
  return NULL;
}

/* An entry of the page; takes over the head and frees the document. */
static json_t *entry_json(const char *kind, const char *dir, Head *head,
                          Document *document) {
  json_t *json =
      json_pack("{s:s, s:o, s:o, s:o}", "kind", kind, "name", json_text(dir),
                "head", head_json(head), "document", document_json(document));
  document_free(document);
  return json;
}

/* ---- sweeps --------------------------------------------------------------*/

static json_t *sweep_json(const char *dir, const SweepResults *results,
                          Error *error) {
  Head head = {.facts = NULL};
  Document document = {0};
  int done = 0;
  for (int i = 0; i < results->runs; i++)
    done += results->row[i].played.complete;
  if (!results->complete)
    note_unfinished("sweep", done, results->runs, &head.notes);
  bool good = sweep_document(results, &document, error) &&
              head_of_experiment(&head, dir, RESULT_SWEEP, results, error);
  head.verdict = document.verdict;
  sentences_append(&head.notes, &document.notes);
  return checked(good, entry_json("sweep", dir, &head, &document));
}

json_t *report_sweep(const char *dir, Error *error) {
  SweepResults results;
  if (!sweep_read(dir, &results, error))
    return NULL;
  json_t *json = sweep_json(dir, &results, error);
  sweep_results_free(&results);
  return json;
}

/* ---- ladders -------------------------------------------------------------*/

static json_t *ladder_json(const char *dir, const Ladder *l, Error *error) {
  Head head = {.facts = NULL};
  Document document = {0};
  int done = 0;
  for (int i = 0; i < l->levels; i++)
    done += l->level[i].equals.complete + l->level[i].against_complete;
  if (!l->complete)
    note_unfinished("ladder", done, 2 * l->levels - 1, &head.notes);
  ladder_document(l, &document);
  head.verdict = document.verdict;
  bool good = head_of_experiment(&head, dir, RESULT_LADDER, l, error);
  return checked(good, entry_json("ladder", dir, &head, &document));
}

json_t *report_ladder(const char *dir, Error *error) {
  Ladder *l = malloc(sizeof *l);
  if (!l) {
    error_set(error, "out of memory (ladder)");
    return NULL;
  }
  json_t *json = ladder_read(l, dir, error) ? ladder_json(dir, l, error) : NULL;
  free(l);
  return json;
}

/* ---- tunings -------------------------------------------------------------*/

static json_t *tune_json(const char *dir, const TuneTable *t, Error *error) {
  Head head = {.facts = NULL};
  Document document = {0};
  if (!t->complete)
    sentences_add(&head.notes, "The tuning is not complete. The same command "
                               "with --resume continues it.");
  tune_document(t, &document);
  head.verdict = document.verdict;
  tune_method(t, &head.verdict);
  sentences_append(&head.notes, &document.notes);
  bool good = head_of_experiment(&head, dir, RESULT_TUNE, t, error);
  return checked(good, entry_json("tune", dir, &head, &document));
}

json_t *report_tune(const char *dir, Error *error) {
  TuneTable t;
  if (!tune_read(&t, dir, error))
    return NULL;
  json_t *json = tune_json(dir, &t, error);
  tune_table_free(&t);
  return json;
}
