/* An arena: the small blocks of one Lua state.
 *
 * A state creates and frees small objects all the time, and says how large a
 * block is when it frees it. So blocks need no header, and those that are free
 * wait in a list per size class. All of them lie in one piece of memory; once
 * that is full, the caller gets no more and asks the system, as it does for
 * large blocks. Nothing moves between size classes, which is why the piece is
 * small: it bounds what can be lost by that.
 *
 * Under AddressSanitizer an arena is always full, so that misuse is found. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_ARENA_H
#define BOARDLAB_LUA_HOST_SANDBOX_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Classes: every 16 bytes up to ARENA_FINE, then powers of two. */
enum {
  ARENA_BYTES = 1 << 20,
  ARENA_STEP = 16,
  ARENA_FINE = 512,
  ARENA_LARGEST = 8192,
  ARENA_CLASSES = ARENA_FINE / ARENA_STEP + 4
};

typedef struct FreeBlock {
  struct FreeBlock *next;
} FreeBlock;

/* All zero: nothing allocated yet. */
typedef struct Arena {
  char *start, *next; /* of the memory, and of its unused part */
  size_t skipped;     /* bytes at its start that are never used */
  bool tried;         /* to get the memory */
  FreeBlock *free[ARENA_CLASSES];
} Arena;

static inline unsigned arena_class(size_t size) {
  if (size <= ARENA_FINE)
    return (unsigned)(size + ARENA_STEP - 1) / ARENA_STEP - 1;
  unsigned bits = 31 - (unsigned)__builtin_clz((unsigned)size - 1);
  return ARENA_FINE / ARENA_STEP + bits - 9;
}

static inline bool arena_owns(const Arena *arena, const void *block) {
  return (uintptr_t)block - (uintptr_t)arena->start < ARENA_BYTES &&
         arena->start;
}

/* Returns a block that has never been used, or NULL. */
void *arena_extend(Arena *arena, unsigned size_class);

/* Returns a block of at least `size` bytes, not 0, or NULL. */
static inline void *arena_take(Arena *arena, size_t size) {
  if (size > ARENA_LARGEST)
    return NULL;
  unsigned c = arena_class(size);
  FreeBlock *block = arena->free[c];
  if (!block)
    return arena_extend(arena, c);
  arena->free[c] = block->next;
  return block;
}

/* Frees a block of `size` bytes that the arena owns. */
static inline void arena_give(Arena *arena, void *block, size_t size) {
  FreeBlock *free = block, **list = &arena->free[arena_class(size)];
  free->next = *list;
  *list = free;
}

/* Forgets all blocks; keeps the memory. */
void arena_clear(Arena *arena);
void arena_close(Arena *arena);

#endif
