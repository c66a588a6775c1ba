/* Copies of strings, freed together. */
#ifndef BOARDLAB_LUA_HOST_API_TEXTS_H
#define BOARDLAB_LUA_HOST_API_TEXTS_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Texts {
  void **block;
  int count;
} Texts;

/* Allocates a block, or copies a string. Both raise if out of memory. */
void *texts_alloc(lua_State *L, Texts *texts, size_t size);
const char *texts_keep(lua_State *L, Texts *texts, const char *text);

/* Moves all texts; returns false, and moves none, when out of memory. */
bool texts_move(Texts *from, Texts *to);

void texts_free(Texts *texts);

#endif
