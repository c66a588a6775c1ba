/* Runs a command in a process in which the kernel refuses to lock anything
 * down, as an old kernel or some containers do. */
#define _GNU_SOURCE
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (argc < 2 || !filter ||
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0) !=
          0 ||
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                       SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP)) != 0 ||
      seccomp_load(filter) != 0)
    return 125;
  execvp(argv[1], argv + 1);
  fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
  return 126;
}
