#include "cli/commands/solve_chances.h"

#include "analysis/stats/shown.h"
#include "cli/terminal/board.h"
#include "core/base/need.h"
#include <stdlib.h>

enum { DECIMALS = 4, WIDTH = 14 };

/* Names a side; returns whether a verb after it is in the plural. */
static bool name_side(const Game *game, int side, char text[WINNERS_TEXT]) {
  return seats_format(seats_of_side(game->side, game->seats, side), text);
}

static void print_percent(double chance) {
  char text[SHOWN_TEXT + 1];
  snprintf(text, sizeof text, "%s%%", shown_points_to(chance, DECIMALS).text);
  printf("%*s", WIDTH, text);
}

static void print_row(const Game *game, const Chances *c) {
  for (int side = 0; side < game->sides; side++)
    print_percent(c->win[side]);
  print_percent(game->sides == 1 ? c->draw + c->win[1] : c->draw);
  printf("\n");
}

static void print_head(const Game *game, bool nature) {
  printf("%-12s", nature ? "roll" : "move");
  if (nature)
    printf("%*s", WIDTH, "probability");
  for (int side = 0; side < game->sides; side++) {
    char name[WINNERS_TEXT];
    name_side(game, side, name);
    printf("%*s", WIDTH, name);
  }
  printf("%*s\n", WIDTH, game->sides == 1 ? "nobody" : "draw");
}

static void print_moves(const Position *position, const ChanceMove list[],
                        int count) {
  bool nature = position->state->seat == NATURE;
  print_head(position->game, nature);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    board_format(position->game, position->state, list[i].move, text);
    printf("%-12s", text);
    if (nature)
      print_percent(list[i].probability);
    print_row(position->game, &list[i].chances);
  }
}

static void print_value(const Game *game, const Chances *c) {
  printf("%s: under perfect play ", game->spec);
  for (int side = 0; side < game->sides; side++) {
    char name[WINNERS_TEXT];
    bool many = name_side(game, side, name);
    printf("%s%s %s with probability %s%%", side ? " and " : "", name,
           many ? "win" : "wins", shown_points_to(c->win[side], DECIMALS).text);
  }
  if (game->sides == 2 && c->draw >= 5e-7) /* shown as more than 0 */
    printf("; a draw has %s%%", shown_points_to(c->draw, DECIMALS).text);
  printf("\n");
}

bool print_chances(const Position *position, const SolvePlan *plan,
                   uint64_t *positions, Error *error) {
  const Game *game = position->game;
  ChanceMove *list = need_array((size_t)game->max_moves, sizeof *list);
  Chances chances;
  int count;
  bool done = chance_solve(game, position->state, plan, &chances, list, &count,
                           positions, error) == SOLVE_DONE;
  if (done) {
    print_value(game, &chances);
    print_moves(position, list, count);
  }
  free(list);
  return done && game_check(game, error);
}
