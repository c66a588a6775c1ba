/* The metrics of a run from its moves: branching, move statistics, tension;
 * and its verdict. Against R, against calculations by hand, and against a slow
 * computation from the CSV rows that shares no code with the fast one.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory. */
#define _GNU_SOURCE
#include "core/base/utf8.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "analysis/experiments/experiment.h"
#include "analysis/metrics/run_metrics.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/distribution.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <math.h>
#include <unistd.h>

/* NaN is near itself, and infinity too. */
static void assert_near(const char *what, double is, double should) {
  bool same = is == should || (isnan(is) && isnan(should));
  if (!same && !(fabs(is - should) <= 1e-9 * fmax(1, fabs(should))))
    fail_msg("%s: %.15g is not %.15g", what, is, should);
}

static void assert_estimate(const char *what, Estimate is, double value,
                            double low, double high) {
  assert_near(what, is.value, value);
  assert_near(what, is.low, low);
  assert_near(what, is.high, high);
}

static void assert_same(const char *what, Estimate is, Estimate should) {
  assert_estimate(what, is, should.value, should.low, should.high);
  if (is.n != should.n)
    fail_msg("%s: of %llu, not %llu", what, (unsigned long long)is.n,
             (unsigned long long)should.n);
}

static Estimate metric(const Metrics *f, const char *scope, const char *key,
                       const char *metric) {
  const Metric *found = metrics_find(f, scope, key, metric);
  if (!found)
    fail_msg("there is no metric %s %s %s", scope, key, metric);
  return found->estimate;
}

static int count_metrics(const Metrics *f, const char *scope,
                         const char *metric) {
  int count = 0;
  for (size_t i = 0; i < f->count; i++)
    count += strcmp(f->list[i].scope, scope) == 0 &&
             (!metric || strcmp(f->list[i].name, metric) == 0);
  return count;
}

/* ---- positions: Chao's bound ---------------------------------------------*/

/* The formulas of EstimateS and vegan's estimateR (bias-corrected), in R; see
 * also Colwell (2013), eq. 3. */
