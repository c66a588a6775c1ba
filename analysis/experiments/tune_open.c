/* Opening a tuning: its candidates, levels, goals and limits. */
#include "analysis/experiments/tune_internal.h"

#include "analysis/stats/confidence_sequence.h"
#include "core/base/need.h"
#include "core/game/spec.h"
#include <stdlib.h>

/* ---- candidates ----------------------------------------------------------*/

/* One game per seating is a plan that is valid for every candidate; play_turn
 * sets how many games to play. */
static RunPlan candidate_plan(const TunePlan *plan) {
  RunPlan p = plan->run;
  p.games = 1;
  p.each_seating = true;
  p.out = NULL;
  if (plan->levels) {
    p.bots = (const char **)plan->level;
    p.bot_count = 1;
    p.seating = SEATING_FIXED;
  }
  return p;
}

/* Closes the run's game at once: only the tally and the schedule are needed,
 * workers open games of their own, and a game written in Lua takes much
 * memory. */
static bool open_run(Tune *t, int i, int level, uint64_t seed, Run *run,
                     Error *error) {
  Sweep sweep = t->sweep;
  char out[PATH_MAX];
  sweep.plan.seed = seed;
  if (t->plan.levels)
    sweep.plan.bots = (const char **)&t->plan.level[level];
  if (!sweep_open_run(&sweep, i, out, run, error))
    return false;
  game_close(run->game);
  run->game = NULL;
  return true;
}

/* Opens the runs of candidate i. */
static bool open_racer(Tune *t, Racer *r, int i, uint64_t seed, Error *error) {
  Candidate *c = &r->candidate;
  for (; r->runs < t->table.levels; r->runs++)
    if (!open_run(t, i, r->runs, seed, &r->level[r->runs].run, error))
      return false;
  memcpy(c->name, t->sweep.results.row[i].name, sizeof c->name);
  memcpy(c->value, t->sweep.results.row[i].value, sizeof c->value);
  memcpy(c->game, r->level->run.schedule.game, sizeof c->game);
  return true;
}

static bool check_count(const Tune *t, Error *error) {
  int runs = t->sweep.runs, levels = t->table.levels;
  if (runs * levels <= CANDIDATES_MAX)
    return true;
  if (levels == 1)
    return error_set(error, "%d candidates are more than %d: vary fewer values",
                     runs, CANDIDATES_MAX);
  return error_set(error,
                   "%d candidates at %d levels make more than %d runs: vary "
                   "fewer values, or name fewer bots",
                   runs, levels, CANDIDATES_MAX);
}

static bool open_racers(Tune *t, const char *const vary[], int count,
                        Error *error) {
  RunPlan plan = candidate_plan(&t->plan);
  if (!sweep_open(&t->sweep, &plan, vary, count, error) ||
      !check_count(t, error))
    return false;
  size_t runs = (size_t)t->sweep.runs;
  t->table.axes = t->sweep.results.axes;
  t->racer = calloc(runs, sizeof *t->racer);
  t->runs = calloc((runs + 1) * (size_t)t->table.levels, sizeof *t->runs);
  t->rank = calloc(runs, sizeof *t->rank);
  t->table.candidate = calloc(runs, sizeof *t->table.candidate);
  if (!t->racer || !t->runs || !t->rank || !t->table.candidate)
    return error_set(error, "out of memory (tuning)");
  t->check.level = t->runs + runs * (size_t)t->table.levels;
  while (t->racers < t->sweep.runs) {
    Racer *r = &t->racer[t->racers];
    r->level = &t->runs[t->racers * t->table.levels];
    if (!open_racer(t, r, t->racers++, plan.seed, error))
      return false;
  }
  t->table.count = t->racers;
  return true;
}

static void forget_check(Tune *t) {
  tune_close_racer(&t->check);
  for (int level = 0; level < t->table.levels; level++) {
    LevelRun *run = &t->check.level[level];
    run->tally.length = run->timed = 0;
    run->seconds = 0;
  }
  t->check.candidate = (Candidate){.games = 0};
}

bool tune_open_check(Tune *t, const char *name, Error *error) {
  int i = 0;
  if (strcmp(t->check.candidate.name, name) == 0)
    return true;
  forget_check(t);
  while (i < t->racers && strcmp(t->racer[i].candidate.name, name) != 0)
    i++;
  return i < t->racers
             ? open_racer(t, &t->check, i, t->plan.run.seed + 1, error)
             : error_set(error, "there is no candidate %.200s", name);
}

/* ---- levels --------------------------------------------------------------*/

/* The bots of a level in the order of their seats; one that plays all seats is
 * named once. */
static void name_level(const Schedule *s, char name[SPEC_TEXT]) {
  for (int i = 0; i < (s->bots == 1 ? 1 : s->seats); i++)
    text_append(name, SPEC_TEXT, "%s%s", i ? " " : "",
                s->bot[schedule_bots(s, 0)[i]].spec);
}

/* Two levels with the same bot would be one level that counts twice. */
static bool check_level(const Tune *t, int level, Error *error) {
  const Entrant *bot = t->racer->level[level].run.schedule.bot;
  for (int i = 0; i < level; i++) {
    const Entrant *other = t->racer->level[i].run.schedule.bot;
    if (!spec_is_same_bot(other->full, bot->full))
      continue;
    error_set(error,
              "--bot %.200s is given twice: each level needs a bot of its own",
              other->spec);
    return strcmp(other->full, bot->full) == 0
               ? false
               : error_add(error, "%.200s is the same file", bot->spec);
  }
  return true;
}

