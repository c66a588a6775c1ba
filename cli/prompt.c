#include "prompt.h"

#include "stopping.h"
#include <errno.h>
#include <histedit.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { CTRL_D = 4 };

struct Prompt {
  Completer *complete;
  void *context;
  bool typed;     /* somebody sits there */
  EditLine *edit; /* if there is a terminal that can do it; or NULL */
  History *history;
  const char *question;
  char *line; /* the last one */
  size_t room;
  struct sigaction before; /* what was done on SIGCONT */
};

/* ---- signals -------------------------------------------------------------*/

/* Signals have nowhere else to put what they say. */
static volatile sig_atomic_t continued;

static void on_continue(int number) {
  (void)number;
  continued = 1;
}

/* So that waiting for a line ends, and Ctrl-Z is noticed. */
static void catch_signals(Prompt *p) {
  struct sigaction action = {.sa_handler = on_continue};
  sigemptyset(&action.sa_mask);
  sigaction(SIGCONT, &action, &p->before);
  stopping_begin(isatty(STDERR_FILENO)
                     ? "\nfinishing the move under way; again to quit at once\n"
                     : NULL,
                 false);
}

int prompt_stopped(void) {
  return stopping_signal();
}

/* ---- words ---------------------------------------------------------------*/

void words_offer(Words *words, const char *word) {
  if (strncmp(word, words->begun, words->length) != 0)
    return;
  if (words->count == words->room) {
    int room = words->room ? 2 * words->room : 64;
    char **more = realloc(words->word, (size_t)room * sizeof *more);
    if (!more)
      return;
    words->word = more;
    words->room = room;
  }
  char *copy = strdup(word);
  if (copy)
    words->word[words->count++] = copy;
}

static void free_words(Words *words) {
  for (int i = 0; i < words->count; i++)
    free(words->word[i]);
  free(words->word);
}

/* How many bytes all of them begin with alike. */
static size_t common_length(const Words *words) {
  const char *first = words->word[0];
  size_t length = strlen(first);
  for (int i = 1; i < words->count; i++) {
    size_t same = 0;
    while (same < length && words->word[i][same] == first[same])
      same++;
    length = same;
  }
  return length;
}

static void list_words(const Words *words) {
  enum { WIDTH = 78 };
  size_t widest = 0;
  for (int i = 0; i < words->count; i++) {
    size_t length = strlen(words->word[i]);
    widest = length > widest ? length : widest;
  }
  int columns = (int)(WIDTH / (widest + 2));
  for (int i = 0; i < words->count; i++)
    printf("%s%-*s", i % (columns ? columns : 1) ? "" : "\n", (int)widest + 2,
           words->word[i]);
  printf("\n");
  fflush(stdout);
}

/* ---- libedit -------------------------------------------------------------*/

static Prompt *prompt_of(EditLine *edit) {
  Prompt *p = NULL;
  el_get(edit, EL_CLIENTDATA, &p);
  return p;
}

static char *ask(EditLine *edit) {
  return (char *)prompt_of(edit)->question;
}

/* Adds what the words have in common, or shows them if that is nothing new. */
static unsigned char choose_word(EditLine *edit, const Words *words) {
  if (words->count == 0)
    return CC_REFRESH_BEEP;
  size_t length = common_length(words);
  char added[length - words->length + 2];
  snprintf(added, sizeof added, "%.*s%s", (int)(length - words->length),
           words->word[0] + words->length, words->count == 1 ? " " : "");
  if (added[0] && el_insertstr(edit, added) == 0)
    return CC_REFRESH;
  list_words(words);
  return CC_REDISPLAY;
}

static unsigned char complete(EditLine *edit, int key) {
  Prompt *p = prompt_of(edit);
  const LineInfo *line = el_line(edit);
  const char *begun = line->cursor;
  while (begun > line->buffer && begun[-1] != ' ')
    begun--;
  size_t before = (size_t)(begun - line->buffer);
  size_t length = (size_t)(line->cursor - begun);
  char *texts = malloc(before + length + 2);
  if (!texts)
    return CC_ERROR;
  snprintf(texts, before + 1, "%s", line->buffer);
  snprintf(texts + before + 1, length + 1, "%s", begun);
  Words words = {.begun = texts + before + 1, .length = length};
  bool known = p->complete(p->context, texts, &words);
  unsigned char result =
      known ? choose_word(edit, &words) : _el_fn_complete(edit, key);
  free_words(&words);
  free(texts);
  return result;
}

