/* Scenes, the scenes of positions: checked in hand-made positions, and against
 * the accessors along random games. */
#include "tests/support/support.h"

#include "core/game/scene.h"
#include <string.h>

enum { SCENE_AS_TEXT = 8192 };

static void paint(const Table *t, Scene *scene) {
  memset(scene, 0xa5, sizeof *scene); /* old contents must not matter */
  assert_true(scene_paint(t->game, t->state, scene));
}

/* ---- scenes as text ------------------------------------------------------*/

static const char *name_cell(Cell at, char name[CELL_TEXT]) {
  cell_write(at, name);
  return name;
}

/* Writes cells as in `a1 b2`. */
static void write_cells(const Cell cells[], int count,
                        char text[SCENE_AS_TEXT]) {
  char name[CELL_TEXT];
  *text = '\0';
  for (int i = 0; i < count; i++)
    text += sprintf(text, "%s%s", i ? " " : "", name_cell(cells[i], name));
}

/* Writes marks and edges as in `b2 ★ of 1, top of 2`. */
static void write_marks(const Scene *scene, char text[SCENE_AS_TEXT]) {
  static const char *const SIDES[] = {"bottom", "top", "left", "right"};
  char name[CELL_TEXT];
  const char *between = "";
  *text = '\0';
  for (int i = 0; i < scene->mark_count; i++, between = ", ") {
    const SceneMark *mark = &scene->mark[i];
    text += sprintf(text, "%s%s %s", between, name_cell(mark->at, name),
                    mark->label);
    if (mark->seat != SCENE_NOBODY)
      text += sprintf(text, " of %d", mark->seat + 1);
  }
  for (int i = 0; i < scene->edge_count; i++, between = ", ")
    text += sprintf(text, "%s%s of %d", between, SIDES[scene->edge[i].side],
                    scene->edge[i].seat + 1);
}

/* Writes the pieces as in `e1 disc 3 of 1, c3 ring 2 M`: cell, shape, size, the
 * seat that owns it, if any, and the label, if any. */
static void write_pieces(const Scene *scene, char text[SCENE_AS_TEXT]) {
  char name[CELL_TEXT];
  *text = '\0';
  for (int i = 0; i < scene->piece_count; i++) {
    const ScenePiece *piece = &scene->piece[i];
    text +=
        sprintf(text, "%s%s %s %d", i ? ", " : "", name_cell(piece->at, name),
                piece->shape == SCENE_RING ? "ring" : "disc", piece->size);
    if (piece->seat != SCENE_NOBODY)
      text += sprintf(text, " of %d", piece->seat + 1);
    if (piece->label[0])
      text += sprintf(text, " %s", piece->label);
  }
}

static void write_wall(const SceneWall *wall, char text[CELL_TEXT + 1]) {
  int n = cell_write(wall->at, text);
  sprintf(text + n, "%c", wall->vertical ? 'v' : 'h');
}

/* Writes the walls in the notation of moves, as in `e3h d5v`. */
static void write_walls(const Scene *scene, char text[SCENE_AS_TEXT]) {
  char name[CELL_TEXT + 1];
  *text = '\0';
  for (int i = 0; i < scene->wall_count; i++) {
    write_wall(&scene->wall[i], name);
    text += sprintf(text, "%s%s", i ? " " : "", name);
  }
}

/* The notes, and what is beside the board. */
static void write_notes(const Scene *scene, char text[SCENE_AS_TEXT]) {
  const char *begin = text;
  *text = '\0';
  for (int i = 0; i < scene->note_count; i++)
    text += sprintf(text, "%s%s", i ? " | " : "", scene->note[i]);
  char held[SCENE_HELD_TEXT];
  for (int i = 0; i < scene->held_count;) {
    int seat = scene->held[i].piece.seat;
    i = scene_write_held(scene, i, held);
    text += sprintf(text, "%s%d has %s", text == begin ? "" : " | ", seat + 1,
                    held);
  }
}

typedef struct ExpectedScene {
  const char *spec, *settings;
  int size;
  const char *shaded, *pieces, *walls, *notes;
  const char *marks, *highlights; /* NULL for none */
} ExpectedScene;

static void assert_scenes(const ExpectedScene *scenes, size_t count) {
  for (const ExpectedScene *p = scenes; p < scenes + count; p++) {
    Table table = table_set(p->spec, p->settings);
    Scene scene;
    char text[SCENE_AS_TEXT];
    paint(&table, &scene);
    assert_int_equal(scene.columns, p->size);
    assert_int_equal(scene.rows, p->size);
    write_cells(scene.shaded, scene.shaded_count, text);
    assert_string_equal(text, p->shaded);
    write_cells(scene.highlight, scene.highlight_count, text);
    assert_string_equal(text, p->highlights ? p->highlights : "");
    write_marks(&scene, text);
    assert_string_equal(text, p->marks ? p->marks : "");
    write_pieces(&scene, text);
    assert_string_equal(text, p->pieces);
    write_walls(&scene, text);
    assert_string_equal(text, p->walls);
    write_notes(&scene, text);
    assert_string_equal(text, p->notes);
    table_clear(&table);
  }
}

