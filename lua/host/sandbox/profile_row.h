/* The rows of a profile (profile.h), as values that processes exchange. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PROFILE_ROW_H
#define BOARDLAB_LUA_HOST_SANDBOX_PROFILE_ROW_H

#include "core/base/message.h"

typedef enum ProfileMode { PROFILE_TIME, PROFILE_WORK } ProfileMode;

/* What a row is about. PROFILE_ENTRY: calls from outside, such as `choose`,
 * including all that they cause. PROFILE_FUNCTION: a function in Lua or, with
 * the file "", one of boardlab's, without those that it calls. PROFILE_LINE: a
 * line,
 * with what the functions of boardlab do that it calls. */
typedef enum ProfileKind {
  PROFILE_ENTRY,
  PROFILE_FUNCTION,
  PROFILE_LINE
} ProfileKind;

enum { PROFILE_NAME = 64, PROFILE_ROWS_MAX = 4096 };

typedef struct ProfileRow {
  ProfileKind kind;
  char file[PROFILE_NAME], name[PROFILE_NAME];
  int line;             /* where it is, or where the function begins */
  int64_t calls;        /* not of lines */
  int64_t instructions; /* of Lua */
  int64_t charged;      /* work of boardlab's functions, in instructions */
  int64_t bytes;        /* allocated */
  int64_t most;         /* work of one call, at most; of entries */
  int64_t timed, ns, most_ns; /* calls that were timed, and their times */
} ProfileRow;

void profile_cross_row(Message *m, ProfileRow *row); /* message.h */

#endif