static void the_bound_on_positions_is_that_of_chao(void **state) {
  (void)state;
  static const struct {
    uint64_t seen, once, twice;
    double value;
  } CASES[] = {
      {10, 2, 1, 10.5},
      {234, 178, 31, 726.28125},
      {1377, 1361, 16, 55817},
      {100, 2, 90, 100.010989010989},
      {5000000, 4000000, 600000, 18333307.7778204},
      /* none seen twice */
      {20, 5, 0, 30},
      {3, 3, 0, 6},
      {2, 2, 0, 3},
      /* none or only one seen once: there are no others */
      {17, 0, 0, 17},
      {17, 0, 5, 17},
      {17, 1, 5, 17},
      {1, 1, 0, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near("chao",
                chao_bound(CASES[i].seen, CASES[i].once, CASES[i].twice),
                CASES[i].value);
}

/* ---- branching: by hand and by R ------------------------------------------*/

/* A game given by its numbers of legal moves, terminated by 0. */
static void replay_legal_moves(Branching *c, const Game *game,
                               const State *first, const int legal[]) {
  branching_begin(c, game);
  for (; *legal; legal++)
    branching_turn(c, game, first, *legal);
  branching_end(c, game, first);
}

/* Two games of 4, 2, 1 and 3, 5 legal moves: a ratio of 15 to 5. The games
 * deviate from it by 7 − 9 and 8 − 6, so its standard error is √((4 + 4) / 1 /
 * 2) / 2.5. */
static void two_games_agree_with_a_calculation_by_hand(void **state) {
  (void)state;
  static const int GAMES[][4] = {{4, 2, 1, 0}, {3, 5, 0, 0}};
  Table table = table_set("tictacdoh", NULL);
  Branching c = {0};
  Metrics f = {NULL};
  for (int i = 0; i < 2; i++)
    replay_legal_moves(&c, table.game, table.state, GAMES[i]);
  branching_metrics(&c, &f);
  double half = student_quantile(0.975, 1) * 2 / 2.5;
  assert_near("plies", metric(&f, "complexity", "", "plies").value, 5);
  assert_estimate("mean", metric(&f, "complexity", "", "branching_mean"), 3,
                  fmax(3 - half, 0), 3 + half);
  assert_near("median", metric(&f, "complexity", "", "branching_median").value,
              3);
  assert_near("max", metric(&f, "complexity", "", "branching_max").value, 5);
  assert_near("forced", metric(&f, "complexity", "", "forced_rate").value, 0.2);
  assert_near("tree", metric(&f, "complexity", "", "game_tree_log10").value,
              (log10(8) + log10(15)) / 2);
  assert_near("seen", metric(&f, "complexity", "", "positions_seen").value, 1);
  assert_near("seen", metric(&f, "complexity", "", "positions_min_log10").value,
              0);
  assert_near("ply", metric(&f, "ply", "1", "branching_mean").value, 3.5);
  assert_near("ply", metric(&f, "ply", "2", "branching_mean").value, 3.5);
  assert_estimate("ply", metric(&f, "ply", "3", "branching_mean"), 1, NAN, NAN);
  assert_null(metrics_find(&f, "ply", "4", "branching_mean"));
  metrics_free(&f);
  branching_free(&c);
  table_clear(&table);
}

/* R: ratios by linearization, the median by quantile(type = 1) at 0.5 plus and
 * minus the half-width of the share up to it. */
static void branching_agrees_with_r(void **state) {
  (void)state;
  static const int GAMES[][7] = {{4, 2, 1, 6, 0},    {3, 5, 0},
                                 {9, 1, 1, 2, 8, 0}, {7, 0},
                                 {2, 2, 3, 0},       {5, 6, 7, 8, 9, 1, 0}};
  static const double BY_PLY[][3] = {{5, 2.26340666091389, 7.73659333908611},
                                     {3.2, 0.508136597662104, 5.8918634023379},
                                     {3, 0, 7.50065872645636},
                                     {5.33333333333333, 0, 12.9224994005269},
                                     {8.5, 2.14689763191263, 14.8531023680874},
                                     {1, NAN, NAN}};
  Table table = table_set("tictacdoh", NULL);
  Branching c = {0};
  Metrics f = {NULL};
  for (size_t i = 0; i < COUNT(GAMES); i++)
    replay_legal_moves(&c, table.game, table.state, GAMES[i]);
  branching_metrics(&c, &f);
  assert_estimate("mean", metric(&f, "complexity", "", "branching_mean"),
                  4.38095238095238, 2.68043890265724, 6.08146585924752);
  assert_near("forced", metric(&f, "complexity", "", "forced_rate").value,
              4.0 / 21);
  assert_estimate("tree", metric(&f, "complexity", "", "game_tree_log10"),
                  1.85325434429226, 0.558703492310704, 3.14780519627382);
  assert_estimate("median", metric(&f, "complexity", "", "branching_median"), 4,
                  1, 8);
  for (int ply = 0; ply < 6; ply++) {
    char key[16];
    snprintf(key, sizeof key, "%d", ply + 1);
    assert_estimate("ply", metric(&f, "ply", key, "branching_mean"),
                    BY_PLY[ply][0], BY_PLY[ply][1], BY_PLY[ply][2]);
  }
  metrics_free(&f);
  branching_free(&c);
  table_clear(&table);
}

static void without_games_there_are_no_branching_metrics(void **state) {
  (void)state;
  static const int NONE[] = {0}, ONE[] = {6, 0};
  Table table = table_set("tictacdoh", NULL);
  Branching c = {0};
  Metrics f = {NULL};
  branching_metrics(&c, &f);
  replay_legal_moves(&c, table.game, table.state, NONE);
  branching_metrics(&c, &f);
  assert_int_equal(f.count, 0);
  assert_false(f.failed);
  /* a single game has no interval */
  branching_free(&c);
  replay_legal_moves(&c, table.game, table.state, ONE);
  branching_metrics(&c, &f);
  assert_estimate("mean", metric(&f, "complexity", "", "branching_mean"), 6,
                  NAN, NAN);
  assert_estimate("median", metric(&f, "complexity", "", "branching_median"), 6,
                  NAN, NAN);
  assert_estimate("tree", metric(&f, "complexity", "", "game_tree_log10"),
                  log10(6), NAN, NAN);
  metrics_free(&f);
  branching_free(&c);
  table_clear(&table);
}

/* ---- a run, and all its rows ---------------------------------------------*/

enum { GAMES = 200, PLIES_ROOM = 60000, CELLS = 128 };

typedef struct Ply {
  int game, seat, legal;
  char move[MOVE_TEXT];
} Ply;

/* The contents of a run's CSV files. */
typedef struct Rows {
  int games, plies;
  char end[GAMES];     /* w, d, t, f */
  unsigned won[GAMES]; /* seats */
  Ply ply[PLIES_ROOM];
} Rows;

static Rows rows;

static bool take_game(void *context, const CsvRow *row, Error *error) {
  int seats = *(const int *)context;
  (void)error;
  if (row->number == 0)
    return true;
  rows.end[rows.games] = row->field[2 + seats][0];
  rows.won[rows.games] = 0;
  for (const char *at = row->field[3 + seats]; *at; at++)
    if (*at != '+')
      rows.won[rows.games] |= 1u << (*at - '1');
  rows.games++;
  return true;
}

static bool take_move(void *context, const CsvRow *row, Error *error) {
  Ply *ply = &rows.ply[rows.plies];
  (void)context, (void)error;
  if (row->number == 0)
    return true;
  assert_in_range(rows.plies, 0, PLIES_ROOM - 1);
  ply->game = atoi(row->field[0]);
  ply->seat = atoi(row->field[2]) - 1;
  snprintf(ply->move, sizeof ply->move, "%s", row->field[3]);
  ply->legal = atoi(row->field[4]);
  rows.plies++;
  return true;
}

static void play(const char *game, const char *const bots[], int count,
                 int games, bool moves, int max_plies, const char *out) {
  const RunPlan plan = {.game = game,
                        .bots = bots,
                        .bot_count = count,
                        .seed = 3,
                        .games = (uint64_t)games,
                        .moves = moves,
                        .max_plies = max_plies,
                        .jobs = 2,
                        .out = out};
  const RunCallbacks callbacks = {NULL};
  Run run;
  Error error = {0};
  clear(out);
  if (!run_open(&run, &plan, &error) ||
      run_play(&run, &callbacks, &error) != RUN_DONE)
    fail_msg("%s: %s", game, error.message);
  run_close(&run);
}

static const char *const RANDOM[] = {"random"};

/* Plays a run of random bots and reads its rows. */
static void play_rows(const char *game, int seats) {
  Error error = {0};
  play(game, RANDOM, 1, GAMES, true, 0, "one");
  rows.games = rows.plies = 0;
  if (!csv_read("one/games.csv", take_game, &seats, &error) ||
      !csv_read("one/moves.csv", take_move, NULL, &error))
    fail_msg("%s", error.message);
  assert_int_equal(rows.games, GAMES);
}

static void measure(RunMetrics *f, const char *dir,
                    const RunMetricsPlan *plan) {
  Error error = {0};
  if (!run_metrics_make(f, dir, plan, &error))
    fail_msg("%s", error.message);
}

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

/* A share of moves has the interval of its definition, within 0 and 1. */
static void check_share(const char *what, Estimate is, const double x[],
                        const double y[], int n, double share) {
  assert_near(what, is.value, slow_ratio(x, y, n, true).value);
  if (!estimate_has_interval(is)) {
    assert_true(is.n < 10);
    return;
  }
  double low = slow_score(x, y, n, share, is.low),
         high = slow_score(x, y, n, share, is.high);
  assert_true(fabs(low) < 1e-12 || (is.low == 0 && low < 0));
  assert_true(fabs(high) < 1e-12 || (is.high == 1 && high < 0));
}

static Estimate slow_mean(const double x[], int n) {
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  for (int i = 0; i < n; i++)
    squares += pow(x[i] - sum / n, 2);
  double half =
      student_quantile(0.975, fmax(n - 1, 1)) * sqrt(squares / (n - 1) / n);
  return n < 2 || squares == 0
             ? (Estimate){sum / n, NAN, NAN, (uint64_t)n}
             : (Estimate){sum / n, sum / n - half, sum / n + half, (uint64_t)n};
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
  double legal[GAMES] = {0}, plies[GAMES] = {0}, forced[GAMES] = {0};
  double tree[GAMES] = {0}, most = 0;
  for (int i = 0; i < rows.plies; i++) {
    const Ply *p = &rows.ply[i];
    legal[p->game] += p->legal;
    plies[p->game]++;
    forced[p->game] += p->legal == 1;
    tree[p->game] += log10(p->legal);
    most = fmax(most, p->legal);
  }
  assert_same("mean", metric(f, "complexity", "", "branching_mean"),
              slow_ratio(legal, plies, GAMES, false));
  check_share("forced", metric(f, "complexity", "", "forced_rate"), forced,
              plies, GAMES, 0.5);
  assert_same("tree", metric(f, "complexity", "", "game_tree_log10"),
              slow_mean(tree, GAMES));
  assert_near("max", metric(f, "complexity", "", "branching_max").value, most);
  assert_near("plies", metric(f, "complexity", "", "plies").value, rows.plies);
}

static void check_median(const Metrics *f) {
  static uint64_t sorted[PLIES_ROOM];
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
  static double legal[GAMES];
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
  static uint64_t seen[PLIES_ROOM + GAMES];
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
  assert_int_equal(count, rows.plies + GAMES);
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
  double here[GAMES] = {0}, all[GAMES] = {0}, by_winner[GAMES] = {0};
  double won_here[GAMES] = {0}, won = 0, won_by_winner = 0;
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
    check_share(name, metric(f, scope, name, "rate"), here, all, GAMES,
                1.0 / names);
  if (scope[0] == 'c') {
    double baseline = metric(f, "cell", "all", "winner_rate").value;
    Estimate rate = metric(f, scope, name, "winner_rate");
    assert_near("all", baseline, won_by_winner / won);
    check_share(name, rate, by_winner, won_here, GAMES, baseline);
    const Metric *difference =
        metrics_find(f, scope, name, "winner_difference");
    assert_int_equal(difference != NULL, rate.n >= CELL_GAMES_MIN);
    if (difference)
      assert_near(name, difference->estimate.value, rate.value - baseline);
  }
  double rate = 0; /* all kinds that begin with this, together */
  for (size_t i = 0; !whole && i < f->count; i++)
    if (strcmp(f->list[i].scope, scope) == 0 &&
        strncmp(f->list[i].key, name, strlen(name)) == 0)
      rate += f->list[i].estimate.value;
  if (!whole)
    assert_near(name, rate, slow_ratio(here, all, GAMES, false).value);
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
  static double covered[GAMES];
  for (int game = 0, i = 0; game < GAMES; game++) {
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
  assert_near("coverage", is.value, slow_mean(covered, GAMES).value);
  assert_true(is.low < is.value && is.value < is.high);
}

static void check_openings(const Metrics *f) {
  int different = 0;
  uint64_t all_won = 0;
  for (int i = 0; i < GAMES; i++)
    all_won += rows.end[i] == 'w' && rows.won[i] & 1;
  assert_same("all", metric(f, "opening", "all", "win_rate"),
              estimate_rate(all_won, GAMES));
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
                estimate_rate(games, GAMES));
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
    assert_int_equal(f.sample, GAMES);
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

/* ---- move statistics: by hand ---------------------------------------------*/

static void replay_line(MoveStats *p, Table *table, const char *line,
                        const Match *match) {
  char *copy = strdup(line), *rest = NULL;
  Error error = {0};
  game_assign(table->game, table->state, table->game->first);
  move_stats_begin(p, match);
  for (char *text = strtok_r(copy, " ", &rest); text;
       text = strtok_r(NULL, " ", &rest)) {
    Move move;
    if (!game_parse(table->game, table->state, text, &move, &error))
      fail_msg("%s", error.message);
    move_stats_turn(p, table->game, table->state, move);
    game_play(table->game, table->state, move);
  }
  move_stats_end(p);
  free(copy);
}

/* Six pawn moves, three of them to e2: one in each game of 3, 2 and 1 moves.
 * The wall has no cell. */
static void move_statistics_agree_with_a_calculation_by_hand(void **state) {
  (void)state;
  const Match one = {.end = MATCH_WIN, .winners = 1},
              two = {.end = MATCH_WIN, .winners = 2},
              drawn = {.end = MATCH_DRAW};
  Table table = table_set("quoridor", NULL);
  MoveStats p = {.games = 0};
  Metrics f = {NULL};
  int columns, rows_there;
  assert_false(move_stats_board(&p, &columns, &rows_there));
  replay_line(&p, &table, "e2 e8 e3", &one);
  replay_line(&p, &table, "e2 d5h e3", &two);
  replay_line(&p, &table, "e2", &drawn);
  move_stats_metrics(&p, &f);
  assert_near("e2", metric(&f, "cell", "e2", "rate").value, 0.5);
  /* in the two won games, once by the winner: too few for an interval */
  assert_same("e2", metric(&f, "cell", "e2", "winner_rate"),
              (Estimate){0.5, NAN, NAN, 2});
  assert_same("e3", metric(&f, "cell", "e3", "winner_rate"),
              (Estimate){0.5, NAN, NAN, 2});
  assert_same("e8", metric(&f, "cell", "e8", "winner_rate"),
              (Estimate){0, NAN, NAN, 1});
  assert_same("d5", metric(&f, "wall", "d5", "winner_rate"),
              (Estimate){1, NAN, NAN, 1});
  /* five moves to a cell in won games, two of them by the winner */
  assert_near("all", metric(&f, "cell", "all", "winner_rate").value, 0.4);
  assert_near("all", metric(&f, "wall", "all", "winner_rate").value, 1);
  assert_null(metrics_find(&f, "cell", "e2", "winner_difference"));
  /* three, two and one of the 5 by 8 cells */
  assert_near("coverage", metric(&f, "complexity", "", "board_coverage").value,
              0.05);
  assert_near("pawn", metric(&f, "kind", "pawn", "rate").value, 6.0 / 7);
  assert_near("wall", metric(&f, "kind", "wall h", "rate").value, 1.0 / 7);
  assert_same("opening", metric(&f, "opening", "e2", "rate"),
              estimate_rate(3, 3));
  assert_same("opening", metric(&f, "opening", "e2", "win_rate"),
              estimate_rate(1, 3));
  assert_same("opening", metric(&f, "opening", "e2", "draw_rate"),
              estimate_rate(1, 3));
  assert_true(move_stats_board(&p, &columns, &rows_there));
  assert_int_equal(columns, 5);
  assert_int_equal(rows_there, 8);
  metrics_free(&f);
  move_stats_free(&p);
  table_clear(&table);
}

/* Games that nobody won or that were forfeited have no winner rates. */
static void only_won_games_have_winner_rates(void **state) {
  (void)state;
  static const MatchEnd ENDS[] = {MATCH_DRAW, MATCH_TRUNCATED, MATCH_FORFEIT};
  Table table = table_set("quoridor", NULL);
  MoveStats p = {.games = 0};
  Metrics f = {NULL};
  for (int i = 0; i < 3; i++) {
    const Match match = {.end = ENDS[i], .winners = 1, .forfeiter = 1};
    replay_line(&p, &table, "e2 e8", &match);
  }
  move_stats_metrics(&p, &f);
  assert_int_equal(count_metrics(&f, "cell", "rate"), 2);
  assert_int_equal(count_metrics(&f, "cell", "winner_rate"), 0);
  assert_same("opening", metric(&f, "opening", "e2", "win_rate"),
              estimate_rate(0, 3));
  metrics_free(&f);
  move_stats_free(&p);
  table_clear(&table);
}

static void a_pass_is_a_kind_without_a_cell(void **state) {
  (void)state;
  const Match match = {.end = MATCH_WIN, .winners = 1};
  Table table = table_set("orbital", NULL);
  MoveStats p = {.games = 0};
  Metrics f = {NULL};
  move_stats_begin(&p, &match);
  move_stats_turn(&p, table.game, table.state, MOVE_PASS);
  move_stats_end(&p);
  move_stats_metrics(&p, &f);
  assert_near("pass", metric(&f, "kind", "pass", "rate").value, 1);
  assert_near("pass", metric(&f, "opening", "pass", "win_rate").value, 1);
  assert_int_equal(count_metrics(&f, "cell", NULL), 0);
  metrics_free(&f);
  move_stats_free(&p);
  table_clear(&table);
}

static void kinds_of_moves_have_names(void **state) {
  (void)state;
  static const struct {
    const char *game;
    const char *kinds[12];
  } CASES[] = {
      {"dorix", {"place", "move"}},
      {"quoridor:size=5", {"pawn", "wall h", "wall v"}},
      {"tictacdoh",
       {"lay S empty", "lay M empty", "lay L empty", "lay S stack",
        "lay M stack", "lay M nest", "lay L nest"}},
      {"orbital",
       {"lay base", "lay antenna", "lay thruster n", "lay thruster e",
        "lay thruster s", "lay thruster w"}},
      {"games/mnk.lua", {"move"}},
      {"games/nim.lua", {"move"}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const RunMetricsPlan plan = {.sample = 60, .jobs = 2};
    RunMetrics f;
    int count = 0;
    play(CASES[i].game, RANDOM, 1, 60, false, 0, "one");
    measure(&f, "one", &plan);
    for (; CASES[i].kinds[count]; count++)
      assert_true(
          metric(&f.metrics, "kind", CASES[i].kinds[count], "rate").value > 0);
    count += metrics_find(&f.metrics, "kind", "pass", "rate") != NULL;
    assert_int_equal(count_metrics(&f.metrics, "kind", "rate"), count);
    run_metrics_free(&f);
  }
}

/* Boards with cells beyond column z are not drawn; without cells there is no
 * board. */
static void only_cells_make_a_board(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int columns, rows;
    bool is;
  } CASES[] = {{"c12", 3, 12, true},
               {"z1", 26, 1, true},
               {"a0", 0, 0, false},
               {"aa3", 0, 0, false},
               {"2-4", 0, 0, false}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    MoveCount place = {.moves = 1};
    MoveStats p = {.cells = {.list = &place, .count = 1}};
    int columns, rows_there;
    snprintf(place.name, sizeof place.name, "%s", CASES[i].name);
    assert_int_equal(move_stats_board(&p, &columns, &rows_there), CASES[i].is);
    if (CASES[i].is)
      assert_true(columns == CASES[i].columns && rows_there == CASES[i].rows);
  }
  const RunMetricsPlan plan = {.sample = 10};
  RunMetrics f;
  play("games/nim.lua", RANDOM, 1, 10, true, 0, "one");
  measure(&f, "one", &plan);
  assert_int_equal(count_metrics(&f.metrics, "cell", NULL), 0);
  assert_true(f.columns == 0 && f.rows == 0);
  run_metrics_free(&f);
}

static void metrics_of_cells_are_sorted(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 300};
  char last[MOVE_TEXT] = "a0";
  RunMetrics f;
  play("games/mnk.lua:m=2,n=12,k=3", RANDOM, 1, 60, true, 0, "one");
  measure(&f, "one", &plan);
  for (size_t i = 0; i < f.metrics.count; i++) {
    const Metric *g = &f.metrics.list[i];
    if (strcmp(g->scope, "cell") != 0 || strcmp(g->name, "rate") != 0)
      continue;
    assert_true(g->key[0] > last[0] ||
                (g->key[0] == last[0] && atoi(g->key + 1) > atoi(last + 1)));
    snprintf(last, sizeof last, "%s", g->key);
  }
  assert_string_equal(last, "b12");
  run_metrics_free(&f);
}

/* ---- tension -------------------------------------------------------------*/

/* A curve of exact values. */
static Curve make_curve(int sides, int count, const double value[][3]) {
  Curve c = {.sides = sides};
  for (int i = 0; i < count; i++)
    assert_true(curve_add(&c, i % sides, value[i], value[i]));
  return c;
}

static void leads_agree_with_calculations_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int sides, winner, count;
    double value[5][3];
    Leads leads; /* uncertainty and drama as sums over moves */
  } CASES[] = {
      {"a walk-over",
       2,
       0,
       3,
       {{0.6, 0.4}, {0.9, 0.1}, {1, 0}},
       {.uncertainty = 1, .decisiveness = 1}},
      /* the move that settles the game counts as one after the position before
         it: two of three */
      {"once behind",
       2,
       0,
       4,
       {{0.6, 0.4}, {0.3, 0.7}, {0.95, 0.05}, {1, 0}},
       {.changes = 2,
        .drama = 0.4,
        .uncertainty = 1.5,
        .decisiveness = 2.0 / 3}},
      {"nearly lost",
       2,
       0,
       3,
       {{0.6, 0.4}, {0.2, 0.8}, {1, 0}},
       {.changes = 2,
        .drama = 0.6,
        .uncertainty = 1.2,
        .decisiveness = 0.5,
        .comeback = 1}},
      {"not quite nearly lost",
       2,
       0,
       3,
       {{0.6, 0.4}, {0.25, 0.75}, {1, 0}},
       {.changes = 2, .drama = 0.5, .uncertainty = 1.3, .decisiveness = 0.5}},
      {"a leader who is level keeps the lead",
       2,
       1,
       5,
       {{0.4, 0.6}, {0.5, 0.5}, {0.4, 0.6}, {0.5, 0.5}, {0, 1}},
       {.uncertainty = 3.6, .decisiveness = 0.25}},
      {"level, then behind",
       2,
       1,
       4,
       {{0.4, 0.6}, {0.5, 0.5}, {0.6, 0.4}, {0, 1}},
       {.changes = 2,
        .drama = 0.2,
        .uncertainty = 2.6,
        .decisiveness = 1.0 / 3}},
      {"nobody leads until a side is ahead",
       2,
       0,
       3,
       {{0.5, 0.5}, {0.6, 0.4}, {1, 0}},
       {.uncertainty = 1.8, .decisiveness = 0.5}},
      {"nor if the other side is",
       2,
       1,
       3,
       {{0.5, 0.5}, {0.4, 0.6}, {0, 1}},
       {.uncertainty = 1.8, .decisiveness = 0.5}},
      {"sure only for a while",
       2,
       0,
       4,
       {{0.95, 0.05}, {0.89, 0.11}, {0.9, 0.1}, {1, 0}},
       {.uncertainty = 0.52, .decisiveness = 2.0 / 3}},
      {"sure from the start",
       2,
       0,
       3,
       {{0.95, 0.05}, {0.95, 0.05}, {1, 0}},
       {.uncertainty = 0.2, .decisiveness = 1}},
      {"three sides",
       3,
       2,
       4,
       {{0.5, 0.3, 0.2}, {0.3, 0.6, 0.1}, {0.3, 0.3, 0.4}, {0, 0, 1}},
       {.changes = 2,
        .drama = 0.8,
        .uncertainty = 2.4,
        .decisiveness = 1.0 / 3,
        .comeback = 1}},
      {"three sides, two level",
       3,
       0,
       3,
       {{0.4, 0.4, 0.2}, {0.3, 0.4, 0.3}, {1, 0, 0}},
       {.changes = 1, .drama = 0.1, .uncertainty = 1.9, .decisiveness = 0.5}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Curve c = make_curve(CASES[i].sides, CASES[i].count, CASES[i].value);
    const Leads *should = &CASES[i].leads;
    Leads is = curve_measure(&c, CASES[i].winner);
    int moves = CASES[i].count - 1;
    assert_near(CASES[i].what, is.changes, should->changes);
    assert_near(CASES[i].what, is.change_rate, should->changes / moves);
    assert_near(CASES[i].what, is.drama, should->drama / moves);
    assert_near(CASES[i].what, is.uncertainty, should->uncertainty / moves);
    assert_near(CASES[i].what, is.decisiveness, should->decisiveness);
    assert_near(CASES[i].what, is.comeback, should->comeback);
    curve_free(&c);
  }
}

/* Seat 1 gains 0.2 and keeps 0.1 of it; seat 2 gains 0.1 and loses 0.3. Each
 * counts twice, once for each half. */
static void permanence_agrees_with_a_calculation_by_hand(void **state) {
  (void)state;
  static const double VALUES[][3] = {
      {0.5, 0.5}, {0.7, 0.3}, {0.6, 0.4}, {1, 0}};
  Curve c = make_curve(2, 4, VALUES);
  Leads leads = curve_measure(&c, 0);
  assert_near("gain", leads.gain, 2 * (0.2 + 0.1));
  assert_near("kept", leads.kept, 2 * (0.1 - 0.3));
  /* a side that moves twice in a row answers itself: nothing counts */
  memset(c.mover, 0, 4);
  leads = curve_measure(&c, 0);
  assert_near("gain", leads.gain, 0);
  curve_free(&c);
}

/* An even position that one half of the playouts took for 0.7 and the other for
 * 0.3: neither behind nor ahead, and by the halves 0.2 behind on average. The
 * correction is as large the other way. */
static void noise_is_measured_by_halves(void **state) {
  (void)state;
  static const double A[] = {0.7, 0.3}, B[] = {0.3, 0.7}, END[] = {1, 0};
  Curve c = {.sides = 2, .noise = 0.1};
  assert_true(curve_add(&c, 0, A, B) && curve_add(&c, 1, END, END));
  Leads leads = curve_measure(&c, 0);
  assert_near("drama", leads.drama, 0 - 0.4 / 2);
  assert_near("uncertainty", leads.uncertainty, 2 * 1 - 0.6);
  /* nobody leads, nobody, then seat 2 until the end */
  assert_near("changes", leads.changes, 0 - 0.5);
  assert_near("lead", curve_lead(&c, 0, 0), 0);
  /* Σ v² is 0.5; by the product of the halves it is 0.42 */
  Calibration calibration = curve_calibrate(&c, END);
  assert_near("came", calibration.came, 0.5 - 0.5);
  assert_near("promised", calibration.promised, 0.42 - 0.5);
  curve_free(&c);
}

/* At 0.7 to 0.3 the winner should have 0.58 on average. */
static void calibration_agrees_with_a_calculation_by_hand(void **state) {
  (void)state;
  static const double VALUES[][3] = {{0.7, 0.3}, {1, 0}};
  static const double FIRST[] = {1, 0}, SECOND[] = {0, 1}, BOTH[] = {0.5, 0.5};
  Curve c = make_curve(2, 2, VALUES);
  assert_near("won", curve_calibrate(&c, FIRST).came, 0.7 - 0.5);
  assert_near("lost", curve_calibrate(&c, SECOND).came, 0.3 - 0.5);
  assert_near("drawn", curve_calibrate(&c, BOTH).came, 0);
  assert_near("promised", curve_calibrate(&c, FIRST).promised, 0.58 - 0.5);
  curve_free(&c);
}

static void oracles_have_names(void **state) {
  (void)state;
  static const struct {
    const char *text, *name, *problem;
  } CASES[] = {
      {"eval", "eval", NULL},
      {"playouts", "playouts=200", NULL},
      {"playouts=10", "playouts=10", NULL},
      {"mcts", "mcts:iterations=1000", NULL},
      {"mcts:iterations=64", "mcts:iterations=64", NULL},
      {"playouts=7", NULL, "an even number from 2 to 1000000, not '7'"},
      {"playouts=0", NULL, "an even number from 2"},
      {"mcts:iterations=many", NULL, "not 'many'"},
      {"delphi", NULL, "there is no oracle 'delphi'; there are eval,"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    char name[ORACLE_TEXT];
    OraclePlan plan;
    Error error = {0};
    bool good = oracle_parse(CASES[i].text, &plan, &error);
    assert_int_equal(good, CASES[i].name != NULL);
    if (good) {
      oracle_name(plan, name);
      assert_string_equal(name, CASES[i].name);
    } else {
      assert_non_null(strstr(error.message, CASES[i].problem));
    }
  }
}

/* Random bots are judged by playouts, which play as they do; others by the
 * game's evaluation, if there is one. */
static void the_default_oracle_suits_the_run(void **state) {
  (void)state;
  static const struct {
    const char *game;
    bool random;
    OracleKind kind;
  } CASES[] = {{"quoridor", false, ORACLE_EVAL},
               {"quoridor", true, ORACLE_PLAYOUTS},
               {"games/nim.lua", false, ORACLE_PLAYOUTS}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    Game *game = game_open(CASES[i].game, &error);
    assert_non_null(game);
    assert_int_equal(oracle_default(game, CASES[i].random).kind, CASES[i].kind);
    game_close(game);
  }
}

/* A search sees the win in one that an evaluation of the material may not, and
 * values that both halves agree on have no noise. */
static void oracles_see_a_win_in_one(void **state) {
  (void)state;
  static const OraclePlan PLANS[] = {{ORACLE_MCTS, 200},
                                     {ORACLE_PLAYOUTS, 200}};
  Error error = {0};
  Game *game = game_open("games/nim.lua:heaps=1,tokens=1", &error);
  State *start = game_start(game);
  for (size_t i = 0; i < COUNT(PLANS); i++) {
    double a[SEATS_MAX], b[SEATS_MAX];
    Rng rng;
    rng_seed(&rng, 1, 1);
    Oracle *oracle = oracle_new(game, PLANS[i], &error);
    assert_non_null(oracle);
    assert_true(oracle_values(oracle, start, &rng, a, b, &error));
    assert_true(a[0] == 1 && a[1] == 0 && b[0] == 1 && b[1] == 0);
    oracle_free(oracle);
  }
  assert_null(oracle_new(game, (OraclePlan){ORACLE_EVAL, 0}, &error));
  assert_non_null(strstr(error.message, "has no evaluation"));
  free(start);
  game_close(game);
  game = game_open("quoridor:players=4", &error);
  assert_null(oracle_new(game, PLANS[0], &error));
  assert_non_null(strstr(error.message, "needs a game of two sides"));
  game_close(game);
}

/* ---- tension: slow computation --------------------------------------------*/

static void slow_points(const Game *game, const State *end, int points[]) {
  int winners = 0;
  bool won[SEATS_MAX] = {false};
  for (int seat = 0; seat < game->seats; seat++)
    won[game->side[seat]] |= end->outcome == WIN && end->winners >> seat & 1;
  for (int side = 0; side < game->sides; side++)
    winners += won[side];
  for (int side = 0; side < game->sides; side++)
    points[side] += winners == 0 ? 12 / game->sides
                    : won[side]  ? 12 / winners
                                 : 0;
}

/* One game from points in integers: of `all` at most. */
typedef struct SlowGame {
  int sides, winner, moves, points[2000][SEATS_MAX], all;
} SlowGame;

static Leads slow_leads(const SlowGame *g, double noise) {
  Leads leads = {0};
  int leader = -1, last = 0;
  for (int t = 0; t <= g->moves; t++) {
    const int *points = g->points[t];
    int best = 0, second = 0, who = -1;
    for (int i = 0; i < g->sides; i++)
      if (points[i] > best || who < 0) {
        second = who < 0 ? 0 : best;
        best = points[i];
        who = i;
      } else {
        second = points[i] > second ? points[i] : second;
      }
    if (leader < 0 ? (double)(best - second) / g->all > noise
                   : points[leader] < best) {
      leads.changes += leader >= 0;
      leader = who;
    }
    if (2 * g->sides * points[g->winner] < g->all)
      leads.comeback = 1;
    if (t == g->moves)
      break;
    leads.drama += (double)(best - points[g->winner]) / g->all / g->moves;
    leads.uncertainty += (1 - (double)(best - second) / g->all) / g->moves;
    if (10 * points[g->winner] < 9 * g->all)
      last = t;
  }
  leads.decisiveness = (double)(g->moves - last) / g->moves;
  return leads;
}

static double corrected(double both, double a, double b) {
  return 2 * both - (a + b) / 2;
}

static void check_tension(const char *spec, int playouts, const Metrics *f) {
  static double changes[GAMES], drama[GAMES], sure[GAMES], decided[GAMES],
      comeback[GAMES];
  static SlowGame half[3]; /* both halves together, and each */
  Error error = {0};
  Game *game = game_open(spec, &error);
  State *now = game_start(game), *other = game_start(game);
  char key[ORACLE_TEXT];
  int games = 0;
  for (int i = 0, next; i < rows.plies; i = next) {
    int index = rows.ply[i].game, winner = -1;
    bool shared = false;
    for (next = i; next < rows.plies && rows.ply[next].game == index;)
      next++;
    for (int seat = 0; seat < game->seats; seat++)
      if (rows.won[index] >> seat & 1) {
        shared |= winner >= 0 && winner != game->side[seat];
        winner = game->side[seat];
      }
    if (rows.end[index] != 'w' || shared)
      continue;
    assert_in_range(next - i, 1, 1999);
    Rng rng;
    rng_seed(&rng, 3 ^ UINT64_C(0x74656e73696f6e), (uint64_t)index);
    game_assign(game, now, game->first);
    for (int h = 0; h < 3; h++)
      half[h] = (SlowGame){.sides = game->sides,
                           .winner = winner,
                           .moves = next - i,
                           .all = 12 * (h ? playouts / 2 : playouts)};
    for (int k = i; k <= next; k++) {
      for (int h = 1; h < 3; h++)
        for (int n = 0; n < playouts / 2; n++) {
          game_assign(game, other, now);
          if (k < next)
            game_playout(game, other, &rng, game->max_plies);
          slow_points(game, other, half[h].points[k - i]);
          slow_points(game, other, half[0].points[k - i]);
        }
      Move move;
      if (k < next && game_parse(game, now, rows.ply[k].move, &move, &error))
        game_play(game, now, move);
    }
    double noise = 1 / sqrt(playouts);
    Leads l = slow_leads(&half[0], noise),
          a = slow_leads(&half[1], noise * sqrt(2)),
          b = slow_leads(&half[2], noise * sqrt(2));
    changes[games] = corrected(l.changes, a.changes, b.changes);
    drama[games] = corrected(l.drama, a.drama, b.drama);
    sure[games] = corrected(l.uncertainty, a.uncertainty, b.uncertainty);
    decided[games] = corrected(l.decisiveness, a.decisiveness, b.decisiveness);
    comeback[games] = corrected(l.comeback, a.comeback, b.comeback);
    games++;
  }
  oracle_name((OraclePlan){ORACLE_PLAYOUTS, playouts}, key);
  static const struct {
    const char *name;
    const double *value;
  } MEANS[] = {{"lead_changes", changes},
               {"drama", drama},
               {"uncertainty", sure},
               {"decisiveness", decided},
               {"comeback_rate", comeback}};
  for (size_t i = 0; i < COUNT(MEANS); i++) {
    Estimate is = metric(f, "tension", key, MEANS[i].name);
    double mean = slow_mean(MEANS[i].value, games).value;
    assert_near(MEANS[i].name, is.value, fmax(mean, 0));
    assert_int_equal(is.n, games);
    assert_true(is.low <= is.value && is.value <= is.high && is.low < is.high);
  }
  free(now);
  free(other);
  game_close(game);
}

/* With three sides and draws, sums of thirds must compare equal. */
static void tension_agrees_with_a_slow_computation(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int seats;
  } CASES[] = {{"tictacdoh", 2},
               {"tictacdoh:players=3", 3},
               {"games/mnk.lua:m=3,n=3,k=3,players=3", 3},
               {"dorix:players=4,pawns=4", 4}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const RunMetricsPlan plan = {
        .sample = GAMES, .oracle = {ORACLE_PLAYOUTS, 10}, .jobs = 2};
    RunMetrics f;
    play_rows(CASES[i].game, CASES[i].seats);
    measure(&f, "one", &plan);
    check_tension(CASES[i].game, 10, &f.metrics);
    run_metrics_free(&f);
  }
}

/* The player who takes the only token of the only heap wins, so the result is
 * certain from the start. */
static void a_decided_game_has_no_tension(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 5, .oracle = {ORACLE_PLAYOUTS, 4}};
  RunMetrics f;
  play("games/nim.lua:heaps=1,tokens=1", RANDOM, 1, 5, true, 0, "one");
  measure(&f, "one", &plan);
  const Metrics *m = &f.metrics;
  assert_near("lead", metric(m, "tension", "playouts=4", "lead_changes").value,
              0);
  assert_near("drama", metric(m, "tension", "playouts=4", "drama").value, 0);
  assert_near("sure", metric(m, "tension", "playouts=4", "uncertainty").value,
              0);
  assert_near("decided",
              metric(m, "tension", "playouts=4", "decisiveness").value, 1);
  assert_same("back", metric(m, "tension", "playouts=4", "comeback_rate"),
              estimate_rate(0, 5));
  /* five games that agree do not make it certain */
  assert_true(metric(m, "tension", "playouts=4", "drama").high > 0.1);
  assert_near("lead", metric(m, "lead", "1", "winner_lead").value, 1);
  assert_near("calibration",
              metric(m, "tension", "playouts=4", "calibration").value, 1);
  run_metrics_free(&f);
}

