/* Checks on UTF-8 text that comes from outside: files, arguments, scripts. */
#ifndef BOARDLAB_CORE_BASE_UTF8_H
#define BOARDLAB_CORE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length in bytes (1 to 4) of the UTF-8 character at the start of a
 * NUL-terminated text, or 0 if the bytes there are not valid UTF-8: an overlong
 * form, a surrogate, a code point above U+10FFFF or a stray byte. */
size_t utf8_char_size(const char *text);

/* Whether a whole NUL-terminated text is valid UTF-8. */
bool utf8_is_valid(const char *text);

/* Whether a byte is an ASCII control character, which a terminal would act on
 * instead of displaying it. */
static inline bool is_control(char c) {
  return (unsigned char)c < ' ' || c == 127;
}

#endif
