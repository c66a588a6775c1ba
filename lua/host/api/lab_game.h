/* Games as Lua objects, and opening them. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_GAME_H
#define BOARDLAB_LUA_HOST_API_LAB_GAME_H

#include "lua/host/api/lab_object.h"

/* Pushes a borrowed game. Whoever closes the game before the Lua state sets the
 * object's game to NULL: a plugin may have kept the object. */
GameObject *lab_push_game(lua_State *L, const Game *game);

/* Replaces the spec at a stack index, if it is one, by a game that is opened as
 * by lab.game. Returns the game at that index. */
const Game *lab_to_game(lua_State *L, int index);

/* Opens the game that a spec names. If L belongs to a plugin, files are
 * restricted to its folder and the library, and it is charged for their work.
 */
Game *lab_open_game(lua_State *L, const char *spec, Error *error);

#endif
