/* The state of a random stream as text, for other programs: 64 hexadecimal
 * digits, the four words of xoshiro256**. */
#ifndef BOARDLAB_CORE_BASE_RNG_TEXT_H
#define BOARDLAB_CORE_BASE_RNG_TEXT_H

#include "core/base/rng.h"
#include <stdbool.h>

enum { RNG_TEXT = 65 };

void rng_write(const Rng *rng, char text[RNG_TEXT]);

/* Returns false, with the stream unchanged, if the text (or NULL) is not that
 * of a stream. No stream is all zero. */
bool rng_read(const char *text, Rng *rng);

#endif
