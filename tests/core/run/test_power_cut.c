/* A power cut at any moment leaves a run that can be resumed.
 *
 * This program replaces fsync and rename, and with them models a disk that
 * keeps only what it was told to keep: of a file the bytes at its last fsync,
 * of a folder the names at its last fsync. A disk may also keep more than that,
 * so after every call the test saves three folders, as they might be found
 * after a power cut:
 *
 *   - only what was synced;
 *   - all names, but only the bytes that were synced;
 *   - what was synced, but with the run.json that was renamed last.
 *
 * Every one of them must be resumed to the files of an undisturbed run. */
#include "core/run/run.h"
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- the disk ------------------------------------------------------------*/

enum { NAMES = 16, STATES_MAX = 1000 };

/* A name in the folder, the file it stands for, and the bytes that are on the
 * disk; NULL if none are. */
typedef struct Entry {
  char name[256];
  ino_t file;
  char *bytes;
  size_t length;
} Entry;

typedef struct Folder {
  int count;
  Entry entry[NAMES];
} Folder;

static bool recording;
static Folder now; /* the names as they are, with the bytes that were synced */
static Folder synced; /* as of the last fsync of the folder */
static int states;
static int syncs_of_csv, renames;
static atomic_int syncs_of_folder;

static Entry *find(Folder *f, const char *name) {
  for (int i = 0; i < f->count; i++)
    if (strcmp(f->entry[i].name, name) == 0)
      return &f->entry[i];
  return NULL;
}

static void set_bytes(Entry *e, const char *bytes, size_t length) {
  free(e->bytes);
  e->bytes = bytes ? malloc(length + 1) : NULL;
  e->length = length;
  if (bytes)
    memcpy(e->bytes, bytes, length);
}

/* Brings the names up to date. A file keeps its bytes when it is renamed. */
static void read_names(void) {
  Folder before = now;
  now = (Folder){0};
  DIR *dir = opendir("run");
  for (struct dirent *d; dir && (d = readdir(dir));) {
    if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
      continue;
    Entry *e = &now.entry[now.count++];
    assert_true(now.count < NAMES);
    snprintf(e->name, sizeof e->name, "%s", d->d_name);
    e->file = d->d_ino;
    for (int i = 0; i < before.count; i++)
      if (before.entry[i].file == e->file)
        set_bytes(e, before.entry[i].bytes, before.entry[i].length);
  }
  if (dir)
    closedir(dir);
  for (int i = 0; i < before.count; i++)
    set_bytes(&before.entry[i], NULL, 0);
}

static void sync_names(void) {
  for (int i = 0; i < synced.count; i++)
    set_bytes(&synced.entry[i], NULL, 0);
  synced = (Folder){.count = now.count};
  for (int i = 0; i < now.count; i++) {
    Entry *e = &synced.entry[i];
    *e = now.entry[i];
    e->bytes = NULL;
    set_bytes(e, now.entry[i].bytes, now.entry[i].length);
  }
}

static void sync_file(ino_t file, const char *path) {
  size_t length;
  char *bytes = read_file(path, &length);
  for (int i = 0; i < now.count; i++)
    if (now.entry[i].file == file) {
      syncs_of_csv += strstr(now.entry[i].name, ".csv") != NULL;
      set_bytes(&now.entry[i], bytes, length);
    }
  for (int i = 0; i < synced.count; i++)
    if (synced.entry[i].file == file)
      set_bytes(&synced.entry[i], bytes, length);
  free(bytes);
}

/* The file of a name that is about to be replaced: another file may get its
 * number. */
static void forget(const char *name) {
  Folder *const folders[] = {&now, &synced};
  for (int i = 0; i < 2; i++) {
    Entry *e = find(folders[i], name);
    if (e)
      e->file = 0;
  }
}

/* ---- states after a power cut --------------------------------------------*/

static void save_entry(const char *dir, const Entry *e) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", dir, e->name);
  write_file(path, e->bytes ? e->bytes : "", e->bytes ? e->length : 0);
}

