#include "core/run/manifest.h"

#include "core/base/sealed_file.h"
#include "core/base/utf8.h"
#include "core/run/made.h"
#include "core/run/run_dir.h"
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- of every kind -------------------------------------------------------*/

/* Whether a text is a name that can be shown. */
static bool is_name(const json_t *name) {
  return json_string_length(name) > 0 &&
         json_string_length(name) < GAME_TITLE &&
         utf8_is_printable(json_string_value(name));
}

/* Earlier versions did not say how results were made, and wrote other columns.
 */
static bool check_manifest(const json_t *json, ResultKind kind,
                           const char *path, Error *error) {
  static const char *const NAMES[] = {"boardlab", "commit", "title"};
  const char *what = result_name(kind);
  if (!json_is_array(json_object_get(json, "arguments")))
    return error_set(error,
                     "%.600s does not say how the %s was made: an earlier "
                     "version of boardlab wrote it; play it again in another "
                     "folder",
                     path, what);
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!is_name(json_object_get(json, NAMES[i])))
      return error_set(error,
                       "%.600s is not the manifest of a %s: its '%s' is not a "
                       "name",
                       path, what, NAMES[i]);
  return true;
}

json_t *manifest_load(const char *dir, ResultKind kind, Error *error) {
  char path[PATH_MAX];
  json_error_t why;
  Text text;
  if (!path_join(path, dir, result_manifest(kind))) {
    error_set(error, "the folder's name is too long: %.100s…", dir);
    return NULL;
  }
  if (!sealed_file_read(path, &text, error))
    return NULL;
  json_t *json =
      json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, &why);
  free(text.bytes);
  json_object_del(json, "xxh64"); /* of the file, already checked */
  if (!json)
    error_set(error, "%.600s, line %d: %s: the file is damaged", path, why.line,
              why.text);
  else if (check_manifest(json, kind, path, error))
    return json;
  json_decref(json);
  return NULL;
}

bool manifest_store(const char *dir, ResultKind kind, const json_t *json,
                    Error *error) {
  char path[PATH_MAX];
  char *text = path_join(path, dir, result_manifest(kind)) && json
                   ? json_dumps(json, JSON_INDENT(2))
                   : NULL;
  bool good = text ? sealed_file_write(path, text, strlen(text), error)
                   : error_set(error, "out of memory (%.600s)", path);
  free(text);
  return good;
}

/* ---- of runs -------------------------------------------------------------*/

/* The keys that identify a run, besides those that name the build. The others
 * say which shard was played, and how far. */
static const char *const IDENTITY[] = {
    "game", "parts",     "sides", "bots",  "seating", "pairs", "opening",
    "seed", "max_plies", "moves", "until", "limits",  "games", NULL};

static json_t *bots_json(const Run *run, bool full) {
  const Schedule *s = &run->schedule;
  json_t *list = json_array();
  bool every = run->plan.seating >= SEATING_EVERY;
  for (int i = 0; i < (every ? s->bots : s->seats); i++) {
    int bot = every ? i : schedule_bots(s, 0)[i];
    json_array_append_new(
        list, json_string(full ? s->bot[bot].full : s->bot[bot].spec));
  }
  return list;
}

static void add_file(void *context, const SourceHash *source) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)source->hash);
  json_object_set_new(context, source->name, json_string(hash));
}

static void add_definition(void *context, const SourceHash *source) {
  if (source->text)
    json_object_set_new(context, source->name, json_string(source->text));
}

bool manifest_add_files(json_t *json, SourceHashes *sources) {
  json_t *files = json_object(), *definitions = json_object();
  if (files && definitions) {
    source_hashes_each(sources, add_file, files);
    source_hashes_each(sources, add_definition, definitions);
  }
  bool any = json_object_size(definitions) > 0;
  bool good = definitions && json_object_set_new(json, "files", files) == 0;
  good =
      good && (!any || json_object_set(json, "definitions", definitions) == 0);
  json_decref(definitions);
  return good;
}

json_t *manifest_checkpoint(Checkpoint checkpoint) {
  char checksum[20];
  snprintf(checksum, sizeof checksum, "%016llx",
           (unsigned long long)checkpoint.checksum);
  return json_pack("{s:I, s:s}", "bytes", (json_int_t)checkpoint.bytes,
                   "checksum", checksum);
}

static json_t *sides_json(const Schedule *s) {
  json_t *list = json_array();
  for (int seat = 0; seat < s->seats; seat++)
    json_array_append_new(list, json_integer(s->side[seat] + 1));
  return list;
}

static json_t *parts_json(const Schedule *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->parts; i++)
    json_array_append_new(list, json_string(s->part[i]));
  return list;
}

