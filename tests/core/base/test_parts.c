/* The smaller modules of core/base: random numbers, bit sets, checksums, cells,
 * numbers, suggestions, error messages, memory that is needed. */
#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/base/checksum.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "tests/support/support.h"
#include <sys/wait.h>
#include <unistd.h>

/* ---- random numbers ------------------------------------------------------*/

static void the_generator_is_xoshiro256starstar(void **state) {
  (void)state;
  Rng rng = {{1, 2, 3, 4}};
  assert_int_equal(rng_next(&rng), 11520);
  assert_int_equal(rng_next(&rng), 0);
  assert_int_equal(rng_next(&rng), 1509978240);
}

static int compare_words(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void every_seed_and_index_has_its_own_stream(void **state) {
  (void)state;
  enum { SIDE = 60 };
  uint64_t *first = calloc(SIDE * SIDE, sizeof *first);
  assert_non_null(first);
  for (uint64_t seed = 0; seed < SIDE; seed++)
    for (uint64_t index = 0; index < SIDE; index++) {
      Rng rng, again;
      rng_seed(&rng, seed, index);
      rng_seed(&again, seed, index);
      first[seed * SIDE + index] = rng_next(&rng);
      assert_int_equal(first[seed * SIDE + index], rng_next(&again));
    }
  qsort(first, SIDE * SIDE, sizeof *first, compare_words);
  for (size_t i = 1; i < SIDE * SIDE; i++)
    assert_true(first[i] != first[i - 1]);
  free(first);
}

static void draws_are_uniform(void **state) {
  (void)state;
  static const uint32_t RANGES[] = {1, 2, 3, 5, 6, 7, 10, 16, 100, 131, 1000};
  for (size_t i = 0; i < COUNT(RANGES); i++) {
    uint32_t n = RANGES[i];
    int *seen = calloc(n, sizeof *seen);
    assert_non_null(seen);
    Rng rng;
    rng_seed(&rng, 1, n);
    for (int draw = 0; draw < 100000; draw++) {
      uint32_t drawn = rng_below(&rng, n);
      assert_true(drawn < n);
      seen[drawn]++;
    }
    assert_true(looks_uniform(seen, (int)n));
    free(seen);
  }
}

/* All pairs are equally likely, not only the values of each half. */
static void pairs_of_draws_are_uniform(void **state) {
  (void)state;
  static const uint32_t RANGES[][2] = {
      {1, 1}, {1, 7}, {3, 5}, {6, 16}, {13, 2}};
  for (size_t i = 0; i < COUNT(RANGES); i++) {
    uint32_t n = RANGES[i][0], m = RANGES[i][1];
    int seen[256] = {0};
    Rng rng;
    rng_seed(&rng, 2, i);
    for (int draw = 0; draw < 100000; draw++) {
      uint32_t x, y;
      rng_below_pair(&rng, n, m, &x, &y);
      assert_true(x < n && y < m);
      seen[x * m + y]++;
    }
    assert_true(looks_uniform(seen, (int)(n * m)));
  }
}

/* The games of a run use streams with consecutive indices. */
static void first_draws_of_neighbouring_streams_are_uniform(void **state) {
  (void)state;
  int seen[20] = {0};
  for (uint64_t index = 0; index < 50000; index++) {
    Rng rng;
    rng_seed(&rng, 1, index);
    seen[rng_below(&rng, COUNT(seen))]++;
  }
  assert_true(looks_uniform(seen, COUNT(seen)));
}

/* Rejection sampling (Lemire 2019). From this state the upper half of the first
 * three numbers is 0. A draw below 3 rejects it, since 2^32 is not a multiple
 * of 3; a draw below 4 rejects nothing. */
static void draws_that_would_bias_the_result_are_rejected(void **state) {
  (void)state;
  Rng rng = {{1, 2, 3, 4}}, expected = {{1, 2, 3, 4}};
  assert_int_equal(rng_below(&rng, 4), 0);
  rng_next(&expected);
  assert_memory_equal(&rng, &expected, sizeof rng);
  rng_next(&expected);
  rng_next(&expected);
  uint64_t fourth = rng_next(&expected) >> 32;
  assert_true(fourth > 0);
  rng = (Rng){{1, 2, 3, 4}};
  assert_int_equal(rng_below(&rng, 3), fourth * 3 >> 32);
  assert_memory_equal(&rng, &expected, sizeof rng);
}

static void the_largest_range_is_covered(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 1);
  int seen[16] = {0};
  for (int i = 0; i < 10000; i++) {
    uint32_t drawn = rng_below(&rng, UINT32_MAX);
    assert_true(drawn < UINT32_MAX);
    seen[drawn >> 28]++;
  }
  assert_true(looks_uniform(seen, COUNT(seen)));
}

