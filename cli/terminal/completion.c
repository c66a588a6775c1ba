#include "cli/terminal/completion.h"

#include "cli/terminal/format.h"
#include "core/base/error.h"
#include "core/base/need.h"
#include "core/base/utf8.h"
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void completions_add(Completions *list, const char *word) {
  if (strncmp(word, list->prefix, list->length) != 0 ||
      !utf8_is_printable(word))
    return;
  list->word = need_more(list->word, (size_t)list->count, sizeof *list->word);
  list->word[list->count++] = need_copy(word);
}

void completions_free(Completions *list) {
  for (int i = 0; i < list->count; i++)
    free(list->word[i]);
  free(list->word);
}

size_t completions_common_length(const Completions *list) {
  const char *first = list->word[0];
  size_t length = strlen(first);
  for (int i = 1; i < list->count; i++) {
    size_t same = 0;
    while (same < length && list->word[i][same] == first[same])
      same++;
    length = same;
  }
  while (length > list->length && ((unsigned char)first[length] & 0xC0) == 0x80)
    length--; /* back to the start of a character */
  return length;
}

void completions_write(const Completions *list, int width, FILE *out) {
  int widest = 0;
  for (int i = 0; i < list->count; i++) {
    int columns = utf8_width(list->word[i], strlen(list->word[i]));
    widest = columns > widest ? columns : widest;
  }
  int columns = (width + 2) / (widest + 2);
  for (int i = 0; i < list->count; i++) {
    bool last =
        columns < 2 || i % columns == columns - 1 || i + 1 == list->count;
    int blanks = widest + 2 - utf8_width(list->word[i], strlen(list->word[i]));
    fprintf(out, "%s%*s", list->word[i], last ? 0 : blanks, "");
    fprintf(out, "%s", last ? "\n" : "");
  }
}

/* ---- files ---------------------------------------------------------------*/

static void add_entry(Completions *list, const char *dir, const char *name) {
  char path[PATH_MAX];
  struct stat about;
  if (snprintf(path, sizeof path, "%s%s", dir, name) >= PATH_MAX - 1)
    return;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    strcat(path, "/");
  completions_add(list, path);
}

/* libedit's own file completion would escape blanks as for a shell. */
void completions_add_files(Completions *list) {
  const char *slash = strrchr(list->prefix, '/');
  const char *name = slash ? slash + 1 : list->prefix;
  struct dirent **entries;
  char dir[PATH_MAX];
  if (snprintf(dir, sizeof dir, "%.*s", (int)(name - list->prefix),
               list->prefix) >= PATH_MAX)
    return;
  int count = scandir(*dir ? dir : ".", &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    if (entries[i]->d_name[0] != '.' || *name == '.')
      add_entry(list, dir, entries[i]->d_name);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
}
