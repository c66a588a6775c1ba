/* The allocator of plugins: blocks keep their bytes, do not overlap, and are
 * counted to the byte, in the arena and beyond. */
#include "lua/host/sandbox/plugin_internal.h"
#include "tests/support/support.h"

enum { BLOCKS = 3000, STEPS = 200000 };

typedef struct Block {
  unsigned char *bytes;
  size_t size;
  unsigned char fill;
} Block;

static bool is_intact(const Block *b, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (b->bytes[i] != b->fill)
      return false;
  return true;
}

/* Mostly small sizes, and all around the borders of classes. */
static size_t draw_size(Rng *rng) {
  static const size_t BORDERS[] = {16, 128, 512, 1024, 4096, 8192, 60000};
  if (rng_below(rng, 3))
    return 1 + rng_below(rng, 200);
  return BORDERS[rng_below(rng, COUNT(BORDERS))] - 1 + rng_below(rng, 3);
}

/* Resizes a block; size 0 frees it. */
static void resize(Plugin *p, Block *b, size_t size, unsigned char fill) {
  unsigned char *bytes =
      plugin_allocate(p, b->bytes, b->bytes ? b->size : LUA_TTABLE, size);
  size_t kept = size < b->size ? size : b->size;
  assert_true(size ? bytes != NULL : !bytes);
  b->bytes = bytes;
  assert_true(is_intact(b, kept));
  b->size = size;
  b->fill = fill;
  if (size)
    memset(bytes, fill, size);
}

static size_t sum(const Block blocks[]) {
  size_t bytes = 0;
  for (int i = 0; i < BLOCKS; i++)
    bytes += blocks[i].size;
  return bytes;
}

static void blocks_keep_their_bytes_and_are_counted(void **state) {
  static Block blocks[BLOCKS];
  Error why = {0};
  Plugin *p = plugin_new("code", (Limits){0, 64 << 20}, NULL, &why);
  Rng rng;
  (void)state;
  assert_non_null(p);
  size_t before = p->used;
  rng_seed(&rng, 1, 0);
  for (int step = 0; step < STEPS; step++) {
    bool frees = rng_below(&rng, 3) == 0;
    resize(p, &blocks[rng_below(&rng, BLOCKS)], frees ? 0 : draw_size(&rng),
           (unsigned char)step);
    if (step % 1000 == 0)
      assert_int_equal(p->used, before + sum(blocks));
  }
  assert_true(sum(blocks) > ARENA_BYTES);
  for (int i = 0; i < BLOCKS; i++)
    resize(p, &blocks[i], 0, 0);
  assert_int_equal(p->used, before);
  assert_int_equal(p->account->used, before);
  plugin_release(p);
}

/* A state that is opened again uses the same memory. */
static void a_restart_begins_with_an_empty_arena(void **state) {
  Error why = {0};
  (void)state;
  Plugin *p = plugin_new("code", (Limits){0, 64 << 20}, NULL, &why);
  assert_non_null(p);
  const char *start = p->arena.start;
  ptrdiff_t first = p->arena.next - start;
  for (int i = 0; i < 3; i++) {
    for (int n = 0; n < 100; n++)
      lua_newtable(p->L), lua_pop(p->L, 1);
    assert_true(plugin_restart(p, &why));
    assert_ptr_equal(p->arena.start, start);
    assert_int_equal(p->arena.next - start, first);
  }
  plugin_release(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_keep_their_bytes_and_are_counted),
      cmocka_unit_test(a_restart_begins_with_an_empty_arena),
  };
  return RUN_TESTS(tests);
}