/* Draws, truncated games and games won by several sides do not count. */
static void tension_is_measured_only_of_games_won_by_one_side(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = GAMES, .oracle = {ORACLE_PLAYOUTS, 2}};
  uint64_t won;
  RunMetrics f;
  play("quoridor:size=5", RANDOM, 1, 60, true, 30, "one");
  measure(&f, "one", &plan);
  won = f.run.tally.ends[MATCH_WIN];
  assert_in_range(won, 1, 59);
  assert_int_equal(
      metric(&f.metrics, "tension", "playouts=2", "lead_changes").n, won);
  run_metrics_free(&f);
  play("games/mnk.lua", RANDOM, 1, 60, true, 0, "one");
  measure(&f, "one", &plan);
  won = f.run.tally.ends[MATCH_WIN];
  assert_in_range(won, 1, 59);
  assert_int_equal(
      metric(&f.metrics, "tension", "playouts=2", "comeback_rate").n, won);
  run_metrics_free(&f);
  /* a variant in which both sides win; and a game with one side */
  write_text("both.lua", "return require(\"boardlab\").variant { base = "
                         "\"tictacdoh\", outcome = function(s) if s:outcome() "
                         "== \"win\" then return { 1, 2 } end end }\n");
  play("both.lua", RANDOM, 1, 10, true, 0, "one");
  measure(&f, "one", &plan);
  assert_int_equal(f.run.tally.ends[MATCH_WIN], 10);
  assert_int_equal(count_metrics(&f.metrics, "tension", "drama"), 0);
  run_metrics_free(&f);
  play("games/mnk.lua:players=1", RANDOM, 1, 10, true, 0, "one");
  measure(&f, "one", &plan);
  assert_true(f.run.tally.ends[MATCH_WIN] > 0);
  assert_int_equal(count_metrics(&f.metrics, "tension", NULL), 0);
  run_metrics_free(&f);
}

