#include "core/game/spec.h"
#include "core/game/symmetry.h"
#include "core/isolation/remote_internal.h"
#include <float.h>

enum { STATE_SIZE_MAX = 1 << 22 /* bytes */, PLIES_LIMIT = 1 << 20 };

/* ---- what crosses --------------------------------------------------------*/

/* The keys of parts become names of columns: lower-case words. */
static bool level_are_part_keys(const char *const keys[]) {
  bool good = true;
  int count = 0;
  for (; good && keys && keys[count]; count++) {
    size_t length = strlen(keys[count]);
    good = length > 0 && length < ANSWER_TEXT &&
           strspn(keys[count], "abcdefghijklmnopqrstuvwxyz_") == length;
  }
  return good && count <= PART_KEYS_MAX;
}

static void level_cross_numbers(Message *m, Game *g) {
  CROSS(m, g->seats, 1, SEATS_MAX);
  CROSS(m, g->sides, 1, g->seats);
  for (int seat = 0; seat < g->seats; seat++)
    CROSS(m, g->side[seat], 0, g->sides - 1);
  CROSS(m, g->state_size, sizeof(State), STATE_SIZE_MAX);
  CROSS(m, g->max_moves, 1, MOVES_MAX);
  CROSS(m, g->max_plies, 1, PLIES_LIMIT);
  CROSS(m, g->random_start, 0, 1);
  CROSS(m, g->has_chance, 0, 1);
  CROSS(m, g->base_offset, 0, (int64_t)g->state_size);
  CROSS(m, g->holder_offset, 0, (int64_t)g->state_size);
  CROSS(m, g->keeps_symmetries, 0, 1);
  if (!m->writing && g->base &&
      (g->base_offset + g->base->state_size > g->state_size ||
       g->holder_offset + SEATS_MAX > g->state_size))
    m->malformed = true;
}

static void level_cross_features(Message *m, RemoteGame *r) {
  CROSS(m, r->game.features, 0, FEATURES_MAX);
  for (int i = 0; i < r->game.features; i++) {
    Feature *f = &r->game.feature[i];
    cross_text(m, &f->name, &r->texts);
    CROSS(m, f->columns, 1, FEATURE_NUMBERS);
    CROSS(m, f->rows, 0, GRID_SIDE_MAX);
    if (f->rows && f->columns > GRID_SIDE_MAX)
      m->malformed = true;
  }
}

/* A game, or one that it is based on. */
static void level_cross(Message *m, RemoteGame *r) {
  Game *g = &r->game;
  Rules *rules = &r->rules;
  const char **texts[] = {&rules->name, &rules->title,   &rules->summary,
                          &rules->text, &rules->example, &rules->set_help};
  cross_line(m, g->spec, sizeof g->spec);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    cross_text(m, texts[i], &r->texts);
  CROSS(m, r->native, 0, 1);
  const Rules *native = r->native ? game_find_rules(rules->name) : NULL;
  const Option *base = g->base  ? g->base->rules->options
                       : native ? native->options
                                : NULL;
  cross_options(m, (Option *)rules->options, base, &r->texts);
  cross_option_values(m, rules->options, g->option);
  level_cross_numbers(m, g);
  cross_bytes(m, &g->sources, sizeof g->sources);
  cross_functions(m, rules);
  cross_doubles(m, &rules->exploration, 1, 0, DBL_MAX);
  cross_fields(m, (Field *)g->fields, g->state_size, &r->texts);
  cross_words(m, &rules->part_keys, &r->texts);
  level_cross_features(m, r);
  if (m->writing)
    return;
  if ((r->native && (!native || g->base)) ||
      !level_are_part_keys(rules->part_keys))
    m->malformed = true;
  rules->accessors = native ? native->accessors : NULL;
  rules->parts = native ? native->parts : NULL;
  rules->rules_page = native ? native->rules_page : NULL;
  if (!r->fields[0].name)
    g->fields = NULL;
}

/* ---- in the child --------------------------------------------------------*/

