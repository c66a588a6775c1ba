#include "cli/terminal/prompt.h"

#include "cli/terminal/signals.h"
#include <dirent.h>
#include <errno.h>
#include <histedit.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
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
  bool switched;           /* the terminal to reading by character, just now */
  int early;               /* bytes to come that were typed before that */
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
  signals_begin(
      isatty(STDERR_FILENO)
          ? "\nstopping when the search under way is done; again to quit "
            "at once\n"
          : NULL,
      false);
}

int prompt_stopped(void) {
  return signals_caught();
}

/* ---- words ---------------------------------------------------------------*/

static bool can_be_typed(const char *word) {
  for (; *word; word++)
    if (is_control(*word))
      return false;
  return true;
}

void words_offer(Words *words, const char *word) {
  if (strncmp(word, words->begun, words->length) != 0 || !can_be_typed(word))
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
  while (length > words->length &&
         ((unsigned char)first[length] & 0xC0) == 0x80)
    length--; /* they part within a character */
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
  bool dir = length > 0 && words->word[0][length - 1] == '/';
  char added[length - words->length + 2];
  snprintf(added, sizeof added, "%.*s%s", (int)(length - words->length),
           words->word[0] + words->length,
           words->count == 1 && !dir ? " " : "");
  if (added[0] && el_insertstr(edit, added) == 0)
    return CC_REFRESH;
  list_words(words);
  return CC_REDISPLAY;
}

/* Offers what is in a folder; behind the name of a folder stands a slash. */
static void offer_entry(Words *words, const char *dir, const char *name) {
  char path[PATH_MAX];
  struct stat about;
  if (snprintf(path, sizeof path, "%s%s", dir, name) >= PATH_MAX - 1)
    return;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    strcat(path, "/");
  words_offer(words, path);
}

/* Offers files. libedit's own completion would mask blanks as for a shell.
 * Names with a point before them are to be begun so. */
static void offer_files(Words *words) {
  const char *slash = strrchr(words->begun, '/');
  const char *begun = slash ? slash + 1 : words->begun;
  struct dirent **entries;
  char dir[PATH_MAX];
  if (snprintf(dir, sizeof dir, "%.*s", (int)(begun - words->begun),
               words->begun) >= PATH_MAX)
    return;
  int count = scandir(*dir ? dir : ".", &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    if (entries[i]->d_name[0] != '.' || *begun == '.')
      offer_entry(words, dir, entries[i]->d_name);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
}

static size_t skip_blanks(const char *line) {
  return strspn(line, " \t");
}

/* Where the second word of a line begins. */
static size_t second_word(const char *line) {
  size_t at = skip_blanks(line);
  at += strcspn(line + at, " \t");
  return at + skip_blanks(line + at);
}

/* Completes what stands before the cursor, in a copy of that. */
static unsigned char complete_line(EditLine *edit, char *line, size_t length) {
  Prompt *p = prompt_of(edit);
  size_t begun = length;
  while (begun > 0 && line[begun - 1] != ' ')
    begun--;
  char *before = strndup(line, begun);
  if (!before)
    return CC_ERROR;
  Words words = {.begun = line + begun, .length = length - begun};
  if (!p->complete(p->context, before, &words)) {
    words.begun = line + second_word(line);
    words.length = strlen(words.begun);
    offer_files(&words);
  }
  unsigned char result = choose_word(edit, &words);
  free_words(&words);
  free(before);
  return result;
}

static unsigned char complete(EditLine *edit, int key) {
  (void)key;
  const LineInfo *line = el_line(edit);
  size_t length = (size_t)(line->cursor - line->buffer);
  char *copy = strndup(line->buffer, length);
  if (!copy)
    return CC_ERROR;
  unsigned char result = complete_line(edit, copy, length);
  free(copy);
  return result;
}

/* Back from Ctrl-Z the terminal has to be made ready anew. */
static void take_up(EditLine *edit) {
  continued = 0;
  prompt_of(edit)->switched = true;
  el_set(edit, EL_PREP_TERM, 1);
  el_set(edit, EL_REFRESH);
}

/* An end of the input that was typed before the terminal was switched to
 * reading by character comes as a NUL; any other NUL means nothing. */
static bool is_meant(Prompt *p, char *byte) {
  bool early = p->early > 0;
  p->early -= early;
  if (*byte == '\0' && early)
    *byte = CTRL_D;
  return *byte != '\0';
}

/* What is there when the first character is read was typed before the switch.
 */
static void count_early(Prompt *p) {
  if (p->switched && ioctl(STDIN_FILENO, FIONREAD, &p->early) != 0)
    p->early = 0;
  p->switched = false;
}

/* libedit's own would wait on after a signal. */
static int read_character(EditLine *edit, wchar_t *character) {
  mbstate_t state = {0};
  for (;;) {
    char byte;
    count_early(prompt_of(edit));
    ssize_t got = prompt_stopped() ? -1 : read(STDIN_FILENO, &byte, 1);
    if (got < 0 && errno == EINTR && !prompt_stopped()) {
      if (continued)
        take_up(edit);
      continue;
    }
    if (got <= 0)
      return (int)got;
    if (!is_meant(prompt_of(edit), &byte))
      continue;
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
  p->switched = true;
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
  signals_end();
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

/* The length of the next line, or -1. getline goes on by itself after a
 * SIGCONT, but not after what stops us. */
static ssize_t get_line(Prompt *p) {
  ssize_t length;
  do {
    clearerr(stdin);
    errno = 0;
    length = getline(&p->line, &p->room, stdin);
  } while (length < 0 && errno == EINTR && !prompt_stopped());
  return length;
}

static char *plain_line(Prompt *p) {
  for (;;) {
    if (p->typed) {
      printf("%s", p->question);
      fflush(stdout);
    }
    ssize_t length = get_line(p);
    if (length < 0 && p->typed)
      printf("\n");
    if (length < 0)
      return NULL;
    if (strlen(p->line) == (size_t)length)
      return p->line;
    fprintf(stderr, "a line with a NUL in it is left out: '%.60s…'\n", p->line);
  }
}

char *prompt_read(Prompt *p, const char *question) {
  if (prompt_stopped())
    return NULL;
  fflush(stdout);
  p->question = question;
  signals_say(false); /* no move is under way */
  char *line = p->edit ? keep_line(p, edit_line(p)) : plain_line(p);
  signals_say(true);
  if (!line)
    return NULL;
  line[strcspn(line, "\r\n")] = '\0';
  line += skip_blanks(line);
  for (size_t end = strlen(line); end > 0 && strchr(" \t", line[end - 1]);)
    line[--end] = '\0';
  return line;
}