/* ---- all metrics of a run -------------------------------------------------*/

static char *text_of(const Metrics *metrics) {
  Text text = {NULL};
  assert_true(metrics_csv(metrics, &text, NULL) && text_reserve(&text, 1));
  text_add_char(&text, '\0');
  return text.bytes;
}

static void metrics_do_not_depend_on_threads_or_moves_csv(void **state) {
  (void)state;
  static const char *const GAMES_PLAYED[] = {
      "tictacdoh:players=3", "quoridor:size=5", "games/mnk.lua"};
  for (size_t i = 0; i < COUNT(GAMES_PLAYED); i++) {
    char *first = NULL;
    play(GAMES_PLAYED[i], RANDOM, 1, 60, true, 0, "one");
    play(GAMES_PLAYED[i], RANDOM, 1, 60, false, 0, "two");
    for (int k = 0; k < 4; k++) {
      const RunMetricsPlan plan = {.sample = 50,
                                   .oracle = {ORACLE_PLAYOUTS, 4},
                                   .jobs = 1 + k,
                                   .replays = k};
      RunMetrics f;
      measure(&f, k == 0 ? "one" : "two", &plan);
      assert_int_equal(f.sample, 50);
      char *text = text_of(&f.metrics);
      if (first)
        assert_string_equal(text, first);
      else
        first = strdup(text);
      free(text);
      run_metrics_free(&f);
    }
    free(first);
  }
}

