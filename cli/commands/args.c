#include "cli/commands/command.h"

#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/program/program_bot.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Letters that stand for a flag, in every command that has it. */
static const struct {
  char letter;
  const char *name;
} LETTERS[] = {{'o', "out"}, {'j', "jobs"}, {'q', "quiet"}};

char flag_letter(const Flag *flag) {
  for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++)
    if (strcmp(LETTERS[i].name, flag->name) == 0)
      return LETTERS[i].letter;
  return '\0';
}

const Flag *flag_find(const Command *command, const char *word,
                      const char **value) {
  bool is_long = strncmp(word, "--", 2) == 0;
  size_t length = strcspn(word, "=");
  if (word[0] != '-' || !word[1])
    return NULL;
  const char *rest = is_long ? word + length : word + 2;
  *value = *rest ? rest + is_long : NULL;
  for (const Flag *f = command->flags; f->name; f++)
    if (is_long ? strlen(f->name) == length - 2 &&
                      strncmp(f->name, word + 2, length - 2) == 0
                : flag_letter(f) == word[1])
      return f;
  return NULL;
}

static bool unknown_flag(const Command *command, const char *text,
                         Error *error) {
  Suggestion suggestion = {.wanted = text + strspn(text, "-")};
  for (const Flag *f = command->flags; f->name; f++)
    suggestion_offer(&suggestion, f->name);
  suggestion_offer(&suggestion, "help");
  error_set(error, "there is no flag '%.60s'", text);
  if (suggestion.word)
    error_add(error, "did you mean --%s?", suggestion.word);
  return error_add(error, "boardlab %s --help lists the flags", command->name);
}

static bool add_flag(Args *args, const Flag *flag, const char *value,
                     Error *error) {
  if (args->flag_count == FLAGS_MAX)
    return error_set(error, "too many flags: at most %d are allowed",
                     FLAGS_MAX);
  args->flag[args->flag_count].flag = flag;
  args->flag[args->flag_count++].value = value;
  return true;
}

/* Writes the words of a flag: "auto, require or off". */
static void write_words(const Flag *flag, char text[128]) {
  size_t used = 0;
  for (const char *const *w = flag->words; *w && used < 128; w++)
    used += (size_t)snprintf(text + used, 128 - used, "%s%s",
                             w == flag->words ? ""
                             : w[1]           ? ", "
                                              : " or ",
                             *w);
}

/* Adds a flag with its value, or says what it takes. A value that follows after
 * a space, `next`, may be something else: the value was forgotten. */
static bool add_value(Args *args, const Flag *flag, const char *inline_value,
                      const char *next, Error *error) {
  const char *value = inline_value ? inline_value : next;
  char words[128];
  bool missing = !value || (!inline_value && strncmp(value, "--", 2) == 0);
  if (!missing && (!flag->words || text_is_among(value, flag->words)))
    return add_flag(args, flag, value, error);
  if (!flag->words)
    return error_set(error, "--%s needs a value: --%s %s", flag->name,
                     flag->name, flag->value);
  write_words(flag, words);
  if (missing)
    return error_set(error, "--%s needs a value: %s, as in --%s=%s", flag->name,
                     words, flag->name, flag->words[0]);
  return error_set(error, "--%s takes %s, as in --%s=%s, not '%.60s'",
                   flag->name, words, flag->name, flag->words[0], value);
}

/* Parses the flag at argv[*at], and leaves *at on the last text it used. */
static bool read_flag(Args *args, int argc, char *const *argv, int *at,
                      Error *error) {
  const Command *command = args->command;
  const char *text = argv[*at];
  const char *inline_value;
  const Flag *flag = flag_find(command, text, &inline_value);
  if (!flag)
    return unknown_flag(command, text, error);
  if (!flag->repeatable && args_value(args, flag->name))
    return error_set(error, "--%s is given twice", flag->name);
  if (!flag->value && inline_value)
    return error_set(error, "--%s takes no value", flag->name);
  if (!flag->value)
    return add_flag(args, flag, "", error);
  const char *next = *at + 1 < argc ? argv[*at + 1] : NULL;
  *at += !inline_value;
  return add_value(args, flag, inline_value, next, error);
}

/* How many arguments a usage line asks for; the optional ones come last. */
static void count_positional(const char *usage, int *least, int *most) {
  bool optional = false;
  *least = *most = 0;
  for (; *usage; usage += strcspn(usage, " "), usage += *usage == ' ') {
    optional = optional || *usage == '[';
    if (strncmp(usage, "…", strlen("…")) == 0) {
      *most = POSITIONAL_MAX;
      return;
    }
    *least += !optional;
    *most += 1;
  }
}

bool args_read(Args *args, const Command *command, int argc, char *const *argv,
               Error *error) {
  int least, most;
  count_positional(command->positional, &least, &most);
  *args = (Args){.command = command};
  for (int at = 0; at < argc; at++) {
    if (argv[at][0] == '-' && argv[at][1]) {
      if (!read_flag(args, argc, argv, &at, error))
        return false;
    } else if (args->positional_count == most) {
      return error_set(error, "unexpected argument '%.60s': boardlab %s %s",
                       argv[at], command->name, command->positional);
    } else {
      args->positional[args->positional_count++] = argv[at];
      if (command->passthrough) {
        args->passed_count = argc - at - 1;
        args->passed = argv + at + 1;
        break;
      }
    }
  }
  if (args->positional_count < least)
    return error_set(error, "missing argument: boardlab %s %s", command->name,
                     command->positional);
  if (args_value(args, "csv") && args_value(args, "json"))
    return error_set(error, "--csv and --json cannot be combined: give one");
  return true;
}

