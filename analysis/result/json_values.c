#include "analysis/result/json_values.h"

#include "core/base/utf8.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *json_number(double number) {
  return isfinite(number) ? json_real(number) : json_null();
}

json_t *json_text(const char *text) {
  char *clean = text ? strdup(text) : NULL;
  if (!text)
    return json_null();
  if (clean)
    utf8_clean(clean, "\n\t");
  json_t *json = clean ? json_string(clean) : NULL;
  free(clean);
  return json;
}

json_t *json_estimate(Estimate e) {
  return json_pack("[o, o, o]", json_number(e.value), json_number(e.low),
                   json_number(e.high));
}

static json_t *sentences_json(const Sentences *sentences, int first, int end) {
  json_t *list = json_array();
  for (int i = first; i < end && i < sentences->count; i++)
    json_array_append_new(list, json_text(sentences->text[i]));
  return list;
}

json_t *json_sentences(const Sentences *sentences) {
  return sentences_json(sentences, 0, sentences->count);
}

json_t *json_sentences_from(const Sentences *sentences, int first) {
  return sentences_json(sentences, first, sentences->count);
}

json_t *json_sentences_to(const Sentences *sentences, int end) {
  return sentences_json(sentences, 0, end);
}
