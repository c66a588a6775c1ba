#include "core/base/option.h"

#include "core/base/given_file.h"
#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include <stdio.h>
#include <string.h>

static const char *const FLAG_WORDS[] = {"false", "true", NULL};

/* A flag is a word that is either "false" or "true". */
static const char *const *words_of(const Option *option) {
  return option->type == OPTION_FLAG ? FLAG_WORDS : option->words;
}

static int step_of(const Option *option) {
  return option->step > 0 ? option->step : 1;
}

int option_default(const Option *option, const int values[]) {
  return option->derive ? option->derive(values) : option->default_value;
}

/* Writes thousandths as "-1.25", with as few decimal places as possible. */
static void format_real(int value, char text[OPTION_TEXT]) {
  unsigned size = value < 0 ? 0u - (unsigned)value : (unsigned)value;
  int n = snprintf(text, OPTION_TEXT, "%s%u.%03u", value < 0 ? "-" : "",
                   size / OPTION_ONE, size % OPTION_ONE);
  while (text[n - 1] == '0')
    n--;
  text[text[n - 1] == '.' ? n - 1 : n] = '\0';
}

void option_format(const Option *option, int value, char text[OPTION_TEXT]) {
  if (option->type == OPTION_INT)
    snprintf(text, OPTION_TEXT, "%d", value);
  else if (option->type == OPTION_REAL)
    format_real(value, text);
  else if (option->type == OPTION_FILE)
    snprintf(text, OPTION_TEXT, "%s", value ? given_file_get(value)->name : "");
  else
    snprintf(text, OPTION_TEXT, "%s", words_of(option)[value]);
}

void option_range(const Option *option, char text[OPTION_TEXT]) {
  text[0] = '\0';
  if (option->type == OPTION_FLAG) {
    snprintf(text, OPTION_TEXT, "true or false");
  } else if (option->type == OPTION_FILE) {
    snprintf(text, OPTION_TEXT, "a file");
  } else if (option->type == OPTION_REAL) {
    char max[OPTION_TEXT];
    format_real(option->min, text);
    format_real(option->max, max);
    text_append(text, OPTION_TEXT, "..%.24s", max);
  } else if (option->type == OPTION_INT && step_of(option) == 1) {
    snprintf(text, OPTION_TEXT, "%d..%d", option->min, option->max);
  } else if (option->type == OPTION_INT) {
    for (int v = option->min; v <= option->max; v += step_of(option))
      text_append(text, OPTION_TEXT, "%s%d", *text ? ", " : "", v);
  } else {
    for (const char *const *w = words_of(option); *w; w++)
      text_append_item(text, OPTION_TEXT, *w);
  }
}

/* The allowed value that is closest to a number. */
static int64_t nearest_value(const Option *option, int64_t number) {
  int64_t step = step_of(option);
  if (number <= option->min)
    return option->min;
  int64_t steps = (number > option->max ? option->max : number) - option->min;
  int64_t value = option->min + (steps + (step - 1) / 2) / step * step;
  return value > option->max ? value - step : value;
}

static bool read_int(const Option *option, const char *owner, const char *text,
                     int *value, Error *error) {
  char range[OPTION_TEXT];
  option_range(option, range);
  int64_t number;
  if (!number_read_short(text, &number))
    return error_set(error, "%s: %s takes a whole number (%s), not '%.60s'",
                     owner, option->name, range, text);
  int64_t fitted = nearest_value(option, number);
  if (fitted != number)
    return error_set(error,
                     "%s: %s=%.60s is not allowed (%s); the nearest is %d",
                     owner, option->name, text, range, (int)fitted);
  *value = (int)number;
  return true;
}

/* Reads "1.25" as 1250, with at most three decimal places. */
static bool read_thousandths(const char *text, int64_t *value) {
  char whole[OPTION_TEXT];
  size_t length = strcspn(text, ".");
  if (length >= sizeof whole)
    return false;
  memcpy(whole, text, length);
  whole[length] = '\0';
  if (!number_read(whole, value) || *value > INT32_MAX || *value < INT32_MIN)
    return false;
  *value *= OPTION_ONE;
  if (!text[length])
    return true;
  const char *places = text + length + 1;
  size_t count = strspn(places, "0123456789");
  if (count < 1 || count > 3 || places[count])
    return false;
  int unit = OPTION_ONE;
  for (; *places; places++)
    *value += (text[0] == '-' ? -1 : 1) * (*places - '0') * (unit /= 10);
  return true;
}

