#include "core/base/json.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static void write_escaped(Text *out, const char *text) {
  for (; *text; text++) {
    if (strchr("\"\\\n\t", *text))
      text_add_char(out, '\\');
    text_add_char(out, (char)(*text == '\n'   ? 'n'
                              : *text == '\t' ? 't'
                                              : *text));
  }
}

void json_write_text(Text *out, const char *text) {
  bool clean = true;
  size_t length = 0;
  for (; text[length]; length++)
    clean = clean && text[length] >= ' ' && text[length] <= '~';
  text_need(out, 2 * length + 2);
  text_add_char(out, '"');
  if (clean) {
    write_escaped(out, text);
  } else {
    char *copy = need_copy(text);
    utf8_clean(copy, "\n\t");
    write_escaped(out, copy);
    free(copy);
  }
  text_add_char(out, '"');
}

void json_write_number(Text *out, int64_t number) {
  text_need(out, TEXT_NUMBER_MAX);
  if (number < 0)
    text_add_char(out, '-');
  text_add_number(out, number < 0 ? -(uint64_t)number : (uint64_t)number);
}