/* The names are the shortest specs, as in the CSV files. */
static json_t *run_json(const Run *run) {
  return json_pack(
      "{s:s, s:o, s:o, s:o, s:{s:s, s:o}, s:s, s:b, s:i, s:I, s:I, s:i, s:b, "
      "s:b, s:s, "
      "s:s}",
      "game", run->schedule.full_game, "parts", parts_json(&run->schedule),
      "sides", sides_json(&run->schedule), "bots", bots_json(run, true),
      "names", "game", run->schedule.game, "bots", bots_json(run, false),
      "seating", seating_names[run->plan.seating], "pairs", run->plan.pairs,
      "opening", run->plan.opening, "seed", (json_int_t)run->plan.seed, "games",
      (json_int_t)run->total, "max_plies", run->plan.max_plies, "own_limit",
      run->own_limit, "moves", run->plan.moves, "until", run->until, "limits",
      run->limits);
}

/* What the programs among the bots say of themselves; NULL if there are none.
 */
static json_t *programs_json(const Schedule *s) {
  json_t *programs = NULL;
  for (int i = 0; i < s->bots; i++) {
    const Entrant *bot = &s->bot[i];
    if (bot->is_program && !programs)
      programs = json_object();
    if (bot->is_program)
      json_object_set_new(programs, bot->spec,
                          json_pack("{s:s, s:b}", "name", bot->program,
                                    "deterministic", !bot->timed));
  }
  return programs;
}

static json_t *manifest_json(const Run *run, const RunProgress *p) {
  json_t *json = json_copy(run->made);
  if (json_object_update_new(json, run_json(run)) != 0) {
    json_decref(json);
    return NULL;
  }
  if (run->schedule.has_score)
    json_object_set_new(json, "scores", json_true());
  if (run->schedule.has_places)
    json_object_set_new(json, "places", json_true());
  if (run->schedule.evaluates)
    json_object_set_new(json, "evaluation", json_true());
  if (run->schedule.has_chance)
    json_object_set_new(json, "chance", json_true());
  if (schedule_is_collected(&run->schedule))
    json_object_set_new(json, "collected",
                        given_json(&run->schedule.given, run->schedule.seats));
  if (run->refused)
    json_object_set(json, "refused", run->refused);
  if (run->raised)
    json_object_set(json, "raised", run->raised);
  json_t *programs = programs_json(&run->schedule);
  if (programs)
    json_object_set_new(json, "programs", programs);
  if (!manifest_add_files(json, run->sources)) {
    json_decref(json);
    return NULL;
  }
  json_object_set_new(json, "reproducible", json_boolean(!run->timed));
  json_object_set_new(json, "played", json_integer((json_int_t)p->played));
  json_object_set_new(json, "complete", json_boolean(p->complete));
  json_object_set_new(json, "csv",
                      json_pack("{s:o, s:o}", "games.csv",
                                manifest_checkpoint(p->games), "moves.csv",
                                manifest_checkpoint(p->moves)));
  return json;
}

bool manifest_write(const Run *run, const char *dir, const RunProgress *p,
                    Error *error) {
  json_t *json = manifest_json(run, p);
  bool good = manifest_store(dir, RESULT_RUN, json, error);
  json_decref(json);
  return good;
}

/* ---- reading -------------------------------------------------------------*/

static bool read_checkpoint(json_t *csv, const char *name,
                            Checkpoint *checkpoint) {
  json_t *file = json_object_get(csv, name);
  const char *hash = json_string_value(json_object_get(file, "checksum"));
  json_int_t bytes = json_integer_value(json_object_get(file, "bytes"));
  char *end = NULL;
  *checkpoint =
      (Checkpoint){(uint64_t)bytes, hash ? strtoull(hash, &end, 16) : 0};
  return bytes >= 0 && hash && strlen(hash) == 16 && !*end;
}

static bool read_progress(Manifest *m) {
  json_int_t part, of, first, count, games, played;
  int complete;
  json_t *csv, *files;
  m->until = "";
  if (json_unpack(
          m->json, "{s:{s:I, s:I, s:I, s:I}, s:I, s:I, s:b, s:o, s:o, s?s}",
          "shard", "part", &part, "of", &of, "first", &first, "games", &count,
          "games", &games, "played", &played, "complete", &complete, "csv",
          &csv, "files", &files, "until", &m->until) != 0)
    return false;
  if (of < 1 || of > SHARDS_MAX || part < 1 || part > of || games < 0 ||
      first < 0 || count < 0 || played < 0 || played > count ||
      !json_is_object(files))
    return false;
  m->shard = (int)part;
  m->shards = (int)of;
  m->games = (uint64_t)games;
  m->first = (uint64_t)first;
  m->count = (uint64_t)count;
  m->progress.played = (uint64_t)played;
  m->progress.complete = complete;
  return read_checkpoint(csv, "games.csv", &m->progress.games) &&
         read_checkpoint(csv, "moves.csv", &m->progress.moves) &&
         (played == 0 || m->progress.games.bytes > 0);
}

/* Says why a folder is not that of a run: `why` is why its run.json cannot be
 * read. People also name the folder that holds the folders of their runs. */
static bool refuse_folder(const char *dir, int why, Error *error) {
  char pattern[PATH_MAX];
  glob_t runs;
  error_set(error, "%.600s is not the folder of a run: %s", dir,
            why != ENOENT            ? strerror(why)
            : access(dir, F_OK) != 0 ? "it does not exist"
                                     : "there is no run.json in it");
  snprintf(pattern, sizeof pattern, "%s/*/run.json", dir);
  if (why == ENOENT && glob(pattern, 0, NULL, &runs) == 0) {
    const char *first = runs.gl_pathv[0];
    error_add(error, "it holds folders of runs, such as %.*s",
              (int)(strrchr(first, '/') - first), first);
    globfree(&runs);
  }
  return false;
}

