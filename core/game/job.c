#include "core/game/job.h"

void job_get_state(Message *m, const Game *game, State *state) {
  message_get(m, state, game->state_size);
  if (state->seat >= game->seats || state->outcome > DRAW ||
      state->winners >> game->seats)
    m->malformed = true;
}