/* "above e3 and f3 (between rows 3 and 4)"; "to the right of e3 and e4 (between
 * columns e and f)". */
#define GOAL_NOTE(seat, cell)                                                  \
  " | highlighted: seat " #seat " has reached " #cell

static void quoridor_scenes_show_pawns_and_walls(void **state) {
  (void)state;
  static const ExpectedScene scenes[] = {
      {"quoridor", "", 9, "", "e1 disc 3 of 1, e9 disc 3 of 2", "",
       "seat 1: goes up | seat 2: goes down | 1 has walls 10 | "
       "2 has walls 10",
       "top of 1, bottom of 2"},
      {"quoridor:size=11,players=4",
       "pawn2=k10 hand3=4 walls=j10v,e3h,a1h,d5v pawn4=i6 seat=2", 11, "",
       "f1 disc 3 of 1, k10 disc 3 of 2, f11 disc 3 of 3, i6 disc 3 of 4",
       "a1h e3h d5v j10v",
       "seat 1: goes up | seat 2: goes right | seat 3: goes down | "
       "seat 4: goes left" GOAL_NOTE(2, k10) " | 1 has walls 7 | 2 has walls 7 "
                                             "| 3 has walls 4 | 4 has walls 7",
       "top of 1, right of 2, bottom of 3, left of 4", "k10"},
      {"quoridor:players=3,size=3", "pawn2=-", 3, "",
       "b1 disc 3 of 1, b3 disc 3 of 3", "",
       "seat 1: goes up | seat 3: goes down | 1 has walls - | 3 has walls -",
       "top of 1, bottom of 3"},
  };
  assert_scenes(scenes, COUNT(scenes));
}

/* "`middle`, one cell of that side, the point reflection of the cell it starts
 * on; `edge`, any cell of the edge that is not on its own side; `cell`, the
 * cell of the edge that `goal_cell` says". */
static void quoridor_scenes_show_the_goals(void **state) {
  (void)state;
  static const ExpectedScene scenes[] = {
      {"quoridor:size=5,goal=middle,walls=1", "", 5, "",
       "c1 disc 3 of 1, c5 disc 3 of 2", "",
       "seat 1: goes to c5 | seat 2: goes to c1 | 1 has walls 1 | "
       "2 has walls 1",
       "c5 ⚑ of 1, c1 ⚑ of 2"},
      {"quoridor:size=5,goal=cell,walls=1", "", 5, "",
       "c1 disc 3 of 1, c5 disc 3 of 2", "",
       "seat 1: goes to a5 | seat 2: goes to e1 | 1 has walls 1 | "
       "2 has walls 1",
       "a5 ⚑ of 1, e1 ⚑ of 2"},
      {"quoridor:size=5,goal=cell,walls=1", "pawn1=a5", 5, "",
       "a5 disc 3 of 1, c5 disc 3 of 2", "",
       "seat 1: goes to a5 | seat 2: goes to e1" GOAL_NOTE(
           1, a5) " | 1 has walls 1 | 2 has walls 1",
       "a5 ⚑ of 1, e1 ⚑ of 2", "a5"},
      {"quoridor:size=5,goal=edge,walls=1", "pawn2=a3", 5, "",
       "c1 disc 3 of 1, a3 disc 3 of 2", "",
       "seat 1: goes to any other side | "
       "seat 2: goes to any other side" GOAL_NOTE(
           2, a3) " | 1 has walls 1 | 2 has walls 1",
       "top of 1, right of 1, left of 1, right of 2, bottom of 2, left of 2",
       "a3"},
  };
  assert_scenes(scenes, COUNT(scenes));
}

#define DORIX_NOTE "shaded: the main diagonals"

static void dorix_scenes_show_piles_and_diagonals(void **state) {
  (void)state;
  static const ExpectedScene scenes[] = {
      {"dorix:size=3", "", 3, "a1 c1 b2 a3 c3", "", "",
       DORIX_NOTE " | 1 has in hand 15 | 2 has in hand 15"},
      {"dorix:players=3", "b1=132 d4=1 hand1=3 hand2=4 hand3=0", 4,
       "a1 d1 b2 c2 b3 c3 a4 d4",
       "b1 disc 3 of 1, b1 disc 3 of 3, b1 disc 3 of 2, d4 disc 3 of 1", "",
       DORIX_NOTE " | 1 has in hand 3 | 2 has in hand 4"},
  };
  assert_scenes(scenes, COUNT(scenes));
}

#define HANDS "hand1=1 hand2=1 "

/* "If exactly one side controls a main diagonal, that side wins, whoever moved.
 * If two sides control one each, play continues." On a square of four, both
 * diagonals have no cell in common. */
