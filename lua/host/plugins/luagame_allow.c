/* Lua rules: which moves of the base game a variant allows.
 *
 * `allow` is asked about one move at a time. If `depends` says what its answer
 * depends on (fields of the position, parts of the move, the move, the seat),
 * it gets these values and nothing else, so it cannot depend on anything that
 * the file does not name; and every answer is kept, with the values as its key,
 * until another answer takes its place, or until the next game. A look-up costs
 * the same work whether or not the answer is known. Answers of earlier games
 * would show nevertheless: calling `allow` moves the instruction at which the
 * budget of a call around it is checked next.
 *
 * `filter` gets the list of the moves that `allow` has left, and returns those
 * that stay. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/suggest.h"
#include <stdlib.h>

enum {
  ANSWERS_BITS = 12,
  ANSWERS = 1 << ANSWERS_BITS,
  COST_LOOKUP = 10, /* in units of work */
};

/* The part `kind` of a move that another layer of the variant has added, for
 * which the native game has no number. */
enum { EXTRA_KIND = -2 };

/* ---- the declaration -----------------------------------------------------*/

bool luagame_describes_in_lua(const LuaGame *g) {
  for (const Game *base = g->lua.game.base; base; base = base->base)
    if (lua_rules_plugin(base) && luagame_has(luagame_of(base), DESCRIBE))
      return true;
  return false;
}

static void refuse_name(lua_State *L, const LuaGame *g, const char *name) {
  const MovePart *parts = g->depends.native->rules->parts;
  Suggestion suggestion = {.wanted = name};
  luaL_Buffer list;
  suggestion_offer(&suggestion, "move");
  suggestion_offer(&suggestion, "seat");
  for (const char *const *key = lab_part_keys;
       luagame_describes_in_lua(g) && *key; key++)
    suggestion_offer(&suggestion, *key);
  luaL_buffinit(L, &list);
  for (const Game *game = &g->lua.game; game; game = game->base)
    for (const Field *f = game->fields; f && f->name; f++)
      suggestion_offer(&suggestion, f->name);
  for (const MovePart *m = parts; m && m->key; m++) {
    suggestion_offer(&suggestion, m->key);
    luaL_addstring(&list, m == parts ? " (" : ", ");
    luaL_addstring(&list, m->key);
  }
  luaL_addstring(&list, parts ? ")" : "");
  luaL_pushresult(&list);
  if (suggestion.word)
    luaL_error(L, "'depends' names '%s'; did you mean '%s'?", name,
               suggestion.word);
  luaL_error(L,
             "'depends' names '%s', which is neither a var, a part of a "
             "move%s, \"move\" nor \"seat\"",
             name, lua_tostring(L, -1));
}

/* Finds out what a name means. */
static DependsName find_name(lua_State *L, const LuaGame *g, const char *name) {
  DependsName found = {.count = 1};
  const Field *field = game_field(&g->lua.game, name, &found.offset);
  bool texts = luagame_describes_in_lua(g),
       is_text = texts && declare_lists(lab_part_keys, name);
  found.part = parts_find(g->depends.native->rules->parts, name);
  if (texts && found.part)
    is_text = true;
  if (field && (found.part || is_text))
    luaL_error(L,
               "'depends' names '%s', which is both a var and a part of moves: "
               "rename the var",
               name);
  if (field) {
    found.source = DEPENDS_FIELD;
    found.count = field->count ? field->count : 1;
    found.is_array = field->count;
    found.field = field;
  } else if (is_text) {
    found.source = DEPENDS_TEXT;
    found.count = sizeof(uint64_t) / sizeof(int32_t);
    found.part = NULL;
  } else if (found.part) {
    found.source = DEPENDS_PART;
  } else if (strcmp(name, "move") == 0) {
    found.source = DEPENDS_MOVE;
  } else if (strcmp(name, "seat") == 0) {
    found.source = DEPENDS_SEAT;
  } else {
    refuse_name(L, g, name);
  }
  return found;
}

static bool is_fixed(const DependsName *name) {
  return name->source == DEPENDS_FIELD || name->source == DEPENDS_SEAT;
}

/* Gives each name its place in the key: first what is the same for all moves of
 * a position. */