static void without_a_sample_the_game_is_not_needed(void **state) {
  (void)state;
  RunMetricsPlan plan = {.sample = 0};
  RunMetrics f;
  Error error = {0};
  write_text("here.lua", "return require(\"boardlab\").variant { base = "
                         "\"tictacdoh\" }\n");
  play("here.lua", RANDOM, 1, 20, true, 0, "one");
  unlink("here.lua");
  measure(&f, "one", &plan);
  assert_int_equal(f.sample, 0);
  assert_int_equal(f.replays, 0);
  assert_int_equal(count_metrics(&f.metrics, "complexity", NULL), 0);
  assert_near("games", metric(&f.metrics, "run", "", "games").value, 20);
  assert_true(count_metrics(&f.metrics, "length", "rate") > 0);
  run_metrics_free(&f);
  plan.sample = 5;
  assert_false(run_metrics_make(&f, "one", &plan, &error));
  if (!strstr(error.message, "one: could not replay its games: ") ||
      !strstr(error.message, "here.lua") ||
      !strstr(error.message, "--sample 0 skips that"))
    fail_msg("%s", error.message);
  assert_false(run_metrics_make(&f, "nowhere", &plan, &error));
}

/* The win rate of seat 1 after n games, from one game to all. */
static void convergence_goes_from_one_game_to_all(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 0};
  RunMetrics f;
  play_rows("tictacdoh", 2);
  measure(&f, "one", &plan);
  assert_in_range(f.points, 20, 60);
  assert_int_equal(f.point[0].n, 1);
  assert_int_equal(f.point[f.points - 1].n, GAMES);
  for (int i = 0; i < f.points; i++) {
    uint64_t won = 0;
    for (uint64_t k = 0; k < f.point[i].n; k++)
      won += rows.end[k] == 'w' && rows.won[k] & 1;
    assert_same("rate", f.point[i], estimate_rate(won, f.point[i].n));
    assert_true(i == 0 || f.point[i].n > f.point[i - 1].n);
  }
  run_metrics_free(&f);
}

