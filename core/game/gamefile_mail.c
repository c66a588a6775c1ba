/* Game files that come back as the text of a mail. */
#include "core/game/gamefile_internal.h"

#include <string.h>

static char *next_line(char *line) {
  line += strcspn(line, "\n");
  return *line ? line + 1 : line;
}

static bool is_signature(const char *line) {
  size_t length = strlen(GAMEFILE_SIGNATURE);
  if (strncmp(line, GAMEFILE_SIGNATURE, length) != 0)
    return false;
  line += length + strspn(line + length, " \t\r");
  return *line == '\n' || !*line;
}

/* Blanks out the first marks of quoting of a line, as in "> > b2 a3". */
static void unquote(char *line, int depth) {
  for (; depth > 0; depth--) {
    line += strspn(line, " \t");
    if (*line == '>')
      *line = ' ';
  }
}

/* Puts the text of a line at the end of the one before it; blanks take its
 * place. */
static void join(char *line, char *text) {
  char *to = line + strcspn(line, "\n"), *end = text + strcspn(text, "\r\n");
  size_t length = (size_t)(end - text);
  while (to > line && strchr(" \t\r", to[-1]))
    to--;
  *to++ = ' ';
  memmove(to, text, length);
  memset(to + length, ' ', (size_t)(end - to) - length);
}

/* A line that begins with no key goes on from the line before it. */
static void join_header(char *first) {
  char *last = NULL;
  for (char *line = next_line(first); *line; line = next_line(line)) {
    char *text = line + strspn(line, " \t");
    if (strncmp(text, "moves:", strlen("moves:")) == 0)
      break;
    if (!*text || strchr("\r\n", *text))
      last = NULL;
    else if (!last || gamefile_begins_key(text))
      last = line;
    else
      join(line = last, text);
  }
}

char *gamefile_find(char *text) {
  char *first = text, *line;
  while (*first && !is_signature(first + strspn(first, "> \t")))
    first = next_line(first);
  if (!*first)
    return NULL;
  int depth = 0;
  for (char *mark = first; strchr("> \t", *mark); mark++)
    depth += *mark == '>';
  for (line = first; *line; line = next_line(line))
    unquote(line, depth);
  join_header(first);
  return first;
}