bool manifest_read(Manifest *m, const char *dir, Error *error) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/run.json", dir);
  *m = (Manifest){.json = NULL};
  struct stat about;
  if (!*dir)
    return error_set(error, "the folder name is empty: name the folder of a "
                            "run, as simulate --out writes it");
  if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
    return error_set(error, "%.600s is not a file", path);
  if (access(path, R_OK) != 0)
    return refuse_folder(dir, errno, error);
  m->json = manifest_load(dir, RESULT_RUN, error);
  if (!m->json || read_progress(m))
    return m->json;
  manifest_free(m);
  return error_set(error, "%.600s is not the manifest of a run", path);
}

void manifest_free(Manifest *m) {
  json_decref(m->json);
  m->json = NULL;
}

/* ---- more games ----------------------------------------------------------*/

static bool add_raised(Run *run, json_t *before) {
  const char *until = json_string_value(json_object_get(before, "until"));
  size_t length = until ? strlen(until) : 0;
  if (!run->raised)
    run->raised = json_array();
  if (length && length < sizeof run->dropped)
    memcpy(run->dropped, until, length + 1);
  run->tally.raised++;
  json_array_append(run->raised, before);
  return length < sizeof run->dropped;
}

bool manifest_restore_raised(const Manifest *m, Run *run) {
  json_t *list = json_object_get(m->json, "raised"), *before;
  size_t i;
  bool good = !list || (json_is_array(list) && json_array_size(list));
  json_array_foreach(list, i, before) good =
      good && json_is_integer(json_object_get(before, "games")) &&
      add_raised(run, before);
  return good;
}

/* Whether the run has no more games than when it was last given more: it was
 * killed before it had any. */
static bool is_recorded(const Run *run) {
  size_t count = json_array_size(run->raised);
  json_t *last = count ? json_array_get(run->raised, count - 1) : NULL;
  return last && json_integer_value(json_object_get(last, "games")) ==
                     (json_int_t)run->tally.games;
}

void manifest_raise(Run *run, const char *until) {
  if (is_recorded(run))
    return;
  json_t *before =
      json_pack("{s:I, s:s*}", "games", (json_int_t)run->tally.games, "until",
                *until ? until : NULL);
  add_raised(run, before);
  json_decref(before);
}

/* ---- comparing -----------------------------------------------------------*/

static bool refuse_difference(const char *key, json_t *there, json_t *wanted,
                              Error *error) {
  char *found = json_dumps(there, JSON_ENCODE_ANY);
  char *expected = json_dumps(wanted, JSON_ENCODE_ANY);
  error_set(error, "its '%s' is %.300s, not %.300s", key,
            found ? found : "missing", expected ? expected : "missing");
  free(found);
  free(expected);
  return false;
}

/* It has the games that were asked for, and more: none is ever removed. */
static bool has_more(const Manifest *m, const Run *run, Error *error) {
  return error_set(
      error, "it has %llu games already, more than the %llu asked for",
      (unsigned long long)m->progress.played, (unsigned long long)run->total);
}

/* A run may be extended: by more games, and by dropping its stopping rule. */
static bool may_differ(const Manifest *m, const Run *run, const char *key) {
  if (m->progress.played > run->total)
    return false;
  return strcmp(key, "games") == 0 ||
         (strcmp(key, "until") == 0 && !run->until[0]);
}

bool manifest_fits(const Manifest *m, const Run *run, bool longer,
                   Error *error) {
  json_t *wanted = run_json(run);
  bool good = wanted || error_set(error, "out of memory (manifest)");
  for (const char *const *key = IDENTITY; good && *key; key++) {
    json_t *found = json_object_get(m->json, *key);
    json_t *expected = json_object_get(wanted, *key);
    if (json_equal(found, expected) || (longer && may_differ(m, run, *key)))
      continue;
    good = longer && strcmp(*key, "games") == 0
               ? has_more(m, run, error)
               : refuse_difference(*key, found, expected, error);
  }
  json_decref(wanted);
  return good;
}

bool manifest_expect_files(const json_t *manifest, SourceHashes *sources,
                           Error *error) {
  const char *name;
  json_t *value;
  json_object_foreach(json_object_get(manifest, "files"), name, value) {
    const char *text = json_string_value(value);
    if (!source_hashes_expect(sources, name,
                              text ? strtoull(text, NULL, 16) : 0, error))
      return false;
  }
  return true;
}

bool manifest_supply_definitions(const Manifest *m, SourceHashes *sources,
                                 Error *error) {
  const char *name;
  json_t *value;
  json_object_foreach(json_object_get(m->json, "definitions"), name, value) {
    const char *text = json_string_value(value);
    if (!source_hashes_supply(sources, name, text ? text : "", error))
      return false;
  }
  return true;
}
