#include "cli/commands/startable.h"

#include "cli/commands/command.h"
#include "cli/studio/folders.h"
#include "cli/studio/library.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/program/program_bot.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const Command *const STARTABLE[] = {&simulate_command,
                                           &tournament_command,
                                           &sweep_command,
                                           &tune_command,
                                           &ladder_command,
                                           &study_command,
                                           NULL};

/* Flags that a page has no use for, or that would weaken the sandbox. */
static const char *const WITHHELD[] = {"quiet", "progress-fd", "isolation",
                                       NULL};
/* Flags whose values are specs of bots. */
static const char *const BOTS[] = {"seat", "bot", "player", "against", NULL};

/* Flags that a manifest may choose: those that say what is played. */
static const char *const STORED[] = {
    "seat",    "bot",    "rotate",      "games",     "until",  "pairs",
    "opening", "sprt",   "seed",        "moves",     "budget", "memory",
    "vary",    "goal",   "first",       "max-plies", "each",   "double",
    "levels",  "player", "vary-player", "against",   "close",  NULL};

static const Command *startable_find(const char *name, Error *error) {
  for (const Command *const *c = STARTABLE; *c; c++)
    if (strcmp((*c)->name, name) == 0)
      return *c;
  error_set(error,
            "'%.60s' cannot be started here: simulate, tournament, sweep, "
            "tune, ladder and study can",
            name);
  return NULL;
}

static bool check_flag(const char *name, const char *value, Error *error) {
  if (text_is_among(name, WITHHELD))
    return error_set(error, "--%s cannot be given here", name);
  if (strcmp(name, "out") == 0 && !folders_may_write(value, error))
    return error_prefix(error, "--out: ");
  bool is_bot = text_is_among(name, BOTS) || (value && program_is_spec(value));
  if (is_bot && !library_allows(value, error))
    return error_prefix(error, "--%s: ", name);
  return true;
}

static bool check(const Args *args, const char **out, Error *error) {
  for (int i = 0; i < args->positional_count; i++)
    if (!library_allows(args->positional[i], error))
      return false;
  for (int i = 0; i < args->flag_count; i++)
    if (!check_flag(args->flag[i].flag->name, args->flag[i].value, error))
      return false;
  *out = args_value(args, "out");
  return *out ||
         error_set(
             error,
             "--out DIR is missing: the folder below this one for the results");
}

static bool check_stored(const Args *args, Error *error) {
  for (int i = 0; i < args->flag_count; i++)
    if (!text_is_among(args->flag[i].flag->name, STORED))
      return error_set(error, "its manifest must not set --%s",
                       args->flag[i].flag->name);
  return true;
}

/* What is stored must be complete on its own. */
bool startable_check(const char *name, int count, char *const arguments[],
                     int stored, const char **out, Error *error) {
  const Command *command = startable_find(name, error);
  Args *args = need(sizeof *args);
  bool good = command &&
              (!stored || (args_read(args, command, stored, arguments, error) &&
                           check_stored(args, error))) &&
              args_read(args, command, count, arguments, error) &&
              check(args, out, error);
  free(args);
  return good;
}

/* ---- for the form --------------------------------------------------------*/

/* The lines of a help text as one. */
static json_t *help_json(const char *help) {
  char *text = need_copy(help);
  for (char *at = text; *at; at++)
    if (*at == '\n')
      *at = ' ';
  json_t *json = json_string(text);
  free(text);
  return json;
}

static json_t *flags_json(const Command *command) {
  json_t *list = json_array();
  for (const Flag *f = command->flags; f->name; f++)
    if (!text_is_among(f->name, WITHHELD))
      json_array_append_new(
          list,
          json_pack("{s:s, s:s?, s:o, s:b, s:b, s:o}", "name", f->name, "value",
                    f->value, "help", help_json(f->help), "repeatable",
                    f->repeatable, "bot", text_is_among(f->name, BOTS), "words",
                    f->words ? json_texts(f->words, INT_MAX) : json_null()));
  return list;
}

json_t *startable_describe(void) {
  json_t *list = json_array();
  for (const Command *const *c = STARTABLE; *c; c++)
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:s, s:o}", "name", (*c)->name,
                                    "summary", (*c)->summary, "example",
                                    (*c)->example, "flags", flags_json(*c)));
  return json_pack("{s:o}", "commands", list);
}
