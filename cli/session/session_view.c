/* What the humans see of a game with hidden information. */
#include "cli/session/session.h"

#include "core/game/hidden.h"

void session_seed_search(const Session *s, Rng *rng) {
  bool apart = s->file.game->has_chance || game_hides(s->file.game);
  rng_seed(rng, apart ? rng_mix(~s->file.seed) : s->file.seed,
           (uint64_t)s->file.count);
}

int session_viewer(const Session *s) {
  int seat = s->state->seat, human = VIEW_ALL;
  if (!game_hides(s->file.game) || session_over(s))
    return VIEW_ALL;
  if (seat != NATURE && s->human[seat])
    return seat;
  return session_humans(s, &human) > 1 ? VIEW_NONE : human;
}

bool session_shows_move(const Session *s, Move move) {
  Rng rng;
  bool shown = true;
  session_seed_search(s, &rng);
  for (int seat = 0; shown && seat < s->file.game->seats; seat++)
    shown = !s->human[seat] ||
            game_shows_move(s->file.game, s->state, move, seat, &rng);
  return shown;
}
