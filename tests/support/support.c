#include "tests/support/support.h"

#include "core/game/conform.h"
#include <math.h>
#include <string.h>

void assert_message(const Error *error, const char *text) {
  if (!strstr(error->message, text))
    fail_msg("the message '%s' does not contain '%s'", error->message, text);
}

Game *open_game(const char *spec) {
  Error error = {0};
  Game *game = game_open(spec, &error);
  if (!game)
    fail_msg("%s: %s", spec, error.message);
  return game;
}

bool conform(const Game *game, uint64_t seed, int games, int max_plies,
             Error *error) {
  enum { WORK_PER_POSITION = 10, WORK_MAX = 300000 };
  ConformCounts counts = {0};
  int64_t work = (int64_t)games * max_plies * WORK_PER_POSITION;
  work = work < WORK_MAX ? work : WORK_MAX;
  return conform_games(game, seed, games, max_plies, &counts, error) &&
         conform_keys(game, seed, work, &counts, error) &&
         conform_small_keys(game, seed, work, &counts, error) &&
         conform_hashes(game, seed, work / 2, &counts, error);
}

Table table_set(const char *spec, const char *settings) {
  Error error = {0};
  Table table = {.game = open_game(spec)};
  table.state = game_start(table.game);
  assert_non_null(table.state);
  if (settings && !game_edit(table.game, table.state, settings, &error))
    fail_msg("%s", error.message);
  return table;
}

void table_clear(Table *table) {
  free(table->state);
  game_close(table->game);
  *table = (Table){NULL, NULL};
}

void table_play(Table *table, const char *line) {
  Error error = {0};
  if (!game_play_line(table->game, table->state, line, &error))
    fail_msg("%s", error.message);
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(a, b);
}

/* Sorts the texts and joins them with blanks. The caller frees the result. */
static char *join_sorted(char (*texts)[MOVE_TEXT], size_t count) {
  qsort(texts, count, MOVE_TEXT, compare_texts);
  char *joined = calloc(count + 1, MOVE_TEXT + 1);
  assert_non_null(joined);
  size_t used = 0;
  for (size_t i = 0; i < count; i++)
    used += (size_t)sprintf(joined + used, "%s%s", i ? " " : "", texts[i]);
  return joined;
}

char *table_moves(const Table *table) {
  Move *moves = calloc((size_t)table->game->max_moves, sizeof(Move));
  assert_non_null(moves);
  int count = game_moves(table->game, table->state, moves);
  char(*texts)[MOVE_TEXT] = calloc((size_t)count + 1, MOVE_TEXT);
  assert_non_null(texts);
  for (int i = 0; i < count; i++)
    game_format(table->game, table->state, moves[i], texts[i]);
  char *joined = join_sorted(texts, (size_t)count);
  free(texts);
  free(moves);
  return joined;
}

/* Splits a text at blanks; returns the number of words. */
static size_t split(const char *text, char (*words)[MOVE_TEXT], size_t max) {
  size_t count = 0;
  for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
    size_t length = strcspn(text, " ");
    assert_true(count < max && length < MOVE_TEXT);
    memcpy(words[count], text, length);
    words[count++][length] = '\0';
    text += length;
  }
  return count;
}

enum { WORDS = 256 };

void assert_moves(const Table *table, const char *moves) {
  char words[WORDS][MOVE_TEXT];
  char *wanted = join_sorted(words, split(moves, words, WORDS));
  char *listed = table_moves(table);
  bool same = strcmp(wanted, listed) == 0;
  if (!same)
    print_error("expected %s\nlisted   %s\n", wanted, listed);
  free(wanted);
  free(listed);
  assert_true(same);
}

bool table_lists(const Table *table, const char *move) {
  char *listed = table_moves(table);
  size_t length = strlen(move);
  bool found = false;
  for (char *at = length ? strstr(listed, move) : NULL; at && !found;
       at = strstr(at + 1, move))
    found = (at == listed || at[-1] == ' ') &&
            (at[length] == ' ' || at[length] == '\0');
  free(listed);
  return found;
}

