/* Games as text files: written and read back, along random games of every game,
 * and every kind of bad file is reported by line and column. */
#include "tests/support/support.h"

#include "core/base/utf8.h"
#include "core/game/gamefile.h"
#include <sys/stat.h>
#include <unistd.h>

/* ---- round trips ---------------------------------------------------------*/

static void open_or_fail(GameFile *file, const char *spec, uint64_t seed,
                         const char *settings) {
  Error error = {0};
  if (!gamefile_open(file, spec, seed, 3, settings, &error))
    fail_msg("%s", error.message);
}

static char *text_or_fail(const GameFile *file) {
  Error error = {0};
  char *text = gamefile_text(file, &error);
  if (!text)
    fail_msg("%s", error.message);
  return text;
}

static void add_random_moves(GameFile *file, Rng *rng, int plies) {
  State *state = game_copy(file->game, file->first);
  assert_non_null(state);
  while (plies-- > 0 && state->outcome == PLAYING) {
    Move move = game_random_move(file->game, state, rng);
    gamefile_add(file, move);
    game_play(file->game, state, move);
  }
  free(state);
}

static void assert_same_file(const GameFile *one, const GameFile *other) {
  assert_string_equal(one->game->spec, other->game->spec);
  assert_memory_equal(one->first, other->first, one->game->state_size);
  assert_int_equal(one->seed, other->seed);
  assert_int_equal(one->index, other->index);
  assert_int_equal(one->count, other->count);
  if (one->count)
    assert_memory_equal(one->moves, other->moves,
                        (size_t)one->count * sizeof *one->moves);
  assert_int_equal(one->gave_up, other->gave_up);
  assert_int_equal(one->forfeited, other->forfeited);
  for (int seat = 0; seat < one->game->seats; seat++) {
    assert_string_equal(one->seat[seat], other->seat[seat]);
    assert_string_equal(one->name[seat], other->name[seat]);
  }
  if (one->count)
    assert_memory_equal(one->milliseconds, other->milliseconds,
                        (size_t)one->count * sizeof *one->milliseconds);
  assert_int_equal(one->undos, other->undos);
  assert_int_equal(one->hints, other->hints);
  assert_int_equal(one->answers, other->answers);
  for (int i = 0; i < one->answers; i++) {
    assert_string_equal(one->answer[i].question, other->answer[i].question);
    assert_string_equal(one->answer[i].answer, other->answer[i].answer);
  }
}

/* What was written is read back the same, and written again the same. */
static void assert_comes_back(const GameFile *file) {
  char *text = text_or_fail(file);
  Error error = {0};
  GameFile back;
  if (!gamefile_parse(&back, "back", text, NULL, &error))
    fail_msg("%s\n%s", error.message, text);
  assert_same_file(file, &back);
  char *again = text_or_fail(&back);
  assert_string_equal(text, again);
  free(again);
  free(text);
  gamefile_close(&back);
}

static void games_with_any_options_come_back(void **state) {
  (void)state;
  enum { GAMES_EACH = 10, PLIES = 300 };
  for (const Rules *const *r = game_rules; *r; r++)
    for (int i = 0; i < GAMES_EACH; i++) {
      char spec[SPEC_TEXT];
      Rng rng;
      rng_seed(&rng, 21, (uint64_t)i);
      draw_spec(*r, 50, &rng, spec);
      GameFile file;
      if (!gamefile_open(&file, spec, (uint64_t)i, 0, NULL, NULL))
        continue; /* some options do not go together */
      snprintf(file.seat[i % file.game->seats], SPEC_TEXT, "human");
      add_random_moves(&file, &rng, (int)rng_below(&rng, PLIES));
      assert_comes_back(&file);
      gamefile_close(&file);
    }
}

