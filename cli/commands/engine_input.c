/* The lines of an arena. A thread reads them, so that `stop` is heard while the
 * bot thinks. */
#include "cli/commands/engine.h"

#include "core/base/text.h"
#include <pthread.h>

/* The standard input belongs to the process. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool (*is_stop)(const char *line); /* or NULL */
  Text line, next;                   /* that was handed over; being read */
  bool wanted, over;
  Error error;
  atomic_bool hurry;
} input = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .changed = PTHREAD_COND_INITIALIZER};

/* Reads the next line; false at the end, or if it is too long. */
static bool read_line(void) {
  Text *line = &input.next;
  int c;
  line->length = 0;
  while ((c = getc_unlocked(stdin)) != EOF && c != '\n') {
    if (line->length == ENGINE_LINE)
      return error_set(&input.error, "a line has more than %d bytes",
                       ENGINE_LINE);
    text_need(line, 2);
    text_add_char(line, (char)c);
  }
  bool some = c != EOF || line->length > 0;
  text_need(line, 1);
  text_add_char(line, '\0');
  line->bytes[strcspn(line->bytes, "\r")] = '\0';
  return some;
}

/* Hands a line over when the last one has been answered, with which a `stop` is
 * done with as well. */
static void hand_over(bool over) {
  pthread_mutex_lock(&input.lock);
  while (!input.wanted)
    pthread_cond_wait(&input.changed, &input.lock);
  Text line = input.line;
  input.line = input.next;
  input.next = line;
  input.over = over;
  input.wanted = false;
  atomic_store(&input.hurry, false);
  pthread_cond_signal(&input.changed);
  pthread_mutex_unlock(&input.lock);
}

static void *read_lines(void *unused) {
  (void)unused;
  while (read_line()) {
    if (input.is_stop && input.is_stop(input.next.bytes))
      atomic_store(&input.hurry, true);
    else
      hand_over(false);
  }
  hand_over(true);
  return NULL;
}

bool engine_listen(bool (*is_stop)(const char *line), Error *error) {
  pthread_t thread;
  input.is_stop = is_stop;
  if (pthread_create(&thread, NULL, read_lines, NULL) != 0)
    return error_set(error, "cannot start a thread");
  pthread_detach(thread); /* it may wait for a line until the process ends */
  return true;
}

const atomic_bool *engine_hurry(void) {
  return &input.hurry;
}

char *engine_line(Error *error) {
  pthread_mutex_lock(&input.lock);
  input.wanted = true;
  pthread_cond_signal(&input.changed);
  while (input.wanted && !input.over)
    pthread_cond_wait(&input.changed, &input.lock);
  pthread_mutex_unlock(&input.lock);
  if (!input.over)
    return input.line.bytes;
  if (error_is_set(&input.error))
    error_copy(error, &input.error);
  return NULL;
}