/* ---- bit sets ------------------------------------------------------------*/

enum { MEMBERS = 128 };

typedef struct FlagSet {
  bool has[MEMBERS];
} FlagSet;

/* Returns a random set of random density, also as an array of flags. */
static Bits128 draw_set(Rng *rng, FlagSet *flags) {
  Bits128 bits = {0};
  uint32_t fill = rng_below(rng, 101);
  for (int i = 0; i < MEMBERS; i++) {
    flags->has[i] = rng_below(rng, 100) < fill;
    if (flags->has[i])
      bits128_add(&bits, i);
  }
  return bits;
}

static void assert_same_set(Bits128 bits, const FlagSet *flags) {
  int count = 0;
  for (int i = 0; i < MEMBERS; i++) {
    assert_int_equal(bits128_has(&bits, i), flags->has[i]);
    count += flags->has[i];
  }
  assert_int_equal(bits128_count(bits), count);
  assert_int_equal(bits128_empty(bits), count == 0);
  for (int i = 0; i < MEMBERS; i++)
    if (flags->has[i])
      assert_int_equal(bits128_take(&bits), i);
  assert_true(bits128_empty(bits));
}

static void sets_combine_as_their_members_do(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 2);
  for (int round = 0; round < 300; round++) {
    FlagSet a, b, both, any, rest;
    Bits128 x = draw_set(&rng, &a), y = draw_set(&rng, &b);
    for (int i = 0; i < MEMBERS; i++) {
      both.has[i] = a.has[i] && b.has[i];
      any.has[i] = a.has[i] || b.has[i];
      rest.has[i] = a.has[i] && !b.has[i];
    }
    assert_same_set(x, &a);
    assert_same_set(bits128_and(x, y), &both);
    assert_same_set(bits128_or(x, y), &any);
    assert_same_set(bits128_minus(x, y), &rest);
  }
}

static void sets_shift_as_their_members_do(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 3);
  for (int n = 1; n < 64; n++) {
    FlagSet a, up, down;
    Bits128 x = draw_set(&rng, &a);
    for (int i = 0; i < MEMBERS; i++) {
      up.has[i] = i - n >= 0 && a.has[i - n];
      down.has[i] = i + n < MEMBERS && a.has[i + n];
    }
    assert_same_set(bits128_up(x, n), &up);
    assert_same_set(bits128_down(x, n), &down);
  }
}

static void members_are_added_and_removed(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 4);
  FlagSet flags;
  Bits128 bits = draw_set(&rng, &flags);
  for (int round = 0; round < 500; round++) {
    int i = (int)rng_below(&rng, MEMBERS);
    flags.has[i] = rng_below(&rng, 2);
    if (flags.has[i])
      bits128_add(&bits, i);
    else
      bits128_remove(&bits, i);
    assert_same_set(bits, &flags);
  }
}

static void words_are_sets_of_64_bits(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 5);
  assert_int_equal(bits_count(0), 0);
  for (int round = 0; round < 300; round++) {
    uint64_t word = rng_next(&rng) & rng_next(&rng);
    uint64_t left = word;
    int rank = 0;
    for (int i = 0; i < 64; i++)
      if (word >> i & 1) {
        assert_int_equal(bits_select(word, rank++), i);
        assert_int_equal(bits_first(left), i);
        assert_int_equal(bits_take(&left), i);
      }
    assert_int_equal(left, 0);
    assert_int_equal(bits_count(word), rank);
  }
}

/* ---- checksums -----------------------------------------------------------*/

/* Digit by digit, as the definition says. */
static uint64_t slow_checksum(const char *bytes, size_t length) {
  unsigned __int128 sum = 0;
  for (size_t i = 0; i < length; i++)
    sum = (sum * 256 + (unsigned char)bytes[i]) % CHECKSUM_PRIME;
  return (uint64_t)sum;
}

