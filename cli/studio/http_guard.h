/* Who may ask the server.
 *
 * A page that somebody else serves can make your browser send requests to this
 * machine, and a name of theirs can be made to point at it. What such a request
 * cannot have is the token, and what it cannot hide is where it comes from:
 * browsers put the name that the request is for into Host, and the page that
 * sends it into Origin and Sec-Fetch-Site. */
#ifndef BOARDLAB_CLI_STUDIO_HTTP_GUARD_H
#define BOARDLAB_CLI_STUDIO_HTTP_GUARD_H

#include <stdbool.h>

typedef struct Guard {
  const char *address; /* that the server listens on */
  int port;
  const char *token;
} Guard;

/* The headers that matter; NULL where there is none. */
typedef struct GuardedRequest {
  const char *path; /* with the slash that it begins with */
  const char *host, *origin;
  const char *fetch_site, *fetch_mode; /* Sec-Fetch-… */
  bool post;
} GuardedRequest;

/* Returns NULL if a request may be answered, otherwise why not. *path is then
 * what follows the token and its slash, or NULL if the slash is missing. */
const char *guard_check(const Guard *guard, const GuardedRequest *request,
                        const char **path);

/* What guard_check returns for an address with another token, or none. */
extern const char guard_wrong_token[];

/* Whether an address is this machine's own, reachable from nowhere else. */
bool guard_is_loopback(const char *address);

/* Whether a token can be part of an address. */
bool guard_token_is_good(const char *token);

#endif
