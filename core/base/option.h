/* Options: what can be set about a game or a bot, as a table.
 *
 * A table of Option, ended by an entry without a name, is all there is to
 * declare: reading `players=4,size=7`, checking ranges, working out defaults,
 * help texts and error messages are done from it. Values are ints, in the
 * table's order: a number, a fraction in thousandths, 0 or 1 for a flag, or the
 * index of a word. */
#ifndef BOARDLAB_CORE_BASE_OPTION_H
#define BOARDLAB_CORE_BASE_OPTION_H

#include "core/base/error.h"
#include <stddef.h>

enum { OPTIONS_MAX = 24, OPTION_TEXT = 64, OPTION_ONE = 1000 };

typedef enum OptionType {
  OPTION_INT,
  OPTION_REAL, /* in thousandths: OPTION_ONE stands for 1 */
  OPTION_FLAG,
  OPTION_WORD
} OptionType;

typedef struct Option {
  const char *name;
  OptionType type;
  int min, max, step; /* of numbers: min, min + step, … max; step 0 means 1 */
  const char *const *words; /* OPTION_WORD: the choices, ended by NULL */
  int default_value;        /* the default, unless `derive` is there */
  /* A default that hangs on options earlier in the table, and what it does in
   * words for the help. */
  int (*derive)(const int values[]);
  const char *derived;
  const char *help;
} Option;

/* Reads "name=value,…" (NULL or "" for none) into values[], one for each entry
 * of the table; what is not named gets its default. `owner` is whose options
 * these are, for the messages. */
bool options_read(const Option table[], const char *owner, const char *text,
                  int values[], Error *error);

/* Writes values back as "name=value,…": all of them, or those that differ from
 * their defaults; "" when there are none. Returns false when it does not fit
 * into `size` bytes. */
bool options_write(const Option table[], const int values[], bool all,
                   char *text, size_t size);

/* The option of that name, or NULL. */
const Option *options_find(const Option table[], const char *name);

/* One value as text: "7", "true", "both". */
void option_format(const Option *option, int value, char text[OPTION_TEXT]);

/* What the option accepts, as text: "3..11", "2, 4", "true or false". */
void option_range(const Option *option, char text[OPTION_TEXT]);

/* The default, given the values of the options before it. */
int option_default(const Option *option, const int values[]);

#endif
