/* A checksum of bytes that can be computed in parts, by several threads, and
 * joined.
 *
 * It is the number that the bytes are in base 256, the first one being the
 * highest digit, modulo a prime of 60 bits. Any change within seven adjacent
 * bytes changes it; of all other changes, one in 2^59 does not. Two texts of
 * different lengths may have the same checksum, so the length is stored with
 * it. It protects against accidents, not against people. */
#ifndef BOARDLAB_CORE_BASE_CHECKSUM_H
#define BOARDLAB_CORE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* The first prime p from pi / 4 * 2^60 on for which (p - 1) / 2 is prime too.
 * Its bits have no pattern that a change in a file is likely to repeat. */
#define CHECKSUM_PRIME UINT64_C(0xc90fdaa2216a287)

/* The checksum of a text with this checksum (0 if it is empty) followed by the
 * bytes. */
uint64_t checksum_add(uint64_t sum, const char *bytes, size_t length);

/* The checksum of a text followed by another, which has this length. */
uint64_t checksum_join(uint64_t first, uint64_t second, uint64_t length);

#endif
