/* Options: what can be set about a game or a bot, declared as a table.
 *
 * A table of Option ends with an entry without a name. Everything else follows
 * from it: reading "players=4,size=7", checking ranges, defaults, help and
 * error messages. The values of options are ints, in the order of the table: a
 * whole number, a real number in thousandths, 0 or 1 for a flag, the index of a
 * word, or the number of a file (given_file.h), 0 for none. Tables are
 * constants and may be shared by threads. */
#ifndef BOARDLAB_CORE_BASE_OPTION_H
#define BOARDLAB_CORE_BASE_OPTION_H

#include "core/base/error.h"
#include <stddef.h>

enum {
  OPTIONS_MAX = 24,  /* entries of a table */
  OPTION_TEXT = 256, /* bytes for a value or a range as text */
  OPTION_ONE = 1000, /* stands for 1.0 in an OPTION_REAL */
};

typedef enum OptionType {
  OPTION_INT,
  OPTION_REAL, /* in thousandths */
  OPTION_FLAG,
  OPTION_WORD,
  OPTION_FILE
} OptionType;

typedef struct Option {
  const char *name;
  OptionType type;
  int min, max, step; /* of numbers: min, min + step, … max; step 0 means 1 */
  const char *const *words; /* OPTION_WORD: the allowed words, ended by NULL */
  int default_value;        /* unused if there is a `derive` */
  /* Optional: computes a default that depends on options earlier in the table.
   * `derived` describes it for the help, as in "twice the size". */
  int (*derive)(const int values[]);
  const char *derived;
  const char *help; /* one line */
} Option;

/* Reads "name=value,…" (NULL or "" for none) into values[], one value per entry
 * of the table. Options that are not named get their defaults. `owner` is the
 * game or bot whose options these are, for messages. */
bool options_read(const Option table[], const char *owner, const char *text,
                  int values[], Error *error);

/* Writes values as "name=value,…": all of them, or only those that differ from
 * their defaults, which may be none. Returns false if the text does not fit
 * into `size` bytes. */
bool options_write(const Option table[], const int values[], bool all,
                   char *text, size_t size);

/* The option with this name, or NULL. */
const Option *options_find(const Option table[], const char *name);

/* Writes one value as text: "7", "0.25", "true", "both". */
void option_format(const Option *option, int value, char text[OPTION_TEXT]);

/* Writes which values are allowed: "3..11", "2, 4", "true or false". */
void option_range(const Option *option, char text[OPTION_TEXT]);

/* The default, given the values of the options earlier in the table. */
int option_default(const Option *option, const int values[]);

#endif
