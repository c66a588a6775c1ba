#include "core/base/json.h"

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
