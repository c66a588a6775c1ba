/* Playing a study: the ladder first, then what its games show. */
#include "analysis/experiments/study_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/calibrate.h"
#include "analysis/stats/shown.h"
#include "core/base/given_file.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/game/spec.h"
#include "core/learn/weights.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- opening -------------------------------------------------------------*/

static void note_made(Study *s, const Game *game) {
  s->made = made_begin("study", game, s->plan.run.sources);
  made_add(s->made, "budget", study_budgets[s->plan.budget]);
  made_add_plan(s->made, &s->plan.run, true);
  made_add(s->made, "people", s->plan.people);
  const Study *like = s->plan.like; /* or what is beside it, before a change */
  if (like)
    made_add(s->made, "like",
             like->complete ? like->plan.run.out : STUDY_BEFORE);
}

/* The learned player thinks as long as the strongest of mcts. */
static void find_learned(Study *s, const Game *game) {
  int file = s->plan.unlearned ? 0 : weights_beside(game, &s->unused);
  if (file)
    snprintf(s->learned, SPEC_TEXT, "mcts:weights=%.900s",
             given_file_get(file)->name);
}

static void name_learned(Study *s) {
  char iterations[64];
  Error why;
  snprintf(iterations, sizeof iterations, "iterations=%d",
           s->size.first << (s->size.levels - 1));
  if (*s->learned)
    spec_add_option(s->learned, iterations, s->learned, &why);
}

static bool open_ladder(Study *s, Error *error) {
  LadderPlan plan = {.run = s->plan.run,
                     .bot = "mcts",
                     .below = "random",
                     .above = *s->learned ? s->learned : NULL,
                     .levels = s->size.levels};
  char doubled[64];
  snprintf(doubled, sizeof doubled, "iterations=%d", s->size.first);
  plan.doubled = doubled;
  plan.run.games = s->size.games;
  plan.run.max_plies = s->size.max_plies;
  plan.run.out = s->folder;
  s->ladder = need(sizeof *s->ladder);
  bool good = ladder_open(s->ladder, &plan, error);
  s->ladder->plan.doubled = NULL;
  return good;
}

bool study_refuse(Study *s, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(s->refused, sizeof s->refused, format, arguments);
  va_end(arguments);
  metrics_add_reason(&s->card, "fair", "", "score", estimate_none(),
                     s->refused);
  return false;
}

/* A line of the explanation has the moves before the failure. */
bool study_refuse_rules(Study *s, const Error *why) {
  const char *line = strstr(why->trace, "after ");
  size_t end = line ? strcspn(line, "\n") : 0, from = end;
  while (from > 0 && line[from - 1] != ' ')
    from--;
  return study_refuse(s, "the rules fail: %.400s%s%.*s", why->message,
                      line ? ", after the move " : "", (int)(end - from),
                      line ? line + from : "");
}

/* Games of other rules do not go on. */
static bool has_same_rules(const Study *s, Error *error) {
  Error why;
  char dir[PATH_MAX];
  return !s->plan.run.resume || !path_join(dir, s->folder, LADDER_BELOW) ||
         run_dir_expect_files(dir, s->plan.run.sources, &why) ||
         error_set(error,
                   "%.300s holds the study of other rules: choose a new "
                   "folder",
                   s->plan.run.out);
}

bool study_open(Study *s, const StudyPlan *plan, Error *error) {
  *s = (Study){.plan = *plan};
  if (!path_join(s->folder, plan->run.out, "ladder"))
    return error_set(error, "the folder's name is too long: %.100s…",
                     plan->run.out);
  s->plan.run.sources = source_hashes_new(); /* shared by all runs */
  source_hashes_use(s->plan.run.sources);
  Game *game = game_open(plan->run.game, error);
  source_hashes_use(NULL);
  if (!game)
    return false;
  memcpy(s->game, game->spec, sizeof s->game);
  const Ladder *like = plan->like ? plan->like->ladder : NULL;
  if (like && like->sides != game->sides)
    s->plan.like = NULL; /* they cannot be compared */
  note_made(s, game);
  if (!study_check_people(s, game, error)) {
    game_close(game);
    return false;
  }
  find_learned(s, game);
  bool good = study_measure(s, game);
  game_close(game);
  if (!good) /* or is it another game by now? */
    return !source_hashes_changed(s->plan.run.sources, error);
  name_learned(s);
  return has_same_rules(s, error) && open_ladder(s, error);
}

