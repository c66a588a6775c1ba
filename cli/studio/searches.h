/* How many searches may run at a time, over all tables. The others wait for
 * their turn. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_SEARCHES_H
#define BOARDLAB_CLI_STUDIO_SEARCHES_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct Searches Searches;

/* At most so many at a time. NULL when out of memory. */
Searches *searches_new(int most);
void searches_free(Searches *searches);

/* searches_try begins a search if another one is allowed at once;
 * searches_begin waits for it, and returns false if *stop becomes true first:
 * whoever sets that flag calls searches_wake. NULL allows any number. */
bool searches_try(Searches *searches);
bool searches_begin(Searches *searches, const atomic_bool *stop);
void searches_end(Searches *searches);
void searches_wake(Searches *searches);

#endif
