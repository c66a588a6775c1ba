/* Lets a process that AddressSanitizer checks fork while other threads allocate
 * memory, start or end. Its runtime takes no care of that before GCC 15: a lock
 * that another thread holds at that moment stays locked in the child, which
 * waits for it forever as soon as it allocates or reports an error. So its
 * locks are taken around a fork, as the C library does with its own. Linked
 * with the static runtime, as the shared one does not export these functions.
 *
 * The table of the callers of every allocation has a million locks, in so many
 * pages that taking them, and copying the pages in the child, was a third of
 * the time that it takes to start a process for a Lua file. So that table has
 * a gate instead, which is shut around a fork: the linker lets the runtime call
 * store_trace() below instead of its own function (--wrap). */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/single_threaded.h>

#define STORE_TRACE "_ZN11__sanitizer13StackDepotPutENS_10StackTraceE"

typedef struct Trace { /* the runtime's StackTrace */
  const uintptr_t *callers;
  uint32_t size;
  uint32_t tag;
} Trace;

#if __GNUC__ < 14
#define LOCK_THREADS "_ZN6__lsan18LockThreadRegistryEv"
#define UNLOCK_THREADS "_ZN6__lsan20UnlockThreadRegistryEv"
#else
#define LOCK_THREADS "_ZN6__lsan11LockThreadsEv"
#define UNLOCK_THREADS "_ZN6__lsan13UnlockThreadsEv"
#endif

void lock_threads(void) __asm__(LOCK_THREADS);
void unlock_threads(void) __asm__(UNLOCK_THREADS);
void lock_allocator(void) __asm__("_ZN6__lsan13LockAllocatorEv");
void unlock_allocator(void) __asm__("_ZN6__lsan15UnlockAllocatorEv");
uint32_t runtime_store_trace(Trace trace) __asm__("__real_" STORE_TRACE);
uint32_t store_trace(Trace trace) __asm__("__wrap_" STORE_TRACE);

/* How many threads are behind the gate, in several counters so that they do
 * not wait for each other's cache line. A thread that finds the gate shut when
 * it is counted goes back; whoever shuts it waits until nobody is counted. */
enum { GATE_COUNTERS = 64 };
static struct { _Alignas(64) atomic_int inside; } gate[GATE_COUNTERS];
static atomic_bool gate_shut;

/* Every thread has a stack of its own, so mostly another counter. */
static atomic_int *gate_counter(void) {
  const uintptr_t stack = (uintptr_t)__builtin_frame_address(0);
  return &gate[(stack >> 16) % GATE_COUNTERS].inside;
}

static void gate_enter(atomic_int *counter) {
  for (;;) {
    atomic_fetch_add(counter, 1);
    if (!atomic_load(&gate_shut))
      return;
    atomic_fetch_sub(counter, 1);
    while (atomic_load(&gate_shut))
      sched_yield();
  }
}

static void gate_close(void) {
  atomic_store(&gate_shut, true);
  for (int i = 0; i < GATE_COUNTERS; i++)
    while (atomic_load(&gate[i].inside) > 0)
      sched_yield();
}

static void gate_open(void) {
  atomic_store(&gate_shut, false);
}

uint32_t store_trace(Trace trace) {
  atomic_int *counter = gate_counter();
  gate_enter(counter);
  const uint32_t id = runtime_store_trace(trace);
  atomic_fetch_sub(counter, 1);
  return id;
}

static bool locked; /* changed only while they are held */

/* A process that never had another thread is spared it. */
static void lock(void) {
  if (__libc_single_threaded)
    return;
  lock_threads();
  lock_allocator();
  gate_close();
  locked = true;
}

static void unlock(void) {
  if (!locked)
    return;
  locked = false;
  gate_open();
  unlock_allocator();
  unlock_threads();
}

/* The child has no other thread; one may have been counted on its way back. */
static void unlock_in_child(void) {
  for (int i = 0; i < GATE_COUNTERS; i++)
    atomic_store(&gate[i].inside, 0);
  unlock();
}

__attribute__((constructor)) static void lock_around_forks(void) {
  pthread_atfork(lock, unlock, unlock_in_child);
}
