/* What the humans see of a game with hidden information. */
#include "cli/session/session.h"

#include "core/game/turns.h"

#include <stdlib.h>

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

/* ---- moves of bots and of nature -----------------------------------------*/

/* A move that somebody else is about to play, and a seat that looks on. */
typedef struct Onlooker {
  const Game *game;
  Move move;
  int seat;
  State *after, *seen; /* the position after it, and what the seat sees of it */
  State *world, *other; /* scratch */
} Onlooker;

/* Whether the seat would see the same after another move in this position. */
static bool looks_like_another(Onlooker *o) {
  const Game *game = o->game;
  Move *list = game_borrow_list(game);
  int count = game_moves(game, o->world, list);
  bool same = false;
  for (int i = 0; i < count && !same; i++) {
    if (list[i] == o->move)
      continue;
    game_assign(game, o->other, o->world);
    game_play(game, o->other, list[i]);
    if (o->other->outcome != PLAYING ||
        memcmp(o->other, o->after, game->state_size) == 0)
      continue;
    game_observe(game, o->other, o->seat);
    same = memcmp(o->other, o->seen, game->state_size) == 0;
  }
  game_return_list(game);
  return same;
}

/* Whether the seat sees all of the position: then it knows what is legal. */
static bool sees_all(const Session *s, Onlooker *o) {
  game_assign(o->game, o->world, s->state);
  game_observe(o->game, o->world, o->seat);
  return memcmp(o->world, s->state, o->game->state_size) == 0;
}

/* Compares the move with others in the true position and, unless the seat sees
 * all of that, in some that it cannot tell from it. Without `redraw` there are
 * none of these, so that the move may be one of many: only what is legal in the
 * true position would tell. */
static bool is_hidden(const Session *s, Onlooker *o) {
  enum { WORLDS = 8 };
  const Game *game = o->game;
  Rng rng;
  session_seed_search(s, &rng);
  game_assign(game, o->after, s->state);
  game_play(game, o->after, o->move);
  if (o->after->outcome != PLAYING) /* then everything is shown */
    return false;
  game_assign(game, o->seen, o->after);
  game_observe(game, o->seen, o->seat);
  int worlds = sees_all(s, o) ? 0 : WORLDS;
  if (worlds && !game->rules->redraw)
    return true;
  for (int i = 0; i <= worlds && !game_fault(game); i++) {
    game_assign(game, o->world, s->state);
    if (i > 0)
      game_imagine(game, o->world, o->seat, &rng);
    if (o->world->outcome == PLAYING && o->world->seat == s->state->seat &&
        looks_like_another(o))
      return true;
  }
  return false;
}

int session_reveals(const Session *s) {
  size_t offset;
  int made = 0, open = 0;
  const Field *f = game_field(s->file.game, FIELD_CHOSEN, &offset);
  for (int i = 0; f && i < f->count; i++) {
    int32_t chosen;
    memcpy(&chosen, (const char *)s->state + offset + (size_t)i * sizeof chosen,
           sizeof chosen);
    open += chosen == CHOSEN_OPEN;
    made += chosen > 0;
  }
  return open == 1 && made <= s->file.count ? made : 0;
}

bool session_shows_move(const Session *s, Move move) {
  const Game *game = s->file.game;
  bool shown = true;
  if (!game_hides(game))
    return true;
  Onlooker o = {.game = game,
                .move = move,
                .after = game_copy(game, s->state),
                .seen = game_copy(game, s->state),
                .world = game_copy(game, s->state),
                .other = game_copy(game, s->state)};
  for (o.seat = 0; shown && o.seat < game->seats; o.seat++)
    shown = !s->human[o.seat] || !is_hidden(s, &o);
  free(o.after);
  free(o.seen);
  free(o.world);
  free(o.other);
  return shown;
}
