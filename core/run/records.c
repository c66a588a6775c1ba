#include "core/run/records.h"

#include "core/base/need.h"
#include "core/base/number.h"
#include "core/run/run_csv.h"
#include "core/run/run_dir.h"
#include <limits.h>
#include <stdlib.h>

/* ---- rows ----------------------------------------------------------------*/

static void keep_fields(Text *text, const CsvRow *row) {
  for (int i = 0; i < row->count; i++) {
    size_t size = strlen(row->field[i]) + 1;
    text_need(text, size);
    text_add_bytes(text, row->field[i], size);
  }
}

/* The game that a row is about, by the column that has its number; false if the
 * row is not to be kept. */
static bool is_wanted(const Records *r, const CsvRow *row, int column,
                      uint64_t *index) {
  int64_t number;
  if (row->number == 0 ||
      !number_in_range(row->field[column], 0, INT64_MAX, &number))
    return false;
  *index = (uint64_t)number;
  return !r->selection || selection_has(r->selection, *index);
}

static Record *add_record(Records *r, uint64_t index) {
  r->record = need_more(r->record, r->count, sizeof *r->record);
  Record *added = &r->record[r->count++];
  *added = (Record){.index = index, .has_moves = index < r->moves_until};
  return added;
}

static bool take_game(void *context, const CsvRow *row, Error *error) {
  Records *r = context;
  uint64_t index;
  (void)error;
  if (is_wanted(r, row, 1, &index))
    keep_fields(&add_record(r, index)->game, row);
  return true;
}

static int compare_index(const void *key, const void *record) {
  uint64_t a = *(const uint64_t *)key, b = ((const Record *)record)->index;
  return (a > b) - (a < b);
}

static bool take_move(void *context, const CsvRow *row, Error *error) {
  Records *r = context;
  uint64_t index;
  if (!is_wanted(r, row, 0, &index))
    return true;
  Record *record =
      bsearch(&index, r->record, r->count, sizeof *record, compare_index);
  if (!record)
    return error_set(error, "column 1, number: there is no game %llu",
                     (unsigned long long)index);
  keep_fields(&record->moves, row);
  return true;
}

/* ---- reading -------------------------------------------------------------*/

/* Opens the readers for chunks, whose rows come without a header. */
bool records_make(Records *r, const Schedule *schedule,
                  const Selection *selection, Error *error) {
  Text games = run_csv_games_header(schedule);
  Text moves = run_csv_moves_header(schedule);
  *r = (Records){.schedule = schedule, .selection = selection};
  r->games = csv_reader_new("games", take_game, r);
  r->moves = csv_reader_new("moves", take_move, r);
  bool good = csv_reader_feed(r->games, games.bytes, games.length, error) &&
              csv_reader_feed(r->moves, moves.bytes, moves.length, error);
  free(games.bytes);
  free(moves.bytes);
  if (!good)
    records_free(r);
  return good;
}

void records_clear(Records *r) {
  for (size_t i = 0; i < r->count; i++) {
    free(r->record[i].game.bytes);
    free(r->record[i].moves.bytes);
  }
  r->count = 0;
}

void records_free(Records *r) {
  records_clear(r);
  free(r->record);
  csv_reader_free(r->games);
  csv_reader_free(r->moves);
  *r = (Records){.count = 0};
}

/* Most chunks of a long run have no game to keep: parsing them would cost more
 * than playing the fastest games does. */
static bool has_wanted(const Records *r, const Chunk *chunk) {
  for (int i = 0; i < chunk->count; i++)
    if (!r->selection ||
        selection_has(r->selection, chunk->first + (uint64_t)i))
      return true;
  return false;
}

bool records_add(Records *r, const Chunk *chunk, Error *error) {
  if (!has_wanted(r, chunk))
    return true;
  r->moves_until = UINT64_MAX;
  return csv_reader_feed(r->games, chunk->games.bytes, chunk->games.length,
                         error) &&
         csv_reader_feed(r->moves, chunk->moves.bytes, chunk->moves.length,
                         error);
}

static bool read_file(Records *r, const char *dir, const char *name,
                      Checkpoint checkpoint, CsvRowCallback *take,
                      Error *error) {
  char path[PATH_MAX];
  path_join(path, dir, name);
  CsvReader *rows = csv_reader_new(path, take, r);
  bool good =
      checked_file_read(path, checkpoint, false, csv_reader_feed, rows, error);
  csv_reader_free(rows);
  return good;
}

bool records_read(Records *r, const char *dir, Checkpoint games,
                  Checkpoint moves, uint64_t moves_until, Error *error) {
  r->moves_until = moves_until;
  return read_file(r, dir, "games.csv", games, take_game, error) &&
         read_file(r, dir, "moves.csv", moves, take_move, error);
}

