/* A program of the user's that plays: a process that is talked to by lines.
 *
 * A program is trusted as a script is. It runs in the user's folder with the
 * user's environment, and starts only if this command line has named it
 * (program_bot.h). Between it and this process stands a supervisor: a small
 * process that collects whatever the program starts, and ends all of that as
 * soon as the program itself ends, or this process does, however it does. What
 * escapes is what another service starts on the program's behalf (a container,
 * a job of systemd or at), and processes of other users.
 *
 * Its standard input, output and error are pipes. Reading and writing have a
 * deadline, a time of clock_nanoseconds, so nothing here waits for ever. A
 * Program belongs to the thread that started it. */
#ifndef BOARDLAB_CORE_PROGRAM_PROGRAM_H
#define BOARDLAB_CORE_PROGRAM_PROGRAM_H

#include "core/base/error.h"
#include <stddef.h>
#include <stdint.h>

enum {
  PROGRAM_LINE = 1 << 16, /* bytes of the longest line that it may write */
  PROGRAM_STDERR = 1500,  /* bytes that are kept of its standard error */
  PROGRAM_GRACE_MS = 500, /* it may take to end after `quit` */
  PROGRAM_WORDS_MAX = 256 /* of a command */
};

typedef struct Program Program;

/* The words of a command, split by the quoting rules of a shell, but with
 * nothing replaced: no variables, patterns or home folders. The caller frees
 * the list, and nothing else. NULL with a message if it makes no sense. */
char **program_words(const char *command, Error *error);

/* Finds the file of a command's first word, as a shell does. */
bool program_find(const char *word, char path[], size_t size, Error *error);

/* Starts a command. NULL if it cannot be started. */
Program *program_start(char *const words[], Error *error);

/* Closes its standard input, gives it this long to end, and then kills it, with
 * all that it has left behind. NULL is allowed. */
void program_close(Program *program, int grace_ms);

/* What became of sending or reading. */
typedef enum ProgramEvent {
  PROGRAM_DONE,     /* the line was sent, or one was read */
  PROGRAM_LATE,     /* the time is up */
  PROGRAM_ENDED,    /* it has ended, or closed its input or output */
  PROGRAM_TOO_LONG, /* it has written a line that is too long */
  PROGRAM_BINARY,   /* it has written a line with a NUL byte */
} ProgramEvent;

/* Sends a line, which ends with its line feed. If it comes too late, a part of
 * it may have been sent: nothing else can be then. */
ProgramEvent program_send(Program *program, const char *line, size_t length,
                          int64_t until);

/* Reads a line. It is valid until the next call and has no line feed. */
ProgramEvent program_read(Program *program, const char **line, int64_t until);

/* How it ended, for a person: "it ended with exit code 3". Kills it if it has
 * not. */
const char *program_death(Program *program);

/* The last lines that it wrote to its standard error, each ended by a line
 * feed; or "". */
const char *program_last_words(Program *program);

#endif
