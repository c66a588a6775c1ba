#include "analysis/result/sentences.h"

#include <stdarg.h>
#include <stdio.h>

void sentences_add(Sentences *s, const char *format, ...) {
  va_list list;
  if (s->count == SENTENCES_MAX)
    return;
  va_start(list, format);
  vsnprintf(s->text[s->count++], SENTENCE, format, list);
  va_end(list);
}

void sentences_append(Sentences *s, const Sentences *more) {
  for (int i = 0; i < more->count; i++)
    sentences_add(s, "%s", more->text[i]);
}