static bool read_real(const Option *option, const char *owner, const char *text,
                      int *value, Error *error) {
  char range[OPTION_TEXT];
  option_range(option, range);
  int64_t number;
  if (!read_thousandths(text, &number))
    return error_set(error,
                     "%s: %s takes a number with at most three decimal places "
                     "(%s), not '%.60s'",
                     owner, option->name, range, text);
  if (number < option->min || number > option->max)
    return error_set(error, "%s: %s=%.60s is not allowed (%s)", owner,
                     option->name, text, range);
  *value = (int)number;
  return true;
}

static bool read_word(const Option *option, const char *owner, const char *text,
                      int *value, Error *error) {
  Suggestion suggestion = {.wanted = text};
  for (int i = 0; words_of(option)[i]; i++) {
    if (strcmp(text, words_of(option)[i]) == 0) {
      *value = i;
      return true;
    }
    suggestion_offer(&suggestion, words_of(option)[i]);
  }
  char range[OPTION_TEXT];
  option_range(option, range);
  error_set(error, "%s: %s takes %s%s, not '%.60s'", owner, option->name,
            option->type == OPTION_FLAG ? "" : "one of ", range, text);
  return suggestion.word
             ? error_add(error, "did you mean '%s'?", suggestion.word)
             : false;
}

static bool read_file(const Option *option, const char *owner, const char *text,
                      int *value, Error *error) {
  Error why = {0};
  if (strlen(text) >= OPTION_TEXT)
    return error_set(error, "%s: the name of the file %s is too long", owner,
                     option->name);
  *value = *text ? given_file(text, &why) : 0;
  return *value || !*text ||
         error_set(error, "%s: %s: %s", owner, option->name, why.message);
}

static bool unknown_option(const Option table[], const char *owner,
                           const char *name, Error *error) {
  if (!table[0].name)
    return error_set(error, "%s has no options, so '%.60s' cannot be set",
                     owner, name);
  Suggestion suggestion = {.wanted = name};
  char known[512] = "";
  for (const Option *o = table; o->name; o++) {
    suggestion_offer(&suggestion, o->name);
    text_append_item(known, sizeof known, o->name);
  }
  error_set(error, "%s has no option '%.60s'", owner, name);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  return error_add(error, "its options are %s", known);
}

const Option *options_find(const Option table[], const char *name) {
  for (const Option *o = table; o->name; o++)
    if (strcmp(o->name, name) == 0)
      return o;
  return NULL;
}

/* Reads one "name=value", writing a NUL over its "=". */
static bool read_setting(const Option table[], const char *owner, char *setting,
                         int values[], bool given[], Error *error) {
  char *equals = strchr(setting, '=');
  if (!equals || equals == setting)
    return error_set(error, "%s: '%.60s' is not of the form name=value", owner,
                     setting);
  *equals = '\0';
  const Option *option = options_find(table, setting);
  if (!option)
    return unknown_option(table, owner, setting, error);
  ptrdiff_t i = option - table;
  if (given[i])
    return error_set(error, "%s: %s is given twice", owner, setting);
  given[i] = true;
  const char *value = equals + 1;
  switch (option->type) {
  case OPTION_INT:
    return read_int(option, owner, value, &values[i], error);
  case OPTION_REAL:
    return read_real(option, owner, value, &values[i], error);
  case OPTION_FILE:
    return read_file(option, owner, value, &values[i], error);
  default:
    return read_word(option, owner, value, &values[i], error);
  }
}

bool options_read(const Option table[], const char *owner, const char *text,
                  int values[], Error *error) {
  bool given[OPTIONS_MAX] = {false};
  while (text && *text) {
    char setting[2 * OPTION_TEXT];
    size_t length = strcspn(text, ",");
    if (length >= sizeof setting)
      return error_set(error, "%s: the option '%.40s…' is too long", owner,
                       text);
    memcpy(setting, text, length);
    setting[length] = '\0';
    if (!read_setting(table, owner, setting, values, given, error))
      return false;
    text += length;
    if (*text == ',' && !*++text)
      return error_set(error, "%s: the options end in a comma", owner);
  }
  for (int i = 0; table[i].name; i++)
    if (!given[i])
      values[i] = option_default(&table[i], values);
  return true;
}

bool options_write(const Option table[], const int values[], bool all,
                   char *text, size_t size) {
  size_t used = 0;
  if (size > 0)
    text[0] = '\0';
  for (int i = 0; table[i].name; i++) {
    if (!all && values[i] == option_default(&table[i], values))
      continue;
    char value[OPTION_TEXT];
    option_format(&table[i], values[i], value);
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s",
                             used ? "," : "", table[i].name, value);
    if (used >= size)
      return false;
  }
  return true;
}