/* Back from Ctrl-Z the terminal has to be made ready anew. */
static void take_up(EditLine *edit) {
  continued = 0;
  el_set(edit, EL_PREP_TERM, 1);
  el_set(edit, EL_REFRESH);
}

/* libedit's own would wait on after a signal. */
static int read_character(EditLine *edit, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    char byte;
    ssize_t got = prompt_stopped() ? -1 : read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR && !prompt_stopped()) {
      if (continued)
        take_up(edit);
      continue;
    }
    if (got <= 0)
      return (int)got;
    if (byte == '\0')
      byte = CTRL_D; /* it was typed before the terminal was made ready */
    size_t used = mbrtowc(character, &byte, 1, &state);
    if (used == (size_t)-1)
      memset(&state, 0, sizeof state); /* not a character: left out */
    else if (used != (size_t)-2)
      return 1;
  }
}

/* Not where the cursor cannot be moved, as in a window of Emacs. */
static bool can_edit(void) {
  const char *terminal = getenv("TERM");
  return terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

static bool start_editing(Prompt *p) {
  HistEvent event;
  setlocale(LC_CTYPE, "");
  p->history = history_init();
  p->edit = el_init("boardlab", stdin, stdout, stderr);
  if (!p->edit || !p->history)
    return false;
  history(p->history, &event, H_SETSIZE, 1000);
  history(p->history, &event, H_SETUNIQUE, 1);
  el_set(p->edit, EL_CLIENTDATA, p);
  el_set(p->edit, EL_PROMPT, ask);
  el_set(p->edit, EL_EDITOR, "emacs");
  el_set(p->edit, EL_HIST, history, p->history);
  el_set(p->edit, EL_GETCFN, read_character);
  /* Its narrow sister makes copies that it never frees. */
  el_wset(p->edit, EL_ADDFN, L"complete-word", L"complete the word", complete);
  el_set(p->edit, EL_BIND, "^I", "complete-word", NULL);
  el_source(p->edit, NULL);
  return true;
}

static const char *edit_line(Prompt *p) {
  HistEvent event;
  int length;
  el_resize(p->edit);
  const char *line = el_gets(p->edit, &length);
  if (!line || length <= 0)
    printf("\n"); /* what comes next is not to stand behind the question */
  else if (strspn(line, " \n") < (size_t)length)
    history(p->history, &event, H_ENTER, line);
  return length > 0 ? line : NULL;
}

/* ---- lines ---------------------------------------------------------------*/

Prompt *prompt_open(Completer *completer, void *context, Error *error) {
  Prompt *p = calloc(1, sizeof *p);
  bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  if (p)
    *p = (Prompt){.complete = completer, .context = context, .typed = typed};
  if (p && (!typed || !can_edit() || start_editing(p))) {
    catch_signals(p);
    return p;
  }
  error_set(error, "no memory for a prompt");
  if (p && p->edit)
    el_end(p->edit);
  if (p && p->history)
    history_end(p->history);
  free(p);
  return NULL;
}

void prompt_close(Prompt *p) {
  if (!p)
    return;
  stopping_end();
  sigaction(SIGCONT, &p->before, NULL);
  if (p->edit)
    el_end(p->edit);
  if (p->history)
    history_end(p->history);
  free(p->line);
  free(p);
}

bool prompt_is_typed(const Prompt *p) {
  return p->typed;
}

static char *keep_line(Prompt *p, const char *line) {
  free(p->line);
  p->line = line ? strdup(line) : NULL;
  return p->line;
}

/* getline goes on by itself after a SIGCONT, but not after what stops us. */
static char *plain_line(Prompt *p) {
  ssize_t length;
  if (p->typed) {
    printf("%s", p->question);
    fflush(stdout);
  }
  do {
    clearerr(stdin);
    errno = 0;
    length = getline(&p->line, &p->room, stdin);
  } while (length < 0 && errno == EINTR && !prompt_stopped());
  if (length < 0 && p->typed)
    printf("\n");
  return length < 0 ? NULL : p->line;
}

char *prompt_read(Prompt *p, const char *question) {
  if (prompt_stopped())
    return NULL;
  fflush(stdout);
  p->question = question;
  stopping_say(false); /* no move is under way */
  char *line = p->edit ? keep_line(p, edit_line(p)) : plain_line(p);
  stopping_say(true);
  if (line)
    line[strcspn(line, "\r\n")] = '\0';
  return line;
}
