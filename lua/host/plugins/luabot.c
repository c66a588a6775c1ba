#include "lua/host/plugins/plugins.h"

#include "core/base/bits.h"
#include "core/base/need.h"
#include "core/game/spec.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_definition.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_settings.h"
#include "lua/host/api/lab_state.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/sandbox/sandbox.h"
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Indices of the plugin's stack while the bot is open. */
enum { CHOOSE = PLUGIN_HANDLER + 1, POSITION, ME };

static const char ME_CONTENTS = 0; /* registry key */

typedef struct LuaBot {
  Bot base;
  BotKind kind;
  Plugin *plugin;
  Option options[OPTIONS_MAX + 1];
  Texts texts;
  GameObject *game;      /* of the game being played */
  StateObject *position; /* the argument of choose, which may change it */
  RngObject *rng;
  int seat, shown_seat; /* the second is that in `me` */
  bool failed; /* in the last call; what it was doing may be half done */
} LuaBot;

static LuaBot *luabot_of(const Bot *bot) {
  return (LuaBot *)bot;
}

/* ---- running the file ----------------------------------------------------*/

/* Returns whether the table on top of the stack has a key. */
static bool has_key(lua_State *L, const char *key) {
  bool there = lua_getfield(L, -1, key) != LUA_TNIL;
  lua_pop(L, 1);
  return there;
}

/* Runs the chunk on top of the stack; replaces it by the table that it returns
 * and pushes `choose`. */
static void run_file(lua_State *L, LuaBot *bot) {
  const char *path = bot->plugin->path;
  Rng before = *bot->plugin->rng;
  sandbox_renew(L);
  lua_call(L, 0, 1);
  if (lab_definition_kind(L, -1) != DEFINITION_NONE)
    luaL_error(L, "%s is a game, not a bot", path);
  if (!lua_istable(L, -1))
    luaL_error(
        L, "%s returns %s%s; a bot returns a table with a function 'choose'",
        path, lua_isnil(L, -1) ? "" : "a ",
        lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1));
  if (!has_key(L, "choose") && (has_key(L, "base") || has_key(L, "moves")))
    luaL_error(L,
               "%s returns a table without 'choose'; pass it to lab.variant "
               "for a variant or to lab.rules for a game",
               path);
  lua_getfield(L, -1, "choose");
  if (!lua_isfunction(L, -1))
    luaL_error(L,
               "%s: 'choose' is a %s; it must be a function that takes a "
               "position and returns a move",
               path, luaL_typename(L, -1));
  bool drew = memcmp(&before, bot->plugin->rng, sizeof before) != 0;
  bot->plugin->has_snapshot = sandbox_remember(L, -1, -1) && !drew;
}

/* ---- opening -------------------------------------------------------------*/

static const char *const KEYS[] = {"games",   "name",   "summary",
                                   "options", "choose", NULL};

/* Returns whether a name is that of the rules or of the file of the game, or of
 * one of its base games. */
static bool plays(const Game *game, const char *name) {
  size_t length = strlen(name);
  for (; game; game = game->base)
    if (strcmp(game->rules->name, name) == 0 ||
        (strcspn(game->spec, ":") == length &&
         strncmp(game->spec, name, length) == 0))
      return true;
  return false;
}

/* Raises if the list `games` of the table at `index` excludes the game. */
static void check_games(lua_State *L, int index, const LuaBot *bot) {
  int type = lua_getfield(L, index, "games");
  if (type == LUA_TNIL)
    return;
  if (type != LUA_TTABLE)
    luaL_error(L, "'games' must be a list such as { \"quoridor\" }, not a %s",
               lua_typename(L, type));
  int list = lua_gettop(L);
  lua_Unsigned count = lua_rawlen(L, list);
  luaL_Buffer known;
  luaL_buffinit(L, &known);
  for (lua_Unsigned i = 1; i <= count; i++) {
    if (lua_rawgeti(L, list, (lua_Integer)i) != LUA_TSTRING)
      luaL_error(L, "'games' must be a list of names");
    if (plays(bot->base.game, lua_tostring(L, -1)))
      return;
    luaL_addvalue(&known);
    if (i < count)
      luaL_addstring(&known, ", ");
  }
  luaL_pushresult(&known);
  luaL_error(L, "%s plays %s, not %s", bot->plugin->path, lua_tostring(L, -1),
             bot->base.game->spec);
}

