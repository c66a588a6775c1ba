/* Evaluation of Quoridor positions.
 *
 * Quoridor is a race. The evaluation looks at each seat's distance from its
 * goal, its walls in hand, and whose turn it is. */
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
 * best. The fit gave walls a weight of 1.2, about 1.4 steps each at first; with
 * 1.7, 2 steps, mcts is stronger, also against others (scripts/strength.lua).
 */
static const Weights TWO = {0.05, 1.8, 1.7, 0.9, 3.6};
/* The same for four players: 1,360 games, 103,474 positions. A wall costs its
 * owner a turn, and two opponents benefit from it, so steps weigh more. Three
 * players have the same weights: there too a wall helps an opponent. */
static const Weights FOUR = {0.0, 1.6, 0.29, 1.0, 7.6};

enum { ABSENT = -1 };

/* What the evaluation depends on. */
typedef struct Race {
  int seat;                  /* to move */
  int distance[PLAYERS_MAX]; /* ABSENT for a seat without a pawn */
  int hand[PLAYERS_MAX];
} Race;

/* A seat without a path counts as far away as the board has cells. */
static int distance_of(const Quoridor *q, int steps) {
  return steps == NO_PATH ? q->columns * q->rows : steps;
}

/* Compresses large leads. Every step must still change the value of a race that
 * is practically decided, otherwise the leader would see no reason to run. */
static void compress_leads(double score[], int seats) {
  static const double FULL = 1.5, REDUCED = 0.15;
  double most = score[0];
  for (int seat = 1; seat < seats; seat++)
    most = score[seat] > most ? score[seat] : most;
  for (int seat = 0; seat < seats; seat++) {
    double behind = most - score[seat];
    if (behind > FULL)
      score[seat] = most - (FULL + REDUCED * (behind - FULL));
  }
}

static void evaluate_race(const Game *game, const Race *r, double value[]) {
  static const double HOPELESS = -1e6; /* makes the value practically 0 */
  int seats = game->seats, pawns = 0, walls = 0, waits = 0;
  for (int seat = 0; seat < seats; seat++) {
    pawns += r->distance[seat] != ABSENT;
    walls += r->hand[seat];
  }
  const Weights *weight = pawns == 2 ? &TWO : &FOUR;
  double score[PLAYERS_MAX] = {0};
  double step = weight->step + weight->race / (1 + walls);
  for (int i = 0, seat = r->seat; i < seats; i++, seat = (seat + 1) % seats) {
    if (r->distance[seat] == ABSENT) {
      score[seat] = HOPELESS;
      continue;
    }
    double early = weight->turn * (pawns - 1 - waits++) / (pawns - 1);
    score[seat] = step * (early - r->distance[seat]) +
                  weight->wall * sqrt(r->hand[seat]) +
                  weight->close / (1 + r->distance[seat]);
  }
  compress_leads(score, seats);
  values_from_scores(game, score, value);
}

void quoridor_evaluate(const Game *game, const State *state, double value[]) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  Race race = {.seat = state->seat};
  Passages open;
  quoridor_passages(q, p, &open);
  for (int seat = 0; seat < game->seats; seat++) {
    race.distance[seat] = ABSENT;
    race.hand[seat] = p->hand[seat];
    if (!has_pawn(p, seat))
      continue;
    int steps = quoridor_distance(q, &open, p->pawn[seat], seat);
    race.distance[seat] = distance_of(q, steps);
  }
  evaluate_race(game, &race, value);
}

/* ---- features ------------------------------------------------------------*/

