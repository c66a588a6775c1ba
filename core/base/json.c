#include "core/base/json.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include <math.h>
#include <stdlib.h>

json_t *json_number(double number) {
  return isfinite(number) ? json_real(number) : json_null();
}

json_t *json_text(const char *text) {
  if (!text)
    return json_null();
  char *clean = need_copy(text);
  utf8_clean(clean, "\n\t");
  json_t *json = json_string(clean);
  free(clean);
  return json;
}

json_t *json_texts(const char *const texts[], int most) {
  json_t *list = json_array();
  for (int i = 0; i < most && texts[i]; i++)
    json_array_append_new(list, json_text(texts[i]));
  return list;
}
