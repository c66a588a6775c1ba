/* Lua rules: creating and closing a game, and opening its file again for
 * another game. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/plugins/luagame_internal.h"
#include "lua/host/sandbox/sandbox.h"

#include "core/base/need.h"
#include "core/base/source_hashes.h"
#include "core/game/spec.h"
#include "lua/host/api/lab_object.h"
#include <stdlib.h>

static const Rules FUNCTIONS = {
    .start = luagame_start,
    .moves = luagame_moves,
    .count = luagame_count,
    .legal = luagame_legal,
    .play = luagame_play,
    .format = luagame_format,
    .parse = luagame_parse,
    .draw = luagame_draw,
    .set = luagame_set,
    .finish_edit = luagame_finish_edit,
    .settings = luagame_settings,
    .hash = luagame_hash,
    .playout = luagame_playout,
    .counted_playout = luagame_counted_playout,
    .renew = luagame_renew,
    .work = luagame_work,
    .random_move = luagame_random_move,
    .weights = luagame_weights,
};

/* The parts of a move of a complete game. */
static const char *const KINDS[] = {"move"};
static const MovePart PARTS[] = {{"kind", .words = KINDS, .values = 1}, {NULL}};

/* The parts that moves have without the hook `describe`. */
static const char *const PART_KEYS[] = {"kind", NULL};

/* The arguments of open_definition. */
typedef struct Opening {
  LuaGame *g;
  const char *name, *options;
} Opening;

/* ---- the objects that hooks get ------------------------------------------*/