/* Each replay can be played and ends as recorded; none occurs twice. */
static void replays_can_be_played_to_their_end(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 150, .replays = 6, .jobs = 2};
  RunMetrics f;
  Error error = {0};
  play("quoridor:size=5", RANDOM, 1, 200, false, 40, "one");
  measure(&f, "one", &plan);
  Game *game = game_open("quoridor:size=5", &error);
  assert_in_range(f.replays, 3, 6);
  unsigned ends = 0, winners = 0;
  for (int i = 0; i < f.replays; i++) {
    const Replay *r = &f.replay[i];
    assert_in_range(r->index, 0, 149);
    for (int k = 0; k < i; k++)
      assert_true(f.replay[k].index != r->index);
    State *now = game_copy(game, r->first);
    for (int ply = 0; ply < r->match.plies; ply++) {
      assert_true(game_legal(game, now, r->moves[ply]));
      game_play(game, now, r->moves[ply]);
    }
    assert_int_equal(now->outcome == WIN, r->match.end == MATCH_WIN);
    assert_int_equal(now->outcome == WIN ? now->winners : 0, r->match.winners);
    ends |= 1u << r->match.end;
    winners |= r->match.winners;
    free(now);
  }
  assert_int_equal(ends, 1u << MATCH_WIN | 1u << MATCH_TRUNCATED);
  assert_int_equal(winners, 3);
  game_close(game);
  run_metrics_free(&f);
}

