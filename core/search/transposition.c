#include "core/search/transposition.h"

#include <stdlib.h>

enum { FIRST_PART = 4096, AGES = 64 }; /* FIRST_PART: entries to start with */

bool transpositions_open(Transpositions *t, size_t bytes, int values) {
  *t = (Transpositions){.game = 0};
  t->stride = sizeof(Entry) + (size_t)values * sizeof(double);
  if (bytes < t->stride)
    return true;
  t->count = 1;
  while (2 * t->count <= bytes / t->stride)
    t->count *= 2;
  t->entries = calloc(t->count, t->stride);
  transpositions_forget(t);
  return t->entries;
}

void transpositions_close(Transpositions *t) {
  free(t->entries);
}

void transpositions_begin(Transpositions *t) {
  t->age = (uint16_t)((t->age + 1) % AGES);
}

/* Memory is zero at first, so no game has the number 0. */
void transpositions_forget(Transpositions *t) {
  if (t->game == UINT16_MAX && t->count)
    memset(t->entries, 0, t->count * t->stride);
  t->game = (uint16_t)(t->game == UINT16_MAX ? 1 : t->game + 1);
  t->age = 0;
  t->filled = 0;
  t->used = t->count < FIRST_PART ? t->count : FIRST_PART;
}

static Entry *entry_at(const Transpositions *t, uint64_t index) {
  return (Entry *)(t->entries + index * t->stride);
}

static bool is_empty(const Transpositions *t, const Entry *e) {
  return e->game != t->game;
}

/* The two places of a key; the same one twice in a table of one. */
static void places(const Transpositions *t, uint64_t key, Entry *place[2]) {
  uint64_t index = key & (t->used - 1), other = index ^ 1;
  place[0] = entry_at(t, index);
  place[1] = entry_at(t, other < t->used ? other : index);
}

/* The one of two places that has the key, or NULL. */
static Entry *holder(const Transpositions *t, Entry *place[2], uint64_t key) {
  for (int i = 0; i < 2; i++)
    if (place[i]->key == key && !is_empty(t, place[i]))
      return place[i];
  return NULL;
}

const Entry *transpositions_find(const Transpositions *t, uint64_t key) {
  Entry *place[2];
  if (t->count == 0)
    return NULL;
  places(t, key, place);
  return holder(t, place, key);
}

/* How much is lost with an entry. */
static int weight(const Transpositions *t, const Entry *e) {
  if (is_empty(t, e))
    return -1;
  return e->age == t->age ? e->depth : 0;
}

/* Doubles the part in use. The next bit of a key then tells whether it belongs
 * into the old half or, at the same place, the new one, where nothing is yet.
 */
static void spread(Transpositions *t) {
  for (uint64_t i = 0; i < t->used; i++) {
    Entry *e = entry_at(t, i);
    if (is_empty(t, e) || !(e->key & t->used))
      continue;
    memcpy(entry_at(t, i + t->used), e, t->stride);
    e->game = 0;
  }
  t->used *= 2;
}

Entry *transpositions_place(Transpositions *t, uint64_t key) {
  Entry *place[2];
  if (t->count == 0)
    return NULL;
  if (2 * t->filled > t->used && t->used < t->count)
    spread(t);
  places(t, key, place);
  Entry *e = holder(t, place, key);
  if (!e)
    e = weight(t, place[1]) < weight(t, place[0]) ? place[1] : place[0];
  t->filled += is_empty(t, e);
  e->key = key;
  e->game = t->game;
  e->age = t->age & (AGES - 1);
  return e;
}
