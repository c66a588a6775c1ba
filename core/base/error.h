/* Error messages for fallible functions.
 *
 * A fallible function takes an Error that its caller owns, returns false and
 * leaves a sentence there that names the offending input and, where it can,
 * what would be right. Libraries never print. Passing NULL asks for no
 * message. */
#ifndef BOARDLAB_CORE_BASE_ERROR_H
#define BOARDLAB_CORE_BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
  char message[1024];
} Error;

/* Replaces the message. Returns false, so that a function can end with
 * `return error_set(error, …)`. A message that is too long is cut. */
__attribute__((format(printf, 2, 3))) bool error_set(Error *error,
                                                     const char *format, ...);

/* Adds a further reason behind the message, after "; " (or a blank, behind a
 * question). Returns false. */
__attribute__((format(printf, 2, 3))) bool error_add(Error *error,
                                                     const char *format, ...);

/* Whether a text is proper UTF-8, as messages always are. */
bool text_is_utf8(const char *text);

/* Whether a character would drive a terminal instead of being shown there. */
static inline bool is_control(char c) {
  return (unsigned char)c < ' ' || c == 127;
}

#endif
