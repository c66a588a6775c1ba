#include "core/game/score.h"

#include "core/base/text.h"
#include <math.h>
#include <stdlib.h>

void score_round(const double points[], int seats, int32_t score[]) {
  for (int seat = 0; seat < seats; seat++)
    score[seat] = score_is_valid(points[seat])
                      ? (int32_t)llround(points[seat] * SCORE_UNIT)
                      : 0; /* conform.h reports it */
}

void game_score(const Game *game, const State *state, int32_t score[]) {
  double points[SEATS_MAX] = {0};
  game->rules->score(game, state, points);
  score_round(points, game->seats, score);
}

int score_sides(const uint8_t side[], int seats, const int32_t score[],
                int64_t sum[SEATS_MAX]) {
  int sides = 0;
  memset(sum, 0, SEATS_MAX * sizeof *sum);
  for (int seat = 0; seat < seats; seat++) {
    if (sides <= side[seat])
      sides = side[seat] + 1;
    sum[side[seat]] += score[seat];
  }
  return sides;
}

uint16_t score_winners(const uint8_t side[], int seats, const int32_t score[]) {
  int64_t sum[SEATS_MAX];
  int sides = score_sides(side, seats, score, sum);
  int64_t best = sum[0];
  for (int i = 1; i < sides; i++)
    best = sum[i] > best ? sum[i] : best;
  unsigned winners = 0, all = (1u << seats) - 1;
  for (int seat = 0; seat < seats; seat++)
    winners |= (unsigned)(sum[side[seat]] == best) << seat;
  return (uint16_t)(winners == all && sides > 1 ? 0 : winners);
}

void state_set_by_score(State *state, uint16_t winners) {
  if (winners)
    state_set_win(state, winners);
  else
    state_set_draw(state);
  state->by_score = true;
}

int64_t score_margin(const uint8_t side[], int seats, int of,
                     const int32_t score[]) {
  int64_t sum[SEATS_MAX], best = INT64_MIN;
  int sides = score_sides(side, seats, score, sum);
  for (int other = 0; other < sides; other++)
    if (other != of && sum[other] > best)
      best = sum[other];
  return sum[of] - (sides > 1 ? best : 0);
}

void score_format(int64_t score, char text[SCORE_TEXT]) {
  long long whole = llabs(score) / SCORE_UNIT;
  int rest = (int)(llabs(score) % SCORE_UNIT);
  int length =
      snprintf(text, SCORE_TEXT, "%s%lld", score < 0 ? "-" : "", whole);
  if (!rest)
    return;
  length +=
      snprintf(text + length, (size_t)(SCORE_TEXT - length), ".%03d", rest);
  while (text[length - 1] == '0')
    text[--length] = '\0';
}

bool score_read(const char *text, int32_t *score) {
  char again[SCORE_TEXT], *end = NULL;
  double points = strtod(text, &end);
  if (end == text || *end || !score_is_valid(points))
    return false;
  *score = (int32_t)llround(points * SCORE_UNIT);
  score_format(*score, again);
  return strcmp(text, again) == 0;
}

void scores_format(const int32_t score[], int seats, char text[SCORES_TEXT]) {
  text[0] = '\0';
  for (int seat = 0; seat < seats; seat++) {
    char number[SCORE_TEXT];
    score_format(score[seat], number);
    text_append(text, SCORES_TEXT, "%s%s", seat ? " : " : "", number);
  }
}
