/* A picture of a position in parts that anybody can draw: a grid of cells,
 * pieces on them, walls between them, and a few remarks.
 *
 * A game with a board fills one in from a position (Rules.scene); the report
 * draws it. It is a plain value of a few kilobytes that the caller owns. Seats
 * count from 0, but from 1 in the notes. */
#ifndef BOARDLAB_CORE_GAME_SCENE_H
#define BOARDLAB_CORE_GAME_SCENE_H

#include "core/base/cell.h"
#include "core/game/game.h"

/* Enough for every game under its greatest options; each says so where it
 * paints. */
enum {
  SCENE_CELLS = 121,  /* all of Quoridor's */
  SCENE_PIECES = 160, /* all of Dorix' */
  SCENE_WALLS = 100,
  SCENE_NOTES = SEATS_MAX + 4,
  SCENE_TEXT = 80
};

typedef enum SceneShape { SCENE_DISC, SCENE_RING } SceneShape;

enum { SCENE_NOBODY = -1 };

typedef struct ScenePiece {
  Cell at;
  int8_t seat;   /* whose it is, or SCENE_NOBODY */
  uint8_t size;  /* from 1, small, to 3 */
  uint8_t shape; /* a SceneShape; a ring goes around what is below it */
  char label[8]; /* UTF-8, or "" */
} ScenePiece;

/* Along the upper edges of a cell and the next to its right; or, if vertical,
 * along the right edges of a cell and the next above it. */
typedef struct SceneWall {
  Cell at;
  bool vertical;
} SceneWall;

struct Scene {
  bool overflow;     /* there was more than fits, and the rest was dropped */
  int columns, rows; /* the first are at the lower left */
  int shaded_count;  /* cells in another tone */
  Cell shaded[SCENE_CELLS];
  int piece_count; /* those on the same cell from the bottom up */
  ScenePiece piece[SCENE_PIECES];
  int wall_count;
  SceneWall wall[SCENE_WALLS];
  int note_count; /* a line of text each */
  char note[SCENE_NOTES][SCENE_TEXT];
};

/* Paints a position; false, and an empty scene, if the game has no picture. A
 * variant has that of the game it changes, with that game's seats: where
 * players have swapped sides, the colours stay. */
bool scene_paint(const Game *game, const State *state, Scene *scene);

/* For those who paint: each adds one, as long as there is room. */
void scene_shade(Scene *scene, Cell at);
void scene_add_piece(Scene *scene, ScenePiece piece);
void scene_add_wall(Scene *scene, SceneWall wall);
void scene_add_note(Scene *scene, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
