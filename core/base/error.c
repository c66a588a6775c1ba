#include "core/base/error.h"

#include "core/base/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes the message from byte `used` on. A character cut in two by the end of
 * the buffer is cleaned as well. */
static void write_at(Error *error, size_t used, const char *format,
                     va_list args) {
  vsnprintf(error->message + used, sizeof error->message - used, format, args);
  utf8_clean(error->message + used, "");
}

/* The macros of error.h call these. */
#undef error_set_code
#undef error_add
#undef error_prefix
#undef error_copy

bool error_set_code(Error *error, ErrorCode code, const char *format, ...) {
  if (!error)
    return false;
  va_list args;
  va_start(args, format);
  error->code = code;
  error->trace[0] = '\0';
  write_at(error, 0, format, args);
  va_end(args);
  return false;
}

bool error_add(Error *error, const char *format, ...) {
  if (!error)
    return false;
  if (error->code == ERROR_NONE)
    error->code = ERROR_OTHER;
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

bool error_prefix(Error *error, const char *format, ...) {
  if (!error)
    return false;
  Error whole = {.code = error->code};
  va_list args;
  va_start(args, format);
  write_at(&whole, 0, format, args);
  va_end(args);
  size_t used = strlen(whole.message);
  snprintf(whole.message + used, sizeof whole.message - used, "%s",
           error->message);
  utf8_clean(whole.message + used, "");
  memcpy(whole.trace, error->trace, sizeof whole.trace);
  return error_copy(error, &whole);
}

bool error_copy(Error *to, const Error *from) {
  if (to)
    *to = *from;
  return false;
}

void error_add_trace(Error *error, const char *line) {
  if (!error_is_set(error))
    return;
  size_t used = strlen(error->trace);
  bool ended = used == 0 || error->trace[used - 1] == '\n';
  if (used + strlen(line) + 3 > sizeof error->trace)
    return;
  snprintf(error->trace + used, sizeof error->trace - used, "%s%s\n",
           ended ? "" : "\n", line);
  utf8_clean(error->trace, "\n");
}

bool error_set_trace(Error *error, const char *trace) {
  if (!error_is_set(error))
    return false;
  snprintf(error->trace, sizeof error->trace, "%s", trace);
  utf8_clean(error->trace, "\n");
  return false;
}