static void edited_positions_come_back(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings;
  } CASES[] = {
      {"dorix", "b2=112 hand1=13 hand2=14 seat=2"},
      {"quoridor:size=5", "  pawn1=c3\tpawn2=c4\nwalls=a1h,c2v  "},
      {"orbital", "a1=B1 a2=T2n"},
      {"tictacdoh:players=3", "seat=3"},
      {"tictacdoh", "   "},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    GameFile file;
    Rng rng;
    rng_seed(&rng, 5, i);
    open_or_fail(&file, CASES[i].spec, 5, CASES[i].settings);
    add_random_moves(&file, &rng, 6);
    assert_comes_back(&file);
    gamefile_close(&file);
  }
}

static void who_gave_up_comes_back(void **state) {
  (void)state;
  GameFile file;
  open_or_fail(&file, "dorix:players=4,teams=true", 9, NULL);
  for (int seat = 0; seat < 4; seat++) {
    file.gave_up = seat;
    file.forfeited = seat % 2;
    assert_comes_back(&file);
    assert_int_equal(gamefile_winners(&file), seat % 2 ? 5 : 10);
  }
  gamefile_close(&file);
  open_or_fail(&file, "dorix:players=3", 9, NULL);
  file.gave_up = 1;
  assert_int_equal(gamefile_winners(&file), 0);
  gamefile_close(&file);
}

/* A game with all that can be known of who played it. */
static void open_with_people(GameFile *file) {
  Rng rng;
  rng_seed(&rng, 8, 0);
  open_or_fail(file, "quoridor:size=5", 8, NULL);
  add_random_moves(file, &rng, 12);
  for (int i = 1; i < file->count; i++)
    file->milliseconds[i] = 1000 * i;
  snprintf(file->seat[0], SPEC_TEXT, "human");
  snprintf(file->seat[1], SPEC_TEXT, "mcts:iterations=50");
  snprintf(file->name[0], GAMEFILE_NAME, "Ada #1");
  file->undos = 3;
  file->hints = 2;
  gamefile_add_answer(file, "Was it fun? 1-5", "4 # or so");
  gamefile_add_answer(file, "What was # \\new?", "All:\nwalls, #2\n\\n");
  gamefile_add_answer(file, "Anything else?", "");
}

static void people_come_back(void **state) {
  (void)state;
  GameFile file, copy;
  open_with_people(&file);
  assert_comes_back(&file);
  open_or_fail(&copy, "quoridor:size=5", 8, NULL);
  for (int i = 0; i < file.count; i++)
    gamefile_add(&copy, file.moves[i]);
  memcpy(copy.seat, file.seat, sizeof copy.seat);
  gamefile_copy_people(&copy, &file);
  assert_same_file(&file, &copy);
  gamefile_close(&copy);
  assert_true(gamefile_restart(&file, 4, NULL));
  assert_int_equal(file.undos + file.hints + file.answers, 0);
  assert_string_equal(file.name[0], "Ada #1");
  assert_comes_back(&file);
  gamefile_close(&file);
}

/* Changes, adds, removes or repeats a few bytes. */
static void mutate(char *text, size_t size, Rng *rng) {
  static const char BYTES[] = "0123456789abcdefgh:\\#- \n,=rsw\t\r\x01\xC3";
  for (int times = 1 + (int)rng_below(rng, 3); times > 0; times--) {
    size_t length = strlen(text), at = rng_below(rng, (uint32_t)length + 1);
    size_t run = rng_below(rng, 12);
    switch (rng_below(rng, 4)) {
    case 0:
      if (at < length)
        text[at] = BYTES[rng_below(rng, sizeof BYTES - 1)];
      break;
    case 1:
      if (at + run < length)
        memmove(text + at, text + at + run, length - at - run + 1);
      break;
    case 2:
      if (at + run < length && length + run < size)
        memmove(text + at + run, text + at, length - at + 1);
      break;
    default:
      if (rng_below(rng, 8) == 0)
        text[at] = '\0';
      break;
    }
  }
}

/* Whatever is accepted is a game by the rules that is written as it was read;
 * whatever is refused, with the place. Files that are no longer than before may
 * have lost moves: times tell, since there is one for each. */
