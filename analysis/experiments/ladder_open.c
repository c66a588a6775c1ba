/* Opening a ladder: the option to double, the bots of all levels, and their
 * runs. */
#include "analysis/experiments/ladder_internal.h"

#include "core/base/number.h"
#include "core/game/spec.h"
#include "core/run/made.h"
#include "core/run/run_dir.h"

/* ---- the doubled option --------------------------------------------------*/

/* The first level that has it. */
static int ladder_first(const Ladder *l) {
  return l->plan.below ? 1 : 0;
}

static bool read_doubled(Ladder *l, Error *error) {
  const char *text = l->plan.doubled;
  size_t length = strcspn(text, "=");
  int64_t first;
  if (length == 0 || length >= sizeof l->option || !text[length] ||
      !number_short_in_range(text + length + 1, 1, INT_MAX, &first))
    return error_set(error,
                     "'%.60s' does not say what to double: write an option "
                     "and its first value, 1 or more, such as rounds=10",
                     text);
  snprintf(l->option, sizeof l->option, "%.*s", (int)length, text);
  l->level[ladder_first(l)].value = (int)first;
  return true;
}

/* Suggests fewer levels or a lower first value, where that would fit. */
static bool refuse_range(const Ladder *l, const Option *o, int64_t last,
                         Error *error) {
  char range[OPTION_TEXT];
  int64_t first = l->level[ladder_first(l)].value,
          lowest = o->min > 1 ? o->min : 1;
  int levels = l->plan.levels;
  int64_t highest = o->max >> (levels - 1);
  int fit = 0;
  option_range(o, range);
  while (first >= o->min && first << fit <= o->max)
    fit++;
  error_set(error, "%s takes %s, but %d levels from %lld go up to %lld",
            o->name, range, levels, (long long)first, (long long)last);
  if (fit >= LEVELS_MIN)
    error_add(error, "use %d levels", fit);
  if (highest > lowest)
    error_add(error, "%sstart with %lld to %lld",
              fit >= LEVELS_MIN ? "or " : "", (long long)lowest,
              (long long)highest);
  else if (highest == lowest)
    error_add(error, "%sstart with %lld", fit >= LEVELS_MIN ? "or " : "",
              (long long)lowest);
  return false;
}

static bool check_option(const Ladder *l, const Bot *bot, Error *error) {
  const Option *o = options_find(bot->kind->options, l->option);
  int values[OPTIONS_MAX];
  char setting[OPTION_TEXT + 16];
  if (!o) { /* options_read writes the error message */
    snprintf(setting, sizeof setting, "%s=1", l->option);
    return options_read(bot->kind->options, bot->spec, setting, values, error);
  }
  if (o->type != OPTION_INT)
    return error_set(error,
                     "%s is not an integer option and cannot be doubled: name "
                     "an option that sets how long the bot thinks",
                     o->name);
  int64_t first = l->level[ladder_first(l)].value;
  int64_t last = first << (l->plan.levels - 1);
  return (first >= o->min && last <= o->max) || refuse_range(l, o, last, error);
}

/* Writes the bot's spec of each level. */
static bool set_bots(Ladder *l, Error *error) {
  int first = ladder_first(l);
  bool good = true;
  for (int i = 0; good && i < l->plan.levels; i++) {
    Level *level = &l->level[first + i];
    char option[OPTION_TEXT + 16];
    level->value = l->level[first].value << i;
    snprintf(option, sizeof option, "%.60s=%d", l->option, level->value);
    good = spec_add_option(l->plan.bot, option, level->bot, error);
  }
  if (l->plan.below)
    snprintf(l->level[0].bot, SPEC_TEXT, "%s", l->plan.below);
  if (l->plan.above)
    snprintf(l->level[l->levels - 1].bot, SPEC_TEXT, "%s", l->plan.above);
  return good;
}

/* ---- the game ------------------------------------------------------------*/

/* Rotating the seats gives each bot every seat. In a team game that only gives
 * each bot a whole team if the teams alternate around the table. */
static bool check_sides(const Game *game, Error *error) {
  if (game->sides < 2)
    return error_set(error,
                     "%s has only one side, whose bots do not play against "
                     "each other: simulate it with each bot, and compare the "
                     "runs",
                     game->spec);
  for (int seat = 0; seat < game->seats; seat++)
    if (game->side[seat] != seat % game->sides)
      return error_set(error,
                       "the teams of %s do not alternate around the table, so "
                       "a ladder cannot give each team every seat",
                       game->spec);
  return true;
}

static bool check_game(Ladder *l, Error *error) {
  Game *game = game_open(l->plan.run.game, error);
  if (!game)
    return false;
  memcpy(l->game, game->spec, sizeof l->game);
  l->seats = game->seats;
  l->sides = game->sides;
  Bot *bot =
      check_sides(game, error) ? bot_open(l->plan.bot, game, error) : NULL;
  bool good = bot && check_option(l, bot, error);
  if (bot) {
    memcpy(l->bot, bot->spec, sizeof l->bot);
    bot_close(bot);
  }
  game_close(game);
  return good;
}

