/* Files and folders for tests: making them, spoiling them, and seeing whether
 * they have changed. All of these fail the test if they cannot. */
#ifndef BOARDLAB_TESTS_SUPPORT_FOLDERS_H
#define BOARDLAB_TESTS_SUPPORT_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

void write_file(const char *path, const char *bytes, size_t length);
void write_text(const char *path, const char *text);

/* The caller frees it; a 0 stands behind it. */
char *read_file(const char *path, size_t *length);
int count_lines(const char *path);

/* Makes a folder below /tmp and goes there, so that messages have short names
 * in them. In the end it is to be cleared. */
const char *enter_new_folder(void);

/* Removes a file or a folder with all that is in it, if it is there. */
void clear(const char *path);
void copy_folder(const char *from, const char *to);

/* All that is in a folder and those below it: names, sizes and bytes. */
typedef struct Snapshot {
  char *bytes;
  size_t length;
} Snapshot;

Snapshot snapshot(const char *dir);
bool same_snapshots(const Snapshot *a, const Snapshot *b);

/* Nothing in a folder has changed since; frees the snapshot. */
void assert_as_before(const char *dir, Snapshot *before);
void assert_same_folders(const char *one, const char *other);
void assert_same_files(const char *one, const char *other);

/* Puts a text in place of the first that is there. */
void edit(const char *path, const char *old, const char *new);
void append(const char *path, const char *text, int times);

/* Changes one byte; places below 0 count from the end. */
void flip(const char *path, long place);

/* Takes so many bytes off the end. */
void cut_off(const char *path, off_t less);

#endif
