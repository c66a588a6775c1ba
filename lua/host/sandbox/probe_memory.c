#include "lua/host/sandbox/probe_memory.h"

#include <string.h>

/* Returns the number of the block that starts there, or -1. */
static int find_block(const ProbeMemory *m, const void *start) {
  for (int i = 0; start && i < m->count; i++)
    if (m->block[i].start == start)
      return i;
  return -1;
}

static ProbeBlock *new_block(ProbeMemory *m, size_t size) {
  size_t room =
      (size + PROBE_ALIGNMENT - 1) / PROBE_ALIGNMENT * PROBE_ALIGNMENT;
  for (int i = 0; i < m->count; i++)
    if (m->block[i].size == 0 && m->block[i].room == room)
      return &m->block[i];
  if (m->count == PROBE_BLOCKS || room > PROBE_BYTES - m->used)
    return NULL;
  ProbeBlock *block = &m->block[m->count++];
  *block = (ProbeBlock){m->bytes + m->used, room, 0};
  m->used += room;
  return block;
}

void *probe_allocate(void *context, void *block, size_t old, size_t size) {
  (void)old;
  ProbeMemory *m = context;
  int found = find_block(m, block);
  ProbeBlock *from = found < 0 ? NULL : &m->block[found], *to = NULL;
  if (size > 0) {
    to = from && size <= from->room ? from : new_block(m, size);
    if (!to)
      return NULL;
  }
  if (from && to && to != from)
    memcpy(to->start, from->start, from->size < size ? from->size : size);
  if (from)
    from->size = 0;
  if (to)
    to->size = size;
  return to ? to->start : NULL;
}

bool probe_is_block(const ProbeMemory *m, const void *start, size_t size) {
  int found = find_block(m, start);
  return found >= 0 && m->block[found].size == size;
}
