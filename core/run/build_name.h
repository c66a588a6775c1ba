/* The build of boardlab that a manifest names, by its version and commit.
 *
 * Only the build that has begun a run or a tuning continues it: another one
 * could play other games. */
#ifndef BOARDLAB_CORE_RUN_BUILD_NAME_H
#define BOARDLAB_CORE_RUN_BUILD_NAME_H

#include "core/base/error.h"

struct json_t;

enum { BUILD_NAME = 64 };

/* "0123456789ab+": enough digits of a commit to find it. */
void build_short_commit(const char *commit, char text[BUILD_NAME]);

/* Checks that the names in a manifest are texts, not too long and printable. `path` is its file, and `what` it describes: "run". */
bool build_check_names(const struct json_t *manifest, const char *path,
                       const char *what, Error *error);

/* How two builds differ, in words: "commit 0123456789ab", "version 0.1.0". */
typedef struct BuildNames {
  char there[BUILD_NAME], wanted[BUILD_NAME];
} BuildNames;

/* Whether a manifest names a build; if not, *names says how they differ. */
bool build_is(const struct json_t *manifest, const char *version,
              const char *commit, BuildNames *names);

/* Checks that the build with this version and commit may continue what a
 * manifest describes. */
bool build_may_continue(const struct json_t *manifest, const char *version,
                        const char *commit, Error *error);

#endif
