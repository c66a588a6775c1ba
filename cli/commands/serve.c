/* boardlab serve: a board in the browser. */
#define _DEFAULT_SOURCE /* realpath, setenv, getifaddrs */
#include "cli/commands/command.h"
#include "cli/commands/startable.h"

#include "cli/studio/http_guard.h"
#include "cli/studio/studio.h"
#include "cli/terminal/output.h"
#include "cli/terminal/signals.h"
#include "core/base/text.h"
#include "lua/host/host.h"
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <limits.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_PORT = 8017, PORTS = 100 };

typedef struct Serve {
  Studio studio;
  char *folder; /* absolute */
  char token[HTTP_TOKEN_TEXT];
  HttpPlan plan;
  Http *http;
} Serve;

/* ---- what to serve -------------------------------------------------------*/

/* The path of the library may be relative to the previous folder. */
static void keep_library(void) {
  const char *set = getenv("BOARDLAB_LUA");
  char *whole = set && *set ? realpath(set, NULL) : NULL;
  if (whole)
    setenv("BOARDLAB_LUA", whole, 1);
  free(whole);
}

/* The rest of the program works in the served folder: that of the argument, or
 * the one that a Lua file is in. */
static bool enter(Serve *s, const char *path, Error *error) {
  struct stat about;
  size_t length = strlen(path);
  if (stat(path, &about) != 0)
    return error_set(error,
                     "cannot serve '%.400s': %s; serve takes a folder or a Lua "
                     "file of yours, and the studio lists the included games",
                     path, strerror(errno));
  bool is_lua =
      S_ISREG(about.st_mode) && length >= 5 && text_ends_in(path, ".lua");
  if (!is_lua && !S_ISDIR(about.st_mode))
    return error_set(
        error,
        "'%.400s' is neither a folder nor a Lua file (.lua): serve "
        "takes one of these",
        path);
  const char *slash = strrchr(path, '/');
  char folder[PATH_MAX] = ".";
  if (is_lua)
    s->studio.file = slash ? slash + 1 : path;
  if (is_lua && slash)
    length = (size_t)(slash + 1 - path);
  if (!is_lua || slash)
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
  keep_library();
  s->folder = realpath(folder, NULL);
  if (!s->folder || chdir(s->folder) != 0)
    return error_set(error, "cannot serve '%.400s': %s", folder,
                     strerror(errno));
  s->studio.folder = s->folder;
  return true;
}

static bool read_token(Serve *s, const Args *args, Error *error) {
  const char *given = args_value(args, "token");
  if (!given && !http_make_token(s->token))
    return error_set(error, "the system provides no random numbers");
  if (given && !guard_token_is_good(given))
    return error_set(error,
                     "--token takes 8 to 63 letters, digits, - and _, "
                     "not '%.80s'",
                     given);
  if (given)
    snprintf(s->token, sizeof s->token, "%s", given);
  s->plan.token = s->token;
  return true;
}

/* ---- serving -------------------------------------------------------------*/

/* Unless a port was asked for, the first free one of a few, so that addresses
 * stay the same as long as one server runs. */
static bool serve_start(Serve *s, bool any_port, Error *error) {
  for (int i = 0; i < PORTS; i++, s->plan.port++) {
    Error why = {0};
    s->http = http_start(&s->plan, &why);
    if (s->http)
      return true;
    if (!any_port && why.code == ERROR_PORT_TAKEN)
      error_add(&why, "leave out --port for the next free one");
    if (!any_port || why.code != ERROR_PORT_TAKEN || i == PORTS - 1)
      return error_copy(error, &why);
  }
  return false;
}

static void write_address(FILE *to, const Serve *s, const char *address) {
  bool v6 = strchr(address, ':') != NULL;
  fprintf(to, "http://%s%s%s:%d/%s/\n", v6 ? "[" : "", address, v6 ? "]" : "",
          http_port(s->http), s->token);
}

/* An address of this machine that others may reach, as text. Those that are
 * valid on one link only need more than an address. */
static bool is_reachable(const struct ifaddrs *at,
                         char text[INET6_ADDRSTRLEN]) {
  if (!at->ifa_addr || !(at->ifa_flags & IFF_UP) ||
      at->ifa_flags & IFF_LOOPBACK)
    return false;
  if (at->ifa_addr->sa_family == AF_INET) {
    const struct sockaddr_in *v4 = (const void *)at->ifa_addr;
    return inet_ntop(AF_INET, &v4->sin_addr, text, INET6_ADDRSTRLEN);
  }
  const struct sockaddr_in6 *v6 = (const void *)at->ifa_addr;
  return at->ifa_addr->sa_family == AF_INET6 &&
         !IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr) &&
         inet_ntop(AF_INET6, &v6->sin6_addr, text, INET6_ADDRSTRLEN);
}

