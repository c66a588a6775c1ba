/* A server of the studio in a process of its own, and a client that does what a
 * page does: sends requests, and listens to a stream. For measurements. */
#ifndef BOARDLAB_CLI_COMMANDS_BENCH_CLIENT_H
#define BOARDLAB_CLI_COMMANDS_BENCH_CLIENT_H

#include "core/base/error.h"
#include <jansson.h>
#include <stdint.h>

typedef struct Client Client;

/* Starts `boardlab serve` in a folder and connects to it. */
Client *client_start(const char *folder, Error *error);
void client_stop(Client *client);

/* Resident memory of the server in bytes; 0 if unknown. */
uint64_t client_memory(const Client *client);

/* Sends a request with a body, which is freed, and reads the answer to it: NULL
 * with a message if it is a refusal. */
bool client_post(Client *client, const char *path, json_t *body, Error *error);
json_t *client_answer(Client *client, Error *error);

/* Begins to listen to a stream, and waits for the next event of a name; *when
 * is when it came, in seconds of clock_seconds. */
bool client_listen(Client *client, const char *path, Error *error);
json_t *client_event(Client *client, const char *name, double *when,
                     Error *error);

#endif
