#include "cli/table/printed.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include <stdio.h>
#include <string.h>

static void add_line(Printed *p, const char *text, size_t length) {
  int at = (p->first + p->count) % PRINTED_LINES;
  snprintf(p->line[at], PRINTED_TEXT, "%.*s", (int)length, text);
  if (p->count < PRINTED_LINES)
    p->count++;
  else
    p->first = (p->first + 1) % PRINTED_LINES;
}

void printed_add(Printed *p, const char *text) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    add_line(p, text, length);
    text += length + (text[length] == '\n');
  }
}

static void take(void *printed, const char *text) {
  printed_add(printed, text);
}

void printed_init(Printed *p) {
  p->sink = (PrintSink){take, p};
  p->first = p->count = 0;
}

void printed_use(Printed *p) {
  print_sink_use(&p->sink);
}

static const char *line_of(const Printed *p, int i) {
  return p->line[(p->first + i) % PRINTED_LINES];
}

json_t *printed_json(const Printed *p) {
  json_t *list = json_array();
  for (int i = 0; i < p->count; i++)
    json_array_append_new(list, json_text(line_of(p, i)));
  return list;
}

char *printed_take(Printed *p) {
  Text text = {NULL};
  text_need(&text, (size_t)p->count * (PRINTED_TEXT + 1) + 1);
  for (int i = 0; i < p->count; i++) {
    text_add_word(&text, line_of(p, i));
    text_add_char(&text, '\n');
  }
  text_add_char(&text, '\0');
  p->first = p->count = 0;
  return text.bytes;
}
