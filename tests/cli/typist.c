/* Runs a program on a pseudo-terminal and types at it, as scripted on stdin.
 *
 *   typist COMMAND [ARGUMENT…] <SCRIPT
 *
 * Lines of the script:
 *
 *   < text     waits until the program has written that text, after the text of
 *              the previous such line
 *   > text     types the text
 *   = 60x20    changes the size of the terminal, which is 100x40 at first
 *   ! file     writes what the terminal shows into a file, once the program has
 *              been silent for a moment
 *
 * Texts understand \t, \n, \e and \xNN. The program starts at the first line
 * that is not a size. Its output is copied to stdout. The exit code is the
 * program's, 128 + N if signal N ended it, or 99 if an expected text did not
 * appear in time. */
#define _GNU_SOURCE
#include "tests/cli/screen.h"
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  TIMEOUT_MS = 30000,
  SILENCE_MS = 20,
  OUTPUT_MAX = 1 << 20,
  EXIT_TIMEOUT = 99
};

typedef struct Typist {
  char **command;
  pid_t program; /* 0 before it starts */
  int terminal;
  Screen screen;
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
  screen_write(&t->screen, t->output + t->length, (size_t)got);
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

static bool set_size(Typist *t, const char *text) {
  struct winsize size = {.ws_row = 0};
  if (sscanf(text, "%hux%hu", &size.ws_col, &size.ws_row) != 2)
    return false;
  screen_resize(&t->screen, size.ws_col, size.ws_row);
  return !t->program || ioctl(t->terminal, TIOCSWINSZ, &size) == 0;
}

static bool write_screen(Typist *t, const char *path) {
  while (read_output(t, SILENCE_MS))
    ;
  FILE *out = fopen(path, "w");
  if (!out)
    return false;
  screen_print(&t->screen, out);
  return fclose(out) == 0;
}

static bool start(Typist *t) {
  struct winsize size = {.ws_row = (unsigned short)t->screen.rows,
                         .ws_col = (unsigned short)t->screen.columns};
  t->program = forkpty(&t->terminal, NULL, NULL, &size);
  if (t->program == 0) {
    execvp(t->command[0], t->command);
    _exit(127);
  }
  return t->program > 0;
}

static bool follow_line(Typist *t, char *line) {
  size_t length = unescape(line);
  char *text = line + 2;
  return line[0] == '='   ? set_size(t, text)
         : line[0] == '<' ? wait_for(t, text)
         : line[0] == '!' ? write_screen(t, text)
                          : type(t, text, length - 2);
}

static bool follow_script(Typist *t) {
  char line[512];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    if (!t->program && line[0] != '=' && !start(t))
      return false;
    if (!follow_line(t, line))
      return false;
  }
  return t->program || start(t);
}

int main(int argc, char **argv) {
  static Typist typist;
  int status;
  if (argc < 2)
    return 2;
  typist.command = argv + 1;
  screen_resize(&typist.screen, 100, 40);
  bool good = follow_script(&typist);
  while (good && read_output(&typist, TIMEOUT_MS))
    ;
  alarm(TIMEOUT_MS / 1000); /* in case the program does not end */
  if (!good && typist.program > 0)
    kill(typist.program, SIGKILL);
  if (typist.program > 0)
    waitpid(typist.program, &status, 0);
  if (!good)
    return EXIT_TIMEOUT;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