/* ---- verdicts -------------------------------------------------------------*/

/* Games with the same outcome. */
typedef struct Ended {
  uint64_t count;
  MatchEnd end;
  unsigned winners;
  int plies;
} Ended;

typedef struct Story {
  const char *what;
  int seats, sides;
  Ended games[4];
  const char *sentences[4];
} Story;

static void make_story(Run *run, int seats, int sides, const char *bot,
                       const Ended games[4]) {
  const char *const specs[] = {bot};
  Error error = {0};
  *run = (Run){.schedule = {.seats = seats, .sides = sides},
               .plan = {.max_plies = 40, .shard = 1, .shards = 1},
               .complete = true};
  for (int seat = 0; seat < seats; seat++)
    run->schedule.side[seat] = (uint8_t)(seat % sides);
  assert_true(
      schedule_restore(&run->schedule, SEATING_FIXED, specs, specs, 1, &error));
  assert_true(tally_make(&run->tally, &run->schedule, 40, &error));
  for (int i = 0; i < 4; i++)
    for (uint64_t k = 0; k < games[i].count; k++) {
      const Match match = {.end = games[i].end,
                           .winners = (uint16_t)games[i].winners,
                           .plies = games[i].plies,
                           .forfeiter = games[i].end == MATCH_FORFEIT ? 0 : -1,
                           .moved = (uint16_t)((1u << seats) - 1),
                           .hash = rng_mix(run->tally.games)};
      tally_add(&run->tally, 0, &match);
    }
  run->total = run->count = run->tally.games;
}

static void free_story(Run *run) {
  tally_free(&run->tally);
  schedule_free(&run->schedule);
}

static void assert_sentences(const char *what, const Sentences *is,
                             const char *const wanted[], int most) {
  int count = 0;
  for (; count < most && wanted[count]; count++)
    if (count >= is->count || strcmp(is->text[count], wanted[count]) != 0)
      fail_msg("%s: '%s' is not '%s'", what,
               count < is->count ? is->text[count] : "nothing", wanted[count]);
  if (is->count != count)
    fail_msg("%s: there is more: '%s'", what, is->text[count]);
}

static void a_verdict_says_what_the_intervals_allow(void **state) {
  (void)state;
  static const Story STORIES[] = {
      {"nothing", 2, 2, {{0}}, {"No game has been played yet."}},
      {"seat 1 is better",
       2,
       2,
       {{600, MATCH_WIN, 1, 10}, {400, MATCH_WIN, 2, 10}},
       {"Seat 1 has an advantage: it wins 60.0% of games and seat 2 40.0%, "
        "a difference of 20.0 points (13.9 to 26.0).",
        "All 1,000 games took 10 plies."}},
      {"seat 2 is better, and some are drawn",
       2,
       2,
       {{100, MATCH_WIN, 1, 10},
        {800, MATCH_WIN, 2, 20},
        {100, MATCH_DRAW, 0, 30}},
       {"Seat 2 has an advantage: it wins 80.0% of games and seat 1 10.0%, "
        "a difference of 70.0 points (65.9 to 73.8).",
        "A game takes 20.0 plies on average (19.7 to 20.3); nine out of ten "
        "took 10 to 30.",
        "10.0% (8.3 to 12.0) of games are drawn."}},
      {"equal",
       2,
       2,
       {{50000, MATCH_WIN, 1, 9}, {50000, MATCH_WIN, 2, 9}},
       {"The seats are practically equal: their win rates differ by at most "
        "0.6 "
        "points.",
        "All 100,000 games took 9 plies."}},
      {"unsettled",
       2,
       2,
       {{55, MATCH_WIN, 1, 9}, {45, MATCH_WIN, 2, 9}},
       {"No seat is shown to have an advantage: win rates differ by 10.0 "
        "points (0.0 to 29.4) in 100 games, which would show a difference of "
        "29.0 points with a power of 80%.",
        "All 100 games took 9 plies."}},
      {"unsettled, and hardly different",
       2,
       2,
       {{501, MATCH_WIN, 1, 9}, {499, MATCH_WIN, 2, 9}},
       {"No seat is shown to have an advantage: win rates differ by 0.2 "
        "points (0.0 to 6.4) in 1,000 games, which would show a difference of "
        "8.9 points with a power of 80%.",
        "All 1,000 games took 9 plies."}},
      {"one game",
       2,
       2,
       {{1, MATCH_WIN, 2, 1}},
       {"No seat is shown to have an advantage: win rates differ by 100.0 "
        "points (0.0 to 100.0) in 1 game, too few to show any difference.",
        "The one game took 1 ply."}},
      {"nobody wins",
       2,
       2,
       {{90, MATCH_DRAW, 0, 9}, {10, MATCH_TRUNCATED, 0, 40}},
       {"No game was won: 90 decided games ended in a draw. 10.0% of all games "
        "have no result.",
        "A game takes 12.1 plies on average (10.2 to 14.0) if longer ones "
        "count as 40; nine out of ten took 9 to at least 40."}},
      {"a forfeit is not a win",
       2,
       2,
       {{50, MATCH_FORFEIT, 2, 0}},
       {"No game has a result: all were truncated or forfeited.",
        "All games were forfeited."}},
      {"few games have a result",
       2,
       2,
       {{20, MATCH_WIN, 1, 9},
        {19, MATCH_WIN, 2, 9},
        {2961, MATCH_TRUNCATED, 0, 40}},
       {"No seat is shown to have an advantage: win rates differ by 2.6 "
        "points (0.0 to 34.4) in 39 decided games, which would show a "
        "difference of 47.6 points with a power of 80%. 98.7% of all games "
        "have no result.",
        "A game takes 39.6 plies on average (39.5 to 39.7) if longer ones "
        "count as 40; nine out of ten took at least 40."}},
      {"many games, and too many without a result",
       2,
       2,
       {{45000, MATCH_WIN, 1, 9},
        {45000, MATCH_WIN, 2, 9},
        {10000, MATCH_FORFEIT, 0, 9}},
       {"No seat is shown to have an advantage: win rates differ by 0.0 "
        "points (0.0 to 0.7) in 90,000 decided games, which would show a "
        "difference of 0.9 points with a power of 80%. 10.0% of all games "
        "have no result.",
        "The 90,000 games that came to an end took 9 plies."}},
      {"an advantage, and some games without a result",
       2,
       2,
       {{600, MATCH_WIN, 1, 9},
        {360, MATCH_WIN, 2, 9},
        {40, MATCH_TRUNCATED, 0, 9}},
       {"Seat 1 has an advantage: it wins 62.5% of the 960 decided games and "
        "seat 2 37.5%, a difference of 25.0 points (18.8 to 31.1).",
        "The 960 games that came to an end took 9 plies."}},
      {"one seat",
       1,
       1,
       {{50, MATCH_WIN, 1, 4}, {50, MATCH_DRAW, 0, 4}},
       {"All 100 games took 4 plies.",
        "50.0% (40.4 to 59.6) of games are drawn."}},
      {"teams",
       4,
       2,
       {{300, MATCH_WIN, 5, 8}, {700, MATCH_WIN, 10, 8}},
       {"Team 2+4 has an advantage: it wins 70.0% of games and team 1+3 "
        "30.0%, a difference of 40.0 points (34.2 to 45.6).",
        "All 1,000 games took 8 plies."}},
      {"three seats",
       3,
       3,
       {{200, MATCH_WIN, 1, 8}, {500, MATCH_WIN, 2, 8}, {300, MATCH_WIN, 4, 8}},
       {"Seat 2 has an advantage over seat 1: it wins 50.0% of games and seat "
        "1 20.0%, a difference of 30.0 points (24.0 to 35.9).",
        "All 1,000 games took 8 plies."}},
      {"they always win together",
       2,
       2,
       {{1000, MATCH_WIN, 3, 8}},
       {"The seats are practically equal: their win rates differ by at most "
        "0.3 "
        "points.",
        "All 1,000 games took 8 plies."}},
  };
  for (size_t i = 0; i < COUNT(STORIES); i++) {
    Sentences sentences = {0};
    Run run;
    make_story(&run, STORIES[i].seats, STORIES[i].sides, "a", STORIES[i].games);
    verdict_run(&run, &sentences);
    assert_sentences(STORIES[i].what, &sentences, STORIES[i].sentences, 4);
    free_story(&run);
  }
}