static void dorix_scenes_highlight_the_diagonals_of_the_winner(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *highlights;
  } CASES[] = {
      {"dorix", HANDS "a1=1 b2=21 c3=1 d4=2", ""},
      {"dorix", HANDS "a1=1 b2=21 c3=1 d4=1", "a1 b2 c3 d4"},
      {"dorix", HANDS "a1=1 b2=1 c3=1 d4=1 a4=1 b3=1 c2=1 d1=1",
       "a1 d1 b2 c2 b3 c3 a4 d4"},
      {"dorix", HANDS "a1=1 b2=1 c3=1 d4=1 a4=2 b3=2 c2=2 d1=2", ""},
      {"dorix:players=4", HANDS "hand3=1 hand4=1 a1=1 b2=3 c3=1 d4=3",
       "a1 b2 c3 d4"},
      {"dorix:players=4", HANDS "hand3=1 hand4=1 a1=1 b2=2 c3=1 d4=3", ""},
      {"dorix:players=4,teams=false",
       HANDS "hand3=1 hand4=1 a1=1 b2=3 c3=1 d4=3", ""},
      {"dorix:columns=5,rows=4", HANDS "b1=2 c2=2 d3=2 e4=2", "b1 c2 d3 e4"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table table = table_set(CASES[i].spec, CASES[i].settings);
    Scene scene;
    char text[SCENE_AS_TEXT];
    paint(&table, &scene);
    write_cells(scene.highlight, scene.highlight_count, text);
    assert_string_equal(text, CASES[i].highlights);
    table_clear(&table);
  }
}

#define WHOLE_BOARD                                                            \
  "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5"
#define TICTACDOH_NOTE "LM is a stack, M on L; (SM) is a nest, M over S"

static void tictacdoh_scenes_show_stacks_nests_and_the_window(void **state) {
  (void)state;
  static const ExpectedScene scenes[] = {
      {"tictacdoh", "", 5, WHOLE_BOARD, "", "",
       TICTACDOH_NOTE " | 0 has beside the board: S ×5, M ×5, L ×5"},
      {"tictacdoh:fixed_grid=true", "", 5, "b2 c2 d2 b3 c3 d3 b4 c4 d4", "", "",
       TICTACDOH_NOTE " | 0 has beside the board: S ×5, M ×5, L ×5"},
      {"tictacdoh", "c3=LMS c4=SML d3=ML small=3 medium=2 large=1", 5,
       "b2 c2 d2 e2 b3 c3 d3 e3 b4 c4 d4 e4 b5 c5 d5 e5",
       "c3 disc 3 L, c3 disc 2 M, c3 disc 1 S, d3 disc 2 M, d3 ring 3 L, "
       "c4 disc 1 S, c4 ring 2 M, c4 ring 3 L",
       "", TICTACDOH_NOTE " | 0 has beside the board: S ×3, M ×2, L"},
      {"tictacdoh:window=4", "d4=LMS e5=ML f6=S g7=S small=3", 7,
       "d4 e4 f4 g4 d5 e5 f5 g5 d6 e6 f6 g6 d7 e7 f7 g7",
       "d4 disc 3 L, d4 disc 2 M, d4 disc 1 S, e5 disc 2 M, e5 ring 3 L, "
       "f6 disc 1 S, g7 disc 1 S",
       "", TICTACDOH_NOTE " | 0 has beside the board: S ×3, M ×5, L ×5"},
      /* the game is over, so no cell is open */
      {"tictacdoh", "b2=S c3=S d4=S", 5, "",
       "b2 disc 1 S, c3 disc 1 S, d4 disc 1 S", "",
       TICTACDOH_NOTE " | highlighted: 3 in a row that count as one size"
                      " | 0 has beside the board: S ×5, M ×5, L ×5",
       NULL, "b2 c3 d4"},
  };
  assert_scenes(scenes, COUNT(scenes));
}

/* "A stack counts as every size in it; a nest counts only as its outermost
 * (largest) piece." */
static void tictacdoh_scenes_highlight_lines(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *highlights;
  } CASES[] = {
      {"tictacdoh", "b3=LMS c3=MS d3=S", "b3 c3 d3"},
      {"tictacdoh", "b3=LM c3=MS d3=SM", "b3 c3 d3"},
      {"tictacdoh", "b3=LMS c3=SM d3=S", ""},
      {"tictacdoh", "d2=L c3=L b4=SML d4=M b3=M", "d2 c3 b4"},
      {"tictacdoh", "c2=M c3=M c4=M b3=LM d3=SM", "c2 b3 c3 d3 c4"},
      {"tictacdoh:window=4,line_length=4", "b4=S c4=S d4=S", ""},
      {"tictacdoh:window=4,line_length=4", "a4=S b4=S c4=S d4=MS",
       "a4 b4 c4 d4"},
      {"tictacdoh:window=4", "d4=S e5=S f6=S g7=S", "d4 e5 f6 g7"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table table = table_set(CASES[i].spec, CASES[i].settings);
    Scene scene;
    char text[SCENE_AS_TEXT];
    paint(&table, &scene);
    write_cells(scene.highlight, scene.highlight_count, text);
    assert_string_equal(text, CASES[i].highlights);
    table_clear(&table);
  }
}

