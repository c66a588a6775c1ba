#define _GNU_SOURCE
#include "core/isolation/child.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/game/match.h"
#include "core/isolation/isolation.h"
#include "core/isolation/lockdown.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

enum {
  IN_MAX = 8 << 20,   /* bytes of arguments, */
  OUT_MAX = 64 << 20, /* of results, */
  ASK_MAX = 1 << 20,  /* of a file; only what is used takes up memory */
  SPINS_MIN = 16,     /* pauses before a waiting process sleeps, */
  SPINS_MAX = 1024,   /* depending on how well that has worked */
  WAKES_MAX = 1000,   /* of a waiting parent by bytes that announce nothing */
  CHECK_MS = 100,     /* between two checks whether the child hangs */
  STOP_CHECKS = 2,    /* after which a stopped child is killed */
  IDLE_CHECKS = 600   /* without any processor time used */
};

/* Who may act. The child hands over either a result or a request. */
typedef enum Turn { TURN_PARENT, TURN_ASKED, TURN_CHILD } Turn;

/* Memory of both processes. The parent believes nothing it reads here. */
typedef struct Shared {
  atomic_uint turn;
  atomic_bool parent_sleeps, child_sleeps;
  _Atomic uint64_t in, out, ask; /* lengths of the messages */
  ChildFunction *function;
  Moment moment; /* of the caller */
  _Atomic uint64_t progress[JOB_NUMBERS];
  atomic_bool stop;
  ChildWatch watch;
  _Alignas(64) unsigned char bytes[];
} Shared;

enum { SHARED_SIZE = sizeof(Shared) + IN_MAX + OUT_MAX + ASK_MAX };

/* One side's view of the messages. */
typedef struct Mail {
  Shared *shared;
  int socket;
  int spins; /* see mail_spin */
  Message in, out, ask;
} Mail;

struct Child {
  Mail mail;
  pid_t pid;
  void *files; /* the broker's */
  bool dead;
  bool killed; /* from outside */
  int64_t
      next_check; /* see child_look_after; 0 in a call that has just begun */
  unsigned last_calls; /* see child_is_hanging */
  int64_t call_cpu, last_cpu;
  int idle_checks;
  unsigned asking_call; /* see child_may_ask */
  int64_t requests;
  int wakes;       /* while it was the child's turn */
  JobWatch watch;  /* of the call */
  int stop_checks; /* since it was to be killed */
  char name[256];
  const char *const *names; /* of its files, while it is being started */
  int names_count;
  char death[128]; /* how it died */
};

/* ---- messages ------------------------------------------------------------*/

static Mail mail_open(Shared *shared, int socket) {
  unsigned char *bytes = shared->bytes;
  return (Mail){
      .shared = shared,
      .socket = socket,
      .in = {.bytes = bytes, .capacity = IN_MAX},
      .out = {.bytes = bytes + IN_MAX, .capacity = OUT_MAX},
      .ask = {.bytes = bytes + IN_MAX + OUT_MAX, .capacity = ASK_MAX}};
}

static inline void mail_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static bool mail_is_childs(const Shared *shared) {
  return atomic_load(&shared->turn) == TURN_CHILD;
}

/* Spins for a while; returns whether the turn has come. Spinning pays if the
 * other process answers at once on another core. Where it does not, because the
 * answer takes long or the cores are busy, spin less from then on. */
static bool mail_spin(Mail *mail, bool child) {
  for (int i = 0; i < mail->spins; i++) {
    if (mail_is_childs(mail->shared) == child) {
      mail->spins += mail->spins < SPINS_MAX ? 16 : 0;
      return true;
    }
    mail_pause();
  }
  mail->spins = mail->spins / 2 > SPINS_MIN ? mail->spins / 2 : SPINS_MIN;
  return false;
}

/* Gives the turn to the other process and wakes it if it sleeps. It sets its
 * flag before it looks at the turn for the last time, so none is missed. */