static void draw_bytes(char *bytes, size_t length) {
  Rng rng;
  rng_seed(&rng, 1, 1);
  for (size_t i = 0; i < length; i++)
    bytes[i] = (char)(length % 3 ? rng_next(&rng) >> 56 : 0xff);
}

static void a_checksum_is_a_number_modulo_a_prime(void **state) {
  (void)state;
  char bytes[1000];
  for (size_t length = 0; length < sizeof bytes; length++) {
    draw_bytes(bytes, length);
    assert_int_equal(checksum_add(0, bytes, length),
                     slow_checksum(bytes, length));
  }
  assert_int_equal(checksum_add(0, "ab", 2), 'a' * 256 + 'b');
}

static void checksums_of_parts_are_joined(void **state) {
  (void)state;
  enum { LENGTH = 700 };
  char bytes[LENGTH];
  draw_bytes(bytes, LENGTH);
  uint64_t whole = slow_checksum(bytes, LENGTH);
  for (size_t at = 0; at <= LENGTH; at++) {
    uint64_t first = checksum_add(0, bytes, at);
    uint64_t second = checksum_add(0, bytes + at, LENGTH - at);
    assert_int_equal(checksum_add(first, bytes + at, LENGTH - at), whole);
    assert_int_equal(checksum_join(first, second, LENGTH - at), whole);
  }
  /* two texts of which the second is longer than memory */
  assert_int_equal(checksum_join(checksum_join(5, 0, UINT64_C(1) << 62), 0,
                                 UINT64_C(1) << 62),
                   checksum_join(5, 0, UINT64_C(1) << 63));
}

static void any_small_change_changes_the_checksum(void **state) {
  (void)state;
  char bytes[200];
  draw_bytes(bytes, sizeof bytes);
  uint64_t sum = checksum_add(0, bytes, sizeof bytes);
  for (size_t i = 0; i + 1 < sizeof bytes; i++) {
    for (int bit = 0; bit < 8; bit++) {
      bytes[i] = (char)(bytes[i] ^ 1 << bit);
      assert_int_not_equal(checksum_add(0, bytes, sizeof bytes), sum);
      bytes[i] = (char)(bytes[i] ^ 1 << bit);
    }
    for (size_t k = i + 1; k < sizeof bytes; k++) { /* swapped bytes */
      char a = bytes[i], b = bytes[k];
      bytes[i] = b, bytes[k] = a;
      if (a != b)
        assert_int_not_equal(checksum_add(0, bytes, sizeof bytes), sum);
      bytes[i] = a, bytes[k] = b;
    }
  }
}

/* ---- cells ---------------------------------------------------------------*/

static void cells_read_as_they_are_written(void **state) {
  (void)state;
  for (int size = 1; size <= 26; size++)
    for (int column = 0; column < size; column++)
      for (int row = 0; row < size; row++) {
        char text[CELL_TEXT];
        Cell cell = {-1, -1};
        int length = cell_write((Cell){column, row}, text);
        assert_int_equal(length, strlen(text));
        const char *at = text;
        assert_true(cell_read(&at, size, size, &cell));
        assert_ptr_equal(at, text + length);
        assert_int_equal(cell.column, column);
        assert_int_equal(cell.row, row);
      }
}

static void cells_are_named_by_column_letter_and_row(void **state) {
  (void)state;
  static const struct {
    Cell cell;
    const char *text;
  } CASES[] = {{{0, 0}, "a1"},   {{4, 1}, "e2"},    {{8, 8}, "i9"},
               {{0, 9}, "a10"},  {{10, 10}, "k11"}, {{25, 25}, "z26"},
               {{1, 99}, "b100"}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    char text[CELL_TEXT];
    cell_write(CASES[i].cell, text);
    assert_string_equal(text, CASES[i].text);
  }
}

static void reading_stops_after_the_cell(void **state) {
  (void)state;
  const char *text = "b2>c2,b3";
  Cell cell;
  assert_true(cell_read(&text, 4, 4, &cell));
  assert_string_equal(text, ">c2,b3");
  text++;
  assert_true(cell_read(&text, 4, 4, &cell));
  assert_int_equal(cell.column, 2);
  assert_int_equal(cell.row, 1);
  assert_string_equal(text, ",b3");
}