#define TOWER_NOTE "★1 is a complete tower of seat 1, ★2 one of seat 2"
#define HAS(seat, towers, bases, antennas, thrusters)                          \
  " | " #seat " has towers " #towers "; base B" bases "; antenna A" antennas   \
  "; thruster T" thrusters

static void orbital_scenes_show_towers_and_directions(void **state) {
  (void)state;
  static const ExpectedScene scenes[] = {
      {"orbital", "", 4, "", "", "",
       "to play on: any cell" HAS(1, 0, " ×6", " ×6", " ×6")
           HAS(2, 0, " ×6", " ×6", " ×6")},
      {"orbital:size=5",
       "b2=A1T2nB1 c2=T1e d4=T2s e5=T1wB2 a3=A2 bases1=0 thrusters2=3", 5, "",
       "b2 disc 3 of 1 B, b2 disc 2 of 2 ↑, b2 disc 1 of 1 A, "
       "c2 disc 2 of 1 →, a3 disc 1 of 2 A, d4 disc 2 of 2 ↓, "
       "e5 disc 3 of 2 B, e5 disc 2 of 1 ←",
       "",
       TOWER_NOTE " | to play on: any cell but ★"
                  " | 1 has towers 1; antenna A ×6; thruster T ×6" HAS(
                      2, 0, " ×6", " ×6", " ×3"),
       "b2 ★ of 1"},
      /* "The first player with 3 towers wins at once." */
      {"orbital:towers_to_win=2", "a1=B1T1nA2 b1=B1A1T2n d4=B2A2T1s", 4, "",
       "a1 disc 3 of 1 B, a1 disc 2 of 1 ↑, a1 disc 1 of 2 A, "
       "b1 disc 3 of 1 B, b1 disc 2 of 2 ↑, b1 disc 1 of 1 A, "
       "d4 disc 3 of 2 B, d4 disc 2 of 1 ↓, d4 disc 1 of 2 A",
       "",
       TOWER_NOTE " | highlighted: 2 towers of seat 1" HAS(
           1, 2, " ×6", " ×6", " ×6") HAS(2, 1, " ×6", " ×6", " ×6"),
       "a1 ★ of 1, b1 ★ of 1, d4 ★ of 2", "a1 b1"},
      /* "A tower in which both colours have equally many pieces goes to
       * nobody."
       */
      {"orbital:tower_height=2", "c3=B1A2", 4, "",
       "c3 disc 3 of 1 B, c3 disc 1 of 2 A", "",
       TOWER_NOTE ", ★ nobody's | to play on: any cell but ★" HAS(
           1, 0, " ×6", " ×6", " ×6") HAS(2, 0, " ×6", " ×6", " ×6"),
       "c3 ★"},
  };
  assert_scenes(scenes, COUNT(scenes));
}

/* ---- the last move -------------------------------------------------------*/

