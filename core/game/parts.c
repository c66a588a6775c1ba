#include "core/game/parts.h"

#include "core/base/cell.h"
#include "core/game/game.h"
#include <string.h>

const MovePart *parts_find(const MovePart table[], const char *key) {
  for (const MovePart *m = table; m && m->key; m++)
    if (strcmp(m->key, key) == 0)
      return m;
  return NULL;
}

bool part_is_cell(const char *key) {
  return strcmp(key, "from") == 0 || strcmp(key, "to") == 0 ||
         strcmp(key, "at") == 0;
}

/* Begins a part without texts. Returns false if there is no room. */
static bool begin_part(Parts *parts, const char *key, bool list) {
  if (parts->count == PARTS_MAX) {
    parts->overflow = true;
    return false;
  }
  Part *part = &parts->part[parts->count++];
  part->key = key;
  part->list = list;
  part->count = 0;
  return true;
}

void parts_add_text(Parts *parts, const char *text) {
  Part *part = &parts->part[parts->count - 1];
  size_t length = strlen(text);
  parts->overflow |= part->count == PART_TEXTS || length >= ANSWER_TEXT;
  if (part->count == PART_TEXTS)
    return;
  length = length < ANSWER_TEXT ? length : ANSWER_TEXT - 1;
  memcpy(part->text[part->count], text, length);
  part->text[part->count++][length] = '\0';
}

void parts_add_cell(const Game *game, int cell, Parts *parts) {
  char name[CELL_TEXT];
  game_write_cell(game, cell, name);
  parts_add_text(parts, name);
}

void parts_add(Parts *parts, const char *key, const char *text) {
  if (begin_part(parts, key, false))
    parts_add_text(parts, text);
}

void parts_add_value(Parts *parts, const MovePart *part, const Game *game,
                     int value) {
  if (!begin_part(parts, part->key, part->list))
    return;
  if (part->words)
    parts_add_text(parts, part->words[value]);
  else
    part->write(game, value, parts);
}

static int add_key(const char *keys[], int count, const char *key) {
  for (int i = 0; i < count; i++)
    if (strcmp(keys[i], key) == 0)
      return count;
  if (count < PART_KEYS_MAX)
    keys[count++] = key;
  return count;
}

int game_part_keys(const Game *game, const char *keys[PART_KEYS_MAX]) {
  int count = game->base ? game_part_keys(game->base, keys) : 0;
  const Rules *rules = game->rules;
  for (const MovePart *m = rules->parts; m && m->key; m++)
    count = add_key(keys, count, m->key);
  for (const char *const *key = rules->part_keys; key && *key; key++)
    count = add_key(keys, count, *key);
  return count;
}

void part_write(const Part *part, char text[PART_TEXT]) {
  char *to = text;
  for (int i = 0; i < part->count; i++) {
    size_t length = strlen(part->text[i]);
    if (i > 0)
      *to++ = '+';
    memcpy(to, part->text[i], length);
    to += length;
  }
  *to = '\0';
}

void game_describe(const Game *game, const State *state, uint32_t move,
                   Parts *parts) {
  const Rules *rules = game->rules;
  if (move == MOVE_PASS) {
    parts_add(parts, "kind", "pass");
  } else if (rules->describe) {
    rules->describe(game, state, move, parts);
  } else {
    for (const MovePart *m = rules->parts; m && m->key; m++) {
      int value = part_value(m, game, state, move);
      if (value != NO_PART)
        parts_add_value(parts, m, game, value);
    }
  }
}
