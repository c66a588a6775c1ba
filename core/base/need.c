#include "core/base/need.h"

#include <stdatomic.h>
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

enum { NEED_RESERVE = 1 << 20 }; /* much more than one request takes */

static _Atomic(void *) reserve; /* of the process; NULL if there is none */

bool need_reserve(void) {
  if (reserve)
    return true;
  void *block = malloc(NEED_RESERVE), *none = NULL;
  if (block && !atomic_compare_exchange_strong(&reserve, &none, block))
    free(block);
  return block;
}

/* Gives the reserve back to the system, or ends the process. */
static void need_use_reserve(void) {
  void *block = atomic_exchange(&reserve, NULL);
  if (!block)
    need_fail();
  free(block);
}

void *need(size_t size) {
  return need_array(1, size);
}

void *need_array(size_t count, size_t size) {
  void *block;
  while (!(block = calloc(count ? count : 1, size ? size : 1)))
    need_use_reserve();
  return block;
}

void *need_resized(void *block, size_t size) {
  void *resized;
  while (!(resized = realloc(block, size ? size : 1)))
    need_use_reserve();
  return resized;
}

void *need_more(void *array, size_t count, size_t size) {
  if (count & (count - 1))
    return array;
  return need_resized(array, (count ? 2 * count : 1) * size);
}

char *need_copy(const char *text) {
  return need_part(text, strlen(text));
}

char *need_part(const char *text, size_t length) {
  char *copy;
  while (!(copy = strndup(text, length)))
    need_use_reserve();
  return copy;
}

FILE *need_stream(char **text, size_t *size) {
  FILE *stream;
  while (!(stream = open_memstream(text, size)))
    need_use_reserve();
  return stream;
}

void need_close(FILE *stream) {
  if (fclose(stream) != 0)
    need_fail();
}