void study_close(Study *s) {
  if (s->ladder)
    ladder_close(s->ladder);
  free(s->ladder);
  source_hashes_free(s->plan.run.sources);
  json_decref(s->made);
  metrics_free(&s->card);
  *s = (Study){.complete = false};
}

static int smaller(int a, int b) {
  return a < b ? a : b;
}

/* At most; 1 allows none. */
static int judging_iterations(const StudySize *size) {
  return size->oracle.kind == ORACLE_MCTS ? size->oracle.count : 1;
}

/* Both have the levels, and the judge, that both have room for. */
static bool open_alike(Study both[2], StudyPlan part[2], Error *error) {
  const StudySize *a = &both[0].size, *b = &both[1].size;
  int levels = smaller(a->levels, b->levels),
      first = smaller(a->first, b->first),
      iterations = smaller(judging_iterations(a), judging_iterations(b));
  bool unlearned = !*both[0].learned || !*both[1].learned;
  for (int i = 0; i < 2; i++) {
    part[i].levels = levels;
    part[i].first = first;
    part[i].iterations = iterations;
    part[i].unlearned = unlearned;
    study_close(&both[i]);
  }
  part[1].like = &both[0];
  return study_open(&both[0], &part[0], error) &&
         study_open(&both[1], &part[1], error);
}

bool study_open_both(Study both[2], const StudyPlan *plan,
                     const char *const games[2], char folder[2][PATH_MAX],
                     Error *error) {
  StudyPlan part[2] = {*plan, *plan};
  for (int i = 0; i < 2; i++)
    both[i] = (Study){.complete = false};
  if (plan->people)
    return error_set(error, "people have played one game: study it alone, "
                            "without the other one");
  if (plan->like)
    return error_set(error, "two games that are studied together are like each "
                            "other, and not like a third one");
  if (result_has_file(plan->run.out, result_manifest(RESULT_STUDY)))
    return error_set(error, "%.300s holds the study of one game",
                     plan->run.out);
  for (int i = 0; i < 2; i++) {
    part[i].run.game = games[i];
    part[i].run.out = folder[i];
    part[i].run.seed = plan->run.seed + (uint64_t)i; /* independent games */
    if (!path_join(folder[i], plan->run.out, i ? "after" : STUDY_BEFORE))
      return error_set(error, "the folder's name is too long: %.100s…",
                       plan->run.out);
  }
  for (int i = 0; i < 2; i++)
    if (!study_open(&both[i], &part[i], error))
      return false;
  if (!both[0].ladder || !both[1].ladder)
    return true;
  if (both[0].ladder->sides != both[1].ladder->sides)
    return error_set(error,
                     "the cards of games with %d and %d sides cannot be "
                     "compared: study each alone",
                     both[0].ladder->sides, both[1].ladder->sides);
  return open_alike(both, part, error);
}

uint64_t study_total(const Study *s) {
  return s->ladder ? s->ladder->games + s->size.covered : 0;
}

/* ---- what the games show -------------------------------------------------*/

int study_level(const Study *s) {
  int level = s->ladder->levels - 1;
  while (level > 0 && (!s->ladder->level[level].value ||
                       !s->ladder->level[level].equals.games))
    level--;
  return level;
}

static void report_judging(void *context, uint64_t done, uint64_t games) {
  const ExperimentCallbacks *callbacks = context;
  if (callbacks->doing)
    callbacks->doing(callbacks->context,
                     phrase("judging game %s of %s", shown_count(done).text,
                            shown_count(games).text)
                         .text,
                     (double)done / (double)games);
}

static void report_solving(void *context, uint64_t positions, size_t bytes) {
  const ExperimentCallbacks *callbacks = context;
  (void)bytes;
  if (callbacks->doing)
    callbacks->doing(
        callbacks->context,
        phrase("solving, %s so far",
               shown_things(positions, "position", "positions").text)
            .text,
        0);
}

