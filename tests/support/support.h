/* What the tests share: opening games, making positions, asking about moves.
 * All of it fails the running test with the core's own message. */
#ifndef BOARDLAB_TESTS_SUPPORT_SUPPORT_H
#define BOARDLAB_TESTS_SUPPORT_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/game/game.h"

/* A message has `wanted` in it. */
void says(const Error *error, const char *wanted);

Game *open_game(const char *spec);

/* A game with a position to look at; one per test, closed at its end. */
typedef struct Table {
  Game *game;
  State *state;
} Table;

/* Opens `spec` and edits its first position (NULL or "" leaves it as it is). */
Table table_set(const char *spec, const char *settings);
void table_clear(Table *table);

/* Plays a line, every move of which must be legal. */
void table_play(Table *table, const char *line);

/* The legal moves as one text, sorted, separated by blanks. Freed by the
 * caller. */
char *table_moves(const Table *table);

/* Whether a move with exactly this text is in the legal-move list. */
bool table_lists(const Table *table, const char *move);

/* The list of legal moves is exactly these texts, in any order. */
void assert_moves(const Table *table, const char *moves);

/* The list has, or lacks, each of these texts. */
void assert_lists(const Table *table, const char *moves);
void assert_lists_none(const Table *table, const char *moves);

/* The text is refused, with a message that has `reason` in it. */
void assert_refused(const Table *table, const char *move, const char *reason);

/* Any notation of a move, and the notation under which it is listed. */
void assert_same_move(const Table *table, const char *text, const char *listed);

/* Seats here count from 1. */
void assert_turn(const Table *table, int seat);
void assert_won(const Table *table, const char *seats); /* "1" or "1+3" */
void assert_drawn(const Table *table);

bool same_position(const Table *one, const Table *other);

/* The table shows exactly the position that these settings make. */
void assert_position(const Table *table, const char *settings);

/* A position, a line, and the whole position after it. */
typedef struct Turn {
  const char *spec, *before, *line, *after;
} Turn;

void assert_turns(const Turn *turns, size_t count);

/* The drawing of a position has these fragments, in this order. */
void assert_drawn_with(const char *spec, const char *settings,
                       const char *const *fragments, size_t count);

/* ---- for tests that hold of every game -----------------------------------*/

/* The rules of that name among game_rules. */
const Rules *rules_named(const char *name);

/* Opens `spec` to be played by other rules, such as a copy of its own with a
 * function changed. They must outlive the game. */
Game *open_as(const char *spec, const Rules *rules);

/* Some options with values, drawn from a table: as a user might give them, in
 * any order, each in its range, small ones more often than large ones. */
typedef struct Drawn {
  int count;
  struct {
    const Option *option;
    int value;
  } given[OPTIONS_MAX];
} Drawn;

/* Gives each option with this chance. */
void draw_options(const Option table[], int percent, Rng *rng, Drawn *drawn);
void write_drawn(const char *name, const Drawn *drawn, char spec[SPEC_TEXT]);

/* Plays that many random moves from the list of legal ones, but none that ends
 * the game: fewer if it finds no other. Returns how many. */
int play_random(const Game *game, State *state, Rng *rng, int plies);

/* The value of chi-square that chance exceeds once in some millions of times:
 * its five-sigma point by the formula of Wilson and Hilferty. */
double chi_square_limit(int freedom);

/* Whether the counts could well come from equal chances; prints if not. */
bool looks_uniform(const int seen[], int bins);

/* How many entries a table of cases has. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Runs one test function a line; returns what main should. */
#define RUN_TESTS(tests)                                                       \
  (cmocka_run_group_tests_name(#tests, tests, NULL, NULL) ? 1 : 0)

#endif
