/* Files and folders for tests: creating, damaging and comparing them. Every
 * function fails the running test if it cannot do its work. */
#ifndef BOARDLAB_TESTS_SUPPORT_FILES_H
#define BOARDLAB_TESTS_SUPPORT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

void write_file(const char *path, const char *bytes, size_t length);
void write_text(const char *path, const char *text);

/* Returns the bytes, followed by a NUL. The caller frees them. */
char *read_file(const char *path, size_t *length);
int count_lines(const char *path);

/* Creates a folder below $TMPDIR or /tmp and makes it the working directory, so
 * that messages contain short paths. Call `clear` on it at the end. */
const char *enter_new_dir(void);

/* Removes a file, or a folder with everything in it, if it exists. */
void clear(const char *path);

/* Copies the files of a folder without subfolders, replacing `to`. */
void copy_dir(const char *from, const char *to);

/* Everything in a folder and its subfolders: names, sizes and bytes. */
typedef struct Snapshot {
  char *bytes;
  size_t length;
} Snapshot;

Snapshot snapshot(const char *dir);
bool same_snapshots(const Snapshot *a, const Snapshot *b);

/* Asserts that a folder is as it was, and frees the snapshot. */
void assert_unchanged(const char *dir, Snapshot *before);
void assert_same_dirs(const char *one, const char *other);
void assert_same_files(const char *one, const char *other);

/* Asserts that the games and moves of two runs are the same. The other files
 * differ if one of them was complete and was given more games. */
void assert_same_games(const char *one, const char *other);

/* Replaces the first occurrence of `old`, which must exist. */
void edit(const char *path, const char *old, const char *new);

/* Gives a sealed file (core/base/sealed_file.h) that was edited the checksum of
 * its new contents. */
void reseal(const char *path);

/* Edits a sealed file and seals it again, to test what is behind the seal. */
void edit_sealed(const char *path, const char *old, const char *new);
void append(const char *path, const char *text, int times);

/* Flips a bit of one byte; negative positions count from the end. */
void flip_bit(const char *path, long position);

/* Removes this many bytes from the end. */
void truncate_file(const char *path, off_t bytes);

/* From now on no file can grow beyond this, as on a full disk. */
void limit_files(rlim_t bytes);

#endif
