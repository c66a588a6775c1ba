/* The rules of Quoridor's walls: where they may lie, of any length, and that
 * they leave a path. Comments in quotation marks quote
 * core/games/quoridor/RULES.md. */
#include "tests/support/support.h"

/* "with its centre on an inner crossing"; "walls run from a1 to h8 on a 9×9
 * board". */
static void walls_lie_on_inner_crossings(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  assert_int_equal(game_count(table.game, table.state), 3 + 2 * 8 * 8);
  assert_lists(&table, "a1h a1v h1h h1v a8h a8v h8h h8v");
  assert_lists_none(&table, "i1h i1v a9h a9v i8h h9v i9h");
  assert_refused(&table, "i3h", "walls run from a1 to h8");
  assert_refused(&table, "c9v", "walls run from a1 to h8");
  table_clear(&table);
}

/* "It may not overlap or cross another wall": touching one is legal. */
static void walls_neither_overlap_nor_cross(void **state) {
  (void)state;
  static const struct {
    const char *walls, *barred, *free;
  } cases[] = {
      {"walls=e5h", "d5h e5h f5h e5v",
       "c5h g5h e4h e6h d4h f6h d5v f5v e4v e6v d4v d6v f4v f6v"},
      {"walls=e5v", "e4v e5v e6v e5h",
       "e3v e7v d5v f5v d4v f6v d5h f5h e4h e6h d4h d6h f4h f6h"},
      {"walls=c5h,f5h", "b5h c5h d5h e5h f5h g5h c5v f5v", "a5h h5h d5v e5v"},
      {"walls=a1h", "a1h b1h a1v", "c1h a2h a2v b1v"},
      {"walls=h8v", "h8v h7v h8h", "h6v g8v g8h h7h"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("quoridor", cases[i].walls);
    assert_lists_none(&table, cases[i].barred);
    assert_lists(&table, cases[i].free);
    table_clear(&table);
  }
}

/* "After it, every pawn must still have some path to its goal": a final
 * wall that leaves the seats in `shut` (with 2 and with 4 players) without a
 * path if their pawn is on `cell`, and no other seat. */
typedef struct Enclosure {
  const char *walls, *last, *cell, *shut[2];
} Enclosure;

/* Cells from which none of the enclosures blocks any seat. */
static const char *const outside[2] = {"pawn1=b7 pawn2=b3",
                                       "pawn1=b7 pawn2=g8 pawn3=h3 pawn4=c3"};

static void check_enclosure(const Enclosure *e, int players, int inside,
                            int mover) {
  int four = players == 4;
  char spec[32], pawn[32] = "", settings[128], reason[64];
  if (inside)
    snprintf(pawn, sizeof pawn, "pawn%d=%s", inside, e->cell);
  snprintf(spec, sizeof spec, "quoridor:players=%d", players);
  snprintf(settings, sizeof settings, "%s %s walls=%s seat=%d", outside[four],
           pawn, e->walls, mover);
  snprintf(reason, sizeof reason, "it leaves seat %d no path", inside);
  Table table = table_set(spec, settings);
  bool shut = inside && strchr(e->shut[four], '0' + inside);
  if (table_lists(&table, e->last) == shut)
    fail_msg("%s is %s in %s", e->last, shut ? "legal" : "barred", settings);
  if (shut)
    assert_refused(&table, e->last, reason);
  table_clear(&table);
}

static void check_enclosures(const Enclosure *enclosures, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (int players = 2; players <= 4; players += 2)
      for (int inside = 0; inside <= players; inside++)
        for (int mover = 1; mover <= players; mover++)
          check_enclosure(&enclosures[i], players, inside, mover);
}

static void no_wall_closes_a_line_across_the_board(void **state) {
  (void)state;
  static const Enclosure lines[] = {
      {"a5h,c5h,e5h,g5h,h6h", "h5v", "e2", {"1", "1"}},
      {"a5h,c5h,e5h,g5h,h6h", "h5v", "e8", {"2", "3"}},
      {"e1v,e3v,e5v,e7v,f8v", "e8h", "c6", {"", "2"}},
      {"e1v,e3v,e5v,e7v,f8v", "e8h", "g6", {"", "4"}},
  };
  check_enclosures(lines, COUNT(lines));
}

static void no_wall_closes_a_ring_around_a_pawn(void **state) {
  (void)state;
  static const Enclosure rings[] = {
      {"d5h,e5v,e4h", "d4v", "e5", {"12", "1234"}},
      {"d5h,d3h,c4v", "e4v", "e5", {"12", "1234"}},
      {"d5h,c4v,e4v", "d3h", "d4", {"12", "1234"}},
  };
  check_enclosures(rings, COUNT(rings));
}

/* A pocket at the border contains cells of a goal line. The owner of that goal
 * line may be enclosed there, and the owners of the others may lose those cells
 * as long as some remain. */
static void no_wall_closes_a_pocket_away_from_the_goal(void **state) {
  (void)state;
  static const Enclosure pockets[] = {
      {"d1v,e1v", "e2h", "e2", {"1", "124"}},
      {"d8v,e8v", "e7h", "e8", {"2", "234"}},
      {"a5h,a4h", "b5v", "b5", {"12", "123"}},
      {"h5h,h4h", "g5v", "h5", {"12", "134"}},
  };
  check_enclosures(pockets, COUNT(pockets));
}

/* "(other pawns do not block a path)" */
static void pawns_do_not_block_a_path(void **state) {
  (void)state;
  /* The only path up is i5, i6, and both have pawns on them. */
  Table table =
      table_set("quoridor:players=4",
                "pawn1=e2 pawn2=b3 pawn3=i6 pawn4=i5 walls=a5h,c5h,e5h,g5h");
  assert_lists(&table, "h6h b2h h3v");
  table_play(&table, "h6h");
  assert_lists(&table, "b2h");
  assert_lists_none(&table, "h5v");
  table_clear(&table);
}

/* "a wall covers 1, 2, 3 or 4 edges of cells in a line" */
static void a_wall_covers_as_many_edges_as_it_is_long(void **state) {
  (void)state;
  static const struct {
    int length;
    const char *flat, *upright; /* the cells above and right of which it lies */
  } cases[] = {{1, "c3", "c3"},
               {2, "c3 d3", "c3 c4"},
               {3, "c3 d3 e3", "c3 c4 c5"},
               {4, "c3 d3 e3 f3", "c3 c4 c5 c6"}};
  static const char *const cells[] = {"b3", "c2", "c3", "d3", "e3", "f3",
                                      "g3", "c4", "c5", "c6", "c7"};
  for (size_t i = 0; i < COUNT(cases); i++)
    for (size_t j = 0; j < COUNT(cells); j++) {
      char spec[64], above[4], right[4];
      snprintf(spec, sizeof spec, "quoridor:wall_length=%d", cases[i].length);
      snprintf(above, sizeof above, "%c%c", cells[j][0], cells[j][1] + 1);
      snprintf(right, sizeof right, "%c%c", cells[j][0] + 1, cells[j][1]);
      for (int way = 0; way < 2; way++) {
        Table table = table_set(spec, way ? "walls=c3v" : "walls=c3h");
        Answer near = table_ask(&table, "neighbours", 0, cells[j]);
        const char *covered = way ? cases[i].upright : cases[i].flat;
        bool open = false;
        for (int k = 0; k < near.count; k++)
          open = open || strcmp(near.text[k], way ? right : above) == 0;
        if (open == (strstr(covered, cells[j]) != NULL))
          fail_msg("%s, %s: %s is %s", spec, way ? "c3v" : "c3h", cells[j],
                   open ? "open" : "shut");
        table_clear(&table);
      }
    }
}

/* "It lies between cells and does not leave the board." "A board with fewer
 * columns than a wall is long has no horizontal walls, one with fewer rows no
 * vertical ones." */
static void walls_do_not_leave_the_board(void **state) {
  (void)state;
  static const struct {
    const char *spec, *first, *none, *move, *message;
    int count;
  } cases[] = {
      {"quoridor:wall_length=1", "a1h i8h a1v h9v", "a9h i1v i9h i9v", "i1v",
       "vertical walls run from a1 to h9", 2 * 9 * 8},
      {"quoridor:wall_length=1", "i1h", "a9h", "a9h",
       "horizontal walls run from a1 to i8", 2 * 9 * 8},
      {"quoridor:wall_length=3", "a1h g8h a1v h7v", "h1h a8v i1v a9h", "h1h",
       "horizontal walls run from a1 to g8", 2 * 7 * 8},
      {"quoridor:wall_length=4", "a1h f8h h6v", "g1h h7v", "h7v",
       "vertical walls run from a1 to h6", 2 * 6 * 8},
      {"quoridor:size=11,wall_length=1", "k10h i11v j11v a1v", "k11v k11h j11h",
       "k11v", "vertical walls run from a1 to j11", 2 * 11 * 10},
      {"quoridor:columns=3,rows=5,wall_length=4,walls=1", "a1v b2v", "a1h",
       "a1h", "walls are 4 cells long, and the board has only 3 columns",
       2 * 2},
      {"quoridor:columns=5,rows=2,wall_length=3,walls=1", "a1h c1h", "a1v",
       "a1v", "walls are 3 cells long, and the board has only 2 rows", 3},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, NULL);
    int steps = table_ask(&table, "steps", 0, NULL).count;
    assert_lists(&table, cases[i].first);
    assert_lists_none(&table, cases[i].none);
    assert_refused(&table, cases[i].move, cases[i].message);
    assert_int_equal(game_count(table.game, table.state),
                     steps + cases[i].count);
    table_clear(&table);
  }
  /* Walls in hand that fit nowhere do not matter. */
  Table table = table_set("quoridor:size=3,wall_length=4,walls=5", NULL);
  assert_moves(&table, "a1 b2 c1");
  assert_false(table_ask(&table, "wall_at", 0, "a1h").number[0]);
  table_clear(&table);
}

