/* bench --against: what an earlier measurement found. */
#include "cli/commands/bench.h"

#include "core/base/csv.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>

const char BENCH_COLUMNS[] =
    "game,mode,best_games_per_second,median_games_per_second,"
    "best_plies_per_second,plies_per_game,games,truncated,rounds,ratio";

enum { GAME_COLUMN, MODE_COLUMN, BEST_COLUMN, MODE_TEXT = 32 };

typedef struct BenchOldRow {
  char game[SPEC_TEXT], mode[MODE_TEXT];
  double best;
} BenchOldRow;

/* Later versions may have other columns after these. */
static bool check_columns(const CsvRow *row, Error *error) {
  static const char *const NAMES[] = {"game", "mode", "best_games_per_second"};
  for (int i = 0; i < (int)(sizeof NAMES / sizeof *NAMES); i++)
    if (i >= row->count || strcmp(row->field[i], NAMES[i]) != 0)
      return error_set(error,
                       "column %d is not %s: this is not a measurement by "
                       "boardlab bench --csv",
                       i + 1, NAMES[i]);
  return true;
}

static bool add_row(void *context, const CsvRow *row, Error *error) {
  BenchOld *old = context;
  if (row->number == 0)
    return check_columns(row, error);
  char *end;
  double best = strtod(row->field[BEST_COLUMN], &end);
  if (!*row->field[BEST_COLUMN] || *end || !isfinite(best) || best < 0)
    return error_set(error, "'%.40s' is not a number of games per second",
                     row->field[BEST_COLUMN]);
  old->row =
      need_resized(old->row, ((size_t)old->count + 1) * sizeof *old->row);
  BenchOldRow *added = &old->row[old->count++];
  snprintf(added->game, sizeof added->game, "%s", row->field[GAME_COLUMN]);
  snprintf(added->mode, sizeof added->mode, "%s", row->field[MODE_COLUMN]);
  added->best = best;
  return true;
}

bool bench_old_read(BenchOld *old, const char *path, Error *error) {
  return csv_read(path, add_row, old, error);
}

void bench_old_free(BenchOld *old) {
  free(old->row);
}

double bench_old_rate(const BenchOld *old, const char *game, const char *mode) {
  for (const BenchOldRow *r = old->row; r < old->row + old->count; r++)
    if (strcmp(r->game, game) == 0 && strcmp(r->mode, mode) == 0)
      return r->best;
  return 0;
}