typedef struct Opening {
  LuaBot *bot;
  const char *name, *options;
} Opening;

static void read_options(lua_State *L, const Opening *o) {
  LuaBot *bot = o->bot;
  Error why = {0};
  declare_options(L, 1, bot->options, 0, &bot->texts);
  if (!options_read(bot->options, o->name, o->options, bot->base.option, &why))
    luaL_error(L, "%s", why.message);
  if (!spec_write(o->name, bot->options, bot->base.option, bot->base.spec))
    luaL_error(L, "%s: the options are too long", o->name);
}

/* Pushes `me`. It is read-only, because otherwise a bot could store data of
 * other games in it. */
static void push_me(lua_State *L, LuaBot *bot) {
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, bot->seat + 1);
  lua_setfield(L, -2, "seat");
  bot->shown_seat = bot->seat;
  bot->rng = lab_push_rng(L, bot->plugin->rng);
  lua_setfield(L, -2, "rng");
  lab_push_options(L, bot->options, bot->base.option);
  lua_setfield(L, -2, "options");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &ME_CONTENTS);
  sandbox_freeze(L, "me");
}

/* Replaces everything on the stack by choose, which is on top, the position and
 * me. */
static int push_arguments(lua_State *L, LuaBot *bot) {
  lua_replace(L, 1);
  lua_settop(L, 1);
  bot->game = lab_push_game(L, bot->base.game);
  bot->position = lab_push_state(L, 2);
  lua_remove(L, 2);
  push_me(L, bot);
  return 3;
}

/* Arguments: the chunk, an Opening. Results: choose, the position, me. */
static int run_first(lua_State *L) {
  const Opening *o = lua_touserdata(L, 2);
  LuaBot *bot = o->bot;
  lua_settop(L, 1);
  run_file(L, bot); /* the table is at 1, choose at 2 */
  declare_known(L, 1, "a bot", KEYS);
  bot->kind.name = declare_line(L, 1, "name", o->name, &bot->texts);
  if (!*bot->kind.name)
    luaL_error(L, "'name' is empty: leave it out, or write one");
  bot->kind.summary = declare_line(L, 1, "summary", "", &bot->texts);
  read_options(L, o);
  check_games(L, 1, bot);
  lua_settop(L, 2);
  return push_arguments(L, bot);
}

/* The same for a file that has been opened before. Arguments: the chunk, the
 * bot. */
static int run_again(lua_State *L) {
  LuaBot *bot = lua_touserdata(L, 2);
  lua_settop(L, 1);
  run_file(L, bot);
  return push_arguments(L, bot);
}

/* Calls one of these functions with the chunk on top of the stack. */
static bool run_chunk(LuaBot *bot, lua_CFunction function, void *argument,
                      Error *why) {
  bot->failed = !plugin_apply(bot->plugin, function, argument, 3, why);
  bot->plugin->fresh_used = bot->plugin->used;
  return !bot->failed;
}

/* ---- playing -------------------------------------------------------------*/

static void show_seat(LuaBot *bot, int seat) {
  lua_State *L = bot->plugin->L;
  if (seat == bot->shown_seat)
    return;
  bot->shown_seat = seat;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &ME_CONTENTS);
  lua_pushinteger(L, seat + 1);
  lua_setfield(L, -2, "seat");
  lua_pop(L, 1);
}

/* After players have swapped sides, a bot knows every player by the seat that
 * the innermost game knows (of those that are played, if some are not): so what
 * it reads in the fields of a position, or on the board, needs no translation.
 * The numbers stay the same in all positions that it looks at while it chooses
 * a move, even if players swap there, because it has to know who wins. */
static void number_seats(LuaBot *bot, const State *state) {
  const Game *game = bot->base.game;
  unsigned inside = 0; /* the seats of the innermost game that are played */
  for (int seat = 0; game->base && seat < game->seats; seat++)
    inside |= 1u << lua_rules_seat_inside(game, state, seat);
  for (int seat = 0; game->base && seat < game->seats; seat++) {
    unsigned before = (1u << lua_rules_seat_inside(game, state, seat)) - 1;
    int number = bits_count(inside & before);
    bot->game->number[seat] = (uint8_t)number;
    bot->game->seat[number] = (uint8_t)seat;
  }
  show_seat(bot, bot->game->number[bot->seat]);
}

