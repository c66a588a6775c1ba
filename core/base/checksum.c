#include "core/base/checksum.h"

#include <endian.h>
#include <string.h>

typedef unsigned __int128 Wide;

/* 2^(64 k) modulo the prime. */
static const uint64_t POWER[] = {1,
                                 UINT64_C(0x4ac2eb5563b4d74),
                                 UINT64_C(0xb5166b9bbcaa87c),
                                 UINT64_C(0x72ceb5c822552df),
                                 UINT64_C(0x38ec630426c3958),
                                 UINT64_C(0x892f95f52a14a7),
                                 UINT64_C(0x9ac7585042d9dc6),
                                 UINT64_C(0x3c4ba3fe5566b65),
                                 UINT64_C(0x6df32a8fe405042),
                                 UINT64_C(0x35fd85a6243d567),
                                 UINT64_C(0xaf376a295a4e1e8),
                                 UINT64_C(0x4564f176bbcf47d),
                                 UINT64_C(0x268d439f4b6a8be),
                                 UINT64_C(0x7501728c634a9b3),
                                 UINT64_C(0x1d60f5d6cb8f873),
                                 UINT64_C(0x136f5d1956b2839),
                                 UINT64_C(0x24deaec2b9564ec),
                                 UINT64_C(0x4bdaa146f61426)};

enum { WORDS = 16, BLOCK = WORDS * sizeof(uint64_t) };

static uint64_t word_at(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return be64toh(word);
}

/* Divides by 2^64 modulo the prime (Montgomery 1985): adds the multiple of the
 * prime that makes the low half zero. */
static uint64_t reduce(Wide number) {
  uint64_t multiple = (uint64_t)number * UINT64_C(0xa018dbbff1b77cc9);
  return (uint64_t)((number + (Wide)multiple * CHECKSUM_PRIME) >> 64);
}

/* sum * 2^1024 plus the block, modulo the prime. All powers are one higher
 * because `reduce` divides by 2^64. The prime p is below 0.79 * 2^60, so the 17
 * products and the multiple that `reduce` adds are together below 18 * 2^64 * p
 * < 0.89 * 2^128, and the result is below 2^64, though not always below p. */
static uint64_t add_block(uint64_t sum, const char *bytes) {
  Wide number = (Wide)sum * POWER[WORDS + 1];
  for (int i = 0; i < WORDS; i++)
    number +=
        (Wide)word_at(bytes + sizeof(uint64_t) * (size_t)i) * POWER[WORDS - i];
  return reduce(number);
}

static uint64_t add_digit(uint64_t sum, uint64_t base, uint64_t digit) {
  return (uint64_t)(((Wide)sum * base + digit) % CHECKSUM_PRIME);
}

uint64_t checksum_add(uint64_t sum, const char *bytes, size_t length) {
  for (; length >= BLOCK; bytes += BLOCK, length -= BLOCK)
    sum = add_block(sum, bytes);
  sum %= CHECKSUM_PRIME;
  for (; length > 0; bytes++, length--)
    sum = add_digit(sum, 256, (unsigned char)*bytes);
  return sum;
}

uint64_t checksum_join(uint64_t first, uint64_t second, uint64_t length) {
  uint64_t base = 256; /* to the powers 1, 2, 4, … */
  for (; length; length >>= 1, base = add_digit(base, base, 0))
    if (length & 1)
      first = add_digit(first, base, 0);
  return (first + second) % CHECKSUM_PRIME;
}
