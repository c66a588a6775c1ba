/* A process that was started here, and the ends of its pipes: what it prints,
 * and what it reports on descriptor 3. Belongs to one thread at a time. */
#ifndef BOARDLAB_CLI_STUDIO_PROCESS_H
#define BOARDLAB_CLI_STUDIO_PROCESS_H

#include "core/base/error.h"
#include "core/base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum ProcessPipe {
  PROCESS_OUT,
  PROCESS_ERR,
  PROCESS_REPORTS,
  PROCESS_PIPES
} ProcessPipe;

enum { PROCESS_REPORTS_FD = 3 };

typedef struct Process {
  pid_t pid;               /* 0: none */
  int pipe[PROCESS_PIPES]; /* to read from without waiting; -1: closed */
} Process;

/* Starts a program with arguments, the first of which is its name, ended by
 * NULL. It is the leader of a process group, so that a Ctrl-C in the terminal
 * is not for it, and it gets none of the descriptors that are open here. */
bool process_start(Process *process, const char *program, char *const argv[],
                   Error *error);

/* Reads what there is, at most `size` bytes; 0 if there is nothing (yet). */
size_t process_read(Process *process, ProcessPipe pipe, char *bytes,
                    size_t size);

/* Reads what there is into a text, of which the end is kept. Returns whether
 * there was something. */
enum { PROCESS_OUTPUT = 12000 }; /* bytes that are kept */
bool process_read_text(Process *process, ProcessPipe pipe, Text *text);

/* The end of such a text, from the beginning of a line on, of printable
 * characters. The caller frees it. */
char *process_text(const Text *text);

/* The error in what a boardlab command has printed: its last line that begins
 * with the name of the program, without that. False if there is none. */
bool process_error(const Text *messages, char to[], size_t size);

/* Whether it has ended; *status is then as for waitpid, or -1 if that is not
 * known. The pipes may still have something to read. */
bool process_ended(Process *process, int *status);

/* Whether a process that ended with this status has done its work. */
bool process_succeeded(int status);

/* Closes the pipes. */
void process_close(Process *process);

#endif
