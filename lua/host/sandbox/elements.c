#include "lua/host/sandbox/elements.h"

#include <stddef.h>
#include <stdlib.h>

/* The blocks of a Lua state that was made to look at its tables. Nothing but
 * these blocks is read, so a different layout does no harm. */
enum { BLOCKS = 256 };

typedef struct Blocks {
  int count;
  struct {
    void *start;
    size_t size;
  } block[BLOCKS];
} Blocks;

static void *allocate(void *context, void *block, size_t old, size_t size) {
  Blocks *b = context;
  (void)old;
  int i = 0;
  while (i < b->count && b->block[i].start != block)
    i++;
  if (size == 0) {
    if (block && i < b->count)
      b->block[i] = b->block[--b->count];
    free(block);
    return NULL;
  }
  if (!block)
    i = b->count;
  void *moved = i < BLOCKS ? realloc(block, size) : NULL;
  if (!moved)
    return NULL;
  b->block[i].start = moved;
  b->block[i].size = size;
  b->count += i == b->count;
  return moved;
}

static bool holds(const Blocks *b, const void *start, size_t size) {
  for (int i = 0; i < b->count; i++)
    if (b->block[i].start == start)
      return b->block[i].size >= size;
  return false;
}

/* Tables of several sizes, with values of all kinds that take no memory. */
static void push_value(lua_State *L, int i) {
  lua_Integer integer = (lua_Integer)(i * UINT64_C(0x9e3779b97f4a7c15));
  if (i % 5 == 4)
    lua_pushboolean(L, i % 2);
  else if (i % 5 == 3)
    lua_pushlightuserdata(L, L);
  else if (i % 5 == 2)
    lua_pushnumber(L, (lua_Number)integer);
  else
    lua_pushinteger(L, integer);
}

static bool has_layout(lua_State *L, const Blocks *b, int count) {
  const TableHead *table = lua_topointer(L, -1);
  if (!holds(b, table, sizeof *table) || table->size < (uint32_t)count ||
      table->size > 2 * (uint32_t)count ||
      !holds(b, table->array, table->size * sizeof(Element)))
    return false;
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    bool is_integer = lua_isinteger(L, -1);
    lua_Integer integer = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (is_integer ? !element_is(&table->array[i], integer)
                   : table->array[i].kind == ELEMENT_INTEGER)
      return false;
  }
  return true;
}

/* Argument: the blocks. Returns whether the layout is known. */
static int look(lua_State *L) {
  const Blocks *b = lua_touserdata(L, 1);
  bool known = true;
  for (int count = 1; known && count < 100; count = 3 * count + 2) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
      push_value(L, i);
      lua_rawseti(L, -2, i + 1);
    }
    known = has_layout(L, b, count);
    lua_pushboolean(L, 1); /* a further key may change the size */
    lua_setfield(L, -2, "x");
    known = known && has_layout(L, b, count);
    lua_pop(L, 1);
  }
  lua_pushboolean(L, known);
  return 1;
}

bool elements_are_known(void) {
  Blocks blocks = {0};
  lua_State *L = lua_newstate(allocate, &blocks);
  if (!L)
    return false;
  lua_pushcfunction(L, look);
  lua_pushlightuserdata(L, &blocks);
  bool known = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1);
  lua_close(L);
  return known;
}
