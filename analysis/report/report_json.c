#include "analysis/report/report_json.h"

#include "core/base/utf8.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *json_number(double number) {
  return isfinite(number) ? json_real(number) : json_null();
}

json_t *json_text(const char *text) {
  char *clean = strdup(text);
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

json_t *json_sentences(const Sentences *sentences) {
  json_t *list = json_array();
  for (int i = 0; i < sentences->count; i++)
    json_array_append_new(list, json_text(sentences->text[i]));
  return list;
}