static void place_names(Depends *d) {
  d->numbers = 0;
  for (int fixed = 1; fixed >= 0; fixed--) {
    for (int i = 0; i < d->count; i++)
      if (is_fixed(&d->name[i]) == fixed) {
        d->name[i].at = d->numbers;
        d->numbers += d->name[i].count;
      }
    if (fixed)
      d->fixed = d->numbers;
  }
  for (int i = 0; i < d->count && d->numbers == d->fixed + 1; i++)
    if (!is_fixed(&d->name[i]))
      d->only_part = d->name[i].part;
}

/* Reads the list of names on top of the stack. */
static void read_names(lua_State *L, LuaGame *g) {
  Depends *d = &g->depends;
  lua_Unsigned length = lua_rawlen(L, -1);
  if (length < 1 || length > DEPENDS_MAX)
    luaL_error(L, "'depends' must be a list of 1 to %d names", DEPENDS_MAX);
  int numbers = 0;
  for (int i = 0; i < (int)length; i++) {
    if (lua_rawgeti(L, -1, i + 1) != LUA_TSTRING)
      luaL_error(L, "'depends' must be a list of names, but contains a %s",
                 luaL_typename(L, -1));
    for (int j = 0; j < i; j++) {
      lua_rawgeti(L, -2, j + 1);
      if (lua_rawequal(L, -1, -2))
        luaL_error(L, "'depends' names '%s' twice", lua_tostring(L, -1));
      lua_pop(L, 1);
    }
    d->name[i] = find_name(L, g, lua_tostring(L, -1));
    if (d->name[i].source == DEPENDS_TEXT) {
      d->name[i].key = texts_keep(L, &g->texts, lua_tostring(L, -1));
      d->has_texts = true;
    }
    numbers += d->name[i].source == DEPENDS_TEXT ? 1 : d->name[i].count;
    if (numbers > DEPENDS_NUMBERS_MAX)
      luaL_error(L,
                 "'depends' names more than %d numbers, counting the elements "
                 "of arrays",
                 DEPENDS_NUMBERS_MAX);
    lua_pop(L, 1);
  }
  d->count = (int)length;
  place_names(d);
}

void luagame_read_depends(lua_State *L, LuaGame *g) {
  Depends *d = &g->depends;
  int type = lua_getfield(L, 1, "depends");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L,
               "'depends' must be a list of names such as { \"move\", \"seat\" "
               "}, not a %s",
               lua_typename(L, type));
  if (type == LUA_TTABLE && !luagame_has(g, ALLOW))
    luaL_error(L, "'depends' says what 'allow' depends on, but there is no "
                  "'allow'");
  const Game *native = &g->lua.game;
  for (d->native_offset = 0; native->base; native = native->base)
    d->native_offset += native->base_offset;
  d->native = native;
  if (type == LUA_TTABLE)
    read_names(L, g);
  lua_settop(L, 1);
}

/* ---- the answers ---------------------------------------------------------*/

/* An answer is its age and whether the move is allowed, as one number, followed
 * by its key. */
static size_t answer_size(const Depends *d) {
  return 1 + (size_t)d->numbers;
}

static void clear_answers(Depends *d) {
  d->age = 1;
  if (d->answers)
    memset(d->answers, 0, ANSWERS * answer_size(d) * sizeof *d->answers);
}

void luagame_forget_answers(LuaGame *g) {
  if (++g->depends.age > UINT32_MAX / 2)
    clear_answers(&g->depends);
}

void luagame_make_answers(lua_State *L, LuaGame *g) {
  Depends *d = &g->depends;
  if (d->count)
    d->answers =
        luagame_allocate(L, g, ANSWERS * answer_size(d) * sizeof *d->answers);
  clear_answers(d);
}

static uint64_t mix(uint64_t hash, int32_t number) {
  return (hash ^ (uint32_t)number) * 0x9e3779b97f4a7c15u;
}

/* ---- keys ----------------------------------------------------------------*/

/* A key under construction, for the moves of one position. */
typedef struct Key {
  const State *state;
  const State *native; /* the position as the native game sees it */
  const Parts *parts;  /* of the move, if they are texts */
  uint64_t fixed_hash, hash;
  int32_t number[DEPENDS_NUMBERS_MAX + DEPENDS_MAX];
  uint64_t asked, allowed; /* answers for this position, by the only part */
} Key;

