/* Shared by the fuzz targets: assertions, and a check of error messages. */
#ifndef BOARDLAB_TESTS_FUZZ_FUZZ_H
#define BOARDLAB_TESTS_FUZZ_FUZZ_H

#include "core/base/error.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts with a message that libFuzzer shows. */
static inline void demand(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "failed: %s\n", what);
  abort();
}

static inline void check_message(const Error *error) {
  demand(error_is_set(error), "a refusal has a message");
  for (const char *c = error->message; *c; c++)
    demand((unsigned char)*c >= ' ' && *c != 127, "a message is one line");
}

#endif
