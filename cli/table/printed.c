#include "cli/table/printed.h"

#include "core/base/json.h"
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

json_t *printed_json(const Printed *p) {
  json_t *list = json_array();
  for (int i = 0; i < p->count; i++)
    json_array_append_new(list,
                          json_text(p->line[(p->first + i) % PRINTED_LINES]));
  return list;
}
