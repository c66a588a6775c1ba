#define _GNU_SOURCE
#include "tests/support/tamper.h"

#include "core/base/checked_file.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <stdio.h>
#include <stdlib.h>

void update_checkpoint(const char *dir, const char *name, int lines) {
  char path[64], *json, *edited;
  size_t length, size;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  char *bytes = read_file(path, &length);
  const char *end = bytes;
  for (int i = 0; i < lines; i++)
    end = strchr(end, '\n') + 1;
  Checkpoint mark =
      checkpoint_of(bytes, lines ? (size_t)(end - bytes) : length);
  snprintf(path, sizeof path, "%s/run.json", dir);
  json = read_file(path, &size);
  char *at = strstr(strstr(json, "\"csv\""), name);
  at = strstr(at, "\"bytes\"");
  assert_true(
      asprintf(&edited, "%.*s\"bytes\": %llu, \"checksum\": \"%016llx\"%s",
               (int)(at - json), json, (unsigned long long)mark.bytes,
               (unsigned long long)mark.checksum, strpbrk(at, "}") - 1) > 0);
  write_text(path, edited);
  reseal(path);
  free(edited);
  free(json);
  free(bytes);
}

void set_played(const char *dir, int from, int to) {
  char path[64], old[64], new[64];
  snprintf(path, sizeof path, "%s/run.json", dir);
  snprintf(old, sizeof old, "\"played\": %d", from);
  snprintf(new, sizeof new, "\"played\": %d", to);
  edit_sealed(path, old, new);
}

char *line_at(char *bytes, int line) {
  while (--line > 0)
    bytes = strchr(bytes, '\n') + 1;
  return bytes;
}

static char *field_end(char *at) {
  bool quoted = false;
  for (; quoted || (*at != ',' && *at != '\n'); at++)
    quoted ^= *at == '"';
  return at;
}

void set_field(const char *path, int line, int column, const char *text) {
  size_t length;
  char *bytes = read_file(path, &length), *at = line_at(bytes, line), *edited;
  while (--column > 0)
    at = field_end(at) + 1;
  assert_true(asprintf(&edited, "%.*s%s%s", (int)(at - bytes), bytes, text,
                       field_end(at)) > 0);
  write_text(path, edited);
  free(edited);
  free(bytes);
}

void remove_line(const char *path, int line) {
  size_t length;
  char *bytes = read_file(path, &length), *at = line_at(bytes, line);
  char *next = strchr(at, '\n') + 1;
  memmove(at, next, strlen(next) + 1);
  write_text(path, bytes);
  free(bytes);
}

void change_columns(const char *path, bool more) {
  size_t length;
  char *bytes = read_file(path, &length);
  FILE *out = fopen(path, "wb");
  for (char *line = bytes; *line; line = strchr(line, '\n') + 1) {
    int size = (int)(strchr(line, '\n') - line);
    int less = size - (int)((char *)memrchr(line, ',', (size_t)size) - line);
    fprintf(out, "%.*s%s\n", more ? size : size - less, line,
            more ? line == bytes ? ",more" : ",5" : "");
  }
  fclose(out);
  free(bytes);
}

void go_back(const char *dir, int games, int to, int to_moves) {
  char path[64];
  set_played(dir, games, to);
  snprintf(path, sizeof path, "%s/run.json", dir);
  edit_sealed(path, "\"complete\": true", "\"complete\": false");
  update_checkpoint(dir, "games.csv", to + 1);
  if (to_moves)
    update_checkpoint(dir, "moves.csv", to_moves + 1);
}
