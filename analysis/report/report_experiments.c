/* The entries of sweeps, ladders, tunings and weights in a report's data. */
#include "analysis/report/report_entries.h"

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/learned.h"
#include "analysis/experiments/study.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/report_head.h"
#include "analysis/stats/shown.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include <stdlib.h>

/* ---- what was played, from the manifests ---------------------------------*/

/* All values of a flag as one fact: "walls=0..8 and size=5,7,9". */
static void fact_values(Head *h, const char *label, const char *flag,
                        const char *end) {
  char text[3 * SPEC_TEXT] = "";
  const char *value;
  for (int i = 0; (value = made_value(h->made, flag, i)); i++)
    text_append(text, sizeof text, "%s%s", i ? " and " : "", value);
  if (*text)
    head_fact(h, label, "%s%s", text, end);
}

/* Who plays the seats, unless each --bot plays all of them. */
static void fact_bots(Head *h) {
  if (!made_value(h->made, "seat", 0))
    head_fact(h, "Bots", "random in every seat");
  else
    fact_values(h, "Bots", "seat",
                !made_value(h->made, "seat", 1)    ? " in every seat"
                : made_value(h->made, "rotate", 0) ? ", rotating"
                                                   : ", in this order");
}

/* The varied options as words: "walls", "walls, size and wall length". Returns
 * how many there are. */
static int write_axes(const Head *h, char text[SPEC_TEXT]) {
  const char *vary;
  int count = 0;
  text[0] = '\0';
  for (; (vary = made_value(h->made, "vary", count)); count++) {
    bool last = !made_value(h->made, "vary", count + 1);
    const char *before = count == 0 ? "" : last ? " and " : ", ";
    text_append(text, SPEC_TEXT, "%s%.*s", before, (int)strcspn(vary, "="),
                vary);
  }
  for (char *at = text; *at; at++)
    if (*at == '_')
      *at = ' ';
  return count;
}

static void sweep_facts(Head *h, const SweepResults *r) {
  uint64_t games = made_number(h->made, "games");
  char game[GAME_TITLE], axes[SPEC_TEXT];
  bool until = made_value(h->made, "until", 0);
  int count = write_axes(h, axes);
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "How %s change%s %s", axes,
           count == 1 ? "s" : "", game);
  fact_values(h, "Varied", "vary", "");
  fact_bots(h);
  if (r->row->played.complete && !until)
    games = r->row->played.games;
  head_fact(h, "Games", "%s in %s%s%s", shown_count(games).text,
            r->runs == 1 ? "one run" : "each of ",
            r->runs == 1 ? ""
                         : shown_things((uint64_t)r->runs, "run", "runs").text,
            until ? " at most" : "");
}

static void ladder_facts(Head *h, const Ladder *l) {
  char game[GAME_TITLE], text[SPEC_TEXT] = "";
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "Skill ladder of %s", game);
  fact_values(h, "Bot", "bot", "");
  for (int i = 0; i < l->levels; i++)
    text_append(text, sizeof text, "%s%d", i ? ", " : "", l->level[i].value);
  head_fact(h, "Levels", "%s=%s", l->option, text);
  head_fact(h, "Games", "%s in each run",
            shown_count(made_number(h->made, "games")).text);
}

static void tune_facts(Head *h, const TuneTable *t) {
  char game[GAME_TITLE], axes[SPEC_TEXT];
  uint64_t games = t->check.games;
  write_axes(h, axes);
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "Tuning %s in %s", axes, game);
  fact_values(h, "Varied", "vary", "");
  fact_values(h, t->goals == 1 ? "Goal" : "Goals", "goal", "");
  if (made_value(h->made, "bot", 0))
    fact_values(h, "Bots", "bot",
                t->levels > 1 ? ", each between equals" : " in every seat");
  else
    fact_bots(h);
  for (int i = 0; i < t->count; i++)
    games += t->candidate[i].games;
  head_fact(h, "Games", "%s in all, of at most %s", shown_count(games).text,
            shown_count(made_number(h->made, "games")).text);
}

/* ---- entries -------------------------------------------------------------*/

typedef struct Entry {
  const char *kind;
  Head head;
  Document document;
} Entry;

static bool entry_begin(Entry *e, const char *dir, ResultKind kind,
                        Error *error) {
  e->head.dir = dir;
  e->head.made = manifest_load(dir, kind, error);
  if (e->head.made)
    head_fact_game(&e->head);
  return e->head.made;
}

/* The note on an experiment that was stopped or killed, or is under way. */
static void entry_note(Entry *e, int complete, int runs) {
  sentences_add(&e->head.notes,
                "The %s is not complete: %d of its %d runs %s. The same "
                "command with --resume continues it.",
                e->kind, complete, runs, complete == 1 ? "is" : "are");
}

/* Frees the head. */
static json_t *entry_json(Entry *e) {
  head_fact_rest(&e->head, 1, (int)made_number(e->head.made, "max-plies"));
  e->head.verdict = e->document.verdict;
  sentences_append(&e->head.notes, &e->document.notes);
  json_t *name = json_text(e->head.dir);
  return json_pack("{s:s, s:o, s:o, s:o}", "kind", e->kind, "name", name,
                   "head", head_json(&e->head), "document",
                   document_json(&e->document));
}

static void sweep_note_failure(Entry *e) {
  const json_t *failed = json_object_get(e->head.made, "failed");
  if (failed)
    sentences_add(&e->head.notes, "With %.100s the rules failed: %.300s",
                  made_text(failed, "run"), made_text(failed, "why"));
}

