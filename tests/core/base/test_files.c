/* Files: opening them without leaving a folder. */
#include "core/base/beneath.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int Open(const char *dir, const char *name);

/* Opens a file and returns its first byte, or 0 with errno. */
static char first_byte(Open *open_file, const char *dir, const char *name) {
  char byte = '\0';
  int file = open_file(dir, name);
  if (file < 0)
    return '\0';
  assert_int_equal(read(file, &byte, 1), 1);
  close(file);
  return byte;
}

static void link_to(const char *target, const char *name) {
  assert_int_equal(symlink(target, name), 0);
}

static void make_folders(void) {
  assert_int_equal(mkdir("in", 0777), 0);
  assert_int_equal(mkdir("in/sub", 0777), 0);
  assert_int_equal(mkdir("in_too", 0777), 0);
  write_text("out", "o");
  write_text("in_too/out", "o");
  write_text("in/file", "f");
  write_text("in/sub/file", "s");
  link_to("in", "link_to_in");
  link_to("file", "in/link");
  link_to("../file", "in/sub/link");
  link_to("../out", "in/link_out");
  link_to("../in_too", "in/dir_out");
  link_to("/etc/hostname", "in/absolute");
  link_to("link_out", "in/link_to_link_out");
  link_to("loop", "in/loop");
}

static void check_opening(Open *open_file) {
  static const struct Case {
    const char *dir, *name;
    char byte;  /* of the file that is opened, or */
    int reason; /* why none is */
  } CASES[] = {
      {"in", "file", 'f', 0},
      {"in/", "sub/file", 's', 0},
      {"", "out", 'o', 0},
      {".", "in/file", 'f', 0},
      {"link_to_in", "file", 'f', 0},
      {"in", "link", 'f', 0},
      {"in", "sub/link", 'f', 0},
      {"in", "nothing", 0, ENOENT},
      {"nowhere", "file", 0, ENOENT},
      {"in", "file/x", 0, ENOTDIR},
      {"in", "../out", 0, EXDEV},
      {"in", "sub/../../out", 0, EXDEV},
      {"in", "link_out", 0, EXDEV},
      {"in", "dir_out/out", 0, EXDEV},
      {"in", "absolute", 0, EXDEV},
      {"in", "link_to_link_out", 0, EXDEV},
      {"in/sub", "link", 0, EXDEV},
      {"in", "/etc/hostname", 0, EXDEV},
      {"in", "loop", 0, ELOOP},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    errno = 0;
    char byte = first_byte(open_file, CASES[i].dir, CASES[i].name);
    if (byte != CASES[i].byte || (!byte && errno != CASES[i].reason))
      fail_msg("%s, %s: '%c', %s", CASES[i].dir, CASES[i].name, byte,
               strerror(errno));
  }
}

static void a_file_is_opened_only_inside_its_folder(void **unused) {
  (void)unused;
  check_opening(open_beneath);
}

static void so_it_is_without_help_of_the_kernel(void **unused) {
  (void)unused;
  check_opening(open_beneath_resolved);
}

static void opening_a_pipe_does_not_wait(void **unused) {
  (void)unused;
  assert_int_equal(mkfifo("pipe", 0666), 0);
  int one = open_beneath("", "pipe"), other = open_beneath_resolved("", "pipe");
  assert_true(one >= 0 && other >= 0);
  close(one);
  close(other);
  clear("pipe");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_is_opened_only_inside_its_folder),
      cmocka_unit_test(so_it_is_without_help_of_the_kernel),
      cmocka_unit_test(opening_a_pipe_does_not_wait),
  };
  const char *dir = enter_new_dir();
  make_folders();
  int failed = RUN_TESTS(tests);
  clear(dir);
  return failed;
}
