/* Merging the shards of a run. */
#include "core/base/atomic_file.h"
#include "core/base/need.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "core/run/run_csv.h"
#include "core/run/run_dir.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* The folders, and their manifests in the order of the shards. */
typedef struct Shards {
  int count;
  const char *const *dir;
  Manifest *manifest;
  int *order; /* shard k is in folder order[k - 1]; -1 if it is missing */
} Shards;

/* ---- checking ------------------------------------------------------------*/

static bool read_manifests(Shards *s, Error *error) {
  for (int i = 0; i < s->count; i++)
    if (!manifest_read(&s->manifest[i], s->dir[i], error))
      return false;
  return true;
}

static bool check_shard(const Shards *s, int i, const Run *run, Error *error) {
  const Manifest *m = &s->manifest[i];
  Error why;
  if (!made_same_build(m->json, run->made))
    return error_set(error,
                     "%.200s and %.200s are not shards of the same run: the "
                     "first was played by %s, the second by %s",
                     s->dir[0], s->dir[i], made_build(run->made).text,
                     made_build(m->json).text);
  if (!manifest_fits(m, run, false, &why))
    return error_set(error,
                     "%.200s and %.200s are not shards of the same run: in "
                     "the second, %.500s",
                     s->dir[0], s->dir[i], why.message);
  if (m->shards != s->manifest[0].shards)
    return error_set(error,
                     "%.300s is one of %d shards, but %.300s is one of %d",
                     s->dir[0], s->manifest[0].shards, s->dir[i], m->shards);
  return m->progress.complete ||
         error_set(error,
                   "shard %d/%d in %.600s is not complete, with %llu of %llu "
                   "games: finish it with --resume first",
                   m->shard, m->shards, s->dir[i],
                   (unsigned long long)m->progress.played,
                   (unsigned long long)m->count);
}

/* Reports missing shards, listing the first of them. */
static bool check_missing(const Shards *s, int parts, Error *error) {
  enum { LISTED = 20 };
  char list[LISTED * 8 + 8] = "";
  int missing = 0;
  for (int part = 0; part < parts; part++) {
    if (s->order[part] >= 0)
      continue;
    if (missing < LISTED)
      text_append(list, sizeof list, "%s%d", missing ? ", " : "", part + 1);
    else if (missing == LISTED)
      text_append(list, sizeof list, ", …");
    missing++;
  }
  return missing == 0 ||
         error_set(error, "%d of %d shards %s missing: %s", missing, parts,
                   missing == 1 ? "is" : "are", list);
}

static bool refuse_twice(const Shards *s, int one, int other, Error *error) {
  const char *dir = s->dir[one], *again = s->dir[other];
  const Manifest *m = &s->manifest[one];
  if (strcmp(dir, again) == 0)
    return error_set(error, "%.600s is given twice: name each folder once",
                     dir);
  if (file_is_same(dir, again))
    return error_set(error,
                     "%.300s and %.300s are the same folder: name it once", dir,
                     again);
  return error_set(error,
                   "shard %d/%d is given twice, in %.300s and %.300s: leave "
                   "out one of them",
                   m->shard, m->shards, dir, again);
}

static bool find_order(Shards *s, Error *error) {
  int parts = s->manifest[0].shards;
  s->order = need_array((size_t)parts, sizeof *s->order);
  for (int part = 0; part < parts; part++)
    s->order[part] = -1;
  for (int i = 0; i < s->count; i++) {
    int *slot = &s->order[s->manifest[i].shard - 1];
    if (*slot >= 0)
      return refuse_twice(s, *slot, i, error);
    *slot = i;
  }
  return check_missing(s, parts, error);
}

/* Opens the whole run that the shards are parts of. Its source files are those
 * the shards were played with, even if they have changed since. */
static bool open_run(const Shards *s, Run *run, const char *out, Error *error) {
  if (!manifest_restore(&s->manifest[0], run, error))
    return false;
  run->plan.out = out;
  run->plan.shard = run->plan.shards = 1;
  run->first = 0;
  run->count = run->total;
  run->complete = false;
  made_set_shard(run);
  bool good = true;
  for (int i = 0; good && i < s->count; i++)
    good =
        check_shard(s, i, run, error) &&
        ((manifest_expect_files(s->manifest[i].json, run->sources, NULL) &&
          manifest_supply_definitions(&s->manifest[i], run->sources, NULL)) ||
         error_set(error,
                   "%.300s was played with different versions of its Lua "
                   "files than the shards before it",
                   s->dir[i]));
  if (!good)
    run_close(run);
  return good;
}

