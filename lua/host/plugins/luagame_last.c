/* Lua rules: vars of a variant that are parts of the last move, such as its
 * size. They are kept here and not by `after`, so that a ply needs no call of
 * the file. A position has them as numbers, see Field.words. */
#include "lua/host/plugins/luagame_internal.h"

void luagame_read_last(lua_State *L, LuaGame *g) {
  for (const Field *f = g->fields; f->name; f++)
    if (f->part)
      g->last[g->lasts++] = f;
  if (g->lasts && luagame_describes_in_lua(g))
    luaL_error(L,
               "field '%s': a part of moves whose base game has 'describe' "
               "cannot be a var; let 'after' keep what the rules need",
               g->last[0]->name);
}

/* The number of a part of a move of a native game. If a rule file lies between,
 * its hooks have not been asked yet, and the move need not be legal. */
static int32_t native_number(const LuaGame *g, const Field *f,
                             const State *state, Move move) {
  const Game *native = game_native(&g->lua.game, &state);
  if (f->part->value && g->lua.game.base != native &&
      (state->outcome != PLAYING || !game_legal(native, state, move)))
    return 0;
  int value = part_value(f->part, native, state, move);
  return value == NO_PART ? 0 : value + 1;
}

/* The last words of a kind are those of moves that no native game has. */
static int32_t other_number(const Field *f, Move move) {
  bool is_kind = f->word_count > f->part->values;
  return !is_kind ? 0 : f->word_count - (move == MOVE_PASS);
}

void luagame_set_last(const LuaGame *g, State *state, Move move) {
  bool is_other = move == MOVE_PASS || move >= FIRST_EXTRA;
  for (int i = 0; i < g->lasts; i++) {
    const Field *f = g->last[i];
    int32_t number =
        is_other ? other_number(f, move) : native_number(g, f, state, move);
    memcpy((char *)state + f->offset, &number, sizeof number);
  }
}
