/* Errors: how fallible functions report what went wrong.
 *
 * A fallible function takes an `Error *` as its last argument. The caller owns
 * the Error, usually as a local variable initialised with `{0}`. On failure the
 * function returns false (or NULL) and fills it in: a code that programs can
 * test, and a message for a person that names the offending input and, where
 * possible, says what to do. On success it is left alone. Libraries never
 * print.
 *
 * The pointer may be NULL: the caller then learns only that the call failed.
 * All functions below accept NULL, so a function that just passes its Error on
 * needs no special case; one that reads the message back uses an Error of its
 * own.
 *
 * Messages are one line of valid UTF-8, in lower case, without a full stop:
 * whatever they quote is cleaned, because messages end up on terminals and in
 * CSV files. An error in a file may also have a traceback, which is shown to
 * the file's author and recorded nowhere. */
#ifndef BOARDLAB_CORE_BASE_ERROR_H
#define BOARDLAB_CORE_BASE_ERROR_H

#include <stdbool.h>

/* What kind of failure it was. There is a code only for what some caller treats
 * differently; everything else is ERROR_OTHER. */
typedef enum ErrorCode {
  ERROR_NONE,         /* nothing has gone wrong */
  ERROR_OTHER,        /* see the message */
  ERROR_UNKNOWN_GAME, /* a spec names a game that does not exist */
  ERROR_UNKNOWN_BOT,  /* a spec names a bot that does not exist */
  ERROR_UNKNOWN_KEY,  /* a position has no setting of that name */
  ERROR_RULES,        /* the rules of a game from a file have failed */
  ERROR_ILLEGAL_MOVE, /* a move is written correctly, but against the rules */
  ERROR_NO_MEMORY,    /* the system has no memory left */
  ERROR_PORT_TAKEN,   /* another program listens on a port */
  ERROR_GONE,         /* what is named is not there (any more) */
  ERROR_IN_THE_WAY,   /* it cannot be done now: something is there already */
  ERROR_BUSY,         /* too much is under way: it may be done later */
} ErrorCode;

typedef struct Error {
  ErrorCode code;
  char message[1024]; /* NUL-terminated; "" when the code is ERROR_NONE */
  char trace[2048];   /* the functions that were running, the innermost first,
                         one on each line; usually "" */
} Error;

/* Sets the code and the message, replacing what was there, also a traceback. A
 * message that is too long is cut at the end. Returns false, so that a function
 * can end with `return error_set(error, …)`, which sets ERROR_OTHER. */
__attribute__((format(printf, 3, 4))) bool
error_set_code(Error *error, ErrorCode code, const char *format, ...);
#define error_set(error, ...) error_set_code(error, ERROR_OTHER, __VA_ARGS__)

/* Appends a hint or a further reason, separated by "; " (by a space after a
 * question mark). Keeps the code of an error that is set. Returns false. */
__attribute__((format(printf, 2, 3))) bool error_add(Error *error,
                                                     const char *format, ...);

/* Puts context in front of the message, such as the file or the line it is
 * about: error_prefix(error, "%s: ", path). Keeps the code. Returns false. */
__attribute__((format(printf, 2, 3))) bool
error_prefix(Error *error, const char *format, ...);

/* Sets the traceback of an error that is set. Returns false. */
bool error_set_trace(Error *error, const char *trace);

/* Adds a line to the traceback of an error that is set, if there is room for it
 * all. */
void error_add_trace(Error *error, const char *line);

/* Copies everything. Returns false, so that a function can end with
 * `return error_copy(error, &why)`. */
bool error_copy(Error *to, const Error *from);

/* Back to ERROR_NONE, with an empty message. Where every nanosecond counts, it
 * also initialises an Error instead of `{0}`, which fills the whole message. */
static inline void error_clear(Error *error) {
  if (!error)
    return;
  error->code = ERROR_NONE;
  error->message[0] = error->trace[0] = '\0';
}

/* Whether something has gone wrong; false for NULL. */
static inline bool error_is_set(const Error *error) {
  return error && error->code != ERROR_NONE;
}

/* The functions above that return bool, except error_is_set, always return
 * false. These macros let the compiler see that; otherwise it warns, with
 * link-time optimisation, that what a function sets only on success might be
 * used uninitialised after a failure. */
#define error_set_code(...)                                                    \
  __extension__({ error_set_code(__VA_ARGS__), false; })
#define error_add(...) __extension__({ error_add(__VA_ARGS__), false; })
#define error_prefix(...) __extension__({ error_prefix(__VA_ARGS__), false; })
#define error_copy(...) __extension__({ error_copy(__VA_ARGS__), false; })

#endif