/* ---- comparing -----------------------------------------------------------*/

enum { NUMBER, PLY, SEAT, MOVE, LEGAL, PARTS };

static bool same_text(const Text *a, const Text *b) {
  return a->length == b->length &&
         (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* Takes `count` fields from a text; false at its end. */
static bool next_fields(const Text *text, size_t *at, int count,
                        const char *field[]) {
  if (*at == text->length)
    return false;
  for (int i = 0; i < count; i++) {
    field[i] = text->bytes + *at;
    *at += strlen(field[i]) + 1;
  }
  return true;
}

/* Says how a move differs; returns whether it is the same. */
static bool same_move(const Schedule *s, const char *const run[],
                      const char *const again[], Error *e) {
  static const int COLUMNS[] = {SEAT, LEGAL, MOVE};
  static const char *const BEFORE[] = {"was played by seat ", "had ", "was "};
  static const char *const AFTER[] = {"", " legal moves", ""};
  for (int i = 0; i < 3; i++) {
    int c = COLUMNS[i];
    if (strcmp(run[c], again[c]) != 0)
      return error_set(e,
                       "ply %s %s%s%s in the run and %s when it was played "
                       "again",
                       run[PLY], BEFORE[i], run[c], AFTER[i], again[c]);
  }
  for (int i = 0; i < s->parts; i++)
    if (strcmp(run[PARTS + i], again[PARTS + i]) != 0)
      return error_set(e,
                       "the %s of %s, ply %s, was '%s' in the run and '%s' "
                       "when it was played again",
                       s->part[i], run[MOVE], run[PLY], run[PARTS + i],
                       again[PARTS + i]);
  return true;
}

/* If one game has all the moves of the other and more, its row tells more about
 * that: how each ended. */
static bool same_moves(const Schedule *s, const Record *run,
                       const Record *again, Error *e) {
  const char *a[PARTS + PART_KEYS_MAX], *b[PARTS + PART_KEYS_MAX];
  size_t at_a = 0, at_b = 0;
  while (next_fields(&run->moves, &at_a, PARTS + s->parts, a) &&
         next_fields(&again->moves, &at_b, PARTS + s->parts, b))
    if (!same_move(s, a, b, e))
      return false;
  return true;
}

/* The name of a column of games.csv. */
static void name_column(const Schedule *s, int column, char name[32]) {
  Text header = run_csv_games_header(s);
  const char *at = header.bytes;
  for (; column > 0; column--)
    at = strchr(at, ',') + 1;
  snprintf(name, 32, "%.*s", (int)strcspn(at, ",\n"), at);
  free(header.bytes);
}

/* Writes a field for a message; a forfeit with its reason. */
static void show_field(const Schedule *s, const char *const row[], int columns,
                       int column, char text[400]) {
  bool forfeit = column == 3 + s->seats &&
                 strcmp(row[column], match_end_names[MATCH_FORFEIT]) == 0;
  if (forfeit)
    snprintf(text, 400, "a forfeit (%.300s)", row[columns - 1]);
  else
    snprintf(text, 400, "%.300s", row[column][0] ? row[column] : "empty");
}

static bool same_row(const Schedule *s, const Record *run, const Record *again,
                     Error *e) {
  enum { COLUMNS_MAX = 14 + 5 * SEATS_MAX };
  const char *a[COLUMNS_MAX], *b[COLUMNS_MAX];
  size_t at_a = 0, at_b = 0;
  int columns =
      13 + s->has_chance + (3 + s->has_score + s->has_places) * s->seats;
  next_fields(&run->game, &at_a, columns, a);
  next_fields(&again->game, &at_b, columns, b);
  for (int i = 0; i < columns; i++) {
    char name[32], text_a[400], text_b[400];
    if (strcmp(a[i], b[i]) == 0)
      continue;
    name_column(s, i, name);
    show_field(s, a, columns, i, text_a);
    show_field(s, b, columns, i, text_b);
    return error_set(e,
                     "its %s was %s in the run and %s when it was played "
                     "again",
                     name, text_a, text_b);
  }
  return true;
}

bool records_same(const Schedule *schedule, const Record *run,
                  const Record *again, Error *difference) {
  bool moves = !run->has_moves || same_text(&run->moves, &again->moves);
  if (!moves && !same_moves(schedule, run, again, difference))
    return false;
  if (!same_row(schedule, run, again, difference))
    return false;
  return moves ||
         error_set(difference, "one of the two has more moves than the other, "
                               "although their rows are the same");
}
