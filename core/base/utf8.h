/* UTF-8 text that comes from outside: files, arguments, plugins.
 *
 * What is printable is decided here alone. A character is not if a terminal or
 * a browser acts on it instead of displaying it (control characters, also those
 * from U+0080 to U+009F, and marks that change the direction of writing), or if
 * nobody can see it (joiners, fillers, tags, soft hyphens and the like). */
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

/* The same as utf8_char_size, but 0 as well if the character is not printable.
 */
size_t utf8_printable_size(const char *text);

/* Whether a whole text is valid UTF-8 of printable characters. */
bool utf8_is_printable(const char *text);

/* Replaces every character that is not printable, and every byte that is not
 * valid UTF-8, by a question mark; the text may become shorter. The characters
 * in `keep` (say, "\n\t") stay. */
void utf8_clean(char *text, const char *keep);

/* The same for text on a single line: also turns line ends and tabs into
 * spaces. */
void utf8_clean_line(char *text);

/* The columns that `length` bytes of a text take on a terminal. */
int utf8_width(const char *text, size_t length);

#endif
