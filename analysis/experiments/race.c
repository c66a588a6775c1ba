#include "analysis/experiments/race.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/sweep_internal.h"
#include "core/base/need.h"
#include "core/game/spec.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "core/run/run_dir.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- points --------------------------------------------------------------*/

/* Who takes the games of a setting's run. */
typedef struct Taker {
  Setting *setting;
  const Run *run;
  int half; /* points of the first game of the pair, in halves */
} Taker;

/* The setting is bot 0. Sides that share a win have half a point each. */
static int halves_of(const Schedule *s, uint64_t index, const Match *match) {
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, index));
  bool won[2] = {false, false};
  for (int seat = 0; seat < s->seats; seat++)
    if (match->winners >> seat & 1)
      won[bots[seat]] = true;
  return won[0] == won[1] ? 1 : won[0] ? 2 : 0;
}

static bool take_game(void *context, uint64_t index, const Match *match,
                      Error *error) {
  Taker *t = context;
  int half = halves_of(&t->run->schedule, index, match);
  t->setting->truncated += match->end == MATCH_TRUNCATED;
  t->setting->forfeited += match->end == MATCH_FORFEIT;
  if (index % 2)
    return setting_add(t->setting, t->half + half, error);
  t->half = half;
  return true;
}

/* ---- runs ----------------------------------------------------------------*/

/* Opens the run of a setting: in a folder whose name `out` receives, which must
 * outlive the run, or in none if it is NULL. */
static bool open_run(const Race *race, const Setting *s, uint64_t pairs,
                     char out[PATH_MAX], Run *run, Error *error) {
  RunPlan plan = race->plan.run;
  const char *bots[SEATS_MAX];
  for (int seat = 0; seat < race->seats; seat++)
    bots[seat] = seat % 2 ? race->opponent : s->bot;
  plan.bots = bots;
  plan.bot_count = race->seats;
  plan.seating = SEATING_ROTATED;
  plan.pairs = true;
  plan.games = out ? 2 * pairs : 1;
  plan.each_seating = !out; /* a plan that is valid; play_turn says how many */
  plan.resume = out;
  plan.out = out;
  if (out && !path_join(out, race->plan.run.out, s->name))
    return error_set(error, "the folder's name is too long: %.100s…",
                     race->plan.run.out);
  Error why;
  bool good = experiment_open(run, &plan, &why);
  run->plan.bots = NULL; /* only opening needs them */
  return good || error_set(error, "with %.200s: %.800s", s->name, why.message);
}

/* Plays on until a setting has so many pairs. In a folder the run is opened for
 * every turn, and reads the games that it has; otherwise it stays open. */
static RunEnd play_turn(void *context, int i, uint64_t pairs, Error *error) {
  Race *race = context;
  const ExperimentCallbacks *callbacks = race->callbacks;
  Setting *s = &race->table.setting[i];
  Run *run = &race->run[i], again;
  char out[PATH_MAX];
  Error why = {0};
  if (race->plan.run.out) {
    run = &again;
    if (!open_run(race, s, pairs, out, run, error))
      return RUN_FAILED;
    s->pairs = s->truncated = s->forfeited = 0;
  }
  Taker taker = {.setting = s, .run = run};
  run->plan.take = take_game;
  run->plan.take_context = &taker;
  run->count = 2 * pairs;
  RunEnd end = experiment_play(run, callbacks, &why);
  race->found += s->games ? 0 : run->found;
  s->games = run->tally.games;
  s->repetition = repetition_of(&run->tally);
  if (!error_is_set(&race->reason))
    race->reason = run->reason;
  if (run == &again)
    run_close(run);
  if (end == RUN_FAILED)
    error_set(error, "with %.200s: %.800s", s->name, why.message);
  return end;
}

/* ---- opening -------------------------------------------------------------*/

/* Names a setting and its bot: the player's options with these values. */
static bool name_setting(const Axes *axes, int i, const Bot *player,
                         const char *opponent, Setting *s, Error *error) {
  Spec spec;
  char full[SPEC_TEXT];
  int values[OPTIONS_MAX];
  if (!axes_name(axes, i, s->name, s->value, error) ||
      !spec_read(&spec, player->spec, "bot", error))
    return false;
  memcpy(values, player->option, sizeof values);
  for (int axis = 0; axis < axes->count; axis++)
    values[axes->axis[axis].option - axes->options] = axes_value(axes, i, axis);
  if (!spec_write(spec.name, axes->options, values, s->bot))
    return error_set(error, "the spec of %.100s with %.100s is too long",
                     spec.name, s->name);
  if (!spec_write_full(s->bot, axes->options, values, full, error))
    return false;
  s->is_opponent = spec_is_same_bot(full, opponent);
  return true;
}