static void text_that_is_not_a_cell_is_not_consumed(void **state) {
  (void)state;
  static const char *const TEXTS[] = {"",
                                      "a",
                                      "1",
                                      "a0",
                                      "a01",
                                      "a-1",
                                      "a+1",
                                      "a 1",
                                      " a1",
                                      "A1",
                                      "j1",
                                      "a10",
                                      "a11",
                                      "a99",
                                      "`1",
                                      "{1",
                                      "1a",
                                      "aa1",
                                      "a\n1",
                                      ".1",
                                      "\xe1",
                                      "a4294967297",
                                      "a99999999999999999999"};
  for (size_t i = 0; i < COUNT(TEXTS); i++) {
    const char *text = TEXTS[i];
    Cell cell;
    if (cell_read(&text, 9, 9, &cell))
      fail_msg("'%s' was read as a cell", TEXTS[i]);
    assert_ptr_equal(text, TEXTS[i]);
  }
}

static void a_board_need_not_be_square(void **state) {
  (void)state;
  Cell cell;
  Error error = {0};
  assert_true(cell_parse("c7", 3, 7, &cell, &error));
  assert_true(cell_parse("g3", 7, 3, &cell, &error));
  assert_false(cell_parse("d7", 3, 7, &cell, NULL));
  assert_false(cell_parse("c8", 3, 7, &cell, &error));
  assert_string_equal(error.message,
                      "'c8' is not a cell of the board (a1 to c7)");
}

/* ---- numbers -------------------------------------------------------------*/

static void numbers_are_digits_and_nothing_else(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t number;
  } GOOD[] = {{"0", 0},
              {"7", 7},
              {"-7", -7},
              {"007", 7},
              {"9223372036854775807", INT64_MAX},
              {"99999999999999999999", INT64_MAX}};
  for (size_t i = 0; i < COUNT(GOOD); i++) {
    int64_t number = 1;
    assert_true(number_read(GOOD[i].text, &number));
    assert_true(number == GOOD[i].number);
  }
  static const char *const BAD[] = {"",    "-",   "+7",  " 7",  "7 ",  "7x",
                                    "1e3", "0x7", "--7", "nan", "\v7", "7.0"};
  for (size_t i = 0; i < COUNT(BAD); i++) {
    int64_t number = 1;
    assert_false(number_read(BAD[i], &number));
    assert_true(number == 1);
  }
}

static void short_numbers_are_whole_and_exact(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t number;
  } GOOD[] = {{"0", 0},
              {"-7", -7},
              {"10k", 10000},
              {"10K", 10000},
              {"1.5M", 1500000},
              {"0.25k", 250},
              {"1.50k", 1500},
              {"-2k", -2000},
              {"1e6", 1000000},
              {"1E0", 1},
              {"2.5e1", 25},
              {"7.0", 7},
              {"9223372036854775807", INT64_MAX},
              {"10000000000000000k", INT64_MAX},
              {"1e999999999999999999999", INT64_MAX}};
  for (size_t i = 0; i < COUNT(GOOD); i++) {
    int64_t number = 1;
    assert_true(number_read_short(GOOD[i].text, &number));
    assert_true(number == GOOD[i].number);
  }
  static const char *const BAD[] = {
      "",     "-",      "k",       "+7",  " 7", "7 ",  "1kk",
      "1k5",  "1.k",    ".5k",     "1.5", "1e", "e3",  "1e-3",
      "1e3k", "1.25e1", "1.0005k", "1m",  "1G", "nan", "1,000"};
  for (size_t i = 0; i < COUNT(BAD); i++) {
    int64_t number = 1;
    assert_false(number_read_short(BAD[i], &number));
    assert_true(number == 1);
  }
  int64_t number = 1;
  assert_true(number_short_in_range("2k", 1, 2000, &number) && number == 2000);
  assert_false(number_short_in_range("2.1k", 1, 2000, &number));
  assert_false(number_short_in_range("1e19", 1, INT64_MAX, &number));
  assert_int_equal(number, 2000);
}

static void numbers_for_people_have_separators(void **state) {
  (void)state;
  assert_string_equal(grouped(0).text, "0");
  assert_string_equal(grouped(999).text, "999");
  assert_string_equal(grouped(1000).text, "1,000");
  assert_string_equal(grouped(1234567).text, "1,234,567");
  assert_string_equal(grouped(UINT64_MAX).text, "18,446,744,073,709,551,615");
}

