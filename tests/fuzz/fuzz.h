/* Shared by the fuzz targets: assertions, and a check of error messages. */
#ifndef BOARDLAB_TESTS_FUZZ_FUZZ_H
#define BOARDLAB_TESTS_FUZZ_FUZZ_H

#include "core/base/error.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Aborts, which libFuzzer reports as a crash, unless the property holds. */
static inline void demand(bool holds, const char *property) {
  if (holds)
    return;
  fprintf(stderr, "property violated: %s\n", property);
  abort();
}

static inline void check_message(const Error *error) {
  demand(error_is_set(error), "an error has a message");
  for (const char *c = error->message; *c; c++)
    demand((unsigned char)*c >= ' ' && *c != 127, "a message is one line");
}

#endif
