/* Specs, loaders and bots, and a single match between bots. */
#include "tests/support/support.h"

#include "core/game/match.h"
#include "core/game/spec.h"

/* ---- bots made for the tests ---------------------------------------------*/

/* Plays at random and fails at its third move; the one called "late" fails
 * before its first. */
typedef struct Weak {
  Bot base;
  int moves, begun, seat;
} Weak;

static bool weak_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)rng;
  Weak *weak = (Weak *)bot;
  weak->moves = 0;
  weak->begun++;
  weak->seat = seat;
  return strcmp(bot->spec, "late") != 0 || error_set(why, "overslept");
}

static bool weak_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  Weak *weak = (Weak *)bot;
  assert_int_equal(state->seat, weak->seat);
  *move = game_random_move(bot->game, state, rng);
  return ++weak->moves < 3 || error_set(why, "tired");
}

static int closed;

static void weak_close(Bot *bot) {
  (void)bot;
  closed++;
}

static const BotKind WEAK = {.name = "weak",
                             .bot_size = sizeof(Weak),
                             .begin = weak_begin,
                             .choose = weak_choose,
                             .close = weak_close};

static Bot *load_weak(const Loader *loader, const char *path,
                      const char *options, const Game *game, Error *error) {
  (void)loader, (void)options, (void)error;
  Weak *weak = calloc(1, sizeof *weak);
  weak->base.kind = &WEAK;
  weak->base.game = game;
  snprintf(weak->base.spec, SPEC_TEXT, "%.*s", (int)strcspn(path, "."), path);
  return &weak->base;
}

/* Opens the built-in game that the file is named after. */
static Game *load_game(const Loader *loader, const char *path,
                       const char *options, Error *error) {
  (void)loader;
  char spec[SPEC_TEXT];
  snprintf(spec, sizeof spec, "%.*s%s%s", (int)strcspn(path, "."), path,
           options ? ":" : "", options ? options : "");
  return game_open(spec, error);
}

static const Loader LOADER = {".weak", load_game, load_weak};

/* ---- specs ---------------------------------------------------------------*/

static void a_spec_is_split_into_name_and_options(void **state) {
  (void)state;
  static const struct {
    const char *text, *name, *options;
    bool file;
  } CASES[] = {
      {"quoridor", "quoridor", NULL, false},
      {"quoridor:size=7", "quoridor", "size=7", false},
      {"a/b.weak", "a/b.weak", NULL, true},
      {"a/b.weak:x=1,y=2", "a/b.weak", "x=1,y=2", true},
      {"c:/a:b.weak:x=1", "c:/a:b.weak", "x=1", true},
      {"a.weak.old", "a.weak.old", NULL, false},
      {"a.weaker:x=1", "a.weaker", "x=1", false},
      {".weak", ".weak", NULL, false},
      {"a.weak.weak", "a.weak.weak", NULL, true},
      {"quoridor:name=a.weak", "quoridor:name=a.weak", NULL, true},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Spec spec;
    assert_true(spec_read(&spec, CASES[i].text, "game", NULL));
    assert_string_equal(spec.name, CASES[i].name);
    assert_int_equal(spec.options != NULL, CASES[i].options != NULL);
    if (spec.options)
      assert_string_equal(spec.options, CASES[i].options);
    assert_int_equal(spec.loader != NULL, CASES[i].file);
  }
}

static void a_malformed_spec_is_refused(void **state) {
  (void)state;
  char longest[SPEC_TEXT + 1];
  memset(longest, 'x', SPEC_TEXT);
  longest[SPEC_TEXT] = '\0';
  const char *const CASES[][2] = {{"", "is not a bot"},
                                  {":x=1", "is not a bot"},
                                  {"random:", "ends in ':'"},
                                  {longest, "is too long for a bot"}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Spec spec;
    Error error = {0};
    assert_false(spec_read(&spec, CASES[i][0], "bot", &error));
    assert_message(&error, CASES[i][1]);
  }
}

static void a_file_is_opened_by_its_loader(void **state) {
  (void)state;
  Error error = {0};
  Game *game = game_open("quoridor.weak:size=5", &error);
  assert_non_null(game);
  assert_string_equal(game->spec, "quoridor:size=5");
  game_close(game);
  assert_null(game_open("chess.weak", &error));
  assert_message(&error, "there is no game 'chess'");
}

/* ---- bots ----------------------------------------------------------------*/

