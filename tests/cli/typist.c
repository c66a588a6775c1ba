/* Runs a program on a pseudo-terminal and types at it, as scripted on stdin.
 *
 *   typist COMMAND [ARGUMENT…] <SCRIPT
 *
 * A script line "< text" waits until the program has written that text, after
 * the text of the previous "<" line; "> text" types the text. Both understand
 * \t, \n, \e and \xNN. The program's output is copied to stdout. The exit code
 * is the program's, 128 + N if signal N ended it, or 99 if an expected text did
 * not appear in time. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIMEOUT_MS = 30000, OUTPUT_MAX = 1 << 20, EXIT_TIMEOUT = 99 };

typedef struct Typist {
  int terminal;
  char output[OUTPUT_MAX];
  size_t length;
  size_t matched; /* end of the last text that was waited for */
} Typist;

/* Reads some output; false at its end, or if none arrives in time. */
static bool read_output(Typist *t, int milliseconds) {
  struct pollfd poll_for = {.fd = t->terminal, .events = POLLIN};
  if (poll(&poll_for, 1, milliseconds) <= 0)
    return false;
  ssize_t got =
      read(t->terminal, t->output + t->length, OUTPUT_MAX - 1 - t->length);
  if (got <= 0)
    return false;
  fwrite(t->output + t->length, 1, (size_t)got, stdout);
  t->length += (size_t)got;
  return true;
}

static bool wait_for(Typist *t, const char *text) {
  do {
    char *found = memmem(t->output + t->matched, t->length - t->matched, text,
                         strlen(text));
    if (found) {
      t->matched = (size_t)(found - t->output) + strlen(text);
      return true;
    }
  } while (read_output(t, TIMEOUT_MS));
  fprintf(stderr, "typist: the program did not write '%s'\n", text);
  return false;
}

/* Replaces escapes in place. Returns the new length, as \x00 is a valid byte.
 */
static size_t unescape(char *text) {
  char *to = text;
  for (char *c = text; *c; c++) {
    if (*c != '\\' || !c[1]) {
      *to++ = *c;
      continue;
    }
    c++;
    *to++ = *c == 't'   ? '\t'
            : *c == 'n' ? '\n'
            : *c == 'e' ? '\033'
            : *c == 'x' ? (char)strtol((char[]){c[1], c[2], '\0'}, NULL, 16)
                        : *c;
    c += *c == 'x' ? 2 : 0;
  }
  *to = '\0';
  return (size_t)(to - text);
}

static bool type(const Typist *t, const char *text, size_t length) {
  return write(t->terminal, text, length) == (ssize_t)length;
}

static bool follow_script(Typist *t) {
  char line[512];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    size_t length = unescape(line);
    if (!(line[0] == '<' ? wait_for(t, line + 2)
                         : type(t, line + 2, length - 2)))
      return false;
  }
  return true;
}

int main(int argc, char **argv) {
  static Typist typist;
  struct winsize size = {.ws_row = 40, .ws_col = 100};
  int status;
  if (argc < 2)
    return 2;
  pid_t child = forkpty(&typist.terminal, NULL, NULL, &size);
  if (child < 0)
    return 2;
  if (child == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  bool good = follow_script(&typist);
  while (good && read_output(&typist, TIMEOUT_MS))
    ;
  alarm(TIMEOUT_MS / 1000); /* in case the program does not end */
  if (!good)
    kill(child, SIGKILL);
  waitpid(child, &status, 0);
  if (!good)
    return EXIT_TIMEOUT;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
