#define _GNU_SOURCE /* ppoll */
#include "cli/terminal/prompt.h"

#include "cli/terminal/look.h"
#include "cli/terminal/output.h"
#include "cli/terminal/signals.h"
#include "core/base/need.h"
#include <errno.h>
#include <histedit.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { CTRL_D = 4 };

struct Prompt {
  Completer *complete;
  Redrawer *redraw;
  void *context;
  bool interactive;
  EditLine *edit; /* NULL if lines are read without editing */
  History *history;
  const char *text; /* the prompt itself */
  char *line;       /* the last line, and its allocated size */
  size_t size;
  bool switched; /* the terminal has just been put into raw mode */
  int early;     /* unread bytes that were typed before that */
  struct sigaction before, before_resize; /* handlers of SIGCONT, SIGWINCH */
  sigset_t mask; /* the signals that were blocked before */
};

/* ---- signals -------------------------------------------------------------*/

/* Set by the handlers of SIGCONT and SIGWINCH. */
static volatile sig_atomic_t continued, resized;

static void on_continue(int number) {
  (void)number;
  continued = 1;
}

static void on_resize(int number) {
  (void)number;
  resized = 1;
}

static void release_signals(Prompt *p) {
  signals_end();
  sigaction(SIGCONT, &p->before, NULL);
  sigaction(SIGWINCH, &p->before_resize, NULL);
  sigprocmask(SIG_SETMASK, &p->mask, NULL);
}

/* SIGCONT, which follows Ctrl-Z, and SIGWINCH are blocked except while a
 * character is awaited, so that they interrupt nothing else and are never
 * missed. */
static void catch_terminal_signals(Prompt *p) {
  struct sigaction action = {.sa_handler = on_continue};
  sigset_t blocked;
  sigemptyset(&action.sa_mask);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCONT);
  sigaddset(&blocked, SIGWINCH);
  sigprocmask(SIG_BLOCK, &blocked, &p->mask);
  sigaction(SIGCONT, &action, &p->before);
  action.sa_handler = on_resize;
  sigaction(SIGWINCH, &action, &p->before_resize);
}

/* SIGINT, SIGTERM and SIGHUP end a blocking read. */
static void catch_signals(Prompt *p) {
  catch_terminal_signals(p);
  signals_begin(
      isatty(STDERR_FILENO)
          ? "\nstopping after the search in progress; press Ctrl-C again to "
            "quit at once\n"
          : NULL,
      false);
}

int prompt_stopped(void) {
  return signals_caught();
}

/* Waits until there is something to read; false if there is a signal to act
 * upon. Those that stop the program are blocked from the last look at them
 * until it waits: one in between would be missed. */
static bool wait_for_input(Prompt *p) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  sigset_t stops, before;
  sigemptyset(&stops);
  sigaddset(&stops, SIGINT);
  sigaddset(&stops, SIGTERM);
  sigaddset(&stops, SIGHUP);
  sigprocmask(SIG_BLOCK, &stops, &before);
  bool ready = !prompt_stopped() &&
               (ppoll(&input, 1, NULL, &p->mask) >= 0 || errno != EINTR);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return ready;
}

/* ---- libedit -------------------------------------------------------------*/

static Prompt *prompt_of(EditLine *edit) {
  Prompt *p = NULL;
  el_get(edit, EL_CLIENTDATA, &p);
  return p;
}

static char *prompt_text(EditLine *edit) {
  return (char *)prompt_of(edit)->text;
}

/* Redraws what is above the prompt, with a list or NULL, and the prompt. */
static void redraw(EditLine *edit, const Completions *list) {
  Prompt *p = prompt_of(edit);
  fflush(output_raw().out);
  p->redraw(p->context, list);
  fflush(stdout);
  el_resize(edit);
  el_set(edit, EL_REFRESH);
}

/* Inserts what all candidates have in common, or lists them if that adds
 * nothing. */
