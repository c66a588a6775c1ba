#include "core/search/solve_table.h"

#include "core/game/game.h"
#include <stdlib.h>

enum { INDEX_MIN = 1 << 10 };

/* One number stands for none, and the index stores numbers plus one. */
#define POSITIONS_MAX (UINT32_MAX - 1)

void solve_table_open(SolveTable *table, size_t key_size,
                      MemoryBudget *budget) {
  *table = (SolveTable){.budget = budget, .key_size = key_size};
}

void solve_table_close(SolveTable *table) {
  for (size_t i = 0; i < table->block_count; i++)
    free(table->blocks[i]);
  free(table->blocks);
  free(table->index);
}

/* ---- index ---------------------------------------------------------------*/

/* The slot of the index that holds a key, or the empty one where it belongs. */
static size_t find_slot(const SolveTable *table, const void *key) {
  size_t at = game_hash_bytes(key, table->key_size) & table->mask;
  for (; table->index[at]; at = (at + 1) & table->mask)
    if (memcmp(solve_table_key(table, table->index[at] - 1), key,
               table->key_size) == 0)
      break;
  return at;
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
  for (uint32_t i = 0; i < table->count; i++)
    table->index[find_slot(table, solve_table_key(table, i))] = i + 1;
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

static size_t block_bytes(const SolveTable *table) {
  return SOLVE_BLOCK * (sizeof(uint16_t) + table->key_size);
}

static bool add_block(SolveTable *table) {
  size_t bytes = block_bytes(table);
  bool good = true;
  table->blocks =
      budget_grow(table->budget, table->blocks, sizeof *table->blocks,
                  &table->block_capacity, table->block_count + 1, &good);
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

/* ---- positions -----------------------------------------------------------*/

uint32_t solve_table_find(const SolveTable *table, const void *key) {
  return table->index ? table->index[find_slot(table, key)] - 1
                      : SOLVE_TABLE_NONE;
}

uint32_t solve_table_add(SolveTable *table, const void *key, bool *added) {
  *added = false;
  uint32_t found = solve_table_find(table, key);
  if (found != SOLVE_TABLE_NONE)
    return found;
  if (!has_room(table))
    return SOLVE_TABLE_NONE;
  uint32_t number = table->count++;
  memcpy(solve_table_key(table, number), key, table->key_size);
  *solve_table_value(table, number) = 0;
  table->index[find_slot(table, key)] = number + 1;
  *added = true;
  return number;
}

void solve_table_truncate(SolveTable *table, uint32_t count) {
  if (!table->index || table->count <= count)
    return;
  table->count = count;
  while (table->block_count &&
         (table->block_count - 1) << SOLVE_BLOCK_BITS >= count) {
    free(table->blocks[--table->block_count]);
    table->budget->taken -= block_bytes(table);
  }
  size_t slots = INDEX_MIN;
  while (slots <= table->mask && count > slots / 4 * 3)
    slots *= 2;
  if (!rebuild_index(table, slots))
    table->count = 0;
}
