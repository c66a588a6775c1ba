/* All metrics that come from the moves of a run, against a slow computation
 * from the CSV rows that shares no code with the fast one.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include "lua/host/host.h"
#include <math.h>

/* ---- branching: slow computation ------------------------------------------*/

/* The ratio of x and y over games, over those with y above 0 or over all. */
static Estimate slow_ratio(const double x[], const double y[], int n,
                           bool used) {
  double all_x = 0, all_y = 0, squares = 0;
  uint64_t count = 0;
  for (int i = 0; i < n; i++) {
    all_x += x[i];
    all_y += y[i];
    count += !used || y[i] > 0;
  }
  double ratio = all_x / all_y, k = (double)count;
  for (int i = 0; i < n; i++)
    squares += pow(x[i] - ratio * y[i], 2);
  double half = student_quantile(0.975, fmax(k - 1, 1)) *
                sqrt(squares / (k - 1) / k) / (all_y / k);
  return count < 2 || squares == 0
             ? (Estimate){ratio, NAN, NAN, count}
             : (Estimate){ratio, ratio - half, ratio + half, count};
}

/* (Σ(x − r y))² − z² Σ(x − r y)² over the games with y > 0 and one more with
 * this share: 0 at the ends of the interval, below 0 between them. */
static double slow_score(const double x[], const double y[], int n,
                         double share, double r) {
  double sum = 0, squares = 0, moves = 0, used = 0;
  for (int i = 0; i < n; i++) {
    moves += y[i];
    used += y[i] > 0;
    sum += x[i] - r * y[i];
    squares += pow(x[i] - r * y[i], 2);
  }
  double more = moves / used;
  sum += (share - r) * more;
  squares += share * pow((1 - r) * more, 2) + (1 - share) * pow(r * more, 2);
  return (sum * sum - Z95 * Z95 * squares) / (moves * moves);
}

/* Whether an interval of a share ends here: at a zero of the score, or at 0 or
 * 1 if there is none. */
static bool ends_here(const double x[], const double y[], int n, double share,
                      double end, double limit) {
  double score = slow_score(x, y, n, share, end);
  return fabs(score) < 1e-12 || (end == limit && score < 0);
}

/* A share of moves has the interval of its definition, within 0 and 1. */
static void check_share(const char *what, Estimate is, const double x[],
                        const double y[], int n, double share) {
  assert_near(what, is.value, slow_ratio(x, y, n, true).value);
  if (!estimate_has_interval(is)) {
    assert_true(is.n < 10);
    return;
  }
  assert_true(ends_here(x, y, n, share, is.low, 0));
  assert_true(ends_here(x, y, n, share, is.high, 1));
}

/* Wilson's interval of the ratio and of (Σy)² / Σy² games; of more, if they
 * vary less than games that are won or lost (estimate_bounded_mean_z). */
static Estimate slow_wilson(const double x[], const double y[], int n) {
  double ratio = slow_ratio(x, y, n, true).value, moves = 0, weights = 0;
  double squares = 0;
  for (int i = 0; i < n; i++) {
    moves += y[i];
    weights += y[i] * y[i];
    squares += pow(x[i] - ratio * y[i], 2);
  }
  double games = moves * moves / weights, z2 = Z95 * Z95;
  double variance = squares / weights, most = ratio * (1 - ratio);
  if (variance < most) {
    games *= (games + z2) / (games * variance / most + z2);
    variance = most;
  }
  double middle = (games * ratio + z2 / 2) / (games + z2);
  double half = Z95 * sqrt(games * variance + z2 / 4) / (games + z2);
  return (Estimate){ratio, fmax(middle - half, 0), fmin(middle + half, 1), 0};
}

/* The winner's share has the smallest interval that holds both: each end is the
 * farther one. */
