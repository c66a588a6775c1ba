#include "analysis/report/report_json.h"

#include <math.h>

json_t *json_number(double number) {
  return isfinite(number) ? json_real(number) : json_null();
}

json_t *json_text(const char *text) {
  json_t *json = json_string(text);
  return json ? json : json_string("?");
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
