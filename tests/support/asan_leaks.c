/* Makes the search for leaks at the end of a process cheap on Arm. Before GCC
 * 13, AddressSanitizer's allocator there lists its chunks by looking at every
 * megabyte that a process could have, 2^28 of them, and a search lists them
 * several times: it takes four seconds even if nothing was allocated. So this
 * notes what the allocator maps, and lists only the chunks in there. The linker
 * calls the functions below instead of those of the runtime (--wrap), which has
 * to be the static one for that. */
#define _DEFAULT_SOURCE /* mincore */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void VisitChunk(uintptr_t chunk, void *context);

#define EACH_CHUNK "_ZN6__lsan12ForEachChunkEPFvmPvES0_"
#define MAP_REGION "_ZN11__sanitizer28MmapAlignedOrDieOnFatalErrorEmmPKc"
#define MAP_LARGE "_ZN11__sanitizer21MmapOrDieOnFatalErrorEmPKc"
#define UNMAP "_ZN11__sanitizer10UnmapOrDieEPvm"

void real_each_chunk(VisitChunk *visit,
                     void *context) __asm__("__real_" EACH_CHUNK);
void *real_map_region(size_t size, size_t alignment,
                      const char *purpose) __asm__("__real_" MAP_REGION);
void *real_map_large(size_t size,
                     const char *purpose) __asm__("__real_" MAP_LARGE);
void real_unmap(void *start, size_t size) __asm__("__real_" UNMAP);

void each_chunk(VisitChunk *visit, void *context) __asm__("__wrap_" EACH_CHUNK);
void *map_region(size_t size, size_t alignment,
                 const char *purpose) __asm__("__wrap_" MAP_REGION);
void *map_large(size_t size, const char *purpose) __asm__("__wrap_" MAP_LARGE);
void unmap(void *start, size_t size) __asm__("__wrap_" UNMAP);

/* The first byte of the chunk that has this address in it, 0 if there is none.
 */
uintptr_t chunk_at(uintptr_t address) __asm__("_ZN6__lsan12GetUserBeginEm");

enum {
  REGION_SIZE = 1 << 20, /* of chunks that all have the same size */
  MIN_CHUNK_SIZE = 32,
  MAX_REGIONS = 1 << 16,
  MAX_LARGE =
      1 << 12, /* chunks with a mapping of their own, at the same time */
};

/* The first address of each region and the last of each large chunk, with their
 * bits flipped: the search would take them for pointers to the chunks. Without
 * locks, as one that another thread holds during a fork would stay locked. */
static _Atomic uintptr_t regions[MAX_REGIONS];
static _Atomic uintptr_t large[MAX_LARGE];
static atomic_bool was_full;

static void note(_Atomic uintptr_t *table, size_t size, uintptr_t address) {
  for (size_t i = 0; i < size; i++) {
    uintptr_t none = 0;
    if (atomic_compare_exchange_strong(&table[i], &none, ~address))
      return;
  }
  atomic_store(&was_full, true);
}

static uintptr_t last_address(const void *start, size_t size) {
  return (uintptr_t)start + size - 1;
}

void *map_region(size_t size, size_t alignment, const char *purpose) {
  void *start = real_map_region(size, alignment, purpose);
  if (start && size == REGION_SIZE)
    note(regions, MAX_REGIONS, (uintptr_t)start);
  return start;
}

void *map_large(size_t size, const char *purpose) {
  void *start = real_map_large(size, purpose);
  if (start)
    note(large, MAX_LARGE, last_address(start, size));
  return start;
}

void unmap(void *start, size_t size) {
  for (size_t i = 0; i < MAX_LARGE; i++) {
    uintptr_t noted = ~last_address(start, size);
    if (atomic_compare_exchange_strong(&large[i], &noted, 0))
      break;
  }
  real_unmap(start, size);
}

/* Looks only at pages that are in memory: what is allocated has been written
 * to, and most of a region has not. */
static void each_chunk_of_region(uintptr_t start, VisitChunk *visit,
                                 void *context) {
  unsigned char in_memory[REGION_SIZE / 4096];
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uintptr_t last = 0;
  bool known = mincore((void *)start, REGION_SIZE, in_memory) == 0;
  for (size_t offset = 0; offset < REGION_SIZE; offset += MIN_CHUNK_SIZE) {
    if (known && !(in_memory[offset / page] & 1)) {
      offset += page - MIN_CHUNK_SIZE;
      continue;
    }
    uintptr_t chunk = chunk_at(start + offset);
    if (chunk && chunk != last)
      visit(chunk, context);
    last = chunk;
  }
}

void each_chunk(VisitChunk *visit, void *context) {
  if (atomic_load(&was_full)) {
    real_each_chunk(visit, context);
    return;
  }
  for (size_t i = 0; i < MAX_REGIONS && regions[i]; i++)
    each_chunk_of_region(~regions[i], visit, context);
  for (size_t i = 0; i < MAX_LARGE; i++)
    if (large[i])
      visit(~large[i], context);
}
