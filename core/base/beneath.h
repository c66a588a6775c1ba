/* Opening a file that somebody else named, inside a folder.
 *
 * Names from plugins are not trusted, and neither is what lies beside a plugin:
 * a symbolic link in a folder from somebody else may point anywhere. */
#ifndef BOARDLAB_CORE_BASE_BENEATH_H
#define BOARDLAB_CORE_BASE_BENEATH_H

/* Opens the file `name` of the folder `dir` for reading, without waiting for
 * the other end of a pipe. Neither ".." nor a symbolic link may lead out of the
 * folder on the way; the folder itself may be a link, and "" is the current
 * folder. Returns a descriptor, which the caller closes, or -1 with errno:
 * EXDEV if the name leads out.
 *
 * Linux checks this while it opens the file, and refuses every absolute link,
 * even one that leads back into the folder. Elsewhere, and where a container
 * forbids the system call, the path is resolved first: whoever can change the
 * folder in between could then still lead out of it. */
int open_beneath(const char *dir, const char *name);

/* The second way of doing this, for tests. */
int open_beneath_resolved(const char *dir, const char *name);

#endif
