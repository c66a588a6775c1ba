/* The list of built-in bots, in the order in which they are shown. */
#include "core/search/bots.h"

const BotKind *const bot_kinds[] = {&random_kind,      &greedy_kind,
                                    &mcts_kind,        &alphabeta_kind,
                                    &perfect_kind,     &beginner_kind,
                                    &casual_kind,      &strong_kind,
                                    &very_strong_kind, NULL};
