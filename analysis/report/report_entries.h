/* The entries of a report's data, one per folder. Each function returns a new
 * reference, which the caller owns, or NULL with a message. */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_ENTRIES_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_ENTRIES_H

#include "analysis/metrics/run_metrics.h"
#include "core/run/run_game.h"
#include <jansson.h>

/* A run or tournament with all its metrics. */
json_t *report_run(const RunMetrics *run_metrics, Error *error);

/* What is said of a game; null if its rules cannot be opened. */
typedef struct ReportGame {
  json_t *family;   /* the name of the game it is a variant of, or its own */
  json_t *notation; /* how its moves are written, or null */
} ReportGame;

/* The games of a run to replay, with the position after each move; *board is
 * the size of the board, and *about what is said of the game. Opens the game to
 * play the moves; without a sample only to describe it. */
json_t *report_replays(const RunMetrics *run_metrics, json_t **board,
                       ReportGame *about, Error *error);

/* A game of a run as an entry of "replays", with "spec", "board" and "notation"
 * beside it, and "reason": {"message", "trace"} of a forfeit, or null. */
json_t *report_game(const RunGame *game, uint64_t index, Error *error);

/* The comparison of the first run with each of the others, as `boardlab
 * compare` makes it; {"entry": what changed} of two studies; or {"why_not":
 * sentence} if these entries are not compared. */
json_t *report_comparison(const char *const dirs[], int count, json_t *entries,
                          Error *error);

/* A sweep, a ladder, a tuning or a study, read from its folder. */
json_t *report_sweep(const char *dir, Error *error);
json_t *report_ladder(const char *dir, Error *error);
json_t *report_tune(const char *dir, Error *error);
json_t *report_study(const char *dir, Error *error);

/* What the second of two studies changed. */
json_t *report_change(const char *const dirs[2], Error *error);

/* A file of weights. */
json_t *report_learned(const char *path, Error *error);

/* Replaces entries by their cards, so that all together have at most so many
 * bytes if the cards do: the first ones that fit stay whole. A card of a run
 * has "card": true, the metrics of the run, its seats, sides and bots, and a
 * typical game with its last two positions. */
void report_fit(json_t *entries, size_t room);

#endif
