/* The referee of move statistics: maps and openings of pure chance, in which
 * nothing may stand out, and maps with a known difference. */
#include "tests/support/support.h"
#include "tests/support/synthetic.h"

#include "analysis/metrics/move_stats.h"
#include <math.h>

/* ---- a game without rules: its moves are numbers of cells -----------------*/

enum { COLUMNS = 9 };

static void format_cell(const Game *game, const State *state, Move move,
                        char text[MOVE_TEXT]) {
  (void)game, (void)state;
  snprintf(text, MOVE_TEXT, "%c%u", 'a' + (int)(move % COLUMNS),
           move / COLUMNS + 1);
}

static const Rules RULES = {.name = "cells", .format = format_cell};
static Game game = {.rules = &RULES, .seats = 2, .sides = 2};

/* One in twenty, and two standard errors of the simulation. */
static double most(int repetitions) {
  return 0.05 * repetitions + 2 * sqrt(0.05 * 0.95 * repetitions);
}

/* ---- maps ----------------------------------------------------------------*/

typedef struct Map {
  const char *what;
  int cells, games;
  double popular; /* each cell is played this many times as often as the one
                     before it */
  double effect;  /* losers who would play the first cell play the second
                     instead with this probability */
  int sides;      /* 0: two; otherwise the winner makes the last move */
  double share;   /* 0: seats take turns; otherwise the winner makes this share
                     of the moves */
  bool whole;     /* all moves of a game are the winner's, or none */
} Map;

enum { TICKETS = 4096 };

/* Cells as often as they are popular, to draw from. */
static void fill_tickets(const Map *map, Move ticket[TICKETS]) {
  double all = 0, weight = 1, sum = 0;
  int at = 0;
  for (int i = 0; i < map->cells; i++, weight *= map->popular)
    all += weight;
  weight = 1;
  for (int i = 0; i < map->cells; i++, weight *= map->popular) {
    sum += weight / all;
    while (at < TICKETS && at < sum * TICKETS)
      ticket[at++] = (Move)i;
  }
}

static int seat_to_move(const Map *map, int ply, int winner, bool *winners,
                        Rng *rng) {
  if (map->share == 0)
    return ply % (map->sides ? map->sides : 2);
  if (ply == 0 || !map->whole)
    *winners = synthetic_uniform(rng) < map->share;
  return *winners ? winner : 1 - winner;
}

/* Seats win equally often. */
static void play_map(const Map *map, Rng *rng, MoveStats *stats) {
  static Move ticket[TICKETS];
  int sides = map->sides ? map->sides : 2;
  fill_tickets(map, ticket);
  for (int i = 0; i < map->games; i++) {
    int winner = (int)rng_below(rng, (uint32_t)sides);
    int plies = 8 + (int)rng_below(rng, 20);
    const Match match = {.end = MATCH_WIN, .winners = (uint16_t)(1u << winner)};
    bool winners = false;
    while (map->sides && (plies - 1) % sides != winner)
      plies++;
    move_stats_begin(stats, &match);
    for (int ply = 0; ply < plies; ply++) {
      State state = {
          .seat = (uint8_t)seat_to_move(map, ply, winner, &winners, rng)};
      Move move = ticket[rng_below(rng, TICKETS)];
      if (move == 0 && state.seat != winner &&
          synthetic_uniform(rng) < map->effect)
        move = 1;
      move_stats_turn(stats, &game, &state, move);
    }
    move_stats_end(stats);
  }
}

typedef struct MapResult {
  bool wrong;   /* a cell that makes no difference is shown to make one */
  bool found;   /* the first cell is shown to favour its players */
  bool covered; /* all intervals hold, at the same time */
  int cells, pointwise; /* cells with an interval of their rate; that hold it */
} MapResult;

/* Of the moves to the first cell, winners make 1 / (2 − effect); of those to
 * the second, the rest of what the first has lost. */
static double true_rate(const Map *map, const char *cell) {
  if (map->share > 0)
    return map->share;
  if (strcmp(cell, "a1") == 0)
    return 1 / (2 - map->effect);
  if (strcmp(cell, "b1") == 0)
    return map->popular / (2 * map->popular + map->effect);
  return 0.5;
}

static MapResult judge_map(const Map *map, Rng *rng) {
  MapResult result = {.covered = true};
  MoveStats stats = {.games = 0};
  Metrics metrics = {NULL};
  play_map(map, rng, &stats);
  move_stats_metrics(&stats, &metrics);
  for (size_t i = 0; i < metrics.count; i++) {
    const Metric *m = &metrics.list[i];
    Estimate e = m->estimate;
    if (strcmp(m->scope, "cell") != 0 || !estimate_has_interval(e) ||
        strcmp(m->key, "all") == 0)
      continue;
    double truth = map->sides ? 0.5 : true_rate(map, m->key);
    double whole = map->share > 0 ? map->share : 0.5;
    assert_true(e.low < e.high); /* never of zero width */
    if (strcmp(m->name, "winner_rate") == 0 && !map->sides) {
      result.cells++;
      result.pointwise += e.low <= truth && truth <= e.high;
    } else if (strcmp(m->name, "winner_difference") == 0) {
      bool shown = e.low > 0 || e.high < 0;
      result.covered = result.covered && e.low <= truth - whole + 1e-9 &&
                       truth - whole - 1e-9 <= e.high;
      result.wrong = result.wrong || (shown && truth == whole);
      result.found = result.found || (strcmp(m->key, "a1") == 0 && e.low > 0);
    }
  }
  metrics_free(&metrics);
  move_stats_free(&stats);
  return result;
}

