/* Rounds in which seats choose at the same time.
 *
 * The seats choose one after the other, and none sees what the others have
 * chosen until all have: to everybody else these are moves like any other, of a
 * game that hides something. A game that has such rounds, or one of its bases,
 * has a field of this name with a number for each seat, all 0 outside of a
 * round. */
#ifndef BOARDLAB_CORE_GAME_CHOSEN_H
#define BOARDLAB_CORE_GAME_CHOSEN_H

#include <stdint.h>

#define FIELD_CHOSEN "_chosen"

/* In a round: the move of a seat plus 1; or one of these. */
enum {
  CHOSEN_OPEN = -1,   /* it has yet to choose */
  CHOSEN_HIDDEN = -2, /* it has chosen what the observer does not see */
  CHOSEN_PASS = INT32_MAX
};

#endif
