#include "core/search/solve_table.h"

#include "core/base/need.h"
#include "core/game/game.h"
#include <stdlib.h>

/* ---- the budget ----------------------------------------------------------*/

/* False if that many are not left. */
static bool budget_take(MemoryBudget *budget, size_t bytes) {
  if (bytes > budget_left(budget))
    return false;
  budget->taken += bytes;
  return true;
}

void *budget_grow(MemoryBudget *budget, void *array, size_t size,
                  size_t *capacity, size_t wanted, bool *good) {
  if (wanted <= *capacity || !*good)
    return array;
  size_t larger = *capacity + *capacity / 2 + 16;
  if (larger < wanted || (larger - *capacity) * size > budget_left(budget))
    larger = wanted;
  size_t more = (larger - *capacity) * size;
  if (!budget_take(budget, more)) {
    *good = false;
    return array;
  }
  void *grown = realloc(array, larger * size);
  if (!grown) {
    budget->taken -= more;
    *good = false;
    return array;
  }
  *capacity = larger;
  return grown;
}

void *budget_release(MemoryBudget *budget, void *array, size_t size,
                     size_t *capacity) {
  budget->taken -= *capacity * size;
  *capacity = 0;
  free(array);
  return NULL;
}

/* ---- the table -----------------------------------------------------------*/

enum { INDEX_MIN = 1 << 10 };

/* One number stands for none, and the index stores numbers plus one. */
#define POSITIONS_MAX (UINT32_MAX - 1)

void solve_table_open(SolveTable *table, size_t key_size,
                      MemoryBudget *budget) {
  *table = (SolveTable){
      .budget = budget, .key_size = key_size, .packed = need(key_size)};
}

void solve_table_close(SolveTable *table) {
  for (size_t i = 0; i < table->block_count; i++)
    free(table->blocks[i]);
  free(table->blocks);
  free(table->index);
  free(table->packed);
  key_packing_close(&table->packing);
}

/* ---- index ---------------------------------------------------------------*/

/* The numbers in an index are smaller than its number of slots, a power of two.
 * The bits above are a tag: those of the upper half of the hash, while the
 * lower half says in which slot to begin. */
static uint32_t tag_of(const SolveTable *table, uint64_t hash) {
  return (uint32_t)(hash >> 32) & ~(uint32_t)table->mask;
}

/* The number of the position in a slot that is in use. */
static uint32_t number_in(const SolveTable *table, size_t slot) {
  return (table->index[slot] & (uint32_t)table->mask) - 1;
}

static uint64_t hash_of(const SolveTable *table, const uint8_t *packed) {
  return game_hash_bytes(packed, table->packing.packed_size);
}

/* The slot of the index that holds the key at hand, or the empty one where it
 * belongs. */
static size_t find_slot(const SolveTable *table, uint64_t hash) {
  uint32_t tag = tag_of(table, hash), numbers = (uint32_t)table->mask;
  size_t at = hash & table->mask;
  for (; table->index[at]; at = (at + 1) & table->mask)
    if ((table->index[at] & ~numbers) == tag &&
        memcmp(solve_table_key(table, number_in(table, at)), table->packed,
               table->packing.packed_size) == 0)
      break;
  return at;
}

/* Adds a position whose key the index does not hold. */
static void insert(SolveTable *table, uint64_t hash, uint32_t number) {
  size_t at = hash & table->mask;
  while (table->index[at])
    at = (at + 1) & table->mask;
  table->index[at] = tag_of(table, hash) | (number + 1);
}

/* Adds all positions to an empty index. Each goes to a slot anywhere in memory,
 * so several are on their way at the same time. */
static void insert_all(SolveTable *table) {
  enum { AHEAD = 16 };
  uint64_t hash[AHEAD];
  for (uint32_t at = 0, n; at < table->count; at += n) {
    n = table->count - at < AHEAD ? table->count - at : AHEAD;
    for (uint32_t i = 0; i < n; i++) {
      hash[i] = hash_of(table, solve_table_key(table, at + i));
      __builtin_prefetch(&table->index[hash[i] & table->mask], 1);
    }
    for (uint32_t i = 0; i < n; i++)
      insert(table, hash[i], at + i);
  }
}

