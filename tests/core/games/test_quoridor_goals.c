/* Goals in Quoridor, and the distances and paths to them. Comments in quotation
 * marks quote core/games/quoridor/RULES.md. */
#include "core/base/cell.h"
#include "tests/support/support.h"

enum { EDGE_MAX = 11, CELLS_MAX = EDGE_MAX * EDGE_MAX };
enum { SIDE_MIN = 2, SIDES = EDGE_MAX - SIDE_MIN + 1 };

static int number_of(const char *text) {
  Cell cell;
  assert_true(cell_read(&text, EDGE_MAX, EDGE_MAX, &cell));
  return cell.row * EDGE_MAX + cell.column;
}

/* A breadth-first search with a queue of cell names, over `neighbours`. */
static int distance_by_queue(const Table *t, int seat) {
  char queue[CELLS_MAX][ANSWER_TEXT];
  int steps[CELLS_MAX], read = 0, written = 0;
  bool seen[CELLS_MAX] = {false}, goal[CELLS_MAX] = {false};
  Answer line = table_ask(t, "goal", seat, NULL),
         start = table_ask(t, "pawn", seat, NULL);
  for (int i = 0; i < line.count; i++)
    goal[number_of(line.text[i])] = true;
  memcpy(queue[0], start.text[0], ANSWER_TEXT);
  steps[written++] = 0;
  seen[number_of(start.text[0])] = true;
  for (; read < written; read++) {
    if (goal[number_of(queue[read])])
      return steps[read];
    Answer next = table_ask(t, "neighbours", 0, queue[read]);
    for (int i = 0; i < next.count; i++) {
      int cell = number_of(next.text[i]);
      if (seen[cell])
        continue;
      seen[cell] = true;
      memcpy(queue[written], next.text[i], ANSWER_TEXT);
      steps[written++] = steps[read] + 1;
    }
  }
  fail_msg("seat %d has no path", seat + 1);
  return 0;
}

/* A path starts beside the pawn, each cell is a neighbour of the one before,
 * and it ends on the goal line after `steps` of them. */
static void check_path(const Table *t, int seat, int steps) {
  Answer path = table_ask(t, "path", seat, NULL),
         at = table_ask(t, "pawn", seat, NULL);
  Answer goal = table_ask(t, "goal", seat, NULL);
  bool arrived = false;
  assert_int_equal(path.count, steps);
  for (int i = 0; i < path.count; i++) {
    Answer next =
        table_ask(t, "neighbours", 0, i ? path.text[i - 1] : at.text[0]);
    bool adjacent = false;
    for (int j = 0; j < next.count; j++)
      adjacent = adjacent || strcmp(next.text[j], path.text[i]) == 0;
    assert_true(adjacent);
  }
  const char *last = steps ? path.text[steps - 1] : at.text[0];
  for (int i = 0; i < goal.count; i++)
    arrived = arrived || strcmp(goal.text[i], last) == 0;
  assert_true(arrived);
}

static void distances_and_paths_agree_with_a_plain_search(void **state) {
  (void)state;
  enum { GAMES = 12, PLIES = 70 };
  Rng rng;
  rng_seed(&rng, 42, 0);
  for (int size = 3; size <= EDGE_MAX; size++)
    for (int i = 0; i < GAMES; i++) {
      char spec[SPEC_TEXT];
      int rows = i % 3 ? size : SIDE_MIN + (int)rng_below(&rng, SIDES);
      snprintf(spec, sizeof spec,
               "quoridor:size=%d,rows=%d,players=%d,walls=30", size, rows,
               2 + i % 3);
      Table t = table_set(spec, NULL);
      for (int ply = 0; ply < PLIES && t.state->outcome == PLAYING; ply++) {
        int seat = (int)rng_below(&rng, (uint32_t)t.game->seats);
        int steps = distance_by_queue(&t, seat);
        assert_int_equal(table_ask(&t, "distance", seat, NULL).number[0],
                         steps);
        check_path(&t, seat, steps);
        game_play(t.game, t.state, game_random_move(t.game, t.state, &rng));
      }
      table_clear(&t);
    }
}

/* "what a pawn must reach: `side`, the opposite side; `middle`, one cell of
 * that side, the point reflection of the cell it starts on; `edge`, any cell of
 * the edge that is not on its own side" */
