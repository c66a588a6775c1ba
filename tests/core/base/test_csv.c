/* CSV: writing and strictly reading rows, the rows of games and moves, and
 * UTF-8 in error messages. */
#include "tests/support/support.h"

#include "core/base/utf8.h"
#include "core/run/run_csv.h"
#include "core/run/tally.h"
#include "tests/support/test_bots.h"
#include <errno.h>
#include <unistd.h>

/* ---- writing -------------------------------------------------------------*/

static void assert_text(Text *text, const char *wanted) {
  assert_int_equal(text->length, strlen(wanted));
  assert_memory_equal(text->bytes, wanted, text->length);
  text->length = 0;
}

static void numbers_are_written_in_full(void **state) {
  (void)state;
  static const struct {
    uint64_t number;
    const char *text;
  } CASES[] = {
      {0, "0"},
      {1, "1"},
      {9, "9"},
      {10, "10"},
      {999, "999"},
      {1000, "1000"},
      {12345, "12345"},
      {100000, "100000"},
      {INT64_MAX, "9223372036854775807"},
      {UINT64_MAX, "18446744073709551615"},
  };
  Text text = {NULL};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    assert_true(text_reserve(&text, TEXT_NUMBER_MAX));
    text_add_number(&text, CASES[i].number);
    assert_text(&text, CASES[i].text);
  }
  free(text.bytes);
}

/* printf is the slow, obvious second way. */
static void numbers_of_any_length_are_written_as_by_printf(void **state) {
  (void)state;
  Text text = {NULL};
  assert_true(text_reserve(&text, TEXT_NUMBER_MAX));
  for (uint64_t power = 1;; power *= 10) {
    for (uint64_t number = power - 1; number <= power + 101; number++) {
      char wanted[TEXT_NUMBER_MAX];
      snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)number);
      text.length = 0;
      text_add_number(&text, number);
      assert_int_equal(text.length, strlen(wanted));
      assert_memory_equal(text.bytes, wanted, text.length);
    }
    if (power > UINT64_MAX / 10)
      break;
  }
  free(text.bytes);
}

static void texts_are_quoted(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", "\"\""},
      {"plain", "\"plain\""},
      {"a,b", "\"a,b\""},
      {"\"", "\"\"\"\""},
      {"say \"no\"", "\"say \"\"no\"\"\""},
      {"two\nlines\r\n", "\"two\nlines\r\n\""},
      {" blanks ", "\" blanks \""},
      {"héé ≤ 7", "\"héé ≤ 7\""},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Text text = {NULL};
    assert_true(text_reserve(&text, csv_quoted_max(strlen(CASES[i][0]))));
    csv_add_quoted(&text, CASES[i][0]);
    assert_text(&text, CASES[i][1]);
    free(text.bytes);
  }
}

typedef struct OneField {
  char text[40];
} OneField;

static bool take_field(void *context, const CsvRow *row, Error *error) {
  (void)error;
  OneField *field = context;
  assert_int_equal(row->count, 1);
  snprintf(field->text, sizeof field->text, "%s", row->field[0]);
  return true;
}

/* A spreadsheet would run them; what is read back is the text that was written.
 */
static void
formulas_get_an_apostrophe_that_is_removed_on_reading(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"=1+1", "\"'=1+1\""},
      {"+1", "\"'+1\""},
      {"-1", "\"'-1\""},
      {"@SUM(A1)", "\"'@SUM(A1)\""},
      {"\tx", "\"'\tx\""},
      {"\r=x", "\"'\r=x\""},
      {"\nx", "\"'\nx\""},
      {"=\"a\"", "\"'=\"\"a\"\"\""},
      {"＝1", "\"'＝1\""},
      {"＋1", "\"'＋1\""},
      {"－1", "\"'－1\""},
      {"＠1", "\"'＠1\""},
      {"'=1", "\"''=1\""},
      {"''-", "\"'''-\""},
      {"'quoted'", "\"'quoted'\""},
      {"'", "\"'\""},
      {"a=1", "\"a=1\""},
      {" =1", "\" =1\""},
      {"＜1", "\"＜1\""},
      {"", "\"\""},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Text text = {NULL};
    OneField field = {"?"};
    assert_true(text_reserve(&text, csv_quoted_max(strlen(CASES[i][0])) + 1));
    csv_add_quoted(&text, CASES[i][0]);
    text_add_char(&text, '\n');
    CsvReader *r = csv_reader_new("test", take_field, &field);
    assert_true(csv_reader_feed(r, text.bytes, text.length, NULL));
    assert_true(csv_reader_finish(r, NULL));
    assert_string_equal(field.text, CASES[i][0]);
    csv_reader_free(r);
    text.length--;
    assert_text(&text, CASES[i][1]);
    free(text.bytes);
  }
}

