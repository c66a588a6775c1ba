/* A channel as a stream of server-sent events.
 *
 * https://html.spec.whatwg.org/multipage/server-sent-events.html */
#ifndef BOARDLAB_CLI_STUDIO_HTTP_STREAM_H
#define BOARDLAB_CLI_STUDIO_HTTP_STREAM_H

#include "cli/studio/channel.h"
#include <stdatomic.h>
#include <sys/types.h>

typedef struct Stream Stream;

/* A stream of a channel that was joined, to a page at the other end of a
 * socket. It ends when the channel ends, when the page is gone, or when
 * *stopping. NULL when out of memory: the channel then stays joined. */
Stream *stream_new(Channel *channel, int socket, const atomic_bool *stopping);

/* Leaves the channel and frees the stream. */
void stream_free(Stream *stream);

/* Waits for something to send and copies at most `size` bytes of it. Returns
 * how many, or -1 at the end. */
ssize_t stream_read(Stream *stream, char *to, size_t size);

#endif
