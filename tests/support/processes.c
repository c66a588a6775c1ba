#include "tests/support/processes.h"

#include "tests/support/support.h"
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *marker(void) {
  static char text[40];
  snprintf(text, sizeof text, "marker-%d-", (int)getpid());
  return text;
}

/* Whether a process has the marker among its arguments. */
static bool is_marked(const char *pid) {
  char path[300], bytes[4096];
  snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
  FILE *file = fopen(path, "re");
  size_t size = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
  if (file)
    fclose(file);
  bytes[size] = '\0';
  for (size_t i = 0; i < size; i += strlen(bytes + i) + 1)
    if (strcmp(bytes + i, marker()) == 0)
      return true;
  return false;
}

void assert_no_process(void) {
  DIR *all = opendir("/proc");
  assert_non_null(all);
  for (struct dirent *entry; (entry = readdir(all));)
    if (isdigit((unsigned char)entry->d_name[0]) && is_marked(entry->d_name))
      fail_msg("process %s is left", entry->d_name);
  closedir(all);
}

int count_files(void) {
  int count = 0;
  DIR *all = opendir("/proc/self/fd");
  assert_non_null(all);
  while (readdir(all))
    count++;
  closedir(all);
  return count;
}
