/* lab.rules and lab.variant: they mark a table as the definition of a game. */
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
