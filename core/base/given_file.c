#include "core/base/given_file.h"

#include "core/base/checked_file.h"
#include "core/base/need.h"
#include "core/base/source_hashes.h"
#include "core/base/text.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static GivenFile files[GIVEN_FILES_MAX];
static bool handed[GIVEN_FILES_MAX]; /* by another process */
static int count;
static char library[4096];

void given_file_search(const char *folder) {
  snprintf(library, sizeof library, "%s", folder);
}

static bool read_file(const char *name, Text *text, Error *error) {
  char path[sizeof library + 600];
  snprintf(path, sizeof path, "%s/%.590s", library, name);
  bool there = access(name, F_OK) != 0 && *library && *name != '/' &&
               !strstr(name, "..") && access(path, F_OK) == 0;
  return file_read_all(there ? path : name, text, error);
}

/* The last one of this name. */
static int find(const char *name) {
  int number = count;
  while (number > 0 && strcmp(files[number - 1].name, name) != 0)
    number--;
  return number;
}

/* Takes over the text. */
static int add(const char *name, Text text, Error *error) {
  const char *wrong = count == GIVEN_FILES_MAX ? "too many files are open"
                      : text.length > GIVEN_FILE_BYTES ? "it is too large"
                                                       : NULL;
  if (wrong) {
    free(text.bytes);
    error_set(error, "%.600s: %s", name, wrong);
    return 0;
  }
  files[count] = (GivenFile){need_copy(name), text.bytes, text.length};
  return ++count;
}

static bool is_same(int number, const Text *text) {
  const GivenFile *file = &files[number - 1];
  return text->length == file->length &&
         memcmp(text->bytes, file->text, file->length) == 0;
}

/* Reads a file, again if it may have changed. A confined process, which can
 * read none, has those that were read before it began. */
static int read_again(const char *name, Error *error) {
  int known = find(name);
  Text text = {NULL};
  if (known && handed[known - 1])
    return known;
  if (!read_file(name, &text, known ? NULL : error))
    return known;
  Text copy = {need_part(text.bytes, text.length), text.length, text.length};
  free(text.bytes);
  if (!known || !is_same(known, &copy))
    return add(name, copy, error);
  free(copy.bytes);
  return known;
}

int given_file(const char *name, Error *error) {
  pthread_mutex_lock(&mutex);
  int number = read_again(name, error);
  pthread_mutex_unlock(&mutex);
  const GivenFile *file = given_file_get(number);
  bool same = file && source_hashes_note(name, file->text, file->length, error);
  return same ? number : 0;
}

bool given_file_add(const char *name, const char *text, size_t length,
                    Error *error) {
  pthread_mutex_lock(&mutex);
  Text copy = {need_part(text, length), length, length};
  int number = find(name);
  if (number && is_same(number, &copy))
    free(copy.bytes);
  else if ((number = add(name, copy, error)))
    handed[number - 1] = true;
  pthread_mutex_unlock(&mutex);
  return number > 0;
}

const GivenFile *given_file_get(int number) {
  pthread_mutex_lock(&mutex);
  const GivenFile *file =
      number > 0 && number <= count ? &files[number - 1] : NULL;
  pthread_mutex_unlock(&mutex);
  return file;
}