/* Writes what is the same for all moves of a position. */
static void begin_key(const LuaGame *g, const State *state, Key *key) {
  const Depends *d = &g->depends;
  key->state = state;
  key->native = (const State *)((const char *)state + d->native_offset);
  for (int i = 0; i < d->count; i++) {
    const DependsName *name = &d->name[i];
    int32_t *to = &key->number[name->at];
    if (name->source == DEPENDS_FIELD)
      memcpy(to, (const char *)state + name->offset,
             (size_t)name->count * sizeof *to);
    else if (name->source == DEPENDS_SEAT)
      *to = luagame_visible(g, state)->seat + 1;
  }
  key->asked = key->allowed = key->fixed_hash = 0;
  for (int i = 0; i < d->fixed; i++)
    key->fixed_hash =
        mix(key->fixed_hash ^ key->fixed_hash >> 32, key->number[i]);
}

static int32_t part_of(const Depends *d, const Key *key, const MovePart *part,
                       Move move) {
  if (move >= FIRST_EXTRA)
    return strcmp(part->key, "kind") == 0 ? EXTRA_KIND : NO_PART;
  return part_value(part, d->native, key->native, move);
}

/* Two texts with one hash would be a coincidence of 64 bits, as two positions
 * with one key would be for the searches. */
static uint64_t hash_text(const Part *part) {
  uint64_t hash = part != NULL;
  for (int i = 0; part && i < (part->list ? part->count : 1); i++)
    hash = hash * 31 + game_hash_bytes(part->text[i], strlen(part->text[i]));
  return hash;
}

/* Writes what differs between moves. */
static inline void finish_key(const Depends *d, Move move, Key *key) {
  uint64_t hash = key->fixed_hash, text;
  for (int i = 0; i < d->count; i++) {
    const DependsName *name = &d->name[i];
    if (is_fixed(name))
      continue;
    int32_t *to = &key->number[name->at];
    if (name->source == DEPENDS_TEXT) {
      text = hash_text(lab_find_part(key->parts, name->key));
      memcpy(to, &text, sizeof text);
      hash ^= text;
    } else {
      *to = name->source == DEPENDS_MOVE ? (int32_t)move
                                         : part_of(d, key, name->part, move);
    }
    hash = mix(hash ^ hash >> 32, *to);
  }
  key->hash = hash;
}

/* ---- asking --------------------------------------------------------------*/

/* The argument of call_with_values. */
typedef struct Question {
  LuaGame *g;
  const Key *key;
  bool allowed;
} Question;

