#include "lua/host/sandbox/hash_seed.h"

#include "lua/host/sandbox/probe_memory.h"
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static const uint32_t SEED = 0x6c61626f, OTHER = 0x16b7a3c5; /* any will do */

enum { NOWHERE = -1, NOT_ASKED = -2 };

/* ---- setting it ----------------------------------------------------------*/

/* The allocator of a state that is being created, around its own. */
typedef struct Creation {
  lua_Alloc allocate;
  void *context;
  uint32_t seed;
  int place; /* of the seed in the first block, in bytes */
  int calls;
  unsigned char *first;
} Creation;

static void *allocate_in_creation(void *context, void *block, size_t old,
                                  size_t size) {
  Creation *c = context;
  c->calls++;
  if (c->calls == 2 && c->first)
    memcpy(c->first + c->place, &c->seed, sizeof c->seed);
  void *moved = c->allocate(c->context, block, old, size);
  if (c->calls == 1)
    c->first = moved;
  return moved;
}

static lua_State *create(lua_Alloc allocate, void *context, uint32_t seed,
                         int place) {
  Creation c = {
      .allocate = allocate, .context = context, .seed = seed, .place = place};
  lua_State *L = lua_newstate(allocate_in_creation, &c);
  if (L)
    lua_setallocf(L, allocate, context);
  return L;
}

/* ---- finding it ----------------------------------------------------------*/

/* The hash of Lua 5.4. */
static uint32_t hash(const char *text, size_t length, uint32_t seed) {
  uint32_t h = seed ^ (uint32_t)length;
  for (size_t i = length; i > 0; i--)
    h ^= (h << 5) + (h >> 2) + (unsigned char)text[i - 1];
  return h;
}

/* Returns whether what Lua keeps before the bytes of the string on top of the
 * stack contains the hash that follows from a seed. */
static bool is_hashed(lua_State *L, const ProbeMemory *m, uint32_t seed) {
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  const char *start = lua_topointer(L, -1);
  uint32_t expected = hash(text, length, seed), word;
  if (!probe_is_block(m, start, (size_t)(text - start) + length + 1))
    return false;
  for (; start + sizeof word <= text; start += sizeof word) {
    memcpy(&word, start, sizeof word);
    if (word == expected)
      return true;
  }
  return false;
}

/* Returns whether all strings have the hashes that follow from a seed. */
static bool explains(lua_State *L, const ProbeMemory *m, uint32_t seed) {
  static const char *const TEXTS[] = {"", "a", "b", "seed", "a longer text"};
  bool good = true;
  for (size_t i = 0; good && i < sizeof TEXTS / sizeof *TEXTS; i++) {
    lua_pushstring(L, TEXTS[i]);
    good = is_hashed(L, m, seed);
    lua_pop(L, 1);
  }
  return good;
}

static uint32_t word_at(const ProbeMemory *m, int place) {
  uint32_t word;
  memcpy(&word, m->block[0].start + place, sizeof word);
  return word;
}

/* Argument: the memory of the state. Returns the one place in its first block
 * that may be that of the seed, or NOWHERE. */
static int look(lua_State *L) {
  const ProbeMemory *m = lua_touserdata(L, 1);
  int end = (int)(m->block[0].size / sizeof(uint32_t) * sizeof(uint32_t));
  int place = NOWHERE, found = 0;
  for (int at = 0; at < end; at += (int)sizeof(uint32_t))
    if (explains(L, m, word_at(m, at))) {
      place = at;
      found++;
    }
  lua_pushinteger(L, found == 1 ? place : NOWHERE);
  return 1;
}

/* Creates a state, with the fixed seed if its place is known, and looks for
 * the place. */
static int probe(int place, bool *fixed) {
  ProbeMemory memory;
  memset(&memory, 0, sizeof memory);
  lua_State *L = place == NOWHERE
                     ? lua_newstate(probe_allocate, &memory)
                     : create(probe_allocate, &memory, SEED, place);
  if (!L)
    return NOWHERE;
  lua_pushcfunction(L, look);
  lua_pushlightuserdata(L, &memory);
  int seen =
      lua_pcall(L, 1, 1, 0) == LUA_OK ? (int)lua_tointeger(L, -1) : NOWHERE;
  *fixed = seen != NOWHERE && word_at(&memory, seen) == SEED;
  lua_close(L);
  return seen;
}

static int find_place(void) {
  bool fixed;
  int place =
      sizeof(unsigned) == sizeof(uint32_t) ? probe(NOWHERE, &fixed) : NOWHERE;
  return place != NOWHERE && probe(place, &fixed) == place && fixed ? place
                                                                    : NOWHERE;
}

/* Threads that ask at the same time all look, and find the same. */
static int known_place(void) {
  static atomic_int known = NOT_ASKED;
  int place = atomic_load(&known);
  if (place == NOT_ASKED) {
    place = find_place();
    atomic_store(&known, place);
  }
  return place;
}

lua_State *hash_seed_new_state(lua_Alloc allocate, void *context, bool other) {
  int place = known_place();
  return place == NOWHERE
             ? lua_newstate(allocate, context)
             : create(allocate, context, other ? OTHER : SEED, place);
}
