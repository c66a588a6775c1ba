#include "core/run/run_dir.h"

#include "core/base/atomic_file.h"
#include "core/base/checksum.h"
#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "core/run/run_csv.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct RunDir {
  Run *run;
  int lock; /* descriptor of the folder, for flock */
  CheckedFile *games, *moves;
  bool is_new;     /* nothing was there to resume, */
  bool made;       /* nor the folder */
  uint64_t played; /* games whose rows have a place */
  Checkpoints checkpoints;
  int64_t checkpoint;   /* time of the last one, in seconds */
  bool was_complete;    /* according to the manifest, */
  char until[RUN_TEXT]; /* which has this stopping rule */
};

/* ---- folders -------------------------------------------------------------*/

bool path_join(char path[PATH_MAX], const char *dir, const char *name) {
  bool fits = snprintf(path, PATH_MAX, "%s/%s", dir, name) < PATH_MAX;
  if (!fits)
    path[0] = '\0';
  return fits;
}

static bool make_dirs(const char *path, Error *error) {
  char part[PATH_MAX];
  if (strlen(path) + 32 >= sizeof part)
    return error_set(error, "the folder name is too long: %.100s…", path);
  for (const char *slash = path; slash;) {
    slash = strchr(slash + 1, '/');
    size_t length = slash ? (size_t)(slash - path) : strlen(path);
    memcpy(part, path, length);
    part[length] = '\0';
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
      return error_set(error, "could not create the folder %.600s: %s", part,
                       strerror(errno));
  }
  return true;
}

/* A process killed while replacing a file leaves its draft behind. */
static bool is_empty(const char *path) {
  DIR *dir = opendir(path);
  if (!dir)
    return errno == ENOENT;
  struct dirent *entry;
  bool empty = true;
  while (empty && (entry = readdir(dir)))
    empty = atomic_file_is_temporary(entry->d_name) ||
            strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
  closedir(dir);
  return empty;
}

bool run_dir_is_free(const char *path, Error *error) {
  struct stat about;
  if (!*path)
    return error_set(error, "the folder name is empty");
  if (stat(path, &about) != 0)
    return true;
  if (!S_ISDIR(about.st_mode))
    return error_set(error, "%.600s is not a folder", path);
  return is_empty(path) ||
         error_set(error, "the folder %.600s is not empty: choose a new one",
                   path);
}

static bool is_writable(const char *path, Error *error) {
  return access(path, W_OK | X_OK) == 0 ||
         error_set(error, "could not write into the folder %.600s: %s", path,
                   strerror(errno));
}

bool run_dir_make(const char *path, Error *error) {
  return run_dir_is_free(path, error) && make_dirs(path, error) &&
         is_writable(path, error);
}

static void clear_files(const char *path) {
  static const char *const NAMES[] = {
      "games.csv",   "moves.csv", "run.json",       "summary.csv",
      "ratings.csv", "pairs.csv", "crosstable.csv", "answers.csv"};
  char file[PATH_MAX];
  atomic_file_clear_temporaries(path);
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    path_join(file, path, NAMES[i]);
    unlink(file);
  }
}

void run_dir_clear(const char *path) {
  clear_files(path);
  rmdir(path);
}

static bool has_run(const char *path) {
  return result_has_file(path, "run.json");
}

static bool clear_draft(const char *path, Error *error) {
  Manifest m;
  if (has_run(path) && manifest_read(&m, path, NULL)) {
    bool complete = m.progress.complete;
    manifest_free(&m);
    if (complete)
      return error_set(
          error, "the folder %.600s is in the way: move or remove it", path);
  }
  run_dir_clear(path);
  return true;
}

bool run_dir_expect_files(const char *path, SourceHashes *sources,
                          Error *error) {
  Manifest m;
  if (!has_run(path))
    return true;
  if (!manifest_read(&m, path, error))
    return false;
  bool good = manifest_expect_files(m.json, sources, error);
  manifest_free(&m);
  return good;
}

/* Locks, and waits a moment for it: the processes of a run that was killed have
 * its lock until they notice. On file systems without locks, such as some
 * network drives, the user must make sure that no two processes write there. */
static bool lock_soon(int file) {
  const struct timespec wait = {.tv_nsec = 50000000};
  for (int i = 0; i < 40; i++) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
      return true;
    nanosleep(&wait, NULL);
  }
  return false;
}

int run_dir_lock(const char *path, Error *error) {
  int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) {
    error_set(error, "could not open the folder %.600s: %s", path,
              strerror(errno));
    return -1;
  }
  if (lock_soon(lock))
    return lock;
  error_set(error, "the folder %.600s is in use: another run is writing there",
            path);
  close(lock);
  return -1;
}

/* ---- a new run -----------------------------------------------------------*/

Rows rows_of(const char *bytes, size_t length) {
  return (Rows){bytes, length, checksum_add(0, bytes, length)};
}

