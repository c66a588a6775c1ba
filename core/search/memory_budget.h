/* A limit on memory that several data structures share.
 *
 * Each of them takes bytes from the budget before it allocates, and puts them
 * back when it frees. The owner of the budget must outlive its users; one
 * thread uses it at a time. */
#ifndef BOARDLAB_CORE_SEARCH_MEMORY_BUDGET_H
#define BOARDLAB_CORE_SEARCH_MEMORY_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct MemoryBudget {
  size_t limit, taken; /* bytes */
} MemoryBudget;

static inline size_t budget_left(const MemoryBudget *budget) {
  return budget->limit - budget->taken;
}

/* Takes bytes from the budget; false if that many are not left. */
bool budget_take(MemoryBudget *budget, size_t bytes);

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

#endif