/* The folder of the games that are looked at. */
static bool strongest_folder(const Study *s, char dir[PATH_MAX]) {
  int run = ladder_equals_run(study_level(s));
  return path_join(dir, s->folder, ladder_run_name(s->ladder, run).text);
}

/* Values can be compared if they are raised to the same power. */
static bool take_judge(Study *s, const Game *game) {
  OraclePlan plan, *own = &s->size.oracle;
  Error ignored;
  const char *name = s->plan.like ? study_judge(s->plan.like) : NULL;
  if (!name || !oracle_parse(name, &plan, &ignored) || plan.kind != own->kind ||
      (plan.power != 0 && !oracle_can_raise(game)))
    return false;
  *own = plan;
  return true;
}

static bool measure_run(Study *s, const Game *game,
                        const ExperimentCallbacks *callbacks, Error *error) {
  char dir[PATH_MAX];
  RunMetrics run;
  const CalibratePlan games = {.dir = dir,
                               .games = s->size.sample,
                               .budget = s->size.judging / 10,
                               .jobs = s->plan.run.jobs,
                               .stop = callbacks->stop};
  if (!strongest_folder(s, dir) ||
      !(take_judge(s, game) ||
        oracle_calibrate(&s->size.oracle, &games, error)))
    return false;
  RunMetricsPlan plan = {.sample = s->size.sample,
                         .oracle = s->size.oracle,
                         .budget = s->size.judging,
                         .jobs = s->plan.run.jobs,
                         .progress = report_judging,
                         .context = (void *)callbacks,
                         .stop = callbacks->stop};
  if (!run_metrics_make(&run, dir, &plan, error))
    return false;
  card_add_run(s, &run);
  run_metrics_free(&run);
  return true;
}

enum { SOLVER_MEMORY = 1 << 30 };

/* A game that cannot be solved, or not within the budget, has no such line.
 * Fails if the rules do. */
static bool solve(Study *s, const Game *game,
                  const ExperimentCallbacks *callbacks, Error *error) {
  SolvePlan plan = {.memory = SOLVER_MEMORY,
                    .work = s->size.solving,
                    .quick = true,
                    .brief = true,
                    .progress = report_solving,
                    .context = (void *)callbacks,
                    .stop = callbacks->stop};
  Solution solution = {0};
  Error why = {0};
  State *start = game_start(game);
  if (start->outcome == PLAYING && game->sides == 2 && !game_hides(game) &&
      !game->random_start &&
      solution_find(game, start, &plan, &solution, &why) && solution.known)
    card_add_solution(s, game, &solution);
  solution_free(&solution);
  free(start);
  return why.code != ERROR_RULES || error_copy(error, &why) ||
         error_prefix(error, "a position that the solver looked at: ");
}

/* Kinds of moves are denied only if all of them can be within the budget. */
static RunEnd cover(Study *s, const ExperimentCallbacks *callbacks,
                    Error *error) {
  const char *bot = s->ladder->level[1].bot;
  CoveragePlan plan = {.run = s->plan.run};
  Coverage *c = need(sizeof *c);
  plan.run.bots = &bot;
  plan.run.bot_count = 1;
  plan.run.games = s->size.covered;
  plan.run.max_plies = s->size.max_plies;
  plan.run.out = NULL;
  plan.run.resume = false;
  RunEnd end = coverage_open(c, &plan, error)
                   ? coverage_count(c, callbacks, error)
                   : RUN_FAILED;
  if (end == RUN_DONE && c->denials.count + 1 <= s->size.denials)
    end = coverage_deny(c, callbacks, error);
  if (end == RUN_DONE)
    card_add_coverage(s, c);
  coverage_close(c);
  free(c);
  return end;
}

/* ---- playing -------------------------------------------------------------*/

