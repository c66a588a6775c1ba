#include "lua/host/api/lab_object.h"

#include <string.h>

static const char GAME_TAG = 0;

void *lab_push_closable(lua_State *L, size_t size, lua_CFunction clear) {
  void *memory = lua_newuserdatauv(L, size, 0);
  memset(memory, 0, size);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, clear);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__gc");
  lua_setfield(L, -2, "__close");
  lua_setmetatable(L, -2);
  lua_toclose(L, -1);
  return memory;
}

GameObject *lab_new_game_object(lua_State *L) {
  GameObject *object = lua_newuserdatauv(L, sizeof *object, 0);
  *object = (GameObject){.tag = &GAME_TAG};
  return object;
}

GameObject *lab_check_game(lua_State *L, int index) {
  if (!lab_is_object(L, index, &GAME_TAG, sizeof(GameObject)))
    luaL_typeerror(L, index, "game");
  GameObject *object = lua_touserdata(L, index);
  if (!object->game)
    luaL_error(L, "this game has been closed");
  return object;
}

void lab_check_seat(lua_State *L, lua_Integer seat, const Game *game) {
  if (seat < 1 || seat > game->seats)
    luaL_error(L, "there is no seat %I: seats are 1 to %d", (LUAI_UACINT)seat,
               game->seats);
}

void lab_push_seats(lua_State *L, unsigned seats) {
  lua_newtable(L);
  for (int i = 0, n = 0; i < SEATS_MAX; i++)
    if (seats >> i & 1) {
      lua_pushinteger(L, i + 1);
      lua_rawseti(L, -2, ++n);
    }
}