/* The address sanitizer detects if the reserved capacity is too small. */
static void the_longest_quoted_text_fits_the_reserved_capacity(void **state) {
  (void)state;
  char quotes[101];
  memset(quotes, '"', sizeof quotes - 1);
  quotes[0] = '=';
  quotes[sizeof quotes - 1] = '\0';
  Text text = {NULL};
  assert_true(text_reserve(&text, csv_quoted_max(100)));
  assert_int_equal(text.capacity, csv_quoted_max(100));
  csv_add_quoted(&text, quotes);
  assert_int_equal(text.length, 202);
  free(text.bytes);
}

static void a_text_keeps_its_contents_when_it_grows(void **state) {
  (void)state;
  Text text = {NULL};
  size_t moved = 0;
  for (uint64_t i = 0; i < 20000; i++) {
    const char *before = text.bytes;
    assert_true(text_reserve(&text, TEXT_NUMBER_MAX + 8));
    assert_true(text.capacity - text.length >= TEXT_NUMBER_MAX + 8);
    moved += text.bytes != before;
    text_add_number(&text, i);
    text_add_word(&text, " and");
    text_add_char(&text, '\n');
  }
  assert_true(moved < 64); /* capacity grows geometrically */
  size_t at = 0;
  for (uint64_t i = 0; i < 20000; i++) {
    char line[40];
    int length = snprintf(line, sizeof line, "%llu and\n", (long long)i);
    assert_memory_equal(text.bytes + at, line, (size_t)length);
    at += (size_t)length;
  }
  assert_int_equal(at, text.length);
  free(text.bytes);
}

/* ---- reading -------------------------------------------------------------*/

/* Everything that was read, as "1[a][b]2[c][d]": line numbers and fields. */
typedef struct Seen {
  char text[4096];
  int rows, refuse; /* the number of the row to refuse; 0 for none */
} Seen;

static bool record_row(void *context, const CsvRow *row, Error *error) {
  Seen *seen = context;
  size_t used = strlen(seen->text);
  if (++seen->rows == seen->refuse)
    return error_set(error, "row %d is refused", seen->rows);
  used += (size_t)snprintf(seen->text + used, sizeof seen->text - used, "%zu",
                           row->line);
  for (int i = 0; i < row->count && used < sizeof seen->text; i++)
    used += (size_t)snprintf(seen->text + used, sizeof seen->text - used,
                             "[%s]", row->field[i]);
  return true;
}

static bool read_pieces(const char *bytes, size_t length, size_t piece,
                        Seen *seen, Error *error) {
  CsvReader *reader = csv_reader_new("f.csv", record_row, seen);
  assert_non_null(reader);
  bool good = true;
  for (size_t at = 0; good && at < length; at += piece) {
    size_t size = length - at < piece ? length - at : piece;
    char *copy = malloc(size); /* so that reads beyond it are detected */
    memcpy(copy, bytes + at, size);
    good = csv_reader_feed(reader, copy, size, error);
    free(copy);
  }
  good = csv_reader_finish(reader, error) && good;
  csv_reader_free(reader);
  return good;
}

static const size_t PIECES[] = {1, 2, 3, 5, 7, 64, 1 << 20};

