/* Deadlines of connections.
 *
 * A client that sends its request byte by byte, or never reads the reply, would
 * keep a connection forever, and a few dozen of them would keep everybody else
 * out. So whatever a connection waits for from its client has a deadline; one
 * that passes is shut down. Where connections become scarce, those that wait
 * for a request get less time. */
#ifndef BOARDLAB_CLI_STUDIO_HTTP_DEADLINES_H
#define BOARDLAB_CLI_STUDIO_HTTP_DEADLINES_H

#include <stdbool.h>

typedef struct Deadlines Deadlines;

/* A connection; belongs to the Deadlines. */
typedef struct Deadline Deadline;

/* For so many connections. NULL if no thread can be started. */
Deadlines *deadlines_new(int connections);
void deadlines_free(Deadlines *deadlines);

typedef enum ClientTask {
  CLIENT_ASKS,  /* is to send a request */
  CLIENT_WAITS, /* for an answer, or listens to a stream: no deadline */
  CLIENT_READS  /* the reply */
} ClientTask;

/* A connection begins: its client is to ask. NULL if there are too many. */
Deadline *deadlines_add(Deadlines *deadlines, int socket);
/* What its client is to do from now on. */
void deadline_set(Deadline *deadline, ClientTask task);
/* The connection ends; its socket may be closed after this. */
void deadline_remove(Deadline *deadline);

#endif
