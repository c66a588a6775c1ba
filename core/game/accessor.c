#include "core/game/accessor.h"

#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/game/game.h"

bool game_read_cell(const Game *game, const char **text, int *cell) {
  Cell read;
  if (!cell_read(text, game->columns, game->rows, &read))
    return false;
  *cell = read.row * game->row_cells + read.column;
  return true;
}

int game_write_cell(const Game *game, int cell, char *text) {
  int row = game->row_cells;
  return cell_write((Cell){cell % row, cell / row}, text);
}

static bool answer_one(Answer *answer, AnswerType type) {
  answer->type = type;
  answer->list = false;
  answer->overflow = false;
  answer->count = 1;
  return true;
}

bool answer_none(Answer *answer) {
  return answer_one(answer, ANSWER_NONE);
}

bool answer_number(Answer *answer, int number) {
  answer->number[0] = number;
  return answer_one(answer, ANSWER_NUMBER);
}

bool answer_flag(Answer *answer, bool flag) {
  answer->number[0] = flag;
  return answer_one(answer, ANSWER_FLAG);
}

bool answer_seat(Answer *answer, int seat) {
  answer->number[0] = seat;
  return answer_one(answer, ANSWER_SEAT);
}

bool answer_text(Answer *answer, const char *text) {
  snprintf(answer->text[0], ANSWER_TEXT, "%s", text);
  return answer_one(answer, ANSWER_WORD);
}

bool answer_list(Answer *answer, AnswerType type) {
  answer->type = type;
  answer->list = true;
  answer->overflow = false;
  answer->count = 0;
  return true;
}

void answer_add_number(Answer *answer, int number) {
  answer->overflow |= answer->count == ANSWERS_MAX;
  if (!answer->overflow)
    answer->number[answer->count++] = number;
}

void answer_add_text(Answer *answer, const char *text) {
  answer->overflow |= answer->count == ANSWERS_MAX;
  if (!answer->overflow)
    snprintf(answer->text[answer->count++], ANSWER_TEXT, "%s", text);
}

void answer_add_cell(Answer *answer, const Game *game, int cell) {
  char name[CELL_TEXT];
  game_write_cell(game, cell, name);
  answer_add_text(answer, name);
}

bool answer_cells(Answer *answer, const Game *game, uint64_t cells) {
  answer_list(answer, ANSWER_WORD);
  while (cells)
    answer_add_cell(answer, game, bits_take(&cells));
  return true;
}

const Accessor *accessors_find(const Accessor table[], const char *name) {
  for (const Accessor *a = table; a && a->name; a++)
    if (strcmp(a->name, name) == 0)
      return a;
  return NULL;
}

bool accessor_ask(const Accessor *accessor, const Game *game,
                  const State *state, const Arg args[], Answer *answer,
                  Error *error) {
  if (game->rules->ask)
    return game->rules->ask(game, state, accessor, args, answer, error);
  Arg read[ARGS_MAX] = {{0}};
  Cell cell;
  for (int i = 0; i < ARGS_MAX && accessor->args[i] != ARG_NONE; i++) {
    read[i] = args[i];
    if (accessor->args[i] != ARG_CELL || !game->columns)
      continue;
    if (!cell_parse(args[i].text, game->columns, game->rows, &cell, error))
      return false;
    read[i].cell = cell.row * game->row_cells + cell.column;
  }
  return accessor->query(game, state, read, answer, error);
}