static CheckedFile *create(const RunDir *f, const char *name, Text header,
                           Error *error) {
  char path[PATH_MAX];
  Rows rows = rows_of(header.bytes, header.length);
  path_join(path, f->run->plan.out, name);
  CheckedFile *output = checked_file_create(path, error);
  bool good = output && checked_file_write(output, rows.bytes, rows.length,
                                           rows.checksum, error);
  free(header.bytes);
  if (good)
    return output;
  checked_file_close(output, NULL);
  return NULL;
}

static bool create_files(RunDir *f, Error *error) {
  const Schedule *s = &f->run->schedule;
  f->games = create(f, "games.csv", run_csv_games_header(s), error);
  if (f->games)
    f->moves = create(f, "moves.csv", run_csv_moves_header(s), error);
  return f->moves &&
         (file_sync(f->lock) || file_error("write", f->run->plan.out, error));
}

/* Publishes a checkpoint. The manifest must not promise rows that a power cut
 * could take away. */
static bool publish(RunDir *f, const RunProgress *p, bool whole, Error *error) {
  return checked_file_sync(f->games, p->games.bytes, whole, error) &&
         checked_file_sync(f->moves, p->moves.bytes, whole, error) &&
         manifest_write(f->run, f->run->plan.out, p, error);
}

/* While the run goes on: workers may have written more than this. */
static bool publish_part(void *dir, const RunProgress *p, Error *error) {
  return publish(dir, p, false, error);
}

static bool publish_first(RunDir *f, Error *error) {
  RunProgress none = run_dir_progress(f);
  f->checkpoint = (int64_t)clock_seconds();
  return publish(f, &none, true, error);
}

/* Writes the manifest first, so that the folder is recognizable as a run
 * whatever happens next. */
static bool begin(RunDir *f, Error *error) {
  static const RunProgress NONE = {0};
  if (manifest_write(f->run, f->run->plan.out, &NONE, error) &&
      create_files(f, error) && publish_first(f, error))
    return true;
  clear_files(f->run->plan.out);
  return false;
}

/* ---- resuming ------------------------------------------------------------*/

Kept run_dir_kept_max(const Run *run) {
  if (run->plan.moves)
    return (Kept){GAMES_IN_RUN_MAX, UINT64_MAX};
  unsigned part = schedule_is_random(&run->schedule) ? KEPT_OF_RANDOM : 1;
  return (Kept){KEPT_GAMES / part, KEPT_PLIES / part};
}

bool run_dir_keeps(Run *run, uint64_t ahead, int plies) {
  Kept *k = &run->kept;
  if (run_played(run) + ahead > k->games)
    return false;
  const Kept max = run_dir_kept_max(run);
  if (k->games == max.games || k->plies >= max.plies)
    return false;
  k->games++;
  k->plies += (uint64_t)plies;
  return true;
}

/* The last column, before those of a collected run. */
static const char *match_reason(const CsvRow *row, const Schedule *s) {
  int after = schedule_is_collected(s) ? 3 + s->seats : 0;
  return row->field[row->count - 1 - after];
}

bool run_dir_count_row(void *context, const CsvRow *row, Error *error) {
  Run *run = context;
  const RunPlan *p = &run->plan;
  const Schedule *s = &run->schedule;
  uint64_t index = run->first + run_played(run);
  Match match;
  if (row->number == 0)
    return run_csv_check_header(row, run_csv_games_header(s), error);
  if (!run_csv_read_game(row, s, p->seed, index, p->max_plies, &match, error))
    return false;
  run_dir_keeps(run, 0, match.plies);
  if (set_aside_has(&run->aside, index)) {
    run->left_out++;
    run->tally.first_half = -1; /* its pair is none */
  } else {
    tally_add(&run->tally, schedule_seating(s, index), &match);
    if (match.end == MATCH_FORFEIT && !error_is_set(&run->reason))
      error_set(&run->reason, "%s", match_reason(row, s));
    forfeits_add_match(&run->forfeits, s, index, &match);
  }
  return !p->take || p->take(p->take_context, index, &match, error);
}

bool run_dir_has_games(const Run *run, const char *path, uint64_t games,
                       Error *error) {
  return run_played(run) == games ||
         error_set(error, "%.600s has %s games and should have %s", path,
                   grouped(run_played(run)).text, grouped(games).text);
}

static bool reopen(RunDir *f, const RunProgress *p, Error *error) {
  char path[PATH_MAX];
  path_join(path, f->run->plan.out, "games.csv");
  CsvReader *rows = csv_reader_new(path, run_dir_count_row, f->run);
  f->games = checked_file_reopen(path, p->games, csv_reader_feed, rows, error);
  bool good = f->games && csv_reader_finish(rows, error) &&
              run_dir_has_games(f->run, path, p->played, error);
  csv_reader_free(rows);
  path_join(path, f->run->plan.out, "moves.csv");
  if (good)
    f->moves = checked_file_reopen(path, p->moves, NULL, NULL, error);
  return f->moves;
}