/* "Two walls overlap if they cover the same edge. They cross if both run
 * through the same inner crossing. A wall that ends at a crossing does not run
 * through it, so walls may touch, and walls of length 1 cross nothing." */
static void walls_of_any_length_neither_overlap_nor_cross(void **state) {
  (void)state;
  static const struct {
    const char *spec, *walls, *barred, *free;
  } cases[] = {
      {"quoridor:wall_length=1", "walls=e5h", "e5h",
       "d5h f5h e5v d5v e6v d6v e4h e6h"},
      {"quoridor:wall_length=1", "walls=e5h,e5v", "e5h e5v", "f5h e6v d5h e4v"},
      /* e5h covers e5, f5, g5 and runs through the crossings e5 and f5. */
      {"quoridor:wall_length=3", "walls=e5h",
       "c5h d5h e5h f5h g5h e5v e4v f5v f4v",
       "b5h d5v d4v d3v g5v g4v g3v e3v e6v f3v f6v e4h e6h"},
      {"quoridor:wall_length=3", "walls=e5v",
       "e3v e4v e5v e6v e7v e5h d5h e6h d6h",
       "e2v e4h d4h c4h e7h d7h c7h f5h f6h c5h c6h d5v f5v"},
      {"quoridor:wall_length=4", "walls=c5h",
       "a5h b5h c5h d5h e5h f5h c5v c4v c3v d5v d3v e5v e3v",
       "b5v b3v f5v f3v c2v c6v e2v e6v c4h"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].walls);
    assert_lists_none(&table, cases[i].barred);
    assert_lists(&table, cases[i].free);
    table_clear(&table);
  }
  Table table = table_set("quoridor:wall_length=3", "walls=e5h,a7h");
  assert_refused(&table, "g5h", "e5h overlaps it");
  assert_refused(&table, "f4v", "e5h crosses it");
  assert_refused(&table, "e5h", "e5h is already there");
  assert_refused(&table, "f5v", "e5h crosses it");
  Error error = {0};
  assert_false(game_edit(table.game, table.state, "walls=e5h,f4v", &error));
  assert_message(&error, "the wall f4v does not fit: e5h crosses it");
  table_clear(&table);
}

