#include "core/base/number.h"

/* Reads digits. Sets *over, and *value to INT64_MAX, if there are too many. */
static bool read_digits(const char *text, int64_t *value, bool *over) {
  if (!*text)
    return false;
  *value = 0;
  *over = false;
  for (; *text; text++) {
    int digit = *text - '0';
    if (digit < 0 || digit > 9)
      return false;
    *over = *over || *value > (INT64_MAX - digit) / 10;
    *value = *over ? INT64_MAX : 10 * *value + digit;
  }
  return true;
}

static bool read_number(const char *text, int64_t *number, bool *over) {
  bool negative = *text == '-';
  int64_t value;
  if (!read_digits(text + negative, &value, over))
    return false;
  *number = negative ? -value : value;
  return true;
}

bool number_read(const char *text, int64_t *number) {
  bool over;
  return read_number(text, number, &over);
}

bool number_in_range(const char *text, int64_t min, int64_t max,
                     int64_t *number) {
  int64_t value;
  bool over;
  if (!read_number(text, &value, &over) || over || value < min || value > max)
    return false;
  *number = value;
  return true;
}
