/* Defective games for the tests of the conformance check: they wrap a good one,
 * and each must fail the check. */
#ifndef BOARDLAB_TESTS_SUPPORT_DEFECTS_H
#define BOARDLAB_TESTS_SUPPORT_DEFECTS_H

#include "core/game/game.h"
#include "tests/support/support.h"

/* A game with these functions in place of its own (NULL keeps its own) must
 * fail the check with a message that contains this text. */
typedef struct Defect {
  Rules with;
  const char *message;
} Defect;

/* The rules that a defective game wraps. */
const Rules *sound(const Game *game);

/* Checks the game of this spec with the defect. */
void assert_found(const char *spec, const Defect *defect);

/* The same for each defect in every native game. */
void check_defects(const Defect *defects, size_t count);
#define CHECK_DEFECTS(defects) check_defects(defects, COUNT(defects))

#endif
