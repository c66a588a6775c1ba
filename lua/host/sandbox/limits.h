/* What a plugin may use in one call into it. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_LIMITS_H
#define BOARDLAB_LUA_HOST_SANDBOX_LIMITS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Limits {
  int64_t work;  /* for each call, up to WORK_MAX; 0 for no limit */
  size_t memory; /* in bytes */
} Limits;

enum { WORK_DEFAULT = 10000000, MEMORY_DEFAULT = 64 << 20 };
#define WORK_MAX INT64_C(1000000000000)
/* The limits that files are opened with, the same for the whole process. Set
 * them before any thread is started. */
void limits_set(Limits limits);
Limits limits_get(void);

/* As a manifest names them: "budget=10000000,memory=64". */
void limits_write(char *text, size_t size);

#endif
