/* Which game this thread is playing, and how far it has come. For people only:
 * it is shown beside what a file prints. Nothing may depend on it. */
#ifndef BOARDLAB_CORE_GAME_MOMENT_H
#define BOARDLAB_CORE_GAME_MOMENT_H

#include <stdint.h>

typedef struct Moment {
  int64_t game; /* its number in the run, or NO_GAME */
  int ply;      /* of the move that is being chosen or played; 0: none is */
} Moment;

enum { NO_GAME = -1 };

/* Every ply sets it. The initial-exec model avoids a function call to find it,
 * also in the shared module. */
extern _Thread_local Moment moment __attribute__((tls_model("initial-exec")));

#endif
