#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes at `used`; whatever the caller quotes stays on one line. */
static void write_at(Error *error, size_t used, const char *format,
                     va_list args) {
  vsnprintf(error->message + used, sizeof error->message - used, format, args);
  for (char *c = error->message + used; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127)
      *c = '?';
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
