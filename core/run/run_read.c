/* Reading a run from its folder: restores it from the manifest and counts its
 * games. Neither the game nor the bots are opened, so their files need not
 * exist any more. */
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "core/run/run_dir.h"

/* ---- from the manifest ---------------------------------------------------*/

static int find_seating(const char *name) {
  for (int i = 0; i < SEATING_COUNT; i++)
    if (strcmp(name, seating_names[i]) == 0)
      return i;
  return -1;
}

/* Restores the side of each seat. Sides are numbered from 1 without gaps. */
static bool restore_sides(json_t *list, Schedule *s) {
  size_t seats = json_array_size(list);
  unsigned seen = 0;
  if (seats < 1 || seats > SEATS_MAX)
    return false;
  for (size_t seat = 0; seat < seats; seat++) {
    json_int_t side = json_integer_value(json_array_get(list, seat));
    if (side < 1 || side > (json_int_t)seats)
      return false;
    s->side[seat] = (uint8_t)(side - 1);
    seen |= 1u << (side - 1);
  }
  s->seats = (int)seats;
  s->sides = __builtin_popcount(seen);
  return (seen & (seen + 1)) == 0;
}

/* Restores the keys of the parts of moves, which name columns. */
static bool restore_parts(json_t *list, Schedule *s) {
  size_t count = json_array_size(list);
  bool good = json_is_array(list) && count <= PART_KEYS_MAX;
  for (size_t i = 0; good && i < count; i++) {
    const char *key = json_string_value(json_array_get(list, i));
    good = key && snprintf(s->part[i], sizeof s->part[i], "%s", key) <
                      (int)sizeof s->part[i];
  }
  s->parts = (int)count;
  return good;
}

static int restore_texts(json_t *list, const char *texts[]) {
  size_t count = json_array_size(list);
  for (size_t i = 0; count <= BOTS_MAX && i < count; i++)
    if (!(texts[i] = json_string_value(json_array_get(list, i))))
      return 0;
  return count <= BOTS_MAX ? (int)count : 0;
}

static bool restore_text(const char *from, char *to, size_t size) {
  snprintf(to, size, "%s", from);
  return strlen(from) < size;
}

static bool restore_numbers(const Manifest *m, Run *run, json_int_t seed,
                            json_int_t max_plies) {
  RunPlan *p = &run->plan;
  p->seed = (uint64_t)seed;
  p->games = run->total = m->games;
  p->max_plies = (int)max_plies;
  p->shard = m->shard;
  p->shards = m->shards;
  run->first = m->first;
  run->count = m->count;
  run->complete = m->progress.complete;
  return seed >= 0 && max_plies >= 1 && max_plies <= PLIES_MAX &&
         m->games <= GAMES_IN_RUN_MAX && m->first <= m->games &&
         m->count <= m->games - m->first;
}

/* What programs among the bots have said of themselves. */
static void restore_programs(const json_t *programs, Schedule *s) {
  for (int i = 0; i < s->bots; i++) {
    Entrant *bot = &s->bot[i];
    const json_t *about = json_object_get(programs, bot->spec);
    const char *name = json_string_value(json_object_get(about, "name"));
    bot->is_program = name;
    if (name)
      snprintf(bot->program, sizeof bot->program, "%s", name);
    if (name)
      bot->timed = !json_is_true(json_object_get(about, "deterministic"));
  }
}

/* The games of a collected run, and who played them. */
static bool restore_given(Run *run, const json_t *list, Error *error) {
  GivenGames given = {NULL};
  return given_read(&given, list, run->schedule.seats) &&
         schedule_give(&run->schedule, NULL, &given, error) &&
         run->schedule.given.count == run->total;
}

static bool restore_schedule(Run *run, json_t *sides, json_t *full,
                             json_t *short_names, const json_t *given,
                             Error *error) {
  const char *full_specs[BOTS_MAX], *specs[BOTS_MAX];
  int count = restore_texts(full, full_specs);
  run->schedule.paired = run->plan.pairs;
  run->schedule.opening = run->plan.opening;
  if (run->plan.seating == SEATING_COLLECTED)
    return restore_sides(sides, &run->schedule) &&
           restore_given(run, given, error);
  return restore_sides(sides, &run->schedule) && count > 0 &&
         restore_texts(short_names, specs) == count &&
         schedule_restore(&run->schedule, run->plan.seating, specs, full_specs,
                          count, error);
}