static void mail_give_turn(const Mail *mail, Turn turn) {
  Shared *s = mail->shared;
  atomic_store(&s->turn, turn);
  bool to_child = turn == TURN_CHILD;
  if (!atomic_load(to_child ? &s->child_sleeps : &s->parent_sleeps))
    return;
  /* Either fails if the other process has died. A child may only write. */
  ssize_t sent = to_child
                     ? send(mail->socket, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT)
                     : write(mail->socket, "", 1);
  (void)sent;
}

/* ---- in the child --------------------------------------------------------*/

ChildWatch *child_watch;
static Mail child_here; /* of the child */

bool child_is_here(void) {
  return child_here.shared;
}

static void child_wait(void) {
  Shared *s = child_here.shared;
  while (!mail_spin(&child_here, true)) {
    char byte;
    atomic_store(&s->child_sleeps, true);
    if (!mail_is_childs(s) && read(child_here.socket, &byte, 1) == 0)
      _exit(0); /* the parent has closed it */
    atomic_store(&s->child_sleeps, false);
  }
}

Message *child_ask_begin(void) {
  message_clear(&child_here.ask);
  return &child_here.ask;
}

void child_ask(void) {
  child_here.shared->ask = child_here.ask.length;
  mail_give_turn(&child_here, TURN_ASKED);
  child_wait();
  message_rewind(&child_here.ask, child_here.shared->ask);
}

void child_report(const uint64_t numbers[JOB_NUMBERS]) {
  for (int i = 0; i < JOB_NUMBERS; i++)
    atomic_store_explicit(&child_here.shared->progress[i], numbers[i],
                          memory_order_relaxed);
}

const atomic_bool *child_stop_flag(void) {
  return &child_here.shared->stop;
}

/* Defined in a program of the tests only: changes the results of a call. */
void child_test_results(Message *out) __attribute__((weak));

_Noreturn static void child_answer_calls(void) {
  for (;;) {
    child_wait();
    message_rewind(&child_here.in, child_here.shared->in);
    message_clear(&child_here.out);
    moment = child_here.shared->moment;
    child_here.shared->function(&child_here.in, &child_here.out);
    if (child_test_results)
      child_test_results(&child_here.out);
    child_here.shared->out =
        child_here.out.malformed ? UINT64_MAX : child_here.out.length;
    mail_give_turn(&child_here, TURN_PARENT);
  }
}

/* Ctrl-C and the like are for the parent, which finishes the games in progress.
 * Crashes are for the kernel to report, not for a handler. */
static void child_reset_signals(void) {
  static const int IGNORED[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  static const int FATAL[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof IGNORED / sizeof *IGNORED; i++)
    signal(IGNORED[i], SIG_IGN);
  for (size_t i = 0; i < sizeof FATAL / sizeof *FATAL; i++)
    signal(FATAL[i], SIG_DFL);
}

/* Closes all files from `first` on. */
static void child_close_from(int first) {
  if (close_range((unsigned)first, ~0U, 0) == 0)
    return;
  long most = sysconf(_SC_OPEN_MAX); /* a kernel before 5.9 */
  for (long i = first; i < most; i++)
    close((int)i);
}

/* Keeps nothing open but the socket. A sanitizer's report needs stderr. */
static int child_close_files(int socket) {
  enum { SOCKET = 3, LAST = SANITIZED ? 1 : 2 };
  if (socket < SOCKET && (socket = fcntl(socket, F_DUPFD, SOCKET)) < 0)
    _exit(1);
  if (socket != SOCKET && dup2(socket, SOCKET) < 0)
    _exit(1);
  child_close_from(SOCKET + 1);
  int nowhere = open("/dev/null", O_RDWR);
  for (int i = 0; i <= LAST; i++)
    if (nowhere < 0 || dup2(nowhere, i) < 0)
      close(i);
  if (nowhere > SOCKET)
    close(nowhere);
  return SOCKET;
}

/* Forgets the environment, except where the library is: it is nobody's
 * business. */
static void child_clear_environment(void) {
  for (char **entry = environ; entry && *entry; entry++)
    if (strncmp(*entry, "BOARDLAB_LUA=", 13) != 0)
      explicit_bzero(*entry, strlen(*entry));
}

/* The first call: reports whether the child is locked down. */
static Error child_lockdown_failure;

static void child_serve_hello(Message *in, Message *out) {
  (void)in;
  message_put_error(out, &child_lockdown_failure);
}

_Noreturn static void child_run(const Child *child, Shared *shared, int socket,
                                pid_t parent) {
  bool lock = child->files && isolation_get()->mode != ISOLATION_OFF;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0); /* it died before prctl */
  child_reset_signals();
  process_name_set(child->names, child->names_count);
  if (lock)
    child_clear_environment();
  child_here = mail_open(shared, child_close_files(socket));
  child_watch = &shared->watch;
  isolation_leave();
  if (lock)
    lockdown_enter(&child_lockdown_failure);
  child_answer_calls();
}

