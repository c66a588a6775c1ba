/* lab.rules and lab.variant: in a file they mark a table as the definition of a
 * game, which the file returns.
 *
 * In a script, they and lab.bot make a definition out of it
 * (sandbox/definitions.h): a text that workers and other processes can open,
 * because they cannot call functions of the script's Lua state. inline.lua
 * writes that text. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_DEFINITION_H
#define BOARDLAB_LUA_HOST_API_LAB_DEFINITION_H

#include <lua.h>

typedef enum DefinitionKind {
  DEFINITION_NONE,
  DEFINITION_RULES,
  DEFINITION_VARIANT
} DefinitionKind;

/* Returns how the value at an index is marked. */
DefinitionKind lab_definition_kind(lua_State *L, int index);

#endif
