/* The memory of a Lua state that is made to look at how Lua keeps its objects.
 *
 * It is on the C stack of whoever looks, so that the answer does not depend on
 * how much memory there is. What is read must be one of its blocks, of exactly
 * the expected size. All zero: nothing allocated yet. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PROBE_MEMORY_H
#define BOARDLAB_LUA_HOST_SANDBOX_PROBE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

enum { PROBE_BLOCKS = 256, PROBE_BYTES = 32 << 10, PROBE_ALIGNMENT = 16 };

typedef struct ProbeBlock {
  unsigned char *start;
  size_t room, size; /* size 0: free */
} ProbeBlock;

typedef struct ProbeMemory {
  int count;
  size_t used;
  ProbeBlock block[PROBE_BLOCKS];
  _Alignas(PROBE_ALIGNMENT) unsigned char bytes[PROBE_BYTES];
} ProbeMemory;

/* A lua_Alloc, whose context is the memory. */
void *probe_allocate(void *context, void *block, size_t old, size_t size);

/* Returns whether a block of that size starts there. */
bool probe_is_block(const ProbeMemory *memory, const void *start, size_t size);

#endif
