/* Lets a process that AddressSanitizer checks fork while other threads allocate
 * memory, start or end. Its runtime takes no care of that before GCC 14: a lock
 * that another thread holds at that moment stays locked in the child, which
 * waits for it forever as soon as it allocates or reports an error. So its
 * locks are taken around a fork, as the C library does with its own. Linked
 * with the static runtime, as the shared one does not export these functions.
 *
 * A process that never had another thread is spared it: the locks are in so
 * many pages, which the child then copies, that most of the time of a fork goes
 * there. */
#include <pthread.h>
#include <stdbool.h>
#include <sys/single_threaded.h>

void lock_threads(void) __asm__("_ZN6__lsan18LockThreadRegistryEv");
void unlock_threads(void) __asm__("_ZN6__lsan20UnlockThreadRegistryEv");
void lock_allocator(void) __asm__("_ZN6__lsan13LockAllocatorEv");
void unlock_allocator(void) __asm__("_ZN6__lsan15UnlockAllocatorEv");
void lock_traces(void) __asm__("_ZN11__sanitizer17StackDepotLockAllEv");
void unlock_traces(void) __asm__("_ZN11__sanitizer19StackDepotUnlockAllEv");

static bool locked; /* changed only while they are held */

static void lock(void) {
  if (__libc_single_threaded)
    return;
  lock_threads();
  lock_allocator();
  lock_traces();
  locked = true;
}

static void unlock(void) {
  if (!locked)
    return;
  locked = false;
  unlock_traces();
  unlock_allocator();
  unlock_threads();
}

__attribute__((constructor)) static void lock_around_forks(void) {
  pthread_atfork(lock, unlock, unlock);
}