/* Opens the run of a setting, which stays open if there is no folder. Its game
 * is closed at once: workers open games of their own, and a game written in Lua
 * takes much memory. */
static bool try_setting(Race *race, int i, Error *error) {
  Run *run = &race->run[i];
  if (race->table.setting[i].is_opponent)
    return true;
  if (!open_run(race, &race->table.setting[i], 0, NULL, run, error))
    return false;
  game_close(run->game);
  run->game = NULL;
  race->timed = race->timed || run->timed;
  race->own_limit = run->own_limit;
  race->table.step = run->schedule.seatings / 2;
  if (race->plan.run.out)
    run_close(run);
  return true;
}

static bool note_made(Race *race, const Game *game, const Axes *axes,
                      Error *error) {
  const RacePlan *p = &race->plan;
  json_t *made = race->made = made_begin("tune", game, p->run.sources);
  made_add(made, "player", race->player);
  axes_made(axes, made);
  made_add(made, "against", race->opponent);
  made_add(made, "close", phrase("%.10g", p->close).text);
  if (p->run.opening)
    made_add_number(made, "opening", (uint64_t)p->run.opening);
  made_add_number(made, "games", p->run.games);
  made_add_number(made, "first", p->first);
  made_add_number(made, "each", p->each);
  made_add_plan(made, &p->run, race->own_limit);
  return made || error_set(error, "out of memory (race)");
}

static bool open_settings(Race *race, const Bot *player, const char *opponent,
                          const char *const vary[], int count, Error *error) {
  Axes axes = {.flag = "vary-player",
               .owner = player->spec,
               .makes = "settings",
               .options = player->kind->options};
  RaceTable *t = &race->table;
  bool good = (t->count = axes_open(&axes, vary, count, SETTINGS_MAX, error));
  if (good && t->count == 1)
    good = error_set(error, "there is one setting only: --vary-player needs "
                            "two values or more, as in depth=1..6");
  race->axes = axes_names(&axes);
  t->setting = need_array((size_t)(good ? t->count : 1), sizeof *t->setting);
  race->run = need_array((size_t)(good ? t->count : 1), sizeof *race->run);
  for (int i = 0; good && i < t->count; i++)
    good = name_setting(&axes, i, player, opponent, &t->setting[i], error) &&
           try_setting(race, i, error);
  good = good && note_made(race, player->game, &axes, error);
  axes_close(&axes);
  return good;
}

/* Rotating the seats must give each bot both sides. */
static bool check_game(const Game *game, Error *error) {
  for (int seat = 0; seat < game->seats; seat++)
    if (game->sides != 2 || game->side[seat] != seat % 2)
      return error_set(error,
                       "%s does not have two sides that take turns: a race is "
                       "played between two bots that swap sides",
                       game->spec);
  return true;
}

static bool open_players(Race *race, const char *const vary[], int count,
                         Error *error) {
  const RacePlan *p = &race->plan;
  const char *against = p->against ? p->against : p->player;
  source_hashes_use(p->run.sources);
  Game *game = game_open(p->run.game, error);
  Bot *player =
      game && check_game(game, error) ? bot_open(p->player, game, error) : NULL;
  Bot *opponent = player ? bot_open(against, game, error) : NULL;
  char full[SPEC_TEXT];
  bool good =
      opponent && spec_write_full(opponent->spec, opponent->kind->options,
                                  opponent->option, full, error);
  if (good) {
    race->seats = game->seats;
    memcpy(race->game, game->spec, sizeof race->game);
    memcpy(race->player, player->spec, sizeof race->player);
    memcpy(race->opponent, opponent->spec, sizeof race->opponent);
    good = open_settings(race, player, full, vary, count, error);
  }
  source_hashes_use(NULL);
  bot_close(opponent);
  bot_close(player);
  game_close(game);
  return good;
}

static bool check_limits(const Race *race, Error *error) {
  const RacePlan *p = &race->plan;
  unsigned long long first = p->first,
                     all = (unsigned)race->table.count * first;
  if (first < RACE_FIRST_MIN)
    return error_set(error, "--first %llu is too few games: use %d or more",
                     first, RACE_FIRST_MIN);
  return (p->each >= first && p->run.games >= all) ||
         error_set(error,
                   "the first round of %d settings takes %llu games, %llu of "
                   "each: --games and --each must allow that",
                   race->table.count, all, first);
}

