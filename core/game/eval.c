#include "core/game/eval.h"

#include "core/game/score.h"
#include <math.h>

bool search_check(const State *state, Error *error) {
  if (state->outcome != PLAYING)
    return error_set(error, "the game is over: there is nothing to search");
  return state->seat != NATURE ||
         error_set(error, "nature moves next: there is nothing to choose");
}

unsigned scoring_sides(const Game *game, const State *state) {
  unsigned sides = 0;
  if (state->outcome != WIN)
    return drawing_sides(game);
  for (unsigned seats = state->winners; seats; seats &= seats - 1)
    sides |= 1u << game->side[__builtin_ctz(seats)];
  return sides;
}

void neutral_values(const Game *game, double value[]) {
  for (int side = 0; side < game->sides; side++)
    value[side] = game->sides > 1 ? 1.0 / game->sides : 0.5;
}

bool position_values(const Game *game, const State *state, Evaluator *evaluate,
                     void *context, double value[]) {
  if (state->outcome != PLAYING) {
    outcome_values(game, scoring_sides(game, state), value);
    return true;
  }
  if (evaluate)
    return evaluate(context, game, state, value);
  if (game->rules->evaluate)
    game->rules->evaluate(game, state, value);
  else
    neutral_values(game, value);
  return true;
}

/* The value of a lead in thousandths, from 0 to 1. */
static double lead_value(double lead) {
  double size = lead < 0 ? -lead : lead;
  return 0.5 + 0.5 * lead / (size + 10 * SCORE_UNIT);
}

/* The value of a side's lead over each other side, or over 0 if there is none.
 */
static double score_value(const Game *game, const double score[], int side) {
  int sides = game->sides;
  double sum = 0;
  if (sides == 1)
    return lead_value(score[0]);
  for (int other = 0; other < sides; other++)
    if (other != side)
      sum += lead_value(score[side] - score[other]);
  return 2 * sum / (sides * (sides - 1));
}

bool margin_values(const Game *game, const State *state, Evaluator *evaluate,
                   void *context, double value[]) {
  int32_t score[SEATS_MAX];
  double by_side[SEATS_MAX] = {0};
  if (!position_values(game, state, evaluate, context, value))
    return false;
  game_score(game, state, score);
  for (int seat = 0; seat < game->seats; seat++)
    by_side[game->side[seat]] += score[seat];
  for (int side = 0; side < game->sides; side++)
    value[side] = (value[side] + score_value(game, by_side, side)) / 2;
  return true;
}

void move_values(const Game *game, const State *state, const Move moves[],
                 int count, int side, double value[]) {
  if (game->rules->evaluate_moves) {
    game->rules->evaluate_moves(game, state, moves, count, side, value);
    return;
  }
  for (int i = 0; i < count; i++)
    value[i] = -1;
}

double eval_exploration(const Game *game) {
  if (!game->rules->evaluate)
    return 0;
  double given = game_innermost(game)->rules->exploration;
  return given > 0 ? given : EXPLORATION_DEFAULT;
}

/* e to the power of x, for |x| up to 700, to within two units in the last
 * place. The C library's exp gives other last digits on a processor with fused
 * multiply-add than on one without, and a search would play other games there.
 *
 * x = k ln 2 + r, where ln 2 is split in two so that k times its first part is
 * exact; then the Taylor polynomial of e^r, whose rest is below 2^-53, in two
 * halves that the processor computes at the same time. */
static inline double portable_exp(double x) {
  static const double LN2_HIGH = 0x1.62e42feep-1,
                      LN2_LOW = 0x1.a39ef35793c76p-33;
  double scaled = x * 0x1.71547652b82fep0 + 0.5;
  int whole = (int)scaled;
  whole -= scaled < whole; /* floor(), which can be a call of the C library */
  double k = whole;
  double r = x - k * LN2_HIGH - k * LN2_LOW, square = r * r;
  double even = 1.0 / 479001600, odd = 1.0 / 6227020800, power;
  even = even * square + 1.0 / 3628800;
  odd = odd * square + 1.0 / 39916800;
  even = even * square + 1.0 / 40320;
  odd = odd * square + 1.0 / 362880;
  even = even * square + 1.0 / 720;
  odd = odd * square + 1.0 / 5040;
  even = even * square + 1.0 / 24;
  odd = odd * square + 1.0 / 120;
  even = even * square + 1.0 / 2;
  odd = odd * square + 1.0 / 6;
  even = even * square + 1;
  odd = odd * square + 1;
  uint64_t bits = (uint64_t)(1023 + whole) << 52; /* those of 2^k */
  memcpy(&power, &bits, sizeof power);
  return (even + r * odd) * power;
}