/* A run that was killed before its first checkpoint has nothing to keep. */
static bool restart(RunDir *f, Error *error) {
  char path[PATH_MAX];
  path_join(path, f->run->plan.out, "games.csv");
  unlink(path);
  path_join(path, f->run->plan.out, "moves.csv");
  unlink(path);
  return create_files(f, error);
}

static bool check_identity(const Run *run, const Manifest *m, Error *error) {
  const RunPlan *plan = &run->plan;
  bool shard = m->shards > 1 || plan->shards > 1;
  Error why;
  if (!made_may_continue(m->json, run->made, &why))
    return error_set(error, "%.300s holds a different run: %.600s", plan->out,
                     why.message);
  if (!manifest_fits(m, run, !shard, &why)) {
    error_set(error, "%.300s holds a different run: %.600s", plan->out,
              why.message);
    return shard ? error_add(error, "a shard cannot be extended: merge the "
                                    "shards, then resume the whole run")
                 : false;
  }
  return (m->shard == plan->shard && m->shards == plan->shards) ||
         error_set(error, "%.600s holds shard %d/%d, not %d/%d", plan->out,
                   m->shard, m->shards, plan->shard, plan->shards);
}

/* Checks that a file can be continued. */
static bool check_file(const Run *run, const char *name, Checkpoint checkpoint,
                       Error *error) {
  char path[PATH_MAX];
  path_join(path, run->plan.out, name);
  CheckedFile *file = checked_file_reopen(path, checkpoint, NULL, NULL, error);
  return file && checked_file_close(file, error);
}

static bool check_run(const Run *run, Error *error) {
  Manifest m;
  if (!manifest_read(&m, run->plan.out, error))
    return false;
  const RunProgress *p = &m.progress;
  bool good = check_identity(run, &m, error) &&
              (p->games.bytes == 0 || /* begins anew */
               (check_file(run, "games.csv", p->games, error) &&
                check_file(run, "moves.csv", p->moves, error)));
  manifest_free(&m);
  return good;
}

bool run_dir_check(const Run *run, Error *error) {
  const char *path = run->plan.out;
  if (!has_run(path))
    return true;
  int lock = run_dir_lock(path, error);
  if (lock < 0)
    return false;
  bool good = is_writable(path, error) && check_run(run, error);
  close(lock);
  return good;
}

/* Changes nothing on disk until everything has been verified. */
static bool resume_from(RunDir *f, const Manifest *m, Error *error) {
  const RunProgress *p = &m->progress;
  if (!check_identity(f->run, m, error))
    return false;
  if (p->games.bytes == 0)
    return restart(f, error);
  f->was_complete = p->complete;
  snprintf(f->until, sizeof f->until, "%s", m->until);
  if (!manifest_restore_raised(m, f->run))
    return error_set(error, "%.600s/run.json is not the manifest of a run",
                     f->run->plan.out);
  return reopen(f, p, error) && checked_file_truncate(f->games, error) &&
         checked_file_truncate(f->moves, error);
}

static bool resume(RunDir *f, Error *error) {
  Manifest m;
  if (!manifest_read(&m, f->run->plan.out, error))
    return false;
  bool good = resume_from(f, &m, error);
  manifest_free(&m);
  return good;
}

static bool refuse_used(const RunDir *f, Error *error) {
  Manifest m;
  if (!manifest_read(&m, f->run->plan.out, error))
    return false;
  error_set(error,
            "%.600s already holds a run, with %s of %s games: choose "
            "another folder, or continue it with --resume",
            f->run->plan.out, grouped(m.progress.played).text,
            grouped(m.count).text);
  manifest_free(&m);
  return false;
}

static bool is_refused(RunDir *f, Error *error) {
  const RunPlan *plan = &f->run->plan;
  return has_run(plan->out) ? !plan->resume && !refuse_used(f, error)
                            : !run_dir_make(plan->out, error);
}

/* Checks again after locking: another process may have used the folder in
 * between. */
static bool open_run_dir(RunDir *f, Error *error) {
  if (is_refused(f, error) ||
      (f->lock = run_dir_lock(f->run->plan.out, error)) < 0 ||
      is_refused(f, error))
    return false;
  atomic_file_clear_temporaries(f->run->plan.out);
  f->is_new = !has_run(f->run->plan.out);
  return f->is_new ? begin(f, error) : resume(f, error);
}

static void free_run_dir(RunDir *f) {
  checkpoints_close(&f->checkpoints);
  checked_file_close(f->games, NULL);
  checked_file_close(f->moves, NULL);
  if (f->lock >= 0)
    close(f->lock);
  free(f);
}

