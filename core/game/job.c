#include "core/game/job.h"

void job_get_state(Message *m, const Game *game, State *state) {
  message_get(m, state, game->state_size);
  if (!game_head_is_valid(game, state))
    m->malformed = true;
}
