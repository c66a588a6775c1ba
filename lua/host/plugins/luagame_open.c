/* Lua rules: creating a game from its definition. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/game/spec.h"
#include "lua/host/api/lab_definition.h"
#include "lua/host/api/lab_game.h"
#include "lua/host/api/lab_settings.h"
#include <stdlib.h>

static const Rules FUNCTIONS = {
    .start = luagame_start,
    .moves = luagame_moves,
    .play = luagame_play,
    .format = luagame_format,
    .parse = luagame_parse,
    .draw = luagame_draw,
    .set = luagame_set,
    .finish_edit = luagame_finish_edit,
    .settings = luagame_settings,
    .describe = luagame_describe,
    .hash = luagame_hash,
    .playout = luagame_playout,
    .random_move = luagame_random_move,
};

/* The arguments of open_definition. */
typedef struct Opening {
  LuaGame *g;
  const char *name, *options;
  Error error;
} Opening;

static const char *const RULES_KEYS[] = {
    "name",    "title",     "summary",   "about", "players",
    "options", "state",     "start",     "moves", "play",
    "outcome", "next_seat", "evaluate",  "text",  "draw",
    "example", "max_moves", "max_plies", NULL};
static const char *const VARIANT_KEYS[] = {
    "name",    "title",     "summary",  "about",     "base",    "options",
    "vars",    "setup",     "allow",    "after",     "extra",   "play",
    "outcome", "next_seat", "evaluate", "max_plies", "example", NULL};

/* The key of each hook in lab.rules and in lab.variant. */
static const struct {
  const char *rules, *variant;
} HOOK_KEYS[HOOKS] = {[SETUP] = {"start", "setup"},
                      [MOVES] = {"moves", NULL},
                      [ALLOW] = {NULL, "allow"},
                      [EXTRA] = {NULL, "extra"},
                      [PLAY] = {"play", "play"},
                      [AFTER] = {NULL, "after"},
                      [NEXT_SEAT] = {"next_seat", "next_seat"},
                      [OUTCOME] = {"outcome", "outcome"},
                      [EVALUATE] = {"evaluate", "evaluate"},
                      [TEXT] = {"text", NULL},
                      [DRAW_BOARD] = {"draw", NULL}};

/* ---- reading the definition at index 1 -----------------------------------*/

static const char *hook_key(Hook hook, bool variant) {
  return variant ? HOOK_KEYS[hook].variant : HOOK_KEYS[hook].rules;
}

static void read_hooks(lua_State *L, LuaGame *g, bool variant) {
  for (Hook h = 0; h < HOOKS; h++) {
    const char *key = hook_key(h, variant);
    if (!key)
      continue;
    declare_function(L, 1, key);
    if (lua_isnil(L, -1))
      lua_pop(L, 1);
    else
      g->hook[h] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  const char *const REQUIRED[] = {"moves", "play", NULL};
  for (const char *const *key = REQUIRED; !variant && *key; key++)
    if (lua_getfield(L, 1, *key) == LUA_TNIL)
      luaL_error(L, "lab.rules needs '%s', a function", *key);
  if (variant && luagame_has(g, EXTRA) != luagame_has(g, PLAY))
    luaL_error(L, "'extra' and 'play' belong together: define both or "
                  "neither");
  lua_settop(L, 1);
}

static void read_texts(lua_State *L, LuaGame *g, const char *file) {
  if (!file) /* defined in another game's file */
    file = "variant";
  const char *slash = strrchr(file, '/');
  const char *stem = slash ? slash + 1 : file;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(stem, "."), stem);
  Rules *r = &g->rules;
  r->name = declare_text(L, 1, "name", name, &g->texts);
  r->title = declare_text(L, 1, "title", r->name, &g->texts);
  r->summary = declare_text(L, 1, "summary", "", &g->texts);
  r->text = declare_text(L, 1, "about", "", &g->texts);
  r->example = declare_text(L, 1, "example", "", &g->texts);
}

/* Lists the keys that State:set and --set take. */
static void write_keys(lua_State *L, LuaGame *g) {
  luaL_Buffer keys;
  luaL_buffinit(L, &keys);
  for (const Field *f = g->fields; f->name; f++) {
    luaL_addstring(&keys, f == g->fields ? "" : ", ");
    luaL_addstring(&keys, f->name);
    if (f->count) {
      lua_pushfstring(L, " (%d numbers, separated by commas)", f->count);
      luaL_addvalue(&keys);
    }
  }
  if (g->lua.game.base && g->fields[0].name)
    luaL_addstring(&keys, ", ");
  if (g->lua.game.base)
    luaL_addstring(&keys, g->lua.game.base->rules->set_help);
  luaL_pushresult(&keys);
  g->rules.set_help = texts_keep(L, &g->texts, lua_tostring(L, -1));
  lua_pop(L, 1);
}