/* Also writes what the card says beside how it was made. */
static bool write_card(const Study *s, bool complete, Error *error) {
  ResultTable table = {0};
  Document document = {0};
  study_document(s, &document);
  json_t *json = json_copy(s->made), *card = document_json(&document);
  json_object_set_new(card, "sentences", json_sentences(&document.verdict));
  json_object_set_new(json, "card", card);
  document_free(&document);
  metrics_table(&s->card, &table);
  bool good = experiment_files_save(s->plan.run.out, RESULT_STUDY, &table, json,
                                    complete, error);
  json_decref(json);
  return good;
}

static RunEnd look_at_games(Study *s, const ExperimentCallbacks *callbacks,
                            Error *error) {
  Game *game = game_open(s->plan.run.game, error);
  if (!game)
    return RUN_FAILED;
  card_add_ladder(s);
  bool good = solve(s, game, callbacks, error) &&
              measure_run(s, game, callbacks, error);
  game_close(game);
  if (!good)
    return callbacks->stop && atomic_load(callbacks->stop) ? RUN_STOPPED
                                                           : RUN_FAILED;
  RunEnd end = cover(s, callbacks, error);
  card_add_library(s);
  char dir[PATH_MAX];
  if (end == RUN_DONE &&
      !(strongest_folder(s, dir) && card_add_people(s, dir, error)))
    end = RUN_FAILED;
  return end;
}

static bool is_part(const void *context, const char *name) {
  (void)context;
  return strcmp(name, "ladder") == 0;
}

/* Whether a complete study was refused as it is now: its games, which would
 * tell of other rules, need not exist. */
static bool is_as_before(const Study *s, Error *error) {
  Study before;
  const char *out = s->plan.run.out;
  bool good = study_read(&before, out, error) &&
              (strcmp(before.refused, s->refused) == 0 ||
               error_set(error,
                         "%.300s holds the study of other rules: choose a new "
                         "folder",
                         out));
  study_close(&before);
  return good;
}

/* A study that is resumed must be the one that was begun. *done: it has its
 * card. */
static bool begin(const Study *s, bool *done, Error *error) {
  static const char *const FREE[] = {NULL};
  const char *out = s->plan.run.out;
  Error why;
  if (!result_has_file(out, result_manifest(RESULT_STUDY))) {
    json_t *manifest = json_copy(s->made);
    json_object_set_new(manifest, "complete", json_false());
    return experiment_files_write(out, RESULT_STUDY, NULL, manifest, error);
  }
  json_t *manifest =
      experiment_files_read(out, RESULT_STUDY, NULL, NULL, error);
  bool good = manifest;
  if (good && (!made_may_continue(manifest, s->made, &why) ||
               !made_fits(manifest, s->made, FREE, &why)))
    good = error_set(error, "%.300s holds a different study: %.600s", out,
                     why.message);
  *done = good && experiment_files_complete(manifest) &&
          experiment_files_exist(out, RESULT_STUDY);
  json_decref(manifest);
  return good && (!*done || is_as_before(s, error));
}

/* Reads the card of a study whose folder has it. */
static bool read_card(Study *s, Error *error);

static RunEnd play_ladder(Study *s, bool done,
                          const ExperimentCallbacks *callbacks, Error *error) {
  RunEnd end = ladder_play(s->ladder, callbacks, error);
  if (end != RUN_DONE || !done)
    return end == RUN_DONE ? look_at_games(s, callbacks, error) : end;
  return read_card(s, error) ? RUN_DONE : RUN_FAILED;
}

/* Rules may fail in one game of a thousand. Whoever mends them studies them
 * anew; the card, which stays incomplete, says where they failed. */
static RunEnd refuse_rules(Study *s, const Error *why) {
  ladder_close(s->ladder);
  free(s->ladder);
  s->ladder = NULL;
  metrics_free(&s->card);
  study_refuse_rules(s, why);
  return RUN_DONE;
}

/* A card can be made anew from its games. */
static void explain_damage(const Study *s, Error *error) {
  json_t *manifest = NULL;
  Error why;
  if (s->ladder && s->plan.run.resume &&
      result_has_file(s->plan.run.out, result_manifest(RESULT_STUDY)) &&
      !(manifest = manifest_load(s->plan.run.out, RESULT_STUDY, &why)))
    error_add(error, "delete that file, and the same command makes it anew "
                     "from the games");
  json_decref(manifest);
}

