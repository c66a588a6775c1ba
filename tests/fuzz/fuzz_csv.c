/* CSV files, fed with noise: read as the rows of a run's games.
 *
 * Whatever comes, there is no crash; a refusal has a message on one line; and
 * it does not matter in which pieces the bytes come. */
#include "core/run/run_csv.h"
#include "core/run/tally.h"
#include "fuzz.h"

enum { MAX_PLIES = 27 };

/* What was read: enough to tell whether two readings were the same. */
typedef struct Reading {
  const Schedule *schedule;
  Tally tally;
  bool good;
  Error error;
} Reading;

static bool take(void *context, const CsvRow *row, Error *error) {
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
  CsvReader *rows = csv_reader_new("noise.csv", take, r, &r->error);
  demand(rows != NULL, "there is memory");
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
         "there is memory");
  read_all(&whole, data, size, size + 1);
  read_all(&pieces, data, size, piece);
  demand(whole.good == pieces.good, "pieces are read as the whole is");
  demand(strcmp(whole.error.message, pieces.error.message) == 0,
         "pieces are refused as the whole is");
  demand(whole.tally.games == pieces.tally.games &&
             whole.tally.plies == pieces.tally.plies,
         "pieces count as the whole does");
  tally_free(&whole.tally);
  tally_free(&pieces.tally);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *bots[] = {"random"};
  Game *game = game_open("tictacdoh", NULL);
  Schedule schedule;
  demand(game && schedule_make(&schedule, game, SEATING_FIXED, bots, 1, NULL),
         "a schedule is made");
  compare(&schedule, data, size, 1);
  compare(&schedule, data, size, 7);
  schedule_free(&schedule);
  game_close(game);
  return 0;
}
