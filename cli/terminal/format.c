#include "cli/terminal/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bots_width(const Schedule *s) {
  int width = 3;
  for (int bot = 0; bot < s->bots; bot++)
    if ((int)strlen(s->bot[bot].spec) > width)
      width = (int)strlen(s->bot[bot].spec);
  return width;
}

int text_width(const char *text, size_t length) {
  int width = 0;
  for (size_t i = 0; i < length; i++)
    width += (text[i] & 0xC0) != 0x80;
  return width;
}

void print_padded(const char *text, int width) {
  int spaces = abs(width) - text_width(text, strlen(text));
  spaces = spaces > 0 ? spaces : 0;
  printf("%*s%s%*s", width > 0 ? spaces : 0, "", text, width < 0 ? spaces : 0,
         "");
}

void print_wrapped(const char *text, int indent) {
  enum { WIDTH = 80 };
  int column = indent;
  for (bool first = true; *text; first = false) {
    size_t length = strcspn(text, " ");
    int width = text_width(text, length);
    if (!first && column + 1 + width > WIDTH) {
      printf("\n%*s", indent, "");
      column = indent;
    } else if (!first) {
      printf(" ");
      column++;
    }
    printf("%.*s", (int)length, text);
    column += width;
    text += length + strspn(text + length, " ");
  }
  printf("\n");
}