RunDir *run_dir_open(Run *run, Error *error) {
  RunDir *f = need(sizeof *f);
  f->run = run;
  f->lock = -1;
  f->made = access(run->plan.out, F_OK) != 0;
  checkpoints_open(&f->checkpoints, publish_part, f);
  if (open_run_dir(f, error)) {
    f->played = run->tally.games;
    return f;
  }
  free_run_dir(f);
  return NULL;
}

/* Whether whoever adds these games has seen others, or may have: the run was
 * complete, or has dropped the rule that was to end it. */
static bool is_raised(const RunDir *f) {
  return f->played > 0 && !f->run->until[0] && (f->was_complete || f->until[0]);
}

bool run_dir_extend(RunDir *f, Error *error) {
  if (is_raised(f))
    manifest_raise(f->run, f->until);
  return !f->was_complete || publish_first(f, error);
}

/* ---- writing -------------------------------------------------------------*/

Place run_dir_place(RunDir *f, int count, Rows games, Rows moves) {
  RunProgress before = run_dir_progress(f);
  checked_file_place(f->games, games.length, games.checksum);
  checked_file_place(f->moves, moves.length, moves.checksum);
  f->played += (uint64_t)count;
  return checkpoints_place(&f->checkpoints, &before);
}

bool run_dir_write(RunDir *f, const Place *place, Rows games, Rows moves,
                   Error *error) {
  const RunProgress *before = &place->before;
  bool good = checked_file_write_at(f->games, games.bytes, games.length,
                                    before->games.bytes, error) &&
              checked_file_write_at(f->moves, moves.bytes, moves.length,
                                    before->moves.bytes, error);
  checkpoints_written(&f->checkpoints, place, good);
  return good;
}

RunProgress run_dir_progress(const RunDir *f) {
  return (RunProgress){.played = f->played,
                       .games = checked_file_checkpoint(f->games),
                       .moves = checked_file_checkpoint(f->moves)};
}

bool run_dir_checkpoint(RunDir *f, Error *error) {
  if ((int64_t)clock_seconds() == f->checkpoint)
    return true;
  RunProgress progress = run_dir_progress(f);
  bool good = checkpoints_begin(&f->checkpoints, &progress, error);
  f->checkpoint = (int64_t)clock_seconds();
  return good;
}

/* Writes a checkpoint of all that could be written, and removes the rest. */
static bool end(RunDir *f, Error *error) {
  bool good = checkpoints_wait(&f->checkpoints, error);
  RunProgress placed = run_dir_progress(f);
  placed.complete = f->run->complete;
  RunProgress written = checkpoints_good(&f->checkpoints, &placed);
  if (written.games.bytes < placed.games.bytes)
    checked_file_go_back(f->games, written.games);
  if (written.moves.bytes < placed.moves.bytes)
    checked_file_go_back(f->moves, written.moves);
  return publish(f, &written, true, good ? error : NULL) && good;
}

bool run_dir_close(RunDir *f, Error *error) {
  bool good = end(f, error);
  good = checked_file_close(f->games, good ? error : NULL) && good;
  good = checked_file_close(f->moves, good ? error : NULL) && good;
  f->games = f->moves = NULL;
  free_run_dir(f);
  return good;
}

bool run_dir_abandon(RunDir *f) {
  RunProgress placed = run_dir_progress(f);
  checkpoints_wait(&f->checkpoints, NULL);
  if (!f->is_new || checkpoints_good(&f->checkpoints, &placed).played > 0)
    return false;
  (f->made ? run_dir_clear : clear_files)(f->run->plan.out);
  free_run_dir(f);
  return true;
}

static bool write_draft(Run *run,
                        bool (*write)(void *context, RunDir *dir, Error *error),
                        void *context, Error *error) {
  RunDir *dir = run_dir_open(run, error);
  if (!dir)
    return false;
  run->complete = write(context, dir, error);
  return run_dir_close(dir, run->complete ? error : NULL) && run->complete;
}

bool run_dir_write_whole(Run *run,
                         bool (*write)(void *context, RunDir *dir,
                                       Error *error),
                         void *context, Error *error) {
  const char *out = run->plan.out;
  char draft[PATH_MAX];
  if (!run_dir_is_free(out, error))
    return false;
  int length = snprintf(draft, sizeof draft, "%s.writing", out);
  if (length >= (int)sizeof draft)
    return error_set(error, "the name of the folder is too long: %.600s", out);
  if (!clear_draft(draft, error))
    return false;
  run->plan.out = draft;
  bool good = write_draft(run, write, context, error);
  if (good && rename(draft, out) != 0)
    good = error_set(error, "could not rename %.400s to %.400s: %s", draft, out,
                     strerror(errno));
  run->plan.out = out;
  if (!good)
    run_dir_clear(draft);
  return good;
}
