/* Files that are written all or not at all: checked_file, which goes back to
 * its last checkpoint, and atomic_file, which replaces a file as a whole. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "core/base/atomic_file.h"
#include "core/base/checked_file.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool append_to(CheckedFile *file, const char *text, Error *error) {
  return checked_file_write(file, text, strlen(text),
                            checkpoint_of(text, strlen(text)).checksum, error);
}

static void a_checked_file_goes_back(void **state) {
  (void)state;
  Error error = {0};
  unlink("output");
  CheckedFile *o = checked_file_create("output", &error);
  assert_non_null(o);
  assert_true(append_to(o, "one\n", &error));
  Checkpoint one = checked_file_checkpoint(o);
  assert_true(append_to(o, "two\n", &error));
  checked_file_go_back(o, one);
  assert_int_equal(checked_file_checkpoint(o).bytes, one.bytes);
  assert_int_equal(checked_file_checkpoint(o).checksum, one.checksum);
  assert_true(append_to(o, "three\n", &error));
  Checkpoint both = checked_file_checkpoint(o);
  assert_true(checked_file_close(o, &error));
  size_t length;
  char *bytes = read_file("output", &length);
  assert_string_equal(bytes, "one\nthree\n");
  free(bytes);
  assert_true(checked_file_read("output", both, true, NULL, NULL, &error));
  assert_false(checked_file_read("output", one, true, NULL, NULL, &error));
  assert_message(&error, "something has been added");
  o = checked_file_reopen("output", one, NULL, NULL, &error);
  assert_true(checked_file_truncate(o, &error) && append_to(o, "2\n", &error));
  assert_true(checked_file_close(o, &error));
  bytes = read_file("output", &length);
  assert_string_equal(bytes, "one\n2\n");
  free(bytes);
  assert_null(checked_file_create("output", &error));
  assert_message(&error, "could not create output");
}

/* Nothing is left of a piece that does not fit. */
static void a_checked_file_writes_all_or_nothing(void **state) {
  (void)state;
  Error error = {0};
  struct stat about;
  unlink("output");
  CheckedFile *o = checked_file_create("output", &error);
  assert_true(append_to(o, "one\n", &error));
  Checkpoint one = checked_file_checkpoint(o);
  signal(SIGXFSZ, SIG_IGN);
  limit_files(6);
  bool written = append_to(o, "two\nand more\n", &error);
  limit_files(RLIM_INFINITY);
  assert_false(written);
  assert_message(&error, "could not write output: File too large");
  assert_int_equal(stat("output", &about), 0);
  assert_int_equal(about.st_size, 4);
  assert_true(append_to(o, "2\n", &error));
  Checkpoint both = checked_file_checkpoint(o);
  assert_int_equal(both.bytes, one.bytes + 2);
  assert_true(checked_file_close(o, &error));
  assert_true(checked_file_read("output", both, true, NULL, NULL, &error));
}

static void a_file_is_replaced_as_a_whole_or_not_at_all(void **state) {
  (void)state;
  Error error = {0};
  size_t length;
  assert_true(atomic_file_write("output", "old", 3, &error));
  assert_true(atomic_file_write("output", "new one", 7, &error));
  char *bytes = read_file("output", &length);
  assert_string_equal(bytes, "new one");
  free(bytes);
  assert_false(atomic_file_write("nowhere/at/all", "x", 1, &error));
  assert_message(&error, "could not create nowhere/at/all: No such file");
  clear("folder");
  mkdir("folder", 0777);
  assert_false(atomic_file_write("folder", "x", 1, &error));
  assert_message(&error, "folder is not a file");
  assert_false(atomic_file_write("", "x", 1, &error));
  assert_message(&error, "the file name is empty");
}

/* Files beside it are not touched, whatever their names, and nothing is left
 * behind. */
