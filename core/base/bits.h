/* Sets of small numbers, one bit each, in one or two 64-bit words. Everything
 * is inline: these are the inner loops of playouts and move generation. */
#ifndef BOARDLAB_CORE_BASE_BITS_H
#define BOARDLAB_CORE_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* For the few functions that must be inlined although several callers make the
 * compiler reluctant to. */
#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

/* For what loops seldom need, so that it takes no registers from them. */
#if defined(__GNUC__)
#define NOINLINE static __attribute__((noinline))
#else
#define NOINLINE static
#endif

/* Put this in front of a loop of at most four iterations to unroll it. */
#if defined(__clang__)
#define UNROLL_4 _Pragma("unroll 4")
#elif defined(__GNUC__)
#define UNROLL_4 _Pragma("GCC unroll 4")
#else
#define UNROLL_4
#endif

static inline int bits_count(uint64_t x) {
#if defined(__GNUC__)
  return __builtin_popcountll(x);
#else
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
#endif
}

/* The lowest member of a non-empty set. */
static inline int bits_first(uint64_t x) {
#if defined(__GNUC__)
  return __builtin_ctzll(x);
#else
  int n = 0;
  for (; !(x & 1); x >>= 1)
    n++;
  return n;
#endif
}

/* Removes the lowest member from a non-empty set and returns it. */
static inline int bits_take(uint64_t *x) {
  int first = bits_first(*x);
  *x &= *x - 1;
  return first;
}

/* Whether the processor has a fast instruction that deposits bits. The first
 * two generations of AMD's Zen have a slow one. */
#if defined(__x86_64__) && defined(__BMI2__) && !defined(__znver1__) &&        \
    !defined(__znver2__)
#define BITS_DEPOSIT 1
#else
#define BITS_DEPOSIT 0
#endif

/* The member that has exactly `rank` smaller members in the set; there must be
 * one. */
static inline int bits_select(uint64_t x, int rank) {
#if BITS_DEPOSIT
  return bits_first(__builtin_ia32_pdep_di((uint64_t)1 << rank, x));
#else
  /* The first steps are branchless, because the processor could not predict
   * where they end. */
  enum { STEPS = 6 };
  for (int i = 0; i < STEPS; i++)
    x = i < rank ? x & (x - 1) : x;
  for (; rank > STEPS; rank--)
    x &= x - 1;
  return bits_first(x);
#endif
}

/* Returns `a` if `first`, otherwise `b`, without a branch that could be
 * mispredicted. */
static inline uint64_t bits_choose(bool first, uint64_t a, uint64_t b) {
  return b ^ ((a ^ b) & -(uint64_t)first);
}

/* Writes base + member to `list` for each member, in ascending order. Returns
 * their number. */
static inline int bits_list(uint64_t x, uint32_t base, uint32_t *list) {
  int n = 0;
  while (x)
    list[n++] = base + (uint32_t)bits_take(&x);
  return n;
}

/* A set of the numbers 0 … 127. */
typedef struct Bits128 {
  uint64_t word[2];
} Bits128;

static inline Bits128 bits128_and(Bits128 a, Bits128 b) {
  return (Bits128){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline Bits128 bits128_or(Bits128 a, Bits128 b) {
  return (Bits128){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

static inline Bits128 bits128_minus(Bits128 a, Bits128 b) {
  return (Bits128){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

/* Adds n to every member, 0 < n < 64. Members above 127 are lost. */
static inline Bits128 bits128_up(Bits128 a, int n) {
  return (Bits128){{a.word[0] << n, a.word[1] << n | a.word[0] >> (64 - n)}};
}

/* Subtracts n from every member, 0 < n < 64. Members below 0 are lost. */
static inline Bits128 bits128_down(Bits128 a, int n) {
  return (Bits128){{a.word[0] >> n | a.word[1] << (64 - n), a.word[1] >> n}};
}

static inline bool bits128_has(const Bits128 *a, int i) {
  return a->word[i >> 6] >> (i & 63) & 1;
}

static inline void bits128_add(Bits128 *a, int i) {
  a->word[i >> 6] |= (uint64_t)1 << (i & 63);
}

static inline void bits128_remove(Bits128 *a, int i) {
  a->word[i >> 6] &= ~((uint64_t)1 << (i & 63));
}

static inline bool bits128_empty(Bits128 a) {
  return !(a.word[0] | a.word[1]);
}

static inline int bits128_count(Bits128 a) {
  return bits_count(a.word[0]) + bits_count(a.word[1]);
}

/* Removes the lowest member from a non-empty set and returns it. */
static inline int bits128_take(Bits128 *a) {
  return a->word[0] ? bits_take(&a->word[0]) : 64 + bits_take(&a->word[1]);
}

#endif