static void orbital_scenes_show_where_the_last_piece_sends(void **state) {
  (void)state;
  static const struct {
    const char *moves, *shaded, *note;
  } CASES[] = {
      {"Bb2", "b1 a2 c2 b3", "to play on: b1 a2 c2 b3"},
      {"Ta1n", "a2 a3 a4", "to play on: a2 a3 a4"},
      {"Ad4", "d4", "to play on: d4"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table table = table_set("orbital", "");
    table_play(&table, CASES[i].moves);
    Scene scene;
    char text[SCENE_AS_TEXT];
    paint(&table, &scene);
    write_cells(scene.shaded, scene.shaded_count, text);
    assert_string_equal(text, CASES[i].shaded);
    assert_string_equal(scene.note[0], CASES[i].note);
    table_clear(&table);
  }
}

static void the_cells_of_the_last_move_are_shown(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *move, *moved;
  } CASES[] = {
      {"quoridor", "", "e2", "e2"},
      {"quoridor", "", "e3h", ""},
      {"dorix", "", "b2", "b2"},
      {"dorix", "b2=1 d4=2 hand1=0 hand2=1", "b2-c3", "c3 b2"},
      {"tictacdoh", "", "Sc3", "c3"},
      {"orbital", "", "Tb2n", "b2"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table table = table_set(CASES[i].spec, CASES[i].settings);
    Scene scene;
    char text[SCENE_AS_TEXT];
    Move move;
    Error error = {0};
    paint(&table, &scene);
    assert_int_equal(scene.moved_count, 0);
    if (!game_parse(table.game, table.state, CASES[i].move, &move, &error))
      fail_msg("%s", error.message);
    scene_show_move(table.game, table.state, move, &scene);
    write_cells(scene.moved, scene.moved_count, text);
    assert_string_equal(text, CASES[i].moved);
    table_clear(&table);
  }
}

/* ---- scenes compared with the accessors ----------------------------------*/

static int ask_number(const Table *t, const char *name, int seat,
                      const char *text) {
  return table_ask(t, name, seat, text).number[0];
}

/* The value of an option, or `otherwise` if the game does not have it. */
static int option_of(const Game *game, const char *name, int otherwise) {
  const Option *option = options_find(game->rules->options, name);
  return option ? game->option[option - game->rules->options] : otherwise;
}

static int size_of(const Game *game) {
  int window = option_of(game, "window", 3); /* Tic Tac Doh */
  return option_of(game, "size", 2 * window - 1);
}

/* Fills `on` with the pieces on a cell from bottom to top; returns their
 * number.
 */
static int pieces_on(const Scene *scene, Cell at,
                     const ScenePiece *on[SCENE_PIECES]) {
  int n = 0;
  for (int i = 0; i < scene->piece_count; i++)
    if (scene->piece[i].at.column == at.column &&
        scene->piece[i].at.row == at.row)
      on[n++] = &scene->piece[i];
  return n;
}

static bool is_shaded(const Scene *scene, const char *cell) {
  char name[CELL_TEXT];
  for (int i = 0; i < scene->shaded_count; i++)
    if (strcmp(name_cell(scene->shaded[i], name), cell) == 0)
      return true;
  return false;
}

static bool has_wall(const Scene *scene, const char *wall) {
  char name[CELL_TEXT + 1];
  for (int i = 0; i < scene->wall_count; i++) {
    write_wall(&scene->wall[i], name);
    if (strcmp(name, wall) == 0)
      return true;
  }
  return false;
}

/* How many of something a seat has beside the board. */
static int supply_of(const Scene *scene, int seat, const char *group,
                     const char *label) {
  for (int i = 0; i < scene->held_count; i++) {
    const SceneHeld *held = &scene->held[i];
    if (held->piece.seat == seat && held->piece.shape != SCENE_EMPTY &&
        strcmp(held->group, group) == 0 &&
        strcmp(held->piece.label, label) == 0)
      return held->count;
  }
  return 0;
}

static void check_quoridor(const Table *t, const Scene *scene) {
  char name[CELL_TEXT];
  assert_int_equal(scene->piece_count, t->game->seats);
  assert_int_equal(scene->note_count,
                   t->game->seats + (scene->highlight_count > 0));
  for (int seat = 0; seat < t->game->seats; seat++) {
    assert_int_equal(scene->piece[seat].seat, seat);
    assert_string_equal(name_cell(scene->piece[seat].at, name),
                        table_ask(t, "pawn", seat, NULL).text[0]);
    assert_int_equal(supply_of(scene, seat, "walls", ""),
                     ask_number(t, "walls_left", seat, NULL));
  }
  Answer walls = table_ask(t, "walls", 0, NULL);
  assert_int_equal(scene->wall_count, walls.count);
  for (int i = 0; i < walls.count; i++)
    assert_true(has_wall(scene, walls.text[i]));
}

static void check_pile(const Table *t, const Scene *scene, Cell at) {
  char name[CELL_TEXT];
  const ScenePiece *on[SCENE_PIECES];
  Answer pile = table_ask(t, "pile", 0, name_cell(at, name));
  assert_int_equal(pieces_on(scene, at, on), pile.count);
  for (int i = 0; i < pile.count; i++)
    assert_int_equal(on[i]->seat, pile.number[i]);
}

static void check_dorix(const Table *t, const Scene *scene) {
  static const char *const DIAGONALS[] = {"rising", "falling"};
  int columns = option_of(t->game, "columns", 0), shaded = 0;
  int cells = columns * option_of(t->game, "rows", 0);
  for (int i = 0; i < cells; i++)
    check_pile(t, scene, (Cell){i % columns, i / columns});
  bool seen[SCENE_CELLS] = {false};
  for (size_t d = 0; d < COUNT(DIAGONALS); d++) {
    Answer diagonal = table_ask(t, DIAGONALS[d], 0, NULL);
    for (int i = 0; i < diagonal.count; i++) {
      const char *cell = diagonal.text[i];
      bool *met = &seen[(cell[1] - '1') * columns + cell[0] - 'a'];
      assert_true(is_shaded(scene, cell));
      shaded += !*met;
      *met = true;
    }
  }
  assert_int_equal(scene->shaded_count, shaded);
  assert_int_equal(scene->note_count, 1 + (scene->highlight_count > 0));
  for (int seat = 0; seat < t->game->seats; seat++)
    assert_int_equal(supply_of(scene, seat, "in hand", ""),
                     ask_number(t, "hand", seat, NULL));
}

static void check_square(const Table *t, const Scene *scene, Cell at) {
  char name[CELL_TEXT];
  const ScenePiece *on[SCENE_PIECES];
  int n = pieces_on(scene, at, on);
  name_cell(at, name);
  Answer held = table_ask(t, "cell", 0, name);
  bool nested = ask_number(t, "nested", 0, name);
  assert_int_equal(n, strlen(held.text[0]));
  for (int i = 0; i < n; i++) {
    const char letter[] = {held.text[0][i], '\0'};
    assert_string_equal(on[i]->label, letter);
    assert_int_equal(on[i]->size, strchr(" SML", *letter) - " SML");
    assert_int_equal(on[i]->shape, nested && i ? SCENE_RING : SCENE_DISC);
    assert_int_equal(on[i]->seat, SCENE_NOBODY);
  }
}

static void check_tictacdoh(const Table *t, const Scene *scene) {
  for (int i = 0; i < scene->columns * scene->rows; i++)
    check_square(t, scene, (Cell){i % scene->columns, i / scene->columns});
  bool playing = t->state->outcome == PLAYING;
  Answer window = table_ask(t, "window", 0, NULL);
  assert_int_equal(scene->shaded_count, playing ? window.count : 0);
  for (int i = 0; i < scene->shaded_count; i++)
    assert_true(is_shaded(scene, window.text[i]));
  assert_int_equal(scene->note_count, 1 + (scene->highlight_count > 0));
  static const char *const LETTERS[] = {"S", "M", "L"};
  for (size_t i = 0; i < COUNT(LETTERS); i++)
    assert_int_equal(supply_of(scene, SCENE_NOBODY, "", LETTERS[i]),
                     ask_number(t, "stash", 0, LETTERS[i]));
}

/* Writes a piece as the accessor tower() does: B1, T2n. */
static int write_orbital_piece(const ScenePiece *piece, char *text) {
  static const struct {
    const char *label;
    int size;
    char letter;
    const char *direction;
  } LOOKS[] = {{"B", 3, 'B', ""},  {"↑", 2, 'T', "n"}, {"→", 2, 'T', "e"},
               {"↓", 2, 'T', "s"}, {"←", 2, 'T', "w"}, {"A", 1, 'A', ""}};
  size_t i = 0;
  while (i < COUNT(LOOKS) && strcmp(LOOKS[i].label, piece->label) != 0)
    i++;
  assert_true(i < COUNT(LOOKS));
  assert_int_equal(piece->size, LOOKS[i].size);
  return sprintf(text, "%c%d%s", LOOKS[i].letter, piece->seat + 1,
                 LOOKS[i].direction);
}

static void check_tower(const Table *t, const Scene *scene, Cell at) {
  char name[CELL_TEXT], tower[64] = "";
  const ScenePiece *on[SCENE_PIECES];
  int n = pieces_on(scene, at, on), used = 0;
  assert_in_range(n, 0, 6);
  for (int i = 0; i < n; i++)
    used += write_orbital_piece(on[i], tower + used);
  assert_string_equal(tower,
                      table_ask(t, "tower", 0, name_cell(at, name)).text[0]);
}

static void check_orbital(const Table *t, const Scene *scene) {
  int size = size_of(t->game);
  for (int i = 0; i < size * size; i++)
    check_tower(t, scene, (Cell){i % size, i / size});
  bool says = t->state->outcome != DRAW; /* where to play on, or who has won */
  assert_int_equal(scene->note_count, (scene->mark_count > 0) + says);
  for (int seat = 0; seat < 2; seat++) {
    char towers[16];
    snprintf(towers, sizeof towers, "%d",
             ask_number(t, "towers_won", seat, NULL));
    assert_int_equal(supply_of(scene, seat, "towers", towers), 1);
    assert_int_equal(supply_of(scene, seat, "base", "B"),
                     ask_number(t, "hand", seat, "B"));
    assert_int_equal(supply_of(scene, seat, "thruster", "T"),
                     ask_number(t, "hand", seat, "T"));
    assert_int_equal(supply_of(scene, seat, "antenna", "A"),
                     ask_number(t, "hand", seat, "A"));
  }
}

/* ---- along random games --------------------------------------------------*/

static void assert_on_grid(const Scene *scene, Cell at) {
  assert_in_range(at.column, 0, scene->columns - 1);
  assert_in_range(at.row, 0, scene->rows - 1);
}

/* Checks what must hold for every scene. Walls lie between cells. */
static void check_scene(const Table *t, const Scene *scene) {
  int size = size_of(t->game);
  assert_int_equal(scene->columns, option_of(t->game, "columns", size));
  assert_int_equal(scene->rows, option_of(t->game, "rows", size));
  assert_in_range(scene->shaded_count, 0, SCENE_CELLS);
  assert_in_range(scene->piece_count, 0, SCENE_PIECES);
  assert_in_range(scene->wall_count, 0, SCENE_WALLS);
  assert_in_range(scene->note_count, 0, SCENE_NOTES);
  for (int i = 0; i < scene->shaded_count; i++)
    assert_on_grid(scene, scene->shaded[i]);
  for (int i = 0; i < scene->piece_count; i++) {
    const ScenePiece *piece = &scene->piece[i];
    assert_on_grid(scene, piece->at);
    assert_true(piece->seat >= SCENE_NOBODY && piece->seat < t->game->seats);
    assert_in_range(piece->size, 1, 3);
    assert_in_range(piece->shape, SCENE_DISC, SCENE_RING);
    assert_non_null(memchr(piece->label, '\0', sizeof piece->label));
  }
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    int right = w->vertical ? 1 : w->length - 1;
    int up = w->vertical ? w->length - 1 : 1;
    assert_in_range(w->length, 1, BOARD_SIDE_MAX);
    assert_on_grid(scene, (Cell){w->at.column + right, w->at.row + up});
  }
  for (int i = 0; i < scene->note_count; i++) {
    size_t length = strlen(scene->note[i]);
    assert_in_range(length, 1, SCENE_TEXT - 2); /* none is truncated */
    assert_null(strchr(scene->note[i], '\n'));
  }
}

