/* Scenes (core/game/scene.h) as tables: what the hook `scene` gets and returns,
 * and what the method `scene` of positions returns. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_SCENE_H
#define BOARDLAB_LUA_HOST_API_LAB_SCENE_H

#include "core/game/scene.h"
#include <lua.h>

void lab_push_scene(lua_State *L, const Scene *scene);

/* Reads the table at an index into a scene, whatever that contains. `seats` is
 * the number of seats that pieces can belong to. Raises if the table is not a
 * scene. */
void lab_read_scene(lua_State *L, int index, int seats, Scene *scene);

/* The method `scene` of positions. */
int lab_state_scene(lua_State *L);

#endif