static void changed_files_are_read_or_refused(void **state) {
  (void)state;
  enum { FILES = 1000 };
  GameFile file, changed;
  Rng rng;
  int accepted = 0, whole;
  open_with_people(&file);
  whole = file.count;
  char *text = text_or_fail(&file), copy[4096];
  gamefile_close(&file);
  for (int i = 0; i < FILES; i++) {
    Error error = {0};
    rng_seed(&rng, 40, (uint64_t)i);
    snprintf(copy, sizeof copy, "%s", text);
    mutate(copy, sizeof copy, &rng);
    if (gamefile_parse(&changed, "t", copy, NULL, &error)) {
      accepted++;
      assert_comes_back(&changed);
      if (strstr(copy, "\nmilliseconds: - 1000"))
        assert_int_equal(changed.count, whole);
      gamefile_close(&changed);
    } else {
      int line, column;
      assert_int_equal(sscanf(error.message, "t:%d:%d: ", &line, &column), 2);
      assert_null(strchr(error.message, '\n'));
    }
  }
  assert_in_range(accepted, FILES / 10, FILES * 9 / 10);
  free(text);
}

/* ---- random first positions ----------------------------------------------*/

/* The seat that begins is random. */
static void start_by_lot(const Game *game, State *state, Rng *rng) {
  (void)game;
  state->seat = (uint8_t)rng_below(rng, 2);
}

static void lots_are_drawn_from_seed_and_index(void **state) {
  (void)state;
  Rules rules = *rules_named("tictacdoh");
  int seen[2] = {0};
  rules.start = start_by_lot;
  for (uint64_t index = 0; index < 20; index++) {
    GameFile file;
    open_or_fail(&file, "tictacdoh", 7, NULL);
    const Rules *own = file.game->rules;
    free(file.game->first);
    file.game->first = NULL;
    file.game->rules = &rules;
    file.game->random_start = true;
    Rng rng;
    rng_seed(&rng, 7, index);
    assert_true(gamefile_restart(&file, index, NULL));
    assert_int_equal(file.first->seat, rng_below(&rng, 2));
    seen[file.first->seat]++;
    file.game->rules = own;
    gamefile_close(&file);
  }
  assert_true(seen[0] && seen[1]);
}

/* ---- reading -------------------------------------------------------------*/

#define HEAD "boardlab game\ngame: quoridor:size=5\n"

static void remarks_blanks_and_order_are_free(void **state) {
  (void)state;
  static const char *const TEXTS[] = {
      HEAD "moves:\nc2 c4 a1h",
      HEAD "moves: c2 c4\na1h\n",
      "boardlab game\r\ngame: quoridor:size=5\r\nmoves:\r\nc2 c4\r\na1h\r\n",
      "\xEF\xBB\xBF" HEAD "moves: c2 c4 a1h", /* as some editors begin */
      "boardlab game # of chess?\n# no\n\ngame :quoridor:size=5 # small\nseed: "
      "1\n seat 2:\thuman\n  moves: # none yet\nc2\t c4 # good\n\n#a2\na1h #",
  };
  for (size_t i = 0; i < COUNT(TEXTS); i++) {
    GameFile file;
    Error error = {0};
    if (!gamefile_parse(&file, "t", TEXTS[i], NULL, &error))
      fail_msg("%s", error.message);
    assert_int_equal(file.count, 3);
    gamefile_close(&file);
  }
}

/* As many as make the word "resigned" end where a short copy would. */
#define ZEROS "000000000000000000000000000000000000000000000000"