static void the_random_bot_plays_legal_moves(void **state) {
  (void)state;
  Table t = table_set("dorix", NULL);
  Bot *bot = bot_open("random", t.game, NULL);
  assert_non_null(bot);
  assert_string_equal(bot->spec, "random");
  Rng rng;
  rng_seed(&rng, 1, 0);
  assert_true(bot_begin(bot, 0, &rng, NULL));
  for (int i = 0; i < 40 && t.state->outcome == PLAYING; i++) {
    Move move;
    assert_true(bot_choose(bot, t.state, &rng, &move, NULL));
    assert_true(game_legal(t.game, t.state, move));
    game_play(t.game, t.state, move);
  }
  bot_close(bot);
  table_clear(&t);
}

static void an_unknown_bot_or_option_is_reported(void **state) {
  (void)state;
  Table t = table_set("dorix", NULL);
  static const char *const CASES[][2] = {
      {"randm", "there is no bot 'randm'; did you mean 'random'?"},
      {"random:depth=2", "random has no options, so 'depth' cannot be set"},
      {"random:", "ends in ':'"},
      {"", "is not a bot"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    assert_null(bot_open(CASES[i][0], t.game, &error));
    assert_message(&error, CASES[i][1]);
    assert_int_equal(error.code, i == 0 ? ERROR_UNKNOWN_BOT : ERROR_OTHER);
  }
  table_clear(&t);
}

/* ---- matches -------------------------------------------------------------*/

/* Opens one bot per seat from a list of specs separated by blanks. */
static void open_bots(const Game *game, const char *specs,
                      Bot *bots[SEATS_MAX]) {
  char *words = strdup(specs), *rest = words, *word;
  int n = 0;
  while ((word = strtok_r(rest, " ", &rest))) {
    bots[n] = bot_open(word, game, NULL);
    assert_non_null(bots[n++]);
  }
  assert_int_equal(n, game->seats);
  free(words);
}

static Match play_match_with_reason(Table *t, const char *specs, uint64_t index,
                                    int max_plies, Error *reason) {
  Bot *bots[SEATS_MAX];
  Match match;
  Rng rng;
  rng_seed(&rng, 7, index);
  open_bots(t->game, specs, bots);
  assert_true(match_play(t->game, bots, &rng, max_plies, t->state, NULL, &match,
                         reason));
  for (int i = 0; i < t->game->seats; i++)
    bot_close(bots[i]);
  return match;
}

static Match play_match(Table *t, const char *specs, uint64_t index,
                        int max_plies) {
  Error reason;
  return play_match_with_reason(t, specs, index, max_plies, &reason);
}

static void a_match_ends_as_the_game_does(void **state) {
  (void)state;
  int ends[4] = {0};
  Table t = table_set("tictacdoh:small=3,medium=3,large=3", NULL);
  for (uint64_t i = 0; i < 300; i++) {
    Error reason;
    Match match = play_match_with_reason(&t, "random random", i, 100, &reason);
    ends[match.end]++;
    assert_int_equal(match.end == MATCH_WIN, t.state->outcome == WIN);
    assert_int_equal(match.winners,
                     match.end == MATCH_WIN ? t.state->winners : 0);
    assert_int_equal(match.forfeiter, -1);
    assert_string_equal(reason.message, "");
    assert_in_range(match.plies, 3, 9);
  }
  assert_true(ends[MATCH_WIN] > 0 && ends[MATCH_DRAW] > 0);
  assert_int_equal(ends[MATCH_TRUNCATED] + ends[MATCH_FORFEIT], 0);
  table_clear(&t);
}

static void the_same_stream_plays_the_same_match(void **state) {
  (void)state;
  Table one = table_set("quoridor", NULL), two = table_set("quoridor", NULL);
  for (uint64_t i = 0; i < 20; i++) {
    Match a = play_match(&one, "random random", i, 5000);
    Match b = play_match(&two, "random random", i, 5000);
    assert_int_equal(a.plies, b.plies);
    assert_true(same_position(&one, &two));
  }
  table_clear(&one);
  table_clear(&two);
}

static void a_match_is_truncated_at_the_ply_limit(void **state) {
  (void)state;
  Table t = table_set("quoridor", NULL);
  Match match = play_match(&t, "random random", 0, 5);
  assert_int_equal(match.end, MATCH_TRUNCATED);
  assert_int_equal(match.plies, 5);
  assert_int_equal(match.winners, 0);
  match = play_match(&t, "random random", 0, 0);
  assert_int_equal(match.end, MATCH_TRUNCATED);
  assert_int_equal(match.plies, 0);
  table_clear(&t);
}

static void passes_are_counted(void **state) {
  (void)state;
  Table t = table_set("orbital", NULL);
  int passes = 0;
  for (uint64_t i = 0; i < 200; i++)
    passes += play_match(&t, "random random", i, 1000).passes;
  assert_true(passes > 0);
  table_clear(&t);
}

/* If there are two sides, the other side wins; if there are more, nobody does.
 */
static void a_bot_that_fails_forfeits(void **state) {
  (void)state;
  static const struct {
    const char *spec, *bots, *reason;
    int forfeiter, winners;
  } CASES[] = {
      {"quoridor", "tired.weak random", "tired", 0, 2},
      {"quoridor", "random tired.weak", "tired", 1, 1},
      {"quoridor", "late.weak random", "overslept", 0, 2},
      {"quoridor", "random late.weak", "overslept", 1, 1},
      {"quoridor:players=4", "random random tired.weak random", "tired", 2, 0},
      {"dorix:players=4", "random random tired.weak random", "tired", 2, 10},
      {"dorix:players=4,teams=false", "random tired.weak random random",
       "tired", 1, 0},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table t = table_set(CASES[i].spec, NULL);
    closed = 0;
    Error reason;
    Match match = play_match_with_reason(&t, CASES[i].bots, 0, 5000, &reason);
    assert_int_equal(match.end, MATCH_FORFEIT);
    assert_int_equal(match.forfeiter, CASES[i].forfeiter);
    assert_int_equal(match.winners, CASES[i].winners);
    assert_string_equal(reason.message, CASES[i].reason);
    assert_int_equal(closed, 1);
    table_clear(&t);
  }
}

static void every_way_to_end_has_a_name(void **state) {
  (void)state;
  assert_string_equal(match_end_names[MATCH_WIN], "win");
  assert_string_equal(match_end_names[MATCH_DRAW], "draw");
  assert_string_equal(match_end_names[MATCH_TRUNCATED], "truncated");
  assert_string_equal(match_end_names[MATCH_FORFEIT], "forfeit");
}

/* Rules that fail, as a game in Lua may: they report the error in game->fault
 * and end the game. */
static void fail_and_draw(const Game *game, State *state, Move move) {
  (void)move;
  error_set(game->fault, "broken");
  state_set_draw(state);
}

static void an_error_in_the_rules_fails_the_match(void **state) {
  (void)state;
  Rules rules = *rules_named("quoridor");
  rules.play = fail_and_draw;
  rules.playout = NULL;
  Game *game = open_as("quoridor", &rules);
  Error fault = {0}, error = {0};
  game->fault = &fault;
  assert_null(game_fault(game));
  Table t = {game, game_start(game)};
  Bot *bots[SEATS_MAX];
  Match match;
  Rng rng;
  rng_seed(&rng, 1, 0);
  open_bots(game, "random random", bots);
  assert_false(
      match_play(game, bots, &rng, 100, t.state, NULL, &match, &error));
  assert_string_equal(error.message, "broken");
  bot_close(bots[0]);
  bot_close(bots[1]);
  table_clear(&t);
}

/* ---- openings ------------------------------------------------------------*/

enum { PLIES = 6 };

/* The position after PLIES plies. */
typedef struct Watch {
  State *opening;
  int plies;
} Watch;

static void watch_turn(void *context, const Game *game, const State *state,
                       Move move, int legal) {
  Watch *watch = context;
  (void)move, (void)legal;
  if (watch->plies++ == PLIES)
    game_assign(game, watch->opening, state);
}

/* Plays a match from an opening; false with a message if there is none. */
static bool play_opening(Table *t, uint64_t index, const Opening *opening,
                         Watch *watch, Match *match, Error *error) {
  Bot *bots[SEATS_MAX];
  Rng rng;
  rng_seed(&rng, 7, index);
  open_bots(t->game, "random random", bots);
  const MatchCallbacks callbacks = {watch_turn, watch};
  bool good = match_play_opening(t->game, bots, opening, &rng, 1000, t->state,
                                 &callbacks, match, error);
  for (int i = 0; i < t->game->seats; i++)
    bot_close(bots[i]);
  return good;
}

/* Many games of tictacdoh between random bots are over after six plies: their
 * openings are drawn again. */
static void matches_with_the_same_opening_begin_alike(void **state) {
  (void)state;
  Table t = table_set("tictacdoh", NULL);
  Watch one = {.opening = game_start(t.game)};
  Watch other = {.opening = game_start(t.game)};
  State *last = game_start(t.game);
  int same_end = 0;
  for (uint64_t i = 0; i < 50; i++) {
    Match match;
    Opening opening = {.plies = PLIES};
    rng_seed(&opening.rng, 1, i);
    one.plies = other.plies = 0;
    assert_true(play_opening(&t, 0, &opening, &one, &match, NULL));
    assert_true(match.plies > PLIES && match.plies == one.plies);
    game_assign(t.game, last, t.state);
    assert_true(play_opening(&t, 1, &opening, &other, &match, NULL));
    assert_true(match.plies > PLIES && match.plies == other.plies);
    assert_memory_equal(one.opening, other.opening, t.game->state_size);
    same_end += memcmp(last, t.state, t.game->state_size) == 0;
  }
  assert_true(same_end < 25); /* the bots have streams of their own */
  free(last);
  free(one.opening);
  free(other.opening);
  table_clear(&t);
}

static void an_opening_that_ends_every_game_is_refused(void **state) {
  (void)state;
  Table t = table_set("tictacdoh", NULL);
  Opening opening = {.plies = 200};
  Error error = {0};
  Match match;
  rng_seed(&opening.rng, 1, 0);
  Watch none = {.plies = PLIES + 1};
  assert_false(play_opening(&t, 0, &opening, &none, &match, &error));
  assert_message(&error, "no opening of 200 random plies was found in 1000 "
                         "tries");
  table_clear(&t);
}

/* ---- random bots ---------------------------------------------------------*/

static void ignore_turn(void *context, const Game *game, const State *state,
                        Move move, int legal) {
  (void)context, (void)game, (void)state, (void)move, (void)legal;
}

/* A match between random bots whose single moves nobody wants is a counted
 * playout. It must be the match that is played move by move. */
static void
random_matches_are_the_same_with_and_without_their_moves(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    int opening, max_plies;
  } CASES[] = {{"tictacdoh", 0, 100},  {"tictacdoh:players=3", 3, 6},
               {"dorix", 20, 1000},    {"dorix:players=4", 0, 30},
               {"orbital", 10, 1000},  {"quoridor", 0, 1000},
               {"quoridor", 30, 1000}, {"quoridor:players=4", 5, 77}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Table t = table_set(CASES[i].spec, NULL);
    Bot *bots[SEATS_MAX];
    for (int seat = 0; seat < t.game->seats; seat++)
      assert_non_null(bots[seat] = bot_open("random", t.game, NULL));
    for (uint64_t game = 0; game < 20; game++) {
      Match match[2];
      memset(match, 0, sizeof match); /* also the bytes between the members */
      for (int watched = 0; watched < 2; watched++) {
        const MatchCallbacks callbacks = {watched ? ignore_turn : NULL, NULL};
        Opening opening = {.plies = CASES[i].opening};
        Rng rng;
        rng_seed(&opening.rng, 1, game);
        rng_seed(&rng, 2, game);
        assert_true(match_play_opening(
            t.game, bots, CASES[i].opening ? &opening : NULL, &rng,
            CASES[i].max_plies, t.state, &callbacks, &match[watched], NULL));
      }
      assert_memory_equal(&match[0], &match[1], sizeof *match);
    }
    for (int seat = 0; seat < t.game->seats; seat++)
      bot_close(bots[seat]);
    table_clear(&t);
  }
}

int main(void) {
  loader_add(&LOADER);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_spec_is_split_into_name_and_options),
      cmocka_unit_test(a_malformed_spec_is_refused),
      cmocka_unit_test(a_file_is_opened_by_its_loader),
      cmocka_unit_test(the_random_bot_plays_legal_moves),
      cmocka_unit_test(an_unknown_bot_or_option_is_reported),
      cmocka_unit_test(a_match_ends_as_the_game_does),
      cmocka_unit_test(the_same_stream_plays_the_same_match),
      cmocka_unit_test(a_match_is_truncated_at_the_ply_limit),
      cmocka_unit_test(passes_are_counted),
      cmocka_unit_test(a_bot_that_fails_forfeits),
      cmocka_unit_test(every_way_to_end_has_a_name),
      cmocka_unit_test(an_error_in_the_rules_fails_the_match),
      cmocka_unit_test(matches_with_the_same_opening_begin_alike),
      cmocka_unit_test(an_opening_that_ends_every_game_is_refused),
      cmocka_unit_test(
          random_matches_are_the_same_with_and_without_their_moves),
  };
  return RUN_TESTS(tests);
}
