/* What people do with the game of a study: a collected run on its card. */
#include "analysis/experiments/study_internal.h"

#include "analysis/experiments/compare.h"
#include "analysis/metrics/bot_names.h"
#include "analysis/metrics/summary.h"
#include "core/game/spec.h"
#include "core/run/result_dir.h"
#include <math.h>
#include <string.h>

/* ---- whether it is of this game ------------------------------------------*/

/* The rules that both were played by, and the first file that differs. */
typedef struct Changed {
  const Run *run;
  Phrase file;
} Changed;

static void find_changed(void *context, const SourceHash *file) {
  Changed *c = context;
  uint64_t then = bots_file_hash(c->run, file->name, strlen(file->name));
  if (then && then != file->hash && !*c->file.text)
    c->file = phrase("%.300s", file->name);
}

static bool check_run(const Study *s, const Game *game, const Run *run,
                      Error *error) {
  char spec[SPEC_TEXT];
  Changed changed = {.run = run};
  const char *dir = s->plan.people;
  if (!schedule_has_humans(&run->schedule))
    return error_set(error,
                     "bots have played %.300s: 'people' takes a run of games "
                     "that people have played, made by boardlab collect",
                     dir);
  if (!spec_write_full(game->spec, game->rules->options, game->option, spec,
                       error))
    return false;
  if (strcmp(spec, run->schedule.full_game) != 0)
    return error_set(error, "%.200s has games of %.300s, not of %.300s", dir,
                     run->schedule.game, game->spec);
  source_hashes_each(s->plan.run.sources, find_changed, &changed);
  return !*changed.file.text ||
         error_set(error,
                   "the games of %.200s were played with other rules: "
                   "%.300s has changed since",
                   dir, changed.file.text);
}

bool study_check_people(const Study *s, const Game *game, Error *error) {
  Run run;
  if (!s->plan.people)
    return true;
  if (!run_read(&run, s->plan.people, NULL, NULL, error)) {
    result_add_hint(s->plan.people, error);
    return false;
  }
  bool good = check_run(s, game, &run, error);
  run_close(&run);
  return good;
}

/* ---- the figures ---------------------------------------------------------*/

static void add_results(Study *s, const Run *run) {
  Metrics metrics = {NULL};
  summary_metrics(&run->tally, &metrics);
  for (const CardFigure *f = card_figures; f->scope; f++)
    for (size_t i = 0; i < metrics.count; i++) {
      const Metric *m = &metrics.list[i];
      if (strcmp(f->scope, "people") == 0 && f->from &&
          strcmp(m->scope, f->from) == 0 && strcmp(m->name, f->name) == 0)
        metrics_add(&s->card, "people",
                    *m->key ? phrase("seat %s", m->key).text : "", f->name,
                    m->estimate);
    }
  metrics_free(&metrics);
}

static void add_difference(Study *s, const Difference *d) {
  Phrase key = compared_metric_title(d->metric);
  bool points = compared_metric_is_rate(d->metric);
  bool said = d->metric.kind == COMPARE_SEAT && d->metric.which == 1 &&
              s->ladder->sides == 2; /* by the other seat */
  if (isnan(d->p_holm) || said)
    return;
  metrics_add(&s->card, "people", key.text,
              points ? "people_points" : "people_more", d->difference);
  metrics_add(&s->card, "people", key.text, "people_p",
              estimate_plain(d->p_holm, d->difference.n));
}

static void add_figures(Study *s, const ComparedFamily *f) {
  const ComparedRun *people = &f->b[0];
  const Difference *chance =
      compare_find(f->list, (ComparedMetric){.kind = COMPARE_CHANCE});
  const char *who =
      schedule_is_human(&people->run.schedule) ? "people" : "people and bots";
  uint64_t games = people->run.tally.games;
  metrics_add(&s->card, "people", who, "people_games",
              estimate_plain((double)games, games));
  add_results(s, &people->run);
  if (chance) {
    metrics_add(&s->card, "people", "", "agreement_rate", people->moves.same);
    metrics_add(&s->card, "people", "", "chance_rate",
                estimate_plain(chance->b, chance->b_n));
  }
  for (int i = 0; i < f->list->count; i++)
    add_difference(s, &f->list->list[i]);
}

bool card_add_people(Study *s, const char *strongest, Error *error) {
  const char *dirs[] = {strongest, s->plan.people};
  const MovesPlan moves = {.like = s->ladder->level[study_level(s)].bot,
                           .jobs = s->plan.run.jobs};
  ComparedFamily family;
  if (!s->plan.people)
    return true;
  if (!compared_family_read(&family, dirs, 2, &moves, error))
    return false;
  add_figures(s, &family);
  compared_family_free(&family);
  return true;
}

/* ---- the sentences -------------------------------------------------------*/

static bool is_people(const Metric *m, const char *name) {
  return strcmp(m->scope, "people") == 0 && strcmp(m->name, name) == 0;
}