bool race_open(Race *race, const RacePlan *plan, const char *const vary[],
               int count, Error *error) {
  *race = (Race){.plan = *plan};
  race->plan.run.sources = source_hashes_new(); /* shared by all runs */
  RaceTable *t = &race->table;
  if (!open_players(race, vary, count, error) || !check_limits(race, error)) {
    race_close(race);
    return false;
  }
  t->first = (plan->first / 2 + t->step - 1) / t->step * t->step;
  t->each = plan->each / 2;
  t->most = plan->run.games / 2;
  t->close = plan->close;
  return true;
}

void race_close(Race *race) {
  for (int i = 0; race->run && i < race->table.count; i++)
    run_close(&race->run[i]);
  free(race->run);
  race_table_free(&race->table);
  source_hashes_free(race->plan.run.sources);
  json_decref(race->made);
  *race = (Race){.run = NULL};
}

uint64_t race_games(const Race *race) {
  uint64_t games = 0;
  for (int i = 0; i < race->table.count; i++)
    games += race->table.setting[i].games;
  return games;
}

uint64_t race_max_games(const Race *race) {
  uint64_t all = (uint64_t)race->table.count * race->plan.each;
  return all < race->plan.run.games ? all : race->plan.run.games;
}

/* ---- the folder ----------------------------------------------------------*/

/* The limits may be others when a race is resumed: what is said holds wherever
 * it ends. */
static const char *const MAY_DIFFER[] = {"games", "each", "close", NULL};

static bool save_results(Race *race, bool complete, Error *error) {
  ResultTable table = {0};
  if (!manifest_add_files(race->made, race->plan.run.sources))
    return error_set(error, "out of memory (race)");
  race_table(race, &table);
  return experiment_files_save(race->plan.run.out, RESULT_RACE, &table,
                               race->made, complete, error);
}

/* Finishes the last turn of a setting in the folder, wherever it was
 * interrupted: its games, and the files that are written after them. */
static RunEnd finish_turn(Race *race, int i, Error *error) {
  char dir[PATH_MAX];
  if (!path_join(dir, race->plan.run.out, race->table.setting[i].name) ||
      result_kind(dir) != RESULT_RUN)
    return RUN_DONE;
  json_t *manifest = manifest_load(dir, RESULT_RUN, error);
  uint64_t games = made_number(manifest, "games");
  json_decref(manifest);
  return manifest ? play_turn(race, i, games / 2, error) : RUN_FAILED;
}

static RunEnd restore(Race *race, Error *error) {
  const char *out = race->plan.run.out;
  json_t *manifest = experiment_files_read(out, RESULT_RACE, NULL, NULL, error);
  Error why;
  bool good = manifest;
  if (good && (!made_may_continue(manifest, race->made, &why) ||
               !made_fits(manifest, race->made, MAY_DIFFER, &why)))
    good = error_set(error, "%.300s holds a different race: %.600s", out,
                     why.message);
  good = good &&
         manifest_expect_files(manifest, race->plan.run.sources, error) &&
         experiment_files_reopen(out, RESULT_RACE, race->made, error);
  json_decref(manifest);
  RunEnd end = good ? RUN_DONE : RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < race->table.count; i++)
    end = finish_turn(race, i, error);
  if (end == RUN_DONE && race->callbacks->resumed)
    race->callbacks->resumed(race->callbacks->context, race->found);
  return end;
}

static RunEnd play_in_folder(Race *race, Error *error) {
  RunEnd end = RUN_DONE;
  if (result_has_file(race->plan.run.out, result_manifest(RESULT_RACE)))
    end = restore(race, error);
  else if (!save_results(race, false, error))
    end = RUN_FAILED;
  if (end == RUN_DONE)
    end = race_run(&race->table, play_turn, race, error);
  return end == RUN_FAILED || save_results(race, end == RUN_DONE, error)
             ? end
             : RUN_FAILED;
}

RunEnd race_play(Race *race, const ExperimentCallbacks *callbacks,
                 Error *error) {
  const RunPlan *plan = &race->plan.run;
  race->callbacks = callbacks;
  if (!plan->out)
    return race_run(&race->table, play_turn, race, error);
  int lock = experiment_files_open(plan->out, RESULT_RACE, plan->resume, NULL,
                                   NULL, error);
  RunEnd end = lock < 0 ? RUN_FAILED : play_in_folder(race, error);
  if (lock >= 0)
    close(lock);
  return end;
}
