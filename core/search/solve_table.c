#include "core/search/solve_table.h"

#include "core/game/game.h"
#include <stdlib.h>

/* ---- memory --------------------------------------------------------------*/

static bool budget_take(MemoryBudget *budget, size_t bytes) {
  if (bytes > budget->limit - budget->taken)
    return false;
  budget->taken += bytes;
  return true;
}

bool budget_grow(MemoryBudget *budget, void **array, size_t size, size_t *room,
                 size_t wanted) {
  if (wanted <= *room)
    return true;
  size_t larger = *room + *room / 2 + 16;
  if (larger < wanted)
    larger = wanted;
  if ((larger - *room) * size > budget->limit - budget->taken)
    larger = wanted;
  size_t more = (larger - *room) * size;
  if (!budget_take(budget, more))
    return false;
  void *grown = realloc(*array, larger * size);
  if (!grown) {
    budget->taken -= more;
    return false;
  }
  *array = grown;
  *room = larger;
  return true;
}

void budget_release(MemoryBudget *budget, void **array, size_t size,
                    size_t *room) {
  budget->taken -= *room * size;
  free(*array);
  *array = NULL;
  *room = 0;
}

/* ---- the table -----------------------------------------------------------*/

void table_start(SolveTable *table, size_t key_size, MemoryBudget *budget) {
  *table = (SolveTable){.budget = budget, .key_size = key_size};
}

void table_free(SolveTable *table) {
  for (size_t i = 0; i < table->block_count; i++)
    free(table->blocks[i]);
  free(table->blocks);
  free(table->index);
}

/* Where a key is in the index, or the gap where it belongs. */
static size_t seek(const SolveTable *table, const void *key) {
  size_t at = game_hash_bytes(key, table->key_size) & table->mask;
  for (; table->index[at]; at = (at + 1) & table->mask)
    if (memcmp(table_key(table, table->index[at] - 1), key, table->key_size) ==
        0)
      break;
  return at;
}

/* Makes a new index in place of the old one, which is given back first: all
 * that is in it is known from the keys. */
static bool rebuild(SolveTable *table, size_t size) {
  size_t before = table->index ? table->mask + 1 : 0;
  if (size > before && (size - before) * sizeof *table->index >
                           table->budget->limit - table->budget->taken)
    return false;
  free(table->index);
  table->budget->taken -= before * sizeof *table->index;
  table->index = calloc(size, sizeof *table->index);
  table->mask = size - 1;
  if (!table->index)
    return false;
  budget_take(table->budget, size * sizeof *table->index);
  for (uint32_t i = 0; i < table->count; i++)
    table->index[seek(table, table_key(table, i))] = i + 1;
  return true;
}

static size_t block_bytes(const SolveTable *table) {
  return BLOCK * (sizeof(uint16_t) + table->key_size);
}

static bool add_block(SolveTable *table) {
  size_t bytes = block_bytes(table);
  if (!budget_grow(table->budget, (void **)&table->blocks,
                   sizeof *table->blocks, &table->block_room,
                   table->block_count + 1) ||
      !budget_take(table->budget, bytes))
    return false;
  char *block = malloc(bytes);
  if (!block) {
    table->budget->taken -= bytes;
    return false;
  }
  table->blocks[table->block_count++] = block;
  return true;
}

enum { SMALLEST = 1 << 10 };

void table_cut(SolveTable *table, uint32_t count) {
  if (!table->index || table->count <= count)
    return;
  table->count = count;
  while (table->block_count &&
         (table->block_count - 1) << BLOCK_BITS >= count) {
    free(table->blocks[--table->block_count]);
    table->budget->taken -= block_bytes(table);
  }
  size_t size = SMALLEST;
  while (size <= table->mask && count > size / 4 * 3)
    size *= 2;
  if (!rebuild(table, size))
    table->count = 0;
}

/* At most three quarters of the index are used; a little more before it is
 * given up for want of memory. */
static bool index_has_room(SolveTable *table) {
  size_t size = table->index ? table->mask + 1 : 0, used = table->count + 1;
  if (used <= size / 4 * 3 || rebuild(table, size ? 2 * size : SMALLEST))
    return true;
  return table->index && used <= size / 16 * 15;
}

static bool make_room(SolveTable *table) {
  if (table->count >= TABLE_POSITIONS_MAX || !index_has_room(table))
    return false;
  return table->count < table->block_count << BLOCK_BITS || add_block(table);
}

uint32_t table_find(const SolveTable *table, const void *key) {
  return table->index ? table->index[seek(table, key)] - 1 : TABLE_NONE;
}

uint32_t table_place(SolveTable *table, const void *key, bool *added) {
  *added = false;
  uint32_t found = table_find(table, key);
  if (found != TABLE_NONE)
    return found;
  if (!make_room(table))
    return TABLE_NONE;
  uint32_t number = table->count++;
  memcpy(table_key(table, number), key, table->key_size);
  *table_value(table, number) = 0;
  table->index[seek(table, key)] = number + 1;
  *added = true;
  return number;
}