static const struct {
  const char *text, *message;
} BAD[] = {
    {"",
     "t:1:1: this is not a game file: its first line is not 'boardlab game'"},
    {"\nboardlab game\n", "t:1:1: this is not a game file"},
    {"boardlab games\n", "t:1:1: this is not a game file"},
    {"boardlab game\n", "t:2:1: the file has no line 'moves:'"},
    {HEAD, "t:3:1: the file has no line 'moves:'"},
    {"boardlab game\nmoves:\n", "t:2:1: the first key must be the game"},
    {"boardlab game\nseat 1: human\n", "t:2:1: the first key must be the game"},
    {"boardlab game\ngame: chess\n", "t:2:7: there is no game 'chess'"},
    {"boardlab game\ngame: quoridor:size=99\n", "t:2:7: quoridor: size=99"},
    {"boardlab game\ngame:\n", "t:2:6: game has no value"},
    {HEAD "game: dorix\n", "t:3:1: game is given twice"},
    {HEAD "sed: 1\n", "t:3:1: unknown key 'sed'; did you mean 'seed'?"},
    {HEAD "seed: x\n",
     "t:3:7: seed takes a whole number from 0 to 9223372036854775806, not 'x'"},
    {HEAD "seed: -1\n", "t:3:7: seed takes"},
    {HEAD "seed: 99999999999999999999\n", "t:3:7: seed takes"},
    {HEAD "seed: 1\nseed: 1\n", "t:4:1: seed is given twice"},
    {HEAD "index: 1.5\n", "t:3:8: index takes"},
    {HEAD "seat 3: human\n", "t:3:6: '3' is not a seat of quoridor:size=5"},
    {HEAD "seat x: human\n", "t:3:6: 'x' is not a seat"},
    {HEAD "seat 1:\n", "t:3:8: seat 1 has no value"},
    {HEAD "seat 1: a\nseat 1: b\n", "t:4:1: seat 1 is given twice"},
    {HEAD "seat 1:#1\n", "t:3:8: seat 1 begins with a #; put a space"},
    {HEAD "seat 2: a\tb\n", "t:3:10: seat 2 contains a tab or another control"},
    {HEAD "seat 1: é \x1b[1m\n", "t:3:11: seat 1 contains a tab or another"},
    {"boardlab game\ngame: dorix\tx\n",
     "t:2:12: game contains a tab or another"},
    {HEAD "set: pawn1=c3 \x01\nmoves:\n",
     "t:3:15: set contains a tab or another"},
    {HEAD "set: pawn9=a1\nmoves:\n", "t:3:6: "},
    {HEAD "set: pawn1\nmoves:\n", "t:3:6: 'pawn1' is not of the form"},
    {HEAD "ended: badly\nmoves:\n", "t:3:8: ended takes 'seat N resigned'"},
    {HEAD "ended: seat 1\nmoves:\n", "t:3:8: ended takes"},
    {HEAD "ended: seat " ZEROS "1 resigned, or not\nmoves:\n",
     "t:3:8: ended takes"},
    {HEAD "ended: seat 7 resigned\nmoves:\n", "t:3:8: '7' is not a seat"},
    {HEAD "ended: seat 1 resigned\nmoves: c2 d5 c3 e5 c4 d5 c5\n",
     "t:3:8: the game is over after these moves"},
    {HEAD "rules: 12\n", "t:3:8: rules takes a hash of 16 hexadecimal digits"},
    {HEAD "name 3: Ada\n", "t:3:6: '3' is not a seat"},
    {HEAD "name 1: a\\nb\n", "t:3:9: the name of a human must be one line"},
    {HEAD "name 1: a\\\n", "t:3:10: a \\ comes before n, # or another"},
    {HEAD "name 1: a\nname 1: b\n", "t:4:1: name 1 is given twice"},
    {HEAD "undos: -1\n", "t:3:8: undos takes a whole number from 0 to"},
    {HEAD "hints: many\n", "t:3:8: hints takes a whole number from 0 to"},
    {HEAD "answer: 4\n", "t:3:1: an answer must follow a question"},
    {HEAD "question: a\nanswer: 4\nanswer: 5\n",
     "t:5:1: an answer must follow a question"},
    {HEAD "milliseconds: 5 6\nmoves: c2\n",
     "t:3:15: there are times for 2 moves, but the game has 1"},
    {HEAD "milliseconds: 5 x\nmoves: c2 c4\n",
     "t:3:17: milliseconds takes a whole number"},
    {HEAD "rules: 0123456789abcdef\nmoves: c2 c9\n",
     "t:4:11: move 2, 'c9' is not"},
    {HEAD "moves:#none\n", "t:3:7: move 1, '#none'"},
    {HEAD "c2 c4\n", "t:3:1: 'c2 c4' is not of the form 'key: value'"},
    {HEAD "moves:\nc2 c4\n a1h  e5\n", "t:5:7: move 4, 'e5' is not legal"},
    {HEAD "moves:\n# été\nc2 c4 # ö\nz9z\n", "t:6:1: move 3, 'z9z'"},
    {HEAD "# é\nmöves: c2\n", "t:4:1: unknown key 'möves'"},
    {HEAD "seat 2: é # é\nmoves: c2 é\n", "t:4:11: move 2, 'é'"},
    {HEAD "moves: c2 d5 c3 e5 c4 d5 c5 a1h\n",
     "t:3:29: move 8, 'a1h': the game is over"},
};

