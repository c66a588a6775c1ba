#include "core/search/memory_budget.h"

#include <stdlib.h>

bool budget_take(MemoryBudget *budget, size_t bytes) {
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
