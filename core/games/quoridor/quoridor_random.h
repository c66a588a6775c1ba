/* What random moves, playouts and counted playouts of Quoridor share. */
#ifndef BOARDLAB_CORE_GAMES_QUORIDOR_QUORIDOR_RANDOM_H
#define BOARDLAB_CORE_GAMES_QUORIDOR_QUORIDOR_RANDOM_H

#include "quoridor.h"

/* "It may not overlap or cross another wall", of two cells. */
static inline void close_slots(OpenSlots *open, int slot, int way) {
  int middle = slot + FIRST_CROSSING, along = ALONG[way];
  open->at[way][middle - along] = 0;
  open->at[way][middle] = open->at[!way][middle] = 0;
  open->at[way][middle + along] = 0;
}

static inline void fill_open_slots(const Quoridor *q, const Position *p,
                                   OpenSlots *open) {
  if (q->length != 2) {
    quoridor_mark_open(q, p, open);
    return;
  }
  *open = q->every_slot;
  for (int way = 0; way < WAYS; way++)
    for (Bits128 left = p->walls[way]; !bits128_empty(left);)
      close_slots(open, bits128_take(&left), way);
}

/* The same after one more wall has been laid. */
static inline void update_open_slots(const Quoridor *q, const Position *p,
                                     int slot, int way, OpenSlots *open) {
  if (q->length == 2)
    close_slots(open, slot, way);
  else
    quoridor_mark_open(q, p, open);
}

/* Whether a wall in a slot of the board is legal. */
typedef bool WallTest(void *context, int slot, int way);

/* Draws a move of a seat that has walls. Picks among all slots and steps_bound
 * steps until the move is legal, so that only the walls picked need to be
 * checked. After TRIES failures few moves can be legal, and listing them is
 * faster. */
ALWAYS_INLINE Move draw_with_walls(const Quoridor *q, const Position *p,
                                   WallTest *is_legal, void *context,
                                   Rng *rng) {
  enum { TRIES = 12 };
  for (int i = 0; i < TRIES; i++) {
    int draw = (int)rng_below(rng, (uint32_t)(q->wall_count + q->steps_bound));
    if (draw >= q->wall_count) {
      Move steps[STEPS_MAX];
      int step = draw - q->wall_count;
      if (step < quoridor_steps(q, p, steps))
        return steps[step];
      continue;
    }
    int way = q->wall[draw] >> 7, slot = q->wall[draw] & 127;
    if (is_legal(context, slot, way))
      return wall_move(slot, way);
  }
  return game_random_move_by_list(&q->base, &p->base, rng);
}

/* Draws one of n steps; there are none if the pawn is shut in by others. */
static inline Move draw_step(const Move *steps, int n, Rng *rng) {
  return n ? steps[rng_below(rng, (uint32_t)n)] : MOVE_PASS;
}

static inline bool all_hands_empty(const Position *p) {
  return !(p->hand[0] | p->hand[1] | p->hand[2] | p->hand[3]);
}

/* The seats that have a pawn, in turn order, beginning with the one to move. */
typedef struct TurnOrder {
  int pawns;
  uint8_t seat[PLAYERS_MAX];
} TurnOrder;

static inline TurnOrder turn_order(const Quoridor *q, const Position *p) {
  TurnOrder order = {0};
  for (int i = 0, seat = p->base.seat; i < q->base.seats; i++) {
    if (has_pawn(p, seat))
      order.seat[order.pawns++] = (uint8_t)seat;
    seat = seat + 1 == q->base.seats ? 0 : seat + 1;
  }
  return order;
}

/* Whether another pawn is adjacent to the pawn whose turn it is. */
ALWAYS_INLINE unsigned has_adjacent_pawn(const size_t *pawn, int turn,
                                         int seats) {
  unsigned any = 0;
  for (int i = 0; i < seats; i++)
    if (i != turn)
      any |= quoridor_adjacent[(uint8_t)(pawn[i] - pawn[turn])];
  return any;
}

#endif