static void check_field_names(lua_State *L, LuaGame *g) {
  size_t offset;
  for (const Field *f = g->fields; f->name; f++) {
    if (lab_is_method(&g->lua.game, f->name))
      luaL_error(L,
                 "a field cannot be called '%s': positions have a method of "
                 "that name",
                 f->name);
    if (g->lua.game.base && game_field(g->lua.game.base, f->name, &offset))
      luaL_error(L, "a field cannot be called '%s': the base game has one",
                 f->name);
  }
}

static void read_options(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  Error why = {0};
  if (!options_read(g->options, g->rules.name, o->options, g->lua.game.option,
                    &why))
    luaL_error(L, "%s", why.message);
  const char *name = o->name ? o->name : g->rules.name;
  if (!spec_write(name, g->options, g->lua.game.option, g->lua.game.spec))
    luaL_error(L, "the options are too long");
  lab_push_options(L, g->options, g->lua.game.option);
  g->values = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* If there is a function on top of the stack, replaces it by its result for the
 * options. */
static void resolve(lua_State *L, const LuaGame *g) {
  if (!lua_isfunction(L, -1))
    return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  lua_call(L, 1, 1);
}

static int read_players(lua_State *L, LuaGame *g) {
  const Option *option = options_find(g->options, "players");
  int players = option ? g->lua.game.option[option - g->options] : 2;
  lua_getfield(L, 1, "players");
  resolve(L, g);
  if (!lua_isnil(L, -1)) {
    int is_integer;
    lua_Integer number = lua_tointegerx(L, -1, &is_integer);
    players = is_integer && number <= SEATS_MAX ? (int)number : 0;
  }
  lua_pop(L, 1);
  if (players < 1 || players > SEATS_MAX)
    luaL_error(L,
               "'players' must be a number from 1 to %d, or a function of "
               "the options that returns one",
               SEATS_MAX);
  return players;
}

static void open_rules(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  declare_known(L, 1, "lab.rules", RULES_KEYS);
  declare_options(L, 1, g->options, 0, &g->texts);
  read_options(L, o);
  g->lua.game.seats = read_players(L, g);
  g->fields_offset = sizeof(LuaStateHead);
  lua_getfield(L, 1, "state");
  resolve(L, g);
  if (lua_isnil(L, -1))
    lua_pop(L, 1);
  else if (!lua_istable(L, -1))
    luaL_error(L,
               "'state' must be a table such as { board = 81, last = 1 }, or "
               "a function of the options that returns one");
  else
    g->fields_size =
        declare_fields(L, g->fields, g->fields_offset, NULL, 0, &g->texts);
  g->lua.game.state_size = g->fields_offset + g->fields_size;
  g->lua.game.max_moves =
      declare_number(L, 1, "max_moves", 1, MOVES_MAX, MAX_MOVES_DEFAULT);
  g->lua.game.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, MAX_PLIES_DEFAULT);
}

static void open_variant(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  declare_known(L, 1, "lab.variant", VARIANT_KEYS);
  Game *base = luagame_open_base(L, NULL, &o->error);
  if (!base)
    luaL_error(L, "%s", o->error.message);
  g->lua.game.base = base;
  declare_options(L, 1, g->options, luagame_take_options(g, base), &g->texts);
  read_options(L, o);
  base = luagame_reopen_base(L, g, base, &o->error);
  if (!base)
    luaL_error(L, "%s", o->error.message);
  g->lua.game.base = base;
  int type = lua_getfield(L, 1, "vars");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'vars' must be a table such as { captured = 0 }");
  size_t offset = (sizeof(LuaStateHead) + 7) / 8 * 8 + base->state_size;
  if (type == LUA_TTABLE)
    g->fields_size =
        declare_fields(L, g->fields, offset, g->initial, VARS_MAX, &g->texts);
  else
    lua_pop(L, 1);
  luagame_set_base(L, g, base);
  g->lua.game.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, base->max_plies);
}

/* ---- the objects that hooks get ------------------------------------------*/

