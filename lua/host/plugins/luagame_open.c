/* Rules in Lua: from the table that a file returns to a game. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/game/spec.h"
#include <stdlib.h>

static const Rules FUNCTIONS = {
    .start = luagame_start,
    .moves = luagame_moves,
    .play = luagame_play,
    .format = luagame_format,
    .parse = luagame_parse,
    .draw = luagame_draw,
    .set = luagame_set,
    .settle = luagame_settle,
    .settings = luagame_settings,
    .describe = luagame_describe,
    .hash = luagame_hash,
    .playout = luagame_playout,
    .random_move = luagame_random_move,
};

/* What is being opened, for the function that may raise. */
typedef struct Opening {
  LuaGame *g;
  const char *name, *options;
  Game *replaced; /* by a game that needs no Lua at all */
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

static const struct {
  const char *rules, *variant; /* its key in lab.rules, and in lab.variant */
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
  if (variant && has(g, EXTRA) != has(g, PLAY))
    luaL_error(L, "'extra' lists moves and 'play' plays them: a variant has "
                  "both or neither");
  lua_settop(L, 1);
}

static void read_texts(lua_State *L, LuaGame *g, const char *file) {
  if (!file) /* made within another's file */
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

/* Names what --set can change. */
static void write_keys(lua_State *L, LuaGame *g) {
  luaL_Buffer keys;
  luaL_buffinit(L, &keys);
  for (const Field *f = g->fields; f->name; f++) {
    luaL_addstring(&keys, f == g->fields ? "" : ", ");
    luaL_addstring(&keys, f->name);
    if (f->count) {
      lua_pushfstring(L, " (%d numbers with commas)", f->count);
      luaL_addvalue(&keys);
    }
  }
  if (g->lua.game.base && g->fields[0].name)
    luaL_addstring(&keys, ", ");
  if (g->lua.game.base)
    luaL_addstring(&keys, g->lua.game.base->rules->keys);
  luaL_pushresult(&keys);
  g->rules.keys = texts_keep(L, &g->texts, lua_tostring(L, -1));
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
      luaL_error(L, "a field cannot be called '%s': the base has one", f->name);
  }
}

static void read_options(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  Error why = {""};
  if (!options_read(g->options, g->rules.name, o->options, g->lua.game.value,
                    &why))
    luaL_error(L, "%s", why.message);
  const char *name = o->name ? o->name : g->rules.name;
  if (!spec_write(name, g->options, g->lua.game.value, g->lua.game.spec))
    luaL_error(L, "the options are too long");
  lab_push_options(L, g->options, g->lua.game.value);
  g->values = luaL_ref(L, LUA_REGISTRYINDEX);
}

/* Calls a function on top of the stack with the options, if it is one. */
static void resolve(lua_State *L, const LuaGame *g) {
  if (!lua_isfunction(L, -1))
    return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  lua_call(L, 1, 1);
}

static int read_players(lua_State *L, LuaGame *g) {
  const Option *option = options_find(g->options, "players");
  int players = option ? g->lua.game.value[option - g->options] : 2;
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
               "the options that gives one",
               SEATS_MAX);
  return players;
}

static void open_rules(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  declare_known(L, 1, "lab.rules", RULES_KEYS);
  declare_options(L, 1, g->options, 0, &g->texts);
  read_options(L, o);
  g->lua.game.seats = read_players(L, g);
  g->fields_offset = sizeof(Head);
  lua_getfield(L, 1, "state");
  resolve(L, g);
  if (lua_isnil(L, -1))
    lua_pop(L, 1);
  else if (!lua_istable(L, -1))
    luaL_error(L,
               "'state' must be a table such as { board = 81, last = 1 }, or "
               "a function of the options that gives one");
  else
    g->fields_size =
        declare_fields(L, g->fields, g->fields_offset, NULL, 0, &g->texts);
  g->lua.game.state_size = g->fields_offset + g->fields_size;
  g->lua.game.max_moves =
      declare_number(L, 1, "max_moves", 1, MOVES_MAX, MAX_MOVES_DEFAULT);
  g->lua.game.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, MAX_PLIES_DEFAULT);
}

