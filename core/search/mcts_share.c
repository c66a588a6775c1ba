#include "core/search/mcts_internal.h"

#include <sys/sysinfo.h>
#include <unistd.h>

/* Such that games of two bots on all processors take half of it, as a bot may
 * need two trees. A process that can only compute is not told how much there
 * is. */
size_t mcts_memory_share(void) {
  struct sysinfo info;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (sysinfo(&info) != 0 || processors < 1)
    return (size_t)256 << 20;
  return (size_t)info.totalram * info.mem_unit / 8 / (size_t)processors;
}