static void check_winner_share(const char *what, Estimate is, const double x[],
                               const double y[], int n, double share) {
  Estimate wilson = slow_wilson(x, y, n);
  assert_near(what, is.value, wilson.value);
  if (!estimate_has_interval(is)) {
    assert_true(is.n < 10);
    return;
  }
  assert_true(fabs(is.low - wilson.low) < 1e-12
                  ? slow_score(x, y, n, share, is.low) > -1e-12 || is.low == 0
                  : is.low < wilson.low &&
                        ends_here(x, y, n, share, is.low, 0));
  assert_true(fabs(is.high - wilson.high) < 1e-12
                  ? slow_score(x, y, n, share, is.high) > -1e-12 || is.high == 1
                  : is.high > wilson.high &&
                        ends_here(x, y, n, share, is.high, 1));
}

static Estimate within(Estimate e, double least, double most) {
  e.low = e.low < least ? least : e.low;
  e.high = e.high > most ? most : e.high;
  return e;
}

static int by_size(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return (one > other) - (one < other);
}

/* The smallest number that at least this share of a sorted list does not
 * exceed. */
static double slow_quantile(const uint64_t sorted[], int n, double share) {
  for (int i = 0; i < n; i++)
    if (i + 1 >= share * n)
      return (double)sorted[i];
  return (double)sorted[n - 1];
}

static void check_sums(const Metrics *f) {
  double legal[ROW_GAMES] = {0}, plies[ROW_GAMES] = {0},
         forced[ROW_GAMES] = {0};
  double tree[ROW_GAMES] = {0}, most = 0;
  for (int i = 0; i < rows.plies; i++) {
    const Ply *p = &rows.ply[i];
    legal[p->game] += p->legal;
    plies[p->game]++;
    forced[p->game] += p->legal == 1;
    tree[p->game] += log10(p->legal);
    most = fmax(most, p->legal);
  }
  assert_same("mean", metric(f, "complexity", "", "branching_mean"),
              slow_ratio(legal, plies, ROW_GAMES, false));
  check_share("forced", metric(f, "complexity", "", "forced_rate"), forced,
              plies, ROW_GAMES, 0.5);
  assert_same("tree", metric(f, "complexity", "", "game_tree_log10"),
              slow_mean(tree, ROW_GAMES));
  assert_near("max", metric(f, "complexity", "", "branching_max").value, most);
  assert_near("plies", metric(f, "complexity", "", "plies").value, rows.plies);
}

static void check_median(const Metrics *f) {
  static uint64_t sorted[ROW_PLIES];
  double below[BRANCHING_GROUPS] = {0}, all[BRANCHING_GROUPS] = {0};
  for (int i = 0; i < rows.plies; i++)
    sorted[i] = (uint64_t)rows.ply[i].legal;
  qsort(sorted, (size_t)rows.plies, sizeof *sorted, by_size);
  double median = slow_quantile(sorted, rows.plies, 0.5);
  for (int i = 0; i < rows.plies; i++) {
    all[rows.ply[i].game % BRANCHING_GROUPS]++;
    below[rows.ply[i].game % BRANCHING_GROUPS] += rows.ply[i].legal <= median;
  }
  Estimate share = slow_ratio(below, all, BRANCHING_GROUPS, true);
  double half = (share.high - share.low) / 2;
  assert_estimate("median", metric(f, "complexity", "", "branching_median"),
                  median, slow_quantile(sorted, rows.plies, 0.5 - half),
                  slow_quantile(sorted, rows.plies, 0.5 + half));
}

