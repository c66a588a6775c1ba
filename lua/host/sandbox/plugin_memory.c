/* Plugins: the allocator and the limit on memory. */
#include "lua/host/sandbox/plugin_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
  BYTES_PER_WORK = 16, /* of a large string or userdata */
  LARGE = 128,         /* bytes from which a block is charged */
  REFUSALS_MAX = 20    /* refused allocations per call */
};

static bool fits(const Account *a, size_t more) {
  return more <= a->limits.memory - a->used;
}

/* Collects the garbage of all plugins of the account except `p`. */
static void collect_others(const Plugin *p) {
  for (const Plugin *q = p->account->plugins; q; q = q->next)
    if (q != p && q->L)
      lua_gc(q->L, LUA_GCCOLLECT);
}

/* The hook that counts instructions needs a few slots of the Lua stack, so a
 * call in an attempt uses slightly less memory than the same call counted, and
 * its garbage is collected at other times. An attempt that comes near a limit
 * on memory is given up; one that does not would be well within it. */
static void check_attempt(const Account *a, size_t old, size_t size) {
  size_t most = a->limits.memory / 2;
  if (attempt.on && (size > BLOCK_MAX / 4 || a->used > most ||
                     (size > old && size - old > most - a->used)))
    plugin_give_up();
}

/* Returns whether to refuse an allocation. After a refusal Lua runs a full
 * garbage collection and tries again, which is slow; a plugin that stays at its
 * memory cap is therefore stopped after REFUSALS_MAX refusals. */
static bool must_refuse(const Plugin *p, size_t kind, size_t old, size_t size) {
  Account *a = p->account;
  check_attempt(a, old, size);
  bool long_string = kind == LUA_TSTRING && size > STRING_MAX;
  bool large = size > BLOCK_MAX;
  a->long_string = a->long_string || long_string;
  a->large_block = a->large_block || large;
  if (long_string || large || a->refusals > REFUSALS_MAX)
    return true;
  if (fits(a, size - old))
    return false;
  a->refusals += plugin_is_late(a) ? REFUSALS_MAX + 1 : 1;
  collect_others(p);
  return !fits(a, size - old) || a->refusals > REFUSALS_MAX;
}

/* Notes whether the system has granted an allocation. After a refusal Lua
 * collects garbage and tries again, and smaller ones may succeed at any time.
 */
static void note_system(Account *a, size_t size, bool granted) {
  if (!granted)
    a->missing = size;
  else if (size >= a->missing)
    a->missing = 0;
}

/* Adds the difference to what the plugin and its account use. */
static void count_bytes(Plugin *p, size_t old, size_t size) {
  Account *a = p->account;
  p->used += size - old;
  a->used += size - old;
  if (a->used > a->peak)
    a->peak = a->used;
}

/* Changes the size of a block; NULL and `old` 0 for a new one. */
static void *resize(Arena *arena, void *block, size_t old, size_t size) {
  bool owned = block && arena_owns(arena, block);
  if (block && !owned)
    return realloc(block, size);
  if (owned && size <= ARENA_LARGEST && arena_class(old) == arena_class(size))
    return block;
  void *moved = arena_take(arena, size);
  if (!moved)
    moved = malloc(size);
  if (moved && owned) {
    memcpy(moved, block, old < size ? old : size);
    arena_give(arena, block, old);
  }
  return moved;
}

static void release(Arena *arena, void *block, size_t size) {
  if (block && arena_owns(arena, block))
    arena_give(arena, block, size);
  else
    free(block);
}

/* The allocator of a plugin's Lua state. Charges large strings and userdata as
 * work, because a single instruction can create them. Does not charge short
 * strings, since Lua may reuse an existing one, nor tables and stacks, whose
 * allocations depend on garbage collection: work must be deterministic. Refuses
 * very long strings, because comparing two takes only one instruction. */
void *plugin_allocate(void *context, void *block, size_t old, size_t size) {
  Plugin *p = context;
  size_t kind = block ? LUA_TNIL : old;
  if (!block)
    old = 0;
  if (size == 0) {
    release(&p->arena, block, old);
    count_bytes(p, old, 0);
    return NULL;
  }
  if (size > old && must_refuse(p, kind, old, size))
    return NULL;
  void *moved = resize(&p->arena, block, old, size);
  note_system(p->account, size, moved);
  if (!moved && size > old)
    return NULL;
  if (!moved)
    moved = block; /* it stays as large as it was */
  if (size > old)
    p->account->allocated += (int64_t)(size - old);
  if ((kind == LUA_TSTRING || kind == LUA_TUSERDATA) && size >= LARGE)
    p->account->budget_left -= (int64_t)(size / BYTES_PER_WORK);
  count_bytes(p, old, size);
  return moved;
}

Stop plugin_memory_stop(const Account *a) {
  return a->missing ? STOP_SYSTEM : STOP_MEMORY;
}

bool plugin_hold(Plugin *p, size_t before, size_t now) {
  Account *a = p->account;
  check_attempt(a, before, now);
  if (now > before && !fits(a, now - before)) {
    collect_others(p);
    lua_gc(p->L, LUA_GCCOLLECT);
    if (!fits(a, now - before))
      return false;
  }
  a->used += now - before;
  if (a->used > a->peak)
    a->peak = a->used;
  return true;
}

Plugin *plugin_of(lua_State *L) {
  void *context;
  return lua_getallocf(L, &context) == plugin_allocate ? context : NULL;
}
