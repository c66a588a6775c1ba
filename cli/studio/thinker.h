/* The thread beside a table that thinks (think.h). It is asked for one thing at
 * a time; asking for another one stops the search for the first. What it finds
 * is posted on its thread. Any thread may ask. */
#ifndef BOARDLAB_CLI_STUDIO_THINKER_H
#define BOARDLAB_CLI_STUDIO_THINKER_H

#include "cli/studio/monitor.h"
#include "cli/table/printed.h"
#include "cli/table/think.h"

typedef struct Thinker Thinker;

/* `post` is called on its thread, which waits for it. `searches` may be NULL.
 * Returns NULL if no thread can be started. */
Thinker *thinker_new(Turns *searches,
                     void (*post)(void *context, Thought *thought),
                     void *context);

/* Asks for something else, or for nothing (NULL). Takes the job over. */
void thinker_ask(Thinker *thinker, ThinkJob *job);

/* The last lines that Lua files have printed on its thread. */
json_t *thinker_printed(Thinker *thinker);

/* Stops and joins the thread: nothing is posted any more. */
void thinker_end(Thinker *thinker);
void thinker_free(Thinker *thinker);

#endif