static void numbers_outside_the_range_are_refused(void **state) {
  (void)state;
  int64_t number = 1;
  assert_true(number_in_range("3", 3, 5, &number) && number == 3);
  assert_true(number_in_range("5", 3, 5, &number) && number == 5);
  assert_false(number_in_range("2", 3, 5, &number));
  assert_false(number_in_range("6", 3, 5, &number));
  assert_false(number_in_range("x", 3, 5, &number));
  assert_false(number_in_range("9223372036854775808", 3, INT64_MAX, &number));
  assert_int_equal(number, 5);
}

/* ---- suggestions ---------------------------------------------------------*/

static void the_word_with_the_fewest_changes_is_suggested(void **state) {
  (void)state;
  static const char *const WORDS[] = {"size", "players", "pawn_jump", "walls",
                                      "wells"};
  static const struct {
    const char *wanted, *suggestion;
  } CASES[] = {
      {"size", "size"},
      {"sise", "size"},
      {"siz", "size"},
      {"sizes", "size"},
      {"zise", "size"},
      {"player", "players"},
      {"plyers", "players"},
      {"lpayers", "players"},
      {"pawnjump", "pawn_jump"},
      {"pawn-jmp", "pawn_jump"},
      {"walls", "walls"},
      {"wells", "wells"},
      {"PawnJump", "pawn_jump"},
      {"WALLS", "walls"},
      {"wolls", "walls"}, /* as close as wells, but offered first */
      {"Paw", "pawn_jump"},
      {"pa", NULL},
      {"", NULL},
      {"x", NULL},
      {"colour", NULL},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Suggestion suggestion = {.wanted = CASES[i].wanted};
    for (size_t w = 0; w < COUNT(WORDS); w++)
      suggestion_offer(&suggestion, WORDS[w]);
    if (!CASES[i].suggestion)
      assert_null(suggestion.word);
    else
      assert_string_equal(suggestion.word, CASES[i].suggestion);
  }
}

static void very_long_words_are_never_suggested(void **state) {
  (void)state;
  char wanted[2000];
  memset(wanted, 'a', sizeof wanted - 1);
  wanted[sizeof wanted - 1] = '\0';
  Suggestion suggestion = {.wanted = wanted};
  suggestion_offer(&suggestion, "aaaa");
  suggestion_offer(&suggestion, wanted);
  assert_null(suggestion.word);
  suggestion = (Suggestion){.wanted = "aaaa"};
  suggestion_offer(&suggestion, wanted);
  assert_null(suggestion.word);
}

/* ---- messages ------------------------------------------------------------*/

static void a_message_is_replaced_or_added_to(void **state) {
  (void)state;
  Error error = {0};
  assert_false(error_add(&error, "first %d", 1));
  assert_string_equal(error.message, "first 1");
  assert_false(error_add(&error, "second"));
  assert_string_equal(error.message, "first 1; second");
  assert_false(error_set(&error, "%s", "third"));
  assert_string_equal(error.message, "third");
  assert_false(error_set(NULL, "ignored"));
  assert_false(error_add(NULL, "ignored"));
}

static void a_message_stays_on_one_line(void **state) {
  (void)state;
  Error error = {0};
  error_set(&error, "a%sb", "\n\r\t\x1b\x7f");
  assert_string_equal(error.message, "a?\?\?\?\?b");
  error_add(&error, "%s", "c\nd");
  assert_string_equal(error.message, "a?\?\?\?\?b; c?d");
  error_set(&error, "Loïc");
  assert_string_equal(error.message, "Loïc");
}

/* Sets a message of `length` letters x. */
static void fill_message(Error *error, int length) {
  char *text = calloc(1, (size_t)length + 1);
  assert_non_null(text);
  memset(text, 'x', (size_t)length);
  error_set(error, "%s", text);
  free(text);
}

static void a_message_that_is_too_long_is_truncated(void **state) {
  (void)state;
  Error error;
  int capacity = (int)sizeof error.message - 1;
  for (int length = capacity - 5; length <= capacity + 5; length++) {
    fill_message(&error, length);
    int kept = length < capacity ? length : capacity;
    assert_int_equal(strlen(error.message), kept);
    error_add(&error, "%s", "yyyyyyyyyy");
    assert_true(strlen(error.message) <= (size_t)capacity);
    assert_true(strlen(error.message) >= (size_t)kept);
    assert_int_equal(strspn(error.message, "x"), kept);
  }
  fill_message(&error, 100000);
  assert_int_equal(strlen(error.message), capacity);
}