/* ---- copying -------------------------------------------------------------*/

/* Copies the files of a shard into those of the run. */
typedef struct Copy {
  RunDir *dir;
  CsvReader *rows;    /* of games.csv */
  const Tally *tally; /* of those */
  size_t header;      /* bytes of the header still to be skipped */
  uint64_t lines;     /* rows of moves.csv still to be copied */
} Copy;

static const Rows NO_ROWS = {NULL};

static bool add_rows(const Copy *c, int count, Rows games, Rows moves,
                     Error *error) {
  Place place = run_dir_place(c->dir, count, games, moves);
  return run_dir_write(c->dir, &place, games, moves, error);
}

static Text skip_header(Copy *c, const char *bytes, size_t length) {
  size_t skip = length < c->header ? length : c->header;
  c->header -= skip;
  return (Text){(char *)bytes + skip, length - skip, 0};
}

static bool copy_games(void *context, const char *bytes, size_t length,
                       Error *error) {
  Copy *c = context;
  Text rows = skip_header(c, bytes, length);
  uint64_t before = c->tally->games;
  return csv_reader_feed(c->rows, bytes, length, error) &&
         add_rows(c, (int)(c->tally->games - before),
                  rows_of(rows.bytes, rows.length), NO_ROWS, error);
}

/* Copies whole lines: the text of a move has none in it. */
static bool copy_moves(void *context, const char *bytes, size_t length,
                       Error *error) {
  Copy *c = context;
  Text rows = skip_header(c, bytes, length);
  const char *at = rows.bytes, *end = rows.bytes + rows.length;
  while (c->lines > 0 && at < end) {
    const char *line = memchr(at, '\n', (size_t)(end - at));
    c->lines -= line != NULL;
    at = line ? line + 1 : end;
  }
  return add_rows(c, 0, NO_ROWS, rows_of(rows.bytes, (size_t)(at - rows.bytes)),
                  error);
}

/* Of the moves, the run keeps those of its first games, which are among those
 * that the shards have kept. */
static bool copy_shard(const Manifest *m, const char *from, Run *run,
                       RunDir *dir, size_t games_header, size_t moves_header,
                       Error *error) {
  char games[PATH_MAX], moves[PATH_MAX];
  snprintf(games, sizeof games, "%s/games.csv", from);
  snprintf(moves, sizeof moves, "%s/moves.csv", from);
  Copy c = {.dir = dir, .tally = &run->tally, .header = games_header};
  uint64_t plies = run->kept.plies;
  c.rows = csv_reader_new(games, run_dir_count_row, run);
  bool good = checked_file_read(games, m->progress.games, true, copy_games, &c,
                                error) &&
              csv_reader_finish(c.rows, error);
  csv_reader_free(c.rows);
  c.header = moves_header;
  c.lines = run->kept.plies - plies;
  good = good && checked_file_read(moves, m->progress.moves, true, copy_moves,
                                   &c, error);
  return good && (c.lines == 0 ||
                  error_set(error, "%.600s has fewer moves than games.csv says",
                            moves));
}

typedef struct Copying {
  const Shards *shards;
  Run *run;
} Copying;

static bool copy_shards(void *context, RunDir *dir, Error *error) {
  const Copying *c = context;
  const Shards *s = c->shards;
  Run *run = c->run;
  Text games = run_csv_games_header(&run->schedule);
  Text moves = run_csv_moves_header(&run->schedule);
  bool good = true;
  for (int part = 0; good && part < s->count; part++)
    good = copy_shard(&s->manifest[s->order[part]], s->dir[s->order[part]], run,
                      dir, games.length, moves.length, error);
  free(games.bytes);
  free(moves.bytes);
  return good && (run->tally.games == run->total ||
                  error_set(error, "the shards have %llu games, not %llu",
                            (unsigned long long)run->tally.games,
                            (unsigned long long)run->total));
}

static bool merge(Shards *s, Run *run, const char *out, Error *error) {
  if (!read_manifests(s, error) || !open_run(s, run, out, error))
    return false;
  Copying copying = {s, run};
  if (find_order(s, error) &&
      run_dir_write_whole(run, copy_shards, &copying, error))
    return true;
  run_close(run);
  return false;
}

bool run_merge(Run *run, const char *const dirs[], int count, const char *out,
               Error *error) {
  Shards s = {.count = count, .dir = dirs};
  s.manifest = need_array((size_t)count, sizeof *s.manifest);
  bool good = merge(&s, run, out, error);
  for (int i = 0; i < count; i++)
    manifest_free(&s.manifest[i]);
  free(s.manifest);
  free(s.order);
  return good;
}
