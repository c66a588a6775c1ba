#include "core/base/rng_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4, DIGITS = 16 };

void rng_write(const Rng *rng, char text[RNG_TEXT]) {
  for (int i = 0; i < WORDS; i++)
    snprintf(text + DIGITS * i, DIGITS + 1, "%016" PRIx64, rng->s[i]);
}

bool rng_read(const char *text, Rng *rng) {
  Rng read;
  uint64_t any = 0;
  if (!text || strlen(text) != RNG_TEXT - 1 ||
      text[strspn(text, "0123456789abcdef")])
    return false;
  for (int i = 0; i < WORDS; i++) {
    char word[DIGITS + 1] = "";
    memcpy(word, text + DIGITS * i, DIGITS);
    read.s[i] = strtoull(word, NULL, 16);
    any |= read.s[i];
  }
  if (any)
    *rng = read;
  return any;
}