void quoridor_list_features(Quoridor *q) {
  int columns = q->columns, rows = q->rows, seats = q->base.seats;
  int length = q->length;
  const Feature list[] = {{"distance", seats, 0},
                          {"hand", seats, 0},
                          {"pawns", columns, rows},
                          {"horizontal", columns - length + 1, rows - 1},
                          {"vertical", columns - 1, rows - length + 1}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (list[i].columns > 0 && (i < 2 || list[i].rows > 0))
      q->base.feature[q->base.features++] = list[i];
}

/* -1 for a wall: it belongs to no seat. */
static int32_t *write_walls(const Quoridor *q, const Position *p, int way,
                            int32_t *at) {
  int columns = way == HORIZONTAL ? q->columns - q->length + 1 : q->columns - 1;
  int rows = way == HORIZONTAL ? q->rows - 1 : q->rows - q->length + 1;
  for (int row = 0; row < rows && columns > 0; row++)
    for (int column = 0; column < columns; column++) {
      int slot = slot_of_cell(cell_number((Cell){column, row}));
      *at++ = -(int32_t)bits128_has(&p->walls[way], slot);
    }
  return at;
}

void quoridor_features(const Game *game, const State *state, int32_t number[]) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int seats = game->seats;
  int32_t *hand = number + seats, *pawns = hand + seats;
  Passages open;
  quoridor_passages(q, p, &open);
  for (int i = 0; i < q->columns * q->rows; i++)
    pawns[i] = 0;
  for (int seat = 0; seat < seats; seat++) {
    number[seat] = -1;
    hand[seat] = p->hand[seat];
    if (!has_pawn(p, seat))
      continue;
    Cell cell = cell_at(p->pawn[seat]);
    pawns[cell.row * q->columns + cell.column] = seat + 1;
    number[seat] =
        distance_of(q, quoridor_distance(q, &open, p->pawn[seat], seat));
  }
  int32_t *at = pawns + q->columns * q->rows;
  at = write_walls(q, p, HORIZONTAL, at);
  write_walls(q, p, VERTICAL, at);
}

/* ---- all moves of a position ---------------------------------------------*/

/* A position with a shortest path for each seat. A move changes few distances:
 * that of the pawn that moves, or those of the seats whose path a wall cuts. */
typedef struct Parent {
  const Quoridor *q;
  const Position *position;
  Passages open;
  Path path[PLAYERS_MAX]; /* no wall cuts that of a seat without a pawn */
  Race after;             /* if the seat to move does nothing */
  int side;               /* whose values are wanted */
  double harmless; /* the value after a wall that cuts no path; negative while
                      it is not known */
} Parent;

static void find_paths(Parent *p) {
  const Game *game = &p->q->base;
  p->after.seat = next_seat(p->q, p->position);
  quoridor_passages(p->q, p->position, &p->open);
  for (int seat = 0; seat < game->seats; seat++) {
    p->after.distance[seat] = ABSENT;
    p->after.hand[seat] = p->position->hand[seat];
    if (!has_pawn(p->position, seat))
      continue;
    quoridor_find_path(p->q, &p->open, p->position->pawn[seat], seat,
                       &p->path[seat]);
    p->after.distance[seat] = distance_of(p->q, p->path[seat].steps);
  }
}

static double value_of(const Parent *p, const Race *race) {
  double value[SEATS_MAX];
  evaluate_race(&p->q->base, race, value);
  return value[p->side];
}

static double value_after_step(const Parent *p, int cell) {
  const Quoridor *q = p->q;
  int seat = p->position->base.seat;
  Race race = p->after;
  if (q->goal[cell] >> seat & 1)
    return -1; /* the game is over */
  race.distance[seat] =
      distance_of(q, quoridor_distance(q, &p->open, cell, seat));
  return value_of(p, &race);
}

static double value_after_wall(Parent *p, int slot, int way) {
  const Quoridor *q = p->q;
  unsigned cut = 0;
  for (int seat = 0; seat < q->base.seats; seat++)
    cut |= (unsigned)quoridor_path_is_cut(q, &p->path[seat], slot, way) << seat;
  if (!cut && p->harmless >= 0)
    return p->harmless;
  Race race = p->after;
  Passages open = p->open;
  race.hand[p->position->base.seat]--;
  quoridor_shut(q, &open, slot, way);
  for (int seat = 0; cut >> seat; seat++)
    if (cut >> seat & 1)
      race.distance[seat] = distance_of(
          q, quoridor_distance(q, &open, p->position->pawn[seat], seat));
  double value = value_of(p, &race);
  if (!cut)
    p->harmless = value;
  return value;
}

void quoridor_evaluate_moves(const Game *game, const State *state,
                             const Move moves[], int count, int side,
                             double value[]) {
  Parent p = {.q = quoridor_of(game),
              .position = (const Position *)state,
              .side = side,
              .harmless = -1};
  find_paths(&p);
  for (int i = 0; i < count; i++)
    value[i] =
        moves[i] == MOVE_PASS ? value_of(&p, &p.after)
        : move_is_wall(moves[i])
            ? value_after_wall(&p, move_slot(moves[i]), move_way(moves[i]))
            : value_after_step(&p, (int)moves[i]);
}
