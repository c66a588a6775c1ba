/* Scenes: a picture of a position, described by its parts: a grid of cells,
 * pieces on the cells, walls between them, and a few lines of text.
 *
 * A game with a board fills in a scene (Rules.scene); the report draws it. A
 * scene is a plain value of a few kilobytes that the caller owns. Seats are
 * numbered from 0, but from 1 in the notes. */
#ifndef BOARDLAB_CORE_GAME_SCENE_H
#define BOARDLAB_CORE_GAME_SCENE_H

#include "core/base/cell.h"
#include "core/game/game.h"

/* Enough for every game with its largest options; what does not fit is left
 * out. */
enum {
  SCENE_CELLS = 121,  /* Quoridor 11 × 11 */
  SCENE_PIECES = 160, /* the pawns of Dorix */
  SCENE_WALLS = 100,
  SCENE_NOTES = SEATS_MAX + 4,
  SCENE_TEXT = 80
};

typedef enum SceneShape { SCENE_DISC, SCENE_RING } SceneShape;

enum { SCENE_NOBODY = -1 };

typedef struct ScenePiece {
  Cell at;
  int8_t seat;   /* its owner, or SCENE_NOBODY */
  uint8_t size;  /* from 1 (small) to 3 (large) */
  uint8_t shape; /* a SceneShape; a ring surrounds the pieces below it */
  char label[8]; /* UTF-8, or "" */
} ScenePiece;

/* A wall runs along the upper edges of a cell and its right neighbour or, if
 * vertical, along the right edges of a cell and its upper neighbour. */
typedef struct SceneWall {
  Cell at;
  bool vertical;
} SceneWall;

struct Scene {
  bool overflow;     /* there was more than fits, and the rest was dropped */
  int columns, rows; /* column 0 and row 0 are at the lower left */
  int shaded_count;  /* cells in a darker tone */
  Cell shaded[SCENE_CELLS];
  int piece_count; /* pieces on the same cell: from the bottom up */
  ScenePiece piece[SCENE_PIECES];
  int wall_count;
  SceneWall wall[SCENE_WALLS];
  int note_count; /* one line of text each */
  char note[SCENE_NOTES][SCENE_TEXT];
};

/* Fills in the scene of a position. Returns false, with an empty scene, if the
 * game has none. A variant has the scene of its base game, with that game's
 * seats: colours do not change when players swap sides. */
bool scene_paint(const Game *game, const State *state, Scene *scene);

/* For Rules.scene: each adds one part, unless the scene is full. */
void scene_shade(Scene *scene, Cell at);
void scene_add_piece(Scene *scene, ScenePiece piece);
void scene_add_wall(Scene *scene, SceneWall wall);
void scene_add_note(Scene *scene, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
