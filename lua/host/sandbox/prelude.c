#include "lua/host/sandbox/file.h"

#include "core/base/text.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What the library consists of, by its global names. */
static const char *const NAMES[] = {
    "assert",   "coroutine", "error",        "getmetatable", "ipairs",
    "math",     "next",      "pairs",        "pcall",        "print",
    "rawequal", "rawget",    "rawlen",       "rawset",       "select",
    "string",   "table",     "setmetatable", "tonumber",     "type",
    "utf8",     "tostring",  "xpcall"};
enum { NAMES_COUNT = sizeof NAMES / sizeof *NAMES };

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

static bool is_word(const char *name, const char *word, size_t length) {
  return strlen(name) == length && memcmp(name, word, length) == 0;
}

/* Returns which of the names occur, as bits; 0 if _ENV or load does. Words in
 * comments and strings count as well, which does no harm. */
static uint32_t find_names(const char *code, size_t size) {
  uint32_t found = 0;
  for (size_t at = 0; at < size; at++) {
    size_t from = at;
    while (at < size && is_letter(code[at]))
      at++;
    if (is_word("_ENV", code + from, at - from) ||
        is_word("load", code + from, at - from))
      return 0;
    for (int i = 0; at > from && i < NAMES_COUNT; i++)
      if (is_word(NAMES[i], code + from, at - from))
        found |= UINT32_C(1) << i;
  }
  return found;
}

/* Adds the names that were found, with a text after each. */
static void add_names(char prelude[PRELUDE_MAX], uint32_t found,
                      const char *after) {
  for (int i = 0; i < NAMES_COUNT; i++)
    if (found >> i & 1)
      text_append(prelude, PRELUDE_MAX, "%s%s%s", NAMES[i], after,
                  found >> i == 1 ? "" : ",");
}

size_t prelude_write(const char *code, size_t size, char prelude[PRELUDE_MAX]) {
  uint32_t found = find_names(code, size);
  prelude[0] = '\0';
  if (!found)
    return 0;
  text_append(prelude, PRELUDE_MAX, "local ");
  add_names(prelude, found, "<const> ");
  text_append(prelude, PRELUDE_MAX, "=");
  add_names(prelude, found, "");
  text_append(prelude, PRELUDE_MAX, " ");
  return strlen(prelude);
}