typedef void Check(const Table *t, const Scene *scene);

/* Checks each position of a random game, including the last. */
static void check_along(Game *game, Rng *rng, int plies, Check *check) {
  Table table = {game, game_start(game)};
  assert_non_null(table.state);
  for (bool playing = true; playing && plies-- > 0;) {
    Scene scene;
    paint(&table, &scene);
    check_scene(&table, &scene);
    check(&table, &scene);
    playing = table.state->outcome == PLAYING;
    if (playing)
      game_play(game, table.state, game_random_move(game, table.state, rng));
  }
  table_clear(&table);
}

static const struct {
  const char *name, *largest;
  Check *check;
} GAMES[] = {
    {"quoridor", "quoridor:players=4,size=11,walls=30", check_quoridor},
    {"dorix", "dorix:players=4,pawns=40,size=6", check_dorix},
    {"tictacdoh",
     "tictacdoh:players=4,small=15,medium=15,large=15,window=4,line_length=4",
     check_tictacdoh},
    {"orbital",
     "orbital:size=6,bases=12,thrusters=12,antennas=12,towers_to_win=12,"
     "tower_height=6",
     check_orbital},
};

enum { GAMES_EACH = 25, PLIES = 250 };

static void scenes_agree_with_the_accessors(void **state) {
  (void)state;
  for (size_t g = 0; g < COUNT(GAMES); g++)
    for (int i = 0; i < GAMES_EACH; i++) {
      char spec[SPEC_TEXT];
      Rng rng;
      rng_seed(&rng, 12, (uint64_t)i);
      draw_spec(rules_named(GAMES[g].name), 50, &rng, spec);
      Game *game = game_open(spec, NULL); /* NULL: invalid combination */
      if (game)
        check_along(game, &rng, PLIES, GAMES[g].check);
    }
}