static void check_by_ply(const Metrics *f) {
  static double legal[ROW_GAMES];
  int longest = 0, before = -1, ply = 0;
  for (int i = 0; i < rows.plies; i++) {
    ply = rows.ply[i].game == before ? ply + 1 : 1;
    before = rows.ply[i].game;
    longest = ply > longest ? ply : longest;
  }
  assert_int_equal(count_metrics(f, "ply", NULL), longest);
  for (int wanted = 1; wanted <= longest; wanted += 1 + wanted / 8) {
    char key[16];
    int n = 0;
    before = -1;
    for (int i = 0; i < rows.plies; i++) {
      ply = rows.ply[i].game == before ? ply + 1 : 1;
      before = rows.ply[i].game;
      if (ply == wanted)
        legal[n++] = rows.ply[i].legal;
    }
    snprintf(key, sizeof key, "%d", wanted);
    assert_same("ply", metric(f, "ply", key, "branching_mean"),
                within(slow_mean(legal, n), 0, INFINITY));
  }
}

/* Plays the recorded moves and keeps the hash of every position. */
static void check_positions(const char *spec, const Metrics *f) {
  static uint64_t seen[ROW_PLIES + ROW_GAMES];
  Error error = {0};
  Game *game = game_open(spec, &error);
  State *state = game_start(game);
  int count = 0, once = 0, twice = 0, kinds = 0;
  for (int i = 0; i < rows.plies; i++) {
    Move move;
    if (i == 0 || rows.ply[i].game != rows.ply[i - 1].game)
      game_assign(game, state, game->first);
    seen[count++] = game_hash(game, state);
    assert_int_equal(game_count(game, state), rows.ply[i].legal);
    if (!game_parse(game, state, rows.ply[i].move, &move, &error))
      fail_msg("%s", error.message);
    game_play(game, state, move);
    if (i + 1 == rows.plies || rows.ply[i].game != rows.ply[i + 1].game)
      seen[count++] = game_hash(game, state);
  }
  assert_int_equal(count, rows.plies + ROW_GAMES);
  qsort(seen, (size_t)count, sizeof *seen, by_size);
  for (int i = 0, next; i < count; i = next) {
    for (next = i; next < count && seen[next] == seen[i];)
      next++;
    kinds++;
    once += next - i == 1;
    twice += next - i == 2;
  }
  double bound = chao_bound((uint64_t)kinds, (uint64_t)once, (uint64_t)twice);
  assert_near("seen", metric(f, "complexity", "", "positions_seen").value,
              kinds);
  assert_near("log10", metric(f, "complexity", "", "positions_min_log10").value,
              log10(bound));
  free(state);
  game_close(game);
}

/* ---- move statistics: slow computation ------------------------------------*/

enum { CELLS = 128 };

/* The cell where a piece goes and the kind of move, from the move's text. */
typedef void Dissect(const char *move, char *cell, char *kind);

static void copy_cell(const char *from, char *cell) {
  size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyz");
  length += strspn(from + length, "0123456789");
  memcpy(cell, from, length);
  cell[length] = '\0';
}

/* A wall has no cell. */
static void of_quoridor(const char *move, char *cell, char *kind) {
  char last = move[strlen(move) - 1];
  if (last != 'h' && last != 'v')
    copy_cell(move, cell);
  strcpy(kind, last == 'h' ? "wall h" : last == 'v' ? "wall v" : "pawn");
}

/* "d3>d2,d4" lays pawns on, "d1-c3" moves them. */
static void of_dorix(const char *move, char *cell, char *kind) {
  const char *dash = strchr(move, '-');
  copy_cell(dash ? dash + 1 : move, cell);
  strcpy(kind, dash ? "move" : "place");
}

static void of_orbital(const char *move, char *cell, char *kind) {
  copy_cell(move + 1, cell);
  if (move[0] == 'T')
    sprintf(kind, "lay thruster %c", move[strlen(move) - 1]);
  else
    strcpy(kind, move[0] == 'B' ? "lay base" : "lay antenna");
}

/* The text does not say how a piece is laid: see below. */
static void of_tictacdoh(const char *move, char *cell, char *kind) {
  copy_cell(move + 1, cell);
  sprintf(kind, "lay %c", move[0]);
}

static void of_lua(const char *move, char *cell, char *kind) {
  copy_cell(move, cell);
  strcpy(kind, "move");
}