static bool restore(const Manifest *m, Run *run, Error *error) {
  const char *game, *name, *seating, *until, *limits;
  json_int_t seed, max_plies, opening;
  int moves, pairs;
  json_t *sides, *bots, *names, *parts;
  if (json_unpack(m->json,
                  "{s:s, s:o, s:o, s:o, s:{s:s, s:o}, s:s, s:b, s:I, s:I, s:I, "
                  "s:b, s:s, s:s}",
                  "game", &game, "parts", &parts, "sides", &sides, "bots",
                  &bots, "names", "game", &name, "bots", &names, "seating",
                  &seating, "pairs", &pairs, "opening", &opening, "seed", &seed,
                  "max_plies", &max_plies, "moves", &moves, "until", &until,
                  "limits", &limits) != 0 ||
      find_seating(seating) < 0 || opening < 0 || opening > OPENING_MAX)
    return false;
  run->schedule.evaluates =
      json_is_true(json_object_get(m->json, "evaluation"));
  run->schedule.has_score = json_is_true(json_object_get(m->json, "scores"));
  run->schedule.has_places = json_is_true(json_object_get(m->json, "places"));
  run->schedule.has_chance = json_is_true(json_object_get(m->json, "chance"));
  run->own_limit = json_is_true(json_object_get(m->json, "own_limit"));
  run->timed = json_is_false(json_object_get(m->json, "reproducible"));
  run->refused = json_incref(json_object_get(m->json, "refused"));
  run->plan = (RunPlan){.game = run->schedule.full_game,
                        .seating = (Seating)find_seating(seating),
                        .pairs = pairs,
                        .opening = (int)opening,
                        .moves = moves,
                        .until = until[0] ? run->until : NULL,
                        .limits = run->limits};
  return (run->made = made_copy(m->json)) &&
         restore_numbers(m, run, seed, max_plies) &&
         restore_text(game, run->schedule.full_game,
                      sizeof run->schedule.full_game) &&
         restore_text(name, run->schedule.game, sizeof run->schedule.game) &&
         restore_text(until, run->until, sizeof run->until) &&
         restore_text(limits, run->limits, sizeof run->limits) &&
         restore_parts(parts, &run->schedule) &&
         restore_schedule(run, sides, bots, names,
                          json_object_get(m->json, "collected"), error) &&
         (restore_programs(json_object_get(m->json, "programs"),
                           &run->schedule),
          true);
}

bool manifest_restore(const Manifest *m, Run *run, Error *error) {
  Error why = {0};
  *run = (Run){.game = NULL};
  run->sources = source_hashes_new();
  if (restore(m, run, &why) &&
      tally_make(&run->tally, &run->schedule, run->plan.max_plies, &why) &&
      manifest_restore_raised(m, run))
    return true;
  run_close(run);
  return error_set(error, "run.json is not the manifest of a run%s%s",
                   error_is_set(&why) ? ": " : "", why.message);
}

/* ---- from the rows -------------------------------------------------------*/

/* Reads games.csv into a tally. */
typedef struct Reading {
  Run *run;
  const SetAside *aside; /* or NULL */
  RunGameCallback *take;
  void *context;
  CsvReader *rows;
  uint64_t bytes; /* read so far */
  bool bad_row;   /* the last bytes held a row that was refused */
} Reading;

static bool take_bytes(void *context, const char *bytes, size_t length,
                       Error *error) {
  Reading *r = context;
  r->bytes += length;
  r->bad_row = !csv_reader_feed(r->rows, bytes, length, error);
  return !r->bad_row;
}

/* The file of a complete run ends where the manifest says. A file that is still
 * being written, or was when the process was killed, continues beyond that. */
static bool read_rows(Reading *r, const char *path, const RunProgress *p,
                      Error *error) {
  if (checked_file_read(path, p->games, p->complete, take_bytes, r, error))
    return csv_reader_finish(r->rows, error);
  if (r->bad_row || r->bytes == 0 || r->bytes == p->games.bytes)
    return false; /* the message says it all */
  return error_add(error, "its last whole line is %zu",
                   csv_reader_line(r->rows) - 1);
}

static bool read_games(Reading *r, const char *dir, const RunProgress *p,
                       Error *error) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/games.csv", dir);
  if (p->games.bytes == 0)
    return true; /* killed before its first checkpoint */
  r->run->plan.take = r->take;
  r->run->plan.take_context = r->context;
  r->rows = csv_reader_new(path, run_dir_count_row, r->run);
  bool good = read_rows(r, path, p, error);
  csv_reader_free(r->rows);
  r->run->plan.take = NULL;
  return good && run_dir_has_games(r->run, path, p->played, error);
}

static bool has_games_left(const Run *run, const char *dir, Error *error) {
  return run->left_out == 0 || run->tally.games > 0 ||
         error_set(
             error, "%.300s: none of its games replays; game %llu: %.600s", dir,
             (unsigned long long)run->aside.game[0], run->aside.why.message);
}

static bool read_run(const Manifest *m, Reading *r, const char *dir,
                     Error *error) {
  Error why;
  if (!manifest_restore(m, r->run, &why))
    return error_set(error, "%.400s/%.600s", dir, why.message);
  r->run->plan.out = dir;
  r->run->moves_csv = m->progress.moves;
  if (r->aside)
    set_aside_copy(&r->run->aside, r->aside);
  if (read_games(r, dir, &m->progress, error) &&
      has_games_left(r->run, dir, error) &&
      manifest_expect_files(m->json, r->run->sources, error) &&
      manifest_supply_definitions(m, r->run->sources, error))
    return true;
  run_close(r->run);
  return false;
}

bool run_read(Run *run, const char *dir, RunGameCallback *take, void *context,
              Error *error) {
  return run_read_without(run, dir, NULL, take, context, error);
}

bool run_read_without(Run *run, const char *dir, const SetAside *aside,
                      RunGameCallback *take, void *context, Error *error) {
  Manifest m;
  Reading reading = {
      .run = run, .aside = aside, .take = take, .context = context};
  if (!manifest_read(&m, dir, error))
    return false;
  bool good = read_run(&m, &reading, dir, error);
  manifest_free(&m);
  return good;
}
