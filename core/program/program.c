#define _GNU_SOURCE
#include "core/program/program.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/base/utf8.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct Program {
  pid_t supervisor;
  int control;         /* to the supervisor; -1 when it is gone */
  int in, out, errors; /* our ends of its pipes; -1 when closed */
  char line[PROGRAM_LINE + 1];
  size_t used, taken;            /* bytes in `line`, and of the last line */
  char last[PROGRAM_STDERR + 1]; /* of its standard error */
  size_t last_used;
  char death[128];
};

/* ---- commands ------------------------------------------------------------*/

/* Where a command is split: reads from `from`, writes to `to`, which is never
 * ahead of it. */
typedef struct Splitter {
  const char *from;
  char *to;
} Splitter;

/* Copies what stands in quotes; false if they do not end. */
static bool split_quoted(Splitter *s, char quote) {
  for (s->from++; *s->from && *s->from != quote; s->from++) {
    if (quote == '"' && *s->from == '\\' && s->from[1] &&
        strchr("$`\"\\", s->from[1]))
      s->from++;
    *s->to++ = *s->from;
  }
  return *s->from++ == quote;
}

/* Copies a word; false if its quotes do not end. */
static bool split_word(Splitter *s) {
  while (*s->from && !strchr(" \t\n", *s->from)) {
    if (*s->from == '\'' || *s->from == '"') {
      if (!split_quoted(s, *s->from))
        return false;
      continue;
    }
    if (*s->from == '\\' && s->from[1])
      s->from++;
    *s->to++ = *s->from++;
  }
  return true;
}

char **program_words(const char *command, Error *error) {
  size_t list = (PROGRAM_WORDS_MAX + 1) * sizeof(char *);
  char **words = need(list + 2 * strlen(command) + 2);
  Splitter s = {command, (char *)words + list};
  int count = 0;
  bool good = true;
  while (good && *(s.from += strspn(s.from, " \t\n"))) {
    if (count == PROGRAM_WORDS_MAX) {
      good = error_set(error, "the command '%.60s…' has more than %d words",
                       command, PROGRAM_WORDS_MAX);
      break;
    }
    words[count++] = s.to;
    good =
        split_word(&s) ||
        error_set(error, "the command '%.400s' has an unclosed quotation mark",
                  command);
    *s.to++ = '\0';
  }
  if (good && count == 0)
    good = error_set(error, "there is no command after 'exec:': write, for "
                            "example, 'exec:python3 mybot.py'");
  if (good)
    return words;
  free(words);
  return NULL;
}

static bool is_program(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
         access(path, X_OK) == 0;
}

bool program_find(const char *word, char path[], size_t size, Error *error) {
  const char *from = getenv("PATH");
  bool bare = *word && !strchr(word, '/');
  for (from = from ? from : "/usr/bin:/bin"; bare && from;) {
    size_t length = strcspn(from, ":");
    int used = snprintf(path, size, "%.*s%s%s", (int)length, from,
                        length ? "/" : "", word);
    if (used > 0 && (size_t)used < size && is_program(path))
      return true;
    from = from[length] ? from + length + 1 : NULL;
  }
  if (!bare && strlen(word) < size && is_program(word)) {
    memcpy(path, word, strlen(word) + 1);
    return true;
  }
  if (bare && strchr(word, '=') && strchr(word, ':'))
    return error_set(error,
                     "there is no program '%.400s': options stand before the "
                     "colon, as in exec,ms=100:COMMAND",
                     word);
  return error_set(error, "there is no program '%.400s'%s", word,
                   bare ? " in the folders of PATH"
                   : access(word, F_OK) == 0
                       ? ": the file cannot be executed; try chmod +x"
                       : "");
}

/* ---- the supervisor ------------------------------------------------------*/