/* A server on all addresses is reached from elsewhere under those that this
 * machine has. */
static void write_others(const Serve *s) {
  int family = strchr(s->plan.address, ':') ? AF_INET6 : AF_INET;
  bool any = false;
  struct ifaddrs *list = NULL;
  char text[INET6_ADDRSTRLEN];
  if (getifaddrs(&list) != 0)
    return;
  for (const struct ifaddrs *at = list; at; at = at->ifa_next) {
    if (!is_reachable(at, text) || at->ifa_addr->sa_family != family)
      continue;
    if (!any)
      fprintf(stderr, "from other machines:\n");
    any = true;
    fprintf(stderr, "  ");
    write_address(stderr, s, text);
  }
  freeifaddrs(list);
}

/* The address alone is on stdout, for other programs. */
static void print_address(const Serve *s) {
  const char *address = s->plan.address;
  bool all = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
  if (all)
    write_others(s);
  fprintf(stderr, "serving %s; Ctrl-C stops it\n", s->folder);
  if (strcmp(address, "0.0.0.0") == 0)
    address = "127.0.0.1";
  else if (all)
    address = "::1";
  write_address(stdout, s, address);
  fflush(stdout);
}

static void warn_about_address(const char *address) {
  if (!guard_is_loopback(address))
    fprintf(stderr,
            "warning: anyone who can reach %s and knows the address below can "
            "read and start\n"
            "runs in this folder, and the connection is not encrypted\n",
            address);
}

/* A page starts a program only when it plays: says now what is wrong with it.
 */
static void warn_about_programs(const Args *args) {
  const char *bots[FLAGS_MAX];
  int count = args_values(args, "bot", bots);
  for (int i = 0; i < count; i++) {
    Error why = {0};
    Bot *bot = bot_open(bots[i], NULL, &why);
    if (!bot) {
      fprintf(stderr, "warning: %s\n", why.message);
      output_trace(stderr, &why);
    }
    bot_close(bot);
  }
}

static void wait_for_signal(void) {
  const atomic_bool *stop = signals_stop_flag();
  const struct timespec tick = {0, 100000000};
  while (!atomic_load(stop))
    nanosleep(&tick, NULL);
}

static bool serve(Serve *s, bool any_port, Error *error) {
  if (!studio_open(&s->studio, error))
    return false;
  s->plan.handler = studio_answer;
  s->plan.context = &s->studio;
  print_sinks_only(); /* nobody may be reading stderr: it must not block */
  signals_begin(NULL, true);
  bool started = serve_start(s, any_port, error);
  if (started) {
    warn_about_address(s->plan.address);
    print_address(s);
    wait_for_signal();
  }
  studio_end(&s->studio);
  http_stop(s->http);
  studio_close(&s->studio);
  signals_end();
  return started;
}

static int serve_run(const Args *args, Error *error) {
  Serve s = {.plan = {.address = "127.0.0.1"}};
  int64_t port = FIRST_PORT;
  const char *address = args_value(args, "address");
  if (address)
    s.plan.address = strcmp(address, "localhost") == 0 ? "127.0.0.1" : address;
  bool good =
      args_int(args, "port", 0, 65535, &port, error) &&
      read_token(&s, args, error) && args_check_programs(args, error) &&
      enter(&s, args->positional_count ? args->positional[0] : ".", error);
  s.plan.port = (int)port;
  const char *isolation = args_value(args, "isolation");
  const char *const added[] = {"--isolation", isolation, NULL};
  const TaskCommands startable = {.program = "/proc/self/exe",
                                  .check = startable_check,
                                  .describe = startable_describe,
                                  .added = isolation ? added : NULL};
  s.studio.commands = &startable;
  int code = EXIT_USAGE;
  if (good)
    warn_about_programs(args);
  if (good)
    code =
        serve(&s, !args_value(args, "port"), error) ? EXIT_DONE : EXIT_FAILED;
  free(s.folder);
  return code;
}

const Command serve_command = {
    .name = "serve",
    .summary = "open the studio: a board in the browser",
    .positional = "[FILE.lua|DIR]",
    .flags =
        (const Flag[]){
            {"port", "N",
             "the port to listen on (default: the first free one, from\n"
             "8017 up; 0: any)"},
            {"address", "A",
             "the address to listen on (default 127.0.0.1, which other\n"
             "machines cannot reach)"},
            {"token", "TEXT",
             "the secret part of the page's address, 8 to 63 letters,\n"
             "digits, - and _ (default: a new one each time); other users\n"
             "of this machine can see it in the list of processes"},
            PROGRAM_FLAG(
                "a program that may play as well: 'exec:python3 bot.py'; no\n"
                "page can start another one"),
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab serve mygame.lua",
    .run = serve_run,
};
