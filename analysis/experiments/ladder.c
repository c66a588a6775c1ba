#include "analysis/experiments/ladder.h"

#include "analysis/experiments/sweep.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/result_dir.h"
#include "analysis/metrics/summary.h"
#include "core/base/checked_file.h"
#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/game/spec.h"
#include "core/run/run_dir.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Runs are counted from 0: that between equals on the first level, then on each
 * further level that between equals and that against the level below. */
static int count_runs(const Ladder *l) {
  return 2 * l->levels - 1;
}

static int level_of(int run) {
  return (run + 1) / 2;
}

static bool is_against(int run) {
  return run > 0 && run % 2 == 0;
}

/* ---- names ---------------------------------------------------------------*/

/* "rounds=20", "rounds=20-10". */
enum { RUN_NAME = OPTION_TEXT + 32 };

static void name_run(const Ladder *l, int run, char name[RUN_NAME]) {
  const Level *level = &l->level[level_of(run)];
  int n =
      snprintf(name, RUN_NAME, "%.*s=%d", OPTION_TEXT, l->option, level->value);
  if (is_against(run))
    snprintf(name + n, (size_t)(RUN_NAME - n), "-%d", level[-1].value);
}

/* ---- what is doubled -----------------------------------------------------*/

static bool read_doubled(Ladder *l, Error *error) {
  const char *text = l->plan.doubled;
  size_t length = strcspn(text, "=");
  int64_t first;
  if (length == 0 || length >= sizeof l->option || !text[length] ||
      !number_in(text + length + 1, 1, INT_MAX, &first))
    return error_set(error,
                     "'%.60s' does not say what to double: write an option "
                     "and its first value, 1 or more, such as rounds=10",
                     text);
  snprintf(l->option, sizeof l->option, "%.*s", (int)length, text);
  l->level[0].value = (int)first;
  return true;
}

static bool check_levels(const Ladder *l, Error *error) {
  return (l->levels >= LEVELS_MIN && l->levels <= LEVELS_MAX) ||
         error_set(error, "a ladder has %d to %d levels, not %d", LEVELS_MIN,
                   LEVELS_MAX, l->levels);
}

/* Says what would fit, if anything does. */
static bool refuse_range(const Ladder *l, const Option *o, int64_t last,
                         Error *error) {
  char range[OPTION_TEXT];
  int64_t first = l->level[0].value, lowest = o->min > 1 ? o->min : 1;
  int64_t highest = o->max >> (l->levels - 1);
  int fit = 0;
  option_range(o, range);
  while (first >= o->min && first << fit <= o->max)
    fit++;
  error_set(error, "%s takes %s, and %d levels from %lld go up to %lld",
            o->name, range, l->levels, (long long)first, (long long)last);
  if (fit >= LEVELS_MIN)
    error_add(error, "take %d levels", fit);
  if (highest > lowest)
    error_add(error, "%sbegin with %lld to %lld",
              fit >= LEVELS_MIN ? "or " : "", (long long)lowest,
              (long long)highest);
  else if (highest == lowest)
    error_add(error, "%sbegin with %lld", fit >= LEVELS_MIN ? "or " : "",
              (long long)lowest);
  return false;
}

static bool check_option(const Ladder *l, const Bot *bot, Error *error) {
  const Option *o = options_find(bot->kind->options, l->option);
  int values[OPTIONS_MAX];
  char setting[OPTION_TEXT + 16];
  if (!o) { /* reading it gives the message */
    snprintf(setting, sizeof setting, "%s=1", l->option);
    return options_read(bot->kind->options, bot->spec, setting, values, error);
  }
  if (o->type != OPTION_INT)
    return error_set(error,
                     "%s is not a whole number and cannot be doubled: name an "
                     "option that sets how long the bot thinks",
                     o->name);
  int64_t last = (int64_t)l->level[0].value << (l->levels - 1);
  return (l->level[0].value >= o->min && last <= o->max) ||
         refuse_range(l, o, last, error);
}

/* The bot's spec on each level. */
static bool name_bots(Ladder *l, Error *error) {
  Spec spec;
  if (!spec_read(&spec, l->plan.bot, "bot", error))
    return false;
  for (int i = 0; i < l->levels; i++) {
    Level *level = &l->level[i];
    level->value = l->level[0].value << i;
    int n = snprintf(level->bot, sizeof level->bot, "%s%s%s=%d", l->plan.bot,
                     spec.options ? "," : ":", l->option, level->value);
    if (n >= (int)sizeof level->bot)
      return error_set(error, "the name of the bot is too long: %.60s…",
                       l->plan.bot);
  }
  return true;
}

/* ---- the game ------------------------------------------------------------*/

