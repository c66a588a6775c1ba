/* Loses memory of every kind, for the test that this is found: small and large
 * chunks, aligned ones, those of a thread that has ended, and chunks that only
 * lost ones point to. What is kept, or was freed, is no leak. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

/* No chunk of SMALL bytes is freed: somewhere there may still be a pointer to
 * it, which would be taken for a use of the next one there. */
enum { KEPT = 1000, FREED = 20, SMALL = 3000, LARGE = 1 << 20 };

static void *kept[KEPT];
static void *volatile last; /* so that no allocation is optimised away */

static void lose(void *chunk) {
  last = chunk;
  last = NULL;
}

static void *lose_in_thread(void *unused) {
  lose(malloc(SMALL));
  return unused;
}

static void keep_and_free(void) {
  for (size_t i = 0; i < KEPT; i++)
    kept[i] = malloc(i * i);
  void *freed[FREED];
  for (size_t i = 0; i < FREED; i++)
    freed[i] = malloc(LARGE + i);
  for (size_t i = 0; i < FREED; i++)
    free(freed[i]);
}

__attribute__((noinline)) static void lose_all(void) {
  lose(malloc(SMALL));
  lose(malloc(10 * LARGE));
  lose(aligned_alloc(LARGE, LARGE));
  void **pair = malloc(SMALL);
  pair[0] = malloc(SMALL);
  pair[1] = malloc(5 * LARGE);
  lose(pair);
  pthread_t thread;
  if (pthread_create(&thread, NULL, lose_in_thread, NULL) == 0)
    pthread_join(thread, NULL);
}

/* Pointers that are left in old frames would be taken for uses. */
__attribute__((noinline)) static void overwrite_stack(void) {
  volatile char bytes[1 << 14];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = 0;
}

int main(void) {
  keep_and_free();
  lose_all();
  overwrite_stack();
  return 0;
}