static void
scenes_agree_with_the_accessors_under_the_largest_options(void **state) {
  (void)state;
  for (size_t g = 0; g < COUNT(GAMES); g++)
    for (int i = 0; i < 3; i++) {
      Error error = {0};
      Rng rng;
      rng_seed(&rng, 13, (uint64_t)i);
      Game *game = game_open(GAMES[g].largest, &error);
      if (!game)
        fail_msg("%s", error.message);
      check_along(game, &rng, 2 * PLIES, GAMES[g].check);
    }
}

/* A scene is optional, but every built-in game provides one. */
static void every_built_in_game_has_a_scene_that_is_checked(void **state) {
  (void)state;
  size_t games = 0;
  for (const Rules *const *r = game_rules; *r; r++, games++)
    assert_non_null((*r)->scene);
  assert_int_equal(games, COUNT(GAMES));
}

/* ---- limits --------------------------------------------------------------*/

static void all_pawns_of_the_largest_dorix_fit(void **state) {
  (void)state;
  Table table = table_set("dorix:players=4,pawns=40,size=6",
                          "a1=1111111111111111111111111111111111111111 hand1=0 "
                          "a2=2222222222222222222222222222222222222222 hand2=0 "
                          "a3=3333333333333333333333333333333333333333 hand3=0 "
                          "f6=4444444444444444444444444444444444444444 "
                          "hand4=0");
  Scene scene;
  paint(&table, &scene);
  assert_int_equal(scene.piece_count, 160);
  check_scene(&table, &scene);
  check_dorix(&table, &scene);
  table_clear(&table);
}

/* Full rows of walls, open alternately at the right and at the left, leave one
 * long path. */
static void many_walls_fit(void **state) {
  (void)state;
  char settings[512] = "walls=";
  for (int row = 1; row <= 10; row++)
    for (int column = row % 2 ? 0 : 1; column < 10; column += 2)
      sprintf(settings + strlen(settings), "%s%c%dh",
              row > 1 || column ? "," : "", 'a' + column, row);
  Table table = table_set("quoridor:size=11", settings);
  Scene scene;
  paint(&table, &scene);
  assert_int_equal(scene.wall_count, 50);
  assert_int_equal(scene.wall[49].length, 2);
  check_scene(&table, &scene);
  check_quoridor(&table, &scene);
  table_clear(&table);
}

