/* Reading whole numbers that users have written, and writing those that people
 * read. */
#ifndef BOARDLAB_CORE_BASE_NUMBER_H
#define BOARDLAB_CORE_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a text that consists of digits only, with an optional minus sign in
 * front. Returns false for any other text. A number outside the range of
 * int64_t is read as INT64_MAX or -INT64_MAX. */
bool number_read(const char *text, int64_t *number);

/* Reads a number from min to max. Returns false for any other text and for
 * numbers outside that range. */
bool number_in_range(const char *text, int64_t min, int64_t max,
                     int64_t *number);

/* The same for numbers as people like to write them: also "10k", "1.5M" and
 * "1e6", which are 10000, 1500000 and 1000000. */
bool number_read_short(const char *text, int64_t *number);
bool number_short_in_range(const char *text, int64_t min, int64_t max,
                           int64_t *number);

/* Where a number is in a list in ascending order, or is to be inserted. */
size_t number_place(const uint64_t list[], size_t count, uint64_t number);

/* "12,345": with separators, for sentences; not for files and commands. By
 * value, for use within one expression. */
typedef struct Grouped {
  char text[28];
} Grouped;
Grouped grouped(uint64_t number);

#endif
