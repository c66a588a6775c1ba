#include "core/base/shell.h"

#include <stdlib.h>
#include <string.h>

/* Whether no character of a word means anything to a shell. */
static bool shell_is_plain(const char *word) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+./:,=@%";
  return word[0] && word[strspn(word, PLAIN)] == '\0';
}

bool shell_add(Text *line, const char *word) {
  if (!text_reserve(line, 4 * strlen(word) + 3))
    return false;
  if (line->length)
    text_add_char(line, ' ');
  if (shell_is_plain(word)) {
    text_add_word(line, word);
    return true;
  }
  text_add_char(line, '\'');
  for (; *word; word++)
    if (*word == '\'')
      text_add_word(line, "'\\''");
    else
      text_add_char(line, *word);
  text_add_char(line, '\'');
  return true;
}

void shell_print(FILE *out, const char *word) {
  Text text = {NULL};
  if (shell_add(&text, word))
    fprintf(out, " %.*s", (int)text.length, text.bytes);
  free(text.bytes);
}

ShellWord shell_word(const char *word, size_t length) {
  ShellWord quoted = {"FILE"};
  char *copy = strndup(word, length);
  Text text = {NULL};
  if (copy && shell_add(&text, copy) && text.length < sizeof quoted.text)
    snprintf(quoted.text, sizeof quoted.text, "%.*s", (int)text.length,
             text.bytes);
  free(text.bytes);
  free(copy);
  return quoted;
}
