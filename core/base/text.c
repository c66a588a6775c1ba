#include "core/base/text.h"

#include "core/base/need.h"
#include <math.h>
#include <stdarg.h>
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

void text_need(Text *text, size_t more) {
  if (text->capacity - text->length >= more)
    return;
  text->capacity += text->capacity / 2 + more;
  text->bytes = need_resized(text->bytes, text->capacity);
}

void text_add_bytes(Text *text, const char *bytes, size_t length) {
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

void text_add_word(Text *text, const char *word) {
  text_add_bytes(text, word, strlen(word));
}

static int count_digits(uint64_t number) {
  int count = 1;
  for (; number >= 10000; number /= 10000)
    count += 4;
  return count + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Two digits per division, written where they belong. */
void text_add_digits(Text *text, uint64_t number) {
  static const char PAIRS[] = "0001020304050607080910111213141516171819"
                              "2021222324252627282930313233343536373839"
                              "4041424344454647484950515253545556575859"
                              "6061626364656667686970717273747576777879"
                              "8081828384858687888990919293949596979899";
  text->length += (size_t)count_digits(number);
  char *at = text->bytes + text->length;
  for (; number >= 100; number /= 100)
    memcpy(at -= 2, PAIRS + 2 * (number % 100), 2);
  if (number >= 10)
    memcpy(at - 2, PAIRS + 2 * number, 2);
  else
    at[-1] = (char)('0' + number);
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

void text_append(char *text, size_t size, const char *format, ...) {
  size_t used = strlen(text);
  va_list values;
  va_start(values, format);
  vsnprintf(text + used, size - used, format, values);
  va_end(values);
}

void text_append_item(char *text, size_t size, const char *item) {
  text_append(text, size, "%s%s", *text ? ", " : "", item);
}

bool text_ends_in(const char *text, const char *end) {
  size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

bool text_is_among(const char *text, const char *const list[]) {
  while (*list && strcmp(*list, text) != 0)
    list++;
  return *list;
}
