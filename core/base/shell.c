#include "core/base/shell.h"

#include "core/base/need.h"
#include <stdlib.h>
#include <string.h>

/* Whether no character of a word means anything to a shell. */
static bool shell_is_plain(const char *word) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+./:,=@%";
  return word[0] && word[strspn(word, PLAIN)] == '\0';
}

void shell_add(Text *line, const char *word) {
  text_need(line, 4 * strlen(word) + 3);
  if (line->length)
    text_add_char(line, ' ');
  if (shell_is_plain(word)) {
    text_add_word(line, word);
    return;
  }
  text_add_char(line, '\'');
  for (; *word; word++)
    if (*word == '\'')
      text_add_word(line, "'\\''");
    else
      text_add_char(line, *word);
  text_add_char(line, '\'');
}

void shell_print(FILE *out, const char *word) {
  Text text = {NULL};
  shell_add(&text, word);
  fprintf(out, " %.*s", (int)text.length, text.bytes);
  free(text.bytes);
}

ShellWord shell_word(const char *word, size_t length) {
  ShellWord quoted = {"FILE"};
  char *copy = need_part(word, length);
  Text text = {NULL};
  shell_add(&text, copy);
  if (text.length < sizeof quoted.text)
    snprintf(quoted.text, sizeof quoted.text, "%.*s", (int)text.length,
             text.bytes);
  free(text.bytes);
  free(copy);
  return quoted;
}
