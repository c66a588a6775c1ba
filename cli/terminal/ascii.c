#define _GNU_SOURCE /* newlocale, nl_langinfo_l */
#include "cli/terminal/ascii.h"

#include "cli/terminal/format.h"
#include "core/base/utf8.h"
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && *value;
}

/* Asks without changing the locale of the process, on which nothing that it
 * computes may depend. */
bool ascii_is_wanted(void) {
  if (!is_set("LC_ALL") && !is_set("LC_CTYPE") && !is_set("LANG"))
    return false;
  locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (locale == (locale_t)0)
    return false; /* it is not installed, so nothing is known of it */
  bool utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
  freelocale(locale);
  return !utf8;
}

/* The signs that boardlab and its games use, and what looks like them. */
static const struct {
  const char *sign;
  char ascii;
} SIGNS[] = {
    {"₁", '1'}, {"₂", '2'},  {"₃", '3'},  {"₄", '4'}, {"₅", '5'}, {"₆", '6'},
    {"₇", '7'}, {"₈", '8'},  {"₉", '9'},  {"¹", '1'}, {"²", '2'}, {"³", '3'},
    {"…", '.'}, {"·", '.'},  {"•", '*'},  {"–", '-'}, {"—", '-'}, {"−", '-'},
    {"‐", '-'}, {"‘", '\''}, {"’", '\''}, {"“", '"'}, {"”", '"'}, {"×", 'x'},
    {"‹", '<'}, {"›", '>'},  {"▲", '^'},  {"▼", 'v'}, {"◀", '<'}, {"▶", '>'},
    {"↑", '^'}, {"↓", 'v'},  {"←", '<'},  {"→", '>'}, {"▁", '_'}, {"▂", '='},
    {"━", '-'}, {"┃", '|'},  {"═", '='},  {"║", '#'}, {"─", '-'}, {"│", '|'},
    {"█", '#'}, {"░", '.'},  {"●", 'o'},  {"○", 'o'}, {"★", '*'}, {"⚑", 'P'},
    {"à", 'a'}, {"á", 'a'},  {"ä", 'a'},  {"ç", 'c'}, {"è", 'e'}, {"é", 'e'},
    {"ê", 'e'}, {"ï", 'i'},  {"ó", 'o'},  {"ö", 'o'}, {"ø", 'o'}, {"ü", 'u'},
};

size_t ascii_of(const char *bytes, size_t size, char text[ASCII_TEXT]) {
  int width = utf8_width(bytes, size);
  size_t count = width < 0 ? 0 : width < ASCII_TEXT ? (size_t)width : 1;
  memset(text, '?', count);
  for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
    if (strlen(SIGNS[i].sign) == size &&
        memcmp(SIGNS[i].sign, bytes, size) == 0 && count > 0)
      text[0] = SIGNS[i].ascii;
  return count;
}