static void walls_of_any_length_leave_a_path(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *barred, *free, *message;
  } cases[] = {
      {"quoridor:size=4,wall_length=1", "walls=a1h,a2h pawn1=a2", "a2v",
       "b2v a3v c1h", "it leaves seat 1 no path"},
      {"quoridor:size=4,wall_length=1", "walls=d3h,c3v pawn2=d4", "c4v",
       "b4v d2h", "it leaves seat 2 no path"},
      {"quoridor:size=4,wall_length=3", "walls=a2h", "c1v", "a1h a3h b3h",
       "it leaves seat 1 no path"},
      {"quoridor:size=4,wall_length=3", "walls=a2h", "c2v", "b1h",
       "it leaves seat 2 no path"},
      {"quoridor:size=4,wall_length=4", "", "a2h", "a1v b1v",
       "it leaves seat 2 no path"},
      {"quoridor:size=4,wall_length=1,goal=cell", "walls=a3h", "a4v", "b4v b3h",
       "it leaves seat 1 no path"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    assert_refused(&table, cases[i].barred, cases[i].message);
    assert_lists_none(&table, cases[i].barred);
    assert_lists(&table, cases[i].free);
    table_clear(&table);
  }
}

/* The last cells of the largest board have higher numbers than any wall slot.
 */
