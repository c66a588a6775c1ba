#define _GNU_SOURCE
#include "core/isolation/lockdown.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What a process needs in order to compute: memory, the clock, its own signals
 * and timer, reading and writing what is open, and ending. */
static const int ALLOWED[] = {
    SCMP_SYS(brk),           SCMP_SYS(munmap),       SCMP_SYS(mremap),
    SCMP_SYS(writev),        SCMP_SYS(futex),        SCMP_SYS(read),
    SCMP_SYS(write),         SCMP_SYS(close),        SCMP_SYS(sched_yield),
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    SCMP_SYS(exit_group),    SCMP_SYS(getpid),       SCMP_SYS(gettid),
    SCMP_SYS(getrandom),     SCMP_SYS(sigaltstack),  SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigaction),  SCMP_SYS(rt_sigreturn), SCMP_SYS(exit),
    SCMP_SYS(setitimer),     SCMP_SYS(clock_getres), SCMP_SYS(restart_syscall)};

/* Also memory that is not executable; the advice by which malloc frees pages,
 * of all advice that there is; and signals to itself, as abort() sends, but not
 * SIGKILL, which looks as if the system had run out of memory. */
static bool lockdown_allow(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp not_executable =
      SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  const struct scmp_arg_cmp free_pages = SCMP_A2(SCMP_CMP_EQ, MADV_DONTNEED);
  const struct scmp_arg_cmp itself =
      SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
  const struct scmp_arg_cmp not_kill = SCMP_A2(SCMP_CMP_NE, SIGKILL);
  for (size_t i = 0; i < sizeof ALLOWED / sizeof *ALLOWED; i++)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, ALLOWED[i], 0) != 0)
      return false;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                          not_executable) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                          not_executable) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1,
                          free_pages) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 2, itself,
                          not_kill) == 0;
}

static bool lockdown_filter_system_calls(Error *error) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter)
    return error_set(error, "out of memory (seccomp filter)");
  int failed = lockdown_allow(filter) ? seccomp_load(filter) : -EINVAL;
  seccomp_release(filter);
  return failed == 0 || error_set(error, "seccomp: %s", strerror(-failed));
}

/* Forbids everything that this version of Landlock can forbid. Kernels without
 * it are as safe: the seccomp filter forbids the same. */
static void lockdown_forbid_files(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1)
    return;
  static const uint64_t FILES[] = {(1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1,
                                   (1 << 15) - 1, (1 << 16) - 1};
  enum { NEWEST = sizeof FILES / sizeof *FILES };
  struct {
    uint64_t files, network;
  } rules = {FILES[(abi < NEWEST ? abi : NEWEST) - 1], 3};
  size_t size = abi >= 4 ? sizeof rules : sizeof rules.files;
  int set = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (set < 0)
    return;
  syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
}

/* If memory runs out, the kernel ends this process first. */
static void lockdown_die_first(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  ssize_t written = file < 0 ? 0 : write(file, "1000", 4);
  (void)written;
  if (file >= 0)
    close(file);
}

/* At most as much memory as the machine has. The sanitizers reserve far more
 * addresses than they use. */
static void lockdown_limit_memory(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  rlim_t bytes = (rlim_t)pages * (rlim_t)size;
  struct rlimit now;
  if (getrlimit(RLIMIT_AS, &now) == 0 && now.rlim_cur < bytes)
    bytes = now.rlim_cur;
  if (pages > 0 && size > 0)
    setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
#endif
}

static void lockdown_limit_resources(void) {
  static const int NONE[] = {RLIMIT_CORE,    RLIMIT_FSIZE,    RLIMIT_NPROC,
                             RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE, RLIMIT_NOFILE};
  const struct rlimit nothing = {0, 0};
  for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
    setrlimit((__rlimit_resource_t)NONE[i], &nothing);
}

/* Gives up all capabilities, which root has: for good, because nothing that it
 * starts could get any back. */
static bool lockdown_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version =
                                                _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
    ;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return syscall(SYS_capset, &header, none) == 0;
}

bool lockdown_enter(Error *error) {
  lockdown_die_first(); /* while /proc/self is its own */
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return error_set(error, "no_new_privs: %s", strerror(errno));
  int kept = lockdown_drop_capabilities() ? 0 : errno;
  lockdown_limit_memory();
  lockdown_limit_resources();
  lockdown_forbid_files();
  return lockdown_filter_system_calls(error) &&
         (!kept || error_set(error, "capabilities: %s", strerror(kept)));
}