static void rows_are_read_in_pieces_of_any_size(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", ""},
      {"a\n", "1[a]"},
      {"a,b\nc,d\n", "1[a][b]2[c][d]"},
      {"a,b\r\nc,d\r\n", "1[a][b]2[c][d]"},
      {"a,b\nc,\n,d\n,\n", "1[a][b]2[c][]3[][d]4[][]"},
      {"\"\",\"a,b\"\n", "1[][a,b]"},
      {"\"say \"\"no\"\"\",\"\"\"\"\n", "1[say \"no\"][\"]"},
      {"a\n\"two\nlines\"\nb\n", "1[a]3[two\nlines]4[b]"},
      {"\"x\r\ny\"\r\nb\r\n", "2[x\r\ny]3[b]"},
      {"\" kept \"\n", "1[ kept ]"},
      {"a\n'\n", "1[a]2[']"}, /* the line end after it is no formula */
      {"h\xc3\xa9,\"\xe2\x89\xa4\"\n", "1[h\xc3\xa9][\xe2\x89\xa4]"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    for (size_t k = 0; k < COUNT(PIECES); k++) {
      Seen seen = {""};
      Error error = {0};
      if (!read_pieces(CASES[i][0], strlen(CASES[i][0]), PIECES[k], &seen,
                       &error))
        fail_msg("%s: %s", CASES[i][0], error.message);
      assert_string_equal(seen.text, CASES[i][1]);
    }
}

/* Bytes, some of which may be 0, the rows read before the error, and part of
 * its message. */
typedef struct Malformed {
  const char *bytes;
  size_t length;
  const char *seen, *message;
} Malformed;

#define BYTES(text) (text), sizeof(text) - 1

static void malformed_rows_are_reported_with_their_line(void **state) {
  (void)state;
  static const Malformed CASES[] = {
      {BYTES("a,b\nc\n"), "1[a][b]",
       "f.csv, line 2: 1 field where the first line has 2"},
      {BYTES("a,b\nc,d\ne,f,g\n"), "1[a][b]2[c][d]",
       "f.csv, line 3: 3 fields where the first line has 2"},
      {BYTES("a,b\n\"two\nlines\"\n"), "1[a][b]",
       "f.csv, line 3: 1 field where the first line has 2"},
      {BYTES("a\nb\0c\n"), "1[a]", "f.csv, line 2: a zero byte"},
      {BYTES("a\n\"b\0\"\n"), "1[a]", "f.csv, line 2: a zero byte"},
      {BYTES("\0\n"), "", "f.csv, line 1: a zero byte"},
      {BYTES("a\nb\"c\n"), "1[a]",
       "line 2: a quotation mark in the middle of a field"},
      {BYTES("a\n\"b\"c\n"), "1[a]",
       "line 2: a quotation mark in the middle of a field"},
      {BYTES("a\n\"b\" \"c\"\n"), "1[a]",
       "line 2: a quotation mark in the middle of a field"},
      {BYTES("a\nb"), "1[a]",
       "f.csv, line 2: the file ends here, in column 1, without a newline"},
      {BYTES("a"), "",
       "f.csv, line 1: the file ends here, in column 1, without a newline"},
      {BYTES("a\n\"b"), "1[a]", "line 2: the file ends here, in column 1"},
      {BYTES("a\n\"b\n"), "1[a]", "a quote is never closed"},
      {BYTES("a\n\"b\nc\n\"\"\n"), "1[a]", "a quote is never closed"},
      {BYTES("\""), "", "line 1: the file ends here, in column 1"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    for (size_t k = 0; k < COUNT(PIECES); k++) {
      Seen seen = {""};
      Error error = {0};
      if (read_pieces(CASES[i].bytes, CASES[i].length, PIECES[k], &seen,
                      &error))
        fail_msg("'%s' was read", CASES[i].bytes);
      assert_message(&error, CASES[i].message);
      assert_string_equal(seen.text, CASES[i].seen);
    }
}

static void too_many_fields_are_refused(void **state) {
  (void)state;
  char row[2 * 300];
  for (int fields = 255; fields <= 258; fields++) {
    Seen seen = {""};
    Error error = {0};
    memset(row, ',', sizeof row);
    row[fields - 1] = '\n';
    bool good = read_pieces(row, (size_t)fields, 100, &seen, &error);
    assert_int_equal(good, fields <= 256);
    if (!good)
      assert_message(&error, "f.csv, line 1: more than 256 fields");
  }
}

/* Every later call fails with the same message. */
static void the_callback_can_stop_the_reader(void **state) {
  (void)state;
  Seen seen = {.refuse = 2};
  Error error = {0};
  CsvReader *reader = csv_reader_new("f.csv", record_row, &seen);
  assert_false(csv_reader_feed(reader, "a\nb\nc\nd\n", 8, &error));
  assert_string_equal(error.message, "f.csv, line 2: row 2 is refused");
  assert_false(csv_reader_feed(reader, "e\n", 2, &error));
  assert_false(csv_reader_finish(reader, &error));
  assert_string_equal(error.message, "f.csv, line 2: row 2 is refused");
  assert_string_equal(seen.text, "1[a]");
  assert_int_equal(seen.rows, 2);
  csv_reader_free(reader);
  csv_reader_free(NULL);
}

/* Checks a row of the file below and counts it. */
static bool count_row(void *context, const CsvRow *row, Error *error) {
  size_t *rows = context;
  char wanted[64];
  snprintf(wanted, sizeof wanted, "row \"%zu\",\nand on", *rows);
  if (row->line != 2 * *rows + 2 || row->count != 2 ||
      strcmp(row->field[1], wanted) != 0)
    return error_set(error, "line %zu has '%s'", row->line, row->field[1]);
  ++*rows;
  return true;
}

/* The file is much longer than the reader's buffer and full of quotes. */
static void a_file_is_read(void **state) {
  (void)state;
  char path[] = "/tmp/boardlab_rows_XXXXXX";
  FILE *out = fdopen(mkstemp(path), "w");
  enum { ROWS = 10000 };
  for (int i = 0; i < ROWS; i++)
    fprintf(out, "%d,\"row \"\"%d\"\",\nand on\"\n", i, i);
  fclose(out);
  size_t rows = 0;
  Error error = {0};
  if (!csv_read(path, count_row, &rows, &error))
    fail_msg("%s", error.message);
  assert_int_equal(rows, ROWS);
  assert_int_equal(truncate(path, 100003), 0);
  rows = 0;
  assert_false(csv_read(path, count_row, &rows, &error));
  assert_message(&error, path);
  assert_message(&error, "without a newline");
  assert_true(rows > 3000);
  unlink(path);
  assert_false(csv_read(path, count_row, &rows, &error));
  assert_message(&error, "could not read /tmp/boardlab_rows_");
  assert_message(&error, strerror(ENOENT));
  assert_false(csv_read("/tmp", count_row, &rows, &error));
  assert_message(&error, "/tmp is not a file");
}

/* ---- rows of games and moves ---------------------------------------------*/

/* Bots whose names need quoting in CSV. */
static const char *const HARD[] = {"plain.bot", "a,b.bot:level=2",
                                   "say \"no\".bot:level=9", "=two lines.bot"};

static Game *game;

static Schedule schedule_of(const char *spec, Seating seating, int count) {
  Schedule s;
  Error error = {0};
  game = game_open(spec, &error);
  if (!game || !schedule_make(&s, game, seating, HARD, count, &error))
    fail_msg("%s", error.message);
  return s;
}

static void schedule_close(Schedule *s) {
  schedule_free(s);
  game_close(game);
}

static void headers_name_every_column(void **state) {
  (void)state;
  static const char *const CASES[][3] = {
      {"quoridor",
       "game,number,seed,seat1,seat2,outcome,winner,won1,won2,plies,passes,"
       "moved,legal_moves,branching_max,nodes1,nodes2,hash,forfeiter,reason\n",
       "number,ply,seat,move,legal_moves,kind,to,at,orientation\n"},
      {"dorix:players=4",
       "game,number,seed,seat1,seat2,seat3,seat4,outcome,winner,won1,won2,won3,"
       "won4,plies,passes,moved,legal_moves,branching_max,nodes1,nodes2,nodes3,"
       "nodes4,hash,forfeiter,reason\n",
       "number,ply,seat,move,legal_moves,kind,from,to,receivers\n"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Schedule s = schedule_of(CASES[i][0], SEATING_FIXED, 1);
    Text games = run_csv_games_header(&s), moves = run_csv_moves_header(&s);
    assert_text(&games, CASES[i][1]);
    assert_text(&moves, CASES[i][2]);
    free(games.bytes);
    free(moves.bytes);
    schedule_close(&s);
  }
}

static const char GAME_FIELD[] = "\"orbital\"";

static void a_game_is_one_row(void **state) {
  (void)state;
  static const struct {
    uint64_t seed, index;
    Match match;
    const char *reason, *row;
  } CASES[] = {
      {1,
       0,
       {MATCH_WIN, 1, -1, {{1, 3, 0, 0, 3, 41, 100}}, {7, 0}},
       "",

       ",0,1,\"plain.bot\",\"a,b.bot:level=2\",win,1,1,0,3,0,1+2,100,41,7,0,"
       "aaaaaaaaaaaaaaab,,\n"},
      {1,
       1,
       {MATCH_DRAW, 0, -1, {{2, 2, 2, 0, 0, 1, 2}}, {0, UINT64_MAX}},
       "",
       ",1,1,\"a,b.bot:level=2\",\"plain.bot\",draw,,0,0,2,2,,2,1,0,"
       "18446744073709551615,aaaaaaaaaaaaaaac,,\n"},
      {UINT64_MAX,
       1000000000000,
       {MATCH_TRUNCATED, 0, -1, {{0x0123456789abcdef, 0, 0, 0, 0, 0, 0}}, {0}},
       "",

       ",1000000000000,18446744073709551615,\"plain.bot\",\"a,b.bot:level=2\","
       "truncated,,0,0,0,0,,0,0,0,0,abcdefghijklmnop,,\n"},
      {5,
       2,
       {MATCH_FORFEIT, 2, 0, {{UINT64_MAX, 1, 0, 0, 1, 9, 9}}, {1, 1}},
       "said \"no\", twice",

       ",2,5,\"plain.bot\",\"a,b.bot:level=2\",forfeit,2,0,0,1,0,1,9,9,1,1,"
       "pppppppppppppppp,1,"
       "\"said \"\"no\"\", twice\"\n"},
      {5,
       4,
       {MATCH_WIN, 3, -1, {{0xfeull << 56, 1, 0, 0, 2, 9, 9}}, {1, 1}},
       "not a reason",
       ",4,5,\"plain.bot\",\"a,b.bot:level=2\",win,1+2,1,1,1,0,2,9,9,1,1,"
       "poaaaaaaaaaaaaaa,,\n"},
  };
  Schedule s = schedule_of("orbital", SEATING_ROTATED, 2);
  Text text = {NULL};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    run_csv_add_game(&text, &s, CASES[i].seed, CASES[i].index, &CASES[i].match,
                     CASES[i].reason);
    assert_memory_equal(text.bytes, GAME_FIELD, strlen(GAME_FIELD));
    memmove(text.bytes, text.bytes + strlen(GAME_FIELD),
            text.length -= strlen(GAME_FIELD));
    assert_text(&text, CASES[i].row);
  }
  free(text.bytes);
  schedule_close(&s);
}

static void a_move_is_one_row(void **state) {
  (void)state;
  char longest[MOVE_TEXT];
  memset(longest, '"', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  Text text = {NULL};
  assert_true(text_reserve(&text, RUN_CSV_MOVE_ROOM));
  run_csv_add_move(&text, 12, 3, 1, "b2>c2,b3", 17);
  assert_text(&text, "12,3,1,\"b2>c2,b3\",17");
  run_csv_add_move(&text, UINT64_MAX, UINT64_MAX, SEATS_MAX, longest,
                   MOVES_MAX);
  assert_true(text.length + PART_COLUMNS_ROOM < RUN_CSV_MOVE_ROOM);
  free(text.bytes);
}

/* ---- reading games back --------------------------------------------------*/

/* The arguments and results of run_csv_read_game. */
typedef struct Reading {
  const Schedule *schedule;
  uint64_t seed, index;
  int max_plies;
  Match match;
  int column; /* the column to replace, from 0; -1 for none */
  const char *with;
  int rows;
} Reading;

enum { COLUMNS_MAX = 64 };

static bool read_back(void *context, const CsvRow *row, Error *error) {
  Reading *r = context;
  const char *field[COLUMNS_MAX];
  assert_true(row->count <= COLUMNS_MAX);
  memcpy(field, row->field, (size_t)row->count * sizeof *field);
  if (r->column >= 0) {
    assert_true(r->column < row->count);
    field[r->column] = r->with;
  }
  CsvRow copy = {row->number, row->line, row->count, field};
  r->rows++;
  return run_csv_read_game(&copy, r->schedule, r->seed, r->index, r->max_plies,
                           &r->match, error);
}

static bool read_row(const Text *row, Reading *r, Error *error) {
  CsvReader *reader = csv_reader_new("games.csv", read_back, r);
  bool good = csv_reader_feed(reader, row->bytes, row->length, error) &&
              csv_reader_finish(reader, error);
  csv_reader_free(reader);
  assert_int_equal(r->rows, 1);
  return good;
}

static Match draw_match(const Schedule *s, Rng *rng) {
  Match m = {.end = (MatchEnd)rng_below(rng, MATCH_ENDS), .forfeiter = -1};
  m.plies = (int)rng_below(rng, rng_below(rng, 2) ? 20 : 10000001);
  m.passes = (int)rng_below(rng, (uint32_t)m.plies + 1);
  m.branching_max = (int)rng_below(rng, MOVES_MAX + 1);
  uint64_t most = (uint64_t)m.plies * MOVES_MAX;
  m.legal_moves = most ? rng_next(rng) % (most + 1) : 0;
  for (int i = 0; i < s->seats; i++)
    m.nodes[i] = rng_next(rng) >> (1 + rng_below(rng, 63));
  if (m.end == MATCH_WIN || (m.end == MATCH_FORFEIT && rng_below(rng, 2)))
    m.winners = (uint16_t)(1 + rng_below(rng, (1u << s->seats) - 1));
  if (m.end == MATCH_FORFEIT)
    m.forfeiter = (int)rng_below(rng, (uint32_t)s->seats);
  m.moved = (uint16_t)(1 + rng_below(rng, (1u << s->seats) - 1));
  while (__builtin_popcount(m.moved) > m.plies - m.passes)
    m.moved &= (uint16_t)(m.moved - 1);
  m.hash = rng_next(rng);
  return m;
}

static void assert_same_match(const Schedule *s, const Match *a,
                              const Match *b) {
  assert_int_equal(a->end, b->end);
  assert_int_equal(a->winners, b->winners);
  assert_int_equal(a->plies, b->plies);
  assert_int_equal(a->passes, b->passes);
  assert_int_equal(a->forfeiter, b->forfeiter);
  assert_int_equal(a->branching_max, b->branching_max);
  for (int i = 0; i < s->seats; i++)
    assert_int_equal(a->nodes[i], b->nodes[i]);
  assert_int_equal(a->legal_moves, b->legal_moves);
  assert_int_equal(a->moved, b->moved);
  assert_int_equal(a->hash, b->hash);
}

static void round_trip(const Schedule *s, uint64_t index, Rng *rng) {
  Match match = draw_match(s, rng);
  Reading r = {s, rng_next(rng), index, 10000000, .column = -1};
  const char *reason = match.end == MATCH_FORFEIT ? "\"tired\",\n" : "";
  Text row = {NULL}, again = {NULL};
  Error error = {0};
  run_csv_add_game(&row, s, r.seed, index, &match, reason);
  if (!read_row(&row, &r, &error))
    fail_msg("%.*s: %s", (int)row.length, row.bytes, error.message);
  assert_same_match(s, &match, &r.match);
  run_csv_add_game(&again, s, r.seed, index, &r.match, reason);
  assert_int_equal(row.length, again.length);
  assert_memory_equal(row.bytes, again.bytes, row.length);
  free(row.bytes);
  free(again.bytes);
}

static void a_game_is_read_as_it_was_written(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    Seating seating;
    int bots;
  } CASES[] = {
      {"quoridor", SEATING_ROTATED, 2},
      {"tictacdoh:players=3", SEATING_EVERY, 4},
      {"dorix:players=4", SEATING_FIXED, 4},
  };
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Schedule s = schedule_of(CASES[i].spec, CASES[i].seating, CASES[i].bots);
    for (uint64_t index = 0; index < 2000; index++)
      round_trip(&s, index, &rng);
    schedule_close(&s);
  }
}

/* game,number,seed,seat1,seat2,outcome,winner,won1,won2,plies,passes,moved,
 * legal_moves,branching_max,nodes1,nodes2,hash,forfeiter,reason */
static void every_invalid_column_is_reported(void **state) {
  (void)state;
  enum {
    GAME_SPEC,
    NUMBER,
    SEED,
    SEAT1,
    SEAT2,
    OUTCOME,
    WINNER,
    WON1,
    WON2,
    PLIES,
    PASSES,
    MOVED,
    LEGAL,
    MOST,
    NODES1,
    NODES2,
    HASH,
    FORFEITER
  };
  static const struct {
    int column;
    const char *with, *message;
  } CASES[] = {
      {GAME_SPEC, "quoridor:size=5",
       "line 1: column 1, game: 'quoridor:size=5' where 'quoridor' should"},
      {GAME_SPEC, "", "line 1: column 1, game: '' where 'quoridor' should"},
      {NUMBER, "4", "line 1: column 2, number: '4' where '3' should be"},
      {NUMBER, "", "line 1: column 2, number: '' where '3' should be"},
      {NUMBER, "03", "line 1: column 2, number: '03' where '3' should be"},
      {SEED, "8", "line 1: column 3, seed: '8' where '7' should be"},
      {SEAT1, "plain.bot",
       "seat1: 'plain.bot' where 'a,b.bot:level=2' should be"},
      {SEAT2, "", "seat2: '' where 'plain.bot' should be"},
      {OUTCOME, "won",
       "outcome: 'won' where win, loss, draw, truncated or forfeit should be"},
      {OUTCOME, "", "outcome: ''"},
      {WINNER, "3", "winner: '3' where seats such as 1 or 1+3 should be"},
      {WINNER, "0", "winner: '0'"},
      {WINNER, "1+", "winner: '1+'"},
      {WINNER, "+1", "winner: '+1'"},
      {WINNER, "1 2", "winner: '1 2'"},
      {WINNER, "x", "winner: 'x'"},
      {WINNER, "99999999999999999999", "winner: '99999999999999999999'"},
      {WON1, "1", "won1: '1' where '0' should be"}, /* a forfeit is no win */
      {WON1, "", "won1: '' where '0' should be"},
      {WON2, "1", "won2: '1' where '0' should be"},
      {WON2, "0.0", "won2: '0.0' where '0' should be"},
      {PLIES, "501", "plies: '501' where a number from 0 to 500 should be"},
      {PLIES, "-1", "plies: '-1'"},
      {PLIES, "4.0", "plies: '4.0'"},
      {PLIES, "", "plies: ''"},
      {PASSES, "x", "passes: 'x'"},
      {PASSES, "5", "passes: '5' where a number from 0 to 4 should be"},
      {MOVED, "3", "moved: '3' where seats such as 1 or 1+3 should be"},
      {MOVED, "", "moved: '' where the seats that moved should be"},
      {LEGAL, "2.500",
       "legal_moves: '2.500' where a number from 0 to 131072 should be"},
      {LEGAL, "", "legal_moves: ''"},
      {LEGAL, "-2", "legal_moves: '-2'"},
      {LEGAL, "131073", "legal_moves: '131073'"},
      {MOST, "32769",
       "branching_max: '32769' where a number from 0 to 32768 should be"},
      {NODES1, "-1", "nodes1: '-1'"},
      {NODES2, "9223372036854775808", "nodes2: '9223372036854775808'"},
      {HASH, "", "hash: '' where 16 letters from a to p should be"},
      {HASH, "abcdefghijklmno", "hash: 'abcdefghijklmno' where"},
      {HASH, "abcdefghijklmnopa", "hash: 'abcdefghijklmnopa' where"},
      {HASH, "Abcdefghijklmnop", "hash: 'Abcdefghijklmnop' where"},
      {HASH, "abcdefghijklmnoq", "hash: 'abcdefghijklmnoq' where"},
      {HASH, "0123456789abcdef", "hash: '0123456789abcdef' where"},
      {FORFEITER, "", "forfeiter: '' where the seat that forfeited"},
      {FORFEITER, "3", "forfeiter: '3' where"},
      {FORFEITER, "1+2", "forfeiter: '1+2' where the seat that forfeited"},
  };
  Schedule s = schedule_of("quoridor", SEATING_ROTATED, 2);
  const Match match = {MATCH_FORFEIT, 1, 1, {{6, 4, 0, 0, 3, 5, 10}}, {3, 4}};
  Text row = {NULL};
  run_csv_add_game(&row, &s, 7, 3, &match, "tired");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Reading r = {&s, 7, 3, 500, .column = CASES[i].column};
    r.with = CASES[i].with;
    Error error = {0};
    if (read_row(&row, &r, &error))
      fail_msg("column %d was read as '%s'", r.column, r.with);
    assert_message(&error, CASES[i].message);
  }
  free(row.bytes);
  schedule_close(&s);
}

/* Each column is valid by itself but contradicts the outcome. */
static void columns_that_contradict_each_other_are_reported(void **state) {
  (void)state;
  static const struct {
    Match match;
    int column;
    const char *with, *message;
  } CASES[] = {
      {{MATCH_WIN, 1, -1, {{7, 4, 0, 0, 3, 5, 10}}, {0}},
       17,
       "2",
       "forfeiter: '2' where nothing should be"},
      {{MATCH_DRAW, 0, -1, {{1, 2, 2, 0, 0, 1, 2}}, {0}},
       11,
       "1",
       "moved: '1' where nothing should be"},
      {{MATCH_DRAW, 0, -1, {{1, 2, 1, 0, 1, 1, 2}}, {0}},
       11,
       "1+2",
       "moved: '1+2' where the seats that moved should be"},
      {{MATCH_WIN, 1, -1, {{8, 4, 0, 0, 3, 5, 10}}, {0}},
       6,
       "",
       "winner: '' where the seats that won should be"},
      {{MATCH_DRAW, 0, -1, {{9, 4, 0, 0, 3, 5, 10}}, {0}},
       6,
       "1",
       "winner: '1' where nothing should be"},
      {{MATCH_TRUNCATED, 0, -1, {{10, 4, 0, 0, 3, 5, 10}}, {0}},
       6,
       "1+2",
       "winner: '1+2' where nothing should be"},
      {{MATCH_WIN, 1, -1, {{8, 4, 0, 0, 3, 5, 10}}, {0}},
       7,
       "0",
       "won1: '0' where '1' should be"},
      {{MATCH_WIN, 1, -1, {{8, 4, 0, 0, 3, 5, 10}}, {0}},
       8,
       "1",
       "won2: '1' where '0' should be"},
      {{MATCH_DRAW, 0, -1, {{9, 4, 0, 0, 3, 5, 10}}, {0}},
       7,
       "1",
       "won1: '1' where '0' should be"},
  };
  Schedule s = schedule_of("quoridor", SEATING_ROTATED, 2);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Text row = {NULL};
    Reading r = {&s, 7, 3, 500, .column = CASES[i].column};
    r.with = CASES[i].with;
    Error error = {0};
    run_csv_add_game(&row, &s, 7, 3, &CASES[i].match, "");
    assert_false(read_row(&row, &r, &error));
    assert_message(&error, CASES[i].message);
    free(row.bytes);
  }
  schedule_close(&s);
}

