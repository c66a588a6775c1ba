/* Inputs: what a network sees of a position, as small numbers in a fixed order.
 *
 * They come from what a game declares: every cell of its boards and every
 * number of its other fields, and its features (Rules.features). What never
 * changes is left out, and large numbers are put into classes. A plan says
 * which fields these are, and how a position can be turned without changing who
 * wins; it is found once, by random games, and kept with the weights that were
 * learned from it.
 *
 * A seat sees a position from its own side if the seats are alike: as the first
 * seat would see the same position with the seats changed about. What a seat
 * cannot see is no input for it. */
#ifndef BOARDLAB_CORE_LEARN_INPUTS_H
#define BOARDLAB_CORE_LEARN_INPUTS_H

#include "core/base/message.h"
#include "core/game/game.h"

enum {
  INPUTS_MAX = 1024,
  INPUT_VALUES = 16, /* an input is a number below this */
  INPUT_FIELDS = 64,
  INPUT_IMAGES = 16,
  INPUT_NEAR = 8
};

/* A field that is used. */
typedef struct InputField {
  uint8_t source; /* its place among the fields of the game and its bases, which
                     their features follow */
  uint8_t values; /* of an input, from 2 to INPUT_VALUES */
  int32_t least;  /* the number that is 0 as an input */
} InputField;

/* How seats are changed about: what happens to the numbers of fields. */
typedef enum SeatChange {
  SEATS_STAY,  /* they are about no seat */
  SEATS_FIRST, /* 1, 2, … are the seats, and what follows is nobody's */
  SEATS_APART, /* so is one number, then follow pieces of the seats again: of
                  two, 4 is another piece of seat 1 */
  SEATS_ALL,   /* they follow at once: 3 is another piece of seat 1 */
  SEATS_LISTED /* of lists: each seat has as many of them */
} SeatChange;

/* The view of a seat: the boards are turned by a symmetry (GRID_SWAP and the
 * like), and the seats go round until it is the first. */
typedef struct InputView {
  uint8_t symmetry;
  uint8_t cells, lists; /* SeatChange */
  uint8_t neutral; /* bit b: the numbers of board b are about no seat, of the
                      first boards */
} InputView;

enum { INPUT_BOARDS = 3 /* that may be neutral */ };

typedef struct InputPlan {
  bool own; /* the game's own evaluation is an input as well: the network learns
               what it lacks */
  int fields;
  InputField field[INPUT_FIELDS];
  int images; /* symmetries of boards; the first is the identity */
  uint8_t image[INPUT_IMAGES];
  bool alike; /* the seats have views; otherwise all see the same */
  InputView view[SEATS_MAX];
} InputPlan;

/* Finds the plan of a game, where its rules run. Fails if it has nothing that
 * could be an input. */
bool inputs_find(const Game *game, InputPlan *plan, Error *error);

/* What crosses of a plan, and whether one from elsewhere fits a game. */
void inputs_cross(Message *m, InputPlan *plan);
bool inputs_check(const Game *game, const InputPlan *plan, Error *error);

/* What an input is: the name of its field, and where it is on its board, or in
 * its list: then there are no rows. */
typedef struct InputPlace {
  const char *field; /* the game's */
  int16_t column, row, columns, rows;
} InputPlace;

typedef struct Inputs {
  const Game *game;
  InputPlan plan;
  int count;
  InputPlace place[INPUTS_MAX];
  uint8_t values[INPUTS_MAX];           /* of each input */
  uint8_t field[INPUTS_MAX];            /* in the plan */
  int16_t near[INPUTS_MAX][INPUT_NEAR]; /* the inputs beside it, or -1 */
  int16_t above[INPUTS_MAX]; /* the same cell of another board, or -1 */
  /* Where each symmetry takes every input. */
  int16_t image[INPUT_IMAGES][INPUTS_MAX];
  /* By view: where in a state the number of each input is, and which input each
   * number of a field is, from its least on. */
  int views;
  uint32_t (*at)[INPUTS_MAX];
  uint8_t (*input_of)[INPUT_FIELDS][256];
  char *seen; /* memory for what a seat sees, and features; NULL if it is the
                 whole state */
} Inputs;

/* The inputs of a game by a plan that fits it. The caller frees them, before
 * the game is closed. */
Inputs *inputs_new(const Game *game, const InputPlan *plan);
void inputs_free(Inputs *in);

/* The seat of the innermost base that a seat plays: players may have swapped
 * seats in a variant, and what inputs tell is about the seats of the base. */
int inputs_role(const Game *game, const State *state, int seat);

/* Reads the inputs of a position for a seat, as one that has this role. */
void inputs_read(const Inputs *in, const State *state, int seat, int role,
                 uint8_t value[]);

#endif
