#include "core/game/hidden.h"

#include <stdlib.h>

/* A move that somebody else is about to play, and a seat that looks on. */
typedef struct Onlooker {
  const Game *game;
  Move move;
  int seat;
  State *after, *seen; /* the position after it, and what the seat sees of it */
  State *world, *other; /* scratch */
  int alternatives;     /* other moves that were compared with it */
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
    o->alternatives++;
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

/* Compares the move with others in the true position, and in some that the seat
 * cannot tell from it. Without `redraw` there are none of these: then a move
 * that is the only legal one counts as hidden. */
static bool is_hidden(Onlooker *o, const State *state, Rng rng) {
  enum { WORLDS = 8 };
  const Game *game = o->game;
  game_assign(game, o->after, state);
  game_play(game, o->after, o->move);
  if (o->after->outcome != PLAYING) /* then everything is shown */
    return false;
  game_assign(game, o->seen, o->after);
  game_observe(game, o->seen, o->seat);
  int worlds = game->rules->redraw ? WORLDS : 0;
  for (int i = 0; i <= worlds && !game_fault(game); i++) {
    game_assign(game, o->world, state);
    if (i > 0)
      game_imagine(game, o->world, o->seat, &rng);
    if (o->world->outcome == PLAYING && o->world->seat == state->seat &&
        looks_like_another(o))
      return true;
  }
  return o->alternatives == 0 && !game->rules->redraw;
}

bool game_shows_move(const Game *game, const State *state, Move move, int seat,
                     const Rng *rng) {
  if (!game_hides(game))
    return true;
  Onlooker o = {.game = game,
                .move = move,
                .seat = seat,
                .after = game_copy(game, state),
                .seen = game_copy(game, state),
                .world = game_copy(game, state),
                .other = game_copy(game, state)};
  bool shown = !is_hidden(&o, state, *rng);
  free(o.after);
  free(o.seen);
  free(o.world);
  free(o.other);
  return shown;
}
