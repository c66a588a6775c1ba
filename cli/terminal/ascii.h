/* ASCII for terminals that have no UTF-8. */
#ifndef BOARDLAB_CLI_TERMINAL_ASCII_H
#define BOARDLAB_CLI_TERMINAL_ASCII_H

#include <stdbool.h>
#include <stddef.h>

enum { ASCII_TEXT = 3 };

/* Whether LC_ALL, LC_CTYPE or LANG name a locale whose characters are not
 * UTF-8, such as C. If none of them is set, nothing is known of the terminal,
 * and almost all of them have UTF-8. */
bool ascii_is_wanted(void);

/* Writes what stands for one character in UTF-8, in as many columns as the
 * character takes, so that boards and tables keep their shape: "?" if there is
 * nothing like it. Returns the number of bytes. */
size_t ascii_of(const char *bytes, size_t size, char text[ASCII_TEXT]);

#endif
