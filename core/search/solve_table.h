/* The table of a solver: maps the key of a position to a number and to a 16-bit
 * value. Positions are numbered from 0 in the order in which they are added.
 *
 * It is a hash table with open addressing. The index holds numbers of
 * positions, and in the bits that these do not need, a part of the hash, so
 * that few keys of other positions are ever looked at. Keys, packed as
 * key_packing.h does, and values lie in blocks, so growing rebuilds nothing but
 * the index. Whole keys are compared, so two positions are never mixed up
 * because of equal hashes.
 * All memory is taken from a budget that other structures may share; the budget
 * must outlive the table. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_TABLE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_TABLE_H

#include "core/search/key_packing.h"

/* ---- the budget ----------------------------------------------------------*/

/* A limit on memory that several data structures share. Each of them takes
 * bytes from the budget before it allocates, and puts them back when it frees.
 * The owner of the budget must outlive its users; one thread uses it at a
 * time. */
typedef struct MemoryBudget {
  size_t limit, taken; /* bytes */
} MemoryBudget;

static inline size_t budget_left(const MemoryBudget *budget) {
  return budget->limit - budget->taken;
}

/* Grows an array of `size`-byte entries so that it can hold `wanted` of them:
 * by half, or only as far as needed if the budget is nearly used up. Returns
 * the array, which may have moved. On failure it returns the array unchanged
 * and sets *good to false; it does nothing if *good is false already, so that
 * several calls can share one check. */
void *budget_grow(MemoryBudget *budget, void *array, size_t size,
                  size_t *capacity, size_t wanted, bool *good);

/* Frees such an array. Returns NULL, its new value. */
void *budget_release(MemoryBudget *budget, void *array, size_t size,
                     size_t *capacity);

/* The same for an array that is a variable, whose capacity is another. */
#define BUDGET_GROW(budget, array, capacity, wanted, good)                     \
  ((array) =                                                                   \
       budget_grow(budget, array, sizeof *(array), &(capacity), wanted, good))
#define BUDGET_RELEASE(budget, array, capacity)                                \
  ((array) = budget_release(budget, array, sizeof *(array), &(capacity)))

/* ---- the table -----------------------------------------------------------*/

#define SOLVE_TABLE_NONE UINT32_MAX

typedef struct SolveTable {
  MemoryBudget *budget;
  size_t key_size;
  KeyPacking packing; /* of the keys so far; once there is one */
  uint8_t *packed;    /* the key at hand */
  uint32_t count;
  uint32_t *index; /* tag | 1 + the number of a position; 0: an empty slot */
  size_t mask;     /* slots of the index, minus one */
  char **blocks;
  size_t block_count, block_capacity;
} SolveTable;

/* An empty table, which allocates nothing yet. */
void solve_table_open(SolveTable *table, size_t key_size, MemoryBudget *budget);
void solve_table_close(SolveTable *table);

/* The number of a key, or SOLVE_TABLE_NONE. */
uint32_t solve_table_find(const SolveTable *table, const void *key);

/* The number of a key, which is added with the value 0 if it is new. Returns
 * SOLVE_TABLE_NONE if it is new and does not fit into the budget. */
uint32_t solve_table_add(SolveTable *table, const void *key, bool *added);

/* To fill an empty table from a file: makes room for a number of positions, and
 * enters them into the index once their keys and values are there. False if
 * they do not fit. */
bool solve_table_make_room(SolveTable *table, const void *first,
                           const uint8_t *varies, uint32_t count);
bool solve_table_index(SolveTable *table);

/* Removes all positions from number `count` on and frees their memory. */
void solve_table_truncate(SolveTable *table, uint32_t count);

enum { SOLVE_BLOCK_BITS = 14, SOLVE_BLOCK = 1 << SOLVE_BLOCK_BITS };

/* A block holds the values of its positions, then their keys. */
static inline uint16_t *solve_table_value(const SolveTable *table,
                                          uint32_t number) {
  return (uint16_t *)(void *)table->blocks[number >> SOLVE_BLOCK_BITS] +
         (number & (SOLVE_BLOCK - 1));
}

static inline uint8_t *solve_table_key(const SolveTable *table,
                                       uint32_t number) {
  return (uint8_t *)table->blocks[number >> SOLVE_BLOCK_BITS] +
         SOLVE_BLOCK * sizeof(uint16_t) +
         (number & (SOLVE_BLOCK - 1)) * table->packing.packed_size;
}

#endif