static void save(const Folder *f, const Entry *instead) {
  char dir[64];
  snprintf(dir, sizeof dir, "state%d", states++);
  assert_true(states < STATES_MAX);
  assert_int_equal(mkdir(dir, 0777), 0);
  for (int i = 0; i < f->count; i++)
    save_entry(dir, &f->entry[i]);
  if (instead)
    save_entry(dir, instead);
}

static void save_states(void) {
  save(&synced, NULL);
  save(&now, NULL);
  save(&synced, find(&now, "run.json"));
}

/* ---- the system calls ----------------------------------------------------*/

int fsync(int file) {
  struct stat about;
  char path[64];
  if (!recording || fstat(file, &about) != 0)
    return 0;
  read_names();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  bool is_folder = S_ISDIR(about.st_mode);
  if (is_folder)
    sync_names();
  else
    sync_file(about.st_ino, path);
  save_states();
  syncs_of_folder += is_folder;
  return 0;
}

int rename(const char *from, const char *to) {
  if (recording) {
    read_names();
    forget(strrchr(to, '/') + 1);
  }
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (recording) {
    renames++;
    read_names();
    save_states();
  }
  return result;
}

/* A second passes with each look at the clock, so that every game is followed
 * by a checkpoint. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  static atomic_int seconds;
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (recording && clock == CLOCK_MONOTONIC)
    time->tv_sec += atomic_fetch_add(&seconds, 1);
  return result;
}

/* ---- tests ---------------------------------------------------------------*/

static const Setup SETUP = {
    .game = "tictacdoh", .bots = {"random"}, .count = 1, .games = 20};

/* Waits for the checkpoint that the last game was followed by, which ends with
 * a sync of the folder; for a while, as the one before may have taken longer.
 */
static bool wait_for_checkpoint(void *context, uint64_t index,
                                const Match *match, Error *error) {
  static int before;
  (void)context, (void)match, (void)error;
  for (int i = 0; recording && index > 0 && i < 100; i++) {
    if (syncs_of_folder > before)
      break;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  before = syncs_of_folder;
  return true;
}

static bool play(const char *out, bool resume, Error *error) {
  Run run;
  RunPlan plan = plan_of(&SETUP, out);
  plan.moves = true;
  plan.resume = resume;
  plan.jobs = 1;
  plan.take = wait_for_checkpoint;
  if (!run_open(&run, &plan, error))
    return false;
  RunEnd end = run_play(&run, NULL, error);
  run_close(&run);
  return end == RUN_DONE;
}

static void must_play(const char *out, bool resume) {
  Error error = {0};
  if (!play(out, resume, &error))
    fail_msg("%s: %s", out, error.message);
}

static void what_a_power_cut_leaves_can_be_resumed(void **unused) {
  (void)unused;
  must_play("whole", false);
  recording = true;
  must_play("run", false);
  recording = false;
  assert_same_dirs("whole", "run");
  assert_true(renames > 10 && syncs_of_csv > 20);
  for (int i = 0; i < states; i++) {
    char dir[64];
    snprintf(dir, sizeof dir, "state%d", i);
    must_play(dir, true);
    assert_same_dirs("whole", dir);
  }
}

/* Once the run has returned, nothing of it can be lost any more. */
static void a_finished_run_is_on_the_disk(void **unused) {
  (void)unused;
  save(&synced, NULL);
  char dir[64];
  snprintf(dir, sizeof dir, "state%d", states - 1);
  assert_same_dirs("whole", dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_power_cut_leaves_can_be_resumed),
      cmocka_unit_test(a_finished_run_is_on_the_disk),
  };
  const char *dir = enter_new_dir();
  int failed = RUN_TESTS(tests);
  for (int i = 0; i < now.count; i++)
    set_bytes(&now.entry[i], NULL, 0);
  for (int i = 0; i < synced.count; i++)
    set_bytes(&synced.entry[i], NULL, 0);
  clear(dir);
  return failed;
}
