#define _GNU_SOURCE
#include "core/isolation/isolation.h"

#include "core/base/text.h"
#include <fcntl.h>
#include <linux/prctl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Fields of /proc/self/stat, as proc(5) counts them. */
enum {
  STATE = 3,
  START_CODE = 26,
  END_CODE,
  START_STACK,
  START_DATA = 45,
  END_DATA,
  START_BRK,
  ARG_START,
  ARG_END,
  ENV_START,
  ENV_END,
  FIELDS
};

static bool process_name_read_fields(uint64_t field[FIELDS]) {
  char text[2048];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[size < 0 ? 0 : size] = '\0';
  char *at = strrchr(text, ')'); /* the name before it may contain anything */
  if (!at || strlen(at) < strlen(") S "))
    return false;
  at += strlen(") S");
  for (int i = STATE + 1; i < FIELDS; i++) {
    char *end;
    field[i] = strtoull(at, &end, 10);
    if (end == at)
      return false;
    at = end;
  }
  return true;
}

/* Tells the kernel where the command line is. Unlike overwriting the arguments
 * this harms nobody who still has pointers to them. */
static void process_name_show_command_line(const char *text) {
  uint64_t field[FIELDS];
  if (!process_name_read_fields(field))
    return;
  struct prctl_mm_map map = {
      .start_code = field[START_CODE],
      .end_code = field[END_CODE],
      .start_data = field[START_DATA],
      .end_data = field[END_DATA],
      .start_brk = field[START_BRK],
      .brk = (uint64_t)syscall(SYS_brk, 0),
      .start_stack = field[START_STACK],
      .arg_start = (uintptr_t)text,
      .arg_end = (uintptr_t)text + strlen(text) + 1,
      .env_start = field[ENV_START],
      .env_end = field[ENV_END],
      .exe_fd = (uint32_t)-1,
  };
  prctl(PR_SET_MM, PR_SET_MM_MAP, &map, sizeof map, 0);
}

void process_name_set(const char *const files[], int count) {
  static char line[512]; /* the kernel reads it whenever somebody asks */
  char name[16];
  if (count == 0)
    return;
  const char *slash = strrchr(files[0], '/');
  snprintf(name, sizeof name, "boardlab: %s", slash ? slash + 1 : files[0]);
  prctl(PR_SET_NAME, name);
  line[0] = '\0';
  for (int i = 0; i < count; i++)
    text_append(line, sizeof line, "%s%s", i ? ", " : "boardlab: ", files[i]);
  process_name_show_command_line(line);
}