static void no_wall_lies_beyond_the_largest_board(void **state) {
  (void)state;
  static const char *const walls[] = {"walls=i11h", "walls=k11v", "walls=k10h"};
  Table table = table_set("quoridor:size=11", "");
  for (size_t i = 0; i < COUNT(walls); i++) {
    Error error = {0};
    assert_false(game_edit(table.game, table.state, walls[i], &error));
    assert_non_null(strstr(error.message, "is not on the board"));
  }
  table_clear(&table);
}

static void the_drawing_shows_walls_of_other_lengths(void **state) {
  (void)state;
  static const char *const drawing[] = {
      " 4  .   .   2   .",   "\n   -----------",    "\n 3  .   . | .   .",
      "\n          |",       "\n 2  .   . | .   .", "\n          |",
      "\n 1  .   . | .   1",
  };
  assert_drawing_has("quoridor:size=4,wall_length=3", "walls=a3h,b1v pawn1=d1",
                     drawing, COUNT(drawing));
  static const char *const ones[] = {
      " 3  .   2   .\n   ---     ---\n",
      " 2  . | .   .\n",
      " 1  . | 1   .\n",
  };
  assert_drawing_has("quoridor:size=3,wall_length=1", "walls=a2h,c2h,a1v,a2v",
                     ones, COUNT(ones));
}

int main(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(walls_lie_on_inner_crossings),
      cmocka_unit_test(walls_neither_overlap_nor_cross),
      cmocka_unit_test(no_wall_closes_a_line_across_the_board),
      cmocka_unit_test(no_wall_closes_a_ring_around_a_pawn),
      cmocka_unit_test(no_wall_closes_a_pocket_away_from_the_goal),
      cmocka_unit_test(pawns_do_not_block_a_path),
      cmocka_unit_test(a_wall_covers_as_many_edges_as_it_is_long),
      cmocka_unit_test(walls_do_not_leave_the_board),
      cmocka_unit_test(walls_of_any_length_neither_overlap_nor_cross),
      cmocka_unit_test(walls_of_any_length_leave_a_path),
      cmocka_unit_test(the_drawing_shows_walls_of_other_lengths),
      cmocka_unit_test(no_wall_lies_beyond_the_largest_board),
  };
  return RUN_TESTS(tests);
}
