#include "core/game/spec.h"
#include "core/game/symmetry.h"
#include "core/isolation/remote_internal.h"
#include <math.h>

enum { STATE_SIZE_MAX = 1 << 22 /* bytes */, PLIES_LIMIT = 1 << 20 };

Child *remote_game_child(const Game *game) {
  return game->remote ? remote_of(game)->child : NULL;
}

/* ---- opening -------------------------------------------------------------*/

/* The optional functions that a game may have. `key` is not among them: it is
 * for solving the built-in games, which need no child. */
typedef enum Has {
  HAS_SETTINGS = 1,
  HAS_DESCRIBE = 2,
  HAS_SCENE = 4,
  HAS_LEGAL = 8,
  HAS_HASH = 16,
  HAS_COUNT = 32,
  HAS_EVALUATE = 64,
  HAS_WEIGHTS = 128,
  HAS_OBSERVE = 256,
  HAS_REDRAW = 512,
  HAS_SCORE = 1024,
  HAS_TURN = 2048,
  HAS_ALL = 4095
} Has;

static int optional_functions(const Rules *r) {
  return (r->settings ? HAS_SETTINGS : 0) |
         (r->describe || r->parts ? HAS_DESCRIBE : 0) |
         (r->scene ? HAS_SCENE : 0) | (r->legal ? HAS_LEGAL : 0) |
         (r->hash ? HAS_HASH : 0) | (r->count ? HAS_COUNT : 0) |
         (r->evaluate ? HAS_EVALUATE : 0) | (r->weights ? HAS_WEIGHTS : 0) |
         (r->observe ? HAS_OBSERVE : 0) | (r->redraw ? HAS_REDRAW : 0) |
         (r->score ? HAS_SCORE : 0) | (r->turn ? HAS_TURN : 0);
}

static void put_texts(Message *out, const Rules *r) {
  message_put_text(out, r->name);
  message_put_text(out, r->title);
  message_put_text(out, r->summary);
  message_put_text(out, r->text);
  message_put_text(out, r->example);
  message_put_text(out, r->set_help);
}

static const Rules *native_rules(const char *name) {
  for (const Rules *const *r = game_rules; *r; r++)
    if (strcmp((*r)->name, name) == 0)
      return *r;
  return NULL;
}

static void put_part_keys(Message *out, const Game *game) {
  const char *keys[PART_KEYS_MAX];
  int count = game_part_keys(game, keys);
  message_put_int(out, count);
  for (int i = 0; i < count; i++)
    message_put_text(out, keys[i]);
}

/* The keys become names of columns: lower-case words. */
static void get_part_keys(Message *m, RemoteGame *r) {
  int count = (int)message_get_int(m, 0, PART_KEYS_MAX);
  for (int i = 0; i < count; i++) {
    const char *key = text_pool_get(&r->texts, m);
    size_t length = strlen(key);
    r->part_keys[i] = key;
    if (length == 0 || length >= ANSWER_TEXT ||
        strspn(key, "abcdefghijklmnopqrstuvwxyz_") != length)
      m->malformed = true;
  }
  r->rules.part_keys = r->part_keys;
}

static void put_level(Message *out, const Game *game) {
  message_put_text(out, game->spec);
  put_texts(out, game->rules);
  const Rules *native = native_rules(game->rules->name);
  message_put_int(out, native && native->open == game->rules->open);
  options_put(out, game->rules->options);
  message_put(out, game->option, sizeof game->option);
  message_put_int(out, game->seats);
  message_put_int(out, game->sides);
  message_put(out, game->side, sizeof game->side);
  message_put_int(out, (int64_t)game->state_size);
  message_put_int(out, game->max_moves);
  message_put_int(out, game->max_plies);
  message_put_int(out, game->random_start);
  message_put_int(out, game->has_chance);
  message_put_int(out, (int64_t)game->base_offset);
  message_put_int(out, game->keeps_symmetries);
  message_put_int(out, optional_functions(game->rules));
  message_put(out, &game->rules->exploration, sizeof(double));
  fields_put(out, game->fields);
  put_part_keys(out, game);
}

