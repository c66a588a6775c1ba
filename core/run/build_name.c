#include "core/run/build_name.h"

#include "core/base/utf8.h"
#include "core/run/run.h"
#include <jansson.h>
#include <string.h>

void build_short_commit(const char *commit, char text[BUILD_NAME]) {
  snprintf(text, BUILD_NAME, "%.12s%s", commit,
           strlen(commit) > 12 && strchr(commit, '+') ? "+" : "");
}

static bool is_good(const json_t *name) {
  return json_string_length(name) > 0 && json_string_length(name) < RUN_TEXT &&
         utf8_is_printable(json_string_value(name));
}

bool build_check_names(const json_t *manifest, const char *path,
                       const char *what, Error *error) {
  static const char *const KEYS[] = {"boardlab", "commit"};
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
    if (!is_good(json_object_get(manifest, KEYS[i])))
      return error_set(error,
                       "%.600s is not the manifest of a %s: its '%s' does not "
                       "name a build of boardlab",
                       path, what, KEYS[i]);
  return true;
}

static void describe_version(const char *version, char text[BUILD_NAME]) {
  snprintf(text, BUILD_NAME, "version %.40s", version);
}

static void describe_commit(const char *commit, char text[BUILD_NAME]) {
  char digits[BUILD_NAME];
  build_short_commit(commit, digits);
  if (strcmp(commit, "unknown") != 0)
    snprintf(text, BUILD_NAME, "commit %.20s", digits);
  else
    snprintf(text, BUILD_NAME, "an unknown commit");
}

bool build_is(const json_t *manifest, const char *version, const char *commit,
              BuildNames *names) {
  const char *there = json_string_value(json_object_get(manifest, "boardlab"));
  if (strcmp(there, version) != 0) {
    describe_version(there, names->there);
    describe_version(version, names->wanted);
    return false;
  }
  there = json_string_value(json_object_get(manifest, "commit"));
  describe_commit(there, names->there);
  describe_commit(commit, names->wanted);
  return strcmp(there, commit) == 0;
}

bool build_may_continue(const json_t *manifest, const char *version,
                        const char *commit, Error *error) {
  BuildNames names;
  return build_is(manifest, version, commit, &names) ||
         error_set(error,
                   "it was played by %s of boardlab, and this is %s: finish it "
                   "with that one, or play it again in another folder",
                   names.there, names.wanted);
}
