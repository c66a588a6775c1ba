/* Shared by the files of the conformance check.
 *
 *   conform.c        random games, and what every rule function must do
 *   conform_views.c  what a position shows: evaluation, score, settings, parts
 *                    of moves, scene
 *   conform_accessors.c  the answers of accessors
 *   conform_graph.c  a graph of positions, and the slow solver
 *   conform_key.c    keys and hashes, compared with solved values and by
 *                    symmetric play */
#ifndef BOARDLAB_CORE_GAME_CONFORM_INTERNAL_H
#define BOARDLAB_CORE_GAME_CONFORM_INTERNAL_H

#include "core/game/conform.h"

enum { LINE_TEXT = 600, GUARD = 64, GUARD_BYTE = 0xa5 };

typedef struct MoveName {
  Move move;
  char text[MOVE_TEXT];
} MoveName;

/* One random game being checked. */
typedef struct Trial {
  const Game *game;
  Rng rng;
  State *state;     /* the position */
  State *copy;      /* of the position, to notice that a query changed it */
  State *other;     /* a second position to try things on, with GUARD bytes
                       behind it */
  State *elsewhere; /* any position of the game */
  Move *moves;      /* the legal moves, sorted */
  MoveName *names;  /* the same by text */
  int count;
  char line[LINE_TEXT]; /* the moves that led here; the end of a long line */
  ConformCounts *counts;
  Error *error;
} Trial;

/* Fails with a message that ends with the game and the line of moves. */
#define CONFORM_FAIL(trial, ...)                                               \
  return error_set((trial)->error, __VA_ARGS__),                               \
         error_add((trial)->error, "in %s %s%s", (trial)->game->spec,          \
                   (trial)->line[0] ? "after " : "at the start",               \
                   (trial)->line)

/* Adds a move to a line of LINE_TEXT characters; drops the beginning of a line
 * that becomes too long. */
void conform_add_move(char line[LINE_TEXT], const char *text);

/* Writes the guard behind `size` bytes, and reports whether it is unharmed. */
void conform_set_guard(void *bytes, size_t size);
bool conform_guard_holds(const void *bytes, size_t size);

/* Whether a text is the name of a cell on a board of this size. */
bool conform_is_cell(const char *text, int columns, int rows);

/* Checks of one position; see conform.h. */
bool conform_boards(Trial *trial);
bool conform_describe(Trial *trial);
bool conform_accessors(Trial *trial);
bool conform_scene(Trial *trial);
bool conform_evaluation(Trial *trial);
bool conform_features(Trial *trial);
bool conform_score(Trial *trial);
bool conform_move_values(Trial *trial);
bool conform_settings(Trial *trial);

#endif