static void check_lists(const Table *table, const char *moves, bool wanted) {
  char words[WORDS][MOVE_TEXT];
  size_t count = split(moves, words, WORDS);
  assert_true(count > 0);
  for (size_t i = 0; i < count; i++)
    if (table_lists(table, words[i]) != wanted)
      fail_msg("%s is %slisted", words[i], wanted ? "not " : "");
}

void assert_lists(const Table *table, const char *moves) {
  check_lists(table, moves, true);
}

void assert_lists_none(const Table *table, const char *moves) {
  check_lists(table, moves, false);
}

void assert_refused(const Table *table, const char *move, const char *reason) {
  Move parsed;
  Error error = {0};
  if (game_parse(table->game, table->state, move, &parsed, &error))
    fail_msg("'%s' was accepted as a legal move", move);
  assert_message(&error, reason);
  assert_false(table_lists(table, move));
}

void assert_same_move(const Table *table, const char *text,
                      const char *listed) {
  Move first = 0, second = 0;
  Error error = {0};
  if (!game_parse(table->game, table->state, text, &first, &error) ||
      !game_parse(table->game, table->state, listed, &second, &error))
    fail_msg("%s", error.message);
  assert_int_equal(first, second);
  assert_true(table_lists(table, listed));
}

void assert_turn(const Table *table, int seat) {
  assert_int_equal(table->state->outcome, PLAYING);
  assert_int_equal(table->state->seat + 1, seat);
}

void assert_won(const Table *table, const char *seats) {
  unsigned winners = 0;
  for (const char *c = seats; *c; c++)
    if (*c != '+')
      winners |= 1u << (*c - '1');
  assert_int_equal(table->state->outcome, WIN);
  assert_int_equal(table->state->winners, winners);
}

void assert_drawn(const Table *table) {
  assert_int_equal(table->state->outcome, DRAW);
  assert_int_equal(table->state->winners, 0);
}

Answer table_ask(const Table *table, const char *name, int seat,
                 const char *text) {
  const Accessor *accessor =
      accessors_find(table->game->rules->accessors, name);
  Arg args[ARGS_MAX];
  Answer answer;
  Error error = {0};
  assert_non_null(accessor);
  for (int i = 0; i < ARGS_MAX; i++)
    args[i] = (Arg){.seat = seat, .text = text};
  if (!accessor_ask(accessor, table->game, table->state, args, &answer, &error))
    fail_msg("%s: %s", name, error.message);
  return answer;
}

bool same_position(const Table *one, const Table *other) {
  return memcmp(one->state, other->state, one->game->state_size) == 0;
}

void assert_position(const Table *table, const char *settings) {
  Table wanted = table_set(table->game->spec, settings);
  assert_true(same_position(table, &wanted));
  table_clear(&wanted);
}

void assert_turns(const Turn *turns, size_t count) {
  for (const Turn *turn = turns; turn < turns + count; turn++) {
    Table table = table_set(turn->spec, turn->before);
    Table wanted = table_set(turn->spec, turn->after);
    table_play(&table, turn->line);
    if (!same_position(&table, &wanted))
      fail_msg("%s, then %s, does not lead to %s", turn->before, turn->line,
               turn->after);
    table_clear(&wanted);
    table_clear(&table);
  }
}

void assert_drawing_has(const char *spec, const char *settings,
                        const char *const *fragments, size_t count) {
  Table table = table_set(spec, settings);
  char *drawing = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&drawing, &size);
  assert_non_null(out);
  game_draw(table.game, table.state, out);
  fclose(out);
  const char *from = drawing;
  for (size_t i = 0; i < count; i++) {
    const char *found = strstr(from, fragments[i]);
    if (!found)
      fail_msg("'%s' is missing from\n%s", fragments[i], from);
    from = found + strlen(fragments[i]);
  }
  free(drawing);
  table_clear(&table);
}

/* ---- for tests of every game ---------------------------------------------*/

const Rules *rules_named(const char *name) {
  for (const Rules *const *r = game_rules; *r; r++)
    if (strcmp((*r)->name, name) == 0)
      return *r;
  fail_msg("there is no game '%s'", name);
  return NULL;
}

