/* Lua rules: the base game of a variant. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/game/spec.h"
#include "lua/host/api/lab_definition.h"
#include "lua/host/api/lab_object.h"
#include <stdio.h>

static const char *keep_text(lua_State *L, Texts *texts, const char *text) {
  return text ? texts_keep(L, texts, text) : NULL;
}

static const char *const *keep_words(lua_State *L, Texts *texts,
                                     const char *const *words) {
  if (!words)
    return NULL;
  size_t count = 0;
  while (words[count])
    count++;
  const char **copy = texts_alloc(L, texts, sizeof *copy * (count + 1));
  for (size_t i = 0; i < count; i++)
    copy[i] = texts_keep(L, texts, words[i]);
  copy[count] = NULL;
  return copy;
}

/* Copies an option with its texts: those of a base with Lua rules end with that
 * game, which may be closed and opened again. */
static Option keep_option(lua_State *L, Texts *texts, Option o) {
  o.name = keep_text(L, texts, o.name);
  o.words = keep_words(L, texts, o.words);
  o.derived = keep_text(L, texts, o.derived);
  o.help = keep_text(L, texts, o.help);
  return o;
}

/* A default that is derived from other options stays derived, unless the base's
 * spec sets the option. */
int luagame_take_options(lua_State *L, LuaGame *g, const Game *base) {
  int n = 0;
  for (; base->rules->options[n].name; n++) {
    Option *o = &g->options[n];
    *o = keep_option(L, &g->texts, base->rules->options[n]);
    if (base->option[n] != option_default(o, base->option)) {
      o->derive = NULL;
      o->derived = NULL;
    }
    if (!o->derive)
      o->default_value = base->option[n];
  }
  g->options[n] = (Option){.name = NULL};
  return n;
}

static bool same_options(const LuaGame *g, const Game *base) {
  int n = 0;
  while (base->rules->options[n].name &&
         base->option[n] == g->lua.game.option[n])
    n++;
  return !base->rules->options[n].name;
}

/* Opens a spec with other options than it has. */
static Game *open_spec(lua_State *L, const char *text, const char *options,
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

Game *luagame_open_base(lua_State *L, const char *options, Error *why) {
  int type = lua_getfield(L, 1, "base");
  Game *base = NULL;
  if (type == LUA_TSTRING) {
    base = open_spec(L, lua_tostring(L, -1), options, why);
    lua_pop(L, 1);
  } else if (lab_definition_kind(L, -1) != DEFINITION_NONE) {
    base = luagame_open(plugin_of(L), NULL, options, why);
  } else {
    luaL_error(L,
               "'base' must be a spec such as \"quoridor:size=7\", or the "
               "result of lab.variant or lab.rules, not a %s",
               lua_typename(L, type));
  }
  return base;
}

Game *luagame_reopen_base(lua_State *L, LuaGame *g, Game *base, Error *why) {
  char options[SPEC_TEXT];
  if (same_options(g, base))
    return base;
  bool fits = options_write(base->rules->options, g->lua.game.option, false,
                            options, sizeof options);
  game_close(base);
  g->lua.game.base = NULL;
  if (fits)
    return luagame_open_base(L, options, why);
  error_set(why, "the options are too long");
  return NULL;
}

void luagame_set_base(lua_State *L, LuaGame *g, const Game *base) {
  g->lua.game.base = base;
  g->lua.game.has_chance = base->has_chance || luagame_has(g, CHANCE);
  luagame_read_seats(L, g, base);
  luagame_check_rounds(L, g);
  g->lua.game.base_offset = (sizeof(LuaStateHead) + 7) / 8 * 8;
  g->lua.game.holder_offset = offsetof(LuaStateHead, holder);
  g->fields_offset = g->lua.game.base_offset + base->state_size;
  g->lua.game.state_size = g->fields_offset + g->fields_size;
  g->lua.game.max_moves =
      base->max_moves + (luagame_has(g, EXTRA) ? EXTRAS_MAX : 0);
  if (luagame_has(g, CHANCE) && g->lua.game.max_moves < MAX_MOVES_DEFAULT)
    g->lua.game.max_moves = MAX_MOVES_DEFAULT; /* of nature */
  int layers = 0;
  for (const Game *b = base; b; b = b->base)
    layers++;
  if (layers > LAYERS_MAX)
    luaL_error(L, "more than %d layers of variants", LAYERS_MAX);
  if (g->lua.game.max_moves > MOVES_MAX)
    luaL_error(L,
               "the base's max_moves of %d leaves no numbers for extra moves",
               base->max_moves);
  g->first_extra = FIRST_EXTRA + (Move)layers * 0x01000000u;
}