/* Bots change places by turning the table, so that must turn the teams, too. */
static bool check_sides(const Game *game, Error *error) {
  if (game->sides < 2)
    return error_set(error,
                     "%s is played by one side alone: a ladder takes two or "
                     "more",
                     game->spec);
  for (int seat = 0; seat < game->seats; seat++)
    if (game->side[seat] != seat % game->sides)
      return error_set(error,
                       "the teams of %s do not take turns: a ladder cannot "
                       "give each of them every place",
                       game->spec);
  return true;
}

static bool look_at_game(Ladder *l, Error *error) {
  Game *game = game_open(l->plan.run.game, error);
  if (!game)
    return false;
  memcpy(l->game, game->spec, sizeof l->game);
  l->seats = game->seats;
  l->sides = game->sides;
  Bot *bot =
      check_sides(game, error) ? bot_open(l->plan.bot, game, error) : NULL;
  bool good = bot && check_option(l, bot, error);
  if (bot)
    bot_close(bot);
  game_close(game);
  return good;
}

/* ---- runs ----------------------------------------------------------------*/

/* Room for what the plan of a run points to. */
typedef struct Room {
  char out[PATH_MAX];
  const char *bots[SEATS_MAX];
} Room;

static void seat_bots(const Ladder *l, int run, RunPlan *plan, Room *room) {
  const Level *level = &l->level[level_of(run)];
  uint64_t seats = (uint64_t)l->seats;
  plan->bots = room->bots;
  plan->bot_count = 1;
  plan->seating = SEATING_FIXED;
  room->bots[0] = level->bot;
  if (!is_against(run))
    return;
  plan->bot_count = l->seats;
  plan->seating = SEATING_ROTATED;
  plan->games = (plan->games + seats - 1) / seats * seats;
  for (int seat = 0; seat < l->seats; seat++)
    room->bots[seat] = seat % l->sides ? level[-1].bot : level->bot;
}

static bool open_run(const Ladder *l, int run, Room *room, Run *opened,
                     Error *error) {
  RunPlan plan = l->plan.run;
  char name[RUN_NAME];
  seat_bots(l, run, &plan, room);
  if (plan.out) {
    name_run(l, run, name);
    if (!path_join(room->out, plan.out, name))
      return error_set(error, "the folder's name is too long: %.100s…",
                       plan.out);
    plan.out = room->out;
  }
  return experiment_open(opened, &plan, error);
}

/* Every run, to see that it can be played, and how many games it has. */
static bool try_runs(Ladder *l, Error *error) {
  for (int i = 0; i < count_runs(l); i++) {
    Run run;
    Room room;
    Error why;
    char name[RUN_NAME];
    name_run(l, i, name);
    if (!open_run(l, i, &room, &run, &why))
      return error_set(error, "with %s: %.800s", name, why.message);
    memcpy(l->level[level_of(i)].bot, run.schedule.bot[0].spec, SPEC_TEXT);
    l->games += run.count;
    run_close(&run);
  }
  return true;
}

bool ladder_open(Ladder *l, const LadderPlan *plan, Error *error) {
  *l = (Ladder){.plan = *plan, .levels = plan->levels};
  if (!check_levels(l, error) || !read_doubled(l, error) ||
      !look_at_game(l, error) || !name_bots(l, error))
    return false;
  l->plan.run.sources = source_hashes_new(); /* the same files in all runs */
  if (!l->plan.run.sources)
    return error_set(error, "no memory for a ladder");
  if (try_runs(l, error))
    return true;
  ladder_close(l);
  return false;
}

void ladder_close(Ladder *l) {
  source_hashes_free(l->plan.run.sources);
  *l = (Ladder){.levels = 0};
}

/* ---- figures -------------------------------------------------------------*/

static void fill_equals(Level *level, const Run *run) {
  const Tally *t = &run->tally;
  level->games = t->games;
  for (int seat = 0; seat < run->schedule.seats; seat++)
    level->seat[seat] = summary_seat(t, seat);
  level->draws = summary_end(t, MATCH_DRAW);
  level->truncated = summary_end(t, MATCH_TRUNCATED);
  level->forfeits = summary_end(t, MATCH_FORFEIT);
  level->balance = balance_index(t);
  if (t->games)
    level->plies = summary_lengths(t).mean;
  level->complete = run->complete;
}

static void fill_against(Level *level, const Run *run) {
  const Tally *t = &run->tally;
  level->against = t->games;
  level->won = summary_bot(t, 0);
  level->drawn = summary_end(t, MATCH_DRAW);
  level->score = ladder_score(t, 0);
  level->against_complete = run->complete;
}