/* ---- runs ----------------------------------------------------------------*/

static const char *fixed_name(int level) {
  return level ? LADDER_ABOVE : LADDER_BELOW;
}

Phrase ladder_run_name(const Ladder *l, int run) {
  int i = ladder_run_level(run);
  const Level *level = &l->level[i];
  Phrase name = level->value ? phrase("%s=%d", l->option, level->value)
                             : phrase("%s", fixed_name(i));
  if (ladder_run_is_against(run) && level[-1].value)
    phrase_add(&name, "-%d", level[-1].value);
  else if (ladder_run_is_against(run))
    phrase_add(&name, "-%s", fixed_name(i - 1));
  return name;
}

Phrase ladder_level_name(const Ladder *l, int level) {
  return l->level[level].value
             ? phrase("%s=%d", l->option, l->level[level].value)
             : phrase("%.200s", l->level[level].bot);
}

bool ladder_is_mixed(const Ladder *l) {
  return !l->level[0].value || !l->level[l->levels - 1].value;
}

uint64_t ladder_seed(uint64_t seed, int run) {
  Rng rng;
  rng_seed(&rng, seed, (uint64_t)run);
  return rng_next(&rng) >> 32;
}

static void seat_bots(const Ladder *l, int run, RunPlan *plan,
                      LadderRunTexts *texts) {
  const Level *level = &l->level[ladder_run_level(run)];
  uint64_t seats = (uint64_t)l->seats;
  plan->bots = texts->bots;
  plan->bot_count = 1;
  plan->seating = SEATING_FIXED;
  texts->bots[0] = level->bot;
  if (!ladder_run_is_against(run))
    return;
  plan->bot_count = l->seats;
  plan->seating = SEATING_ROTATED;
  plan->games = (plan->games + seats - 1) / seats * seats;
  for (int seat = 0; seat < l->seats; seat++)
    texts->bots[seat] = seat % l->sides ? level[-1].bot : level->bot;
}

bool ladder_open_run(const Ladder *l, int run, LadderRunTexts *texts,
                     Run *opened, Error *error) {
  RunPlan plan = l->plan.run;
  plan.seed = ladder_seed(plan.seed, run);
  seat_bots(l, run, &plan, texts);
  if (plan.out) {
    if (!path_join(texts->out, plan.out, ladder_run_name(l, run).text))
      return error_set(error, "the folder's name is too long: %.100s…",
                       plan.out);
    plan.out = texts->out;
  }
  return experiment_open(opened, &plan, error);
}

static void note_made(Ladder *l, const Run *run) {
  char first[OPTION_TEXT + 16];
  snprintf(first, sizeof first, "%s=%d", l->option,
           l->level[ladder_first(l)].value);
  l->made = made_begin("ladder", run->game, run->sources);
  made_add(l->made, "bot", l->bot);
  made_add(l->made, "double", first);
  made_add_number(l->made, "levels", (uint64_t)l->plan.levels);
  made_add(l->made, "below", l->plan.below);
  made_add(l->made, "above", l->plan.above);
  made_add_number(l->made, "games", l->plan.run.games);
  made_add_plan(l->made, &l->plan.run, run->own_limit);
}

/* Opens every run once to check that it can be played, and counts the games. */
static bool try_runs(Ladder *l, Error *error) {
  for (int i = 0; i < ladder_runs(l); i++) {
    Run run;
    LadderRunTexts texts;
    Error why;
    if (!ladder_open_run(l, i, &texts, &run, &why))
      return error_set(error, "the run %s of the ladder: %.800s",
                       ladder_run_name(l, i).text, why.message);
    if (i == 0)
      note_made(l, &run);
    memcpy(l->level[ladder_run_level(i)].bot, run.schedule.bot[0].spec,
           SPEC_TEXT);
    l->games += run.count;
    run_close(&run);
  }
  return true;
}

bool ladder_open(Ladder *l, const LadderPlan *plan, Error *error) {
  *l = (Ladder){.plan = *plan, .levels = plan->levels};
  if (l->levels < LEVELS_MIN || l->levels > LEVELS_MAX)
    return error_set(error, "a ladder has %d to %d levels, not %d", LEVELS_MIN,
                     LEVELS_MAX, l->levels);
  l->levels += (plan->below != NULL) + (plan->above != NULL);
  if (!read_doubled(l, error) || !check_game(l, error) || !set_bots(l, error))
    return false;
  l->plan.run.sources = source_hashes_new(); /* shared by all runs */
  if (try_runs(l, error))
    return true;
  ladder_close(l);
  return false;
}

void ladder_close(Ladder *l) {
  source_hashes_free(l->plan.run.sources);
  json_decref(l->made);
  *l = (Ladder){.levels = 0};
}