static void push_array(lua_State *L, const int32_t *number, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, number[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_named(lua_State *L, const Depends *d, const DependsName *name,
                       const Key *key) {
  const int32_t *number = &key->number[name->at];
  if (name->source == DEPENDS_TEXT)
    lab_push_text_part(L, lab_find_part(key->parts, name->key));
  else if (name->is_array)
    push_array(L, number, name->count);
  else if (name->source == DEPENDS_MOVE)
    lua_pushinteger(L, (Move)*number);
  else if (name->field && name->field->words)
    lua_pushstring(L, field_word(name->field, *number));
  else if (name->source != DEPENDS_PART)
    lua_pushinteger(L, *number);
  else if (*number == EXTRA_KIND)
    lua_pushliteral(L, "extra");
  else
    lab_push_part(L, d->native, name->part, *number);
}

static int call_with_values(lua_State *L) {
  Question *q = lua_touserdata(L, 1);
  const Depends *d = &q->g->depends;
  luaL_checkstack(L, DEPENDS_MAX + 8, "allow");
  lua_rawgeti(L, LUA_REGISTRYINDEX, q->g->hook[ALLOW]);
  for (int i = 0; i < d->count; i++)
    push_named(L, d, &d->name[i], q->key);
  lua_rawgeti(L, LUA_REGISTRYINDEX, q->g->values);
  lua_call(L, d->count + 1, 1);
  q->allowed = lua_toboolean(L, -1);
  return 0;
}

/* Calls `allow` and keeps its answer. */
static bool ask_anew(LuaGame *g, const Key *key, uint32_t *answer) {
  const Depends *d = &g->depends;
  Question question = {.g = g, .key = key};
  Error why = {0};
  if (luagame_is_broken(g))
    return false;
  luagame_conceal(g);
  Plugin *p = g->lua.plugin;
  const char *outer = p->entry;
  p->entry = luagame_hook_name(g, ALLOW);
  bool answered = plugin_protect_aside(p, call_with_values, &question, &why);
  p->entry = outer;
  if (!answered)
    return luagame_fail(g, &why);
  answer[0] = d->age << 1 | question.allowed;
  memcpy(answer + 1, key->number, (size_t)d->numbers * sizeof *answer);
  return question.allowed;
}

/* Set by luagame_compare_answers. */
static bool compares;

void luagame_compare_answers(void) {
  compares = true;
}

bool luagame_compares_answers(void) {
  return compares;
}

/* Asks again, although the answer is known. */
static bool ask_again(LuaGame *g, const Key *key, uint32_t *answer) {
  bool before = answer[0] & 1, now = ask_anew(g, key, answer);
  if (now != before)
    luagame_break(g,
                  "'allow' depends on more than 'depends' names: put the rest "
                  "into vars, and name it there");
  return before;
}

/* Looks for the answer to a complete key. */
static bool find_answer(LuaGame *g, const Key *key) {
  const Depends *d = &g->depends;
  uint32_t *answer =
      d->answers + (key->hash >> (64 - ANSWERS_BITS)) * answer_size(d);
  bool known = answer[0] >> 1 == d->age;
  for (int i = 0; i < d->numbers; i++)
    known &= (int32_t)answer[1 + i] == key->number[i];
  if (!known)
    return ask_anew(g, key, answer);
  return compares ? ask_again(g, key, answer) : answer[0] & 1;
}

/* The same for keys with texts, for which the move is described first. */
static bool look_up_described(LuaGame *g, Move move, Key *key) {
  const Game *base = g->lua.game.base;
  Parts parts = {0};
  game_describe(base, lua_base_state(&g->lua.game, key->state), move, &parts);
  if (game_fault(base))
    return false;
  key->parts = &parts;
  finish_key(&g->depends, move, key);
  return find_answer(g, key);
}

static bool look_up(LuaGame *g, Move move, Key *key) {
  if (g->depends.has_texts)
    return look_up_described(g, move, key);
  finish_key(&g->depends, move, key);
  return find_answer(g, key);
}

static bool ask_about_position(LuaGame *g, const State *state, Move move) {
  if (!luagame_begin_call(g, ALLOW, state))
    return false;
  g->view_object[g->depth - 1]->known_move = move;
  lua_pushinteger(g->lua.plugin->L, move);
  luagame_push_seat(g, luagame_visible(g, state)->seat);
  if (!luagame_end_call(g, 2))
    return false;
  bool allowed = lua_toboolean(g->lua.plugin->L, -1);
  luagame_pop(g, 1);
  return allowed;
}

bool luagame_allows(LuaGame *g, const State *state, Move move) {
  Key key;
  if (!luagame_has(g, ALLOW))
    return true;
  if (!g->depends.count)
    return ask_about_position(g, state, move);
  if (luagame_is_broken(g) || !plugin_may_answer())
    return false;
  plugin_charge_again(g->lua.plugin, COST_LOOKUP);
  begin_key(g, state, &key);
  return look_up(g, move, &key);
}

/* ---- lists ---------------------------------------------------------------*/

/* The same for a list of moves of the same position, if they differ in one part
 * only: that part has few values, so most answers have just been found. */
static bool look_up_part(LuaGame *g, Move move, Key *key) {
  int32_t value = part_of(&g->depends, key, g->depends.only_part, move);
  if (value < 0 || value >= 64)
    return look_up(g, move, key);
  uint64_t bit = (uint64_t)1 << value;
  if (!(key->asked & bit)) {
    key->asked |= bit;
    if (look_up(g, move, key))
      key->allowed |= bit;
  }
  return key->allowed & bit;
}

static int keep_by_values(LuaGame *g, const State *state, Move *list,
                          int count) {
  bool one_part = g->depends.only_part;
  Key key;
  int kept = 0;
  if (luagame_is_broken(g) || !plugin_may_answer())
    return 0;
  plugin_charge_again(g->lua.plugin, (int64_t)count * COST_LOOKUP);
  begin_key(g, state, &key);
  for (int i = 0; i < count; i++) {
    Move move = list[i];
    list[kept] = move;
    kept += one_part ? look_up_part(g, move, &key) : look_up(g, move, &key);
  }
  return kept;
}

static int ask_allow(LuaGame *g, const State *state, Move *list, int count) {
  int kept = 0;
  if (!luagame_has(g, ALLOW))
    return count;
  if (g->depends.count)
    return keep_by_values(g, state, list, count);
  for (int i = 0; i < count; i++)
    if (ask_about_position(g, state, list[i]))
      list[kept++] = list[i];
  return kept;
}

/* The list that call_filter hands to `filter` and reads back. */
typedef struct MoveList {
  Move *moves;
  int count;
} MoveList;

static int find_move(const MoveList *list, int from, lua_Integer move) {
  while (from < list->count && list->moves[from] != move)
    from++;
  return from;
}

/* Raises: the move at an index is not one that may come here. */
static int refuse_filtered(lua_State *L, const MoveList *list, int index) {
  int is_integer;
  lua_Integer move = lua_tointegerx(L, index, &is_integer);
  if (lua_type(L, index) != LUA_TNUMBER || !is_integer)
    return luaL_error(L,
                      "'filter' must return a list of moves, but it "
                      "contains a %s",
                      luaL_typename(L, index));
  if (find_move(list, 0, move) == list->count)
    return luaL_error(L,
                      "'filter' returned %I, which is not one of the moves "
                      "that it was given",
                      (LUAI_UACINT)move);
  return luaL_error(L,
                    "'filter' must return moves in the order in which it was "
                    "given them, each at most once; %I is out of order",
                    (LUAI_UACINT)move);
}

/* Reads the result of `filter` on top of the stack. */
static int read_filtered(lua_State *L, const MoveList *list) {
  if (!lua_istable(L, -1))
    return luaL_error(L, "'filter' must return a list of moves, not %s%s",
                      lua_isnil(L, -1) ? "" : "a ", luaL_typename(L, -1));
  int next = 0;
  lua_Unsigned length = lua_rawlen(L, -1);
  for (lua_Unsigned i = 1; i <= length; i++) {
    int type = lua_rawgeti(L, -1, (lua_Integer)i), at = list->count, good;
    lua_Integer move = lua_tointegerx(L, -1, &good);
    if (type == LUA_TNUMBER && good)
      at = find_move(list, next, move);
    if (at == list->count)
      return refuse_filtered(L, list, -1);
    lua_pop(L, 1);
    next = at + 1;
  }
  for (int i = 0; i < (int)length; i++) {
    lua_rawgeti(L, -1, i + 1);
    list->moves[i] = (Move)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  return (int)length;
}

/* Arguments: the hook, the position, a MoveList, the seat, the options. */
static int call_filter(lua_State *L) {
  MoveList *list = lua_touserdata(L, 3);
  plugin_charge(L, list->count);
  lua_createtable(L, list->count, 0);
  for (int i = 0; i < list->count; i++) {
    lua_pushinteger(L, list->moves[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, 3);
  lua_call(L, 4, 1);
  list->count = read_filtered(L, list);
  return 0;
}

static int ask_filter(LuaGame *g, const State *state, Move *moves, int count) {
  MoveList list = {moves, count};
  if (!luagame_begin_through(g, FILTER, state, call_filter, &list))
    return 0;
  luagame_push_seat(g, luagame_visible(g, state)->seat);
  if (!luagame_end_call(g, 3))
    return 0;
  luagame_pop(g, 1);
  return list.count;
}

int luagame_keep_allowed(LuaGame *g, const State *state, Move *list,
                         int count) {
  if (count == 1 && list[0] == MOVE_PASS)
    return 0;
  count = ask_allow(g, state, list, count);
  if (count && luagame_has(g, FILTER) && !luagame_is_broken(g))
    count = ask_filter(g, state, list, count);
  return count;
}