/* ---- in the parent -------------------------------------------------------*/

/* Notes how the process ended. If something outside killed it, most likely for
 * lack of memory, the file is not to blame; if it says so itself, it may be. */
static void child_describe_death(Child *child, int status) {
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const char *what = signal ? sigdescr_np(signal) : NULL;
  child->killed = signal == SIGKILL;
  if (WIFEXITED(status) && WEXITSTATUS(status) == NEED_FAILED)
    snprintf(child->death, sizeof child->death,
             "its process was out of memory");
  else if (child->killed)
    snprintf(child->death, sizeof child->death,
             "its process was killed (signal 9), as happens when the system "
             "is out of memory");
  else if (signal)
    snprintf(child->death, sizeof child->death,
             "the interpreter crashed: signal %d (%s)", signal,
             what ? what : "unknown");
  else
    snprintf(child->death, sizeof child->death,
             "the interpreter ended with exit code %d", WEXITSTATUS(status));
}

/* Waits a second for the end of a process that has closed its connection. */
static bool child_has_ended(const Child *child, int *status) {
  for (int i = 0; i < 1000; i++) {
    if (waitpid(child->pid, status, WNOHANG) != 0)
      return true;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return false;
}

/* Notes how the process ended, or ends it: at once if the reason is known. */
static void child_bury(Child *child) {
  int status = 0;
  if (child->dead)
    return;
  if (!child->death[0] && child_has_ended(child, &status)) {
    child_describe_death(child, status);
  } else {
    kill(child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
      ;
    if (!child->death[0])
      snprintf(child->death, sizeof child->death,
               "the interpreter closed its connection");
  }
  child->dead = true;
}

/* Returns false. */
static bool child_kill(Child *child, const char *why) {
  if (child->dead)
    return false;
  snprintf(child->death, sizeof child->death, "%s", why);
  child_bury(child);
  return false;
}

int64_t child_cpu_time(const Child *child) {
  clockid_t clock;
  return clock_getcpuclockid(child->pid, &clock) == 0 ? clock_read(clock) : 0;
}

/* A child hangs if one call of untrusted code takes more processor time than
 * any should, or if it does not run at all although it is its turn. */
static bool child_is_hanging(Child *child) {
  int64_t patience = isolation_get()->patience, now = child_cpu_time(child);
  const ChildWatch *watch = &child->mail.shared->watch;
  unsigned calls = atomic_load(&watch->calls);
  child->idle_checks = now == child->last_cpu ? child->idle_checks + 1 : 0;
  child->last_cpu = now;
  if (calls != child->last_calls || !atomic_load(&watch->inside)) {
    child->last_calls = calls;
    child->call_cpu = now; /* when the call began, at the latest */
  }
  return child->idle_checks > IDLE_CHECKS ||
         (patience && now - child->call_cpu > patience);
}

/* Passes on what the parent wants of a call in progress, and ends a child that
 * hangs: ten times per second, by the clock, because a child can keep its
 * parent from ever waiting that long. False if it was killed. */
static bool child_look_after(Child *child) {
  int64_t now = clock_nanoseconds(), next = child->next_check;
  const JobWatch *watch = &child->watch;
  uint64_t numbers[JOB_NUMBERS];
  if (watch->stop && atomic_load(watch->stop))
    atomic_store(&child->mail.shared->stop, true);
  if (next && now < next)
    return true;
  child->next_check = now + (int64_t)CHECK_MS * 1000000;
  if (!next)
    return true;
  child_progress(child, numbers);
  if (watch->progress)
    watch->progress(watch->context, numbers);
  if (watch->kill && atomic_load(watch->kill) &&
      ++child->stop_checks > STOP_CHECKS)
    return child_kill(child, "it was stopped");
  return !child_is_hanging(child) ||
         child_kill(child, "the interpreter hung and was stopped");
}

/* Sleeps until the child wakes this process; false if it has died. */
static bool child_sleep_in_parent(Child *child) {
  struct pollfd wakes = {.fd = child->mail.socket, .events = POLLIN};
  char byte;
  int ready = poll(&wakes, 1, CHECK_MS);
  bool interrupted = ready < 0 && errno == EINTR;
  if (!child_look_after(child))
    return false;
  if (ready <= 0)
    return ready == 0 || interrupted;
  if (recv(child->mail.socket, &byte, 1, MSG_DONTWAIT) <= 0)
    return false;
  return ++child->wakes <= WAKES_MAX ||
         child_kill(child, "the interpreter kept writing to its parent");
}

/* The allocator of the sanitizers must not be in use by another thread while
 * this one forks: the child would wait for it forever. So in such a build only
 * one thread of a run works at a time while the others wait for their children.
 */
static pthread_mutex_t child_working = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool child_works;

void child_begin_work(void) {
  child_works = SANITIZED;
  if (child_works)
    pthread_mutex_lock(&child_working);
}

void child_end_work(void) {
  if (child_works)
    pthread_mutex_unlock(&child_working);
  child_works = false;
}

/* Waits until it is the parent's turn; false if the child has died. */
static bool child_wait_for_turn(Child *child) {
  Shared *s = child->mail.shared;
  while (!mail_spin(&child->mail, false)) {
    atomic_store(&s->parent_sleeps, true);
    bool alive = !mail_is_childs(s) || child_sleep_in_parent(child);
    atomic_store(&s->parent_sleeps, false);
    if (!alive) {
      child_bury(child);
      return false;
    }
  }
  return true;
}

static bool child_wait_in_parent(Child *child) {
  bool worked = child_works;
  if (worked)
    child_end_work();
  bool alive = child_wait_for_turn(child);
  if (worked)
    child_begin_work();
  return alive;
}

/* Whether the child may ask once more in the call of untrusted code that it is
 * in. */
static bool child_may_ask(Child *child) {
  int64_t most = isolation_get()->requests;
  unsigned call = atomic_load(&child->mail.shared->watch.calls);
  if (call != child->asking_call)
    child->requests = 0;
  child->asking_call = call;
  return !most || child->requests++ < most;
}

/* Answers a request; false if the child had to be killed. */
static bool child_answer(Child *child) {
  Message *ask = &child->mail.ask;
  if (!child->files)
    return child_kill(child,
                      "its process asked for a file, which is not allowed");
  if (!child_may_ask(child))
    return child_kill(child, "the interpreter kept asking for files");
  message_rewind(ask, child->mail.shared->ask);
  isolation_get()->broker->answer(child->files, ask);
  child->mail.shared->ask = ask->length;
  child->wakes = 0;
  return child_look_after(child);
}

Message *child_begin(Child *child, ChildFunction *function) {
  child->mail.shared->function = function;
  child->mail.shared->moment = moment;
  message_clear(&child->mail.in);
  return &child->mail.in;
}

static Message *child_fail(const Child *child, Error *error) {
  error_set_code(error, child->killed ? ERROR_NO_MEMORY : ERROR_OTHER,
                 "%.255s: %s", child->name, child->death);
  return NULL;
}

Message *child_call(Child *child, const JobWatch *watch, Error *error) {
  Mail *mail = &child->mail;
  if (!message_is_good(&mail->in))
    child_kill(child, "the arguments of a call are too long for its process");
  if (child->dead)
    return child_fail(child, error);
  child->idle_checks = child->stop_checks = child->wakes = 0;
  child->call_cpu = child->last_cpu = child->next_check = 0;
  child->requests = 0;
  child->last_calls = atomic_load(&mail->shared->watch.calls) - 1;
  mail->shared->in = mail->in.length;
  child->watch = watch ? *watch : (JobWatch){NULL};
  atomic_store(&mail->shared->stop,
               child->watch.stop && atomic_load(child->watch.stop));
  for (int i = 0; i < JOB_NUMBERS; i++)
    atomic_store_explicit(&mail->shared->progress[i], 0, memory_order_relaxed);
  for (;;) {
    mail_give_turn(mail, TURN_CHILD);
    if (!child_wait_in_parent(child))
      return child_fail(child, error);
    if (atomic_load(&mail->shared->turn) != TURN_ASKED)
      break;
    if (!child_answer(child))
      return child_fail(child, error);
  }
  message_rewind(&mail->out, mail->shared->out);
  return &mail->out;
}

bool child_is_sane(Child *child, Error *error) {
  if (message_is_good(&child->mail.out))
    return true;
  child_kill(child, "the interpreter sent a malformed result");
  return child_fail(child, error);
}

bool child_is_dead(const Child *child) {
  return child->dead;
}

void child_progress(const Child *child, uint64_t numbers[JOB_NUMBERS]) {
  for (int i = 0; i < JOB_NUMBERS; i++)
    numbers[i] = atomic_load(&child->mail.shared->progress[i]);
}

/* ---- starting and ending -------------------------------------------------*/

/* Forks. No other child may inherit the memory shared with this one, so it is
 * mapped, and hidden from later forks, under a lock. */
static bool child_fork(Child *child, const int sockets[2], Error *error) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  Shared *shared = mmap(NULL, SHARED_SIZE, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pid_t self = getpid();
  child->pid = shared == MAP_FAILED ? -1 : fork();
  if (child->pid == 0)
    child_run(child, shared, sockets[1], self);
  if (child->pid > 0)
    madvise(shared, SHARED_SIZE, MADV_DONTFORK);
  pthread_mutex_unlock(&lock);
  if (shared != MAP_FAILED)
    child->mail = mail_open(shared, sockets[0]);
  return child->pid > 0 || error_set(error,
                                     "could not start a process for %s: "
                                     "%s",
                                     child->name, strerror(errno));
}

static bool child_greet(Child *child, Error *error) {
  child_begin(child, child_serve_hello);
  Message *m = child_call(child, NULL, error);
  Error why = {0};
  if (!m)
    return false;
  bool open = message_get_error(m, &why);
  if (!child_is_sane(child, error))
    return false;
  if (open && isolation_get()->mode == ISOLATION_REQUIRE)
    return error_set(error,
                     "%.200s: this system does not allow boardlab to isolate "
                     "Lua files (%.200s), and --isolation=require asks for it",
                     child->name, why.message);
  if (open)
    isolation_warn(why.message);
  return true;
}

static bool child_launch(Child *child, Error *error) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return error_set(error, "could not start a process for %s: %s", child->name,
                     strerror(errno));
  child->mail.socket = sockets[0];
  bool forked = child_fork(child, sockets, error);
  close(sockets[1]);
  return forked && child_greet(child, error);
}

Child *child_start(const char *const names[], int count, Error *error) {
  Child *child = need(sizeof *child);
  child->mail.socket = -1;
  child->pid = -1;
  child->names = names;
  child->names_count = count;
  snprintf(child->name, sizeof child->name, "%s",
           count > 0 ? names[0] : "boardlab");
  const Broker *broker = count > 0 ? isolation_get()->broker : NULL;
  if (broker && !(child->files = broker->open(names, count)))
    error_set(error, "out of memory (process)");
  else if (child_launch(child, error))
    return child;
  child_close(child);
  return NULL;
}

void child_close(Child *child) {
  if (!child)
    return;
  if (child->pid > 0)
    child_kill(child, "closed");
  if (child->mail.shared)
    munmap(child->mail.shared, SHARED_SIZE);
  if (child->mail.socket >= 0)
    close(child->mail.socket);
  if (child->files)
    isolation_get()->broker->close(child->files);
  free(child);
}