static void bad_files_are_told_by_line_and_column(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(BAD); i++) {
    GameFile file;
    Error error = {0};
    if (gamefile_parse(&file, "t", BAD[i].text, NULL, &error))
      fail_msg("was read: %s", BAD[i].text);
    if (strncmp(error.message, BAD[i].message, strlen(BAD[i].message)) != 0)
      fail_msg("'%s' should begin with '%s'", error.message, BAD[i].message);
    assert_true(utf8_is_valid(error.message));
    assert_false(gamefile_parse(&file, "t", BAD[i].text, NULL, NULL));
  }
}

/* A file truncated anywhere is refused or is a shorter game. */
static void cut_off_files_do_no_harm(void **state) {
  (void)state;
  GameFile file, part;
  Rng rng;
  rng_seed(&rng, 2, 0);
  open_or_fail(&file, "orbital", 2, "a1=B1");
  snprintf(file.seat[0], SPEC_TEXT, "human");
  add_random_moves(&file, &rng, 12);
  char *text = text_or_fail(&file);
  for (size_t length = strlen(text); length-- > 0;) {
    text[length] = '\0';
    if (gamefile_parse(&part, "t", text, NULL, NULL)) {
      assert_in_range(part.count, 0, file.count);
      gamefile_close(&part);
    }
  }
  free(text);
  gamefile_close(&file);
}

/* ---- files ---------------------------------------------------------------*/

static void only_games_are_replaced(void **state) {
  (void)state;
  char path[] = "/tmp/boardlab_gamefile_XXXXXX";
  int made = mkstemp(path);
  assert_true(made >= 0);
  GameFile file, back;
  Error error = {0};
  open_or_fail(&file, "dorix", 1, NULL);
  assert_true(gamefile_write(&file, path, &error)); /* it was empty */
  file.seed = 2;
  assert_true(gamefile_write(&file, path, &error));
  assert_true(gamefile_read(&back, path, &error));
  assert_same_file(&file, &back);
  gamefile_close(&back);
  FILE *other = fopen(path, "w");
  fputs("my only poem\n", other);
  fclose(other);
  assert_false(gamefile_write(&file, path, &error));
  assert_non_null(strstr(error.message, "exists and is not a game file"));
  assert_false(gamefile_writable(path, &error));
  other = fopen(path, "w");
  fputs("\xEF\xBB\xBF" HEAD "moves:\n", other);
  fclose(other);
  assert_true(gamefile_writable(path, &error));
  other = fopen(path, "w");
  fputs("\xEF\xBB\xBFmy only poem\n", other);
  fclose(other);
  assert_false(gamefile_read(&back, path, &error));
  assert_non_null(strstr(error.message, ":1:1: this is not a game file"));
  assert_false(gamefile_read(&back, "/tmp", &error));
  assert_non_null(strstr(error.message, "is a folder"));
  assert_false(gamefile_read(&back, "/no/such.game", &error));
  assert_non_null(strstr(error.message, "No such file"));
  close(made);
  unlink(path);
  gamefile_close(&file);
}

