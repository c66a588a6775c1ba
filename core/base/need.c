#include "core/base/need.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Without running what the process has registered for its end: other threads
 * are still at work, and this one may hold a lock. */
static _Noreturn void need_fail(void) {
  static const char MESSAGE[] = "boardlab: out of memory\n";
  ssize_t written = write(STDERR_FILENO, MESSAGE, sizeof MESSAGE - 1);
  (void)written;
  _exit(NEED_FAILED);
}

static void *need_checked(void *memory) {
  if (!memory)
    need_fail();
  return memory;
}

void *need(size_t size) {
  return need_array(1, size);
}

void *need_array(size_t count, size_t size) {
  return need_checked(calloc(count ? count : 1, size ? size : 1));
}

void *need_resized(void *block, size_t size) {
  return need_checked(realloc(block, size ? size : 1));
}

void *need_more(void *array, size_t count, size_t size) {
  if (count & (count - 1))
    return array;
  return need_resized(array, (count ? 2 * count : 1) * size);
}

char *need_copy(const char *text) {
  return need_checked(strdup(text));
}

char *need_part(const char *text, size_t length) {
  return need_checked(strndup(text, length));
}

FILE *need_stream(char **text, size_t *size) {
  return need_checked(open_memstream(text, size));
}

void need_close(FILE *stream) {
  if (fclose(stream) != 0)
    need_fail();
}