static void an_error_has_a_code(void **state) {
  (void)state;
  Error error = {0}, copy = {0};
  assert_false(error_is_set(&error));
  assert_false(error_is_set(NULL));
  assert_false(error_set(&error, "first"));
  assert_int_equal(error.code, ERROR_OTHER);
  assert_false(error_set_code(&error, ERROR_UNKNOWN_GAME, "no game '%s'", "x"));
  error_add(&error, "try another");
  assert_false(error_prefix(&error, "line %d: ", 7));
  assert_int_equal(error.code, ERROR_UNKNOWN_GAME);
  assert_string_equal(error.message, "line 7: no game 'x'; try another");
  assert_false(error_copy(&copy, &error));
  assert_int_equal(copy.code, error.code);
  assert_string_equal(copy.message, error.message);
  error_clear(&copy);
  assert_false(error_is_set(&copy));
  assert_string_equal(copy.message, "");
  error_add(&copy, "only reason");
  assert_int_equal(copy.code, ERROR_OTHER);
}

static void an_error_may_be_null(void **state) {
  (void)state;
  const Error why = {.code = ERROR_OTHER, .message = "why"};
  assert_false(error_set(NULL, "x"));
  assert_false(error_set_code(NULL, ERROR_UNKNOWN_BOT, "x"));
  assert_false(error_add(NULL, "x"));
  assert_false(error_prefix(NULL, "x"));
  assert_false(error_copy(NULL, &why));
  error_clear(NULL);
}

static void a_prefix_keeps_the_message_in_its_bounds(void **state) {
  (void)state;
  Error error = {0};
  int capacity = (int)sizeof error.message - 1;
  fill_message(&error, capacity);
  error.message[capacity - 1] = '\0';
  error_add(&error, "é");
  error_prefix(&error, "%s", "line 1: ");
  assert_int_equal(strlen(error.message), capacity);
  assert_int_equal(strncmp(error.message, "line 1: xxx", 11), 0);
  fill_message(&error, 2000);
  error_prefix(&error, "%2000s", "y");
  assert_int_equal(strlen(error.message), capacity);
}

/* ---- printable text ------------------------------------------------------*/

static void printable_characters_are_kept_and_others_replaced(void **state) {
  (void)state;
  static const struct Case {
    const char *text, *line, *lines; /* cleaned as one line, or as several */
  } CASES[] = {
      {"plain ~ text", "plain ~ text", "plain ~ text"},
      {"é ∞ 漢 🎲 ❤️ Ω", "é ∞ 漢 🎲 ❤️ Ω",
       "é ∞ 漢 🎲 ❤️ Ω"},
      {"\U0010fffd", "\U0010fffd", "\U0010fffd"}, /* private use */
      {"a\tb\nc", "a b c", "a\tb\nc"},
      {"a\rb\033[31m\a\177", "a?b?[31m??", "a?b?[31m??"},
      {"\xc2\x9b"
       "31m|\xc2\x80|\xc2\x9f|\xc2\xa0",
       "?31m|?|?|\xc2\xa0", "?31m|?|?|\xc2\xa0"},
      {"\u200e\u200f\u202a\u202e\u2066\u2069\u061c", "???????", "???????"},
      {"\u200b\u200d\ufeff\u00ad\u2060\u2028\u3164\U000e0041", "????????",
       "????????"},
      {"\u2010\u2027\u202f\u2070", "\u2010\u2027\u202f\u2070",
       "\u2010\u2027\u202f\u2070"},
      {"\x9b"
       "31m",
       "?31m", "?31m"},
      {"\xff\xc3_\xe2\x82", "??_??", "??_??"},
      {"\xc0\x9b\xed\xa0\x80\xf4\x90\x80\x80", "?????????", "?????????"},
      {"", "", ""},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    char text[100];
    snprintf(text, sizeof text, "%s", CASES[i].text);
    utf8_clean_line(text);
    assert_string_equal(text, CASES[i].line);
    assert_true(utf8_is_printable(text));
    assert_int_equal(utf8_is_printable(CASES[i].text),
                     strcmp(CASES[i].text, text) == 0);
    snprintf(text, sizeof text, "%s", CASES[i].text);
    utf8_clean(text, "\n\t");
    assert_string_equal(text, CASES[i].lines);
    Error error = {0};
    error_set(&error, "'%s'", CASES[i].text);
    assert_true(utf8_is_printable(error.message));
  }
}

