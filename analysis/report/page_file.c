#include "analysis/report/page_file.h"

#include "core/base/atomic_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether a page of that name would overwrite a file of a run or experiment. */
static bool is_result_file(const char *path) {
  static const char *const NAMES[] = {
      "run.json",    "games.csv",  "moves.csv",      "summary.csv",
      "ratings.csv", "pairs.csv",  "crosstable.csv", "sweep.csv",
      "sweep.json",  "ladder.csv", "ladder.json",    "tune.csv",
      "tune.json"};
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(name, NAMES[i]) == 0)
      return true;
  return false;
}

/* Whether a file is empty or a page of this kind. */
static bool is_page(FILE *file, const PageKind *kind) {
  char head[2048];
  size_t length = fread(head, 1, sizeof head - 1, file);
  head[length] = '\0';
  return length == 0 || strstr(head, kind->title);
}

bool page_may_replace(const char *path, const PageKind *kind, Error *error) {
  if (is_result_file(path))
    return error_set(error,
                     "%.600s is a file of a run: name the %s something "
                     "else, such as %s.html",
                     path, kind->name, kind->name);
  struct stat about;
  bool exists = stat(path, &about) == 0 && S_ISREG(about.st_mode);
  FILE *old = exists ? fopen(path, "rb") : NULL;
  if (!old) /* atomic_file_write refuses what it must not replace */
    return !exists || file_error("read", path, error);
  bool good = is_page(old, kind);
  fclose(old);
  return good || error_set(error,
                           "%.600s exists and is not %s; "
                           "choose another name, or delete it first",
                           path, kind->what);
}

/* Writes "<" as an escape, so that no text can end the script element that
 * holds the data. In JSON it only occurs inside strings. */
static bool add_escaped(Text *page, const char *json) {
  for (const char *at = json; *at;) {
    size_t length = strcspn(at, "<");
    if (!text_reserve(page, length + 8))
      return false;
    text_add_bytes(page, at, length);
    at += length;
    if (*at) {
      text_add_word(page, "\\u003c");
      at++;
    }
  }
  return true;
}

bool page_add_json(Text *page, const json_t *data) {
  char *json = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(9));
  bool good = json && add_escaped(page, json);
  free(json);
  return good;
}
