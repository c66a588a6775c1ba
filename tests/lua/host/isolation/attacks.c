/* Functions that no plugin has, added to the module `boardlab` of the program
 * boardlab_attacked: what a plugin could do that has taken over the
 * interpreter.
 *
 *   lab.crash(how)   ends or corrupts the process
 *   lab.doors(name)  tries a raw system call, or all of them; returns the names
 *                    of those that were allowed
 *   lab.calls()      how often this process has called it: a memory that no
 *                    new Lua state clears
 *   lab.attempt()    whether the game is an attempt
 *   lab.forks()      how many processes the command had started before this
 *   lab.lie(how)     lies in its next answer to the parent: about who wins the
 *                    games of a run ("winner"), or about moves ("move") */
#define _GNU_SOURCE
#include "core/base/message.h"
#include "core/game/match.h"
#include "core/isolation/attempt.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern const luaL_Reg lab_test_functions[];

/* ---- crashing ------------------------------------------------------------*/

static void write_wildly(void) {
  volatile char *wild = (volatile char *)(uintptr_t)0x123456;
  *wild = 1;
}

/* Overwrites a large part of the heap with nonsense, and returns. */
static void corrupt_heap(void) {
  char *block = malloc(64);
  for (volatile char *at = block; at < block + 100000; at++)
    *at = 0x5a;
}

static int overflow(int depth) {
  volatile char page[4096];
  page[0] = (char)depth;
  return depth < 0 ? page[0] : page[0] + overflow(depth + 1) + page[0];
}

static void spin(void) {
  for (volatile unsigned i = 0;; i = i + 1)
    ;
}

/* Writes to the connection to the parent for ever. */
static void wake_parent(void) {
  while (write(3, "", 1) != 0)
    ;
}

static int crash(lua_State *L) {
  static const char *const WAYS[] = {"write", "heap", "stack", "abort", "exit",
                                     "spin",  "trap", "wake",  "close", NULL};
  switch (luaL_checkoption(L, 1, "write", WAYS)) {
  case 0:
    write_wildly();
    break;
  case 1:
    corrupt_heap();
    break;
  case 2:
    lua_pushinteger(L, overflow(0));
    break;
  case 3:
    abort();
  case 4:
    _exit(0);
  case 5:
    spin();
    break;
  case 6:
    __builtin_trap();
  case 7:
    wake_parent();
    break;
  default:
    close(3); /* the connection to the parent */
    spin();
  }
  return 0;
}

/* ---- doors ---------------------------------------------------------------*/

static long try_connect(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
  long handle = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  return handle < 0 ? handle : syscall(SYS_connect, handle, &to, sizeof to);
}

static long try_fork(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0)
    _exit(0);
  return child;
}

static long try_executable(void) {
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return code == MAP_FAILED ? -1 : 0;
}

static long try_protect(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

/* Memory that cannot be swapped out, although the limit is 0: root can. */
static long try_lock(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0);
  return page == MAP_FAILED ? -1 : 0;
}

/* All advice to the kernel but the one that malloc gives, and that which breaks
 * the memory of the machine for whoever may give it. */
static long try_advice(void) {
  static const int ADVICE[] = {MADV_REMOVE,    MADV_FREE,      MADV_DONTFORK,
                               MADV_MERGEABLE, MADV_HUGEPAGE,  MADV_WILLNEED,
                               MADV_COLD,      MADV_WIPEONFORK};
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (size_t i = 0; i < sizeof ADVICE / sizeof *ADVICE; i++)
    if (madvise(page, 4096, ADVICE[i]) == 0 || errno != EPERM)
      return 0;
  return -1;
}

static long try_memory_of_parent(void) {
  char byte;
  struct iovec mine = {&byte, 1}, other = {&byte, 1};
  return syscall(SYS_process_vm_readv, getppid(), &mine, 1, &other, 1, 0);
}

static long try_limit(void) {
  struct rlimit more = {64, 64};
  return syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &more, NULL);
}

static long try_uring(void) {
  struct io_uring_params parameters = {0};
  return syscall(SYS_io_uring_setup, 4, &parameters);
}

#define TRY(NAME, CALL)                                                        \
  do {                                                                         \
    if ((!only || strcmp(only, NAME) == 0) && (CALL) >= 0) {                   \
      lua_pushliteral(L, NAME " ");                                            \
      lua_concat(L, 2);                                                        \
    }                                                                          \
  } while (0)