/* "58.0% (54.0 to 62.0)" */
static Phrase shown(const Study *s, const Metric *m) {
  Phrase text = metric_value(&s->card, m);
  if (estimate_has_interval(m->estimate))
    phrase_add(&text, " (%s)", metric_interval(m).text);
  return text;
}

static const Metric *first_of(const Study *s, const char *name) {
  for (size_t i = 0; i < s->card.count; i++)
    if (is_people(&s->card.list[i], name))
      return &s->card.list[i];
  return NULL;
}

/* What did not happen is not mentioned. */
static void say_rate(const Study *s, const char *name, const char *text,
                     Phrase *to) {
  const Metric *m = first_of(s, name);
  if (m && m->estimate.value > 0)
    phrase_add(to, ", %s %s", shown(s, m).text, text);
}

static void say_results(const Study *s, const Metric *games, Sentences *to) {
  const Metric *plies = first_of(s, "plies_mean"),
               *unfinished = first_of(s, "truncated_rate");
  Phrase text =
      phrase("%s", shown_things(games->estimate.n, "game", "games").text);
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    if (is_people(m, "win_rate"))
      phrase_add(&text, ", %s wins %s", m->key, shown(s, m).text);
  }
  say_rate(s, "draw_rate", "are drawn", &text);
  say_rate(s, "truncated_rate", "were not finished", &text);
  bool left = unfinished && unfinished->estimate.value > 0;
  if (plies && estimate_has_interval(plies->estimate))
    phrase_add(&text, ". A %sgame takes %s plies", left ? "finished " : "",
               shown(s, plies).text);
  else if (plies)
    phrase_add(&text, ". %s took %s plies on average",
               left                     ? "Finished games"
               : games->estimate.n == 1 ? "It"
                                        : "They",
               shown(s, plies).text);
  sentences_add(to, "Between %.60s: %.400s.", games->key, text.text);
}

/* A difference from the games of the strongest of mcts; NULL if the row is of
 * something else. */
static const Metric *difference_of(const Study *s, const Metric *p) {
  const char *const NAMES[] = {"people_points", "people_more"};
  const Metric *found = NULL;
  for (int i = 0; is_people(p, "people_p") && i < 2 && !found; i++)
    found = metrics_find(&s->card, "people", p->key, NAMES[i]);
  return found;
}

/* What is shown with the smallest p of those not yet said; NULL if nothing is
 * left. */
static const Metric *next_shown(const Study *s, const Metric *said) {
  const Metric *next = NULL;
  for (size_t i = 0; i < s->card.count; i++) {
    const Metric *m = &s->card.list[i];
    double p = m->estimate.value;
    bool later = !said || p > said->estimate.value ||
                 (p == said->estimate.value && m > said);
    if (difference_of(s, m) && p < 0.05 && later &&
        (!next || p < next->estimate.value))
      next = m;
  }
  return next;
}

/* The title of a row in a sentence: not "moves: pawn" or "gap, rated". */
static Phrase in_words(const char *key) {
  static const char KIND[] = "moves: ";
  bool kind = strncmp(key, KIND, strlen(KIND)) == 0;
  return kind ? phrase("moves of the kind %s", key + strlen(KIND))
         : strcmp(key, "gap, rated") == 0 ? phrase("the largest gap, rated,")
                                          : phrase("%s", key);
}

/* The table has all of them. */
static Phrase list_differences(const Study *s) {
  enum { MOST = 4 };
  Phrase text = {""};
  const Metric *p = NULL;
  int said = 0;
  while ((p = next_shown(s, p)) && ++said <= MOST)
    phrase_add(&text, "%s%s %s", said > 1 ? "; " : "", in_words(p->key).text,
               shown(s, difference_of(s, p)).text);
  int more = 0;
  for (; p; p = next_shown(s, p))
    more++;
  if (more)
    phrase_add(&text, "; and %d more", more);
  return text;
}

static void say_play(const Study *s, const Metric *games, Sentences *to) {
  const char *bot = s->ladder->level[study_level(s)].bot;
  const Metric *same = first_of(s, "agreement_rate"),
               *chance = first_of(s, "chance_rate");
  Phrase differ = list_differences(s), like = {""};
  if (same && chance)
    like = phrase("it would make %s of their moves, random players %s. ",
                  shown(s, same).text, shown(s, chance).text);
  if (*differ.text)
    phrase_add(&like, "What differs from its games: %s", differ.text);
  else
    phrase_add(&like, first_of(s, "people_p")
                          ? "No difference from its games is shown"
                          : "Differences from its games are not tested");
  sentences_add(to, "Between %.60s, beside %.60s: %.380s.", games->key, bot,
                like.text);
}

void study_say_people(const Study *s, Sentences *to) {
  const Metric *games = first_of(s, "people_games");
  if (!games)
    return;
  say_results(s, games, to);
  say_play(s, games, to);
}
