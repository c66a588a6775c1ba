/* Lua rules: reading the definition of a game. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/need.h"
#include "core/game/spec.h"
#include "core/game/symmetry.h"
#include "lua/host/api/lab_definition.h"
#include "lua/host/api/lab_settings.h"
#include <stdio.h>
#include <stdlib.h>

static const char *const RULES_KEYS[] = {
    "name",         "title",    "summary",  "about",     "players",   "teams",
    "options",      "state",    "start",    "moves",     "play",      "outcome",
    "simultaneous", "out",      "score",    "next_seat", "chance",    "roll",
    "observe",      "redraw",   "evaluate", "features",  "text",      "draw",
    "scene",        "describe", "example",  "max_moves", "max_plies", NULL};
static const char *const VARIANT_KEYS[] = {
    "name",     "title",   "summary", "about",    "base",       "options",
    "vars",     "players", "setup",   "allow",    "depends",    "filter",
    "after",    "extra",   "play",    "outcome",  "score",      "next_seat",
    "evaluate", "draw",    "scene",   "describe", "symmetries", "max_plies",
    "example",  "observe", "redraw",  "chance",   "roll",       "features",
    NULL};

/* The key of each hook in lab.rules and in lab.variant. */
static const struct {
  const char *rules, *variant;
} HOOK_KEYS[HOOKS] = {[SETUP] = {"start", "setup"},
                      [MOVES] = {"moves", NULL},
                      [ALLOW] = {NULL, "allow"},
                      [FILTER] = {NULL, "filter"},
                      [EXTRA] = {NULL, "extra"},
                      [PLAY] = {"play", "play"},
                      [AFTER] = {NULL, "after"},
                      [NEXT_SEAT] = {"next_seat", "next_seat"},
                      [SIMULTANEOUS] = {"simultaneous", NULL},
                      [OUTCOME] = {"outcome", "outcome"},
                      [OUT] = {"out", NULL},
                      [CHANCE] = {"chance", "chance"},
                      [ROLL] = {"roll", "roll"},
                      [OBSERVE] = {"observe", "observe"},
                      [REDRAW] = {"redraw", "redraw"},
                      [SCORE] = {"score", "score"},
                      [EVALUATE] = {"evaluate", "evaluate"},
                      [FEATURES] = {"features", "features"},
                      [TEXT] = {"text", NULL},
                      [DRAW_BOARD] = {"draw", "draw"},
                      [SCENE] = {"scene", "scene"},
                      [DESCRIBE] = {"describe", "describe"}};

/* ---- reading the definition at index 1 -----------------------------------*/

static const char *hook_key(Hook hook, bool variant) {
  return variant ? HOOK_KEYS[hook].variant : HOOK_KEYS[hook].rules;
}

const char *luagame_hook_name(const LuaGame *g, Hook hook) {
  return hook_key(hook, g->lua.game.base);
}

static void read_hooks(lua_State *L, LuaGame *g, bool variant) {
  for (Hook h = 0; h < HOOKS; h++) {
    const char *key = hook_key(h, variant);
    if (!key)
      continue;
    if (h == SIMULTANEOUS && lua_getfield(L, 1, key) != LUA_TFUNCTION) {
      lua_pop(L, 1); /* luagame_read_simultaneous reads a boolean */
      continue;
    }
    declare_function(L, 1, key);
    if (lua_isnil(L, -1))
      lua_pop(L, 1);
    else
      g->hook[h] = luaL_ref(L, LUA_REGISTRYINDEX), g->has |= HOOK(h);
  }
  const char *const REQUIRED[] = {"moves", "play", NULL};
  for (const char *const *key = REQUIRED; !variant && *key; key++)
    if (lua_getfield(L, 1, *key) == LUA_TNIL)
      luaL_error(L, "lab.rules needs '%s', a function", *key);
  if (luagame_has(g, CHANCE) != luagame_has(g, ROLL))
    luaL_error(L, "'chance' and 'roll' belong together: define both or "
                  "neither");
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
  r->name = declare_line(L, 1, "name", name, &g->texts);
  if (!*r->name)
    luaL_error(L, "'name' is empty: leave it out, or write one");
  r->title = declare_line(L, 1, "title", r->name, &g->texts);
  r->summary = declare_line(L, 1, "summary", "", &g->texts);
  r->text = declare_lines(L, 1, "about", "", &g->texts);
  r->example = declare_line(L, 1, "example", "", &g->texts);
}