static void fill(Ladder *l, int i, const Run *run) {
  Level *level = &l->level[level_of(i)];
  l->seats = run->schedule.seats;
  l->sides = run->schedule.sides;
  if (is_against(i))
    fill_against(level, run);
  else
    fill_equals(level, run);
}

/* ---- the index -----------------------------------------------------------*/

/* Its columns before those of the seats. */
enum { AT_RUN, AT_LEVEL, AT_VALUE, AT_GAME, AT_BOT, COLUMNS_MIN };

static void add_header(Text *text, int seats) {
  text_word(text, "run,level,value,game,bot,games,complete");
  for (int seat = 1; seat <= seats; seat++) {
    char columns[96];
    snprintf(columns, sizeof columns, ",seat%d_rate,seat%d_low,seat%d_high",
             seat, seat, seat);
    text_word(text, columns);
  }
  text_word(text,
            ",draw_rate,truncated_rate,forfeit_rate,"
            "balance,balance_low,balance_high,plies_mean,plies_low,plies_high,"
            "below,against_games,won_rate,won_low,won_high,drawn_rate,"
            "score,score_low,score_high\n");
}

/* The fields are empty if there are no games. */
static void add_value(Text *text, uint64_t games, double value) {
  text_real_field(text, games ? value : NAN, 6);
}

static void add_estimate(Text *text, uint64_t games, Estimate e) {
  estimate_csv(text, games ? e : (Estimate){NAN, NAN, NAN, 0}, 6);
}

static void add_count(Text *text, uint64_t count) {
  text_char(text, ',');
  text_number(text, count);
}

static void add_equals(Text *text, const Level *level, int seats) {
  uint64_t games = level->games;
  for (int seat = 0; seat < seats; seat++)
    add_estimate(text, games, level->seat[seat]);
  add_value(text, games, level->draws.value);
  add_value(text, games, level->truncated.value);
  add_value(text, games, level->forfeits.value);
  add_estimate(text, games, level->balance);
  add_estimate(text, games, level->plies);
}

static void add_against(Text *text, const Level *level) {
  uint64_t games = level->against;
  add_count(text, (uint64_t)level[-1].value);
  add_count(text, games);
  add_estimate(text, games, level->won);
  add_value(text, games, level->drawn.value);
  add_estimate(text, games, level->score);
}

static void add_row(Text *text, const Ladder *l, int i) {
  const Level *level = &l->level[i];
  char name[RUN_NAME];
  name_run(l, i ? 2 * i - 1 : 0, name);
  text_quoted(text, name);
  add_count(text, (uint64_t)i + 1);
  add_count(text, (uint64_t)level->value);
  text_char(text, ',');
  text_quoted(text, l->game);
  text_char(text, ',');
  text_quoted(text, level->bot);
  add_count(text, level->games);
  bool complete = level->complete && (i == 0 || level->against_complete);
  text_word(text, complete ? ",true" : ",false");
  add_equals(text, level, l->seats);
  if (i > 0)
    add_against(text, level);
  else
    text_word(text, ",,,,,,,,,");
  text_char(text, '\n');
}

enum { ROW_ROOM = 6 * SPEC_TEXT + REAL_ROOM * (3 * SEATS_MAX + 20) };

static bool write_index(const Ladder *l, Error *error) {
  Text text = {NULL};
  char path[PATH_MAX];
  if (!l->plan.run.out)
    return true;
  path_join(path, l->plan.run.out, LADDER_INDEX);
  bool good = text_reserve(&text, ROW_ROOM);
  if (good)
    add_header(&text, l->seats);
  for (int i = 0; good && i < l->levels; i++) {
    good = text_reserve(&text, ROW_ROOM);
    if (good)
      add_row(&text, l, i);
  }
  good = good ? checked_file_replace(path, text.bytes, text.length, error)
              : error_set(error, "no memory to write %.600s", path);
  free(text.bytes);
  return good;
}

/* ---- reading -------------------------------------------------------------*/

/* The option and its value, from the name of a run, which is also that of a
 * folder. */
static bool take_name(Ladder *l, const char *name, Error *error) {
  Level *level = &l->level[l->levels];
  size_t length = strcspn(name, "=");
  int64_t value;
  if (!name[length] || length == 0 || length >= sizeof l->option ||
      name[0] == '.' || memchr(name, '/', length) ||
      !number_in(name + length + 1, 1, INT_MAX, &value))
    return error_set(
        error, "'%.60s' is not the name of a level, such as rounds=10", name);
  if (l->levels == 0)
    snprintf(l->option, sizeof l->option, "%.*s", (int)length, name);
  if (strlen(l->option) != length || memcmp(l->option, name, length) != 0 ||
      (l->levels > 0 && value != 2 * (int64_t)level[-1].value))
    return error_set(error, "'%.60s' is not twice the level before", name);
  level->value = (int)value;
  return true;
}

