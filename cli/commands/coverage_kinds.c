#include "cli/commands/coverage_kinds.h"

#include "core/game/parts.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static Kind *find_kind(Kinds *k, const char *key, const char *value,
                       bool list) {
  for (int i = 0; i < k->count; i++)
    if (strcmp(k->list[i].key, key) == 0 &&
        strcmp(k->list[i].value, value) == 0)
      return &k->list[i];
  if (k->count == KINDS_MAX) {
    k->overflow = true;
    return NULL;
  }
  Kind *kind = &k->list[k->count++];
  *kind = (Kind){.list = list, .share = k->nothing};
  snprintf(kind->key, sizeof kind->key, "%s", key);
  snprintf(kind->value, sizeof kind->value, "%s", value);
  return kind;
}

static bool is_cell(const char *text) {
  size_t letters = 0;
  while (islower((unsigned char)text[letters]))
    letters++;
  return letters > 0 && text[letters] &&
         text[letters + strspn(text + letters, "0123456789")] == '\0';
}

static int count_values(const Kinds *k, const char *key) {
  int values = 0;
  for (int i = 0; i < k->count; i++)
    values += strcmp(k->list[i].key, key) == 0;
  return values;
}

static Kind *kind_of(Kinds *k, const Part *part) {
  if (part->list)
    return part->count > 0 ? find_kind(k, part->key, "", true) : NULL;
  bool counts = part->count == 1 && !is_cell(part->text[0]) &&
                strlen(part->text[0]) < KIND_TEXT &&
                count_values(k, part->key) <= VALUES_MAX;
  return counts ? find_kind(k, part->key, part->text[0], false) : NULL;
}

/* Notes the kinds of a move; counts it if it is `played`. */
static void take_move(Kinds *k, const Game *game, const State *state, Move move,
                      bool played) {
  Parts parts = {0};
  game_describe(game, state, move, &parts);
  for (int i = 0; i < parts.count; i++) {
    Kind *kind = kind_of(k, &parts.part[i]);
    if (!kind || !played)
      continue;
    kind->in_game++;
    kind->sides |= 1u << game->side[state->seat];
  }
}

void kinds_turn(Kinds *k, const Game *game, const State *state, Move move,
                bool all) {
  Move *moves = all ? calloc((size_t)game->max_moves + 1, sizeof *moves) : NULL;
  int count = moves ? game_moves(game, state, moves) : 0;
  for (int i = 0; i < count; i++)
    take_move(k, game, state, moves[i], false);
  free(moves);
  take_move(k, game, state, move, true);
  k->passes += move == MOVE_PASS;
  k->game_plies++;
}

void kinds_end_game(Kinds *k) {
  for (int i = 0; i < k->count; i++) {
    Kind *kind = &k->list[i];
    kind->plies += kind->in_game;
    kind->games += kind->in_game > 0;
    pairs_add(&kind->share, (double)kind->in_game, (double)k->game_plies);
    kind->in_game = 0;
  }
  pairs_add(&k->nothing, 0, (double)k->game_plies);
  k->games++;
  k->plies += k->game_plies;
  k->game_plies = 0;
}

void kinds_finish(Kinds *k) {
  bool keeps[KINDS_MAX];
  int kept = 0;
  for (int i = 0; i < k->count; i++)
    keeps[i] = count_values(k, k->list[i].key) <= VALUES_MAX;
  for (int i = 0; i < k->count; i++)
    if (keeps[i])
      k->list[kept++] = k->list[i];
  k->count = kept;
}

bool kind_can_be_denied(const Kinds *k, const Kind *kind) {
  return kind->plies > 0 && kind->plies < k->plies - k->passes &&
         !(strcmp(kind->key, "kind") == 0 && strcmp(kind->value, "pass") == 0);
}

void kind_name(const Kind *kind, char name[KIND_NAME]) {
  snprintf(name, KIND_NAME, "%s%s%s", kind->key, kind->list ? "" : " = ",
           kind->list ? "" : kind->value);
}
