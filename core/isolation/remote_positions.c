#include "core/isolation/remote_internal.h"
#include <stdlib.h>

/* The game ends when its rules have failed (game_fault). */
static void end_failed_game(State *state) {
  state->seat = 0;
  state_set_draw(state);
}

static void serve_start(Message *in, Message *out) {
  Game *game = remote_get_level(in);
  Rng rng;
  message_get_rng(in, &rng);
  memset(remote_state, 0, game->state_size);
  game->rules->start(game, remote_state, &rng);
  remote_put_fault(out);
  message_put(out, remote_state, game->state_size);
  message_put(out, &rng, sizeof rng);
}

void remote_start(const Game *game, State *state, Rng *rng) {
  message_put(remote_begin_call(game, serve_start, NULL), rng, sizeof *rng);
  Message *m = remote_call(game);
  if (m) {
    job_get_state(m, game, state);
    message_get_rng(m, rng);
  }
  if (!m || !remote_is_sane(game))
    end_failed_game(state);
}

static void serve_renew(Message *in, Message *out) {
  game_renew(remote_get_level(in));
  remote_put_fault(out);
}

void remote_renew(const Game *game) {
  remote_begin_call(game, serve_renew, NULL);
  if (remote_call(game))
    remote_is_sane(game);
}

static void serve_play(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  game_play(game, state, (Move)message_get_int(in, 0, UINT32_MAX));
  remote_put_fault(out);
  message_put(out, state, game->state_size);
}

void remote_play(const Game *game, State *state, Move move) {
  message_put_int(remote_begin_call(game, serve_play, state), move);
  Message *m = remote_call(game);
  if (m)
    job_get_state(m, game, state);
  if (!m || !remote_is_sane(game))
    end_failed_game(state);
}

static void serve_observe(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  int seat = (int)message_get_int(in, 0, SEATS_MAX - 1);
  game->rules->observe(game, state, seat);
  remote_put_fault(out);
  message_put(out, state, game->state_size);
}

void remote_observe(const Game *game, State *state, int seat) {
  message_put_int(remote_begin_call(game, serve_observe, state), seat);
  Message *m = remote_call(game);
  if (m)
    job_get_state(m, game, state);
  if (!m || !remote_is_sane(game))
    end_failed_game(state);
}

static void serve_redraw(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  int seat = (int)message_get_int(in, 0, SEATS_MAX - 1);
  Rng rng;
  message_get_rng(in, &rng);
  game->rules->redraw(game, state, seat, &rng);
  remote_put_fault(out);
  message_put(out, state, game->state_size);
  message_put(out, &rng, sizeof rng);
}

void remote_redraw(const Game *game, State *state, int seat, Rng *rng) {
  Message *m = remote_begin_call(game, serve_redraw, state);
  message_put_int(m, seat);
  message_put(m, rng, sizeof *rng);
  m = remote_call(game);
  if (m) {
    job_get_state(m, game, state);
    message_get_rng(m, rng);
  }
  if (!m || !remote_is_sane(game))
    end_failed_game(state);
}

static void serve_playout(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  int max_plies = (int)message_get_int(in, 0, INT32_MAX);
  Rng rng;
  message_get_rng(in, &rng);
  int plies = game_playout(game, state, &rng, max_plies);
  remote_put_fault(out);
  message_put_int(out, plies);
  message_put(out, state, game->state_size);
  message_put(out, &rng, sizeof rng);
}

int remote_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  Message *m = remote_begin_call(game, serve_playout, state);
  message_put_int(m, max_plies);
  message_put(m, rng, sizeof *rng);
  int plies = 0;
  m = remote_call(game);
  if (m) {
    plies = (int)message_get_int(m, 0, max_plies);
    job_get_state(m, game, state);
    message_get_rng(m, rng);
  }
  if (m && remote_is_sane(game))
    return plies;
  end_failed_game(state);
  return 0;
}

static void serve_set(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Error why = {0};
  char *key = message_get_copy(in), *value = message_get_copy(in);
  bool done = key && value && game->rules->set(game, state, key, value, &why);
  remote_put_fault(out);
  message_put_error(out, &why);
  if (done)
    message_put(out, state, game->state_size);
  free(key);
  free(value);
}

/* Reads the position that follows an error that is not set. */
static bool get_edited(const Game *game, Message *m, State *state,
                       Error *error) {
  if (!m)
    return error_copy(error, &remote_of(game)->fault);
  bool failed = message_get_error(m, error);
  if (!failed)
    job_get_state(m, game, state);
  if (!remote_is_sane(game))
    return error_copy(error, &remote_of(game)->fault);
  return !failed;
}

bool remote_set(const Game *game, State *state, const char *key,
                const char *value, Error *error) {
  Message *m = remote_begin_call(game, serve_set, state);
  message_put_text(m, key);
  message_put_text(m, value);
  return get_edited(game, remote_call(game), state, error);
}

static void serve_finish_edit(Message *in, Message *out) {
  State *state;
  Game *game = remote_get_position(in, &state);
  Error why = {0};
  bool done = game->rules->finish_edit(game, state, &why);
  remote_put_fault(out);
  message_put_error(out, &why);
  if (done)
    message_put(out, state, game->state_size);
}

bool remote_finish_edit(const Game *game, State *state, Error *error) {
  remote_begin_call(game, serve_finish_edit, state);
  return get_edited(game, remote_call(game), state, error);
}