const char *args_value(const Args *args, const char *flag) {
  for (int i = 0; i < args->flag_count; i++)
    if (strcmp(args->flag[i].flag->name, flag) == 0)
      return args->flag[i].value;
  return NULL;
}

int args_values(const Args *args, const char *flag, const char *values[]) {
  int count = 0;
  for (int i = 0; i < args->flag_count; i++)
    if (strcmp(args->flag[i].flag->name, flag) == 0)
      values[count++] = args->flag[i].value;
  return count;
}

bool args_int(const Args *args, const char *flag, int64_t min, int64_t max,
              int64_t *value, Error *error) {
  const char *text = args_value(args, flag);
  if (!text)
    return true;
  return number_short_in_range(text, min, max, value) ||
         error_set(error,
                   "--%s takes a whole number from %lld to %lld, not '%.60s'",
                   flag, (long long)min, (long long)max, text);
}

bool args_real(const Args *args, const char *flag, double min, double max,
               double *value, Error *error) {
  const char *text = args_value(args, flag);
  if (!text)
    return true;
  char *end;
  double number = strtod(text, &end);
  if (end == text || *end || !isfinite(number) || number < min || number > max)
    return error_set(error, "--%s takes a number from %g to %g, not '%.60s'",
                     flag, min, max, text);
  *value = number;
  return true;
}

bool args_ply(const Args *args, int moves, int64_t *ply, Error *error) {
  *ply = -1;
  return args_int(args, "ply", 0, moves, ply, error) ||
         error_add(error, "the game has %d moves", moves);
}

bool args_wants_rows(const Args *args) {
  return args_value(args, "csv") || args_value(args, "json");
}

bool args_print_table(const Args *args, const ResultTable *table,
                      Error *error) {
  return args_wants_rows(args)
             ? result_write(table, args_value(args, "json"), stdout, error)
             : result_print(table, stdout, error);
}

static void print_warning(const char *message) {
  fprintf(stderr, "boardlab: warning: %s\n", message);
}

const char *const isolation_words[] = {"auto", "require", "off", NULL};

static IsolationMode read_isolation(const Args *args) {
  static const IsolationMode MODES[] = {ISOLATION_AUTO, ISOLATION_REQUIRE,
                                        ISOLATION_OFF};
  const char *name = args_value(args, "isolation");
  int i = 0;
  while (name && strcmp(name, isolation_words[i]) != 0)
    i++;
  return MODES[i];
}

bool args_check_programs(const Args *args, Error *error) {
  const char *bots[FLAGS_MAX];
  int count = args_values(args, "bot", bots);
  for (int i = 0; i < count; i++)
    if (!program_is_spec(bots[i]))
      return error_set(error,
                       "--bot names a program, as in 'exec:python3 bot.py', "
                       "not '%.200s': all other bots can play anyway",
                       bots[i]);
  return true;
}

/* Programs may be started if this command line names them. */
static void allow_programs(const Args *args) {
  for (int i = 0; i < args->flag_count; i++)
    if (args->flag[i].value)
      program_allow(args->flag[i].value);
}

bool args_limits(const Args *args, Error *error) {
  int64_t budget = WORK_DEFAULT, megabytes = MEMORY_DEFAULT >> 20;
  bool counted =
      args->command != &study_command; /* that of a study is a word */
  if ((counted && !args_int(args, "budget", 0, WORK_MAX, &budget, error)) ||
      !args_int(args, "memory", 1, 1 << 20, &megabytes, error))
    return false;
  limits_set_printing(!args_value(args, "no-print"));
  host_isolate(read_isolation(args), print_warning);
  host_start((Limits){budget, (size_t)megabytes << 20});
  allow_programs(args);
  return true;
}

/* Prints a flag and its help in two columns. A flag too long for its column has
 * a line of its own. */
static void print_flag(const Flag *flag, FILE *out) {
  char letter[] = {'-', flag_letter(flag), ',', ' ', '\0'};
  int width = fprintf(out, "  %s--%s%s%s", letter[1] ? letter : "", flag->name,
                      flag->value ? " " : "", flag->value ? flag->value : "");
  if (width > 20)
    fprintf(out, "\n%21s", "");
  else
    fprintf(out, "%*s", 21 - width, "");
  for (const char *c = flag->help; *c; c++)
    *c == '\n' ? fprintf(out, "\n%21s", "") : fputc(*c, out);
  fprintf(out, "\n");
}

void command_help(const Command *command, FILE *out) {
  const char *flags = command->flags[0].name ? " [flags]" : "";
  fprintf(out, "boardlab %s: %s\n\nUsage: boardlab %s%s %s%s\n", command->name,
          command->summary, command->name, command->passthrough ? flags : "",
          command->positional, command->passthrough ? "" : flags);
  if (command->flags[0].name)
    fprintf(out, "\nFlags:\n");
  for (const Flag *f = command->flags; f->name; f++)
    print_flag(f, out);
  fprintf(out, "\n%s\nExample:\n  %s\n", help_text(command->name),
          command->example);
}