/* Kills the processes that the kernel lists as children of this one. */
static void kill_children(void) {
  char path[64], list[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? -1 : read(file, list, sizeof list - 1);
  if (file >= 0)
    close(file);
  if (size <= 0)
    return;
  list[size] = '\0';
  for (char *at = list, *end; (end = strchr(at, ' ')); at = end + 1) {
    pid_t pid = (pid_t)strtol(at, NULL, 10);
    if (pid > 0)
      kill(pid, SIGKILL);
  }
}

/* Ends all that is left. Whoever loses its parent becomes a child of this
 * process, so this goes on until there are none; for two seconds at most, in
 * which each is found wherever the kernel lists children. */
static void end_descendants(pid_t program) {
  kill(-program, SIGKILL);
  for (int i = 0; i < 2000; i++) {
    pid_t ended;
    kill_children();
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
      ;
    if (ended < 0 && errno == ECHILD)
      return;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
}

/* Waits until the program ends, whose status it returns, or this process's
 * parent has closed the control socket: then -1. */
static int supervise(pid_t program, int control, int signals) {
  struct pollfd wait[] = {{control, POLLIN, 0}, {signals, POLLIN, 0}};
  for (;;) {
    struct signalfd_siginfo info;
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
      if (ended == program)
        return status;
    if (poll(wait, 2, -1) < 0 && errno != EINTR)
      return -1;
    if (wait[0].revents)
      return -1;
    if (wait[1].revents && read(signals, &info, sizeof info) < 0 &&
        errno != EAGAIN && errno != EINTR)
      return -1;
  }
}

/* What the supervisor and the program need of this process. */
typedef struct Launch {
  const char *path;
  char *const *words;
  int in, out, errors; /* the program's ends of its pipes */
  int control;         /* the supervisor's end */
  int failure;         /* written to if the program cannot be executed */
} Launch;

_Noreturn static void run_program(const Launch *launch, pid_t supervisor) {
  static const int USUAL[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
                              SIGPIPE, SIGCHLD, SIGTSTP};
  sigset_t none;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor)
    _exit(1);
  for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++)
    signal(USUAL[i], SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (dup2(launch->in, 0) >= 0 && dup2(launch->out, 1) >= 0 &&
      dup2(launch->errors, 2) >= 0)
    execv(launch->path, launch->words);
  int why = errno;
  _exit(write(launch->failure, &why, sizeof why) > 0 ? 127 : 126);
}

/* Closes all files from `first` to `last`. */
static void close_files(unsigned first, unsigned last) {
  if (first > last || close_range(first, last, 0) == 0)
    return;
  long most = sysconf(_SC_OPEN_MAX); /* a kernel before 5.9 */
  for (unsigned i = first; i <= last && (long)i < most; i++)
    close((int)i);
}

/* Keeps these files, and 0 to 2. Sorts them by hand: they are few, and qsort
 * may allocate. */
static void keep_files(int kept[], int count) {
  unsigned next = 3;
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count; j++)
      if (kept[j] < kept[i]) {
        int file = kept[i];
        kept[i] = kept[j];
        kept[j] = file;
      }
    close_files(next, (unsigned)kept[i] - 1);
    next = (unsigned)kept[i] + 1;
  }
  close_files(next, ~0U);
}

/* In a copy of a process with many threads: calls only what is safe there. */
_Noreturn static void run_supervisor(const Launch *launch) {
  int kept[] = {launch->in, launch->out, launch->errors, launch->control,
                launch->failure};
  enum { KEPT = sizeof kept / sizeof *kept };
  sigset_t all, child;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  setpgid(0, 0);
  prctl(PR_SET_NAME, "boardlab: exec");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, 0);
  keep_files(kept, KEPT);
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  int signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  pid_t self = getpid(), program = fork();
  if (program == 0)
    run_program(launch, self);
  if (program > 0)
    setpgid(program, program);
  close(launch->in), close(launch->out), close(launch->errors);
  close(launch->failure);
  int status = program > 0 && signals >= 0
                   ? supervise(program, launch->control, signals)
                   : -1;
  if (program > 0)
    end_descendants(program);
  _exit(send(launch->control, &status, sizeof status, MSG_NOSIGNAL) < 0);
}

/* ---- starting and ending -------------------------------------------------*/

static void close_file(int *file) {
  if (*file >= 0)
    close(*file);
  *file = -1;
}

/* A pipe whose numbers are above 2, and whose end `ours` does not block. */
static bool open_pipe(int ends[2], int ours) {
  int made[2];
  if (pipe2(made, O_CLOEXEC) != 0)
    return false;
  for (int i = 0; i < 2; i++) {
    ends[i] = made[i] > 2 ? made[i] : fcntl(made[i], F_DUPFD_CLOEXEC, 3);
    if (ends[i] != made[i])
      close(made[i]);
  }
  if (ours >= 0 && ends[ours] >= 0)
    fcntl(ends[ours], F_SETFL, O_NONBLOCK);
  return ends[0] >= 0 && ends[1] >= 0;
}

