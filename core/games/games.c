/* The games that are built in, in the order in which they are shown. */
#include "core/game/game.h"

extern const Rules dorix_rules;
extern const Rules tictacdoh_rules;
extern const Rules quoridor_rules;
extern const Rules orbital_rules;

const Rules *const game_rules[] = {&dorix_rules, &tictacdoh_rules,
                                   &quoridor_rules, &orbital_rules, NULL};