/* At most one map in twenty shows something that is not there, and the
 * intervals of all its cells hold at once in at least nineteen of twenty. */
static void maps_of_chance_show_nothing(void **state) {
  (void)state;
  static const struct {
    Map map;
    double found; /* at least this often */
  } CASES[] = {
      {{"nine cells, ten games", 9, 10, 1, 0}, 0},
      {{"sixteen cells, few games", 16, 20, 1, 0}, 0},
      {{"many cells", 81, 60, 1, 0}, 0},
      {{"many cells, some of them rare", 81, 80, 0.93, 0}, 0},
      {{"the winner moves last", 16, 100, 1, 0, 2}, 0},
      {{"three sides", 16, 60, 1, 0, 3}, 0},
      {{"three sides, some cells rare", 49, 60, 0.93, 0, 3}, 0},
      {{"the winner makes most moves", 16, 40, 1, 0, 0, 0.977, false}, 0},
      {{"all moves or none", 16, 40, 1, 0, 0, 0.977, true}, 0},
      {{"nine cells, few games", 9, 12, 1, 0, 0, 0.977, true}, 0},
      {{"some cells rare", 49, 60, 0.93, 0, 0, 0.977, true}, 0},
      {{"nine of ten", 49, 80, 0.93, 0, 0, 0.9, true}, 0},
      {{"the loser makes most moves", 16, 40, 1, 0, 0, 0.02, false}, 0},
      {{"the loser makes all or none", 49, 60, 0.93, 0, 0, 0.02, true}, 0},
      {{"a difference, few games", 9, 20, 1, 0.9}, 0.4},
      {{"a difference", 9, 80, 1, 0.7}, 0.9},
      {{"a difference among many", 81, 120, 0.93, 0.7}, 0.9},
  };
  enum { MAPS = 60 };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    int wrong = 0, found = 0, covered = 0, cells = 0, pointwise = 0;
    Rng rng;
    rng_seed(&rng, 7, i);
    for (int k = 0; k < MAPS; k++) {
      MapResult r = judge_map(&CASES[i].map, &rng);
      wrong += r.wrong;
      found += r.found;
      covered += r.covered;
      cells += r.cells;
      pointwise += r.pointwise;
    }
    double rate = cells ? (double)pointwise / cells : 1;
    if (wrong > most(MAPS) || MAPS - covered > most(MAPS) || rate < 0.945 ||
        found < CASES[i].found * MAPS)
      fail_msg("%s: of %d maps %d show a difference that is not there, %d one "
               "that is, %d hold; of the rates %.3f",
               CASES[i].map.what, MAPS, wrong, found, covered, rate);
  }
}

/* ---- openings ------------------------------------------------------------*/

static bool shows_opening(const Metrics *metrics, const char *except) {
  for (size_t i = 0; i < metrics->count; i++)
    if (strcmp(metrics->list[i].name, "win_rate_p") == 0 &&
        strcmp(metrics->list[i].key, except) != 0 &&
        metrics->list[i].estimate.value < 0.05)
      return true;
  return false;
}

static void openings_of_chance_are_not_shown(void **state) {
  (void)state;
  static const struct {
    int openings, games;
    double effect; /* the first opening wins this much more often than 0.4 */
    double found;
  } CASES[] = {{3, 30, 0, 0},   {20, 60, 0, 0},    {60, 200, 0, 0},
               {20, 500, 0, 0}, {3, 60, 0.5, 0.9}, {20, 400, 0.5, 0.8}};
  enum { RUNS = 100 };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    int wrong = 0, found = 0;
    Rng rng;
    rng_seed(&rng, 11, i);
    for (int k = 0; k < RUNS; k++) {
      MoveStats stats = {.games = 0};
      Metrics metrics = {NULL};
      for (int n = 0; n < CASES[i].games; n++) {
        Move move = rng_below(&rng, (uint32_t)CASES[i].openings);
        double rate = 0.4 + (move == 0 ? CASES[i].effect : 0);
        bool first = synthetic_uniform(&rng) < rate;
        const Match match = {.end = MATCH_WIN, .winners = first ? 1 : 2};
        const State start = {.seat = 0};
        move_stats_begin(&stats, &match);
        move_stats_turn(&stats, &game, &start, move);
        move_stats_end(&stats);
      }
      move_stats_metrics(&stats, &metrics);
      const Metric *p = metrics_find(&metrics, "opening", "a1", "win_rate_p");
      found += p && p->estimate.value < 0.05;
      /* With an effect the others do worse than the whole. */
      wrong += CASES[i].effect == 0 && shows_opening(&metrics, "");
      metrics_free(&metrics);
      move_stats_free(&stats);
    }
    if (wrong > most(RUNS) || found < CASES[i].found * RUNS)
      fail_msg("%d openings in %d games: %d of %d runs show one that is no "
               "different, %d the one that is",
               CASES[i].openings, CASES[i].games, wrong, RUNS, found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_of_chance_show_nothing),
      cmocka_unit_test(openings_of_chance_are_not_shown),
  };
  return RUN_TESTS(tests);
}