/* Replaces the index by one with `slots` slots, filled from the keys. The old
 * one is freed first, so that the two never need memory at the same time. */
static bool rebuild_index(SolveTable *table, size_t slots) {
  size_t before = table->index ? table->mask + 1 : 0;
  if (slots > before &&
      (slots - before) * sizeof *table->index > budget_left(table->budget))
    return false;
  free(table->index);
  table->budget->taken -= before * sizeof *table->index;
  table->index = calloc(slots, sizeof *table->index);
  table->mask = slots - 1;
  if (!table->index)
    return false;
  budget_take(table->budget, slots * sizeof *table->index);
  insert_all(table);
  return true;
}

/* Keeps the index at most three quarters full; when the budget does not allow a
 * larger one, it may fill to 15/16. */
static bool index_has_room(SolveTable *table) {
  size_t slots = table->index ? table->mask + 1 : 0, used = table->count + 1;
  if (used <= slots / 4 * 3 ||
      rebuild_index(table, slots ? 2 * slots : INDEX_MIN))
    return true;
  return table->index && used <= slots / 16 * 15;
}

/* ---- blocks --------------------------------------------------------------*/

static size_t bytes_of(const KeyPacking *packing) {
  return SOLVE_BLOCK * (sizeof(uint16_t) + packing->packed_size);
}

static size_t block_bytes(const SolveTable *table) {
  return bytes_of(&table->packing);
}

static bool add_block(SolveTable *table) {
  size_t bytes = block_bytes(table);
  bool good = true;
  BUDGET_GROW(table->budget, table->blocks, table->block_capacity,
              table->block_count + 1, &good);
  if (!good || !budget_take(table->budget, bytes))
    return false;
  char *block = malloc(bytes);
  if (!block) {
    table->budget->taken -= bytes;
    return false;
  }
  table->blocks[table->block_count++] = block;
  return true;
}

static bool has_room(SolveTable *table) {
  if (table->count >= POSITIONS_MAX || !index_has_room(table))
    return false;
  return table->count < table->block_count << SOLVE_BLOCK_BITS ||
         add_block(table);
}

/* ---- packing -------------------------------------------------------------*/

/* Removes the blocks that hold nothing but positions from number `count` on. */
static void shorten(SolveTable *table, uint32_t count) {
  table->count = count;
  while (table->block_count &&
         (table->block_count - 1) << SOLVE_BLOCK_BITS >= count) {
    free(table->blocks[--table->block_count]);
    table->budget->taken -= block_bytes(table);
  }
}

/* Converts a block; false if the system has no memory left. */
static bool repack_block(SolveTable *table, size_t block,
                         const KeyPacking *to) {
  size_t from_size = table->packing.packed_size, to_size = to->packed_size;
  size_t first = block << SOLVE_BLOCK_BITS,
         values = SOLVE_BLOCK * sizeof(uint16_t);
  size_t keys = table->count - first;
  const char *from = table->blocks[block];
  char *made = malloc(bytes_of(to));
  if (!made)
    return false;
  memcpy(made, from, values);
  for (size_t i = 0; i < keys && i < SOLVE_BLOCK; i++)
    key_repack(&table->packing, (const uint8_t *)from + values + i * from_size,
               to, (uint8_t *)made + values + i * to_size);
  free(table->blocks[block]);
  table->blocks[block] = made;
  return true;
}

/* Stores the keys by another packing: those bits of them that vary. False if
 * that does not fit into the budget. If the system itself has no memory left,
 * which no budget can rule out, the table is empty afterwards. */
