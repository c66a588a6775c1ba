/* Loses memory of every kind, for the test that this is found: small and large
 * chunks, aligned ones, those of a thread that has ended, and chunks that only
 * lost ones point to. What is kept, or was freed, is no leak. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

enum { KEPT = 1000, FREED = 20, LARGE = 1 << 20 };

static void *kept[KEPT];
static void *volatile last; /* so that no allocation is optimised away */

static void lose(void *chunk) {
  last = chunk;
  last = NULL;
}

static void *lose_in_thread(void *unused) {
  lose(malloc(100));
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

int main(void) {
  keep_and_free();
  lose(malloc(10));
  lose(malloc(10 * LARGE));
  lose(aligned_alloc(LARGE, LARGE));
  void **pair = malloc(2 * sizeof *pair);
  pair[0] = malloc(77);
  pair[1] = malloc(5 * LARGE);
  lose(pair);
  pthread_t thread;
  if (pthread_create(&thread, NULL, lose_in_thread, NULL) == 0)
    pthread_join(thread, NULL);
  return 0;
}