/* The base's options are the variant's: what the base's spec sets are the new
 * defaults. A default that follows from others still does, unless it was set.
 */
static int take_options(LuaGame *g, const Game *base) {
  int n = 0;
  for (; base->rules->options[n].name; n++) {
    Option *o = &g->options[n];
    *o = base->rules->options[n];
    if (base->value[n] != option_default(o, base->value)) {
      o->derive = NULL;
      o->derived = NULL;
    }
    if (!o->derive)
      o->value = base->value[n];
  }
  g->options[n] = (Option){.name = NULL};
  return n;
}

static bool same_options(const LuaGame *g, const Game *base) {
  int n = 0;
  while (base->rules->options[n].name && base->value[n] == g->lua.game.value[n])
    n++;
  return !base->rules->options[n].name;
}

/* Opens the base that the definition at index 1 names: a spec, or another
 * variant made in the same file. `options`, if any, are for it. */
static Game *open_base(lua_State *L, const char *options, Error *why);

/* The base once more, under the options that were given for the variant. */
static Game *reopen_base(lua_State *L, LuaGame *g, Game *base, Error *why) {
  char options[SPEC_TEXT];
  if (same_options(g, base))
    return base;
  bool fits = options_write(base->rules->options, g->lua.game.value, false,
                            options, sizeof options);
  game_close(base);
  g->lua.game.base = NULL;
  if (fits)
    return open_base(L, options, why);
  error_set(why, "the options are too long");
  return NULL;
}

/* Seats, sides and the layout of the state follow from the base. */
static void stand_on(lua_State *L, LuaGame *g, const Game *base) {
  g->lua.game.base = base;
  g->lua.game.seats = base->seats;
  g->lua.game.sides = base->sides;
  memcpy(g->lua.game.side, base->side, sizeof base->side);
  g->lua.game.base_offset = (sizeof(Head) + 7) / 8 * 8;
  g->fields_offset = g->lua.game.base_offset + base->state_size;
  g->lua.game.state_size = g->fields_offset + g->fields_size;
  g->lua.game.max_moves = base->max_moves + (has(g, EXTRA) ? EXTRAS_MAX : 0);
  int layers = 0;
  for (const Game *b = base; b; b = b->base)
    layers++;
  if (layers > LAYERS_MAX)
    luaL_error(L, "more than %d variants stand on each other", LAYERS_MAX);
  if (g->lua.game.max_moves > MOVES_MAX)
    luaL_error(L, "the base's max_moves of %d leaves no room for extra moves",
               base->max_moves);
  g->first_extra = 0x80000000u + (Move)layers * 0x01000000u;
}

static bool changes_nothing(const LuaGame *g) {
  for (Hook h = 0; h < HOOKS; h++)
    if (has(g, h))
      return false;
  return !g->fields[0].name;
}

static void open_variant(lua_State *L, Opening *o) {
  LuaGame *g = o->g;
  declare_known(L, 1, "lab.variant", VARIANT_KEYS);
  Game *base = open_base(L, NULL, &o->error);
  if (!base)
    luaL_error(L, "%s", o->error.message);
  g->lua.game.base = base;
  declare_options(L, 1, g->options, take_options(g, base), &g->texts);
  read_options(L, o);
  base = reopen_base(L, g, base, &o->error);
  if (!base)
    luaL_error(L, "%s", o->error.message);
  g->lua.game.base = base;
  int type = lua_getfield(L, 1, "vars");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'vars' must be a table such as { captured = 0 }");
  size_t offset = (sizeof(Head) + 7) / 8 * 8 + base->state_size;
  if (type == LUA_TTABLE)
    g->fields_size =
        declare_fields(L, g->fields, offset, g->initial, VARS_MAX, &g->texts);
  else
    lua_pop(L, 1);
  stand_on(L, g, base);
  g->lua.game.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, base->max_plies);
}