Game *open_as(const char *spec, const Rules *rules) {
  Error error = {0};
  Game *game = game_open(spec, &error);
  if (!game)
    fail_msg("%s", error.message);
  game->rules = rules;
  return game;
}

static int value_count(const Option *option) {
  if (option->type == OPTION_FLAG)
    return 2;
  if (option->type == OPTION_INT)
    return (option->max - option->min) / (option->step ? option->step : 1) + 1;
  int words = 0;
  while (option->words[words])
    words++;
  return words;
}

/* With probability 1/2 returns the smaller of two draws, to prefer small
 * values.
 */
static int draw_value(const Option *option, Rng *rng) {
  uint32_t values = (uint32_t)value_count(option);
  uint32_t drawn = rng_below(rng, values), other = rng_below(rng, values);
  if (rng_below(rng, 2) && other < drawn)
    drawn = other;
  if (option->type != OPTION_INT)
    return (int)drawn;
  return option->min + (int)drawn * (option->step ? option->step : 1);
}

void draw_options(const Option table[], int percent, Rng *rng,
                  RandomOptions *drawn) {
  drawn->count = 0;
  for (const Option *o = table; o->name; o++) {
    int value = draw_value(o, rng);
    if (rng_below(rng, 100) >= (uint32_t)percent)
      continue;
    int last = drawn->count++, at = (int)rng_below(rng, (uint32_t)last + 1);
    drawn->given[last] = drawn->given[at];
    drawn->given[at].option = o;
    drawn->given[at].value = value;
  }
}

void write_options(const char *name, const RandomOptions *drawn,
                   char spec[SPEC_TEXT]) {
  int used = snprintf(spec, SPEC_TEXT, "%s", name);
  for (int i = 0; i < drawn->count; i++) {
    const Option *option = drawn->given[i].option;
    char value[OPTION_TEXT];
    option_format(option, drawn->given[i].value, value);
    used += snprintf(spec + used, SPEC_TEXT - (size_t)used, "%c%s=%s",
                     i ? ',' : ':', option->name, value);
    assert_true(used < SPEC_TEXT);
  }
}

void draw_spec(const Rules *rules, int percent, Rng *rng,
               char spec[SPEC_TEXT]) {
  RandomOptions drawn;
  draw_options(rules->options, percent, rng, &drawn);
  write_options(rules->name, &drawn, spec);
}

/* Sets `next` to the position after a random move that does not end the game.
 * Returns false if 20 tries find none. */
static bool play_on(const Game *game, const State *state, const Move *moves,
                    int count, Rng *rng, State *next) {
  for (int tries = 0; tries < 20; tries++) {
    game_assign(game, next, state);
    game_play(game, next, moves[rng_below(rng, (uint32_t)count)]);
    if (next->outcome == PLAYING)
      return true;
  }
  return false;
}

int play_random(const Game *game, State *state, Rng *rng, int plies) {
  Move *moves = calloc((size_t)game->max_moves, sizeof(Move));
  State *next = game_copy(game, state);
  assert_true(moves && next);
  int played = 0;
  while (played < plies && state->outcome == PLAYING) {
    int count = game_moves(game, state, moves);
    if (!play_on(game, state, moves, count, rng, next))
      break;
    game_assign(game, state, next);
    played++;
  }
  free(next);
  free(moves);
  return played;
}

double chi_square_limit(int freedom) {
  double spread = 2.0 / (9.0 * freedom);
  double root = 1.0 - spread + 5.0 * sqrt(spread);
  return freedom * root * root * root;
}

bool looks_uniform(const int seen[], int bins) {
  double total = 0, sum = 0;
  for (int i = 0; i < bins; i++)
    total += seen[i];
  double expected = total / bins;
  assert_true(expected >= 20); /* fewer make the test unreliable */
  for (int i = 0; i < bins; i++)
    sum += (seen[i] - expected) * (seen[i] - expected) / expected;
  if (bins == 1 || sum <= chi_square_limit(bins - 1))
    return true;
  print_error("%d bins are not equally likely: chi-square %.0f > %.0f\n", bins,
              sum, chi_square_limit(bins - 1));
  return false;
}
