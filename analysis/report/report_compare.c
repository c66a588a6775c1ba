/* The comparison of several runs in a report's data: what `boardlab compare`
 * prints, or a sentence that says why the entries are not compared. */
#include "analysis/report/report_entries.h"

#include "analysis/experiments/compare.h"
#include "analysis/result/json_values.h"
#include <stdlib.h>
#include <string.h>

/* ---- what runs are called ------------------------------------------------*/

/* The last parts of a path, without slashes at its end. */
static const char *last_parts(const char *path, int parts, size_t *length) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/')
    end--;
  size_t start = end;
  while (start > 0 && (path[start - 1] != '/' || --parts > 0))
    start--;
  *length = end - start;
  return path + start;
}

static bool all_differ(const char *const dirs[], int count, int parts) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++) {
      size_t a_length, b_length;
      const char *a = last_parts(dirs[i], parts, &a_length);
      const char *b = last_parts(dirs[k], parts, &b_length);
      if (a_length == b_length && memcmp(a, b, a_length) == 0)
        return false;
    }
  return true;
}

static void free_names(char **names, int count) {
  for (int i = 0; names && i < count; i++)
    free(names[i]);
  free(names);
}

/* As many of the last parts of the folders' names as it takes to tell them
 * apart: "six_walls" for runs/six_walls. NULL if memory runs out. */
static char **short_names(const char *const dirs[], int count) {
  enum { PATH_PARTS = 8 };
  int parts = 1;
  while (parts < PATH_PARTS && !all_differ(dirs, count, parts))
    parts++;
  char **names = calloc(count > 0 ? (size_t)count : 1, sizeof *names);
  for (int i = 0; names && i < count; i++) {
    size_t length;
    const char *name = last_parts(dirs[i], parts, &length);
    names[i] = strndup(name, length);
    if (!names[i]) {
      free_names(names, count);
      return NULL;
    }
  }
  return names;
}

/* ---- one comparison ------------------------------------------------------*/

static json_t *comparison_json(const Comparison *c) {
  Document document = {0};
  char how[SENTENCE];
  compare_describe(c, how);
  compare_document(c, &document);
  const Sentences *verdict = &document.verdict;
  json_t *json = json_pack("{s:s, s:o, s:i, s:o, s:o}", "how", how, "sentences",
                           json_sentences(verdict), "conclusion",
                           verdict->conclusion ? verdict->conclusion : 1,
                           "notes", json_sentences(&document.notes), "document",
                           document_json(&document));
  document_free(&document);
  return json;
}

static json_t *family_json(ComparedFamily *f, char **names) {
  json_t *list = json_array(), *called = json_array();
  compared_run_call(&f->a, names[0]);
  json_array_append_new(called, json_text(names[0]));
  for (int i = 0; i < f->count; i++) {
    compared_run_call(&f->b[i], names[i + 1]);
    json_array_append_new(called, json_text(names[i + 1]));
  }
  for (int i = 0; i < f->count; i++)
    json_array_append_new(list, comparison_json(&f->list[i]));
  return json_pack("{s:o, s:o}", "names", called, "list", list);
}

/* ---- whether to compare --------------------------------------------------*/

static const char *text_of(json_t *entry, const char *key) {
  const char *text = json_string_value(json_object_get(entry, key));
  return text ? text : "";
}

/* Part of a text. */
typedef struct Span {
  const char *text;
  size_t length;
} Span;

static bool same_span(Span a, Span b) {
  return a.length > 0 && a.length == b.length &&
         memcmp(a.text, b.text, a.length) == 0;
}

/* The spec without its options: a built-in game, or the file of the rules. */
static Span rules_of(json_t *entry) {
  const char *spec = text_of(entry, "game");
  return (Span){spec, strcspn(spec, ":")};
}

/* The name of the game, or of the one it is a variant of. If its rules could
 * not be opened, that of its file, which is the default. */
static Span name_of(json_t *entry) {
  const char *family = text_of(entry, "family");
  if (*family)
    return (Span){family, strlen(family)};
  Span file = rules_of(entry);
  size_t end = file.length, from = end;
  if (end > 4 && memcmp(file.text + end - 4, ".lua", 4) == 0)
    end -= 4;
  while (from > 0 && file.text[from - 1] != '/')
    from--;
  return (Span){file.text + from, end - from};
}

/* The same without a version at its end: a copy of "hunt" is called "hunt2" or
 * "hunt_v2". */
static Span family_of(json_t *entry) {
  Span name = name_of(entry);
  size_t left = name.length;
  while (left > 0 && strchr("0123456789.", name.text[left - 1]))
    left--;
  if (left > 1 && left < name.length && name.text[left - 1] == 'v' &&
      strchr("_- ", name.text[left - 2]))
    left--;
  while (left > 0 && strchr("_- ", name.text[left - 1]))
    left--;
  return (Span){name.text, left ? left : name.length};
}

static bool same_game(json_t *one, json_t *other) {
  return same_span(rules_of(one), rules_of(other)) ||
         same_span(family_of(one), family_of(other));
}

/* NULL, or the entry that is not a run with games. */
static json_t *odd_one(json_t *entries) {
  size_t i;
  json_t *entry;
  json_array_foreach(entries, i, entry) {
    if (strcmp(text_of(entry, "kind"), "run") != 0 ||
        json_integer_value(json_object_get(entry, "games")) == 0)
      return entry;
  }
  return NULL;
}

/* Why the entries are not compared, in a sentence; or NULL. Two runs always
 * are: whoever names two runs wants to know how they differ. More are if they
 * are of the game of the first one. */
static json_t *why_not(const char *const dirs[], int count, json_t *entries) {
  json_t *odd = odd_one(entries), *first = json_array_get(entries, 0);
  if (odd && strcmp(text_of(odd, "kind"), "run") != 0)
    return json_sprintf("Only runs are compared, and %s is a %s: each is shown "
                        "by itself.",
                        text_of(odd, "name"),
                        strcmp(text_of(odd, "kind"), "tune") == 0
                            ? "tuning"
                            : text_of(odd, "kind"));
  if (odd)
    return json_sprintf("%s has no games yet, so nothing is compared.",
                        text_of(odd, "name"));
  for (int i = 1; i < count; i++)
    for (int k = 0; k < i; k++)
      if (compare_same_dir(dirs[i], dirs[k]))
        return json_sprintf(
            "%s is here twice, so nothing is compared.",
            text_of(json_array_get(entries, (size_t)i), "name"));
  for (int i = 1; count > 2 && i < count; i++)
    if (!same_game(first, json_array_get(entries, (size_t)i)))
      return json_string("These are different games: each is shown by itself. "
                         "To compare two of the runs, make a report about "
                         "these two.");
  return NULL;
}

json_t *report_comparison(const char *const dirs[], int count, json_t *entries,
                          Error *error) {
  json_t *why = why_not(dirs, count, entries);
  if (why)
    return json_pack("{s:o}", "why_not", why);
  ComparedFamily family;
  char **names = short_names(dirs, count);
  if (!names) {
    error_set(error, "out of memory (names of runs)");
    return NULL;
  }
  json_t *json = NULL;
  if (compared_family_read(&family, dirs, count, error)) {
    json = family_json(&family, names);
    json_object_set_new(
        json, "same_game",
        json_boolean(count > 2 || same_game(json_array_get(entries, 0),
                                            json_array_get(entries, 1))));
    compared_family_free(&family);
  }
  free_names(names, count);
  return json;
}
