#include "core/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How many bytes the character at the start of a text takes in UTF-8; 0 if it
 * is none. */
static size_t utf8_size(const unsigned char *text) {
  size_t size = text[0] < 0x80                      ? 1
                : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                : text[0] >= 0xf0 && text[0] < 0xf5 ? 4
                                                    : 0;
  for (size_t i = 1; i < size; i++)
    if (text[i] >> 6 != 2)
      return 0;
  if ((text[0] == 0xe0 && text[1] < 0xa0) ||
      (text[0] == 0xed && text[1] > 0x9f) ||
      (text[0] == 0xf0 && text[1] < 0x90) ||
      (text[0] == 0xf4 && text[1] > 0x8f))
    return 0; /* longer than need be, a surrogate, or beyond the last one */
  return size;
}

bool text_is_utf8(const char *text) {
  const unsigned char *c = (const unsigned char *)text;
  size_t size;
  for (; *c; c += size)
    if (!(size = utf8_size(c)))
      return false;
  return true;
}

/* Writes at `used`; whatever the caller quotes stays on one line, and what is
 * no text becomes question marks: messages end up in files. */
static void write_at(Error *error, size_t used, const char *format,
                     va_list args) {
  vsnprintf(error->message + used, sizeof error->message - used, format, args);
  for (char *c = error->message + used; *c;) {
    size_t size = utf8_size((const unsigned char *)c);
    if (!size || is_control(*c))
      *c = '?';
    c += size ? size : 1;
  }
}

bool error_set(Error *error, const char *format, ...) {
  if (!error)
    return false;
  va_list args;
  va_start(args, format);
  write_at(error, 0, format, args);
  va_end(args);
  return false;
}

bool error_add(Error *error, const char *format, ...) {
  if (!error)
    return false;
  size_t used = strlen(error->message);
  if (used > 0 && used + 2 < sizeof error->message) {
    const char *link = error->message[used - 1] == '?' ? " " : "; ";
    memcpy(error->message + used, link, strlen(link) + 1);
    used += strlen(link);
  }
  va_list args;
  va_start(args, format);
  write_at(error, used, format, args);
  va_end(args);
  return false;
}
