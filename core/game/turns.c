#include "core/game/turns.h"

bool game_has_places(const Game *game) {
  size_t offset;
  return game_field(game, FIELD_OUT, &offset);
}

/* When each seat went out, by the rules of the game or of its base. */
static void read_out(const Game *game, const State *state,
                     int32_t out[SEATS_MAX]) {
  const char *bytes = (const char *)state;
  size_t offset = 0;
  memset(out, 0, SEATS_MAX * sizeof *out);
  if (!game->base) {
    if (game_field(game, FIELD_OUT, &offset))
      memcpy(out, bytes + offset, (size_t)game->seats * sizeof *out);
    return;
  }
  int32_t inside[SEATS_MAX];
  read_out(game->base, (const State *)(bytes + game->base_offset), inside);
  for (int seat = 0; seat < game->base->seats; seat++) {
    uint8_t player = (uint8_t)bytes[game->holder_offset + (size_t)seat];
    if (player < game->seats)
      out[player] = inside[seat];
  }
}

unsigned game_out(const Game *game, const State *state) {
  int32_t out[SEATS_MAX];
  unsigned seats = 0;
  read_out(game, state, out);
  for (int seat = 0; seat < game->seats; seat++)
    seats |= (unsigned)(out[seat] > 0) << seat;
  return seats;
}

/* How well a seat has done: the later it went out, the better. */
static int64_t rank_of(const State *last, const int32_t out[], int seat) {
  bool won = last->outcome == WIN && last->winners >> seat & 1;
  return won ? INT64_MAX : out[seat] ? out[seat] : INT64_MAX - 1;
}

void game_places(const Game *game, const State *last,
                 uint8_t place[SEATS_MAX]) {
  int32_t out[SEATS_MAX];
  read_out(game, last, out);
  for (int seat = 0; seat < game->seats; seat++) {
    place[seat] = 1;
    for (int other = 0; other < game->seats; other++)
      place[seat] += rank_of(last, out, other) > rank_of(last, out, seat);
  }
}
