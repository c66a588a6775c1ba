/* The least that a page can count on, of what an instance can have. */
#include "core/search/mcts_internal.h"

size_t mcts_memory_share(void) {
  return (size_t)256 << 20;
}
