/* Progress for other programs: lines of JSON on a descriptor.
 *
 * Each line is an object with the games played so far and those wanted in the
 * end, the games per second, an estimate of the seconds left (null while it is
 * not known), and the run under way: its game and the win rate of each seat
 * with its 95% interval (null without games):
 *
 *   {"games":120,"wanted":1000,"rate":60.1,"left":14.6,"game":"orbital",
 *    "seats":[{"rate":0.51,"low":0.42,"high":0.6},…]}
 *
 * A run that is being verified has {"verified":3,"wanted":10} instead. */
#ifndef BOARDLAB_CLI_TERMINAL_PROGRESS_REPORT_H
#define BOARDLAB_CLI_TERMINAL_PROGRESS_REPORT_H

#include "core/run/run.h"

typedef struct ProgressNumbers {
  uint64_t games, wanted;
  double rate, left; /* NAN: not known */
} ProgressNumbers;

/* Checks that the descriptor can be written to. */
bool progress_report_check(int descriptor, Error *error);

/* Return a line, which the caller frees; NULL when out of memory. */
char *progress_report_line(const ProgressNumbers *numbers, const Run *run);
char *progress_report_verified(uint64_t done, uint64_t games);

typedef enum ReportWritten {
  REPORT_WRITTEN,
  REPORT_BUSY,  /* the reader is slow: nothing was written */
  REPORT_CLOSED /* nobody reads any more */
} ReportWritten;

/* Writes a line in one piece, and never waits. SIGPIPE must be ignored. */
ReportWritten progress_report_write(int descriptor, const char *line);

#endif
