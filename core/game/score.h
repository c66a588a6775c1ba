/* Scores: the points of each seat, in games that have them (Rules.score).
 *
 * A score is kept as a whole number of thousandths, so that sums of scores do
 * not depend on the order of adding, and a file that was written and read again
 * holds the same. The score of a side is the sum of its seats'. */
#ifndef BOARDLAB_CORE_GAME_SCORE_H
#define BOARDLAB_CORE_GAME_SCORE_H

#include "core/game/game.h"

enum {
  SCORE_UNIT = 1000, /* thousandths in a point */
  SCORE_MAX =
      1000000,     /* points of a seat, at most; at least the same below 0 */
  SCORE_TEXT = 24, /* bytes for a score as text */
  SCORES_TEXT = SEATS_MAX * SCORE_TEXT
};

/* Whether a number may be the score of a seat: from -SCORE_MAX to SCORE_MAX. */
static inline bool score_is_valid(double points) {
  return points >= -SCORE_MAX && points <= SCORE_MAX;
}

/* Rounds points to thousandths. */
void score_round(const double points[], int seats, int32_t score[]);

/* Writes the score of every seat in thousandths, rounded. Works in any position
 * of a game that has scores. */
void game_score(const Game *game, const State *state, int32_t score[]);

/* Writes the score of every side. Returns how many sides there are. */
int score_sides(const uint8_t side[], int seats, const int32_t score[],
                int64_t sum[SEATS_MAX]);

/* The seats of the sides with the highest score, as bits; none if that is all
 * of two or more sides. `side` is the side of each seat. */
uint16_t score_winners(const uint8_t side[], int seats, const int32_t score[]);

/* Ends the game with these winners, or in a draw, and notes that the score has
 * decided. */
void state_set_by_score(State *state, uint16_t winners);

/* The score of a side minus the highest score of the other sides, in
 * thousandths; with one side only, its score. */
int64_t score_margin(const uint8_t side[], int seats, int of,
                     const int32_t score[]);

/* A score or a sum of scores in points. */
static inline double score_points(int64_t score) {
  return (double)score / SCORE_UNIT;
}

/* Writes a score or a sum of scores: "24", "-0.5". */
void score_format(int64_t score, char text[SCORE_TEXT]);

/* Reads what score_format writes for the score of a seat. */
bool score_read(const char *text, int32_t *score);

/* Writes the scores of all seats: "24 : 20". */
void scores_format(const int32_t score[], int seats, char text[SCORES_TEXT]);

#endif
