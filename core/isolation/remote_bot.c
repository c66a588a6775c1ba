#include "core/game/spec.h"
#include "core/isolation/remote.h"
#include "core/isolation/tables.h"
#include <stdlib.h>

typedef struct RemoteBot {
  Bot base;
  BotKind kind;
  Option options[OPTIONS_MAX + 1];
  TextPool texts;
  Child *child;
  uint64_t child_nodes; /* those that this child has reported */
  char file[SPEC_TEXT]; /* the path */
  char spec[SPEC_TEXT]; /* with the options as the user wrote them */
} RemoteBot;

static RemoteBot *remote_of(const Bot *bot) {
  return (RemoteBot *)bot;
}

/* ---- in the child --------------------------------------------------------*/

static Bot *served;
static State *position;

Bot *remote_served_bot(void) {
  return served;
}

/* Arguments: the specs of the game and the bot. Results: an error, or the size
 * of a position and the bot's tables. */
static void serve_open(Message *in, Message *out) {
  char game[SPEC_TEXT], bot[SPEC_TEXT];
  Error why = {0};
  message_get_text(in, game, sizeof game);
  message_get_text(in, bot, sizeof bot);
  if (remote_serve_game(game, &why))
    served = bot_open(bot, remote_served_game(), &why);
  if (served && !(position = game_start(remote_served_game())))
    error_set(&why, "out of memory (opening %s)", bot);
  message_put_error(out, &why);
  if (error_is_set(&why))
    return;
  message_put_int(out, (int64_t)served->game->state_size);
  message_put_text(out, served->spec);
  message_put_text(out, served->kind->name);
  message_put_text(out, served->kind->summary);
  message_put_text(out, served->kind->example);
  options_put(out, served->kind->options);
  message_put(out, served->option, sizeof served->option);
  message_put_int(out, served->timed);
}

/* The stream of the game being played. Bots keep a pointer to it. */
static Rng stream;

/* Every result begins with the reason why the bot failed, if it did, and ends
 * with the random stream and whether the bot's copy of the rules has failed. */
static void put_end(Message *out) {
  message_put(out, &stream, sizeof stream);
  message_put_int(out, game_fault(served->game) != NULL);
}

static void serve_begin(Message *in, Message *out) {
  int seat = (int)message_get_int(in, 0, SEATS_MAX - 1);
  Error why = {0};
  message_get_rng(in, &stream);
  bot_begin(served, seat, &stream, &why);
  message_put_error(out, &why);
  put_end(out);
}

static void serve_choose(Message *in, Message *out) {
  Error why = {0};
  Move move = 0;
  message_get_rng(in, &stream);
  message_get(in, position, served->game->state_size);
  bot_choose(served, position, &stream, &move, &why);
  message_put_error(out, &why);
  message_put_int(out, move);
  message_put_int(out, (int64_t)served->nodes);
  put_end(out);
}

/* ---- opening -------------------------------------------------------------*/

static void get_tables(Message *m, RemoteBot *r) {
  Bot *bot = &r->base;
  text_pool_free(&r->texts);
  r->texts = (TextPool){0};
  if (message_get_int(m, 0, INT64_MAX) != (int64_t)bot->game->state_size)
    m->malformed = true;
  message_get_line(m, bot->spec, sizeof bot->spec);
  if (!remote_is_spec_of(bot->spec, r->file))
    m->malformed = true;
  r->kind.name = text_pool_get(&r->texts, m);
  r->kind.summary = text_pool_get(&r->texts, m);
  r->kind.example = text_pool_get(&r->texts, m);
  if (!r->kind.example[0])
    r->kind.example = NULL;
  options_get(m, r->options, NULL, &r->texts);
  option_values_get(m, r->options, bot->option);
  bot->timed = message_get_bool(m);
}

/* Starts a child and opens the bot in it. */
static bool open_child(RemoteBot *r, Error *error) {
  Spec game;
  if (!spec_read(&game, r->base.game->spec, "game", error))
    return false;
  const char *names[] = {r->file, game.name};
  r->child_nodes = 0;
  r->child = child_start(names, game.loader ? 2 : 1, error);
  if (!r->child)
    return false;
  child_kill_if(r->child, r->base.game->stop);
  Message *m = child_begin(r->child, serve_open);
  message_put_text(m, r->base.game->spec);
  message_put_text(m, r->spec);
  m = child_call(r->child, error);
  bool failed = !m || message_get_error(m, error);
  if (!failed)
    get_tables(m, r);
  return !failed && child_is_sane(r->child, error);
}

