#define _GNU_SOURCE
#include "tests/support/files.h"

#include "core/base/sealed_file.h"
#include "tests/support/support.h"
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

void write_file(const char *path, const char *bytes, size_t length) {
  FILE *out = fopen(path, "wb");
  if (!out)
    fail_msg("%s: %s", path, strerror(errno));
  assert_int_equal(fwrite(bytes, 1, length, out), length);
  assert_int_equal(fclose(out), 0);
}

void write_text(const char *path, const char *text) {
  write_file(path, text, strlen(text));
}

char *read_file(const char *path, size_t *length) {
  FILE *in = fopen(path, "rb");
  if (!in)
    fail_msg("%s: %s", path, strerror(errno));
  fseek(in, 0, SEEK_END);
  *length = (size_t)ftell(in);
  rewind(in);
  char *bytes = calloc(*length + 1, 1);
  assert_int_equal(fread(bytes, 1, *length, in), *length);
  fclose(in);
  return bytes;
}

const char *enter_new_dir(void) {
  static char path[PATH_MAX];
  const char *below = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/boardlab_XXXXXX", below ? below : "/tmp");
  if (!mkdtemp(path) || chdir(path) != 0) {
    perror(path);
    exit(1); /* no test is running that could fail */
  }
  return path;
}

static int remove_entry(const char *path, const struct stat *about, int flag,
                        struct FTW *walk) {
  (void)about, (void)flag, (void)walk;
  return remove(path);
}

void clear(const char *path) {
  nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static bool is_entry(const char *name) {
  return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

void copy_dir(const char *from, const char *to) {
  char path[600];
  struct dirent **entries;
  clear(to);
  assert_int_equal(mkdir(to, 0777), 0);
  int count = scandir(from, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    if (is_entry(entries[i]->d_name)) {
      size_t length;
      snprintf(path, sizeof path, "%s/%s", from, entries[i]->d_name);
      char *bytes = read_file(path, &length);
      snprintf(path, sizeof path, "%s/%s", to, entries[i]->d_name);
      write_file(path, bytes, length);
      free(bytes);
    }
    free(entries[i]);
  }
  free(entries);
}

static void add_entry(FILE *out, const char *dir, const char *name) {
  char path[600];
  struct stat about;
  size_t length;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  assert_int_equal(stat(path, &about), 0);
  if (S_ISDIR(about.st_mode)) {
    Snapshot inner = snapshot(path);
    fprintf(out, "%s is a folder of %zu bytes:\n", name, inner.length);
    fwrite(inner.bytes, 1, inner.length, out);
    free(inner.bytes);
    return;
  }
  if (!S_ISREG(about.st_mode)) {
    fprintf(out, "%s is not a file\n", name);
    return;
  }
  char *bytes = read_file(path, &length);
  fprintf(out, "%s has %zu bytes:\n", name, length);
  fwrite(bytes, 1, length, out);
  free(bytes);
}

Snapshot snapshot(const char *dir) {
  Snapshot s;
  struct dirent **entries;
  FILE *out = open_memstream(&s.bytes, &s.length);
  int count = scandir(dir, &entries, NULL, alphasort);
  if (count < 0)
    fprintf(out, "does not exist\n");
  for (int i = 0; i < count; i++) {
    if (is_entry(entries[i]->d_name))
      add_entry(out, dir, entries[i]->d_name);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
  fclose(out);
  return s;
}

bool same_snapshots(const Snapshot *a, const Snapshot *b) {
  return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

void assert_unchanged(const char *dir, Snapshot *before) {
  Snapshot now = snapshot(dir);
  if (!same_snapshots(before, &now))
    fail_msg("%s changed from\n%.3000s\nto\n%.3000s", dir, before->bytes,
             now.bytes);
  free(before->bytes);
  free(now.bytes);
}

void assert_same_dirs(const char *one, const char *other) {
  Snapshot a = snapshot(one);
  assert_unchanged(other, &a);
}

void assert_same_files(const char *one, const char *other) {
  size_t a, b;
  char *first = read_file(one, &a), *second = read_file(other, &b);
  if (a != b || memcmp(first, second, a) != 0)
    fail_msg("%s and %s differ", one, other);
  free(first);
  free(second);
}

void assert_same_games(const char *one, const char *other) {
  static const char *const NAMES[] = {"games.csv", "moves.csv"};
  for (size_t i = 0; i < COUNT(NAMES); i++) {
    char a[256], b[256];
    snprintf(a, sizeof a, "%s/%s", one, NAMES[i]);
    snprintf(b, sizeof b, "%s/%s", other, NAMES[i]);
    assert_same_files(a, b);
  }
}

void edit(const char *path, const char *old, const char *new) {
  size_t length;
  char *bytes = read_file(path, &length), *at = strstr(bytes, old), *edited;
  if (!at)
    fail_msg("%s does not contain '%s'", path, old);
  assert_true(asprintf(&edited, "%.*s%s%s", (int)(at - bytes), bytes, new,
                       at + strlen(old)) >= 0);
  write_text(path, edited);
  free(edited);
  free(bytes);
}

void reseal(const char *path) {
  static const char SEAL[] = ",\n  \"xxh64\": \"";
  size_t length;
  Error error;
  char *bytes = read_file(path, &length), *seal = bytes, *next;
  while ((next = strstr(seal + 1, SEAL)))
    seal = next;
  if (seal == bytes)
    fail_msg("%s is not sealed", path);
  strcpy(seal, "\n}");
  if (!sealed_file_write(path, bytes, strlen(bytes), &error))
    fail_msg("%s", error.message);
  free(bytes);
}

void edit_sealed(const char *path, const char *old, const char *new) {
  edit(path, old, new);
  reseal(path);
}

void append(const char *path, const char *text, int times) {
  FILE *out = fopen(path, "ab");
  while (times-- > 0)
    fputs(text, out);
  fclose(out);
}

void flip_bit(const char *path, long position) {
  size_t length;
  char *bytes = read_file(path, &length);
  bytes[position < 0 ? (long)length + position : position] ^= 1;
  write_file(path, bytes, length);
  free(bytes);
}

void truncate_file(const char *path, off_t bytes) {
  struct stat about;
  assert_int_equal(stat(path, &about), 0);
  assert_int_equal(truncate(path, about.st_size - bytes), 0);
}

int count_lines(const char *path) {
  size_t length;
  int lines = 0;
  char *bytes = read_file(path, &length);
  for (size_t i = 0; i < length; i++)
    lines += bytes[i] == '\n';
  free(bytes);
  return lines;
}

void limit_files(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  setrlimit(RLIMIT_FSIZE, &limit);
}
