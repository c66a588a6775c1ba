/* Conformance: what every game must do, checked along random games.
 *
 * Everything above the game interface relies on these properties; a new game is
 * ready when it passes. In each position:
 *
 *   - outcome, seat to move and winners are valid, and partners win together
 *   - every value on a board with declared marks has one
 *   - there are legal moves exactly while the game is in progress; none is
 *     listed twice, a pass is listed alone, and there are at most max_moves
 *   - `count` and `legal` agree with the list; a random move is in the list
 *   - the text of every move is one word and no other's, and parses back to the
 *     same move; of many moves 64 are parsed
 *   - a copy of the position plays on to the same bytes and the same hash; a
 *     move writes nothing beyond the state
 *   - the board can be drawn
 *   - the evaluation gives one value between 0 and 1 per side, with sum 1
 *   - the position's own settings turn other positions into this one, byte for
 *     byte, wherever Rules.settings can express it. Without Rules.settings,
 *     setting the seat to its current value changes nothing
 *   - no query changes the position
 *
 * In the positions after 0, 1, 2, 4, 8, … plies and at the end of a game:
 *
 *   - `describe` gives every move at least one part, each key once, and never
 *     the key "text"; cells among the parts occur in the text of the move; two
 *     moves never have equal parts, unless "kind" is all there is; all keys
 *     are among those of game_part_keys; MovePart.of_state is true where a part
 *     depends on the position
 *   - every accessor answers for all seats, cells and words (Accessor.words),
 *     with the declared type and with seats and cells that exist; it refuses
 *     other arguments with a message
 *   - the pieces, walls and shaded cells of the scene are on its board, seats
 *     exist, and all of it fits
 *   - asked again, these give the same answers
 *   - after Rules.renew the legal moves are the same
 *
 * A playout stops when it should, and ends in a valid position. A counted
 * playout plays and counts the same moves as random bots.
 *
 * Positions with the same Rules.key have the same value and length under
 * perfect play, and the same legal moves up to names: see conform_keys. So have
 * positions with the same Rules.hash.
 *
 * A game must belong to the calling thread, as always. */
#ifndef BOARDLAB_CORE_GAME_CONFORM_H
#define BOARDLAB_CORE_GAME_CONFORM_H

#include "core/game/game.h"

/* How much was checked. Each function adds to it; start with zeros. */
typedef struct ConformCounts {
  int64_t positions; /* met in random games */
  int64_t moves;     /* legal in these positions */
  int64_t settings;  /* positions restored from their own settings */
  int64_t solved;    /* positions solved to compare them with others of the same
                        key or hash */
  int64_t pairs;     /* pairs of different positions with the same key or hash
                        whose moves were compared */
  /* Called for each position that was checked; a game ends when it returns
   * false. Or NULL. */
  bool (*progress)(void *context);
  void *context;
} ConformCounts;

/* Checks `games` random games, each up to max_plies. The message says what is
 * wrong and gives the line of moves that shows it, here and below. */
bool conform_games(const Game *game, uint64_t seed, int games, int max_plies,
                   ConformCounts *counts, Error *error);

/* Checks keys only; true if the game has none. Looks at the positions near
 * the start and near the ends of random games until about `work` moves have
 * been played. Wherever it has seen all that a position can lead to, and there
 * are at most two sides, it finds the exact value by retrograde analysis, with
 * the state's bytes as identity: positions with equal keys must have the same
 * value for the side to move, in the same number of plies. Beyond that, two
 * positions with equal keys must have equally many legal moves, and these must
 * lead to the same keys and outcomes: it plays symmetric games from such
 * pairs, choosing corresponding moves in both. */
bool conform_keys(const Game *game, uint64_t seed, int64_t work,
                  ConformCounts *counts, Error *error);

/* Does the same with small versions of the game, because those can be seen
 * whole: each numeric option in turn, and all of them together, at the low end
 * of their ranges. `work` is for all of them. */
bool conform_small_keys(const Game *game, uint64_t seed, int64_t work,
                        ConformCounts *counts, Error *error);

/* Checks in the same way that positions with the same hash are equivalent: the
 * same seat is to move, and the moves correspond. True if the game has no hash
 * function of its own: then the bytes of the state are hashed. */
bool conform_hashes(const Game *game, uint64_t seed, int64_t work,
                    ConformCounts *counts, Error *error);

/* A quick look at declared symmetries (symmetry.h), before something relies on
 * them; true if the key does not come from them. Compares, as conform_keys
 * does, moves in some hundred positions of random games with those in images of
 * these positions, playing at most about ten thousand moves. True as well if
 * the rules fail in the random games: see game_fault. */
bool conform_symmetries(const Game *game, uint64_t seed, Error *error);

#endif
