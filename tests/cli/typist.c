/* Types at a program that believes to sit at a terminal.
 *
 *   typist COMMAND [ARGUMENT…] <SCRIPT
 *
 * A line of the script "< text" waits until the program has written that text,
 * behind what was waited for before; "> text" types a text. In both \t, \n, \e
 * and \xNN stand for what they do in C. What the program wrote goes to stdout;
 * the exit code is the program's, 128 + N if signal N ended it, or 99 if it did
 * not write in time what was waited for. */
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

enum { PATIENCE = 30000, SEEN_MAX = 1 << 20, LATE = 99 };

typedef struct Typist {
  int terminal;
  char seen[SEEN_MAX];
  size_t length, read_to; /* what has been waited for ends there */
} Typist;

/* Takes what there is, after at most so many milliseconds; false at the end. */
static bool listen_to(Typist *t, int milliseconds) {
  struct pollfd there = {.fd = t->terminal, .events = POLLIN};
  if (poll(&there, 1, milliseconds) <= 0)
    return false;
  ssize_t got =
      read(t->terminal, t->seen + t->length, SEEN_MAX - 1 - t->length);
  if (got <= 0)
    return false;
  fwrite(t->seen + t->length, 1, (size_t)got, stdout);
  t->length += (size_t)got;
  return true;
}

static bool wait_for(Typist *t, const char *text) {
  do {
    char *found = memmem(t->seen + t->read_to, t->length - t->read_to, text,
                         strlen(text));
    if (found) {
      t->read_to = (size_t)(found - t->seen) + strlen(text);
      return true;
    }
  } while (listen_to(t, PATIENCE));
  fprintf(stderr, "typist: waited in vain for '%s'\n", text);
  return false;
}

/* Returns how long the text then is: \x00 is a part of it. */
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
  while (good && listen_to(&typist, PATIENCE))
    ;
  alarm(PATIENCE / 1000); /* a program that does not end is not waited for */
  if (!good)
    kill(child, SIGKILL);
  waitpid(child, &status, 0);
  if (!good)
    return LATE;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