static bool take_level(void *context, const CsvRow *row, Error *error) {
  Ladder *l = context;
  const char *const *field = row->field;
  if (row->number == 0)
    return (row->count > COLUMNS_MIN && strcmp(field[AT_RUN], "run") == 0 &&
            strcmp(field[AT_LEVEL], "level") == 0) ||
           error_set(error, "this is not the index of a ladder");
  if (l->levels == LEVELS_MAX)
    return error_set(error, "these are more than %d levels", LEVELS_MAX);
  if (strlen(field[AT_GAME]) >= SPEC_TEXT || strlen(field[AT_BOT]) >= SPEC_TEXT)
    return error_set(error, "the name of a game or bot is too long");
  if (!take_name(l, field[AT_RUN], error))
    return false;
  strcpy(l->game, field[AT_GAME]);
  strcpy(l->level[l->levels++].bot, field[AT_BOT]);
  return true;
}

static bool read_run(Ladder *l, int i, Error *error) {
  Run run;
  char name[RUN_NAME], dir[PATH_MAX];
  name_run(l, i, name);
  if (!path_join(dir, l->plan.run.out, name) || result_kind(dir) != RESULT_RUN)
    return true; /* not played yet */
  if (!run_read(&run, dir, NULL, NULL, error))
    return false;
  fill(l, i, &run);
  l->games += run.count;
  run_close(&run);
  return true;
}

bool ladder_read(Ladder *l, const char *dir, Error *error) {
  char path[PATH_MAX];
  *l = (Ladder){.plan = {.run = {.out = dir}}};
  path_join(path, dir, LADDER_INDEX);
  if (!csv_read(path, take_level, l, error))
    return false;
  if (l->levels == 0)
    return error_set(error, "%.600s names no levels", path);
  for (int i = 0; i < count_runs(l); i++)
    if (!read_run(l, i, error))
      return false;
  return true;
}

/* ---- playing -------------------------------------------------------------*/

/* Takes over what a ladder that is resumed has, so that the index never knows
 * less than before. */
static bool restore(Ladder *l, Error *error) {
  Ladder old;
  const char *out = l->plan.run.out;
  if (!ladder_read(&old, out, error))
    return false;
  if (strcmp(old.game, l->game) != 0 || strcmp(old.option, l->option) != 0 ||
      old.level[0].value != l->level[0].value ||
      strcmp(old.level[0].bot, l->level[0].bot) != 0)
    return error_set(error,
                     "%.300s holds another ladder: %.200s on %.200s, %s "
                     "doubled from %d",
                     out, old.level[0].bot, old.game, old.option,
                     old.level[0].value);
  if (old.levels > l->levels)
    return error_set(error,
                     "%.600s holds a ladder of %d levels: take as many "
                     "or more",
                     out, old.levels);
  for (int i = 0; i < old.levels; i++) {
    memcpy(old.level[i].bot, l->level[i].bot, SPEC_TEXT); /* we know better */
    l->level[i] = old.level[i];
  }
  return true;
}

static bool prepare(Ladder *l, Error *error) {
  const char *out = l->plan.run.out;
  if (!out)
    return true;
  ResultKind kind = result_kind(out);
  if (kind == RESULT_RUN || kind == RESULT_SWEEP)
    return error_set(error,
                     "%.600s holds a %s, not a ladder: choose another folder",
                     out, kind == RESULT_SWEEP ? "sweep" : "run");
  if (kind != RESULT_LADDER)
    return run_dir_make(out, error) && write_index(l, error);
  return l->plan.run.resume
             ? restore(l, error)
             : error_set(error,
                         "%.600s already holds a ladder: choose another "
                         "folder, or go on with it with --resume",
                         out);
}

static RunEnd play_run(Ladder *l, int i, const ExperimentCallbacks *callbacks,
                       void (*next)(void *, const Run *), void *context,
                       Error *error) {
  Run run;
  Room room;
  if (!open_run(l, i, &room, &run, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, callbacks, error);
  if (end != RUN_FAILED) {
    fill(l, i, &run);
    if (!write_index(l, error))
      end = RUN_FAILED;
  }
  if (next)
    next(context, &run);
  run_close(&run);
  return end;
}

RunEnd ladder_play(Ladder *l, const ExperimentCallbacks *callbacks,
                   void (*next)(void *, const Run *), void *context,
                   Error *error) {
  RunEnd end = prepare(l, error) ? RUN_DONE : RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < count_runs(l); i++)
    end = play_run(l, i, callbacks, next, context, error);
  return end;
}
