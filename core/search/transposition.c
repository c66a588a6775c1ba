#include "core/search/transposition.h"

#include <stdlib.h>

enum { USED_AT_FIRST = 4096, AGES = 64 };

bool transposition_open(TranspositionTable *t, size_t bytes, int scores) {
  *t = (TranspositionTable){.game = 0};
  t->stride = sizeof(TranspositionEntry) + (size_t)scores * sizeof(double);
  if (bytes < t->stride)
    return true;
  t->capacity = 1;
  while (2 * t->capacity <= bytes / t->stride)
    t->capacity *= 2;
  t->entries = calloc(t->capacity, t->stride);
  transposition_forget(t);
  return t->entries;
}

void transposition_close(TranspositionTable *t) {
  free(t->entries);
}

void transposition_begin(TranspositionTable *t) {
  t->age = (uint16_t)((t->age + 1) % AGES);
}

/* Games are numbered from 1, because new memory is zero. When the numbers run
 * out, the memory is cleared. */
void transposition_forget(TranspositionTable *t) {
  if (t->game == UINT16_MAX && t->capacity)
    memset(t->entries, 0, t->capacity * t->stride);
  t->game = (uint16_t)(t->game == UINT16_MAX ? 1 : t->game + 1);
  t->age = 0;
  t->filled = 0;
  t->used = t->capacity < USED_AT_FIRST ? t->capacity : USED_AT_FIRST;
}

static TranspositionEntry *entry_at(const TranspositionTable *t,
                                    uint64_t index) {
  return (TranspositionEntry *)(t->entries + index * t->stride);
}

static bool is_empty(const TranspositionTable *t, const TranspositionEntry *e) {
  return e->game != t->game;
}

/* The two slots of a key; the same one twice in a table of one entry. */
static void find_slots(const TranspositionTable *t, uint64_t key,
                       TranspositionEntry *slot[2]) {
  uint64_t index = key & (t->used - 1), other = index ^ 1;
  slot[0] = entry_at(t, index);
  slot[1] = entry_at(t, other < t->used ? other : index);
}

/* The one of two slots that holds the key, or NULL. */
static TranspositionEntry *find_key(const TranspositionTable *t,
                                    TranspositionEntry *slot[2], uint64_t key) {
  for (int i = 0; i < 2; i++)
    if (slot[i]->key == key && !is_empty(t, slot[i]))
      return slot[i];
  return NULL;
}

const TranspositionEntry *transposition_find(const TranspositionTable *t,
                                             uint64_t key) {
  TranspositionEntry *slot[2];
  if (t->capacity == 0)
    return NULL;
  find_slots(t, key, slot);
  return find_key(t, slot, key);
}

/* What replacing an entry would lose. */
static int weight(const TranspositionTable *t, const TranspositionEntry *e) {
  if (is_empty(t, e))
    return -1;
  return e->age == t->age ? e->depth : 0;
}

/* Doubles the part in use. The next bit of a key decides whether its entry
 * stays or moves to the corresponding slot of the new half, which is empty. */
static void spread(TranspositionTable *t) {
  for (uint64_t i = 0; i < t->used; i++) {
    TranspositionEntry *e = entry_at(t, i);
    if (is_empty(t, e) || !(e->key & t->used))
      continue;
    memcpy(entry_at(t, i + t->used), e, t->stride);
    e->game = 0;
  }
  t->used *= 2;
}

TranspositionEntry *transposition_place(TranspositionTable *t, uint64_t key) {
  TranspositionEntry *slot[2];
  if (t->capacity == 0)
    return NULL;
  if (2 * t->filled > t->used && t->used < t->capacity)
    spread(t);
  find_slots(t, key, slot);
  TranspositionEntry *e = find_key(t, slot, key);
  if (!e)
    e = weight(t, slot[1]) < weight(t, slot[0]) ? slot[1] : slot[0];
  t->filled += is_empty(t, e);
  e->key = key;
  e->game = t->game;
  e->age = t->age & (AGES - 1);
  return e;
}
