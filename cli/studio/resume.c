#include "cli/studio/resume.h"

#include "cli/studio/folders.h"
#include "core/run/made.h"
#include "core/run/manifest.h"

static void add_flag(json_t *words, const char *flag, const char *value) {
  json_array_append_new(words, json_string(flag));
  json_array_append_new(words, json_string(value));
}

/* A shard is part of what a folder holds, but not of how it was made. */
static void add_shard(json_t *words, const json_t *manifest) {
  int part, of;
  char text[32];
  if (json_unpack(json_object_get(manifest, "shard"), "{s:i, s:i}", "part",
                  &part, "of", &of) != 0 ||
      of < 2)
    return;
  snprintf(text, sizeof text, "%d/%d", part, of);
  add_flag(words, "--shard", text);
}

json_t *resume_words(const char *dir, int *stored, Error *error) {
  ResultKind kind = result_kind(dir);
  if (kind == RESULT_NONE) {
    error_set(error,
              "'%.200s' is not the folder of a run, tournament, sweep, ladder "
              "or tuning",
              dir);
    return NULL;
  }
  json_t *manifest = manifest_load(dir, kind, error), *words = NULL;
  if (json_is_true(json_object_get(manifest, "scripted")))
    error_set(error, "there is no such command: %s", made_by_script);
  else
    words = json_copy(json_object_get(manifest, "arguments"));
  *stored = (int)json_array_size(words);
  add_shard(words, manifest);
  add_flag(words, "--out", dir);
  json_array_append_new(words, json_string("--resume"));
  json_decref(manifest);
  return words;
}

int resume_start(Tasks *tasks, const char *dir, Error *error) {
  int stored = 0, task = 0;
  json_t *words =
      folders_may_read(dir, error) ? resume_words(dir, &stored, error) : NULL;
  json_t *command = json_incref(json_array_get(words, 0));
  json_array_remove(words, 0);
  if (stored > 0 && json_is_string(command))
    task = tasks_start(tasks, json_string_value(command), words, stored - 1,
                       error);
  else if (words)
    error_set(error, "its manifest names no command");
  if (!task)
    error_prefix(error, "it cannot be resumed: ");
  json_decref(command);
  json_decref(words);
  return task;
}