static void the_goal_is_a_side_a_cell_or_the_edge(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *move;
    bool wins;
  } cases[] = {
      {"quoridor", "pawn1=d8", "d9", true},
      {"quoridor:goal=middle", "pawn1=d8 pawn2=a5", "d9", false},
      {"quoridor:goal=middle", "pawn1=e8 pawn2=a5", "e9", true},
      {"quoridor:goal=middle", "pawn2=d1 pawn1=a5 seat=2", "e1", true},
      {"quoridor:goal=middle,columns=4,rows=6", "pawn1=c5 pawn2=a2", "c6",
       true},
      {"quoridor:goal=middle,columns=4,rows=6", "pawn1=b5 pawn2=a2", "b6",
       false},
      {"quoridor:goal=edge", "pawn1=b2", "a2", true},
      {"quoridor:goal=edge", "pawn1=b1", "a1", false},
      {"quoridor:goal=edge", "pawn1=h2", "i2", true},
      {"quoridor:goal=edge", "pawn1=h8", "h9", true},
      {"quoridor:goal=edge,players=3", "pawn2=b2 seat=2", "b1", true},
      {"quoridor:goal=edge,players=3", "pawn2=b8 seat=2", "a8", false},
      /* "the cells of the edge counted clockwise from the left end of the side
       * opposite the player" */
      {"quoridor:goal=cell", "pawn1=a8", "a9", true},
      {"quoridor:goal=cell", "pawn1=b8", "b9", false},
      {"quoridor:goal=cell", "pawn2=i2 pawn1=a5 seat=2", "i1", true},
      {"quoridor:goal=cell,goal_cell=3", "pawn1=c8", "c9", true},
      {"quoridor:goal=cell,goal_cell=3", "pawn2=g2 pawn1=a5 seat=2", "g1",
       true},
      {"quoridor:goal=cell,goal_cell=9", "pawn1=i8", "i9", true},
      {"quoridor:goal=cell,goal_cell=11", "pawn1=h7", "i7", true},
      {"quoridor:goal=cell,goal_cell=17", "pawn1=h1", "i1", true},
      {"quoridor:goal=cell,goal_cell=32", "pawn1=a7", "a8", true},
      {"quoridor:goal=cell,goal_cell=32", "pawn2=i3 seat=2", "i2", true},
      {"quoridor:goal=cell,goal_cell=2,columns=4,rows=6,players=4",
       "pawn2=d4 pawn4=b2 seat=2", "d5", true},
      {"quoridor:goal=cell,goal_cell=2,columns=4,rows=6,players=4",
       "pawn4=a3 pawn2=b5 seat=4", "a2", true},
      {"quoridor:goal=cell,goal_cell=5,columns=4,rows=6,players=4",
       "pawn3=a3 pawn2=b5 seat=3", "a2", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    Move move;
    Error error = {0};
    if (!game_parse(table.game, table.state, cases[i].move, &move, &error))
      fail_msg("%s", error.message);
    game_play(table.game, table.state, move);
    assert_int_equal(table.state->outcome, cases[i].wins ? WIN : PLAYING);
    table_clear(&table);
  }
}

/* With one goal cell, three walls can shut it off; with the edge as the goal, a
 * pawn must only not be shut off from all of it. */
static void walls_leave_a_path_to_the_goal(void **state) {
  (void)state;
  Table table = table_set("quoridor:goal=middle", "walls=d8v,e7h pawn2=a5");
  assert_refused(&table, "e8v", "it leaves seat 1 no path to its goal");
  assert_refused(&table, "f8v", "it leaves seat 1 no path to its goal");
  assert_lists(&table, "f7v g8v");
  table_clear(&table);
  table = table_set("quoridor", "walls=d8v,e7h pawn2=a5");
  assert_lists(&table, "e8v f8v");
  table_clear(&table);
  table = table_set("quoridor:goal=edge", "walls=a1h,c1h,e1h,g1h pawn2=e5");
  assert_lists(&table, "h2h");
  assert_refused(&table, "h1v", "it leaves seat 1 no path to its goal");
  table_clear(&table);
}

int main(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_and_paths_agree_with_a_plain_search),
      cmocka_unit_test(the_goal_is_a_side_a_cell_or_the_edge),
      cmocka_unit_test(walls_leave_a_path_to_the_goal),
  };
  return RUN_TESTS(tests);
}
