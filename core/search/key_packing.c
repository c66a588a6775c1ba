#include "core/search/key_packing.h"

#include "core/base/need.h"
#include <stdlib.h>
#include <string.h>

/* The run of bits of a byte that begins at a bit which is set. */
static BitRun run_at(uint8_t bits, size_t byte, int shift) {
  int width = 1;
  while (bits >> (shift + width) & 1)
    width++;
  return (BitRun){(uint32_t)byte, (uint8_t)shift, (uint8_t)width,
                  (uint8_t)((1 << width) - 1)};
}

void key_packing_open(KeyPacking *k, size_t size, const void *first,
                      const uint8_t *varies) {
  enum { RUNS_MAX = 4 }; /* of a byte */
  size_t bits = 0;
  *k = (KeyPacking){.size = size,
                    .first = need(size),
                    .varies = need(size),
                    .difference = need(size),
                    .runs = need_array(RUNS_MAX * size, sizeof *k->runs)};
  memcpy(k->first, first, size);
  memcpy(k->varies, varies, size);
  for (size_t byte = 0; byte < size; byte++)
    for (int at = 0; varies[byte] >> at;) {
      if (!(varies[byte] >> at & 1)) {
        at++;
        continue;
      }
      BitRun run = run_at(varies[byte], byte, at);
      k->runs[k->run_count++] = run;
      bits += run.width;
      at += run.width;
    }
  k->packed_size = (bits + 7) / 8;
}

void key_packing_close(KeyPacking *k) {
  free(k->first);
  free(k->varies);
  free(k->difference);
  free(k->runs);
}

static void pack_difference(const KeyPacking *k, const uint8_t *difference,
                            uint8_t *packed) {
  unsigned bits = 0;
  int used = 0;
  for (size_t i = 0; i < k->run_count; i++) {
    BitRun run = k->runs[i];
    bits |= (unsigned)(difference[run.byte] >> run.shift & run.mask) << used;
    used += run.width;
    if (used < 8)
      continue;
    *packed++ = (uint8_t)bits;
    bits >>= 8;
    used -= 8;
  }
  if (used)
    *packed = (uint8_t)bits;
}

static void unpack_difference(const KeyPacking *k, const uint8_t *packed,
                              uint8_t *difference) {
  unsigned bits = 0;
  int used = 0;
  memset(difference, 0, k->size);
  for (size_t i = 0; i < k->run_count; i++) {
    BitRun run = k->runs[i];
    if (used < run.width) {
      bits |= (unsigned)*packed++ << used;
      used += 8;
    }
    difference[run.byte] |= (uint8_t)((bits & run.mask) << run.shift);
    bits >>= run.width;
    used -= run.width;
  }
}

bool key_pack(const KeyPacking *k, const void *key, uint8_t *packed,
              uint8_t *varies) {
  const uint8_t *bytes = key;
  unsigned others = 0;
  for (size_t i = 0; i < k->size; i++) {
    uint8_t differs = bytes[i] ^ k->first[i];
    k->difference[i] = differs;
    others |= differs & (unsigned)~k->varies[i];
  }
  if (others && varies)
    for (size_t i = 0; i < k->size; i++)
      varies[i] |= k->difference[i];
  if (!others)
    pack_difference(k, k->difference, packed);
  return !others;
}

void key_repack(const KeyPacking *from, const uint8_t *packed,
                const KeyPacking *to, uint8_t *repacked) {
  unpack_difference(from, packed, from->difference);
  pack_difference(to, from->difference, repacked);
}

void key_add_bits(const KeyPacking *k, const uint8_t *packed, uint8_t *varies) {
  unpack_difference(k, packed, k->difference);
  for (size_t i = 0; i < k->size; i++)
    varies[i] |= k->difference[i];
}
