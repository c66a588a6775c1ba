#include "cli/commands/startable.h"

#include "cli/commands/command.h"
#include "cli/studio/folders.h"
#include "cli/studio/results.h"
#include "cli/table/offer.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/program/program_bot.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The commands, and what a form calls each. */
static const struct Startable {
  const Command *command;
  const char *title;
  bool reads; /* its arguments are folders of results, and it writes none */
} STARTABLE[] = {
    {&simulate_command, "Play many games", false},
    {&tournament_command, "Rank bots", false},
    {&sweep_command, "See what an option changes", false},
    {&tune_command, "Find options that meet your goals", false},
    {&ladder_command, "See what stronger play changes", false},
    {&study_command, "Study a game: its game card", false},
    {&compare_command, "Compare results", true},
    {NULL},
};

/* Flags that a page has no use for, or that would weaken the sandbox. */
static const char *const WITHHELD[] = {"quiet", "progress-fd", "isolation",
                                       NULL};
/* The same for commands that only read: these play more games in the folders
 * that they are given. */
static const char *const EXTENDING[] = {"until", "sprt", "games", "bot", NULL};

/* Flags that a manifest may choose: those that say what is played. */
static const char *const STORED[] = {
    "seat",        "bot",    "rotate", "games",     "until",   "pairs",
    "opening",     "sprt",   "seed",   "moves",     "budget",  "memory",
    "vary",        "goal",   "first",  "max-plies", "each",    "double",
    "levels",      "below",  "above",  "player",    "against", "close",
    "vary-player", "people", NULL};

/* A manifest names only commands that write results. */
static const struct Startable *startable_find(const char *name, bool stored,
                                              Error *error) {
  for (const struct Startable *s = STARTABLE; s->command; s++)
    if (strcmp(s->command->name, name) == 0 && !(stored && s->reads))
      return s;
  error_set(error,
            "'%.60s' cannot be started here: simulate, tournament, sweep, "
            "tune, ladder, study and compare can",
            name);
  return NULL;
}

static bool names_bot(const Flag *flag) {
  return flag->value && strcmp(flag->value, "BOT") == 0;
}

static bool is_withheld(const struct Startable *s, const Flag *flag) {
  return text_is_among(flag->name, WITHHELD) ||
         (s->reads && text_is_among(flag->name, EXTENDING));
}

static bool check_flag(const struct Startable *s, const Flag *flag,
                       const char *value, Error *error) {
  if (is_withheld(s, flag))
    return error_set(error, "--%s cannot be given here", flag->name);
  if (strcmp(flag->name, "out") == 0 && !folders_may_write(value, error))
    return error_prefix(error, "--out: ");
  if (flag->value && strcmp(flag->value, "RUN") == 0 &&
      !results_check(value, error))
    return error_prefix(error, "--%s: ", flag->name);
  bool is_bot = names_bot(flag) || (value && program_is_spec(value));
  if (is_bot && !offer_allows(value, error))
    return error_prefix(error, "--%s: ", flag->name);
  return true;
}

static bool check(const struct Startable *s, const Args *args, const char **out,
                  Error *error) {
  for (int i = 0; i < args->positional_count; i++)
    if (!(s->reads ? results_check : offer_allows)(args->positional[i], error))
      return false;
  for (int i = 0; i < args->flag_count; i++)
    if (!check_flag(s, args->flag[i].flag, args->flag[i].value, error))
      return false;
  *out = args_value(args, "out");
  return *out || s->reads ||
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
  const struct Startable *s = startable_find(name, stored, error);
  Args *args = need(sizeof *args);
  bool good =
      s &&
      (!stored || (args_read(args, s->command, stored, arguments, error) &&
                   check_stored(args, error))) &&
      args_read(args, s->command, count, arguments, error) &&
      check(s, args, out, error);
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

static json_t *flag_json(const Flag *f) {
  return json_pack("{s:s, s:s?, s:o, s:b, s:b, s:o, s:s?, s:s?, s:b}", "name",
                   f->name, "value", f->value, "help", help_json(f->help),
                   "repeatable", f->repeatable, "bot", names_bot(f), "words",
                   f->words ? json_texts(f->words, INT_MAX) : json_null(),
                   "label", f->label, "usual", f->usual, "first", f->first);
}

static json_t *flags_json(const struct Startable *s) {
  json_t *list = json_array();
  for (const Flag *f = s->command->flags; f->name; f++)
    if (!is_withheld(s, f))
      json_array_append_new(list, flag_json(f));
  return list;
}

json_t *startable_describe(void) {
  json_t *list = json_array();
  for (const struct Startable *s = STARTABLE; s->command; s++)
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:s, s:s, s:b, s:o}", "name",
                        s->command->name, "title", s->title, "summary",
                        s->command->summary, "example", s->command->example,
                        "reads", s->reads, "flags", flags_json(s)));
  return json_pack("{s:o}", "commands", list);
}
