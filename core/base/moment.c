#include "core/base/moment.h"

_Thread_local Moment moment = {.game = NO_GAME};
