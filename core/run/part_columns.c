#include "core/run/part_columns.h"

#include "core/base/need.h"
#include <stdlib.h>

/* Each number that depends on the position takes one digit of this base. */
enum { VALUES_MAX = 255 };

/* Whether the parts of moves come from a table, all of which can be kept. */
static bool can_keep(const Game *game) {
  const Rules *rules = game->rules;
  int of_state = 0;
  if (game->base || rules->describe || !rules->parts)
    return false; /* has to be asked for each move */
  for (const MovePart *m = rules->parts; m->key; m++)
    if (m->of_state && (++of_state > 3 || m->list || m->values > VALUES_MAX))
      return false;
  return true;
}

void part_columns_open(PartColumns *c, const Schedule *schedule,
                       const Game *game) {
  *c = (PartColumns){.schedule = schedule, .game = game};
  if (!can_keep(game))
    return;
  for (const MovePart *m = game->rules->parts; m->key; m++)
    if (m->of_state)
      c->part[c->of_state++] = m;
  c->kept = need_array(KEPT_MOVES, sizeof *c->kept);
}

void part_columns_close(PartColumns *c) {
  free(c->kept);
  *c = (PartColumns){.game = NULL};
}

static const Part *find_part(const Parts *parts, const char *key) {
  for (int i = 0; i < parts->count; i++)
    if (strcmp(parts->part[i].key, key) == 0)
      return &parts->part[i];
  return NULL;
}

void part_columns_texts(const Schedule *s, const Game *game, const State *state,
                        Move move, PartTexts *texts) {
  Parts parts;
  parts.count = 0;
  parts.overflow = false;
  game_describe(game, state, move, &parts);
  for (int column = 0; column < s->parts && column < PART_KEYS_MAX; column++) {
    const Part *part = find_part(&parts, s->part[column]);
    texts->column[column][0] = '\0';
    if (part)
      part_write(part, texts->column[column]);
  }
}

void part_columns_add_texts(const Schedule *s, const PartTexts *texts,
                            Text *row) {
  for (int column = 0; column < s->parts; column++) {
    text_add_char(row, ',');
    if (texts->column[column][0])
      csv_add_quoted(row, texts->column[column]);
  }
}

static void add_by_texts(const PartColumns *c, const State *state, Move move,
                         Text *row) {
  PartTexts texts;
  part_columns_texts(c->schedule, c->game, state, move, &texts);
  part_columns_add_texts(c->schedule, &texts, row);
}

static uint32_t values_of(const PartColumns *c, const State *state, Move move) {
  uint32_t values = 0;
  for (int i = 0; i < c->of_state; i++)
    values = values * (VALUES_MAX + 1) +
             (uint32_t)(part_value(c->part[i], c->game, state, move) + 1);
  return values;
}

static KeptParts *place_of(const PartColumns *c, Move move, uint32_t values) {
  uint64_t hash = (move + ((uint64_t)values << 32)) * 0x9e3779b97f4a7c15u;
  return &c->kept[hash >> 52];
}

static void keep(KeptParts *kept, Move move, uint32_t values, const char *bytes,
                 size_t length) {
  if (length > KEPT_BYTES)
    return;
  kept->move = move;
  kept->values = values;
  kept->length = (uint8_t)length;
  memcpy(kept->bytes, bytes, length);
}

void part_columns_add(PartColumns *c, const State *state, Move move,
                      Text *row) {
  if (!c->kept || move == MOVE_PASS) {
    add_by_texts(c, state, move, row);
    return;
  }
  uint32_t values = values_of(c, state, move);
  KeptParts *kept = place_of(c, move, values);
  if (kept->length && kept->move == move && kept->values == values) {
    /* a fixed number of bytes, most of which the next row overwrites, takes
     * less time than just as many as there are */
    memcpy(row->bytes + row->length, kept->bytes, KEPT_BYTES);
    row->length += kept->length;
    return;
  }
  size_t before = row->length;
  add_by_texts(c, state, move, row);
  keep(kept, move, values, row->bytes + before, row->length - before);
}
