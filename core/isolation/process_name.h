/* The name of a process in `ps` and `top`. */
#ifndef BOARDLAB_CORE_ISOLATION_PROCESS_NAME_H
#define BOARDLAB_CORE_ISOLATION_PROCESS_NAME_H

/* Names this process after the files that it is to run: "boardlab: bots/x.lua,
 * games/y.lua" as its command line, and what fits of "boardlab: x.lua" as the
 * short name. Without files it keeps its name. The arguments themselves stay as
 * they are in memory. Where the kernel does not allow the former, only the
 * short name changes. */
void process_name_set(const char *const files[], int count);

#endif