/* The figures as they were written, so that what is computed with them is the
 * same as after reading them. */
static bool read_again(Study *s, Error *error) {
  metrics_free(&s->card);
  return read_card(s, error);
}

RunEnd study_play(Study *s, const ExperimentCallbacks *callbacks,
                  Error *error) {
  const RunPlan *plan = &s->plan.run;
  int lock = experiment_files_open(plan->out, RESULT_STUDY, plan->resume,
                                   is_part, s, error);
  if (lock < 0) {
    explain_damage(s, error);
    return RUN_FAILED;
  }
  bool done = false;
  Error why = {0};
  RunEnd end = begin(s, &done, &why) ? RUN_DONE : RUN_FAILED;
  if (end == RUN_DONE && s->ladder)
    end = play_ladder(s, done, callbacks, &why);
  bool played = end == RUN_DONE;
  if (end == RUN_FAILED && why.code == ERROR_RULES && s->ladder)
    end = refuse_rules(s, &why);
  s->complete = end == RUN_DONE;
  if (end == RUN_DONE && !done &&
      !(write_card(s, played, &why) && read_again(s, &why)))
    end = RUN_FAILED;
  if (end == RUN_FAILED)
    error_copy(error, &why);
  close(lock);
  return end;
}

/* ---- reading -------------------------------------------------------------*/

static double read_number(const char *text) {
  char *end;
  double number = strtod(text, &end);
  return *text && !*end ? number : NAN;
}

/* A row of study.csv: scope,key,metric,value,low,high,n,reason. */
static bool read_figure(void *context, const CsvRow *row, Error *error) {
  Study *s = context;
  const char *const *field = row->field;
  if (row->count != 8)
    return error_set(error, "this is not the card of a study");
  if (row->number == 0)
    return true;
  const CardFigure *figure = card_figure(field[0], field[2]);
  int64_t n;
  if (!figure || !number_in_range(field[6], 0, INT64_MAX, &n))
    return error_set(error, "the card of another version of boardlab");
  Estimate e = {read_number(field[3]), read_number(field[4]),
                read_number(field[5]), (uint64_t)n};
  if (*field[7])
    metrics_add_reason(&s->card, figure->scope, field[1], figure->name, e,
                       field[7]);
  else
    metrics_add(&s->card, figure->scope, field[1], figure->name, e);
  return true;
}

static bool read_card(Study *s, Error *error) {
  json_t *manifest = experiment_files_read(s->plan.run.out, RESULT_STUDY,
                                           read_figure, s, error);
  json_decref(manifest);
  return manifest;
}

bool study_read(Study *s, const char *dir, Error *error) {
  *s = (Study){.plan = {.run = {.out = dir}}};
  s->made = experiment_files_read(dir, RESULT_STUDY, read_figure, s, error);
  if (!s->made || !path_join(s->folder, dir, "ladder"))
    return false;
  snprintf(s->game, sizeof s->game, "%s", made_game(s->made));
  s->complete = experiment_files_complete(s->made);
  const Metric *fair = metrics_find(&s->card, "fair", "", "score");
  if (fair && fair->reason)
    snprintf(s->refused, sizeof s->refused, "%s", fair->reason);
  if (*s->refused)
    return true;
  s->ladder = need(sizeof *s->ladder);
  return ladder_read(s->ladder, s->folder, error);
}

bool study_read_like(Study *s, const char *dir, uint64_t *seed, Error *error) {
  *s = (Study){.complete = false};
  if (!result_has_file(dir, result_manifest(RESULT_STUDY)))
    return error_set(error,
                     "%.300s is not the folder of a study, such as those named "
                     "before and after in that of a change",
                     dir);
  if (!study_read(s, dir, error))
    return false;
  if (seed)
    *seed = (strtoull(made_value(s->made, "seed", 0), NULL, 10) + 1) %
            ((uint64_t)INT64_MAX + 1);
  return *s->refused
             ? error_set(error, "the study in %.300s has no levels: %.300s",
                         dir, s->refused)
             : s->complete ||
                   error_set(error, "the study in %.300s is not complete", dir);
}
