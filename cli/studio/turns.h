/* How many of a kind may be under way at a time: searches, trials, reports. The
 * others wait for their turn. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_TURNS_H
#define BOARDLAB_CLI_STUDIO_TURNS_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct Turns Turns;

/* At most so many at a time. NULL when out of memory. */
Turns *turns_new(int most);
void turns_free(Turns *turns);

/* Takes a turn. Waits for it at most so many seconds (or INFINITY), or until
 * *stop becomes true (unless that is NULL): whoever sets the flag calls
 * turns_wake. NULL has turns for everybody. */
bool turns_take(Turns *turns, const atomic_bool *stop, double seconds);
void turns_return(Turns *turns);
void turns_wake(Turns *turns);

#endif
