/* Definitions of scripts: their names, and what those of a run on disk may
 * reach. */
#include "core/base/source_hashes.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include "lua/host/sandbox/definitions.h"
#include "lua/host/sandbox/source.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void names_are_told_from_files(void **unused) {
  (void)unused;
  assert_true(definitions_are_named("a/b.lua#1"));
  assert_true(definitions_are_named("b.lua#name-2"));
  assert_false(definitions_are_named("b.lua"));
  assert_false(definitions_are_named("b.lua#"));
  assert_false(definitions_are_named(".lua#1"));
  assert_false(definitions_are_named("b.lua#1/c.lua"));
  Spec spec;
  assert_true(spec_read(&spec, "a/b.lua#x_1:size=3", "game", NULL));
  assert_string_equal(spec.name, "a/b.lua#x_1");
  assert_string_equal(spec.options, "size=3");
  assert_non_null(spec.loader);
  assert_true(spec_read(&spec, "b.lua#no name", "game", NULL));
  assert_null(spec.loader);
}

static void add(const char *name, const char *text, const char *wanted) {
  char full[PATH_TEXT];
  assert_true(definitions_add("s.lua", name, text, full, NULL));
  assert_string_equal(full, wanted);
}

static void equal_texts_share_a_name(void **unused) {
  (void)unused;
  add(NULL, "return 1", "s.lua#1");
  add(NULL, "return 2", "s.lua#2");
  add(NULL, "return 1", "s.lua#1");
  add("x", "return 1", "s.lua#x");
  add("x", "return 2", "s.lua#x-2");
  add("x", "return 1", "s.lua#x");
}

static void check_text(const char *name, const char *wanted) {
  size_t size;
  char *text = source_read(name, &size, NULL);
  assert_non_null(text);
  assert_int_equal(size, strlen(wanted));
  assert_memory_equal(text, wanted, size);
  free(text);
}

static void a_run_keeps_the_texts_that_it_reads(void **unused) {
  (void)unused;
  Error why = {0};
  SourceHashes *run = source_hashes_new();
  add("kept", "return 5", "s.lua#kept");
  source_hashes_use(run);
  check_text("s.lua#kept", "return 5");
  char *text = source_hashes_text("s.lua#kept");
  assert_string_equal(text, "return 5");
  free(text);
  assert_false(source_hashes_supply(run, "s.lua#kept", "return 6", &why));
  assert_non_null(strstr(why.message, "has changed since the run began"));
  source_hashes_use(NULL);
  assert_null(source_hashes_text("s.lua#kept"));
  source_hashes_free(run);
}

/* The text of a run on disk comes first, and reaches only files of the run. */
static void definitions_of_runs_get_only_files_of_the_run(void **unused) {
  (void)unused;
  char path[PATH_TEXT];
  Error why = {0};
  SourceHashes *run = source_hashes_new();
  write_text("secret.lua", "return 1\n");
  add("mine", "return 7", "s.lua#mine");
  assert_true(source_find("secret.lua", "s.lua#mine", path, NULL));
  assert_true(source_hashes_supply(run, "s.lua#mine", "return 8", NULL));
  source_hashes_use(run);
  check_text("s.lua#mine", "return 8");
  assert_false(source_find("secret.lua", "s.lua#mine", path, &why));
  assert_non_null(strstr(why.message, "there is no file 'secret.lua'"));
  assert_true(source_hashes_expect(run, "secret.lua", 1, NULL));
  assert_true(source_find("secret.lua", "s.lua#mine", path, NULL));
  size_t size;
  assert_null(source_read(path, &size, &why));
  assert_non_null(strstr(why.message, "secret.lua has changed"));
  source_hashes_use(NULL);
  source_hashes_free(run);
}

static void files_cannot_name_definitions(void **unused) {
  (void)unused;
  char path[PATH_TEXT];
  add("base", "return 9", "s.lua#base");
  assert_true(source_find("s.lua#base", "s.lua#1", path, NULL));
  assert_false(source_find("s.lua#base", "other.lua", path, NULL));
  assert_false(source_locate("s.lua#none", path, NULL));
}

/* A path that leaves the library by '..' is not one of its files. */
static void only_files_of_the_library_have_short_names(void **unused) {
  (void)unused;
  char path[PATH_TEXT];
  snprintf(path, sizeof path, "%s/bots/a.lua", source_library());
  assert_string_equal(source_name(path), "bots/a.lua");
  snprintf(path, sizeof path, "%s/../../a.lua", source_library());
  assert_string_equal(source_name(path), path);
  snprintf(path, sizeof path, "%s/bots/../../a.lua", source_library());
  assert_string_equal(source_name(path), path);
  snprintf(path, sizeof path, "%s//a.lua", source_library());
  assert_string_equal(source_name(path), path);
}

/* A file that was read and then replaced by a link out of the folder counts as
 * changed, whatever the link leads to. */
static void files_that_became_links_have_changed(void **unused) {
  (void)unused;
  SourceHashes *sources = source_hashes_new();
  size_t size;
  mkdir("inside", 0777);
  write_text("outside.lua", "return 1");
  assert_return_code(chdir("inside"), 0);
  write_text("here.lua", "return 1");
  write_text("also.lua", "return 1");
  source_hashes_use(sources);
  free(source_read("here.lua", &size, NULL));
  source_hashes_use(NULL);
  assert_false(host_sources_changed(sources));
  unlink("here.lua");
  assert_return_code(symlink("also.lua", "here.lua"), 0);
  assert_false(host_sources_changed(sources));
  unlink("here.lua");
  assert_return_code(symlink("../outside.lua", "here.lua"), 0);
  assert_true(host_sources_changed(sources));
  unlink("here.lua");
  assert_true(host_sources_changed(sources));
  source_hashes_free(sources);
  assert_return_code(chdir(".."), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_told_from_files),
      cmocka_unit_test(equal_texts_share_a_name),
      cmocka_unit_test(a_run_keeps_the_texts_that_it_reads),
      cmocka_unit_test(definitions_of_runs_get_only_files_of_the_run),
      cmocka_unit_test(files_cannot_name_definitions),
      cmocka_unit_test(only_files_of_the_library_have_short_names),
      cmocka_unit_test(files_that_became_links_have_changed),
  };
  const char *dir = enter_new_dir();
  host_start((Limits){1000000, 16 << 20});
  int failed = RUN_TESTS(tests);
  clear(dir);
  return failed;
}