/* All that is opened to start a program: our ends, and the program's. */
typedef struct Pipes {
  int in[2], out[2], errors[2], control[2], failure[2];
} Pipes;

static bool open_pipes(Pipes *p) {
  memset(p, -1, sizeof *p);
  return open_pipe(p->in, 1) && open_pipe(p->out, 0) &&
         open_pipe(p->errors, 0) && open_pipe(p->failure, -1) &&
         socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, p->control) == 0;
}

/* Starts the supervisor, and waits until the program runs. Returns 0, or the
 * error number. */
static int launch(Program *p, const char *path, char *const words[]) {
  Pipes pipes;
  int why = 0;
  bool opened = open_pipes(&pipes);
  const Launch it = {path,
                     words,
                     pipes.in[0],
                     pipes.out[1],
                     pipes.errors[1],
                     pipes.control[1],
                     pipes.failure[1]};
  p->supervisor = opened ? fork() : -1;
  if (p->supervisor == 0)
    run_supervisor(&it);
  if (p->supervisor < 0)
    why = errno;
  close_file(&pipes.in[0]), close_file(&pipes.out[1]);
  close_file(&pipes.errors[1]), close_file(&pipes.control[1]);
  close_file(&pipes.failure[1]);
  while (!why && read(pipes.failure[0], &why, sizeof why) < 0)
    if (errno != EINTR)
      why = errno;
  close_file(&pipes.failure[0]);
  p->in = pipes.in[1];
  p->out = pipes.out[0];
  p->errors = pipes.errors[0];
  p->control = pipes.control[0];
  return why;
}

Program *program_start(char *const words[], Error *error) {
  char path[PATH_MAX];
  if (!program_find(words[0], path, sizeof path, error))
    return NULL;
  Program *p = need(sizeof *p);
  int why = launch(p, path, words);
  if (why == 0)
    return p;
  program_close(p, 0);
  error_set(error, "'%.400s' cannot be started: %s", words[0], strerror(why));
  return NULL;
}

/* Notes how the program ended, if the supervisor says so before `until`. */
static bool hear_end(Program *p, int64_t until) {
  int status;
  if (p->control < 0)
    return true;
  int64_t left = (until - clock_nanoseconds()) / 1000000;
  struct pollfd wait = {p->control, POLLIN, 0};
  if (poll(&wait, 1, left > 0 ? (int)left + 1 : 0) <= 0)
    return false;
  if (recv(p->control, &status, sizeof status, MSG_DONTWAIT) !=
      (ssize_t)sizeof status)
    snprintf(p->death, sizeof p->death, "its supervisor was killed");
  else if (status == -1)
    snprintf(p->death, sizeof p->death, "its process could not be started");
  else if (WIFEXITED(status))
    snprintf(p->death, sizeof p->death, "it ended with exit code %d",
             WEXITSTATUS(status));
  else if (WIFSIGNALED(status))
    snprintf(p->death, sizeof p->death, "it was ended by signal %d (%s)",
             WTERMSIG(status), sigdescr_np(WTERMSIG(status)));
  return true;
}

/* Ends everything: the supervisor does when its socket is closed. One that does
 * not, because the program has stopped it, is killed, and the program with it.
 */
static void bury(Program *p) {
  enum { TRIES = 3000 };
  close_file(&p->control);
  for (int i = 0; i <= TRIES && p->supervisor > 0; i++) {
    if (i > 0)
      nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    kill(p->supervisor, i < TRIES ? SIGCONT : SIGKILL);
    pid_t ended = waitpid(p->supervisor, NULL, i < TRIES ? WNOHANG : 0);
    if (ended > 0 || (ended < 0 && errno != EINTR))
      p->supervisor = -1;
  }
}

const char *program_death(Program *p) {
  if (!hear_end(p, clock_nanoseconds() + PROGRAM_GRACE_MS * INT64_C(1000000)) &&
      !p->death[0])
    snprintf(p->death, sizeof p->death,
             "it closed its standard input or output");
  bury(p);
  return p->death;
}

void program_close(Program *p, int grace_ms) {
  if (!p)
    return;
  close_file(&p->in);
  hear_end(p, clock_nanoseconds() + grace_ms * INT64_C(1000000));
  bury(p);
  close_file(&p->out);
  close_file(&p->errors);
  free(p);
}

