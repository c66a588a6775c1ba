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

static json_t *sentences_json(const Sentences *s, int first, int end) {
  json_t *list = json_array();
  for (int i = first; i < end && i < s->count; i++)
    json_array_append_new(list, json_text(s->text[i]));
  return list;
}

json_t *json_sentences(const Sentences *s) {
  return sentences_json(s, 0, s->count);
}

json_t *json_conclusion(const Sentences *s) {
  return sentences_json(s, 0, s->conclusion ? s->conclusion : 1);
}

json_t *json_findings(const Sentences *s) {
  return sentences_json(s, s->conclusion ? s->conclusion : 1, s->count);
}
