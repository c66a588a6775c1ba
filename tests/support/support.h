/* Shared by the tests: opening games, setting up positions, assertions about
 * moves. Every function fails the running test with core's own message. */
#ifndef BOARDLAB_TESTS_SUPPORT_SUPPORT_H
#define BOARDLAB_TESTS_SUPPORT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/game/accessor.h"
#include "core/game/game.h"

/* The message of an error contains `text`. */
void assert_message(const Error *error, const char *text);

Game *open_game(const char *spec);

/* Checks `games` random games, each up to max_plies, and keys and hashes with
 * work in proportion (core/game/conform.h). */
bool conform(const Game *game, uint64_t seed, int games, int max_plies,
             Error *error);

/* A game and a position of it. The test frees both with table_clear. */
typedef struct Table {
  Game *game;
  State *state;
} Table;

/* Opens `spec` and applies `settings` to the first position; NULL or "" leaves
 * it unchanged. */
Table table_set(const char *spec, const char *settings);
void table_clear(Table *table);

/* Plays a line of moves, all of which must be legal. */
void table_play(Table *table, const char *line);

/* The legal moves as one text, sorted and separated by spaces. The caller frees
 * it. */
char *table_moves(const Table *table);

/* Whether a move with exactly this text is in the list of legal moves. */
bool table_lists(const Table *table, const char *move);

/* The legal moves are exactly these, in any order. */
void assert_moves(const Table *table, const char *moves);

/* All, or none, of these are legal moves. */
void assert_lists(const Table *table, const char *moves);
void assert_lists_none(const Table *table, const char *moves);

/* The move is refused, with a message that contains `reason`. */
void assert_refused(const Table *table, const char *move, const char *reason);

/* `text` is another notation of the legal move `listed`. */
void assert_same_move(const Table *table, const char *text, const char *listed);

/* Seats are numbered from 1 here. */
void assert_turn(const Table *table, int seat);
void assert_won(const Table *table, const char *seats); /* "1" or "1+3" */
void assert_drawn(const Table *table);

/* What the accessor `name`, which takes a seat, a text, or both, returns. Here
 * seats are numbered from 0. */
Answer table_ask(const Table *table, const char *name, int seat,
                 const char *text);

bool same_position(const Table *one, const Table *other);

/* The position is exactly the one that these settings produce. */
void assert_position(const Table *table, const char *settings);

/* A position as settings, moves, and the position after them as settings. */
typedef struct Turn {
  const char *spec, *before, *line, *after;
} Turn;

void assert_turns(const Turn *turns, size_t count);

/* The drawing of a position contains these fragments, in this order. */
void assert_drawing_has(const char *spec, const char *settings,
                        const char *const *fragments, size_t count);

/* ---- for tests of every game ---------------------------------------------*/

/* The built-in rules with this name. */
const Rules *rules_named(const char *name);

/* Opens `spec` and replaces its rules, for example by a copy with one function
 * changed. The rules must outlive the game. */
Game *open_as(const char *spec, const Rules *rules);

/* Random options as a user might give them: some of a table, in any order, each
 * within its range, small values more often than large ones. */
typedef struct RandomOptions {
  int count;
  struct {
    const Option *option;
    int value;
  } given[OPTIONS_MAX];
} RandomOptions;

/* Includes each option of the table with a probability of `percent`. */
void draw_options(const Option table[], int percent, Rng *rng,
                  RandomOptions *drawn);
void write_options(const char *name, const RandomOptions *drawn,
                   char spec[SPEC_TEXT]);

/* The same for a game: a spec with options at random, which may exclude each
 * other, so that the game cannot be opened. */
void draw_spec(const Rules *rules, int percent, Rng *rng, char spec[SPEC_TEXT]);

/* Plays `plies` random moves, but none that ends the game; fewer if there are
 * no others. Returns the number of plies. */
int play_random(const Game *game, State *state, Rng *rng, int plies);

/* The five-sigma quantile of the chi-square distribution, which chance exceeds
 * about once in three million times, by Wilson & Hilferty (1931). */
double chi_square_limit(int freedom);

/* Whether a chi-square test accepts the counts as uniform; prints them if not.
 */
bool looks_uniform(const int seen[], int bins);

/* The number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Runs an array of tests; the value is what main returns. */
#define RUN_TESTS(tests)                                                       \
  (cmocka_run_group_tests_name(#tests, tests, NULL, NULL) ? 1 : 0)

#endif
