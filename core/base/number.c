#include "core/base/number.h"

#include <string.h>

/* A number that is being read: `value` without its sign, INT64_MAX if that is
 * too large, which sets `over`. */
typedef struct Reading {
  int64_t value;
  bool over;
} Reading;

static void append_digit(Reading *r, int digit) {
  r->over = r->over || r->value > (INT64_MAX - digit) / 10;
  r->value = r->over ? INT64_MAX : 10 * r->value + digit;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Appends the digits that a text begins with and returns their number. */
static int append_digits(Reading *r, const char *text) {
  int count = 0;
  while (is_digit(text[count]))
    append_digit(r, text[count++] - '0');
  return count;
}

/* Reads what may follow the digits, "", "k", "M" or "e6", as a power of ten. */
static bool read_power(const char *text, int *power) {
  const char *const letters = "kKM";
  static const int POWERS[] = {3, 3, 6};
  const char *letter = *text ? strchr(letters, *text) : NULL;
  *power = 0;
  if (!*text)
    return true;
  if (letter) {
    *power = POWERS[letter - letters];
    return !text[1];
  }
  int64_t written;
  bool exponent = *text == 'e' || *text == 'E';
  if (!exponent || !is_digit(text[1]) || !number_read(text + 1, &written))
    return false;
  *power = written > 99 ? 99 : (int)written; /* too large as well */
  return true;
}

/* Reads a text of so few digits that their number cannot be too large: almost
 * every number in a file. */
static bool read_digits(const char *text, int64_t *number) {
  enum { SAFE = 18 };
  int64_t value = 0;
  int digits = 0;
  for (; digits < SAFE && is_digit(text[digits]); digits++)
    value = 10 * value + (text[digits] - '0');
  if (digits == 0 || text[digits])
    return false;
  *number = value;
  return true;
}

static bool read_number(const char *text, bool may_be_short, int64_t *number,
                        bool *over) {
  *over = false;
  if (read_digits(text, number))
    return true;
  bool negative = *text == '-';
  Reading r = {0};
  int power = 0, places = 0;
  text += negative;
  int digits = append_digits(&r, text);
  text += digits;
  if (digits && *text == '.' && may_be_short) {
    places = append_digits(&r, text + 1);
    if (places == 0)
      return false;
    text += 1 + places;
  }
  if (digits == 0 || (may_be_short ? !read_power(text, &power) : *text))
    return false;
  for (; power > places; power--)
    append_digit(&r, 0);
  for (; power < places; places--) {
    if (r.over || r.value % 10)
      return false; /* not a whole number */
    r.value /= 10;
  }
  *number = negative ? -r.value : r.value;
  *over = r.over;
  return true;
}

bool number_read(const char *text, int64_t *number) {
  bool over;
  return read_number(text, false, number, &over);
}

bool number_read_short(const char *text, int64_t *number) {
  bool over;
  return read_number(text, true, number, &over);
}

static bool read_in_range(const char *text, bool may_be_short, int64_t min,
                          int64_t max, int64_t *number) {
  int64_t value;
  bool over;
  if (!read_number(text, may_be_short, &value, &over) || over || value < min ||
      value > max)
    return false;
  *number = value;
  return true;
}

bool number_in_range(const char *text, int64_t min, int64_t max,
                     int64_t *number) {
  return read_in_range(text, false, min, max, number);
}

bool number_short_in_range(const char *text, int64_t min, int64_t max,
                           int64_t *number) {
  return read_in_range(text, true, min, max, number);
}

Grouped grouped(uint64_t number) {
  char buffer[sizeof((Grouped *)0)->text];
  char *at = buffer + sizeof buffer - 1;
  Grouped result;
  *at = '\0';
  for (int digits = 1;; digits++) {
    *--at = (char)('0' + number % 10);
    if (!(number /= 10))
      break;
    if (digits % 3 == 0)
      *--at = ',';
  }
  memcpy(result.text, at, (size_t)(buffer + sizeof buffer - at));
  return result;
}

size_t number_place(const uint64_t list[], size_t count, uint64_t number) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (list[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
