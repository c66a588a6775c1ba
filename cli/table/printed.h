/* Printed: the last lines that Lua files have printed, or of something else.
 * It is used by one thread at a time. */
#ifndef BOARDLAB_CLI_TABLE_PRINTED_H
#define BOARDLAB_CLI_TABLE_PRINTED_H

#include "lua/host/sandbox/limits.h"
#include <jansson.h>

enum { PRINTED_LINES = 40, PRINTED_TEXT = 1400 };

typedef struct Printed {
  char line[PRINTED_LINES][PRINTED_TEXT];
  int first, count; /* of the lines, which are a ring */
  PrintSink sink;
} Printed;

void printed_init(Printed *printed);

/* Collects what is printed on this thread from now on. */
void printed_use(Printed *printed);

/* Adds the lines of a text. */
void printed_add(Printed *printed, const char *text);

/* A list of the lines, the oldest first. */
json_t *printed_json(const Printed *printed);

/* Removes the lines and returns them as a text, for the caller to free. */
char *printed_take(Printed *printed);

#endif
