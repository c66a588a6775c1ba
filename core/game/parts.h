/* The parts of a move: from where, to where, which piece.
 *
 * A game declares in a table which parts its moves have. In a table each part
 * of a move is a number, which is cheap to compute and to compare; it has a
 * meaning only together with its entry of the table, which also gives it a
 * text in terms a user knows: a cell such as "b2", a word such as "small".
 * Everything is a plain value that the caller owns. */
#ifndef BOARDLAB_CORE_GAME_PARTS_H
#define BOARDLAB_CORE_GAME_PARTS_H

#include "core/game/accessor.h"
#include <stdint.h>

/* Parts as texts: a few keys, each with a text or a list of texts. */
enum { PARTS_MAX = 6, PART_TEXTS = 4 };

typedef struct Part {
  const char *key;
  bool list;
  int count;
  char text[PART_TEXTS][ANSWER_TEXT];
} Part;

typedef struct Parts {
  int count;
  bool overflow; /* there was more than fits, and the rest was dropped */
  Part part[PARTS_MAX];
} Parts;

/* What MovePart.value returns for a move that does not have this part. */
enum { NO_PART = -1 };

typedef struct MovePart {
  const char *key;
  /* The part of a legal move as a number from 0, or NO_PART. NULL if it is
   * always 0. */
  int (*value)(const Game *game, const State *state, uint32_t move);
  /* The text of each number; if there are too many, NULL, and `write` adds the
   * text of one with parts_add_text: of a list several, or none. */
  const char *const *words;
  void (*write)(const Game *game, int value, Parts *parts);
  bool list;
  bool of_state; /* depends on the position, not on the move alone */
  int values;    /* all numbers are below this; 0 for a list */
} MovePart;

/* The part of a legal move as a number, or NO_PART. */
static inline int part_value(const MovePart *part, const Game *game,
                             const State *state, uint32_t move) {
  return part->value ? part->value(game, state, move) : 0;
}

/* The entry with this key, or NULL. The table ends with an entry without a key;
 * it may be NULL. */
const MovePart *parts_find(const MovePart table[], const char *key);

/* Whether the values of a key are cells: where a move goes from and to, and
 * where it puts a wall. */
bool part_is_cell(const char *key);

/* Adds a part by its number, which must not be NO_PART. */
void parts_add_value(Parts *parts, const MovePart *part, const Game *game,
                     int value);

/* Adds a part by its text. */
void parts_add(Parts *parts, const char *key, const char *text);

/* Adds a text to the last part, or the name of a cell: a MovePart.write. */
void parts_add_text(Parts *parts, const char *text);
void parts_add_cell(const Game *game, int cell, Parts *parts);

/* Adds all parts of a legal move or of a pass. */
void game_describe(const Game *game, const State *state, uint32_t move,
                   Parts *parts);

/* The keys that parts of the game's moves can have, each once: those of the
 * native game in the order of its table, then what rule files add. Returns how
 * many there are. */
enum { PART_KEYS_MAX = 16 };
int game_part_keys(const Game *game, const char *keys[PART_KEYS_MAX]);

/* Writes a part as one text; a list is joined by plus signs. */
enum { PART_TEXT = PART_TEXTS * ANSWER_TEXT };
void part_write(const Part *part, char text[PART_TEXT]);

#endif