/* Walls of one cell to the right of every cell but three. */
static void walls_of_one_cell_fit(void **state) {
  (void)state;
  char settings[1024] = "walls=a1v";
  for (int i = 1; i < 107; i++)
    sprintf(settings + strlen(settings), ",%c%dv", 'a' + i % 10, 1 + i / 10);
  strcat(settings, ",i11v,j11v");
  Table table = table_set("quoridor:size=11,wall_length=1", settings);
  Scene scene;
  paint(&table, &scene);
  assert_int_equal(scene.wall_count, 109);
  check_scene(&table, &scene);
  check_quoridor(&table, &scene);
  table_clear(&table);
}

static void items_beyond_the_capacity_are_left_out(void **state) {
  (void)state;
  char line[2 * SCENE_TEXT];
  memset(line, 'x', sizeof line);
  line[sizeof line - 1] = '\0';
  Scene scene;
  memset(&scene, 0, sizeof scene);
  for (int i = 0; i < 2 * SCENE_PIECES; i++) {
    Cell at = {i, i};
    scene_shade(&scene, at);
    scene_add_piece(&scene, (ScenePiece){.at = at, .size = 1});
    scene_add_wall(&scene, (SceneWall){.at = at});
    scene_highlight(&scene, at);
    scene_add_mark(&scene, (SceneMark){.at = at});
    scene_add_edge(&scene, SCENE_TOP, 0);
    scene_add_held(&scene, (SceneHeld){.count = i + 1});
    scene_add_note(&scene, "%d %s", i, line);
  }
  assert_int_equal(scene.highlight_count, SCENE_CELLS);
  assert_int_equal(scene.mark_count, SCENE_MARKS);
  assert_int_equal(scene.mark[SCENE_MARKS - 1].at.row, SCENE_MARKS - 1);
  assert_int_equal(scene.edge_count, SCENE_EDGES);
  assert_int_equal(scene.held_count, SCENE_HELD);
  assert_int_equal(scene.held[SCENE_HELD - 1].count, SCENE_HELD);
  assert_int_equal(scene.shaded_count, SCENE_CELLS);
  assert_int_equal(scene.shaded[SCENE_CELLS - 1].column, SCENE_CELLS - 1);
  assert_int_equal(scene.piece_count, SCENE_PIECES);
  assert_int_equal(scene.piece[SCENE_PIECES - 1].at.row, SCENE_PIECES - 1);
  assert_int_equal(scene.wall_count, SCENE_WALLS);
  assert_int_equal(scene.note_count, SCENE_NOTES);
  for (int i = 0; i < SCENE_NOTES; i++) {
    assert_int_equal(strlen(scene.note[i]), SCENE_TEXT - 1);
    assert_int_equal(atoi(scene.note[i]), i);
  }
}

/* ---- other games ---------------------------------------------------------*/

static void a_game_without_a_scene_function_has_an_empty_scene(void **state) {
  (void)state;
  Rules rules = *rules_named("orbital");
  rules.scene = NULL;
  Table table = {.game = open_as("orbital", &rules)};
  table.state = game_start(table.game);
  Scene scene, empty;
  memset(&scene, 0xa5, sizeof scene);
  memset(&empty, 0, sizeof empty);
  assert_false(scene_paint(table.game, table.state, &scene));
  assert_memory_equal(&scene, &empty, sizeof scene);
  table_clear(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quoridor_scenes_show_pawns_and_walls),
      cmocka_unit_test(quoridor_scenes_show_the_goals),
      cmocka_unit_test(dorix_scenes_highlight_the_diagonals_of_the_winner),
      cmocka_unit_test(tictacdoh_scenes_highlight_lines),
      cmocka_unit_test(orbital_scenes_show_where_the_last_piece_sends),
      cmocka_unit_test(the_cells_of_the_last_move_are_shown),
      cmocka_unit_test(dorix_scenes_show_piles_and_diagonals),
      cmocka_unit_test(tictacdoh_scenes_show_stacks_nests_and_the_window),
      cmocka_unit_test(orbital_scenes_show_towers_and_directions),
      cmocka_unit_test(scenes_agree_with_the_accessors),
      cmocka_unit_test(
          scenes_agree_with_the_accessors_under_the_largest_options),
      cmocka_unit_test(every_built_in_game_has_a_scene_that_is_checked),
      cmocka_unit_test(all_pawns_of_the_largest_dorix_fit),
      cmocka_unit_test(many_walls_fit),
      cmocka_unit_test(walls_of_one_cell_fit),
      cmocka_unit_test(items_beyond_the_capacity_are_left_out),
      cmocka_unit_test(a_game_without_a_scene_function_has_an_empty_scene),
  };
  return RUN_TESTS(tests);
}
