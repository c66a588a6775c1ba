/* What a search has found out about positions, by their keys: a table of
 * bounded size, in which something new takes the place of something old.
 *
 * A key has two places it can be in, and takes the one where less is lost: one
 * from an earlier search, or else the one that was searched less deep. How
 * entries come to be replaced changes how long a search takes, never what it
 * finds, as long as its user takes from an entry only what a search of its own
 * would give.
 *
 * All memory is taken at the beginning, but a table starts in a small part of
 * it and spreads as it fills: short searches touch little memory. Forgetting
 * costs nothing: every entry bears the number of its game, and those of earlier
 * games are as if they were not there. A table that has forgotten does in all
 * things as a new one does. It belongs to one thread. */
#ifndef BOARDLAB_CORE_SEARCH_TRANSPOSITION_H
#define BOARDLAB_CORE_SEARCH_TRANSPOSITION_H

#include "core/game/game.h"

/* What the worth of an entry says of the true one. NO_WORTH: nothing, only
 * `move` is of use. */
typedef enum Bound { NO_VALUE, AT_LEAST, AT_MOST, EXACT } Bound;

enum { ENTRY_DEPTH_MAX = 127 };

typedef struct Entry {
  uint64_t key;
  Move move; /* the best, or what refuted the position */
  uint16_t game;
  uint16_t age : 6;     /* the number of its search, or so much of it */
  uint16_t depth : 7;   /* how far it was searched */
  uint16_t bound : 2;   /* a Bound */
  uint16_t settled : 1; /* deeper searches give the same */
  double value[];       /* as many as the table was made for */
} Entry;

typedef struct Transpositions {
  unsigned char *entries;
  size_t stride;
  uint64_t count, used; /* entries there is room for, and of the part in use */
  uint64_t filled;      /* of the latter */
  uint16_t game, age;
} Transpositions;

/* As many entries as fit into so many bytes, but a power of two; with none,
 * nothing is ever found. False for want of memory. */
bool transpositions_open(Transpositions *t, size_t bytes, int values);
void transpositions_close(Transpositions *t);

/* A new game begins: nothing is kept. */
void transpositions_forget(Transpositions *t);

/* A new search begins: what is there is kept, but gives way first. */
void transpositions_begin(Transpositions *t);

/* The entry of a key, or NULL. */
const Entry *transpositions_find(const Transpositions *t, uint64_t key);

/* Where to write what was found of a key, which is set; or NULL. */
Entry *transpositions_place(Transpositions *t, uint64_t key);

#endif