static void replacing_a_file_touches_no_other(void **state) {
  (void)state;
  Error error = {0};
  char draft[64];
  clear("place");
  mkdir("place", 0777);
  snprintf(draft, sizeof draft, "place/.boardlab-%ld.new", (long)getpid());
  write_text("place/mine", "mine");
  write_text("place/file.new", "mine, too");
  assert_int_equal(symlink("mine", draft), 0);
  assert_int_equal(symlink("file", "place/link"), 0);
  write_text("place/file", "old");
  Snapshot before = snapshot("place");
  assert_true(atomic_file_writable("place/link", &error));
  assert_true(atomic_file_write("place/link", "new", 3, &error));
  write_text("place/file", "old");
  assert_unchanged("place", &before);
  clear("lost");
  assert_int_equal(symlink("nowhere", "lost"), 0);
  assert_false(atomic_file_writable("lost", &error));
  assert_message(&error, "lost is a link to a file that does not exist");
  assert_false(atomic_file_write("lost", "new", 3, &error));
  assert_int_equal(access("nowhere", F_OK), -1);
}

static void drafts_are_recognized_by_their_names(void **state) {
  (void)state;
  assert_true(atomic_file_is_temporary(".boardlab-1.new"));
  assert_false(atomic_file_is_temporary(".boardlab-.new"));
  assert_false(atomic_file_is_temporary(".boardlab-1a.new"));
  assert_false(atomic_file_is_temporary("run.json.new"));
  clear("drafts");
  mkdir("drafts", 0777);
  write_text("drafts/.boardlab-12.new", "x");
  write_text("drafts/run.json.new", "x");
  atomic_file_clear_temporaries("drafts");
  assert_int_equal(access("drafts/.boardlab-12.new", F_OK), -1);
  assert_int_equal(access("drafts/run.json.new", F_OK), 0);
}

/* A process that is killed while it writes leaves its draft behind. The next
 * one that writes in the folder deletes it, but none of a process that is
 * alive. */
static void drafts_of_killed_processes_are_deleted(void **state) {
  (void)state;
  static const char DRAFT[] = "killed/.boardlab-12.new";
  Error error = {0};
  int ready[2];
  char byte;
  clear("killed");
  mkdir("killed", 0777);
  assert_int_equal(pipe(ready), 0);
  pid_t writer = fork();
  if (writer == 0) {
    int file = open(DRAFT, O_WRONLY | O_CREAT | O_EXCL, 0666);
    bool good = flock(file, LOCK_EX | LOCK_NB) == 0;
    (void)!write(ready[1], good ? "y" : "n", 1);
    for (;;)
      pause();
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  assert_int_equal(byte, 'y');
  assert_true(atomic_file_write("killed/file", "one", 3, &error));
  atomic_file_clear_temporaries("killed");
  assert_int_equal(access(DRAFT, F_OK), 0);
  kill(writer, SIGKILL);
  waitpid(writer, NULL, 0);
  assert_true(atomic_file_write("killed/file", "two", 3, &error));
  assert_int_equal(access(DRAFT, F_OK), -1);
  close(ready[0]);
  close(ready[1]);
}

/* Processes that write in a folder at the same time do not delete each other's
 * drafts. */
static void a_draft_in_use_is_not_deleted(void **state) {
  (void)state;
  Error error = {0};
  clear("busy");
  mkdir("busy", 0777);
  int failures = 0;
  for (int writer = 0; writer < 8; writer++)
    if (fork() == 0) {
      for (int i = 0; i < 200; i++)
        if (!atomic_file_write(writer % 2 ? "busy/odd" : "busy/even", "text", 4,
                               &error))
          _exit(1);
      _exit(0);
    }
  for (int status; wait(&status) > 0;)
    failures += status != 0;
  assert_int_equal(failures, 0);
  assert_int_equal(unlink("busy/odd") | unlink("busy/even"), 0);
  assert_int_equal(rmdir("busy"), 0); /* nothing is left */
}

int main(void) {
  const char *home = enter_new_dir();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_checked_file_goes_back),
      cmocka_unit_test(a_checked_file_writes_all_or_nothing),
      cmocka_unit_test(a_file_is_replaced_as_a_whole_or_not_at_all),
      cmocka_unit_test(replacing_a_file_touches_no_other),
      cmocka_unit_test(drafts_of_killed_processes_are_deleted),
      cmocka_unit_test(a_draft_in_use_is_not_deleted),
      cmocka_unit_test(drafts_are_recognized_by_their_names),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
