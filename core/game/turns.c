#include "core/game/turns.h"

bool game_has_places(const Game *game) {
  size_t offset;
  return !game->base && game_field(game, FIELD_OUT, &offset);
}

/* How well a seat has done: the later it went out, the better. */
static int64_t rank_of(const State *last, const int32_t out[], int seat) {
  bool won = last->outcome == WIN && last->winners >> seat & 1;
  return won ? INT64_MAX : out[seat] ? out[seat] : INT64_MAX - 1;
}

void game_places(const Game *game, const State *last,
                 uint8_t place[SEATS_MAX]) {
  size_t offset = 0;
  game_field(game, FIELD_OUT, &offset);
  const int32_t *out = (const int32_t *)((const char *)last + offset);
  for (int seat = 0; seat < game->seats; seat++) {
    place[seat] = 1;
    for (int other = 0; other < game->seats; other++)
      place[seat] += rank_of(last, out, other) > rank_of(last, out, seat);
  }
}