/* Scores beyond this are as good as certain; it keeps the power finite. Not
 * fmin and fmax, which are calls of the C library on most processors. */
static inline double clamp_score(double x) {
  x = x < 700 ? x : 700;
  return x > -700 ? x : -700;
}

/* The value of the first of two sides if the second has that many points more,
 * which are clamped. */
static inline double first_of_two(double points) {
  return 1 / (1 + portable_exp(points));
}

void values_from_scores(const Game *game, const double score[],
                        double value[]) {
  if (game->sides == 2) {
    value[0] = first_of_two(clamp_score(score[1] - score[0]));
    value[1] = 1 - value[0];
    return;
  }
  double most = score[0], sum = 0;
  for (int side = 1; side < game->sides; side++)
    most = score[side] > most ? score[side] : most;
  for (int side = 0; side < game->sides; side++)
    sum += value[side] = portable_exp(clamp_score(score[side] - most));
  for (int side = 0; side < game->sides; side++)
    value[side] /= sum;
}

/* ---- moves ---------------------------------------------------------------*/

/* As many moves are turned into values at the same time. */
enum { BLOCK = 32 };

/* Plays the moves of a block and scores their positions. Sets points[i] to what
 * the second side has more than the first. Returns the moves that end the game,
 * as bits. */
static uint32_t score_block(const Game *game, const State *state,
                            const Move moves[], int count, Scorer *score,
                            State *after, double points[]) {
  uint32_t ended = 0;
  for (int i = 0; i < count; i++) {
    double scores[2] = {0};
    game_assign(game, after, state);
    game_play(game, after, moves[i]);
    if (after->outcome == PLAYING)
      score(game, after, scores);
    else
      ended |= 1u << i;
    points[i] = clamp_score(scores[1] - scores[0]);
  }
  return ended;
}

/* The compiler turns this loop into vector instructions. */
static void values_of_block(const double points[BLOCK], int side, int count,
                            double value[]) {
  double first[BLOCK];
  for (int i = 0; i < BLOCK; i++)
    first[i] = first_of_two(points[i]);
  for (int i = 0; i < count; i++)
    value[i] = side ? 1 - first[i] : first[i];
}

static void evaluate_two_sides(const Game *game, const State *state,
                               const Move moves[], int count, int side,
                               Scorer *score, State *after, double value[]) {
  double points[BLOCK] = {0};
  for (int i = 0; i < count; i += BLOCK) {
    int n = count - i < BLOCK ? count - i : BLOCK;
    uint32_t ended =
        score_block(game, state, moves + i, n, score, after, points);
    values_of_block(points, side, n, value + i);
    for (; ended; ended &= ended - 1)
      value[i + __builtin_ctz(ended)] = -1;
  }
}

/* The logarithm, the same on every machine: of x = m 2^e, by the series of the
 * inverse hyperbolic tangent. */
static double portable_log(double x) {
  int e;
  double m = frexp(x, &e), sum = 0;
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    e--;
  }
  double s = (m - 1) / (m + 1), square = s * s;
  for (int k = 21; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return 2 * s * sum + e * 0x1.62e42fefa39efp-1;
}

double score_of_value(const Game *game, double value) {
  static const double LEAST = 4.5e-5; /* e^-10, about */
  double v = value < LEAST ? LEAST : value > 1 - LEAST ? 1 - LEAST : value;
  return game->sides <= 2 ? portable_log(v / (1 - v)) : portable_log(v);
}

void move_values_from_scores(const Game *game, const State *state,
                             const Move moves[], int count, int side,
                             Scorer *score, State *after, double value[]) {
  double values[SEATS_MAX];
  if (game->sides == 2) {
    evaluate_two_sides(game, state, moves, count, side, score, after, value);
    return;
  }
  for (int i = 0; i < count; i++) {
    game_assign(game, after, state);
    game_play(game, after, moves[i]);
    position_values(game, after, NULL, NULL, values);
    value[i] = after->outcome == PLAYING ? values[side] : -1;
  }
}
