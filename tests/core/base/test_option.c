/* Options and specs: which ones are valid, the values they give, and the error
 * messages for the others. */
#include "tests/support/support.h"

/* The message is one line of text and contains the fragments. */
static void assert_message_parts(const Error *error,
                                 const char *const fragments[3]) {
  assert_true(error_is_set(error));
  for (const char *c = error->message; *c; c++)
    assert_true((unsigned char)*c >= ' ' && *c != 127);
  for (int i = 0; i < 3 && fragments[i]; i++)
    assert_message(error, fragments[i]);
}

typedef struct Refusal {
  const char *spec;
  const char *fragments[3];
} Refusal;

static void check_refusals(const Refusal *refusals, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Error error = {0};
    Game *game = game_open(refusals[i].spec, &error);
    if (game)
      fail_msg("'%s' was opened", refusals[i].spec);
    assert_message_parts(&error, refusals[i].fragments);
    assert_null(game_open(refusals[i].spec, NULL));
  }
}

#define CHECK_REFUSALS(refusals)                                               \
  check_refusals(refusals, sizeof refusals / sizeof refusals[0])

static void unknown_games_are_reported_with_a_suggestion(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"chess", {"'chess'", "the games are dorix, "}},
      {"quoridr", {"'quoridr'", "did you mean 'quoridor'?"}},
      {"Quoridor", {"'Quoridor'", "did you mean 'quoridor'?"}},
      {"quoridor ", {"'quoridor '", "did you mean 'quoridor'?"}},
      {" dorix", {"' dorix'", "did you mean 'dorix'?"}},
      {"tictactoe", {"'tictactoe'", "did you mean 'tictacdoh'?"}},
      {"orbitals:size=3", {"'orbitals'", "did you mean 'orbital'?"}},
      {"dorix,size=3", {"'dorix,size=3'"}},
      {"dorix=3", {"'dorix=3'"}},
      {"", {"''", "NAME:option=value"}},
      {":", {"':'", "NAME:option=value"}},
      {":size=3", {"':size=3'", "NAME:option=value"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

static void very_different_names_get_no_suggestion(void **state) {
  (void)state;
  static const char *const SPECS[] = {"chess", "x", "quoridor:colour=red"};
  for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
    Error error = {0};
    assert_null(game_open(SPECS[i], &error));
    assert_null(strstr(error.message, "did you mean"));
  }
}

static void unknown_options_are_reported_with_a_suggestion(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"quoridor:sise=7",
       {"quoridor has no option 'sise'", "did you mean 'size'?"}},
      {"quoridor:Size=7", {"'Size'", "did you mean 'size'?"}},
      {"quoridor: size=7", {"' size'", "did you mean 'size'?"}},
      {"quoridor:size =7", {"'size '", "did you mean 'size'?"}},
      {"quoridor:wals=7", {"'wals'", "did you mean 'walls'?"}},
      {"quoridor:edgejump=true", {"'edgejump'", "did you mean 'edge_jump'?"}},
      {"quoridor:size=7,plyers=4", {"'plyers'", "did you mean 'players'?"}},
      {"quoridor:colour=red",
       {"'colour'", "players, side_seat, size, columns, rows, walls, "
                    "wall_length, edge_jump, pawn_jump, goal, goal_cell"}},
      {"dorix:walls=3", {"dorix has no option 'walls'", "pawns, size, teams"}},
      {"dorix:return_to_sauce=true", {"did you mean 'return_to_source'?"}},
      {"orbital:players=2", {"orbital has no option 'players'"}},
      {"orbital:thruster=3", {"'thruster'", "did you mean 'thrusters'?"}},
      {"tictacdoh:smal=3", {"'smal'", "did you mean 'small'?"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

static void
numbers_out_of_range_are_reported_with_the_nearest_value(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"quoridor:size=1", {"size=1", "2..11", "the nearest is 2"}},
      {"quoridor:size=12", {"size=12", "2..11", "the nearest is 11"}},
      {"quoridor:size=-7", {"size=-7", "2..11", "the nearest is 2"}},
      {"quoridor:size=-0", {"size=-0", "2..11", "the nearest is 2"}},
      {"quoridor:players=1", {"players=1", "2..4", "the nearest is 2"}},
      {"quoridor:players=5", {"players=5", "2..4", "the nearest is 4"}},
      {"quoridor:walls=31", {"walls=31", "0..30", "the nearest is 30"}},
      {"quoridor:walls=-1", {"walls=-1", "0..30", "the nearest is 0"}},
      {"dorix:pawns=0", {"pawns=0", "1..40", "the nearest is 1"}},
      {"dorix:pawns=41", {"pawns=41", "1..40", "the nearest is 40"}},
      {"tictacdoh:small=16", {"small=16", "0..15", "the nearest is 15"}},
      {"orbital:size=7", {"size=7", "3..6", "the nearest is 6"}},
      {"orbital:size=2147483647", {"3..6", "the nearest is 6"}},
      {"orbital:size=2147483652", {"3..6", "the nearest is 6"}},
      {"orbital:size=4294967300", {"3..6", "the nearest is 6"}},
      {"orbital:size=-4294967292", {"3..6", "the nearest is 3"}},
      {"orbital:size=9223372036854775807", {"3..6", "the nearest is 6"}},
      {"orbital:size=99999999999999999999999999", {"the nearest is 6"}},
      {"orbital:size=-99999999999999999999999999", {"the nearest is 3"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

static void
values_that_are_not_whole_numbers_are_reported_with_the_range(void **state) {
  (void)state;
  static const char *const VALUES[] = {
      "",    "NaN",  "nan",   "inf", "1e-1", "1e",  " 7",  "7 ",   "+7",  "7x",
      "x7",  "7.5",  "7.",    "7,",  "0x7",  "-",   "--7", "- 7",  "\t7", "7;",
      "'7'", "true", "seven", "7=7", "=7",   "7-8", "7\n", "7\r\n"};
  for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
    char spec[64];
    snprintf(spec, sizeof spec, "quoridor:size=%s", VALUES[i]);
    bool comma = strchr(VALUES[i], ',') != NULL;
    const Refusal refusal = {
        spec, {comma ? "comma" : "size takes a whole number (2..11)"}};
    check_refusals(&refusal, 1);
  }
}

static void unknown_words_are_reported_with_the_valid_ones(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"quoridor:edge_jump=yes", {"edge_jump", "'yes'", "true"}},
      {"quoridor:edge_jump=1", {"edge_jump", "'1'", "false"}},
      {"quoridor:edge_jump=", {"edge_jump", "''", "true"}},
      {"quoridor:edge_jump=True", {"'True'", "did you mean 'true'?"}},
      {"quoridor:edge_jump=fasle", {"'fasle'", "did you mean 'false'?"}},
      {"quoridor:edge_jump=true ", {"'true '", "did you mean 'true'?"}},
      {"orbital:thruster_line=", {"thruster_line", "''", "both, row, axis"}},
      {"orbital:thruster_line=0", {"'0'", "both, row, axis"}},
      {"orbital:thruster_line=column", {"'column'", "both, row, axis"}},
      {"orbital:thruster_line=bath", {"'bath'", "did you mean 'both'?"}},
      {"orbital:thruster_reach=ahaed", {"'ahaed'", "did you mean 'ahead'?"}},
      {"orbital:fallback=opem", {"'opem'", "open, empty", "mean 'open'?"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

static void malformed_options_are_refused(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"quoridor:", {"'quoridor:'", "ends in ':'"}},
      {"quoridor:size", {"'size'", "name=value"}},
      {"quoridor:=7", {"'=7'", "name=value"}},
      {"quoridor:=", {"'='", "name=value"}},
      {"quoridor:7", {"'7'", "name=value"}},
      {"quoridor:,", {"''", "name=value"}},
      {"quoridor:,size=7", {"''", "name=value"}},
      {"quoridor:size=7,,walls=3", {"''", "name=value"}},
      {"quoridor:size=7,", {"end in a comma"}},
      {"quoridor:size=7,,", {"''", "name=value"}},
      {"quoridor:size=7,walls", {"'walls'", "name=value"}},
      {"quoridor::size=7", {"':size'"}},
      {"quoridor:size=7:walls=3", {"'7:walls=3'"}},
      {"quoridor:size=7;walls=3", {"'7;walls=3'"}},
      {"quoridor:size=7 walls=3", {"'7 walls=3'"}},
      {"quoridor:size=7,size=7", {"size is given twice"}},
      {"quoridor:size=7,walls=3,size=8", {"size is given twice"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

static void invalid_combinations_of_options_are_refused(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"dorix:teams=true", {"teams=true", "players=4", "2"}},
      {"dorix:teams=true,players=2", {"teams=true", "players=4", "2"}},
      {"dorix:players=3,teams=true", {"teams=true", "players=4", "3"}},
      {"tictacdoh:small=0,medium=0,large=0", {"stash", "small", "large"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

static void control_characters_are_replaced_in_messages(void **state) {
  (void)state;
  static const Refusal REFUSALS[] = {
      {"do\nrix", {"do?rix"}},
      {"\r\n", {"'?\?'"}},
      {"dorix\n", {"'dorix?'", "did you mean 'dorix'?"}},
      {"dorix:pawns=3\n4", {"'3?4'"}},
      {"dorix:pa\nwns=3", {"'pa?wns'"}},
      {"dorix:pawns\t", {"'pawns?'"}},
      {"dorix:\x1b[31m=3", {"'?[31m'"}},
      {"dorix:\x7f=3", {"'?'"}},
      {"dorix:teams=\v\f\b", {"'?\?\?'"}},
      {"\xff\xfe\n", {"there is no game"}},
      {"dorix:\xff\xfe\n=3", {"dorix has no option"}},
      {"dorix:pawns=\xc3\n\x28", {"whole number"}},
      {"dorix:teams=\xf0\x9f\x98\n", {"teams takes true or false"}},
  };
  CHECK_REFUSALS(REFUSALS);
}

/* Returns `prefix` padded with the letter x to `length`. The caller frees it.
 */
static char *long_text(const char *prefix, size_t length) {
  char *text = malloc(length + 1);
  assert_non_null(text);
  memset(text, 'x', length);
  memcpy(text, prefix, strlen(prefix));
  text[length] = '\0';
  return text;
}

static void invalid_specs_of_any_length_are_refused(void **state) {
  (void)state;
  static const char *const PREFIXES[] = {"",
                                         "dorix",
                                         "dorix:",
                                         "dorix:pawns=",
                                         "dorix:pawns=7,",
                                         "dorix:pawns=7,si",
                                         "dorix:pawns=7,size=",
                                         "dorix:pawns=7,teams="};
  static const size_t LENGTHS[] = {24,  62,  63,   64,   65,   66,    126,
                                   127, 128, 129,  140,  255,  256,   257,
                                   500, 600, 1023, 1024, 1025, 100000};
  for (size_t p = 0; p < sizeof PREFIXES / sizeof PREFIXES[0]; p++)
    for (size_t i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0]; i++) {
      char *spec = long_text(PREFIXES[p], LENGTHS[i]);
      const Refusal refusal = {spec, {"xxx"}};
      check_refusals(&refusal, 1);
      free(spec);
    }
}

static void numbers_may_have_leading_zeros(void **state) {
  (void)state;
  char zeros[OPTION_TEXT];
  memset(zeros, '0', sizeof zeros - 1);
  zeros[sizeof zeros - 1] = '\0';
  char spec[OPTION_TEXT + 32];
  snprintf(spec, sizeof spec, "dorix:pawns=%s7", zeros);
  Table t = table_set(spec, NULL);
  assert_string_equal(t.game->spec, "dorix:pawns=7");
  table_clear(&t);
}

/* ---- values of options ---------------------------------------------------*/

static int value_of(const Game *game, const char *name) {
  const Option *options = game->rules->options;
  for (int i = 0; options[i].name; i++)
    if (strcmp(options[i].name, name) == 0)
      return game->option[i];
  fail_msg("%s has no option '%s'", game->rules->name, name);
  return 0;
}

static void defaults_depend_on_other_options(void **state) {
  (void)state;
  static const struct {
    const char *spec, *name;
    int value;
  } CASES[] = {
      {"dorix", "players", 2},
      {"dorix", "pawns", 15},
      {"dorix", "size", 4},
      {"dorix", "teams", 0},
      {"dorix", "empty_cells_receive", 0},
      {"dorix", "return_to_source", 0},
      {"dorix:players=2", "pawns", 15},
      {"dorix:players=3", "pawns", 12},
      {"dorix:players=3", "teams", 0},
      {"dorix:players=4", "pawns", 10},
      {"dorix:players=4", "teams", 1},
      {"dorix:teams=false,players=4", "teams", 0},
      {"dorix:pawns=7,players=4", "pawns", 7},
      {"dorix:size=6", "pawns", 15},
      {"quoridor", "players", 2},
      {"quoridor", "size", 9},
      {"quoridor", "walls", 10},
      {"quoridor", "edge_jump", 1},
      {"quoridor", "pawn_jump", 0},
      {"quoridor:size=3", "walls", 1},
      {"quoridor:size=4", "walls", 2},
      {"quoridor:size=5", "walls", 3},
      {"quoridor:size=6", "walls", 4},
      {"quoridor:size=7", "walls", 6},
      {"quoridor:size=8", "walls", 8},
      {"quoridor:size=10", "walls", 12},
      {"quoridor:size=11", "walls", 15},
      {"quoridor:players=4", "walls", 5},
      {"quoridor:size=3,players=4", "walls", 0},
      {"quoridor:players=4,size=5", "walls", 1},
      {"quoridor:size=11,players=4", "walls", 7},
      {"quoridor:walls=3,size=11", "walls", 3},
      {"tictacdoh", "players", 2},
      {"tictacdoh", "small", 5},
      {"tictacdoh", "medium", 5},
      {"tictacdoh", "large", 5},
      {"tictacdoh", "fixed_grid", 0},
      {"tictacdoh", "blocked_loses", 1},
      {"orbital", "size", 4},
      {"orbital", "bases", 6},
      {"orbital", "thrusters", 6},
      {"orbital", "antennas", 6},
      {"orbital", "towers_to_win", 3},
      {"orbital", "thruster_line", 0},
      {"orbital", "thruster_reach", 0},
      {"orbital", "fallback", 0},
      {"orbital:thruster_line=axis", "thruster_line", 2},
      {"orbital:fallback=empty", "fallback", 1},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Table t = table_set(CASES[i].spec, NULL);
    int value = value_of(t.game, CASES[i].name);
    if (value != CASES[i].value)
      fail_msg("%s has %s=%d, not %d", CASES[i].spec, CASES[i].name, value,
               CASES[i].value);
    table_clear(&t);
  }
}

static void a_game_has_one_shortest_spec(void **state) {
  (void)state;
  static const struct {
    const char *given, *shortest;
  } CASES[] = {
      {"quoridor", "quoridor"},
      {"quoridor:walls=10", "quoridor"},
      {"quoridor:size=9,players=2,edge_jump=true", "quoridor"},
      {"quoridor:walls=6,size=7", "quoridor:size=7"},
      {"quoridor:walls=10,size=7", "quoridor:size=7,walls=10"},
      {"quoridor:size=7,players=4", "quoridor:players=4,size=7"},
      {"quoridor:walls=5,players=4", "quoridor:players=4"},
      {"quoridor:walls=10,players=4", "quoridor:players=4,walls=10"},
      {"quoridor:pawn_jump=true,edge_jump=false",
       "quoridor:edge_jump=false,pawn_jump=true"},
      {"dorix:pawns=15", "dorix"},
      {"dorix:pawns=15,players=3", "dorix:players=3,pawns=15"},
      {"dorix:teams=true,pawns=10,players=4", "dorix:players=4"},
      {"dorix:teams=false", "dorix"},
      {"dorix:teams=false,players=4", "dorix:players=4,teams=false"},
      {"tictacdoh:small=05,medium=005", "tictacdoh"},
      {"tictacdoh:large=0,small=-0", "tictacdoh:small=0,large=0"},
      {"orbital:fallback=open,thruster_line=both", "orbital"},
      {"orbital:fallback=empty,size=3", "orbital:size=3,fallback=empty"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Table t = table_set(CASES[i].given, NULL);
    assert_string_equal(t.game->spec, CASES[i].shortest);
    table_clear(&t);
  }
}

static void the_shortest_spec_opens_the_same_game(void **state) {
  (void)state;
  enum { TRIES = 100 };
  for (const Rules *const *r = game_rules; *r; r++) {
    int opened = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
      Rng rng;
      char spec[SPEC_TEXT];
      Error error = {0};
      rng_seed(&rng, 1, i);
      draw_spec(*r, 60, &rng, spec);
      Game *game = game_open(spec, &error);
      if (!game) /* an invalid combination of options */
        continue;
      opened++;
      Game *again = game_open(game->spec, &error);
      assert_non_null(again);
      assert_memory_equal(game->option, again->option, sizeof game->option);
      assert_string_equal(game->spec, again->spec);
      assert_true(strlen(game->spec) <= strlen(spec));
      game_close(again);
      game_close(game);
    }
    assert_true(opened > TRIES / 2);
  }
}

static void every_value_of_every_option_is_accepted(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++)
    for (const Option *o = (*r)->options; o->name; o++) {
      int step = o->step ? o->step : 1, words = 0;
      while (o->type == OPTION_WORD && o->words[words])
        words++;
      int last = o->type == OPTION_INT    ? o->max
                 : o->type == OPTION_FLAG ? 1
                                          : words - 1;
      int tried = 0, opened = 0;
      for (int v = o->type == OPTION_INT ? o->min : 0; v <= last; v += step) {
        char text[OPTION_TEXT], setting[2 * OPTION_TEXT], spec[SPEC_TEXT];
        int values[OPTIONS_MAX];
        option_format(o, v, text);
        snprintf(setting, sizeof setting, "%s=%s", o->name, text);
        snprintf(spec, sizeof spec, "%s:%s", (*r)->name, setting);
        Error error = {0};
        if (!options_read((*r)->options, "it", setting, values, &error))
          fail_msg("%s", error.message);
        assert_int_equal(values[o - (*r)->options], v);
        Game *game = game_open(spec, &error);
        if (game) /* otherwise it contradicts another option's default */
          assert_int_equal(value_of(game, o->name), v);
        opened += game != NULL;
        tried++;
        game_close(game);
      }
      assert_true(2 * opened >= tried);
    }
}

/* ---- tables of options ---------------------------------------------------*/

enum { WIDTH, LEVEL, LOUD, MOOD, DEPTH };

static int twice_the_width(const int values[]) {
  return 2 * values[WIDTH];
}

static const char *const MOODS[] = {"calm", "cross", "keen", NULL};

static const Option TABLE[] = {
    {"width", OPTION_INT, .min = 1, .max = 99, .default_value = 3},
    {"level", OPTION_INT, .min = -10, .max = 11, .step = 5},
    {"loud", OPTION_FLAG, .default_value = 1},
    {"mood", OPTION_WORD, .words = MOODS, .default_value = 2},
    {"depth", OPTION_INT, .min = 0, .max = 200, .derive = twice_the_width},
    {NULL},
};

enum { TABLE_SIZE = sizeof TABLE / sizeof TABLE[0] - 1 };

static const Option NO_OPTIONS[] = {{NULL}};

static void missing_options_get_their_defaults(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int values[TABLE_SIZE];
  } CASES[] = {
      {NULL, {3, 0, 1, 2, 6}},
      {"", {3, 0, 1, 2, 6}},
      {"width=50", {50, 0, 1, 2, 100}},
      {"depth=5,width=50", {50, 0, 1, 2, 5}},
      {"mood=calm,loud=false,level=-10", {3, -10, 0, 0, 6}},
      {"level=10,mood=cross", {3, 10, 1, 1, 6}},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    int values[TABLE_SIZE];
    Error error = {0};
    if (!options_read(TABLE, "it", CASES[i].text, values, &error))
      fail_msg("%s", error.message);
    assert_memory_equal(values, CASES[i].values, sizeof values);
  }
}

static void the_nearest_value_is_a_multiple_of_the_step(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *fragments[3];
  } CASES[] = {
      {"level=-11", {"level=-11", "-10, -5, 0, 5, 10", "the nearest is -10"}},
      {"level=11", {"level=11", "the nearest is 10"}},
      {"level=12", {"level=12", "the nearest is 10"}},
      {"level=1", {"level=1", "the nearest is 0"}},
      {"level=-6", {"level=-6", "the nearest is -5"}},
      {"level=4", {"level=4", "the nearest is 5"}},
      {"level=-1", {"level=-1", "the nearest is 0"}},
      {"level=8", {"level=8", "the nearest is 10"}},
      {"lewel=5", {"it has no option 'lewel'", "did you mean 'level'?"}},
      {"mood=cress", {"it: mood", "calm, cross, keen", "mean 'cross'?"}},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    int values[TABLE_SIZE];
    Error error = {0};
    assert_false(options_read(TABLE, "it", CASES[i].text, values, &error));
    assert_message_parts(&error, CASES[i].fragments);
  }
}

static void a_table_without_options_refuses_every_option(void **state) {
  (void)state;
  int values[1];
  Error error = {0};
  assert_true(options_read(NO_OPTIONS, "it", NULL, values, &error));
  assert_true(options_read(NO_OPTIONS, "it", "", values, &error));
  assert_false(options_read(NO_OPTIONS, "it", "size=3", values, &error));
  assert_message_parts(&error,
                       (const char *const[3]){"it has no options", "'size'"});
}

static void
only_options_that_differ_from_their_defaults_are_written(void **state) {
  (void)state;
  static const struct {
    int values[TABLE_SIZE];
    const char *text;
  } CASES[] = {
      {{3, 0, 1, 2, 6}, ""},
      {{50, 0, 1, 2, 100}, "width=50"},
      {{50, 0, 1, 2, 6}, "width=50,depth=6"},
      {{3, -5, 0, 0, 7}, "level=-5,loud=false,mood=calm,depth=7"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    char text[64];
    size_t needed = strlen(CASES[i].text) + 1;
    assert_true(
        options_write(TABLE, CASES[i].values, false, text, sizeof text));
    assert_string_equal(text, CASES[i].text);
    for (size_t size = 1; size < needed; size++)
      assert_false(options_write(TABLE, CASES[i].values, false, text, size));
    assert_true(options_write(TABLE, CASES[i].values, false, text, needed));
    assert_string_equal(text, CASES[i].text);
  }
}

static void ranges_and_values_are_formatted_as_text(void **state) {
  (void)state;
  static const struct {
    int option;
    const char *range;
    int value;
    const char *text;
  } CASES[] = {
      {WIDTH, "1..99", 7, "7"},
      {LEVEL, "-10, -5, 0, 5, 10", -5, "-5"},
      {LOUD, "true or false", 1, "true"},
      {LOUD, "true or false", 0, "false"},
      {MOOD, "calm, cross, keen", 1, "cross"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    char text[OPTION_TEXT];
    option_range(&TABLE[CASES[i].option], text);
    assert_string_equal(text, CASES[i].range);
    option_format(&TABLE[CASES[i].option], CASES[i].value, text);
    assert_string_equal(text, CASES[i].text);
  }
}

static const Option FRACTIONS[] = {
    {"c", OPTION_REAL, .min = -2 * OPTION_ONE, .max = 1000 * OPTION_ONE,
     .default_value = 1414},
    {NULL},
};

static void fractions_have_up_to_three_decimals(void **state) {
  (void)state;
  static const struct {
    const char *given;
    int value;
    const char *written;
  } CASES[] = {
      {"c=0", 0, "c=0"},
      {"c=1.5", 1500, "c=1.5"},
      {"c=0.001", 1, "c=0.001"},
      {"c=-0.25", -250, "c=-0.25"},
      {"c=-1.999", -1999, "c=-1.999"},
      {"c=12.30", 12300, "c=12.3"},
      {"c=1000", 1000000, "c=1000"},
      {"c=1.414", 1414, ""},
      {"c=-2", -2000, "c=-2"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    int value;
    char written[OPTION_TEXT];
    assert_true(options_read(FRACTIONS, "bot", CASES[i].given, &value, NULL));
    assert_int_equal(value, CASES[i].value);
    assert_true(
        options_write(FRACTIONS, &value, false, written, sizeof written));
    assert_string_equal(written, CASES[i].written);
  }
  char range[OPTION_TEXT];
  option_range(&FRACTIONS[0], range);
  assert_string_equal(range, "-2..1000");
}

static void
values_that_are_not_fractions_are_reported_with_the_range(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"c=", "takes a number with at most three decimal places (-2..1000)"},
      {"c=1.", "not '1.'"},
      {"c=.5", "not '.5'"},
      {"c=1.2345", "not '1.2345'"},
      {"c=1e3", "not '1e3'"},
      {"c=nan", "not 'nan'"},
      {"c=1.2.3", "not '1.2.3'"},
      {"c=1.-2", "not '1.-2'"},
      {"c=1000.001", "is not allowed (-2..1000)"},
      {"c=-2.001", "is not allowed"},
      {"c=99999999999999999999", "takes a number"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    int value;
    Error error = {0};
    assert_false(options_read(FRACTIONS, "bot", CASES[i][0], &value, &error));
    assert_message(&error, CASES[i][1]);
  }
}

static void long_ranges_are_truncated(void **state) {
  (void)state;
  static const char *const WORDS[] = {
      "a-rather-long-word-to-choose", "another-rather-long-word",
      "the-longest-word-of-them-all-by-far", NULL};
  static const Option LONG[] = {
      {"steps", OPTION_INT, .min = -1000000, .max = 1000000, .step = 7},
      {"words", OPTION_WORD, .words = WORDS},
      {NULL},
  };
  char text[OPTION_TEXT];
  option_range(&LONG[0], text);
  assert_int_equal(strncmp(text, "-1000000, -999993, ", 19), 0);
  option_range(&LONG[1], text);
  assert_int_equal(strncmp(text, WORDS[0], strlen(WORDS[0])), 0);
  int values[2];
  Error error = {0};
  assert_false(options_read(LONG, "it", "words=x", values, &error));
  assert_false(options_read(LONG, "it", "steps=1000001", values, &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_games_are_reported_with_a_suggestion),
      cmocka_unit_test(very_different_names_get_no_suggestion),
      cmocka_unit_test(unknown_options_are_reported_with_a_suggestion),
      cmocka_unit_test(
          numbers_out_of_range_are_reported_with_the_nearest_value),
      cmocka_unit_test(
          values_that_are_not_whole_numbers_are_reported_with_the_range),
      cmocka_unit_test(unknown_words_are_reported_with_the_valid_ones),
      cmocka_unit_test(malformed_options_are_refused),
      cmocka_unit_test(invalid_combinations_of_options_are_refused),
      cmocka_unit_test(control_characters_are_replaced_in_messages),
      cmocka_unit_test(invalid_specs_of_any_length_are_refused),
      cmocka_unit_test(numbers_may_have_leading_zeros),
      cmocka_unit_test(defaults_depend_on_other_options),
      cmocka_unit_test(a_game_has_one_shortest_spec),
      cmocka_unit_test(the_shortest_spec_opens_the_same_game),
      cmocka_unit_test(every_value_of_every_option_is_accepted),
      cmocka_unit_test(missing_options_get_their_defaults),
      cmocka_unit_test(the_nearest_value_is_a_multiple_of_the_step),
      cmocka_unit_test(a_table_without_options_refuses_every_option),
      cmocka_unit_test(
          only_options_that_differ_from_their_defaults_are_written),
      cmocka_unit_test(ranges_and_values_are_formatted_as_text),
      cmocka_unit_test(fractions_have_up_to_three_decimals),
      cmocka_unit_test(
          values_that_are_not_fractions_are_reported_with_the_range),
      cmocka_unit_test(long_ranges_are_truncated),
  };
  return RUN_TESTS(tests);
}
