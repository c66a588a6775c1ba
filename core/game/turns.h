/* Turns of a particular kind, as positions of games from files express them: by
 * fields with these names, which have a number for each seat.
 *
 * Rounds, in which seats choose at the same time: the seats choose one after
 * the other, and none sees what the others have chosen until all have. To
 * everybody else these are moves like any other, of a game that hides
 * something. Outside of a round all numbers are 0.
 *
 * Elimination: seats that are out have no more turns and cannot win. */
#ifndef BOARDLAB_CORE_GAME_TURNS_H
#define BOARDLAB_CORE_GAME_TURNS_H

#include "core/game/game.h"

/* In a round: the move of a seat plus 1; or one of the following. */
#define FIELD_CHOSEN "_chosen"
enum {
  CHOSEN_OPEN = -1,   /* it has yet to choose */
  CHOSEN_HIDDEN = -2, /* it has chosen what the observer does not see */
  CHOSEN_PASS = INT32_MAX
};

/* When a seat went out: 1 for the first, and so on; 0 while it is in. */
#define FIELD_OUT "_out"

/* Whether a game has places: its rules, or those of its base, eliminate seats.
 */
bool game_has_places(const Game *game);

/* The seats that are out, a bit each. */
unsigned game_out(const Game *game, const State *state);

/* The places of the seats in a last position: 1 for the winners, then who is
 * still in, then the others, the last to go out first. Seats can share one. */
void game_places(const Game *game, const State *last, uint8_t place[SEATS_MAX]);

#endif
