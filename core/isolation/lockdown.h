/* Lockdown: a process gives up everything but computing.
 *
 * Afterwards the process can use memory and processor time, read the clock, and
 * read and write the files it has open; nothing else: it cannot open a file or
 * a socket, start a process or a thread, send a signal to another process, map
 * executable memory, or undo any of this. A seccomp filter refuses every other
 * system call with EPERM; Landlock, where the kernel has it, no capabilities,
 * and resource limits are a second fence around the file system, the network
 * and the machine. */
#ifndef BOARDLAB_CORE_ISOLATION_LOCKDOWN_H
#define BOARDLAB_CORE_ISOLATION_LOCKDOWN_H

#include "core/base/error.h"

/* Locks this process down, for good. Fails with a message if the kernel does
 * not allow it; what was possible is in force nevertheless. */
bool lockdown_enter(Error *error);

#endif
