#include "lua/host/api/texts.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

void *texts_alloc(lua_State *L, Texts *texts, size_t size) {
  void **more =
      realloc(texts->block, sizeof *more * (size_t)(texts->count + 1));
  void *block = more ? malloc(size) : NULL;
  if (more)
    texts->block = more;
  if (!block)
    luaL_error(L, "out of memory");
  return texts->block[texts->count++] = block;
}

const char *texts_keep(lua_State *L, Texts *texts, const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(texts_alloc(L, texts, size), text, size);
}

bool texts_move(Texts *from, Texts *to) {
  size_t count = (size_t)(from->count + to->count);
  void **block = count ? realloc(to->block, sizeof *block * count) : NULL;
  if (!block)
    return false;
  to->block = block;
  for (int i = 0; i < from->count; i++)
    block[to->count++] = from->block[i];
  free(from->block);
  *from = (Texts){0};
  return true;
}

void texts_free(Texts *texts) {
  for (int i = 0; i < texts->count; i++)
    free(texts->block[i]);
  free(texts->block);
  *texts = (Texts){0};
}
