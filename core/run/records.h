/* Records of single games: what games.csv and moves.csv say about them, kept in
 * memory so that the games can be compared when they are played again.
 *
 * Rows are kept as their fields, whether they were just played or read from the
 * files of a run that was resumed. Records belong to one thread. */
#ifndef BOARDLAB_CORE_RUN_RECORDS_H
#define BOARDLAB_CORE_RUN_RECORDS_H

#include "core/base/checked_file.h"
#include "core/run/batch.h"

typedef struct Record {
  uint64_t index;
  Text game;  /* the fields of its row in games.csv, each ending with a NUL */
  Text moves; /* the same for its rows in moves.csv */
  bool has_moves; /* whether the moves are known */
} Record;

typedef struct Records {
  const Schedule *schedule;
  const Selection *selection; /* the games to keep; NULL: all */
  Record *record;             /* in the order of the games */
  size_t count;
  uint64_t moves_until;     /* earlier games come with their moves */
  CsvReader *games, *moves; /* of the rows of chunks */
} Records;

/* The schedule and the selection must outlive the records. */
bool records_make(Records *records, const Schedule *schedule,
                  const Selection *selection, Error *error);
void records_clear(Records *records);
void records_free(Records *records);

/* Adds the games of a chunk, which must have their rows and those of their
 * moves. */
bool records_add(Records *records, const Chunk *chunk, Error *error);

/* Adds the games in the files of a run's folder, up to their checkpoints. Games
 * from `moves_until` on are not in moves.csv. */
bool records_read(Records *records, const char *dir, Checkpoint games,
                  Checkpoint moves, uint64_t moves_until, Error *error);

/* Returns whether a game was played the same way again; otherwise says in
 * `difference` what differs first. */
bool records_same(const Schedule *schedule, const Record *run,
                  const Record *again, Error *difference);

#endif