/* Per game: moves with a cell or kind in total, with this one, and by winners.
 */
static void check_move_count(const Metrics *f, const char *scope,
                             const char *name, int names, Dissect *dissect,
                             bool whole) {
  double here[ROW_GAMES] = {0}, all[ROW_GAMES] = {0},
         by_winner[ROW_GAMES] = {0};
  double won_here[ROW_GAMES] = {0}, won = 0, won_by_winner = 0;
  for (int i = 0; i < rows.plies; i++) {
    const Ply *p = &rows.ply[i];
    char cell[MOVE_TEXT] = "", kind[MOVE_TEXT] = "pass";
    if (strcmp(p->move, "pass") != 0)
      dissect(p->move, cell, kind);
    const char *is = scope[0] == 'c' ? cell : kind;
    bool is_won = is[0] && rows.end[p->game] == 'w';
    bool by = rows.won[p->game] >> p->seat & 1;
    all[p->game] += is[0] != '\0';
    won += is_won;
    won_by_winner += is_won && by;
    if (strcmp(is, name) != 0)
      continue;
    here[p->game]++;
    won_here[p->game] += is_won;
    by_winner[p->game] += is_won && by;
  }
  if (whole)
    check_share(name, metric(f, scope, name, "rate"), here, all, ROW_GAMES,
                1.0 / names);
  if (scope[0] == 'c' || whole) {
    double baseline = metric(f, scope, "all", "winner_rate").value;
    Estimate rate = metric(f, scope, name, "winner_rate");
    assert_near("all", baseline, won_by_winner / won);
    check_winner_share(name, rate, by_winner, won_here, ROW_GAMES, baseline);
    const Metric *difference =
        metrics_find(f, scope, name, "winner_difference");
    assert_int_equal(difference != NULL, rate.n >= CELL_GAMES_MIN);
    if (difference)
      assert_near(name, difference->estimate.value, rate.value - baseline);
  }
  double rate = 0; /* all kinds that begin with this, together */
  for (size_t i = 0; !whole && i < f->count; i++)
    if (strcmp(f->list[i].scope, scope) == 0 &&
        strcmp(f->list[i].name, "rate") == 0 &&
        strncmp(f->list[i].key, name, strlen(name)) == 0)
      rate += f->list[i].estimate.value;
  if (!whole)
    assert_near(name, rate, slow_ratio(here, all, ROW_GAMES, false).value);
}

static int note_name(char names[][MOVE_TEXT], int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (strcmp(names[i], name) == 0)
      return count;
  assert_in_range(count, 0, CELLS - 1);
  strcpy(names[count], name);
  return count + 1;
}

static void check_move_stats(const Metrics *f, Dissect *dissect) {
  static char cells[CELLS][MOVE_TEXT], kinds[CELLS][MOVE_TEXT];
  int cell_count = 0, kind_count = 0;
  for (int i = 0; i < rows.plies; i++) {
    char cell[MOVE_TEXT] = "", kind[MOVE_TEXT] = "pass";
    if (strcmp(rows.ply[i].move, "pass") != 0)
      dissect(rows.ply[i].move, cell, kind);
    if (cell[0])
      cell_count = note_name(cells, cell_count, cell);
    kind_count = note_name(kinds, kind_count, kind);
  }
  assert_int_equal(count_metrics(f, "cell", "rate"), cell_count);
  for (int i = 0; i < cell_count; i++)
    check_move_count(f, "cell", cells[i], cell_count, dissect, true);
  bool whole = dissect != of_tictacdoh;
  if (whole)
    assert_int_equal(count_metrics(f, "kind", "rate"), kind_count);
  for (int i = 0; i < kind_count; i++)
    check_move_count(f, "kind", kinds[i], kind_count, dissect, whole);
}

