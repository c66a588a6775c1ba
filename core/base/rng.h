/* Random numbers: xoshiro256** (Blackman & Vigna 2018), seeded by splitmix64
 * (Steele, Lea & Flood 2014). There is no other source of randomness.
 *
 * A stream depends on (seed, index) alone, so game `index` of a run draws the
 * same numbers on any thread and any machine. Bounded draws are exact, by
 * Lemire's method (2019): they do not have the bias of a plain modulo. An Rng
 * is a plain value; copying it copies the stream. */
#ifndef BOARDLAB_CORE_BASE_RNG_H
#define BOARDLAB_CORE_BASE_RNG_H

#include <stdint.h>

typedef struct Rng {
  uint64_t s[4];
} Rng;

/* The output function of splitmix64. */
static inline uint64_t rng_mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* Starts stream `index` of a seed. Stream i takes words 4i to 4i+3 of the
 * splitmix64 sequence of the seed, so no two streams of a seed start alike. */
static inline void rng_seed(Rng *rng, uint64_t seed, uint64_t index) {
  const uint64_t step = 0x9e3779b97f4a7c15u;
  uint64_t x = seed * 0xd1342543de82ef95u + 4 * index * step;
  for (uint64_t i = 0; i < 4; i++)
    rng->s[i] = rng_mix(x + (i + 1) * step);
}

static inline uint64_t rng_next(Rng *rng) {
  uint64_t *s = rng->s;
  uint64_t x = s[1] * 5;
  uint64_t result = ((x << 7) | (x >> 57)) * 9;
  uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = (s[3] << 45) | (s[3] >> 19);
  return result;
}

/* Uniform in 0 … n-1, n ≥ 1: the high half of a 32 × 32 bit product. The few
 * low halves that would favour some results are rejected. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
  uint64_t product = (rng_next(rng) >> 32) * n;
  if ((uint32_t)product < n) {
    uint32_t surplus = -n % n;
    while ((uint32_t)product < surplus)
      product = (rng_next(rng) >> 32) * n;
  }
  return (uint32_t)(product >> 32);
}

/* Two independent draws from one 64-bit number: *x in 0 … n-1, *y in 0 … m-1.
 */
static inline void rng_below_pair(Rng *rng, uint32_t n, uint32_t m, uint32_t *x,
                                  uint32_t *y) {
  uint64_t high, low;
  do {
    uint64_t bits = rng_next(rng);
    high = (bits >> 32) * n;
    low = (bits & UINT32_MAX) * m;
  } while (((uint32_t)high < n && (uint32_t)high < -n % n) ||
           ((uint32_t)low < m && (uint32_t)low < -m % m));
  *x = (uint32_t)(high >> 32);
  *y = (uint32_t)(low >> 32);
}

#endif