/* Lists the keys that State:set and --set take. */
static void write_keys(lua_State *L, LuaGame *g) {
  luaL_Buffer keys;
  luaL_buffinit(L, &keys);
  for (const Field *f = g->fields; f->name; f++) {
    luaL_addstring(&keys, f == g->fields ? "" : ", ");
    luaL_addstring(&keys, f->name);
    if (f->count || f->words) {
      char forms[FIELD_VALUE_TEXT];
      luagame_describe_value(f, forms);
      lua_pushfstring(L, " (%s)", forms);
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

/* Whether a native game has a key of that name in settings. Only asking `set`
 * tells: cells are keys too. */
static bool is_key(const Game *native, const char *name) {
  State *state = need(native->state_size);
  Rng rng;
  Error why = {0};
  rng_seed(&rng, 1, 0);
  native->rules->start(native, state, &rng);
  bool set = native->rules->set(native, state, name, "", &why);
  free(state);
  return set || why.code != ERROR_UNKNOWN_KEY;
}

static void check_field_names(lua_State *L, LuaGame *g) {
  const Game *native = game_innermost(&g->lua.game);
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
    if (g->lua.game.base && !lua_rules_plugin(native) &&
        is_key(native, f->name))
      luaL_error(L,
                 "a field cannot be called '%s': positions of %s have a "
                 "setting of that name",
                 f->name, native->rules->name);
  }
}

/* A position is turned as a whole, so its grids have the same symmetries. */
static void check_symmetries(lua_State *L, const LuaGame *g) {
  const Game *game = &g->lua.game;
  int symmetries = game_symmetries(game);
  bool kept = game->keeps_symmetries;
  if (symmetries < 0)
    luaL_error(L,
               "the grids declare different symmetries: a symmetry applies "
               "to all grids of a position, so declare the same for each, and "
               "maps of cells for a single grid only");
  if (kept && symmetries <= 0)
    luaL_error(L,
               "'symmetries' keeps the symmetries that the base game declares, "
               "but %s declares none",
               game->base->rules->name);
  for (const Field *f = g->fields; f->name && game->base && !kept; f++)
    if (f->grid && f->grid->images > 0)
      luaL_error(L, "a grid of a variant can declare symmetries only if the "
                    "variant keeps those of its base game: symmetries = true");
}

static void read_options(lua_State *L, LuaGame *g, const char *file,
                         const char *options) {
  Error why = {0};
  if (!options_read(g->options, g->rules.name, options, g->lua.game.option,
                    &why))
    luaL_error(L, "%s", why.message);
  const char *name = file ? file : g->rules.name;
  if (!spec_write(name, g->options, g->lua.game.option, g->lua.game.spec))
    luaL_error(L, "the options are too long");
  lab_push_sealed_options(L, g->options, g->lua.game.option);
  g->values = luaL_ref(L, LUA_REGISTRYINDEX);
}

void luagame_resolve(lua_State *L, const LuaGame *g) {
  if (!lua_isfunction(L, -1))
    return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  lua_call(L, 1, 1);
}

/* Reads a seat of a team at the top of the stack, and gives it its side. */
static bool read_member(lua_State *L, Game *game, int side, unsigned *seen) {
  int is_integer;
  lua_Integer seat = lua_tointegerx(L, -1, &is_integer);
  lua_pop(L, 1);
  if (!is_integer || seat < 1 || seat > game->seats || *seen >> (seat - 1) & 1)
    return false;
  *seen |= 1u << (seat - 1);
  game->side[seat - 1] = (uint8_t)side;
  return true;
}

/* Reads `teams`, a list of lists of seats. */
static void read_teams(lua_State *L, LuaGame *g) {
  Game *game = &g->lua.game;
  unsigned seen = 0;
  lua_getfield(L, 1, "teams");
  luagame_resolve(L, g);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  bool good = lua_istable(L, -1);
  int teams =
      good && lua_rawlen(L, -1) <= SEATS_MAX ? (int)lua_rawlen(L, -1) : 0;
  for (int side = 0; good && side < teams; side++) {
    good = lua_rawgeti(L, -1, side + 1) == LUA_TTABLE && lua_rawlen(L, -1) > 0;
    lua_Unsigned size = good ? lua_rawlen(L, -1) : 0;
    for (lua_Unsigned i = 1; good && i <= size; i++) {
      lua_rawgeti(L, -1, (lua_Integer)i);
      good = read_member(L, game, side, &seen);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (!good || seen != (1u << game->seats) - 1)
    luaL_error(L,
               "'teams' must be a list of lists of seats, such as { { 1, 3 }, "
               "{ 2, 4 } }, with each of the %d seats in one of them; or a "
               "function of the options that returns one",
               game->seats);
  game->sides = teams;
}

static int read_players(lua_State *L, LuaGame *g) {
  const Option *option = options_find(g->options, "players");
  int players = option ? g->lua.game.option[option - g->options] : 2;
  lua_getfield(L, 1, "players");
  luagame_resolve(L, g);
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

const Field *luagame_add_field(lua_State *L, LuaGame *g, const char *name,
                               bool wanted) {
  int count = 0, seats = g->lua.game.seats;
  for (; g->fields[count].name; count++)
    if (strcmp(g->fields[count].name, name) == 0)
      luaL_error(L, "a field cannot be called '%s': boardlab has one", name);
  if (!wanted)
    return NULL;
  if (count == FIELDS_MAX)
    luaL_error(L, "there are %d fields, and no room for another, '%s'", count,
               name);
  g->fields[count] = (Field){.name = name,
                             .offset = g->fields_offset + g->fields_size,
                             .count = seats};
  g->fields[count + 1] = (Field){.name = NULL};
  g->fields_size += (size_t)seats * sizeof(int32_t);
  return &g->fields[count];
}

/* Reads what is particular to complete games, and to variants. */
static void read_rules(lua_State *L, LuaGame *g, const char *name,
                       const char *options) {
  declare_known(L, 1, "lab.rules", RULES_KEYS);
  declare_options(L, 1, g->options, 0, &g->texts);
  read_options(L, g, name, options);
  g->lua.game.seats = g->lua.game.sides = read_players(L, g);
  g->played = (uint16_t)((1u << g->lua.game.seats) - 1);
  read_teams(L, g);
  g->lua.game.has_chance = luagame_has(g, CHANCE);
  g->fields_offset = sizeof(LuaStateHead);
  lua_getfield(L, 1, "state");
  luagame_resolve(L, g);
  if (lua_isnil(L, -1))
    lua_pop(L, 1);
  else if (!lua_istable(L, -1))
    luaL_error(L,
               "'state' must be a table such as { board = 81, last = 1 }, or "
               "a function of the options that returns one");
  else
    g->fields_size =
        declare_fields(L, g->fields, g->fields_offset, g->lua.game.seats, NULL,
                       0, NULL, &g->texts);
  luagame_read_simultaneous(L, g);
  luagame_read_out(L, g);
  g->lua.game.state_size = g->fields_offset + g->fields_size;
  g->lua.game.max_moves =
      declare_number(L, 1, "max_moves", 1, MOVES_MAX, MAX_MOVES_DEFAULT);
  g->lua.game.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, MAX_PLIES_DEFAULT);
}

static bool keeps_plies(const LuaGame *g) {
  const Game *base = g->lua.game.base;
  return !base->base && !game_can_fail(base) && !base->has_chance &&
         !g->is_reduced && !(g->has & HOOKS_OF_PLAY);
}

/* Rolls are plies as well: those that a variant adds must not truncate games
 * that would end in time without them. */
static int usual_max_plies(const LuaGame *g, const Game *base) {
  if (!luagame_has(g, CHANCE))
    return base->max_plies;
  return base->max_plies > PLIES_MAX / 2 ? PLIES_MAX : 2 * base->max_plies;
}

static void read_variant(lua_State *L, LuaGame *g, const char *name,
                         const char *options) {
  Error why = {0};
  declare_known(L, 1, "lab.variant", VARIANT_KEYS);
  Game *base = luagame_open_base(L, NULL, &why);
  if (!base)
    luaL_error(L, "%s", why.message);
  g->lua.game.base = base;
  int taken = luagame_take_options(L, g, base);
  declare_options(L, 1, g->options, taken, &g->texts);
  g->is_family =
      g->options[taken].name || lua_getfield(L, 1, "players") == LUA_TFUNCTION;
  lua_settop(L, 1);
  read_options(L, g, name, options);
  base = luagame_reopen_base(L, g, base, &why);
  if (!base)
    luaL_error(L, "%s", why.message);
  g->lua.game.base = base;
  lua_getfield(L, 1, "vars");
  luagame_resolve(L, g);
  int type = lua_type(L, -1);
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'vars' must be a table such as { captured = 0 }, or a "
                  "function of the options that returns one");
  size_t offset = (sizeof(LuaStateHead) + 7) / 8 * 8 + base->state_size;
  if (type == LUA_TTABLE)
    g->fields_size =
        declare_fields(L, g->fields, offset, base->seats, g->initial, VARS_MAX,
                       game_innermost(base), &g->texts);
  else
    lua_pop(L, 1);
  luagame_set_base(L, g, base);
  g->keeps_plies = keeps_plies(g);
  luagame_read_last(L, g);
  g->lua.game.keeps_symmetries = declare_flag(L, 1, "symmetries");
  g->lua.game.max_plies =
      declare_number(L, 1, "max_plies", 1, PLIES_MAX, usual_max_plies(g, base));
}

/* Functions of the options are called as when it was opened: they may prepare
 * what the hooks use. */
void luagame_reread_definition(lua_State *L, LuaGame *g) {
  DefinitionKind kind = lab_definition_kind(L, 1);
  bool variant = g->lua.game.base;
  if (kind != (variant ? DEFINITION_VARIANT : DEFINITION_RULES))
    luaL_error(L, "%s defines a different game when it is run again",
               g->lua.plugin->path);
  read_hooks(L, g, variant);
  lab_push_sealed_options(L, g->options, g->lua.game.option);
  g->values = luaL_ref(L, LUA_REGISTRYINDEX);
  if (!variant) {
    read_players(L, g);
    read_teams(L, g);
  }
  lua_getfield(L, 1, variant ? "vars" : "state");
  luagame_resolve(L, g);
  if (variant) {
    lua_getfield(L, 1, "players");
    luagame_resolve(L, g);
  }
  luagame_find_direct(L, g);
  lua_settop(L, 1);
}

void luagame_read_definition(lua_State *L, LuaGame *g, const char *name,
                             const char *options) {
  bool variant = lab_definition_kind(L, 1) == DEFINITION_VARIANT;
  read_texts(L, g, name);
  read_hooks(L, g, variant);
  if (variant)
    read_variant(L, g, name, options);
  else
    read_rules(L, g, name, options);
  luagame_set_hidden(g);
  if (luagame_has(g, REDRAW) && !g->rules.observe)
    luaL_error(L, "'redraw' needs 'observe', which says what a seat sees");
  check_field_names(L, g);
  g->lua.game.fields = g->fields;
  luagame_find_direct(L, g);
  if (variant)
    luagame_read_depends(L, g);
  /* As game_finish does later: the first call of `start` comes before, and may
   * keep copies of its position. */
  g->lua.game.state_size = (g->lua.game.state_size + 7) / 8 * 8;
  check_symmetries(L, g);
  symmetry_set_key(&g->lua.game, &g->rules);
  if (!g->rules.text[0])
    g->rules.text = g->rules.summary;
  write_keys(L, g);
}