static bool repack(SolveTable *table, const uint8_t *varies) {
  KeyPacking to;
  key_packing_open(&to, table->key_size, table->packing.first, varies);
  size_t before = block_bytes(table) * table->block_count;
  size_t after = bytes_of(&to) * table->block_count;
  bool good = after <= before || budget_left(table->budget) >= after - before;
  if (!good) {
    key_packing_close(&to);
    return false;
  }
  for (size_t i = 0; i < table->block_count && good; i++)
    good = repack_block(table, i, &to);
  table->budget->taken += after - before;
  key_packing_close(&table->packing);
  table->packing = to;
  if (!good)
    shorten(table, 0);
  return (!table->index || rebuild_index(table, table->mask + 1)) && good;
}

/* Makes the packing wide enough for a key that it cannot pack. */
static bool widen(SolveTable *table, const void *key) {
  uint8_t *varies = need(table->key_size);
  bool empty = !table->packing.first;
  if (empty)
    key_packing_open(&table->packing, table->key_size, key, varies);
  memcpy(varies, table->packing.varies, table->key_size);
  bool good = key_pack(&table->packing, key, table->packed, varies) ||
              (repack(table, varies) &&
               key_pack(&table->packing, key, table->packed, NULL));
  free(varies);
  return good;
}

/* Makes the packing as narrow as the keys allow, so that it does not depend on
 * keys that have been removed. */
static bool narrow(SolveTable *table) {
  uint8_t *varies = need(table->key_size);
  for (uint32_t i = 0; i < table->count; i++)
    key_add_bits(&table->packing, solve_table_key(table, i), varies);
  bool good = repack(table, varies);
  free(varies);
  if (table->count == 0) {
    key_packing_close(&table->packing);
    table->packing = (KeyPacking){0};
  }
  return good;
}

/* ---- positions -----------------------------------------------------------*/

/* Packs a key that may be in the table. */
static bool pack(const SolveTable *table, const void *key) {
  return table->packing.first &&
         key_pack(&table->packing, key, table->packed, NULL);
}

static uint32_t find(const SolveTable *table, uint64_t hash) {
  if (!table->index)
    return SOLVE_TABLE_NONE;
  size_t slot = find_slot(table, hash);
  return table->index[slot] ? number_in(table, slot) : SOLVE_TABLE_NONE;
}

uint32_t solve_table_find(const SolveTable *table, const void *key) {
  return pack(table, key) ? find(table, hash_of(table, table->packed))
                          : SOLVE_TABLE_NONE;
}

uint32_t solve_table_add(SolveTable *table, const void *key, bool *added) {
  *added = false;
  if (!pack(table, key) && !widen(table, key))
    return SOLVE_TABLE_NONE;
  uint64_t hash = hash_of(table, table->packed);
  uint32_t found = find(table, hash);
  if (found != SOLVE_TABLE_NONE)
    return found;
  if (!has_room(table))
    return SOLVE_TABLE_NONE;
  uint32_t number = table->count++;
  memcpy(solve_table_key(table, number), table->packed,
         table->packing.packed_size);
  *solve_table_value(table, number) = 0;
  insert(table, hash, number);
  *added = true;
  return number;
}

void solve_table_truncate(SolveTable *table, uint32_t count) {
  if (!table->index || table->count <= count)
    return;
  shorten(table, count);
  size_t slots = INDEX_MIN;
  while (slots <= table->mask && count > slots / 4 * 3)
    slots *= 2;
  if (!rebuild_index(table, slots) || !narrow(table))
    table->count = 0;
}

bool solve_table_make_room(SolveTable *table, const void *first,
                           const uint8_t *varies, uint32_t count) {
  key_packing_open(&table->packing, table->key_size, first, varies);
  while (table->block_count << SOLVE_BLOCK_BITS < count)
    if (!add_block(table))
      return false;
  table->count = count;
  return true;
}

bool solve_table_index(SolveTable *table) {
  size_t slots = INDEX_MIN;
  while (table->count >= slots / 4 * 3)
    slots *= 2;
  return rebuild_index(table, slots);
}
