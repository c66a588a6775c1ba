/* Scenes: a picture of a position, described by its parts: a grid of cells, or
 * of points on lines, pieces on the cells, walls between them, marks on cells
 * and along the edges, cards, dice, counters and pieces beside the board, and a
 * few lines of text.
 *
 * A game fills in a scene (Rules.scene); the report and the terminal draw it. A
 * game without a board has neither columns nor rows. A scene is a plain value
 * of some 100 kilobytes that the caller owns. Seats are numbered from 0, but
 * from 1 in the notes. */
#ifndef BOARDLAB_CORE_GAME_SCENE_H
#define BOARDLAB_CORE_GAME_SCENE_H

#include "core/base/cell.h"
#include "core/base/message.h"
#include "core/game/game.h"

/* Enough for every game with its largest options, and for the boards of games
 * in Lua; what does not fit is left out. */
enum {
  SCENE_CELLS = BOARD_SIDE_MAX * BOARD_SIDE_MAX,
  SCENE_PIECES = 1024,
  SCENE_WALLS = 256,
  SCENE_MARKS = 256,
  SCENE_EDGES = 32,
  SCENE_LINES = 512,
  SCENE_HELD = 256,
  SCENE_MOVED = 16,
  SCENE_NOTES = 40,
  SCENE_TEXT = 80,
  SCENE_LABEL = 32
};

/* A piece on a cell has one of the first three. */
typedef enum SceneShape {
  SCENE_DISC,
  SCENE_RING,
  SCENE_SQUARE,
  SCENE_CARD,    /* its label is its face */
  SCENE_BACK,    /* cards face down, as many as the count says */
  SCENE_EMPTY,   /* a place for cards where none is */
  SCENE_DIE,     /* its label is the face that shows, or "" */
  SCENE_COUNTER, /* a number, the label, of something; */
  SCENE_SCORE,   /* of points */
  SCENE_WALL,    /* to be placed between cells */
  SCENE_SHAPES
} SceneShape;

/* The names of the shapes, in that order, ended by NULL. */
extern const char *const SCENE_SHAPE_NAMES[];

enum { SCENE_NOBODY = -1 };

typedef struct ScenePiece {
  Cell at;
  int8_t seat;   /* its owner, or SCENE_NOBODY */
  uint8_t size;  /* from 1 (small) to 3 (large) */
  uint8_t shape; /* a SceneShape; a ring surrounds the pieces below it */
  char label[SCENE_LABEL]; /* UTF-8, or "" */
} ScenePiece;

/* A wall runs along the upper edges of a cell and of the next ones to the right
 * or, if vertical, along the right edges of a cell and of the next ones above,
 * as many as its length says. */
typedef struct SceneWall {
  Cell at;
  bool vertical;
  uint8_t length; /* at least 1 */
} SceneWall;

/* A mark on a cell, whether pieces stand there or not: a goal, say, or who owns
 * a tower. */
typedef struct SceneMark {
  Cell at;
  int8_t seat; /* whose it is, or SCENE_NOBODY */
  char label[SCENE_LABEL];
} SceneMark;

/* A side of the board that matters to a seat: its goal, say. The bottom is row
 * 0, wherever it is drawn. */
typedef enum SceneSide {
  SCENE_BOTTOM,
  SCENE_TOP,
  SCENE_LEFT,
  SCENE_RIGHT,
  SCENE_SIDES
} SceneSide;

typedef struct SceneEdge {
  uint8_t side; /* a SceneSide */
  int8_t seat;
} SceneEdge;

/* Like pieces or cards beside the board: at their seat or, if nobody's, on the
 * table. The cell means nothing. */
typedef struct SceneHeld {
  ScenePiece piece;
  int count;               /* at least 1 */
  char group[SCENE_LABEL]; /* what they are together, such as "hand"; or "" */
} SceneHeld;

/* A line from a point to the next. */
typedef struct SceneLine {
  Cell from, to;
} SceneLine;

