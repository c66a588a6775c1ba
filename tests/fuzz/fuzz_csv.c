/* Fuzz target for CSV files: reads the input as the games.csv of a run.
 *
 * The reader must not crash, must report errors on one line, and must give the
 * same result whether the bytes come all at once or in pieces. */
#include "core/run/run_csv.h"
#include "core/run/tally.h"
#include "fuzz.h"

enum { MAX_PLIES = 27 };

/* What was read: enough to compare two readings. */
typedef struct Reading {
  const Schedule *schedule;
  Tally tally;
  bool good;
  Error error;
} Reading;

static bool add_row(void *context, const CsvRow *row, Error *error) {
  Reading *r = context;
  Match match;
  uint64_t index = r->tally.games;
  if (row->number == 0)
    return true;
  if (!run_csv_read_game(row, r->schedule, 1, index, MAX_PLIES, &match, error))
    return false;
  tally_add(&r->tally, schedule_seating(r->schedule, index), &match);
  return true;
}

static void read_all(Reading *r, const uint8_t *data, size_t size,
                     size_t piece) {
  CsvReader *rows = csv_reader_new("input.csv", add_row, r);
  demand(rows != NULL, "memory can be allocated");
  r->good = true;
  for (size_t at = 0; r->good && at < size; at += piece)
    r->good = csv_reader_feed(rows, (const char *)data + at,
                              size - at < piece ? size - at : piece, &r->error);
  r->good = r->good && csv_reader_finish(rows, &r->error);
  csv_reader_free(rows);
  if (!r->good)
    check_message(&r->error);
}

static void compare(const Schedule *s, const uint8_t *data, size_t size,
                    size_t piece) {
  Reading whole = {.schedule = s}, pieces = {.schedule = s};
  demand(tally_make(&whole.tally, s, MAX_PLIES, NULL) &&
             tally_make(&pieces.tally, s, MAX_PLIES, NULL),
         "memory can be allocated");
  read_all(&whole, data, size, size + 1);
  read_all(&pieces, data, size, piece);
  demand(whole.good == pieces.good,
         "input in pieces is accepted if the whole is");
  demand(strcmp(whole.error.message, pieces.error.message) == 0,
         "input in pieces gets the same message as the whole");
  demand(whole.tally.games == pieces.tally.games &&
             whole.tally.plies == pieces.tally.plies &&
             whole.tally.legal_moves == pieces.tally.legal_moves &&
             whole.tally.moved == pieces.tally.moved &&
             tally_distinct(&whole.tally, NULL) ==
                 tally_distinct(&pieces.tally, NULL),
         "input in pieces has the same games as the whole");
  tally_free(&whole.tally);
  tally_free(&pieces.tally);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *bots[] = {"random"};
  Game *game = game_open("tictacdoh", NULL);
  Schedule schedule;
  demand(game && schedule_make(&schedule, game, SEATING_FIXED, bots, 1, NULL),
         "a schedule can be made");
  compare(&schedule, data, size, 1);
  compare(&schedule, data, size, 7);
  schedule_free(&schedule);
  game_close(game);
  return 0;
}
