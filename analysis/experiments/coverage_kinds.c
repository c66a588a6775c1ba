#include "analysis/experiments/coverage_kinds.h"

#include "core/game/parts.h"
#include "core/run/run.h"
#include <string.h>

/* ---- kinds ---------------------------------------------------------------*/

static int count_values(const Kinds *k, const char *key) {
  int values = 0;
  for (int i = 0; i < k->count; i++)
    values += strcmp(k->list[i].key, key) == 0;
  return values;
}

/* Finds a kind, adding it if it is new. NULL if its key has too many values, or
 * if there are too many kinds. */
static Kind *find_kind(Kinds *k, const char *key, const char *value,
                       bool list) {
  if (count_values(k, key) > VALUES_MAX)
    return NULL;
  for (int i = 0; i < k->count; i++)
    if (strcmp(k->list[i].key, key) == 0 &&
        strcmp(k->list[i].value, value) == 0)
      return &k->list[i];
  k->overflow |= k->count == KINDS_MAX;
  if (k->count == KINDS_MAX)
    return NULL;
  Kind *kind = &k->list[k->count++];
  *kind = (Kind){.list = list, .share = k->nothing};
  snprintf(kind->key, sizeof kind->key, "%s", key);
  snprintf(kind->value, sizeof kind->value, "%s", value);
  return kind;
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

Phrase kind_name(const Kind *kind) {
  return kind->list ? phrase("%s", kind->key)
                    : phrase("%s = %s", kind->key, kind->value);
}

/* ---- where a game is played ----------------------------------------------*/

void kinds_begin_game(Kinds *k) {
  k->count = 0;
  k->overflow = false;
  k->passes = k->game_plies = 0;
}

static Kind *kind_of(Kinds *k, const Part *part) {
  if (part->list)
    return part->count > 0 ? find_kind(k, part->key, "", true) : NULL;
  bool counts = part->count == 1 && !part_is_cell(part->key) &&
                strlen(part->text[0]) < KIND_TEXT;
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
  Move *moves = game_borrow_list(game);
  int count = all ? game_moves(game, state, moves) : 0;
  for (int i = 0; i < count; i++)
    take_move(k, game, state, moves[i], false);
  game_return_list(game);
  take_move(k, game, state, move, true);
  k->passes += move == MOVE_PASS;
  k->game_plies++;
}

void kinds_put_game(const Kinds *k, Message *m) {
  message_put_int(m, (int64_t)k->game_plies);
  message_put_int(m, (int64_t)k->passes);
  message_put_int(m, k->overflow);
  message_put_int(m, k->count);
  for (int i = 0; i < k->count; i++) {
    message_put_text(m, k->list[i].key);
    message_put_text(m, k->list[i].value);
    message_put_int(m, k->list[i].list);
    message_put_int(m, (int64_t)k->list[i].in_game);
    message_put_int(m, k->list[i].sides);
  }
}

/* ---- all games -----------------------------------------------------------*/

static void get_kind(Kinds *k, Message *m) {
  char key[KIND_TEXT], value[KIND_TEXT];
  message_get_line(m, key, sizeof key);
  message_get_line(m, value, sizeof value);
  bool list = message_get_bool(m);
  uint64_t plies = (uint64_t)message_get_int(m, 0, PLIES_MAX);
  unsigned sides = (unsigned)message_get_int(m, 0, (1 << SEATS_MAX) - 1);
  Kind *kind = message_is_good(m) ? find_kind(k, key, value, list) : NULL;
  if (!kind)
    return;
  kind->in_game = plies;
  kind->sides |= sides;
}

void kinds_get_game(Kinds *k, Message *m) {
  double plies = (double)message_get_int(m, 0, PLIES_MAX);
  k->passes += (uint64_t)message_get_int(m, 0, PLIES_MAX);
  k->overflow |= message_get_bool(m);
  int count = (int)message_get_int(m, 0, KINDS_MAX);
  for (int i = 0; i < count; i++)
    get_kind(k, m);
  for (int i = 0; i < k->count; i++) {
    Kind *kind = &k->list[i];
    kind->plies += kind->in_game;
    kind->games += kind->in_game > 0;
    pairs_add(&kind->share, (double)kind->in_game, plies);
    kind->in_game = 0;
  }
  pairs_add(&k->nothing, 0, plies);
  k->games++;
  k->plies += (uint64_t)plies;
}
