#include "core/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_reserve(Text *text, size_t more) {
  if (text->capacity - text->length >= more)
    return true;
  size_t capacity = text->capacity + text->capacity / 2 + more;
  char *bytes = realloc(text->bytes, capacity);
  if (!bytes)
    return false;
  text->bytes = bytes;
  text->capacity = capacity;
  return true;
}

void text_add_bytes(Text *text, const char *bytes, size_t length) {
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

void text_add_word(Text *text, const char *word) {
  text_add_bytes(text, word, strlen(word));
}

void text_add_digits(Text *text, uint64_t number) {
  char digits[TEXT_NUMBER_MAX];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  text_add_bytes(text, digits + at, sizeof digits - at);
}

/* printf rounds a tie to the even neighbour, and a person away from zero. Only
 * a multiple of 2^-(places + 1) can be a tie: 0.0078125, which is 1 of 128. */
static double away_from_tie(double number, int places) {
  double multiple = ldexp(number, places + 1);
  return isfinite(multiple) && multiple == floor(multiple)
             ? nextafter(number, copysign(INFINITY, number))
             : number;
}

void text_add_real(Text *text, double number, int places) {
  char digits[TEXT_REAL_MAX];
  if (isnan(number))
    return;
  bool whole = places < 0 && number == floor(number);
  int shown = whole ? 0 : places < 0 ? -places : places;
  snprintf(digits, sizeof digits, "%.*f", shown, away_from_tie(number, shown));
  bool zero = strspn(digits, "-0.") == strlen(digits);
  text_add_word(text, digits + (zero && digits[0] == '-'));
}
