/* JSON values, for pages and for other programs. Each function returns a new
 * reference, which the caller owns, or NULL if memory runs out. */
#ifndef BOARDLAB_CORE_BASE_JSON_H
#define BOARDLAB_CORE_BASE_JSON_H

#include "core/base/text.h"
#include <jansson.h>

/* A number, or null if it is not finite. */
json_t *json_number(double number);

/* A string of the text's printable characters and line ends, with question
 * marks in place of all others; or null. */
json_t *json_text(const char *text);

/* A list of such strings: of all texts before NULL, at most so many. */
json_t *json_texts(const char *const texts[], int most);

/* The same text as JSON, and a whole number: for what is written too often to
 * make values of it first. */
void json_write_text(Text *out, const char *text);
void json_write_number(Text *out, int64_t number);

#endif
