#include "core/game/spec.h"
#include "core/isolation/remote_internal.h"
#include <stdlib.h>

static Game *served;
State *remote_state;

Game *remote_served_game(void) {
  return served;
}

Game *remote_get_level(Message *in) {
  Game *game = served;
  for (int64_t level = message_get_int(in, 0, LEVELS_MAX); level > 0; level--)
    game = (Game *)game->base;
  return game;
}

Game *remote_get_position(Message *in, State **state) {
  Game *game = remote_get_level(in);
  *state = remote_state;
  message_get(in, remote_state, game->state_size);
  return game;
}

void remote_put_fault(Message *out) {
  const Error *failure = game_failure(served);
  message_put_int(out, failure != NULL);
  if (failure)
    message_put_error(out, failure);
}

Message *remote_begin_call(const Game *game, ChildFunction *function,
                           const State *state) {
  const RemoteGame *r = remote_of(game);
  Message *m = child_begin(r->child, function);
  message_put_int(m, r->level);
  if (state)
    message_put(m, state, game->state_size);
  return m;
}

void remote_set_fault(const Game *game, const Error *why) {
  RemoteGame *r = remote_of(game);
  if (!error_is_set(&r->fault))
    error_copy(&r->fault, why);
}

Message *remote_call(const Game *game) {
  RemoteGame *r = remote_of(game);
  Error why = {0};
  Message *m = child_call(r->child, &why);
  if (!m) {
    remote_set_fault(game, &why);
    return NULL;
  }
  if (message_get_bool(m) && message_get_error(m, &why))
    remote_set_fault(game, &why);
  return m;
}

bool remote_is_sane(const Game *game) {
  RemoteGame *r = remote_of(game);
  Error why = {0};
  if (child_is_sane(r->child, &why))
    return true;
  remote_set_fault(game, &why);
  return false;
}

bool remote_serve_game(const char *spec, Error *error) {
  if (served)
    return error_set(error, "the process has opened a game already");
  served = game_open(spec, error);
  if (!served)
    return false;
  remote_state = malloc(served->state_size);
  return remote_state || error_set(error, "out of memory (opening %s)", spec);
}