/* ---- messages ------------------------------------------------------------*/

static void only_well_formed_utf8_is_valid(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool good;
  } CASES[] = {
      {"", true},
      {"plain", true},
      {"\x7f", true},
      {"\xc2\x80 \xdf\xbf", true},
      {"\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf", true},
      {"\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf", true},
      {"\x80", false},
      {"\xbf", false},
      {"\xc0\x80", false},         /* overlong */
      {"\xc1\xbf", false},         /* overlong */
      {"\xe0\x9f\xbf", false},     /* overlong */
      {"\xf0\x8f\xbf\xbf", false}, /* overlong */
      {"\xed\xa0\x80", false},     /* surrogates */
      {"\xed\xbf\xbf", false},
      {"\xf4\x90\x80\x80", false}, /* beyond the last character */
      {"\xf5\x80\x80\x80", false},
      {"\xff", false},
      {"a\xc3", false}, /* incomplete */
      {"a\xe2\x89", false},
      {"a\xf0\x9f\x98", false},
      {"\xc3(", false},
      {"\xe2\x89(", false},
      {"ok \xfe", false},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    if (utf8_is_valid(CASES[i].text) != CASES[i].good)
      fail_msg("case %zu should be %d", i, CASES[i].good);
}

static void messages_are_valid_utf8_whatever_they_quote(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < 3000; i++) {
    char text[1200];
    size_t length = rng_below(&rng, sizeof text);
    for (size_t k = 0; k < length; k++)
      text[k] = (char)(1 + rng_below(&rng, 255));
    text[length] = '\0';
    Error error;
    error_set(&error, "%s≤%.*s", text, (int)rng_below(&rng, 500), text);
    error_add(&error, "é%s", text);
    assert_true(utf8_is_valid(error.message));
    assert_null(strpbrk(error.message, "\n\r\t\x1b\x7f"));
  }
}

