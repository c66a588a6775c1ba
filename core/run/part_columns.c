#include "core/run/part_columns.h"

#include <stdlib.h>

bool part_columns_open(PartColumns *c, const Schedule *schedule,
                       const Game *game, Error *error) {
  const Rules *rules = game->rules;
  *c = (PartColumns){.schedule = schedule, .game = game};
  if (game->base || rules->describe)
    return true; /* has to be asked for each move */
  for (int i = 0; rules->parts && rules->parts[i].key; i++) {
    size_t values = (size_t)rules->parts[i].values;
    if (values && !(c->fields[i] = calloc(values, sizeof(PartField)))) {
      part_columns_close(c);
      return error_set(error, "out of memory (parts of moves)");
    }
  }
  c->table = rules->parts;
  return true;
}

void part_columns_close(PartColumns *c) {
  for (int i = 0; i < PART_KEYS_MAX; i++)
    free(c->fields[i]);
  *c = (PartColumns){.game = NULL};
}

/* ---- as texts ------------------------------------------------------------*/

static void add_text(const char *text, Text *row) {
  text_add_char(row, ',');
  if (text[0])
    csv_add_quoted(row, text);
}

void part_columns_texts(const Schedule *s, const Game *game, const State *state,
                        Move move, PartTexts *texts) {
  Parts parts;
  parts.count = 0;
  parts.overflow = false;
  game_describe(game, state, move, &parts);
  for (int column = 0; column < s->parts; column++) {
    texts->column[column][0] = '\0';
    for (int i = 0; i < parts.count; i++)
      if (strcmp(s->part[column], parts.part[i].key) == 0)
        part_write(&parts.part[i], texts->column[column]);
  }
}

void part_columns_add_texts(const Schedule *s, const PartTexts *texts,
                            Text *row) {
  for (int column = 0; column < s->parts; column++)
    add_text(texts->column[column], row);
}

/* ---- as numbers ----------------------------------------------------------*/

/* Writes the field of a part that has not occurred before, and keeps it if it
 * is short. */
static void add_new(const Game *game, const MovePart *part, int value,
                    PartField *field, Text *row) {
  Parts parts;
  char text[PART_TEXT];
  size_t before = row->length;
  parts.count = 0;
  parts.overflow = false;
  parts_add_value(&parts, part, game, value);
  part_write(&parts.part[0], text);
  add_text(text, row);
  size_t length = row->length - before;
  if (field && length <= PART_FIELD) {
    memcpy(field->bytes, row->bytes + before, length);
    field->length = (uint8_t)length;
  }
}

/* Copies a fixed number of bytes, most of which the next field overwrites: that
 * takes one instruction. */
static inline void add_field(const PartField *field, Text *row) {
  memcpy(row->bytes + row->length, field, sizeof *field);
  row->length += field->length;
}

void part_columns_add(PartColumns *c, const State *state, Move move,
                      Text *row) {
  if (!c->table || move == MOVE_PASS) {
    PartTexts texts;
    part_columns_texts(c->schedule, c->game, state, move, &texts);
    part_columns_add_texts(c->schedule, &texts, row);
    return;
  }
  for (int i = 0; c->table[i].key; i++) {
    const MovePart *part = &c->table[i];
    int value = part_value(part, c->game, state, move);
    PartField *fields = c->fields[i];
    if (value == NO_PART)
      text_add_char(row, ',');
    else if (fields && fields[value].length)
      add_field(&fields[value], row);
    else
      add_new(c->game, part, value, fields ? &fields[value] : NULL, row);
  }
}
