/* A message between two processes: values written one after another and read
 * in the same order.
 *
 * The bytes lie in memory that both processes can write to, so a reader copies
 * each value before it looks at it, and believes nothing: a value that is
 * missing, too long or out of its range marks the message as malformed and
 * reads as zero. Check message_is_good once, after reading everything. */
#ifndef BOARDLAB_CORE_BASE_MESSAGE_H
#define BOARDLAB_CORE_BASE_MESSAGE_H

#include "core/base/error.h"
#include "core/base/rng.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Message {
  unsigned char *bytes; /* borrowed */
  size_t capacity, length;
  size_t at;      /* how much has been read */
  bool writing;   /* not reading */
  bool malformed; /* or, while writing, too long */
} Message;

static inline bool message_is_good(const Message *m) {
  return !m->malformed;
}

/* Start writing an empty message, and reading one of `length` bytes. */
void message_clear(Message *m);
void message_rewind(Message *m, size_t length);

void message_put(Message *m, const void *bytes, size_t size);
void message_put_int(Message *m, int64_t number);
void message_put_text(Message *m, const char *text); /* NULL is "" */
void message_put_error(Message *m, const Error *error);

bool message_get(Message *m, void *bytes, size_t size);
/* Leaves `size` bytes out. */
void message_skip(Message *m, size_t size);
int64_t message_get_int(Message *m, int64_t min, int64_t max);
static inline bool message_get_bool(Message *m) {
  return message_get_int(m, 0, 1);
}
/* Reads a text shorter than `size` bytes. */
void message_get_text(Message *m, char *text, size_t size);
/* The same for a text that is shown on one line: it is cleaned (utf8.h). */
void message_get_line(Message *m, char *text, size_t size);
/* Reads a text of any length; the caller frees it. NULL if it is malformed or
 * when out of memory. */
char *message_get_copy(Message *m);
/* Reads an error; one that is not set leaves `error` alone. Returns whether it
 * is set. */
bool message_get_error(Message *m, Error *error);

/* For a reader that can trust the writer: returns the text where it lies, until
 * the next message overwrites it. */
void message_put_place(Message *m, const char *text);
const char *message_get_place(Message *m);

/* ---- both ways -----------------------------------------------------------*/

/* What crosses is described once: these write a value if the message is being
 * written, and otherwise read it in its place, and check it. */

/* Any whole number, flag or enumeration: CROSS(m, plan->depth, 0, DEPTH_MAX) */
#define CROSS(m, number, min, max)                                             \
  ((number) = (__typeof__(number))message_cross(                               \
       m, (m)->writing ? (int64_t)(number) : 0, min, max))
int64_t message_cross(Message *m, int64_t number, int64_t min, int64_t max);

/* Bytes that need no check, or one of the caller's. */
void cross_bytes(Message *m, void *bytes, size_t size);
/* `count` numbers in a range, which excludes those that are none. */
void cross_doubles(Message *m, double number[], int count, double min,
                   double max);
/* A text shorter than `size` bytes that is shown on one line. */
void cross_line(Message *m, char *text, size_t size);
/* A text of any length, or NULL. The reader frees it. */
void cross_copy(Message *m, char **text);
void cross_error(Message *m, Error *error);
/* The state of a random stream, which is never all zero. */
void cross_rng(Message *m, Rng *rng);

#endif
