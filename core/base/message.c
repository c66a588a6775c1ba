#include "core/base/message.h"

#include "core/base/utf8.h"
#include <stdlib.h>
#include <string.h>

void message_clear(Message *m) {
  m->length = m->at = 0;
  m->writing = true;
  m->malformed = false;
}

void message_rewind(Message *m, size_t length) {
  m->writing = false;
  m->malformed = length > m->capacity;
  m->length = m->malformed ? 0 : length;
  m->at = 0;
}

void message_put(Message *m, const void *bytes, size_t size) {
  if (size > m->capacity - m->length) {
    m->malformed = true;
    return;
  }
  if (size)
    memcpy(m->bytes + m->length, bytes, size);
  m->length += size;
}

void message_put_int(Message *m, int64_t number) {
  message_put(m, &number, sizeof number);
}

void message_put_text(Message *m, const char *text) {
  size_t length = text ? strlen(text) : 0;
  message_put_int(m, (int64_t)length);
  message_put(m, text, length);
}

void message_put_error(Message *m, const Error *error) {
  message_put_int(m, error->code);
  message_put_text(m, error->message);
  if (error->code != ERROR_NONE)
    message_put_text(m, error->trace);
}

bool message_get(Message *m, void *bytes, size_t size) {
  if (m->malformed || size > m->length - m->at) {
    m->malformed = true;
    memset(bytes, 0, size);
    return false;
  }
  if (size)
    memcpy(bytes, m->bytes + m->at, size);
  m->at += size;
  return true;
}

void message_skip(Message *m, size_t size) {
  if (m->malformed || size > m->length - m->at)
    m->malformed = true;
  else
    m->at += size;
}

int64_t message_get_int(Message *m, int64_t min, int64_t max) {
  int64_t number;
  if (!message_get(m, &number, sizeof number))
    return 0;
  if (number >= min && number <= max)
    return number;
  m->malformed = true;
  return 0;
}

/* Reads the length of a text, of which the message must hold as many bytes. */
static size_t get_length(Message *m) {
  return (size_t)message_get_int(m, 0, (int64_t)(m->length - m->at));
}

void message_get_text(Message *m, char *text, size_t size) {
  size_t length = get_length(m);
  if (length >= size)
    m->malformed = true;
  if (m->malformed || !message_get(m, text, length))
    length = 0;
  text[length] = '\0';
}

void message_get_line(Message *m, char *text, size_t size) {
  message_get_text(m, text, size);
  utf8_clean_line(text);
}

char *message_get_copy(Message *m) {
  size_t length = get_length(m);
  char *text = m->malformed ? NULL : malloc(length + 1);
  if (!text)
    return NULL;
  message_get(m, text, length);
  text[length] = '\0';
  return text;
}

void message_put_place(Message *m, const char *text) {
  message_put_text(m, text);
  message_put(m, "", 1);
}

const char *message_get_place(Message *m) {
  size_t length = get_length(m);
  const char *text = (const char *)m->bytes + m->at;
  message_skip(m, length + 1);
  return m->malformed ? "" : text;
}

bool message_get_error(Message *m, Error *error) {
  Error copy = {.code = (ErrorCode)message_get_int(m, 0, ERROR_NO_MEMORY)};
  message_get_text(m, copy.message, sizeof copy.message);
  if (copy.code != ERROR_NONE)
    message_get_text(m, copy.trace, sizeof copy.trace);
  if (m->malformed || copy.code == ERROR_NONE)
    return false;
  error_set_code(error, copy.code, "%s", copy.message); /* cleans the text */
  error_set_trace(error, copy.trace);
  return true;
}

/* ---- both ways -----------------------------------------------------------*/

int64_t message_cross(Message *m, int64_t number, int64_t min, int64_t max) {
  if (!m->writing)
    return message_get_int(m, min, max);
  message_put_int(m, number);
  return number;
}

void cross_bytes(Message *m, void *bytes, size_t size) {
  if (m->writing)
    message_put(m, bytes, size);
  else
    message_get(m, bytes, size);
}

void cross_doubles(Message *m, double number[], int count, double min,
                   double max) {
  for (int i = 0; i < count; i++) {
    cross_bytes(m, &number[i], sizeof *number);
    if (!m->writing && !(number[i] >= min && number[i] <= max))
      m->malformed = true;
  }
}

void cross_line(Message *m, char *text, size_t size) {
  if (m->writing)
    message_put_text(m, text);
  else
    message_get_line(m, text, size);
}

void cross_copy(Message *m, char **text) {
  bool is_there = *text;
  if (!CROSS(m, is_there, 0, 1))
    *text = NULL;
  else if (m->writing)
    message_put_text(m, *text);
  else
    *text = message_get_copy(m);
}

void cross_error(Message *m, Error *error) {
  if (m->writing)
    message_put_error(m, error);
  else
    message_get_error(m, error);
}

void cross_rng(Message *m, Rng *rng) {
  Rng copy = *rng;
  cross_bytes(m, &copy, sizeof copy);
  if (!(copy.s[0] | copy.s[1] | copy.s[2] | copy.s[3]))
    m->malformed = true;
  if (!m->malformed)
    *rng = copy;
}