static void make_views(lua_State *L, LuaGame *g) {
  const Game *visible = g->lua.game.base ? g->lua.game.base : &g->lua.game;
  lab_push_game(L, visible);
  for (int i = 0; i < 2 * VIEWS; i++) {
    g->view_object[i] =
        lab_push_view(L, -1, i < VIEWS ? &g->lua.game : visible);
    g->view_object[i]->read_only = true;
    g->view[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  g->rng_object = lab_push_rng(L, NULL);
  g->rng = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

static void make_extras(lua_State *L, LuaGame *g) {
  if (!luagame_has(g, EXTRA))
    return;
  lua_newtable(L);
  g->extras = luaL_ref(L, LUA_REGISTRYINDEX);
  g->extras_state =
      malloc(g->lua.game.state_size + 8); /* game_finish rounds the size up */
  if (!g->extras_state)
    luaL_error(L, "out of memory");
}

/* Allocates the working memory of hooks, which may be VIEWS deep. */
static void make_memory(lua_State *L, LuaGame *g) {
  const Game *base = g->lua.game.base;
  if (base)
    g->before = malloc((VIEWS + 1) * base->state_size);
  if ((base && !g->before) || !game_open_lists(&g->lua.game, NULL))
    luaL_error(L, "out of memory");
}

/* ---- life cycle ----------------------------------------------------------*/

static void close_game(Game *game) {
  LuaGame *g = luagame_of(game);
  lua_State *L = g->lua.plugin->L;
  for (Hook h = 0; h < HOOKS; h++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->hook[h]);
  for (int i = 0; i < 2 * VIEWS; i++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->view[i]);
  luaL_unref(L, LUA_REGISTRYINDEX, g->extras);
  luaL_unref(L, LUA_REGISTRYINDEX, g->values);
  free(g->extras_state);
  free(g->before);
  luaL_unref(L, LUA_REGISTRYINDEX, g->rng);
  plugin_release(g->lua.plugin);
  game_close((Game *)game->base);
  texts_free(&g->texts);
}

static LuaGame *new_game(Plugin *plugin, Error *error) {
  LuaGame *g = (LuaGame *)game_new(sizeof *g, error);
  if (!g)
    return NULL;
  g->lua.plugin = plugin;
  plugin->users++;
  g->values = g->rng = g->extras = LUA_NOREF;
  g->extras_count = -1;
  for (Hook h = 0; h < HOOKS; h++)
    g->hook[h] = LUA_NOREF;
  for (int i = 0; i < 2 * VIEWS; i++)
    g->view[i] = LUA_NOREF;
  g->rules = FUNCTIONS;
  g->rules.options = g->options;
  g->rules.close = close_game;
  g->first_extra = UINT32_MAX; /* none */
  g->lua.game.rules = &g->rules;
  return g;
}

/* A game has a random start if making the first position uses random numbers.
 */
static void find_random_start(LuaGame *g) {
  State *state = calloc(1, g->lua.game.state_size + 8);
  if (!state)
    return;
  Rng rng, before;
  rng_seed(&rng, 1, 0);
  before = rng;
  luagame_start(&g->lua.game, state, &rng);
  g->lua.game.random_start =
      memcmp(&rng, &before, sizeof rng) != 0 ||
      (g->lua.game.base && g->lua.game.base->random_start);
  free(state);
}

/* Arguments: the definition, an Opening. */
static int open_definition(lua_State *L) {
  Opening *o = lua_touserdata(L, 2);
  LuaGame *g = o->g;
  bool variant = lab_definition_kind(L, 1) == DEFINITION_VARIANT;
  lua_settop(L, 1);
  read_texts(L, g, o->name);
  read_hooks(L, g, variant);
  if (variant)
    open_variant(L, o);
  else
    open_rules(L, o);
  check_field_names(L, g);
  g->lua.game.fields = g->fields;
  g->lua.game.fault = &g->fault;
  if (variant)
    g->rules.legal = luagame_legal;
  if (luagame_has_eval(g))
    g->rules.evaluate = luagame_evaluate;
  if (variant)
    g->rules.count = luagame_count;
  if (!g->rules.text[0])
    g->rules.text = g->rules.summary;
  write_keys(L, g);
  make_views(L, g);
  make_extras(L, g);
  make_memory(L, g);
  return 0;
}

static bool changes_nothing(const LuaGame *g) {
  for (Hook h = 0; h < HOOKS; h++)
    if (luagame_has(g, h))
      return false;
  return !g->fields[0].name;
}

/* A variant that changes only options is its base game under another name. */
static Game *unwrap(LuaGame *g) {
  Game *base = (Game *)g->lua.game.base;
  memcpy(base->spec, g->lua.game.spec, sizeof base->spec);
  base->max_plies = g->lua.game.max_plies;
  g->lua.game.base = NULL;
  game_close(&g->lua.game);
  return base;
}

static Game *finish(LuaGame *g, Error *error) {
  if (g->lua.game.base && changes_nothing(g))
    return unwrap(g);
  find_random_start(g);
  if (game_finish(&g->lua.game, error))
    return &g->lua.game;
  game_close(&g->lua.game);
  return NULL;
}

Game *luagame_open(Plugin *plugin, const char *name, const char *options,
                   Error *error) {
  lua_State *L = plugin->L;
  LuaGame *g = new_game(plugin, error);
  if (!g) {
    lua_pop(L, 1);
    return NULL;
  }
  Opening opening = {.g = g, .name = name, .options = options};
  Rng *rng = plugin->rng;
  plugin->rng = NULL;
  lua_pushcfunction(L, open_definition);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, &opening);
  Error why = {0};
  bool good = plugin_call(plugin, 2, 0, &why);
  if (good)
    return finish(g, error);
  plugin->rng = rng;
  error_copy(error, &why);
  game_close(&g->lua.game);
  return NULL;
}
