/* Whole numbers as users write them. */
#ifndef BOARDLAB_CORE_BASE_NUMBER_H
#define BOARDLAB_CORE_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Reads digits, with a minus before them if the number is negative, and nothing
 * else. False for any other text; a number too large for the type is read as
 * the largest there is. */
bool number_read(const char *text, int64_t *number);

/* The same for a number in a range; false also when it is outside. */
bool number_in_range(const char *text, int64_t min, int64_t max,
                     int64_t *number);

#endif
