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

static int find(const char *name) {
  for (int i = 0; i < count; i++)
    if (strcmp(files[i].name, name) == 0)
      return i + 1;
  return 0;
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

int given_file(const char *name, Error *error) {
  Text text = {NULL};
  pthread_mutex_lock(&mutex);
  int number = find(name);
  if (!number && read_file(name, &text, error)) {
    Text copy = {need_part(text.bytes, text.length), text.length, text.length};
    free(text.bytes);
    number = add(name, copy, error);
  }
  pthread_mutex_unlock(&mutex);
  const GivenFile *file = given_file_get(number);
  bool same = file && source_hashes_note(name, file->text, file->length, error);
  return same ? number : 0;
}

bool given_file_add(const char *name, const char *text, size_t length,
                    Error *error) {
  pthread_mutex_lock(&mutex);
  int number = find(name);
  if (!number) {
    Text copy = {need_part(text, length), length, length};
    number = add(name, copy, error);
  }
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
