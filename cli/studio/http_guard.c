#include "cli/studio/http_guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { TOKEN_MIN = 8, TOKEN_MAX = 63, HOST_TEXT = 128 };

bool guard_token_is_good(const char *token) {
  size_t length = strlen(token);
  return length >= TOKEN_MIN && length <= TOKEN_MAX &&
         token[strspn(token, "abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")] == '\0';
}

/* Takes as long whatever the first difference is. */
static bool is_same(const char *a, const char *b, size_t length) {
  unsigned char different = 0;
  for (size_t i = 0; i < length; i++)
    different |= (unsigned char)(a[i] ^ b[i]);
  return different == 0;
}

/* Finds what follows the token; false if the path has another. */
static bool skip_token(const char *token, const char **path) {
  size_t length = strlen(token);
  const char *given = *path + (**path == '/');
  size_t given_length = strcspn(given, "/");
  if (given_length != length || !is_same(given, token, length))
    return false;
  *path = given[length] ? given + length + 1 : NULL;
  return true;
}

bool guard_is_loopback(const char *address) {
  return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static bool is_any(const char *address) {
  return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

/* Splits "name:port" or "[v6]:port"; without a port it is 80. */
static bool split_host(const char *host, char name[HOST_TEXT], int *port) {
  bool bracket = host[0] == '[';
  size_t length = strcspn(host + bracket, bracket ? "]" : ":");
  const char *end = host + bracket + length;
  if (length == 0 || length >= HOST_TEXT || (bracket && *end != ']'))
    return false;
  memcpy(name, host + bracket, length);
  name[length] = '\0';
  end += bracket;
  *port = 80;
  int used = 0;
  return !*end || (*end == ':' && end[1] >= '0' && end[1] <= '9' &&
                   sscanf(end, ":%5d%n", port, &used) == 1 && !end[used]);
}

static bool is_numeric(const char *name) {
  struct in6_addr address;
  return inet_pton(AF_INET, name, &address) == 1 ||
         inet_pton(AF_INET6, name, &address) == 1;
}

/* Names other than localhost are no good: whoever owns one can point it at this
 * machine. A server that listens on all addresses does not know by which of
 * them it is reached. */
static bool host_is_own(const Guard *guard, const char *host) {
  char name[HOST_TEXT];
  int port;
  if (!host || !split_host(host, name, &port) || port != guard->port)
    return false;
  if (strcmp(name, guard->address) == 0)
    return true;
  if (guard_is_loopback(guard->address) || is_any(guard->address))
    return strcasecmp(name, "localhost") == 0 ||
           strcmp(name, "127.0.0.1") == 0 || strcmp(name, "::1") == 0 ||
           (is_any(guard->address) && is_numeric(name));
  return false;
}

static bool origin_is_own(const char *origin, const char *host) {
  return strncmp(origin, "http://", 7) == 0 &&
         strcasecmp(origin + 7, host) == 0;
}

/* Following a link to the page from anywhere is allowed, as typing its address
 * is: a link that was copied has the token. */
static bool fetch_is_own(const GuardedRequest *request, const char *path) {
  const char *site = request->fetch_site, *mode = request->fetch_mode;
  return !site || strcmp(site, "same-origin") == 0 ||
         strcmp(site, "none") == 0 ||
         (!request->post && mode && strcmp(mode, "navigate") == 0 &&
          (!path || !*path));
}

const char guard_wrong_token[] =
    "the address lacks the right token: open the address that `boardlab serve` "
    "printed";

const char *guard_check(const Guard *guard, const GuardedRequest *request,
                        const char **path) {
  *path = request->path;
  if (!host_is_own(guard, request->host))
    return "this server answers only at the address that `boardlab serve` "
           "printed, not at another name of this machine";
  if (!skip_token(guard->token, path))
    return guard_wrong_token;
  if (request->origin && !origin_is_own(request->origin, request->host))
    return "this server answers no requests from other pages";
  if (!fetch_is_own(request, *path))
    return "this server answers no requests from other sites";
  return NULL;
}