static int doors(lua_State *L) {
  char *const none[64] = {NULL};
  const char *only = luaL_optstring(L, 1, NULL);
  lua_pushliteral(L, "");
  TRY("open", syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY, 0));
  TRY("create", syscall(SYS_openat, AT_FDCWD, "attack", O_CREAT | O_WRONLY, 6));
  TRY("stat", syscall(SYS_newfstatat, AT_FDCWD, "/", none, 0));
  TRY("unlink", syscall(SYS_unlinkat, AT_FDCWD, "victim", 0));
  TRY("rename", syscall(SYS_renameat2, AT_FDCWD, "victim", AT_FDCWD, "x", 0));
  TRY("readlink", syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", none, 0));
  TRY("chdir", syscall(SYS_chdir, "/"));
  TRY("connect", try_connect());
  TRY("socketpair", syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, none));
  TRY("fork", try_fork());
  TRY("exec", syscall(SYS_execve, "/bin/true", none, none));
  TRY("kill", syscall(SYS_kill, getppid(), 0));
  TRY("kill_all", syscall(SYS_kill, -1, 0));
  TRY("tgkill", syscall(SYS_tgkill, getppid(), getppid(), 0));
  TRY("ptrace", syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0));
  TRY("memory", try_memory_of_parent());
  TRY("executable", try_executable());
  TRY("protect", try_protect());
  TRY("lock", try_lock());
  TRY("advice", try_advice());
  TRY("pipe", syscall(SYS_pipe2, none, 0));
  TRY("dup", syscall(SYS_dup, 1));
  TRY("memfd", syscall(SYS_memfd_create, "x", 0));
  TRY("limit", try_limit());
  TRY("prctl", syscall(SYS_prctl, 1, 0, 0, 0, 0));
  TRY("affinity", syscall(SYS_sched_setaffinity, 0, 0, none));
  TRY("unshare", syscall(SYS_unshare, CLONE_NEWUSER));
  TRY("mount", syscall(SYS_mount, "x", "/", "tmpfs", 0, none));
  TRY("io_uring", try_uring());
  TRY("bpf", syscall(SYS_bpf, 0, none, 0));
  TRY("setuid", syscall(SYS_setuid, getuid()));
  return 1;
}

/* ---- hidden state --------------------------------------------------------*/

static int calls(lua_State *L) {
  static atomic_int count;
  lua_pushinteger(L, ++count);
  return 1;
}

static int is_attempt(lua_State *L) {
  lua_pushboolean(L, attempt.on);
  return 1;
}

/* Counted in the parent, so that each child has its own number. */
static atomic_int forks_so_far;

static void count_fork(void) {
  forks_so_far++;
}

__attribute__((constructor)) static void count_forks(void) {
  pthread_atfork(NULL, count_fork, NULL);
}

static int forks(lua_State *L) {
  lua_pushinteger(L, forks_so_far);
  return 1;
}

/* ---- lies ----------------------------------------------------------------*/

static enum { HONEST, LIES_ABOUT_WINNERS, LIES_ABOUT_MOVES } lying;

static int lie(lua_State *L) {
  static const char *const HOW[] = {"winner", "move", NULL};
  lying = luaL_checkoption(L, 1, "winner", HOW) + LIES_ABOUT_WINNERS;
  return 0;
}

enum { NO_MOVE = 0x7fffffff };

/* Results of a run (worker_process.c), as long as nobody forfeits. */
static void change_games(Message *out) {
  while (message_get_bool(out)) {
    Move move = NO_MOVE;
    Match match;
    int64_t plies = message_get_int(out, 0, INT32_MAX);
    unsigned char *moves = out->bytes + out->at;
    message_skip(out, (size_t)plies * sizeof move);
    message_skip(out, (size_t)message_get_int(out, 0, INT32_MAX));
    unsigned char *end = out->bytes + out->at;
    if (!message_get(out, &match, sizeof match) || match.end == MATCH_FORFEIT)
      return;
    match.end = MATCH_WIN;
    match.winners = match.winners == 1 ? 2 : 1;
    if (lying == LIES_ABOUT_MOVES)
      memcpy(moves, &move, plies ? sizeof move : 0);
    else
      memcpy(end, &match, sizeof match);
  }
}

/* The move that a bot in a process of its own chooses (remote_bot.c), between a
 * random stream and the number of nodes and whether its memory is full; then
 * come two errors that are none. */
static void change_choice(Message *out) {
  const int64_t move = NO_MOVE;
  const size_t errors = 4 * sizeof(int64_t);
  if (out->length == sizeof(Rng) + 3 * sizeof(int64_t) + errors)
    memcpy(out->bytes + sizeof(Rng), &move, sizeof move);
}

void child_test_results(Message *out);

void child_test_results(Message *out) {
  Message in = *out;
  if (!lying)
    return;
  message_rewind(&in, out->length);
  if (message_get_int(&in, 0, INT64_MAX) == 1) {
    message_rewind(&in, out->length);
    change_games(&in);
  } else if (lying == LIES_ABOUT_MOVES) {
    change_choice(out);
  }
  lying = HONEST;
}

const luaL_Reg lab_test_functions[] = {
    {"crash", crash}, {"doors", doors},
    {"calls", calls}, {"attempt", is_attempt},
    {"forks", forks}, {"lie", lie},
    {NULL, NULL}};