static void level_put(Message *out, const Game *game) {
  static RemoteGame r;
  const Rules *native = game_find_rules(game->rules->name);
  const char *keys[PART_KEYS_MAX + 1] = {NULL};
  game_part_keys(game, keys);
  r = (RemoteGame){.game = *game,
                   .rules = *game->rules,
                   .native = native && native->open == game->rules->open};
  r.rules.part_keys = keys;
  level_cross(out, &r);
}

/* ---- in the parent -------------------------------------------------------*/

static void remote_game_close(Game *game) {
  RemoteGame *r = remote_of(game);
  game_close((Game *)game->base);
  fields_free(r->fields);
  text_pool_free(&r->texts);
  if (r->owns_child)
    child_close(r->child);
}

/* Reads a level on top of `base`, which it takes over. */
static Game *level_get_on(Message *m, Game *base, Child *child, int level,
                          Error *error) {
  RemoteGame *r = (RemoteGame *)game_new(sizeof *r);
  r->child = child;
  r->level = level;
  r->game.remote = &remote_jobs;
  r->game.base = base;
  r->game.fault = &r->fault;
  r->game.rules = &r->rules;
  r->game.fields = r->fields;
  r->rules = remote_rules;
  r->rules.options = r->options;
  r->rules.close = remote_game_close;
  level_cross(m, r);
  if (message_is_good(m) && game_symmetries(&r->game) < 0)
    m->malformed = true;
  if (child_is_sane(child, error)) {
    game_open_lists(&r->game);
    symmetry_set_key(&r->game, &r->rules);
    return &r->game;
  }
  game_close(&r->game);
  return NULL;
}

/* A variant that changes only options is a built-in game under another name:
 * it needs no child. */
static Game *remote_game_native(const Game *remote, Error *error) {
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
  game_set_texts(game, r->title, r->summary, r->text, r->example);
  return game;
}

/* ---- opening -------------------------------------------------------------*/

typedef struct OpenTask {
  const char *spec;
  Child *child;
  Game *game; /* in the parent */
} OpenTask;

/* The innermost base crosses first. */
static void remote_game_open_job(Job *job) {
  OpenTask *t = job->task;
  const Game *levels[LEVELS_MAX];
  int count = 0;
  job_take_text(job, &t->spec);
  if (job_is_here(job) && remote_serve_game(t->spec, job->error))
    for (const Game *g = remote_served_game(); g && count < LEVELS_MAX;
         g = g->base)
      levels[count++] = g;
  CROSS(job->m, count, 0, LEVELS_MAX);
  for (int i = count - 1; i >= 0; i--)
    if (job->m->writing)
      level_put(job->m, levels[i]);
    else if (!(t->game =
                   level_get_on(job->m, t->game, t->child, i, job->error)))
      return;
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

/* Leaves the child to the caller, unless it returns a game that owns it. */
static Game *remote_game_open_in(Child *child, const char *path,
                                 const char *spec, Error *error) {
  OpenTask t = {.spec = spec, .child = child};
  bool done = remote_do(child, remote_game_open_job, &t, sizeof t, NULL, error);
  if (done && (!t.game || !remote_is_spec_of(t.game->spec, path)))
    done = error_set(error, "%.200s: its process named another file", path);
  if (done && !remote_of(t.game)->native && game_finish(t.game, error)) {
    remote_of(t.game)->owns_child = true;
    return t.game;
  }
  Game *native = done && remote_of(t.game)->native
                     ? remote_game_native(t.game, error)
                     : NULL;
  game_close(t.game);
  return native;
}

Game *remote_game_open(const Loader *loader, const char *path,
                       const char *options, Error *error) {
  char spec[SPEC_TEXT];
  (void)loader;
  if (!remote_write_spec(path, options, spec, error))
    return NULL;
  Child *child = child_start(&path, 1, error);
  Game *game = child ? remote_game_open_in(child, path, spec, error) : NULL;
  if (!game || !game->remote)
    child_close(child);
  return game;
}