/* No game may depend on those before it, of which there are others in each
 * thread and shard. */
static bool begin(Bot *base, int seat, Rng *rng, Error *why) {
  LuaBot *bot = luabot_of(base);
  bot->plugin->rng = rng;
  bot->seat = seat;
  if (!bot->failed && sandbox_make_as_new(bot->plugin)) {
    bot->rng->rng = rng;
    show_seat(bot, seat);
    return true;
  }
  bot->failed = true;
  return plugin_restart(bot->plugin, why) &&
         sandbox_start(bot->plugin, lab_push_module, why) &&
         run_chunk(bot, run_again, bot, why);
}

/* Reads the result of choose on top of the stack. */
static bool read_move(LuaBot *bot, const State *state, Move *move, Error *why) {
  lua_State *L = bot->plugin->L;
  const char *path = bot->plugin->path;
  int type = lua_type(L, -1);
  if (type == LUA_TNUMBER) {
    int is_integer;
    lua_Integer number = lua_tointegerx(L, -1, &is_integer);
    *move = (Move)number;
    if (is_integer)
      return lab_is_legal(bot->position, state, number) ||
             error_set(why,
                       "%s: choose returned %lld, which is not a legal move",
                       path, (long long)number);
    char text[64];
    snprintf(text, sizeof text, "%.14g", lua_tonumber(L, -1));
    return error_set(why, "%s: choose returned %s; a move is an integer", path,
                     text);
  }
  if (type == LUA_TSTRING) {
    Error reason = {0};
    return game_parse(bot->base.game, state, lua_tostring(L, -1), move,
                      &reason) ||
           error_set(
               why, "%s: choose returned a string that is not a legal move: %s",
               path, reason.message);
  }
  if (type == LUA_TNIL)
    return error_set(why, "%s: choose returned no move", path);
  return error_set(why,
                   "%s: choose returned a %s; a move is an integer or a string",
                   path, lua_typename(L, type));
}

/* The tables of the position's arrays must be what they should at the next
 * move, whatever the bot has done to them. */
static void forget_tables(LuaBot *bot) {
  Error ignored = {0};
  if (!bot->position->borrowed)
    return;
  lua_pushvalue(bot->plugin->L, POSITION);
  lab_close_arrays(bot->plugin->L, bot->position, 0, &ignored);
  lua_pop(bot->plugin->L, 1);
}

static bool choose(Bot *base, const State *state, Rng *rng, Move *move,
                   Error *why) {
  LuaBot *bot = luabot_of(base);
  lua_State *L = bot->plugin->L;
  (void)rng; /* begin has set the stream */
  game_assign(base->game, bot->position->state, state);
  bot->position->known_move = NO_KNOWN_MOVE;
  number_seats(bot, state);
  lua_pushvalue(L, CHOOSE);
  lua_pushvalue(L, POSITION);
  lua_pushvalue(L, ME);
  bot->plugin->entry = "choose";
  bool chose = plugin_call(bot->plugin, 2, 1, why);
  forget_tables(bot);
  base->nodes = bot->plugin->nodes;
  bot->failed = !chose;
  if (!chose)
    return false;
  bool good = read_move(bot, state, move, why);
  lua_pop(L, 1);
  return good;
}

static void close_bot(Bot *base) {
  LuaBot *bot = luabot_of(base);
  plugin_release(bot->plugin);
  texts_free(&bot->texts);
}

Bot *luabot_open(Plugin *plugin, const char *name, const char *options,
                 const Game *game, Error *error) {
  LuaBot *bot = need(sizeof *bot);
  bot->plugin = plugin;
  bot->base.game = game;
  bot->base.kind = &bot->kind;
  bot->kind = (BotKind){.options = bot->options,
                        .bot_size = sizeof *bot,
                        .begin = begin,
                        .choose = choose,
                        .close = close_bot};
  Opening opening = {bot, name, options};
  if (run_chunk(bot, run_first, &opening, error))
    return &bot->base;
  bot_close(&bot->base);
  return NULL;
}

const Plugin *luabot_plugin(const Bot *bot) {
  return bot->kind->close == close_bot ? luabot_of(bot)->plugin : NULL;
}