/* ---- talking -------------------------------------------------------------*/

/* Reads what is there of its standard error, and keeps the end of it: some
 * chunks at most, as it may be written faster than it is read. */
static void read_errors(Program *p) {
  char chunk[4096];
  for (int i = 0; i < 32 && p->errors >= 0; i++) {
    ssize_t size = read(p->errors, chunk, sizeof chunk);
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0) {
      if (size == 0 || errno != EAGAIN)
        close_file(&p->errors);
      return;
    }
    size_t more = (size_t)size > PROGRAM_STDERR ? PROGRAM_STDERR : (size_t)size;
    size_t kept = PROGRAM_STDERR - more;
    if (p->last_used > kept) {
      memmove(p->last, p->last + p->last_used - kept, kept);
      p->last_used = kept;
    }
    memcpy(p->last + p->last_used, chunk + (size_t)size - more, more);
    p->last_used += more;
  }
}

const char *program_last_words(Program *p) {
  read_errors(p);
  for (size_t i = 0; i < p->last_used; i++)
    if (!p->last[i])
      p->last[i] = '?';
  p->last[p->last_used] = '\0';
  utf8_clean(p->last, "\n\t");
  p->last_used = strlen(p->last);
  return p->last;
}

/* Reads what is there of its output, as far as there is room. Closes it at its
 * end. */
static void read_output(Program *p) {
  while (p->out >= 0 && p->used < sizeof p->line) {
    ssize_t size = read(p->out, p->line + p->used, sizeof p->line - p->used);
    if (size > 0)
      p->used += (size_t)size;
    else if (size < 0 && errno == EAGAIN)
      return;
    else if (size == 0 || errno != EINTR)
      close_file(&p->out);
  }
}

/* Waits until something can be read, or, if `writing`, be written. False when
 * the time is up. */
static bool wait_for(Program *p, bool writing, int64_t until) {
  struct pollfd wait[] = {{p->used < sizeof p->line ? p->out : -1, POLLIN, 0},
                          {p->errors, POLLIN, 0},
                          {writing ? p->in : -1, POLLOUT, 0}};
  int64_t left = until - clock_nanoseconds();
  const struct timespec time = {left / 1000000000, left % 1000000000};
  if (left <= 0)
    return false;
  if (ppoll(wait, 3, &time, NULL) == 0)
    return false;
  if (wait[1].revents)
    read_errors(p);
  return true;
}

/* Writes without being killed by a pipe that nobody reads. */
static ssize_t write_quietly(int file, const char *bytes, size_t length) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t written = write(file, bytes, length);
  int why = errno;
  if (written < 0 && why == EPIPE && !sigismember(&pending, SIGPIPE))
    while (sigtimedwait(&pipe, NULL, &(struct timespec){0}) < 0 &&
           errno == EINTR)
      ;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = why;
  return written;
}

ProgramEvent program_send(Program *p, const char *line, size_t length,
                          int64_t until) {
  while (length > 0) {
    ssize_t written = p->in < 0 ? -1 : write_quietly(p->in, line, length);
    if (written > 0) {
      line += written;
      length -= (size_t)written;
    } else if (p->in < 0 || (errno != EAGAIN && errno != EINTR)) {
      return PROGRAM_ENDED;
    } else {
      if (!wait_for(p, true, until))
        return PROGRAM_LATE;
      read_output(p);
    }
  }
  return PROGRAM_DONE;
}

ProgramEvent program_read(Program *p, const char **line, int64_t until) {
  memmove(p->line, p->line + p->taken, p->used - p->taken);
  p->used -= p->taken;
  p->taken = 0;
  for (size_t seen = 0;; seen = p->used) {
    read_output(p);
    char *end = memchr(p->line + seen, '\n', p->used - seen);
    if (end) {
      *end = '\0';
      p->taken = (size_t)(end + 1 - p->line);
      *line = p->line;
      return strlen(p->line) + 1 == p->taken ? PROGRAM_DONE : PROGRAM_BINARY;
    }
    if (p->used > PROGRAM_LINE)
      return PROGRAM_TOO_LONG;
    if (p->out < 0)
      return PROGRAM_ENDED;
    if (!wait_for(p, false, until))
      return PROGRAM_LATE;
  }
}