/* Results: an error, or the levels from the innermost base outwards. */
static void serve_open(Message *in, Message *out) {
  char spec[SPEC_TEXT];
  Error why = {0};
  const Game *levels[LEVELS_MAX];
  int count = 0;
  message_get_text(in, spec, sizeof spec);
  if (remote_serve_game(spec, &why))
    for (const Game *g = remote_served_game(); g && count < LEVELS_MAX;
         g = g->base)
      levels[count++] = g;
  message_put_error(out, &why);
  message_put_int(out, count);
  while (count-- > 0)
    put_level(out, levels[count]);
}

static void get_texts(Message *m, RemoteGame *r) {
  r->rules.name = text_pool_get(&r->texts, m);
  r->rules.title = text_pool_get(&r->texts, m);
  r->rules.summary = text_pool_get(&r->texts, m);
  r->rules.text = text_pool_get(&r->texts, m);
  r->rules.example = text_pool_get(&r->texts, m);
  r->rules.set_help = text_pool_get(&r->texts, m);
}

static void set_functions(RemoteGame *r, int has, const Rules *native) {
  Rules *rules = &r->rules;
  rules->start = remote_start;
  rules->renew = remote_renew;
  rules->moves = remote_moves;
  rules->play = remote_play;
  rules->format = remote_format;
  rules->parse = remote_parse;
  rules->draw = remote_draw;
  rules->set = remote_set;
  rules->finish_edit = remote_finish_edit;
  rules->random_move = remote_random_move;
  rules->playout = remote_playout;
  rules->ask = remote_ask;
  rules->settings = has & HAS_SETTINGS ? remote_settings : NULL;
  rules->describe = has & HAS_DESCRIBE ? remote_describe : NULL;
  rules->scene = has & HAS_SCENE ? remote_scene : NULL;
  rules->legal = has & HAS_LEGAL ? remote_legal : NULL;
  rules->hash = has & HAS_HASH ? remote_hash : NULL;
  rules->count = has & HAS_COUNT ? remote_count : NULL;
  rules->evaluate = has & HAS_EVALUATE ? remote_evaluate : NULL;
  rules->weights = has & HAS_WEIGHTS ? remote_weights : NULL;
  rules->observe = has & HAS_OBSERVE ? remote_observe : NULL;
  rules->redraw = has & HAS_REDRAW ? remote_redraw : NULL;
  rules->score = has & HAS_SCORE ? remote_score : NULL;
  rules->turn = has & HAS_TURN ? remote_turn : NULL;
  rules->accessors = native ? native->accessors : NULL;
  rules->parts = native ? native->parts : NULL;
  rules->rules_page = native ? native->rules_page : NULL;
}

static void close_remote(Game *game) {
  RemoteGame *r = remote_of(game);
  game_close((Game *)game->base);
  fields_free(r->fields);
  text_pool_free(&r->texts);
  if (r->level == 0)
    child_close(r->child);
}

/* Reads the numbers of a level into the game. */
static void get_numbers(Message *m, RemoteGame *r) {
  Game *g = &r->game;
  option_values_get(m, r->options, g->option);
  g->seats = (int)message_get_int(m, 1, SEATS_MAX);
  g->sides = (int)message_get_int(m, 1, g->seats);
  message_get(m, g->side, sizeof g->side);
  for (int seat = 0; seat < g->seats; seat++)
    if (g->side[seat] >= g->sides)
      m->malformed = true;
  g->state_size = (size_t)message_get_int(m, sizeof(State), STATE_SIZE_MAX);
  g->max_moves = (int)message_get_int(m, 1, MOVES_MAX);
  g->max_plies = (int)message_get_int(m, 1, PLIES_LIMIT);
  g->random_start = message_get_bool(m);
  g->has_chance = message_get_bool(m);
  g->base_offset = (size_t)message_get_int(m, 0, (int64_t)g->state_size);
  g->keeps_symmetries = message_get_bool(m);
  if (g->base && g->base_offset + g->base->state_size > g->state_size)
    m->malformed = true;
}