static void what_is_no_file_is_not_waited_for(void **state) {
  (void)state;
  char dir[] = "/tmp/boardlab_gamefile_XXXXXX", path[64];
  assert_non_null(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/pipe", dir);
  assert_int_equal(mkfifo(path, 0600), 0);
  GameFile file;
  Error error = {0};
  open_or_fail(&file, "dorix", 1, NULL);
  assert_false(gamefile_write(&file, path, &error));
  assert_non_null(strstr(error.message, "is not a file"));
  GameFile read;
  Error refused = {0};
  assert_false(gamefile_read(&read, path, &refused));
  assert_non_null(strstr(refused.message, "pipe is not a file"));
  assert_false(gamefile_writable(dir, &error));
  assert_false(gamefile_writable("/no/such/folder.game", &error));
  assert_non_null(strstr(error.message, "could not create /no/such/folder"));
  assert_false(gamefile_writable("", &error));
  unlink(path);
  snprintf(path, sizeof path, "%s/", dir);
  assert_false(gamefile_writable(path, &error));
  assert_int_equal(rmdir(dir), 0);
  gamefile_close(&file);
}

static void the_last_game_of_a_seed_has_no_next_one(void **state) {
  (void)state;
  GameFile file;
  Error error = {0};
  open_or_fail(&file, "dorix", 1, NULL);
  assert_true(gamefile_restart(&file, GAMEFILE_NUMBER_MAX, &error));
  assert_false(gamefile_restart(&file, file.index + 1, &error));
  assert_non_null(strstr(error.message, "is the last index of a seed"));
  assert_true(file.index == GAMEFILE_NUMBER_MAX);
  gamefile_close(&file);
}

static void what_a_file_cannot_keep_is_not_written(void **state) {
  (void)state;
  static const char *const SEATS[] = {"a # b", "#1", "a\nb", " a", "a "};
  GameFile file;
  Error error = {0};
  open_or_fail(&file, "dorix", 1, NULL);
  for (size_t i = 0; i < COUNT(SEATS); i++) {
    snprintf(file.seat[1], SPEC_TEXT, "%s", SEATS[i]);
    assert_null(gamefile_text(&file, &error));
    assert_non_null(strstr(error.message, "seat 2 is '"));
  }
  gamefile_close(&file);
}

static void names_of_files_end_in_game(void **state) {
  (void)state;
  assert_true(gamefile_has_extension("a.game"));
  assert_true(gamefile_has_extension("/b/c.d.game"));
  assert_false(gamefile_has_extension(".game"));
  assert_false(gamefile_has_extension("game"));
  assert_false(gamefile_has_extension("quoridor"));
  assert_false(gamefile_has_extension("x.game.lua"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_with_any_options_come_back),
      cmocka_unit_test(edited_positions_come_back),
      cmocka_unit_test(who_gave_up_comes_back),
      cmocka_unit_test(people_come_back),
      cmocka_unit_test(changed_files_are_read_or_refused),
      cmocka_unit_test(lots_are_drawn_from_seed_and_index),
      cmocka_unit_test(remarks_blanks_and_order_are_free),
      cmocka_unit_test(bad_files_are_told_by_line_and_column),
      cmocka_unit_test(cut_off_files_do_no_harm),
      cmocka_unit_test(only_games_are_replaced),
      cmocka_unit_test(what_is_no_file_is_not_waited_for),
      cmocka_unit_test(the_last_game_of_a_seed_has_no_next_one),
      cmocka_unit_test(what_a_file_cannot_keep_is_not_written),
      cmocka_unit_test(names_of_files_end_in_game),
  };
  return RUN_TESTS(tests);
}