/* A multi-byte character that does not fit is left out whole. */
static void a_long_message_is_truncated_between_characters(void **state) {
  (void)state;
  char text[3 * 1024 + 1];
  for (size_t i = 0; i < sizeof text - 1; i += 3)
    memcpy(text + i, "≤", 3);
  text[sizeof text - 1] = '\0';
  for (int shift = 0; shift < 3; shift++) {
    Error error;
    error_set(&error, "%.*s%s", shift, "abc", text);
    assert_true(utf8_is_valid(error.message));
    assert_true(strlen(error.message) > 1000);
    assert_memory_equal(error.message + shift, text, 1000);
  }
}

int main(void) {
  loader_add(&RANDOM_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_written_in_full),
      cmocka_unit_test(numbers_of_any_length_are_written_as_by_printf),
      cmocka_unit_test(texts_are_quoted),
      cmocka_unit_test(formulas_get_an_apostrophe_that_is_removed_on_reading),
      cmocka_unit_test(the_longest_quoted_text_fits_the_reserved_capacity),
      cmocka_unit_test(a_text_keeps_its_contents_when_it_grows),
      cmocka_unit_test(rows_are_read_in_pieces_of_any_size),
      cmocka_unit_test(malformed_rows_are_reported_with_their_line),
      cmocka_unit_test(too_many_fields_are_refused),
      cmocka_unit_test(the_callback_can_stop_the_reader),
      cmocka_unit_test(a_file_is_read),
      cmocka_unit_test(headers_name_every_column),
      cmocka_unit_test(a_game_is_one_row),
      cmocka_unit_test(a_move_is_one_row),
      cmocka_unit_test(a_game_is_read_as_it_was_written),
      cmocka_unit_test(every_invalid_column_is_reported),
      cmocka_unit_test(columns_that_contradict_each_other_are_reported),
      cmocka_unit_test(only_well_formed_utf8_is_valid),
      cmocka_unit_test(messages_are_valid_utf8_whatever_they_quote),
      cmocka_unit_test(a_long_message_is_truncated_between_characters),
  };
  return RUN_TESTS(tests);
}