static unsigned char insert_common(EditLine *edit, const Completions *list) {
  if (list->count == 0)
    return CC_REFRESH_BEEP;
  size_t length = completions_common_length(list);
  bool dir = length > 0 && list->word[0][length - 1] == '/';
  char added[PATH_MAX + 1]; /* moves and paths are shorter */
  snprintf(added, sizeof added, "%.*s%s", (int)(length - list->length),
           list->word[0] + list->length, list->count == 1 && !dir ? " " : "");
  if (added[0] && el_insertstr(edit, added) == 0)
    return CC_REFRESH;
  redraw(edit, list);
  return CC_NORM;
}

static size_t skip_blanks(const char *line) {
  return strspn(line, " \t");
}

/* The offset of the second word of a line. */
static size_t second_word(const char *line) {
  size_t at = skip_blanks(line);
  at += strcspn(line + at, " \t");
  return at + skip_blanks(line + at);
}

/* Completes a copy of what is left of the cursor. */
static unsigned char complete_line(EditLine *edit, char *line, size_t length) {
  Prompt *p = prompt_of(edit);
  size_t start = length; /* of the word to complete */
  while (start > 0 && line[start - 1] != ' ')
    start--;
  char *before = need_part(line, start);
  Completions list = {.prefix = line + start, .length = length - start};
  if (!p->complete(p->context, before, &list)) {
    list.prefix = line + second_word(line);
    list.length = strlen(list.prefix);
    completions_add_files(&list);
  }
  unsigned char result = insert_common(edit, &list);
  completions_free(&list);
  free(before);
  return result;
}

static unsigned char complete(EditLine *edit, int key) {
  (void)key;
  const LineInfo *line = el_line(edit);
  size_t length = (size_t)(line->cursor - line->buffer);
  char *copy = need_part(line->buffer, length);
  unsigned char result = complete_line(edit, copy, length);
  free(copy);
  return result;
}

static unsigned char redraw_screen(EditLine *edit, int key) {
  (void)key;
  redraw(edit, NULL);
  return CC_NORM;
}

/* Puts the terminal back into raw mode after Ctrl-Z. */
static void resume(EditLine *edit) {
  prompt_of(edit)->switched = true;
  el_set(edit, EL_PREP_TERM, 0); /* libedit takes it for raw still */
  el_set(edit, EL_PREP_TERM, 1);
}

static void act_on_signals(EditLine *edit) {
  if (continued)
    resume(edit);
  if (continued || resized)
    redraw(edit, NULL);
  continued = resized = 0;
}

/* A Ctrl-D that was typed before the switch to raw mode arrives as a NUL. Other
 * NULs (Ctrl-Space) are ignored. */
static bool accept_byte(Prompt *p, char *byte) {
  bool early = p->early > 0;
  p->early -= early;
  if (*byte == '\0' && early)
    *byte = CTRL_D;
  return *byte != '\0';
}

/* Bytes waiting when the first character is read were typed before the switch.
 */
static void count_early(Prompt *p) {
  if (p->switched && ioctl(STDIN_FILENO, FIONREAD, &p->early) != 0)
    p->early = 0;
  p->switched = false;
}

/* Replaces libedit's reader, which would keep waiting after a signal. */
static int read_character(EditLine *edit, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    char byte;
    count_early(prompt_of(edit));
    bool ready = wait_for_input(prompt_of(edit));
    if (!prompt_stopped() && (!ready || continued || resized)) {
      act_on_signals(edit);
      continue;
    }
    ssize_t got = ready ? read(STDIN_FILENO, &byte, 1) : -1;
    if (got <= 0)
      return (int)got;
    if (!accept_byte(prompt_of(edit), &byte))
      continue;
    size_t used = mbrtowc(character, &byte, 1, &state);
    if (used == (size_t)-1)
      memset(&state, 0, sizeof state); /* invalid UTF-8: skip it */
    else if (used != (size_t)-2)
      return 1;
  }
}

