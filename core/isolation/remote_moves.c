#include "core/isolation/remote_internal.h"
#include <stdlib.h>

static void serve_moves(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Move *moves = game_borrow_list(game);
  int count = game->rules->moves(game, state, moves);
  remote_put_fault(out);
  message_put_int(out, count);
  message_put(out, moves, (size_t)count * sizeof *moves);
  game_return_list(game);
}

int remote_moves(const Game *game, const State *state, Move *moves) {
  remote_begin_call(game, serve_moves, state);
  Message *m = remote_call(game);
  int count = 0;
  if (m) {
    count = (int)message_get_int(m, 1, game->max_moves);
    message_get(m, moves, (size_t)count * sizeof *moves);
  }
  if (m && remote_is_sane(game))
    return count;
  moves[0] = MOVE_PASS;
  return 1;
}

static void serve_count(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  int count = game->rules->count(game, state);
  remote_put_fault(out);
  message_put_int(out, count);
}

int remote_count(const Game *game, const State *state) {
  remote_begin_call(game, serve_count, state);
  Message *m = remote_call(game);
  int count = m ? (int)message_get_int(m, 1, game->max_moves) : 1;
  return m && remote_is_sane(game) ? count : 1;
}

static void serve_turn(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  int seat = game->rules->turn(game, state);
  remote_put_fault(out);
  message_put_int(out, seat);
}

int remote_turn(const Game *game, const State *state) {
  remote_begin_call(game, serve_turn, state);
  Message *m = remote_call(game);
  int seat = m ? (int)message_get_int(m, 0, game->seats - 1) : 0;
  return m && remote_is_sane(game) ? seat : 0;
}

static void serve_legal(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Move move = (Move)message_get_int(in, 0, UINT32_MAX);
  bool legal = game->rules->legal(game, state, move);
  remote_put_fault(out);
  message_put_int(out, legal);
}

bool remote_legal(const Game *game, const State *state, Move move) {
  message_put_int(remote_begin_call(game, serve_legal, state), move);
  Message *m = remote_call(game);
  bool legal = m && message_get_bool(m);
  return m && remote_is_sane(game) && legal;
}

static void serve_random_move(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Rng rng;
  message_get_rng(in, &rng);
  Move move = game_random_move(game, state, &rng);
  remote_put_fault(out);
  message_put_int(out, move);
  message_put(out, &rng, sizeof rng);
}

Move remote_random_move(const Game *game, const State *state, Rng *rng) {
  message_put(remote_begin_call(game, serve_random_move, state), rng,
              sizeof *rng);
  Message *m = remote_call(game);
  Move move = MOVE_PASS;
  if (m) {
    move = (Move)message_get_int(m, 0, UINT32_MAX);
    message_get_rng(m, rng);
  }
  return m && remote_is_sane(game) ? move : MOVE_PASS;
}

static void serve_weights(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Move *moves = game_borrow_list(game);
  uint32_t *weight = game_borrow_list(game);
  int count = game->rules->moves(game, state, moves);
  game->rules->weights(game, state, moves, count, weight);
  remote_put_fault(out);
  message_put_int(out, count);
  message_put(out, weight, (size_t)count * sizeof *weight);
  game_return_list(game);
  game_return_list(game);
}

/* Weights that make no sense are all taken for 1: none is 0, and their sum
 * fits.
 */
void remote_weights(const Game *game, const State *state, const Move moves[],
                    int count, uint32_t weight[]) {
  (void)moves; /* the child lists the same */
  remote_begin_call(game, serve_weights, state);
  Message *m = remote_call(game);
  uint64_t sum = 0;
  if (m) {
    message_get_int(m, count, count);
    message_get(m, weight, (size_t)count * sizeof *weight);
  }
  bool good = m && remote_is_sane(game);
  for (int i = 0; good && i < count; i++)
    sum += weight[i] ? weight[i] : UINT64_C(1) << 32;
  for (int i = 0; i < count && (!good || sum > UINT32_MAX); i++)
    weight[i] = 1;
}

static void serve_format(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  char text[MOVE_TEXT];
  game->rules->format(game, state, (Move)message_get_int(in, 0, UINT32_MAX),
                      text);
  remote_put_fault(out);
  message_put_text(out, text);
}

void remote_format(const Game *game, const State *state, Move move,
                   char text[MOVE_TEXT]) {
  message_put_int(remote_begin_call(game, serve_format, state), move);
  Message *m = remote_call(game);
  if (m)
    message_get_line(m, text, MOVE_TEXT);
  if (!m || !remote_is_sane(game) || !text[0])
    snprintf(text, MOVE_TEXT, "%u", move);
}

static void serve_parse(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  char *text = message_get_copy(in);
  Error why = {0};
  Move move = 0;
  if (text)
    game->rules->parse(game, state, text, &move, &why);
  remote_put_fault(out);
  message_put_error(out, &why);
  message_put_int(out, move);
  free(text);
}

bool remote_parse(const Game *game, const State *state, const char *text,
                  Move *move, Error *error) {
  message_put_text(remote_begin_call(game, serve_parse, state), text);
  Message *m = remote_call(game);
  if (!m)
    return error_copy(error, &remote_of(game)->fault);
  bool failed = message_get_error(m, error);
  Move read = (Move)message_get_int(m, 0, UINT32_MAX);
  if (!remote_is_sane(game))
    return error_copy(error, &remote_of(game)->fault);
  *move = failed ? *move : read;
  return !failed;
}

static void serve_describe(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Parts parts = {0};
  game_describe(game, state, (Move)message_get_int(in, 0, UINT32_MAX), &parts);
  remote_put_fault(out);
  message_put_int(out, parts.count);
  message_put_int(out, parts.overflow);
  for (int i = 0; i < parts.count; i++) {
    const Part *p = &parts.part[i];
    message_put_text(out, p->key);
    message_put_int(out, p->list);
    message_put_int(out, p->count);
    for (int t = 0; t < p->count; t++)
      message_put_text(out, p->text[t]);
  }
}

void remote_describe(const Game *game, const State *state, Move move,
                     Parts *parts) {
  message_put_int(remote_begin_call(game, serve_describe, state), move);
  Message *m = remote_call(game);
  if (!m)
    return;
  Parts read = {.count = (int)message_get_int(m, 0, PARTS_MAX)};
  read.overflow = message_get_bool(m);
  for (int i = 0; i < read.count; i++) {
    Part *p = &read.part[i];
    char key[ANSWER_TEXT];
    message_get_line(m, key, sizeof key);
    p->key = text_pool_find(&remote_of(game)->texts, key);
    p->list = message_get_bool(m);
    p->count = (int)message_get_int(m, 0, PART_TEXTS);
    for (int t = 0; t < p->count; t++)
      message_get_line(m, p->text[t], sizeof p->text[t]);
  }
  if (remote_is_sane(game))
    *parts = read;
}