json_t *report_sweep(const char *dir, Error *error) {
  SweepResults results;
  Entry e = {"sweep"};
  json_t *json = NULL;
  if (!sweep_read(dir, &results, error))
    return NULL;
  int done = 0;
  for (int i = 0; i < results.runs; i++)
    done += results.row[i].played.complete;
  if (sweep_document(&results, &e.document, error) &&
      entry_begin(&e, dir, RESULT_SWEEP, error)) {
    sweep_facts(&e.head, &results);
    if (!results.complete)
      entry_note(&e, done, results.runs);
    sweep_note_failure(&e);
    json = entry_json(&e);
  }
  document_free(&e.document);
  sweep_results_free(&results);
  return json;
}

json_t *report_ladder(const char *dir, Error *error) {
  Ladder *l = need(sizeof *l);
  Entry e = {"ladder"};
  json_t *json = NULL;
  if (ladder_read(l, dir, error) &&
      entry_begin(&e, dir, RESULT_LADDER, error)) {
    int done = 0;
    for (int i = 0; i < l->levels; i++)
      done += l->level[i].equals.complete + l->level[i].against.complete;
    ladder_facts(&e.head, l);
    if (!l->complete)
      entry_note(&e, done, 2 * l->levels - 1);
    ladder_document(l, &e.document);
    json = entry_json(&e);
  }
  document_free(&e.document);
  free(l);
  return json;
}

json_t *report_tune(const char *dir, Error *error) {
  TuneTable t;
  Entry e = {"tune"};
  json_t *json = NULL;
  if (!tune_read(&t, dir, error))
    return NULL;
  if (entry_begin(&e, dir, RESULT_TUNE, error)) {
    tune_facts(&e.head, &t);
    if (!t.complete)
      sentences_add(&e.head.notes,
                    "The tuning is not complete. The same command with "
                    "--resume continues it.");
    tune_document(&t, &e.document);
    tune_method(&t, &e.document.verdict);
    json = entry_json(&e);
  }
  document_free(&e.document);
  tune_table_free(&t);
  return json;
}

static void study_facts(Head *h, const Study *s) {
  char game[GAME_TITLE];
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "%s: the game card", game);
  fact_values(h, "Budget", "budget", "");
  if (s->ladder)
    head_fact(h, "Games", "%s in a ladder of %d levels",
              shown_count(s->ladder->games).text, s->ladder->levels);
}

json_t *report_study(const char *dir, Error *error) {
  Study s;
  Entry e = {"study"};
  json_t *json = NULL;
  if (study_read(&s, dir, error) && entry_begin(&e, dir, RESULT_STUDY, error)) {
    study_facts(&e.head, &s);
    study_document(&s, &e.document);
    json = entry_json(&e);
    json_object_set_new(json, "game", json_text(s.game));
  }
  document_free(&e.document);
  study_close(&s);
  return json;
}

json_t *report_change(const char *const dirs[2], Error *error) {
  Study s[2] = {{.complete = false}, {.complete = false}};
  Entry e = {"change"};
  json_t *json = NULL;
  if (study_read(&s[0], dirs[0], error) && study_read(&s[1], dirs[1], error) &&
      entry_begin(&e, dirs[1], RESULT_STUDY, error)) {
    if (s[0].ladder && s[1].ladder)
      head_fact(&e.head, "Games", "%s before, %s after",
                shown_count(s[0].ladder->games).text,
                shown_count(s[1].ladder->games).text);
    snprintf(e.head.title, sizeof e.head.title,
             "What changed from %.500s to %.500s", s[0].game, s[1].game);
    study_change(&s[0], &s[1], &e.document);
    json = entry_json(&e);
  }
  document_free(&e.document);
  study_close(&s[0]);
  study_close(&s[1]);
  return json;
}

static void learned_facts(Head *h, const Learned *l) {
  char game[GAME_TITLE];
  const Network *n = l->network;
  head_short_title(h, game);
  snprintf(h->title, sizeof h->title, "What was learned of %s", game);
  const WeightsPoint *kept = &l->about.point[l->about.kept];
  bool last = l->about.kept + 1 >= l->about.points;
  head_fact(h, "Learned from", "%s games, %s positions%s",
            shown_count(last ? l->about.games : kept->games).text,
            shown_count(last ? l->about.positions : kept->positions).text,
            last ? "" : " (what it learned later was not better)");
  head_fact(h, "Network", "%s weights, %s inputs%s",
            shown_count(network_weights(n)).text,
            shown_count((uint64_t)n->inputs->count).text,
            n->inputs->plan.own ? ", on top of the game’s own evaluation" : "");
  head_fact(h, "Symmetries", "%d of the board; the seats %s",
            n->inputs->plan.images,
            n->inputs->plan.alike ? "are alike" : "differ");
  head_fact(h, "Seed", "%llu", (unsigned long long)l->about.seed);
}

json_t *report_learned(const char *path, Error *error) {
  Learned l;
  Entry e = {"learned"};
  json_t *json = NULL;
  if (learned_open(&l, path, error) &&
      learned_document(&l, &e.document, error)) {
    e.head.dir = path;
    e.head.made = json_incref(l.about.made);
    head_fact_game(&e.head);
    learned_facts(&e.head, &l);
    e.head.verdict = e.document.verdict;
    json = json_pack("{s:s, s:o, s:o, s:o}", "kind", e.kind, "name",
                     json_text(path), "head", head_json(&e.head), "document",
                     document_json(&e.document));
  }
  document_free(&e.document);
  learned_close(&l);
  return json;
}