/* ---- memory --------------------------------------------------------------*/

static void memory_that_is_needed_is_zeroed_and_keeps_its_bytes(void **state) {
  (void)state;
  char *bytes = need(100);
  for (int i = 0; i < 100; i++)
    assert_int_equal(bytes[i], 0);
  strcpy(bytes, "kept");
  bytes = need_resized(bytes, 100000);
  assert_string_equal(bytes, "kept");
  char *copy = need_copy(bytes), *part = need_part(bytes, 2);
  assert_string_equal(copy, "kept");
  assert_string_equal(part, "ke");
  free(need_array(0, 8));
  free(bytes);
  free(copy);
  free(part);
}

/* More than any system has; volatile, so that no compiler can tell. */
static volatile size_t too_much = SIZE_MAX / 2;

static void lack_of_memory_ends_the_process_with_a_message(void **state) {
  (void)state;
  char said[4000] = "";
  int ends[2], status;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    free(need(too_much));
    _exit(0);
  }
  close(ends[1]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), NEED_FAILED);
  FILE *in = fdopen(ends[0], "r");
  size_t length = fread(said, 1, sizeof said - 1, in);
  fclose(in);
  static const char WANTED[] = "boardlab: out of memory\n";
  assert_true(length >= sizeof WANTED - 1); /* a sanitizer warns as well */
  assert_string_equal(said + length - (sizeof WANTED - 1), WANTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_generator_is_xoshiro256starstar),
      cmocka_unit_test(every_seed_and_index_has_its_own_stream),
      cmocka_unit_test(draws_are_uniform),
      cmocka_unit_test(pairs_of_draws_are_uniform),
      cmocka_unit_test(first_draws_of_neighbouring_streams_are_uniform),
      cmocka_unit_test(draws_that_would_bias_the_result_are_rejected),
      cmocka_unit_test(the_largest_range_is_covered),
      cmocka_unit_test(sets_combine_as_their_members_do),
      cmocka_unit_test(sets_shift_as_their_members_do),
      cmocka_unit_test(members_are_added_and_removed),
      cmocka_unit_test(words_are_sets_of_64_bits),
      cmocka_unit_test(a_checksum_is_a_number_modulo_a_prime),
      cmocka_unit_test(checksums_of_parts_are_joined),
      cmocka_unit_test(any_small_change_changes_the_checksum),
      cmocka_unit_test(cells_read_as_they_are_written),
      cmocka_unit_test(cells_are_named_by_column_letter_and_row),
      cmocka_unit_test(reading_stops_after_the_cell),
      cmocka_unit_test(text_that_is_not_a_cell_is_not_consumed),
      cmocka_unit_test(a_board_need_not_be_square),
      cmocka_unit_test(numbers_are_digits_and_nothing_else),
      cmocka_unit_test(short_numbers_are_whole_and_exact),
      cmocka_unit_test(numbers_outside_the_range_are_refused),
      cmocka_unit_test(numbers_for_people_have_separators),
      cmocka_unit_test(the_word_with_the_fewest_changes_is_suggested),
      cmocka_unit_test(very_long_words_are_never_suggested),
      cmocka_unit_test(a_message_is_replaced_or_added_to),
      cmocka_unit_test(a_message_stays_on_one_line),
      cmocka_unit_test(a_message_that_is_too_long_is_truncated),
      cmocka_unit_test(an_error_has_a_code),
      cmocka_unit_test(an_error_may_be_null),
      cmocka_unit_test(a_prefix_keeps_the_message_in_its_bounds),
      cmocka_unit_test(printable_characters_are_kept_and_others_replaced),
      cmocka_unit_test(memory_that_is_needed_is_zeroed_and_keeps_its_bytes),
      cmocka_unit_test(lack_of_memory_ends_the_process_with_a_message),
  };
  return RUN_TESTS(tests);
}
