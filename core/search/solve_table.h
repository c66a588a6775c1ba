/* The table of a solver: a number for every position met, from 0 on in the
 * order they are added, found by its key; and a value of 16 bits for each.
 *
 * Keys and values lie in blocks that never move, so that nothing is copied as
 * the table grows; only the index over them is made anew, when it gets full.
 * Keys are compared byte by byte. All memory is taken from a purse, shared with
 * whatever else must fit into the same limit. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_TABLE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that may be taken, and those that have been. */
typedef struct MemoryBudget {
  size_t limit, taken;
} MemoryBudget;

/* An array of `size` bytes an entry made larger, to at least `wanted` entries:
 * half as many again, if the purse has it. False, and all as it was, if not. */
bool budget_grow(MemoryBudget *budget, void **array, size_t size, size_t *room,
                 size_t wanted);

/* Gives such an array back. */
void budget_release(MemoryBudget *budget, void **array, size_t size,
                    size_t *room);

#define TABLE_NONE UINT32_MAX
#define TABLE_POSITIONS_MAX (UINT32_MAX - 1)

typedef struct SolveTable {
  MemoryBudget *budget;
  size_t key_size;
  uint32_t count;
  uint32_t *index; /* number + 1 of a position, or 0 */
  size_t mask;     /* entries of the index, less one */
  char **blocks;
  size_t block_count, block_room;
} SolveTable;

void table_start(SolveTable *table, size_t key_size, MemoryBudget *budget);
void table_free(SolveTable *table);

/* The number of a key, or TABLE_NONE. */
uint32_t table_find(const SolveTable *table, const void *key);

/* The same, but a key that is not there is added, with the value 0. TABLE_NONE
 * if there is no memory. */
uint32_t table_place(SolveTable *table, const void *key, bool *added);

/* Forgets all positions from that number on, and gives their memory back. */
void table_cut(SolveTable *table, uint32_t count);

enum { BLOCK_BITS = 14, BLOCK = 1 << BLOCK_BITS };

/* A block is its values and then its keys. */
static inline uint16_t *table_value(const SolveTable *table, uint32_t number) {
  return (uint16_t *)(void *)table->blocks[number >> BLOCK_BITS] +
         (number & (BLOCK - 1));
}

static inline char *table_key(const SolveTable *table, uint32_t number) {
  return table->blocks[number >> BLOCK_BITS] + BLOCK * sizeof(uint16_t) +
         (number & (BLOCK - 1)) * table->key_size;
}

#endif
