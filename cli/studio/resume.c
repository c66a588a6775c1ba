#include "cli/studio/resume.h"

#include "analysis/metrics/result_dir.h"
#include "analysis/metrics/run_command.h"
#include "analysis/report/report_experiment_heads.h"
#include "core/run/manifest.h"
#include <stdlib.h>
#include <string.h>

/* ---- the command lines that reports show ---------------------------------*/

static bool line_of_run(const char *dir, Text *line, Error *error) {
  Manifest m;
  Run run;
  if (!manifest_read(&m, dir, error))
    return false;
  bool scripted = json_object_get(m.json, "definitions");
  bool good = !scripted && manifest_restore(&m, &run, error);
  manifest_free(&m);
  if (scripted)
    return error_set(error, "there is no such command: " HEAD_SCRIPT);
  if (!good)
    return false;
  good = command_exists(&run)
             ? command_of_run(&run, line) || error_set(error, "out of memory")
             : error_set(error, "there is no such command: " HEAD_SCRIPT);
  run_close(&run);
  return good;
}

static bool head_of(const char *dir, ResultKind kind, Head *head,
                    Error *error) {
  SweepResults sweep;
  TuneTable tuning;
  bool good = false;
  if (kind == RESULT_SWEEP && sweep_read(dir, &sweep, error)) {
    good = head_of_sweep(head, dir, &sweep, error);
    sweep_results_free(&sweep);
  } else if (kind == RESULT_TUNE && tune_read(&tuning, dir, error)) {
    good = head_of_tune(head, dir, &tuning, error);
    tune_table_free(&tuning);
  } else if (kind == RESULT_LADDER) {
    Ladder *ladder = malloc(sizeof *ladder);
    good = ladder ? ladder_read(ladder, dir, error) &&
                        head_of_ladder(head, dir, ladder, error)
                  : error_set(error, "out of memory (ladder)");
    free(ladder);
  }
  return good;
}

static bool line_of_experiment(const char *dir, ResultKind kind, Text *line,
                               Error *error) {
  Head head = {.facts = NULL};
  bool good = head_of(dir, kind, &head, error);
  if (good && head.no_command && strcmp(head.no_command, HEAD_SCRIPT) == 0)
    good = error_set(error, "there is no such command: " HEAD_SCRIPT);
  else if (good && !head.command.length)
    good = error_set(error, "nothing has been played there yet: start it again "
                            "in another folder");
  if (good) {
    *line = head.command;
    head.command = (Text){NULL};
  }
  json_decref(head_json(&head));
  return good;
}

/* ---- words ---------------------------------------------------------------*/

/* Reads a word as command_add writes it into a buffer of the length of the
 * line. Returns what follows it. */
static const char *read_word(const char *at, char *word) {
  bool quoted = false;
  for (; *at && (quoted || *at != ' '); at++)
    if (*at == '\'')
      quoted = !quoted;
    else if (!quoted && *at == '\\' && at[1])
      *word++ = *++at;
    else
      *word++ = *at;
  *word = '\0';
  return at + (*at == ' ');
}

/* The words of the last command of a line: a tuning whose limits were raised
 * has several. */
static json_t *split(const char *line) {
  json_t *words = json_array();
  char *word = malloc(strlen(line) + 1);
  while (word && *line) {
    line = read_word(line, word);
    if (strcmp(word, "&&") == 0)
      json_array_clear(words);
    else
      json_array_append_new(words, json_string(word));
  }
  if (!word) {
    json_decref(words);
    words = NULL;
  }
  free(word);
  return words;
}

/* Reports name the last part of the folder only. */
static void set_folder(json_t *words, const char *dir) {
  bool resumes = false, named = false;
  size_t i;
  json_t *word;
  json_array_foreach(words, i, word) {
    resumes = resumes || strcmp(json_string_value(word), "--resume") == 0;
    if (named || strcmp(json_string_value(word), "--out") != 0)
      continue;
    named = true;
    json_array_set_new(words, i + 1, json_string(dir));
  }
  if (!named) {
    json_array_append_new(words, json_string("--out"));
    json_array_append_new(words, json_string(dir));
  }
  if (!resumes)
    json_array_append_new(words, json_string("--resume"));
}

json_t *resume_words(const char *dir, Error *error) {
  Text line = {NULL};
  ResultKind kind = result_kind(dir);
  bool good;
  if (kind == RESULT_NONE)
    good = error_set(error,
                     "'%.200s' is not the folder of a run, tournament, sweep, "
                     "ladder or tuning",
                     dir);
  else if (kind == RESULT_RUN)
    good = line_of_run(dir, &line, error);
  else
    good = line_of_experiment(dir, kind, &line, error);
  if (good && !text_reserve(&line, 1))
    good = error_set(error, "out of memory");
  json_t *words = NULL;
  if (good) {
    line.bytes[line.length] = '\0';
    words = split(line.bytes);
    json_array_remove(words, 0); /* boardlab */
    set_folder(words, dir);
  }
  free(line.bytes);
  return words;
}