static void make_views(lua_State *L, LuaGame *g) {
  const Game *visible = luagame_visible_game(g);
  GameObject *object = lab_push_game(L, visible);
  lua_pushvalue(L, -1);
  g->game_ref = luaL_ref(L, LUA_REGISTRYINDEX);
  g->game_object = object;
  for (int i = 0; i < 2 * VIEWS; i++) {
    g->view_object[i] =
        lab_push_view(L, -1, i < VIEWS ? &g->lua.game : visible);
    g->view_object[i]->read_only = true;
    if (i == 0)
      lab_make_quick(L, g->view_object[0]);
    g->view[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  g->rng_object = lab_push_rng(L, NULL);
  g->rng = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
}

static void make_objects(lua_State *L, LuaGame *g) {
  make_views(L, g);
  for (int i = 0; luagame_has(g, EXTRA) && i < MEMOS; i++) {
    lua_pushboolean(L, 0); /* nil would make no slot */
    g->memo[i].extras = luaL_ref(L, LUA_REGISTRYINDEX);
  }
}

/* Clears all references to the Lua state, which is about to be replaced. */
static void forget_objects(LuaGame *g) {
  g->values = g->rng = g->game_ref = LUA_NOREF;
  g->game_object = NULL;
  for (int i = 0; i < MEMOS; i++)
    g->memo[i].extras = LUA_NOREF;
  luagame_forget_moves(g);
  g->has = 0;
  for (Hook h = 0; h < HOOKS; h++)
    g->hook[h] = LUA_NOREF;
  for (int i = 0; i < 2 * VIEWS; i++)
    g->view[i] = LUA_NOREF;
  for (int i = 0; i < CALLED_HOOKS; i++)
    g->direct_ref[i][0] = g->direct_ref[i][1] = LUA_NOREF;
}

static void hold_memory(lua_State *L, LuaGame *g, size_t bytes) {
  if (!plugin_hold(g->lua.plugin, 0, bytes))
    plugin_stop(L, g->lua.plugin, STOP_MEMORY);
  g->held += bytes;
}

void *luagame_allocate(lua_State *L, LuaGame *g, size_t bytes) {
  hold_memory(L, g, bytes);
  return texts_alloc(L, &g->memory, bytes);
}

/* Allocates the working memory of hooks, which may be VIEWS deep, and counts
 * what the game and a native base use besides. A base with Lua rules counts its
 * own. */
static void make_memory(lua_State *L, LuaGame *g) {
  const Game *base = g->lua.game.base;
  size_t grids = 0;
  for (const Field *f = g->fields; f->name; f++)
    grids += f->grid ? sizeof *f->grid : 0;
  hold_memory(L, g,
              game_memory(&g->lua.game) + grids +
                  (base && !game_can_fail(base) ? game_memory(base) : 0));
  luagame_make_memos(L, g);
  luagame_make_answers(L, g);
  if (base)
    g->before = luagame_allocate(L, g, (VIEWS + 1) * base->state_size);
  else
    g->after = luagame_allocate(L, g, g->lua.game.state_size);
  game_open_lists(&g->lua.game);
}

/* ---- life cycle ----------------------------------------------------------*/

static void close_game(Game *game) {
  LuaGame *g = luagame_of(game);
  lua_State *L = g->lua.plugin->L;
  luagame_conceal(g);
  for (Hook h = 0; h < HOOKS; h++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->hook[h]);
  for (int i = 0; i < 2 * VIEWS; i++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->view[i]);
  for (int i = 0; i < CALLED_HOOKS; i++)
    for (int k = 0; k < 2; k++)
      luaL_unref(L, LUA_REGISTRYINDEX, g->direct_ref[i][k]);
  luaL_unref(L, LUA_REGISTRYINDEX, g->values);
  for (int i = 0; i < MEMOS; i++)
    luaL_unref(L, LUA_REGISTRYINDEX, g->memo[i].extras);
  luaL_unref(L, LUA_REGISTRYINDEX, g->rng);
  if (g->game_object) /* a hook may have kept it */
    g->game_object->game = NULL;
  luaL_unref(L, LUA_REGISTRYINDEX, g->game_ref);
  plugin_hold(g->lua.plugin, g->held, 0);
  plugin_release(g->lua.plugin);
  game_close((Game *)game->base);
  texts_free(&g->memory);
  texts_free(&g->texts);
}

static LuaGame *new_game(Plugin *plugin) {
  LuaGame *g = (LuaGame *)game_new(sizeof *g);
  g->lua.plugin = plugin;
  plugin->users++;
  forget_objects(g);
  g->rules = FUNCTIONS;
  g->rules.options = g->options;
  g->rules.game_size = sizeof *g;
  g->rules.close = close_game;
  g->first_extra = UINT32_MAX; /* none */
  for (int seat = 0; seat < SEATS_MAX; seat++)
    g->player[seat] = (uint8_t)seat;
  g->lua.game.rules = &g->rules;
  return g;
}

/* A game has a random start if making the first position uses random numbers;
 * of this position features are counted. */
static void try_start(LuaGame *g) {
  State *state = need(g->lua.game.state_size);
  Rng rng, before;
  rng_seed(&rng, 1, 0);
  before = rng;
  luagame_start(&g->lua.game, state, &rng);
  g->lua.game.random_start =
      memcmp(&rng, &before, sizeof rng) != 0 ||
      (g->lua.game.base && g->lua.game.base->random_start);
  if (luagame_has(g, FEATURES) && !luagame_is_broken(g))
    luagame_count_features(g, state);
  free(state);
}

/* Whether fields give the game a picture. */
static bool has_picture(const LuaGame *g) {
  bool has = false;
  for (const Field *f = g->fields; f->name; f++)
    has = has || f->kind || (f->grid && !luagame_has(g, DRAW_BOARD));
  return has;
}

/* Arguments: the definition, an Opening. */
static int open_definition(lua_State *L) {
  const Opening *o = lua_touserdata(L, 2);
  LuaGame *g = o->g;
  lua_settop(L, 1);
  luagame_read_definition(L, g, o->name, o->options);
  const Rules *base = g->lua.game.base ? g->lua.game.base->rules : NULL;
  g->lua.game.fault = &g->fault;
  if (luagame_has_score(g))
    g->rules.score = luagame_score;
  if (g->chosen || g->out) /* ply by ply */
    g->rules.playout = NULL, g->rules.counted_playout = NULL;
  if (g->lua.game.has_chance)
    g->rules.turn = lua_rules_turn;
  if (luagame_has(g, SCENE) || (base ? base->scene != NULL : has_picture(g)))
    g->rules.scene = luagame_scene;
  if (base && base->withdraw)
    g->rules.withdraw = luagame_withdraw;
  if (g->out) {
    g->rules.withdraw = luagame_withdraw_own;
    g->rules.has_withdrawn = luagame_has_withdrawn;
  }
  if (luagame_has(g, EVALUATE) ||
      (base && base->evaluate && !luagame_has(g, OUTCOME)))
    g->rules.evaluate = luagame_evaluate;
  /* In a variant only if positions after a move stay as the base game makes
   * them. */
  if (base
          ? base->evaluate_moves && !(g->has & (HOOKS_OF_PLAY | HOOK(EVALUATE)))
          : luagame_has(g, EVALUATE) && !luagame_has(g, CHANCE) && !g->chosen &&
                !g->out)
    g->rules.evaluate_moves = luagame_evaluate_moves;
  if (base || luagame_has(g, DESCRIBE))
    g->rules.describe = luagame_describe;
  else
    g->rules.parts = PARTS;
  g->rules.part_keys = luagame_has(g, DESCRIBE) ? lab_part_keys : PART_KEYS;
  make_objects(L, g);
  make_memory(L, g);
  return 0;
}

/* With other values of its options a variant may change something. */
static bool changes_nothing(const LuaGame *g) {
  return !g->has && !g->fields[0].name && !g->is_reduced && !g->is_family;
}

/* Gives the base the texts of the variant, which is about to be closed. Bots
 * list the games that they play by name, so it keeps its own. */
static void keep_texts(LuaGame *g, LuaGame *base) {
  Rules *to = &base->rules;
  const Rules *from = &g->rules;
  if (!texts_move(&g->texts, &base->texts))
    return;
  to->title = from->title;
  to->summary = from->summary[0] ? from->summary : to->summary;
  to->text = from->text[0] ? from->text : to->text;
  to->example = from->example[0] ? from->example : to->example;
}

/* The same for a native base. Its rules still apply as they are, so they follow
 * what the variant says about itself. */
static void keep_native_texts(const LuaGame *g, Game *base) {
  const Rules *from = &g->rules;
  const char *text = NULL;
  char both[16 << 10];
  if (from->text[0] && from->text != from->summary) {
    snprintf(both, sizeof both, "%s\n\n%s", from->text, base->rules->text);
    text = both;
  }
  game_set_texts(base, from->title, from->summary[0] ? from->summary : NULL,
                 text, from->example[0] ? from->example : NULL);
}

/* A variant that changes only options of its base is its base game under
 * another name. */
static Game *unwrap(LuaGame *g) {
  Game *base = (Game *)g->lua.game.base;
  if (lua_rules_plugin(base) == g->lua.plugin)
    luagame_of(base)->unwrapped += 1 + g->unwrapped;
  if (lua_rules_plugin(base))
    keep_texts(g, luagame_of(base));
  else
    keep_native_texts(g, base);
  memcpy(base->spec, g->lua.game.spec, sizeof base->spec);
  base->max_plies = g->lua.game.max_plies;
  g->lua.game.base = NULL;
  game_close(&g->lua.game);
  return base;
}

static Game *finish(LuaGame *g, Error *error) {
  if (g->lua.game.base && changes_nothing(g))
    return unwrap(g);
  const Game *base = g->lua.game.base;
  uint64_t sources[] = {g->lua.plugin->sources, base ? base->sources : 0};
  g->lua.game.sources = source_hash(sources, sizeof sources);
  try_start(g);
  if (game_finish(&g->lua.game, error))
    return &g->lua.game;
  game_close(&g->lua.game);
  return NULL;
}

Game *luagame_open(Plugin *plugin, const char *name, const char *options,
                   Error *error) {
  LuaGame *g = new_game(plugin);
  Opening opening = {.g = g, .name = name, .options = options};
  Rng *rng = plugin->rng;
  plugin->rng = NULL;
  Error why = {0};
  luagame_conceal(g);
  if (plugin_apply(plugin, open_definition, &opening, 0, &why))
    return finish(g, error);
  plugin->rng = rng;
  error_copy(error, &why);
  game_close(&g->lua.game);
  return NULL;
}

/* ---- another game --------------------------------------------------------*/

/* The layers of a game that are defined in one file share its plugin. Returns
 * the next layer of the same file, or NULL. */
static LuaGame *next_layer(const LuaGame *g) {
  const Game *base = g->lua.game.base;
  return base && lua_rules_plugin(base) == g->lua.plugin ? luagame_of(base)
                                                         : NULL;
}

/* Pushes all hooks of the layers of a file, and their options. */
static void push_hooks(lua_State *L, LuaGame *g) {
  for (; g; g = next_layer(g)) {
    luaL_checkstack(L, HOOKS + 8, "hooks");
    for (Hook h = 0; h < HOOKS; h++)
      if (luagame_has(g, h))
        lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[h]);
    lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  }
}

/* Replaces the definition at index 1 by that of its base. */
static void step_to_base(lua_State *L) {
  lua_settop(L, 1);
  if (lua_istable(L, 1))
    lua_getfield(L, 1, "base");
  else
    lua_pushnil(L);
  lua_replace(L, 1);
}

/* Arguments: the chunk, the game. Runs the file as host.c does, and takes the
 * hooks from the definitions that it returns. */
static int run_again(lua_State *L) {
  LuaGame *g = lua_touserdata(L, 2);
  Plugin *plugin = g->lua.plugin;
  lua_settop(L, 1);
  sandbox_renew(L);
  rng_seed(&plugin->own_rng, 0, 0);
  plugin->rng = &plugin->own_rng;
  lua_call(L, 0, 1);
  plugin->rng = NULL;
  for (LuaGame *layer = g; layer; layer = next_layer(layer)) {
    for (int i = 0; i < layer->unwrapped; i++)
      step_to_base(L);
    luagame_reread_definition(L, layer);
    make_objects(L, layer);
    step_to_base(L);
  }
  return 0;
}

/* Argument: the game. */
static int take_snapshot(lua_State *L) {
  LuaGame *g = lua_touserdata(L, 1);
  push_hooks(L, g);
  g->lua.plugin->has_snapshot = sandbox_remember(L, 2, lua_gettop(L));
  return 0;
}

/* Calls `start` or `setup` of each layer as opening does: it may prepare what
 * other hooks use, and is not called again unless the start is random. */
static bool start_layers(LuaGame *g, Error *why) {
  const Game *game = &g->lua.game;
  LuaGame *next = next_layer(g);
  if (next && !start_layers(next, why))
    return false;
  if (game->random_start)
    return true;
  State *state = need(game->state_size);
  Rng rng;
  rng_seed(&rng, 0, 0);
  luagame_start(game, state, &rng);
  free(state);
  return !luagame_is_broken(g) || error_copy(why, &g->fault);
}

/* `start` may have kept tables of arrays, which are then part of the snapshot:
 * no game may use them. */
static void forget_tables(LuaGame *g) {
  luagame_conceal(g);
  for (; g; g = next_layer(g))
    for (int i = 0; i < 2 * VIEWS; i++)
      g->view_object[i]->arrays = NULL;
}

static bool restart(LuaGame *g, Error *why) {
  Plugin *plugin = g->lua.plugin;
  for (LuaGame *layer = g; layer; layer = next_layer(layer))
    forget_objects(layer);
  plugin->has_snapshot = false;
  if (!plugin_restart(plugin, why) ||
      !sandbox_start(plugin, lab_push_module, why))
    return false;
  bool good =
      plugin_apply(plugin, run_again, g, 0, why) && start_layers(g, why);
  if (good)
    forget_tables(g);
  good = good && plugin_protect(plugin, take_snapshot, g, 0, why);
  plugin->fresh_used = plugin->used;
  return good;
}

/* Rules may keep values, such as positions that they have looked at. In another
 * thread or shard other games would have come before this one, so rules that
 * have kept anything start again. So do those that have failed: in the middle
 * of what they did, and perhaps in an attempt only. */
void luagame_renew(const Game *game) {
  LuaGame *g = luagame_of(game);
  Error why = {0};
  bool failed = false;
  for (LuaGame *layer = g; layer; layer = next_layer(layer)) {
    failed = failed || luagame_is_broken(layer);
    error_clear(&layer->fault);
    luagame_forget_moves(layer);
    luagame_forget_answers(layer);
    game = layer->lua.game.base; /* in the end, that of the file */
  }
  g->lua.plugin->calls++; /* tables that hooks have kept are compared again */
  luagame_conceal(g);
  game_renew(game);
  if ((failed || !sandbox_make_as_new(g->lua.plugin)) && !restart(g, &why))
    luagame_fail(g, &why);
}

int64_t luagame_work(const Game *game) {
  return lua_rules_plugin(game)->account->all_work;
}
