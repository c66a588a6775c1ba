#define _GNU_SOURCE /* pipe2 */
#include "cli/studio/process.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The ends of a pipe that the process writes to, by the descriptors that they
 * get in it. */
typedef struct Ends {
  int read, write;
} Ends;

static const int TARGET[PROCESS_PIPES] = {STDOUT_FILENO, STDERR_FILENO,
                                          PROCESS_REPORTS_FD};

static void close_end(int *end) {
  if (*end >= 0)
    close(*end);
  *end = -1;
}

/* Writing ends are moved away from the descriptors that they are going to be,
 * or one could overwrite another. */
static bool open_pipe(Ends *ends) {
  int pair[2];
  if (pipe2(pair, O_CLOEXEC) != 0)
    return false;
  ends->read = pair[0];
  ends->write = fcntl(pair[1], F_DUPFD_CLOEXEC, PROCESS_REPORTS_FD + 1);
  close(pair[1]);
  return ends->write >= 0 && fcntl(ends->read, F_SETFL, O_NONBLOCK) == 0;
}

/* Signals are as in a new process: a server may ignore or block some. */
static bool set_signals(posix_spawnattr_t *attributes) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  static const int USUAL[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++)
    sigaddset(&usual, USUAL[i]);
  return posix_spawnattr_setsigmask(attributes, &none) == 0 &&
         posix_spawnattr_setsigdefault(attributes, &usual) == 0 &&
         posix_spawnattr_setpgroup(attributes, 0) == 0 &&
         posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK |
                                                  POSIX_SPAWN_SETSIGDEF |
                                                  POSIX_SPAWN_SETPGROUP) == 0;
}

/* This program opens everything so that it is closed in other programs; whoever
 * started it may not have. */
static bool close_others(posix_spawn_file_actions_t *actions) {
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 34)
  return posix_spawn_file_actions_addclosefrom_np(actions,
                                                  PROCESS_REPORTS_FD + 1) == 0;
#else
  (void)actions;
  return true;
#endif
}

static bool set_descriptors(posix_spawn_file_actions_t *actions,
                            const Ends ends[]) {
  bool good = posix_spawn_file_actions_addopen(actions, STDIN_FILENO,
                                               "/dev/null", O_RDONLY, 0) == 0;
  for (int i = 0; i < PROCESS_PIPES; i++)
    good = good && posix_spawn_file_actions_adddup2(actions, ends[i].write,
                                                    TARGET[i]) == 0;
  return good && close_others(actions);
}

/* Returns 0, or the reason as in errno. posix_spawn, unlike fork, may be used
 * while other threads run. */
static int spawn(pid_t *pid, const char *program, char *const argv[],
                 const Ends ends[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0)
    return ENOMEM;
  int reason = ENOMEM;
  if (posix_spawnattr_init(&attributes) == 0) {
    if (set_signals(&attributes) && set_descriptors(&actions, ends))
      reason = posix_spawn(pid, program, &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return reason;
}

bool process_start(Process *p, const char *program, char *const argv[],
                   Error *error) {
  Ends ends[PROCESS_PIPES];
  int reason = 0;
  *p = (Process){.pid = 0};
  for (int i = 0; i < PROCESS_PIPES; i++)
    ends[i] = (Ends){-1, -1};
  for (int i = 0; i < PROCESS_PIPES && !reason; i++)
    reason = open_pipe(&ends[i]) ? 0 : errno;
  if (!reason)
    reason = spawn(&p->pid, program, argv, ends);
  for (int i = 0; i < PROCESS_PIPES; i++) {
    close_end(&ends[i].write);
    if (reason)
      close_end(&ends[i].read);
    p->pipe[i] = ends[i].read;
  }
  if (!reason)
    return true;
  p->pid = 0;
  return error_set(error, "the command could not be started: %s",
                   strerror(reason));
}

size_t process_read(Process *p, ProcessPipe pipe, char *bytes, size_t size) {
  if (p->pipe[pipe] < 0)
    return 0;
  ssize_t length;
  do
    length = read(p->pipe[pipe], bytes, size);
  while (length < 0 && errno == EINTR);
  if (length == 0 || (length < 0 && errno != EAGAIN))
    close_end(&p->pipe[pipe]);
  return length > 0 ? (size_t)length : 0;
}

/* Keeps the end of what was printed. */
static void add_output(Text *text, const char *bytes, size_t length) {
  text_need(text, length);
  text_add_bytes(text, bytes, length);
  if (text->length > 2 * PROCESS_OUTPUT) {
    memmove(text->bytes, text->bytes + text->length - PROCESS_OUTPUT,
            PROCESS_OUTPUT);
    text->length = PROCESS_OUTPUT;
  }
}

/* No more than so much at a time: a process may print faster than this reads.
 */
bool process_read_text(Process *p, ProcessPipe pipe, Text *text) {
  char bytes[4096];
  bool any = false;
  for (int i = 0; i < 64; i++) {
    size_t length = process_read(p, pipe, bytes, sizeof bytes);
    if (!length)
      break;
    add_output(text, bytes, length);
    any = true;
  }
  return any;
}

char *process_text(const Text *text) {
  size_t start =
      text->length > PROCESS_OUTPUT ? text->length - PROCESS_OUTPUT : 0;
  const char *bytes = text->length ? text->bytes + start : "";
  size_t length = text->length - start;
  const char *line = start ? memchr(bytes, '\n', length) : NULL;
  if (line) {
    length -= (size_t)(line + 1 - bytes);
    bytes = line + 1;
  }
  char *copy = need_part(bytes, length);
  utf8_clean(copy, "\n\t");
  return copy;
}

bool process_error(const Text *messages, char to[], size_t size) {
  char *text = process_text(messages);
  size_t length = strlen(text);
  while (length && text[length - 1] == '\n')
    text[--length] = '\0';
  char *found = NULL;
  for (char *at = strstr(text, "boardlab: "); at;
       at = strstr(at + 1, "boardlab: "))
    if (at == text || at[-1] == '\n')
      found = at + strlen("boardlab: ");
  if (found)
    snprintf(to, size, "%.*s", (int)strcspn(found, "\n"), found);
  free(text);
  return found && *to;
}

bool process_succeeded(int status) {
  return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool process_ended(Process *p, int *status) {
  pid_t found = waitpid(p->pid, status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR))
    return false;
  if (found < 0)
    *status = -1;
  p->pid = 0;
  return true;
}

void process_close(Process *p) {
  for (int i = 0; i < PROCESS_PIPES; i++)
    close_end(&p->pipe[i]);
}
