#include "core/game/moment.h"

_Thread_local Moment moment = {.game = NO_GAME};