static bool start_editing(Prompt *p) {
  HistEvent event;
  setlocale(LC_CTYPE, "");
  p->history = history_init();
  RawOutput raw = output_raw();
  p->edit = el_init("boardlab", stdin, raw.out, raw.err);
  if (!p->edit || !p->history)
    return false;
  history(p->history, &event, H_SETSIZE, 1000);
  history(p->history, &event, H_SETUNIQUE, 1);
  el_set(p->edit, EL_CLIENTDATA, p);
  el_set(p->edit, EL_PROMPT, prompt_text);
  el_set(p->edit, EL_EDITOR, "emacs");
  el_set(p->edit, EL_HIST, history, p->history);
  el_set(p->edit, EL_GETCFN, read_character);
  /* el_set would leak copies of these strings. */
  el_wset(p->edit, EL_ADDFN, L"complete-word", L"complete the word", complete);
  el_set(p->edit, EL_BIND, "^I", "complete-word", NULL);
  el_wset(p->edit, EL_ADDFN, L"redraw-screen", L"redraw all", redraw_screen);
  el_set(p->edit, EL_BIND, "^L", "redraw-screen", NULL);
  el_source(p->edit, NULL);
  return true;
}

static const char *edit_line(Prompt *p) {
  HistEvent event;
  int length;
  p->switched = true;
  el_resize(p->edit);
  const char *line = el_gets(p->edit, &length);
  fflush(output_raw().out);
  if (!line || length <= 0)
    printf("\n"); /* end the line of the prompt */
  else if (strspn(line, " \n") < (size_t)length)
    history(p->history, &event, H_ENTER, line);
  return length > 0 ? line : NULL;
}

/* ---- lines ---------------------------------------------------------------*/

Prompt *prompt_open(Completer *completer, Redrawer *redrawer, void *context,
                    Error *error) {
  Prompt *p = need(sizeof *p);
  bool interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  *p = (Prompt){.complete = completer,
                .redraw = redrawer,
                .context = context,
                .interactive = interactive};
  if (!interactive || !look_can_move_cursor() || start_editing(p)) {
    catch_signals(p);
    return p;
  }
  error_set(error, "out of memory (the prompt)");
  if (p->edit)
    el_end(p->edit);
  if (p->history)
    history_end(p->history);
  free(p);
  return NULL;
}

void prompt_close(Prompt *p) {
  if (!p)
    return;
  release_signals(p);
  if (p->edit)
    el_end(p->edit);
  if (p->history)
    history_end(p->history);
  free(p->line);
  free(p);
}

bool prompt_is_interactive(const Prompt *p) {
  return p->interactive;
}

bool prompt_edits(const Prompt *p) {
  return p->edit;
}

static char *keep_line(Prompt *p, const char *line) {
  free(p->line);
  p->line = line ? need_copy(line) : NULL;
  return p->line;
}

static void add_byte(Prompt *p, size_t length, char byte) {
  if (length + 2 > p->size) {
    p->size = 2 * length + 64;
    p->line = need_resized(p->line, p->size);
  }
  p->line[length] = byte;
  p->line[length + 1] = '\0';
}

/* Returns the length of the next line, or -1 at the end or after a signal that
 * stops the program. */
static ssize_t get_line(Prompt *p) {
  char byte = 0;
  ssize_t length = 0;
  while (byte != '\n' && !prompt_stopped()) {
    if (!wait_for_input(p))
      continue;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return length > 0 ? length : -1;
    add_byte(p, (size_t)length++, byte);
  }
  return prompt_stopped() ? -1 : length;
}

static char *plain_line(Prompt *p) {
  for (;;) {
    if (p->interactive) {
      printf("%s", p->text);
      fflush(stdout);
    }
    ssize_t length = get_line(p);
    if (length < 0 && p->interactive)
      printf("\n");
    if (length < 0)
      return NULL;
    if (strlen(p->line) == (size_t)length)
      return p->line;
    fprintf(stderr, "skipped a line that contains a NUL: '%.60s…'\n", p->line);
  }
}

char *prompt_read(Prompt *p, const char *text) {
  if (prompt_stopped())
    return NULL;
  fflush(stdout);
  p->text = text;
  signals_show_hint(false); /* no search is in progress */
  char *line = p->edit ? keep_line(p, edit_line(p)) : plain_line(p);
  signals_show_hint(true);
  if (!line)
    return NULL;
  line[strcspn(line, "\r\n")] = '\0';
  line += skip_blanks(line);
  for (size_t end = strlen(line); end > 0 && strchr(" \t", line[end - 1]);)
    line[--end] = '\0';
  return line;
}