static void make_views(lua_State *L, LuaGame *g) {
  const Game *seen_as = g->lua.game.base ? g->lua.game.base : &g->lua.game;
  lab_push_game(L, seen_as);
  for (int i = 0; i < 2 * VIEWS; i++) {
    g->view_box[i] = lab_push_view(L, -1, i < VIEWS ? &g->lua.game : seen_as);
    g->view_box[i]->locked = true;
    g->view[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  g->rng_box = lab_push_rng(L, NULL);
  g->rng = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

static void make_extras(lua_State *L, LuaGame *g) {
  if (!has(g, EXTRA))
    return;
  lua_newtable(L);
  g->extras = luaL_ref(L, LUA_REGISTRYINDEX);
  g->extras_of =
      malloc(g->lua.game.state_size + 8); /* it may yet be rounded up */
  if (!g->extras_of)
    luaL_error(L, "no memory");
}

/* Working memory of hooks, which may be VIEWS deep. */
static void make_memory(lua_State *L, LuaGame *g) {
  const Game *base = g->lua.game.base;
  if (base)
    g->before = malloc((VIEWS + 1) * base->state_size);
  if ((base && !g->before) || !game_open_lists(&g->lua.game, NULL))
    luaL_error(L, "out of memory");
}

static void close_game(Game *game) {
  LuaGame *g = self(game);
  lua_State *L = g->lua.plugin->L;
  for (Hook h = 0; h < HOOKS; h++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->hook[h]);
  for (int i = 0; i < 2 * VIEWS; i++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->view[i]);
  luaL_unref(L, LUA_REGISTRYINDEX, g->extras);
  luaL_unref(L, LUA_REGISTRYINDEX, g->values);
  free(g->extras_of);
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

/* Whether the first position is drawn by lot: whether making it draws. */
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
static int open_marked(lua_State *L) {
  Opening *o = lua_touserdata(L, 2);
  LuaGame *g = o->g;
  bool variant = lab_marked(L, 1) == MARKED_VARIANT;
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

/* A variant that changes nothing but options is the base game itself. */
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
  lua_pushcfunction(L, open_marked);
  lua_insert(L, -2);
  lua_pushlightuserdata(L, &opening);
  Error why = {""};
  bool good = plugin_call(plugin, 2, 0, &why);
  if (good)
    return finish(g, error);
  plugin->rng = rng;
  error_set(error, "%s", why.message);
  game_close(&g->lua.game);
  return NULL;
}

/* A spec with other options than it came with. */
static Game *open_named(lua_State *L, const char *text, const char *options,
                        Error *why) {
  Spec spec;
  char full[SPEC_TEXT];
  if (!options)
    return lab_open_game(L, text, why);
  if (!spec_read(&spec, text, "game", why))
    return NULL;
  int n = snprintf(full, sizeof full, "%s%s%s", spec.name, *options ? ":" : "",
                   options);
  if (n < (int)sizeof full)
    return lab_open_game(L, full, why);
  error_set(why, "the options are too long");
  return NULL;
}

static Game *open_base(lua_State *L, const char *options, Error *why) {
  int type = lua_getfield(L, 1, "base");
  Game *base = NULL;
  if (type == LUA_TSTRING) {
    base = open_named(L, lua_tostring(L, -1), options, why);
    lua_pop(L, 1);
  } else if (lab_marked(L, -1) != MARKED_NOT) {
    base = luagame_open(plugin_of(L), NULL, options, why);
  } else {
    luaL_error(L,
               "'base' must be a spec such as \"quoridor:size=7\", or what "
               "lab.variant or lab.rules gave, not a %s",
               lua_typename(L, type));
  }
  return base;
}
