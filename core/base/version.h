#ifndef BOARDLAB_CORE_BASE_VERSION_H
#define BOARDLAB_CORE_BASE_VERSION_H

/* Which boardlab this is. version.cmake writes the source file at every build,
 * so that the commit is that of the sources which were compiled. */

extern const char version_number[]; /* "0.1.0" */

/* The commit of the sources, 40 hexadecimal digits; a + follows if they had
 * been changed since. "unknown" if they came neither from Git nor from an
 * archive of a release. Builds of different changes to the same commit, and
 * builds of unknown sources, cannot be told apart. */
extern const char version_commit[];

extern const char version_text[]; /* "0.1.0 (commit 0123456789ab)" */

#endif
