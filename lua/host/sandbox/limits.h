/* The limits of a plugin: work per call and memory; and whether it may print.
 *
 * The limits in force are process-wide. Set them before any thread starts;
 * afterwards every thread may read them. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_LIMITS_H
#define BOARDLAB_LUA_HOST_SANDBOX_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Limits {
  int64_t work;  /* budget per call, at most WORK_MAX; 0: unlimited */
  size_t memory; /* in bytes */
} Limits;

enum { WORK_DEFAULT = 10000000, MEMORY_DEFAULT = 64 << 20 };
#define WORK_MAX INT64_C(1000000000000)

/* The limits that plugins are opened with. */
void limits_set(Limits limits);
Limits limits_get(void);

/* Whether `print` shows anything; it does unless this is called. It costs the
 * same if it does not. See print_sink.h for where. */
void limits_set_printing(bool prints);
bool limits_allow_printing(void);

/* Writes the limits as a manifest has them: "budget=10000000,memory=64". */
void limits_write(char *text, size_t size);

#endif