/* Between different bots in fixed seats, nobody knows which of the two it is.
 */
static void seats_and_bots_are_told_apart(void **state) {
  (void)state;
  static const char *const BOTS[] = {"mcts", "random"};
  static const char *const WANTED[] = {
      "Seat 2 (random) wins more often than seat 1 (mcts): 80.0% of games "
      "against 20.0%, a difference of 60.0 points (42.9 to 74.8). Whether the "
      "seat or the bot is the reason, --rotate would show."};
  const Ended games[4] = {{20, MATCH_WIN, 1, 8}, {80, MATCH_WIN, 2, 8}};
  Sentences sentences = {0};
  Error error = {0};
  Run run;
  make_story(&run, 2, 2, "a", games);
  schedule_free(&run.schedule);
  run.schedule = (Schedule){.seats = 2, .sides = 2, .side = {0, 1}};
  assert_true(
      schedule_restore(&run.schedule, SEATING_FIXED, BOTS, BOTS, 2, &error));
  verdict_run(&run, &sentences);
  sentences.count = 1;
  assert_sentences("two bots", &sentences, WANTED, 1);
  free_story(&run);
}

static void a_dead_seat_is_noted(void **state) {
  (void)state;
  static const char *const WANTED[] = {
      "Seat 3 never moved and is left out of all results on balance."};
  const Ended games[4] = {{60, MATCH_WIN, 1, 8}, {40, MATCH_WIN, 2, 8}};
  Sentences sentences = {0}, notes = {0};
  Run run;
  make_story(&run, 3, 3, "a", games);
  run.tally.moved = 3;
  verdict_run(&run, &sentences);
  /* of two seats, not over one of three */
  assert_non_null(strstr(sentences.text[0], "No seat is shown"));
  verdict_notes(&run, &notes);
  assert_sentences("dead seat", &notes, WANTED, 1);
  free_story(&run);
}

static const Ended FAIR[4] = {{50, MATCH_WIN, 1, 10}, {50, MATCH_WIN, 2, 10}};

static void assert_notes(const char *what, const Run *run,
                         const char *const wanted[], int most) {
  Sentences notes = {0};
  verdict_notes(run, &notes);
  assert_sentences(what, &notes, wanted, most);
}

static void caveats_are_noted(void **state) {
  (void)state;
  static const Ended CUT[4] = {{75, MATCH_WIN, 1, 10},
                               {24, MATCH_TRUNCATED, 0, 40},
                               {1, MATCH_FORFEIT, 2, 3}};
  static const char *const NONE[] = {NULL};
  static const char *const PART[] = {
      "The run is not complete: 100 of 250 games.",
      "This is shard 2 of 16, not the whole run.", NULL};
  static const char *const ENDS[] = {
      "24.0% of games were truncated at 40 plies, with no result. They count "
      "neither as wins nor as draws; --max-plies sets the limit.",
      "1.0% of games were forfeited. They do not count as wins. The first "
      "reason: "
      "it was tired",
      NULL};
  static const char *const ONLY_RANDOM[] = {
      "All bots are random. Between players who think, a game may "
      "be balanced quite differently.",
      NULL};
  Run run;
  make_story(&run, 2, 2, "a", FAIR);
  assert_notes("nothing", &run, NONE, 3);
  run.complete = false;
  run.count = 250;
  run.plan.shard = 2;
  run.plan.shards = 16;
  assert_notes("part", &run, PART, 3);
  free_story(&run);
  make_story(&run, 2, 2, "a", CUT);
  error_set(&run.reason, "it was tired");
  assert_notes("ends", &run, ENDS, 3);
  free_story(&run);
  make_story(&run, 2, 2, "random", FAIR);
  assert_notes("random", &run, ONLY_RANDOM, 3);
  free_story(&run);
}

/* A long reason is shortened, but not within a character. */
static void a_long_reason_is_shortened_between_characters(void **state) {
  (void)state;
  static const Ended LOST[4] = {{1, MATCH_FORFEIT, 2, 3}};
  for (int shift = 0; shift < 3; shift++) {
    Run run;
    Sentences notes = {0};
    make_story(&run, 2, 2, "a", LOST);
    error_set(&run.reason, "%.*s", shift, "ab");
    for (int i = 0; i < 200; i++)
      strcat(run.reason.message, "…");
    verdict_notes(&run, &notes);
    assert_int_equal(notes.count, 1);
    assert_true(utf8_is_valid(notes.text[0]));
    assert_in_range(strlen(notes.text[0]), 300, SENTENCE - 1);
    free_story(&run);
  }
}

static void sentences_beyond_the_limit_are_dropped(void **state) {
  (void)state;
  Sentences s = {0};
  for (int i = 0; i < SENTENCES_MAX + 3; i++)
    sentences_add(&s, "%d%0600d", i, 0);
  assert_int_equal(s.count, SENTENCES_MAX);
  assert_int_equal(strlen(s.text[SENTENCES_MAX - 1]), SENTENCE - 1);
  char last[8];
  snprintf(last, sizeof last, "%d0", SENTENCES_MAX - 1);
  assert_int_equal(strncmp(s.text[SENTENCES_MAX - 1], last, strlen(last)), 0);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bound_on_positions_is_that_of_chao),
      cmocka_unit_test(two_games_agree_with_a_calculation_by_hand),
      cmocka_unit_test(branching_agrees_with_r),
      cmocka_unit_test(without_games_there_are_no_branching_metrics),
      cmocka_unit_test(metrics_agree_with_a_slow_computation_from_the_rows),
      cmocka_unit_test(move_statistics_agree_with_a_calculation_by_hand),
      cmocka_unit_test(only_won_games_have_winner_rates),
      cmocka_unit_test(a_pass_is_a_kind_without_a_cell),
      cmocka_unit_test(kinds_of_moves_have_names),
      cmocka_unit_test(only_cells_make_a_board),
      cmocka_unit_test(metrics_of_cells_are_sorted),
      cmocka_unit_test(leads_agree_with_calculations_by_hand),
      cmocka_unit_test(permanence_agrees_with_a_calculation_by_hand),
      cmocka_unit_test(noise_is_measured_by_halves),
      cmocka_unit_test(calibration_agrees_with_a_calculation_by_hand),
      cmocka_unit_test(oracles_have_names),
      cmocka_unit_test(the_default_oracle_suits_the_run),
      cmocka_unit_test(oracles_see_a_win_in_one),
      cmocka_unit_test(tension_agrees_with_a_slow_computation),
      cmocka_unit_test(a_decided_game_has_no_tension),
      cmocka_unit_test(tension_is_measured_only_of_games_won_by_one_side),
      cmocka_unit_test(metrics_do_not_depend_on_threads_or_moves_csv),
      cmocka_unit_test(without_a_sample_the_game_is_not_needed),
      cmocka_unit_test(convergence_goes_from_one_game_to_all),
      cmocka_unit_test(replays_can_be_played_to_their_end),
      cmocka_unit_test(a_verdict_says_what_the_intervals_allow),
      cmocka_unit_test(caveats_are_noted),
      cmocka_unit_test(a_long_reason_is_shortened_between_characters),
      cmocka_unit_test(sentences_beyond_the_limit_are_dropped),
      cmocka_unit_test(seats_and_bots_are_told_apart),
      cmocka_unit_test(a_dead_seat_is_noted),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
