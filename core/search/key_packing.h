/* Packing keys: stores of a key only the bits that differ between the keys seen
 * so far. Positions of games in Lua are arrays of 32-bit numbers, most of them
 * small; packed, they take a tenth of the bytes. Nothing need be declared: when
 * a key differs in a bit that has been the same in all keys before it, the
 * owner makes a wider packing and converts what it has stored. */
#ifndef BOARDLAB_CORE_SEARCH_KEY_PACKING_H
#define BOARDLAB_CORE_SEARCH_KEY_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adjacent bits of a byte that differ. */
typedef struct BitRun {
  uint32_t byte;
  uint8_t shift, width, mask;
} BitRun;

typedef struct KeyPacking {
  size_t size;         /* of a key */
  size_t packed_size;  /* of a packed one */
  uint8_t *first;      /* a key; of the others, the difference is stored */
  uint8_t *varies;     /* the bits in which keys differ from it */
  uint8_t *difference; /* working memory */
  BitRun *runs;
  size_t run_count;
} KeyPacking;

/* A packing for keys that differ from `first` in the bits of `varies` only. The
 * caller frees it with key_packing_close. */
void key_packing_open(KeyPacking *k, size_t size, const void *first,
                      const uint8_t *varies);
void key_packing_close(KeyPacking *k);

/* Packs a key. False if it differs in other bits; `varies`, if not NULL, gets
 * them as well. */
bool key_pack(const KeyPacking *k, const void *key, uint8_t *packed,
              uint8_t *varies);

/* Packs a packed key for another packing with the same `first`, which must have
 * all bits in which the key differs. */
void key_repack(const KeyPacking *from, const uint8_t *packed,
                const KeyPacking *to, uint8_t *repacked);

/* Adds the bits in which a packed key differs from the first. */
void key_add_bits(const KeyPacking *k, const uint8_t *packed, uint8_t *varies);

#endif