/* The cells of a game's moves, each counted once. */
static void check_coverage(const Metrics *f, Dissect *dissect, int cells) {
  static double covered[ROW_GAMES];
  for (int game = 0, i = 0; game < ROW_GAMES; game++) {
    static char seen[CELLS][MOVE_TEXT];
    int count = 0;
    for (; i < rows.plies && rows.ply[i].game == game; i++) {
      char cell[MOVE_TEXT] = "", kind[MOVE_TEXT];
      if (strcmp(rows.ply[i].move, "pass") != 0)
        dissect(rows.ply[i].move, cell, kind);
      if (cell[0])
        count = note_name(seen, count, cell);
    }
    covered[game] = (double)count / cells;
  }
  Estimate is = metric(f, "complexity", "", "board_coverage");
  assert_near("coverage", is.value, slow_mean(covered, ROW_GAMES).value);
  assert_true(is.low < is.value && is.value < is.high);
}

static void check_openings(const Metrics *f) {
  int different = 0;
  uint64_t all_won = 0;
  for (int i = 0; i < ROW_GAMES; i++)
    all_won += rows.end[i] == 'w' && rows.won[i] & 1;
  assert_same("all", metric(f, "opening", "all", "win_rate"),
              estimate_rate(all_won, ROW_GAMES));
  for (int i = 0; i < rows.plies; i++) {
    const Ply *p = &rows.ply[i];
    uint64_t games = 0, won = 0, drawn = 0;
    if (i > 0 && rows.ply[i - 1].game == p->game)
      continue;
    bool earlier = false;
    for (int k = 0; k < rows.plies; k++) {
      const Ply *q = &rows.ply[k];
      if ((k > 0 && rows.ply[k - 1].game == q->game) ||
          strcmp(q->move, p->move) != 0)
        continue;
      earlier = earlier || k < i;
      games++;
      won += rows.end[q->game] == 'w' && rows.won[q->game] & 1;
      drawn += rows.end[q->game] == 'd';
    }
    different += !earlier;
    assert_same(p->move, metric(f, "opening", p->move, "rate"),
                estimate_rate(games, ROW_GAMES));
    assert_same(p->move, metric(f, "opening", p->move, "win_rate"),
                estimate_rate(won, games));
    assert_same(p->move, metric(f, "opening", p->move, "draw_rate"),
                estimate_rate(drawn, games));
  }
  assert_int_equal(count_metrics(f, "opening", "rate"), different);
}

static void metrics_agree_with_a_slow_computation_from_the_rows(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int seats;
    Dissect *dissect;
    int columns, rows;
  } CASES[] = {
      {"tictacdoh", 2, of_tictacdoh, 5, 5},
      {"quoridor:size=5", 2, of_quoridor, 5, 5},
      {"orbital", 2, of_orbital, 4, 4},
      {"dorix:players=4", 4, of_dorix, 4, 4},
      {"games/mnk.lua", 2, of_lua, 3, 3},
      {"games/mnk.lua:m=5,n=2,k=3,players=3", 3, of_lua, 5, 2},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const RunMetricsPlan plan = {.sample = 1000, .jobs = 1};
    RunMetrics f;
    play_rows(CASES[i].game, CASES[i].seats);
    measure(&f, "one", &plan);
    assert_int_equal(f.sample, ROW_GAMES);
    check_sums(&f.metrics);
    check_median(&f.metrics);
    check_by_ply(&f.metrics);
    check_positions(CASES[i].game, &f.metrics);
    check_move_stats(&f.metrics, CASES[i].dissect);
    check_coverage(&f.metrics, CASES[i].dissect,
                   CASES[i].columns * CASES[i].rows);
    check_openings(&f.metrics);
    assert_int_equal(f.columns, CASES[i].columns);
    assert_int_equal(f.rows, CASES[i].rows);
    run_metrics_free(&f);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest row_tests[] = {
      cmocka_unit_test(metrics_agree_with_a_slow_computation_from_the_rows),
  };
  int failed = RUN_TESTS(row_tests);
  clear(home);
  return failed;
}
