/* The transposition table of the alpha-beta search: what it knows about
 * positions, by their 64-bit keys, in bounded memory.
 *
 * Replacement: a key has two slots. A new entry replaces an entry from an
 * earlier search if there is one, otherwise the one searched less deeply
 * (two-entry buckets, depth and age preferred: Breuker et al. 1994).
 * Replacement changes how long a search takes, never what it finds, provided
 * that the search only uses entries equal to what it would find itself.
 *
 * All memory is allocated on opening, but a table uses a small part of it at
 * first and spreads as it fills, so that short searches touch little memory.
 * Forgetting costs nothing: every entry carries the number of its game, and
 * those of earlier games count as empty. A table that has forgotten behaves
 * exactly as a new one. It belongs to one thread. */
#ifndef BOARDLAB_CORE_SEARCH_TRANSPOSITION_H
#define BOARDLAB_CORE_SEARCH_TRANSPOSITION_H

#include "core/game/game.h"

/* How the stored score relates to the true one. With NO_VALUE only the move is
 * meaningful. */
typedef enum Bound { NO_VALUE, LOWER_BOUND, UPPER_BOUND, EXACT } Bound;

enum { TRANSPOSITION_DEPTH_MAX = 127 };

typedef struct TranspositionEntry {
  uint64_t key;
  Move move; /* the best, or the one that refuted the position */
  uint16_t game;
  uint16_t age : 6;   /* the number of its search, modulo 64 */
  uint16_t depth : 7; /* to which the position was searched */
  uint16_t bound : 2; /* a Bound */
  uint16_t final : 1; /* deeper searches give the same score */
  double score[];     /* as many as the table was opened for */
} TranspositionEntry;

typedef struct TranspositionTable {
  unsigned char *entries;
  size_t stride;
  uint64_t capacity; /* entries allocated */
  uint64_t used;     /* entries of the part in use */
  uint64_t filled;   /* of these, entries that are not empty */
  uint16_t game, age;
} TranspositionTable;

/* Opens a table with the largest power of two of entries that fits into `bytes`
 * bytes, for `scores` scores per entry. A table without entries never finds
 * anything. False if memory runs out. */
bool transposition_open(TranspositionTable *t, size_t bytes, int scores);
void transposition_close(TranspositionTable *t);

/* Empties the table for a new game. */
void transposition_forget(TranspositionTable *t);

/* Begins a new search: earlier entries are kept, but are replaced first. */
void transposition_begin(TranspositionTable *t);

/* The entry of a key, or NULL. */
const TranspositionEntry *transposition_find(const TranspositionTable *t,
                                             uint64_t key);

/* The entry to be written for a key, with the key set; NULL if the table has no
 * entries. */
TranspositionEntry *transposition_place(TranspositionTable *t, uint64_t key);

#endif
