/* Changes what children send to their parent, in the program boardlab_garbled:
 * now and then some bytes, or the length. GARBLE=SEED in the environment turns
 * it on. */
#include "core/base/message.h"
#include "core/base/rng.h"
#include <stdlib.h>

void child_test_results(Message *out);

static uint64_t pick(Rng *rng, size_t count) {
  return rng_below(rng, (uint32_t)(count ? count : 1));
}

static void change_byte(Message *out, Rng *rng) {
  static const unsigned char VALUES[] = {0, 1, 2, 127, 128, 255};
  unsigned char *byte = &out->bytes[pick(rng, out->length)];
  *byte = pick(rng, 2) ? VALUES[pick(rng, sizeof VALUES)]
                       : (unsigned char)(*byte ^ 1u << pick(rng, 8));
}

void child_test_results(Message *out) {
  static Rng rng;
  static bool is_seeded;
  const char *seed = getenv("GARBLE");
  if (!seed)
    return;
  if (!is_seeded)
    rng_seed(&rng, strtoull(seed, NULL, 10), 0);
  is_seeded = true;
  if (pick(&rng, 8) || out->length == 0)
    return;
  for (uint64_t changes = pick(&rng, 4); changes > 0; changes--)
    change_byte(out, &rng);
  if (pick(&rng, 8) == 0)
    out->length = pick(&rng, 2 * out->length);
}
