/* Evaluation of Quoridor positions.
 *
 * Quoridor is a race. The evaluation looks at each seat's distance from its
 * goal line, its walls in hand, and whose turn it is. */
#include "core/game/eval.h"
#include "quoridor.h"
#include <math.h>

/* In score points, which values_from_scores turns into probabilities. */
typedef struct Weights {
  double step;  /* one step less to go */
  double race;  /* added to that, divided by 1 + the walls in all hands */
  double wall;  /* times the square root of the walls in hand */
  double turn;  /* being on move, in steps */
  double close; /* divided by 1 + the steps to go */
} Weights;

/* Fitted by regression on the results of 1,410 games between mcts, alphabeta,
 * greedy and Lua bots (94,527 positions). The first walls in hand count
 * more than the last; of several functions of their number the square root fits
 * best. */
static const Weights TWO = {0.05, 1.8, 1.2, 0.9, 3.6};
/* The same for four players: 1,360 games, 103,474 positions. A wall costs its
 * owner a turn, and two opponents benefit from it, so steps weigh more. */
static const Weights FOUR = {0.0, 1.6, 0.29, 1.0, 7.6};

/* A seat without a path counts as far away as the board has cells. */
static void find_distances(const Quoridor *q, const Position *p,
                           int distance[]) {
  Passages passages;
  quoridor_passages(q, p, &passages);
  for (int seat = 0; seat < q->base.seats; seat++) {
    distance[seat] = quoridor_distance(q, &passages, p->pawn[seat], seat);
    if (distance[seat] == NO_PATH)
      distance[seat] = q->size * q->size;
  }
}

/* Compresses large leads. Every step must still change the value of a race that
 * is practically decided, otherwise the leader would see no reason to run. */
static void compress_leads(double score[], int seats) {
  static const double FULL = 1.5, REDUCED = 0.15;
  double most = score[0];
  for (int seat = 1; seat < seats; seat++)
    most = fmax(most, score[seat]);
  for (int seat = 0; seat < seats; seat++) {
    double behind = most - score[seat];
    if (behind > FULL)
      score[seat] = most - (FULL + REDUCED * (behind - FULL));
  }
}

void quoridor_evaluate(const Game *game, const State *state, double value[]) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int distance[PLAYERS_MAX], seats = game->seats, walls = 0;
  const Weights *weight = seats == 2 ? &TWO : &FOUR;
  double score[PLAYERS_MAX] = {0};
  find_distances(q, p, distance);
  for (int seat = 0; seat < seats; seat++)
    walls += p->hand[seat];
  double step = weight->step + weight->race / (1 + walls);
  for (int seat = 0; seat < seats; seat++) {
    int waits = (seat - state->seat + seats) % seats;
    double early = weight->turn * (seats - 1 - waits) / (seats - 1);
    score[seat] = step * (early - distance[seat]) +
                  weight->wall * sqrt(p->hand[seat]) +
                  weight->close / (1 + distance[seat]);
  }
  compress_leads(score, seats);
  values_from_scores(game, score, value);
}
