#define _GNU_SOURCE /* memmem */
#include "core/base/sealed_file.h"

#include "core/base/atomic_file.h"
#include "core/base/checked_file.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* The last two lines of the file. */
#define SEAL "  \"xxh64\": \"%016llx\"\n}\n"
#define SEAL_BEGIN "  \"xxh64\": \""
enum { SEAL_LENGTH = 32 };

/* Writes the seal of the bytes before it. */
static void format_seal(const char *bytes, size_t length,
                        char seal[SEAL_LENGTH + 1]) {
  snprintf(seal, SEAL_LENGTH + 1, SEAL,
           (unsigned long long)XXH64(bytes, length, 0));
}

/* Adds the text of a sealed file. False when out of memory. */
static bool add_sealed(Text *text, const char *json, size_t length) {
  static const char END[] = "\n}";
  size_t body = length - (sizeof END - 1);
  assert(length > sizeof END && memcmp(json + body, END, 2) == 0);
  if (!text_reserve(text, length + SEAL_LENGTH + 8))
    return false;
  char seal[SEAL_LENGTH + 1];
  text_add_bytes(text, json, body);
  text_add_word(text, ",\n");
  format_seal(text->bytes, text->length, seal);
  text_add_word(text, seal);
  return true;
}

char *sealed_text(const char *json, size_t length) {
  Text text = {NULL};
  text_need(&text, length + SEAL_LENGTH + 16);
  add_sealed(&text, json, length);
  text_add_char(&text, '\0');
  return text.bytes;
}

bool sealed_file_write(const char *path, const char *json, size_t length,
                       Error *error) {
  Text text = {NULL};
  if (!add_sealed(&text, json, length))
    return error_set(error, "out of memory (%.600s)", path);
  bool good = atomic_file_write(path, text.bytes, text.length, error);
  free(text.bytes);
  return good;
}

/* Says why a file does not end with a seal. */
static bool refuse_unsealed(const char *path, const Text *text, Error *error) {
  if (has_crlf(text->bytes, text->length))
    return error_set(error, FILE_CHANGED FILE_HAS_CRLF, path);
  const char *seal =
      memmem(text->bytes, text->length, SEAL_BEGIN, sizeof SEAL_BEGIN - 1);
  if (seal && seal + SEAL_LENGTH < text->bytes + text->length)
    return error_set(error, FILE_CHANGED "something has been added to it",
                     path);
  return error_set(error,
                   "%.600s does not end with its checksum: it has been "
                   "truncated or edited, or an older version wrote it",
                   path);
}

bool sealed_text_check(const char *path, const Text *text, Error *error) {
  char seal[SEAL_LENGTH + 1];
  size_t body = text->length - SEAL_LENGTH;
  if (text->length <= SEAL_LENGTH ||
      memcmp(text->bytes + body, SEAL_BEGIN, sizeof SEAL_BEGIN - 1) != 0)
    return refuse_unsealed(path, text, error);
  format_seal(text->bytes, body, seal);
  return memcmp(text->bytes + body, seal, SEAL_LENGTH) == 0 ||
         error_set(error, FILE_CHANGED "it has been edited", path);
}

bool sealed_file_read(const char *path, Text *text, Error *error) {
  if (!file_read_all(path, text, error))
    return false;
  if (sealed_text_check(path, text, error))
    return true;
  free(text->bytes);
  *text = (Text){NULL};
  return false;
}
