#include "lua/host/sandbox/arena.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
enum { IS_FULL = true };
#else
enum { IS_FULL = false };
#endif

_Static_assert(ARENA_FINE == 1 << 9 && ARENA_LARGEST == ARENA_FINE << 4,
               "arena_class knows the powers of two");

static size_t class_size(unsigned size_class) {
  enum { FINE = ARENA_FINE / ARENA_STEP };
  return size_class < FINE ? (size_t)ARENA_STEP * (size_class + 1)
                           : (size_t)ARENA_FINE * 2 << (size_class - FINE);
}

void arena_clear(Arena *arena) {
  arena->next = arena->start ? arena->start + arena->skipped : NULL;
  memset(arena->free, 0, sizeof arena->free);
}

void *arena_extend(Arena *arena, unsigned size_class) {
  size_t size = class_size(size_class);
  if (!arena->tried) {
    arena->tried = true;
    arena->start = IS_FULL ? NULL : malloc(ARENA_BYTES);
    arena_clear(arena);
  }
  if (!arena->start ||
      size > (size_t)(arena->start + ARENA_BYTES - arena->next))
    return NULL;
  void *block = arena->next;
  arena->next += size;
  return block;
}

void arena_close(Arena *arena) {
  free(arena->start);
  *arena = (Arena){0};
}