static bool fill_level(Message *m, RemoteGame *r) {
  Game *g = &r->game;
  message_get_line(m, g->spec, sizeof g->spec);
  get_texts(m, r);
  r->native = message_get_bool(m);
  const Rules *native = r->native ? native_rules(r->rules.name) : NULL;
  if (r->native && (!native || g->base))
    m->malformed = true;
  const Option *base = g->base  ? g->base->rules->options
                       : native ? native->options
                                : NULL;
  options_get(m, r->options, base, &r->texts);
  get_numbers(m, r);
  set_functions(r, (int)message_get_int(m, 0, HAS_ALL), native);
  message_get(m, &r->rules.exploration, sizeof(double));
  if (!isfinite(r->rules.exploration) || r->rules.exploration < 0)
    m->malformed = true;
  fields_get(m, r->fields, g->state_size, &r->texts);
  g->fields = r->fields[0].name ? r->fields : NULL;
  get_part_keys(m, r);
  if (game_symmetries(g) < 0)
    m->malformed = true;
  else
    symmetry_set_key(g, &r->rules);
  return message_is_good(m);
}

/* Reads a level on top of `base`, which it takes over. */
static Game *get_level_on(Message *m, Game *base, Child *child, int level,
                          Error *error) {
  RemoteGame *r = (RemoteGame *)game_new(sizeof *r);
  r->child = child;
  r->level = level;
  r->game.remote = &remote_jobs;
  r->game.base = base;
  r->game.fault = &r->fault;
  r->game.rules = &r->rules;
  r->rules.options = r->options;
  r->rules.close = close_remote;
  if (fill_level(m, r)) {
    game_open_lists(&r->game);
    return &r->game;
  }
  child_is_sane(child, error);
  if (level == 0)
    r->level = 1; /* the caller closes the child */
  game_close(&r->game);
  return NULL;
}

/* A variant that changes only options is a built-in game under another name:
 * it needs no child. */
static Game *open_native(const Game *remote, Error *error) {
  char spec[SPEC_TEXT];
  if (!spec_write_full(remote->rules->name, remote->rules->options,
                       remote->option, spec, error))
    return NULL;
  Game *game = game_open(spec, error);
  const Rules *r = remote->rules;
  if (!game)
    return NULL;
  memcpy(game->spec, remote->spec, sizeof game->spec);
  game->max_plies = remote->max_plies;
  if (game_set_texts(game, r->title, r->summary, r->text, r->example))
    return game;
  game_close(game);
  error_set(error, "out of memory (a game)");
  return NULL;
}

/* Takes over the child. */
static Game *open_in(Child *child, const char *path, const char *spec,
                     Error *error) {
  message_put_text(child_begin(child, serve_open), spec);
  Message *m = child_call(child, error);
  bool failed = !m || message_get_error(m, error);
  int levels = failed ? 0 : (int)message_get_int(m, 1, LEVELS_MAX);
  Game *game = NULL;
  if (m && !child_is_sane(child, error))
    levels = 0;
  for (int level = levels - 1; level >= 0; level--)
    if (!(game = get_level_on(m, game, child, level, error)))
      break;
  if (!game) {
    child_close(child);
    return NULL;
  }
  if (!remote_is_spec_of(game->spec, path)) {
    error_set(error, "%.200s: its process named another file", path);
    game_close(game);
    return NULL;
  }
  Game *result = remote_of(game)->native    ? open_native(game, error)
                 : game_finish(game, error) ? game
                                            : NULL;
  if (result != game)
    game_close(game);
  return result;
}

bool remote_write_spec(const char *path, const char *options,
                       char spec[SPEC_TEXT], Error *error) {
  int length = snprintf(spec, SPEC_TEXT, "%s%s%s", path, options ? ":" : "",
                        options ? options : "");
  return length < SPEC_TEXT || error_set(error,
                                         "%.200s: the options are too "
                                         "long",
                                         path);
}

bool remote_is_spec_of(const char *text, const char *path) {
  Spec spec;
  return spec_read(&spec, text, "spec", NULL) && strcmp(spec.name, path) == 0;
}

Game *remote_game_open(const char *path, const char *options, Error *error) {
  char spec[SPEC_TEXT];
  if (!remote_write_spec(path, options, spec, error))
    return NULL;
  Child *child = child_start(&path, 1, error);
  return child ? open_in(child, path, spec, error) : NULL;
}
