/* Memory that the program cannot do without, where the system has none. */
#include "core/base/need.h"

#include "tests/support/support.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The system has no memory until somebody frees a large block. */
static bool is_short;
static void *large;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  void *block = is_short ? NULL : __real_malloc(size);
  if (block && size >= 1 << 20)
    large = block;
  return block;
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
  return is_short ? NULL : __real_calloc(count, size);
}

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size) {
  return is_short ? NULL : __real_realloc(block, size);
}

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block) {
  if (block && block == large)
    is_short = false;
  __real_free(block);
}

static void in_child(void (*work)(void), int code) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    work();
    _exit(77);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), code);
}

static void ask_without_reserve(void) {
  is_short = true;
  free(need(10));
}

static void the_process_ends(void **state) {
  (void)state;
  in_child(ask_without_reserve, NEED_FAILED);
}

static void the_reserve_is_used_first(void **state) {
  (void)state;
  assert_true(need_reserve());
  is_short = true;
  void *block = need(10);
  is_short = true;
  assert_false(need_reserve());
  is_short = false;
  assert_true(need_reserve());
  is_short = true;
  block = need_resized(block, 20);
  free(block);
}

static void ask_twice(void) {
  the_reserve_is_used_first(NULL);
  ask_without_reserve();
}

static void it_is_used_once(void **state) {
  (void)state;
  in_child(ask_twice, NEED_FAILED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_process_ends),
      cmocka_unit_test(the_reserve_is_used_first),
      cmocka_unit_test(it_is_used_once),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
