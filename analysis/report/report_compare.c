/* The comparison of several runs in a report's data: what `boardlab compare`
 * prints, or a sentence that says why the entries are not compared. */
#include "analysis/report/report_entries.h"

#include "analysis/experiments/compare.h"
#include <limits.h>
#include <string.h>

/* ---- what runs are called ------------------------------------------------*/

enum { PATH_PARTS = 8 };

/* The last parts of a path, without slashes at its end. */
static void last_parts(const char *path, int parts, char name[PATH_MAX]) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/')
    end--;
  size_t start = end;
  while (start > 0 && (path[start - 1] != '/' || --parts > 0))
    start--;
  snprintf(name, PATH_MAX, "%.*s", (int)(end - start), path + start);
}

/* How many of the last parts of the folders' names tell them apart: 1 if
 * runs/six_walls can be called "six_walls". */
static int parts_needed(const char *const dirs[], int count, int parts) {
  char a[PATH_MAX], b[PATH_MAX];
  for (int i = 0; parts < PATH_PARTS && i < count; i++)
    for (int k = 0; k < i; k++) {
      last_parts(dirs[i], parts, a);
      last_parts(dirs[k], parts, b);
      if (strcmp(a, b) == 0)
        return parts_needed(dirs, count, parts + 1);
    }
  return parts;
}

/* ---- one comparison ------------------------------------------------------*/

static json_t *comparison_json(const Comparison *c) {
  Document document = {0};
  compare_document(c, &document);
  const Sentences *verdict = &document.verdict;
  json_t *json = json_pack(
      "{s:s, s:o, s:i, s:o, s:o}", "how", compare_describe(c).text, "sentences",
      json_sentences(verdict), "conclusion",
      verdict->conclusion ? verdict->conclusion : 1, "notes",
      json_sentences(&document.notes), "document", document_json(&document));
  document_free(&document);
  return json;
}

static json_t *family_json(ComparedFamily *f, const char *const dirs[]) {
  json_t *list = json_array(), *called = json_array();
  int parts = parts_needed(dirs, f->count + 1, 1);
  for (int i = 0; i <= f->count; i++) {
    char name[PATH_MAX];
    last_parts(dirs[i], parts, name);
    compared_run_call(i ? &f->b[i - 1] : &f->a, name);
    json_array_append_new(called, json_text(name));
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
            "%s is listed twice, so nothing is compared.",
            text_of(json_array_get(entries, (size_t)i), "name"));
  for (int i = 1; count > 2 && i < count; i++)
    if (!same_game(first, json_array_get(entries, (size_t)i)))
      return json_string("These are different games: each is shown by itself. "
                         "To compare two of the runs, make a report about "
                         "these two.");
  return NULL;
}

/* Whether these are two complete studies, whose cards are compared. */
static bool are_studies(json_t *entries, int count) {
  size_t i;
  json_t *entry;
  json_array_foreach(entries, i, entry) {
    if (strcmp(text_of(entry, "kind"), "study") != 0)
      return false;
  }
  return count == 2;
}

/* Both may be cards of one game: they are told apart by their files. */
static void name_versions(json_t *entries) {
  static const char *const VERSION[] = {"Before", "After"};
  for (size_t i = 0; i < 2; i++) {
    json_t *entry = json_array_get(entries, i);
    json_object_set_new(json_object_get(entry, "head"), "title",
                        json_sprintf("%s: the game card of %s", VERSION[i],
                                     text_of(entry, "game")));
  }
}

json_t *report_comparison(const char *const dirs[], int count, json_t *entries,
                          Error *error) {
  if (are_studies(entries, count)) {
    json_t *change = report_change(dirs, error);
    name_versions(entries);
    return change ? json_pack("{s:o}", "entry", change) : NULL;
  }
  json_t *why = why_not(dirs, count, entries);
  if (why)
    return json_pack("{s:o}", "why_not", why);
  static const MovesPlan MOVES = {.sample = 0};
  ComparedFamily family;
  if (!compared_family_read(&family, dirs, count, &MOVES, error))
    return NULL;
  json_t *json = family_json(&family, dirs);
  json_object_set_new(
      json, "same_game",
      json_boolean(count > 2 || same_game(json_array_get(entries, 0),
                                          json_array_get(entries, 1))));
  compared_family_free(&family);
  return json;
}