/* Different bots that keep their seats are named beside these. */
static void name_seats(TuneTable *t, const Schedule *s) {
  if (s->seatings > 1 || !schedule_other_bot(s))
    return;
  for (t->seats = 0; t->seats < s->seats; t->seats++)
    snprintf(t->bot[t->seats], SPEC_TEXT, "%s",
             s->bot[schedule_bots(s, 0)[t->seats]].spec);
}

static bool name_levels(Tune *t, Error *error) {
  name_seats(&t->table, &t->racer->level->run.schedule);
  for (int i = 0; i < t->table.levels; i++) {
    name_level(&t->racer->level[i].run.schedule, t->table.level[i]);
    if (!check_level(t, i, error))
      return false;
  }
  return true;
}

/* ---- goals ---------------------------------------------------------------*/

/* A goal must be valid for every candidate, so for the fewest seats and sides
 * that any of them has. They all have the same bots. */
static Schedule fewest_seats(const Tune *t) {
  Schedule fewest = {.seats = SEATS_MAX, .sides = SEATS_MAX, .has_score = true};
  for (int i = 0; i < t->racers; i++) {
    const Schedule *s = &t->racer[i].level->run.schedule;
    fewest.seats = s->seats < fewest.seats ? s->seats : fewest.seats;
    fewest.sides = s->sides < fewest.sides ? s->sides : fewest.sides;
    fewest.has_score = fewest.has_score && s->has_score;
  }
  fewest.bots = t->racer->level->run.schedule.bots;
  fewest.bot = t->racer->level->run.schedule.bot;
  fewest.seatings = t->racer->level->run.schedule.seatings;
  return fewest;
}

static bool read_goal(Tune *t, const char *text, Error *error) {
  Goal *goal = &t->table.goal[t->table.goals];
  Schedule fewest = fewest_seats(t);
  if (!goal_read(text, &fewest, goal, error))
    return false;
  for (int i = 0; i < t->table.goals; i++)
    if (strcmp(t->table.goal[i].name, goal->name) == 0)
      return error_set(error, "--goal %s is given twice", goal->name);
  t->table.goals++;
  return true;
}

void tune_set_alpha(Tune *t) {
  t->alpha = 0.05 / (t->racers + 1) / t->table.levels / t->table.goals;
}

static bool read_goals(Tune *t, const char *const goals[], int count,
                       Error *error) {
  if (count == 0)
    return error_set(error, "there is no goal: add --goal balance=95..100%%");
  if (count > GOALS_MAX)
    return error_set(error, "%d goals are too many: give at most %d", count,
                     GOALS_MAX);
  for (int i = 0; i < count; i++)
    if (!read_goal(t, goals[i], error))
      return false;
  tune_set_alpha(t);
  return true;
}

/* ---- limits --------------------------------------------------------------*/

/* Means have no anytime-valid intervals with fewer than
 * CONFIDENCE_SEQUENCE_MIN games. */
static bool check_limits(const Tune *t, Error *error) {
  const TunePlan *p = &t->plan;
  int levels = t->table.levels;
  uint64_t least =
      (uint64_t)((t->racers + 1) * levels) * CONFIDENCE_SEQUENCE_MIN;
  if (p->first < CONFIDENCE_SEQUENCE_MIN)
    return error_set(error,
                     "%llu game%s too few: the first round needs at least %d "
                     "for each candidate",
                     (unsigned long long)p->first,
                     p->first == 1 ? " is" : "s are", CONFIDENCE_SEQUENCE_MIN);
  if (p->each < p->first)
    return error_set(error,
                     "a limit of %llu games for each candidate is less than "
                     "the %llu games of the first round",
                     (unsigned long long)p->each, (unsigned long long)p->first);
  if (p->run.games < least)
    return error_set(
        error,
        "%llu game%s too few for %d candidate%s: allow %llu or "
        "more, %d for each%s and as many to check the nearest",
        (unsigned long long)p->run.games, p->run.games == 1 ? " is" : "s are",
        t->racers, t->racers == 1 ? "" : "s", (unsigned long long)least,
        CONFIDENCE_SEQUENCE_MIN, levels > 1 ? " at each level" : "");
  return true;
}

/* ---- opening and closing -------------------------------------------------*/

Tune *tune_open(const TunePlan *plan, const char *const vary[], int vary_count,
                const char *const goals[], int goal_count, Error *error) {
  Tune *t = need(sizeof *t);
  t->plan = *plan;
  t->table.levels = plan->levels ? plan->levels : 1;
  if (open_racers(t, vary, vary_count, error) && name_levels(t, error) &&
      read_goals(t, goals, goal_count, error) && check_limits(t, error) &&
      tune_identify(t, error))
    return t;
  tune_close(t);
  return NULL;
}

void tune_close_racer(Racer *r) {
  while (r->runs)
    run_close(&r->level[--r->runs].run);
}

void tune_close(Tune *t) {
  if (!t)
    return;
  for (int i = 0; i < t->racers; i++)
    tune_close_racer(&t->racer[i]);
  tune_close_racer(&t->check);
  for (int i = 0; t->runs && i < (t->racers + 1) * t->table.levels; i++)
    free(t->runs[i].tally.bytes);
  sweep_close(&t->sweep);
  json_decref(t->made);
  json_decref(t->raised);
  free(t->csv.bytes);
  free(t->racer);
  free(t->runs);
  free(t->rank);
  tune_table_free(&t->table);
  free(t);
}