struct Scene {
  bool overflow;     /* there was more than fits, and the rest was dropped */
  int columns, rows; /* column 0 and row 0 are at the lower left, */
  bool down;         /* or at the upper left */
  bool hex;  /* hexagons: each row is half a cell further right than the one
                before it */
  bool bare; /* without the names of columns and rows */
  int absent_count; /* places without a cell */
  Cell absent[SCENE_CELLS];
  int line_count; /* if there are lines, cells are points on them */
  SceneLine line[SCENE_LINES];
  int shaded_count; /* cells in a darker tone */
  Cell shaded[SCENE_CELLS];
  int highlight_count; /* cells to look at: a winning line, for example */
  Cell highlight[SCENE_CELLS];
  int piece_count; /* pieces on the same cell: from the bottom up */
  ScenePiece piece[SCENE_PIECES];
  int wall_count;
  SceneWall wall[SCENE_WALLS];
  int mark_count;
  SceneMark mark[SCENE_MARKS];
  int edge_count;
  SceneEdge edge[SCENE_EDGES];
  int held_count; /* those of a seat one after the other */
  SceneHeld held[SCENE_HELD];
  int moved_count; /* cells of the last move, the one that it goes to first */
  Cell moved[SCENE_MOVED];
  int note_count; /* one line of text each */
  char note[SCENE_NOTES][SCENE_TEXT];
};

/* Fills in the scene of a position. Returns false, with an empty scene, if the
 * game has none. Seats are those of the board: colours do not change when
 * players swap sides. */
bool scene_paint(const Game *game, const State *state, Scene *scene);

/* Whether a scene, wherever it comes from, keeps to its limits: all of it is on
 * its board, which may be empty, and the texts and seats are such. */
bool scene_check(const Game *game, const Scene *scene, Error *error);

/* What crosses of a scene between two processes: as much as is in use. One that
 * is read is checked, and its texts are cleaned. */
void scene_cross(Message *m, const Game *game, Scene *scene);

/* Fills in the cells of the last move: its parts `to` and `from` or, without
 * them, the cells that its text consists of; where seats choose at the same
 * time, of what all have chosen, once the last one has. If it was a roll and
 * the rules have taken the dice up again, shows the faces that its text gives,
 * in a game without cards. `before` is the position in which it was played. */
void scene_show_move(const Game *game, const State *before, Move move,
                     Scene *scene);

/* For Rules.scene: takes over the shape of a board among the fields of a file.
 */
void scene_set_board(Scene *scene, const Field *board);

/* The same with its values as pieces: 1, 2, … are discs of these seats,
 * labelled with the marks of the board. The number of a seat is shown anyway.
 */
void scene_add_board(Scene *scene, const Field *board, const int32_t cells[],
                     int seats);
ScenePiece scene_usual_piece(const Field *board, int32_t value, int seats);

/* Copies a text into a label, as many whole characters as fit. */
void scene_set_label(char label[SCENE_LABEL], const char *text);

/* Writes what is beside the board of the same seat as the item `from`, such as
 * "score 4; hand 3 7 10", and returns where the next seat's begins. */
enum { SCENE_HELD_TEXT = SCENE_HELD * (2 * SCENE_LABEL + 16) };
int scene_write_held(const Scene *scene, int from, char text[SCENE_HELD_TEXT]);

/* Whether a scene has a cell there. */
bool scene_has(const Scene *scene, Cell at);

/* For Rules.scene: each adds one part, unless the scene is full. */
void scene_leave_out(Scene *scene, Cell at);
void scene_add_line(Scene *scene, SceneLine line);
void scene_shade(Scene *scene, Cell at);
void scene_highlight(Scene *scene, Cell at);
void scene_add_piece(Scene *scene, ScenePiece piece);
void scene_add_wall(Scene *scene, SceneWall wall);
void scene_add_mark(Scene *scene, SceneMark mark);
void scene_add_edge(Scene *scene, SceneSide side, int seat);
void scene_add_held(Scene *scene, SceneHeld held);

/* Adds so many of a piece beside the board, or none. */
void scene_add_supply(Scene *scene, ScenePiece piece, int count,
                      const char *group);
void scene_add_note(Scene *scene, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