static void close_child(RemoteBot *r) {
  child_close(r->child);
  r->child = NULL;
}

/* ---- playing -------------------------------------------------------------*/

/* Reads the end of a result. A bot whose copy of the rules has failed gets a
 * new process for the next game. */
static bool get_end(RemoteBot *r, Message *m, Rng *rng, Error *why) {
  Rng after = *rng;
  message_get_rng(m, &after);
  bool broken = message_get_bool(m);
  if (!child_is_sane(r->child, why))
    return false;
  *rng = after;
  if (broken)
    close_child(r);
  return true;
}

static bool remote_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  RemoteBot *r = remote_of(bot);
  if (r->child && child_is_dead(r->child))
    close_child(r);
  if (!r->child && !open_child(r, why)) {
    close_child(r);
    return false;
  }
  child_kill_if(r->child, bot->game->stop);
  Message *m = child_begin(r->child, serve_begin);
  message_put_int(m, seat);
  message_put(m, rng, sizeof *rng);
  m = child_call(r->child, why);
  if (!m)
    return false;
  bool failed = message_get_error(m, why);
  return get_end(r, m, rng, why) && !failed;
}

static bool remote_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why) {
  RemoteBot *r = remote_of(bot);
  if (!r->child)
    return error_set(why, "%.200s: its rules have failed", r->file);
  Message *m = child_begin(r->child, serve_choose);
  message_put(m, rng, sizeof *rng);
  message_put(m, state, bot->game->state_size);
  m = child_call(r->child, why);
  if (!m)
    return false;
  bool failed = message_get_error(m, why);
  Move chosen = (Move)message_get_int(m, 0, UINT32_MAX);
  uint64_t nodes =
      (uint64_t)message_get_int(m, (int64_t)r->child_nodes, INT64_MAX);
  if (!get_end(r, m, rng, why) || failed)
    return false;
  if (!game_legal(bot->game, state, chosen))
    return error_set(why, "%.200s: chose %u, which is not a legal move",
                     r->file, chosen);
  bot->nodes += nodes - r->child_nodes; /* a new child counts from 0 again */
  r->child_nodes = nodes;
  *move = chosen;
  return true;
}

static void close_remote(Bot *bot) {
  RemoteBot *r = remote_of(bot);
  close_child(r);
  text_pool_free(&r->texts);
}

/* A bot without a child. */
static RemoteBot *new_bot(const char *path, const char *options,
                          const Game *game, Error *error) {
  RemoteBot *r = calloc(1, sizeof *r);
  if (!r) {
    error_set(error, "out of memory (bot %s)", path);
    return NULL;
  }
  r->base.kind = &r->kind;
  r->base.game = game;
  r->kind = (BotKind){.options = r->options,
                      .bot_size = sizeof *r,
                      .begin = remote_begin,
                      .choose = remote_choose,
                      .close = close_remote};
  r->kind.name = r->kind.summary = r->file;
  snprintf(r->file, sizeof r->file, "%s", path);
  if (remote_write_spec(path, options, r->spec, error)) {
    memcpy(r->base.spec, r->spec, sizeof r->spec);
    return r;
  }
  bot_close(&r->base);
  return NULL;
}

Bot *remote_bot_open(const char *path, const char *options, const Game *game,
                     Error *error) {
  RemoteBot *r = new_bot(path, options, game, error);
  if (!r || open_child(r, error))
    return r ? &r->base : NULL;
  bot_close(&r->base);
  return NULL;
}

Bot *remote_bot_open_again(const char *text, const Game *game, Error *error) {
  Spec spec;
  RemoteBot *r = spec_read(&spec, text, "bot", error)
                     ? new_bot(spec.name, spec.options, game, error)
                     : NULL;
  return r ? &r->base : NULL;
}

Child *remote_bot_child(const Bot *bot) {
  return bot->kind->close == close_remote ? remote_of(bot)->child : NULL;
}
